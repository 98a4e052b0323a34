//! A net in f32 while it learns: parameters, forward pass, gradient, and the way to the integer net.
//!
//! The same function as [`OwnNet`] without rounding. Every loop runs along an array in index order, so the
//! result does not depend on the width of the machine's vectors.

use crate::eval::net::own::{
    ACCUMULATOR_ONE, ACTIVATION_ONE, Head, Inputs, Instructions, MAX_HIDDEN, MIDDLE, OUTPUTS, OwnNet, WEIGHT_ONE,
    sigmoid,
};
use std::ops::Range;

/// Second-layer weights stay representable in a byte.
const MIDDLE_LIMIT: f32 = 127.0 / WEIGHT_ONE;
/// First-layer weights stay small enough that no sum of them leaves an i16.
const ROW_LIMIT: f32 = 3.9;

/// Weights of the outputs in the loss; backgammons are rare and matter less.
const OUTPUT_WEIGHTS: [f32; OUTPUTS] = [1.0, 0.75, 0.5, 0.75, 0.5];

/// Sizes of a net and where its parameters lie in one flat array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it looks at.
    pub inputs: Inputs,
    /// Units of the first layer: 64, 128, 192 or 256.
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
    /// `[head][j][i]`.
    transposed: Vec<f32>,
}

/// What the gradient of one position needs from its forward pass.
#[derive(Clone, Debug)]
pub struct Trace {
    /// First layer after clipping, before squaring.
    clipped: [f32; MAX_HIDDEN],
    /// Second layer after clipping.
    middle: [f32; MIDDLE],
    /// The outputs.
    pub outputs: [f32; OUTPUTS],
}

impl Default for Trace {
    fn default() -> Self {
        Self { clipped: [0.0; MAX_HIDDEN], middle: [0.0; MIDDLE], outputs: [0.0; OUTPUTS] }
    }
}

/// Calls a function for the width of a net, in units of sixteen.
macro_rules! by_width {
    ($hidden:expr, $function:ident ( $($argument:expr),* )) => {
        match $hidden {
            64 => $function::<_, 4>($($argument),*),
            128 => $function::<_, 8>($($argument),*),
            192 => $function::<_, 12>($($argument),*),
            256 => $function::<_, 16>($($argument),*),
            other => unreachable!("no training code for {other} hidden units"),
        }
    };
}

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
        let mut net = Self { shape, parameters, transposed: vec![0.0; shape.heads * shape.hidden * MIDDLE] };
        net.settle();
        net
    }

    /// To be called after parameters have changed: limits them and renews what is derived from them.
    pub fn settle(&mut self) {
        let shape = self.shape;
        let first = &mut self.parameters[..shape.bias() + shape.hidden];
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-ROW_LIMIT, ROW_LIMIT));
        for head in 0..shape.heads {
            let middle = &mut self.parameters[shape.head(head)][..shape.hidden * MIDDLE];
            let transposed = &mut self.transposed[head * shape.hidden * MIDDLE..][..shape.hidden * MIDDLE];
            for (i, weights) in middle.as_chunks_mut::<MIDDLE>().0.iter_mut().enumerate() {
                for (j, weight) in weights.iter_mut().enumerate() {
                    *weight = weight.clamp(-MIDDLE_LIMIT, MIDDLE_LIMIT);
                    transposed[j * shape.hidden + i] = *weight;
                }
            }
        }
    }

    /// Outputs for the rows of a position; the trace holds what the gradient needs.
    #[inline(always)]
    pub fn forward<I: Instructions>(&self, with: I, rows: &[u16], head: usize, trace: &mut Trace) {
        by_width!(self.shape.hidden, forward(with, self, rows, head, trace));
    }

    /// Adds the gradient of the cross entropy against `target`.
    #[inline(always)]
    pub fn backward<I: Instructions>(
        &self,
        with: I,
        rows: &[u16],
        head: usize,
        trace: &Trace,
        target: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) {
        by_width!(self.shape.hidden, backward(with, self, rows, head, trace, target, gradient));
    }

    /// The integer net of the same function.
    #[must_use]
    pub fn quantized(&self) -> OwnNet {
        let shape = self.shape;
        let i16s = |weights: &[f32]| -> Vec<i16> {
            weights.iter().map(|weight| (weight * ACCUMULATOR_ONE + 0.5).floor() as i16).collect()
        };
        let heads = (0..shape.heads).map(|head| {
            let (middle, rest) = self.parameters[shape.head(head)].split_at(shape.hidden * MIDDLE);
            let (middle_bias, rest) = rest.split_at(MIDDLE);
            let (output, output_bias) = rest.split_at(OUTPUTS * MIDDLE);
            Head {
                middle: middle.iter().map(|weight| (weight * WEIGHT_ONE).round() as i8).collect(),
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

#[inline(always)]
fn forward<I: Instructions, const N: usize>(with: I, net: &FloatNet, rows: &[u16], head: usize, trace: &mut Trace) {
    let shape = net.shape;
    let table = net.parameters[..shape.bias() + 16 * N].as_chunks::<16>().0;
    let row_of = |row: usize| &table[row * N..(row + 1) * N];
    let bias = row_of(shape.inputs.rows());
    let mut sums: [I::Floats; N] = std::array::from_fn(|n| with.load(&bias[n]));
    for &row in rows {
        for (sum, weights) in sums.iter_mut().zip(row_of(usize::from(row))) {
            *sum = with.add(*sum, with.load(weights));
        }
    }
    for (clipped, sum) in trace.clipped.as_chunks_mut::<16>().0.iter_mut().zip(sums) {
        with.store(with.clip(sum), clipped);
    }
    let (middle, rest) = net.parameters[shape.head(head)].split_at(16 * N * MIDDLE);
    // Four partial sums, so that additions need not wait for each other.
    let mut parts = [[with.splat(0.0); HALVES]; 4];
    let quads = trace.clipped.as_chunks::<4>().0.iter().take(4 * N);
    for (units, weights) in quads.zip(middle.as_chunks::<{ 4 * MIDDLE }>().0) {
        for (part, (unit, weights)) in parts.iter_mut().zip(units.iter().zip(weights.as_chunks::<MIDDLE>().0)) {
            let activation = with.splat(unit * unit);
            for (sum, weights) in part.iter_mut().zip(weights.as_chunks::<16>().0) {
                *sum = with.add(*sum, with.mul(activation, with.load(weights)));
            }
        }
    }
    let bias = rest[..MIDDLE].as_chunks::<16>().0;
    let units: [I::Floats; HALVES] = std::array::from_fn(|half| {
        let [a, b, c, d] = parts.map(|part| part[half]);
        with.clip(with.add(with.add(with.add(a, b), with.add(c, d)), with.load(&bias[half])))
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

#[inline(always)]
fn backward<I: Instructions, const N: usize>(
    with: I,
    net: &FloatNet,
    rows: &[u16],
    head: usize,
    trace: &Trace,
    target: &[f32; OUTPUTS],
    gradient: &mut [f32],
) {
    let shape = net.shape;
    let parameters = &net.parameters[shape.head(head)];
    let (first, heads) = gradient.split_at_mut(shape.bias() + 16 * N);
    let start = shape.head(head).start - first.len();
    let (middle_gradient, rest) = heads[start..start + shape.head_size()].split_at_mut(16 * N * MIDDLE);
    let (middle_bias, rest) = rest.split_at_mut(MIDDLE);
    let (output_gradient, output_bias) = rest.split_at_mut(OUTPUTS * MIDDLE);

    let middle = trace.middle.as_chunks::<16>().0;
    let units: [I::Floats; HALVES] = std::array::from_fn(|half| with.load(&middle[half]));
    let mut middle_errors = [with.splat(0.0); HALVES];
    let output = parameters[16 * N * MIDDLE + MIDDLE..].as_chunks::<MIDDLE>().0;
    for (k, gradient) in output_gradient.as_chunks_mut::<MIDDLE>().0.iter_mut().enumerate() {
        let error = (trace.outputs[k] - target[k]) * OUTPUT_WEIGHTS[k];
        output_bias[k] += error;
        let error = with.splat(error);
        let parts = gradient.as_chunks_mut::<16>().0.iter_mut().zip(output[k].as_chunks::<16>().0);
        for (half, (gradient, weights)) in parts.enumerate() {
            add_to(with, gradient, with.mul(error, units[half]));
            middle_errors[half] = with.add(middle_errors[half], with.mul(error, with.load(weights)));
        }
    }
    let middle_errors: [I::Floats; HALVES] = std::array::from_fn(|half| with.inside(units[half], middle_errors[half]));
    for (sum, errors) in middle_bias.as_chunks_mut::<16>().0.iter_mut().zip(middle_errors) {
        add_to(with, sum, errors);
    }
    for (unit, gradient) in trace.clipped.iter().zip(middle_gradient.as_chunks_mut::<MIDDLE>().0) {
        let activation = with.splat(unit * unit);
        for (sum, errors) in gradient.as_chunks_mut::<16>().0.iter_mut().zip(middle_errors) {
            add_to(with, sum, with.mul(activation, errors));
        }
    }
    let mut stored = [0.0; MIDDLE];
    for (to, errors) in stored.as_chunks_mut::<16>().0.iter_mut().zip(middle_errors) {
        with.store(errors, to);
    }
    let transposed = net.transposed[head * 16 * N * MIDDLE..].as_chunks::<16>().0;
    let mut errors = [with.splat(0.0); N];
    for (&middle_error, weights) in stored.iter().zip(transposed.chunks_exact(N)) {
        if middle_error != 0.0 {
            let middle_error = with.splat(middle_error);
            for (error, weights) in errors.iter_mut().zip(weights) {
                *error = with.add(*error, with.mul(middle_error, with.load(weights)));
            }
        }
    }
    for (error, clipped) in errors.iter_mut().zip(trace.clipped.as_chunks::<16>().0) {
        let unit = with.load(clipped);
        // The derivative of the square.
        *error = with.inside(unit, with.mul(*error, with.add(unit, unit)));
    }
    let first = first.as_chunks_mut::<16>().0;
    for row in rows.iter().map(|&row| usize::from(row)).chain([shape.inputs.rows()]) {
        for (sum, error) in first[row * N..(row + 1) * N].iter_mut().zip(errors) {
            add_to(with, sum, error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::Class;
    use crate::eval::net::own::{OwnNets, OwnScratch, Route, Scalar, rows_of};
    use crate::train::chance::Chance;

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
        net.backward(Scalar, &rows, 1, &trace, &target, &mut gradient);
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
