//! The values of settings, and how they are typed.

use crate::eval::{MoveFilter, MoveFilters};
use std::fmt;
use std::time::Duration;

/// The value behind the words of a setting. Its [`Display`](fmt::Display) is what is typed there.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value: the words suffice, or the usual value is meant.
    Nothing,
    /// `on` or `off`.
    Switch(bool),
    /// A whole number.
    Whole(u64),
    /// A real number.
    Real(f64),
    /// One of the words that the setting takes.
    Word(&'static str),
    /// A name, perhaps of a file.
    Text(String),
    /// A text that keeps its blanks.
    Raw(String),
    /// One name for each player.
    Names([String; 2]),
    /// A length of time in whole seconds.
    Time(Duration),
    /// A row of a move filter.
    Filter(FilterRow),
}

/// One row of a move filter: which candidates survive `level` of a search to `ply`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterRow {
    /// The depth of the search, 1 to 4.
    pub ply: u8,
    /// The level within it, less than `ply`.
    pub level: u8,
    /// The plays kept; `None` skips the level (accept −1).
    pub keep: Option<MoveFilter>,
}

/// A type that is the value of a setting as it is.
pub trait Plain: Sized {
    /// As a value.
    fn value(&self) -> Value;
    /// Itself from a value; `None` when the value is of another kind or out of range.
    fn of(value: &Value) -> Option<Self>;
}

macro_rules! plain {
    ($($Type:ty: $Variant:ident)*) => {$(
        impl Plain for $Type {
            fn value(&self) -> Value {
                Value::$Variant(Self::clone(self))
            }

            fn of(value: &Value) -> Option<Self> {
                if let Value::$Variant(plain) = value { Some(Self::clone(plain)) } else { None }
            }
        }
    )*};
}

plain! { bool: Switch f64: Real Duration: Time String: Text }

macro_rules! whole {
    ($($type:ty)+) => {$(
        impl Plain for $type {
            fn value(&self) -> Value {
                Value::Whole(u64::try_from(*self).unwrap_or(u64::MAX))
            }

            fn of(value: &Value) -> Option<Self> {
                if let Value::Whole(n) = value { Self::try_from(*n).ok() } else { None }
            }
        }
    )+};
}

whole!(u8 u16 u32 u64 usize);

impl Plain for f32 {
    fn value(&self) -> Value {
        // The shortest decimal that is this number, so that 0.68 is printed as such.
        Value::Real(self.to_string().parse().unwrap_or_else(|_| f64::from(*self)))
    }

    fn of(value: &Value) -> Option<Self> {
        f64::of(value).map(narrow)
    }
}

/// Rounds to the precision that settings are kept in.
pub const fn narrow(x: f64) -> f32 {
    x as f32
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Whole(n) => n.fmt(f),
            Self::Real(x) => x.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Raw(text) => f.write_str(&always_quoted(text)),
            Self::Names([top, bottom]) => write!(f, "{} {}", quoted(top), quoted(bottom)),
            Self::Time(time) => f.write_str(&seconds(*time)),
            Self::Filter(row) => row.fmt(f),
        }
    }
}

impl FilterRow {
    /// All rows of a move filter.
    pub fn all(filters: &MoveFilters) -> Vec<Self> {
        let rows = (1..=MoveFilters::PLIES).flat_map(|ply| (0..ply).map(move |level| (ply, level)));
        rows.filter_map(|(ply, level)| {
            let keep = filters.get(ply, level);
            Some(Self { ply: u8::try_from(ply).ok()?, level: u8::try_from(level).ok()?, keep })
        })
        .collect()
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

/// A word as it must be typed: in double quotes when it is empty or holds blanks, quotes, `;`, a leading `#` or a
/// `&` at its end.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.starts_with('#')
        && !word.ends_with('&')
        && !word.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | ';'));
    if plain { word.to_owned() } else { always_quoted(word) }
}

/// A text in double quotes, those inside it doubled.
pub fn always_quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Seconds in the largest unit that divides them: `1h`, `10m`, `90s`, `0.5s`.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        _ if time.subsec_millis() > 0 => format!("{}s", time.as_millis() as f64 / 1e3),
        0 => "0s".to_owned(),
        s if s % 3600 == 0 => format!("{}h", s / 3600),
        s if s % 60 == 0 => format!("{}m", s / 60),
        s => format!("{s}s"),
    }
}
