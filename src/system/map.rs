//! Files as memory: what is looked at is read then.

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// The bytes of a file.
///
/// # Errors
/// The errors of the file system.
pub fn whole(file: &File) -> io::Result<Mmap> {
    // SAFETY: the file must not change while it is mapped. Gammon's own files never do: a new one is renamed into the
    // place of an old one, which stays as it was for whoever has it open. Readers index slices, whose bounds are
    // checked.
    unsafe { Mmap::map(file) }
}
