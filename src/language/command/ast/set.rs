//! The commands under `set`.

use super::args::{BoardArg, Decoded, PlayerArg, PlayerName};
use crate::board::{ByPlayer, Roll, Setup};
use crate::notation::{MatchState, Xgid};
use crate::settings::{Setting, Value};
use std::fmt;

/// The changes that `set` makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// The checkers; dice, cube, score and turn stay.
    Board(BoardArg),
    /// The dice of the player on roll.
    Dice(Roll),
    /// The player on roll.
    Turn(PlayerName),
    /// Points won, and perhaps the length of the match.
    Score {
        /// Points of player 0 and player 1.
        score: ByPlayer<u8>,
        /// A new match length.
        length: Option<u8>,
    },
    /// The cube.
    Cube(CubeChange),
    /// Match state from a Match ID.
    MatchId(Decoded<MatchState>),
    /// Everything from a Position ID and a Match ID.
    GnubgId(Decoded<(Setup, MatchState)>),
    /// Everything from an XGID, printed without its prefix `XGID=`.
    Xgid(Decoded<Xgid>),
    /// Whether this is the Crawford game.
    Crawford(bool),
    /// Whether the Crawford game has been played.
    PostCrawford(bool),
    /// A setting.
    Setting(Change),
}

/// A change of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The row of the table of settings.
    pub setting: &'static Setting,
    /// The player, where each has a value.
    pub player: Option<PlayerArg>,
    /// The new value.
    pub value: Value,
}

/// A change of the cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CubeChange {
    /// The value, a power of two from 1 to 4096.
    Value(u32),
    /// The owner; `both` centers it.
    Owner(PlayerArg),
    /// Centers it and keeps its value.
    Centre,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.player.as_ref().map(ToString::to_string).unwrap_or_default();
        f.write_str(&self.setting.words_for(&player))?;
        match &self.value {
            Value::Nothing => Ok(()),
            value => write!(f, " {value}"),
        }
    }
}
