//! The terminal: prompt, files of commands, progress, Ctrl-C, and where things are kept.
//!
//! Everything below is pure text and values; only this module and `main` touch the screen, the clock, the
//! environment and the user's folders.

mod interrupt;
mod paths;

pub use interrupt::Interrupt;
pub use paths::{Paths, write_whole};
