//! Commands about the facts of a match and lists of its games.

use super::args::PlayerName;
use crate::settings::quoted;
use std::fmt;

/// The decisions of a record that are meant: all conditions that are given hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WantedErrors {
    /// The player who decided.
    pub player: Option<PlayerName>,
    /// The kind of decision.
    pub kind: Option<DecisionKind>,
    /// The least equity that is given up.
    pub least: Option<f64>,
    /// The game, from 1.
    pub game: Option<u16>,
    /// How many: of a list that many at most, of steps that many.
    pub count: Option<u16>,
}

impl WantedErrors {
    /// Returns whether all decisions are meant.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self { count: self.count, ..Self::default() }
    }
}

impl fmt::Display for WantedErrors {
    /// The words after a command, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = self.count {
            write!(f, " {count}")?;
        }
        if let Some(player) = &self.player {
            write!(f, " player {player}")?;
        }
        if let Some(kind) = self.kind {
            write!(f, " {}", kind.word())?;
        }
        if let Some(least) = self.least {
            write!(f, " {least:?}")?;
        }
        if let Some(game) = self.game {
            write!(f, " game {game}")?;
        }
        Ok(())
    }
}

/// The subject of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// The cube: doubling, taking, resigning.
    Cube,
    /// The checkers.
    Play,
}

impl DecisionKind {
    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cube => "cube",
            Self::Play => "plays",
        }
    }
}

/// A place in the record.
#[derive(Clone, Debug, PartialEq)]
pub enum Goto {
    /// The error of `show errors` with this number.
    Error(u16),
    /// The beginning of a game, from 1.
    Game(u16),
    /// A turn of the game at the cursor, as `list game` numbers them; the first decision of a player in it.
    Turn {
        /// The number of the turn, from 1.
        turn: u16,
        /// Whose decision; the first of the turn if not given.
        player: Option<PlayerName>,
    },
    /// The next error of a kind.
    NextError(WantedErrors),
    /// The error of a kind before.
    PreviousError(WantedErrors),
}

impl fmt::Display for Goto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(n) => write!(f, "goto error {n}"),
            Self::Game(n) => write!(f, "goto game {n}"),
            Self::Turn { turn, player: None } => write!(f, "goto {turn}"),
            Self::Turn { turn, player: Some(player) } => write!(f, "goto {turn} {player}"),
            Self::NextError(wanted) => write!(f, "next error{wanted}"),
            Self::PreviousError(wanted) => write!(f, "previous error{wanted}"),
        }
    }
}

/// A fact about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InfoField {
    /// The annotator.
    Annotator,
    /// A comment on the whole.
    Comment,
    /// The day it was played.
    Date,
    /// The event.
    Event,
    /// The place.
    Place,
    /// The rating of a player.
    Rating(PlayerName),
    /// The round.
    Round,
}

impl fmt::Display for InfoField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Annotator => f.write_str("annotator"),
            Self::Comment => f.write_str("comment"),
            Self::Date => f.write_str("date"),
            Self::Event => f.write_str("event"),
            Self::Place => f.write_str("place"),
            Self::Rating(player) => write!(f, "rating {player}"),
            Self::Round => f.write_str("round"),
        }
    }
}

/// A match as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordCommand {
    /// `set matchinfo`: writes a fact down, or strikes it out.
    SetInfo {
        /// Which.
        field: InfoField,
        /// Its new text; `None` clears it.
        text: Option<String>,
    },
    /// `show matchinfo`: the facts.
    ShowInfo,
    /// `list match` or `list session`: the games.
    ListGames,
}

impl fmt::Display for RecordCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetInfo { field, text: Some(text) } => write!(f, "set matchinfo {field} {}", quoted(text)),
            Self::SetInfo { field, text: None } => write!(f, "set matchinfo {field}"),
            Self::ShowInfo => f.write_str("show matchinfo"),
            Self::ListGames => f.write_str("list match"),
        }
    }
}
