//! 512-bit vectors with byte products.

use super::super::forward::{Activations, Block, Pass, Quad};
use super::super::{HIDDEN_UNIT, MIDDLE, OUTPUTS};
use super::avx2::{FACES, SUM, eight, packed, sum_of_eight, total_and_pips};
use super::{Changes, HIGH, Instructions, LOW, MIDDLE_SCALE, Vectorized};
use std::arch::x86_64::*;

/// A pass compiled for AVX-512.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn run<F: Fn(usize) -> Option<u8>>(pass: Pass<'_, F>) {
    pass.run(Avx512(()));
}

/// Work compiled for AVX-512.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn work<T: Vectorized>(work: T) -> T::Output {
    work.run(Avx512(()))
}

/// Made only where AVX-512 with VNNI is enabled.
#[derive(Clone, Copy)]
struct Avx512(());

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
    fn activate<const N: usize>(
        self,
        from: &mut [Block; N],
        changes: Changes<'_>,
        activations: &mut [[u8; HIDDEN_UNIT]; N],
    ) {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { activate(from, changes, activations) }
    }

    #[inline(always)]
    fn middle(self, activations: &Activations, weights: &[Quad], bias: &[i32; MIDDLE], middle: &mut [i32; MIDDLE]) {
        // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
        unsafe { middle_sums([activations], weights, bias, [middle]) }
    }

    #[inline(always)]
    fn middle_of_four(
        self,
        activations: &[Activations; 4],
        weights: &[Quad],
        bias: &[i32; MIDDLE],
        middle: &mut [[i32; MIDDLE]; 4],
    ) {
        // SAFETY: the type is made only where AVX-512 with VNNI is enabled.
        unsafe { middle_sums(activations.each_ref(), weights, bias, middle.each_mut()) }
    }

    #[inline(always)]
    fn outputs(self, middle: &[i32; MIDDLE], weights: &[[f32; MIDDLE]; OUTPUTS]) -> [f32; OUTPUTS] {
        // SAFETY: the type is made only where AVX-512 is enabled.
        unsafe { outputs(middle, weights) }
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn activate<const N: usize>(from: &mut [Block; N], changes: Changes<'_>, activations: &mut [[u8; HIDDEN_UNIT]; N]) {
    let load = |block: &Block| -> [__m512i; 2] {
        // SAFETY: a block is two aligned vectors.
        std::array::from_fn(|i| unsafe { _mm512_load_si512(block.0.as_ptr().cast::<__m512i>().add(i)) })
    };
    let Changes { steps, changed, rows, features, block } = changes;
    let mut sums = from.each_ref().map(load);
    for &place in changed {
        for (sums, weights) in sums.iter_mut().zip(&steps[place as usize + block..][..N]) {
            let weights = load(weights);
            *sums = std::array::from_fn(|i| _mm512_add_epi16(sums[i], weights[i]));
        }
    }
    for (block, sums) in from.iter_mut().zip(sums) {
        for (i, sum) in sums.into_iter().enumerate() {
            // SAFETY: a block is that many aligned vectors.
            unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast::<__m512i>().add(i), sum) };
        }
    }
    for &place in features {
        for (sums, weights) in sums.iter_mut().zip(&rows[place as usize + block..][..N]) {
            let weights = load(weights);
            *sums = std::array::from_fn(|i| _mm512_add_epi16(sums[i], weights[i]));
        }
    }
    for (sums, activations) in sums.into_iter().zip(activations) {
        for (sum, bytes) in sums.into_iter().zip(activations.as_chunks_mut::<32>().0) {
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
    activations: [&Activations; N],
    weights: &[Quad],
    bias: &[i32; MIDDLE],
    middle: [&mut [i32; MIDDLE]; N],
) {
    let bias = bias.as_chunks::<16>().0;
    // SAFETY: sixteen numbers; no alignment needed.
    let start: [__m512i; 2] = std::array::from_fn(|half| unsafe { _mm512_loadu_si512(bias[half].as_ptr().cast()) });
    let mut sums = [start; N];
    let activations: [&[u8]; N] = std::array::from_fn(|i| &activations[i].0[..4 * weights.len()]);
    for (quad, weights) in weights.iter().enumerate() {
        let halves = weights.0.as_chunks::<64>().0;
        // SAFETY: 64 bytes each; no alignment needed.
        let [low, high] = [0, 1].map(|half| unsafe { _mm512_loadu_si512(halves[half].as_ptr().cast()) });
        for (sum, activations) in sums.iter_mut().zip(activations) {
            let four = _mm512_set1_epi32(packed(activations, quad));
            *sum = [_mm512_dpbusd_epi32(sum[0], four, low), _mm512_dpbusd_epi32(sum[1], four, high)];
        }
    }
    for (sums, middle) in sums.into_iter().zip(middle) {
        for (sum, middle) in sums.into_iter().zip(middle.as_chunks_mut::<16>().0) {
            // SAFETY: sixteen numbers; no alignment needed.
            unsafe { _mm512_storeu_si512(middle.as_mut_ptr().cast(), sum) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn outputs(middle: &[i32; MIDDLE], weights: &[[f32; MIDDLE]; OUTPUTS]) -> [f32; OUTPUTS] {
    let (zero, one, scale) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0), _mm512_set1_ps(MIDDLE_SCALE));
    let middle = middle.as_chunks::<16>().0;
    let units: [__m512; 2] = std::array::from_fn(|half| {
        // SAFETY: sixteen numbers; no alignment needed.
        let sum = unsafe { _mm512_loadu_si512(middle[half].as_ptr().cast()) };
        let unit = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), scale);
        _mm512_min_ps(_mm512_max_ps(unit, zero), one)
    });
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
