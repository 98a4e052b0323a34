//! The Position ID: the checkers of both sides in 80 bits, 14 characters.
//!
//! For the side *not* on roll and then for the side on roll: for each point and the bar as many ones as
//! checkers, then a zero. The rest is zeros.

use super::bits;
use super::error::{NotationError, Problem};
use crate::board::{Checkers, Position, Setup};

const WHAT: &str = "a Position ID";

/// The Position ID, always from the side on roll.
///
/// ```
/// use gammon_engine::board::Variation;
///
/// let start = Variation::Standard.starting_position();
/// assert_eq!(gammon_engine::notation::position_id(&start), "4HPwATDgc/ABMA");
/// ```
pub fn position_id(position: &Position) -> String {
    bits::encode(position_bytes(position))
}

/// The ten bytes that a Position ID spells.
pub fn position_bytes(position: &Position) -> [u8; 10] {
    let mut bytes = [0; 10];
    let mut at = 0;
    for &count in position.opponent().counts().iter().chain(position.on_roll().counts()) {
        // 15 checkers a side and 50 zeros fill the 80 bits; more checkers than that have no ID.
        for k in at..(at + usize::from(count)).min(80) {
            bits::set_field(&mut bytes, k..k + 1, 1);
        }
        at += usize::from(count) + 1;
    }
    bytes
}

/// The position whose ID these ten bytes spell; `None` where they spell none, or a side has more than 15 checkers.
/// No other rule of the board is checked.
pub fn position_of_bytes(bytes: [u8; 10]) -> Option<Position> {
    let mut padded = [0; 16];
    padded[..10].copy_from_slice(&bytes);
    let mut left = u128::from_le_bytes(padded);
    let mut side = || {
        Checkers::new(std::array::from_fn(|_| {
            let count = left.trailing_ones();
            left >>= count + 1;
            count as u8
        }))
    };
    let (opponent, on_roll) = (side(), side());
    let is_side = |side: &Checkers| side.counts().iter().map(|&count| u32::from(count)).sum::<u32>() <= 15;
    (left == 0 && is_side(&on_roll) && is_side(&opponent)).then(|| Position::from_checkers(on_roll, opponent))
}

/// Decodes a Position ID.
///
/// # Errors
/// When the length, a character or the last bits are wrong. [`Setup::into_position`] checks whether the checkers can
/// stand so.
pub fn setup_from_position_id(text: &str) -> Result<Setup, NotationError> {
    setup_from_bytes(bits::decode(text, WHAT)?)
        .ok_or_else(|| NotationError::new(0..text.len(), Problem::BeyondTheBoard))
}

/// Decodes the key of the gnubg-nn scripts: the bytes of a Position ID in twenty letters `A` to `P`, each
/// standing for four bits, the upper four of a byte first.
///
/// # Errors
/// As for a Position ID.
pub fn setup_from_key(text: &str) -> Result<Setup, NotationError> {
    let mut bytes = [0; 10];
    for (i, (start, found)) in text.char_indices().enumerate() {
        if !matches!(found, 'A'..='P') {
            let span = start..start + found.len_utf8();
            return Err(NotationError::new(span, Problem::Character { found, expected: "a letter from A to P" }));
        }
        if i < 20 {
            bytes[i / 2] |= (found as u8 - b'A') << (4 * (1 - i % 2));
        }
    }
    if text.len() != 20 {
        let problem = Problem::Length { what: "a position key", expected: 20, found: text.len() };
        return Err(NotationError::new(0..text.len(), problem));
    }
    setup_from_bytes(bytes).ok_or_else(|| NotationError::new(0..20, Problem::BeyondTheBoard))
}

/// `None` when a bit beyond the 50 places is set.
fn setup_from_bytes(bytes: [u8; 10]) -> Option<Setup> {
    let mut setup = Setup { on_roll: [0; 25], opponent: [0; 25] };
    let mut places = setup.opponent.iter_mut().chain(&mut setup.on_roll);
    let mut place = places.next();
    for k in 0..80 {
        match (bits::bit(&bytes, k), &mut place) {
            (true, Some(count)) => **count += 1,
            (true, None) => return None,
            (false, Some(_)) => place = places.next(),
            (false, None) => {}
        }
    }
    // Every place ends with a zero, so running out of bits within one is an error as well.
    place.is_none().then_some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn errors_name_the_place() {
        let error = setup_from_position_id("4HPwATDgc:ABMA").unwrap_err();
        assert_eq!(error.span, 9..10);
        assert_eq!(error.to_string(), "':' cannot stand here: expected a letter, a digit, + or /");
        let error = setup_from_position_id("4HPwATDgc/ABM").unwrap_err();
        assert_eq!(error.to_string(), "a Position ID has 14 characters, this has 13");
        let error = setup_from_position_id("4HPwATDgc/ABMB").unwrap_err();
        assert_eq!((error.span, error.problem), (13..14, Problem::SpareBits { what: WHAT }));
        let error = setup_from_position_id("//////////////").unwrap_err();
        assert_eq!(error.problem, Problem::SpareBits { what: WHAT });
        let error = setup_from_position_id("/////////////w").unwrap_err();
        assert_eq!(error.problem, Problem::BeyondTheBoard);
    }

    #[test]
    fn bytes_lead_back_to_their_position() {
        for variation in Variation::ALL {
            let start = variation.starting_position();
            assert_eq!(position_of_bytes(position_bytes(&start)), Some(start));
            assert_eq!(position_of_bytes(position_bytes(&start.flipped())), Some(start.flipped()));
        }
        assert_eq!(position_of_bytes([0xff; 10]), None);
        assert_eq!(position_of_bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]), None);
    }

    #[test]
    fn a_key_is_the_same_bytes_in_letters() {
        // The Position ID is the one that GNU Backgammon shows after `set board` with this key.
        let setup = setup_from_key("PPGPAABAAAPHNNAAAAAA").expect("a good key");
        let position = setup.into_position(Variation::Standard).expect("a possible position");
        assert_eq!(position_id(&position), "/28AEAD33QAAAA");
        assert_eq!(setup_from_key("PPGPAABAAAPHNNAAAAAQ").unwrap_err().span, 19..20);
        assert!(setup_from_key("PPGP").is_err());
    }
}
