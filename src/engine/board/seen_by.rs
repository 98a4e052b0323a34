//! The view in which positions are given.

use super::{Checkers, Position};

/// The view in which positions are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// The side on roll sees it, as in [`Position`].
    OnRoll,
    /// The side that has just moved sees it: results of plays before they are flipped.
    Mover,
}

impl SeenBy {
    /// The checkers of the side on roll, then those of the other.
    pub const fn sides(self, position: &Position) -> [&Checkers; 2] {
        match self {
            Self::OnRoll => [position.on_roll(), position.opponent()],
            Self::Mover => [position.opponent(), position.on_roll()],
        }
    }
}
