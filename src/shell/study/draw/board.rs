//! The board as the shell draws it, in the colors of both players.

use crate::render::{Format, Role, board_alone};
use crate::shell::study::ink::Ink;
use crate::shell::study::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The columns where checkers may lie, those borne off included.
const FIELD: u16 = 48;

/// Draws the board before the decision.
pub(super) fn draw(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let format = Format { width: Some(area.width.into()), ..ink.format };
    let drawn = board_alone(&view.here().table, &format);
    let (top, bottom) = (ink.style(Role::Top), ink.style(Role::Bottom));
    for (line, y) in drawn.lines().zip(area.top()..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::default());
        let is_edge = y == area.y || y + 1 == area.bottom();
        for x in area.x..area.right().min(area.x + FIELD) {
            let cell = &mut buffer[(x, y)];
            match cell.symbol() {
                "●" | "X" if !is_edge => _ = cell.set_style(bottom),
                "○" | "O" if !is_edge => _ = cell.set_style(top),
                _ => {}
            }
        }
    }
}
