//! Witnesses of a trial that is played: a log of its games, a measurement. Trials are compiled for each kind of
//! witness, so that a trial without one costs nothing.

use crate::board::{Player, Position, Roll};
use crate::rollout::data::task::Task;
use crate::rollout::order::job::Start;
use crate::scoring::CubeInfo;

/// Looks on while a trial is played.
pub trait Witness {
    /// The side on roll doubles and the other takes or passes; position and cube are those before.
    fn doubled(&mut self, _position: &Position, _cube: &CubeInfo, _taken: bool) {}

    /// The side on roll has played; both positions are seen by it.
    fn played(&mut self, _cube: &CubeInfo, _roll: Roll, _before: &Position, _after: &Position) {}
}

impl Witness for () {}

impl<W: Witness> Witness for &mut W {
    fn doubled(&mut self, position: &Position, cube: &CubeInfo, taken: bool) {
        (**self).doubled(position, cube, taken);
    }

    fn played(&mut self, cube: &CubeInfo, roll: Roll, before: &Position, after: &Position) {
        (**self).played(cube, roll, before, after);
    }
}

/// The events in a game, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A double and its answer.
    Double {
        /// The player who doubled.
        by: Player,
        /// Whether the other took.
        taken: bool,
    },
    /// A roll and the play made with it.
    Play {
        /// The player who played.
        by: Player,
        /// The roll.
        roll: Roll,
        /// The position before, seen by the player who played.
        before: Position,
        /// The position after, seen by the same.
        after: Position,
    },
}

/// A trial as a game: from its start to where it ended or was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedGame {
    /// Position, cube and side on roll at the start.
    pub start: Start,
    /// The event.
    pub steps: Vec<Step>,
}

impl PlayedGame {
    /// A game that has not begun.
    pub const fn new(start: Start) -> Self {
        Self { start, steps: Vec::new() }
    }
}

impl Witness for PlayedGame {
    fn doubled(&mut self, _position: &Position, cube: &CubeInfo, taken: bool) {
        self.steps.push(Step::Double { by: cube.on_roll(), taken });
    }

    fn played(&mut self, cube: &CubeInfo, roll: Roll, before: &Position, after: &Position) {
        self.steps.push(Step::Play { by: cube.on_roll(), roll, before: *before, after: *after });
    }
}

/// Takes the games of trials as they are played, from whichever thread plays them. Trials that were played ahead and
/// do not count in the end are among them.
pub trait GameSink: Send + Sync {
    /// A trial has been played.
    fn take(&self, task: Task, game: &PlayedGame);
}
