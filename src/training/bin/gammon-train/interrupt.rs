//! Ctrl-C: the first one asks work to stop with what it has, the second ends the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status after Ctrl-C, as shells count it: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

/// Whether Ctrl-C was pressed.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn install() -> io::Result<Self> {
        let raised = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&raised);
        ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
        })
        .map_err(io::Error::other)?;
        Ok(Self(raised))
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for work that looks at one.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// The exit status of work that was done, or stopped with what it had.
    pub fn status(&self) -> u8 {
        if self.is_raised() { INTERRUPTED } else { 0 }
    }
}
