//! Cube decisions: one line for each action, and the verdict in words.

use super::conclusion::with_chance;
use super::plays::{behind, output_columns, role_of, with_error};
use super::rough_chance;
use crate::eval::{Advice, Answer, CubeAction};
use crate::render::reply::{class_name, ids, noted_in_words};
use crate::render::table::{Cell, Column, Table};
use crate::render::{Format, NumberFormat, Role, Unit};
use crate::rollout::{CubeChances, CubeMeans, GivenUp};
use crate::session::{CubeReply, CubeRollout, EvalReply};

/// A cube decision as lines of a table.
#[derive(Clone, Debug)]
pub(in crate::render) struct CubeLines {
    /// The values of the actions in the unit that is shown, for the side that may double; of a double that is on the
    /// table, for the player who answers.
    pub means: CubeMeans,
    /// The outputs behind the first two, where they are known.
    pub outputs: [Option<[f64; 5]>; 2],
    /// The proper action.
    pub best: CubeAction,
    /// The chance of each action to be the proper one, where trials tell it.
    pub chances: Option<CubeChances>,
    /// Whether a double is an offer that is on the table: the question is then take or pass.
    pub is_answer: bool,
}

/// The table of a cube decision.
pub(in crate::render) fn cube_table(lines: &CubeLines, unit: Unit, numbers: &NumberFormat) -> Table {
    let has_outputs = lines.outputs.iter().any(Option::is_some);
    let equity = match unit {
        Unit::Equity => "Equity",
        Unit::Mwc => "MWC",
    };
    let mut columns = vec![Column::words(""), Column::words(if lines.is_answer { "Answer" } else { "Action" })];
    columns.extend([Column::words(equity), Column::words("Behind by")]);
    let chances = lines.chances.filter(|_| !lines.is_answer);
    if chances.is_some() {
        columns.push(Column::number("Proper").if_room(6));
    }
    if has_outputs {
        columns.extend(output_columns());
    }
    let mut table = Table::new(columns);
    let means = &lines.means;
    let [no_double, take] = [0, 1].map(|i| (means.values[i], means.errors[i]));
    let rows = [
        (CubeAction::NoDouble, "No double", no_double, lines.outputs[0]),
        (CubeAction::DoubleTake, if lines.is_answer { "Take" } else { "Double, take" }, take, lines.outputs[1]),
        (CubeAction::DoublePass, if lines.is_answer { "Pass" } else { "Double, pass" }, (means.pass, None), None),
    ];
    let answer = if lines.is_answer == (take.0 < means.pass) { CubeAction::DoublePass } else { CubeAction::DoubleTake };
    let given_up = means.given_up(lines.best);
    let mut names_opponent = false;
    for (action, name, value, outputs) in rows {
        if lines.is_answer && action == CubeAction::NoDouble {
            continue;
        }
        // The doubler's equity is the other one's with the other sign: what is lost is the same.
        let (is_best, cost) = if lines.is_answer {
            let loss = GivenUp { amount: (take.0 - means.pass).abs(), error: take.1, by_opponent: false };
            (action == answer, (action != answer).then_some(loss))
        } else {
            (action == lines.best, given_up[action as usize])
        };
        let cell = |text: String| if is_best { Cell::of(Role::Best, text) } else { Cell::from(text) };
        let text = cost.map_or_else(String::new, |GivenUp { amount, error, by_opponent }| {
            format!("{}{}", behind((amount, error), unit, numbers), if by_opponent { " (opponent)" } else { "" })
        });
        names_opponent |= cost.is_some_and(|cost| cost.by_opponent);
        let loss = match cost.and_then(|cost| role_of(cost.amount)) {
            Some(role) => Cell::of(role, text),
            None => Cell::from(text),
        };
        let mark = cell(if is_best { "*".to_owned() } else { String::new() });
        let mut cells = vec![mark, cell(name.to_owned()), cell(with_error(value, unit, numbers)), loss];
        if let Some(chances) = &chances {
            cells.push(cell(rough_chance(chances.of_action(action))));
        }
        if has_outputs {
            let outputs = outputs.map(|outputs| outputs.map(|output| cell(numbers.brief(output))));
            cells.extend(outputs.into_iter().flatten());
        }
        table.row(cells);
    }
    if names_opponent {
        table.note("(opponent): what the other player gives up by this answer");
    }
    table
}

/// The answer to a double as a sentence.
fn answer_sentence(answer: Answer) -> &'static str {
    match answer {
        Answer::Take => "Take.",
        Answer::Pass => "Pass.",
        Answer::Beaver => "Beaver.",
    }
}

/// A cube decision, evaluated or rolled out.
#[must_use]
pub fn cube_answer(reply: &CubeReply, format: &Format) -> String {
    // The values of a double that the rules forbid mean nothing.
    let Some(verdict) = reply.verdict.as_ref().filter(|verdict| verdict.advice != Advice::Never) else {
        return "The cube cannot be turned now.\n".to_owned();
    };
    let numbers = &format.numbers();
    let is_match = reply.mwc.is_some();
    let unit = format.unit(is_match);
    let value = |equity: f32, i: usize| match (unit, reply.mwc) {
        (Unit::Mwc, Some(mwc)) => f64::from(mwc[i]),
        _ => f64::from(equity),
    };
    let means = CubeMeans {
        values: [value(reply.no_double, 0), value(reply.double_take, 1)],
        pass: value(reply.double_pass, 2),
        errors: [None, None],
        difference_error: None,
        beavers: verdict.answer == Answer::Beaver && !reply.is_answer,
    };
    let (best, is_answer) = (verdict.action(), reply.is_answer);
    let mut lines = CubeLines { means, outputs: [None, None], best, chances: None, is_answer };
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => super::rollout::add_errors(&mut lines, rollout, unit),
        Some(CubeRollout::Noted(noted)) => {
            for (error, errors) in lines.means.errors.iter_mut().zip(noted.errors.into_iter().flatten()) {
                *error = Some(noted.in_unit(errors.cubeful, unit == Unit::Mwc));
            }
        }
        None => {}
    }
    let mut table = cube_table(&lines, unit, numbers);
    let chances = lines.chances.as_ref();
    let sentence = match chances.filter(|_| reply.is_answer) {
        Some(chances) => {
            let right = if verdict.takes() { chances.take } else { 1.0 - chances.take };
            format!("{}: {}.", answer_sentence(verdict.answer).trim_end_matches('.'), rough_chance(right))
        }
        None if reply.is_answer => answer_sentence(verdict.answer).to_owned(),
        None => format!("{}.", with_chance(verdict, chances)),
    };
    table.notes.insert(0, (Role::Verdict, sentence));
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => table.note(format!("rollout: {}", super::rollout::brief(rollout))),
        Some(CubeRollout::Noted(noted)) => table.note(noted_in_words(noted)),
        None => {}
    }
    match &reply.rollout {
        Some(CubeRollout::Rollout(_)) => {}
        Some(CubeRollout::Noted(noted)) if noted.foreign.is_none() => {}
        _ => {
            let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
                reply.outputs.0.map(|output| numbers.brief(f64::from(output)));
            let cubeless = match (unit, reply.utility_mwc) {
                (Unit::Mwc, Some(mwc)) => numbers.mwc(f64::from(mwc)).trim().to_owned(),
                _ => numbers.equity(f64::from(reply.utility)),
            };
            let money =
                if is_match { format!(", money {}", numbers.equity(f64::from(reply.equity))) } else { String::new() };
            if reply.is_exact {
                table.note("exact: every roll, play and cube action to the end, at this score");
            }
            let level = match &reply.rollout {
                Some(CubeRollout::Noted(noted)) => noted.level().to_owned(),
                _ => format!("{}-ply", reply.ply),
            };
            table.note(format!(
                "{level}; win {win}, gammon {gammon}, backgammon {backgammon}, lose gammon {lose_gammon}, backgammon \
                 {lose_backgammon}; cubeless {cubeless}{money}"
            ));
        }
    }
    table.draw(format)
}

/// The evaluation of a position: a line for each depth, then the cube decision.
#[must_use]
pub fn evaluation(reply: &EvalReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.plies.iter().any(|ply| ply.mwc.is_some()));
    let equity = match unit {
        Unit::Equity => "Equity",
        Unit::Mwc => "MWC",
    };
    let columns = [Column::words("")].into_iter().chain(output_columns());
    let mut table = Table::new(columns.chain([Column::number(equity), Column::number("Cubeful")]));
    for ply in &reply.plies {
        let depth = if ply.ply == 0 { "static".to_owned() } else { format!("{}-ply", ply.ply) };
        let value = |equity: f32, mwc: Option<f32>| {
            let value = if unit == Unit::Mwc { mwc.unwrap_or(equity) } else { equity };
            numbers.value(f64::from(value), unit)
        };
        let values =
            [value(ply.equity, ply.mwc.map(|mwc| mwc.equity)), value(ply.cubeful, ply.mwc.map(|mwc| mwc.cubeful))];
        let outputs = ply.outputs.0.map(|output| numbers.brief(f64::from(output)));
        table.row([depth].into_iter().chain(outputs).chain(values));
    }
    let head = format!("{}Evaluator:   {}\n\n", ids(&reply.ids), class_name(reply.class));
    format!("{head}{}\n{}", table.draw(format), cube_answer(&reply.cube, format))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OutputSettings;

    fn lines(no_double: f64, take: f64, best: CubeAction) -> CubeLines {
        let means = CubeMeans {
            values: [no_double, take],
            pass: 1.0,
            errors: [Some(0.05), Some(0.084)],
            difference_error: Some(0.049),
            beavers: false,
        };
        CubeLines { means, outputs: [None, None], best, chances: None, is_answer: false }
    }

    fn drawn(lines: &CubeLines) -> String {
        cube_table(lines, Unit::Equity, &NumberFormat::default()).draw(&Format::plain(&OutputSettings::default()))
    }

    #[test]
    fn what_is_lost_is_lost_by_somebody() {
        let text = drawn(&lines(-0.21, -0.701, CubeAction::NoDouble));
        let expected = "
    Action        Equity         Behind by
 *  No double     -0.210 ±.050
    Double, take  -0.701 ±.084   0.491 ±.049
    Double, pass  +1.000         1.701 ±.084 (opponent)
(opponent): what the other player gives up by this answer
";
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&text), squeezed(expected), "{text}");
        let text = drawn(&lines(0.724, 0.935, CubeAction::DoubleTake));
        assert!(text.contains("0.211 ±.049") && text.contains("0.065 ±.084 (opponent)"), "{text}");
        // Too good: cashing gives up what playing on is worth more; a take would be the other player's error.
        let text = drawn(&lines(1.1, 1.4, CubeAction::NoDouble));
        assert!(text.contains("0.400 ±.084 (opponent)") && text.contains("0.100 ±.050"), "{text}");
    }

    #[test]
    fn who_is_doubled_takes_or_passes() {
        let mut lines = lines(-0.724, -0.935, CubeAction::DoubleTake);
        (lines.means.pass, lines.is_answer) = (-1.0, true);
        let text = drawn(&lines);
        assert!(!text.contains("No double"), "{text}");
        assert!(text.lines().any(|line| line.starts_with(" *  Take")), "{text}");
        assert!(text.lines().any(|line| line.contains("Pass") && line.contains("0.065 ±.084")), "{text}");
    }
}
