//! `set rollout log`: every trial of a rollout as a file of its own.

use crate::board::Variation;
use crate::formats::sgf_game;
use crate::rollout::{GameSink, PlayedGame, Rollout, Task};
use crate::scoring::Terms;
use crate::session::SessionError;
use crate::settings::TrialLog;
use crate::storage;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

impl TrialLog {
    /// The log of one horizon of several, `None` for full rollouts: the horizon is part of the names of its files.
    pub(super) fn of_horizon(&self, plies: Option<u16>) -> Self {
        let horizon = plies.map_or_else(|| "full".to_owned(), |plies| format!("h{plies}"));
        Self { name: format!("{}-{horizon}", self.name), ..self.clone() }
    }

    /// The log of one position of several, counted from 1.
    #[must_use]
    pub fn of_position(&self, number: usize) -> Self {
        Self { name: format!("{}-p{number}", self.name), ..self.clone() }
    }

    /// The log of a rollout with other settings beside those that are set.
    pub(super) fn of_other_settings(&self) -> Self {
        Self { name: format!("{}-versus", self.name), ..self.clone() }
    }

    /// The pattern of all file names.
    pub(super) fn pattern(&self) -> String {
        format!("{}-….sgf", self.name)
    }

    /// The file of a trial: `NAME-0000017-b.sgf` is the 18th trial of the second candidate.
    pub(in crate::session) fn file(&self, task: Task) -> PathBuf {
        PathBuf::from(format!("{}-{:07}-{}.sgf", self.name, task.trial, letters(task.candidate)))
    }
}

/// `a` to `z`, then `aa` and so on.
fn letters(candidate: usize) -> String {
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

    /// Removes the files of trials that were played ahead and do not count; returns what is left.
    pub fn finish(&self, rollout: &Rollout) -> Written {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, candidates) = (rollout.records.first, &rollout.records.candidates);
        let counts = |task: &Task| candidates[task.candidate].get(task.trial - first).is_some();
        let (kept, ahead): (Vec<_>, Vec<_>) = state.written.drain(..).partition(counts);
        for task in ahead {
            // A file that stays is a trial too many, and no harm.
            let _ = storage::remove(&self.log.file(task));
        }
        Written { trials: kept.len(), failed: state.failed.as_ref().map(io::Error::to_string) }
    }
}

/// The outcome of writing trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Written {
    trials: usize,
    /// Why no more were written, if something was in the way.
    failed: Option<String>,
}

impl Written {
    /// Puts those of another rollout to these.
    pub fn add(&mut self, other: Self) {
        self.trials += other.trials;
        self.failed = self.failed.take().or(other.failed);
    }

    /// The message about it, with the pattern of the files.
    pub fn message(&self, files: &str) -> String {
        let message = format!("{} trials are written to {files}", self.trials);
        match &self.failed {
            Some(error) => format!("{message}; then: {error}"),
            None => message,
        }
    }
}

impl GameSink for LogWriter {
    fn take(&self, task: Task, game: &PlayedGame) {
        if self.state.lock().unwrap_or_else(PoisonError::into_inner).failed.is_some() {
            return;
        }
        let path = self.log.file(task);
        let written = storage::write_quickly(&path, sgf_game(game, &self.terms, self.variation).as_bytes());
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            Ok(()) => state.written.push(task),
            Err(error) => {
                let error = io::Error::new(error.kind(), format!("{}: {}", path.display(), storage::in_words(&error)));
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
        let horizons = [Some(3), None].map(|plies| log.of_horizon(plies).pattern());
        assert_eq!(horizons, ["games/trial-h3-….sgf", "games/trial-full-….sgf"]);
        assert_eq!([letters(25), letters(26), letters(27), letters(26 * 27)], ["z", "aa", "ab", "aaa"]);
    }
}
