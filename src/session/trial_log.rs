//! `set rollout log`: every trial of a rollout as a file of its own.

use super::SessionError;
use crate::board::Variation;
use crate::formats::sgf_game;
use crate::rollout::{GameSink, PlayedGame, Rollout, Task};
use crate::scoring::Terms;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Whether and where trials are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialLog {
    /// Whether they are.
    pub enabled: bool,
    /// How the names of the files begin.
    pub name: String,
}

impl Default for TrialLog {
    fn default() -> Self {
        Self { enabled: false, name: "rollout".to_owned() }
    }
}

impl TrialLog {
    /// The settings as the commands that would make them.
    pub(super) fn as_commands(&self) -> [String; 2] {
        let on = if self.enabled { "on" } else { "off" };
        [format!("set rollout log {on}"), format!("set rollout logfile \"{}\"", self.name)]
    }

    /// The file of a trial: `NAME-0000017-b.sgf` is the 18th trial of the second candidate.
    pub(super) fn file(&self, task: Task) -> PathBuf {
        PathBuf::from(format!("{}-{:07}-{}.sgf", self.name, task.trial, letters(task.candidate)))
    }
}

/// `a` to `z`, then `aa` and so on.
fn letters(candidate: usize) -> String {
    #[allow(clippy::cast_possible_truncation)] // below 26
    let last = char::from(b'a' + (candidate % 26) as u8);
    if candidate < 26 { last.to_string() } else { letters(candidate / 26 - 1) + &last.to_string() }
}

/// Writes the games of one rollout.
pub(super) struct LogWriter {
    log: TrialLog,
    terms: Terms,
    variation: Variation,
    state: Mutex<LogState>,
}

#[derive(Default)]
struct LogState {
    written: Vec<Task>,
    failed: Option<io::Error>,
}

impl LogWriter {
    /// A writer for a rollout with these terms.
    ///
    /// # Errors
    /// When the folder for the files does not exist: thousands of failures would follow.
    pub fn new(log: &TrialLog, terms: Terms, variation: Variation) -> Result<Self, SessionError> {
        let folder = Path::new(&log.name).parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(SessionError::new(format!("there is no folder {} to write trials in", folder.display()))
                .with_suggestion("set rollout log off"));
        }
        Ok(Self { log: log.clone(), terms, variation, state: Mutex::default() })
    }

    /// Removes the files of trials that were played ahead and do not count; says what there is.
    pub fn finish(&self, rollout: &Rollout) -> String {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, candidates) = (rollout.records.first, &rollout.records.candidates);
        let counts = |task: &Task| task.trial < first + candidates[task.candidate].len() as u64;
        let (kept, ahead): (Vec<_>, Vec<_>) = state.written.drain(..).partition(counts);
        for task in ahead {
            // A file that stays is a trial too many, and no harm.
            let _ = fs::remove_file(self.log.file(task));
        }
        let told = |n| format!("{n} trials are written to {}-….sgf", self.log.name);
        match &state.failed {
            Some(error) => format!("{}; then: {error}", told(kept.len())),
            None => told(kept.len()),
        }
    }
}

impl GameSink for LogWriter {
    fn take(&self, task: Task, game: &PlayedGame) {
        if self.state.lock().unwrap_or_else(PoisonError::into_inner).failed.is_some() {
            return;
        }
        let path = self.log.file(task);
        let written = fs::write(&path, sgf_game(game, &self.terms, self.variation));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            Ok(()) => state.written.push(task),
            Err(error) => {
                let error = io::Error::new(error.kind(), format!("{}: {error}", path.display()));
                state.failed.get_or_insert(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_trial_and_candidate() {
        let log = TrialLog { enabled: true, name: "games/trial".to_owned() };
        let file = |candidate, trial| log.file(Task { candidate, trial }).display().to_string();
        assert_eq!(file(1, 17), "games/trial-0000017-b.sgf");
        assert_eq!([letters(25), letters(26), letters(27), letters(26 * 27)], ["z", "aa", "ab", "aaa"]);
    }
}
