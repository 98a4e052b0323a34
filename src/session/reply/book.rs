//! What the book says, and how training went.

use crate::library::book::Entry;
use crate::library::drills::DrillRow;
use serde::Serialize;

/// Decisions of the book.
#[derive(Clone, Debug, Serialize)]
pub struct BookReply {
    /// A single one, or those of a chapter.
    pub decisions: Vec<Entry>,
}

/// How training went.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingReply {
    /// A row for each thing that can be trained.
    pub trainers: Vec<DrillRow>,
}
