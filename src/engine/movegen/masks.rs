//! A side's checkers as bit masks, and the tables that edit a 32-byte board with one vector add.
//!
//! Bit `i` of a mask is point index `i` of the **mover**; bit 24 is its bar.

use crate::board::masks::{BOARD, mirrored};
use crate::board::{BAR, Checkers, Position};

/// The bit of the bar.
pub(super) const BAR_BIT: u32 = 1 << BAR;

/// The bits of the home board.
pub(super) const HOME: u32 = 0x3f;

/// Adding `STEP[die][from]` to the mover's bytes moves one checker from `from` by `die` pips, or off.
///
/// Subtraction is the addition of 255. The rows are 32 long so that a five-bit index needs no check.
pub(super) static STEP: [[Checkers; 32]; 8] = {
    let mut table = [[Checkers::NONE; 32]; 8];
    let mut die = 1;
    while die <= 6 {
        let mut from = 0;
        while from <= BAR {
            let mut change = [0; 32];
            change[from] = 255;
            if from >= die {
                change[from - die] = 1;
            }
            table[die][from] = Checkers::from_bytes(change);
            from += 1;
        }
        die += 1;
    }
    table
};

/// Adding `HIT[point]` to the *opponent's* bytes sends its blot on the mover's point to its bar.
///
/// The checker that a hit takes away, by place. Rows from 24 on change nothing.
pub(super) static HIT: [Checkers; 32] = {
    let mut table = [Checkers::NONE; 32];
    let mut point = 0;
    while point < 24 {
        let mut change = [0; 32];
        change[23 - point] = 255;
        change[BAR] = 1;
        table[point] = Checkers::from_bytes(change);
        point += 1;
    }
    table
};

/// The sum of two boards, byte by byte.
#[inline(always)]
pub(super) fn add(board: &Checkers, change: &Checkers) -> Checkers {
    let mut bytes = *board.bytes();
    for (byte, change) in bytes.iter_mut().zip(change.bytes()) {
        *byte = byte.wrapping_add(*change);
    }
    Checkers::from_bytes(bytes)
}

/// Masks of both sides' points, seen by the mover.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    /// Where the mover has checkers, its bar included.
    pub own: u32,
    /// Points the mover may land on: fewer than two opposing checkers.
    pub open: u32,
    /// Points with exactly one opposing checker.
    pub blots: u32,
}

impl Masks {
    pub fn new(position: &Position) -> Self {
        let (me, opponent) = (position.on_roll(), position.opponent());
        let [occupied, blocked] = [mirrored(opponent.at_least::<1>()), mirrored(opponent.at_least::<2>())];
        Self { own: me.at_least::<1>(), open: !blocked & BOARD, blots: occupied & !blocked }
    }
}

/// Points from which a checker may move by `die` to another point, given where the mover has checkers and may land.
#[inline(always)]
pub(super) fn sources_within(own: u32, open: u32, die: u32) -> u32 {
    let movable = if own & BAR_BIT != 0 { BAR_BIT } else { own };
    movable & open << die
}

/// Points from which a checker may move by `die`, bearing off included.
#[inline(always)]
pub(super) fn sources(own: u32, open: u32, die: u32) -> u32 {
    let within = sources_within(own, open, die);
    if own & !HOME != 0 {
        return within;
    }
    // All are home: the exact point bears off, and the rearmost checker does if none is behind the exact point.
    let exact = own & 1 << (die - 1);
    let rear = if own != 0 && own < 1 << die { 1 << own.ilog2() } else { 0 };
    within | exact | rear
}

/// The set bits, highest first: from the rearmost checker forward.
#[inline(always)]
pub(super) fn from_rear(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let top = mask.checked_ilog2()?;
        mask &= !(1 << top);
        Some(top)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn masks_of_the_start() {
        let masks = Masks::new(&Variation::Standard.starting_position());
        assert_eq!(masks.own, 1 << 5 | 1 << 7 | 1 << 12 | 1 << 23);
        assert_eq!(!masks.open & BOARD, 1 << 18 | 1 << 16 | 1 << 11 | 1);
        assert_eq!(masks.blots, 0);
    }

    #[test]
    fn the_rear_checker_bears_off_with_a_larger_die() {
        let open = BOARD;
        assert_eq!(sources(0b00_0110, open, 6), 0b00_0100, "only the rearmost");
        assert_eq!(sources(0b01_0110, open, 3), 0b01_0100, "3 pips: 5/2, 3/off");
        assert_eq!(sources(0b00_0110 | 1 << 6, open, 6), 1 << 6, "one is outside: 7/1 only");
        assert_eq!(sources(0, open, 6), 0);
    }
}
