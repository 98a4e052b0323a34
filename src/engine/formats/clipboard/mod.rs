//! Positions as text: what eXtreme Gammon, BGBlitz, GNU Backgammon and gammon put on the clipboard, in English, German,
//! French and Japanese; boards drawn in characters; identifiers with whatever stands around them.
//!
//! An identifier counts before the drawing, the drawing before what is said around it. A text of several positions is
//! read as its first one. Candidates and tables of cube decisions become the analysis of the decision that is due,
//! under the levels of the program that wrote them.

mod agreement;
mod board;
mod facts;
mod identifier;
mod line_board;
mod numbers;
mod values;
mod words;

use super::judged::letter;
use super::markup::without_tags;
use super::played::{FormatError, PlayedMatch, ReadOptions};
use crate::board::{ByPlayer, Player, Position, Setup, Variation};
use crate::notation::MatchState;
use crate::record::{Note, State};
use crate::scoring::Terms;
use crate::words::counted;
use agreement::{contradictions, doubts_of_drawing, other_decision, other_identifiers};
use board::{Drawn, drawing};
use facts::{Facts, facts};
use identifier::{Found, bare_position_id, identifiers};
use line_board::{LineBoard, read_line_board};
use std::borrow::Cow;
use values::Producer;

/// Lines and letters of a line that are looked at: a text of one position has some hundred lines, a page some thousand
/// letters in one of them.
const MOST_LINES: usize = 5_000;
const LONGEST_LINE: usize = 10_000;

/// A text in lines of reasonable length, without the tags of a page, with blanks for tabs.
fn lines_of(text: &str) -> Vec<String> {
    let text = without_tags(text).map_or(Cow::Borrowed(text), Cow::Owned);
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

/// A text that is meant to have a position in it: an identifier, a drawn board, or a board in a line. Its reader says
/// what is wrong with a damaged one.
pub fn is_position_text(text: &str) -> bool {
    let lines = lines_of(text);
    let found = identifiers(&lines);
    // The reader of commands knows better what is wrong behind `set`.
    let is_set = |line: &str| line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("set"));
    found.has_position()
        || found.faults.iter().any(|(number, _)| !is_set(&lines[number - 1]))
        || drawing(&lines).count > 0
        || lines.iter().any(|line| LineBoard::is_in(line))
}

/// Whether a line is a Position ID and nothing else: in a text a position, alone a command.
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
    let drawn = drawing(&lines);
    if !found.has_position() && drawn.board.is_none() {
        if let Some((line, number)) = lines.iter().zip(1..).find(|(line, _)| LineBoard::is_in(line)) {
            return read_line_board(line, number, options);
        }
        found.setup = bare_position_id(&lines);
    }
    // What stands beside a second board is about that one.
    let mut facts = facts(&lines[..drawn.second.unwrap_or(lines.len())], drawn.board.as_ref());
    // Other identifiers tell nothing of beavers.
    facts.rules = facts.rules.filter(|_| found.whole.is_some());
    let mut remarks = Vec::new();
    let (setup, state) = described(&found, &drawn, &facts, options, &mut remarks)?;
    let variation = Variation::Standard;
    let position = setup.into_position(variation).map_err(|error| FormatError::whole(error.to_string()))?;
    let faults = found.faults.iter().chain(&drawn.fault);
    remarks.extend(faults.map(|(line, fault)| format!("line {line}: {fault}; it is passed over")));
    if found.wholes > 1 || drawn.count > 1 {
        remarks.push(format!(
            "the text has {}; this is the first one",
            counted(found.wholes.max(drawn.count), "position")
        ));
    } else if found.has_position() {
        remarks.extend(contradictions(&position, &state, drawn.board.as_ref(), &facts));
    }
    let table = State::described(position, &state, variation, true);
    let producer = Producer::of(&lines);
    let names = ByPlayer(facts.names.0.clone().map(Option::unwrap_or_default));
    let note = analysis(&lines, producer, &position, &state, &facts, &mut remarks);
    remarks.insert(0, told(producer, &note));
    let comment = values::comment(&lines);
    let mut played = PlayedMatch::of_table(names, table)?;
    if let Some(open) = played.record.open_mut(0) {
        *open = Note { comment, ..note };
    }
    remarks.append(&mut played.remarks);
    played.remarks = remarks;
    Ok(played)
}

/// Checkers and state, from the best source that the text has.
fn described(
    found: &Found,
    drawn: &Drawn,
    facts: &Facts,
    options: &ReadOptions<'_>,
    remarks: &mut Vec<String>,
) -> Result<(Setup, MatchState), FormatError> {
    if let Some(whole) = found.whole {
        if found.wholes == 1 {
            remarks.extend(other_identifiers(&whole, found.setup, found.state));
        }
        return Ok(whole);
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
    let Some(board) = &drawn.board else {
        return match (found.setup, found.faults.first().or(drawn.fault.as_ref())) {
            (Some(setup), _) => {
                let (state, unclear) = facts.state(Player::Bottom);
                if facts.length.is_none() && unclear.is_empty() {
                    remarks.push("the text says nothing of the score: a money game is assumed".to_owned());
                }
                remarks.extend(unclear);
                Ok((setup, with_beavers(state)))
            }
            (None, Some((line, fault))) => Err(FormatError::at(*line, fault.clone())),
            (None, None) => {
                let expected = "expected an XGID, a GNUbg ID or a drawn board";
                Err(FormatError::whole(format!("there is no position in this text: {expected}")))
            }
        };
    };
    let mut view = board.arrow.unwrap_or(board.view);
    // A Position ID is seen by the player on roll.
    let is_seen_by = |player: Player| found.setup == Some(board.setup(player));
    let is_named = found.state.is_some() || facts.on_roll.is_some() || board.arrow.is_some();
    if !is_named && is_seen_by(!view) {
        view = !view;
    } else if !is_named && !is_seen_by(view) {
        let name = letter(view);
        remarks.push(format!("the text does not say who is on roll: gammon assumes {name}"));
    }
    let state = found.state.unwrap_or_else(|| {
        let (state, unclear) = facts.state(view);
        remarks.extend(unclear);
        state
    });
    let state = with_beavers(state);
    if let Some(setup) = found.setup {
        return Ok((setup, state));
    }
    let setup = board.setup(state.on_roll);
    if let Ok(position) = setup.into_position(Variation::Standard) {
        remarks.extend(doubts_of_drawing(&position, state.on_roll, board, facts));
    }
    Ok((setup, state))
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
    }
    let name = |player: Player| facts.names[player].as_deref();
    let cube = values::cube(lines, producer, [name(state.on_roll), name(!state.on_roll)]).map(Box::new);
    if note.plays.is_none() || state.resignation.is_some() {
        remarks.extend(other_decision(state, cube.is_some(), values::has_plays(lines)));
    }
    note.cube = cube.filter(|_| state.dice.is_none());
    note
}

/// A sentence about the text that was read.
fn told(producer: Producer, note: &Note) -> String {
    let what = match (&note.plays, &note.cube) {
        (Some(plays), _) if plays.plays.len() == 1 => " with the value of a play".to_owned(),
        (Some(plays), _) => format!(" with the values of {}", counted(plays.plays.len(), "play")),
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

    /// Without a word on who is on roll, a Position ID beside the board says it: it is seen by that player.
    #[test]
    fn a_position_id_tells_who_is_on_roll() {
        let board = |low: &str, high: &str| {
            format!(
                " {low}\n\
                 | X           O    |   | O              X |\n | X           O    |   | O              X |\n \
                 | X           O    |   | O                |\n | X                |   | O                |\n \
                 | X                |   | O                |\n |                  |BAR|                  |\n \
                 | O                |   |                  |\n | O                |   | X                |\n \
                 | O           X    |   | X                |\n | O           X    |   | X              O |\n \
                 | O           X    |   | X X            O |\n {high}\n"
            )
        };
        let high = "+13-14-15-16-17-18------19-20-21-22-23-24-+";
        let low = "+12-11-10--9--8--7-------6--5--4--3--2--1-+";
        let drawn = board(high, low);
        let lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
        let drawing = board::drawing(&lines).board.expect("a board");
        for player in Player::BOTH {
            let position = drawing.setup(player).into_position(Variation::Standard).expect("checkers");
            let id = crate::notation::position_id(&position);
            let read = read(&format!("{drawn}Position ID: {id}\n"));
            let game = read.record.games()[0].state(1).game.expect("a game");
            assert_eq!((game.on_roll, game.position), (player, position), "{id}: {:?}", read.remarks);
            assert!(!read.remarks.iter().any(|remark| remark.contains("who is on roll")), "{:?}", read.remarks);
        }
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
            assert_eq!((game(&read).dice, game(&read).cube.value()), (Roll::new(2, 1).ok(), 2), "{text}");
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

    fn try_read(text: &str) -> Result<PlayedMatch, FormatError> {
        read_position_text(text, &ReadOptions::default())
    }

    /// Remarks beside the sentence about what was read.
    fn remarks(text: &str) -> Vec<String> {
        let mut all = read(text).remarks;
        all.remove(0);
        all
    }

    const PLACES: &str = "-b----E-C---eE---c-e----B-";

    #[test]
    fn identifiers_of_another_length_are_refused_with_the_reason() {
        for (text, words) in [
            (format!("XGID={PLACES}-:0:0:1:00:0:0:0:0:10"), "has 26 characters, this has 27"),
            (format!("(XGID=-{PLACES}:0:0:1:00:0:0:0:0:10)"), "has 26 characters, this has 27"),
            (format!("Ann: {}:0:0:1:00:0:0:0:0:10", &PLACES[1..]), "has 26 characters, this has 25"),
            (format!("XGID={PLACES}:0:0:1:00:0"), "is missing"),
            ("GNUBg ID : 4HPwATDgc/ABM:cImlABAAEAAE".to_owned(), "has 14 characters, this has 13"),
            ("Position ID: 4HPwATDgc/ABMAA".to_owned(), "has 14 characters, this has 15"),
            ("board:You:Ann:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6".to_owned(), "FIBS"),
        ] {
            let error = try_read(&text).expect_err(&text).to_string();
            assert!(is_position_text(&text) && error.contains(words), "{text}: {error}");
        }
        // Where one of two is whole, a remark tells of the other.
        for text in ["GNUBg ID : 4HPwATDgc/ABMA:cImlABAAEAA", "Position ID: 4HPwATDgc/ABMA Match ID: cImlABAA-EAAE"] {
            assert!(remarks(text).iter().any(|remark| remark.contains("the Match ID")), "{text}: {:?}", remarks(text));
        }
        // The reader of commands tells what is wrong behind `set`.
        assert!(!is_position_text(&format!("set xgid XGID={PLACES}-:0:0:1:00:0:0:0:0:10")));
    }

    #[test]
    fn pages_of_gnu_backgammon_are_read_by_their_identifiers() {
        let cell = |text: &str| format!("<td><img src=\"b.png\" alt=\"{text}\"/></td>");
        let row = |cells: &[&str]| format!("<tr>{}</tr>\n", cells.iter().map(|text| cell(text)).collect::<String>());
        let page = [
            "<!DOCTYPE html><html><head><title>a &amp; b</title></head><body><p>From the evening.</p><table>\n",
            &row(&["+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+"]),
            &row(&["|", "5X", "&nbsp;'", "3O", "|&nbsp;&nbsp;&nbsp;|", "5O", "2X", "|"]).repeat(3),
            &row(&["|", "5O", "&nbsp;'", "3X", "|&nbsp;&nbsp;&nbsp;|", "5X", "2O", "|"]).repeat(3),
            &row(&["+-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+"]),
            "</table><p>Position ID: <tt>4HPwATDgc/ABMA</tt> Match ID: <tt>cAnlAAAAAAAE</tt></p></body></html>",
        ];
        let page = page.concat();
        assert!(is_position_text(&page));
        let read = read(&page);
        assert_eq!(game(&read).position, Variation::Standard.starting_position(), "{:?}", read.remarks);
        assert_eq!(read.record.games()[0].open.comment, "From the evening.");
        // Without the identifiers there is nothing.
        let pictures = page.replace("<tt>4HPwATDgc/ABMA</tt>", "").replace("<tt>cAnlAAAAAAAE</tt>", "");
        assert!(!is_position_text(&pictures) && try_read(&pictures).is_err());
    }

    #[test]
    fn limits_that_make_no_sense_are_none() {
        let with = |fields: &str| format!("XGID={PLACES}:{fields}");
        for (fields, limit, is_told) in [
            ("0:0:1:00:0:0:0:7:0", 10, false),
            ("0:0:1:00:0:0:0:7:10", 10, false),
            ("0:0:1:00:0:0:0:7:3", 3, false),
            ("0:0:1:00:0:0:0:7:1", 10, true),
            ("2:1:1:00:0:0:0:0:1", 10, true),
            ("0:0:1:00:0:0:0:0:1", 1, true),
            ("0:0:1:00:0:0:0:0:6", 6, false),
            ("0:1:1:00:0:0:0:0:10", 10, true),
            ("1:0:1:00:0:0:0:7:10", 10, true),
            ("0:0:1:00:2:3:1:7:10", 10, true),
            ("0:0:1:00:6:3:1:7:10", 10, false),
        ] {
            let text = with(fields);
            assert_eq!(game(&read(&text)).cube_limit, limit, "{fields}");
            assert_eq!(!remarks(&text).is_empty(), is_told, "{fields}: {:?}", remarks(&text));
        }
        let gone = "XGID=-b----E-C---e----c-e------:0:0:1:00:0:0:0:0:10".replace(['E', 'C'], "-");
        assert!(try_read(&gone).is_err_and(|error| error.to_string().contains("X has no checker")));
    }

    #[test]
    fn what_does_not_agree_is_told() {
        let text = include_str!("../../../../tests/data/formats/text-xg-play-en.txt");
        assert_eq!(remarks(text), Vec::<String>::new());
        for (from, to, words) in [
            (":21:3:6:0:7:10", ":31:3:6:0:7:10", "dice"),
            (":21:3:6:0:7:10", ":21:4:6:0:7:10", "points of X"),
            (":21:3:6:0:7:10", ":21:3:6:0:9:10", "match length"),
            (":1:-1:1:21", ":2:-1:1:21", "cube"),
            ("-B-CBBB---a---A", "-B-CBBB--a----A", "elsewhere"),
            ("X: 111", "X: 112", "112 pips"),
            ("XGID=-B", "XGID=-BB", "has 26 characters, this has 27"),
        ] {
            let damaged = text.replacen(from, to, 1);
            assert_ne!(damaged, text);
            assert!(remarks(&damaged).iter().any(|remark| remark.contains(words)), "{to}: {:?}", remarks(&damaged));
        }
    }

    #[test]
    fn boards_stand_in_columns_and_are_counted() {
        let board = |rows: [&str; 11]| {
            let high = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n";
            let low = "\n +12-11-10--9--8--7-------6--5--4--3--2--1-+\n  X: Ann            [ 25]         points: 4/7";
            format!("  O: Bob            [ 39]         points: 2/7\n{high}{}{low}", rows.join("\n"))
        };
        let rows = [
            " |                  |   | O  O  O  O     O |",
            " |                  |   | O     O          |",
            " |  X Rolled 11     |   | O     O          |",
            " |                  |   |                  |",
            " |                  |   |                  |",
            "v|                  |BAR|                  |",
            " |                  |   |                  |",
            " |                  |   |                  |",
            " |                  |   |                  |",
            " |                  |   |       X  X  X  X |",
            " |                  |   |    X  X  X  X  X |",
        ];
        let read = read(&board(rows));
        let state = read.record.games()[0].state(1);
        assert_eq!((state.standing.length(), state.standing.points().0), (7, [2, 4]), "{:?}", read.remarks);
        assert_eq!((read.names.0.clone(), game(&read).dice), (["Bob", "Ann"].map(str::to_owned), Roll::new(1, 1).ok()));
        // 39 pips of Bob and 25 of Ann say that the others are off.
        assert_eq!(read.remarks.len(), 1, "{:?}", read.remarks);
        let mut hole = rows;
        hole[10] = " |                  |   |    X     X  X  X |";
        assert!(try_read(&board(hole)).is_err_and(|error| error.to_string().contains("point 4 do not stand")));
        let mut fewer = rows;
        fewer[9] = " |                  |   |       X  X  X    |";
        assert!(remarks(&board(fewer)).len() > 1);
        let unclear = board(rows).replace("points: 4/7", "needs 3 points").replace("points: 2/7", "");
        assert!(
            remarks(&unclear).iter().any(|remark| remark.contains("not understood as a score")),
            "{:?}",
            remarks(&unclear)
        );
    }

    #[test]
    fn words_of_people_are_kept() {
        let text = include_str!("../../../../tests/data/formats/text-xg-play-en.txt");
        let comment = |text: &str| read(text).record.games()[0].open.comment.clone();
        for what in ["xg", "bgblitz", "gnubg"] {
            for kind in ["play", "cube"] {
                for language in ["en", "de", "fr", "ja"] {
                    let name = format!(
                        "{}/../../tests/data/formats/text-{what}-{kind}-{language}.txt",
                        env!("CARGO_MANIFEST_DIR")
                    );
                    let text = std::fs::read_to_string(&name).expect("a sample");
                    assert_eq!(comment(&text), "", "{name}");
                }
            }
        }
        let noted = text.replace("\n\neXtreme Gammon", "\n\nRun!\n\neXtreme Gammon");
        assert_eq!(comment(&noted), "Run!");
        let post = format!("> Hello all,\n> I would run with both of them.\n\n{text}\nWhat do you think of it?\n");
        assert_eq!(comment(&post), "Hello all,\nI would run with both of them.\n\nWhat do you think of it?");
    }
}
