//! `relational`: the database of matches and players.

use crate::settings::{always_quoted, quoted};
use std::fmt;

/// A command of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelationalCommand {
    /// `relational add match`: adds the match on the table, in place of what is there of it.
    Add {
        /// Quiet: nothing is said about it.
        quiet: bool,
    },
    /// `relational show players`: all names.
    Players,
    /// `relational show details`: the statistics of a player over all matches.
    Details(String),
    /// `relational erase player`: takes a player out, with every match of his.
    Erase(String),
    /// `relational erase allplayers`.
    EraseAll,
    /// `relational select`: the rows of a query.
    Select(String),
    /// `relational test`: whether the database answers.
    Test,
    /// `relational setup`: a key and its value.
    Setup(String),
}

impl fmt::Display for RelationalCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add { quiet: false } => f.write_str("relational add match"),
            Self::Add { quiet: true } => f.write_str("relational add match quiet"),
            Self::Players => f.write_str("relational show players"),
            Self::Details(name) => write!(f, "relational show details {}", quoted(name)),
            Self::Erase(name) => write!(f, "relational erase player {}", quoted(name)),
            Self::EraseAll => f.write_str("relational erase allplayers"),
            // The rest of a line as it is, but for what would be read otherwise.
            Self::Select(query) if query.is_empty() || query.starts_with('"') || query.trim() != query => {
                write!(f, "relational select {}", always_quoted(query))
            }
            Self::Select(query) => write!(f, "relational select {query}"),
            Self::Test => f.write_str("relational test"),
            Self::Setup(text) if text.is_empty() => f.write_str("relational setup"),
            Self::Setup(text) => write!(f, "relational setup {}", quoted(text)),
        }
    }
}
