//! Plays, one line each.

use super::line::{Choices, Line, lines_table};
use crate::eval::Doubt;
use crate::notation::play_text;
use crate::render::laid_out::LaidOut;
use crate::render::table::Table;
use crate::render::words::{named, noted_in_words, rough_chance};
use crate::render::{Format, NumberFormat, Unit, evaluation_settings};
use crate::session::{Judged, PlayReply, PlaysReply};
use crate::words::counted;
use std::sync::Arc;

/// The list of plays for a roll. Those that were rolled out have errors and the chance of being the best.
pub fn hint(reply: &PlaysReply, format: &Format) -> String {
    if reply.candidates.is_empty() {
        return "There are no legal moves.\n".to_owned();
    }
    let mut table = hint_table(reply, format);
    let shown = reply.candidates.len();
    if shown < reply.n_legal {
        table.note(format!("{shown} of {}; `hint {}` shows all", counted(reply.n_legal, "play"), reply.n_legal));
    }
    table.shown(format)
}

/// The list of plays as a table. There is at least one.
pub(in crate::render) fn hint_table(reply: &PlaysReply, format: &Format) -> Table {
    let numbers = &format.numbers();
    let unit = format.unit(reply.candidates.iter().any(|play| play.cubeful.mwc.is_some()));
    let lines: Vec<Line> = reply.candidates.iter().map(|play| line(play, reply, unit)).collect();
    let mut table = lines_table(&lines, Choices::Plays, unit, numbers);
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
    told.extend(reply.candidates.first().and_then(|best| left_open(reply, reply.doubt(best)?, numbers)));
    if reply.candidates.iter().any(|play| play.is_made && play.rank > 1) {
        told.push("> the play that was made".to_owned());
    }
    if let Some(book) = &reply.book {
        let [best, next] = [0, 1].map(|place| &book.choices[place]);
        let trials = counted(book.trials(), "trial");
        let lost = numbers.unsigned(next.loss);
        let lost = lost.trim();
        told.push(format!("book: {} is best, {} gives up {lost} ({trials}; `book` shows more)", best.name, next.name));
    }
    told.into_iter().for_each(|note| table.note(note));
    table
}

/// What the look of a list leaves open about its best play, if that is worth a word.
fn left_open(reply: &PlaysReply, doubt: Doubt, numbers: &NumberFormat) -> Option<String> {
    let best = &reply.candidates[0];
    let name = play_text(&best.play);
    Some(format!("{name} is best with {}", by_looks_of(best.ply, &rough_chance(doubt.best), doubt.loss, numbers)?))
}

/// What is expected to be given up, as looks of so many plies err; `None` where that is next to nothing.
pub(super) fn by_looks_of(plies: u8, chances: &str, loss: f64, numbers: &NumberFormat) -> Option<String> {
    let lost = numbers.unsigned(loss);
    (loss >= LEAST_LOSS).then(|| format!("{chances} and gives up {} on average, as {plies}-ply looks err", lost.trim()))
}

/// A loss on average below which nothing is said of it.
pub(in crate::render) const LEAST_LOSS: f64 = 0.0005;

fn line(play: &PlayReply, reply: &PlaysReply, unit: Unit) -> Line {
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
    Line {
        rank: Some(play.rank),
        name: play_text(&play.play),
        method: Some(match &play.judged {
            None => format!("{}-ply", play.ply),
            Some(judged) => judged.level().unwrap_or("rollout").to_owned(),
        }),
        is_made: play.is_made,
        is_best: play.rank == 1,
        value: (value(play), error),
        behind: is_comparable.then_some((behind, difference)),
        chance: reply.probability_best(play),
        outputs: play.outputs.are_known().then(|| play.outputs.0.map(f64::from)),
        ..Line::default()
    }
}
