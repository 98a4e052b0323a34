//! Pipes, devices and standard output: places that are written to as they are.

use super::faults::operation;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The pipe or device that a path names, to be written to as it is; `None` for everything else.
pub(super) fn stream(path: &Path) -> io::Result<Option<File>> {
    #[cfg(unix)]
    if let Some(file) = standard_stream(path)? {
        return Ok(Some(file));
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
    #[cfg(unix)]
    if standard_number(path).is_some() {
        return true;
    }
    fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
}

/// The open file that a path such as `/dev/stdout` or `/proc/self/fd/1` stands for, wherever it leads.
#[cfg(unix)]
fn standard_number(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..8 {
        let folder = path.parent()?;
        let is_own = folder == Path::new("/dev/fd")
            || folder == Path::new("/proc/self/fd")
            || folder.as_os_str() == &*format!("/proc/{}/fd", std::process::id());
        if is_own {
            return path.file_name()?.to_str()?.parse().ok();
        }
        let to = fs::read_link(&path).ok()?;
        path = folder.join(to);
    }
    None
}

/// Another handle of it, which goes on where the other ends.
#[cfg(unix)]
fn standard_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let Some(number) = standard_number(path) else { return Ok(None) };
    operation()?;
    let handle = match number {
        1 => io::stdout().as_fd().try_clone_to_owned()?,
        2 => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return File::options().append(true).open(path).map(Some),
    };
    Ok(Some(File::from(handle)))
}
