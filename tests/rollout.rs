//! Rollouts against GNU Backgammon's own numbers, against values known exactly, and against themselves on
//! other numbers of threads.

mod support;

use gammon::board::{ByPlayer, Player, Position, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::net::ReferenceNets;
use gammon::eval::{EvalSettings, Evaluator, MoveFilters, NetSet};
use gammon::notation::setup_from_position_id;
use gammon::rollout::{CandidateResult, Engine, Job, PlayerSettings, Rollout, RolloutSettings, Unobserved};
use gammon::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};
use std::sync::Arc;

/// The player on roll.
const ME: Player = Player::Bottom;
const PLAIN_MONEY: Terms = Terms::Money { jacoby: false, beavers: 3 };

fn reference(test: &str) -> Option<Engine> {
    let weights = support::reference_weights(test)?;
    let nets = ReferenceNets::from_bytes(&weights).expect("the weights of an installation");
    let evaluator = Evaluator::new(NetSet::Reference(nets), Bearoff::standard());
    Some(Engine::new(Arc::new(evaluator), Arc::new(Met::kazaross_xg2())))
}

fn position(id: &str) -> Position {
    let setup = setup_from_position_id(id).expect("a position ID");
    setup.into_position(Variation::Standard).expect("a legal position")
}

/// The settings of the reference data: everything at 0 plies, unpruned.
fn plain(trials: u64, seed: u32) -> RolloutSettings {
    let zero = EvalSettings::cubeful(0).with_prune(false);
    let player = PlayerSettings { chequer: zero, cube: zero, filters: MoveFilters::NORMAL };
    let mut settings = RolloutSettings { trials, seed, players: ByPlayer([player; 2]), ..RolloutSettings::default() };
    settings.truncation.chequer = zero;
    settings.truncation.cube = zero;
    settings
}

fn roll_out(engine: &Engine, job: &Job, settings: &RolloutSettings) -> Rollout {
    engine.rollout(job, settings, 2, &mut Unobserved).expect("a rollout")
}

/// The numbers and standard errors of a row of the reference's, in the order of its columns.
fn columns(candidate: &CandidateResult) -> ([f64; 7], [f64; 7]) {
    let estimates = &candidate.estimates;
    let worth = [estimates.cubeless.equity, estimates.cubeful.expect("cubeful").equity];
    let all: Vec<_> = estimates.outputs.iter().chain(&worth).collect();
    let error = |i: usize| all[i].std_err.expect("two trials");
    (std::array::from_fn(|i| all[i].mean), std::array::from_fn(error))
}

/// A row of a table of rollouts.
struct Row<'a>(Vec<&'a str>);

impl<'a> Row<'a> {
    fn table(text: &'a str) -> impl Iterator<Item = Self> {
        text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| Self(line.split(',').collect()))
    }

    fn number(&self, column: usize) -> f64 {
        self.0[column].parse().expect("a number")
    }

    fn whole(&self, column: usize) -> u32 {
        self.0[column].parse().expect("a whole number")
    }

    fn label(&self) -> &str {
        self.0[0]
    }

    /// Which candidate of the job the row is about.
    fn candidate(&self, alternative: usize) -> usize {
        usize::from(self.0[alternative] == "dt")
    }

    /// The job, from the columns of the position and the kind.
    fn job(&self, id: usize, kind: usize) -> Job {
        let terms = if self.label() == "match-4a2a" {
            Terms::Match(MatchScore { length: 7, score: ByPlayer([5, 3]), crawford: false })
        } else {
            PLAIN_MONEY
        };
        let position = position(&self.0[id][..14]);
        let make = if self.0[kind] == "cube" { Job::cube } else { Job::position };
        make(&position, Cube::START, ME, terms)
    }

    fn settings(&self, from: usize) -> RolloutSettings {
        let mut settings = plain(u64::from(self.whole(from + 2)), self.whole(from + 3));
        settings.variance_reduction = self.whole(from) == 1;
        settings.truncation.enabled = self.whole(from + 1) > 0;
        settings.truncation.plies = u16::try_from(self.whole(from + 1)).expect("a horizon").max(1);
        settings
    }
}

/// The columns of the reference's numbers that are ours too, from that of `win`: it prints `lose` as well.
const COLUMNS: [usize; 7] = [0, 1, 2, 4, 5, 6, 7];

/// In a match the reference's cubeless equity mixes units once the cube is turned; ours is left out.
const CUBELESS: usize = 5;

#[test]
fn the_same_seed_gives_the_numbers_of_the_reference() {
    let Some(engine) = reference("the_same_seed_gives_the_numbers_of_the_reference") else { return };
    let (mut equal, mut different, mut last) = (0, Vec::new(), None);
    for row in Row::table(include_str!("data/rollouts36.csv")) {
        // Long contact games would take most of the time of the whole suite.
        let is_short = row.whole(5) == 5 || row.whole(4) == 0;
        let is_quick = ["crashed", "contact-late", "bearoff1", "race"].contains(&row.label());
        if !(is_quick || is_short && ["contact-early", "match-4a2a"].contains(&row.label())) {
            continue;
        }
        if row.candidate(3) == 0 {
            last = Some(roll_out(&engine, &row.job(1, 2), &row.settings(4)).result);
        }
        let result = last.as_ref().expect("nd comes before dt");
        let (means, errors) = columns(&result.candidates[row.candidate(3)]);
        let compared = (0..7).filter(|&i| i != CUBELESS || row.label() != "match-4a2a");
        let worst = compared.map(|i| {
            let (mean, error) = (row.number(8 + COLUMNS[i]), row.number(16 + COLUMNS[i]));
            assert!((means[i] - mean).abs() < 1e-3 + error, "{:?}: number {i} is {}", row.0, means[i]);
            // The reference's nets run on an approximate reciprocal: nearly the same values.
            let (mean, error) = ((means[i] - mean).abs() - 0.1 * error, (errors[i] - error).abs() - 0.1 * error);
            mean.max(error)
        });
        if worst.fold(0.0, f64::max) < 1.5e-3 {
            equal += 1;
        } else {
            different.push(row.0.join(","));
        }
    }
    // For the same reason now and then a play is another one, and one trial of the 36 goes its own way.
    assert!(equal > 18 && different.len() <= 3, "{equal} rows are equal, not {different:#?}");
}

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

/// Bearoffs whose value is in the two-sided database, played out with the cube everywhere it can be.
#[test]
fn intervals_cover_values_known_exactly() {
    let Some(engine) = reference("intervals_cover_values_known_exactly") else { return };
    let (mine, theirs) = (CubeOwner::Owned(ME), CubeOwner::Owned(!ME));
    let (mut covered, mut total) = (0, 0);
    for (number, id) in ["ogAAUAYAAAAAAA", "8AIAwBoBAAAAAA", "qAAAQBcAAAAAAA"].into_iter().enumerate() {
        let position = position(id);
        for owner in [CubeOwner::Centered, mine, theirs] {
            let cube = Cube { value: 2, owner };
            let job = Job::position(&position, cube, ME, PLAIN_MONEY);
            let info = job.basis_info(&engine.met);
            let decision =
                engine.searcher().cube_decision(&position, &info, &EvalSettings::cubeful(0)).expect("no stop");
            let exact = [decision.values.no_double, decision.equity].map(f64::from);
            let mut settings = plain(400, 0);
            settings.bearoff_exact = false;
            settings.quasi_random = false;
            // With exact evaluations nothing is left of the spread, so the numbers must be the database's.
            let result = roll_out(&engine, &job, &RolloutSettings { trials: 36, ..settings.clone() }).result;
            let (means, _) = columns(&result.candidates[0]);
            for (mean, exact, tolerance) in [(means[6], exact[0], 2e-4), (means[5], exact[1], 3e-3)] {
                assert!((mean - exact).abs() < tolerance, "{id} {owner:?}: {mean} for {exact}");
            }
            settings.variance_reduction = false;
            for seed in 0..5 {
                settings.seed = 1000 * seed + u32::try_from(number).expect("few positions");
                let result = roll_out(&engine, &job, &settings).result;
                let (means, errors) = columns(&result.candidates[0]);
                for (mean, error, exact) in [(means[6], errors[6], exact[0]), (means[5], errors[5], exact[1])] {
                    total += 1;
                    covered += u32::from((mean - exact).abs() <= 1.96 * error);
                }
            }
        }
    }
    // 95 % of 90 are 85.5; fewer than 78 or all of them would be a surprise of one in a thousand or so.
    assert!((78..=90).contains(&covered), "{covered} of {total} intervals cover the exact value");
}
