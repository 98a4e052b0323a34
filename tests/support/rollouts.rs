//! What tests of rollouts share: GNU Backgammon's nets, plain settings, the columns of its tables.
use crate::support;
use gammon::board::{ByPlayer, Player, Position, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::gnubg::ReferenceNets;
use gammon::eval::{EvalSettings, Evaluator, MoveFilters, NetSet};
use gammon::notation::setup_from_position_id;
use gammon::rollout::{CandidateResult, Engine, Job, PlayerSettings, Rollout, RolloutSettings, Unobserved};
use gammon::scoring::{Met, Terms};
use std::sync::Arc;

/// The player on roll.
pub const ME: Player = Player::Bottom;
pub const PLAIN_MONEY: Terms = Terms::Money { jacoby: false, beavers: 3 };

/// Whether the long forms of tests are to run: minutes in place of seconds, see `docs/validation.md`.
pub fn is_long() -> bool {
    std::env::var_os("GAMMON_LONG_TESTS").is_some()
}

/// Says something on standard error: measured figures of a long form.
pub fn say(line: &str) {
    use std::io::Write;
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).expect("stderr takes a line");
}

/// An engine with GNU Backgammon's nets, where they are installed.
pub fn reference(test: &str) -> Option<Engine> {
    let weights = support::reference_weights(test)?;
    let nets = ReferenceNets::from_bytes(&weights).expect("the weights of an installation");
    let evaluator = Evaluator::new(NetSet::Reference(nets), Bearoff::standard());
    Some(Engine::new(Arc::new(evaluator), Arc::new(Met::kazaross_xg2())))
}

/// An engine with the program's own nets.
pub fn own() -> Engine {
    Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()))
}

pub fn position(id: &str) -> Position {
    let setup = setup_from_position_id(id).expect("a position ID");
    setup.into_position(Variation::Standard).expect("a legal position")
}

/// The settings of the reference data: everything at 0 plies, unpruned.
pub fn plain(trials: u64, seed: u32) -> RolloutSettings {
    let zero = EvalSettings::cubeful(0).with_prune(false);
    let player = PlayerSettings { chequer: zero, cube: zero, filters: MoveFilters::NORMAL };
    let mut settings = RolloutSettings::default().with(|it| {
        it.trials = trials;
        it.seed = seed;
        it.players = ByPlayer([player; 2]);
    });
    settings.truncation.chequer = zero;
    settings.truncation.cube = zero;
    settings
}

pub fn roll_out(engine: &Engine, job: &Job, settings: &RolloutSettings) -> Rollout {
    engine.rollout(job, settings, 2, &mut Unobserved).expect("a rollout")
}

/// The numbers and standard errors of a row of the reference's, in the order of its columns.
pub fn columns(candidate: &CandidateResult) -> ([f64; 7], [f64; 7]) {
    let estimates = &candidate.estimates;
    let worth = [estimates.cubeless.equity, estimates.cubeful.expect("cubeful").equity];
    let all: Vec<_> = estimates.outputs.iter().chain(&worth).collect();
    let error = |i: usize| all[i].std_err.expect("two trials");
    (std::array::from_fn(|i| all[i].mean), std::array::from_fn(error))
}
