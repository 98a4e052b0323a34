//! The plays of every side, listed once for all sweeps.

use super::few::{BAR, Few, Moving, Ranks};
use crate::board::Roll;

/// A result of a play: the rank of the side, and a bit for each place where a checker landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Landing {
    pub side: u16,
    touched: u32,
}

/// The results of all plays, for every point that may be blocked.
pub(super) struct Plays {
    sides: usize,
    /// Where the results of a blocked point, a side and a roll begin.
    starts: Vec<u32>,
    results: Vec<Landing>,
}

impl Plays {
    pub fn new(sides: &[Few], ranks: &Ranks) -> Self {
        let (mut starts, mut results, mut found) = (vec![0], Vec::new(), Vec::new());
        for blocked in 0..BAR {
            for &side in sides {
                let before = Moving::new(side, blocked);
                let may_be = blocked == 0 || !side.contains(&blocked);
                for roll in Roll::ALL {
                    if may_be {
                        before.results(roll, |after| {
                            found.push(Landing { side: ranks.of(after.side) as u16, touched: after.touched });
                        });
                        found.sort_unstable();
                        found.dedup();
                        results.append(&mut found);
                    }
                    starts.push(results.len() as u32);
                }
            }
        }
        Self { sides: sides.len(), starts, results }
    }

    /// The results of a side's plays by roll, in the order of [`Roll::ALL`]. They are empty for the empty side, and
    /// where a checker stands on the blocked point.
    #[inline]
    pub fn of(&self, side: usize, blocked: u8) -> impl Iterator<Item = &[Landing]> {
        let rolls = Roll::ALL.len();
        let at = (usize::from(blocked) * self.sides + side) * rolls;
        self.starts[at..=at + rolls].windows(2).map(|ends| &self.results[ends[0] as usize..ends[1] as usize])
    }
}

/// A side as its opponent's checkers meet it.
pub(super) struct Target {
    /// The point where it has two checkers or more, as the opponent counts; 0 if there is none.
    pub blocked: u8,
    /// A bit for each of its checkers that can be hit, as the opponent counts; 0 for the others.
    blots: [u32; 3],
    /// All of them.
    any: u32,
    /// The rank once the checkers of a set were hit; bit `i` of the index stands for `blots[i]`.
    after_hits: [u16; 8],
}

impl Target {
    pub fn new(side: Few, ranks: &Ranks) -> Self {
        let is_on_point = |place: u8| (1..BAR).contains(&place);
        let here = |place: u8| side.iter().filter(|&&other| other == place).count();
        let blocked =
            side.into_iter().find(|&place| is_on_point(place) && here(place) > 1).map_or(0, |place| BAR - place);
        let blots = side.map(|place| if is_on_point(place) && here(place) == 1 { 1 << (BAR - place) } else { 0 });
        let after_hits = std::array::from_fn(|set| {
            let hit = |i: usize| set >> i & 1 == 1 && blots[i] != 0;
            ranks.of(std::array::from_fn(|i| if hit(i) { BAR } else { side[i] })) as u16
        });
        Self { blocked, blots, any: blots[0] | blots[1] | blots[2], after_hits }
    }

    /// The rank after a play of its opponent's.
    #[inline]
    pub fn after(&self, play: &Landing) -> usize {
        let hit = play.touched & self.any;
        let set = if hit == 0 { 0 } else { (0..3).fold(0, |set, i| set | usize::from(hit & self.blots[i] != 0) << i) };
        usize::from(self.after_hits[set])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Position};
    use crate::eval::bearoff::hypergammon::few::few;
    use crate::eval::bearoff::numbering::Numbering;
    use crate::movegen::legal_plays;
    use std::collections::BTreeSet;

    #[test]
    fn results_are_those_of_the_general_generator() {
        let numbering = Numbering::new(25, 3).unwrap();
        let numbers: Vec<u16> = (0..numbering.size() as u16).collect();
        let ranks = Ranks::new(&numbering, &numbers);
        let sides: Vec<_> = (0..numbering.size()).map(|number| Checkers::new(numbering.counts(number))).collect();
        let places: Vec<_> = sides.iter().map(few).collect();
        let plays = Plays::new(&places, &ranks);
        let mut compared = 0;
        // Steps that share no factor meet all kinds of pairs.
        for (number, me) in sides.iter().enumerate().skip(1).step_by(7) {
            assert_eq!(ranks.of(few(me)), number);
            for opponent in sides.iter().skip(1 + number % 101).step_by(101) {
                let overlaps = (0..24).any(|point| me[point] > 0 && opponent[23 - point] > 0);
                if overlaps {
                    continue;
                }
                let position = Position::from_checkers(*me, *opponent);
                let number_of = |side: &Checkers| numbering.number(side.counts());
                let target = Target::new(few(opponent), &ranks);
                for (roll, results) in Roll::ALL.into_iter().zip(plays.of(number, target.blocked)) {
                    let legal = legal_plays(&position, roll);
                    let mut expected: BTreeSet<_> = legal
                        .iter()
                        .map(|play| (number_of(play.result.on_roll()), number_of(play.result.opponent())))
                        .collect();
                    if expected.is_empty() {
                        expected.insert((number, number_of(opponent)));
                    }
                    let found: BTreeSet<_> =
                        results.iter().map(|play| (usize::from(play.side), target.after(play))).collect();
                    assert_eq!(found, expected, "{position:?} {roll}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }
}
