//! Whole numbers in a register.

use crate::simd::Avx512;
use crate::simd::avx2;
use crate::simd::lanes::Lanes;
use crate::simd::vector::{Table, Vector, WIDTH};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Ints(pub(super) __m512i);

operators! { Avx512Ints:
    Add add _mm512_add_epi32;
    Sub sub _mm512_sub_epi32;
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
}

impl Vector for Avx512Ints {
    type Set = Avx512;

    proof! { Avx512 }

    lanewise! {
        // The upper half of one of the two is zero, so that the product of the lower halves is all there is.
        times _mm512_madd_epi16;
        without without;
        min _mm512_min_epi32;
        max _mm512_max_epi32;
        equals equals;
        exceeds exceeds;
        up _mm512_sllv_epi32;
        down _mm512_srlv_epi32;
        whole whole;
    }

    #[inline(always)]
    fn columns(_: Avx512, rows: [&[u8; 32]; WIDTH], columns: &mut [[u8; WIDTH]; 32]) {
        // SAFETY: the set is there.
        unsafe { avx2::columns_of(rows, columns) }
    }

    #[inline(always)]
    fn read(_: Avx512, from: &[i32; WIDTH]) -> Self {
        // SAFETY: the set is there; the sixteen numbers read are those borrowed.
        Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn write(self, to: &mut [i32; WIDTH]) {
        // SAFETY: the set is there; the sixteen numbers written are those borrowed.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn first(_: Avx512, value: i32) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_zextsi128_si512(_mm_cvtsi32_si128(value)) })
    }

    #[inline(always)]
    fn splat(_: Avx512, value: i32) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_set1_epi32(value) })
    }

    #[inline(always)]
    fn widen(_: Avx512, bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: the set is there; the sixteen bytes read are those borrowed.
        Self(unsafe { _mm512_cvtepu8_epi32(_mm_loadu_si128(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        // SAFETY: the set is there.
        Self(unsafe { _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(self.0)) })
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // Bits of each half byte by a table, then the sum of the four bytes.
        // SAFETY: the set is there.
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
        // SAFETY: the set is there; indices are below `N`, and 32 bits can be read from each of the `N` entries.
        unsafe {
            let i = _mm512_and_si512(self.0, _mm512_set1_epi32(N as i32 - 1));
            let entries = _mm512_i32gather_epi32::<2>(i, std::ptr::from_ref(table).cast());
            Self(_mm512_and_si512(entries, _mm512_set1_epi32(0xffff)))
        }
    }

    #[inline(always)]
    fn union(self) -> u32 {
        // SAFETY: the set is there.
        unsafe { _mm512_reduce_or_epi32(self.0) as u32 }
    }

    #[inline(always)]
    fn over(self, denominators: Self) -> Lanes {
        let mut out = Lanes::ZERO;
        // SAFETY: the set is there; the sixteen floats written are those of `out`.
        unsafe {
            let quotients = _mm512_div_ps(_mm512_cvtepi32_ps(self.0), _mm512_cvtepi32_ps(denominators.0));
            _mm512_storeu_ps(out.0.as_mut_ptr(), quotients);
        }
        out
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        // SAFETY: the set is there.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn plus_products(self, four: [u8; 4], weights: &[i8; 64]) -> Self {
        // SAFETY: the set is there; the 64 bytes read are those borrowed.
        unsafe {
            let four = _mm512_set1_epi32(i32::from_le_bytes(four));
            Self(_mm512_dpbusd_epi32(self.0, four, _mm512_loadu_si512(weights.as_ptr().cast())))
        }
    }

    #[inline(always)]
    fn sums(_: Avx512, vectors: &[[i32; WIDTH]; 16]) -> [i32; WIDTH] {
        let mut sums = [0; WIDTH];
        // SAFETY: the set is there; the sixteen numbers read each time, and those written, are those borrowed.
        unsafe {
            let mut sixteen = [_mm512_setzero_ps(); 16];
            for lane in 0..16 {
                sixteen[lane] = _mm512_loadu_ps(vectors[lane / 4 + lane % 4 * 4].as_ptr().cast());
            }
            sum_tree!(sixteen, add_bits, sum);
            _mm512_storeu_ps(sums.as_mut_ptr().cast(), sum);
        }
        sums
    }
}

/// Sums of whole numbers whose bits are in registers of floats.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_bits(a: __m512, b: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)))
}

/// The bits of `a` that are not in `b`.
#[inline]
#[target_feature(enable = "avx512f")]
fn without(a: __m512i, b: __m512i) -> __m512i {
    _mm512_andnot_si512(b, a)
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn equals(a: __m512i, b: __m512i) -> __m512i {
    _mm512_movm_epi32(_mm512_cmpeq_epi32_mask(a, b))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn exceeds(a: __m512i, b: __m512i) -> __m512i {
    _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn whole(a: __m512i, b: __m512i) -> __m512i {
    // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
    _mm512_cvttps_epi32(_mm512_div_ps(_mm512_cvtepi32_ps(a), _mm512_cvtepi32_ps(b)))
}
