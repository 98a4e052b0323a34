//! Pipes that a child has besides the terminal.

use super::here::child::inherited;
use std::io::{self, PipeReader, PipeWriter};

/// Two pipes, one each way, and the numbers by which a child knows its ends. Every program started while `theirs` is
/// there has them.
pub struct Pipes {
    /// The end that brings what the child writes.
    pub from: PipeReader,
    /// The end that takes what the child reads.
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
    /// The system's answer; always where no pipe can be handed to a child, with what to do instead.
    pub fn open() -> io::Result<Self> {
        let (from, writer) = io::pipe()?;
        let (reader, to) = io::pipe()?;
        let numbers = [inherited(&reader)?, inherited(&writer)?];
        Ok(Self { from, to, theirs: (reader, writer), numbers })
    }
}
