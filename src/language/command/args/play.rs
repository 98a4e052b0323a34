//! Plays as typed: `8/5 6/5`, `13/8/3*(2)`, `bar/23`, or bare pairs of points. Commas may stand between groups, and
//! nothing where a `*` or a `)` separates them: `8/5,6/5`, `24/18(2)13/7(2)`. A hyphen is as good as a slash: `8-5`.
//! Texts that are no command lines are read by `notation::parse_play`, which gives the reason for two readers.

use super::value::by_grammar;
use super::{ArgCount, ArgKind, ArgSpec, Args, Reader, bad};
use crate::command::error::CommandError;
use crate::notation::{MOST_MOVES, PlayGroup, Spot, WrittenPlay};
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, one_of, u8 as number};
use nom::combinator::{cut, map_opt, opt, value};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// A play: one to four checker moves.
pub struct Play;

fn spot(input: &str) -> IResult<&str, Spot> {
    let point = map_opt(number, |n| Spot::numbered(n.into()));
    alt((
        value(Spot::Bar, tag_no_case("bar")),
        value(Spot::Off, tag_no_case("off")),
        value(Spot::Bar, tag_no_case("b")),
        value(Spot::Off, tag_no_case("o")),
        point,
    ))
    .parse(input)
}

fn hit_spot(input: &str) -> IResult<&str, (Spot, bool)> {
    (spot, opt(char('*')).map(|star| star.is_some())).parse(input)
}

/// `(2)`: as many checkers.
fn times(input: &str) -> IResult<&str, u8> {
    delimited(char('('), map_opt(number, |n| (1..=4).contains(&n).then_some(n)), char(')')).parse(input)
}

fn commas(input: &str) -> IResult<&str, Vec<char>> {
    many0(char(',')).parse(input)
}

/// `from/to…(times)`.
fn steps(input: &str) -> IResult<&str, PlayGroup> {
    (spot, many1(preceded(one_of("/-"), cut(hit_spot))), opt(times))
        .map(|(from, to, times)| PlayGroup { from, to, times: times.unwrap_or(1) })
        .parse(input)
}

/// A word of groups.
fn groups(input: &str) -> IResult<&str, Vec<PlayGroup>> {
    many1(delimited(commas, steps, commas)).parse(input)
}

/// A word of bare points: one spot, perhaps with a star.
fn bare(input: &str) -> IResult<&str, Vec<(Spot, bool)>> {
    many0(delimited(commas, hit_spot, commas)).parse(input)
}

impl Reader for Play {
    type Out = WrittenPlay;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec { name: "PLAY", kind: ArgKind::Play, count: ArgCount::Some });
    }

    fn read(&self, args: &mut Args<'_>) -> Result<WrittenPlay, CommandError> {
        let spec = ArgSpec { name: "PLAY", kind: ArgKind::Play, count: ArgCount::Some };
        let mut play: Vec<PlayGroup> = Vec::new();
        // Two dice typed alone are no play; what was meant is clear.
        let alone = args.peek().filter(|token| args.is_last() && is_roll(&token.text));
        if let Some(token) = alone {
            let mut error = bad(token, &spec.kind);
            error.suggestion = Some(format!("set dice {}", token.text));
            return Err(error);
        }
        let start = args.peek();
        let mut first = true;
        while first || args.peek().is_some() {
            first = false;
            let token = args.need(&spec)?;
            if token.text.contains(['/', '-']) {
                play.extend(by_grammar(token, &spec.kind, groups)?);
            } else if token.text.starts_with('(') {
                let last = play.last_mut().filter(|last| last.times == 1).ok_or_else(|| bad(token, &spec.kind))?;
                last.times = by_grammar(token, &spec.kind, terminated(times, commas))?;
            } else if token.text.trim_matches(',').is_empty() || (!play.is_empty() && is_pass(&token.text)) {
                continue;
            } else {
                // Bare points come in pairs.
                let from = by_grammar(token, &spec.kind, bare)?;
                let to = args.need(&spec)?;
                let to = by_grammar(to, &spec.kind, bare).and_then(|spots| one(to, &spec.kind, &spots))?;
                play.push(PlayGroup { from: one(token, &spec.kind, &from)?.0, to: vec![to], times: 1 });
            }
            let moves: usize = play.iter().map(|group| group.to.len() * usize::from(group.times)).sum();
            if play.iter().any(|group| group.from == Spot::Off || ends_early(group)) || moves > MOST_MOVES {
                return Err(bad(token, &spec.kind));
            }
        }
        // Commas alone are no play.
        match start.filter(|_| play.is_empty()) {
            Some(token) => Err(bad(token, &spec.kind)),
            None => Ok(WrittenPlay(play)),
        }
    }

    fn print(&self, play: &Self::Out, words: &mut Vec<String>) {
        words.push(play.to_string());
    }
}

fn one(
    token: &crate::command::lex::Token,
    kind: &ArgKind,
    spots: &[(Spot, bool)],
) -> Result<(Spot, bool), CommandError> {
    if let [spot] = spots { Ok(*spot) } else { Err(bad(token, kind)) }
}

/// Whether a word behind a play stands for a die that cannot be played, as other programs write it.
fn is_pass(word: &str) -> bool {
    word.trim_matches(',').eq_ignore_ascii_case("pass")
}

fn is_roll(word: &str) -> bool {
    word.len() == 2 && word.bytes().all(|byte| matches!(byte, b'1'..=b'6'))
}

/// Whether a checker goes to the bar, or on from being borne off.
fn ends_early(steps: &PlayGroup) -> bool {
    let last = steps.to.len() - 1;
    steps.to.iter().enumerate().any(|(i, (spot, _))| *spot == Spot::Bar || (*spot == Spot::Off && i < last))
}
