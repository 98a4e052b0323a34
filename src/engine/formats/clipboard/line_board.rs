//! Boards in a line: FIBS's `board:…`, which clients and GNU Backgammon's `set output rawboard on` print, and Snowie's
//! line with a semicolon behind each number.

use super::super::judged::letter;
use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::super::snowie::{FIELDS, is_position as is_snowie_line, read_snowie_position};
use crate::board::{Player, Position, Variation};
use crate::notation::RawBoard;
use crate::record::State;

/// A line that is meant to have such a board in it.
pub(super) enum LineBoard<'l> {
    /// A board of FIBS, from its word on.
    Fibs(&'l str),
    /// Snowie's line.
    Snowie,
}

impl<'l> LineBoard<'l> {
    /// The board of a line.
    fn of(line: &'l str) -> Option<Self> {
        if let Some(start) = line.find("board:") {
            let word = line[start..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).next()?;
            return (word.matches(':').count() > FIELDS / 2).then_some(Self::Fibs(word));
        }
        is_snowie_line(line).then_some(Self::Snowie)
    }

    /// Whether there is one.
    pub fn is_in(line: &str) -> bool {
        LineBoard::of(line).is_some()
    }
}

/// The position of the board in the line with this number.
///
/// # Errors
/// When the board is damaged; the error has the field.
pub(super) fn read_line_board(
    line: &str,
    number: usize,
    options: &ReadOptions<'_>,
) -> Result<PlayedMatch, FormatError> {
    let at = |problem: String| FormatError::at(number, problem);
    let mut played = match LineBoard::of(line) {
        Some(LineBoard::Fibs(word)) => {
            let board = RawBoard::parse(word).map_err(|error| at(format!("the board of FIBS: {error}")))?;
            let RawBoard { names, setup, state } = board;
            let variation = Variation::Standard;
            let position = setup.into_position(variation).map_err(|error| at(error.to_string()))?;
            let mut played = PlayedMatch::of_table(names, State::described(position, &state, variation, true))?;
            played.remarks.extend(missing(word, &position, state.on_roll));
            played
        }
        _ => read_snowie_position(line, options).map_err(|error| at(error.problem))?,
    };
    played.remarks.insert(0, "read from a board in a line".to_owned());
    Ok(played)
}

/// Where a board of FIBS has how many checkers the player for whom it is written, and the other one, have borne off.
const OFF: [usize; 2] = [45, 46];

/// A remark where the checkers on the board and those borne off are not fifteen.
fn missing(word: &str, position: &Position, on_roll: Player) -> Option<String> {
    let fields: Vec<&str> = word.split(':').collect();
    OFF.into_iter().zip([Player::Bottom, Player::Top]).find_map(|(at, player)| {
        let off = fields.get(at)?.parse::<u32>().ok()?;
        let side = if player == on_roll { position.on_roll() } else { position.opponent() };
        let count: u32 = side.counts().iter().map(|&n| u32::from(n)).sum();
        let player = letter(player);
        (count + off != 15).then(|| format!("{player} has {count} checkers on the board and {off} borne off"))
    })
}
