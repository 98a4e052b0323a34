//! `rollout …`: what is rolled out, and the answer.

use super::journal::{self, Opened, damage_message};
use super::known::differ_in_order;
use super::plan::{Decision, Plan};
use super::saved::Beginning;
use super::saving::{Later, Saved, Saving};
use super::trial_log::LogWriter;
use crate::board::Variation;
use crate::level::Level;
use crate::rollout::{
    Cost, Crew, End, Engine, GameSink, JobKind, LuckBy, Order, Pilot, Records, Rollout, RolloutError, RolloutResult,
    RolloutSettings, Spent, Threads,
};
use crate::session::error::refused;
use crate::session::reply::{Description, Ids, OtherRollout, Played, RolloutReply};
use crate::session::{Host, Session, SessionError};
use crate::settings::{Autosave, LOCAL, TrialLog};
use crate::storage;
use crate::words::counted;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The work of a command for a rollout.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    elapsed: Duration,
    played: Played,
    spent: Option<Spent>,
    expected: Option<Cost>,
}

impl Session {
    /// The engine that rolls out the game on the table, or the next.
    pub fn rollout_engine(&self) -> Engine {
        self.rollout_engine_of(self.variation())
    }

    /// The engine that rolls out a variation now.
    pub(super) fn rollout_engine_of(&self, variation: Variation) -> Engine {
        Engine {
            stop: Arc::clone(&self.stop),
            ..Engine::new(self.engine.evaluator_of(variation), Arc::clone(self.engine.met()))
        }
    }

    /// How rollouts are done now.
    pub fn rollout_settings(&self) -> RolloutSettings {
        self.settings.rollout.clone().with(|it| it.efficiency = self.settings.efficiency)
    }

    /// Rolls out, from the records given, or from those of the last rollout if it was the same.
    pub(in crate::session) fn roll_out(
        &mut self,
        mut plan: Plan,
        settings: &RolloutSettings,
        from: Beginning,
        host: &mut dyn Host,
    ) -> Result<Arc<RolloutReply>, SessionError> {
        // Numbers name other plays once a rollout has changed their order, but they are the same plays.
        if from.records.is_none()
            && let Some(last) = self.rollouts.to_continue().filter(|last| differ_in_order(last.job(), &plan.job))
        {
            (plan.job, plan.names) = (last.job().clone(), last.names().to_vec());
        }
        let settings = self.choose_luck(&mut plan, settings, host)?;
        let mut engine = self.rollout_engine_of(plan.decision.game.variation);
        let order = engine.after_look(engine.order(plan.job.clone(), &settings));
        let log = self.trial_log(&self.settings.trial_log, &plan)?;
        engine.games = log.clone().map(|log| log as Arc<dyn GameSink>);
        let mut records = from.records.unwrap_or_else(|| {
            let same = self.rollouts.to_continue().filter(|last| last.records.fingerprint == order.engine);
            let Some(last) = same else { return Records::of(&order) };
            plan.add_note(format!("continued from the {} done before", counted(last.records.trials(), "trial")));
            last.records.clone()
        });
        let description = self.describe(&plan, order);
        let order = &description.order;
        let threads = self.settings.threads;
        host.begins(&plan, &order.settings);
        let is_local = self.settings.rollout_engine == LOCAL;
        let expected = host.cost_budget().filter(|_| is_local).and_then(|budget| {
            let began = host.elapsed();
            let is_late = || host.elapsed().saturating_sub(began) >= budget;
            let cost = engine.cost(order, &|| host.elapsed(), &is_late).ok()?;
            Some(Cost { trials: cost.trials.map(|trials| trials.saturating_sub(records.trials())), ..cost })
        });
        if let Some(cost) = &expected {
            host.expects(cost, threads);
        }
        let crew: Box<dyn Crew> = match self.settings.rollout_engine.as_str() {
            LOCAL => Box::new(Threads(threads)),
            address => host.crew_at(address)?,
        };
        let started = host.elapsed();
        let spent_before = engine.meter.spent();
        let mut before = Played::of(&records);
        // Whether the user has asked for it to be saved.
        let is_wanted = from.save_in.is_some() || self.settings.autosave_rollout == Autosave::All;
        // Where it is saved, and whether only if it takes long. A file named by the user is written at once.
        let (place, is_later) = match (from.save_in, from.autosave.unwrap_or(self.settings.autosave_rollout)) {
            (Some(path), _) => (Some(path), false),
            (None, Autosave::All) => (Some(self.rollouts.file_of(&records)?), false),
            (None, Autosave::Long) if self.rollouts.folder().is_some() => {
                let path = self.rollouts.file_of(&records)?;
                let is_new = !path.exists();
                (Some(path), is_new)
            }
            (None, Autosave::Long | Autosave::Off) => (None, false),
        };
        let rollout = if let Some(path) = place.as_deref().filter(|_| is_later) {
            let description = serde_json::to_vec(&description).map_err(refused)?;
            let later = Later { path: path.to_owned(), description, records: records.clone() };
            let mut saving = Saving::later(host, later);
            let rollout = engine.extend_by(order, &*crew, &mut saving, records);
            let (rollout, saving) = relied_on(rollout, saving, path, None)?;
            saved_note(saving.finish(path), path, rollout.result.end, false)
                .into_iter()
                .for_each(|note| plan.add_note(note));
            rollout
        } else if let Some(path) = place {
            let Opened { writer, added, damaged } = journal::open(&path, &description, &mut records)?;
            if added > 0 {
                plan.add_note(format!("continued from {} saved before", counted(records.trials(), "trial")));
                before = Played::of(&records);
                if damaged > 0 {
                    plan.add_note(damage_message(damaged, &path));
                }
            }
            let length = writer.get_ref().length().map_err(refused)?;
            let mut saving = Saving::new(host, writer);
            let rollout = engine.extend_by(order, &*crew, &mut saving, records);
            let (rollout, saving) = relied_on(rollout, saving, &path, Some(length))?;
            let saved = saving.finish(&path);
            plan.is_unwritten |= is_wanted && saved.is_err();
            saved_note(saved, &path, rollout.result.end, true).into_iter().for_each(|note| plan.add_note(note));
            rollout
        } else {
            engine.extend_by(order, &*crew, host, records).map_err(refused)?
        };
        let elapsed = host.elapsed().saturating_sub(started);
        if let Some(said) = crew.summary() {
            plan.add_note(said);
        }
        if let Some(log) = log {
            let written = log.finish(&rollout);
            plan.is_unwritten |= written.is_cut_short();
            plan.add_note(written.message(&self.settings.trial_log.pattern()));
        }
        let spent = is_local.then(|| engine.meter.spent().since(spent_before));
        let effort = Effort { elapsed, played: Played::of(&rollout.records).since(before), spent, expected };
        Ok(self.answer_rollout(plan, description, rollout, effort))
    }

    /// Settings with the evaluator of luck, chosen by a pilot if need be, which the plan's note then mentions.
    pub(super) fn choose_luck(
        &self,
        plan: &mut Plan,
        settings: &RolloutSettings,
        host: &mut dyn Host,
    ) -> Result<RolloutSettings, SessionError> {
        let mut tell = |step| host.pilots(&step);
        let engine = self.rollout_engine_of(plan.decision.game.variation);
        let chosen = engine.choose_luck(&plan.job, settings, &mut tell);
        let (chosen, pilot) = chosen.map_err(|_| SessionError::stopped())?;
        if let Some(pilot) = &pilot {
            plan.add_note(pilot_message(pilot));
        }
        Ok(chosen)
    }

    /// The writer of trials, if they are to be written.
    pub(super) fn trial_log(&self, log: &TrialLog, plan: &Plan) -> Result<Option<Arc<LogWriter>>, SessionError> {
        if !log.enabled {
            return Ok(None);
        }
        LogWriter::new(log, *plan.job.terms(), plan.decision.game.variation).map(|writer| Some(Arc::new(writer)))
    }

    /// The answer that a set of records gives, without playing any trial.
    pub(super) fn answer_from_records(
        &mut self,
        plan: Plan,
        description: Description,
        records: Records,
    ) -> Result<Arc<RolloutReply>, SessionError> {
        let made_with = || [format!("the engine it was made with: {}", description.engine)];
        let order = &description.order;
        let differ = |other| refused(RolloutError::Fingerprint(order.engine.differences(other)));
        if order.engine != records.fingerprint {
            return Err(differ(&records.fingerprint).with_expected(made_with()));
        }
        let engine = self.rollout_engine_of(plan.decision.game.variation);
        engine.check(order).map_err(|parts| refused(RolloutError::Fingerprint(parts)).with_expected(made_with()))?;
        let result = RolloutResult::of_records(&records, order, self.engine.met());
        Ok(self.answer_rollout(plan, description, Rollout { result, records }, Effort::default()))
    }

    pub(super) fn answer_rollout(
        &mut self,
        plan: Plan,
        description: Description,
        rollout: Rollout,
        effort: Effort,
    ) -> Arc<RolloutReply> {
        let Decision { game, standing, .. } = plan.decision;
        let reply = Arc::new(self.rollout_reply(plan, description, rollout, effort));
        self.keep_rollout(standing, &game, &reply);
        reply
    }

    /// A rollout that a level has ordered, with all that is said of it.
    pub(in crate::session) fn reply_of_level(
        &self,
        level: Level,
        plan: Plan,
        order: Order,
        rollout: Rollout,
    ) -> RolloutReply {
        let description = self.describe(&plan, order);
        RolloutReply { level: Some(level), ..self.rollout_reply(plan, description, rollout, Effort::default()) }
    }

    fn rollout_reply(&self, plan: Plan, description: Description, rollout: Rollout, effort: Effort) -> RolloutReply {
        let Decision { game, state, .. } = plan.decision;
        let terms = *plan.job.terms();
        let mut reply = RolloutReply {
            ids: Ids::new(&game.position, &state),
            dice: game.dice.filter(|_| plan.job.kind() == JobKind::Plays),
            note: plan.note,
            is_unwritten: plan.is_unwritten,
            warning: self.warning_of(game.variation),
            is_match: plan.job.terms().match_score().is_some(),
            market: (plan.job.kind() == JobKind::Cube).then(|| self.market(&game, terms)).flatten(),
            answers: None,
            result: rollout.result,
            records: rollout.records,
            description,
            units: plan.job.units(self.engine.met()),
            players: self.settings.names.clone(),
            elapsed: effort.elapsed,
            played: effort.played,
            spent: effort.spent,
            expected: effort.expected,
            level: None,
            threads: (self.settings.rollout_engine == LOCAL).then_some(self.settings.threads),
        };
        let player = &self.settings.names[game.to_decide()];
        reply.answers = reply.taken().and_then(|taken| taken.answers(player, &game, terms));
        reply
    }

    /// The last rollout, for exports.
    pub fn last_rollout(&self) -> Option<&Arc<RolloutReply>> {
        self.rollouts.last()
    }

    /// The rollout with other settings that `rollout versus` made beside the last one, for exports.
    pub fn other_rollout(&self) -> Option<&Arc<OtherRollout>> {
        self.rollouts.other()
    }
}

/// A note on a rollout that was saved: where, if the command asked for it; else that it was, if it is not done.
fn saved_note(saved: io::Result<Saved>, path: &Path, end: Option<End>, is_asked_for: bool) -> Option<String> {
    match saved {
        Err(error) => Some(format!("not saved in {}: {}", path.display(), storage::in_words(error))),
        Ok(Saved::NotWorthIt) => None,
        Ok(Saved::Yes { cleared: n @ 1.. }) => {
            Some(format!("saved; {} of long ago went for it", counted(n, "saved rollout")))
        }
        Ok(Saved::Yes { .. }) if is_asked_for => Some(format!("saved in {}", path.display())),
        Ok(Saved::Yes { .. }) => (end == Some(End::Interrupted)).then(|| "saved: `rollout saved` lists it".to_owned()),
    }
}

/// The findings of a pilot, in a line: prices relative to that of leaving the luck in.
fn pilot_message(pilot: &Pilot) -> String {
    let name = |luck_by: Option<LuckBy>| match luck_by {
        None => "off",
        Some(LuckBy::Players | LuckBy::Auto) => "on",
        Some(LuckBy::Static) => "static",
        Some(LuckBy::OwnNets) => "own",
    };
    let plain = pilot.ways[0].price();
    let ways: Vec<_> = pilot
        .ways
        .iter()
        .map(|way| {
            // Where nothing varies, all ways are equal.
            let share = if plain > 0.0 { way.price() / plain } else { 1.0 };
            format!("{} {share:.3}", name(way.luck_by))
        })
        .collect();
    let trials = pilot.ways.iter().map(|way| way.trials).min().unwrap_or(0);
    let chosen = name(pilot.chosen);
    format!(
        "varredn {chosen}, chosen by a pilot of {}; work for the same error: {}",
        counted(trials, "trial"),
        ways.join(", ")
    )
}

/// A rollout, with what saved it. Where its crew turned out to play wrongly, nothing of it stays saved.
fn relied_on<'a>(
    rollout: Result<Rollout, RolloutError>,
    saving: Saving<'a>,
    path: &Path,
    length: Option<u64>,
) -> Result<(Rollout, Saving<'a>), SessionError> {
    match rollout {
        Ok(rollout) => Ok((rollout, saving)),
        Err(error @ RolloutError::Untrusted(_)) => {
            saving.forget(path, length).map_err(|kept| {
                refused(format!(
                    "{error}; they are still saved in {}, which could not be removed: {kept}",
                    path.display()
                ))
            })?;
            Err(refused(error))
        }
        Err(error) => Err(refused(error)),
    }
}
