//! Requests to stop and to end.

use super::terminal::Before;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::{flag, iterator, low_level};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The signals that come.
pub struct Signals(iterator::Signals);

impl Signals {
    /// Raises `stop` on Ctrl-C, and on a request to end, whose number goes to `ending`. A second Ctrl-C before the
    /// first is obeyed ends the program, unless it is `interactive`; a second request to end does so always.
    ///
    /// A shell started in the background may have been given an ignored SIGINT; this takes it back. A hangup that is
    /// ignored (`nohup`) stays so. A file that reaches its limit is an error of writing, not the end.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn install(stop: &Arc<AtomicBool>, ending: &Arc<AtomicUsize>, interactive: bool) -> io::Result<Self> {
        let mut watched = Vec::new();
        if !interactive {
            end_when(SIGINT, 130, Arc::clone(stop))?;
            watched.push(SIGINT);
        }
        flag::register(SIGINT, Arc::clone(stop))?;
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [Some(SIGTERM), (!hangups_are_ignored()).then_some(SIGHUP)].into_iter().flatten() {
            end_when(signal, 128 + signal, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
            flag::register_usize(signal, Arc::clone(ending), signal as usize)?;
            flag::register(signal, Arc::clone(stop))?;
            watched.push(signal);
        }
        flag::register(SIGXFSZ, Arc::default())?;
        iterator::Signals::new(watched).map(Self)
    }

    /// Waits for signals, for ever: Ctrl-C of a program that is not interactive, and requests to end.
    pub fn watch(mut self, mut heard: impl FnMut(i32)) {
        for signal in &mut self.0 {
            heard(signal);
        }
    }
}

/// Ends the program on a signal that comes when a flag has been raised; the terminal is given back as it is now.
fn end_when(signal: i32, status: i32, is_raised: Arc<AtomicBool>) -> io::Result<()> {
    let before = Before::now();
    let end = move || {
        if is_raised.load(Ordering::SeqCst) {
            before.restore_in_handler();
            low_level::exit(status);
        }
    };
    // SAFETY: a handler may load atomics, and make the system calls of `restore_in_handler` and `exit` (ioctl, write,
    // _exit). It takes no lock and allocates nothing.
    unsafe { low_level::register(signal, end) }.map(|_| ())
}

/// Lets Ctrl-C and requests to end do so at once.
///
/// # Errors
/// When the system refuses a handler.
pub fn end_at_once() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::new(AtomicBool::new(true)))?;
    }
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Whether the program was started with hangups ignored, as by `nohup`.
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    // Where the system gives no list, `nohup` is recognized by a standard input that is no terminal.
    ignored.map_or_else(|| !io::stdin().is_terminal(), |signals| signals >> (SIGHUP - 1) & 1 == 1)
}
