//! Play without a person: `play`, `end game`, players of `set player P gnubg`, and `set automatic`.
//!
//! The engine plays for a player with the strength of `set player P chequerplay|cubedecision|movefilter|preset`.

use super::choice::Judged;
use crate::analysis::value_of;
use crate::board::OFF;
use crate::command::{Command, New};
use crate::eval::Candidate;
use crate::movegen::{Play, legal_plays};
use crate::record::{Event, PlayAnalysis};
use crate::scoring::GameValue;
use crate::session::reply::Reply;
use crate::session::{Choice, Host, Session, SessionError};
use crate::settings::{OutputStyle, PlayerSettings, Who};

/// A game that lasts longer than this is not going to end.
const MOST_DECISIONS: usize = 2000;

impl Session {
    /// Makes the decision that is due: answers an offer, or doubles or rolls, and plays the roll.
    pub(in crate::session) fn play(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let mut replies = Vec::new();
        for may_resign in [true, false] {
            let Judged { choice, plays, .. } = self.choice_of_player(may_resign)?;
            let rolls = choice == Choice::Roll;
            self.keep_thoughts(plays);
            replies.push(self.carry_out_choice(choice, host)?);
            // A roll without a legal play has passed the turn already.
            if !rolls || self.state().game.is_none_or(|game| game.dice.is_none()) {
                break;
            }
        }
        Ok(with_last_board(replies))
    }

    /// The choice of the player to decide: by the engine with his strength, or by the program that plays for him. A
    /// player who has rolled plays: a resignation would have been offered before.
    fn choice_of_player(&mut self, may_resign: bool) -> Result<Judged, SessionError> {
        let player = self.game_in_progress()?.to_decide();
        if matches!(self.settings.players[player].who, Who::External(_)) {
            let choice = self.ask_external(player)?;
            return Ok(Judged { choice, worth: None, plays: Vec::new() });
        }
        let (mut state, strength) = (*self.state(), &self.settings.players[player].evaluation);
        if !may_resign && let Some(game) = &mut state.game {
            game.declined = Some(GameValue::Backgammon);
        }
        self.judged(&state, strength)
    }

    /// Keeps the plays that the player on roll has ranked in the notes on the decision. GNU Backgammon does so, and
    /// programs that read its matches count on it; in the layout of this program a match is as it was played until it
    /// is analysed.
    fn keep_thoughts(&mut self, plays: Vec<Candidate>) {
        let Some(game) = self.state().game.filter(|_| self.settings.output.style == OutputStyle::Gnubg) else { return };
        let settings = self.settings.players[game.on_roll].evaluation.chequerplay;
        let plays: Vec<_> = plays.into_iter().map(|candidate| value_of(candidate, &settings)).collect();
        if !plays.is_empty()
            && let Some(note) = self.table.open_note_mut()
        {
            note.plays = Some(Box::new(PlayAnalysis { plays, played: None, told: None }));
        }
    }

    fn carry_out_choice(&mut self, choice: Choice, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match choice {
            Choice::Resign(value) => self.resign(value),
            Choice::Double => self.double(),
            Choice::Roll => self.roll(host),
            Choice::Play(play) => self.make(play),
            Choice::NoPlay => {
                let dice = self.game_in_progress()?.dice.ok_or_else(SessionError::no_game)?;
                self.pass_the_turn(dice)
            }
            Choice::Take => self.take(),
            Choice::Pass => self.pass(),
            Choice::Beaver => self.beaver(),
            Choice::Accept => self.answer_resignation(true),
            Choice::Decline => self.answer_resignation(false),
        }
    }

    /// Plays both sides until the game is over.
    pub(in crate::session) fn finish_game(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        self.game_in_progress()?;
        let mut last = Reply::Nothing;
        for _ in 0..MOST_DECISIONS {
            if self.state().game.is_none() {
                return Ok(last);
            }
            last = self.play(host)?;
        }
        Err(SessionError::new(format!("the game is not over after {MOST_DECISIONS} decisions")))
    }

    /// Continues the game by itself after a command that moved it: as long as a program is to decide, and where `set
    /// automatic` leaves a person no choice. A person at the prompt who seats a program that is to decide sees it play,
    /// too; in a script `play` does it, as in GNU Backgammon.
    ///
    /// The work of the command stays done when the engine is interrupted or at a loss.
    pub(in crate::session) fn let_engine_go_on(
        &mut self,
        command: &Command,
        reply: Reply,
        host: &mut dyn Host,
    ) -> Reply {
        let seats = command.seats_a_player() && host.may_advise();
        let is_program = |player: &PlayerSettings| player.who != Who::Human;
        if seats && self.state().game.is_none() && self.settings.players.0.iter().any(is_program) {
            let new = if self.standing().is_over() { "new match" } else { "new game" };
            return Reply::Many(vec![reply, Reply::Message(format!("there is no game yet: `{new}` begins one"))]);
        }
        if !(command.moves_the_game() || seats && self.is_program_to_decide()) {
            return reply;
        }
        let mut replies = vec![reply];
        for n in 0..=MOST_DECISIONS {
            let went_on = if n == MOST_DECISIONS {
                Err(SessionError::new(format!("{MOST_DECISIONS} decisions were made in a row; `play` makes more")))
            } else {
                self.go_on(host)
            };
            match went_on {
                Ok(Some(reply)) => replies.push(reply),
                Ok(None) => break,
                Err(error) => {
                    replies.push(Reply::Halted(error));
                    break;
                }
            }
        }
        with_last_board(replies)
    }

    /// A game waits for a program.
    fn is_program_to_decide(&self) -> bool {
        self.state().game.is_some_and(|game| self.settings.players[game.to_decide()].who != Who::Human)
    }

    /// Does the next automatic step; `None` where the user is to decide.
    fn go_on(&mut self, host: &mut dyn Host) -> Result<Option<Reply>, SessionError> {
        let automatic = self.settings.automatic;
        let Some(game) = self.state().game else {
            let is_next = automatic.game && self.state().outcome.is_some() && !self.standing().is_over();
            return if is_next { self.new_game(&New::Game, host).map(Some) } else { Ok(None) };
        };
        if self.is_stopped() {
            return Err(SessionError::stopped());
        }
        if self.is_program_to_decide() {
            return self.play(host).map(Some);
        }
        if game.pending.is_some() {
            return Ok(None);
        }
        let Some(dice) = game.dice else {
            let after = self.state().after(&Event::Double, self.rules());
            // Manual dice that the host cannot enter are set by a command.
            let is_rolled = !self.table.dice().are_entered() || host.enters_dice();
            let is_free = automatic.roll && after.is_err() && is_rolled;
            return if is_free { self.roll(host).map(Some) } else { Ok(None) };
        };
        let mut plays = legal_plays(&game.position, dice);
        if automatic.r#move && plays.len() == 1 {
            return self.make(plays.remove(0)).map(Some);
        }
        if automatic.bearoff
            && !game.position.has_contact()
            && let Some(play) = bears_off_with_every_die(&plays)
        {
            return self.make(play.clone()).map(Some);
        }
        Ok(None)
    }
}

/// The one play that bears off a checker with every die.
fn bears_off_with_every_die(plays: &[Play]) -> Option<&Play> {
    let mut found = plays.iter().filter(|play| play.moves.iter().all(|hop| hop.to == OFF));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Several answers as one: of the boards only the last is worth drawing.
pub(in crate::session) fn with_last_board(replies: Vec<Reply>) -> Reply {
    let mut board = None;
    let mut kept = Vec::new();
    for reply in replies.into_iter().flat_map(Reply::parts) {
        match reply {
            Reply::Board(_) => board = Some(reply),
            Reply::Nothing => {}
            _ => kept.push(reply),
        }
    }
    kept.extend(board);
    Reply::of_all(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;
    use crate::command::parse;
    use crate::record::Pending;
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
        // A resignation as a gift, then a double that is passed.
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

    /// As the real program: where the loss is certain, and no sooner. A game whose resignation was declined is played
    /// out.
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
    fn what_leaves_no_choice_happens_by_itself_where_it_is_set() {
        let pips = |session: &Session| session.game().map(|game| (game.on_roll, game.dice));
        for (automatic, goes_on) in [("set automatic roll off", false), ("set automatic roll on", true)] {
            let mut session = Session::new();
            execute(&mut session, &["set seed 5", "set display off", automatic, "new match 1"]);
            let first = pips(&session).expect("a game");
            execute(&mut session, &["set dice 31", "8/5 6/5"]);
            let (on_roll, dice) = pips(&session).expect("a game");
            assert_eq!((on_roll != first.0, dice.is_some()), (true, goes_on), "{automatic}");
        }
        let shut = "set board simple 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -2 -2 -2 -2 0";
        let home = "set board simple 0 3 3 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 -2 0";
        for (automatic, board, seed) in [("set automatic move on", shut, 1), ("set automatic bearoff on", home, 1)] {
            let mut session = Session::new();
            let seed = format!("set seed {seed}");
            execute(&mut session, &[&seed, "set display off", "new session", "set turn 1", board, "roll"]);
            assert!(pips(&session).is_some_and(|(_, dice)| dice.is_some()), "{board}");
            execute(&mut session, &[&seed, "set turn 1", board, automatic, "roll"]);
            assert!(pips(&session).is_none_or(|(_, dice)| dice.is_none()), "{automatic}");
        }
        let mut session = Session::new();
        execute(&mut session, &["set display off", "new match 3", "set automatic game on", "resign 1", "agree"]);
        assert!(session.game().is_some() && session.record().games().len() == 2);
        execute(&mut session, &["resign 3", "agree"]);
        assert!(session.game().is_none(), "the match is over");
    }

    #[test]
    fn each_player_has_a_strength() {
        let mut session = Session::new();
        execute(&mut session, &["set player 0 preset beginner", "set player user cubedecision evaluation plies 1"]);
        let players = &session.settings().players;
        assert!(players[Player::Top].evaluation.chequerplay.noise() > 0.05);
        assert_eq!(players[Player::Bottom].evaluation.chequerplay, session.settings().evaluation.chequerplay);
        assert_eq!(players[Player::Bottom].evaluation.cubedecision.plies(), 1);
        execute(&mut session, &["swap players"]);
        assert!(session.settings().players[Player::Bottom].evaluation.chequerplay.noise() > 0.05);
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
