//! Dahl's settlement: a game played without a cube is settled for one point when the side on roll would have
//! doubled strongly, and so is valued for all four states of a cube at 1 in one pass.
//!
//! Trials are played to the end of the game, also where a bearoff database holds the cubeless value: the games still
//! differ in who could have cashed. A trial that a horizon ends has the cubeful equity of each state that is not
//! settled.

use crate::board::{Player, Position};
use crate::eval::Outputs;
use crate::rollout::data::trial_record::{CUBELESS, Values};
use crate::rollout::order::settings::SettlementLimit;
use crate::scoring::{Cube, CubeOwner, Terms};

/// Above this equity a side with gammons to win plays on rather than cash.
const TOO_GOOD: f64 = 0.9;

/// How far below the limit an equity still reaches it: chances in bearoff databases are rounded to 16 bits.
const ROUNDING: f64 = 1e-4;

/// The states of the cube, seen by the side that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeState {
    /// No cube.
    Dead = 0,
    /// Either side may settle.
    Centered = 1,
    /// Only the side that decides may.
    Ours = 2,
    /// Only the other side may.
    Theirs = 3,
}

impl CubeState {
    /// All four in the order of [`TrialRecord::settled`](crate::rollout::TrialRecord::settled).
    pub const ALL: [Self; 4] = [Self::Dead, Self::Centered, Self::Ours, Self::Theirs];

    /// The cube at the horizon in this state, `None` for a dead one.
    pub(in crate::rollout) fn cube(self, cube: Cube, decider: Player) -> Option<Cube> {
        let owner = match self {
            Self::Dead => return None,
            Self::Centered => CubeOwner::Centered,
            Self::Ours => CubeOwner::Owned(decider),
            Self::Theirs => CubeOwner::Owned(!decider),
        };
        Some(cube.with_owner(owner))
    }

    const fn may_settle(self, ours: bool) -> bool {
        match self {
            Self::Dead => false,
            Self::Centered => true,
            Self::Ours => ours,
            Self::Theirs => !ours,
        }
    }
}

/// The terms under which a horizon is valued: settlement counts gammons with a centered cube, too.
pub(in crate::rollout) const fn terms(terms: Terms) -> Terms {
    match terms {
        Terms::Money { beavers, .. } => Terms::Money { jacoby: false, beavers },
        of_a_match @ Terms::Match(_) => of_a_match,
    }
}

/// The settlements of one game.
#[derive(Clone, Debug)]
pub struct Settlements {
    limit: SettlementLimit,
    /// The value of each state once it is settled, luck subtracted.
    settled: [Option<f64>; 4],
}

impl Settlements {
    /// Nothing is settled yet.
    pub const fn new(limit: SettlementLimit) -> Self {
        Self { limit, settled: [None; 4] }
    }

    /// The side on roll, `ours` or not, looks at the position and its outputs before it rolls. `correction` is minus
    /// the luck so far: what happens later no longer matters to a settled game.
    pub fn look(&mut self, position: &Position, outputs: &Outputs, ours: bool, correction: &Values) {
        let equity = f64::from(outputs.cubeless_equity());
        let plays_on = equity > TOO_GOOD && outputs.win_gammon() > 0.0;
        if equity < self.limit.in_position(position) - ROUNDING || plays_on {
            return;
        }
        let value = if ours { 1.0 } else { -1.0 } + correction[CUBELESS];
        for state in CubeState::ALL {
            if state.may_settle(ours) {
                self.settled[state as usize].get_or_insert(value);
            }
        }
    }

    /// The values of the four states, given those at the end of the trial.
    pub fn finish(&self, ends: &[f64; 4]) -> [f64; 4] {
        std::array::from_fn(|state| self.settled[state].unwrap_or(ends[state]))
    }
}

/// The value of owning a cube at 1 in middle game positions, in points (Dahl 1995): proportional to the
/// chances of using it, `0.35 (P(win) + P(gammon) / 2)`.
pub fn cube_value(outputs: &Outputs) -> f64 {
    0.35 * (f64::from(outputs.win()) + 0.5 * f64::from(outputs.win_gammon()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Variation};

    const START: Position = Variation::Standard.starting_position();

    /// Outputs with this equity and no gammons.
    fn race(equity: f32) -> Outputs {
        Outputs([(equity + 1.0) / 2.0, 0.0, 0.0, 0.0, 0.0])
    }

    #[test]
    fn the_example_of_the_article() {
        // 0.55 for Black on roll settles the centered cube and Black's; -0.60 with White on roll settles White's;
        // Black wins a gammon in the end.
        let mut game = Settlements::new(SettlementLimit::Same(0.5));
        let none = Values::default();
        game.look(&START, &race(0.1), true, &none);
        game.look(&START, &race(0.55), true, &none);
        game.look(&START, &race(0.6), false, &none);
        assert_eq!(game.finish(&[2.0; 4]), [2.0, 1.0, 1.0, -1.0]);
    }

    #[test]
    fn nobody_cashes_a_gammon() {
        let mut game = Settlements::new(SettlementLimit::Same(0.5));
        game.look(&START, &Outputs([0.95, 0.4, 0.0, 0.0, 0.0]), true, &Values::default());
        assert_eq!(game.finish(&[0.0; 4]), [0.0; 4]);
        game.look(&START, &race(0.95), true, &Values::default());
        assert_eq!(game.finish(&[0.0; 4]), [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn a_rounded_half_reaches_the_limit() {
        let mut game = Settlements::new(SettlementLimit::Same(0.5));
        game.look(&START, &race(0.49998), true, &Values::default());
        assert_eq!(game.finish(&[0.0; 4]), [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn races_are_settled_at_a_limit_of_their_own() {
        let mut home = [0; 25];
        home[..3].copy_from_slice(&[2, 1, 2]);
        let checkers = Checkers::new(home);
        for (position, settled) in [(START, 0.0), (Position::from_checkers(checkers, checkers), 1.0)] {
            let mut game = Settlements::new(SettlementLimit::FITTED);
            game.look(&position, &race(0.52), true, &Values::default());
            assert_eq!(game.finish(&[0.0; 4])[CubeState::Centered as usize], settled);
        }
    }

    #[test]
    fn the_value_of_a_cube() {
        // -0.6 with 30 % wins, 10 % of them gammons: 0.12, so that holding the cube makes it -0.48.
        let outputs = Outputs([0.3, 0.1, 0.0, 0.3, 0.0]);
        assert!((cube_value(&outputs) - 0.1225).abs() < 1e-6);
    }
}
