//! The inner loops, once for each instruction set.
//!
//! `scalar` defines what they compute, and the others give the same bits. They work side by side on hidden units and
//! positions, never within one sum.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;

use super::forward::Batch;
use crate::eval::Outputs;
use crate::simd::{Lanes, dispatcher};

/// The forward pass of an instruction set.
pub(super) trait Forward {
    /// Evaluates a batch: see [`Pass`].
    fn forward(self, batch: &mut Batch<'_>, sums: &mut [Lanes], out: &mut [Outputs]);
}

/// What runs on a forward pass.
pub(super) trait Work {
    /// What it gives.
    type Output;

    /// The work.
    fn run<F: Forward>(self, with: F) -> Self::Output;
}

dispatcher! {
    /// Runs work compiled for a kernel.
    pub(super) fn run runs Work
}

/// The evaluation of a batch.
pub(super) struct Pass<'a, 'b> {
    /// The positions.
    pub batch: &'a mut Batch<'b>,
    /// Room for the hidden units of [`BATCH`](super::forward::BATCH) positions.
    pub sums: &'a mut [Lanes],
    /// An output for each position.
    pub out: &'a mut [Outputs],
}

impl Work for Pass<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<F: Forward>(self, with: F) {
        with.forward(self.batch, self.sums, self.out);
    }
}
