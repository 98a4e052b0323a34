//! The hidden sums.

use crate::eval::gnubg::forward::{BATCH, Batch, FOUR, Net};
use crate::eval::gnubg::inputs::{Inputs, PLACE_ROWS, SideInputs};
use crate::simd::{Floats, Instructions, Lanes, Shorts};

/// The hidden sums of a batch.
///
/// Where the registers hold four positions, all fours go through a chunk before the next one, whose rows would push
/// this one's out of the nearest cache.
#[inline(always)]
pub(super) fn accumulate<I: Instructions, const N: usize>(set: I, net: &Net, batch: &Batch<'_>, sums: &mut [Lanes]) {
    let positions = batch.sides.len();
    let mut done = 0;
    if I::HOLDS_FOUR {
        let fours = if positions % FOUR == 1 { positions / FOUR } else { positions.div_ceil(FOUR) };
        let mut lists = [Four::NONE; BATCH / FOUR];
        for (n, list) in lists[..fours].iter_mut().enumerate() {
            list.fill(set, batch, FOUR * n);
        }
        for chunk in 0..net.blocks / N {
            for (n, (list, sums)) in lists[..fours].iter().zip(sums.chunks_mut(FOUR * net.blocks)).enumerate() {
                accumulate_four::<I, N>(set, net, batch, n, list, chunk, sums);
            }
        }
        done = fours * FOUR;
    }
    for position in done..positions {
        accumulate_one::<I, N>(set, net, &batch.inputs(position), &mut sums[position * net.blocks..][..net.blocks]);
    }
}

/// The numbers of rows, then zeros: the row of nothing.
type Rows = [u16; 32];

/// Lists the rows of a side; returns how many they are.
#[inline(always)]
fn pick<I: Instructions>(set: I, side: &SideInputs<'_>, rows: &mut Rows) -> usize {
    /// The rows before those of each place.
    static STARTS: [i16; 32] = {
        let (mut starts, mut place) = ([0; 32], 0);
        while place < 32 {
            starts[place] = (place * PLACE_ROWS) as i16 - 1;
            place += 1;
        }
        starts
    };
    let number = |value| I::Shorts::splat(set, value);
    let counts = I::Shorts::widen(set, side.checkers.bytes()).min(number(PLACE_ROWS as i16));
    (I::Shorts::load(set, &STARTS) + counts + number(side.first as i16)).list(side.places, rows);
    side.places.count_ones() as usize
}

#[inline(always)]
fn load_all<I: Instructions, const N: usize>(set: I, from: &[Lanes; N]) -> [I::Floats; N] {
    let mut all = [set.splat(0.0); N];
    for (one, from) in all.iter_mut().zip(from) {
        *one = set.load(&from.0);
    }
    all
}

#[inline(always)]
fn store_all<F: Floats, const N: usize>(all: [F; N], to: &mut [Lanes]) {
    for (to, one) in to.iter_mut().zip(all) {
        one.store(&mut to.0);
    }
}

#[inline(always)]
fn add_row<I: Instructions, const N: usize>(set: I, sums: &mut [I::Floats; N], rows: &[[Lanes; N]], row: u16) {
    for (sum, weights) in sums.iter_mut().zip(&rows[usize::from(row)]) {
        *sum = *sum + set.load(&weights.0);
    }
}

/// The hidden sums of one position.
#[inline(always)]
fn accumulate_one<I: Instructions, const N: usize>(set: I, net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    let (mut picked, mut counts) = ([[0; 32]; 2], [0; 2]);
    for ((picked, count), side) in picked.iter_mut().zip(&mut counts).zip(&inputs.sides) {
        *count = pick(set, side, picked);
    }
    let thresholds = net.thresholds.as_chunks::<N>().0;
    for (chunk, (sums, thresholds)) in sums.as_chunks_mut::<N>().0.iter_mut().zip(thresholds).enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        let mut acc = load_all(set, thresholds);
        for ((picked, &count), side) in picked.iter().zip(&counts).zip(&inputs.sides) {
            for &row in picked.iter().take(count) {
                add_row(set, &mut acc, rows, row);
            }
            for (i, input) in inputs.multiplied(side) {
                let input = I::Floats::spread(set, input);
                for (acc, weights) in acc.iter_mut().zip(&rows[net.first_scaled + i]) {
                    *acc = *acc + input * I::Floats::load(set, &weights.0);
                }
            }
        }
        store_all(acc, sums);
    }
}

/// The amount that four positions add.
#[derive(Clone, Copy)]
struct Four {
    /// The rows of checkers by position and side; those of the first position alone where all share them.
    picked: [[Rows; 2]; FOUR],
    /// The rows of the position that has most, by side.
    most: [usize; 2],
    /// The inputs after these that some position has, by side.
    multiplied: [u64; 2],
    /// Whether all have the same checkers, by side.
    shared: [bool; 2],
}

impl Four {
    const NONE: Self = Self { picked: [[[0; _]; 2]; FOUR], most: [0; 2], multiplied: [0; 2], shared: [false; 2] };

    /// The four positions from the first on; missing ones repeat the last one.
    #[inline(always)]
    fn fill<I: Instructions>(&mut self, set: I, batch: &Batch<'_>, first: usize) {
        let inputs = |n: usize| batch.inputs((first + n).min(batch.sides.len() - 1)).sides;
        let sides = [inputs(0), inputs(1), inputs(2), inputs(3)];
        for nth in 0..2 {
            let [a, b, c, d] = [&sides[0][nth], &sides[1][nth], &sides[2][nth], &sides[3][nth]];
            let is_shared = a.checkers == b.checkers && a.checkers == c.checkers && a.checkers == d.checkers;
            self.multiplied[nth] = a.scaled | b.scaled | c.scaled | d.scaled;
            self.shared[nth] = is_shared;
            self.most[nth] = 0;
            for (side, picked) in [a, b, c, d].into_iter().zip(&mut self.picked).take(if is_shared { 1 } else { FOUR })
            {
                self.most[nth] = self.most[nth].max(pick(set, side, &mut picked[nth]));
            }
        }
    }
}

/// The hidden sums of the `nth` four positions in one chunk.
///
/// They go through as many rows as the one with the most, the others through the row of nothing at the end, and a row
/// that all four need is read once. An input that one of them lacks adds a zero there.
#[inline(always)]
fn accumulate_four<I: Instructions, const N: usize>(
    set: I,
    net: &Net,
    batch: &Batch<'_>,
    four: usize,
    list: &Four,
    chunk: usize,
    sums: &mut [Lanes],
) {
    let Four { picked, most, multiplied, shared } = list;
    let rows = net.chunk_rows::<N>(chunk);
    let mut a = load_all(set, &net.thresholds.as_chunks::<N>().0[chunk]);
    let (mut b, mut c, mut d) = (a, a, a);
    for nth in 0..2 {
        if shared[nth] {
            for &row in &picked[0][nth][..most[nth]] {
                let row = &rows[usize::from(row)];
                for ((((a, b), c), d), weights) in a.iter_mut().zip(&mut b).zip(&mut c).zip(&mut d).zip(row) {
                    let weights = I::Floats::load(set, &weights.0);
                    (*a, *b, *c, *d) = (*a + weights, *b + weights, *c + weights, *d + weights);
                }
            }
        } else {
            let (of_a, of_b, of_c, of_d) = (&picked[0][nth], &picked[1][nth], &picked[2][nth], &picked[3][nth]);
            let lists = of_a.iter().zip(of_b).zip(of_c.iter().zip(of_d));
            for ((&of_a, &of_b), (&of_c, &of_d)) in lists.take(most[nth]) {
                add_row(set, &mut a, rows, of_a);
                add_row(set, &mut b, rows, of_b);
                add_row(set, &mut c, rows, of_c);
                add_row(set, &mut d, rows, of_d);
            }
        }
        for (i, [of_a, of_b, of_c, of_d]) in batch.scaled.of_four(multiplied[nth], four) {
            let (of_a, of_b) = (I::Floats::spread(set, of_a), I::Floats::spread(set, of_b));
            let (of_c, of_d) = (I::Floats::spread(set, of_c), I::Floats::spread(set, of_d));
            let row = &rows[net.first_scaled + i];
            for ((((a, b), c), d), weights) in a.iter_mut().zip(&mut b).zip(&mut c).zip(&mut d).zip(row) {
                let weights = I::Floats::load(set, &weights.0);
                (*a, *b) = (*a + of_a * weights, *b + of_b * weights);
                (*c, *d) = (*c + of_c * weights, *d + of_d * weights);
            }
        }
    }
    for (n, acc) in [a, b, c, d].into_iter().enumerate() {
        store_all(acc, &mut sums[n * net.blocks + chunk * N..]);
    }
}
