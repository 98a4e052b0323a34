//! How candidates compare with the best of them.

use super::job::JobKind;
use super::lanes::Lanes;
use super::stop::{DOUBLE_PASS, classic_jsd, cube_distances, paired_jsd};
use crate::rng::{Generator, RngKind};
use crate::scoring::normal_cdf;
use serde::{Deserialize, Serialize};

/// A candidate's place among the others. Of a cube decision, the distances are those that matter: of no double
/// from what doubling would bring, of double/take from double/pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The place, from 1.
    pub rank: usize,
    /// Equity behind the best; 0 for the best itself.
    pub behind: f64,
    /// The standard error of that difference, from trials both have: they share their dice.
    pub behind_error: Option<f64>,
    /// Distance in joint standard deviations as the reference counts them: as if trials had nothing in common.
    pub jsd: Option<f64>,
    /// Distance in standard deviations of the difference, from trials both have.
    pub paired_jsd: Option<f64>,
    /// The chance that this candidate is the best, given the trials.
    pub probability_best: f64,
}

/// Draws for the chances of more than two candidates.
const DRAWS: usize = 4096;

/// The comparisons of all candidates: none where there is nothing to compare or too little to go by.
#[must_use]
pub fn compare(lanes: &Lanes, kind: JobKind) -> Vec<Option<Comparison>> {
    let n = lanes.len();
    let is_ready = n > 1 && (0..n).all(|i| lanes.std_err(i).is_some());
    let Some(best) = lanes.best().filter(|_| is_ready) else { return vec![None; n] };
    let mean = |i| lanes.mean(i).unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let chances = chances_of_being_best(lanes);
    let mut comparisons = vec![None; n];
    for (place, &i) in order.iter().enumerate() {
        let is_best = i == best;
        comparisons[i] = Some(Comparison {
            rank: place + 1,
            behind: mean(best) - mean(i),
            behind_error: if is_best { None } else { lanes.difference(best, i).map(|(_, error, _)| error) },
            jsd: if is_best { None } else { classic_jsd(lanes, best, i) },
            paired_jsd: if is_best { None } else { paired_jsd(lanes, best, i) },
            probability_best: chances[i],
        });
    }
    if kind == JobKind::Cube {
        let (_, distances) = cube_distances(lanes, DOUBLE_PASS);
        let pair = lanes.difference(0, 1).map(|(ahead, error, _)| ahead.abs() / error.max(f64::MIN_POSITIVE));
        for (i, comparison) in comparisons.iter_mut().enumerate() {
            if let Some(comparison) = comparison {
                comparison.jsd = distances[i];
                // The pass is certain, so only the distance between the two candidates gains from pairs.
                let between_candidates = i == 0 && mean(1) <= DOUBLE_PASS;
                comparison.paired_jsd = if between_candidates { pair } else { distances[i] };
            }
        }
    }
    comparisons
}

/// The chance of each candidate to have the highest true mean: means jointly normal around those found, with
/// the covariance that the paired differences show.
fn chances_of_being_best(lanes: &Lanes) -> Vec<f64> {
    let n = lanes.len();
    if n == 2 {
        let Some((ahead, error, _)) = lanes.difference(0, 1) else { return vec![0.5; 2] };
        let first = if error > 0.0 { normal_cdf(ahead / error) } else { 0.5 + 0.5 * sign(ahead) };
        return vec![first, 1.0 - first];
    }
    let mean: Vec<f64> = (0..n).map(|i| lanes.mean(i).unwrap_or_default()).collect();
    let error: Vec<f64> = (0..n).map(|i| lanes.std_err(i).unwrap_or_default()).collect();
    let covariance = |i: usize, j: usize| {
        if i == j {
            return error[i] * error[i];
        }
        let between = lanes.difference(i, j).map_or_else(|| error[i].hypot(error[j]), |(_, error, _)| error);
        0.5 * (error[i] * error[i] + error[j] * error[j] - between * between)
    };
    let factor = cholesky(n, covariance);
    let mut generator = Generator::new(RngKind::Mersenne, 1);
    let mut wins = vec![0_u32; n];
    for _ in 0..DRAWS {
        let normal: Vec<f64> = (0..n).map(|_| standard_normal(&mut generator)).collect();
        let draw = |i: usize| mean[i] + (0..=i).map(|k| factor[i * n + k] * normal[k]).sum::<f64>();
        let best = (0..n).max_by(|&a, &b| draw(a).total_cmp(&draw(b))).unwrap_or(0);
        wins[best] += 1;
    }
    #[allow(clippy::cast_precision_loss)]
    wins.into_iter().map(|wins| f64::from(wins) / DRAWS as f64).collect()
}

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The lower triangular factor of a covariance matrix. Directions without spread, or with a little less than
/// none because candidates have different numbers of trials, count as certain.
fn cholesky(n: usize, covariance: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut factor = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let rest = covariance(i, j) - (0..j).map(|k| factor[i * n + k] * factor[j * n + k]).sum::<f64>();
            factor[i * n + j] = if i == j {
                rest.max(0.0).sqrt()
            } else if factor[j * n + j] > 0.0 {
                rest / factor[j * n + j]
            } else {
                0.0
            };
        }
    }
    factor
}

/// A standard normal number (Box and Muller).
fn standard_normal(generator: &mut Generator) -> f64 {
    let mut uniform = || (f64::from(generator.next_u32()) + 0.5) / 4_294_967_296.0;
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), std::f64::consts::TAU * uniform());
    radius * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::super::job::Job;
    use super::super::trial_record::tests::record;
    use super::*;
    use crate::board::{Player, Variation};
    use crate::scoring::{Cube, Met, Terms};

    fn lanes(trials: &[&[f64]]) -> Lanes {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&vec![start; trials[0].len()], Cube::START, Player::Top, Terms::MONEY);
        let mut lanes = Lanes::new(job.units(&Met::kazaross_xg2()), true);
        for values in trials {
            values.iter().enumerate().for_each(|(i, &value)| lanes.push(i, record(value)));
        }
        lanes
    }

    #[test]
    fn candidates_are_ranked_with_their_distance_from_the_best() {
        let lanes = lanes(&[&[0.0, 0.2, -1.0], &[0.1, 0.1, -1.2], &[-0.1, 0.3, -1.1], &[0.0, 0.2, -0.9]]);
        let all: Vec<_> = compare(&lanes, JobKind::Plays).into_iter().map(|one| one.expect("compared")).collect();
        assert_eq!([all[0].rank, all[1].rank, all[2].rank], [2, 1, 3]);
        assert!((all[0].behind - 0.2).abs() < 1e-9 && all[1].behind == 0.0);
        assert_eq!((all[1].jsd, all[1].paired_jsd), (None, None));
        // Standard deviations 0.08165 of both, opposed, so that of the difference is 0.1633.
        let error = 0.163_299 / 2.0;
        assert!((all[0].behind_error.unwrap() - error).abs() < 1e-5);
        assert!((all[0].paired_jsd.unwrap() - 0.2 / error).abs() < 1e-3);
        assert!((all[0].jsd.unwrap() - 0.2 / (0.081_650 / 2.0_f64.sqrt())).abs() < 1e-3);
        assert!((all.iter().map(|one| one.probability_best).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(all[1].probability_best > 0.98 && all[2].probability_best == 0.0);
    }

    #[test]
    fn chances_of_three_equal_candidates_are_a_third() {
        let values = [0.3, -0.1, 0.2, -0.4];
        let trials: Vec<Vec<f64>> =
            (0..36).map(|i| (0..3).map(|k| values[(i / [1, 3, 12][k]) % 3]).collect()).collect();
        let lanes = lanes(&trials.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for chance in chances_of_being_best(&lanes) {
            assert!((chance - 1.0 / 3.0).abs() < 0.04, "{chance}");
        }
    }

    #[test]
    fn one_trial_is_no_comparison() {
        assert_eq!(compare(&lanes(&[&[0.1, 0.2]]), JobKind::Plays), [None, None]);
    }
}
