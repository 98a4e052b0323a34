//! The terminal: its size, what it echoes, its first key, and how it was.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread};
use rustix::process::getpgrp;
use rustix::stdio::{stdin, stdout};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use terminal_size::{Height, Width, terminal_size_of};

pub use std::os::fd::AsFd as Stream;

/// The columns and lines that a terminal reports.
pub fn size(stream: &impl Stream) -> Option<(u16, u16)> {
    terminal_size_of(stream).map(|(Width(columns), Height(lines))| (columns, lines))
}

/// Lets the terminal read escape sequences as colors: all do.
pub fn enable_colors() {}

/// Whether what is typed shows; where standard input is no terminal nobody types.
pub fn echoes() -> bool {
    let settings = tcgetattr(io::stdin());
    settings.is_ok_and(|settings| settings.local_modes.contains(LocalModes::ECHO)) || !io::stdin().is_terminal()
}

/// Whether something was typed that nobody has read yet, or is within this time, less than a second.
pub fn has_input(within: Duration) -> bool {
    let input = io::stdin();
    let timeout = Timespec { tv_sec: 0, tv_nsec: within.subsec_nanos().into() };
    poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&timeout)).is_ok_and(|ready| ready > 0)
}

/// Waits for input on standard input, no longer than so. Returns the time that is left to wait for it by other means;
/// `None` where the terminal is gone, which reads as an endless nothing.
pub fn wait_for_input(within: Duration) -> Option<Duration> {
    let input = io::stdin();
    let timeout =
        Timespec { tv_sec: i64::try_from(within.as_secs()).unwrap_or(i64::MAX), tv_nsec: within.subsec_nanos().into() };
    let mut ready = [PollFd::new(&input, PollFlags::IN)];
    // A signal ends the wait, and may be why something is to be read elsewhere.
    let _ = poll(&mut ready, Some(&timeout));
    let is_gone = ready[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
    (!is_gone).then_some(Duration::ZERO)
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

/// Nobody types so quickly: what follows a key within this time was written with it.
const WRITTEN_WITH_IT: Duration = Duration::from_millis(15);

/// Waits for the first key, and reads what came with it, which does not show.
///
/// # Errors
/// When standard input is no terminal.
pub fn first_keys() -> io::Result<FirstKeys> {
    let stdin = io::stdin();
    let before = tcgetattr(&stdin)?;
    let mut keys = before.clone();
    keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    tcsetattr(&stdin, OptionalActions::Now, &keys)?;
    let first = read_at_once(&stdin);
    tcsetattr(&stdin, OptionalActions::Now, &before)?;
    first
}

fn read_at_once(stdin: &io::Stdin) -> io::Result<FirstKeys> {
    match poll(&mut [PollFd::new(stdin, PollFlags::IN)], None) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok(FirstKeys::Interrupt),
        Err(error) => return Err(error.into()),
    }
    let mut read = Vec::new();
    loop {
        let mut some = [0; 4096];
        match rustix::io::read(stdin, &mut some) {
            Ok(0) | Err(Errno::IO) if read.is_empty() => return Ok(FirstKeys::End),
            Ok(n) => read.extend(&some[..n]),
            Err(Errno::INTR) => return Ok(FirstKeys::Interrupt),
            Err(error) => return Err(error.into()),
        }
        if matches!(read.last(), Some(b'\r' | b'\n')) || !has_input(WRITTEN_WITH_IT) {
            return Ok(FirstKeys::Read(read));
        }
    }
}

/// Keys as they are pressed: they neither show nor wait for the end of a line, until this is dropped.
pub struct Keys(Termios);

impl Keys {
    /// Takes them over, where standard input is a terminal and this program has it.
    pub fn take() -> Option<Self> {
        let stdin = io::stdin();
        let before = tcgetattr(&stdin).ok()?;
        // A program that changes the terminal from the background is stopped for it.
        if tcgetpgrp(&stdin).ok()? != getpgrp() {
            return None;
        }
        let mut keys = before.clone();
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        tcsetattr(&stdin, OptionalActions::Now, &keys).ok()?;
        Some(Self(before))
    }

    /// How many bytes wait to be read.
    pub fn waiting(&self) -> u64 {
        ioctl_fionread(io::stdin()).unwrap_or(0)
    }

    /// The next byte.
    pub fn next(&self) -> Option<u8> {
        let mut byte = [0];
        (rustix::io::read(io::stdin(), &mut byte) == Ok(1)).then_some(byte[0])
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}

/// The next byte of standard input; nothing is read beyond it. `None` at its end.
pub fn next_byte() -> Option<u8> {
    let mut byte = [0];
    loop {
        match rustix::io::read(io::stdin(), &mut byte) {
            Ok(1) => return Some(byte[0]),
            Err(Errno::INTR) => {}
            _ => return None,
        }
    }
}

/// How the terminal was before an editor of lines changed it.
pub struct Before(Option<Termios>);

impl Before {
    /// How it is now.
    pub fn now() -> Self {
        Self(tcgetattr(io::stdin()).ok())
    }

    /// Makes it so again. Returns whether there is a terminal.
    pub fn restore(&self) -> bool {
        let Some(settings) = &self.0 else { return false };
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        true
    }
}

impl Before {
    /// Makes it so again, and leaves the other screen, by nothing but system calls.
    pub fn restore_in_handler(&self) {
        if FILLS_SCREEN.load(Ordering::SeqCst) {
            let _ = rustix::io::write(stdout(), b"\x1b[?1049l\x1b[?25h");
        }
        if let Some(settings) = &self.0 {
            let _ = tcsetattr(stdin(), OptionalActions::Now, settings);
        }
    }
}

/// Whether a program of ours fills the screen.
static FILLS_SCREEN: AtomicBool = AtomicBool::new(false);

/// Notes whether the other screen of the terminal is shown, so that a signal that ends the program leaves it.
pub fn fills_screen(fills: bool) {
    FILLS_SCREEN.store(fills, Ordering::SeqCst);
}
