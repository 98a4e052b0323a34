//! The journal: records on disk while a rollout runs, so that nothing is lost but the last few trials.
//!
//! Bytes, little-endian. A header: `gammonR3`, the length of a description in four bytes, the fingerprint, the number
//! of the first trial (8), the number of candidates (2), the description, a check. Then blocks, only ever appended: the
//! number of records (4), for each its candidate (2), the number of its trial (8) and the record, a check. A check is
//! the first 8 bytes of the SHA-256 of the check before it and all bytes since, so that a block cannot be lost, changed
//! or moved without notice. A reader takes everything up to the first block that is not whole.

use super::records::Records;
use super::task::Task;
use super::trial_record::TrialRecord;
use crate::digest::Sha256;
use crate::rollout::order::fingerprint::Fingerprint;
use std::io::{self, Write};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"gammonR3";
const HEADER: usize = MAGIC.len() + 4 + Fingerprint::BYTES + 8 + 2;
const ENTRY: usize = 2 + 8 + TrialRecord::BYTES;

/// Records of a block before it is written.
const BLOCK_RECORDS: usize = 36;

/// The last check of a journal: what the next block is chained to.
pub type Check = [u8; 8];

fn check(previous: Check, bytes: &[u8]) -> Check {
    *Sha256::default().with(previous).with(bytes).digest().first_chunk().expect("a digest has 32 bytes")
}

/// Writes a journal as records are entered.
pub struct JournalWriter<W> {
    to: W,
    check: Check,
    block: Vec<u8>,
    count: usize,
}

impl<W: Write> JournalWriter<W> {
    /// Begins a journal. The description is the caller's: enough to set the rollout up again.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn begin(mut to: W, records: &Records, description: &[u8]) -> io::Result<Self> {
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, "too much for the header of a journal");
        let mut header = MAGIC.to_vec();
        header.extend(u32::try_from(description.len()).map_err(too_long)?.to_le_bytes());
        header.extend(records.fingerprint.to_bytes());
        header.extend(records.first.to_le_bytes());
        header.extend(u16::try_from(records.candidates.len()).map_err(too_long)?.to_le_bytes());
        header.extend(description);
        let check = check([0; 8], &header);
        to.write_all(&header)?;
        to.write_all(&check)?;
        let mut writer = Self { to, check, block: Vec::new(), count: 0 };
        for (candidate, trials) in records.candidates.iter().enumerate() {
            for (trial, record) in trials.numbered() {
                writer.enter(Task { candidate, trial: records.first + trial }, record)?;
            }
        }
        writer.flush()?;
        Ok(writer)
    }

    /// Appends to a journal that has been read and cut to its [valid length](Journal::valid_bytes).
    pub const fn resume(to: W, check: Check) -> Self {
        Self { to, check, block: Vec::new(), count: 0 }
    }

    /// The last check: what [`resume`](Self::resume) goes on from.
    pub const fn check(&self) -> Check {
        self.check
    }

    /// The writer below.
    pub const fn get_ref(&self) -> &W {
        &self.to
    }

    /// Enters a record.
    ///
    /// # Errors
    /// When a block is full and cannot be written.
    pub fn enter(&mut self, task: Task, record: &TrialRecord) -> io::Result<()> {
        let candidate = u16::try_from(task.candidate).map_err(|_| io::ErrorKind::InvalidInput)?;
        self.block.extend(candidate.to_le_bytes());
        self.block.extend(task.trial.to_le_bytes());
        self.block.extend(record.to_bytes());
        self.count += 1;
        if self.count == BLOCK_RECORDS { self.flush() } else { Ok(()) }
    }

    /// Writes what has been entered since the last block.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.count > 0 {
            let count = u32::try_from(self.count).map_err(|_| io::ErrorKind::InvalidInput)?;
            let mut bytes = count.to_le_bytes().to_vec();
            bytes.append(&mut self.block);
            self.check = check(self.check, &bytes);
            bytes.extend(self.check);
            self.to.write_all(&bytes)?;
            self.count = 0;
        }
        self.to.flush()
    }
}

/// A journal as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The description at the beginning, as it was written.
    pub description: Vec<u8>,
    /// The records of all whole blocks.
    pub records: Records,
    /// Bytes up to the end of the last whole block; what follows was being written when something happened.
    pub valid_bytes: usize,
    /// The last check, to [append](JournalWriter::resume).
    pub check: Check,
}

/// Why bytes are no journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The bytes begin with something else.
    #[error("this is not the journal of a rollout")]
    Magic,
    /// The header is cut short or damaged.
    #[error("the header of the journal is damaged")]
    Header,
}

impl Journal {
    /// Reads a journal, up to the first block that is not whole.
    ///
    /// # Errors
    /// When there is no whole header.
    pub fn read(bytes: &[u8]) -> Result<Self, JournalError> {
        if !bytes.starts_with(MAGIC) {
            return Err(JournalError::Magic);
        }
        let fixed = bytes.get(MAGIC.len()..HEADER).ok_or(JournalError::Header)?;
        let (length, fixed) = fixed.split_first_chunk().ok_or(JournalError::Header)?;
        let (fingerprint, fixed) = fixed.split_first_chunk().ok_or(JournalError::Header)?;
        let (first, fixed) = fixed.split_first_chunk().ok_or(JournalError::Header)?;
        let candidates = fixed.first_chunk().ok_or(JournalError::Header)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| JournalError::Header)?;
        let end = HEADER.checked_add(length).ok_or(JournalError::Header)?;
        let description = bytes.get(HEADER..end).ok_or(JournalError::Header)?.to_vec();
        let chain = check([0; 8], &bytes[..end]);
        if bytes.get(end..end + 8) != Some(&chain) {
            return Err(JournalError::Header);
        }
        let mut records =
            Records::new(Fingerprint::from_bytes(fingerprint), usize::from(u16::from_le_bytes(*candidates)));
        records.first = u64::from_le_bytes(*first);
        if records.first > Records::MOST_TRIALS {
            return Err(JournalError::Header);
        }
        let mut journal = Self { description, records, valid_bytes: end + 8, check: chain };
        while let Some(taken) = journal.take_block(&bytes[journal.valid_bytes..]) {
            journal.valid_bytes += taken;
        }
        Ok(journal)
    }

    /// Takes the records of a whole block; returns its length.
    fn take_block(&mut self, bytes: &[u8]) -> Option<usize> {
        let count = usize::try_from(u32::from_le_bytes(*bytes.first_chunk()?)).ok()?;
        let end = count.checked_mul(ENTRY)?.checked_add(4)?;
        let chain = check(self.check, bytes.get(..end)?);
        if bytes.get(end..end.checked_add(8)?)? != chain {
            return None;
        }
        let entries = bytes[4..end].chunks_exact(ENTRY).map(|entry| {
            let (candidate, entry) = entry.split_first_chunk()?;
            let (trial, record) = entry.split_first_chunk()?;
            let candidate = usize::from(u16::from_le_bytes(*candidate));
            let trial = u64::from_le_bytes(*trial).checked_sub(self.records.first)?;
            let record = TrialRecord::from_bytes(record.try_into().ok()?)?;
            let is_possible = candidate < self.records.candidates.len() && trial < Records::MOST_TRIALS;
            is_possible.then_some((candidate, trial, record))
        });
        for (candidate, trial, record) in entries.collect::<Option<Vec<_>>>()? {
            self.records.candidates[candidate].insert(trial, record);
        }
        self.check = chain;
        Some(end + 8)
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial_record::tests::record;
    use super::*;

    /// A journal of 50 trials of two candidates, and its records.
    fn journal() -> (Vec<u8>, Records) {
        let mut bytes = Vec::new();
        let mut records = Records::new(Fingerprint::from_bytes(&[7; Fingerprint::BYTES]), 2);
        records.first = 100;
        let mut writer = JournalWriter::begin(&mut bytes, &records, b"a position").expect("memory is patient");
        for trial in 100..150_u32 {
            for candidate in 0..2 {
                let record = record(f64::from(trial) + 0.5);
                writer.enter(Task { candidate, trial: trial.into() }, &record).expect("memory is patient");
                records.candidates[candidate].push(record);
            }
        }
        writer.flush().expect("memory is patient");
        (bytes, records)
    }

    #[test]
    fn a_journal_is_read_back() {
        let (bytes, records) = journal();
        let journal = Journal::read(&bytes).expect("a journal");
        assert_eq!(journal.records, records);
        assert_eq!(journal.description, b"a position");
        assert_eq!(journal.valid_bytes, bytes.len());
    }

    #[test]
    fn whatever_is_cut_off_the_rest_is_whole() {
        let (bytes, records) = journal();
        let header = HEADER + "a position".len() + 8;
        for end in (header..bytes.len()).step_by(97) {
            let journal = Journal::read(&bytes[..end]).expect("the header is whole");
            assert!(journal.valid_bytes <= end);
            for (part, whole) in journal.records.candidates.iter().zip(&records.candidates) {
                assert_eq!(part.in_order(), &whole.in_order()[..part.len()]);
            }
        }
        assert_eq!(Journal::read(&bytes[..header - 1]), Err(JournalError::Header));
        assert_eq!(Journal::read(b"gammon"), Err(JournalError::Magic));
    }

    #[test]
    fn a_trial_beyond_a_gap_keeps_its_number() {
        let (_, mut records) = journal();
        records.candidates[1].insert(52, record(7.0));
        let mut bytes = Vec::new();
        JournalWriter::begin(&mut bytes, &records, b"").expect("memory is patient");
        assert_eq!(Journal::read(&bytes).expect("a journal").records, records);
    }

    #[test]
    fn a_damaged_block_ends_the_journal() {
        let (mut bytes, _) = journal();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let journal = Journal::read(&bytes).expect("the header is whole");
        assert!(journal.valid_bytes <= middle);
    }

    #[test]
    fn a_cut_journal_is_continued() {
        let (bytes, records) = journal();
        let cut = Journal::read(&bytes[..bytes.len() - 1]).expect("a journal");
        let mut continued = bytes[..cut.valid_bytes].to_vec();
        let mut writer = JournalWriter::resume(&mut continued, cut.check);
        for candidate in 0..2 {
            let have = cut.records.candidates[candidate].len();
            for (trial, record) in (0..).zip(&records.candidates[candidate]).skip(have) {
                writer.enter(Task { candidate, trial: 100 + trial }, record).expect("memory is patient");
            }
        }
        writer.flush().expect("memory is patient");
        assert_eq!(Journal::read(&continued).expect("a journal").records, records);
    }
}
