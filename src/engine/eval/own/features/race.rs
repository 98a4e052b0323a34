//! Features of races: checkers off and pips of each side, and the difference of pips; with them, in the larger set,
//! what each side has to bring home, its home board, and both sides' haste where one may lose a gammon or a backgammon.

use super::Feature;
use super::masks::{SideMasks, pip_difference};

/// Features of the smaller set.
pub(super) const COUNT: usize = 5;
/// Features of the larger set.
pub(super) const HOME_COUNT: usize = COUNT + 2 * SIDE + 4;

/// Features that the larger set has of each side.
const SIDE: usize = 4;
/// Pips to bring home come in this many steps of four beside the checkers that the other side has off.
const STEPS: u32 = 16;
/// Pips to leave the other's home come in this many steps of two beside the checkers that the other side has off.
const AWAY_STEPS: u32 = 6;

/// The features in the order of their rows.
pub(super) const FEATURES: [Feature; COUNT] = [
    Feature { name: "checkers off, on roll", values: 16 },
    Feature { name: "checkers off, other", values: 16 },
    Feature { name: "pips, on roll", values: 32 },
    Feature { name: "pips, other", values: 32 },
    Feature { name: "difference of pips", values: 49 },
];

/// The features of the larger set: those of the smaller, of the side on roll, of the other, of both.
pub(super) const HOME_FEATURES: [Feature; HOME_COUNT] = {
    let side = [
        Feature { name: "pips to bring all checkers home", values: 64 },
        Feature { name: "home points", values: 64 },
        Feature { name: "home points with two checkers or more", values: 64 },
        Feature { name: "last checker", values: 25 },
    ];
    let haste = Feature { name: "checkers off, and pips of the other to bring home", values: 16 * STEPS as usize };
    let flight = Feature {
        name: "checkers off, and pips of the other to leave the home board",
        values: 16 * AWAY_STEPS as usize,
    };
    let mut all = [flight; HOME_COUNT];
    (all[HOME_COUNT - 4], all[HOME_COUNT - 3]) = (haste, haste);
    let mut i = 0;
    while i < COUNT {
        all[i] = FEATURES[i];
        i += 1;
    }
    i = 0;
    while i < SIDE {
        (all[COUNT + i], all[COUNT + SIDE + i]) = (side[i], side[i]);
        i += 1;
    }
    all
};

/// The value of each feature of the smaller set.
#[inline(always)]
pub(super) fn values([a, b]: &[SideMasks; 2]) -> [u32; COUNT] {
    [15 - a.total.min(15), 15 - b.total.min(15), (a.pips / 4).min(31), (b.pips / 4).min(31), pip_difference(a, b, 2)]
}

/// The value of each feature of the larger set.
#[inline(always)]
pub(super) fn home_values(sides: &[SideMasks; 2]) -> [u32; HOME_COUNT] {
    let mut values = [0; HOME_COUNT];
    values[..COUNT].copy_from_slice(&self::values(sides));
    let of_sides = values[COUNT..][..2 * SIDE].as_chunks_mut::<SIDE>().0;
    for (values, side) in of_sides.iter_mut().zip(sides) {
        *values = [side.outside.min(63), side.one & 0x3f, side.two & 0x3f, side.back];
    }
    let off = |side: &SideMasks| 15 - side.total.min(15);
    let haste = |a, b: &SideMasks| off(a) * STEPS + b.outside.div_ceil(4).min(STEPS - 1);
    let flight = |a, b: &SideMasks| off(a) * AWAY_STEPS + b.away.div_ceil(2).min(AWAY_STEPS - 1);
    let [a, b] = sides;
    values[HOME_COUNT - 4..].copy_from_slice(&[haste(a, b), haste(b, a), flight(a, b), flight(b, a)]);
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Checkers;
    use crate::eval::own::FeatureSet;
    use crate::simd::Scalar;

    #[test]
    fn what_each_side_has_to_bring_home() {
        let masks = |checkers: &[(usize, u8)]| {
            let mut counts = [0; 25];
            checkers.iter().for_each(|&(point, count)| counts[point - 1] = count);
            SideMasks::of(Scalar, FeatureSet::RaceHome, &Checkers::new(counts))
        };
        // 8 pips from the 7 point twice and the 12 point; two steps of four.
        let a = masks(&[(1, 2), (3, 4), (6, 6), (7, 2), (12, 1)]);
        let b = masks(&[(1, 1), (2, 5)]);
        let values = home_values(&[a, b]);
        assert_eq!(values[..COUNT], self::values(&[a, b]));
        assert_eq!(values[COUNT..COUNT + SIDE], [8, 0b10_0101, 0b10_0101, 11]);
        assert_eq!(values[COUNT + SIDE..COUNT + 2 * SIDE], [0, 0b11, 0b10, 1]);
        assert_eq!(values[COUNT + 2 * SIDE..], [0, 9 * STEPS + 2, 0, 9 * AWAY_STEPS]);
        // 3 pips from the 21 point, 15 and 18 home from there and the 24 point: nine steps of four, five of two.
        let late = masks(&[(6, 12), (21, 1), (24, 1)]);
        assert_eq!(home_values(&[b, late])[HOME_COUNT - 4..], [9 * STEPS + 9, STEPS, 9 * AWAY_STEPS + 5, AWAY_STEPS]);
    }
}
