//! Rollouts of eXtreme Gammon: the settings of a record in words, and a record of such words.

use super::level;
use super::record::{Fields, ROLLOUT, Record};
use crate::record::is_sound;
use crate::words::counted;
use std::fmt;

/// The share of a normal distribution's standard deviation that the half of a 95 % interval is.
pub const INTERVAL: f32 = 1.959_96;

/// How a rollout was played. `Display` writes it, [`Settings::parse`] reads it back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The levels for plays: at the beginning, and from the ply of `change` on.
    pub plays: [i32; 2],
    /// The levels for the cube.
    pub cube: [i32; 2],
    /// The ply at which the second levels begin; 0 for never.
    pub change: i32,
    /// The plies after which a game is cut, and the level that evaluates it then.
    pub cut: Option<(i32, i32)>,
    /// Whether luck is subtracted.
    pub variance_reduction: bool,
    /// Whether there is no cube in it.
    pub cubeless: bool,
    /// Where bearoff databases end a game: 0 with a dead cube, 1 always, 2 never.
    pub bearoff: i32,
    /// The seed that was entered.
    pub seed: i32,
    /// How wide the plays are searched; 1 is normal.
    pub interval: f32,
    /// The version of the program.
    pub version: (u16, u16),
}

/// The fields of a record, by their offsets.
mod at {
    pub const TRUNCATED: usize = 0;
    pub const TRUNCATE: usize = 4;
    pub const PLAYS: [usize; 2] = [28, 32];
    pub const CHANGE: usize = 36;
    pub const VARIANCE: usize = 40;
    pub const CUBELESS: usize = 41;
    pub const CUBE: [usize; 2] = [44, 48];
    pub const BEAROFF: usize = 56;
    pub const SEED: usize = 64;
    pub const INTERVAL: usize = 72;
    pub const ROLLED: usize = 84;
    pub const ERRORS: [usize; 2] = [2020, 2024];
    pub const RESULTS: [usize; 2] = [2028, 2056];
    pub const LEVEL_OF_CUT: usize = 2136;
    pub const ROLLED_DOUBLE: usize = 2140;
    pub const VERSION: [usize; 2] = [2170, 2172];
}

impl Settings {
    /// Those of a record.
    pub fn of(record: Record<'_>) -> Self {
        let cut = (record.int(at::TRUNCATE), record.int(at::LEVEL_OF_CUT));
        let interval = record.single(at::INTERVAL);
        Self {
            plays: at::PLAYS.map(|at| record.int(at)),
            cube: at::CUBE.map(|at| record.int(at)),
            change: record.int(at::CHANGE).max(0),
            cut: Some(cut).filter(|_| record.byte(at::TRUNCATED) != 0),
            variance_reduction: record.byte(at::VARIANCE) != 0,
            cubeless: record.byte(at::CUBELESS) != 0,
            bearoff: record.int(at::BEAROFF),
            seed: record.int(at::SEED),
            interval: if interval.is_finite() { interval } else { 0.0 },
            version: (record.small(at::VERSION[0]).cast_unsigned(), record.small(at::VERSION[1]).cast_unsigned()),
        }
    }

    /// Reads the words that [`Display`](fmt::Display) writes; others are passed over.
    pub fn parse(text: &str) -> Self {
        let mut found = Self::default();
        for part in text.split(", ") {
            if let Some(rest) = part.strip_prefix("plays ") {
                (found.plays, found.change) = levels(rest).unwrap_or_default();
            } else if let Some(rest) = part.strip_prefix("cube ") {
                found.cube = levels(rest).unwrap_or_default().0;
            } else if let Some(rest) = part.strip_prefix("cut after ") {
                // `1 ply` or `5 plies`.
                let parsed = rest.split_once(" by ").and_then(|(plies, name)| {
                    Some((plies.split_whitespace().next()?.parse().ok()?, level::number(name)?))
                });
                found.cut = parsed;
            } else if let Some(rest) = part.strip_prefix("seed ") {
                found.seed = rest.parse().unwrap_or_default();
            } else if let Some(rest) = part.strip_prefix("search interval ") {
                found.interval = rest.parse().unwrap_or_default();
            } else if let Some(rest) = part.strip_prefix("version ") {
                let version = rest.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                found.version = version.unwrap_or_default();
            } else {
                match part {
                    "variance reduction" => found.variance_reduction = true,
                    "cubeless" => found.cubeless = true,
                    "to the bearoff database" => found.bearoff = 1,
                    "through the bearoff" => found.bearoff = 2,
                    _ => {}
                }
            }
        }
        found
    }
}

/// Levels `XG 3-ply` or `XG 3-ply until ply 5 XG 2-ply`, and the ply of the change.
fn levels(text: &str) -> Option<([i32; 2], i32)> {
    let Some((first, rest)) = text.split_once(" until ply ") else {
        let only = level::number(text)?;
        return Some(([only, only], 0));
    };
    let (change, second) = rest.split_once(' ')?;
    Some(([level::number(first)?, level::number(second)?], change.parse().ok()?))
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, [first, second])) in [("plays", self.plays), ("cube", self.cube)].into_iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{name} {}", level::name(first))?;
            if self.change > 0 {
                write!(f, " until ply {} {}", self.change, level::name(second))?;
            }
        }
        if let Some((plies, by)) = self.cut {
            write!(f, ", cut after {} by {}", counted(plies, "ply"), level::name(by))?;
        }
        for (is_so, words) in [
            (self.variance_reduction, "variance reduction"),
            (self.cubeless, "cubeless"),
            (self.bearoff == 1, "to the bearoff database"),
            (self.bearoff == 2, "through the bearoff"),
        ] {
            if is_so {
                write!(f, ", {words}")?;
            }
        }
        write!(f, ", seed {}", self.seed)?;
        if self.interval != 0.0 {
            write!(f, ", search interval {}", self.interval)?;
        }
        let (major, minor) = self.version;
        if major > 0 { write!(f, ", version {major}.{minor}") } else { Ok(()) }
    }
}

/// The trials of a record.
pub fn trials(record: Record<'_>) -> u32 {
    u32::try_from(record.int(at::ROLLED)).unwrap_or(0)
}

/// The standard error of its first value (a play, or no double), or of its second (double and take).
pub fn std_err(record: Record<'_>, which: usize) -> f32 {
    let interval = record.single(at::ERRORS[which]);
    if is_sound(interval) { interval / INTERVAL } else { 0.0 }
}

/// A record of a rollout with these results: the six chances and the equity of each value, and its standard error.
pub fn record(settings: &str, trials: u32, values: &[([f32; 7], f32)]) -> Vec<u8> {
    let settings = Settings::parse(settings);
    let trials = i32::try_from(trials).unwrap_or(i32::MAX);
    let mut f = Fields::of_size(ROLLOUT);
    f.byte(at::TRUNCATED, u8::from(settings.cut.is_some()));
    if let Some((plies, by)) = settings.cut {
        f.int(at::TRUNCATE, plies);
        f.int(at::LEVEL_OF_CUT, by);
    }
    for i in 0..2 {
        f.int(at::PLAYS[i], settings.plays[i]);
        f.int(at::CUBE[i], settings.cube[i]);
    }
    f.int(at::CHANGE, settings.change);
    f.byte(at::VARIANCE, u8::from(settings.variance_reduction));
    f.byte(at::CUBELESS, u8::from(settings.cubeless));
    f.int(at::BEAROFF, settings.bearoff);
    f.int(at::SEED, settings.seed);
    f.single(at::INTERVAL, settings.interval);
    f.int(at::ROLLED, trials);
    if values.len() > 1 {
        f.int(at::ROLLED_DOUBLE, trials);
    }
    for (i, (numbers, error)) in values.iter().take(2).enumerate() {
        f.single(at::ERRORS[i], error * INTERVAL);
        f.singles(at::RESULTS[i], numbers);
    }
    f.small(at::VERSION[0], settings.version.0.cast_signed());
    f.small(at::VERSION[1], settings.version.1.cast_signed());
    f.bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_their_words_and_their_record() {
        let plain = Settings { plays: [2, 2], cube: [1000, 1000], interval: 1.0, ..Settings::default() };
        let full = Settings {
            plays: [3, 1],
            cube: [1002, 2],
            change: 5,
            cut: Some((7, 2)),
            variance_reduction: true,
            cubeless: true,
            bearoff: 2,
            seed: -71_343,
            interval: 1.5,
            version: (2, 19),
        };
        for settings in [plain, full] {
            let words = settings.to_string();
            assert_eq!(Settings::parse(&words), settings, "{words}");
            let bytes = record(&words, 1296, &[([0.1; 7], 0.02)]);
            assert_eq!(bytes.len(), ROLLOUT);
            let back = Record(&bytes);
            assert_eq!((Settings::of(back), trials(back)), (settings, 1296));
            assert!((std_err(back, 0) - 0.02).abs() < 1e-7);
        }
        // Words of another program change nothing.
        assert_eq!(Settings::parse("SK 0 RC 1 1 0"), Settings::default());
    }

    #[test]
    fn a_cube_decision_has_two_values_and_a_play_has_one() {
        let values = [([0.1; 7], 0.02), ([0.2; 7], 0.03)];
        let [one, two] = [1, 2].map(|n| record("", 144, &values[..n]));
        let [one, two] = [Record(&one), Record(&two)];
        assert_eq!([one, two].map(trials), [144, 144]);
        assert_eq!([one, two].map(|record| record.int(at::ROLLED_DOUBLE)), [0, 144]);
        assert_eq!(one.singles(at::RESULTS[1]), [0.0; 7]);
        assert_eq!(two.singles(at::RESULTS[1]), [0.2; 7]);
        assert!(std_err(one, 1) == 0.0 && (std_err(two, 1) - 0.03).abs() < 1e-7);
    }
}
