//! `eval` and `hint`: what the engine thinks of the position.

use super::reply::{CubeReply, EquityReply, EvalReply, MwcPair, PlayReply, PlaysReply, PlyReply, ResignationReply};
use super::{Reply, Session, SessionError};
use crate::board::Roll;
use crate::command::BoardArg;
use crate::eval::{CubeDecision, CubeValues, EvalSettings, Interrupted, Searcher};
use crate::notation::{play_text, position_id};
use crate::record::{Game, Pending};
use crate::scoring::{CubeInfo, GameValue, Mwc};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Plays that `hint` lists when no number is given.
const DEFAULT_PLAYS: usize = 10;

/// What is said above the answer for who has stopped a longer look.
const AT_A_GLANCE: &str = "stopped by you: this is how it looks at a glance, without looking ahead";

impl Session {
    /// A searcher with the engine and settings of now; Ctrl-C stops it.
    pub(super) fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(self.game_evaluator(), Arc::clone(&self.met))
            .with_efficiency(self.settings.efficiency)
            .with_stop(Arc::clone(&self.stop));
        // Noise that is no function of the position is another one in every question.
        searcher.seed_noise(self.noise.fetch_add(1, Ordering::Relaxed));
        searcher
    }

    pub(super) fn eval(&mut self, board: Option<&BoardArg>) -> Result<Reply, SessionError> {
        let game = match board {
            // A game that has ended leaves its last position to be looked at.
            None => self.state().shown().ok_or_else(SessionError::no_game)?,
            Some(board) => self.game_with(board)?,
        };
        let info = CubeInfo::new(game.cube, game.on_roll, self.state().standing.terms(), &self.met);
        let mut searcher = self.searcher();
        // The rows lead to the cube decision below them, so that its settings govern them too.
        let settings = self.settings.hints().cubedecision;
        let mut plies = Vec::new();
        let mut deepest = None;
        for ply in 0..=settings.plies {
            let at = settings.with_plies(ply);
            // The value before a double: whether to turn the cube is the question asked below the table.
            let decision = match searcher.cube_decision(&game.position, &info, &at) {
                Ok(decision) => decision,
                // What is known is what the plies before have said.
                Err(_) if deepest.is_some() => break,
                Err(error) => return Err(interrupted(error)),
            };
            let cubeful = decision.values.no_double;
            plies.push(PlyReply {
                ply,
                outputs: decision.outputs,
                equity: decision.equity,
                cubeful,
                mwc: mwc_pair(&info, decision.equity, cubeful),
            });
            deepest = Some((ply, decision));
        }
        let (ply, decision) = deepest.ok_or_else(SessionError::stopped)?;
        let mut cube = self.cube_reply(&decision, ply, &game, &info);
        if board.is_none() && self.state().game.is_none() {
            cube.verdict = None;
        }
        let class = self.game_evaluator().classify(&game.position);
        let reply = Reply::Eval(Box::new(EvalReply { ids: self.ids_of(&game), class, plies, cube }));
        if ply == settings.plies {
            return Ok(reply);
        }
        let why = format!("stopped by you: {} plies are not finished, this is what those before say", ply + 1);
        Ok(Reply::Many(vec![Reply::Message(why), reply]))
    }

    pub(super) fn hint(&mut self, n: Option<u16>) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        match game.pending {
            Some(Pending::Resignation { by, value, .. }) => return self.resignation_hint(&game, &info, by, value),
            Some(Pending::Double) if game.beavers > 0 => {
                return Err(SessionError::new("no hint on a beaver: the decision before the double has one")
                    .with_expected(["take", "drop", "beaver"]));
            }
            Some(Pending::Double) => {
                return self.cube_hint(&game, &info, CubeReply::for_answerer);
            }
            None => {}
        }
        let Some(dice) = game.dice else {
            return self.cube_hint(&game, &info, |reply| reply);
        };
        let (plays, is_stopped) = match self.ranked_plays(&game, &info, dice) {
            Err(error) if error.interrupted => (self.plays_at_a_glance(&game, &info, dice)?, true),
            plays => ((*plays?).clone(), false),
        };
        if plays.candidates.is_empty() {
            return Ok(Reply::Message(format!("no legal play for {dice}")));
        }
        let mut shown = self.with_rollouts(plays);
        shown.candidates.truncate(n.map_or(DEFAULT_PLAYS, usize::from));
        let shown = Reply::Plays(Box::new(shown));
        if !is_stopped {
            return Ok(shown);
        }
        Ok(Reply::Many(vec![Reply::Message(AT_A_GLANCE.to_owned()), shown]))
    }

    /// Every legal play by its evaluation, best first; remembered until the state or the settings change.
    pub(super) fn ranked_plays(
        &mut self,
        game: &Game,
        info: &CubeInfo,
        dice: Roll,
    ) -> Result<Arc<PlaysReply>, SessionError> {
        if let Some(plays) = &self.hint {
            return Ok(Arc::clone(plays));
        }
        let settings = self.settings.hints().chequerplay;
        let plays = Arc::new(self.plays_by(&mut self.searcher(), settings, game, info, dice).map_err(interrupted)?);
        self.hint = Some(Arc::clone(&plays));
        Ok(plays)
    }

    /// Every legal play at a glance, for who has stopped a longer look.
    fn plays_at_a_glance(&self, game: &Game, info: &CubeInfo, dice: Roll) -> Result<PlaysReply, SessionError> {
        let settings = self.settings.hints().chequerplay.with_plies(0);
        self.plays_by(&mut self.glancing(), settings, game, info, dice).map_err(interrupted)
    }

    fn plays_by(
        &self,
        searcher: &mut Searcher,
        settings: EvalSettings,
        game: &Game,
        info: &CubeInfo,
        dice: Roll,
    ) -> Result<PlaysReply, Interrupted> {
        let filters = &self.settings.hints().filters;
        let candidates = searcher.rank_plays(&game.position, dice, info, &settings, filters)?;
        let best = candidates.first().map_or(0.0, |best| best.score());
        let rows = candidates.iter().enumerate().map(|(i, candidate)| PlayReply {
            rank: i + 1,
            play: play_text(&candidate.play),
            position_id: position_id(&candidate.play.result.flipped()),
            ply: candidate.plies,
            outputs: candidate.evaluation.outputs,
            equity: candidate.evaluation.equity,
            cubeful: candidate.score(),
            mwc: mwc_pair(info, candidate.evaluation.equity, candidate.score()),
            difference: candidate.score() - best,
            judged: None,
        });
        Ok(PlaysReply {
            ids: self.ids_of(game),
            dice,
            is_cubeful: settings.cubeful,
            settings,
            candidates: rows.collect(),
            n_legal: candidates.len(),
            warning: self.warning(),
        })
    }

    /// The cube decision by its rollout, or else by an evaluation; at a glance for who has stopped that.
    fn cube_hint(&self, game: &Game, info: &CubeInfo, seen: fn(CubeReply) -> CubeReply) -> Result<Reply, SessionError> {
        let answer = |reply| Reply::Cube(Box::new(seen(reply)));
        if let Some(reply) = self.rolled_cube(game, info) {
            return Ok(answer(reply));
        }
        let settings = self.settings.hints().cubedecision;
        if let Ok(decision) = self.searcher().cube_decision(&game.position, info, &settings) {
            return Ok(answer(self.cube_reply(&decision, settings.plies, game, info)));
        }
        let glance =
            self.glancing().cube_decision(&game.position, info, &settings.with_plies(0)).map_err(interrupted)?;
        let reply = answer(self.cube_reply(&glance, 0, game, info));
        Ok(Reply::Many(vec![Reply::Message(AT_A_GLANCE.to_owned()), reply]))
    }

    /// A searcher that nobody stops, for what takes no time.
    fn glancing(&self) -> Searcher {
        Searcher::new(self.game_evaluator(), Arc::clone(&self.met)).with_efficiency(self.settings.efficiency)
    }

    fn cube_reply(&self, decision: &CubeDecision, ply: u8, game: &Game, info: &CubeInfo) -> CubeReply {
        let CubeValues { no_double, double_take, double_pass } = decision.values;
        let outputs = decision.outputs;
        let mwc = info.scale().map(|scale| [no_double, double_take, double_pass].map(|equity| scale.to_mwc(equity).0));
        CubeReply {
            ids: self.ids_of(game),
            ply,
            cube: game.cube,
            player: game.on_roll,
            outputs,
            equity: outputs.cubeless_equity(),
            utility: decision.equity,
            utility_mwc: info.scale().map(|scale| scale.to_mwc(decision.equity).0),
            no_double,
            double_take,
            double_pass,
            mwc,
            verdict: decision.verdict.filter(|_| game.cube_in_use),
            percentage: decision.wrong_answers(),
            is_answer: false,
            rollout: None,
            warning: self.warning(),
        }
    }

    /// Compares what a resignation brings with the value of playing on.
    fn resignation_hint(
        &self,
        game: &Game,
        info: &CubeInfo,
        by: crate::board::Player,
        value: GameValue,
    ) -> Result<Reply, SessionError> {
        let settings = &self.settings.hints().cubedecision;
        let values = self.resignation_values(game, info, by, value, settings)?;
        let scale = if by == game.on_roll { info.flipped().scale() } else { info.scale() };
        let worth = |equity: f32| EquityReply { equity, mwc: scale.map(|scale| scale.to_mwc(equity).0) };
        Ok(Reply::Resignation(Box::new(ResignationReply {
            ids: self.ids_of(game),
            asked: !by,
            value,
            accepting: worth(values.accepting),
            playing_on: worth(values.playing_on),
            cubeless: worth(values.cubeless),
            warning: self.warning(),
        })))
    }

    /// What accepting a resignation and playing on are worth to the player who is asked.
    pub(super) fn resignation_values(
        &self,
        game: &Game,
        info: &CubeInfo,
        by: crate::board::Player,
        value: GameValue,
        settings: &EvalSettings,
    ) -> Result<ResignationValues, SessionError> {
        let settings = EvalSettings { cubeful: true, ..*settings };
        let evaluation = self.searcher().evaluate(&game.position, info, &settings).map_err(interrupted)?;
        let asked = !by;
        let evaluation = if asked == game.on_roll { evaluation } else { evaluation.flipped() };
        let accepting = self.worth_of_winning(game, info, asked, value);
        Ok(ResignationValues { accepting, playing_on: evaluation.score(), cubeless: evaluation.equity })
    }

    /// What winning so much at once is worth to a player, per unit of the cube or normalized.
    pub(super) fn worth_of_winning(
        &self,
        game: &Game,
        info: &CubeInfo,
        winner: crate::board::Player,
        value: GameValue,
    ) -> f32 {
        match info.scale() {
            None => value.multiplier() as f32,
            Some(scale) => {
                let score = *info.terms().match_score().expect("a scale belongs to a match");
                let won = self.met.after(&score, winner, game.cube.value * value.multiplier(), game.on_roll);
                let equity = scale.to_equity(Mwc(won));
                if winner == game.on_roll { equity } else { -equity }
            }
        }
    }
}

/// What a resignation brings to the player who is asked, and what playing on is worth to him, in units of the cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResignationValues {
    accepting: f32,
    playing_on: f32,
    cubeless: f32,
}

impl ResignationValues {
    /// Whether to accept, where equities are known to within so much.
    pub fn is_enough(&self, certain: f32) -> bool {
        self.accepting >= self.playing_on - certain
    }
}

fn mwc_pair(info: &CubeInfo, utility: f32, cubeful: f32) -> Option<MwcPair> {
    info.scale().map(|scale| MwcPair { equity: scale.to_mwc(utility).0, cubeful: scale.to_mwc(cubeful).0 })
}

pub(super) fn interrupted(_: Interrupted) -> SessionError {
    SessionError::stopped()
}
