//! Overlays on the decision: the keys, lists of decisions.

use super::panel::listed;
use crate::render::{Role, width_of};
use crate::shell::study::ink::Ink;
use crate::shell::study::view::{Over, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

/// All keys, for people who ask.
const KEYS: [(&str, &str); 19] = [
    ("← →", "the decision before, the next one"),
    ("N n", "the error before, the next one"),
    ("Home End", "the first decision, the last one"),
    ("↑ ↓", "point at a candidate: its chances"),
    ("e", "the list of errors"),
    ("w", "the ten worst"),
    ("p", "filter: both players, one, the other"),
    ("k", "filter: plays and cubes, plays, cubes"),
    ("m", "filter: all, from .020, .040, .080, .160"),
    ("g", "filter: all games, the first, …"),
    ("a", "all decisions again"),
    ("q", "quiz: the answer is hidden"),
    ("1 … 9", "quiz: choose an answer; so does Enter"),
    ("Space", "quiz: show the answer"),
    ("d", "look one turn deeper at this decision"),
    ("r", "roll out the choice made and the best one"),
    ("s", "stop that"),
    ("c", "copy the XGID"),
    ("Esc", "close, stop, show all again, leave"),
];

/// Columns of the names of keys.
const KEY: usize = 10;

/// Draws what lies over the rest, if anything does.
pub(super) fn draw(view: &View, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    match &view.over {
        Over::Nothing => {}
        Over::Keys => {
            let line = |&(key, what): &(&'static str, &'static str)| {
                let blank = " ".repeat(KEY.saturating_sub(width_of(key)));
                Line::from(vec![Span::styled(key, ink.style(Role::Heading)), Span::raw(format!("{blank}{what}"))])
            };
            shown("Keys", KEYS.iter().map(line).collect(), ink, area, buffer);
        }
        Over::List { title, decisions, chosen } => {
            let room = usize::from(area.height.saturating_sub(2)).max(1);
            let first = (chosen + 1).saturating_sub(room);
            let lines = decisions.iter().enumerate().skip(first).take(room);
            let lines = lines.map(|(at, &i)| listed(view, ink, i, at == *chosen)).collect();
            let title = format!("{title}: {}; ↑ ↓ Enter, Esc", decisions.len());
            shown(&title, lines, ink, area, buffer);
        }
    }
}

/// Lines in a frame in the middle.
fn shown(title: &str, lines: Vec<Line<'static>>, ink: &Ink, area: Rect, buffer: &mut Buffer) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(width_of(title) + 2);
    let width = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let frame = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(frame, buffer);
    let block = Block::bordered().title(Line::styled(format!(" {title} "), ink.style(Role::Heading)));
    let inner = block.inner(frame);
    block.render(frame, buffer);
    for (line, y) in lines.iter().zip(inner.top()..inner.bottom()) {
        buffer.set_line(inner.x + 1, y, line, inner.width.saturating_sub(1));
    }
}
