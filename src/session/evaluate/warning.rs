//! Warnings that make the numbers of an answer unreliable.

use crate::board::Variation;
use crate::session::Session;
use crate::session::reply::{Figures, Reply, Warning};

impl Session {
    /// The warning with every answer about a decision of the game in progress, or the next.
    pub(in crate::session) fn warning(&self) -> Option<Warning> {
        self.warning_of(self.variation())
    }

    /// The warning with every answer about games of a variation.
    pub(in crate::session) fn warning_of(&self, variation: Variation) -> Option<Warning> {
        let is_guess =
            variation.is_hypergammon() && self.engine.evaluator().bearoff().for_variation(variation).is_none();
        is_guess.then(|| Warning::NoHypergammonDatabase(variation.checkers()))
    }

    /// Figures about the game in progress, with the warning.
    pub(in crate::session) fn figures(&self, figures: Figures) -> Reply {
        Reply::Figures(Box::new(figures), self.warning_of(self.variation()))
    }
}
