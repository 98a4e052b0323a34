//! A terminal that another program drives: it does not echo, it calls itself dumb, or its lines come all at once. There
//! the prompt is plain text that is printed once, nothing moves the cursor, and no progress renews itself.

use super::editor::Typed;
use super::terminal::is_dumb;
use crate::render::visible;
use crate::system::terminal::{self, FirstKeys};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the last line came all at once, as programs write theirs.
static CAME_AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Around a line: what is pasted is to be marked, and is no more. GNU Backgammon's editor of lines writes both, and
/// programs look for them before its prompt.
const MARKS: (&str, &str) = ("\x1b[?2004h", "\x1b[?2004l\r");

/// The marks around pasted text, by a terminal that was asked for them.
const PASTED: (&str, &str) = ("\x1b[200~", "\x1b[201~");

/// Whether the terminal at standard input is one that a program drives. Between two lines only: while a line is edited
/// no terminal echoes.
pub fn is_driven() -> bool {
    is_without_echo() || CAME_AT_ONCE.load(Ordering::Relaxed)
}

/// Whether lines can be read without any editing alone.
pub(super) fn is_without_echo() -> bool {
    is_dumb() || !terminal::echoes()
}

/// Asks for a line with nothing but the prompt, which has marks where it is asked for in GNU Backgammon's place.
pub(super) fn read(prompt: &str, has_marks: bool) -> io::Result<Typed> {
    let marks = if has_marks && !is_dumb() { MARKS } else { ("", "") };
    write(&format!("{}{prompt}", marks.0))?;
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(Typed::End);
    }
    if has_marks && !is_dumb() {
        write(&format!("{}\n", marks.1))?;
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(Typed::Line(line))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The keys that have been read before the editor of lines is needed.
#[derive(Default)]
pub(super) struct Waiting(Vec<u8>);

/// The beginning of a line.
pub(super) enum Greeted {
    /// All of it is there.
    Whole(Typed),
    /// The line is edited from here on.
    Begun(String),
    /// The line before it is edited.
    LastLine,
}

impl Waiting {
    /// Prints a prompt plainly and waits for the first keys: until then the prompt is the last thing on the terminal,
    /// for programs that wait for it. A line that comes at once is taken as it is, and shown once.
    pub fn greet(&mut self, prompt: &str) -> io::Result<Greeted> {
        write(&format!("{}{prompt}", MARKS.0))?;
        if !self.has_line() {
            match terminal::first_keys()? {
                FirstKeys::Interrupt => return Ok(Greeted::Whole(Typed::Interrupt)),
                FirstKeys::End => return Ok(Greeted::Whole(Typed::End)),
                FirstKeys::Unread => return Ok(Greeted::Begun(String::new())),
                FirstKeys::Read(keys) => self.0.extend(keys),
            }
        }
        self.taken()
    }

    fn has_line(&self) -> bool {
        self.0.iter().any(|key| matches!(key, b'\r' | b'\n'))
    }

    fn taken(&mut self) -> io::Result<Greeted> {
        let text = String::from_utf8_lossy(&self.0).into_owned();
        if let Some(pasted) = text.strip_prefix(PASTED.0) {
            self.0.clear();
            return Ok(Greeted::Begun(pasted.replace(PASTED.1, "").replace('\r', "\n")));
        }
        let is_at_once = self.has_line();
        CAME_AT_ONCE.store(is_at_once, Ordering::Relaxed);
        if is_at_once {
            let end = self.0.iter().position(|key| matches!(key, b'\r' | b'\n')).unwrap_or_default();
            let rest = self.0.split_off(end);
            let line = String::from_utf8_lossy(&std::mem::replace(&mut self.0, rest)).into_owned();
            let ending = if self.0.starts_with(b"\r\n") { 2 } else { 1 };
            self.0.drain(..ending);
            write(&format!("{}\n{}", visible(&line), MARKS.1))?;
            return Ok(Greeted::Whole(Typed::Line(line)));
        }
        self.0.clear();
        Ok(match text.as_str() {
            "\x04" => Greeted::Whole(Typed::End),
            "\x1b[A" | "\x1bOA" | "\x10" => Greeted::LastLine,
            text => {
                Greeted::Begun(if text.starts_with(|c: char| c.is_control()) { String::new() } else { text.into() })
            }
        })
    }
}
