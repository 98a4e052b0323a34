//! `library add`: files, folders with all in them, archives, other libraries, the match on the table.

use super::{failed, file, made};
use crate::formats::{self, Format, PlayedMatch, ReadOptions, read_json, write_json};
use crate::library::{Added, Inner, Library, LibraryError, Ready, files_in};
use crate::scoring::Met;
use crate::session::error::refused;
use crate::session::files::{MOST_BYTES, contents_of};
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::settings::Settings;
use crate::storage;
use crate::threads::side_by_side;
use crate::words::counted;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Files that are entered at once: what is lost at most when the power fails.
const TOGETHER: usize = 64;

/// Faults of files that are told one by one.
const TOLD: usize = 5;

/// The ending of archives whose files are read.
const ARCHIVE: &str = "zip";

/// What came of a file.
struct Found {
    /// The name of the file, and in an archive that of the file in it.
    name: String,
    /// The match, or why there is none.
    found: Result<Ready, String>,
}

/// What came of all files.
#[derive(Default)]
struct Sum {
    new: usize,
    again: usize,
    richer: usize,
    known: usize,
    unchanged: usize,
    faults: Vec<String>,
}

impl Session {
    pub(super) fn library_add(&self, path: Option<&str>, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let met = self.engine.met();
        let Some(path) = path else {
            if self.record().games().iter().all(|game| game.steps.is_empty()) {
                return Err(SessionError::new("no match is on the table").with_suggestion("library add FOLDER"));
            }
            let ready = Ready::new("the table", self.played()?, met);
            let mut library = made(host)?;
            let batch = library.begin_batch().map_err(failed)?;
            let added = library.add_matches(batch, &[ready], met).map_err(failed)?;
            let mut sum = Sum::default();
            added.into_iter().for_each(|added| sum.count(added));
            return Ok(Reply::Message(sum.told(false)));
        };
        let given = Path::new(path);
        if is_library(given) {
            return self.add_library(given, host);
        }
        let mut files = Vec::new();
        if given.is_dir() {
            walk(given, &mut files)?;
            if files.is_empty() {
                return Err(refused(format!("{path}: there are no matches in this folder")));
            }
        } else {
            files.push(given.to_owned());
        }
        let mut library = made(host)?;
        let batch = library.begin_batch().map_err(failed)?;
        let options = self.read_options();
        let (began, of, mut sum) = (host.clock(), files.len(), Sum::default());
        let mut stopped = false;
        for (i, some) in files.chunks(TOGETHER).enumerate() {
            if self.is_stopped() {
                stopped = true;
                break;
            }
            let done = i * TOGETHER;
            let each = host.clock().saturating_sub(began).checked_div(done as u32);
            host.stage(format!("file {} of {of}", done + 1), each.map(|each| each * (of - done) as u32));
            host.share(done, of);
            let mut left = Vec::new();
            for file in some {
                let stamped = stamped(file);
                match library.has_origin(&stamped.0, &stamped.1).map_err(failed)? {
                    true => sum.unchanged += 1,
                    false => left.push((file, stamped)),
                }
            }
            // A thread each would be too many.
            let share = left.len().div_ceil(self.settings.threads.max(1)).max(1);
            let works = left.chunks(share).map(|share| {
                let options = &options;
                move || share.iter().map(|(file, stamped)| (stamped, read(file, options, met))).collect::<Vec<_>>()
            });
            let mut ready = Vec::new();
            for (stamped, found) in side_by_side(works).into_iter().flatten() {
                for Found { name, found } in found {
                    match found {
                        Ok(found) => ready.push(found.from(&stamped.0, &stamped.1)),
                        Err(fault) => sum.faults.push(format!("{name}: {fault}")),
                    }
                }
            }
            for added in library.add_matches(batch, &ready, met).map_err(failed)? {
                sum.count(added);
            }
        }
        if of == 1 && !sum.faults.is_empty() && sum.new + sum.again + sum.richer + sum.known == 0 {
            return Err(refused(std::mem::take(&mut sum.faults[0])));
        }
        Ok(Reply::Message(sum.told_with_faults(stopped)))
    }

    /// Adds the matches of another library, with its groups and notes.
    fn add_library(&self, path: &Path, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let met = self.engine.met();
        let refuse = |error: LibraryError| refused(format!("{}: {error}", path.display()));
        let mut library = made(host)?;
        if file(host).is_ok_and(|own| is_same_file(&own, path)) {
            return Err(SessionError::new(format!("{} is your library itself", path.display())));
        }
        // A copy is brought up to date, not the file of somebody else.
        let folder = storage::scratch().map_err(|error| refused(storage::in_words(error)))?;
        let other = Library::open_copy(path, &folder.path().join("copy.db")).map_err(refuse)?;
        let matches = other.matches().map_err(refuse)?;
        let own = library.matches().map_err(failed)?;
        let mut noted: BTreeSet<i64> =
            own.iter().filter(|kept| !kept.note.is_empty()).map(|kept| kept.number).collect();
        let batch = library.begin_batch().map_err(failed)?;
        let (of, mut sum, mut stopped) = (matches.len(), Sum::default(), false);
        let mut damaged = Vec::new();
        for (i, some) in matches.chunks(TOGETHER).enumerate() {
            if self.is_stopped() {
                stopped = true;
                break;
            }
            host.stage(format!("match {} of {of}", i * TOGETHER + 1), None);
            host.share(i * TOGETHER, of);
            let (mut ready, mut kept) = (Vec::new(), Vec::new());
            for one in some {
                match other.match_with_number(one.number) {
                    Ok(played) => {
                        ready.push(Ready::new(&one.file, played, met));
                        kept.push(one);
                    }
                    Err(error) => damaged.push(error.to_string()),
                }
            }
            for (added, kept) in library.add_matches(batch, &ready, met).map_err(failed)?.into_iter().zip(kept) {
                let number = added.number();
                for tag in &kept.tags {
                    library.tag_match(number, tag, true).map_err(failed)?;
                }
                // One's own note is not written over.
                if !kept.note.is_empty() && noted.insert(number) {
                    library.note_match(number, &kept.note).map_err(failed)?;
                }
                sum.count(added);
            }
        }
        let told = sum.told(stopped);
        match damaged.len() {
            0 => Ok(Reply::Message(told)),
            n => {
                let more = if n > TOLD { "; …" } else { "" };
                damaged.truncate(TOLD);
                let (path, damaged) = (path.display(), damaged.join("; "));
                Err(refused(format!("{path} is damaged: {damaged}{more}; of the rest {told}")))
            }
        }
    }

    /// The match on the table, as it is.
    pub(super) fn played(&self) -> Result<PlayedMatch, SessionError> {
        let Settings { names, variation, .. } = &self.settings;
        let text = write_json(names, self.table.info(), *variation, self.record().games());
        read_json(&text).map_err(|error| refused(error.to_string()))
    }
}

impl Sum {
    const fn count(&mut self, added: Added) {
        match added {
            Added::New(_) => self.new += 1,
            Added::Again(_) => self.again += 1,
            Added::Richer(_) => self.richer += 1,
            Added::Known(_) => self.known += 1,
        }
    }

    fn told(&self, stopped: bool) -> String {
        let mut parts = vec![format!("{} added", counted(self.new, "match"))];
        for (n, what) in [(self.again, "back in it"), (self.richer, "with new analyses or notes")] {
            parts.extend((n > 0).then(|| format!("{n} {what}")));
        }
        let known = self.known + self.unchanged;
        parts.extend((known > 0).then(|| format!("{known} known already")));
        parts.extend((!self.faults.is_empty()).then(|| format!("{} not read", counted(self.faults.len(), "file"))));
        let told = parts.join(", ");
        if stopped { format!("stopped: {told}; the same command goes on") } else { told }
    }

    /// That, and what could not be read.
    fn told_with_faults(&self, stopped: bool) -> String {
        let mut told = self.told(stopped);
        let more = self.faults.len().saturating_sub(TOLD);
        for fault in self.faults.iter().take(TOLD) {
            told.push_str(&format!("\nnot read: {fault}"));
        }
        if more > 0 {
            told.push_str(&format!("\nnot read: {} more", counted(more, "file")));
        }
        told
    }
}

/// Whether a file is a library.
fn is_library(path: &Path) -> bool {
    let mut head = [0; Library::HEAD];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && Library::begins_with(&head)
}

/// Whether two paths lead to one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// All files of a folder and of those in it that may hold matches, by name.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SessionError> {
    let refuse = |error: std::io::Error| refused(format!("{}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let entry = entry.map_err(refuse)?;
        entries.push((entry.path(), entry.file_type().map_err(refuse)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        let is_hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        // A link to a folder may lead in a circle.
        if kind.is_dir() {
            walk(&path, files)?;
        } else if (ending(&path) == ARCHIVE || is_match(&path)) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// A file with what tells this version of it from others.
fn stamped(file: &Path) -> (String, String) {
    let path = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()).display().to_string();
    let stamp = std::fs::metadata(file).ok().and_then(|data| {
        let written = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} {}", data.len(), written.as_nanos()))
    });
    (path, stamp.unwrap_or_default())
}

/// The matches of a file.
fn read(file: &Path, options: &ReadOptions<'_>, met: &Met) -> Vec<Found> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if ending(file) != ARCHIVE {
        let found =
            contents_of(file).map_err(|error| error.message).and_then(|bytes| ready(&name, &bytes, options, met));
        return vec![Found { name, found }];
    }
    let archive = File::open(file).map_err(|error| error.to_string());
    match archive.and_then(|archive| files_in(archive, MOST_BYTES, |inner| is_match(Path::new(inner)))) {
        Ok(files) => {
            let read = |Inner { name: inner, bytes }: Inner| {
                let found = bytes.and_then(|bytes| ready(&inner, &bytes, options, met));
                Found { name: format!("{name}/{inner}"), found }
            };
            files.into_iter().map(read).collect()
        }
        Err(fault) => vec![Found { name, found: Err(fault) }],
    }
}

fn ending(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// Whether the name of a file is one that matches have.
fn is_match(file: &Path) -> bool {
    Format::match_endings().contains(&ending(file).as_str())
}

fn ready(name: &str, bytes: &[u8], options: &ReadOptions<'_>, met: &Met) -> Result<Ready, String> {
    let played = formats::read(bytes, options).map_err(|error| error.to_string())?;
    if played.is_position() {
        return Err("it is a position, not a match".to_owned());
    }
    Ok(Ready::new(name, played, met))
}
