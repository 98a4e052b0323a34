//! Cube decisions: one line for each action, and the verdict in words.

use super::plays::{behind, output_columns, role_of, with_error};
use crate::eval::{Advice, Answer, Verdict};
use crate::render::reply::{best_action, class_name, ids, noted_rollout};
use crate::render::table::{Cell, Column, Table};
use crate::render::{CubeAction, Format, NumberFormat, Role, Unit};
use crate::session::{CubeReply, CubeRollout, EvalReply};

/// The values of a cube decision in the unit that is shown, for the side that may double.
#[derive(Clone, Debug)]
pub(in crate::render) struct CubeLines {
    /// No double; double and take. With standard errors where they were estimated.
    pub values: [(f64, Option<f64>); 2],
    /// Double and pass.
    pub pass: f64,
    /// The standard error of the difference of the first two.
    pub difference_error: Option<f64>,
    /// The outputs behind the first two, where they are known.
    pub outputs: [Option<[f64; 5]>; 2],
    /// The proper action.
    pub best: CubeAction,
    /// Whether a double is an offer that is on the table: the question is then take or pass, and values are those of
    /// the player who answers.
    pub is_answer: bool,
}

impl CubeLines {
    /// The action that follows from the values alone.
    pub fn best_by_value([no_double, double_take]: [f64; 2], pass: f64) -> CubeAction {
        if no_double > double_take.min(pass) {
            CubeAction::NoDouble
        } else if double_take < pass {
            CubeAction::DoubleTake
        } else {
            CubeAction::DoublePass
        }
    }
}

/// What an action costs whoever chooses it in place of the proper one; whether that is the opponent.
fn cost(lines: &CubeLines, action: CubeAction) -> Option<((f64, Option<f64>), bool)> {
    let [(no_double, no_double_error), (take, take_error)] = lines.values;
    let pass = lines.pass;
    // The opponent answers as is best for the opponent.
    let (doubled, doubled_error, answer) = if take < pass {
        (take, lines.difference_error, CubeAction::DoubleTake)
    } else {
        (pass, no_double_error, CubeAction::DoublePass)
    };
    match action {
        _ if action == lines.best => None,
        CubeAction::NoDouble => Some(((doubled - no_double, doubled_error), false)),
        _ if action == answer => Some(((no_double - doubled, doubled_error), false)),
        _ => Some((((take - pass).abs(), take_error), true)),
    }
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
    if has_outputs {
        columns.extend(output_columns());
    }
    let mut table = Table::new(columns);
    let [no_double, take] = lines.values;
    let rows = [
        (CubeAction::NoDouble, "No double", no_double, lines.outputs[0]),
        (CubeAction::DoubleTake, if lines.is_answer { "Take" } else { "Double, take" }, take, lines.outputs[1]),
        (CubeAction::DoublePass, if lines.is_answer { "Pass" } else { "Double, pass" }, (lines.pass, None), None),
    ];
    let answer = if lines.is_answer == (take.0 < lines.pass) { CubeAction::DoublePass } else { CubeAction::DoubleTake };
    let mut names_opponent = false;
    for (action, name, value, outputs) in rows {
        if lines.is_answer && action == CubeAction::NoDouble {
            continue;
        }
        // The doubler's equity is the other one's with the other sign: what is lost is the same.
        let (is_best, cost) = if lines.is_answer {
            let loss = ((take.0 - lines.pass).abs(), take.1);
            (action == answer, (action != answer).then_some((loss, false)))
        } else {
            (action == lines.best, cost(lines, action))
        };
        let cell = |text: String| if is_best { Cell::of(Role::Best, text) } else { Cell::from(text) };
        let text = cost.map_or_else(String::new, |(amount, is_opponent)| {
            let amount = (amount.0.max(0.0), amount.1);
            format!("{}{}", behind(amount, unit, numbers), if is_opponent { " (opponent)" } else { "" })
        });
        names_opponent |= cost.is_some_and(|(_, is_opponent)| is_opponent);
        let loss = match cost.and_then(|((amount, _), _)| role_of(amount)) {
            Some(role) => Cell::of(role, text),
            None => Cell::from(text),
        };
        let mark = cell(if is_best { "*".to_owned() } else { String::new() });
        let mut cells = vec![mark, cell(name.to_owned()), cell(with_error(value, unit, numbers)), loss];
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

/// The verdict as a sentence.
pub(super) fn verdict_sentence(verdict: &Verdict) -> String {
    format!("{verdict}.")
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
    let mut lines = CubeLines {
        values: [(value(reply.no_double, 0), None), (value(reply.double_take, 1), None)],
        pass: value(reply.double_pass, 2),
        difference_error: None,
        outputs: [None, None],
        best: best_action(verdict),
        is_answer: reply.is_answer,
    };
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => super::rollout::add_errors(&mut lines, rollout, unit),
        Some(CubeRollout::Noted(noted)) => {
            for (value, errors) in lines.values.iter_mut().zip(noted.errors.into_iter().flatten()) {
                value.1 = Some(noted.in_unit(errors.cubeful, unit == Unit::Mwc));
            }
        }
        None => {}
    }
    let mut table = cube_table(&lines, unit, numbers);
    let sentence = if reply.is_answer { answer_sentence(verdict.answer).to_owned() } else { verdict_sentence(verdict) };
    table.notes.insert(0, (Role::Verdict, sentence));
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => table.note(format!("rollout: {}", super::rollout::brief(rollout))),
        Some(CubeRollout::Noted(noted)) => table.note(format!("rollout: {}", noted_rollout(noted.trials))),
        None => {
            let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
                reply.outputs.0.map(|output| numbers.brief(f64::from(output)));
            let cubeless = match (unit, reply.utility_mwc) {
                (Unit::Mwc, Some(mwc)) => numbers.mwc(f64::from(mwc)).trim().to_owned(),
                _ => numbers.equity(f64::from(reply.utility)),
            };
            let money =
                if is_match { format!(", money {}", numbers.equity(f64::from(reply.equity))) } else { String::new() };
            table.note(format!(
                "{}-ply; win {win}, gammon {gammon}, backgammon {backgammon}, lose gammon {lose_gammon}, backgammon \
                 {lose_backgammon}; cubeless {cubeless}{money}",
                reply.ply
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
        CubeLines {
            values: [(no_double, Some(0.05)), (take, Some(0.084))],
            pass: 1.0,
            difference_error: Some(0.049),
            outputs: [None, None],
            best,
            is_answer: false,
        }
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
        (lines.pass, lines.is_answer) = (-1.0, true);
        let text = drawn(&lines);
        assert!(!text.contains("No double"), "{text}");
        assert!(text.lines().any(|line| line.starts_with(" *  Take")), "{text}");
        assert!(text.lines().any(|line| line.contains("Pass") && line.contains("0.065 ±.084")), "{text}");
    }

    #[test]
    fn the_proper_action_follows_from_the_values() {
        let best = |no_double, take| CubeLines::best_by_value([no_double, take], 1.0);
        assert_eq!(best(0.5, 0.7), CubeAction::DoubleTake);
        assert_eq!(best(0.7, 0.5), CubeAction::NoDouble);
        assert_eq!(best(0.9, 1.2), CubeAction::DoublePass);
        assert_eq!(best(1.1, 1.2), CubeAction::NoDouble);
    }
}
