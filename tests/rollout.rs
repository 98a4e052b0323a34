//! Rollouts against themselves: on other numbers of threads, and over all rolls at once.

#[path = "support/rollouts.rs"]
mod rollouts;
mod support;

use gammon::rollout::{Job, Unobserved};
use gammon::scoring::{Cube, Terms};
use rollouts::{ME, PLAIN_MONEY, plain, position, reference, roll_out};

#[test]
fn threads_change_nothing() {
    let Some(engine) = reference("threads_change_nothing") else { return };
    let job = Job::cube(&position("fzcDAEC77RYAAA"), Cube::START, ME, Terms::MONEY);
    let mut settings = plain(50, 3);
    settings.jsd.enabled = true;
    settings.jsd.min_trials = 30;
    let run = |threads| engine.rollout(&job, &settings, threads, &mut Unobserved).expect("a rollout");
    let one = run(1);
    for threads in [2, 7] {
        let other = run(threads);
        assert_eq!(one.records, other.records, "{threads} threads");
        assert_eq!(one.result, other.result, "{threads} threads");
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
            player.chequer.plies = plies;
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
