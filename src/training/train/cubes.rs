//! Teaching the heads of the contact net how live the cube of a position is.
//!
//! An equity with the cube is linear in the cube efficiency, and a head's efficiencies are linear in its middle units,
//! so that their weights are found by least squares: no rate, no steps, and the rest of the net stays as it is.
//!
//! The net learns equities backed up over the rolls. A round values positions one ply deep, with the efficiencies of
//! the round before where a look ends, and finds the weights that give these equities at once. In the first round the
//! standard numbers stand there. Equities so come to agree with those that they lead to; each round has twice as many
//! positions as the one before.

use super::chance::Chance;
use super::cube_answers::CubeAnswering;
use super::float_net::{Batch, FloatNet, Rounding};
use super::lessons::Walker;
use super::subject::Subject;
use crate::board::{Position, SeenBy};
use crate::eval::bearoff::Bearoff;
use crate::eval::own::{CubeHead, OwnNet, OwnNetError, OwnNets, Route, rows_of};
use crate::eval::{Efficiencies, Evaluator, Leaf, NetSet, Scratch};
use crate::simd::{Instructions, Vectorized, vectorized};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;

/// Positions that one stream of chance finds.
const BLOCK: usize = 1024;
/// Blocks whose sums are held at a time.
const TOGETHER: u64 = 8;
/// How firmly weights are held to 0 where few positions say what they are: as firmly as this much evidence would.
const HOLD: f64 = 1.0;
/// Ways the cube lies.
const WAYS: usize = Efficiencies::WAYS;

/// Everything that the learning depends on, beside the nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeSettings {
    /// Seed of all chance.
    pub seed: u64,
    /// Positions of the last round, rounded up to whole blocks of 1,024.
    pub positions: u64,
    /// Rounds.
    pub rounds: u32,
    /// Worker threads; the result does not depend on them.
    pub threads: usize,
}

/// A round that was done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeProgress {
    /// Counted from 1.
    pub round: u32,
    /// Positions of the round.
    pub positions: u64,
    /// Root of the mean squared difference between equities and answers with the efficiencies of the round before, for
    /// each way the cube lies.
    pub before: [f64; WAYS],
    /// The same with those of this round, on the positions that it learned.
    pub after: [f64; WAYS],
    /// The efficiencies that would fit best if they were the same everywhere.
    pub constant: [f64; WAYS],
}

/// A net whose heads learn how live cubes are.
pub struct CubeTrainer {
    settings: CubeSettings,
    nets: Vec<OwnNet>,
    routes: [Route; 3],
    /// The contact net as its middle units are computed.
    units: FloatNet,
    evaluator: Arc<Evaluator>,
    bearoff: Arc<Bearoff>,
    rounds: u32,
    pool: ThreadPool,
}

impl CubeTrainer {
    /// A trainer that starts with the nets of a file. Nets that know cubes already go on from what they know.
    ///
    /// # Errors
    /// When the file is no net file.
    ///
    /// # Panics
    /// When threads cannot be started.
    pub fn new(settings: CubeSettings, file: &[u8], bearoff: Arc<Bearoff>) -> Result<Self, OwnNetError> {
        let (nets, routes) = OwnNets::stored(file)?;
        let contact = &nets[usize::from(routes[0].net)];
        let units = FloatNet::from_stored(contact).with_rounding(Rounding::AsStored);
        let evaluator = evaluator(&nets, routes, &bearoff)?;
        let pool: Result<_, ThreadPoolBuildError> =
            ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build();
        let pool = pool.expect("threads to work with");
        Ok(Self { settings, nets, routes, units, evaluator, bearoff, rounds: 0, pool })
    }

    /// The nets as they are now, as the bytes of a net file.
    pub fn net_file(&self) -> Vec<u8> {
        OwnNets::to_bytes(&self.nets, self.routes)
    }

    /// The next round; `None` after the last. `goes_on` is told the positions done, and may end the round.
    ///
    /// # Panics
    /// Never: nets that were read can be written and read again.
    pub fn step(&mut self, mut goes_on: impl FnMut(u64) -> bool) -> Option<CubeProgress> {
        let CubeSettings { positions, rounds, seed, .. } = self.settings;
        if self.rounds >= rounds {
            return None;
        }
        let blocks = (positions >> (rounds - 1 - self.rounds)).div_ceil(BLOCK as u64).max(1);
        // No block of any round is one of another.
        let first = u64::from(self.rounds) << 40;
        let mut sums = vec![Sums::default(); self.heads()];
        for done in (0..blocks).step_by(TOGETHER as usize) {
            let numbers = first + done..first + blocks.min(done + TOGETHER);
            let parts: Vec<Vec<Sums>> = self
                .pool
                .install(|| numbers.into_par_iter().map(|block| self.block(Chance::new(seed, block))).collect());
            // In the order of the blocks.
            for part in parts {
                sums.iter_mut().zip(part).for_each(|(sum, part)| sum.add(&part));
            }
            if !goes_on(blocks.min(done + TOGETHER) * BLOCK as u64) {
                return None;
            }
        }
        self.rounds += 1;
        Some(self.learn(&sums, blocks * BLOCK as u64))
    }

    fn heads(&self) -> usize {
        self.units.shape.heads
    }

    /// The amount that the positions of one stream of chance add to the sums of each head.
    fn block(&self, mut chance: Chance) -> Vec<Sums> {
        let positions = Walker::new(&self.evaluator, Subject::Contact).positions(BLOCK, &mut chance);
        let mut answering = CubeAnswering::new(&self.evaluator, 1);
        let mut lessons: Vec<Lesson> =
            positions.into_iter().map(|position| self.lesson(position, &mut answering)).collect();
        lessons.sort_by_key(|lesson| lesson.head);
        let mut sums = vec![Sums::default(); self.heads()];
        let mut batch = Batch::default();
        for lessons in lessons.chunk_by(|a, b| a.head == b.head) {
            vectorized(Units { net: &self.units, lessons, batch: &mut batch });
            let head = &self.nets[usize::from(self.routes[0].net)].heads[lessons[0].head];
            for (place, lesson) in lessons.iter().enumerate() {
                sums[lessons[0].head].count(lesson, batch.middle_units(place), head.cube.as_ref());
            }
        }
        sums
    }

    fn lesson(&self, position: Position, answering: &mut CubeAnswering) -> Lesson {
        let answers = answering.answer(&position).map(f64::from);
        let outputs = self.evaluator.outputs(&position, &mut Scratch::new());
        let value = |efficiency| {
            let leaf = Leaf {
                outputs,
                efficiencies: Efficiencies::all(efficiency),
                exact: None,
                at_score: None,
                turns_at_once: false,
            };
            answering.cubes.each_ref().map(|cube| f64::from(leaf.value(cube)))
        };
        let head = Subject::head_of(&position, self.units.shape.rule);
        Lesson { position, head, dead: value(0.0), live: value(1.0), answers }
    }

    /// Finds the weights from the sums of a round.
    fn learn(&mut self, sums: &[Sums], positions: u64) -> CubeProgress {
        let middle = self.units.shape.middle;
        let total = |of: &dyn Fn(&Sums) -> f64| sums.iter().map(of).sum::<f64>();
        let constant: [f64; WAYS] =
            std::array::from_fn(|way| total(&|sums| sums.slope_error[way]) / total(&|sums| sums.slope_square[way]));
        let mut after = [0.0; WAYS];
        let net = &mut self.nets[usize::from(self.routes[0].net)];
        for (head, sums) in net.heads.iter_mut().zip(sums) {
            let weights: [Vec<f64>; WAYS] = std::array::from_fn(|way| sums.solve(way, middle, constant[way]));
            for (way, after) in after.iter_mut().enumerate() {
                *after += sums.squared_error(way, &weights[way]);
            }
            let bias = std::array::from_fn(|way| weights[way][middle] as f32);
            let weights = weights.map(|weights| weights[..middle].iter().map(|&weight| weight as f32).collect());
            head.cube = Some(CubeHead { weights, bias });
        }
        self.evaluator = evaluator(&self.nets, self.routes, &self.bearoff).expect("nets that were read before");
        let root = |squares: f64| (squares / positions as f64).sqrt();
        CubeProgress {
            round: self.rounds,
            positions,
            before: std::array::from_fn(|way| root(total(&|sums| sums.before[way]))),
            after: after.map(root),
            constant,
        }
    }
}

fn evaluator(nets: &[OwnNet], routes: [Route; 3], bearoff: &Arc<Bearoff>) -> Result<Arc<Evaluator>, OwnNetError> {
    Ok(Arc::new(Evaluator::new(NetSet::Own(OwnNets::from_nets(nets, routes)?), Arc::clone(bearoff))))
}

/// A position, what it is worth with a dead and a perfectly live cube, and its answers.
struct Lesson {
    position: Position,
    head: usize,
    dead: [f64; WAYS],
    live: [f64; WAYS],
    answers: [f64; WAYS],
}

/// Computes the middle units of lessons of one head.
struct Units<'a> {
    net: &'a FloatNet,
    lessons: &'a [Lesson],
    batch: &'a mut Batch,
}

impl Vectorized for Units<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { net, lessons, batch } = self;
        batch.clear();
        let rows = |lesson: &Lesson| rows_of(net.shape.features, SeenBy::OnRoll.sides(&lesson.position));
        batch.rows.extend(lessons.iter().map(rows));
        net.forward(with, lessons[0].head, batch);
    }
}

/// Sums over the lessons of a head, for each way the cube lies. `slope` is what an efficiency of 1 adds to the equity,
/// `error` what is to be added.
#[derive(Clone, Debug, Default)]
struct Sums {
    /// Products of the slopes by each two weights, the lower triangle; one row for each middle unit and one for the
    /// bias.
    products: [Vec<f64>; WAYS],
    /// Products of slopes and errors.
    errors: [Vec<f64>; WAYS],
    slope_square: [f64; WAYS],
    slope_error: [f64; WAYS],
    error_square: [f64; WAYS],
    /// Squared errors with the weights of before.
    before: [f64; WAYS],
}

impl Sums {
    /// Adds a lesson with these middle units; `known` is what the head knew before.
    fn count(&mut self, lesson: &Lesson, units: impl Iterator<Item = f32>, known: Option<&CubeHead>) {
        let inputs: Vec<f64> = units.map(f64::from).chain([1.0]).collect();
        let size = inputs.len();
        for way in 0..WAYS {
            let slope = lesson.live[way] - lesson.dead[way];
            let error = lesson.answers[way] - lesson.dead[way];
            let (products, errors) = (&mut self.products[way], &mut self.errors[way]);
            products.resize(size * (size + 1) / 2, 0.0);
            errors.resize(size, 0.0);
            let mut place = products.iter_mut();
            for (i, &input) in inputs.iter().enumerate() {
                let scaled = slope * slope * input;
                for other in &inputs[..=i] {
                    *place.next().expect("a place for each pair") += scaled * other;
                }
            }
            errors.iter_mut().zip(&inputs).for_each(|(sum, input)| *sum += slope * error * input);
            self.slope_square[way] += slope * slope;
            self.slope_error[way] += slope * error;
            self.error_square[way] += error * error;
            let efficiency = known.map_or(f64::from(crate::eval::CubeEfficiency::STANDARD.contact), |head| {
                let weights = head.weights[way].iter().chain([&head.bias[way]]);
                let sum: f64 = weights.zip(&inputs).map(|(&weight, input)| f64::from(weight) * input).sum();
                sum.clamp(0.0, 1.0)
            });
            self.before[way] += (error - efficiency * slope).powi(2);
        }
    }

    fn add(&mut self, other: &Self) {
        for way in 0..WAYS {
            for (to, from) in
                [(&mut self.products[way], &other.products[way]), (&mut self.errors[way], &other.errors[way])]
            {
                to.resize(to.len().max(from.len()), 0.0);
                to.iter_mut().zip(from).for_each(|(sum, part)| *sum += part);
            }
            self.slope_square[way] += other.slope_square[way];
            self.slope_error[way] += other.slope_error[way];
            self.error_square[way] += other.error_square[way];
            self.before[way] += other.before[way];
        }
    }

    /// The product of two inputs.
    fn product(&self, way: usize, i: usize, j: usize) -> f64 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[way][i * (i + 1) / 2 + j]
    }

    /// The weights of so many units that fit best, the bias last: `constant` and what departs from it. That is nothing
    /// where no position has reached the head.
    fn solve(&self, way: usize, units: usize, constant: f64) -> Vec<f64> {
        let size = self.errors[way].len();
        if size == 0 {
            return [vec![0.0; units], vec![constant]].concat();
        }
        // Cholesky's way, by rows.
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(size);
        for i in 0..size {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (j, other) in rows.iter().enumerate() {
                let known: f64 = row.iter().zip(other).map(|(a, b)| a * b).sum();
                row.push((self.product(way, i, j) - known) / other[j]);
            }
            let known: f64 = row.iter().map(|a| a * a).sum();
            row.push((self.product(way, i, i) + HOLD - known).sqrt());
            rows.push(row);
        }
        let bias = size - 1;
        let mut weights: Vec<f64> =
            (0..size).map(|i| self.errors[way][i] - constant * self.product(way, i, bias)).collect();
        for i in 0..size {
            let known: f64 = rows[i][..i].iter().zip(&weights).map(|(a, b)| a * b).sum();
            weights[i] = (weights[i] - known) / rows[i][i];
        }
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|j| rows[j][i] * weights[j]).sum();
            weights[i] = (weights[i] - known) / rows[i][i];
        }
        weights[bias] += constant;
        weights
    }

    /// The sum of squared errors with some weights.
    fn squared_error(&self, way: usize, weights: &[f64]) -> f64 {
        let size = self.errors[way].len();
        let linear: f64 = self.errors[way].iter().zip(weights).map(|(error, weight)| error * weight).sum();
        let square: f64 = (0..size)
            .flat_map(|i| (0..size).map(move |j| (i, j)))
            .map(|(i, j)| weights[i] * weights[j] * self.product(way, i, j))
            .sum();
        (self.error_square[way] - 2.0 * linear + square).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::own::FirstLayer;
    use crate::train::float_net::Shape;

    const SETTINGS: CubeSettings = CubeSettings { seed: 4, positions: 4 * BLOCK as u64, rounds: 2, threads: 1 };

    fn trained(settings: CubeSettings) -> (Vec<CubeProgress>, Vec<u8>) {
        let file = Evaluator::standard_net_file();
        let (mut nets, routes) = OwnNets::stored(&file).unwrap();
        nets.iter_mut().flat_map(|net| &mut net.heads).for_each(|head| head.cube = None);
        let mut trainer = CubeTrainer::new(settings, &OwnNets::to_bytes(&nets, routes), Bearoff::standard()).unwrap();
        let mut rounds = Vec::new();
        while let Some(round) = trainer.step(|_| true) {
            rounds.push(round);
        }
        (rounds, trainer.net_file())
    }

    #[test]
    fn efficiencies_come_nearer_to_what_is_seen_a_turn_later() {
        let (rounds, file) = trained(SETTINGS);
        assert_eq!(rounds.iter().map(|round| round.positions / BLOCK as u64).collect::<Vec<_>>(), [2, 4]);
        for round in &rounds {
            for way in 0..WAYS {
                assert!(round.after[way] < round.before[way] && round.after[way] < 0.1, "{round:?}");
                assert!((0.5..0.9).contains(&round.constant[way]), "{round:?}");
            }
        }
        assert!(trained(CubeSettings { threads: 2, ..SETTINGS }).1 == file, "threads make no difference");
        let nets = OwnNets::from_bytes(&file).unwrap();
        assert!(nets.knows_cubes());
    }

    #[test]
    fn nets_of_products_learn_about_cubes() {
        let (mut nets, routes) = OwnNets::stored(&Evaluator::standard_net_file()).unwrap();
        let contact = &mut nets[0];
        let (rule, heads) = (contact.rule, contact.heads.len());
        let shape =
            Shape { features: contact.features, rule, first: FirstLayer::Products, hidden: 64, middle: 32, heads };
        let mut chance = Chance::new(2, 0);
        *contact = FloatNet::random(shape, || chance.uniform()).quantized();
        let settings = CubeSettings { positions: 2 * BLOCK as u64, rounds: 1, ..SETTINGS };
        let mut trainer = CubeTrainer::new(settings, &OwnNets::to_bytes(&nets, routes), Bearoff::standard()).unwrap();
        let round = trainer.step(|_| true).unwrap();
        assert!((0..WAYS).all(|way| round.after[way] < round.before[way]), "{round:?}");
        let (mut learned, _) = OwnNets::stored(&trainer.net_file()).unwrap();
        assert!(learned[0].knows_cubes());
        learned[0].heads.iter_mut().for_each(|head| head.cube = None);
        assert!(learned[0] == nets[0], "the rest is as it was");
    }

    #[test]
    fn weights_that_fit_are_found() {
        let mut chance = Chance::new(9, 0);
        let mut number = || f64::from(chance.uniform());
        let known: Vec<f64> = (0..33).map(|_| number() * 0.1).collect();
        let mut sums = Sums::default();
        for _ in 0..4000 {
            let units: Vec<f32> = (0..32).map(|_| number() as f32).collect();
            let efficiency: f64 =
                units.iter().map(|&unit| f64::from(unit)).chain([1.0]).zip(&known).map(|(a, b)| a * b).sum();
            let dead = [number(); WAYS];
            let live = [dead[0] + 1.0 + number(); WAYS];
            let answers = [dead[0] + efficiency * (live[0] - dead[0]); WAYS];
            let position = crate::board::Variation::Standard.starting_position();
            sums.count(&Lesson { position, head: 0, dead, live, answers }, units.into_iter(), None);
        }
        let found = sums.solve(2, 32, 0.5);
        for (found, known) in found.iter().zip(&known) {
            assert!((found - known).abs() < 0.02, "{found} {known}");
        }
        assert!(sums.squared_error(2, &found) < 0.01 * sums.error_square[2]);
    }

    #[test]
    fn a_head_that_no_position_reached_has_the_constant() {
        let found = Sums::default().solve(2, 64, 0.7);
        assert!(found.len() == 65 && found[64] == 0.7 && found[..64].iter().all(|&weight| weight == 0.0));
    }
}
