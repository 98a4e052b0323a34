//! Errors: where, what, and what next.

use super::format::lines_within;
use super::visible::{beginning, end, visible, visible_styled};
use super::{Role, Style, width_of};
use std::fmt;
use std::ops::Range;

/// Where a line was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or what it came from.
    pub name: String,
    /// The number of the line, from 1.
    pub line: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// An error about something that was typed.
#[derive(Clone, Debug, Default)]
pub struct Diagnostic<'a> {
    /// The fault, lower case without a full stop.
    pub message: String,
    /// The line that was typed, `None` when it does not help.
    pub input: Option<&'a str>,
    /// The bytes of `input` that are meant.
    pub span: Option<Range<usize>>,
    /// Where `input` was read, `None` at the prompt.
    pub source: Option<Source>,
    /// The words that would have been right here.
    pub expected: Vec<String>,
    /// The word that was probably meant.
    pub suggestion: Option<String>,
    /// A command that would help.
    pub remedy: Option<String>,
    /// Colors.
    pub style: Style,
    /// Columns of the terminal, which would break longer lines within words, and put the caret elsewhere.
    pub width: Option<usize>,
}

/// How many of the expected words are listed before the list is cut.
const LISTED: usize = 12;

/// Characters shown of a message, of a word in a list, of a line around what is meant, and of that.
const MESSAGE: usize = 600;
const WORD: usize = 120;
const AROUND: usize = 240;
const MEANT: usize = 400;

/// The fewest characters of a line that are shown on the narrowest terminal.
const LEAST: usize = 8;

/// The error as text, with a caret line under the words that are meant.
pub fn diagnostic(diagnostic: &Diagnostic<'_>) -> String {
    let paint = |role, text: &str| diagnostic.style.paint(role, &visible(text));
    let source = diagnostic.source.as_ref().map_or_else(String::new, |source| format!("{source}: "));
    let message = visible(&beginning(&diagnostic.message, MESSAGE)).into_owned();
    let mut text = rows(&format!("{source}{} {message}", paint(Role::Error, "error:")), "", diagnostic.width);
    if let Some(input) = diagnostic.input.filter(|input| !input.trim().is_empty()) {
        let [before, meant, after] = pieces(input, diagnostic.span.as_ref(), diagnostic.width);
        text += &format!("  {before}{meant}{after}\n");
        if diagnostic.span.is_some() {
            let [start, len] = [before, meant].map(|piece| width_of(&piece));
            text += &format!("  {}{}\n", " ".repeat(start), paint(Role::Error, &"^".repeat(len.max(1))));
        }
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        text += &rows(&format!("did you mean `{}`?", paint(Role::Best, suggestion)), "  ", diagnostic.width);
    } else if let Some(remedy) = &diagnostic.remedy {
        text += &rows(&format!("try `{}`", paint(Role::Best, remedy)), "  ", diagnostic.width);
    } else if !diagnostic.expected.is_empty() {
        let listed =
            diagnostic.expected.iter().take(LISTED).map(|word| beginning(word, WORD)).collect::<Vec<_>>().join(", ");
        let more = if diagnostic.expected.len() > LISTED { ", …" } else { "" };
        text += &rows(&visible(&format!("expected {listed}{more}")), "  ", diagnostic.width);
    }
    visible_styled(&text, diagnostic.style != Style::Plain).into_owned()
}

/// A text in rows that the terminal does not break, each ended by a newline. They are broken at blanks; a word that is
/// longer than a row stays whole. Rows but the first are set in further.
fn rows(text: &str, indent: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return format!("{indent}{text}\n") };
    let further = format!("{indent}  ");
    let options = lines_within(width).initial_indent(indent).subsequent_indent(&further).break_words(false);
    textwrap::wrap(text, options).iter().map(|row| format!("{row}\n")).collect()
}

/// The parts of a line that are shown: before a span of bytes, the span, and behind it; all of it in the first without
/// one.
fn pieces(input: &str, span: Option<&Range<usize>>, width: Option<usize>) -> [String; 3] {
    // Two blanks before the line, and the marks where it is cut.
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(6).max(LEAST));
    // Letters that take two columns are counted as if all did.
    let room = if width_of(input) > input.chars().count() { room / 2 } else { room };
    let visible = |piece: &str| visible(piece).replace('\t', " ");
    let Some((before, rest)) = span.and_then(|span| input.split_at_checked(span.start)) else {
        return [visible(&beginning(input, room.min(AROUND + MEANT))), String::new(), String::new()];
    };
    let len = span.map_or(0, |span| span.end.saturating_sub(span.start));
    let (meant, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
    let meant = visible(&beginning(meant, MEANT.min(room)));
    let left = room.saturating_sub(meant.chars().count());
    // Text before the fault helps more than text behind it.
    let before = visible(&end(before, AROUND.min(left)));
    let left = left.saturating_sub(before.chars().count());
    let after = if left > 1 { visible(&beginning(after, AROUND.min(left))) } else { String::new() };
    [before, meant, after]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_points_at_the_word() {
        let text = diagnostic(&Diagnostic {
            message: "unknown word `rolout`".to_owned(),
            input: Some("set rolout trials 5"),
            span: Some(4..10),
            source: Some(Source { name: "a.gbs".to_owned(), line: 3 }),
            expected: vec!["rollout".to_owned()],
            suggestion: Some("rollout".to_owned()),
            remedy: None,
            ..Diagnostic::default()
        });
        let expected = "
a.gbs:3: error: unknown word `rolout`
  set rolout trials 5
      ^^^^^^
  did you mean `rollout`?
";
        assert_eq!(text, &expected[1..]);
    }

    #[test]
    fn long_lines_are_cut_around_what_is_meant_and_escapes_are_shown() {
        let long = "a".repeat(10_000_000);
        let input = format!("{long} \x1b[31mwrong {long}");
        let span = long.len() + 1..long.len() + 11;
        let text = diagnostic(&Diagnostic {
            message: format!("unknown word `{long}`"),
            input: Some(&input),
            span: Some(span),
            ..Diagnostic::default()
        });
        assert!(text.len() < 3000 && !text.contains('\x1b'), "{} bytes", text.len());
        let lines: Vec<_> = text.lines().collect();
        let at = lines[1].find("\\u{1b}[31mwrong").expect("the word");
        assert_eq!(lines[1][..at].chars().count(), lines[2].find('^').expect("a caret"), "{text}");
        assert_eq!(lines[2].matches('^').count(), "\\u{1b}[31mwrong".len());
    }

    #[test]
    fn lines_are_broken_between_words() {
        let at = |width| {
            diagnostic(&Diagnostic {
                message: "`trails` is no setting of a rollout that this program knows".to_owned(),
                input: Some("set rollout trails 5"),
                span: Some(12..18),
                source: Some(Source { name: "a.gbs".to_owned(), line: 3 }),
                expected: ["trials", "truncation", "until", "versus", "preset"].map(str::to_owned).to_vec(),
                width: Some(width),
                ..Diagnostic::default()
            })
        };
        let expected = "
a.gbs:3: error: `trails` is no
  setting of a rollout that
  this program knows
  set rollout trails 5
              ^^^^^^
  expected trials, truncation,
    until, versus, preset
";
        assert_eq!(at(30), &expected[1..]);
        for width in 16..60 {
            let text = at(width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            let lines: Vec<_> = text.lines().collect();
            let caret = lines.iter().position(|line| line.contains('^')).expect("a caret");
            let column = lines[caret].find('^').map(|at| lines[caret][..at].chars().count());
            let meant = lines[caret - 1].find("tr").map(|at| lines[caret - 1][..at].chars().count());
            assert_eq!(column, meant, "{text}");
        }
    }

    #[test]
    fn a_word_longer_than_the_line_stays_whole_and_colors_take_no_room() {
        let message = "cannot read `a-name-that-is-longer-than-the-line.gbs`: no such file";
        let text = |style| {
            let message = message.to_owned();
            diagnostic(&Diagnostic { message, style, width: Some(24), ..Diagnostic::default() })
        };
        let expected = "error: cannot read\n  `a-name-that-is-longer-than-the-line.gbs`:\n  no such file\n";
        assert_eq!(text(Style::Plain), expected);
        assert_eq!(text(Style::Dark).lines().count(), 3);
    }

    #[test]
    fn the_caret_stands_below_letters_of_two_columns() {
        let text = diagnostic(&Diagnostic {
            message: "a player has this name".to_owned(),
            input: Some("set player 山田 name x"),
            span: Some(18..22),
            width: Some(40),
            ..Diagnostic::default()
        });
        let lines: Vec<_> = text.lines().collect();
        let before = lines[1].find("name").map(|at| width_of(&lines[1][..at]));
        assert_eq!(lines[2].find('^'), before, "{text}");
    }

    #[test]
    fn columns_are_characters_and_an_end_of_line_still_gets_a_caret() {
        let text = diagnostic(&Diagnostic {
            message: "expected a name".to_owned(),
            input: Some("set player é name"),
            span: Some(18..18),
            expected: vec!["a name".to_owned(), "a number".to_owned()],
            ..Diagnostic::default()
        });
        assert!(text.contains(&format!("\n  {}^\n  expected a name, a number\n", " ".repeat(17))), "{text}");
    }
}
