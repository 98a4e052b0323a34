//! `rollout …`: what is rolled out, and the answer.

use super::error::refused;
use super::reply::{PlayReply, Played, PlaysReply, RolloutKind, RolloutReply};
use super::rolled::differ_in_order;
use super::saved::{Beginning, Description, Opened, Saving, told_of_damage};
use super::trial_log::LogWriter;
use super::{Observer, Reply, Session, SessionError};
use crate::command::{Mark, PlaysArg, RolloutCommand};
use crate::movegen::legal_plays;
use crate::notation::play_text;
use crate::record::Game;
use crate::rollout::{
    Cost, Engine, GameSink, Job, LuckBy, Pilot, Records, Rollout, RolloutError, RolloutResult, RolloutSettings,
};
use crate::scoring::CubeOwner;
use crate::settings::TrialLog;
use std::sync::Arc;
use std::time::Duration;

/// Plays rolled out when nobody says how many: at most so many, and none further behind than the margin.
const USUAL_PLAYS: usize = 5;

/// How far behind, in equity, a play may be and still be rolled out unasked; the second best always is.
const USUAL_MARGIN: f32 = 0.16;

/// What a command did for a rollout.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    elapsed: Duration,
    played: Played,
    expected: Option<Cost>,
}

/// A rollout that is about to begin.
pub struct Plan {
    /// What is rolled out.
    pub kind: RolloutKind,
    /// What the candidates are called.
    pub names: Vec<String>,
    job: Job,
    note: Option<String>,
}

impl Plan {
    /// The job.
    #[must_use]
    pub const fn job(&self) -> &Job {
        &self.job
    }

    /// What there is to be said about it.
    pub(super) fn into_note(self) -> Option<String> {
        self.note
    }

    pub(super) fn add_note(&mut self, note: String) {
        self.note = Some(match self.note.take() {
            Some(before) => format!("{before}\n{note}"),
            None => note,
        });
    }
}

impl Session {
    /// What rollouts are played with now.
    pub(super) fn rollout_engine(&self) -> Engine {
        Engine { stop: Arc::clone(&self.stop), ..Engine::new(self.game_evaluator(), Arc::clone(&self.met)) }
    }

    /// How rollouts are done now.
    #[must_use]
    pub fn rollout_settings(&self) -> RolloutSettings {
        RolloutSettings { efficiency: self.settings.efficiency, ..self.settings.rollout.clone() }
    }

    pub(super) fn rollout(
        &mut self,
        command: &RolloutCommand,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        match command {
            RolloutCommand::Resume(file) => return self.resume(file.as_deref(), observer),
            RolloutCommand::Extend(trials) => return self.extend(u64::from(*trials), observer),
            RolloutCommand::Merge(files) => return self.merge(files),
            RolloutCommand::SelfTest => return self.self_test(observer),
            _ => {}
        }
        let game = self.game_in_progress()?;
        let plan = match command {
            RolloutCommand::Resume(_)
            | RolloutCommand::Extend(_)
            | RolloutCommand::Merge(_)
            | RolloutCommand::SelfTest => unreachable!("answered above"),
            RolloutCommand::Usual if game.dice.is_some() => self.plan_plays(&game, &PlaysArg::Default)?,
            RolloutCommand::Usual | RolloutCommand::Position => self.plan_position(&game),
            RolloutCommand::Plays(PlaysArg::Default) if !self.marks.is_empty() => self.plan_marked(&game)?,
            RolloutCommand::Plays(plays) => self.plan_plays(&game, plays)?,
            RolloutCommand::Cube => self.plan_cube(&game)?,
            RolloutCommand::Horizons(horizons) => return self.rollout_horizons(horizons, observer),
            RolloutCommand::File { .. } => {
                return Err(SessionError::new(format!("`{command}` is not offered here")));
            }
        };
        self.roll_out(&game, plan, &self.rollout_settings(), Beginning::default(), observer)
    }

    pub(super) fn rollout_cube(&mut self, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let plan = self.plan_cube(&game)?;
        self.roll_out(&game, plan, &self.rollout_settings(), Beginning::default(), observer)
    }

    /// `analyse rollout move`: the listed candidates, or the marked ones.
    pub(super) fn rollout_numbered(
        &mut self,
        numbers: &[u16],
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let plan = match numbers {
            [] if self.marks.is_empty() => {
                return Err(SessionError::new("no candidate is named or marked")
                    .with_expected(["numbers from `hint`", "`cmark move set rollout 1 2`"]));
            }
            [] => self.plan_marked(&game)?,
            _ => self.plan_plays(&game, &PlaysArg::Numbers(numbers.to_vec()))?,
        };
        self.roll_out(&game, plan, &self.rollout_settings(), Beginning::default(), observer)
    }

    pub(super) fn mark(&mut self, mark: &Mark) -> Result<Reply, SessionError> {
        match mark {
            Mark::Show => {}
            Mark::Clear => {
                self.marks.clear();
                self.note_marks();
            }
            Mark::Rollout(numbers) | Mark::Unmark(numbers) => {
                let game = self.game_in_progress()?;
                let plays = self.numbered_plays(&game)?;
                let named = named(numbers, &plays)?;
                self.marks.retain(|play| !named.contains(play));
                if matches!(mark, Mark::Rollout(_)) {
                    self.marks.extend(named);
                }
                self.note_marks();
            }
        }
        if self.marks.is_empty() {
            return Ok(Reply::Message("no candidate is marked".to_owned()));
        }
        let game = self.game_in_progress()?;
        let plays = self.numbered_plays(&game)?;
        let names: Vec<_> = self.marked_of(&plays).map(|play| format!("{}. {}", play.rank, play.play)).collect();
        Ok(Reply::Message(format!("marked for a rollout: {}", names.join(", "))))
    }

    /// The marked plays of a list.
    fn marked_of<'a>(&'a self, plays: &'a PlaysReply) -> impl Iterator<Item = &'a PlayReply> {
        plays.candidates.iter().filter(|play| self.marks.contains(&play.play))
    }

    /// The value of the position before the dice.
    pub(super) fn plan_position(&self, game: &Game) -> Plan {
        let job = Job::position(&game.position, game.cube, game.on_roll, self.state().standing.terms());
        let note = game.dice.map(|dice| format!("the position before the dice; {dice} is ignored"));
        Plan { kind: RolloutKind::Position, names: vec!["Current position".to_owned()], job, note }
    }

    pub(super) fn plan_cube(&self, game: &Game) -> Result<Plan, SessionError> {
        let info = self.cube_info()?;
        if !info.may_double() || !game.cube_in_use {
            return Err(SessionError::new("no cube decision here: the side on roll can't double")
                .with_suggestion("rollout position"));
        }
        let job = Job::cube(&game.position, game.cube, game.on_roll, self.state().standing.terms());
        let names = &self.settings.names;
        let no_double = match game.cube.owner {
            CubeOwner::Centered => format!("Centered {}-cube", game.cube.value),
            CubeOwner::Owned(player) => format!("{} owns {}-cube", names[player], game.cube.value),
        };
        let double_take = format!("{} owns {}-cube", names[!game.on_roll], 2 * game.cube.value);
        let note = game.dice.map(|dice| format!("the cube decision before the dice; {dice} is ignored"));
        Ok(Plan { kind: RolloutKind::Cube, names: vec![no_double, double_take], job, note })
    }

    pub(super) fn plan_plays(&mut self, game: &Game, which: &PlaysArg) -> Result<Plan, SessionError> {
        // The best are those of the evaluation, so that the same are rolled out again; numbers are those of the last hint.
        let plays = self.listed_plays(game)?;
        let best = plays.candidates.iter().enumerate();
        let names: Vec<String> = match which {
            PlaysArg::Default => best
                .take(USUAL_PLAYS)
                .take_while(|(i, play)| *i < 2 || play.difference >= -USUAL_MARGIN)
                .map(|(_, play)| play.play.clone())
                .collect(),
            PlaysArg::Best(n) => best.take(usize::from(*n)).map(|(_, play)| play.play.clone()).collect(),
            PlaysArg::Numbers(numbers) => named(numbers, &self.numbered_plays(game)?)?,
        };
        let note = matches!(which, PlaysArg::Default).then(|| {
            format!(
                "{} of {} plays for {}: the best {USUAL_PLAYS} within {USUAL_MARGIN} of the first\n\
                 (`rollout plays …` chooses others, `rollout position` is that before the dice)",
                names.len(),
                plays.n_legal,
                plays.dice
            )
        });
        Ok(Plan { note, ..self.plan_named(game, &names)? })
    }

    /// The marked plays.
    fn plan_marked(&mut self, game: &Game) -> Result<Plan, SessionError> {
        let plays = self.numbered_plays(game)?;
        let marked: Vec<_> = self.marked_of(&plays).map(|play| play.play.clone()).collect();
        self.plan_named(game, &marked)
    }

    /// Plays by their texts.
    pub(super) fn plan_named(&self, game: &Game, names: &[String]) -> Result<Plan, SessionError> {
        let dice = game.dice.ok_or_else(|| SessionError::new("no dice, so there are no plays"))?;
        let legal = legal_plays(&game.position, dice);
        let result = |name: &String| {
            let play = legal.iter().find(|play| play_text(play) == *name);
            play.map(|play| play.result).ok_or_else(|| SessionError::new(format!("{name} is no play for {dice}")))
        };
        let results: Vec<_> = names.iter().map(result).collect::<Result<_, _>>()?;
        let job = Job::plays(&results, game.cube, game.on_roll, self.state().standing.terms());
        Ok(Plan { kind: RolloutKind::Plays, names: names.to_vec(), job, note: None })
    }

    /// The plays as `hint` numbers them: those that have been rolled out come first.
    fn numbered_plays(&mut self, game: &Game) -> Result<PlaysReply, SessionError> {
        let plays = self.listed_plays(game)?;
        Ok(self.with_rollouts((*plays).clone()))
    }

    /// The plays for the dice on the table by their evaluations.
    fn listed_plays(&mut self, game: &Game) -> Result<Arc<PlaysReply>, SessionError> {
        let Some(dice) = game.dice else {
            return Err(
                SessionError::new("no dice, so there are no plays to choose from").with_suggestion("set dice 31")
            );
        };
        let info = self.cube_info()?;
        let plays = self.ranked_plays(game, &info, dice)?;
        if plays.candidates.is_empty() {
            return Err(SessionError::new(format!("no legal play for {dice}")));
        }
        Ok(plays)
    }

    /// Rolls out, from the records given, or from those of the last rollout if it was the same.
    pub(super) fn roll_out(
        &mut self,
        game: &Game,
        mut plan: Plan,
        settings: &RolloutSettings,
        from: Beginning,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        // Numbers name other plays once a rollout has changed their order, but they are the same plays.
        if from.records.is_none()
            && let Some(last) = self.rollout_to_continue().filter(|last| differ_in_order(&last.job, &plan.job))
        {
            (plan.job, plan.names) = (last.job.clone(), last.names.clone());
        }
        let settings = &self.settle_luck(&mut plan, settings, observer)?;
        let mut engine = self.rollout_engine();
        let log = self.trial_log(&self.settings.trial_log, game, &plan)?;
        engine.games = log.clone().map(|log| log as Arc<dyn GameSink>);
        let mut records = from.records.unwrap_or_else(|| {
            let fingerprint = engine.fingerprint(&plan.job, settings);
            let same = self.rollout_to_continue().filter(|last| last.records.fingerprint == fingerprint);
            let Some(last) = same else { return engine.records(&plan.job, settings) };
            plan.add_note(format!("continued from the {} trials done before", last.records.trials()));
            last.records.clone()
        });
        let description = self.describe(game, &plan, settings);
        let threads = self.settings.threads;
        observer.begins(&plan, settings);
        let expected = observer.cost_budget().and_then(|budget| {
            let cost = engine.cost(&plan.job, settings, &|| observer.elapsed(), budget).ok()?;
            Some(Cost { trials: cost.trials.map(|trials| trials.saturating_sub(records.trials())), ..cost })
        });
        if let Some(cost) = &expected {
            observer.expects(cost, threads);
        }
        let started = observer.elapsed();
        let mut before = Played::of(&records);
        let place = match from.save_in {
            Some(path) => Some(path),
            None if self.settings.autosave_rollout => Some(self.saved_file(&records)?),
            None => None,
        };
        let rollout = if let Some(path) = place {
            let Opened { writer, added, damaged } = Self::open_journal(&path, &description, &mut records)?;
            if added > 0 {
                plan.add_note(format!("continued from {} trials saved before", records.trials()));
                before = Played::of(&records);
                if damaged > 0 {
                    plan.add_note(told_of_damage(damaged, &path));
                }
            }
            let mut saving = Saving::new(observer, writer);
            let rollout = engine.extend(&plan.job, settings, threads, &mut saving, records).map_err(refused)?;
            plan.add_note(match saving.finish() {
                Err(error) => format!("not saved in {}: {error}", path.display()),
                Ok(()) => format!("saved in {}", path.display()),
            });
            rollout
        } else {
            engine.extend(&plan.job, settings, threads, observer, records).map_err(refused)?
        };
        let elapsed = observer.elapsed().saturating_sub(started);
        if let Some(log) = log {
            plan.add_note(log.finish(&rollout).told(&self.settings.trial_log.pattern()));
        }
        let effort = Effort { elapsed, played: Played::of(&rollout.records).since(before), expected };
        Ok(self.answer_rollout(game, plan, description, rollout, effort))
    }

    /// Settings in which it is settled who values the luck of rolls, by a pilot if need be; the plan then says so.
    pub(super) fn settle_luck(
        &self,
        plan: &mut Plan,
        settings: &RolloutSettings,
        observer: &mut dyn Observer,
    ) -> Result<RolloutSettings, SessionError> {
        let mut tell = |step| observer.pilots(&step);
        let settled = self.rollout_engine().settle_luck(&plan.job, settings, &mut tell);
        let (settled, pilot) = settled.map_err(|_| SessionError::stopped())?;
        if let Some(pilot) = &pilot {
            plan.add_note(told(pilot));
        }
        Ok(settled)
    }

    /// The writer of trials, if they are to be written.
    pub(super) fn trial_log(
        &self,
        log: &TrialLog,
        game: &Game,
        plan: &Plan,
    ) -> Result<Option<Arc<LogWriter>>, SessionError> {
        if !log.enabled {
            return Ok(None);
        }
        LogWriter::new(log, *plan.job.terms(), game.variation).map(|writer| Some(Arc::new(writer)))
    }

    /// The answer that a set of records gives, without playing any trial.
    pub(super) fn answer_from_records(
        &mut self,
        game: &Game,
        plan: Plan,
        description: Description,
        records: Records,
    ) -> Result<Reply, SessionError> {
        let engine = self.rollout_engine();
        let fingerprint = engine.fingerprint(&plan.job, &description.settings);
        if fingerprint != records.fingerprint {
            return Err(refused(RolloutError::Fingerprint(fingerprint.differences(&records.fingerprint)))
                .with_expected([format!("the engine it was made with: {}", description.engine)]));
        }
        let result = RolloutResult::of_records(&records, &plan.job, &description.settings, &self.met);
        Ok(self.answer_rollout(game, plan, description, Rollout { result, records }, Effort::default()))
    }

    fn answer_rollout(
        &mut self,
        game: &Game,
        plan: Plan,
        description: Description,
        rollout: Rollout,
        effort: Effort,
    ) -> Reply {
        let reply = Arc::new(RolloutReply {
            kind: plan.kind,
            ids: self.ids_of(game),
            position: game.position,
            dice: game.dice.filter(|_| plan.kind == RolloutKind::Plays),
            names: plan.names,
            note: plan.note,
            warning: self.warning(),
            settings: description.settings.clone(),
            is_match: plan.job.terms().match_score().is_some(),
            result: rollout.result,
            records: rollout.records,
            description,
            units: plan.job.units(&self.met),
            job: plan.job,
            players: self.settings.names.clone(),
            elapsed: effort.elapsed,
            played: effort.played,
            expected: effort.expected,
            threads: self.settings.threads,
        });
        self.keep_rollout(game, &reply);
        Reply::Rollout(reply)
    }

    /// The last rollout, for exports.
    #[must_use]
    pub fn last_rollout(&self) -> Option<&Arc<RolloutReply>> {
        self.last_rollout.as_ref()
    }
}

/// What a pilot found, in a line: prices relative to that of leaving the luck in.
fn told(pilot: &Pilot) -> String {
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
    format!("varredn {chosen}, chosen by a pilot of {trials} trials; work for the same error: {}", ways.join(", "))
}

/// The plays that numbers name.
fn named(numbers: &[u16], plays: &PlaysReply) -> Result<Vec<String>, SessionError> {
    let n = plays.candidates.len();
    let name = |&number: &u16| {
        let play = usize::from(number).checked_sub(1).and_then(|i| plays.candidates.get(i));
        play.map(|play| play.play.clone()).ok_or_else(|| {
            SessionError::new(format!("there is no candidate {number}")).with_expected([format!("1 to {n}")])
        })
    };
    numbers.iter().map(name).collect()
}
