//! Text from outside, as every writer shows it: the terminal, pages, drawings, texts. What would steer a terminal, turn
//! letters around or break a drawing is written out; letters that run from right to left stay among themselves, so that
//! no play or number beside a name is turned with it; what is very long is cut.

use std::borrow::Cow;

/// The mark before letters that are kept apart, and the one behind them.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// Characters that change how others are shown or do something to a terminal, but for the end of a line and a tab.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{fffe}' | '\u{ffff}')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters that run from right to left: Hebrew, Arabic and their neighbors.
const fn is_from_the_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && !matches!(c, '\u{61c}')
}

/// The length of the letters from right to left with which a text begins, and of what joins them to words and
/// sentences.
fn run_from_the_right(text: &str) -> usize {
    let (mut end, mut last) = (0, ' ');
    for (at, c) in text.char_indices() {
        if is_from_the_right(c) {
            end = at + c.len_utf8();
        } else if !" ,.!?'\"-".contains(c) || (c == ' ' && last == ' ') {
            break;
        }
        last = c;
    }
    end
}

/// A text whose control characters and marks of direction are written out, `\u{1b}` for an escape, and whose letters
/// from right to left are kept apart. What is visible stays as it is.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, true)
}

/// As [`visible()`], for programs that read it or know no marks of direction: nothing is put around names.
pub fn visible_data(text: &str) -> Cow<'_, str> {
    shown(text, false)
}

fn shown(text: &str, isolates: bool) -> Cow<'_, str> {
    if !text.contains(|c| is_hidden(c) || (isolates && is_from_the_right(c))) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        let n = if isolates { run_from_the_right(if c == ISOLATE.0 { behind } else { rest }) } else { 0 };
        rest = match c {
            // Kept apart already.
            _ if c == ISOLATE.0 && n > 0 && behind[n..].starts_with(ISOLATE.1) => {
                let whole = ISOLATE.0.len_utf8() + n + ISOLATE.1.len_utf8();
                shown += &rest[..whole];
                &rest[whole..]
            }
            _ if is_hidden(c) => {
                shown.extend(c.escape_default());
                behind
            }
            _ if n > 0 && is_from_the_right(c) => {
                shown.push(ISOLATE.0);
                shown += &rest[..n];
                shown.push(ISOLATE.1);
                &rest[n..]
            }
            _ => {
                shown.push(c);
                behind
            }
        };
    }
    Cow::Owned(shown)
}

/// As [`visible()`], of text with colors in it: what only colors stays, in names as elsewhere, where `is_colored`.
pub fn visible_styled(text: &str, is_colored: bool) -> Cow<'_, str> {
    if !is_colored || !text.contains('\x1b') {
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

/// The beginning of a text, of at most this many characters.
pub fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// The end of a text, of at most this many characters.
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
    fn letters_from_the_right_stay_among_themselves() {
        let text = "game 1, 7. מחמד עלי: 43: 9/5 9/6 −0.068 (שלום, עולם!)";
        let wanted = "game 1, 7. \u{2068}מחמד עלי\u{2069}: 43: 9/5 9/6 −0.068 (\u{2068}שלום, עולם\u{2069}!)";
        assert_eq!(visible(text), wanted);
        // What is visible stays so; data has nothing put into it.
        assert_eq!((visible(wanted), visible_data(text)), (wanted.into(), text.into()));
        // A name cannot end what keeps it apart, nor begin it.
        assert_eq!(visible("א\u{2069}\u{202e}b"), "\u{2068}א\u{2069}\\u{2069}\\u{202e}b");
        assert_eq!(visible("\u{2068}a\u{2069}"), "\\u{2068}a\\u{2069}");
        // Columns of a table are not joined.
        assert_eq!(
            visible("א  ב 3 ג\nד"),
            "\u{2068}א\u{2069}  \u{2068}ב\u{2069} 3 \u{2068}ג\u{2069}\n\u{2068}ד\u{2069}"
        );
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
