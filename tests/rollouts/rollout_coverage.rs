//! Do 95 % intervals hold the truth in 95 of 100 cases? Tested where the truth is known exactly: in short bearoffs,
//! from the two-sided database, and in small races by working out what the program's own play leads to.
//!
//! The usual form looks at some hundred seeded intervals of each kind; `GAMMON_LONG_TESTS=1` looks at thousands and
//! prints the figures in `docs/validation.md`.

use crate::support::rollouts;

use gammon::board::{Checkers, Position, Roll};
use gammon::eval::Searcher;
use gammon::eval::bearoff::Bearoff;
use gammon::rng::{Generator, RngKind};
use gammon::rollout::{CandidateResult, Engine, Job, RolloutSettings};
use gammon::scoring::{Cube, CubeInfo, CubeOwner};
use rollouts::{ME, PLAIN_MONEY, is_long, own, plain, roll_out, say};
use std::collections::HashMap;

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.959_964;

/// A state of the cube in which a position is rolled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Cubeless,
    Centered,
    Own,
    Opponents,
}

impl State {
    const ALL: [Self; 4] = [Self::Cubeless, Self::Centered, Self::Own, Self::Opponents];

    fn cube(self) -> Cube {
        let owner = match self {
            Self::Cubeless | Self::Centered => CubeOwner::Centered,
            Self::Own => CubeOwner::Owned(ME),
            Self::Opponents => CubeOwner::Owned(!ME),
        };
        // Money equities are in units of the cube, whatever its value.
        Cube::new(1, owner).unwrap()
    }

    /// The state as the other side has it.
    fn flipped(self) -> Self {
        match self {
            Self::Own => Self::Opponents,
            Self::Opponents => Self::Own,
            other => other,
        }
    }
}

/// How many intervals held the truth.
#[derive(Clone, Copy, Debug, Default)]
struct Coverage {
    held: u32,
    total: u32,
    /// Squares of the distances in standard errors: 1 each on average.
    squares: f64,
    /// The distances themselves: 0 on average.
    sum: f64,
    /// The farthest.
    farthest: f64,
}

impl Coverage {
    fn look(&mut self, mean: f64, error: f64, exact: f64) {
        // Without any spread the value must be right but for rounding, databases' 16 bits included.
        let distance = (mean - exact) / error.max(3e-5);
        self.total += 1;
        self.held += u32::from(distance.abs() <= INTERVAL);
        self.squares += distance * distance;
        self.sum += distance;
        self.farthest = self.farthest.max(distance.abs());
    }

    fn add(&mut self, other: Self) {
        self.total += other.total;
        self.held += other.held;
        self.squares += other.squares;
        self.sum += other.sum;
        self.farthest = self.farthest.max(other.farthest);
    }

    /// Whether 95 % are held, within two percent or, of few, three standard errors of such a share.
    fn is_about_95_percent(&self) -> bool {
        let error = 100.0 * (0.95 * 0.05 / f64::from(self.total)).sqrt();
        (self.percent() - 95.0).abs() <= (3.0 * error).max(2.0)
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.held) / f64::from(self.total)
    }

    fn row(&self, name: &str) -> String {
        let n = f64::from(self.total);
        format!(
            "| {name} | {} | {:.1} % | {:+.3} | {:.3} | {:.1} |",
            self.total,
            self.percent(),
            self.sum / n,
            (self.squares / n).sqrt(),
            self.farthest
        )
    }
}

/// The equity that decides and its standard error.
fn equity(candidate: &CandidateResult) -> (f64, f64) {
    let estimate = candidate.equity();
    (estimate.mean, estimate.std_err.expect("many trials"))
}

fn no_bearoff_truncation(trials: u64, seed: u32, state: State) -> RolloutSettings {
    let mut settings = plain(trials, seed);
    settings.bearoff_exact = false;
    settings.bearoff_one_sided = false;
    settings.cubeful = state != State::Cubeless;
    for player in &mut settings.players.0 {
        player.chequer.cubeful = settings.cubeful;
    }
    settings
}

/// Seeded positions with so many checkers a side, on points from 1 up to the last.
fn positions(n: usize, checkers: std::ops::RangeInclusive<u32>, last: u32, seed: u32) -> Vec<Position> {
    let mut generator = Generator::new(RngKind::Mersenne, seed);
    let mut side = || {
        let mut counts = [0_u8; 25];
        for _ in 0..checkers.start() + generator.below(checkers.end() - checkers.start() + 1) {
            counts[generator.below(last) as usize] += 1;
        }
        Checkers::new(counts)
    };
    let positions = std::iter::repeat_with(|| Position::from_checkers(side(), side()));
    positions.filter(|position| !position.has_contact()).take(n).collect()
}

#[test]
fn intervals_hold_what_the_two_sided_database_says() {
    let engine = own();
    let (seeds, sizes): (u32, &[u64]) = if is_long() { (25, &[36, 144, 360, 1296]) } else { (4, &[360]) };
    let bearoff = Bearoff::standard();
    let open = |position: &&Position| {
        bearoff.two_sided.home_equities(position.on_roll(), position.opponent()).money().cubeless().abs() < 0.9
    };
    let candidates = positions(80, 1..=6, 6, 11);
    let chosen: Vec<_> = candidates.iter().filter(open).take(30).collect();
    assert_eq!(chosen.len(), 30);
    for &trials in sizes {
        let mut all = Coverage::default();
        for state in State::ALL {
            let mut coverage = Coverage::default();
            for (number, position) in (0_u32..).zip(&chosen) {
                let known = bearoff.two_sided.home_equities(position.on_roll(), position.opponent()).money();
                let exact = f64::from(match state {
                    State::Cubeless => known.cubeless(),
                    State::Centered => known.centered(),
                    State::Own => known.owned(),
                    State::Opponents => known.opponents(),
                });
                let job = Job::position(position, state.cube(), ME, PLAIN_MONEY);
                // With exact evaluations no luck is left, so a few trials must give the database's number.
                let reduced = roll_out(&engine, &job, &no_bearoff_truncation(36, number, state)).result;
                let mean = equity(&reduced.candidates[0]).0;
                assert!((mean - exact).abs() < 2e-4, "{position:?} {state:?}: {mean} for {exact}");
                for seed in 0..seeds {
                    let mut settings = no_bearoff_truncation(trials, 0, state);
                    settings.seed = 10_000 * number + 100 * seed + state as u32;
                    settings.variance_reduction = false;
                    settings.quasi_random = false;
                    let (mean, error) = equity(&roll_out(&engine, &job, &settings).result.candidates[0]);
                    coverage.look(mean, error, exact);
                }
            }
            say(&coverage.row(&format!("{trials} trials, {state:?}")));
            all.add(coverage);
        }
        say(&all.row(&format!("{trials} trials, all")));
        assert!(trials < 360 || all.is_about_95_percent(), "{all:?}");
    }
}

/// What trials are worth on average, worked out from the plays and cube actions that the program chooses.
struct Exact {
    searcher: Searcher,
    settings: RolloutSettings,
    known: HashMap<(Position, State, bool), f64>,
}

impl Exact {
    fn new(engine: &Engine, settings: &RolloutSettings) -> Self {
        Self { searcher: engine.searcher(), settings: settings.clone(), known: HashMap::new() }
    }

    /// The mean equity of the side on roll, in units of the cube.
    fn value(&mut self, position: &Position, state: State, may_double: bool) -> f64 {
        if position.is_over() {
            return -1.0;
        }
        let key = (*position, state, may_double);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let met = std::sync::Arc::clone(self.searcher.met());
        let cube = CubeInfo::new(state.cube(), ME, PLAIN_MONEY, &met);
        let player = self.settings.player(ME, 0);
        let mut doubled = None;
        if self.settings.cubeful && may_double && cube.may_double() {
            let decision = self.searcher.cube_decision(position, &cube, &player.cube).expect("no stop");
            doubled = decision.verdict.filter(|verdict| verdict.doubles()).map(|verdict| verdict.takes());
        }
        let value = match doubled {
            Some(false) => 1.0,
            Some(true) => 2.0 * self.value(position, State::Opponents, false),
            None => {
                let best = self.searcher.all_rolls(position, &cube, &player.chequer);
                let mut mean = 0.0;
                for (roll, best) in Roll::ALL.iter().zip(&best) {
                    let after = self.value(&best.result.flipped(), state.flipped(), true);
                    mean -= f64::from(roll.weight()) / 36.0 * after;
                }
                mean
            }
        };
        self.known.insert(key, value);
        value
    }
}

/// With variance reduction, with a net whose values are off and plays that look ahead: races too long for the
/// databases, in which the mean of all trials can still be worked out.
#[test]
fn intervals_hold_what_the_programs_play_is_worth() {
    let engine = own();
    let (seeds, sizes): (u32, &[u64]) = if is_long() { (25, &[36, 144, 360, 1296]) } else { (4, &[144]) };
    let races = positions(200, 2..=3, 12, 5);
    let is_long_race =
        |position: &&Position| [position.on_roll(), position.opponent()].iter().any(|side| !side.are_home());
    let chosen: Vec<_> = races.iter().filter(is_long_race).collect();
    for &trials in sizes {
        let (mut all, mut raw, mut stratified) = (Coverage::default(), Coverage::default(), Coverage::default());
        for state in State::ALL {
            let mut coverage = Coverage::default();
            let settings = no_bearoff_truncation(trials, 0, state);
            let mut exact = Exact::new(&engine, &settings);
            let values = chosen.iter().map(|position| (*position, exact.value(position, state, false)));
            let values: Vec<_> = values.filter(|(_, value)| value.abs() < 0.9).take(30).collect();
            assert_eq!(values.len(), 30);
            for (number, (position, exact)) in (0_u32..).zip(values) {
                let job = Job::position(position, state.cube(), ME, PLAIN_MONEY);
                for seed in 0..seeds {
                    let seed = 10_000 * number + 100 * seed + state as u32;
                    let run = |quasi_random| {
                        let settings = settings.clone().with(|it| {
                            it.seed = seed;
                            it.quasi_random = quasi_random;
                        });
                        roll_out(&engine, &job, &settings).result.candidates.remove(0)
                    };
                    let candidate = run(false);
                    let (mean, error) = equity(&candidate);
                    coverage.look(mean, error, exact);
                    let plain = candidate.raw.cubeful.unwrap_or(candidate.raw.cubeless).equity;
                    raw.look(plain.mean, plain.std_err.expect("many trials"), exact);
                    if trials >= 144 && is_long() {
                        let candidate = run(true);
                        stratified.look(equity(&candidate).0, candidate.stratified_error.expect("four of each"), exact);
                    }
                }
            }
            say(&coverage.row(&format!("{trials} trials, {state:?}, luck subtracted")));
            all.add(coverage);
        }
        say(&all.row(&format!("{trials} trials, all, luck subtracted")));
        say(&raw.row(&format!("{trials} trials, all, as they ended")));
        if stratified.total > 0 {
            say(&stratified.row(&format!("{trials} trials, all, stratified dice and error")));
        }
        assert!(trials < 144 || all.is_about_95_percent(), "{all:?}");
    }
}
