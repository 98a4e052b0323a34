//! `show rolls`, `show temperaturemap`, `show marketwindow`, `show cubevalue`: what the next roll may bring.

use super::market::deviation;
use crate::board::{Roll, Side};
use crate::eval::{CubePoints, GammonRates};
use crate::notation::play_text;
use crate::rollout::cube_value;
use crate::session::error::interrupted;
use crate::session::reply::{
    CubeValueReply, Figures, Market, MarketWindowReply, PlayerWindow, Reply, RollValue, RollsReply, TemperatureMapReply,
};
use crate::session::{Session, SessionError};

impl Session {
    /// The equity after the best play of every roll, best roll first.
    pub(in crate::session) fn show_rolls(&mut self, plies: Option<u8>) -> Result<Reply, SessionError> {
        let (mut rolls, mean) = self.rolls(plies)?;
        let (deviation, market) = (deviation_of(&rolls), self.market_here()?);
        if let Some(market) = &market {
            rolls.iter_mut().zip(&market.passes).for_each(|(roll, passes)| roll.passes = Some(*passes));
        }
        rolls.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        Ok(self.figures(Figures::Rolls(RollsReply { rolls, mean, deviation, market })))
    }

    /// The equities of the rolls as a square of first and second die.
    pub(in crate::session) fn temperature_map(&mut self) -> Result<Reply, SessionError> {
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
    pub(in crate::session) fn cube_value(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        let settings = self.settings.hints().cubedecision.with_cube(false);
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
    pub(in crate::session) fn market_window(&mut self) -> Result<Reply, SessionError> {
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
