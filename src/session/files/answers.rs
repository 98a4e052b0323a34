//! Files of answers, one JSON object a line: those of `rollout file`, `eval file` and `hint file`.
//!
//! Answers are appended one by one, each with the line it answers (`input`), so that a file left by an interrupted run
//! is continued where it stopped; a file with other answers, or none, is left alone.

use super::Line;
use crate::session::SessionError;
use crate::storage::{self, Stored};
use serde_json::Value;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The most bytes of a file of answers.
const MOST: u64 = 4 << 30;

/// A decision of a file, and the settings asked for.
pub(in crate::session) type Question<'a> = (&'a str, &'a Value);

/// The work left: the decisions of a file with the settings asked for, and how many have a result already.
pub(in crate::session) struct Rest<'a> {
    pub file: &'a str,
    pub lines: &'a [Line],
    pub asked_for: &'a [Value],
    pub done: usize,
}

/// A file of answers that is locked: no other program writes answers to it meanwhile.
pub(in crate::session) struct Answers {
    to: Stored,
    output: String,
    /// The number of questions that it answers already.
    pub done: usize,
}

impl Answers {
    /// What a file holds.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn text(output: &str) -> Result<String, SessionError> {
        storage::read_text(Path::new(output), MOST).map_err(|error| SessionError::in_file(output, error))
    }

    /// Opens a file, or begins one. `check` says why an answer is not one to a question with the settings asked for.
    ///
    /// # Errors
    /// When it cannot be opened, or has something else than answers to these questions.
    pub fn open(
        output: &str,
        questions: &[Question<'_>],
        check: impl Fn(&Value, &Value) -> Result<(), String>,
    ) -> Result<Self, SessionError> {
        let mut to = storage::open_or_begin(Path::new(output)).map_err(|error| SessionError::in_file(output, error))?;
        let mut before = String::new();
        to.read_to_string(&mut before).map_err(|error| SessionError::in_file(output, error))?;
        let (done, bytes) =
            answered(&before, questions, check).map_err(|error| SessionError::in_file(output, error))?;
        let cut = to.set_len(bytes as u64).and_then(|()| to.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| SessionError::in_file(output, error))?;
        Ok(Self { to, output: output.to_owned(), done })
    }

    /// Appends an answer in one piece: a line is there as a whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), SessionError> {
        self.to.write_all(line.as_bytes()).map_err(|error| SessionError::in_file(&self.output, error))
    }
}

/// The number of questions that have answers, and the bytes of those; a last line that was cut off counts for nothing.
pub(in crate::session) fn answered(
    answers: &str,
    questions: &[Question<'_>],
    check: impl Fn(&Value, &Value) -> Result<(), String>,
) -> Result<(usize, usize), String> {
    let (mut done, mut bytes) = (0, 0);
    for (n, line) in (1..).zip(answers.split_inclusive('\n')) {
        let Ok(answer) = serde_json::from_str::<Value>(line) else {
            // Text after the last whole line is an answer whose writing was cut off.
            if line.ends_with('\n') || done == 0 && !line.starts_with('{') {
                return Err(format!("line {n} is not a result"));
            }
            break;
        };
        let Some(&(input, settings)) = questions.get(done) else {
            return Err("it has more results than there are positions".to_owned());
        };
        if answer["input"].as_str() != Some(input) {
            return Err(format!("line {n} answers {}, not {input}", answer["input"]));
        }
        check(&answer, settings).map_err(|error| format!("line {n} {error}"))?;
        // An object without an end of line may lack it alone: it is written again.
        if line.ends_with('\n') {
            (done, bytes) = (done + 1, bytes + line.len());
        }
    }
    Ok((done, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_continued_only_where_they_belong() {
        let settings = serde_json::json!({"trials": 36});
        let questions = [("a", &settings), ("b", &settings)];
        let line = |input: &str, trials: u32| {
            let result = serde_json::json!({"input": input, "settings": {"trials": trials}});
            format!("{result}\n")
        };
        let check = |answer: &Value, asked_for: &Value| {
            let is_same = answer["settings"] == *asked_for;
            is_same.then_some(()).ok_or_else(|| "was made with other settings".to_owned())
        };
        let answered = |results: &str| answered(results, &questions, check);
        assert_eq!(answered(""), Ok((0, 0)));
        let first = line("a", 36);
        assert_eq!(answered(&first), Ok((1, first.len())));
        assert_eq!(answered(&format!("{first}{{\"input\":\"b\",")), Ok((1, first.len())), "the last line was cut off");
        let unended = format!("{first}{}", line("b", 36).trim_end());
        assert_eq!(answered(&unended), Ok((1, first.len())), "only its end is missing");
        assert_eq!(answered(&format!("{first}{}", line("b", 36))).map(|(done, _)| done), Ok(2));
        for (results, fault) in [
            ("4HPwATDgc/ABMA\n".to_owned(), "line 1 is not a result"),
            ("4HPwATDgc/ABMA".to_owned(), "line 1 is not a result"),
            (line("b", 36), "not a"),
            (line("a", 72), "line 1 was made with other settings"),
            ([line("a", 36), line("b", 36), line("c", 36)].concat(), "more results"),
        ] {
            assert!(answered(&results).is_err_and(|error| error.contains(fault)), "{results}");
        }
    }
}
