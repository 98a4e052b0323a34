//! The ladder of looks: each costs several times as much as the one before it, and is worth it where the decision is
//! still close.

use crate::record::Level;
use std::fmt;

/// A look at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// A search this many plies deep.
    Plies(u8),
    /// A level, of what two plies keep.
    Level(Level),
}

/// The plies below the levels.
pub const PLIES: u8 = 2;

impl Rung {
    /// The levels that are rungs. [`Level::Roller`] is none: it finds nothing that two plies do not (docs/levels.md).
    pub const LEVELS: [Level; 3] = [Level::RollerPlus, Level::RollerPlusPlus, Level::Full];

    /// Every rung, the cheapest first.
    pub const LADDER: [Self; 5] = [
        Self::Plies(0),
        Self::Plies(PLIES),
        Self::Level(Self::LEVELS[0]),
        Self::Level(Self::LEVELS[1]),
        Self::Level(Self::LEVELS[2]),
    ];

    /// How close a decision has to be for this rung: how far the second play may be behind, and a cube decision from a
    /// change. The more is known from below, the less.
    pub const fn margins(self) -> [f32; 2] {
        match self {
            Self::Plies(_) => [f32::INFINITY; 2],
            Self::Level(Level::Roller) => [0.06, 0.2],
            Self::Level(Level::RollerPlus) => [0.04, 0.1],
            Self::Level(Level::RollerPlusPlus | Level::Full) => [0.02, 0.05],
        }
    }

    /// How many times as long as the rung before it a rung is expected to take at least: it is not begun where less
    /// time is left.
    pub const fn times_as_long(self) -> u32 {
        match self {
            Self::Level(Level::Full) => 10,
            Self::Plies(_) | Self::Level(_) => 3,
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}-ply"),
            Self::Level(Level::Full) => f.write_str("full rollout"),
            Self::Level(level) => level.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_called_as_people_call_it() {
        let names = Rung::LADDER.map(|rung| rung.to_string());
        assert_eq!(names, ["0-ply", "2-ply", "roller+", "roller++", "full rollout"]);
    }
}
