//! Features of races: checkers off and pips of each side, and the difference of pips.

use super::Feature;
use super::masks::{SideMasks, pip_difference};

/// All features.
pub(super) const COUNT: usize = 5;

/// The features in the order of their rows.
pub(super) const FEATURES: [Feature; COUNT] = [
    Feature { name: "checkers off, on roll", values: 16 },
    Feature { name: "checkers off, other", values: 16 },
    Feature { name: "pips, on roll", values: 32 },
    Feature { name: "pips, other", values: 32 },
    Feature { name: "difference of pips", values: 49 },
];

/// The value of each feature.
#[inline(always)]
pub(super) fn values([a, b]: &[SideMasks; 2]) -> [u32; COUNT] {
    [15 - a.total.min(15), 15 - b.total.min(15), (a.pips / 4).min(31), (b.pips / 4).min(31), pip_difference(a, b, 2)]
}
