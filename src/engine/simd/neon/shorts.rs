//! Short numbers in four registers.

use super::NeonInts;
use crate::simd::Neon;
use crate::simd::vector::{CHOSEN, Shorts};
use std::arch::aarch64::*;

/// Thirty-two numbers.
#[derive(Clone, Copy)]
pub(crate) struct NeonShorts([int16x8_t; 4]);

operators! { NeonShorts:
    Add add vaddq_s16;
    Sub sub vsubq_s16;
    Mul mul vmulq_s16;
}

impl Shorts for NeonShorts {
    type Ints = NeonInts;

    lanewise! {
        min vminq_s16;
        max vmaxq_s16;
    }

    #[inline(always)]
    fn load(_: Neon, from: &[i16; 32]) -> Self {
        let (quarters, _) = from.as_chunks::<8>();
        // SAFETY: the set is there; the eight numbers read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vld1q_s16(quarters[i].as_ptr()) }))
    }

    #[inline(always)]
    fn store(self, to: &mut [i16; 32]) {
        for (quarter, numbers) in to.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            // SAFETY: the set is there; the eight numbers written are those of a quarter.
            unsafe { vst1q_s16(quarter.as_mut_ptr(), numbers) }
        }
    }

    #[inline(always)]
    fn splat(_: Neon, value: i16) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { vdupq_n_s16(value) }; 4])
    }

    #[inline(always)]
    fn widen(_: Neon, bytes: &[u8; 32]) -> Self {
        let (quarters, _) = bytes.as_chunks::<8>();
        // SAFETY: the set is there; the eight bytes read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vreinterpretq_s16_u16(vmovl_u8(vld1_u8(quarters[i].as_ptr()))) }))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        !bits(std::array::from_fn(|i| unsafe { vceqq_s16(self.0[i], other.0[i]) }))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        bits(std::array::from_fn(|i| unsafe { vcgtq_s16(self.0[i], other.0[i]) }))
    }

    #[inline(always)]
    fn upper(self) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { self.0.map(|quarter| vrshrq_n_s16::<8>(quarter)) })
    }

    #[inline(always)]
    fn list(self, chosen: u32, to: &mut [u16; 32]) {
        *to = [0; 32];
        let mut written = 0;
        for (quarter, choice) in self.0.into_iter().zip(chosen.to_le_bytes()) {
            // SAFETY: the set is there; the sixteen bytes read are those of an entry. Of the 32 numbers eight are
            // written, after at most as many as the quarters before have.
            unsafe {
                let places = vld1q_u8(CHOSEN[usize::from(choice)].as_ptr());
                let numbers = vqtbl1q_u8(vreinterpretq_u8_s16(quarter), places);
                vst1q_u16(to.as_mut_ptr().add(written), vreinterpretq_u16_u8(numbers));
            }
            written += choice.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn half_squares(self) -> Self {
        each!(half_square, self)
    }

    #[inline(always)]
    fn activations(self, other: Self, to: &mut [u8; 32]) {
        let pairs = self.0.as_chunks::<2>().0.iter().zip(other.0.as_chunks::<2>().0);
        for ((a, b), bytes) in pairs.zip(to.as_chunks_mut::<16>().0) {
            // SAFETY: the set is there; the sixteen bytes written are those borrowed.
            unsafe {
                // Narrowing clips to 0..=255, the upper bytes of products are 1/256 of them.
                let [a, b] = [a, b].map(|pair| vqmovun_high_s16(vqmovun_s16(pair[0]), pair[1]));
                let low = vmull_u8(vget_low_u8(a), vget_low_u8(b));
                let high = vmull_high_u8(a, b);
                let half = vdupq_n_u16(256);
                let doubled = vaddhn_high_u16(vaddhn_u16(low, half), high, half);
                vst1q_u8(bytes.as_mut_ptr(), vshrq_n_u8::<1>(doubled));
            }
        }
    }

    #[inline(always)]
    fn dot(self, other: Self, sums: NeonInts) -> NeonInts {
        let mut sums = sums.0;
        for (i, (a, b)) in self.0.into_iter().zip(other.0).enumerate() {
            // SAFETY: the set is there.
            sums[i] = unsafe { vmlal_high_s16(vmlal_s16(sums[i], vget_low_s16(a), vget_low_s16(b)), a, b) };
        }
        NeonInts(sums)
    }
}

/// A bit for each number, all of whose bits are the same.
#[inline(always)]
fn bits(numbers: [uint16x8_t; 4]) -> u32 {
    const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    let mut all = [0; 4];
    for (all, numbers) in all.iter_mut().zip(numbers) {
        // SAFETY: the set is there; the eight numbers read are those of the array.
        *all = unsafe { vaddvq_u16(vandq_u16(numbers, vld1q_u16(BITS.as_ptr()))) } as u8;
    }
    u32::from_le_bytes(all)
}

/// Half of the squares of numbers clipped to `0..=255`.
#[inline]
#[target_feature(enable = "neon")]
fn half_square(numbers: int16x8_t) -> int16x8_t {
    let clipped = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(numbers, vdupq_n_s16(0)), vdupq_n_s16(255)));
    vreinterpretq_s16_u16(vshrq_n_u16::<1>(vmulq_u16(clipped, clipped)))
}
