//! Whoever watches a rollout: the shell with its progress line, a test with a script.

use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::judge::interim::Interim;
use crate::rollout::judge::result::RolloutResult;
use std::time::Duration;

/// How far a rollout has come.
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
    #[must_use]
    pub fn interim(&self) -> Interim {
        (self.interim)()
    }

    /// Everything known so far: a pass over all trials, during which no thread begins a new one.
    #[must_use]
    pub fn result(&self) -> RolloutResult {
        (self.snapshot)()
    }
}

/// What an observer wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop and report what there is.
    Stop,
}

/// Watches a rollout from whichever thread completes a round; calls do not overlap. Everything has a default,
/// so an observer says only what it cares for.
pub trait Observer: Send {
    /// A round is complete. Called often: take a snapshot only now and then.
    fn progress(&mut self, _progress: &Progress<'_>) -> Control {
        Control::Continue
    }

    /// A record was entered, in the order that counts: what a journal writes.
    fn entered(&mut self, _task: Task, _record: &TrialRecord) {}

    /// The time since the rollout began. Without a clock, `until time` never comes.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
