//! Rollouts: a position played out many times, and what that says about it.
//!
//! Trial `n` is a pure function of (position, settings, weights, `n`). It leaves a record of exact
//! fixed-point integers, and everything reported is a function of the set of records. Threads, time,
//! interruptions and the way the work was split change how soon the records are there, never what they are.

mod settings;

pub use settings::{
    ErrorLimit, JsdLimit, Later, Pairing, PlayerSettings, RolloutPreset, RolloutSettings, Truncation, Until,
};
