//! The commands under `book` and `train`.

use crate::words;

words! {
    /// A part of the book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Chapter: word {
        /// The fifteen first rolls.
        Openings = "openings",
        /// The rolls that follow the best plays of those.
        Replies = "replies",
        /// The rolls that follow the best replies.
        Third = "third",
        /// Cube decisions of well-known kinds.
        References = "references",
    }
}

/// A command about the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    /// What it says of the decision on the table; the first rolls where it has none.
    Show,
    /// What it says of a chapter.
    List(Chapter),
    /// Rolls out what it does not know of a chapter.
    Build(Chapter),
    /// Takes the decisions of a file over.
    Merge(String),
    /// Writes it into a file.
    Export(String),
}

words! {
    /// Something that is trained without matches of one's own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Trainer: word {
        /// Pip counts, against the clock.
        Pips = "pips",
        /// Match winning chances at a score.
        Met = "met",
        /// The chances from which a double is taken at a score.
        TakePoints = "takepoints",
        /// The worth of gammons at a score.
        Gammons = "gammons",
        /// Races: who may double, who may take.
        Race = "race",
        /// First rolls and replies, by the book.
        Openings = "openings",
        /// Cube decisions of well-known kinds, by the book.
        Cube = "cube",
    }
}

/// A command about training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Train {
    /// What there is to train, and how it went.
    Summary,
    /// A round of questions, this many at most.
    Round(Trainer, Option<u16>),
    /// The answer to the open question.
    Answer(String),
    /// The end of the round.
    Stop,
}
