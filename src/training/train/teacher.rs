//! A teacher: a plain net of f32 layers, made elsewhere, whose answers the own nets learn and which can play itself.
//!
//! The file holds nothing but weights: little-endian f32, layer after layer, each `[out][in]` and then the biases.
//! There are 196 inputs and five outputs; units between layers are cut off at 0, the outputs go through the logistic
//! function.
//!
//! Many positions are answered at once, and the answers are the same on every machine.

use super::product::{GROUP, Six, by_column, product};
use crate::board::{Checkers, Position, SeenBy};
use crate::eval::own::{OUTPUTS, sigmoid};
use crate::eval::{Class, Nets, Outputs};
use crate::simd::{Instructions, Vectorized, vectorized};
use arrayvec::ArrayVec;
use gammon_engine::digest::Sha256;
use thiserror::Error;

/// Inputs of one side: four for each point, bar, off.
const SIDE_INPUTS: usize = 24 * 4 + 2;
/// Inputs of a teacher.
const INPUTS: usize = 2 * SIDE_INPUTS;
/// The most inputs of a position that are not 0: three for each of 15 checkers would be more than enough.
const MOST_LIT: usize = 2 * 48;
/// Positions that go through a layer before the next layer.
const BATCH: usize = 16 * GROUP;

/// Why bytes are not the weights of a teacher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TeacherError {
    /// The file has another length than its layers need.
    #[error("a teacher with these layers has {expected} bytes, not {found}")]
    Length {
        /// Bytes that the layers need.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// A weight that is not a finite number.
    #[error("the teacher has a weight that is not a number")]
    NotFinite,
}

/// A teacher, ready to answer.
#[derive(Debug)]
pub struct Teacher {
    layers: Vec<Layer>,
    fingerprint: [u8; 32],
}

/// Weights to a layer.
#[derive(Debug)]
struct Layer {
    inputs: usize,
    /// `[unit / 16][input][unit % 16]`; units that are not there are 0.
    weights: Vec<[f32; 16]>,
    /// `[unit / 16][unit % 16]`.
    bias: Vec<[f32; 16]>,
}

/// Room for the answers to many positions.
#[derive(Debug, Default)]
pub struct TeacherRoom {
    units: [Vec<Six>; 2],
}

impl Teacher {
    /// Reads weights with this many units between inputs and outputs.
    ///
    /// # Errors
    /// When the bytes are not such weights.
    pub fn from_bytes(bytes: &[u8], hidden: &[usize]) -> Result<Self, TeacherError> {
        let sizes: Vec<usize> = [INPUTS].into_iter().chain(hidden.iter().copied()).chain([OUTPUTS]).collect();
        let expected = 4 * sizes.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum::<usize>();
        if bytes.len() != expected {
            return Err(TeacherError::Length { expected, found: bytes.len() });
        }
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(TeacherError::NotFinite);
        }
        let mut rest = numbers.as_slice();
        let layers = sizes.windows(2).map(|pair| {
            let (weights, after) = rest.split_at(pair[0] * pair[1]);
            let (bias, after) = after.split_at(pair[1]);
            rest = after;
            Layer::new(pair[0], weights, bias)
        });
        Ok(Self { layers: layers.collect(), fingerprint: Sha256::of(bytes) })
    }

    /// Appends what the side on roll gets in each position, gammons no more than wins and so on.
    pub fn answer(&self, positions: &[Position], room: &mut TeacherRoom, outputs: &mut Vec<Outputs>) {
        vectorized(Answer { teacher: self, positions, units: &mut room.units, outputs });
    }
}

impl Nets for Teacher {
    fn write_outputs(&self, classes: &[Class], seen: SeenBy, positions: &[Position], out: &mut [Outputs]) {
        let asked: Vec<Position> = positions
            .iter()
            .zip(classes)
            .filter(|(_, class)| class.uses_net())
            .map(|(position, _)| {
                let [on_roll, opponent] = seen.sides(position);
                Position::from_checkers(*on_roll, *opponent)
            })
            .collect();
        let mut answers = Vec::with_capacity(asked.len());
        self.answer(&asked, &mut TeacherRoom::default(), &mut answers);
        let written = out.iter_mut().zip(classes).filter(|(_, class)| class.uses_net());
        for ((out, _), answer) in written.zip(answers) {
            *out = answer;
        }
    }

    fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }
}

impl Layer {
    fn new(inputs: usize, weights: &[f32], bias: &[f32]) -> Self {
        let panels = bias.len().div_ceil(16);
        let mut layer = Self { inputs, weights: vec![[0.0; 16]; panels * inputs], bias: vec![[0.0; 16]; panels] };
        for (unit, (weights, &bias)) in weights.chunks_exact(inputs).zip(bias).enumerate() {
            layer.bias[unit / 16][unit % 16] = bias;
            for (input, &weight) in weights.iter().enumerate() {
                layer.weights[unit / 16 * inputs + input][unit % 16] = weight;
            }
        }
        layer
    }

    /// The weights from all inputs to each sixteen units, and the biases.
    fn panels(&self) -> impl Iterator<Item = (&[[f32; 16]], &[f32; 16])> {
        self.weights.chunks_exact(self.inputs).zip(&self.bias)
    }

    /// Units, sixteen more at a time.
    fn units(&self) -> usize {
        16 * self.bias.len()
    }
}

/// One call of [`Teacher::answer`].
struct Answer<'a> {
    teacher: &'a Teacher,
    positions: &'a [Position],
    units: &'a mut [Vec<Six>; 2],
    outputs: &'a mut Vec<Outputs>,
}

impl Vectorized for Answer<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { teacher, positions, units: [from, to], outputs } = self;
        let (first, others) = teacher.layers.split_first().expect("inputs lead somewhere");
        for positions in positions.chunks(BATCH) {
            first_layer(with, first, positions, from);
            for layer in others {
                // Places of a layer beyond its units are 0 and have no weights.
                let before = from.len() / positions.len().div_ceil(GROUP);
                from.iter_mut().flatten().for_each(|unit| *unit = unit.max(0.0));
                to.clear();
                for group in from.chunks_exact(before) {
                    for (weights, bias) in layer.panels() {
                        let sums = product(with, group, weights, with.load(bias));
                        let start = to.len();
                        to.resize(start + 16, [0.0; GROUP]);
                        by_column(sums, to.last_chunk_mut().expect("sixteen units"));
                    }
                }
                std::mem::swap(from, to);
            }
            let last = from.len() / positions.len().div_ceil(GROUP);
            for i in 0..positions.len() {
                let sums: [f32; OUTPUTS] = std::array::from_fn(|k| from[i / GROUP * last + k][i % GROUP]);
                outputs.push(limited(sums.map(sigmoid)));
            }
        }
    }
}

/// The sums of the first layer, whose inputs are mostly 0.
#[inline(always)]
fn first_layer<I: Instructions>(with: I, layer: &Layer, positions: &[Position], to: &mut Vec<Six>) {
    to.clear();
    for group in positions.chunks(GROUP) {
        let start = to.len();
        to.resize(start + layer.units(), [0.0; GROUP]);
        let lit: ArrayVec<_, GROUP> = group.iter().map(lit).collect();
        for ((weights, bias), to) in layer.panels().zip(to[start..].as_chunks_mut::<16>().0) {
            let mut sums = [with.load(bias); GROUP];
            for (sum, lit) in sums.iter_mut().zip(&lit) {
                for &(input, value) in lit {
                    *sum = *sum + with.splat(value) * with.load(&weights[usize::from(input)]);
                }
            }
            by_column(sums, to);
        }
    }
}

/// The inputs of a position that are not 0.
fn lit(position: &Position) -> ArrayVec<(u16, f32), MOST_LIT> {
    let mut lit = ArrayVec::new();
    for (side, checkers) in [position.on_roll(), position.opponent()].into_iter().enumerate() {
        side_inputs(checkers, |input, value| {
            // The opponent's points are counted as the side on roll counts them.
            let input = if side == 0 || input >= 24 * 4 { input } else { (23 - input / 4) * 4 + input % 4 };
            lit.push(((side * SIDE_INPUTS + input) as u16, value));
        });
    }
    lit
}

/// The inputs of a side that are not 0, by its own points.
fn side_inputs(checkers: &Checkers, mut light: impl FnMut(usize, f32)) {
    let counts = checkers.counts();
    for (point, &count) in counts[..24].iter().enumerate() {
        (0..usize::from(count.min(3))).for_each(|i| light(4 * point + i, 1.0));
        if count > 3 {
            light(4 * point + 3, f32::from(count - 3) / 2.0);
        }
    }
    if checkers.on_bar() > 0 {
        light(4 * 24, f32::from(checkers.on_bar()) / 2.0);
    }
    let off = 15 - checkers.total().min(15);
    if off > 0 {
        light(4 * 24 + 1, off as f32 / 15.0);
    }
}

/// No more gammons than wins, no more backgammons than gammons.
fn limited([win, gammon, backgammon, lose_gammon, lose_backgammon]: [f32; OUTPUTS]) -> Outputs {
    let (gammon, lose_gammon) = (gammon.min(win), lose_gammon.min(1.0 - win));
    Outputs([win, gammon, backgammon.min(gammon), lose_gammon, lose_backgammon.min(lose_gammon)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::notation::setup_from_position_id;
    use std::io::Write;

    fn random(hidden: &[usize]) -> Vec<u8> {
        let mut state = 4_u32;
        let mut uniform = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 16_777_216.0
        };
        let sizes: Vec<usize> = [INPUTS].into_iter().chain(hidden.iter().copied()).chain([OUTPUTS]).collect();
        let numbers = sizes.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum();
        (0..numbers).flat_map(|_| (uniform() - 0.5).to_le_bytes()).collect()
    }

    /// As the file is described, in f64, without any of the arrangement above.
    fn plainly(bytes: &[u8], hidden: &[usize], position: &Position) -> [f64; OUTPUTS] {
        let mut numbers = bytes.as_chunks().0.iter().map(|&four| f64::from(f32::from_le_bytes(four)));
        let mut units = vec![0.0; INPUTS];
        for (input, value) in lit(position) {
            units[usize::from(input)] += f64::from(value);
        }
        for (layer, &outputs) in hidden.iter().chain([&OUTPUTS]).enumerate() {
            if layer > 0 {
                units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
            }
            let mut next: Vec<f64> = (0..outputs)
                .map(|_| units.iter().zip(&mut numbers).map(|(unit, weight)| unit * weight).sum())
                .collect();
            next.iter_mut().zip(&mut numbers).for_each(|(sum, bias)| *sum += bias);
            units = next;
        }
        std::array::from_fn(|k| 1.0 / (1.0 + (-units[k]).exp()))
    }

    #[test]
    fn answers_are_those_of_the_layers() {
        let hidden = [40, 16, 7];
        let bytes = random(&hidden);
        let teacher = Teacher::from_bytes(&bytes, &hidden).unwrap();
        let start = Variation::Standard.starting_position();
        let positions: Vec<Position> = (0..BATCH + 5)
            .map(|i| {
                let mut counts = *start.on_roll().counts();
                counts[5] -= 4;
                counts[i % 20] += 1;
                counts[24] += (i % 3) as u8;
                Position::from_checkers(Checkers::new(counts), *start.opponent())
            })
            .collect();
        let mut answers = Vec::new();
        teacher.answer(&positions, &mut TeacherRoom::default(), &mut answers);
        assert_eq!(answers.len(), positions.len());
        for (position, answer) in positions.iter().zip(&answers) {
            let expected = limited(plainly(&bytes, &hidden, position).map(|p| p as f32));
            for (expected, found) in expected.0.into_iter().zip(answer.0) {
                assert!((expected - found).abs() < 1e-5, "{expected} {found}");
            }
        }
        assert_ne!(answers[0], answers[1]);
    }

    #[test]
    fn faults_are_named() {
        let mut bytes = random(&[8]);
        let expected = bytes.len();
        let fault = |bytes: &[u8]| Teacher::from_bytes(bytes, &[8]).map(|_| ()).unwrap_err();
        assert_eq!(fault(&bytes[1..]), TeacherError::Length { expected, found: expected - 1 });
        bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(fault(&bytes), TeacherError::NotFinite);
    }

    /// The teacher itself does not come with the program.
    #[test]
    fn the_known_teacher_says_what_it_said_elsewhere() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/teacher");
        let files = [folder.join("puretd-prob5.f32"), folder.join("check.csv")];
        let [Ok(weights), Ok(check)] = files.map(std::fs::read) else {
            // Past the capture of the test, so that it is seen.
            let _ = writeln!(std::io::stderr(), "SKIPPED: no teacher in {}", folder.display());
            return;
        };
        let teacher = Teacher::from_bytes(&weights, &[512, 512, 256, 128]).unwrap();
        let check = String::from_utf8(check).unwrap();
        let lines = check.lines().filter(|line| !line.starts_with('#')).skip(1);
        let (mut positions, mut expected) = (Vec::new(), Vec::new());
        for fields in lines.map(|line| line.split(',').collect::<Vec<_>>()) {
            let setup = setup_from_position_id(fields[0]).unwrap();
            positions.push(setup.into_position(Variation::Standard).unwrap());
            expected.push(limited(std::array::from_fn(|k| fields[2 + k].parse().unwrap())));
        }
        assert!(positions.len() > 900);
        let mut answers = Vec::new();
        teacher.answer(&positions, &mut TeacherRoom::default(), &mut answers);
        for (i, (expected, found)) in expected.iter().zip(&answers).enumerate() {
            for (expected, found) in expected.0.iter().zip(found.0) {
                assert!((expected - found).abs() < 1e-5, "{i}: {expected} {found}");
            }
        }
    }
}
