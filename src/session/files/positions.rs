//! Files of decisions, one a line: what `rollout file`, `eval file`, `hint file` and farms read.
//!
//! A line of text holds a Position ID, `PositionID:MatchID` or XGID; behind it, if that is not the usual, what is
//! rolled out (`cube`, `position`, `plays 8/5 6/5, 24/20`); before or behind them a name, also behind a `#`. A line
//! `set …` changes a setting for the lines below it. A line that is a JSON object has the same as `position`,
//! `rollout`, `name` and `set`, a list of settings for this line alone. Empty lines and comments are skipped.

use crate::command::{Command, RolloutCommand, Set, parse};
use crate::session::SessionError;
use crate::session::error::refused;
use serde::Deserialize;

/// A decision of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The number in the file.
    pub number: usize,
    /// The content of the line, without its name and comments: by it results are matched.
    pub input: String,
    /// The position.
    pub position: String,
    /// The rollout of it.
    pub what: RolloutCommand,
    /// The name.
    pub name: Option<String>,
    /// The settings that come before it, for it and those below.
    pub before: Vec<Command>,
    /// The settings of this line alone.
    pub own: Vec<Command>,
}

/// A line as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    position: String,
    #[serde(default)]
    rollout: String,
    name: Option<String>,
    #[serde(default)]
    set: Vec<String>,
}

/// The decisions of a text.
///
/// # Errors
/// The number of the first line that is none, and why.
pub fn lines(text: &str) -> Result<Vec<Line>, (usize, SessionError)> {
    let mut lines = Vec::new();
    let mut before = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.starts_with('{') {
            let found = object(number, line, std::mem::take(&mut before)).map_err(|error| (number, error))?;
            lines.push(found);
        } else if line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("set")) {
            let body = line.split_once('#').map_or(line, |(body, _)| body);
            before.push(setting(body.trim()).map_err(|error| (number, error))?);
        } else {
            let (position, what, name) = parts(line);
            if position.is_empty() {
                continue;
            }
            let input = what.map_or_else(|| position.to_owned(), |what| format!("{position} {what}"));
            let what = what_of(what.unwrap_or_default()).map_err(|error| (number, error))?;
            let (position, before) = (position.to_owned(), std::mem::take(&mut before));
            lines.push(Line { number, input, position, what, name, before, own: Vec::new() });
        }
    }
    Ok(lines)
}

/// The rollout in the words that stand behind `rollout`.
fn what_of(words: &str) -> Result<RolloutCommand, SessionError> {
    match parse(&format!("rollout {words}")).map_err(refused)? {
        Command::Rollout(
            what @ (RolloutCommand::Default
            | RolloutCommand::Position
            | RolloutCommand::Plays(_)
            | RolloutCommand::Cube),
        ) => Ok(what),
        _ => Err(SessionError::new(format!("`{words}` cannot be rolled out of a file")).with_expected([
            "cube",
            "position",
            "plays 8/5 6/5, 24/20",
        ])),
    }
}

/// A setting, with or without `set` before it.
fn setting(line: &str) -> Result<Command, SessionError> {
    let is_whole = line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("set"));
    let whole = if is_whole { line.to_owned() } else { format!("set {line}") };
    let command = parse(&whole).map_err(refused)?;
    let words = command.to_string();
    let is_of_results = matches!(command, Command::Set(Set::Setting(_)))
        && ["set rollout ", "set evaluation ", "set cubeefficiency "].iter().any(|head| words.starts_with(head));
    if is_of_results {
        return Ok(command);
    }
    Err(SessionError::new(format!("`{line}` is not a setting of rollouts or evaluations"))
        .with_suggestion("set rollout trials 1296"))
}

fn object(number: usize, line: &str, before: Vec<Command>) -> Result<Line, SessionError> {
    let object: Object = serde_json::from_str(line).map_err(refused)?;
    let own = object.set.iter().map(|line| setting(line)).collect::<Result<Vec<_>, _>>()?;
    let what = what_of(object.rollout.trim().trim_start_matches("rollout").trim())?;
    set_up(&object.position)?;
    let (position, name) = (object.position, object.name);
    Ok(Line { number, input: line.to_owned(), position, what, name, before, own })
}

/// The command that sets a position up, which an identifier alone is, too.
pub(in crate::session) fn set_up(position: &str) -> Result<Command, SessionError> {
    match parse(position).map_err(refused)? {
        command @ Command::Set(Set::Board(_) | Set::GnubgId(_) | Set::Xgid(_)) => Ok(command),
        _ => Err(SessionError::new(format!("`{position}` is not a position")).with_expected([
            "a Position ID",
            "PositionID:MatchID",
            "XGID=...",
        ])),
    }
}

/// An identifier of a position has 14 characters, with `=` signs left out perhaps fewer.
const SHORTEST: usize = 12;

/// The position of a line, what is rolled out of it, and its name if it has one.
fn parts(line: &str) -> (&str, Option<&str>, Option<String>) {
    let (body, comment) = line.split_once('#').unwrap_or((line, ""));
    let (body, comment) = (body.trim(), comment.trim());
    let said = |text: &str| {
        let text = text.trim_matches(|c: char| c.is_whitespace() || ":;,-".contains(c));
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!name.is_empty()).then_some(name)
    };
    let words = body.split_whitespace().count();
    // An identifier is one word; what is written otherwise (`simple` and numbers) is the whole line.
    let mut all = body.split_whitespace().map(|word| word.trim_matches([',', ';']));
    // Nothing shorter is one, and parsing what is none looks for what is near: a millisecond a line.
    let found = all.find(|word| word.len() >= SHORTEST && set_up(word).is_ok());
    let Some(position) = found.filter(|_| words > 1) else { return (body, None, said(comment)) };
    let at = body.find(position).unwrap_or_default();
    let (before, behind) = (&body[..at], body[at + position.len()..].trim_start_matches([',', ';']).trim());
    let word = behind.split_whitespace().next().unwrap_or_default();
    let (what, behind) = match word.to_ascii_lowercase().as_str() {
        "plays" | "moves" => (Some(behind), ""),
        "cube" | "position" => (Some(word), &behind[word.len()..]),
        _ => (None, behind),
    };
    (position, what, said(&format!("{before} {behind}")).or_else(|| said(comment)))
}

/// A fault of a line.
pub(in crate::session) fn at(file: &str, line: usize, error: SessionError) -> SessionError {
    SessionError { message: format!("{file}:{line}: {}", error.message), ..error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::PlaysArg;

    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    fn one(text: &str) -> Line {
        let mut found = lines(text).unwrap_or_else(|(n, error)| panic!("{n}: {}", error.message));
        assert_eq!(found.len(), 1, "{text}");
        found.remove(0)
    }

    #[test]
    fn positions_are_found_among_comments() {
        let text = format!("# openings\n4HPwATDgc/ABMA # start\n\n{XGID}\n");
        let found = lines(&text).expect("two positions");
        assert_eq!((found[0].number, found[0].position.as_str(), found.len()), (2, "4HPwATDgc/ABMA", 2));
        assert_eq!((found[0].name.as_deref(), &found[0].what), (Some("start"), &RolloutCommand::Default));
        assert!(lines("\n# nothing\n").expect("none").is_empty());
        assert_eq!(one("opening 4HPwATDgc/ABMA:cAkAAAAAAAAA").position, "4HPwATDgc/ABMA:cAkAAAAAAAAA");
    }

    #[test]
    fn positions_may_have_names() {
        for (line, name) in [
            (XGID.to_string(), None),
            (format!("a blitz: {XGID}"), Some("a blitz")),
            (format!("{XGID}  a   blitz"), Some("a blitz")),
            (format!("12. {XGID} # ignored"), Some("12.")),
            (format!("{XGID} # a blitz"), Some("a blitz")),
        ] {
            let found = one(&line);
            assert_eq!((found.position.as_str(), found.name.as_deref()), (XGID, name), "{line}");
            assert_eq!(found.input, XGID, "{line}");
        }
    }

    #[test]
    fn a_line_says_what_is_rolled_out() {
        let cube = one(&format!("a blitz: {XGID} cube"));
        assert_eq!((cube.what, cube.name.as_deref()), (RolloutCommand::Cube, Some("a blitz")));
        assert_eq!(cube.input, format!("{XGID} cube"));
        let named = one(&format!("{XGID} Cube after the dance # ignored"));
        assert_eq!((named.what, named.name.as_deref()), (RolloutCommand::Cube, Some("after the dance")));
        let plays = one(&format!("{XGID} plays 8/5 6/5, 24/20 # an opening"));
        assert!(matches!(&plays.what, RolloutCommand::Plays(PlaysArg::Named(plays)) if plays.len() == 2), "{plays:?}");
        assert_eq!(plays.name.as_deref(), Some("an opening"));
        let (n, error) = lines(&format!("\n{XGID} plays x/y\n")).expect_err("no play");
        assert_eq!(n, 2, "{}", error.message);
    }

    #[test]
    fn settings_stand_on_lines_of_their_own() {
        let text = format!("{XGID}\nset rollout trials 72\nset rollout seed 5 # of its own\n{XGID}\n{XGID} cube\n");
        let found = lines(&text).expect("three positions");
        assert_eq!(found.iter().map(|line| line.before.len()).collect::<Vec<_>>(), [0, 2, 0]);
        assert!(lines("set dice 31\n").is_err() && lines("set rollout trials many\n").is_err());
    }

    #[test]
    fn lines_may_be_json() {
        let line = format!(
            r#"{{"position":"{XGID}","rollout":"plays 8/5 6/5","name":"an opening","set":["rollout trials 36"]}}"#
        );
        let found = one(&line);
        assert_eq!((found.position.as_str(), found.name.as_deref(), found.own.len()), (XGID, Some("an opening"), 1));
        assert!(matches!(found.what, RolloutCommand::Plays(_)) && found.input == line);
        for (wrong, fault) in [
            (r#"{"position":"nonsense"}"#, "nonsense"),
            (r#"{"position":"4HPwATDgc/ABMA","rollout":"saved"}"#, "saved"),
            (r#"{"position":"4HPwATDgc/ABMA","trials":36}"#, "trials"),
            (r#"{"position":"4HPwATDgc/ABMA","set":["dice 31"]}"#, "dice 31"),
            (r#"{"position":"#, "EOF"),
        ] {
            let (n, error) = lines(wrong).expect_err(wrong);
            assert!(n == 1 && error.message.contains(fault), "{wrong}: {}", error.message);
        }
    }
}
