//! Plays, one line each.

use crate::notation::play_text;
use crate::render::laid_out::LaidOut;
use crate::render::table::{Cell, Column, Room, Table};
use crate::render::words::{named, noted_in_words, rough_chance};
use crate::render::{Format, NumberFormat, Role, Unit, evaluation_settings};
use crate::rollout::LEAST_DEVIATION;
use crate::session::{Judged, PlayReply, PlaysReply};
use std::sync::Arc;

/// A play, or a position, with what is known about it.
#[derive(Clone, Debug)]
pub(in crate::render) struct PlayLine {
    /// Its place, from 1; `None` where nothing is compared.
    pub rank: Option<usize>,
    /// The name.
    pub name: String,
    /// The method that judged it, where methods differ: `2-ply`, `rollout`.
    pub method: Option<String>,
    /// Trials, where they are told.
    pub trials: Option<u64>,
    /// Whether it was given up before the others.
    pub is_given_up: bool,
    /// Whether it is the play that was made, of a decision of the record.
    pub is_made: bool,
    /// Its value and the standard error of that, in the unit that is shown.
    pub value: (f64, Option<f64>),
    /// How far it is behind the best, with the standard error of the difference.
    pub behind: Option<(f64, Option<f64>)>,
    /// The chance that it is the best.
    pub chance: Option<f64>,
    /// Win, gammon and backgammon won, gammon and backgammon lost.
    pub outputs: [f64; 5],
}

/// The differences that are worth a look, and that hurt.
const DOUBTFUL: f64 = 0.02;
const BLUNDER: f64 = 0.08;

/// The role of a difference of equities.
pub(super) fn role_of(behind: f64) -> Option<Role> {
    match behind {
        BLUNDER.. => Some(Role::Blunder),
        DOUBTFUL.. => Some(Role::Doubtful),
        _ => None,
    }
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

/// A value with its standard error.
pub(super) fn with_error((value, error): (f64, Option<f64>), unit: Unit, numbers: &NumberFormat) -> String {
    format!("{}{}", numbers.value(value, unit), error_text(error, unit, numbers))
}

/// How far behind, with the standard error of the difference.
pub(super) fn behind((behind, error): (f64, Option<f64>), unit: Unit, numbers: &NumberFormat) -> String {
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

/// The table of some plays, in the order given. The first is marked where there are several.
pub(in crate::render) fn plays_table(lines: &[PlayLine], unit: Unit, numbers: &NumberFormat) -> Table {
    let any = |has: fn(&PlayLine) -> bool| lines.iter().any(has);
    let is_ranked = any(|line| line.rank.is_some());
    let has_method = any(|line| line.method.is_some());
    let has_behind = any(|line| line.behind.is_some());
    let has_chance = any(|line| line.chance.is_some());
    let has_trials = any(|line| line.trials.is_some());
    let mut columns = Vec::new();
    if is_ranked {
        columns.push(Column::number(""));
    }
    columns.push(Column::words(if is_ranked { "Play" } else { "" }).with_room(Room::Cut(10)));
    if has_method {
        columns.push(Column::words("By").if_room(3));
    }
    columns.push(Column::words(match unit {
        Unit::Equity => "Equity",
        Unit::Mwc => "MWC",
    }));
    if has_behind {
        columns.push(Column::words("Behind by"));
    }
    if has_chance {
        columns.push(Column::number("Best").if_room(6));
    }
    columns.extend(output_columns());
    if has_trials {
        columns.push(Column::number("Trials").if_room(3));
    }
    let mut table = Table::new(columns);
    for line in lines {
        let is_best = line.rank == Some(1) && lines.len() > 1;
        let cell = |text: String| match (is_best, line.is_given_up) {
            (true, _) => Cell::of(Role::Best, text),
            (_, true) => Cell::of(Role::Dim, text),
            _ => Cell::from(text),
        };
        let mut cells = Vec::new();
        if is_ranked {
            let rank = line.rank.map_or_else(String::new, |rank| rank.to_string());
            cells.push(cell(match (is_best, line.is_made) {
                (true, _) => format!("*{rank}"),
                (false, true) if line.rank != Some(1) => format!(">{rank}"),
                _ => rank,
            }));
        }
        cells.push(cell(line.name.clone()));
        if has_method {
            cells.push(Cell::from(line.method.clone().unwrap_or_default()));
        }
        cells.push(cell(with_error(line.value, unit, numbers)));
        if has_behind {
            let text = line.behind.map_or_else(String::new, |amount| behind(amount, unit, numbers));
            cells.push(match line.behind.and_then(|(amount, _)| role_of(amount)) {
                Some(role) if !line.is_given_up => Cell::of(role, text),
                _ => cell(text),
            });
        }
        if has_chance {
            cells.push(cell(line.chance.map_or_else(String::new, rough_chance)));
        }
        cells.extend(line.outputs.map(|output| cell(numbers.brief(output))));
        if has_trials {
            cells.push(cell(line.trials.map_or_else(String::new, |trials| trials.to_string())));
        }
        table.row(cells);
    }
    table
}

/// The list of plays for a roll. Those that were rolled out have errors and the chance of being the best.
#[must_use]
pub fn hint(reply: &PlaysReply, format: &Format) -> String {
    if reply.candidates.is_empty() {
        return "There are no legal moves.\n".to_owned();
    }
    let mut table = hint_table(reply, format);
    let shown = reply.candidates.len();
    if shown < reply.n_legal {
        table.note(format!("{shown} of {} plays; `hint {}` shows all", reply.n_legal, reply.n_legal));
    }
    table.draw(format)
}

/// The list of plays as a table. There is at least one.
pub(in crate::render) fn hint_table(reply: &PlaysReply, format: &Format) -> Table {
    let numbers = &format.numbers();
    let unit = format.unit(reply.candidates.iter().any(|play| play.cubeful.mwc.is_some()));
    let lines: Vec<PlayLine> = reply.candidates.iter().map(|play| line(play, reply, unit)).collect();
    let mut table = plays_table(&lines, unit, numbers);
    let mut told = Vec::new();
    if reply.is_exact {
        told.push("equities are exact: every roll, play and cube action to the end, at this score".to_owned());
    }
    for play in &reply.candidates {
        let note = match &play.judged {
            None => evaluation_settings(&reply.settings.with_plies(play.ply)),
            Some(Judged::Rollout(judged)) => named(&judged.rollout),
            Some(Judged::Noted(noted)) => noted_in_words(noted),
        };
        if !told.contains(&note) {
            told.push(note);
        }
    }
    if reply.candidates.iter().any(|play| play.is_made && play.rank > 1) {
        told.push("> the play that was made".to_owned());
    }
    told.into_iter().for_each(|note| table.note(note));
    table
}

fn line(play: &PlayReply, reply: &PlaysReply, unit: Unit) -> PlayLine {
    let value = |play: &PlayReply| unit.of(play.cubeful);
    let best = &reply.candidates[0];
    let (mut error, mut difference) = (None, None);
    match &play.judged {
        Some(Judged::Rollout(judged)) => {
            let laid_out = LaidOut::new(&judged.rollout, judged.candidate, unit);
            error = laid_out.value.1;
            // The error of a difference is known within one rollout.
            if let Some(Judged::Rollout(other)) = &best.judged
                && Arc::ptr_eq(&other.rollout, &judged.rollout)
            {
                difference = laid_out.behind.and_then(|(_, error)| error);
            }
        }
        Some(Judged::Noted(noted)) => {
            error = noted.errors.map(|errors| noted.in_unit(errors.cubeful, unit == Unit::Mwc));
        }
        None => {}
    }
    // A play judged here is not compared with one of another program; one of its plays at a lower level is not better.
    let is_foreign = |play: &PlayReply| play.judged.as_ref().is_some_and(Judged::is_foreign);
    let is_comparable = play.rank > 1 && is_foreign(play) == is_foreign(best);
    let behind = value(best) - value(play);
    let behind = if is_foreign(play) { behind.max(0.0) } else { behind };
    PlayLine {
        rank: Some(play.rank),
        name: play_text(&play.play),
        method: Some(match &play.judged {
            None => format!("{}-ply", play.ply),
            Some(judged) => judged.level().unwrap_or("rollout").to_owned(),
        }),
        trials: None,
        is_given_up: false,
        is_made: play.is_made,
        value: (value(play), error),
        behind: is_comparable.then_some((behind, difference)),
        chance: play.judged.as_ref().and_then(Judged::probability_best),
        outputs: play.outputs.0.map(f64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OutputSettings;

    fn lines() -> Vec<PlayLine> {
        let best = PlayLine {
            rank: Some(1),
            name: "24/23 13/11".to_owned(),
            method: None,
            trials: None,
            is_given_up: false,
            is_made: false,
            value: (0.006, Some(0.008)),
            behind: None,
            chance: Some(0.9996),
            outputs: [0.499, 0.134, 0.005, 0.127, 0.005],
        };
        let second = PlayLine {
            rank: Some(2),
            name: "13/11 6/5".to_owned(),
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
        let table = plays_table(&lines(), Unit::Equity, &NumberFormat::default());
        let drawn = table.draw(&Format::plain(&OutputSettings::default()));
        let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(squeezed(&drawn), squeezed(expected), "{drawn}");
        for width in [40, 60, 80] {
            let format = Format { width: Some(width), ..Format::plain(&OutputSettings::default()) };
            assert!(table.draw(&format).lines().all(|line| line.chars().count() <= width), "{}", table.draw(&format));
        }
    }
}
