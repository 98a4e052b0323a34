//! `eval` and `hint`: what the engine thinks of the position.

mod budget;
mod calibrate;
mod convert;
mod counts;
mod file;
mod level;
mod market;
mod score_map;
mod theory;
mod warning;
mod why;
mod why_cube;

pub(in crate::session) use budget::Ended;
pub use why::told_apart;

use super::{Session, SessionError};
use crate::board::{Position, Roll};
use crate::command::BoardArg;
use crate::eval::{Candidate, Class, CubeDecision, Doubt, EvalSettings, Interrupted, Look, Searcher};
use crate::movegen::Play;
use crate::record::{Game, Pending};
use crate::rollout::Unobserved;
use crate::scoring::{CubeInfo, GameValue, Mwc};
use crate::session::error::interrupted;
use crate::session::parts::Rolled;
use crate::session::reply::{
    CubeReply, EquityReply, EvalReply, Figures, Judged, PlayReply, PlaysReply, PlyReply, Reply, ResignationReply, Taken,
};
use crate::settings::{EvaluationSettings, OutputStyle};
use crate::words::counted;
use std::sync::Arc;

/// Plays that `hint` lists when no number is given.
const DEFAULT_PLAYS: usize = 10;

/// Whether another program judged a play.
fn is_foreign(play: &PlayReply) -> bool {
    play.judged.as_ref().is_some_and(Judged::is_foreign)
}

impl Session {
    /// A searcher with the engine and settings of now; Ctrl-C stops it.
    pub fn searcher(&self) -> Searcher {
        self.unstopped().with_stop(Arc::clone(&self.stop))
    }

    /// A searcher that Ctrl-C does not stop, for what takes no time.
    fn unstopped(&self) -> Searcher {
        self.engine.searcher(self.variation(), self.settings.efficiency)
    }

    pub(super) fn eval(&mut self, board: Option<&BoardArg>) -> Result<Reply, SessionError> {
        let game = match board {
            // A game that has ended leaves its last position to be looked at.
            None => self.state().shown().ok_or_else(SessionError::no_game)?,
            Some(board) => self.game_with(board)?,
        };
        let info = self.cube_of(&game, self.state().standing.terms());
        let mut searcher = self.searcher();
        // The rows lead to the cube decision below them, so that its settings govern them too.
        let settings = self.settings.hints().cubedecision;
        let mut plies = Vec::new();
        let mut deepest = None;
        for ply in 0..=settings.plies() {
            let at = settings.with_plies(ply);
            // The value before a double: whether to turn the cube is the question asked below the table.
            let decision = match searcher.cube_decision(&game.position, &info, &at) {
                Ok(decision) => decision,
                // The answer is that of the plies before.
                Err(_) if deepest.is_some() => break,
                Err(error) => return Err(interrupted(error)),
            };
            plies.push(PlyReply {
                ply,
                outputs: decision.outputs,
                cubeless: EquityReply::new(decision.equity, info.scale()),
                cubeful: EquityReply::new(decision.values.no_double, info.scale()),
            });
            deepest = Some((ply, decision));
        }
        let (ply, decision) = deepest.ok_or_else(SessionError::stopped)?;
        let mut cube = self.cube_reply(&decision, ply, &game, &info);
        if let Some(level) = self.settings.hints().cube_level.filter(|_| ply == settings.plies())
            && let Ok(Some(by_level)) = self.cube_by_level(level, (ply, &decision), &game, &info, &mut Unobserved)
        {
            cube = by_level;
        }
        if board.is_none() && self.state().game.is_none() {
            cube.verdict = None;
        }
        let class = self.game_evaluator().classify(&game.position);
        let reply = Reply::Eval(Box::new(EvalReply { ids: self.ids_of(&game), class, plies, cube }));
        if ply == settings.plies() {
            return Ok(reply);
        }
        Ok(Reply::Many(vec![stopped_at(ply), reply]))
    }

    /// The plays or the cube decision; before them what another program found, if the record has that.
    pub(super) fn hint(&mut self, n: Option<u16>) -> Result<Reply, SessionError> {
        let own = self.own_hint(n)?;
        // Where the answer is that analysis, it is not told twice.
        let is_stored = matches!(&own, Reply::Plays(reply) if reply.candidates.iter().all(is_foreign));
        Ok(match self.stored_analysis(n).filter(|_| !is_stored) {
            Some(stored) => Reply::Many(vec![Reply::figures(Figures::Stored(stored)), own]),
            None => own,
        })
    }

    fn own_hint(&mut self, n: Option<u16>) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let info = self.cube_info()?;
        match game.pending {
            Some(Pending::Resignation { by, value, .. }) => return self.resignation_hint(&game, &info, by, value),
            Some(Pending::Double) if game.beavers > 0 => return self.beaver_hint(&game),
            Some(Pending::Double) => {
                let hint = self.cube_hint(&game, &info, CubeReply::for_answerer)?;
                return Ok(self.kept(hint));
            }
            None => {}
        }
        let Some(dice) = game.dice else {
            let hint = self.cube_hint(&game, &info, |reply| reply)?;
            return Ok(self.kept(hint));
        };
        let (plays, is_whole) = self.plays_so_far(&game, &info, dice);
        if plays.candidates.is_empty() {
            return Ok(Reply::Message(format!("no legal play for {dice}")));
        }
        let deepest = plays.candidates.iter().map(|play| play.ply).max().unwrap_or_default();
        let shown = self.list_plays((*plays).clone(), n);
        if is_whole {
            return Ok(shown);
        }
        Ok(Reply::Many(vec![stopped_at(deepest), shown]))
    }

    /// A judgement of the cube, which exports of the position hold from now on.
    fn kept(&mut self, hint: Reply) -> Reply {
        if let Reply::Cube(cube) = &hint {
            self.findings.set_cube_hint(Arc::new((**cube).clone()));
        }
        hint
    }

    /// A list of plays with what rollouts have found, as many as are asked for; from now on its numbers name plays.
    pub(super) fn list_plays(&mut self, plays: PlaysReply, n: Option<u16>) -> Reply {
        let mut shown = self.with_rollouts(plays);
        self.number_plays(&shown);
        // A list of another program is shown as a whole, and nothing of here is put beside it unasked.
        let foreign = shown.candidates.iter().filter(|play| is_foreign(play)).count();
        let usual = if foreign > 0 { foreign } else { DEFAULT_PLAYS };
        let made = self.made_here().map(|play| play.result);
        shown.candidates.iter_mut().for_each(|play| play.is_made = Some(play.play.result) == made);
        let most = n.map_or(usual, usize::from);
        // The play that was made is there, wherever it stands.
        shown.candidates.retain(|play| play.rank <= most || play.is_made);
        Reply::Plays(Box::new(shown))
    }

    /// The answers to a beaver or a raccoon, for the player who is asked: by a rollout of the double, if there was one.
    fn beaver_hint(&self, game: &Game) -> Result<Reply, SessionError> {
        let info = crate::analysis::cube_info(self.state(), game, self.engine.met());
        let rolled = self.rolled().and_then(Rolled::of_cube).and_then(|rollout| rollout.taken());
        let taken = match rolled {
            Some(taken) => taken,
            None => {
                let settings = self.settings.hints().cubedecision;
                let decision = self.searcher().cube_decision(&game.position, &info, &settings).map_err(interrupted)?;
                Taken {
                    value: decision.values.double_take.into(),
                    error: None,
                    chances: None,
                    by: format!("{}-ply", settings.plies()),
                    ply: Some(settings.plies()),
                }
            }
        };
        let player = &self.settings.names[game.to_decide()];
        let answers = taken.answers(player, game, *info.terms());
        let answers = answers.ok_or_else(|| SessionError::new("no beaver waits for an answer"))?;
        Ok(Reply::Figures(Box::new(Figures::Beaver(answers)), self.warning()))
    }

    /// Every legal play by its evaluation, best first; remembered until the state or the settings change.
    pub(super) fn ranked_plays(
        &mut self,
        game: &Game,
        info: &CubeInfo,
        dice: Roll,
    ) -> Result<Arc<PlaysReply>, SessionError> {
        match self.plays_so_far(game, info, dice) {
            (plays, true) => Ok(plays),
            (_, false) => Err(interrupted(Interrupted)),
        }
    }

    /// Every legal play by the deepest look that was finished, and whether that was the last one.
    pub(super) fn plays_so_far(&mut self, game: &Game, info: &CubeInfo, dice: Roll) -> (Arc<PlaysReply>, bool) {
        if let Some(plays) = self.findings.hint() {
            return (Arc::clone(plays), true);
        }
        let (plays, is_whole) = self.plays_by(&self.settings.hints(), game, info, dice);
        let plays = Arc::new(plays);
        if is_whole {
            self.findings.set_hint(Some(Arc::clone(&plays)));
        }
        (plays, is_whole)
    }

    /// [`Session::plays_so_far`] by other settings, remembering nothing.
    pub(super) fn plays_by(
        &self,
        settings: &EvaluationSettings,
        game: &Game,
        info: &CubeInfo,
        dice: Roll,
    ) -> (PlaysReply, bool) {
        let EvaluationSettings { chequerplay, filters, chequer_level, .. } = settings;
        let mut searcher = self.searcher();
        let (mut candidates, mut end) = searcher.rank_plays_so_far(&game.position, dice, info, chequerplay, filters);
        self.deepen_made(&mut candidates, &mut searcher, info, chequerplay);
        let mut plays = self.plays_reply(&candidates, *chequerplay, game, info, dice);
        if end.is_ok() && !plays.is_exact {
            self.doubt_plays(&mut plays, &mut searcher, game, info);
        }
        if let Some(level) = chequer_level.filter(|_| end.is_ok()) {
            let made = self.made_here().map(|play| play.result);
            match self.plays_by_level(level, plays.clone(), game, info, made.as_ref(), &mut Unobserved) {
                Ok(by_level) => plays = by_level,
                Err(interrupted) => end = Err(interrupted),
            }
        }
        (plays, end.is_ok())
    }

    /// Says what the look leaves open about the plays that went deepest; about the best few where that is one of many.
    fn doubt_plays(&self, plays: &mut PlaysReply, searcher: &mut Searcher, game: &Game, info: &CubeInfo) {
        let PlaysReply { settings, candidates, .. } = plays;
        let Some(class) = self.doubtful_class(game).filter(|_| settings.noise() == 0.0 && candidates.len() > 1) else {
            return;
        };
        let deepest = candidates[0].ply;
        let deep = candidates.iter().take_while(|play| play.ply == deepest).count();
        // A play that the filter alone has kept is compared with the next ones as the filter saw them.
        let (plies, n) = if deep > 1 { (deepest, deep.min(DEFAULT_PLAYS)) } else { (0, candidates.len().min(3)) };
        let mut at_once = Vec::with_capacity(n);
        for play in &candidates[..n] {
            match searcher.evaluate_play(&play.play.result, info, &settings.with_plies(0)) {
                Ok(evaluation) => at_once.push(evaluation.score()),
                Err(Interrupted) => return,
            }
        }
        let values = match plies {
            0 => at_once.clone(),
            _ => candidates[..n].iter().map(|play| play.cubeful.equity).collect(),
        };
        let look = Look::new(plies, class, values, Some(at_once));
        for (play, doubt) in candidates.iter_mut().zip(look.doubts()) {
            play.doubt = Some(doubt);
        }
    }

    /// The play that was made by the decision at the cursor; `None` where there is none, and in GNU Backgammon's
    /// layout, which does not mark it.
    pub(super) fn made_here(&self) -> Option<&Play> {
        self.table.play_made().filter(|_| self.settings.output.style != OutputStyle::Gnubg)
    }

    /// Judges the play that was made as deeply as the best, so that what it gave up is what an analysis says.
    fn deepen_made(
        &self,
        candidates: &mut [Candidate],
        searcher: &mut Searcher,
        info: &CubeInfo,
        settings: &EvalSettings,
    ) {
        let Some(deepest) = candidates.first().map(|best| best.plies) else { return };
        let Some(made) = self.made_here().map(|play| play.result) else { return };
        let Some(candidate) = candidates.iter_mut().find(|one| one.play.result == made && one.plies < deepest) else {
            return;
        };
        // Stopped, it stays as it is: what is known of it is true.
        if let Ok(evaluation) = searcher.evaluate_play(&made, info, &settings.with_plies(deepest)) {
            (candidate.evaluation, candidate.plies) = (evaluation, deepest);
            Candidate::list(candidates);
        }
    }

    fn plays_reply(
        &self,
        candidates: &[Candidate],
        settings: EvalSettings,
        game: &Game,
        info: &CubeInfo,
        dice: Roll,
    ) -> PlaysReply {
        let best = candidates.first().map_or(0.0, |best| best.score());
        let rows = candidates.iter().enumerate().map(|(i, candidate)| PlayReply {
            rank: i + 1,
            play: candidate.play.clone(),
            ply: candidate.plies,
            outputs: candidate.evaluation.outputs,
            cubeless: EquityReply::new(candidate.evaluation.equity, info.scale()),
            cubeful: EquityReply::new(candidate.score(), info.scale()),
            difference: candidate.score() - best,
            is_made: false,
            doubt: None,
            judged: None,
        });
        PlaysReply {
            ids: self.ids_of(game),
            dice,
            is_cubeful: settings.cubeful,
            settings,
            candidates: rows.collect(),
            n_legal: candidates.len(),
            is_exact: settings.cubeful
                && candidates.iter().all(|candidate| self.is_known(&candidate.play.result.flipped(), info)),
            warning: self.warning(),
            book: None,
        }
    }

    /// The cube decision by its rollout, or else by an evaluation; by fewer plies for who has stopped that.
    fn cube_hint(&self, game: &Game, info: &CubeInfo, seen: fn(CubeReply) -> CubeReply) -> Result<Reply, SessionError> {
        if let Some(reply) = self.rolled_cube(game, info) {
            return Ok(Reply::Cube(Box::new(seen(reply))));
        }
        let settings = self.settings.hints().cubedecision;
        let at = |mut searcher: Searcher, ply| searcher.cube_decision(&game.position, info, &settings.with_plies(ply));
        let mut decision = at(self.unstopped(), 0).map_err(interrupted)?;
        let mut ply = 0;
        for deeper in 1..=settings.plies() {
            let Ok(next) = at(self.searcher(), deeper) else { break };
            (decision, ply) = (next, deeper);
        }
        let level = self.settings.hints().cube_level.filter(|_| ply == settings.plies());
        let by_level = level.map(|level| self.cube_by_level(level, (ply, &decision), game, info, &mut Unobserved));
        if let Some(Ok(Some(by_level))) = by_level {
            return Ok(Reply::Cube(Box::new(seen(by_level))));
        }
        let is_whole = ply == settings.plies() && !matches!(by_level, Some(Err(_)));
        let reply = Reply::Cube(Box::new(seen(self.cube_reply(&decision, ply, game, info))));
        if is_whole { Ok(reply) } else { Ok(Reply::Many(vec![stopped_at(ply), reply])) }
    }

    pub(super) fn cube_reply(&self, decision: &CubeDecision, ply: u8, game: &Game, info: &CubeInfo) -> CubeReply {
        let outputs = decision.outputs;
        let worth = |equity| EquityReply::new(equity, info.scale());
        CubeReply {
            ids: self.ids_of(game),
            ply,
            player: game.on_roll,
            outputs,
            equity: outputs.cubeless_equity(),
            utility: worth(decision.equity),
            no_double: worth(decision.values.no_double),
            double_take: worth(decision.values.double_take),
            double_pass: worth(decision.values.double_pass),
            verdict: decision.verdict.filter(|_| game.may_turn_cube()),
            percentage: decision.wrong_answers(),
            doubts: self.doubt_cube(decision, ply, game),
            is_exact: self.is_known(&game.position, info),
            is_answer: false,
            rollout: None,
            warning: self.warning(),
        }
    }

    /// What a look at a cube decision leaves open about the double and the take.
    fn doubt_cube(&self, decision: &CubeDecision, ply: u8, game: &Game) -> Option<[Doubt; 2]> {
        let class = self.doubtful_class(game)?;
        let questions = Look::of_cube(ply, class, &decision.values).questions()?;
        let preferred = |look: &Look| look.doubts().into_iter().max_by(|a, b| b.loss.total_cmp(&a.loss));
        let [double, take] = questions.each_ref().map(preferred);
        Some([double?, take?])
    }

    /// The class of a position if looks at it may be wrong, and it is known how far.
    fn doubtful_class(&self, game: &Game) -> Option<Class> {
        let evaluator = self.game_evaluator();
        let class = evaluator.classify(&game.position);
        let is_exact = matches!(class, Class::Over | Class::Hypergammon | Class::BearoffTwoSided);
        (!is_exact && !evaluator.is_reference()).then_some(class)
    }

    /// Whether the values of a position are exact at a match score.
    fn is_known(&self, position: &Position, info: &CubeInfo) -> bool {
        let evaluator = self.game_evaluator();
        info.is_match() && evaluator.knows_at_scores(evaluator.classify(position), position)
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
        let worth = |equity| EquityReply::new(equity, scale);
        Ok(Reply::Resignation(Box::new(ResignationReply {
            ids: self.ids_of(game),
            value,
            accepting: worth(values.accepting),
            playing_on: worth(values.playing_on),
            cubeless: worth(values.cubeless),
            wins: values.wins,
            warning: self.warning(),
        })))
    }

    /// The values of accepting a resignation and of playing on, for the player who is asked.
    pub(super) fn resignation_values(
        &self,
        game: &Game,
        info: &CubeInfo,
        by: crate::board::Player,
        value: GameValue,
        settings: &EvalSettings,
    ) -> Result<ResignationValues, SessionError> {
        let settings = settings.with_cube(true);
        let evaluation = self.searcher().evaluate(&game.position, info, &settings).map_err(interrupted)?;
        let asked = !by;
        let evaluation = if asked == game.on_roll { evaluation } else { evaluation.flipped() };
        let accepting = self.worth_of_winning(game, info, asked, value);
        Ok(ResignationValues {
            accepting,
            playing_on: evaluation.score(),
            cubeless: evaluation.equity,
            wins: evaluation.outputs.0[0],
        })
    }

    /// The value of winning this much at once to a player, per unit of the cube or normalized.
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
                let won = self.engine.met().after(&score, winner, game.cube.value() * value.multiplier(), game.on_roll);
                let equity = scale.to_equity(Mwc(won));
                if winner == game.on_roll { equity } else { -equity }
            }
        }
    }
}

/// The values of a resignation and of playing on to the player who is asked, in units of the cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResignationValues {
    accepting: f32,
    playing_on: f32,
    cubeless: f32,
    wins: f32,
}

impl ResignationValues {
    /// Whether to accept, where equities are known to within this much.
    pub fn is_enough(&self, certain: f32) -> bool {
        self.accepting >= self.playing_on - certain
    }
}

/// The line above the answer, for a user who has stopped a longer look.
fn stopped_at(plies: u8) -> Reply {
    let known = match plies {
        0 => "this is how it looks without looking ahead".to_owned(),
        1 => "this is what 1 ply says".to_owned(),
        n => format!("this is what {} say", counted(n, "ply")),
    };
    Reply::Message(format!("stopped by you: {known}"))
}
