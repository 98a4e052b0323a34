//! Labels as a service: positions in, chances and equities out, by the sources that training itself learns from, by
//! search and by rollouts.

use super::answers::{Answering, Answers};
use super::cube_answers::CubeAnswering;
use super::subject::Subject;
use crate::board::{Player, Position};
use crate::eval::{Efficiencies, Evaluator, Outputs};
use crate::rollout::{Engine, Job, RolloutSettings, Unobserved};
use crate::scoring::{Cube, Met, Terms};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;

/// Positions that a thread labels at a time.
const BLOCK: usize = 128;

/// The source of labels.
#[derive(Debug)]
pub enum LabelSource {
    /// The answers from which training learns.
    Training(Answers),
    /// Rollouts without a cube, with plays at 0 plies and the luck subtracted.
    Rollout {
        /// Trials of each position.
        trials: u64,
        /// Seed of the dice.
        seed: u32,
    },
}

/// The label of a position, for the side on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// The chances.
    pub outputs: Outputs,
    /// The equity without a cube.
    pub equity: f32,
    /// Equities for money in units of the cube, not doubling now, for each way the cube lies: in the order of
    /// [`Efficiencies`].
    pub cubes: Option<[f32; Efficiencies::WAYS]>,
}

/// Labels positions. A label is a function of its position, whatever the threads.
pub struct Labeler {
    source: LabelSource,
    nets: Arc<Evaluator>,
    /// How far to look ahead for equities with the cube.
    cubes: Option<u8>,
    pool: ThreadPool,
}

impl Labeler {
    /// A labeller with these nets, on so many threads. With `cubes` labels have equities with the cube, so many plies
    /// deep.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(
        source: LabelSource,
        nets: Arc<Evaluator>,
        cubes: Option<u8>,
        threads: usize,
    ) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self { source, nets, cubes, pool: ThreadPoolBuilder::new().num_threads(threads.max(1)).build()? })
    }

    /// The labels of positions, in their order.
    pub fn label(&self, positions: &[Position]) -> Vec<Label> {
        let blocks: Vec<Vec<Label>> =
            self.pool.install(|| positions.par_chunks(BLOCK).map(|positions| self.label_block(positions)).collect());
        blocks.concat()
    }

    fn label_block(&self, positions: &[Position]) -> Vec<Label> {
        let cubes = self.cubes.map(|plies| {
            let mut answering = CubeAnswering::new(&self.nets, plies);
            positions.iter().map(|position| answering.answer(position)).collect::<Vec<_>>()
        });
        let values: Vec<(Outputs, f32)> = match &self.source {
            LabelSource::Training(answers) => {
                let mut answering = Answering::new(answers, &self.nets, Subject::Contact);
                answering.answer(positions).into_iter().map(|outputs| (outputs, outputs.cubeless_equity())).collect()
            }
            LabelSource::Rollout { trials, seed } => {
                positions.iter().map(|position| self.rolled_out(position, *trials, *seed)).collect()
            }
        };
        let label = |(place, (outputs, equity)): (usize, (Outputs, f32))| Label {
            outputs,
            equity,
            cubes: cubes.as_ref().map(|cubes| cubes[place]),
        };
        values.into_iter().enumerate().map(label).collect()
    }

    fn rolled_out(&self, position: &Position, trials: u64, seed: u32) -> (Outputs, f32) {
        let engine = Engine::new(Arc::clone(&self.nets), Arc::new(Met::kazaross_xg2()));
        let settings = RolloutSettings::default().with(|it| {
            it.trials = trials;
            it.seed = seed;
            it.cubeful = false;
        });
        let job = Job::position(position, Cube::START, Player::Bottom, MONEY);
        let rollout = engine.rollout(&job, &settings, 1, &mut Unobserved).expect("a job, and a thread to play it");
        let estimates = &rollout.result.candidates[0].estimates;
        let mean = |k: usize| estimates.outputs[k].mean as f32;
        (Outputs(std::array::from_fn(mean)), estimates.cubeless.equity.mean as f32)
    }
}

/// Gammons count, and nobody beavers.
const MONEY: Terms = Terms::Money { jacoby: false, beavers: 0 };
