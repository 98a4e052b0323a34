//! Any arrangement as typed or decoded, not yet checked.

use super::{BAR, Checkers, POINTS, Position, Side, Variation};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Counts of checkers as given; [`Setup::into_position`] checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// The side on roll: 24 points in its own numbering, then the bar.
    pub on_roll: [u8; 25],
    /// The other side, in *its* own numbering.
    pub opponent: [u8; 25],
}

/// Why an arrangement cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// More checkers than the variation has.
    #[error("{} has {count} checkers, {allowed} at most", side_name(*.side))]
    TooManyCheckers {
        /// The side.
        side: Side,
        /// How many there are.
        count: u32,
        /// How many the variation has.
        allowed: u32,
    },
    /// Both sides on one point.
    #[error("both sides have checkers on point {0} of the side on roll")]
    SharedPoint(usize),
    /// Both sides on the bar against closed boards: neither could ever move.
    #[error("both sides are on the bar against closed boards")]
    Deadlock,
}

impl Setup {
    /// Checks the arrangement under the rules of a variation.
    ///
    /// # Errors
    /// When the arrangement is not possible: the first fault found, see [`SetupError`].
    pub fn into_position(self, variation: Variation) -> Result<Position, SetupError> {
        let allowed = variation.checkers();
        for (side, counts) in [(Side::OnRoll, &self.on_roll), (Side::Opponent, &self.opponent)] {
            let count = counts.iter().map(|&n| u32::from(n)).sum();
            if count > allowed {
                return Err(SetupError::TooManyCheckers { side, count, allowed });
            }
        }
        if let Some(i) = (0..POINTS).find(|&i| self.on_roll[i] > 0 && self.opponent[23 - i] > 0) {
            return Err(SetupError::SharedPoint(i + 1));
        }
        let closed = |counts: &[u8; 25]| counts[..6].iter().all(|&n| n >= 2);
        if self.on_roll[BAR] > 0 && self.opponent[BAR] > 0 && closed(&self.on_roll) && closed(&self.opponent) {
            return Err(SetupError::Deadlock);
        }
        Ok(Position::from_checkers(Checkers::new(self.on_roll), Checkers::new(self.opponent)))
    }
}

/// Positions that were stored are checked by the standard rules, which allow most checkers, whatever their variation.
impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.into_position(Variation::Standard)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self::from(&position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self { on_roll: *position.on_roll().counts(), opponent: *position.opponent().counts() }
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::OnRoll => "the side on roll",
        Side::Opponent => "the opponent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Setup {
        Setup { on_roll: [0; 25], opponent: [0; 25] }
    }

    #[test]
    fn faults_are_named() {
        let mut setup = empty();
        setup.on_roll[3] = 16;
        let error = setup.into_position(Variation::Standard).unwrap_err();
        assert_eq!(error.to_string(), "the side on roll has 16 checkers, 15 at most");

        let mut setup = empty();
        (setup.on_roll[0], setup.opponent[23]) = (1, 1);
        assert_eq!(setup.into_position(Variation::Standard), Err(SetupError::SharedPoint(1)));

        let mut setup = empty();
        for side in [&mut setup.on_roll, &mut setup.opponent] {
            side[..6].fill(2);
            side[BAR] = 1;
        }
        assert_eq!(setup.into_position(Variation::Standard), Err(SetupError::Deadlock));
    }

    #[test]
    fn a_position_survives_the_round_trip() {
        let start = Variation::Nackgammon.starting_position();
        assert_eq!(Setup::from(&start).into_position(Variation::Nackgammon), Ok(start));
    }
}
