//! How often `until decided` is wrong, in decisions whose answer is known exactly: small differences between plays of
//! bearoffs, and candidates that are the same position.
//!
//! A few decisions; `GAMMON_LONG_TESTS=1` takes 240 differences and 1,200 ties, for the table in `docs/validation.md`.

use crate::support::rollouts;

use gammon::board::{Checkers, Position, Roll};
use gammon::eval::{EvalSettings, MoveFilters};
use gammon::rng::{Generator, RngKind};
use gammon::rollout::{End, Engine, Job, Pairing, RolloutSettings};
use gammon::scoring::Cube;
use rollouts::{ME, PLAIN_MONEY, is_long, own, plain, roll_out, say};

/// The margin of the command when none is named.
const MARGIN: f64 = 0.005;

/// Games played to their end with the luck left in: there is nothing to know but who wins.
fn settings(seed: u32, pairing: Pairing, quasi_random: bool) -> RolloutSettings {
    let mut settings = plain(1, seed).with(|it| {
        it.pairing = pairing;
        it.quasi_random = quasi_random;
        it.cubeful = false;
        it.variance_reduction = false;
        it.bearoff_exact = false;
        it.bearoff_one_sided = false;
    });
    settings.players.0.iter_mut().for_each(|player| player.chequer.cubeful = false);
    settings.stop.until.decided = Some(MARGIN);
    settings
}

fn home(generator: &mut Generator, checkers: u32) -> Checkers {
    let mut all = [0; 25];
    (0..checkers).for_each(|_| all[generator.below(6) as usize] += 1);
    Checkers::new(all)
}

/// Two plays whose exact equities differ by 0.01 to 0.03, the worse one first; and by how much.
fn small_difference(engine: &Engine, generator: &mut Generator) -> (Job, f64) {
    let mut searcher = engine.searcher();
    loop {
        let [mine, theirs] = [4, 5].map(|most| {
            let checkers = most - generator.below(2);
            home(generator, checkers)
        });
        let position = Position::from_checkers(mine, theirs);
        let cube = Job::position(&position, Cube::START, ME, PLAIN_MONEY).basis_info(&engine.met);
        let roll = Roll::ALL[generator.below(21) as usize];
        let settings = EvalSettings::cubeless(0);
        let ranked = searcher.rank_plays(&position, roll, &cube, &settings, &MoveFilters::NORMAL).expect("no stop");
        let Some(best) = ranked.first() else { continue };
        let behind = |score: f32| f64::from(best.score() - score);
        let Some(worse) = ranked.iter().find(|play| (0.01..0.03).contains(&behind(play.score()))) else { continue };
        let results = [worse.play.result, best.play.result];
        return (Job::plays(&results, Cube::START, ME, PLAIN_MONEY), behind(worse.score()));
    }
}

/// Dice and whether they are dealt evenly.
const DICE: [(Pairing, bool, &str); 4] = [
    (Pairing::Shared, true, "the same dice, dealt evenly"),
    (Pairing::Shared, false, "the same dice"),
    (Pairing::None, true, "own dice, dealt evenly"),
    (Pairing::None, false, "own dice"),
];

/// One decision in a hundred may be wrong; more than so many of `n` are no chance: five standard deviations above.
fn too_many(n: u32) -> f64 {
    let mean = 0.01 * f64::from(n);
    mean + 5.0 * mean.sqrt().max(0.5)
}

#[test]
fn small_differences_need_evidence() {
    let engine = own();
    let n = if is_long() { 240 } else { 16 };
    let dice = if is_long() { &DICE[..] } else { &DICE[..1] };
    for &(pairing, quasi_random, name) in dice {
        let mut generator = Generator::new(RngKind::Mersenne, 11);
        let (mut wrong, mut within, mut trials) = (0, 0, 0);
        for number in 0..n {
            let (job, _) = small_difference(&engine, &mut generator);
            let result = roll_out(&engine, &job, &settings(100 + number, pairing, quasi_random)).result;
            assert!(matches!(result.end, Some(End::Decided | End::WithinMargin)), "{:?}", result.end);
            // The second play is better by more than the margin.
            wrong += u32::from(result.ranking()[0] == 0);
            within += u32::from(result.end == Some(End::WithinMargin));
            trials += result.trials();
        }
        let mean = trials / u64::from(n);
        say(&format!(
            "| {n} differences of .01 to .03, {name} | {wrong} wrong, {within} within the margin | {mean} trials |"
        ));
        assert!(f64::from(wrong) <= too_many(n), "{wrong} of {n} wrong, {name}");
    }
}

/// Plays of a bearoff whose best is better than every other by more than the margin, with their exact equities.
fn several(engine: &Engine, generator: &mut Generator) -> (Job, Vec<f64>) {
    let mut searcher = engine.searcher();
    loop {
        let [mine, theirs] = [0, 1].map(|_| home(generator, 5));
        let position = Position::from_checkers(mine, theirs);
        let cube = Job::position(&position, Cube::START, ME, PLAIN_MONEY).basis_info(&engine.met);
        let roll = Roll::ALL[generator.below(21) as usize];
        let settings = EvalSettings::cubeless(0);
        let ranked = searcher.rank_plays(&position, roll, &cube, &settings, &MoveFilters::NORMAL).expect("no stop");
        let values: Vec<f64> = ranked.iter().map(|play| f64::from(play.score())).collect();
        if values.len() < 4 || !(0.02..0.1).contains(&(values[0] - values[1])) {
            continue;
        }
        // The worst first.
        let results: Vec<_> = ranked.iter().rev().map(|play| play.play.result).collect();
        return (Job::plays(&results, Cube::START, ME, PLAIN_MONEY), values.into_iter().rev().collect());
    }
}

/// Trials where they help prove what equal trials prove, and need no more of them.
#[test]
fn a_focus_proves_the_best_of_several() {
    let engine = own();
    let n = if is_long() { 240 } else { 8 };
    let mut generator = Generator::new(RngKind::Mersenne, 13);
    let (mut wrong, mut trials) = (0, [0, 0]);
    for number in 0..n {
        let (job, values) = several(&engine, &mut generator);
        for (focus, trials) in [false, true].into_iter().zip(&mut trials) {
            let mut settings = settings(500 + number, Pairing::Shared, true);
            settings.stop.focus = focus;
            let result = roll_out(&engine, &job, &settings).result;
            assert!(matches!(result.end, Some(End::Decided | End::WithinMargin)), "{:?}", result.end);
            wrong += u32::from(values[result.ranking()[0]] < values[values.len() - 1] - MARGIN);
            *trials += result.candidates.iter().map(|candidate| candidate.trials).sum::<u64>();
        }
    }
    say(&format!("| {n} bearoffs, without and with focus | {wrong} wrong | {trials:?} trials |"));
    assert!(f64::from(wrong) <= too_many(2 * n), "{wrong} of {} wrong", 2 * n);
    assert!(trials[1] < trials[0] + trials[0] / 20, "{trials:?}");
}

#[test]
fn a_tie_is_called_a_tie() {
    let engine = own();
    let n = if is_long() { 300 } else { 6 };
    for (pairing, quasi_random, name) in DICE {
        let mut generator = Generator::new(RngKind::Mersenne, 12);
        let (mut wrong, mut trials) = (0, 0);
        for number in 0..n {
            let position = Position::from_checkers(home(&mut generator, 2), home(&mut generator, 2));
            let job = Job::plays(&[position; 2], Cube::START, ME, PLAIN_MONEY);
            let mut settings = settings(900 + number, pairing, quasi_random);
            // Games that own dice decide need many trials for a narrow margin.
            settings.stop.until.decided = Some(if pairing == Pairing::None { 0.1 } else { MARGIN });
            let result = roll_out(&engine, &job, &settings).result;
            wrong += u32::from(result.end != Some(End::WithinMargin));
            trials += result.trials();
        }
        say(&format!("| {n} ties, {name} | {wrong} decided | {} trials |", trials / u64::from(n)));
        assert!(f64::from(wrong) <= too_many(n), "{wrong} of {n} decided, {name}");
    }
}
