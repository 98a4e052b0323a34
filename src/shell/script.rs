//! Commands that come from somewhere else than the prompt: files, `-e`, a pipe.

use super::pasted::{may_begin, may_follow, quoted, text_at};
use crate::storage;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// A longer line is no command.
const LONGEST_LINE: u64 = 16 << 20;

/// As much as a pipe holds: lines that are written together are read together.
const TOGETHER: usize = 1 << 16;

/// More lines than the text of a position has.
const MOST_LINES: usize = 2_000;

/// A source of commands with a name for error messages. It is read line by line, so that a program at the
/// other end of a pipe may wait for an answer before it writes on.
pub struct Script {
    /// The file, or what stands for it.
    pub name: String,
    /// Whether it is a file, with no user waiting for answers.
    pub is_file: bool,
    reader: BufReader<Box<dyn Read + Send>>,
    read: usize,
    /// The number of the line that was handed out last.
    at: usize,
    /// Whether somebody at the other end of a pipe may wait for an answer before the next line.
    is_pipe: bool,
    /// Lines that were looked at and are still to come.
    ahead: VecDeque<io::Result<(usize, String)>>,
}

impl Script {
    /// Commands given as text.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { is_pipe: false, ..Self::from_reader(name, Cursor::new(text.into())) }
    }

    /// The commands of a file.
    ///
    /// # Errors
    /// When it cannot be opened, or is no plain file.
    pub fn from_file(path: &Path) -> io::Result<Self> {
        let script = Self::from_reader(path.display().to_string(), storage::open_plain(path)?);
        Ok(Self { is_file: true, is_pipe: false, ..script })
    }

    /// The commands of a file named on the command line, which may be a pipe.
    ///
    /// # Errors
    /// When it cannot be opened, or is a folder.
    pub fn from_named(path: &Path) -> io::Result<Self> {
        if std::fs::metadata(path)?.is_file() {
            return Self::from_file(path);
        }
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
        }
        let file = Late { path: path.to_owned(), file: None };
        Ok(Self::from_reader(path.display().to_string(), file))
    }

    /// The commands that come through a pipe.
    pub fn from_reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Self {
        let reader: Box<dyn Read + Send> = Box::new(reader);
        let reader = BufReader::with_capacity(TOGETHER, reader);
        Self { name: name.into(), is_file: false, reader, read: 0, at: 0, is_pipe: true, ahead: VecDeque::new() }
    }

    /// The text of a position that begins with this line, which was read last with its number, and goes on in the next
    /// ones. A pipe is not waited for: a program at its other end may want an answer to the line first.
    pub fn text_from(&mut self, number: usize, first: &str) -> Option<String> {
        // A mail, in one piece.
        if first.contains('\n') || quoted(&[first]).is_some() {
            return Some(first.to_owned());
        }
        if number > 1 && !may_begin(first) {
            return None;
        }
        let mut lines = vec![first.to_owned()];
        let mut numbers = Vec::new();
        let mut fault = None;
        while self.has_line() {
            match self.next_line() {
                Ok(Some((number, line))) => {
                    let belongs = may_follow(&lines, &line) && lines.len() < MOST_LINES;
                    lines.push(line);
                    numbers.push(number);
                    if !belongs {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    fault = Some(Err(error));
                    break;
                }
            }
        }
        let n = text_at(&lines, number == 1);
        let text = (n > 0).then(|| lines[..n].join("\n"));
        // The rest is still to come, in its order.
        let rest = numbers.into_iter().zip(lines.drain(1..)).skip(n.saturating_sub(1)).map(Ok);
        let rest: Vec<_> = rest.chain(fault).collect();
        for line in rest.into_iter().rev() {
            self.ahead.push_front(line);
        }
        self.at = number;
        text
    }

    /// Whether a line can be read without waiting for whoever writes it. Who has begun a line ends it.
    fn has_line(&self) -> bool {
        !self.is_pipe || !self.ahead.is_empty() || !self.reader.buffer().is_empty()
    }

    /// The next line with its number from 1. A backslash at the end of a line goes on in the next; the line
    /// then has the number of its first piece. The last line needs no newline. A mail that quotes a position, among the
    /// lines that are there together, comes as one line with its newlines.
    ///
    /// # Errors
    /// When reading fails. [`io::ErrorKind::InvalidData`] is a line that is not UTF-8: the next one may be read all the
    /// same.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, String)>> {
        if self.ahead.is_empty() {
            self.look_ahead();
        }
        let next = self.ahead.pop_front().transpose();
        // Nothing is read behind a fault before that is told.
        self.at = next.as_ref().map_or(self.read, |next| next.as_ref().map_or(self.at, |(number, _)| *number));
        next
    }

    /// Reads the lines that are there together, and joins those of a mail. What cannot be read comes behind them.
    fn look_ahead(&mut self) {
        let (mut numbers, mut lines, mut fault) = (Vec::new(), Vec::new(), None);
        while numbers.is_empty() || self.has_line() {
            match self.read_whole_line() {
                Ok(Some((number, line))) => {
                    numbers.push(number);
                    lines.push(line);
                }
                Ok(None) => break,
                Err(error) => {
                    fault = Some(error);
                    break;
                }
            }
        }
        if let Some(mail) = quoted(&lines) {
            let text = lines[mail.clone()].join("\n");
            lines.splice(mail.clone(), [text]);
            numbers.drain(mail.start + 1..mail.end);
        }
        self.ahead.extend(numbers.into_iter().zip(lines).map(Ok).chain(fault.map(Err)));
    }

    fn read_whole_line(&mut self) -> io::Result<Option<(usize, String)>> {
        let Some(mut line) = self.read_line()? else { return Ok(None) };
        let number = self.read;
        while line.ends_with('\\') {
            line.pop();
            let Some(next) = self.read_line()? else { break };
            line.push(' ');
            line.push_str(&next);
            if line.len() as u64 > LONGEST_LINE {
                return Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    format!("line {number} goes on for more than {LONGEST_LINE} bytes"),
                ));
            }
        }
        Ok(Some((number, line)))
    }

    /// The number of the line that was handed out last, or could not be.
    pub const fn line_number(&self) -> usize {
        self.at
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.read += 1;
        if bytes.len() as u64 == LONGEST_LINE {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("a line is longer than {LONGEST_LINE} bytes"),
            ));
        }
        if self.read == 1 {
            bytes = storage::without_mark(bytes);
        }
        let mut line = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to() + 1;
            io::Error::new(io::ErrorKind::InvalidData, format!("byte {at} of the line is not UTF-8"))
        })?;
        line.truncate(line.trim_end_matches(['\n', '\r']).len());
        Ok(Some(line))
    }
}

/// A pipe that is opened at the first read: opening it waits for its writer.
struct Late {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Late {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.file.is_none() {
            self.file = Some(File::open(&self.path)?);
        }
        self.file.as_mut().map_or(Ok(0), |file| file.read(into))
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
    fn a_line_that_is_not_utf8_is_passed_over() {
        let mut script = Script::from_reader("test", &b"one\ntw\xff\nthree\n"[..]);
        assert_eq!(script.next_line().expect("text"), Some((1, "one".to_owned())));
        let error = script.next_line().expect_err("not UTF-8");
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (io::ErrorKind::InvalidData, "byte 3 of the line is not UTF-8")
        );
        assert_eq!((script.line_number(), script.next_line().expect("text")), (2, Some((3, "three".to_owned()))));
    }

    #[test]
    fn an_endless_line_is_not_read_to_its_end() {
        let mut script = Script::from_reader("test", BufReader::new(io::repeat(b'a')));
        assert_eq!(script.next_line().expect_err("no end").kind(), io::ErrorKind::FileTooLarge);
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
