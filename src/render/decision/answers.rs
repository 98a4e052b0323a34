//! The answers to a double, a beaver or a raccoon.

use super::plays::{behind, role_of, with_error};
use crate::render::table::{Cell, Column, Table};
use crate::render::words::{capitalized, rough_chance};
use crate::render::{NumberFormat, Role, Unit};
use crate::session::AnswersReply;

/// The answers, best first, for the player who is asked.
pub(in crate::render) fn answers_table(reply: &AnswersReply, numbers: &NumberFormat) -> Table {
    let has_chances = reply.answers.iter().any(|row| row.chance.is_some());
    let mut columns = ["", "Answer", "Equity", "Behind by"].map(Column::words).to_vec();
    if has_chances {
        columns.push(Column::number("Proper"));
    }
    let mut table = Table::new(columns);
    for (i, row) in reply.answers.iter().enumerate() {
        let cell = |text: String| if i == 0 { Cell::of(Role::Best, text) } else { Cell::from(text) };
        let loss = if i == 0 {
            Cell::from(String::new())
        } else {
            let text = behind((row.loss, row.loss_std_err), Unit::Equity, numbers);
            role_of(row.loss).map_or_else(|| Cell::from(text.clone()), |role| Cell::of(role, text.clone()))
        };
        let value = with_error((row.equity, row.std_err), Unit::Equity, numbers);
        let mut cells =
            vec![cell(if i == 0 { "*" } else { "" }.to_owned()), cell(capitalized(row.answer)), cell(value)];
        cells.push(loss);
        if has_chances {
            cells.push(cell(row.chance.map_or_else(String::new, rough_chance)));
        }
        table.row(cells);
    }
    if let Some(best) = reply.answers.first() {
        let chance = best.chance.map_or_else(String::new, |chance| format!(": {}", rough_chance(chance)));
        table.notes.push((Role::Verdict, format!("{}{chance}.", capitalized(best.answer))));
    }
    table.note(format!("{}; for {}, in units of the cube before the double", reply.by, reply.player));
    table
}
