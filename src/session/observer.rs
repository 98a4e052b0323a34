//! Whoever watches long work: the shell with its progress bar, a test with a script.

use super::Plan;
use crate::rollout::{self, RolloutSettings};

/// Watches the long work of commands. The clock is the observer's ([`rollout::Observer::elapsed`]).
pub trait Observer: rollout::Observer {
    /// A rollout is about to begin.
    fn begins(&mut self, _plan: &Plan, _settings: &RolloutSettings) {}
}

/// Nobody watches.
impl Observer for rollout::Unobserved {}
