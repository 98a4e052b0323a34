//! 256-bit vectors.

use super::super::layout::Parts;
use super::super::layout::{Activations, Block, Changes, LANES, OUTPUTS, PANEL, Quad, ScoredPlay};
use super::{FACES, HIGH, Instructions, LOW, MIDDLE_SCALE, SUM, fours};
use crate::simd::Avx2;
use std::arch::x86_64::*;

impl Instructions for Avx2 {
    #[inline(always)]
    fn hitting_rolls(self, hitters: u32, blots: u32, open: u32) -> u32 {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { hitting_rolls(hitters, blots, open) }
    }

    #[inline(always)]
    fn total_and_pips(self, bytes: &[u8; 32]) -> (u32, u32) {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { total_and_pips(bytes) }
    }

    #[inline(always)]
    fn activate<const N: usize>(self, from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { activate(from, changes, activations) }
    }

    #[inline(always)]
    fn middle(self, activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { middle_sums(activations, weights, bias, middle) }
    }

    #[inline(always)]
    fn outputs(self, middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { outputs(middle, weights) }
    }

    #[inline(always)]
    fn score_play(self, play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { score_play(play, parts) }
    }

    #[inline(always)]
    fn row_sums(self, parts: &Parts) -> [i32; LANES] {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { row_sums(parts) }
    }

    type Floats = [__m256; 2];

    #[inline(always)]
    fn splat(self, number: f32) -> [__m256; 2] {
        // SAFETY: the type is made only where AVX2 is enabled.
        [unsafe { _mm256_set1_ps(number) }; 2]
    }

    #[inline(always)]
    fn load(self, numbers: &[f32; 16]) -> [__m256; 2] {
        // SAFETY: as above; both halves of sixteen numbers, no alignment needed.
        unsafe { [_mm256_loadu_ps(numbers.as_ptr()), _mm256_loadu_ps(numbers[8..].as_ptr())] }
    }

    #[inline(always)]
    fn store(self, numbers: [__m256; 2], to: &mut [f32; 16]) {
        // SAFETY: as above; both halves of sixteen numbers, no alignment needed.
        unsafe {
            _mm256_storeu_ps(to.as_mut_ptr(), numbers[0]);
            _mm256_storeu_ps(to[8..].as_mut_ptr(), numbers[1]);
        }
    }

    #[inline(always)]
    fn add(self, a: [__m256; 2], b: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: [__m256; 2], b: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the type is made only where AVX2 is enabled.
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn clip(self, numbers: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the type is made only where AVX2 is enabled.
        numbers.map(|half| unsafe { _mm256_min_ps(_mm256_max_ps(half, _mm256_setzero_ps()), _mm256_set1_ps(1.0)) })
    }

    #[inline(always)]
    fn inside(self, units: [__m256; 2], slopes: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the type is made only where AVX2 is enabled.
        std::array::from_fn(|half| unsafe {
            let above = _mm256_cmp_ps::<_CMP_GT_OQ>(units[half], _mm256_setzero_ps());
            let below = _mm256_cmp_ps::<_CMP_LT_OQ>(units[half], _mm256_set1_ps(1.0));
            _mm256_and_ps(_mm256_and_ps(above, below), slopes[half])
        })
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eight(numbers: &[u32; 8]) -> __m256i {
    // SAFETY: eight numbers; no alignment needed.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn hitting_rolls(hitters: u32, blots: u32, open: u32) -> u32 {
    let [hitters, blots, open] = [hitters, blots, open].map(|mask| _mm256_set1_epi32(mask as i32));
    let zero = _mm256_setzero_si256();
    let missed = |reach| {
        let hit = _mm256_and_si256(reach, blots);
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(hit, zero))).count_ones()
    };
    let mut rolls = 0;
    for half in 0..2 {
        let lanes = |all: &[u32; 16]| eight(all[8 * half..8 * half + 8].try_into().expect("eight of sixteen"));
        let (low, high) = (lanes(&LOW), lanes(&HIGH));
        let direct = _mm256_or_si256(_mm256_srlv_epi32(hitters, low), _mm256_srlv_epi32(hitters, high));
        let middle = _mm256_or_si256(_mm256_srlv_epi32(open, low), _mm256_srlv_epi32(open, high));
        let both = _mm256_and_si256(_mm256_srlv_epi32(hitters, lanes(&SUM)), middle);
        rolls += 2 * (8 - missed(_mm256_or_si256(direct, both)));
        if half == 1 {
            // The 16th lane is the first again.
            let last = _mm256_and_si256(_mm256_or_si256(direct, both), blots);
            rolls -= 2 * u32::from(_mm256_extract_epi32::<7>(last) != 0);
        }
    }
    let faces = FACES.each_ref().map(|faces| eight(faces));
    let (mut free, mut reach) = (_mm256_set1_epi32(-1), zero);
    for face in faces {
        reach = _mm256_or_si256(reach, _mm256_and_si256(_mm256_srlv_epi32(hitters, face), free));
        free = _mm256_and_si256(free, _mm256_srlv_epi32(open, face));
    }
    rolls + 8 - missed(reach)
}

#[inline]
#[target_feature(enable = "avx2")]
fn activate<const N: usize>(from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
    let load = |block: &Block| -> [__m256i; 4] {
        // SAFETY: a block is four aligned vectors.
        std::array::from_fn(|i| unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(i)) })
    };
    let Changes { steps, changed, rows, moved, block } = changes;
    let mut sums = from.each_ref().map(load);
    for &place in changed {
        for (sums, weights) in sums.iter_mut().zip(&steps[place as usize + block..][..N]) {
            let weights = load(weights);
            *sums = std::array::from_fn(|i| _mm256_add_epi16(sums[i], weights[i]));
        }
    }
    for [before, now] in moved.pairs() {
        let rows = rows[before + block..][..N].iter().zip(&rows[now + block..][..N]);
        for (sums, (before, now)) in sums.iter_mut().zip(rows) {
            let (before, now) = (load(before), load(now));
            *sums = std::array::from_fn(|i| _mm256_add_epi16(sums[i], _mm256_sub_epi16(now[i], before[i])));
        }
    }
    for (block, sums) in from.iter_mut().zip(sums) {
        for (i, sum) in sums.into_iter().enumerate() {
            // SAFETY: a block is that many aligned vectors.
            unsafe { _mm256_store_si256(block.0.as_mut_ptr().cast::<__m256i>().add(i), sum) };
        }
    }
    for (sums, activations) in sums.into_iter().zip(activations) {
        let squares = sums.map(|sum| {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), _mm256_set1_epi16(255));
            let square = _mm256_mullo_epi16(clipped, clipped);
            _mm256_srli_epi16::<9>(_mm256_add_epi16(square, _mm256_set1_epi16(256)))
        });
        for (half, bytes) in activations.0.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            // Packing works within 128-bit halves; the permutation restores the order.
            let packed = _mm256_packus_epi16(squares[2 * half], squares[2 * half + 1]);
            let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            // SAFETY: 32 bytes; no alignment needed.
            unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), packed) };
        }
    }
}

/// Pips of a checker on each place; the padding has none.
const DISTANCES: [i8; 32] = {
    let (mut distances, mut i) = ([0; 32], 0);
    while i < 25 {
        distances[i] = i as i8 + 1;
        i += 1;
    }
    distances
};

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn total_and_pips(bytes: &[u8; 32]) -> (u32, u32) {
    // SAFETY: 32 bytes each; no alignment needed.
    let [counts, distances] = [bytes.as_ptr().cast(), DISTANCES.as_ptr().cast()]
        .map(|start: *const __m256i| unsafe { _mm256_loadu_si256(start) });
    let pips = _mm256_madd_epi16(_mm256_maddubs_epi16(counts, distances), _mm256_set1_epi16(1));
    // Totals in the low 32 bits of every 64, which leaves the high ones for half of the pips.
    let totals = _mm256_sad_epu8(counts, _mm256_setzero_si256());
    let pips = _mm256_add_epi32(pips, _mm256_srli_epi64::<32>(pips));
    let both = _mm256_or_si256(totals, _mm256_slli_epi64::<32>(pips));
    let both = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let both = _mm_add_epi32(both, _mm_unpackhi_epi64(both, both));
    let both = _mm_cvtsi128_si64(both) as u64;
    (both as u32, (both >> 32) as u32)
}

#[inline]
#[target_feature(enable = "avx2")]
fn middle_sums(activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
    let ones = _mm256_set1_epi16(1);
    let bias = bias.as_chunks::<8>().0;
    // SAFETY: eight numbers; no alignment needed.
    let mut sums: [__m256i; 4] = std::array::from_fn(|part| unsafe { _mm256_loadu_si256(bias[part].as_ptr().cast()) });
    let fours = fours(activations);
    for (&four, weights) in fours.iter().zip(weights) {
        let four = _mm256_set1_epi32(i32::from_le_bytes(four));
        for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<32>().0) {
            // SAFETY: 32 bytes; no alignment needed.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            let pairs = _mm256_maddubs_epi16(four, weights);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
    }
    for (sum, middle) in sums.into_iter().zip(middle.as_chunks_mut::<8>().0) {
        // SAFETY: eight numbers; no alignment needed.
        unsafe { _mm256_storeu_si256(middle.as_mut_ptr().cast(), sum) };
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn score_play(play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
    let ScoredPlay { base, steps, changed, worth } = play;
    let load = |block: &Block, i: usize| {
        // SAFETY: a block is four aligned vectors.
        unsafe { _mm256_load_si256(block.0.as_ptr().cast::<__m256i>().add(i)) }
    };
    let mut units = [_mm256_setzero_si256(); 4];
    for (i, unit) in units.iter_mut().enumerate() {
        *unit = load(base, i);
    }
    for place in changed {
        let step = &steps[usize::from(place)];
        for (i, unit) in units.iter_mut().enumerate() {
            *unit = _mm256_add_epi16(*unit, load(step, i));
        }
    }
    for unit in &mut units {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(*unit, _mm256_setzero_si256()), _mm256_set1_epi16(255));
        *unit = _mm256_srli_epi16::<1>(_mm256_mullo_epi16(clipped, clipped));
    }
    let mut sums = [_mm256_setzero_si256(); 2];
    sums[0] = _mm256_zextsi128_si256(_mm_cvtsi32_si128(worth.bias));
    for i in 0..4 {
        let products = _mm256_madd_epi16(units[i], load(&worth.weights, i));
        sums[i / 2] = _mm256_add_epi32(sums[i / 2], products);
    }
    store_sums(sums, parts);
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_sums(sums: [__m256i; 2], to: &mut [i32; 16]) {
    // SAFETY: eight numbers each; no alignment needed.
    unsafe {
        _mm256_storeu_si256(to.as_mut_ptr().cast(), sums[0]);
        _mm256_storeu_si256(to[8..].as_mut_ptr().cast(), sums[1]);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn row_sums(parts: &Parts) -> [i32; LANES] {
    let mut totals = [0; LANES];
    for (totals, parts) in totals.as_chunks_mut::<8>().0.iter_mut().zip(parts.as_chunks::<8>().0) {
        let mut eight = [_mm256_setzero_si256(); 8];
        for (sum, parts) in eight.iter_mut().zip(parts) {
            let start = parts.as_ptr().cast::<__m256i>();
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
        unsafe { _mm256_storeu_si256(totals.as_mut_ptr().cast(), sums) };
    }
    totals
}

#[inline]
#[target_feature(enable = "avx2")]
fn outputs(middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
    let (zero, one, scale) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0), _mm256_set1_ps(MIDDLE_SCALE));
    let middle = middle.as_chunks::<8>().0;
    let units: [__m256; 4] = std::array::from_fn(|part| {
        // SAFETY: eight numbers; no alignment needed.
        let sum = unsafe { _mm256_loadu_si256(middle[part].as_ptr().cast()) };
        let unit = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), scale);
        _mm256_min_ps(_mm256_max_ps(unit, zero), one)
    });
    weights.each_ref().map(|weights| {
        let weights = weights.as_chunks::<8>().0;
        let products: [__m256; 4] = std::array::from_fn(|part| {
            // SAFETY: eight numbers; no alignment needed.
            _mm256_mul_ps(units[part], unsafe { _mm256_loadu_ps(weights[part].as_ptr()) })
        });
        let sum = _mm256_add_ps(_mm256_add_ps(products[0], products[2]), _mm256_add_ps(products[1], products[3]));
        sum_of_eight(sum)
    })
}

/// Upper half onto lower half until one is left.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_of_eight(eight: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}
