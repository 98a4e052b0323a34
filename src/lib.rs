//! gammon: a backgammon engine and shell that speaks GNU Backgammon's command language.
//!
//! The engine is a crate of its own, whose modules are those of this one too.

pub use gammon_engine::{
    analysis, board, digest, eval, formats, level, movegen, notation, record, rng, rollout, scoring, simd, threads,
    words,
};
pub use gammon_language::{command, settings};
pub use gammon_training::{bench, train};

pub mod farm;
pub mod library;
pub mod relational;
pub mod render;
pub mod serve;
pub mod session;
pub mod shell;
pub mod stand_in;
pub mod storage;
pub mod system;
