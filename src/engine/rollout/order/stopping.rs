//! What ends a rollout, and which candidates go on: everything that no trial depends on.
//!
//! A [`Stopping`] is a value of its own within the [settings](super::settings::RolloutSettings). Fingerprints have
//! [`Stopping::NONE`] in its place, and parts of a rollout are played without it. [`Stopping::goals`] lists what is in
//! force; whoever looks, forecasts or tells of rules goes through that list.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Stopping at a standard error, as the reference does: it looks after every trial, so the error quoted is
/// a little optimistic. [`Until::error`] has the same meaning without a limit of trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorLimit {
    /// Whether the rule is in force.
    pub enabled: bool,
    /// Trials before the first look.
    pub min_trials: u64,
    /// The standard error that is good enough, as an equity.
    pub max_error: f64,
}

/// Giving up plays that are many joint standard deviations behind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsdLimit {
    /// Whether the rule is in force.
    pub enabled: bool,
    /// Trials before the first look.
    pub min_trials: u64,
    /// How far behind, in joint standard deviations.
    pub limit: f64,
}

/// Going on until something is known, whatever the number of trials. With no condition, `trials` rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// The standard error of every candidate still in play, as an equity.
    pub error: Option<f64>,
    /// The time by the observer's clock after which it ends.
    pub time: Option<Duration>,
    /// Until the best candidate is known, or known to be within this equity of the best. The bound holds
    /// however often it is looked at.
    pub decided: Option<f64>,
    /// Until the choice of the best is expected to give up no more than this equity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// At most this many trials of each candidate, whatever is known then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
}

impl Until {
    /// The margin of `until decided` when none is named.
    pub const DEFAULT_MARGIN: f64 = 0.005;
    /// What may be given up by `until loss` when nothing is named.
    pub const DEFAULT_LOSS: f64 = 0.0005;
    /// No condition.
    pub const NONE: Self = Self { error: None, time: None, decided: None, loss: None, trials: None };

    /// Whether any condition is set.
    pub const fn is_set(&self) -> bool {
        let Self { error, time, decided, loss, trials } = *self;
        loss.is_some() || error.is_some() || time.is_some() || decided.is_some() || trials.is_some()
    }
}

/// Whether a switch is off: files of rollouts name it only where it is on.
const fn is_off(switch: &bool) -> bool {
    !*switch
}

/// The rules by which a rollout ends before all its trials are played, or goes on after them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    /// Stopping at a standard error.
    pub limit: ErrorLimit,
    /// Giving up plays far behind.
    pub jsd: JsdLimit,
    /// Ours: going on until something is known.
    pub until: Until,
    /// Ours: trials go to the plays that may be best, not to each alike.
    #[serde(default, skip_serializing_if = "is_off")]
    pub focus: bool,
}

impl Default for Stopping {
    fn default() -> Self {
        Self::NONE
    }
}

/// A rule that is in force. Where several are, the first that is met ends the rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The decision is known, or known within this equity.
    Decided(f64),
    /// The choice of the best is expected to give up no more than this equity.
    Loss(f64),
    /// The standard errors of all candidates in play are at most this equity, after this many trials.
    Error(f64),
    /// This much time has passed.
    Time(Duration),
    /// Each candidate has this many trials.
    Trials(u64),
    /// Trials go to the plays that may be best, until no other has a chance.
    Focus,
    /// Candidates end as soon as their standard errors are small enough.
    Limit(ErrorLimit),
    /// Plays that are far behind are given up.
    Jsd(JsdLimit),
}

impl Stopping {
    /// No rule: all trials are played, of every candidate.
    pub const NONE: Self = Self {
        limit: ErrorLimit { enabled: false, min_trials: 324, max_error: 0.01 },
        jsd: JsdLimit { enabled: false, min_trials: 324, limit: 2.33 },
        until: Until::NONE,
        focus: false,
    };

    /// The rules in force for this many candidates. Focus and joint standard deviations are about several, and each
    /// replaces the limit of errors.
    pub fn goals(&self, candidates: usize) -> Vec<Goal> {
        // A new rule fails to compile here until it has its place in the list.
        let Self { limit, jsd, until: Until { error, time, decided, loss, trials }, focus } = *self;
        let are_several = candidates > 1;
        let by_focus = focus && are_several;
        let by_jsd = jsd.enabled && are_several && !by_focus;
        [
            decided.map(Goal::Decided),
            loss.filter(|_| are_several).map(Goal::Loss),
            error.map(Goal::Error),
            time.map(Goal::Time),
            trials.map(Goal::Trials),
            by_focus.then_some(Goal::Focus),
            (limit.enabled && !by_jsd && !by_focus).then_some(Goal::Limit(limit)),
            by_jsd.then_some(Goal::Jsd(jsd)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Trials of the candidate that has most, where `asked` are asked for; `None` when something else decides.
    pub const fn most_trials(&self, asked: u64) -> Option<u64> {
        if self.until.is_set() { self.until.trials } else { Some(asked) }
    }
}
