//! Warnings that make the numbers of an answer unreliable.

use crate::board::Variation;
use crate::record::Game;
use crate::session::Session;
use crate::session::reply::{Figures, Reply, Warning};
use crate::settings::OutputStyle;

impl Session {
    /// The warning with every answer about a decision of the game in progress, or the next.
    pub(in crate::session) fn warning(&self) -> Option<Warning> {
        let cube = self.game().and_then(|game| self.warning_of_cube(game));
        self.warning_of(self.variation()).or(cube)
    }

    /// The warning about a cube that nobody may turn. GNU Backgammon values such games so, and says nothing.
    pub(in crate::session) fn warning_of_cube(&self, game: &Game) -> Option<Warning> {
        let is_told = !game.cube_in_use && self.settings.output.style != OutputStyle::Gnubg;
        is_told.then_some(Warning::CubeOutOfUse)
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
