//! Rollouts: a position played out many times, and what that says about it.
//!
//! Trial `n` is a pure function of (position, settings, weights, `n`). It leaves a record of exact
//! fixed-point integers, and everything reported is a function of the set of records. Threads, time,
//! interruptions and the way the work was split change how soon the records are there, never what they are.
//!
//! A [`Job`] says what is rolled out, [`RolloutSettings`] how; [`Engine::rollout`] does it and returns a
//! [`RolloutResult`] to read and [`Records`] to continue from.

mod compare;
mod cost;
mod events;
mod fingerprint;
mod fixed;
mod frame;
mod in_step;
mod job;
mod journal;
mod lanes;
mod luck;
mod memory;
mod observer;
mod pairs;
mod pilot;
mod records;
mod result;
mod runner;
mod sequencer;
mod settings;
mod settlement;
mod standing;
mod statistics;
mod stop;
mod strata;
#[cfg(test)]
mod ties;
mod trial;
mod trial_record;
mod trials;
mod witness;

pub use compare::Comparison;
pub use cost::{Cost, Work};
pub use fingerprint::{Differences, Fingerprint, Part};
pub use fixed::{Fixed, Moments};
pub use job::{Job, JobKind, Line, Start, Units};
pub use journal::{Check, Journal, JournalError, JournalWriter};
pub use observer::{Control, Observer, Progress, Unobserved};
pub use pairs::covariances;
pub use pilot::{Pilot, PilotStep, PilotWay};
pub use records::{MergeError, Records};
pub use result::{CandidateResult, Estimate, Estimates, RolloutResult, Worth};
pub use runner::{Engine, Rollout, RolloutError};
pub use sequencer::Task;
pub use settings::{
    ErrorLimit, JsdLimit, Later, LuckBy, Pairing, PlayerSettings, RolloutPreset, RolloutSettings, Truncation, Until,
};
pub use settlement::{CubeState, cube_value};
pub use standing::{Standing, Standings};
pub use statistics::{CUBE_LEVELS, CubeLevel, SideStatistics, Statistics};
pub use stop::{DECIDED_RISK, End, confidence_width};
pub use trial_record::{CUBEFUL, CUBELESS, Ending, Events, QUANTITIES, TrialRecord, Values};
pub use trials::Trials;
pub use witness::{GameSink, PlayedGame, Step, Witness};
