//! The players of duels and judges of positions.

use crate::eval::{CubeEfficiency, EvalSettings, Evaluator, MoveFilters};
use std::sync::Arc;

/// A player: nets, and how far it looks ahead.
#[derive(Clone)]
pub struct Contender {
    /// The name in results.
    pub name: String,
    /// The nets.
    pub evaluator: Arc<Evaluator>,
    /// How many plies it looks ahead, in plays and in cube decisions.
    pub plies: u8,
    /// How live it takes cubes to be.
    pub efficiency: CubeEfficiency,
}

impl Contender {
    /// How it chooses plays and turns cubes.
    pub(super) const fn settings(&self, cubeful: bool) -> EvalSettings {
        if cubeful { EvalSettings::cubeful(self.plies) } else { EvalSettings::cubeless(self.plies) }
    }

    /// The rules by which it looks at plays more deeply.
    pub(super) fn filters(&self) -> MoveFilters {
        MoveFilters::default()
    }
}
