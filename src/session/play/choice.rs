//! Choices of the engine at decisions: the moves of `play`, of players of `set player P gnubg`, and of programs that
//! ask from outside.

use crate::board::Setup;
use crate::eval::{Answer, Candidate, CubeValues, EvalSettings, Evaluation};
use crate::movegen::Play;
use crate::notation::MatchState;
use crate::record::{Game, Pending, State};
use crate::scoring::{CubeInfo, GameValue};
use crate::session::error::interrupted;
use crate::session::{Session, SessionError};
use crate::settings::EvaluationSettings;

/// Equities that differ by less are the same.
const CERTAIN: f32 = 5e-7;

/// The choice at a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Offer to resign.
    Resign(GameValue),
    /// Offer the cube.
    Double,
    /// Roll.
    Roll,
    /// Make this play.
    Play(Play),
    /// There is no legal play.
    NoPlay,
    /// Accept the cube.
    Take,
    /// Refuse it.
    Pass,
    /// Accept it and turn it at once.
    Beaver,
    /// Accept the resignation.
    Accept,
    /// Refuse it.
    Decline,
}

/// A choice with what was thought of it.
#[derive(Clone, Debug)]
pub(in crate::session) struct Judged {
    /// The choice.
    pub choice: Choice,
    /// The worth to the player who decides, in units of the cube, where known.
    pub worth: Option<f32>,
    /// The plays of the roll by value, where one was to be made.
    pub plays: Vec<Candidate>,
}

impl Session {
    /// The table that a position and a match state describe.
    ///
    /// # Errors
    /// When the checkers cannot lie so.
    pub fn table(&self, setup: Setup, state: &MatchState) -> Result<State, SessionError> {
        let position = self.checked(setup)?;
        Ok(self.table_of(position, state))
    }

    /// The engine's choice there with the settings of `eval` and `hint`; it does not resign.
    ///
    /// # Errors
    /// When no decision is due, or the search is stopped.
    pub fn advice(&self, state: &State) -> Result<Choice, SessionError> {
        self.advice_with(state, &self.settings.hints()).map(|(choice, _)| choice)
    }

    /// The engine's choice with other settings, and its worth to the player who decides, where known.
    ///
    /// # Errors
    /// When no decision is due, or the search is stopped.
    pub fn advice_with(
        &self,
        state: &State,
        strength: &EvaluationSettings,
    ) -> Result<(Choice, Option<f32>), SessionError> {
        let mut state = *state;
        if let Some(game) = &mut state.game {
            game.declined = Some(GameValue::Backgammon);
        }
        let judged = self.judged(&state, strength)?;
        Ok((judged.choice, judged.worth))
    }

    /// An evaluation of the position on a table, for the player on roll.
    ///
    /// # Errors
    /// When there is no game, or the search is stopped.
    pub fn evaluation_of(
        &self,
        state: &State,
        settings: &EvalSettings,
    ) -> Result<(Evaluation, CubeInfo), SessionError> {
        let game = state.game.ok_or_else(SessionError::no_game)?;
        let info = self.cube_at(state, &game);
        let evaluation = self.searcher().evaluate(&game.position, &info, settings).map_err(interrupted)?;
        Ok((evaluation, info))
    }

    /// The best choice of the player to decide, at a strength; resignations have no worth.
    pub(in crate::session) fn judged(
        &self,
        state: &State,
        strength: &EvaluationSettings,
    ) -> Result<Judged, SessionError> {
        let game = state.game.ok_or_else(SessionError::no_game)?;
        let info = self.cube_at(state, &game);
        let without_plays = |(choice, worth)| Judged { choice, worth, plays: Vec::new() };
        match game.pending {
            Some(Pending::Double) => return self.answer_to_double(&game, &info, strength).map(without_plays),
            Some(Pending::Resignation { by, value, .. }) => {
                let values = self.resignation_values(&game, &info, by, value, &strength.cubedecision)?;
                let choice = if values.is_enough(CERTAIN) { Choice::Accept } else { Choice::Decline };
                return Ok(without_plays((choice, None)));
            }
            None => {}
        }
        if let Some(value) = self.certain_loss(&game, &info)? {
            return Ok(without_plays((Choice::Resign(value), None)));
        }
        let Some(dice) = game.dice else { return self.cube_action(&game, &info, strength).map(without_plays) };
        let EvaluationSettings { chequerplay, filters, .. } = strength;
        let plays =
            self.searcher().rank_plays(&game.position, dice, &info, chequerplay, filters).map_err(interrupted)?;
        let best = plays.first();
        let choice = best.map_or(Choice::NoPlay, |best| Choice::Play(best.play.clone()));
        Ok(Judged { choice, worth: best.map(Candidate::score), plays })
    }

    /// The cube seen by the side on roll, before any double that is pending.
    fn cube_at(&self, state: &State, game: &Game) -> CubeInfo {
        self.cube_of(game, state.standing.terms())
    }

    fn answer_to_double(
        &self,
        game: &Game,
        info: &CubeInfo,
        strength: &EvaluationSettings,
    ) -> Result<(Choice, Option<f32>), SessionError> {
        let decision =
            self.searcher().cube_decision(&game.position, info, &strength.cubedecision).map_err(interrupted)?;
        // The worth of playing on to the player who answers, in units of the cube before the offer.
        let taken = decision.values.double_take;
        let taken = if game.to_decide() == game.on_roll { taken } else { -taken };
        let choice = match decision.exchange().best_answer(game.beavers).answer {
            Answer::Take => Choice::Take,
            Answer::Pass => Choice::Pass,
            Answer::Beaver => Choice::Beaver,
        };
        Ok((choice, Some(taken.max(-1.0))))
    }

    /// What the player on roll is certain to lose, so that there is nothing left to play for: as the real program, by
    /// an evaluation without look-ahead. Every end that may come costs as much as the worst of them, which is offered;
    /// so nothing is given up that is not lost. A resignation that was declined already is not offered again.
    fn certain_loss(&self, game: &Game, info: &CubeInfo) -> Result<Option<GameValue>, SessionError> {
        let settings = EvalSettings::cubeful(0);
        let outputs = self.searcher().evaluate(&game.position, info, &settings).map_err(interrupted)?.outputs;
        if outputs.win() > 0.0 {
            return Ok(None);
        }
        // Gammons that do not count are not resigned.
        let (gammon, backgammon) =
            if info.is_jacoby_in_force() { (0.0, 0.0) } else { (outputs.lose_gammon(), outputs.lose_backgammon()) };
        let ends = [
            (GameValue::Single, 1.0 - gammon),
            (GameValue::Gammon, gammon - backgammon),
            (GameValue::Backgammon, backgammon),
        ];
        let may_come: Vec<GameValue> = ends.into_iter().filter(|(_, chance)| *chance > 0.0).map(|end| end.0).collect();
        let cost = |value: GameValue| self.worth_of_winning(game, info, !game.on_roll, value);
        let certain = may_come.last().copied().filter(|&worst| may_come.iter().all(|&end| cost(end) == cost(worst)));
        Ok(certain.filter(|&value| game.declined.is_none_or(|declined| value > declined)))
    }

    /// Whether to double.
    fn cube_action(
        &self,
        game: &Game,
        info: &CubeInfo,
        strength: &EvaluationSettings,
    ) -> Result<(Choice, Option<f32>), SessionError> {
        if !game.may_turn_cube() || !info.may_double() {
            return Ok((Choice::Roll, None));
        }
        let decision =
            self.searcher().cube_decision(&game.position, info, &strength.cubedecision).map_err(interrupted)?;
        let doubles = decision.verdict.is_some_and(|verdict| verdict.doubles());
        let CubeValues { no_double, double_take, double_pass } = decision.values;
        let worth = if doubles { double_take.min(double_pass) } else { no_double };
        Ok((if doubles { Choice::Double } else { Choice::Roll }, Some(worth)))
    }
}
