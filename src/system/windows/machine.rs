//! The machine and its user.

use std::env;
use std::time::Duration;

/// The name of the machine.
pub fn name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// The bytes of memory that programs can still have: the system is not asked.
pub fn free_memory() -> Option<u64> {
    None
}

/// The name of the user.
pub fn login() -> Option<String> {
    env::var("USERNAME").ok().filter(|name| !name.is_empty())
}

/// The time that processors have worked for this process; the standard library does not tell it here.
pub const fn processor_time() -> Option<Duration> {
    None
}
