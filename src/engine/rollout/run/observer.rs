//! Observers of a rollout: the shell with its progress line, a test with a script.

use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::judge::interim::Interim;
use crate::rollout::judge::result::RolloutResult;
use std::time::Duration;

/// How far a rollout has come.
#[non_exhaustive]
pub struct Progress<'a> {
    /// Trials that every candidate still in play has.
    pub round: u64,
    /// Trials of each candidate.
    pub trials: &'a [u64],
    /// Trials each is to have, `None` when something else decides.
    pub target: Option<u64>,
    /// Static evaluations so far.
    pub evaluations: u64,
    pub(in crate::rollout) snapshot: &'a dyn Fn() -> RolloutResult,
    pub(in crate::rollout) interim: &'a dyn Fn() -> Interim,
}

impl Progress<'_> {
    /// How candidates stand and how far they have to go: cheap, whatever the number of trials.
    pub fn interim(&self) -> Interim {
        (self.interim)()
    }

    /// Everything known so far: a pass over all trials, during which no thread begins a new one.
    pub fn result(&self) -> RolloutResult {
        (self.snapshot)()
    }
}

/// The state of workers that play trials elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrewNews {
    /// Where they are found.
    pub place: String,
    /// Workers that take part.
    pub workers: usize,
    /// Their threads.
    pub threads: usize,
    /// Trials a second, all together.
    pub rate: f64,
    /// Shards that are done.
    pub done: u64,
    /// Shards that went with a worker, or were nowhere to be found, and were published again.
    pub lost: u64,
    /// Shards that came back more than once.
    pub repeated: u64,
    /// Trials of theirs that were played here, too, with the same record.
    pub checked: u64,
    /// Whether they cannot be reached.
    pub is_cut_off: bool,
    /// Messages that are shown once: which worker was refused and why, which is lost.
    pub notes: Vec<String>,
}

/// An observer's answer: whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop and report what there is.
    Stop,
}

/// Watches a rollout from whichever thread completes a round; calls do not overlap. Every method has a default, so an
/// observer implements only those it needs.
pub trait Observer: Send {
    /// A round is complete. Called often: take a snapshot only now and then.
    fn progress(&mut self, _progress: &Progress<'_>) -> Control {
        Control::Continue
    }

    /// A record was entered, in the order that counts: what a journal writes.
    fn entered(&mut self, _task: Task, _record: &TrialRecord) {}

    /// How a crew elsewhere stands; now and then.
    fn crew(&mut self, _news: &CrewNews) {}

    /// The time since the rollout began. Without a clock, `until time` never comes.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
