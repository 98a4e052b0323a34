//! Matches of OpenGammon (`.ogxm`) and GammonView (`.gvab`, `.gva`): versions 1 and 2 of a published format, and its
//! JSON.
//!
//! Version 2 is what is written, without analyses: a header of 16 bytes, then sections: four letters, a length, flags.
//! Numbers are little-endian or varints of seven bits; a record is a length, a mask of the fields that are there, and
//! the fields. A section MTCH is the match, each GAME a game: a record, then its plies. A ply is a byte (six bits of
//! action, the seat, whether a record follows), and for a roll the checkers moved, a byte each: where from (five bits)
//! and how far (three). Places are 0 to 25 as White passes them: White's bar, the points, Black's bar. White is player
//! 1 here. Sections ANAL and DECS are an analysis, whose decisions name the ply by its number in the match. The last
//! section has a checksum of all bytes before it.

mod cursor;
mod first;
mod gva;
mod read;
mod told;
mod write;

pub use read::read_ogxm;
pub(super) use write::write_ogxm;

use crate::board::{Player, Roll, Variation};
use crate::record::Date;

/// How a file begins.
const MAGIC: &[u8; 4] = b"OGXM";

/// How it ends.
const END: &[u8; 4] = b"END!";

/// Bytes of the header, and of that of a section.
const HEADER: usize = 16;
const SECTION: usize = 9;

/// The version that is read and written.
const VERSION: u16 = 2;

/// Actions of plies. Those before the first one are rolls, in the order of [`dice_of`].
mod action {
    pub const DOUBLE: u8 = 21;
    pub const TAKE: u8 = 22;
    pub const DROP: u8 = 23;
    pub const MARKS: [u8; 5] = [24, 25, 26, 29, 30];
    pub const RESIGN: [u8; 2] = [27, 28];
    pub const SET: u8 = 31;
    pub const BEAVER: u8 = 32;
    pub const RACCOON: u8 = 33;
    pub const SETTLE: u8 = 34;
    pub const CUBE_SET: u8 = 36;
    pub const PASS: u8 = 37;
}

/// The bit in the first byte of a ply that says that a record follows.
const EXTRAS: u8 = 0x80;

/// Bits of the rules: Crawford, Jacoby, beavers.
const CRAWFORD: u64 = 1;
const JACOBY: u64 = 2;
const BEAVERS: u64 = 4;

/// A file begins as one of this format.
pub(super) fn is_ogxm(bytes: &[u8], text: &str) -> bool {
    bytes.starts_with(MAGIC) || gva::is_gva(text)
}

/// The rolls in the order of their actions: 11, 12, … 16, 22, … 66.
fn dice_of(action: u8) -> Option<Roll> {
    let pairs = (1..=6_u8).flat_map(|low| (low..=6).map(move |high| (high, low)));
    pairs.into_iter().nth(action.into()).and_then(|(high, low)| Roll::new(high, low).ok())
}

fn action_of(roll: Roll) -> u8 {
    (0..21).find(|&action| dice_of(action) == Some(roll)).expect("every roll is there")
}

fn seat(player: Player) -> u8 {
    u8::from(player == Player::Top)
}

const fn player(seat: u8) -> Player {
    if seat == 0 { Player::Bottom } else { Player::Top }
}

/// The player of a number that may name nobody.
fn seat_of(number: impl Into<u64>) -> Option<Player> {
    match number.into() {
        0 => Some(Player::Bottom),
        1 => Some(Player::Top),
        _ => None,
    }
}

/// A place as White passes them, in a player's own numbering from 1; 25 is his bar.
const fn own(place: u8, player: Player) -> u8 {
    match player {
        Player::Bottom => 25 - place,
        Player::Top => place,
    }
}

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// The day of a time in milliseconds since 1970.
fn day_of(milliseconds: u64) -> Option<Date> {
    Date::of_day(i64::try_from(milliseconds).ok()? / DAY)
}

/// The milliseconds since 1970 of a day's noon; 0 for a day before.
fn time_of(date: Date) -> u64 {
    u64::try_from(date.day_number()).map_or(0, |day| day * DAY.cast_unsigned() + 43_200_000)
}

/// The variation of a number.
fn variation_of(number: u64) -> Result<Variation, String> {
    match number {
        0 => Ok(Variation::Standard),
        1 => Ok(Variation::Nackgammon),
        2 => Ok(Variation::Hypergammon3),
        3 => Err("Longgammon is not read here".to_owned()),
        other => Err(format!("variant {other} is none that is read here")),
    }
}

#[cfg(test)]
mod tests {
    use super::told::hop;
    use super::write::steps_of;
    use super::*;
    use crate::board::OFF;
    use crate::formats::{ReadOptions, read_mat};
    use crate::movegen::CheckerMove;

    #[test]
    fn days_are_found_again() {
        for (year, month, day) in [(1970, 1, 1), (2000, 2, 29), (2026, 11, 25), (2026, 12, 31), (2027, 3, 1)] {
            let date = Date::new(year, month, day);
            assert_eq!(date.and_then(|date| day_of(time_of(date))), date, "{year}-{month}-{day}");
        }
        assert_eq!(day_of(u64::MAX), None);
    }

    #[test]
    fn what_is_damaged_is_refused() {
        for (bytes, problem) in [
            (&b"OGXM"[..], "the beginning"),
            (b"OGXM\x01\0\x03\0\x01\0\0\0\x14\0\0\0END!", "version 1"),
            (b"OGXM\x03\0\0\0\x03\0\0\0\x14\0\0\0END!", "version 3"),
            (b"OGXM\x02\0\0\0\x02\0\0\0\xff\0\0\0END!", "cut off"),
            (b"OGXM\x02\0\0\0\x02\0\0\0\x14\0\0\0END!", "no game"),
        ] {
            let error = read_ogxm(bytes, &ReadOptions::default()).expect_err(problem);
            assert!(error.to_string().contains(problem), "{error}");
        }
    }

    #[test]
    fn dice_of_checkers_that_are_borne_off() {
        let moved = |from, to| CheckerMove { from, to, hits: false };
        let roll = Roll::new(6, 2).expect("a roll");
        // The six takes the checker from the 4-point, the two one from the ace point or exactly.
        let steps = steps_of(&[moved(3, OFF), moved(1, OFF)], Player::Top, roll);
        assert_eq!(steps, [4 | 6 << 5, 2 | 2 << 5]);
        assert_eq!(hop(steps[0], Player::Top), Ok((3, OFF)));
        assert_eq!(steps_of(&[moved(24, 18)], Player::Bottom, roll), [6 << 5]);
        assert_eq!(hop(6 << 5, Player::Bottom), Ok((24, 18)));
    }

    /// Jacoby's rule, beavers (any number of them is three), the score of a match and what it was won by.
    #[test]
    fn rules_and_scores_survive_a_file() {
        let text = |length: u8, [top, bottom]: [u32; 2]| {
            format!(
                " {length} point match\n\n Game 1\n Ann : {top}          Ben : {bottom}\n  1) 31: 8/5 6/5     64: 24/14\n"
            )
        };
        for (length, score) in [(0, [0, 0]), (0, [3, 0]), (0, [0, 12]), (7, [0, 0]), (7, [2, 5]), (7, [6, 1])] {
            for (jacoby, beavers) in [(false, 0), (true, 0), (false, 3), (true, 3)] {
                let options = ReadOptions { jacoby, beavers, ..ReadOptions::default() };
                let played = read_mat(&text(length, score), &options).expect("read");
                let games = played.record.games();
                let file = write_ogxm(&played.names, &played.info, Variation::Standard, games).expect("written");
                let other = ReadOptions { jacoby: !jacoby, beavers: 1, ..ReadOptions::default() };
                let back = read_ogxm(&file, &other).expect("read again");
                let standing = |read: &crate::formats::PlayedMatch| read.record.games()[0].state(1).standing;
                assert_eq!(standing(&back), standing(&played), "{length}, {score:?}, {jacoby}, {beavers}");
                assert_eq!(back.names, played.names);
            }
        }
    }

    #[test]
    fn a_resignation_survives_a_file() {
        use crate::record::{Ending, Event, Rules};
        use crate::scoring::GameValue;
        let text = " 7 point match\n\n Game 1\n Ann : 0          Ben : 0\n  1) 31: 8/5 6/5     64: 24/14\n";
        for value in GameValue::ALL {
            for turns in [2, 4] {
                let played = read_mat(text, &ReadOptions::default()).expect("read");
                let mut record = played.record.clone();
                record.seek(0, turns);
                for event in [Event::Resign(value), Event::Accept] {
                    record.apply(event, Rules { crawford: true }).expect("legal");
                }
                let was = record.state().outcome.expect("it is over");
                assert_eq!(was.ending, Ending::Resigned(value));
                let file = write_ogxm(&played.names, &played.info, Variation::Standard, record.games());
                let back = read_ogxm(&file.expect("written"), &ReadOptions::default()).expect("read again");
                let game = &back.record.games()[0];
                assert_eq!(game.state(game.steps.len()).outcome, Some(was), "{value:?} after {turns} steps");
            }
        }
    }
}
