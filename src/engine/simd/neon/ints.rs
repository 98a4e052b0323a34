//! Whole numbers in four registers.

use crate::simd::Neon;
use crate::simd::lanes::Lanes;
use crate::simd::vector::{Table, Vector, WIDTH};
use std::arch::aarch64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct NeonInts(pub(super) [int32x4_t; 4]);

operators! { NeonInts:
    Add add vaddq_s32;
    Sub sub vsubq_s32;
    BitAnd bitand vandq_s32;
    BitOr bitor vorrq_s32;
}

impl Vector for NeonInts {
    type Set = Neon;

    proof! { Neon }

    lanewise! {
        times vmulq_s32;
        without vbicq_s32;
        min vminq_s32;
        max vmaxq_s32;
        equals equals;
        exceeds exceeds;
        up up;
        down down;
        whole whole;
    }

    #[inline(always)]
    fn columns(_: Neon, rows: [&[u8; 32]; WIDTH], columns: &mut [[u8; WIDTH]; 32]) {
        for (half, columns) in columns.chunks_exact_mut(WIDTH).enumerate() {
            // SAFETY: the set is there; each load reads the 16 bytes of a half.
            let mut rows = rows.map(|row| unsafe { vld1q_u8(row.as_chunks::<WIDTH>().0[half].as_ptr()) });
            // Interleaving rows i and i + 8 turns the eight bits of a byte's place round by one; four turns swap row
            // and column.
            for _ in 0..4 {
                rows = std::array::from_fn(|i| {
                    let (a, b) = (rows[i / 2], rows[i / 2 + 8]);
                    // SAFETY: the set is there.
                    unsafe { if i % 2 == 0 { vzip1q_u8(a, b) } else { vzip2q_u8(a, b) } }
                });
            }
            for (row, column) in rows.into_iter().zip(columns) {
                // SAFETY: the set is there; the 16 bytes written are those borrowed.
                unsafe { vst1q_u8(column.as_mut_ptr(), row) }
            }
        }
    }

    #[inline(always)]
    fn read(_: Neon, from: &[i32; WIDTH]) -> Self {
        let (quarters, _) = from.as_chunks::<4>();
        // SAFETY: the set is there; the four numbers read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vld1q_s32(quarters[i].as_ptr()) }))
    }

    #[inline(always)]
    fn write(self, to: &mut [i32; WIDTH]) {
        for (quarter, vector) in to.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            // SAFETY: the set is there; the four numbers written are those of a quarter.
            unsafe { vst1q_s32(quarter.as_mut_ptr(), vector) }
        }
    }

    #[inline(always)]
    fn first(_: Neon, value: i32) -> Self {
        // SAFETY: the set is there.
        unsafe {
            let zeros = vdupq_n_s32(0);
            Self([vsetq_lane_s32::<0>(value, zeros), zeros, zeros, zeros])
        }
    }

    #[inline(always)]
    fn splat(_: Neon, value: i32) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { vdupq_n_s32(value) }; 4])
    }

    #[inline(always)]
    fn widen(_: Neon, bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: the set is there; the sixteen bytes read are those borrowed.
        unsafe {
            let bytes = vld1q_u8(bytes.as_ptr());
            let (low, high) = (vmovl_u8(vget_low_u8(bytes)), vmovl_high_u8(bytes));
            let [a, b] = [low, high].map(|half| [vmovl_u16(vget_low_u16(half)), vmovl_high_u16(half)]);
            Self([a[0], a[1], b[0], b[1]].map(|quarter| vreinterpretq_s32_u32(quarter)))
        }
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        // SAFETY: the set is there.
        Self(self.0.map(|a| unsafe { vsubq_s32(vdupq_n_s32(31), vclzq_s32(a)) }))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: the set is there.
        Self(self.0.map(|a| unsafe {
            let bytes = vcntq_u8(vreinterpretq_u8_s32(a));
            vreinterpretq_s32_u32(vpaddlq_u16(vpaddlq_u8(bytes)))
        }))
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        let mut lanes = [0; WIDTH];
        self.write(&mut lanes);
        Self::read(self.set(), &lanes.map(|i| i32::from(table.entries[i as usize % N])))
    }

    #[inline(always)]
    fn union(self) -> u32 {
        let mut lanes = [0; WIDTH];
        self.write(&mut lanes);
        lanes.into_iter().fold(0, |all, a| all | a as u32)
    }

    #[inline(always)]
    fn over(self, denominators: Self) -> Lanes {
        let mut out = Lanes::ZERO;
        for (quarter, (a, b)) in out.0.as_chunks_mut::<4>().0.iter_mut().zip(self.0.into_iter().zip(denominators.0)) {
            // SAFETY: the set is there; the four floats written are those of a quarter of `out`.
            unsafe { vst1q_f32(quarter.as_mut_ptr(), vdivq_f32(vcvtq_f32_s32(a), vcvtq_f32_s32(b))) }
        }
        out
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: the set is there; the four numbers read are those of the array.
        let bits = unsafe { vld1q_u32(BITS.as_ptr()) };
        let mut all = 0;
        for (i, &four) in self.0.iter().enumerate() {
            // SAFETY: the set is there.
            let four = unsafe { vaddvq_u32(vandq_u32(bits, vtstq_s32(four, four))) };
            all |= four << (4 * i);
        }
        all
    }

    #[inline(always)]
    fn plus_products(self, four: [u8; 4], weights: &[i8; 64]) -> Self {
        let mut sums = self.0;
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: the set is there; the sixteen bytes read are those borrowed. Two products fit 16 bits.
            *sum = unsafe {
                let four = vreinterpretq_s8_u32(vdupq_n_u32(u32::from_le_bytes(four)));
                let weights = vld1q_s8(weights.as_ptr());
                let low = vmull_s8(vget_low_s8(four), vget_low_s8(weights));
                vpadalq_s16(*sum, vpaddq_s16(low, vmull_high_s8(four, weights)))
            };
        }
        Self(sums)
    }

    #[inline(always)]
    fn sums(set: Neon, vectors: &[[i32; WIDTH]; 16]) -> [i32; WIDTH] {
        let mut sums = [0; WIDTH];
        for (sum, vector) in sums.iter_mut().zip(vectors) {
            let Self([a, b, c, d]) = Self::read(set, vector);
            // SAFETY: the set is there.
            *sum = unsafe { vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d))) };
        }
        sums
    }
}

/// Shifts as NEON takes them, to higher bits: it looks at the lowest byte alone, as a number with a sign.
#[inline]
#[target_feature(enable = "neon")]
fn shifts(by: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(by), vdupq_n_u32(32)))
}

#[inline]
#[target_feature(enable = "neon")]
fn up(a: int32x4_t, by: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), shifts(by)))
}

#[inline]
#[target_feature(enable = "neon")]
fn down(a: int32x4_t, by: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vnegq_s32(shifts(by))))
}

#[inline]
#[target_feature(enable = "neon")]
fn equals(a: int32x4_t, b: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vceqq_s32(a, b))
}

#[inline]
#[target_feature(enable = "neon")]
fn exceeds(a: int32x4_t, b: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vcgtq_s32(a, b))
}

#[inline]
#[target_feature(enable = "neon")]
fn whole(a: int32x4_t, b: int32x4_t) -> int32x4_t {
    // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
    vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(a), vcvtq_f32_s32(b)))
}
