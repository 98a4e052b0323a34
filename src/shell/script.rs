//! Commands that come from somewhere else than the prompt: files, `-e`, a pipe.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::Path;

/// A source of commands with a name for error messages. It is read line by line, so that a program at the
/// other end of a pipe may wait for an answer before it writes on.
pub struct Script {
    /// The file, or what stands for it.
    pub name: String,
    /// Whether it is a file, where nobody waits for answers.
    pub is_file: bool,
    reader: Box<dyn BufRead>,
    read: usize,
}

impl Script {
    /// Commands given as text.
    #[must_use]
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::from_reader(name, Cursor::new(text.into()))
    }

    /// The commands of a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn from_file(path: &Path) -> io::Result<Self> {
        let script = Self::from_reader(path.display().to_string(), BufReader::new(File::open(path)?));
        Ok(Self { is_file: true, ..script })
    }

    /// The commands that come through a pipe.
    #[must_use]
    pub fn from_reader(name: impl Into<String>, reader: impl BufRead + 'static) -> Self {
        Self { name: name.into(), is_file: false, reader: Box::new(reader), read: 0 }
    }

    /// The next line with its number from 1. A backslash at the end of a line goes on in the next; the line
    /// then has the number of its first piece. The last line needs no newline.
    ///
    /// # Errors
    /// When reading fails or the text is no UTF-8.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, String)>> {
        let Some(mut line) = self.read_line()? else { return Ok(None) };
        let number = self.read;
        while line.ends_with('\\') {
            line.pop();
            match self.read_line()? {
                Some(next) => line = format!("{line} {next}"),
                None => break,
            }
        }
        Ok(Some((number, line)))
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        self.read += 1;
        line.truncate(line.trim_end_matches(['\n', '\r']).len());
        if self.read == 1 && line.starts_with('\u{feff}') {
            line.remove(0);
        }
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(usize, String)> {
        let mut script = Script::from_text("test", text);
        std::iter::from_fn(|| script.next_line().expect("text")).collect()
    }

    #[test]
    fn lines_keep_their_numbers_across_continuations() {
        let found = lines("one\r\ntwo \\\nmore\n\nlast");
        let expected = [(1, "one"), (2, "two  more"), (4, ""), (5, "last")];
        assert_eq!(found, expected.map(|(number, line)| (number, line.to_owned())));
    }

    #[test]
    fn a_byte_order_mark_is_no_command() {
        assert_eq!(lines("\u{feff}roll"), [(1, "roll".to_owned())]);
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        let mut script = Script::from_reader("test", Cursor::new(vec![0xff, b'\n']));
        assert!(script.next_line().is_err());
    }
}
