//! The questions that there are to practise, as the library counts them.

pub use crate::library::{Counts as PracticeReply, ThemeCounts as PracticeTheme};

use crate::library::{AnswerRow, CardRow};
use serde::Serialize;

/// The questions of practise.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeCardsReply {
    /// Those that lose most first.
    pub cards: Vec<CardRow>,
}

/// The answers to them.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeAnswersReply {
    /// In the order in which they were given.
    pub answers: Vec<AnswerRow>,
}
