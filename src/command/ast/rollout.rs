//! The commands under `rollout`.

use super::args::{Horizon, joined, optional};
use crate::notation::WrittenPlay;
use crate::settings::quoted;
use std::fmt;

/// What `rollout` rolls out.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    Horizons(Vec<Horizon>, HorizonsOf),
    /// Checks of the rollout against values known exactly.
    SelfTest,
    /// A list of what has been saved.
    Saved(Option<u16>),
    /// The last unfinished rollout, continued; or the one in a file, or with this number in the list.
    Resume(Option<String>),
    /// So many trials more of every candidate of the last rollout, whatever had ended it.
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

/// The candidates that are rolled out to several horizons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HorizonsOf {
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
    /// The best so many of `hint`.
    Best(u16),
    /// These, by name.
    Named(Vec<WrittenPlay>),
}

impl fmt::Display for PlaysArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => Ok(()),
            Self::Numbers(numbers) => write!(f, " {}", joined(numbers, " ")),
            Self::Best(n) => write!(f, " best {n}"),
            Self::Named(plays) => write!(f, " {}", joined(plays, ", ")),
        }
    }
}

impl fmt::Display for RolloutCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rollout")?;
        match self {
            Self::Default => Ok(()),
            Self::Position => f.write_str(" position"),
            Self::Plays(plays) => write!(f, " plays{plays}"),
            Self::Cube => f.write_str(" cube"),
            Self::Horizons(horizons, of) => {
                write!(f, " horizons {}", joined(horizons, ","))?;
                match of {
                    HorizonsOf::Plays(plays) => write!(f, "{plays}"),
                    HorizonsOf::Position => f.write_str(" position"),
                    HorizonsOf::Cube => f.write_str(" cube"),
                }
            }
            Self::SelfTest => f.write_str(" selftest"),
            Self::Saved(n) => write!(f, " saved{}", optional(*n)),
            Self::Resume(file) => write!(f, " resume{}", optional(file.as_deref().map(quoted))),
            Self::Extend(trials) => write!(f, " extend {trials}"),
            Self::Merge(files) => {
                f.write_str(" merge")?;
                files.iter().try_for_each(|file| write!(f, " {}", quoted(file)))
            }
            Self::File { positions, output } => {
                write!(f, " file {}{}", quoted(positions), optional(output.as_deref().map(quoted)))
            }
        }
    }
}
