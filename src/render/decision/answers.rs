//! The answers to a double, a beaver or a raccoon.

use super::line::{Choices, Line, lines_table};
use crate::render::table::Table;
use crate::render::words::{capitalized, rough_chance};
use crate::render::{NumberFormat, Role, Unit};
use crate::session::AnswersReply;

/// The answers, best first, for the player who is asked.
pub(in crate::render) fn answers_table(reply: &AnswersReply, numbers: &NumberFormat) -> Table {
    let answers = reply.answers.iter().enumerate();
    let lines = answers.map(|(i, row)| Line {
        name: capitalized(row.answer),
        is_best: i == 0,
        value: (row.equity, row.std_err),
        behind: (i > 0).then_some((row.loss, row.loss_std_err)),
        chance: row.chance,
        ..Line::default()
    });
    let mut table = lines_table(&lines.collect::<Vec<_>>(), Choices::Answers, Unit::Equity, numbers);
    if let Some(best) = reply.answers.first() {
        let chance = best.chance.map_or_else(String::new, |chance| format!(": {}", rough_chance(chance)));
        table.notes.push((Role::Verdict, format!("{}{chance}.", capitalized(best.answer))));
    }
    table.note(format!("{}; for {}, in units of the cube before the double", reply.by, reply.player));
    table
}
