//! Boards in a line: FIBS's `board:…`, which clients and GNU Backgammon's `set output rawboard on` print, and Snowie's
//! line with a semicolon behind each number.

use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::super::snowie::{FIELDS, read_snowie_position};
use crate::board::Variation;
use crate::notation::RawBoard;
use crate::record::State;

/// A line with such a board in it.
pub(super) fn is_line_board(line: &str) -> bool {
    raw_board(line).is_some() || is_snowie(line)
}

/// A board of FIBS, wherever it begins.
fn raw_board(line: &str) -> Option<RawBoard> {
    let start = line.find("board:")?;
    let end = line[start..].find(char::is_whitespace).map_or(line.len(), |length| start + length);
    RawBoard::parse(&line[start..end]).ok()
}

fn is_snowie(line: &str) -> bool {
    line.matches(';').count() + 1 >= FIELDS && read_snowie_position(line, &ReadOptions::default()).is_ok()
}

/// The position of the board.
pub(super) fn read_line_board(line: &str, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let mut played = match raw_board(line) {
        None => read_snowie_position(line, options)?,
        Some(RawBoard { names, setup, state }) => {
            let variation = Variation::Standard;
            let position = setup.into_position(variation).map_err(|error| FormatError::whole(error.to_string()))?;
            let table = State::described(position, &state, variation, true);
            let over = || FormatError::whole("the game of this board is over");
            PlayedMatch::of_position(names, table.standing, table.game.ok_or_else(over)?)
        }
    };
    played.remarks.insert(0, "read from a board in a line".to_owned());
    Ok(played)
}
