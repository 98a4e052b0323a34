//! Pipes, devices and standard output: places that are written to as they are.

use super::faults::operation;
use crate::system::files;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The name by which programs call standard output, on every system.
const OUTPUT: &str = "-";

/// The number of the open file that a path stands for: 1 is standard output.
fn standard_number(path: &Path) -> Option<u32> {
    if path == Path::new(OUTPUT) { Some(1) } else { files::standard_number(path) }
}

/// Recognizes the paths of standard output.
pub fn is_output(path: &Path) -> bool {
    standard_number(path) == Some(1)
}

/// The pipe or device that a path names, to be written to as it is; `None` for everything else.
pub(super) fn stream(path: &Path) -> io::Result<Option<File>> {
    if let Some(number) = standard_number(path) {
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
pub fn is_stream(path: &Path) -> bool {
    standard_number(path).is_some() || fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}
