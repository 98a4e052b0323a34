//! The inputs of the race net that belong to no place: checkers off and crossovers to go.

use super::rows::{OFF_FLAGS, Scaled};
use crate::board::{Checkers, POINTS};
use crate::simd::Lanes;

/// Inputs of both sides.
const INPUTS: usize = 2 * (OFF_FLAGS + 1);

/// Writes the flags and crossovers of both sides of some positions, the opponent's first.
#[inline(always)]
pub(super) fn write(positions: &[[&Checkers; 2]], scaled: &mut Scaled) {
    scaled.values[..INPUTS].fill(Lanes::ZERO);
    for (position, sides) in positions.iter().enumerate() {
        write_one(*sides, position, scaled);
    }
}

#[inline(always)]
fn write_one([me, opponent]: [&Checkers; 2], position: usize, scaled: &mut Scaled) {
    let mut present = 0;
    for (nth, side) in [opponent, me].into_iter().enumerate() {
        let first = nth * (OFF_FLAGS + 1);
        let off = 15_usize.saturating_sub(side.total() as usize);
        if (1..=OFF_FLAGS).contains(&off) {
            scaled.values[first + off - 1].0[position] = 1.0;
            present |= 1 << (first + off - 1);
        }
        let crossovers = crossovers(side);
        if crossovers > 0 {
            scaled.values[first + OFF_FLAGS].0[position] = crossovers as f32 / 10.0;
            present |= 1 << (first + OFF_FLAGS);
        }
    }
    scaled.present[0].0[position] = present;
    scaled.present[1].0[position] = 0;
}

/// Quarters of the board that the checkers still have to cross, each as often as it is crossed.
fn crossovers(side: &Checkers) -> u32 {
    (6..POINTS).map(|i| u32::from(side[i]) * (i as u32 / 6)).sum()
}
