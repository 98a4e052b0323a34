//! `show pipcount`, the race formulas, and values from the bearoff databases.

use crate::board::Side;
use crate::command::{BoardArg, Count};
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
    pub(in crate::session) fn show_count(
        &mut self,
        count: Count,
        board: Option<&BoardArg>,
    ) -> Result<Reply, SessionError> {
        let game = board.map_or_else(|| self.game_in_progress(), |board| self.game_with(board))?;
        let position = &game.position;
        let figures = match count {
            Count::PipCount => {
                let pips = position.pips();
                let lead = i64::from(pips.opponent) - i64::from(pips.on_roll);
                Figures::PipCount(self.count(&game, PipCount { on_roll: pips.on_roll, opponent: pips.opponent, lead }))
            }
            Count::Thorp => Figures::Thorp(self.count::<RaceCount>(&game, thorp(position))),
            Count::Keith => Figures::Keith(self.count::<RaceCount>(&game, keith(position))),
            Count::Isight => Figures::Isight(self.count::<Isight>(&game, isight(position))),
            Count::Kleinman => Figures::Kleinman(self.count::<Kleinman>(&game, kleinman(position))),
            Count::EightNineTwelve => Figures::LeadRule(self.count::<LeadRule>(&game, lead_rule(position))),
            Count::OneSidedRollout => {
                let one_sided = &Bearoff::standard().one_sided;
                let result = one_sided_rollout(position, one_sided, ONE_SIDED_TRIALS, self.settings.rollout.seed);
                let sides = [(Side::OnRoll, result.effective.on_roll), (Side::Opponent, result.effective.opponent)]
                    .map(|(side, effective)| self.effort(&game, side, effective));
                Figures::OneSidedRollout(OneSidedReply { trials: ONE_SIDED_TRIALS, outputs: result.outputs, sides })
            }
            Count::Bearoff => Figures::Bearoff(self.bearoff(&game)?),
        };
        Ok(Reply::figures(figures))
    }

    fn count<T>(&self, game: &Game, count: T) -> CountReply<T> {
        let names = &self.settings.names;
        CountReply {
            player: names[game.on_roll].clone(),
            opponent: names[!game.on_roll].clone(),
            has_contact: game.position.has_contact(),
            count,
        }
    }

    fn effort(&self, game: &Game, side: Side, effective: EffectivePips) -> SideEffort {
        SideEffort {
            player: self.settings.names[game.player(side)].clone(),
            pips: game.position.side(side).pips(),
            effective,
        }
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
}
