//! A net in f32 while it learns: parameters, forward pass, gradient, and the way to the integer net.
//!
//! The same function as [`OwnNet`], without its rounding or with it ([`Rounding`]). Every loop runs along an array in
//! index order, so the result does not depend on the width of the machine's vectors.

use crate::eval::net::own::{
    ACCUMULATOR_ONE, ACTIVATION_ONE, Head, Inputs, Instructions, MAX_HIDDEN, MAX_ROWS, MIDDLE, OUTPUTS, OwnNet,
    Vectorized, WEIGHT_ONE, sigmoid, vectorized,
};
use rayon::prelude::*;
use std::ops::Range;

/// Second-layer weights stay representable in a byte.
const MIDDLE_LIMIT: f32 = 127.0 / WEIGHT_ONE;
/// First-layer weights stay small enough that no sum of them leaves an i16.
const ROW_LIMIT: f32 = i16::MAX as f32 / (ACCUMULATOR_ONE * (MAX_ROWS + 2) as f32);
/// A clipped middle unit still learns so much of what would bring it back between its ends.
const LEAK: f32 = 0.01;
/// Parameters that a thread settles at a time.
const PART: usize = 1 << 14;

/// Whether a net answers as its integer form does while it learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Weights and units as they are.
    Exact,
    /// Weights and units as they are stored. Slopes are those without rounding, and a clipped middle unit does not stay so
    /// for ever: see [`LEAK`].
    AsStored,
}

/// Sizes of a net and where its parameters lie in one flat array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it looks at.
    pub inputs: Inputs,
    /// Units of the first layer: 64, 128, 192, 256, 384 or 512.
    pub hidden: usize,
    /// Heads.
    pub heads: usize,
}

/// Parameters of one head beyond the product of the layers.
const HEAD_REST: usize = MIDDLE + OUTPUTS * MIDDLE + OUTPUTS;

impl Shape {
    /// Parameters in all.
    #[must_use]
    pub const fn parameters(self) -> usize {
        (self.inputs.rows() + 1) * self.hidden + self.heads * self.head_size()
    }

    const fn bias(self) -> usize {
        self.inputs.rows() * self.hidden
    }

    const fn head_size(self) -> usize {
        self.hidden * MIDDLE + HEAD_REST
    }

    const fn head(self, head: usize) -> Range<usize> {
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
    /// What the passes use: the parameters, rounded or not.
    weights: Vec<f32>,
    /// `[head][i / 64][j][i % 64]`.
    transposed: Vec<f32>,
}

/// What the gradient of one position needs from its forward pass.
#[derive(Clone, Debug)]
pub struct Trace {
    /// First layer after clipping, before squaring.
    clipped: [f32; MAX_HIDDEN],
    /// After squaring.
    squared: [f32; MAX_HIDDEN],
    /// Second layer after clipping.
    middle: [f32; MIDDLE],
    /// The outputs.
    pub outputs: [f32; OUTPUTS],
}

impl Default for Trace {
    fn default() -> Self {
        Self { clipped: [0.0; MAX_HIDDEN], squared: [0.0; MAX_HIDDEN], middle: [0.0; MIDDLE], outputs: [0.0; OUTPUTS] }
    }
}

/// Sixteens of units that loops keep in registers.
const BLOCK: usize = 4;
/// Units of a block.
const WIDTH: usize = 16 * BLOCK;

impl FloatNet {
    /// Small random parameters.
    #[must_use]
    pub fn random(shape: Shape, mut uniform: impl FnMut() -> f32) -> Self {
        let mut parameters = vec![0.0; shape.parameters()];
        let mut fill = |range: &mut [f32], spread: f32, center: f32| {
            range.iter_mut().for_each(|parameter| *parameter = center + spread * (2.0 * uniform() - 1.0));
        };
        fill(&mut parameters[..shape.bias()], 0.12, 0.0);
        fill(&mut parameters[shape.bias()..shape.bias() + shape.hidden], 0.0, 0.4);
        for head in 0..shape.heads {
            let head = &mut parameters[shape.head(head)];
            let (middle, rest) = head.split_at_mut(shape.hidden * MIDDLE);
            fill(middle, 1.5 / (shape.hidden as f32).sqrt(), 0.0);
            fill(&mut rest[..MIDDLE], 0.0, 0.3);
            fill(&mut rest[MIDDLE..MIDDLE + OUTPUTS * MIDDLE], 0.3, 0.0);
            // Gammons and backgammons are rare.
            rest[MIDDLE + OUTPUTS * MIDDLE..].copy_from_slice(&[0.0, -1.2, -4.0, -1.2, -4.0]);
        }
        Self::from_parameters(shape, parameters)
    }

    /// From parameters in the order of [`FloatNet::parameters`].
    #[must_use]
    pub fn from_parameters(shape: Shape, parameters: Vec<f32>) -> Self {
        assert_eq!(parameters.len(), shape.parameters(), "as many parameters as the shape has");
        let (weights, transposed) = (parameters.clone(), vec![0.0; shape.heads * shape.hidden * MIDDLE]);
        let mut net = Self { shape, parameters, rounding: Rounding::Exact, weights, transposed };
        net.settle();
        net
    }

    /// The same parameters with passes that round or do not.
    #[must_use]
    pub fn with_rounding(mut self, rounding: Rounding) -> Self {
        self.rounding = rounding;
        self.settle();
        self
    }

    /// To be called after parameters have changed: limits them and renews what is derived from them.
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
            let (parameters, rest) = parameters.split_at_mut(shape.hidden * MIDDLE);
            let (weights, weights_of_rest) = weights.split_at_mut(shape.hidden * MIDDLE);
            settle(parameters, weights, MIDDLE_LIMIT, WEIGHT_ONE);
            weights_of_rest.copy_from_slice(rest);
            let transposed = &mut self.transposed[head * shape.hidden * MIDDLE..][..shape.hidden * MIDDLE];
            for (i, weights) in weights.as_chunks::<MIDDLE>().0.iter().enumerate() {
                let block = &mut transposed[i / WIDTH * WIDTH * MIDDLE..][..WIDTH * MIDDLE];
                for (j, weight) in weights.iter().enumerate() {
                    block[j * WIDTH + i % WIDTH] = *weight;
                }
            }
        }
    }

    /// Outputs for the rows of a position; the trace holds what the gradient needs.
    #[inline(always)]
    pub fn forward<I: Instructions>(&self, with: I, rows: &[u16], head: usize, trace: &mut Trace) {
        let shape = self.shape;
        self.first_layer(with, rows, trace);
        let (middle, rest) = self.weights[shape.head(head)].split_at(shape.hidden * MIDDLE);
        // Two partial sums, so that additions need not wait for each other.
        let mut parts = [[with.splat(0.0); HALVES]; 2];
        let pairs = trace.squared[..shape.hidden].as_chunks::<2>().0;
        for (units, weights) in pairs.iter().zip(middle.as_chunks::<{ 2 * MIDDLE }>().0) {
            for (part, (&unit, weights)) in parts.iter_mut().zip(units.iter().zip(weights.as_chunks::<MIDDLE>().0)) {
                let unit = with.splat(unit);
                for (sum, weights) in part.iter_mut().zip(weights.as_chunks::<16>().0) {
                    *sum = with.add(*sum, with.mul(unit, with.load(weights)));
                }
            }
        }
        let bias = rest[..MIDDLE].as_chunks::<16>().0;
        let units: [I::Floats; HALVES] = std::array::from_fn(|half| {
            let [a, b] = parts.map(|part| part[half]);
            with.clip(with.add(with.add(a, b), with.load(&bias[half])))
        });
        for (unit, to) in units.into_iter().zip(trace.middle.as_chunks_mut::<16>().0) {
            with.store(unit, to);
        }
        let (output, bias) = rest[MIDDLE..].split_at(OUTPUTS * MIDDLE);
        for (k, weights) in output.as_chunks::<MIDDLE>().0.iter().enumerate() {
            let weights = weights.as_chunks::<16>().0;
            let [low, high]: [I::Floats; HALVES] =
                std::array::from_fn(|half| with.mul(units[half], with.load(&weights[half])));
            let mut products = [0.0; 16];
            with.store(with.add(low, high), &mut products);
            trace.outputs[k] = sigmoid(bias[k] + halving_sum(products));
        }
    }

    /// Clipped and squared units of the first layer.
    #[inline(always)]
    fn first_layer<I: Instructions>(&self, with: I, rows: &[u16], trace: &mut Trace) {
        let shape = self.shape;
        let (blocks, _) = self.weights[..shape.bias() + shape.hidden].as_chunks::<WIDTH>();
        let in_row = shape.hidden / WIDTH;
        let squares = trace.squared.as_chunks_mut::<WIDTH>().0.iter_mut();
        let units = trace.clipped.as_chunks_mut::<WIDTH>().0.iter_mut().zip(squares);
        for (block, (clipped, squared)) in units.take(in_row).enumerate() {
            let weights = |row: usize| blocks[row * in_row + block].as_chunks::<16>().0;
            let bias = weights(shape.inputs.rows());
            let mut sums: [I::Floats; BLOCK] = std::array::from_fn(|n| with.load(&bias[n]));
            for &row in rows {
                for (sum, weights) in sums.iter_mut().zip(weights(usize::from(row))) {
                    *sum = with.add(*sum, with.load(weights));
                }
            }
            let to = clipped.as_chunks_mut::<16>().0.iter_mut().zip(squared.as_chunks_mut::<16>().0);
            for (sum, (clipped, squared)) in sums.into_iter().zip(to) {
                let unit = with.clip(sum);
                let mut square = with.mul(unit, unit);
                if self.rounding == Rounding::AsStored {
                    square = with.mul(square, with.splat(ACTIVATION_ONE));
                    square = with.add(with.add(square, with.splat(ROUND)), with.splat(-ROUND));
                    square = with.mul(square, with.splat(1.0 / ACTIVATION_ONE));
                }
                with.store(unit, clipped);
                with.store(square, squared);
            }
        }
    }

    /// Adds the gradient for slopes of the loss by the arguments of the output's logistic functions.
    #[inline(always)]
    pub fn backward<I: Instructions>(
        &self,
        with: I,
        rows: &[u16],
        head: usize,
        trace: &Trace,
        slopes: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) {
        let shape = self.shape;
        let weights = &self.weights[shape.head(head)];
        let (first, heads) = gradient.split_at_mut(shape.bias() + shape.hidden);
        let start = shape.head(head).start - first.len();
        let (middle_gradient, rest) = heads[start..start + shape.head_size()].split_at_mut(shape.hidden * MIDDLE);
        let (middle_bias, rest) = rest.split_at_mut(MIDDLE);
        let (output_gradient, output_bias) = rest.split_at_mut(OUTPUTS * MIDDLE);

        let middle = trace.middle.as_chunks::<16>().0;
        let units: [I::Floats; HALVES] = std::array::from_fn(|half| with.load(&middle[half]));
        let mut middle_slopes = [with.splat(0.0); HALVES];
        let output = weights[shape.hidden * MIDDLE + MIDDLE..].as_chunks::<MIDDLE>().0;
        for (k, gradient) in output_gradient.as_chunks_mut::<MIDDLE>().0.iter_mut().enumerate() {
            output_bias[k] += slopes[k];
            let slope = with.splat(slopes[k]);
            let parts = gradient.as_chunks_mut::<16>().0.iter_mut().zip(output[k].as_chunks::<16>().0);
            for (half, (gradient, weights)) in parts.enumerate() {
                add_to(with, gradient, with.mul(slope, units[half]));
                middle_slopes[half] = with.add(middle_slopes[half], with.mul(slope, with.load(weights)));
            }
        }
        let mut stored = [0.0; MIDDLE];
        for (to, slopes) in stored.as_chunks_mut::<16>().0.iter_mut().zip(middle_slopes) {
            with.store(slopes, to);
        }
        let leaks = self.rounding == Rounding::AsStored;
        for (slope, &unit) in stored.iter_mut().zip(&trace.middle) {
            *slope *= passed_on(unit, *slope, leaks);
        }
        let halves = stored.as_chunks::<16>().0;
        let middle_slopes: [I::Floats; HALVES] = std::array::from_fn(|half| with.load(&halves[half]));
        for (sum, slopes) in middle_bias.as_chunks_mut::<16>().0.iter_mut().zip(middle_slopes) {
            add_to(with, sum, slopes);
        }
        for (&unit, gradient) in trace.squared.iter().zip(middle_gradient.as_chunks_mut::<MIDDLE>().0) {
            let unit = with.splat(unit);
            for (sum, slopes) in gradient.as_chunks_mut::<16>().0.iter_mut().zip(middle_slopes) {
                add_to(with, sum, with.mul(unit, slopes));
            }
        }
        let in_row = shape.hidden / WIDTH;
        let transposed = self.transposed[head * shape.hidden * MIDDLE..].as_chunks::<WIDTH>().0;
        let first = first.as_chunks_mut::<WIDTH>().0;
        for (block, clipped) in trace.clipped.as_chunks::<WIDTH>().0.iter().take(in_row).enumerate() {
            let mut slopes = [with.splat(0.0); BLOCK];
            for (&middle_slope, weights) in stored.iter().zip(&transposed[block * MIDDLE..(block + 1) * MIDDLE]) {
                let middle_slope = with.splat(middle_slope);
                for (slope, weights) in slopes.iter_mut().zip(weights.as_chunks::<16>().0) {
                    *slope = with.add(*slope, with.mul(middle_slope, with.load(weights)));
                }
            }
            for (slope, clipped) in slopes.iter_mut().zip(clipped.as_chunks::<16>().0) {
                let unit = with.load(clipped);
                // The derivative of the square.
                *slope = with.inside(unit, with.mul(*slope, with.add(unit, unit)));
            }
            for row in rows.iter().map(|&row| usize::from(row)).chain([shape.inputs.rows()]) {
                for (sum, slope) in first[row * in_row + block].as_chunks_mut::<16>().0.iter_mut().zip(slopes) {
                    add_to(with, sum, slope);
                }
            }
        }
    }

    /// The integer net of the same function.
    #[must_use]
    pub fn quantized(&self) -> OwnNet {
        let shape = self.shape;
        let i16s = |weights: &[f32]| -> Vec<i16> {
            weights.iter().map(|weight| (weight * ACCUMULATOR_ONE).round_ties_even() as i16).collect()
        };
        let heads = (0..shape.heads).map(|head| {
            let (middle, rest) = self.parameters[shape.head(head)].split_at(shape.hidden * MIDDLE);
            let (middle_bias, rest) = rest.split_at(MIDDLE);
            let (output, output_bias) = rest.split_at(OUTPUTS * MIDDLE);
            Head {
                middle: middle.iter().map(|weight| (weight * WEIGHT_ONE).round_ties_even() as i8).collect(),
                middle_bias: std::array::from_fn(|j| (middle_bias[j] * ACTIVATION_ONE * WEIGHT_ONE).round() as i32),
                output: std::array::from_fn(|k| std::array::from_fn(|j| output[k * MIDDLE + j])),
                output_bias: std::array::from_fn(|k| output_bias[k]),
            }
        });
        OwnNet {
            inputs: shape.inputs,
            hidden: shape.hidden,
            rows: i16s(&self.parameters[..shape.bias()]),
            bias: i16s(&self.parameters[shape.bias()..shape.bias() + shape.hidden]),
            heads: heads.collect(),
        }
    }
}

/// The two halves of 32 middle units.
const HALVES: usize = MIDDLE / 16;

/// Adding it to a small number and taking it away again rounds to an integer.
const ROUND: f32 = 12_582_912.0;

/// What part of the slope a middle unit passes on: all between its ends; at an end little of what leads away from it.
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

/// Adds to numbers in memory.
#[inline(always)]
fn add_to<I: Instructions>(with: I, to: &mut [f32; 16], numbers: I::Floats) {
    with.store(with.add(with.load(to), numbers), to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::Class;
    use crate::eval::net::own::{OwnNets, OwnScratch, Route, Scalar, rows_of};
    use crate::train::chance::Chance;
    use crate::train::loss::{OUTPUT_WEIGHTS, cross_entropy};

    const SHAPE: Shape = Shape { inputs: Inputs::Contact, hidden: 64, heads: 2 };

    fn net() -> FloatNet {
        let mut chance = Chance::new(3, 0);
        FloatNet::random(SHAPE, || chance.uniform())
    }

    fn loss(net: &FloatNet, rows: &[u16], target: &[f32; OUTPUTS]) -> f64 {
        let mut trace = Trace::default();
        net.forward(Scalar, rows, 1, &mut trace);
        let term = |((&p, &t), weight): ((&f32, &f32), f32)| {
            let (p, t) = (f64::from(p), f64::from(t));
            -f64::from(weight) * (t * p.ln() + (1.0 - t) * (1.0 - p).ln())
        };
        trace.outputs.iter().zip(target).zip(OUTPUT_WEIGHTS).map(term).sum()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut net = net();
        let start = Variation::Nackgammon.starting_position();
        let rows = rows_of(SHAPE.inputs, [start.on_roll(), start.opponent()]);
        let target = [0.9, 0.3, 0.1, 0.05, 0.01];
        let mut trace = Trace::default();
        net.forward(Scalar, &rows, 1, &mut trace);
        let mut gradient = vec![0.0; SHAPE.parameters()];
        net.backward(Scalar, &rows, 1, &trace, &cross_entropy(&trace.outputs, &target), &mut gradient);
        assert!(gradient[SHAPE.head(0)].iter().all(|&slope| slope == 0.0), "the other head is not touched");

        let row = usize::from(rows[4]) * SHAPE.hidden;
        let head = SHAPE.head(1).start;
        let places = (0..40)
            .map(|i| row + i)
            .chain((0..40).map(|i| head + 37 * i))
            .chain(SHAPE.head(1).end - 60..SHAPE.head(1).end);
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
    fn the_integer_net_is_close() {
        let net = net();
        let nets = OwnNets::from_nets(&[net.quantized()], [Route { net: 0, head: 1 }; 3]).unwrap();
        let start = Variation::Standard.starting_position();
        let mut trace = Trace::default();
        net.forward(Scalar, &rows_of(SHAPE.inputs, [start.on_roll(), start.opponent()]), 1, &mut trace);
        let outputs = nets.outputs(Class::Contact, &start, &mut OwnScratch::default());
        for (float, integer) in trace.outputs.into_iter().zip(outputs.0) {
            assert!((float - integer).abs() < 4e-3, "{float} {integer}");
        }
    }
}
