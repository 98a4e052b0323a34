//! Replies about rollouts: their cost, their counts, the saved ones.

use crate::rollout::CubeLevel;
use crate::rollout::Estimate;
use crate::rollout::JobKind;
use crate::rollout::Work;
use crate::rollout::Worth;
use crate::session::reply::RolloutReply;
use serde::Serialize;
use std::sync::Arc;

/// A rollout cut at several horizons.
#[derive(Clone, Debug, Serialize)]
pub struct HorizonsReply {
    /// The names of the candidates.
    pub names: Vec<String>,
    /// Trials of each.
    pub trials: u64,
    /// The look-ahead of the evaluation at truncation.
    pub ply: u8,
    /// The horizons in the order of the command.
    pub horizons: Vec<HorizonValues>,
    /// Whether it was interrupted before the last.
    pub interrupted: bool,
    /// The note on files of trials, where they were written.
    pub note: Option<String>,
    /// Whether one of them could not be written, which the note says.
    #[serde(skip)]
    pub is_unwritten: bool,
}

/// The values of a rollout cut at one horizon.
#[derive(Clone, Debug, Serialize)]
pub struct HorizonValues {
    /// The plies played, `None` for a full rollout.
    pub plies: Option<u16>,
    /// The equities of the candidates for the side that decides.
    pub equities: Vec<Estimate>,
}

/// A rollout as is set beside one with other settings.
#[derive(Clone, Debug, Serialize)]
pub struct VersusReply {
    /// The two rollouts.
    pub rollouts: [ComparedRollout; 2],
    /// Each candidate under both.
    pub candidates: Vec<VersusRow>,
    /// The number of the candidate whose lead is that of the others: the best as is set; of a cube decision no double.
    pub reference: usize,
    /// The work of the second for the errors of the first.
    pub work: RelativeWork,
    /// Whether values carry winning chances of a match.
    pub is_match: bool,
    /// Whether the other settings change nothing that a trial depends on.
    pub is_same: bool,
    /// A remark on what was rolled out.
    pub note: Option<String>,
}

/// The rollout with other settings, beside the one as is set.
#[derive(Clone, Debug)]
pub struct OtherRollout {
    /// The rollout.
    pub rollout: Arc<RolloutReply>,
    /// The comparison of the two.
    pub versus: VersusReply,
}

/// One of two rollouts of a decision.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRollout {
    /// The settings that were set.
    pub settings: String,
    /// How it was made.
    pub made: String,
    /// The best candidate, or the verdict of a cube decision.
    pub best: String,
    /// The chance that this is right, where there is a decision.
    pub chance: Option<f64>,
    /// Trials of all candidates together.
    pub trials: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// The processor time of all threads, where everything was played now.
    pub processor_seconds: Option<f64>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// A candidate under two settings, for the side that decides.
#[derive(Clone, Debug, Serialize)]
pub struct VersusRow {
    /// The name of the candidate.
    pub name: String,
    /// Trials under either.
    pub trials: [u64; 2],
    /// Trials of the same number under both.
    pub pairs: u64,
    /// The value under either.
    pub values: [Worth; 2],
    /// The second value less the first, over the pairs.
    pub change: Worth,
    /// The lead over the candidate of reference under either.
    pub leads: [Worth; 2],
    /// The second lead less the first, over the pairs.
    pub lead_change: Worth,
    /// The changes of the five chances.
    pub output_changes: [Estimate; 5],
}

/// The work of a rollout for the errors of another, counted in evaluations, the other's being 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RelativeWork {
    /// For the errors of the values.
    pub values: Option<f64>,
    /// For the errors of the leads.
    pub leads: Option<f64>,
}

/// The results of `rollout file`.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsReply {
    /// The file of positions.
    pub file: String,
    /// The file of results.
    pub output: String,
    /// Positions that have a result.
    pub finished: usize,
    /// All positions.
    pub of: usize,
    /// Those that had one before.
    pub before: usize,
    /// Each result in the order of the file.
    pub results: Vec<ResultRow>,
}

/// The result of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ResultRow {
    /// The line of the file.
    pub line: usize,
    /// The name that stands beside the position, else the position.
    pub name: String,
    /// The best candidate.
    pub best: String,
    /// The equity.
    pub equity: f64,
    /// The standard error of that.
    pub std_err: Option<f64>,
    /// How far the next one is behind.
    pub lead: Option<f64>,
    /// The standard error of that.
    pub lead_std_err: Option<f64>,
    /// The chance that it is the best.
    pub probability_best: Option<f64>,
    /// Trials of the candidate that has most.
    pub trials: u64,
    /// The end of the rollout, in a word.
    pub ended: Option<String>,
}

/// The contents of the folder of saved rollouts.
#[derive(Clone, Debug, Serialize)]
pub struct SavedReply {
    /// The folder.
    pub folder: String,
    /// The newest first.
    pub rollouts: Vec<SavedRow>,
}

/// A saved rollout.
#[derive(Clone, Debug, Serialize)]
pub struct SavedRow {
    /// The number by which `rollout resume` names it, from 1.
    pub number: usize,
    /// When it was last written, in UTC: `2026-11-25 00:45`.
    pub date: String,
    /// Position and match state.
    pub gnubg_id: String,
    /// The dice of plays.
    pub dice: Option<String>,
    /// The score with the length of the match, or `money`.
    pub score: String,
    /// What was rolled out.
    pub of: JobKind,
    /// The names of the candidates.
    pub names: Vec<String>,
    /// Trials of the candidate that has most.
    pub trials: u64,
    /// Trials that it was to have.
    pub wanted: u64,
    /// The size of its file.
    pub bytes: u64,
    /// The name of its file.
    pub file: String,
}

/// The cost of rollouts here, and of the last one.
#[derive(Clone, Debug, Serialize)]
pub struct CostReply {
    /// One rollout each.
    pub rollouts: Vec<RolloutCost>,
    /// The share of the time of the measurement in which this program had the processor, where others had it as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_share: Option<f64>,
}

/// The expected cost of a rollout, or what it was. Times are those on all threads together.
#[derive(Clone, Debug, Serialize)]
pub struct RolloutCost {
    /// The rollout that it is of.
    pub of: CostOf,
    /// Candidates, where the rollout has not been made yet.
    pub candidates: Option<u64>,
    /// Trials of all candidates together, `None` when errors or time decide.
    pub trials: Option<f64>,
    /// Turns of a trial.
    pub turns: Option<f64>,
    /// The parts of a trial on one thread, where they are known.
    pub parts: Option<CostParts>,
    /// A trial.
    pub trial: Work,
    /// All trials.
    pub total: Option<Work>,
    /// Threads that share the work.
    pub threads: usize,
}

/// The parts of a trial, as work of one thread.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CostParts {
    /// The luck of a roll, a turn.
    pub luck: Work,
    /// The choice of a play, a turn.
    pub play: Work,
    /// The cube decision, a turn.
    pub cube: Work,
    /// The evaluation at the end.
    pub end: Work,
}

/// The rollout that a cost is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CostOf {
    /// The rollout of the plays.
    Plays,
    /// The rollout of the position.
    Position,
    /// The rollout of the cube decision.
    Cube,
    /// The last rollout, as it was expected.
    LastExpected,
    /// The last rollout, as it was.
    Last,
}

/// The statistics of a rollout's trials.
#[derive(Clone, Debug, Serialize)]
pub struct RolloutStatisticsReply {
    /// The player who decides.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// The statistics of each candidate.
    pub candidates: Vec<CandidateStatistics>,
}

/// The statistics of a candidate's trials.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateStatistics {
    /// The name of the candidate.
    pub name: String,
    /// The trials.
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

/// The counts of one side's actions.
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
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CubeCounts {
    /// The value of the cube.
    pub cube: u32,
    /// The counts.
    #[serde(flatten)]
    pub level: CubeLevel,
}

impl CubeCounts {
    /// The counts without the value of the cube.
    pub const fn all(&self) -> [u64; 5] {
        let CubeLevel { single, gammon, backgammon, taken, passed } = self.level;
        [single, gammon, backgammon, taken, passed]
    }
}

/// Trials in which something happened, and the sum of the turns, from 0, in which it first did.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstTime {
    /// Trials.
    pub trials: u64,
    /// Turns.
    pub turns: u64,
}
