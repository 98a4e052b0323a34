//! How the errors of candidates hang together: trials of the same number share their dice.

use super::job::Units;
use super::records::Records;
use super::trial_record::{CUBEFUL, CUBELESS, TrialRecord};

/// The covariances of the candidates' mean equities, square, with squared standard errors on the diagonal. `None`
/// below two trials in common. With it the error of any combination of candidates can be worked out:
/// that of a difference is the root of `c[i][i] + c[j][j] - 2 c[i][j]`.
#[must_use]
pub fn covariances(records: &Records, units: &[Units], cubeful: bool) -> Vec<Vec<Option<f64>>> {
    let quantity = if cubeful { CUBEFUL } else { CUBELESS };
    let equity = |i: usize| {
        let line = units[i].equity(quantity);
        move |record: &TrialRecord| line.at(record.values[quantity].to_f64())
    };
    let all: Vec<Vec<f64>> =
        records.candidates.iter().enumerate().map(|(i, records)| records.iter().map(equity(i)).collect()).collect();
    all.iter().map(|a| all.iter().map(|b| covariance(a, b)).collect()).collect()
}

/// The covariance of two means whose first trials are pairs. Trials that only one of them has are independent of the
/// other's, so that the covariance is that of a pair times (pairs / (trials of one × trials of the other)).
#[allow(clippy::cast_precision_loss)]
fn covariance(a: &[f64], b: &[f64]) -> Option<f64> {
    let pairs = a.len().min(b.len());
    if pairs < 2 {
        return None;
    }
    let mean = |values: &[f64]| values[..pairs].iter().sum::<f64>() / pairs as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    let of_a_pair = sum / (pairs - 1) as f64;
    Some(of_a_pair * pairs as f64 / (a.len() as f64 * b.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_difference_follows_from_the_covariances() {
        let (a, b) = ([0.1, 0.4, -0.2, 0.3, 0.0], [0.0, 0.5, -0.1, 0.1, -0.2]);
        let of = |a: &[f64], b: &[f64]| covariance(a, b).expect("five pairs");
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let expected = of(&differences, &differences);
        assert!((of(&a, &a) + of(&b, &b) - 2.0 * of(&a, &b) - expected).abs() < 1e-12);
        // Variance of a by hand: mean 0.12, squares 0.228 over 4 · 5.
        assert!((of(&a, &a) - 0.228 / 20.0).abs() < 1e-12);
    }

    #[test]
    fn trials_that_one_has_alone_make_pairs_weaker() {
        let (a, b) = ([1.0, -1.0, 1.0, -1.0], [1.0, -1.0]);
        assert!((covariance(&a, &b).expect("two pairs") - 2.0 * 2.0 / 8.0).abs() < 1e-12);
        assert_eq!(covariance(&a, &b[..1]), None);
    }
}
