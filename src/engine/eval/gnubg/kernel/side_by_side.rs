//! Small nets whose inputs are the board alone, a lane for each position.

use crate::board::Checkers;
use crate::eval::Outputs;
use crate::eval::gnubg::forward::Net;
use crate::eval::gnubg::inputs::{BASE_PLACES, Bytes};
use crate::eval::gnubg::sigmoid::squashed;
use crate::simd::{Floats, Instructions, Lanes, Vector};

/// Evaluates a batch. The sums are those of the other way, but for zeros added where a place is empty.
#[inline(always)]
pub(super) fn evaluate<I: Instructions, const UNITS: usize>(
    set: I,
    net: &Net,
    positions: &[[&Checkers; 2]],
    out: &mut [Outputs],
) {
    let mut units = [I::Floats::splat(set, 0.0); UNITS];
    for (unit, &threshold) in units.iter_mut().zip(&net.thresholds[0].0) {
        *unit = I::Floats::splat(set, threshold);
    }
    let places = net.columns.as_chunks::<UNITS>().0;
    let mut counts = Bytes::ZERO;
    // The opponent's checkers come first. Lanes without a position repeat the last one.
    for (places, side) in places.chunks(BASE_PLACES).zip([1, 0]) {
        let row = |lane: usize| positions[lane.min(positions.len() - 1)][side].bytes();
        I::Ints::columns(set, std::array::from_fn(row), &mut counts.0);
        for (columns, counts) in places.iter().zip(&counts.0) {
            let first = counts[0];
            if u128::from_ne_bytes(*counts) != u128::from_ne_bytes([first; Lanes::WIDTH]) {
                let counts = I::Ints::widen(set, counts);
                for (unit, column) in units.iter_mut().zip(columns) {
                    *unit = *unit + I::Floats::pick(&column.0, counts);
                }
            } else if first != 0 {
                for (unit, column) in units.iter_mut().zip(columns) {
                    *unit = *unit + I::Floats::spread(set, &column.0[usize::from(first) % Lanes::WIDTH]);
                }
            }
        }
    }
    let beta = I::Floats::splat(set, net.beta_hidden);
    for unit in &mut units {
        *unit = squashed(beta * *unit);
    }
    let beta = I::Floats::splat(set, net.beta_output);
    for (k, &threshold) in net.output_thresholds.iter().enumerate() {
        let mut partial = [I::Floats::splat(set, 0.0); 4];
        for (units, weights) in units.as_chunks::<4>().0.iter().zip(net.output_rows[k].0.as_chunks::<4>().0) {
            for ((partial, unit), weight) in partial.iter_mut().zip(units).zip(weights) {
                *partial = *partial + I::Floats::spread(set, weight) * *unit;
            }
        }
        let [a, b, c, d] = partial;
        let mut results = Lanes::ZERO;
        squashed(beta * (((a + b) + (c + d)) + I::Floats::splat(set, threshold))).store(&mut results.0);
        for (out, result) in out.iter_mut().zip(results.0) {
            out.0[k] = result;
        }
    }
}
