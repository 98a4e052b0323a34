//! The steps of the board rows that a checker move takes.

use crate::board::{BAR, POINTS, Position};
use crate::eval::own::layout::board_row;
use crate::movegen::Arrival;

/// The sides as the net numbers them, whose inputs are seen by the side that rolls next.
const OPPONENT: usize = 0;
const MOVER: usize = 1;

/// The changes by a checker move, without the counts.
#[derive(Clone, Copy)]
struct Change {
    /// Where the checker left, and the step down from one checker there.
    from: u8,
    down: u16,
    /// Where it arrived, and the step up to one checker there, less two. A place that is always empty and 0 when it is
    /// off.
    to: u8,
    up: u16,
    /// The opponent's step down from one checker where it arrived.
    hit: u16,
}

/// The step up to this many checkers (at least 1) on a place; the one after it leads down from them.
const fn step_up(side: usize, place: usize, count: u8) -> u16 {
    1 + 2 * board_row(side, place, count) as u16
}

/// The changes by source and die, as [`Arrival::moved`] has them.
static CHANGES: [Change; 256] = {
    let mut all = [Change { from: 0, down: 0, to: 31, up: 0, hit: 0 }; 256];
    let mut die = 1;
    while die <= 6 {
        let mut from = 0;
        while from <= BAR {
            let change = &mut all[from | die << 5];
            change.from = from as u8;
            change.down = step_up(MOVER, from, 1) + 1;
            if from >= die {
                let to = from - die;
                change.to = to as u8;
                change.up = step_up(MOVER, to, 1) - 2;
                change.hit = step_up(OPPONENT, POINTS - 1 - to, 1) + 1;
            }
            from += 1;
        }
        die += 1;
    }
    all
};

/// The steps that the checker move takes to this position, seen by the mover; 0 adds nothing.
#[inline(always)]
pub(super) fn steps_to(result: &Position, arrival: Arrival) -> [u16; 4] {
    const TO_BAR: u16 = step_up(OPPONENT, BAR, 1) - 2;
    let Change { from, down, to, up, hit } = CHANGES[usize::from(arrival.moved)];
    let count = |place: u8| u16::from(result.on_roll().bytes()[usize::from(place & 31)]);
    // Whether it hits is hard to foresee, so there is no branch.
    let hits = u16::from(arrival.hits);
    let on_bar = u16::from(result.opponent().on_bar());
    [down + 2 * count(from), up + 2 * count(to), hit * hits, (TO_BAR + 2 * on_bar) * hits]
}
