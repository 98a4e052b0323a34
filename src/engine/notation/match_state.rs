//! The state around a position: cube, score, dice, whose turn it is.

use crate::board::{ByPlayer, Player, Roll};
use crate::scoring::{Cube, GameValue, Terms};

/// How far a game has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No game has been started.
    NotStarted,
    /// The game is being played.
    #[default]
    Playing,
    /// A player has borne off everything.
    Over,
    /// The game ended by a resignation.
    Resigned,
    /// The game ended by a pass.
    Passed,
}

impl Phase {
    /// The phases by their number in a Match ID.
    pub const ALL: [Self; 5] = [Self::NotStarted, Self::Playing, Self::Over, Self::Resigned, Self::Passed];
}

/// Everything that a Match ID or an XGID holds apart from the checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchState {
    /// How far the game has come.
    pub phase: Phase,
    /// The player on roll, by whom positions are seen.
    pub on_roll: Player,
    /// The player to decide: the one not on roll while a double or a resignation awaits an answer.
    pub decides: Player,
    /// The roll to be played, if the dice have been rolled.
    pub dice: Option<Roll>,
    /// The cube, before the double that may be offered.
    pub cube: Cube,
    /// Whether a double has been offered.
    pub doubled: bool,
    /// The resignation that has been offered.
    pub resignation: Option<GameValue>,
    /// Money or match, with the score of the match.
    pub terms: Terms,
    /// Points won so far in a money session; 0 in a match, whose score is in `terms`.
    pub money_score: ByPlayer<u16>,
    /// The winner of a match that is over, with all points; the score in `terms` is that before the last game.
    pub winner: Option<(Player, u8)>,
    /// The logarithm of the largest cube; only an XGID tells it.
    pub cube_limit: u8,
}

/// The logarithm of the largest cube as it is usually written: no limit that anybody meets.
pub const USUAL_CUBE_LIMIT: u8 = 10;

impl MatchState {
    /// The first roll of a money session is to be thrown by `on_roll`.
    pub fn money(on_roll: Player) -> Self {
        Self {
            phase: Phase::Playing,
            on_roll,
            decides: on_roll,
            dice: None,
            cube: Cube::START,
            doubled: false,
            resignation: None,
            terms: Terms::MONEY,
            money_score: ByPlayer([0; 2]),
            winner: None,
            cube_limit: USUAL_CUBE_LIMIT,
        }
    }

    /// The points each player has, of the match or the session.
    pub fn score(&self) -> ByPlayer<u16> {
        let mut points = match self.terms {
            Terms::Money { .. } => self.money_score,
            Terms::Match(score) => ByPlayer(score.score().0.map(u16::from)),
        };
        if let Some((winner, all)) = self.winner {
            points[winner] = all.into();
        }
        points
    }

    /// This state with the players in each other's seats.
    #[must_use]
    pub fn with_seats_swapped(&self) -> Self {
        Self {
            on_roll: !self.on_roll,
            decides: !self.decides,
            cube: self.cube.with_seats_swapped(),
            terms: match self.terms {
                Terms::Match(score) => Terms::Match(score.with_seats_swapped()),
                money @ Terms::Money { .. } => money,
            },
            money_score: ByPlayer([self.money_score.0[1], self.money_score.0[0]]),
            winner: self.winner.map(|(player, points)| (!player, points)),
            ..*self
        }
    }

    /// The state before the double that is on offer, if there is one: the doubler is to decide again.
    #[must_use]
    pub fn before_the_double(&self) -> Self {
        if self.doubled { Self { doubled: false, decides: self.on_roll, ..*self } } else { *self }
    }
}
