//! The lines behind `;` at the head of a `.mat` file: `; [Key "value"]`, or words.
//!
//! Keys that have a place in the facts about a match go there, and keys of rules change the rules. Every other key is
//! kept as it is, in order, and written again.

use super::super::transcript::{BEAVERS, Header};
use crate::board::{ByPlayer, Player, Variation};
use crate::record::{Date, MatchInfo, Standing};
use std::fmt::Write;

/// Reads what follows a `;`. Returns a remark on what cannot be obeyed.
pub fn read(header: &mut Header, line: &str) -> Option<String> {
    let line = line.trim();
    let Some((key, value)) = pair(line) else {
        if !line.is_empty() {
            let comment = &mut header.info.comment;
            *comment += if comment.is_empty() { "" } else { "\n" };
            *comment += line;
        }
        return None;
    };
    let text = || value.to_owned();
    let keep = |info: &mut MatchInfo| info.extra.push((key.to_owned(), value.to_owned()));
    match key.to_ascii_lowercase().as_str() {
        "event" => header.info.event = text(),
        "round" => header.info.round = text(),
        "site" | "place" => header.info.place = text(),
        "transcriber" | "annotator" => header.info.annotator = text(),
        "eventdate" | "date" if header.info.date.is_none() => match day(value) {
            Some(date) => header.info.date = Some(date),
            None => keep(&mut header.info),
        },
        "player 1" => header.names[Player::Top] = text(),
        "player 2" => header.names[Player::Bottom] = text(),
        "player 1 elo" | "player 1 rating" => header.info.ratings[Player::Top] = text(),
        "player 2 elo" | "player 2 rating" => header.info.ratings[Player::Bottom] = text(),
        "variation" => match Variation::named(value) {
            Some(variation) => header.variation = variation,
            None => {
                keep(&mut header.info);
                return Some(format!("`{value}` is not known here; it is read as backgammon"));
            }
        },
        "crawford" => {
            keep(&mut header.info);
            header.crawford = switch(value);
        }
        "jacoby" => {
            keep(&mut header.info);
            header.jacoby = switch(value);
        }
        "beaver" | "beavers" => {
            keep(&mut header.info);
            header.beavers = number_of_beavers(value);
        }
        "cubelimit" => {
            keep(&mut header.info);
            header.cube_limit = value.parse().ok();
        }
        _ => keep(&mut header.info),
    }
    None
}

/// Key and value of `[Key "value"]`, or of `[Key value]`. A key may have blanks in it.
fn pair(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (key, value) = match inner.split_once('"') {
        Some((key, value)) => (key, value.strip_suffix('"').unwrap_or(value)),
        None => inner.split_once(' ')?,
    };
    let key = key.trim();
    (!key.is_empty()).then_some((key, value.trim()))
}

/// Whether a switch is on; `None` where that is not said.
fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "yes" | "true" | "1" => Some(true),
        "off" | "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// How many beavers in a row `On`, `Off` or a number allow.
fn number_of_beavers(value: &str) -> Option<u8> {
    value.parse().ok().or_else(|| switch(value).map(|is_on| if is_on { BEAVERS } else { 0 }))
}

/// A day, written with the year first or last.
fn day(value: &str) -> Option<Date> {
    let mut parts = value.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse::<u16>().ok());
    let (first, month, last) = (parts.next()??, u8::try_from(parts.next()??).ok()?, parts.next()??);
    let (year, day) = if first > 31 { (first, last) } else { (last, first) };
    Date::new(year, month, u8::try_from(day).ok()?).filter(|date| date.year > 31)
}

/// Writes the head of a file.
pub fn write(names: &ByPlayer<String>, info: &MatchInfo, variation: Variation, first: &Standing) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "; [{name} \"{}\"]", value.replace(['"', '\n', '\r'], "'"));
        }
    };
    tag("Site", &info.place);
    tag("Event", &info.event);
    tag("Round", &info.round);
    for (player, key) in Player::BOTH.into_iter().zip(["Player 1", "Player 2"]) {
        if !info.extra.iter().any(|(known, _)| known == key) {
            tag(key, &names[player]);
        }
    }
    tag("Player 1 Elo", &info.ratings[Player::Top]);
    tag("Player 2 Elo", &info.ratings[Player::Bottom]);
    if let Some(date) = info.date {
        tag("EventDate", &format!("{:04}.{:02}.{:02}", date.year, date.month, date.day));
    }
    tag("Transcriber", &info.annotator);
    tag(
        "Variation",
        match variation {
            Variation::Standard => "",
            Variation::Nackgammon => "NackGammon",
            Variation::Hypergammon1 => "HyperGammon (1)",
            Variation::Hypergammon2 => "HyperGammon (2)",
            Variation::Hypergammon3 => "HyperGammon (3)",
        },
    );
    // Rules that may have been changed since the file was read.
    let (jacoby, beavers) = match first {
        Standing::Money { jacoby, beavers, .. } => (Some(*jacoby), Some(*beavers)),
        Standing::Match { .. } => (None, None),
    };
    let on = |is_on: bool| if is_on { "On" } else { "Off" };
    let beaver = |number: u8| match number {
        0 | BEAVERS => on(number > 0).to_owned(),
        _ => number.to_string(),
    };
    let mut told = [false; 2];
    for (key, value) in &info.extra {
        // A rule that has been changed since is written as it is now.
        let now = match (key.to_ascii_lowercase().as_str(), jacoby, beavers) {
            ("jacoby", Some(jacoby), _) => {
                told[0] = true;
                (switch(value) != Some(jacoby)).then(|| on(jacoby).to_owned())
            }
            ("beaver" | "beavers", _, Some(number)) => {
                told[1] = true;
                (number_of_beavers(value) != Some(number)).then(|| beaver(number))
            }
            _ => None,
        };
        tag(&key.replace(['"', '[', ']', '\n', '\r'], "'"), now.as_deref().unwrap_or(value));
    }
    if let (Some(jacoby), false) = (jacoby, told[0]) {
        tag("Jacoby", on(jacoby));
    }
    if let (Some(number), false) = (beavers, told[1]) {
        tag("Beaver", &beaver(number));
    }
    for line in info.comment.lines().map(str::trim).filter(|line| !line.is_empty()) {
        // A line that looks like a key is marked as none.
        let _ = writeln!(out, "{} {line}", if pair(line).is_some() { ";;" } else { ";" });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_obeyed_or_kept() {
        let mut header = Header::default();
        for line in [
            "[Player 1 \"Alice\"]",
            "[Player 1 Elo \"1612,40/120\"]",
            "[EventDate \"2026.11.25\"]",
            "[EventTime \"20.15\"]",
            "[Jacoby \"Off\"]",
            "[Beaver \"Off\"]",
            "[CubeLimit \"64\"]",
            "[Crawford \"Off\"]",
            "[Variation \"Backgammon\"]",
            "Carol kept score",
        ] {
            assert_eq!(read(&mut header, line), None, "{line}");
        }
        assert_eq!(header.names[Player::Top], "Alice");
        assert_eq!(header.info.ratings[Player::Top], "1612,40/120");
        assert_eq!(header.info.date, Date::new(2026, 11, 25));
        assert_eq!((header.money(true), header.cube_limit, header.crawford), ((false, 0), Some(64), Some(false)));
        assert_eq!(header.info.comment, "Carol kept score");
        let kept: Vec<&str> = header.info.extra.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(kept, ["EventTime", "Jacoby", "Beaver", "CubeLimit", "Crawford"]);
        assert_eq!(read(&mut header, "[Variation \"HyperGammon (2)\"]"), None);
        assert_eq!(header.variation, Variation::Hypergammon2);
        for name in ["Longgammon", "HyperGammon (4)", "Nackgammon with three"] {
            assert!(read(&mut header, &format!("[Variation \"{name}\"]")).is_some(), "{name}");
        }
    }

    /// The names that GNU Backgammon writes; a number that no variation has is not passed over.
    #[test]
    fn variations_have_the_names_of_other_programs() {
        let names = ByPlayer([String::new(), String::new()]);
        for known in Variation::ALL {
            let text = write(&names, &MatchInfo::default(), known, &Standing::match_to(3).unwrap());
            let mut header = Header::default();
            let remarks: Vec<_> = text.lines().filter_map(|line| read(&mut header, &line[1..])).collect();
            assert_eq!((header.variation, remarks), (known, Vec::new()), "{text}");
        }
        for (text, expected) in [
            ("HyperGammon (1)", Some(Variation::Hypergammon1)),
            ("HyperGammon (2)", Some(Variation::Hypergammon2)),
            ("HyperGammon (3)", Some(Variation::Hypergammon3)),
            ("HyperGammon", Some(Variation::Hypergammon3)),
            ("HyperGammon (4)", None),
            ("NackGammon", Some(Variation::Nackgammon)),
        ] {
            assert_eq!(Variation::named(text), expected, "{text}");
        }
    }

    #[test]
    fn days_are_read_in_either_order() {
        for text in ["2026.11.05", "2026-11-05", "5/11/2026", "05.11.2026"] {
            assert_eq!(day(text), Date::new(2026, 11, 5), "{text}");
        }
        // Every day of a year: the last of a month is no year.
        for month in 1..=12 {
            for day_of in 1..=31 {
                let date = Date::new(2025, month, day_of);
                for text in [format!("2025.{month:02}.{day_of:02}"), format!("{day_of:02}.{month:02}.2025")] {
                    assert_eq!(day(&text), date, "{text}");
                }
            }
        }
        for text in ["", "2026", "2026.13.05", "1.2.3", "yesterday", "32.12.2025", "31.12.31"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
