//! Position ID and Match ID together, alone or somewhere in a text.

use super::bits::is_digit;
use super::error::{NotationError, Problem};
use super::match_state::MatchState;
use super::position_id::{position_id, setup_from_position_id};
use crate::board::{Position, Setup};

/// `PositionID:MatchID`. The position must be seen by the player on roll of the state.
pub fn gnubg_id(position: &Position, state: &MatchState) -> String {
    format!("{}:{}", position_id(position), state.match_id())
}

/// The identifiers found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundIds {
    /// The first Position ID.
    pub setup: Option<Setup>,
    /// The first Match ID.
    pub state: Option<MatchState>,
}

/// Finds a Position ID and a Match ID in any text: joined in either order, or apart as in a drawn board.
///
/// A stretch of 14 or 12 base64 characters that does not decode is passed over when another one does.
///
/// # Errors
/// When there is neither; a stretch of the right length that does not decode is then what is reported.
pub fn find_ids(text: &str) -> Result<FoundIds, NotationError> {
    let mut found = FoundIds { setup: None, state: None };
    let mut first_error = None;
    let mut start = 0;
    for word in text.split(|c| !is_digit(c)) {
        let error = match word.len() {
            14 if found.setup.is_none() => setup_from_position_id(word).map(|setup| found.setup = Some(setup)).err(),
            12 if found.state.is_none() => MatchState::from_match_id(word).map(|state| found.state = Some(state)).err(),
            _ => None,
        };
        first_error = first_error.or(error.map(|error| error.shifted(start)));
        // Separators may be wider than a byte.
        let rest = &text[start + word.len()..];
        start += word.len() + rest.chars().next().map_or(0, char::len_utf8);
    }
    if found.setup.is_none() && found.state.is_none() {
        return Err(first_error.unwrap_or_else(|| NotationError::new(0..text.len(), Problem::NoIdentifier)));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn both_orders_and_drawn_boards() {
        let drawn = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkPAAAAAAAA\n";
        for text in
            ["4HPwATDgc/ABMA:cAkPAAAAAAAA", "cAkPAAAAAAAA:4HPwATDgc/ABMA", drawn, "»4HPwATDgc/ABMA«é cAkPAAAAAAAA"]
        {
            let found = find_ids(text).expect(text);
            let position = found.setup.expect("a position").into_position(Variation::Standard).expect("a good one");
            assert_eq!(gnubg_id(&position, &found.state.expect("a state")), "4HPwATDgc/ABMA:cAkPAAAAAAAA");
        }
    }

    #[test]
    fn the_span_lies_in_the_whole_text() {
        let error = find_ids("set it to 4HPwATDgc/ABMB please").unwrap_err();
        assert_eq!(error.span, 23..24);
        assert_eq!(find_ids("nothing here").unwrap_err().problem, Problem::NoIdentifier);
    }
}
