//! What there is to practise, by theme.

use crate::render::NumberFormat;
use crate::render::table::{Column, Table};
use crate::session::PracticeReply;
use crate::words::{counted, there_are};

/// A row for each theme.
pub(super) fn table(reply: &PracticeReply, numbers: &NumberFormat) -> Table {
    let mut table = Table::new([
        Column::words("Theme"),
        Column::number("Questions"),
        Column::number("New"),
        Column::number("Due"),
        Column::number("In a week").if_room(1),
        Column::number("Answers"),
        Column::number("Kept"),
        Column::number("Lost"),
    ]);
    table.title = "practice: your own errors".to_owned();
    let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share));
    for of in &reply.themes {
        table.row([
            of.theme.clone(),
            of.cards.to_string(),
            of.new.to_string(),
            of.due.to_string(),
            of.week.to_string(),
            of.answers.to_string(),
            share(of.retention),
            of.lost.map_or_else(String::new, |lost| numbers.unsigned(lost)),
        ]);
    }
    table.note("Kept: of the answers to a question asked before, the share that was not wrong. Lost: in the mean.");
    if reply.found > 0 {
        table.note(format!(
            "{} found and not asked yet; `practise` takes the worst first",
            there_are(reply.found, "error")
        ));
    }
    if reply.dropped > 0 {
        table.note(format!("{} left out: no error after a rollout, or not sure", counted(reply.dropped, "decision")));
    }
    table
}
