//! The checked checkers of both sides, seen by the side on roll.

use super::point::{BAR, HOME_POINTS};
use super::{BySide, Setup, Side, masks};
use serde::{Deserialize, Serialize};
use std::ops::Index;

/// The checkers of one side on its own points: index `0..24` the points, 24 the bar, the rest 0.
///
/// The padding to 32 bytes lets a kernel handle a side as one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C, align(32))]
pub struct Checkers([u8; 32]);

impl Checkers {
    /// No checker at all.
    pub const NONE: Self = Self([0; 32]);

    /// Checkers from the counts on the 24 points and the bar.
    pub const fn new(counts: [u8; 25]) -> Self {
        let mut padded = [0; 32];
        let mut i = 0;
        while i < 25 {
            padded[i] = counts[i];
            i += 1;
        }
        Self(padded)
    }

    /// The counts on the 24 points and the bar.
    pub fn counts(&self) -> &[u8; 25] {
        self.0[..25].try_into().expect("25 of the 32 bytes")
    }

    /// All 32 bytes; those from 25 on are 0.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// From 32 bytes as [`Checkers::bytes`] gives them.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Checkers that are not borne off.
    #[inline]
    pub fn total(&self) -> u32 {
        // Eight places at a time, then the sum of eight bytes in the highest: a side has far fewer than 256.
        let words = self.0.as_chunks::<8>().0.iter();
        let sums = words.fold(0_u64, |sums, &word| sums.wrapping_add(u64::from_le_bytes(word)));
        (sums.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The places with `N` checkers or more, one bit each: bit 0 the ace point, bit 24 the bar.
    #[inline(always)]
    pub fn at_least<const N: u8>(&self) -> u32 {
        masks::above(&self.0, const { N as i8 - 1 })
    }

    /// Pips to bear everything off; a checker on the bar has 25 to go.
    pub fn pips(&self) -> u32 {
        self.0[..25].iter().zip(1..).map(|(&n, distance)| u32::from(n) * distance).sum()
    }

    /// The index of the rearmost checker (24 is the bar), `None` when all are off.
    #[inline]
    pub fn back(&self) -> Option<usize> {
        self.at_least::<1>().checked_ilog2().map(|place| place as usize)
    }

    /// Whether every checker left is on the first six points.
    pub fn are_home(&self) -> bool {
        self.back().is_none_or(|back| back < HOME_POINTS)
    }

    /// Checkers on the bar.
    pub const fn on_bar(&self) -> u8 {
        self.0[BAR]
    }
}

impl Index<usize> for Checkers {
    type Output = u8;

    fn index(&self, point: usize) -> &u8 {
        &self.0[point]
    }
}

/// A possible arrangement of checkers, seen by the side on roll. It has no cube, score or history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Setup", into = "Setup")]
#[repr(C)]
pub struct Position {
    on_roll: Checkers,
    opponent: Checkers,
}

impl Position {
    /// A position of checkers already known to fit together: decoded by [`Setup`](super::Setup) or reached by a play.
    pub const fn from_checkers(on_roll: Checkers, opponent: Checkers) -> Self {
        Self { on_roll, opponent }
    }

    /// The checkers of the side on roll, on its own points.
    pub const fn on_roll(&self) -> &Checkers {
        &self.on_roll
    }

    /// The checkers of the other side, on *its* own points.
    pub const fn opponent(&self) -> &Checkers {
        &self.opponent
    }

    /// The checkers of a side, on its own points.
    pub const fn side(&self, side: Side) -> &Checkers {
        match side {
            Side::OnRoll => &self.on_roll,
            Side::Opponent => &self.opponent,
        }
    }

    /// These checkers with the other side on roll.
    #[must_use]
    pub const fn flipped(&self) -> Self {
        Self { on_roll: self.opponent, opponent: self.on_roll }
    }

    /// The pip counts of both sides.
    pub fn pips(&self) -> BySide<u32> {
        BySide { on_roll: self.on_roll.pips(), opponent: self.opponent.pips() }
    }

    /// Whether the sides can still hit or block each other.
    pub fn has_contact(&self) -> bool {
        match (self.on_roll.back(), self.opponent.back()) {
            (Some(a), Some(b)) => a + b > 22,
            _ => false,
        }
    }

    /// Whether a side has borne off its last checker.
    pub fn is_over(&self) -> bool {
        self.on_roll.back().is_none() || self.opponent.back().is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Variation;

    #[test]
    fn the_starting_position_is_symmetric() {
        let start = Variation::Standard.starting_position();
        assert_eq!(start, start.flipped());
        assert_eq!((start.pips().on_roll, start.pips().opponent), (167, 167));
        assert!(start.has_contact() && !start.is_over());
        assert_eq!(start.on_roll().back(), Some(23));
    }
}
