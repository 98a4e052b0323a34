//! `gammon bench`: how much the engine does in a second, and its signature.

use crate::args::BenchArgs;
use gammon::bench;
use gammon::board::{ByPlayer, Player, SeenBy, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::{EvalSettings, Evaluator, MoveFilters, NetSet, RollQuestion, Scratch, Searcher};
use gammon::movegen::{AllRolls, PlayList};
use gammon::rollout::{Engine, Job, PlayerSettings, RolloutSettings, Unobserved};
use gammon::scoring::{Cube, CubeInfo, Met, SidePrices, Terms};
use gammon::simd::Kernel;
use gammon::storage;
use gammon::train::Decision;
use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Decisions timed together: well within a time slice of the system.
const CHUNK: usize = 16;

/// How much work is measured.
#[derive(Clone, Copy)]
struct Effort {
    /// Everything is measured again and again for this long, but at least so often.
    long_enough: Duration,
    repeats: usize,
    /// One decision of this many.
    step: usize,
    /// No rollout has more trials.
    most_trials: u64,
}

const WHOLE: Effort = Effort { long_enough: Duration::from_millis(500), repeats: 3, step: 1, most_trials: u64::MAX };

/// Everything once, a little of it.
const QUICK: Effort = Effort { long_enough: Duration::ZERO, repeats: 1, step: 50, most_trials: 36 };

/// The plays of this many positions are evaluated.
const EVALUATED: usize = 64;

/// Positions are looked at so many plies deep, so many of them.
const DEPTHS: [(u8, usize); 3] = [(0, 2_000), (1, 100), (2, 20)];

/// Turns to the horizon of the rollout that is cut off.
const HORIZON: u16 = 7;

/// Measures everything, or prints the signature alone.
pub fn run(args: &BenchArgs) -> io::Result<()> {
    let standard = Evaluator::standard();
    let decisions = bench::positions(&standard);
    if !args.signature {
        let file = args.weights.as_deref().map(|path| storage::read(path, storage::LARGEST)).transpose()?;
        let name = args.weights.as_ref().map_or_else(|| "own nets".to_owned(), |path| path.display().to_string());
        let read = |bytes: &Vec<u8>| NetSet::from_bytes(bytes);
        file.as_ref().map(read).transpose().map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        let nets = |kernel| {
            let nets = file.as_ref().map_or_else(NetSet::own, |bytes| read(bytes).expect("read before"));
            nets.with_kernel(kernel)
        };
        let effort = if args.quick { QUICK } else { WHOLE };
        let some: Vec<Decision> = decisions.iter().copied().step_by(effort.step).collect();
        Figures { nets: &nets, decisions: &some, met: Arc::new(Met::kazaross_xg2()), effort }.print(&name)?;
    }
    let result = bench::bench(&standard, &decisions);
    writeln!(io::stdout(), "Bench: moves={} eval={:016x}", result.plays, result.signature)
}

/// The work that is measured, and its means.
struct Figures<'a> {
    nets: &'a dyn Fn(Kernel) -> NetSet,
    decisions: &'a [Decision],
    met: Arc<Met>,
    effort: Effort,
}

impl Figures<'_> {
    fn print(&self, name: &str) -> io::Result<()> {
        let mut out = io::stdout();
        let evaluator = self.evaluator(Kernel::selected());
        evaluator.bearoff().compute();
        writeln!(out, "{name}, one thread; rates a second, the best of many repeats\n")?;

        writeln!(out, "{:24} {:>13} {:>13}", "static evaluations", "in batches", "one by one")?;
        for kernel in Kernel::available() {
            let evaluator = self.evaluator(kernel);
            let [batches, single] = [false, true].map(|single| self.evaluations(&evaluator, single));
            writeln!(out, "  {:22} {batches:>13.0} {single:>13.0}", evaluator.kernel())?;
        }
        writeln!(out, "  {:22} {:>13.0}\n", "filter net", self.guesses(&evaluator))?;

        let [one, all] = self.plays();
        writeln!(out, "{:24} {:>13} {:>13}", "plays generated", "of a roll", "of all rolls")?;
        writeln!(out, "  {:22} {one:>13.0} {all:>13.0}\n", "")?;

        writeln!(out, "{:24} {:>13} {:>13}", "decisions", "plays", "cube")?;
        for (plies, positions) in DEPTHS {
            let [plays, cube] = self.decided(&evaluator, plies, positions);
            writeln!(out, "  {:22} {plays:>13.1} {cube:>13.1}", format!("{plies}-ply"))?;
        }

        let variances = ["var. cubeless", "var. cubeful"];
        writeln!(out, "\n{:24} {:>13} {:>13} {:>13}", "rollouts of the opening", "trials", variances[0], variances[1])?;
        let engine = Engine::new(evaluator, Arc::clone(&self.met));
        for (name, trials, settings) in rollouts() {
            let (rate, [cubeless, cubeful]) = self.effort.roll_out(&engine, trials, settings);
            let cubeful = cubeful.map_or_else(String::new, |variance| format!("{variance:.4}"));
            let cubeless = cubeless.map_or_else(String::new, |variance| format!("{variance:.4}"));
            writeln!(out, "  {name:22} {rate:>13.1} {cubeless:>13} {cubeful:>13}")?;
        }
        writeln!(out)
    }

    fn evaluator(&self, kernel: Kernel) -> Arc<Evaluator> {
        Arc::new(Evaluator::new((self.nets)(kernel), Bearoff::standard()))
    }

    /// Evaluations of the results of all plays.
    fn evaluations(&self, evaluator: &Evaluator, single: bool) -> f64 {
        let (mut list, mut scratch, mut outputs) = (AllRolls::new(), Scratch::new(), Vec::new());
        let some: Vec<_> = self.decisions.iter().step_by((self.decisions.len() / EVALUATED).max(1)).collect();
        self.effort.rate(&some, |decision| {
            list.generate(&decision.position);
            let results = list.results();
            let together = if single { 1 } else { results.len().max(1) };
            for results in results.chunks(together) {
                evaluator.outputs_of(SeenBy::Mover, results, &mut scratch, &mut outputs);
                black_box(&outputs);
            }
            results.len()
        })
    }

    /// Plays that the filter net looks at.
    fn guesses(&self, evaluator: &Evaluator) -> f64 {
        let (mut list, mut scratch) = (AllRolls::new(), Scratch::new());
        let (mut classes, mut guesses) = (Vec::new(), Vec::new());
        self.effort.rate(self.decisions, |decision| {
            list.generate_with_routes(&decision.position);
            classes.clear();
            evaluator.classify_plays(&decision.position, list.results(), &mut classes);
            evaluator.guess(list.routes(), &classes, SidePrices::MONEY, &mut scratch, &mut guesses);
            black_box(&guesses);
            list.results().len()
        })
    }

    /// Plays generated for one roll at a time and for all.
    fn plays(&self) -> [f64; 2] {
        let (mut list, mut all) = (PlayList::new(), AllRolls::new());
        let of_a_roll =
            self.effort.rate(self.decisions, |decision| black_box(list.generate(&decision.position, decision.roll)));
        [of_a_roll, self.effort.rate(self.decisions, |decision| black_box(all.generate(&decision.position)))]
    }

    /// Plays chosen and cubes decided this many plies deep, pruned, with the filters of `normal`.
    fn decided(&self, evaluator: &Arc<Evaluator>, plies: u8, positions: usize) -> [f64; 2] {
        let cube = CubeInfo::new(Cube::START, Player::Bottom, Terms::MONEY, &self.met);
        let mut searcher = Searcher::new(Arc::clone(evaluator), Arc::clone(&self.met));
        let settings = EvalSettings::cubeful(plies).with_prune(true);
        let step = self.decisions.len() / positions;
        let chosen: Vec<Decision> = self.decisions.iter().copied().step_by(step.max(1)).collect();
        let plays = if plies == 0 {
            // Many in a batch, as in rollouts.
            let chunks: Vec<&[Decision]> = chosen.chunks(CHUNK).collect();
            let mut answers = Vec::new();
            self.effort.rate(&chunks, |chunk| {
                let questions = chunk.iter().map(|Decision { position, roll, .. }| RollQuestion {
                    position,
                    roll: *roll,
                    cube: &cube,
                    settings,
                    among_more: false,
                });
                searcher.best_results(questions, &mut answers);
                black_box(answers.len())
            })
        } else {
            self.effort.rate(&chosen, |&Decision { position, roll, .. }| {
                let best = searcher.best_play(&position, roll, &cube, &settings, &MoveFilters::NORMAL);
                usize::from(black_box(best).is_ok())
            })
        };
        let cubes = self.effort.rate(&chosen, |decision| {
            usize::from(searcher.cube_decision(&decision.position, &cube, &settings).is_ok())
        });
        [plays, cubes]
    }
}

impl Effort {
    /// This much of it a second: over chunks of items, the least time that each ever took.
    fn rate<T>(self, items: &[T], mut work: impl FnMut(&T) -> usize) -> f64 {
        let chunks: Vec<_> = items.chunks(CHUNK).collect();
        let mut least = vec![Duration::MAX; chunks.len()];
        let (begun, mut repeats, mut amount) = (Instant::now(), 0, 0);
        while repeats < self.repeats || begun.elapsed() < self.long_enough {
            amount = 0;
            for (chunk, least) in chunks.iter().zip(&mut least) {
                let start = Instant::now();
                amount += chunk.iter().map(&mut work).sum::<usize>();
                *least = start.elapsed().min(*least);
            }
            repeats += 1;
        }
        amount as f64 / least.iter().sum::<Duration>().as_secs_f64()
    }

    /// Trials a second of the opening position, the best of some runs, and the variance of a trial's equities.
    fn roll_out(self, engine: &Engine, trials: u64, settings: RolloutSettings) -> (f64, [Option<f64>; 2]) {
        let trials = trials.min(self.most_trials);
        let settings = settings.with(|it| it.trials = trials);
        let opening = Variation::Standard.starting_position();
        let job = Job::position(&opening, Cube::START, Player::Bottom, Terms::MONEY);
        let mut least = Duration::MAX;
        let mut variances = [None; 2];
        let begun = Instant::now();
        while variances[0].is_none() || begun.elapsed() < 2 * self.long_enough {
            let start = Instant::now();
            let rollout = engine.rollout(&job, &settings, 1, &mut Unobserved).expect("a job, and a thread to play it");
            least = start.elapsed().min(least);
            let estimates = &rollout.result.candidates[0].estimates;
            let variance = |std_err: Option<f64>| std_err.map(|error| error * error * trials as f64);
            variances = [
                variance(estimates.cubeless.equity.std_err),
                estimates.cubeful.and_then(|cubeful| variance(cubeful.equity.std_err)),
            ];
        }
        (trials as f64 / least.as_secs_f64(), variances)
    }
}

/// The rollouts by the names that `scripts/bench-against.sh` gives them, and how many trials of each.
fn rollouts() -> [(&'static str, u64, RolloutSettings); 5] {
    let with = |cube: u8, change: fn(&mut RolloutSettings)| {
        let (chequer, cube) = (EvalSettings::cubeful(0).with_prune(true), EvalSettings::cubeful(cube).with_prune(true));
        let player = PlayerSettings { chequer, cube, filters: MoveFilters::NORMAL };
        let mut settings = RolloutSettings::default().with(|it| {
            it.seed = 1;
            it.players = ByPlayer([player; 2]);
        });
        change(&mut settings);
        settings
    };
    [
        (
            "plays: 0-ply, no luck",
            1296,
            with(0, |settings| (settings.cubeful, settings.variance_reduction) = (false, false)),
        ),
        ("cubeless: 0-ply", 360, with(0, |settings| settings.cubeful = false)),
        ("cubeful: 0-ply", 360, with(0, |_| ())),
        (
            "truncated: 7 turns",
            720,
            with(0, |settings| {
                (settings.truncation.enabled, settings.truncation.plies) = (true, HORIZON);
                settings.truncation.cube = EvalSettings::cubeful(0).with_prune(true);
            }),
        ),
        ("default: 2-ply cube", 108, with(2, |_| ())),
    ]
}
