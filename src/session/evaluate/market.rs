//! Volatility and market losers: what a roll of each side does to the cube.
//!
//! Both rolls are played by static evaluations. A pair of rolls loses the market where the opponent would have taken a
//! double before it and has to pass after it: whoever waited then cashes a point, and who had doubled plays on with a
//! turned cube.

use crate::board::{Position, Roll};
use crate::eval::{Advice, EvalSettings, Searcher};
use crate::record::Game;
use crate::scoring::{CubeInfo, Terms};
use crate::session::Session;
use crate::session::reply::Market;
use std::sync::Arc;

impl Session {
    /// The market of a game whose side on roll may double; `None` elsewhere, and where the game is over.
    pub(in crate::session) fn market(&self, game: &Game, terms: Terms) -> Option<Market> {
        let info = self.cube_of(game, terms);
        let may_double = game.may_turn_cube() && info.may_double() && !game.position.is_over();
        may_double.then(|| market(&mut self.static_searcher(game), &game.position, &info)).flatten()
    }

    /// A searcher for what takes no time.
    pub(super) fn static_searcher(&self, game: &Game) -> Searcher {
        let evaluator = self.engine.evaluator_of(game.variation);
        Searcher::new(evaluator, Arc::clone(self.engine.met())).with_efficiency(self.settings.efficiency)
    }
}

/// Looks at all pairs of rolls; `None` when a search is stopped.
fn market(searcher: &mut Searcher, position: &Position, info: &CubeInfo) -> Option<Market> {
    let settings = EvalSettings::cubeful(0);
    let (ours, theirs) = (info.clone(), info.flipped());
    let mut market = Market { volatility: 0.0, passes: vec![0; 21], losers: 0, too_good: 0, lost: 0.0 };
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut enter = |weight: u32, equity: f64| {
        sum += f64::from(weight) * equity;
        squares += f64::from(weight) * equity * equity;
    };
    let first = searcher.all_rolls(position, &ours, &settings);
    for (roll, best) in Roll::ALL.iter().zip(&first) {
        let weight = roll.weight();
        if best.result.is_over() {
            enter(36 * weight, f64::from(best.evaluation.score()));
            continue;
        }
        let before = best.result.flipped();
        for (reply, answer) in Roll::ALL.iter().zip(&searcher.all_rolls(&before, &theirs, &settings)) {
            let pair = weight * reply.weight();
            if answer.result.is_over() {
                enter(pair, -f64::from(answer.evaluation.score()));
                continue;
            }
            let decision = searcher.cube_decision(&answer.result.flipped(), &ours, &settings).ok()?;
            enter(pair, f64::from(decision.optimal));
            let Some(verdict) = decision.verdict.filter(|verdict| !verdict.takes()) else { continue };
            market.passes[roll.index()] += reply.weight();
            market.losers += pair;
            market.too_good += if verdict.advice == Advice::TooGood { pair } else { 0 };
            market.lost += f64::from(pair) * f64::from(decision.values.double_take - decision.optimal) / 1296.0;
        }
    }
    let mean = sum / 1296.0;
    market.volatility = (squares / 1296.0 - mean * mean).max(0.0).sqrt();
    Some(market)
}

/// The standard deviation of values with weights that add up to 36.
pub(in crate::session) fn deviation(values: impl Iterator<Item = (f64, u32)> + Clone) -> f64 {
    let mean = values.clone().map(|(value, weight)| value * f64::from(weight)).sum::<f64>() / 36.0;
    (values.map(|(value, weight)| f64::from(weight) * (value - mean).powi(2)).sum::<f64>() / 36.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    fn session(lines: &[&str]) -> Session {
        let mut session = Session::new();
        for line in lines {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
        }
        session
    }

    fn market_of(lines: &[&str]) -> Option<Market> {
        let session = session(lines);
        let game = *session.game().expect("a game");
        session.market(&game, session.standing().terms())
    }

    /// Two checkers each, on the six and on the ace: whoever bears both off first wins. Worked out by hand.
    #[test]
    fn a_bearoff_that_the_next_rolls_decide_has_no_market() {
        // Both have two checkers on the ace point: the side on roll wins with every roll.
        let won = market_of(&["new session", "set xgid XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10"])
            .expect("a cube");
        assert_eq!((won.losers, won.volatility), (0, 0.0), "{won:?}");
        // 6 and 5 against two on the ace: 6-5, 6-6 and 5-5 … take both off, else the other side wins.
        let open = market_of(&["new session", "set xgid XGID=-----AA-----------------b-:0:0:1:00:0:0:0:0:10"])
            .expect("a cube");
        // 6-5 (2), 3-3, 4-4, 5-5, 6-6: 6 of 36 win. The variance of ±1 is 4 · 1/6 · 5/6.
        assert!((open.volatility - (4.0_f64 / 6.0 * 5.0 / 6.0).sqrt()).abs() < 1e-6, "{open:?}");
        assert_eq!(open.losers, 0);
    }

    #[test]
    fn a_position_near_its_pass_loses_its_market() {
        let lines = ["new session", "set jacoby off", "set xgid XGID=aB-B--CaA---dE--ac-e----B-:0:0:1:00:0:0:0:0:10"];
        let market = market_of(&lines).expect("a cube");
        assert!(market.losers > 100 && market.losers < 1296 && market.volatility > 0.3, "{market:?}");
        let weighted: u32 = Roll::ALL.iter().zip(&market.passes).map(|(roll, passes)| roll.weight() * passes).sum();
        assert_eq!(weighted, market.losers);
        assert!(market.too_good <= market.losers && market.lost > 0.0 && market.lost < 1.0, "{market:?}");
        // A player who cannot double has no market to lose.
        assert_eq!(market_of(&[lines[0], "set xgid XGID=aB-B--CaA---dE--ac-e----B-:1:-1:1:00:0:0:0:0:10"]), None);
    }
}
