//! Lines on a terminal that are written over: a table under way, and a bar below it.
//!
//! The cursor rests on the empty line below, where a terminal echoes Ctrl-C. Lines are drawn for the width there is;
//! a terminal that has become narrower has broken them, and they are found again by their lengths.

use super::patience::hush;
use super::terminal;
use crate::render::{LiveView, Role, live_error, live_pace, live_rows, live_share, width_of};
use std::io::{self, Write};

/// The width and height assumed where the terminal's are unknown.
const USUAL_SIZE: (usize, usize) = (80, 24);

/// Lines that renew themselves on standard error. They are cleared away when it is dropped.
#[derive(Default)]
pub(super) struct LiveTable {
    /// The columns of each line that stands there.
    drawn: Vec<usize>,
}

impl LiveTable {
    /// Prints a line above the table.
    pub fn say(&mut self, text: String) {
        self.draw(vec![text]);
    }

    /// Shows how much of some work is done.
    pub fn share(&mut self, done: u64, of: u64, text: String) {
        let share = done as f64 / of.max(1) as f64;
        let width = terminal::size_of_stderr().unwrap_or(USUAL_SIZE).0;
        self.draw(vec![text, bar(share, width)]);
    }

    /// Shows how a rollout stands. The view is laid out for one column less than there are.
    /// Below the numbers stands what keys do, if any does anything.
    pub fn show(&mut self, view: &LiveView<'_>, keys: Option<&str>) {
        let mut lines = live_rows(view);
        let error = live_error(view).unwrap_or_default();
        let width = view.format.width.unwrap_or(USUAL_SIZE.0);
        let room = width.saturating_sub(width_of(&error));
        match keys {
            Some(keys) if error.is_empty() => lines.push(view.format.style.paint(Role::Dim, keys)),
            Some(keys) if room > width_of(keys) + 1 => {
                lines.push(format!("{error}  {}", view.format.style.paint(Role::Dim, keys)));
            }
            Some(keys) => lines.extend([error, view.format.style.paint(Role::Dim, keys)]),
            None if error.is_empty() => {}
            None => lines.push(error),
        }
        lines.push(live_pace(view));
        if let Some(share) = live_share(view) {
            lines.push(bar(share, view.format.width.map_or(USUAL_SIZE.0, |width| width + 1)));
        }
        self.draw(lines);
    }

    /// Puts lines in the place of those that stand there.
    fn draw(&mut self, mut lines: Vec<String>) {
        hush();
        let (width, height) = terminal::size_of_stderr().unwrap_or(USUAL_SIZE);
        // Lines that have scrolled away could not be written over: the middle of a long table is left out.
        let most = height.saturating_sub(2).max(4);
        if lines.len() > most {
            lines.drain(most - 3..lines.len() - 3);
        }
        let mut text = self.erased(width);
        for line in &lines {
            text += line;
            text += "\n";
        }
        self.drawn = lines.iter().map(|line| width_of(line)).collect();
        write(&text);
    }

    /// The sequence that clears the lines away from a terminal of this many columns.
    fn erased(&self, width: usize) -> String {
        let rows: usize = self.drawn.iter().map(|columns| columns.div_ceil(width.max(1)).max(1)).sum();
        match rows {
            0 => "\r".to_owned(),
            rows => format!("\r\x1b[{rows}A\x1b[J"),
        }
    }

    /// Clears the lines away, so that the answer takes their place.
    pub fn clear(&mut self) {
        if !self.drawn.is_empty() {
            write(&self.erased(terminal::size_of_stderr().unwrap_or(USUAL_SIZE).0));
            self.drawn.clear();
        }
    }
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Progress that cannot be shown is no reason to stop the work.
fn write(text: &str) {
    let mut out = io::stderr().lock();
    let text = terminal::in_its_letters(text, true);
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// A bar as wide as the terminal, with the share in percent behind it.
fn bar(share: f64, width: usize) -> String {
    let room = width.saturating_sub(6).max(4);
    let full = ((share.clamp(0.0, 1.0) * room as f64) as usize).min(room);
    let tip = if full < room { ">" } else { "" };
    format!("{}{tip}{} {:>3.0}%", "=".repeat(full), " ".repeat(room - full - tip.len()), 100.0 * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_wide_as_it_may_be() {
        for (share, width) in [(0.0, 60), (0.33, 80), (1.0, 120), (2.0, 20)] {
            assert_eq!(bar(share, width).len(), width - 1, "{share} of {width}");
        }
        assert_eq!(bar(0.5, 16), "=====>      50%");
    }

    #[test]
    fn broken_lines_are_counted_as_the_rows_they_are() {
        let table = LiveTable { drawn: vec![0, 79, 40, 79] };
        assert_eq!(table.erased(80), "\r\x1b[4A\x1b[J");
        assert_eq!(table.erased(50), "\r\x1b[6A\x1b[J");
        std::mem::forget(table);
        assert_eq!(LiveTable::default().erased(80), "\r");
    }
}
