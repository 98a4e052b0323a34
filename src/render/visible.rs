//! Text from outside on the screen: what would steer a terminal is shown, not obeyed, and what is very long is cut.

use std::borrow::Cow;

/// Characters that change how others are shown or do something to a terminal, but for the end of a line and a tab.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text whose control characters are written out: `\u{1b}` for an escape.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// As [`visible()`], of text with colors in it: what only colors stays, in names as elsewhere, where `is_colored`.
#[must_use]
pub fn visible_styled(text: &str, is_colored: bool) -> Cow<'_, str> {
    if !is_colored || !text.contains(is_hidden) {
        return visible(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        shown += &visible(&rest[..at]);
        let colored = rest[at..].strip_prefix("\x1b[").and_then(|code| {
            let end = code.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            code[end..].starts_with('m').then_some(at + 2 + end + 1)
        });
        let end = colored.unwrap_or(at + 1);
        if colored.is_some() {
            shown += &rest[at..end]
        } else {
            shown += &visible("\x1b")
        }
        rest = &rest[end..];
    }
    shown += &visible(rest);
    Cow::Owned(shown)
}

/// The beginning of a text, of at most so many characters.
#[must_use]
pub fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// The end of a text, of at most so many characters.
#[must_use]
pub fn end(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().rev().nth(most) {
        None => Cow::Borrowed(text),
        Some((i, c)) => Cow::Owned(format!("…{}", &text[i + c.len_utf8()..])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(visible("a\x1b[2Jb\u{9b}\u{7f}\r\n\tc\u{202e}é"), "a\\u{1b}[2Jb\\u{9b}\\u{7f}\\r\n\tc\\u{202e}é");
        assert!(matches!(visible("plain ± text\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn colors_stay_where_there_are_any() {
        let text = "\x1b[1;38;5;117mbest\x1b[0m \x1b[2J\x07\x1b[";
        assert_eq!(visible_styled(text, true), "\x1b[1;38;5;117mbest\x1b[0m \\u{1b}[2J\\u{7}\\u{1b}[");
        assert_eq!(visible_styled("\x1b[1mx", false), "\\u{1b}[1mx");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!((beginning("éèê", 3), beginning("éèê", 2)), ("éèê".into(), "éè…".into()));
        assert_eq!((end("éèê", 3), end("éèê", 2), end("é", 0)), ("éèê".into(), "…èê".into(), "…".into()));
    }
}
