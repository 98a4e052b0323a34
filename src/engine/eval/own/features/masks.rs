//! One side's checkers as masks and sums, from which features are computed.

use super::super::kernel;
use super::FeatureSet;
use crate::board::Checkers;
use crate::board::masks::mirrored;
use crate::simd::Instructions;

/// One side's checkers as bit masks over its own places (bit 24 the bar), with the sums features need.
#[derive(Clone, Copy)]
pub(in super::super) struct SideMasks {
    /// Places with at least one, two, three checkers.
    pub one: u32,
    pub two: u32,
    pub three: u32,
    pub back: u32,
    pub total: u32,
    pub pips: u32,
    /// Pips to bring all checkers home; 0 for sets that do not look at them.
    pub outside: u32,
    /// Pips to bring all checkers out of the other side's home board; 0 likewise.
    pub away: u32,
}

impl SideMasks {
    /// The shape of a side's checkers, as far as a set of features looks at it.
    #[inline(always)]
    pub fn of<I: Instructions>(instructions: I, features: FeatureSet, checkers: &Checkers) -> Self {
        let bytes = checkers.bytes();
        let [total, pips] = kernel::total_and_pips(instructions, bytes);
        let [outside, away] = match features {
            FeatureSet::RaceHome => kernel::pips_outside_and_away(instructions, bytes),
            FeatureSet::Contact | FeatureSet::Race => [0; 2],
        };
        let [one, two, three] = [checkers.at_least::<1>(), checkers.at_least::<2>(), checkers.at_least::<3>()];
        let back = 31 - (one | 1).leading_zeros();
        Self { one, two, three, back, total, pips, outside, away }
    }

    /// Blots in the numbering of the other side.
    #[inline(always)]
    pub fn blots_seen(&self) -> u32 {
        mirrored(self.one & !self.two)
    }

    /// Checkers in the opponent's home board and on the bar, a place counting three at most, all five at most.
    #[inline(always)]
    pub fn far_back(&self) -> u32 {
        self.behind(18).min(5)
    }

    /// Checkers on `place` and behind it, a place counting three at most.
    #[inline(always)]
    pub fn behind(&self, place: u32) -> u32 {
        (self.one >> place).count_ones() + (self.two >> place).count_ones() + (self.three >> place).count_ones()
    }
}

/// Pips of `a` less those of `b`, in steps of this many, from 24 steps behind to 24 ahead.
#[inline(always)]
pub(super) fn pip_difference(a: &SideMasks, b: &SideMasks, unit: i32) -> u32 {
    let difference = (a.pips as i32 - b.pips as i32).div_euclid(unit);
    (difference.clamp(-24, 24) + 24) as u32
}
