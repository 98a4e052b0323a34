//! The kinds of a line's pieces, so that an editor can color them while they are typed.

use super::error::ErrorKind;
use super::lex::{Lexed, lex};
use super::meant::meant;
use super::parse::parse_from;
use super::table::table;
use std::ops::Range;

/// The kind of a piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A word of a command.
    Word,
    /// A value.
    Argument,
    /// A comment.
    Comment,
    /// A word that no command has at this place.
    Wrong,
}

/// The pieces of a line in order, as ranges of bytes. Blanks and `;` belong to none. A word at the end of the line that
/// may still become right is not wrong.
pub fn pieces(line: &str) -> Vec<(Range<usize>, Piece)> {
    let mut pieces = Vec::new();
    let mut from = Some(0);
    while let Some(start) = from {
        let lexed = lex(line, start);
        pieces_of(line, start, &lexed, &mut pieces);
        from = lexed.next;
        if from.is_none() && lexed.end < line.len() {
            pieces.push((lexed.end..line.len(), Piece::Comment));
        }
    }
    pieces
}

fn pieces_of(line: &str, start: usize, lexed: &Lexed, pieces: &mut Vec<(Range<usize>, Piece)>) {
    let error = parse_from(line, start).0.err().filter(|_| meant(line, start).is_none());
    let wrong = error.filter(|error| !may_become_right(line, &error.kind, &error.span)).map(|error| error.span);
    let words = match table().find(&lexed.tokens, lexed.end) {
        Ok(found) => found.words,
        // Words before the fault led somewhere.
        Err(error) => start..error.span.start,
    };
    for token in &lexed.tokens {
        let is_wrong = wrong.as_ref().is_some_and(|wrong| wrong.start < token.span.end && token.span.start < wrong.end);
        let piece = match () {
            () if is_wrong => Piece::Wrong,
            () if words.contains(&token.span.start) => Piece::Word,
            () => Piece::Argument,
        };
        pieces.push((token.span.clone(), piece));
    }
}

/// Whether more letters may mend a fault at the end of the line.
fn may_become_right(line: &str, kind: &ErrorKind, span: &Range<usize>) -> bool {
    let is_being_typed = span.end == line.len();
    match kind {
        ErrorKind::UnknownWord { .. } => {
            is_being_typed && !super::complete::complete(line, line.len()).candidates.is_empty()
        }
        ErrorKind::NotOffered { .. } => false,
        _ => is_being_typed || span.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Vec<(&str, Piece)> {
        pieces(line).into_iter().map(|(range, piece)| (&line[range], piece)).collect()
    }

    #[test]
    fn words_values_and_comments_are_told_apart() {
        use Piece::{Argument, Comment, Word};
        assert_eq!(
            told("set rollout trials 36; hint # best"),
            [("set", Word), ("rollout", Word), ("trials", Word), ("36", Argument), ("hint", Word), ("# best", Comment)]
        );
        assert_eq!(told("8/5 6/5"), [("8/5", Argument), ("6/5", Argument)]);
        assert!(told("   ").is_empty());
    }

    #[test]
    fn what_is_wrong_is_shown_as_soon_as_it_cannot_become_right() {
        use Piece::{Argument, Word, Wrong};
        assert_eq!(told("set rolout "), [("set", Word), ("rolout", Wrong)]);
        assert_eq!(told("set rolout trials 5")[1], ("rolout", Wrong));
        assert_eq!(told("set rolx")[1], ("rolx", Wrong));
        assert_eq!(told("set rollo"), [("set", Word), ("rollo", Word)]);
        assert_eq!(
            told("set rollout trials many "),
            told("set rollout trials many ")[..3].iter().copied().chain([("many", Wrong)]).collect::<Vec<_>>()
        );
        assert_eq!(told("set rollout trials 3")[3], ("3", Argument));
    }

    #[test]
    fn every_piece_lies_on_characters_in_order() {
        for line in ["é; set é", "set prompt \"a", "\"", ";;#", "> x", ":q", "move bar/2* é"] {
            let mut end = 0;
            for (range, _) in pieces(line) {
                assert!(range.start >= end && line.get(range.clone()).is_some(), "{line}: {range:?}");
                end = range.end;
            }
        }
    }
}
