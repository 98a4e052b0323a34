//! The machine and its user.

use std::env;

/// What the machine is called.
#[must_use]
pub fn name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// The name of the user.
#[must_use]
pub fn login() -> Option<String> {
    env::var("USERNAME").ok().filter(|name| !name.is_empty())
}
