//! From text to hops: one checker from one written place to the next.
//!
//! Command lines have a reader of their own (`command::args::Play`). It reads words that are cut already, where groups
//! may follow each other without a blank, a hyphen is as good as a slash, and bare points may stand beside groups; it
//! marks the rest of a word from where no play can be read. This one reads texts, and its errors name the part that is
//! wrong. The numbers of spots, the hops of a group and the limit of moves are the same for both.

use super::spot::Spot;
use super::{MOST_MOVES, PlayTextError, PlayTextProblem};
use crate::board::{BAR, OFF};
use std::ops::Range;

/// One checker from one written place to the next; several dice may carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub from: u8,
    /// An index, or [`OFF`].
    pub to: u8,
    /// A hit is marked at `to`.
    pub marked: bool,
    /// The number of the hop before it that brings the same checker to `from`.
    pub after: Option<usize>,
    /// The text it was read from.
    pub span: Range<usize>,
}

/// A place that a checker is moved to, with whether a hit is marked there, and the text it was read from.
pub(super) type Stop = (u8, bool, Range<usize>);

/// Appends the hops of as many checkers, one after the other, that all go from a place over the same stops.
pub(super) fn add_hops(hops: &mut Vec<Hop>, from: u8, stops: &[Stop], times: usize) {
    for _ in 0..times {
        let mut from = from;
        for (i, (to, marked, span)) in stops.iter().enumerate() {
            let after = (i > 0).then(|| hops.len() - 1);
            hops.push(Hop { from, to: *to, marked: *marked, after, span: span.clone() });
            from = *to;
        }
    }
}

/// Reads a whole play.
pub(super) fn hops(text: &str) -> Result<Vec<Hop>, PlayTextError> {
    let text = without_passes(text);
    let mut cursor = Cursor { text, at: 0 };
    let mut hops = Vec::new();
    let pairs = !text.contains('/');
    cursor.skip_separators();
    if cursor.peek().is_none() {
        return Err(PlayTextError::new(0..text.len(), PlayTextProblem::Expected("a play such as 8/5 6/5")));
    }
    while cursor.peek().is_some() {
        if pairs {
            cursor.pair(&mut hops)?
        } else {
            cursor.group(&mut hops)?
        }
        if hops.len() > MOST_MOVES {
            return Err(PlayTextError::new(0..text.len(), PlayTextProblem::TooManyMoves));
        }
        let at = cursor.at;
        cursor.skip_separators();
        if cursor.at == at && cursor.peek().is_some() {
            return Err(cursor.expected("a blank, / or *"));
        }
    }
    Ok(hops)
}

/// A play without the words that some programs write for dice that cannot be played: `bar/24 pass`.
fn without_passes(text: &str) -> &str {
    let mut rest = text;
    while let Some((before, word)) = rest.trim_end().rsplit_once(|c: char| c.is_whitespace() || c == ',')
        && word.eq_ignore_ascii_case("pass")
    {
        rest = before;
    }
    rest
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let len = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn skip_separators(&mut self) {
        self.take_while(|c| c.is_whitespace() || c == ',');
    }

    fn expected(&self, what: &'static str) -> PlayTextError {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        PlayTextError::new(self.at..end, PlayTextProblem::Expected(what))
    }

    /// `from to`, both numbers or words.
    fn pair(&mut self, hops: &mut Vec<Hop>) -> Result<(), PlayTextError> {
        let start = self.at;
        let from = self.spot()?;
        let end = self.at;
        self.skip_separators();
        if self.at == end {
            return Err(self.expected("a second point"));
        }
        let to = self.spot()?;
        let marked = self.take('*');
        let span = start..self.at;
        check(from, to, &span)?;
        add_hops(hops, from, &[(to, marked, span)], 1);
        Ok(())
    }

    /// `from/to/to*(n)`.
    fn group(&mut self, hops: &mut Vec<Hop>) -> Result<(), PlayTextError> {
        let start = self.at;
        let from = self.spot()?;
        // A mark behind the first point would be a hit already made; it changes nothing.
        self.take('*');
        if self.peek() != Some('/') {
            return Err(self.expected("/ and the point it moves to"));
        }
        let mut stops: Vec<Stop> = Vec::new();
        while self.take('/') {
            let to = self.spot()?;
            let marked = self.take('*');
            let span = start..self.at;
            check(stops.last().map_or(from, |(last, ..)| *last), to, &span)?;
            stops.push((to, marked, span));
            if hops.len() + stops.len() > MOST_MOVES {
                return Err(PlayTextError::new(start..self.at, PlayTextProblem::TooManyMoves));
            }
        }
        let times = self.times()?;
        self.take('*');
        if hops.len() + stops.len() * times > MOST_MOVES {
            return Err(PlayTextError::new(start..self.at, PlayTextProblem::TooManyMoves));
        }
        add_hops(hops, from, &stops, times);
        Ok(())
    }

    /// `(n)` if it is there, else 1.
    fn times(&mut self) -> Result<usize, PlayTextError> {
        if !self.take('(') {
            return Ok(1);
        }
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit()).parse::<usize>();
        match digits {
            Ok(times @ 1..=MOST_MOVES) if self.take(')') => Ok(times),
            Ok(1..=MOST_MOVES) => Err(self.expected("a closing parenthesis")),
            _ => {
                let end = self.at.max(start + self.text[start..].chars().next().map_or(0, char::len_utf8));
                Err(PlayTextError::new(start..end, PlayTextProblem::Expected("how many checkers, 1 to 4")))
            }
        }
    }

    /// A point, the bar or off as an index.
    fn spot(&mut self) -> Result<u8, PlayTextError> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if !digits.is_empty() {
            let number = digits.parse::<u32>().unwrap_or(u32::MAX);
            let problem = || PlayTextError::new(start..self.at, PlayTextProblem::NoSuchPoint(number));
            return Spot::numbered(number).map(Spot::index).ok_or_else(problem);
        }
        let word = self.take_while(char::is_alphabetic).to_ascii_lowercase();
        match word.as_str() {
            "bar" | "b" => Ok(BAR as u8),
            "off" | "o" => Ok(OFF),
            "" => Err(self.expected("a point, bar or off")),
            _ => Err(PlayTextError::new(start..self.at, PlayTextProblem::Expected("a point, bar or off"))),
        }
    }
}

/// A hop leads from the board or the bar to a lower point or off.
pub(super) fn check(from: u8, to: u8, span: &Range<usize>) -> Result<(), PlayTextError> {
    let backward = from == OFF || (to != OFF && to >= from);
    if backward {
        return Err(PlayTextError::new(span.clone(), PlayTextProblem::Backward { from, to }));
    }
    Ok(())
}
