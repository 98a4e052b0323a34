//! `show rollout cost`: what a rollout will cost, and what the last one cost against what was expected.

use super::plan::Plan;
use crate::command::PlaysArg;
use crate::rollout::{Cost, Spent, Work};
use crate::session::reply::{CostOf, CostParts, CostReply, Figures, Reply, RolloutCost, RolloutReply};
use crate::session::{Host, Session, SessionError};
use std::time::Duration;

/// Processor time that is spent on the measurement of one rollout when a command requests it: enough for all that is to
/// be counted, unless the machine is very slow.
const BUDGET: Duration = Duration::from_secs(4);

/// A share of the time in which this program has the processor below which others are said to have it as well; and the
/// time from which on that is known.
const IDLE: f64 = 0.85;
const LEAST_CLOCK: Duration = Duration::from_millis(50);

impl Session {
    pub(in crate::session) fn rollout_cost(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let mut rollouts = Vec::new();
        let (mut clock, mut processor) = (Duration::ZERO, Some(Duration::ZERO));
        for (of, mut plan) in self.possible_rollouts() {
            let settings = self.choose_luck(&mut plan, &self.rollout_settings(), host)?;
            let engine = self.rollout_engine();
            // What else the machine does should not end it.
            let spent = || host.processor_time().unwrap_or_else(|| host.elapsed());
            let began = spent();
            let (at, worked) = (host.elapsed(), host.processor_time());
            let is_late = || spent().saturating_sub(began) >= BUDGET;
            let cost = engine.cost(&engine.order(plan.job.clone(), &settings), &|| host.elapsed(), &is_late);
            let cost = cost.map_err(|_| SessionError::stopped())?;
            clock += host.elapsed().saturating_sub(at);
            let worked = host.processor_time().zip(worked).map(|(now, before)| now.saturating_sub(before));
            processor = processor.zip(worked).map(|(sum, worked)| sum + worked);
            rollouts.push(expected(of, &cost, self.settings.threads));
        }
        let last = self.rollouts.last().cloned().filter(|last| last.played.trials > 0);
        // The time of workers elsewhere is no measure of this machine.
        if let Some((threads, last)) = last.and_then(|last| Some((last.threads?, last))) {
            if let Some(cost) = &last.expected {
                rollouts.push(expected(CostOf::LastExpected, cost, threads));
            }
            rollouts.push(actual_cost(&last, threads));
        }
        if rollouts.is_empty() {
            return Err(SessionError::no_game());
        }
        let share = processor.filter(|_| clock >= LEAST_CLOCK).map(|worked| worked.div_duration_f64(clock));
        let processor_share = share.filter(|share| *share < IDLE);
        Ok(Reply::figures(Figures::RolloutCost(CostReply { rollouts, processor_share })))
    }
}

impl Session {
    /// The rollouts that are possible here.
    fn possible_rollouts(&mut self) -> Vec<(CostOf, Plan)> {
        let Ok(decision) = self.decision() else { return Vec::new() };
        let mut plans = Vec::new();
        // Without a legal play there is none to roll out.
        if decision.game.dice.is_some() {
            let plays = self.plan_plays(&decision, &PlaysArg::Default).ok();
            plans.extend(plays.map(|plan| (CostOf::Plays, plan)));
        }
        plans.push((CostOf::Position, decision.plan_position()));
        // Where the side on roll may not double there is no decision.
        plans.extend(self.plan_cube(&decision).ok().map(|plan| (CostOf::Cube, plan)));
        plans
    }
}

fn expected(of: CostOf, cost: &Cost, threads: usize) -> RolloutCost {
    let trials = cost.trials.map(|trials| (trials * cost.candidates) as f64);
    let mut trial = cost.of_trial();
    trial.seconds /= threads as f64;
    let &Cost { luck, play, cube, end, turns, candidates, .. } = cost;
    RolloutCost {
        of,
        candidates: Some(candidates),
        trials,
        turns: Some(turns),
        parts: Some(CostParts { luck, play, cube, end }),
        trial,
        total: trials.map(|trials| trial.times(trials)),
        threads,
    }
}

/// Evaluations by their purpose, a turn; those of ends a trial. Their times are not measured one by one.
fn parts(spent: Spent, trials: f64, turns: f64) -> CostParts {
    let each = |evaluations: u64, of: f64| Work { evaluations: evaluations as f64 / of.max(1.0), seconds: 0.0 };
    CostParts {
        luck: each(spent.luck, turns),
        play: each(spent.play, turns),
        cube: each(spent.cube, turns),
        end: each(spent.end, trials),
    }
}

fn actual_cost(last: &RolloutReply, threads: usize) -> RolloutCost {
    let trials = last.played.trials as f64;
    let total = Work { evaluations: last.played.evaluations as f64, seconds: last.elapsed.as_secs_f64() };
    RolloutCost {
        of: CostOf::Last,
        candidates: None,
        trials: Some(trials),
        turns: Some(last.played.turns as f64 / trials),
        parts: last.spent.map(|spent| parts(spent, trials, last.played.turns as f64)),
        trial: total.times(1.0 / trials),
        total: Some(total),
        threads,
    }
}
