//! `rollout file`: every position of a file rolled out, one JSON object a line.
//!
//! Each line of the input holds a Position ID, `PositionID:MatchID` or XGID; empty lines and `#` comments are skipped.
//! Results are appended one by one, each with the line it answers (`input`), so that a file left by an interrupted
//! run is continued where it stopped.

use super::progress::Progress;
use crate::command::{Command, RolloutCommand, parse};
use crate::render::json_reply;
use crate::session::{Reply, Session, SessionError};
use std::fs::{self, OpenOptions};
use std::io::Write;

/// The positions of a text with their line numbers.
fn positions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .map(|(n, line)| (n, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
}

/// How many positions a file of results answers already; a last line that was cut off counts for nothing.
fn answered(results: &str) -> usize {
    results.lines().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()).count()
}

/// Sets a position up: the command that says it.
fn set_up(position: &str) -> Result<Command, SessionError> {
    let words = if position.to_ascii_uppercase().starts_with("XGID") || position.matches(':').count() > 1 {
        format!("set xgid {position}")
    } else if position.contains(':') {
        format!("set gnubgid {position}")
    } else {
        format!("set board {position}")
    };
    parse(&words).map_err(|error| SessionError::new(error.to_string()))
}

/// Rolls out every position that has no result yet. The session's own table is put back afterwards.
pub(super) fn roll_out_file(
    session: &mut Session,
    file: &str,
    output: Option<&str>,
    mut progress: impl FnMut(usize, usize) -> Progress,
) -> Result<Reply, SessionError> {
    let failed = |file: &str, error: &dyn std::fmt::Display| SessionError::new(format!("{file}: {error}"));
    let text = fs::read_to_string(file).map_err(|error| failed(file, &error))?;
    let all: Vec<_> = positions(&text).collect();
    // Every position is checked before the first is rolled out.
    for (n, position) in &all {
        set_up(position).map_err(|error| SessionError::new(format!("{file}:{n}: {error}")))?;
    }
    let default = format!("{file}.jsonl");
    let output = output.unwrap_or(&default);
    let before = fs::read_to_string(output).unwrap_or_default();
    let done = answered(&before).min(all.len());
    let mut to = OpenOptions::new().create(true).append(true).open(output).map_err(|error| failed(output, &error))?;
    if !before.is_empty() && !before.ends_with('\n') {
        let whole = before.rfind('\n').map_or(0, |end| end + 1);
        to.set_len(whole as u64).map_err(|error| failed(output, &error))?;
    }
    let table = session.table();
    let mut finished = done;
    let mut run = || {
        for (i, (n, position)) in all.iter().enumerate().skip(done) {
            let mut progress = progress(i, all.len());
            let at = |error: SessionError| SessionError { message: format!("{file}:{n}: {}", error.message), ..error };
            session.execute(&set_up(position)?, &mut progress).map_err(at)?;
            let answer = session.execute(&Command::Rollout(RolloutCommand::Usual), &mut progress).map_err(at)?;
            progress.finish();
            if session.is_stopped() {
                return Err(SessionError::stopped());
            }
            let mut object: serde_json::Value =
                serde_json::from_str(&json_reply("rollout", &answer)).map_err(|error| failed(file, &error))?;
            object["input"] = (*position).into();
            writeln!(to, "{object}").map_err(|error| failed(output, &error))?;
            finished += 1;
        }
        Ok(())
    };
    let outcome: Result<(), SessionError> = run();
    session.restore_table(table);
    let said = format!("{finished} of {} positions are rolled out in {output}", all.len());
    match outcome {
        Ok(()) => Ok(Reply::Message(said)),
        Err(error) => Err(SessionError { message: format!("{}; {said}", error.message), ..error }),
    }
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
        assert_eq!(answered("{\"a\":1}\n{\"a\":2}\n{\"a\":"), 2);
    }
}
