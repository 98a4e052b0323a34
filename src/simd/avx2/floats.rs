//! Floats in two registers.

use super::Avx2Ints;
use crate::simd::vector::{Floats, WIDTH};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Floats([__m256; 2]);

operators! { Avx2Floats:
    Add add _mm256_add_ps;
    Mul mul _mm256_mul_ps;
}

impl Floats for Avx2Floats {
    type Ints = Avx2Ints;

    lanewise! {
        inside inside;
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        let (halves, _) = from.as_chunks::<8>();
        // SAFETY: in a kernel; the eight numbers read are those of a half.
        unsafe { Self([_mm256_loadu_ps(halves[0].as_ptr()), _mm256_loadu_ps(halves[1].as_ptr())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let (halves, _) = to.as_chunks_mut::<8>();
        // SAFETY: in a kernel; the eight numbers written are those of a half.
        unsafe {
            _mm256_storeu_ps(halves[0].as_mut_ptr(), self.0[0]);
            _mm256_storeu_ps(halves[1].as_mut_ptr(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: in a kernel.
        Self([unsafe { _mm256_set1_ps(value) }; 2])
    }

    #[inline(always)]
    fn of(numbers: Avx2Ints) -> Self {
        // SAFETY: in a kernel.
        unsafe { Self([_mm256_cvtepi32_ps(numbers.0[0]), _mm256_cvtepi32_ps(numbers.0[1])]) }
    }

    #[inline(always)]
    fn clip(self) -> Self {
        each!(clip, self)
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: in a kernel.
        unsafe { sum_of_eight(_mm256_add_ps(self.0[0], self.0[1])) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn inside(units: __m256, slopes: __m256) -> __m256 {
    let above = _mm256_cmp_ps::<_CMP_GT_OQ>(units, _mm256_setzero_ps());
    let below = _mm256_cmp_ps::<_CMP_LT_OQ>(units, _mm256_set1_ps(1.0));
    _mm256_and_ps(_mm256_and_ps(above, below), slopes)
}

#[inline]
#[target_feature(enable = "avx2")]
fn clip(numbers: __m256) -> __m256 {
    _mm256_min_ps(_mm256_max_ps(numbers, _mm256_setzero_ps()), _mm256_set1_ps(1.0))
}

/// Upper half onto lower half until one is left.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn sum_of_eight(eight: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}
