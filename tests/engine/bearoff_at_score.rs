//! Bearoffs at match scores against a plain recursion over all rolls, plays and cube actions, at every score to 7 away.

use gammon::board::{ByPlayer, Checkers, Player, Position, Roll};
use gammon::eval::bearoff::Numbering;
use gammon::eval::{Class, Efficiencies, EvalSettings, Evaluator, Leaf, MoveFilters, Scratch, Searcher};
use gammon::movegen::legal_plays;
use gammon::rng::{Generator, RngKind};
use gammon::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Met, Terms};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The most checkers of a side.
const CHECKERS: usize = 7;

/// The numbers of a side's positions after the plays of each roll.
type Results = [Vec<usize>; 21];

/// The positions of a side, and those to which each roll can lead, found when they are first asked for.
struct Side {
    numbering: Numbering,
    results: Vec<OnceLock<Results>>,
}

impl Side {
    fn all() -> &'static Self {
        static ALL: OnceLock<Side> = OnceLock::new();
        ALL.get_or_init(|| {
            let numbering = Numbering::new(6, CHECKERS).expect("small");
            Self { results: vec![OnceLock::new(); numbering.size()], numbering }
        })
    }

    fn results(&self, number: usize) -> &Results {
        self.results[number].get_or_init(|| {
            let position = Position::from_checkers(side(number), side(1));
            Roll::ALL.map(|roll| {
                let plays = legal_plays(&position, roll);
                let mut all: Vec<_> =
                    plays.iter().map(|play| self.numbering.number(play.result.on_roll().counts())).collect();
                all.sort_unstable();
                all.dedup();
                all
            })
        })
    }
}

fn side(number: usize) -> Checkers {
    Checkers::new(Side::all().numbering.counts(number))
}

fn position(ours: usize, theirs: usize) -> Position {
    Position::from_checkers(side(ours), side(theirs))
}

/// A cube with who is on roll, and the places of what follows from it.
struct State {
    cube: CubeInfo,
    /// With the other side on roll.
    flipped: usize,
    /// Doubled and taken, where that is allowed.
    doubled: Option<usize>,
    /// Playing on, for pairs of positions.
    played_on: HashMap<(usize, usize), f64>,
}

/// Match winning chances of the side on roll at a score.
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
        let place = self.states.len();
        self.states.push(State { cube: cube.clone(), flipped: 0, doubled: None, played_on: HashMap::new() });
        self.states[place].flipped = self.state(&cube.flipped());
        let doubled = cube.may_double().then(|| cube.doubled(&self.met));
        self.states[place].doubled = doubled.map(|doubled| self.state(&doubled));
        place
    }

    fn played_on(&mut self, state: usize, ours: usize, theirs: usize) -> f64 {
        if let Some(known) = self.states[state].played_on.get(&(ours, theirs)) {
            return *known;
        }
        let mut mean = 0.0;
        for (roll, results) in Roll::ALL.iter().zip(Side::all().results(ours)) {
            let best = results.iter().map(|&left| self.after(state, left, theirs)).fold(0.0, f64::max);
            mean += f64::from(roll.weight()) / 36.0 * best;
        }
        self.states[state].played_on.insert((ours, theirs), mean);
        mean
    }

    /// The value after a play to the side that made it.
    fn after(&mut self, state: usize, ours: usize, theirs: usize) -> f64 {
        if ours == 0 {
            win(&self.states[state].cube)
        } else {
            1.0 - self.best(self.states[state].flipped, theirs, ours)
        }
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

fn cube_at(away: [u8; 2], crawford: bool, cube: Cube, met: &Met) -> CubeInfo {
    let score = MatchScore::new(9, ByPlayer(away.map(|away| 9 - away)), crawford).unwrap();
    CubeInfo::new(cube, Player::Top, Terms::Match(score), met)
}

/// The cubes of a score, with which neither side has lost the match yet.
const CUBES: [Cube; 5] = [
    Cube::START,
    Cube::turned(1, CubeOwner::Owned(Player::Top)),
    Cube::turned(1, CubeOwner::Owned(Player::Bottom)),
    Cube::turned(2, CubeOwner::Owned(Player::Top)),
    Cube::turned(2, CubeOwner::Owned(Player::Bottom)),
];

/// Pairs of positions of so many checkers a side, in which neither is far behind.
fn pairs(n: usize, checkers: std::ops::RangeInclusive<usize>, most_pips: u32, seed: u32) -> Vec<(usize, usize)> {
    let numbering = &Side::all().numbering;
    let (first, end) = (numbering.first_with(*checkers.start()), numbering.first_with(checkers.end() + 1));
    let mut generator = Generator::new(RngKind::Mersenne, seed);
    let mut found = Vec::new();
    while found.len() < n {
        let [ours, theirs] = [0, 1].map(|_| first + generator.below((end - first) as u32) as usize);
        let pips = [ours, theirs].map(|number| side(number).pips());
        if pips[0].abs_diff(pips[1]) < 8 && pips[0].max(pips[1]) <= most_pips {
            found.push((ours, theirs));
        }
    }
    found
}

/// How far the searcher is off the recursion at each depth: both values of the cube decision, the best play of a roll.
fn distances(searcher: &mut Searcher, recursion: &mut Recursion, cube: &CubeInfo, pair: (usize, usize)) -> [f64; 3] {
    let ((ours, theirs), position) = (pair, position(pair.0, pair.1));
    let (no_double, taken) = recursion.values(cube, ours, theirs);
    let state = recursion.state(cube);
    let roll = Roll::ALL[(ours + theirs) % 21];
    let plays = &Side::all().results(ours)[roll.index()];
    let best = plays.iter().map(|&left| recursion.after(state, left, theirs)).fold(0.0, f64::max);
    let scale = cube.scale().expect("a match");
    let off = |equity: f32, exact: f64| (f64::from(scale.to_mwc(equity).0) - exact).abs();
    [0, 1, 2].map(|plies| {
        let settings = EvalSettings::cubeful(plies);
        let found = searcher.cube_decision(&position, cube, &settings).expect("no stop").values;
        let play = searcher.best_play(&position, roll, cube, &settings, &MoveFilters::NORMAL).expect("no stop");
        let left = Side::all().numbering.number(play.as_ref().expect("a play").play.result.on_roll().counts());
        let doubled = taken.map_or(0.0, |taken| off(found.double_take, taken));
        let played = (recursion.after(state, left, theirs) - best).abs();
        let said = off(play.expect("a play").score(), best);
        off(found.no_double, no_double).max(doubled).max(played).max(said)
    })
}

/// Eight checkers at every score, and more where there is time for the plain recursion.
#[test]
fn short_bearoffs_at_scores_are_exact() {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let (short, long) = (pairs(16, 1..=4, 30, 3), pairs(4, 5..=6, 13, 5));
    let mut n = 0;
    for (i, away) in (1..=7).flat_map(|a| (1..=7).map(move |b| [a, b])).enumerate() {
        for crawford in [false, true] {
            if crawford && (away[0] == 1) == (away[1] == 1) {
                continue;
            }
            let mut recursion = Recursion::new(&met);
            let many = matches!(away, [7, 7] | [2, 4]).then(|| long[i % long.len()]);
            for pair in [short[i % short.len()]].into_iter().chain(many) {
                for cube in CUBES.into_iter().filter(|cube| !crawford || cube.value() == 1) {
                    let cube = cube_at(away, crawford, cube, &met);
                    let off = distances(&mut searcher, &mut recursion, &cube, pair);
                    assert!(
                        off.iter().all(|&off| off < 1e-4),
                        "{away:?} {crawford} {:?} {pair:?} {off:?}",
                        cube.cube()
                    );
                    n += 1;
                }
            }
        }
    }
    assert!(n > 250, "{n}");
}

/// Money equities of the side on roll by the plainest recursion: the cube owned, in the middle, with the other side.
struct Plain {
    numbering: Numbering,
    /// The numbers of a side's positions after the plays of each roll.
    results: Vec<Results>,
    known: HashMap<(usize, usize), [f64; 3]>,
}

impl Plain {
    fn new(points: usize, checkers: usize) -> Self {
        let numbering = Numbering::new(points, checkers).expect("small");
        let ace = Checkers::new(std::array::from_fn(|point| u8::from(point == 0)));
        let after = |number: usize, roll| {
            let position = Position::from_checkers(Checkers::new(numbering.counts(number)), ace);
            let plays = legal_plays(&position, roll);
            let mut all: Vec<_> = plays.iter().map(|play| numbering.number(play.result.on_roll().counts())).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let results = (0..numbering.size()).map(|number| Roll::ALL.map(|roll| after(number, roll))).collect();
        Self { numbering, results, known: HashMap::new() }
    }

    fn side(&self, number: usize) -> Checkers {
        Checkers::new(self.numbering.counts(number))
    }

    fn values(&mut self, ours: usize, theirs: usize) -> [f64; 3] {
        if let Some(values) = self.known.get(&(ours, theirs)) {
            return *values;
        }
        let mut values = [0.0; 3];
        for (roll, results) in Roll::ALL.iter().zip(self.results[ours].clone()) {
            let mut best = [f64::MIN; 3];
            for left in results {
                let left = self.left(left, theirs);
                best.iter_mut().zip(left).for_each(|(best, left)| *best = best.max(left));
            }
            values.iter_mut().zip(best).for_each(|(sum, best)| *sum += f64::from(roll.weight()) / 36.0 * best);
        }
        self.known.insert((ours, theirs), values);
        values
    }

    /// The values to a side that has just rolled.
    fn left(&mut self, ours: usize, theirs: usize) -> [f64; 3] {
        if ours == 0 {
            return [if self.side(theirs).total() == 15 { 2.0 } else { 1.0 }; 3];
        }
        let [owned, centered, away] = self.values(theirs, ours);
        let best = |stay: f64| stay.max((2.0 * away).min(1.0));
        // The other side has the cube, it is in the middle, we have it.
        [-away, -best(centered), -best(owned)]
    }
}

/// Where no roll can miss nothing is estimated: checkers on the ace point, at every depth, with any cube.
#[test]
fn stacks_on_the_ace_point_are_exact() {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let mut plain = Plain::new(1, 15);
    // Five rolls each with an own cube, from the table that every book has: no redouble.
    let [owned, _, away] = plain.values(10, 10);
    assert!((owned - 0.7534).abs() < 5e-5 && (2.0 * away - 0.7269).abs() < 5e-5, "{owned} {away}");
    let [ours, theirs] = [Player::Top, Player::Bottom].map(|owner| Cube::new(2, CubeOwner::Owned(owner)).unwrap());
    for (on_roll, opponent) in (3..=15).flat_map(|ours| (3..=15).map(move |theirs| (ours, theirs))) {
        let [owned, centered, away] = plain.values(on_roll, opponent);
        // Six checkers and fewer are in the database, whose numbers have 16 bits.
        let most = if on_roll.max(opponent) > 6 { 2e-5 } else { 1e-4 };
        let position = Position::from_checkers(plain.side(on_roll), plain.side(opponent));
        for (cube, no_double) in [(ours, owned), (Cube::START, centered), (theirs, away)] {
            let cube = CubeInfo::new(cube, Player::Top, Terms::Money { jacoby: false, beavers: 0 }, &met);
            for plies in [0, 1, 2] {
                let decision = searcher.cube_decision(&position, &cube, &EvalSettings::cubeful(plies));
                let found = decision.expect("no stop");
                let mut off = (f64::from(found.values.no_double) - no_double).abs();
                if cube.may_double() {
                    off = off.max((f64::from(found.values.double_take) - 2.0 * away).abs());
                    let verdict = found.verdict.expect("a decision");
                    let (best, taken) = (no_double.max((2.0 * away).min(1.0)), 2.0 * away < 1.0 - 1e-3);
                    assert!(verdict.doubles() == (best > no_double + 1e-3) || (best - no_double).abs() < 1e-3);
                    assert!(!verdict.doubles() || verdict.takes() == taken || (2.0 * away - 1.0).abs() < 1e-3);
                }
                assert!(off < most, "{on_roll} {opponent} {plies} plies: off by {off}: {found:?}");
            }
        }
    }
}

/// All races on two points, and those of ten checkers a side on three.
#[test]
fn races_on_low_points_are_exact() {
    let evaluator = Evaluator::standard();
    for (points, checkers) in [(2, 15), (3, 10)] {
        let mut plain = Plain::new(points, checkers);
        let size = plain.numbering.size();
        let mut n = 0;
        for pair in (0..size * size).step_by(37) {
            let (ours, theirs) = (pair / size, pair % size);
            let position = Position::from_checkers(plain.side(ours), plain.side(theirs));
            let sides = [position.on_roll(), position.opponent()];
            let totals = sides.map(Checkers::total);
            if ours == 0 || theirs == 0 || totals.contains(&15) && totals.iter().any(|&total| total <= 4) {
                continue;
            }
            let class = evaluator.classify(&position);
            assert_eq!(class, Class::BearoffTwoSided, "{position:?}");
            if sides.iter().any(|side| side.total() > 6) {
                let found = evaluator.bearoff().equities(sides);
                let exact = plain.values(ours, theirs);
                let off = [found.owned(), found.centered(), found.opponents()];
                let off = off.iter().zip(exact).map(|(&found, exact)| (f64::from(found) - exact).abs());
                assert!(off.fold(0.0, f64::max) < 2e-5, "{position:?}: {found:?}, {exact:?}");
                n += 1;
            }
        }
        assert!(n > 300, "{n}");
    }
}

/// Seven checkers a side, on low points, at match scores.
#[test]
fn races_on_low_points_are_exact_at_scores() {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let all = Side::all().numbering.first_with(7)..Side::all().numbering.size();
    let low: Vec<_> = all.filter(|&number| side(number).pips() <= 9).collect();
    assert_eq!(low.len(), 4, "0 to 2 checkers behind the ace point");
    let pairs = low.iter().flat_map(|&ours| low.iter().map(move |&theirs| (ours, theirs)));
    for (away, pair) in [[7, 7], [2, 4], [3, 5], [5, 2], [1, 6]].into_iter().cycle().zip(pairs) {
        let mut recursion = Recursion::new(&met);
        for cube in CUBES.map(|cube| cube_at(away, false, cube, &met)) {
            let (no_double, taken) = recursion.values(&cube, pair.0, pair.1);
            let scale = cube.scale().expect("a match");
            for plies in [0, 1, 2] {
                let position = position(pair.0, pair.1);
                let decision = searcher.cube_decision(&position, &cube, &EvalSettings::cubeful(plies));
                let found = decision.expect("no stop").values;
                let off = |equity: f32, exact: f64| (f64::from(scale.to_mwc(equity).0) - exact).abs();
                let off = [off(found.no_double, no_double), taken.map_or(0.0, |taken| off(found.double_take, taken))];
                assert!(off.iter().all(|&off| off < 2e-5), "{away:?} {:?} {pair:?} {off:?}", cube.cube());
            }
        }
    }
}

/// The class of a race is that of the race turned around, and whatever a look-ahead meets has a value: also where one
/// side still has all of its checkers, the last of which comes home, and the other is nearly off, so that a gammon is
/// near.
#[test]
fn races_are_low_for_both_sides_or_for_none() {
    let evaluator = Evaluator::standard();
    let met = Met::kazaross_xg2();
    let mut searcher = Searcher::new(Arc::clone(&evaluator), Arc::new(met.clone()));
    let score = MatchScore::new(7, ByPlayer([2, 3]), false).expect("a score");
    let side = |points: &[(usize, u8)]| {
        let mut counts = [0; 25];
        points.iter().for_each(|&(point, count)| counts[point - 1] += count);
        Checkers::new(counts)
    };
    let mut n_low = 0;
    for last in 1..=12 {
        for (deep, few) in (0..=14).step_by(2).flat_map(|deep| (1..=7).map(move |few| (deep, few))) {
            let whole = side(&[(1, deep), (2, 14 - deep), (last, 1)]);
            let nearly_off = side(&[(1, few / 2), (2, few - few / 2)]);
            for sides in [[whole, nearly_off], [nearly_off, whole]] {
                let position = Position::from_checkers(sides[0], sides[1]);
                let class = evaluator.classify(&position);
                assert_eq!(class, evaluator.classify(&position.flipped()), "{position:?}");
                n_low += usize::from(class == Class::BearoffTwoSided);
                for terms in [Terms::Money { jacoby: false, beavers: 0 }, Terms::Match(score)] {
                    let cube = CubeInfo::new(Cube::START, Player::Top, terms, &met);
                    let settings = EvalSettings::cubeful(2);
                    let found = searcher.cube_decision(&position, &cube, &settings).expect("no stop");
                    assert!(found.values.no_double.is_finite(), "{position:?}");
                }
            }
        }
    }
    assert!(n_low > 50, "{n_low}");
}

/// The plays of a roll are compared by values of one kind: after some the race is low, after others not.
#[test]
fn plays_are_not_preferred_for_being_exact() {
    let evaluator = Evaluator::standard();
    let mut searcher = Searcher::new(Arc::clone(&evaluator), Arc::new(Met::kazaross_xg2()));
    let terms = Terms::Money { jacoby: false, beavers: 0 };
    let cube = CubeInfo::new(Cube::START, Player::Top, terms, &Met::kazaross_xg2());
    let (mut plain, mut n) = (Plain::new(4, 8), 0);
    let all = plain.numbering.first_with(7)..plain.numbering.size();
    let low: Vec<_> = all.clone().filter(|&number| plain.side(number).back() < Some(3)).collect();
    for (i, ours) in all.step_by(3).enumerate() {
        let (theirs, roll) = (low[i * 29 % low.len()], Roll::ALL[i % 21]);
        let position = Position::from_checkers(plain.side(ours), plain.side(theirs));
        let plays = legal_plays(&position, roll);
        let is_low = |result: &Position| evaluator.classify(&result.flipped()) == Class::BearoffTwoSided;
        let n_low = plays.iter().filter(|play| is_low(&play.result)).count();
        n += usize::from(n_low > 0 && n_low < plays.len());
        let mut value = |result: &Position| {
            let number = plain.numbering.number(result.on_roll().counts());
            plain.left(number, theirs)[1]
        };
        let best = plays.iter().map(|play| value(&play.result)).fold(f64::MIN, f64::max);
        for plies in [0, 1, 2] {
            let settings = EvalSettings::cubeful(plies);
            let found = searcher.best_play(&position, roll, &cube, &settings, &MoveFilters::NORMAL).expect("no stop");
            let found = value(&found.expect("a play").play.result);
            assert!(best - found < 5e-3, "{position:?} {roll} {plies} plies: {found}, not {best}");
        }
    }
    assert!(n > 10, "{n}");
}

/// Seven checkers a side are estimated; within two turns they are six, whose values are exact.
#[test]
fn looking_ahead_finds_the_exact_values() {
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Evaluator::standard(), Arc::clone(&met));
    let pairs = pairs(3, 7..=7, 12, 5);
    let mut worst = [0.0_f64; 3];
    for away in [[2, 3], [6, 2], [3, 4]] {
        let mut recursion = Recursion::new(&met);
        for (pair, cube) in pairs.iter().flat_map(|&pair| CUBES[..2].iter().map(move |&cube| (pair, cube))) {
            let cube = cube_at(away, false, cube, &met);
            if cube.may_double() {
                let off = distances(&mut searcher, &mut recursion, &cube, pair);
                worst.iter_mut().zip(off).for_each(|(worst, off)| *worst = worst.max(off));
            }
        }
    }
    assert!(worst[0] < 0.04 && worst[1] < 0.04 && worst[2] < 0.006, "{worst:?}");
}

/// A cube that the other side turns next at no risk is estimated to be worth nearly what it will be worth once turned:
/// with the efficiency of other bearoffs it is half as far again from the truth, the more so the longer the bearoff.
#[test]
fn cubes_turned_next_at_no_risk_are_estimated_well() {
    let (met, evaluator) = (Arc::new(Met::kazaross_xg2()), Evaluator::standard());
    let mut generator = Generator::new(RngKind::Mersenne, 9);
    let (mut errors, mut n) = ([0.0; 2], 0.0);
    for (ours, theirs, value) in
        [(1, 3, 2), (2, 3, 2), (2, 4, 2), (2, 5, 2), (2, 7, 2), (3, 5, 4), (4, 6, 4), (4, 7, 4)]
    {
        let cube = cube_at([ours, theirs], false, Cube::new(value, CubeOwner::Owned(Player::Bottom)).unwrap(), &met);
        assert!(cube.is_turned_next_at_no_risk(), "{ours} {theirs} {value}");
        let mut recursion = Recursion::new(&met);
        for _ in 0..250 {
            let mut number = || 1 + generator.below(Side::all().numbering.size() as u32 - 1) as usize;
            let (mine, yours) = (number(), number());
            let position = position(mine, yours);
            // The fewer checkers, the sooner the recursion ends.
            if [mine, yours].into_iter().any(|number| side(number).total() > 5) {
                continue;
            }
            let exact = recursion.values(&cube, mine, yours).0;
            let outputs = evaluator.outputs(&position, &mut Scratch::new());
            for (error, turns_at_once) in errors.iter_mut().zip([false, true]) {
                let efficiencies = Efficiencies::all(0.6);
                let leaf = Leaf { outputs, efficiencies, exact: None, at_score: None, turns_at_once };
                *error += (f64::from(leaf.value(&cube)) - exact).abs();
            }
            n += 1.0;
        }
    }
    let [formula, at_once] = errors.map(|error| error / n);
    assert!(n > 100.0 && 1.5 * at_once < formula, "{n}: off by {formula:.4} and {at_once:.4}");
}
