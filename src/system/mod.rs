//! The differences between operating systems: terminal, signals, sockets, files, the machine and its user, children.
//!
//! Each system has a folder, and each folder the same files with the same names in them. Everything else in gammon is
//! the same on all systems.

pub mod child;
pub mod map;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as here;
#[cfg(windows)]
use windows as here;

pub use here::{files, machine, signals, sockets, terminal};

use std::io::{Read, Write};

/// A stream that is read and written, by one thread at a time.
pub trait Duplex: Read + Write + Send + Sync {}

impl<T: Read + Write + Send + Sync> Duplex for T {}
