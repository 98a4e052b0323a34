//! Rollouts in parts: job files, shards, workers over a server.

#[path = "../support/mod.rs"]
mod support;

mod farm;
#[cfg(feature = "farm")]
mod farm_live;
#[cfg(feature = "farm")]
mod farm_nats;
#[cfg(feature = "farm")]
mod farm_scale;
#[cfg(feature = "farm")]
mod farm_trust;
