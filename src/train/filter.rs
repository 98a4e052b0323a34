//! The filter net: a small, fast net that learns which plays are worth asking the real net about.
//!
//! It looks at the board alone and is taught by the own nets: they play games against themselves looking at all
//! rolls, and say of some plays of every roll, the best among them, what they are worth. No game need end for
//! the filter to learn, so its targets have no noise.

use super::adam::Adam;
use super::chance::Chance;
use super::float_net::{FloatNet, Shape, Trace};
use super::self_play::least;
use crate::board::{Position, Variation};
use crate::eval::net::own::{Inputs, Instructions, OwnNet, OwnNets, Route, SeenBy, Vectorized, rows_of, vectorized};
use crate::eval::{Class, Evaluator, Outputs, Prefilter, Scratch};
use crate::movegen::AllRolls;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;

/// One head for contact, one for races.
const ROUTES: [Route; 3] = [Route { net: 0, head: 0 }, Route { net: 0, head: 0 }, Route { net: 0, head: 1 }];

/// Gradients are summed in this many parts, whatever the number of threads.
const SHARDS: usize = 2;

/// The best plays of each roll that are learned, beside one left to chance.
const BEST: usize = 3;

/// The part of plays left to chance, so that the filter sees what good play avoids.
const EXPLORATION: f32 = 0.08;

/// Games longer than this are given up.
const LONGEST: usize = 400;

/// Everything the training of a filter depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterSettings {
    /// Seed of all chance.
    pub seed: u64,
    /// Games of the teacher.
    pub games: u64,
    /// Learning rate at the start and at the end.
    pub rate: (f32, f32),
    /// Games to one update at the start and at the end.
    pub games_per_update: (u32, u32),
    /// Worker threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for FilterSettings {
    fn default() -> Self {
        Self { seed: 1, games: 40_000, rate: (4e-3, 5e-5), games_per_update: (2, 16), threads: 1 }
    }
}

/// What a filter loses: the equity between the best play and the best of those it keeps, by the teacher.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FilterLoss {
    /// Rolls with more plays than one.
    pub rolls: u64,
    /// Plays kept, summed.
    pub kept: u64,
    /// Equity lost, summed.
    pub lost: f64,
}

/// A training run of a filter.
pub struct FilterTrainer {
    settings: FilterSettings,
    teacher: Arc<Evaluator>,
    games: u64,
    net: FloatNet,
    adam: Adam,
    shards: Vec<Shard>,
    pool: ThreadPool,
}

/// What one part of a batch adds up.
struct Shard {
    gradient: Vec<f32>,
    samples: u64,
    error: f64,
    actor: Teacher,
    trace: Trace,
}

impl FilterTrainer {
    /// A run at its beginning.
    ///
    /// # Errors
    /// When worker threads cannot be started.
    pub fn new(settings: FilterSettings, teacher: Arc<Evaluator>) -> Result<Self, ThreadPoolBuildError> {
        let mut chance = Chance::new(settings.seed, u64::MAX);
        let shape = Shape { inputs: Inputs::Board, hidden: 64, heads: 2 };
        let net = FloatNet::random(shape, || chance.uniform());
        let shard = || Shard {
            gradient: vec![0.0; net.parameters.len()],
            samples: 0,
            error: 0.0,
            actor: Teacher::default(),
            trace: Trace::default(),
        };
        let shards = (0..SHARDS).map(|_| shard()).collect();
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build()?;
        let adam = Adam::new(net.parameters.len());
        Ok(Self { settings, teacher, games: 0, net, adam, shards, pool })
    }

    /// Games learned from so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The filter as it is now, as the bytes of a net file.
    #[must_use]
    pub fn net_file(&self) -> Vec<u8> {
        OwnNets::to_bytes(&[self.quantized()], ROUTES)
    }

    fn quantized(&self) -> OwnNet {
        self.net.quantized()
    }

    /// Learns from one batch of games; returns the root of the mean squared error of the equity. `None` at the end.
    pub fn step(&mut self) -> Option<f64> {
        if self.games >= self.settings.games {
            return None;
        }
        let done = self.games as f32 / self.settings.games as f32;
        let geometric = |from: f32, to: f32| from * (to / from).powf(done);
        let (first, last) = self.settings.games_per_update;
        let batch = (geometric(first as f32, last as f32) as u64).max(SHARDS as u64);
        let (net, teacher, seed, games) = (&self.net, &self.teacher, self.settings.seed, self.games);
        self.pool.install(|| {
            self.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                for game in (i as u64..batch).step_by(SHARDS) {
                    shard.learn_game(net, teacher, &mut Chance::new(seed, games + game));
                }
            });
        });
        self.games += batch;
        let samples: u64 = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.samples)).sum();
        let error: f64 = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.error)).sum();
        let mut gradients: Vec<_> = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.gradient)).collect();
        let rate = geometric(self.settings.rate.0, self.settings.rate.1);
        self.adam.update(&mut self.net.parameters, &mut gradients, 1.0 / samples.max(1) as f32, rate);
        self.net.settle();
        for (shard, gradient) in self.shards.iter_mut().zip(gradients) {
            shard.gradient = gradient;
        }
        Some((error / samples.max(1) as f64).sqrt())
    }
}

impl Shard {
    fn learn_game(&mut self, net: &FloatNet, teacher: &Evaluator, chance: &mut Chance) {
        let Self { gradient, samples, error, actor, trace } = self;
        let (mut lesson, mut ranked) = (Vec::new(), Vec::new());
        actor.play_game(teacher, chance, |results, outputs, ranges, chance| {
            lesson.clear();
            for range in ranges {
                ranked.clear();
                ranked.extend(range.clone().map(|i| (outputs[i].cubeless_equity(), i)));
                ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                lesson.extend(ranked.iter().take(BEST).map(|&(_, i)| i));
                if ranked.len() > BEST {
                    lesson.push(range.start + chance.below(range.len() as u32) as usize);
                }
            }
            for &play in &lesson {
                let class = Class::of(&results[play].flipped());
                let Some(head) = head_of(class) else { continue };
                let lesson = Lesson { net, head, position: &results[play], target: &outputs[play], trace, gradient };
                *error += f64::from(vectorized(lesson)).powi(2);
                *samples += 1;
            }
        });
    }
}

/// The head of a class.
const fn head_of(class: Class) -> Option<usize> {
    match class {
        Class::Contact | Class::Crashed => Some(0),
        Class::Race => Some(1),
        Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
    }
}

/// One position to learn, a result as its mover sees it.
struct Lesson<'a> {
    net: &'a FloatNet,
    head: usize,
    position: &'a Position,
    target: &'a Outputs,
    trace: &'a mut Trace,
    gradient: &'a mut [f32],
}

impl Vectorized for Lesson<'_> {
    /// The error of the equity.
    type Output = f32;

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) -> f32 {
        let Self { net, head, position, target, trace, gradient } = self;
        let rows = rows_of(Inputs::Board, SeenBy::Mover.sides(position));
        net.forward(with, &rows, head, trace);
        net.backward(with, &rows, head, trace, &target.0, gradient);
        Outputs(trace.outputs).cubeless_equity() - target.cubeless_equity()
    }
}

/// Plays games and evaluates all plays of all rolls on the way.
#[derive(Default)]
struct Teacher {
    plays: AllRolls,
    outputs: Vec<Outputs>,
    scratch: Scratch,
}

impl Teacher {
    /// One game. At every turn `see` is given the results of all plays as the mover sees them, their outputs for the
    /// other side, and where the plays of each roll lie.
    fn play_game(
        &mut self,
        evaluator: &Evaluator,
        chance: &mut Chance,
        mut see: impl FnMut(&[Position], &[Outputs], [std::ops::Range<usize>; 21], &mut Chance),
    ) {
        let variation = if chance.below(10) == 0 { Variation::Nackgammon } else { Variation::Standard };
        let mut position = variation.starting_position();
        for _ in 0..LONGEST {
            if !Class::of(&position).uses_net() {
                return;
            }
            self.plays.generate(&position);
            evaluator.outputs_of(SeenBy::Mover, self.plays.results(), &mut self.scratch, &mut self.outputs);
            see(self.plays.results(), &self.outputs, std::array::from_fn(|roll| self.plays.range(roll)), chance);
            let range = self.plays.range(chance.roll().index());
            let explores = chance.uniform() < EXPLORATION;
            let Some(best) = least(&self.outputs[range.clone()]) else {
                position = position.flipped();
                continue;
            };
            let chosen = if explores { chance.below(range.len() as u32) as usize } else { best };
            position = self.plays.results()[range.start + chosen].flipped();
        }
    }
}

/// What a filter loses in so many games of the evaluator, when it keeps of each roll the plays within `margin` of what
/// it thinks best, `least` at least and `most` at most.
#[must_use]
pub fn filter_loss(
    filter: &OwnNets,
    evaluator: &Evaluator,
    games: std::ops::Range<u64>,
    rules: &[Prefilter],
) -> Vec<FilterLoss> {
    let mut losses = vec![FilterLoss::default(); rules.len()];
    let (mut teacher, mut scratch) = (Teacher::default(), crate::eval::net::own::OwnScratch::default());
    let (mut classes, mut guesses, mut ranked) = (Vec::new(), Vec::new(), Vec::new());
    for game in games {
        teacher.play_game(evaluator, &mut Chance::new(u64::MAX, game), |results, outputs, ranges, _| {
            classes.clear();
            classes.extend(results.iter().map(|result| evaluator.classify(&result.flipped())));
            guesses.clear();
            guesses.resize(results.len(), Outputs::LOSS);
            filter.outputs_of(&classes, SeenBy::Mover, results, &mut scratch, &mut guesses);
            for range in ranges.into_iter().filter(|range| range.len() > 1) {
                if classes[range.clone()].iter().any(|class| !class.uses_net()) {
                    continue;
                }
                let value = |i: usize| -outputs[i].cubeless_equity();
                let best = range.clone().map(&value).fold(f32::MIN, f32::max);
                for (rule, loss) in rules.iter().zip(&mut losses) {
                    ranked.clear();
                    ranked.extend(range.clone().map(|i| (-guesses[i].cubeless_equity(), i as u32)));
                    rule.apply(&mut ranked);
                    let found = ranked.iter().map(|&(_, i)| value(i as usize)).fold(f32::MIN, f32::max);
                    loss.rolls += 1;
                    loss.kept += ranked.len() as u64;
                    loss.lost += f64::from(best - found);
                }
            }
        });
    }
    losses
}
