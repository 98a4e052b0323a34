//! Rollouts against themselves: on other numbers of threads, and over all rolls at once.

use crate::support::rollouts;

use gammon::rng::InitialRolls;
use gammon::rollout::{
    CUBEFUL, Engine, Job, LuckBy, Pairing, Records, Rollout, RolloutSettings, SettlementLimit, Truncation, Unobserved,
};
use gammon::scoring::{Cube, Terms};
use rollouts::{ME, PLAIN_MONEY, own, plain, position, reference, roll_out};

#[test]
fn threads_change_nothing() {
    let Some(engine) = reference("threads_change_nothing") else { return };
    let job = Job::cube(&position("fzcDAEC77RYAAA"), Cube::START, ME, Terms::MONEY);
    let mut settings = plain(50, 3);
    settings.stop.jsd.enabled = true;
    settings.stop.jsd.min_trials = 30;
    for variance_reduction in [true, false] {
        settings.variance_reduction = variance_reduction;
        let run = |threads| engine.rollout(&job, &settings, threads, &mut Unobserved).expect("a rollout");
        let one = run(1);
        for threads in [2, 7] {
            let other = run(threads);
            let trials = |rollout: &Rollout| rollout.result.candidates.iter().map(|one| one.trials).collect::<Vec<_>>();
            assert_eq!(trials(&one), trials(&other), "{threads} threads");
            assert!(one.records == other.records, "{threads} threads: other records");
            assert!(one.result == other.result, "{threads} threads: another result");
        }
    }
}

/// Where no luck is looked at, the trials of a thread are played in step. A shard of one trial has none to keep step
/// with.
#[test]
fn trials_played_in_step_are_those_played_alone() {
    let engine = own();
    let position = position("4HPwATDgc/ABMA");
    let job = Job::plays(&[position, position.flipped()], Cube::START, ME, Terms::MONEY);
    let base = plain(40, 9).with(|it| it.variance_reduction = false);
    let mut pruned = base.clone();
    pruned.players.0.iter_mut().for_each(|player| player.chequer.prune = true);
    let mut truncated = pruned.clone();
    truncated.truncation = Truncation { enabled: true, plies: 6, mean: true, ..truncated.truncation };
    let unpaired = pruned.clone().with(|it| {
        it.pairing = Pairing::None;
        it.cubeful = false;
    });
    let settled = pruned.clone().with(|it| it.settlement = Some(SettlementLimit::Same(0.5)));
    for settings in [base, pruned, truncated, unpaired, settled] {
        assert!(settings.decides_at_once());
        assert_are_those_played_alone(&engine, &job, &settings);
    }
}

/// Every trial of a rollout against a shard of that trial only.
fn assert_are_those_played_alone(engine: &Engine, job: &Job, settings: &RolloutSettings) {
    let together = roll_out(engine, job, settings).records;
    for first in 0..settings.trials {
        let one = engine.order(job.clone(), &settings.clone().with(|it| it.trials = 1));
        let records = Records { first, ..Records::of(&one) };
        let alone = engine.extend(&one, 1, &mut Unobserved, records).expect("a rollout").records;
        for (alone, together) in alone.candidates.iter().zip(&together.candidates) {
            assert_eq!(alone.get(0), together.get(first), "trial {first} of {settings:?}");
        }
    }
}

/// A thread keeps the first turns of its trials, which changes nothing, not even the evaluations that count as theirs.
#[test]
fn trials_that_are_remembered_are_those_played_alone() {
    let engine = own();
    let position = position("4HPwATDgc/ABMA");
    let job = Job::plays(&[position, position.flipped()], Cube::START, ME, Terms::MONEY);
    let mut base = plain(120, 4);
    base.truncation = Truncation { enabled: true, plies: 4, ..base.truncation };
    base.truncation.cube.set_plies(0);
    base.players.0.iter_mut().for_each(|player| player.chequer.prune = true);
    let ranked = base.clone().with(|it| it.pairing = Pairing::Ranked);
    let initial = base.clone().with(|it| {
        it.initial = InitialRolls::NoDoubles;
        it.cubeful = false;
    });
    let mut later = base.clone();
    later.later.enabled = true;
    later.later.plies = 1;
    later.later.players.0.iter_mut().for_each(|player| player.cube.set_plies(1));
    let mut deep = base.clone().with(|it| {
        it.variance_reduction = false;
        it.trials = 60;
    });
    deep.players.0[0].chequer.set_plies(1);
    let mut noisy = base.clone();
    for player in &mut noisy.players.0 {
        player.chequer = player.chequer.with_noise(0.02).with_deterministic(false);
    }
    for settings in [base, ranked, initial, later, deep, noisy] {
        assert_are_those_played_alone(&engine, &job, &settings);
    }
}

/// With the horizon after one roll and all 36 rolls dealt, the mean luck is enumerated: it must be nothing,
/// however deep plays are looked at.
#[test]
fn the_mean_luck_of_a_roll_is_nothing() {
    let Some(engine) = reference("the_mean_luck_of_a_roll_is_nothing") else { return };
    for (id, plies) in [("4HPwATDgc/ABMA", 0), ("dhcAAHLbPQAEAA", 1), ("rPcAALBu7wAAAA", 2)] {
        let job = Job::position(&position(id), Cube::START, ME, PLAIN_MONEY);
        let mut settings = plain(36, 5);
        settings.truncation.enabled = true;
        settings.truncation.plies = 1;
        for player in &mut settings.players.0 {
            player.chequer.set_plies(plies);
        }
        let result = roll_out(&engine, &job, &settings).result;
        let (adjusted, raw) = (&result.candidates[0].estimates, &result.candidates[0].raw);
        let pairs = adjusted.outputs.iter().zip(&raw.outputs);
        let worth = |of: &gammon::rollout::Estimates| of.cubeful.expect("cubeful").equity;
        for (adjusted, raw) in pairs.chain([(&worth(adjusted), &worth(raw))]) {
            assert!((adjusted.mean - raw.mean).abs() < 1e-8, "{id}: {} for {}", adjusted.mean, raw.mean);
        }
        assert_eq!((result.complete_levels, result.cycle), (1, Some(36)));
        if plies == 0 {
            // One roll ahead and valued by the same evaluation, all luck is gone.
            assert!(worth(adjusted).std_err.expect("36 trials") < 1e-8);
            assert!(worth(raw).std_err.expect("36 trials") > 0.01);
        }
    }
}

/// The first roll of a game is one of 30, and its luck is measured against those: over all of them it is nothing.
#[test]
fn the_mean_luck_of_an_initial_roll_is_nothing() {
    let engine = own();
    let job = Job::position(&position("4HPwATDgc/ABMA"), Cube::START, ME, PLAIN_MONEY);
    for luck_by in [LuckBy::Players, LuckBy::OwnNets] {
        let mut settings = plain(30, 5).with(|it| {
            it.initial = InitialRolls::NoDoubles;
            it.luck_by = luck_by;
        });
        settings.truncation.enabled = true;
        settings.truncation.plies = 1;
        let result = roll_out(&engine, &job, &settings).result;
        assert_eq!((result.complete_levels, result.cycle), (1, Some(30)));
        let candidate = &result.candidates[0];
        let [adjusted, raw] = [candidate.equity(), candidate.plain_equity()];
        assert!((adjusted.mean - raw.mean).abs() < 1e-8, "{luck_by:?}: {} for {}", adjusted.mean, raw.mean);
        assert!(adjusted.std_err < Some(1e-8) && raw.std_err > Some(0.01), "{adjusted:?} {raw:?}");
    }
}

/// Nobody doubles before the first roll of a game, however good the position; else a turned cube ends it there.
#[test]
fn an_initial_roll_comes_before_any_double() {
    let engine = own();
    // After the play the other side has two checkers left against six, and cashes.
    let beaten = Job::plays(&[position("dwAAAAMAAAAAAA").flipped()], Cube::START, ME, PLAIN_MONEY);
    let turns = |initial: InitialRolls| {
        let settings = plain(4, 5).with(|it| {
            it.initial = initial;
            it.bearoff_exact = false;
        });
        roll_out(&engine, &beaten, &settings).records.candidates[0].iter().map(|record| record.events.turns).min()
    };
    assert_eq!(turns(InitialRolls::Any), Some(0), "doubled out at once");
    assert!(turns(InitialRolls::NoDoubles) > Some(0));
}

/// Luck is valued a ply less deep than the players look: at 1 ply as at none.
#[test]
fn luck_is_valued_one_ply_less_deep_than_plays() {
    let engine = own();
    let job = Job::position(&position("4HPwATDgc/ABMA"), Cube::START, ME, PLAIN_MONEY);
    let luck = |plies: u8| -> Vec<i64> {
        let mut settings = plain(36, 5);
        settings.truncation.enabled = true;
        settings.truncation.plies = 1;
        settings.players.0.iter_mut().for_each(|player| player.chequer.set_plies(plies));
        let records = roll_out(&engine, &job, &settings).records;
        records.candidates[0].iter().map(|record| record.values[CUBEFUL].0 - record.raw[CUBEFUL].0).collect()
    };
    let (none, one, two) = (luck(0), luck(1), luck(2));
    let differ = |a: &[i64], b: &[i64]| a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > 2).count();
    assert_eq!(differ(&none, &one), 0, "the look at all rolls is static");
    assert!(differ(&one, &two) > 0);
}
