//! The lines typed at the prompt, kept from one start to the next: one JSON object a line, with the time and how it
//! went.

use crate::storage;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// This many lines are kept.
const MOST: usize = 10_000;

/// No history is longer.
const MOST_BYTES: u64 = 64 << 20;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Seconds since the beginning of 1970, UTC; 0 where it is not known.
    pub time: u64,
    /// The line.
    pub line: String,
    /// Whether the command failed.
    #[serde(default)]
    pub failed: bool,
}

/// The lines, oldest first.
#[derive(Default)]
pub struct History {
    entries: Vec<Entry>,
    file: Option<PathBuf>,
    fault: Option<io::Error>,
}

impl History {
    /// The history that a file holds; it may not be there yet. A text that is no entry in it is a line without a time,
    /// as other programs write histories; bytes that are no text are replaced.
    pub fn open(file: Option<PathBuf>) -> Self {
        let bytes = file.as_ref().map(|file| storage::read(file, MOST_BYTES));
        let (bytes, fault) = match bytes {
            Some(Ok(bytes)) => (bytes, None),
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => (Vec::new(), Some(error)),
            _ => (Vec::new(), None),
        };
        let mut entries: Vec<_> = String::from_utf8_lossy(&bytes).lines().filter_map(entry).collect();
        let too_many = entries.len().saturating_sub(MOST);
        entries.drain(..too_many);
        let mut history = Self { entries, file, fault };
        // Room to grow before it is cut again.
        if too_many > MOST / 4 && history.fault.is_none() {
            history.rewrite();
        }
        history
    }

    /// The lines, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The newest line that went well and begins so.
    pub fn begun_by(&self, text: &str) -> Option<&str> {
        let fits = |entry: &&Entry| !entry.failed && entry.line.len() > text.len() && entry.line.starts_with(text);
        self.entries.iter().rev().find(fits).map(|entry| entry.line.as_str())
    }

    /// Adds a line and puts it on the disk. Lines that begin with a blank, and repetitions of the last, are not kept.
    pub fn add(&mut self, line: String, failed: bool) {
        if line.trim().is_empty() || line.starts_with(char::is_whitespace) {
            return;
        }
        let is_repeated = self.entries.last().is_some_and(|last| last.line == line && last.failed == failed);
        if is_repeated {
            return;
        }
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        self.entries.push(Entry { time, line, failed });
        if let Err(error) = self.append() {
            self.fault.get_or_insert(error);
        }
    }

    /// The fault of the file, once.
    pub const fn take_fault(&mut self) -> Option<io::Error> {
        self.fault.take()
    }

    fn append(&self) -> io::Result<()> {
        let (Some(file), Some(entry)) = (&self.file, self.entries.last()) else { return Ok(()) };
        storage::append_line(file, text(entry).trim_end())
    }

    fn rewrite(&mut self) {
        let Some(file) = &self.file else { return };
        let all: String = self.entries.iter().map(text).collect();
        if let Err(error) = storage::write_private(file, all.as_bytes()) {
            self.fault = Some(error);
        }
    }
}

fn text(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry has a form") + "\n"
}

fn entry(line: &str) -> Option<Entry> {
    let is_heading = line.trim().is_empty() || line == "#V2";
    let plain = || Entry { time: 0, line: line.to_owned(), failed: false };
    (!is_heading).then(|| serde_json::from_str(line).unwrap_or_else(|_| plain()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_come_back_with_their_times() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("deep/history");
        let mut history = History::open(Some(file.clone()));
        for (line, failed) in
            [("roll", false), ("set rolout x", true), ("roll", false), ("roll", false), (" secret", false)]
        {
            history.add(line.to_owned(), failed);
        }
        assert!(history.take_fault().is_none());
        let again = History::open(Some(file));
        assert_eq!(again.entries(), history.entries());
        assert_eq!(again.entries().len(), 3);
        assert!(again.entries().iter().all(|entry| entry.time > 1_600_000_000));
        assert_eq!((again.begun_by("set"), again.begun_by("ro"), again.begun_by("roll")), (None, Some("roll"), None));
    }

    #[test]
    fn histories_of_before_and_bytes_that_are_no_text_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("history");
        fs::write(&file, b"#V2\nnew session\nset met caf\xe9\n{\"time\":5,\"line\":\"hint\"}\n{\"time\":")
            .expect("written");
        let mut history = History::open(Some(file.clone()));
        let lines: Vec<_> = history.entries().iter().map(|entry| entry.line.as_str()).collect();
        assert_eq!(lines[..3], ["new session", "set met caf\u{fffd}", "hint"]);
        history.add("roll".to_owned(), false);
        assert!(history.take_fault().is_none());
    }

    #[test]
    fn a_long_history_loses_its_beginning() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("history");
        let lines: String = (0..2 * MOST).map(|n| format!("dicerolls {n}\n")).collect();
        fs::write(&file, lines).expect("written");
        let history = History::open(Some(file.clone()));
        assert_eq!((history.entries().len(), history.entries()[0].line.as_str()), (MOST, "dicerolls 10000"));
        assert_eq!(fs::read_to_string(&file).expect("read").lines().count(), MOST);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut history = History::open(Some(folder.path().to_owned()));
        history.add("roll".to_owned(), false);
        assert!(history.take_fault().is_some() && history.take_fault().is_none());
    }
}
