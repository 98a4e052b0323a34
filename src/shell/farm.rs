//! Farms in the shell: positions and settings become a job that other machines can play (`gammon farm plan`), and the
//! workers of a server play the rollouts of this one.

use super::Paths;
use crate::command::RolloutCommand;
#[cfg(feature = "farm")]
use crate::farm::{Access, Farm, Secrets};
use crate::farm::{FarmJob, Item};
use crate::rollout::{Crew, Unobserved};
use crate::session::{Session, SessionError, lines};
use crate::storage;
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
        let mut add = |position: &str, what: &RolloutCommand, place: String| {
            let at = |error: SessionError| SessionError { message: format!("{place}: {}", error.message), ..error };
            session.put_position(position).map_err(at)?;
            let description = session.order_here(what, trials, &mut Unobserved).map_err(at)?;
            items.push(Item { input: position.to_owned(), description });
            Ok::<_, SessionError>(())
        };
        if Path::new(input).is_file() {
            let text = storage::read_text(Path::new(input), storage::LARGEST)
                .map_err(|error| SessionError::in_file(input, error))?;
            for line in lines(&text)
                .map_err(|(n, error)| SessionError { message: format!("{input}:{n}: {}", error.message), ..error })?
            {
                let place = format!("{input}:{}", line.number);
                if !(line.before.is_empty() && line.own.is_empty()) {
                    let message = format!("{place}: a farm job has one set of settings, not those of a line");
                    return Err(SessionError::new(message));
                }
                // A rollout named in the line goes before that of the command.
                let what = if line.what == RolloutCommand::Default { what } else { &line.what };
                add(&line.position, what, place)?;
            }
        } else {
            add(input, what, input.clone())?;
        }
    }
    Ok(items)
}

/// The workers of a server, to play the trials of rollouts.
#[cfg(feature = "farm")]
pub(super) fn farm_at(address: &str, paths: Option<&Paths>) -> Result<Box<dyn Crew>, SessionError> {
    let access = farm_access(address).map_err(|error| SessionError::new(error.to_string()))?;
    let folder = paths.map_or_else(std::env::temp_dir, Paths::farm);
    let name = format!("{}-{}", super::host_name(), std::process::id());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Box::new(Farm::new(access, name, folder).with_threads(threads)))
}

/// The workers of a server, which this build cannot reach.
#[cfg(not(feature = "farm"))]
pub(super) fn farm_at(address: &str, _paths: Option<&Paths>) -> Result<Box<dyn Crew>, SessionError> {
    let refused = SessionError::new(format!("this gammon was built without farms, so {address} cannot be reached"));
    Err(refused.with_suggestion("set rollout engine local"))
}

/// A server, with credentials from the environment: `GAMMON_NATS_USER` and `_PASSWORD`, `_TOKEN`, `_CA`, `_CERT` and
/// `_KEY`.
///
/// # Errors
/// When the address is malformed.
#[cfg(feature = "farm")]
pub fn farm_access(address: &str) -> std::io::Result<Access> {
    let text = |name: &str| std::env::var(format!("GAMMON_NATS_{name}")).ok().filter(|text| !text.is_empty());
    let file = |name: &str| text(name).map(std::path::PathBuf::from);
    let secrets = Secrets {
        user: text("USER"),
        password: text("PASSWORD"),
        token: text("TOKEN"),
        authority: file("CA"),
        certificate: file("CERT").zip(file("KEY")),
    };
    Access::new(address, secrets)
        .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidInput, error.to_string()))
}
