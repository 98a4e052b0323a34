//! Plain Rust: what the other kernels must agree with.

use super::super::layout::{Activations, Block, Changes, OUTPUTS, PANEL, Quad, ScoredPlay};
use super::{HIGH, Instructions, LOW, MIDDLE_SCALE, fours};
use crate::simd::Scalar;

impl Instructions for Scalar {
    #[inline(always)]
    fn hitting_rolls(self, hitters: u32, blots: u32, open: u32) -> u32 {
        let mut rolls = 0;
        for (low, high) in LOW.into_iter().zip(HIGH).take(15) {
            let direct = hitters >> low | hitters >> high;
            // Both dice with one checker, over either middle point.
            let both = hitters >> (low + high) & (open >> low | open >> high);
            rolls += 2 * u32::from((direct | both) & blots != 0);
        }
        for die in 1..=6 {
            let (once, twice) = (open >> die, open >> (2 * die));
            let reach = hitters >> die
                | hitters >> (2 * die) & once
                | hitters >> (3 * die) & once & twice
                | hitters >> (4 * die) & once & twice & (open >> (3 * die));
            rolls += u32::from(reach & blots != 0);
        }
        rolls
    }

    #[inline(always)]
    fn total_and_pips(self, bytes: &[u8; 32]) -> (u32, u32) {
        let total = bytes.iter().map(|&n| u32::from(n)).sum();
        let pips = bytes.iter().zip(1..).map(|(&n, distance)| u32::from(n) * distance).sum();
        (total, pips)
    }

    #[inline(always)]
    fn activate<const N: usize>(self, from: &mut [Block; N], changes: Changes<'_>, activations: &mut [Activations; N]) {
        let Changes { steps, changed, rows, moved, block } = changes;
        for (n, (from, activations)) in from.iter_mut().zip(activations).enumerate() {
            for &place in changed {
                let weights = &steps[place as usize + block + n];
                from.0.iter_mut().zip(weights.0).for_each(|(sum, weight)| *sum = sum.wrapping_add(weight));
            }
            for places in moved.pairs() {
                let [before, now] = places.map(|place| &rows[place + block + n].0);
                for ((sum, before), now) in from.0.iter_mut().zip(before).zip(now) {
                    *sum = sum.wrapping_add(now.wrapping_sub(*before));
                }
            }
            for (activation, sum) in activations.0.iter_mut().zip(from.0) {
                let clipped = sum.clamp(0, 255) as u16;
                *activation = ((clipped * clipped + 256) >> 9) as u8;
            }
        }
    }

    #[inline(always)]
    fn middle(self, activations: &[Activations], weights: &[Quad], bias: &[i32; PANEL], middle: &mut [i32; PANEL]) {
        *middle = *bias;
        for (four, weights) in fours(activations).iter().zip(weights) {
            for (sum, weights) in middle.iter_mut().zip(weights.0.as_chunks::<4>().0) {
                for (&activation, &weight) in four.iter().zip(weights) {
                    *sum += i32::from(activation) * i32::from(weight);
                }
            }
        }
    }

    #[inline(always)]
    fn outputs(self, middle: &[i32; PANEL], weights: &[[f32; PANEL]; OUTPUTS]) -> [f32; OUTPUTS] {
        let units = middle.map(|sum| (sum as f32 * MIDDLE_SCALE).clamp(0.0, 1.0));
        weights.map(|weights| {
            let mut products: [f32; PANEL] = std::array::from_fn(|j| units[j] * weights[j]);
            let mut half = PANEL / 2;
            while half > 0 {
                for i in 0..half {
                    products[i] += products[i + half];
                }
                half /= 2;
            }
            products[0]
        })
    }

    #[inline(always)]
    fn score_play(self, play: ScoredPlay<'_>, parts: &mut [i32; 16]) {
        let ScoredPlay { base, steps, changed, worth } = play;
        let mut sums = base.0;
        for place in changed {
            sums.iter_mut().zip(steps[usize::from(place)].0).for_each(|(sum, step)| *sum = sum.wrapping_add(step));
        }
        let units = sums.map(|sum| {
            let clipped = i32::from(sum.clamp(0, 255));
            clipped * clipped / 2
        });
        *parts = [0; 16];
        parts[0] = worth.bias;
        for (i, (unit, weight)) in units.iter().zip(worth.weights.0).enumerate() {
            parts[i % 16] += unit * i32::from(weight);
        }
    }

    type Floats = [f32; 16];

    #[inline(always)]
    fn splat(self, number: f32) -> [f32; 16] {
        [number; 16]
    }

    #[inline(always)]
    fn load(self, numbers: &[f32; 16]) -> [f32; 16] {
        *numbers
    }

    #[inline(always)]
    fn store(self, numbers: [f32; 16], to: &mut [f32; 16]) {
        *to = numbers;
    }

    #[inline(always)]
    fn add(self, a: [f32; 16], b: [f32; 16]) -> [f32; 16] {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn mul(self, a: [f32; 16], b: [f32; 16]) -> [f32; 16] {
        std::array::from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn clip(self, numbers: [f32; 16]) -> [f32; 16] {
        numbers.map(|number| number.clamp(0.0, 1.0))
    }

    #[inline(always)]
    fn inside(self, units: [f32; 16], slopes: [f32; 16]) -> [f32; 16] {
        std::array::from_fn(|i| if units[i] > 0.0 && units[i] < 1.0 { slopes[i] } else { 0.0 })
    }
}
