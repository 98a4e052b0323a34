//! Equities with the cube for money, backed up over rolls: what the heads for the cube learn.

use crate::board::{Player, Position};
use crate::eval::{CubeEfficiency, Efficiencies, EvalSettings, Evaluator, Searcher};
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use std::sync::Arc;

/// The cubes of money games in the order of [`Efficiencies`], each seen by the side on roll.
fn money_cubes(met: &Met) -> [CubeInfo; Efficiencies::WAYS] {
    let cube = |cube, jacoby| CubeInfo::new(cube, Player::Bottom, Terms::Money { jacoby, beavers: 0 }, met);
    let [ours, theirs] = [Player::Top, Player::Bottom].map(|doubler| Cube::START.doubled_by(doubler));
    [cube(Cube::START, true), cube(Cube::START, false), cube(ours, false), cube(theirs, false)]
}

/// Answers questions about the cube by looking ahead, reusing its room.
pub(super) struct CubeAnswering {
    searcher: Searcher,
    pub cubes: [CubeInfo; Efficiencies::WAYS],
    settings: EvalSettings,
}

impl CubeAnswering {
    /// Looks this many plies ahead, with the efficiencies of the nets where they have them.
    pub fn new(nets: &Arc<Evaluator>, plies: u8) -> Self {
        let met = Arc::new(Met::kazaross_xg2());
        let cubes = money_cubes(&met);
        let searcher = Searcher::new(Arc::clone(nets), met).with_efficiency(CubeEfficiency::BY_NETS);
        Self { searcher, cubes, settings: EvalSettings::cubeful(plies) }
    }

    /// The value of the position to the side on roll, which does not double now, with each cube in units of it.
    ///
    /// # Panics
    /// Never: nothing interrupts its search.
    pub fn answer(&mut self, position: &Position) -> [f32; Efficiencies::WAYS] {
        let mut decide = |cube: &CubeInfo| {
            let decision = self.searcher.cube_decision(position, cube, &self.settings);
            decision.expect("no flag to stop it").values
        };
        let [jacoby, centered, own, _] = &self.cubes;
        let jacoby = decide(jacoby);
        [jacoby.no_double, decide(centered).no_double, decide(own).no_double, 0.5 * jacoby.double_take]
    }
}
