//! Packs a net file, as the file of nets that is put into the program is packed; any command reads it as before.
//!
//!     cargo run --example pack -p gammon-engine -- better.net weights/gammon.net

use gammon_engine::eval::own::OwnNets;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, to] = std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "pack FROM TO")?;
    let bytes = std::fs::read(from)?;
    OwnNets::from_bytes(&bytes)?;
    std::fs::write(to, OwnNets::pack(&OwnNets::unpack(&bytes)?))?;
    Ok(())
}
