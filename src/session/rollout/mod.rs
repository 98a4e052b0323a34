//! `rollout …`: what is rolled out, how it is saved and put together, what is told about it.

mod cost;
mod farm;
mod file;
mod folder;
mod horizons;
mod journal;
mod known;
mod made;
mod plan;
mod results;
mod run;
mod saved;
mod saving;
mod self_test;
mod shard;
mod statistics;
mod trial_log;

pub use made::{Made, how_made};
pub use plan::{Decision, Plan};
pub(super) use saved::Beginning;
