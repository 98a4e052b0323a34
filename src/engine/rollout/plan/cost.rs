//! The cost of a rollout, before it begins.
//!
//! The cost of a rollout is trials × turns × (luck + play + cube): the best play of all 21 rolls where luck is
//! subtracted, the search for the play made where that looks ahead, and the cube decision where one may be made. How
//! many turns a game lasts and what each part costs depends so much on position, settings, nets and machine that both
//! are measured: some games played without looking ahead give turns and a sample of the positions that trials visit,
//! and the work of a turn is done at some of those.

use crate::board::{Position, Roll};
use crate::eval::{EvalSettings, Interrupted, RollQuestion};
use crate::rollout::order::Order;
use crate::rollout::order::job::Job;
use crate::rollout::order::resolved::Resolved;
use crate::rollout::order::settings::{Pairing, RolloutSettings};
use crate::rollout::trial::engine::Engine;
use crate::rollout::trial::frame::Frame;
use crate::rollout::trial::game::{Table, play_trial};
use crate::rollout::trial::luck::{RollValues, Searchers};
use crate::rollout::trial::memory::turns_spared;
use crate::rollout::trial::witness::Witness;
use crate::scoring::CubeInfo;
use serde::Serialize;
use std::time::Duration;

/// Pilot games, at most.
const GAMES: u64 = 72;

/// Positions at which the work of a turn is done, at most.
const SAMPLES: usize = 240;

/// What the pilot games may take.
const PILOT_TIME: Duration = Duration::from_millis(50);

/// What the work of turns may take of however short a rollout.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// Samples below which the mean of a turn is worth nothing.
const LEAST_SAMPLES: usize = 24;

/// How many of them are valued as if trials were cut off there.
const ENDS: usize = 8;

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Static evaluations.
    pub evaluations: f64,
    /// Time of one thread.
    pub seconds: f64,
}

impl Work {
    fn add(&mut self, other: Self) {
        self.evaluations += other.evaluations;
        self.seconds += other.seconds;
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { evaluations: self.evaluations * factor, seconds: self.seconds * factor }
    }
}

/// The expected cost of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Candidates.
    pub candidates: u64,
    /// Trials of each, `None` when errors or time decide.
    pub trials: Option<u64>,
    /// Turns of a trial.
    pub turns: f64,
    /// How many of them are kept from other trials, where one thread plays all: [decision before the roll, play]. Their
    /// evaluations count, but take no time.
    pub remembered: [f64; 2],
    /// The luck of a roll, a turn.
    pub luck: Work,
    /// The choice of a play, a turn, beyond what luck has done already.
    pub play: Work,
    /// The cube decision, a turn.
    pub cube: Work,
    /// The evaluation at the end of a trial.
    pub end: Work,
}

impl Cost {
    /// The cost of a trial.
    #[must_use]
    pub fn of_trial(&self) -> Work {
        let [before, play] = self.remembered.map(|turns| turns.min(self.turns));
        let spared = before * (self.luck.seconds + self.cube.seconds) + play * self.play.seconds;
        let mut turn = self.luck;
        turn.add(self.play);
        turn.add(self.cube);
        let mut trial = turn.times(self.turns);
        trial.add(self.end);
        Work { seconds: trial.seconds - spared, ..trial }
    }

    /// How long to go on measuring, given the sums over so many samples.
    fn patience(&self, samples: usize, budget: Duration) -> Duration {
        if samples < LEAST_SAMPLES {
            return budget;
        }
        let turn = (self.luck.seconds + self.play.seconds + self.cube.seconds) / samples as f64;
        let trials = self.trials.map_or(f64::INFINITY, |trials| (trials * self.candidates) as f64);
        let hundredth = 0.01 * turn * self.turns * trials;
        Duration::try_from_secs_f64(hundredth).unwrap_or(budget).clamp(LEAST_TIME.min(budget), budget)
    }

    /// What all trials cost, `None` when errors or time decide how many there are.
    #[must_use]
    pub fn total(&self) -> Option<Work> {
        self.trials.map(|trials| self.of_trial().times((trials * self.candidates) as f64))
    }
}

/// Notes the positions that trials visit.
#[derive(Default)]
struct Visits {
    all: Vec<Visit>,
    turn: u32,
}

/// A turn of a trial.
struct Visit {
    turn: u32,
    position: Position,
    cube: CubeInfo,
    roll: Roll,
}

impl Witness for Visits {
    fn played(&mut self, cube: &CubeInfo, roll: Roll, before: &Position, _after: &Position) {
        self.all.push(Visit { turn: self.turn, position: *before, cube: cube.clone(), roll });
        self.turn += 1;
    }
}

impl Engine {
    /// Measures what a rollout will cost, on one thread. `clock` returns the time since some moment. The measurement
    /// takes a hundredth of the time that it predicts, of a short rollout a tenth of a second, and never much more than
    /// `budget`.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cost(&self, order: &Order, clock: &dyn Fn() -> Duration, budget: Duration) -> Result<Cost, Interrupted> {
        let Order { job, settings, .. } = order;
        let began = clock();
        let mut searchers = self.searchers(settings);
        let (turns, visits) =
            self.pilot(job, settings, &mut searchers, &|| clock() - began >= PILOT_TIME.min(budget))?;
        let mut cost = Cost {
            candidates: job.candidates().len() as u64,
            trials: (!settings.until.is_set()).then_some(settings.trials),
            turns,
            remembered: [0, 1].map(|rolls| turns_spared(settings, settings.trials, rolls)),
            ..Cost::default()
        };
        if visits.is_empty() {
            return Ok(cost);
        }
        let began = clock();
        let frames: Vec<Frame> =
            job.candidates().iter().map(|start| Frame::new(start, job, settings.cubeful, &self.met)).collect();
        let sample = Sample { settings, frame: &frames[0], clock };
        let mut done = 0;
        while done < SAMPLES.min(visits.len()) && (done == 0 || clock() - began < cost.patience(done, budget)) {
            // A step that has no factor in common with the number of visits comes by all of them, early and late ones.
            let visit = &visits[done * stride(visits.len()) % visits.len()];
            cost.luck.add(sample.luck(&mut searchers, visit)?);
            cost.play.add(sample.play(&mut searchers, visit)?);
            cost.cube.add(sample.cube(&mut searchers, visit)?);
            if done < ENDS {
                cost.end.add(sample.end(&mut searchers, visit)?);
            }
            done += 1;
        }
        let mean = |work: Work, n: usize| work.times(1.0 / n as f64);
        Ok(Cost {
            luck: mean(cost.luck, done),
            play: mean(cost.play, done),
            cube: mean(cost.cube, done),
            end: mean(cost.end, done.min(ENDS)),
            ..cost
        })
    }

    /// Turns of a trial, and positions visited, from games played without looking ahead.
    fn pilot(
        &self,
        job: &Job,
        settings: &Resolved,
        searchers: &mut Searchers,
        is_late: &dyn Fn() -> bool,
    ) -> Result<(f64, Vec<Visit>), Interrupted> {
        let mut cheap = settings.clone().into_settings();
        cheap.variance_reduction = false;
        cheap.pairing = Pairing::Shared;
        cheap.later.enabled = false;
        cheap.truncation.mean = false;
        cheap.truncation.cube.plies = 0;
        for player in &mut cheap.players.0 {
            (player.chequer.plies, player.cube.plies) = (0, 0);
        }
        let cheap = self.resolve(job.kind(), &cheap);
        let table = Table::new(&cheap, job, &self.met);
        let (mut visits, mut turns, mut games) = (Visits::default(), 0, 0);
        for trial in 0..GAMES {
            if trial > 0 && is_late() {
                break;
            }
            // The candidates in turn: with many of them each has few games, and the mean is theirs together.
            let candidate = trial as usize % job.candidates().len();
            visits.turn = 0;
            turns += u64::from(play_trial(&table, searchers, candidate, trial, &mut visits)?.events.turns);
            games += 1;
        }
        let mean = turns as f64 / games as f64;
        Ok((mean, visits.all))
    }
}

/// A step near the golden section of a length that shares no factor with it.
fn stride(length: usize) -> usize {
    const fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let near = (length * 61 / 100).max(1);
    (near..).find(|&step| gcd(step, length) == 1).unwrap_or(1)
}

/// The work of a turn, part by part.
struct Sample<'a> {
    settings: &'a RolloutSettings,
    frame: &'a Frame,
    clock: &'a dyn Fn() -> Duration,
}

impl Sample<'_> {
    fn measured(
        &self,
        searchers: &mut Searchers,
        work: impl FnOnce(&mut Searchers) -> Result<(), Interrupted>,
    ) -> Result<Work, Interrupted> {
        let (evaluations, time) = (searchers.evaluations(), (self.clock)());
        work(searchers)?;
        let evaluations = (searchers.evaluations() - evaluations) as f64;
        Ok(Work { evaluations, seconds: ((self.clock)() - time).as_secs_f64() })
    }

    fn luck(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        if !self.settings.looks_at_rolls(visit.turn) {
            return Ok(Work::default());
        }
        self.measured(searchers, |searchers| {
            let here = (&visit.position, &visit.cube);
            if let Some(plies) = self.settings.rank_plies.filter(|_| self.settings.has_ranks(visit.turn)) {
                RollValues::to_rank(searchers, self.frame, self.settings, visit.turn, here, plies)?;
            }
            RollValues::of_turn(searchers, self.frame, self.settings, visit.turn, here.0, here.1).map(|_| ())
        })
    }

    fn play(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        let own = self.settings.player(visit.cube.on_roll(), visit.turn);
        if self.settings.variance_reduction && self.settings.plays_as_looked(&own) {
            return Ok(Work::default());
        }
        self.measured(searchers, |Searchers { players, .. }| {
            let Visit { position, roll, cube, .. } = visit;
            if own.decides_at_once() {
                let question = RollQuestion { position, roll: *roll, cube, settings: own.chequer };
                players.best_results([question], &mut Vec::new());
                return Ok(());
            }
            players.best_play(position, *roll, cube, &own.chequer, &own.filters).map(|_| ())
        })
    }

    fn cube(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        if !self.settings.cubeful || visit.turn == 0 || !visit.cube.may_double() {
            return Ok(Work::default());
        }
        let settings = self.settings.player(visit.cube.on_roll(), visit.turn).cube;
        self.measured(searchers, |Searchers { players, .. }| {
            players.cube_decision(&visit.position, &visit.cube, &settings).map(|_| ())
        })
    }

    /// The evaluation at the horizon: twice where the mean of two horizons is taken.
    fn end(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        let truncation = &self.settings.truncation;
        if !truncation.enabled {
            return Ok(Work::default());
        }
        let settings = EvalSettings { cubeful: self.settings.cubeful, ..self.settings.truncation_evaluation() };
        let once = self.measured(searchers, |Searchers { players, .. }| {
            players.evaluate(&visit.position, &visit.cube, &settings).map(|_| ())
        })?;
        Ok(once.times(if truncation.mean { 2.0 } else { 1.0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::Evaluator;
    use crate::rollout::Unobserved;
    use crate::scoring::{Cube, Met, Terms};
    use std::sync::Arc;

    #[test]
    fn a_stride_comes_by_everything() {
        for length in [1, 2, 3, 10, 61, 100, 1200] {
            let mut seen: Vec<usize> = (0..length).map(|i| i * stride(length) % length).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..length), "{length}");
        }
    }

    /// Uses a clock that counts its calls: nothing here depends on the machine.
    fn measured(settings: &RolloutSettings) -> (Cost, f64, f64) {
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let position = Variation::Standard.starting_position();
        let job = Job::position(&position, Cube::START, Player::Bottom, Terms::MONEY);
        let cost = engine
            .cost(&engine.order(job.clone(), settings), &|| Duration::ZERO, Duration::from_secs(1))
            .expect("nobody stops it");
        let rollout = engine.rollout(&job, settings, 2, &mut Unobserved).expect("a rollout");
        let result = &rollout.result.candidates[0];
        let trials = result.trials as f64;
        (cost, result.statistics.turns as f64 / trials, result.evaluations as f64 / trials)
    }

    #[test]
    fn what_is_expected_is_about_what_happens() {
        let mut settings = RolloutSettings { seed: 5, trials: 144, ..RolloutSettings::default() };
        settings.players.0.iter_mut().for_each(|player| player.cube.plies = 0);
        for (horizon, variance_reduction) in [(None, true), (Some(8), true), (None, false)] {
            settings.variance_reduction = variance_reduction;
            settings.players.0.iter_mut().for_each(|player| player.chequer.prune = true);
            settings.truncation.enabled = horizon.is_some();
            settings.truncation.plies = horizon.unwrap_or(1);
            settings.truncation.cube.plies = 0;
            let (cost, turns, evaluations) = measured(&settings);
            assert!((cost.turns / turns - 1.0).abs() < 0.25, "turns: {} expected, {turns} played", cost.turns);
            let expected = cost.of_trial().evaluations;
            assert!((expected / evaluations - 1.0).abs() < 0.3, "{expected} expected, {evaluations} made");
            assert_eq!(cost.total().map(|all| all.evaluations), Some(144.0 * expected));
        }
    }

    #[test]
    fn every_part_is_paid_for_only_where_it_is_wanted() {
        let mut settings = RolloutSettings { seed: 5, trials: 1, ..RolloutSettings::default() };
        settings.truncation.enabled = true;
        settings.truncation.plies = 3;
        settings.truncation.cube.plies = 0;
        settings.players.0.iter_mut().for_each(|player| player.cube.plies = 0);
        let all = measured(&settings).0;
        assert!(
            all.luck.evaluations > 2.0 * 21.0 && all.cube.evaluations > 0.0 && all.end.evaluations > 0.0,
            "{all:?}"
        );
        assert_eq!(all.play, Work::default());
        (settings.variance_reduction, settings.cubeful) = (false, false);
        settings.until.error = Some(0.01);
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let position = Variation::Standard.starting_position();
        let job = Job::position(&position, Cube::START, Player::Bottom, Terms::MONEY);
        let bare = engine
            .cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, Duration::from_secs(1))
            .expect("a cost");
        assert_eq!((bare.luck, bare.cube, bare.trials, bare.total()), (Work::default(), Work::default(), None, None));
        assert!(bare.play.evaluations > 1.0 && bare.play.evaluations < 100.0, "{bare:?}");
    }
}
