//! The plays of at most three checkers.
//!
//! [`crate::movegen`] lists plays for any number of checkers, with their moves. Here only the results are needed, for
//! ten million positions, each some dozen times over. Three checkers block one point at most, and which of the others
//! are hit shows in the points that a play touches: so what a side may play is known for all opponents at once.

use crate::board::{Checkers, Roll};
use crate::eval::bearoff::numbering::Numbering;
use arrayvec::ArrayVec;

/// The place of a checker off the board, or never on it.
const OFF: u8 = 0;
/// The place on the bar.
pub(super) const BAR: u8 = 25;
/// Where a checker may be: off, 24 points counted by its owner, the bar.
pub(super) const PLACES: usize = 26;

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

/// A side in the middle of its play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moving {
    pub side: Few,
    /// A bit for each place where a checker landed.
    pub touched: u32,
    /// The point where the opponent has two checkers or more, as this side counts; 0 if there is none.
    blocked: u8,
}

impl Moving {
    /// Before its first move.
    pub const fn new(side: Few, blocked: u8) -> Self {
        Self { side, touched: 0, blocked }
    }

    /// After the checker number `i` moves, if it may.
    #[inline]
    fn step(&self, i: usize, die: u8) -> Option<Self> {
        let from = self.side[i];
        if from == OFF || (from != BAR && self.side.contains(&BAR)) {
            return None;
        }
        let mut after = *self;
        if from > die {
            let to = from - die;
            if to == self.blocked {
                return None;
            }
            after.side[i] = to;
            after.touched |= 1 << to;
        } else {
            // The last checker may go with a larger number.
            let back = self.side.into_iter().max().expect("three places");
            if back > 6 || (from < die && from < back) {
                return None;
            }
            after.side[i] = OFF;
        }
        Some(after)
    }

    /// Whether an earlier checker stands in the same place.
    #[inline]
    fn is_repeated(&self, i: usize) -> bool {
        self.side[..i].contains(&self.side[i])
    }

    /// Shows what every legal play of a roll leads to, now and then twice; itself if there is none.
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
                if self.side[i] <= back
                    && !self.is_repeated(i)
                    && let Some(after) = self.step(i, die)
                {
                    moved = true;
                    after.repeat(die, used + 1, self.side[i], found);
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
    results: ArrayVec<Moving, 32>,
}

/// The ranks of all sides by their places.
pub(super) struct Ranks(Vec<u16>);

impl Ranks {
    /// A table from the rank of every number.
    pub fn new(numbering: &Numbering, ranks: &[u16]) -> Self {
        let number = |i: usize| {
            let places = [i / (PLACES * PLACES), i / PLACES % PLACES, i % PLACES];
            let mut counts = [0; 25];
            places.into_iter().filter(|&place| place > 0).for_each(|place| counts[place - 1] += 1);
            let is_possible = counts.iter().map(|&n| usize::from(n)).sum::<usize>() <= numbering.checkers();
            if is_possible { ranks[numbering.number(&counts)] } else { u16::MAX }
        };
        Self((0..PLACES.pow(3)).map(number).collect())
    }

    #[inline]
    pub fn of(&self, [a, b, c]: Few) -> usize {
        usize::from(self.0[(usize::from(a) * PLACES + usize::from(b)) * PLACES + usize::from(c)])
    }
}
