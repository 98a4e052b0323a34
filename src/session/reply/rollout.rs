//! A rollout.

use super::answers::{AnswersReply, Taken};
use super::board::Ids;
use super::warning::Warning;
use crate::board::{ByPlayer, Roll};
use crate::level::Level;
use crate::rollout::{
    Compared, Cost, Estimate, Job, JobKind, Order, Records, Resolved, RolloutResult, Spent, Units, covariances,
    output_differences,
};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A rollout with what is needed to print and repeat it.
#[derive(Clone, Debug)]
pub struct RolloutReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// The roll, when plays were rolled out.
    pub dice: Option<Roll>,
    /// A remark on what was chosen to be rolled out.
    pub note: Option<String>,
    /// Whether a file that the user asked for could not be written, which the remark says.
    pub is_unwritten: bool,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
    /// Whether it was a match (values carry winning chances).
    pub is_match: bool,
    /// The market of the side on roll, for a cube decision.
    pub market: Option<Market>,
    /// The answers to the double, the beaver or the raccoon that waits for one, for money.
    pub answers: Option<AnswersReply>,
    /// Means, errors, comparisons.
    pub result: RolloutResult,
    /// The records from which it can be continued.
    pub records: Records,
    /// The description with which it is saved: the order, and the names of its candidates.
    pub description: Description,
    /// How the values of each candidate's trials become equities.
    pub units: Vec<Units>,
    /// The players by seat.
    pub players: ByPlayer<String>,
    /// How long it took by the host's clock.
    pub elapsed: Duration,
    /// The part played in that time: less than there is where it was continued.
    pub played: Played,
    /// The evaluations made in that time, by their purpose, where threads of this process made them.
    pub spent: Option<Spent>,
    /// The cost expected, if anybody asked before.
    pub expected: Option<Cost>,
    /// The level that ordered it; none where the user did.
    pub level: Option<Level>,
    /// Threads of this process that played it; none where the workers of a server did.
    pub threads: Option<usize>,
}

impl RolloutReply {
    /// Trials of the candidate that has most.
    pub fn most_trials(&self) -> u64 {
        self.result.candidates.iter().map(|candidate| candidate.trials).max().unwrap_or(0)
    }

    /// The kind of decision.
    pub const fn kind(&self) -> JobKind {
        self.description.order.job.kind()
    }

    /// Where each candidate's trials began, and who decides.
    pub const fn job(&self) -> &Job {
        &self.description.order.job
    }

    /// The settings used.
    pub const fn settings(&self) -> &Resolved {
        &self.description.order.settings
    }

    /// The names of the candidates.
    pub fn names(&self) -> &[String] {
        &self.description.names
    }

    /// The five chances of a candidate less those of the best, with paired errors; none of the best itself, and of
    /// what has no trial.
    pub fn outputs_less_best(&self, candidate: usize) -> Option<[Estimate; 5]> {
        let best = *self.result.ranking().first()?;
        let has_trials = |i: usize| self.result.candidates[i].trials > 1;
        (candidate != best && has_trials(candidate) && has_trials(best)).then(|| {
            let compared = Compared { records: &self.records, settings: self.settings(), units: &self.units };
            output_differences(compared, candidate, best)
        })
    }

    /// The value of the take by a rollout of a cube decision; `None` for other rollouts.
    pub(in crate::session) fn taken(&self) -> Option<Taken<'_>> {
        let cube = self.result.cube.as_ref()?;
        let estimates = self.result.candidates.get(1)?.estimates;
        let Estimate { mean, std_err } = estimates.cubeful.unwrap_or(estimates.cubeless).equity;
        let trials = self.result.trials();
        let by = format!("a rollout of {}", counted(trials, "trial"));
        Some(Taken { value: mean, error: std_err, chances: cube.chances.as_ref(), by, ply: None })
    }

    /// The covariances of the candidates' mean equities, as [`rollout::covariances`](crate::rollout::covariances).
    pub fn covariances(&self) -> Vec<Vec<Option<f64>>> {
        covariances(&self.records, &self.units, self.result.is_cubeful)
    }
}

/// The work of one command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Trials, of all candidates together.
    pub trials: u64,
    /// Their turns.
    pub turns: u64,
    /// Their static evaluations.
    pub evaluations: u64,
}

impl Played {
    /// The sum of some records.
    pub fn of(records: &Records) -> Self {
        let mut played = Self::default();
        for record in records.candidates.iter().flatten() {
            played.trials += 1;
            played.turns += u64::from(record.events.turns);
            played.evaluations += u64::from(record.evaluations);
        }
        played
    }

    /// The work done since then.
    #[must_use]
    pub const fn since(self, before: Self) -> Self {
        Self {
            trials: self.trials - before.trials,
            turns: self.turns - before.turns,
            evaluations: self.evaluations - before.evaluations,
        }
    }
}

/// The description of a saved rollout: the head of its journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// The order.
    pub order: Order,
    /// Position and match state before the decision.
    pub gnubg_id: String,
    /// The names of the candidates.
    pub names: Vec<String>,
    /// The nets, for people; the fingerprint is what counts.
    pub engine: String,
}

/// The market: the effects of the next roll of each side, for the side on roll that may double.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Market {
    /// The standard deviation of the equity over the rolls of both sides, each played.
    pub volatility: f64,
    /// For each of the 21 rolls, in the order of [`Roll::ALL`]: of the 36 answers those after which it is a pass.
    pub passes: Vec<u32>,
    /// The pairs of rolls, of 1,296, after which it is a pass.
    pub losers: u32,
    /// The pairs among them after which playing on is worth more than cashing.
    pub too_good: u32,
    /// The worth that these pairs would gain with a cube that had been turned before them, less nothing elsewhere: a
    /// mean over all pairs, in units of the cube.
    pub lost: f64,
}
