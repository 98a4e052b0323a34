//! Positions as text: what eXtreme Gammon, BGBlitz, GNU Backgammon and gammon put on the clipboard, in English, German,
//! French and Japanese; boards drawn in characters; identifiers with whatever stands around them.
//!
//! An identifier counts before the drawing, the drawing before what is said around it. A text of several positions is
//! read as its first one. Candidates and tables of cube decisions become the analysis of the decision that is due,
//! under the levels of the program that wrote them.

mod board;
mod facts;
mod identifier;
mod line_board;
mod numbers;
mod values;
mod words;

use super::played::{FormatError, PlayedMatch, ReadOptions};
use crate::board::{ByPlayer, Player, Position, Setup, Variation};
use crate::notation::MatchState;
use crate::record::{Note, State};
use crate::scoring::Terms;
use board::{Drawing, drawing};
use facts::{Facts, facts};
use identifier::{Found, bare_position_id, identifiers};
use line_board::{is_line_board, read_line_board};
use values::Producer;

/// Lines and letters of a line that are looked at: a text of one position has some hundred lines.
const MOST_LINES: usize = 5_000;
const LONGEST_LINE: usize = 1_000;

/// A text in lines of reasonable length, with blanks for tabs.
fn lines_of(text: &str) -> Vec<String> {
    let tidy = |line: &str| {
        let mut out = String::with_capacity(line.len());
        for (column, c) in line.chars().take(LONGEST_LINE).enumerate() {
            match c {
                '\t' => out.extend(std::iter::repeat_n(' ', 8 - column % 8)),
                // Blanks that do not break, and those as wide as a letter of Japanese.
                c if c.is_whitespace() || c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
        out
    };
    text.lines().take(MOST_LINES).map(tidy).map(|line| plain(&line).unwrap_or(line)).collect()
}

/// A line without what pages put between its parts: the bars of a table, and the escapes of an address with an
/// identifier in it. `None` where there is nothing of that.
fn plain(line: &str) -> Option<String> {
    if line.contains("%3A") && line.to_ascii_uppercase().contains("XGID") {
        return Some(
            line.replace("%3A", ":").replace("%3D", "=").replace("XGID=XGID=", "XGID=").replace("xgid=XGID=", "XGID="),
        );
    }
    // No drawn board has a decimal number between two bars.
    let is_decimal = |cell: &str| {
        let number = cell.trim().trim_start_matches(['+', '-', '−']);
        number.contains('.') && number.trim_end_matches('%').parse::<f32>().is_ok()
    };
    let cells: Vec<&str> = line.trim().strip_prefix('|')?.split('|').map(str::trim).collect();
    let is_table = cells.len() > 2 && cells.iter().any(|cell| is_decimal(cell) || cell.split(' ').all(is_decimal));
    is_table.then(|| cells.join("  ").trim_end().to_owned())
}

/// A text with a position in it: an identifier, a drawn board, or a board in a line.
#[must_use]
pub fn is_position_text(text: &str) -> bool {
    let lines = lines_of(text);
    identifiers(&lines).has_position() || drawing(&lines).0.is_some() || lines.iter().any(|line| is_line_board(line))
}

/// Whether a line is a Position ID and nothing else: in a text a position, alone a command.
#[must_use]
pub fn is_position_id(line: &str) -> bool {
    line.trim().len() == 14 && bare_position_id(&[line.trim().to_owned()]).is_some()
}

/// Reads the position of a text, with the analysis of its decision if there is one.
///
/// # Errors
/// When there is neither an identifier nor a drawn board, or what they describe is no position.
pub fn read_position_text(text: &str, options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let lines = lines_of(text);
    let mut found = identifiers(&lines);
    let (board, boards) = drawing(&lines);
    if !found.has_position() && board.is_none() {
        if let Some(line) = lines.iter().find(|line| is_line_board(line)) {
            return read_line_board(line, options);
        }
        found.setup = bare_position_id(&lines);
    }
    let facts = facts(&lines, board.as_ref());
    let mut remarks = Vec::new();
    let (setup, state) = described(&found, board.as_ref(), &facts, options, &mut remarks)?;
    let variation = Variation::Standard;
    let position = setup.into_position(variation).map_err(|error| FormatError::whole(error.to_string()))?;
    if found.wholes > 1 || boards > 1 {
        remarks.push(format!("the text has {} positions; this is the first one", found.wholes.max(boards)));
    }
    if let Some(board) = board.as_ref().filter(|_| found.has_position())
        && found.wholes <= 1
        && boards == 1
        && board.setup(state.on_roll) != Setup::from(&position)
    {
        remarks.push("the drawn board has the checkers elsewhere; the identifier counts".to_owned());
    }
    let table = State::described(position, &state, variation, true);
    let Some(game) = table.game else {
        return Err(FormatError::whole("the identifier is that of a game that is over"));
    };
    let producer = Producer::of(&lines);
    let names = ByPlayer(facts.names.0.clone().map(Option::unwrap_or_default));
    let mut played = PlayedMatch::of_position(names, table.standing, game);
    let note = analysis(&lines, producer, &position, &state, &facts, &mut remarks);
    remarks.insert(0, told(producer, &note));
    let comment = values::comment(&lines, producer);
    if let Some(open) = played.record.open_mut(0) {
        *open = Note { comment, ..note };
    }
    played.remarks = remarks;
    Ok(played)
}

/// Checkers and state, from the best source that the text has.
fn described(
    found: &Found,
    board: Option<&Drawing>,
    facts: &Facts,
    options: &ReadOptions<'_>,
    remarks: &mut Vec<String>,
) -> Result<(Setup, MatchState), FormatError> {
    if let Some((setup, state)) = found.whole {
        return Ok((setup, state));
    }
    let with_beavers = |mut state: MatchState| {
        if let Terms::Money { beavers, jacoby } = &mut state.terms {
            (*beavers, *jacoby) = (options.beavers, if found.state.is_some() { *jacoby } else { options.jacoby });
        }
        state
    };
    if let (Some(setup), Some(state)) = (found.setup, found.state) {
        return Ok((setup, with_beavers(state)));
    }
    if let Some(board) = board {
        let state = with_beavers(found.state.unwrap_or_else(|| facts.state(board.arrow.unwrap_or(board.view))));
        if found.state.is_none() && facts.on_roll.is_none() && board.arrow.is_none() {
            let name = if state.on_roll == Player::Bottom { "X" } else { "O" };
            remarks.push(format!("the text does not say who is on roll: gammon assumes {name}"));
        }
        return Ok((board.setup(state.on_roll), state));
    }
    if let Some(setup) = found.setup {
        return Ok((setup, with_beavers(facts.state(Player::Bottom))));
    }
    Err(match &found.fault {
        Some((line, fault)) => FormatError::at(*line, fault.clone()),
        None => FormatError::whole("there is no position in this text: expected an XGID, a GNUbg ID or a drawn board"),
    })
}

/// The analysis of the decision that is due.
fn analysis(
    lines: &[String],
    producer: Producer,
    position: &Position,
    state: &MatchState,
    facts: &Facts,
    remarks: &mut Vec<String>,
) -> Note {
    let mut note = Note::default();
    if let Some(roll) = state.dice.filter(|_| !state.doubled) {
        let (plays, left_out) = values::plays(lines, producer, position, roll);
        note.plays = plays.map(Box::new);
        // One remark for a text in which nothing fits.
        remarks.extend(left_out.into_iter().take(3));
    } else if state.dice.is_none() {
        let name = |player: Player| facts.names[player].as_deref();
        note.cube = values::cube(lines, producer, [name(state.on_roll), name(!state.on_roll)]).map(Box::new);
    }
    note
}

/// A sentence about the text that was read.
fn told(producer: Producer, note: &Note) -> String {
    let what = match (&note.plays, &note.cube) {
        (Some(plays), _) if plays.plays.len() == 1 => " with the value of a play".to_owned(),
        (Some(plays), _) => format!(" with the values of {} plays", plays.plays.len()),
        (None, Some(_)) => " with the values of the cube decision".to_owned(),
        (None, None) => return "read from a text".to_owned(),
    };
    format!("read from a text of {}{what}", producer.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Roll;
    use crate::notation::play_text;
    use crate::record::{Game, Method};
    use crate::scoring::Met;

    fn read(text: &str) -> PlayedMatch {
        let met = Met::kazaross_xg2();
        read_position_text(text, &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false })
            .unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    #[test]
    fn a_text_without_a_position_says_so() {
        let met = Met::kazaross_xg2();
        let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
        for text in ["", "hello", "roll\nhint", "set xgid", "1 + 2 = 3"] {
            assert!(!is_position_text(text), "{text}");
            let error = read_position_text(text, &options).expect_err(text);
            assert!(error.to_string().contains("no position"), "{error}");
        }
    }

    #[test]
    fn only_a_board_is_a_position() {
        let text = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n\
             | X           O    |   | O              X |\n | X           O    |   | O              X |\n \
             | X           O    |   | O                |\n | X                |   | O                |\n \
             | X                |   | O                |\n |                  |BAR|                  |\n \
             | O                |   | X                |\n | O                |   | X                |\n \
             | O           X    |   | X                |\n | O           X    |   | X              O |\n \
             | O           X    |   | X              O |\n +12-11-10--9--8--7-------6--5--4--3--2--1-+\n";
        let read = read(text);
        let state = read.record.games()[0].state(1);
        let game = state.game.expect("a game");
        assert_eq!((game.position, game.on_roll), (Variation::Standard.starting_position(), Player::Bottom));
        assert!(read.remarks.iter().any(|remark| remark.contains("who is on roll")), "{:?}", read.remarks);
    }

    /// The sample of this name, one in each language.
    macro_rules! in_four_languages {
        ($what:literal) => {
            [
                include_str!(concat!("../../../../tests/data/formats/text-", $what, "-en.txt")),
                include_str!(concat!("../../../../tests/data/formats/text-", $what, "-de.txt")),
                include_str!(concat!("../../../../tests/data/formats/text-", $what, "-fr.txt")),
                include_str!(concat!("../../../../tests/data/formats/text-", $what, "-ja.txt")),
            ]
        };
    }

    /// The plays of a text with their levels and equities.
    fn plays(played: &PlayedMatch) -> Vec<(String, String, f32)> {
        let plays = played.record.games()[0].open.plays.as_ref().expect("plays");
        let level = |method: &Method| match method {
            Method::Foreign { level, .. } => level.clone(),
            other => format!("{other:?}"),
        };
        plays.plays.iter().map(|it| (play_text(&it.play), level(&it.method), it.numbers.cubeful)).collect()
    }

    fn list(plays: &[(&str, &str, f32)]) -> Vec<(String, String, f32)> {
        plays.iter().map(|&(play, level, equity)| (play.to_owned(), level.to_owned(), equity)).collect()
    }

    fn outputs_of(played: &PlayedMatch, play: usize) -> [f32; 5] {
        played.record.games()[0].open.plays.as_ref().expect("plays").plays[play].numbers.outputs
    }

    fn game(played: &PlayedMatch) -> Game {
        played.record.games()[0].state(1).game.expect("a game")
    }

    fn is_near(one: &[f32], other: &[f32]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-4)
    }

    #[test]
    fn plays_of_extreme_gammon_keep_their_order_and_levels() {
        for text in in_four_languages!("xg-play") {
            let read = read(text);
            assert_eq!(read.names.0, ["Bob", "Alice"], "{text}");
            assert_eq!((game(&read).dice, game(&read).cube.value), (Roll::new(2, 1).ok(), 2), "{text}");
            // The third has a higher equity than the second, from fewer plies.
            let expected =
                [("19/18 14/12", "XG 4-ply", -0.491), ("19/18 3/1", "XG 4-ply", -0.556), ("14/11", "XG 3-ply", -0.54)];
            assert_eq!(plays(&read), list(&expected), "{text}");
            assert!(is_near(&outputs_of(&read, 1), &[0.2219, 0.0, 0.0, 0.3524, 0.0012]), "{text}");
            assert_eq!(read.remarks, ["read from a text of eXtreme Gammon with the values of 3 plays"], "{text}");
        }
    }

    #[test]
    fn plays_of_bgblitz_and_gnu_backgammon() {
        for text in in_four_languages!("bgblitz-play") {
            let read = read(text);
            let expected = [("19/18 14/12", "BGBlitz", -0.492), ("19/18 3/1", "BGBlitz", -0.545)];
            assert_eq!(plays(&read), list(&expected), "{text}");
            assert!(is_near(&outputs_of(&read, 0), &[0.254, 0.0, 0.0, 0.338, 0.004]), "{text}");
            assert!(!read.names.0[0].is_empty() && !read.names.0[0].contains("52"), "{:?}", read.names);
        }
        for text in in_four_languages!("gnubg-play") {
            let read = read(text);
            let expected =
                [("8/5 6/5", "GNU 0-ply", -0.016), ("8/4*", "GNU 0-ply", -0.232), ("24/23 24/21", "GNU 0-ply", -0.244)];
            assert_eq!(plays(&read), list(&expected), "{text}");
            assert!(is_near(&outputs_of(&read, 0), &[0.503, 0.14, 0.006, 0.135, 0.006]), "{text}");
            assert_eq!(read.names.0, ["Ben", "Ann"], "{text}");
        }
    }

    #[test]
    fn cube_decisions_in_four_languages() {
        for (texts, level, equities, outputs) in [
            (in_four_languages!("xg-cube"), "XG Roller++", [0.797, 0.852], [0.6621, 0.1841, 0.0072, 0.1096, 0.0023]),
            (in_four_languages!("bgblitz-cube"), "BGBlitz", [0.685, 0.76], [0.659, 0.153, 0.002, 0.093, 0.002]),
            (in_four_languages!("gnubg-cube"), "GNU 2-ply", [0.965, 1.583], [0.539, 0.193, 0.005, 0.132, 0.005]),
        ] {
            for text in texts {
                let read = read(text);
                let cube = read.record.games()[0].open.cube.as_ref().unwrap_or_else(|| panic!("no cube in\n{text}"));
                assert_eq!(cube.method, Method::foreign(level), "{text}");
                assert!(is_near(&[cube.no_double.cubeful, cube.take.cubeful], &equities), "{cube:?}\n{text}");
                assert!(is_near(&cube.no_double.outputs, &outputs), "{cube:?}\n{text}");
                assert_eq!(game(&read).dice, None, "{text}");
            }
        }
    }

    /// A damaged number that no decision can have costs its candidate: no file could keep it.
    #[test]
    fn numbers_that_no_decision_has_are_left_out() {
        let text = include_str!("../../../../tests/data/formats/text-gammon-play.txt");
        let damaged = read(&text.replace("-0.109", "-42949672960.109"));
        assert_eq!(plays(&damaged).len(), 2, "{:?}", plays(&damaged));
    }

    #[test]
    fn texts_of_gammon_itself() {
        let play = read(include_str!("../../../../tests/data/formats/text-gammon-play.txt"));
        let expected = [
            ("8/5 6/5", "gammon 0-ply", 0.166),
            ("24/23 13/10", "gammon 0-ply", -0.1),
            ("13/10 6/5", "gammon 0-ply", -0.109),
        ];
        assert_eq!(plays(&play), list(&expected));
        assert!(is_near(&outputs_of(&play, 2), &[0.497, 0.143, 0.006, 0.143, 0.009]));
        let read = read(include_str!("../../../../tests/data/formats/text-gammon-cube.txt"));
        let cube = read.record.games()[0].open.cube.as_ref().expect("a cube decision");
        assert_eq!(cube.method, Method::foreign("gammon 2-ply"));
        assert!(is_near(
            &[cube.no_double.cubeful, cube.take.cubeful, cube.no_double.outputs[3]],
            &[0.329, 0.22, 0.126]
        ));
    }

    #[test]
    fn a_post_with_a_rollout_and_a_board_of_fibs() {
        let post = read(include_str!("../../../../tests/data/formats/text-xg-rollout.txt"));
        let expected = [("8/5 6/5", "XG rollout", 0.159), ("24/23 13/10", "XG Roller++", -0.009)];
        assert_eq!(plays(&post), list(&expected));
        let first = &post.record.games()[0].open.plays.as_ref().expect("plays").plays[0];
        assert!(matches!(first.method, Method::Foreign { trials: 1296, .. }), "{:?}", first.method);
        assert!((first.errors.expect("an error").cubeful - 0.004 / 1.96).abs() < 1e-6);
        let board = read(include_str!("../../../../tests/data/formats/text-fibs-board.txt"));
        let game = game(&board);
        assert_eq!(game.position, Variation::Standard.starting_position());
        assert_eq!((game.on_roll, game.dice), (Player::Top, Roll::new(6, 1).ok()));
        assert_eq!(board.names.0, ["Ann", "Ben"]);
        assert_eq!(board.record.state().standing.points().0, [1, 2]);
        assert_eq!(board.record.state().standing.length(), 5);
    }
}
