//! Positions, dice and IDs, checked for their form.

use super::value::by_grammar;
use super::{ArgCount, ArgKind, ArgSpec, Args, Reader, bad, bad_part};
use crate::board::Roll;
use crate::command::ast::BoardArg;
use crate::command::error::{CommandError, ErrorKind};
use crate::command::lex::Token;
use nom::character::complete::i8 as count;
use nom::combinator::verify;

/// Characters of a Position ID.
const POSITION_ID: usize = 14;
/// Characters of a Match ID.
const MATCH_ID: usize = 12;
/// Characters of the board in an XGID.
const XGID_BOARD: usize = 26;
/// Fields of an XGID behind the board.
const XGID_FIELDS: usize = 9;
/// Most checkers of a side.
const CHECKERS: i8 = 15;

const fn one(name: &'static str, kind: ArgKind) -> ArgSpec {
    ArgSpec { name, kind, count: ArgCount::One }
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/')
}

/// The part of an ID that keeps it from being `len` characters of base 64, if any.
fn fault(id: &str, len: usize) -> Option<std::ops::Range<usize>> {
    if let Some((i, c)) = id.char_indices().find(|(_, c)| !is_base64(*c)) {
        return Some(i..i + c.len_utf8());
    }
    (id.len() != len).then_some(0..id.len())
}

/// A position: an ID, `simple` and 26 counts, or the 20 letters of the gnubg-nn scripts.
pub struct Board;

impl Reader for Board {
    type Out = BoardArg;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(one("POSITION", ArgKind::Position));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<BoardArg, CommandError> {
        let token = args.need(&one("POSITION", ArgKind::Position))?;
        let lower = token.text.to_ascii_lowercase();
        if !lower.is_empty() && "simple".starts_with(&lower) {
            return simple(args);
        }
        if token.text.len() == 20 && token.text.chars().all(|c| matches!(c, 'A'..='P')) {
            return Ok(BoardArg::Letters(token.text.clone()));
        }
        // As in GNU Backgammon, only the position counts of a Position ID with a Match ID.
        let (id, match_id) = token.text.split_once(':').map_or((token.text.as_str(), None), |(a, b)| (a, Some(b)));
        if let Some(part) = fault(id, POSITION_ID) {
            return Err(bad_part(token, part, &ArgKind::Position));
        }
        if let Some(part) = match_id.and_then(|id| fault(id, MATCH_ID)) {
            let start = id.len() + 1;
            return Err(bad_part(token, start + part.start..start + part.end, &ArgKind::MatchId));
        }
        Ok(BoardArg::PositionId(id.to_owned()))
    }
}

fn simple(args: &mut Args<'_>) -> Result<BoardArg, CommandError> {
    let mut counts = [0; 26];
    for (i, slot) in counts.iter_mut().enumerate() {
        let Some(token) = args.next() else {
            let kind = ErrorKind::Missing { words: "simple".to_owned(), argument: format!("26 numbers, not {i}") };
            return Err(CommandError::new(args.end..args.end, kind).expecting(ArgKind::Position.expected()));
        };
        let kind = ArgKind::Real { min: (-CHECKERS).into(), max: CHECKERS.into() };
        *slot = by_grammar(token, &kind, verify(count, |n| (-CHECKERS..=CHECKERS).contains(n)))?;
    }
    Ok(BoardArg::Simple(counts))
}

/// A Match ID.
pub struct MatchId;

impl Reader for MatchId {
    type Out = String;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(one("MATCHID", ArgKind::MatchId));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<String, CommandError> {
        let token = args.need(&one("MATCHID", ArgKind::MatchId))?;
        match fault(&token.text, MATCH_ID) {
            Some(part) => Err(bad_part(token, part, &ArgKind::MatchId)),
            None => Ok(token.text.clone()),
        }
    }
}

/// A Position ID and a Match ID with a colon between them.
pub struct GnubgId;

impl Reader for GnubgId {
    type Out = (String, String);

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(one("POSITIONID:MATCHID", ArgKind::GnubgId));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let token = args.need(&one("POSITIONID:MATCHID", ArgKind::GnubgId))?;
        let Some((position, match_id)) = token.text.split_once(':') else {
            return Err(bad(token, &ArgKind::GnubgId));
        };
        if let Some(part) = fault(position, POSITION_ID) {
            return Err(bad_part(token, part, &ArgKind::Position));
        }
        if let Some(part) = fault(match_id, MATCH_ID) {
            let start = position.len() + 1;
            return Err(bad_part(token, start + part.start..start + part.end, &ArgKind::MatchId));
        }
        Ok((position.to_owned(), match_id.to_owned()))
    }
}

/// An XGID with or without its prefix.
pub struct Xgid;

impl Reader for Xgid {
    type Out = String;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(one("XGID", ArgKind::Xgid));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<String, CommandError> {
        let token = args.need(&one("XGID", ArgKind::Xgid))?;
        let prefixed = token.text.get(..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case("XGID="));
        let start = if prefixed { 5 } else { 0 };
        let id = &token.text[start..];
        let mut fields = id.split(':');
        let board = fields.next().unwrap_or_default();
        let part = |from: usize, len: usize| bad_part(token, start + from..start + from + len, &ArgKind::Xgid);
        if let Some((i, c)) = board.char_indices().find(|(_, c)| !matches!(c, '-' | 'A'..='P' | 'a'..='p')) {
            return Err(part(i, c.len_utf8()));
        }
        if board.len() != XGID_BOARD {
            return Err(part(0, board.len()));
        }
        let mut from = board.len() + 1;
        let mut n = 0;
        for (i, field) in fields.enumerate() {
            // The dice may be D, B or R as well: doubled, beavered, raccooned.
            let dice = i == 3 && matches!(field, "D" | "B" | "R");
            if !dice && field.parse::<i32>().is_err() {
                return Err(part(from, field.len()));
            }
            from += field.len() + 1;
            n += 1;
        }
        if n == XGID_FIELDS { Ok(id.to_owned()) } else { Err(bad(token, &ArgKind::Xgid)) }
    }
}

/// Two dice: `31` or `3 1`.
pub struct Dice;

impl Reader for Dice {
    type Out = Roll;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(one("DICE", ArgKind::Dice));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Roll, CommandError> {
        let spec = one("DICE", ArgKind::Dice);
        let first = args.need(&spec)?;
        match first.text.as_bytes() {
            [a, b] => Roll::new(digit(first, 0, *a)?, digit(first, 1, *b)?).map_err(|_| bad(first, &spec.kind)),
            [a] => {
                let a = digit(first, 0, *a)?;
                let second = args.need(&spec)?;
                let [b] = second.text.as_bytes() else { return Err(bad(second, &spec.kind)) };
                Roll::new(a, digit(second, 0, *b)?).map_err(|_| bad(second, &spec.kind))
            }
            _ => Err(bad(first, &spec.kind)),
        }
    }
}

/// One die of a word.
fn digit(token: &Token, i: usize, byte: u8) -> Result<u8, CommandError> {
    let die = byte.wrapping_sub(b'0');
    if (1..=6).contains(&die) { Ok(die) } else { Err(bad_part(token, i..token.text.len(), &ArgKind::Dice)) }
}
