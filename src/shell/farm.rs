//! `gammon farm plan`: positions and settings become a job that other machines can play.

use crate::command::RolloutCommand;
use crate::farm::{FarmJob, Item};
use crate::rollout::Unobserved;
use crate::session::{Session, SessionError, positions};
use std::fs;
use std::path::Path;

/// A job of every position: identifiers, or files with one on a line. The session's own table is put back afterwards.
///
/// # Errors
/// When a position cannot be set up or rolled out, or all of them make no job.
pub fn plan_farm(
    session: &mut Session,
    inputs: &[String],
    what: &RolloutCommand,
    trials: u64,
    shard: u64,
) -> Result<FarmJob, SessionError> {
    let record = session.record().clone();
    let items = items(session, inputs, what, trials);
    session.restore(record);
    FarmJob::new(items?, shard).map_err(|error| SessionError::new(error.to_string()))
}

fn items(
    session: &mut Session,
    inputs: &[String],
    what: &RolloutCommand,
    trials: u64,
) -> Result<Vec<Item>, SessionError> {
    let mut items = Vec::new();
    for input in inputs {
        let mut add = |position: &str, place: String| {
            let at = |error: SessionError| SessionError { message: format!("{place}: {}", error.message), ..error };
            session.put_position(position).map_err(at)?;
            let description = session.order_here(what, trials, &mut Unobserved).map_err(at)?;
            items.push(Item { input: position.to_owned(), description });
            Ok::<_, SessionError>(())
        };
        if Path::new(input).is_file() {
            let text = fs::read_to_string(input).map_err(|error| SessionError::new(format!("{input}: {error}")))?;
            for (n, position) in positions(&text) {
                add(position, format!("{input}:{n}"))?;
            }
        } else {
            add(input, input.clone())?;
        }
    }
    Ok(items)
}
