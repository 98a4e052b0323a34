//! Reading OGXM, version 2; version 1 has a file of its own.

use super::super::played::{FormatError, PlayedMatch, ReadOptions};
use super::cursor::{Cursor, Record};
use super::told::{Alternative, CubeFound, Found, Ply, Told, ToldGame, method};
use super::{
    CRAWFORD, END, EXTRAS, HEADER, MAGIC, SECTION, VERSION, action, day_of, dice_of, first, gva, player, seat_of,
    variation_of,
};
use crate::board::{ByPlayer, Player, Roll};
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
    let mut body = Cursor(payload).record()?.rest;
    if body.varint()? != 0 || body.varint()? != 4 {
        return Ok(());
    }
    let stored = body.u32()?;
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    if crc.sum() == stored { Ok(()) } else { Err("it is damaged: the checksum differs".to_owned()) }
}

fn head(told: &mut Told, payload: &[u8]) -> Result<(), String> {
    let mut body = Cursor(payload).record()?;
    let length = body.rest.small()?;
    told.length =
        u8::try_from(length).ok().filter(|&n| n <= MatchScore::LONGEST).ok_or(format!("a match length of {length}"))?;
    told.variation = variation_of(body.rest.varint()?)?;
    let info = &mut told.info;
    let mut keep = |key: &str, value: Option<String>| {
        info.extra.extend(value.filter(|value| !value.is_empty()).map(|value| (key.to_owned(), value)));
    };
    told.names[Player::Bottom] = body.field(0, Cursor::text)?.unwrap_or_default();
    told.names[Player::Top] = body.field(1, Cursor::text)?.unwrap_or_default();
    told.rules = body.field(2, Cursor::varint)?.unwrap_or_default();
    keep("CubeLimit", body.field(3, Cursor::varint)?.map(|limit| limit.to_string()));
    let points = body.field(4, |rest| Ok([rest.small()?, rest.small()?]))?;
    let [bottom, top] = points.unwrap_or_default();
    told.points = ByPlayer([top, bottom]);
    body.field(5, |rest| rest.varint().and(rest.varint()))?;
    for bit in [6, 7] {
        body.field(bit, Cursor::varint)?;
    }
    info.date = body.field(8, Cursor::varint)?.and_then(day_of);
    for bit in [9, 10] {
        body.field(bit, Cursor::varint)?;
    }
    told.crawford_was = body.has(11);
    info.event = body.field(12, Cursor::text)?.unwrap_or_default();
    keep("EventYear", body.field(13, Cursor::varint)?.map(|year| year.to_string()));
    body.field(14, Cursor::varint)?;
    let stage = body.field(15, Cursor::text)?.unwrap_or_default();
    let round = body.field(16, Cursor::varint)?.map_or_else(String::new, |round| round.to_string());
    info.round = if stage.is_empty() { round } else { stage };
    keep("Table", body.field(17, Cursor::text)?);
    info.place = body.field(18, Cursor::text)?.unwrap_or_default();
    for (bit, key) in [(19, "Country"), (20, "EventUrl"), (21, "Site"), (22, "Match ID")] {
        keep(key, body.field(bit, Cursor::text)?);
    }
    for (bit, player) in [(23, Player::Bottom), (24, Player::Top)] {
        info.ratings[player] = body.field(bit, rating)?.unwrap_or_default();
    }
    Ok(())
}

/// The rating of a player's record.
fn rating(cursor: &mut Cursor<'_>) -> Result<String, String> {
    let mut body = cursor.record()?;
    body.field(0, Cursor::text)?;
    let Some(rating) = body.field(1, Cursor::varint)? else { return Ok(String::new()) };
    let (whole, part) = (rating / 100, rating % 100);
    Ok(if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") })
}

fn game(payload: &[u8]) -> ToldGame {
    let mut game = ToldGame { cube: 1, ..ToldGame::default() };
    let mut cursor = Cursor(payload);
    let mut read = || -> Result<(), String> {
        let mut body = cursor.record()?;
        let winner = body.field(0, Cursor::varint)?.and_then(seat_of);
        let won = body.field(1, Cursor::small)?.unwrap_or(0);
        game.result = winner.filter(|_| won > 0).map(|winner| (winner, won));
        game.board = body.field(3, Cursor::board)?;
        let value = body.field(4, Cursor::small)?.unwrap_or(1);
        game.owner = body.field(5, Cursor::varint)?.and_then(seat_of);
        let automatic = body.field(6, Cursor::small)?.unwrap_or(0).min(12);
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
    let mut body = cursor.record()?;
    let dice = |rest: &mut Cursor<'_>| Roll::new(rest.byte()?, rest.byte()?).map_err(|error| error.to_string());
    ply.dice = body.field(0, dice)?;
    body.field(1, Cursor::varint)?;
    let value = body.field(2, Cursor::small)?;
    body.field(4, |rest| rest.bytes(4))?;
    body.field(5, |rest| rest.small().and_then(|n| rest.bytes(n.min(100) as usize)))?;
    ply.board = body.field(6, Cursor::board)?;
    if let Some(action) = body.field(7, Cursor::varint)? {
        ply.action = u8::try_from(action).unwrap_or(u8::MAX);
    }
    let owner = body.field(8, Cursor::varint)?.and_then(seat_of);
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
        let mut body = cursor.record()?;
        let preset = body.field(0, Cursor::text)?;
        let (first, second) = (body.field(1, Cursor::varint)?, body.field(2, Cursor::varint)?);
        let trials = body.field(3, |rest| rest.record()?.field(0, Cursor::small))?.map(Option::unwrap_or_default);
        Ok(Self { preset, plies: first.or(second), trials: trials.filter(|_| !body.has(4)) })
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
    let mut body = Cursor(block.head).record()?;
    body.rest.bytes(16)?;
    body.field(0, |rest| rest.bytes(32))?;
    body.field(1, Cursor::varint)?;
    let level = body.field(2, Level::read)?.unwrap_or_default();
    body.field(4, |rest| (0..rest.small()?).try_for_each(|_| rest.varint().map(drop)))?;
    let mut program = body.field(5, Cursor::text)?.unwrap_or_default();
    if let Some(name) = body.field(6, Cursor::text)? {
        // An identifier of bytes is no name.
        let is_identifier = program.len() == 36 && program.bytes().filter(|&byte| byte == b'-').count() == 4;
        if is_identifier || program.is_empty() {
            program = name;
        }
    }
    body.field(7, |rest| rest.bytes(32))?;
    body.field(8, Cursor::text)?;
    let usual = if told.length > 0 { IN_CHANCES } else { 0 };
    let currency = body.field(9, Cursor::varint)?.unwrap_or(usual);
    let is_mwc = currency == IN_CHANCES && told.length > 0;
    let mut plies: Vec<&mut Ply> = told.games.iter_mut().flat_map(|game| &mut game.plies).collect();
    let mut cursor = Cursor(block.decisions);
    while !cursor.is_empty() {
        let mut body = cursor.record()?;
        let (at, kind) = (body.rest.varint()?, body.rest.varint()?);
        let Some(ply) = usize::try_from(at).ok().and_then(|at| plies.get_mut(at)) else {
            return Err(format!("there is no ply {at}"));
        };
        decision(&mut ply.finding, kind, &mut body, &level, &program, is_mwc)?;
    }
    Ok(())
}

/// One decision.
fn decision(
    found: &mut Found,
    kind: u64,
    body: &mut Record<'_>,
    block: &Level,
    program: &str,
    is_mwc: bool,
) -> Result<(), String> {
    let level_of = |own: Option<Level>| own.map_or_else(|| block.clone(), |own| block.with(own));
    match kind {
        0 => {
            found.is_mwc = is_mwc;
            let mut plays = Vec::new();
            let mut levels = Vec::new();
            if body.has(0) {
                for _ in 0..body.rest.small()? {
                    let mut one = body.rest.record()?;
                    let count = one.rest.small()?.min(4);
                    let steps = one.rest.bytes(count as usize)?.to_vec();
                    let equity = one.rest.equity()?;
                    let outputs = one.field(0, Cursor::chances)?;
                    levels.push(one.field(1, Level::read)?.unwrap_or_default());
                    let is_played = one.has(2);
                    let std_err = one.field(3, Cursor::equity)?;
                    plays.push((
                        Alternative { steps, equity, outputs, std_err, method: block.method(program) },
                        is_played,
                    ));
                }
            }
            body.field(1, Cursor::varint)?;
            let best = body.field(2, Cursor::equity)?.or_else(|| plays.first().map(|(best, _)| best.equity));
            let lost = body.field(3, Cursor::loss)?;
            let level = level_of(body.field(4, Level::read)?);
            let played = plays.iter().find(|(_, is_played)| *is_played).map(|(play, _)| play.equity);
            found.lost = lost.or_else(|| Some((best? - played?).max(0.0)));
            for ((play, _), own) in plays.iter_mut().zip(levels) {
                play.method = level.with(own).method(program);
            }
            found.plays = plays.into_iter().map(|(play, _)| play).collect();
        }
        1 => {
            body.rest.varint()?;
            let mut values = [None; 3];
            for (bit, value) in (0..).zip(&mut values) {
                *value = body.field(bit, Cursor::equity)?;
            }
            let outputs = body.field(3, Cursor::chances)?;
            let lost = body.field(4, Cursor::loss)?;
            body.field(5, Cursor::u16)?;
            let level = level_of(body.field(7, Level::read)?);
            if let [Some(no_double), Some(take), _] = values {
                let method = level.method(program);
                found.cube = Some(CubeFound { no_double, take, outputs, lost, method, is_mwc });
            }
        }
        3 => {
            let luck = body.rest.equity()?;
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
        let mut body = cursor.record()?;
        let (scope, at) = (body.rest.varint()?, body.rest.varint()?);
        let value = body.rest.text()?;
        // With a key it is for a program.
        if body.has(0) || value.is_empty() {
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
