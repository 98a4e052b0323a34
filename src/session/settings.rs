//! What the user has chosen, other than the state of the game.

use crate::board::{ByPlayer, Variation};
use crate::eval::{EvalSettings, MoveFilters};
use crate::rollout::RolloutSettings;

/// How numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputSettings {
    /// Match winning chances in place of normalized equities.
    pub mwc: bool,
    /// Match winning chances as percentages.
    pub match_percent: bool,
    /// Probabilities as percentages.
    pub win_percent: bool,
    /// Digits after the point, 1 to 6.
    pub digits: usize,
    /// Boards as FIBS `board:` lines.
    pub rawboard: bool,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self { mwc: false, match_percent: true, win_percent: false, digits: 3, rawboard: false }
    }
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaticSettings {
    /// Bear off when nothing else makes sense.
    pub bearoff: bool,
    /// Play the Crawford rule.
    pub crawford: bool,
    /// Cubes turned by equal opening dice, at most.
    pub doubles: u8,
    /// Start the next game.
    pub game: bool,
    /// Play forced moves.
    pub forced_move: bool,
    /// Roll when there is no cube decision.
    pub roll: bool,
}

impl Default for AutomaticSettings {
    fn default() -> Self {
        Self { bearoff: false, crawford: true, doubles: 0, game: true, forced_move: false, roll: true }
    }
}

/// How positions are evaluated for `eval` and `hint`.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationSettings {
    /// Plays.
    pub chequerplay: EvalSettings,
    /// Cube decisions.
    pub cubedecision: EvalSettings,
    /// Which plays are looked at more deeply.
    pub filters: MoveFilters,
}

/// Everything the user has chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// Gammons count only after a cube turn, in new money sessions.
    pub jacoby: bool,
    /// Beavers in a row, in new money sessions.
    pub beavers: u8,
    /// What happens by itself.
    pub automatic: AutomaticSettings,
    /// Points of a match when `new match` names none.
    pub match_length: u8,
    /// What new games are.
    pub variation: Variation,
    /// `set evaluation`.
    pub evaluation: EvaluationSettings,
    /// `set rollout`.
    pub rollout: RolloutSettings,
    /// `set output`.
    pub output: OutputSettings,
    /// Draw the board after every play.
    pub display: bool,
    /// Draw point 1 at the lower left.
    pub clockwise: bool,
    /// The prompt; `\p`, `\c`, `\s`, `\v` stand for the player, pips, score, version.
    pub prompt: String,
    /// Threads for rollouts.
    pub threads: usize,
    /// Whether rollouts are written to a journal while they run.
    pub autosave_rollout: bool,
}
