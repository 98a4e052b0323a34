//! Reads files of matches in any format that is known, and says who played and how the games ended.
//!
//!     cargo run --example matches -p gammon-engine -- match.xg match.mat

#![allow(clippy::print_stdout, reason = "an example prints")]

use gammon_engine::formats::{ReadOptions, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        // A file that cannot be read does not keep the others from being read.
        let bytes = std::fs::read(&path)?;
        match read(&bytes, &ReadOptions::default()) {
            Ok(it) => {
                let games = it.record.games().len();
                println!("{path}: {} against {}, {games} games", it.names.0[0], it.names.0[1]);
                it.remarks.iter().for_each(|remark| println!("  {remark}"));
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
    Ok(())
}
