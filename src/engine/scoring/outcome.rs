//! How a game is won: single, gammon or backgammon.

use crate::board::{HOME_POINTS, Position, Side};

words! {
    /// The value of a won game before the cube counts: also the offer of a resignation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum GameValue: name {
        /// The loser has borne off a checker.
        Single = "a single game",
        /// The loser has borne off none.
        Gammon = "a gammon",
        /// Nor brought them all out of the winner's home board and off the bar.
        Backgammon = "a backgammon",
    }
}

impl GameValue {
    /// 1, 2 or 3 times the cube.
    pub const fn multiplier(self) -> u32 {
        match self {
            Self::Single => 1,
            Self::Gammon => 2,
            Self::Backgammon => 3,
        }
    }

    /// The winner of a finished game and its value, `None` while it goes on.
    ///
    /// `checkers` is how many each side started with ([`Variation::checkers`](crate::board::Variation::checkers)).
    pub fn of(position: &Position, checkers: u32) -> Option<(Side, Self)> {
        let winner = [Side::OnRoll, Side::Opponent].into_iter().find(|&side| position.side(side).back().is_none())?;
        let loser = position.side(!winner);
        let value = match loser.back() {
            _ if loser.total() < checkers => Self::Single,
            // The winner's home is the loser's points 19 to 24; the bar lies behind.
            Some(back) if back >= 24 - HOME_POINTS => Self::Backgammon,
            _ => Self::Gammon,
        };
        Some((winner, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Checkers;

    #[test]
    fn the_loser_decides_what_it_counts() {
        let lost = |point: usize, n: u8, home: u8| {
            let mut counts = [0; 25];
            counts[0] = home;
            counts[point] += n;
            GameValue::of(&Position::from_checkers(Checkers::NONE, Checkers::new(counts)), 15)
        };
        assert_eq!(lost(10, 14, 0), Some((Side::OnRoll, GameValue::Single)));
        assert_eq!(lost(17, 1, 14), Some((Side::OnRoll, GameValue::Gammon)));
        assert_eq!(lost(18, 1, 14), Some((Side::OnRoll, GameValue::Backgammon)));
        assert_eq!(lost(24, 1, 14), Some((Side::OnRoll, GameValue::Backgammon)));
        assert_eq!(GameValue::of(&crate::board::Variation::Standard.starting_position(), 15), None);
    }
}
