//! Costs told beforehand, beside what rollouts then take.

use super::*;
use crate::board::{ByPlayer, Checkers, Player, Variation};
use crate::eval::Evaluator;
use crate::rollout::Unobserved;
use crate::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};
use std::sync::Arc;

#[test]
fn a_stride_comes_by_everything() {
    for length in [1, 2, 3, 10, 61, 100, 1200] {
        let mut seen: Vec<usize> = (0..length).map(|i| i * stride(length) % length).collect();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(0..length), "{length}");
    }
}

/// Uses a clock that counts its calls: nothing here depends on the machine.
fn measured(settings: &RolloutSettings) -> (Cost, f64, f64) {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let position = Variation::Standard.starting_position();
    let job = Job::position(&position, Cube::START, Player::Bottom, Terms::MONEY);
    let cost =
        engine.cost(&engine.order(job.clone(), settings), &|| Duration::ZERO, &|| false).expect("nobody stops it");
    let rollout = engine.rollout(&job, settings, 2, &mut Unobserved).expect("a rollout");
    let result = &rollout.result.candidates[0];
    let trials = result.trials as f64;
    (cost, result.statistics.turns as f64 / trials, result.evaluations as f64 / trials)
}

#[test]
fn what_is_expected_is_about_what_happens() {
    let mut settings = RolloutSettings { seed: 5, trials: 144, ..RolloutSettings::default() };
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(0));
    for (horizon, variance_reduction) in [(None, true), (Some(8), true), (None, false)] {
        settings.variance_reduction = variance_reduction;
        settings.players.0.iter_mut().for_each(|player| player.chequer.prune = true);
        settings.truncation.enabled = horizon.is_some();
        settings.truncation.plies = horizon.unwrap_or(1);
        settings.truncation.cube.set_plies(0);
        let (cost, turns, evaluations) = measured(&settings);
        assert!((cost.turns / turns - 1.0).abs() < 0.25, "turns: {} expected, {turns} played", cost.turns);
        let expected = cost.of_trial().evaluations;
        assert!((expected / evaluations - 1.0).abs() < 0.3, "{expected} expected, {evaluations} made");
        assert_eq!(cost.total().map(|all| all.evaluations), Some(144.0 * expected));
    }
}

/// A play two plies deep takes nothing where one play is left, and tens of thousands of evaluations where eight
/// are. The filter tells which it is, so that a sample is enough.
#[test]
fn deep_plays_are_foretold_by_what_the_filter_leaves() {
    for (plies, horizon, seed) in [(1, 7, 3), (1, 7, 4), (2, 3, 3)] {
        let mut settings = RolloutSettings { seed, trials: 36, cubeful: false, ..RolloutSettings::default() };
        settings.variance_reduction = false;
        settings.players.0.iter_mut().for_each(|player| player.chequer.set_plies(plies));
        settings.truncation.enabled = true;
        settings.truncation.plies = horizon;
        let (cost, turns, evaluations) = measured(&settings);
        assert_eq!(cost.turns, turns);
        let expected = cost.of_trial().evaluations;
        assert!((expected / evaluations - 1.0).abs() < 0.15, "{plies}: {expected} expected, {evaluations} made");
    }
}

/// Two points from the end against four, a static look doubles sooner than one 2 plies deep, and there are fewer
/// decisions.
#[test]
fn cube_decisions_are_counted_as_they_are_made() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let position = Variation::Standard.starting_position();
    let score = MatchScore::new(7, ByPlayer([3, 5]), false).unwrap();
    let job = Job::cube(&position, Cube::START, Player::Bottom, Terms::Match(score));
    let settings = RolloutSettings { seed: 7, trials: 36, ..RolloutSettings::default() };
    let order = engine.order(job.clone(), &settings);
    let cost = engine.cost(&order, &|| Duration::ZERO, &|| false).expect("nobody stops it");
    let rollout = engine.rollout(&job, &settings, 2, &mut Unobserved).expect("a rollout");
    let made = rollout.result.evaluations() as f64 / 72.0;
    let expected = cost.of_trial().evaluations;
    assert!((expected / made - 1.0).abs() < 0.1, "{expected} expected, {made} made");
}

#[test]
fn every_part_is_paid_for_only_where_it_is_wanted() {
    let mut settings = RolloutSettings { seed: 5, trials: 1, ..RolloutSettings::default() };
    settings.truncation.enabled = true;
    settings.truncation.plies = 3;
    settings.truncation.cube.set_plies(0);
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(0));
    let all = measured(&settings).0;
    assert!(all.luck.evaluations > 2.0 * 21.0 && all.cube.evaluations > 0.0 && all.end.evaluations > 0.0, "{all:?}");
    assert!(all.play.evaluations > 1.0 && all.play.evaluations < 21.0, "one roll of each turn: {all:?}");
    (settings.variance_reduction, settings.cubeful) = (false, false);
    settings.stop.until.error = Some(0.01);
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let position = Variation::Standard.starting_position();
    let job = Job::position(&position, Cube::START, Player::Bottom, Terms::MONEY);
    let bare = engine.cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, &|| false).expect("a cost");
    assert_eq!((bare.luck, bare.cube, bare.trials, bare.total()), (Work::default(), Work::default(), None, None));
    assert!(bare.play.evaluations > 1.0 && bare.play.evaluations < 100.0, "{bare:?}");
}

/// A race in which cube decisions are most of the work: many trials end with a pass, which is decided, too. The
/// forecast does not depend on the clock, and every evaluation that is made has a purpose.
#[test]
fn cubes_are_counted_where_they_are_passed() {
    let points = |counts: &[u8]| {
        let mut all = [0; 25];
        all[..counts.len()].copy_from_slice(counts);
        Checkers::new(all)
    };
    let position = Position::from_checkers(points(&[0, 0, 2, 3, 3, 3, 2, 2]), points(&[0, 0, 3, 3, 4, 4, 1]));
    let job = Job::cube(&position, Cube::START, Player::Bottom, Terms::MONEY);
    let mut settings = RolloutSettings { seed: 3, trials: 36, ..RolloutSettings::default() };
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(1));
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let order = engine.order(job.clone(), &settings);
    let now = std::cell::Cell::new(Duration::ZERO);
    let slow = || {
        now.set(now.get() + Duration::from_secs(1));
        now.get()
    };
    let [cost, late] = [&(|| Duration::ZERO) as &dyn Fn() -> Duration, &slow]
        .map(|clock| engine.cost(&order, clock, &|| false).expect("no stop"));
    let before = engine.meter.spent();
    let rollout = engine.rollout(&job, &settings, 1, &mut Unobserved).expect("a rollout");
    let spent = engine.meter.spent().since(before);
    assert_eq!(spent.total(), rollout.result.evaluations());
    let (used, trials) = (rollout.result.evaluations() as f64 / 72.0, 72.0);
    let expected = cost.of_trial().evaluations;
    assert_eq!(late.of_trial().evaluations, expected);
    assert!((expected / used - 1.0).abs() < 0.15, "{expected} expected, {used} made");
    let cubes = spent.cube as f64 / trials / (cost.cube.evaluations * cost.turns);
    assert!((cubes - 1.0).abs() < 0.2 && spent.luck > 0, "{spent:?} {cost:?}");
}

#[test]
fn a_trial_costs_its_turns_and_its_end() {
    let work = |evaluations, seconds| Work { evaluations, seconds };
    let cost = Cost {
        candidates: 3,
        trials: Some(10),
        turns: 20.0,
        remembered: [2.0, 1.0],
        luck: work(21.0, 0.5),
        play: work(4.0, 0.25),
        cube: work(2.0, 0.125),
        end: work(6.0, 1.0),
    };
    // 20 turns of 27 evaluations and .875 seconds, less two of luck and cube and one play that are remembered.
    assert_eq!(cost.of_trial(), work(546.0, 18.5 - 2.0 * 0.625 - 0.25));
    assert_eq!(cost.total(), Some(work(16_380.0, 510.0)));
    // No more turns are remembered than there are.
    let short = Cost { turns: 1.0, ..cost };
    assert_eq!(short.of_trial(), work(33.0, 1.875 - 0.625 - 0.25));
    assert_eq!(Cost { trials: None, ..cost }.total(), None);
}

#[test]
fn a_mean_is_that_of_the_whole_by_its_sizes() {
    let work = |evaluations| Work { evaluations, seconds: evaluations / 8.0 };
    let mut sum = Sum::default();
    assert_eq!((sum.mean(2.0), sum.error(9)), (Work::default(), 0.0));
    [(2.0, 1.0), (6.0, 2.0), (4.0, 3.0)].into_iter().for_each(|(evaluations, size)| sum.add(work(evaluations), size));
    // 12 evaluations for sizes of 6, so 2 for each: where the mean size is 2.5, a mean of 5.
    assert_eq!(sum.mean(2.5), work(5.0));
    // Off by 0, 2 and −2, so the root of 8 of 12, and of a sample of 3 in 12 three quarters of the square.
    assert!((sum.error(12) - (8.0_f64 * 0.75).sqrt() / 12.0).abs() < 1e-12, "{}", sum.error(12));
    assert_eq!(sum.error(3), 0.0, "all are in the sample");
}

/// A sample goes on until it is large, dear and exact enough.
#[test]
fn a_sample_is_enough_on_one_side_of_each_limit() {
    // This many visits of the same size, every other one of twice the work: a relative error of a third of the root.
    let sum = |n: u32, evaluations: f64, is_even: bool| {
        let mut sum = Sum::default();
        for visit in 0..n {
            let factor = if is_even { 1.0 } else { f64::from(2 + 4 * (visit % 2)) / 4.0 };
            sum.add(Work { evaluations: factor * evaluations / f64::from(n), seconds: 0.0 }, 1.0);
        }
        sum
    };
    // Thirty-six of 3,599 are a hundredth; 150,000 evaluations, and a mean that is known.
    assert!(sum(36, 150_001.0, true).is_enough(1000, 3_599.0));
    assert!(!sum(36, 150_001.0, true).is_enough(1000, 3_600.0));
    assert!(!sum(35, 150_001.0, true).is_enough(1000, 100.0));
    assert!(!sum(40, 150_000.0, true).is_enough(1000, 3_599.0));
    // Half and one and a half: a relative error of .5 by the root of 100 is .05, less what is in the sample.
    let error = |n| sum(n, 150_001.0, false).error(1_000_000);
    assert!((error(100) - 0.05).abs() < 1e-5 && error(100) < LEAST_ERROR && error(96) > LEAST_ERROR);
    assert!(sum(100, 150_001.0, false).is_enough(1_000_000, 9_000.0));
    assert!(!sum(96, 150_001.0, false).is_enough(1_000_000, 9_000.0));
    assert!(!sum(96, 600_000.0, false).is_enough(1_000_000, 9_000.0));
    assert!(sum(96, 600_001.0, false).is_enough(1_000_000, 9_000.0));
    assert!(sum(96, 150_001.0, false).is_enough(96, 9_000.0), "all there are");
}

/// A rollout of few trials has just the games of its pilot, those of every candidate.
#[test]
fn a_pilot_plays_the_first_trials_of_each_candidate() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let start = Variation::Standard.starting_position();
    let plays = crate::movegen::legal_plays(&start, Roll::new(3, 1).expect("dice"));
    let results = [plays[0].result, plays[9].result];
    let job = Job::plays(&results, Cube::START, Player::Bottom, Terms::Money { jacoby: false, beavers: 0 });
    let settings = RolloutSettings { variance_reduction: false, cubeful: false, ..RolloutSettings::quick(5) };
    let cost = engine.cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, &|| false).expect("a cost");
    let rollout = engine.rollout(&job, &settings, 1, &mut Unobserved).expect("a rollout");
    let turns: u64 = rollout.result.candidates.iter().map(|candidate| candidate.statistics.turns).sum();
    assert_eq!((cost.candidates, cost.trials, cost.turns), (2, Some(5), turns as f64 / 10.0));
    // After a play the other side may double before its first roll, but for the first roll of a game.
    for (initial, decisions) in [(InitialRolls::Any, 1.0), (InitialRolls::NoDoubles, 0.0)] {
        let mut settings = RolloutSettings { initial, ..RolloutSettings::quick(5) };
        settings.truncation.enabled = true;
        settings.truncation.plies = 1;
        settings.truncation.cube.set_plies(0);
        let cost = engine.cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, &|| false).expect("a cost");
        assert_eq!((cost.turns, cost.cube.evaluations), (1.0, decisions), "{initial:?}");
    }
}

#[test]
fn samples_are_spread_over_all_games() {
    assert_eq!([1, 2, 10, 100, 1000].map(stride), [1, 1, 7, 61, 611]);
    assert_eq!([0, 1, 2, 3].map(|sample| place(sample, 10)), [0, 7, 4, 1]);
}

/// What is looked at: in a rollout of one game of two turns, by those who look at something.
#[test]
fn each_part_is_the_work_of_a_turn() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let job = Job::position(&Variation::Standard.starting_position(), Cube::START, Player::Bottom, Terms::MONEY);
    let mut settings = RolloutSettings { seed: 5, ..RolloutSettings::quick(4) };
    (settings.truncation.enabled, settings.truncation.plies) = (true, 2);
    settings.truncation.cube.set_plies(0);
    let cost = |set: fn(&mut RolloutSettings)| {
        let mut settings = settings.clone();
        set(&mut settings);
        engine.cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, &|| false).expect("nobody stops it")
    };
    let base = cost(|_| ());
    // Every game is cut off at two turns, and its end is one evaluation.
    assert_eq!((base.candidates, base.trials, base.turns), (1, Some(4), 2.0));
    assert_eq!(base.end.evaluations, 1.0);
    // The mean of two horizons takes two.
    assert_eq!(cost(|settings| settings.truncation.mean = true).end.evaluations, 2.0);
    assert_eq!(cost(|settings| settings.truncation.enabled = false).end, Work::default());
    // No double comes before the first turn: one decision in two turns.
    assert_eq!(base.cube.evaluations, 0.5);
    assert_eq!(cost(|settings| settings.cubeful = false).cube, Work::default());
    // Plays are those that were looked at, but where luck is valued by few of them; who looks at no rolls evaluates his
    // plays.
    assert!(base.play.evaluations > 1.0 && base.play.evaluations < 60.0, "{base:?}");
    let deep = cost(|settings| settings.players.0[1].cube.set_plies(1));
    assert_eq!(deep.play, Work::default());
    assert!(deep.luck.evaluations > 1.2 * base.luck.evaluations, "{deep:?} {base:?}");
    let plain = cost(|settings| settings.variance_reduction = false);
    assert_eq!(plain.luck, Work::default());
    assert!(plain.play.evaluations > 1.0 && plain.play.evaluations < 60.0, "{plain:?}");
    assert!(base.luck.evaluations > 42.0, "{base:?}");
    let ranked = cost(|settings| (settings.pairing, settings.variance_reduction) = (Pairing::Ranked, false));
    assert_eq!(ranked.luck.evaluations, base.luck.evaluations);
    // Of a rollout of few trials, the pilot plays these, of each candidate.
    assert_eq!(base.remembered, [0, 1].map(|rolls| turns_spared(&settings, 4, rolls)));
    // The time that each part takes is asked of the clock.
    let now = std::cell::Cell::new(0);
    let clock = || {
        now.set(now.get() + 1);
        Duration::from_secs(now.get())
    };
    let timed = engine.cost(&engine.order(job.clone(), &settings), &clock, &|| false).expect("nobody stops it");
    assert_eq!([timed.luck.seconds, timed.cube.seconds, timed.end.seconds, timed.play.seconds], [1.0, 0.5, 1.0, 1.0]);
    // When it is late one game is enough.
    let late = engine.cost(&engine.order(job.clone(), &settings), &|| Duration::ZERO, &|| true).expect("a cost");
    assert_eq!((late.turns, late.end.evaluations), (2.0, 1.0));
    // And one visit of each part: luck, play, cube and end ask the clock before and after.
    now.set(0);
    engine.cost(&engine.order(job.clone(), &settings), &clock, &|| true).expect("a cost");
    assert_eq!(now.get(), 8);
}

/// A decision is counted once a turn: where the cube is turned, at the double, and also where the game ends there.
#[test]
fn a_turn_has_one_decision() {
    let start = Variation::Standard.starting_position();
    let info = |owner| {
        let cube = Cube::new(2, owner).unwrap();
        CubeInfo::new(cube, Player::Top, Terms::Money { jacoby: false, beavers: 0 }, &Met::kazaross_xg2())
    };
    let (own, other) = (info(CubeOwner::Owned(Player::Top)), info(CubeOwner::Owned(Player::Bottom)));
    let cubes = |doubles: bool, plays: bool, turn, is_first_decided, cube: &CubeInfo| {
        let mut visits = Visits { turn, is_first_decided, ..Visits::default() };
        if doubles {
            visits.doubled(&start, cube, plays);
        }
        if plays {
            visits.played(cube, Roll::ALL[3], &start, &start);
            assert_eq!((visits.turns.len(), visits.turn, visits.has_doubled), (1, turn + 1, false));
            assert_eq!(visits.last.as_ref().map(|(position, _)| *position), Some(start.flipped()));
        }
        visits.cubes.len()
    };
    assert_eq!(cubes(true, false, 3, true, &own), 1, "passed");
    assert_eq!(cubes(true, true, 3, true, &own), 1, "taken");
    assert_eq!(cubes(false, true, 3, true, &own), 1, "not turned");
    assert_eq!(cubes(false, true, 3, true, &other), 0, "the other side's");
    // Before the first turn there is a decision only where a play came before it.
    assert_eq!([true, false].map(|decided| cubes(false, true, 0, decided, &own)), [1, 0]);
}

/// A search of a ply looks at the plays that the filter leaves; at the only one, it does not look.
#[test]
fn a_play_is_as_large_as_what_its_filter_leaves() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let start = Variation::Standard.starting_position();
    let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
    let size = |plies, extra, roll: [u8; 2]| {
        let mut settings = RolloutSettings::quick(36);
        for player in &mut settings.players.0 {
            player.chequer.set_plies(plies);
            let filter = crate::eval::MoveFilter { accept: 0, extra, threshold: 9.0 };
            if plies > 0 {
                player.filters.set(usize::from(plies), 0, Some(filter)).expect("a filter of that search");
            }
        }
        let order = engine.order(job.clone(), &settings);
        let frame = Frame::new(&job.candidates()[0], &job, true, &engine.met);
        let sample = Sample { settings: &order.settings, frame: &frame, clock: &|| Duration::ZERO };
        let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &engine.met);
        let visit = Visit { turn: 1, position: start, cube, roll: Roll::new(roll[0], roll[1]).expect("dice") };
        sample.size_of_play(&mut engine.searchers(&order.settings), &visit).expect("nobody stops it")
    };
    assert_eq!(size(1, 5, [3, 1]), 5.0);
    assert_eq!(size(1, 3, [3, 1]), 3.0);
    assert_eq!(size(1, 1, [3, 1]), ONE_PLAY);
    assert_eq!(size(0, 5, [3, 1]), 1.0, "what was looked at is made");
}
