//! The ladder of looks: each costs several times as much as the one before it, and is worth it where the decision is
//! still close.

use crate::record::Level;
use std::fmt;

/// A look at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// A search so many plies deep.
    Plies(u8),
    /// A level, of what two plies keep.
    Level(Level),
}

/// The plies below the levels.
pub const PLIES: u8 = 2;

impl Rung {
    /// Every rung, the cheapest first.
    pub const LADDER: [Self; 5] = [
        Self::Plies(0),
        Self::Plies(PLIES),
        Self::Level(Level::Roller),
        Self::Level(Level::RollerPlus),
        Self::Level(Level::RollerPlusPlus),
    ];
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}-ply"),
            Self::Level(level) => level.fmt(f),
        }
    }
}
