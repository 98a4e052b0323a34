//! The spots between which checkers move.

use crate::board::{BAR, OFF};
use std::fmt;

/// A spot a checker moves from or to, in the mover's numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The bar.
    Bar,
    /// A point, 1 to 24.
    Point(u8),
    /// Borne off.
    Off,
}

impl Spot {
    /// The spot that a number is written for: 25 is the bar, and 0 is off.
    pub const fn numbered(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Off),
            1..=24 => Some(Self::Point(number as u8)),
            25 => Some(Self::Bar),
            _ => None,
        }
    }

    /// The index that the board has for it.
    pub(super) const fn index(self) -> u8 {
        match self {
            Self::Bar => BAR as u8,
            Self::Point(point) => point - 1,
            Self::Off => OFF,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bar => f.write_str("bar"),
            Self::Point(n) => write!(f, "{n}"),
            Self::Off => f.write_str("off"),
        }
    }
}
