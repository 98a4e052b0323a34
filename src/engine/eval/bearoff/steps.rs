//! Single checker moves of a side that no opponent hinders, as position numbers.

use super::numbering::{Counts, Numbering};
use crate::board::HOME_POINTS;
use arrayvec::ArrayVec;

/// The positions one checker move leads to, the rearmost checker's move first.
pub(super) type Next = ArrayVec<u32, 25>;

/// The positions after one checker moved `die` pips, in the order in which plays are generated.
///
/// A checker is borne off with the exact number, or with a larger one from the rearmost point, and only
/// when all are home.
pub(super) fn next(numbering: &Numbering, counts: &Counts, die: usize) -> Next {
    let mut next = Next::new();
    let Some(back) = counts.iter().rposition(|&n| n > 0) else { return next };
    for from in (0..=back).rev().filter(|&from| counts[from] > 0) {
        let is_bearoff = from < die;
        if is_bearoff && (back >= HOME_POINTS || (from + 1 < die && from != back)) {
            continue;
        }
        let mut moved = *counts;
        moved[from] -= 1;
        if !is_bearoff {
            moved[from - die] += 1;
        }
        next.push(numbering.number(&moved) as u32);
    }
    next
}
