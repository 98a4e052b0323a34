//! Warnings that make the numbers of an answer unreliable.

use std::fmt;

/// A reason to distrust the numbers of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Hypergammon with this many checkers a side is evaluated by nets made for another game.
    NoHypergammonDatabase(u32),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::NoHypergammonDatabase(checkers) = self;
        write!(
            f,
            "warning: these numbers are guesses: without its database hypergammon is evaluated by nets\n\
             that were trained for 15 checkers (`gammon bearoff make --out hyper{checkers}.bd hypergammon \
             --checkers {checkers}`, then `load bearoff hyper{checkers}.bd`)"
        )
    }
}
