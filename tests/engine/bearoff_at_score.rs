//! Bearoffs at match scores against the recursion over all rolls, plays and cube actions, at every score to 7 away.

use gammon::board::{ByPlayer, Checkers, Player, Position, Roll};
use gammon::eval::bearoff::{Numbering, ScoreBearoff};
use gammon::eval::{EvalSettings, Evaluator, Searcher};
use gammon::movegen::legal_plays;
use gammon::rng::{Generator, RngKind};
use gammon::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Met, Terms};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The most checkers of a side.
const CHECKERS: usize = 4;

/// The positions of a side, and those to which each roll can lead.
struct Side {
    numbering: Numbering,
    /// `[number][roll]`
    results: Vec<Vec<Vec<usize>>>,
}

impl Side {
    fn all() -> &'static Self {
        static ALL: OnceLock<Side> = OnceLock::new();
        ALL.get_or_init(|| {
            let numbering = Numbering::new(6, CHECKERS).expect("small");
            let of_roll = |number: usize, roll: Roll| {
                let position = Position::from_checkers(side(&numbering, number), side(&numbering, 1));
                let plays = legal_plays(&position, roll);
                let mut all: Vec<_> =
                    plays.iter().map(|play| numbering.number(play.result.on_roll().counts())).collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            let of = |number| Roll::ALL.map(|roll| of_roll(number, roll)).into();
            let results = (0..numbering.size()).map(|number| if number == 0 { Vec::new() } else { of(number) });
            Self { results: results.collect(), numbering }
        })
    }
}

fn side(numbering: &Numbering, number: usize) -> Checkers {
    Checkers::new(numbering.counts(number))
}

fn position(ours: usize, theirs: usize) -> Position {
    let numbering = &Side::all().numbering;
    Position::from_checkers(side(numbering, ours), side(numbering, theirs))
}

/// A cube with who is on roll, and the places of what follows from it.
struct State {
    cube: CubeInfo,
    /// With the other side on roll.
    flipped: usize,
    /// Doubled and taken, where that is allowed.
    doubled: Option<usize>,
    /// `[ours · positions + theirs]`: playing on, not a number where it is not known.
    played_on: Vec<f64>,
}

/// Match winning chances of the side on roll at a score, for every pair of positions.
struct Recursion {
    met: Arc<Met>,
    states: Vec<State>,
}

impl Recursion {
    fn new(met: &Arc<Met>) -> Self {
        Self { met: Arc::clone(met), states: Vec::new() }
    }

    /// The place of a state, which is made where it is new.
    fn state(&mut self, cube: &CubeInfo) -> usize {
        let is_same = |state: &State| state.cube.cube() == cube.cube() && state.cube.on_roll() == cube.on_roll();
        if let Some(place) = self.states.iter().position(is_same) {
            return place;
        }
        let (place, size) = (self.states.len(), Side::all().numbering.size());
        let played_on = vec![f64::NAN; size * size];
        self.states.push(State { cube: cube.clone(), flipped: 0, doubled: None, played_on });
        self.states[place].flipped = self.state(&cube.flipped());
        let doubled = cube.may_double().then(|| cube.doubled(&self.met));
        self.states[place].doubled = doubled.map(|doubled| self.state(&doubled));
        place
    }

    fn played_on(&mut self, state: usize, ours: usize, theirs: usize) -> f64 {
        let all = Side::all();
        let at = ours * all.numbering.size() + theirs;
        let known = self.states[state].played_on[at];
        if !known.is_nan() {
            return known;
        }
        let (won, flipped) = (win(&self.states[state].cube), self.states[state].flipped);
        let mut mean = 0.0;
        for (roll, results) in Roll::ALL.iter().zip(&all.results[ours]) {
            let mut best = 0.0_f64;
            for &left in results {
                best = best.max(if left == 0 { won } else { 1.0 - self.best(flipped, theirs, left) });
            }
            mean += f64::from(roll.weight()) / 36.0 * best;
        }
        self.states[state].played_on[at] = mean;
        mean
    }

    fn best(&mut self, state: usize, ours: usize, theirs: usize) -> f64 {
        let no_double = self.played_on(state, ours, theirs);
        let Some(doubled) = self.states[state].doubled else { return no_double };
        no_double.max(self.played_on(doubled, ours, theirs).min(win(&self.states[state].cube)))
    }

    /// Playing on, and a double that is taken, where it is allowed.
    fn values(&mut self, cube: &CubeInfo, ours: usize, theirs: usize) -> (f64, Option<f64>) {
        let state = self.state(cube);
        let doubled = self.states[state].doubled;
        let taken = doubled.map(|doubled| self.played_on(doubled, ours, theirs));
        (self.played_on(state, ours, theirs), taken)
    }
}

fn win(cube: &CubeInfo) -> f64 {
    f64::from(cube.scale().expect("a match").win.0)
}

fn cube_at(away: [u8; 2], cube: Cube, met: &Met) -> CubeInfo {
    let score = MatchScore { length: 9, score: ByPlayer(away.map(|away| 9 - away)), crawford: false };
    CubeInfo::new(cube, Player::Top, Terms::Match(score), met)
}

/// Pairs of positions in which neither side is done in a roll or far behind.
fn pairs(n: usize, checkers: std::ops::RangeInclusive<u32>, seed: u32) -> Vec<(usize, usize)> {
    let numbering = &Side::all().numbering;
    let mut generator = Generator::new(RngKind::Mersenne, seed);
    let mut found = Vec::new();
    while found.len() < n {
        let [ours, theirs] = [0, 1].map(|_| 1 + generator.below(numbering.size() as u32 - 1) as usize);
        let sides = [ours, theirs].map(|number| side(numbering, number));
        let total = sides[0].total() + sides[1].total();
        let pips = sides.map(|side| side.counts().iter().zip(1..).map(|(&n, point)| i32::from(n) * point).sum::<i32>());
        if checkers.contains(&total) && (pips[0] - pips[1]).abs() < 8 {
            found.push((ours, theirs));
        }
    }
    found
}

#[derive(Debug, Default)]
struct Off {
    sum: f64,
    n: u32,
    worst: (f64, String),
}

impl Off {
    fn enter(&mut self, found: f64, exact: f64, what: impl Fn() -> String) {
        let off = (found - exact).abs();
        (self.sum, self.n) = (self.sum + off, self.n + 1);
        if off > self.worst.0 {
            self.worst = (off, what());
        }
    }

    fn add(&mut self, other: Self) {
        (self.sum, self.n) = (self.sum + other.sum, self.n + other.n);
        if other.worst.0 > self.worst.0 {
            self.worst = other.worst;
        }
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.n)
    }
}

/// The distances of no double and of double/take from the recursion, at 0 plies of all pairs, at 1 and 2 plies of some.
fn distances(away: [u8; 2], pairs: &[(usize, usize)], some: usize) -> [Off; 3] {
    let met = Arc::new(Met::kazaross_xg2());
    let mut recursion = Recursion::new(&met);
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let mut off = <[Off; 3]>::default();
    for cube in [Cube::START, Cube { value: 2, owner: CubeOwner::Owned(Player::Top) }] {
        let cube = cube_at(away, cube, &met);
        if !cube.may_double() {
            continue;
        }
        for (i, &(ours, theirs)) in pairs.iter().enumerate() {
            let (no_double, taken) = recursion.values(&cube, ours, theirs);
            for plies in 0..if i < some { 3 } else { 1 } {
                let settings = EvalSettings::cubeful(plies);
                let found = searcher.cube_decision(&position(ours, theirs), &cube, &settings).expect("no stop").values;
                let mwc = |equity: f32| f64::from(cube.scale().expect("a match").to_mwc(equity).0);
                for (found, exact, name) in
                    [(found.no_double, no_double, "no double"), (found.double_take, taken.expect("may double"), "take")]
                {
                    off[usize::from(plies)].enter(mwc(found), exact, || {
                        format!("{away:?} {:?} {:?}, {name}: {exact}", cube.cube(), position(ours, theirs))
                    });
                }
            }
        }
    }
    off
}

/// The tables of this file are the recursion that the program answers with where it answers.
#[test]
fn the_recursion_over_tables_is_that_of_small_bearoffs() {
    let met = Arc::new(Met::kazaross_xg2());
    for away in [[2, 3], [3, 2], [4, 6], [1, 3], [3, 1]] {
        let cube = cube_at(away, Cube::START, &met);
        let mut recursion = Recursion::new(&met);
        for (ours, theirs) in pairs(4, 3..=5, 3) {
            let (no_double, taken) = recursion.values(&cube, ours, theirs);
            let known = ScoreBearoff::new(&met).decision(&position(ours, theirs), &cube).expect("small");
            assert!((known.no_double - no_double).abs() < 1e-9, "{known:?} {no_double}");
            assert!((known.double_take - taken.unwrap_or(no_double)).abs() < 1e-9, "{known:?} {taken:?}");
        }
    }
}

/// Money equities of who is on roll with so many checkers on the ace point against so many, by the plainest recursion:
/// the cube owned, in the middle, with the other side.
fn stack(ours: usize, theirs: usize, known: &mut HashMap<(usize, usize), [f64; 3]>) -> [f64; 3] {
    if let Some(values) = known.get(&(ours, theirs)) {
        return *values;
    }
    // What is left to the other side, which may double, for who has just rolled.
    let mut left = |ours: usize| {
        if ours == 0 {
            return [1.0; 3];
        }
        let [owned, centered, away] = stack(theirs, ours, known);
        let best = |stay: f64| stay.max((2.0 * away).min(1.0));
        // The other side has the cube, it is in the middle, we have it.
        [-away, -best(centered), -best(owned)]
    };
    let [double, single] = [left(ours.saturating_sub(4)), left(ours.saturating_sub(2))];
    let values = [0, 1, 2].map(|i| (double[i] + 5.0 * single[i]) / 6.0);
    known.insert((ours, theirs), values);
    values
}

/// Where no roll can miss nothing is estimated: checkers on the ace point, at every depth.
#[test]
fn stacks_on_the_ace_point_are_exact() {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let mut known = HashMap::new();
    let position = |ours: usize, theirs: usize| {
        let stack = |n: usize| {
            let mut counts = [0; 25];
            counts[0] = u8::try_from(n).expect("few");
            Checkers::new(counts)
        };
        Position::from_checkers(stack(ours), stack(theirs))
    };
    // Five rolls each with an own cube, from the table that every book has: no redouble.
    let [owned, _, away] = stack(10, 10, &mut known);
    assert!((owned - 0.7534).abs() < 5e-5 && (2.0 * away - 0.7269).abs() < 5e-5, "{owned} {away}");
    for plies in [0, 1, 2] {
        for (ours, theirs) in (3..=14).flat_map(|ours| (3..=14).map(move |theirs| (ours, theirs))) {
            let exact = stack(ours, theirs, &mut known);
            for (cube, no_double) in
                [(Cube::START, exact[1]), (Cube { value: 2, owner: CubeOwner::Owned(Player::Top) }, exact[0])]
            {
                let cube = CubeInfo::new(cube, Player::Top, Terms::Money { jacoby: false, beavers: 0 }, &met);
                let settings = EvalSettings::cubeful(plies);
                let found = searcher.cube_decision(&position(ours, theirs), &cube, &settings).expect("no stop").values;
                let off = [f64::from(found.no_double) - no_double, f64::from(found.double_take) - 2.0 * exact[2]];
                assert!(off.iter().all(|off| off.abs() < 1e-3), "{ours} {theirs} {plies} plies: {found:?} {exact:?}");
            }
        }
    }
}

/// Bearoffs of 7 and 8 checkers, which the program estimates. Where the cube as it lies is enough for one side, what a
/// double is worth follows from the databases; elsewhere a look of a ply or two comes near.
#[test]
fn bearoffs_at_scores_are_near_the_recursion() {
    let pairs = pairs(40, 7..=8, 5);
    let of = |scores: &[[u8; 2]], n: usize, some: usize| {
        let mut all = <[Off; 3]>::default();
        for &away in scores {
            all.iter_mut().zip(distances(away, &pairs[..n], some)).for_each(|(all, off)| all.add(off));
        }
        all
    };
    let leads = of(&[[2, 3], [2, 4], [2, 5], [2, 6]], 40, 4);
    let others = of(&[[3, 4], [4, 6], [3, 6], [3, 2], [6, 2], [3, 1], [2, 1], [5, 7], [7, 3]], 6, 2);
    for (off, (most, mean)) in leads.iter().zip([(0.025, 0.003), (0.025, 0.003), (0.025, 0.003)]) {
        assert!(off.worst.0 < most && off.mean() < mean, "{off:?}");
    }
    for (off, (most, mean)) in others.iter().zip([(0.08, 0.015), (0.05, 0.01), (0.04, 0.01)]) {
        assert!(off.worst.0 < most && off.mean() < mean, "{off:?}");
    }
}
