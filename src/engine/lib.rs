//! A backgammon engine: the rules, nets, bearoff databases, cube decisions, rollouts, and files of matches.

pub mod analysis;
pub mod board;
pub mod eval;
pub mod formats;
pub mod movegen;
pub mod notation;
pub mod record;
pub mod rng;
pub mod rollout;
pub mod scoring;
pub mod simd;
