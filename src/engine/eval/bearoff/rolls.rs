//! The results of every roll of a side, with no opponent in the way.

use super::numbering::Numbering;
use super::{Equities, steps};
use crate::board::Roll;

/// The positions that each roll can lead to, of every position of a numbering.
#[derive(Clone, Debug)]
pub struct Rolls {
    /// `[number · 21 + roll]`: where the results of this roll begin in `results`, and the end.
    starts: Vec<u32>,
    /// Numbers after each play, ascending.
    results: Vec<u32>,
}

impl Rolls {
    /// Those of a numbering.
    #[must_use]
    pub fn new(numbering: &Numbering) -> Self {
        let size = numbering.size();
        let next: Vec<[steps::Next; 6]> = (0..size)
            .map(|number| {
                let counts = numbering.counts(number);
                std::array::from_fn(|die| steps::next(numbering, &counts, die + 1))
            })
            .collect();
        // The positions after one die, from a set of them; the empty board stays as it is.
        let step = |from: &[u32], die: u8| -> Vec<u32> {
            let mut to = vec![];
            for &number in from {
                let next = &next[number as usize][usize::from(die) - 1];
                if next.is_empty() { to.push(number) } else { to.extend_from_slice(next) }
            }
            to.sort_unstable();
            to.dedup();
            to
        };
        let (mut starts, mut results) = (vec![], vec![]);
        for number in 0..size as u32 {
            for roll in Roll::ALL {
                starts.push(results.len() as u32);
                let (high, low) = (roll.high(), roll.low());
                let mut reached = step(&step(&[number], high), low);
                if roll.is_double() {
                    reached = step(&step(&reached, high), high);
                } else {
                    reached.extend(step(&step(&[number], low), high));
                    reached.sort_unstable();
                    reached.dedup();
                }
                results.extend(reached);
            }
        }
        starts.push(results.len() as u32);
        Self { starts, results }
    }

    /// The results of a position's rolls, in the order of [`Roll::ALL`].
    pub fn of(&self, number: usize) -> impl Iterator<Item = (Roll, &[u32])> {
        let starts = &self.starts[number * 21..=number * 21 + 21];
        let results = starts.windows(2).map(|range| &self.results[range[0] as usize..range[1] as usize]);
        Roll::ALL.into_iter().zip(results)
    }

    /// The mean over a position's rolls of the winning chance after the best play, or of `floor` where that is more.
    /// `left` are the equities of the other side, then on roll, once the position has become another one.
    #[must_use]
    pub fn mean_of_best(&self, number: usize, floor: f32, left: impl Fn(usize) -> Equities) -> f32 {
        let best = |results: &[u32]| {
            results.iter().map(|&after| 0.5 - 0.5 * left(after as usize).cubeless()).fold(floor, f32::max)
        };
        self.of(number).map(|(roll, results)| roll.weight() as f32 * best(results)).sum::<f32>() / 36.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Position};
    use crate::eval::bearoff::{Bearoff, home_number};
    use crate::movegen::legal_plays;

    /// The results are those of the generator of plays, with whom nobody interferes.
    #[test]
    fn results_are_those_of_legal_plays() {
        let numbering = Numbering::new(6, 4).expect("small");
        let rolls = Rolls::new(&numbering);
        let mut one = [0; 25];
        one[0] = 1;
        for number in 1..numbering.size() {
            let side = Checkers::new(numbering.counts(number));
            let position = Position::from_checkers(side, Checkers::new(one));
            for (roll, results) in rolls.of(number) {
                let mut legal: Vec<u32> =
                    legal_plays(&position, roll).iter().map(|play| home_number(play.result.on_roll()) as u32).collect();
                legal.sort_unstable();
                legal.dedup();
                assert_eq!(results, legal, "{number} {roll:?}");
            }
        }
    }

    /// Without a floor it is the winning chance, with the highest one it is that.
    #[test]
    fn the_mean_of_the_best_is_the_chance() {
        let bearoff = Bearoff::standard();
        let side = |points: &[u8]| {
            let mut counts = [0; 25];
            counts[..points.len()].copy_from_slice(points);
            Checkers::new(counts)
        };
        for (ours, theirs) in [([1, 0, 2, 0, 0, 1], [0, 2, 0, 1, 1, 0]), ([0, 0, 0, 0, 3, 3], [2, 2, 0, 0, 0, 1])] {
            let sides = [&side(&ours), &side(&theirs)];
            let chance = bearoff.equities(sides).outputs().win();
            let found = bearoff.chance_or(sides, 0.0);
            assert!((found - chance).abs() < 1e-4, "{found} {chance}");
            let floored = bearoff.chance_or(sides, 0.5);
            assert!(floored > chance.max(0.5) && floored < 1.0, "{floored} {chance}");
            assert!((bearoff.chance_or(sides, 1.0) - 1.0).abs() < 1e-6);
        }
    }
}
