//! The small argument types: what a person types behind the words, checked for form only.

use crate::board::Player;
use crate::eval::{MoveFilter, MoveFilters, Strength};
use crate::rng::RngKind;
use std::fmt;
use std::time::Duration;

/// One player as named in a command; names are looked up by the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// By seat: `0` or `1`.
    Seat(Player),
    /// By name, compared without regard to case.
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

/// A position as typed, decoded no further than its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardArg {
    /// A Position ID of 14 characters.
    PositionId(String),
    /// `simple` and 26 counts seen by the side on roll: its bar, points 1 to 24 (its own checkers positive,
    /// the opponent's negative), the opponent's bar.
    Simple([i8; 26]),
    /// Twenty letters `A` to `P`: the key of the gnubg-nn scripts.
    Letters(String),
}

/// A spot a checker moves from or to, in the mover's numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The bar.
    Bar,
    /// A point, 1 to 24.
    Point(u8),
    /// Borne off.
    Off,
}

/// One written group of a play: `13/8/3*(2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Where the checker starts.
    pub from: Spot,
    /// Where it goes, with whether a hit was marked; at least one.
    pub to: Vec<(Spot, bool)>,
    /// How many checkers do this, 1 to 4.
    pub times: u8,
}

/// A play as typed. Its [`Display`](fmt::Display) is the usual notation; whether it is legal, the session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayArg(pub Vec<Steps>);

/// A decision that has its own evaluation settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which play to make.
    Chequerplay,
    /// What to do with the cube.
    Cube,
}

/// One change to a set of evaluation settings.
#[derive(Clone, Debug, PartialEq)]
pub enum EvalChange {
    /// Turns of look-ahead, 0 to 7.
    Plies(u8),
    /// Whether the cube is taken into account.
    Cubeful(bool),
    /// Whether the pruning nets choose the plays inside the search.
    Prune(bool),
    /// Standard deviation of the noise added to evaluations.
    Noise(f32),
    /// Whether the noise is a function of the position.
    Deterministic(bool),
    /// All of them at once.
    Preset(Strength),
}

/// A change to a set of move filters.
#[derive(Clone, Debug, PartialEq)]
pub enum FilterChange {
    /// One row.
    Row(FilterRow),
    /// All rows at once.
    Preset {
        /// The name they go by.
        name: &'static str,
        /// The filters.
        filters: MoveFilters,
    },
}

/// One row of a move filter: which candidates survive `level` of a search to `ply`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterRow {
    /// The depth of the search, 1 to 4.
    pub ply: u8,
    /// The level within it, less than `ply`.
    pub level: u8,
    /// What is kept; `None` skips the level (accept −1).
    pub keep: Option<MoveFilter>,
}

/// A generator of dice as typed, with a new seed if one was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RngArg {
    /// A generator of this program.
    Kind {
        /// Which.
        kind: RngKind,
        /// The factors of the modulus of `bbs`, when given.
        factors: Option<(u64, u64)>,
        /// The seed, when given.
        seed: Option<u32>,
    },
    /// Dice typed by the user.
    Manual,
    /// Dice read from a file.
    File(String),
}

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
    #[must_use]
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

impl fmt::Display for BoardArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PositionId(text) | Self::Letters(text) => f.write_str(text),
            Self::Simple(counts) => {
                f.write_str("simple")?;
                counts.iter().try_for_each(|n| write!(f, " {n}"))
            }
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bar => f.write_str("bar"),
            Self::Point(n) => write!(f, "{n}"),
            Self::Off => f.write_str("off"),
        }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for (spot, hits) in &self.to {
            write!(f, "/{spot}{}", if *hits { "*" } else { "" })?;
        }
        if self.times > 1 { write!(f, "({})", self.times) } else { Ok(()) }
    }
}

impl fmt::Display for PlayArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.0, " "))
    }
}

impl Decision {
    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Chequerplay => "chequerplay",
            Self::Cube => "cubedecision",
        }
    }
}

impl fmt::Display for EvalChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(n) => write!(f, "plies {n}"),
            Self::Cubeful(on) => write!(f, "cubeful {}", on_off(*on)),
            Self::Prune(on) => write!(f, "prune {}", on_off(*on)),
            Self::Noise(noise) => write!(f, "noise {noise}"),
            Self::Deterministic(on) => write!(f, "deterministic {}", on_off(*on)),
            Self::Preset(strength) => write!(f, "preset {}", strength.name()),
        }
    }
}

impl fmt::Display for FilterChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => row.fmt(f),
            Self::Preset { name, .. } => write!(f, "preset {name}"),
        }
    }
}

impl fmt::Display for FilterRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.ply, self.level)?;
        match self.keep {
            Some(MoveFilter { accept, extra, threshold }) => write!(f, "{accept} {extra} {threshold}"),
            None => f.write_str("-1"),
        }
    }
}

impl fmt::Display for RngArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { kind, factors, seed } => {
                f.write_str(kind.word())?;
                if let Some((p, q)) = factors {
                    write!(f, " factors {p} {q}")?;
                }
                f.write_str(&optional(*seed))
            }
            Self::Manual => f.write_str("manual"),
            Self::File(file) => write!(f, "file {}", quoted(file)),
        }
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

/// `on` or `off`.
pub(super) const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// A word as it must be typed: in double quotes when it is empty or holds blanks, quotes, `;` or a leading `#`.
pub(super) fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.starts_with('#')
        && !word.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | ';'));
    if plain { word.to_owned() } else { always_quoted(word) }
}

/// A text in double quotes, those inside it doubled.
pub(super) fn always_quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The items with something between them.
pub(super) fn joined<T: fmt::Display>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// An optional last argument with the blank before it.
pub(super) fn optional<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!(" {value}"))
}

/// Whole seconds in the largest unit that divides them: `1h`, `10m`, `90s`.
pub(super) fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 => "0s".to_owned(),
        s if s % 3600 == 0 => format!("{}h", s / 3600),
        s if s % 60 == 0 => format!("{}m", s / 60),
        s => format!("{s}s"),
    }
}
