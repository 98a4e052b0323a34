//! Shots: how many rolls hit one checker or two, and the pips that the other side loses to them.
//!
//! Everything is seen by the hitting side: bit `j` of a mask is its own place `j`. A *way* is some dice of one
//! roll played by one checker; the hitters of a way are those from which its total reaches a target, over
//! middle points that are open.

use super::masks::BOARD;
use super::side::SideView;

/// A roll's dice, the lower first, for the 15 rolls that are no doubles. The last lane never hits.
const LOW: [u32; 16] = [1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 25];
const HIGH: [u32; 16] = [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 25];

/// Sums over all rolls, weighted 1 for doubles and 2 for others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hits {
    /// Pips lost.
    pub(super) pips: i32,
    /// Rolls that hit.
    pub(super) one: i32,
    /// Rolls that hit two checkers.
    pub(super) two: i32,
}

/// The board of a shot, in the numbering of the hitting side.
#[derive(Clone, Copy)]
struct Shot {
    /// Blots to aim at.
    targets: u32,
    /// All blots, also those that nobody aims at.
    blots: u32,
    /// Points that are not made by the other side.
    open: u32,
    /// Checkers that may hit; bit 24 is the bar.
    hitters: u32,
    /// Places with more than one checker.
    many: u32,
}

/// The shots of `a` at `b`.
#[inline(always)]
pub(super) fn hits(a: &SideView, b: &SideView) -> Hits {
    // Where the home board is nearly empty, blots deep in the other's home are not worth hitting.
    let aim = if (a.any & 0b11_1111).count_ones() <= 2 { BOARD >> 2 } else { BOARD };
    let targets = mirror(b.blots() & aim);
    // Two checkers on a home point stay there.
    let pairs = a.made & 0b11_1111 & !three(a);
    let hitters = a.any & !pairs;
    if targets == 0 || hitters < (targets & targets.wrapping_neg()) << 1 {
        return Hits::default();
    }
    let shot = Shot { targets, blots: mirror(b.blots()), open: mirror(!b.made & BOARD), hitters, many: a.made };
    match a.counts[24] {
        0 => sum(|i| shot.nobody_on_bar(LOW[i], HIGH[i]), |i| shot.double_with_nobody_on_bar(i as u32 + 1)),
        1 => sum(|i| shot.one_on_bar(LOW[i], HIGH[i]), |i| shot.double_with_one_on_bar(i as u32 + 1)),
        _ => sum(|i| shot.several_on_bar(LOW[i], HIGH[i]), |i| shot.double_with_several_on_bar(i as u32 + 1)),
    }
}

/// The home points with three checkers or more.
#[inline(always)]
fn three(a: &SideView) -> u32 {
    (0..6).fold(0, |mask, i| mask | u32::from(a.counts[i] >= 3) << i)
}

/// The same points in the numbering of the other side.
#[inline(always)]
fn mirror(points: u32) -> u32 {
    points.reverse_bits() >> 8
}

/// Adds up packed results of the rolls: 16 bits of pips, 8 of rolls that hit, 8 of rolls that hit twice.
#[inline(always)]
fn sum(roll: impl Fn(usize) -> u32, double: impl Fn(usize) -> u32) -> Hits {
    let mut lanes = [0; 16];
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = roll(i);
    }
    let mut doubles = [0; 8];
    for (i, lane) in doubles.iter_mut().enumerate() {
        *lane = double(i);
    }
    let total = 2 * lanes.iter().sum::<u32>() + doubles[..6].iter().sum::<u32>();
    Hits { pips: (total & 0xffff) as i32, one: (total >> 16 & 0xff) as i32, two: (total >> 24) as i32 }
}

#[inline(always)]
fn pack(pips: i32, hits: u32) -> u32 {
    pips.max(0) as u32 | u32::from(hits >= 1) << 16 | u32::from(hits >= 2) << 24
}

/// The rearmost place of a mask, -1 when it is empty.
#[inline(always)]
fn rearmost(mask: u32) -> i32 {
    31 - mask.leading_zeros() as i32
}

/// A shift that yields nothing when it is too far.
#[inline(always)]
fn up(mask: u32, by: u32) -> u32 {
    if by < 32 { mask << by } else { 0 }
}

/// Whether a bit is set; an index below 0 is never set.
#[inline(always)]
fn bit(mask: u32, index: i32) -> u32 {
    if index >= 0 { mask >> (index & 31) & 1 } else { 0 }
}

impl Shot {
    /// The hitters with one die.
    #[inline(always)]
    fn one_die(&self, die: u32) -> u32 {
        self.hitters & up(self.targets, die)
    }

    /// The hitters with both dice of a roll, over either middle point.
    #[inline(always)]
    fn both(&self, low: u32, high: u32) -> u32 {
        self.hitters & up(self.targets, low + high) & (up(self.open, low) | up(self.open, high))
    }

    /// The hitters with 2, 3 and 4 dice of a double, over all middle points.
    #[inline(always)]
    fn doubles(&self, die: u32) -> [u32; 3] {
        let over1 = up(self.open, die);
        let over2 = over1 & up(self.open, 2 * die);
        let over3 = over2 & up(self.open, 3 * die);
        [over1 & up(self.targets, 2 * die), over2 & up(self.targets, 3 * die), over3 & up(self.targets, 4 * die)]
            .map(|way| way & self.hitters)
    }

    /// A roll with nobody on the bar.
    #[inline(always)]
    fn nobody_on_bar(&self, low: u32, high: u32) -> u32 {
        let (first, second, both) = (self.one_die(low), self.one_die(high), self.both(low, high));
        let (k1, k2, k3) = (rearmost(first), rearmost(second), rearmost(both));
        let (low, high) = (low as i32, high as i32);
        let pips = (k1 - low).max(k2 - high).max(k3 - low - high) + 1;
        // The same checker cannot hit twice with one die each.
        let again = u32::from(second != 0) & (u32::from(k1 != k2) | bit(self.many, k2));
        let mut hits = u32::from(first != 0) + again;
        let picked_up = bit(self.blots, k3 - low) | bit(self.blots, k3 - high);
        hits = hits.max(u32::from(both != 0)) + (u32::from(both != 0) & picked_up);
        pack(pips, hits)
    }

    /// A double with nobody on the bar.
    #[inline(always)]
    fn double_with_nobody_on_bar(&self, die: u32) -> u32 {
        let first = self.one_die(die);
        let d = die as i32;
        let mut pips = rearmost(first) - d;
        let mut hits = u32::from(first != 0) + u32::from(first & first.wrapping_sub(1) != 0);
        for (way, n) in self.doubles(die).into_iter().zip(2..) {
            let k = rearmost(way);
            pips = pips.max(k - n * d);
            let picked_up = (1..n).fold(0, |passed, step| passed | bit(self.blots, k - step * d));
            hits = hits.max(u32::from(way != 0)) + (u32::from(way != 0) & picked_up);
        }
        pack(pips + 1, hits)
    }

    /// The checkers on the board that may hit with a die once the one on the bar has entered with another.
    #[inline(always)]
    fn after_entering(&self, way: u32, entering: u32) -> u32 {
        // The point entered on is 24 - entering here.
        let entered = bit(self.open, 24 - entering as i32);
        if entered == 1 { way & BOARD & !1 } else { 0 }
    }

    /// A roll with one checker on the bar.
    #[inline(always)]
    fn one_on_bar(&self, low: u32, high: u32) -> u32 {
        let (first, second, both) = (self.one_die(low), self.one_die(high), self.both(low, high));
        let (l, h) = (low as i32, high as i32);
        let (bar1, bar2, bar3) = (first >> 24 & 1, second >> 24 & 1, both >> 24 & 1);
        let board1 = self.after_entering(first, high);
        // Only one die is left once the other has entered.
        let board2 = if board1 == 0 { self.after_entering(second, low) } else { 0 };
        let mut hits = bar1 + bar2 + u32::from(board1 != 0) + u32::from(board2 != 0);
        let pips = (bar1 as i32 * (25 - l))
            .max(bar2 as i32 * (25 - h))
            .max(bar3 as i32 * (25 - l - h))
            .max(rearmost(board1) - l + 1)
            .max(rearmost(board2) - h + 1);
        let picked_up = bit(self.blots, 22 - l) | bit(self.blots, 22 - h);
        hits = hits.max(bar3) + (bar3 & picked_up);
        pack(pips, hits)
    }

    /// A double with one checker on the bar.
    #[inline(always)]
    fn double_with_one_on_bar(&self, die: u32) -> u32 {
        let first = self.one_die(die);
        let d = die as i32;
        let bar = first >> 24 & 1;
        let board = self.after_entering(first, 2 * die);
        let mut hits = bar + u32::from(board != 0);
        let mut pips = (bar as i32 * (25 - d)).max(rearmost(board) - d + 1);
        for (way, n) in self.doubles(die).into_iter().zip(2..) {
            let bar = way >> 24 & 1;
            pips = pips.max(bar as i32 * (25 - n * d));
            let picked_up = (1..n).fold(0, |passed, step| passed | bit(self.blots, 22 - step * d));
            hits = hits.max(bar) + (bar & picked_up);
        }
        pack(pips, hits)
    }

    /// A roll with several checkers on the bar: each die enters one.
    #[inline(always)]
    fn several_on_bar(&self, low: u32, high: u32) -> u32 {
        let (bar1, bar2) = (self.one_die(low) >> 24 & 1, self.one_die(high) >> 24 & 1);
        let pips = (bar1 as i32 * (25 - low as i32)).max(bar2 as i32 * (25 - high as i32));
        pack(pips, bar1 + bar2)
    }

    /// A double with several checkers on the bar.
    #[inline(always)]
    fn double_with_several_on_bar(&self, die: u32) -> u32 {
        let bar = self.one_die(die) >> 24 & 1;
        pack(bar as i32 * (25 - die as i32), bar)
    }
}
