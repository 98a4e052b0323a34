//! What is rolled out: a position, plays, or a cube decision, as candidates that start somewhere.

use crate::board::{Player, Position};
use crate::scoring::{Cube, CubeInfo, Met, Terms};

/// What a rollout decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Nothing: it values one position.
    Position,
    /// Which play is best.
    Plays,
    /// Whether to double, and whether to take.
    Cube,
}

/// Where a candidate's trials begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, seen by the side on roll.
    pub position: Position,
    /// The cube.
    pub cube: Cube,
    /// Who is on roll.
    pub on_roll: Player,
    /// Whether the side on roll may double before its first roll.
    pub cube_action: bool,
}

/// A rollout to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    kind: JobKind,
    decider: Player,
    cube: Cube,
    terms: Terms,
    candidates: Vec<Start>,
}

impl Job {
    /// The value of a position before the roll. As with the reference's `rollout`, the side on roll does not
    /// double before its first roll.
    #[must_use]
    pub fn position(position: &Position, cube: Cube, on_roll: Player, terms: Terms) -> Self {
        let start = Start { position: *position, cube, on_roll, cube_action: false };
        Self { kind: JobKind::Position, decider: on_roll, cube, terms, candidates: vec![start] }
    }

    /// A choice of plays by their results, seen by the mover.
    #[must_use]
    pub fn plays(results: &[Position], cube: Cube, mover: Player, terms: Terms) -> Self {
        let start = |result: &Position| Start { position: result.flipped(), cube, on_roll: !mover, cube_action: true };
        let candidates = results.iter().map(start).collect();
        Self { kind: JobKind::Plays, decider: mover, cube, terms, candidates }
    }

    /// A cube decision: not doubling, then doubling and being taken.
    #[must_use]
    pub fn cube(position: &Position, cube: Cube, on_roll: Player, terms: Terms) -> Self {
        let start = |cube| Start { position: *position, cube, on_roll, cube_action: false };
        let candidates = vec![start(cube), start(cube.doubled_by(on_roll))];
        Self { kind: JobKind::Cube, decider: on_roll, cube, terms, candidates }
    }

    /// What is decided.
    #[must_use]
    pub const fn kind(&self) -> JobKind {
        self.kind
    }

    /// Whose decision it is; all values are seen by this player.
    #[must_use]
    pub const fn decider(&self) -> Player {
        self.decider
    }

    /// The basis cube: the one in whose units equities are given.
    #[must_use]
    pub const fn basis(&self) -> Cube {
        self.cube
    }

    /// Money or match.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Where each candidate's trials begin.
    #[must_use]
    pub fn candidates(&self) -> &[Start] {
        &self.candidates
    }

    /// The cube of the decision, with the decider on roll.
    #[must_use]
    pub fn basis_info(&self, met: &Met) -> CubeInfo {
        CubeInfo::new(self.cube, self.decider, self.terms, met)
    }
}
