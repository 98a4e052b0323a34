//! One trial: a game played from a start, the luck of its rolls, and a thread's memory of first turns.

pub mod batched;
pub mod engine;
pub mod events;
pub mod frame;
pub mod game;
pub mod luck;
pub mod memory;
pub mod settlement;
#[cfg(test)]
mod tests;
pub mod witness;
