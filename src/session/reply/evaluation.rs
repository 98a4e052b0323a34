//! Judgements of the engine on a position: chances, the cube, a resignation.

use super::board::Ids;
use super::noted::Noted;
use super::rollout::RolloutReply;
use super::warning::Warning;
use crate::board::Player;
use crate::eval::{Class, Doubt, Outputs, Verdict};
use crate::level::Level;
use crate::record::Numbers;
use crate::rollout::Worth;
use crate::scoring::{EquityScale, GameValue};
use std::sync::Arc;

/// One line of an evaluation.
#[derive(Clone, Debug)]
pub struct PlyReply {
    /// Look-ahead.
    pub ply: u8,
    /// The chances of the side on roll.
    pub outputs: Outputs,
    /// The worth with a dead cube.
    pub cubeless: EquityReply,
    /// The worth with the cube.
    pub cubeful: EquityReply,
}

/// The evaluation of a position for the side on roll, before the dice.
#[derive(Clone, Debug)]
pub struct EvalReply {
    /// Identifiers.
    pub ids: Ids,
    /// The class of the position, which says what evaluates it.
    pub class: Class,
    /// Static first, then every ply up to the setting.
    pub plies: Vec<PlyReply>,
    /// The cube decision.
    pub cube: CubeReply,
}

/// An equity and, in a match, the winning chance it stands for.
#[derive(Clone, Copy, Debug)]
pub struct EquityReply {
    /// The equity in units of the cube; normalized in a match.
    pub equity: f32,
    /// `None` for money.
    pub mwc: Option<f32>,
}

impl EquityReply {
    /// An equity on the scale of a match, if it is one.
    pub fn new(equity: f32, scale: Option<EquityScale>) -> Self {
        Self { equity, mwc: scale.map(|scale| scale.to_mwc(equity).0) }
    }

    /// The worth for the other side.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { equity: -self.equity, mwc: self.mwc.map(|mwc| 1.0 - mwc) }
    }
}

impl From<Worth> for EquityReply {
    fn from(worth: Worth) -> Self {
        Self { equity: worth.equity.mean as f32, mwc: worth.mwc.map(|mwc| mwc.mean as f32) }
    }
}

/// The answer to a resignation. All numbers are for the player who is asked.
#[derive(Clone, Debug)]
pub struct ResignationReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// The value offered.
    pub value: GameValue,
    /// The worth of accepting.
    pub accepting: EquityReply,
    /// The worth of playing on, the cube included.
    pub playing_on: EquityReply,
    /// The worth of playing on with a dead cube.
    pub cubeless: EquityReply,
    /// The chance that the player who is asked wins by playing on.
    pub wins: f32,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
}

impl ResignationReply {
    /// Whether accepting is worth at least as much as playing on.
    pub fn is_enough(&self) -> bool {
        self.accepting.equity >= self.playing_on.equity
    }
}

/// A cube decision.
#[derive(Clone, Debug)]
pub struct CubeReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// Look-ahead.
    pub ply: u8,
    /// The player who decides.
    pub player: Player,
    /// The chances of the side on roll, as the equities below; but see [`CubeReply::is_answer`].
    pub outputs: Outputs,
    /// Cubeless equity of a money game.
    pub equity: f32,
    /// The worth with a dead cube, gammons at their price.
    pub utility: EquityReply,
    /// The worth of playing on.
    pub no_double: EquityReply,
    /// The worth of doubling when the opponent takes.
    pub double_take: EquityReply,
    /// The worth of doubling when the opponent passes.
    pub double_pass: EquityReply,
    /// The right action. `None` when the cube can't be turned now.
    pub verdict: Option<Verdict>,
    /// The share of wrong answers at which the other decision becomes right, as a fraction.
    pub percentage: Option<f32>,
    /// What the look leaves open about whether to double and whether to take, where that is known.
    pub doubts: Option<[Doubt; 2]>,
    /// Whether the three values are exact: those of a short bearoff at a match score.
    pub is_exact: bool,
    /// Whether the double has been made, so that the question is take or pass: all numbers are then for the player who
    /// is asked, who is not on roll.
    pub is_answer: bool,
    /// The rollout that all these numbers but the ply are of, if there was one.
    pub rollout: Option<CubeRollout>,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
}

impl CubeReply {
    /// The decision of the player who has been doubled, from that to double.
    #[must_use]
    pub fn for_answerer(self) -> Self {
        Self {
            player: !self.player,
            outputs: self.outputs.flipped(),
            equity: -self.equity,
            utility: self.utility.flipped(),
            no_double: self.no_double.flipped(),
            double_take: self.double_take.flipped(),
            double_pass: self.double_pass.flipped(),
            is_answer: true,
            ..self
        }
    }
}

/// Where the numbers of a cube decision that was rolled out are from.
#[derive(Clone, Debug)]
pub enum CubeRollout {
    /// A rollout of this session.
    Rollout(Arc<RolloutReply>),
    /// The notes of the record; the errors of no double and of double and take.
    Noted(Noted<[Numbers; 2]>),
}

impl CubeRollout {
    /// Whether there are trials behind it.
    pub const fn is_rollout(&self) -> bool {
        !matches!(self, Self::Noted(Noted { trials: 0, .. }))
    }

    /// The level that judged it, of here or of another program; `None` for a rollout that the user asked for.
    pub fn level(&self) -> Option<&str> {
        match self {
            Self::Rollout(rollout) => rollout.level.map(Level::name),
            Self::Noted(noted) => noted.level_name(),
        }
    }
}
