//! How candidates compare with the best of them.

use super::accounts::Accounts;
use super::cube::{CubeJudgement, JudgedAction};
use super::prior::{Prior, normal_quantile};
use super::stop::{DOUBLE_PASS, classic_jsd, cube_distances, paired_jsd};
use crate::eval::CubeAction;
use crate::rng::{Generator, RngKind};
use crate::scoring::normal_cdf;
use serde::{Deserialize, Serialize};

/// A candidate's place among the others. Those of a cube decision are two of three actions: double/pass, which is not
/// rolled out, may be the first. Their distances are those that matter: of no double from what doubling would bring, of
/// double/take from double/pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The place, from 1.
    pub rank: usize,
    /// Equity behind the best; 0 for the best itself.
    pub behind: f64,
    /// Whether it is the opponent who would give that up: by a take that is a mistake.
    #[serde(default)]
    pub by_opponent: bool,
    /// The standard error of that difference: trials both have share their dice, and first rolls that are dealt evenly
    /// are no chance.
    pub behind_error: Option<f64>,
    /// Distance in joint standard deviations as the reference counts them: as if trials had nothing in common. Infinite
    /// where there is a difference but no error.
    pub jsd: Option<f64>,
    /// Distance in standard deviations of the difference, from trials both have.
    pub paired_jsd: Option<f64>,
    /// The chance that this candidate is the best, given the trials; of a cube decision, that its action is proper.
    pub probability_best: f64,
}

/// Candidates from the best to the worst, by their places where they are compared, else by their equities.
pub(super) fn ranking<'a>(candidates: impl Iterator<Item = (Option<&'a Comparison>, f64)>) -> Vec<usize> {
    let all: Vec<_> = candidates.map(|(comparison, equity)| (comparison.map(|it| it.rank), equity)).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| match (all[a].0, all[b].0) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => all[b].1.total_cmp(&all[a].1),
    });
    order
}

/// Draws for the chances of more than two candidates.
const DRAWS: usize = 4096;

/// The comparisons of all candidates: none where there is nothing to compare or too little to go by. A cube decision
/// brings its judgement.
#[must_use]
pub fn compare(accounts: &Accounts, cube: Option<&CubeJudgement>) -> Vec<Option<Comparison>> {
    let n = accounts.len();
    let is_ready = n > 1 && (0..n).all(|i| accounts.std_err(i).is_some());
    let Some(best) = accounts.best().filter(|_| is_ready) else { return vec![None; n] };
    let mean = |i| accounts.mean(i).unwrap_or(f64::NEG_INFINITY);
    if let Some(judgement) = cube {
        return cube_comparisons(accounts, judgement);
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let chances = chances_of_being_best(accounts, Some(&Prior::PLAYS));
    let mut comparisons = vec![None; n];
    for (place, &i) in order.iter().enumerate() {
        let is_best = i == best;
        comparisons[i] = Some(Comparison {
            rank: place + 1,
            behind: mean(best) - mean(i),
            by_opponent: false,
            behind_error: if is_best { None } else { accounts.difference_error(best, i) },
            jsd: if is_best { None } else { classic_jsd(accounts, best, i) },
            paired_jsd: if is_best { None } else { paired_jsd(accounts, best, i) },
            probability_best: chances[i],
        });
    }
    comparisons
}

/// Those of no double and double/take among the actions of their decision.
fn cube_comparisons(accounts: &Accounts, judgement: &CubeJudgement) -> Vec<Option<Comparison>> {
    let (_, distances) = cube_distances(accounts, DOUBLE_PASS);
    let pair = paired_jsd(accounts, 0, 1).map(f64::abs);
    let is_take = accounts.mean(1).is_some_and(|mean| mean <= DOUBLE_PASS);
    let actions = judgement.actions();
    let of = |(i, action): (usize, CubeAction)| {
        let JudgedAction { rank, given_up, chance, .. } =
            *actions.iter().find(|judged| judged.name == action.name())?;
        Some(Comparison {
            rank,
            behind: given_up.map_or(0.0, |given_up| given_up.amount),
            behind_error: given_up.and_then(|given_up| given_up.error),
            by_opponent: given_up.is_some_and(|given_up| given_up.by_opponent),
            jsd: distances[i],
            // The pass is certain, so only the distance between the two candidates gains from pairs.
            paired_jsd: if i == 0 && is_take { pair } else { distances[i] },
            probability_best: chance?,
        })
    };
    [CubeAction::NoDouble, CubeAction::DoubleTake].into_iter().enumerate().map(of).collect()
}

/// The chance of each candidate to have the highest true mean: means jointly normal around those found, with
/// the covariance that the paired differences show. With a prior the leader's distances from the others are those that
/// have the chances which the prior leaves them.
fn chances_of_being_best(accounts: &Accounts, prior: Option<&Prior>) -> Vec<f64> {
    let n = accounts.len();
    let mean: Vec<f64> = (0..n).map(|i| accounts.mean(i).unwrap_or_default()).collect();
    let leader = accounts.best().unwrap_or(0);
    let errors = (0..n).map(|i| if i == leader { None } else { accounts.difference_error(leader, i) });
    let covariance = |i: usize, j: usize| {
        if i == j { accounts.sound_error(i).map(|error| error * error) } else { accounts.covariance(i, j) }
            .unwrap_or_default()
    };
    chances_of_means(mean, leader, &errors.map(Option::unwrap_or_default).collect::<Vec<_>>(), covariance, prior)
}

/// The chances of candidates with these means, a leader, and the errors of the differences from it.
pub(super) fn chances_of_means(
    mut mean: Vec<f64>,
    leader: usize,
    errors: &[f64],
    covariance: impl Fn(usize, usize) -> f64,
    prior: Option<&Prior>,
) -> Vec<f64> {
    let n = mean.len();
    let ahead = |mean: &[f64], i: usize| mean[leader] - mean[i];
    // That the leader is better than another one.
    let better = |mean: &[f64], i: usize| match prior {
        Some(prior) => prior.seen(ahead(mean, i), errors[i]).chance_above(0.0),
        None if errors[i] > 0.0 => normal_cdf(ahead(mean, i) / errors[i]),
        None => 0.5 + 0.5 * sign(ahead(mean, i)),
    };
    if n == 2 {
        let first = better(&mean, 1 - leader);
        return if leader == 0 { vec![first, 1.0 - first] } else { vec![1.0 - first, first] };
    }
    if prior.is_some() {
        for i in (0..n).filter(|&i| i != leader && errors[i] > 0.0) {
            mean[i] = mean[leader] - normal_quantile(better(&mean, i)) * errors[i];
        }
    }
    let factor = cholesky(n, covariance);
    let mut generator = Generator::new(RngKind::Mersenne, 1);
    let mut wins = vec![0_u32; n];
    for _ in 0..DRAWS {
        let normal: Vec<f64> = (0..n).map(|_| standard_normal(&mut generator)).collect();
        let draw = |i: usize| mean[i] + (0..=i).map(|k| factor[i * n + k] * normal[k]).sum::<f64>();
        let best = (0..n).max_by(|&a, &b| draw(a).total_cmp(&draw(b))).unwrap_or(0);
        wins[best] += 1;
    }
    wins.into_iter().map(|wins| f64::from(wins) / DRAWS as f64).collect()
}

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The lower triangular factor of a covariance matrix. Directions without spread, or with a little less than
/// none by rounding, count as certain.
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
pub(in crate::rollout) fn standard_normal(generator: &mut Generator) -> f64 {
    let mut uniform = || (f64::from(generator.next_u32()) + 0.5) / 4_294_967_296.0;
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), std::f64::consts::TAU * uniform());
    radius * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::RolloutSettings;
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::job::Job;
    use crate::scoring::{Cube, Met, Terms};

    fn accounts(trials: &[&[f64]]) -> Accounts {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&vec![start; trials[0].len()], Cube::START, Player::Top, Terms::MONEY);
        let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        for values in trials {
            values.iter().enumerate().for_each(|(i, &value)| accounts.push(i, record(value)));
        }
        accounts
    }

    #[test]
    fn candidates_are_ranked_with_their_distance_from_the_best() {
        let accounts = accounts(&[&[0.0, 0.2, -1.0], &[0.1, 0.1, -1.2], &[-0.1, 0.3, -1.1], &[0.0, 0.2, -0.9]]);
        let all: Vec<_> = compare(&accounts, None).into_iter().map(|one| one.expect("compared")).collect();
        assert_eq!([all[0].rank, all[1].rank, all[2].rank], [2, 1, 3]);
        assert!((all[0].behind - 0.2).abs() < 1e-9 && all[1].behind == 0.0);
        assert_eq!((all[1].jsd, all[1].paired_jsd), (None, None));
        // Standard deviations 0.08165 of both, opposed, so that of the difference is 0.1633.
        let error = 0.163_299 / 2.0;
        assert!((all[0].behind_error.unwrap() - error).abs() < 1e-5);
        assert!((all[0].paired_jsd.unwrap() - 0.2 / error).abs() < 1e-3);
        assert!((all[0].jsd.unwrap() - 0.2 / (0.081_650 / 2.0_f64.sqrt())).abs() < 1e-3);
        assert!((all.iter().map(|one| one.probability_best).sum::<f64>() - 1.0).abs() < 1e-9);
        // 2.4 errors ahead are 99 % by themselves, and less where differences of candidates are small.
        let flat = chances_of_being_best(&accounts, None)[1];
        assert!(flat > 0.98);
        assert!(all[1].probability_best > 0.8 && all[1].probability_best < flat && all[2].probability_best < 0.01);
    }

    /// Four trials of one candidate and two of the other, worked out by hand.
    #[test]
    fn a_candidate_with_fewer_trials_shares_only_those() {
        let mut accounts = accounts(&[&[1.0, 0.0], &[3.0, 1.0]]);
        accounts.push(0, record(2.0));
        accounts.push(0, record(6.0));
        // Means 3 and 0.5; variances 14/3 and 1/2, so squared errors 14/12 and 1/4. The covariance of the pairs is
        // (1 - 2)(0 - 0.5) + (3 - 2)(1 - 0.5) = 1, that of the means 1 · 2 / (4 · 2) = 1/4.
        assert!((accounts.covariance(0, 1).unwrap() - 0.25).abs() < 1e-9);
        let variance: f64 = 14.0 / 12.0 + 0.25 - 0.5;
        let all = compare(&accounts, None);
        let second = all[1].expect("two trials");
        assert!((second.behind - 2.5).abs() < 1e-9);
        assert!((second.behind_error.unwrap() - variance.sqrt()).abs() < 1e-9);
        assert!((second.jsd.unwrap() - 2.5 / (14.0_f64 / 12.0 + 0.25).sqrt()).abs() < 1e-9);
        // The pairs alone: differences 1 and 2, mean 1.5, standard error 0.5.
        assert!((second.paired_jsd.unwrap() - 3.0).abs() < 1e-9);
        let flat = chances_of_being_best(&accounts, None)[1];
        assert!((flat - (1.0 - normal_cdf(2.5 / variance.sqrt()))).abs() < 1e-12);
        let seen = Prior::PLAYS.seen(2.5, variance.sqrt());
        assert!((second.probability_best - (1.0 - seen.chance_above(0.0))).abs() < 1e-12);
    }

    /// Independent candidates with means 0.2, 0.1 and 0 and standard errors of 0.1: the chances are integrals of
    /// products of normal distributions, here by Simpson's rule over ±8 standard errors.
    #[test]
    fn chances_of_three_candidates_are_the_integrals() {
        // Values ±s around the mean in every combination are independent; with 8 trials of sample variance 8/7 s².
        let spread = 0.1 * 7.0_f64.sqrt();
        let mean = [0.2, 0.1, 0.0];
        let trials: Vec<Vec<f64>> = (0..8_u32)
            .map(|i| (0..3).map(|k| mean[k] + if i >> k & 1 == 0 { spread } else { -spread }).collect())
            .collect();
        let accounts = accounts(&trials.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert!((accounts.std_err(1).unwrap() - 0.1).abs() < 1e-9 && accounts.covariance(0, 1).unwrap().abs() < 1e-9);
        let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
        for (i, chance) in chances_of_being_best(&accounts, None).into_iter().enumerate() {
            let steps = 2000;
            let term = |step: i32| {
                let x = 16.0 * f64::from(step) / f64::from(steps) - 8.0;
                let others = (0..3).filter(|&k| k != i).map(|k| normal_cdf(x + (mean[i] - mean[k]) / 0.1));
                let weight = if step == 0 || step == steps { 1.0 } else { f64::from(2 + 2 * (step & 1)) };
                weight * density(x) * others.product::<f64>()
            };
            let exact: f64 = (0..=steps).map(term).sum::<f64>() * 16.0 / f64::from(steps) / 3.0;
            // 4096 draws have a standard error below 0.008.
            assert!((chance - exact).abs() < 0.02, "{i}: {chance} for {exact}");
        }
    }

    /// A candidate that is always worth a tenth less than another is never the best, whatever a third does.
    #[test]
    fn who_is_behind_in_every_trial_is_never_the_best() {
        let trials: Vec<[f64; 3]> = (0..8_u32)
            .map(|i| {
                let [own, other] = [0, 1].map(|k| if i >> k & 1 == 0 { 0.3 } else { -0.3 });
                [own, other, other - 0.1]
            })
            .collect();
        for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
            let ordered: Vec<[f64; 3]> = trials.iter().map(|values| order.map(|k| values[k])).collect();
            let accounts = accounts(&ordered.iter().map(<[f64; 3]>::as_slice).collect::<Vec<_>>());
            let chances = chances_of_being_best(&accounts, None);
            for (k, chance) in order.into_iter().zip(chances) {
                assert!(if k == 2 { chance == 0.0 } else { (0.4..0.6).contains(&chance) }, "{order:?} {k}: {chance}");
            }
        }
    }

    #[test]
    fn exact_means_leave_no_chance() {
        let chances = |mean: [f64; 2], leader| chances_of_means(mean.to_vec(), leader, &[0.0; 2], |_, _| 0.0, None);
        assert_eq!(chances([0.2, 0.1], 0), [1.0, 0.0]);
        assert_eq!(chances([0.1, 0.2], 1), [0.0, 1.0]);
        assert_eq!(chances([0.1, 0.1], 0), [0.5, 0.5]);
    }

    #[test]
    fn chances_of_three_equal_candidates_are_a_third() {
        let values = [0.3, -0.1, 0.2, -0.4];
        let trials: Vec<Vec<f64>> =
            (0..36).map(|i| (0..3).map(|k| values[(i / [1, 3, 12][k]) % 3]).collect()).collect();
        let accounts = accounts(&trials.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for chance in chances_of_being_best(&accounts, None) {
            assert!((chance - 1.0 / 3.0).abs() < 0.04, "{chance}");
        }
    }

    #[test]
    fn one_trial_is_no_comparison() {
        assert_eq!(compare(&accounts(&[&[0.1, 0.2]]), None), [None, None]);
    }
}
