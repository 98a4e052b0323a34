//! Features of positions with contact: eight of each side, then three of both together.

use super::Feature;
use super::masks::{SideMasks, pip_difference};
use super::shots::hitting_rolls;
use crate::board::BAR;
use crate::board::masks::BOARD;
use crate::simd::Instructions;

/// Features of one side.
const SIDE: usize = 8;

/// All features.
pub(super) const COUNT: usize = 2 * SIDE + 3;

/// The features in the order of their rows: those of the side on roll, of the other, of both.
pub(super) const FEATURES: [Feature; COUNT] = {
    let side = [
        Feature { name: "rolls that hit", values: 37 },
        Feature { name: "home points, and checkers before them on the bar", values: 64 * 3 },
        Feature { name: "escapes of the last checkers", values: 37 * 3 },
        Feature { name: "longest prime and checkers behind it", values: 7 * 5 },
        Feature { name: "pips", values: 24 },
        Feature { name: "checkers off", values: 16 },
        Feature { name: "outer points", values: 64 },
        Feature { name: "anchors", values: 64 },
    ];
    let mut all = [Feature { name: "", values: 0 }; COUNT];
    let mut i = 0;
    while i < SIDE {
        (all[i], all[SIDE + i]) = (side[i], side[i]);
        i += 1;
    }
    all[2 * SIDE] = Feature { name: "difference of pips", values: 49 };
    all[2 * SIDE + 1] = Feature { name: "overlap", values: 26 };
    all[2 * SIDE + 2] = Feature { name: "checkers back", values: 36 };
    all
};

/// The value of each feature.
#[inline(always)]
pub(super) fn values<I: Instructions>(with: I, sides: &[SideMasks; 2]) -> [u32; COUNT] {
    let mut values = [0; COUNT];
    for (nth, values) in values[..2 * SIDE].as_chunks_mut::<SIDE>().0.iter_mut().enumerate() {
        let (a, b) = (&sides[nth], &sides[1 - nth]);
        *values = [
            hitting_rolls(with, a, b),
            (a.two & 0x3f) * 3 + (b.one >> BAR & 1) + (b.two >> BAR & 1),
            ((a.two >> a.back & 1) + (a.three >> a.back & 1)) * 37 + escapes(a, b),
            prime(a, b),
            (a.pips / 8).min(23),
            15 - a.total.min(15),
            a.two >> 6 & 0x3f,
            a.two >> 18 & 0x3f,
        ];
    }
    let [a, b] = sides;
    values[2 * SIDE] = pip_difference(a, b, 4);
    values[2 * SIDE + 1] = (a.back + b.back).clamp(23, 48) - 23;
    values[2 * SIDE + 2] = a.far_back() * 6 + b.far_back();
    values
}

/// Rolls of 36 with which `a`'s last checker gets past what blocks it: the whole roll played with it, with one
/// middle point open and the landing point too, the twelve places before it considered.
#[inline(always)]
fn escapes(a: &SideMasks, b: &SideMasks) -> u32 {
    let blocks = (b.two & BOARD) >> (24 - a.back.min(24)) & 0xfff;
    u32::from(ESCAPES[blocks as usize])
}

/// Escapes by the mask of blocked places, nearest first: see [`escapes`].
static ESCAPES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut mask = 0;
    while mask < 4096 {
        let (mut a, mut rolls) = (0, 0);
        while a < 6 {
            let mut b = 0;
            while b < 6 {
                let open = mask >> (a + b + 1) & 1 == 0 && !(mask >> a & 1 == 1 && mask >> b & 1 == 1);
                rolls += open as u8;
                b += 1;
            }
            a += 1;
        }
        table[mask] = rolls;
        mask += 1;
    }
    table
};

/// The longest run of made points of `a` (six at most) and how many checkers of `b` are behind it (four at most);
/// of equal runs the one farthest from home.
#[inline(always)]
fn prime(a: &SideMasks, b: &SideMasks) -> u32 {
    let made = a.two & BOARD;
    // The lengths of runs are unpredictable, so there is no branch.
    let (mut run, mut starts, mut length) = (made, 0, 0);
    for shift in 1..=6 {
        starts = if run != 0 { run } else { starts };
        length += u32::from(run != 0);
        run &= made >> shift;
    }
    let start = 31 - (starts | 1).leading_zeros();
    length * 5 + if length == 0 { 0 } else { b.behind(24 - start).min(4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Checkers;
    use crate::eval::own::FeatureSet;
    use crate::simd::Scalar;

    fn side(counts: &[(usize, u8)]) -> Checkers {
        let mut all = [0; 25];
        for &(i, n) in counts {
            all[i] = n;
        }
        Checkers::new(all)
    }

    #[test]
    fn primes_and_escapes_of_known_shapes() {
        // A full prime from the bar point back to the two point, with two checkers behind it.
        let a = SideMasks::of(Scalar, FeatureSet::Contact, &side(&[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]));
        let b = SideMasks::of(Scalar, FeatureSet::Contact, &side(&[(23, 2), (5, 5)]));
        assert_eq!(prime(&a, &b), 6 * 5 + 2);
        assert_eq!(escapes(&b, &a), 0);
        let open = SideMasks::of(Scalar, FeatureSet::Contact, &side(&[(12, 5)]));
        assert_eq!(escapes(&b, &open), 35, "only 6-6 is stopped by the midpoint");
    }
}
