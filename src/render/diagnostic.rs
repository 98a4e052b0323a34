//! Errors: where, what, and what next.

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
    /// What is wrong, lower case without a full stop.
    pub message: String,
    /// The line that was typed, `None` when it says nothing.
    pub input: Option<&'a str>,
    /// The bytes of `input` that are meant.
    pub span: Option<Range<usize>>,
    /// Where `input` was read, `None` at the prompt.
    pub source: Option<Source>,
    /// What would have been right here.
    pub expected: Vec<String>,
    /// The word that was probably meant.
    pub suggestion: Option<String>,
    /// A command that would help.
    pub remedy: Option<String>,
}

/// How many of the expected words are listed before the list is cut.
const LISTED: usize = 12;

/// The error as text, with a caret line under the words that are meant.
#[must_use]
pub fn diagnostic(diagnostic: &Diagnostic<'_>) -> String {
    let mut text = String::new();
    if let Some(source) = &diagnostic.source {
        text += &format!("{source}: ");
    }
    text += &format!("error: {}\n", diagnostic.message);
    if let Some(input) = diagnostic.input.filter(|input| !input.trim().is_empty()) {
        text += &format!("  {input}\n");
        if let Some(span) = &diagnostic.span {
            let (start, len) = columns(input, span);
            text += &format!("  {}{}\n", " ".repeat(start), "^".repeat(len.max(1)));
        }
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        text += &format!("  did you mean `{suggestion}`?\n");
    } else if let Some(remedy) = &diagnostic.remedy {
        text += &format!("  try `{remedy}`\n");
    } else if !diagnostic.expected.is_empty() {
        let listed = diagnostic.expected.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if diagnostic.expected.len() > LISTED { ", …" } else { "" };
        text += &format!("  expected {listed}{more}\n");
    }
    text
}

/// The column (in characters, from 0) and length of a span of bytes.
fn columns(input: &str, span: &Range<usize>) -> (usize, usize) {
    let before = input.char_indices().take_while(|(i, _)| *i < span.start).count();
    let inside = input.char_indices().filter(|(i, _)| span.contains(i)).count();
    (before, inside)
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
