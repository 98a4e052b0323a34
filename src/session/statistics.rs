//! `show rollout statistics`: what happened in the trials of the last rollout.

use super::{Figures, Reply, RolloutReply, Session, SessionError};
use crate::rollout::{CandidateResult, SideStatistics, Start, Statistics};
use serde::Serialize;

/// What happened in the trials of a rollout.
#[derive(Clone, Debug, Serialize)]
pub struct RolloutStatisticsReply {
    /// The player who decides.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// The statistics of each candidate.
    pub candidates: Vec<CandidateStatistics>,
}

/// What happened in a candidate's trials.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateStatistics {
    /// What it is called.
    pub name: String,
    /// Its trials.
    pub trials: u64,
    /// The counts.
    #[serde(flatten)]
    pub counts: TrialCounts,
}

/// Counts over trials.
#[derive(Clone, Debug, Serialize)]
pub struct TrialCounts {
    /// Turns of all trials.
    pub turns: u64,
    /// Trials ended by bearing off the last checker.
    pub borne_off: u64,
    /// Trials ended by a pass.
    pub passed: u64,
    /// Trials ended by an evaluation or a database.
    pub valued: u64,
    /// The counts of the side that decides.
    pub decider: SideCounts,
    /// The counts of the other side.
    pub opponent: SideCounts,
}

/// What one side did.
#[derive(Clone, Debug, Serialize)]
pub struct SideCounts {
    /// The counts by value of the cube.
    pub cubes: Vec<CubeCounts>,
    /// The first hit.
    pub hit: FirstTime,
    /// The first closeout.
    pub closeout: FirstTime,
    /// Turns of pure bearoff.
    pub bearoff_turns: u64,
    /// Pips wasted in them.
    pub wasted_pips: u64,
}

/// How one side's games went at one value of the cube.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CubeCounts {
    /// The value of the cube.
    pub cube: u32,
    /// Games won singly by bearing off.
    pub single: u64,
    /// Gammons won.
    pub gammon: u64,
    /// Backgammons won.
    pub backgammon: u64,
    /// Doubles the other side took, from this value.
    pub taken: u64,
    /// Doubles the other side passed.
    pub passed: u64,
}

/// Trials in which something happened, and the sum of the turns, from 0, in which it first did.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstTime {
    /// Trials.
    pub trials: u64,
    /// Turns.
    pub turns: u64,
}

impl CubeCounts {
    /// The counts without the value of the cube.
    #[must_use]
    pub const fn all(&self) -> [u64; 5] {
        [self.single, self.gammon, self.backgammon, self.taken, self.passed]
    }
}

impl TrialCounts {
    /// The counts of trials that began in this way.
    #[must_use]
    pub fn new(statistics: &Statistics, start: &Start) -> Self {
        Self {
            turns: statistics.turns,
            borne_off: statistics.borne_off(),
            passed: statistics.passed(),
            valued: statistics.valued,
            decider: SideCounts::new(&statistics.sides.on_roll, start),
            opponent: SideCounts::new(&statistics.sides.opponent, start),
        }
    }
}

impl SideCounts {
    fn new(side: &SideStatistics, start: &Start) -> Self {
        let last = side.levels.iter().rposition(|level| !level.is_empty()).map_or(0, |last| last + 1);
        let first = |(trials, turns): (u64, u64)| FirstTime { trials, turns };
        let cubes = side.levels[..last].iter().enumerate().map(|(doublings, level)| CubeCounts {
            cube: start.cube.value << doublings,
            single: level.single,
            gammon: level.gammon,
            backgammon: level.backgammon,
            taken: level.taken,
            passed: level.passed,
        });
        Self {
            cubes: cubes.collect(),
            hit: first(side.hit),
            closeout: first(side.closeout),
            bearoff_turns: side.bearoff_turns,
            wasted_pips: side.wasted_pips,
        }
    }
}

impl Session {
    pub(super) fn rollout_statistics(&self) -> Result<Reply, SessionError> {
        let rollout = self.rollouts.last_or_error()?;
        Ok(Reply::figures(Figures::RolloutStatistics(RolloutStatisticsReply::of(rollout))))
    }
}

impl RolloutStatisticsReply {
    fn of(rollout: &RolloutReply) -> Self {
        let decider = rollout.job().decider();
        let candidates = rollout.names().iter().zip(&rollout.result.candidates).zip(rollout.job().candidates());
        let statistics = |((name, result), start): ((&String, &CandidateResult), &Start)| {
            let counts = TrialCounts::new(&result.statistics, start);
            CandidateStatistics { name: name.clone(), trials: result.trials, counts }
        };
        Self {
            player: rollout.players[decider].clone(),
            opponent: rollout.players[!decider].clone(),
            candidates: candidates.map(statistics).collect(),
        }
    }
}
