//! Pipes, devices and standard output: places that are written to as they are.

use super::faults::operation;
use crate::system::files;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The pipe or device that a path names, to be written to as it is; `None` for everything else.
pub(super) fn stream(path: &Path) -> io::Result<Option<File>> {
    if let Some(number) = files::standard_number(path) {
        operation()?;
        return files::standard_stream(number, path).map(Some);
    }
    match fs::metadata(path) {
        Ok(kind) if !kind.is_file() && !kind.is_dir() => {
            operation()?;
            File::options().write(true).open(path).map(Some)
        }
        _ => Ok(None),
    }
}

/// Whether a path names something that is written to as it is, so that nothing can be lost there.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    files::standard_number(path).is_some() || fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}
