//! From a line to words: blanks separate, double quotes group, `#` begins a comment, `;` ends a command.
//!
//! Inside quotes a doubled quote stands for one. A `#` begins a comment only where a word could begin, so
//! that `pos#3` is a word. Nothing else is special: single quotes and backslashes are ordinary.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till, take_while};
use nom::character::complete::char;
use nom::combinator::{opt, recognize, value, verify};
use nom::multi::{fold_many0, fold_many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The bytes in the line, quotes included.
    pub span: Range<usize>,
    /// The text, quotes taken off.
    pub text: String,
    /// Whether any of it was quoted.
    pub quoted: bool,
}

/// The words of one command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexed {
    /// The words.
    pub tokens: Vec<Token>,
    /// Where the command ends: at `;`, at a comment, at the end of the line.
    pub end: usize,
    /// Behind the `;` that ended it, when there is one.
    pub next: Option<usize>,
    /// Where a word begins whose quote is never closed. The last token then reaches to the end of the line.
    pub unclosed: Option<usize>,
}

const fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

/// A piece of a word: its text, whether it was quoted, whether the quote was closed.
struct Piece {
    text: String,
    quoted: bool,
    closed: bool,
}

fn plain(input: &str) -> IResult<&str, Piece> {
    verify(take_till(|c| is_blank(c) || matches!(c, '"' | ';')), |text: &str| !text.is_empty())
        .map(|text: &str| Piece { text: text.to_owned(), quoted: false, closed: true })
        .parse(input)
}

fn quoted(input: &str) -> IResult<&str, Piece> {
    let inside = fold_many0(alt((value("\"", tag("\"\"")), is_not("\""))), String::new, |text, part| text + part);
    (preceded(char('"'), inside), opt(char('"')))
        .map(|(text, close)| Piece { text, quoted: true, closed: close.is_some() })
        .parse(input)
}

/// A whole word; not at a comment.
fn word(input: &str) -> IResult<&str, Piece> {
    let (input, _) = nom::combinator::not(char('#')).parse(input)?;
    let whole = || Piece { text: String::new(), quoted: false, closed: true };
    fold_many1(alt((plain, quoted)), whole, |word, piece| Piece {
        text: word.text + &piece.text,
        quoted: word.quoted | piece.quoted,
        closed: word.closed & piece.closed,
    })
    .parse(input)
}

/// The blanks before a word, and a comment if there is one.
fn filler(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

fn comment(input: &str) -> IResult<&str, &str> {
    recognize(preceded(char('#'), take_while(|_| true))).parse(input)
}

/// The words from byte `from` of a line up to the end of the command.
pub fn lex(line: &str, from: usize) -> Lexed {
    let mut rest = &line[from..];
    let at = |rest: &str| line.len() - rest.len();
    let mut lexed = Lexed { tokens: Vec::new(), end: line.len(), next: None, unclosed: None };
    loop {
        rest = filler(rest).map_or(rest, |(after, _)| after);
        let start = at(rest);
        if let Ok((after, piece)) = word(rest) {
            if !piece.closed {
                lexed.unclosed = Some(start);
            }
            rest = after;
            lexed.tokens.push(Token { span: start..at(rest), text: piece.text, quoted: piece.quoted });
            continue;
        }
        lexed.end = start;
        if let Ok((after, _)) = terminated(char::<&str, nom::error::Error<&str>>(';'), filler).parse(rest) {
            lexed.next = Some(at(after));
        } else {
            debug_assert!(rest.is_empty() || comment(rest).is_ok(), "a word, `;`, a comment or the end");
        }
        return lexed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        lex(line, 0).tokens.into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn blanks_separate_and_double_quotes_group() {
        assert_eq!(words("  set\tboard  4HPwATDgc/ABMA \r"), ["set", "board", "4HPwATDgc/ABMA"]);
        assert_eq!(words(r#"load commands "a b.txt""#), ["load", "commands", "a b.txt"]);
        assert_eq!(words(r#"x "say ""hi""" 'a b'"#), ["x", "say \"hi\"", "'a", "b'"]);
        assert_eq!(words(r#"a"b c"d """#), ["ab cd", ""]);
    }

    #[test]
    fn comments_begin_where_a_word_could() {
        assert_eq!(words("# all of it"), [""; 0]);
        assert_eq!(words("  show dice # the rest; \"of it"), ["show", "dice"]);
        assert_eq!(words("load commands a#b"), ["load", "commands", "a#b"]);
        assert_eq!(words(r##"load commands "#1""##), ["load", "commands", "#1"]);
    }

    #[test]
    fn a_semicolon_ends_the_command_outside_quotes() {
        let lexed = lex("roll; show dice", 0);
        assert_eq!((lexed.tokens.len(), lexed.end, lexed.next), (1, 4, Some(6)));
        assert_eq!(lex("roll; show dice", 6).tokens.len(), 2);
        assert_eq!(lex(r#"load commands "a;b""#, 0).next, None);
        assert_eq!(lex("", 0).next, None);
    }

    #[test]
    fn an_open_quote_is_found() {
        assert_eq!(lex(r#"load commands "a b"#, 0).unclosed, Some(14));
        assert_eq!(lex(r#"load commands "a b""#, 0).unclosed, None);
    }
}
