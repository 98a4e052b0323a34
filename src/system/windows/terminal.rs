//! The terminal: its size, what it echoes, its first key, and how it was.

use std::io;
use std::time::Duration;
use terminal_size::{Height, Width, terminal_size_of};

pub use std::os::windows::io::AsHandle as Stream;

/// The columns and lines that a console reports.
pub fn size(stream: &impl Stream) -> Option<(u16, u16)> {
    terminal_size_of(stream).map(|(Width(columns), Height(lines))| (columns, lines))
}

/// Lets the console read escape sequences as colors; one that does not know them shows them as they are.
pub fn enable_colors() {
    let _ = anstyle_query::windows::enable_ansi_colors();
}

/// Whether what is typed shows: no program switches it off and leaves it so.
pub fn echoes() -> bool {
    true
}

/// Whether something was typed that nobody has read yet: a console is read by the editor of lines alone.
pub fn has_input(_within: Duration) -> bool {
    false
}

/// Waits for nothing: the time is left to those who read the console. A console that is gone ends its programs.
pub fn wait_for_input(within: Duration) -> Option<Duration> {
    Some(within)
}

/// The event that comes first where a line is due.
pub enum FirstKeys {
    /// An interrupt instead.
    Interrupt,
    /// The terminal has gone.
    End,
    /// A key that stays to be read.
    Unread,
    /// All that came at once.
    Read(Vec<u8>),
}

/// Waits for no key: the prompt of the editor of lines comes at once.
///
/// # Errors
/// Never.
pub fn first_keys() -> io::Result<FirstKeys> {
    Ok(FirstKeys::Unread)
}

/// The next byte of standard input. `None` at its end.
pub fn next_byte() -> Option<u8> {
    use std::io::Read;
    io::stdin().lock().bytes().next()?.ok()
}

/// Keys as they are pressed: a console is read by the editor of lines alone.
pub struct Keys;

impl Keys {
    /// Takes none over.
    pub fn take() -> Option<Self> {
        None
    }

    /// How many bytes wait to be read.
    pub fn waiting(&self) -> u64 {
        0
    }

    /// The next byte.
    pub fn next(&self) -> Option<u8> {
        None
    }
}

/// How the console was before an editor of lines changed it.
pub struct Before;

impl Before {
    /// How it is now.
    pub fn now() -> Self {
        Self
    }

    /// A console is given back by the system. Returns whether there is anything to be restored.
    pub fn restore(&self) -> bool {
        false
    }
}

/// Notes nothing: no signal ends the program here.
pub fn fills_screen(_fills: bool) {}
