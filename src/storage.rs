//! Files that are written whole or not at all, files that one program has to itself, and files read up to a size.
//!
//! Whatever is saved goes through here: into a new file of an unpredictable name beside its place, to the disk, and
//! then into its place by renaming. So no reader ever gets half of a file, and a full disk leaves what was there
//! before.

use std::borrow::Borrow;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::{Builder, NamedTempFile};

/// What may lie where a file is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Another file, which is replaced.
    Replace,
    /// Nothing.
    Refuse,
}

/// Operations on files that are to succeed before one fails.
static UNTIL_FAULT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Lets the operation after `n` more on files that are written fail, as if the disk were full; `None`: none. For tests
/// of what every failure leaves behind; for the whole process.
#[doc(hidden)]
pub fn fail_after(n: Option<u64>) {
    UNTIL_FAULT.store(n.unwrap_or(u64::MAX), Ordering::SeqCst);
}

/// Whether the operation that was to fail has come.
#[doc(hidden)]
pub fn has_failed() -> bool {
    UNTIL_FAULT.load(Ordering::SeqCst) == u64::MAX
}

/// Before every operation that may fail.
fn operation() -> io::Result<()> {
    match UNTIL_FAULT.load(Ordering::Relaxed) {
        u64::MAX => Ok(()),
        0 => {
            UNTIL_FAULT.store(u64::MAX, Ordering::SeqCst);
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        _ => {
            UNTIL_FAULT.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        }
    }
}

/// A file that is written.
#[derive(Debug)]
pub struct Stored<F: Borrow<File> = File>(F);

impl<F: Borrow<File>> Stored<F> {
    /// Cuts the file off, or makes it longer.
    ///
    /// # Errors
    /// Whatever the file system answers.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        operation()?;
        self.0.borrow().set_len(length)
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    /// Whatever the file system answers.
    pub fn sync_data(&self) -> io::Result<()> {
        operation()?;
        self.0.borrow().sync_data()
    }
}

impl<F: Borrow<File>> Write for Stored<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        operation()?;
        self.0.borrow().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        operation()?;
        self.0.borrow().flush()
    }
}

impl<F: Borrow<File>> Read for Stored<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.borrow().read(bytes)
    }
}

impl<F: Borrow<File>> Seek for Stored<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow().seek(to)
    }
}

/// No file that is read whole is larger: shards and journals of a night, databases of users.
pub const LARGEST: u64 = 4 << 30;

/// The contents of a plain file of at most so many bytes.
///
/// # Errors
/// When it cannot be read, is larger, or is a folder, a pipe or a device, which might wait or go on for ever.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_plain(path)?;
    let mut bytes = Vec::new();
    // The size that a device reports is not relied on.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("this has more than {most} bytes")));
    }
    Ok(bytes)
}

/// As [`read()`], of text.
///
/// # Errors
/// As [`read()`], and with the place of the first byte that is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| {
        let (valid, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let line = 1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + bytes[..valid].iter().rev().take_while(|&&byte| byte != b'\n').count();
        io::Error::new(io::ErrorKind::InvalidData, format!("line {line}: byte {column} of the line is not UTF-8"))
    })
}

/// Opens a plain file.
///
/// # Errors
/// When it cannot be opened, or is something else.
pub fn open_plain(path: &Path) -> io::Result<File> {
    is_plain(path)?;
    File::open(path)
}

/// Asked before opening: a pipe would wait for its writer, and a device has no end.
fn is_plain(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
    }
    if !kind.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no plain file"));
    }
    Ok(())
}

/// Writes a file; makes its folder if need be.
///
/// # Errors
/// Whatever the file system answers; what lay there before is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, Existing::Replace, |to| to.write_all(bytes)).map(|_| ())
}

/// Writes a file as [`write()`] does, without waiting for the disk: one of very many, which can be made again.
///
/// # Errors
/// As [`write()`].
pub fn write_quickly(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = real(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    operation()?;
    let new = new_file(folder)?;
    Stored(new.as_file()).write_all(bytes)?;
    operation()?;
    new.persist(&path).map(|_| ()).map_err(|error| error.error)
}

/// Writes a file by a function. Returns the file, open, [locked](open_locked) and at its end, to go on with.
///
/// # Errors
/// As [`write()`]; [`io::ErrorKind::AlreadyExists`] when a file lies there that is not to be replaced.
pub fn write_with(
    path: &Path,
    existing: Existing,
    contents: impl FnOnce(&mut Stored<&File>) -> io::Result<()>,
) -> io::Result<Stored> {
    let path = real(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    operation()?;
    fs::create_dir_all(folder)?;
    operation()?;
    let new = new_file(folder)?;
    new.as_file().try_lock().map_err(io::Error::from)?;
    contents(&mut Stored(new.as_file()))?;
    operation()?;
    new.as_file().sync_all()?;
    operation()?;
    let file = match existing {
        Existing::Replace => new.persist(&path),
        Existing::Refuse => new.persist_noclobber(&path),
    };
    let file = file.map_err(|error| error.error)?;
    // The name is on the disk once its folder is; not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(Stored(file))
}

/// Opens a file to read and write that is not open so elsewhere, and locks it until it is closed; `None` when there is
/// no such file.
///
/// # Errors
/// [`io::ErrorKind::ResourceBusy`] when another program, or another part of this one, works with it; when it is a
/// folder, a pipe or a device.
pub fn open_locked(path: &Path) -> io::Result<Option<Stored>> {
    loop {
        let file = match is_plain(path).and_then(|()| File::options().read(true).write(true).open(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
            Err(error) => return Err(error),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is working with it"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The file may have been replaced while it was opened.
        if is_at(&file, path)? {
            return Ok(Some(Stored(file)));
        }
    }
}

/// Whether another program, or another part of this one, has a file [locked](open_locked).
#[must_use]
pub fn is_in_use(path: &Path) -> bool {
    open_locked(path).is_err_and(|error| error.kind() == io::ErrorKind::ResourceBusy)
}

/// Opens a file as [`open_locked`], and begins an empty one where there is none. Of several that begin at once, one has
/// it.
///
/// # Errors
/// As [`open_locked`], and as [`write_with`] but for a file that another program has begun meanwhile.
pub fn open_or_begin(path: &Path) -> io::Result<Stored> {
    loop {
        if let Some(file) = open_locked(path)? {
            return Ok(file);
        }
        match write_with(path, Existing::Refuse, |_| Ok(())) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            begun => return begun,
        }
    }
}

/// Where a file that is to be written really lies: links are followed, but not to nowhere.
fn real(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    fs::canonicalize(path).map_err(|error| io::Error::new(error.kind(), "a link that leads nowhere"))
}

/// A new file in a folder, with the permissions that other programs' new files have.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".gammon-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Whether an open file is the one that a path names.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).expect("listed").count()
    }

    #[test]
    fn a_file_appears_whole_in_a_new_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b/file");
        write(&path, b"first").expect("written");
        write(&path, b"second").expect("written again");
        assert_eq!(fs::read(&path).expect("read"), b"second");
        assert_eq!(names(path.parent().expect("a folder")), 1);
    }

    #[test]
    fn what_fails_on_the_way_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write(&path, b"old").expect("written");
        let full = |to: &mut Stored<&File>| {
            to.write_all(b"ne")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        };
        let error = write_with(&path, Existing::Replace, full).expect_err("the disk is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let error = write_with(&path, Existing::Refuse, |_| Ok(())).expect_err("there is one");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!((fs::read(&path).expect("read"), names(folder.path())), (b"old".to_vec(), 1));
    }

    #[test]
    fn a_file_in_use_is_not_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        assert!(open_locked(&path).expect("nothing there").is_none());
        let first = write_with(&path, Existing::Refuse, |_| Ok(())).expect("written");
        assert_eq!(open_locked(&path).expect_err("in use").kind(), io::ErrorKind::ResourceBusy);
        drop(first);
        assert!(open_locked(&path).expect("free again").is_some());
    }

    #[test]
    fn of_several_that_begin_a_file_at_once_one_has_it() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("file");
            let together = std::sync::Barrier::new(4);
            let all: Vec<_> = std::thread::scope(|scope| {
                let begin = || {
                    together.wait();
                    open_or_begin(&path)
                };
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(begin)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            });
            assert_eq!(all.iter().filter(|file| file.is_ok()).count(), 1);
            let busy = |error: &io::Error| error.kind() == io::ErrorKind::ResourceBusy;
            assert!(all.iter().filter_map(|file| file.as_ref().err()).all(busy), "{all:?}");
        }
    }

    #[test]
    fn files_are_read_up_to_a_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write(&path, b"one\ntw\xff\n").expect("written");
        assert_eq!(read(&path, 8).expect("8 bytes"), b"one\ntw\xff\n");
        assert_eq!(read(&path, 7).expect_err("8 bytes").kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(&path, 8).expect_err("no text").to_string(), "line 2: byte 3 of the line is not UTF-8");
        assert_eq!(read(folder.path(), 8).expect_err("a folder").to_string(), "this is a folder");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_to_nowhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let [target, link, nowhere] = ["target", "link", "nowhere"].map(|name| folder.path().join(name));
        write(&target, b"old").expect("written");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        std::os::unix::fs::symlink(folder.path().join("gone"), &nowhere).expect("a link");
        write(&link, b"new").expect("written");
        assert!(link.is_symlink() && fs::read(&target).expect("read") == b"new");
        assert!(write(&nowhere, b"new").expect_err("nowhere").to_string().contains("leads nowhere"));
    }
}
