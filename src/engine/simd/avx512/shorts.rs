//! Short numbers in a register.

use super::Avx512Ints;
use crate::simd::Avx512;
use crate::simd::vector::Shorts;
use std::arch::x86_64::*;

/// Thirty-two numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Shorts(__m512i);

operators! { Avx512Shorts:
    Add add _mm512_add_epi16;
    Sub sub _mm512_sub_epi16;
    Mul mul _mm512_mullo_epi16;
}

impl Shorts for Avx512Shorts {
    type Ints = Avx512Ints;

    lanewise! {
        min _mm512_min_epi16;
        max _mm512_max_epi16;
    }

    #[inline(always)]
    fn load(_: Avx512, from: &[i16; 32]) -> Self {
        // SAFETY: the set is there; the numbers read are those borrowed.
        Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [i16; 32]) {
        // SAFETY: the set is there; the numbers written are those borrowed.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Avx512, value: i16) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_set1_epi16(value) })
    }

    #[inline(always)]
    fn widen(_: Avx512, bytes: &[u8; 32]) -> Self {
        // SAFETY: the set is there; the bytes read are those borrowed.
        Self(unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn differs(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        unsafe { _mm512_cmpneq_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        unsafe { _mm512_cmpgt_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn upper(self) -> Self {
        // SAFETY: the set is there. The product is divided by 2¹⁵ and rounded.
        Self(unsafe { _mm512_mulhrs_epi16(self.0, _mm512_set1_epi16(1 << 7)) })
    }

    #[inline(always)]
    fn list(self, chosen: u32, to: &mut [u16; 32]) {
        // SAFETY: the set is there; the numbers written are those borrowed.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(chosen, self.0)) }
    }

    #[inline(always)]
    fn half_squares(self) -> Self {
        // SAFETY: the set is there.
        Self(unsafe {
            let clipped = clipped(self.0);
            _mm512_srli_epi16::<1>(_mm512_mullo_epi16(clipped, clipped))
        })
    }

    #[inline(always)]
    fn activations(self, other: Self, to: &mut [u8; 32]) {
        // SAFETY: the set is there; the bytes written are those borrowed.
        unsafe {
            // This product is divided by 2¹⁵ and rounded, so that 2⁶ comes before it.
            let scaled = _mm512_slli_epi16::<6>(clipped(self.0));
            let rounded = _mm512_mulhrs_epi16(scaled, clipped(other.0));
            _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(rounded));
        }
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: Avx512Ints) -> Avx512Ints {
        // SAFETY: the set is there.
        Avx512Ints(unsafe { _mm512_dpwssd_epi32(sums.0, self.0, other.0) })
    }
}

/// The nearest numbers in `0..=255`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn clipped(numbers: __m512i) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(numbers, _mm512_setzero_si512()), _mm512_set1_epi16(255))
}
