//! Exact equities of races on the lowest points: the stacks of every table of rolls.
//!
//! The two-sided database ends at six checkers. With more of them the values of cubes are estimates, off by up to .03
//! where no roll can miss. On the lowest points there are few positions, and the recursion of the database takes
//! milliseconds for all pairs of them. Numbers are `f32`: nothing is rounded on the way.

use super::numbering::{MAX_CHECKERS, Numbering};
use super::two_sided::Solver;
use super::{Lazy, MoneyEquities};
use crate::board::Checkers;
use std::ops::ControlFlow;

/// The tables: points, and checkers of a side. Hardly a roll misses on two points, none on the first.
pub(super) const LOW: [(usize, usize); 2] = [(2, MAX_CHECKERS), (3, 10)];

/// Equities of all pairs of positions on some points.
#[derive(Clone, Debug)]
pub(super) struct LowRaces {
    numbering: Numbering,
    /// `[number of the side on roll · positions + number of the opponent]`, as [`MoneyEquities`] has them.
    equities: Vec<[f32; 4]>,
}

/// Whether there is a table of two sides who can't lose a gammon any more, whoever of them is on roll.
///
/// On two points any roll may bear a checker off. So a side that still has all of its checkers loses a gammon only if
/// the other side is through before it rolls. The answer is the same for both orders of the sides: a class that was
/// found for a position is that of the position turned around, too.
#[inline]
pub fn is_low(sides: [&Checkers; 2]) -> bool {
    low_table(sides).is_some()
}

/// The place of the first table in [`LOW`] that has two sides.
#[inline]
pub(super) fn low_table([me, opponent]: [&Checkers; 2]) -> Option<usize> {
    let has = |&(points, checkers): &(usize, usize)| {
        let has = |side: &Checkers| side.back().is_some_and(|back| back < points) && side.total() as usize <= checkers;
        has(me) && has(opponent)
    };
    let is_safe = |side: &Checkers, from: &Checkers| from.total() > 4 || (side.total() as usize) < MAX_CHECKERS;
    LOW.iter().position(has).filter(|_| is_safe(me, opponent) && is_safe(opponent, me))
}

impl LowRaces {
    /// All tables, each computed when it is first looked into.
    pub(super) const fn all() -> [Lazy<Self>; LOW.len()] {
        [Lazy::new(|| Self::new(LOW[0])), Lazy::new(|| Self::new(LOW[1]))]
    }

    fn new((points, checkers): (usize, usize)) -> Self {
        let numbering = Numbering::new(points, checkers).expect("few positions");
        let seen = |_, _, [cubeless, owned, centered, opponents]: [f32; 4]| {
            let with_double = |stay: f32| stay.max((2.0 * opponents).min(1.0));
            [-cubeless, -opponents, -with_double(centered), -with_double(owned)]
        };
        let go_on = &mut |_, _| ControlFlow::Continue(());
        let equities = Solver::new(&numbering).solve([[1.0; 4], [-1.0; 4]], &seen, 1, go_on);
        Self { numbering, equities: equities.expect("nothing breaks it off") }
    }

    /// The equities of two sides, the one on roll first.
    pub(super) fn equities(&self, sides: [&Checkers; 2]) -> MoneyEquities {
        let [me, opponent] = sides.map(|side| self.numbering.number(side.counts()));
        self.equities_of(me, opponent)
    }

    /// The equities of a pair of positions, by number.
    pub(super) fn equities_of(&self, on_roll: usize, opponent: usize) -> MoneyEquities {
        MoneyEquities(self.equities[on_roll * self.numbering.size() + opponent])
    }
}
