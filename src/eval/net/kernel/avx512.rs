//! 512-bit vectors: sixteen hidden units, or four positions by four partial sums.

use crate::board::Checkers;
use crate::eval::Outputs;
use crate::eval::inputs::vector::avx512::Avx512;
use crate::eval::inputs::{BASE_PLACES, Bytes, Inputs, transpose};
use crate::eval::net::forward::{Batch, CHUNK, Net};
use crate::eval::net::lanes::Lanes;
use crate::eval::net::sigmoid::EXPONENTIALS;
use std::arch::x86_64::*;

/// Positions whose outputs are computed together.
const FOUR: usize = 4;

/// Whether this machine has what [`run`] needs.
pub(super) fn is_available() -> bool {
    use std::arch::is_x86_feature_detected as has;
    let vectors = has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl");
    vectors && has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

/// Evaluates a batch.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run(batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
    let net = batch.net;
    if batch.sides.len() >= WORTH_A_LANE {
        match net.columns.len() / (2 * BASE_PLACES) {
            8 => return side_by_side::<8>(net, batch.sides, out),
            16 => return side_by_side::<16>(net, batch.sides, out),
            _ => {}
        }
    }
    batch.write_scaled::<Avx512>();
    let positions = batch.sides.len();
    if net.chunk_blocks == 1 {
        for (position, sums) in (0..positions).zip(sums.chunks_mut(net.blocks)) {
            accumulate::<1>(net, &batch.inputs(position), sums);
        }
    } else {
        for (first, sums) in (0..positions).step_by(2).zip(sums.chunks_mut(2 * net.blocks)) {
            if first + 1 < positions {
                accumulate_two(net, &batch.inputs(first), &batch.inputs(first + 1), sums);
            } else {
                accumulate::<CHUNK>(net, &batch.inputs(first), sums);
            }
        }
    }
    for (sums, out) in sums.chunks_mut(FOUR * net.blocks).zip(out.chunks_mut(FOUR)) {
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
                    *unit = _mm512_add_ps(*unit, _mm512_set1_ps(column.0[usize::from(first) % Lanes::WIDTH]));
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
            for ((partial, unit), &weight) in partial.iter_mut().zip(units).zip(weights) {
                *partial = _mm512_add_ps(*partial, _mm512_mul_ps(_mm512_set1_ps(weight), *unit));
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

/// The hidden sums of one position.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate<const N: usize>(net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    let thresholds = net.thresholds.as_chunks::<N>().0;
    for (chunk, (sums, thresholds)) in sums.as_chunks_mut::<N>().0.iter_mut().zip(thresholds).enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        let mut acc = [_mm512_setzero_ps(); N];
        for (acc, threshold) in acc.iter_mut().zip(thresholds) {
            *acc = load(&threshold.0);
        }
        for side in &inputs.sides {
            for row in side.rows() {
                for (acc, weights) in acc.iter_mut().zip(&rows[row]) {
                    *acc = _mm512_add_ps(*acc, load(&weights.0));
                }
            }
            for (i, input) in inputs.multiplied(side) {
                let input = _mm512_set1_ps(input);
                for (acc, weights) in acc.iter_mut().zip(&rows[net.first_scaled + i]) {
                    *acc = _mm512_add_ps(*acc, _mm512_mul_ps(input, load(&weights.0)));
                }
            }
        }
        for (sum, acc) in sums.iter_mut().zip(acc) {
            store(&mut sum.0, acc);
        }
    }
}

/// The hidden sums of two positions, of a net whose chunks have [`CHUNK`] blocks.
///
/// Rows that are multiplied are read once for both, from the second level of the cache. An input that one of them lacks
/// adds a zero there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate_two(net: &Net, first: &Inputs<'_>, second: &Inputs<'_>, sums: &mut [Lanes]) {
    let (first_sums, second_sums) = sums.split_at_mut(net.blocks);
    for chunk in 0..net.blocks / CHUNK {
        let rows = net.chunk_rows::<CHUNK>(chunk);
        let blocks = chunk * CHUNK..(chunk + 1) * CHUNK;
        let (mut a, mut b) = ([_mm512_setzero_ps(); CHUNK], [_mm512_setzero_ps(); CHUNK]);
        for ((a, b), threshold) in a.iter_mut().zip(&mut b).zip(&net.thresholds[blocks.clone()]) {
            (*a, *b) = (load(&threshold.0), load(&threshold.0));
        }
        for nth in 0..2 {
            for row in first.sides[nth].rows() {
                for (a, weights) in a.iter_mut().zip(&rows[row]) {
                    *a = _mm512_add_ps(*a, load(&weights.0));
                }
            }
            for row in second.sides[nth].rows() {
                for (b, weights) in b.iter_mut().zip(&rows[row]) {
                    *b = _mm512_add_ps(*b, load(&weights.0));
                }
            }
            for (i, [of_a, of_b]) in first.multiplied_with(second, nth) {
                let (of_a, of_b) = (_mm512_set1_ps(of_a), _mm512_set1_ps(of_b));
                for ((a, b), weights) in a.iter_mut().zip(&mut b).zip(&rows[net.first_scaled + i]) {
                    let weights = load(&weights.0);
                    *a = _mm512_add_ps(*a, _mm512_mul_ps(of_a, weights));
                    *b = _mm512_add_ps(*b, _mm512_mul_ps(of_b, weights));
                }
            }
        }
        for (sum, a) in first_sums[blocks.clone()].iter_mut().zip(a) {
            store(&mut sum.0, a);
        }
        for (sum, b) in second_sums[blocks].iter_mut().zip(b) {
            store(&mut sum.0, b);
        }
    }
}

/// The outputs of four positions from their hidden sums; those without a place in `out` do not matter.
///
/// The four partial sums of an output take four lanes for each position.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish(net: &Net, sums: &[Lanes], out: &mut [Outputs]) {
    let beta = _mm512_set1_ps(net.beta_hidden);
    let mut acc = [_mm512_setzero_ps(); 5];
    for block in 0..net.blocks {
        let mut hidden = [_mm512_setzero_ps(); FOUR];
        for (position, hidden) in hidden.iter_mut().enumerate() {
            *hidden = sigmoid(_mm512_mul_ps(beta, load(&sums[position * net.blocks + block].0)));
        }
        // From sixteen units of each position to four units of all positions, four times.
        let [a, b, c, d] = hidden;
        let (ab_low, cd_low) = (_mm512_shuffle_f32x4::<0x44>(a, b), _mm512_shuffle_f32x4::<0x44>(c, d));
        let (ab_high, cd_high) = (_mm512_shuffle_f32x4::<0xee>(a, b), _mm512_shuffle_f32x4::<0xee>(c, d));
        let quarters = [
            _mm512_shuffle_f32x4::<0x88>(ab_low, cd_low),
            _mm512_shuffle_f32x4::<0xdd>(ab_low, cd_low),
            _mm512_shuffle_f32x4::<0x88>(ab_high, cd_high),
            _mm512_shuffle_f32x4::<0xdd>(ab_high, cd_high),
        ];
        for (q, quarter) in quarters.into_iter().enumerate() {
            for (k, acc) in acc.iter_mut().enumerate() {
                let weights = _mm512_broadcast_f32x4(load_quarter(&net.output_row(k)[block], q));
                *acc = _mm512_add_ps(*acc, _mm512_mul_ps(weights, quarter));
            }
        }
    }
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

/// The outputs of one position: the partial sums of four outputs at once, then of the fifth.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish_one(net: &Net, sums: &mut [Lanes]) -> Outputs {
    let beta = _mm512_set1_ps(net.beta_hidden);
    for sum in &mut sums[..net.blocks] {
        let hidden = sigmoid(_mm512_mul_ps(beta, load(&sum.0)));
        store(&mut sum.0, hidden);
    }
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
    let steps = _mm512_mul_ps(ten, _mm512_min_ps(_mm512_abs_ps(z), ten));
    let i = _mm512_cvttps_epi32(steps);
    let beyond = _mm512_add_ps(_mm512_sub_ps(steps, _mm512_cvtepi32_ps(i)), ten);
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
