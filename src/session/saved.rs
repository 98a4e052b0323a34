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
use crate::storage::{self, Existing};
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
    pub(super) fn saved_file(&self, records: &Records) -> Result<PathBuf, SessionError> {
        let folder =
            self.rollout_folder.as_ref().ok_or_else(|| SessionError::new("there is no folder to save rollouts in"))?;
        let name = records.fingerprint.name();
        Ok(folder.join(if records.first == 0 { name } else { format!("{name}-{}", records.first) } + ".rollout"))
    }

    /// Opens the file that a rollout is saved in, to append to: what it has of the same rollout is added to the records, and
    /// then it has all of them. At no moment is there less on disk than before, and nobody else writes to it meanwhile.
    ///
    /// # Errors
    /// When another program writes to it, or it is something else than this rollout: that is left as it is.
    pub(super) fn open_journal(
        path: &Path,
        description: &Description,
        records: &mut Records,
    ) -> Result<Opened, SessionError> {
        let failed = |error: &dyn std::fmt::Display| refused(format!("{}: {error}", path.display()));
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

    /// Goes on with the last rollout, or with one that was saved.
    pub(super) fn resume(&mut self, file: Option<&str>, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let mut saved = match file {
            Some(file) => Saved::read(Path::new(file))?,
            None => self.latest()?,
        };
        if file.is_none() && self.last_rollout.is_some() {
            saved.description.settings.trials = self.settings.rollout.trials;
        }
        self.roll_out_saved(saved, observer)
    }

    /// Plays more trials of every candidate of the last rollout, or of the newest that was saved. No rule ends that
    /// early, and candidates that were given up catch up.
    pub(super) fn extend(&mut self, trials: u64, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let mut saved = self.latest()?;
        let settings = &mut saved.description.settings;
        settings.trials = saved.records.trials() + trials;
        settings.until = Until::default();
        settings.limit.enabled = false;
        settings.jsd.enabled = false;
        self.roll_out_saved(saved, observer)
    }

    /// The last rollout of the session; where there is none, the newest that was saved.
    fn latest(&self) -> Result<Saved, SessionError> {
        if let Some(last) = &self.last_rollout {
            let (description, records) = (last.description.clone(), last.records.clone());
            return Ok(Saved { path: None, description, records, damaged: 0 });
        }
        let newest = self.newest_saved().ok_or_else(|| {
            SessionError::new("no rollout to go on with").with_expected(["a file saved by `set autosave rollout on`"])
        })?;
        Saved::read(&newest)
    }

    /// Puts parts of one rollout together. Damaged parts are refused, and parts with fewer trials than they were to have are
    /// named: nothing is left out without a word.
    pub(super) fn merge(&mut self, files: &[String]) -> Result<Reply, SessionError> {
        let mut parts = Vec::new();
        let mut first = None;
        let mut notes = Vec::new();
        for file in files {
            let Saved { description, records, damaged, .. } = Saved::read(Path::new(file))?;
            if damaged > 0 {
                return Err(SessionError::new(format!("{file}: {damaged} bytes at its end are damaged"))
                    .with_suggestion(format!("rollout resume {file}")));
            }
            let (there, wanted) = (records.trials(), description.settings.trials);
            if there < wanted && !description.settings.until.is_set() {
                notes.push(format!("{file} has {there} of its {wanted} trials"));
            }
            first.get_or_insert(description);
            parts.push(records);
        }
        let mut description = first.ok_or_else(|| SessionError::new("no files to merge"))?;
        let records = Records::merge(parts).map_err(|error| {
            let named = files.iter().enumerate().map(|(i, file)| format!("part {}: {file}", i + 1));
            refused(error).with_expected(named)
        })?;
        // The settings that would give the same in one run.
        description.settings.trials = records.trials();
        self.at_its_table(&description.clone(), |session, game, mut plan| {
            check_candidates(&records, &plan)?;
            notes.into_iter().for_each(|note| plan.add_note(note));
            if records.first > 0 {
                plan.add_note(format!("trials 1 to {} are in none of the parts", records.first));
            }
            session.answer_from_records(&game, plan, description, records)
        })
    }

    /// Goes on with a saved rollout, which is saved where it was.
    fn roll_out_saved(&mut self, saved: Saved, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let Saved { path, description, records, damaged } = saved;
        self.at_its_table(&description, |session, game, mut plan| {
            check_candidates(&records, &plan)?;
            plan.add_note(format!("continued from trial {}", records.end()));
            if let Some(path) = path.as_ref().filter(|_| damaged > 0) {
                plan.add_note(told_of_damage(damaged, path));
            }
            let from = Beginning { records: Some(records), save_in: path };
            session.roll_out(&game, plan, &description.settings, from, observer)
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

/// What a rollout goes on from, and where it is saved.
#[derive(Default)]
pub(super) struct Beginning {
    /// Trials there are; those of the last rollout, if it was the same, when none are given.
    pub records: Option<Records>,
    /// The file that it is saved in whatever the settings say.
    pub save_in: Option<PathBuf>,
}

/// A file opened to save a rollout in.
pub(super) struct Opened {
    pub writer: JournalWriter<File>,
    /// Trials of a candidate that the file had and the records did not.
    pub added: u64,
    /// Bytes at its end that could not be read.
    pub damaged: usize,
}

/// A saved rollout.
struct Saved {
    /// The file, if it was read from one.
    path: Option<PathBuf>,
    description: Description,
    records: Records,
    /// Bytes at its end that could not be read.
    damaged: usize,
}

impl Saved {
    fn read(path: &Path) -> Result<Self, SessionError> {
        let failed = |error: &dyn std::fmt::Display| refused(format!("{}: {error}", path.display()));
        let bytes = fs::read(path).map_err(|error| failed(&error))?;
        let journal = Journal::read(&bytes).map_err(|error| failed(&error))?;
        let description = serde_json::from_slice(&journal.description).map_err(|error| failed(&error))?;
        let damaged = bytes.len() - journal.valid_bytes;
        Ok(Self { path: Some(path.to_owned()), description, records: journal.records, damaged })
    }
}

/// How many trials of a candidate a file has, if it is of the same rollout.
pub(super) fn trials_saved(path: &Path, records: &Records) -> Option<u64> {
    let saved = Saved::read(path).ok()?.records;
    let is_same = (saved.fingerprint, saved.first) == (records.fingerprint, records.first);
    is_same.then(|| saved.trials())
}

/// What is said of a file with a damaged end.
pub(super) fn told_of_damage(damaged: usize, path: &Path) -> String {
    format!("{damaged} bytes at the end of {} were damaged: what they held is played again", path.display())
}

/// Whether records can be those of a plan.
fn check_candidates(records: &Records, plan: &Plan) -> Result<(), SessionError> {
    let (found, expected) = (records.candidates.len(), plan.job().candidates().len());
    if found == expected {
        return Ok(());
    }
    Err(SessionError::new(format!("the records are of {found} candidates, the rollout has {expected}")))
}

/// Writes a journal with these records, to go on with.
pub(super) fn begin(
    path: &Path,
    existing: Existing,
    description: &[u8],
    records: &Records,
) -> io::Result<JournalWriter<File>> {
    let mut check = None;
    let file = storage::write_with(path, existing, |to| {
        check = Some(JournalWriter::begin(to, records, description)?.check());
        Ok(())
    })?;
    Ok(JournalWriter::resume(file, check.unwrap_or_default()))
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

    /// Writes what is left, to the disk.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.writer.flush()?;
        self.writer.get_ref().sync_data()
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
