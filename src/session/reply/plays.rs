//! Lists of plays.

use super::board::Ids;
use super::evaluation::EquityReply;
use super::noted::Noted;
use super::rollout::RolloutReply;
use super::warning::Warning;
use crate::board::Roll;
use crate::eval::{Doubt, EvalSettings, Outputs};
use crate::level::Level;
use crate::library::book::Entry;
use crate::movegen::Play;
use crate::record::Numbers;
use crate::rollout::CandidateResult;
use std::sync::Arc;

/// One play of a list.
#[derive(Clone, Debug)]
pub struct PlayReply {
    /// From 1.
    pub rank: usize,
    /// The play.
    pub play: Play,
    /// Look-ahead of the evaluation.
    pub ply: u8,
    /// The chances of the mover.
    pub outputs: Outputs,
    /// The worth with a dead cube.
    pub cubeless: EquityReply,
    /// The worth with the cube; the cubeless one where the cube was not counted.
    pub cubeful: EquityReply,
    /// Cubeful (or cubeless, if so evaluated) equity less that of the best play.
    pub difference: f32,
    /// Whether it is the play that was made, where the record has one.
    pub is_made: bool,
    /// What the look leaves open about it, where that is known.
    pub doubt: Option<Doubt>,
    /// The rollout that all these numbers but the ply are of, if it was rolled out.
    pub judged: Option<Judged>,
}

/// The plays for a roll, best first.
#[derive(Clone, Debug)]
pub struct PlaysReply {
    /// Identifiers before the play.
    pub ids: Ids,
    /// The roll.
    pub dice: Roll,
    /// Whether plays are compared by cubeful equity.
    pub is_cubeful: bool,
    /// How they were evaluated, each at its own depth.
    pub settings: EvalSettings,
    /// The best, as many as were asked for.
    pub candidates: Vec<PlayReply>,
    /// How many legal plays there are.
    pub n_legal: usize,
    /// Whether the cubeful values are exact: those of short bearoffs at a match score.
    pub is_exact: bool,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
    /// What the book says of the decision.
    pub book: Option<Box<Entry>>,
}

impl PlaysReply {
    /// What is open about a play that is judged by the same look as all others; `None` where some are judged
    /// otherwise.
    pub fn doubt(&self, play: &PlayReply) -> Option<Doubt> {
        play.doubt.filter(|_| self.candidates.iter().all(|play| play.judged.is_none()))
    }

    /// The chance that a play is the best.
    pub fn probability_best(&self, play: &PlayReply) -> Option<f64> {
        let by_trials = play.judged.as_ref().and_then(Judged::probability_best);
        by_trials.or_else(|| self.doubt(play).map(|doubt| doubt.best))
    }

    /// Counts the candidates in the order in which they stand, and compares each with the first.
    pub fn rank(&mut self) {
        let best = self.candidates.first().map_or(0.0, |best| best.cubeful.equity);
        for (play, rank) in self.candidates.iter_mut().zip(1..) {
            (play.rank, play.difference) = (rank, play.cubeful.equity - best);
        }
    }
}

/// Where the numbers of a play are from that was rolled out, or that another program judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// A rollout of this session.
    Rollout(RolledCandidate),
    /// The notes of the record.
    Noted(Noted<Numbers>),
}

impl Judged {
    /// Whether there are trials behind it.
    pub const fn is_rollout(&self) -> bool {
        !matches!(self, Self::Noted(Noted { trials: 0, .. }))
    }

    /// Whether another program judged it.
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Self::Noted(Noted { foreign: Some(_), .. }))
    }

    /// The level that judged it, of here or of another program; `None` for a rollout that the user asked for.
    pub fn level(&self) -> Option<&str> {
        match self {
            Self::Rollout(judged) => judged.rollout.level.map(Level::name),
            Self::Noted(noted) => noted.level_name(),
        }
    }

    /// The chance that it is the best play, among those rolled out with it.
    pub fn probability_best(&self) -> Option<f64> {
        match self {
            Self::Rollout(judged) => judged.result().comparison.as_ref().map(|comparison| comparison.probability_best),
            Self::Noted(_) => None,
        }
    }

    /// Whether a level of here judged it.
    pub fn is_by_level(&self) -> bool {
        match self {
            Self::Rollout(judged) => judged.rollout.level.is_some(),
            Self::Noted(noted) => noted.level.is_some(),
        }
    }
}

/// A candidate of a rollout.
#[derive(Clone, Debug)]
pub struct RolledCandidate {
    /// The rollout.
    pub rollout: Arc<RolloutReply>,
    /// The number of its candidate.
    pub candidate: usize,
}

impl RolledCandidate {
    /// The numbers.
    pub fn result(&self) -> &CandidateResult {
        &self.rollout.result.candidates[self.candidate]
    }
}
