//! The hot pieces of our own nets, written once for every instruction set.
//!
//! Activations are at most 127, so that a sum of two products fits an `i16`.

mod shots;
#[cfg(test)]
mod tests;

pub(super) use shots::hitting_rolls;

use super::layout::{
    ACTIVATION_ONE, ACTIVATIONS, Activations, BOARD_COUNTS, Block, ChangedFeatures, Changes, FeatureRows, FirstWeights,
    HIDDEN_UNIT, LANES, MAX_HIDDEN, PANEL, Parts, Places, Quad, ScoredPlay, WEIGHT_ONE, board_row,
};
use super::narrow::Narrow;
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

/// Lists the steps that lead one side's checkers from `before` to `now`, 1 + 2 r one up to row r and 2 + 2 r one down
/// from it; returns whether there are none.
///
/// All places at once: the step up to or down from the higher of both counts, then the one below it where the counts
/// differ by two or more.
#[inline(always)]
pub(super) fn changed_steps<I: Instructions>(
    set: I,
    side: usize,
    [now, before]: [&[u8; 32]; 2],
    changed: &mut Places,
) -> bool {
    let different = masks::different(now, before);
    if different == 0 {
        return true;
    }
    let number = |value| I::Shorts::splat(set, value);
    let (now, before) = (I::Shorts::widen(set, now), I::Shorts::widen(set, before));
    let (more, fewer) = (now - before, before - now);
    let top = I::Shorts::load(set, &ROWS_BEFORE[side]) + now.max(before);
    let mut step = top + top + number(1) + fewer.max(number(0)).min(number(1));
    let lower = number(2);
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

/// Lists the rows to which steps lead up, and those from which they lead down, each a place in a list of rows of so
/// many blocks.
#[inline(always)]
pub(super) fn rows_of_steps(steps: &Places, blocks: u16, [up, down]: &mut [Places; 2]) {
    const { assert!(2 * 25 * BOARD_COUNTS * (MAX_HIDDEN / HIDDEN_UNIT) <= 1 << 16, "rows of the widest net fit 16 bits") };
    up.clear();
    down.clear();
    // Where a step leads is unpredictable, so there is no branch on it.
    for &step in steps.as_slice() {
        let (row, is_down) = ((step - 1) / 2 * blocks, step % 2 == 0);
        up.push_if(row, !is_down);
        down.push_if(row, is_down);
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

/// Lists the rows that one side's checkers light up, each a place in a list of rows of this many blocks.
#[inline(always)]
pub(super) fn active_rows<I: Instructions>(set: I, side: usize, now: &[u8; 32], blocks: u16, lit: &mut Places) {
    let number = |value| I::Shorts::splat(set, value);
    let now = I::Shorts::widen(set, now);
    let row = I::Shorts::load(set, &ROWS_BEFORE[side]) + now.min(number(BOARD_COUNTS as i16));
    let occupied = now.exceeds(number(0));
    (row * number(blocks as i16)).list(occupied, lit.extend(occupied.count_ones() as usize));
}

/// The halves of a block.
#[inline(always)]
fn halves<S: Shorts>(set: Token<S>, block: &Block) -> [S; 2] {
    let (halves, _) = block.0.as_chunks::<32>();
    [S::load(set, &halves[0]), S::load(set, &halves[1])]
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
    let mut sums: [I::Shorts; 2] = halves(set, to);
    for &place in places {
        sums = plus(sums, halves(set, &rows[usize::from(place)]));
    }
    store(sums, to);
}

/// Weights of 64 units in one row, by how they lie in memory, and sums of them.
pub(super) trait Weights: Sized {
    /// Sums to which nothing has been added yet.
    fn start<S: Shorts>(set: Token<S>, from: &Block) -> [S; 2];
    /// Sums with these weights.
    fn added<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2];
    /// Sums without these weights.
    fn taken<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2];
    /// The halves of a block that begins as `from`.
    fn end<S: Shorts>(set: Token<S>, sums: [S; 2], from: &Block, factors: &Block) -> [S; 2];
}

/// The token of an instruction set.
type Token<S> = <<S as Shorts>::Ints as Vector>::Set;

/// The sums are those of the halves.
impl Weights for Block {
    #[inline(always)]
    fn start<S: Shorts>(set: Token<S>, from: &Block) -> [S; 2] {
        halves(set, from)
    }

    #[inline(always)]
    fn added<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2] {
        plus(sums, halves(set, self))
    }

    #[inline(always)]
    fn taken<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2] {
        let [low, high] = halves(set, self);
        [sums[0] - low, sums[1] - high]
    }

    #[inline(always)]
    fn end<S: Shorts>(_: Token<S>, sums: [S; 2], _: &Block, _: &Block) -> [S; 2] {
        sums
    }
}

/// The sums are those of the numbers, which wrap around, and those of their upper bytes. What the upper bytes add to
/// the numbers is taken off in the end.
impl Weights for Narrow {
    #[inline(always)]
    fn start<S: Shorts>(set: Token<S>, _: &Block) -> [S; 2] {
        [S::splat(set, 0); 2]
    }

    #[inline(always)]
    fn added<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2] {
        let both = S::load(set, &self.0);
        [sums[0] + both, sums[1] + both.upper()]
    }

    #[inline(always)]
    fn taken<S: Shorts>(&self, set: Token<S>, sums: [S; 2]) -> [S; 2] {
        let both = S::load(set, &self.0);
        [sums[0] - both, sums[1] - both.upper()]
    }

    #[inline(always)]
    fn end<S: Shorts>(set: Token<S>, [both, high]: [S; 2], from: &Block, factors: &Block) -> [S; 2] {
        let (from, factors) = (halves::<S>(set, from), halves::<S>(set, factors));
        let low = both - high * S::splat(set, 256);
        [from[0] + low * factors[0], from[1] + high * factors[1]]
    }
}

/// Brings `N` times 64 sums of the first layer up to date, then clips them, and squares all of them (`M` is 2) or
/// multiplies the halves of each block with each other (`M` is 1).
#[inline(always)]
pub(super) fn activate<I: Instructions, W: Weights, const N: usize, const M: usize>(
    set: I,
    from: &mut [Block; N],
    changes: Changes<'_, W>,
    activations: &mut [[Activations; M]; N],
) {
    let Changes { weights: FirstWeights { steps, features, factors }, up, down, moved, lit, block } = changes;
    let mut sums = [[I::Shorts::splat(set, 0); 2]; N];
    for (sums, from) in sums.iter_mut().zip(&*from) {
        *sums = W::start(set, from);
    }
    for &place in up {
        for (sums, weights) in sums.iter_mut().zip(&steps[usize::from(place) + block..][..N]) {
            *sums = weights.added(set, *sums);
        }
    }
    for &place in down {
        for (sums, weights) in sums.iter_mut().zip(&steps[usize::from(place) + block..][..N]) {
            *sums = weights.taken(set, *sums);
        }
    }
    for [before, now] in moved.pairs() {
        let rows = features[before + block..][..N].iter().zip(&features[now + block..][..N]);
        for (sums, (before, now)) in sums.iter_mut().zip(rows) {
            *sums = now.added(set, before.taken(set, *sums));
        }
    }
    for &place in lit {
        for (sums, weights) in sums.iter_mut().zip(&features[usize::from(place) + block..][..N]) {
            *sums = weights.added(set, *sums);
        }
    }
    let factors = &factors[block..][..N];
    for (((sums, from), activations), factors) in sums.into_iter().zip(from).zip(activations).zip(factors) {
        let sums = W::end(set, sums, from, factors);
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
    // SAFETY: `Activations` is an array of this many bytes without padding, and bytes need no alignment.
    unsafe { std::slice::from_raw_parts(activations.as_ptr().cast(), activations.len() * (ACTIVATIONS / 4)) }
}

/// Lists the fours of activations that are not all zero, and says how many they are.
#[inline(always)]
fn lit_fours<I: Instructions>(set: I, activations: &[Activations], lit: &mut LitFours) -> usize {
    let (groups, _) = sixteens(activations).as_chunks::<2>();
    let mut count = 0;
    let mut places = I::Shorts::load(set, &FIRST_PLACES);
    for [low, high] in groups {
        let mask = I::Ints::read(set, low).occupied() | I::Ints::read(set, high).occupied() << 16;
        places.list(mask, lit[count..].first_chunk_mut().expect("room for 32 more"));
        count += mask.count_ones() as usize;
        places = places + I::Shorts::splat(set, 32);
    }
    // Nets of 64 products have fewer.
    let all = activations.len() * ACTIVATIONS / 4;
    for place in 32 * groups.len()..all {
        lit[count] = place as u16;
        count += 1;
    }
    count
}

/// Places of fours in a list, and room for a vector more.
pub(super) type LitFours = [u16; MAX_HIDDEN / 4 + 32];

/// The numbers from 0 to 31.
static FIRST_PLACES: [i16; 32] = {
    let (mut places, mut i) = ([0; 32], 0);
    while i < 32 {
        places[i] = i as i16;
        i += 1;
    }
    places
};

/// Activations as numbers of four, sixteen at a time; those of an odd block are left out.
#[inline(always)]
fn sixteens(activations: &[Activations]) -> &[[i32; 16]] {
    const { assert!(2 * size_of::<Activations>() == size_of::<[i32; 16]>(), "two blocks are sixteen numbers") };
    // SAFETY: `Activations` is an array of bytes without padding, aligned to more than a number.
    unsafe { std::slice::from_raw_parts(activations.as_ptr().cast(), activations.len() / 2) }
}

/// Sums of activations and second-layer weights of one position. Nearly nine activations in ten are 0; fours that all
/// are, three in five, are passed over.
#[inline(always)]
pub(super) fn middle<I: Instructions>(
    set: I,
    activations: &[Activations],
    weights: &[Quad],
    bias: &[i32; PANEL],
    lit: &mut LitFours,
    middle: &mut [i32; PANEL],
) {
    let fours = &fours(activations)[..weights.len()];
    let count = lit_fours(set, activations, lit);
    let (bias, _) = bias.as_chunks::<16>();
    let (start, zero) = ([I::Ints::read(set, &bias[0]), I::Ints::read(set, &bias[1])], I::Ints::splat(set, 0));
    // Every other four has sums of its own, so that one product need not wait for the last.
    let mut sums = [start, [zero; 2]];
    let (pairs, last) = lit[..count].as_chunks::<2>();
    for pair in pairs {
        for (sums, &place) in sums.iter_mut().zip(pair) {
            *sums = plus_four(*sums, fours, weights, place);
        }
    }
    let [mut even, odd] = sums;
    for &place in last {
        even = plus_four(even, fours, weights, place);
    }
    let (halves, _) = middle.as_chunks_mut::<16>();
    (even[0] + odd[0]).write(&mut halves[0]);
    (even[1] + odd[1]).write(&mut halves[1]);
}

/// Sums with the products of one four of activations.
#[inline(always)]
fn plus_four<V: Vector>(sums: [V; 2], fours: &[[u8; 4]], weights: &[Quad], place: u16) -> [V; 2] {
    let (four, (halves, _)) = (fours[usize::from(place)], weights[usize::from(place)].0.as_chunks::<64>());
    [sums[0].plus_products(four, &halves[0]), sums[1].plus_products(four, &halves[1])]
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
    let mut sums: [I::Shorts; 2] = halves(set, base);
    for place in changed {
        sums = plus(sums, halves(set, &steps[usize::from(place)]));
    }
    let [low, high]: [I::Shorts; 2] = halves(set, &worth.weights);
    let parts_of_low = sums[0].half_squares().dot(low, I::Ints::first(set, worth.bias));
    let parts_of_high = sums[1].half_squares().dot(high, I::Ints::splat(set, 0));
    (parts_of_low + parts_of_high).write(parts);
}

/// The sums of sixteen numbers, sixteen times.
#[inline(always)]
pub(super) fn row_sums<I: Instructions>(set: I, parts: &Parts) -> [i32; LANES] {
    I::Ints::sums(set, parts)
}
