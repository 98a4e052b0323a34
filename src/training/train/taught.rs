//! Learning from answers: find positions, evaluate them, learn, report to the observer.
//!
//! A chunk of positions with answers is made at a time and never again. It is learned from in a few steps, together
//! with the chunks before it, so that what comes from the same games is spread out. All a run depends on is its
//! settings: a chunk is a function of the seed and its number, gradients are summed in a fixed order, and a run that is
//! taken up again makes the chunks before its place once more.

use super::adam::Adam;
use super::answers::{Answers, Lessons};
use super::chance::Chance;
use super::float_net::{Batch, FloatNet, Rounding, Shape};
use super::loss::equity_and_outputs;
use super::subject::Subject;
use crate::board::{Position, SeenBy};
use crate::eval::own::{FirstLayer, HeadRule, OwnNet, OwnNets, PANEL, Route, rows_of};
use crate::eval::{Evaluator, Outputs};
use crate::simd::{Instructions, Vectorized, vectorized};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::f32::consts::PI;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Gradients are summed in this many parts, whatever the number of threads.
const SHARDS: usize = 2;
/// Positions that one stream of chance finds.
const BLOCK: usize = 4096;
/// Positions of a new chunk by which the net is examined before it learns them, at most.
const EXAMINED: usize = 8 * BLOCK;
/// Samples that go through a head together.
const TOGETHER: usize = 192;
/// Updates in which the rate rises from nothing.
const WARM_UP: f32 = 200.0;
/// The rate falls to this part of the highest.
const LAST_RATE: f32 = 0.005;

/// Everything the learning depends on, beside the sources of answers and the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeachSettings {
    /// The subject of the lessons.
    pub subject: Subject,
    /// Seed of all chance.
    pub seed: u64,
    /// Answers in all, rounded up to whole chunks.
    pub labels: u64,
    /// Blocks of 4,096 answers in a chunk.
    pub blocks: u64,
    /// How often each answer is learned from.
    pub reuse: usize,
    /// The form of its first layer.
    pub first: FirstLayer,
    /// Units of the first layer.
    pub hidden: usize,
    /// Units of the second layer, in panels of 32.
    pub middle: usize,
    /// How it picks among the heads of a class.
    pub rule: HeadRule,
    /// Answers to one update.
    pub batch: usize,
    /// The highest learning rate, from which it falls as a cosine.
    pub rate: f32,
    /// Worker threads; the result does not depend on them.
    pub threads: usize,
}

impl TeachSettings {
    /// Answers of a chunk.
    const fn chunk(&self) -> u64 {
        self.blocks * BLOCK as u64
    }

    /// Chunks in all.
    const fn chunks(&self) -> u64 {
        self.labels.div_ceil(self.chunk())
    }
}

impl Default for TeachSettings {
    fn default() -> Self {
        Self {
            subject: Subject::Contact,
            seed: 1,
            labels: 40_000_000,
            blocks: 128,
            reuse: 4,
            first: FirstLayer::Squares,
            hidden: 512,
            middle: PANEL,
            rule: HeadRule::Route,
            batch: 4096,
            rate: 2e-3,
            threads: 1,
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeachProgress {
    /// Answers so far.
    pub labels: u64,
    /// Answers there will be.
    pub of: u64,
    /// Answers learned from in the last step, the same one in several steps counted again.
    pub learned: u64,
    /// Root of the mean squared error of the equity in the last step.
    pub error: f64,
    /// That error on positions of the last chunk before they were learned.
    pub examined: f64,
    /// Learning rate at the end of the step.
    pub rate: f32,
}

/// A position and its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    position: Position,
    target: Outputs,
    head: u8,
}

/// A net that learns from answers.
pub struct TaughtTrainer {
    settings: TeachSettings,
    answers: Answers,
    players: Arc<Evaluator>,
    /// Chunks learned.
    pub(super) chunks: u64,
    pub(super) net: FloatNet,
    pub(super) adam: Adam,
    /// The last chunks, the newest last.
    window: VecDeque<Vec<Sample>>,
    shards: Vec<Shard>,
    pool: ThreadPool,
}

/// The sums of one part of a batch.
struct Shard {
    gradient: Vec<f32>,
    error: f64,
    batch: Batch,
}

/// Why a run cannot begin.
#[derive(Debug, Error)]
pub enum StartError {
    /// The net to learn on from makes something else of its first layer.
    #[error("a net of {} does not grow into one of {}", .from.name(), .to.name())]
    FirstLayer {
        /// The form of its first layer.
        from: FirstLayer,
        /// The form asked for.
        to: FirstLayer,
    },
    /// The net to learn on from is no smaller form of the one that is to learn.
    #[error(
        "a net of {hidden} and {middle} units with the rule `{}` for heads does not grow into the shape asked for",
        .rule.name()
    )]
    Shape {
        /// The units of the first layer.
        hidden: usize,
        /// The units of the second layer.
        middle: usize,
        /// The rule for heads.
        rule: HeadRule,
    },
    /// Worker threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

impl TaughtTrainer {
    /// A run at its beginning, from random weights or from a net that was made before, of the same shape or a smaller
    /// one that grows into it.
    ///
    /// # Errors
    /// When the net does not grow into the shape, or worker threads cannot be started.
    pub fn new(
        settings: TeachSettings,
        answers: Answers,
        players: Arc<Evaluator>,
        start: Option<&OwnNet>,
    ) -> Result<Self, StartError> {
        let (mut chance, shape) = (Chance::new(settings.seed, u64::MAX), shape(&settings));
        let net =
            match start {
                Some(&OwnNet { first: from, .. }) if from != shape.first => {
                    return Err(StartError::FirstLayer { from, to: shape.first });
                }
                Some(start) => FloatNet::from_stored(start)
                    .grown(shape, || chance.uniform())
                    .ok_or(StartError::Shape { hidden: start.hidden, middle: start.middle, rule: start.rule })?,
                None => FloatNet::random(shape, || chance.uniform()),
            };
        let adam = Adam::new(net.parameters.len());
        Ok(Self::resumed(settings, answers, players, 0, net, adam)?)
    }

    pub(super) fn resumed(
        settings: TeachSettings,
        answers: Answers,
        players: Arc<Evaluator>,
        chunks: u64,
        net: FloatNet,
        adam: Adam,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build()?;
        let shard = || Shard { gradient: vec![0.0; net.parameters.len()], error: 0.0, batch: Batch::default() };
        let shards = (0..SHARDS).map(|_| shard()).collect();
        let net = net.with_rounding(Rounding::AsStored);
        Ok(Self { settings, answers, players, chunks, net, adam, window: VecDeque::new(), shards, pool })
    }

    /// Answers learned from so far.
    pub const fn labels(&self) -> u64 {
        self.chunks * self.settings.chunk()
    }

    /// Answers there will be.
    pub const fn labels_in_all(&self) -> u64 {
        self.settings.chunks() * self.settings.chunk()
    }

    /// The nets as they are now, with the net for the other subject, made elsewhere, as the bytes of a net file.
    pub fn net_file(&self, other: &OwnNet) -> Vec<u8> {
        net_file(self.settings.subject, self.net.quantized(), other.clone())
    }

    /// Makes a chunk and learns from it and those before it. `None` at the end of the run, and soon after `goes_on`
    /// says no; then the run goes on from its last checkpoint alone.
    pub fn step(&mut self, goes_on: impl Fn() -> bool + Sync) -> Option<TeachProgress> {
        if self.chunks >= self.settings.chunks() {
            return None;
        }
        let reuse = self.settings.reuse.max(1);
        // A run that is taken up again misses the chunks before this one.
        let missing = if self.window.is_empty() { reuse as u64 - 1 } else { 0 };
        for chunk in self.chunks.saturating_sub(missing)..=self.chunks {
            let samples = self.chunk(chunk, &goes_on)?;
            self.window.push_back(samples);
        }
        while self.window.len() > reuse {
            self.window.pop_front();
        }
        let examined = self.examine();
        let order = self.order();
        let (mut done, mut rate) = (0, 0.0);
        for batch in order.chunks(self.settings.batch.max(1)) {
            if !goes_on() {
                return None;
            }
            done += batch.len();
            rate = self.rate(done as f32 / order.len() as f32);
            self.learn(batch, rate);
        }
        self.chunks += 1;
        let learned = order.len() as u64;
        let error: f64 = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.error)).sum();
        let error = (error / learned as f64).sqrt();
        Some(TeachProgress { labels: self.labels(), of: self.labels_in_all(), learned, error, examined, rate })
    }

    /// The positions of a chunk with their answers; `None` if it was not to go on.
    fn chunk(&self, chunk: u64, goes_on: &(impl Fn() -> bool + Sync)) -> Option<Vec<Sample>> {
        let Self { answers, players, settings: TeachSettings { subject, seed, blocks, rule, .. }, .. } = self;
        let (subject, seed, blocks, rule) = (*subject, *seed, *blocks, *rule);
        let samples: Option<Vec<Vec<Sample>>> = self.pool.install(|| {
            (chunk * blocks..(chunk + 1) * blocks)
                .into_par_iter()
                .map_init(
                    || Lessons::new(answers, players, subject),
                    |lessons, block| {
                        goes_on().then(|| {
                            let found = lessons.find(BLOCK, &mut Chance::new(seed, block));
                            let sample = |(position, target)| Sample::new(position, target, rule);
                            found.into_iter().map(sample).collect()
                        })
                    },
                )
                .collect()
        });
        samples.map(|samples| samples.concat())
    }

    /// The error on some positions of the newest chunk.
    fn examine(&self) -> f64 {
        let net = &self.net;
        let newest = self.window.back().expect("a chunk was made");
        let samples = &newest[..EXAMINED.min(newest.len())];
        let errors: Vec<f64> = self
            .pool
            .install(|| samples.par_chunks(BLOCK).map(|samples| vectorized(Examine { net, samples })).collect());
        (errors.iter().sum::<f64>() / samples.len() as f64).sqrt()
    }

    /// All samples of the window in an order left to chance.
    fn order(&self) -> Vec<u32> {
        let count: usize = self.window.iter().map(Vec::len).sum();
        let mut order: Vec<u32> = (0..count as u32).collect();
        let mut chance = Chance::new(self.settings.seed, u64::MAX - 1 - self.chunks);
        for i in (1..count).rev() {
            order.swap(i, chance.below(i as u32 + 1) as usize);
        }
        order
    }

    /// The learning rate in the part of a step that is done.
    fn rate(&self, part: f32) -> f32 {
        let done = ((self.chunks as f32 + part) / self.settings.chunks() as f32).min(1.0);
        let warm = ((self.adam.updates + 1) as f32 / WARM_UP).min(1.0);
        warm * self.settings.rate * (0.5 + 0.5 * (PI * done).cos()).max(LAST_RATE)
    }

    /// One update by the samples of these numbers.
    fn learn(&mut self, batch: &[u32], rate: f32) {
        let Self { net, adam, window, shards, pool, .. } = self;
        pool.install(|| {
            shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                let batch = &batch[part_of(batch.len(), i)];
                vectorized(Learn { net, window, batch, shard });
            });
            let mut gradients: Vec<_> = shards.iter_mut().map(|shard| std::mem::take(&mut shard.gradient)).collect();
            adam.update(&mut net.parameters, &mut gradients, 1.0 / batch.len() as f32, rate);
            net.settle();
            for (shard, gradient) in shards.iter_mut().zip(gradients) {
                shard.gradient = gradient;
            }
        });
    }
}

/// A net for a subject and the one for the other subject as the bytes of a net file.
pub fn net_file(subject: Subject, net: OwnNet, other: OwnNet) -> Vec<u8> {
    let [contact, races] = match subject {
        Subject::Contact => [net, other],
        Subject::Races => [other, net],
    };
    let crashed = contact.rule.heads() as u8;
    let routes = [(0, 0), (0, crashed), (1, 0)].map(|(net, head)| Route { net, head });
    OwnNets::to_bytes(&[contact, races], routes)
}

/// The part of a batch that a shard learns.
fn part_of(count: usize, shard: usize) -> Range<usize> {
    count * shard / SHARDS..count * (shard + 1) / SHARDS
}

impl Sample {
    fn new(position: Position, target: Outputs, rule: HeadRule) -> Self {
        Self { position, target, head: Subject::head_of(&position, rule) as u8 }
    }
}

/// Parts of samples that go through one head together.
fn parts<'a>(samples: &'a mut [&Sample]) -> impl Iterator<Item = &'a [&'a Sample]> {
    samples.sort_by_key(|sample| sample.head);
    samples.chunk_by(|a, b| a.head == b.head).flat_map(|samples| samples.chunks(TOGETHER))
}

/// Sends samples forward through their head and sets their slopes; returns the sum of the squared errors.
#[inline(always)]
fn forward<I: Instructions>(with: I, net: &FloatNet, samples: &[&Sample], batch: &mut Batch) -> f64 {
    batch.clear();
    let rows = |sample: &&Sample| rows_of(net.shape.features, SeenBy::OnRoll.sides(&sample.position));
    batch.rows.extend(samples.iter().map(rows));
    net.forward(with, usize::from(samples[0].head), batch);
    batch.slopes.clear();
    let mut squared = 0.0;
    for (sample, outputs) in samples.iter().zip(&batch.outputs) {
        let (slopes, error) = equity_and_outputs(outputs, &sample.target.0);
        batch.slopes.push(slopes);
        squared += f64::from(error).powi(2);
    }
    squared
}

/// The sum of squared errors of samples.
struct Examine<'a> {
    net: &'a FloatNet,
    samples: &'a [Sample],
}

impl Vectorized for Examine<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) -> f64 {
        let (mut samples, mut batch): (Vec<_>, _) = (self.samples.iter().collect(), Batch::default());
        parts(&mut samples).map(|samples| forward(with, self.net, samples, &mut batch)).sum()
    }
}

/// Adds the gradients of samples to a shard.
struct Learn<'a> {
    net: &'a FloatNet,
    window: &'a VecDeque<Vec<Sample>>,
    batch: &'a [u32],
    shard: &'a mut Shard,
}

impl Vectorized for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { net, window, batch: numbers, shard } = self;
        let chunk = window[0].len();
        let sample = |&number: &u32| &window[number as usize / chunk][number as usize % chunk];
        let Shard { gradient, error, batch } = shard;
        let mut samples: Vec<_> = numbers.iter().map(sample).collect();
        for samples in parts(&mut samples) {
            *error += forward(with, net, samples, batch);
            net.backward(with, usize::from(samples[0].head), batch, gradient);
        }
    }
}

/// The shape of the net.
pub(super) const fn shape(settings: &TeachSettings) -> Shape {
    let &TeachSettings { subject, first, hidden, middle, rule, .. } = settings;
    Shape { features: subject.features(), rule, first, hidden, middle, heads: subject.classes() * rule.heads() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Class;
    use crate::eval::own::OwnScratch;
    use crate::train::Teacher;
    use crate::train::lessons::Walker;
    use crate::train::{CheckpointError, mean_net};

    /// Two small layers of random weights.
    fn teacher() -> Answers {
        let mut chance = Chance::new(8, 0);
        let numbers = 197 * 16 + 17 * 5;
        let bytes: Vec<u8> = (0..numbers).flat_map(|_| (chance.uniform() - 0.5).to_le_bytes()).collect();
        Answers::Teacher(Teacher::from_bytes(&bytes, &[16]).unwrap())
    }

    /// Three chunks of four blocks.
    const SETTINGS: TeachSettings = TeachSettings {
        subject: Subject::Contact,
        seed: 3,
        labels: 12 * BLOCK as u64,
        blocks: 4,
        reuse: 2,
        first: FirstLayer::Squares,
        hidden: 64,
        middle: PANEL,
        rule: HeadRule::Route,
        batch: 512,
        rate: 4e-3,
        threads: 1,
    };

    #[test]
    fn threads_and_interruptions_do_not_change_a_run() {
        let players = Evaluator::standard();
        let new = |settings| TaughtTrainer::new(settings, teacher(), Arc::clone(&players), None).unwrap();
        let mut straight = new(TeachSettings { threads: 2, ..SETTINGS });
        let mut seen: Vec<TeachProgress> = Vec::new();
        while let Some(progress) = straight.step(|| true) {
            seen.push(progress);
        }
        assert_eq!(seen.iter().map(|step| step.learned / BLOCK as u64).collect::<Vec<_>>(), [4, 8, 8]);
        assert_eq!((seen[2].labels, seen[2].of), (12 * BLOCK as u64, 12 * BLOCK as u64));
        assert!(seen[2].examined < 0.75 * seen[0].examined, "{seen:?}");

        let mut begun = new(SETTINGS);
        assert_eq!(begun.step(|| true), Some(seen[0]));
        let resume =
            |settings, checkpoint: &[u8]| TaughtTrainer::resume(settings, teacher(), Arc::clone(&players), checkpoint);
        let checkpoint = begun.checkpoint();
        let mut resumed = resume(SETTINGS, &checkpoint).unwrap();
        while resumed.step(|| true).is_some() {}
        assert!(straight.checkpoint() == resumed.checkpoint(), "the runs differ");
        let (nets, _) = OwnNets::stored(&Evaluator::standard_net_file()).unwrap();
        OwnNets::from_bytes(&resumed.net_file(&nets[1])).unwrap();

        let fault = |settings, bytes: &[u8]| resume(settings, bytes).map(|_| ()).unwrap_err();
        assert_eq!(fault(SETTINGS, b"gammontr"), CheckpointError::Magic);
        assert_eq!(fault(SETTINGS, &checkpoint[..checkpoint.len() - 1]), CheckpointError::Length);
        assert_eq!(fault(TeachSettings { hidden: 128, ..SETTINGS }, &checkpoint), CheckpointError::Width(64));
    }

    #[test]
    fn a_net_grows_into_a_wider_one_with_more_heads() {
        let players = Evaluator::standard();
        let new =
            |settings, start: Option<&OwnNet>| TaughtTrainer::new(settings, teacher(), Arc::clone(&players), start);
        let (races, _) = OwnNets::stored(&Evaluator::standard_net_file()).unwrap();
        let small = new(SETTINGS, None).unwrap();
        let (nets, _) = OwnNets::stored(&small.net_file(&races[1])).unwrap();
        let larger = TeachSettings { hidden: 128, middle: 2 * PANEL, rule: HeadRule::CheckersBack, ..SETTINGS };
        let mut grown = new(larger, Some(&nets[0])).unwrap();
        let [before, after] =
            [&small, &grown].map(|trainer| OwnNets::from_bytes(&trainer.net_file(&races[1])).unwrap());
        let (mut room, mut positions) = (OwnScratch::default(), Vec::new());
        (0..20)
            .for_each(|walk| Walker::new(&players, Subject::Contact).walk(&mut Chance::new(5, walk), &mut positions));
        for position in &positions {
            let class = Class::of(position);
            assert_eq!(after.outputs(class, position, &mut room), before.outputs(class, position, &mut room));
        }
        assert!(positions.len() > 500);

        let first = grown.step(|| true).unwrap();
        assert!(grown.step(|| true).unwrap().examined < 0.9 * first.examined, "all of it learns");
        let checkpoint = grown.checkpoint();
        let resume =
            |settings| TaughtTrainer::resume(settings, teacher(), Arc::clone(&players), &checkpoint).map(|_| ());
        assert_eq!(resume(larger), Ok(()));
        let mean = |checkpoints: &[Vec<u8>]| mean_net(&larger, checkpoints);
        let [now, then] = [checkpoint.clone(), grown.step(|| true).map(|_| grown.checkpoint()).unwrap()];
        assert_eq!(mean(std::slice::from_ref(&then)), Ok(grown.net.quantized()));
        let between = mean(&[now.clone(), then.clone()]).unwrap();
        assert!(between != mean(&[now]).unwrap() && between != mean(&[then]).unwrap());
        assert_eq!(mean(&[]), Err(CheckpointError::Length));
        assert_eq!(resume(TeachSettings { rule: HeadRule::Route, ..larger }), Err(CheckpointError::Heads(32)));

        let (nets, _) = OwnNets::stored(&grown.net_file(&races[1])).unwrap();
        let fault = new(SETTINGS, Some(&nets[0])).map(|_| ()).unwrap_err();
        assert!(matches!(fault, StartError::Shape { hidden: 128, middle: 64, rule: HeadRule::CheckersBack }));
    }

    #[test]
    fn products_are_learned_and_kept_apart_from_squares() {
        let players = Evaluator::standard();
        let products = TeachSettings { first: FirstLayer::Products, ..SETTINGS };
        let new =
            |settings, start: Option<&OwnNet>| TaughtTrainer::new(settings, teacher(), Arc::clone(&players), start);
        let mut trainer = new(products, None).unwrap();
        let first = trainer.step(|| true).unwrap();
        let checkpoint = trainer.checkpoint();
        assert!(trainer.step(|| true).unwrap().examined < 0.9 * first.examined, "it learns");
        let resume =
            |settings, checkpoint: &[u8]| TaughtTrainer::resume(settings, teacher(), Arc::clone(&players), checkpoint);
        let mut resumed = resume(products, &checkpoint).unwrap();
        assert!(resumed.step(|| true).is_some() && resumed.checkpoint() == trainer.checkpoint(), "the runs differ");
        assert_eq!(mean_net(&products, &[trainer.checkpoint()]), Ok(trainer.net.quantized()));

        let other = CheckpointError::FirstLayer(FirstLayer::Products);
        assert_eq!(resume(SETTINGS, &checkpoint).map(|_| ()), Err(other));
        assert_eq!(mean_net(&SETTINGS, &[checkpoint]), Err(other));
        assert_eq!(other.to_string(), "the checkpoint has a net of products, other than the settings");
        let squares = new(SETTINGS, None).unwrap();
        let fault = resume(products, &squares.checkpoint()).map(|_| ()).unwrap_err();
        assert_eq!(fault, CheckpointError::FirstLayer(FirstLayer::Squares));
        let fault = new(products, Some(&squares.net.quantized())).map(|_| ()).unwrap_err();
        assert_eq!(fault.to_string(), "a net of squares does not grow into one of products");
        let wider = TeachSettings { hidden: 128, ..products };
        assert_eq!(new(wider, Some(&trainer.net.quantized())).unwrap().net.shape.first, FirstLayer::Products);
    }

    /// The databases value the ends of races; looking ahead carries these values back to where races begin.
    #[test]
    fn races_are_learned_from_what_is_seen_a_turn_later() {
        let settings = TeachSettings {
            subject: Subject::Races,
            labels: 4 * BLOCK as u64,
            blocks: 1,
            reuse: 4,
            batch: 128,
            ..SETTINGS
        };
        let players = Evaluator::standard();
        let mut trainer = TaughtTrainer::new(settings, Answers::LookAhead(1), Arc::clone(&players), None).unwrap();
        let mut examined = Vec::new();
        while let Some(progress) = trainer.step(|| true) {
            examined.push(progress.examined);
        }
        assert!(examined[3] < 0.3 * examined[0], "{examined:?}");
        let (standard, _) = OwnNets::stored(&Evaluator::standard_net_file()).unwrap();
        let (nets, routes) = OwnNets::stored(&trainer.net_file(&standard[0])).unwrap();
        assert!(nets[0] == standard[0] && nets[1].features == Subject::Races.features(), "the contact net is kept");
        assert_eq!(usize::from(routes[1].head), standard[0].rule.heads());
    }
}
