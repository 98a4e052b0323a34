//! From a position to the rows of the first layer that it activates.
//!
//! Every input of the own nets is one-hot: a *row* of weights is either added or not. A board row stands for "side s
//! has c checkers on place p". Feature rows put one computed number each (rolls that hit, escapes, a pattern of points)
//! into a bucket with a row of its own, so a net can learn any function of it at the cost of one vector addition. All
//! of it is integer arithmetic, equal on every machine.
//!
//! A net file names its set of features. A new set is a file like `contact.rs` (its features with the number of
//! their values, and a function that computes them) and a variant of [`FeatureSet`].
//!
//! Sides come in the order (on roll, other); each in its own numbering.

mod contact;
mod masks;
mod race;
mod shots;

pub(super) use masks::SideMasks;

use super::layout::{BOARD_ROWS, FeatureRows, MAX_BOARD_ROWS, MAX_FEATURES, rows_of_side};
use crate::board::Checkers;
use crate::simd::Instructions;
use crate::simd::Scalar;
use arrayvec::ArrayVec;

/// One computed number.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name of its count.
    pub name: &'static str,
    /// How many values it has, from 0 on; each has a row.
    pub values: usize,
}

words! {
    /// The inputs of a net beside the checkers themselves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FeatureSet: name {
        /// Hits, primes, escapes, pips: for positions with contact.
        Contact = "contact",
        /// Checkers off and pips.
        Race = "race",
        /// Those of [`FeatureSet::Race`], then what each side has to bring home and its home board.
        RaceHome = "race-home",
    }
}

/// The most rows one position can light up: those of the board and the features.
pub const MAX_ROWS: usize = MAX_BOARD_ROWS + MAX_FEATURES;

impl FeatureSet {
    /// The set of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The features in the order of their rows, which follow those of the board.
    pub const fn features(self) -> &'static [Feature] {
        match self {
            Self::Contact => &contact::FEATURES,
            Self::Race => &race::FEATURES,
            Self::RaceHome => &race::HOME_FEATURES,
        }
    }

    /// Whether all features of another set come first in this one.
    pub fn extends(self, other: Self) -> bool {
        self == other || (self, other) == (Self::RaceHome, Self::Race)
    }

    /// Rows of the first layer.
    pub const fn rows(self) -> usize {
        let features = self.features();
        let (mut rows, mut i) = (BOARD_ROWS, 0);
        while i < features.len() {
            rows += features[i].values;
            i += 1;
        }
        rows
    }
}

/// The first row of each feature, after those of the board.
const fn starts<const N: usize>(features: &[Feature; N]) -> [u16; N] {
    assert!(N <= MAX_FEATURES, "room for all features of a set");
    let (mut starts, mut next, mut i) = ([0; N], 0, 0);
    while i < N {
        starts[i] = next as u16;
        next += features[i].values;
        i += 1;
    }
    starts
}

/// The rows that the checkers themselves light up, side on roll first.
#[inline]
pub fn board_rows_of(sides: [&Checkers; 2]) -> ArrayVec<u16, MAX_BOARD_ROWS> {
    let mut rows = ArrayVec::new();
    for (side, checkers) in sides.iter().enumerate() {
        rows_of_side(side, checkers.bytes(), |row| rows.push(row));
    }
    rows
}

/// All rows a position lights up; the sum of their weights is the first layer before the bias.
pub fn rows_of(features: FeatureSet, sides: [&Checkers; 2]) -> ArrayVec<u16, MAX_ROWS> {
    let mut rows: ArrayVec<u16, MAX_ROWS> = board_rows_of(sides).into_iter().collect();
    let mut found = [0; _];
    let n = feature_rows(Scalar, features, &sides.map(|side| SideMasks::of(Scalar, features, side)), 1, &mut found);
    rows.extend(found[..n].iter().map(|row| BOARD_ROWS as u16 + row));
    rows
}

/// The feature rows of a position, counted after those of the board, each times `scale`; how many there are depends on
/// the set only.
#[inline(always)]
pub(super) fn feature_rows<I: Instructions>(
    with: I,
    features: FeatureSet,
    sides: &[SideMasks; 2],
    scale: u16,
    rows: &mut FeatureRows,
) -> usize {
    match features {
        FeatureSet::Contact => {
            write_rows(contact::values(with, sides), &const { starts(&contact::FEATURES) }, scale, rows)
        }
        FeatureSet::Race => write_rows(race::values(sides), &const { starts(&race::FEATURES) }, scale, rows),
        FeatureSet::RaceHome => {
            write_rows(race::home_values(sides), &const { starts(&race::HOME_FEATURES) }, scale, rows)
        }
    }
}

#[inline(always)]
fn write_rows<const N: usize>(values: [u32; N], starts: &[u16; N], scale: u16, rows: &mut FeatureRows) -> usize {
    for i in 0..N {
        rows[i] = (starts[i] + values[i] as u16) * scale;
    }
    N
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn rows_are_in_range_and_distinct() {
        let start = Variation::Standard.starting_position();
        for set in FeatureSet::ALL {
            let rows = rows_of(set, [start.on_roll(), start.opponent()]);
            assert!(rows.is_sorted() && rows.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(rows.iter().all(|&row| usize::from(row) < set.rows()));
            assert_eq!(FeatureSet::from_name(set.name()), Some(set));
        }
    }
}
