//! 256-bit vectors: eight hidden units at a time.

use super::Forward;
use crate::eval::Outputs;
use crate::eval::gnubg::forward::{Batch, CHUNK, Net};
use crate::eval::gnubg::inputs::Inputs;
use crate::eval::gnubg::sigmoid::EXPONENTIALS;
use crate::simd;
use crate::simd::Instructions;
use crate::simd::Lanes;
use std::arch::x86_64::*;

impl Forward for simd::Avx2 {
    #[inline(always)]
    fn forward(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
        // SAFETY: the token says that the machine has the set.
        unsafe { run(batch, sums, out) }
    }
}

/// Evaluates a batch.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run(batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
    batch.write_scaled::<<simd::Avx2 as Instructions>::Ints>();
    let net = batch.net;
    for (position, (sums, out)) in sums.chunks_mut(net.blocks).zip(out).enumerate() {
        let inputs = batch.inputs(position);
        if net.chunk_blocks == 1 {
            accumulate::<1>(net, &inputs, sums);
        } else {
            accumulate::<CHUNK>(net, &inputs, sums);
        }
        *out = finish(net, sums);
    }
}

/// The hidden sums of one position.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn accumulate<const N: usize>(net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    for (chunk, sums) in sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        let mut acc = [[_mm256_setzero_ps(); 2]; N];
        for (acc, threshold) in acc.iter_mut().zip(&net.thresholds[chunk * N..]) {
            *acc = load(threshold);
        }
        for side in &inputs.sides {
            for row in side.rows() {
                for (acc, weights) in acc.iter_mut().zip(&rows[row]) {
                    let [low, high] = load(weights);
                    *acc = [_mm256_add_ps(acc[0], low), _mm256_add_ps(acc[1], high)];
                }
            }
            for (i, &input) in inputs.multiplied(side) {
                let input = _mm256_set1_ps(input);
                for (acc, weights) in acc.iter_mut().zip(&rows[net.first_scaled + i]) {
                    let [low, high] = load(weights);
                    *acc = [
                        _mm256_add_ps(acc[0], _mm256_mul_ps(input, low)),
                        _mm256_add_ps(acc[1], _mm256_mul_ps(input, high)),
                    ];
                }
            }
        }
        for (sum, acc) in sums.iter_mut().zip(acc) {
            store(sum, acc);
        }
    }
}

/// The outputs of one position from its hidden sums.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn finish(net: &Net, sums: &mut [Lanes]) -> Outputs {
    let beta = _mm256_set1_ps(net.beta_hidden);
    for sum in &mut *sums {
        let [low, high] = load(sum);
        store(sum, [sigmoid(_mm256_mul_ps(beta, low)), sigmoid(_mm256_mul_ps(beta, high))]);
    }
    let mut acc = [_mm_setzero_ps(); 5];
    for (block, hidden) in sums.iter().enumerate() {
        for q in 0..4 {
            let quarter = load_quarter(hidden, q);
            for (k, acc) in acc.iter_mut().enumerate() {
                let weights = load_quarter(&net.output_row(k)[block], q);
                *acc = _mm_add_ps(*acc, _mm_mul_ps(weights, quarter));
            }
        }
    }
    let mut z = [0.0; 8];
    for (k, acc) in acc.into_iter().enumerate() {
        // (s0 + s1) + (s2 + s3)
        let pairs = _mm_add_ps(acc, _mm_movehdup_ps(acc));
        let sum = _mm_cvtss_f32(_mm_add_ss(pairs, _mm_movehl_ps(pairs, pairs)));
        z[k] = net.beta_output * (sum + net.output_thresholds[k]);
    }
    let results = to_array(sigmoid(from_array(z)));
    Outputs([results[0], results[1], results[2], results[3], results[4]])
}

/// [`super::super::sigmoid::sigmoid`] of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn sigmoid(z: __m256) -> __m256 {
    let ten = _mm256_set1_ps(10.0);
    let magnitude = _mm256_andnot_ps(_mm256_set1_ps(-0.0), z);
    let steps = _mm256_mul_ps(ten, _mm256_min_ps(magnitude, ten));
    let i = _mm256_cvttps_epi32(steps);
    let beyond = _mm256_add_ps(_mm256_sub_ps(steps, _mm256_cvtepi32_ps(i)), ten);
    // SAFETY: `steps` is from 0 to 100, also for a `z` that is not a number, and the table has 101 entries.
    let entry = unsafe { _mm256_i32gather_ps::<4>(EXPONENTIALS.as_ptr(), i) };
    let one = _mm256_set1_ps(1.0);
    let c = _mm256_div_ps(one, _mm256_add_ps(one, _mm256_mul_ps(entry, beyond)));
    let negative = _mm256_cmp_ps::<_CMP_LT_OQ>(z, _mm256_setzero_ps());
    _mm256_blendv_ps(_mm256_sub_ps(one, c), c, negative)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &Lanes) -> [__m256; 2] {
    let (halves, _) = block.0.as_chunks::<8>();
    [from_array(halves[0]), from_array(halves[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(block: &mut Lanes, vectors: [__m256; 2]) {
    for (half, vector) in block.0.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        *half = to_array(vector);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn from_array(values: [f32; 8]) -> __m256 {
    // SAFETY: the eight floats read are those of the array; the load does not ask for alignment.
    unsafe { _mm256_loadu_ps(values.as_ptr()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn to_array(vector: __m256) -> [f32; 8] {
    let mut values = [0.0; 8];
    // SAFETY: the eight floats written are those of the array; the store does not ask for alignment.
    unsafe { _mm256_storeu_ps(values.as_mut_ptr(), vector) };
    values
}

/// Units `4 q` to `4 q + 3` of a block.
#[inline]
#[target_feature(enable = "avx2")]
fn load_quarter(block: &Lanes, q: usize) -> __m128 {
    let values = &block.0.as_chunks::<4>().0[q];
    // SAFETY: the four floats read are those borrowed; the load does not ask for alignment.
    unsafe { _mm_loadu_ps(values.as_ptr()) }
}
