//! Every rule on both sides of its limit: (accounts, settings) → (end, who goes on).
//!
//! Trials alternate between two values, so that after an even number the mean and the spread of every candidate are
//! known to the last digit, and the limit at which a rule must act can be worked out here, by formulas of this file.

use super::accounts::Accounts;
use super::compare::compare;
use super::cube::CubeJudgement;
use super::result::RolloutResult;
use super::sequencer::Sequencer;
use super::stop::{DECIDED_RISK, End, Rules, expected_decision_rounds, expected_rounds};
use crate::board::{Player, Position, Roll, Variation};
use crate::rollout::data::fixed::Fixed;
use crate::rollout::data::records::Records;
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::tests::record;
use crate::rollout::data::trial_record::{CUBELESS, TrialRecord};
use crate::rollout::order::fingerprint::Fingerprint;
use crate::rollout::order::job::{Job, JobKind};
use crate::rollout::order::resolved::tests::resolved;
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::order::stopping::{ErrorLimit, JsdLimit, Stopping};
use crate::scoring::{Cube, Met, Terms};

const START: Position = Variation::Standard.starting_position();

/// A candidate: its mean and the swing of its trials to both sides, and whether it swings with the others or against.
#[derive(Clone, Copy)]
struct Swinging {
    mean: f64,
    swing: f64,
    /// The swing of the cubeless value, whose mean is half the other.
    cubeless_swing: f64,
}

const fn steady(mean: f64, swing: f64) -> Swinging {
    Swinging { mean, swing, cubeless_swing: 0.0 }
}

fn job(kind: JobKind, candidates: usize) -> Job {
    match kind {
        JobKind::Cube => Job::cube(&START, Cube::START, Player::Top, Terms::Money { jacoby: false, beavers: 0 }),
        JobKind::Position => Job::position(&START, Cube::START, Player::Top, Terms::MONEY),
        JobKind::Plays => Job::plays(&vec![START; candidates], Cube::START, Player::Top, Terms::MONEY),
    }
}

/// Trial `n` of a candidate. Candidate `i` swings once in `2^i` trials, so that none swings with another.
fn trial(of: Swinging, candidate: usize, n: u64) -> TrialRecord {
    let sign = if n >> candidate & 1 == 0 { 1.0 } else { -1.0 };
    let mut trial = record(of.mean + sign * of.swing);
    trial.values[CUBELESS] = Fixed::from_f64(of.mean / 2.0 + sign * of.cubeless_swing);
    // No first roll: rolls that are not dealt in their numbers.
    trial.first_roll = None;
    trial
}

/// The first round, of those that are whole cycles of all swings, at which the rules end it, and who went on last.
fn ended(
    kind: JobKind,
    candidates: &[Swinging],
    settings: &RolloutSettings,
    most: u64,
) -> Option<(u64, End, Vec<bool>)> {
    let mut accounts = Accounts::new(job(kind, candidates.len()).units(&Met::kazaross_xg2()), settings);
    let mut rules = Rules::new(settings, kind, candidates.len());
    for round in 1..=most {
        for (i, &of) in candidates.iter().enumerate() {
            if accounts.all()[i].active {
                accounts.push(i, trial(of, i, round - 1));
            }
        }
        // Between whole cycles means are off.
        if round.is_multiple_of(1 << candidates.len())
            && let Some(end) = rules.look(&mut accounts, round)
        {
            return Some((round, end, accounts.all().iter().map(|account| account.active).collect()));
        }
    }
    None
}

/// The standard error of a mean over `n` trials of this much swing.
fn error_of(swing: f64, n: u64) -> f64 {
    swing / ((n - 1) as f64).sqrt()
}

fn free() -> RolloutSettings {
    RolloutSettings { trials: u64::MAX, quasi_random: false, ..RolloutSettings::default() }
}

/// Settings without bounds but those of rules.
fn stopped(stop: Stopping) -> RolloutSettings {
    RolloutSettings { stop, ..free() }
}

#[test]
fn a_limit_of_errors_looks_at_both_equities() {
    let limited = |max_error: f64| {
        let limit = ErrorLimit { enabled: true, min_trials: 100, max_error };
        stopped(Stopping { limit, ..Stopping::NONE })
    };
    let until = |error: f64| {
        let mut settings = free();
        settings.stop.until.error = Some(error);
        settings
    };
    let quiet = Swinging { mean: 0.2, swing: 0.01, cubeless_swing: 0.4 };
    let loud = Swinging { mean: 0.2, swing: 0.4, cubeless_swing: 0.01 };
    for of in [quiet, loud] {
        // The larger of the two decides: 0.4 / sqrt(n - 1) is below 0.025 from 257 trials on.
        for settings in [limited(0.025), until(0.025)] {
            let end = ended(JobKind::Position, &[of], &settings, 1000).expect("it ends");
            assert_eq!((end.0, end.1), (258, End::Error));
            let cube = ended(JobKind::Cube, &[of, steady(0.1, 0.01)], &settings, 1000).expect("it ends");
            assert_eq!((cube.0, cube.1), (260, End::Error));
        }
    }
    // Of plays each needs it: 0.1 / sqrt(n - 1) is below 0.008 from 158 trials on, 0.02 / sqrt(n - 1) before the least.
    let plays = [steady(0.5, 0.02), steady(0.4, 0.1)];
    let end = ended(JobKind::Plays, &plays, &until(0.008), 400).expect("it ends");
    assert_eq!((end.0, end.1, end.2), (160, End::Error, vec![true, true]));
    // Nothing ends before the least number of trials: 100 of the settings, 144 of `until error`.
    let early =
        |settings: &RolloutSettings| ended(JobKind::Position, &[steady(0.2, 0.01)], settings, 1000).map(|end| end.0);
    assert_eq!((early(&limited(0.5)), early(&until(0.5))), (Some(100), Some(144)));
    // A cubeless rollout has one equity.
    let cubeless = RolloutSettings { cubeful: false, ..limited(0.025) };
    let end = ended(JobKind::Position, &[loud], &cubeless, 1000).expect("it ends");
    assert_eq!((end.0, end.1), (100, End::Error), "the cubeful value is nobody's");
}

#[test]
fn joint_standard_deviations_need_somebody_to_be_ahead_of() {
    let jsd = |limit: f64| {
        let jsd = JsdLimit { enabled: true, min_trials: 36, limit };
        stopped(Stopping { jsd, ..Stopping::NONE })
    };
    // One candidate is never ahead of another; with the rule for errors beside it, that one applies.
    assert_eq!(ended(JobKind::Position, &[steady(0.5, 0.1)], &jsd(2.0), 400), None);
    let mut both = jsd(2.0);
    both.stop.limit = ErrorLimit { enabled: true, min_trials: 36, max_error: 0.01 };
    let end = ended(JobKind::Position, &[steady(0.5, 0.1)], &both, 400).expect("it ends");
    assert_eq!((end.0, end.1), (102, End::Error));
    // Of several the rule for errors is out of force.
    let far = [steady(0.0, 0.001), steady(0.0, 0.001)];
    assert_eq!(ended(JobKind::Plays, &far, &both, 400), None, "two equal plays are no distance apart");
    // 0.1 ahead with errors of 0.3 and 0.4, so 0.5 / sqrt(n - 1) jointly: 2.0 of that at n = 101.
    let two = [steady(0.1, 0.3), steady(0.0, 0.4)];
    let end = ended(JobKind::Plays, &two, &jsd(2.0), 400).expect("it ends");
    assert_eq!((end.0, end.1, end.2), (104, End::Jsd, vec![true, false]));
    // The third goes first, the second stays until it is that far behind.
    let three = [steady(0.1, 0.3), steady(0.0, 0.4), steady(-1.0, 0.4)];
    let end = ended(JobKind::Plays, &three, &jsd(2.0), 400).expect("it ends");
    assert_eq!((end.0, end.1, end.2), (104, End::Jsd, vec![true, false, false]));
}

#[test]
fn a_clear_pass_is_compared_with_what_it_brings() {
    let jsd = |limit: f64| {
        let jsd = JsdLimit { enabled: true, min_trials: 36, limit };
        stopped(Stopping { jsd, ..Stopping::NONE })
    };
    // Double/take is far above a point and far above no double, which is a little below a point: 0.05 with an error of
    // 0.3 / sqrt(n - 1) is two errors at n = 145.
    let near_cashing = [steady(0.95, 0.3), steady(2.0, 0.3)];
    let end = ended(JobKind::Cube, &near_cashing, &jsd(2.0), 400).expect("it ends");
    assert_eq!((end.0, end.1), (148, End::Jsd));
    // Too good by as much is as near.
    let too_good = [steady(1.05, 0.3), steady(2.0, 0.3)];
    assert_eq!(ended(JobKind::Cube, &too_good, &jsd(2.0), 400).expect("it ends").0, 148);
    // With a take the difference of both counts: 0.05 with errors of 0.3 and 0.4 is two errors at n = 401.
    let near_double = [steady(0.45, 0.3), steady(0.5, 0.4)];
    assert_eq!(ended(JobKind::Cube, &near_double, &jsd(2.0), 600).expect("it ends").0, 404);
    // And the answer: 0.05 below a point with an error of 0.3.
    let near_pass = [steady(0.1, 0.3), steady(0.95, 0.3)];
    assert_eq!(ended(JobKind::Cube, &near_pass, &jsd(2.0), 400).expect("it ends").0, 148);
}

/// Half the width of the bound of `until decided`, written down once more.
fn width(variance: f64, spread: f64, n: u64, risk: f64) -> f64 {
    let count = n as f64;
    let error = ((variance + -risk.ln() * spread / count) / count).sqrt();
    let log = -2.0 * risk.ln();
    let rho = (log + log.ln() + 1.0) / 1296.0;
    let growth = count * rho + 1.0;
    error * (2.0 * growth / (count * rho) * (growth.sqrt() / risk).ln()).sqrt()
}

/// The first round of whole cycles, from 144 on, at which a bound is narrower than a difference.
fn first_below(ahead: f64, swings: f64, cycle: u64, risk: f64) -> u64 {
    let is_known = |&n: &u64| {
        let variance = swings * n as f64 / (n - 1) as f64;
        width(variance, variance, n, risk) < ahead
    };
    (144..).filter(|n: &u64| n.is_multiple_of(cycle)).find(is_known).expect("it narrows")
}

fn decided(margin: f64) -> RolloutSettings {
    let mut settings = free();
    settings.stop.until.decided = Some(margin);
    settings
}

/// The risk is that of all comparisons together: with five plays each has a tenth of it.
#[test]
fn the_risk_of_a_decision_is_shared_among_its_comparisons() {
    for n in [2_usize, 3, 5] {
        let mut plays = vec![steady(-5.0, 0.0); n];
        (plays[0], plays[1]) = (steady(0.1, 0.2), steady(0.0, 0.2));
        let pairs = (n * (n - 1) / 2) as f64;
        let expected = first_below(0.1, 0.08, 1 << n, DECIDED_RISK / pairs);
        let end = ended(JobKind::Plays, &plays, &decided(0.0), 4000).expect("it ends");
        assert_eq!((end.0, end.1), (expected, End::Decided), "{n} plays");
        let alone = first_below(0.1, 0.08, 1 << n, DECIDED_RISK);
        assert!(n == 2 || expected > alone, "{n} plays: {expected} and {alone}");
    }
}

/// With a margin it is enough that nobody is better by more.
#[test]
fn what_is_within_the_margin_needs_no_more_trials() {
    let plays = [steady(0.02, 0.2), steady(0.0, 0.2)];
    let expected = first_below(0.02 + 0.05, 0.08, 4, DECIDED_RISK);
    let end = ended(JobKind::Plays, &plays, &decided(0.05), 4000).expect("it ends");
    assert_eq!((end.0, end.1), (expected, End::WithinMargin));
}

/// A cube is decided when the action is: the answer to a double is no question where there is none, and no double is
/// compared with the answer that it would get.
#[test]
fn a_cube_is_decided_by_its_action() {
    let risk = DECIDED_RISK / 3.0;
    let (one, two) = (0.04, 0.08);
    let cases = [
        // No double by far over a take that is worth exactly a point to within a hair: the answer stays open.
        ([steady(1.3, 0.2), steady(0.999, 0.2)], first_below(0.3, one, 4, risk).min(first_below(0.301, two, 4, risk))),
        // Double, take: no double is .1 behind the take and far below a point; the take is .3 below a point.
        ([steady(0.6, 0.2), steady(0.7, 0.2)], first_below(0.1, two, 4, risk).max(first_below(0.3, one, 4, risk))),
        // Double, pass: no double is .1 below a point, the take .5 above it.
        ([steady(0.9, 0.2), steady(1.5, 0.2)], first_below(0.1, one, 4, risk)),
        // Double by far, and the answer is .1 from a point.
        ([steady(0.2, 0.2), steady(1.1, 0.2)], first_below(0.1, one, 4, risk)),
        // Too good by .1, whatever the answer.
        ([steady(1.1, 0.2), steady(1.5, 0.2)], first_below(0.1, one, 4, risk)),
        // No double by .1 over the take.
        ([steady(0.5, 0.2), steady(0.4, 0.2)], first_below(0.1, two, 4, risk)),
    ];
    for (i, (cube, expected)) in cases.into_iter().enumerate() {
        let end = ended(JobKind::Cube, &cube, &decided(0.0), 20_000).expect("it ends");
        assert_eq!((end.0, end.1), (expected, End::Decided), "case {i}");
    }
    // An answer that is as near as can be is never known, a double that needs it stays open; with a margin it ends.
    let open = [steady(0.2, 0.2), steady(1.0, 0.2)];
    assert_eq!(ended(JobKind::Cube, &open, &decided(0.0), 20_000), None);
    let end = ended(JobKind::Cube, &open, &decided(0.05), 20_000).expect("it ends");
    assert_eq!((end.0, end.1), (first_below(0.05, one, 4, risk), End::WithinMargin));
}

/// A trial that a database or a pass ended before its first roll belongs to no stratum, and the spread within strata is
/// then no error of the mean.
#[test]
fn errors_within_first_rolls_need_a_first_roll_of_every_trial() {
    let settings = RolloutSettings::default();
    let mut accounts = Accounts::new(job(JobKind::Plays, 2).units(&Met::kazaross_xg2()), &settings);
    let dealt = |n: u64| Roll::from_outcome((n % 36) as u8);
    for n in 0..72 {
        let roll = dealt(n);
        let noise = if n < 36 { 0.1 } else { -0.1 };
        for candidate in 0..2 {
            let value = f64::from(roll.pips()) / 10.0 + noise * if candidate == 0 { 1.0 } else { 0.5 };
            accounts.push(candidate, TrialRecord { first_roll: Some(roll), ..record(value) });
        }
    }
    let [plain, within] = [accounts.std_err(0), accounts.stratified_error(0)].map(|error| error.expect("two cycles"));
    assert!(within < plain / 2.0, "{within} {plain}");
    assert_eq!(accounts.sound_error(0), Some(within));
    // Variances and covariance are of one kind: the error of the difference follows from them.
    let (own, other) = (within, accounts.stratified_error(1).expect("two cycles"));
    let (_, difference, _) = accounts.difference(0, 1).expect("pairs");
    let covariance = accounts.covariance(0, 1).expect("pairs");
    assert!((own * own + other * other - 2.0 * covariance - difference * difference).abs() < 1e-15);
    // Noise of 0.1 and 0.05 in step: the difference has 0.05, as the second candidate has.
    assert!((difference - other).abs() < 1e-9, "{difference} {other}");
    // A whole cycle more, one trial of which ended before its roll.
    for n in 0..36 {
        let first_roll = (n != 7).then(|| dealt(n));
        accounts.push(0, TrialRecord { first_roll, ..record(f64::from(dealt(n).pips()) / 10.0) });
    }
    assert_eq!(accounts.stratified_error(0), None);
    assert_eq!(accounts.sound_error(0), accounts.std_err(0));
    // One trial without a roll beside whole cycles is no less.
    let mut accounts = Accounts::new(job(JobKind::Position, 1).units(&Met::kazaross_xg2()), &settings);
    (0..72).for_each(|n| accounts.push(0, TrialRecord { first_roll: Some(dealt(n)), ..record(f64::from(n as u8)) }));
    assert!(accounts.stratified_error(0).is_some());
    accounts.push(0, TrialRecord { first_roll: None, ..record(0.0) });
    assert_eq!(accounts.stratified_error(0), None);
}

/// No double and cashing have no pairs of trials.
#[test]
fn a_pass_has_no_dice_to_share() {
    let judged = |cube: [Swinging; 2]| {
        let job = job(JobKind::Cube, 2);
        let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &free());
        for n in 0..400 {
            for (i, of) in cube.into_iter().enumerate() {
                // Both swing together.
                accounts.push(i, trial(of, 0, n));
            }
        }
        let judgement = CubeJudgement::of_accounts(&accounts, &job, None).expect("trials");
        compare(&accounts, Some(&judgement)).into_iter().map(|one| one.expect("compared")).collect::<Vec<_>>()
    };
    let pass = judged([steady(0.9, 0.2), steady(1.5, 0.3)]);
    let errors = 0.1 / error_of(0.2, 400);
    assert!((pass[0].paired_jsd.expect("a distance") - errors).abs() < 1e-6, "{pass:?}");
    assert!((pass[0].jsd.expect("a distance") - errors).abs() < 1e-6);
    // Against a take the pairs count: they swing together by 0.1 more.
    let take = judged([steady(0.5, 0.2), steady(0.6, 0.3)]);
    assert!((take[0].paired_jsd.expect("a distance") - 0.1 / error_of(0.1, 400)).abs() < 1e-6, "{take:?}");
    assert!((take[0].jsd.expect("a distance") - 0.1 / error_of(0.2_f64.hypot(0.3), 400)).abs() < 1e-6);
}

/// A candidate that does not go on while the others do has been given up, also with as many trials as they.
#[test]
fn given_up_is_who_stands_still_while_others_go_on() {
    let job = job(JobKind::Plays, 2);
    let settings = resolved(&free());
    let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &settings);
    for n in 0..4 {
        (0..2).for_each(|i| accounts.push(i, trial(steady(0.1, 0.1), i, n)));
    }
    accounts.set_active(1, false);
    let stopped = |accounts: &Accounts, end| {
        let result = RolloutResult::of_accounts(accounts, &job, &settings, &Met::kazaross_xg2(), end);
        result.candidates.iter().map(|candidate| candidate.stopped).collect::<Vec<_>>()
    };
    assert_eq!(stopped(&accounts, None), [false, true]);
    // At the end all stand still; then only fewer trials tell.
    assert_eq!(stopped(&accounts, Some(End::Jsd)), [false, false]);
    accounts.push(0, trial(steady(0.1, 0.1), 0, 4));
    assert_eq!(stopped(&accounts, Some(End::Jsd)), [false, true]);
}

/// When the time is up, what was finished counts, in whatever order it came.
#[test]
fn trials_that_are_finished_when_the_time_is_up_are_kept() {
    for (end, kept) in [(End::Time, vec![1, 3]), (End::Interrupted, vec![1, 3]), (End::Trials, vec![])] {
        let settings = RolloutSettings { trials: 60, ..free() };
        let records = Records::new(Fingerprint::default(), 1);
        let accounts = Accounts::new(job(JobKind::Position, 1).units(&Met::kazaross_xg2()), &settings);
        let mut sequencer = Sequencer::new(accounts, Rules::new(&settings, JobKind::Position, 1), &records);
        let handed_out = (0..4).filter_map(|_| sequencer.hand_out()).count();
        assert_eq!(handed_out, 4);
        for trial in [1, 3] {
            sequencer.deliver(Task { candidate: 0, trial }, record(0.5), |_, _| {});
        }
        sequencer.finish(end);
        let mut entered = Vec::new();
        sequencer.enter_rest(|task, _| entered.push(task.trial));
        assert_eq!(entered, kept, "{end:?}");
        assert_eq!(sequencer.accounts().all()[0].records.len(), kept.len());
    }
}

/// No trial beyond the last is handed out, and news are what completes a round.
#[test]
fn a_round_is_news_when_its_last_trial_is_there() {
    let settings = RolloutSettings { trials: 3, ..free() };
    let records = Records::new(Fingerprint::default(), 2);
    let accounts = Accounts::new(job(JobKind::Plays, 2).units(&Met::kazaross_xg2()), &settings);
    let mut sequencer = Sequencer::new(accounts, Rules::new(&settings, JobKind::Plays, 2), &records);
    let tasks: Vec<Task> = (0..9).map_while(|_| sequencer.hand_out()).collect();
    let all = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)];
    assert_eq!(tasks.iter().map(|task| (task.candidate, task.trial)).collect::<Vec<_>>(), all);
    let news = tasks.into_iter().map(|task| sequencer.deliver(task, record(0.5), |_, _| {}));
    assert_eq!(news.collect::<Vec<_>>(), [false, true, false, true, false, true]);
    assert_eq!(sequencer.end(), Some(End::Trials));
}

/// Decisions that matter by no more than the margin are known sooner: an open cube decision needs fewer trials with a
/// wider one.
#[test]
fn a_wider_margin_is_met_sooner() {
    let mut accounts = Accounts::new(job(JobKind::Cube, 2).units(&Met::kazaross_xg2()), &free());
    for n in 0..400 {
        [steady(0.68, 0.5), steady(0.7, 0.5)]
            .into_iter()
            .enumerate()
            .for_each(|(i, of)| accounts.push(i, trial(of, i, n)));
    }
    let expected = |margin| expected_decision_rounds(&accounts, JobKind::Cube, margin, &free()).expect("a forecast");
    let (narrow, wide) = (expected(0.005), expected(0.05));
    assert!(wide < narrow && narrow < 10 * wide, "{narrow} {wide}");
    // The difference of .02 decides with the margin: bounds shrink a little slower than by the root.
    let square = (0.07_f64 / 0.025).powi(2);
    let ratio = narrow as f64 / wide as f64;
    assert!(ratio > 0.7 * square && ratio < 1.4 * square, "{ratio} {square}");
}

/// Accounts of 400 trials.
fn foreseen_from(kind: JobKind, candidates: &[Swinging], settings: &RolloutSettings) -> Accounts {
    let mut accounts = Accounts::new(job(kind, candidates.len()).units(&Met::kazaross_xg2()), settings);
    for n in 0..400 {
        candidates.iter().enumerate().for_each(|(i, &of)| accounts.push(i, trial(of, i, n)));
    }
    accounts
}

/// The trials at which errors are expected to be small enough, by hand: they shrink by the root.
#[test]
fn an_end_by_errors_is_foreseen() {
    let trials = |error: f64, limit: f64| (400.0 * error * error / (limit * limit)).ceil() as u64;
    let expected = |kind, candidates: &[Swinging], settings: &RolloutSettings| {
        expected_rounds(&foreseen_from(kind, candidates, settings), kind, settings)
    };
    let until = |error: f64| {
        let mut settings = free();
        settings.stop.until.error = Some(error);
        settings
    };
    // Either equity may be the one that is not known well.
    let cubeless = Swinging { mean: 0.5, swing: 0.1, cubeless_swing: 0.3 };
    for (of, swing) in [(steady(0.5, 0.1), 0.1), (cubeless, 0.3)] {
        let rounds = trials(error_of(swing, 400), 0.004);
        assert_eq!(expected(JobKind::Position, &[of], &until(0.004)), Some(rounds), "{swing}");
        // The worst of those that go on.
        assert_eq!(expected(JobKind::Plays, &[steady(0.5, 0.05), of], &until(0.004)), Some(rounds));
    }
    let cubeless_alone = RolloutSettings { cubeful: false, ..until(0.004) };
    let loud = Swinging { cubeless_swing: 0.1, ..steady(0.5, 0.9) };
    let rounds = trials(error_of(0.1, 400), 0.004);
    assert_eq!(expected(JobKind::Position, &[loud], &cubeless_alone), Some(rounds));
    let mut accounts = foreseen_from(JobKind::Plays, &[steady(0.5, 0.05), steady(0.4, 0.3)], &until(0.004));
    accounts.set_active(1, false);
    assert_eq!(
        expected_rounds(&accounts, JobKind::Plays, &until(0.004)),
        Some(trials(error_of(0.05, 400), 0.004).max(144))
    );
    // Not before the first look.
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &until(0.5)), Some(144));
    let limit = ErrorLimit { enabled: true, min_trials: 200, max_error: 0.004 };
    let limited = stopped(Stopping { limit, ..Stopping::NONE });
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &limited), Some(rounds));
    let wide = stopped(Stopping { limit: ErrorLimit { max_error: 0.5, ..limit }, ..Stopping::NONE });
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &wide), Some(200));
    // The rule for joint standard deviations is in its place where there are several.
    let jsd = JsdLimit { enabled: true, min_trials: 36, limit: 2.0 };
    let both = stopped(Stopping { jsd, ..limited.stop });
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &both), Some(rounds));
    assert_eq!(expected(JobKind::Plays, &[steady(0.5, 0.1); 2], &both), None);
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &free()), None);
    // Of several rules the first that is met.
    let mut first = stopped(Stopping { limit, ..Stopping::NONE });
    first.stop.until.error = Some(0.002);
    assert_eq!(expected(JobKind::Position, &[steady(0.5, 0.1)], &first), Some(rounds));
}

/// The trials at which a decision is expected to be known: the first at which the bound is as narrow as it has to be.
#[test]
fn the_end_of_a_decision_is_foreseen() {
    let spread = |swings: f64| swings * 400.0 / 399.0;
    let narrow = |swings: f64, to: f64, risk: f64| {
        (144..).find(|&n| width(spread(swings), spread(swings), n, risk) <= to).expect("it narrows")
    };
    let expected = |kind, candidates: &[Swinging], margin| {
        expected_decision_rounds(&foreseen_from(kind, candidates, &free()), kind, margin, &free()).expect("a forecast")
    };
    // Of three plays the risk of each comparison is a third; the nearest takes longest.
    let plays = [steady(0.1, 0.2), steady(0.05, 0.2), steady(-0.4, 0.2)];
    assert_eq!(expected(JobKind::Plays, &plays, 0.0), narrow(0.08, 0.05, DECIDED_RISK / 3.0));
    assert_eq!(expected(JobKind::Plays, &plays, 0.03), narrow(0.08, 0.08, DECIDED_RISK / 3.0));
    assert_eq!(expected(JobKind::Plays, &[steady(5.0, 0.2), steady(0.0, 0.2)], 0.0), 144, "not before the first look");
    let (one, two, risk) = (0.04, 0.08, DECIDED_RISK / 3.0);
    let cases = [
        // No double: over one of the answers, whichever is known sooner.
        ([steady(1.03, 0.2), steady(1.5, 0.2)], 0.0, narrow(one, 0.03, risk)),
        ([steady(1.03, 0.2), steady(1.5, 0.2)], 0.02, narrow(one, 0.05, risk)),
        ([steady(0.45, 0.2), steady(0.4, 0.2)], 0.0, narrow(two, 0.05, risk)),
        ([steady(0.45, 0.2), steady(0.4, 0.2)], 0.02, narrow(two, 0.07, risk)),
        // Double, take: below the take, and the take below a point; the later of them.
        ([steady(0.65, 0.2), steady(0.7, 0.2)], 0.0, narrow(two, 0.05, risk)),
        ([steady(0.65, 0.2), steady(0.7, 0.2)], 0.03, narrow(two, 0.08, risk)),
        ([steady(0.6, 0.2), steady(0.95, 0.2)], 0.0, narrow(one, 0.05, risk)),
        ([steady(0.6, 0.2), steady(0.95, 0.2)], 0.01, narrow(one, 0.06, risk)),
        // Double, pass: below a point, and the take above it.
        ([steady(0.96, 0.2), steady(1.5, 0.2)], 0.0, narrow(one, 0.04, risk)),
        ([steady(0.5, 0.2), steady(1.05, 0.2)], 0.0, narrow(one, 0.05, risk)),
    ];
    for (i, (cube, margin, rounds)) in cases.into_iter().enumerate() {
        assert!(rounds > 144, "case {i}: not the first look");
        assert_eq!(expected(JobKind::Cube, &cube, margin), rounds, "case {i}");
    }
    // A rollout ends by its rules or by its errors, whichever comes first.
    let mut both = decided(0.0);
    both.stop.until.error = Some(0.5);
    assert_eq!(expected_rounds(&foreseen_from(JobKind::Plays, &plays, &both), JobKind::Plays, &both), Some(144));
}

/// Trials go to plays that may be better; where two are known to be worth the same, none helps.
#[test]
fn plays_that_are_the_same_for_certain_need_no_trials() {
    let focused = RolloutSettings { trials: 1296, ..stopped(Stopping { focus: true, ..Stopping::NONE }) };
    let end = |plays: [Swinging; 2]| ended(JobKind::Plays, &plays, &focused, 144).map(|(_, end, _)| end);
    assert_eq!(end([steady(0.5, 0.0); 2]), Some(End::Clear));
    assert_eq!(end([steady(0.5, 0.0), steady(0.4, 0.0)]), Some(End::Clear));
    assert_eq!(end([steady(0.5, 0.0), steady(0.5, 0.3)]), None);
}
