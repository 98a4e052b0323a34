//! The nets that come with gammon, as bytes. [`MANIFEST`] says where each comes from and what form it has.

/// The nets that evaluate positions; packed.
pub static NETS: &[u8] = include_bytes!("gammon.net");
/// The net that thins out plays, for any evaluator.
pub static FILTER: &[u8] = include_bytes!("filter.net");
/// Origin, licence, form and SHA-256 of each file.
pub static MANIFEST: &str = include_str!("MANIFEST");
