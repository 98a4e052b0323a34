//! The filter net in f32 while it learns.
//!
//! This form computes the function of [`FilterNet`] without rounding, with every loop in index order.

use crate::eval::own::{
    ACCUMULATOR_ONE, BOARD_ROWS, FILTER_BIAS_MOST, FILTER_HEADS, FILTER_HIDDEN, FILTER_OUTPUTS, FILTER_SUM_ONE,
    FILTER_WEIGHT_ONE, FILTER_WEIGHTS_MOST, FilterHead, FilterNet, PRICE_MOST,
};
use crate::simd::{Floats, Instructions};

/// Vectors of its layer.
const WIDTH: usize = FILTER_HIDDEN / 16;
/// First-layer weights stay small enough that no sum of them leaves an i16.
const ROW_LIMIT: f32 = 3.9;

/// Parameters of one head.
const HEAD: usize = FILTER_OUTPUTS * FILTER_HIDDEN + FILTER_OUTPUTS;
/// Parameters of the layer, its biases a last row.
const LAYER: usize = (BOARD_ROWS + 1) * FILTER_HIDDEN;
/// Parameters in all: the layer, then each head (weights by output, biases).
pub const PARAMETERS: usize = LAYER + FILTER_HEADS * HEAD;

/// The values of one position's forward pass that its gradient needs.
#[derive(Clone, Debug)]
pub struct FilterTrace {
    /// The layer after clipping, before squaring.
    clipped: [f32; FILTER_HIDDEN],
    /// Wins, gammons won, gammons lost.
    pub outputs: [f32; FILTER_OUTPUTS],
}

impl Default for FilterTrace {
    fn default() -> Self {
        Self { clipped: [0.0; FILTER_HIDDEN], outputs: [0.0; FILTER_OUTPUTS] }
    }
}

/// Small random parameters.
pub fn random(mut uniform: impl FnMut() -> f32) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let (layer, heads) = parameters.split_at_mut(LAYER);
    let (rows, bias) = layer.split_at_mut(BOARD_ROWS * FILTER_HIDDEN);
    rows.iter_mut().for_each(|weight| *weight = 0.12 * (2.0 * uniform() - 1.0));
    bias.fill(0.4);
    for head in heads.chunks_exact_mut(HEAD) {
        let (output, bias) = head.split_at_mut(FILTER_OUTPUTS * FILTER_HIDDEN);
        output.iter_mut().for_each(|weight| *weight = 0.12 * (2.0 * uniform() - 1.0));
        bias.copy_from_slice(&[0.5, 0.25, 0.25]);
    }
    parameters
}

/// Keeps parameters within what the integer net can hold; to be called after they have changed.
pub fn limit(parameters: &mut [f32]) {
    // Rounding may add a half to every weight.
    const MOST: f32 = 0.98 * FILTER_WEIGHTS_MOST as f32 / FILTER_WEIGHT_ONE;
    const BIAS_MOST: f32 = FILTER_BIAS_MOST as f32 / FILTER_SUM_ONE as f32;
    let (layer, heads) = parameters.split_at_mut(LAYER);
    layer.iter_mut().for_each(|weight| *weight = weight.clamp(-ROW_LIMIT, ROW_LIMIT));
    for head in heads.chunks_exact_mut(HEAD) {
        let (output, bias) = head.split_at_mut(FILTER_OUTPUTS * FILTER_HIDDEN);
        let counts = [2.0, PRICE_MOST, PRICE_MOST];
        let sizes =
            output.chunks_exact(FILTER_HIDDEN).map(|weights| weights.iter().map(|weight| weight.abs()).sum::<f32>());
        let size: f32 = sizes.zip(counts).map(|(size, count)| count * size).sum();
        if size > MOST {
            output.iter_mut().for_each(|weight| *weight *= MOST / size);
        }
        bias.iter_mut().for_each(|bias| *bias = bias.clamp(-BIAS_MOST, BIAS_MOST));
    }
}

/// Outputs for the rows of a position.
#[inline(always)]
pub fn forward<I: Instructions>(with: I, parameters: &[f32], rows: &[u16], head: usize, trace: &mut FilterTrace) {
    let (layer, heads) = parameters.split_at(LAYER);
    let layer = layer.as_chunks::<16>().0;
    let row_of = |row: usize| &layer[row * WIDTH..(row + 1) * WIDTH];
    let bias = row_of(BOARD_ROWS);
    let mut sums: [I::Floats; WIDTH] = std::array::from_fn(|n| with.load(&bias[n]));
    for &row in rows {
        for (sum, weights) in sums.iter_mut().zip(row_of(usize::from(row))) {
            *sum = *sum + with.load(weights);
        }
    }
    let clipped = sums.map(Floats::clip);
    for (to, clipped) in trace.clipped.as_chunks_mut::<16>().0.iter_mut().zip(clipped) {
        clipped.store(to);
    }
    let (output, bias) = heads[head * HEAD..(head + 1) * HEAD].split_at(FILTER_OUTPUTS * FILTER_HIDDEN);
    for (k, weights) in output.chunks_exact(FILTER_HIDDEN).enumerate() {
        let mut sum = with.splat(0.0);
        for (unit, weights) in clipped.into_iter().zip(weights.as_chunks::<16>().0) {
            sum = sum + (unit * unit) * with.load(weights);
        }
        let mut parts = [0.0; 16];
        sum.store(&mut parts);
        trace.outputs[k] = bias[k] + parts.iter().sum::<f32>();
    }
}

/// Adds the gradient, given the slopes of the loss by the outputs.
#[inline(always)]
pub fn backward<I: Instructions>(
    with: I,
    parameters: &[f32],
    rows: &[u16],
    head: usize,
    trace: &FilterTrace,
    slopes: [f32; FILTER_OUTPUTS],
    gradient: &mut [f32],
) {
    let (layer, heads) = gradient.split_at_mut(LAYER);
    let (output, bias) = heads[head * HEAD..(head + 1) * HEAD].split_at_mut(FILTER_OUTPUTS * FILTER_HIDDEN);
    let clipped = trace.clipped.as_chunks::<16>().0;
    let units: [I::Floats; WIDTH] = std::array::from_fn(|n| with.load(&clipped[n]));
    let mut errors = [with.splat(0.0); WIDTH];
    for (k, slope) in slopes.into_iter().enumerate() {
        bias[k] += slope;
        let error = with.splat(slope);
        let weights = &parameters[LAYER + head * HEAD + k * FILTER_HIDDEN..][..FILTER_HIDDEN];
        let sums = output[k * FILTER_HIDDEN..][..FILTER_HIDDEN].as_chunks_mut::<16>().0;
        for (n, (sum, weights)) in sums.iter_mut().zip(weights.as_chunks::<16>().0).enumerate() {
            (with.load(sum) + error * (units[n] * units[n])).store(sum);
            errors[n] = errors[n] + error * with.load(weights);
        }
    }
    // The derivative of the square, where nothing is clipped.
    for (error, unit) in errors.iter_mut().zip(units) {
        *error = unit.inside(*error * (unit + unit));
    }
    let layer = layer.as_chunks_mut::<16>().0;
    for row in rows.iter().map(|&row| usize::from(row)).chain([BOARD_ROWS]) {
        for (sum, error) in layer[row * WIDTH..(row + 1) * WIDTH].iter_mut().zip(errors) {
            (with.load(sum) + error).store(sum);
        }
    }
}

/// The integer net of the same function.
pub fn quantized(parameters: &[f32]) -> FilterNet {
    let (layer, heads) = parameters.split_at(LAYER);
    let row = |weights: &[f32; FILTER_HIDDEN]| weights.map(|weight| (weight * ACCUMULATOR_ONE + 0.5).floor() as i16);
    let (rows, bias) = layer.as_chunks().0.split_at(BOARD_ROWS);
    let head = |head: usize| {
        let (output, output_bias) = heads[head * HEAD..(head + 1) * HEAD].split_at(FILTER_OUTPUTS * FILTER_HIDDEN);
        let weight = |k: usize, i: usize| (output[k * FILTER_HIDDEN + i] * FILTER_WEIGHT_ONE).round() as i16;
        FilterHead {
            output: std::array::from_fn(|k| std::array::from_fn(|i| weight(k, i))),
            output_bias: std::array::from_fn(|k| (output_bias[k] * FILTER_SUM_ONE as f32).round() as i32),
        }
    };
    FilterNet { rows: rows.iter().map(row).collect(), bias: row(&bias[0]), heads: std::array::from_fn(head) }
}

/// Parameters of which [`quantized`] makes this net.
pub fn parameters(net: &FilterNet) -> Vec<f32> {
    let of_layer = net.rows.iter().chain([&net.bias]).flatten().map(|&weight| f32::from(weight) / ACCUMULATOR_ONE);
    let of_heads = net.heads.iter().flat_map(|head| {
        let weights = head.output.iter().flatten().map(|&weight| f32::from(weight) / FILTER_WEIGHT_ONE);
        weights.chain(head.output_bias.iter().map(|&bias| bias as f32 / FILTER_SUM_ONE as f32))
    });
    of_layer.chain(of_heads).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::eval::own::board_rows_of;
    use crate::scoring::SidePrices;
    use crate::simd::Scalar;
    use crate::train::chance::Chance;

    fn start() -> (Vec<f32>, Vec<u16>) {
        let mut chance = Chance::new(3, 0);
        let start = Variation::Nackgammon.starting_position();
        (random(|| chance.uniform()), board_rows_of([start.on_roll(), start.opponent()]).to_vec())
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (mut parameters, rows) = start();
        let slopes = [0.7, -0.4, 1.3];
        let loss = |parameters: &[f32]| -> f64 {
            let mut trace = FilterTrace::default();
            forward(Scalar, parameters, &rows, 1, &mut trace);
            trace.outputs.iter().zip(slopes).map(|(&output, slope)| f64::from(output) * f64::from(slope)).sum()
        };
        let mut trace = FilterTrace::default();
        forward(Scalar, &parameters, &rows, 1, &mut trace);
        let mut gradient = vec![0.0; PARAMETERS];
        backward(Scalar, &parameters, &rows, 1, &trace, slopes, &mut gradient);
        assert!(gradient[LAYER..LAYER + HEAD].iter().all(|&slope| slope == 0.0), "the other head is not touched");

        let row = usize::from(rows[4]) * FILTER_HIDDEN;
        let places = (row..row + FILTER_HIDDEN).chain(LAYER + HEAD..PARAMETERS);
        let (mut compared, mut kinks) = (0, 0);
        for place in places {
            let (step, before) = (4e-3, parameters[place]);
            let mut at = |value: f32| {
                parameters[place] = value;
                loss(&parameters)
            };
            let slope = (at(before + step) - at(before - step)) / (2.0 * f64::from(step));
            at(before);
            // A step may cross the end of a clipped unit.
            kinks += usize::from((slope - f64::from(gradient[place])).abs() > 1e-3);
            compared += usize::from(slope.abs() > 1e-2);
        }
        assert!(kinks <= 3, "{kinks} slopes differ");
        assert!(compared > 100, "only {compared} slopes differ from 0");
    }

    #[test]
    fn the_integer_net_is_close() {
        let (parameters, rows) = start();
        let mut trace = FilterTrace::default();
        forward(Scalar, &parameters, &rows, 1, &mut trace);
        let start = Variation::Nackgammon.starting_position();
        let net = quantized(&parameters);
        let [win, gammon, lose_gammon] = trace.outputs;
        for (gammon_price, lose_price) in [(1.0, 1.0), (0.0, 0.0), (1.5, 0.25)] {
            let prices = SidePrices { gammon: gammon_price, lose_gammon: lose_price };
            let float = 1.0 - 2.0 * win - gammon_price * gammon + lose_price * lose_gammon;
            let integer = net.value([start.on_roll(), start.opponent()], 1, prices);
            assert!((float - integer).abs() < 2e-2, "{float} {integer}");
        }
    }

    #[test]
    fn what_is_limited_can_be_stored() {
        let (mut parameters, _) = start();
        parameters.iter_mut().for_each(|weight| *weight *= 40.0);
        assert!(FilterNet::from_bytes(&quantized(&parameters).to_bytes()).is_err());
        limit(&mut parameters);
        let net = quantized(&parameters);
        assert!(FilterNet::from_bytes(&net.to_bytes()).is_ok_and(|stored| stored == net));
        assert!(quantized(&super::parameters(&net)) == net);
    }
}
