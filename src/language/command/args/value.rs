//! Numbers, switches, times and other values of one word.

use super::{ArgCount, ArgKind, ArgSpec, Args, Maybe, Reader, Single, bad, bad_part};
use crate::command::ast::Horizon;
use crate::command::error::CommandError;
use crate::command::lex::Token;
use crate::eval::{MoveFilter, MoveFilters};
use crate::scoring::{Cube, CubeOwner};
use crate::settings::{FilterRow, Kind, narrow, seconds};
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit0, digit1, one_of, u16 as plies, u64 as whole};
use nom::combinator::{all_consuming, cut, opt, recognize};
use nom::multi::{many1, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{Finish, IResult, Parser};
use std::fmt::Display;
use std::marker::PhantomData;
use std::time::Duration;

/// The longest time that can be given: a year.
const LONGEST: u64 = 366 * 24 * 3600;

/// Reads a whole word by a grammar; an error marks the part from where it failed.
pub(super) fn by_grammar<'a, T>(
    token: &'a Token,
    kind: &ArgKind,
    grammar: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> Result<T, CommandError> {
    let len = token.text.len();
    match all_consuming(grammar).parse(&token.text).finish() {
        Ok((_, value)) => Ok(value),
        Err(error) if error.input.is_empty() => Err(bad(token, kind)),
        Err(error) => Err(bad_part(token, len - error.input.len()..len, kind)),
    }
}

/// `on`, `off`, or any beginning of `yes`, `no`, `true`, `false`.
pub struct OnOff;

impl Single for OnOff {
    type Out = bool;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("on|off", ArgKind::Value(Kind::Switch))
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<bool, CommandError> {
        on_off(&token.text).ok_or_else(|| bad(token, &self.spec().kind))
    }

    fn word(&self, on: &bool) -> String {
        if *on { "on" } else { "off" }.to_owned()
    }
}

pub(super) fn on_off(word: &str) -> Option<bool> {
    let word = word.to_ascii_lowercase();
    let begins = |full: &str| !word.is_empty() && full.starts_with(&word);
    match word.as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ if begins("yes") || begins("true") => Some(true),
        _ if begins("no") || begins("false") => Some(false),
        _ => None,
    }
}

/// A whole number in a range.
pub struct Whole<T> {
    name: &'static str,
    min: u64,
    max: u64,
    value: PhantomData<fn() -> T>,
}

impl<T> Whole<T> {
    /// A number from `min` to `max`, called `name` in usage lines.
    pub fn new(name: &'static str, min: T, max: T) -> Self
    where
        u64: From<T>,
    {
        Self { name, min: min.into(), max: max.into(), value: PhantomData }
    }
}

impl Whole<u64> {
    /// A number in this range.
    pub const fn within(name: &'static str, min: u64, max: u64) -> Self {
        Self { name, min, max, value: PhantomData }
    }
}

impl<T: TryFrom<u64> + Display> Single for Whole<T> {
    type Out = T;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one(self.name, ArgKind::Value(Kind::Whole { min: self.min, max: self.max }))
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<T, CommandError> {
        let kind = self.spec().kind;
        let number = by_grammar(token, &kind, whole)?;
        let inside = Some(number).filter(|n| (self.min..=self.max).contains(n));
        inside.and_then(|n| T::try_from(n).ok()).ok_or_else(|| bad(token, &kind))
    }
}

/// The number that a cube shows: a power of two.
pub struct CubeValue;

impl Single for CubeValue {
    type Out = u32;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one("N", ArgKind::CubeValue)
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<u32, CommandError> {
        let value = by_grammar(token, &ArgKind::CubeValue, whole)?;
        let shown = u32::try_from(value).ok().filter(|&n| Cube::in_play(n, CubeOwner::Centered).is_some());
        shown.ok_or_else(|| bad(token, &ArgKind::CubeValue))
    }
}

/// A real number in a range.
pub struct Real {
    /// The name in usage lines.
    pub name: &'static str,
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

impl Single for Real {
    type Out = f64;

    fn spec(&self) -> ArgSpec {
        ArgSpec::one(self.name, ArgKind::Value(Kind::Real { min: self.min, max: self.max }))
    }

    fn of(&self, token: &Token, _: &mut Args<'_>) -> Result<f64, CommandError> {
        real(&token.text).filter(|x| (self.min..=self.max).contains(x)).ok_or_else(|| bad(token, &self.spec().kind))
    }
}

/// A number whose decimal comma is a point. A comma before three digits may divide thousands, unless nothing but a zero
/// stands before it: that is left alone.
fn with_point(word: &str) -> String {
    match word.split_once(',') {
        Some((whole, part)) if part.len() != 3 || whole.trim_start_matches(['-', '+']) == "0" => {
            format!("{whole}.{part}")
        }
        _ => word.to_owned(),
    }
}

/// A finite number; `inf` and `nan`, which Rust would read, are words.
fn real(word: &str) -> Option<f64> {
    let word = &with_point(word);
    let numeric = word.chars().all(|c| matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
    word.parse().ok().filter(|x: &f64| numeric && x.is_finite()).map(|x| x + 0.0)
}

/// A length of time to a thousandth of a second: `0.5s`, `90s`, `10m`, `1h30m`.
pub struct Time;

impl Reader for Time {
    type Out = Duration;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec::one("TIME", ArgKind::Value(Kind::Time)));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Duration, CommandError> {
        let token = args.need(&ArgSpec::one("TIME", ArgKind::Value(Kind::Time)))?;
        let count = recognize((digit0, opt((char('.'), digit1)))).map_opt(|count: &str| count.parse::<f64>().ok());
        let parts = by_grammar(token, &ArgKind::Value(Kind::Time), many1((count, one_of("smhSMH"))))?;
        let seconds: f64 = parts
            .into_iter()
            .map(|(count, unit)| match unit.to_ascii_lowercase() {
                's' => count,
                'm' => 60.0 * count,
                _ => 3600.0 * count,
            })
            .sum();
        let thousandths = (1e3 * seconds).round();
        let inside = (1.0..=1e3 * LONGEST as f64).contains(&thousandths);
        inside.then(|| Duration::from_millis(thousandths as u64)).ok_or_else(|| bad(token, &ArgKind::Value(Kind::Time)))
    }

    fn print(&self, time: &Self::Out, words: &mut Vec<String>) {
        words.push(seconds(*time));
    }
}

/// A part of some work, as several machines share it: `part 2/3`.
pub struct PartOf;

impl Reader for PartOf {
    type Out = [u8; 2];

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec::one("part N/M", ArgKind::Value(Kind::Text)));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<[u8; 2], CommandError> {
        let spec = ArgSpec::one("part N/M", ArgKind::Value(Kind::Text));
        let word = args.need(&spec)?;
        let example = |error: CommandError| error.expecting(["a part of the matches such as part 2/3"]);
        if !word.text.eq_ignore_ascii_case("part") {
            return Err(example(bad(word, &spec.kind)));
        }
        let token = args.need(&spec)?;
        let part = token.text.split_once('/').and_then(|(n, of)| Some([n.parse().ok()?, of.parse().ok()?]));
        part.filter(|[n, of]| (1..=*of).contains(n)).ok_or_else(|| example(bad(token, &spec.kind)))
    }

    fn print(&self, [n, of]: &Self::Out, words: &mut Vec<String>) {
        words.extend(["part".to_owned(), format!("{n}/{of}")]);
    }
}

/// The value of the word that was typed, or of the only word that begins so.
fn one_of_words<T: Clone>(
    words: &[(&str, T)],
    token: &Token,
    args: &mut Args<'_>,
    kind: &ArgKind,
) -> Result<T, CommandError> {
    let typed = token.text.to_lowercase();
    // `world class` for `world-class`.
    let joined = args.peek().map(|next| format!("{typed}-{}", next.text.to_lowercase()));
    if let Some((_, value)) = words.iter().find(|(word, _)| Some(*word) == joined.as_deref()) {
        args.next();
        return Ok(value.clone());
    }
    if let Some((_, value)) = words.iter().find(|(word, _)| *word == typed) {
        return Ok(value.clone());
    }
    let mut near = words.iter().filter(|(word, _)| !typed.is_empty() && word.starts_with(&typed));
    match (near.next(), near.next()) {
        (Some((_, value)), None) => Ok(value.clone()),
        _ => Err(bad(token, kind)),
    }
}

/// One of some words, by a unique beginning.
pub struct OneOf<T: 'static> {
    /// The name of the choice in usage lines.
    pub name: &'static str,
    /// The words with what they stand for.
    pub words: Vec<(&'static str, T)>,
}

impl<T> OneOf<T> {
    fn spec(&self) -> ArgSpec {
        ArgSpec::one(self.name, ArgKind::Value(Kind::Words(self.words.iter().map(|(word, _)| *word).collect())))
    }
}

impl<T: Clone + PartialEq + Send + Sync> Reader for OneOf<T> {
    type Out = T;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(self.spec());
    }

    fn read(&self, args: &mut Args<'_>) -> Result<T, CommandError> {
        let spec = self.spec();
        let token = args.need(&spec)?;
        one_of_words(&self.words, token, args, &spec.kind)
    }

    fn print(&self, value: &Self::Out, words: &mut Vec<String>) {
        let word = self.words.iter().find(|(_, named)| named == value);
        words.extend(word.map(|(word, _)| (*word).to_owned()));
    }
}

/// A word that may be absent.
pub struct Flag(pub &'static str);

impl Flag {
    fn word(&self) -> Maybe<OneOf<()>> {
        Maybe(OneOf { name: self.0, words: vec![(self.0, ())] })
    }
}

impl Reader for Flag {
    type Out = bool;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        self.word().describe(specs);
    }

    fn read(&self, args: &mut Args<'_>) -> Result<bool, CommandError> {
        self.word().read(args).map(|word| word.is_some())
    }

    fn print(&self, on: &bool, words: &mut Vec<String>) {
        words.extend(on.then(|| self.0.to_owned()));
    }
}

/// A row of a move filter: ply, level, accept, extra, threshold; accept −1 needs no more.
pub struct Filter;

impl Reader for Filter {
    type Out = FilterRow;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec::one("PLY LEVEL ACCEPT EXTRA THRESHOLD", ArgKind::Value(Kind::Filter)));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<FilterRow, CommandError> {
        let most = u8::try_from(MoveFilters::PLIES).expect("a few plies");
        let ply = Whole::new("PLY", 1, most).read(args)?;
        let level = Whole::new("LEVEL", 0, ply - 1).read(args)?;
        if args.peek().is_some_and(|token| token.text == "-1") {
            args.next();
            // GNU Backgammon writes these two all the same; they mean nothing here.
            if args.peek().is_some() {
                (Whole::new("EXTRA", 0, u8::MAX), THRESHOLD).read(args)?;
            }
            return Ok(FilterRow { ply, level, keep: None });
        }
        let accept = Whole::new("ACCEPT", 0, u8::MAX).read(args)?;
        let (extra, threshold) = (Whole::new("EXTRA", 0, u8::MAX), THRESHOLD).read(args)?;
        Ok(FilterRow { ply, level, keep: Some(MoveFilter { accept, extra, threshold: narrow(threshold) }) })
    }

    fn print(&self, row: &Self::Out, words: &mut Vec<String>) {
        words.push(row.to_string());
    }
}

const THRESHOLD: Real = Real { name: "THRESHOLD", min: 0.0, max: 10.0 };

/// Numbers from 1 on: `1 2 3`, `1,2,3` or `1-3`.
pub struct Numbers<T> {
    /// The name in usage lines.
    pub name: &'static str,
    /// Any number of them, or one at least.
    pub count: ArgCount,
    /// The largest.
    pub max: T,
}

/// Numbers that a range may name.
const MOST_NUMBERS: u64 = 10_000;

fn numbers(input: &str) -> IResult<&str, (u64, u64)> {
    (whole, opt(preceded(char('-'), cut(whole)))).map(|(first, last)| (first, last.unwrap_or(first))).parse(input)
}

impl<T: Copy + Into<u64> + TryFrom<u64> + Display + Send + Sync> Numbers<T> {
    fn spec(&self) -> ArgSpec {
        let kind = ArgKind::Value(Kind::Whole { min: 1, max: self.max.into() });
        ArgSpec { name: self.name, kind, count: self.count }
    }
}

impl<T: Copy + Into<u64> + TryFrom<u64> + Display + Send + Sync> Reader for Numbers<T> {
    type Out = Vec<T>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(self.spec());
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Vec<T>, CommandError> {
        let spec = self.spec();
        if self.count == ArgCount::Some {
            args.clone().need(&spec)?;
        }
        let mut all = Vec::new();
        for token in args.rest() {
            let grammar = terminated(separated_list1(char(','), numbers), opt(char(',')));
            for (first, last) in by_grammar(token, &spec.kind, grammar)? {
                if first == 0 || first > last || last - first > MOST_NUMBERS || last > self.max.into() {
                    return Err(bad(token, &spec.kind));
                }
                all.extend((first..=last).filter_map(|n| T::try_from(n).ok()));
            }
        }
        Ok(all)
    }

    fn print(&self, numbers: &Self::Out, words: &mut Vec<String>) {
        words.extend(numbers.iter().map(T::to_string));
    }
}

/// Horizons of a rollout: plies, ranges of plies, `full`, with commas between them.
pub struct Horizons;

fn horizon(input: &str) -> IResult<&str, Horizon> {
    let range = (plies, opt(preceded(tag(".."), cut(plies))));
    alt((
        tag_no_case("full").map(|_| Horizon::Full),
        range.map(|(first, last)| Horizon::Plies { first, last: last.unwrap_or(first) }),
    ))
    .parse(input)
}

impl Reader for Horizons {
    type Out = Vec<Horizon>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(ArgSpec::one("HORIZONS", ArgKind::Horizons));
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Vec<Horizon>, CommandError> {
        let token = args.need(&ArgSpec::one("HORIZONS", ArgKind::Horizons))?;
        let list = by_grammar(token, &ArgKind::Horizons, separated_list1(char(','), cut(horizon)))?;
        let backwards = list.iter().any(|horizon| matches!(horizon, Horizon::Plies { first, last } if first > last));
        if backwards { Err(bad(token, &ArgKind::Horizons)) } else { Ok(list) }
    }

    fn print(&self, horizons: &Self::Out, words: &mut Vec<String>) {
        words.push(horizons.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    }
}
