//! From a position to the rows of the first layer that it lights up.
//!
//! Every input of the own nets is one-hot: a *row* of weights is either added or not. Board rows say "side s
//! has c checkers on place p". Feature rows put one computed number each (rolls that hit, escapes, a pattern
//! of points) into a bucket with a row of its own, so a net can answer to it in any shape at the price of
//! one vector addition. All of it is integer arithmetic, equal on every machine.
//!
//! Sides come in the order (on roll, other); each in its own numbering.

use super::kernel::{Instructions, Scalar};
use super::layout::{BOARD_ROWS, FeatureRows, MAX_BOARD_ROWS, MAX_FEATURES, rows_of_side};
use crate::board::masks::{BOARD, mirrored};
use crate::board::{BAR, Checkers};
use arrayvec::ArrayVec;

/// What a net looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inputs {
    /// The board and the features of positions with contact.
    Contact,
    /// The board, checkers off and pips.
    Race,
}

/// The most rows one position can light up: those of the board and the features.
pub const MAX_ROWS: usize = MAX_BOARD_ROWS + MAX_FEATURES;

/// Buckets of the contact features of one side, in this order: rolls that hit, home points and checkers
/// before them on the bar, escapes of the last checkers, longest prime and checkers behind it, pips, checkers
/// off, outer points, anchors.
const SIDE_BUCKETS: [usize; 8] = [37, 64 * 3, 37 * 3, 7 * 5, 24, 16, 64, 64];

/// Buckets of the contact features of both sides together: pip difference, overlap, checkers back.
const SHARED_BUCKETS: [usize; 3] = [49, 26, 36];

/// Buckets of the race features: checkers off and pips of each side, pip difference.
const RACE_BUCKETS: [usize; 5] = [16, 16, 32, 32, 49];

const SIDE_OFFSETS: [usize; 8] = offsets(SIDE_BUCKETS);
const SIDE_ROWS: usize = SIDE_OFFSETS[7] + SIDE_BUCKETS[7];
const SHARED_OFFSETS: [usize; 3] = offsets(SHARED_BUCKETS);
const RACE_OFFSETS: [usize; 5] = offsets(RACE_BUCKETS);

/// Where each run of buckets begins.
const fn offsets<const N: usize>(buckets: [usize; N]) -> [usize; N] {
    let (mut all, mut next, mut i) = ([0; N], 0, 0);
    while i < N {
        all[i] = next;
        next += buckets[i];
        i += 1;
    }
    all
}

impl Inputs {
    /// Rows of the first layer.
    #[must_use]
    pub const fn rows(self) -> usize {
        BOARD_ROWS
            + match self {
                Self::Contact => 2 * SIDE_ROWS + SHARED_OFFSETS[2] + SHARED_BUCKETS[2],
                Self::Race => RACE_OFFSETS[4] + RACE_BUCKETS[4],
            }
    }

    /// The number in a net file.
    pub(super) const fn code(self) -> u32 {
        match self {
            Self::Contact => 1,
            Self::Race => 2,
        }
    }

    /// The kind of a number in a net file.
    pub(super) const fn from_code(code: u32) -> Option<Self> {
        match code {
            1 => Some(Self::Contact),
            2 => Some(Self::Race),
            _ => None,
        }
    }
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
pub fn rows_of(inputs: Inputs, sides: [&Checkers; 2]) -> ArrayVec<u16, MAX_ROWS> {
    let mut rows: ArrayVec<u16, MAX_ROWS> = board_rows_of(sides).into_iter().collect();
    let mut features = [0; _];
    let shapes = sides.map(|side| Shape::of(Scalar, side));
    let n = feature_rows(Scalar, inputs, &shapes, 1, &mut features);
    rows.extend(features[..n].iter().copied());
    rows
}

/// The feature rows of a position, each times `scale`; how many there are depends on `inputs` only.
#[inline(always)]
pub(super) fn feature_rows<I: Instructions>(
    instructions: I,
    inputs: Inputs,
    shapes: &[Shape; 2],
    scale: u16,
    rows: &mut FeatureRows,
) -> usize {
    match inputs {
        Inputs::Contact => contact_rows(instructions, shapes, scale, rows),
        Inputs::Race => race_rows(shapes, scale, rows),
    }
}

#[inline(always)]
fn contact_rows<I: Instructions>(instructions: I, shapes: &[Shape; 2], scale: u16, rows: &mut FeatureRows) -> usize {
    let mut n = 0;
    for (side, first) in [(0, BOARD_ROWS), (1, BOARD_ROWS + SIDE_ROWS)] {
        let (a, b) = (&shapes[side], &shapes[1 - side]);
        let buckets = [
            hitting_rolls(instructions, a, b),
            (a.two & 0x3f) * 3 + (b.one >> BAR & 1) + (b.two >> BAR & 1),
            ((a.two >> a.back & 1) + (a.three >> a.back & 1)) * 37 + escapes(a, b),
            prime(a, b),
            (a.pips / 8).min(23),
            15 - a.total.min(15),
            a.two >> 6 & 0x3f,
            a.two >> 18 & 0x3f,
        ];
        for (bucket, offset) in buckets.into_iter().zip(SIDE_OFFSETS) {
            rows[n] = ((first + offset) as u16 + bucket as u16) * scale;
            n += 1;
        }
    }
    let [a, b] = shapes;
    let shared = [pip_difference(a, b, 4), (a.back + b.back).clamp(23, 48) - 23, a.far_back() * 6 + b.far_back()];
    for (bucket, offset) in shared.into_iter().zip(SHARED_OFFSETS) {
        rows[n] = ((BOARD_ROWS + 2 * SIDE_ROWS + offset) as u16 + bucket as u16) * scale;
        n += 1;
    }
    n
}

#[inline(always)]
fn race_rows([a, b]: &[Shape; 2], scale: u16, rows: &mut FeatureRows) -> usize {
    let buckets = [
        15 - a.total.min(15),
        15 - b.total.min(15),
        (a.pips / 4).min(31),
        (b.pips / 4).min(31),
        pip_difference(a, b, 2),
    ];
    for (i, (bucket, offset)) in buckets.into_iter().zip(RACE_OFFSETS).enumerate() {
        rows[i] = ((BOARD_ROWS + offset) as u16 + bucket as u16) * scale;
    }
    buckets.len()
}

/// One side's checkers as bit masks over its own places (bit 24 the bar), with the sums features need.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// Places with at least one, two, three checkers.
    one: u32,
    two: u32,
    three: u32,
    back: u32,
    total: u32,
    pips: u32,
}

impl Shape {
    /// The shape of a side's checkers.
    #[inline(always)]
    pub fn of<I: Instructions>(instructions: I, checkers: &Checkers) -> Self {
        let bytes = checkers.bytes();
        let (total, pips) = instructions.total_and_pips(bytes);
        let [one, two, three] = [checkers.at_least::<1>(), checkers.at_least::<2>(), checkers.at_least::<3>()];
        let back = 31 - (one | 1).leading_zeros();
        Self { one, two, three, back, total, pips }
    }

    /// Blots in the numbering of the other side.
    #[inline(always)]
    fn blots_seen(&self) -> u32 {
        mirrored(self.one & !self.two)
    }

    /// Checkers in the opponent's home board and on the bar, a place counting three at most, all five at most.
    #[inline(always)]
    fn far_back(&self) -> u32 {
        self.behind(18).min(5)
    }

    /// Checkers on `place` and behind it, a place counting three at most.
    #[inline(always)]
    fn behind(&self, place: u32) -> u32 {
        (self.one >> place).count_ones() + (self.two >> place).count_ones() + (self.three >> place).count_ones()
    }
}

#[inline(always)]
fn pip_difference(a: &Shape, b: &Shape, unit: i32) -> u32 {
    let difference = (a.pips as i32 - b.pips as i32).div_euclid(unit);
    (difference.clamp(-24, 24) + 24) as u32
}

/// How many of the 36 rolls let `a` hit a blot of `b`, blocked points and checkers on the bar considered (with
/// two or more on the bar, only entering itself hits).
#[inline(always)]
fn hitting_rolls<I: Instructions>(instructions: I, a: &Shape, b: &Shape) -> u32 {
    let blots = b.blots_seen();
    if blots == 0 {
        return 0;
    }
    let open = !mirrored(b.two);
    if a.one >> BAR & 1 == 1 {
        return hitting_from_the_bar(a, blots, open);
    }
    instructions.hitting_rolls(a.one, blots, open)
}

/// [`hitting_rolls`] when a checker has to enter first. Everything is a mask by die face, bits 1 to 6.
fn hitting_from_the_bar(a: &Shape, blots: u32, open: u32) -> u32 {
    const ALL: u32 = 0b111_1110;
    // Bit n: the place n pips from the bar.
    let [blots_ahead, open_ahead] = [blots, open].map(|mask| mask.reverse_bits() >> (31 - BAR));
    let enters = open_ahead & ALL;
    let enters_and_hits = enters & blots_ahead;
    if a.two >> BAR & 1 == 1 {
        // Both numbers enter.
        let misses = (ALL & !enters_and_hits).count_ones();
        return 36 - misses * misses;
    }
    let others = a.one & !(1 << BAR);
    let mut others_hit = 0;
    for die in 1..=6 {
        others_hit |= u32::from(others >> die & blots != 0) << die;
    }
    let all_if = |mask: u32, die: u32| (mask >> die & 1).wrapping_neg();
    let mut rolls = 0;
    for die in 1..=6 {
        let goes_on = blots_ahead >> die;
        let hits = enters_and_hits
            | all_if(enters_and_hits, die)
            | all_if(enters, die) & (others_hit | goes_on)
            | enters & (all_if(others_hit, die) | goes_on);
        let higher = ALL & (u32::MAX << die << 1);
        rolls += 2 * (hits & higher).count_ones();

        let entered = (1 << (BAR as u32 - die)) & open;
        let free = if entered == 0 { 0 } else { others | entered };
        let once = open >> die;
        let reach = entered | free >> die | free >> (2 * die) & once | free >> (3 * die) & once & (open >> (2 * die));
        rolls += u32::from(reach & blots != 0);
    }
    rolls
}

/// Rolls of 36 with which `a`'s last checker gets past what blocks it: the whole roll played with it, with one
/// middle point open and the landing point too, the twelve places before it considered.
#[inline(always)]
fn escapes(a: &Shape, b: &Shape) -> u32 {
    let blocks = (b.two & BOARD) >> (24 - a.back.min(24)) & 0xfff;
    u32::from(ESCAPES[blocks as usize])
}

/// By the mask of blocked places, nearest first: see [`escapes`].
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
fn prime(a: &Shape, b: &Shape) -> u32 {
    let made = a.two & BOARD;
    // No branches: the lengths of runs are hard to foresee.
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
    use crate::board::{Roll, Variation};

    fn side(counts: &[(usize, u8)]) -> Checkers {
        let mut all = [0; 25];
        for &(i, n) in counts {
            all[i] = n;
        }
        Checkers::new(all)
    }

    /// Whether some order of the dice hits, by moving checkers one die at a time.
    fn hits_by_playing(me: [u8; 25], other: &[u8; 25], dice: &[u32]) -> bool {
        let Some((&die, rest)) = dice.split_first() else { return false };
        let die = die as usize;
        (0..25).any(|from| {
            if me[from] == 0 || from < die || (me[BAR] > 0 && from != BAR) || other[23 - (from - die)] >= 2 {
                return false;
            }
            let mut next = me;
            next[from] -= 1;
            next[from - die] += 1;
            other[23 - (from - die)] == 1 || hits_by_playing(next, other, rest)
        })
    }

    #[test]
    fn hitting_rolls_are_those_found_by_playing() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for trial in 0..4000 {
            let (mut me, mut other) = ([0u8; 25], [0u8; 25]);
            for _ in 0..6 {
                me[random(24) as usize] += 1;
                let place = random(24) as usize;
                if me[23 - place] == 0 {
                    other[place] += 1;
                }
            }
            for place in 0..24 {
                if other[23 - place] > 0 {
                    me[place] = 0;
                }
            }
            me[BAR] = u8::from(trial % 4 == 0);
            let expected: u32 = Roll::ALL
                .iter()
                .map(|roll| {
                    let (high, low) = (u32::from(roll.high()), u32::from(roll.low()));
                    let hits = if roll.is_double() {
                        hits_by_playing(me, &other, &[high; 4])
                    } else {
                        hits_by_playing(me, &other, &[high, low]) || hits_by_playing(me, &other, &[low, high])
                    };
                    if hits { roll.weight() } else { 0 }
                })
                .sum();
            let (a, b) = (Shape::of(Scalar, &Checkers::new(me)), Shape::of(Scalar, &Checkers::new(other)));
            assert_eq!(hitting_rolls(Scalar, &a, &b), expected, "{me:?} against {other:?}");
        }
    }

    #[test]
    fn primes_and_escapes_of_known_shapes() {
        // A full prime from the bar point back to the two point, with two checkers behind it.
        let a = Shape::of(Scalar, &side(&[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]));
        let b = Shape::of(Scalar, &side(&[(23, 2), (5, 5)]));
        assert_eq!(prime(&a, &b), 6 * 5 + 2);
        assert_eq!(escapes(&b, &a), 0);
        let open = Shape::of(Scalar, &side(&[(12, 5)]));
        assert_eq!(escapes(&b, &open), 35, "only 6-6 is stopped by the midpoint");
    }

    #[test]
    fn rows_are_in_range_and_distinct() {
        let start = Variation::Standard.starting_position();
        for inputs in [Inputs::Contact, Inputs::Race] {
            let rows = rows_of(inputs, [start.on_roll(), start.opponent()]);
            assert!(rows.is_sorted() && rows.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(rows.iter().all(|&row| usize::from(row) < inputs.rows()));
            assert_eq!(Inputs::from_code(inputs.code()), Some(inputs));
        }
    }
}
