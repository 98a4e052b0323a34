//! `rollout horizons`: the same rollout cut at several horizons, to see how soon the equity settles.
//!
//! Horizon 0 is the evaluation used at truncation, horizon n plays n plies first, `full` plays to the end. All of them
//! have the same dice.

use super::plan::Plan;
use super::trial_log::Written;
use crate::command::{Candidates, Horizon};
use crate::rollout::{End, Estimate, GameSink, JobKind};
use crate::scoring::CubeInfo;
use crate::session::error::interrupted;
use crate::session::error::refused;
use crate::session::reply::{Figures, HorizonValues, HorizonsReply, Reply};
use crate::session::{Host, Session, SessionError};
use crate::words::counted;
use std::sync::Arc;

/// More columns than this add nothing and don't fit a screen.
const MOST: usize = 64;

impl Session {
    pub(super) fn rollout_horizons(
        &mut self,
        horizons: &[Horizon],
        of: &Candidates,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let plan = self.plan_candidates(of)?;
        let steps = steps(horizons);
        if steps.len() > MOST {
            return Err(SessionError::new(format!("{} are too many", counted(steps.len(), "horizon")))
                .with_expected([format!("at most {MOST}")]));
        }
        let mut horizons = Vec::new();
        let mut interrupted = false;
        let n_steps = steps.len();
        let mut written = Written::default();
        for (done, step) in steps.into_iter().enumerate() {
            let name = step.map_or_else(|| "full".to_owned(), |plies| plies.to_string());
            host.stage(format!("horizon {name}, {} of {n_steps}", done + 1), None);
            let estimates = match step {
                Some(0) => self.static_values(&plan)?,
                _ => self.rolled_out_to(&plan, step, &mut written, host)?,
            };
            let Some(equities) = estimates else {
                interrupted = true;
                break;
            };
            horizons.push(HorizonValues { plies: step, equities });
        }
        if horizons.is_empty() {
            return Err(SessionError::stopped());
        }
        let (rollout, log) = (&self.settings.rollout, &self.settings.trial_log);
        Ok(Reply::figures(Figures::Horizons(HorizonsReply {
            names: plan.shown_names(),
            trials: rollout.trials,
            ply: rollout.truncation_evaluation().plies(),
            horizons,
            interrupted,
            is_unwritten: written.is_cut_short(),
            note: log.enabled.then(|| written.message(&log.pattern())),
        })))
    }

    /// The candidates' values with no ply played, for the side that decides: the result of a rollout cut before the
    /// first roll, cubeless or cubeful as it is. As there, the side on roll does not double in a position that is
    /// valued before its roll.
    fn static_values(&self, plan: &Plan) -> Result<Option<Vec<Estimate>>, SessionError> {
        let rollout = self.rollout_engine().resolve(&plan.job, &self.rollout_settings());
        let settings = rollout.truncation_evaluation().with_cube(rollout.cubeful);
        let mut searcher = self.searcher();
        if plan.kind() == JobKind::Cube {
            let (start, info) = (&plan.job.candidates()[0], plan.job.basis_info(self.engine.met()));
            let values = searcher.cube_decision(&start.position, &info, &settings).map_err(interrupted)?.values;
            let estimate = |value: f32| Estimate { mean: f64::from(value), std_err: None };
            return Ok(Some([values.no_double, values.double_take].map(estimate).into()));
        }
        let mut estimates = Vec::new();
        for start in plan.job.candidates() {
            let info = CubeInfo::up_to(plan.job.top(), start.cube, start.on_roll, *plan.job.terms(), self.engine.met());
            let value = if settings.cubeful && !start.cube_action && info.may_double() {
                searcher.cube_decision(&start.position, &info, &settings).map_err(interrupted)?.values.no_double
            } else {
                searcher.evaluate(&start.position, &info, &settings).map_err(interrupted)?.score()
            };
            let value = if start.on_roll == plan.job.decider() { value } else { -value };
            estimates.push(Estimate { mean: f64::from(value), std_err: None });
        }
        Ok(Some(estimates))
    }

    /// The candidates' equities cut after so many plies; `None` when interrupted. Trials are written to files of their
    /// own for each horizon, if they are to be.
    fn rolled_out_to(
        &self,
        plan: &Plan,
        plies: Option<u16>,
        written: &mut Written,
        host: &mut dyn Host,
    ) -> Result<Option<Vec<Estimate>>, SessionError> {
        let mut settings = self.rollout_settings();
        settings.truncation.enabled = plies.is_some();
        settings.truncation.plies = plies.unwrap_or(settings.truncation.plies);
        let mut engine = self.rollout_engine();
        let chosen = engine.choose_luck(&plan.job, &settings, &mut |step| host.pilots(&step));
        let Ok((settings, _)) = chosen else { return Ok(None) };
        let log = self.trial_log(&self.settings.trial_log.of_horizon(plies), plan)?;
        engine.games = log.clone().map(|log| log as Arc<dyn GameSink>);
        host.begins(plan, &settings);
        let rollout = engine.rollout(&plan.job, &settings, self.settings.threads, host).map_err(refused)?;
        if let Some(log) = log {
            written.add(log.finish(&rollout));
        }
        let is_whole = rollout.result.end != Some(End::Interrupted);
        Ok(is_whole.then(|| rollout.result.candidates.iter().map(|candidate| candidate.equity()).collect()))
    }
}

/// The horizons one by one; `None` is a full rollout.
fn steps(horizons: &[Horizon]) -> Vec<Option<u16>> {
    let each = |horizon: &Horizon| match *horizon {
        Horizon::Plies { first, last } => (first..=last).map(Some).collect(),
        Horizon::Full => vec![None],
    };
    horizons.iter().flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_taken_apart() {
        let horizons = [Horizon::Plies { first: 0, last: 2 }, Horizon::Full, Horizon::Plies { first: 7, last: 7 }];
        assert_eq!(steps(&horizons), [Some(0), Some(1), Some(2), None, Some(7)]);
    }
}
