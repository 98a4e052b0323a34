//! The ledger: the results that have come in, written to the disk before they are acknowledged. It is the truth,
//! whatever else is lost.
//!
//! Bytes, little-endian: `gammonL1`, the length of the job's name (4), the name, a check; then for each entry (a result
//! as it was sent, or a [`Note`]) its length (4), the entry, a check. A check is the first 8 bytes of
//! the SHA-256 of the check before it and all bytes since. A reader takes everything up to the first entry that is not
//! whole.

use crate::digest::Sha256;
use crate::storage::{self, Existing, Stored};
use serde::{Deserialize, Serialize};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"gammonL1";

/// The most bytes of an entry.
const MOST_BYTES: usize = 1 << 26;

type Check = [u8; 8];

/// The entries of a ledger besides results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Note {
    /// Trials of a worker that this machine has played, too, with the same records.
    Checked {
        /// The worker.
        worker: String,
        /// The name of the list of shards from which they were drawn.
        list: String,
        /// How many.
        trials: u64,
    },
    /// The vote of another machine on a shard whose result is there.
    Vote {
        /// The shard.
        shard: u64,
        /// The machine.
        worker: String,
        /// The digest of what it sent.
        digest: String,
    },
}

fn check(before: Check, bytes: &[u8]) -> Check {
    *Sha256::default().with(before).with(bytes).digest().first_chunk().expect("a digest has 32 bytes")
}

/// A ledger that is written.
#[derive(Debug)]
pub struct Ledger {
    file: Stored,
    check: Check,
}

/// Proof that what was appended is on the disk: see [`Ledger::sync`].
#[must_use]
#[derive(Debug)]
pub struct OnDisk(());

/// The content of a ledger.
#[derive(Debug, Default)]
pub struct Entries {
    /// The job's name.
    pub name: String,
    /// Results as they were sent, and notes.
    pub all: Vec<Vec<u8>>,
    /// Bytes at the end that are not whole.
    pub damaged: usize,
    check: Check,
    valid: usize,
}

impl Entries {
    /// Reads a ledger; `None` when it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (name, taken) = block(rest, check([0; 8], MAGIC))?;
        let mut entries = Self { name: String::from_utf8(name.to_vec()).ok()?, ..Self::default() };
        entries.valid = MAGIC.len() + taken.0;
        entries.check = taken.1;
        while let Some((entry, (taken, check))) = block(&bytes[entries.valid..], entries.check) {
            entries.all.push(entry.to_vec());
            entries.valid += taken;
            entries.check = check;
        }
        entries.damaged = bytes.len() - entries.valid;
        Some(entries)
    }
}

/// A length, as many bytes, and the check that follows from the one before; with it how many bytes that is.
fn block(bytes: &[u8], before: Check) -> Option<(&[u8], (usize, Check))> {
    let length = usize::try_from(u32::from_le_bytes(*bytes.first_chunk()?)).ok()?;
    let end = length.checked_add(4).filter(|_| length <= MOST_BYTES)?;
    let check = check(before, bytes.get(..end)?);
    (bytes.get(end..end + 8)? == check).then_some((&bytes[4..end], (end + 8, check)))
}

fn block_of(bytes: &[u8], before: Check) -> io::Result<(Vec<u8>, Check)> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut block = length.to_le_bytes().to_vec();
    block.extend_from_slice(bytes);
    let check = check(before, &block);
    block.extend(check);
    Ok((block, check))
}

impl Ledger {
    /// Opens a ledger to append to, or begins one with this name; no other program writes to it meanwhile.
    ///
    /// # Errors
    /// When another program works with it, it is something else, or cannot be read or written.
    pub fn open(path: &Path, name: &str) -> io::Result<(Self, Entries)> {
        let failed = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let Some(mut file) = storage::open_locked(path).map_err(failed)? else {
            let (head, check) = block_of(name.as_bytes(), check([0; 8], MAGIC))?;
            let file = storage::write_with(path, Existing::Refuse, |to| {
                to.write_all(MAGIC)?;
                to.write_all(&head)
            });
            let file = file.map_err(failed)?;
            let entries = Entries { name: name.to_owned(), check, ..Entries::default() };
            return Ok((Self { file, check }, entries));
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let entries = Entries::read(&bytes).ok_or_else(|| {
            failed(io::Error::new(io::ErrorKind::InvalidData, "this is not a ledger; it is left as it is"))
        })?;
        file.set_len(entries.valid as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let check = entries.check;
        Ok((Self { file, check }, entries))
    }

    /// Appends a note.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, note: &Note) -> io::Result<()> {
        self.append(&serde_json::to_vec(note)?)
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, entry: &[u8]) -> io::Result<()> {
        let (block, check) = block_of(entry, self.check)?;
        self.file.write_all(&block)?;
        self.check = check;
        Ok(())
    }

    /// Waits until everything is on the disk. Whoever confirms results must show that.
    ///
    /// # Errors
    /// When it is not.
    pub fn sync(&self) -> io::Result<OnDisk> {
        self.file.sync_data().map(|()| OnDisk(()))
    }

    /// Reads all entries once more, one after the other.
    ///
    /// # Errors
    /// When they cannot be read, or the file was changed by somebody else.
    pub fn each(&mut self, mut take: impl FnMut(&[u8])) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
        let mut from = BufReader::new(&mut self.file);
        let (mut before, mut is_name) = (check([0; 8], MAGIC), true);
        while before != self.check {
            let mut block = vec![0; 4];
            from.read_exact(&mut block)?;
            let length = u32::from_le_bytes(*block.first_chunk().expect("four bytes")) as usize;
            if length > MOST_BYTES {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the ledger was changed"));
            }
            block.resize(4 + length + 8, 0);
            from.read_exact(&mut block[4..])?;
            let (_, (_, now)) = self::block(&block, before)
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the ledger was changed"))?;
            if !std::mem::take(&mut is_name) {
                take(&block[4..4 + length]);
            }
            before = now;
        }
        drop(from);
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_goes_on_where_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x/job.ledger");
        let (mut ledger, entries) = Ledger::open(&path, "job").expect("begun");
        assert!(entries.all.is_empty() && Ledger::open(&path, "job").is_err(), "one at a time");
        for result in [&b"one"[..], b"", b"three"] {
            ledger.append(result).expect("written");
        }
        let _ = ledger.sync().expect("on the disk");
        let mut seen = Vec::new();
        ledger.each(|entry| seen.push(entry.to_vec())).expect("read");
        assert_eq!(seen, [&b"one"[..], b"", b"three"]);
        drop(ledger);
        let bytes = std::fs::read(&path).expect("a ledger");
        std::fs::write(&path, &bytes[..bytes.len() - 3]).expect("cut");
        let (mut ledger, entries) = Ledger::open(&path, "other").expect("opened");
        assert_eq!((&*entries.name, entries.all.len(), entries.damaged), ("job", 2, 14));
        // The ledger goes on behind its end after it was read.
        let mut seen = 0;
        ledger.each(|_| seen += 1).expect("read");
        ledger.append(b"three").expect("written");
        assert_eq!(seen, 2);
        drop(ledger);
        assert_eq!(std::fs::read(&path).expect("a ledger"), bytes);
        std::fs::write(&path, b"something").expect("written");
        assert!(Ledger::open(&path, "job").expect_err("no ledger").to_string().contains("left as it is"));
        assert_eq!(std::fs::read(&path).expect("a file"), b"something");
    }

    #[test]
    fn notes_are_entries() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("job.ledger");
        let (mut ledger, _) = Ledger::open(&path, "job").expect("begun");
        let vote = Note::Vote { shard: 3, worker: "w".to_owned(), digest: "00".to_owned() };
        let checked = Note::Checked { worker: "w".to_owned(), list: "ff".to_owned(), trials: 7 };
        for note in [&vote, &checked] {
            ledger.note(note).expect("written");
        }
        drop(ledger);
        let (_, entries) = Ledger::open(&path, "job").expect("opened");
        let read = |entry: &Vec<u8>| serde_json::from_slice::<Note>(entry).expect("a note");
        assert_eq!(entries.all.iter().map(read).collect::<Vec<_>>(), [vote, checked]);
    }
}
