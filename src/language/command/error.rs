//! Errors in a line: where, what, and what next.

use super::Command;
use super::parse::parse;
use super::phrases::destroys;
use crate::notation::Problem;
use std::fmt::Write as _;
use std::ops::Range;
use thiserror::Error;

/// Why a line is not a command. Its `Display` is the first half of a sentence, lower case, no full stop.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct CommandError {
    /// The bytes of the line that are meant; empty at the end of the line where something is missing.
    pub span: Range<usize>,
    /// The fault.
    pub kind: ErrorKind,
    /// The right texts there: words, or descriptions of values.
    pub expected: Vec<String>,
    /// The word that was probably meant.
    pub suggestion: Option<String>,
}

/// The fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ErrorKind {
    /// No command at all.
    #[error("nothing to do")]
    Empty,
    /// A word that is no command, or none behind these words.
    #[error("unknown {} `{word}`{}", if .after.is_empty() { "command" } else { "word" }, behind(.after))]
    UnknownWord {
        /// As typed.
        word: String,
        /// The words before it, in full.
        after: String,
    },
    /// The beginning of several words; they are the expected ones.
    #[error("`{word}` is short for more than one word")]
    Ambiguous {
        /// As typed.
        word: String,
    },
    /// A group of commands without one of them.
    #[error("`{words}` needs another word")]
    Incomplete {
        /// The words so far, in full.
        words: String,
    },
    /// A command without an argument it needs.
    #[error("`{words}` needs {argument}")]
    Missing {
        /// The command.
        words: String,
        /// The name of the argument in its usage.
        argument: String,
    },
    /// A value of the wrong form, or out of range.
    #[error("`{word}` is invalid")]
    BadValue {
        /// As typed.
        word: String,
    },
    /// A condition behind another of its kind.
    #[error("`{word}` comes second: one condition of each kind is possible")]
    Second {
        /// As typed.
        word: String,
    },
    /// A word that is no condition, behind the name of a player.
    #[error("`{word}` is no condition, and the player is already `{player}`")]
    NoCondition {
        /// As typed.
        word: String,
        /// The player.
        player: String,
    },
    /// An identifier that decodes to nothing.
    #[error("{0}")]
    Notation(Problem),
    /// More words than the command takes.
    #[error("`{word}` is one word too many for `{words}`")]
    TooMuch {
        /// As typed.
        word: String,
        /// The command.
        words: String,
    },
    /// A command of GNU Backgammon that is not offered.
    #[error("`{words}` is known to GNU Backgammon, not offered here{}{why}", if why.is_empty() { "" } else { ": " })]
    NotOffered {
        /// The words.
        words: String,
        /// The reason; empty where that needs no saying.
        why: &'static str,
    },
    /// A line in another language.
    #[error("{said}")]
    OtherLanguage {
        /// The answer, in that language.
        said: &'static str,
    },
    /// A double quote without its partner; an interactive shell may ask for more.
    #[error("this quote is never closed")]
    UnclosedQuote,
    /// A `&` behind a command that is done at once, or that changes the session.
    #[error("`&` stands behind `rollout`, `hint` and `eval`, which may take long and change nothing")]
    NotInBackground,
    /// Several commands where one was expected.
    #[error("one command at a time here")]
    SecondCommand,
}

impl CommandError {
    pub(super) const fn new(span: Range<usize>, kind: ErrorKind) -> Self {
        Self { span, kind, expected: Vec::new(), suggestion: None }
    }

    pub(super) fn expecting(mut self, expected: impl IntoIterator<Item: Into<String>>) -> Self {
        self.expected = expected.into_iter().map(Into::into).collect();
        self
    }

    /// Names the nearest of `words` as the one probably meant, if any is near.
    pub(super) fn suggesting<'a>(mut self, typed: &str, words: impl IntoIterator<Item = &'a str>) -> Self {
        self.suggestion = nearest(typed, words);
        self
    }

    /// The help that answers the line, where that is what was suggested.
    pub fn help(&self) -> Option<Command> {
        let asks = |line: &&String| line.starts_with("help ") && !matches!(self.kind, ErrorKind::OtherLanguage { .. });
        parse(self.suggestion.as_ref().filter(asks)?).ok()
    }

    /// The error in plain text over several lines, with carets under the words that are meant.
    pub fn report(&self, line: &str) -> String {
        let mut text = format!("error: {self}\n");
        if !line.trim().is_empty() {
            let width = |bytes: &str| bytes.chars().count();
            let start = line.get(..self.span.start).map_or(0, width);
            let len = line.get(self.span.clone()).map_or(0, width).max(1);
            let _ = writeln!(text, "  {}\n  {}{}", line.trim_end(), " ".repeat(start), "^".repeat(len));
        }
        if let Some(suggestion) = &self.suggestion {
            let _ = writeln!(text, "  did you mean `{suggestion}`?");
        } else if !self.expected.is_empty() {
            let _ = writeln!(text, "  expected {}", self.expected.join(", "));
        }
        text
    }
}

/// The slips of the fingers by which a typed word differs from another, if they explain the difference.
pub fn slip(typed: &str, word: &str) -> Option<usize> {
    if typed == word {
        return Some(0);
    }
    let chars = typed.chars().count();
    within(((chars + 1) / 3).min(2), chars, typed, word)
}

/// The distance of two words where it is at most `allowed`; `chars` are the characters of the first.
fn within(allowed: usize, chars: usize, typed: &str, word: &str) -> Option<usize> {
    // The distance takes the product of both lengths to find, and is never less than their difference, or than the
    // letters that only one of them has.
    if word.chars().count().abs_diff(chars) > allowed || unshared(typed, word) > allowed {
        return None;
    }
    let distance = strsim::damerau_levenshtein(typed, word);
    (distance <= allowed).then_some(distance)
}

/// The letters that one of two words has and the other lacks, whichever lacks more; a few may be taken for one.
fn unshared(typed: &str, word: &str) -> usize {
    let mut more = [0_i32; 32];
    typed.chars().for_each(|c| more[c as usize % 32] += 1);
    word.chars().for_each(|c| more[c as usize % 32] -= 1);
    let of = |sign: i32| more.iter().map(|n| (sign * n).max(0).unsigned_abs() as usize).sum::<usize>();
    of(1).max(of(-1))
}

/// The word nearest to what was typed, if a slip of the fingers explains the difference.
pub fn nearest<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let typed = typed.to_lowercase();
    // No slip in a word of two letters, one in a short word, two in a longer one, three in the longest.
    let chars = typed.chars().count();
    let allowed = if chars < 3 { 0 } else { ((chars + 1) / 3).min(3) };
    words
        .into_iter()
        .filter(|word| !destroys(word) || *word == typed)
        .filter_map(|word| Some((within(allowed, chars, &typed, word)?, word)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word.to_owned())
}

fn behind(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" after `{words}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_word() {
        let kind = ErrorKind::UnknownWord { word: "rolout".to_owned(), after: "set".to_owned() };
        let error = CommandError::new(5..11, kind).suggesting("rolout", ["rollout", "rng"]);
        assert_eq!(
            error.report("set  rolout"),
            "error: unknown word `rolout` after `set`\n  set  rolout\n       ^^^^^^\n  did you mean `rollout`?\n"
        );
    }

    #[test]
    fn no_near_word_is_passed_over_for_its_letters() {
        let words = ["rollout", "rolout", "rolluot", "trials", "trails", "größe", "grösse", "a", "", "set", "est"];
        for typed in words {
            for word in words {
                let distance = strsim::damerau_levenshtein(typed, word);
                assert!(unshared(typed, word) <= distance, "{typed} {word}");
                let chars = typed.chars().count();
                assert_eq!(within(2, chars, typed, word), Some(distance).filter(|&n| n <= 2), "{typed} {word}");
            }
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        assert_eq!(nearest("hnit", ["hint", "help"]).as_deref(), Some("hint"));
        assert_eq!(nearest("trails", ["trials", "truncation"]).as_deref(), Some("trials"));
        assert_eq!(nearest("xyzzy", ["hint", "help"]), None);
        assert_eq!(nearest("s", ["a", "b"]), None);
    }
}
