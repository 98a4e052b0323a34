//! Who plays trials, who hands them out, and who receives their progress.

pub mod crew;
pub mod dispatcher;
pub mod error;
pub mod observer;
pub mod pool;
pub mod runner;
mod workers;
