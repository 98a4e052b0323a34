//! Whether the numbers of one position follow from those of the positions that its plays lead to, as the file has them:
//! the recursion by which databases are made, for a single position.

use super::{OneSidedFile, TwoSidedFile};
use crate::board::Roll;
use crate::eval::bearoff::one_sided::{DONE, Distribution, combine, scaled_mean};
use crate::eval::bearoff::steps;
use crate::eval::bearoff::{Equities, Numbering};
use std::collections::HashMap;

/// Whether both distributions of a position follow.
pub fn one_sided(file: &OneSidedFile, number: usize) -> bool {
    let full = file.numbering.first_with(file.numbering.checkers());
    let off = |number: usize| file.off(number);
    let first_off = |number: usize| file.first_off(number);
    follows(&file.numbering, number, 1, &off) && (!file.gammons || follows(&file.numbering, number, full, &first_off))
}

/// Whether one distribution follows, from the best play of each roll. Positions below `base` have come to their end.
fn follows(numbering: &Numbering, number: usize, base: usize, row: &dyn Fn(usize) -> Distribution) -> bool {
    if number < base {
        return row(number) == DONE;
    }
    let mut search = Search { numbering, base, row, means: HashMap::new() };
    let best = Roll::ALL.map(|roll| search.best_of(number, roll) as u32);
    let rows: HashMap<u32, Distribution> = best.iter().map(|&best| (best, row(best as usize))).collect();
    combine(best, |best| &rows[&(best as u32)]) == row(number)
}

/// The search for the play after which the mean is least; of equal ones the first, as the databases have it.
struct Search<'a> {
    numbering: &'a Numbering,
    base: usize,
    row: &'a dyn Fn(usize) -> Distribution,
    means: HashMap<usize, u32>,
}

impl Search<'_> {
    fn best_of(&mut self, number: usize, roll: Roll) -> usize {
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        if high == low {
            return self.best(number, &[high; 4]);
        }
        let both = [self.best(number, &[high, low]), self.best(number, &[low, high])];
        self.least(both)
    }

    /// The best position that these dice lead to, in their order.
    fn best(&mut self, number: usize, dice: &[usize]) -> usize {
        if number < self.base {
            return 0;
        }
        let Some((&die, rest)) = dice.split_first() else { return number };
        let next = steps::next(self.numbering, &self.numbering.counts(number), die);
        let reached: Vec<_> = next.iter().map(|&next| self.best(next as usize, rest)).collect();
        self.least(reached)
    }

    /// The first of least mean; the empty board when there is none.
    fn least(&mut self, numbers: impl IntoIterator<Item = usize>) -> usize {
        let mut best = (u32::MAX, 0);
        for number in numbers {
            let mean = self.mean(number);
            if mean < best.0 {
                best = (mean, number);
            }
        }
        best.1
    }

    fn mean(&mut self, number: usize) -> u32 {
        if number < self.base {
            return 0;
        }
        let row = self.row;
        *self.means.entry(number).or_insert_with(|| scaled_mean(&row(number)))
    }
}

/// Whether the equities of a pair follow.
pub fn two_sided(file: &TwoSidedFile, me: usize, opponent: usize) -> bool {
    let parts = if file.is_cubeful() { 4 } else { 1 };
    let found = file.equities_of(me, opponent);
    let right = match (me, opponent) {
        (0, _) => Equities::WON,
        (_, 0) => Equities::LOST,
        _ => {
            let mut sums = [0_i32; 4];
            for roll in Roll::ALL {
                let mut best = [i16::MIN; 4];
                for after in reached(file.numbering(), me, roll) {
                    let value = file.equities_of(opponent, after).seen_by_mover().0;
                    best.iter_mut().zip(value).for_each(|(best, value)| *best = (*best).max(value));
                }
                sums.iter_mut().zip(best).for_each(|(sum, best)| *sum += roll.weight() as i32 * i32::from(best));
            }
            Equities(sums.map(|sum| (sum / 36) as i16))
        }
    };
    found.0[..parts] == right.0[..parts]
}

/// The positions that a roll leads to. Dice that are left when the board is empty are not played.
fn reached(numbering: &Numbering, number: usize, roll: Roll) -> Vec<usize> {
    let step = |from: Vec<usize>, die: u8| {
        let mut to = Vec::new();
        for number in from {
            let next = steps::next(numbering, &numbering.counts(number), usize::from(die));
            if next.is_empty() { to.push(number) } else { to.extend(next.iter().map(|&next| next as usize)) }
        }
        to.sort_unstable();
        to.dedup();
        to
    };
    let (high, low) = (roll.high(), roll.low());
    let mut all = step(step(vec![number], high), low);
    if roll.is_double() {
        return step(step(all, high), high);
    }
    all.extend(step(step(vec![number], low), high));
    all
}
