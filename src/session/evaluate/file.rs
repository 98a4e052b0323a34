//! `eval file` and `hint file`: every decision of a file answered, one JSON object a line.

use crate::command::Asked;
use crate::session::files::{Line, at};
use crate::session::reply::Reply;
use crate::session::{Host, Page, Session, SessionError};
use crate::storage;
use std::path::Path;

/// The most bytes of a file of positions.
const MOST: u64 = 256 << 20;

impl Session {
    /// Answers every decision of a file with the settings of its line. Answers from before a stop are written.
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
        self.may_write(output, host)?;
        let mut answers = String::new();
        let mut done = 0;
        let outcome: Result<(), SessionError> = self.at_another_table(|session| {
            lines.iter().try_for_each(|line| {
                host.share(done, lines.len());
                let answer = session.answer_line(asked, line, host).map_err(|error| at(file, line.number, error))?;
                answers += &answer;
                done += 1;
                Ok(())
            })
        });
        storage::write(Path::new(output), answers.as_bytes()).map_err(|error| failed(output, &error))?;
        let said = format!("{done} of {} decisions are answered in {output}", lines.len());
        match outcome {
            Ok(()) => Ok(Reply::Message(said)),
            Err(error) => Err(SessionError { message: format!("{}; {said}", error.message), ..error }),
        }
    }

    fn answer_line(&mut self, asked: Asked, line: &Line, host: &mut dyn Host) -> Result<String, SessionError> {
        let words = asked.word();
        self.set_for(line, |session| {
            session.put_position(&line.position)?;
            let answer = match asked {
                Asked::Eval => session.eval(None)?,
                Asked::Hint => session.hint(None)?,
            };
            if session.is_stopped() {
                return Err(SessionError::stopped());
            }
            let (input, name) = (line.input.as_str(), line.name.as_deref());
            host.page(session, &Page::AnswerLine { answer: &answer, words, input, name })
        })
    }
}
