//! The forward pass, written once for every instruction set.
//!
//! - A hidden sum starts from its threshold; the inputs are added in input order, each product rounded before the
//!   addition. Inputs of 0 are left out or add a zero, those of 1 are added without a product.
//! - An output sum runs over the hidden units in four interleaved partial sums (unit modulo 4), added
//!   as `(s0 + s1) + (s2 + s3)`, then the threshold.
//!
//! Vectors work side by side on hidden units, outputs and positions, never within one sum, so that every set gives the
//! bits of the scalar one.

mod first;
mod last;
mod side_by_side;
#[cfg(test)]
mod tests;

use super::forward::{Batch, CHUNK};
use super::inputs::BASE_PLACES;
use super::sigmoid::squashed;
use crate::eval::Outputs;
use crate::simd::{Floats, Instructions, Lanes, Vectorized, vectorized_by};

/// The evaluation of a batch.
pub(super) struct Pass<'a, 'b> {
    /// The positions.
    pub batch: &'a mut Batch<'b>,
    /// Room for the hidden units of [`BATCH`](super::forward::BATCH) positions.
    pub sums: &'a mut [Lanes],
    /// An output for each position.
    pub out: &'a mut [Outputs],
}

/// Evaluates a batch by a kernel.
pub(super) fn run(kernel: crate::simd::Kernel, pass: Pass<'_, '_>) {
    vectorized_by(kernel, pass);
}

impl Vectorized for Pass<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, set: I) {
        let Self { batch, sums, out } = self;
        let net = batch.net;
        if batch.sides.len() >= I::WORTH_A_LANE {
            match net.columns.len() / (2 * BASE_PLACES) {
                8 => return side_by_side::evaluate::<I, 8>(set, net, batch.sides, out),
                12 => return side_by_side::evaluate::<I, 12>(set, net, batch.sides, out),
                16 => return side_by_side::evaluate::<I, 16>(set, net, batch.sides, out),
                _ => {}
            }
        }
        batch.write_scaled::<I::Ints>(set);
        if net.chunk_blocks == 1 {
            first::accumulate::<I, 1>(set, net, batch, sums);
        } else {
            first::accumulate::<I, CHUNK>(set, net, batch, sums);
        }
        let beta = I::Floats::splat(set, net.beta_hidden);
        for sum in &mut sums[..batch.sides.len() * net.blocks] {
            squashed(beta * I::Floats::load(set, &sum.0)).store(&mut sum.0);
        }
        last::outputs(set, net, sums, out);
    }
}
