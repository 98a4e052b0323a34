//! `show rollout statistics`: what happened in the trials of the last rollout.

use crate::rollout::{CandidateResult, SideStatistics, Start, Statistics};
use crate::session::reply::{
    CandidateStatistics, CubeCounts, Figures, FirstTime, Reply, RolloutReply, RolloutStatisticsReply, SideCounts,
    TrialCounts,
};
use crate::session::{Session, SessionError};

impl TrialCounts {
    /// The counts of trials that began in this way.
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
        let cubes = side.levels[..last]
            .iter()
            .enumerate()
            .map(|(doublings, level)| CubeCounts { cube: start.cube.value() << doublings, level: *level });
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
    pub(in crate::session) fn rollout_statistics(&self) -> Result<Reply, SessionError> {
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
