//! Floats in a register.

use super::super::avx2::sum_of_eight;
use super::Avx512Ints;
use crate::simd::vector::{Floats, WIDTH};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Floats(__m512);

operators! { Avx512Floats:
    Add add _mm512_add_ps;
    Mul mul _mm512_mul_ps;
}

impl Floats for Avx512Floats {
    type Ints = Avx512Ints;

    lanewise! {
        inside inside;
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        // SAFETY: in a kernel; the sixteen numbers read are those borrowed.
        Self(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        // SAFETY: in a kernel; the sixteen numbers written are those borrowed.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn of(numbers: Avx512Ints) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_cvtepi32_ps(numbers.0) })
    }

    #[inline(always)]
    fn clip(self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_min_ps(_mm512_max_ps(self.0, _mm512_setzero_ps()), _mm512_set1_ps(1.0)) })
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: in a kernel.
        unsafe {
            let upper = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self.0)));
            sum_of_eight(_mm256_add_ps(_mm512_castps512_ps256(self.0), upper))
        }
    }

    #[inline(always)]
    fn sums(vectors: &[Self; 16]) -> Self {
        // SAFETY: in a kernel.
        unsafe {
            let mut sixteen = [_mm512_setzero_ps(); 16];
            for lane in 0..16 {
                sixteen[lane] = vectors[lane / 4 + lane % 4 * 4].0;
            }
            sum_tree!(sixteen, _mm512_add_ps, sum);
            Self(sum)
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn inside(units: __m512, slopes: __m512) -> __m512 {
    let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(units, _mm512_setzero_ps());
    let below = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(units, _mm512_set1_ps(1.0));
    _mm512_maskz_mov_ps(above & below, slopes)
}
