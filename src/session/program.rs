//! Where the engine decides: `play`, `end game`, and players of `set player P gnubg`.
//!
//! It plays for a player with the strength of `set player P chequerplay|cubedecision|movefilter|preset`.

use super::evaluate::interrupted;
use super::{Reply, Session, SessionError};
use crate::command::Command;
use crate::eval::EvalSettings;
use crate::movegen::Play;
use crate::record::{Game, Pending};
use crate::scoring::{GameValue, Terms};
use crate::settings::EvaluationSettings;

/// Equities that differ by less are the same.
const CERTAIN: f32 = 5e-7;
/// A game that lasts longer than this is not going to end.
const MOST_DECISIONS: usize = 2000;

impl Session {
    /// Makes the decision that is due: answers an offer, or doubles or rolls, and plays the roll.
    pub(super) fn play(&mut self) -> Result<Reply, SessionError> {
        let mut replies = Vec::new();
        let game = self.game_in_progress()?;
        if game.pending.is_some() {
            return self.answer_offer(&game);
        }
        if let Some(value) = self.certain_loss(&game)? {
            return self.resign(value);
        }
        if game.dice.is_none() {
            if self.wants_to_double(&game)? {
                return self.double();
            }
            replies.push(self.roll()?);
        }
        // A roll without a legal play has passed the turn already.
        if let Some(game) = self.state().game.filter(|game| game.dice.is_some()) {
            replies.push(match self.best_play(&game)? {
                Some(play) => self.make(play)?,
                None => self.pass_the_turn(game.dice.expect("rolled"))?,
            });
        }
        Ok(with_last_board(replies))
    }

    /// Plays both sides until the game is over.
    pub(super) fn finish_game(&mut self) -> Result<Reply, SessionError> {
        self.game_in_progress()?;
        let mut last = Reply::Nothing;
        for _ in 0..MOST_DECISIONS {
            if self.state().game.is_none() {
                return Ok(last);
            }
            last = self.play()?;
        }
        Err(SessionError::new(format!("the game is not over after {MOST_DECISIONS} decisions")))
    }

    /// Lets the engine go on after a command that moved the game, as long as it is to decide.
    ///
    /// What the command did stays done when the engine is interrupted or at a loss.
    pub(super) fn let_engine_go_on(&mut self, command: &Command, reply: Reply) -> Reply {
        let moves_the_game = matches!(
            command,
            Command::New(_)
                | Command::Roll
                | Command::Move(_)
                | Command::Double
                | Command::Take
                | Command::Accept
                | Command::Beaver
                | Command::Decline
                | Command::Reject
                | Command::Resign(_)
                | Command::Play
        );
        if !moves_the_game {
            return reply;
        }
        let mut replies = vec![reply];
        for _ in 0..MOST_DECISIONS {
            if !self.state().game.is_some_and(|game| self.settings.players[game.to_decide()].is_engine) {
                break;
            }
            match self.play() {
                Ok(reply) => replies.push(reply),
                Err(error) => {
                    replies.push(Reply::Message(format!("the program does not go on: {error}")));
                    break;
                }
            }
        }
        with_last_board(replies)
    }

    /// How the engine plays for the player to decide.
    fn strength(&self, game: &Game) -> &EvaluationSettings {
        &self.settings.players[game.to_decide()].evaluation
    }

    /// `None` when there is no legal play.
    fn best_play(&self, game: &Game) -> Result<Option<Play>, SessionError> {
        let dice = game.dice.expect("the caller has rolled");
        let EvaluationSettings { chequerplay, filters, .. } = self.strength(game);
        let best = self
            .searcher()
            .best_play(&game.position, dice, &self.cube_info()?, chequerplay, filters)
            .map_err(interrupted)?;
        Ok(best.map(|best| best.play))
    }

    fn answer_offer(&mut self, game: &Game) -> Result<Reply, SessionError> {
        let info = self.cube_info()?;
        let settings = self.strength(game).cubedecision;
        match game.pending {
            Some(Pending::Double) => {
                let decision = self.searcher().cube_decision(&game.position, &info, &settings).map_err(interrupted)?;
                // What playing on is worth to the player who answers, in units of the cube before the offer.
                let taken = decision.values.double_take;
                let taken = if game.to_decide() == game.on_roll { taken } else { -taken };
                let may_turn =
                    matches!(self.state().standing.terms(), Terms::Money { beavers, .. } if game.beavers < beavers);
                if taken < -1.0 {
                    self.pass()
                } else if taken > 0.0 && may_turn {
                    self.beaver()
                } else {
                    self.take()
                }
            }
            Some(Pending::Resignation { by, value, .. }) => {
                let values = self.resignation_values(game, &info, by, value, &settings)?;
                self.answer_resignation(values.is_enough(CERTAIN))
            }
            None => Ok(Reply::Nothing),
        }
    }

    /// What the player on roll is certain to lose, so that there is nothing left to play for: as the real program, by
    /// an evaluation without look-ahead. What was declined already is not offered again.
    fn certain_loss(&self, game: &Game) -> Result<Option<GameValue>, SessionError> {
        let info = self.cube_info()?;
        let settings = EvalSettings::cubeful(0);
        let evaluation = self.searcher().evaluate(&game.position, &info, &settings).map_err(interrupted)?;
        if evaluation.outputs.win() > CERTAIN {
            return Ok(None);
        }
        // Gammons that do not count are not resigned.
        let equity = if info.is_jacoby_in_force() { -1.0 } else { evaluation.equity };
        let certain = GameValue::ALL.into_iter().find(|&value| {
            let cost = self.worth_of_winning(game, &info, !game.on_roll, value);
            (equity + cost).abs() < CERTAIN
        });
        Ok(certain.filter(|&value| game.declined.is_none_or(|declined| value > declined)))
    }

    fn wants_to_double(&self, game: &Game) -> Result<bool, SessionError> {
        let info = self.cube_info()?;
        if !game.cube_in_use || !info.may_double() {
            return Ok(false);
        }
        let settings = self.strength(game).cubedecision;
        let decision = self.searcher().cube_decision(&game.position, &info, &settings).map_err(interrupted)?;
        Ok(decision.verdict.is_some_and(|verdict| verdict.doubles()))
    }
}

/// Several answers as one: of the boards only the last is worth drawing.
fn with_last_board(replies: Vec<Reply>) -> Reply {
    let mut board = None;
    let mut kept = Vec::new();
    for reply in replies {
        for reply in if let Reply::Many(replies) = reply { replies } else { vec![reply] } {
            match reply {
                Reply::Board(_) => board = Some(reply),
                Reply::Nothing => {}
                _ => kept.push(reply),
            }
        }
    }
    kept.extend(board);
    match kept.len() {
        0 => Reply::Nothing,
        1 => kept.remove(0),
        _ => Reply::Many(kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    fn execute(session: &mut Session, lines: &[&str]) -> Reply {
        let mut reply = Reply::Nothing;
        for line in lines {
            let command = parse(line).expect(line);
            reply = session.execute(&command, &mut Unobserved).expect(line);
        }
        reply
    }

    fn told(reply: &Reply) -> String {
        match reply {
            Reply::Message(text) => text.clone(),
            Reply::Many(replies) => replies.iter().map(told).collect::<Vec<_>>().join("; "),
            _ => String::new(),
        }
    }

    #[test]
    fn the_program_finishes_a_game() {
        let mut session = Session::new();
        execute(
            &mut session,
            &["set seed 5", "set player both preset expert", "set display off", "new session", "end game"],
        );
        assert!(session.game().is_none());
        let points = session.standing().points();
        assert!(points.0[0] + points.0[1] >= 1);
    }

    #[test]
    fn an_engine_player_answers_by_itself() {
        let mut session = Session::new();
        execute(
            &mut session,
            &["set seed 2", "set display off", "set player both preset expert", "set player 0 gnubg"],
        );
        execute(&mut session, &["new session", "set board 4HPwATDgc/ABMA", "set turn 1", "set dice 31"]);
        let reply = told(&execute(&mut session, &["8/5 6/5"]));
        assert!(reply.starts_with("user plays 8/5 6/5; engine rolls "), "{reply}");
        let game = session.game().expect("it goes on");
        assert_eq!(game.to_decide(), Player::Bottom, "{reply}");
        // A gift, then a double that nobody takes.
        let reply = told(&execute(&mut session, &["clear turn", "resign"]));
        assert!(reply.ends_with("engine wins 1 point"), "{reply}");
        execute(&mut session, &["new session"]);
        execute(
            &mut session,
            &["set board simple 0 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -3 -3 0 -3 0", "set turn 1"],
        );
        let reply = told(&execute(&mut session, &["double"]));
        assert!(reply.contains("engine passes"), "{reply}");
    }

    /// As the real program: where the loss is certain, and no sooner. What was declined is played out.
    #[test]
    fn the_program_resigns_what_it_cannot_save() {
        let lost = "set board AgAA9PoLAAAAAA";
        let far = "set board simple 0 0 0 0 0 0 0 5 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 0";
        let barely = "set board simple 0 0 0 0 0 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 -1 -1 0";
        let cases: [(&[&str], &str, Option<GameValue>); 5] = [
            (&["new session"], lost, Some(GameValue::Single)),
            (&["new session", "set jacoby off"], far, Some(GameValue::Gammon)),
            (&["new session", "set jacoby on"], far, Some(GameValue::Single)),
            (&["new match 3", "set score 0 2", "set crawford on"], lost, Some(GameValue::Single)),
            (&["new session"], barely, None),
        ];
        for (start, board, expected) in cases {
            let mut session = Session::new();
            execute(&mut session, &["set seed 1", "set display off"]);
            execute(&mut session, start);
            execute(&mut session, &["set turn 0", board, "play"]);
            let resigned = match session.game().map(|game| game.pending) {
                Some(Some(Pending::Resignation { by: Player::Top, value, .. })) => Some(value),
                _ => None,
            };
            assert_eq!(resigned, expected, "{start:?} {board}");
            if resigned.is_some() {
                execute(&mut session, &["decline", "play"]);
                assert!(session.game().is_some_and(|game| game.pending.is_none()), "{board}");
            }
        }
    }

    #[test]
    fn two_engine_players_play_a_game_out() {
        let mut session = Session::new();
        let lines = ["set seed 3", "set display off", "set player both preset beginner", "set player both gnubg"];
        execute(&mut session, &lines);
        execute(&mut session, &["new match 3"]);
        assert!(session.game().is_none());
        assert!(session.standing().points().0.iter().sum::<u32>() > 0);
    }

    #[test]
    fn each_player_has_a_strength() {
        let mut session = Session::new();
        execute(&mut session, &["set player 0 preset beginner", "set player user cubedecision evaluation plies 1"]);
        let players = &session.settings().players;
        assert!(players[Player::Top].evaluation.chequerplay.noise > 0.05);
        assert_eq!(players[Player::Bottom].evaluation.chequerplay, session.settings().evaluation.chequerplay);
        assert_eq!(players[Player::Bottom].evaluation.cubedecision.plies, 1);
        execute(&mut session, &["swap players"]);
        assert!(session.settings().players[Player::Bottom].evaluation.chequerplay.noise > 0.05);
    }

    #[test]
    fn noise_that_is_no_function_of_the_position_follows_the_seed() {
        let mut session = Session::new();
        let mut win = |lines: &[&str]| match execute(&mut session, lines) {
            Reply::Cube(reply) => reply.outputs.win(),
            other => panic!("{other:?}"),
        };
        let settings = "set evaluation cubedecision evaluation";
        let [preset, random] = ["preset beginner", "deterministic off"].map(|words| format!("{settings} {words}"));
        let first = win(&["new session", "clear turn", &preset, &random, "set seed 7", "hint"]);
        assert_ne!(win(&["hint"]), first);
        assert_eq!(win(&["set seed 7", "hint"]), first);
    }
}
