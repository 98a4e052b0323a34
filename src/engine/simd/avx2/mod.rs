//! 256-bit vectors: two registers to a vector.
//!
//! Vectors are made from a token or from vectors. So `SAFETY: the set is there` means: whoever calls has one of the
//! two, which only a machine with AVX2 has.

/// An operation on both registers of vectors.
macro_rules! each {
    ($operation:expr, $a:expr) => {{
        let Self([a, b]) = $a;
        // SAFETY: the set is there.
        unsafe { Self([$operation(a), $operation(b)]) }
    }};
    ($operation:expr, $a:expr, $b:expr) => {{
        let (Self([a, b]), Self([c, d])) = ($a, $b);
        // SAFETY: the set is there.
        unsafe { Self([$operation(a, c), $operation(b, d)]) }
    }};
}

mod floats;
mod ints;
mod shorts;

pub(super) use floats::{Avx2Floats, sum_of_eight};
pub(super) use ints::{Avx2Ints, columns_of};
pub(super) use shorts::Avx2Shorts;

use super::{Avx2, Instructions};
use std::arch::x86_64::*;

impl Instructions for Avx2 {
    type Ints = Avx2Ints;
    type Shorts = Avx2Shorts;
    type Floats = Avx2Floats;

    const BLOCKS: usize = 3;

    #[inline(always)]
    fn sums_of_bytes(self, bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
        // SAFETY: the token proves that the machine has the set.
        unsafe { sums_of_bytes(bytes, weights) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sums_of_bytes(bytes: &[u8; 32], weights: &[u8; 32]) -> [u32; 2] {
    // SAFETY: 32 bytes each; no alignment needed.
    let [bytes, weights] =
        [bytes, weights].map(|bytes| unsafe { _mm256_loadu_si256(bytes.as_ptr().cast::<__m256i>()) });
    let products = _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), _mm256_set1_epi16(1));
    // Sums of bytes in the low 32 bits of every 64, which leaves the high ones for half of the products.
    let sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    let products = _mm256_add_epi32(products, _mm256_srli_epi64::<32>(products));
    let both = _mm256_or_si256(sums, _mm256_slli_epi64::<32>(products));
    let both = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let both = _mm_cvtsi128_si64(_mm_add_epi32(both, _mm_unpackhi_epi64(both, both))) as u64;
    [both as u32, (both >> 32) as u32]
}
