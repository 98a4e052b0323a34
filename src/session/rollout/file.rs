//! `rollout file`: every decision of a file rolled out, one JSON object a line.
//!
//! [`positions`](crate::session::files) says what the lines of the input are, and `answers` beside it how the file of
//! results goes on.

use super::results::rows;
use crate::board::Player;
use crate::command::{Clear, Command, New, PlayerName, Set};
use crate::rollout::Unobserved;
use crate::session::error::refused;
use crate::session::files::{Answers, Line, Rest, at, lines, set_up};
use crate::session::reply::{Figures, Reply, ResultsReply};
use crate::session::{Host, Page, Session, SessionError};
use crate::storage;
use crate::words::there_are;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// The most bytes of a file of positions.
const MOST_POSITIONS: u64 = 256 << 20;

/// Why a result is not one of a rollout with the settings asked for.
fn check_result(result: &Value, settings: &Value) -> Result<(), String> {
    // Results of earlier versions have only the resolved settings.
    let asked_for = result.get("asked_for").unwrap_or(&result["settings"]);
    let is_same = comparable(asked_for, settings) == comparable(settings, settings);
    is_same.then_some(()).ok_or_else(|| "was made with other rollout settings".to_owned())
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

    /// Rolls out every position of a file that has no result yet. The session's own table stays as it is.
    pub(super) fn roll_out_file(
        &mut self,
        file: &str,
        output: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (all, output) = self.asked_file(file, output, "jsonl")?;
        let output = output.as_str();
        let asked_for = self.at_another_table(|session| session.check_lines(file, &all))?;
        let questions: Vec<_> = all.iter().map(|line| line.input.as_str()).zip(&asked_for).collect();
        let mut to = Answers::open(output, &questions, check_result)
            .map_err(|error| error.with_suggestion(format!("rollout file {file} another.jsonl")))?;
        let done = to.done;
        let rest = Rest { file, lines: &all, asked_for: &asked_for, done };
        let (finished, outcome) = self.at_another_table(|session| session.roll_out_rest(&rest, &mut to, host));
        let mut said = format!("{finished} of {} rolled out in {output}", there_are(all.len(), "position"));
        if done > 0 {
            said += &format!(", {done} of them before");
        }
        match outcome {
            Ok(()) => {
                let results = Answers::text(output)?;
                Ok(Reply::figures(Figures::Results(ResultsReply {
                    file: file.to_owned(),
                    output: output.to_owned(),
                    finished,
                    of: all.len(),
                    before: done,
                    results: rows(&results, &all),
                })))
            }
            Err(error) => {
                let said = format!("{}; {said} (the same command goes on)", error.message);
                Err(SessionError { message: said, ..error })
            }
        }
    }

    /// The decisions of a file, and the name of the file of answers: with another ending where none is named, and where
    /// one works, not where the positions happen to lie.
    pub(in crate::session) fn asked_file(
        &self,
        file: &str,
        output: Option<&str>,
        ending: &str,
    ) -> Result<(Vec<Line>, String), SessionError> {
        let path = Path::new(file);
        let text = storage::read_text(path, MOST_POSITIONS).map_err(|error| SessionError::in_file(file, error))?;
        let name = path.file_name().map_or_else(|| file.into(), std::ffi::OsStr::to_string_lossy);
        let output = output.map_or_else(|| format!("{name}.{ending}"), str::to_owned);
        Ok((self.lines_of(file, &text)?, output))
    }

    /// The decisions of a file of which there is at least one.
    pub(in crate::session) fn lines_of(&self, file: &str, text: &str) -> Result<Vec<Line>, SessionError> {
        let all = lines(text).map_err(|(n, error)| at(file, n, error))?;
        if all.is_empty() {
            return Err(SessionError::new(format!("{file}: no positions, which stand one on a line")));
        }
        Ok(all)
    }

    /// Sets every decision up before the first is rolled out, as an error in the last line should not surface hours
    /// later; the settings asked for, each through text as results are: numbers of single precision have fewer digits
    /// there.
    fn check_lines(&mut self, file: &str, all: &[Line]) -> Result<Vec<Value>, SessionError> {
        let asked_for = |session: &mut Self| {
            let text = serde_json::to_string(&session.rollout_settings()).map_err(refused)?;
            serde_json::from_str(&text).map_err(refused)
        };
        self.of_each(file, all, |session, line| {
            let settings = asked_for(session)?;
            session.put_position(&line.position)?;
            session.check_what(&line.what).map(|()| settings)
        })
    }

    /// Does something with each decision of a file, its settings being set.
    pub(in crate::session) fn of_each<T>(
        &mut self,
        file: &str,
        all: &[Line],
        work: impl Fn(&mut Self, &Line) -> Result<T, SessionError>,
    ) -> Result<Vec<T>, SessionError> {
        let mut each = |line: &Line| self.set_for(line, |session| work(session, line));
        all.iter().map(|line| each(line).map_err(|error| at(file, line.number, error))).collect()
    }

    /// Does something with the settings of a line at a table of its own. Settings above the line stay for those below.
    pub(in crate::session) fn set_for<T>(
        &mut self,
        line: &Line,
        work: impl FnOnce(&mut Self) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        line.before.iter().try_for_each(|command| self.execute(command, &mut Unobserved).map(|_| ()))?;
        self.at_another_table(|session| {
            line.own.iter().try_for_each(|command| session.execute(command, &mut Unobserved).map(|_| ()))?;
            work(session)
        })
    }

    /// Does the decisions that are not done, each of which `tell` tells the host of with the time left; how many are
    /// done then.
    pub(in crate::session) fn do_rest(
        &mut self,
        rest: &Rest<'_>,
        host: &mut dyn Host,
        tell: impl Fn(&mut dyn Host, usize, Option<Duration>),
        mut one: impl FnMut(&mut Self, usize, &mut dyn Host) -> Result<(), SessionError>,
    ) -> (usize, Result<(), SessionError>) {
        let (began, of, done) = (host.clock(), rest.lines.len(), rest.done);
        for (i, line) in rest.lines.iter().enumerate() {
            let outcome = if i < done {
                // Settings above lines that are done hold for those below, too.
                self.set_for(line, |_| Ok(())).map_err(|error| at(rest.file, line.number, error))
            } else {
                let spent = host.clock().saturating_sub(began);
                tell(host, i, (i > done).then(|| spent.mul_f64((of - i) as f64 / (i - done) as f64)));
                one(self, i, host)
            };
            if let Err(error) = outcome {
                return (i.max(done), Err(error));
            }
        }
        (of, Ok(()))
    }

    /// Rolls out the decisions that are not done and appends the results; how many are done then. Trials that are
    /// written have the number of their position in the names of their files.
    fn roll_out_rest(
        &mut self,
        rest: &Rest<'_>,
        to: &mut Answers,
        host: &mut dyn Host,
    ) -> (usize, Result<(), SessionError>) {
        let (log, of) = (self.settings.trial_log.clone(), rest.lines.len());
        let tell = |host: &mut dyn Host, i, left| host.stage(format!("position {} of {of}", i + 1), left);
        self.do_rest(rest, host, tell, |session, i, host| {
            let line = &rest.lines[i];
            let outcome = session.set_for(line, |session| {
                session.settings.trial_log = log.of_position(i + 1);
                session.put_position(&line.position)?;
                session.roll_out_what(&line.what, host)
            });
            let answer = outcome.map_err(|error| at(rest.file, line.number, error))?;
            if session.is_stopped() {
                return Err(SessionError::stopped());
            }
            let name = line.name.as_deref();
            let page = Page::ResultLine { rollout: &answer, input: &line.input, name, asked_for: &rest.asked_for[i] };
            host.page(session, &page).and_then(|line| to.add(&line))
        })
    }
}
