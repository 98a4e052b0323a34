//! `eval file` and `hint file`: every decision of a file answered, one JSON object a line.

use crate::command::{Asked, RolloutCommand};
use crate::session::files::{Answers, Line, Rest, at};
use crate::session::reply::{Figures, Reply, RowsReply};
use crate::session::{Host, Page, Session, SessionError};
use crate::settings::{Settings, commands};
use crate::storage;
use crate::words::{counted, there_are};
use serde_json::Value;
use std::path::Path;

/// The settings that an answer depends on, by the words they begin with.
const SETTINGS: [&str; 6] = ["evaluation", "cubeefficiency", "met", "jacoby", "beavers", "variation"];

impl Session {
    /// Answers every decision of a file that has no answer yet, with the settings of its line. A pipe gets all answers.
    pub(in crate::session) fn answer_file(
        &mut self,
        asked: Asked,
        file: &str,
        output: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (lines, output) = self.asked_file(file, output, &format!("{}.jsonl", asked.word()))?;
        let output = output.as_str();
        let asked_for = self.at_another_table(|session| session.settings_of_lines(file, &lines))?;
        let mut rest = Rest { file, lines: &lines, asked_for: &asked_for, done: 0 };
        if storage::is_stream(Path::new(output)) {
            let mut answers = String::new();
            let add = &mut |line: &str| {
                answers += line;
                Ok(())
            };
            let (finished, outcome) = self.at_another_table(|session| session.answer_rest(asked, &rest, add, host));
            storage::write(Path::new(output), answers.as_bytes())
                .map_err(|error| SessionError::in_file(output, error))?;
            let said = answered(finished, &lines, output);
            return told(said, outcome).map(|told| if host.shows_tables() { table(&answers, &lines) } else { told });
        }
        let questions: Vec<_> = lines.iter().map(|line| line.input.as_str()).zip(&asked_for).collect();
        let check = |answer: &Value, settings: &Value| match () {
            () if answer["command"] != asked.word() => Err(format!("is not an answer of `{} file`", asked.word())),
            () if answer["asked_for"] != *settings => Err("was made with other settings".to_owned()),
            () => Ok(()),
        };
        let mut to = Answers::open(output, &questions, check)
            .map_err(|error| error.with_suggestion(format!("{} file {file} another.jsonl", asked.word())))?;
        rest.done = to.done;
        let add = &mut |line: &str| to.add(line);
        let (finished, outcome) = self.at_another_table(|session| session.answer_rest(asked, &rest, add, host));
        let mut said = answered(finished, &lines, output);
        if rest.done > 0 {
            said += &format!(", {} of them before", rest.done);
        }
        if outcome.is_err() {
            said += " (the same command goes on)";
        }
        let told = told(said, outcome)?;
        if !host.shows_tables() {
            return Ok(told);
        }
        Ok(table(&Answers::text(output)?, &lines))
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

    /// Answers the decisions that are not done, and gives the answers to `add`; how many are done then.
    fn answer_rest(
        &mut self,
        asked: Asked,
        rest: &Rest<'_>,
        add: &mut dyn FnMut(&str) -> Result<(), SessionError>,
        host: &mut dyn Host,
    ) -> (usize, Result<(), SessionError>) {
        let tell = |host: &mut dyn Host, i, left| host.answers(i, rest.lines.len(), left);
        self.do_rest(rest, host, tell, |session, i, host| {
            let added = session.answer_line(asked, rest, i, host).and_then(|answer| add(&answer));
            added.map_err(|error| at(rest.file, rest.lines[i].number, error))
        })
    }

    fn answer_line(
        &mut self,
        asked: Asked,
        rest: &Rest<'_>,
        i: usize,
        host: &mut dyn Host,
    ) -> Result<String, SessionError> {
        let (line, words) = (&rest.lines[i], asked.word());
        self.set_for(line, |session| {
            session.put_position(&line.position)?;
            let answer = match asked {
                Asked::Eval => session.eval(None)?,
                Asked::Hint => session.hint(None)?,
            };
            if session.is_stopped() {
                return Err(SessionError::stopped());
            }
            let (input, name, asked_for) = (line.input.as_str(), line.name.as_deref(), &rest.asked_for[i]);
            host.page(session, &Page::AnswerLine { answer: &answer, words, input, name, asked_for })
        })
    }
}

/// The decisions that are answered, in words. What a line rolls out is a question for another command.
fn answered(finished: usize, lines: &[Line], output: &str) -> String {
    let said = format!("{finished} of {} answered in {output}", there_are(lines.len(), "decision"));
    match lines.iter().filter(|line| line.what != RolloutCommand::Default).count() {
        0 => said,
        n => {
            let told = counted(n, "rollout");
            format!("{told} in the file left to `rollout file`; {said}")
        }
    }
}

/// The answer to the command: the work that was done, and the fault that ended it.
fn told(said: String, outcome: Result<(), SessionError>) -> Result<Reply, SessionError> {
    match outcome {
        Ok(()) => Ok(Reply::Message(said)),
        Err(error) => Err(SessionError { message: format!("{}; {said}", error.message), ..error }),
    }
}

/// The answers of a file, for these lines.
fn table(answers: &str, lines: &[Line]) -> Reply {
    let objects = answers.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let columns = ["Line", "Position", "Best", "Equity", "Lead"].map(str::to_owned).into();
    Reply::figures(Figures::Rows(RowsReply { columns, rows: lines.iter().zip(objects).map(row).collect() }))
}

/// The line, its position, the best play or the verdict on the cube, the equity with the cube, and how far the second
/// play is behind.
fn row((line, answer): (&Line, Value)) -> Vec<Option<String>> {
    let (first, second, cube) = (&answer["candidates"][0], &answer["candidates"][1], &answer["cube"]);
    let last = answer["plies"].as_array().and_then(|plies| plies.last()).unwrap_or(&Value::Null);
    let of_cube = || {
        let [no_double, take, pass] = ["no_double", "double_take", "double_pass"].map(|key| cube[key].as_f64());
        // Who is asked sees the values of who doubles turned round.
        let sign = pass?.signum();
        Some(sign * (sign * take?).min(sign * pass?).max(sign * no_double?))
    };
    let equity = first["cubeful"].as_f64().or_else(|| last["cubeful"].as_f64()).or_else(of_cube);
    let best = first["play"].as_str().or_else(|| cube["verdict"].as_str());
    vec![
        Some(line.number.to_string()),
        Some(line.name.as_ref().unwrap_or(&line.position).clone()),
        best.map(str::to_owned),
        equity.map(|equity| equity.to_string()),
        second["difference"].as_f64().map(|behind| behind.abs().to_string()),
    ]
}
