//! Matches and positions of eXtreme Gammon (`.xg`, `.xgp`), after the description that its author has published
//! (version of 2013-12-31): a header and a picture, then an archive of zlib streams, one of which holds records of
//! 2,560 bytes.
//!
//! Where the description is silent, or differs from the program, files of the program decide: see [`read`].

mod archive;
mod level;
mod read;
mod record;
mod rollout;
mod rtf;
mod write;

pub use read::read_xg;
pub use write::write_xg;

/// How a file of this kind begins.
pub const MAGIC: &[u8; 4] = b"RGMH";

/// Whether a file is of this kind.
pub fn is_xg(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || record::Record(bytes).is_match_header() && bytes.len() >= record::RECORD
}
