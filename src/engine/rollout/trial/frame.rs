//! The seven numbers of a trial in one frame: seen by the side that decides, in units that do not change
//! while the cube is turned.

use crate::board::{Player, Side};
use crate::eval::{Evaluation, Outputs};
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, Values};
use crate::rollout::order::job::{Job, Start};
use crate::scoring::{CubeInfo, GammonPrices, Met};

/// The frame of one candidate's trials.
#[derive(Clone, Debug)]
pub struct Frame {
    decider: Player,
    /// The value of the cube in whose units money equities are given.
    basis: f64,
    cubeful: bool,
    /// The value of gammons at the cube with which trials begin, to the decider and to the other. For money gammons
    /// count in full, Jacoby or not.
    prices: [GammonPrices; 2],
}

impl Frame {
    /// The frame for trials from this start.
    pub fn new(start: &Start, job: &Job, cubeful: bool, met: &Met) -> Self {
        let info = CubeInfo::up_to(job.top(), start.cube, start.on_roll, *job.terms(), met);
        let price = |player| if info.is_match() { info.gammon_prices(player) } else { GammonPrices::FULL };
        let decider = job.decider();
        let prices = [price(decider), price(!decider)];
        Self { decider, basis: f64::from(job.basis().value()), cubeful, prices }
    }

    /// Whether this is the side that decides.
    pub fn is_decider(&self, player: Player) -> bool {
        player == self.decider
    }

    /// Whether the cubeful value counts.
    pub const fn is_cubeful(&self) -> bool {
        self.cubeful
    }

    /// An evaluation by the side on roll.
    pub fn valued(&self, evaluation: &Evaluation, cube: &CubeInfo) -> Values {
        let mut values = self.cubeless(&evaluation.outputs, cube.on_roll());
        if let Some(equity) = evaluation.cubeful.filter(|_| self.cubeful) {
            values[CUBEFUL] = self.cubeful_value(f64::from(equity), cube);
        }
        values
    }

    /// The side on roll doubled and the other passed.
    pub fn passed(&self, outputs: &Outputs, cube: &CubeInfo) -> Values {
        let mut values = self.cubeless(outputs, cube.on_roll());
        values[CUBEFUL] = self.won(cube.on_roll(), 1, cube);
        values
    }

    /// A side bore off its last checker.
    pub fn borne_off(&self, winner: Player, multiple: u8, cube: &CubeInfo) -> Values {
        let outputs = Outputs([1.0, f32::from(multiple >= 2), f32::from(multiple >= 3), 0.0, 0.0]);
        let mut values = self.cubeless(&outputs, winner);
        if self.cubeful {
            // As long as Jacoby's rule keeps gammons from counting, they do not count. (The reference counts them.)
            let counted = if cube.is_jacoby_in_force() { 1 } else { multiple };
            values[CUBEFUL] = self.won(winner, counted, cube);
        }
        values
    }

    /// The winner of a game that is over, and how many times the cube, from its outputs for the side on roll.
    pub fn winner(outputs: &Outputs, cube: &CubeInfo) -> (Player, u8) {
        let won = outputs.win() > 0.5;
        let winners = if won { *outputs } else { outputs.flipped() };
        let multiple = 1 + u8::from(winners.win_gammon() > 0.5) + u8::from(winners.win_backgammon() > 0.5);
        (cube.player(if won { Side::OnRoll } else { Side::Opponent }), multiple)
    }

    /// The five outputs and the cubeless equity, which also stands in for the cubeful value.
    fn cubeless(&self, outputs: &Outputs, of: Player) -> Values {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs.0.map(f64::from);
        let ours = if self.is_decider(of) {
            [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
        } else {
            [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
        };
        let [own, other] = &self.prices;
        let price = |gammon, backgammon, prices: &GammonPrices| {
            gammon * f64::from(prices.gammon) + backgammon * f64::from(prices.backgammon)
        };
        let equity = 2.0 * ours[0] - 1.0 + price(ours[1], ours[2], own) - price(ours[3], ours[4], other);
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = ours;
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, equity, equity]
    }

    /// An equity of the side on roll in units of the cube: for money in units of the basis cube, in a match as
    /// a winning chance.
    fn cubeful_value(&self, equity: f64, cube: &CubeInfo) -> f64 {
        let ours = self.is_decider(cube.on_roll());
        match cube.scale() {
            None => (if ours { equity } else { -equity }) * f64::from(cube.cube().value()) / self.basis,
            Some(scale) => {
                let (lose, win) = (f64::from(scale.lose.0), f64::from(scale.win.0));
                let mwc = 0.5 * (equity * (win - lose) + win + lose);
                if ours { mwc } else { 1.0 - mwc }
            }
        }
    }

    /// A player wins this many times the cube.
    fn won(&self, winner: Player, multiple: u8, cube: &CubeInfo) -> f64 {
        let ours = self.is_decider(winner);
        match cube.win_chances(winner) {
            None => {
                let points = f64::from(multiple) * f64::from(cube.cube().value()) / self.basis;
                if ours { points } else { -points }
            }
            Some(chances) => {
                let mwc = f64::from(chances[usize::from(multiple) - 1]);
                if ours { mwc } else { 1.0 - mwc }
            }
        }
    }

    /// The value by which a side on roll orders its rolls, from seven numbers: its own, the higher the better.
    pub fn preference(&self, values: &Values, of: Player) -> f64 {
        let value = values[if self.cubeful { CUBEFUL } else { CUBELESS }];
        if self.is_decider(of) { value } else { -value }
    }
}
