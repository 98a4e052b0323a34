//! One-sided bearoffs by mean and standard deviation alone: four numbers for a position in place of two distributions.
//!
//! GNU Backgammon calls it a normal approximation. Made like [`super::OneSided`], with play for the fewest rolls, but
//! without rounding to 16 bits and without a greatest number of rolls.

use super::greedy::Greedy;
use super::numbering::{MAX_CHECKERS, Numbering};
use super::{GenerateError, OnProgress, go_on, steps};
use crate::board::Roll;

/// How many rolls a position takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f32,
    /// The standard deviation.
    pub deviation: f32,
}

/// Moments for all positions on some points.
#[derive(Clone, Debug)]
pub struct NormalOneSided {
    points: usize,
    /// The moments by position number: of bearing off everything, and of the first checker (0 when one is off).
    rows: Vec<[Moments; 2]>,
}

impl NormalOneSided {
    /// The most points: with more there are too many positions for the memory of most machines.
    pub const MAX_POINTS: usize = 13;

    /// Computes the moments for 15 checkers on some points.
    ///
    /// # Errors
    /// When there are no points or more than [`NormalOneSided::MAX_POINTS`], or `observe` breaks it off.
    pub fn generate(points: usize, observe: OnProgress) -> Result<Self, GenerateError> {
        let numbering = Numbering::new(points, MAX_CHECKERS)
            .filter(|_| points <= Self::MAX_POINTS)
            .ok_or(GenerateError::Size { points, checkers: MAX_CHECKERS })?;
        let (size, first_full) = (numbering.size(), numbering.first_with(MAX_CHECKERS));
        let mut rows = vec![[Moments::default(); 2]; size];
        let (mut fewest, mut soonest) = (Greedy::new(1, size), Greedy::new(first_full, size - first_full));
        for number in 1..size {
            if number % 4096 == 0 {
                go_on(observe(number, size))?;
            }
            let counts = numbering.counts(number);
            let next = std::array::from_fn(|die| steps::next(&numbering, &counts, die + 1));
            // The bits of numbers above zero are in the order of the numbers.
            let off = combine(fewest.best_of_rolls(&next), |best| rows[best][0]);
            fewest.set_mean(off.mean.to_bits());
            rows[number][0] = off;
            if number >= first_full {
                let first_off = combine(soonest.best_of_rolls(&next), |best| rows[best][1]);
                soonest.set_mean(first_off.mean.to_bits());
                rows[number][1] = first_off;
            }
        }
        Ok(Self { points, rows })
    }

    /// Points covered.
    #[must_use]
    pub const fn points(&self) -> usize {
        self.points
    }

    /// The rows by position number: the rolls to bear off everything, and to bear off the first checker.
    #[must_use]
    pub fn rows(&self) -> &[[Moments; 2]] {
        &self.rows
    }
}

/// The moments before a roll, from those after the best play of each of the 21. `f32` and a factor in place of a
/// division, in this order: then the bits are those that `makebearoff` writes.
fn combine(best: [u32; 21], after: impl Fn(usize) -> Moments) -> Moments {
    let (mut mean, mut square) = (0.0, 0.0);
    for (roll, best) in Roll::ALL.iter().zip(best) {
        let Moments { mean: rolls, deviation } = after(best as usize);
        let (rolls, weight) = (1.0 + rolls, roll.weight() as f32);
        mean += weight * rolls;
        square += weight * (deviation * deviation + rolls * rolls);
    }
    let (mean, square) = (mean * (1.0 / 36.0), square * (1.0 / 36.0));
    Moments { mean, deviation: (square - mean * mean).max(0.0).sqrt() }
}
