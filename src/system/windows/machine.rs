//! The machine and its user.

use std::env;

/// The name of the machine.
#[must_use]
pub fn name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// The name of the user.
#[must_use]
pub fn login() -> Option<String> {
    env::var("USERNAME").ok().filter(|name| !name.is_empty())
}
