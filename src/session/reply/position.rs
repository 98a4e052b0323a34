//! Figures about a position or a score.

use super::rollout::Market;
use crate::eval::CubePoints;
use crate::eval::GammonRates;
use crate::eval::Outputs;
use crate::eval::counts::EffectivePips;
use serde::Serialize;

/// The best play of every roll, best roll first. Equities are those of the side on roll.
#[derive(Clone, Debug, Serialize)]
pub struct RollsReply {
    /// The 21 rolls.
    pub rolls: Vec<RollValue>,
    /// The mean over the 36 outcomes.
    pub mean: f64,
    /// The standard deviation over them.
    pub deviation: f64,
    /// The market of the side on roll, where it may double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<Market>,
}

/// The value of a roll.
#[derive(Clone, Debug, Serialize)]
pub struct RollValue {
    /// Both dice.
    pub dice: [u8; 2],
    /// After the best play.
    pub equity: f32,
    /// That less the mean over all rolls.
    pub luck: f64,
    /// The best play, `None` when there is none.
    pub play: Option<String>,
    /// The number of the 36 outcomes that are this roll.
    pub weight: u32,
    /// The opponent's outcomes, of 36, after which it is a pass, where the side on roll may double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u32>,
}

/// The equities of all rolls as a square.
#[derive(Clone, Debug, Serialize)]
pub struct TemperatureMapReply {
    /// The equities by first and second die.
    pub equities: [[f32; 6]; 6],
    /// The mean over the 36 outcomes.
    pub mean: f64,
    /// The standard deviation over them.
    pub deviation: f64,
    /// The market of the side on roll, where it may double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<Market>,
}

/// The worth of owning the cube in a money game, in units of the cube (Dahl 1995).
#[derive(Clone, Debug, Serialize)]
pub struct CubeValueReply {
    /// The player on roll; the equities are this player's.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// Equity without a cube.
    pub cubeless: f64,
    /// The player's gain from owning the cube.
    pub owning: f64,
    /// The opponent's gain from owning it.
    pub opponent_owning: f64,
    /// The opponent's equity after a double and a take.
    pub taking: f64,
    /// Whether a match is played, where the score changes all this.
    pub is_match: bool,
}

impl CubeValueReply {
    /// The equity at which passing is as good as taking.
    pub const PASSING: f64 = -0.5;
}

/// The winning chances at which cube actions change.
#[derive(Clone, Debug, Serialize)]
pub struct MarketWindowReply {
    /// The side on roll and its opponent.
    pub players: [PlayerWindow; 2],
    /// The chance of the side on roll to win.
    pub win: f32,
    /// Whether this is the Crawford game, in which neither may double.
    pub crawford: bool,
}

/// The points of one player, as this player's winning chances.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerWindow {
    /// The name.
    pub player: String,
    /// The share of wins that are gammons and the share that are backgammons.
    pub gammon_rates: GammonRates,
    /// `None` where turning the cube changes nothing.
    pub points: Option<CubePoints>,
}

/// A count about both players.
#[derive(Clone, Debug, Serialize)]
pub struct CountReply<T> {
    /// The player on roll.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// The sides may still hit each other.
    pub has_contact: bool,
    /// The count.
    pub count: T,
}

/// Pips of both sides.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PipCount {
    /// The pips of the side on roll.
    pub on_roll: u32,
    /// The pips of the other side.
    pub opponent: u32,
    /// The pips by which the side on roll leads.
    pub lead: i64,
}

/// A race in which each side bears off by itself.
#[derive(Clone, Debug, Serialize)]
pub struct OneSidedReply {
    /// Games.
    pub trials: u32,
    /// Chances of the side on roll, without backgammons.
    pub outputs: Outputs,
    /// The effort of each side.
    pub sides: [SideEffort; 2],
}

/// The effort of a side to bear off.
#[derive(Clone, Debug, Serialize)]
pub struct SideEffort {
    /// The player.
    pub player: String,
    /// The pips.
    pub pips: u32,
    /// The effective pips.
    pub effective: EffectivePips,
}

/// Values from the bearoff databases.
#[derive(Clone, Debug, Serialize)]
pub struct BearoffReply {
    /// Exact equities of the side on roll, where the two-sided database has them.
    pub exact: Option<ExactEquities>,
    /// The sides that are home.
    pub sides: Vec<SideEffort>,
}

/// The equities of the two-sided database.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExactEquities {
    /// Without a cube.
    pub cubeless: f32,
    /// Owning the cube.
    pub owned: f32,
    /// The value with a centered cube.
    pub centered: f32,
    /// The value with the opponent's cube.
    pub opponents: f32,
}

/// The decision on the table at every score.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreMapReply {
    /// The player who decides.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// Look-ahead of the cube decisions, or of the plays.
    pub ply: u8,
    /// The decision for money, with the Jacoby rule and beavers as they are set.
    pub money: ScoreCell,
    /// The scores: a row for each number of points that the player needs, a column for each that the opponent needs,
    /// both from 1 up; the game after the Crawford game where one of them is 1.
    pub scores: Vec<Vec<ScoreCell>>,
    /// The plays that are best somewhere, those of the most scores first; empty for a cube decision.
    pub plays: Vec<String>,
}

/// The decision at a score.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreCell {
    /// The best choice: a play, or `no double`, `double, take`, `double, pass`, `too good`; `None` where the cube
    /// cannot be turned.
    pub best: Option<String>,
    /// The gain of the best: of a double over none (less than 0 where it is wrong), of a play over the next one.
    pub margin: f32,
    /// The normalized equity of the best.
    pub equity: f32,
    /// Those of no double, of double and take, and of double and pass; `None` for plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<[f32; 3]>,
}

/// A match equity table, as chances of player 0 from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct MetReply {
    /// The name of the table.
    pub name: String,
    /// Chances by the points that player 0 is away, then by those that player 1 is away, each from 1.
    pub pre_crawford: Vec<Vec<f32>>,
    /// Chances of either player as the trailer after the Crawford game, by points away.
    pub post_crawford: [Vec<f32>; 2],
}

/// The worth of gammons to the players.
#[derive(Clone, Debug, Serialize)]
pub struct GammonValuesReply {
    /// The values by seat.
    pub players: [GammonValue; 2],
}

/// The worth of gammons to a player: how much more than a win, in halves of the worth of a win.
#[derive(Clone, Debug, Serialize)]
pub struct GammonValue {
    /// The player.
    pub player: String,
    /// A gammon.
    pub gammon: f32,
    /// A backgammon, beyond a gammon.
    pub backgammon: f32,
}

/// Equities beside the match winning chances they stand for.
#[derive(Clone, Debug, Serialize)]
pub struct ScaleReply {
    /// One pair each.
    pub values: Vec<ScaleValue>,
}

/// An equity and the chance it stands for.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScaleValue {
    /// Normalized: 1 is winning the cube as it lies.
    pub equity: f32,
    /// From 0 to 1.
    pub mwc: f32,
}
