//! The small argument types: what a person types behind the words, checked for form only.

use crate::board::{Player, Setup};
use crate::settings::quoted;
use std::fmt;

/// One player as named in a command; names are looked up by the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// The player in a seat: `0` or `1`.
    Seat(Player),
    /// The player of a name, compared without regard to case.
    Named(String),
}

/// One player, or `both`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerArg {
    /// A single player.
    One(PlayerName),
    /// Both players.
    Both,
}

/// A value decoded from a text while the line was parsed, with the text to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<T> {
    /// The meaning of the text.
    pub value: T,
    text: String,
}

/// A position: a Position ID, `simple` and 26 counts, or the 20 letters of the gnubg-nn scripts.
pub type BoardArg = Decoded<Setup>;

/// Some of the horizons a position is rolled out to, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Truncated after each of `first..=last` plies.
    Plies {
        /// The shortest.
        first: u16,
        /// The longest.
        last: u16,
    },
    /// Played to the end.
    Full,
}

impl PlayerArg {
    /// Both seats, or the one; `None` when a name has to be looked up first.
    pub const fn seats(&self) -> Option<&'static [Player]> {
        match self {
            Self::Both => Some(&Player::BOTH),
            Self::One(PlayerName::Seat(Player::Top)) => Some(&[Player::Top]),
            Self::One(PlayerName::Seat(Player::Bottom)) => Some(&[Player::Bottom]),
            Self::One(PlayerName::Named(_)) => None,
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(player) => write!(f, "{}", player.index()),
            Self::Named(name) => f.write_str(&quoted(name)),
        }
    }
}

impl fmt::Display for PlayerArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(name) => name.fmt(f),
            Self::Both => f.write_str("both"),
        }
    }
}

impl<T> Decoded<T> {
    /// A text and its meaning.
    pub(in crate::command) fn new(text: impl Into<String>, value: T) -> Self {
        Self { value, text: text.into() }
    }
}

impl<T> fmt::Display for Decoded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies { first, last } if first == last => write!(f, "{first}"),
            Self::Plies { first, last } => write!(f, "{first}..{last}"),
            Self::Full => f.write_str("full"),
        }
    }
}
