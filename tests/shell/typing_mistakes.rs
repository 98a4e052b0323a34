//! Lines that are not quite commands: understood, or answered with what was probably meant.

use crate::support::commands;

use commands::{run, run_all};
use gammon::board::Player;
use gammon::command::{Command, CommandError, commands as read, parse};
use gammon::session::Session;

const CASES: &str = include_str!("../data/typing-mistakes.txt");

/// The text of an error without its suggestion, in one line.
fn said(error: &CommandError) -> String {
    format!("{error}; expected {}", error.expected.join(", "))
}

/// The command of a line as the prompt understands it.
fn understood(line: &str) -> Result<Command, CommandError> {
    let mut all = read(line);
    let first = all.next().unwrap_or_else(|| panic!("{line}: nothing to do")).command;
    match all.next() {
        None => first,
        Some(_) => parse(line),
    }
}

/// What is wrong with the answer to a line, if anything is.
fn fault(line: &str, wanted: &str) -> Option<String> {
    let answer = understood(line);
    let (how, text) = wanted.split_at(2);
    let is_wanted = match (how, &answer) {
        ("= ", Ok(command)) => command.to_string() == text,
        ("? ", Err(error)) => error.suggestion.as_deref() == Some(text),
        ("! ", Err(error)) => said(error).contains(text),
        _ => false,
    };
    let got = match answer {
        Ok(command) => format!("= {command}"),
        Err(error) => format!("? {}; {}", error.suggestion.clone().unwrap_or_default(), said(&error)),
    };
    (!is_wanted).then(|| format!("{line}\n    wanted {wanted}\n    got    {got}"))
}

#[test]
fn typing_mistakes_get_the_wanted_answer() {
    let cases: Vec<_> = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    assert!(cases.len() >= 168, "only {} cases", cases.len());
    let split = |case: &'static str| case.rsplit_once(" => ").unwrap_or_else(|| panic!("no => in {case}"));
    let faults: Vec<_> =
        cases.iter().map(|case| split(case)).filter_map(|(line, wanted)| fault(line, wanted)).collect();
    assert!(faults.is_empty(), "{} of {} answers:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

/// Whole commands are suggested only where they parse: pasted back they do something.
#[test]
fn whole_suggestions_are_commands() {
    for case in CASES.lines().filter(|line| !line.starts_with("# ")) {
        let Some((_, wanted)) = case.rsplit_once(" => ? ") else { continue };
        let whole = wanted.contains(' ');
        assert!(!whole || parse(wanted).is_ok(), "{wanted} is no command");
    }
}

#[test]
fn players_go_by_the_signs_of_the_board_and_by_the_name_of_the_program() {
    let mut session = Session::new();
    run_all(&mut session, &["set board 4HPwATDgc/ABMA"]);
    for (name, player) in [
        ("x", Player::Bottom),
        ("O", Player::Top),
        ("X", Player::Bottom),
        ("gnubg", Player::Top),
        ("user", Player::Bottom),
    ] {
        run_all(&mut session, &[&format!("set turn {name}")]);
        assert_eq!(session.game().expect("a game").on_roll, player, "{name}");
    }
    // A player with that name is meant.
    run_all(&mut session, &["set player 0 name X", "set turn x"]);
    assert_eq!(session.game().expect("a game").on_roll, Player::Top);
    assert!(!Session::new().settings().names.0.contains(&"gammon".to_owned()), "no word of the game");
}

#[test]
fn a_session_says_what_was_meant() {
    let suggestion = |session: &mut Session, line| run(session, line).expect_err(line).suggestion;
    let mut session = Session::new();
    run_all(&mut session, &["set board 4HPwATDgc/ABMA", "set dice 31"]);
    assert_eq!(suggestion(&mut session, "3 1").as_deref(), Some("set dice 31"));
    assert_eq!(suggestion(&mut session, "8/3"), None);
    run_all(&mut session, &["new match 1", "set board 4HPwATDgc/ABMA", "resign single", "accept"]);
    for line in ["roll", "8/5 6/5", "hint"] {
        assert_eq!(suggestion(&mut session, line).as_deref(), Some("new match"), "{line}");
    }
}

#[test]
fn a_pasted_identifier_sets_the_position() {
    let mut session = Session::new();
    run_all(&mut session, &["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"]);
    let game = *session.game().expect("a game");
    assert_eq!(game.dice.map(|dice| dice.to_string()).as_deref(), Some("31"));
    run_all(&mut session, &["4HPwATDgc/ABMA"]);
    assert_eq!(session.game().expect("a game").position, gammon::board::Variation::Standard.starting_position());
}
