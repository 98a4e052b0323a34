//! Matches of OpenGammon (`.ogxm`), version 2 of its published format, without analyses.
//!
//! A header of 16 bytes, then sections: four letters, a length, flags. Numbers are little-endian or varints of seven
//! bits; a record is a length, a mask of the fields that are there, and the fields. A section MTCH is the match, each
//! GAME a game: a record, then its plies. A ply is a byte (six bits of action, the seat, whether a record follows),
//! and for a roll the checkers moved, a byte each: where from (five bits) and how far (three). Places are 0 to 25 as
//! White passes them: White's bar, the points, Black's bar. White is player 1 here. The last section has a checksum of
//! all bytes before it.

use super::builder::{Builder, Hop};
use super::played::{FormatError, PlayedMatch};
use super::table::Written;
use crate::board::{ByPlayer, OFF, Player, Position, Roll, Setup, Variation};
use crate::movegen::CheckerMove;
use crate::record::{Date, Event, Game, GameRecord, MatchInfo, Standing, State};
use crate::scoring::{Cube, CubeOwner, MatchScore};

/// How a file begins.
const MAGIC: &[u8; 4] = b"OGXM";

/// How it ends.
const END: &[u8; 4] = b"END!";

/// Bytes of the header, and of that of a section.
const HEADER: usize = 16;
const SECTION: usize = 9;

/// The version that is read and written.
const VERSION: u16 = 2;

/// Sections that may be passed over though they are marked as needed for reading.
const KNOWN: [&[u8; 4]; 10] =
    [b"MTCH", b"GAME", b"ANAL", b"DECS", b"SIGN", b"CLCK", b"VIDO", b"ANNO", b"MSIG", b"CSUM"];

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
    pub const PASS: u8 = 37;
}

/// In the first byte of a ply: a record follows.
const EXTRAS: u8 = 0x80;

/// Bits of the rules: Crawford, Jacoby, beavers.
const CRAWFORD: u64 = 1;
const JACOBY: u64 = 2;
const BEAVERS: u64 = 4;

/// Whether a file begins as one of this format.
pub(super) fn is_ogxm(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a match. Analyses are left out.
///
/// # Errors
/// When the file is damaged, or of another version.
pub fn read_ogxm(bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
    let mut reader = Reader { builder: Builder::default(), rules: CRAWFORD, length: 0, crawford_was: false };
    let mut names = ByPlayer([String::new(), String::new()]);
    let mut info = MatchInfo::default();
    let mut points = ByPlayer([0_u32; 2]);
    let mut games = 0;
    let mut analyses = 0;
    for (kind, payload) in sections(bytes).map_err(FormatError::whole)? {
        match &kind {
            b"MTCH" => (names, info, points) = reader.head(payload).map_err(FormatError::whole)?,
            b"GAME" => {
                games += 1;
                reader.game(games, payload, &mut points);
            }
            b"ANAL" => analyses += 1,
            _ => {}
        }
    }
    if analyses > 0 {
        reader.builder.remarks.push(format!("{analyses} analyses of the file are not read"));
    }
    let why = reader.builder.remarks.last().map_or_else(|| "there is no game in it".to_owned(), Clone::clone);
    let (record, remarks) = reader.builder.finish().ok_or_else(|| FormatError::whole(why))?;
    Ok(PlayedMatch { names, info, variation: Variation::Standard, record, remarks })
}

/// A section: its letters and what is in it.
type Section<'a> = ([u8; 4], &'a [u8]);

fn sections(bytes: &[u8]) -> Result<Vec<Section<'_>>, String> {
    let number = |at: usize| bytes.get(at..at + 2).map_or(0, |two| u16::from_le_bytes([two[0], two[1]]));
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER + END.len() {
        return Err("expected the beginning of an OGXM file".to_owned());
    }
    let (major, needed) = (number(4), number(8));
    if major != VERSION || needed != VERSION {
        return Err(format!("it is of version {major} of the format; version {VERSION} is read"));
    }
    let size = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
    if size != bytes.len() || !bytes.ends_with(END) {
        return Err(format!("it is cut off: expected {size} bytes, found {}", bytes.len()));
    }
    let (mut all, mut at, end) = (Vec::new(), HEADER, bytes.len() - END.len());
    while at < end {
        let head = bytes.get(at..at + SECTION).filter(|_| at + SECTION <= end);
        let head = head.ok_or_else(|| format!("byte {at}: a section is cut off"))?;
        let kind = [head[0], head[1], head[2], head[3]];
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let start = at + SECTION;
        let payload = start.checked_add(length).filter(|&stop| stop <= end).map(|stop| &bytes[start..stop]);
        let payload = payload.ok_or_else(|| format!("byte {at}: a section runs past the end"))?;
        if head[8] & 1 != 0 && !KNOWN.contains(&&kind) {
            return Err(format!("byte {at}: an unknown section that is needed for reading"));
        }
        if &kind == b"CSUM" {
            check_sum(payload, &bytes[..at])?;
        }
        all.push((kind, payload));
        at = start + length;
    }
    Ok(all)
}

/// Compares the checksum, where it is one that is known here.
fn check_sum(payload: &[u8], bytes: &[u8]) -> Result<(), String> {
    let mut cursor = Cursor(payload);
    let (mut body, _) = cursor.record()?;
    if body.varint()? != 0 || body.varint()? != 4 {
        return Ok(());
    }
    let stored = u32::from_le_bytes([body.byte()?, body.byte()?, body.byte()?, body.byte()?]);
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    if crc.sum() == stored { Ok(()) } else { Err("it is damaged: its checksum is another".to_owned()) }
}

/// What is left of some bytes.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn bytes(&mut self, n: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or("a record is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long".to_owned())
    }

    fn small(&mut self) -> Result<u32, String> {
        u32::try_from(self.varint()?).ok().filter(|&n| n <= 1_000_000).ok_or_else(|| "a number is too large".to_owned())
    }

    fn text(&mut self) -> Result<String, String> {
        let length = usize::try_from(self.varint()?).map_err(|_| "a text is too long")?;
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    /// A record: its fields, and the mask of those that are there.
    fn record(&mut self) -> Result<(Self, u64), String> {
        let length = usize::try_from(self.varint()?).map_err(|_| "a record is too long")?;
        let mut body = Self(self.bytes(length)?);
        let mask = body.varint()?;
        Ok((body, mask))
    }
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

/// A place as White passes them, in a player's own numbering from 1; 25 is his bar.
const fn own(place: u8, player: Player) -> u8 {
    match player {
        Player::Bottom => 25 - place,
        Player::Top => place,
    }
}

/// Checkers at 26 places: White's above zero.
fn position(board: &[u8], on_roll: Player) -> Result<Position, String> {
    let mut counts = [[0_u8; 25]; 2];
    for (place, &byte) in board.iter().enumerate().take(26) {
        let count = i16::from(byte.cast_signed());
        let owner = if count > 0 { Player::Bottom } else { Player::Top };
        let at = own(place as u8, owner);
        if count != 0 {
            let at = at.checked_sub(1).ok_or("a checker stands where there is no point for it")?;
            counts[owner.index()][usize::from(at)] = count.unsigned_abs().min(99) as u8;
        }
    }
    let setup = Setup { on_roll: counts[on_roll.index()], opponent: counts[(!on_roll).index()] };
    setup.into_position(Variation::Standard).map_err(|error| error.to_string())
}

struct Reader {
    builder: Builder,
    rules: u64,
    /// 0 for money.
    length: u8,
    crawford_was: bool,
}

impl Reader {
    fn head(&mut self, payload: &[u8]) -> Result<(ByPlayer<String>, MatchInfo, ByPlayer<u32>), String> {
        let (mut body, mask) = Cursor(payload).record()?;
        let length = body.small()?;
        self.length = u8::try_from(length).ok().filter(|&n| n <= 64).ok_or(format!("a match length of {length}"))?;
        let variant = body.varint()?;
        if variant != 0 {
            return Err(format!("variant {variant} is none that is read here"));
        }
        let has = |bit: u32| mask >> bit & 1 == 1;
        let mut names = ByPlayer([String::new(), String::new()]);
        let mut info = MatchInfo::default();
        let mut points = ByPlayer([0; 2]);
        if has(0) {
            names[Player::Bottom] = body.text()?;
        }
        if has(1) {
            names[Player::Top] = body.text()?;
        }
        self.rules = if has(2) { body.varint()? } else { 0 };
        if has(3) {
            body.varint()?;
        }
        if has(4) {
            points[Player::Bottom] = body.small()?;
            points[Player::Top] = body.small()?;
        }
        if self.length > 0 && points.0.iter().any(|&points| points >= self.length.into()) {
            // A converter of version 1 puts the cube's limit there.
            let [black, white] = points.0;
            self.builder
                .remarks
                .push(format!("the score before the first game, {white} to {black}, is none; 0 is taken"));
            points = ByPlayer([0; 2]);
        }
        if has(5) {
            body.varint()?;
            body.varint()?;
        }
        for bit in [6, 7] {
            if has(bit) {
                body.varint()?;
            }
        }
        if has(8) {
            info.date = day_of(body.varint()?);
        }
        for bit in [9, 10] {
            if has(bit) {
                body.varint()?;
            }
        }
        self.crawford_was = has(11);
        if has(12) {
            info.event = body.text()?;
        }
        for bit in [13, 14] {
            if has(bit) {
                body.varint()?;
            }
        }
        if has(15) {
            info.round = body.text()?;
        }
        if has(16) {
            let round = body.varint()?;
            if info.round.is_empty() {
                info.round = round.to_string();
            }
        }
        if has(17) {
            body.text()?;
        }
        if has(18) {
            info.place = body.text()?;
        }
        Ok((names, info, points))
    }

    /// A game; `points` is the score before it, then that after it.
    fn game(&mut self, number: usize, payload: &[u8], points: &mut ByPlayer<u32>) {
        self.builder.place = format!("game {number}");
        let result = match self.plies(number, payload, *points) {
            Ok(result) => result,
            Err((problem, result)) => {
                self.builder.remark(format!("{problem}; the rest of this game is not read"));
                result
            }
        };
        self.builder.place = format!("game {number}");
        if let Some((winner, won)) = result {
            if let Err(problem) = self.builder.wins(winner, won) {
                self.builder.remark(problem);
            }
            points[winner] = points[winner].saturating_add(won);
        }
    }

    fn standing(&mut self, points: ByPlayer<u32>) -> Result<Standing, String> {
        if self.length == 0 {
            let beavers = if self.rules & BEAVERS == 0 { 0 } else { 3 };
            return Ok(Standing::Money { score: points, jacoby: self.rules & JACOBY != 0, beavers });
        }
        let length = self.length;
        let score = points.0.map(|points| u8::try_from(points).unwrap_or(u8::MAX));
        if score.iter().any(|&points| points >= length) {
            return Err(format!("the match to {length} is over"));
        }
        let is_one_away = length > 1 && score.iter().any(|&points| points + 1 == length);
        let crawford = is_one_away && !self.crawford_was && self.rules & CRAWFORD != 0;
        self.crawford_was |= is_one_away;
        Ok(Standing::Match { score: MatchScore { length, score: ByPlayer(score), crawford }, winner: None })
    }

    /// The plies of a game, and who has won how much; with a problem as far as it was known by then.
    #[expect(clippy::type_complexity, reason = "a result with what is known in both cases")]
    fn plies(
        &mut self,
        number: usize,
        payload: &[u8],
        points: ByPlayer<u32>,
    ) -> Result<Option<(Player, u32)>, (String, Option<(Player, u32)>)> {
        let mut cursor = Cursor(payload);
        let head = |cursor: &mut Cursor<'_>| -> Result<_, String> {
            let (mut body, mask) = cursor.record()?;
            let has = |bit: u32| mask >> bit & 1 == 1;
            let winner = if has(0) { Some(body.varint()?) } else { None };
            let won = if has(1) { body.small()? } else { 0 };
            let board = if has(3) { Some(body.bytes(26)?.to_vec()) } else { None };
            let value = if has(4) { body.small()? } else { 1 };
            let owner = if has(5) { Some(body.varint()?) } else { None };
            let automatic = if has(6) { body.small()?.min(12) } else { 0 };
            let result = match winner {
                Some(0) => Some((Player::Bottom, won)),
                Some(1) => Some((Player::Top, won)),
                _ => None,
            };
            Ok((result.filter(|_| won > 0), board, value << automatic, owner))
        };
        let (result, board, value, owner) = head(&mut cursor).map_err(|problem| (problem, None))?;
        let mut read = || -> Result<(), String> {
            let first = cursor.0.first().ok_or("there is nothing in it")?;
            let on_roll = player(first >> 6 & 1);
            let standing = self.standing(points)?;
            self.builder.begin(standing, Variation::Standard, 1, on_roll, None)?;
            let mut start = Game::new(Variation::Standard, on_roll, true);
            if let Some(board) = &board {
                start.position = position(board, on_roll)?;
            }
            if !value.is_power_of_two() || value > 1 << 12 {
                return Err(format!("a cube of {value}"));
            }
            let owner = match owner {
                Some(0) => CubeOwner::Owned(Player::Bottom),
                Some(1) => CubeOwner::Owned(Player::Top),
                _ => CubeOwner::Centered,
            };
            start.cube = Cube { value, owner };
            if self.builder.game()? != start {
                self.builder.apply(Event::Set(Box::new(State::playing(standing, start))))?;
            }
            let mut ply = 0;
            while !cursor.0.is_empty() {
                ply += 1;
                self.builder.place = format!("game {number}, ply {ply}");
                self.ply(&mut cursor)?;
            }
            Ok(())
        };
        match read() {
            Ok(()) => Ok(result),
            Err(problem) => Err((problem, result)),
        }
    }

    fn ply(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let first = cursor.byte()?;
        let (action, player) = (first & 0x3f, player(first >> 6 & 1));
        let roll = dice_of(action);
        let mut steps = Vec::new();
        if let Some(roll) = roll {
            for _ in 0..if roll.is_double() { 4 } else { 2 } {
                let byte = cursor.byte()?;
                if byte == 0 {
                    break;
                }
                steps.push(hop(byte, player)?);
            }
        }
        let mut board = None;
        let mut dice = None;
        if first & EXTRAS != 0 {
            let (mut body, mask) = cursor.record()?;
            let has = |bit: u32| mask >> bit & 1 == 1;
            if has(0) {
                dice = Some(Roll::new(body.byte()?, body.byte()?).map_err(|error| error.to_string())?);
            }
            for bit in [1, 2] {
                if has(bit) {
                    body.varint()?;
                }
            }
            if has(4) {
                body.bytes(4)?;
            }
            if has(5) {
                for _ in 0..body.small()?.min(100) {
                    body.byte()?;
                }
            }
            if has(6) {
                board = Some(body.bytes(26)?);
            }
        }
        if let Some(roll) = roll {
            self.turn_of(player)?;
            self.builder.roll(roll)?;
            return if steps.is_empty() { self.builder.play("") } else { self.builder.play_hops(&steps) };
        }
        match action {
            action::DOUBLE => {
                self.turn_of(player)?;
                self.builder.apply(Event::Double)
            }
            action::TAKE => self.builder.apply(Event::Take),
            action::DROP => self.builder.apply(Event::Pass),
            action::BEAVER | action::RACCOON => self.builder.apply(Event::Beaver),
            action::PASS => self.builder.pass(),
            action::SET => self.set(board.ok_or("a position without its board")?, dice, player),
            // Resignations and marks of the end: the points stand with the game.
            other if action::RESIGN.contains(&other) || action::MARKS.contains(&other) => Ok(()),
            other => Err(format!("action {other} is not read here")),
        }
    }

    fn turn_of(&mut self, player: Player) -> Result<(), String> {
        if self.builder.game()?.on_roll == player { Ok(()) } else { self.builder.give_turn(player) }
    }

    /// A board that is set up; with dice it is what somebody played against the rules, and `on_roll` comes next.
    fn set(&mut self, board: &[u8], dice: Option<Roll>, on_roll: Player) -> Result<(), String> {
        let position = position(board, on_roll)?;
        if let Some(dice) = dice {
            self.turn_of(!on_roll)?;
            self.builder.roll(dice)?;
            self.builder.remark("a play against the rules is kept");
            return self.builder.moved(position.flipped());
        }
        let mut state = self.builder.state().ok_or("no game has begun")?;
        let game = state.game.as_mut().ok_or("the game is over")?;
        game.set_turn(on_roll);
        game.position = position;
        self.builder.apply(Event::Set(Box::new(state)))
    }
}

/// A checker moved, in the mover's numbering.
fn hop(byte: u8, player: Player) -> Result<Hop, String> {
    let (place, pips) = (byte & 0x1f, byte >> 5);
    let from = if place <= 25 { own(place, player) } else { 0 };
    if from == 0 || !(1..=6).contains(&pips) {
        return Err(format!("the byte {byte} is no move of a checker"));
    }
    Ok((from - 1, if pips >= from { OFF } else { from - pips - 1 }))
}

/// The day of a time in milliseconds since 1970.
fn day_of(milliseconds: u64) -> Option<Date> {
    let days = i64::try_from(milliseconds / 86_400_000).ok()?;
    // The calendar repeats every 400 years; years begin in March.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
}

/// The milliseconds since 1970 of a day's noon.
fn time_of(date: Date) -> u64 {
    let (mut year, mut month) = (i64::from(date.year), i64::from(date.month));
    (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let day = (153 * month + 2) / 5 + i64::from(date.day) - 1;
    let (era, year) = (year / 400, year % 400);
    let days = era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468;
    u64::try_from(days).map_or(0, |days| days * 86_400_000 + 43_200_000)
}

/// Writes the match.
///
/// # Errors
/// When something in it has no form in this format; the error names it.
pub(super) fn write_ogxm(it: &Written<'_>) -> Result<Vec<u8>, String> {
    if it.variation != Variation::Standard {
        return Err("only standard games can be written so".to_owned());
    }
    let games: Vec<&GameRecord> = it.games.iter().filter(|game| !game.steps.is_empty()).collect();
    let first = games.first().ok_or("no game has been played")?;
    let mut out = MAGIC.to_vec();
    for number in [VERSION, 0, VERSION, 0] {
        out.extend(number.to_le_bytes());
    }
    // The size, when it is known.
    out.extend([0; 4]);
    section(&mut out, b"MTCH", &head(it, first));
    for (i, game) in games.iter().enumerate() {
        let payload = game_of(game, i + 1 == games.len()).map_err(|problem| format!("game {}: {problem}", i + 1))?;
        section(&mut out, b"GAME", &payload);
    }
    // The size is part of what the checksum is of: the section and the end have 9 + 8 + 4 bytes.
    let size = u32::try_from(out.len() + SECTION + 8 + END.len()).map_err(|_| "it is too large")?;
    out[12..16].copy_from_slice(&size.to_le_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&out);
    let mut sum = vec![0, 0, 4];
    sum.extend(crc.sum().to_le_bytes());
    let mut payload = Vec::new();
    record(&mut payload, &sum);
    section(&mut out, b"CSUM", &payload);
    out.extend(END);
    Ok(out)
}

fn section(out: &mut Vec<u8>, kind: &[u8; 4], payload: &[u8]) {
    out.extend(kind);
    out.extend((payload.len() as u32).to_le_bytes());
    out.push(1);
    out.extend(payload);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn record(out: &mut Vec<u8>, body: &[u8]) {
    varint(out, body.len() as u64);
    out.extend(body);
}

/// A text of at most so many bytes.
fn text(out: &mut Vec<u8>, text: &str, most: usize) {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    varint(out, end as u64);
    out.extend(&text.as_bytes()[..end]);
}

/// The longest name and the longest event.
const LONGEST_NAME: usize = 64;
const LONGEST_EVENT: usize = 120;

fn head(it: &Written<'_>, first: &GameRecord) -> Vec<u8> {
    let standing = first.state(1).standing;
    let (rules, begun) = match standing {
        Standing::Money { jacoby, beavers, .. } => {
            (if jacoby { JACOBY } else { 0 } | if beavers > 0 { BEAVERS } else { 0 }, false)
        }
        Standing::Match { score, .. } => {
            let is_late = !score.crawford && score.score.0.iter().any(|&points| points + 1 == score.length);
            (CRAWFORD, is_late && score.length > 1)
        }
    };
    let points = standing.points();
    let (mut mask, mut fields) = (0_u64, Vec::new());
    for (bit, player) in [(0, Player::Bottom), (1, Player::Top)] {
        if !it.names[player].is_empty() {
            mask |= 1 << bit;
            text(&mut fields, &it.names[player], LONGEST_NAME);
        }
    }
    if rules != 0 {
        mask |= 1 << 2;
        varint(&mut fields, rules);
    }
    if points.0 != [0, 0] {
        mask |= 1 << 4;
        varint(&mut fields, points[Player::Bottom].into());
        varint(&mut fields, points[Player::Top].into());
    }
    if let Some(time) = it.info.date.map(time_of).filter(|&time| time > 0) {
        mask |= 1 << 8;
        varint(&mut fields, time);
    }
    if begun {
        mask |= 1 << 11;
    }
    if !it.info.event.is_empty() {
        mask |= 1 << 12;
        text(&mut fields, &it.info.event, LONGEST_EVENT);
    }
    let mut body = Vec::new();
    varint(&mut body, mask);
    varint(&mut body, standing.length().into());
    varint(&mut body, 0);
    body.extend(fields);
    let mut payload = Vec::new();
    record(&mut payload, &body);
    payload
}

/// A game: its result and its plies.
fn game_of(game: &GameRecord, is_last: bool) -> Result<Vec<u8>, String> {
    let outcome = game.state(game.steps.len()).outcome;
    let (mut mask, mut fields) = (0_u64, Vec::new());
    if let Some(outcome) = outcome {
        mask |= 0b11;
        varint(&mut fields, seat(outcome.winner).into());
        varint(&mut fields, outcome.points.into());
    }
    if is_last {
        mask |= 1 << 2;
    }
    let result = fields.len();
    let mut plies = Vec::new();
    for (i, step) in game.steps.iter().enumerate() {
        match &step.event {
            // A set-up before everything is where the game begins.
            Event::Set(state) if plies.is_empty() && state.game.is_some_and(|game| game.dice.is_none()) => {
                let game = state.game.as_ref().expect("a game");
                mask &= 0b111;
                fields.truncate(result);
                // What is usual is not written.
                if game.position != Variation::Standard.starting_position() {
                    mask |= 1 << 3;
                    fields.extend(board_of(game));
                }
                if game.cube.value > 1 {
                    mask |= 1 << 4;
                    varint(&mut fields, game.cube.value.into());
                }
                if let CubeOwner::Owned(owner) = game.cube.owner {
                    mask |= 1 << 5;
                    varint(&mut fields, seat(owner).into());
                }
            }
            event => ply(&mut plies, game.state(i), event)?,
        }
    }
    if plies.is_empty() {
        return Err("nothing has been played in it".to_owned());
    }
    let mut body = Vec::new();
    varint(&mut body, mask);
    body.extend(fields);
    let mut payload = Vec::new();
    record(&mut payload, &body);
    payload.extend(plies);
    Ok(payload)
}

fn ply(out: &mut Vec<u8>, before: &State, event: &Event) -> Result<(), String> {
    let deciding = before.game.as_ref().map(|game| (game.on_roll, game.to_decide()));
    let acts = |action: u8, player: Player| action | seat(player) << 6;
    match (event, deciding) {
        (Event::Begin { .. } | Event::Roll(_), _) => {}
        (Event::Play(_) | Event::NoPlay, Some((player, _))) => {
            let game = before.game.as_ref().expect("a game");
            let roll = game.dice.ok_or("a play without a roll")?;
            out.push(acts(action_of(roll), player));
            let steps: Vec<u8> = match event {
                Event::Play(play) => steps_of(&play.moves, player, roll),
                _ => Vec::new(),
            };
            out.extend(&steps);
            if steps.len() < if roll.is_double() { 4 } else { 2 } {
                out.push(0);
            }
        }
        (Event::Double, Some((player, _))) => out.push(acts(action::DOUBLE, player)),
        (Event::Take, Some((_, player))) => out.push(acts(action::TAKE, player)),
        (Event::Pass, Some((_, player))) => out.push(acts(action::DROP, player)),
        (Event::Beaver, Some((_, player))) => out.push(acts(action::BEAVER, player)),
        (Event::Resign(value), Some((_, player))) => {
            out.push(acts(action::RESIGN[0], player) | EXTRAS);
            record(out, &[1 << 1, value.multiplier() as u8]);
        }
        (Event::Accept, _) => {}
        // The end by the word of the file: nothing where the board has ended the game, else somebody gave up.
        (Event::Set(state), deciding) if state.game.is_none() => {
            let (Some(outcome), Some(_)) = (state.outcome, deciding) else { return Ok(()) };
            let cube = before.game.map_or(1, |game| game.cube.value);
            out.push(acts(action::RESIGN[0], !outcome.winner) | EXTRAS);
            record(out, &[1 << 1, (outcome.points / cube).clamp(1, 3) as u8]);
        }
        // What was played against the rules, as the position it led to.
        (Event::Set(state), Some((player, _))) => {
            let (old, new) = (before.game.as_ref(), state.game.as_ref());
            let (Some(roll), Some(new)) = (old.and_then(|game| game.dice), new) else { return Err(SET.to_owned()) };
            if new.on_roll == player || new.dice.is_some() {
                return Err(SET.to_owned());
            }
            out.push(acts(action::SET, new.on_roll) | EXTRAS);
            let mut body = vec![1 << 0 | 1 << 3 | 1 << 6, roll.high(), roll.low()];
            body.extend(board_of(new));
            record(out, &body);
        }
        _ => return Err(SET.to_owned()),
    }
    Ok(())
}

/// Why a game cannot be written.
const SET: &str = "something was set up on the way, or a resignation was declined";

/// The checkers at 26 places, White's above zero.
fn board_of(game: &Game) -> [u8; 26] {
    let mut board = [0_u8; 26];
    let sides = [(game.on_roll, game.position.on_roll()), (!game.on_roll, game.position.opponent())];
    for (player, checkers) in sides {
        for (i, &count) in checkers.counts().iter().enumerate() {
            if count > 0 {
                let count = count.cast_signed();
                let count = if player == Player::Bottom { count } else { -count };
                board[usize::from(own(i as u8 + 1, player))] = count.cast_unsigned();
            }
        }
    }
    board
}

/// The checker moves of a play, a byte each: the place as White passes them, and the die.
fn steps_of(moves: &[CheckerMove], player: Player, roll: Roll) -> Vec<u8> {
    let mut dice = if roll.is_double() { vec![roll.high(); 4] } else { vec![roll.low(), roll.high()] };
    let mut steps = vec![0; moves.len()];
    // A checker that is borne off may use a die that is larger: the exact ones are dealt out first.
    for exact in [true, false] {
        for (step, moved) in steps.iter_mut().zip(moves).filter(|(step, _)| **step == 0) {
            let way = if moved.to == OFF { moved.from + 1 } else { moved.from - moved.to };
            let at = dice.iter().position(|&die| if exact { die == way } else { die > way && moved.to == OFF });
            if let Some(at) = at.filter(|_| *step == 0) {
                *step = own(moved.from + 1, player) | dice.remove(at) << 5;
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (b"OGXM\x02\0\0\0\x02\0\0\0\xff\0\0\0END!", "cut off"),
            (b"OGXM\x02\0\0\0\x02\0\0\0\x14\0\0\0END!", "no game"),
        ] {
            let error = read_ogxm(bytes).expect_err(problem);
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
}
