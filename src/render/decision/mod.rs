//! Decisions as tables: one line for each play or cube action, and a sentence that says the conclusion.

mod conclusion;
mod cube;
mod plays;
mod rollout;

pub use conclusion::{conclusion, is_settled, remarks};
pub use cube::{cube_answer, evaluation};
pub use plays::hint;
pub(super) use rollout::players_of_trials;
pub use rollout::{rollout, rollout_detail};

pub(super) use cube::{CubeLines, cube_table};
pub(super) use plays::{PlayLine, plays_table};

use super::Unit;
use crate::rollout::Worth;

/// An estimate in the unit that is shown.
pub(super) fn in_unit(worth: &Worth, unit: Unit) -> (f64, Option<f64>) {
    let estimate = match unit {
        Unit::Mwc => worth.mwc.unwrap_or(worth.equity),
        Unit::Equity => worth.equity,
    };
    (estimate.mean, estimate.std_err)
}

/// A chance that nobody knows to more than a percent: `>99%`, `73%`, `<1%`.
pub(in crate::render) fn rough_chance(chance: f64) -> String {
    match 100.0 * chance {
        percent if percent > 99.5 => ">99%".to_owned(),
        percent if percent < 0.5 => "<1%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chance_is_certain() {
        assert_eq!([1.0, 0.999, 0.734, 0.004, 0.0].map(rough_chance), [">99%", ">99%", "73%", "<1%", "<1%"]);
    }
}
