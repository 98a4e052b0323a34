//! The state of the game as commands set it: board, dice, turn, score, cube, identifiers.

use crate::board::{ByPlayer, Player, Position, Roll, Setup};
use crate::command::{BoardArg, CubeChange, PlayerArg, PlayerName, Set};
use crate::formats::judged;
use crate::movegen::legal_plays;
use crate::notation::{MatchState, Phase, play_text};
use crate::record::{Ending, Event, Game, Pending, Standing, State, Step};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};
use crate::session::error::refused;
use crate::session::reply::{BoardReply, Ids, Reply};
use crate::session::{Session, SessionError};
use crate::words::counted;

/// The table after a command, with remarks.
type Change = (Standing, Game, Vec<String>);

impl Session {
    pub(in crate::session) fn set(&mut self, set: &Set) -> Result<Reply, SessionError> {
        let (standing, game, notes) = match set {
            Set::Board(board) => {
                let mut game = self.game_with(board)?;
                game.withdraw_resignation();
                game.declined = None;
                (self.state().standing, game, Vec::new())
            }
            Set::Dice(roll) => self.with_dice(*roll)?,
            Set::Turn(player) => self.with_turn(player)?,
            Set::Score { score, length } => self.with_score(*score, *length)?,
            Set::Crawford(on) => self.with_crawford(*on)?,
            Set::PostCrawford(on) => self.with_crawford(!on)?,
            Set::Cube(change) => self.with_cube(change)?,
            Set::MatchId(id) => {
                // As of a GNUbg ID: the checkers are those of the Position ID that is shown now.
                let position = self
                    .state()
                    .shown()
                    .map_or_else(|| self.settings.variation.starting_position(), |game| game.position);
                return self.set_state(position, &self.with_own_beavers(id.value));
            }
            Set::GnubgId(id) => {
                let (setup, state) = id.value;
                return self.set_state(self.checked(setup)?, &self.with_own_beavers(state));
            }
            Set::Xgid(id) => return self.set_state(self.checked(id.value.setup)?, &id.value.state),
            Set::Setting(change) => return self.set_setting(change).map(Reply::Message),
        };
        match (set, self.state().game) {
            // Dice where none lie are a roll like any other.
            (Set::Dice(roll), Some(before)) if before.dice.is_none() && before.pending.is_none() => {
                self.apply(Event::Roll(*roll))?;
            }
            _ => self.edit(State::playing(standing, game)),
        }
        Ok(match set {
            Set::Board(_) => self.with_board(notes),
            _ if notes.is_empty() => Reply::Message(self.score_line()),
            _ => Reply::Message(notes.join("\n")),
        })
    }

    /// Puts on the table what identifiers describe: a game in progress, with remarks on what is strange about it, or
    /// the end of one.
    fn set_state(&mut self, position: Position, state: &MatchState) -> Result<Reply, SessionError> {
        let table = self.table_of(position, state);
        let (table, remarks) = if table.game.is_some() { judged(table).map_err(refused)? } else { (table, Vec::new()) };
        self.edit(table);
        Ok(self.with_board(remarks))
    }

    /// A Match ID does not encode how many beavers are allowed: the setting is taken.
    fn with_own_beavers(&self, mut state: MatchState) -> MatchState {
        if let Terms::Money { beavers, .. } = &mut state.terms {
            *beavers = self.settings.beavers;
        }
        state
    }

    /// A new game with nothing rolled.
    const fn fresh_game(&self) -> Game {
        Game::new(self.settings.variation, Player::Bottom, self.settings.cube_in_use)
    }

    /// The game on the table with other checkers; a money game with player 1 on roll when there is none.
    pub(in crate::session) fn game_with(&self, board: &BoardArg) -> Result<Game, SessionError> {
        let mut game = self.state().game.unwrap_or_else(|| self.fresh_game());
        game.position = self.checked(board.value)?;
        Ok(game)
    }

    pub(in crate::session) fn checked(&self, setup: Setup) -> Result<Position, SessionError> {
        let variation = self.state().game.map_or(self.settings.variation, |game| game.variation);
        setup.into_position(variation).map_err(refused)
    }

    fn with_turn(&self, player: &PlayerName) -> Result<Change, SessionError> {
        let player = self.seat(player)?;
        let mut game = self.without_resignation()?;
        game.set_turn(player);
        Ok((self.state().standing, game, vec![format!("{} is on roll", self.settings.names[player])]))
    }

    /// The game, unless a resignation has to be answered first.
    pub(in crate::session) fn without_resignation(&self) -> Result<Game, SessionError> {
        let game = self.game_in_progress()?;
        if matches!(game.pending, Some(Pending::Resignation { .. })) {
            return Err(SessionError::new("a resignation waits for an answer").with_expected(["accept", "reject"]));
        }
        Ok(game)
    }

    /// Dice withdraw what is on offer: the player on roll has moved on.
    fn with_dice(&self, roll: Roll) -> Result<Change, SessionError> {
        let mut game = self.game_in_progress()?;
        game.withdraw();
        game.declined = None;
        game.dice = Some(roll);
        let mut notes = vec![format!("the dice are {roll}")];
        if legal_plays(&game.position, roll).is_empty() {
            notes.push("no legal play with them".to_owned());
        }
        Ok((self.state().standing, game, notes))
    }

    /// The new score is in the Crawford game where one player is 1-away and the other has no points, or if it was
    /// before: a score like 6–3 of 7 is reached only once in the Crawford game, and many times after it.
    fn with_score(&self, score: ByPlayer<u8>, length: Option<u8>) -> Result<Change, SessionError> {
        let length = length.unwrap_or(self.state().standing.length());
        let standing = match self.state().standing {
            _ if length > 0 => {
                if let Some(player) = Player::BOTH.into_iter().find(|&player| score[player] >= length) {
                    return Err(SessionError::new(format!(
                        "{} win a match to {length}: it would be over",
                        counted(score[player], "point")
                    ))
                    .with_expected([format!("scores below {length}")]));
                }
                let told =
                    MatchScore::new(length, score, false).map_err(|error| SessionError::new(error.to_string()))?;
                let one_away = Player::BOTH.iter().filter(|&&player| told.away(player) == 1).count();
                let crawford = length > 1 && one_away == 1 && (score.0.contains(&0) || self.is_crawford());
                Standing::Match { score: told.with_crawford(crawford), winner: None }
            }
            Standing::Money { jacoby, beavers, .. } => {
                Standing::Money { score: ByPlayer(score.0.map(u32::from)), jacoby, beavers }
            }
            Standing::Match { .. } => {
                let (jacoby, beavers) = (self.settings.jacoby, self.settings.beavers);
                Standing::Money { score: ByPlayer(score.0.map(u32::from)), jacoby, beavers }
            }
        };
        let mut game = self.state().game.unwrap_or_else(|| self.fresh_game());
        game.withdraw_double();
        Ok((standing, game, Vec::new()))
    }

    fn with_crawford(&self, on: bool) -> Result<Change, SessionError> {
        let game = self.game_in_progress()?;
        let Standing::Match { mut score, winner } = self.state().standing else {
            return Err(SessionError::new("the Crawford rule belongs to matches").with_suggestion("new match 7"));
        };
        if !Player::BOTH.iter().any(|&player| score.away(player) == 1) {
            return Err(SessionError::new("nobody is one point from winning, so this can't be the Crawford game"));
        }
        score = score.with_crawford(on);
        let which = if on { "the Crawford game" } else { "a post-Crawford game" };
        let mut notes = vec![format!("this is {which}")];
        if on && game.cube != Cube::START {
            notes.push(format!("the cube stays at {}, though it can't be turned in it", game.cube.value()));
        }
        Ok((Standing::Match { score, winner }, game, notes))
    }

    fn with_cube(&self, change: &CubeChange) -> Result<Change, SessionError> {
        let mut game = self.game_in_progress()?;
        if !game.cube_in_use {
            return Err(SessionError::new("the cube is not in use").with_suggestion("set cube use on"));
        }
        game.withdraw();
        game.declined = None;
        if self.is_crawford() {
            return Err(SessionError::new("there is no cube in the Crawford game").with_suggestion("set crawford off"));
        }
        let note = match change {
            CubeChange::Value(value) => {
                let owner = game.cube.owner();
                game.cube = Cube::new(*value, owner).map_err(|error| SessionError::new(error.to_string()))?;
                format!("the cube is at {value}")
            }
            CubeChange::Centre | CubeChange::Owner(PlayerArg::Both) => {
                game.cube = game.cube.with_owner(CubeOwner::Centered);
                "the cube is in the middle".to_owned()
            }
            CubeChange::Owner(PlayerArg::One(name)) => {
                let player = self.seat(name)?;
                game.cube = game.cube.with_owner(CubeOwner::Owned(player));
                format!("{} owns the cube", self.settings.names[player])
            }
        };
        Ok((self.state().standing, game, vec![note]))
    }

    /// The table that identifiers describe: a game in progress, or the end of one. The position is seen by the
    /// player on roll of the state.
    pub(in crate::session) fn table_of(&self, position: Position, state: &MatchState) -> State {
        State::described(position, state, self.settings.variation, self.settings.cube_in_use)
    }

    /// The game in progress that identifiers describe.
    pub(in crate::session) fn restored(
        &self,
        position: Position,
        state: &MatchState,
    ) -> Result<(Standing, Game), SessionError> {
        let table = self.table_of(position, state);
        let over = || SessionError::new("the identifier describes a game that is over");
        Ok((table.standing, table.game.ok_or_else(over)?))
    }

    /// The state around the position, as the identifiers hold it.
    pub fn match_state(&self, game: &Game) -> MatchState {
        match_state_in(self.state(), game)
    }

    pub(in crate::session) fn ids_of(&self, game: &Game) -> Ids {
        Ids::new(&game.position, &self.match_state(game))
    }

    /// The board as it lies, after some notes.
    pub(in crate::session) fn with_board(&self, notes: Vec<String>) -> Reply {
        let mut replies = Vec::new();
        if !notes.is_empty() {
            replies.push(Reply::Message(notes.join("\n")));
        }
        if self.settings.display {
            replies.push(self.board());
        }
        Reply::of_all(replies)
    }

    /// The board as it lies.
    pub(in crate::session) fn board(&self) -> Reply {
        match self.state().shown() {
            Some(game) => {
                let board = self.board_in(self.state(), &game);
                Reply::Board(Box::new(BoardReply { last: self.last_play(&game), ..board }))
            }
            None => Reply::Message("no game in progress".to_owned()),
        }
    }

    /// The position on the table, to be told in words.
    pub(in crate::session) fn describe_table(&self) -> Result<Reply, SessionError> {
        let board = self.board_at(self.state()).ok_or_else(SessionError::no_game)?;
        Ok(Reply::Described(Box::new(board)))
    }

    /// The play before what lies on the table now.
    fn last_play(&self, game: &Game) -> Option<String> {
        let (number, step) = self.record().cursor();
        let before = self.record().games().get(number)?.steps.get(..step)?;
        let is_roll = |step: &&Step| matches!(step.event, Event::Roll(_));
        let (at, last) = before.iter().enumerate().rev().find(|(_, step)| !is_roll(step))?;
        let Event::Play(play) = &last.event else { return None };
        let dice = match before.get(at.checked_sub(1)?)?.event {
            Event::Roll(dice) | Event::Begin { roll: Some(dice), .. } => format!(" {dice}"),
            _ => String::new(),
        };
        Some(format!("{}{dice}: {}", self.settings.names[!game.on_roll], play_text(play)))
    }

    pub(in crate::session) fn board_of(&self, game: &Game) -> Reply {
        Reply::Board(Box::new(self.board_in(self.state(), game)))
    }

    /// The board of another state, with the names that the players have now.
    pub fn board_at(&self, state: &State) -> Option<BoardReply> {
        Some(self.board_in(state, &state.shown()?))
    }

    /// The board of a game around which a state lies.
    fn board_in(&self, state: &State, game: &Game) -> BoardReply {
        BoardReply {
            names: self.settings.names.clone(),
            standing: state.standing,
            game: *game,
            outcome: state.outcome.filter(|_| state.game.is_none()),
            ids: Ids::new(&game.position, &match_state_in(state, game)),
            clockwise: self.settings.clockwise,
            last: None,
            hides_pips: false,
        }
    }

    /// Applies a changed Jacoby rule to a money session in progress.
    pub(super) fn change_jacoby(&mut self) {
        let mut state = *self.state();
        if let Standing::Money { jacoby, .. } = &mut state.standing {
            *jacoby = self.settings.jacoby;
            self.edit(state);
        }
    }

    /// Applies a changed number of beavers to a money session in progress.
    pub(super) fn change_beavers(&mut self) {
        let mut state = *self.state();
        if let Standing::Money { beavers, .. } = &mut state.standing {
            *beavers = self.settings.beavers;
            self.edit(state);
        }
    }
}

/// The match state of a game, as a Match ID encodes it.
fn match_state_in(state: &State, game: &Game) -> MatchState {
    // Another position than that which ended is one of a game in progress.
    let outcome = state.outcome.filter(|_| state.game.is_none() && state.last_game == Some(*game));
    let passed = outcome.filter(|outcome| outcome.ending == Ending::Passed);
    MatchState {
        phase: match outcome.map(|outcome| outcome.ending) {
            None => Phase::Playing,
            Some(Ending::Played(_)) => Phase::Over,
            Some(Ending::Resigned(_)) => Phase::Resigned,
            Some(Ending::Passed) => Phase::Passed,
        },
        on_roll: game.on_roll,
        // After a pass there is no double any more, but it was for the loser to decide.
        decides: passed.map_or_else(|| game.to_decide(), |outcome| !outcome.winner),
        dice: game.dice,
        cube: game.cube,
        doubled: passed.is_none() && game.pending.is_some_and(Pending::is_double),
        resignation: match game.pending {
            Some(Pending::Resignation { value, .. }) => Some(value),
            _ => None,
        },
        terms: state.standing.terms(),
        money_score: ByPlayer(state.standing.points().0.map(|n| u16::try_from(n).unwrap_or(u16::MAX))),
        winner: match state.standing {
            Standing::Match { winner, .. } => {
                winner.map(|(winner, points)| (winner, u8::try_from(points).unwrap_or(u8::MAX)))
            }
            Standing::Money { .. } => None,
        },
        cube_limit: game.cube_limit,
    }
}
