//! The line to a program that asks: JSON objects, one a line, both ways.

use crate::shell::{Flow, Interrupt};
use crate::storage;
use crate::threads::in_background;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often a request to end the program is looked at.
const WAITING: Duration = Duration::from_millis(100);

/// The wish of the other end.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::shell) enum Request {
    /// A line of commands, answered as at the prompt: pieces of text, then `done`.
    Run {
        line: String,
        /// Whether the answers may be colored.
        #[serde(default)]
        color: bool,
    },
    /// A line of commands, answered with the objects of `--json`; at a table of its own where an identifier is given.
    Ask {
        line: String,
        #[serde(default)]
        at: Option<String>,
    },
    /// A call, see [`crate::serve::answer`].
    Call { args: Value },
    /// The end of the code that was to be run.
    End {
        /// The status with which the program is to end.
        #[serde(default)]
        exit: Option<i32>,
        #[serde(default)]
        failed: bool,
        #[serde(default)]
        interrupted: bool,
    },
}

/// Both directions. Clones share them.
#[derive(Clone)]
pub(in crate::shell) struct Link(Arc<Mutex<Ends>>);

struct Ends {
    requests: Receiver<io::Result<Vec<u8>>>,
    /// Closed where the conversation is over.
    answers: Option<Box<dyn Write + Send>>,
}

impl Link {
    /// # Errors
    /// When the system has no thread that reads requests.
    pub fn new(requests: impl Read + Send + 'static, answers: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, received) = channel();
        let read = move || {
            for line in BufReader::new(requests).split(b'\n') {
                let is_end = line.is_err();
                if lines.send(line).is_err() || is_end {
                    break;
                }
            }
        };
        in_background("requests", read)?;
        Ok(Self(Arc::new(Mutex::new(Ends { requests: received, answers: Some(Box::new(answers)) }))))
    }

    /// The next request; `None` when the other end is gone, or the program is asked to end.
    pub fn next(&self, interrupt: &Interrupt) -> io::Result<Option<Result<Request, String>>> {
        loop {
            let received = self.ends().requests.recv_timeout(WAITING);
            match received {
                Ok(line) => {
                    let request =
                        serde_json::from_slice(&storage::without_mark(line?)).map_err(|error| error.to_string());
                    return Ok(Some(request));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if interrupt.ending().is_some() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sends an object; a reader that has gone away ends the run.
    pub fn send(&self, object: &Value) -> io::Result<Flow> {
        let mut ends = self.ends();
        let Some(answers) = &mut ends.answers else { return Ok(Flow::Quit) };
        match writeln!(answers, "{object}").and_then(|()| answers.flush()) {
            Ok(()) => Ok(Flow::Continue),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Flow::Quit),
            Err(error) => Err(error),
        }
    }

    /// Ends the conversation.
    pub fn close(&self) {
        self.ends().answers = None;
    }

    fn ends(&self) -> std::sync::MutexGuard<'_, Ends> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The receiver of the answers in place of the terminal.
#[derive(Clone)]
pub(in crate::shell) enum Listener {
    /// The program that asks, piece by piece.
    Link(Link),
    /// Nobody yet: the objects are collected.
    Objects(Arc<Mutex<String>>),
}

impl Listener {
    /// An answer.
    pub fn hear(&self, text: &str) -> io::Result<Flow> {
        match self {
            Self::Link(link) => link.send(&json!({"out": text})),
            Self::Objects(objects) => {
                objects.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
                Ok(Flow::Continue)
            }
        }
    }

    /// An error in words; where objects are collected, it is one of them.
    pub fn hear_fault(&self, text: &str) -> io::Result<()> {
        match self {
            Self::Link(link) => link.send(&json!({"err": text})).map(|_| ()),
            Self::Objects(_) => Ok(()),
        }
    }
}
