//! The inputs of one position in the form the kernels want: which weight rows to add, in which order.

use crate::eval::net::NetKind;

/// Rows for each place: exactly or at least 1, 2 and 3 checkers, then 4 to 15 checkers' worth of the
/// fourth input, already multiplied.
pub(crate) const PLACE_ROWS: usize = 15;

/// Most inputs of a net that are neither 0 nor 1 nor belong to a place.
pub(crate) const MAX_SCALED: usize = 64;

/// The features of the contact and crashed nets.
pub(crate) const FEATURES: usize = 50;

/// Places of the base inputs: 24 points and the bar of both sides.
const BASE_PLACES: usize = 50;

/// Places of the race inputs: 23 points of both sides.
const RACE_PLACES: usize = 46;

/// Flags "exactly k checkers off" of a side in the race net.
pub(crate) const OFF_FLAGS: usize = 14;

/// Room for the rows of any position, even one with 15 checkers on every place, and for a write past the end.
const MAX_ROWS: usize = 120;

/// The nonzero inputs of one position in input order.
///
/// Most inputs are 0 or 1, so that they pick weight rows instead of multiplying them. Rows and
/// multiplied inputs alternate in two groups; the nets without multiplied inputs in between leave
/// the second group empty.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Inputs {
    /// Inputs that a row is multiplied by. Input `i` belongs to the row `first_scaled + i`.
    pub(crate) scaled: [f32; MAX_SCALED],
    rows: [u16; MAX_ROWS],
    len: u16,
    groups: [Group; 2],
}

/// Rows to add, then inputs to multiply and add.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Where the rows of the group end; they start where those of the group before end.
    end: u16,
    /// The inputs of [`Inputs::scaled`] in the group, zero or not.
    scaled: u64,
}

impl Inputs {
    /// No inputs.
    pub(crate) const EMPTY: Self =
        Self { scaled: [0.0; MAX_SCALED], rows: [0; MAX_ROWS], len: 0, groups: [Group { end: 0, scaled: 0 }; 2] };

    /// Forgets the rows and groups. What is in `scaled` stays.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.groups = [Group::default(); 2];
    }

    /// Adds one row.
    #[inline(always)]
    pub(crate) fn push(&mut self, row: usize) {
        self.rows[usize::from(self.len)] = row as u16;
        self.len += 1;
    }

    /// Adds the rows of a point with `count` > 0 checkers.
    #[inline(always)]
    pub(crate) fn push_point(&mut self, place: usize, count: u8) {
        let count = count.min(PLACE_ROWS as u8);
        let row = (place * PLACE_ROWS) as u16 + u16::from(count) - 1;
        let beyond = count.saturating_sub(3);
        let at = usize::from(self.len);
        // Both are written; the second only counts from the fourth checker on.
        self.rows[at..at + 2].copy_from_slice(&[row - u16::from(beyond), row]);
        self.len += 1 + u16::from(beyond > 0);
    }

    /// Adds the rows of a bar with `count` checkers.
    pub(crate) fn push_bar(&mut self, place: usize, count: u8) {
        let count = usize::from(count).min(PLACE_ROWS);
        for row in 0..count.min(3) {
            self.push(place * PLACE_ROWS + row);
        }
        if count > 3 {
            self.push(place * PLACE_ROWS + count - 1);
        }
    }

    /// Ends group 0 or 1 with the inputs to multiply given by a bit mask over [`Inputs::scaled`].
    #[inline(always)]
    pub(crate) fn end_group(&mut self, group: usize, scaled: u64) {
        self.groups[group] = Group { end: self.len, scaled };
    }

    /// Rows and multiplied inputs of both groups, in order. All rows come first when there is one group.
    #[inline(always)]
    pub(crate) fn groups(&self) -> [(&[u16], u64); 2] {
        let [first, second] = self.groups;
        let (end, until) = (usize::from(first.end), usize::from(second.end.max(first.end)));
        [(&self.rows[..end], first.scaled), (&self.rows[end..until], second.scaled)]
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
