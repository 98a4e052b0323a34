//! Rolls that hit.

use crate::simd::{Instructions, Vector};

/// The lower die, the higher, and both together, for the 15 rolls with two faces; the 16th lane shifts everything out,
/// so that it counts no roll twice.
const PAIRS: [[i32; 16]; 3] = {
    let low = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 32];
    let high = [2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 32];
    let (mut sums, mut i) = ([0; 16], 0);
    while i < 16 {
        sums[i] = low[i] + high[i];
        i += 1;
    }
    [low, high, sums]
};

/// Multiples of the face for the six rolls of one face: in the lower half of the lanes for one checker step and two, in
/// the upper half for three and four.
const fn faces(low: i32, high: i32) -> [i32; 16] {
    let (mut all, mut face) = ([32; 16], 1);
    while face <= 6 {
        all[face as usize - 1] = low * face;
        all[face as usize + 7] = high * face;
        face += 1;
    }
    all
}

/// Lanes whose checkers need not pass over two more points.
const NEAR: [i32; 16] = {
    let (mut all, mut i) = ([0; 16], 0);
    while i < 8 {
        all[i] = -1;
        i += 1;
    }
    all
};

/// How many of the 36 rolls reach a blot from `hitters` over points that are `open`; no checker is on the bar.
#[inline(always)]
pub(in super::super) fn hitting_rolls<I: Instructions>(set: I, hitters: u32, blots: u32, open: u32) -> u32 {
    let [hitters, blots, open] = [hitters, blots, open].map(|mask| I::Ints::splat(set, mask as i32));
    let lanes = |numbers| I::Ints::read(set, numbers);

    let (low, high) = (lanes(&PAIRS[0]), lanes(&PAIRS[1]));
    let direct = hitters.down(low) | hitters.down(high);
    // Both dice with one checker, over either middle point.
    let both = hitters.down(lanes(&PAIRS[2])) & (open.down(low) | open.down(high));
    let pairs = ((direct | both) & blots).occupied().count_ones();

    let (once, twice) = (lanes(const { &faces(1, 1) }), lanes(const { &faces(1, 2) }));
    let (odd, even) = (lanes(const { &faces(1, 3) }), lanes(const { &faces(2, 4) }));
    let passed = open.down(once) & open.down(twice) | lanes(&NEAR);
    let reach = (hitters.down(odd) | hitters.down(even) & open.down(odd)) & passed;
    let doubles = (reach & blots).occupied();
    2 * pairs + ((doubles | doubles >> 8) & 0x3f).count_ones()
}
