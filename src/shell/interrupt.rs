//! Signals: Ctrl-C stops what is running, a request to end (SIGTERM, SIGHUP) stops it and ends the program.
//!
//! Long work looks at a flag and comes back with what it has. While the program only waits for input, a thread ends it,
//! for nothing else can: a read goes on after a signal.

use crate::system::signals::{self, Signals};
use crate::system::terminal;
use crate::threads::in_background;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, io};

/// A request to stop what is running. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// The signal that asks the program to end; 0 for none.
    ending: Arc<AtomicUsize>,
    /// Whether the program waits for input.
    waiting: Arc<AtomicBool>,
    last: LastThings,
}

/// The work to be done before a signal ends the program.
#[derive(Clone, Default)]
struct LastThings(Arc<Mutex<Vec<LastThing>>>);

type LastThing = Box<dyn Fn() + Send>;

impl LastThings {
    fn are_done(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|last| last());
    }
}

impl fmt::Debug for LastThings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastThings").finish_non_exhaustive()
    }
}

impl Interrupt {
    /// Raises a flag on Ctrl-C. A second Ctrl-C before the first is obeyed ends the program with status 130, unless it
    /// is `interactive`: then a person would lose the session by it. A request to end raises the flag as well, so that
    /// a partial result is still printed and saved; a second one ends the program at once.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn install(stop: Arc<AtomicBool>, interactive: bool) -> io::Result<Self> {
        let interrupt = Self { stop, ..Self::default() };
        let signals = Signals::install(&interrupt.stop, &interrupt.ending, interactive)?;
        let before = terminal::Before::now();
        let (waiting, last) = (Arc::clone(&interrupt.waiting), interrupt.last.clone());
        let watch = move || {
            signals.watch(|signal| {
                if waiting.load(Ordering::SeqCst) {
                    last.are_done();
                    restore(&before);
                    std::process::exit(128 + signal);
                }
            });
        };
        // Where the system has no thread for it, a signal ends the program that waits when it comes again.
        let _ = in_background("signals", watch);
        Ok(interrupt)
    }

    /// Lets Ctrl-C and requests to end do so at once, for work that has nothing to save. Its status is that of all
    /// interrupted work.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn end_at_once() -> io::Result<()> {
        signals::end_at_once()
    }

    /// Waits for input: meanwhile a signal ends the program.
    pub fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        if let Some(status) = self.ending() {
            // The signal came just before, when the program did not wait yet.
            self.last.are_done();
            std::process::exit(status.into());
        }
        let answer = wait();
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }

    /// Does something before a signal ends the program that waits; it must not take long.
    pub fn before_the_end(&self, last: impl Fn() + Send + 'static) {
        self.last.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(last));
    }

    /// Stops what is running, as a Ctrl-C does.
    pub fn raise(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an interrupt was signaled.
    pub fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The status to end with where a signal asked the program to end.
    pub fn ending(&self) -> Option<u8> {
        match self.ending.load(Ordering::SeqCst) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }

    /// The status of a program whose work was stopped: 128 and the number of the signal.
    pub fn status(&self) -> Option<u8> {
        self.ending().or_else(|| self.is_raised().then_some(130))
    }

    /// Clears the interrupt; returns whether there was one.
    pub fn take(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// The flag itself, for work that takes only a flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}

/// Gives the terminal back as it was.
fn restore(before: &terminal::Before) {
    if before.restore() && io::stdout().is_terminal() && !super::is_driven() {
        // No more marks around what is pasted; what comes next begins on a line of its own.
        let _ = io::stdout().write_all(b"\x1b[?2004l\r\n").and_then(|()| io::stdout().flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_flag_and_taking_lowers_it() {
        let interrupt = Interrupt::default();
        let other = interrupt.clone();
        other.flag().store(true, Ordering::Relaxed);
        assert!(interrupt.is_raised());
        assert!(interrupt.take());
        assert!(!other.is_raised());
    }

    #[test]
    fn the_status_names_the_signal() {
        let interrupt = Interrupt::default();
        assert_eq!(interrupt.status(), None);
        interrupt.flag().store(true, Ordering::Relaxed);
        assert_eq!((interrupt.status(), interrupt.ending()), (Some(130), None));
        interrupt.ending.store(15, Ordering::SeqCst);
        assert_eq!((interrupt.status(), interrupt.ending()), (Some(143), Some(143)));
    }
}
