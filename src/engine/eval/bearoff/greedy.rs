//! The play of every roll that is least in some mean, found one die at a time.
//!
//! A play is a chain of single moves, so the best play of two dice is the best, over the moves of one
//! die, of what the other die makes of it, tried in both orders. The result is the *first* least
//! in the order of generation, as if all plays had been listed: the order of the chains, first move
//! foremost. For a double the listing never moves a checker behind the one before it, while chains
//! may; but the chain that does not is the first of those with the same result, so nothing changes.

use super::steps::Next;
use crate::board::Roll;

/// Best positions reached, and the means they are judged by, for numbers `base` and up.
///
/// Positions below `base` are all as good as the empty board (number 0) and end the search.
pub(super) struct Greedy {
    base: u32,
    mean: Vec<u32>,
    /// `[dice - 1][die - 1]`: the best position after moving this die once, twice, three times.
    after: Vec<[[u32; 6]; 3]>,
}

impl Greedy {
    pub fn new(base: usize, capacity: usize) -> Self {
        Self { base: base as u32, mean: Vec::with_capacity(capacity), after: Vec::with_capacity(capacity) }
    }

    /// The best positions for each roll of [`Roll::ALL`], from the next position in number order, whose single moves
    /// are given for each die. [`Greedy::set_mean`] must follow.
    pub fn best_of_rolls(&mut self, next: &[Next; 6]) -> [u32; 21] {
        let mut after = [[0; 6]; 3];
        for (die, next) in next.iter().enumerate() {
            after[0][die] = self.least(next.iter().copied());
            after[1][die] = self.least(next.iter().map(|&n| self.after(n, 0, die)));
            after[2][die] = self.least(next.iter().map(|&n| self.after(n, 1, die)));
        }
        self.after.push(after);
        std::array::from_fn(|roll| {
            let roll = Roll::ALL[roll];
            let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
            if high == low {
                self.least(next[high].iter().map(|&n| self.after(n, 2, high)))
            } else {
                let high_first = next[high].iter().map(|&n| self.after(n, 0, low));
                let low_first = next[low].iter().map(|&n| self.after(n, 0, high));
                self.least(high_first.chain(low_first))
            }
        })
    }

    /// Appends the mean of the position whose rolls were computed last.
    pub fn set_mean(&mut self, mean: u32) {
        self.mean.push(mean);
    }

    fn after(&self, number: u32, dice: usize, die: usize) -> u32 {
        if number < self.base { 0 } else { self.after[(number - self.base) as usize][dice][die] }
    }

    /// The first position of least mean; the empty board when nothing can move.
    fn least(&self, positions: impl Iterator<Item = u32>) -> u32 {
        let mut best = (u32::MAX, 0);
        for number in positions {
            let mean = if number < self.base { 0 } else { self.mean[(number - self.base) as usize] };
            if mean < best.0 {
                best = (mean, number);
            }
        }
        best.1
    }
}
