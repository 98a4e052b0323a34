//! What one side alone contributes to the features of contact positions.
//!
//! Among the plays of a roll, most leave the other side's checkers where they are, so that its part need not
//! be computed again.

use super::escapes::{ESCAPES, PATTERN};
use super::list::SideRows;
use super::masks::{BOARD, at_least_one_and_two};
use crate::board::{BAR, Checkers};

/// Counts of checkers or weights for them, one for each place.
pub(super) type Wide = [i16; 32];

/// One side of a position with what follows from its checkers alone.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct SideView {
    checkers: Checkers,
    /// The place of point 0 in the row layout.
    first_place: usize,
    /// Checkers on each place.
    pub(super) counts: Wide,
    /// For a checker of the other side on each of *its* places: distance out of home times escapes.
    pub(super) mobility: Wide,
    /// Places with at least one checker; bit 24 is the bar.
    pub(super) any: u32,
    /// Places with at least two.
    pub(super) made: u32,
    /// Escapes of an enemy checker by the pips it needs, from 6 on.
    pub(super) escapes: [u8; 32],
    /// The fewest escapes of enemy checkers that need 15 pips up to as many as the index.
    pub(super) fewest_escapes: [u8; 32],
    pub(super) total: i32,
    /// The rearmost place, -1 when all are off.
    pub(super) back: i32,
    /// Numerators of the features that depend on this side alone; `backbone` also has its denominator.
    pub(super) back_anchor: i32,
    pub(super) forward_anchor: i32,
    pub(super) moment2: i32,
    pub(super) backbone: (i32, i32),
    pub(super) backgame: (i32, i32),
    pub(super) rows: SideRows,
}

impl SideView {
    /// No checkers, for the place of the side in the row layout.
    pub(crate) fn empty(first_place: usize) -> Self {
        let mut view = Self {
            checkers: Checkers::NONE,
            first_place,
            counts: [0; 32],
            mobility: [0; 32],
            any: 0,
            made: 0,
            escapes: [0; 32],
            fewest_escapes: [36; 32],
            total: 0,
            back: -1,
            back_anchor: 0,
            forward_anchor: 0,
            moment2: 0,
            backbone: (0, 0),
            backgame: (0, 0),
            rows: SideRows::EMPTY,
        };
        view.compute(&Checkers::NONE);
        view
    }

    /// Turns to other checkers; does nothing when they are the same.
    #[inline(always)]
    pub(crate) fn update(&mut self, checkers: &Checkers) {
        if self.checkers != *checkers {
            self.compute(checkers);
        }
    }

    /// Blots, the bar not among them.
    #[inline(always)]
    pub(super) fn blots(&self) -> u32 {
        self.any & !self.made & BOARD
    }

    #[inline(always)]
    fn compute(&mut self, checkers: &Checkers) {
        self.checkers = *checkers;
        for (wide, &count) in self.counts.iter_mut().zip(checkers.bytes()) {
            *wide = i16::from(count);
        }
        [self.any, self.made] = at_least_one_and_two(checkers);
        self.back = 31 - self.any.leading_zeros() as i32;
        self.compute_escapes();

        // Three sums at once: pips, checkers, and those in the far home board or on the bar.
        let sums = dot(&self.counts, &SUMS);
        let (pips, total, far) = (sums & 511, sums >> 9 & 15, sums >> 13);
        self.total = total;
        self.moment2 = moment2(&self.counts, pips, total);
        self.back_anchor = 31 - (self.made & BOARD).leading_zeros() as i32;
        self.forward_anchor = forward_anchor(self.made);
        self.backbone = backbone(self.made);
        let anchors = (self.made & FAR_HOME).count_ones();
        self.backgame = (if anchors >= 2 { far - 3 } else { 0 }, if anchors == 1 { far } else { 0 });
        self.rows.clear();
        self.rows.push_points(checkers, self.any & BOARD, self.first_place);
        self.rows.push_bar(checkers.on_bar(), self.first_place + BAR);
    }

    #[inline(always)]
    fn compute_escapes(&mut self) {
        let made = self.made & BOARD;
        for pips in 6..=24 {
            let pattern = made >> (24 - pips) & ((1 << PATTERN) - 1);
            self.escapes[pips] = ESCAPES[pattern as usize];
        }
        let mut fewest = 36;
        for pips in 15..=24 {
            fewest = fewest.min(self.escapes[pips]);
            self.fewest_escapes[pips] = fewest;
        }
        for i in 6..=24 {
            self.mobility[i] = (i as i16 - 5) * i16::from(self.escapes[i]);
        }
    }
}

/// Points 19 to 24.
const FAR_HOME: u32 = 0b11_1111 << 18;

/// Weights that add up pips, 512 times the checkers and 8192 times those from point 19 back.
const SUMS: Wide = {
    let mut weights = [0; 32];
    let mut i = 0;
    while i <= BAR {
        weights[i] = i as i16 + 512 + if i >= 18 { 8192 } else { 0 };
        i += 1;
    }
    weights
};

/// Row `mean`: the squared distance behind `mean`, plus 16384 for each checker behind it.
const BEHIND: [Wide; 26] = {
    let mut rows = [[0; 32]; 26];
    let mut mean = 0;
    while mean < 26 {
        let mut i = mean + 1;
        while i <= BAR {
            rows[mean][i] = ((i - mean) * (i - mean)) as i16 + 16384;
            i += 1;
        }
        mean += 1;
    }
    rows
};

/// A sum of products over all places.
#[inline(always)]
pub(super) fn dot(counts: &Wide, weights: &Wide) -> i32 {
    counts.iter().zip(weights).map(|(&count, &weight)| i32::from(count) * i32::from(weight)).sum()
}

#[inline(always)]
fn moment2(counts: &Wide, pips: i32, total: i32) -> i32 {
    // Rounded up; with no checker at all it does not matter what.
    let mean = (pips + total - 1) as u32 / (total.max(1) as u32);
    let sums = dot(counts, &BEHIND[mean.min(25) as usize]);
    let (squares, n) = (sums & 16383, sums >> 14);
    if n == 0 { 0 } else { ((squares + n - 1) as u32 / n as u32) as i32 }
}

/// In sixths of 24 - j: the foremost anchor in the far home board, else the rearmost point in the outfield
/// before it; 12 without any.
#[inline(always)]
fn forward_anchor(made: u32) -> i32 {
    let anchors = made & FAR_HOME;
    let before = made & (0b11_1111 << 12);
    if anchors != 0 {
        24 - anchors.trailing_zeros() as i32
    } else if before != 0 {
        24 - (31 - before.leading_zeros() as i32)
    } else {
        12
    }
}

/// For the made points 7 to 11 pips in front of the rearmost: the weights of every combination.
const FAR_WEIGHTS: [u8; 32] = {
    let mut weights = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut k = 0;
        while k < 5 {
            if bits >> k & 1 == 1 {
                // Bit 4 is 7 pips away, bit 0 is 11.
                weights[bits] += 2 + k as u8;
            }
            k += 1;
        }
        bits += 1;
    }
    weights
};

/// Numerator and denominator of the weighted share of made points close to the rearmost one.
#[inline(always)]
fn backbone(made: u32) -> (i32, i32) {
    let made = made & BOARD & !1;
    let points = made.count_ones() as i32 - 1;
    if points < 1 {
        return (1, 1);
    }
    // The rearmost point becomes bit 31, the point d pips in front of it bit 31 - d.
    let seen = made << made.leading_zeros();
    let near = (seen >> 25 & 0b11_1111).count_ones() as i32;
    let far = i32::from(FAR_WEIGHTS[(seen >> 20 & 31) as usize]);
    (11 * near + far, 11 * points)
}
