//! Shots: how many rolls hit one checker or two, and the pips that the other side loses to them.
//!
//! Everything is seen by the hitting side: bit `j` of a mask is its own place `j`. A *way* is some dice of one roll
//! played by one checker; the hitters of a way are those from which its total reaches a target, over middle points that
//! are open. Conditions are 1 or 0, so that they can be added up.

use super::side::SideView;
use crate::board::BAR;
use crate::board::masks::BOARD;
use crate::simd::vector::Vector;

/// The board of a shot, in the numbering of the hitting side.
struct Shot<V> {
    /// Blots to aim at.
    targets: V,
    /// All blots, also those that no hitter reaches.
    blots: V,
    /// Points that are not made by the other side.
    open: V,
    /// Checkers that may hit; bit 24 is the bar.
    hitters: V,
    /// The hitters with each number of one die, 1 to 6.
    dice: [Die<V>; 6],
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

/// The hitters with one die.
#[derive(Clone, Copy)]
struct Die<V> {
    way: Way<V>,
    /// Pips lost to the rearmost.
    pips: V,
    /// Whether the rearmost is alone on its place.
    alone: V,
}

/// The effect of a roll: pips lost, negative or 0 without a hit, and the number of checkers hit.
#[derive(Clone, Copy)]
struct Outcome<V> {
    pips: V,
    hits: V,
}

impl<V: Vector> Outcome<V> {
    /// Adds this roll to the sums: pips, rolls that hit, and those once more with rolls that hit twice.
    #[inline(always)]
    fn add_to(self, sums: &mut [V; 3]) {
        sums[0] = sums[0] + self.pips.max(self.pips.all(0));
        sums[1] = sums[1] + self.hits.min(self.hits.all(1));
        sums[2] = sums[2] + self.hits.min(self.hits.all(2));
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
pub(super) fn hits<V: Vector>(set: V::Set, a: &SideView, b: &SideView) -> [V; 3] {
    let number = |value| V::splat(set, value);
    let zero = number(0);
    let any = V::load(set, &a.any);
    // Where the home board is nearly empty, blots deep in the other's home are not worth hitting.
    let empty = number(3).exceeds((any & number(0b11_1111)).ones());
    let blots = V::load(set, &b.mirrored_blots);
    let targets = blots.without(number(0b11) & empty);
    if targets.union() == 0 {
        return [zero; 3];
    }
    // Two checkers on a home point stay there.
    let hitters = any.without(V::load(set, &a.home_pairs));
    let open = number(BOARD as i32).without(V::load(set, &b.mirrored_made));
    let shot = Shot::new(targets, blots, open, hitters, V::load(set, &a.made));
    let bar = V::widen(set, &a.counts.0[BAR]);
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
    mask.up(mask.all(by as i32))
}

impl<V: Vector> Way<V> {
    #[inline(always)]
    fn new(hitters: V) -> Self {
        Self { hitters, rearmost: hitters.top_bit(), some: hitters.min(hitters.all(1)) }
    }
}

impl<V: Vector> Shot<V> {
    #[inline(always)]
    fn new(targets: V, blots: V, open: V, hitters: V, many: V) -> Self {
        let zero = targets.all(0);
        let nobody = Die { way: Way::new(zero), pips: zero, alone: zero };
        let mut dice = [nobody; 6];
        for (number, die) in (1..).zip(&mut dice) {
            let way = Way::new(hitters & up(targets, number));
            *die = Die { way, pips: pips_lost(way, number), alone: way.some.without(many.down(way.rearmost)) };
        }
        Self { targets, blots, open, hitters, dice }
    }

    /// Adds up the rolls, those that are no doubles twice.
    #[inline(always)]
    fn sum<B: Bar>(&self) -> [V; 3] {
        let mut sums = [self.targets.all(0); 3];
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
        let [pips, one, both] = sums;
        [pips, one, both - one]
    }

    /// The hitters with one die.
    #[inline(always)]
    fn one_die(&self, die: u32) -> Die<V> {
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
        let is_open = way.all(0) - (self.open.down(way.all(24 - entering as i32)) & way.all(1));
        way & way.all((BOARD & !1) as i32) & is_open
    }

    /// Whether the checker on the bar, the last place of all, is among hitters.
    #[inline(always)]
    fn from_bar(hitters: V) -> V {
        hitters.down(hitters.all(BAR as i32))
    }

    /// Some pips where a condition holds.
    #[inline(always)]
    fn pips_if(condition: V, pips: u32) -> V {
        condition.times(condition.all(pips as i32))
    }

    /// Whether the checker on the bar passes a blot with this many pips.
    #[inline(always)]
    fn passes_blot(&self, pips: u32) -> V {
        let number = |value| self.blots.all(value);
        if pips <= 22 { self.blots.down(number(22 - pips as i32)) & number(1) } else { number(0) }
    }

    /// The lowest bit says whether the rearmost of a way comes to a blot with this many pips. A place below 0 has none.
    #[inline(always)]
    fn blot_after(&self, way: Way<V>, pips: u32) -> V {
        self.blots.down(way.rearmost - way.rearmost.all(pips as i32))
    }
}

/// The pips that a checker loses when the rearmost of a way hits it with this many pips.
#[inline(always)]
fn pips_lost<V: Vector>(way: Way<V>, pips: u32) -> V {
    way.rearmost - way.rearmost.all(pips as i32 - 1)
}

impl Bar for NobodyOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let (first, second, both) = (shot.one_die(low), shot.one_die(high), Way::new(shot.both(low, high)));
        let pips = first.pips.max(second.pips).max(pips_lost(both, low + high));
        // The same checker cannot hit twice with one die each.
        let twice = second.alone & first.way.rearmost.equals(second.way.rearmost);
        let hits = first.way.some + second.way.some - twice;
        let picked_up = (shot.blot_after(both, low) | shot.blot_after(both, high)) & both.some;
        Outcome { pips, hits: hits.max(both.some) + picked_up }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let one = shot.blots.all(1);
        let Die { way: first, mut pips, .. } = shot.one_die(die);
        let all_but_one = first.hitters & (first.hitters - one);
        let mut hits = first.some + all_but_one.min(one);
        for n in 2..=4 {
            if n * die > 24 {
                break;
            }
            let way = Way::new(shot.dice_of_double(die, n));
            pips = pips.max(pips_lost(way, n * die));
            let mut picked_up = shot.blot_after(way, die);
            for step in 2..n {
                picked_up = picked_up | shot.blot_after(way, step * die);
            }
            hits = hits.max(way.some) + (way.some & picked_up);
        }
        Outcome { pips, hits }
    }
}

impl Bar for OneOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let (first, second) = (shot.one_die(low).way.hitters, shot.one_die(high).way.hitters);
        let (bar1, bar2, bar3) = (Shot::from_bar(first), Shot::from_bar(second), Shot::from_bar(shot.both(low, high)));
        let board1 = Way::new(shot.after_entering(first, high));
        // Only one die is left once the other has entered.
        let board2 = Way::new(shot.after_entering(second, low).without(board1.hitters.exceeds(first.all(0))));
        let pips = Shot::pips_if(bar1, 25 - low)
            .max(Shot::pips_if(bar2, 25 - high))
            .max(Shot::pips_if(bar3, 25 - low - high))
            .max(pips_lost(board1, low))
            .max(pips_lost(board2, high));
        let hits = bar1 + bar2 + board1.some + board2.some;
        let picked_up = shot.passes_blot(low) | shot.passes_blot(high);
        Outcome { pips, hits: hits.max(bar3) + (bar3 & picked_up) }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let first = shot.one_die(die).way.hitters;
        let bar = Shot::from_bar(first);
        let board = Way::new(shot.after_entering(first, 2 * die));
        let mut hits = bar + board.some;
        let mut pips = Shot::pips_if(bar, 25 - die).max(pips_lost(board, die));
        for n in 2..=4 {
            if n * die > 24 {
                break;
            }
            let bar = Shot::from_bar(shot.dice_of_double(die, n));
            pips = pips.max(Shot::pips_if(bar, 25 - n * die));
            let mut picked_up = bar.all(0);
            for step in 1..n {
                picked_up = picked_up | shot.passes_blot(step * die);
            }
            hits = hits.max(bar) + (bar & picked_up);
        }
        Outcome { pips, hits }
    }
}

impl Bar for SeveralOnBar {
    #[inline(always)]
    fn roll<V: Vector>(shot: &Shot<V>, low: u32, high: u32) -> Outcome<V> {
        let bar1 = Shot::from_bar(shot.one_die(low).way.hitters);
        let bar2 = Shot::from_bar(shot.one_die(high).way.hitters);
        let pips = Shot::pips_if(bar1, 25 - low).max(Shot::pips_if(bar2, 25 - high));
        Outcome { pips, hits: bar1 + bar2 }
    }

    #[inline(always)]
    fn double<V: Vector>(shot: &Shot<V>, die: u32) -> Outcome<V> {
        let bar = Shot::from_bar(shot.one_die(die).way.hitters);
        Outcome { pips: Shot::pips_if(bar, 25 - die), hits: bar }
    }
}
