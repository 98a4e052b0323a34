//! The plays of at most three checkers.
//!
//! [`crate::movegen`] lists plays for any number of checkers, with their moves. Here only the results are wanted, for
//! ten million positions, each some dozen times over: a side is three places, a result its two sides.

use crate::board::{Checkers, Roll};
use crate::eval::bearoff::numbering::Numbering;
use arrayvec::ArrayVec;

/// Off the board, or never on it.
const OFF: u8 = 0;
/// On the bar.
const BAR: u8 = 25;
/// Where a checker may be: off, 24 points counted by its owner, the bar.
const PLACES: usize = 26;

/// Where the checkers of a side are, in any order.
pub(super) type Few = [u8; 3];

/// The places of a side with at most three checkers.
pub(super) fn few(side: &Checkers) -> Few {
    let mut places = [OFF; 3];
    let on_board = side.counts().iter().zip(1..).flat_map(|(&n, place)| std::iter::repeat_n(place, usize::from(n)));
    for (place, at) in places.iter_mut().zip(on_board) {
        *place = at;
    }
    places
}

/// Both sides, each counting from its own home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FewPosition {
    pub on_roll: Few,
    pub opponent: Few,
}

impl FewPosition {
    /// The position after the checker number `i` of the side on roll moves, if it may.
    #[inline]
    fn step(&self, i: usize, die: u8) -> Option<Self> {
        let from = self.on_roll[i];
        if from == OFF || (from != BAR && self.on_roll.contains(&BAR)) {
            return None;
        }
        let mut after = *self;
        if from > die {
            after.on_roll[i] = from - die;
            let theirs = 25 - (from - die);
            let mut there = (0..3).filter(|&j| self.opponent[j] == theirs);
            if let Some(hit) = there.next() {
                if there.next().is_some() {
                    return None;
                }
                after.opponent[hit] = BAR;
            }
        } else {
            // The last checker may go with a larger number.
            let back = self.on_roll.into_iter().max().expect("three places");
            if back > 6 || (from < die && from < back) {
                return None;
            }
            after.on_roll[i] = OFF;
        }
        Some(after)
    }

    /// Whether an earlier checker stands in the same place.
    #[inline]
    fn is_repeated(&self, i: usize) -> bool {
        self.on_roll[..i].contains(&self.on_roll[i])
    }

    /// Shows what every legal play of a roll leads to, now and then twice; this position if there is none.
    #[inline]
    pub fn results(&self, roll: Roll, mut visit: impl FnMut(&Self)) {
        if roll.is_double() {
            let mut found = Found { used: 0, results: ArrayVec::new() };
            self.repeat(roll.high(), 0, BAR, &mut found);
            found.results.iter().for_each(visit);
            return;
        }
        let (high, low) = (roll.high(), roll.low());
        // Bit 3i + j: the high number has been played with checker i and then the low one with j.
        let mut known = 0_u16;
        for i in 0..3 {
            let Some(after) = self.step(i, high).filter(|_| !self.is_repeated(i)) else { continue };
            for j in 0..3 {
                if let Some(result) = after.step(j, low) {
                    known |= 1 << (3 * i + j);
                    visit(&result);
                }
            }
        }
        let mut moved = known != 0;
        for j in 0..3 {
            let Some(after) = self.step(j, low).filter(|_| !self.is_repeated(j)) else { continue };
            for i in 0..3 {
                // Two checkers that move in either order end up the same.
                if let Some(result) = after.step(i, high).filter(|_| i == j || known & 1 << (3 * i + j) == 0) {
                    moved = true;
                    visit(&result);
                }
            }
        }
        for die in [high, low] {
            if !moved {
                (0..3).filter_map(|i| self.step(i, die)).for_each(|result| {
                    moved = true;
                    visit(&result);
                });
            }
        }
        if !moved {
            visit(self);
        }
    }

    /// Collects the results of playing a number as often as possible, up to four times. Checkers move
    /// from the rear to the front, which leaves out nothing.
    fn repeat(&self, die: u8, used: usize, back: u8, found: &mut Found) {
        let mut moved = false;
        if used < 4 {
            for i in 0..3 {
                if self.on_roll[i] <= back
                    && !self.is_repeated(i)
                    && let Some(after) = self.step(i, die)
                {
                    moved = true;
                    after.repeat(die, used + 1, self.on_roll[i], found);
                }
            }
        }
        if !moved && used >= found.used {
            if used > found.used {
                found.used = used;
                found.results.clear();
            }
            found.results.push(*self);
        }
    }
}

/// The results that use the most numbers so far. Four moves of three checkers in order are 15 at most.
struct Found {
    used: usize,
    results: ArrayVec<FewPosition, 32>,
}

/// The numbers of all sides by their places.
pub(super) struct Numbers(Vec<u16>);

impl Numbers {
    pub fn new(numbering: &Numbering) -> Self {
        let number = |i: usize| {
            let places = [i / (PLACES * PLACES), i / PLACES % PLACES, i % PLACES];
            let mut counts = [0; 25];
            places.into_iter().filter(|&place| place > 0).for_each(|place| counts[place - 1] += 1);
            let is_possible = counts.iter().map(|&n| usize::from(n)).sum::<usize>() <= numbering.checkers();
            if is_possible { numbering.number(&counts) as u16 } else { u16::MAX }
        };
        Self((0..PLACES.pow(3)).map(number).collect())
    }

    #[inline]
    pub fn of(&self, [a, b, c]: Few) -> usize {
        usize::from(self.0[(usize::from(a) * PLACES + usize::from(b)) * PLACES + usize::from(c)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::movegen::legal_plays;
    use std::collections::BTreeSet;

    fn sorted(position: &FewPosition) -> FewPosition {
        let mut position = *position;
        position.on_roll.sort_unstable();
        position.opponent.sort_unstable();
        position
    }

    #[test]
    fn results_are_those_of_the_general_generator() {
        let numbering = Numbering::new(25, 3).unwrap();
        let numbers = Numbers::new(&numbering);
        let sides: Vec<_> = (1..numbering.size()).map(|number| Checkers::new(numbering.counts(number))).collect();
        let mut compared = 0;
        // Steps that share no factor meet all kinds of pairs.
        for (i, me) in sides.iter().enumerate().step_by(7) {
            assert_eq!(numbers.of(few(me)), i + 1);
            for opponent in sides.iter().skip(i % 101).step_by(101) {
                let overlaps = (0..24).any(|point| me[point] > 0 && opponent[23 - point] > 0);
                if overlaps {
                    continue;
                }
                let (position, small) = (
                    Position::from_checkers(*me, *opponent),
                    FewPosition { on_roll: few(me), opponent: few(opponent) },
                );
                for roll in Roll::ALL {
                    let plays = legal_plays(&position, roll);
                    let mut expected: BTreeSet<_> = plays
                        .iter()
                        .map(|play| &play.result)
                        .map(|result| {
                            sorted(&FewPosition { on_roll: few(result.on_roll()), opponent: few(result.opponent()) })
                        })
                        .collect();
                    if expected.is_empty() {
                        expected.insert(sorted(&small));
                    }
                    let mut found = BTreeSet::new();
                    small.results(roll, |result| {
                        found.insert(sorted(result));
                    });
                    assert_eq!(found, expected, "{position:?} {roll}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }
}
