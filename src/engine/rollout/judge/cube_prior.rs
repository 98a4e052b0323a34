//! Beliefs about a cube decision before its trials: the same of all such decisions, or those after a look.

use super::accounts::Accounts;
use super::prior::Prior;
use super::units::DOUBLE_PASS;
use crate::eval::Look;

/// Beliefs about a cube decision before a trial is made: how much better a double is than none, and a take than a pass.
#[derive(Clone, Copy, Debug)]
pub struct CubePriors {
    /// The prior of the advantage of no double over a double.
    pub doubles: Prior,
    /// The prior of the advantage of double/take over double/pass.
    pub takes: Prior,
}

impl CubePriors {
    /// Those of decisions that are worth a rollout.
    pub const USUAL: Self = Self { doubles: Prior::DOUBLES, takes: Prior::TAKES };

    /// Those before the trials of some accounts.
    pub fn before(accounts: &Accounts, beavers: bool) -> Self {
        accounts.look().and_then(|look| Self::of_look(look, beavers)).unwrap_or(Self::USUAL)
    }

    /// Those after a look at the decision; `None` after one at plays.
    pub fn of_look(look: &Look, beavers: bool) -> Option<Self> {
        let [double, take] = look.questions()?;
        let [mut doubles, takes] = [double.difference(0, 1), take.difference(1, 0)].map(|open| Prior::of_look(&open));
        let taken = DOUBLE_PASS + takes.mean;
        doubles.mean += taken.min(DOUBLE_PASS) - answered(taken, beavers).min(DOUBLE_PASS);
        Some(Self { doubles, takes })
    }
}

/// The value of a double that is not passed: below nothing it is beavered, where that is allowed, and the beaver is
/// dropped where it costs more.
pub(super) fn answered(taken: f64, beavers: bool) -> f64 {
    if beavers && taken < 0.0 { taken.min((2.0 * taken).max(-2.0 * DOUBLE_PASS)) } else { taken }
}
