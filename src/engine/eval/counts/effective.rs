//! The effective pip count: rolls to bear off, in pips.

use crate::board::Checkers;
use crate::eval::bearoff::{OneSided, home_number};
use serde::Serialize;

/// Pips of an average roll.
const PIPS_PER_ROLL: f64 = 49.0 / 6.0;

/// Pips with the waste in them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EffectivePips {
    /// Expected rolls to bear off.
    pub rolls: f64,
    /// Those rolls times 49/6, the pips of an average roll.
    pub pips: f64,
    /// How many of the pips are waste: the difference from the plain count.
    pub wastage: f64,
}

impl EffectivePips {
    /// The count from expected rolls and the plain pip count.
    pub fn new(rolls: f64, pips: u32) -> Self {
        let effective = rolls * PIPS_PER_ROLL;
        Self { rolls, pips: effective, wastage: effective - f64::from(pips) }
    }

    /// The exact count of a side that is home, `None` for another.
    pub fn exact(side: &Checkers, one_sided: &OneSided) -> Option<Self> {
        side.are_home().then(|| Self::new(one_sided.mean_rolls(home_number(side)), side.pips()))
    }
}
