//! How an answer is laid out: digits, colors, columns.

use super::{NumberFormat, Style, Unit};
use crate::settings::OutputSettings;

/// Everything that the look of an answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// `set output`.
    pub output: OutputSettings,
    /// Colors.
    pub style: Style,
    /// Columns that a line may take, `None` without a limit.
    pub width: Option<usize>,
    /// Whether it is shown on few rows, so that a board and what stands below it must be short to fit.
    pub is_low: bool,
}

/// A terminal of fewer rows is low: a board with its identifiers and five plays does not fit on it.
pub const LOW: usize = 30;

/// Prose is not laid out wider than this.
pub(super) const PROSE: usize = 100;

impl Format {
    /// Plain text of any width.
    pub const fn plain(output: &OutputSettings) -> Self {
        Self { output: *output, style: Style::Plain, width: None, is_low: false }
    }

    /// How numbers are written.
    pub fn numbers(&self) -> NumberFormat {
        NumberFormat::from(&self.output)
    }

    /// The unit of values: winning chances only in matches, where the settings have them.
    pub const fn unit(&self, is_match: bool) -> Unit {
        if is_match && self.output.mwc { Unit::Mwc } else { Unit::Equity }
    }

    /// Sentences below numbers, in lines no wider than prose is: where there is no terminal, too.
    pub fn prose(&self, text: &str) -> String {
        // Where nothing cuts a line, a word such as the name of a file stays whole.
        Self::broken(text, Some(self.width.unwrap_or(PROSE)), self.width.is_some())
    }

    /// Sentences in lines that are not too long, each ended by a newline.
    pub fn wrapped(&self, text: &str) -> String {
        Self::broken(text, self.width, true)
    }

    fn broken(text: &str, width: Option<usize>, breaks_words: bool) -> String {
        let mut lines = String::new();
        for line in text.lines() {
            match width {
                Some(width) if unicode_width::UnicodeWidthStr::width(line) > width => {
                    for part in textwrap::wrap(line, lines_within(width.max(MIN_WIDTH)).break_words(breaks_words)) {
                        lines += &part;
                        lines.push('\n');
                    }
                }
                _ => {
                    lines += line;
                    lines.push('\n');
                }
            }
        }
        lines
    }
}

/// How prose is broken: between words, never within one such as 2-ply.
pub(super) fn lines_within(width: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

/// The columns that a line takes on a terminal; colors take none.
pub fn width_of(line: &str) -> usize {
    let mut in_escape = false;
    let is_seen = |&c: &char| {
        let was = in_escape;
        in_escape = if was { c != 'm' } else { c == '\x1b' };
        !was && !in_escape
    };
    line.chars().filter(is_seen).filter_map(unicode_width::UnicodeWidthChar::width).sum()
}

/// The fewest columns that layouts are made for.
pub(super) const MIN_WIDTH: usize = 20;

/// A line in pieces that fit the width. Codes for colors take no room.
pub fn in_rows(line: &str, columns: usize) -> Vec<String> {
    if width_of(line) <= columns {
        return vec![line.to_owned()];
    }
    let (mut rows, mut row, mut width, mut is_code) = (Vec::new(), String::new(), 0, false);
    for letter in line.chars() {
        is_code |= letter == '\x1b';
        let room = if is_code { 0 } else { unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0) };
        if width + room > columns {
            rows.push(std::mem::take(&mut row));
            width = 0;
        }
        row.push(letter);
        width += room;
        is_code &= letter != 'm';
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_between_words() {
        let mut format = Format::plain(&OutputSettings::default());
        let text = "one two three four five six seven\n\nend";
        assert_eq!(format.wrapped(text), "one two three four five six seven\n\nend\n");
        format.width = Some(20);
        assert_eq!(format.wrapped(text), "one two three four\nfive six seven\n\nend\n");
    }

    #[test]
    fn sentences_below_numbers_are_never_wide() {
        let mut format = Format::plain(&OutputSettings::default());
        let path = "/a".repeat(60);
        let text = format!("{}{path} end", "word ".repeat(30));
        let wide =
            |format: &Format, most: usize| format.prose(&text).lines().any(|line| line.len() > most && line != path);
        assert!(!wide(&format, 100) && format.prose(&text).contains(&path));
        format.width = Some(50);
        assert!(!wide(&format, 50));
    }

    #[test]
    fn rows_are_as_long_as_they_may_be() {
        assert_eq!(in_rows("\x1b[1mabcdef\x1b[0m", 4), ["\x1b[1mabcd", "ef\x1b[0m"]);
        assert_eq!(in_rows("", 4), [""]);
    }
}
