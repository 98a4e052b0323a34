//! A net in f32 while it learns: parameters, forward pass, gradient, and the way to the integer net.
//!
//! This form computes the function of [`OwnNet`], without its rounding or with it ([`Rounding`]). Many positions go
//! through it at a time, so that weights and gradients are fetched once for several of them. Sums have one order, so
//! the result does not depend on the width of the machine's vectors.

use crate::eval::own::{
    ACCUMULATOR_ONE, ACTIVATION_ONE, FeatureSet, FirstLayer, Head, HeadRule, MAX_ROWS, OUTPUTS, OwnNet, PANEL,
    WEIGHT_ONE, sigmoid,
};
use crate::simd::{Floats, Instructions, Vectorized, vectorized};
use crate::train::product::{GROUP, Six, product, stored};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::ops::Range;

/// Second-layer weights stay representable in a byte.
const MIDDLE_LIMIT: f32 = 127.0 / WEIGHT_ONE;
/// First-layer weights stay small enough that no sum of them leaves an i16.
const ROW_LIMIT: f32 = i16::MAX as f32 / (ACCUMULATOR_ONE * (MAX_ROWS + 2) as f32);
/// A clipped middle unit still learns so much of what would bring it back between its ends.
const LEAK: f32 = 0.01;
/// First-layer weights begin between this and its negative.
pub(super) const ROW_SPREAD: f32 = 0.12;
/// First-layer biases begin here.
pub(super) const FIRST_BIAS: f32 = 0.4;
/// Biases of middle units begin here.
pub(super) const MIDDLE_BIAS: f32 = 0.3;
/// Parameters that a thread settles at a time.
const PART: usize = 1 << 14;

/// Whether a net answers as its integer form does while it learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Weights and units as they are.
    Exact,
    /// Weights and units as they are stored. Slopes are those without rounding, and a clipped middle unit does not stay
    /// so for ever.
    AsStored,
}

/// Sizes of a net and where its parameters lie in one flat array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The inputs beside the checkers.
    pub features: FeatureSet,
    /// How it picks a head.
    pub rule: HeadRule,
    /// The form of its first layer.
    pub first: FirstLayer,
    /// Units of the first layer, in 64s.
    pub hidden: usize,
    /// Units of the second layer, in panels of 32.
    pub middle: usize,
    /// Heads.
    pub heads: usize,
}

impl Shape {
    /// Parameters in all.
    pub const fn parameters(self) -> usize {
        (self.features.rows() + 1) * self.hidden + self.heads * self.head_size()
    }

    pub(super) const fn bias(self) -> usize {
        self.features.rows() * self.hidden
    }

    /// Inputs of the second layer.
    pub(super) const fn activations(self) -> usize {
        self.first.activations(self.hidden)
    }

    /// Weights to the middle units of a head.
    pub(super) const fn middle_weights(self) -> usize {
        self.activations() * self.middle
    }

    /// Sixteens of middle units.
    const fn sixteens(self) -> usize {
        self.middle / 16
    }

    /// Weights to middle units begin between this and its negative.
    pub(super) fn middle_spread(self) -> f32 {
        1.5 / (self.activations() as f32).sqrt()
    }

    const fn head_size(self) -> usize {
        self.middle_weights() + self.middle + OUTPUTS * self.middle + OUTPUTS
    }

    pub(super) const fn head(self, head: usize) -> Range<usize> {
        let start = self.bias() + self.hidden + head * self.head_size();
        start..start + self.head_size()
    }
}

/// Parameters, with the second layer also transposed for the gradient.
#[derive(Clone, Debug)]
pub struct FloatNet {
    /// The sizes.
    pub shape: Shape,
    /// All parameters: rows, bias, then each head (middle, its bias, outputs, their bias).
    pub parameters: Vec<f32>,
    rounding: Rounding,
    /// The weights that the passes use: the parameters, rounded or not.
    weights: Vec<f32>,
    /// Weights to the middle units as products read them: `[head][j / 16][i][j % 16]`.
    forth: Vec<[f32; 16]>,
    /// `[head][i / 16][j][i % 16]`.
    back: Vec<[f32; 16]>,
}

/// Positions that go through one head of a net together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The rows that each position lights up.
    pub rows: Vec<ArrayVec<u16, MAX_ROWS>>,
    /// The outputs of each, after the pass forward.
    pub outputs: Vec<[f32; OUTPUTS]>,
    /// Slopes of the loss by the arguments of the outputs' logistic functions, for the pass backward.
    pub slopes: Vec<[f32; OUTPUTS]>,
    /// First layer after clipping, `[unit / 16][position][unit % 16]`; later the slopes there.
    clipped: Vec<[f32; 16]>,
    /// Their squares or products, in the same order.
    activations: Vec<[f32; 16]>,
    /// `activations` as `[position / 6][activation][position % 6]`.
    activations_by_unit: Vec<Six>,
    /// Second layer after clipping, `[position][unit / 16][unit % 16]`.
    middle: Vec<[f32; 16]>,
    /// Slopes there, `[position / 6][unit][position % 6]`.
    middle_slopes: Vec<Six>,
    /// `middle_slopes` as `[unit / 6][position][unit % 6]`.
    middle_slopes_by_position: Vec<Six>,
    members: Members,
}

impl Batch {
    /// Makes room for other positions.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// The units of the second layer of a position, after the pass forward.
    pub fn middle_units(&self, position: usize) -> impl Iterator<Item = f32> {
        let sixteens = self.middle.len() / self.rows.len();
        self.middle[position * sixteens..][..sixteens].iter().flatten().copied()
    }
}

/// The positions that light up each row.
#[derive(Clone, Debug, Default)]
struct Members {
    /// Where those of each row begin; one more.
    starts: Vec<u32>,
    positions: Vec<u32>,
}

impl Members {
    /// Sorts positions by rows; `all` is a row that every position lights up.
    fn sort(&mut self, rows: &[ArrayVec<u16, MAX_ROWS>], all: usize) {
        let Self { starts, positions } = self;
        starts.clear();
        starts.resize(all + 3, 0);
        // Counts are two places further on, so that filling moves each start to its place.
        rows.iter().flatten().for_each(|&row| starts[usize::from(row) + 2] += 1);
        starts[all + 2] = rows.len() as u32;
        for row in 2..starts.len() {
            starts[row] += starts[row - 1];
        }
        positions.clear();
        positions.resize(starts[all + 2] as usize, 0);
        for (position, rows) in rows.iter().enumerate() {
            for row in rows.iter().map(|&row| usize::from(row)).chain([all]) {
                positions[starts[row + 1] as usize] = position as u32;
                starts[row + 1] += 1;
            }
        }
    }

    /// Every row that is lit, with its positions.
    fn lit(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let ranges = self.starts.windows(2).map(|ends| ends[0] as usize..ends[1] as usize);
        let all = ranges.enumerate().map(|(row, range)| (row, &self.positions[range]));
        all.filter(|(_, positions)| !positions.is_empty())
    }
}

/// Sixteens of units that loops keep in registers.
const BLOCK: usize = 4;
/// Units of a block.
const WIDTH: usize = 16 * BLOCK;

impl FloatNet {
    /// Small random parameters.
    pub fn random(shape: Shape, mut uniform: impl FnMut() -> f32) -> Self {
        let mut parameters = vec![0.0; shape.parameters()];
        let mut fill = |range: &mut [f32], spread: f32, center: f32| {
            range.iter_mut().for_each(|parameter| *parameter = center + spread * (2.0 * uniform() - 1.0));
        };
        fill(&mut parameters[..shape.bias()], ROW_SPREAD, 0.0);
        fill(&mut parameters[shape.bias()..shape.bias() + shape.hidden], 0.0, FIRST_BIAS);
        for head in 0..shape.heads {
            let head = &mut parameters[shape.head(head)];
            let (middle, rest) = head.split_at_mut(shape.middle_weights());
            fill(middle, shape.middle_spread(), 0.0);
            let (middle_bias, rest) = rest.split_at_mut(shape.middle);
            fill(middle_bias, 0.0, MIDDLE_BIAS);
            let (output, output_bias) = rest.split_at_mut(OUTPUTS * shape.middle);
            fill(output, 0.3, 0.0);
            // Gammons and backgammons are rare.
            output_bias.copy_from_slice(&[0.0, -1.2, -4.0, -1.2, -4.0]);
        }
        Self::from_parameters(shape, parameters)
    }

    /// A net from parameters in the order of [`FloatNet::parameters`].
    pub fn from_parameters(shape: Shape, parameters: Vec<f32>) -> Self {
        assert_eq!(parameters.len(), shape.parameters(), "as many parameters as the shape has");
        let (weights, room) =
            (parameters.clone(), vec![[0.0; 16]; shape.heads * shape.activations() * shape.sixteens()]);
        let mut net = Self { shape, parameters, rounding: Rounding::Exact, weights, forth: room.clone(), back: room };
        net.settle();
        net
    }

    /// The function of an integer net, to be learned on from there.
    pub fn from_stored(net: &OwnNet) -> Self {
        let &OwnNet { features, rule, first, hidden, middle, ref heads, .. } = net;
        let shape = Shape { features, rule, first, hidden, middle, heads: heads.len() };
        let mut parameters = Vec::with_capacity(shape.parameters());
        parameters.extend(net.rows.iter().chain(&net.bias).map(|&weight| f32::from(weight) / ACCUMULATOR_ONE));
        for head in &net.heads {
            parameters.extend(head.middle.iter().map(|&weight| f32::from(weight) / WEIGHT_ONE));
            parameters.extend(head.middle_bias.iter().map(|&bias| bias as f32 / (ACTIVATION_ONE * WEIGHT_ONE)));
            parameters.extend(head.output.iter().flatten().chain(&head.output_bias));
        }
        Self::from_parameters(shape, parameters)
    }

    /// These parameters with passes that round or do not.
    #[must_use]
    pub fn with_rounding(mut self, rounding: Rounding) -> Self {
        self.rounding = rounding;
        self.settle();
        self
    }

    /// Limits parameters and renews what is derived from them; to be called after they have changed.
    pub fn settle(&mut self) {
        let shape = self.shape;
        let is_rounded = self.rounding == Rounding::AsStored;
        let settle = |parameters: &mut [f32], weights: &mut [f32], limit: f32, one: f32| {
            let parts = parameters.par_chunks_mut(PART).zip(weights.par_chunks_mut(PART));
            let one = is_rounded.then_some(one);
            parts.for_each(|(parameters, weights)| vectorized(Settle { parameters, weights, limit, one }));
        };
        let first = shape.bias() + shape.hidden;
        settle(&mut self.parameters[..first], &mut self.weights[..first], ROW_LIMIT, ACCUMULATOR_ONE);
        for head in 0..shape.heads {
            let (parameters, weights) = (&mut self.parameters[shape.head(head)], &mut self.weights[shape.head(head)]);
            let (parameters, rest) = parameters.split_at_mut(shape.middle_weights());
            let (weights, weights_of_rest) = weights.split_at_mut(shape.middle_weights());
            settle(parameters, weights, MIDDLE_LIMIT, WEIGHT_ONE);
            weights_of_rest.copy_from_slice(rest);
            let size = shape.activations() * shape.sixteens();
            let panels = head * size..(head + 1) * size;
            let (forth, back) = (&mut self.forth[panels.clone()], &mut self.back[panels]);
            for (i, weights) in weights.chunks_exact(shape.middle).enumerate() {
                for (part, weights) in weights.as_chunks::<16>().0.iter().enumerate() {
                    forth[part * shape.activations() + i] = *weights;
                }
                for (j, weight) in weights.iter().enumerate() {
                    back[i / 16 * shape.middle + j][i % 16] = *weight;
                }
            }
        }
    }

    /// Outputs for the rows of positions.
    #[inline(always)]
    pub fn forward<I: Instructions>(&self, with: I, head: usize, batch: &mut Batch) {
        let (inputs, sixteens, count) = (self.shape.activations(), self.shape.sixteens(), batch.rows.len());
        self.first_layer(with, batch);
        let rest = &self.weights[self.shape.head(head)][self.shape.middle_weights()..];
        let (middle_bias, rest) = rest.split_at(self.shape.middle);
        batch.middle.clear();
        batch.middle.resize(count * sixteens, [0.0; 16]);
        let groups = batch.activations_by_unit.chunks_exact(inputs).zip(batch.middle.chunks_mut(GROUP * sixteens));
        for (units, middle) in groups {
            for (part, bias) in middle_bias.as_chunks::<16>().0.iter().enumerate() {
                let weights = &self.forth[(head * sixteens + part) * inputs..][..inputs];
                let sums = product(with, units, weights, with.load(bias)).map(Floats::clip);
                for (middle, sums) in middle.chunks_exact_mut(sixteens).zip(stored(sums)) {
                    middle[part] = sums;
                }
            }
        }
        let (output, bias) = rest.split_at(OUTPUTS * self.shape.middle);
        let output = output.as_chunks::<16>().0;
        batch.outputs.clear();
        batch.outputs.extend(batch.middle.chunks_exact(sixteens).map(|units| {
            let mut outputs = [0.0; OUTPUTS];
            for (k, weights) in output.chunks_exact(sixteens).enumerate() {
                let panels = weights.as_chunks::<PARTS>().0.iter().zip(units.as_chunks::<PARTS>().0);
                let mut sums = panels.map(|(weights, units)| {
                    let product = |half: usize| with.load(&units[half]) * with.load(&weights[half]);
                    let mut products = [0.0; 16];
                    (product(0) + product(1)).store(&mut products);
                    halving_sum(products)
                });
                let first = sums.next().expect("a panel of middle units");
                outputs[k] = sigmoid(bias[k] + sums.fold(first, |sum, panel| sum + panel));
            }
            outputs
        }));
    }

    /// Clipped units of the first layer and their squares or products, one block of units after another.
    #[inline(always)]
    fn first_layer<I: Instructions>(&self, with: I, batch: &mut Batch) {
        let Batch { rows, clipped, activations, activations_by_unit, .. } = batch;
        let (hidden, inputs, count) = (self.shape.hidden, self.shape.activations(), rows.len());
        let blocks = self.weights[..self.shape.bias() + hidden].as_chunks::<WIDTH>().0;
        let in_row = hidden / WIDTH;
        for (room, units) in [(&mut *clipped, hidden), (activations, inputs)] {
            room.clear();
            room.resize(count * units / 16, [0.0; 16]);
        }
        activations_by_unit.clear();
        activations_by_unit.resize(count.div_ceil(GROUP) * inputs, [0.0; GROUP]);
        for block in 0..in_row {
            let weights = |row: usize| blocks[row * in_row + block].as_chunks::<16>().0;
            let bias = weights(self.shape.features.rows());
            for (position, rows) in rows.iter().enumerate() {
                let mut sums: [I::Floats; BLOCK] = std::array::from_fn(|n| with.load(&bias[n]));
                for &row in rows {
                    for (sum, weights) in sums.iter_mut().zip(weights(usize::from(row))) {
                        *sum = *sum + with.load(weights);
                    }
                }
                let units = sums.map(Floats::clip);
                for (sixteen, unit) in (block * BLOCK..).zip(units) {
                    unit.store(&mut clipped[sixteen * count + position]);
                }
                let (factors, others) = match self.shape.first {
                    FirstLayer::Squares => (&units[..], &units[..]),
                    FirstLayer::Products => units.split_at(BLOCK / 2),
                };
                for (n, (&factor, &other)) in factors.iter().zip(others).enumerate() {
                    let mut product = factor * other;
                    if self.rounding == Rounding::AsStored {
                        product = product * with.splat(ACTIVATION_ONE);
                        product = (product + with.splat(ROUND)) + with.splat(-ROUND);
                        product = product * with.splat(1.0 / ACTIVATION_ONE);
                    }
                    let sixteen = block * factors.len() + n;
                    let place = sixteen * count + position;
                    product.store(&mut activations[place]);
                    let by_unit = &mut activations_by_unit[position / GROUP * inputs + 16 * sixteen..][..16];
                    for (six, &product) in by_unit.iter_mut().zip(&activations[place]) {
                        six[position % GROUP] = product;
                    }
                }
            }
        }
    }

    /// Adds the gradient for the slopes of a batch that has gone forward.
    #[inline(always)]
    pub fn backward<I: Instructions>(&self, with: I, head: usize, batch: &mut Batch, gradient: &mut [f32]) {
        let shape = self.shape;
        let (hidden, count) = (shape.hidden, batch.rows.len());
        let weights = &self.weights[shape.head(head)];
        let (first, heads) = gradient.split_at_mut(shape.bias() + hidden);
        let start = shape.head(head).start - first.len();
        let units = shape.middle;
        let (middle_gradient, rest) = heads[start..start + shape.head_size()].split_at_mut(shape.middle_weights());
        self.backward_outputs(with, &weights[shape.middle_weights() + units..], batch, rest);
        self.backward_middle(with, head, batch, middle_gradient);

        let Batch { rows, clipped, members, .. } = batch;
        members.sort(rows, shape.features.rows());
        let first = first.as_chunks_mut::<WIDTH>().0;
        let in_row = hidden / WIDTH;
        for (block, slopes) in clipped.chunks_exact(BLOCK * count).enumerate() {
            let slopes: [&[[f32; 16]]; BLOCK] = std::array::from_fn(|n| &slopes[n * count..(n + 1) * count]);
            for (row, positions) in members.lit() {
                let to = first[row * in_row + block].as_chunks_mut::<16>().0;
                let mut sums: [I::Floats; BLOCK] = std::array::from_fn(|n| with.load(&to[n]));
                for &position in positions {
                    for (sum, slopes) in sums.iter_mut().zip(slopes) {
                        *sum = *sum + with.load(&slopes[position as usize]);
                    }
                }
                for (sum, to) in sums.into_iter().zip(to) {
                    sum.store(to);
                }
            }
        }
    }

    /// Carries the slopes of the middle units back to the clipped units, in whose place they are put; adds the gradient
    /// of the weights between.
    #[inline(always)]
    fn backward_middle<I: Instructions>(&self, with: I, head: usize, batch: &mut Batch, gradient: &mut [f32]) {
        let (shape, units, count) = (self.shape, self.shape.middle, batch.rows.len());
        let Batch { activations, middle_slopes, middle_slopes_by_position, clipped, .. } = batch;
        let zero = with.splat(0.0);
        for (to, activations) in gradient.chunks_exact_mut(16 * units).zip(activations.chunks_exact(count)) {
            for (six, slopes) in middle_slopes_by_position.chunks_exact(count).enumerate() {
                for (j, sums) in (six * GROUP..units).zip(stored(product(with, slopes, activations, zero))) {
                    for (i, sum) in sums.into_iter().enumerate() {
                        to[i * units + j] += sum;
                    }
                }
            }
        }
        let size = shape.activations() * shape.sixteens();
        let back = &self.back[head * size..][..size];
        match shape.first {
            FirstLayer::Squares => {
                for (weights, clipped) in back.chunks_exact(units).zip(clipped.chunks_exact_mut(count)) {
                    for (slopes, clipped) in middle_slopes.chunks_exact(units).zip(clipped.chunks_mut(GROUP)) {
                        let sums = product(with, slopes, weights, zero);
                        for (sum, unit) in sums.into_iter().zip(clipped) {
                            let clipped = with.load(unit);
                            // The derivative of the square.
                            clipped.inside(sum * (clipped + clipped)).store(unit);
                        }
                    }
                }
            }
            FirstLayer::Products => {
                let halves = clipped.chunks_exact_mut(BLOCK * count).flat_map(|block| {
                    let (low, high) = block.split_at_mut(BLOCK / 2 * count);
                    low.chunks_exact_mut(count).zip(high.chunks_exact_mut(count))
                });
                for (weights, (low, high)) in back.chunks_exact(units).zip(halves) {
                    let pairs = low.chunks_mut(GROUP).zip(high.chunks_mut(GROUP));
                    for (slopes, (low, high)) in middle_slopes.chunks_exact(units).zip(pairs) {
                        let sums = product(with, slopes, weights, zero);
                        for (sum, (low, high)) in sums.into_iter().zip(low.iter_mut().zip(high)) {
                            let (a, b) = (with.load(low), with.load(high));
                            a.inside(sum * b).store(low);
                            b.inside(sum * a).store(high);
                        }
                    }
                }
            }
        }
    }

    /// Carries the slopes of the outputs back to the middle units; adds the gradient of biases there and of all behind
    /// them.
    #[inline(always)]
    fn backward_outputs<I: Instructions>(&self, with: I, output: &[f32], batch: &mut Batch, gradient: &mut [f32]) {
        let Batch { rows, slopes, middle, middle_slopes, middle_slopes_by_position, .. } = batch;
        let (count, leaks) = (rows.len(), self.rounding == Rounding::AsStored);
        let (units, sixteens) = (self.shape.middle, self.shape.sixteens());
        let (middle_bias, rest) = gradient.split_at_mut(units);
        let (output_gradient, output_bias) = rest.split_at_mut(OUTPUTS * units);
        let (output_gradient, output) = (output_gradient.as_chunks_mut::<16>().0, output.as_chunks::<16>().0);
        for (room, size) in [
            (&mut *middle_slopes, count.div_ceil(GROUP) * units),
            (&mut *middle_slopes_by_position, units.div_ceil(GROUP) * count),
        ] {
            room.clear();
            room.resize(size, [0.0; GROUP]);
        }
        for (position, (slopes, middle)) in slopes.iter().zip(middle.chunks_exact(sixteens)).enumerate() {
            output_bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            for (part, units_of_part) in middle.iter().enumerate() {
                let mut sums = with.splat(0.0);
                for (k, &slope) in slopes.iter().enumerate() {
                    let (slope, place) = (with.splat(slope), k * sixteens + part);
                    let gradient = &mut output_gradient[place];
                    (with.load(gradient) + slope * with.load(units_of_part)).store(gradient);
                    sums = sums + slope * with.load(&output[place]);
                }
                let mut stored = [0.0; 16];
                sums.store(&mut stored);
                for (j, (&sum, &unit)) in (16 * part..).zip(stored.iter().zip(units_of_part)) {
                    let slope = sum * passed_on(unit, sum, leaks);
                    middle_bias[j] += slope;
                    middle_slopes[position / GROUP * units + j][position % GROUP] = slope;
                    middle_slopes_by_position[j / GROUP * count + position][j % GROUP] = slope;
                }
            }
        }
    }

    /// The integer net of the same function.
    pub fn quantized(&self) -> OwnNet {
        let shape = self.shape;
        let i16s = |weights: &[f32]| -> Vec<i16> {
            weights.iter().map(|weight| (weight * ACCUMULATOR_ONE).round_ties_even() as i16).collect()
        };
        let heads = (0..shape.heads).map(|head| {
            let (middle, rest) = self.parameters[shape.head(head)].split_at(shape.middle_weights());
            let (middle_bias, rest) = rest.split_at(shape.middle);
            let (output, output_bias) = rest.split_at(OUTPUTS * shape.middle);
            let whole = |bias: &f32| (bias * ACTIVATION_ONE * WEIGHT_ONE).round() as i32;
            Head {
                middle: middle.iter().map(|weight| (weight * WEIGHT_ONE).round_ties_even() as i8).collect(),
                middle_bias: middle_bias.iter().map(whole).collect(),
                output: std::array::from_fn(|k| output[k * shape.middle..][..shape.middle].to_vec()),
                output_bias: std::array::from_fn(|k| output_bias[k]),
                cube: None,
            }
        });
        OwnNet {
            features: shape.features,
            rule: shape.rule,
            first: shape.first,
            hidden: shape.hidden,
            middle: shape.middle,
            rows: i16s(&self.parameters[..shape.bias()]),
            bias: i16s(&self.parameters[shape.bias()..shape.bias() + shape.hidden]),
            heads: heads.collect(),
        }
    }
}

/// Sixteens of middle units in a panel.
const PARTS: usize = PANEL / 16;

/// Adding it to a small number and taking it away again rounds to an integer.
const ROUND: f32 = 12_582_912.0;

/// The part of the slope that a middle unit passes on: all between its ends; at an end little of what leads away from
/// it.
#[inline(always)]
fn passed_on(unit: f32, slope: f32, leaks: bool) -> f32 {
    let leads_back = (unit <= 0.0) == (slope < 0.0);
    if unit > 0.0 && unit < 1.0 {
        1.0
    } else if leaks && leads_back {
        LEAK
    } else {
        0.0
    }
}

/// Limits parameters and writes what passes use of them: the same, or whole parts of one over `one`.
struct Settle<'a> {
    parameters: &'a mut [f32],
    weights: &'a mut [f32],
    limit: f32,
    one: Option<f32>,
}

impl Vectorized for Settle<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, _: I) {
        let Self { parameters, weights, limit, one } = self;
        parameters.iter_mut().for_each(|parameter| *parameter = parameter.clamp(-limit, limit));
        match one {
            None => weights.copy_from_slice(parameters),
            Some(one) => {
                for (weight, parameter) in weights.iter_mut().zip(parameters) {
                    *weight = ((*parameter * one + ROUND) - ROUND) * (1.0 / one);
                }
            }
        }
    }
}

/// The sum of 16 numbers, upper half onto lower half again and again.
#[inline(always)]
fn halving_sum(mut numbers: [f32; 16]) -> f32 {
    let mut half = 8;
    while half > 0 {
        for i in 0..half {
            numbers[i] += numbers[i + half];
        }
        half /= 2;
    }
    numbers[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::Class;
    use crate::eval::own::{OwnNets, OwnScratch, Route, rows_of};
    use crate::simd::Scalar;
    use crate::train::chance::Chance;

    const SHAPE: Shape = Shape {
        features: FeatureSet::Contact,
        rule: HeadRule::Route,
        first: FirstLayer::Squares,
        hidden: 64,
        middle: PANEL,
        heads: 2,
    };

    /// A net of squares, and one of products.
    fn nets() -> [FloatNet; 2] {
        [SHAPE, Shape { first: FirstLayer::Products, hidden: 192, ..SHAPE }].map(net_of)
    }

    fn net_of(shape: Shape) -> FloatNet {
        let mut chance = Chance::new(3, 0);
        FloatNet::random(shape, || chance.uniform())
    }

    fn forward(net: &FloatNet, rows: &[u16]) -> Batch {
        let mut batch = Batch::default();
        batch.rows.push(rows.iter().copied().collect());
        net.forward(Scalar, 1, &mut batch);
        batch
    }

    /// The cross entropy.
    fn loss(net: &FloatNet, rows: &[u16], target: &[f32; OUTPUTS]) -> f64 {
        let outputs = forward(net, rows).outputs[0];
        let term = |(&p, &t): (&f32, &f32)| {
            let (p, t) = (f64::from(p), f64::from(t));
            -(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
        };
        outputs.iter().zip(target).map(term).sum()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        check_gradient(Shape { middle: 2 * PANEL, ..SHAPE }, 40);
        // The first and the second of the units that are multiplied with each other.
        check_gradient(Shape { first: FirstLayer::Products, hidden: 128, ..SHAPE }, 128);
    }

    /// Compares slopes, those of this many weights of a row among them.
    fn check_gradient(shape: Shape, weights_of_row: usize) {
        let mut net = net_of(shape);
        let start = Variation::Nackgammon.starting_position();
        let rows = rows_of(shape.features, [start.on_roll(), start.opponent()]);
        let target = [0.9, 0.3, 0.1, 0.05, 0.01];
        let mut batch = forward(&net, &rows);
        batch.slopes = vec![std::array::from_fn(|k| batch.outputs[0][k] - target[k])];
        let mut gradient = vec![0.0; shape.parameters()];
        net.backward(Scalar, 1, &mut batch, &mut gradient);
        assert!(gradient[shape.head(0)].iter().all(|&slope| slope == 0.0), "the other head is not touched");

        let row = usize::from(rows[4]) * shape.hidden;
        let head = shape.head(1).start;
        let places = (0..weights_of_row)
            .map(|i| row + i)
            .chain((0..40).map(|i| head + 37 * i))
            .chain(shape.head(1).end - 60..shape.head(1).end);
        let (mut compared, mut kinks) = (0, 0);
        for place in places {
            let step = 2e-3;
            let before = net.parameters[place];
            let mut at = |value: f32| {
                net.parameters[place] = value;
                net.settle();
                loss(&net, &rows, &target)
            };
            let slope = (at(before + step) - at(before - step)) / (2.0 * f64::from(step));
            at(before);
            // A step may cross the end of a clipped unit.
            kinks += usize::from((slope - f64::from(gradient[place])).abs() > 1e-3);
            compared += usize::from(slope.abs() > 1e-3);
        }
        assert!(kinks <= 3, "{kinks} slopes differ");
        assert!(compared > 40, "only {compared} slopes differ from 0");
    }

    #[test]
    fn next_to_nothing_is_lost_when_a_net_that_learned_rounded_is_stored() {
        for net in nets().map(|net| net.with_rounding(Rounding::AsStored)) {
            let nets = OwnNets::from_nets(&[net.quantized()], [Route { net: 0, head: 1 }; 3]).unwrap();
            for (game, scene) in (0..20).flat_map(|game| crate::train::Scene::CONTACT.map(|scene| (game, scene))) {
                let position = scene.position(&mut Chance::new(6, game));
                let batch = forward(&net, &rows_of(SHAPE.features, [position.on_roll(), position.opponent()]));
                let outputs = nets.outputs(Class::Contact, &position, &mut OwnScratch::default());
                for (float, integer) in batch.outputs[0].into_iter().zip(outputs.0) {
                    // The rest are the biases of middle units, and activations within 0.002 of a half.
                    assert!((float - integer).abs() < 1e-3, "{float} {integer}");
                }
            }
        }
    }

    #[test]
    fn a_stored_net_can_be_learned_on_from() {
        for stored in nets().map(|net| net.quantized()) {
            assert_eq!(FloatNet::from_stored(&stored).quantized(), stored);
        }
    }

    #[test]
    fn the_integer_net_is_close() {
        let start = Variation::Standard.starting_position();
        for net in nets() {
            let nets = OwnNets::from_nets(&[net.quantized()], [Route { net: 0, head: 1 }; 3]).unwrap();
            let batch = forward(&net, &rows_of(SHAPE.features, [start.on_roll(), start.opponent()]));
            let outputs = nets.outputs(Class::Contact, &start, &mut OwnScratch::default());
            for (float, integer) in batch.outputs[0].into_iter().zip(outputs.0) {
                assert!((float - integer).abs() < 4e-3, "{float} {integer}");
            }
        }
    }
}
