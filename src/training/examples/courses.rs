//! Courses of games as plain numbers, for training by other programs (`scripts/gpu.py`).
//!
//!     courses SEED TURNS >turns            # without end: write it to something that closes
//!     courses rolled-out TABLE >entries    # each: u32 decision, f32 equity of the side that has played, the entry

use gammon_engine::eval::{Evaluator, Scratch};
use gammon_training::train::{RolledOut, entry, write_courses};
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = &arguments[..] else { return Err("courses SEED TURNS | courses rolled-out TABLE".into()) };
    let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    let (players, mut scratch) = (Evaluator::standard(), Scratch::new());
    if first == "rolled-out" {
        for RolledOut { decision, position, equity } in RolledOut::read(&std::fs::read_to_string(second)?)? {
            out.write_all(&decision.to_le_bytes())?;
            out.write_all(&(equity as f32).to_le_bytes())?;
            out.write_all(&entry(&position, &players.outputs(&position, &mut scratch), 0))?;
        }
        return Ok(out.flush()?);
    }
    write_courses(&players, first.parse()?, u64::MAX, second.parse()?, &mut out)?;
    Ok(())
}
