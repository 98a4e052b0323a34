//! Rollouts on disk: written while they run, resumed, merged.
//!
//! A saved rollout is a journal ([`crate::rollout::JournalWriter`]) whose description holds everything needed to set
//! the same rollout up again: the position, what was rolled out, and the settings.

use super::journal::{self, damage_message};
use super::plan::{Decision, Plan};
use super::saving::LONG;
use crate::movegen::Play;
use crate::notation::{find_ids, gnubg_id, parse_play};
use crate::record::{Game, State};
use crate::rollout::{JobKind, Order, Records, RolloutSettings};
use crate::scoring::Terms;
use crate::session::error::refused;
use crate::session::reply::{BoardReply, Description, RolloutReply};
use crate::session::{Host, Session, SessionError};
use crate::settings::Autosave;
use crate::words::{counted, there_are};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The legal plays that the candidates of a saved rollout are called by.
fn plays_called(names: &[String], decision: &Decision) -> Result<Vec<Play>, SessionError> {
    let game = &decision.game;
    let dice = game.dice.ok_or_else(|| SessionError::new("no dice, so there are no plays"))?;
    let play = |name: &String| {
        parse_play(name, &game.position, dice)
            .map_err(|_| SessionError::new(format!("{name} is not a play for {dice}")))
    };
    names.iter().map(play).collect()
}

/// The description at the beginning of journals of earlier versions.
#[derive(Deserialize)]
struct EarlierDescription {
    gnubg_id: String,
    kind: JobKind,
    plays: Vec<String>,
    settings: RolloutSettings,
    engine: String,
    #[serde(default)]
    beavers: Option<u8>,
}

impl Session {
    /// Where rollouts are saved.
    pub fn set_rollout_folder(&mut self, folder: PathBuf) {
        self.rollouts.set_folder(folder);
    }

    pub(in crate::session) fn autosave_message(&self) -> String {
        match (self.rollouts.folder(), self.settings.autosave_rollout) {
            (_, Autosave::Off) => "rollouts are not saved while they run".to_owned(),
            (Some(folder), Autosave::All) => format!("rollouts are saved while they run, in {}", folder.display()),
            (Some(folder), Autosave::Long) => {
                format!("rollouts of more than {} s are saved, in {}", LONG.as_secs(), folder.display())
            }
            (None, _) => "rollouts would be saved while they run, but there is no folder for them".to_owned(),
        }
    }

    pub(in crate::session) fn describe(&self, plan: &Plan, order: Order) -> Description {
        Description {
            order,
            gnubg_id: gnubg_id(&plan.decision.game.position, &plan.decision.state),
            names: plan.names.clone(),
            engine: self.engine.name().to_owned(),
        }
    }

    /// The plan of a saved rollout.
    pub(in crate::session) fn plan_of(&self, description: &Description) -> Result<Plan, SessionError> {
        let job = &description.order.job;
        let mut decision = self.saved_decision(&description.gnubg_id, Some(*job.terms()))?;
        decision.game.limit_cube(job.top());
        let mut plan = match job.kind() {
            JobKind::Position => decision.plan_position(),
            JobKind::Cube => self.plan_cube(&decision)?,
            JobKind::Plays => decision.plan_plays(&plays_called(&description.names, &decision)?),
        };
        if plan.job != *job || plan.names.len() != description.names.len() {
            return Err(SessionError::new("the saved rollout belongs to another position than it names"));
        }
        plan.names.clone_from(&description.names);
        Ok(plan)
    }

    /// The decision that was saved under an identifier, under these terms if they are known.
    fn saved_decision(&self, gnubg_id: &str, terms: Option<Terms>) -> Result<Decision, SessionError> {
        let found = find_ids(gnubg_id).map_err(refused)?;
        let (Some(setup), Some(mut state)) = (found.setup, found.state) else {
            return Err(SessionError::new("the saved rollout does not name its position"));
        };
        // Identifiers do not encode how many beavers are allowed.
        if let (Terms::Money { beavers, .. }, Some(Terms::Money { beavers: n, .. })) = (&mut state.terms, terms) {
            *beavers = n;
        }
        let (standing, game) = self.restored(self.checked(setup)?, &state)?;
        Ok(Decision { game, standing, state })
    }

    /// The board on which the last rollout was made.
    pub fn rollout_board(&self) -> Option<BoardReply> {
        self.rolled_board(&self.rollouts.last()?.description)
    }

    /// The board on which a rollout was made.
    pub(super) fn rolled_board(&self, rollout: &Description) -> Option<BoardReply> {
        let decision = self.saved_decision(&rollout.gnubg_id, Some(*rollout.order.job.terms())).ok()?;
        self.board_at(&State::playing(decision.standing, decision.game))
    }

    /// The description at the beginning of a journal, whatever version wrote it.
    fn description_of(&self, bytes: &[u8]) -> Result<Description, SessionError> {
        let unreadable = match serde_json::from_slice(bytes) {
            Ok(description) => return Ok(description),
            Err(error) => error,
        };
        let Ok(earlier) = serde_json::from_slice::<EarlierDescription>(bytes) else { return Err(refused(unreadable)) };
        let beavers = earlier.beavers.map(|beavers| Terms::Money { jacoby: false, beavers });
        let decision = self.saved_decision(&earlier.gnubg_id, beavers)?;
        let plan = match earlier.kind {
            JobKind::Position => decision.plan_position(),
            JobKind::Cube => self.plan_cube(&decision)?,
            JobKind::Plays => decision.plan_plays(&plays_called(&earlier.plays, &decision)?),
        };
        let engine = self.rollout_engine_of(decision.game.variation);
        let order = engine.order(plan.job, &earlier.settings);
        Ok(Description { order, gnubg_id: earlier.gnubg_id, names: plan.names, engine: earlier.engine })
    }

    /// Goes on with the last rollout, or with one that was saved.
    pub(in crate::session) fn resume(
        &mut self,
        file: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Arc<RolloutReply>, SessionError> {
        let mut saved = match file {
            Some(file) => self.saved(&self.saved_path(file))?,
            None => self.latest(true)?,
        };
        // A number of trials that was set since counts.
        let is_set = !self.rollouts.was_made_with(self.settings.rollout.trials);
        if file.is_none() && self.rollouts.last().is_some() && is_set {
            let order = &mut saved.description.order;
            order.settings = order.settings.clone().with_trials(self.settings.rollout.trials);
        }
        self.roll_out_saved(saved, host)
    }

    /// Plays more trials of every candidate of the last rollout, or of the newest that was saved. No rule ends that
    /// early, and candidates that were given up catch up.
    pub(in crate::session) fn extend(
        &mut self,
        trials: u64,
        host: &mut dyn Host,
    ) -> Result<Arc<RolloutReply>, SessionError> {
        let mut saved = self.latest(false)?;
        let order = &mut saved.description.order;
        order.settings = order.settings.clone().of_part(saved.records.trials() + trials);
        self.roll_out_saved(saved, host)
    }

    /// The last rollout of the session; where there is none, the newest that was saved of the decision on the table,
    /// or of any where nothing lies there and one that was broken off `may_be_any`. Never one of another decision.
    fn latest(&self, may_be_any: bool) -> Result<Saved, SessionError> {
        if let Some(last) = self.rollouts.last() {
            let (description, records) = (last.description.clone(), last.records.clone());
            return Ok(Saved { path: None, description, records, damaged: 0 });
        }
        let all = self.all_saved();
        if self.state().game.is_none() {
            return match all.first() {
                Some(newest) if may_be_any => self.saved(newest),
                Some(_) => {
                    Err(SessionError::new("nothing has been rolled out in this session")
                        .with_suggestion("rollout saved"))
                }
                None => Err(SessionError::new("no rollout to go on with")
                    .with_expected(["a file or number of `rollout saved`"])),
            };
        }
        let mut first = None;
        for (i, path) in all.iter().enumerate() {
            let Ok(saved) = self.saved(path) else { continue };
            if self.is_on_the_table(&saved.description) {
                return Ok(saved);
            }
            first.get_or_insert(i + 1);
        }
        Err(match first {
            None => SessionError::new("no rollout to go on with").with_suggestion("rollout"),
            Some(number) => {
                SessionError::new("no rollout of this decision is saved; those of others are listed by `rollout saved`")
                    .with_suggestion(format!("rollout saved {number}"))
            }
        })
    }

    /// Whether a saved rollout is of the decision on the table, with the dice or before them.
    fn is_on_the_table(&self, description: &Description) -> bool {
        let Some(game) = self.state().game else { return false };
        let id = |game: &Game| {
            let ids = self.ids_of(game);
            format!("{}:{}", ids.position_id, ids.match_id)
        };
        description.gnubg_id == id(&game) || description.gnubg_id == id(&Game { dice: None, ..game })
    }

    /// Puts parts of one rollout together. Damaged parts are refused, and parts with fewer trials than they were to
    /// have are named: nothing is left out without a word.
    pub(in crate::session) fn merge(&mut self, files: &[String]) -> Result<Arc<RolloutReply>, SessionError> {
        let mut parts = Vec::new();
        let mut first = None;
        let mut notes = Vec::new();
        let mut other_seed = None;
        for file in files {
            let Saved { description, records, damaged, .. } = self.saved(Path::new(file))?;
            if damaged > 0 {
                return Err(SessionError::new(format!("{file}: {} damaged at its end", there_are(damaged, "byte")))
                    .with_suggestion(format!("rollout resume {file}")));
            }
            let (there, wanted) = (records.trials(), description.order.settings.trials);
            if there < wanted && !description.order.settings.stop.until.is_set() {
                notes.push(format!("{file} has {there} of its {}", counted(wanted, "trial")));
            }
            let seed = description.order.settings.seed;
            let theirs = first.get_or_insert(description).order.settings.seed;
            if seed != theirs {
                other_seed.get_or_insert(format!(" (seed {seed}, not {theirs})"));
            }
            parts.push(records);
        }
        let mut description = first.ok_or_else(|| SessionError::new("no files to merge"))?;
        let records = Records::merge(parts).map_err(|error| {
            let named = files.iter().enumerate().map(|(i, file)| format!("part {}: {file}", i + 1));
            let mut refused = refused(error).with_expected(named);
            refused.message += &other_seed.unwrap_or_default();
            refused
        })?;
        // The settings that would give the same in one run.
        description.order.settings = description.order.settings.clone().with_trials(records.trials());
        let mut plan = self.plan_of(&description)?;
        check_candidates(&records, &plan)?;
        notes.into_iter().for_each(|note| plan.add_note(note));
        if records.first > 0 {
            plan.add_note(format!("trials 1 to {} are in none of the parts", records.first));
        }
        self.answer_from_records(plan, description, records)
    }

    /// Goes on with a saved rollout, which is saved where it was.
    fn roll_out_saved(&mut self, saved: Saved, host: &mut dyn Host) -> Result<Arc<RolloutReply>, SessionError> {
        let Saved { path, description, records, damaged } = saved;
        let mut plan = self.plan_of(&description)?;
        check_candidates(&records, &plan)?;
        plan.add_note(format!("{}: {}", description.gnubg_id, description.names.join(", ")));
        plan.add_note(format!("continued from trial {}", records.end()));
        if let Some(path) = path.as_ref().filter(|_| damaged > 0) {
            plan.add_note(damage_message(damaged, path));
        }
        let from = Beginning { records: Some(records), save_in: path, autosave: None };
        self.roll_out(plan, &description.order.settings, from, host)
    }

    /// Reads a saved rollout.
    fn saved(&self, path: &Path) -> Result<Saved, SessionError> {
        let (journal, damaged) = journal::read(path)?;
        let description =
            self.description_of(&journal.description).map_err(|error| SessionError::in_file(path, error.message))?;
        journal.records.check(&description.order).map_err(|error| SessionError::in_file(path, error))?;
        Ok(Saved { path: Some(path.to_owned()), description, records: journal.records, damaged })
    }

    /// The description of a saved rollout, and the number of its trials.
    pub(super) fn saved_summary(&self, path: &Path) -> Result<(Description, u64), SessionError> {
        let saved = self.saved(path)?;
        Ok((saved.description, saved.records.trials()))
    }
}

/// The trials from which a rollout goes on, and the place where it is saved.
#[derive(Default)]
pub(in crate::session) struct Beginning {
    /// Trials there are; those of the last rollout, if it was the same, when none are given.
    pub records: Option<Records>,
    /// The file that it is saved in whatever the settings.
    pub save_in: Option<PathBuf>,
    /// Whether it is saved in the folder of rollouts, if that is not left to the settings.
    pub autosave: Option<Autosave>,
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

/// Whether records can be those of a plan.
pub(super) fn check_candidates(records: &Records, plan: &Plan) -> Result<(), SessionError> {
    let (found, expected) = (records.candidates.len(), plan.job.candidates().len());
    if found == expected {
        return Ok(());
    }
    Err(SessionError::new(format!("the records are of {}, the rollout has {expected}", counted(found, "candidate"))))
}
