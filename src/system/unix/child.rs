//! Pipes that a child has besides the terminal.

use rustix::io::{FdFlags, fcntl_setfd};
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, AsRawFd};

/// Two pipes, one each way, and the numbers by which a child knows its ends. Whatever is started while `theirs` is
/// there has them.
pub struct Pipes {
    /// What the child writes.
    pub from: PipeReader,
    /// What the child reads.
    pub to: PipeWriter,
    /// The child's ends, to be dropped once it runs.
    pub theirs: (PipeReader, PipeWriter),
    /// The numbers of the child's ends: to read, to write.
    pub numbers: [String; 2],
}

impl Pipes {
    /// Opens them.
    ///
    /// # Errors
    /// Whatever the system answers.
    pub fn open() -> io::Result<Self> {
        let (from, writer) = io::pipe()?;
        let (reader, to) = io::pipe()?;
        let numbers = [inherited(&reader)?, inherited(&writer)?];
        Ok(Self { from, to, theirs: (reader, writer), numbers })
    }
}

/// Lets children have an open file; returns its number.
fn inherited(file: &(impl AsFd + AsRawFd)) -> io::Result<String> {
    fcntl_setfd(file, FdFlags::empty())?;
    Ok(file.as_raw_fd().to_string())
}
