//! Rollouts over NATS `JetStream`: a broker that hands shards out, workers that join and leave as they like, and a
//! coordinator whose ledger is the truth. The broker may lose everything: nothing but time is lost with it.
//!
//! Subjects, all below `gammon`: `job.ID` and `order.ID.N` are the jobs and their orders (stream `GAMMON_JOBS`),
//! `task.ID.SHARD` are shards to be played (`GAMMON_TASKS`), `result.ID.SHARD` their results (`GAMMON_RESULTS`). Plain
//! messages that may get lost: `desk.ID` and `beat.WORKER` every second, `closed.ID` when a job needs no more results.

mod access;
mod broker;
mod coordinator;
mod jobs;
mod live;
mod referee;
#[cfg(test)]
pub(super) mod tests;
mod worker;

pub use access::{Access, Secrets};
pub use coordinator::Outcome;
pub use jobs::{JobStatus, cancel, fetch, status, submit};
pub use live::Farm;
pub use worker::{Left, Worker};

use crate::words::counted;
use std::fmt::Display;
use std::io;
use thiserror::Error;

/// Why a farm cannot go on.
#[derive(Debug, Error)]
pub enum FarmError {
    /// An address that is none.
    #[error("`{0}` is not an address of a NATS server: nats://HOST:PORT or tls://HOST:PORT")]
    Address(String),
    /// No server answers.
    #[error("{url} cannot be reached: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// The error of the system.
        why: String,
    },
    /// The encryption that is asked for does not come about.
    #[error("{url}: no safe connection: {why}")]
    Untrusted {
        /// The address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server denies access to this user.
    #[error("{url} refuses this name, password or token")]
    Denied {
        /// The address.
        url: String,
    },
    /// The server answers otherwise than it should.
    #[error("{0}")]
    Server(String),
    /// A worker has played wrongly in a rollout that cannot take its results back.
    #[error(
        "{worker} plays wrongly: of shard {shard} this machine makes something else. Nothing of {worker} counts any \
         more; the same command again goes on with what others have played"
    )]
    Wrong {
        /// The worker.
        worker: String,
        /// The shard.
        shard: u64,
    },
    /// This machine finds something else each time.
    #[error("this machine makes something else of shard {shard} each time: it plays wrongly, and can judge nobody")]
    Unsteady {
        /// The shard.
        shard: u64,
    },
    /// Every attempt to play a shard failed.
    #[error("shard {shard} ({trials}) failed {tries} times: {why}")]
    Poisoned {
        /// The shard.
        shard: u64,
        /// The trials in words.
        trials: String,
        /// How often.
        tries: u32,
        /// The event.
        why: String,
    },
    /// The engine here is not that of the job.
    #[error("this job was made with another engine: {0} would differ")]
    Engine(crate::rollout::Differences),
    /// A shard larger than a message.
    #[error("a shard of {} is too much for one message: plan it with `--shard {fits}` at most", counted(*.tasks, "trial"))]
    Size {
        /// Trials of all candidates.
        tasks: u64,
        /// Trials of each that fit.
        fits: u64,
    },
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// A rollout here failed.
    #[error(transparent)]
    Rollout(#[from] crate::rollout::RolloutError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl FarmError {
    /// An unexpected error of a server.
    fn server(error: impl Display) -> Self {
        Self::Server(format!("the NATS server: {error}"))
    }
}

/// Runs asynchronous work to its end: on this thread, which has nothing else to do meanwhile.
fn block_on<T>(work: impl Future<Output = Result<T, FarmError>>) -> Result<T, FarmError> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}
