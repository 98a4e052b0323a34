//! Money or match: the rules under which a cube is turned and a game scored.

use crate::board::{ByPlayer, Player};
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

/// The score of a match before the game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "ScoreText")]
pub struct MatchScore {
    /// Points that win the match, 1 to [`MatchScore::LONGEST`].
    pub length: u8,
    /// Points won so far, each less than `length`.
    pub score: ByPlayer<u8>,
    /// Whether this is the Crawford game: no cube.
    pub crawford: bool,
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
#[error("no match to {length} points has the score {} to {}", score[0], score[1])]
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

    /// Points a player still needs: none after winning the match.
    #[must_use]
    pub fn away(&self, player: Player) -> u8 {
        self.length.saturating_sub(self.score[player])
    }

    /// Whether a player is 1-away and the Crawford game has been played.
    #[must_use]
    pub fn is_post_crawford(&self) -> bool {
        !self.crawford && Player::BOTH.iter().any(|&player| self.away(player) == 1)
    }
}

impl Terms {
    /// Money with the usual rules: Jacoby, beavers to 3.
    pub const MONEY: Self = Self::Money { jacoby: true, beavers: 3 };

    /// The match score, `None` for money.
    #[must_use]
    pub const fn match_score(&self) -> Option<&MatchScore> {
        match self {
            Self::Money { .. } => None,
            Self::Match(score) => Some(score),
        }
    }

    /// Whether jacoby's rule holds.
    #[must_use]
    pub const fn is_jacoby(&self) -> bool {
        matches!(self, Self::Money { jacoby: true, .. })
    }
}
