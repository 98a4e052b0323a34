//! Reading OGXM, version 2; version 1 has a file of its own.

use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::cursor::{Cursor, Mask};
use super::told::{Alternative, CubeFound, Found, Ply, Told, ToldGame, method};
use super::{
    CRAWFORD, END, EXTRAS, HEADER, MAGIC, SECTION, VERSION, action, day_of, dice_of, first, gva, player, variation_of,
};
use crate::board::{Player, Roll};
use crate::record::Method;
use crate::scoring::MatchScore;

/// Sections that may be passed over though they are marked as needed for reading.
const KNOWN: [&[u8; 4]; 10] =
    [b"MTCH", b"GAME", b"ANAL", b"DECS", b"SIGN", b"CLCK", b"VIDO", b"ANNO", b"MSIG", b"CSUM"];

/// The currency of a block of analysis whose equities are chances of winning the match.
const IN_CHANCES: u64 = 2;

/// Reads a match with its first analysis: OGXM of version 1 or 2, or the JSON of GammonView.
///
/// # Errors
/// When the file is damaged, or of another version.
pub fn read_ogxm(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    let told = if bytes.starts_with(MAGIC) {
        match bytes.get(4..6) {
            Some([1, 0]) => first::told(bytes),
            _ => told(bytes),
        }
    } else {
        gva::told(bytes)
    };
    told.map_err(FormatError::whole)?.played(options)
}

/// Where an analysis stands in the file: its head, and its decisions.
#[derive(Default)]
struct Block<'a> {
    head: &'a [u8],
    decisions: &'a [u8],
}

fn told(bytes: &[u8]) -> Result<Told, String> {
    let mut told = Told { rules: CRAWFORD, ..Told::default() };
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut comments: &[u8] = &[];
    for (kind, payload) in sections(bytes)? {
        match &kind {
            b"MTCH" => head(&mut told, payload)?,
            b"GAME" => told.games.push(game(payload)),
            b"ANAL" => blocks.push(Block { head: payload, decisions: &[] }),
            b"DECS" => {
                if let Some(block) = blocks.last_mut() {
                    block.decisions = payload;
                }
            }
            b"ANNO" => comments = payload,
            _ => {}
        }
    }
    told.enter_analyses(&blocks, analysis);
    if let Err(problem) = annotations(&mut told, comments) {
        told.remarks.push(format!("the comments are damaged: {problem}; what is before that is read"));
    }
    Ok(told)
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
        return Err(format!("it is of version {major} of the format; versions 1 and {VERSION} are read"));
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
    let (mut body, _) = Cursor(payload).record()?;
    if body.varint()? != 0 || body.varint()? != 4 {
        return Ok(());
    }
    let stored = body.u32()?;
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    if crc.sum() == stored { Ok(()) } else { Err("it is damaged: the checksum differs".to_owned()) }
}

fn head(told: &mut Told, payload: &[u8]) -> Result<(), String> {
    let (mut body, mask) = Cursor(payload).record()?;
    let has = |bit: u32| mask.has(bit);
    let length = body.small()?;
    told.length =
        u8::try_from(length).ok().filter(|&n| n <= MatchScore::LONGEST).ok_or(format!("a match length of {length}"))?;
    told.variation = variation_of(body.varint()?)?;
    let info = &mut told.info;
    let mut keep = |key: &str, value: String| {
        if !value.is_empty() {
            info.extra.push((key.to_owned(), value));
        }
    };
    if has(0) {
        told.names[Player::Bottom] = body.text()?;
    }
    if has(1) {
        told.names[Player::Top] = body.text()?;
    }
    told.rules = if has(2) { body.varint()? } else { 0 };
    if has(3) {
        keep("CubeLimit", body.varint()?.to_string());
    }
    if has(4) {
        told.points[Player::Bottom] = body.small()?;
        told.points[Player::Top] = body.small()?;
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
    let date = if has(8) { day_of(body.varint()?) } else { None };
    for bit in [9, 10] {
        if has(bit) {
            body.varint()?;
        }
    }
    told.crawford_was = has(11);
    let event = if has(12) { body.text()? } else { String::new() };
    if has(13) {
        keep("EventYear", body.varint()?.to_string());
    }
    if has(14) {
        body.varint()?;
    }
    let stage = if has(15) { body.text()? } else { String::new() };
    let round = if has(16) { body.varint()?.to_string() } else { String::new() };
    if has(17) {
        keep("Table", body.text()?);
    }
    let city = if has(18) { body.text()? } else { String::new() };
    for (bit, key) in [(19, "Country"), (20, "EventUrl"), (21, "Site"), (22, "Match ID")] {
        if has(bit) {
            keep(key, body.text()?);
        }
    }
    info.date = date;
    info.event = event;
    info.round = if stage.is_empty() { round } else { stage };
    info.place = city;
    for (bit, player) in [(23, Player::Bottom), (24, Player::Top)] {
        if has(bit) {
            info.ratings[player] = rating(&mut body)?;
        }
    }
    Ok(())
}

/// The rating of a player's record.
fn rating(cursor: &mut Cursor<'_>) -> Result<String, String> {
    let (mut body, mask) = cursor.record()?;
    if mask.has(0) {
        body.text()?;
    }
    if !mask.has(1) {
        return Ok(String::new());
    }
    let rating = body.varint()?;
    let (whole, part) = (rating / 100, rating % 100);
    Ok(if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") })
}

/// A seat that is told, or nobody.
const fn seat_of(number: u64) -> Option<Player> {
    match number {
        0 => Some(Player::Bottom),
        1 => Some(Player::Top),
        _ => None,
    }
}

fn game(payload: &[u8]) -> ToldGame {
    let mut game = ToldGame { cube: 1, ..ToldGame::default() };
    let mut cursor = Cursor(payload);
    let mut read = || -> Result<(), String> {
        let (mut body, mask) = cursor.record()?;
        let has = |bit: u32| mask.has(bit);
        let winner = if has(0) { seat_of(body.varint()?) } else { None };
        let won = if has(1) { body.small()? } else { 0 };
        game.result = winner.filter(|_| won > 0).map(|winner| (winner, won));
        game.board = if has(3) { Some(body.board()?) } else { None };
        let value = if has(4) { body.small()? } else { 1 };
        game.owner = if has(5) { seat_of(body.varint()?) } else { None };
        let automatic = if has(6) { body.small()?.min(12) } else { 0 };
        game.cube = value << automatic;
        while !cursor.is_empty() {
            game.plies.push(ply(&mut cursor)?);
        }
        Ok(())
    };
    game.problem = read().err();
    game
}

fn ply(cursor: &mut Cursor<'_>) -> Result<Ply, String> {
    let byte = cursor.byte()?;
    let mut ply = Ply::new(byte & 0x3f, player(byte >> 6 & 1));
    if let Some(roll) = dice_of(ply.action) {
        for _ in 0..if roll.is_double() { 4 } else { 2 } {
            let step = cursor.byte()?;
            if step == 0 {
                break;
            }
            ply.steps.push(step);
        }
    }
    if byte & EXTRAS == 0 {
        return Ok(ply);
    }
    let (mut body, mask) = cursor.record()?;
    let has = |bit: u32| mask.has(bit);
    if has(0) {
        ply.dice = Some(Roll::new(body.byte()?, body.byte()?).map_err(|error| error.to_string())?);
    }
    if has(1) {
        body.varint()?;
    }
    let value = if has(2) { Some(body.small()?) } else { None };
    if has(4) {
        body.bytes(4)?;
    }
    if has(5) {
        for _ in 0..body.small()?.min(100) {
            body.byte()?;
        }
    }
    if has(6) {
        ply.board = Some(body.board()?);
    }
    if has(7) {
        ply.action = u8::try_from(body.varint()?).unwrap_or(u8::MAX);
    }
    let owner = if has(8) { seat_of(body.varint()?) } else { None };
    ply.cube = value.filter(|_| ply.action == action::CUBE_SET).map(|value| (value, owner));
    Ok(ply)
}

/// How closely something was looked at; what is not said is as for the whole.
#[derive(Clone, Default)]
struct Level {
    preset: Option<String>,
    plies: Option<u64>,
    trials: Option<u32>,
}

impl Level {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, String> {
        let (mut body, mask) = cursor.record()?;
        let mut level = Self::default();
        if mask.has(0) {
            level.preset = Some(body.text()?);
        }
        for bit in [1, 2] {
            if mask.has(bit) {
                let plies = body.varint()?;
                level.plies = level.plies.or(Some(plies));
            }
        }
        if mask.has(3) {
            let (mut rollout, has) = body.record()?;
            level.trials = Some(if has.has(0) { rollout.small()? } else { 0 });
        }
        if mask.has(4) {
            level.trials = None;
        }
        Ok(level)
    }

    /// This level with what a narrower one says otherwise.
    fn with(&self, other: Self) -> Self {
        let plies = other.plies.or(self.plies);
        // A preset that only names the depth follows a depth that is another.
        let preset = other.preset.or_else(|| self.preset.clone().filter(|_| other.plies.is_none()));
        Self { preset, plies, trials: other.trials.or(self.trials) }
    }

    fn method(&self, program: &str) -> Method {
        let trials = self.trials.unwrap_or(0);
        match (&self.preset, self.trials, self.plies) {
            (Some(preset), ..) => method(program, preset, trials),
            (None, Some(_), _) => method(program, "rollout", trials),
            // Plies are counted from the play on.
            (None, None, Some(plies)) => method(program, &format!("{}ply", plies.saturating_add(1)), 0),
            (None, None, None) => method(program, "", 0),
        }
    }
}

/// An analysis: what it says of each ply.
fn analysis(told: &mut Told, block: &Block<'_>) -> Result<(), String> {
    let (mut body, mask) = Cursor(block.head).record()?;
    let has = |bit: u32| mask.has(bit);
    body.bytes(16)?;
    if has(0) {
        body.bytes(32)?;
    }
    if has(1) {
        body.varint()?;
    }
    let level = if has(2) { Level::read(&mut body)? } else { Level::default() };
    if has(4) {
        for _ in 0..body.small()? {
            body.varint()?;
        }
    }
    let mut program = if has(5) { body.text()? } else { String::new() };
    if has(6) {
        let name = body.text()?;
        // An identifier of bytes is no name.
        let is_identifier = program.len() == 36 && program.bytes().filter(|&byte| byte == b'-').count() == 4;
        if is_identifier || program.is_empty() {
            program = name;
        }
    }
    if has(7) {
        body.bytes(32)?;
    }
    if has(8) {
        body.text()?;
    }
    let usual = if told.length > 0 { IN_CHANCES } else { 0 };
    let currency = if has(9) { body.varint()? } else { usual };
    let is_mwc = currency == IN_CHANCES && told.length > 0;
    let mut plies: Vec<&mut Ply> = told.games.iter_mut().flat_map(|game| &mut game.plies).collect();
    let mut cursor = Cursor(block.decisions);
    while !cursor.is_empty() {
        let (mut body, mask) = cursor.record()?;
        let (at, kind) = (body.varint()?, body.varint()?);
        let Some(ply) = usize::try_from(at).ok().and_then(|at| plies.get_mut(at)) else {
            return Err(format!("there is no ply {at}"));
        };
        decision(&mut ply.finding, kind, &mut body, mask, &level, &program, is_mwc)?;
    }
    Ok(())
}

/// One decision.
fn decision(
    found: &mut Found,
    kind: u64,
    body: &mut Cursor<'_>,
    mask: Mask,
    block: &Level,
    program: &str,
    is_mwc: bool,
) -> Result<(), String> {
    let has = |bit: u32| mask.has(bit);
    match kind {
        0 => {
            found.is_mwc = is_mwc;
            let mut plays = Vec::new();
            let mut levels = Vec::new();
            if has(0) {
                for _ in 0..body.small()? {
                    let (mut one, mask) = body.record()?;
                    let count = one.small()?.min(4);
                    let steps = one.bytes(count as usize)?.to_vec();
                    let equity = one.equity()?;
                    let outputs = if mask.has(0) { Some(one.chances()?) } else { None };
                    levels.push(if mask.has(1) { Level::read(&mut one)? } else { Level::default() });
                    let is_played = mask.has(2);
                    let std_err = if mask.has(3) { Some(one.equity()?) } else { None };
                    plays.push((
                        Alternative { steps, equity, outputs, std_err, method: block.method(program) },
                        is_played,
                    ));
                }
            }
            if has(1) {
                body.varint()?;
            }
            let best = if has(2) { Some(body.equity()?) } else { plays.first().map(|(best, _)| best.equity) };
            let lost = if has(3) { Some(body.loss()?) } else { None };
            let level = if has(4) { block.with(Level::read(body)?) } else { block.clone() };
            let played = plays.iter().find(|(_, is_played)| *is_played).map(|(play, _)| play.equity);
            found.lost = lost.or_else(|| Some((best? - played?).max(0.0)));
            for ((play, _), own) in plays.iter_mut().zip(levels) {
                play.method = level.with(own).method(program);
            }
            found.plays = plays.into_iter().map(|(play, _)| play).collect();
        }
        1 => {
            body.varint()?;
            let mut values = [None; 3];
            for (bit, value) in (0..).zip(&mut values) {
                *value = if has(bit) { Some(body.equity()?) } else { None };
            }
            let outputs = if has(3) { Some(body.chances()?) } else { None };
            let lost = if has(4) { Some(body.loss()?) } else { None };
            if has(5) {
                body.u16()?;
            }
            let level = if has(7) { block.with(Level::read(body)?) } else { block.clone() };
            if let [Some(no_double), Some(take), _] = values {
                let method = level.method(program);
                found.cube = Some(CubeFound { no_double, take, outputs, lost, method, is_mwc });
            }
        }
        3 => {
            let luck = body.equity()?;
            // The scale of luck is that of the plays.
            found.luck = Some(luck);
            found.is_mwc = is_mwc;
        }
        _ => {}
    }
    Ok(())
}

/// The comments of the file: on the match, on games and on plies.
fn annotations(told: &mut Told, payload: &[u8]) -> Result<(), String> {
    let mut cursor = Cursor(payload);
    while !cursor.is_empty() {
        let (mut body, mask) = cursor.record()?;
        let (scope, at) = (body.varint()?, body.varint()?);
        let value = body.text()?;
        // With a key it is for a program.
        if mask.has(0) || value.is_empty() {
            continue;
        }
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let ply = match scope {
            0 => None,
            1 => told.games.get_mut(at).and_then(|game| game.plies.first_mut()),
            // A play and its decision are one thing here.
            2..=4 => told.games.iter_mut().flat_map(|game| &mut game.plies).nth(at),
            _ => continue,
        };
        let comment = match ply {
            Some(ply) => &mut ply.found.comment,
            None => &mut told.info.comment,
        };
        *comment += if comment.is_empty() { "" } else { "\n" };
        *comment += &value;
    }
    Ok(())
}
