//! What candidates gain by sharing dice: the variance of their difference with dice of their own, with the same dice
//! and with dice of the same rank, against what it would be for independent trials.
//!
//! A few decisions; `GAMMON_LONG_TESTS=1` takes more than a hundred, and repeats the test of the proposal (the spread
//! of rollouts of 36 trials), for the tables in `docs/validation.md`.

use crate::support::rollouts;

use gammon::board::Roll;
use gammon::eval::{EvalSettings, MoveFilters};
use gammon::rng::{Generator, RngKind};
use gammon::rollout::{Engine, Job, Pairing, RolloutSettings, covariances};
use gammon::scoring::Cube;
use rollouts::{ME, PLAIN_MONEY, is_long, own, plain, position, roll_out, say};

const PAIRINGS: [Pairing; 3] = [Pairing::None, Pairing::Shared, Pairing::Ranked];

/// Decisions between the two best plays of seeded rolls in positions of a class: with both close enough to be asked.
fn decisions(engine: &Engine, class: &str, n: usize) -> Vec<Job> {
    let mut generator = Generator::new(RngKind::Mersenne, 17);
    let mut searcher = engine.searcher();
    let table = include_str!("../data/positions.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let rows = table.map(|line| line.split(',').collect::<Vec<_>>()).filter(|row| row[3] == class);
    let decision = |row: Vec<&str>| {
        let position = position(row[1]);
        let roll = Roll::ALL[generator.below(21) as usize];
        let cube = Job::position(&position, Cube::START, ME, PLAIN_MONEY).basis_info(&engine.met);
        let settings = EvalSettings::cubeful(0);
        let ranked = searcher.rank_plays(&position, roll, &cube, &settings, &MoveFilters::NORMAL).expect("no stop");
        let [first, second, ..] = ranked.as_slice() else { return None };
        let is_close = first.score() - second.score() < 0.08 && first.score().abs() < 0.9;
        is_close.then(|| Job::plays(&[first.play.result, second.play.result], Cube::START, ME, PLAIN_MONEY))
    };
    // From all parts of the table, several times with other rolls where few are close.
    let all: Vec<_> = rows.collect();
    let step = (all.len() / (6 * n)).max(1);
    let chosen = std::iter::repeat_n(all, 6).flat_map(|all| all.into_iter().step_by(step));
    let mut jobs: Vec<Job> = Vec::new();
    for job in chosen.filter_map(decision) {
        if !jobs.contains(&job) {
            jobs.push(job);
        }
        if jobs.len() == n {
            break;
        }
    }
    jobs
}

/// The variance of a trial's difference over the sum of the variances of both.
fn ratio(engine: &Engine, job: &Job, settings: &RolloutSettings) -> f64 {
    let rollout = roll_out(engine, job, settings);
    let errors = covariances(&rollout.records, &job.units(&engine.met), rollout.result.is_cubeful);
    let of = |i: usize, j: usize| errors[i][j].expect("many trials");
    (of(0, 0) + of(1, 1) - 2.0 * of(0, 1)) / (of(0, 0) + of(1, 1)).max(1e-12)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn shared_dice_take_variance_out_of_differences() {
    let engine = own();
    // In contact games lose touch with each other soon: there is nothing to assert, and it takes long.
    let (classes, n, trials): (&[_], _, _) =
        if is_long() { (&["contact", "crashed", "race", "bearoff1"], 40, 144) } else { (&["race", "bearoff1"], 4, 36) };
    say("| decisions | luck | own dice | the same dice | the same rank | ranked better in |");
    for &class in classes {
        let jobs = decisions(&engine, class, n);
        assert!(jobs.len() * 4 > n, "{class}: {} decisions", jobs.len());
        for variance_reduction in [false, true] {
            let mut ratios = PAIRINGS.map(|_| Vec::new());
            for job in &jobs {
                for (pairing, ratios) in PAIRINGS.into_iter().zip(&mut ratios) {
                    // Without its reduction there is more variance to be known, and more trials to know it by.
                    let more = if variance_reduction { 1 } else { 4 };
                    let settings = plain(more * trials, 3).with(|it| {
                        it.pairing = pairing;
                        it.variance_reduction = variance_reduction;
                    });
                    ratios.push(ratio(&engine, job, &settings));
                }
            }
            let better = ratios[1].iter().zip(&ratios[2]).filter(|(shared, ranked)| ranked < shared).count();
            let means = [0, 1, 2].map(|i| ratios[i].iter().sum::<f64>() / jobs.len() as f64);
            let medians = [0, 1, 2].map(|i| median(&mut ratios[i].clone()));
            let of = |i: usize| format!("{:.2} ({:.2})", means[i], medians[i]);
            let luck = if variance_reduction { "subtracted" } else { "left in" };
            say(&format!(
                "| {} {class} | {luck} | {} | {} | {} | {better} of {} |",
                jobs.len(),
                of(0),
                of(1),
                of(2),
                jobs.len()
            ));
            let gains = 0.7 * means[0] > means[1].max(means[2]);
            assert!(gains || !["race", "bearoff1"].contains(&class), "{class}, luck {luck}: {means:?}");
        }
    }
}

/// The variance of the difference over rollouts of 36 trials with so many seeds, for each pairing: about the mean of
/// all of them, which stands for the true difference.
fn variances(engine: &Engine, job: &Job, variance_reduction: bool, seeds: u32) -> [f64; 3] {
    let runs = PAIRINGS.map(|pairing| {
        let difference = |seed| {
            let settings = plain(36, 100 + seed).with(|it| {
                it.pairing = pairing;
                it.variance_reduction = variance_reduction;
            });
            let result = roll_out(engine, job, &settings).result;
            result.candidates[0].equity().mean - result.candidates[1].equity().mean
        };
        (0..seeds).map(difference).collect::<Vec<_>>()
    });
    let all = runs.iter().flatten();
    let mean = all.clone().sum::<f64>() / all.count() as f64;
    runs.map(|run| run.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / run.len() as f64)
}

/// The test of the proposal itself: how much do many short rollouts spread about the true difference?
#[test]
fn short_rollouts_spread_less_with_shared_dice() {
    let engine = own();
    let (classes, seeds): (&[_], _) = if is_long() {
        (&[("contact", 40), ("crashed", 20), ("race", 40), ("bearoff1", 30)], 40)
    } else {
        (&[("race", 2)], 12)
    };
    say("| decisions | luck | own dice | the same dice | the same rank | ranked better in |");
    for &(class, n) in classes {
        let jobs = decisions(&engine, class, n);
        for variance_reduction in [false, true] {
            let all: Vec<_> = jobs.iter().map(|job| variances(&engine, job, variance_reduction, seeds)).collect();
            // Decisions count alike, however much their rollouts spread.
            let shares =
                [0, 1, 2].map(|i| all.iter().map(|all| all[i] / all.iter().sum::<f64>().max(1e-12)).sum::<f64>());
            let [shared, ranked] = [shares[1] / shares[0], shares[2] / shares[0]];
            let better = all.iter().filter(|all| all[2] < all[1]).count();
            let (luck, n) = (if variance_reduction { "subtracted" } else { "left in" }, jobs.len());
            say(&format!("| {n} {class} | {luck} | 1 | {shared:.2} | {ranked:.2} | {better} of {n} |"));
            assert!(shared.max(ranked) < 0.7 || !["race", "bearoff1"].contains(&class), "{class}: {shared}, {ranked}");
        }
    }
}
