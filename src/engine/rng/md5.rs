//! The MD5 digest (RFC 1321). A source of noise and dice here, nothing to do with security.

use md5::{Digest, Md5};

/// The digest of a message.
#[must_use]
pub fn md5(message: &[u8]) -> [u8; 16] {
    Md5::digest(message).into()
}
