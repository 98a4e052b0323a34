//! The cost of a rollout, before it begins.
//!
//! The cost of a rollout is trials × turns × (luck + play + cube): the best play of all 21 rolls where luck is
//! subtracted, the search for the play made where that looks ahead, and the cube decision where one may be made. How
//! many turns a game lasts and what each part costs depends so much on position, settings, nets and machine that both
//! are measured: some games played without looking ahead give turns and a sample of the positions that trials visit,
//! and the work of a turn is done at some of those.

use crate::board::{Position, Roll};
use crate::eval::{Candidate, Interrupted, RollQuestion};
use crate::rng::InitialRolls;
use crate::rollout::data::trial_record::Ending;
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

/// Positions at which a part is done, at most.
const SAMPLES: usize = 2_000;

/// Samples of each part below which its mean is worth nothing.
const LEAST_SAMPLES: f64 = 36.0;

/// The share of a rollout's visits that samples of a part are at least.
const LEAST_SHARE: f64 = 0.01;

/// Evaluations that samples of a part may take of however short a rollout, half a second's work or less. Counts decide,
/// not the clock: on a machine that has much else to do the forecast is the same.
const LEAST_WORK: f64 = 150_000.0;

/// This many times as much is sampled where the mean of a part is not known to [`LEAST_ERROR`].
const MORE_WORK: f64 = 4.0;

/// The relative standard error of a mean that is good enough.
const LEAST_ERROR: f64 = 0.05;

/// The size of the search for a play where one is left: every play is valued once, little beside a deeper look.
const ONE_PLAY: f64 = 0.02;

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

    /// This many times as much.
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

    /// The cost of all trials, `None` when errors or time decide how many there are.
    pub fn total(&self) -> Option<Work> {
        self.trials.map(|trials| self.of_trial().times((trials * self.candidates) as f64))
    }
}

/// Notes what there is to do in trials.
#[derive(Default)]
struct Visits {
    /// Turns that are rolled and played.
    turns: Vec<Visit>,
    /// Cube decisions; their rolls mean nothing.
    cubes: Vec<Visit>,
    /// Where trials are cut off; likewise.
    ends: Vec<Visit>,
    /// Trials.
    games: u64,
    /// The turn of the trial under way.
    turn: u32,
    /// Whether the side on roll may double before the first turn.
    is_first_decided: bool,
    /// Whether the side on roll has doubled in this turn.
    has_doubled: bool,
    /// The position after the last turn, seen by the side on roll, and its cube.
    last: Option<(Position, CubeInfo)>,
}

impl Visits {
    fn visit(&self, position: &Position, cube: &CubeInfo, roll: Roll) -> Visit {
        Visit { turn: self.turn, position: *position, cube: cube.clone(), roll }
    }

    fn decides(&mut self, position: &Position, cube: &CubeInfo) {
        self.cubes.push(self.visit(position, cube, Roll::ALL[0]));
    }
}

/// A turn of a trial.
struct Visit {
    turn: u32,
    position: Position,
    cube: CubeInfo,
    roll: Roll,
}

impl Witness for Visits {
    /// A double that is passed has no turn after it, one that is taken another cube.
    fn doubled(&mut self, position: &Position, cube: &CubeInfo, _taken: bool) {
        self.has_doubled = true;
        self.decides(position, cube);
    }

    fn played(&mut self, cube: &CubeInfo, roll: Roll, before: &Position, after: &Position) {
        let may_decide = self.turn > 0 || self.is_first_decided;
        if !std::mem::take(&mut self.has_doubled) && may_decide && cube.may_double() {
            self.decides(before, cube);
        }
        self.turns.push(self.visit(before, cube, roll));
        self.last = Some((after.flipped(), cube.flipped()));
        self.turn += 1;
    }
}

impl Engine {
    /// Measures what a rollout will cost, on one thread. How much is measured is a matter of counts, so that the
    /// forecast of evaluations is the same on any machine; `clock`, which returns the time since some moment, gives the
    /// times. What takes too long is ended by `is_late`.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cost(
        &self,
        order: &Order,
        clock: &dyn Fn() -> Duration,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Cost, Interrupted> {
        let Order { job, settings, .. } = order;
        let mut searchers = self.searchers(settings);
        let visits = self.pilot(job, settings, &mut searchers, is_late)?;
        let (games, candidates) = (visits.games as f64, job.candidates().len() as u64);
        let turns = visits.turns.len() as f64 / games;
        let cost = Cost {
            candidates,
            trials: settings.most_trials(),
            turns,
            remembered: [0, 1].map(|rolls| turns_spared(settings, settings.trials, rolls)),
            ..Cost::default()
        };
        if visits.turns.is_empty() {
            return Ok(cost);
        }
        let frames: Vec<Frame> =
            job.candidates().iter().map(|start| Frame::new(start, job, settings.cubeful, &self.met)).collect();
        let sample = Sample { settings, frame: &frames[0], clock };
        let trials = settings.trials.saturating_mul(candidates) as f64;
        let sizes = visits.turns.iter().map(|visit| sample.size_of_play(&mut searchers, visit));
        let sizes: Vec<f64> = sizes.collect::<Result<_, _>>()?;
        let mut mean = |visits: &[Visit], sizes: Option<&[f64]>, part: Part<'_>| -> Result<Work, Interrupted> {
            let mut sum = Sum::default();
            let rollout = visits.len() as f64 / games * trials;
            for done in 0..SAMPLES.min(visits.len()) {
                let i = place(done, visits.len());
                sum.add(part(&mut searchers, &visits[i])?, sizes.map_or(1.0, |sizes| sizes[i]));
                if sum.is_enough(visits.len(), rollout) || is_late() {
                    break;
                }
            }
            let all = sizes.map_or(1.0, |sizes| sizes.iter().sum::<f64>() / sizes.len().max(1) as f64);
            Ok(sum.mean(all))
        };
        let cubes_a_turn = visits.cubes.len() as f64 / visits.turns.len() as f64;
        Ok(Cost {
            luck: mean(&visits.turns, None, &|searchers, visit| sample.luck(searchers, visit))?,
            play: mean(&visits.turns, Some(&sizes), &|searchers, visit| sample.play(searchers, visit))?,
            cube: mean(&visits.cubes, None, &|searchers, visit| sample.cube(searchers, visit))?.times(cubes_a_turn),
            end: mean(&visits.ends, None, &|searchers, visit| sample.end(searchers, visit))?
                .times(visits.ends.len() as f64 / games),
            ..cost
        })
    }

    /// A sample of the work in trials, from games of the first trials of each candidate, whose plays don't look ahead.
    /// Cube decisions do, as deep as in trials until that has cost much, one ply from then on.
    fn pilot(
        &self,
        job: &Job,
        settings: &Resolved,
        searchers: &mut Searchers,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Visits, Interrupted> {
        let mut cheap = settings.clone().into_settings();
        cheap.variance_reduction = false;
        cheap.pairing = Pairing::Shared;
        cheap.later.enabled = false;
        cheap.truncation.mean = false;
        cheap.truncation.cube.set_plies(0);
        cheap.players.0.iter_mut().for_each(|player| player.chequer.set_plies(0));
        // How soon a side doubles depends on how deep it looks, and the number of decisions on how soon it doubles.
        let as_deep = self.resolve(job, &cheap);
        cheap.players.0.iter_mut().for_each(|player| player.cube.set_plies(player.cube.plies().min(1)));
        let cheap = self.resolve(job, &cheap);
        let tables = [&as_deep, &cheap].map(|settings| Table::new(settings, job, &self.met));
        let begin = searchers.evaluations();
        let mut visits = Visits::default();
        let candidates = job.candidates().len() as u64;
        // A rollout of few trials has just these dice.
        for game in 0..GAMES.min(settings.trials.saturating_mul(candidates)) {
            if game > 0 && is_late() {
                break;
            }
            let (candidate, trial) = ((game % candidates) as usize, game / candidates);
            let start = &job.candidates()[candidate];
            visits.is_first_decided = start.cube_action && settings.initial == InitialRolls::Any;
            (visits.turn, visits.last, visits.has_doubled) = (0, None, false);
            let is_long = (searchers.evaluations() - begin) as f64 > MORE_WORK * LEAST_WORK;
            let table = &tables[usize::from(is_long)];
            let record = play_trial(table, searchers, candidate, trial, &mut visits)?;
            let is_cut = settings.horizon() == Some(visits.turn) && record.events.ending == Ending::Valued;
            if let Some((position, cube)) = visits.last.take().filter(|_| is_cut) {
                let end = visits.visit(&position, &cube, Roll::ALL[0]);
                visits.ends.push(end);
            }
            visits.games += 1;
        }
        Ok(visits)
    }
}

/// The place of a sample among this many: a step that has no factor in common with their number comes by all of them,
/// early and late.
fn place(sample: usize, of: usize) -> usize {
    sample * stride(of) % of
}

/// The work of some visits, each with its size: what they take for their size is taken for that of all.
#[derive(Default)]
struct Sum {
    work: Work,
    n: f64,
    sizes: f64,
    /// Sums of squares of evaluations, of sizes, and of their products.
    squares: [f64; 3],
}

impl Sum {
    fn add(&mut self, work: Work, size: f64) {
        self.work.add(work);
        self.n += 1.0;
        self.sizes += size;
        for (sum, product) in
            self.squares.iter_mut().zip([work.evaluations * work.evaluations, size * size, work.evaluations * size])
        {
            *sum += product;
        }
    }

    /// The standard error of the work of a visit relative to it, where these are this many visits of all there are.
    fn error(&self, of: usize) -> f64 {
        let ratio = self.work.evaluations / self.sizes;
        let [work, sizes, both] = self.squares;
        let squares = (work - 2.0 * ratio * both + ratio * ratio * sizes).max(0.0);
        let rest = 1.0 - self.n / of as f64;
        if self.work.evaluations > 0.0 { (squares * rest).sqrt() / self.work.evaluations } else { 0.0 }
    }

    /// These visits will do, of so many at hand and so many in the whole rollout: they are a hundredth of what they
    /// stand for and have cost something, and more where the mean is not known well.
    fn is_enough(&self, of: usize, rollout: f64) -> bool {
        let evaluations = self.work.evaluations;
        let stands = self.n >= LEAST_SAMPLES && self.n > LEAST_SHARE * rollout && evaluations > LEAST_WORK;
        stands && (self.error(of) < LEAST_ERROR || evaluations > MORE_WORK * LEAST_WORK)
    }

    /// The work of a visit, where the mean size is this.
    fn mean(&self, size: f64) -> Work {
        if self.sizes > 0.0 { self.work.times(size / self.sizes) } else { Work::default() }
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

/// A part of the work of a trial.
type Part<'a> = &'a dyn Fn(&mut Searchers, &Visit) -> Result<Work, Interrupted>;

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
        if self.settings.variance_reduction && searchers.play_as_looked(self.settings, &own) {
            return Ok(Work::default());
        }
        self.measured(searchers, |Searchers { players, .. }| {
            let Visit { position, roll, cube, .. } = visit;
            if own.decides_at_once() {
                let among_more = self.settings.looks_at_rolls(visit.turn);
                let question = RollQuestion { position, roll: *roll, cube, settings: own.chequer, among_more };
                players.best_results([question], &mut Vec::new());
                return Ok(());
            }
            players.best_play(position, *roll, cube, &own.chequer, &own.filters).map(|_| ())
        })
    }

    /// About what the search for a play takes: the plays that the first filter of a deeper look leaves, and a little
    /// where it leaves one, which is not looked at more closely.
    fn size_of_play(&self, searchers: &mut Searchers, visit: &Visit) -> Result<f64, Interrupted> {
        let own = self.settings.player(visit.cube.on_roll(), visit.turn);
        let settings = own.chequer.with_plies(0);
        let Visit { position, roll, cube, .. } = visit;
        let filter = own.filters.get(usize::from(own.chequer.plies()), 0);
        let Some(filter) = filter.filter(|_| !searchers.play_as_looked(self.settings, &own)) else { return Ok(1.0) };
        let plays = searchers.players.rank_plays(position, *roll, cube, &settings, &own.filters)?;
        let left = filter.survivors(plays.iter().map(Candidate::score));
        Ok(if left > 1 || filter.accept == 1 { left as f64 } else { ONE_PLAY })
    }

    fn cube(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        if !self.settings.cubeful {
            return Ok(Work::default());
        }
        let settings = self.settings.player(visit.cube.on_roll(), visit.turn).cube;
        self.measured(searchers, |searchers| {
            searchers.cube_decision(self.settings, &visit.position, (&visit.cube, visit.turn), &settings).map(|_| ())
        })
    }

    /// The evaluation at the horizon: twice where the mean of two horizons is taken.
    fn end(&self, searchers: &mut Searchers, visit: &Visit) -> Result<Work, Interrupted> {
        let truncation = &self.settings.truncation;
        if !truncation.enabled {
            return Ok(Work::default());
        }
        let settings = self.settings.truncation_evaluation().with_cube(self.settings.cubeful);
        let once = self.measured(searchers, |Searchers { players, .. }| {
            players.evaluate(&visit.position, &visit.cube, &settings).map(|_| ())
        })?;
        Ok(once.times(if truncation.mean { 2.0 } else { 1.0 }))
    }
}

#[cfg(test)]
mod tests;
