//! The hot pieces of our own nets, written once for every instruction set.
//!
//! Activations are at most 127, so that a sum of two products fits an `i16`.

mod shots;
#[cfg(test)]
mod tests;

pub(super) use shots::hitting_rolls;

use super::layout::{
    ACTIVATION_ONE, ACTIVATIONS, Activations, Block, COUNTS, ChangedFeatures, Changes, FeatureRows, HIDDEN_UNIT, LANES,
    MAX_HIDDEN, PANEL, Parts, Places, Quad, ScoredPlay, WEIGHT_ONE, board_row,
};
use crate::board::{HOME_POINTS, POINTS, masks};
use crate::simd::{Floats, Instructions, Shorts, Vector, signed};

/// The factor from sums of the second layer to its units.
const MIDDLE_SCALE: f32 = 1.0 / (ACTIVATION_ONE * WEIGHT_ONE);

/// Pips of a checker on each place. The padding holds no checkers.
const DISTANCES: [u8; 32] = distances_to(0);

/// Pips from each place to the last one before `start`.
const fn distances_to(start: usize) -> [u8; 32] {
    let (mut distances, mut i) = ([0; 32], start);
    while i < 32 {
        distances[i] = (i - start) as u8 + 1;
        i += 1;
    }
    distances
}

/// How many checkers a side has, and its pips.
#[inline(always)]
pub(super) fn total_and_pips<I: Instructions>(with: I, side: &[u8; 32]) -> [u32; 2] {
    with.sums_of_bytes(side, &DISTANCES)
}

/// The pips that bring all of a side's checkers home, and those that bring them out of the other side's home board.
#[inline(always)]
pub(super) fn pips_outside_and_away<I: Instructions>(with: I, side: &[u8; 32]) -> [u32; 2] {
    let pips = |distances| with.sums_of_bytes(side, distances)[1];
    [pips(&const { distances_to(HOME_POINTS) }), pips(&const { distances_to(POINTS - HOME_POINTS) })]
}

/// The row before that of one checker, for each side and place: a count added gives its row.
static ROWS_BEFORE: [[i16; 32]; 2] = {
    let mut all = [[0; 32]; 2];
    let mut place = 0;
    while place < 25 {
        all[0][place] = board_row(0, place, 1) as i16 - 1;
        all[1][place] = board_row(1, place, 1) as i16 - 1;
        place += 1;
    }
    all
};

/// Lists the steps that lead one side's checkers from `before` to `now`, each a place in a list of rows of so many
/// blocks; returns whether there are none.
///
/// All places at once: the step up to or down from the higher of both counts, then the one below it where the counts
/// differ by two or more.
#[inline(always)]
pub(super) fn changed_steps<I: Instructions>(
    set: I,
    side: usize,
    [now, before]: [&[u8; 32]; 2],
    blocks: u16,
    changed: &mut Places,
) -> bool {
    const { assert!(2 * 2 * 25 * COUNTS * (MAX_HIDDEN / HIDDEN_UNIT) <= 1 << 16, "steps of the widest net fit 16 bits") };
    let different = masks::different(now, before);
    if different == 0 {
        return true;
    }
    let number = |value| I::Shorts::splat(set, value);
    let (now, before) = (I::Shorts::widen(set, now), I::Shorts::widen(set, before));
    let (more, fewer) = (now - before, before - now);
    let top = I::Shorts::load(set, &ROWS_BEFORE[side]) + now.max(before);
    // Each row has a step up to it and one down from it, after the row of zeros.
    let step = top + top + number(1) + fewer.max(number(0)).min(number(1));
    let mut step = step * number(blocks as i16);
    let lower = number(2 * blocks as i16);
    let distance = more.max(fewer);
    step.list(different, changed.extend(different.count_ones() as usize));
    // Whether a count differs by two is unpredictable, so there is no branch on it.
    let mut apart = 1;
    let mut still = distance.exceeds(number(apart));
    loop {
        step = step - lower;
        step.list(still, changed.extend(still.count_ones() as usize));
        apart += 1;
        still = distance.exceeds(number(apart));
        if still == 0 {
            return false;
        }
    }
}

/// Lists the feature rows that differ, each in both positions.
#[inline(always)]
pub(super) fn changed_features<I: Instructions>(
    set: I,
    now: &FeatureRows,
    before: &FeatureRows,
    moved: &mut ChangedFeatures,
) {
    let (now, before) = (I::Shorts::load(set, signed(now)), I::Shorts::load(set, signed(before)));
    let different = now.differs(before);
    moved.count = different.count_ones() as usize;
    before.list(different, &mut moved.from);
    now.list(different, &mut moved.to);
}

/// Lists the rows that one side's checkers light up, each a place in a list of rows of so many blocks.
#[inline(always)]
pub(super) fn active_rows<I: Instructions>(set: I, side: usize, now: &[u8; 32], blocks: u16, lit: &mut Places) {
    let number = |value| I::Shorts::splat(set, value);
    let now = I::Shorts::widen(set, now);
    let row = I::Shorts::load(set, &ROWS_BEFORE[side]) + now.min(number(COUNTS as i16));
    let occupied = now.exceeds(number(0));
    (row * number(blocks as i16)).list(occupied, lit.extend(occupied.count_ones() as usize));
}

/// The halves of a block.
#[inline(always)]
fn halves<I: Instructions>(set: I, block: &Block) -> [I::Shorts; 2] {
    let (halves, _) = block.0.as_chunks::<32>();
    [I::Shorts::load(set, &halves[0]), I::Shorts::load(set, &halves[1])]
}

/// The halves of a block to memory.
#[inline(always)]
fn store<S: Shorts>([low, high]: [S; 2], block: &mut Block) {
    let (halves, _) = block.0.as_chunks_mut::<32>();
    low.store(&mut halves[0]);
    high.store(&mut halves[1]);
}

#[inline(always)]
fn plus<S: Shorts>(a: [S; 2], b: [S; 2]) -> [S; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// Adds rows of one block to sums, given their places in a list.
#[inline(always)]
pub(super) fn add_rows<I: Instructions>(set: I, to: &mut Block, rows: &[Block], places: &[u16]) {
    let mut sums = halves(set, to);
    for &place in places {
        sums = plus(sums, halves(set, &rows[usize::from(place)]));
    }
    store(sums, to);
}

/// Brings `N` times 64 sums of the first layer up to date, then clips them, and squares all of them (`M` is 2) or
/// multiplies the halves of each block with each other (`M` is 1).
#[inline(always)]
pub(super) fn activate<I: Instructions, const N: usize, const M: usize>(
    set: I,
    from: &mut [Block; N],
    changes: Changes<'_>,
    activations: &mut [[Activations; M]; N],
) {
    let Changes { steps, changed, rows, moved, block } = changes;
    let mut sums = [[I::Shorts::splat(set, 0); 2]; N];
    for (sums, from) in sums.iter_mut().zip(&*from) {
        *sums = halves(set, from);
    }
    for &place in changed {
        for (sums, weights) in sums.iter_mut().zip(&steps[place as usize + block..][..N]) {
            *sums = plus(*sums, halves(set, weights));
        }
    }
    for [before, now] in moved.pairs() {
        let rows = rows[before + block..][..N].iter().zip(&rows[now + block..][..N]);
        for (sums, (before, now)) in sums.iter_mut().zip(rows) {
            let (before, now) = (halves(set, before), halves(set, now));
            *sums = plus(*sums, [now[0] - before[0], now[1] - before[1]]);
        }
    }
    for ((sums, from), activations) in sums.into_iter().zip(from).zip(activations) {
        store(sums, from);
        match activations.as_mut_slice() {
            [low, high] => {
                sums[0].activations(sums[0], &mut low.0);
                sums[1].activations(sums[1], &mut high.0);
            }
            [both] => sums[0].activations(sums[1], &mut both.0),
            _ => unreachable!("a block has two halves"),
        }
    }
}

/// The activations of a position, four at a time, the lowest byte first.
#[inline(always)]
fn fours(activations: &[Activations]) -> &[[u8; 4]] {
    const { assert!(size_of::<Activations>() == ACTIVATIONS, "blocks of activations have no gaps between them") };
    // SAFETY: `Activations` is an array of so many bytes without padding, and bytes need no alignment.
    unsafe { std::slice::from_raw_parts(activations.as_ptr().cast(), activations.len() * (ACTIVATIONS / 4)) }
}

/// Sums of activations and second-layer weights of one position.
#[inline(always)]
pub(super) fn middle<I: Instructions>(
    set: I,
    activations: &[Activations],
    weights: &[Quad],
    bias: &[i32; PANEL],
    middle: &mut [i32; PANEL],
) {
    middle_sums(set, [activations], weights, bias, std::array::from_mut(middle));
}

/// [`middle`] of four positions with the same weights.
#[inline(always)]
pub(super) fn middle_of_four<I: Instructions>(
    set: I,
    activations: [&[Activations]; 4],
    weights: &[Quad],
    bias: &[i32; PANEL],
    middle: &mut [[i32; PANEL]; 4],
) {
    if I::HOLDS_FOUR {
        middle_sums(set, activations, weights, bias, middle);
    } else {
        for (activations, middle) in activations.into_iter().zip(middle) {
            middle_sums(set, [activations], weights, bias, std::array::from_mut(middle));
        }
    }
}

#[inline(always)]
fn middle_sums<I: Instructions, const N: usize>(
    set: I,
    activations: [&[Activations]; N],
    weights: &[Quad],
    bias: &[i32; PANEL],
    middle: &mut [[i32; PANEL]; N],
) {
    let (bias, _) = bias.as_chunks::<16>();
    let (start, zero) = ([I::Ints::read(set, &bias[0]), I::Ints::read(set, &bias[1])], I::Ints::splat(set, 0));
    // Every other quad has sums of its own, so that one product need not wait for the last.
    let mut sums = [[start; N], [[zero; 2]; N]];
    let fours: [&[[u8; 4]]; N] = activations.map(|activations| &fours(activations)[..weights.len()]);
    for (pair, weights) in weights.as_chunks::<2>().0.iter().enumerate() {
        for (odd, (sums, weights)) in sums.iter_mut().zip(weights).enumerate() {
            let (halves, _) = weights.0.as_chunks::<64>();
            for (sums, fours) in sums.iter_mut().zip(fours) {
                let four = fours[2 * pair + odd];
                *sums = [sums[0].plus_products(four, &halves[0]), sums[1].plus_products(four, &halves[1])];
            }
        }
    }
    let [even, odd] = sums;
    for ((even, odd), middle) in even.into_iter().zip(odd).zip(middle) {
        let (halves, _) = middle.as_chunks_mut::<16>();
        (even[0] + odd[0]).write(&mut halves[0]);
        (even[1] + odd[1]).write(&mut halves[1]);
    }
}

/// Units of the second layer from their sums.
#[inline(always)]
fn units<I: Instructions>(set: I, middle: &[i32; PANEL]) -> [I::Floats; 2] {
    let (halves, _) = middle.as_chunks::<16>();
    let scale = I::Floats::splat(set, MIDDLE_SCALE);
    let units = |sums| (I::Floats::of(I::Ints::read(set, sums)) * scale).clip();
    [units(&halves[0]), units(&halves[1])]
}

/// Weights of an output.
#[inline(always)]
fn output_weights<I: Instructions>(set: I, weights: &[f32; PANEL]) -> [I::Floats; 2] {
    let (halves, _) = weights.as_chunks::<16>();
    [set.load(&halves[0]), set.load(&halves[1])]
}

/// Computes the sums of outputs from the second layer; products are added upper half onto lower half.
#[inline(always)]
pub(super) fn outputs<I: Instructions, const N: usize>(
    set: I,
    middle: &[i32; PANEL],
    weights: &[[f32; PANEL]; N],
) -> [f32; N] {
    let units = units(set, middle);
    let mut outputs = [0.0; N];
    for (output, weights) in outputs.iter_mut().zip(weights) {
        let [low, high] = output_weights(set, weights);
        *output = (units[0] * low + units[1] * high).sum();
    }
    outputs
}

/// [`outputs`] of sixteen positions with the same weights, by output.
#[inline(always)]
pub(super) fn outputs_of_lanes<I: Instructions, const N: usize>(
    set: I,
    middle: &[[i32; PANEL]; LANES],
    weights: &[[f32; PANEL]; N],
    sums: &mut [[f32; LANES]; N],
) {
    let mut all = [[I::Floats::splat(set, 0.0); 2]; LANES];
    for (all, middle) in all.iter_mut().zip(middle) {
        *all = units(set, middle);
    }
    for (sums, weights) in sums.iter_mut().zip(weights) {
        let [low, high] = output_weights(set, weights);
        let mut products = [I::Floats::splat(set, 0.0); LANES];
        for (products, units) in products.iter_mut().zip(&all) {
            *products = units[0] * low + units[1] * high;
        }
        I::Floats::sums(set, &products).store(sums);
    }
}

/// The value of one play by the filter net: sixteen partial sums.
#[inline(always)]
pub(super) fn score_play<I: Instructions>(set: I, play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
    let ScoredPlay { base, steps, changed, worth } = play;
    let mut sums = halves(set, base);
    for place in changed {
        sums = plus(sums, halves(set, &steps[usize::from(place)]));
    }
    let [low, high] = halves(set, &worth.weights);
    let parts_of_low = sums[0].half_squares().dot(low, I::Ints::first(set, worth.bias));
    let parts_of_high = sums[1].half_squares().dot(high, I::Ints::splat(set, 0));
    (parts_of_low + parts_of_high).write(parts);
}

/// The sums of sixteen numbers, sixteen times.
#[inline(always)]
pub(super) fn row_sums<I: Instructions>(set: I, parts: &Parts) -> [i32; LANES] {
    I::Ints::sums(set, parts)
}
