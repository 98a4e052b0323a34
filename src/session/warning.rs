//! What has to be known before an answer is trusted.

use super::Session;
use super::reply::{Figures, Reply, Warning};
use crate::board::Variation;

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
