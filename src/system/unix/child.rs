//! Open files that a child has besides the terminal.

use rustix::io::{FdFlags, fcntl_setfd};
use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// Lets children have an open file; returns its number.
pub fn inherited(file: &(impl AsFd + AsRawFd)) -> io::Result<String> {
    fcntl_setfd(file, FdFlags::empty())?;
    Ok(file.as_raw_fd().to_string())
}
