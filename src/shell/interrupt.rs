//! Ctrl-C: a flag that long work looks at.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The wish to stop what is running. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Raises a flag on Ctrl-C. A second Ctrl-C before the first is obeyed ends the program with status 130, unless
    /// it is `interactive`: then a person would lose the session by it.
    ///
    /// A shell started in the background may have been given an ignored SIGINT; this takes it back.
    ///
    /// # Errors
    /// When the system refuses the handler.
    pub fn install(flag: Arc<AtomicBool>, interactive: bool) -> io::Result<Self> {
        let interrupt = Self(flag);
        if !interactive {
            flag::register_conditional_shutdown(SIGINT, 130, interrupt.flag())?;
        }
        flag::register(SIGINT, interrupt.flag())?;
        // A polite request to end is obeyed like Ctrl-C, so that a partial result is still printed.
        flag::register_conditional_shutdown(SIGTERM, 143, interrupt.flag())?;
        flag::register(SIGTERM, interrupt.flag())?;
        Ok(interrupt)
    }

    /// Whether somebody wants to stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Forgets the wish, returns whether there was one.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }

    /// The flag itself, for work that only knows a flag.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
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
}
