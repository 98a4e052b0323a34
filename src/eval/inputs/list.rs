//! The inputs of positions in the form the kernels want: which weight rows to add, in which order.

use super::vector::{Ints, WIDTH};
use crate::board::Checkers;
use crate::eval::net::{Lanes, NetKind};

/// Rows for each place: exactly or at least 1, 2 and 3 checkers, then 4 to 15 checkers' worth of the
/// fourth input, already multiplied.
pub(crate) const PLACE_ROWS: usize = 15;

/// Most inputs of a net that are neither 0 nor 1 nor belong to a place.
pub(crate) const MAX_SCALED: usize = 64;

/// The features of the contact and crashed nets.
pub(crate) const FEATURES: usize = 2 * SIDE_FEATURES;

/// Those of one side.
pub(super) const SIDE_FEATURES: usize = 25;

/// Places of the base inputs: 24 points and the bar of both sides.
const BASE_PLACES: usize = 50;

/// Places of the race inputs: 23 points of both sides.
const RACE_PLACES: usize = 46;

/// Flags "exactly k checkers off" of a side in the race net.
pub(crate) const OFF_FLAGS: usize = 14;

/// Rows of a side at most: two for each point, four for the bar; then room for a write past the end.
const MAX_SIDE_ROWS: usize = 64;

/// Weight rows to add, in input order.
#[derive(Clone)]
pub(crate) struct RowList<const N: usize> {
    rows: [u16; N],
    len: usize,
}

/// The rows of one side.
pub(crate) type SideRows = RowList<MAX_SIDE_ROWS>;

impl<const N: usize> RowList<N> {
    /// No rows.
    pub(crate) const EMPTY: Self = Self { rows: [0; N], len: 0 };

    /// Adds one row.
    #[inline(always)]
    pub(crate) fn push(&mut self, row: usize) {
        self.rows[self.len] = row as u16;
        self.len += 1;
    }

    /// Adds the rows of the points in a mask. Point 0 has the place `first_place`.
    #[inline(always)]
    pub(crate) fn push_points(&mut self, side: &Checkers, mut points: u32, first_place: usize) {
        while points != 0 {
            let i = points.trailing_zeros() as usize;
            points &= points - 1;
            let count = u16::from(side[i]).min(PLACE_ROWS as u16);
            let row = ((first_place + i) * PLACE_ROWS) as u16 + count - 1;
            let beyond = count.saturating_sub(3);
            // Both are written; the second only counts from the fourth checker on.
            self.rows[self.len..self.len + 2].copy_from_slice(&[row - beyond, row]);
            self.len += 1 + usize::from(beyond > 0);
        }
    }

    /// Adds the rows of a bar with some checkers.
    #[inline(always)]
    pub(crate) fn push_bar(&mut self, count: u8, place: usize) {
        let count = usize::from(count).min(PLACE_ROWS);
        for row in 0..count.min(3) {
            self.push(place * PLACE_ROWS + row);
        }
        if count > 3 {
            self.push(place * PLACE_ROWS + count - 1);
        }
    }

    /// Adds the rows of a side.
    #[inline(always)]
    pub(crate) fn extend(&mut self, other: &SideRows) {
        // A copy of fixed length is faster; what is beyond the end does not count.
        self.rows[self.len..self.len + MAX_SIDE_ROWS].copy_from_slice(&other.rows);
        self.len += other.len;
    }

    /// Forgets all rows.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}

/// The nonzero inputs of up to sixteen positions in input order.
///
/// Most inputs are 0 or 1, so that they pick weight rows instead of multiplying them.
#[derive(Clone)]
pub(crate) struct Inputs {
    /// Inputs that a row is multiplied by, by position. Input `i` belongs to the row `first_scaled + i`.
    pub(crate) scaled: [Lanes; MAX_SCALED],
    /// Bit `i` is set where `scaled[i]` is not zero, for the inputs from 0 on and for those from [`SIDE_FEATURES`] on.
    pub(super) present: [Ints; 2],
    /// By position.
    pub(super) lists: [List; WIDTH],
}

/// The rows to add for one position, and which inputs to multiply.
///
/// Rows and multiplied inputs alternate in two groups; the nets without multiplied inputs in between leave
/// the second group empty.
#[derive(Clone)]
pub(crate) struct List {
    pub(super) rows: RowList<{ 2 * MAX_SIDE_ROWS }>,
    groups: [Group; 2],
}

/// Rows to add, then inputs to multiply and add.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Where the rows of the group end; they start where those of the group before end.
    end: usize,
    /// The inputs of [`Inputs::scaled`] that belong to the group, zero or not.
    scaled: u64,
}

impl List {
    const EMPTY: Self = Self { rows: RowList::EMPTY, groups: [Group { end: 0, scaled: 0 }; 2] };

    /// Forgets the rows and groups.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.groups = [Group::default(); 2];
    }

    /// Ends group 0 or 1 with the inputs to multiply given by a bit mask over [`Inputs::scaled`].
    #[inline(always)]
    pub(super) fn end_group(&mut self, group: usize, scaled: u64) {
        self.groups[group] = Group { end: self.rows.len, scaled };
    }
}

impl Inputs {
    /// No inputs.
    pub(crate) const EMPTY: Self =
        Self { scaled: [Lanes::ZERO; MAX_SCALED], present: [Ints::all(0); 2], lists: [List::EMPTY; WIDTH] };

    /// Rows and multiplied inputs of both groups of a position, in order. Inputs of zero are left out.
    #[inline(always)]
    pub(crate) fn groups(&self, position: usize) -> [(&[u16], u64); 2] {
        let List { rows, groups: [first, second] } = &self.lists[position];
        let [low, high] = [0, 1].map(|part| u64::from(self.present[part].0[position] as u32));
        let present = low | high << SIDE_FEATURES;
        let rows = &rows.rows;
        [
            (&rows[..first.end], first.scaled & present),
            (&rows[first.end..second.end.max(first.end)], second.scaled & present),
        ]
    }
}

/// Where the rows of a net come from: for every row its input and the value that it stands for.
///
/// The rows to be multiplied are the last ones; the second part of the result is the first of them.
pub(crate) fn row_layout(kind: NetKind) -> (Vec<(usize, f32)>, usize) {
    let place = |first_input: usize| {
        (0..PLACE_ROWS).map(move |state| match state {
            0..3 => (first_input + state, 1.0),
            _ => (first_input + 3, (state - 2) as f32 / 2.0),
        })
    };
    let mut rows: Vec<(usize, f32)> = Vec::new();
    if kind == NetKind::Race {
        let points = RACE_PLACES / 2;
        let side = points * 4 + OFF_FLAGS + 1;
        rows.extend((0..RACE_PLACES).flat_map(|p| place(p / points * side + p % points * 4)));
        rows.extend((0..2 * OFF_FLAGS).map(|f| (f / OFF_FLAGS * side + points * 4 + f % OFF_FLAGS, 1.0)));
        let first_scaled = rows.len();
        rows.extend([(side - 1, 1.0), (2 * side - 1, 1.0)]);
        return (rows, first_scaled);
    }
    rows.extend((0..BASE_PLACES).flat_map(|p| place(4 * p)));
    let first_scaled = rows.len();
    rows.extend((4 * BASE_PLACES..kind.inputs()).map(|input| (input, 1.0)));
    (rows, first_scaled)
}
