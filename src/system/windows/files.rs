//! Files: owners, permissions, links, and the names of open files.

use same_file::Handle;
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::windows::io::AsHandle;
use std::path::Path;

/// The permissions of a new file come from its folder: a user's own folders are open to that user alone.
pub fn permissions(_mode: u32) -> Option<Permissions> {
    None
}

/// As [`permissions`].
pub fn make_private(_options: &mut OpenOptions) {}

/// A new file belongs to its maker.
pub fn keep_owner(_new: &File, _old: &Metadata) {}

/// The bytes that are free where a folder lies: the system is not asked.
pub fn free_space(_folder: &Path) -> Option<u64> {
    None
}

/// Whether an open file is the one that a path names.
///
/// # Errors
/// The errors of the file system.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let opened = Handle::from_file(file.try_clone()?)?;
    match Handle::from_path(path) {
        Ok(named) => Ok(opened == named),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a file a second name. A symbolic link needs rights that few users have.
///
/// # Errors
/// The errors of the file system.
pub fn link(file: &Path, name: &Path) -> io::Result<()> {
    std::fs::hard_link(file, name)
}

/// Whether a file system says that it does not do such a thing at all.
pub fn is_unsupported(error: &io::Error) -> bool {
    /// `ERROR_INVALID_FUNCTION` and `ERROR_NOT_SUPPORTED`.
    const CODES: [i32; 2] = [1, 50];
    error.raw_os_error().is_some_and(|code| CODES.contains(&code))
}

/// No path stands for an open file.
pub fn standard_number(_path: &Path) -> Option<u32> {
    None
}

/// Another handle of standard output or of the stream for errors.
///
/// # Errors
/// The errors of the system, and any other number.
pub fn standard_stream(number: u32, _path: &Path) -> io::Result<File> {
    let handle = match number {
        1 => io::stdout().as_handle().try_clone_to_owned()?,
        2 => io::stderr().as_handle().try_clone_to_owned()?,
        _ => return Err(io::ErrorKind::Unsupported.into()),
    };
    Ok(File::from(handle))
}
