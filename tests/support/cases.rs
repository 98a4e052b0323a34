//! Files that other programs wrote. They lie beside the repository, in `../shared/cases` or where `GAMMON_SHARED` says,
//! and are no part of it.
#![allow(dead_code)] // each test file uses what it needs

use std::path::PathBuf;

/// The folder of these files; `None`, said loudly, where it is not.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn cases() -> Option<PathBuf> {
    let shared = std::env::var_os("GAMMON_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")));
    let folder = shared.join("cases");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: {} is not here; nothing of other programs was read", folder.display());
    None
}
