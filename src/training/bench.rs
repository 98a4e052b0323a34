//! Fixed work with one signature: a change of either number is a change of the engine, to be declared.
//!
//! The work lists the plays of decisions from self-play and evaluates every one of them. The caller, which has a clock,
//! measures how long that takes.

use crate::board::{Player, SeenBy};
use crate::eval::{EvalSettings, Evaluator, Outputs, Scratch, Searcher};
use crate::movegen::PlayList;
use crate::scoring::{Cube, CubeInfo, Met, Terms};
use crate::train::{Decision, decisions};
use std::sync::Arc;

/// Decisions in the bench.
const DECISIONS: usize = 2_000;

/// The seed of the self-play they come from.
const SEED: u64 = 1;

/// The work, and the numbers it gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Plays listed and evaluated.
    pub plays: u64,
    /// A checksum of the bits of all outputs.
    pub signature: u64,
}

/// The positions of the bench, as this evaluator plays.
pub fn positions(evaluator: &Evaluator) -> Vec<Decision> {
    decisions(evaluator, SEED, DECISIONS)
}

/// Lists and evaluates all plays of these decisions, and looks a ply ahead from every twentieth.
pub fn bench(evaluator: &Arc<Evaluator>, decisions: &[Decision]) -> Bench {
    let (mut scratch, mut outputs, mut list) = (Scratch::new(), Vec::new(), PlayList::new());
    let mut bench = Bench { plays: 0, signature: 0xcbf2_9ce4_8422_2325 };
    for decision in decisions {
        bench.plays += list.generate(&decision.position, decision.roll) as u64;
        evaluator.outputs_of(SeenBy::Mover, list.results(), &mut scratch, &mut outputs);
        bench.signature = outputs.iter().fold(bench.signature, fold);
    }
    let met = Arc::new(Met::kazaross_xg2());
    let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
    let mut searcher = Searcher::new(Arc::clone(evaluator), met);
    for decision in decisions.iter().step_by(20) {
        let ahead = searcher.evaluate(&decision.position, &cube, &EvalSettings::cubeful(1));
        let ahead = ahead.expect("nobody stops this search");
        bench.signature = fold(bench.signature, &ahead.outputs);
        let cubeful = ahead.cubeful.expect("it was asked for");
        bench.signature = fold(bench.signature, &Outputs([cubeful; 5]));
    }
    bench
}

/// Adds five numbers to a checksum (FNV-1a over their bits).
fn fold(sum: u64, outputs: &Outputs) -> u64 {
    let bytes = outputs.0.iter().flat_map(|output| output.to_bits().to_le_bytes());
    bytes.fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_gives_the_same_signature() {
        let evaluator = Evaluator::standard();
        let some = &positions(&evaluator)[..50];
        let first = bench(&evaluator, some);
        assert!(first.plays > 50);
        assert_eq!(bench(&evaluator, some), first);
        assert_ne!(bench(&evaluator, &some[1..]).signature, first.signature);
    }
}
