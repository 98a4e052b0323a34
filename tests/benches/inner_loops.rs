//! Times of the inner loops: `cargo bench --bench inner_loops [NAME]`.
//!
//! Each figure sums, over short chunks of work, the best of many repeats, which a busy machine disturbs least; take
//! several runs before believing a difference of a few percent. Results belong in `docs/performance.md`.
//! The nets of GNU Backgammon are timed with all kernels that this machine runs; the own nets take the one that `GAMMON_KERNEL` names.
//! Plays, evaluations and decisions a second are measured by `gammon bench`.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../support/mod.rs"]
mod support;

use gammon::board::{Player, Position, Roll, Variation};
use gammon::eval::net::{Kernel, NetKind, ReferenceNets, ReferenceScratch};
use gammon::eval::{Class, EvalSettings, Evaluator, Outputs, Searcher, SeenBy};
use gammon::movegen::AllRolls;
use gammon::notation::setup_from_position_id;
use gammon::scoring::{Cube, CubeInfo, Met, Terms};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Repeats of each measurement.
const REPEATS: usize = 60;

/// Decisions timed together: well within a time slice of the system.
const CHUNK: usize = 32;

fn main() {
    // Cargo passes flags of its own, such as `--bench`.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let benches: [(&str, fn()); 3] = [
        ("best-of-all-rolls", best_of_all_rolls),
        ("reference-nets", || reference_nets(NetKind::of)),
        ("pruning-nets", || reference_nets(NetKind::pruning_of)),
    ];
    for (name, bench) in benches {
        if name.contains(&wanted) {
            print!("{name:20} ");
            bench();
        }
    }
}

/// The sum over all chunks of the least time each was ever done in, in seconds, and how many plays there are.
fn best<T>(items: &[T], mut count: impl FnMut(&T) -> usize) -> (f64, usize) {
    let chunks: Vec<_> = items.chunks(CHUNK).collect();
    let mut least = vec![f64::INFINITY; chunks.len()];
    let mut plays = 0;
    for _ in 0..REPEATS {
        plays = 0;
        for (chunk, least) in chunks.iter().zip(&mut least) {
            let start = Instant::now();
            plays += chunk.iter().map(|item| black_box(count(item))).sum::<usize>();
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    (least.iter().sum(), plays)
}

/// Positions with rolls, most of them from games: those of `tests/data/moves.csv`, once each.
fn decisions() -> Vec<(Position, Roll)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/moves.csv");
    let text = std::fs::read_to_string(path).expect(path);
    let mut decisions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let mut fields = line.split(',');
        let mut next = || fields.next().expect("three columns and more");
        let (pid, die1, die2) = (next(), next(), next());
        let setup = setup_from_position_id(pid).expect(pid);
        let position = setup.into_position(Variation::Standard).expect(pid);
        let die = |text: &str| text.parse().expect("a die");
        decisions.push((position, Roll::new(die(die1), die(die2)).expect("a roll")));
    }
    decisions.dedup();
    decisions
}

/// The best play of each of the 21 rolls, cubeful: the turn of a rollout.
fn best_of_all_rolls() {
    let (decisions, met) = (decisions(), Arc::new(Met::kazaross_xg2()));
    let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
    let mut searcher = Searcher::new(Evaluator::standard(), met);
    let mut list = AllRolls::new();
    let plays: usize = decisions.iter().map(|(position, _)| list.generate(position)).sum();
    let settings = EvalSettings::cubeful(0).with_prune(true);
    let (seconds, _) = best(&decisions, |(position, _)| {
        black_box(searcher.all_rolls(position, &cube, &settings));
        1
    });
    report(seconds, decisions.len(), plays);
}

/// Results of a position's plays evaluated together.
const SIBLINGS: usize = 64;

/// Parents of each class whose plays the nets of GNU Backgammon are timed with.
const PARENTS: usize = 64;

/// For [`PARENTS`] positions with enough plays that end in this class, [`SIBLINGS`] of their results, for the side then on roll.
fn families(class: Class) -> Vec<Vec<Position>> {
    let mut list = AllRolls::new();
    let families = decisions().into_iter().filter_map(|(position, _)| {
        list.generate(&position);
        let results = list.results().iter().map(Position::flipped);
        let family: Vec<_> = results.filter(|result| Class::of(result) == class).take(SIBLINGS).collect();
        (family.len() == SIBLINGS).then_some(family)
    });
    families.take(PARENTS).collect()
}

/// The nets of an installed GNU Backgammon by class and kernel, many positions in a call and one.
fn reference_nets(kind_of: fn(Class) -> Option<NetKind>) {
    println!();
    let Some(weights) = support::reference_weights("the nets of GNU Backgammon") else { return };
    let nets = ReferenceNets::from_bytes(&weights).expect("the weights of an installation");
    let (mut scratch, mut outputs) = (ReferenceScratch::new(), [Outputs::LOSS; SIBLINGS]);
    for class in [Class::Contact, Class::Crashed, Class::Race] {
        let families = families(class);
        for kernel in Kernel::available() {
            let nets = nets.clone().with_kernel(kernel);
            let [batched, single] = [SIBLINGS, 1].map(|together| {
                let (seconds, positions) = best(&families, |family| {
                    for (positions, outputs) in family.chunks(together).zip(outputs.chunks_mut(together)) {
                        let classes = &[class; SIBLINGS][..together];
                        nets.outputs_of(kind_of, classes, SeenBy::OnRoll, positions, &mut scratch, outputs);
                    }
                    black_box(&outputs);
                    family.len()
                });
                1e9 * seconds / positions as f64
            });
            let class = format!("{class:?}");
            println!("  {class:8} {:8} {batched:6.0} ns a position, {single:6.0} ns one at a time", kernel.name());
        }
    }
}

fn report(seconds: f64, calls: usize, plays: usize) {
    let (calls, plays) = (calls as f64, plays as f64);
    println!(
        "{:7.0} ns a call, {:6.1} plays a call, {:6.1} M plays/s",
        1e9 * seconds / calls,
        plays / calls,
        plays / seconds / 1e6,
    );
}
