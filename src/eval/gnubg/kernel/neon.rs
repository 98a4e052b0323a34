//! 128-bit vectors of 64-bit ARM: four hidden units at a time.

use super::Forward;
use crate::eval::Outputs;
use crate::eval::gnubg::forward::{Batch, CHUNK, Net};
use crate::eval::gnubg::inputs::Inputs;
use crate::eval::gnubg::sigmoid::{EXPONENTIALS, STEPS};
use crate::simd;
use crate::simd::Instructions;
use crate::simd::Lanes;
use std::arch::aarch64::*;

/// A block of hidden units.
type Vectors = [float32x4_t; Lanes::WIDTH / 4];

impl Forward for simd::Neon {
    #[inline(always)]
    fn forward(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
        // SAFETY: the token says that the machine has the set.
        unsafe { run(batch, sums, out) }
    }
}

/// Evaluates a batch.
#[target_feature(enable = "neon")]
#[inline]
fn run(batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
    batch.write_scaled::<<simd::Neon as Instructions>::Ints>();
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
#[target_feature(enable = "neon")]
fn accumulate<const N: usize>(net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    for (chunk, sums) in sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        let mut acc: [Vectors; N] = std::array::from_fn(|block| load(&net.thresholds[chunk * N + block]));
        for side in &inputs.sides {
            for row in side.rows() {
                for (acc, weights) in acc.iter_mut().zip(&rows[row]) {
                    let weights = load(weights);
                    *acc = std::array::from_fn(|i| vaddq_f32(acc[i], weights[i]));
                }
            }
            for (i, &input) in inputs.multiplied(side) {
                let input = vdupq_n_f32(input);
                for (acc, weights) in acc.iter_mut().zip(&rows[net.first_scaled + i]) {
                    let weights = load(weights);
                    *acc = std::array::from_fn(|i| vaddq_f32(acc[i], vmulq_f32(input, weights[i])));
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
#[target_feature(enable = "neon")]
fn finish(net: &Net, sums: &[Lanes]) -> Outputs {
    let beta = vdupq_n_f32(net.beta_hidden);
    let mut acc = [vdupq_n_f32(0.0); 5];
    for (block, sums) in sums.iter().enumerate() {
        let hidden = load(sums).map(|sum| sigmoid(vmulq_f32(beta, sum)));
        for (k, acc) in acc.iter_mut().enumerate() {
            for (weights, hidden) in load(&net.output_row(k)[block]).into_iter().zip(hidden) {
                *acc = vaddq_f32(*acc, vmulq_f32(weights, hidden));
            }
        }
    }
    // (s0 + s1) + (s2 + s3), of four outputs at once.
    let four = vpaddq_f32(vpaddq_f32(acc[0], acc[1]), vpaddq_f32(acc[2], acc[3]));
    let pairs = vpaddq_f32(acc[4], acc[4]);
    let fifth = vpaddq_f32(pairs, pairs);
    let thresholds = &net.output_thresholds;
    let first = [thresholds[0], thresholds[1], thresholds[2], thresholds[3]];
    let beta = vdupq_n_f32(net.beta_output);
    let [a, b, c, d] = to_array(sigmoid(vmulq_f32(beta, vaddq_f32(four, from_array(&first)))));
    let [e, ..] = to_array(sigmoid(vmulq_f32(beta, vaddq_f32(fifth, vdupq_n_f32(thresholds[4])))));
    Outputs([a, b, c, d, e])
}

/// The table of exponentials, filled up to a power of two; only the first 101 are ever looked up.
static TABLE: [f32; 128] = {
    let mut table = [0.0; 128];
    let mut i = 0;
    while i < STEPS {
        table[i] = EXPONENTIALS[i];
        i += 1;
    }
    table
};

/// [`super::super::sigmoid::sigmoid`] of four numbers.
#[inline]
#[target_feature(enable = "neon")]
fn sigmoid(z: float32x4_t) -> float32x4_t {
    let (one, ten) = (vdupq_n_f32(1.0), vdupq_n_f32(10.0));
    // Of a number and what is not one, the minimum is the number.
    let steps = vmulq_f32(ten, vminnmq_f32(vabsq_f32(z), ten));
    let i = vcvtq_u32_f32(steps);
    let beyond = vaddq_f32(vsubq_f32(steps, vcvtq_f32_u32(i)), ten);
    let mut indices = [0; 4];
    // SAFETY: the four numbers written are those of the array.
    unsafe { vst1q_u32(indices.as_mut_ptr(), i) };
    let entry = from_array(&indices.map(|i| TABLE[i as usize % TABLE.len()]));
    let c = vdivq_f32(one, vaddq_f32(one, vmulq_f32(entry, beyond)));
    vbslq_f32(vcltzq_f32(z), c, vsubq_f32(one, c))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(block: &Lanes) -> Vectors {
    let (quarters, _) = block.0.as_chunks::<4>();
    std::array::from_fn(|i| from_array(&quarters[i]))
}

#[inline]
#[target_feature(enable = "neon")]
fn store(block: &mut Lanes, vectors: Vectors) {
    for (quarter, vector) in block.0.as_chunks_mut::<4>().0.iter_mut().zip(vectors) {
        *quarter = to_array(vector);
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn from_array(values: &[f32; 4]) -> float32x4_t {
    // SAFETY: the four floats read are those of the array; the load does not ask for alignment.
    unsafe { vld1q_f32(values.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn to_array(vector: float32x4_t) -> [f32; 4] {
    let mut values = [0.0; 4];
    // SAFETY: the four floats written are those of the array; the store does not ask for alignment.
    unsafe { vst1q_f32(values.as_mut_ptr(), vector) };
    values
}
