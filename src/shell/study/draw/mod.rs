//! The screen as a function of the view, the ink and the size.
//!
//! From 100 columns on the table stands beside the board, below it otherwise. Where the screen is too small for both,
//! the table stays.

mod board;
mod chart;
mod lines;
mod overlay;
mod panel;

use super::ink::Ink;
use super::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// From this many columns on the table stands beside the board.
const WIDE: u16 = 100;

/// The columns of the board beside a table.
const BESIDE: u16 = 60;

/// The board needs so many columns, and so many lines.
const NARROWEST: u16 = 53;
const BOARD: u16 = 13;

/// The fewest lines of a chart, and the most.
const LOW: u16 = 5;
const HIGH: u16 = 16;

/// The fewest lines of a table below a board.
const TABLE: u16 = 4;

/// Draws the whole.
pub(super) fn draw(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    lines::title(view, ink, row(area, 0), buffer);
    lines::headline(view, ink, row(area, 1), buffer);
    if area.height > 3 {
        lines::status(view, ink, row(area, area.height - 2), buffer);
        lines::keys(view, ink, row(area, area.height - 1), buffer);
    }
    let middle = Rect { y: area.y + 2, height: area.height.saturating_sub(4), ..area };
    if middle.width >= WIDE {
        wide(view, ink, middle, buffer)
    } else {
        narrow(view, ink, middle, buffer)
    }
    overlay::draw(view, ink, area, buffer);
    ink.spell(buffer);
}

/// Board and chart on the left, the table on the right.
fn wide(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let left = Rect { width: BESIDE, ..area };
    let right = Rect { x: area.x + BESIDE + 1, width: area.width - BESIDE - 1, ..area };
    let draws = area.height >= BOARD;
    if draws {
        board::draw(view, ink, Rect { height: BOARD, ..left }, buffer);
    }
    let below = if draws { cut(left, BOARD) } else { left };
    if below.height >= LOW {
        // A line is left free above it where there is one.
        let gap = u16::from(below.height > LOW);
        let height = (below.height - gap).min(HIGH);
        chart::draw(view, ink, Rect { y: below.y + gap, height, ..below }, buffer);
    }
    panel::draw(view, ink, right, buffer);
}

/// The board, below it the table, and a chart where there is room left.
fn narrow(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let draws = area.width >= NARROWEST && area.height >= BOARD + TABLE;
    if draws {
        board::draw(view, ink, Rect { height: BOARD, ..area }, buffer);
    }
    let below = if draws { cut(area, BOARD) } else { area };
    let wanted = panel::height(view, ink, below.width).min(below.height);
    let left = below.height - wanted;
    if left > LOW {
        let height = (left - 1).min(HIGH);
        chart::draw(view, ink, Rect { y: below.bottom() - height, height, ..below }, buffer);
        panel::draw(view, ink, Rect { height: below.height - height - 1, ..below }, buffer);
    } else {
        panel::draw(view, ink, below, buffer);
    }
}

/// One line of an area.
const fn row(area: Rect, at: u16) -> Rect {
    let height = if at < area.height { 1 } else { 0 };
    Rect { x: area.x, y: area.y + at, width: area.width, height }
}

/// An area without its first lines.
const fn cut(area: Rect, lines: u16) -> Rect {
    Rect { x: area.x, y: area.y + lines, width: area.width, height: area.height.saturating_sub(lines) }
}
