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
    /// The position once for each of several horizons, in the order given.
    Horizons(Vec<Horizon>),
    /// Checks of the rollout against values known exactly.
    SelfTest,
    /// A list of what has been saved.
    Saved,
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

impl fmt::Display for RolloutCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rollout")?;
        match self {
            Self::Default => Ok(()),
            Self::Position => f.write_str(" position"),
            Self::Plays(PlaysArg::Default) => f.write_str(" plays"),
            Self::Plays(PlaysArg::Numbers(numbers)) => write!(f, " plays {}", joined(numbers, " ")),
            Self::Plays(PlaysArg::Best(n)) => write!(f, " plays best {n}"),
            Self::Plays(PlaysArg::Named(plays)) => write!(f, " plays {}", joined(plays, ", ")),
            Self::Cube => f.write_str(" cube"),
            Self::Horizons(horizons) => write!(f, " horizons {}", joined(horizons, ",")),
            Self::SelfTest => f.write_str(" selftest"),
            Self::Saved => f.write_str(" saved"),
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
