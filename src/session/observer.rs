//! Whoever watches long work: the shell with its progress bar, a test with a script.

use super::Plan;
use crate::rollout::{self, Cost, PilotStep, RolloutSettings};
use std::time::Duration;

/// Watches the long work of commands. The clock is the observer's ([`rollout::Observer::elapsed`]).
pub trait Observer: rollout::Observer {
    /// A rollout is about to begin.
    fn begins(&mut self, _plan: &Plan, _settings: &RolloutSettings) {}

    /// A pilot finds out who is to value the luck of rolls, before the rollout begins.
    fn pilots(&mut self, _step: &PilotStep) {}

    /// Where work of several rollouts has got to, such as `horizon 3 of 0..7`.
    fn stage(&mut self, _what: String) {}

    /// An analysis has done so many decisions and rolls of so many.
    fn analyzes(&mut self, _done: usize, _of: usize) {}

    /// Time that may be spent on finding out what the rollout will cost; `None` when nobody wants to know.
    fn cost_budget(&self) -> Option<Duration> {
        None
    }

    /// What the rollout about to begin is expected to cost on so many threads.
    fn expects(&mut self, _cost: &Cost, _threads: usize) {}
}

/// Nobody watches.
impl Observer for rollout::Unobserved {}
