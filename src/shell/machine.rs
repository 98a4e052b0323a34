//! The machine that the program runs on.

/// What the machine is called, as far as letters, digits and `-` go.
#[must_use]
pub fn host_name() -> String {
    let name: String = system_name().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "machine".to_owned() } else { name }
}

#[cfg(unix)]
fn system_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn system_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
