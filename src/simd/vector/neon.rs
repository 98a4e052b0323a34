//! Four vectors of 64-bit ARM.

use super::super::lanes::Lanes;
use super::{Ints, Table, Vector, WIDTH};
use std::arch::aarch64::*;
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Sixteen numbers in four registers. See [`Vector`] for where it may be used: wherever a block here says
/// `SAFETY: in a kernel`, it means that the machine has NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon([int32x4_t; 4]);

/// Quarter by quarter.
#[inline(always)]
fn zip(Neon(a): Neon, Neon(b): Neon, f: impl Fn(int32x4_t, int32x4_t) -> int32x4_t) -> Neon {
    Neon(std::array::from_fn(|i| f(a[i], b[i])))
}

/// Shifts as NEON takes them, to higher bits: it looks at the lowest byte alone, as a number with a sign.
#[inline(always)]
fn shifts(by: int32x4_t) -> int32x4_t {
    // SAFETY: in a kernel.
    unsafe { vreinterpretq_s32_u32(vminq_u32(vreinterpretq_u32_s32(by), vdupq_n_u32(32))) }
}

/// Bits moved up, or down when `by` is negative, zeros coming in.
#[inline(always)]
fn shifted(a: int32x4_t, by: int32x4_t) -> int32x4_t {
    // SAFETY: in a kernel.
    unsafe { vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), by)) }
}

impl Add for Neon {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vaddq_s32(a, b) })
    }
}

impl Sub for Neon {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vsubq_s32(a, b) })
    }
}

impl BitAnd for Neon {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vandq_s32(a, b) })
    }
}

impl BitOr for Neon {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vorrq_s32(a, b) })
    }
}

impl Vector for Neon {
    #[inline(always)]
    fn load(from: &Ints) -> Self {
        let (quarters, _) = from.0.as_chunks::<4>();
        // SAFETY: in a kernel; the four numbers read are those of a quarter.
        Self(std::array::from_fn(|i| unsafe { vld1q_s32(quarters[i].as_ptr()) }))
    }

    #[inline(always)]
    fn store(self, to: &mut Ints) {
        for (quarter, vector) in to.0.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            // SAFETY: in a kernel; the four numbers written are those of a quarter.
            unsafe { vst1q_s32(quarter.as_mut_ptr(), vector) }
        }
    }

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: in a kernel.
        Self([unsafe { vdupq_n_s32(value) }; 4])
    }

    #[inline(always)]
    fn widen(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: in a kernel; the sixteen bytes read are those borrowed.
        unsafe {
            let bytes = vld1q_u8(bytes.as_ptr());
            let (low, high) = (vmovl_u8(vget_low_u8(bytes)), vmovl_high_u8(bytes));
            let [a, b] = [low, high].map(|half| [vmovl_u16(vget_low_u16(half)), vmovl_high_u16(half)]);
            Self([a[0], a[1], b[0], b[1]].map(|quarter| vreinterpretq_s32_u32(quarter)))
        }
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vmulq_s32(a, b) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vbicq_s32(a, b) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vminq_s32(a, b) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vmaxq_s32(a, b) })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vreinterpretq_s32_u32(vceqq_s32(a, b)) })
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, other, |a, b| unsafe { vreinterpretq_s32_u32(vcgtq_s32(a, b)) })
    }

    #[inline(always)]
    fn up(self, by: Self) -> Self {
        zip(self, by, |a, by| shifted(a, shifts(by)))
    }

    #[inline(always)]
    fn down(self, by: Self) -> Self {
        // SAFETY: in a kernel.
        zip(self, by, |a, by| shifted(a, unsafe { vnegq_s32(shifts(by)) }))
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        // SAFETY: in a kernel.
        Self(self.0.map(|a| unsafe { vsubq_s32(vdupq_n_s32(31), vclzq_s32(a)) }))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: in a kernel.
        Self(self.0.map(|a| unsafe {
            let bytes = vcntq_u8(vreinterpretq_u8_s32(a));
            vreinterpretq_s32_u32(vpaddlq_u16(vpaddlq_u8(bytes)))
        }))
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        let mut lanes = Ints::all(0);
        self.store(&mut lanes);
        lanes.0 = lanes.0.map(|i| i32::from(table.entries[i as usize % N]));
        Self::load(&lanes)
    }

    #[inline(always)]
    fn union(self) -> u32 {
        let mut lanes = Ints::all(0);
        self.store(&mut lanes);
        lanes.0.into_iter().fold(0, |all, a| all | a as u32)
    }

    #[inline(always)]
    fn over(self, denominators: Self) -> Lanes {
        let mut out = Lanes::ZERO;
        for (quarter, (a, b)) in out.0.as_chunks_mut::<4>().0.iter_mut().zip(self.0.into_iter().zip(denominators.0)) {
            // SAFETY: in a kernel; the four floats written are those of a quarter of `out`.
            unsafe { vst1q_f32(quarter.as_mut_ptr(), vdivq_f32(vcvtq_f32_s32(a), vcvtq_f32_s32(b))) }
        }
        out
    }

    #[inline(always)]
    fn whole(self, divisors: Self) -> Self {
        // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
        // SAFETY: in a kernel.
        zip(self, divisors, |a, b| unsafe { vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(a), vcvtq_f32_s32(b))) })
    }
}
