//! The inputs of the contact and crashed nets that belong to no place: 25 features of each side.
//!
//! Every feature but a few squares is a whole number over a fixed denominator, so that all are counted in integers and
//! then divided. The plain functions in `definition` define them.

use super::hits::hits;
use super::rows::{FEATURES, SIDE_FEATURES, Scaled};
use super::side::{FIRST_CONTAINED, SideView, all_escapes, pattern_ahead};
use crate::board::BAR;
use crate::simd::vector::{Table, Vector, bits};

/// Features that are the squares of those before them.
const SQUARES: [usize; 2] = [12, 14];

/// The feature that is 1 minus a quotient.
const BACKBONE: usize = 20;

/// The denominators of the features; those of checkers off are 3 in the contact net and 5 in the crashed one.
/// That of the backbone depends on the position; squares have none.
const DENOMINATORS: [i32; SIDE_FEATURES] = {
    let share = 36;
    let loss = 36 * 49 / 6;
    [
        3, 3, 3, 167, 24, 24, 6, 432, share, share, share, share, 1, share, 1, 3600, 400, loss, share, 100, 1, 4, 8,
        100, share,
    ]
};

/// Writes the features of positions with contact, the opponent's last.
#[inline(always)]
pub(super) fn write<V: Vector>(
    set: V::Set,
    crashed: bool,
    me: &mut SideView,
    opponent: &mut SideView,
    out: &mut Scaled,
) {
    for (side, scaled) in out.values[..FEATURES].chunks_exact_mut(SIDE_FEATURES).enumerate() {
        let (a, b) = if side == 0 { (&mut *me, &mut *opponent) } else { (&mut *opponent, &mut *me) };
        let numerators = numerators::<V>(set, crashed, a, b);
        let zero = V::splat(set, 0);
        let mut present = zero;
        for i in 0..SIDE_FEATURES {
            let numerator = numerators[i];
            let nonzero = if i == BACKBONE {
                let denominators = V::load(set, &a.backbone[1]);
                scaled[i] = numerator.over(denominators);
                for quotient in &mut scaled[i].0 {
                    *quotient = 1.0 - *quotient;
                }
                denominators - numerator
            } else if SQUARES.contains(&i) {
                let root = scaled[i - 1];
                for (square, root) in scaled[i].0.iter_mut().zip(root.0) {
                    *square = root * root;
                }
                numerators[i - 1]
            } else {
                let denominator = if crashed && i < 3 { 5 } else { DENOMINATORS[i] };
                scaled[i] = numerator.over(V::splat(set, denominator));
                numerator
            };
            present = present | V::splat(set, 1 << i).without(nonzero.equals(zero));
        }
        present.store(&mut out.present[side]);
    }
}

/// The numerators of the features of side `a` against side `b`; 0 in place of squares.
#[inline(always)]
fn numerators<V: Vector>(set: V::Set, crashed: bool, a: &mut SideView, b: &mut SideView) -> [V; SIDE_FEATURES] {
    let number = |value| V::splat(set, value);
    let (zero, share) = (number(0), number(36));
    // The contact net was trained with the other side's checkers off.
    let off = if crashed {
        checkers_off(V::load(set, &a.total), [5, 10])
    } else {
        checkers_off(V::load(set, &b.total), [3, 6])
    };
    let back = V::load(set, &b.back);
    let [break_contact, free_pips] = passing(a, back);
    let [pips, one, two] = hits(set, a, b);
    let [rolls, roll_escapes] = all_escapes(pattern_ahead(V::load(set, &a.made), back));
    let mut fewest = share;
    for pips in FIRST_CONTAINED..=BAR {
        let beyond = number(pips as i32).exceeds(back);
        fewest = fewest.min(a.escapes::<V>(set, pips) | beyond & number(63));
    }
    let missing = number(6) - V::load(set, &b.home_points);
    [
        off[0],
        off[1],
        off[2],
        break_contact,
        V::load(set, &a.back),
        V::load(set, &a.back_anchor),
        V::load(set, &a.forward_anchor),
        pips,
        one,
        two,
        rolls,
        share - fewest,
        zero,
        share - V::load(set, &a.fewest_escapes),
        zero,
        mobility(set, a, b),
        V::load(set, &a.moment2),
        entering(set, a, b),
        share - missing.times(missing),
        timing(a, back),
        V::load(set, &a.backbone[0]),
        V::load(set, &a.backgame[0]),
        V::load(set, &a.backgame[1]),
        free_pips,
        roll_escapes,
    ]
}

/// Three inputs that fill up one after the other, the second and third from this many checkers off on.
#[inline(always)]
fn checkers_off<V: Vector>(total: V, [second, third]: [i32; 2]) -> [V; 3] {
    let set = total.set();
    let (zero, second, third) = (V::splat(set, 0), V::splat(set, second), V::splat(set, third));
    let off = V::splat(set, 15) - total;
    [off.max(zero).min(second), (off - second).max(zero).min(second), (off - third).max(zero)]
}

/// Pips of `a` past the other's rearmost checker, which is on `back`, and pips of those that have passed it.
#[inline(always)]
fn passing<V: Vector>(a: &SideView, back: V) -> [V; 2] {
    let set = back.set();
    let number = |value| V::splat(set, value);
    let (zero, one) = (number(0), number(1));
    let mirrored = number(23) - back;
    // Those that have passed are counted 512 times.
    let mut sums = zero;
    for place in bits(a.places) {
        let beyond = number(place as i32) - mirrored;
        let weight = (beyond + one) & beyond.exceeds(zero) | number(512 * (place as i32 + 1)) & zero.exceeds(beyond);
        sums = sums + V::widen(set, &a.counts.0[place]).times(weight);
    }
    [sums & number(511), sums.down(number(9))]
}

/// Pips to leave home times escapes, summed over the checkers of `a`.
#[inline(always)]
fn mobility<V: Vector>(set: V::Set, a: &SideView, b: &mut SideView) -> V {
    let mut sum = V::splat(set, 0);
    for place in bits(a.places & !0b11_1111) {
        let weight = b.escapes::<V>(set, place).times(V::splat(set, place as i32 - 5));
        sum = sum + V::widen(set, &a.counts.0[place]).times(weight);
    }
    sum
}

/// Pips lost to made points when entering, by the other's home points: for one checker, then for several.
static ENTER_LOSSES: Table<128> = {
    let mut losses = [0; 128];
    let mut index = 0;
    while index < 128 {
        let (made, several) = (index & 63, index >= 64);
        let mut i = 0;
        while i < 6 {
            let blocked = made >> i & 1 == 1;
            if blocked {
                losses[index] += 4 * (i + 1);
            }
            let mut j = i + 1;
            while j < 6 {
                let other_blocked = made >> j & 1 == 1;
                if blocked && other_blocked {
                    losses[index] += 2 * (i + j + 2);
                } else if several && blocked {
                    losses[index] += 2 * (i + 1);
                } else if several && other_blocked {
                    losses[index] += 2 * (j + 1);
                }
                j += 1;
            }
            i += 1;
        }
        index += 1;
    }
    Table::new(losses)
};

/// Pips lost when the checkers of `a` on the bar enter.
#[inline(always)]
fn entering<V: Vector>(set: V::Set, a: &SideView, b: &SideView) -> V {
    let number = |value| V::splat(set, value);
    if a.places >> BAR & 1 == 0 {
        return number(0);
    }
    let bar = V::widen(set, &a.counts.0[BAR]);
    let several = number(64) & bar.exceeds(number(1));
    let losses = (V::load(set, &b.made) & number(63) | several).look_up(&ENTER_LOSSES);
    losses & bar.exceeds(number(0))
}

/// Pips that can be played before the home board or an anchor must be broken. `back` is the other side's rearmost
/// checker.
#[inline(always)]
fn timing<V: Vector>(a: &SideView, back: V) -> V {
    let set = back.set();
    let number = |value| V::splat(set, value);
    let (zero, one) = (number(0), number(1));
    // Behind the border two checkers on a point hold it; in front of it all are free.
    let border = (number(24) - back).max(number(12));
    // Pips, and 512 for each checker.
    let mut sums = zero;
    for place in bits(a.places & !0b11_1111) {
        let count = V::widen(set, &a.counts.0[place]);
        let free = if (12..BAR).contains(&place) {
            let held = number(place as i32 + 1).exceeds(border) & count.exceeds(one);
            count - (number(2) & held)
        } else {
            count
        };
        sums = sums + free.times(number(place as i32 + 512));
    }
    let (mut pips, mut checkers) = (sums & number(511), sums.down(number(9)));
    // Spare checkers at home count too; missing ones are taken from the free ones, if there are enough.
    for place in (0..6).rev() {
        let spare = V::widen(set, &a.counts.0[place]) - number(2);
        let enough = (checkers + spare).exceeds(number(-1));
        checkers = checkers + (spare & enough);
        pips = pips + (spare.times(number(place as i32)) & enough);
    }
    pips.max(zero)
}
