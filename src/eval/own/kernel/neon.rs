//! 128-bit vectors of 64-bit ARM.

use super::super::layout::Parts;
use super::super::layout::{Activations, Block, Changes, HIDDEN_UNIT, LANES, OUTPUTS, PANEL, Quad, ScoredPlay};
use super::{FACES, HIGH, Instructions, LOW, MIDDLE_SCALE, SUM, fours};
use crate::simd::Neon;
use std::arch::aarch64::*;

impl Instructions for Neon {
    #[inline(always)]
    fn hitting_rolls(self, hitters: u32, blots: u32, open: u32) -> u32 {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { hitting_rolls(hitters, blots, open) }
    }

    #[inline(always)]
    fn total_and_pips(self, bytes: &[u8; 32]) -> (u32, u32) {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { total_and_pips(bytes) }
    }

    #[inline(always)]
    fn activate<const N: usize>(self, from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { activate(from, changes, activations) }
    }

    #[inline(always)]
    fn middle(self, activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { middle_sums(activations, weights, bias, middle) }
    }

    #[inline(always)]
    fn outputs(self, middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { outputs(middle, weights) }
    }

    #[inline(always)]
    fn score_play(self, play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { score_play(play, parts) }
    }

    #[inline(always)]
    fn row_sums(self, parts: &Parts) -> [i32; LANES] {
        // SAFETY: the type is made only where NEON is enabled.
        unsafe { row_sums(parts) }
    }

    type Floats = [float32x4_t; 4];

    #[inline(always)]
    fn splat(self, number: f32) -> [float32x4_t; 4] {
        // SAFETY: the type is made only where NEON is enabled.
        [unsafe { vdupq_n_f32(number) }; 4]
    }

    #[inline(always)]
    fn load(self, numbers: &[f32; 16]) -> [float32x4_t; 4] {
        // SAFETY: as above; each load reads four of the sixteen numbers.
        std::array::from_fn(|i| unsafe { vld1q_f32(numbers[4 * i..4 * i + 4].as_ptr()) })
    }

    #[inline(always)]
    fn store(self, numbers: [float32x4_t; 4], to: &mut [f32; 16]) {
        for (to, numbers) in to.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            // SAFETY: as above; the four numbers written are those borrowed.
            unsafe { vst1q_f32(to.as_mut_ptr(), numbers) };
        }
    }

    #[inline(always)]
    fn add(self, a: [float32x4_t; 4], b: [float32x4_t; 4]) -> [float32x4_t; 4] {
        // SAFETY: the type is made only where NEON is enabled.
        std::array::from_fn(|i| unsafe { vaddq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn mul(self, a: [float32x4_t; 4], b: [float32x4_t; 4]) -> [float32x4_t; 4] {
        // SAFETY: the type is made only where NEON is enabled.
        std::array::from_fn(|i| unsafe { vmulq_f32(a[i], b[i]) })
    }

    #[inline(always)]
    fn clip(self, numbers: [float32x4_t; 4]) -> [float32x4_t; 4] {
        // SAFETY: the type is made only where NEON is enabled.
        numbers.map(|four| unsafe { vminq_f32(vmaxq_f32(four, vdupq_n_f32(0.0)), vdupq_n_f32(1.0)) })
    }

    #[inline(always)]
    fn inside(self, units: [float32x4_t; 4], slopes: [float32x4_t; 4]) -> [float32x4_t; 4] {
        // SAFETY: the type is made only where NEON is enabled.
        std::array::from_fn(|i| unsafe {
            let is_inside = vandq_u32(vcgtzq_f32(units[i]), vcltq_f32(units[i], vdupq_n_f32(1.0)));
            vreinterpretq_f32_u32(vandq_u32(is_inside, vreinterpretq_u32_f32(slopes[i])))
        })
    }
}

/// Shifts to the right, which NEON calls shifts to the left by less than nothing.
const fn to_the_right<const N: usize>(lanes: [u32; N]) -> [i32; N] {
    let (mut shifts, mut i) = ([0; N], 0);
    while i < N {
        shifts[i] = -(lanes[i] as i32);
        i += 1;
    }
    shifts
}

/// [`LOW`], [`HIGH`] and [`SUM`] as shifts; the 16th lane shifts everything out, so that it counts no roll twice.
const PAIRS: [[i32; 16]; 3] = {
    let mut pairs = [to_the_right(LOW), to_the_right(HIGH), to_the_right(SUM)];
    let mut i = 0;
    while i < pairs.len() {
        pairs[i][15] = -32;
        i += 1;
    }
    pairs
};

/// [`FACES`] as shifts.
const DOUBLES: [[i32; 8]; 4] =
    [to_the_right(FACES[0]), to_the_right(FACES[1]), to_the_right(FACES[2]), to_the_right(FACES[3])];

#[inline]
#[target_feature(enable = "neon")]
fn hitting_rolls(hitters: u32, blots: u32, open: u32) -> u32 {
    let [hitters, blots, open] = [hitters, blots, open].map(|mask| vdupq_n_u32(mask));
    let four = |shifts: &[i32], part: usize| -> int32x4_t {
        let four: &[i32; 4] = shifts[4 * part..4 * part + 4].try_into().expect("four shifts");
        // SAFETY: the four numbers read are those borrowed.
        unsafe { vld1q_s32(four.as_ptr()) }
    };
    // A lane that hits holds all ones: -1.
    let (mut pairs, mut doubles) = (vdupq_n_u32(0), vdupq_n_u32(0));
    for part in 0..4 {
        let [low, high, sum] = PAIRS.each_ref().map(|shifts| four(shifts, part));
        let direct = vorrq_u32(vshlq_u32(hitters, low), vshlq_u32(hitters, high));
        let middle = vorrq_u32(vshlq_u32(open, low), vshlq_u32(open, high));
        let both = vandq_u32(vshlq_u32(hitters, sum), middle);
        pairs = vaddq_u32(pairs, vtstq_u32(vorrq_u32(direct, both), blots));
    }
    for part in 0..2 {
        let (mut free, mut reach) = (vdupq_n_u32(u32::MAX), vdupq_n_u32(0));
        for shifts in &DOUBLES {
            let face = four(shifts, part);
            reach = vorrq_u32(reach, vandq_u32(vshlq_u32(hitters, face), free));
            free = vandq_u32(free, vshlq_u32(open, face));
        }
        doubles = vaddq_u32(doubles, vtstq_u32(reach, blots));
    }
    vaddvq_u32(vaddq_u32(vaddq_u32(pairs, pairs), doubles)).wrapping_neg()
}

/// Pips of a checker on each place. The padding holds no checkers.
const DISTANCES: [u8; 32] = {
    let (mut distances, mut i) = ([0; 32], 0);
    while i < 32 {
        distances[i] = i as u8 + 1;
        i += 1;
    }
    distances
};

#[inline]
#[target_feature(enable = "neon")]
fn total_and_pips(bytes: &[u8; 32]) -> (u32, u32) {
    // SAFETY: the loads read both halves of 32 bytes.
    let [counts, distances] =
        [bytes, &DISTANCES].map(|bytes| unsafe { [vld1q_u8(bytes.as_ptr()), vld1q_u8(bytes[16..].as_ptr())] });
    let total = vaddlvq_u8(counts[0]) + vaddlvq_u8(counts[1]);
    // At most 255 · 32 four times: fits 16 bits.
    let mut pips = vdupq_n_u16(0);
    for (counts, distances) in counts.into_iter().zip(distances) {
        pips = vmlal_u8(pips, vget_low_u8(counts), vget_low_u8(distances));
        pips = vmlal_high_u8(pips, counts, distances);
    }
    (u32::from(total), vaddlvq_u16(pips))
}

/// Vectors of a block.
const VECTORS: usize = HIDDEN_UNIT / 8;

#[inline]
#[target_feature(enable = "neon")]
fn activate<const N: usize>(from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
    let load = |block: &Block| -> [int16x8_t; VECTORS] {
        // SAFETY: a block is that many vectors.
        std::array::from_fn(|i| unsafe { vld1q_s16(block.0[8 * i..8 * i + 8].as_ptr()) })
    };
    let Changes { steps, changed, rows, moved, block } = changes;
    let mut sums = from.each_ref().map(load);
    for &place in changed {
        for (sums, weights) in sums.iter_mut().zip(&steps[place as usize + block..][..N]) {
            let weights = load(weights);
            *sums = std::array::from_fn(|i| vaddq_s16(sums[i], weights[i]));
        }
    }
    for [before, now] in moved.pairs() {
        let rows = rows[before + block..][..N].iter().zip(&rows[now + block..][..N]);
        for (sums, (before, now)) in sums.iter_mut().zip(rows) {
            let (before, now) = (load(before), load(now));
            *sums = std::array::from_fn(|i| vaddq_s16(sums[i], vsubq_s16(now[i], before[i])));
        }
    }
    for (block, sums) in from.iter_mut().zip(sums) {
        for (eight, sum) in block.0.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
            // SAFETY: the eight numbers written are those borrowed.
            unsafe { vst1q_s16(eight.as_mut_ptr(), sum) };
        }
    }
    for (sums, activations) in sums.into_iter().zip(activations) {
        let (pairs, _) = sums.as_chunks::<2>();
        for (pair, bytes) in pairs.iter().zip(activations.0.as_chunks_mut::<16>().0) {
            // Narrowing clips to 0..=255, the upper bytes of squares are 1/256 of them.
            let clipped = vqmovun_high_s16(vqmovun_s16(pair[0]), pair[1]);
            let low = vmull_u8(vget_low_u8(clipped), vget_low_u8(clipped));
            let high = vmull_high_u8(clipped, clipped);
            let half = vdupq_n_u16(256);
            let doubled = vaddhn_high_u16(vaddhn_u16(low, half), high, half);
            // SAFETY: the sixteen bytes written are those borrowed.
            unsafe { vst1q_u8(bytes.as_mut_ptr(), vshrq_n_u8::<1>(doubled)) };
        }
    }
}

/// Vectors of a [`Quad`], each with the weights of four middle units.
const UNITS: usize = PANEL / 4;

#[inline]
#[target_feature(enable = "neon")]
fn middle_sums(activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
    // Two units in a vector: the first and the last two products of each four are summed apart until the end.
    let mut sums = [[vdupq_n_s32(0); 2]; UNITS];
    let activations = fours(activations).as_chunks::<2>().0;
    // Widths are multiples of 64, so that quads come in pairs. Two products fit 16 bits.
    for (&fours, weights) in activations.iter().zip(weights.as_chunks::<2>().0) {
        let [first, second] = fours.map(|four| {
            let four = vreinterpretq_s8_u32(vdupq_n_u32(u32::from_le_bytes(four)));
            (vget_low_s8(four), four)
        });
        for (part, [low, high]) in sums.iter_mut().enumerate() {
            let [a, b] = weights.each_ref().map(|weights| {
                let sixteen = &weights.0.as_chunks::<16>().0[part];
                // SAFETY: the sixteen bytes read are those borrowed.
                unsafe { vld1q_s8(sixteen.as_ptr()) }
            });
            let products = vmlal_s8(vmull_s8(first.0, vget_low_s8(a)), second.0, vget_low_s8(b));
            *low = vpadalq_s16(*low, products);
            let products = vmlal_high_s8(vmull_high_s8(first.1, a), second.1, b);
            *high = vpadalq_s16(*high, products);
        }
    }
    let four = bias.as_chunks::<4>().0.iter().zip(middle.as_chunks_mut::<4>().0);
    for ([low, high], (bias, middle)) in sums.into_iter().zip(four) {
        // SAFETY: the four numbers read and the four written are those borrowed.
        unsafe { vst1q_s32(middle.as_mut_ptr(), vaddq_s32(vld1q_s32(bias.as_ptr()), vpaddq_s32(low, high))) };
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn score_play(play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
    let ScoredPlay { base, steps, changed, worth } = play;
    // SAFETY: the eight numbers read lie within the block.
    let load = |block: &Block, i: usize| unsafe { vld1q_s16(block.0[8 * i..8 * i + 8].as_ptr()) };
    let mut units = [vdupq_n_s16(0); VECTORS];
    for (i, unit) in units.iter_mut().enumerate() {
        *unit = load(base, i);
    }
    for place in changed {
        let step = &steps[usize::from(place)];
        for (i, unit) in units.iter_mut().enumerate() {
            *unit = vaddq_s16(*unit, load(step, i));
        }
    }
    for unit in &mut units {
        let clipped = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(*unit, vdupq_n_s16(0)), vdupq_n_s16(255)));
        *unit = vreinterpretq_s16_u16(vshrq_n_u16::<1>(vmulq_u16(clipped, clipped)));
    }
    let mut sums = [vdupq_n_s32(0); 4];
    sums[0] = vsetq_lane_s32::<0>(worth.bias, sums[0]);
    for (i, &unit) in units.iter().enumerate() {
        let weights = load(&worth.weights, i);
        let [low, high] = [2 * (i % 2), 2 * (i % 2) + 1];
        sums[low] = vmlal_s16(sums[low], vget_low_s16(unit), vget_low_s16(weights));
        sums[high] = vmlal_high_s16(sums[high], unit, weights);
    }
    store_sums(sums, parts);
}

#[inline]
#[target_feature(enable = "neon")]
fn store_sums(sums: [int32x4_t; 4], to: &mut [i32; 16]) {
    for (to, sums) in to.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
        // SAFETY: the four numbers written are those borrowed.
        unsafe { vst1q_s32(to.as_mut_ptr(), sums) };
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn row_sums(parts: &Parts) -> [i32; LANES] {
    let mut totals = [0; LANES];
    for (total, parts) in totals.iter_mut().zip(parts) {
        let mut sum = vdupq_n_s32(0);
        for four in parts.as_chunks::<4>().0 {
            // SAFETY: the four numbers read are those borrowed.
            sum = vaddq_s32(sum, unsafe { vld1q_s32(four.as_ptr()) });
        }
        *total = vaddvq_s32(sum);
    }
    totals
}

#[inline]
#[target_feature(enable = "neon")]
fn outputs(middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
    let (zero, one) = (vdupq_n_f32(0.0), vdupq_n_f32(1.0));
    let units: [float32x4_t; UNITS] = std::array::from_fn(|part| {
        // SAFETY: the four numbers read are within the 32.
        let sum = unsafe { vld1q_s32(middle[4 * part..4 * part + 4].as_ptr()) };
        vminq_f32(vmaxq_f32(vmulq_f32(vcvtq_f32_s32(sum), vdupq_n_f32(MIDDLE_SCALE)), zero), one)
    });
    weights.each_ref().map(|weights| {
        let mut products: [float32x4_t; UNITS] = std::array::from_fn(|part| {
            // SAFETY: the four numbers read are within the 32.
            vmulq_f32(units[part], unsafe { vld1q_f32(weights[4 * part..4 * part + 4].as_ptr()) })
        });
        // Upper half onto lower half until one is left.
        for half in [4, 2, 1] {
            for i in 0..half {
                products[i] = vaddq_f32(products[i], products[i + half]);
            }
        }
        vpadds_f32(vadd_f32(vget_low_f32(products[0]), vget_high_f32(products[0])))
    })
}
