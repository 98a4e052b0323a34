//! 512-bit vectors with byte products.

use super::super::layout::Parts;
use super::super::layout::{
    Activations, Block, COUNTS, ChangedFeatures, Changes, FeatureRows, HIDDEN_UNIT, LANES, MAX_HIDDEN, OUTPUTS, PANEL,
    Places, Quad, ScoredPlay, board_row,
};
use super::avx2::{eight, sum_of_eight, total_and_pips};
use super::{FACES, HIGH, Instructions, LOW, MIDDLE_SCALE, SUM, fours};
use crate::simd::Avx512;
use std::arch::x86_64::*;

impl Instructions for Avx512 {
    #[inline(always)]
    fn hitting_rolls(self, hitters: u32, blots: u32, open: u32) -> u32 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { hitting_rolls(hitters, blots, open) }
    }

    #[inline(always)]
    fn total_and_pips(self, bytes: &[u8; 32]) -> (u32, u32) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { total_and_pips(bytes) }
    }

    #[inline(always)]
    fn changed_steps(self, side: usize, now: &[u8; 32], before: &[u8; 32], blocks: u16, changed: &mut Places) -> bool {
        // SAFETY: the type is made only where AVX-512 with VBMI2 is enabled.
        unsafe { changed_steps(side, now, before, blocks, changed) }
    }

    #[inline(always)]
    fn changed_features(self, now: &FeatureRows, before: &FeatureRows, moved: &mut ChangedFeatures) {
        // SAFETY: the type is made only where AVX-512 with VBMI2 is enabled.
        unsafe { changed_features(now, before, moved) }
    }

    #[inline(always)]
    fn active_rows(self, side: usize, now: &[u8; 32], blocks: u16, lit: &mut Places) {
        // SAFETY: the type is made only where AVX-512 with VBMI2 is enabled.
        unsafe { active_rows(side, now, blocks, lit) }
    }

    #[inline(always)]
    fn add_rows(self, sums: &mut Block, rows: &[Block], places: &[u16]) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { add_rows(sums, rows, places) }
    }

    #[inline(always)]
    fn activate<const N: usize>(self, from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { activate(from, changes, activations) }
    }

    #[inline(always)]
    fn middle(self, activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
        // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
        unsafe { middle_sums([activations], weights, bias, [middle]) }
    }

    #[inline(always)]
    fn middle_of_four(
        self,
        activations: [&[Activations]; 4],
        weights: &[Quad],
        bias: &[i32; PANEL],
        middle: &mut [[i32; PANEL]; 4],
    ) {
        // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
        unsafe { middle_sums(activations, weights, bias, middle.each_mut()) }
    }

    #[inline(always)]
    fn outputs(self, middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { outputs(middle, weights) }
    }

    #[inline(always)]
    fn outputs_of_lanes(
        self,
        middle: &[[i32; PANEL]; LANES],
        weights: &[[f32; PANEL]; OUTPUTS],
        sums: &mut [[f32; LANES]; OUTPUTS],
    ) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { outputs_of_lanes(middle, weights, sums) }
    }

    #[inline(always)]
    fn score_play(self, play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { score_play(play, parts) }
    }

    #[inline(always)]
    fn row_sums(self, parts: &Parts) -> [i32; LANES] {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { row_sums(parts) }
    }

    type Floats = __m512;

    #[inline(always)]
    fn splat(self, number: f32) -> __m512 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { _mm512_set1_ps(number) }
    }

    #[inline(always)]
    fn load(self, numbers: &[f32; 16]) -> __m512 {
        // SAFETY: as above; sixteen numbers, no alignment needed.
        unsafe { _mm512_loadu_ps(numbers.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, numbers: __m512, to: &mut [f32; 16]) {
        // SAFETY: as above; sixteen numbers, no alignment needed.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), numbers) };
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn clip(self, numbers: __m512) -> __m512 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { _mm512_min_ps(_mm512_max_ps(numbers, _mm512_setzero_ps()), _mm512_set1_ps(1.0)) }
    }

    #[inline(always)]
    fn inside(self, units: __m512, slopes: __m512) -> __m512 {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe {
            let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(units, _mm512_setzero_ps());
            let below = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(units, _mm512_set1_ps(1.0));
            _mm512_maskz_mov_ps(above & below, slopes)
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
fn hitting_rolls(hitters: u32, blots: u32, open: u32) -> u32 {
    // SAFETY: sixteen numbers each; no alignment needed.
    let [low, high, sum] = [&LOW, &HIGH, &SUM].map(|lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) });
    let [all_hitters, all_blots, all_open] = [hitters, blots, open].map(|mask| _mm512_set1_epi32(mask as i32));
    let direct = _mm512_or_si512(_mm512_srlv_epi32(all_hitters, low), _mm512_srlv_epi32(all_hitters, high));
    let middle = _mm512_or_si512(_mm512_srlv_epi32(all_open, low), _mm512_srlv_epi32(all_open, high));
    let both = _mm512_and_si512(_mm512_srlv_epi32(all_hitters, sum), middle);
    let pairs = _mm512_test_epi32_mask(_mm512_or_si512(direct, both), all_blots) & 0x7fff;

    let [hitters, blots, open] = [hitters, blots, open].map(|mask| _mm256_set1_epi32(mask as i32));
    let (mut free, mut reach) = (_mm256_set1_epi32(-1), _mm256_setzero_si256());
    for face in FACES.each_ref().map(|faces| eight(faces)) {
        reach = _mm256_or_si256(reach, _mm256_and_si256(_mm256_srlv_epi32(hitters, face), free));
        free = _mm256_and_si256(free, _mm256_srlv_epi32(open, face));
    }
    2 * pairs.count_ones() + _mm256_test_epi32_mask(reach, blots).count_ones()
}

/// For each side and place the row before that of one checker, so that a count added gives its row.
static ROWS_BEFORE: [[u16; 32]; 2] = {
    let mut all = [[0; 32]; 2];
    let mut place = 0;
    while place < 25 {
        all[0][place] = (board_row(0, place, 1) as u16).wrapping_sub(1);
        all[1][place] = board_row(1, place, 1) as u16 - 1;
        place += 1;
    }
    all
};

/// All places of a side at once: the step up to or down from the higher of both counts, then the one below it where the
/// counts differ by two or more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
fn changed_steps(side: usize, now: &[u8; 32], before: &[u8; 32], blocks: u16, changed: &mut Places) -> bool {
    const { assert!(2 * 2 * 25 * COUNTS * (MAX_HIDDEN / HIDDEN_UNIT) <= 1 << 16, "steps of the widest net fit 16 bits") };
    // SAFETY: 32 bytes each; no alignment needed.
    let [now, before] = [now, before].map(|side| unsafe { _mm256_loadu_si256(side.as_ptr().cast()) });
    let different = _mm256_cmpneq_epi8_mask(now, before);
    if different == 0 {
        return true;
    }
    let [now, before] = [_mm512_cvtepu8_epi16(now), _mm512_cvtepu8_epi16(before)];
    // SAFETY: 32 numbers; no alignment needed.
    let none = unsafe { _mm512_loadu_si512(ROWS_BEFORE[side].as_ptr().cast()) };
    let fewer = _mm512_cmplt_epu16_mask(now, before);
    let top = _mm512_add_epi16(none, _mm512_max_epu16(now, before));
    // Each row has a step up to it and one down from it, after the row of zeros.
    let up = _mm512_add_epi16(_mm512_add_epi16(top, top), _mm512_set1_epi16(1));
    let step = _mm512_mask_add_epi16(up, fewer, up, _mm512_set1_epi16(1));
    let distance = _mm512_abs_epi16(_mm512_sub_epi16(now, before));
    let [blocks, lower] = [blocks, 2 * blocks].map(|number| _mm512_set1_epi16(number as i16));
    let mut step = _mm512_mullo_epi16(step, blocks);
    let mut list = |still: u32, step: __m512i| {
        let list = changed.extend(still.count_ones() as usize);
        // SAFETY: 32 numbers; no alignment needed.
        unsafe { _mm512_storeu_si512(list.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(still, step)) };
    };
    list(different, step);
    // Whether a count differs by two is unpredictable, so that is not asked.
    step = _mm512_sub_epi16(step, lower);
    list(_mm512_cmpgt_epi16_mask(distance, _mm512_set1_epi16(1)), step);
    let mut more = 2;
    loop {
        let still = _mm512_cmpgt_epi16_mask(distance, _mm512_set1_epi16(more));
        if still == 0 {
            return false;
        }
        step = _mm512_sub_epi16(step, lower);
        list(still, step);
        more += 1;
    }
}

/// All feature rows at once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn changed_features(now: &FeatureRows, before: &FeatureRows, moved: &mut ChangedFeatures) {
    // SAFETY: 32 numbers each; no alignment needed.
    let [now, before] = [now, before].map(|rows| unsafe { _mm512_loadu_si512(rows.as_ptr().cast()) });
    let different = _mm512_cmpneq_epi16_mask(now, before);
    moved.count = different.count_ones() as usize;
    for (rows, to) in [(before, &mut moved.from), (now, &mut moved.to)] {
        // SAFETY: 32 numbers; no alignment needed.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(different, rows)) };
    }
}

/// All places of a side at once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn active_rows(side: usize, now: &[u8; 32], blocks: u16, lit: &mut Places) {
    // SAFETY: 32 bytes; no alignment needed.
    let now = unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(now.as_ptr().cast())) };
    // SAFETY: 32 numbers; no alignment needed.
    let none = unsafe { _mm512_loadu_si512(ROWS_BEFORE[side].as_ptr().cast()) };
    let row = _mm512_add_epi16(none, _mm512_min_epu16(now, _mm512_set1_epi16(COUNTS as i16)));
    let row = _mm512_mullo_epi16(row, _mm512_set1_epi16(blocks as i16));
    let occupied = _mm512_test_epi16_mask(now, now);
    let list = lit.extend(occupied.count_ones() as usize);
    // SAFETY: 32 numbers; no alignment needed.
    unsafe { _mm512_storeu_si512(list.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(occupied, row)) };
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_rows(sums: &mut Block, rows: &[Block], places: &[u16]) {
    let load = |block: &Block| -> [__m512i; 2] {
        let start = block.0.as_ptr().cast::<__m512i>();
        // SAFETY: a block is two aligned vectors.
        unsafe { [_mm512_load_si512(start), _mm512_load_si512(start.add(1))] }
    };
    let [mut low, mut high] = load(sums);
    for &place in places {
        let row = load(&rows[usize::from(place)]);
        (low, high) = (_mm512_add_epi16(low, row[0]), _mm512_add_epi16(high, row[1]));
    }
    let start = sums.0.as_mut_ptr().cast::<__m512i>();
    // SAFETY: a block is two aligned vectors.
    unsafe {
        _mm512_store_si512(start, low);
        _mm512_store_si512(start.add(1), high);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn activate<const N: usize>(from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
    let load = |block: &Block| -> [__m512i; 2] {
        // SAFETY: a block is two aligned vectors.
        std::array::from_fn(|i| unsafe { _mm512_load_si512(block.0.as_ptr().cast::<__m512i>().add(i)) })
    };
    let Changes { steps, changed, rows, moved, block } = changes;
    let mut sums = from.each_ref().map(load);
    for &place in changed {
        for (sums, weights) in sums.iter_mut().zip(&steps[place as usize + block..][..N]) {
            let weights = load(weights);
            *sums = std::array::from_fn(|i| _mm512_add_epi16(sums[i], weights[i]));
        }
    }
    for [before, now] in moved.pairs() {
        let rows = rows[before + block..][..N].iter().zip(&rows[now + block..][..N]);
        for (sums, (before, now)) in sums.iter_mut().zip(rows) {
            let (before, now) = (load(before), load(now));
            *sums = std::array::from_fn(|i| _mm512_add_epi16(sums[i], _mm512_sub_epi16(now[i], before[i])));
        }
    }
    for (block, sums) in from.iter_mut().zip(sums) {
        for (i, sum) in sums.into_iter().enumerate() {
            // SAFETY: a block is that many aligned vectors.
            unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast::<__m512i>().add(i), sum) };
        }
    }
    for (sums, activations) in sums.into_iter().zip(activations) {
        for (sum, bytes) in sums.into_iter().zip(activations.0.as_chunks_mut::<32>().0) {
            let clipped = _mm512_min_epi16(_mm512_max_epi16(sum, _mm512_setzero_si512()), _mm512_set1_epi16(255));
            let square = _mm512_mullo_epi16(clipped, clipped);
            let rounded = _mm512_srli_epi16::<9>(_mm512_add_epi16(square, _mm512_set1_epi16(256)));
            // SAFETY: 32 bytes; no alignment needed.
            unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(rounded)) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn middle_sums<const N: usize>(
    activations: [&[Activations]; N],
    weights: &[Quad],
    bias: &[i32; PANEL],
    middle: [&mut [i32; PANEL]; N],
) {
    let bias = bias.as_chunks::<16>().0;
    // SAFETY: sixteen numbers; no alignment needed.
    let start: [__m512i; 2] = std::array::from_fn(|half| unsafe { _mm512_loadu_si512(bias[half].as_ptr().cast()) });
    // Every other quad has sums of its own, so that one product need not wait for the last.
    let mut sums = [[start; N], [[_mm512_setzero_si512(); 2]; N]];
    let fours: [&[[u8; 4]]; N] = std::array::from_fn(|i| &fours(activations[i])[..weights.len()]);
    for (pair, weights) in weights.as_chunks::<2>().0.iter().enumerate() {
        for (odd, (sums, weights)) in sums.iter_mut().zip(weights).enumerate() {
            let halves = weights.0.as_chunks::<64>().0;
            // SAFETY: 64 bytes each; no alignment needed.
            let [low, high] = [0, 1].map(|half| unsafe { _mm512_loadu_si512(halves[half].as_ptr().cast()) });
            for (sum, fours) in sums.iter_mut().zip(fours) {
                let four = _mm512_set1_epi32(i32::from_le_bytes(fours[2 * pair + odd]));
                *sum = [_mm512_dpbusd_epi32(sum[0], four, low), _mm512_dpbusd_epi32(sum[1], four, high)];
            }
        }
    }
    let [even, odd] = sums;
    for ((even, odd), middle) in even.into_iter().zip(odd).zip(middle) {
        for ((even, odd), middle) in even.into_iter().zip(odd).zip(middle.as_chunks_mut::<16>().0) {
            // SAFETY: sixteen numbers; no alignment needed.
            unsafe { _mm512_storeu_si512(middle.as_mut_ptr().cast(), _mm512_add_epi32(even, odd)) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn score_play(play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
    let ScoredPlay { base, steps, changed, worth } = play;
    let load = |block: &Block| -> [__m512i; 2] {
        let start = block.0.as_ptr().cast::<__m512i>();
        // SAFETY: a block is two aligned vectors.
        unsafe { [_mm512_load_si512(start), _mm512_load_si512(start.add(1))] }
    };
    let [mut low, mut high] = load(base);
    for place in changed {
        let step = load(&steps[usize::from(place)]);
        (low, high) = (_mm512_add_epi16(low, step[0]), _mm512_add_epi16(high, step[1]));
    }
    macro_rules! squared {
        ($sum:ident) => {{
            let clipped = _mm512_min_epi16(_mm512_max_epi16($sum, _mm512_setzero_si512()), _mm512_set1_epi16(255));
            _mm512_srli_epi16::<1>(_mm512_mullo_epi16(clipped, clipped))
        }};
    }
    let (low, high) = (squared!(low), squared!(high));
    let weights = load(&worth.weights);
    let start = _mm512_zextsi128_si512(_mm_cvtsi32_si128(worth.bias));
    let sums = _mm512_dpwssd_epi32(_mm512_madd_epi16(high, weights[1]), low, weights[0]);
    store_sums(_mm512_add_epi32(start, sums), parts);
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sums(sums: __m512i, to: &mut [i32; 16]) {
    // SAFETY: sixteen numbers; no alignment needed.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), sums) };
}

/// As [`sums_of_sixteen`], of integers and with every sum in its place.
#[inline]
#[target_feature(enable = "avx512f")]
fn row_sums(parts: &Parts) -> [i32; LANES] {
    macro_rules! halves {
        ($first:expr, $shuffle:ident, $low:literal, $high:literal, $n:literal) => {{
            let mut sums = [_mm512_setzero_si512(); $n];
            let mut i = 0;
            while i < $n {
                let (a, b) = ($first[2 * i], $first[2 * i + 1]);
                sums[i] = _mm512_add_epi32($shuffle::<$low>(a, b), $shuffle::<$high>(a, b));
                i += 1;
            }
            sums
        }};
    }
    let mut sixteen = [_mm512_setzero_si512(); LANES];
    for lane in 0..LANES {
        // SAFETY: sixteen numbers; no alignment needed.
        sixteen[lane] = unsafe { _mm512_loadu_si512(parts[lane / 4 + lane % 4 * 4].as_ptr().cast()) };
    }
    let eight = halves!(sixteen, _mm512_shuffle_i32x4, 0b01_00_01_00, 0b11_10_11_10, 8);
    let four = halves!(eight, _mm512_shuffle_i32x4, 0b10_00_10_00, 0b11_01_11_01, 4);
    let two = halves!(four, shuffle, 0b01_00_01_00, 0b11_10_11_10, 2);
    let [total] = halves!(two, shuffle, 0b10_00_10_00, 0b11_01_11_01, 1);
    let mut totals = [0; LANES];
    store_sums(total, &mut totals);
    totals
}

/// Two numbers of `a` and two of `b` in every 128 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn shuffle<const CHOICE: i32>(a: __m512i, b: __m512i) -> __m512i {
    _mm512_castps_si512(_mm512_shuffle_ps::<CHOICE>(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b)))
}

/// Units of the second layer from their sums.
#[inline]
#[target_feature(enable = "avx512f")]
fn units(middle: &[i32; PANEL]) -> [__m512; 2] {
    let middle = middle.as_chunks::<16>().0;
    std::array::from_fn(|half| {
        // SAFETY: sixteen numbers; no alignment needed.
        let sum = unsafe { _mm512_loadu_si512(middle[half].as_ptr().cast()) };
        let unit = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_set1_ps(MIDDLE_SCALE));
        _mm512_min_ps(_mm512_max_ps(unit, _mm512_setzero_ps()), _mm512_set1_ps(1.0))
    })
}

/// Sixteen sums of sixteen numbers each, the upper half of each added onto its lower half and so on: sixteen vectors
/// become eight that hold two halves, four that hold four quarters, and at last one. The sum of `vectors[4 * m + i]`
/// comes out as number `4 * i + m`.
#[inline]
#[target_feature(enable = "avx512f")]
fn sums_of_sixteen(vectors: [__m512; 16]) -> __m512 {
    let eight: [__m512; 8] = std::array::from_fn(|i| {
        let (a, b) = (vectors[2 * i], vectors[2 * i + 1]);
        _mm512_add_ps(_mm512_shuffle_f32x4::<0b01_00_01_00>(a, b), _mm512_shuffle_f32x4::<0b11_10_11_10>(a, b))
    });
    let four: [__m512; 4] = std::array::from_fn(|i| {
        let (a, b) = (eight[2 * i], eight[2 * i + 1]);
        _mm512_add_ps(_mm512_shuffle_f32x4::<0b10_00_10_00>(a, b), _mm512_shuffle_f32x4::<0b11_01_11_01>(a, b))
    });
    let two: [__m512; 2] = std::array::from_fn(|i| {
        let (a, b) = (four[2 * i], four[2 * i + 1]);
        _mm512_add_ps(_mm512_shuffle_ps::<0b01_00_01_00>(a, b), _mm512_shuffle_ps::<0b11_10_11_10>(a, b))
    });
    let [a, b] = two;
    _mm512_add_ps(_mm512_shuffle_ps::<0b10_00_10_00>(a, b), _mm512_shuffle_ps::<0b11_01_11_01>(a, b))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn outputs_of_lanes(
    middle: &[[i32; PANEL]; LANES],
    weights: &[[f32; PANEL]; OUTPUTS],
    sums: &mut [[f32; LANES]; OUTPUTS],
) {
    let units: [[__m512; 2]; LANES] = std::array::from_fn(|lane| units(&middle[lane / 4 + lane % 4 * 4]));
    for (sums, weights) in sums.iter_mut().zip(weights) {
        let weights = weights.as_chunks::<16>().0;
        // SAFETY: sixteen numbers; no alignment needed.
        let [low, high] = [0, 1].map(|half| unsafe { _mm512_loadu_ps(weights[half].as_ptr()) });
        let products = std::array::from_fn(|lane| {
            _mm512_add_ps(_mm512_mul_ps(units[lane][0], low), _mm512_mul_ps(units[lane][1], high))
        });
        // SAFETY: sixteen numbers; no alignment needed.
        unsafe { _mm512_storeu_ps(sums.as_mut_ptr(), sums_of_sixteen(products)) };
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn outputs(middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
    let units = units(middle);
    weights.each_ref().map(|weights| {
        let weights = weights.as_chunks::<16>().0;
        let [low, high]: [__m512; 2] = std::array::from_fn(|half| {
            // SAFETY: sixteen numbers; no alignment needed.
            _mm512_mul_ps(units[half], unsafe { _mm512_loadu_ps(weights[half].as_ptr()) })
        });
        let sum = _mm512_add_ps(low, high);
        let upper = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(sum)));
        sum_of_eight(_mm256_add_ps(_mm512_castps512_ps256(sum), upper))
    })
}
