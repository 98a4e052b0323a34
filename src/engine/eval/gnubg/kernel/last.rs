//! The outputs from the hidden units.

use crate::eval::Outputs;
use crate::eval::gnubg::file::OUTPUTS;
use crate::eval::gnubg::forward::{FOUR, Net};
use crate::eval::gnubg::sigmoid::squashed;
use crate::simd::{Floats, Instructions, Lanes};

/// The outputs of some positions: eight, four or one at a time.
#[inline(always)]
pub(super) fn outputs<I: Instructions>(set: I, net: &Net, hidden: &[Lanes], out: &mut [Outputs]) {
    let together = if I::HOLDS_FOUR { 2 * FOUR } else { FOUR };
    for (hidden, out) in hidden.chunks(together * net.blocks).zip(out.chunks_mut(together)) {
        if out.len() <= 2 {
            // Two of one take less than four do.
            for (hidden, out) in hidden.chunks(net.blocks).zip(out) {
                *out = of_one(set, net, hidden);
            }
        } else if I::HOLDS_FOUR && out.len() > FOUR {
            of_fours::<I, 2>(set, net, hidden, out);
        } else {
            of_fours::<I, 1>(set, net, hidden, out);
        }
    }
}

/// The outputs of one position. Four outputs are side by side, with their partial sums; then comes the fifth.
#[inline(always)]
fn of_one<I: Instructions>(set: I, net: &Net, hidden: &[Lanes]) -> Outputs {
    let (mut four, mut fifth) = (I::Floats::splat(set, 0.0), I::Floats::splat(set, 0.0));
    let weights = net.outputs_together.iter().zip(&net.output_quarters);
    for (hidden, (together, apart)) in hidden.iter().zip(weights) {
        for (quarter, (together, apart)) in hidden.0.as_chunks::<4>().0.iter().zip(together.iter().zip(apart)) {
            let quarter = I::Floats::repeat(set, quarter);
            four = four + I::Floats::load(set, &together.0) * quarter;
            fifth = fifth + I::Floats::load(set, &apart[4].0) * quarter;
        }
    }
    let beta = I::Floats::splat(set, net.beta_output);
    let (mut first, mut last) = (Lanes::ZERO, Lanes::ZERO);
    let thresholds = I::Floats::load(set, &net.thresholds_together.0);
    squashed(beta * (four.totals() + thresholds)).store(&mut first.0);
    squashed(beta * (fifth.totals() + I::Floats::splat(set, net.output_thresholds[4]))).store(&mut last.0);
    Outputs([first.0[0], first.0[4], first.0[8], first.0[12], last.0[0]])
}

/// The outputs of `M` times four positions side by side, or of a few less, which share the weights.
#[inline(always)]
fn of_fours<I: Instructions, const M: usize>(set: I, net: &Net, hidden: &[Lanes], out: &mut [Outputs]) {
    let zero = I::Floats::splat(set, 0.0);
    let mut acc = [[zero; OUTPUTS]; M];
    for (block, weights) in net.output_quarters.iter().enumerate() {
        let mut quarters = [[zero; 4]; M];
        for (m, quarters) in quarters.iter_mut().enumerate() {
            let first = m * FOUR * net.blocks + block;
            for (n, quarter) in quarters.iter_mut().enumerate() {
                *quarter = I::Floats::load(set, &hidden[first + n * net.blocks].0);
            }
            // From sixteen units of each of four positions to four units of all of them, four times.
            *quarters = I::Floats::quarters(*quarters);
        }
        for (q, weights) in weights.iter().enumerate() {
            for (k, weights) in weights.iter().enumerate() {
                let weights = I::Floats::load(set, &weights.0);
                for (acc, quarters) in acc.iter_mut().zip(&quarters) {
                    acc[k] = acc[k] + weights * quarters[q];
                }
            }
        }
    }
    let (beta, [a, b, c, d, e]) = (I::Floats::splat(set, net.beta_output), net.output_thresholds);
    for ([first, second, third, fourth, fifth], out) in acc.into_iter().zip(out.chunks_mut(FOUR)) {
        // Four outputs of a position side by side; the fifth is in all four of its lanes.
        let four = I::Floats::by_lane([first.totals(), second.totals(), third.totals(), fourth.totals()]);
        let (mut four_results, mut fifth_results) = (Lanes::ZERO, Lanes::ZERO);
        squashed(beta * (four + I::Floats::repeat(set, &[a, b, c, d]))).store(&mut four_results.0);
        squashed(beta * (fifth.totals() + I::Floats::splat(set, e))).store(&mut fifth_results.0);
        let results = four_results.0.as_chunks::<4>().0.iter().zip(fifth_results.0.chunks(4));
        for (out, (four, fifth)) in out.iter_mut().zip(results) {
            *out = Outputs([four[0], four[1], four[2], four[3], fifth[0]]);
        }
    }
}
