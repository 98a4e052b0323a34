//! `show pipcount`, the race formulas, and values from the bearoff databases.

use crate::board::Side;
use crate::command::{BoardArg, Show};
use crate::eval::Class;
use crate::eval::bearoff::Bearoff;
use crate::eval::counts::{
    EffectivePips, Isight, Kleinman, LeadRule, RaceCount, isight, keith, kleinman, lead_rule, one_sided_rollout, thorp,
};
use crate::record::Game;
use crate::session::reply::{
    BearoffReply, CountReply, ExactEquities, Figures, OneSidedReply, PipCount, Reply, SideEffort,
};
use crate::session::{Session, SessionError};

/// Games of the one-sided rollout.
const ONE_SIDED_TRIALS: u32 = 5760;

impl Session {
    pub(in crate::session) fn show_count(&mut self, show: &Show) -> Result<Reply, SessionError> {
        let (Show::PipCount(board)
        | Show::Thorp(board)
        | Show::Keith(board)
        | Show::Kleinman(board)
        | Show::Isight(board)
        | Show::EightNineTwelve(board)
        | Show::OneSidedRollout(board)
        | Show::Bearoff(board)) = show
        else {
            unreachable!("the caller sends only counts");
        };
        let game = self.game_to_count(board.as_ref())?;
        let position = &game.position;
        let figures = match show {
            Show::PipCount(_) => {
                let pips = position.pips();
                let lead = i64::from(pips.opponent) - i64::from(pips.on_roll);
                Figures::PipCount(self.count(&game, PipCount { on_roll: pips.on_roll, opponent: pips.opponent, lead }))
            }
            Show::Thorp(_) => Figures::Thorp(self.count::<RaceCount>(&game, thorp(position))),
            Show::Keith(_) => Figures::Keith(self.count::<RaceCount>(&game, keith(position))),
            Show::Isight(_) => Figures::Isight(self.count::<Isight>(&game, isight(position))),
            Show::Kleinman(_) => Figures::Kleinman(self.count::<Kleinman>(&game, kleinman(position))),
            Show::EightNineTwelve(_) => Figures::LeadRule(self.count::<LeadRule>(&game, lead_rule(position))),
            Show::OneSidedRollout(_) => {
                let one_sided = &Bearoff::standard().one_sided;
                let result = one_sided_rollout(position, one_sided, ONE_SIDED_TRIALS, self.settings.rollout.seed);
                let sides = [(Side::OnRoll, result.effective.on_roll), (Side::Opponent, result.effective.opponent)]
                    .map(|(side, effective)| self.effort(&game, side, effective));
                Figures::OneSidedRollout(OneSidedReply { trials: ONE_SIDED_TRIALS, outputs: result.outputs, sides })
            }
            _ => Figures::Bearoff(self.bearoff(&game)?),
        };
        Ok(Reply::figures(figures))
    }

    fn count<T>(&self, game: &Game, count: T) -> CountReply<T> {
        let names = &self.settings.names;
        CountReply { player: names[game.on_roll].clone(), opponent: names[!game.on_roll].clone(), count }
    }

    fn effort(&self, game: &Game, side: Side, effective: EffectivePips) -> SideEffort {
        let player = if side == Side::OnRoll { game.on_roll } else { !game.on_roll };
        SideEffort { player: self.settings.names[player].clone(), pips: game.position.side(side).pips(), effective }
    }

    /// The databases' values of the position: exact equities, and each side's rolls to bear off.
    fn bearoff(&self, game: &Game) -> Result<BearoffReply, SessionError> {
        let evaluator = self.game_evaluator();
        let bearoff = evaluator.bearoff();
        let exact = (evaluator.classify(&game.position) == Class::BearoffTwoSided).then(|| {
            let exact = bearoff.equities([game.position.on_roll(), game.position.opponent()]);
            ExactEquities {
                cubeless: exact.cubeless(),
                owned: exact.owned(),
                centered: exact.centered(),
                opponents: exact.opponents(),
            }
        });
        let effort = |side: Side| {
            let effective = EffectivePips::exact(game.position.side(side), &bearoff.one_sided)?;
            Some(self.effort(game, side, effective))
        };
        let sides: Vec<_> = [effort(Side::OnRoll), effort(Side::Opponent)].into_iter().flatten().collect();
        if sides.is_empty() {
            return Err(SessionError::new("no side is home, so the bearoff databases know nothing of this position")
                .with_suggestion("show onesidedrollout"));
        }
        Ok(BearoffReply { exact, sides })
    }

    fn game_to_count(&self, board: Option<&BoardArg>) -> Result<Game, SessionError> {
        board.map_or_else(|| self.game_in_progress(), |board| self.game_with(board))
    }
}
