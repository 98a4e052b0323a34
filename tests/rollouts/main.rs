//! Rollouts: their statistics, how they stop, go on, and are shown.

#[path = "../support/mod.rs"]
mod support;

mod levels;
mod rollout;
mod rollout_at_score;
mod rollout_chances;
mod rollout_close;
mod rollout_coverage;
mod rollout_crash;
mod rollout_decided;
mod rollout_features;
mod rollout_interrupt;
mod rollout_pairing;
mod rollout_reference;
mod rollout_reports;
mod rollout_session;
mod rollout_settings;
mod rollout_versus;
mod saved_rollouts;
