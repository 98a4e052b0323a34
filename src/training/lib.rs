//! Nets for the engine: `train` makes them and scores them against positions rolled out, `arena` lets them play against
//! each other; `bench` is fixed work that tells whether an engine computes what it did. The program `gammon-train` is
//! the three for the command line.

pub mod train;

pub mod arena;
pub mod bench;

// The modules of the engine, named as in the engine.
use gammon_engine::{board, eval, movegen, notation, rollout, scoring, simd};
