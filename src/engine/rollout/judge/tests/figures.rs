//! The figures that results tell, each worked out by hand.

use super::accounts::Accounts;
use super::differences::{Compared, changes, output_differences};
use super::interim::Interim;
use super::pairs::covariances;
use super::prior::{Prior, SCALES};
use super::result::{Estimate, RolloutResult};
use super::statistics::{CubeLevel, SideStatistics, Statistics};
use crate::board::{ByPlayer, BySide, Player, Position, Roll, Variation};
use crate::rollout::data::fixed::Fixed;
use crate::rollout::data::records::Records;
use crate::rollout::data::trial_record::tests::record;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, Ending, Events, TrialRecord};
use crate::rollout::data::trials::Trials;
use crate::rollout::order::fingerprint::Fingerprint;
use crate::rollout::order::job::{Job, JobKind};
use crate::rollout::order::settings::RolloutSettings;
use crate::scoring::{Cube, MatchScore, Met, Terms, normal_cdf};

const START: Position = Variation::Standard.starting_position();

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
}

#[track_caller]
fn is(found: Estimate, mean: f64, error: f64) {
    near(found.mean, mean);
    near(found.std_err.expect("trials"), error);
}

/// A trial without a first roll: its values, and as it ended.
fn trial(cubeless: f64, cubeful: f64, raw: [f64; 2]) -> TrialRecord {
    let mut trial = TrialRecord { first_roll: None, ..record(0.0) };
    for (quantity, value, raw) in [(CUBELESS, cubeless, raw[0]), (CUBEFUL, cubeful, raw[1])] {
        trial.values[quantity] = Fixed::from_f64(value);
        trial.raw[quantity] = Fixed::from_f64(raw);
    }
    trial
}

/// Two pairs of trials of a double at 3–5 in a match to 7: chances .28 and .32, with cubeless equities .1 and .2.
fn cube_in_a_match() -> (Job, RolloutSettings, Accounts) {
    let score = MatchScore::new(7, ByPlayer([3, 5]), false).unwrap();
    let job = Job::cube(&START, Cube::START, Player::Top, Terms::Match(score));
    let settings = RolloutSettings { quasi_random: false, ..RolloutSettings::default() };
    let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &settings);
    for (no_double, take) in [(-0.1, -0.1), (0.0, -0.1), (0.1, 0.1), (0.0, 0.1)] {
        accounts.push(0, trial(0.1 + no_double, 0.28 + no_double, [0.1 + 3.0 * no_double, 0.28 + 2.0 * no_double]));
        accounts.push(1, trial(0.2 + take, 0.32 + take, [0.2, 0.32]));
    }
    (job, settings, accounts)
}

/// Match winning chances at 3–5 to 7 after losing and winning this many points.
fn chances(points: u32) -> [f64; 2] {
    let score = MatchScore::new(7, ByPlayer([3, 5]), false).unwrap();
    [Player::Bottom, Player::Top]
        .map(|winner| f64::from(Met::kazaross_xg2().after(&score, winner, points, Player::Top)))
}

#[test]
fn a_result_in_a_match_is_told_in_equity_and_chances() {
    let (job, settings, accounts) = cube_in_a_match();
    let met = Met::kazaross_xg2();
    let result = RolloutResult::of_accounts(&accounts, &job, &settings, &met, None);
    let [lose, win] = chances(1);
    let equity = |chance: f64| (2.0 * chance - win - lose) / (win - lose);
    let slope = 2.0 / (win - lose);
    // Deviations of .1, 0, .1, 0 and four times .1, over 3 and 4.
    let [small, large] = [(0.02_f64 / 12.0).sqrt(), (0.04_f64 / 12.0).sqrt()];
    let [no_double, take] = [0, 1].map(|i| &result.candidates[i]);
    let cubeful = |i: usize| result.candidates[i].estimates.cubeful.expect("a cube");
    is(cubeful(0).mwc.expect("a match"), 0.28, small);
    is(cubeful(0).equity, equity(0.28), slope * small);
    is(cubeful(1).mwc.expect("a match"), 0.32, large);
    is(cubeful(1).equity, equity(0.32), slope * large);
    assert_eq!(no_double.equity(), cubeful(0).equity);
    // Without the cube: that of the double is for two points.
    is(no_double.estimates.cubeless.equity, 0.1, small);
    is(no_double.estimates.cubeless.mwc.expect("a match"), lose + (win - lose) * 0.55, 0.5 * (win - lose) * small);
    let [lose_two, win_two] = chances(2);
    let for_two = lose_two + (win_two - lose_two) * 0.6;
    is(take.estimates.cubeless.mwc.expect("a match"), for_two, 0.5 * (win_two - lose_two) * large);
    is(take.estimates.cubeless.equity, equity(for_two), 0.5 * slope * (win_two - lose_two) * large);
    // As the trials ended: the spread is twice as large, which takes four times as many trials.
    is(no_double.plain_equity(), equity(0.28), 2.0 * slope * small);
    near(no_double.plain_games().expect("errors"), 16.0);
    is(no_double.raw.cubeless.equity, 0.1, 3.0 * small);
    near(take.plain_games().expect("errors"), 0.0);
    assert_eq!(no_double.estimates.outputs[2].mean, 0.25);
    // What there is of it.
    assert_eq!((result.kind, result.is_cubeful, result.end), (JobKind::Cube, true, None));
    assert_eq!((result.trials(), result.evaluations(), take.evaluations), (4, 8 * 17, 4 * 17));
    assert_eq!((no_double.trials, no_double.stopped, no_double.settled), (4, false, None));
    assert_eq!((result.cycle, result.complete_levels), (None, 0));
    let decision = result.decision.expect("a decision");
    near(decision.values.no_double.into(), equity(0.28));
    near(decision.values.double_take.into(), equity(0.32));
    assert_eq!((decision.values.double_pass, decision.outputs.0), (1.0, [0.25; 5]));
    assert_eq!(result.ranking(), [1, 0], "a double by .04");
    assert!(result.cube.is_some());
}

#[test]
fn a_cubeless_result_has_no_cube() {
    let (job, settings, accounts) = cube_in_a_match();
    let settings = RolloutSettings { cubeful: false, ..settings };
    let result = RolloutResult::of_accounts(&accounts, &job, &settings, &Met::kazaross_xg2(), None);
    assert_eq!((result.is_cubeful, result.candidates[0].estimates.cubeful), (false, None));
    near(result.candidates[0].equity().mean, 0.1);
    near(result.candidates[0].plain_games().expect("errors"), 36.0);
}

#[test]
fn how_things_stand_is_told_alike() {
    let (job, settings, accounts) = cube_in_a_match();
    let settings = RolloutSettings { trials: 10, ..settings };
    let result = RolloutResult::of_accounts(&accounts, &job, &settings, &Met::kazaross_xg2(), None);
    let interim = Interim::of_accounts(&accounts, &job, &settings);
    for (now, then) in interim.candidates.iter().zip(&result.candidates) {
        let cubeful = then.estimates.cubeful.expect("a cube");
        let mwc = cubeful.mwc.expect("a match");
        is(now.equity, cubeful.equity.mean, cubeful.equity.std_err.expect("trials"));
        is(now.mwc.expect("a match"), mwc.mean, mwc.std_err.expect("trials"));
        assert_eq!((now.trials, now.is_active, now.outputs), (4, true, [0.25; 5]));
        assert_eq!(now.comparison, then.comparison);
    }
    assert_eq!(
        (interim.kind, interim.rounds, interim.is_estimated, interim.time),
        (JobKind::Cube, Some(10), false, None)
    );
    assert_eq!((interim.trials(), interim.trials_left(), interim.ranking()), (8, Some(12), vec![1, 0]));
    // Two of three on the way: the one that stands still has none left.
    let mut stopped = accounts;
    stopped.set_active(1, false);
    assert_eq!(Interim::of_accounts(&stopped, &job, &settings).trials_left(), Some(6));
}

#[test]
fn events_are_counted_for_their_side() {
    let events = |won, ending| Events {
        turns: 40,
        takes: 1,
        first_double_is_ours: won,
        ending,
        first_hit: BySide { on_roll: Some(3), opponent: Some(5) },
        first_closeout: BySide { on_roll: Some(30), opponent: None },
        bearoff_turns: BySide { on_roll: 7, opponent: 2 },
        wasted_pips: BySide { on_roll: 11, opponent: 4 },
    };
    let endings = [
        (true, Ending::BorneOff { won: true, multiple: 1 }),
        (true, Ending::BorneOff { won: true, multiple: 1 }),
        (true, Ending::BorneOff { won: true, multiple: 2 }),
        (true, Ending::BorneOff { won: true, multiple: 3 }),
        (true, Ending::BorneOff { won: true, multiple: 3 }),
        (false, Ending::BorneOff { won: false, multiple: 3 }),
        (false, Ending::Passed { won: false }),
        (false, Ending::Passed { won: false }),
        (false, Ending::Valued),
        (true, Ending::Valued),
    ];
    let records = endings.map(|(won, ending)| TrialRecord { events: events(won, ending), ..record(0.0) });
    let all = Statistics::of(&records);
    let side = |taken, level: CubeLevel, hit, closeout, bearoff_turns, wasted_pips| {
        let mut levels = [CubeLevel::default(); super::statistics::CUBE_LEVELS];
        levels[0].taken = taken;
        levels[1] = level;
        SideStatistics { levels, hit, closeout, bearoff_turns, wasted_pips }
    };
    let none = CubeLevel::default();
    let ours = CubeLevel { single: 2, gammon: 1, backgammon: 2, ..none };
    let theirs = CubeLevel { backgammon: 1, passed: 2, ..none };
    let expected = Statistics {
        sides: BySide {
            on_roll: side(6, ours, (10, 30), (10, 300), 70, 110),
            opponent: side(4, theirs, (10, 50), (0, 0), 20, 40),
        },
        valued: 2,
        turns: 400,
    };
    assert_eq!(all, expected);
    assert_eq!((all.borne_off(), all.passed()), (6, 2));
    assert!(CubeLevel::default().is_empty() && !ours.is_empty() && !CubeLevel { passed: 1, ..none }.is_empty());
    // The highest level holds all that are above it.
    let high = Events { takes: 12, ending: Ending::Passed { won: true }, ..events(true, Ending::Valued) };
    let all = Statistics::of(&[TrialRecord { events: high, ..record(0.0) }]);
    let levels = all.sides.on_roll.levels;
    assert_eq!((levels[7].passed, levels[7].taken, all.sides.opponent.levels[7].taken), (1, 2, 3));
    assert_eq!(levels.map(|level| level.taken), [1, 0, 1, 0, 1, 0, 1, 2]);
}

/// Two settings whose first rolls are dealt evenly: what differs between rolls is no chance.
#[test]
fn changes_within_first_rolls_have_the_error_within_them() {
    let job = Job::plays(&[START; 2], Cube::START, Player::Top, Terms::MONEY);
    let units = &job.units(&Met::kazaross_xg2());
    let settings = &RolloutSettings::default();
    let other = &RolloutSettings { quasi_random: false, ..RolloutSettings::default() };
    // Two cycles: the change has the pips of the first roll in it, and ±.1 beside them.
    let dealt = |by_roll: f64, noise: f64| {
        let of = |n: u8| {
            let roll = Roll::from_outcome(n % 36);
            let value = by_roll * f64::from(roll.pips()) / 10.0 + if n < 36 { noise } else { -noise };
            TrialRecord { first_roll: Some(roll), ..record(value) }
        };
        Trials::from((0..72).map(of).collect::<Vec<_>>())
    };
    let records = |trials: Trials| Records {
        fingerprint: Fingerprint::default(),
        first: 0,
        candidates: vec![trials, dealt(0.0, 0.0)],
    };
    let (one, two) = (records(dealt(1.0, 0.0)), records(dealt(2.0, 0.1)));
    let compared = |records, settings| Compared { records, settings, units };
    let [both, mixed] = [settings, other].map(|second| {
        let change = changes([compared(&one, settings), compared(&two, second)], 1)[0];
        [change.value.equity, change.lead.equity].map(|estimate| estimate.std_err.expect("72 pairs"))
    });
    // Each first roll has ±.1 twice or four times: the error within them, by hand as in the tests of strata.
    let within = (15.0 * (2.0_f64 / 36.0).powi(2) * 0.01 / 3.0 + 6.0 * (1.0_f64 / 36.0).powi(2) * 0.01).sqrt();
    for error in both {
        near(error, within);
    }
    // Where one of them leaves first rolls to chance, the spread between them counts.
    assert!(mixed.iter().all(|error| *error > 2.0 * within), "{mixed:?}");
    // The leads and outputs of one rollout.
    let change = changes([compared(&one, settings), compared(&two, settings)], 1)[0];
    near(change.leads[1].equity.std_err.expect("72 pairs"), within);
    near(change.leads[0].equity.std_err.expect("72 pairs"), 0.0);
    let outputs = output_differences(compared(&two, settings), 0, 1);
    assert_eq!(outputs, [Estimate { mean: 0.0, std_err: Some(0.0) }; 5]);
    // Trials of the two that began with different rolls belong to no first roll.
    let mut turned = two.clone();
    let shifted: Vec<_> = (0..72).map(|n| *two.candidates[0].get((n + 1) % 72).expect("a trial")).collect();
    turned.candidates = vec![Trials::from(shifted.clone()), Trials::from(shifted)];
    let change = changes([compared(&one, settings), compared(&turned, settings)], 1)[0];
    assert!(change.value.equity.std_err.expect("72 pairs") > 2.0 * within);
}

#[test]
fn covariances_are_those_of_the_equities() {
    let job = Job::cube(&START, Cube::START, Player::Top, Terms::MONEY);
    let units = job.units(&Met::kazaross_xg2());
    // Pairs (1, 2), (3, 1), (2, 6) and a trial of the first alone. The pairs have means 2 and 3, products of deviations
    // 1, −2, 0, so a covariance of −.5; that of means is −.5 · 3 / (4 · 3).
    let of = |values: &[f64]| {
        Trials::from(values.iter().map(|&value| trial(value, 10.0 * value, [0.0; 2])).collect::<Vec<_>>())
    };
    let candidates = vec![of(&[1.0, 3.0, 2.0, 9.0]), of(&[2.0, 1.0, 6.0])];
    let records = Records { fingerprint: Fingerprint::default(), first: 0, candidates };
    let cubeful = covariances(&records, &units, true);
    near(cubeful[0][1].expect("pairs"), -12.5);
    near(cubeful[1][0].expect("pairs"), -12.5);
    // Three trials of mean 3: squares 1, 4, 9 over 2 and 3.
    near(cubeful[1][1].expect("pairs"), 100.0 * 14.0 / 6.0);
    // Without a cube the doubled one counts double.
    let cubeless = covariances(&records, &units, false);
    near(cubeless[0][1].expect("pairs"), -0.25);
    near(cubeless[1][1].expect("pairs"), 4.0 * 14.0 / 6.0);
}

/// What is left of a mixture: each part is shrunk by its own width, and counts by how well it explains what was seen.
#[test]
fn a_prior_shrinks_each_part_by_its_width() {
    let seen = Prior::around_none([0.25, 0.05, 0.1, 0.2, 0.1, 0.3]).seen(0.1, 0.1);
    let normals = seen.normals();
    // The part as wide as the error: half of the difference is left, with a deviation of .1 · √.5.
    let (evidence, mean, deviation) = normals[3];
    near(evidence, 0.2 * (-0.25_f64).exp() / 0.02_f64.sqrt());
    near(mean, 0.05);
    near(deviation, 0.1 * 0.5_f64.sqrt());
    let (evidence, mean, deviation) = normals[5];
    near(evidence, 0.3 * (-0.005 / 1.01_f64).exp() / 1.01_f64.sqrt());
    near(mean, 0.1 / 1.01);
    near(deviation, 0.1 / 1.01_f64.sqrt());
    // The narrowest keeps next to nothing.
    assert!(normals[0].1 < 1e-3 * SCALES[3] && normals[0].2 < SCALES[0]);
    let all: f64 = normals.iter().map(|part| part.0).sum();
    near(seen.evidence, all);
    for limit in [-0.1, 0.0, 0.05, 0.2] {
        let above = normals.iter().map(|(share, mean, deviation)| share * normal_cdf((mean - limit) / deviation));
        near(seen.chance_above(limit), above.sum::<f64>() / all);
    }
}

/// Where first rolls are dealt, an error in a match is one in equity, too.
#[test]
fn errors_within_first_rolls_are_told_in_equity() {
    let (job, ..) = cube_in_a_match();
    let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
    for n in 0..72 {
        let roll = Roll::from_outcome(n % 36);
        let chance = 0.2 + f64::from(roll.pips()) / 200.0 + if n < 36 { 0.01 } else { -0.01 };
        accounts.push(0, TrialRecord { first_roll: Some(roll), ..trial(0.1, chance, [0.0; 2]) });
    }
    let within = (15.0 * (2.0_f64 / 36.0).powi(2) / 3.0 + 6.0 * (1.0_f64 / 36.0).powi(2)).sqrt() * 0.01;
    let [lose, win] = chances(1);
    near(accounts.stratified_error(0).expect("two cycles"), within * 2.0 / (win - lose));
}
