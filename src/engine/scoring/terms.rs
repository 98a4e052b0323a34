//! Money or match: the rules under which a cube is turned and a game scored.

use crate::board::{ByPlayer, Player};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Terms {
    /// A money game.
    Money {
        /// Gammons count only after a cube turn.
        jacoby: bool,
        /// How many times a cube may be turned again at once; 0 means no beavers.
        beavers: u8,
    },
    /// A game of a match.
    Match(MatchScore),
}

/// The score of a match before the game in progress: nobody has won it yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "ScoreText")]
pub struct MatchScore {
    length: u8,
    score: ByPlayer<u8>,
    crawford: bool,
}

/// A score as read, before it is checked.
#[derive(Deserialize)]
struct ScoreText {
    length: u8,
    score: ByPlayer<u8>,
    crawford: bool,
}

/// A score that no match has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no match to {} has the score {} to {}", counted(*.length, "point"), score[0], score[1])]
pub struct ScoreError {
    /// Points that win the match.
    pub length: u8,
    /// Points won.
    pub score: [u8; 2],
}

impl TryFrom<ScoreText> for MatchScore {
    type Error = ScoreError;

    fn try_from(ScoreText { length, score, crawford }: ScoreText) -> Result<Self, ScoreError> {
        Self::new(length, score, crawford)
    }
}

impl MatchScore {
    /// Points that win the longest match.
    pub const LONGEST: u8 = 64;

    /// The score of a match to `length` points.
    ///
    /// # Errors
    /// When no match has it: matches go to 1 to 64 points, and nobody has won yet.
    pub fn new(length: u8, score: ByPlayer<u8>, crawford: bool) -> Result<Self, ScoreError> {
        if (1..=Self::LONGEST).contains(&length) && score.0.iter().all(|&points| points < length) {
            Ok(Self { length, score, crawford })
        } else {
            Err(ScoreError { length, score: score.0 })
        }
    }

    /// The score before the last game, and the winner with all points, of points of which one player's may have won
    /// the match.
    ///
    /// # Errors
    /// When no match ends so: the length is not 1 to 64, or both have won.
    pub fn with_winner(
        length: u8,
        points: ByPlayer<u8>,
        crawford: bool,
    ) -> Result<(Self, Option<(Player, u8)>), ScoreError> {
        let winner = Player::BOTH.into_iter().find(|&player| points[player] >= length);
        let mut score = points;
        if let Some(winner) = winner {
            score[winner] = length.saturating_sub(1);
        }
        let before = Self::new(length, score, crawford).map_err(|_| ScoreError { length, score: points.0 })?;
        Ok((before, winner.map(|winner| (winner, points[winner]))))
    }

    /// Points that win the match, 1 to [`MatchScore::LONGEST`].
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// Points won so far, each less than the length.
    pub const fn score(&self) -> ByPlayer<u8> {
        self.score
    }

    /// Whether this is the Crawford game: no cube.
    pub const fn crawford(&self) -> bool {
        self.crawford
    }

    /// The score in the Crawford game, or not in it.
    #[must_use]
    pub const fn with_crawford(self, crawford: bool) -> Self {
        Self { crawford, ..self }
    }

    /// The score where the players sit in each other's seats.
    #[must_use]
    pub const fn with_seats_swapped(self) -> Self {
        let ByPlayer([top, bottom]) = self.score;
        Self { score: ByPlayer([bottom, top]), ..self }
    }

    /// The score after a player has won some points more, `None` where they win the match.
    pub fn with_points(mut self, player: Player, points: u32) -> Option<Self> {
        let left = u8::try_from(points).ok().and_then(|points| self.away(player).checked_sub(points))?;
        self.score[player] = self.length - left;
        (left > 0).then_some(self)
    }

    /// Points a player still needs.
    pub fn away(&self, player: Player) -> u8 {
        self.length - self.score[player]
    }

    /// Whether a player is 1-away and the Crawford game has been played.
    pub fn is_post_crawford(&self) -> bool {
        !self.crawford && Player::BOTH.iter().any(|&player| self.away(player) == 1)
    }
}

impl Terms {
    /// Money with the usual rules: Jacoby, beavers to 3.
    pub const MONEY: Self = Self::Money { jacoby: true, beavers: 3 };

    /// The match score, `None` for money.
    pub const fn match_score(&self) -> Option<&MatchScore> {
        match self {
            Self::Money { .. } => None,
            Self::Match(score) => Some(score),
        }
    }

    /// Whether jacoby's rule holds.
    pub const fn is_jacoby(&self) -> bool {
        matches!(self, Self::Money { jacoby: true, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::Met;
    use Player::{Bottom, Top};

    fn at(length: u8, top: u8, bottom: u8) -> Result<MatchScore, ScoreError> {
        MatchScore::new(length, ByPlayer([top, bottom]), false)
    }

    #[test]
    fn nobody_has_won_the_match_yet() {
        for (length, top, bottom) in [(0, 0, 0), (65, 0, 0), (3, 5, 0), (3, 0, 3), (255, 254, 254)] {
            assert_eq!(at(length, top, bottom), Err(ScoreError { length, score: [top, bottom] }));
        }
        let met = Met::kazaross_xg2();
        for (length, top, bottom) in [(1, 0, 0), (3, 2, 0), (64, 0, 0), (64, 63, 63)] {
            let score = at(length, top, bottom).unwrap();
            for (score, points) in
                [false, true].into_iter().flat_map(|on| [0, 1, 64, 1000].map(|n| (score.with_crawford(on), n)))
            {
                let chances = [met.now(&score, Top), met.after(&score, Bottom, points, Top)];
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{score:?} {points} {chances:?}");
            }
        }
    }

    #[test]
    fn a_match_that_was_won_has_the_score_before() {
        let told = |length, top, bottom| MatchScore::with_winner(length, ByPlayer([top, bottom]), false);
        assert_eq!(told(5, 3, 4), Ok((at(5, 3, 4).unwrap(), None)));
        assert_eq!(told(5, 3, 8), Ok((at(5, 3, 4).unwrap(), Some((Bottom, 8)))));
        assert_eq!(told(1, 1, 0), Ok((at(1, 0, 0).unwrap(), Some((Top, 1)))));
        assert_eq!(told(5, 6, 5), Err(ScoreError { length: 5, score: [6, 5] }));
        assert_eq!(told(0, 0, 0), Err(ScoreError { length: 0, score: [0, 0] }));
    }

    #[test]
    fn points_are_added_until_the_match_is_won() {
        let score = at(5, 2, 0).unwrap();
        assert_eq!(score.with_points(Top, 2), Some(at(5, 4, 0).unwrap()));
        assert_eq!(score.with_seats_swapped().with_points(Bottom, 0), Some(at(5, 0, 2).unwrap()));
        assert_eq!([3, 4, 300, u32::MAX].map(|points| score.with_points(Top, points)), [None; 4]);
    }
}
