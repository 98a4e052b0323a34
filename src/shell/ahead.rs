//! Text that is typed while something runs, edited by the keys in it as the prompt would have edited it.

use super::editor::Choices;
use rustyline::completion::longest_common_prefix;

/// A line that was typed ahead, or what was begun of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    /// The text before the cursor, and behind it.
    pub text: [String; 2],
    /// Whether Enter ended it.
    pub is_whole: bool,
}

impl Ahead {
    /// Takes the next line off what was typed. Tab completes by `complete`; keys that move among lines do nothing.
    pub fn take(typed: &mut Vec<u8>, complete: impl Fn(&str, usize) -> Choices) -> Option<Self> {
        if typed.is_empty() {
            return None;
        }
        let end = typed.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let line: Vec<u8> = typed.drain(..end.map_or(typed.len(), |end| end + 1)).collect();
        let mut ahead = Self { is_whole: end.is_some(), ..Self::default() };
        String::from_utf8_lossy(&line).chars().for_each(|key| ahead.press(key, &complete));
        Some(ahead)
    }

    /// The line.
    pub fn line(&self) -> String {
        self.text.concat()
    }

    fn press(&mut self, key: char, complete: &impl Fn(&str, usize) -> Choices) {
        let control = |letter: char| char::from(letter as u8 & 0x1f);
        let [before, behind] = &mut self.text;
        match key {
            '\x7f' | '\x08' => drop(before.pop()),
            '\t' => {
                if let Some(completed) = completed(before, complete) {
                    *before = completed;
                }
            }
            _ if key == control('u') => before.clear(),
            _ if key == control('k') => behind.clear(),
            _ if key == control('w') => {
                let word = before.trim_end();
                before.truncate(word.rfind(char::is_whitespace).map_or(0, |at| at + 1));
            }
            _ if key == control('a') => behind.insert_str(0, &std::mem::take(before)),
            _ if key == control('e') => before.push_str(&std::mem::take(behind)),
            _ if key == control('b') => behind.insert_str(0, &before.pop().map_or_else(String::new, String::from)),
            _ if key == control('f') && !behind.is_empty() => before.push(behind.remove(0)),
            _ if key == control('d') && !behind.is_empty() => drop(behind.remove(0)),
            _ if key.is_control() => {}
            _ => before.push(key),
        }
    }
}

/// A text with its last word completed as far as all choices agree, and with a blank behind a single one.
fn completed(text: &str, complete: &impl Fn(&str, usize) -> Choices) -> Option<String> {
    let Choices { start, words, .. } = complete(text, text.len());
    let words: Vec<_> = words.into_iter().map(|(word, _)| word).collect();
    let word = match &words[..] {
        [] => return None,
        [single] => format!("{single} "),
        _ => longest_common_prefix(&words)?.to_owned(),
    };
    let begun = text.get(..start)?;
    (begun.len() + word.len() > text.len()).then(|| format!("{begun}{word}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command;

    fn complete(line: &str, pos: usize) -> Choices {
        let found = command::complete(line, pos);
        let words = found.candidates.into_iter().map(|candidate| (candidate.text, candidate.help)).collect();
        Choices { start: found.start, words, ..Choices::default() }
    }

    fn typed(keys: &[u8]) -> Vec<(String, bool)> {
        let mut keys = keys.to_vec();
        let next = || Ahead::take(&mut keys, complete).map(|ahead| (ahead.text.join("|"), ahead.is_whole));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn lines_come_one_by_one() {
        let line = |text: &str, is_whole| (format!("{text}|"), is_whole);
        let expected = [line("hint 3", true), line("show dice", true), line("ro", false)];
        assert_eq!(typed(b"hint 3\rshow dice\nro\x1b"), expected);
        assert_eq!(typed(b""), []);
    }

    #[test]
    fn keys_edit_as_they_do_at_the_prompt() {
        let rows: [(&[u8], &str); 12] = [
            (b"set ro\x15help rollout", "help rollout|"),
            (b"hint 35\x7f", "hint 3|"),
            (b"\x7f\x08hint", "hint|"),
            (b"show the dice\x17\x17board", "show board|"),
            (b"ice\x01show d", "show d|ice"),
            (b"ice\x01d\x05 7", "dice 7|"),
            (b"hint 10\x02", "hint 1|0"),
            (b"hint 10\x02\x02\x0b3", "hint 3|"),
            (b"xhint\x01\x04", "|hint"),
            (b"hint\x01\x06\x06", "hi|nt"),
            ("é\u{7f}hint\u{10}".as_bytes(), "hint|"),
            (b"hint \xff3", "hint \u{fffd}3|"),
        ];
        for (keys, expected) in rows {
            assert_eq!(typed(keys), [(expected.to_owned(), false)], "{keys:?}");
        }
    }

    #[test]
    fn tab_completes_what_can_be_meant() {
        assert_eq!(typed(b"set rollout tria\t5\r"), [("set rollout trials 5|".to_owned(), true)]);
        // Several words begin so.
        assert_eq!(typed(b"set rollout tr\t"), [("set rollout tr|".to_owned(), false)]);
        assert_eq!(typed(b"xyzzy\t"), [("xyzzy|".to_owned(), false)]);
    }
}
