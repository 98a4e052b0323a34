//! Matches and positions of eXtreme Gammon (`.xg`, `.xgp`), after the description that its author has published
//! (version of 2013-12-31): a header and a picture, then an archive of zlib streams, one of which holds records of
//! 2,560 bytes.
//!
//! What the description leaves open is found out from the file: whether positions are seen by the player on roll or
//! always by player 1 (the reading under which the plays are legal is the right one), and whether the six probabilities
//! are cumulative (then winning and losing make 1).

mod archive;
mod read;
mod record;
mod rtf;

pub use read::read_xg;

/// How a file of this kind begins.
pub const MAGIC: &[u8; 4] = b"RGMH";

/// Whether a file is of this kind.
pub fn is_xg(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || record::Record(bytes).is_match_header() && bytes.len() >= record::RECORD
}
