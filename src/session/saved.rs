//! Rollouts on disk: written while they run, resumed, merged.
//!
//! A saved rollout is a journal ([`crate::rollout::JournalWriter`]) whose description says everything needed to
//! set the same rollout up again: the position, what was rolled out, and the settings.

use super::error::refused;
use super::reply::RolloutKind;
use super::roll_out::Plan;
use super::{Game, Observer, Reply, Session, SessionError};
use crate::notation::{find_ids, gnubg_id};
use crate::rollout::{self, Journal, JournalWriter, Progress, Records, RolloutSettings, Task, TrialRecord};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a saved rollout is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// Position and match state before the decision.
    pub gnubg_id: String,
    /// `position`, `plays` or `cube`.
    pub kind: String,
    /// The plays by their texts; empty for other kinds.
    pub plays: Vec<String>,
    /// How it is rolled out.
    pub settings: RolloutSettings,
    /// The nets, for people; the fingerprint is what counts.
    pub engine: String,
}

impl Session {
    /// Where rollouts are saved with `set autosave rollout on`.
    pub fn set_rollout_folder(&mut self, folder: PathBuf) {
        self.rollout_folder = Some(folder);
    }

    pub(super) fn describe(&self, game: &Game, plan: &Plan, settings: &RolloutSettings) -> Description {
        let plays = if plan.kind == RolloutKind::Plays { plan.names.clone() } else { Vec::new() };
        Description {
            gnubg_id: gnubg_id(&game.position, &self.match_state(game)),
            kind: plan.kind.name().to_owned(),
            plays,
            settings: settings.clone(),
            engine: self.engine.name.clone(),
        }
    }

    /// Opens the file that a rollout with this fingerprint is saved in, and the records it has already.
    pub(super) fn open_journal(
        &self,
        description: &Description,
        records: &Records,
    ) -> Result<(PathBuf, JournalWriter<File>), SessionError> {
        let folder =
            self.rollout_folder.as_ref().ok_or_else(|| SessionError::new("there is no folder to save rollouts in"))?;
        let failed = |error: std::io::Error| refused(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        let path = folder.join(format!("{}.rollout", records.fingerprint.name()));
        let file = File::create(&path).map_err(failed)?;
        let description = serde_json::to_vec(description).map_err(refused)?;
        let writer = JournalWriter::begin(file, records, &description).map_err(failed)?;
        Ok((path, writer))
    }

    /// Goes on with the last rollout, or with one that was saved.
    pub(super) fn resume(&mut self, file: Option<&str>, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        match file {
            Some(file) => {
                let (description, records) = read_saved(Path::new(file))?;
                self.roll_out_saved(&description, records, observer)
            }
            None if self.last_rollout.is_some() => {
                let last = self.last_rollout.clone().expect("just seen");
                let description = last.description.clone();
                let settings = RolloutSettings { trials: self.settings.rollout.trials, ..description.settings };
                self.roll_out_saved(&Description { settings, ..description }, last.records.clone(), observer)
            }
            None => {
                let newest = self.newest_saved().ok_or_else(|| {
                    SessionError::new("no rollout to resume")
                        .with_expected(["a file saved by `set autosave rollout on`"])
                })?;
                let (description, records) = read_saved(&newest)?;
                self.roll_out_saved(&description, records, observer)
            }
        }
    }

    /// Puts parts of one rollout together.
    pub(super) fn merge(&mut self, files: &[String]) -> Result<Reply, SessionError> {
        let mut parts = Vec::new();
        let mut first = None;
        for file in files {
            let (description, records) = read_saved(Path::new(file))?;
            first.get_or_insert(description);
            parts.push(records);
        }
        let description = first.ok_or_else(|| SessionError::new("no files to merge"))?;
        let records = Records::merge(parts).map_err(|error| {
            let named = files.iter().enumerate().map(|(i, file)| format!("part {}: {file}", i + 1));
            refused(error).with_expected(named)
        })?;
        let (game, plan) = self.planned(&description)?;
        self.answer_from_records(&game, plan, description, records)
    }

    fn roll_out_saved(
        &mut self,
        description: &Description,
        records: Records,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        let (game, mut plan) = self.planned(description)?;
        plan.add_note(format!("continued from trial {}", records.end()));
        self.roll_out(&game, plan, &description.settings, Some(records), observer)
    }

    /// Sets the table up as a saved rollout describes it. The session keeps its own table.
    fn planned(&mut self, description: &Description) -> Result<(Game, Plan), SessionError> {
        let found = find_ids(&description.gnubg_id).map_err(refused)?;
        let (Some(setup), Some(state)) = (found.setup, found.state) else {
            return Err(SessionError::new("the saved rollout does not say of which position it is"));
        };
        let (standing, game) = self.restored(self.checked(setup)?, &state)?;
        let kept = (self.standing, self.game);
        (self.standing, self.game) = (standing, Some(game));
        let plan = match description.kind.as_str() {
            "plays" => self.plan_named(&game, &description.plays),
            "cube" => self.plan_cube(&game),
            _ => Ok(self.plan_position(&game)),
        };
        (self.standing, self.game) = kept;
        Ok((game, plan?))
    }

    fn newest_saved(&self) -> Option<PathBuf> {
        let entries = fs::read_dir(self.rollout_folder.as_ref()?).ok()?;
        let files = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rollout"));
        files.max_by_key(|entry| entry.metadata().and_then(|data| data.modified()).ok()).map(|entry| entry.path())
    }
}

/// Reads a saved rollout: what it is of and its records.
fn read_saved(path: &Path) -> Result<(Description, Records), SessionError> {
    let failed = |error: &dyn std::fmt::Display| refused(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    let journal = Journal::read(&bytes).map_err(|error| failed(&error))?;
    let description = serde_json::from_slice(&journal.description).map_err(|error| failed(&error))?;
    Ok((description, journal.records))
}

/// An observer that writes every trial into a journal before passing the news on.
pub(super) struct Saving<'a> {
    pub inner: &'a mut dyn Observer,
    pub writer: JournalWriter<File>,
    /// What went wrong while writing, if anything did; the rollout goes on.
    pub failed: Option<std::io::Error>,
}

impl rollout::Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> rollout::Control {
        self.inner.progress(progress)
    }

    fn entered(&mut self, task: Task, record: &TrialRecord) {
        if self.failed.is_none() {
            self.failed = self.writer.enter(task, record).err();
        }
        self.inner.entered(task, record);
    }

    fn elapsed(&self) -> Duration {
        self.inner.elapsed()
    }
}
