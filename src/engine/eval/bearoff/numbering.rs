//! Position numbers: every arrangement of at most so many checkers on so many points, counted from 0.
//!
//! The empty board is 0, more checkers come after fewer, and every play leads to a lower number, so
//! that a recursion may go through the positions in number order. A number does not depend on the
//! greatest number of checkers allowed, only on the points. (The formula is that of GNU
//! Backgammon's databases: a sum of binomials.)

use crate::board::{Checkers, HOME_POINTS};

/// Points with the bar, the widest numbering (hypergammon).
pub(super) const MAX_POINTS: usize = 25;

/// Checkers of a side.
pub(super) const MAX_CHECKERS: usize = 15;

/// Checkers on each point of one side, the bar last.
pub type Counts = [u8; MAX_POINTS];

/// Positions of one side at home: 6 points, 15 checkers.
pub const HOME_POSITIONS: usize = 54_264;

/// Entry `[k][b]` is what point `k` adds to a home position's number.
const HOME: [[u16; 32]; HOME_POINTS] = {
    let mut table = [[0; 32]; HOME_POINTS];
    let mut k = 0;
    while k < HOME_POINTS {
        let mut b = 0;
        while b < HOME_POINTS + MAX_CHECKERS {
            table[k][b] = binomial(b, HOME_POINTS - k) as u16;
            b += 1;
        }
        k += 1;
    }
    table
};

/// The number of a side whose checkers are all home, below [`HOME_POSITIONS`]. Checkers elsewhere are not looked at.
#[inline]
pub fn home_number(side: &Checkers) -> usize {
    let (mut outside, mut number) = (0, 0);
    for k in (0..HOME_POINTS).rev() {
        outside += usize::from(side[k]);
        number += HOME[k][(outside + HOME_POINTS - 1 - k) & 31];
    }
    usize::from(number)
}

/// The numbering of all positions of at most `checkers` checkers on `points` points.
#[derive(Clone, Debug)]
pub struct Numbering {
    points: usize,
    checkers: usize,
    size: usize,
    /// `[k][b]`: what point `k` adds, as in [`HOME`].
    table: Vec<[u32; MAX_POINTS + MAX_CHECKERS]>,
}

impl Numbering {
    /// For 1 to 25 points and 1 to 15 checkers; `None` outside or when there are 2³¹ positions or more.
    pub fn new(points: usize, checkers: usize) -> Option<Self> {
        if !(1..=MAX_POINTS).contains(&points) || !(1..=MAX_CHECKERS).contains(&checkers) {
            return None;
        }
        let size = binomial(points + checkers, points);
        if size >= 1 << 31 {
            return None;
        }
        let mut table = vec![[0; MAX_POINTS + MAX_CHECKERS]; points];
        for (k, row) in table.iter_mut().enumerate() {
            for (b, entry) in row.iter_mut().enumerate().take(points + checkers) {
                *entry = binomial(b, points - k) as u32;
            }
        }
        Some(Self { points, checkers, size: size as usize, table })
    }

    /// Points, counted from the bearoff end.
    pub const fn points(&self) -> usize {
        self.points
    }

    /// The most checkers.
    pub const fn checkers(&self) -> usize {
        self.checkers
    }

    /// How many positions there are.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The lowest number with this many checkers.
    pub fn first_with(&self, checkers: usize) -> usize {
        binomial(self.points + checkers - 1, self.points) as usize
    }

    /// Whether all checkers are on the points covered, and not too many.
    pub fn covers(&self, side: &Checkers) -> bool {
        side.back().is_none_or(|back| back < self.points) && side.total() as usize <= self.checkers
    }

    /// The number of an arrangement.
    ///
    /// # Panics
    /// When there are more checkers than the numbering covers.
    #[inline]
    pub fn number(&self, counts: &[u8]) -> usize {
        let (mut outside, mut number) = (0, 0);
        for (k, row) in self.table.iter().enumerate().rev() {
            outside += usize::from(counts[k]);
            number += row[outside + self.points - 1 - k];
        }
        number as usize
    }

    /// The arrangement of a number.
    pub fn counts(&self, number: usize) -> Counts {
        let mut counts = [0; MAX_POINTS];
        let mut rest = number as u32;
        // The bits of a set: b is the place of the k-th chosen one, and a point's count the gap between two.
        let mut above = self.points + self.checkers;
        for (k, row) in self.table.iter().enumerate() {
            let b = (0..above).rev().find(|&b| row[b] <= rest).unwrap_or(0);
            rest -= row[b];
            if k > 0 {
                counts[k - 1] = (above - b - 1) as u8;
            }
            above = b;
        }
        counts[self.points - 1] = above as u8;
        counts
    }
}

/// Ways to choose `k` of `n`, saturating at 2³¹ and above.
const fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let (mut value, mut i) = (1u64, 0);
    while i < k {
        value = value * (n - i) as u64 / (i as u64 + 1);
        i += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_arrangements_correspond() {
        for (points, checkers) in [(1, 1), (6, 6), (3, 15), (25, 2), (7, 4)] {
            let numbering = Numbering::new(points, checkers).unwrap();
            for number in 0..numbering.size() {
                let counts = numbering.counts(number);
                assert_eq!(numbering.number(&counts), number, "{points} {checkers}");
                let total: usize = counts.iter().map(|&n| usize::from(n)).sum();
                assert!(total <= checkers && number >= numbering.first_with(total));
            }
        }
        assert_eq!(Numbering::new(6, 15).unwrap().size(), HOME_POSITIONS);
        assert_eq!(Numbering::new(6, 6).unwrap().size(), 924);
        assert!(Numbering::new(25, 15).is_none() && Numbering::new(0, 3).is_none());
    }

    #[test]
    fn the_home_board_is_numbered_alike() {
        let numbering = Numbering::new(6, 15).unwrap();
        for number in (0..HOME_POSITIONS).step_by(17) {
            let counts = numbering.counts(number);
            assert_eq!(home_number(&Checkers::new(counts)), number);
        }
        // A single checker on the lowest point comes first.
        assert_eq!(numbering.counts(1)[0], 1);
        assert_eq!(numbering.counts(6)[5], 1);
    }
}
