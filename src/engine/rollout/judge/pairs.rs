//! How the errors of candidates hang together: trials of the same number share their dice.

use super::units::Units;
use crate::rollout::data::records::Records;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, TrialRecord};

/// The covariances of the candidates' mean equities, square, with squared standard errors on the diagonal. `None`
/// below two trials in common. With it the error of any combination of candidates can be worked out:
/// that of a difference is the root of `c[i][i] + c[j][j] - 2 c[i][j]`.
pub fn covariances(records: &Records, units: &[Units], cubeful: bool) -> Vec<Vec<Option<f64>>> {
    let quantity = if cubeful { CUBEFUL } else { CUBELESS };
    let equity = |i: usize, record: &TrialRecord| units[i].equity(quantity).at(record.values[quantity].to_f64());
    let all = &records.candidates;
    let of = |i: usize, j: usize| {
        let pair = |(trial, record)| Some((equity(i, record), equity(j, all[j].get(trial)?)));
        let pairs: Vec<_> = all[i].numbered().filter_map(pair).collect();
        covariance(&pairs, all[i].len(), all[j].len())
    };
    (0..all.len()).map(|i| (0..all.len()).map(|j| of(i, j)).collect()).collect()
}

/// The covariance of two means of `n_a` and `n_b` trials, from the values of the trials that both have. Trials that
/// only one of them has are independent of the other's, so that it is that of a pair times (pairs / (`n_a` × `n_b`)).
fn covariance(pairs: &[(f64, f64)], n_a: usize, n_b: usize) -> Option<f64> {
    if pairs.len() < 2 {
        return None;
    }
    let n = pairs.len() as f64;
    let mean_a = pairs.iter().map(|(a, _)| a).sum::<f64>() / n;
    let mean_b = pairs.iter().map(|(_, b)| b).sum::<f64>() / n;
    let sum: f64 = pairs.iter().map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    let of_a_pair = sum / (n - 1.0);
    Some(of_a_pair * n / (n_a as f64 * n_b as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The covariance of two candidates whose first trials are pairs.
    fn of(a: &[f64], b: &[f64]) -> Option<f64> {
        let pairs: Vec<_> = a.iter().copied().zip(b.iter().copied()).collect();
        covariance(&pairs, a.len(), b.len())
    }

    #[test]
    fn the_error_of_a_difference_follows_from_the_covariances() {
        let (a, b) = ([0.1, 0.4, -0.2, 0.3, 0.0], [0.0, 0.5, -0.1, 0.1, -0.2]);
        let of = |a: &[f64], b: &[f64]| of(a, b).expect("five pairs");
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let expected = of(&differences, &differences);
        assert!((of(&a, &a) + of(&b, &b) - 2.0 * of(&a, &b) - expected).abs() < 1e-12);
        // Variance of a by hand: mean 0.12, squares 0.228 over 4 · 5.
        assert!((of(&a, &a) - 0.228 / 20.0).abs() < 1e-12);
    }

    #[test]
    fn trials_that_one_has_alone_make_pairs_weaker() {
        let (a, b) = ([1.0, -1.0, 1.0, -1.0], [1.0, -1.0]);
        assert!((of(&a, &b).expect("two pairs") - 2.0 * 2.0 / 8.0).abs() < 1e-12);
        assert_eq!(of(&a, &b[..1]), None);
    }
}
