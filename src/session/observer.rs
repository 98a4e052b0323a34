//! Whoever watches long work: the shell with its progress bar, a test with a script.

use crate::rollout;
use std::time::Duration;

/// Long work reports here. The clock belongs to the observer, too: the session has none.
pub trait Observer: rollout::Observer {
    /// The time since the observer was made or last reset, by its clock.
    fn elapsed(&self) -> Duration;
}
