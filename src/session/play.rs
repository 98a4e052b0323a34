//! Playing: new games, rolls, plays, doubles and resignations.

use super::error::refused;
use super::state::{Ending, Game, Outcome, Pending, Standing};
use super::table::points_of;
use super::{Reply, Session, SessionError};
use crate::board::{Player, Roll};
use crate::command::{New, PlayArg};
use crate::movegen::legal_plays;
use crate::notation::{parse_play, play_text};
use crate::scoring::{Cube, CubeOwner, GameValue, Terms};

impl Session {
    pub(super) fn new_game(&mut self, new: &New) -> Result<Reply, SessionError> {
        let standing = match new {
            New::Game if self.standing.is_over() => {
                return Err(SessionError::new("the match is over").with_suggestion("new match"));
            }
            New::Game => self.standing,
            New::Match(length) => Standing::match_to(length.unwrap_or(self.settings.match_length)),
            New::Session => Standing::money(self.settings.jacoby, self.settings.beavers),
        };
        let mut notes = Vec::new();
        let names = self.settings.names.clone();
        if let New::Match(_) = new {
            // A match is played by others than the last one: they have the usual names until they are told.
            self.settings.names.clone_from(&self.settings.default_names);
        }
        let opening = self.opening(standing.length() == 0, &mut notes);
        if opening.is_err() {
            self.settings.names = names;
        }
        let game = opening?;
        self.standing = standing;
        self.game = Some(game);
        self.outcome = None;
        self.forget_analysis();
        Ok(self.with_board(notes))
    }

    /// Rolls for the first turn. Equal dice turn the cube when automatic doubles are on.
    fn opening(&mut self, is_money: bool, notes: &mut Vec<String>) -> Result<Game, SessionError> {
        let mut game = self.fresh_game();
        if self.dice.are_entered() {
            notes
                .push("the dice are entered by hand: `set turn` says who begins, `set dice` what he rolled".to_owned());
            return Ok(game);
        }
        let mut doubles_left = if is_money { self.settings.automatic.doubles } else { 0 };
        let [a, b] = loop {
            let dice = self.dice.opening()?;
            if dice[0] != dice[1] {
                break dice;
            }
            if doubles_left > 0 {
                doubles_left -= 1;
                game.cube.value *= 2;
                notes.push(format!("equal dice: the cube is at {}", game.cube.value));
            }
        };
        game.on_roll = if a > b { Player::Top } else { Player::Bottom };
        game.dice = Some(Roll::new(a, b).map_err(refused)?);
        notes.push(format!(
            "{} rolls {a}, {} rolls {b}",
            self.settings.names[Player::Top],
            self.settings.names[Player::Bottom]
        ));
        Ok(game)
    }

    pub(super) fn roll(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        if let Some(dice) = game.dice {
            return Err(SessionError::new(format!("{dice} is rolled already")).with_suggestion("hint"));
        }
        let roll = self.dice.roll()?;
        let game = self.game.as_mut().expect("checked above");
        game.dice = Some(roll);
        game.declined = None;
        let mut notes = vec![format!("{} rolls {roll}", self.settings.names[game.on_roll])];
        self.hint = None;
        if legal_plays(&self.game.expect("checked above").position, roll).is_empty() {
            notes.push("no legal play".to_owned());
            self.finish_turn(None, &mut notes);
        }
        Ok(self.with_board(notes))
    }

    /// Makes a play, or passes without one.
    pub(super) fn make_play(&mut self, play: Option<&PlayArg>) -> Result<Reply, SessionError> {
        match play {
            Some(play) => self.make_named_play(&play.to_string()),
            None => self.make_only_play(),
        }
    }

    /// Makes the play that is forced: the only one, or the pass where there is none.
    fn make_only_play(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        let Some(roll) = game.dice else {
            return Err(SessionError::new("the dice are not rolled").with_suggestion("roll"));
        };
        match &legal_plays(&game.position, roll)[..] {
            [] => self.pass_the_turn(roll),
            [play] => self.make_named_play(&play_text(play)),
            _ => Err(SessionError::new("there is more than one play").with_expected(["a play, as in `move 8/5 6/5`"])),
        }
    }

    /// Lets the turn go to the other player: there is no legal play.
    pub(super) fn pass_the_turn(&mut self, roll: Roll) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        let mut notes = vec![format!("{} has no legal play for {roll}", self.settings.names[game.on_roll])];
        self.finish_turn(None, &mut notes);
        Ok(self.with_board(notes))
    }

    /// Makes a play given in notation.
    pub(super) fn make_named_play(&mut self, text: &str) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        let Some(roll) = game.dice else {
            return Err(SessionError::new("the dice are not rolled").with_suggestion("roll"));
        };
        let play = parse_play(text, &game.position, roll).map_err(refused)?;
        let name = &self.settings.names[game.on_roll];
        let mut notes = vec![format!("{name} plays {}", play_text(&play))];
        self.finish_turn(Some(&play), &mut notes);
        Ok(self.with_board(notes))
    }

    /// Makes the play, ends the game if it is over, and rolls for the next player if he has nothing to decide.
    fn finish_turn(&mut self, play: Option<&crate::movegen::Play>, notes: &mut Vec<String>) {
        let game = self.game.as_mut().expect("a game is in progress");
        let mover = game.on_roll;
        let won = game.make(play);
        self.forget_analysis();
        if let Some(value) = won {
            self.end_game(mover, Ending::Played(value), notes);
        }
    }

    /// Books the result.
    fn end_game(&mut self, winner: Player, ending: Ending, notes: &mut Vec<String>) {
        let game = self.game.take().expect("a game is in progress");
        let points = points_of(&self.standing, &game, ending);
        self.standing.add(winner, points, self.settings.automatic.crawford);
        self.outcome = Some(Outcome { winner, points, ending });
        let kind = match points / game.cube.value {
            2 => "a gammon and ",
            3 => "a backgammon and ",
            _ => "",
        };
        let plural = if points == 1 { "" } else { "s" };
        notes.push(format!("{} wins {kind}{points} point{plural}", self.settings.names[winner]));
        if self.standing.is_over() {
            notes.push(format!("{} wins the match", self.settings.names[winner]));
        }
        self.last_game = Some(game);
        self.forget_analysis();
    }

    pub(super) fn double(&mut self) -> Result<Reply, SessionError> {
        if self.game_in_progress()?.pending == Some(Pending::Double) {
            return self.beaver();
        }
        let game = self.game_to_play()?;
        if game.dice.is_some() {
            return Err(SessionError::new("the dice are rolled: too late to double"));
        }
        if !game.cube_in_use {
            return Err(SessionError::new("the cube is not in use").with_suggestion("set cube use on"));
        }
        if !self.cube_info()?.may_double() {
            return Err(SessionError::new(match self.standing.terms() {
                Terms::Match(score) if score.crawford => "no doubling in the Crawford game",
                _ if !game.cube.is_available_to(game.on_roll) => "the opponent owns the cube",
                _ => "the cube is dead",
            }));
        }
        let game = self.game.as_mut().expect("checked above");
        game.pending = Some(Pending::Double);
        game.beavers = 0;
        game.declined = None;
        let note = format!("{} doubles to {}", self.settings.names[game.on_roll], 2 * game.cube.value);
        self.hint = None;
        Ok(self.with_board(vec![note]))
    }

    pub(super) fn take(&mut self) -> Result<Reply, SessionError> {
        let game = self.offered_double()?;
        let taker = game.to_decide();
        let game = self.game.as_mut().expect("checked above");
        // A beaver or raccoon leaves the cube with the player who was doubled.
        game.cube = Cube { value: 2 * game.cube.value, owner: CubeOwner::Owned(!game.on_roll) };
        game.withdraw();
        game.declined = None;
        let note = format!("{} takes at {}", self.settings.names[taker], game.cube.value);
        self.forget_analysis();
        Ok(self.with_board(vec![note]))
    }

    pub(super) fn pass(&mut self) -> Result<Reply, SessionError> {
        let game = self.offered_double()?;
        let passer = game.to_decide();
        let mut notes = vec![format!("{} passes", self.settings.names[passer])];
        self.end_game(!passer, Ending::Passed, &mut notes);
        Ok(self.with_board(notes))
    }

    pub(super) fn beaver(&mut self) -> Result<Reply, SessionError> {
        let game = self.offered_double()?;
        let allowed = match self.standing.terms() {
            Terms::Money { beavers, .. } => beavers,
            Terms::Match(_) => 0,
        };
        if allowed == 0 {
            return Err(SessionError::new("beavers are not played here").with_suggestion("take"));
        }
        if game.beavers >= allowed {
            return Err(SessionError::new(format!("no more than {allowed} beavers in a row")).with_suggestion("take"));
        }
        let player = game.to_decide();
        let game = self.game.as_mut().expect("checked above");
        game.cube = Cube { value: 2 * game.cube.value, owner: CubeOwner::Owned(!game.on_roll) };
        game.beavers += 1;
        game.declined = None;
        let note = format!("{} beavers to {}", self.settings.names[player], 2 * game.cube.value);
        self.forget_analysis();
        Ok(self.with_board(vec![note]))
    }

    pub(super) fn resign(&mut self, value: GameValue) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        if matches!(game.pending, Some(Pending::Resignation { .. })) {
            return Err(SessionError::new("a resignation waits for an answer").with_expected(["accept", "reject"]));
        }
        let by = game.to_decide();
        if let Some(declined) = game.declined.filter(|&declined| value <= declined) {
            return Err(SessionError::new(format!(
                "{} has declined {} already",
                self.settings.names[!by],
                kind_of_game(declined)
            )));
        }
        let doubled = game.pending.is_some();
        let game = self.game.as_mut().expect("checked above");
        game.pending = Some(Pending::Resignation { by, value, doubled });
        let note = format!("{} offers to resign {}", self.settings.names[by], kind_of_game(value));
        Ok(self.with_board(vec![note]))
    }

    /// Accepts (`true`) or rejects a resignation.
    pub(super) fn answer_resignation(&mut self, accept: bool) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let Some(Pending::Resignation { by, value, .. }) = game.pending else {
            return Err(SessionError::new("no resignation is offered"));
        };
        let mut notes = Vec::new();
        if accept {
            self.end_game(!by, Ending::Resigned(value), &mut notes);
        } else {
            let game = self.game.as_mut().expect("checked above");
            game.withdraw_resignation();
            game.declined = Some(value);
            notes.push(format!("{} declines", self.settings.names[!by]));
        }
        Ok(self.with_board(notes))
    }

    /// Accepts (`true`) or rejects whatever is offered.
    pub(super) fn answer(&mut self, accept: bool) -> Result<Reply, SessionError> {
        match (self.game_in_progress()?.pending, accept) {
            (Some(Pending::Double), true) => self.take(),
            (Some(Pending::Double), false) => self.pass(),
            (Some(Pending::Resignation { .. }), _) => self.answer_resignation(accept),
            (None, _) => Err(SessionError::new("nothing is offered")),
        }
    }

    /// Exchanges the seats: names and who plays, and with them who has which points and checkers.
    pub(super) fn swap_players(&mut self) -> Reply {
        self.settings.names.0.swap(0, 1);
        self.settings.players.0.swap(0, 1);
        match &mut self.standing {
            Standing::Money { score, .. } => score.0.swap(0, 1),
            Standing::Match { score, winner } => {
                score.score.0.swap(0, 1);
                *winner = winner.map(|(player, points)| (!player, points));
            }
        }
        if let Some(outcome) = &mut self.outcome {
            outcome.winner = !outcome.winner;
        }
        for game in self.game.iter_mut().chain(&mut self.last_game) {
            game.swap_seats();
        }
        if let Some(game) = &mut self.game {
            game.withdraw_resignation();
            game.declined = None;
        }
        self.forget_analysis();
        self.with_board(vec!["the players have changed seats".to_owned()])
    }

    /// The game, if the player on roll may act.
    fn game_to_play(&self) -> Result<Game, SessionError> {
        let game = self.game_in_progress()?;
        match game.pending {
            None => Ok(game),
            Some(Pending::Double) => {
                Err(SessionError::new("a double waits for an answer").with_expected(["take", "drop"]))
            }
            Some(Pending::Resignation { .. }) => {
                Err(SessionError::new("a resignation waits for an answer").with_expected(["accept", "reject"]))
            }
        }
    }

    fn offered_double(&self) -> Result<Game, SessionError> {
        let game = self.game_in_progress()?;
        if game.pending == Some(Pending::Double) { Ok(game) } else { Err(SessionError::new("no double is offered")) }
    }
}

const fn kind_of_game(value: GameValue) -> &'static str {
    match value {
        GameValue::Single => "a single game",
        GameValue::Gammon => "a gammon",
        GameValue::Backgammon => "a backgammon",
    }
}
