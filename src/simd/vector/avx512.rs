//! One 512-bit vector.

use super::super::lanes::Lanes;
use super::{Ints, Table, Vector, WIDTH};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Sixteen numbers in a register. See [`Vector`] for where it may be used: wherever a block here says
/// `SAFETY: in a kernel`, it means that the machine has AVX-512 F, BW, CD, DQ and VL.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

impl Add for Avx512 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
}

impl Sub for Avx512 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }
}

impl BitAnd for Avx512 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Avx512 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl Vector for Avx512 {
    #[inline(always)]
    fn load(from: &Ints) -> Self {
        // SAFETY: in a kernel; the sixteen numbers read are those borrowed.
        Self(unsafe { _mm512_loadu_si512(from.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut Ints) {
        // SAFETY: in a kernel; the sixteen numbers written are those borrowed.
        unsafe { _mm512_storeu_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_set1_epi32(value) })
    }

    #[inline(always)]
    fn widen(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: in a kernel; the sixteen bytes read are those borrowed.
        Self(unsafe { _mm512_cvtepu8_epi32(_mm_loadu_si128(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // The upper half of one of the two is zero, so that the product of the lower halves is all there is.
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_madd_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_min_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_max_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_movm_epi32(_mm512_cmpeq_epi32_mask(self.0, other.0)) })
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(self.0, other.0)) })
    }

    #[inline(always)]
    fn up(self, by: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_sllv_epi32(self.0, by.0) })
    }

    #[inline(always)]
    fn down(self, by: Self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_srlv_epi32(self.0, by.0) })
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        // SAFETY: in a kernel.
        Self(unsafe { _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(self.0)) })
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // Bits of each half byte by a table, then the sum of the four bytes.
        // SAFETY: in a kernel.
        unsafe {
            let table = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let half = _mm512_set1_epi8(15);
            let low = _mm512_shuffle_epi8(table, _mm512_and_si512(self.0, half));
            let high = _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi32::<4>(self.0), half));
            let pairs = _mm512_maddubs_epi16(_mm512_add_epi8(low, high), _mm512_set1_epi8(1));
            Self(_mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
        }
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        // SAFETY: in a kernel; indices are below `N`, and 32 bits can be read from each of the `N` entries.
        unsafe {
            let i = _mm512_and_si512(self.0, _mm512_set1_epi32(N as i32 - 1));
            let entries = _mm512_i32gather_epi32::<2>(i, std::ptr::from_ref(table).cast());
            Self(_mm512_and_si512(entries, _mm512_set1_epi32(0xffff)))
        }
    }

    #[inline(always)]
    fn union(self) -> u32 {
        // SAFETY: in a kernel.
        unsafe { _mm512_reduce_or_epi32(self.0) as u32 }
    }

    #[inline(always)]
    fn over(self, denominators: Self) -> Lanes {
        let mut out = Lanes::ZERO;
        // SAFETY: in a kernel; the sixteen floats written are those of `out`.
        unsafe {
            let quotients = _mm512_div_ps(_mm512_cvtepi32_ps(self.0), _mm512_cvtepi32_ps(denominators.0));
            _mm512_storeu_ps(out.0.as_mut_ptr(), quotients);
        }
        out
    }

    #[inline(always)]
    fn whole(self, divisors: Self) -> Self {
        // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
        // SAFETY: in a kernel.
        unsafe {
            let quotients = _mm512_div_ps(_mm512_cvtepi32_ps(self.0), _mm512_cvtepi32_ps(divisors.0));
            Self(_mm512_cvttps_epi32(quotients))
        }
    }
}
