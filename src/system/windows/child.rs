//! Pipes that a child has besides the terminal.

use std::io::{self, PipeReader, PipeWriter};

/// Two pipes, one each way, and the numbers by which a child knows its ends.
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
    /// No pipe is handed to a child here: Python starts gammon, and not the other way round.
    ///
    /// # Errors
    /// Always, with what to do instead.
    pub fn open() -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "on this system Python has to start gammon: pip install gammon"))
    }
}
