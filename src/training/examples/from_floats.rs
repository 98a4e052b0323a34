//! A net file from the parameters that `scripts/gpu.py` writes; the race net is the standard one.
//!
//!     cargo run --release --example from_floats -p gammon-training -- net.f32 1024 products better.net

use gammon_engine::eval::Evaluator;
use gammon_engine::eval::own::{FirstLayer, OwnNets};
use gammon_training::train::{Subject, contact_net, net_file};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, hidden, first, to] = &arguments[..] else {
        return Err("from_floats FLOATS HIDDEN FIRST-LAYER NET".into());
    };
    let first = FirstLayer::from_name(first).ok_or("no such first layer")?;
    let bytes = std::fs::read(from)?;
    let numbers = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
    let net = contact_net(hidden.parse()?, first, numbers).ok_or("the file has other numbers than the net")?;
    let (nets, _) = OwnNets::stored(&Evaluator::standard_net_file())?;
    std::fs::write(to, net_file(Subject::Contact, net, nets[1].clone()))?;
    Ok(())
}
