//! Files: owners, permissions, links, and the names of open files.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown, symlink};
use std::path::Path;

/// The permissions of a new file: `0o600` its owner alone, `0o666` what the user's other new files permit.
pub fn permissions(mode: u32) -> Option<Permissions> {
    Some(Permissions::from_mode(mode))
}

/// Lets nobody but its owner read a file, if it is a new one.
pub fn make_private(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Gives a new file the owner and the group of the one that it replaces, as far as the user may.
pub fn keep_owner(new: &File, old: &Metadata) {
    let Ok(made) = new.metadata() else { return };
    if made.uid() != old.uid() {
        let _ = fchown(new, Some(old.uid()), None);
    }
    if made.gid() != old.gid() {
        let _ = fchown(new, None, Some(old.gid()));
    }
}

/// The bytes that are free for this user where a folder lies.
pub fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Whether an open file is the one that a path names.
///
/// # Errors
/// The errors of the file system.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let opened = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a file a second name.
///
/// # Errors
/// The errors of the file system.
pub fn link(file: &Path, name: &Path) -> io::Result<()> {
    symlink(file, name)
}

/// Whether a file system says that it does not do such a thing at all.
pub fn is_unsupported(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let code = error.raw_os_error();
    [Errno::NOLCK, Errno::NOSYS, Errno::OPNOTSUPP, Errno::INVAL].iter().any(|errno| code == Some(errno.raw_os_error()))
}

/// The open file that a path such as `/dev/stdout` or `/proc/self/fd/1` stands for, wherever it leads.
pub fn standard_number(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..8 {
        let folder = path.parent()?;
        let is_own = folder == Path::new("/dev/fd")
            || folder == Path::new("/proc/self/fd")
            || folder.as_os_str() == &*format!("/proc/{}/fd", std::process::id());
        if is_own {
            return path.file_name()?.to_str()?.parse().ok();
        }
        let to = std::fs::read_link(&path).ok()?;
        path = folder.join(to);
    }
    None
}

/// Another handle of an open file, which goes on where the other ends.
///
/// # Errors
/// The errors of the system.
pub fn standard_stream(number: u32, path: &Path) -> io::Result<File> {
    let handle = match number {
        1 => io::stdout().as_fd().try_clone_to_owned()?,
        2 => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return File::options().append(true).open(path),
    };
    Ok(File::from(handle))
}
