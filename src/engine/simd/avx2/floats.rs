//! Floats in two registers.

use super::Avx2Ints;
use crate::simd::vector::{Floats, Vector, WIDTH};
use crate::simd::{Avx2, Lanes};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Floats([__m256; 2]);

operators! { Avx2Floats:
    Add add _mm256_add_ps;
    Sub sub _mm256_sub_ps;
    Mul mul _mm256_mul_ps;
    Div div _mm256_div_ps;
}

impl Floats for Avx2Floats {
    type Ints = Avx2Ints;

    proof! { Avx2 }

    lanewise! {
        inside inside;
        magnitude_up_to magnitude_up_to;
    }

    #[inline(always)]
    fn load(_: Avx2, from: &[f32; WIDTH]) -> Self {
        let (halves, _) = from.as_chunks::<8>();
        // SAFETY: the set is there; the eight numbers read are those of a half.
        unsafe { Self([_mm256_loadu_ps(halves[0].as_ptr()), _mm256_loadu_ps(halves[1].as_ptr())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let (halves, _) = to.as_chunks_mut::<8>();
        // SAFETY: the set is there; the eight numbers written are those of a half.
        unsafe {
            _mm256_storeu_ps(halves[0].as_mut_ptr(), self.0[0]);
            _mm256_storeu_ps(halves[1].as_mut_ptr(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(_: Avx2, value: f32) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { _mm256_set1_ps(value) }; 2])
    }

    #[inline(always)]
    fn of(numbers: Avx2Ints) -> Self {
        // SAFETY: the set is there.
        unsafe { Self([_mm256_cvtepi32_ps(numbers.0[0]), _mm256_cvtepi32_ps(numbers.0[1])]) }
    }

    #[inline(always)]
    fn clip(self) -> Self {
        each!(clip, self)
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: the set is there.
        unsafe { sum_of_eight(_mm256_add_ps(self.0[0], self.0[1])) }
    }

    #[inline(always)]
    fn split(self) -> (Avx2Ints, Self) {
        // SAFETY: the set is there.
        let whole = Avx2Ints(unsafe { [_mm256_cvttps_epi32(self.0[0]), _mm256_cvttps_epi32(self.0[1])] });
        (whole, self - Self::of(whole))
    }

    #[inline(always)]
    fn negative_or(self, negative: Self, other: Self) -> Self {
        let (Self([a, b]), Self([c, d]), Self([e, f])) = (self, negative, other);
        // SAFETY: the set is there.
        unsafe { Self([negative_or(a, c, e), negative_or(b, d, f)]) }
    }

    #[inline(always)]
    fn look_up(Avx2Ints([a, b]): Avx2Ints, table: &[Lanes; 8]) -> Self {
        // SAFETY: the set is there.
        unsafe { Self([look_up(a, table), look_up(b, table)]) }
    }

    #[inline(always)]
    fn pick(table: &[f32; WIDTH], places: Avx2Ints) -> Self {
        let (Self([low, high]), Avx2Ints([a, b])) = (Self::load(places.set(), table), places);
        // SAFETY: the set is there.
        unsafe { Self([pick(low, high, a), pick(low, high, b)]) }
    }

    #[inline(always)]
    fn repeat(_: Avx2, four: &[f32; 4]) -> Self {
        // SAFETY: the set is there; the four numbers read are those borrowed.
        Self([unsafe { _mm256_broadcast_ps(&*four.as_ptr().cast::<__m128>()) }; 2])
    }

    #[inline(always)]
    fn quarters([Self([a, b]), Self([c, d]), Self([e, f]), Self([g, h])]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the set is there.
        unsafe {
            let low = |a, b| _mm256_permute2f128_ps::<0x20>(a, b);
            let high = |a, b| _mm256_permute2f128_ps::<0x31>(a, b);
            [
                Self([low(a, c), low(e, g)]),
                Self([high(a, c), high(e, g)]),
                Self([low(b, d), low(f, h)]),
                Self([high(b, d), high(f, h)]),
            ]
        }
    }

    #[inline(always)]
    fn totals(self) -> Self {
        each!(totals, self)
    }

    #[inline(always)]
    fn by_lane([Self([a, b]), Self([c, d]), Self([e, f]), Self([g, h])]: [Self; 4]) -> Self {
        // SAFETY: the set is there.
        unsafe { Self([by_lane([a, c, e, g]), by_lane([b, d, f, h])]) }
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
fn magnitude_up_to(numbers: __m256, most: __m256) -> __m256 {
    _mm256_min_ps(_mm256_andnot_ps(_mm256_set1_ps(-0.0), numbers), most)
}

#[inline]
#[target_feature(enable = "avx2")]
fn negative_or(numbers: __m256, negative: __m256, other: __m256) -> __m256 {
    _mm256_blendv_ps(other, negative, _mm256_cmp_ps::<_CMP_LT_OQ>(numbers, _mm256_setzero_ps()))
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_up(places: __m256i, table: &[Lanes; 8]) -> __m256 {
    let places = _mm256_and_si256(places, _mm256_set1_epi32(127));
    // SAFETY: places are below 128, of this many entries.
    unsafe { _mm256_i32gather_ps::<4>(table.as_ptr().cast(), places) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn pick(low: __m256, high: __m256, places: __m256i) -> __m256 {
    let (low, high) = (_mm256_permutevar8x32_ps(low, places), _mm256_permutevar8x32_ps(high, places));
    _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(places)))
}

/// Additions commute, so all lanes of a quarter agree.
#[inline]
#[target_feature(enable = "avx2")]
fn totals(partial: __m256) -> __m256 {
    let pairs = _mm256_add_ps(partial, _mm256_permute_ps::<0b10_11_00_01>(partial));
    _mm256_add_ps(pairs, _mm256_permute_ps::<0b01_00_11_10>(pairs))
}

#[inline]
#[target_feature(enable = "avx2")]
fn by_lane([a, b, c, d]: [__m256; 4]) -> __m256 {
    _mm256_blend_ps::<0xcc>(_mm256_blend_ps::<0xaa>(a, b), _mm256_blend_ps::<0xaa>(c, d))
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
