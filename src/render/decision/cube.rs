//! Cube decisions: one line for each action, and the verdict in words.

use super::conclusion::with_chance;
use super::line::{Choices, Line, lines_table, output_columns};
use super::plays::by_looks_of;
use crate::eval::{Advice, Answer, CubeAction, Doubt};
use crate::render::laid_out::{LaidOut, Measured};
use crate::render::table::{Column, Table};
use crate::render::words::{class_name, ids, named, noted_in_words, rough_chance};
use crate::render::{Format, NumberFormat, Role, Unit};
use crate::rollout::{Beaver, CubeJudgement, CubeMeans, JudgedAction};
use crate::session::{CubeReply, CubeRollout, EvalReply, PlyReply, RolloutReply};

/// A cube decision, with its values in the unit that is shown.
#[derive(Clone, Debug)]
pub(in crate::render) struct Cube {
    /// The values and their errors, for the side that may double; of a double that is on the table, for the player who
    /// answers.
    pub judged: CubeJudgement,
    /// The outputs behind no double, and behind the double that is taken, where they are known.
    pub outputs: [Option<[f64; 5]>; 2],
    /// Whether a double is an offer that is on the table: the question is then take or pass.
    pub is_answer: bool,
}

impl Cube {
    /// The lines in their order.
    fn lines(&self) -> Vec<Line> {
        if self.is_answer {
            return self.answers();
        }
        let line = |judged: JudgedAction| Line {
            name: judged.words(),
            is_best: judged.given_up.is_none(),
            value: judged.value,
            behind: judged.given_up.map(|given_up| (given_up.amount, given_up.error)),
            by_opponent: judged.given_up.is_some_and(|given_up| given_up.by_opponent),
            chance: judged.chance,
            outputs: match judged.action {
                CubeAction::NoDouble => self.outputs[0],
                CubeAction::DoubleTake if !judged.is_beavered => self.outputs[1],
                _ => None,
            },
            ..Line::default()
        };
        self.judged.actions().into_iter().map(line).collect()
    }

    /// The answers to a double. The doubler's equity is the other one's with the other sign: what is lost is the same.
    fn answers(&self) -> Vec<Line> {
        let means = &self.judged.means;
        let (take, pass, beaver) = ((means.values[1], means.errors[1]), (means.pass, None), self.beaver());
        let best = match beaver {
            Some(beaver) => (beaver.value, beaver.error),
            None if take.0 < pass.0 => pass,
            None => take,
        };
        let line = |name: &str, value: Measured, outputs, error| Line {
            name: name.to_owned(),
            is_best: value == best,
            value,
            behind: (value != best).then_some(((best.0 - value.0).abs(), error)),
            outputs,
            ..Line::default()
        };
        let of_beaver = beaver.map(|_| line("Beaver", best, None, None));
        let of_take = beaver.map_or(take.1, |beaver| beaver.take.error);
        let of_pass = beaver.map_or(take.1, |beaver| beaver.error);
        let answers = [line("Take", take, self.outputs[1], of_take), line("Pass", pass, None, of_pass)];
        of_beaver.into_iter().chain(answers).collect()
    }

    /// The beaver that answers the double, for the player who answers.
    fn beaver(&self) -> Option<Beaver> {
        let means = self.judged.means;
        let beaver = CubeMeans { values: means.values.map(|value| -value), pass: -means.pass, ..means }.beaver()?;
        Some(Beaver { value: -beaver.value, ..beaver })
    }

    /// Puts the errors of a rollout beside the values.
    pub(super) fn add_errors(&mut self, reply: &RolloutReply, unit: Unit) {
        let candidates = (0..reply.names().len().min(2)).map(|i| LaidOut::new(reply, i, unit));
        let cube = reply.result.cube.as_ref();
        for (i, candidate) in candidates.enumerate() {
            self.judged.means.errors[i] = candidate.value.1;
            if !self.is_answer {
                self.outputs[i] = Some(candidate.outputs);
            }
            if i == 0 {
                let error = cube.and_then(|cube| cube.means.difference_error);
                self.judged.means.difference_error = error.map(|error| candidate.slope * error);
            }
        }
        self.judged.chances = cube.and_then(|cube| cube.chances);
    }
}

/// The table of a cube decision.
pub(in crate::render) fn cube_table(cube: &Cube, unit: Unit, numbers: &NumberFormat) -> Table {
    let choices = if cube.is_answer { Choices::Answers } else { Choices::Actions };
    lines_table(&cube.lines(), choices, unit, numbers)
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
        redoubles: verdict.redouble,
    };
    let judged = CubeJudgement { means, best: verdict.action(), chances: None };
    let mut cube = Cube { judged, outputs: [None, None], is_answer: reply.is_answer };
    match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => cube.add_errors(rollout, unit),
        Some(CubeRollout::Noted(noted)) => {
            for (error, errors) in cube.judged.means.errors.iter_mut().zip(noted.errors.into_iter().flatten()) {
                *error = Some(noted.in_unit(errors.cubeful, unit == Unit::Mwc));
            }
        }
        None => {}
    }
    let mut table = cube_table(&cube, unit, numbers);
    let chances = cube.judged.chances.as_ref();
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
            if let Some(doubts) = reply.doubts.filter(|_| reply.rollout.is_none() && !reply.is_exact) {
                left_open(doubts, reply, numbers).into_iter().for_each(|note| table.note(note));
            }
            table.note(if reply.outputs.are_known() {
                format!(
                    "{level}; win {win}, gammon {gammon}, backgammon {backgammon}, lose gammon {lose_gammon}, \
                     backgammon {lose_backgammon}; cubeless {cubeless}{money}"
                )
            } else {
                format!("{level}; its chances are not known")
            });
        }
    }
    Some(table)
}

/// What a look leaves open about its cube decision, if that is worth a word.
fn left_open([double, take]: [Doubt; 2], reply: &CubeReply, numbers: &NumberFormat) -> Option<String> {
    let taking = rough_chance(take.best);
    let (chances, lost) = if reply.is_answer {
        (taking, take.loss)
    } else {
        (format!("{} about the double, {taking} about the take", rough_chance(double.best)), double.loss)
    };
    Some(format!("right with {}", by_looks_of(reply.ply, &chances, lost, numbers)?))
}

/// The evaluation of a position: a line for each depth, then the cube decision.
pub fn evaluation(reply: &EvalReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.plies.iter().any(|ply| ply.cubeful.mwc.is_some()));
    let depth = |ply: &PlyReply| if ply.ply == 0 { "static".to_owned() } else { format!("{}-ply", ply.ply) };
    let table = Table::of(&reply.plies)
        .column(Column::words(""), depth)
        .columns(output_columns(), |ply| ply.outputs.0.map(|output| numbers.brief(output.into())))
        .column(Column::number(unit.head()), |ply| numbers.value(unit.of(ply.cubeless), unit))
        .column(Column::number("Cubeful"), |ply| numbers.value(unit.of(ply.cubeful), unit))
        .table;
    let head = format!("{}Evaluator:   {}\n\n", ids(&reply.ids), class_name(reply.class));
    format!("{head}{}\n{}", table.draw(format), cube_answer(&reply.cube, format))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OutputSettings;

    fn cube(no_double: f64, take: f64, best: CubeAction) -> Cube {
        let means = CubeMeans {
            values: [no_double, take],
            pass: 1.0,
            errors: [Some(0.05), Some(0.084)],
            difference_error: Some(0.049),
            beavers: false,
            redoubles: false,
        };
        Cube { judged: CubeJudgement { means, best, chances: None }, outputs: [None, None], is_answer: false }
    }

    fn drawn(cube: &Cube) -> String {
        cube_table(cube, Unit::Equity, &NumberFormat::default()).draw(&Format::plain(&OutputSettings::default()))
    }

    #[test]
    fn what_is_lost_is_lost_by_somebody() {
        let text = drawn(&cube(-0.21, -0.701, CubeAction::NoDouble));
        let expected = "
    Action        Equity         Behind by
 *  No double     -0.210 ±.050
    Double, take  -0.701 ±.084   0.491 ±.049
    Double, pass  +1.000         1.701 ±.084 (opponent)
(opponent): what a wrong answer costs the other player
";
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&text), squeezed(expected), "{text}");
        let text = drawn(&cube(0.724, 0.935, CubeAction::DoubleTake));
        assert!(text.contains("0.211 ±.049") && text.contains("0.065 ±.084 (opponent)"), "{text}");
        // Too good: cashing gives up what playing on is worth more; a take would be the other player's error.
        let text = drawn(&cube(1.1, 1.4, CubeAction::NoDouble));
        assert!(text.contains("0.400 ±.084 (opponent)") && text.contains("0.100 ±.050"), "{text}");
    }

    #[test]
    fn who_is_doubled_takes_or_passes() {
        let mut cube = cube(-0.724, -0.935, CubeAction::DoubleTake);
        (cube.judged.means.pass, cube.is_answer) = (-1.0, true);
        let text = drawn(&cube);
        assert!(!text.contains("No double"), "{text}");
        assert!(text.lines().any(|line| line.starts_with(" *  Take")), "{text}");
        assert!(text.lines().any(|line| line.contains("Pass") && line.contains("0.065 ±.084")), "{text}");
    }
    /// Where the answer to a double is a beaver, it stands among the actions with what it costs the doubler, and
    /// whoever only takes gives up half of that.
    #[test]
    fn a_beaver_has_a_line() {
        let mut cube = cube(0.079, -0.17, CubeAction::NoDouble);
        cube.judged.means.beavers = true;
        let text = drawn(&cube);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("No double").starts_with(" *"), "{text}");
        assert!(line("Double, beaver").contains("-0.340") && line("Double, beaver").contains("0.419"), "{text}");
        assert!(line("Double, take").contains("0.170 ±.084 (opponent)"), "{text}");
        assert!(line("Double, pass").contains("1.340 ±.168 (opponent)"), "{text}");
        // The same for who is asked.
        (cube.judged.means.values, cube.judged.means.pass, cube.is_answer) = ([-0.079, 0.17], -1.0, true);
        let text = drawn(&cube);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("Beaver").starts_with(" *") && line("Beaver").contains("+0.340"), "{text}");
        assert!(line("Take").contains("0.170") && line("Pass").contains("1.340"), "{text}");
        // Whoever is to drop the beaver loses two points and no more.
        (cube.judged.means.values, cube.judged.means.pass, cube.is_answer) = ([-0.667, -1.391], 1.0, false);
        let text = drawn(&cube);
        let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        assert!(line("Double, beaver").contains("-2.000") && line("Double, beaver").contains("1.333"), "{text}");
        assert!(line("Double, take").contains("0.609") && line("Double, pass").contains("3.000"), "{text}");
    }
}
