//! Times of the inner loops: `cargo bench --bench inner_loops [-- NAME]`.
//!
//! Every sample is one pass over the same positions, shorter than a time slice of the system: believe the fastest one,
//! which a busy machine disturbs least, and take several runs before believing a difference of a few percent. Results
//! belong in `docs/performance.md`. Nets are timed with all kernels that this machine runs, everything else with the
//! kernel that `GAMMON_KERNEL` names. What the engine does in a second, with positions of its own, is measured by
//! `gammon bench`.

#[path = "../support/mod.rs"]
mod support;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gammon::board::{Player, Position, Roll, SeenBy, Variation};
use gammon::eval::gnubg::{NetKind, ReferenceNets, ReferenceScratch};
use gammon::eval::{Class, EvalSettings, Evaluator, NetSet, Outputs, Scratch, Searcher};
use gammon::movegen::{AllRolls, PlayList};
use gammon::notation::setup_from_position_id;
use gammon::scoring::{Cube, CubeInfo, Met, SidePrices, Terms};
use gammon::simd::Kernel;
use std::fmt::{self, Display};
use std::sync::{Arc, LazyLock};

fn main() {
    divan::main();
}

/// Positions of games that a sample of all rolls goes through.
const TURNS: usize = 64;

/// Results of a position's plays evaluated together.
const SIBLINGS: usize = 64;

/// Parents of each class whose plays the nets are timed with.
const PARENTS: usize = 16;

/// Positions with rolls, most of them from games: those of `tests/data/moves.csv`, once each.
static DECISIONS: LazyLock<Vec<(Position, Roll)>> = LazyLock::new(|| {
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
});

/// The weights of an installed GNU Backgammon.
static REFERENCE: LazyLock<Option<ReferenceNets>> = LazyLock::new(|| {
    let weights = support::reference_weights("the nets of GNU Backgammon")?;
    Some(ReferenceNets::from_bytes(&weights).expect("the weights of an installation"))
});

/// Some of the decisions, evenly spread.
fn turns() -> Vec<(Position, Roll)> {
    DECISIONS.iter().copied().step_by(DECISIONS.len() / TURNS).take(TURNS).collect()
}

/// The evaluator with own nets, its databases at hand.
fn evaluator() -> Arc<Evaluator> {
    let evaluator = Evaluator::standard();
    evaluator.bearoff().compute();
    evaluator
}

/// Plays of one roll, of so many positions that the processor can't learn by heart where branches go.
#[divan::bench]
fn plays_of_a_roll(bencher: Bencher) {
    let mut list = PlayList::new();
    let plays: usize = DECISIONS.iter().map(|(position, roll)| list.generate(position, *roll)).sum();
    bencher.counter(ItemsCount::new(plays)).bench_local(|| {
        for (position, roll) in &*DECISIONS {
            black_box(list.generate(position, *roll));
        }
    });
}

/// Plays of all rolls.
#[divan::bench]
fn plays_of_all_rolls(bencher: Bencher) {
    let (turns, mut list) = (turns(), AllRolls::new());
    let plays: usize = turns.iter().map(|(position, _)| list.generate(position)).sum();
    bencher.counter(ItemsCount::new(plays)).bench_local(|| {
        for (position, _) in &turns {
            black_box(list.generate(position));
        }
    });
}

/// The best play of each of the 21 rolls with own nets, cubeful: the turn of a rollout that looks at the luck of the
/// dice. Counted in turns.
#[divan::bench]
fn luck_step(bencher: Bencher) {
    let (turns, met) = (turns(), Arc::new(Met::kazaross_xg2()));
    let cube = CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met);
    let mut searcher = Searcher::new(evaluator(), met);
    let settings = EvalSettings::cubeful(0).with_prune(true);
    bencher.counter(ItemsCount::new(turns.len())).bench_local(|| {
        for (position, _) in &turns {
            black_box(searcher.all_rolls(position, &cube, &settings));
        }
    });
}

/// The filter net on all plays of all rolls.
#[divan::bench]
fn filter_net(bencher: Bencher) {
    let lists: Vec<AllRolls> = (turns().iter())
        .map(|(position, _)| {
            let mut list = AllRolls::new();
            list.generate_with_routes(position);
            list
        })
        .collect();
    let plays: usize = lists.iter().map(|list| list.results().len()).sum();
    let (evaluator, mut scratch) = (evaluator(), Scratch::new());
    let (mut classes, mut guesses) = (Vec::new(), Vec::new());
    bencher.counter(ItemsCount::new(plays)).bench_local(|| {
        for list in &lists {
            classes.clear();
            evaluator.classify_plays(list.before(), list.results(), &mut classes);
            evaluator.guess(list.routes(), &classes, SidePrices::MONEY, &mut scratch, &mut guesses);
            black_box(&guesses);
        }
    });
}

/// Own nets, with the corrections of the evaluator.
#[divan::bench(args = Case::all())]
fn own_nets(bencher: Bencher, case: &Case) {
    let nets = NetSet::own().with_kernel(case.kernel);
    let evaluator = Evaluator::new(nets, Arc::clone(evaluator().bearoff()));
    let (mut scratch, mut outputs) = (Scratch::new(), Vec::new());
    case.time(bencher, |_, positions| {
        evaluator.outputs_of(SeenBy::OnRoll, positions, &mut scratch, &mut outputs);
        black_box(&outputs);
    });
}

/// The large nets of GNU Backgammon.
#[divan::bench(args = Case::all_of_reference())]
fn reference_nets(bencher: Bencher, case: &Case) {
    time_reference(bencher, case, NetKind::of);
}

/// The small nets of GNU Backgammon.
#[divan::bench(args = Case::all_of_reference())]
fn pruning_nets(bencher: Bencher, case: &Case) {
    time_reference(bencher, case, NetKind::pruning_of);
}

fn time_reference(bencher: Bencher, case: &Case, kind_of: fn(Class) -> Option<NetKind>) {
    let nets = REFERENCE.clone().expect("no case without weights").with_kernel(case.kernel);
    let (mut scratch, mut outputs) = (ReferenceScratch::new(), [Outputs::LOSS; SIBLINGS]);
    case.time(bencher, |class, positions| {
        let (classes, outputs) = (&[class; SIBLINGS][..positions.len()], &mut outputs[..positions.len()]);
        nets.outputs_of(kind_of, classes, SeenBy::OnRoll, positions, &mut scratch, outputs);
        black_box(&outputs);
    });
}

/// How positions are given to nets.
struct Case {
    class: Class,
    kernel: Kernel,
    /// Positions in a call.
    together: usize,
}

impl Case {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for class in [Class::Contact, Class::Crashed, Class::Race] {
            for kernel in Kernel::available() {
                all.extend([SIBLINGS, 1].map(|together| Self { class, kernel, together }));
            }
        }
        all
    }

    /// `None` without the weights, which is then reported.
    fn all_of_reference() -> Vec<Self> {
        if REFERENCE.is_some() { Self::all() } else { Vec::new() }
    }

    /// For [`PARENTS`] positions with enough plays that end in this class, [`SIBLINGS`] of their results, for the side
    /// then on roll.
    fn families(&self) -> Vec<Vec<Position>> {
        let mut list = AllRolls::new();
        let families = DECISIONS.iter().filter_map(|(position, _)| {
            list.generate(position);
            let results = list.results().iter().map(Position::flipped);
            let family: Vec<_> = results.filter(|result| Class::of(result) == self.class).take(SIBLINGS).collect();
            (family.len() == SIBLINGS).then_some(family)
        });
        families.take(PARENTS).collect()
    }

    /// Times `evaluate`, which is given the class and so many positions of it at a time.
    fn time(&self, bencher: Bencher, mut evaluate: impl FnMut(Class, &[Position])) {
        let families = self.families();
        let positions: usize = families.iter().map(Vec::len).sum();
        bencher.counter(ItemsCount::new(positions)).bench_local(|| {
            for positions in families.iter().flat_map(|family| family.chunks(self.together)) {
                evaluate(self.class, positions);
            }
        });
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.together == 1 { "one by one" } else { "in batches" };
        write!(f, "{}, {}, {how}", self.class.name(), self.kernel.name())
    }
}
