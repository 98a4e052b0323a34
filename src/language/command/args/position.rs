//! Positions, dice and IDs, checked by decoding them once.

use super::value::{Whole, by_grammar};
use super::{ArgKind, ArgSpec, Args, Reader, Single, bad, bad_part};
use crate::board::{Roll, Setup};
use crate::command::ast::{BoardArg, Decoded};
use crate::command::error::{CommandError, ErrorKind};
use crate::command::lex::Token;
use crate::notation::{
    MatchState, NotationError, Xgid as XgidValue, setup_from_key, setup_from_position_id, setup_from_simple,
};
use crate::settings::Kind;
use nom::character::complete::i8 as count;
use nom::combinator::verify;

/// Most checkers of a side.
const CHECKERS: i8 = 15;

/// The value decoded from part of a word, from byte `start` on.
fn identifier<T>(
    token: &Token,
    start: usize,
    decoded: Result<T, NotationError>,
    kind: &ArgKind,
) -> Result<T, CommandError> {
    decoded.map_err(|error| {
        let part = start + error.span.start..start + error.span.end;
        CommandError { kind: ErrorKind::Notation(error.problem), ..bad_part(token, part, kind) }
    })
}

/// A Position ID and a Match ID with a colon between them, if there is one.
fn ids(token: &Token) -> Result<(BoardArg, Option<MatchState>), CommandError> {
    let (position, match_id) = token.text.split_once(':').map_or((token.text.as_str(), None), |(a, b)| (a, Some(b)));
    let setup = identifier(token, 0, setup_from_position_id(position), &ArgKind::Position)?;
    let state = |id| identifier(token, position.len() + 1, MatchState::from_match_id(id), &ArgKind::MatchId);
    Ok((Decoded::new(position, setup), match_id.map(state).transpose()?))
}

/// A position: an ID, `simple` and 26 counts, or the 20 letters of the gnubg-nn scripts.
pub struct Board;

impl Single for Board {
    type Out = BoardArg;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("POSITION", ArgKind::Position)
    }

    fn of(&self, token: &Token, args: &mut Args<'_>) -> Result<BoardArg, CommandError> {
        let lower = token.text.to_ascii_lowercase();
        if !lower.is_empty() && "simple".starts_with(&lower) {
            return simple(args);
        }
        if token.text.len() == 20 {
            let setup = identifier(token, 0, setup_from_key(&token.text), &ArgKind::Position)?;
            return Ok(Decoded::new(&token.text, setup));
        }
        // As in GNU Backgammon, only the position counts of a Position ID with a Match ID.
        ids(token).map(|(position, _)| position)
    }
}

fn simple(args: &mut Args<'_>) -> Result<BoardArg, CommandError> {
    let mut counts = [0; 26];
    let mut text = "simple".to_owned();
    let mut bar = None;
    for (i, slot) in counts.iter_mut().enumerate() {
        let Some(token) = args.next() else {
            let kind = ErrorKind::Missing { words: "simple".to_owned(), argument: format!("26 numbers, not {i}") };
            return Err(CommandError::new(args.end..args.end, kind).expecting(ArgKind::Position.expected()));
        };
        let kind = ArgKind::Value(Kind::Real { min: (-CHECKERS).into(), max: CHECKERS.into() });
        *slot = by_grammar(token, &kind, verify(count, |n| (-CHECKERS..=CHECKERS).contains(n)))?;
        text += &format!(" {slot}");
        bar = bar.or(Some(token));
    }
    let setup = setup_from_simple(&counts).map_err(|problem| {
        let span = bar.map_or(args.end..args.end, |token| token.span.clone());
        CommandError::new(span, ErrorKind::Notation(problem))
    })?;
    Ok(Decoded::new(text, setup))
}

/// A Match ID.
pub struct MatchId;

impl Single for MatchId {
    type Out = Decoded<MatchState>;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("MATCHID", ArgKind::MatchId)
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let state = identifier(token, 0, MatchState::from_match_id(&token.text), &ArgKind::MatchId)?;
        Ok(Decoded::new(&token.text, state))
    }
}

/// A Position ID and a Match ID with a colon between them.
pub struct GnubgId;

impl Single for GnubgId {
    type Out = Decoded<(Setup, MatchState)>;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("POSITIONID:MATCHID", ArgKind::GnubgId)
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        match ids(token)? {
            (position, Some(state)) => Ok(Decoded::new(&token.text, (position.value, state))),
            (_, None) => Err(bad(token, &ArgKind::GnubgId)),
        }
    }
}

/// An XGID with or without its prefix.
pub struct Xgid;

impl Single for Xgid {
    type Out = Decoded<XgidValue>;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("XGID", ArgKind::Xgid)
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let prefixed = token.text.get(..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case("XGID="));
        let start = if prefixed { 5 } else { 0 };
        let id = &token.text[start..];
        if id.contains(char::is_whitespace) {
            return Err(bad(token, &ArgKind::Xgid));
        }
        let value = identifier(token, start, XgidValue::parse(id), &ArgKind::Xgid)?;
        Ok(Decoded::new(id, value))
    }
}

/// Two dice: `31`, `3 1`, `3-1` or `3,1`.
pub struct Dice;

impl Single for Dice {
    type Out = Roll;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("DICE", ArgKind::Dice)
    }

    fn of(&self, first: &Token, args: &mut Args<'_>) -> Result<Roll, CommandError> {
        match first.text.trim_end_matches([',', '-']).as_bytes() {
            [a, b] | [a, b'-' | b',' | b'/' | b':', b] => {
                Roll::new(digit(first, 0, *a)?, digit(first, 1, *b)?).map_err(|_| bad(first, &ArgKind::Dice))
            }
            [a] => {
                let a = digit(first, 0, *a)?;
                let mut second = args.need(&self.spec())?;
                if matches!(second.text.as_str(), "-" | "," | "and" | "/") {
                    second = args.need(&self.spec())?;
                }
                let [b] = second.text.as_bytes() else { return Err(bad(second, &ArgKind::Dice)) };
                Roll::new(a, digit(second, 0, *b)?).map_err(|_| bad(second, &ArgKind::Dice))
            }
            _ => Err(bad(first, &ArgKind::Dice)),
        }
    }
}

/// The points of both players: `3 5`, `3-5`, `3,5` or `3:5`.
pub struct Score {
    /// The most points of either.
    pub most: u8,
}

impl Reader for Score {
    type Out = (u8, u8);

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        Whole::new("S0", 0, self.most).describe(specs);
        Whole::new("S1", 0, self.most).describe(specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Self::Out, CommandError> {
        let both = args.peek().and_then(|token| token.text.split_once(['-', ',', ':']));
        let both = both.and_then(|(top, bottom)| Some((top.parse().ok()?, bottom.parse().ok()?)));
        if let Some((top, bottom)) = both.filter(|(top, bottom): &(u8, u8)| *top.max(bottom) <= self.most) {
            args.next();
            return Ok((top, bottom));
        }
        (Whole::new("S0", 0, self.most), Whole::new("S1", 0, self.most)).read(args)
    }

    fn print(&self, (top, bottom): &Self::Out, words: &mut Vec<String>) {
        words.extend([top.to_string(), bottom.to_string()]);
    }
}

/// One die of a word.
fn digit(token: &Token, i: usize, byte: u8) -> Result<u8, CommandError> {
    let die = byte.wrapping_sub(b'0');
    if (1..=6).contains(&die) { Ok(die) } else { Err(bad_part(token, i..token.text.len(), &ArgKind::Dice)) }
}
