//! Work beside the session.

use serde::Serialize;
use std::time::Duration;

/// The jobs that go on beside the session.
#[derive(Clone, Debug, Serialize)]
pub struct JobsReply {
    /// The jobs in the order of their numbers.
    pub jobs: Vec<JobRow>,
}

/// A piece of work in the background.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JobRow {
    /// The number by which `fg` and `stop` name it.
    pub number: u16,
    /// The command that it carries out.
    pub command: String,
    /// How it stands.
    pub state: JobState,
    /// The one of several rollouts that it is at.
    pub stage: Option<String>,
    /// Trials so far, of all candidates.
    pub trials: Option<u64>,
    /// Trials there are to be, as far as that can be foreseen.
    pub of: Option<u64>,
    /// The time left, as far as it can be foreseen.
    #[serde(serialize_with = "seconds")]
    pub left: Option<Duration>,
    /// The candidate that leads, if there are several.
    pub leader: Option<String>,
    /// The equity, or that of the only one.
    pub equity: Option<f64>,
    /// The standard error of that.
    pub std_err: Option<f64>,
}

/// How a piece of work stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// The job is running.
    #[default]
    Running,
    /// The answer is there.
    Done,
    /// The job failed.
    Failed,
}

fn seconds<S: serde::Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64().round()).serialize(serializer)
}
