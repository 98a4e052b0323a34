//! Shots: how many rolls hit one checker or two, and the pips that the other side loses to them.
//!
//! Everything is seen by the hitting side: bit `j` of a mask is its own place `j`. A *way* is some dice of one
//! roll played by one checker; the hitters of a way are those from which its total reaches a target, over
//! middle points that are open.
//!
//! Counts are kept negative, since a comparison that holds yields -1.

use super::masks::BOARD;
use super::side::SideView;
use super::vector::Vector;
use crate::board::BAR;

/// The board of a shot, in the numbering of the hitting side.
struct Shot<V> {
    /// Blots to aim at.
    targets: V,
    /// All blots, also those that nobody aims at.
    blots: V,
    /// Points that are not made by the other side.
    open: V,
    /// Checkers that may hit; bit 24 is the bar.
    hitters: V,
    /// Places with more than one checker.
    many: V,
    /// The hitters with each number of one die, 1 to 6.
    dice: [Way<V>; 6],
}

/// The hitters of a way.
#[derive(Clone, Copy)]
struct Way<V> {
    hitters: V,
    /// The rearmost of them, -1 without any.
    rearmost: V,
    /// Whether there is one.
    some: V,
}

/// What a roll does: pips lost, and minus the number of checkers hit. More than two count as two.
#[derive(Clone, Copy)]
struct Outcome<V> {
    pips: V,
    hits: V,
}

impl<V: Vector> Outcome<V> {
    /// Adds this roll to the sums.
    #[inline(always)]
    fn add_to(self, sums: &mut [V; 3]) {
        let zero = V::splat(0);
        sums[0] = sums[0] + self.pips.max(zero);
        sums[1] = sums[1] - zero.exceeds(self.hits);
        sums[2] = sums[2] - V::splat(-1).exceeds(self.hits);
    }
}

/// How many checkers of the hitting side are on the bar, which decides how rolls are counted.
///
/// A trait, not functions handed over, so that all of it is inlined into the kernel.
trait Bar {
    /// A roll that is no double, the lower die first.
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V>;
    /// A double.
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V>;
}

struct NobodyOnBar;
struct OneOnBar;
struct SeveralOnBar;

/// The shots of `a` at `b`: pips lost, rolls that hit, rolls that hit two checkers. Summed over the 36 rolls.
#[inline(always)]
pub(super) fn hits<V: Vector>(a: &SideView, b: &SideView) -> [V; 3] {
    let number = V::splat;
    let zero = number(0);
    let any = V::load(&a.any);
    // Where the home board is nearly empty, blots deep in the other's home are not worth hitting.
    let empty = number(3).exceeds((any & number(0b11_1111)).ones());
    let blots = V::load(&b.mirrored_blots);
    let targets = blots.without(number(0b11) & empty);
    if targets.union() == 0 {
        return [zero; 3];
    }
    // Two checkers on a home point stay there.
    let hitters = any.without(V::load(&a.home_pairs));
    let open = number(BOARD as i32).without(V::load(&b.mirrored_made));
    let shot = Shot::new(targets, blots, open, hitters, V::load(&a.made));
    let bar = V::widen(&a.counts.0[BAR]);
    let mut sums = [zero; 3];
    let none = bar.equals(zero);
    if none.union() != 0 {
        add_where(none, shot.sum::<NobodyOnBar>(), &mut sums);
    }
    if a.places >> BAR & 1 == 1 {
        add_where(bar.equals(number(1)), shot.sum::<OneOnBar>(), &mut sums);
        add_where(bar.exceeds(number(1)), shot.sum::<SeveralOnBar>(), &mut sums);
    }
    sums
}

/// Adds the sums of some positions to those of others.
#[inline(always)]
fn add_where<V: Vector>(mask: V, part: [V; 3], sums: &mut [V; 3]) {
    for i in 0..3 {
        sums[i] = sums[i] | part[i] & mask;
    }
}

/// The places of a mask, moved up.
#[inline(always)]
fn up<V: Vector>(mask: V, by: u32) -> V {
    mask.up(V::splat(by as i32))
}

/// Whether a place is in a mask; one below 0 never is.
#[inline(always)]
fn has<V: Vector>(mask: V, place: V) -> V {
    V::splat(0) - (mask.down(place) & V::splat(1))
}

impl<V: Vector> Way<V> {
    #[inline(always)]
    fn new(hitters: V) -> Self {
        Self { hitters, rearmost: hitters.top_bit(), some: hitters.exceeds(V::splat(0)) }
    }
}

impl<V: Vector> Shot<V> {
    #[inline(always)]
    fn new(targets: V, blots: V, open: V, hitters: V, many: V) -> Self {
        let mut dice = [Way::new(V::splat(0)); 6];
        for (die, way) in (1..).zip(&mut dice) {
            *way = Way::new(hitters & up(targets, die));
        }
        Self { targets, blots, open, hitters, many, dice }
    }

    /// Adds up the rolls, those that are no doubles twice.
    #[inline(always)]
    fn sum<B: Bar>(&self) -> [V; 3] {
        let mut sums = [V::splat(0); 3];
        for high in 2..=6 {
            for low in 1..high {
                B::roll(self, low, high).add_to(&mut sums);
            }
        }
        for sum in &mut sums {
            *sum = *sum + *sum;
        }
        for die in 1..=6 {
            B::double(self, die).add_to(&mut sums);
        }
        sums
    }

    /// The hitters with one die.
    #[inline(always)]
    fn one_die(&self, die: u32) -> Way<V> {
        self.dice[die as usize - 1]
    }

    /// The hitters with both dice of a roll, over either middle point.
    #[inline(always)]
    fn both(&self, low: u32, high: u32) -> V {
        self.hitters & up(self.targets, low + high) & (up(self.open, low) | up(self.open, high))
    }

    /// The hitters with `n` dice of a double, 2 to 4, over all middle points.
    #[inline(always)]
    fn dice_of_double(&self, die: u32, n: u32) -> V {
        let mut way = self.hitters & up(self.targets, n * die);
        for step in 1..n {
            way = way & up(self.open, step * die);
        }
        way
    }

    /// The checkers on the board that may hit with a die once the one on the bar has entered with another.
    #[inline(always)]
    fn after_entering(&self, way: V, entering: u32) -> V {
        // The point entered on is 24 - entering here.
        way & V::splat((BOARD & !1) as i32) & has(self.open, V::splat(24 - entering as i32))
    }

    /// Whether the checker on the bar is among hitters.
    #[inline(always)]
    fn from_bar(hitters: V) -> V {
        has(hitters, V::splat(BAR as i32))
    }

    /// Some pips where a condition holds.
    #[inline(always)]
    fn pips_if(condition: V, pips: u32) -> V {
        condition & V::splat(pips as i32)
    }

    /// Whether the checker on the bar passes a blot with so many pips.
    #[inline(always)]
    fn passes_blot(&self, pips: u32) -> V {
        if pips <= 22 { has(self.blots, V::splat(22 - pips as i32)) } else { V::splat(0) }
    }
}

impl Bar for NobodyOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let number = |n: u32| V::splat(n as i32);
        let (first, second, both) = (shot.one_die(low), shot.one_die(high), Way::new(shot.both(low, high)));
        let mut pips = (first.rearmost - number(low)).max(second.rearmost - number(high));
        pips = pips.max(both.rearmost - number(low + high)) + number(1);
        // The same checker cannot hit twice with one die each.
        let alone = first.rearmost.equals(second.rearmost).without(has(shot.many, second.rearmost));
        let hits = first.some + second.some.without(alone);
        let picked_up = has(shot.blots, both.rearmost - number(low)) | has(shot.blots, both.rearmost - number(high));
        Outcome { pips, hits: hits.min(both.some) + (both.some & picked_up) }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let number = |n: u32| V::splat(n as i32);
        let first = shot.one_die(die);
        let all_but_one = first.hitters & (first.hitters - number(1));
        let mut pips = first.rearmost - number(die);
        let mut hits = first.some + all_but_one.exceeds(number(0));
        for n in 2..=4 {
            if n * die > 24 {
                break;
            }
            let way = Way::new(shot.dice_of_double(die, n));
            pips = pips.max(way.rearmost - number(n * die));
            let picked_up =
                (1..n).fold(number(0), |passed, step| passed | has(shot.blots, way.rearmost - number(step * die)));
            hits = hits.min(way.some) + (way.some & picked_up);
        }
        Outcome { pips: pips + number(1), hits }
    }
}

impl Bar for OneOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let number = |n: u32| V::splat(n as i32);
        let (first, second) = (shot.one_die(low).hitters, shot.one_die(high).hitters);
        let (bar1, bar2, bar3) = (Shot::from_bar(first), Shot::from_bar(second), Shot::from_bar(shot.both(low, high)));
        let board1 = Way::new(shot.after_entering(first, high));
        // Only one die is left once the other has entered.
        let board2 = Way::new(shot.after_entering(second, low).without(board1.some));
        let pips = Shot::pips_if(bar1, 25 - low)
            .max(Shot::pips_if(bar2, 25 - high))
            .max(Shot::pips_if(bar3, 25 - low - high))
            .max(board1.rearmost - number(low) + number(1))
            .max(board2.rearmost - number(high) + number(1));
        let hits = bar1 + bar2 + board1.some + board2.some;
        let picked_up = shot.passes_blot(low) | shot.passes_blot(high);
        Outcome { pips, hits: hits.min(bar3) + (bar3 & picked_up) }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let number = |n: u32| V::splat(n as i32);
        let first = shot.one_die(die).hitters;
        let bar = Shot::from_bar(first);
        let board = Way::new(shot.after_entering(first, 2 * die));
        let mut hits = bar + board.some;
        let mut pips = Shot::pips_if(bar, 25 - die).max(board.rearmost - number(die) + number(1));
        for n in 2..=4 {
            if n * die > 24 {
                break;
            }
            let bar = Shot::from_bar(shot.dice_of_double(die, n));
            pips = pips.max(Shot::pips_if(bar, 25 - n * die));
            let mut picked_up = number(0);
            for step in 1..n {
                picked_up = picked_up | shot.passes_blot(step * die);
            }
            hits = hits.min(bar) + (bar & picked_up);
        }
        Outcome { pips, hits }
    }
}

impl Bar for SeveralOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let bar1 = Shot::from_bar(shot.one_die(low).hitters);
        let bar2 = Shot::from_bar(shot.one_die(high).hitters);
        let pips = Shot::pips_if(bar1, 25 - low).max(Shot::pips_if(bar2, 25 - high));
        Outcome { pips, hits: bar1 + bar2 }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let bar = Shot::from_bar(shot.one_die(die).hitters);
        Outcome { pips: Shot::pips_if(bar, 25 - die), hits: bar }
    }
}
