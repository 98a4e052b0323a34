//! What has to be known before an answer is trusted.

use super::{Figures, Reply, Session};
use crate::board::Variation;
use std::fmt;

/// A reason to distrust the numbers of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Hypergammon with so many checkers a side is evaluated by nets made for another game.
    NoHypergammonDatabase(u32),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::NoHypergammonDatabase(checkers) = self;
        write!(
            f,
            "warning: these numbers are guesses: without its database hypergammon is evaluated by nets that know 15\n\
             checkers only (`gammon bearoff make --out hyper{checkers}.bd hypergammon --checkers {checkers}`, then \
             `load bearoff hyper{checkers}.bd`)"
        )
    }
}

impl Session {
    /// The warning with every answer about the game in progress, or the next.
    pub(super) fn warning(&self) -> Option<Warning> {
        self.warning_of(self.variation())
    }

    /// The warning with every answer about games of a variation.
    pub(super) fn warning_of(&self, variation: Variation) -> Option<Warning> {
        let is_guess =
            variation.is_hypergammon() && self.engine.evaluator().bearoff().for_variation(variation).is_none();
        is_guess.then(|| Warning::NoHypergammonDatabase(variation.checkers()))
    }

    /// Figures about the game in progress, with the warning.
    pub(super) fn figures(&self, figures: Figures) -> Reply {
        Reply::Figures(Box::new(figures), self.warning())
    }
}
