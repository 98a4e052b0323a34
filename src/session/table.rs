//! The state of the game as commands set it: board, dice, turn, score, cube, identifiers.

use super::error::refused;
use super::reply::{BoardReply, Ids};
use super::state::{Game, Outcome, Pending, Standing};
use super::{Reply, Session, SessionError};
use crate::board::{ByPlayer, Player, Position, Roll, Setup};
use crate::command::{BoardArg, CubeChange, PlayerArg, Set};
use crate::movegen::legal_plays;
use crate::notation::{
    MatchState, Phase, Xgid, find_ids, position_id, setup_from_key, setup_from_position_id, setup_from_simple,
};
use crate::scoring::{Cube, CubeOwner, MatchScore, Terms};

/// What lies on the table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    standing: Standing,
    game: Option<Game>,
    outcome: Option<Outcome>,
}

impl Session {
    pub(super) fn set_table(&mut self, set: &Set) -> Result<Reply, SessionError> {
        let (standing, game, notes) = match set {
            Set::Board(board) => (self.standing, self.game_with(board)?, Vec::new()),
            Set::Dice(roll) => self.with_dice(*roll)?,
            Set::Turn(player) => {
                let player = self.seat(player)?;
                let mut game = self.game_in_progress()?;
                game.set_turn(player);
                (self.standing, game, vec![format!("{} is on roll", self.settings.names[player])])
            }
            Set::Score { score, length } => self.with_score(*score, *length)?,
            Set::Crawford(on) => self.with_crawford(*on)?,
            Set::PostCrawford(on) => self.with_crawford(!on)?,
            Set::Cube(change) => self.with_cube(change)?,
            Set::MatchId(id) => {
                let state = MatchState::from_match_id(id).map_err(refused)?;
                let position = self.game.map_or_else(
                    || self.settings.variation.starting_position(),
                    |game| if game.on_roll == state.on_roll { game.position } else { game.position.flipped() },
                );
                let (standing, game) = self.restored(position, &state)?;
                (standing, game, Vec::new())
            }
            Set::GnubgId { position, match_id } => {
                let found = find_ids(&format!("{position}:{match_id}")).map_err(refused)?;
                let (Some(setup), Some(state)) = (found.setup, found.state) else {
                    return Err(SessionError::new("one of the two identifiers is missing")
                        .with_expected(["POSITION_ID:MATCH_ID"]));
                };
                let (standing, game) = self.restored(self.checked(setup)?, &state)?;
                (standing, game, Vec::new())
            }
            Set::Xgid(id) => {
                let xgid = Xgid::parse(id).map_err(refused)?;
                let (standing, game) = self.restored(self.checked(xgid.setup)?, &xgid.state)?;
                (standing, game, Vec::new())
            }
            _ => unreachable!("the caller sends only what concerns the table"),
        };
        self.standing = standing;
        self.game = Some(game);
        self.outcome = None;
        self.forget_analysis();
        Ok(match set {
            Set::Board(_) | Set::MatchId(_) | Set::GnubgId { .. } | Set::Xgid(_) => self.with_board(notes),
            _ if notes.is_empty() => Reply::Message(self.score_line()),
            _ => Reply::Message(notes.join("\n")),
        })
    }

    /// The game on the table with other checkers; a money game with player 1 on roll when there is none.
    pub(super) fn game_with(&self, board: &BoardArg) -> Result<Game, SessionError> {
        let setup = match board {
            BoardArg::PositionId(id) => setup_from_position_id(id).map_err(refused),
            BoardArg::Simple(counts) => setup_from_simple(counts).map_err(refused),
            BoardArg::Letters(key) => setup_from_key(key).map_err(refused),
        };
        let mut game = self.game.unwrap_or_else(|| Game::new(self.settings.variation, Player::Bottom));
        game.position = self.checked(setup?)?;
        Ok(game)
    }

    pub(super) fn checked(&self, setup: Setup) -> Result<Position, SessionError> {
        let variation = self.game.map_or(self.settings.variation, |game| game.variation);
        setup.into_position(variation).map_err(refused)
    }

    fn with_dice(&self, roll: Roll) -> Result<(Standing, Game, Vec<String>), SessionError> {
        let mut game = self.game_in_progress()?;
        if game.pending.is_some() {
            return Err(SessionError::new("an offer waits for an answer").with_suggestion("clear turn"));
        }
        game.dice = Some(roll);
        let mut notes = vec![format!("the dice are {roll}")];
        if legal_plays(&game.position, roll).is_empty() {
            notes.push("no legal play with them".to_owned());
        }
        Ok((self.standing, game, notes))
    }

    fn with_score(
        &self,
        score: ByPlayer<u8>,
        length: Option<u8>,
    ) -> Result<(Standing, Game, Vec<String>), SessionError> {
        let length = length.unwrap_or(self.standing.length());
        let standing = match self.standing {
            _ if length > 0 => {
                if let Some(player) = Player::BOTH.into_iter().find(|&player| score[player] >= length) {
                    return Err(SessionError::new(format!(
                        "{} points win a match to {length}: it would be over",
                        score[player]
                    ))
                    .with_expected([format!("scores below {length}")]));
                }
                let is_one_away = Player::BOTH.iter().any(|&player| length - score[player] == 1);
                let crawford = is_one_away && length > 1 && self.settings.automatic.crawford;
                let both = Player::BOTH.iter().all(|&player| length - score[player] == 1);
                let score = MatchScore { length, score, crawford: crawford && !both };
                Standing::Match { score, winner: None }
            }
            Standing::Money { jacoby, beavers, .. } => {
                Standing::Money { score: ByPlayer(score.0.map(u32::from)), jacoby, beavers }
            }
            Standing::Match { .. } => {
                let (jacoby, beavers) = (self.settings.jacoby, self.settings.beavers);
                Standing::Money { score: ByPlayer(score.0.map(u32::from)), jacoby, beavers }
            }
        };
        let game = self.game.unwrap_or_else(|| Game::new(self.settings.variation, Player::Bottom));
        Ok((standing, game, Vec::new()))
    }

    fn with_crawford(&self, on: bool) -> Result<(Standing, Game, Vec<String>), SessionError> {
        let game = self.game_in_progress()?;
        let Standing::Match { mut score, winner } = self.standing else {
            return Err(SessionError::new("the Crawford rule belongs to matches").with_suggestion("new match 7"));
        };
        if !Player::BOTH.iter().any(|&player| score.away(player) == 1) {
            return Err(SessionError::new("nobody is one point from winning, so this can't be the Crawford game"));
        }
        if on && game.cube != Cube::START {
            return Err(SessionError::new("the cube has been turned, so this can't be the Crawford game"));
        }
        score.crawford = on;
        let which = if on { "the Crawford game" } else { "a post-Crawford game" };
        Ok((Standing::Match { score, winner }, game, vec![format!("this is {which}")]))
    }

    fn with_cube(&self, change: &CubeChange) -> Result<(Standing, Game, Vec<String>), SessionError> {
        let mut game = self.game_in_progress()?;
        if game.pending.is_some() {
            return Err(SessionError::new("an offer waits for an answer").with_suggestion("clear turn"));
        }
        let crawford = self.standing.terms().match_score().is_some_and(|score| score.crawford);
        if crawford && !matches!(change, CubeChange::Use(_)) {
            return Err(SessionError::new("there is no cube in the Crawford game").with_suggestion("set crawford off"));
        }
        let note = match change {
            CubeChange::Value(value) => {
                game.cube.value = *value;
                format!("the cube is at {value}")
            }
            CubeChange::Centre | CubeChange::Owner(PlayerArg::Both) => {
                game.cube.owner = CubeOwner::Centered;
                "the cube is in the middle".to_owned()
            }
            CubeChange::Owner(PlayerArg::One(name)) => {
                let player = self.seat(name)?;
                game.cube.owner = CubeOwner::Owned(player);
                format!("{} owns the cube", self.settings.names[player])
            }
            CubeChange::Use(on) => {
                game.cube_in_use = *on;
                game.cube = Cube::START;
                format!("the cube is {}", if *on { "in use" } else { "not in use" })
            }
        };
        Ok((self.standing, game, vec![note]))
    }

    /// The table that identifiers describe. The position is seen by the player on roll of the state.
    pub(super) fn restored(&self, position: Position, state: &MatchState) -> Result<(Standing, Game), SessionError> {
        if !matches!(state.phase, Phase::Playing | Phase::NotStarted) {
            return Err(SessionError::new("the identifier describes a game that is over"));
        }
        let standing = match state.terms {
            Terms::Money { jacoby, beavers } => {
                Standing::Money { score: ByPlayer(state.money_score.0.map(u32::from)), jacoby, beavers }
            }
            Terms::Match(score) => Standing::Match { score, winner: None },
        };
        let pending = match (state.doubled, state.resignation) {
            (true, _) => Some(Pending::Double),
            (false, Some(value)) => Some(Pending::Resignation { by: !state.decides, value }),
            (false, None) => None,
        };
        let game = Game {
            variation: self.settings.variation,
            position,
            on_roll: state.on_roll,
            dice: state.dice,
            cube: state.cube,
            pending,
            beavers: 0,
            cube_in_use: true,
        };
        Ok((standing, game))
    }

    /// What surrounds the position, as the identifiers hold it.
    pub(super) fn match_state(&self, game: &Game) -> MatchState {
        let in_progress = self.game.is_some() || self.outcome.is_none();
        MatchState {
            phase: if in_progress { Phase::Playing } else { Phase::Over },
            on_roll: game.on_roll,
            decides: game.to_decide(),
            dice: game.dice,
            cube: game.cube,
            doubled: game.pending == Some(Pending::Double),
            resignation: match game.pending {
                Some(Pending::Resignation { value, .. }) => Some(value),
                _ => None,
            },
            terms: self.standing.terms(),
            money_score: ByPlayer(self.standing.points().0.map(|n| u16::try_from(n).unwrap_or(u16::MAX))),
        }
    }

    pub(super) fn ids_of(&self, game: &Game) -> Ids {
        let state = self.match_state(game);
        Ids {
            position_id: position_id(&game.position),
            match_id: state.match_id(),
            xgid: Xgid::new(&game.position, &state).to_string(),
        }
    }

    /// The board as it lies, after some notes.
    pub(super) fn with_board(&self, notes: Vec<String>) -> Reply {
        let mut replies = Vec::new();
        if !notes.is_empty() {
            replies.push(Reply::Message(notes.join("\n")));
        }
        if self.settings.display {
            replies.push(self.board());
        }
        match replies.len() {
            0 => Reply::Nothing,
            1 => replies.remove(0),
            _ => Reply::Many(replies),
        }
    }

    /// The board as it lies.
    pub(super) fn board(&self) -> Reply {
        match self.game.or(self.last_game) {
            Some(game) => self.board_of(&game),
            None => Reply::Message("no game in progress".to_owned()),
        }
    }

    pub(super) fn board_of(&self, game: &Game) -> Reply {
        Reply::Board(Box::new(self.board_with(self.standing, game)))
    }

    /// The board on which the last rollout was made.
    #[must_use]
    pub fn rollout_board(&self) -> Option<BoardReply> {
        let found = find_ids(&self.last_rollout.as_ref()?.description.gnubg_id).ok()?;
        let (standing, game) = self.restored(self.checked(found.setup?).ok()?, &found.state?).ok()?;
        Some(self.board_with(standing, &game))
    }

    /// The table as it is, to come back to.
    #[must_use]
    pub const fn table(&self) -> Table {
        Table { standing: self.standing, game: self.game, outcome: self.outcome }
    }

    /// Puts a table back.
    pub fn restore_table(&mut self, table: Table) {
        (self.standing, self.game, self.outcome) = (table.standing, table.game, table.outcome);
        self.forget_analysis();
    }

    fn board_with(&self, standing: Standing, game: &Game) -> BoardReply {
        BoardReply {
            names: self.settings.names.clone(),
            standing,
            game: *game,
            outcome: self.outcome.filter(|_| self.game.is_none()),
            ids: self.ids_of(game),
            clockwise: self.settings.clockwise,
        }
    }

    /// Lets the money rules of the settings hold in a money session that is being played.
    pub(super) fn change_money_rules(&mut self) {
        if let Standing::Money { jacoby, beavers, .. } = &mut self.standing {
            *jacoby = self.settings.jacoby;
            *beavers = self.settings.beavers;
            self.forget_analysis();
        }
    }
}
