//! Floats in a register.

use super::super::avx2::sum_of_eight;
use super::Avx512Ints;
use crate::simd::vector::{Floats, Vector, WIDTH};
use crate::simd::{Avx512, Lanes};
use std::arch::asm;
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Floats(__m512);

operators! { Avx512Floats:
    Add add _mm512_add_ps;
    Sub sub _mm512_sub_ps;
    Mul mul _mm512_mul_ps;
    Div div _mm512_div_ps;
}

impl Floats for Avx512Floats {
    type Ints = Avx512Ints;

    proof! { Avx512 }

    lanewise! {
        inside inside;
        // The sign is that of a positive number.
        magnitude_up_to _mm512_range_ps::<0b10_10>;
    }

    #[inline(always)]
    fn load(_: Avx512, from: &[f32; WIDTH]) -> Self {
        // SAFETY: the set is there; the sixteen numbers read are those borrowed.
        Self(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        // SAFETY: the set is there; the sixteen numbers written are those borrowed.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn splat(_: Avx512, value: f32) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn of(numbers: Avx512Ints) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_cvtepi32_ps(numbers.0) })
    }

    #[inline(always)]
    fn clip(self) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_min_ps(_mm512_max_ps(self.0, _mm512_setzero_ps()), _mm512_set1_ps(1.0)) })
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        // SAFETY: the set is there.
        unsafe {
            let upper = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(self.0)));
            sum_of_eight(_mm256_add_ps(_mm512_castps512_ps256(self.0), upper))
        }
    }

    #[inline(always)]
    fn split(self) -> (Avx512Ints, Self) {
        // SAFETY: the set is there.
        unsafe { (Avx512Ints(_mm512_cvttps_epi32(self.0)), Self(_mm512_reduce_ps::<0b1011>(self.0))) }
    }

    #[inline(always)]
    fn negative_or(self, negative: Self, other: Self) -> Self {
        // SAFETY: the set is there.
        unsafe {
            let is_negative = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, _mm512_setzero_ps());
            Self(_mm512_mask_blend_ps(is_negative, other.0, negative.0))
        }
    }

    #[inline(always)]
    fn look_up(places: Avx512Ints, table: &[Lanes; 8]) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { look_up(places.0, table) })
    }

    #[inline(always)]
    fn pick(table: &[f32; WIDTH], places: Avx512Ints) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_permutexvar_ps(places.0, Self::load(places.set(), table).0) })
    }

    #[inline(always)]
    fn repeat(_: Avx512, four: &[f32; 4]) -> Self {
        // SAFETY: the set is there; the four numbers read are those borrowed.
        Self(unsafe { _mm512_broadcast_f32x4(_mm_loadu_ps(four.as_ptr())) })
    }

    #[inline(always)]
    fn quarters([Self(a), Self(b), Self(c), Self(d)]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the set is there.
        unsafe {
            let (ab_low, cd_low) = (_mm512_shuffle_f32x4::<0x44>(a, b), _mm512_shuffle_f32x4::<0x44>(c, d));
            let (ab_high, cd_high) = (_mm512_shuffle_f32x4::<0xee>(a, b), _mm512_shuffle_f32x4::<0xee>(c, d));
            [
                Self(_mm512_shuffle_f32x4::<0x88>(ab_low, cd_low)),
                Self(_mm512_shuffle_f32x4::<0xdd>(ab_low, cd_low)),
                Self(_mm512_shuffle_f32x4::<0x88>(ab_high, cd_high)),
                Self(_mm512_shuffle_f32x4::<0xdd>(ab_high, cd_high)),
            ]
        }
    }

    /// Additions commute, so all lanes of a quarter agree.
    #[inline(always)]
    fn totals(self) -> Self {
        // SAFETY: the set is there.
        unsafe {
            let pairs = _mm512_add_ps(self.0, _mm512_permute_ps::<0b10_11_00_01>(self.0));
            Self(_mm512_add_ps(pairs, _mm512_permute_ps::<0b01_00_11_10>(pairs)))
        }
    }

    #[inline(always)]
    fn by_lane([Self(a), Self(b), Self(c), Self(d)]: [Self; 4]) -> Self {
        // SAFETY: the set is there.
        unsafe {
            let pairs = [_mm512_mask_blend_ps(0xaaaa, a, b), _mm512_mask_blend_ps(0xaaaa, c, d)];
            Self(_mm512_mask_blend_ps(0xcccc, pairs[0], pairs[1]))
        }
    }

    /// Written as an instruction for whole numbers, which the compiler would replace: the one for floats takes time of
    /// the units that add and multiply (Zen 4).
    #[inline(always)]
    fn spread(_: Avx512, value: &f32) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { spread(value) })
    }

    #[inline(always)]
    fn sums(_: Avx512, vectors: &[Self; 16]) -> Self {
        // SAFETY: the set is there.
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

#[inline]
#[target_feature(enable = "avx512f")]
fn spread(value: &f32) -> __m512 {
    let spread;
    // SAFETY: the instruction, which the function's feature allows, reads the four bytes that are borrowed.
    unsafe {
        asm!(
            "vpbroadcastd {}, dword ptr [{}]",
            out(zmm_reg) spread,
            in(reg) value,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    spread
}

/// The entries of the table with indices 0 to 127. Each permutation picks among 32 of them.
#[inline]
#[target_feature(enable = "avx512f")]
fn look_up(i: __m512i, table: &[Lanes; 8]) -> __m512 {
    // SAFETY: the sixteen numbers read each time are those borrowed.
    let load = |lanes: &Lanes| unsafe { _mm512_loadu_ps(lanes.0.as_ptr()) };
    let pick = |first: usize| _mm512_permutex2var_ps(load(&table[first]), i, load(&table[first + 1]));
    let odd = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
    let low = _mm512_mask_blend_ps(odd, pick(0), pick(2));
    let high = _mm512_mask_blend_ps(odd, pick(4), pick(6));
    _mm512_mask_blend_ps(_mm512_test_epi32_mask(i, _mm512_set1_epi32(64)), low, high)
}
