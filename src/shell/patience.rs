//! A line that shows that work goes on, while nothing else on the terminal does.

use super::driven::is_driven;
use super::terminal::is_dumb;
use crate::render::duration;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The line appears after so long, and is renewed as often.
const BETWEEN: Duration = Duration::from_secs(1);

/// The line on the terminal.
struct Shown {
    /// Whether the line does.
    line: bool,
    /// Whether something else has the terminal.
    hushed: bool,
}

static SHOWN: Mutex<Shown> = Mutex::new(Shown { line: false, hushed: true });

/// Shows the line for one piece of work until it is dropped.
pub(super) struct Patience(Option<(Sender<()>, JoinHandle<()>)>);

impl Patience {
    /// Shows the line for work that begins now, if standard error is a terminal.
    pub fn new(is_quiet: bool) -> Self {
        if is_quiet || !io::stderr().is_terminal() || is_driven() || is_dumb() {
            return Self(None);
        }
        with_shown(|shown| shown.hushed = false);
        let (sender, receiver) = channel();
        let began = Instant::now();
        let work = move || {
            while receiver.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
                with_shown(|shown| {
                    if !shown.hushed {
                        write(&format!("\r{}, Ctrl-C stops \x1b[K", duration(began.elapsed())));
                        shown.line = true;
                    }
                });
            }
        };
        // A machine that has no room for a thread has none for this.
        let thread = thread::Builder::new().name("patience".to_owned()).spawn(work);
        Self(thread.ok().map(|thread| (sender, thread)))
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        hush();
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Takes the line away, before something else is shown or asked.
pub(super) fn hush() {
    with_shown(|shown| {
        shown.hushed = true;
        if std::mem::take(&mut shown.line) {
            write("\r\x1b[K");
        }
    });
}

fn with_shown(work: impl FnOnce(&mut Shown)) {
    work(&mut SHOWN.lock().unwrap_or_else(PoisonError::into_inner));
}

/// A line that cannot be shown is no reason to stop the work.
fn write(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
