//! The optimizer.

use crate::simd::{Instructions, Vectorized, vectorized};
use rayon::prelude::*;

/// Adam (Kingma and Ba 2015) with its two moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Updates made.
    pub updates: u64,
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    /// Before the first update.
    pub fn new(parameters: usize) -> Self {
        Self { updates: 0, mean: vec![0.0; parameters], square: vec![0.0; parameters] }
    }

    /// One update by the sum of the gradients times `scale`; clears the gradients.
    pub fn update(&mut self, parameters: &mut [f32], gradients: &mut [Vec<f32>], scale: f32, rate: f32) {
        self.updates += 1;
        let age = self.updates.min(100_000) as i32;
        let mean_scale = 1.0 / (1.0 - MEAN_DECAY.powi(age));
        let square_scale = 1.0 / (1.0 - SQUARE_DECAY.powi(age));
        let (first, others) = gradients.split_first_mut().expect("at least one shard");
        let rates = Rates { scale, rate: rate * mean_scale, square_scale };
        // In parts that stay in a core's memory from the sum to the update.
        let mut others: Vec<_> = others.iter_mut().map(|other| other.chunks_mut(PART)).collect();
        let moments = self.mean.chunks_mut(PART).zip(self.square.chunks_mut(PART));
        let parts = parameters.chunks_mut(PART).zip(first.chunks_mut(PART)).zip(moments);
        let updates: Vec<_> = parts
            .map(|((parameters, gradient), (mean, square))| {
                let others = others.iter_mut().filter_map(Iterator::next).collect();
                Update { parameters, gradient, others, mean, square, rates }
            })
            .collect();
        updates.into_par_iter().for_each(vectorized);
    }
}

/// Parameters that a thread updates at a time.
const PART: usize = 1 << 14;

#[derive(Clone, Copy)]
struct Rates {
    scale: f32,
    rate: f32,
    square_scale: f32,
}

struct Update<'a> {
    parameters: &'a mut [f32],
    gradient: &'a mut [f32],
    others: Vec<&'a mut [f32]>,
    mean: &'a mut [f32],
    square: &'a mut [f32],
    rates: Rates,
}

impl Vectorized for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, _: I) {
        let Rates { scale, rate, square_scale } = self.rates;
        for other in self.others {
            for (sum, part) in self.gradient.iter_mut().zip(other) {
                *sum += *part;
                *part = 0.0;
            }
        }
        let moments = self.mean.iter_mut().zip(self.square);
        for ((parameter, slope), (mean, square)) in self.parameters.iter_mut().zip(self.gradient).zip(moments) {
            let gradient = *slope * scale;
            *slope = 0.0;
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * (gradient * gradient);
            *parameter -= rate * *mean / ((*square * square_scale).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut adam = Adam::new(2);
        let mut at = vec![1.0, -2.0];
        for _ in 0..2000 {
            let mut gradients = [vec![at[0], 0.0], vec![0.0, 10.0 * at[1]]];
            adam.update(&mut at, &mut gradients, 1.0, 0.01);
            assert!(gradients.iter().flatten().all(|&slope| slope == 0.0));
        }
        assert!(at.iter().all(|x: &f32| x.abs() < 1e-3), "{at:?}");
    }
}
