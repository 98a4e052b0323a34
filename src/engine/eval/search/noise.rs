//! Noise on static evaluations, for opponents that make mistakes.
//!
//! Deterministic noise is a function of the position, so that an evaluation can be repeated; otherwise
//! every evaluation draws anew.
//!
//! Deterministic noise is GNU Backgammon's to the last digit, with its mean of almost seven deviations below zero: the
//! bytes that it adds up are signed on x86, though the mean it takes off is that of unsigned ones. Noise drawn anew has
//! mean 0.

use crate::board::Position;
use crate::eval::{EvalSettings, Outputs};
use crate::rng::md5;

/// How much each output is disturbed, in units of the standard deviation of the winning chances.
const SHARES: [f32; 5] = [1.0, 0.25, 0.01, 0.25, 0.01];

/// The mean of the sum of 16 random bytes, as unsigned numbers.
const MEAN: f32 = 2040.0;
/// The standard deviation of the sum of 16 random bytes.
const DEVIATION: f32 = 295.6;

/// Noise of some strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    deviation: f32,
    deterministic: bool,
}

impl Noise {
    /// The noise of these settings, `None` where they have none.
    pub(super) fn new(settings: &EvalSettings) -> Option<Self> {
        (settings.noise() > 0.0).then_some(Self { deviation: settings.noise(), deterministic: settings.deterministic })
    }

    /// Disturbs the outputs of a position; each stays within 0..=1. `drawn` counts the evaluations so far.
    pub(super) fn add(&self, position: &Position, drawn: u64, outputs: &mut Outputs) {
        let drawn = (!self.deterministic).then_some(drawn);
        for (k, (output, share)) in outputs.0.iter_mut().zip(SHARES).enumerate() {
            *output = (*output + normal(position, k as u8, drawn) * self.deviation * share).clamp(0.0, 1.0);
        }
    }
}

/// Where the count of draws begins for a seed: seeds in a row begin far from each other (SplitMix64).
pub(super) const fn far_apart(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The sum of the 16 bytes of a digest, in deviations: close to normally distributed, with mean 0 if drawn anew and
/// (-8 - 2040) / 295.6 = -6.93 if not.
///
/// The digest is that of the counts of both sides in turn, the opponent's first, with the number of the
/// output added to the first; further bytes make every draw another one.
fn normal(position: &Position, output: u8, drawn: Option<u64>) -> f32 {
    let mut message = [0; 58];
    for (i, (theirs, mine)) in position.opponent().counts().iter().zip(position.on_roll().counts()).enumerate() {
        message[2 * i] = *theirs;
        message[2 * i + 1] = *mine;
    }
    message[0] = message[0].wrapping_add(output);
    let sum: i32 = match drawn {
        None => md5(&message[..50]).into_iter().map(|byte| i32::from(byte.cast_signed())).sum(),
        Some(count) => {
            message[50..].copy_from_slice(&count.to_le_bytes());
            md5(&message).into_iter().map(i32::from).sum()
        }
    };
    (sum as f32 - MEAN) / DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Roll, Variation};
    use crate::movegen::legal_plays;

    /// Mean and variance of draws from positions after the first roll.
    fn moments(drawn: Option<u64>) -> (f32, f32, f32) {
        let start = Variation::Standard.starting_position();
        let positions: Vec<Position> =
            Roll::ALL.iter().flat_map(|&roll| legal_plays(&start, roll)).map(|play| play.result).collect();
        let draws = positions.iter().flat_map(|position| (0..5).map(|k| normal(position, k, drawn)));
        let draws: Vec<f32> = draws.collect();
        let n = draws.len() as f32;
        let mean = draws.iter().sum::<f32>() / n;
        (mean, draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f32>() / n, n)
    }

    #[test]
    fn the_noise_is_spread_like_a_normal_variable() {
        for (drawn, expected) in [(Some(1), 0.0), (None, -6.93)] {
            let (mean, variance, n) = moments(drawn);
            assert!((mean - expected).abs() < 4.0 / n.sqrt() && (variance - 1.0).abs() < 0.2, "{mean} {variance} {n}");
        }
        let start = Variation::Standard.starting_position();
        assert_eq!(normal(&start, 2, None), normal(&start, 2, None));
        assert_ne!(normal(&start, 2, Some(1)), normal(&start, 2, Some(2)));
    }
}
