//! The board, and what identifies it.

use crate::board::{ByPlayer, Position};
use crate::notation::{MatchState, Xgid, position_id};
use crate::record::{Game, Outcome, Standing};
use serde::Serialize;

/// The identifiers of what lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReply {
    /// GNU Backgammon's position ID.
    pub position_id: String,
    /// GNU Backgammon's match ID.
    pub match_id: String,
    /// Both, with a colon between them.
    pub gnubg_id: String,
    /// eXtreme Gammon's ID.
    pub xgid: String,
}

/// The identifiers of a position and its match state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ids {
    /// GNU Backgammon's position ID.
    pub position_id: String,
    /// GNU Backgammon's match ID.
    pub match_id: String,
    /// eXtreme Gammon's ID.
    pub xgid: String,
}

impl Ids {
    /// Those of a position with its match state.
    pub fn new(position: &Position, state: &MatchState) -> Self {
        Self {
            position_id: position_id(position),
            match_id: state.match_id(),
            xgid: Xgid::new(position, state).to_string(),
        }
    }
}

/// Everything that a drawing of the board shows.
#[derive(Clone, Debug)]
pub struct BoardReply {
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// The score.
    pub standing: Standing,
    /// The game in progress, or the one that has just ended.
    pub game: Game,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Identifiers.
    pub ids: Ids,
    /// Whether point 1 is drawn at the lower left.
    pub clockwise: bool,
    /// The play by which the turn came here: `Ann 31: 8/5 6/5`.
    pub last: Option<String>,
    /// Whether the pips are left out, because they are asked for.
    pub hides_pips: bool,
}
