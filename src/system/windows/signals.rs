//! Requests to stop and to end.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Ctrl-Break, a request to end that a console has a key for.
const SIGBREAK: i32 = 21;

/// How often the watcher looks: the system has flags raised, and wakes nobody.
const LOOKING: Duration = Duration::from_millis(50);

/// The signals that come: each raises a flag of its own.
pub struct Signals(Vec<(i32, Arc<AtomicBool>)>);

impl Signals {
    /// Raises `stop` on Ctrl-C, and on a request to end, whose number goes to `ending`. A second Ctrl-C before the
    /// first is obeyed ends the program, unless it is `interactive`; a second request to end does so always.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn install(stop: &Arc<AtomicBool>, ending: &Arc<AtomicUsize>, interactive: bool) -> io::Result<Self> {
        let mut watched = Vec::new();
        if !interactive {
            flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(stop))?;
            watched.push((SIGINT, Arc::default()));
        }
        flag::register(SIGINT, Arc::clone(stop))?;
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGBREAK] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
            flag::register_usize(signal, Arc::clone(ending), signal as usize)?;
            flag::register(signal, Arc::clone(stop))?;
            watched.push((signal, Arc::default()));
        }
        for (signal, came) in &watched {
            flag::register(*signal, Arc::clone(came))?;
        }
        Ok(Self(watched))
    }

    /// Waits for signals, for ever: Ctrl-C of a program that is not interactive, and requests to end.
    pub fn watch(self, mut heard: impl FnMut(i32)) {
        loop {
            thread::sleep(LOOKING);
            for (signal, came) in &self.0 {
                if came.swap(false, Ordering::SeqCst) {
                    heard(*signal);
                }
            }
        }
    }
}

/// Lets Ctrl-C and requests to end do so at once.
///
/// # Errors
/// When the system refuses a handler.
pub fn end_at_once() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM, SIGBREAK] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::new(AtomicBool::new(true)))?;
    }
    Ok(())
}
