//! `show rolls`, `show temperaturemap`, `show marketwindow`, `show cubevalue`: what the next roll may bring.

use super::evaluate::interrupted;
use super::market::{Market, deviation};
use super::{Figures, Reply, Session, SessionError};
use crate::board::{Roll, Side};
use crate::eval::{CubePoints, EvalSettings, GammonRates};
use crate::notation::play_text;
use crate::rollout::cube_value;
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
    /// What the rolls of both sides do to the cube, where the side on roll may double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<Market>,
}

/// What a roll is worth.
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
    /// Of the opponent's 36 outcomes those after which it is a pass, where the side on roll may double.
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
    /// What the rolls of both sides do to the cube, where the side on roll may double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<Market>,
}

/// What owning the cube is worth in a money game, in units of the cube (Dahl 1995).
#[derive(Clone, Debug, Serialize)]
pub struct CubeValueReply {
    /// The player on roll; the equities are this player's.
    pub player: String,
    /// The other player.
    pub opponent: String,
    /// Equity without a cube.
    pub cubeless: f64,
    /// What the player gains by owning the cube.
    pub owning: f64,
    /// What the opponent gains by owning it.
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

impl Session {
    /// The equity after the best play of every roll, best roll first.
    pub(super) fn show_rolls(&mut self, plies: Option<u8>) -> Result<Reply, SessionError> {
        let (mut rolls, mean) = self.rolls(plies)?;
        let (deviation, market) = (deviation_of(&rolls), self.market_here()?);
        if let Some(market) = &market {
            rolls.iter_mut().zip(&market.passes).for_each(|(roll, passes)| roll.passes = Some(*passes));
        }
        rolls.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        Ok(self.figures(Figures::Rolls(RollsReply { rolls, mean, deviation, market })))
    }

    /// The equities of the rolls as a square of first and second die.
    pub(super) fn temperature_map(&mut self) -> Result<Reply, SessionError> {
        let (rolls, mean) = self.rolls(None)?;
        let equity = |a: u8, b: u8| rolls[Roll::new(a, b).expect("1 to 6").index()].equity;
        let equities = [1, 2, 3, 4, 5, 6].map(|a| [1, 2, 3, 4, 5, 6].map(|b| equity(a, b)));
        let (deviation, market) = (deviation_of(&rolls), self.market_here()?);
        Ok(self.figures(Figures::TemperatureMap(TemperatureMapReply { equities, mean, deviation, market })))
    }

    /// The market of the position on the table.
    fn market_here(&self) -> Result<Option<Market>, SessionError> {
        Ok(self.market(&self.game_in_progress()?, self.state().standing.terms()))
    }

    /// Dahl's estimate of what owning the cube is worth, 0.35 (P(win) + P(gammon)/2), and the take that follows.
    pub(super) fn cube_value(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let settings = EvalSettings { cubeful: false, ..self.settings.hints().cubedecision };
        let outputs = self.searcher().evaluate(&game.position, &info, &settings).map_err(interrupted)?.outputs;
        let cubeless = f64::from(outputs.cubeless_equity());
        let (owning, opponent_owning) = (cube_value(&outputs), cube_value(&outputs.flipped()));
        let names = &self.settings.names;
        Ok(self.figures(Figures::CubeValue(CubeValueReply {
            player: names[game.on_roll].clone(),
            opponent: names[!game.on_roll].clone(),
            cubeless,
            owning,
            opponent_owning,
            taking: opponent_owning - cubeless,
            is_match: info.is_match(),
        })))
    }

    /// The winning chances at which cube actions change, at the gammon rates of this position.
    pub(super) fn market_window(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let settings = &self.settings.hints().cubedecision;
        let outputs = self.searcher().evaluate(&game.position, &info, settings).map_err(interrupted)?.outputs;
        let players = [(Side::OnRoll, game.on_roll), (Side::Opponent, !game.on_roll)].map(|(side, player)| {
            let points = CubePoints::of(&info, &outputs, side);
            let player = self.settings.names[player].clone();
            PlayerWindow { player, gammon_rates: GammonRates::of(&outputs, side), points }
        });
        let crawford = self.is_crawford();
        Ok(self.figures(Figures::MarketWindow(MarketWindowReply { players, win: outputs.win(), crawford })))
    }

    /// Every roll in the order of [`Roll::ALL`], and the mean.
    fn rolls(&mut self, plies: Option<u8>) -> Result<(Vec<RollValue>, f64), SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let evaluation = &self.settings.hints();
        let settings = evaluation.chequerplay.with_plies(plies.unwrap_or(0));
        let mut searcher = self.searcher();
        let value = |roll: Roll| {
            let best =
                searcher.best_play(&game.position, roll, &info, &settings, &evaluation.filters).map_err(interrupted)?;
            let (equity, play) = match best {
                Some(best) => (best.score(), Some(play_text(&best.play))),
                None => {
                    let passed =
                        searcher.evaluate(&game.position.flipped(), &info.flipped(), &settings).map_err(interrupted)?;
                    (-passed.score(), None)
                }
            };
            Ok(RollValue {
                dice: [roll.high(), roll.low()],
                equity,
                luck: 0.0,
                play,
                weight: roll.weight(),
                passes: None,
            })
        };
        let mut rolls = Roll::ALL.into_iter().map(value).collect::<Result<Vec<_>, SessionError>>()?;
        let mean = rolls.iter().map(|roll| f64::from(roll.equity) * f64::from(roll.weight)).sum::<f64>() / 36.0;
        for roll in &mut rolls {
            roll.luck = f64::from(roll.equity) - mean;
        }
        Ok((rolls, mean))
    }
}

/// The standard deviation of the equities of all rolls.
fn deviation_of(rolls: &[RollValue]) -> f64 {
    deviation(rolls.iter().map(|roll| (f64::from(roll.equity), roll.weight)))
}
