//! The choices of a decision as a table, a line each: plays, cube actions, answers to a double.

use crate::analysis::{Fault, Thresholds};
use crate::movegen::Play;
use crate::render::laid_out::Measured;
use crate::render::table::{Cell, Column, Room, Table};
use crate::render::words::rough_chance;
use crate::render::{NumberFormat, Role, Unit};
use crate::rollout::LEAST_DEVIATION;

/// A choice of a decision, or a position without one, with what is known about it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The place, from 1; `None` where nothing is compared, and for what is done with the cube.
    pub rank: Option<usize>,
    /// The name.
    pub name: String,
    /// The play, where its way on the board is drawn.
    pub play: Option<Play>,
    /// The method that judged it, where methods differ: `2-ply`, `rollout`.
    pub method: Option<String>,
    /// Trials, where they are told.
    pub trials: Option<u64>,
    /// Whether it was given up before the others.
    pub is_given_up: bool,
    /// Whether it was made, of a decision of the record.
    pub is_made: bool,
    /// Whether it is the best.
    pub is_best: bool,
    /// The value and the standard error of that, in the unit that is shown.
    pub value: Measured,
    /// How far it is behind the best, with the standard error of the difference. An answer that the other player should
    /// not give may be ahead.
    pub behind: Option<Measured>,
    /// Whether the other player loses that, by a wrong answer.
    pub by_opponent: bool,
    /// The chance that it is the best.
    pub chance: Option<f64>,
    /// Win, gammon and backgammon won, gammon and backgammon lost.
    pub outputs: Option<[f64; 5]>,
}

/// The kind of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Choices {
    /// Plays, or positions.
    Plays,
    /// What is done with the cube.
    Actions,
    /// The answers to a double.
    Answers,
}

/// The role of a difference of equities: those that are worth a look, and those that hurt.
fn role_of(behind: f64) -> Option<Role> {
    Thresholds::default().fault(behind as f32).map(|fault| match fault {
        Fault::Error => Role::Doubtful,
        Fault::Blunder => Role::Blunder,
    })
}

/// A standard error below which a number is known exactly: what is left is rounding.
const EXACT: f64 = LEAST_DEVIATION;

/// A standard error behind its number.
fn error_text(error: Option<f64>, unit: Unit, numbers: &NumberFormat) -> String {
    match error {
        None => String::new(),
        Some(error) if error < EXACT => " exact".to_owned(),
        Some(error) => format!(" ±{}", numbers.error(error, unit)),
    }
}

/// How far behind, with the standard error of the difference.
pub(super) fn behind((behind, error): Measured, unit: Unit, numbers: &NumberFormat) -> String {
    if behind.abs() < EXACT && error.is_some_and(|error| error < EXACT) {
        return "equal".to_owned();
    }
    format!("{}{}", numbers.std_err(behind, unit).trim(), error_text(error, unit, numbers))
}

/// The heads of the five outputs; the rarest go first where there is no room.
pub(super) fn output_columns() -> [Column; 5] {
    let column = |head, importance| Column::number(head).tight().if_room(importance);
    [column("Win", 5), column("G", 4), column("BG", 2), column("LG", 4), column("LBG", 2)]
}

/// The table of some choices, in the order given. The best is marked where there are several.
pub(in crate::render) fn lines_table(lines: &[Line], choices: Choices, unit: Unit, numbers: &NumberFormat) -> Table {
    let any = |has: fn(&Line) -> bool| lines.iter().any(has);
    let is_of_plays = choices == Choices::Plays;
    let is_marked = !is_of_plays || any(|line| line.rank.is_some());
    let has_method = any(|line| line.method.is_some());
    let has_behind = !is_of_plays || any(|line| line.behind.is_some());
    let has_chance = any(|line| line.chance.is_some());
    let has_outputs = any(|line| line.outputs.is_some());
    let has_trials = any(|line| line.trials.is_some());
    let name = match choices {
        Choices::Plays if is_marked => "Play",
        Choices::Plays => "",
        Choices::Actions => "Action",
        Choices::Answers => "Answer",
    };
    let mark = if is_of_plays { Column::number("") } else { Column::words("") };
    let name = if is_of_plays { Column::words(name).with_room(Room::Cut(10)) } else { Column::words(name) };
    let outputs = has_outputs.then(output_columns).into_iter().flatten();
    let is_best = |line: &Line| line.is_best && lines.len() > 1;
    let cell = |line: &Line, text: String| match (is_best(line), line.is_given_up) {
        (true, _) => Cell::of(Role::Best, text),
        (_, true) => Cell::of(Role::Dim, text),
        _ => Cell::from(text),
    };
    let marked = |line: &Line| {
        let rank = line.rank.map_or_else(String::new, |rank| rank.to_string());
        match (is_best(line), line.is_made) {
            (true, _) => format!("*{rank}"),
            (false, true) if !line.is_best => format!(">{rank}"),
            _ => rank,
        }
    };
    let value = |line: &Line| {
        let (value, error) = line.value;
        cell(line, format!("{}{}", numbers.value(value, unit), error_text(error, unit, numbers)))
    };
    let behind_by = |line: &Line| {
        let whose = if line.by_opponent { " (opponent)" } else { "" };
        let text = line.behind.map_or_else(String::new, |amount| behind(amount, unit, numbers) + whose);
        match line.behind.and_then(|(amount, _)| role_of(amount)) {
            Some(role) if !line.is_given_up => Cell::of(role, text),
            _ => cell(line, text),
        }
    };
    let mut table = Table::of(lines)
        .column_if(is_marked, mark, |line| cell(line, marked(line)))
        .column(name, |line| cell(line, line.name.clone()))
        .column_if(has_method, Column::words("By").if_room(3), |line| line.method.as_deref().unwrap_or_default())
        .column(Column::words(unit.head()), value)
        .column_if(has_behind, Column::words("Behind by"), behind_by)
        .column_if(has_chance, Column::number(if is_of_plays { "Best" } else { "Proper" }).if_room(6), |line| {
            cell(line, line.chance.map_or_else(String::new, rough_chance))
        })
        .columns(outputs, |line| line.outputs.iter().flatten().map(|output| cell(line, numbers.brief(*output))))
        .column_if(has_trials, Column::number("Trials").if_room(3), |line| {
            cell(line, line.trials.map_or_else(String::new, |trials| trials.to_string()))
        })
        .table;
    if any(|line| line.by_opponent) {
        table.note("(opponent): what a wrong answer costs the other player");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Format;
    use crate::settings::OutputSettings;

    fn lines() -> Vec<Line> {
        let best = Line {
            rank: Some(1),
            name: "24/23 13/11".to_owned(),
            is_best: true,
            value: (0.006, Some(0.008)),
            chance: Some(0.9996),
            outputs: Some([0.499, 0.134, 0.005, 0.127, 0.005]),
            ..Line::default()
        };
        let second = Line {
            rank: Some(2),
            name: "13/11 6/5".to_owned(),
            is_best: false,
            value: (-0.037, Some(0.01)),
            behind: Some((0.043, Some(0.012))),
            chance: Some(0.0004),
            ..best.clone()
        };
        vec![best, second]
    }

    #[test]
    fn a_play_is_a_line() {
        let expected = "
     Play         Equity       Behind by    Best  Win    G   BG   LG  LBG
 *1  24/23 13/11  +0.006 ±.008              >99% .499 .134 .005 .127 .005
  2  13/11 6/5    -0.037 ±.010  0.043 ±.012  <1% .499 .134 .005 .127 .005
";
        let table = lines_table(&lines(), Choices::Plays, Unit::Equity, &NumberFormat::default());
        let drawn = table.draw(&Format::plain(&OutputSettings::default()));
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&drawn), squeezed(expected), "{drawn}");
        for width in [40, 60, 80] {
            let format = Format { width: Some(width), ..Format::plain(&OutputSettings::default()) };
            assert!(table.draw(&format).lines().all(|line| line.chars().count() <= width), "{}", table.draw(&format));
        }
    }
}
