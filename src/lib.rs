//! gammon: a backgammon engine and shell that speaks GNU Backgammon's command language.

pub mod analysis;
pub mod arena;
pub mod bench;
pub mod board;
pub mod command;
pub mod eval;
pub mod farm;
pub mod formats;
pub mod movegen;
pub mod notation;
pub mod record;
pub mod render;
pub mod rng;
pub mod rollout;
pub mod scoring;
pub mod serve;
pub mod session;
pub mod settings;
pub mod shell;
pub mod simd;
pub mod storage;
pub mod train;
