//! Floats in four registers.

use super::NeonInts;
use crate::simd::vector::{Floats, Vector, WIDTH};
use crate::simd::{Lanes, Neon};
use std::arch::aarch64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct NeonFloats([float32x4_t; 4]);

operators! { NeonFloats:
    Add add vaddq_f32;
    Sub sub vsubq_f32;
    Mul mul vmulq_f32;
    Div div vdivq_f32;
}

impl Floats for NeonFloats {
    type Ints = NeonInts;

    proof! { Neon }

    lanewise! {
        inside inside;
        magnitude_up_to magnitude_up_to;
    }

    #[inline(always)]
    fn load(_: Neon, from: &[f32; WIDTH]) -> Self {
        let (quarters, _) = from.as_chunks::<4>();
        // SAFETY: the set is there; the four numbers read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vld1q_f32(quarters[i].as_ptr()) }))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        for (quarter, numbers) in to.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            // SAFETY: the set is there; the four numbers written are those of a quarter.
            unsafe { vst1q_f32(quarter.as_mut_ptr(), numbers) }
        }
    }

    #[inline(always)]
    fn splat(_: Neon, value: f32) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { vdupq_n_f32(value) }; 4])
    }

    #[inline(always)]
    fn of(numbers: NeonInts) -> Self {
        // SAFETY: the set is there.
        Self(numbers.0.map(|four| unsafe { vcvtq_f32_s32(four) }))
    }

    #[inline(always)]
    fn clip(self) -> Self {
        each!(clip, self)
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let Self([a, b, c, d]) = self;
        // SAFETY: the set is there.
        unsafe {
            let four = vaddq_f32(vaddq_f32(a, c), vaddq_f32(b, d));
            vpadds_f32(vadd_f32(vget_low_f32(four), vget_high_f32(four)))
        }
    }

    #[inline(always)]
    fn split(self) -> (NeonInts, Self) {
        // SAFETY: the set is there.
        let whole = NeonInts(self.0.map(|four| unsafe { vcvtq_s32_f32(four) }));
        (whole, self - Self::of(whole))
    }

    #[inline(always)]
    fn negative_or(self, negative: Self, other: Self) -> Self {
        // SAFETY: the set is there.
        Self(std::array::from_fn(|i| unsafe { vbslq_f32(vcltzq_f32(self.0[i]), negative.0[i], other.0[i]) }))
    }

    #[inline(always)]
    fn look_up(places: NeonInts, table: &[Lanes; 8]) -> Self {
        let mut lanes = [0; WIDTH];
        places.write(&mut lanes);
        Self::load(places.set(), &lanes.map(|i| table[i as usize / WIDTH % 8].0[i as usize % WIDTH]))
    }

    #[inline(always)]
    fn pick(table: &[f32; WIDTH], places: NeonInts) -> Self {
        let mut lanes = [0; WIDTH];
        places.write(&mut lanes);
        Self::load(places.set(), &lanes.map(|i| table[i as usize % WIDTH]))
    }

    #[inline(always)]
    fn repeat(_: Neon, four: &[f32; 4]) -> Self {
        // SAFETY: the set is there; the four numbers read are those borrowed.
        Self([unsafe { vld1q_f32(four.as_ptr()) }; 4])
    }

    #[inline(always)]
    fn quarters(vectors: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|q| Self(std::array::from_fn(|i| vectors[i].0[q])))
    }

    #[inline(always)]
    fn totals(self) -> Self {
        each!(totals, self)
    }

    #[inline(always)]
    fn by_lane([a, b, c, d]: [Self; 4]) -> Self {
        // SAFETY: the set is there.
        Self(std::array::from_fn(|i| unsafe { by_lane([a.0[i], b.0[i], c.0[i], d.0[i]]) }))
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn inside(units: float32x4_t, slopes: float32x4_t) -> float32x4_t {
    let is_inside = vandq_u32(vcgtzq_f32(units), vcltq_f32(units, vdupq_n_f32(1.0)));
    vreinterpretq_f32_u32(vandq_u32(is_inside, vreinterpretq_u32_f32(slopes)))
}

#[inline]
#[target_feature(enable = "neon")]
fn clip(numbers: float32x4_t) -> float32x4_t {
    vminq_f32(vmaxq_f32(numbers, vdupq_n_f32(0.0)), vdupq_n_f32(1.0))
}

/// The minimum; of a number and NaN it is the number.
#[inline]
#[target_feature(enable = "neon")]
fn magnitude_up_to(numbers: float32x4_t, most: float32x4_t) -> float32x4_t {
    vminnmq_f32(vabsq_f32(numbers), most)
}

/// Additions commute, so all lanes agree.
#[inline]
#[target_feature(enable = "neon")]
fn totals(partial: float32x4_t) -> float32x4_t {
    let pairs = vpaddq_f32(partial, partial);
    vpaddq_f32(pairs, pairs)
}

#[inline]
#[target_feature(enable = "neon")]
fn by_lane([a, b, c, d]: [float32x4_t; 4]) -> float32x4_t {
    // Lanes 0 and 2 of one, 1 and 3 of the other; then the first half of one and the second of the other.
    let (first, last) = (vtrn1q_f32(a, vextq_f32::<1>(b, b)), vtrn2q_f32(vextq_f32::<3>(c, c), d));
    vcombine_f32(vget_low_f32(first), vget_high_f32(last))
}
