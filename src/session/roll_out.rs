//! `rollout …`: what is rolled out, and the answer.

use super::error::refused;
use super::reply::{PlaysReply, RolloutKind, RolloutReply};
use super::state::Game;
use super::{Observer, Reply, Session, SessionError};
use crate::command::{Mark, PlaysArg, RolloutCommand};
use crate::movegen::legal_plays;
use crate::notation::{position_id, play_text};
use crate::rollout::{Engine, Job};
use crate::scoring::CubeOwner;
use std::sync::Arc;

/// Plays rolled out when nobody says how many: at most so many, and none further behind than the margin.
const USUAL_PLAYS: usize = 5;

/// How far behind, in equity, a play may be and still be rolled out unasked.
const USUAL_MARGIN: f32 = 0.16;

/// A rollout that is about to begin.
pub struct Plan {
    /// What is rolled out.
    pub kind: RolloutKind,
    /// What the candidates are called.
    pub names: Vec<String>,
    job: Job,
    note: Option<String>,
}

impl Session {
    pub(super) fn rollout(
        &mut self,
        command: &RolloutCommand,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let plan = match command {
            RolloutCommand::Usual if game.dice.is_some() => self.plan_plays(&game, &PlaysArg::Default)?,
            RolloutCommand::Usual | RolloutCommand::Position => self.plan_position(&game),
            RolloutCommand::Plays(plays) => self.plan_plays(&game, plays)?,
            RolloutCommand::Cube => self.plan_cube(&game)?,
            RolloutCommand::Horizons(_)
            | RolloutCommand::SelfTest
            | RolloutCommand::Resume(_)
            | RolloutCommand::Merge(_)
            | RolloutCommand::File { .. } => {
                return Err(SessionError::new(format!("`{command}` is not offered here")));
            }
        };
        self.roll_out(&game, plan, observer)
    }

    pub(super) fn rollout_cube(&mut self, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let plan = self.plan_cube(&game)?;
        self.roll_out(&game, plan, observer)
    }

    /// `analyse rollout move`: the listed candidates, or the marked ones.
    pub(super) fn rollout_numbered(
        &mut self,
        numbers: &[u16],
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let numbers = if numbers.is_empty() { self.marks.clone() } else { numbers.to_vec() };
        if numbers.is_empty() {
            return Err(SessionError::new("no candidate is named or marked")
                .with_expected(["numbers from `hint`", "`cmark move set rollout 1 2`"]));
        }
        let plan = self.plan_plays(&game, &PlaysArg::Numbers(numbers))?;
        self.roll_out(&game, plan, observer)
    }

    pub(super) fn mark(&mut self, mark: &Mark) -> Result<Reply, SessionError> {
        match mark {
            Mark::Show => {}
            Mark::Clear => self.marks.clear(),
            Mark::Rollout(numbers) | Mark::Unmark(numbers) => {
                let game = self.game_in_progress()?;
                let plays = self.listed_plays(&game)?;
                check_numbers(numbers, &plays)?;
                self.marks.retain(|n| !numbers.contains(n));
                if matches!(mark, Mark::Rollout(_)) {
                    self.marks.extend(numbers);
                    self.marks.sort_unstable();
                    self.marks.dedup();
                }
            }
        }
        if self.marks.is_empty() {
            return Ok(Reply::Message("no candidate is marked".to_owned()));
        }
        let game = self.game_in_progress()?;
        let plays = self.listed_plays(&game)?;
        let names: Vec<_> =
            self.marks.iter().map(|&n| format!("{n}. {}", plays.candidates[usize::from(n) - 1].play)).collect();
        Ok(Reply::Message(format!("marked for a rollout: {}", names.join(", "))))
    }

    /// The value of the position before the dice.
    fn plan_position(&self, game: &Game) -> Plan {
        let job = Job::position(&game.position, game.cube, game.on_roll, self.standing.terms());
        let note = game.dice.map(|dice| format!("the position before the dice; {dice} is ignored"));
        Plan { kind: RolloutKind::Position, names: vec!["Current position".to_owned()], job, note }
    }

    fn plan_cube(&self, game: &Game) -> Result<Plan, SessionError> {
        let info = self.cube_info()?;
        if !info.may_double() || !game.cube_in_use {
            return Err(SessionError::new("no cube decision here: the side on roll can't double")
                .with_suggestion("rollout position"));
        }
        let job = Job::cube(&game.position, game.cube, game.on_roll, self.standing.terms());
        let names = &self.settings.names;
        let no_double = match game.cube.owner {
            CubeOwner::Centered => format!("Centered {}-cube", game.cube.value),
            CubeOwner::Owned(player) => format!("{} owns {}-cube", names[player], game.cube.value),
        };
        let double_take = format!("{} owns {}-cube", names[!game.on_roll], 2 * game.cube.value);
        let note = game.dice.map(|dice| format!("the cube decision before the dice; {dice} is ignored"));
        Ok(Plan { kind: RolloutKind::Cube, names: vec![no_double, double_take], job, note })
    }

    fn plan_plays(&mut self, game: &Game, which: &PlaysArg) -> Result<Plan, SessionError> {
        let plays = self.listed_plays(game)?;
        let chosen: Vec<usize> = match which {
            PlaysArg::Default => (0..plays.candidates.len())
                .take(USUAL_PLAYS)
                .take_while(|&i| plays.candidates[i].difference >= -USUAL_MARGIN)
                .collect(),
            PlaysArg::Best(n) => (0..plays.candidates.len()).take(usize::from(*n)).collect(),
            PlaysArg::Numbers(numbers) => {
                check_numbers(numbers, &plays)?;
                numbers.iter().map(|&n| usize::from(n) - 1).collect()
            }
        };
        let note = matches!(which, PlaysArg::Default).then(|| {
            format!(
                "{} of {} plays for {}: the best {USUAL_PLAYS} within {USUAL_MARGIN} of the first \
                 (`rollout plays …` chooses others, `rollout position` is the position before the dice)",
                chosen.len(),
                plays.n_legal,
                plays.dice
            )
        });
        // The list has texts and identifiers; the positions come from the generator again.
        let legal = legal_plays(&game.position, plays.dice);
        let results: Vec<_> = chosen
            .iter()
            .map(|&i| {
                let text = &plays.candidates[i].play;
                let play = legal.iter().find(|play| play_text(play, &game.position) == *text);
                play.expect("the list holds the legal plays").result
            })
            .collect();
        let names = chosen.iter().map(|&i| plays.candidates[i].play.clone()).collect();
        let job = Job::plays(&results, game.cube, game.on_roll, self.standing.terms());
        Ok(Plan { kind: RolloutKind::Plays, names, job, note })
    }

    /// The plays of `hint` for the dice on the table.
    fn listed_plays(&mut self, game: &Game) -> Result<Arc<PlaysReply>, SessionError> {
        let Some(dice) = game.dice else {
            return Err(SessionError::new("no dice, so there are no plays to choose from").with_suggestion("set dice 31"));
        };
        let info = self.cube_info()?;
        let plays = self.ranked_plays(game, &info, dice)?;
        if plays.candidates.is_empty() {
            return Err(SessionError::new(format!("no legal play for {dice}")));
        }
        Ok(plays)
    }

    fn roll_out(&mut self, game: &Game, plan: Plan, observer: &mut dyn Observer) -> Result<Reply, SessionError> {
        let engine = Engine {
            evaluator: Arc::clone(&self.engine.evaluator),
            met: Arc::clone(&self.met),
            efficiency: self.settings.efficiency,
            stop: Arc::clone(&self.stop),
        };
        let settings = self.settings.rollout.clone();
        let threads = self.settings.threads;
        observer.begins(&plan, &settings);
        let started = observer.elapsed();
        let rollout = engine.rollout(&plan.job, &settings, threads, observer).map_err(refused)?;
        let position_ids = plan.job.candidates().iter().map(|start| position_id(&start.position)).collect();
        let reply = Arc::new(RolloutReply {
            kind: plan.kind,
            ids: self.ids_of(game),
            position: game.position,
            dice: game.dice.filter(|_| plan.kind == RolloutKind::Plays),
            names: plan.names,
            note: plan.note,
            settings,
            is_match: self.standing.length() > 0,
            result: rollout.result,
            records: rollout.records,
            position_ids,
            elapsed: observer.elapsed().saturating_sub(started),
            threads,
        });
        self.last_rollout = Some(Arc::clone(&reply));
        Ok(Reply::Rollout(reply))
    }
}

fn check_numbers(numbers: &[u16], plays: &PlaysReply) -> Result<(), SessionError> {
    let n = plays.candidates.len();
    match numbers.iter().find(|&&number| number == 0 || usize::from(number) > n) {
        None => Ok(()),
        Some(number) => {
            Err(SessionError::new(format!("there is no candidate {number}")).with_expected([format!("1 to {n}")]))
        }
    }
}
