//! Whole numbers in two registers.

use crate::simd::Avx2;
use crate::simd::lanes::Lanes;
use crate::simd::vector::{Table, Vector, WIDTH};
use std::arch::x86_64::*;

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Ints(pub(super) [__m256i; 2]);

operators! { Avx2Ints:
    Add add _mm256_add_epi32;
    Sub sub _mm256_sub_epi32;
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
}

impl Vector for Avx2Ints {
    type Set = Avx2;

    proof! { Avx2 }

    lanewise! {
        // The upper half of one of the two is zero, so that the product of the lower halves is all there is.
        times _mm256_madd_epi16;
        without without;
        min _mm256_min_epi32;
        max _mm256_max_epi32;
        equals _mm256_cmpeq_epi32;
        exceeds _mm256_cmpgt_epi32;
        up _mm256_sllv_epi32;
        down _mm256_srlv_epi32;
        whole whole;
    }

    #[inline(always)]
    fn columns(_: Avx2, rows: [&[u8; 32]; WIDTH], columns: &mut [[u8; WIDTH]; 32]) {
        // SAFETY: the set is there.
        unsafe { columns_of(rows, columns) }
    }

    #[inline(always)]
    fn read(_: Avx2, from: &[i32; WIDTH]) -> Self {
        let (halves, _) = from.as_chunks::<8>();
        // SAFETY: the set is there; the eight numbers read are those of a half.
        unsafe { Self([_mm256_loadu_si256(halves[0].as_ptr().cast()), _mm256_loadu_si256(halves[1].as_ptr().cast())]) }
    }

    #[inline(always)]
    fn write(self, to: &mut [i32; WIDTH]) {
        let (halves, _) = to.as_chunks_mut::<8>();
        // SAFETY: the set is there; the eight numbers written are those of a half.
        unsafe {
            _mm256_storeu_si256(halves[0].as_mut_ptr().cast(), self.0[0]);
            _mm256_storeu_si256(halves[1].as_mut_ptr().cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn first(_: Avx2, value: i32) -> Self {
        // SAFETY: the set is there.
        unsafe { Self([_mm256_zextsi128_si256(_mm_cvtsi32_si128(value)), _mm256_setzero_si256()]) }
    }

    #[inline(always)]
    fn splat(_: Avx2, value: i32) -> Self {
        // SAFETY: the set is there.
        Self([unsafe { _mm256_set1_epi32(value) }; 2])
    }

    #[inline(always)]
    fn widen(_: Avx2, bytes: &[u8; WIDTH]) -> Self {
        let (halves, _) = bytes.as_chunks::<8>();
        // SAFETY: the set is there; the eight bytes read are those of a half.
        unsafe {
            let [low, high] = [halves[0].as_ptr().cast(), halves[1].as_ptr().cast()];
            Self([_mm256_cvtepu8_epi32(_mm_loadl_epi64(low)), _mm256_cvtepu8_epi32(_mm_loadl_epi64(high))])
        }
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        each!(top_bit, self)
    }

    #[inline(always)]
    fn ones(self) -> Self {
        each!(ones, self)
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        // SAFETY: the set is there.
        unsafe { Self([look_up(self.0[0], table), look_up(self.0[1], table)]) }
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
        let (halves, _) = out.0.as_chunks_mut::<8>();
        // SAFETY: the set is there; the eight floats written are those of a half of `out`.
        unsafe {
            _mm256_storeu_ps(halves[0].as_mut_ptr(), quotients(self.0[0], denominators.0[0]));
            _mm256_storeu_ps(halves[1].as_mut_ptr(), quotients(self.0[1], denominators.0[1]));
        }
        out
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        let Self([a, b]) = self.equals(self.all(0));
        // SAFETY: the set is there.
        let (low, high) =
            unsafe { (_mm256_movemask_ps(_mm256_castsi256_ps(a)), _mm256_movemask_ps(_mm256_castsi256_ps(b))) };
        0xffff ^ (low | high << 8) as u32
    }

    #[inline(always)]
    fn plus_products(self, four: [u8; 4], weights: &[i8; 64]) -> Self {
        let (halves, _) = weights.as_chunks::<32>();
        // SAFETY: the set is there.
        unsafe {
            let four = _mm256_set1_epi32(i32::from_le_bytes(four));
            Self([plus_products(self.0[0], four, &halves[0]), plus_products(self.0[1], four, &halves[1])])
        }
    }

    #[inline(always)]
    fn sums(_: Avx2, vectors: &[[i32; WIDTH]; 16]) -> [i32; WIDTH] {
        let mut sums = [0; WIDTH];
        for (sums, vectors) in sums.as_chunks_mut::<8>().0.iter_mut().zip(vectors.chunks(8)) {
            // SAFETY: the set is there.
            unsafe { sums_of_eight(vectors, sums) };
        }
        sums
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

/// The bits of `a` that are not in `b`.
#[inline]
#[target_feature(enable = "avx2")]
fn without(a: __m256i, b: __m256i) -> __m256i {
    _mm256_andnot_si256(b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
fn whole(a: __m256i, b: __m256i) -> __m256i {
    // A fraction is at least 2^-16 away from the next whole number, further than rounding goes.
    _mm256_cvttps_epi32(quotients(a, b))
}

/// Products of two fit 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn plus_products(sums: __m256i, four: __m256i, weights: &[i8; 32]) -> __m256i {
    // SAFETY: 32 bytes; no alignment needed.
    let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
    let pairs = _mm256_maddubs_epi16(four, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

/// The sums of eight vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn sums_of_eight(vectors: &[[i32; WIDTH]], to: &mut [i32; 8]) {
    let mut eight = [_mm256_setzero_si256(); 8];
    for (sum, vector) in eight.iter_mut().zip(vectors) {
        let start = vector.as_ptr().cast::<__m256i>();
        // SAFETY: two times eight numbers; no alignment needed.
        *sum = unsafe { _mm256_add_epi32(_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))) };
    }
    let [a, b, c, d, e, f, g, h] = eight;
    let low = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    let high = _mm256_hadd_epi32(_mm256_hadd_epi32(e, f), _mm256_hadd_epi32(g, h));
    // Either half of each holds half of every sum.
    let upper = _mm256_permute2x128_si256::<0x31>(low, high);
    let sums = _mm256_add_epi32(_mm256_permute2x128_si256::<0x20>(low, high), upper);
    // SAFETY: eight numbers; no alignment needed.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sums) };
}

#[inline]
#[target_feature(enable = "avx2")]
fn quotients(a: __m256i, b: __m256i) -> __m256 {
    _mm256_div_ps(_mm256_cvtepi32_ps(a), _mm256_cvtepi32_ps(b))
}

/// Writes the bytes of sixteen rows column by column.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::simd) fn columns_of(rows: [&[u8; 32]; WIDTH], columns: &mut [[u8; WIDTH]; 32]) {
    // SAFETY: each load reads the 32 bytes of a row.
    let mut rows = rows.map(|row| unsafe { _mm256_loadu_si256(row.as_ptr().cast::<__m256i>()) });
    // Interleaving rows i and i + 8 turns the eight bits of a byte's place round by one; four turns swap row and
    // column, in both halves of the registers at once.
    for _ in 0..4 {
        let mut turned = rows;
        for (i, pair) in turned.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let (a, b) = (rows[i], rows[i + 8]);
            *pair = [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)];
        }
        rows = turned;
    }
    let (low, high) = columns.split_at_mut(WIDTH);
    for ((row, low), high) in rows.into_iter().zip(low).zip(high) {
        // SAFETY: the 16 bytes written are those borrowed.
        unsafe {
            _mm_storeu_si128(low.as_mut_ptr().cast::<__m128i>(), _mm256_castsi256_si128(row));
            _mm_storeu_si128(high.as_mut_ptr().cast::<__m128i>(), _mm256_extracti128_si256::<1>(row));
        }
    }
}
