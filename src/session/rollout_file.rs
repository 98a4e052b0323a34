//! `rollout file`: every position of a file rolled out, one JSON object a line.
//!
//! Each line of the input holds a Position ID, `PositionID:MatchID` or XGID, perhaps with a name before or behind it,
//! also behind a `#`; empty lines and comments alone are skipped. Results are appended one by one, each with the line
//! it answers (`input`), so that a file left by an interrupted run is continued where it stopped; a file with other
//! results, or none, is left alone.

use super::error::refused;
use super::results::{ResultsReply, rows};
use super::{Figures, Host, Page, Reply, Session, SessionError};
use crate::board::Player;
use crate::command::{Clear, Command, New, PlayerName, RolloutCommand, Set, parse};
use crate::rollout::Unobserved;
use crate::storage::{self, Stored};
use serde_json::Value;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The most bytes of a file of positions.
const MOST_POSITIONS: u64 = 256 << 20;

/// The most bytes of a file of results.
const MOST_RESULTS: u64 = 4 << 30;

/// The positions of a text with their line numbers.
pub fn positions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).map(|(n, line)| (n, parts(line).0)).filter(|(_, position)| !position.is_empty())
}

/// What the positions of a text are called, with their line numbers: by the name beside them, else as they are.
fn names(text: &str) -> Vec<(usize, String)> {
    let named = (1..).zip(text.lines()).map(|(n, line)| (n, parts(line)));
    named
        .filter(|(_, (position, _))| !position.is_empty())
        .map(|(n, (position, name))| (n, name.unwrap_or_else(|| position.to_owned())))
        .collect()
}

/// An identifier of a position has 14 characters, with `=` signs left out perhaps fewer.
const SHORTEST: usize = 12;

/// The position of a line, and its name if it has one.
fn parts(line: &str) -> (&str, Option<String>) {
    let (body, comment) = line.split_once('#').unwrap_or((line, ""));
    let (body, comment) = (body.trim(), comment.trim());
    let said = |text: &str| Some(text.trim_matches(|c: char| c.is_whitespace() || ":;,-".contains(c)).to_owned());
    let words = body.split_whitespace().count();
    // An identifier is one word; what is written otherwise (`simple` and numbers) is the whole line.
    let mut all = body.split_whitespace().map(|word| word.trim_matches([',', ';']));
    // Nothing shorter is one, and parsing what is none looks for what is near: a millisecond a line.
    let found = all.find(|word| word.len() >= SHORTEST && set_up(word).is_ok());
    match found.filter(|_| words > 1) {
        Some(position) => {
            let name = said(&body.replacen(position, " ", 1)).filter(|name| !name.is_empty());
            (position, name.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ")))
        }
        None => (body, said(comment).filter(|name| !name.is_empty())),
    }
}

/// How many of the positions a file of results answers already, and the bytes that do; a last line that was cut off
/// counts for nothing.
fn answered(results: &str, positions: &[(usize, &str)], settings: &Value) -> Result<(usize, usize), String> {
    let (mut done, mut bytes) = (0, 0);
    for (n, line) in (1..).zip(results.split_inclusive('\n')) {
        let Ok(result) = serde_json::from_str::<Value>(line) else {
            // Text after the last whole line is a result whose writing was cut off.
            if line.ends_with('\n') || done == 0 && !line.starts_with('{') {
                return Err(format!("line {n} is no result of `rollout file`"));
            }
            break;
        };
        let Some((_, position)) = positions.get(done) else {
            return Err("it has more results than there are positions".to_owned());
        };
        if result["input"].as_str() != Some(position) {
            return Err(format!("line {n} answers {}, not {position}", result["input"]));
        }
        // Results of earlier versions have only the resolved settings.
        let asked_for = result.get("asked_for").unwrap_or(&result["settings"]);
        if comparable(asked_for, settings) != comparable(settings, settings) {
            return Err(format!("line {n} was made with other rollout settings"));
        }
        done += 1;
        bytes += line.len();
    }
    Ok((done, bytes))
}

/// Settings without what need not be the same for every position: the seed, and the evaluator of luck where the
/// settings asked for leave that to a pilot.
fn comparable(settings: &Value, asked_for: &Value) -> Value {
    let mut settings = settings.clone();
    if let Some(fields) = settings.as_object_mut() {
        fields.remove("seed");
        if asked_for["luck_by"] == "Auto" {
            fields.remove("variance_reduction");
            fields.remove("luck_by");
        }
    }
    settings
}

/// The command that sets a position up, which an identifier alone is, too.
fn set_up(position: &str) -> Result<Command, SessionError> {
    match parse(position).map_err(refused)? {
        command @ Command::Set(Set::Board(_) | Set::GnubgId(_) | Set::Xgid(_)) => Ok(command),
        _ => Err(SessionError::new(format!("`{position}` is no position")).with_expected([
            "a Position ID",
            "PositionID:MatchID",
            "XGID=...",
        ])),
    }
}

/// What is rolled out: the positions of a file, the settings asked for, and how many have a result already.
struct Rest<'a> {
    file: &'a str,
    positions: &'a [(usize, &'a str)],
    asked_for: &'a Value,
    done: usize,
}

impl Session {
    /// Sets a position up. Without dice in the text it has none, whatever lay on the table before; without a game, it
    /// is player 1's in a money session.
    ///
    /// # Errors
    /// When it is no position, or none that can be set up now.
    pub fn put_position(&mut self, position: &str) -> Result<(), SessionError> {
        let command = set_up(position)?;
        let mut steps = Vec::new();
        if self.game().is_none() {
            // Player 1 is on roll, not the winner of the opening roll.
            steps.extend([Command::New(New::Session), Set::Turn(PlayerName::Seat(Player::Bottom)).into()]);
        }
        if !position.contains(':') {
            steps.push(Command::Clear(Clear::Turn));
        }
        steps.push(command);
        steps.iter().try_for_each(|step| self.execute(step, &mut Unobserved).map(|_| ()))
    }

    /// Rolls out every position of a file that has no result yet. The session's own table is put back afterwards.
    pub(super) fn roll_out_file(
        &mut self,
        file: &str,
        output: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let failed = |file: &str, error: &dyn std::fmt::Display| SessionError::new(format!("{file}: {error}"));
        let text = storage::read_text(Path::new(file), MOST_POSITIONS).map_err(|error| failed(file, &error))?;
        let all: Vec<_> = positions(&text).collect();
        if all.is_empty() {
            return Err(failed(file, &"no positions, which stand one on a line"));
        }
        // Where one works, not where the positions happen to lie.
        let name = Path::new(file).file_name().map_or_else(|| file.into(), std::ffi::OsStr::to_string_lossy);
        let default = format!("{name}.jsonl");
        let output = output.unwrap_or(&default);
        let record = self.record.clone();
        let checked = self.check_positions(file, &all);
        self.restore(record.clone());
        checked?;
        // The file is locked: no other program writes results to it meanwhile.
        let mut to = storage::open_or_begin(Path::new(output)).map_err(|error| failed(output, &error))?;
        let mut before = String::new();
        to.read_to_string(&mut before).map_err(|error| failed(output, &error))?;
        // Through text, as results are: numbers of single precision have fewer digits there.
        let settings = serde_json::to_string(&self.rollout_settings()).and_then(|text| serde_json::from_str(&text));
        let settings: Value = settings.map_err(|error| failed(output, &error))?;
        let (done, bytes) = answered(&before, &all, &settings)
            .map_err(|error| failed(output, &error).with_suggestion(format!("rollout file {file} another.jsonl")))?;
        let cut = to.set_len(bytes as u64).and_then(|()| to.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| failed(output, &error))?;
        let log = self.settings.trial_log.clone();
        let rest = Rest { file, positions: &all, asked_for: &settings, done };
        let (finished, outcome) = self.roll_out_rest(&rest, (&mut to, output), host);
        self.settings.trial_log = log;
        self.restore(record);
        let mut said = format!("{finished} of {} positions are rolled out in {output}", all.len());
        if done > 0 {
            said += &format!(", {done} of them before");
        }
        match outcome {
            Ok(()) => {
                let results =
                    storage::read_text(Path::new(output), MOST_RESULTS).map_err(|error| failed(output, &error))?;
                Ok(Reply::figures(Figures::Results(ResultsReply {
                    file: file.to_owned(),
                    output: output.to_owned(),
                    finished,
                    of: all.len(),
                    before: done,
                    results: rows(&results, &names(&text)),
                })))
            }
            Err(error) => {
                let said = format!("{}; {said} (the same command goes on)", error.message);
                Err(SessionError { message: said, ..error })
            }
        }
    }

    /// Sets every position up before the first is rolled out: an error in the last line should not surface hours later.
    fn check_positions(&mut self, file: &str, all: &[(usize, &str)]) -> Result<(), SessionError> {
        all.iter().try_for_each(|&(n, position)| self.put_position(position).map_err(|error| at(file, n, error)))
    }

    /// Rolls out the positions that are not done and appends the results; how many are done then. Trials that are
    /// written have the number of their position in the names of their files.
    fn roll_out_rest(
        &mut self,
        rest: &Rest<'_>,
        (to, output): (&mut Stored, &str),
        host: &mut dyn Host,
    ) -> (usize, Result<(), SessionError>) {
        let log = self.settings.trial_log.clone();
        let (began, of) = (host.clock(), rest.positions.len());
        for (i, (n, position)) in rest.positions.iter().enumerate().skip(rest.done) {
            self.settings.trial_log = log.of_position(i + 1);
            let left = (i > rest.done)
                .then(|| host.clock().saturating_sub(began).mul_f64((of - i) as f64 / (i - rest.done) as f64));
            host.stage(format!("position {} of {of}", i + 1), left);
            let outcome = self.put_position(position).and_then(|()| self.rollout(&RolloutCommand::Default, host));
            let answer = match outcome.map_err(|error| at(rest.file, *n, error)) {
                Ok(Reply::Rollout(answer)) => answer,
                Ok(_) => unreachable!("a rollout's answer"),
                Err(error) => return (i, Err(error)),
            };
            if self.is_stopped() {
                return (i, Err(SessionError::stopped()));
            }
            let line = Page::ResultLine { rollout: &answer, input: position, asked_for: rest.asked_for };
            // In one piece: a line is there as a whole or not at all.
            let written = host
                .page(self, &line)
                .and_then(|line| to.write_all(line.as_bytes()).map_err(|error| refused(format!("{output}: {error}"))));
            if let Err(error) = written {
                return (i, Err(error));
            }
        }
        (of, Ok(()))
    }
}

/// A fault of a line.
fn at(file: &str, line: usize, error: SessionError) -> SessionError {
    SessionError { message: format!("{file}:{line}: {}", error.message), ..error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_and_answers_counted() {
        let text = "# openings\n4HPwATDgc/ABMA # start\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n";
        let found: Vec<_> = positions(text).collect();
        assert_eq!(found[0], (2, "4HPwATDgc/ABMA"));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|(_, position)| set_up(position).is_ok()));
        assert!(set_up("nonsense!").is_err());
    }

    #[test]
    fn positions_may_have_names() {
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        for (line, name) in [
            (xgid.to_string(), None),
            (format!("a blitz: {xgid}"), Some("a blitz")),
            (format!("{xgid}  a   blitz"), Some("a blitz")),
            (format!("12. {xgid} # ignored"), Some("12.")),
            (format!("{xgid} # a blitz"), Some("a blitz")),
        ] {
            assert_eq!(parts(&line), (xgid, name.map(str::to_owned)), "{line}");
        }
        assert_eq!(parts("opening 4HPwATDgc/ABMA:cAkAAAAAAAAA").0, "4HPwATDgc/ABMA:cAkAAAAAAAAA");
        assert_eq!(parts("# nothing").0, "");
        assert_eq!(names(&format!("\n{xgid}\n"))[0], (2, xgid.to_owned()));
    }
    #[test]
    fn results_are_continued_only_where_they_belong() {
        let positions = [(1, "a"), (2, "b")];
        let settings = serde_json::json!({"trials": 36});
        let line = |input: &str, trials: u32, seed: u32| {
            let result = serde_json::json!({"input": input, "settings": {"trials": trials, "seed": seed}});
            format!("{result}\n")
        };
        let answered = |results: &str| answered(results, &positions, &settings);
        assert_eq!(answered(""), Ok((0, 0)));
        let first = line("a", 36, 1);
        assert_eq!(answered(&first), Ok((1, first.len())));
        assert_eq!(answered(&format!("{first}{{\"input\":\"b\",")), Ok((1, first.len())), "the last line was cut off");
        assert_eq!(answered(&format!("{first}{}", line("b", 36, 2))).map(|(done, _)| done), Ok(2));
        for (results, fault) in [
            ("4HPwATDgc/ABMA\n".to_owned(), "no result"),
            ("4HPwATDgc/ABMA".to_owned(), "no result"),
            (line("b", 36, 1), "not a"),
            (line("a", 72, 1), "other rollout settings"),
            ([line("a", 36, 1), line("b", 36, 1), line("c", 36, 1)].concat(), "more results"),
        ] {
            assert!(answered(&results).is_err_and(|error| error.contains(fault)), "{results}");
        }
    }
}
