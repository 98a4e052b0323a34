//! The filter net: a small, fast net that learns which plays are worth evaluating by the real net.
//!
//! The net looks at the board alone and is taught by the own nets: they play games against themselves looking at all
//! rolls, and value some plays of every roll, the best among them. No game need end for the filter to learn, so its
//! targets have no noise.

use super::adam::Adam;
use super::chance::Chance;
use super::filter_net::{self, FilterTrace, PARAMETERS};
use super::lessons::least;
use crate::board::{SeenBy, Variation};
use crate::eval::own::{FILTER_OUTPUTS, Filter, FilterNet, MAX_BOARD_ROWS, OwnScratch, board_rows_of, filter_heads};
use crate::eval::{Class, Evaluator, KeptPlays, Outputs, Prefilter, Scratch};
use crate::movegen::AllRolls;
use crate::scoring::SidePrices;
use crate::simd::{Instructions, Vectorized, vectorized};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;

/// Gradients are summed in this many parts, whatever the number of threads.
const SHARDS: usize = 2;

/// The plays of each roll that are learned: this many of the best, of those that the filter overrates most, and of any.
const BEST: usize = 4;
const OVERRATED: usize = 2;
const OTHERS: usize = 1;

/// How much the outputs themselves count in the loss, beside their differences within a roll.
const LEVEL: f32 = 0.01;
/// How much the differences of each output count, beside those of the equity.
const EACH: f32 = 0.1;
/// The equity by which a play is too far behind the best to be learned, where the filter has it as far behind.
const FAR: f32 = 0.15;

/// The part of plays left to chance, so that the filter learns positions that good play avoids.
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
        Self { seed: 1, games: 40_000, rate: (2e-3, 3e-5), games_per_update: (2, 16), threads: 1 }
    }
}

/// The equity that a filter loses: the equity between the best play and the best of those it keeps, by the teacher,
/// in units of the cube.
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
    parameters: Vec<f32>,
    adam: Adam,
    shards: Vec<Shard>,
    pool: ThreadPool,
}

/// The sums of one part of a batch.
struct Shard {
    gradient: Vec<f32>,
    samples: u64,
    error: f64,
    actor: Teacher,
    lesson: Vec<Example>,
    scratch: OwnScratch,
}

impl FilterTrainer {
    /// A run at its beginning, from small random weights or from a net.
    ///
    /// # Errors
    /// When worker threads cannot be started.
    pub fn new(
        settings: FilterSettings,
        teacher: Arc<Evaluator>,
        start: Option<&FilterNet>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let mut chance = Chance::new(settings.seed, u64::MAX);
        let parameters = start.map_or_else(|| filter_net::random(|| chance.uniform()), filter_net::parameters);
        let shard = || Shard {
            gradient: vec![0.0; PARAMETERS],
            samples: 0,
            error: 0.0,
            actor: Teacher::default(),
            lesson: Vec::new(),
            scratch: OwnScratch::default(),
        };
        let shards = (0..SHARDS).map(|_| shard()).collect();
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build()?;
        let adam = Adam::new(PARAMETERS);
        Ok(Self { settings, teacher, games: 0, parameters, adam, shards, pool })
    }

    /// Games learned from so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The filter as it is now.
    pub fn net(&self) -> FilterNet {
        filter_net::quantized(&self.parameters)
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
        let filter = Filter::from_net(&self.net());
        let (parameters, filter, teacher, seed, games) =
            (&self.parameters, &filter, &self.teacher, self.settings.seed, self.games);
        self.pool.install(|| {
            self.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                for game in (i as u64..batch).step_by(SHARDS) {
                    shard.learn_game(parameters, filter, teacher, &mut Chance::new(seed, games + game));
                }
            });
        });
        self.games += batch;
        let samples: u64 = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.samples)).sum();
        let error: f64 = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.error)).sum();
        let mut gradients: Vec<_> = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.gradient)).collect();
        let rate = geometric(self.settings.rate.0, self.settings.rate.1);
        let Self { adam, parameters, pool, .. } = self;
        pool.install(|| adam.update(parameters, &mut gradients, 1.0 / samples.max(1) as f32, rate));
        filter_net::limit(&mut self.parameters);
        for (shard, gradient) in self.shards.iter_mut().zip(gradients) {
            shard.gradient = gradient;
        }
        Some((error / samples.max(1) as f64).sqrt())
    }
}

impl Shard {
    fn learn_game(&mut self, parameters: &[f32], filter: &Filter, teacher: &Evaluator, chance: &mut Chance) {
        let Self { gradient, samples, error, actor, lesson, scratch } = self;
        let (mut ranked, mut chosen, mut classes, mut guesses) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        actor.play_game(teacher, chance, |plays, outputs, chance| {
            let results = plays.results();
            classes.clear();
            classes.extend(results.iter().map(|result| Class::of(&result.flipped())));
            filter.values_of(plays.routes(), &classes, SidePrices::MONEY, scratch, &mut guesses);
            let heads = filter_heads(plays.before());
            for range in (0..21).map(|roll| plays.range(roll)).filter(|range| range.len() > 1) {
                ranked.clear();
                ranked.extend(range.clone().map(|i| (outputs[i].cubeless_equity(), i)));
                ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let (best, others) = ranked.split_at_mut(BEST.min(range.len()));
                chosen.clear();
                chosen.extend(best.iter().map(|&(_, i)| i));
                others.sort_unstable_by(|a, b| guesses[b.1].total_cmp(&guesses[a.1]).then(a.1.cmp(&b.1)));
                chosen.extend(others.iter().take(OVERRATED).map(|&(_, i)| i));
                chosen.extend((0..OTHERS).map(|_| range.start + chance.below(range.len() as u32) as usize));
                lesson.clear();
                for &play in &chosen {
                    let result = &results[play];
                    let Some(head) = place_of(classes[play]).map(|place| heads[place]) else { continue };
                    let rows = board_rows_of(SeenBy::Mover.sides(result));
                    lesson.push(Example {
                        rows,
                        head,
                        target: parts_of(&outputs[play]),
                        trace: FilterTrace::default(),
                        is_settled: false,
                    });
                }
                *error += f64::from(vectorized(Lesson { parameters, examples: lesson, gradient }));
                *samples += lesson.len() as u64;
            }
        });
    }
}

/// Wins, gammons won and gammons lost, backgammons twice.
fn parts_of(outputs: &Outputs) -> [f32; FILTER_OUTPUTS] {
    let Outputs([win, gammon, backgammon, lose_gammon, lose_backgammon]) = *outputs;
    [win, gammon + backgammon, lose_gammon + lose_backgammon]
}

/// The amount that each output adds to the equity.
const EQUITY: [f32; FILTER_OUTPUTS] = [2.0, 1.0, -1.0];

/// The head of a class.
const fn place_of(class: Class) -> Option<usize> {
    match class {
        Class::Contact | Class::Crashed => Some(0),
        Class::Race => Some(1),
        Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => None,
    }
}

/// A play to learn.
struct Example {
    rows: ArrayVec<u16, MAX_BOARD_ROWS>,
    head: usize,
    target: [f32; FILTER_OUTPUTS],
    trace: FilterTrace,
    /// Whether it is far behind, and seen to be.
    is_settled: bool,
}

impl Example {
    /// Outputs less targets.
    #[inline(always)]
    fn errors(&self) -> [f32; FILTER_OUTPUTS] {
        std::array::from_fn(|k| self.trace.outputs[k] - self.target[k])
    }
}

/// The equity of the side that comes on roll.
fn equity_of(outputs: &[f32; FILTER_OUTPUTS]) -> f32 {
    outputs.iter().zip(EQUITY).map(|(output, weight)| weight * output).sum()
}

/// Some plays of one roll, the best first. Only the distances between them matter.
struct Lesson<'a> {
    parameters: &'a [f32],
    examples: &'a mut [Example],
    gradient: &'a mut [f32],
}

impl Vectorized for Lesson<'_> {
    /// The squared errors of the equity, less the error that all plays have in common.
    type Output = f32;

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) -> f32 {
        let Self { parameters, examples, gradient } = self;
        for example in examples.iter_mut() {
            filter_net::forward(with, parameters, &example.rows, example.head, &mut example.trace);
        }
        let Some(best) = examples.first().map(|best| [best.target, best.trace.outputs]) else { return 0.0 };
        let mut count = 0.0;
        let mut common = [0.0; FILTER_OUTPUTS];
        for example in examples.iter_mut() {
            let behind = equity_of(&example.target) - equity_of(&best[0]);
            let seems_behind = equity_of(&example.trace.outputs) - equity_of(&best[1]);
            example.is_settled = behind > FAR && seems_behind > FAR;
            if !example.is_settled {
                count += 1.0;
                common.iter_mut().zip(example.errors()).for_each(|(common, error)| *common += error);
            }
        }
        let mut sum = 0.0;
        for example in examples.iter().filter(|example| !example.is_settled) {
            let errors = example.errors();
            let apart: [f32; FILTER_OUTPUTS] = std::array::from_fn(|k| errors[k] - common[k] / count);
            let equity = equity_of(&apart);
            let slopes = std::array::from_fn(|k| LEVEL * errors[k] + EACH * apart[k] + EQUITY[k] * equity);
            filter_net::backward(with, parameters, &example.rows, example.head, &example.trace, slopes, gradient);
            sum += equity * equity;
        }
        sum
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
    /// Plays one game. At every turn `see` is called with the plays of all rolls and the outputs of their results for
    /// the other side.
    fn play_game(
        &mut self,
        evaluator: &Evaluator,
        chance: &mut Chance,
        mut see: impl FnMut(&AllRolls, &[Outputs], &mut Chance),
    ) {
        let variation = if chance.below(10) == 0 { Variation::Nackgammon } else { Variation::Standard };
        let mut position = variation.starting_position();
        for _ in 0..LONGEST {
            if !Class::of(&position).uses_net() {
                return;
            }
            self.plays.generate_with_routes(&position);
            evaluator.outputs_of(SeenBy::Mover, self.plays.results(), &mut self.scratch, &mut self.outputs);
            see(&self.plays, &self.outputs, chance);
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

/// The equity that a filter loses in this many games of the evaluator, by rule, at these prices of gammons.
pub fn filter_loss(
    filter: &FilterNet,
    evaluator: &Evaluator,
    games: std::ops::Range<u64>,
    prices: SidePrices,
    rules: &[Prefilter],
) -> Vec<FilterLoss> {
    let mut losses = vec![FilterLoss::default(); rules.len()];
    let mut teacher = Teacher::default();
    let (filter, mut scratch) = (Filter::from_net(filter), OwnScratch::default());
    let (mut classes, mut guesses, mut passed) = (Vec::new(), Vec::new(), KeptPlays::default());
    for game in games {
        teacher.play_game(evaluator, &mut Chance::new(u64::MAX, game), |plays, outputs, _| {
            classes.clear();
            classes.extend(plays.results().iter().map(|result| evaluator.classify(&result.flipped())));
            filter.values_of(plays.routes(), &classes, prices, &mut scratch, &mut guesses);
            for range in (0..21).map(|roll| plays.range(roll)).filter(|range| range.len() > 1) {
                if classes[range.clone()].iter().any(|class| !class.uses_net()) {
                    continue;
                }
                let value = |i: usize| {
                    let [win, gammon, lose_gammon] = parts_of(&outputs[i]);
                    1.0 - 2.0 * win - prices.gammon * gammon + prices.lose_gammon * lose_gammon
                };
                let best = range.clone().map(value).fold(f32::MIN, f32::max);
                for (rule, loss) in rules.iter().zip(&mut losses) {
                    rule.apply(&guesses[range.clone()], &mut passed);
                    let plays = passed.plays();
                    let found = plays.iter().map(|&i| value(range.start + i as usize)).fold(f32::MIN, f32::max);
                    loss.rolls += 1;
                    loss.kept += plays.len() as u64;
                    loss.lost += f64::from(best - found);
                }
            }
        });
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_learns_the_same_on_any_number_of_threads() {
        let teacher = Evaluator::standard();
        let run = |threads: usize| {
            let settings = FilterSettings { games: 24, threads, rate: (8e-3, 8e-3), ..FilterSettings::default() };
            let mut trainer = FilterTrainer::new(settings, Arc::clone(&teacher), None).unwrap();
            let untaught = trainer.net();
            while trainer.step().is_some() {}
            (untaught, trainer.net())
        };
        let (untaught, taught) = run(1);
        assert_eq!(run(3).1, taught);
        let lost = |filter: &FilterNet| {
            let [loss] = filter_loss(filter, &teacher, 0..4, SidePrices::MONEY, &[Prefilter::best(1)])[..] else {
                unreachable!()
            };
            loss.lost / loss.rolls as f64
        };
        let (before, after) = (lost(&untaught), lost(&taught));
        assert!(after < 0.7 * before, "{after} equity lost a roll after {before}");
    }
}
