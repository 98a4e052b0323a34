//! Features of a position that players search for by name: points, primes, anchors, checkers on the bar.

use super::phase::points;
use crate::board::{Checkers, HOME_POINTS, Position, Side};

words! {
    /// The kind of a feature: what players name it by.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FeatureKind: word {
        /// A checker on the bar.
        Bar = "bar",
        /// Points of its home board, this many or more.
        Board = "board",
        /// Points in a row, this many or more.
        Prime = "prime",
        /// A point in the other side's home board: 19 to 24, as the side itself counts.
        Anchor = "anchor",
        /// Two checkers or more on this point, as the side itself counts.
        Point = "point",
        /// A single checker on this point.
        Blot = "blot",
        /// Checkers borne off, this many or more.
        Off = "off",
    }
}

impl FeatureKind {
    /// The numbers that it takes; `None` where it takes none.
    pub const fn numbers(self) -> Option<(u8, u8)> {
        match self {
            Self::Bar => None,
            Self::Board => Some((1, 6)),
            Self::Prime => Some((2, 6)),
            Self::Anchor => Some((19, 24)),
            Self::Point | Self::Blot => Some((1, 24)),
            Self::Off => Some((1, 15)),
        }
    }
}

/// A feature of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The side, seen by whoever decides.
    pub side: Side,
    /// The kind.
    pub kind: FeatureKind,
    /// The number that belongs to that; 1 where none does.
    pub number: u8,
}

impl Feature {
    /// Whether a position has the feature.
    pub fn is_in(&self, position: &Position) -> bool {
        let side = position.side(self.side);
        let number = u32::from(self.number);
        let place = usize::from(self.number) - 1;
        match self.kind {
            FeatureKind::Bar => side.on_bar() > 0,
            FeatureKind::Board => (points(side) & ((1 << HOME_POINTS) - 1)).count_ones() >= number,
            FeatureKind::Prime => longest_run(points(side)) >= number,
            FeatureKind::Anchor | FeatureKind::Point => side[place] >= 2,
            FeatureKind::Blot => side[place] == 1,
            FeatureKind::Off => side.total() + number <= 15,
        }
    }
}

/// The most bits set in a row.
fn longest_run(mut bits: u32) -> u32 {
    let mut longest = 0;
    while bits != 0 {
        bits &= bits << 1;
        longest += 1;
    }
    longest
}

/// How far two positions are apart: the pips by which checkers would have to be moved to make one of the other, each
/// side for itself, where a checker that is off lies next to the ace point.
///
/// Checkers on a line keep their order in the cheapest exchange, so it is the sum over the places of the difference of
/// the checkers beyond each.
pub fn distance(one: &Position, other: &Position) -> u32 {
    let of_side = |one: &Checkers, other: &Checkers| {
        let (mut ahead, mut pips) = (0_i32, 0);
        for place in (0..25).rev() {
            ahead += i32::from(one[place]) - i32::from(other[place]);
            pips += ahead.unsigned_abs();
        }
        pips
    };
    of_side(one.on_roll(), other.on_roll()) + of_side(one.opponent(), other.opponent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn features_of_the_start_are_those_of_the_board() {
        let start = Variation::Standard.starting_position();
        let has = |kind, number| Feature { side: Side::OnRoll, kind, number }.is_in(&start);
        assert!(has(FeatureKind::Board, 1) && !has(FeatureKind::Board, 2));
        assert!(has(FeatureKind::Anchor, 24) && !has(FeatureKind::Anchor, 20));
        assert!(has(FeatureKind::Point, 6) && has(FeatureKind::Point, 13) && !has(FeatureKind::Point, 5));
        assert!(!has(FeatureKind::Bar, 1) && !has(FeatureKind::Blot, 24) && !has(FeatureKind::Off, 1));
        assert!(!has(FeatureKind::Prime, 2));
    }

    #[test]
    fn runs_are_counted() {
        for (bits, run) in [(0, 0), (0b1, 1), (0b11_0111, 3), (0b111_1110, 6), (0b1_0101, 1)] {
            assert_eq!(longest_run(bits), run, "{bits:b}");
        }
    }

    #[test]
    fn distances_are_pips_of_checkers_moved() {
        let start = Variation::Standard.starting_position();
        assert_eq!(distance(&start, &start), 0);
        // 24/23 and 13/11 of one side: three pips.
        let mut moved = *start.on_roll().counts();
        (moved[23], moved[22], moved[12], moved[10]) = (1, 1, 4, 1);
        let other = Position::from_checkers(Checkers::new(moved), *start.opponent());
        assert_eq!(distance(&start, &other), 3);
        assert_eq!(distance(&other, &start), 3);
        assert_eq!(distance(&start.flipped(), &other.flipped()), 3);
    }
}
