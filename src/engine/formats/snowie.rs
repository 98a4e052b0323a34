//! A position as Snowie's line of text: fields with semicolons between them, as GNU Backgammon writes and reads them.
//!
//! Match length; Jacoby; 0; beavers; who is on roll (0 is the second name that follows, 1 the first); the name of the
//! player on roll and the other's; Crawford; their scores; the value of the cube; its owner (1 the player on roll, −1
//! the other, 0 nobody); the other's bar, the points from 1 in the numbering of the player on roll, his own bar; dice.
//! Numbers of checkers are positive for the player on roll and negative for the other, on the bars too.

use super::played::{FormatError, PlayedMatch, ReadOptions};
use crate::board::{ByPlayer, Player, Roll, Setup, Variation};
use crate::record::{Game, Standing, State};
use crate::scoring::{Cube, CubeOwner, Terms};
use std::fmt::Write;

/// Fields of a line.
pub(super) const FIELDS: usize = 40;

/// No number of a line is larger: points of a long session.
const MOST: u32 = 1_000_000;

/// Whether a text begins with a line that is meant to be one, perhaps with a field too many or too few: all but the
/// names are numbers.
pub(super) fn is_position(text: &str) -> bool {
    let fields = text.lines().next().unwrap_or_default().split(';').map(str::trim);
    let numbers = fields.clone().filter(|field| field.parse::<i64>().is_ok()).count();
    (FIELDS - 2..=FIELDS + 4).contains(&fields.clone().count())
        && numbers >= FIELDS - 8
        && fields.into_iter().next().is_some_and(|field| field.parse::<i64>().is_ok())
}

/// A name without the characters that part fields, nor blanks: in a transcript those part cells.
pub(super) fn snowie_name(name: &str) -> String {
    name.trim().replace(|c: char| c == ';' || c.is_whitespace(), "_")
}

/// The position on the table as a line.
///
/// # Errors
/// When no game has begun.
pub fn snowie_position(names: &ByPlayer<String>, state: &State) -> Result<String, String> {
    let game = state.shown().ok_or("no game is in progress")?;
    let player = game.on_roll;
    let (jacoby, beavers, crawford) = match state.standing.terms() {
        Terms::Money { jacoby, beavers } => (jacoby, beavers > 0, false),
        Terms::Match(score) => (false, false, score.crawford()),
    };
    let points = state.standing.points();
    let name = |player: Player| names[player].replace([';', '\n', '\r'], "_");
    let owner = match game.cube.owner() {
        CubeOwner::Centered => 0,
        CubeOwner::Owned(owner) => {
            if owner == player {
                1
            } else {
                -1
            }
        }
    };
    let mut out = format!(
        "{};{};0;{};{};{};{};{};{};{};{};{owner};",
        state.standing.length(),
        u8::from(jacoby),
        u8::from(beavers),
        player.index(),
        name(player),
        name(!player),
        u8::from(crawford),
        points[player],
        points[!player],
        game.cube.value(),
    );
    let (own, other) = (game.position.on_roll().counts(), game.position.opponent().counts());
    let _ = write!(out, "{};", -i32::from(other[24]));
    for i in 0..24 {
        let count = i32::from(own[i]) - i32::from(other[23 - i]);
        let _ = write!(out, "{count};");
    }
    let _ = write!(out, "{};", own[24]);
    let [high, low] = game.dice.filter(|_| state.game.is_some()).map_or([0, 0], |dice| [dice.high(), dice.low()]);
    let _ = writeln!(out, "{high};{low};");
    Ok(out)
}

/// Reads a position.
///
/// # Errors
/// When the line is no such position; the error has the field.
pub fn read_snowie_position(text: &str, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let fields: Vec<&str> = line.trim().trim_end_matches(';').split(';').map(str::trim).collect();
    if fields.len() != FIELDS {
        let problem = format!("expected {FIELDS} fields with `;` between them, found {}", fields.len());
        return Err(FormatError::at(1, problem));
    }
    let at = |i: usize, problem: &str| FormatError::at(1, format!("field {}: {problem}, found {:?}", i + 1, fields[i]));
    let number = |i: usize| {
        let small = fields[i].parse::<i32>().ok().filter(|n| n.unsigned_abs() <= MOST);
        small.ok_or_else(|| at(i, "expected a number"))
    };
    let within = |i: usize, most: i32| {
        number(i)?
            .try_into()
            .ok()
            .filter(|&n: &u8| i32::from(n) <= most)
            .ok_or_else(|| at(i, "the number is out of range"))
    };
    let length = within(0, 64)?;
    let player = if number(4)? == 0 { Player::Top } else { Player::Bottom };
    let mut names = ByPlayer([String::new(), String::new()]);
    (names[player], names[!player]) = (fields[5].to_owned(), fields[6].to_owned());
    let mut points = ByPlayer([0_u32; 2]);
    for (i, who) in [(8, player), (9, !player)] {
        points[who] = u32::try_from(number(i)?).ok().filter(|&n| n <= MOST).ok_or_else(|| at(i, "no score"))?;
    }
    if length > 0 && Player::BOTH.into_iter().all(|player| points[player] >= length.into()) {
        return Err(at(9, "both players have won the match"));
    }
    let standing = if length == 0 {
        let beavers = if number(3)? == 0 { 0 } else { options.beavers.max(1) };
        Standing::Money { score: points, jacoby: number(1)? != 0, beavers }
    } else {
        let score = ByPlayer(points.0.map(|n| u8::try_from(n).unwrap_or(u8::MAX)));
        Standing::at(length, score, number(7)? != 0).map_err(|error| at(9, &error.to_string()))?
    };
    let cube = u32::try_from(number(10)?).ok().and_then(|value| Cube::in_play(value, CubeOwner::Centered));
    let cube = cube.ok_or_else(|| at(10, "expected a power of 2"))?;
    let owner = match number(11)? {
        0 => CubeOwner::Centered,
        1 => CubeOwner::Owned(player),
        -1 => CubeOwner::Owned(!player),
        _ => return Err(at(11, "expected -1, 0 or 1")),
    };
    let (mut own, mut other) = ([0_u8; 25], [0_u8; 25]);
    let mut remarks = Vec::new();
    for place in 0..26 {
        let (i, count) = (12 + place, number(12 + place)?);
        let checkers = u8::try_from(count.unsigned_abs()).ok().filter(|&n| n <= 15);
        let checkers = checkers.ok_or_else(|| at(i, "so many checkers"))?;
        let (is_bar, is_own) = (place == 0 || place == 25, count > 0);
        if is_bar && count != 0 && is_own != (place == 25) {
            let whose = if place == 0 { "the opponent's, below 0" } else { "that of the player on roll, above 0" };
            remarks.push(format!("field {}: this bar is {whose}; {count} is read by its sign", i + 1));
        }
        match (is_own, is_bar) {
            (true, true) => own[24] += checkers,
            (false, true) => other[24] += checkers,
            (true, false) => own[place - 1] = checkers,
            (false, false) => other[24 - place] = checkers,
        }
    }
    let variation = Variation::Standard;
    let position = Setup { on_roll: own, opponent: other }.into_position(variation);
    let position = position.map_err(|error| FormatError::at(1, error.to_string()))?;
    let dice = match (within(38, 6)?, within(39, 6)?) {
        (0, _) | (_, 0) => None,
        (a, b) => Some(Roll::new(a, b).map_err(|error| FormatError::at(1, error.to_string()))?),
    };
    let mut game = Game::new(variation, player, true);
    (game.position, game.dice, game.cube) = (position, dice, cube.with_owner(owner));
    Ok(PlayedMatch { remarks, ..PlayedMatch::of_state(names, State::told(standing, game)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::{MatchScore, Met};

    #[test]
    fn a_position_comes_back_with_its_score() {
        let score = MatchScore::new(7, ByPlayer([5, 6]), true).unwrap();
        let standing = Standing::Match { score, winner: None };
        let mut game = Game::new(Variation::Standard, Player::Bottom, true);
        game.dice = Roll::new(6, 2).ok();
        let names = ByPlayer(["Ann".to_owned(), "Ben".to_owned()]);
        let state = State::playing(standing, game);
        let line = snowie_position(&names, &state).expect("a game");
        // The player on roll comes first, in names and scores.
        assert!(line.starts_with("7;0;0;0;1;Ben;Ann;1;6;5;1;0;0;-2;"), "{line}");
        let met = Met::kazaross_xg2();
        let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
        let read = read_snowie_position(&line, &options).expect("it reads");
        assert_eq!((read.names, *read.record.games()[0].state(1)), (names, state));
        let both = "7;0;0;0;1;b;a;0;7;8;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;";
        let both = read_snowie_position(both, &options).expect_err("two winners");
        assert!(both.to_string().contains("both players have won the match"), "{both}");
        let cut = read_snowie_position("7;0;0;0;1;Ben", &options).expect_err("cut off");
        assert!(cut.to_string().starts_with("line 1: expected 40 fields"), "{cut}");
    }

    /// As GNU Backgammon 1.07 writes them: first the bar of the other player, below 0, last that of the player on roll.
    #[test]
    fn each_bar_has_its_own_end_of_the_line() {
        let met = Met::kazaross_xg2();
        let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
        let head = "0;1;0;1;1;bob;alice;0;0;0;1;0;";
        for (points, own, other) in [
            ("-1;-1;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;1;1;", 1, 1),
            ("-2;0;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;", 0, 2),
            ("0;-2;0;0;0;0;5;0;3;0;0;0;-5;3;0;0;0;-3;0;-5;0;0;0;0;0;4;", 4, 0),
        ] {
            let line = format!("{head}{points}5;2;");
            let read = read_snowie_position(&line, &options).unwrap_or_else(|error| panic!("{line}: {error}"));
            let state = *read.record.games()[0].state(1);
            let position = state.game.expect("a game").position;
            assert_eq!((position.on_roll()[24], position.opponent()[24]), (own, other), "{line}");
            assert_eq!(read.remarks, Vec::<String>::new(), "{line}");
            assert_eq!(snowie_position(&read.names, &state).expect("a game").trim_end(), line);
        }
        // The bars of each other, as gammon wrote them: the signs tell whose they are.
        let line = format!("{head}2;-2;0;0;0;0;5;0;3;0;0;0;-5;3;0;0;0;-3;0;-4;0;0;0;0;0;-1;5;2;");
        let read = read_snowie_position(&line, &options).unwrap_or_else(|error| panic!("{line}: {error}"));
        let position = read.record.games()[0].state(1).game.expect("a game").position;
        assert_eq!((position.on_roll()[24], position.opponent()[24]), (2, 1));
        assert_eq!(read.remarks.len(), 2, "{:?}", read.remarks);
    }

    #[test]
    fn the_end_of_a_game_is_written_and_read() {
        let met = Met::kazaross_xg2();
        let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
        // As GNU Backgammon writes the end of a match to a point.
        let line = "1;0;0;0;0;alice;bob;0;0;1;1;0;0;2;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;";
        let read = read_snowie_position(line, &options).expect("it reads");
        let state = *read.record.games()[0].state(1);
        assert!(state.game.is_none() && state.standing.is_over(), "{state:?}");
        assert_eq!(state.outcome.map(|outcome| outcome.winner), Some(Player::Bottom));
        assert_eq!(snowie_position(&read.names, &state).expect("a board").trim_end(), line);
    }
}
