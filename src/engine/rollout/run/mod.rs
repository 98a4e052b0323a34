//! Crews that play trials, the dispatcher that hands them out, observers of their progress.

pub mod crew;
pub mod dispatcher;
pub mod error;
pub mod observer;
pub mod pool;
pub mod runner;
mod workers;
