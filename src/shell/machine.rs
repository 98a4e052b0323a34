//! The machine that the program runs on.

use crate::system::machine;

/// The name of the machine, as far as letters, digits and `-` go.
pub fn host_name() -> String {
    let name: String = machine::name().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "machine".to_owned() } else { name }
}
