//! `eval file` and `hint file`: every decision of a file answered, one JSON object a line.

use crate::command::Asked;
use crate::session::files::{Answers, Line, at};
use crate::session::reply::Reply;
use crate::session::{Host, Page, Session, SessionError};
use crate::settings::{Settings, commands};
use crate::storage;
use crate::words::there_are;
use serde_json::Value;
use std::path::Path;

/// The most bytes of a file of positions.
const MOST: u64 = 256 << 20;

/// The settings that an answer depends on, by the words they begin with.
const SETTINGS: [&str; 6] = ["evaluation", "cubeefficiency", "met", "jacoby", "beavers", "variation"];

/// The decisions of a file, and what has been answered.
struct Work<'a> {
    asked: Asked,
    file: &'a str,
    lines: &'a [Line],
    /// The settings of each line that are not the defaults.
    asked_for: &'a [Value],
}

impl Session {
    /// Answers every decision of a file that has no answer yet, with the settings of its line. A pipe gets all answers.
    pub(in crate::session) fn answer_file(
        &mut self,
        asked: Asked,
        file: &str,
        output: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let failed = |file: &str, error: &dyn std::fmt::Display| SessionError::new(format!("{file}: {error}"));
        let text = storage::read_text(Path::new(file), MOST).map_err(|error| failed(file, &error))?;
        let lines = self.lines_of(file, &text)?;
        let name = Path::new(file).file_name().map_or_else(|| file.into(), std::ffi::OsStr::to_string_lossy);
        let default = format!("{name}.{}.jsonl", asked.word());
        let output = output.unwrap_or(&default);
        let asked_for = self.at_another_table(|session| session.settings_of_lines(file, &lines))?;
        let work = Work { asked, file, lines: &lines, asked_for: &asked_for };
        if storage::is_stream(Path::new(output)) {
            let mut answers = String::new();
            let add = &mut |line: &str| {
                answers += line;
                Ok(())
            };
            let (finished, outcome) = self.at_another_table(|session| session.answer_rest(&work, 0, add, host));
            storage::write(Path::new(output), answers.as_bytes()).map_err(|error| failed(output, &error))?;
            return told(format!("{finished} of {} answered in {output}", there_are(lines.len(), "decision")), outcome);
        }
        let questions: Vec<_> = lines.iter().map(|line| line.input.as_str()).zip(&asked_for).collect();
        let check = |answer: &Value, settings: &Value| match () {
            () if answer["command"] != asked.word() => Err(format!("is not an answer of `{} file`", asked.word())),
            () if answer["asked_for"] != *settings => Err("was made with other settings".to_owned()),
            () => Ok(()),
        };
        let mut to = Answers::open(output, &questions, check)
            .map_err(|error| error.with_suggestion(format!("{} file {file} another.jsonl", asked.word())))?;
        let before = to.done;
        let add = &mut |line: &str| to.add(line);
        let (finished, outcome) = self.at_another_table(|session| session.answer_rest(&work, before, add, host));
        let mut said = format!("{finished} of {} answered in {output}", there_are(lines.len(), "decision"));
        if before > 0 {
            said += &format!(", {before} of them before");
        }
        if outcome.is_err() {
            said += " (the same command goes on)";
        }
        told(said, outcome)
    }

    /// The settings for each line that are not the defaults. Every decision is set up before the first is answered, as
    /// an error in the last line should not surface an hour later.
    fn settings_of_lines(&mut self, file: &str, lines: &[Line]) -> Result<Vec<Value>, SessionError> {
        let usual = Settings::default();
        self.of_each(file, lines, |session, line| {
            let set = |words: &&str| commands(&session.settings, words, Some(&usual));
            let settings = SETTINGS.iter().flat_map(set).map(Value::from).collect();
            session.put_position(&line.position).map(|()| settings)
        })
    }

    /// Answers the decisions behind those that are done, and gives the answers to `add`; how many are done then.
    fn answer_rest(
        &mut self,
        work: &Work<'_>,
        done: usize,
        add: &mut dyn FnMut(&str) -> Result<(), SessionError>,
        host: &mut dyn Host,
    ) -> (usize, Result<(), SessionError>) {
        let (began, of) = (host.clock(), work.lines.len());
        for (i, line) in work.lines.iter().enumerate() {
            let outcome = if i < done {
                // Settings above lines that are done hold for those below, too.
                self.set_for(line, |_| Ok(()))
            } else {
                let spent = host.clock().saturating_sub(began);
                let left = (i > done).then(|| spent.mul_f64((of - i) as f64 / (i - done) as f64));
                host.answers(i, of, left);
                self.answer_line(work, i, host).and_then(|answer| add(&answer))
            };
            if let Err(error) = outcome {
                return (i.max(done), Err(at(work.file, line.number, error)));
            }
        }
        (of, Ok(()))
    }

    fn answer_line(&mut self, work: &Work<'_>, i: usize, host: &mut dyn Host) -> Result<String, SessionError> {
        let (line, words) = (&work.lines[i], work.asked.word());
        self.set_for(line, |session| {
            session.put_position(&line.position)?;
            let answer = match work.asked {
                Asked::Eval => session.eval(None)?,
                Asked::Hint => session.hint(None)?,
            };
            if session.is_stopped() {
                return Err(SessionError::stopped());
            }
            let (input, name, asked_for) = (line.input.as_str(), line.name.as_deref(), &work.asked_for[i]);
            host.page(session, &Page::AnswerLine { answer: &answer, words, input, name, asked_for })
        })
    }
}

/// The answer to the command: the work that was done, and the fault that ended it.
fn told(said: String, outcome: Result<(), SessionError>) -> Result<Reply, SessionError> {
    match outcome {
        Ok(()) => Ok(Reply::Message(said)),
        Err(error) => Err(SessionError { message: format!("{}; {said}", error.message), ..error }),
    }
}
