//! Times of the inner loops: `cargo bench --bench inner_loops [NAME]`.
//!
//! Each figure sums, over short chunks of work, the best of many repeats, which a busy machine disturbs least; take
//! several runs before believing a difference of a few percent. Results belong in `docs/performance.md`.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use gammon::board::{Player, Position, Roll, Variation};
use gammon::eval::{EvalSettings, Evaluator, Scratch, Searcher, SeenBy};
use gammon::movegen::{AllRolls, PlayList};
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
    let benches: [(&str, fn()); 5] = [
        ("plays-of-a-roll", plays_of_a_roll),
        ("plays-of-all-rolls", plays_of_all_rolls),
        ("filter-net", filter_net),
        ("own-nets", || outputs(&Evaluator::standard())),
        ("best-of-all-rolls", best_of_all_rolls),
    ];
    for (name, bench) in benches {
        if name.contains(&wanted) {
            print!("{name:20} ");
            bench();
        }
    }
}

/// The sum over all chunks of the least time each was ever done in, in seconds, and how many plays there are.
fn best(decisions: &[(Position, Roll)], mut count: impl FnMut(&(Position, Roll)) -> usize) -> (f64, usize) {
    let chunks: Vec<_> = decisions.chunks(CHUNK).collect();
    let mut least = vec![f64::INFINITY; chunks.len()];
    let mut plays = 0;
    for _ in 0..REPEATS {
        plays = 0;
        for (chunk, least) in chunks.iter().zip(&mut least) {
            let start = Instant::now();
            plays += chunk.iter().map(|decision| black_box(count(decision))).sum::<usize>();
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

fn plays_of_a_roll() {
    let decisions = decisions();
    let mut list = PlayList::new();
    let (seconds, plays) = best(&decisions, |(position, roll)| list.generate(position, *roll));
    report(seconds, decisions.len(), plays);
}

fn plays_of_all_rolls() {
    let decisions = decisions();
    let mut list = AllRolls::new();
    let (seconds, plays) = best(&decisions, |(position, _)| list.generate(position));
    report(seconds, decisions.len(), plays);
}

/// The filter net on all plays of all rolls, listing them and their classes included.
fn filter_net() {
    let (decisions, evaluator) = (decisions(), Evaluator::standard());
    let (mut list, mut scratch) = (AllRolls::new(), Scratch::new());
    let (mut classes, mut guesses) = (Vec::new(), Vec::new());
    let (seconds, plays) = best(&decisions, |(position, _)| {
        let plays = list.generate(position);
        evaluator.guesses_of(SeenBy::Mover, list.results(), &mut scratch, &mut classes, &mut guesses);
        black_box(&guesses);
        plays
    });
    report(seconds, decisions.len(), plays);
}

/// Static evaluation of all plays of all rolls, listing them included.
fn outputs(evaluator: &Evaluator) {
    let decisions = decisions();
    let (mut list, mut scratch, mut outputs) = (AllRolls::new(), Scratch::new(), Vec::new());
    let (seconds, plays) = best(&decisions, |(position, _)| {
        let plays = list.generate(position);
        evaluator.outputs_of(SeenBy::Mover, list.results(), &mut scratch, &mut outputs);
        black_box(&outputs);
        plays
    });
    report(seconds, decisions.len(), plays);
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

fn report(seconds: f64, calls: usize, plays: usize) {
    let (calls, plays) = (calls as f64, plays as f64);
    println!(
        "{:7.0} ns a call, {:6.1} plays a call, {:6.1} M plays/s",
        1e9 * seconds / calls,
        plays / calls,
        plays / seconds / 1e6,
    );
}
