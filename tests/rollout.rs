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

#[test]
#[ignore]
fn explore() {
    let Some(engine) = reference("explore") else { return };
    let text = std::fs::read_to_string("/tmp/ro_ref/ref36.csv").unwrap();
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let terms = if f[0].starts_with("match") {
            Terms::Match(MatchScore { length: 7, score: ByPlayer([5, 3]), crawford: false })
        } else {
            PLAIN_MONEY
        };
        let pos = position(&f[1][..14]);
        let job = if f[2] == "cube" {
            if f[3] == "dt" {
                continue;
            }
            Job::cube(&pos, Cube::START, ME, terms)
        } else {
            Job::position(&pos, Cube::START, ME, terms)
        };
        let mut settings = plain(36, 1);
        settings.variance_reduction = f[4] == "1";
        let trunc: u16 = f[5].parse().unwrap();
        settings.truncation.enabled = trunc > 0;
        settings.truncation.plies = trunc.max(1);
        let t = std::time::Instant::now();
        let r = roll_out(&engine, &job, &settings).result;
        let (m, s) = columns(&r.candidates[0]);
        eprintln!("{line}\n   {m:.6?} {s:.6?} {:?}", t.elapsed());
        if r.candidates.len() > 1 {
            let (m, s) = columns(&r.candidates[1]);
            eprintln!("   dt {m:.6?} {s:.6?}");
        }
    }
    let _ = (CubeOwner::Centered, 1);
}
