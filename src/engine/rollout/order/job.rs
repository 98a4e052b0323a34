//! The job of a rollout: a position, plays, or a cube decision, as candidates that start somewhere.

use crate::board::{Player, Position};
use crate::eval::{CubeAction, cube_words};
use crate::scoring::{Cube, CubeInfo, CubeOwner, Met, Terms};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

words! {
    /// The decision of a rollout.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum JobKind: name {
        /// No decision: one position is valued.
        Position = "position",
        /// The choice of the best play.
        Plays = "plays",
        /// Whether to double, and whether to take.
        Cube = "cube",
    }
}

/// Where a candidate's trials begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The position, seen by the side on roll.
    pub position: Position,
    /// The cube.
    pub cube: Cube,
    /// The player on roll.
    pub on_roll: Player,
    /// Whether the side on roll may double before its first roll.
    pub cube_action: bool,
}

impl Start {
    /// Whether the opponent is to roll after a play with this result, seen by its mover.
    pub fn is_after(&self, result: &Position) -> bool {
        self.position == result.flipped()
    }
}

/// A rollout to be done. It is stored as what it is made from, so that whatever is read is a job that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "JobText", into = "JobText")]
pub struct Job {
    kind: JobKind,
    decider: Player,
    cube: Cube,
    top: u32,
    terms: Terms,
    candidates: Vec<Start>,
}

impl Job {
    /// The value of a position before the roll. As with the reference's `rollout`, the side on roll does not
    /// double before its first roll.
    pub fn position(position: &Position, cube: Cube, on_roll: Player, terms: Terms) -> Self {
        let start = Start { position: *position, cube, on_roll, cube_action: false };
        Self { kind: JobKind::Position, decider: on_roll, cube, top: Cube::TOP, terms, candidates: vec![start] }
    }

    /// A choice of plays by their results, seen by the mover.
    pub fn plays(results: &[Position], cube: Cube, mover: Player, terms: Terms) -> Self {
        let start = |result: &Position| Start { position: result.flipped(), cube, on_roll: !mover, cube_action: true };
        let candidates = results.iter().map(start).collect();
        Self { kind: JobKind::Plays, decider: mover, cube, top: Cube::TOP, terms, candidates }
    }

    /// A cube decision: not doubling, then doubling and being taken.
    pub fn cube(position: &Position, cube: Cube, on_roll: Player, terms: Terms) -> Self {
        let start = |cube| Start { position: *position, cube, on_roll, cube_action: false };
        let candidates = vec![start(cube), start(cube.doubled_by(on_roll))];
        Self { kind: JobKind::Cube, decider: on_roll, cube, top: Cube::TOP, terms, candidates }
    }

    /// The job where the cube is turned to `top` at most.
    #[must_use]
    pub fn up_to(self, top: u32) -> Self {
        Self { top, ..self }
    }

    /// The kind of decision.
    pub const fn kind(&self) -> JobKind {
        self.kind
    }

    /// The largest value to which the cube is turned.
    pub const fn top(&self) -> u32 {
        self.top
    }

    /// The player who decides; all values are seen by this player.
    pub const fn decider(&self) -> Player {
        self.decider
    }

    /// The basis cube: the one in whose units equities are given.
    pub const fn basis(&self) -> Cube {
        self.cube
    }

    /// Whether a double may be beavered.
    pub const fn has_beavers(&self) -> bool {
        matches!(self.terms, Terms::Money { beavers: 1.., .. }) && 4 * self.cube.value() <= self.top
    }

    /// Ownership of the cube by the player who decides: a double is a redouble.
    pub fn redoubles(&self) -> bool {
        self.cube.owner() == CubeOwner::Owned(self.decider)
    }

    /// The names of the candidates of a cube decision.
    pub fn actions(&self) -> [String; 2] {
        [CubeAction::NoDouble, CubeAction::DoubleTake].map(|action| cube_words(action.name(), self.redoubles()))
    }

    /// Money or match.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Where each candidate's trials begin.
    pub fn candidates(&self) -> &[Start] {
        &self.candidates
    }

    /// The cube of the decision, with the decider on roll.
    pub fn basis_info(&self, met: &Met) -> CubeInfo {
        CubeInfo::up_to(self.top, self.cube, self.decider, self.terms, met)
    }
}

/// A job as it is stored: how it is made.
#[derive(Serialize, Deserialize)]
struct JobText {
    kind: JobKind,
    decider: Player,
    cube: Cube,
    #[serde(default = "usual_top", skip_serializing_if = "is_usual_top")]
    top: u32,
    terms: Terms,
    /// Seen by the decider: the position, or the results of plays.
    positions: Vec<Position>,
}

const fn usual_top() -> u32 {
    Cube::TOP
}

const fn is_usual_top(top: &u32) -> bool {
    *top == Cube::TOP
}

/// The fault of a stored job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JobError {
    /// No plays, or several positions where there is one.
    #[error("a job of this kind has {expected}, not {}", counted(*.found, "position"))]
    Positions {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: &'static str,
    },
    /// A cube that the player to double cannot turn.
    #[error("the side on roll cannot double")]
    Cube,
}

/// A cube decision has one position, and no position has so many plays.
const MOST_PLAYS: usize = 4096;

impl From<Job> for JobText {
    fn from(job: Job) -> Self {
        let seen = |start: &Start| if start.on_roll == job.decider { start.position } else { start.position.flipped() };
        let positions = match job.kind {
            JobKind::Position | JobKind::Cube => job.candidates.iter().take(1).map(seen).collect(),
            JobKind::Plays => job.candidates.iter().map(seen).collect(),
        };
        Self { kind: job.kind, decider: job.decider, cube: job.cube, top: job.top, terms: job.terms, positions }
    }
}

impl TryFrom<JobText> for Job {
    type Error = JobError;

    fn try_from(text: JobText) -> Result<Self, JobError> {
        let JobText { kind, decider, cube, top, terms, positions } = text;
        let found = positions.len();
        let job = match (kind, positions.as_slice()) {
            (JobKind::Position, [position]) => Self::position(position, cube, decider, terms),
            (JobKind::Cube, [position]) if cube.is_available_to(decider) => Self::cube(position, cube, decider, terms),
            (JobKind::Cube, [_]) => return Err(JobError::Cube),
            (JobKind::Plays, [_, ..]) if found <= MOST_PLAYS => Self::plays(&positions, cube, decider, terms),
            (JobKind::Plays, _) => return Err(JobError::Positions { found, expected: "one or more" }),
            (JobKind::Position | JobKind::Cube, _) => return Err(JobError::Positions { found, expected: "one" }),
        };
        Ok(job.up_to(top))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Roll, Variation};
    use crate::movegen::legal_plays;
    use crate::scoring::MatchScore;

    #[test]
    fn a_job_is_stored_and_read_back() {
        let start = Variation::Standard.starting_position();
        let score = MatchScore::new(7, crate::board::ByPlayer([3, 6]), true).unwrap();
        let results: Vec<_> = legal_plays(&start, Roll::ALL[3]).iter().map(|play| play.result).collect();
        let jobs = [
            Job::position(&start, Cube::START, Player::Top, Terms::MONEY),
            Job::plays(&results, Cube::START.doubled_by(Player::Top), Player::Bottom, Terms::Match(score)),
            Job::cube(&start, Cube::START.doubled_by(Player::Top), Player::Bottom, Terms::MONEY),
            Job::cube(&start, Cube::START, Player::Bottom, Terms::MONEY).up_to(8),
        ];
        for job in jobs {
            let text = serde_json::to_string(&job).expect("plain data");
            assert_eq!(serde_json::from_str::<Job>(&text).expect(&text), job);
        }
    }

    #[test]
    fn what_cannot_be_a_job_is_refused() {
        let start = Variation::Standard.starting_position();
        let job = Job::cube(&start, Cube::START, Player::Top, Terms::MONEY);
        let text = serde_json::to_string(&job).expect("plain data");
        assert!(serde_json::from_str::<Job>(&text).is_ok());
        let cases = [
            ("\"value\":1", "\"value\":3", "power of two"),
            ("\"value\":1", "\"value\":4294967295", "power of two"),
            ("\"owner\":\"Centered\"", "\"owner\":{\"Owned\":\"Bottom\"}", "cannot double"),
            ("[0,0,0,0,0,5,", "[0,0,0,0,0,6,", "16 checkers"),
            ("[0,0,0,0,0,5,", "[2,0,0,0,0,3,", "both sides"),
            ("\"beavers\":3", "\"beavers\":999", "u8"),
            ("\"positions\":[", "\"positions\":[],\"old\":[", "not 0 positions"),
            (
                r#"{"Money":{"jacoby":true,"beavers":3}}"#,
                r#"{"Match":{"length":5,"score":[5,0],"crawford":false}}"#,
                "score",
            ),
        ];
        for (from, to, fault) in cases {
            assert!(text.contains(from), "{text}");
            let error = serde_json::from_str::<Job>(&text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.contains(fault), "{to}: {error}");
        }
    }
}
