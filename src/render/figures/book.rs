//! What the book says, and how training went.

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
    let mut table =
        Table::new([Column::words("Choice"), Column::number("Equity"), Column::number("Loss"), Column::number("±")]);
    let line = if entry.line.is_empty() { String::new() } else { format!(" after {}", entry.line) };
    table.title = format!("the book: {}, {}{line}", entry.theme, roll_of(entry));
    for choice in &entry.choices {
        table.row([
            choice.name.clone(),
            numbers.equity(entry.equity - choice.loss),
            numbers.unsigned(choice.loss),
            numbers.unsigned(choice.std_err.unwrap_or(entry.std_err)),
        ]);
    }
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
    let mut table = Table::new([
        Column::words("After"),
        Column::words("Roll"),
        Column::words("Best"),
        Column::number("Equity"),
        Column::number("±").if_room(6),
        Column::words("Next").if_room(8),
        Column::number("Loss").if_room(9),
        Column::number("±").if_room(5),
        Column::number("Trials").if_room(4),
        Column::words("XGID").if_room(1),
    ]);
    table.title = format!("the book: {}", counted(entries.len(), "decision"));
    for entry in entries {
        let next = &entry.choices[1];
        let after = match (entry.line.as_str(), entry.theme.as_str()) {
            ("", "opening") => away_of(entry),
            ("", theme) => theme.to_owned(),
            (line, _) => line.to_owned(),
        };
        table.row([
            after,
            roll_of(entry),
            entry.choices[0].name.clone(),
            numbers.equity(entry.equity),
            numbers.unsigned(entry.std_err),
            next.name.clone(),
            numbers.unsigned(next.loss),
            next.std_err.map_or_else(String::new, |error| numbers.unsigned(error)),
            entry.trials().to_string(),
            entry.xgid.clone(),
        ]);
    }
    table
        .note("Loss: of the next best choice against the best. `book` shows all choices of the decision on the table.");
    table
}

/// A row for each thing that can be trained.
pub(super) fn training(reply: &TrainingReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([
        Column::words("Train"),
        Column::words("About"),
        Column::number("Answers"),
        Column::number("Right"),
        Column::number("Last 20"),
        Column::number("Off by").if_room(3),
        Column::number("Seconds").if_room(2),
        Column::words("Last").if_room(1),
    ]);
    table.title = "training".to_owned();
    let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share));
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| numbers.unsigned(number));
    for of in &reply.trainers {
        table.row([
            of.trainer.clone(),
            of.about.clone(),
            of.answers.to_string(),
            share(of.right),
            share(of.right_lately),
            number(of.error),
            of.seconds.map_or_else(String::new, |seconds| format!("{seconds:.1}")),
            of.last.clone().unwrap_or_default(),
        ]);
    }
    table.note("Off by: in the mean, in pips, in chances from 0 to 1, or in equity. `train pips` begins a round.");
    table
}
