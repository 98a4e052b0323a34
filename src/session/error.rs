//! Refusals of a session, with the way to help.

use crate::eval::Interrupted;
use crate::storage::in_words;
use thiserror::Error;

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
}

impl SessionError {
    /// A refusal. Errors of the system in it are told in words alone.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: in_words(message.into()), expected: Vec::new(), suggestion: None, interrupted: false }
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

    /// The user stopped the work.
    #[must_use]
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

/// The refusal of a search that was stopped.
pub(super) fn interrupted(_: Interrupted) -> SessionError {
    SessionError::stopped()
}
