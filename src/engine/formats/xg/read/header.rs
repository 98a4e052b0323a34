//! The header of a match: who played, where and when, and the rules.

use super::super::record::{Kind, Record};
use crate::board::{ByPlayer, Variation};
use crate::notation::USUAL_CUBE_LIMIT;
use crate::record::{Date, MatchInfo};
use crate::scoring::MatchScore;

/// The length of a money session.
pub const UNLIMITED: i32 = 99_999;

/// Days from 1899-12-30, where its dates begin, to 1970-01-01.
const DAYS_TO_1970: i64 = 25_569;

/// The rating that the program gives to whoever has none.
pub const NO_RATING: f64 = 1600.0;

/// The points of the match, 0 for a money session.
pub fn length(header: Record<'_>) -> Result<u8, String> {
    match header.int(92) {
        UNLIMITED => Ok(0),
        n => u8::try_from(n).ok().filter(|&n| n <= MatchScore::LONGEST).ok_or_else(|| format!("a match to {n} points")),
    }
}

pub fn variation(header: Record<'_>) -> Result<Variation, String> {
    match header.int(96) {
        0 => Ok(Variation::Standard),
        1 => Ok(Variation::Nackgammon),
        2 => Ok(Variation::Hypergammon3),
        3 => Err("longgammon is not played here".to_owned()),
        n => Err(format!("variation {n} is not known")),
    }
}

/// The largest cube, which the header gives as a power of 2. There is none for its usual 10, for the 0 of headers that
/// are older than the field, and where one of the records turns the cube beyond it.
pub fn largest_cube(header: Record<'_>, records: &[Record<'_>]) -> Option<u32> {
    let limit = u8::try_from(header.int(612)).ok().filter(|limit| (1..USUAL_CUBE_LIMIT).contains(limit))?;
    let is_beyond = |record: &Record<'_>| match record.kind() {
        Kind::Cube => record.int(32).unsigned_abs() + u32::from(record.int(16) == 1) > limit.into(),
        Kind::Move => record.int(108).unsigned_abs() > limit.into(),
        _ => false,
    };
    (!records.iter().any(is_beyond)).then(|| 1 << limit)
}

/// A text in its wide form, which newer files have, or in the old one.
fn text(header: Record<'_>, wide: usize, short: usize, most: usize) -> String {
    let wide = if header.int(552) >= 24 { header.wide_string(wide) } else { String::new() };
    if wide.is_empty() { header.short_string(short, most) } else { wide }
}

pub fn names(header: Record<'_>) -> ByPlayer<String> {
    ByPlayer([text(header, 1138, 50, 40), text(header, 880, 9, 40)])
}

/// The facts about the match, with this comment.
pub fn info(header: Record<'_>, comment: String) -> MatchInfo {
    // A rating of 1600 after no game at all is the program's word for none.
    let rating = |elo: usize, experience: usize| {
        let (elo, experience) = (header.double(elo), header.int(experience));
        let is_rating = (1.0..1e5).contains(&elo) && (experience != 0 || elo != NO_RATING);
        if is_rating { format!("{elo:.2}") } else { String::new() }
    };
    MatchInfo {
        ratings: ByPlayer([rating(112, 124), rating(104, 120)]),
        date: date(header.double(128)),
        event: text(header, 622, 136, 128),
        round: text(header, 1654, 417, 128),
        place: text(header, 1396, 283, 128),
        annotator: if header.int(552) >= 30 { header.wide_string(1960) } else { String::new() },
        comment,
        extra: Vec::new(),
    }
}

/// The day of a number of days since 1899-12-30.
fn date(days: f64) -> Option<Date> {
    if !(1.0..200_000.0).contains(&days) {
        return None;
    }
    Date::of_day(days as i64 - DAYS_TO_1970)
}

/// The number of days since 1899-12-30; 0 for no date.
pub fn days(date: Option<Date>) -> f64 {
    date.map_or(0.0, |date| (date.day_number() + DAYS_TO_1970) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_documented() {
        // The example of the description.
        assert_eq!(date(35_065.541_667), Date::new(1996, 1, 1));
        assert_eq!(date(45_351.5), Date::new(2024, 2, 29));
        assert_eq!((date(0.0), date(f64::NAN), date(1e9)), (None, None, None));
        for n in 1..80_000_u32 {
            assert_eq!(days(date(n.into())), f64::from(n));
        }
        assert_eq!(days(None), 0.0);
    }
}
