//! The inputs of the contact and crashed nets: the base inputs and 25 features of each side.
//!
//! Every feature but a few squares is a whole number over a fixed denominator, so that all are counted in
//! integers and divided together. What they mean is told by the plain functions in `definition`.

use super::escapes::{ESCAPES, PATTERN, ROLL_ESCAPES};
use super::hits::hits;
use super::list::{FEATURES, Inputs, MAX_SCALED};
use super::masks::BOARD;
use super::side::{SideView, Wide, dot};
use crate::board::BAR;

/// Features of one side.
const SIDE_FEATURES: usize = FEATURES / 2;

/// Places in the list of features that are computed from others.
const A_CONTAIN: usize = 11;
const CONTAIN: usize = 13;
const BACKBONE: usize = 20;

/// The denominators of the features; those of checkers off are 3 in the contact net and 5 in the crashed one.
const DENOMINATORS: [f32; SIDE_FEATURES] = {
    let share = 36.0;
    let loss = 36.0 * 49.0 / 6.0;
    [
        3.0, 3.0, 3.0, 167.0, 24.0, 24.0, 6.0, 432.0, share, share, share, share, 1.0, share, 1.0, 3600.0, 400.0, loss,
        share, 100.0, 1.0, 4.0, 8.0, 100.0, share,
    ]
};

/// Writes the inputs of a position with contact, the opponent's base inputs first, its features last.
#[inline(always)]
pub(super) fn write(crashed: bool, me: &SideView, opponent: &SideView, inputs: &mut Inputs) {
    inputs.rows.extend(&opponent.rows);
    inputs.rows.extend(&me.rows);
    inputs.end_group(0, (1 << FEATURES) - 1);

    let mut numerators = [0; MAX_SCALED];
    let mut denominators = [1.0; MAX_SCALED];
    for (i, (a, b)) in [(me, opponent), (opponent, me)].into_iter().enumerate() {
        let range = SIDE_FEATURES * i..SIDE_FEATURES * (i + 1);
        numerators[range.clone()].copy_from_slice(&side_features(crashed, a, b));
        let denominators = &mut denominators[range];
        denominators.copy_from_slice(&DENOMINATORS);
        if crashed {
            denominators[..3].fill(5.0);
        }
        denominators[BACKBONE] = a.backbone.1 as f32;
    }
    for ((scaled, numerator), denominator) in inputs.scaled.iter_mut().zip(numerators).zip(denominators) {
        *scaled = numerator as f32 / denominator;
    }
    for features in inputs.scaled[..FEATURES].chunks_mut(SIDE_FEATURES) {
        features[A_CONTAIN + 1] = features[A_CONTAIN] * features[A_CONTAIN];
        features[CONTAIN + 1] = features[CONTAIN] * features[CONTAIN];
        features[BACKBONE] = 1.0 - features[BACKBONE];
    }
}

/// The numerators of the features of side `a` against side `b`; 0 in place of squares.
#[inline(always)]
fn side_features(crashed: bool, a: &SideView, b: &SideView) -> [i32; SIDE_FEATURES] {
    // The contact net was trained with the other side's checkers off.
    let off = if crashed { crashed_off(15 - a.total) } else { contact_off(15 - b.total) };
    // Pips past the other's rearmost checker, and pips of those that have passed it.
    let sums = dot(&a.counts, &PASSING[(24 - b.back).clamp(0, 25) as usize]);
    let (break_contact, free_pips) = (sums & 511, sums >> 9);
    let hits = hits(a, b);
    let pattern = ((a.made & BOARD) >> (24 - b.back).clamp(0, 24) & ((1 << PATTERN) - 1)) as usize;
    let within = a.fewest_escapes[b.back.clamp(0, 24) as usize];
    let home_points = b.made & 0b11_1111;
    let missing = 6 - home_points.count_ones() as i32;
    let enter = match a.counts[BAR] {
        0 => 0,
        1 => ENTER_ONE[home_points as usize],
        _ => ENTER_TWO[home_points as usize],
    };
    [
        off[0],
        off[1],
        off[2],
        break_contact,
        a.back,
        a.back_anchor,
        a.forward_anchor,
        hits.pips,
        hits.one,
        hits.two,
        i32::from(ESCAPES[pattern]),
        36 - i32::from(within),
        0,
        36 - i32::from(a.fewest_escapes[23]),
        0,
        dot(&a.counts, &b.mobility),
        a.moment2,
        i32::from(enter),
        36 - missing * missing,
        timing(a, b),
        a.backbone.0,
        a.backgame.0,
        a.backgame.1,
        free_pips,
        i32::from(ROLL_ESCAPES[pattern]),
    ]
}

/// Three inputs that fill up one after the other.
#[inline(always)]
fn contact_off(off: i32) -> [i32; 3] {
    [off.clamp(0, 3), (off - 3).clamp(0, 3), (off - 6).max(0)]
}

#[inline(always)]
fn crashed_off(off: i32) -> [i32; 3] {
    [off.clamp(0, 5), (off - 5).clamp(0, 5), (off - 10).max(0)]
}

/// Row `ob + 1`, for the other side's rearmost checker on `ob` in our numbering: pips beyond it for the places
/// behind it, and 512 times the pips to bear off for those in front of it.
const PASSING: [Wide; 26] = {
    let mut rows = [[0; 32]; 26];
    let mut row = 0;
    while row < 26 {
        let mut i = 0;
        while i <= BAR {
            let ob = row as i16 - 1;
            let place = i as i16;
            if place > ob {
                rows[row][i] = place + 1 - ob;
            } else if place < ob {
                rows[row][i] = 512 * (place + 1);
            }
            i += 1;
        }
        row += 1;
    }
    rows
};

/// Pips lost to made points when entering one checker, by the other's home points.
const ENTER_ONE: [i16; 64] = enter_losses(false);

/// The same for two checkers or more.
const ENTER_TWO: [i16; 64] = enter_losses(true);

const fn enter_losses(two: bool) -> [i16; 64] {
    let mut losses = [0; 64];
    let mut made = 0;
    while made < 64 {
        let mut i = 0;
        while i < 6 {
            let blocked = made >> i & 1 == 1;
            if blocked {
                losses[made] += 4 * (i + 1);
            }
            let mut j = i + 1;
            while j < 6 {
                let other_blocked = made >> j & 1 == 1;
                if blocked && other_blocked {
                    losses[made] += 2 * (i + j + 2);
                } else if two && blocked {
                    losses[made] += 2 * (i + 1);
                } else if two && other_blocked {
                    losses[made] += 2 * (j + 1);
                }
                j += 1;
            }
            i += 1;
        }
        made += 1;
    }
    losses
}

/// Weights that add up pips, and 512 times the checkers.
const PIPS: Wide = {
    let mut weights = [0; 32];
    let mut i = 0;
    while i <= BAR {
        weights[i] = i as i16 + 512;
        i += 1;
    }
    weights
};

/// Pips that can be played before the home board or an anchor must be broken.
#[inline(always)]
fn timing(a: &SideView, b: &SideView) -> i32 {
    // Behind the border two checkers on a point hold it; in front of it all are free.
    let border = (24 - b.back).max(12) as i16;
    let mut free: Wide = [0; 32];
    for (i, (free, &count)) in free.iter_mut().zip(&a.counts).enumerate() {
        let spare = (count - 2).max(0) + i16::from(count == 1);
        let held = i as i16 >= border && i < BAR;
        *free = if i < 6 {
            0
        } else if held {
            spare
        } else {
            count
        };
    }
    let sums = dot(&free, &PIPS);
    let (mut pips, mut checkers) = (sums & 511, sums >> 9);
    // Spare checkers at home count too; missing ones are taken from the free ones, if there are enough.
    for i in (0..6).rev() {
        let spare = i32::from(a.counts[i]) - 2;
        if checkers + spare >= 0 {
            checkers += spare;
            pips += i as i32 * spare;
        }
    }
    pips.max(0)
}
