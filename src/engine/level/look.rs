//! A decision looked at by a level: the order that it makes, carried out in the thread that asks.

use super::recipe::seed_of;
use crate::board::{Position, Roll};
use crate::eval::{CubeEfficiency, Interrupted, Look, Searcher};
use crate::record::{Level, Method, Numbers};
use crate::rollout::{
    CandidateResult, End, Engine, Estimate, Job, JobKind, Observer, Order, Records, Rollout, RolloutSettings, Threads,
    Unobserved,
};
use crate::scoring::CubeInfo;
use std::sync::Arc;

/// A level's means: the engine of its trials, the cube efficiency, and whether the cube counts.
pub struct Looker {
    engine: Engine,
    efficiency: CubeEfficiency,
    is_cubeful: bool,
}

/// The value of a candidate by a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Means.
    pub numbers: Numbers,
    /// Their standard errors.
    pub errors: Numbers,
    /// How it was found.
    pub method: Method,
}

impl Looker {
    /// Looks with what a searcher searches with; its stop flag interrupts.
    pub fn of(searcher: &Searcher, is_cubeful: bool) -> Self {
        let engine = Engine {
            stop: Arc::clone(searcher.stop()),
            ..Engine::new(Arc::clone(searcher.evaluator()), Arc::clone(searcher.met()))
        };
        Self { engine, efficiency: searcher.efficiency(), is_cubeful }
    }

    /// The engine that plays the trials.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The settings of a level for a decision.
    pub fn settings(&self, level: Level, position: &Position, roll: Option<Roll>, cube: &CubeInfo) -> RolloutSettings {
        let of = if roll.is_some() { JobKind::Plays } else { JobKind::Cube };
        level.settings(of, seed_of(position, roll, cube), self.is_cubeful, self.efficiency)
    }

    /// Values plays by their results, seen by the mover, who rolled in `position`, after what plies have found of them.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn plays(
        &self,
        level: Level,
        (position, roll): (&Position, Roll),
        cube: &CubeInfo,
        results: &[Position],
        look: Option<Look>,
    ) -> Result<Vec<Value>, Interrupted> {
        let job = Job::plays(results, cube.cube(), cube.on_roll(), *cube.terms()).up_to(cube.top());
        self.look(level, job, look, &self.settings(level, position, Some(roll), cube))
    }

    /// Values no double and double/take, after what plies have found of them.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cube(
        &self,
        level: Level,
        position: &Position,
        cube: &CubeInfo,
        look: Look,
    ) -> Result<[Value; 2], Interrupted> {
        let job = Job::cube(position, cube.cube(), cube.on_roll(), *cube.terms()).up_to(cube.top());
        let values = self.look(level, job, Some(look), &self.settings(level, position, None, cube))?;
        values.try_into().map_err(|_| Interrupted)
    }

    fn look(
        &self,
        level: Level,
        job: Job,
        look: Option<Look>,
        settings: &RolloutSettings,
    ) -> Result<Vec<Value>, Interrupted> {
        let order = self.order(job, look, settings);
        let rollout = self.roll_out(&order, 1, &mut Unobserved)?;
        Ok(rollout.result.candidates.iter().map(|candidate| value_of(level, candidate)).collect())
    }

    /// The order of a level, after what plies have found of the choices; without that where the nets are not the own.
    pub fn order(&self, job: Job, look: Option<Look>, settings: &RolloutSettings) -> Order {
        let look = look.filter(|_| !self.engine.evaluator.is_reference());
        Order { look: look.map(|look| look.of_trials(settings.horizon())), ..self.engine.order(job, settings) }
    }

    /// Carries an order out on this many threads: to its end, or not at all. The observer may stop it.
    ///
    /// # Errors
    /// When the stop flag was raised, or the observer has stopped it.
    pub fn roll_out(&self, order: &Order, threads: usize, observer: &mut dyn Observer) -> Result<Rollout, Interrupted> {
        let records = Records::of(order);
        let rollout = self.engine.extend_by(order, &Threads(threads), observer, records);
        let whole = rollout.ok().filter(|rollout| rollout.result.end != Some(End::Interrupted));
        let mut rollout = whole.ok_or(Interrupted)?;
        if let Some(look) = &order.look {
            rollout.result.weigh(look, &order.job, &self.engine.met);
        }
        Ok(rollout)
    }
}

fn value_of(level: Level, candidate: &CandidateResult) -> Value {
    let trials = u32::try_from(candidate.trials).unwrap_or(u32::MAX);
    let mut numbers = numbers(candidate, false);
    // Where luck is subtracted a mean may lie a little outside.
    numbers.outputs = numbers.outputs.map(|output| output.clamp(0.0, 1.0));
    Value { numbers, errors: self::numbers(candidate, true), method: Method::Level { level, trials } }
}

/// The means of a candidate as a record keeps them, or their standard errors.
pub fn numbers(candidate: &CandidateResult, errors: bool) -> Numbers {
    let pick = |estimate: &Estimate| if errors { estimate.std_err.unwrap_or(0.0) as f32 } else { estimate.mean as f32 };
    let estimates = &candidate.estimates;
    Numbers {
        outputs: estimates.outputs.each_ref().map(pick),
        cubeless: pick(&estimates.cubeless.equity),
        cubeful: pick(&estimates.cubeful.unwrap_or(estimates.cubeless).equity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::{Estimates, Statistics, Worth};

    #[test]
    fn a_value_has_the_means_and_errors_of_its_candidate() {
        let estimate = |mean, std_err| Estimate { mean, std_err };
        let worth = |mean, std_err| Worth { equity: estimate(mean, std_err), mwc: None };
        let estimates = Estimates {
            outputs: [(1.01, Some(0.02)), (0.25, Some(0.5)), (-0.01, Some(0.125)), (0.5, None), (0.0, Some(0.0))]
                .map(|(mean, std_err)| estimate(mean, std_err)),
            cubeless: worth(0.75, Some(0.25)),
            cubeful: Some(worth(0.875, Some(0.375))),
        };
        let candidate = CandidateResult {
            trials: 36,
            estimates,
            raw: estimates,
            stratified_error: None,
            settled: None,
            comparison: None,
            stopped: false,
            statistics: Statistics::default(),
            evaluations: 0,
        };
        let value = value_of(Level::Roller, &candidate);
        // Luck that was subtracted takes no chance beyond certainty.
        let means = Numbers { outputs: [1.0, 0.25, 0.0, 0.5, 0.0], cubeless: 0.75, cubeful: 0.875 };
        assert_eq!((value.numbers, value.method), (means, Method::Level { level: Level::Roller, trials: 36 }));
        let errors = Numbers { outputs: [0.02, 0.5, 0.125, 0.0, 0.0], cubeless: 0.25, cubeful: 0.375 };
        assert_eq!(value.errors, errors);
        // Without the cube there is no other worth.
        let cubeless = Estimates { cubeful: None, ..estimates };
        let numbers = numbers(&CandidateResult { estimates: cubeless, ..candidate }, false);
        assert_eq!((numbers.cubeful, numbers.outputs[0]), (0.75, 1.01));
    }
}
