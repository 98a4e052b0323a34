//! How far apart candidates are before a trial is made: what turns a distance in errors into a chance that comes true.
//!
//! Candidates that are rolled out are near each other. After a few trials the leader is ahead by what chance gave it
//! more often than by what it is worth: who takes any difference for as likely as any other calls it best with 85 %
//! where it is with 65 %. A prior is a mixture of normal distributions, so that small distances from its mean are
//! shrunk and large ones, which none of the narrow parts explains, are not.
//!
//! Plays by the own nets have a look before their rollout, and the error of such a look, as mean and widths
//! ([`Look`](crate::eval::Look)). Elsewhere the mean is 0 and the shares are those that the long form of `calibration`
//! learned from 400 decisions of each kind in games of one seed, 2 plies deep, with a little left for the parts that it
//! emptied; it says how often chances come true with them in games of another seed.
//!
//! Rules that promise something do not look here: what they promise holds whatever may be true. The focus does, which
//! only chooses who plays on.

use crate::eval::OpenDifference;
use crate::scoring::normal_cdf;

/// Errors below this are none: trials are recorded in steps of 2⁻³².
pub const LEAST_DEVIATION: f64 = 1e-8;

/// Half-widths of the parts of a mixture.
pub const SCALES: [f64; 6] = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0];

/// A prior: a mixture of normal distributions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The mean of every part.
    pub mean: f64,
    /// The half-width of each part.
    pub scales: [f64; 6],
    /// The share of each part.
    pub shares: [f64; 6],
}

/// The share of differences of which the look before a rollout knows nothing, and their half-width.
const UNSEEN: (f64, f64) = (0.003, 0.3);

impl Prior {
    /// A prior around 0 of parts with the usual half-widths and these shares.
    pub const fn around_none(shares: [f64; 6]) -> Self {
        Self { mean: 0.0, scales: SCALES, shares }
    }

    /// The prior of a difference that a look has found.
    pub fn of_look(found: &OpenDifference) -> Self {
        let (unseen, width) = UNSEEN;
        let mut prior = Self { mean: found.mean, scales: [width; 6], shares: [0.0; 6] };
        prior.shares[5] = unseen;
        for (k, (scale, share)) in found.parts.into_iter().enumerate() {
            (prior.scales[k], prior.shares[k]) = (scale, (1.0 - unseen) * share);
        }
        prior
    }

    /// The prior of the same difference the other way round.
    pub fn turned(self) -> Self {
        Self { mean: -self.mean, ..self }
    }

    fn parts(&self) -> impl Iterator<Item = (f64, f64)> {
        self.shares.into_iter().zip(self.scales)
    }

    /// The prior of the best play against another one that is worth a rollout.
    pub const PLAYS: Self = Self::around_none([0.01, 0.06, 0.14, 0.76, 0.025, 0.005]);

    /// The prior of the better of doubling and not, in decisions that are worth a rollout.
    pub const DOUBLES: Self = Self::around_none([0.01, 0.05, 0.06, 0.86, 0.015, 0.005]);

    /// The prior of the better answer to such a double.
    pub const TAKES: Self = Self::around_none([0.01, 0.01, 0.02, 0.05, 0.29, 0.62]);

    /// The share of the differences below a limit before a trial is made.
    pub(super) fn share_below(&self, limit: f64) -> f64 {
        self.parts().map(|(share, scale)| share * normal_cdf((limit - self.mean) / scale)).sum()
    }

    /// The density of a difference, up to a constant factor.
    #[cfg(test)]
    fn density(&self, difference: f64) -> f64 {
        self.seen(difference, 0.0).evidence
    }

    /// The belief after a difference was found with a standard error.
    pub fn seen(&self, difference: f64, error: f64) -> Seen {
        let mut seen = Seen { evidence: 0.0, parts: [Part::default(); 6] };
        let ahead = difference - self.mean;
        for ((share, scale), part) in self.parts().zip(&mut seen.parts) {
            let variance = scale * scale + error * error;
            let evidence = share * (-0.5 * ahead * ahead / variance).exp() / variance.sqrt();
            let kept = scale * scale / variance;
            *part = Part { evidence, mean: self.mean + kept * ahead, deviation: kept.sqrt() * error };
            seen.evidence += evidence;
        }
        // Far beyond everything known only the widest part is left, however little of it.
        if seen.evidence < f64::MIN_POSITIVE {
            let last = seen.parts.len() - 1;
            seen.parts[last].evidence = f64::MIN_POSITIVE;
            seen.evidence = f64::MIN_POSITIVE;
        }
        seen
    }
}

/// The belief about a difference once it was seen.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// How likely it was to be seen, up to a constant factor.
    pub evidence: f64,
    parts: [Part; 6],
}

/// A part of a mixture, once a difference was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    evidence: f64,
    mean: f64,
    deviation: f64,
}

impl Seen {
    /// The mixture that is left: share (up to a constant factor), mean and standard deviation of each part.
    pub fn normals(&self) -> [(f64, f64, f64); 6] {
        self.parts.map(|part| (part.evidence, part.mean, part.deviation))
    }

    /// The chance that the true difference is above a limit.
    pub fn chance_above(&self, limit: f64) -> f64 {
        let above = |part: &Part| {
            let ahead = part.mean - limit;
            let chance = if part.deviation > 0.0 {
                normal_cdf(ahead / part.deviation)
            } else {
                0.5 + 0.5 * if ahead == 0.0 { 0.0 } else { ahead.signum() }
            };
            part.evidence * chance
        };
        self.parts.iter().map(above).sum::<f64>() / self.evidence
    }

    /// The mean of the true difference.
    pub fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.evidence * part.mean).sum::<f64>() / self.evidence
    }

    /// The mean of how far below 0 the true difference is, where it is.
    pub fn mean_below(&self) -> f64 {
        let below = |part: &Part| {
            if part.deviation == 0.0 {
                return part.evidence * (-part.mean).max(0.0);
            }
            let z = part.mean / part.deviation;
            let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
            part.evidence * (part.deviation * density - part.mean * normal_cdf(-z)).max(0.0)
        };
        self.parts.iter().map(below).sum::<f64>() / self.evidence
    }
}

/// The number of standard deviations that have this chance to be undercut.
pub fn normal_quantile(chance: f64) -> f64 {
    let (mut low, mut high) = (-8.5, 8.5);
    for _ in 0..44 {
        let middle = 0.5 * (low + high);
        if normal_cdf(middle) < chance { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shares() {
        for prior in [Prior::PLAYS, Prior::DOUBLES, Prior::TAKES] {
            assert!((prior.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{prior:?}");
        }
    }

    /// Against sums over a fine grid of true differences.
    #[test]
    fn a_chance_is_the_share_of_the_mixture_that_may_have_been() {
        for (difference, error) in [(0.02, 0.03), (0.001, 0.0005), (-0.1, 0.05), (0.5, 0.2), (0.3, 0.01)] {
            let seen = Prior::PLAYS.seen(difference, error);
            for limit in [0.0, 0.01, -0.2] {
                let (mut above, mut all) = (0.0, 0.0);
                for i in -400_000..400_000 {
                    let truth = 5e-6 * f64::from(i) + 1e-7;
                    let z = (difference - truth) / error;
                    let mass = Prior::PLAYS.density(truth) * (-0.5 * z * z).exp();
                    all += mass;
                    above += if truth > limit { mass } else { 0.0 };
                }
                let found = seen.chance_above(limit);
                assert!(
                    (found - above / all).abs() < 2e-3,
                    "{difference} ±{error} over {limit}: {found} {}",
                    above / all
                );
            }
            let (mut lost, mut all) = (0.0, 0.0);
            for i in -400_000..400_000 {
                let truth = 5e-6 * f64::from(i) + 1e-7;
                let z = (difference - truth) / error;
                let mass = Prior::PLAYS.density(truth) * (-0.5 * z * z).exp();
                all += mass;
                lost += mass * (-truth).max(0.0);
            }
            assert!((seen.mean_below() - lost / all).abs() < 2e-3 * (lost / all) + 1e-6, "{difference} ±{error}");
        }
    }

    /// What a look has found is believed until trials say otherwise.
    #[test]
    fn trials_correct_a_look() {
        let found = OpenDifference { mean: 0.05, parts: [(0.02, 0.6), (0.05, 0.1), (0.005, 0.3)] };
        let prior = Prior::of_look(&found);
        assert!((prior.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // Few trials that find the opposite change little, many change all.
        assert!(prior.seen(-0.05, 0.2).chance_above(0.0) > 0.9);
        assert!(prior.seen(-0.05, 0.004).chance_above(0.0) < 0.01);
        assert!(prior.seen(0.05, 0.2).mean_below() < prior.seen(-0.05, 0.02).mean_below());
        // Differences that the look did not see remain possible.
        assert!(prior.seen(-0.4, 0.01).chance_above(0.0) < 1e-6);
    }

    #[test]
    fn what_is_known_is_not_shrunk() {
        // Little is known: a lead of one error is worth less than the 84 % that it seems.
        assert!(Prior::PLAYS.seen(0.06, 0.06).chance_above(0.0) < 0.8);
        // Much is known, or the lead is larger than anything that chance gives.
        assert!((Prior::PLAYS.seen(0.002, 0.001).chance_above(0.0) - 0.977).abs() < 0.02);
        assert!(Prior::PLAYS.seen(1.0, 0.05).chance_above(0.0) > 0.999_999);
        assert_eq!(Prior::PLAYS.seen(50.0, 0.01).chance_above(0.0), 1.0);
        assert_eq!(Prior::PLAYS.seen(0.0, 0.0).chance_above(0.0), 0.5);
        assert_eq!(Prior::PLAYS.seen(1e-6, 0.0).chance_above(0.0), 1.0);
    }

    #[test]
    fn quantiles_are_the_inverse_of_the_distribution() {
        for z in [-3.0, -0.5, 0.0, 1.0, 4.0] {
            assert!((normal_quantile(normal_cdf(z)) - z).abs() < 1e-6, "{z}");
        }
        assert!(normal_quantile(1.0) > 8.0 && normal_quantile(0.0) < -8.0);
    }
}
