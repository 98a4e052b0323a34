//! `play` and `end game`: the program decides for the player on roll, with the settings of `set evaluation`.

use super::evaluate::interrupted;
use super::state::{Game, Pending};
use super::{Reply, Session, SessionError};

/// A game that lasts longer than this is not going to end.
const MOST_TURNS: usize = 2000;

impl Session {
    /// Makes the decision that is due: answers an offer, or doubles or rolls, and plays the roll.
    pub(super) fn play(&mut self) -> Result<Reply, SessionError> {
        let mut replies = Vec::new();
        let game = self.game_in_progress()?;
        if game.pending.is_some() {
            return self.answer_offer(&game);
        }
        if game.dice.is_none() {
            if self.wants_to_double(&game)? {
                return self.double();
            }
            replies.push(self.roll()?);
        }
        // A roll without a legal play has passed the turn already.
        if let Some(game) = self.game.filter(|game| game.dice.is_some()) {
            let info = self.cube_info()?;
            let dice = game.dice.expect("filtered above");
            let plays = self.ranked_plays(&game, &info, dice)?;
            let best = plays
                .candidates
                .first()
                .ok_or_else(|| SessionError::new(format!("no legal play for {dice}")).with_suggestion("clear turn"))?;
            let text = best.play.clone();
            replies.push(self.make_named_play(&text)?);
        }
        // The board after the play is enough.
        Ok(replies.pop().unwrap_or(Reply::Nothing))
    }

    /// Plays both sides until the game is over.
    pub(super) fn finish_game(&mut self) -> Result<Reply, SessionError> {
        self.game_in_progress()?;
        let mut last = Reply::Nothing;
        for _ in 0..MOST_TURNS {
            if self.game.is_none() {
                return Ok(last);
            }
            last = self.play()?;
        }
        Err(SessionError::new(format!("the game is not over after {MOST_TURNS} decisions")))
    }

    fn answer_offer(&mut self, game: &Game) -> Result<Reply, SessionError> {
        let info = self.cube_info()?;
        let settings = self.settings.evaluation.cubedecision;
        match game.pending {
            Some(Pending::Double) => {
                let decision = self.searcher().cube_decision(&game.position, &info, &settings).map_err(interrupted)?;
                if decision.values.double_take <= decision.values.double_pass { self.take() } else { self.pass() }
            }
            Some(Pending::Resignation { by, value }) => {
                let (accepting, playing_on) = self.resignation_values(game, &info, by, value)?;
                self.answer_resignation(accepting >= playing_on)
            }
            None => Ok(Reply::Nothing),
        }
    }

    fn wants_to_double(&self, game: &Game) -> Result<bool, SessionError> {
        let info = self.cube_info()?;
        if !game.cube_in_use || !info.may_double() {
            return Ok(false);
        }
        let settings = self.settings.evaluation.cubedecision;
        let decision = self.searcher().cube_decision(&game.position, &info, &settings).map_err(interrupted)?;
        Ok(decision.verdict.is_some_and(|verdict| verdict.doubles()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    #[test]
    fn the_program_finishes_a_game() {
        let mut session = Session::new();
        for line in ["set seed 5", "set evaluation preset expert", "set display off", "new session", "end game"] {
            let command = parse(line).expect(line);
            session.execute(&command, &mut Unobserved).expect(line);
        }
        assert!(session.game().is_none());
        let points = session.standing().points();
        assert!(points.0[0] + points.0[1] >= 1);
    }
}
