//! What few trials say of their own spread: the true error of a mean may be larger than the one found, and after two or
//! three trials several times as large.
//!
//! With the error found alone a distance in errors is distributed as Student has it: as a mixture of normal
//! distributions whose errors are the one found times a factor. That takes any spread for as likely beforehand as any
//! other, so that two trials which happen to agree would seem to know a lot: those of backgammon seldom
//! spread so little.

use super::prior::{LEAST_DEVIATION, Prior};
use arrayvec::ArrayVec;

/// From this many trials on the error found is taken for the true one.
const MANY: u64 = 36;

/// The likeliest spread of trials beforehand, in points; a spread so many times as large or as small is so many times
/// less likely.
const USUAL_SPREAD: f64 = 0.3;

/// Points of the sum over factors.
const POINTS: usize = 17;

/// The sum leaves out what is less likely than the likeliest by this power of e.
const REACH: f64 = 9.0;

/// Factors of an error that was found in this many trials, each with its share. Without an error all spreads are as
/// likely beforehand.
pub(super) fn factors(trials: u64, error: Option<f64>) -> ArrayVec<(f64, f64), POINTS> {
    let mut factors = ArrayVec::new();
    if trials >= MANY || error.is_some_and(|error| error < LEAST_DEVIATION) {
        factors.push((1.0, 1.0));
        return factors;
    }
    let freedom = trials.saturating_sub(1).max(1) as f64;
    // The logarithm y of the squared factor has a density of exp(-f/2 (y + exp(-y))) with f degrees of freedom, if all
    // magnitudes of the true error are as likely beforehand.
    let fall = |y: f64| y + (-y).exp() - 1.0;
    let end = |sign: f64| {
        let (mut low, mut high) = (0.0, 2.0 * REACH + 2.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if fall(sign * middle) < 2.0 * REACH / freedom { low = middle } else { high = middle }
        }
        sign * low
    };
    let (from, to) = (end(-1.0), end(1.0));
    let usual = error.map(|error| error * (trials as f64).sqrt() / USUAL_SPREAD);
    let point = |i: usize| {
        let y = from + (to - from) * i as f64 / (POINTS - 1) as f64;
        let factor = (0.5 * y).exp();
        let likely = usual.map_or(1.0, |times| (factor * times).min(1.0 / (factor * times)));
        (factor, likely * (-0.5 * freedom * fall(y)).exp())
    };
    factors.extend((0..POINTS).map(point));
    let all: f64 = factors.iter().map(|(_, share)| share).sum();
    factors.iter_mut().for_each(|(_, share)| *share /= all);
    factors
}

/// The part of a covariance found in this many trials that counts: two trials always seem to hang together, or oppose
/// each other, wholly.
pub(super) fn sure_covariance(trials: u64, covariance: f64) -> f64 {
    if trials >= MANY { covariance } else { (1.0 - 2.0 / trials.max(2) as f64) * covariance }
}

/// The chance that a true difference is above 0 that was found with an error in this many trials.
pub(super) fn chance_above_none(prior: &Prior, difference: f64, error: f64, trials: u64) -> f64 {
    let (mut above, mut all) = (0.0, 0.0);
    for (factor, share) in factors(trials, Some(error)) {
        let seen = prior.seen(difference, factor * error);
        above += share * seen.evidence * seen.chance_above(0.0);
        all += share * seen.evidence;
    }
    above / all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::normal_cdf;

    /// Student's distribution with 1 and 2 degrees of freedom has a formula; with 8, from a table.
    #[test]
    fn without_a_prior_the_mixture_is_students() {
        let found = |trials: u64, distance: f64| -> f64 {
            factors(trials, None).into_iter().map(|(factor, share)| share * normal_cdf(distance / factor)).sum()
        };
        for t in [0.5, 1.0, 3.0, 12.7] {
            let two: f64 = found(2, t);
            let three: f64 = found(3, t);
            assert!((two - 0.5 - f64::atan(t) / std::f64::consts::PI).abs() < 2e-3, "{t}: {two}");
            assert!((three - 0.5 - 0.5 * t / (2.0 + t * t).sqrt()).abs() < 2e-3, "{t}: {three}");
        }
        for (t, chance) in [(1.108, 0.85), (1.860, 0.95), (2.896, 0.99)] {
            assert!((found(9, t) - chance).abs() < 2e-3, "{t}");
        }
        assert_eq!(found(36, 1.0), normal_cdf(1.0));
    }

    /// Two trials that happen to agree know little, eleven know it.
    #[test]
    fn a_small_spread_is_believed_when_it_is_seen_often() {
        let chance = |trials: u64| chance_above_none(&Prior::PLAYS, 0.05, 0.01 / (trials as f64).sqrt(), trials);
        assert!(chance(2) < 0.9 && chance(2) > 0.6, "{}", chance(2));
        assert!(chance(11) > 0.995, "{}", chance(11));
        assert_eq!(chance_above_none(&Prior::PLAYS, 0.05, 0.0, 2), 1.0);
        assert_eq!([sure_covariance(2, 0.5), sure_covariance(4, 0.5), sure_covariance(36, 0.5)], [0.0, 0.25, 0.5]);
    }
}
