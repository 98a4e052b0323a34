//! Weight rows: which of them the checkers of a side pick, and what they are made of.

use crate::board::masks::BOARD;
use crate::board::{BAR, Checkers, POINTS};
use crate::eval::gnubg::file::NetKind;
use crate::simd::Lanes;
use crate::simd::vector::{Ints, WIDTH};

/// Rows for each place, one for each number of checkers.
pub(crate) const PLACE_ROWS: usize = 15;

/// Most inputs of a net that are multiplied by their rows.
pub(crate) const MAX_SCALED: usize = 64;

/// The features of the contact and crashed nets.
pub(crate) const FEATURES: usize = 2 * SIDE_FEATURES;

/// Those of one side.
pub(super) const SIDE_FEATURES: usize = 25;

/// Places of a side in the base inputs: 24 points and the bar.
pub(crate) const BASE_PLACES: usize = POINTS + 1;

/// Places of a side in the race net: the points that a checker can stand on without contact.
const RACE_PLACES: usize = POINTS - 1;

/// Flags "exactly k checkers off" of a side in the race net; they and the crossovers come after the places.
pub(super) const OFF_FLAGS: usize = 14;

/// The inputs of up to sixteen positions that are neither 0 nor 1 nor belong to a place.
#[derive(Clone)]
pub(crate) struct Scaled {
    /// The values by input and position, for all inputs of the net. Input `i` belongs to the row `first_scaled + i`.
    pub(crate) values: [Lanes; MAX_SCALED],
    /// Bit `i` is set where `values[i]` is not zero, for the inputs from 0 on and for those from [`SIDE_FEATURES`] on.
    pub(super) present: [Ints; 2],
}

impl Scaled {
    /// No inputs.
    pub(crate) const NONE: Self = Self { values: [Lanes::ZERO; MAX_SCALED], present: [Ints::all(0); 2] };

    /// The mask of the inputs of a position that are not zero.
    #[inline(always)]
    fn present(&self, position: usize) -> u64 {
        let [low, high] = [0, 1].map(|part| u64::from(self.present[part].0[position] as u32));
        low | high << SIDE_FEATURES
    }

    /// The inputs of some numbers, each of the `nth` four positions.
    #[inline(always)]
    pub(crate) fn of_four(&self, numbers: u64, nth: usize) -> impl Iterator<Item = (usize, &[f32; 4])> {
        ones(numbers).map(move |i| (i, &self.values[i % MAX_SCALED].0.as_chunks().0[nth % (WIDTH / 4)]))
    }
}

/// The inputs of one position in the order in which they are added.
#[derive(Clone, Copy)]
pub(crate) struct Inputs<'a> {
    /// The opponent's come first.
    pub(crate) sides: [SideInputs<'a>; 2],
    scaled: &'a Scaled,
    position: usize,
}

/// The rows that the checkers of a side add, and the inputs that come next.
///
/// A row holds what all inputs of a place contribute, so that a place adds one row.
#[derive(Clone, Copy)]
pub(crate) struct SideInputs<'a> {
    pub(crate) checkers: &'a Checkers,
    /// Where there are any.
    pub(crate) places: u32,
    /// The row of one checker on place 0; before those of the first side comes one of zeros.
    pub(crate) first: usize,
    /// The inputs of [`Scaled`] that are multiplied and added after these rows.
    pub(crate) scaled: u64,
}

impl<'a> Inputs<'a> {
    /// The inputs of a position in a batch, whose side on roll comes first.
    #[inline(always)]
    pub(crate) fn new(kind: NetKind, [me, opponent]: [&'a Checkers; 2], scaled: &'a Scaled, position: usize) -> Self {
        let (side_places, board, after) = match kind {
            NetKind::Contact | NetKind::Crashed => (BASE_PLACES, BOARD | 1 << BAR, [0, (1 << FEATURES) - 1]),
            NetKind::Race => (RACE_PLACES, BOARD >> 1, [RACE_FEATURES, RACE_FEATURES << RACE_FEATURES.count_ones()]),
            NetKind::PruningContact | NetKind::PruningCrashed | NetKind::PruningRace => {
                (BASE_PLACES, BOARD | 1 << BAR, [0, 0])
            }
        };
        let present = if after[1] == 0 { 0 } else { scaled.present(position) };
        let side = |nth: usize, checkers: &'a Checkers| SideInputs {
            checkers,
            places: checkers.at_least::<1>() & board,
            first: 1 + side_places * PLACE_ROWS * nth,
            scaled: after[nth] & present,
        };
        Self { sides: [side(0, opponent), side(1, me)], scaled, position }
    }

    /// The inputs that are multiplied after the rows of a side, with their numbers.
    #[inline(always)]
    pub(crate) fn multiplied(&self, side: &SideInputs<'_>) -> impl Iterator<Item = (usize, &'a f32)> {
        ones(side.scaled).map(|i| (i, &self.scaled.values[i].0[self.position]))
    }
}

/// The places of ones, from the lowest.
#[inline(always)]
fn ones(mut left: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            i
        })
    })
}

/// The inputs of a side that follow its places in the race net.
const RACE_FEATURES: u64 = (1 << (OFF_FLAGS + 1)) - 1;

/// Where the rows of a net come from: for every row the inputs that it stands for, with their values.
///
/// The rows to be multiplied are the last ones; the second part of the result is the first of them.
pub(crate) fn row_layout(kind: NetKind) -> (Vec<Vec<(usize, f32)>>, usize) {
    // The last of the four inputs of a place is half of each checker beyond the third.
    let point = |first_input: usize| {
        (1..=PLACE_ROWS).map(move |n| match n {
            1..=3 => vec![(first_input + n - 1, 1.0)],
            _ => vec![(first_input + 2, 1.0), (first_input + 3, (n - 3) as f32 / 2.0)],
        })
    };
    // On the bar the first three inputs mean "at least".
    let bar = |first_input: usize| {
        (1..=PLACE_ROWS).map(move |n| {
            let flags = (0..n.min(3)).map(|flag| (first_input + flag, 1.0));
            flags.chain((n > 3).then(|| (first_input + 3, (n - 3) as f32 / 2.0))).collect()
        })
    };
    let mut rows: Vec<Vec<(usize, f32)>> = Vec::new();
    if kind == NetKind::Race {
        let side = RACE_PLACES * 4 + OFF_FLAGS + 1;
        for nth in 0..2 {
            rows.extend((0..RACE_PLACES).flat_map(|place| point(nth * side + 4 * place)));
        }
        let first_scaled = rows.len();
        for nth in 0..2 {
            rows.extend((RACE_PLACES * 4..side).map(|input| vec![(nth * side + input, 1.0)]));
        }
        return (rows, first_scaled);
    }
    for nth in 0..2 {
        let first_input = 4 * BASE_PLACES * nth;
        rows.extend((0..POINTS).flat_map(|place| point(first_input + 4 * place)));
        rows.extend(bar(first_input + 4 * BAR));
    }
    let first_scaled = rows.len();
    rows.extend((8 * BASE_PLACES..kind.inputs()).map(|input| vec![(input, 1.0)]));
    (rows, first_scaled)
}
