//! What is measured before a rollout begins: its cost, and who is to value luck.

pub mod cost;
pub mod pilot;
