//! Floats in four registers.

use super::NeonInts;
use crate::simd::vector::{Floats, WIDTH};
use std::arch::aarch64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct NeonFloats([float32x4_t; 4]);

operators! { NeonFloats:
    Add add vaddq_f32;
    Mul mul vmulq_f32;
}

impl Floats for NeonFloats {
    type Ints = NeonInts;

    lanewise! {
        inside inside;
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        let (quarters, _) = from.as_chunks::<4>();
        // SAFETY: in a kernel; the four numbers read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vld1q_f32(quarters[i].as_ptr()) }))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        for (quarter, numbers) in to.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            // SAFETY: in a kernel; the four numbers written are those of a quarter.
            unsafe { vst1q_f32(quarter.as_mut_ptr(), numbers) }
        }
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: in a kernel.
        Self([unsafe { vdupq_n_f32(value) }; 4])
    }

    #[inline(always)]
    fn of(numbers: NeonInts) -> Self {
        // SAFETY: in a kernel.
        Self(numbers.0.map(|four| unsafe { vcvtq_f32_s32(four) }))
    }

    #[inline(always)]
    fn clip(self) -> Self {
        each!(clip, self)
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let Self([a, b, c, d]) = self;
        // SAFETY: in a kernel.
        unsafe {
            let four = vaddq_f32(vaddq_f32(a, c), vaddq_f32(b, d));
            vpadds_f32(vadd_f32(vget_low_f32(four), vget_high_f32(four)))
        }
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
