//! When to stop, and which candidates to give up. Rules look at complete rounds only, so what they decide
//! depends on the trials and not on the order in which threads finished them.

use super::accounts::Accounts;
use super::focus::Focus;
use super::loss::losses;
use super::prior::LEAST_DEVIATION;
use super::units::DOUBLE_PASS;
use crate::eval::CubeAction;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS};
use crate::rollout::order::job::JobKind;
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::order::stopping::Goal;
use serde::{Deserialize, Serialize};

words! {
    /// Why a rollout ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum End: name {
        /// The rollout has the trials that its settings ask for.
        Trials = "trials",
        /// The standard errors are small enough.
        Error = "error",
        /// Every other candidate is too many joint standard deviations behind.
        Jsd = "jsd",
        /// No other candidate has a chance to be better: of rollouts with trials where they help.
        Clear = "clear",
        /// The best candidate is known.
        Decided = "decided",
        /// No candidate is better than the one found best by more than the margin; whether it is the best is not known.
        WithinMargin = "within margin",
        /// The choice of the best is expected to give up little enough.
        Loss = "loss",
        /// The time is up.
        Time = "time",
        /// Somebody interrupted the rollout.
        Interrupted = "interrupted",
    }
}

/// Lower bound on the standard deviation of a trial with its luck left in, in points: identical results so far prove
/// nothing.
const LEAST_SPREAD: f64 = 1.0;

/// Trials before the first look of `until error`: four cycles of the 36 rolls.
const UNTIL_ERROR_MIN_TRIALS: u64 = 144;

/// Trials before the first look of `until decided`.
const DECIDED_MIN_TRIALS: u64 = 144;

/// Trials before the first look of `until loss`, and between two of its looks: a cycle of the 36 rolls.
const LOSS_TRIALS: u64 = 36;

/// The part of what may be lost from which a rival plays on with `until loss`, shared by all.
const LOSS_OF_A_RIVAL: f64 = 0.1;

/// How often `until decided` may be wrong, over all looks at all pairs together.
pub const DECIDED_RISK: f64 = 0.01;

/// The rules of one rollout.
#[derive(Clone, Debug)]
pub struct Rules {
    settings: RolloutSettings,
    /// The rules in force, in the order in which they are looked at.
    in_force: Vec<Goal>,
    kind: JobKind,
    /// Candidates that `until decided` has ruled out; they never come back.
    ruled_out: Vec<bool>,
    /// Candidates of which `until decided` has yet to know whether they are better than the leader by more than the
    /// margin: where it does not rule, all.
    open: Vec<bool>,
    /// The rule by which candidates go on, where not every one has as many trials.
    focus: Option<Focus>,
}

impl Rules {
    /// The rules these settings mean for a job.
    pub fn new(settings: &RolloutSettings, kind: JobKind, candidates: usize) -> Self {
        let focus = Focus::new(settings).filter(|_| kind == JobKind::Plays && candidates > 1);
        let mut stop = settings.stop;
        stop.focus &= kind == JobKind::Plays;
        let mut in_force = stop.goals(candidates);
        // Errors that are small enough end a rollout before anything else does.
        in_force.sort_by_key(|goal| !matches!(goal, Goal::Error(_)));
        let (ruled_out, open) = (vec![false; candidates], vec![true; candidates]);
        Self { settings: settings.clone(), in_force, kind, ruled_out, open, focus }
    }

    /// Trials of the candidate that has most, `None` when something else decides.
    pub fn target(&self) -> Option<u64> {
        self.settings.most_trials()
    }

    /// Whether trials go to the candidates that may be best, in blocks.
    pub const fn has_focus(&self) -> bool {
        self.focus.is_some()
    }

    /// Trials of each candidate at the end of the next stage: one more of each in play, or what the focus asks for.
    pub fn goals(&self, accounts: &Accounts) -> Vec<u64> {
        if let Some(focus) = &self.focus {
            return focus.goals(accounts);
        }
        let all = || accounts.all().iter().map(|account| (account.active, account.records.next()));
        let round = all().map(|(_, have)| have).max().unwrap_or(0);
        all().map(|(is_active, have)| if is_active { round + 1 } else { have }).collect()
    }

    /// Looks at the accounts after a stage, when the candidate that has most has `round` trials: sets which candidates
    /// go on, and returns why all should end.
    pub fn look(&mut self, accounts: &mut Accounts, round: u64) -> Option<End> {
        for i in 0..self.in_force.len() {
            if let Some(end) = self.met(self.in_force[i], accounts, round) {
                return Some(end);
            }
        }
        // With a focus, some have fewer trials than others when it is over.
        self.target().filter(|&target| self.focus.is_none() && round >= target).map(|_| End::Trials)
    }

    /// How a goal ends the rollout, if it is reached.
    fn met(&mut self, goal: Goal, accounts: &mut Accounts, round: u64) -> Option<End> {
        let since = |trials: u64| round >= trials;
        match goal {
            Goal::Error(error) => {
                (since(UNTIL_ERROR_MIN_TRIALS) && errors_are_below(accounts, error)).then_some(End::Error)
            }
            Goal::Decided(margin) if since(DECIDED_MIN_TRIALS) => self.decision(accounts, margin),
            Goal::Loss(loss) => {
                (round.is_multiple_of(LOSS_TRIALS) && self.loses_little(accounts, loss)).then_some(End::Loss)
            }
            Goal::Focus => {
                let focus = self.focus.as_ref()?;
                if focus.choose(accounts, &self.open) {
                    return Some(End::Clear);
                }
                let goals = focus.goals(accounts);
                let is_over = accounts.all().iter().zip(goals).all(|(account, goal)| account.records.next() >= goal);
                is_over.then_some(End::Trials)
            }
            Goal::Limit(limit) => {
                (since(limit.min_trials) && self.is_exact_enough(accounts, limit.max_error)).then_some(End::Error)
            }
            Goal::Jsd(jsd) => (since(jsd.min_trials) && self.is_far_behind(accounts, jsd.limit)).then_some(End::Jsd),
            // The dispatcher looks at the clock, and `target` is the number of trials.
            Goal::Decided(_) | Goal::Time(_) | Goal::Trials(_) => None,
        }
    }

    /// The reference's rule: plays stop one by one as their errors become small enough, the two candidates of
    /// a cube decision together.
    fn is_exact_enough(&self, accounts: &mut Accounts, limit: f64) -> bool {
        if self.kind == JobKind::Cube {
            return errors_are_below(accounts, limit);
        }
        for i in 0..accounts.len() {
            if error_is_below(accounts, i, limit) {
                accounts.set_active(i, false);
            }
        }
        accounts.all().iter().all(|account| !account.active)
    }

    /// The reference's rule: gives up candidates beyond the limit, takes them up again when they are not.
    fn is_far_behind(&self, accounts: &mut Accounts, limit: f64) -> bool {
        if self.kind == JobKind::Cube {
            let (nearest, _) = cube_distances(accounts, DOUBLE_PASS);
            return nearest.is_some_and(|distance| distance > limit);
        }
        let Some(best) = accounts.best() else { return false };
        for i in 0..accounts.len() {
            let is_behind = i != best && classic_jsd(accounts, best, i).is_some_and(|distance| distance > limit);
            accounts.set_active(i, !is_behind);
        }
        accounts.all().iter().filter(|account| account.active).count() < 2
    }

    /// Whether the choice of the best is expected to give up no more than this; gives up plays that hardly add to it.
    fn loses_little(&self, accounts: &mut Accounts, most: f64) -> bool {
        let Some(losses) = losses(accounts, self.kind, DOUBLE_PASS) else { return false };
        if losses.iter().sum::<f64>() <= most {
            return true;
        }
        if self.kind == JobKind::Plays && self.focus.is_none() {
            let share = LOSS_OF_A_RIVAL * most / losses.len() as f64;
            let best = accounts.best();
            for (i, loss) in losses.into_iter().enumerate() {
                accounts.set_active(i, Some(i) == best || loss > share);
            }
        }
        false
    }

    /// Whether the decision is known, or known to matter less than the margin; rules out what is known to
    /// be worse on the way.
    fn decision(&mut self, accounts: &mut Accounts, margin: f64) -> Option<End> {
        if self.kind == JobKind::Cube {
            return self.cube_decision(accounts, margin);
        }
        let n = accounts.len();
        if n < 2 {
            return None;
        }
        let risk = DECIDED_RISK / comparisons(accounts, self.kind);
        let best = accounts.best()?;
        let (mut end, mut is_open) = (End::Decided, false);
        for i in 0..n {
            if i == best || self.ruled_out[i] {
                continue;
            }
            let gap = Gap::between(accounts, best, i, risk, &self.settings)?;
            let width = gap.width_at(gap.count);
            self.open[i] = false;
            if gap.count < DECIDED_MIN_TRIALS || gap.ahead - width <= -margin {
                // The candidate may still be better by more than the margin.
                self.open[i] = true;
                is_open = true;
            } else if gap.ahead - width > 0.0 {
                self.ruled_out[i] = true;
                accounts.set_active(i, false);
            } else {
                end = End::WithinMargin;
            }
        }
        (!is_open).then_some(end)
    }

    /// Whether the action is known. Where it is no double, the answer to a double is a question that nobody asks.
    fn cube_decision(&self, accounts: &Accounts, margin: f64) -> Option<End> {
        let risk = DECIDED_RISK / comparisons(accounts, self.kind);
        let gaps = CubeGaps::new(accounts, risk, &self.settings)?;
        let width = |gap: &Gap| gap.width_at(gap.count);
        // A double is worth the lesser of two answers: not to double is right where it beats one of them, a double
        // where it loses to none.
        let over = gaps.over_double.iter().map(|gap| gap.ahead - width(gap)).fold(f64::NEG_INFINITY, f64::max);
        let under = gaps.over_double.iter().map(|gap| gap.ahead + width(gap)).fold(f64::NEG_INFINITY, f64::max);
        if gaps.best() == CubeAction::NoDouble {
            return [(over > 0.0, End::Decided), (over > -margin, End::WithinMargin)]
                .into_iter()
                .find_map(|(is_so, end)| is_so.then_some(end));
        }
        let (answer, around) = (gaps.take.ahead.abs(), width(&gaps.take));
        if under < 0.0 && answer > around {
            Some(End::Decided)
        } else if under < margin && answer > around - margin {
            Some(End::WithinMargin)
        } else {
            None
        }
    }
}

/// How many pairs `until decided` compares: its risk is shared among them.
fn comparisons(accounts: &Accounts, kind: JobKind) -> f64 {
    if kind == JobKind::Cube { 3.0 } else { (accounts.len() * (accounts.len() - 1) / 2) as f64 }
}

/// A difference of equities, with its variance and number of trials.
///
/// A sample without a difference is no proof that there is none: what happens once in a thousand trials is not seen in
/// two hundred. So the variance found counts `ln(1 / risk)` more trials in which the two differ as if they had nothing
/// in common. If a difference comes in a share `p` of trials, the chance to see none in `n` is `exp(-n p)`: with a risk
/// of 1 % `p` is below `ln(100) / n`, as many trials as are added.
struct Gap {
    ahead: f64,
    /// The variance of a trial's difference.
    variance: f64,
    /// The sum of squares of the trials added.
    added: f64,
    count: u64,
    risk: f64,
}

impl Gap {
    /// The distance from one candidate's equity to another's.
    fn between(
        accounts: &Accounts,
        first: usize,
        second: usize,
        risk: f64,
        settings: &RolloutSettings,
    ) -> Option<Self> {
        let (ahead, error, count) = accounts.difference(first, second)?;
        let spread = spread(accounts, first, settings)? + spread(accounts, second, settings)?;
        Some(Self::new(ahead, error, count, risk, spread))
    }

    /// The distance from a candidate's equity to that of double/pass, which is certain.
    fn from_pass(accounts: &Accounts, candidate: usize, risk: f64, settings: &RolloutSettings) -> Option<Self> {
        let count = accounts.all()[candidate].records.len() as u64;
        let ahead = accounts.mean(candidate)? - DOUBLE_PASS;
        Some(Self::new(ahead, accounts.sound_error(candidate)?, count, risk, spread(accounts, candidate, settings)?))
    }

    fn new(ahead: f64, error: f64, count: u64, risk: f64, spread: f64) -> Self {
        Self { ahead, variance: error * error * count as f64, added: -risk.ln() * spread, count, risk }
    }

    /// Half the width of the bound after this many trials, should they go on as they began.
    fn width_at(&self, count: u64) -> f64 {
        let n = count.max(1) as f64;
        confidence_width(((self.variance + self.added / n) / n).sqrt(), count.max(1), self.risk)
    }

    /// The trials at which half the width is expected to be this narrow.
    fn rounds_to(&self, width: f64) -> u64 {
        // More trials never widen it. Beyond 2^50 there is nothing to foresee.
        let (mut low, mut high) = (1, 1 << 50);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.width_at(middle) > width { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// The variance of a candidate's trials, `LEAST_SPREAD` at least where the luck is left in.
fn spread(accounts: &Accounts, candidate: usize, settings: &RolloutSettings) -> Option<f64> {
    let variance = accounts.std_err(candidate)?.powi(2) * accounts.all()[candidate].records.len() as f64;
    Some(if settings.variance_reduction { variance } else { variance.max(LEAST_SPREAD) })
}

/// The questions of a cube decision.
struct CubeGaps {
    /// Double/take over double/pass.
    take: Gap,
    /// No double over each answer to a double: double/take, double/pass.
    over_double: [Gap; 2],
}

impl CubeGaps {
    fn new(accounts: &Accounts, risk: f64, settings: &RolloutSettings) -> Option<Self> {
        let take = Gap::from_pass(accounts, 1, risk, settings)?;
        let over_take = Gap::between(accounts, 0, 1, risk, settings)?;
        Some(Self { take, over_double: [over_take, Gap::from_pass(accounts, 0, risk, settings)?] })
    }

    /// The action that the means call for.
    fn best(&self) -> CubeAction {
        match (self.over_double.iter().any(|gap| gap.ahead > 0.0), self.take.ahead < 0.0) {
            (true, _) => CubeAction::NoDouble,
            (false, true) => CubeAction::DoubleTake,
            (false, false) => CubeAction::DoublePass,
        }
    }

    /// The trials at which the action is expected to be known, or to matter by no more than the margin.
    fn rounds(&self, margin: f64) -> u64 {
        let needed = |gap: &Gap| gap.rounds_to(gap.ahead.abs() + margin);
        let over = self.over_double.iter();
        if self.best() == CubeAction::NoDouble {
            over.map(|gap| gap.rounds_to(gap.ahead + margin)).fold(u64::MAX, u64::min)
        } else {
            over.chain([&self.take]).map(needed).fold(0, u64::max)
        }
    }
}

/// Whether the errors of a candidate's cubeless and cubeful equity are small enough.
fn error_is_below(accounts: &Accounts, candidate: usize, limit: f64) -> bool {
    let is_small = |quantity| accounts.std_err_of(candidate, quantity).is_some_and(|error| error <= limit);
    is_small(CUBELESS) && (accounts.primary() == CUBELESS || is_small(CUBEFUL))
}

/// Whether those of every active candidate are. A candidate whose errors are goes on with the others: equal
/// numbers of trials keep them comparable.
fn errors_are_below(accounts: &Accounts, limit: f64) -> bool {
    (0..accounts.len()).filter(|&i| accounts.all()[i].active).all(|i| error_is_below(accounts, i, limit))
}

/// A difference in units of its error; infinite where the error is negligible, 0 where the difference is, too.
fn distance(difference: f64, error: f64) -> f64 {
    if error >= LEAST_DEVIATION {
        difference / error
    } else if difference.abs() < LEAST_DEVIATION {
        0.0
    } else {
        f64::INFINITY.copysign(difference)
    }
}

/// The distance between two candidates in joint standard deviations, as if their trials had nothing to do
/// with each other. Positive when `best` is ahead, infinite when both are known exactly.
pub fn classic_jsd(accounts: &Accounts, best: usize, other: usize) -> Option<f64> {
    let deviation = accounts.std_err(best)?.hypot(accounts.std_err(other)?);
    Some(distance(accounts.mean(best)? - accounts.mean(other)?, deviation))
}

/// The distance between two candidates in standard errors of their mean difference within trials, which share their
/// dice.
pub fn paired_jsd(accounts: &Accounts, best: usize, other: usize) -> Option<f64> {
    let (ahead, error, _) = accounts.difference(best, other)?;
    Some(distance(ahead, error))
}

/// The distances of a cube decision: the smaller of those that matter, and the two of the candidates (no double
/// from what the double would bring; double/take from double/pass).
pub fn cube_distances(accounts: &Accounts, double_pass: f64) -> (Option<f64>, [Option<f64>; 2]) {
    let from_pass = |candidate: usize| {
        Some(distance((accounts.mean(candidate)? - double_pass).abs(), accounts.std_err(candidate)?))
    };
    let take = from_pass(1);
    let double = match accounts.mean(1) {
        Some(mean) if mean > double_pass => from_pass(0),
        _ => classic_jsd(accounts, 0, 1).map(f64::abs),
    };
    let nearest = take.zip(double).map(|(take, double)| take.min(double));
    (nearest, [double, take])
}

/// Half the width of a confidence sequence for a mean: a bound that holds at all counts at once with risk
/// `risk`, so that it may be looked at after every trial (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
/// "Time-uniform central limit theory", 2021: the two-sided normal mixture). It is tightest around
/// 1296 trials.
pub fn confidence_width(std_err: f64, count: u64, risk: f64) -> f64 {
    const TUNED_COUNT: f64 = 1296.0;
    let n = count as f64;
    let log = -2.0 * risk.ln();
    let rho_squared = (log + log.ln() + 1.0) / TUNED_COUNT;
    let growth = n * rho_squared + 1.0;
    std_err * (2.0 * growth / (n * rho_squared) * (growth.sqrt() / risk).ln()).sqrt()
}

/// When errors are expected to end the rollout, by the first rule in force that looks at them.
pub(in crate::rollout) fn expected_rounds(
    accounts: &Accounts,
    kind: JobKind,
    settings: &RolloutSettings,
) -> Option<u64> {
    let forecast = |goal| match goal {
        Goal::Error(error) => expected_error_rounds(accounts, error),
        Goal::Decided(margin) => expected_decision_rounds(accounts, kind, margin, settings),
        Goal::Limit(limit) => Some(expected_error_rounds(accounts, limit.max_error)?.max(limit.min_trials)),
        Goal::Loss(_) | Goal::Time(_) | Goal::Trials(_) | Goal::Focus | Goal::Jsd(_) => None,
    };
    settings.stop.goals(accounts.len()).into_iter().filter_map(forecast).min()
}

/// The trials at which every active candidate's errors are expected to be small enough; `None` below two trials.
fn expected_error_rounds(accounts: &Accounts, limit: f64) -> Option<u64> {
    let needed = |i: usize| {
        let cubeful = if accounts.primary() == CUBEFUL { accounts.std_err_of(i, CUBEFUL)? } else { 0.0 };
        let error = accounts.std_err_of(i, CUBELESS)?.max(cubeful);
        Some(rounds(accounts.all()[i].records.len() as u64, error / limit))
    };
    let active = (0..accounts.len()).filter(|&i| accounts.all()[i].active);
    active.map(needed).try_fold(UNTIL_ERROR_MIN_TRIALS, |most, needed| needed.map(|needed| most.max(needed)))
}

/// The trials at which `until decided` is expected to end, should differences and their spread stay as they are.
pub(super) fn expected_decision_rounds(
    accounts: &Accounts,
    kind: JobKind,
    margin: f64,
    settings: &RolloutSettings,
) -> Option<u64> {
    let risk = DECIDED_RISK / comparisons(accounts, kind);
    let needed: Vec<Option<u64>> = if kind == JobKind::Cube {
        vec![Some(CubeGaps::new(accounts, risk, settings)?.rounds(margin))]
    } else {
        let best = accounts.best()?;
        let others = (0..accounts.len()).filter(|&i| i != best && accounts.all()[i].active);
        let needed = |i| Gap::between(accounts, best, i, risk, settings).map(|gap| gap.rounds_to(gap.ahead + margin));
        others.map(needed).collect()
    };
    needed.into_iter().try_fold(DECIDED_MIN_TRIALS, |most, needed| needed.map(|needed| most.max(needed)))
}

/// The trials at which an error is this many times smaller than after these.
fn rounds(trials: u64, times: f64) -> u64 {
    (trials as f64 * times * times).ceil().min(1e15) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Position, Variation};
    use crate::rng::{Generator, RngKind};
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::job::Job;
    use crate::rollout::order::stopping::{JsdLimit, Stopping};
    use crate::scoring::{Cube, Met, Terms};

    const START: Position = Variation::Standard.starting_position();

    fn plays(n: usize) -> Accounts {
        let job = Job::plays(&vec![START; n], Cube::START, Player::Top, Terms::MONEY);
        Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default())
    }

    /// Roughly normal numbers with mean 0 and standard deviation 1.
    fn noise(generator: &mut Generator) -> f64 {
        (0..12).map(|_| f64::from(generator.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
    }

    #[test]
    fn a_play_far_behind_is_given_up_and_taken_up_again() {
        let jsd = JsdLimit { enabled: true, min_trials: 4, limit: 2.0 };
        let settings = RolloutSettings { stop: Stopping { jsd, ..Stopping::NONE }, ..RolloutSettings::default() };
        let mut rules = Rules::new(&settings, JobKind::Plays, 3);
        let mut accounts = plays(3);
        for (trial, values) in [[0.0, 0.01, -1.0], [0.1, 0.0, -1.1], [0.0, 0.1, -0.9]].iter().enumerate() {
            values.iter().enumerate().for_each(|(i, &value)| accounts.push(i, record(value)));
            assert_eq!(rules.look(&mut accounts, trial as u64 + 1), None);
        }
        let active = |accounts: &Accounts| accounts.all().iter().map(|account| account.active).collect::<Vec<_>>();
        assert_eq!(active(&accounts), [true; 3], "not before the least number of trials");
        [0.1, 0.1, -1.0].iter().enumerate().for_each(|(i, &value)| accounts.push(i, record(value)));
        assert_eq!(rules.look(&mut accounts, 4), None);
        assert_eq!(active(&accounts), [true, true, false]);
        // Two awful trials of the others bring it back.
        for value in [-8.0, -9.0] {
            accounts.push(0, record(value));
            accounts.push(1, record(value + 0.1));
        }
        assert_eq!(rules.look(&mut accounts, 6), None);
        assert_eq!(active(&accounts), [true; 3]);
    }

    #[test]
    fn a_cube_decision_stops_when_both_questions_are_settled() {
        let jsd = JsdLimit { enabled: true, min_trials: 2, limit: 2.33 };
        let settings = RolloutSettings { stop: Stopping { jsd, ..Stopping::NONE }, ..RolloutSettings::default() };
        let job = Job::cube(&START, Cube::START, Player::Top, Terms::MONEY);
        let end_after = |pairs: &[[f64; 2]]| {
            let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
            let mut rules = Rules::new(&settings, JobKind::Cube, 2);
            (1..).zip(pairs).find_map(|(round, pair)| {
                accounts.push(0, record(pair[0]));
                accounts.push(1, record(pair[1]));
                rules.look(&mut accounts, round).map(|end| (round, end))
            })
        };
        // A clear double and take.
        assert_eq!(end_after(&[[0.5, 0.7], [0.51, 0.71]]), Some((2, End::Jsd)));
        // Double or not is open.
        assert_eq!(end_after(&[[0.5, 0.5], [0.6, 0.61]]), None);
        // Take or pass is open.
        assert_eq!(end_after(&[[0.5, 0.9], [0.51, 1.1]]), None);
        // A clear pass: no double is compared with cashing.
        assert_eq!(end_after(&[[0.9, 1.5], [0.91, 1.51]]), Some((2, End::Jsd)));
    }

    #[test]
    fn small_errors_end_a_rollout() {
        let mut settings = RolloutSettings::default();
        settings.stop.limit.enabled = true;
        settings.stop.limit.min_trials = 10;
        settings.stop.limit.max_error = 0.0201;
        let mut rules = Rules::new(&settings, JobKind::Position, 1);
        let mut accounts = plays(1);
        let end = (1..).find_map(|round: u32| {
            accounts.push(0, record(if round.is_multiple_of(2) { 0.1 } else { -0.1 }));
            rules.look(&mut accounts, u64::from(round)).map(|end| (round, end))
        });
        // 0.1 / sqrt(n - 1) falls below 0.0201 at n = 26.
        assert_eq!(end, Some((26, End::Error)));
    }

    #[test]
    fn until_decided_finds_differences_and_lets_ties_be_ties() {
        let mut generator = Generator::new(RngKind::Mersenne, 4);
        let mut decide = |difference: f64, margin: f64| {
            let mut settings = RolloutSettings::default();
            settings.stop.until.decided = Some(margin);
            let mut rules = Rules::new(&settings, JobKind::Plays, 2);
            let mut accounts = plays(2);
            (1..=100_000).find_map(|round| {
                let shared = noise(&mut generator);
                accounts.push(0, record(shared + 0.2 * noise(&mut generator)));
                accounts.push(1, record(shared - difference + 0.2 * noise(&mut generator)));
                rules.look(&mut accounts, round).map(|end| (round, end, accounts.best()))
            })
        };
        let (rounds, end, best) = decide(0.05, 0.0).expect("a difference of six paired errors");
        assert!(rounds < 1500 && end == End::Decided && best == Some(0), "{rounds} {best:?}");
        let (rounds, end, _) = decide(0.0, 0.02).expect("a tie is known to be one");
        assert!(rounds < 10_000 && end == End::WithinMargin, "{rounds}");
    }

    /// An event that comes once in a thousand trials is not seen in two hundred.
    #[test]
    fn trials_without_a_difference_are_no_proof_that_there_is_none() {
        let decide = |variance_reduction: bool, value: f64| {
            let mut settings = RolloutSettings { variance_reduction, ..RolloutSettings::default() };
            settings.stop.until.decided = Some(0.005);
            let mut rules = Rules::new(&settings, JobKind::Plays, 2);
            let mut accounts = plays(2);
            (1..=100_000).find_map(|round| {
                let trial = if round % 2 == 0 { value } else { -value };
                (0..2).for_each(|i| accounts.push(i, record(trial)));
                rules.look(&mut accounts, round).map(|end| (round, end))
            })
        };
        let (rounds, end) = decide(false, 1.0).expect("a bound that narrows");
        assert!((1500..4000).contains(&rounds) && end == End::WithinMargin, "{rounds}");
        // Nor are games that all went one way.
        let (rounds, _) = decide(false, 0.0).expect("a bound that narrows");
        assert!((1500..4000).contains(&rounds), "{rounds}");
        // Without luck and without a spread there is nothing left to chance.
        assert_eq!(decide(true, 0.0), Some((DECIDED_MIN_TRIALS, End::WithinMargin)));
    }

    #[test]
    fn distances_from_pairs_use_the_shared_dice() {
        let mut generator = Generator::new(RngKind::Mersenne, 5);
        let mut accounts = plays(2);
        for _ in 0..400 {
            let shared = noise(&mut generator);
            accounts.push(0, record(shared + 0.1 * noise(&mut generator) + 0.05));
            accounts.push(1, record(shared));
        }
        let (classic, paired) = (classic_jsd(&accounts, 0, 1).unwrap(), paired_jsd(&accounts, 0, 1).unwrap());
        assert!(classic < 2.0 && paired > 6.0, "{classic} {paired}");
        assert_eq!(paired_jsd(&accounts, 1, 0), Some(-paired));
    }
}
