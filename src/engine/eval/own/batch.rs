//! Positions that are evaluated together, and the order in which they are.
//!
//! Each is reached from the one before it by the rows that change, so it is evaluated the sooner the less the two
//! differ. Outputs do not depend on the order.

use crate::board::masks::BOARD;
use crate::board::{Checkers, Position, SeenBy};
use crate::eval::Class;

/// Positions that are evaluated together.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The class of each position.
    pub classes: &'a [Class],
    /// The view in which they are given.
    pub seen: SeenBy,
    /// The positions.
    pub positions: &'a [Position],
    /// The order in which they are evaluated.
    pub order: EvaluationOrder,
}

/// An order in which positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationOrder {
    /// As they are listed: where positions of several games follow one another.
    Listed,
    /// Positions that are near each other one after another: the results of plays of one position.
    Nearest,
}

/// Positions, and the places of all of them in the order in which to evaluate them.
#[derive(Clone, Copy)]
pub(super) struct Ordered<'a> {
    pub seen: SeenBy,
    pub positions: &'a [Position],
    pub order: &'a [u64],
}

/// Up to this many positions are evaluated in the order in which they are listed: sorting them would cost more.
const MOST_UNSORTED: usize = 4;

/// Positions that are put in order together; their places fit a byte of a key.
const CHUNK: usize = 256;

impl Batch<'_> {
    /// Puts the places of all positions into `places`, in the order in which to evaluate them.
    pub(super) fn put_in_order(&self, places: &mut Vec<u64>) {
        places.clear();
        if self.order == EvaluationOrder::Listed || self.positions.len() <= MOST_UNSORTED {
            places.extend(0..self.positions.len() as u64);
            return;
        }
        for chunk in self.positions.chunks(CHUNK) {
            let first = places.len();
            places.extend((0..).zip(chunk).map(|(place, position)| key(self.seen.sides(position)) << 8 | place));
            let keys = &mut places[first..];
            keys.sort_unstable();
            keys.iter_mut().for_each(|key| *key = first as u64 + (*key & 0xff));
        }
    }
}

/// A number of 56 bits by which positions that differ little come near each other: those in which the same blots were
/// hit, then by the points that the mover has made, then by all points that he is on.
///
/// The points are taken as a Gray code, in which neighbors differ in one bit.
fn key([on_roll, mover]: [&Checkers; 2]) -> u64 {
    // The order of these groups does not matter, so a hash is enough.
    let group = on_roll.at_least::<1>().wrapping_mul(0x9E37_79B1) >> 24;
    let [occupied, made] = [mover.at_least::<1>(), mover.at_least::<2>()].map(|mask| u64::from(mask & BOARD));
    u64::from(group) << 48 | from_gray(made << 24 | occupied)
}

/// The place of a number in the order of its Gray code.
fn from_gray(mut code: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        code ^= code >> shift;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::board::masks::different;
    use crate::movegen::AllRolls;

    /// How many places differ between neighbors, all together.
    fn apart(positions: &[Position], places: &[u64]) -> u32 {
        let sides = |&place: &u64| SeenBy::Mover.sides(&positions[place as usize]);
        let pairs = places.iter().zip(&places[1..]).flat_map(|(a, b)| sides(a).into_iter().zip(sides(b)));
        pairs.map(|(a, b)| different(a.bytes(), b.bytes()).count_ones()).sum()
    }

    #[test]
    fn each_position_comes_once_and_near_ones_together() {
        let mut plays = AllRolls::default();
        plays.generate(&Variation::Standard.starting_position());
        // More than a chunk.
        let positions = plays.results().repeat(2);
        assert!(positions.len() > 2 * CHUNK, "{}", positions.len());
        let places = |order| {
            let mut places = vec![7];
            Batch { classes: &[], seen: SeenBy::Mover, positions: &positions, order }.put_in_order(&mut places);
            places
        };
        let (listed, mut nearest) = (places(EvaluationOrder::Listed), places(EvaluationOrder::Nearest));
        assert!(listed.iter().copied().eq(0..positions.len() as u64));
        assert!(apart(&positions, &nearest) < apart(&positions, &listed));
        nearest.sort_unstable();
        assert_eq!(nearest, listed);
    }

    #[test]
    fn neighbors_in_a_gray_code_differ_in_one_bit() {
        let mut codes: Vec<u64> = (0..1 << 10).collect();
        codes.sort_unstable_by_key(|&code| from_gray(code));
        assert!(codes.iter().zip(&codes[1..]).all(|(a, b)| (a ^ b).count_ones() == 1));
    }
}
