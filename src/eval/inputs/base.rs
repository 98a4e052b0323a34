//! The base inputs: where the checkers are.

use super::list::Inputs;
use crate::board::{BAR, Checkers, POINTS};

/// Writes the rows of all places, the opponent's first.
#[inline(always)]
pub(super) fn write([me, opponent]: [&Checkers; 2], inputs: &mut Inputs) {
    for (side, first_place) in [(opponent, 0), (me, POINTS + 1)] {
        push_points(side, first_place, inputs);
        if side.on_bar() > 0 {
            inputs.push_bar(first_place + BAR, side.on_bar());
        }
    }
}

/// Pushes the rows of the occupied points of a side, whose point 0 is the place `first_place`.
#[inline(always)]
pub(super) fn push_points(side: &Checkers, first_place: usize, inputs: &mut Inputs) {
    let mut occupied = occupied(side) & ((1 << POINTS) - 1);
    while occupied != 0 {
        let i = occupied.trailing_zeros() as usize;
        occupied &= occupied - 1;
        inputs.push_point(first_place + i, side[i]);
    }
}

/// The places with checkers as a bit mask, the bar being bit 24.
#[inline(always)]
pub(super) fn occupied(side: &Checkers) -> u32 {
    at_least::<1>(side)
}

/// The places with at least `N` checkers (`N` from 1 to 127) as a bit mask, the bar being bit 24.
///
/// Eight places at a time: adding `128 - N` to a byte below 128 sets its top bit exactly from `N` on,
/// and the multiplication gathers the eight top bits.
#[inline(always)]
pub(super) fn at_least<const N: u8>(side: &Checkers) -> u32 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut mask = 0;
    for (i, chunk) in side.bytes().as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk) & (0x7f * BYTES);
        let reached = ((word + u64::from(128 - N) * BYTES) >> 7) & BYTES;
        mask |= (reached.wrapping_mul(GATHER) >> 56) << (8 * i);
    }
    mask as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_tell_which_places_have_enough_checkers() {
        let mut counts = [0; 25];
        for (i, count) in counts.iter_mut().enumerate() {
            *count = (i * 7 % 16) as u8;
        }
        let side = Checkers::new(counts);
        let expected = |n: u8| counts.iter().rev().fold(0, |mask, &count| mask << 1 | u32::from(count >= n));
        assert_eq!(at_least::<1>(&side), expected(1));
        assert_eq!(at_least::<2>(&side), expected(2));
        assert_eq!(at_least::<15>(&side), expected(15));
    }
}
