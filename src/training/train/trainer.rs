//! The loop: play a chunk, learn from it, report to the observer.

use super::adam::Adam;
use super::chance::Chance;
use super::float_net::{FloatNet, Shape};
use super::learn::{INPUTS, Learn, Shard};
use super::schedule::{Schedule, TrainSettings};
use super::self_play::{Actor, Endings, Game};
use crate::eval::own::{HeadRule, OwnNet, OwnNets, PANEL, Route};
use crate::simd::vectorized;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::ops::ControlFlow;

/// Gradients are summed in this many parts, whatever the number of threads.
const SHARDS: usize = 2;

/// Where classes go: contact and crashed to two heads of one net, races to the other.
pub(super) const ROUTES: [Route; 3] = [Route { net: 0, head: 0 }, Route { net: 0, head: 1 }, Route { net: 1, head: 0 }];

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingProgress {
    /// Games played since the start of the run.
    pub games: u64,
    /// Games it will play.
    pub of: u64,
    /// Positions learned from in the last chunk.
    pub positions: u64,
    /// Root of the mean squared difference of equity and target in the last chunk.
    pub error: f64,
    /// The schedule of the last chunk.
    pub schedule: Schedule,
}

/// The observer that a run calls after every chunk of games; it may end the run early.
pub trait TrainingObserver {
    /// Called after a chunk was learned; `trainer` has the nets.
    fn learned(&mut self, progress: &TrainingProgress, trainer: &Trainer) -> ControlFlow<()>;
}

/// A training run.
pub struct Trainer {
    pub(super) settings: TrainSettings,
    pub(super) games: u64,
    pub(super) nets: [FloatNet; 2],
    pub(super) adams: [Adam; 2],
    shards: Vec<Shard>,
    pool: ThreadPool,
}

impl Trainer {
    /// A run at its beginning.
    ///
    /// # Errors
    /// When worker threads cannot be started.
    pub fn new(settings: TrainSettings) -> Result<Self, ThreadPoolBuildError> {
        let mut chance = Chance::new(settings.seed, u64::MAX);
        let nets = shapes(&settings).map(|shape| FloatNet::random(shape, || chance.uniform()));
        let adams = nets.each_ref().map(|net| Adam::new(net.parameters.len()));
        Self::resumed(settings, 0, nets, adams)
    }

    pub(super) fn resumed(
        settings: TrainSettings,
        games: u64,
        nets: [FloatNet; 2],
        adams: [Adam; 2],
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build()?;
        let shards = vec![Shard::new(&nets); SHARDS];
        Ok(Self { settings, games, nets, adams, shards, pool })
    }

    /// The settings of the run.
    #[must_use]
    pub const fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// Games played so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The nets as they are now, to be written by [`OwnNets::to_bytes`].
    #[must_use]
    pub fn nets(&self) -> ([OwnNet; 2], [Route; 3]) {
        (self.nets.each_ref().map(FloatNet::quantized), ROUTES)
    }

    /// The nets as they are now, as the bytes of a net file.
    #[must_use]
    pub fn net_file(&self) -> Vec<u8> {
        let (nets, routes) = self.nets();
        OwnNets::to_bytes(&nets, routes)
    }

    /// Trains until the games of the settings are played or the observer returns `Break`.
    pub fn run(&mut self, endings: &impl Endings, observer: &mut impl TrainingObserver) {
        while self.games < self.settings.games {
            let progress = self.chunk(endings);
            if observer.learned(&progress, self).is_break() {
                return;
            }
        }
    }

    /// Plays one chunk of games and learns from it.
    fn chunk(&mut self, endings: &impl Endings) -> TrainingProgress {
        let schedule = self.settings.schedule(self.games);
        let (nets, routes) = self.nets();
        let actors = OwnNets::from_nets(&nets, routes).expect("a trained net has the shape of its inputs");
        let (seed, first) = (self.settings.seed, self.games);
        let games: Vec<Option<Game>> = self.pool.install(|| {
            (first..first + schedule.chunk as u64)
                .into_par_iter()
                .map_init(
                    || Actor::new(&actors, endings),
                    |actor, game| actor.play(schedule.style, &mut Chance::new(seed, game)),
                )
                .collect()
        });
        let games: Vec<Game> = games.into_iter().flatten().collect();
        for batch in games.chunks(schedule.games_per_update) {
            self.learn(batch, &schedule);
        }
        self.games += schedule.chunk as u64;
        let error = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.error)).sum::<f64>();
        let positions = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.positions)).sum::<u64>();
        let error = (error / positions.max(1) as f64).sqrt();
        TrainingProgress { games: self.games, of: self.settings.games, positions, error, schedule }
    }

    /// One update of both nets.
    fn learn(&mut self, games: &[Game], schedule: &Schedule) {
        let nets = &self.nets;
        let lambda = schedule.lambda;
        self.pool.install(|| {
            self.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                for game in games.iter().skip(i).step_by(SHARDS) {
                    vectorized(Learn { nets, game, lambda, shard });
                }
            });
        });
        for (net, adam) in self.adams.iter_mut().enumerate() {
            let positions = games.iter().flat_map(|game| &game.steps);
            let count = positions.filter(|step| super::learn::route(step.class).0 == net).count();
            if count == 0 {
                continue;
            }
            let mut gradients: Vec<_> =
                self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.gradients[net])).collect();
            let learning = &mut self.nets[net];
            self.pool.install(|| {
                adam.update(&mut learning.parameters, &mut gradients, 1.0 / count as f32, schedule.rate);
                learning.settle();
            });
            for (shard, gradient) in self.shards.iter_mut().zip(gradients) {
                shard.gradients[net] = gradient;
            }
        }
    }
}

/// The shapes of the contact net and of the race net.
pub(super) fn shapes(settings: &TrainSettings) -> [Shape; 2] {
    [
        Shape { features: INPUTS[0], rule: HeadRule::Route, hidden: settings.hidden, middle: PANEL, heads: 2 },
        Shape { features: INPUTS[1], rule: HeadRule::Route, hidden: settings.race_hidden, middle: PANEL, heads: 1 },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::bearoff::Bearoff;

    const SETTINGS: TrainSettings = TrainSettings {
        seed: 7,
        games: 256,
        hidden: 64,
        race_hidden: 64,
        exploration: 0.05,
        without_luck: 0.5,
        rate: (2e-3, 1e-3),
        lambda: (0.8, 0.5),
        lambda_without_luck: 0.9,
        games_per_update: (16, 32),
        threads: 1,
    };

    /// Ends a run after so many chunks.
    struct Chunks(usize, Vec<TrainingProgress>);

    impl TrainingObserver for Chunks {
        fn learned(&mut self, progress: &TrainingProgress, _: &Trainer) -> ControlFlow<()> {
            self.1.push(*progress);
            if self.1.len() == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn threads_and_interruptions_do_not_change_a_run() {
        let endings = Bearoff::standard();
        let mut straight = Trainer::new(SETTINGS).unwrap();
        let mut seen = Chunks(usize::MAX, Vec::new());
        straight.run(&*endings, &mut seen);
        assert_eq!(straight.games(), SETTINGS.games);
        assert!(seen.1.last().unwrap().schedule.style.without_luck);

        let mut begun = Trainer::new(TrainSettings { threads: 2, ..SETTINGS }).unwrap();
        begun.run(&*endings, &mut Chunks(1, Vec::new()));
        assert!(begun.games() < SETTINGS.games);
        let mut resumed = Trainer::resume(SETTINGS, &begun.checkpoint()).unwrap();
        resumed.run(&*endings, &mut Chunks(usize::MAX, Vec::new()));
        assert!(straight.checkpoint() == resumed.checkpoint(), "the runs differ");
        OwnNets::from_bytes(&resumed.net_file()).unwrap();
    }

    #[test]
    fn faulty_checkpoints_are_named() {
        use crate::train::CheckpointError;
        let bytes = Trainer::new(SETTINGS).unwrap().checkpoint();
        let fault = |settings, bytes: &[u8]| Trainer::resume(settings, bytes).map(|_| ()).unwrap_err();
        assert_eq!(fault(SETTINGS, b"gammon"), CheckpointError::Magic);
        assert_eq!(fault(SETTINGS, &bytes[..bytes.len() - 1]), CheckpointError::Length);
        let wider = TrainSettings { hidden: 128, ..SETTINGS };
        assert_eq!(fault(wider, &bytes), CheckpointError::Widths(64, 64));
    }
}
