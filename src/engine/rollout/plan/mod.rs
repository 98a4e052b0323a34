//! Measurements before a rollout begins: its cost, and the best evaluator of luck.

pub mod cost;
pub mod pilot;
