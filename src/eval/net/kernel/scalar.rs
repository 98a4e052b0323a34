//! The definition: plain loops, from which every other kernel must not differ by a bit.
//!
//! - A hidden sum starts from its threshold; the inputs are added in input order, each product rounded
//!   before the addition. Inputs of 0 are left out, those of 1 are added without a product.
//! - An output sum runs over the hidden units in four interleaved partial sums (unit modulo 4), added
//!   as `(s0 + s1) + (s2 + s3)`, then the threshold.

use crate::eval::Outputs;
use crate::eval::inputs::Inputs;
use crate::eval::net::forward::{CHUNK, Net};
use crate::eval::net::lanes::Lanes;
use crate::eval::net::sigmoid::sigmoid;

/// The outputs of the positions whose inputs are given; `sums` is room for the hidden units of each.
pub(crate) fn forward(net: &Net, inputs: &[Inputs], sums: &mut [Lanes], out: &mut [Outputs]) {
    for ((inputs, sums), out) in inputs.iter().zip(sums.chunks_mut(net.blocks)).zip(out) {
        sums.copy_from_slice(&net.thresholds);
        if net.chunk_blocks == 1 {
            accumulate::<1>(net, inputs, sums);
        } else {
            accumulate::<CHUNK>(net, inputs, sums);
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

fn accumulate<const N: usize>(net: &Net, inputs: &Inputs, sums: &mut [Lanes]) {
    let (chunks, _) = sums.as_chunks_mut::<N>();
    for (chunk, sums) in chunks.iter_mut().enumerate() {
        let rows = net.chunk_rows::<N>(chunk);
        for (added, mut scaled) in inputs.groups() {
            for &row in added {
                for (sum, weight) in units(sums).zip(rows[usize::from(row)].iter().flat_map(|block| &block.0)) {
                    *sum += weight;
                }
            }
            while scaled != 0 {
                let i = scaled.trailing_zeros() as usize;
                scaled &= scaled - 1;
                let input = inputs.scaled[i];
                if input != 0.0 {
                    let row = &rows[net.first_scaled + i];
                    for (sum, weight) in units(sums).zip(row.iter().flat_map(|block| &block.0)) {
                        *sum += input * weight;
                    }
                }
            }
        }
    }
}

fn units<const N: usize>(sums: &mut [Lanes; N]) -> impl Iterator<Item = &mut f32> {
    sums.iter_mut().flat_map(|block| &mut block.0)
}
