//! A terminal that another program drives: it does not echo, or it calls itself dumb. There the prompt is plain text
//! that is printed once, nothing moves the cursor, and no progress renews itself.

use super::editor::Typed;
use crate::system::terminal;
use std::io::{self, BufRead, Write};

/// Whether the terminal at standard input is one that a program drives. Between two lines only: while a line is edited
/// no terminal echoes.
#[must_use]
pub fn is_driven() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb") || !terminal::echoes()
}

/// Asks for a line with nothing but the prompt.
pub(super) fn read(prompt: &str) -> io::Result<Typed> {
    write(prompt)?;
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(Typed::End);
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(Typed::Line(line))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a prompt and waits for the first key, which stays to be read: until then the prompt is the last thing on the
/// terminal, for programs that wait for it. Returns whether there was an interrupt instead.
pub(super) fn greet(prompt: &str) -> io::Result<bool> {
    write(prompt)?;
    terminal::wait_for_key()
}
