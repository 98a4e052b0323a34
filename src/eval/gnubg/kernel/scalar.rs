//! The definition: plain loops, from which every other kernel must not differ by a bit.
//!
//! - A hidden sum starts from its threshold; the inputs are added in input order, each product rounded
//!   before the addition. Inputs of 0 are left out, those of 1 are added without a product.
//! - An output sum runs over the hidden units in four interleaved partial sums (unit modulo 4), added
//!   as `(s0 + s1) + (s2 + s3)`, then the threshold.

use super::Forward;
use crate::eval::Outputs;
use crate::eval::gnubg::forward::{Batch, CHUNK, Net};
use crate::eval::gnubg::inputs::Inputs;
use crate::eval::gnubg::sigmoid::sigmoid;
use crate::simd::Instructions;
use crate::simd::Lanes;
use crate::simd::Scalar;

impl Forward for Scalar {
    #[inline(always)]
    fn forward(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
        run(batch, sums, out);
    }
}

fn run(batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]) {
    batch.write_scaled::<<Scalar as Instructions>::Ints>();
    let net = batch.net;
    for (position, (sums, out)) in sums.chunks_mut(net.blocks).zip(out).enumerate() {
        sums.copy_from_slice(&net.thresholds);
        let inputs = batch.inputs(position);
        if net.chunk_blocks == 1 {
            accumulate::<1>(net, &inputs, sums);
        } else {
            accumulate::<CHUNK>(net, &inputs, sums);
        }
        for sum in sums.iter_mut().flat_map(|block| &mut block.0) {
            *sum = sigmoid(net.beta_hidden * *sum);
        }
        for (k, out) in out.0.iter_mut().enumerate() {
            let mut partial = [0.0; 4];
            for (weights, hidden) in net.output_row(k).iter().zip(&*sums) {
                for (weights, hidden) in weights.0.chunks(4).zip(hidden.0.chunks(4)) {
                    for m in 0..4 {
                        partial[m] += weights[m] * hidden[m];
                    }
                }
            }
            let sum = (partial[0] + partial[1]) + (partial[2] + partial[3]);
            *out = sigmoid(net.beta_output * (sum + net.output_thresholds[k]));
        }
    }
}

fn accumulate<const N: usize>(net: &Net, inputs: &Inputs<'_>, sums: &mut [Lanes]) {
    for (chunk, sums) in sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        for side in &inputs.sides {
            for row in side.rows() {
                add(sums, &rows[row], |weight| weight);
            }
            for (i, &input) in inputs.multiplied(side) {
                add(sums, &rows[net.first_scaled + i], |weight| input * weight);
            }
        }
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [Lanes; N], row: &[Lanes; N], scale: impl Fn(f32) -> f32) {
    for (sums, weights) in sums.iter_mut().zip(row) {
        for (sum, &weight) in sums.0.iter_mut().zip(&weights.0) {
            *sum += scale(weight);
        }
    }
}
