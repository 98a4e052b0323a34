//! The file of a saved rollout: a journal ([`crate::rollout::JournalWriter`]) that is read, begun, and appended to.

use crate::rollout::{Journal, JournalWriter, Records};
use crate::session::SessionError;
use crate::session::error::refused;
use crate::session::reply::Description;
use crate::storage::{self, Existing, Stored};
use crate::words::counted;
use std::io::{self, Read, Seek};
use std::path::Path;

/// A file opened to save a rollout in.
pub(super) struct Opened {
    pub writer: JournalWriter<Stored>,
    /// Trials of a candidate that the file had and the records did not.
    pub added: u64,
    /// Bytes at its end that could not be read.
    pub damaged: usize,
}

/// Opens the file that a rollout is saved in, to append to: what it has of the same rollout is added to the
/// records, and then it has all of them. At no moment is there less on disk than before, and no other program
/// writes to it meanwhile.
///
/// # Errors
/// When another program writes to it, or it is something else than this rollout: that is left as it is.
pub(super) fn open(path: &Path, description: &Description, records: &mut Records) -> Result<Opened, SessionError> {
    let failed = |error: &dyn std::fmt::Display| SessionError::in_file(path, error);
    let in_use = || failed(&"another program is rolling this out").with_expected(["`set autosave rollout off`"]);
    let description = serde_json::to_vec(description).map_err(refused)?;
    let busy = |error: io::Error| match error.kind() {
        io::ErrorKind::ResourceBusy | io::ErrorKind::AlreadyExists => in_use(),
        _ => failed(&error),
    };
    let Some(mut file) = storage::open_locked(path).map_err(busy)? else {
        let writer = begin(path, Existing::Refuse, &description, records).map_err(busy)?;
        return Ok(Opened { writer, added: 0, damaged: 0 });
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    let before = records.trials();
    let mut damaged = 0;
    // An empty file is the beginning of one that was never written.
    if !bytes.is_empty() {
        let journal = Journal::read(&bytes).map_err(|error| failed(&format!("{error}; it is left as it is")))?;
        let ours = (records.fingerprint, records.first, records.candidates.len());
        let theirs = &journal.records;
        if ours != (theirs.fingerprint, theirs.first, theirs.candidates.len()) {
            return Err(failed(&"another rollout is saved there; it is left as it is"));
        }
        damaged = bytes.len() - journal.valid_bytes;
        records.complete_from(journal.records.clone());
        if journal.description == description && journal.records == *records {
            let cut = file.set_len(journal.valid_bytes as u64).and_then(|()| file.seek(io::SeekFrom::End(0)));
            cut.map_err(|error| failed(&error))?;
            let added = records.trials() - before;
            return Ok(Opened { writer: JournalWriter::resume(file, journal.check), added, damaged });
        }
    }
    let writer = begin(path, Existing::Replace, &description, records).map_err(busy)?;
    Ok(Opened { writer, added: records.trials() - before, damaged })
}

/// Reads a journal; with it the number of bytes at its end that are damaged.
pub(super) fn read(path: &Path) -> Result<(Journal, usize), SessionError> {
    let bytes = storage::read(path, storage::LARGEST).map_err(|error| SessionError::in_file(path, error))?;
    let journal = Journal::read(&bytes).map_err(|error| SessionError::in_file(path, error))?;
    let damaged = bytes.len() - journal.valid_bytes;
    Ok((journal, damaged))
}

/// How many trials of a candidate a file has, if it is of the same rollout.
pub(super) fn trials_saved(path: &Path, records: &Records) -> Option<u64> {
    let saved = read(path).ok()?.0.records;
    let is_same = (saved.fingerprint, saved.first) == (records.fingerprint, records.first);
    is_same.then(|| saved.trials())
}

/// The message about a file with a damaged end.
pub(super) fn damage_message(damaged: usize, path: &Path) -> String {
    format!("the end of {} was damaged ({}): its trials are played again", path.display(), counted(damaged, "byte"))
}

/// Writes a journal with these records, to go on with.
pub(in crate::session) fn begin(
    path: &Path,
    existing: Existing,
    description: &[u8],
    records: &Records,
) -> io::Result<JournalWriter<Stored>> {
    let mut check = None;
    let file = storage::write_with(path, existing, |to| {
        check = Some(JournalWriter::begin(to, records, description)?.check());
        Ok(())
    })?;
    Ok(JournalWriter::resume(file, check.unwrap_or_default()))
}
