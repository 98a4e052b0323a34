//! 128-bit vectors of 64-bit ARM: four registers to a vector.
//!
//! Vectors are made from a token or from vectors. So `SAFETY: the set is there` means: whoever calls has one of the
//! two, which only a machine with NEON has.

/// An operation on the four registers of vectors.
macro_rules! each {
    ($operation:expr, $a:expr) => {{
        let Self([a, b, c, d]) = $a;
        // SAFETY: the set is there.
        unsafe { Self([$operation(a), $operation(b), $operation(c), $operation(d)]) }
    }};
    ($operation:expr, $a:expr, $b:expr) => {{
        let (Self([a, b, c, d]), Self([e, f, g, h])) = ($a, $b);
        // SAFETY: the set is there.
        unsafe { Self([$operation(a, e), $operation(b, f), $operation(c, g), $operation(d, h)]) }
    }};
}

mod floats;
mod ints;
mod shorts;

pub(super) use floats::NeonFloats;
pub(super) use ints::NeonInts;
pub(super) use shorts::NeonShorts;

use super::{Instructions, Neon};
use std::arch::aarch64::*;

impl Instructions for Neon {
    type Ints = NeonInts;
    type Shorts = NeonShorts;
    type Floats = NeonFloats;

    #[inline(always)]
    fn sums_of_bytes(self, bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
        // SAFETY: the token proves that the machine has the set.
        unsafe { sums_of_bytes(bytes, weights) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn sums_of_bytes(bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
    let (mut sum, mut products) = (0, vdupq_n_u32(0));
    for (bytes, weights) in bytes.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        // SAFETY: the sixteen bytes read each time are those borrowed.
        let (bytes, weights) = unsafe { (vld1q_u8(bytes.as_ptr()), vld1q_u8(weights.as_ptr())) };
        sum += u32::from(vaddlvq_u8(bytes));
        products = vpadalq_u16(products, vmull_u8(vget_low_u8(bytes), vget_low_u8(weights)));
        products = vpadalq_u16(products, vmull_high_u8(bytes, weights));
    }
    [sum, vaddvq_u32(products)]
}
