//! Programs that drive the session: Python beside it (`>`, `load python`, `-p`), or whoever has started
//! `gammon --calls`.
//!
//! The conversation is docs/python.md's. Python is a child with the same terminal and two pipes: it runs what it is
//! given and meanwhile requests commands and calls, so that both see the same board. Answers go back through the pipe,
//! and Python prints them between what it prints itself.

mod link;
mod process;

pub(super) use link::{Link, Listener};
pub(super) use process::Python;
pub use process::python_version;

use super::run::{Flow, Runner};
use super::{ColorChoice, RunOptions};
use crate::command::PythonCode;
use crate::serve::answer;
use crate::session::SessionError;
use link::Request;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// How a conversation ended.
pub(super) enum Ended {
    /// Everything was run.
    Done,
    /// An exception that nobody caught; it has been printed.
    Failed,
    /// Ctrl-C.
    Interrupted,
    /// The program is to end with this status.
    Exit(u8),
    /// The other end is gone.
    Gone,
}

/// An answer with remarks on the positions that were asked about, if there are any.
fn with_remarks(mut answer: Value, remarks: Vec<String>) -> Value {
    if !remarks.is_empty() {
        answer["remarks"] = json!(remarks);
    }
    answer
}

/// The sentences of an answer, which may be one of several.
fn messages(answer: &Value) -> Vec<String> {
    let all = answer["replies"].as_array().map_or(std::slice::from_ref(answer), Vec::as_slice);
    all.iter().filter_map(|one| one["message"].as_str().map(str::to_owned)).collect()
}

/// The objects of lines.
fn values(lines: &str) -> Vec<Value> {
    lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

impl Runner {
    /// Runs code in Python, which is started when there is none yet.
    pub(super) fn python(&mut self, code: &PythonCode) -> io::Result<Result<Ended, SessionError>> {
        let message = match code {
            PythonCode::Line(line) => json!({"exec": line}),
            PythonCode::Prompt => json!({"prompt": true}),
            PythonCode::File(file) => match fs::read_to_string(file) {
                Ok(source) => json!({"exec": source, "file": file}),
                Err(error) => return Ok(Err(SessionError::new(format!("cannot read `{file}`: {error}")))),
            },
        };
        let link = match &self.python {
            Some(python) => python.link(),
            None => match Python::start() {
                Ok(python) => self.python.insert(python).link(),
                Err(error) => return Ok(Err(error)),
            },
        };
        link.send(&message)?;
        let outer = self.listener.take();
        let ended = self.attend(&link);
        self.listener = outer;
        if matches!(ended, Ok(Ended::Gone)) {
            let is_asked_to_end = self.interrupt().ending().is_some();
            if let Some(mut python) = self.python.take().filter(|_| is_asked_to_end) {
                python.kill();
            }
            if !is_asked_to_end {
                return Ok(Err(SessionError::new("Python ended unexpectedly")));
            }
        }
        ended.map(Ok)
    }

    /// Answers a program that has started this one, until it has nothing more to ask.
    ///
    /// # Errors
    /// When the conversation breaks down.
    pub fn answer_calls(
        &mut self,
        requests: impl io::Read + Send + 'static,
        answers: impl io::Write + Send + 'static,
    ) -> io::Result<()> {
        let link = Link::new(requests, answers)?;
        self.attend(&link).map(|_| ())
    }

    /// Answers requests until the other end has nothing more to ask.
    pub(super) fn attend(&mut self, link: &Link) -> io::Result<Ended> {
        loop {
            let Some(request) = link.next(&self.interrupt().clone())? else { return Ok(Ended::Gone) };
            // A Ctrl-C between requests was for the other end, which has heard of it and goes on.
            if !matches!(request, Ok(Request::End { .. })) {
                self.interrupt().take();
            }
            let done = match request {
                Err(error) => json!({"done": "nothing", "error": error}),
                Ok(Request::End { exit: Some(status), .. }) => {
                    return Ok(Ended::Exit(u8::try_from(status & 0xff).unwrap_or(1)));
                }
                Ok(Request::End { interrupted: true, .. }) => return Ok(Ended::Interrupted),
                Ok(Request::End { failed: true, .. }) => return Ok(Ended::Failed),
                Ok(Request::End { .. }) => return Ok(Ended::Done),
                Ok(Request::Run { line, color }) => self.run_for(link, &line, color)?,
                Ok(Request::Ask { line, at }) => self.ask_for(&line, at.as_deref())?,
                Ok(Request::Call { args }) => {
                    let mut remarks = Vec::new();
                    match self.watched(|session, host| answer(session, args, host, &mut remarks)) {
                        Ok(value) => with_remarks(json!({"done": "call", "value": value}), remarks),
                        Err(error) => json!({"done": "call", "error": error, "interrupted": self.took_interrupt()}),
                    }
                }
            };
            if link.send(&done)? == Flow::Quit {
                return Ok(Ended::Gone);
            }
        }
    }

    /// Runs a line whose answers go to the other end as they come.
    fn run_for(&mut self, link: &Link, line: &str, color: bool) -> io::Result<Value> {
        let color = if color { self.options.color } else { ColorChoice::Never };
        let options = RunOptions { json: false, keep_going: true, color, ..self.options };
        let (flow, failed) = self.heard(Listener::Link(link.clone()), options, line)?;
        Ok(json!({
            "done": "run", "failed": failed, "quit": flow == Flow::Quit,
            "interrupted": flow == Flow::Interrupted || self.took_interrupt(),
        }))
    }

    /// Runs a line and returns its objects.
    fn ask_for(&mut self, line: &str, at: Option<&str>) -> io::Result<Value> {
        let objects = Arc::new(Mutex::new(String::new()));
        let listener = Listener::Objects(Arc::clone(&objects));
        let options = RunOptions { json: true, keep_going: true, ..self.options };
        let taken = || std::mem::take(&mut *objects.lock().unwrap_or_else(PoisonError::into_inner));
        let mut remarks = Vec::new();
        let (flow, _) = match at {
            None => self.heard(listener, options, line)?,
            Some(at) => {
                let table = self.session().set_aside();
                let place = if at.matches(':').count() > 1 { "xgid" } else { "gnubgid" };
                let set = self.heard(listener.clone(), options, &format!("set {place} {at}"))?;
                let outcome = if set.1 {
                    set
                } else {
                    // Of the answer to the identifier what is strange about it is told, the board is not.
                    remarks = values(&taken()).iter().flat_map(messages).collect();
                    self.heard(listener, options, line)?
                };
                self.session_mut().take_back(table);
                outcome
            }
        };
        let done = json!({
            "done": "ask", "replies": values(&taken()), "quit": flow == Flow::Quit,
            "interrupted": flow == Flow::Interrupted || self.took_interrupt(),
        });
        Ok(with_remarks(done, remarks))
    }

    /// Runs a line for a listener; returns how to go on, and whether a command failed. A failure there is none of this
    /// program.
    fn heard(&mut self, listener: Listener, options: RunOptions, line: &str) -> io::Result<(Flow, bool)> {
        let failures = self.failures();
        let outer = (self.listener.replace(listener), std::mem::replace(&mut self.options, options));
        let flow = self.heard_line(line);
        (self.listener, self.options) = outer;
        let failed = self.failures() > failures;
        self.forget_failures(failures);
        flow.map(|flow| (flow, failed))
    }

    /// Whether a Ctrl-C has stopped the work; the other end hears of it, and decides.
    fn took_interrupt(&self) -> bool {
        self.interrupt().take()
    }
}
