//! A terminal that another program drives: it does not echo, or it calls itself dumb. There the prompt is plain text
//! that is printed once, nothing moves the cursor, and no progress renews itself.

use super::editor::Typed;
use std::io::{self, BufRead, IsTerminal, Write};

/// Whether the terminal at standard input is one that a program drives. Between two lines only: while a line is edited
/// no terminal echoes.
#[must_use]
pub fn is_driven() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb") || !echoes()
}

/// Whether what is typed shows; where standard input is no terminal nobody types.
#[cfg(unix)]
fn echoes() -> bool {
    let settings = rustix::termios::tcgetattr(io::stdin());
    settings.is_ok_and(|settings| settings.local_modes.contains(rustix::termios::LocalModes::ECHO))
        || !io::stdin().is_terminal()
}

#[cfg(not(unix))]
fn echoes() -> bool {
    true
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
#[cfg(unix)]
pub(super) fn greet(prompt: &str) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    write(prompt)?;
    let stdin = io::stdin();
    let before = tcgetattr(&stdin)?;
    let mut keys = before.clone();
    keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    tcsetattr(&stdin, OptionalActions::Now, &keys)?;
    let waited = poll(&mut [PollFd::new(&stdin, PollFlags::IN)], None);
    tcsetattr(&stdin, OptionalActions::Now, &before)?;
    match waited {
        Ok(_) => Ok(false),
        Err(rustix::io::Errno::INTR) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
pub(super) fn greet(_prompt: &str) -> io::Result<bool> {
    Ok(false)
}
