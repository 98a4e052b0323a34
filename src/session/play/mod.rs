//! Playing: new games, rolls, plays, doubles and resignations.
//!
//! Every command here makes an [`Event`]; whether it may happen and what it leads to is known to [`crate::record`].

mod choice;
mod external;
mod program;
mod tutor;

pub(super) use external::Externals;
pub(super) use program::with_last_board;
use tutor::Advised;
pub(super) use tutor::{Advice, Heard};

pub use choice::Choice;

use super::{Host, Refusal, Session, SessionError};
use crate::board::{Player, Roll};
use crate::command::New;
use crate::movegen::{Play, legal_plays};
use crate::notation::{WrittenPlay, play_text};
use crate::record::{Event, Game, Illegal, MatchInfo, Pending, Record, Rules, Standing, State};
use crate::scoring::{Cube, GameValue};
use crate::session::error::refused;
use crate::session::parts::Elsewhere;
use crate::session::reply::Reply;
use crate::settings::{OutputStyle, Who};
use crate::words::counted;

impl Session {
    /// Applies an event to the record. Returns lines about the end of a game.
    pub(super) fn apply(&mut self, event: Event) -> Result<Vec<String>, SessionError> {
        let was_playing = self.state().game.is_some();
        let is_double = event == Event::Double;
        let (rules, elsewhere) = (self.rules(), self.elsewhere());
        let was_aside = self.record().is_on_side_line();
        self.table.apply(event, rules, elsewhere).map_err(|why| self.explained(why, is_double))?;
        self.changes.go_on();
        self.findings.move_on();
        let mut notes = if was_playing { self.result_of_the_game() } else { Vec::new() };
        if self.record().is_on_side_line() && !was_aside {
            notes.push(super::record::SIDE_LINE.to_owned());
        }
        Ok(notes)
    }

    /// Whether something may happen now.
    fn may(&self, event: &Event) -> Result<(), SessionError> {
        self.state().after(event, self.rules()).map_err(|why| self.explained(why, false))?;
        Ok(())
    }

    /// Puts something else on the table, as an event of its own if it makes a difference.
    pub(super) fn edit(&mut self, state: State) {
        if state != *self.state() {
            let elsewhere = self.elsewhere();
            self.table.set_up(state, elsewhere);
            self.changes.go_on();
        }
        self.forget_analysis();
    }

    /// What becomes of the rest of the record when something else is done in the midst of it.
    pub(super) fn elsewhere(&self) -> Elsewhere {
        if self.settings.output.style == OutputStyle::Gnubg { Elsewhere::MainLine } else { Elsewhere::SideLine }
    }

    pub(super) const fn rules(&self) -> Rules {
        Rules { crawford: self.settings.automatic.crawford }
    }

    /// Why something cannot happen, in words.
    pub(super) fn explained(&self, why: Illegal, is_double: bool) -> SessionError {
        let names = &self.settings.names;
        match why {
            Illegal::NoGame if !self.state().standing.is_over() => SessionError::no_game(),
            Illegal::NoGame | Illegal::MatchOver => SessionError::new("the match is over").with_suggestion("new match"),
            Illegal::DoubleWaits => SessionError::new("a double waits for an answer").with_expected(["take", "drop"]),
            Illegal::ResignationWaits => {
                SessionError::new("a resignation waits for an answer").with_expected(["accept", "reject"])
            }
            Illegal::Rolled(_) if is_double => SessionError::new("the dice are rolled: too late to double"),
            Illegal::Rolled(dice) => SessionError::new(format!("{dice} is rolled already")).with_suggestion("hint"),
            Illegal::NotRolled => SessionError::new("the dice are not rolled").with_suggestion("roll"),
            Illegal::NoSuchPlay => SessionError::new("this is not a legal play").with_suggestion("hint"),
            Illegal::MustPlay => SessionError::new("there is a legal play, so the turn does not pass"),
            Illegal::CubeNotInUse => SessionError::new("the cube is not in use").with_suggestion("set cube use on"),
            Illegal::Crawford => SessionError::new("no doubling in the Crawford game"),
            Illegal::CubeOfOpponent => SessionError::new("the opponent owns the cube"),
            Illegal::CubeDead => SessionError::new("the cube is dead").of(Refusal::CubeDead),
            Illegal::NoSuchCube(value) => SessionError::new(format!("no cube shows {value}")),
            Illegal::CubeAtTop => SessionError::new(format!("the cube goes no higher than {}", Cube::TOP)),
            Illegal::NoDouble => SessionError::new("no double is offered"),
            Illegal::NoBeavers => SessionError::new("beavers are not played here").with_suggestion("take"),
            Illegal::BeaversUsed(n) => {
                SessionError::new(format!("no more than {} in a row", counted(n, "beaver"))).with_suggestion("take")
            }
            Illegal::NoResignation => SessionError::new("no resignation is offered"),
            Illegal::Declined(by, value) => {
                SessionError::new(format!("{} has declined {} already", names[by], value.name()))
            }
        }
    }

    pub(super) fn new_game(&mut self, new: &New, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let standing = match new {
            New::Game if self.state().standing.is_over() => return Err(self.explained(Illegal::MatchOver, false)),
            New::Game => self.state().standing,
            New::Match(length) => Standing::match_to(length.unwrap_or(self.settings.match_length))
                .map_err(|error| SessionError::new(error.to_string()))?,
            New::Session => Standing::money(self.settings.jacoby, self.settings.beavers),
        };
        let mut notes = Vec::new();
        let names = self.settings.names.clone();
        if let New::Match(_) = new {
            // Other players than those of the last match may play: they have the default names until these are set.
            self.settings.names.clone_from(&self.settings.default_names);
        }
        let begin = self.opening(new, standing, &mut notes, host).inspect_err(|_| self.settings.names = names)?;
        if *new == New::Game && !self.settings.keeps_games {
            self.table.restore(Record::new(State::new(standing)));
        }
        if *new != New::Game {
            self.table.restore(Record::new(State::new(standing)));
            *self.table.info_mut() = MatchInfo::default();
            // The match before was saved or given up.
            self.table.note_saved();
        }
        self.apply(begin)?;
        let board = self.with_board(notes);
        // A seat called `engine` does not play by itself.
        let are_both_here = self.settings.players.0.iter().all(|player| player.who == Who::Human);
        if !are_both_here || !host.may_advise() || !self.advice.is_first(Advised::Engine) {
            return Ok(board);
        }
        let advice = "both sides are yours; `play against engine` lets the engine play one";
        Ok(Reply::Many(vec![board, Reply::Message(advice.to_owned())]))
    }

    /// Rolls for the first turn. Equal dice turn the cube when automatic doubles are on.
    fn opening(
        &mut self,
        new: &New,
        standing: Standing,
        notes: &mut Vec<String>,
        host: &mut dyn Host,
    ) -> Result<Event, SessionError> {
        // A match is of one variation: another setting is for the next.
        let variation = match (new, self.state().shown()) {
            (New::Game, Some(game)) => game.variation,
            _ => self.settings.variation,
        };
        // So is what limits the cube.
        let last = self.record().games().last().filter(|_| *new == New::Game).and_then(|game| game.steps.first());
        let largest_cube = match last.map(|step| &step.event) {
            Some(Event::Begin { largest_cube, .. }) => *largest_cube,
            _ => None,
        };
        let begin = |first, cube, roll| Event::Begin {
            standing,
            variation,
            cube_in_use: self.settings.cube_in_use,
            largest_cube,
            cube,
            first,
            roll,
        };
        if self.table.dice().are_entered() && !host.enters_dice() {
            notes
                .push("the dice are entered by hand: `set turn` says who begins, `set dice` what he rolled".to_owned());
            return Ok(begin(Player::Bottom, 1, None));
        }
        let mut doubles_left = if standing.length() == 0 { self.settings.automatic.doubles } else { 0 };
        let mut cube = 1;
        let [top, bottom] = &self.settings.names.0;
        let both = format!("{top} and {bottom}");
        let [a, b] = loop {
            let dice = self.table.dice_mut().opening(&both, host)?;
            if dice[0] != dice[1] {
                break dice;
            }
            if doubles_left > 0 {
                doubles_left -= 1;
                cube *= 2;
                notes.push(format!("equal dice: the cube is at {cube}"));
            }
        };
        notes.push(format!(
            "{} rolls {a}, {} rolls {b}",
            self.settings.names[Player::Top],
            self.settings.names[Player::Bottom]
        ));
        let first = if a > b { Player::Top } else { Player::Bottom };
        Ok(begin(first, cube, Some(Roll::new(a, b).map_err(refused)?)))
    }

    pub(super) fn roll(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        // No dice are drawn that cannot be rolled.
        self.may(&Event::Roll(Roll::ALL[0]))?;
        let game = self.game_in_progress()?;
        let roll = self.table.dice_mut().roll(&self.settings.names[game.on_roll], host)?;
        let mut notes = vec![format!("{} rolls {roll}", self.settings.names[game.on_roll])];
        self.apply(Event::Roll(roll))?;
        if legal_plays(&game.position, roll).is_empty() {
            notes.push("no legal play".to_owned());
            notes.extend(self.apply(Event::NoPlay)?);
        }
        let board = self.with_board(notes);
        let is_alone = self.settings.players.0.iter().any(|player| player.who != Who::Human);
        let rolls_by_hand = is_alone && !self.settings.automatic.roll;
        if !rolls_by_hand || !host.may_advise() || !self.advice.is_first(Advised::AutomaticRoll) {
            return Ok(board);
        }
        let advice = "`set automatic roll on` rolls for you where you cannot double";
        Ok(Reply::Many(vec![board, Reply::Message(advice.to_owned())]))
    }

    /// Makes a play, or passes without one.
    pub(super) fn make_play(&mut self, play: Option<&WrittenPlay>) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        let roll = game.dice.ok_or_else(|| self.explained(Illegal::NotRolled, false))?;
        if let Some(play) = play {
            let legal = play.find(&game.position, roll);
            return self.make(legal.map_err(|error| {
                // Two small numbers are a play, and may be meant as a roll.
                match (play.as_dice(), refused(error)) {
                    (Some(dice), error) => error.with_suggestion(format!("set dice {dice}")),
                    (None, error) => error,
                }
            })?);
        }
        // The play that is forced: the only one, or the pass where there is none.
        let mut plays = legal_plays(&game.position, roll);
        match plays.len() {
            0 => self.pass_the_turn(roll),
            1 => self.make(plays.remove(0)),
            _ => Err(SessionError::new("there is more than one play").with_expected(["a play, as in `move 8/5 6/5`"])),
        }
    }

    /// Passes the turn to the other player where there is no legal play.
    pub(super) fn pass_the_turn(&mut self, roll: Roll) -> Result<Reply, SessionError> {
        let game = self.game_to_play()?;
        let mut notes = vec![format!("{} has no legal play for {roll}", self.settings.names[game.on_roll])];
        notes.extend(self.apply(Event::NoPlay)?);
        Ok(self.with_board(notes))
    }

    /// Makes a play of the roll.
    pub(super) fn make(&mut self, play: Play) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let mut notes = vec![format!("{} plays {}", self.settings.names[game.on_roll], play_text(&play))];
        notes.extend(self.apply(Event::Play(play))?);
        Ok(self.with_board(notes))
    }

    /// Lines about a game that has ended.
    fn result_of_the_game(&self) -> Vec<String> {
        let (Some(outcome), Some(game)) = (self.state().outcome, self.state().last_game) else { return Vec::new() };
        let (winner, points) = (&self.settings.names[outcome.winner], outcome.points);
        let kind = match points / game.cube.value() {
            2 => "a gammon and ",
            3 => "a backgammon and ",
            _ => "",
        };
        let mut notes = vec![format!("{winner} wins {kind}{}", counted(points, "point"))];
        if self.state().standing.is_over() {
            let next = if self.settings.output.style == OutputStyle::Gnubg {
                ""
            } else {
                "; `analyse match` judges it, then `show errors` lists what went wrong"
            };
            notes.push(format!("{winner} wins the match{next}"));
        }
        notes
    }

    pub(super) fn double(&mut self) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        if game.pending == Some(Pending::Double) {
            return self.beaver();
        }
        self.apply(Event::Double)?;
        let note = format!("{} doubles to {}", self.settings.names[game.on_roll], 2 * game.cube.value());
        Ok(self.with_board(vec![note]))
    }

    pub(super) fn take(&mut self) -> Result<Reply, SessionError> {
        let taker = self.game_in_progress()?.to_decide();
        self.apply(Event::Take)?;
        let note = format!("{} takes at {}", self.settings.names[taker], self.game_in_progress()?.cube.value());
        Ok(self.with_board(vec![note]))
    }

    pub(super) fn pass(&mut self) -> Result<Reply, SessionError> {
        let passer = self.game_in_progress()?.to_decide();
        let result = self.apply(Event::Pass)?;
        let mut notes = vec![format!("{} passes", self.settings.names[passer])];
        notes.extend(result);
        Ok(self.with_board(notes))
    }

    pub(super) fn beaver(&mut self) -> Result<Reply, SessionError> {
        let player = self.game_in_progress()?.to_decide();
        self.apply(Event::Beaver)?;
        let note = format!("{} beavers to {}", self.settings.names[player], 2 * self.game_in_progress()?.cube.value());
        Ok(self.with_board(vec![note]))
    }

    /// Offers to resign, which a person at a terminal is asked about.
    pub(super) fn resign_if_meant(&mut self, value: GameValue, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let is_asked = self.settings.confirm_default.is_none();
        if is_asked && self.settings.players[game.to_decide()].who == Who::Human {
            let points = counted(value.multiplier() * game.cube.value(), "point");
            if !host.may_resign(&format!("{} and give up {points}", value.name()))? {
                return Err(SessionError::new("the game goes on"));
            }
        }
        self.resign(value)
    }

    pub(super) fn resign(&mut self, value: GameValue) -> Result<Reply, SessionError> {
        let by = self.game_in_progress()?.to_decide();
        self.apply(Event::Resign(value))?;
        let note = format!("{} offers to resign {}", self.settings.names[by], value.name());
        Ok(self.with_board(vec![note]))
    }

    /// Accepts (`true`) or rejects a resignation.
    pub(super) fn answer_resignation(&mut self, accept: bool) -> Result<Reply, SessionError> {
        let decides = self.game_in_progress()?.to_decide();
        let mut notes = self.apply(if accept { Event::Accept } else { Event::Decline })?;
        if !accept {
            notes.push(format!("{} declines", self.settings.names[decides]));
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

    /// Exchanges the seats: names and kinds of player, and with them points and checkers. In GNU Backgammon's manner
    /// the kinds belong to the seats.
    pub(super) fn swap_players(&mut self) -> Reply {
        self.settings.names.0.swap(0, 1);
        if self.settings.output.style != OutputStyle::Gnubg {
            self.settings.players.0.swap(0, 1);
            self.externals.swap_seats();
        }
        let mut state = *self.state();
        state.swap_seats();
        if let Some(game) = &mut state.game {
            game.withdraw_resignation();
            game.declined = None;
        }
        self.edit(state);
        self.with_board(vec!["the players have changed seats".to_owned()])
    }

    /// The game, if the player on roll may act.
    fn game_to_play(&self) -> Result<Game, SessionError> {
        let game = self.game_in_progress()?;
        match game.pending {
            None => Ok(game),
            Some(Pending::Double) => Err(self.explained(Illegal::DoubleWaits, false)),
            Some(Pending::Resignation { .. }) => Err(self.explained(Illegal::ResignationWaits, false)),
        }
    }
}
