//! 512-bit vectors with products and compressed stores of bytes: a register to a vector.
//!
//! Vectors are made from a token or from vectors. So `SAFETY: the set is there` means: whoever calls has one of the
//! two, which only a machine with AVX-512 F, BW, CD, DQ, VL, VNNI and VBMI2 has.

/// An operation on registers.
macro_rules! each {
    ($operation:expr, $a:expr, $b:expr) => {
        // SAFETY: the set is there.
        Self(unsafe { $operation($a.0, $b.0) })
    };
}

/// Sixteen sums of sixteen numbers each, the upper half of each added onto its lower half and so on: sixteen vectors
/// become eight that hold two halves, four that hold four quarters, and at last one. The sum of `vectors[4 * m + i]`
/// comes out as number `4 * i + m`.
macro_rules! sum_tree {
    ($vectors:expr, $add:ident, $sum:ident) => {
        let mut vectors = $vectors;
        for i in 0..8 {
            let (a, b) = (vectors[2 * i], vectors[2 * i + 1]);
            let low = _mm512_shuffle_f32x4::<0b01_00_01_00>(a, b);
            vectors[i] = $add(low, _mm512_shuffle_f32x4::<0b11_10_11_10>(a, b));
        }
        for i in 0..4 {
            let (a, b) = (vectors[2 * i], vectors[2 * i + 1]);
            let low = _mm512_shuffle_f32x4::<0b10_00_10_00>(a, b);
            vectors[i] = $add(low, _mm512_shuffle_f32x4::<0b11_01_11_01>(a, b));
        }
        for i in 0..2 {
            let (a, b) = (vectors[2 * i], vectors[2 * i + 1]);
            let low = _mm512_shuffle_ps::<0b01_00_01_00>(a, b);
            vectors[i] = $add(low, _mm512_shuffle_ps::<0b11_10_11_10>(a, b));
        }
        let [a, b, ..] = vectors;
        let low = _mm512_shuffle_ps::<0b10_00_10_00>(a, b);
        let $sum = $add(low, _mm512_shuffle_ps::<0b11_01_11_01>(a, b));
    };
}

mod floats;
mod ints;
mod shorts;

pub(super) use floats::Avx512Floats;
pub(super) use ints::Avx512Ints;
pub(super) use shorts::Avx512Shorts;

use super::{Avx512, Instructions, avx2};

impl Instructions for Avx512 {
    type Ints = Avx512Ints;
    type Shorts = Avx512Shorts;
    type Floats = Avx512Floats;

    const HOLDS_FOUR: bool = true;
    const BLOCKS: usize = 4;

    #[inline(always)]
    fn sums_of_bytes(self, bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
        // SAFETY: the token proves that the machine has the set.
        unsafe { avx2::sums_of_bytes(bytes, weights) }
    }
}
