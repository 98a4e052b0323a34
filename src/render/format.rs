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
}

impl Format {
    /// Plain text of any width.
    #[must_use]
    pub const fn plain(output: &OutputSettings) -> Self {
        Self { output: *output, style: Style::Plain, width: None }
    }

    /// How numbers are written.
    #[must_use]
    pub fn numbers(&self) -> NumberFormat {
        NumberFormat::from(&self.output)
    }

    /// The unit of values: winning chances only in matches, where the settings have them.
    #[must_use]
    pub const fn unit(&self, is_match: bool) -> Unit {
        if is_match && self.output.mwc { Unit::Mwc } else { Unit::Equity }
    }

    /// Sentences in lines that are not too long, each ended by a newline.
    #[must_use]
    pub fn wrapped(&self, text: &str) -> String {
        let mut lines = String::new();
        for line in text.lines() {
            match self.width {
                Some(width) if unicode_width::UnicodeWidthStr::width(line) > width => {
                    for part in textwrap::wrap(line, lines_within(width.max(MIN_WIDTH))) {
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
#[must_use]
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
#[must_use]
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
    fn rows_are_as_long_as_they_may_be() {
        assert_eq!(in_rows("\x1b[1mabcdef\x1b[0m", 4), ["\x1b[1mabcd", "ef\x1b[0m"]);
        assert_eq!(in_rows("", 4), [""]);
    }
}
