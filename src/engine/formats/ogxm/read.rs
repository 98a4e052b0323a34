//! Reading OGXM.

use super::super::builder::{Builder, Hop};
use super::super::played::{FormatError, PlayedMatch};
use super::{
    BEAVERS, CRAWFORD, END, EXTRAS, HEADER, JACOBY, MAGIC, SECTION, VERSION, action, day_of, dice_of, own, player,
};
use crate::board::{ByPlayer, OFF, Player, Position, Roll, Setup, Variation};
use crate::record::{Event, Game, MatchInfo, Standing, State};
use crate::scoring::{Cube, CubeOwner, MatchScore};

/// Sections that may be passed over though they are marked as needed for reading.
const KNOWN: [&[u8; 4]; 10] =
    [b"MTCH", b"GAME", b"ANAL", b"DECS", b"SIGN", b"CLCK", b"VIDO", b"ANNO", b"MSIG", b"CSUM"];

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
    if crc.sum() == stored { Ok(()) } else { Err("it is damaged: the checksum differs".to_owned()) }
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
            return Err(format!("gammon does not read variant {variant}"));
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
                .push(format!("the score before the first game, {white} to {black}, is impossible; gammon takes 0"));
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
pub(super) fn hop(byte: u8, player: Player) -> Result<Hop, String> {
    let (place, pips) = (byte & 0x1f, byte >> 5);
    let from = if place <= 25 { own(place, player) } else { 0 };
    if from == 0 || !(1..=6).contains(&pips) {
        return Err(format!("the byte {byte} is not a checker move"));
    }
    Ok((from - 1, if pips >= from { OFF } else { from - pips - 1 }))
}
