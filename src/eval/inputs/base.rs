//! The base inputs: where the checkers are.

use super::list::List;
use super::masks::{BOARD, at_least_one_and_two};
use crate::board::{BAR, Checkers, POINTS};

/// The place of the opponent's point 0 in the row layout, and of the own one.
pub(super) const FIRST_PLACES: [usize; 2] = [0, POINTS + 1];

/// Writes the rows of all places, the opponent's first.
#[inline(always)]
pub(super) fn write([me, opponent]: [&Checkers; 2], list: &mut List) {
    for (side, first_place) in [opponent, me].into_iter().zip(FIRST_PLACES) {
        let [any, _] = at_least_one_and_two(side);
        list.rows.push_points(side, any & BOARD, first_place);
        list.rows.push_bar(side.on_bar(), first_place + BAR);
    }
    list.end_group(0, 0);
}
