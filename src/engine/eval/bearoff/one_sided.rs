//! How many rolls a side needs to bear off: the one-sided database.
//!
//! For every position of one side, the probability of being off in exactly *r* rolls when it always
//! plays for the fewest rolls, and the probability that the *first* checker comes off on the
//! *r*-th roll when it plays for that. Numbers are 16-bit, in units of 1/65535, rounded at every step
//! exactly as in GNU Backgammon's database, so that evaluations agree to the last bit.

use super::greedy::Greedy;
use super::numbering::{MAX_CHECKERS, Numbering, home_number};
use super::{GenerateError, OnProgress, go_on, steps};
use crate::board::{Checkers, HOME_POINTS, Roll};
use crate::eval::Outputs;
use std::ops::ControlFlow;

/// The most rolls of a distribution, from 0.
pub const MAX_ROLLS: usize = 32;

/// Probabilities of `0..32` rolls, in units of 1/65535; they sum to 65535.
pub type Distribution = [u16; MAX_ROLLS];

/// The probability 1, as a whole number.
pub(super) const UNIT: u32 = 65_535;

/// Off already.
pub(super) const DONE: Distribution = {
    let mut done = [0; MAX_ROLLS];
    done[0] = UNIT as u16;
    done
};

/// Distributions for all positions on some points.
#[derive(Clone, Debug, PartialEq)]
pub struct OneSided {
    points: usize,
    /// The distributions of the last checker by position number.
    off: Vec<Distribution>,
    /// The distributions of the first checker by position number, from the first position with all checkers on.
    first_off: Vec<Distribution>,
    /// The first number with all 15 checkers on.
    first_full: usize,
    /// The largest roll with a probability in `off`.
    longest: Vec<u8>,
}

impl OneSided {
    /// The most points of a database: with more, 32 rolls are too few.
    pub const MAX_POINTS: usize = 12;

    /// The database of the home board.
    pub fn home() -> Self {
        Self::generate(HOME_POINTS, &mut |_, _| ControlFlow::Continue(())).expect("6 points are few")
    }

    /// Computes the database for 15 checkers on some points.
    ///
    /// # Errors
    /// When there are no points or more than [`OneSided::MAX_POINTS`], or `observe` breaks it off.
    pub fn generate(points: usize, observe: OnProgress) -> Result<Self, GenerateError> {
        let numbering = Numbering::new(points, MAX_CHECKERS)
            .filter(|_| points <= Self::MAX_POINTS)
            .ok_or(GenerateError::Size { points, checkers: MAX_CHECKERS })?;
        let (size, first_full) = (numbering.size(), numbering.first_with(MAX_CHECKERS));
        let mut off = Vec::with_capacity(size);
        let mut first_off = Vec::with_capacity(size - first_full);
        let (mut fewest, mut soonest) = (Greedy::new(1, size), Greedy::new(first_full, size - first_full));
        off.push(DONE);
        for number in 1..size {
            if number % 4096 == 0 {
                go_on(observe(number, size))?;
            }
            let counts = numbering.counts(number);
            let next = std::array::from_fn(|die| steps::next(&numbering, &counts, die + 1));
            let row = combine(fewest.best_of_rolls(&next), |best| &off[best]);
            fewest.set_mean(scaled_mean(&row));
            off.push(row);
            if number >= first_full {
                let row = combine(soonest.best_of_rolls(&next), |best| {
                    best.checked_sub(first_full).map_or(&DONE, |i| &first_off[i])
                });
                soonest.set_mean(scaled_mean(&row));
                first_off.push(row);
            }
        }
        Ok(Self::from_parts(points, off, first_off))
    }

    /// A database of distributions already known to belong together.
    pub(super) fn from_parts(points: usize, off: Vec<Distribution>, first_off: Vec<Distribution>) -> Self {
        let first_full = off.len() - first_off.len();
        let longest = off.iter().map(|row| row.iter().rposition(|&p| p > 0).unwrap_or(0) as u8).collect();
        Self { points, off, first_off, first_full, longest }
    }

    /// All distributions of `off`, and those of `first_off` with all checkers on.
    pub(super) fn parts(&self) -> (&[Distribution], &[Distribution]) {
        (&self.off, &self.first_off)
    }

    /// Points covered.
    pub const fn points(&self) -> usize {
        self.points
    }

    /// How many positions there are.
    pub const fn size(&self) -> usize {
        self.off.len()
    }

    /// The probabilities of needing exactly `r` rolls to bear off everything.
    #[inline]
    pub fn off(&self, number: usize) -> &Distribution {
        &self.off[number]
    }

    /// The probabilities of bearing off the first checker on roll `r`; certain at 0 when one is off already.
    #[inline]
    pub fn first_off(&self, number: usize) -> &Distribution {
        number.checked_sub(self.first_full).map_or(&DONE, |i| &self.first_off[i])
    }

    /// The most rolls that a side may need with a probability that shows.
    #[inline]
    pub fn longest(&self, number: usize) -> u32 {
        u32::from(self.longest[number])
    }

    /// The expected number of rolls to bear off everything.
    pub fn mean_rolls(&self, number: usize) -> f64 {
        f64::from(scaled_mean(self.off(number))) / f64::from(UNIT)
    }

    /// The chances of a race between two sides at home, by position number.
    #[inline]
    pub fn outputs(&self, on_roll: usize, opponent: usize) -> Outputs {
        let gammons = (on_roll >= self.first_full || opponent >= self.first_full)
            .then(|| [self.first_off(on_roll), self.first_off(opponent)]);
        race_outputs(self.off(on_roll), self.off(opponent), gammons)
    }

    /// The chances of a race between two sides at home.
    #[inline]
    pub fn home_outputs(&self, on_roll: &Checkers, opponent: &Checkers) -> Outputs {
        self.outputs(home_number(on_roll), home_number(opponent))
    }
}

/// The chances of a race from both sides' distributions, and with 15 checkers left on a side, from those of the
/// first checker.
pub(super) fn race_outputs(
    on_roll: &Distribution,
    opponent: &Distribution,
    first_off: Option<[&Distribution; 2]>,
) -> Outputs {
    let mut outputs = Outputs::LOSS;
    outputs.0[0] = not_later(on_roll, opponent, 0);
    if let Some([my_first, first]) = first_off {
        outputs.0[1] = not_later(on_roll, first, 0);
        outputs.0[3] = not_later(opponent, my_first, 1);
    }
    outputs
}

/// The chance that a number drawn from `a`, plus `lag`, is not above one drawn from `b`. Exact sums of integers.
fn not_later(a: &Distribution, b: &Distribution, lag: usize) -> f32 {
    let mut sum = 0u64;
    let mut below = 0u32;
    for (r, &p) in a.iter().enumerate() {
        if lag == 1 {
            below += u32::from(b[r]);
        }
        sum += u64::from(p) * u64::from(UNIT - below);
        if lag == 0 {
            below += u32::from(b[r]);
        }
    }
    (sum as f64 / f64::from(UNIT * UNIT)) as f32
}

/// The distribution before a roll, from the distributions after the best play of each of the 21.
///
/// The rounding is GNU Backgammon's: to the nearest 36th, and what is missing from 65535 goes to the largest entry.
pub(super) fn combine<'a>(best: [u32; 21], after: impl Fn(usize) -> &'a Distribution) -> Distribution {
    let mut sums = [0u32; MAX_ROLLS];
    for (roll, best) in Roll::ALL.iter().zip(best) {
        let weight = roll.weight();
        for (sum, &p) in sums.iter_mut().zip(after(best as usize)) {
            *sum += weight * u32::from(p);
        }
    }
    let mut row = [0u16; MAX_ROLLS];
    for (p, sum) in row[1..].iter_mut().zip(sums) {
        *p = ((sum + 18) / 36) as u16;
    }
    let total: u32 = row.iter().map(|&p| u32::from(p)).sum();
    let mut largest = 0;
    for (r, &p) in row.iter().enumerate() {
        if p > row[largest] {
            largest = r;
        }
    }
    row[largest] = (u32::from(row[largest]) + UNIT - total) as u16;
    row
}

/// 65535 times the mean number of rolls.
pub(super) fn scaled_mean(row: &Distribution) -> u32 {
    row.iter().zip(0..).map(|(&p, r)| u32::from(p) * r).sum()
}
