//! Cube decisions: one line for each action, and the verdict in words.

use super::conclusion::with_chance;
use super::plays::{behind, output_columns, role_of, with_error};
use crate::eval::{Advice, Answer, CubeAction};
use crate::render::laid_out::LaidOut;
use crate::render::table::{Cell, Column, Table};
use crate::render::words::{class_name, ids, named, noted_in_words, rough_chance};
use crate::render::{Format, NumberFormat, Role, Unit};
use crate::rollout::{Beaver, CubeChances, CubeMeans, DOUBLE_BEAVER, GivenUp};
use crate::session::{CubeReply, CubeRollout, EvalReply, RolloutReply};

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

/// A line of the table.
struct ActionLine {
    name: &'static str,
    value: (f64, Option<f64>),
    outputs: Option<[f64; 5]>,
    /// Whether it is the proper action or answer.
    is_best: bool,
    cost: Option<GivenUp>,
    /// The chance that it is proper.
    chance: Option<f64>,
}

impl CubeLines {
    /// The lines in their order.
    fn actions(&self) -> Vec<ActionLine> {
        let [no_double, take] = [0, 1].map(|i| (self.means.values[i], self.means.errors[i]));
        let pass = (self.means.pass, None);
        let beaver = self.beaver();
        let line = |name, value, outputs, cost: Option<GivenUp>| ActionLine {
            name,
            value,
            outputs,
            is_best: cost.is_none(),
            cost,
            chance: None,
        };
        // The doubler's equity is the other one's with the other sign: what is lost is the same.
        if self.is_answer {
            let best = match beaver {
                Some(beaver) => (beaver.value, beaver.error),
                None if take.0 < pass.0 => pass,
                None => take,
            };
            let cost = |value: (f64, Option<f64>), error| {
                let amount = (best.0 - value.0).abs();
                (value != best).then_some(GivenUp { amount, error, by_opponent: false })
            };
            let of_take = beaver.map_or(take.1, |beaver| beaver.take.error);
            let of_pass = beaver.map_or(take.1, |beaver| beaver.error);
            let mut lines = vec![
                line("Take", take, self.outputs[1], cost(take, of_take)),
                line("Pass", pass, None, cost(pass, of_pass)),
            ];
            if beaver.is_some() {
                lines.insert(0, line("Beaver", best, None, None));
            }
            return lines;
        }
        let given_up = self.means.given_up(self.best);
        let chance = |action| self.chances.as_ref().map(|chances| chances.of_action(action));
        let of = |action: CubeAction, value, outputs| ActionLine {
            chance: chance(action),
            ..line(action.name(), value, outputs, given_up[action as usize])
        };
        let mut lines = vec![
            of(CubeAction::NoDouble, no_double, self.outputs[0]),
            of(CubeAction::DoubleTake, take, self.outputs[1]),
            of(CubeAction::DoublePass, pass, None),
        ];
        if let Some(Beaver { value, error, take: given_up }) = beaver {
            // The action leads to the beaver; a player who only takes then gives something up.
            let of = |answer| self.chances.as_ref().map(|chances| chances.of_double(answer, true));
            let taken = lines.remove(1);
            let (value, outputs) = ((value, error), None);
            lines.insert(1, ActionLine { name: DOUBLE_BEAVER, value, outputs, chance: of(Answer::Beaver), ..taken });
            let only = line(CubeAction::DoubleTake.name(), take, self.outputs[1], Some(given_up));
            lines.insert(2, ActionLine { chance: of(Answer::Take), ..only });
        }
        lines
    }

    /// The beaver that answers the double, for the side whose values these are.
    fn beaver(&self) -> Option<Beaver> {
        if !self.is_answer {
            return self.means.beaver();
        }
        let values = self.means.values.map(|value| -value);
        let beaver = CubeMeans { values, pass: -self.means.pass, ..self.means }.beaver()?;
        Some(Beaver { value: -beaver.value, ..beaver })
    }
}

impl CubeLines {
    /// Puts the errors of a rollout beside the values.
    pub(super) fn add_errors(&mut self, reply: &RolloutReply, unit: Unit) {
        let candidates = (0..reply.names().len().min(2)).map(|i| LaidOut::new(reply, i, unit));
        let cube = reply.result.cube.as_ref();
        for (i, candidate) in candidates.enumerate() {
            self.means.errors[i] = candidate.value.1;
            if !self.is_answer {
                self.outputs[i] = Some(candidate.outputs);
            }
            if i == 0 {
                let error = cube.and_then(|cube| cube.difference_error);
                self.means.difference_error = error.map(|error| candidate.slope * error);
            }
        }
        self.chances = cube.and_then(|cube| cube.chances);
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
    let chances = lines.chances.filter(|_| !lines.is_answer);
    if chances.is_some() {
        columns.push(Column::number("Proper").if_room(6));
    }
    if has_outputs {
        columns.extend(output_columns());
    }
    let mut table = Table::new(columns);
    let mut names_opponent = false;
    for ActionLine { name, value, outputs, is_best, cost, chance } in lines.actions() {
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
        if chances.is_some() {
            cells.push(cell(chance.map_or_else(String::new, rough_chance)));
        }
        if has_outputs {
            let outputs = outputs.map(|outputs| outputs.map(|output| cell(numbers.brief(output))));
            cells.extend(outputs.into_iter().flatten());
        }
        table.row(cells);
    }
    if names_opponent {
        table.note("(opponent): what a wrong answer costs the other player");
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
    let table = cube_answer_table(reply, format);
    table.map_or_else(|| "The cube cannot be turned now.\n".to_owned(), |table| table.draw(format))
}

/// The cube decision as a table; `None` where the cube cannot be turned.
pub(in crate::render) fn cube_answer_table(reply: &CubeReply, format: &Format) -> Option<Table> {
    // The values of a double that the rules forbid mean nothing.
    let verdict = reply.verdict.as_ref().filter(|verdict| verdict.advice != Advice::Never)?;
    let numbers = &format.numbers();
    let is_match = reply.no_double.mwc.is_some();
    let unit = format.unit(is_match);
    let means = CubeMeans {
        values: [reply.no_double, reply.double_take].map(|worth| unit.of(worth)),
        pass: unit.of(reply.double_pass),
        errors: [None, None],
        difference_error: None,
        beavers: verdict.answer == Answer::Beaver,
    };
    let (best, is_answer) = (verdict.action(), reply.is_answer);
    let mut lines = CubeLines { means, outputs: [None, None], best, chances: None, is_answer };
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => lines.add_errors(rollout, unit),
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
        Some(CubeRollout::Rollout(rollout)) => table.note(named(rollout)),
        Some(CubeRollout::Noted(noted)) => table.note(noted_in_words(noted)),
        None => {}
    }
    match &reply.rollout {
        Some(CubeRollout::Rollout(_)) => {}
        Some(CubeRollout::Noted(noted)) if noted.foreign.is_none() => {}
        _ => {
            let [win, gammon, backgammon, lose_gammon, lose_backgammon] =
                reply.outputs.0.map(|output| numbers.brief(f64::from(output)));
            let cubeless = match (unit, reply.utility.mwc) {
                (Unit::Mwc, Some(mwc)) => numbers.mwc(f64::from(mwc)).trim().to_owned(),
                _ => numbers.equity(f64::from(reply.utility.equity)),
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
    Some(table)
}

/// The evaluation of a position: a line for each depth, then the cube decision.
#[must_use]
pub fn evaluation(reply: &EvalReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.plies.iter().any(|ply| ply.cubeful.mwc.is_some()));
    let equity = match unit {
        Unit::Equity => "Equity",
        Unit::Mwc => "MWC",
    };
    let columns = [Column::words("")].into_iter().chain(output_columns());
    let mut table = Table::new(columns.chain([Column::number(equity), Column::number("Cubeful")]));
    for ply in &reply.plies {
        let depth = if ply.ply == 0 { "static".to_owned() } else { format!("{}-ply", ply.ply) };
        let values = [ply.cubeless, ply.cubeful].map(|worth| numbers.value(unit.of(worth), unit));
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
(opponent): what a wrong answer costs the other player
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
    /// Where the answer to a double is a beaver, it stands among the actions with what it costs the doubler, and
    /// whoever only takes gives up half of that.
    #[test]
    fn a_beaver_has_a_line() {
        let mut lines = lines(0.079, -0.17, CubeAction::NoDouble);
        lines.means.beavers = true;
        let text = drawn(&lines);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("No double").starts_with(" *"), "{text}");
        assert!(line("Double, beaver").contains("-0.340") && line("Double, beaver").contains("0.419"), "{text}");
        assert!(line("Double, take").contains("0.170 ±.084 (opponent)"), "{text}");
        assert!(line("Double, pass").contains("1.340 ±.168 (opponent)"), "{text}");
        // The same for who is asked.
        (lines.means.values, lines.means.pass, lines.is_answer) = ([-0.079, 0.17], -1.0, true);
        let text = drawn(&lines);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("Beaver").starts_with(" *") && line("Beaver").contains("+0.340"), "{text}");
        assert!(line("Take").contains("0.170") && line("Pass").contains("1.340"), "{text}");
        // Whoever is to drop the beaver loses two points and no more.
        (lines.means.values, lines.means.pass, lines.is_answer) = ([-0.667, -1.391], 1.0, false);
        let text = drawn(&lines);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("Double, beaver").contains("-2.000") && line("Double, beaver").contains("1.333"), "{text}");
        assert!(line("Double, take").contains("0.609") && line("Double, pass").contains("3.000"), "{text}");
    }
}
