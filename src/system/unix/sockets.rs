//! Sockets that are files.

use crate::system::Duplex;
use std::io::{self, ErrorKind};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether an address is the path of a socket.
pub fn is_path(address: &str) -> bool {
    address.contains('/')
}

/// The form of addresses of this machine.
pub const FORMS: [&str; 1] = ["the path of a socket"];

/// Where programs knock; the file goes when this is dropped.
pub struct Listener(UnixListener, PathBuf);

impl Listener {
    /// Begins a socket, also in the place of one that a program left which was killed.
    ///
    /// # Errors
    /// When this path cannot be listened at.
    pub fn bind(path: &Path) -> io::Result<Self> {
        let door = UnixListener::bind(path).or_else(|error| {
            let is_left = error.kind() == ErrorKind::AddrInUse
                && UnixStream::connect(path).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused);
            if !is_left {
                return Err(error);
            }
            std::fs::remove_file(path)?;
            UnixListener::bind(path)
        })?;
        door.set_nonblocking(true)?;
        Ok(Self(door, path.to_owned()))
    }

    /// The next connection, if there is one.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] when nobody knocks.
    pub fn accept(&self, reading: Duration, writing: Duration) -> io::Result<(Box<dyn Duplex>, String)> {
        let (stream, _) = self.0.accept()?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(reading))?;
        stream.set_write_timeout(Some(writing))?;
        Ok((Box::new(stream), self.1.display().to_string()))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.1);
    }
}

/// Connects to a socket; reading from it times out after a while.
///
/// # Errors
/// When nobody listens there.
pub fn connect(path: &str, reading: Duration) -> io::Result<Box<dyn Duplex>> {
    let stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(reading))?;
    Ok(Box::new(stream))
}
