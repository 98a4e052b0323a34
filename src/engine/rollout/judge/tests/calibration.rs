//! Whether chances come true: what was said of the leader after this many trials, and how often it was the best.
//!
//! The truth about a decision is taken from evaluations 2 plies deep, of decisions in games of the program against
//! itself; what a rollout finds is drawn around it, with the errors that rollouts with the luck subtracted have. So
//! each decision is rolled out many times for nothing. `GAMMON_LONG_TESTS=1` looks 2 plies deep, learns the priors
//! anew from games of one seed, and prints the table of `docs/validation.md` from games of another; the usual form is
//! static.

use super::accounts::Accounts;
use super::compare::{Found, compare, standard_normal};
use super::cube::JointMeans;
use super::cube_prior::CubePriors;
use super::prior::{Prior, SCALES};
use crate::board::{Player, Roll, Variation};
use crate::eval::{EvalSettings, Evaluator, MoveFilters, Searcher};
use crate::rng::{Generator, RngKind};
use crate::rollout::data::trial_record::tests::record;
use crate::rollout::order::job::Job;
use crate::rollout::order::settings::RolloutSettings;
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use std::io::Write;
use std::sync::Arc;

/// Trials of a rollout, and the standard deviation of a trial's difference of two plays; of no double, of double/take.
const TRIALS: [u32; 4] = [36, 150, 400, 1300];
const PLAY_SPREAD: f64 = 0.40;
const CUBE_SPREADS: [f64; 2] = [0.25, 0.45];
/// The part that the values of two plays, and of no double and double/take, have in common.
const PLAYS_SHARED: f64 = 0.3;
const CUBE_SHARED: f64 = 0.8;

/// How far behind a play may be, and a double or its alternative, to be rolled out.
const NEAR: f64 = 0.16;

/// The distance below which two values are the same: neither is wrong. Most such plays differ in nothing, and most such
/// doubles end the game at once.
const SAME: f64 = 0.0005;

/// Decisions worth a rollout: plays, best first, and cubes as no double and double/take.
#[derive(Default)]
struct Decisions {
    plays: Vec<Vec<f64>>,
    cubes: Vec<[f64; 2]>,
}

/// Collects so many decisions of each kind, evaluated at so many plies.
fn decisions(seed: u32, n: usize, plies: u8) -> Decisions {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let mut generator = Generator::new(RngKind::Mersenne, seed);
    let settings = EvalSettings::cubeful(plies);
    let player = EvalSettings::cubeful(0).with_noise(0.03).with_deterministic(false);
    let info = CubeInfo::new(Cube::START, Player::Top, Terms::Money { jacoby: false, beavers: 0 }, &met);
    let mut found = Decisions::default();
    let mut position = Variation::Standard.starting_position();
    while found.plays.len() < n || found.cubes.len() < n {
        let roll = Roll::from_outcome(u8::try_from(generator.below(36)).expect("36 outcomes"));
        if found.plays.len() < n && generator.below(4) == 0 {
            let ranked = searcher.rank_plays(&position, roll, &info, &settings, &MoveFilters::NORMAL).expect("no stop");
            let best = ranked.first().map_or(0.0, |best| best.score());
            let near = ranked.iter().filter(|play| play.plies == plies && f64::from(best - play.score()) < NEAR);
            let values: Vec<f64> = near.map(|play| f64::from(play.score())).take(5).collect();
            if values.len() > 1 && values[0] - values[1] > SAME {
                found.plays.push(values);
            }
        }
        if found.cubes.len() < n {
            let near = |plies: u8, searcher: &mut Searcher| {
                let settings = settings.with_plies(plies);
                let values = searcher.cube_decision(&position, &info, &settings).expect("no stop").values;
                let [no_double, take] = [values.no_double, values.double_take].map(f64::from);
                let (double, take_point) = ((take.min(1.0) - no_double).abs(), (take - 1.0).abs());
                let is_near = double < NEAR && take > 0.0 || take_point < NEAR;
                (is_near && double > SAME && take_point > SAME).then_some([no_double, take])
            };
            // A look at all is static.
            if near(0, &mut searcher).is_some() {
                found.cubes.extend(near(plies, &mut searcher));
            }
        }
        let best = searcher.best_play(&position, roll, &info, &player, &MoveFilters::NORMAL).expect("no stop");
        position = best.map_or(position, |best| best.play.result).flipped();
        if position.is_over() {
            position = Variation::Standard.starting_position();
        }
    }
    found
}

/// The shares of the parts that make these differences likeliest (expectation and maximization).
fn learned(differences: &[f64]) -> Prior {
    let mut shares = [1.0 / 6.0; 6];
    for _ in 0..300 {
        let mut counts = [1e-3; 6];
        for difference in differences {
            let part = |k: usize| shares[k] * (-0.5 * (difference / SCALES[k]).powi(2)).exp() / SCALES[k];
            let all: f64 = (0..6).map(part).sum();
            (0..6).for_each(|k| counts[k] += part(k) / all);
        }
        let all: f64 = counts.iter().sum();
        shares = counts.map(|count| count / all);
    }
    Prior::around_none(shares)
}

/// The priors of some decisions: plays, doubles, takes.
fn priors(decisions: &Decisions) -> [Prior; 3] {
    let plays: Vec<f64> = decisions.plays.iter().flat_map(|all| all[1..].iter().map(|other| all[0] - other)).collect();
    let doubles: Vec<f64> = decisions.cubes.iter().map(|[no_double, take]| no_double - take.min(1.0)).collect();
    let takes: Vec<f64> = decisions.cubes.iter().map(|[_, take]| take - 1.0).collect();
    [&plays, &doubles, &takes].map(|differences| learned(differences))
}

/// The ends of the classes of what is said.
const CLASSES: [f64; 6] = [0.6, 0.7, 0.8, 0.9, 0.975, 1.01];

/// Predictions and their truth, by class: the number of predictions, the sum of their chances, the number that came
/// true.
#[derive(Clone, Copy, Default)]
struct Said([[f64; 3]; 6]);

impl Said {
    fn enter(&mut self, chance: f64, is_so: bool) {
        // A chance of 30 % is one of 70 % of the opposite.
        let (chance, is_so) = if chance < 0.5 { (1.0 - chance, !is_so) } else { (chance, is_so) };
        let class = CLASSES.iter().position(|end| chance < *end).expect("no chance is above 1");
        let [n, sum, happened] = &mut self.0[class];
        *n += 1.0;
        *sum += chance;
        *happened += f64::from(u8::from(is_so));
    }

    /// The largest distance of what happened from what was said, of classes with this many.
    fn worst(&self, least: f64) -> f64 {
        let off = |[n, sum, happened]: &[f64; 3]| ((happened - sum) / n).abs();
        self.0.iter().filter(|class| class[0] >= least).map(off).fold(0.0, f64::max)
    }

    fn row(&self) -> String {
        let cell = |[n, sum, happened]: [f64; 3]| {
            if n < 100.0 { String::new() } else { format!("{:.3} / {:.3}", sum / n, happened / n) }
        };
        self.0.map(cell).join(" | ")
    }
}

/// Draws a rollout of this many trials of each decision, `times` over, with and without the prior.
fn plays(decisions: &[Vec<f64>], trials: u32, times: u32, prior: Option<&Prior>) -> Said {
    let mut said = Said::default();
    let mut generator = Generator::new(RngKind::Mersenne, trials);
    // The variance of a candidate whose difference from another has the spread.
    let variance = PLAY_SPREAD * PLAY_SPREAD / 2.0 / (1.0 - PLAYS_SHARED) / f64::from(trials);
    let (common, own) = ((PLAYS_SHARED * variance).sqrt(), ((1.0 - PLAYS_SHARED) * variance).sqrt());
    for truth in decisions {
        for _ in 0..times {
            let shared = common * standard_normal(&mut generator);
            let means: Vec<f64> = truth.iter().map(|it| it + shared + own * standard_normal(&mut generator)).collect();
            let leader = (0..means.len()).max_by(|&a, &b| means[a].total_cmp(&means[b])).expect("two plays");
            let errors: Vec<f64> =
                (0..means.len()).map(|i| if i == leader { 0.0 } else { own * 2.0_f64.sqrt() }).collect();
            let covariance = |i, j| if i == j { variance } else { PLAYS_SHARED * variance };
            let n = means.len();
            let (trials, most) = (vec![trials.into(); n], vec![f64::INFINITY; n]);
            let chances = Found { mean: means, leader, errors, trials, most }.chances(covariance, |_| prior.copied());
            said.enter(chances[leader], leader == 0);
        }
    }
    said
}

/// Of cubes likewise: that a double is right, that a take is.
fn cubes(decisions: &[[f64; 2]], trials: u32, times: u32, priors: Option<&CubePriors>) -> [Said; 2] {
    let mut said = [Said::default(); 2];
    let mut generator = Generator::new(RngKind::Mersenne, trials);
    let errors = CUBE_SPREADS.map(|spread| spread / f64::from(trials).sqrt());
    for &[no_double, take] in decisions {
        for _ in 0..times {
            let [a, b] = [0, 1].map(|_| standard_normal(&mut generator));
            let mixed = CUBE_SHARED * b + (1.0 - CUBE_SHARED * CUBE_SHARED).sqrt() * a;
            let means = [no_double + errors[0] * mixed, take + errors[1] * b];
            let covariance = CUBE_SHARED * errors[0] * errors[1];
            let most = [f64::INFINITY; 2];
            let chances = JointMeans { means, errors, covariance, most, trials: trials.into() }.chances(false, priors);
            said[0].enter(chances.double, no_double < take.min(1.0));
            said[1].enter(chances.take, take < 1.0);
        }
    }
    said
}

#[test]
fn chances_come_true() {
    let is_long = std::env::var_os("GAMMON_LONG_TESTS").is_some();
    let (n, plies, times) = if is_long { (400, 2, 40) } else { (150, 0, 2) };
    let held_back = decisions(2, n, plies);
    let learned = is_long.then(|| priors(&decisions(1, n, plies)));
    let mut table = format!("learned: {learned:?}\n");
    let most = held_back.plays.iter().map(|all| all.len() as f64).sum::<f64>() / n as f64;
    table += &format!("{n} decisions of {most:.1} plays, {n} cubes, {times} rollouts of each, {plies} plies\n");
    let mut worst = Vec::new();
    for trials in TRIALS {
        for (name, prior) in [("flat", None), ("prior", Some(&Prior::PLAYS))] {
            let said = plays(&held_back.plays, trials, times, prior);
            table += &format!("| plays, {name} | {trials} | {} |\n", said.row());
            worst.extend(prior.map(|_| said));
        }
        // A cube takes longer to judge than a play.
        for (name, priors) in [("flat", None), ("prior", Some(&CubePriors::USUAL))] {
            let [double, take] = cubes(&held_back.cubes, trials, times.div_ceil(4), priors);
            table += &format!("| double, {name} | {trials} | {} |\n", double.row());
            table += &format!("| take, {name} | {trials} | {} |\n", take.row());
            worst.extend(priors.iter().flat_map(|_| [double, take]));
        }
    }
    std::io::stderr().write_all(table.as_bytes()).expect("stderr takes a table");
    let (least, most) = if is_long { (300.0, 0.04) } else { (40.0, 0.2) };
    assert!(worst.iter().all(|said| said.worst(least) < most), "{table}");
}

/// After two to eleven trials chances come true as well: of two plays whose true difference is drawn from the prior,
/// with trials that are spread as wide as those of games with the luck left in, or less.
#[test]
fn chances_of_the_first_few_trials_come_true() {
    let mut generator = Generator::new(RngKind::Mersenne, 5);
    let start = Variation::Standard.starting_position();
    let job = Job::plays(&[start; 2], Cube::START, Player::Top, Terms::MONEY);
    let units = job.units(&Met::kazaross_xg2());
    for trials in [2, 4, 11] {
        let mut said = Said::default();
        for i in 0..6000 {
            let difference = drawn(&Prior::PLAYS, &mut generator);
            let spread = [0.1, 0.3, 1.0][i % 3];
            let mut accounts = Accounts::new(units.clone(), &RolloutSettings::default());
            for _ in 0..trials {
                let shared = 0.5 * standard_normal(&mut generator);
                let luck = spread * standard_normal(&mut generator);
                accounts.push(0, record(shared + luck + difference));
                accounts.push(1, record(shared));
            }
            let compared = compare(&accounts, None);
            let chance = compared[0].expect("two trials").probability_best;
            said.enter(chance, difference > 0.0);
        }
        assert!(said.worst(150.0) < 0.09, "{trials} trials: {}", said.row());
    }
}

/// A difference that has this prior.
fn drawn(prior: &Prior, generator: &mut Generator) -> f64 {
    let mut at = f64::from(generator.next_u32()) / f64::from(u32::MAX);
    let part = prior.shares.iter().position(|share| {
        at -= share;
        at < 0.0
    });
    SCALES[part.unwrap_or(0)] * standard_normal(generator)
}
