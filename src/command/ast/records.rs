//! Commands about the facts of a match and lists of its games.

use super::args::PlayerName;
use crate::settings::quoted;
use std::fmt;

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
