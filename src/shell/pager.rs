//! Long answers, one screen after the other on a terminal: by the user's pager, or by our own where none is named.

use super::leaf::leaf_through;
use super::terminal;
use crate::render::width_of;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// `less` where the user names it: it keeps colors, leaves short texts where they are, goes away on Ctrl-C, and says
/// how one leaves it.
const LESS: [&str; 3] = ["less", "-FRXK", "-Pq leaves, Space goes on, / searches"];

/// No text of fewer rows is paged.
const LEAST: usize = 20;

/// The program that shows answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pager {
    /// The program, then its arguments; nothing for our own.
    command: Vec<String>,
}

impl Pager {
    /// The pager that the environment names, or our own; `None` where it names `cat`.
    pub fn of_environment() -> Option<Self> {
        let named = ["GAMMON_PAGER", "PAGER"].iter().find_map(|name| std::env::var(name).ok());
        let command: Vec<String> = match named {
            None => Vec::new(),
            // `less` alone says nothing about its keys.
            Some(named) if named.trim() == "less" => LESS.map(str::to_owned).to_vec(),
            Some(named) => named.split_whitespace().map(str::to_owned).collect(),
        };
        let is_one = command.first().is_none_or(|program| program != "cat");
        is_one.then_some(Self { command })
    }

    /// Whether a text is longer than the terminal that standard output is. A board may scroll on a small one.
    pub fn is_wanted(text: &str) -> bool {
        terminal::size_of_stdout().is_some_and(|(columns, lines)| rows(text, columns) >= lines.max(LEAST))
    }

    /// Shows a text until the reader has had enough of it, and has what he typed then that is for the prompt. Where the
    /// pager cannot be started the text is not shown: `None`.
    ///
    /// # Errors
    /// When waiting for the pager fails.
    pub fn show(&self, text: &str) -> io::Result<Option<Vec<u8>>> {
        let text = &*terminal::in_its_letters(text, true);
        let Some((program, arguments)) = self.command.split_first() else { return leaf_through(text) };
        let started = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn();
        let Ok(mut child) = started else { return Ok(None) };
        if let Some(mut input) = child.stdin.take() {
            // The user may quit the pager before the end.
            let _ = input.write_all(text.as_bytes());
        }
        child.wait().map(|_| Some(Vec::new()))
    }
}

/// The rows that a text takes on a terminal.
fn rows(text: &str, columns: usize) -> usize {
    text.lines().map(|line| width_of(line).div_ceil(columns.max(1)).max(1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_terminal() {
        assert_eq!(rows("one\n\nthree\n", 80), 3);
        assert_eq!(rows(&"x".repeat(161), 80), 3);
        assert_eq!(rows(&format!("\x1b[1m{}\x1b[0m", "x".repeat(80)), 80), 1);
    }

    #[test]
    fn a_pager_that_cannot_be_started_shows_nothing() {
        let pager = Pager { command: vec!["no-such-pager".to_owned(), "--at-all".to_owned()] };
        assert_eq!(pager.show("text").expect("no wait"), None);
        let pager = Pager { command: vec!["true".to_owned()] };
        assert_eq!(pager.show(&"text\n".repeat(100_000)).expect("it ends early"), Some(Vec::new()));
    }
}
