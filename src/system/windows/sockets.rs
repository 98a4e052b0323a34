//! Sockets that are files: Windows has none here, and programs talk over TCP.

use crate::system::Duplex;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Whether an address is the path of a socket.
pub fn is_path(_address: &str) -> bool {
    false
}

/// The form of addresses of this machine.
pub const FORMS: [&str; 0] = [];

/// Where programs would knock.
pub enum Listener {}

impl Listener {
    /// Never asked for: see [`is_path`].
    ///
    /// # Errors
    /// Always.
    pub fn bind(_path: &Path) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// There is none to ask.
    ///
    /// # Errors
    /// Never.
    pub fn accept(&self, _reading: Duration, _writing: Duration) -> io::Result<(Box<dyn Duplex>, String)> {
        match *self {}
    }
}

/// Never asked for: see [`is_path`].
///
/// # Errors
/// Always.
pub fn connect(_path: &str, _reading: Duration) -> io::Result<Box<dyn Duplex>> {
    Err(io::ErrorKind::Unsupported.into())
}
