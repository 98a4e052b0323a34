//! `set rollout log`: every trial of a rollout as a file of its own.

use crate::board::Variation;
use crate::formats::sgf_game;
use crate::rollout::{GameSink, PlayedGame, Rollout, Task};
use crate::scoring::Terms;
use crate::session::SessionError;
use crate::settings::TrialLog;
use crate::storage;
use crate::words::there_are;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

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

    /// Whether something was in the way.
    pub const fn is_cut_short(&self) -> bool {
        self.failed.is_some()
    }

    /// The message about it, with the pattern of the files.
    pub fn message(&self, files: &str) -> String {
        let message = format!("{} written to {files}", there_are(self.trials, "trial"));
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
