//! What several integration tests share.
#![allow(dead_code)] // each test binary uses what it needs

pub mod answers;
pub mod cases;
pub mod commands;
pub mod dialects;
pub mod figures;
pub mod games;
pub mod gnubg;
pub mod hard;
pub mod home;
pub mod matches;
#[cfg(feature = "farm")]
pub mod nats;
pub mod rollouts;
pub mod rows;
pub mod same;
pub mod samples;
pub mod terminal;
pub mod xg;

use std::io::Write;
use std::path::PathBuf;

/// The weights of an installed GNU Backgammon.
///
/// Without them the caller should return: `None` comes with a line on stderr that says what was skipped.
pub fn reference_weights(test: &str) -> Option<Vec<u8>> {
    let folders = std::env::var_os("GNUBG_DATA").map(PathBuf::from).into_iter();
    let folders = folders.chain(["/usr/lib/gnubg", "/usr/share/gnubg", "/usr/local/share/gnubg"].map(PathBuf::from));
    let found = folders.map(|folder| folder.join("gnubg.wd")).find_map(|path| std::fs::read(path).ok());
    if found.is_none() {
        let line = format!("SKIPPED: {test}: no gnubg.wd here; install gnubg-data or set GNUBG_DATA\n");
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    }
    found
}
