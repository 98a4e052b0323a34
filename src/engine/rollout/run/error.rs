//! Why a rollout could not begin, or go on.

use crate::rollout::order::fingerprint::Differences;
use crate::words::counted;
use std::io;
use thiserror::Error;

/// Why a rollout could not begin, or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RolloutError {
    /// The records given are those of something else.
    #[error("these records belong to another rollout: {0} would differ")]
    Fingerprint(Differences),
    /// The records are damaged.
    #[error("these records have {}, not {expected}", counted(*.found, "candidate"))]
    Candidates {
        /// Candidates with records.
        found: usize,
        /// Candidates of the job.
        expected: usize,
    },
    /// A job without candidates.
    #[error("there is nothing to roll out")]
    Nothing,
    /// The crew cannot play the trials.
    #[error("{0}")]
    Crew(String),
    /// The crew has delivered records that are not to be relied on, and nobody knows which.
    #[error("{0}")]
    Untrusted(String),
    /// The system has no more threads to give.
    #[error("no threads to be had: {0}")]
    Threads(io::Error),
}
