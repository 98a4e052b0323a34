//! `rollout …`: what is rolled out, and the answer.

use super::journal::{self, Opened, damage_message};
use super::known::differ_in_order;
use super::plan::{Decision, Plan};
use super::saved::Beginning;
use super::saving::{Later, Saved, Saving};
use super::trial_log::LogWriter;
use crate::board::Variation;
use crate::command::{Mark, PlaysArg, RolloutCommand};
use crate::movegen::Play;
use crate::notation::{WrittenPlay, play_text};
use crate::record::Game;
use crate::rollout::{
    Cost, Crew, End, Engine, GameSink, JobKind, LuckBy, Pilot, Records, Rollout, RolloutError, RolloutResult,
    RolloutSettings, Threads,
};
use crate::session::error::refused;
use crate::session::reply::{Description, Ids, PlayReply, Played, PlaysReply, Reply, RolloutReply};
use crate::session::{Host, Session, SessionError};
use crate::settings::{Autosave, LOCAL, TrialLog};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Plays rolled out by default: at most so many, and none further behind than the margin.
const DEFAULT_PLAYS: usize = 5;

/// How far behind, in equity, a play may be and still be rolled out unasked; the second best always is.
const DEFAULT_MARGIN: f32 = 0.16;

/// What a command did for a rollout.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    elapsed: Duration,
    played: Played,
    expected: Option<Cost>,
}

impl Session {
    /// What rollouts of the game on the table are played with, or of the next.
    #[must_use]
    pub fn rollout_engine(&self) -> Engine {
        self.rollout_engine_of(self.variation())
    }

    /// What rollouts of a variation are played with now.
    pub(super) fn rollout_engine_of(&self, variation: Variation) -> Engine {
        Engine {
            stop: Arc::clone(&self.stop),
            ..Engine::new(self.engine.evaluator_of(variation), Arc::clone(self.engine.met()))
        }
    }

    /// The decision on the table.
    pub(in crate::session) fn decision(&self) -> Result<Decision, SessionError> {
        let game = self.game_in_progress()?;
        Ok(Decision { standing: self.state().standing, state: self.match_state(&game), game })
    }

    /// How rollouts are done now.
    #[must_use]
    pub fn rollout_settings(&self) -> RolloutSettings {
        RolloutSettings { efficiency: self.settings.efficiency, ..self.settings.rollout.clone() }
    }

    pub(in crate::session) fn rollout(
        &mut self,
        command: &RolloutCommand,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        match command {
            RolloutCommand::Saved(None) => return self.list_saved(),
            RolloutCommand::Saved(Some(number)) => return self.show_saved(*number),
            RolloutCommand::Resume(file) => return self.resume(file.as_deref(), host),
            RolloutCommand::Extend(trials) => return self.extend(u64::from(*trials), host),
            RolloutCommand::Merge(files) => return self.merge(files),
            RolloutCommand::SelfTest => return self.self_test(host),
            RolloutCommand::File { positions, output } => {
                return self.roll_out_file(positions, output.as_deref(), host);
            }
            _ => {}
        }
        let decision = self.decision()?;
        let plan = match command {
            RolloutCommand::Saved(_)
            | RolloutCommand::Resume(_)
            | RolloutCommand::Extend(_)
            | RolloutCommand::Merge(_)
            | RolloutCommand::File { .. }
            | RolloutCommand::SelfTest => unreachable!("answered above"),
            RolloutCommand::Default if decision.game.dice.is_some() => {
                self.plan_plays(&decision, &PlaysArg::Default)?
            }
            RolloutCommand::Default | RolloutCommand::Position => decision.plan_position(),
            RolloutCommand::Plays(plays) => self.plan_chosen(&decision, plays)?,
            RolloutCommand::Cube => self.plan_cube(&decision)?,
            RolloutCommand::Horizons(horizons, of) => return self.rollout_horizons(horizons, of, host),
        };
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host)
    }

    pub(in crate::session) fn rollout_cube(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let plan = self.plan_cube(&self.decision()?)?;
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host)
    }

    /// `analyse rollout move`: the listed candidates, or the marked ones.
    pub(in crate::session) fn rollout_numbered(
        &mut self,
        numbers: &[u16],
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let decision = self.decision()?;
        let plan = match numbers {
            [] if self.findings.marks().is_empty() => {
                return Err(SessionError::new("no candidate is named or marked")
                    .with_expected(["numbers from `hint`", "`cmark move set rollout 1 2`"]));
            }
            [] => self.plan_marked(&decision)?,
            // As in GNU Backgammon, numbers are those of the list as it is sorted now.
            _ => {
                let listed = (*self.listed_plays(&decision.game)?).clone();
                let plays = named(numbers, &self.with_rollouts(listed))?;
                Plan { note: self.named_by(&plays, numbers), ..decision.plan_plays(&plays) }
            }
        };
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host)
    }

    pub(in crate::session) fn mark(&mut self, mark: &Mark) -> Result<Reply, SessionError> {
        match mark {
            Mark::Show => {}
            Mark::Clear => {
                self.findings.set_marks(Vec::new());
                self.note_marks();
            }
            Mark::Rollout(numbers) | Mark::Unmark(numbers) => {
                let game = self.game_in_progress()?;
                let plays = self.numbered_plays(&game)?;
                let named = named(numbers, &plays)?;
                let mut marks = self.findings.marks().to_vec();
                marks.retain(|mark| named.iter().all(|play| play.result != *mark));
                if matches!(mark, Mark::Rollout(_)) {
                    marks.extend(named.iter().map(|play| play.result));
                }
                self.findings.set_marks(marks);
                self.note_marks();
            }
        }
        if self.findings.marks().is_empty() {
            return Ok(Reply::Message("no candidate is marked".to_owned()));
        }
        let game = self.game_in_progress()?;
        let plays = self.numbered_plays(&game)?;
        let name = |play: &PlayReply| format!("{}. {}", play.rank, play_text(&play.play));
        let names: Vec<_> = self.marked_of(&plays).map(name).collect();
        Ok(Reply::Message(format!("marked for a rollout: {}", names.join(", "))))
    }

    /// The marked plays of a list.
    fn marked_of<'a>(&'a self, plays: &'a PlaysReply) -> impl Iterator<Item = &'a PlayReply> {
        plays.candidates.iter().filter(|play| self.findings.marks().contains(&play.play.result))
    }

    pub(in crate::session) fn plan_cube(&self, decision: &Decision) -> Result<Plan, SessionError> {
        decision.plan_cube(&self.settings.names, self.engine.met())
    }

    /// Whether this can be rolled out of the decision on the table, as far as that is known without an evaluation.
    pub(super) fn check_what(&self, what: &RolloutCommand) -> Result<(), SessionError> {
        let decision = self.decision()?;
        match what {
            RolloutCommand::Cube => self.plan_cube(&decision).map(|_| ()),
            RolloutCommand::Plays(PlaysArg::Named(written)) => called(written, &decision.game).map(|_| ()),
            RolloutCommand::Plays(_) if decision.game.dice.is_none() => {
                Err(SessionError::new("no dice, so there are no plays to choose from"))
            }
            _ => Ok(()),
        }
    }

    /// Plays of the decision on the table: the chosen ones, where none are chosen the marked ones, else the best.
    pub(super) fn plan_chosen(&mut self, decision: &Decision, which: &PlaysArg) -> Result<Plan, SessionError> {
        match which {
            PlaysArg::Default if !self.findings.marks().is_empty() => self.plan_marked(decision),
            _ => self.plan_plays(decision, which),
        }
    }

    /// Plays of the decision on the table: the best, or those with these numbers.
    pub(in crate::session) fn plan_plays(
        &mut self,
        decision: &Decision,
        which: &PlaysArg,
    ) -> Result<Plan, SessionError> {
        let game = &decision.game;
        // The best are those of the evaluation, so that the same are rolled out again; numbers are those of the last
        // hint.
        let listed = self.listed_plays(game)?;
        let best = listed.candidates.iter().enumerate();
        let mut by_number = None;
        let mut plays: Vec<Play> = match which {
            PlaysArg::Default => best
                .take(DEFAULT_PLAYS)
                .take_while(|(i, play)| *i < 2 || play.difference >= -DEFAULT_MARGIN)
                .map(|(_, play)| play.play.clone())
                .collect(),
            PlaysArg::Best(n) => best.take(usize::from(*n)).map(|(_, play)| play.play.clone()).collect(),
            PlaysArg::Numbers(numbers) => {
                let numbered = self.numbered_plays(game)?;
                by_number = Some(numbers);
                named(numbers, &numbered)?
            }
            PlaysArg::Named(written) => called(written, game)?,
        };
        let is_default = matches!(which, PlaysArg::Default);
        let made = self.table.play_made().filter(|_| is_default).map(|made| made.result);
        let made = made.filter(|made| plays.iter().all(|play| play.result != *made));
        let made = made.and_then(|made| listed.candidates.iter().find(|play| play.play.result == made));
        let and_made = if made.is_some() { ", and the one that was made" } else { "" };
        plays.extend(made.map(|made| made.play.clone()));
        let note = is_default.then(|| {
            format!(
                "{} of {} plays for {}: the best {DEFAULT_PLAYS} within {DEFAULT_MARGIN} of the first{and_made}\n\
                 (`rollout plays …` chooses others, `rollout position` is that before the dice)",
                plays.len(),
                listed.n_legal,
                listed.dice
            )
        });
        // Which plays numbers name is said where another list could be meant.
        let note = note.or_else(|| self.named_by(&plays, by_number?));
        Ok(Plan { note, ..decision.plan_plays(&plays) })
    }

    /// Which plays numbers name, where another list could be meant.
    fn named_by(&self, plays: &[Play], numbers: &[u16]) -> Option<String> {
        let names = plays.iter().zip(numbers).map(|(play, number)| format!("{number} = {}", play_text(play)));
        let names = names.collect::<Vec<_>>().join(", ");
        self.has_rolled_plays().then(|| format!("numbers name plays of the list: {names}"))
    }

    /// The marked plays.
    fn plan_marked(&mut self, decision: &Decision) -> Result<Plan, SessionError> {
        let plays = self.numbered_plays(&decision.game)?;
        Ok(decision.plan_plays(self.marked_of(&plays).map(|play| &play.play)))
    }

    /// The plays with the numbers that the user knows them by: those of the last `hint`, whatever has been rolled out
    /// since, or else those of the evaluation, which stay from then on.
    fn numbered_plays(&mut self, game: &Game) -> Result<PlaysReply, SessionError> {
        let mut plays = (*self.listed_plays(game)?).clone();
        if let Some(numbers) = self.numbers_here() {
            let place =
                |play: &PlayReply| numbers.iter().position(|result| *result == play.play.result).unwrap_or(usize::MAX);
            plays.candidates.sort_by_key(place);
            plays.candidates.iter_mut().zip(1..).for_each(|(play, rank)| play.rank = rank);
        } else {
            self.number_plays(&plays);
        }
        Ok(plays)
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
    pub(in crate::session) fn roll_out(
        &mut self,
        mut plan: Plan,
        settings: &RolloutSettings,
        from: Beginning,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        // Numbers name other plays once a rollout has changed their order, but they are the same plays.
        if from.records.is_none()
            && let Some(last) = self.rollouts.to_continue().filter(|last| differ_in_order(last.job(), &plan.job))
        {
            (plan.job, plan.names) = (last.job().clone(), last.names().to_vec());
        }
        let settings = self.choose_luck(&mut plan, settings, host)?;
        let mut engine = self.rollout_engine_of(plan.decision.game.variation);
        let order = engine.order(plan.job.clone(), &settings);
        let log = self.trial_log(&self.settings.trial_log, &plan)?;
        engine.games = log.clone().map(|log| log as Arc<dyn GameSink>);
        let mut records = from.records.unwrap_or_else(|| {
            let same = self.rollouts.to_continue().filter(|last| last.records.fingerprint == order.engine);
            let Some(last) = same else { return Records::of(&order) };
            plan.add_note(format!("continued from the {} trials done before", last.records.trials()));
            last.records.clone()
        });
        let description = self.describe(&plan, order);
        let order = &description.order;
        let threads = self.settings.threads;
        host.begins(&plan, &order.settings);
        let is_local = self.settings.rollout_engine == LOCAL;
        let expected = host.cost_budget().filter(|_| is_local).and_then(|budget| {
            let cost = engine.cost(order, &|| host.elapsed(), budget).ok()?;
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
        let mut before = Played::of(&records);
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
                plan.add_note(format!("continued from {} trials saved before", records.trials()));
                before = Played::of(&records);
                if damaged > 0 {
                    plan.add_note(damage_message(damaged, &path));
                }
            }
            let length = writer.get_ref().length().map_err(refused)?;
            let mut saving = Saving::new(host, writer);
            let rollout = engine.extend_by(order, &*crew, &mut saving, records);
            let (rollout, saving) = relied_on(rollout, saving, &path, Some(length))?;
            saved_note(saving.finish(&path), &path, rollout.result.end, true)
                .into_iter()
                .for_each(|note| plan.add_note(note));
            rollout
        } else {
            engine.extend_by(order, &*crew, host, records).map_err(refused)?
        };
        let elapsed = host.elapsed().saturating_sub(started);
        if let Some(said) = crew.summary() {
            plan.add_note(said);
        }
        if let Some(log) = log {
            plan.add_note(log.finish(&rollout).message(&self.settings.trial_log.pattern()));
        }
        let effort = Effort { elapsed, played: Played::of(&rollout.records).since(before), expected };
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
    ) -> Result<Reply, SessionError> {
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
    ) -> Reply {
        let Decision { game, standing, state } = plan.decision;
        let reply = Arc::new(RolloutReply {
            ids: Ids::new(&game.position, &state),
            position: game.position,
            dice: game.dice.filter(|_| plan.job.kind() == JobKind::Plays),
            note: plan.note,
            warning: self.warning_of(game.variation),
            is_match: plan.job.terms().match_score().is_some(),
            market: (plan.job.kind() == JobKind::Cube).then(|| self.market(&game, *plan.job.terms())).flatten(),
            result: rollout.result,
            records: rollout.records,
            description,
            units: plan.job.units(self.engine.met()),
            players: self.settings.names.clone(),
            elapsed: effort.elapsed,
            played: effort.played,
            expected: effort.expected,
            threads: (self.settings.rollout_engine == LOCAL).then_some(self.settings.threads),
        });
        self.keep_rollout(standing, &game, &reply);
        Reply::Rollout(reply)
    }

    /// The last rollout, for exports.
    #[must_use]
    pub fn last_rollout(&self) -> Option<&Arc<RolloutReply>> {
        self.rollouts.last()
    }
}

/// A note on a rollout that was saved: where, if the command asked for it; else that it was, if it is not done.
fn saved_note(saved: io::Result<Saved>, path: &Path, end: Option<End>, is_asked_for: bool) -> Option<String> {
    match saved {
        Err(error) => Some(format!("not saved in {}: {error}", path.display())),
        Ok(Saved::NotWorthIt) => None,
        Ok(Saved::Yes { cleared: n @ 1.. }) => {
            Some(format!("saved; {n} saved rollout{} of long ago went for it", if n == 1 { "" } else { "s" }))
        }
        Ok(Saved::Yes { .. }) if is_asked_for => Some(format!("saved in {}", path.display())),
        Ok(Saved::Yes { .. }) => (end == Some(End::Interrupted)).then(|| "saved: `rollout saved` lists it".to_owned()),
    }
}

/// What a pilot found, in a line: prices relative to that of leaving the luck in.
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
    format!("varredn {chosen}, chosen by a pilot of {trials} trials; work for the same error: {}", ways.join(", "))
}

/// The legal plays that are written, each once. Commas may also stand within one play: `8/5, 6/5`.
fn called(written: &[WrittenPlay], game: &Game) -> Result<Vec<Play>, SessionError> {
    let Some(dice) = game.dice else { return Err(SessionError::new("no dice, so there are no plays")) };
    let find = |play: &WrittenPlay| play.find(&game.position, dice);
    let mut plays: Vec<Play> = Vec::new();
    for one in written {
        match find(one) {
            Ok(play) if plays.contains(&play) => {}
            Ok(play) => plays.push(play),
            Err(error) => {
                let whole = WrittenPlay(written.iter().flat_map(|play| play.0.clone()).collect());
                return find(&whole).map(|play| vec![play]).map_err(|_| refused(format!("{one}: {error}")));
            }
        }
    }
    Ok(plays)
}

/// The plays that numbers name.
fn named(numbers: &[u16], plays: &PlaysReply) -> Result<Vec<Play>, SessionError> {
    let n = plays.candidates.len();
    let play = |&number: &u16| {
        let play = usize::from(number).checked_sub(1).and_then(|i| plays.candidates.get(i));
        play.map(|play| play.play.clone()).ok_or_else(|| {
            SessionError::new(format!("there is no candidate {number}")).with_expected([format!("1 to {n}")])
        })
    };
    numbers.iter().map(play).collect()
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
