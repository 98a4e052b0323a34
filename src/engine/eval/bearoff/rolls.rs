//! The results of every roll of a side, with no opponent in the way.

use super::numbering::Numbering;
use super::steps;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Position};
    use crate::eval::bearoff::home_number;
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
}
