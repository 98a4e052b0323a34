//! What the book says, and how training went.

use super::{known, per_cent};
use crate::library::book::Entry;
use crate::render::NumberFormat;
use crate::render::table::{Column, Table};
use crate::session::{BookReply, TrainingReply};
use crate::words::counted;

/// The choices of a single decision, or a row for each of several.
pub(super) fn table(reply: &BookReply, numbers: &NumberFormat) -> Table {
    match reply.decisions.as_slice() {
        [entry] => choices(entry, numbers),
        entries => decisions(entries, numbers),
    }
}

/// The dice of a decision in its position's XGID; what is asked where it has none.
fn roll_of(entry: &Entry) -> String {
    let dice = entry.xgid.split(':').nth(4).filter(|dice| *dice != "00");
    dice.map_or_else(|| entry.asked.word().to_owned(), str::to_owned)
}

/// The points that the player to decide and the other one need: `2 away 3 away`; empty for money.
fn away_of(entry: &Entry) -> String {
    let fields: Vec<&str> = entry.xgid.split(':').collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u32>().ok()).unwrap_or_default();
    match number(8) {
        0 => String::new(),
        length => format!("{} away {} away", length.saturating_sub(number(5)), length.saturating_sub(number(6))),
    }
}

fn choices(entry: &Entry, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&entry.choices)
        .column(Column::words("Choice"), |choice| &choice.name)
        .column(Column::number("Equity"), |choice| numbers.equity(entry.equity - choice.loss))
        .column(Column::number("Loss"), |choice| numbers.unsigned(choice.loss))
        .column(Column::number("±"), |choice| numbers.unsigned(choice.std_err.unwrap_or(entry.std_err)))
        .table;
    let line = if entry.line.is_empty() { String::new() } else { format!(" after {}", entry.line) };
    table.title = format!("the book: {}, {}{line}", entry.theme, roll_of(entry));
    table.note(told(entry));
    table
}

/// How sure the best choice is, and by what.
fn told(entry: &Entry) -> String {
    let rollouts =
        if entry.parts.len() > 1 { format!(" of {}", counted(entry.parts.len(), "rollout")) } else { String::new() };
    let chance = 100.0 * entry.chance;
    let sure = if chance >= 99.95 { "sure".to_owned() } else { format!("best with {chance:.1} %") };
    format!("{}: {sure} after {}{rollouts}, {}", entry.choices[0].name, counted(entry.trials(), "trial"), entry.by)
}

fn decisions(entries: &[Entry], numbers: &NumberFormat) -> Table {
    let after = |entry: &Entry| match (entry.line.as_str(), entry.theme.as_str()) {
        ("", "opening") => away_of(entry),
        ("", theme) => theme.to_owned(),
        (line, _) => line.to_owned(),
    };
    let mut table = Table::of(entries)
        .column(Column::words("After"), after)
        .column(Column::words("Roll"), roll_of)
        .column(Column::words("Best"), |entry| &entry.choices[0].name)
        .column(Column::number("Equity"), |entry| numbers.equity(entry.equity))
        .column(Column::number("±").if_room(6), |entry| numbers.unsigned(entry.std_err))
        .column(Column::words("Next").if_room(8), |entry| &entry.choices[1].name)
        .column(Column::number("Loss").if_room(9), |entry| numbers.unsigned(entry.choices[1].loss))
        .column(Column::number("±").if_room(5), |entry| known(entry.choices[1].std_err, numbers))
        .column(Column::number("Trials").if_room(4), |entry| entry.trials().to_string())
        .column(Column::words("XGID").if_room(1), |entry| &entry.xgid)
        .table;
    table.title = format!("the book: {}", counted(entries.len(), "decision"));
    table
        .note("Loss: of the next best choice against the best. `book` shows all choices of the decision on the table.");
    table
}

/// A row for each thing that can be trained.
pub(super) fn training(reply: &TrainingReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::of(&reply.trainers)
        .column(Column::words("Train"), |of| &of.trainer)
        .column(Column::words("About"), |of| &of.about)
        .column(Column::number("Answers"), |of| of.answers.to_string())
        .column(Column::number("Right"), |of| per_cent(of.right))
        .column(Column::number("Last 20"), |of| per_cent(of.right_lately))
        .column(Column::number("Off by").if_room(3), |of| known(of.error, numbers))
        .column(Column::number("Seconds").if_room(2), |of| {
            of.seconds.map_or_else(String::new, |seconds| format!("{seconds:.1}"))
        })
        .column(Column::words("Last").if_room(1), |of| of.last.as_deref().unwrap_or_default())
        .table;
    table.title = "training".to_owned();
    table.note("Off by: in the mean, in pips, in chances from 0 to 1, or in equity. `train pips` begins a round.");
    table
}
