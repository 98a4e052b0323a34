//! `show rollout statistics`: what happened in the trials of the last rollout.

use super::reply::{RolloutReply, TableReply};
use super::{Reply, Session, SessionError};
use crate::board::{Player, Side};
use crate::rollout::{CubeLevel, SideStatistics};

impl Session {
    pub(super) fn rollout_statistics(&self) -> Result<Reply, SessionError> {
        let Some(rollout) = &self.last_rollout else {
            return Err(SessionError::new("nothing has been rolled out").with_suggestion("rollout"));
        };
        let tables = (0..rollout.names.len()).flat_map(|candidate| {
            [games(rollout, candidate), events(rollout, candidate)].map(|table| Reply::Table(Box::new(table)))
        });
        Ok(Reply::Many(tables.collect()))
    }
}

/// Both sides of a decision with who they are.
fn sides(rollout: &RolloutReply) -> [(Player, Side); 2] {
    let decider = rollout.job.decider();
    [(decider, Side::OnRoll), (!decider, Side::Opponent)]
}

/// How the games of a candidate were won, by player and value of the cube.
fn games(rollout: &RolloutReply, candidate: usize) -> TableReply {
    let result = &rollout.result.candidates[candidate];
    let statistics = &result.statistics;
    let cube = rollout.job.candidates()[candidate].cube.value;
    let mut rows = Vec::new();
    for (player, side) in sides(rollout) {
        let side = &statistics.sides[side];
        let name = &rollout.players[player];
        let mut all = CubeLevel::default();
        for (doublings, level) in side.levels.iter().enumerate().filter(|(_, level)| !level.is_empty()) {
            rows.push(row(name, (cube << doublings).to_string(), &counts(level).map(|n| n.to_string())));
            all.single += level.single;
            all.gammon += level.gammon;
            all.backgammon += level.backgammon;
            all.taken += level.taken;
            all.passed += level.passed;
        }
        rows.push(row(name, "all".to_owned(), &counts(&all).map(|n| per_cent(n, result.trials))));
    }
    let ended = format!(
        "{} borne off, {} cashed by a double, {} ended by an evaluation or a database",
        statistics.borne_off(),
        statistics.passed(),
        statistics.valued
    );
    TableReply {
        name: "show rollout statistics".to_owned(),
        title: Some(format!(
            "{}: {} trials of {} turns\n{ended}",
            rollout.names[candidate],
            result.trials,
            mean(statistics.turns, result.trials)
        )),
        head: ["Player", "Cube", "Single", "Gammon", "Backgammon", "Double/take", "Double/pass"]
            .map(str::to_owned)
            .to_vec(),
        rows,
        notes: vec![String::new()],
    }
}

/// Hits, closeouts and pips wasted in the bearoff.
fn events(rollout: &RolloutReply, candidate: usize) -> TableReply {
    let result = &rollout.result.candidates[candidate];
    let cells = |(player, side): (Player, Side)| {
        let SideStatistics { hit, closeout, bearoff_turns, wasted_pips, .. } = result.statistics.sides[side];
        // Turns are counted from 0, people count from 1.
        let turn = |(trials, turns): (u64, u64)| mean(turns + trials, trials);
        vec![
            rollout.players[player].clone(),
            per_cent(hit.0, result.trials),
            turn(hit),
            per_cent(closeout.0, result.trials),
            turn(closeout),
            mean(bearoff_turns, result.trials),
            mean(wasted_pips, bearoff_turns),
        ]
    };
    TableReply {
        name: "show rollout statistics".to_owned(),
        title: None,
        head: ["Player", "Hits", "in turn", "Closeouts", "in turn", "Bearoff turns", "wasted pips each"]
            .map(str::to_owned)
            .to_vec(),
        rows: sides(rollout).map(cells).to_vec(),
        notes: vec![String::new()],
    }
}

fn row(player: &str, cube: String, counts: &[String]) -> Vec<String> {
    [player.to_owned(), cube].into_iter().chain(counts.iter().cloned()).collect()
}

const fn counts(level: &CubeLevel) -> [u64; 5] {
    [level.single, level.gammon, level.backgammon, level.taken, level.passed]
}

#[allow(clippy::cast_precision_loss)]
fn per_cent(n: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:.1}%", 100.0 * n as f64 / of as f64) }
}

/// A mean, nothing where there is nothing to take it of.
#[allow(clippy::cast_precision_loss)]
fn mean(sum: u64, n: u64) -> String {
    if n == 0 { String::new() } else { format!("{:.1}", sum as f64 / n as f64) }
}
