//! Refusals of a session, with the way to help.

use crate::command::slip;
use crate::eval::Interrupted;
use crate::settings::folded;
use crate::storage::in_words;
use crate::words::counted;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// The kind of a refusal, where a caller has words of its own for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The cube can be of no use to who would turn it.
    CubeDead,
    /// A script ends where its next line should be dice.
    NoDice,
    /// A file is there already, and is not to be replaced.
    FileKept,
    /// What was found could not be written: what comes next could not either.
    NotKept,
    /// The same of the player's library.
    LibraryNotKept,
}

/// The names of players that a refusal tells.
const NAMES: usize = 5;

/// Why a command was not carried out. The session is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SessionError {
    /// The fault, lower case, no full stop.
    pub message: String,
    /// The words that would have been accepted.
    pub expected: Vec<String>,
    /// A command to try.
    pub suggestion: Option<String>,
    /// Whether the work was stopped by the user rather than refused.
    pub interrupted: bool,
    /// The kind, where somebody asks for it.
    pub refusal: Option<Refusal>,
}

impl SessionError {
    /// A refusal. Errors of the system in it are told in words alone.
    pub fn new(message: impl Into<String>) -> Self {
        let message = in_words(message.into());
        Self { message, expected: Vec::new(), suggestion: None, interrupted: false, refusal: None }
    }

    /// A refusal for what is wrong with a file.
    pub fn in_file(file: impl AsRef<Path>, error: impl std::fmt::Display) -> Self {
        Self::new(format!("{}: {error}", file.as_ref().display()))
    }

    /// Adds the kind of the refusal.
    #[must_use]
    pub const fn of(mut self, refusal: Refusal) -> Self {
        self.refusal = Some(refusal);
        self
    }

    /// Whether the work on one of many ends that on all others, too: it was stopped, or nothing can be kept.
    pub(super) fn ends_all(&self) -> bool {
        self.interrupted || matches!(self.refusal, Some(Refusal::NotKept | Refusal::LibraryNotKept))
    }

    /// Adds how many of such things were done before.
    pub(super) fn after(mut self, done: usize, noun: &str) -> Self {
        self.message += &format!("; done before and kept: {}", counted(done, noun));
        self
    }

    /// Adds a command to try.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Adds what would have been accepted.
    #[must_use]
    pub fn with_expected(mut self, expected: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.expected = expected.into_iter().map(Into::into).collect();
        self
    }

    /// Adds the names of players who are there: the nearest first, then the most frequent.
    #[must_use]
    pub(super) fn with_names(self, typed: &str, there: &BTreeMap<String, usize>) -> Self {
        self.with_expected(near_names(typed, there).into_iter().map(|(name, _)| name))
    }

    /// The user stopped the work.
    pub fn stopped() -> Self {
        Self { interrupted: true, ..Self::new("interrupted") }
    }

    pub(super) fn no_game() -> Self {
        Self::new("no game in progress").with_suggestion("new game")
    }
}

/// A refusal with the words of another error.
pub(super) fn refused(error: impl std::fmt::Display) -> SessionError {
    SessionError::new(error.to_string())
}

/// A few of the names of players who are there, with how often each is: the nearest first, then the most frequent.
pub(super) fn near_names<'a>(typed: &str, there: &'a BTreeMap<String, usize>) -> Vec<(&'a str, usize)> {
    let typed = folded(typed);
    let mut names: Vec<_> = there.iter().map(|(name, &times)| (name.as_str(), times)).collect();
    names.sort_by_key(|(name, times)| (slip(&typed, &folded(name)).unwrap_or(usize::MAX), Reverse(*times)));
    names.truncate(NAMES);
    names
}

/// The refusal of a search that was stopped.
pub(super) fn interrupted(_: Interrupted) -> SessionError {
    SessionError::stopped()
}
