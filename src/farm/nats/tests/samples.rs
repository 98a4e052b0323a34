//! A small rollout, and what might be sent of it, for tests.

use crate::board::{Player, Variation};
use crate::farm::wire::{self, Piece};
use crate::rollout::{Engine, Events, Fixed, Job, Order, Played, RolloutSettings, Task, TrialRecord};
use crate::scoring::{Cube, Terms};
use std::time::Duration;

/// How many shards the job has, each of four trials of two candidates.
pub const SHARDS: u64 = 4;

/// A time that no test takes.
pub const HOUR: Duration = Duration::from_secs(3600);

/// A small rollout of two candidates.
pub fn order(engine: &Engine) -> Order {
    let start = Variation::Standard.starting_position();
    let mut settings = RolloutSettings::default().with(|it| {
        it.trials = 4 * SHARDS;
        it.seed = 7;
        it.variance_reduction = false;
    });
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(0));
    settings.truncation.enabled = true;
    settings.truncation.plies = 1;
    settings.truncation.cube.set_plies(0);
    engine.order(Job::cube(&start, Cube::START, Player::Top, Terms::MONEY), &settings)
}

/// The trials of a shard.
pub fn pieces(shard: u64) -> Vec<Piece> {
    (0..2).map(|candidate| Piece { candidate, first: 4 * shard, trials: 4 }).collect()
}

/// Records of a shard as somebody might send them.
pub fn played(shard: u64, by: f64) -> Played {
    let of = |candidate, trial| {
        let value = Fixed::from_f64(0.1 * trial as f64 / 16.0 + by);
        let record = TrialRecord {
            values: [value; 7],
            raw: [Fixed::ZERO; 7],
            settled: [Fixed::ZERO; 4],
            first_roll: None,
            events: Events::NONE,
            evaluations: 0,
        };
        (Task { candidate, trial }, record)
    };
    (4 * shard..4 * shard + 4).flat_map(|trial| [of(0, trial), of(1, trial)]).collect()
}

/// The bytes of a result.
pub fn body(order: &Order, played: &Played) -> Vec<u8> {
    wire::pack(order.engine, 2, played).expect("packed")
}
