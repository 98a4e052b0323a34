//! The games played on this board.

use super::{Checkers, Position};

words! {
    /// A variation of the game: how many checkers, and where they start.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Variation: name {
        /// Backgammon.
        #[default]
        Standard = "standard",
        /// Nackgammon: two more checkers back on each side.
        Nackgammon = "nackgammon",
        /// Hypergammon with one checker.
        Hypergammon1 = "1-chequer-hypergammon",
        /// Hypergammon with two checkers.
        Hypergammon2 = "2-chequer-hypergammon",
        /// Hypergammon with three checkers.
        Hypergammon3 = "3-chequer-hypergammon",
    }
}

impl Variation {
    /// The variation that a program means by a name, in any spelling: `HyperGammon (2)`, `Hypergammon2`. The whole name
    /// counts; none is backgammon.
    pub fn named(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        Some(match name.as_str() {
            "" | "standard" | "backgammon" | "standardbackgammon" => Self::Standard,
            "nack" | "nackgammon" => Self::Nackgammon,
            "hypergammon1" | "1chequerhypergammon" | "1checkerhypergammon" => Self::Hypergammon1,
            "hypergammon2" | "2chequerhypergammon" | "2checkerhypergammon" => Self::Hypergammon2,
            "hyper" | "hypergammon" | "hypergammon3" | "3chequerhypergammon" | "3checkerhypergammon" => {
                Self::Hypergammon3
            }
            _ => return None,
        })
    }

    /// Checkers of a side.
    pub const fn checkers(self) -> u32 {
        match self {
            Self::Standard | Self::Nackgammon => 15,
            Self::Hypergammon1 => 1,
            Self::Hypergammon2 => 2,
            Self::Hypergammon3 => 3,
        }
    }

    /// Whether each side has only one to three checkers.
    pub const fn is_hypergammon(self) -> bool {
        matches!(self, Self::Hypergammon1 | Self::Hypergammon2 | Self::Hypergammon3)
    }

    /// How the checkers start; the same for both sides.
    pub const fn starting_position(self) -> Position {
        let mut counts = [0; 25];
        match self {
            Self::Standard => {
                counts[5] = 5;
                counts[7] = 3;
                counts[12] = 5;
                counts[23] = 2;
            }
            Self::Nackgammon => {
                counts[5] = 4;
                counts[7] = 3;
                counts[12] = 4;
                counts[22] = 2;
                counts[23] = 2;
            }
            Self::Hypergammon1 => counts[23] = 1,
            Self::Hypergammon2 => {
                counts[23] = 1;
                counts[22] = 1;
            }
            Self::Hypergammon3 => {
                counts[23] = 1;
                counts[22] = 1;
                counts[21] = 1;
            }
        }
        Position::from_checkers(Checkers::new(counts), Checkers::new(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_starts_with_all_checkers() {
        for variation in Variation::ALL {
            let start = variation.starting_position();
            assert_eq!(start.on_roll().total(), variation.checkers());
        }
    }
}
