//! A cube decision as three actions: what each gives up, and how sure it is that it is the proper one.
//!
//! No double and double/take are estimates whose errors hang together, since their trials share dice; double/pass is a
//! point for certain. A double is right where playing on is worth no more than the opponent's better answer, a take
//! where it costs less than a point. The chances are those of two jointly normal means.

use super::accounts::Accounts;
use super::cube_prior::{CubePriors, answered};
use super::prior::LEAST_DEVIATION;
use super::student::{factors, sure_covariance};
use super::units::DOUBLE_PASS;
use crate::eval::{Answer, CubeAction, Exchange, Verdict, cube_words};
use crate::rollout::order::job::Job;
use crate::scoring::normal_cdf;
use serde::{Deserialize, Serialize};

/// The equity that an action gives up against the proper one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GivenUp {
    /// The equity.
    pub amount: f64,
    /// The standard error.
    pub error: Option<f64>,
    /// Whether the opponent gives it up, by a wrong answer.
    pub by_opponent: bool,
}

/// A cube decision, judged by its actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeJudgement {
    /// The values of the actions, with their errors.
    pub means: CubeMeans,
    /// The proper action.
    pub best: CubeAction,
    /// How sure the parts of the decision are, `None` below two trials.
    pub chances: Option<CubeChances>,
}

/// A double that is better beavered than taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beaver {
    /// The worth of the beavered double to the doubler: twice the take, or the drop of the beaver.
    pub value: f64,
    /// The standard error of the worth; `None` where the beaver is to be dropped.
    pub error: Option<f64>,
    /// The loss of a mere take.
    pub take: GivenUp,
}

/// An action of a cube decision with the answer to it, as lists have them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedAction {
    /// The action.
    pub action: CubeAction,
    /// Whether the double is beavered, which is better than a take.
    pub is_beavered: bool,
    /// Ownership of the cube by the player who may double.
    pub redoubles: bool,
    /// The value in the unit of the means, and its standard error.
    pub value: (f64, Option<f64>),
    /// The place by the equity given up, from 1.
    pub rank: usize,
    /// The equity given up; `None` for the proper action.
    pub given_up: Option<GivenUp>,
    /// The chance to be the proper action with the proper answer, `None` below two trials.
    pub chance: Option<f64>,
}

/// How sure the parts of a cube decision are, given the trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeChances {
    /// That a double is right.
    pub double: f64,
    /// That a double is to be taken.
    pub take: f64,
    /// That playing on is worth more than cashing.
    pub too_good: f64,
    /// The chance of each pair of what is right, not to double or to double, and of what a take is worth: below the
    /// first of [`TAKE_LIMITS`], between two of them, above the last. They add up to 1.
    zones: [[f64; 6]; 2],
}

/// The values of a take at which the best answer to a double, to a beaver or to a raccoon changes.
const TAKE_LIMITS: [f64; 5] = [-2.0, -1.0, 0.0, 1.0, 2.0];

/// Two means that are jointly normal: no double, and double/take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMeans {
    /// The means.
    pub means: [f64; 2],
    /// Their standard errors.
    pub errors: [f64; 2],
    /// Their covariance.
    pub covariance: f64,
    /// The most that each can be worth by the rules: without gammons, or under Jacoby's rule with a centered cube,
    /// playing on brings no more than a pass.
    pub most: [f64; 2],
    /// Trials behind the errors.
    pub trials: u64,
}

/// The values of the three actions for the side that may double, in any unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeMeans {
    /// No double; double and take.
    pub values: [f64; 2],
    /// Double and pass.
    pub pass: f64,
    /// The standard errors of the first two.
    pub errors: [Option<f64>; 2],
    /// The standard error of their difference.
    pub difference_error: Option<f64>,
    /// Whether a double that is worth less than nothing is beavered.
    pub beavers: bool,
    /// Ownership of the cube by the player who may double.
    pub redoubles: bool,
}

impl JudgedAction {
    /// The name: those of [`CubeAction::ALL`], and `Double, beaver`.
    pub const fn name(&self) -> &'static str {
        if self.is_beavered { DOUBLE_BEAVER } else { self.action.name() }
    }

    /// The name as people read it, of a cube that is owned `Redouble, take`.
    pub fn words(&self) -> String {
        cube_words(self.name(), self.redoubles)
    }

    /// Whether it is not the proper one by rank, and gives up exactly nothing.
    pub fn is_equal(&self) -> bool {
        let is_none = |amount: f64| amount < LEAST_DEVIATION;
        self.given_up.is_some_and(|given_up| is_none(given_up.amount) && given_up.error.is_some_and(is_none))
    }
}

impl CubeMeans {
    /// The answers to the double. Turning the cube again after a beaver that is right would be wrong.
    fn exchange(&self) -> Exchange {
        Exchange { take: self.values[1], pass: self.pass, beavers: u8::from(self.beavers) }
    }

    /// The value of a double to who doubles, how many times the take that is, and the better answer.
    fn doubled(&self) -> (f64, Option<f64>, CubeAction) {
        if self.values[1] < self.pass {
            let answer = self.exchange().best_answer(0);
            (answer.value, answer.takes, CubeAction::DoubleTake)
        } else {
            (self.pass, None, CubeAction::DoublePass)
        }
    }

    /// The standard error of no double less this many times a take.
    fn error_against(&self, takes: Option<f64>) -> Option<f64> {
        let Some(takes) = takes else { return self.errors[0] };
        if takes == 1.0 {
            return self.difference_error;
        }
        let ([no_double, take], difference) = ([self.errors[0]?, self.errors[1]?], self.difference_error?);
        let covariance = 0.5 * (no_double * no_double + take * take - difference * difference);
        let variance = no_double * no_double + takes * takes * take * take - 2.0 * takes * covariance;
        Some(variance.max(0.0).sqrt())
    }

    /// The values as the means of what is open after the priors and the trials; `None` without errors.
    pub fn after(&self, priors: &CubePriors) -> Option<[f64; 2]> {
        let sound = |error: f64| error.max(LEAST_DEVIATION);
        let [no_double, take] = self.values;
        let (doubled, takes, _) = self.doubled();
        let ahead = priors.doubles.seen(no_double - doubled, sound(self.error_against(takes)?)).mean();
        let take = self.pass + priors.takes.seen(take - self.pass, sound(self.errors[1]?)).mean();
        Some([ahead + answered(take, self.beavers).min(self.pass), take])
    }

    /// The proper action by the values alone.
    pub fn best(&self) -> CubeAction {
        let (doubled, _, answer) = self.doubled();
        if self.values[0] > doubled { CubeAction::NoDouble } else { answer }
    }

    /// The beaver that answers the double, where it is better than a take.
    pub fn beaver(&self) -> Option<Beaver> {
        let take = self.values[1];
        let best = self.exchange().best_answer(0);
        let is_beaver = take < self.pass && best.answer == Answer::Beaver;
        let error = |takes: f64| self.errors[1].map(|error| takes * error);
        is_beaver.then(|| Beaver {
            value: best.value,
            error: best.takes.and_then(error),
            take: GivenUp {
                amount: (take - best.value).abs(),
                error: error(best.takes.map_or(1.0, |takes| takes - 1.0)),
                by_opponent: true,
            },
        })
    }

    /// The equity that each action gives up against the proper one, in the order of [`CubeAction::ALL`]. Of a take that
    /// is better beavered, it is the beaver that counts.
    pub fn given_up(&self, best: CubeAction) -> [Option<GivenUp>; 3] {
        let (doubled, takes, answer) = self.doubled();
        let [no_double, take] = self.values;
        CubeAction::ALL.map(|action| {
            let given_up =
                |amount: f64, error, by_opponent| Some(GivenUp { amount: amount.max(0.0), error, by_opponent });
            match action {
                _ if action == best => None,
                CubeAction::NoDouble => given_up(doubled - no_double, self.error_against(takes), false),
                _ if action == answer => given_up(no_double - doubled, self.error_against(takes), false),
                // The answer that the opponent should not give, against the one he should.
                CubeAction::DoubleTake => given_up((take - doubled).abs(), self.errors[1], true),
                CubeAction::DoublePass => {
                    let error = self.errors[1].zip(takes).map(|(error, takes)| takes * error);
                    given_up((self.pass - doubled).abs(), error, true)
                }
            }
        })
    }
}

impl CubeJudgement {
    /// The judgement of the accounts of no double and double/take, `None` before the first trial of each. `proper` is
    /// the right action by the rules of the game; without it the means decide.
    pub fn of_accounts(accounts: &Accounts, job: &Job, proper: Option<CubeAction>) -> Option<Self> {
        let values = [accounts.mean(0)?, accounts.mean(1)?];
        let most = [0, 1].map(|i| accounts.most(i));
        let means = CubeMeans {
            values,
            pass: DOUBLE_PASS,
            errors: [accounts.std_err(0), accounts.std_err(1)],
            difference_error: accounts.difference_error(0, 1),
            beavers: job.has_beavers(),
            redoubles: job.redoubles(),
        };
        let bounded = CubeMeans { values: [values[0].min(most[0]), values[1]], ..means };
        let best = proper.unwrap_or_else(|| bounded.best());
        let chances = accounts.sound_error(0).zip(accounts.sound_error(1)).map(|(no_double, take)| {
            let covariance = accounts.covariance(0, 1).unwrap_or_default();
            let trials = accounts.all().iter().map(|account| account.records.len() as u64).min().unwrap_or(0);
            let joint = JointMeans { means: values, errors: [no_double, take], covariance, most, trials };
            joint.chances(means.beavers, Some(&CubePriors::before(accounts, means.beavers)))
        });
        Some(Self { means, best, chances })
    }

    /// The actions with the answers to them: no double, the double taken and passed, and before the take the beaver
    /// where that is better.
    pub fn actions(&self) -> Vec<JudgedAction> {
        let CubeMeans { values: [no_double, take], errors: [error, take_error], pass, .. } = self.means;
        let given_up = self.means.given_up(self.best);
        let of = |action: CubeAction| JudgedAction {
            action,
            is_beavered: false,
            redoubles: self.means.redoubles,
            value: match action {
                CubeAction::NoDouble => (no_double, error),
                CubeAction::DoubleTake => (take, take_error),
                CubeAction::DoublePass => (pass, None),
            },
            rank: 0,
            given_up: given_up[action as usize],
            chance: self.chances.as_ref().map(|chances| chances.of_action(action)),
        };
        let mut actions: Vec<JudgedAction> = CubeAction::ALL.map(of).into();
        if let Some(beaver) = self.means.beaver() {
            let take = &mut actions[CubeAction::DoubleTake as usize];
            let chance = |answer| self.chances.as_ref().map(|chances| chances.of_double(answer, true));
            let value = (beaver.value, beaver.error);
            let answered = JudgedAction { is_beavered: true, value, chance: chance(Answer::Beaver), ..*take };
            *take = JudgedAction { given_up: Some(beaver.take), chance: chance(Answer::Take), ..*take };
            actions.insert(CubeAction::DoubleTake as usize, answered);
        }
        let amounts: Vec<f64> = actions
            .iter()
            .map(|action| action.given_up.map_or(f64::NEG_INFINITY, |given_up| given_up.amount))
            .collect();
        for (i, action) in actions.iter_mut().enumerate() {
            let before = |(j, amount): (usize, &f64)| (*amount, j) < (amounts[i], i);
            action.rank = 1 + amounts.iter().enumerate().filter(|&other| before(other)).count();
        }
        actions
    }
}

/// The name of a double that is beavered.
pub const DOUBLE_BEAVER: &str = "Double, beaver";

impl CubeChances {
    /// The chance that an action is the proper one.
    pub fn of_action(&self, action: CubeAction) -> f64 {
        match action {
            CubeAction::NoDouble => self.zones[0].iter().sum(),
            CubeAction::DoubleTake => self.of_double(Answer::Take, false),
            CubeAction::DoublePass => self.of_double(Answer::Pass, false),
        }
    }

    /// The chance that a double is right, and this the best answer to it, where beavers are allowed or not.
    pub fn of_double(&self, answer: Answer, beavers: bool) -> f64 {
        sum(&self.zones[1], answer, 0, u8::from(beavers))
    }

    /// The chance that this is the best answer after this many turns of the cube at once, where `beavers` are allowed.
    pub fn of_answer(&self, answer: Answer, turns: u8, beavers: u8) -> f64 {
        self.zones.iter().map(|zones| sum(zones, answer, turns, beavers)).sum()
    }

    /// The chance that both halves of a verdict are right; a beaver counts as a take.
    pub fn of_verdict(&self, verdict: &Verdict) -> f64 {
        let doubles = verdict.action() != CubeAction::NoDouble;
        let answer = if verdict.takes() { Answer::Take } else { Answer::Pass };
        sum(&self.zones[usize::from(doubles)], answer, 0, 0)
    }
}

/// The share of those zones of a take in which this is the best answer.
fn sum(zones: &[f64; 6], answer: Answer, turns: u8, beavers: u8) -> f64 {
    // A take that lies between the limits, or beyond the last ones.
    let takes = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5];
    let best = |take: f64| Exchange { take, pass: DOUBLE_PASS, beavers }.best_answer(turns).answer;
    takes.into_iter().zip(zones).filter(|&(take, _)| best(take) == answer).map(|(_, chance)| chance).sum()
}

/// How many standard errors away chances end to matter.
const REACH: f64 = 8.0;

/// Parts of an interval in which the density is summed up, by Simpson's rule.
const PARTS: u32 = 24;

/// How likely what was found is: by zone, as [`CubeChances`] has them, and with no double worth more than a point.
#[derive(Default)]
struct Masses {
    zones: [[f64; 6]; 2],
    too_good: f64,
}

impl JointMeans {
    /// The chances that follow: with priors, or as if anything were as likely as anything else beforehand. With
    /// `beavers`, a double that is worth less than nothing is turned once more.
    pub fn chances(&self, beavers: bool, priors: Option<&CubePriors>) -> CubeChances {
        let mut masses = Masses::default();
        let covariance = sure_covariance(self.trials, self.covariance);
        // After few trials the errors may be larger than those found.
        let [no_double, take] = self.errors;
        for (factor, share) in factors(self.trials, priors.map(|_| no_double.max(take))) {
            let errors = self.errors.map(|error| if error < LEAST_DEVIATION { 0.0 } else { factor * error });
            let scaled = Self { errors, covariance: factor * factor * covariance, ..*self };
            scaled.add(beavers, priors, share, &mut masses);
        }
        let all: f64 = masses.zones.iter().flatten().sum();
        if all <= 0.0 {
            // What was found is beyond the bounds by more than its errors explain.
            let (most, [no_double, take]) = (self.most, self.means);
            let means = [no_double.min(most[0]), take.min(most[1])];
            return Self { means, most: [f64::INFINITY; 2], ..*self }.chances(beavers, priors);
        }
        let zones = masses.zones.map(|zones| zones.map(|mass| mass / all));
        let mut chances =
            CubeChances { double: zones[1].iter().sum(), take: 0.0, too_good: masses.too_good / all, zones };
        chances.take = chances.of_answer(Answer::Take, 0, 0);
        chances
    }

    /// Adds the masses with these errors, which have this share.
    fn add(&self, beavers: bool, priors: Option<&CubePriors>, share: f64, masses: &mut Masses) {
        let Self { means, errors: [no_double_error, take_error], covariance, most, .. } = *self;
        let [no_double, take] = [means[0].min(most[0]), means[1].min(most[1])];
        // Given double/take, no double is normal around a line.
        let slope = if take_error > 0.0 { covariance / (take_error * take_error) } else { 0.0 };
        let rest = (no_double_error * no_double_error - slope * covariance).max(0.0).sqrt();
        let line = no_double - slope * take;
        // For a true value of double/take: how likely what was found is, and the chances that no double is worth more
        // than a double, and more than a point.
        let given = |taken: f64| {
            let doubled = answered(taken, beavers).min(DOUBLE_PASS);
            let ahead = line + slope * taken - doubled;
            let ahead = if rest < LEAST_DEVIATION && ahead.abs() < LEAST_DEVIATION { 0.0 } else { ahead };
            let seen = priors.map(|priors| (priors.doubles.seen(ahead, rest), &priors.doubles));
            let above = |limit: f64| {
                seen.as_ref().map_or_else(|| chance_above(ahead - limit, rest), |(seen, _)| seen.chance_above(limit))
            };
            // No double is worth no more than the most: what lies beyond is left out.
            let room = most[0] - doubled;
            let beyond = above(room + LEAST_DEVIATION);
            let within = 1.0 - beyond;
            if within <= f64::EPSILON {
                return [0.0; 3];
            }
            let evidence = seen.as_ref().map_or(1.0, |(seen, prior)| seen.evidence / prior.share_below(room));
            let between = |limit: f64| {
                if limit > room - LEAST_DEVIATION { 0.0 } else { (above(limit) - beyond).max(0.0) / within }
            };
            [evidence * within, between(0.0), between(DOUBLE_PASS - doubled)]
        };
        // The value of double/take: normal, or a mixture of normal distributions.
        let flat = [(1.0, take, take_error)];
        let seen = priors.map(|priors| priors.takes.seen(take - DOUBLE_PASS, take_error));
        let parts = seen.map(|seen| seen.normals().map(|(share, mean, error)| (share, DOUBLE_PASS + mean, error)));
        let parts: &[(f64, f64, f64)] = parts.as_ref().map_or(&flat, |parts| parts);
        for &(part, mean, error) in parts {
            // `near` is as `taken` where an answer changes at its value.
            let mut enter = |taken: f64, near: f64, mass: f64| {
                if near > most[1] + 2.0 * LEAST_DEVIATION {
                    return;
                }
                let [evidence, play_on, above] = given(taken);
                let mass = share * part * mass * evidence;
                let zone = TAKE_LIMITS.iter().filter(|&&limit| near > limit).count();
                masses.zones[0][zone] += mass * play_on;
                masses.zones[1][zone] += mass * (1.0 - play_on);
                masses.too_good += mass * above;
            };
            if error <= 0.0 {
                // Exactly where an answer changes both are as good.
                enter(mean, mean - LEAST_DEVIATION, 0.5);
                enter(mean, mean + LEAST_DEVIATION, 0.5);
                continue;
            }
            // Where the answer changes, and where an exact no double would cross what a double is worth.
            let at = |taken: f64| (taken - mean) / error;
            let crossings = [
                at(line / (1.0 - slope)),
                at(line / (2.0 - slope)),
                at((DOUBLE_PASS - line) / slope),
                at((-2.0 * DOUBLE_PASS - line) / slope),
                at(most[1]),
            ];
            let crossings = crossings.into_iter().chain(TAKE_LIMITS.map(at));
            let mut ends: Vec<f64> = crossings.filter(|z| z.abs() < REACH).collect();
            ends.extend([-REACH, REACH]);
            ends.sort_by(f64::total_cmp);
            ends.dedup_by(|a, b| *a - *b < 1e-8);
            for pair in ends.windows(2) {
                let [from, to] = [pair[0], pair[1]];
                let near = mean + error * 0.5 * (from + to);
                let width = (to - from) / f64::from(PARTS);
                for i in 0..=PARTS {
                    let weight = if i == 0 || i == PARTS { 1.0 } else { f64::from(2 + 2 * (i & 1)) };
                    // At its very ends a step would be neither up nor down.
                    let z = (from + width * f64::from(i)).clamp(from + 1e-9, to - 1e-9);
                    let mass = weight * width / 3.0 * (-0.5 * z * z).exp() / std::f64::consts::TAU.sqrt();
                    enter(mean + error * z, near, mass);
                }
            }
        }
    }
}

/// Whether something is known to be positive; a half where it is 0.
fn step(x: f64) -> f64 {
    0.5 + 0.5 * if x == 0.0 { 0.0 } else { x.signum() }
}

/// The chance that a mean with this error is positive.
fn chance_above(mean: f64, error: f64) -> f64 {
    if error > 0.0 { normal_cdf(mean / error) } else { step(mean) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Advice, Class, CubeValues, Look};
    use crate::rng::{Generator, RngKind};
    use crate::rollout::judge::compare::standard_normal;
    use crate::rollout::judge::prior::{Prior, SCALES};
    use std::collections::BTreeMap;

    fn joint(means: [f64; 2], errors: [f64; 2], correlation: f64) -> JointMeans {
        let covariance = correlation * errors[0] * errors[1];
        JointMeans { means, errors, covariance, most: [f64::INFINITY; 2], trials: 100 }
    }

    /// Draws of the two means, judged one by one, against the integral: near every limit, with and without beavers.
    #[test]
    fn chances_are_shares_of_what_may_be_true() {
        let cases = [
            ([0.95, 1.024], [0.03, 0.049], 0.8),
            ([0.743, 0.383], [0.183, 0.455], 0.6),
            ([1.02, 1.3], [0.05, 0.2], -0.4),
            ([0.99, 0.98], [0.02, 0.02], 0.0),
            ([-0.1, -0.06], [0.05, 0.08], 0.5),
            ([0.5, 0.7], [0.0, 0.2], 0.0),
            ([0.5, 0.7], [0.2, 0.0], 0.0),
            ([0.5, 0.52], [0.05, 0.1], 1.0),
            ([-0.8, -1.1], [0.2, 0.5], 0.7),
            ([-1.95, -1.9], [0.2, 0.3], 0.9),
        ];
        for (means, errors, correlation) in cases {
            for beavers in [false, true] {
                let of = joint(means, errors, correlation);
                let chances = of.chances(beavers, None);
                let mut generator = Generator::new(RngKind::Mersenne, 3);
                let n = 40_000;
                let (mut counts, mut too_good) = ([[0.0; 2]; 2], 0.0);
                let mut answers: [BTreeMap<&str, f64>; 4] = Default::default();
                for _ in 0..n {
                    let [a, b] = [0, 1].map(|_| standard_normal(&mut generator));
                    let no_double =
                        means[0] + errors[0] * (correlation * b + (1.0 - correlation * correlation).sqrt() * a);
                    let take = means[1] + errors[1] * b;
                    let beavered = take.min((2.0 * take).max(-2.0));
                    let answered = if beavers && take < 0.0 { beavered } else { take };
                    let exchange = Exchange { take, pass: 1.0, beavers: 3 };
                    for (turns, counts) in answers.iter_mut().enumerate() {
                        let answer = exchange.best_answer(turns as u8).answer;
                        *counts.entry(answer.name()).or_insert(0.0) += 1.0 / f64::from(n);
                    }
                    counts[usize::from(answered.min(1.0) >= no_double)][usize::from(take >= 1.0)] += 1.0 / f64::from(n);
                    too_good += f64::from(u8::from(no_double > 1.0)) / f64::from(n);
                }
                // 40,000 draws have a standard error of 0.0025 at most.
                for (zones, drawn) in chances.zones.iter().zip(counts) {
                    let found = [Answer::Take, Answer::Pass].map(|answer| sum(zones, answer, 0, 0));
                    let is_near = found.iter().zip(drawn).all(|(found, drawn)| (found - drawn).abs() < 0.01);
                    assert!(is_near, "{of:?} {beavers}: {chances:?} {counts:?}");
                }
                assert!((chances.too_good - too_good).abs() < 0.01, "{of:?}: {chances:?} {too_good}");
                for (turns, drawn) in answers.iter().enumerate() {
                    for answer in [Answer::Take, Answer::Pass, Answer::Beaver] {
                        let found = chances.of_answer(answer, turns as u8, 3);
                        let drawn = drawn.get(answer.name()).copied().unwrap_or_default();
                        assert!((found - drawn).abs() < 0.01, "{of:?}, {turns} turns: {answer:?} {found} {drawn}");
                    }
                }
                assert!((chances.zones.iter().flatten().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }

    /// Draws from the priors, seen with errors: what was said of those that were seen so is what happened.
    #[test]
    fn chances_with_priors_are_shares_of_the_mixture() {
        let priors = CubePriors::USUAL;
        let errors = [0.05, 0.08];
        let mut generator = Generator::new(RngKind::Mersenne, 7);
        let mut draw = |prior: &Prior| {
            let mut at = f64::from(generator.next_u32()) / f64::from(u32::MAX);
            let part = prior.shares.iter().position(|share| {
                at -= share;
                at < 0.0
            });
            SCALES[part.unwrap_or(0)] * standard_normal(&mut generator)
        };
        let truths: Vec<[f64; 2]> = (0..2000)
            .map(|_| {
                let take = 1.0 + draw(&priors.takes);
                [take.min(1.0) + draw(&priors.doubles), take]
            })
            .collect();
        let mut noise = Generator::new(RngKind::Mersenne, 8);
        // By tenths of what was said: how often, and how often it was so; of a double, a take, too good.
        let mut said = [[(0.0, 0.0, 0.0); 10]; 3];
        for truth in truths {
            let [a, b] = [0, 1].map(|_| standard_normal(&mut noise));
            let means = [truth[0] + errors[0] * (0.6 * b + 0.8 * a), truth[1] + errors[1] * b];
            let chances = joint(means, errors, 0.6).chances(false, Some(&priors));
            let is_so = [truth[0] < truth[1].min(1.0), truth[1] < 1.0, truth[0] > 1.0];
            for ((bins, chance), is_so) in
                said.iter_mut().zip([chances.double, chances.take, chances.too_good]).zip(is_so)
            {
                let bin = &mut bins[((10.0 * chance) as usize).min(9)];
                *bin = (bin.0 + 1.0, bin.1 + chance, bin.2 + f64::from(u8::from(is_so)));
            }
        }
        for (n, sum, happened) in said.iter().flatten().filter(|bin| bin.0 > 60.0) {
            let off = (happened - sum) / n;
            assert!(off.abs() < 4.0 * (0.25 / n).sqrt(), "{n} said {} on average, {} happened", sum / n, happened / n);
        }
    }

    /// Where one of the two is exact, or hardly known, the chances are those of the prior of the other.
    #[test]
    fn chances_with_priors_where_one_question_is_open() {
        let priors = CubePriors::USUAL;
        // A take of .8 for certain: no double is .15 ahead, and too good where it is ahead by .2.
        let chances = joint([0.95, 0.8], [0.05, 0.0], 0.0).chances(false, Some(&priors));
        let seen = priors.doubles.seen(0.15, 0.05);
        assert!((chances.double - (1.0 - seen.chance_above(0.0))).abs() < 1e-9, "{chances:?}");
        assert!((chances.too_good - seen.chance_above(0.2)).abs() < 1e-9, "{chances:?}");
        assert!((chances.take - 1.0).abs() < 1e-12);
        // A certain pass: a double is worth a point.
        let chances = joint([0.95, 1.3], [0.05, 0.0], 0.0).chances(false, Some(&priors));
        let seen = priors.doubles.seen(-0.05, 0.05);
        assert!((chances.double - (1.0 - seen.chance_above(0.0))).abs() < 1e-9 && chances.take < 1e-12, "{chances:?}");
        assert!((chances.too_good - seen.chance_above(0.0)).abs() < 1e-9, "{chances:?}");
        // Nothing is known of no double: the answer is as sure as its own prior makes it.
        for (take, error) in [(0.9, 0.1), (1.2, 0.3), (1.05, 0.02), (0.2, 0.2)] {
            let chances = joint([0.5, take], [1000.0, error], 0.0).chances(false, Some(&priors));
            let passes = priors.takes.seen(take - 1.0, error).chance_above(0.0);
            assert!((chances.take - (1.0 - passes)).abs() < 1e-4, "{take} ±{error}: {chances:?} {passes}");
        }
    }

    /// The values of a look are believed until trials say otherwise: wide errors leave them, narrow ones leave those of
    /// the trials, and in between lies what is between.
    #[test]
    fn trials_correct_a_look_at_a_cube() {
        let looked = [0.55, 0.6];
        for (rolled_out, beavers) in
            [([0.62, 0.55], false), ([0.5, 0.7], true), ([0.9, 1.1], false), ([0.1, -0.1], true)]
        {
            let [no_double, double_take] = looked.map(|value| value as f32);
            let values = CubeValues { no_double, double_take, double_pass: 1.0 };
            let look = Look::of_cube(2, Class::Contact, &values);
            let priors = CubePriors::of_look(&look, beavers).expect("a cube");
            let of = |error: f64| {
                let errors = [Some(error); 2];
                let means = CubeMeans {
                    values: rolled_out,
                    pass: 1.0,
                    errors,
                    difference_error: Some(error),
                    beavers,
                    redoubles: false,
                };
                means.after(&priors).expect("errors")
            };
            let near = |found: [f64; 2], wanted: [f64; 2]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 5e-3);
            assert!(near(of(1e4), looked) && near(of(1e-5), rolled_out), "{:?} {:?}", of(1e4), of(1e-5));
            // Between them lie the answers to both questions.
            let questions = |[no_double, take]: [f64; 2]| [no_double - answered(take, beavers).min(1.0), take];
            let [look, trials, between] = [looked, rolled_out, of(0.03)].map(questions);
            for i in 0..2 {
                let (low, high) = (look[i].min(trials[i]), look[i].max(trials[i]));
                assert!((low - 1e-3..=high + 1e-3).contains(&between[i]), "{i}: {between:?}");
            }
        }
        // A double that is beavered costs twice what the take is worth less.
        let values = CubeValues { no_double: 0.1, double_take: -0.2, double_pass: 1.0 };
        let look = Look::of_cube(2, Class::Contact, &values);
        let [with, without] = [true, false].map(|beavers| CubePriors::of_look(&look, beavers).expect("a cube"));
        assert!((with.doubles.mean - 0.5).abs() < 1e-6 && (without.doubles.mean - 0.3).abs() < 1e-6);
        assert!(CubePriors::of_look(&Look::new(2, Class::Contact, vec![0.1, 0.0], None), false).is_none());
    }

    /// A few trials that hardly disagree with a look leave its choice the likelier one.
    #[test]
    fn chances_of_a_cube_know_the_look() {
        let double = |no_double: f32| {
            let values = CubeValues { no_double, double_take: 0.6, double_pass: 1.0 };
            let look = Look::of_cube(2, Class::Contact, &values);
            let priors = CubePriors::of_look(&look, false).expect("a cube");
            joint([0.60, 0.61], [0.05, 0.08], 0.7).chances(false, Some(&priors)).double
        };
        assert!(double(0.5) > 0.95 && double(0.7) < 0.05, "{} {}", double(0.5), double(0.7));
    }

    #[test]
    fn a_verdict_is_as_sure_as_its_two_halves_together() {
        let verdict = |advice, answer| Verdict { advice, answer, redouble: false };
        // Far in no double: only the answer is open.
        let chances = joint([0.5, 1.0], [0.001, 0.1], 0.0).chances(false, None);
        assert!((chances.of_verdict(&verdict(Advice::Double, Answer::Pass)) - 0.5).abs() < 1e-6, "{chances:?}");
        assert!((chances.of_action(CubeAction::DoubleTake) - 0.5).abs() < 1e-6 && chances.double > 0.999);
        // Too good by two errors, the answer a pass by far.
        let chances = joint([1.02, 2.0], [0.01, 0.01], 0.0).chances(false, None);
        let too_good = chances.of_verdict(&verdict(Advice::TooGood, Answer::Pass));
        assert!((too_good - 0.977_25).abs() < 1e-4 && (chances.too_good - too_good).abs() < 1e-4, "{chances:?}");
        assert!(chances.of_verdict(&verdict(Advice::TooGood, Answer::Take)) < 1e-9);
    }

    /// A take that is exactly as good as a pass shares the chance with it, and so does no double with a double.
    #[test]
    fn equals_share_their_chance() {
        let chances = joint([0.5, 1.0], [0.0; 2], 0.0).chances(false, Some(&CubePriors::USUAL));
        let of = |action| chances.of_action(action);
        assert_eq!([of(CubeAction::NoDouble), of(CubeAction::DoubleTake), of(CubeAction::DoublePass)], [0.0, 0.5, 0.5]);
        assert_eq!((chances.double, chances.take, chances.too_good), (1.0, 0.5, 0.0));
        let verdict = Verdict { advice: Advice::Double, answer: Answer::Pass, redouble: false };
        assert_eq!(chances.of_verdict(&verdict), 0.5);
        let chances = joint([0.7, 0.7], [0.0; 2], 0.0).chances(false, Some(&CubePriors::USUAL));
        assert_eq!((chances.double, chances.take), (0.5, 1.0));
    }

    /// Without gammons, and under Jacoby's rule with a centered cube, playing on is worth no more than a pass.
    #[test]
    fn what_the_rules_bound_is_bounded() {
        let bounded = |means, errors| {
            let most = [1.0, 2.0];
            JointMeans { most, ..joint(means, errors, 0.5) }.chances(false, Some(&CubePriors::USUAL))
        };
        // Whatever the mean: a pass is certain, so that a double is right.
        for (no_double, error) in [(1.0, 0.0), (1.0, 0.01), (1.002, 0.003), (0.999, 0.003), (1.2, 0.01)] {
            let chances = bounded([no_double, 1.9], [error, 0.02]);
            assert!(chances.too_good < 1e-12 && chances.double > 0.999, "{no_double} ±{error}: {chances:?}");
            assert!(chances.of_action(CubeAction::DoublePass) > 0.999, "{chances:?}");
        }
        // A take that is worth a little less than a point leaves room for no double, but only this much.
        let [with, without] = [1.0, f64::INFINITY].map(|most| {
            let means = JointMeans { most: [most, f64::INFINITY], ..joint([1.0, 0.98], [0.01, 0.001], 0.0) };
            means.chances(false, Some(&CubePriors::USUAL))
        });
        assert!(with.too_good == 0.0 && with.double < 0.2 && without.too_good > 0.3, "{with:?} {without:?}");
        // Far below the bound it changes nothing.
        let [with, without] = [1.0, f64::INFINITY].map(|most| {
            let means = JointMeans { most: [most, f64::INFINITY], ..joint([0.5, 0.52], [0.05, 0.1], 0.3) };
            means.chances(false, Some(&CubePriors::USUAL)).double
        });
        assert!((with - without).abs() < 1e-3, "{with} {without}");
    }

    /// Exact numbers leave no doubt.
    #[test]
    fn exact_means_are_certain() {
        for ([no_double, take], best) in [
            ([0.5, 0.7], CubeAction::DoubleTake),
            ([0.7, 0.5], CubeAction::NoDouble),
            ([0.9, 1.2], CubeAction::DoublePass),
            ([1.1, 1.2], CubeAction::NoDouble),
        ] {
            let chances = joint([no_double, take], [0.0; 2], 0.0).chances(false, None);
            assert_eq!(
                CubeAction::ALL.map(|action| chances.of_action(action)),
                CubeAction::ALL.map(|action| f64::from(u8::from(action == best)))
            );
        }
    }

    #[test]
    fn what_is_lost_is_lost_by_somebody() {
        let judged = |no_double, take, beavers, proper: Option<CubeAction>| {
            let errors = [Some(0.05), Some(0.08)];
            let values = [no_double, take];
            let means =
                CubeMeans { values, pass: 1.0, errors, difference_error: Some(0.03), beavers, redoubles: false };
            CubeJudgement { means, best: proper.unwrap_or_else(|| means.best()), chances: None }
        };
        let ranks = |judged: &CubeJudgement| judged.actions().into_iter().map(|a| a.rank).collect::<Vec<_>>();
        let lost = |judged: &CubeJudgement| {
            judged.means.given_up(judged.best).map(|given_up| {
                given_up.map(|GivenUp { amount, error, by_opponent }| ((1000.0 * amount).round(), error, by_opponent))
            })
        };
        let no_double = judged(-0.21, -0.701, false, None);
        assert_eq!((no_double.best, ranks(&no_double)), (CubeAction::NoDouble, vec![1, 2, 3]));
        assert_eq!(lost(&no_double), [None, Some((491.0, Some(0.03), false)), Some((1701.0, Some(0.08), true))]);
        let take = judged(0.724, 0.935, false, None);
        assert_eq!((take.best, ranks(&take)), (CubeAction::DoubleTake, vec![3, 1, 2]));
        assert_eq!(lost(&take), [Some((211.0, Some(0.03), false)), None, Some((65.0, Some(0.08), true))]);
        let pass = judged(0.9, 1.2, false, None);
        assert_eq!((pass.best, ranks(&pass)), (CubeAction::DoublePass, vec![2, 3, 1]));
        assert_eq!(lost(&pass), [Some((100.0, Some(0.05), false)), Some((200.0, Some(0.08), true)), None]);
        // Cashing gives up what playing on is worth more; a take would be the other player's error.
        let too_good = judged(1.1, 1.4, false, None);
        assert_eq!((too_good.best, ranks(&too_good)), (CubeAction::NoDouble, vec![1, 3, 2]));
        assert_eq!(lost(&too_good), [None, Some((400.0, Some(0.08), true)), Some((100.0, Some(0.05), false))]);
        // Without gammons nobody is too good, whatever the means say.
        let pass = judged(1.001, 1.4, false, Some(CubeAction::DoublePass));
        assert_eq!((pass.best, lost(&pass)[0]), (CubeAction::DoublePass, Some((0.0, Some(0.05), false))));
        // A beaver makes a double worth less still: what it doubles, and so its part of the error. No double has .05, a
        // take .08 and their difference .03, so that no double less two takes has √(.05² + 4·.08² − 4·.004).
        let beavered = judged(-0.3, -0.2, true, None);
        let [_, take, pass] = lost(&beavered);
        assert_eq!((beavered.best, take.map(|(lost, ..)| lost)), (CubeAction::NoDouble, Some(100.0)));
        assert!(take.and_then(|(_, error, _)| error).is_some_and(|error| (error - 0.11).abs() < 1e-9), "{take:?}");
        assert_eq!(pass, Some((1400.0, Some(0.16), true)));
        let actions =
            |judged: &CubeJudgement| judged.actions().into_iter().map(|a| (a.name(), a.rank)).collect::<Vec<_>>();
        let [no_double, take, pass] = CubeAction::ALL.map(CubeAction::name);
        assert_eq!(actions(&beavered), [(no_double, 1), (DOUBLE_BEAVER, 2), (take, 3), (pass, 4)]);
        // A beaver that is to be dropped costs two points and no more.
        let dropped = judged(-0.7, -1.4, true, None);
        let beaver = dropped.means.beaver().expect("a beaver");
        assert_eq!((beaver.value, beaver.error), (-2.0, None));
        assert!((beaver.take.amount - 0.6).abs() < 1e-12, "{beaver:?}");
        assert_eq!(lost(&dropped)[1..], [Some((1300.0, Some(0.05), false)), Some((3000.0, None, true))]);
        // Whoever is two points behind is better taken, since he would drop.
        assert_eq!(judged(-2.0, -2.5, true, None).means.beaver(), None);
    }
}
