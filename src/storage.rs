//! Files that are written whole or not at all, files that one program has to itself, and files read up to a size.
//!
//! Files are saved here alone: into a new file of an unpredictable name beside their place, to the disk, and then into
//! the place by renaming. So no reader ever gets half of a file, and a full disk leaves what was there before. The new
//! file has the permissions and the owner of the one that it replaces.
//!
//! Pipes and devices are written to and never replaced, among them standard output by its names `-` and `/dev/stdout`.
//! File systems without locks, or that cannot be asked to write to the disk, are done without: [`take_note`] says so.

mod faults;
mod streams;

pub use faults::take_note;
#[doc(hidden)]
pub use faults::{fail_after, fail_after_with, has_failed};
pub use streams::{is_output, is_stream};

use crate::system::{files, machine, map};
use faults::{is_unsupported, note, operation};
use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use streams::stream;
use tempfile::{Builder, NamedTempFile, TempDir};

/// The file that may lie where one is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Another file, which is replaced.
    Replace,
    /// Nothing.
    Refuse,
}

/// Locks a file. Where there are no locks, this is done without.
fn lock(file: &File) -> io::Result<()> {
    let locked = match operation() {
        Ok(()) => file.try_lock(),
        Err(error) => Err(TryLockError::Error(error)),
    };
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is working with it"))
        }
        Err(TryLockError::Error(error)) if is_unsupported(&error) => {
            note("this file system has no locks: let no two programs write one file");
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Waits for the disk. Where that cannot be asked for, this is done without.
fn synced(sync: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    match operation().and_then(|()| sync()) {
        Err(error) if is_unsupported(&error) => {
            note("this file system does not say when something is on its disk");
            Ok(())
        }
        answer => answer,
    }
}

/// A file that is written.
#[derive(Debug)]
pub struct Stored<F: Borrow<File> = File>(F);

impl<F: Borrow<File>> Stored<F> {
    /// Cuts the file off, or makes it longer.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        operation()?;
        self.0.borrow().set_len(length)
    }

    /// How long the file is.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn length(&self) -> io::Result<u64> {
        self.0.borrow().metadata().map(|data| data.len())
    }

    /// Whether the file still lies where it was put.
    pub fn is_still_at(&self, path: &Path) -> bool {
        files::is_at(self.0.borrow(), path).unwrap_or(false)
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn sync_data(&self) -> io::Result<()> {
        synced(|| self.0.borrow().sync_data())
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

/// An error in words alone: without the number that the system has for it, ` (os error 2)`.
pub fn in_words(error: impl fmt::Display) -> String {
    const NUMBER: &str = " (os error ";
    let text = error.to_string();
    let mut words = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(NUMBER) {
        let behind = &rest[at + NUMBER.len()..];
        let digits = behind.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(behind.len());
        match behind[digits..].strip_prefix(')') {
            Some(others) => {
                words += &rest[..at];
                rest = others;
            }
            None => {
                words += &rest[..at + NUMBER.len()];
                rest = behind;
            }
        }
    }
    words + rest
}

/// No file that is read whole is larger: shards and journals of a night, databases of users.
pub const LARGEST: u64 = 4 << 30;

/// The contents of a plain file of at most this many bytes.
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

/// Files from this size on are mapped.
const MAPPED: u64 = 64 << 20;

/// The bytes of a plain file, mapped where there are many: those that are looked at come from the disk, and may leave
/// the memory again.
///
/// # Errors
/// When it cannot be read, or is a folder, a pipe or a device.
pub fn bytes(path: &Path) -> io::Result<Arc<dyn AsRef<[u8]> + Send + Sync>> {
    let file = open_plain(path)?;
    if file.metadata()?.len() < MAPPED {
        return Ok(Arc::new(read(path, MAPPED)?));
    }
    Ok(Arc::new(map::whole(&file)?))
}

/// Says when the memory or the disk has not the room for work, before it is begun.
///
/// # Errors
/// In words, how much is needed and how much there is. A system that does not say is believed to have enough.
pub fn require_room(memory: u64, file: &Path, length: u64) -> io::Result<()> {
    let kept = |what: &str, needed: u64, free: Option<u64>| match free {
        Some(free) if free < needed => {
            let [needed, free] = [needed, free].map(|bytes| bytes as f64 / 1e9);
            let message = format!("this needs {needed:.1} GB of {what}, and {free:.1} GB are free");
            Err(io::Error::new(io::ErrorKind::StorageFull, message))
        }
        _ => Ok(()),
    };
    kept("memory", memory, machine::free_memory())?;
    if is_stream(file) {
        return Ok(());
    }
    let there = folder_of(file).ancestors().find(|folder| folder.exists());
    kept("the disk", length, files::free_space(there.unwrap_or(Path::new("."))))
}

/// The first line of something, or all of it, without the byte order mark that editors of Windows put before text.
pub fn without_mark(mut text: Vec<u8>) -> Vec<u8> {
    if text.starts_with(b"\xef\xbb\xbf") {
        text.drain(..3);
    }
    text
}

/// As [`read()`], of text: without a byte order mark, and with newlines where returns alone end the lines.
///
/// # Errors
/// As [`read()`], and with the place of the first byte that is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = without_mark(read(path, most)?);
    if !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    String::from_utf8(bytes).map_err(|error| {
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
    operation()?;
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
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a plain file"));
    }
    Ok(())
}

/// Writes a file; makes its folder if need be.
///
/// # Errors
/// The errors of the file system; the file that lay there before is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, Existing::Replace, |to| to.write_all(bytes)).map(|_| ())
}

/// As [`write()`], so that nobody but its owner can read the file if it is a new one.
///
/// # Errors
/// As [`write()`].
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_as(path, Existing::Replace, 0o600, |to| to.write_all(bytes)).map(|_| ())
}

/// Writes a file as [`write()`] does, without waiting for the disk: one of very many, which can be made again.
///
/// # Errors
/// As [`write()`].
pub fn write_quickly(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(file) = stream(path)? {
        return Stored(file).write_all(bytes);
    }
    let path = real(path)?;
    let folder = folder_of(&path);
    operation()?;
    let new = new_file(folder, &path, 0o666)?;
    Stored(new.as_file()).write_all(bytes)?;
    operation()?;
    replace(new, &path).map(|_| ())
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
    write_as(path, existing, 0o666, contents)
}

/// As [`write_with`], so that nobody but its owner can read the file if it is a new one.
///
/// # Errors
/// As [`write_with`].
pub fn write_with_private(
    path: &Path,
    existing: Existing,
    contents: impl FnOnce(&mut Stored<&File>) -> io::Result<()>,
) -> io::Result<Stored> {
    write_as(path, existing, 0o600, contents)
}

fn write_as(
    path: &Path,
    existing: Existing,
    mode: u32,
    contents: impl FnOnce(&mut Stored<&File>) -> io::Result<()>,
) -> io::Result<Stored> {
    if existing == Existing::Replace
        && let Some(file) = stream(path)?
    {
        contents(&mut Stored(&file))?;
        return Ok(Stored(file));
    }
    let path = real(path)?;
    let folder = folder_of(&path);
    operation()?;
    fs::create_dir_all(folder)?;
    clear_left_over(folder);
    operation()?;
    let new = new_file(folder, &path, mode)?;
    contents(&mut Stored(new.as_file()))?;
    synced(|| new.as_file().sync_all())?;
    operation()?;
    let file = match existing {
        Existing::Replace => replace(new, &path)?,
        Existing::Refuse => new.persist_noclobber(&path).map_err(|error| error.error)?,
    };
    // The name is on the disk once its folder is; not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(Stored(file))
}

/// Puts a new file into the place of another, which may be open.
fn replace(new: NamedTempFile, path: &Path) -> io::Result<File> {
    let (file, written) = new.keep().map_err(|error| error.error)?;
    fs::rename(&written, path).inspect_err(|_| drop(fs::remove_file(&written)))?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Appends to a file, and begins one where there is none; nobody but its owner can read a new one. A last line that is
/// not whole is ended before: what a full disk has left of it is lost, and nothing else.
///
/// # Errors
/// The errors of the file system; also when it is a folder, a pipe or a device.
pub fn append_line(path: &Path, line: &str) -> io::Result<()> {
    operation()?;
    fs::create_dir_all(folder_of(path))?;
    is_plain(path).or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
    let mut options = File::options();
    options.create(true).append(true).read(true);
    files::make_private(&mut options);
    operation()?;
    let mut file = options.open(path)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let before = if last == [b'\n'] { "" } else { "\n" };
    // One write for a line, so that another program that does this has its lines whole, too.
    Stored(file).write_all(format!("{before}{line}\n").as_bytes())
}

/// Removes a file.
///
/// # Errors
/// The errors of the file system.
pub fn remove(path: &Path) -> io::Result<()> {
    operation()?;
    fs::remove_file(path)
}

/// Files that a program left which was killed while it wrote: older than this, and not locked.
const LEFT_OVER: Duration = Duration::from_secs(5);

/// Clears them away, at the first write into a folder.
fn clear_left_over(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(NEW.0) && name.ends_with(NEW.1));
        if !is_ours {
            continue;
        }
        let age = entry.metadata().ok().and_then(|data| data.modified().ok()?.elapsed().ok());
        let is_free = || File::options().write(true).open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if age.is_some_and(|age| age > LEFT_OVER) && is_free() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Opens a file to read and write that is not open so elsewhere, and locks it until it is closed; `None` when there is
/// no such file.
///
/// # Errors
/// [`io::ErrorKind::ResourceBusy`] when another program, or another part of this one, works with it; when it is a
/// folder, a pipe or a device.
pub fn open_locked(path: &Path) -> io::Result<Option<Stored>> {
    loop {
        let opened = operation().and_then(|()| is_plain(path));
        let file = match opened.and_then(|()| File::options().read(true).write(true).open(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => return Ok(None),
            Err(error) => return Err(error),
        };
        lock(&file)?;
        // The file may have been replaced while it was opened.
        if files::is_at(&file, path)? {
            return Ok(Some(Stored(file)));
        }
    }
}

/// Whether another program, or another part of this one, has a file [locked](open_locked).
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

/// How the names of files begin and end that are not in their place yet.
const NEW: (&str, &str) = (".gammon-", ".new");

/// A new file in a folder, locked, with the permissions and the owner of the file that it is to replace, or with those
/// that other programs' new files have.
fn new_file(folder: &Path, path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(NEW.0).suffix(NEW.1);
    if let Some(permissions) = files::permissions(mode) {
        builder.permissions(permissions);
    }
    let new = builder.tempfile_in(folder)?;
    lock(new.as_file())?;
    if let Ok(old) = fs::metadata(path)
        && old.is_file()
    {
        files::keep_owner(new.as_file(), &old);
        // Where they cannot be kept, the file is the user's own.
        let _ = new.as_file().set_permissions(old.permissions());
    }
    Ok(new)
}

/// A folder that goes, with all in it, when it is dropped.
///
/// # Errors
/// When there is no room for one.
pub fn scratch() -> io::Result<TempDir> {
    tempfile::tempdir()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).expect("listed").count()
    }

    #[test]
    fn what_cannot_be_put_into_its_place_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a folder");
        fs::create_dir(&path).expect("made");
        for written in [write(&path, b"text"), write_private(&path, b"text"), write_quickly(&path, b"text")] {
            written.expect_err("a folder lies there");
        }
        assert!(write_with(&path, Existing::Refuse, |_| Ok(())).is_err());
        assert_eq!(names(folder.path()), 1, "no file that was to be put there");
    }

    /// Large files are mapped, small ones read; either way the bytes are those of the file.
    #[test]
    fn the_bytes_of_a_file_do_not_depend_on_its_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for length in [0, MAPPED - 1, MAPPED, MAPPED + 5] {
            let file = File::create(&path).expect("made");
            file.set_len(length).expect("sparse");
            let bytes = bytes(&path).expect("read");
            let bytes: &[u8] = (*bytes).as_ref();
            assert!(bytes.len() as u64 == length && bytes.iter().all(|&byte| byte == 0), "{length}");
        }
        assert!(bytes(folder.path()).is_err());
    }

    #[test]
    fn room_that_is_not_there_is_told_in_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a/new/file");
        require_room(1, &file, 1).expect("little is needed");
        if let Some(free) = files::free_space(folder.path()) {
            let error = require_room(0, &file, 1 << 62).expect_err("no disk is so large").to_string();
            assert!(free > 0 && error.starts_with("this needs 4611686018.4 GB of the disk, and "), "{error}");
        }
        if machine::free_memory().is_some() {
            let error = require_room(1 << 62, &file, 0).expect_err("no memory is so large").to_string();
            assert!(error.starts_with("this needs 4611686018.4 GB of memory, and "), "{error}");
        }
    }

    #[test]
    fn an_error_is_told_without_its_number() {
        let error = File::open("/nowhere/at/all").expect_err("no file");
        assert!(error.to_string().contains("(os error"), "{error}");
        let told = in_words(format!("a.mat: {error}: nothing is logged"));
        assert!(told.starts_with("a.mat: ") && told.ends_with(": nothing is logged"), "{told}");
        assert!(!told.contains("os error") && !told.contains(" :"), "{told}");
        assert_eq!(in_words("what (os error x) is, (os error 5"), "what (os error x) is, (os error 5");
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
        // Whatever ends its lines, and with a mark or none, a text has these lines.
        for mark in ["", "\u{feff}"] {
            for end in ["\n", "\r\n", "\r"] {
                write(&path, format!("{mark}one{end}{end}two{end}").as_bytes()).expect("written");
                let text = read_text(&path, 32).expect("text");
                assert_eq!(text.lines().collect::<Vec<_>>(), ["one", "", "two"], "{mark:?} {end:?}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_private_files_are_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let [own, new, line] = ["own", "new", "line"].map(|name| folder.path().join(name));
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        write(&own, b"old").expect("written");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o640)).expect("set");
        write(&own, b"new").expect("written again");
        write_private(&new, b"secret").expect("written");
        append_line(&line, "one").expect("written");
        assert_eq!([mode(&own), mode(&new), mode(&line)], [0o640, 0o600, 0o600]);
        // The part of a line that a full disk has left does not spoil the next.
        fs::write(&line, "one\ntw").expect("torn");
        append_line(&line, "three").expect("written");
        assert_eq!(fs::read_to_string(&line).expect("read"), "one\ntw\nthree\n");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_are_written_to_and_never_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().expect("a folder");
        let [pipe, link] = ["pipe", "link"].map(|name| folder.path().join(name));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        std::os::unix::fs::symlink(&pipe, &link).expect("a link");
        for path in [&pipe, &link] {
            let from = pipe.clone();
            let reader = std::thread::spawn(move || fs::read(from).expect("read"));
            write(path, b"through").expect("written");
            assert_eq!(reader.join().expect("no panic"), b"through");
        }
        assert!(fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo() && is_stream(&link));
        assert!(append_line(&pipe, "x").is_err() && open_locked(&pipe).is_err() && read(&pipe, 9).is_err());
        assert!(is_output(Path::new("/dev/stdout")) && is_output(Path::new("-")) && !is_output(Path::new("./-")));
        assert!(is_stream(Path::new("/dev/stdout")) && !is_stream(folder.path()));
        write(Path::new("/dev/null"), b"gone").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }

    /// Only an administrator may give files away, so other users keep what they are.
    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_owner_and_permissions() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let owners = || fs::metadata(&path).map(|data| (data.uid(), data.gid(), data.mode() & 0o777)).expect("there");
        write(&path, b"old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        let (user, group, mode) = owners();
        let given = chown(&path, Some(65_534), Some(65_533)).is_ok();
        let before = owners();
        assert_eq!(before, if given { (65_534, 65_533, mode) } else { (user, group, mode) });
        write(&path, b"new").expect("written");
        assert_eq!((owners(), fs::read(&path).expect("read")), (before, b"new".to_vec()));
        assert_eq!(mode, 0o640);
    }

    #[test]
    fn what_a_killed_program_left_is_cleared() {
        let folder = tempfile::tempdir().expect("a folder");
        let [old, locked, young, other] =
            [".gammon-a.new", ".gammon-b.new", ".gammon-c.new", "b.new"].map(|name| folder.path().join(name));
        let long_ago = std::time::SystemTime::now() - Duration::from_secs(60);
        let held: Vec<File> = [&old, &locked, &young, &other]
            .map(|path| {
                let file = File::create(path).expect("made");
                if path != &young {
                    file.set_modified(long_ago).expect("set");
                }
                file
            })
            .into();
        held[1].try_lock().expect("locked");
        write(&folder.path().join("file"), b"new").expect("written");
        assert_eq!([&old, &locked, &young, &other].map(|path| path.exists()), [false, true, true, true]);
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

    #[test]
    fn whether_a_file_is_in_use_can_be_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        assert!(!is_in_use(&path), "there is none");
        let file = write_with(&path, Existing::Refuse, |to| to.write_all(b"seven!!")).expect("written");
        assert!(is_in_use(&path));
        assert_eq!(file.length().expect("a file"), 7);
        file.set_len(3).expect("cut off");
        assert_eq!(file.length().expect("a file"), 3);
        drop(file);
        assert!(!is_in_use(&path) && !is_in_use(folder.path()));
    }

    #[test]
    fn a_disk_that_does_not_say_when_it_is_done_is_done_without() {
        let fails_with = |kind: io::ErrorKind| synced(|| Err(kind.into())).map_err(|error| error.kind());
        assert_eq!(synced(|| Ok(())).map_err(|error| error.kind()), Ok(()));
        assert_eq!(fails_with(io::ErrorKind::Unsupported), Ok(()));
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied, io::ErrorKind::NotFound] {
            assert_eq!(fails_with(kind), Err(kind));
        }
    }
}
