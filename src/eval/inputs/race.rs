//! The inputs of the race net: points, checkers off, crossovers to go.

use super::list::{Inputs, OFF_FLAGS, PLACE_ROWS};
use super::masks::{BOARD, at_least_one_and_two};
use crate::board::{Checkers, POINTS};

/// Points that a checker can stand on without contact.
const RACE_POINTS: usize = 23;

/// Writes the inputs of both sides of a position, the opponent's first; each ends with the crossovers.
#[inline(always)]
pub(super) fn write([me, opponent]: [&Checkers; 2], position: usize, inputs: &mut Inputs) {
    let list = &mut inputs.lists[position];
    inputs.present[0].0[position] = 0;
    inputs.present[1].0[position] = 0;
    for (group, side) in [opponent, me].into_iter().enumerate() {
        let [any, _] = at_least_one_and_two(side);
        list.rows.push_points(side, any & (BOARD >> 1), RACE_POINTS * group);
        let off = 15_usize.saturating_sub(side.total() as usize);
        if (1..=OFF_FLAGS).contains(&off) {
            list.rows.push(2 * RACE_POINTS * PLACE_ROWS + OFF_FLAGS * group + off - 1);
        }
        let crossovers = crossovers(side);
        inputs.scaled[group].0[position] = crossovers as f32 / 10.0;
        inputs.present[0].0[position] |= i32::from(crossovers > 0) << group;
        list.end_group(group, 1 << group);
    }
}

/// Quarters of the board that the checkers still have to cross, each as often as it is crossed.
fn crossovers(side: &Checkers) -> u32 {
    (6..POINTS).map(|i| u32::from(side[i]) * (i as u32 / 6)).sum()
}
