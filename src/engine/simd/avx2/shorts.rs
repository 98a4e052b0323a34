//! Short numbers in two registers.

use super::Avx2Ints;
use crate::simd::Avx2;
use crate::simd::vector::{CHOSEN, Shorts};
use std::arch::x86_64::*;

/// Thirty-two numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Shorts([__m256i; 2]);

operators! { Avx2Shorts:
    Add add _mm256_add_epi16;
    Sub sub _mm256_sub_epi16;
    Mul mul _mm256_mullo_epi16;
}

impl Shorts for Avx2Shorts {
    type Ints = Avx2Ints;

    lanewise! {
        min _mm256_min_epi16;
        max _mm256_max_epi16;
    }

    #[inline(always)]
    fn load(_: Avx2, from: &[i16; 32]) -> Self {
        let (halves, _) = from.as_chunks::<16>();
        // SAFETY: the set is there; the sixteen numbers read are those of a half.
        unsafe { Self([_mm256_loadu_si256(halves[0].as_ptr().cast()), _mm256_loadu_si256(halves[1].as_ptr().cast())]) }
    }

    #[inline(always)]
    fn store(self, to: &mut [i16; 32]) {
        let (halves, _) = to.as_chunks_mut::<16>();
        // SAFETY: the set is there; the sixteen numbers written are those of a half.
        unsafe {
            _mm256_storeu_si256(halves[0].as_mut_ptr().cast(), self.0[0]);
            _mm256_storeu_si256(halves[1].as_mut_ptr().cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(_: Avx2, value: i16) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { _mm256_set1_epi16(value) }; 2])
    }

    #[inline(always)]
    fn widen(_: Avx2, bytes: &[u8; 32]) -> Self {
        let (halves, _) = bytes.as_chunks::<16>();
        // SAFETY: the set is there; the sixteen bytes read are those of a half.
        unsafe {
            let [low, high] = [halves[0].as_ptr().cast(), halves[1].as_ptr().cast()];
            Self([_mm256_cvtepu8_epi16(_mm_loadu_si128(low)), _mm256_cvtepu8_epi16(_mm_loadu_si128(high))])
        }
    }

    #[inline(always)]
    fn differs(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        unsafe {
            let [a, b] = [0, 1].map(|i| _mm256_cmpeq_epi16(self.0[i], other.0[i]));
            !bits(a, b)
        }
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u32 {
        // SAFETY: the set is there.
        unsafe {
            let [a, b] = [0, 1].map(|i| _mm256_cmpgt_epi16(self.0[i], other.0[i]));
            bits(a, b)
        }
    }

    #[inline(always)]
    fn upper(self) -> Self {
        // SAFETY: the set is there. The product is divided by 2¹⁵ and rounded.
        unsafe {
            let by = _mm256_set1_epi16(1 << 7);
            Self([_mm256_mulhrs_epi16(self.0[0], by), _mm256_mulhrs_epi16(self.0[1], by)])
        }
    }

    #[inline(always)]
    fn list(self, chosen: u32, to: &mut [u16; 32]) {
        // SAFETY: the set is there.
        unsafe { list(self.0, chosen, to) }
    }

    #[inline(always)]
    fn half_squares(self) -> Self {
        each!(half_square, self)
    }

    #[inline(always)]
    fn activations(self, other: Self, to: &mut [u8; 32]) {
        let (Self([a, b]), Self([c, d])) = (self, other);
        // SAFETY: the set is there; the 32 bytes written are those borrowed.
        unsafe {
            // Packing clips to 0; it works within 128-bit halves, and the permutation restores the order.
            let packed = _mm256_packus_epi16(activation(a, c), activation(b, d));
            _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm256_permute4x64_epi64::<0b11_01_10_00>(packed));
        }
    }

    #[inline(always)]
    fn dot(self, other: Self, Avx2Ints([a, b]): Avx2Ints) -> Avx2Ints {
        // SAFETY: the set is there.
        unsafe {
            Avx2Ints([
                _mm256_add_epi32(a, _mm256_madd_epi16(self.0[0], other.0[0])),
                _mm256_add_epi32(b, _mm256_madd_epi16(self.0[1], other.0[1])),
            ])
        }
    }
}

/// A bit for each number, all of whose bits are the same.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(low: __m256i, high: __m256i) -> u32 {
    let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
    _mm256_movemask_epi8(packed) as u32
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn list(numbers: [__m256i; 2], chosen: u32, to: &mut [u16; 32]) {
    let quarters = [
        _mm256_castsi256_si128(numbers[0]),
        _mm256_extracti128_si256::<1>(numbers[0]),
        _mm256_castsi256_si128(numbers[1]),
        _mm256_extracti128_si256::<1>(numbers[1]),
    ];
    *to = [0; 32];
    let mut written = 0;
    for (quarter, choice) in quarters.into_iter().zip(chosen.to_le_bytes()) {
        // SAFETY: the sixteen bytes read are those of an entry. Of the 32 numbers eight are written, after at most as
        // many as the quarters before have.
        unsafe {
            let places = _mm_loadu_si128(CHOSEN[usize::from(choice)].as_ptr().cast());
            _mm_storeu_si128(to.as_mut_ptr().add(written).cast(), _mm_shuffle_epi8(quarter, places));
        }
        written += choice.count_ones() as usize;
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn square(numbers: __m256i) -> __m256i {
    let clipped = _mm256_min_epi16(_mm256_max_epi16(numbers, _mm256_setzero_si256()), _mm256_set1_epi16(255));
    _mm256_mullo_epi16(clipped, clipped)
}

#[inline]
#[target_feature(enable = "avx2")]
fn half_square(numbers: __m256i) -> __m256i {
    _mm256_srli_epi16::<1>(square(numbers))
}

/// Activations, less than 0 where `b` is.
#[inline]
#[target_feature(enable = "avx2")]
fn activation(a: __m256i, b: __m256i) -> __m256i {
    let [a, b] = [a, b].map(|numbers| _mm256_min_epi16(numbers, _mm256_set1_epi16(255)));
    // This product is divided by 2¹⁵ and rounded, so that 2⁶ comes before it.
    _mm256_mulhrs_epi16(_mm256_slli_epi16::<6>(_mm256_max_epi16(a, _mm256_setzero_si256())), b)
}
