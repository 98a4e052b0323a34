//! Two 256-bit vectors.

use super::super::lanes::Lanes;
use super::{Ints, Table, Vector, WIDTH};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Sixteen numbers in two registers. See [`Vector`] for where it may be used: wherever a block here says
/// `SAFETY: in a kernel`, it means that the machine has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2([__m256i; 2]);

/// Half by half. Macros, since a closure might not be inlined into the kernel.
macro_rules! halves {
    ($a:expr, $b:expr, $operation:expr) => {{
        let (Avx2([a, b]), Avx2([c, d])) = ($a, $b);
        // SAFETY: in a kernel.
        unsafe { Avx2([$operation(a, c), $operation(b, d)]) }
    }};
}

impl Add for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        halves!(self, other, _mm256_add_epi32)
    }
}

impl Sub for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        halves!(self, other, _mm256_sub_epi32)
    }
}

impl BitAnd for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        halves!(self, other, _mm256_and_si256)
    }
}

impl BitOr for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        halves!(self, other, _mm256_or_si256)
    }
}

impl Vector for Avx2 {
    #[inline(always)]
    fn load(from: &Ints) -> Self {
        let (halves, _) = from.0.as_chunks::<8>();
        // SAFETY: in a kernel; the eight numbers read are those of a half.
        unsafe { Self([_mm256_loadu_si256(halves[0].as_ptr().cast()), _mm256_loadu_si256(halves[1].as_ptr().cast())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut Ints) {
        let (halves, _) = to.0.as_chunks_mut::<8>();
        // SAFETY: in a kernel; the eight numbers written are those of a half.
        unsafe {
            _mm256_storeu_si256(halves[0].as_mut_ptr().cast(), self.0[0]);
            _mm256_storeu_si256(halves[1].as_mut_ptr().cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: in a kernel.
        Self([unsafe { _mm256_set1_epi32(value) }; 2])
    }

    #[inline(always)]
    fn widen(bytes: &[u8; WIDTH]) -> Self {
        let (halves, _) = bytes.as_chunks::<8>();
        // SAFETY: in a kernel; the eight bytes read are those of a half.
        unsafe {
            let [low, high] = [halves[0].as_ptr().cast(), halves[1].as_ptr().cast()];
            Self([_mm256_cvtepu8_epi32(_mm_loadl_epi64(low)), _mm256_cvtepu8_epi32(_mm_loadl_epi64(high))])
        }
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // The upper half of one of the two is zero, so that the product of the lower halves is all there is.
        halves!(self, other, _mm256_madd_epi16)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        halves!(other, self, _mm256_andnot_si256)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        halves!(self, other, _mm256_min_epi32)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        halves!(self, other, _mm256_max_epi32)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        halves!(self, other, _mm256_cmpeq_epi32)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        halves!(self, other, _mm256_cmpgt_epi32)
    }

    #[inline(always)]
    fn up(self, by: Self) -> Self {
        halves!(self, by, _mm256_sllv_epi32)
    }

    #[inline(always)]
    fn down(self, by: Self) -> Self {
        halves!(self, by, _mm256_srlv_epi32)
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        // SAFETY: in a kernel.
        unsafe { Self([top_bit(self.0[0]), top_bit(self.0[1])]) }
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: in a kernel.
        unsafe { Self([ones(self.0[0]), ones(self.0[1])]) }
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        // SAFETY: in a kernel.
        unsafe { Self([look_up(self.0[0], table), look_up(self.0[1], table)]) }
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
        let (halves, _) = out.0.as_chunks_mut::<8>();
        // SAFETY: in a kernel; the eight floats written are those of a half of `out`.
        unsafe {
            _mm256_storeu_ps(halves[0].as_mut_ptr(), quotients(self.0[0], denominators.0[0]));
            _mm256_storeu_ps(halves[1].as_mut_ptr(), quotients(self.0[1], denominators.0[1]));
        }
        out
    }

    #[inline(always)]
    fn whole(self, divisors: Self) -> Self {
        // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
        let Self([a, b]) = self;
        // SAFETY: in a kernel.
        unsafe {
            Self([_mm256_cvttps_epi32(quotients(a, divisors.0[0])), _mm256_cvttps_epi32(quotients(b, divisors.0[1]))])
        }
    }
}

/// The place of the highest bit of each number, -1 without any: the exponent of the number as a float, after a change
/// that keeps the highest bit but prevents rounding up.
#[inline]
#[target_feature(enable = "avx2")]
fn top_bit(a: __m256i) -> __m256i {
    let kept = _mm256_andnot_si256(_mm256_srli_epi32::<1>(a), a);
    let exponent = _mm256_srli_epi32::<23>(_mm256_castps_si256(_mm256_cvtepi32_ps(kept)));
    _mm256_max_epi32(_mm256_sub_epi32(exponent, _mm256_set1_epi32(127)), _mm256_set1_epi32(-1))
}

/// Bits of each half byte by a table, then the sum of the four bytes of each number.
#[inline]
#[target_feature(enable = "avx2")]
fn ones(a: __m256i) -> __m256i {
    let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let half = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, half));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32::<4>(a), half));
    let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_up<const N: usize>(i: __m256i, table: &Table<N>) -> __m256i {
    let i = _mm256_and_si256(i, _mm256_set1_epi32(N as i32 - 1));
    // SAFETY: indices are below `N`, and 32 bits can be read from each of the `N` entries.
    let entries = unsafe { _mm256_i32gather_epi32::<2>(std::ptr::from_ref(table).cast(), i) };
    _mm256_and_si256(entries, _mm256_set1_epi32(0xffff))
}

#[inline]
#[target_feature(enable = "avx2")]
fn quotients(a: __m256i, b: __m256i) -> __m256 {
    _mm256_div_ps(_mm256_cvtepi32_ps(a), _mm256_cvtepi32_ps(b))
}
