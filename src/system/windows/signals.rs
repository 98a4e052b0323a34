//! Requests to stop and to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};

/// The number that Ctrl-C has where it is a signal.
const SIGINT: i32 = 2;

/// The signals that come. Ctrl-C and Ctrl-Break are one; a window that is closed ends its programs.
pub struct Signals(Receiver<i32>);

impl Signals {
    /// Raises `stop` on Ctrl-C. A second Ctrl-C before the first is obeyed ends the program, unless it is
    /// `interactive`. Nothing comes that asks the program to end, so `_ending` stays as it is.
    ///
    /// # Errors
    /// When the system refuses a handler, or there is one already.
    pub fn install(stop: &Arc<AtomicBool>, _ending: &Arc<AtomicUsize>, interactive: bool) -> io::Result<Self> {
        let (send, come) = channel();
        let stop = Arc::clone(stop);
        handle(move || {
            let was_raised = stop.swap(true, Ordering::SeqCst);
            if !interactive {
                if was_raised {
                    std::process::exit(128 + SIGINT);
                }
                // Nobody may watch.
                let _ = send.send(SIGINT);
            }
        })?;
        Ok(Self(come))
    }

    /// Waits for signals, for ever: Ctrl-C of a program that is not interactive.
    pub fn watch(self, mut heard: impl FnMut(i32)) {
        while let Ok(signal) = self.0.recv() {
            heard(signal);
        }
    }
}

/// Lets Ctrl-C end the program at once.
///
/// # Errors
/// When the system refuses a handler, or there is one already.
pub fn end_at_once() -> io::Result<()> {
    handle(|| std::process::exit(128 + SIGINT))
}

fn handle(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
