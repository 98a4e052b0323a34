//! How candidates compare with the best of them.

use super::accounts::Accounts;
use super::cube::{CubeJudgement, JudgedAction};
use super::prior::{LEAST_DEVIATION, Prior, normal_quantile};
use super::stop::{classic_jsd, cube_distances, paired_jsd};
use super::student::{chance_above_none, factors};
use super::units::DOUBLE_PASS;
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

impl Comparison {
    /// Whether it is not the first, and yet worth exactly as much as the best.
    pub fn is_equal(&self) -> bool {
        let is_none = |amount: f64| amount < LEAST_DEVIATION;
        self.rank > 1 && is_none(self.behind) && self.behind_error.is_some_and(is_none)
    }
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
const DRAWS: u32 = 4096;

/// The comparisons of all candidates: none where there is nothing to compare or too little to go by. A cube decision
/// brings its judgement.
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
    let chances = chances_of_being_best(accounts, true);
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
            *actions.iter().find(|judged| judged.action == action && !judged.is_beavered)?;
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

/// The chance of each candidate to have the highest true mean.
fn chances_of_being_best(accounts: &Accounts, has_prior: bool) -> Vec<f64> {
    let n = accounts.len();
    let leader = accounts.best().unwrap_or(0);
    let trials = |i: usize| accounts.all()[i].records.len() as u64;
    let error = |i: usize| if i == leader { None } else { accounts.difference_error(leader, i) };
    let found = Found {
        mean: (0..n).map(|i| accounts.mean(i).unwrap_or_default()).collect(),
        leader,
        errors: (0..n).map(|i| error(i).unwrap_or_default()).collect(),
        trials: (0..n).map(|i| trials(i).min(trials(leader))).collect(),
        most: (0..n).map(|i| accounts.most(i)).collect(),
    };
    let covariance = |i: usize, j: usize| {
        if i == j { accounts.sound_error(i).map(|error| error * error) } else { accounts.covariance(i, j) }
            .unwrap_or_default()
    };
    found.chances(covariance, |i| has_prior.then(|| accounts.prior(leader, i)))
}

/// The findings about candidates.
pub(super) struct Found {
    /// Means.
    pub mean: Vec<f64>,
    /// Who is ahead.
    pub leader: usize,
    /// The errors of the leader's differences from each.
    pub errors: Vec<f64>,
    /// Trials behind these errors.
    pub trials: Vec<u64>,
    /// The most that each can be worth by the rules.
    pub most: Vec<f64>,
}

impl Found {
    /// The chance of each candidate to have the highest true mean: means jointly normal around those found, with this
    /// covariance. The leader's distances from the others are those that have the chances which the prior and the
    /// number of trials leave them. Who is exactly equal shares a chance.
    pub(super) fn chances(
        mut self,
        covariance: impl Fn(usize, usize) -> f64,
        prior: impl Fn(usize) -> Option<Prior>,
    ) -> Vec<f64> {
        let (n, leader) = (self.mean.len(), self.leader);
        // Nobody is better than who is known to be worth the most that there is.
        let most = self.most.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_most = |i: usize| covariance(i, i).sqrt() < LEAST_DEVIATION && self.mean[i] > most - LEAST_DEVIATION;
        let at_most: Vec<bool> = (0..n).map(is_most).collect();
        if at_most.contains(&true) {
            return shares(&at_most);
        }
        let better: Vec<f64> = (0..n).map(|i| self.leader_is_better(i, prior(i).as_ref())).collect();
        if n == 2 {
            let first = better[1 - leader];
            return if leader == 0 { vec![first, 1.0 - first] } else { vec![1.0 - first, first] };
        }
        for i in (0..n).filter(|&i| i != leader && self.errors[i] >= LEAST_DEVIATION) {
            self.mean[i] = self.mean[leader] - normal_quantile(better[i]) * self.errors[i];
        }
        let factor = cholesky(n, covariance);
        let mut generator = Generator::new(RngKind::Mersenne, 1);
        let mut chances = vec![0.0; n];
        for _ in 0..DRAWS {
            let normal: Vec<f64> = (0..n).map(|_| standard_normal(&mut generator)).collect();
            let draw = |i: usize| {
                let drawn = self.mean[i] + (0..=i).map(|k| factor[i * n + k] * normal[k]).sum::<f64>();
                drawn.min(self.most[i])
            };
            let drawn: Vec<f64> = (0..n).map(draw).collect();
            let highest = drawn.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let best: Vec<bool> = drawn.iter().map(|drawn| *drawn >= highest - LEAST_DEVIATION).collect();
            chances.iter_mut().zip(shares(&best)).for_each(|(chance, share)| *chance += share / f64::from(DRAWS));
        }
        chances
    }

    /// The chance that the leader is better than another one, a half where they are equal.
    fn leader_is_better(&self, i: usize, prior: Option<&Prior>) -> f64 {
        let (ahead, error) = (self.mean[self.leader] - self.mean[i], self.errors[i]);
        if error < LEAST_DEVIATION {
            return if ahead < LEAST_DEVIATION { 0.5 } else { 1.0 };
        }
        let trials = self.trials[i];
        match prior {
            Some(prior) => chance_above_none(prior, ahead, error, trials),
            None => factors(trials, None).into_iter().map(|(by, share)| share * normal_cdf(ahead / (by * error))).sum(),
        }
    }
}

/// One, shared by those who are best.
fn shares(best: &[bool]) -> Vec<f64> {
    let all = best.iter().filter(|is_best| **is_best).count() as f64;
    best.iter().map(|&is_best| f64::from(u8::from(is_best)) / all).collect()
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
        // 2.45 errors ahead after four trials are 95 % by Student's distribution with three degrees of freedom, and
        // less where differences of candidates are small.
        let flat = chances_of_being_best(&accounts, false)[1];
        assert!((flat - 0.954).abs() < 0.015, "{flat}");
        assert!(all[1].probability_best > 0.6 && all[1].probability_best < flat && all[2].probability_best < 0.12);
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
        let flat = chances_of_being_best(&accounts, false)[1];
        // Two trials in common leave one degree of freedom.
        let behind = 0.5 - (2.5 / variance.sqrt()).atan() / std::f64::consts::PI;
        assert!((flat - behind).abs() < 2e-3, "{flat} {behind}");
        let ahead = chance_above_none(&Prior::PLAYS, 2.5, variance.sqrt(), 2);
        assert!((second.probability_best - (1.0 - ahead)).abs() < 1e-12);
    }

    /// Independent candidates with means 0.2, 0.1 and 0 and standard errors of 0.1: the chances are integrals of
    /// products of normal distributions, here by Simpson's rule over ±8 standard errors.
    #[test]
    fn chances_of_three_candidates_are_the_integrals() {
        // Values ±s around the mean in every combination are independent; with 40 trials of sample variance 40/39 s².
        let spread = 0.1 * 39.0_f64.sqrt();
        let mean = [0.2, 0.1, 0.0];
        let trials: Vec<Vec<f64>> = (0..40_u32)
            .map(|i| (0..3).map(|k| mean[k] + if i >> k & 1 == 0 { spread } else { -spread }).collect())
            .collect();
        let accounts = accounts(&trials.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert!((accounts.std_err(1).unwrap() - 0.1).abs() < 1e-9 && accounts.covariance(0, 1).unwrap().abs() < 1e-9);
        let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
        for (i, chance) in chances_of_being_best(&accounts, false).into_iter().enumerate() {
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
            let chances = chances_of_being_best(&accounts, false);
            for (k, chance) in order.into_iter().zip(chances) {
                assert!(if k == 2 { chance == 0.0 } else { (0.4..0.6).contains(&chance) }, "{order:?} {k}: {chance}");
            }
        }
    }

    fn exact(mean: &[f64], leader: usize, most: f64) -> Vec<f64> {
        let n = mean.len();
        let found =
            Found { mean: mean.to_vec(), leader, errors: vec![0.0; n], trials: vec![36; n], most: vec![most; n] };
        found.chances(|_, _| 0.0, |_| Some(Prior::PLAYS))
    }

    /// Who is exactly equal shares the chance, wherever it stands in the list.
    #[test]
    fn equals_share_the_chance() {
        for n in 2..=6 {
            for equals in 1..=n {
                for first in 0..=n - equals {
                    let is_equal = |i: &usize| (first..first + equals).contains(i);
                    let mean: Vec<f64> = (0..n).map(|i| if is_equal(&i) { 0.296 } else { -0.1 * i as f64 }).collect();
                    let chances = exact(&mean, first, 3.0);
                    for (i, chance) in chances.iter().enumerate() {
                        let share = if is_equal(&i) { 1.0 / equals as f64 } else { 0.0 };
                        assert!((chance - share).abs() < 1e-9, "{mean:?}: {chances:?}");
                    }
                }
            }
        }
        // The same with luck: two candidates whose trials are the same, and one apart.
        let trials: Vec<[f64; 3]> = (0..40_u32)
            .map(|i| {
                let swing = if i % 2 == 0 { 0.3 } else { -0.3 };
                [0.1 + swing, if i % 4 < 2 { -0.2 } else { 0.2 }, 0.1 + swing]
            })
            .collect();
        let accounts = accounts(&trials.iter().map(<[f64; 3]>::as_slice).collect::<Vec<_>>());
        let all: Vec<_> = compare(&accounts, None).into_iter().map(|one| one.expect("compared")).collect();
        assert!((all[0].probability_best - all[2].probability_best).abs() < 1e-9, "{all:?}");
        assert_eq!(all.iter().map(Comparison::is_equal).collect::<Vec<_>>(), [false, false, true]);
    }

    /// No play is better than one that is known to be worth the most that the rules allow.
    #[test]
    fn nobody_is_better_than_the_best_that_there_is() {
        let chances = |mean: [f64; 3], deviations: [f64; 3], most: f64| {
            let leader = (0..3).max_by(|&a, &b| mean[a].total_cmp(&mean[b])).expect("three");
            let errors = (0..3).map(|i| if i == leader { 0.0 } else { deviations[i].hypot(deviations[leader]) });
            let found = Found {
                mean: mean.to_vec(),
                leader,
                errors: errors.collect(),
                trials: vec![100; 3],
                most: vec![most; 3],
            };
            found.chances(|i, j| if i == j { deviations[i] * deviations[i] } else { 0.0 }, |_| Some(Prior::PLAYS))
        };
        // The second is above it by chance alone.
        assert_eq!(chances([1.0, 1.001, 0.9], [0.0, 0.002, 0.002], 1.0), [1.0, 0.0, 0.0]);
        assert_eq!(chances([1.0, 0.999, 1.0], [0.0, 0.002, 0.0], 1.0), [0.5, 0.0, 0.5]);
        // Where more can be won it may be better.
        assert!(chances([1.0, 1.001, 0.9], [0.0, 0.002, 0.002], 3.0)[1] > 0.5);
    }

    #[test]
    fn exact_means_leave_no_chance() {
        let chances = |mean: [f64; 2], leader| exact(&mean, leader, 3.0);
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
        for chance in chances_of_being_best(&accounts, false) {
            assert!((chance - 1.0 / 3.0).abs() < 0.04, "{chance}");
        }
    }

    #[test]
    fn one_trial_is_no_comparison() {
        assert_eq!(compare(&accounts(&[&[0.1, 0.2]]), None), [None, None]);
    }
}
