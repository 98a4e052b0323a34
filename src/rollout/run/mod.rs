//! Threads that play trials, and who receives their progress.

pub mod observer;
pub mod runner;
