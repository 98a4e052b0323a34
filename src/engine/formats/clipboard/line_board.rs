//! Boards in a line: FIBS's `board:…`, which clients and GNU Backgammon's `set output rawboard on` print, and Snowie's
//! line with a semicolon behind each number.

use super::super::judged::letter;
use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::super::snowie::{FIELDS, is_position as is_snowie_line, read_snowie_position};
use crate::board::{Player, Position, Variation};
use crate::notation::RawBoard;
use crate::record::State;
use crate::words::counted;

/// A line that is meant to have such a board in it.
pub(super) enum LineBoard<'l> {
    /// A board of FIBS, from its word on.
    Fibs(&'l str),
    /// Snowie's line.
    Snowie(&'l str),
}

impl<'l> LineBoard<'l> {
    /// The board of a line.
    fn of(line: &'l str) -> Option<Self> {
        if let Some(start) = line.find("board:") {
            let word = line[start..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).next()?;
            return (word.matches(':').count() > FIELDS / 2).then_some(Self::Fibs(word));
        }
        let plain = line.trim_start_matches(['>', ' ']);
        is_snowie_line(plain).then_some(Self::Snowie(plain))
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
            played.remarks.extend(doubt(word, &position, state.on_roll));
            played
        }
        Some(LineBoard::Snowie(plain)) => read_snowie_position(plain, options).map_err(|error| at(error.problem))?,
        None => return Err(at("expected a board of FIBS or Snowie's line".to_owned())),
    };
    played.remarks.insert(0, "read from a board in a line".to_owned());
    Ok(played)
}

/// Where a board of FIBS has the dice of the player for whom it is written, and those of the other.
const DICE: [[usize; 2]; 2] = [[33, 34], [35, 36]];
/// Where a board of FIBS has the direction and the home of the player for whom it is written, and how many checkers
/// this one and the other have borne off.
const DIRECTION: usize = 42;
const HOME: usize = 43;
const OFF: [usize; 2] = [45, 46];

/// A remark where the direction does not lead home, the dice are those of the player who is not on roll, or the
/// checkers on the board and those borne off are not fifteen.
fn doubt(word: &str, position: &Position, on_roll: Player) -> Option<String> {
    let fields: Vec<&str> = word.split(':').collect();
    let number = |at: usize| fields.get(at)?.parse::<i32>().ok();
    if let (Some(direction), Some(home)) = (number(DIRECTION), number(HOME))
        && (direction < 0) != (home == 0)
    {
        return Some("the direction of the board does not lead to its home".to_owned());
    }
    let is_rolled = |pair: [usize; 2]| pair.into_iter().any(|at| number(at).is_some_and(|die| die > 0));
    let [own, other] = if on_roll == Player::Bottom { DICE } else { [DICE[1], DICE[0]] };
    if is_rolled(other) && !is_rolled(own) {
        let (other, on_roll) = (letter(!on_roll), letter(on_roll));
        return Some(format!("the dice are those of {other}, but {on_roll} is on roll"));
    }
    OFF.into_iter().zip([Player::Bottom, Player::Top]).find_map(|(at, player)| {
        let off = number(at)?;
        let side = if player == on_roll { position.on_roll() } else { position.opponent() };
        let count: i32 = side.counts().iter().map(|&n| i32::from(n)).sum();
        let player = letter(player);
        (count + off != 15)
            .then(|| format!("{player} has {} on the board and {off} borne off", counted(count, "checker")))
    })
}
