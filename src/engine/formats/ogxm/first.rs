//! Reading OGXM of version 1, which GammonView (`.gvab`) and OpenGammon wrote until 2026.
//!
//! A header of 20 bytes, then chunks: four letters, a length, flags. A chunk MHDR is the match, each GAME a game; an
//! analysis is a chunk ANAL and those behind it: EVAL and ALTS for plays, CUBE for cube decisions, GVAN for what
//! GammonView adds. A ply is a byte (five bits of action, one of colour) and the bytes of its checkers.

use super::cursor::Cursor;
use super::told::{Alternative, CubeFound, Ply, Told, ToldGame, method};
use super::{BEAVERS, CRAWFORD, JACOBY, action, day_of, dice_of, seat_of};
use crate::board::{Player, Roll};
use crate::record::Method;
use crate::scoring::MatchScore;

/// Bytes of the header, of that of a chunk, and of the end.
const HEADER: usize = 20;
const CHUNK: usize = 12;
const END: usize = 8;

/// The match.
pub(super) fn told(bytes: &[u8]) -> Result<Told, String> {
    let number = |at: usize| bytes.get(at..at + 2).map_or(0, |two| u16::from_le_bytes([two[0], two[1]]));
    if bytes.len() < HEADER + END || number(8) != 1 {
        return Err("it is damaged: the header of version 1 is cut off".to_owned());
    }
    let mut told = Told::default();
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut at = HEADER;
    while at < bytes.len() && !bytes[at..].starts_with(b"END!") {
        let head = bytes.get(at..at + CHUNK).ok_or_else(|| format!("byte {at}: a chunk is cut off"))?;
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let start = at + CHUNK;
        let payload = start.checked_add(length).and_then(|stop| bytes.get(start..stop));
        let payload = payload.ok_or_else(|| format!("byte {at}: a chunk runs past the end"))?;
        match &head[..4] {
            b"MHDR" => match_head(&mut told, payload)?,
            b"GAME" => told.games.push(game(payload)),
            b"ANAL" => blocks.push(Block { head: payload, ..Block::default() }),
            b"CSUM" | b"CLCK" | b"SIGN" | b"VIDO" => {}
            kind @ (b"EVAL" | b"ALTS" | b"CUBE" | b"GVAN") => {
                if let Some(block) = blocks.last_mut() {
                    match kind {
                        b"EVAL" => block.plays = payload,
                        b"ALTS" => block.alternatives = payload,
                        b"CUBE" => block.cubes = payload,
                        _ => block.more = payload,
                    }
                }
            }
            _ if head[8] & 1 != 0 => return Err(format!("byte {at}: an unknown chunk that is needed for reading")),
            _ => {}
        }
        at = start + length;
    }
    told.enter_analyses(&blocks, analysis);
    Ok(told)
}

/// White's colour is 1.
pub(super) const fn player_of(color: u8) -> Player {
    if color == 1 { Player::Bottom } else { Player::Top }
}

fn match_head(told: &mut Told, payload: &[u8]) -> Result<(), String> {
    let mut body = Cursor(payload);
    let length = body.u16()?;
    told.length =
        u8::try_from(length).ok().filter(|&n| n <= MatchScore::LONGEST).ok_or(format!("a match length of {length}"))?;
    body.byte()?;
    let flags = body.byte()?;
    for (bit, rule) in [(1, CRAWFORD), (2, JACOBY), (4, BEAVERS)] {
        told.rules |= if flags & bit == 0 { 0 } else { rule };
    }
    body.bytes(6)?;
    let seconds = body.u32()?;
    told.info.date = if seconds == 0 { None } else { day_of(u64::from(seconds) * 1000) };
    body.bytes(2)?;
    let limit = body.u16()?;
    if limit > 0 {
        told.info.extra.push(("CubeLimit".to_owned(), limit.to_string()));
    }
    body.bytes(6)?;
    told.names[Player::Bottom] = body.short_text()?;
    told.names[Player::Top] = body.short_text()?;
    // Other writers end here.
    told.info.event = body.short_text().unwrap_or_default();
    told.info.place = body.short_text().unwrap_or_default();
    if told.info.place.is_empty()
        && let Some((event, place)) = told.info.event.split_once(" • ")
    {
        (told.info.event, told.info.place) = (event.to_owned(), place.to_owned());
    }
    Ok(())
}

fn game(payload: &[u8]) -> ToldGame {
    let mut game = ToldGame { cube: 1, ..ToldGame::default() };
    let mut cursor = Cursor(payload);
    let mut read = || -> Result<(), String> {
        cursor.byte()?;
        let plies = cursor.u16()?;
        let (winner, won) = (seat_of(cursor.byte()?), u32::from(cursor.byte()?));
        game.result = winner.filter(|_| won > 0).map(|winner| (winner, won));
        cursor.bytes(3)?;
        if cursor.0.first() == Some(&0xff) {
            cursor.bytes(2)?;
        } else {
            game.board = Some(cursor.board()?);
            cursor.byte()?;
        }
        for _ in 0..plies {
            game.plies.push(ply(&mut cursor)?);
        }
        Ok(())
    };
    game.problem = read().err();
    game
}

fn ply(cursor: &mut Cursor<'_>) -> Result<Ply, String> {
    let first = cursor.byte()?;
    let mut ply = Ply::new(first & 0x1f, player_of(first >> 5 & 1));
    if let Some(roll) = dice_of(ply.action) {
        let count = if roll.is_double() { 4 } else { 2 };
        ply.steps = cursor.bytes(count)?.iter().copied().filter(|&byte| byte != 0).collect();
    } else if ply.action == action::SET {
        if first & 0x40 != 0 {
            let dice = cursor.byte()?;
            ply.dice = Some(Roll::new(dice & 0x0f, dice >> 4).map_err(|error| error.to_string())?);
            // Version 1 names whoever has played, and version 2 whoever comes next.
            ply.player = !ply.player;
        }
        ply.board = Some(cursor.board()?);
    }
    Ok(ply)
}

/// The chunks of an analysis.
#[derive(Default)]
struct Block<'a> {
    head: &'a [u8],
    plays: &'a [u8],
    alternatives: &'a [u8],
    cubes: &'a [u8],
    more: &'a [u8],
}

/// GammonView's additions to each play, candidate and cube decision.
struct More<'a> {
    level: u8,
    luck: Vec<Option<f32>>,
    alternatives: &'a [u8],
    cubes: Vec<u8>,
}

impl<'a> More<'a> {
    fn read(bytes: &'a [u8], plays: usize, alternatives: usize, cubes: usize) -> Result<Self, String> {
        let mut cursor = Cursor(bytes);
        let (version, level, parts, _) = (cursor.byte()?, cursor.byte()?, cursor.byte()?, cursor.byte()?);
        let (play, cube) = match version {
            2 => (7, 6),
            3 => (3, 2),
            other => return Err(format!("a chunk GVAN of version {other}")),
        };
        let mut luck = Vec::new();
        if parts & 1 != 0 {
            for _ in 0..plays {
                let mut one = Cursor(cursor.bytes(play)?);
                let flags = one.byte()?;
                let amount = one.short_equity()?;
                luck.push((flags & 2 != 0).then_some(amount));
            }
        }
        let alternatives = if parts & 2 == 0 { &[][..] } else { cursor.bytes(alternatives)? };
        let mut levels = Vec::new();
        if parts & 4 != 0 {
            for _ in 0..cubes {
                levels.push(cursor.bytes(cube)?[1]);
            }
        }
        Ok(Self { level, luck, alternatives, cubes: levels })
    }
}

/// The method of a level as GammonView packs it: plies, and bits for rollouts and databases.
fn method_of(program: &str, level: u8) -> Method {
    let plies = level & 0x0f;
    let name = match level {
        _ if level & 0x40 != 0 => "database".to_owned(),
        _ if level & 0x20 != 0 => "rollout".to_owned(),
        _ if level & 0x10 != 0 => format!("truncated{plies}"),
        0 => String::new(),
        _ => format!("{plies}ply"),
    };
    method(program, &name, 0)
}

fn analysis(told: &mut Told, block: &Block<'_>) -> Result<(), String> {
    let mut head = Cursor(block.head);
    let plies = head.byte()?;
    head.byte()?;
    let (plays, cubes) = (usize::from(head.u16()?), usize::from(head.u16()?));
    head.bytes(18)?;
    let program = head.short_text()?;
    let count = |bytes: &[u8], size: usize| bytes.len() / size;
    if plays > count(block.plays, 20) || cubes > count(block.cubes, 28) {
        return Err("there is less than its head counts".to_owned());
    }
    let more = if block.more.is_empty() {
        More { level: 0, luck: Vec::new(), alternatives: &[], cubes: Vec::new() }
    } else {
        More::read(block.more, plays, count(block.alternatives, 17), cubes)?
    };
    // The plies of the head are those of a search; GammonView packs its level.
    let base = |of_decision: u8| match (of_decision, more.level) {
        (0, 0) => plies,
        (0, level) => level,
        (plies, _) => plies,
    };
    let mut alternatives = block.alternatives.chunks_exact(17).zip(0..);
    let mut cursor = Cursor(block.plays);
    for i in 0..plays {
        let (game, at) = (cursor.byte()?, cursor.u16()?);
        cursor.chances()?;
        cursor.short_equity()?;
        let lost = f32::from(cursor.u16()?) / 10_000.0;
        let (candidates, plies, _) = (cursor.byte()?, cursor.byte()?, cursor.byte()?);
        let mut found = Vec::new();
        for (bytes, number) in alternatives.by_ref().take(candidates.into()) {
            let mut one = Cursor(bytes);
            let steps = one.bytes(4)?.iter().copied().filter(|&byte| byte != 0).collect();
            let equity = one.short_equity()?;
            let outputs = Some(one.chances()?);
            let level = more.alternatives.get::<usize>(number).copied().filter(|&level| level != 0);
            let method = method_of(&program, level.unwrap_or_else(|| base(plies)));
            found.push(Alternative { steps, equity, outputs, std_err: None, method });
        }
        let Some(ply) = ply_at(told, game, at) else { continue };
        ply.finding.plays = found;
        ply.finding.lost = Some(lost);
        ply.finding.luck = more.luck.get(i).copied().flatten();
    }
    let is_match = told.length > 0;
    let mut cursor = Cursor(block.cubes);
    for i in 0..cubes {
        let (game, at, kind) = (cursor.byte()?, cursor.u16()?, cursor.byte()?);
        let (no_double, take, pass) = (cursor.short_equity()?, cursor.short_equity()?, cursor.short_equity()?);
        let outputs = Some(cursor.chances()?).filter(|outputs| outputs.iter().any(|&chance| chance > 0.0));
        let lost = f32::from(cursor.u16()?) / 10_000.0;
        cursor.bytes(2)?;
        let plies = cursor.byte()?;
        cursor.bytes(3)?;
        let level = more.cubes.get(i).copied().filter(|&level| level != 0).unwrap_or_else(|| base(plies));
        // OpenGammon writes chances of winning the match here.
        let is_mwc = is_match && (pass - 1.0).abs() > 1e-3;
        let Some(ply) = ply_at(told, game, at) else { continue };
        if kind != 3 {
            let method = method_of(&program, level);
            ply.finding.cube = Some(CubeFound { no_double, take, outputs, lost: Some(lost), method, is_mwc });
        }
    }
    Ok(())
}

fn ply_at(told: &mut Told, game: u8, at: u16) -> Option<&mut Ply> {
    told.games.get_mut(usize::from(game))?.plies.get_mut(usize::from(at))
}
