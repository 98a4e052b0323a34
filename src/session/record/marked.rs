//! Rollouts of decisions of the record: those that are marked, and those that are close or an error.
//!
//! The results go into the notes of the record, which statistics and lists read. Every rollout is saved while it runs,
//! where there is a folder for rollouts: the command given again continues from the saved trials.

use super::errors::{Decided, turn_of};
use crate::analysis::{Action, Verdict, open, verdicts};
use crate::board::Position;
use crate::command::{Part, RolloutMark};
use crate::level::numbers;
use crate::movegen::Play;
use crate::notation::play_text;
use crate::record::{CubeAnalysis, Event, Method, Note, Numbers, PlayAnalysis};
use crate::rollout::{End, JobKind, RolloutSettings, Until};
use crate::session::reply::{Figures, MarkedReply, MarkedRow, Reply, RolledOutReply, RolledOutRow, RolloutReply};
use crate::session::rollout::Beginning;
use crate::session::rollout::Plan;
use crate::session::rollout::{Made, how_made};
use crate::session::{Host, Session, SessionError};
use crate::settings::Autosave;
use crate::words::counted;
use std::sync::Arc;

/// How far behind the best, in equity, a play may be to be rolled out, and how near to each other the values of a cube
/// decision are that is close.
const CLOSE: f32 = 0.04;

/// The most plays of one decision, the one that was made aside.
const MOST_PLAYS: usize = 4;

/// A decision to be rolled out.
pub(super) struct Wanted {
    /// The game, from 0.
    pub game: usize,
    /// The step, from 0.
    pub step: usize,
    /// The plays; `None` for the cube decision.
    pub plays: Option<Vec<Play>>,
}

impl Session {
    /// `analyse rollout game|match`.
    pub(super) fn rollout_marked(&mut self, part: Part, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let scope = self.scope(part)?;
        let mut wanted = Vec::new();
        for game in scope.games(self.record()) {
            for (step, entry) in self.record().games()[game].steps.iter().enumerate() {
                if entry.note.marked_cube {
                    wanted.push(Wanted { game, step, plays: None });
                }
                let plays: Vec<_> = marked_plays(&entry.note).cloned().collect();
                if !plays.is_empty() {
                    wanted.push(Wanted { game, step, plays: Some(plays) });
                }
            }
        }
        if wanted.is_empty() {
            return Err(SessionError::new(format!("nothing is marked in the {}", part.word())).with_expected([
                "`cmark move set rollout 1 2` after `analyse move`",
                "`cmark cube set rollout`",
                "`analyse rollout close`",
            ]));
        }
        self.roll_out_all(wanted, host)
    }

    /// `analyse rollout close`.
    pub(super) fn rollout_close(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let decided = self.decided();
        if decided.is_empty() {
            return Err(self.not_analysed());
        }
        let (evaluator, met) = (self.game_evaluator(), self.engine.met());
        let doubt = |wanted: Wanted| {
            let known = open(&self.record().games()[wanted.game], wanted.step, &evaluator, met);
            (known.map_or(f64::INFINITY, |open| open.best.loss), wanted)
        };
        let mut wanted: Vec<_> = decided.iter().filter_map(|decided| self.if_close(decided)).map(doubt).collect();
        if wanted.is_empty() {
            return Ok(Reply::Message("no close or wrong decision is left".to_owned()));
        }
        // Whoever stops it has those at which most was expected to be lost.
        wanted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        self.roll_out_all(wanted.into_iter().map(|(_, wanted)| wanted).collect(), host)
    }

    /// The rollout of a decision that is close or an error, unless there was one.
    fn if_close(&self, decided: &Decided) -> Option<Wanted> {
        let Decided { game, verdict, .. } = decided;
        let (game, step) = (*game, verdict.step);
        let note = &self.record().games()[game].steps[step].note;
        let is_rollout = |method: &Method| matches!(method, Method::Rollout { .. });
        match verdict.action {
            Action::Play => {
                let plays = note.plays.as_ref().filter(|_| verdict.counts)?;
                let best = plays.plays.first()?.numbers.cubeful;
                let near: Vec<_> = plays
                    .plays
                    .iter()
                    .enumerate()
                    .filter(|(i, play)| {
                        Some(*i) == plays.played || (*i < MOST_PLAYS && play.numbers.cubeful >= best - CLOSE)
                    })
                    .map(|(_, play)| play)
                    .collect();
                let is_open = near.len() > 1 && !near.iter().all(|play| is_rollout(&play.method));
                let plays = || near.iter().map(|play| play.play.clone()).collect();
                is_open.then(|| Wanted { game, step, plays: Some(plays()) })
            }
            Action::NoDouble | Action::Double | Action::Take | Action::Pass | Action::Beaver => {
                let (analysis, values) = (note.cube.as_ref()?, verdict.cube?);
                let answered = matches!(verdict.action, Action::Take | Action::Pass | Action::Beaver);
                // The answer to a double is that of the double's own rollout.
                let double = values.double_take.min(values.double_pass);
                let is_close = (values.no_double - double).abs() < CLOSE
                    || (verdict.action != Action::NoDouble && (values.double_take - values.double_pass).abs() < CLOSE);
                let is_wanted = (verdict.mark.is_some() || is_close) && !answered && !is_rollout(&analysis.method);
                let of_answer = answered && verdict.mark.is_some() && !is_rollout(&analysis.method);
                (is_wanted || of_answer).then_some(Wanted { game, step, plays: None })
            }
            Action::Resign | Action::Accept => None,
        }
    }

    /// The settings of a rollout that nobody has given a goal: it ends when the choice gives up little.
    pub(super) fn rollout_until_little_is_lost(&self) -> RolloutSettings {
        self.rollout_settings().with(|it| {
            if !it.stop.until.is_set() {
                it.stop.until.loss = Some(Until::DEFAULT_LOSS);
            }
        })
    }

    /// Rolls out one decision after the other, and replies with their results.
    fn roll_out_all(&mut self, wanted: Vec<Wanted>, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let before = self.record().cursor();
        let mut decisions = Vec::new();
        let of = wanted.len();
        let mut failed = None;
        for (i, one) in wanted.into_iter().enumerate() {
            host.stage(format!("decision {} of {of}", i + 1), None);
            match self.roll_out_decision(&one, host) {
                Ok(Some(row)) => decisions.push(row),
                Ok(None) => {}
                Err(error) if error.interrupted => break,
                Err(error) => failed = Some(error),
            }
            if self.is_stopped() || failed.is_some() {
                break;
            }
        }
        decisions.sort_by_key(|row: &RolledOutRow| (row.game, row.turn));
        self.seek(before);
        if let Some(error) = failed.filter(|_| decisions.is_empty()) {
            return Err(error);
        }
        Ok(Reply::figures(Figures::RolledOut(RolledOutReply { decisions, of })))
    }

    /// Goes to a decision and plans its rollout.
    pub(super) fn plan_wanted(&mut self, wanted: &Wanted) -> Result<Plan, SessionError> {
        let Wanted { game, step, plays } = wanted;
        self.seek((*game, *step));
        let decision = self.decision()?;
        match plays {
            Some(plays) if plays.len() < 2 => {
                // One play alone is compared with the best.
                let best = self.note_at(*game, *step).and_then(|note| note.plays.as_ref()).map(|all| &all.plays[0]);
                let best =
                    best.map(|best| &best.play).filter(|best| plays.iter().all(|play| play.result != best.result));
                Ok(decision.plan_plays(plays.iter().chain(best)))
            }
            Some(plays) => Ok(decision.plan_plays(plays)),
            None => self.plan_cube(&decision),
        }
    }

    /// Rolls out one decision; `None` where there is nothing to roll out.
    fn roll_out_decision(
        &mut self,
        wanted: &Wanted,
        host: &mut dyn Host,
    ) -> Result<Option<RolledOutRow>, SessionError> {
        let Wanted { game, step, plays } = wanted;
        let plan = match (self.plan_wanted(wanted), plays) {
            (Ok(plan), _) => plan,
            // The cube cannot be turned.
            (Err(_), None) => return Ok(None),
            (Err(error), Some(_)) => return Err(error),
        };
        let loss = |session: &Self| session.verdict_at(*game, *step).map(|verdict| verdict.loss);
        let before = loss(self);
        let settings = self.rollout_until_little_is_lost();
        let record = self.record().clone();
        // Every one is saved, where there is a folder, however short it is.
        let autosave = self.rollouts.folder().map(|_| Autosave::All);
        let rollout = self.roll_out(plan, &settings, Beginning { autosave, ..Beginning::default() }, host)?;
        if rollout.result.end == Some(End::Interrupted) {
            // The decision stays open: the command given again continues from the saved trials.
            self.restore(record);
            return Err(SessionError::stopped());
        }
        let decided = self.decided();
        let Some(now) = decided.iter().find(|one| one.game == *game && one.verdict.step == *step) else {
            return Ok(None);
        };
        Ok(Some(RolledOutRow {
            game: game + 1,
            turn: turn_of(&self.record().games()[*game], *step),
            player: self.settings.names[now.verdict.player].clone(),
            made: now.made.clone(),
            best: now.best.clone(),
            loss_before: before,
            loss: now.verdict.loss,
            trials: rollout.result.trials(),
        }))
    }

    pub(super) fn note_at(&self, game: usize, step: usize) -> Option<&Note> {
        self.table.step(game, step).map(|step| &step.note)
    }

    fn verdict_at(&self, game: usize, step: usize) -> Option<Verdict> {
        let thresholds = &self.settings.analysis.thresholds;
        let all = verdicts(&self.record().games()[game], self.engine.met(), thresholds);
        all.into_iter().find(|verdict| verdict.step == step)
    }

    /// Writes what a rollout of the decision at the cursor has found out into its note.
    pub(in crate::session) fn enter_rollout(&mut self, rollout: &Arc<RolloutReply>) {
        let (game, step) = self.record().cursor();
        let Some(event) = self.table.step(game, step).map(|step| step.event.clone()) else { return };
        match (rollout.kind(), &event) {
            (JobKind::Plays, Event::Play(_)) => {
                let Some(note) = self.table.note_mut(game, step) else { return };
                if let Some(plays) = note.plays.as_deref() {
                    note.enter_plays(rolled_out(plays.clone(), rollout), true);
                }
            }
            (JobKind::Cube, _) => {
                let Some(analysis) = cube_analysis(rollout) else { return };
                let steps = &self.record().games()[game].steps;
                // Before a play the question is that before its roll; a double and its answer share theirs.
                let first = match &event {
                    Event::Play(_) | Event::NoPlay => self.table.begin_of_turn(game, step),
                    Event::Take | Event::Pass if step > 0 && steps[step - 1].event == Event::Double => step - 1,
                    _ => step,
                };
                let is_cube =
                    |event: &Event| matches!(event, Event::Roll(_) | Event::Double | Event::Take | Event::Pass);
                let answer = matches!(event, Event::Double).then_some(step + 1);
                for at in (first..=step).chain(answer) {
                    let is_one = self.table.step(game, at).is_some_and(|step| is_cube(&step.event));
                    if let Some(note) = self.table.note_mut(game, at).filter(|_| is_one) {
                        note.enter_cube(analysis.clone(), true);
                    }
                }
            }
            _ => {}
        }
        self.keep_preference();
    }

    /// Keeps the marks of the plays at the cursor with their decision, where it is analyzed.
    pub(in crate::session) fn note_marks(&mut self) {
        let (game, step) = self.record().cursor();
        let marks = self.findings.marks();
        if let Some(plays) = self.table.note_mut(game, step).and_then(|note| note.plays.as_mut()) {
            plays.plays.iter_mut().for_each(|value| value.marked = marks.contains(&value.play.result));
        }
    }

    /// The results of the plays at the cursor that are marked in the record.
    pub(in crate::session) fn marks_here(&self) -> Vec<Position> {
        let (game, step) = self.record().cursor();
        let note = self.note_at(game, step);
        note.into_iter().flat_map(marked_plays).map(|play| play.result).collect()
    }

    /// `cmark cube|game|match`.
    pub(in crate::session) fn mark_for_rollout(&mut self, mark: RolloutMark) -> Result<Reply, SessionError> {
        let here =
            |is: bool| format!("the cube decision is {}", if is { "marked for a rollout" } else { "not marked" });
        match mark {
            RolloutMark::Cube(on) => {
                let (game, step) = self.cube_step()?;
                if let Some(note) = self.table.note_mut(game, step) {
                    note.marked_cube = on;
                }
                Ok(Reply::Message(here(on)))
            }
            RolloutMark::Clear(Part::Move) => self.mark_for_rollout(RolloutMark::Cube(false)),
            RolloutMark::ShowCube => {
                let (game, step) = self.cube_step()?;
                Ok(Reply::Message(here(self.note_at(game, step).is_some_and(|note| note.marked_cube))))
            }
            RolloutMark::Show(part) => self.show_marks(part),
            RolloutMark::Clear(part) => {
                let scope = self.scope(part)?;
                let mut cleared = 0;
                for (game, notes) in self.table.notes_mut().enumerate() {
                    for (_, (_, note)) in notes.enumerate().filter(|(step, _)| scope.contains(game, *step)) {
                        cleared += usize::from(std::mem::take(&mut note.marked_cube));
                        for value in note.plays.iter_mut().flat_map(|plays| &mut plays.plays) {
                            cleared += usize::from(std::mem::take(&mut value.marked));
                        }
                    }
                }
                self.findings.set_marks(Vec::new());
                Ok(Reply::Message(format!("{} taken off", counted(cleared, "mark"))))
            }
        }
    }

    /// The step whose note holds the cube decision at the cursor.
    fn cube_step(&self) -> Result<(usize, usize), SessionError> {
        let (game, step) = self.record().cursor();
        let steps = &self.record().games()[game].steps;
        let nothing = || SessionError::new("no cube decision of the record is here").with_suggestion("previous");
        let at = if step < steps.len() { self.table.begin_of_turn(game, step) } else { return Err(nothing()) };
        let is_cube = matches!(steps[at].event, Event::Roll(_) | Event::Double | Event::Take | Event::Pass);
        if is_cube { Ok((game, at)) } else { Err(nothing()) }
    }

    fn show_marks(&self, part: Part) -> Result<Reply, SessionError> {
        let scope = self.scope(part)?;
        let mut marked = Vec::new();
        for game in scope.games(self.record()) {
            let record = &self.record().games()[game];
            for (step, entry) in record.steps.iter().enumerate() {
                let player = record.state(step).game.map(|game| game.on_roll);
                let name = player.map_or_else(String::new, |player| self.settings.names[player].clone());
                let row = |play| MarkedRow { game: game + 1, turn: turn_of(record, step), player: name.clone(), play };
                marked.extend(entry.note.marked_cube.then(|| row(None)));
                marked.extend(marked_plays(&entry.note).map(|play| row(Some(play_text(play)))));
            }
        }
        Ok(Reply::figures(Figures::Marked(MarkedReply { marked })))
    }
}

/// The plays of a decision that are marked.
fn marked_plays(note: &Note) -> impl Iterator<Item = &Play> {
    let plays = note.plays.iter().flat_map(|plays| &plays.plays);
    plays.filter(|value| value.marked).map(|value| &value.play)
}

/// How a rollout found a number, with this many trials of a candidate.
fn method(rollout: &RolloutReply, trials: u64) -> Method {
    let made = Made { trials, is_alike: true, ..Made::from(rollout) };
    Method::Rollout { trials: u32::try_from(trials).unwrap_or(u32::MAX), context: how_made(&made) }
}

/// These plays with the values of a rollout for those that it played, which stand first.
fn rolled_out(mut analysis: PlayAnalysis, rollout: &RolloutReply) -> PlayAnalysis {
    let made = analysis.played.map(|played| analysis.plays[played].play.clone());
    analysis.told = None;
    for (start, candidate) in rollout.job().candidates().iter().zip(&rollout.result.candidates) {
        let value = analysis.plays.iter_mut().find(|value| start.is_after(&value.play.result));
        let method = method(rollout, candidate.trials);
        // A larger rollout of the same kind says more.
        let says_more = |old: &Method| old.is_of_kind(&method) && old.rank() > method.rank();
        let Some(value) = value.filter(|it| candidate.trials > 0 && !says_more(&it.method)) else { continue };
        value.numbers = numbers(candidate, false);
        value.errors = Some(numbers(candidate, true));
        value.method = method;
    }
    let is_rollout = |method: &Method| matches!(method, Method::Rollout { .. });
    analysis.plays.sort_by(|a, b| {
        let both = is_rollout(&a.method) && is_rollout(&b.method);
        is_rollout(&b.method).cmp(&is_rollout(&a.method)).then_with(|| {
            if both { b.numbers.cubeful.total_cmp(&a.numbers.cubeful) } else { std::cmp::Ordering::Equal }
        })
    });
    analysis.played = made.and_then(|made| analysis.plays.iter().position(|value| value.play == made));
    analysis
}

fn cube_analysis(rollout: &RolloutReply) -> Option<CubeAnalysis> {
    let decision = rollout.result.decision?;
    let [no_double, take] = rollout.result.candidates.as_slice() else { return None };
    let values = decision.values;
    Some(CubeAnalysis {
        no_double: Numbers { cubeful: values.no_double, ..numbers(no_double, false) },
        take: Numbers { cubeful: values.double_take, ..numbers(take, false) },
        errors: Some([numbers(no_double, true), numbers(take, true)]),
        method: method(rollout, rollout.result.trials()),
        told: None,
    })
}
