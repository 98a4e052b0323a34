//! The commands under `rollout`.

use super::Command;
use super::args::Horizon;
use crate::notation::WrittenPlay;

/// The candidates that `rollout` rolls out.
#[derive(Clone, Debug, PartialEq)]
pub enum RolloutCommand {
    /// `rollout` alone: the best plays when dice are set, else the position.
    Default,
    /// The position before the dice.
    Position,
    /// Plays of the current roll.
    Plays(PlaysArg),
    /// No double against double/take.
    Cube,
    /// Once for each of several horizons, in the order given.
    Horizons(Vec<Horizon>, Candidates),
    /// Once as is set and once with other settings besides.
    Versus(Vec<Command>, Candidates),
    /// A list of what has been saved.
    Saved(Option<u16>),
    /// The last unfinished rollout, continued; or the one in a file, or with this number in the list.
    Resume(Option<String>),
    /// This many trials more of every candidate of the last rollout, whatever had ended it.
    Extend(u32),
    /// Results of parts of one rollout put together.
    Merge(Vec<String>),
    /// Every position of a file, the results into another.
    File {
        /// A file with a position on each line.
        positions: String,
        /// Where the results go; shown when absent.
        output: Option<String>,
    },
}

/// The candidates of a rollout that is made more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Plays; by default the marked or the best ones where dice are set, else the position.
    Plays(PlaysArg),
    /// The position before the dice.
    Position,
    /// No double against double/take.
    Cube,
}

/// A choice of plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaysArg {
    /// The marked ones, else as many as rollouts have by default.
    Default,
    /// These candidates of `hint`, counted from 1.
    Numbers(Vec<u16>),
    /// The best this many of `hint`.
    Best(u16),
    /// These, by name.
    Named(Vec<WrittenPlay>),
}
