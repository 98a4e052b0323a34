//! 512-bit vectors: sixteen hidden units, or four positions by four partial sums.

use super::Forward;
use crate::board::Checkers;
use crate::eval::Outputs;
use crate::eval::gnubg::forward::{BATCH, Batch, CHUNK, Net};
use crate::eval::gnubg::inputs::{BASE_PLACES, Bytes, Inputs, PLACE_ROWS, SideInputs, transpose};
use crate::eval::gnubg::sigmoid::EXPONENTIALS;
use crate::simd;
use crate::simd::Instructions;
use crate::simd::Lanes;
use std::arch::asm;
use std::arch::x86_64::*;

/// Positions that are computed together.
const FOUR: usize = 4;

impl Forward for simd::Avx512 {
    #[inline(always)]
    fn forward(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
        // SAFETY: the token says that the machine has the set.
        unsafe { run(batch, sums, out) }
    }
}

/// Evaluates a batch.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn run(batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
    let net = batch.net;
    if batch.sides.len() >= WORTH_A_LANE {
        match net.columns.len() / (2 * BASE_PLACES) {
            8 => return side_by_side::<8>(net, batch.sides, out),
            16 => return side_by_side::<16>(net, batch.sides, out),
            _ => {}
        }
    }
    batch.write_scaled::<<simd::Avx512 as Instructions>::Ints>();
    if net.chunk_blocks == 1 {
        accumulate::<1>(net, batch, sums);
    } else {
        accumulate::<CHUNK>(net, batch, sums);
    }
    let beta = _mm512_set1_ps(net.beta_hidden);
    for sum in &mut sums[..batch.sides.len() * net.blocks] {
        let hidden = sigmoid(_mm512_mul_ps(beta, load(&sum.0)));
        store(&mut sum.0, hidden);
    }
    for (sums, out) in sums.chunks_mut(2 * FOUR * net.blocks).zip(out.chunks_mut(2 * FOUR)) {
        if let [out] = out {
            *out = finish_one(net, sums);
        } else {
            finish(net, sums, out);
        }
    }
}

/// As many positions as take as long one by one as sixteen side by side.
const WORTH_A_LANE: usize = 6;

/// Evaluates a batch with a small net that sees the board alone, a lane for each position.
///
/// The sums are those of the other way, but for zeros added where a place is empty.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn side_by_side<const UNITS: usize>(net: &Net, positions: &[[&Checkers; 2]], out: &mut [Outputs]) {
    let mut units = [_mm512_setzero_ps(); UNITS];
    for (unit, &threshold) in units.iter_mut().zip(&net.thresholds[0].0) {
        *unit = _mm512_set1_ps(threshold);
    }
    let places = net.columns.as_chunks::<UNITS>().0;
    let (mut checkers, mut counts) = ([Checkers::NONE; Lanes::WIDTH], Bytes::ZERO);
    // The opponent's checkers come first. Lanes without a position repeat the last one.
    for (places, side) in places.chunks(BASE_PLACES).zip([1, 0]) {
        for (lane, checkers) in checkers.iter_mut().enumerate() {
            *checkers = *positions[lane.min(positions.len() - 1)][side];
        }
        transpose(&checkers, &mut counts);
        for (columns, counts) in places.iter().zip(&counts.0) {
            let first = counts[0];
            // SAFETY: the sixteen bytes read are those borrowed; the load does not ask for alignment.
            let counts = unsafe { _mm_loadu_si128(counts.as_ptr().cast()) };
            if _mm_cmpneq_epi8_mask(counts, _mm_set1_epi8(first as i8)) != 0 {
                let counts = _mm512_cvtepu8_epi32(counts);
                for (unit, column) in units.iter_mut().zip(columns) {
                    *unit = _mm512_add_ps(*unit, _mm512_permutexvar_ps(counts, load(&column.0)));
                }
            } else if first != 0 {
                for (unit, column) in units.iter_mut().zip(columns) {
                    *unit = _mm512_add_ps(*unit, spread(&column.0[usize::from(first) % Lanes::WIDTH]));
                }
            }
        }
    }
    let beta = _mm512_set1_ps(net.beta_hidden);
    for unit in &mut units {
        *unit = sigmoid(_mm512_mul_ps(beta, *unit));
    }
    let beta = _mm512_set1_ps(net.beta_output);
    for (k, &threshold) in net.output_thresholds.iter().enumerate() {
        let mut partial = [_mm512_setzero_ps(); 4];
        for (units, weights) in units.as_chunks::<4>().0.iter().zip(net.output_row(k)[0].0.as_chunks::<4>().0) {
            for ((partial, unit), weight) in partial.iter_mut().zip(units).zip(weights) {
                *partial = _mm512_add_ps(*partial, _mm512_mul_ps(spread(weight), *unit));
            }
        }
        let [a, b, c, d] = partial;
        let sum = _mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d));
        let mut results = Lanes::ZERO;
        store(&mut results.0, sigmoid(_mm512_mul_ps(beta, _mm512_add_ps(sum, _mm512_set1_ps(threshold)))));
        for (out, result) in out.iter_mut().zip(results.0) {
            out.0[k] = result;
        }
    }
}

/// The hidden sums of a batch, of four positions at a time.
///
/// All fours go through a chunk before the next one, whose rows would push this one's out of the nearest cache.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate<const N: usize>(net: &Net, batch: &Batch<'_>, sums: &mut [Lanes]) {
    let positions = batch.sides.len();
    let (fours, rest) = if positions % FOUR == 1 { (positions / FOUR, 1) } else { (positions.div_ceil(FOUR), 0) };
    let mut lists = [Four::NONE; BATCH / FOUR];
    for (n, list) in lists[..fours].iter_mut().enumerate() {
        list.fill(net, batch, FOUR * n);
    }
    for chunk in 0..net.blocks / N {
        for (n, (list, sums)) in lists[..fours].iter().zip(sums.chunks_mut(FOUR * net.blocks)).enumerate() {
            accumulate_four::<N>(net, batch, n, list, chunk, sums);
        }
    }
    if rest == 1 {
        accumulate_one::<N>(net, &batch.inputs(positions - 1), &mut sums[(positions - 1) * net.blocks..]);
    }
}

/// The hidden sums of one position.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate_one<const N: usize>(net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    let thresholds = net.thresholds.as_chunks::<N>().0;
    for (chunk, (sums, thresholds)) in sums.as_chunks_mut::<N>().0.iter_mut().zip(thresholds).enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        let mut acc = load_all(thresholds);
        for side in &inputs.sides {
            for row in side.rows() {
                for (acc, weights) in acc.iter_mut().zip(&rows[row]) {
                    *acc = _mm512_add_ps(*acc, load(&weights.0));
                }
            }
            for (i, input) in inputs.multiplied(side) {
                let input = spread(input);
                for (acc, weights) in acc.iter_mut().zip(&rows[net.first_scaled + i]) {
                    *acc = _mm512_add_ps(*acc, _mm512_mul_ps(input, load(&weights.0)));
                }
            }
        }
        store_all(acc, sums);
    }
}

/// What four positions add.
#[derive(Clone, Copy)]
struct Four {
    /// By position and side the rows of its checkers, then the row of nothing; of the first position alone where all share them.
    picked: [[[u16; 2 * Lanes::WIDTH]; 2]; FOUR],
    /// By side, how many rows the position with the most has.
    most: [usize; 2],
    /// By side, which inputs come after it that some position has.
    multiplied: [u64; 2],
    /// By side, whether all have the same checkers.
    shared: [bool; 2],
}

impl Four {
    const NONE: Self = Self { picked: [[[0; _]; 2]; FOUR], most: [0; 2], multiplied: [0; 2], shared: [false; 2] };

    /// The four positions from the first on; missing ones repeat the last one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fill(&mut self, net: &Net, batch: &Batch<'_>, first: usize) {
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
                self.most[nth] = self.most[nth].max(pick(side, net.nothing(), &mut picked[nth]));
            }
        }
    }
}

/// The hidden sums of the `nth` four positions in one chunk.
///
/// They go through as many rows as the one with the most, the others through the row of nothing at the end, and a row that all
/// four need is read once. An input that one of them lacks adds a zero there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate_four<const N: usize>(
    net: &Net,
    batch: &Batch<'_>,
    four: usize,
    list: &Four,
    chunk: usize,
    sums: &mut [Lanes],
) {
    let Four { picked, most, multiplied, shared } = list;
    let rows = net.chunk_rows::<N>(chunk);
    let mut a = load_all(&net.thresholds.as_chunks::<N>().0[chunk]);
    let (mut b, mut c, mut d) = (a, a, a);
    for nth in 0..2 {
        if shared[nth] {
            for &row in &picked[0][nth][..most[nth]] {
                let row = &rows[usize::from(row)];
                for ((((a, b), c), d), weights) in a.iter_mut().zip(&mut b).zip(&mut c).zip(&mut d).zip(row) {
                    let weights = load(&weights.0);
                    (*a, *b) = (_mm512_add_ps(*a, weights), _mm512_add_ps(*b, weights));
                    (*c, *d) = (_mm512_add_ps(*c, weights), _mm512_add_ps(*d, weights));
                }
            }
        } else {
            let (of_a, of_b, of_c, of_d) = (&picked[0][nth], &picked[1][nth], &picked[2][nth], &picked[3][nth]);
            let lists = of_a.iter().zip(of_b).zip(of_c.iter().zip(of_d));
            for ((&of_a, &of_b), (&of_c, &of_d)) in lists.take(most[nth]) {
                add_row(&mut a, rows, of_a);
                add_row(&mut b, rows, of_b);
                add_row(&mut c, rows, of_c);
                add_row(&mut d, rows, of_d);
            }
        }
        for (i, [of_a, of_b, of_c, of_d]) in batch.scaled.of_four(multiplied[nth], four) {
            let (of_a, of_b, of_c, of_d) = (spread(of_a), spread(of_b), spread(of_c), spread(of_d));
            let row = &rows[net.first_scaled + i];
            for ((((a, b), c), d), weights) in a.iter_mut().zip(&mut b).zip(&mut c).zip(&mut d).zip(row) {
                let weights = load(&weights.0);
                *a = _mm512_add_ps(*a, _mm512_mul_ps(of_a, weights));
                *b = _mm512_add_ps(*b, _mm512_mul_ps(of_b, weights));
                *c = _mm512_add_ps(*c, _mm512_mul_ps(of_c, weights));
                *d = _mm512_add_ps(*d, _mm512_mul_ps(of_d, weights));
            }
        }
    }
    for (n, acc) in [a, b, c, d].into_iter().enumerate() {
        store_all(acc, &mut sums[n * net.blocks + chunk * N..]);
    }
}

/// Lists the rows of a side and then the row of nothing; says how many they are.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pick(side: &SideInputs<'_>, nothing: u16, rows: &mut [u16; 2 * Lanes::WIDTH]) -> usize {
    /// The rows before those of each place.
    static STARTS: [[i32; Lanes::WIDTH]; 2] = {
        let mut starts = [[0; _]; 2];
        let mut place = 0;
        while place < 2 * Lanes::WIDTH {
            starts[place / Lanes::WIDTH][place % Lanes::WIDTH] = (place * PLACE_ROWS) as i32 - 1;
            place += 1;
        }
        starts
    };
    let (first, most) = (_mm512_set1_epi32(side.first as i32), _mm512_set1_epi32(PLACE_ROWS as i32));
    let halves = side.checkers.bytes().as_chunks::<16>().0;
    let mut written = 0;
    for ((half, starts), places) in halves.iter().zip(&STARTS).zip([side.places as u16, (side.places >> 16) as u16]) {
        // SAFETY: the sixteen bytes and numbers read are those borrowed; the loads do not ask for alignment. Of the thirty-two
        // numbers sixteen are written, from the first on or after at most sixteen others.
        unsafe {
            let counts = _mm512_cvtepu8_epi32(_mm_loadu_si128(half.as_ptr().cast()));
            let starts = _mm512_add_epi32(first, _mm512_loadu_si512(starts.as_ptr().cast()));
            let numbers = _mm512_add_epi32(starts, _mm512_min_epi32(counts, most));
            let numbers = _mm512_mask_compress_epi32(_mm512_set1_epi32(i32::from(nothing)), places, numbers);
            _mm256_storeu_si256(rows.as_mut_ptr().add(written).cast(), _mm512_cvtepi32_epi16(numbers));
        }
        written += places.count_ones() as usize;
    }
    written
}

/// The same number in all lanes.
///
/// Written as an instruction for whole numbers, which the compiler would replace: the one for floats takes time of the units
/// that add and multiply (Zen 4).
#[inline]
#[target_feature(enable = "avx512f")]
fn spread(number: &f32) -> __m512 {
    let spread;
    // SAFETY: the instruction, which the function's feature allows, reads the four bytes that are borrowed.
    unsafe {
        asm!(
            "vpbroadcastd {}, dword ptr [{}]",
            out(zmm_reg) spread,
            in(reg) number,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    spread
}

#[inline]
#[target_feature(enable = "avx512f")]
fn add_row<const N: usize>(sums: &mut [__m512; N], rows: &[[Lanes; N]], row: u16) {
    for (sum, weights) in sums.iter_mut().zip(&rows[usize::from(row)]) {
        *sum = _mm512_add_ps(*sum, load(&weights.0));
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_all<const N: usize>(from: &[Lanes; N]) -> [__m512; N] {
    let mut all = [_mm512_setzero_ps(); N];
    for (one, from) in all.iter_mut().zip(from) {
        *one = load(&from.0);
    }
    all
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_all<const N: usize>(all: [__m512; N], to: &mut [Lanes]) {
    for (to, one) in to.iter_mut().zip(all) {
        store(&mut to.0, one);
    }
}

/// The outputs of eight positions or fewer from their hidden units: of two fours, which share the weights, or of one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish(net: &Net, sums: &[Lanes], out: &mut [Outputs]) {
    let (first, second) = sums.split_at(sums.len().min(FOUR * net.blocks));
    let mut acc = [[_mm512_setzero_ps(); 5]; 2];
    if out.len() > FOUR {
        for (block, weights) in net.output_quarters.iter().enumerate() {
            let quarters = [quarters(net, first, block), quarters(net, second, block)];
            let [acc, other_acc] = &mut acc;
            for (q, weights) in weights.iter().enumerate() {
                for ((acc, other_acc), weights) in acc.iter_mut().zip(other_acc.iter_mut()).zip(weights) {
                    let weights = load(&weights.0);
                    *acc = _mm512_add_ps(*acc, _mm512_mul_ps(weights, quarters[0][q]));
                    *other_acc = _mm512_add_ps(*other_acc, _mm512_mul_ps(weights, quarters[1][q]));
                }
            }
        }
    } else {
        for (block, weights) in net.output_quarters.iter().enumerate() {
            for (quarter, weights) in quarters(net, first, block).into_iter().zip(weights) {
                for (acc, weights) in acc[0].iter_mut().zip(weights) {
                    *acc = _mm512_add_ps(*acc, _mm512_mul_ps(load(&weights.0), quarter));
                }
            }
        }
    }
    for (acc, out) in acc.into_iter().zip(out.chunks_mut(FOUR)) {
        finish_four(net, acc, out);
    }
}

/// From sixteen units of each of four positions to four units of all of them, four times.
#[inline]
#[target_feature(enable = "avx512f")]
fn quarters(net: &Net, hidden: &[Lanes], block: usize) -> [__m512; 4] {
    let [a, b, c, d] = [0, 1, 2, 3].map(|position: usize| &hidden[position * net.blocks + block].0);
    let (a, b, c, d) = (load(a), load(b), load(c), load(d));
    let (ab_low, cd_low) = (_mm512_shuffle_f32x4::<0x44>(a, b), _mm512_shuffle_f32x4::<0x44>(c, d));
    let (ab_high, cd_high) = (_mm512_shuffle_f32x4::<0xee>(a, b), _mm512_shuffle_f32x4::<0xee>(c, d));
    [
        _mm512_shuffle_f32x4::<0x88>(ab_low, cd_low),
        _mm512_shuffle_f32x4::<0xdd>(ab_low, cd_low),
        _mm512_shuffle_f32x4::<0x88>(ab_high, cd_high),
        _mm512_shuffle_f32x4::<0xdd>(ab_high, cd_high),
    ]
}

/// The outputs of four positions from their partial sums, which take four lanes for each position; those without a place in `out`
/// do not matter.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish_four(net: &Net, mut acc: [__m512; 5], out: &mut [Outputs]) {
    for acc in &mut acc {
        *acc = add_partial(*acc);
    }
    // Four outputs of a position side by side; the fifth is in all four of its lanes.
    let pairs = [_mm512_mask_blend_ps(0xaaaa, acc[0], acc[1]), _mm512_mask_blend_ps(0x8888, acc[2], acc[3])];
    let four = _mm512_mask_blend_ps(0xcccc, pairs[0], pairs[1]);
    let thresholds = &net.output_thresholds;
    let four_thresholds =
        _mm512_broadcast_f32x4(load_four([thresholds[0], thresholds[1], thresholds[2], thresholds[3]]));
    let beta = _mm512_set1_ps(net.beta_output);
    let four = sigmoid(_mm512_mul_ps(beta, _mm512_add_ps(four, four_thresholds)));
    let fifth = sigmoid(_mm512_mul_ps(beta, _mm512_add_ps(acc[4], _mm512_set1_ps(thresholds[4]))));
    let (mut first, mut last) = (Lanes::ZERO, Lanes::ZERO);
    store(&mut first.0, four);
    store(&mut last.0, fifth);
    for (out, (first, last)) in out.iter_mut().zip(first.0.as_chunks::<4>().0.iter().zip(last.0.chunks(4))) {
        *out = Outputs([first[0], first[1], first[2], first[3], last[0]]);
    }
}

/// The outputs of one position from its hidden units: the partial sums of four outputs at once, then of the fifth.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish_one(net: &Net, sums: &[Lanes]) -> Outputs {
    let mut acc = [_mm_setzero_ps(); 5];
    for (block, hidden) in sums[..net.blocks].iter().enumerate() {
        for q in 0..4 {
            let quarter = load_quarter(hidden, q);
            for (k, acc) in acc.iter_mut().enumerate() {
                let weights = load_quarter(&net.output_row(k)[block], q);
                *acc = _mm_add_ps(*acc, _mm_mul_ps(weights, quarter));
            }
        }
    }
    let mut out = [_mm512_setzero_ps(); 2];
    for (k, acc) in acc.into_iter().enumerate() {
        let sum = add_partial(_mm512_broadcast_f32x4(acc));
        let z = _mm512_add_ps(sum, _mm512_set1_ps(net.output_thresholds[k]));
        out[k / 4] = _mm512_mask_mov_ps(out[k / 4], 1 << (k % 4), z);
    }
    let beta = _mm512_set1_ps(net.beta_output);
    let mut results = [Lanes::ZERO; 2];
    for (result, out) in results.iter_mut().zip(out) {
        store(&mut result.0, sigmoid(_mm512_mul_ps(beta, out)));
    }
    let first = &results[0].0;
    Outputs([first[0], first[1], first[2], first[3], results[1].0[0]])
}

/// `(s0 + s1) + (s2 + s3)` in all four lanes of each quarter. Additions commute, so all lanes agree.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_partial(partial: __m512) -> __m512 {
    let pairs = _mm512_add_ps(partial, _mm512_permute_ps::<0b10_11_00_01>(partial));
    _mm512_add_ps(pairs, _mm512_permute_ps::<0b01_00_11_10>(pairs))
}

/// The table of exponentials, filled up to a power of two; only the first 101 are ever looked up.
static TABLE: [Lanes; 8] = {
    let mut table = [Lanes::ZERO; 8];
    let mut i = 0;
    while i < EXPONENTIALS.len() {
        table[i / Lanes::WIDTH].0[i % Lanes::WIDTH] = EXPONENTIALS[i];
        i += 1;
    }
    table
};

/// [`super::super::sigmoid::sigmoid`] of sixteen numbers.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn sigmoid(z: __m512) -> __m512 {
    let ten = _mm512_set1_ps(10.0);
    let steps = _mm512_mul_ps(ten, _mm512_range_ps::<0b10_10>(z, ten));
    let i = _mm512_cvttps_epi32(steps);
    let beyond = _mm512_add_ps(_mm512_reduce_ps::<0b1011>(steps), ten);
    let exponential = _mm512_mul_ps(look_up(i), beyond);
    let one = _mm512_set1_ps(1.0);
    let c = _mm512_div_ps(one, _mm512_add_ps(one, exponential));
    let negative = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(z, _mm512_setzero_ps());
    _mm512_mask_sub_ps(c, !negative, one, c)
}

/// The entries of the table with indices 0 to 127. Each permutation picks among 32 of them.
#[inline]
#[target_feature(enable = "avx512f")]
fn look_up(i: __m512i) -> __m512 {
    let pick = |first: usize| -> __m512 { _mm512_permutex2var_ps(load(&TABLE[first].0), i, load(&TABLE[first + 1].0)) };
    let odd = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
    let low = _mm512_mask_blend_ps(odd, pick(0), pick(2));
    let high = _mm512_mask_blend_ps(odd, pick(4), pick(6));
    _mm512_mask_blend_ps(_mm512_test_epi32_mask(i, _mm512_set1_epi32(64)), low, high)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(values: &[f32; Lanes::WIDTH]) -> __m512 {
    // SAFETY: the sixteen floats read are those borrowed; the load does not ask for alignment.
    unsafe { _mm512_loadu_ps(values.as_ptr()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(values: &mut [f32; Lanes::WIDTH], vector: __m512) {
    // SAFETY: the sixteen floats written are those borrowed; the store does not ask for alignment.
    unsafe { _mm512_storeu_ps(values.as_mut_ptr(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_four(values: [f32; 4]) -> __m128 {
    // SAFETY: the four floats read are those of the array; the load does not ask for alignment.
    unsafe { _mm_loadu_ps(values.as_ptr()) }
}

/// Units `4 q` to `4 q + 3` of a block.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_quarter(block: &Lanes, q: usize) -> __m128 {
    load_four(block.0.as_chunks::<4>().0[q])
}
