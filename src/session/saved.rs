//! Rollouts on disk: written while they run, resumed, merged.
//!
//! A saved rollout is a journal ([`crate::rollout::JournalWriter`]) whose description says everything needed to
//! set the same rollout up again: the position, what was rolled out, and the settings.

use super::error::refused;
use super::reply::RolloutKind;
use super::roll_out::Plan;
use super::{Game, Observer, Reply, Session, SessionError};
use crate::notation::{find_ids, gnubg_id};
use crate::record::{Record, Standing, State};
use crate::rollout::{self, Journal, JournalWriter, Progress, Records, RolloutSettings, Task, TrialRecord, Until};
use crate::scoring::Terms;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
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
    /// Beavers allowed in a row: identifiers do not say. `None` in a match.
    #[serde(default)]
    pub beavers: Option<u8>,
}

impl Session {
    /// Where rollouts are saved with `set autosave rollout on`.
    pub fn set_rollout_folder(&mut self, folder: PathBuf) {
        self.rollout_folder = Some(folder);
    }

    pub(super) fn told_of_autosave(&self) -> String {
        match (&self.rollout_folder, self.settings.autosave_rollout) {
            (_, false) => "rollouts are not saved while they run".to_owned(),
            (Some(folder), true) => format!("rollouts are saved while they run, in {}", folder.display()),
            (None, true) => "rollouts would be saved while they run, but there is no folder for them".to_owned(),
        }
    }

    pub(super) fn describe(&self, game: &Game, plan: &Plan, settings: &RolloutSettings) -> Description {
        let plays = if plan.kind == RolloutKind::Plays { plan.names.clone() } else { Vec::new() };
        Description {
            gnubg_id: gnubg_id(&game.position, &self.match_state(game)),
            kind: plan.kind.name().to_owned(),
            plays,
            settings: settings.clone(),
            engine: self.engine.name.clone(),
            beavers: match self.state().standing.terms() {
                Terms::Money { beavers, .. } => Some(beavers),
                Terms::Match(_) => None,
            },
        }
    }

    /// The file that a rollout is saved in: each has its own, and so has each shard of it.
    fn saved_file(&self, records: &Records) -> Result<PathBuf, SessionError> {
        let folder =
            self.rollout_folder.as_ref().ok_or_else(|| SessionError::new("there is no folder to save rollouts in"))?;
        let name = records.fingerprint.name();
        Ok(folder.join(if records.first == 0 { name } else { format!("{name}-{}", records.first) } + ".rollout"))
    }

    /// Adds the trials that are saved of the same rollout already; returns how many of a candidate there are more.
    pub(super) fn add_saved(&self, records: &mut Records) -> Result<u64, SessionError> {
        let before = records.trials();
        if let Ok((_, saved)) = read_saved(&self.saved_file(records)?) {
            records.complete_from(saved);
        }
        Ok(records.trials() - before)
    }

    /// Opens the file that a rollout is saved in, to append to: whatever it had before, it now has these records. At
    /// no moment is there less on disk than before.
    pub(super) fn open_journal(
        &self,
        description: &Description,
        records: &Records,
    ) -> Result<(PathBuf, JournalWriter<File>), SessionError> {
        let path = self.saved_file(records)?;
        let description = serde_json::to_vec(description).map_err(refused)?;
        let writer = append_to(&path, &description, records)
            .or_else(|_| begin_anew(&path, &description, records))
            .map_err(|error| refused(format!("{}: {error}", path.display())))?;
        Ok((path, writer))
    }

    /// Goes on with the last rollout, or with one that was saved.
    pub(super) fn resume(&mut self, file: Option<&str>, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let (mut description, records) = match file {
            Some(file) => read_saved(Path::new(file))?,
            None => self.latest()?,
        };
        if file.is_none() && self.last_rollout.is_some() {
            description.settings.trials = self.settings.rollout.trials;
        }
        self.roll_out_saved(&description, records, observer)
    }

    /// Plays more trials of every candidate of the last rollout, or of the newest that was saved. No rule ends that
    /// early, and candidates that were given up catch up.
    pub(super) fn extend(&mut self, trials: u64, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let (mut description, records) = self.latest()?;
        let settings = &mut description.settings;
        settings.trials = records.trials() + trials;
        settings.until = Until::default();
        settings.limit.enabled = false;
        settings.jsd.enabled = false;
        self.roll_out_saved(&description, records, observer)
    }

    /// The last rollout of the session; where there is none, the newest that was saved.
    fn latest(&self) -> Result<(Description, Records), SessionError> {
        if let Some(last) = &self.last_rollout {
            return Ok((last.description.clone(), last.records.clone()));
        }
        let newest = self.newest_saved().ok_or_else(|| {
            SessionError::new("no rollout to go on with").with_expected(["a file saved by `set autosave rollout on`"])
        })?;
        read_saved(&newest)
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
        self.at_its_table(&description.clone(), |session, game, mut plan| {
            if records.first > 0 {
                plan.add_note(format!("trials 1 to {} are in none of the parts", records.first));
            }
            session.answer_from_records(&game, plan, description, records)
        })
    }

    fn roll_out_saved(
        &mut self,
        description: &Description,
        records: Records,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        self.at_its_table(description, |session, game, mut plan| {
            plan.add_note(format!("continued from trial {}", records.end()));
            session.roll_out(&game, plan, &description.settings, Some(records), observer)
        })
    }

    /// Works with the table that a saved rollout describes; then the session has its own again.
    fn at_its_table<T>(
        &mut self,
        description: &Description,
        work: impl FnOnce(&mut Self, Game, Plan) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let found = find_ids(&description.gnubg_id).map_err(refused)?;
        let (Some(setup), Some(state)) = (found.setup, found.state) else {
            return Err(SessionError::new("the saved rollout does not say of which position it is"));
        };
        let (mut standing, game) = self.restored(self.checked(setup)?, &state)?;
        if let (Standing::Money { beavers, .. }, Some(n)) = (&mut standing, description.beavers) {
            *beavers = n;
        }
        let there = Record::new(State::playing(standing, game));
        let is_elsewhere = self.state() != there.state();
        let rolled = is_elsewhere.then(|| self.rolled.take());
        let kept = std::mem::replace(&mut self.record, there);
        let plan = match description.kind.as_str() {
            "plays" => self.plan_named(&game, &description.plays),
            "cube" => self.plan_cube(&game),
            _ => Ok(self.plan_position(&game)),
        };
        let result = plan.and_then(|plan| work(self, game, plan));
        self.record = kept;
        if let Some(rolled) = rolled {
            self.rolled = rolled;
        }
        result
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

/// Continues a journal that has just these records.
fn append_to(path: &Path, description: &[u8], records: &Records) -> io::Result<JournalWriter<File>> {
    let mut file = File::options().read(true).write(true).open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let journal = Journal::read(&bytes).ok();
    let journal = journal.filter(|journal| journal.description == description && journal.records == *records);
    let journal = journal.ok_or(io::ErrorKind::InvalidData)?;
    file.set_len(journal.valid_bytes as u64)?;
    file.seek(io::SeekFrom::End(0))?;
    Ok(JournalWriter::resume(file, journal.check))
}

/// Writes a journal with these records beside the old one and puts it in its place.
fn begin_anew(path: &Path, description: &[u8], records: &Records) -> io::Result<JournalWriter<File>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension("new");
    let writer = JournalWriter::begin(File::create(&new)?, records, description)?;
    fs::rename(&new, path)?;
    Ok(writer)
}

/// How often what is played is written, whether a block is full or not.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

/// An observer that writes every trial into a journal before passing the news on.
pub(super) struct Saving<'a> {
    inner: &'a mut dyn Observer,
    writer: JournalWriter<File>,
    /// When the last block was written, by the observer's clock.
    written: Duration,
    /// What went wrong while writing, if anything did; the rollout goes on.
    failed: Option<io::Error>,
}

impl<'a> Saving<'a> {
    pub fn new(inner: &'a mut dyn Observer, writer: JournalWriter<File>) -> Self {
        let written = inner.elapsed();
        Self { inner, writer, written, failed: None }
    }

    /// Writes what is left.
    pub fn finish(mut self) -> io::Result<()> {
        self.failed.take().map_or_else(|| self.writer.flush(), Err)
    }
}

impl rollout::Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> rollout::Control {
        let now = self.inner.elapsed();
        if self.failed.is_none() && now.saturating_sub(self.written) >= BETWEEN_WRITES {
            self.written = now;
            self.failed = self.writer.flush().err();
        }
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
