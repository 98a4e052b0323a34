//! The analysis of records.

use std::fmt;

/// A part of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The decision at the cursor.
    Move,
    /// The game at the cursor.
    Game,
    /// All games.
    Match,
    /// All games, by the name they have when played for money.
    Session,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 4] = [Self::Move, Self::Game, Self::Match, Self::Session];

    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Game => "game",
            Self::Match => "match",
            Self::Session => "session",
        }
    }
}

/// What `analyse` does, other than rollouts of the decision on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analyse {
    /// Analyzes a part of the record.
    Part(Part),
    /// Forgets the analysis of a part.
    Clear(Part),
}

impl fmt::Display for Analyse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(part) => write!(f, "analyse {}", part.word()),
            Self::Clear(part) => write!(f, "analyse clear {}", part.word()),
        }
    }
}
