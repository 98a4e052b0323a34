//! The fault in an identifier, and where.

use std::ops::Range;
use thiserror::Error;

/// A text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct NotationError {
    /// The bytes of the input at fault; empty where something is missing.
    pub span: Range<usize>,
    /// The fault in them.
    pub problem: Problem,
}

/// The faults of an identifier.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// An identifier of the wrong length.
    #[error("{what} has {expected} characters, this has {found}")]
    Length {
        /// The kind of identifier.
        what: &'static str,
        /// How long it is.
        expected: usize,
        /// How long this one is.
        found: usize,
    },
    /// A character that does not belong here.
    #[error("'{found}' cannot stand here: expected {expected}")]
    Character {
        /// The character found.
        found: char,
        /// The characters that can.
        expected: &'static str,
    },
    /// The last character carries bits that mean nothing.
    #[error("the last character is not one that ends {what}")]
    SpareBits {
        /// The kind of identifier.
        what: &'static str,
    },
    /// A Position ID that describes more than 50 places.
    #[error("these characters describe checkers beyond the last place on the board")]
    BeyondTheBoard,
    /// A field whose value cannot be.
    #[error("{field} is {found}: expected {expected}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// The value.
        found: String,
        /// The values it may have.
        expected: &'static str,
    },
    /// A field that is not there.
    #[error("the {field} is missing: expected {expected}")]
    Missing {
        /// The field's name.
        field: &'static str,
        /// The values it may have.
        expected: &'static str,
    },
    /// Nothing in the text looks like an identifier.
    #[error("no Position ID (14 characters) and no Match ID (12 characters) here")]
    NoIdentifier,
}

impl NotationError {
    pub(super) fn new(span: Range<usize>, problem: Problem) -> Self {
        Self { span, problem }
    }

    pub(super) fn field(span: Range<usize>, field: &'static str, found: impl ToString, expected: &'static str) -> Self {
        Self::new(span, Problem::Field { field, found: found.to_string(), expected })
    }

    /// This error in a longer text of which the present one began at `offset`.
    pub(super) fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }
}
