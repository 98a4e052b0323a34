//! The play generator against a slow obvious one, against GNU Backgammon's own lists, and by counting.

use gammon::board::{BAR, Checkers, HOME_POINTS, OFF, Position, Roll, Setup, Variation};
use gammon::movegen::{AllRolls, Arrival, CheckerMove, PlayList, Routes, Stop, count_plays, legal_plays};
use gammon::notation::{position_id, setup_from_position_id};
use std::collections::{BTreeSet, HashSet};

/// Makes one checker move if it is legal by itself.
fn moved(position: &Position, from: usize, die: usize) -> Option<Position> {
    let (mut mine, mut theirs) = (*position.on_roll().counts(), *position.opponent().counts());
    if mine[from] == 0 || (mine[BAR] > 0 && from != BAR) {
        return None;
    }
    mine[from] -= 1;
    if from >= die {
        let to = from - die;
        match theirs[23 - to] {
            0 => {}
            1 => {
                theirs[23 - to] = 0;
                theirs[BAR] += 1;
            }
            _ => return None,
        }
        mine[to] += 1;
    } else {
        let exact = from + 1 == die;
        let behind = mine[from + 1..].iter().any(|&n| n > 0);
        let outside = mine[HOME_POINTS..].iter().any(|&n| n > 0);
        if outside || (behind && !exact) {
            return None;
        }
    }
    Some(Position::from_checkers(Checkers::new(mine), Checkers::new(theirs)))
}

/// Every way to play the dice in the given order as far as they go: the sources and the result.
fn sequences(position: &Position, dice: &[usize], made: &[usize], found: &mut Vec<(Vec<usize>, Position)>) {
    let before = found.len();
    if let [die, rest @ ..] = dice {
        for from in (0..=BAR).rev() {
            if let Some(next) = moved(position, from, *die) {
                sequences(&next, rest, &[made, &[from]].concat(), found);
            }
        }
    }
    if found.len() == before {
        found.push((made.to_vec(), *position));
    }
}

/// The rules as written: as many dice as possible, of one die the larger; then distinct results in order.
fn slow_plays(position: &Position, roll: Roll) -> Vec<Position> {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let orders = if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut best = Vec::new();
    let mut most = (0, 0);
    for dice in orders {
        let mut found = Vec::new();
        sequences(position, &dice, &[], &mut found);
        if roll.is_double() {
            // A checker is never moved from behind the previous one.
            found.retain(|(made, _)| made.windows(2).all(|pair| pair[1] <= pair[0]));
        }
        for (made, result) in found {
            let rank = (made.len(), if made.len() == 1 { dice[0] } else { 0 });
            if rank > most {
                best.clear();
                most = rank;
            }
            if rank == most && !made.is_empty() && !best.contains(&result) {
                best.push(result);
            }
        }
    }
    best
}

/// All results, doubles in any order: the rules without any thought of order.
fn slow_set(position: &Position, roll: Roll) -> BTreeSet<Position> {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let mut found = Vec::new();
    if roll.is_double() {
        sequences(position, &[high; 4], &[], &mut found);
    } else {
        sequences(position, &[high, low], &[], &mut found);
        let first = found.len();
        sequences(position, &[low, high], &[], &mut found);
        // A single checker moved by the lower die gives way to one moved by the higher.
        if found[..first].iter().any(|(made, _)| made.len() == 1) {
            let mut i = 0;
            found.retain(|(made, _)| {
                i += 1;
                i <= first || made.len() != 1
            });
        }
    }
    let most = found.iter().map(|(made, _)| made.len()).max().unwrap_or(0);
    found.into_iter().filter(|(made, _)| made.len() == most && most > 0).map(|(_, result)| result).collect()
}

/// A small generator of random numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn roll(&mut self) -> Roll {
        Roll::from_outcome(self.below(36) as u8)
    }

    /// Few or many checkers, in a chosen stretch of the board, sometimes on the bar, stacked or strewn.
    fn setup(&mut self) -> Position {
        loop {
            let mut sides = [[0; 25]; 2];
            for side in &mut sides {
                let stretch = [6, 7, 9, 13, 24][self.below(5)];
                let mut left = 1 + self.below(15);
                if self.below(4) == 0 {
                    side[BAR] = 1 + self.below(3.min(left)) as u8;
                    left -= usize::from(side[BAR]);
                }
                while left > 0 {
                    let n = 1 + self.below(3.min(left));
                    side[self.below(stretch)] += n as u8;
                    left -= n;
                }
            }
            let [on_roll, mut opponent] = sides;
            for point in 0..24 {
                if on_roll[23 - point] > 0 {
                    opponent[point] = 0;
                }
            }
            if let Ok(position) = (Setup { on_roll, opponent }).into_position(Variation::Standard) {
                return position;
            }
        }
    }
}

fn check(position: &Position, roll: Roll, list: &mut PlayList) {
    let expected = slow_plays(position, roll);
    list.generate(position, roll);
    assert_eq!(list.results(), expected, "order or contents of {roll} in {position:?}");
    let set: BTreeSet<_> = expected.into_iter().collect();
    assert_eq!(set.len(), list.len(), "a result twice");
    assert_eq!(set, slow_set(position, roll), "{roll} in {position:?}");

    // The moves listed for a play lead to its result, hits included.
    for i in 0..list.len() {
        let mut at = *position;
        for (CheckerMove { from, to, hits }, (source, die)) in list.moves(i).into_iter().zip(list.packed()[i].steps()) {
            assert_eq!((from, to), (source, from.checked_sub(die).unwrap_or(OFF)));
            assert!(die == roll.high() || die == roll.low());
            let next = moved(&at, from.into(), die.into()).expect("each move is legal by itself");
            assert_eq!(hits, next.opponent()[BAR] > at.opponent()[BAR]);
            at = next;
        }
        assert_eq!(&at, &list.results()[i]);
    }
    let plays = (list.results().to_vec(), list.packed().to_vec());
    list.generate_with_routes(position, roll);
    assert!((list.results(), list.packed()) == (&plays.0, &plays.1), "{roll} with routes in {position:?}");
    check_routes(position, &list.routes());
}

/// Every arrival is one legal checker move from its stop, and every play is found by its arrivals.
fn check_routes(position: &Position, routes: &Routes<'_>) {
    let Routes { stops, results, arrivals } = *routes;
    assert_eq!((&stops[0].position, results.len()), (position, arrivals.len()));
    let reached = |result: &Position, arrival: &Arrival, before: &[Stop]| {
        let from = &before[usize::from(arrival.stop)].position;
        let next = moved(from, (arrival.moved & 31).into(), (arrival.moved >> 5).into()).expect("a legal checker move");
        assert_eq!(&next, result);
        assert_eq!(arrival.hits, next.opponent()[BAR] > from.opponent()[BAR]);
    };
    for (n, stop) in stops.iter().enumerate().skip(1) {
        reached(&stop.position, &stop.arrival, &stops[..n]);
    }
    for (result, arrival) in results.iter().zip(arrivals) {
        reached(result, arrival, stops);
    }
}

#[test]
fn the_generator_agrees_with_the_slow_one_on_constructed_positions() {
    let mut random = Random(1);
    let mut list = PlayList::new();
    for _ in 0..6000 {
        let position = random.setup();
        check(&position, random.roll(), &mut list);
    }
}

#[test]
fn the_generator_agrees_with_the_slow_one_in_random_games() {
    let mut random = Random(2);
    let mut list = PlayList::new();
    for variation in Variation::ALL.into_iter().cycle().take(40) {
        let mut position = variation.starting_position();
        for _ in 0..150 {
            if position.is_over() {
                break;
            }
            check(&position, random.roll(), &mut list);
            if !list.is_empty() {
                position = list.results()[random.below(list.len())];
            }
            position = position.flipped();
        }
    }
}

#[test]
fn all_rolls_is_the_sum_of_the_rolls() {
    let mut random = Random(3);
    let (mut all, mut list) = (AllRolls::new(), PlayList::new());
    for _ in 0..300 {
        let position = random.setup();
        let total = all.generate(&position);
        assert_eq!(total, all.results().len());
        for (i, roll) in Roll::ALL.into_iter().enumerate() {
            list.generate(&position, roll);
            assert_eq!(&all.results()[all.range(i)], list.results());
            assert_eq!(&all.packed()[all.range(i)], list.packed());
        }
        let plays = (all.results().to_vec(), all.packed().to_vec());
        all.generate_with_routes(&position);
        assert!((all.results(), all.packed()) == (&plays.0, &plays.1), "with routes in {position:?}");
        check_routes(&position, &all.routes());
    }
}

#[test]
fn results_are_distinct_and_keep_the_checkers() {
    let start = Variation::Nackgammon.starting_position();
    for roll in Roll::ALL {
        let plays = legal_plays(&start, roll);
        assert_eq!(plays.iter().map(|play| play.result).collect::<HashSet<_>>().len(), plays.len());
        for play in plays {
            assert_eq!((play.result.on_roll().total(), play.result.opponent().total()), (15, 15));
            assert_eq!(start.pips().on_roll - play.result.pips().on_roll, roll.pips());
        }
    }
}

/// The rows of a table in `tests/data` behind its comments and its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn position(id: &str) -> Position {
    setup_from_position_id(id).expect(id).into_position(Variation::Standard).expect(id)
}

#[test]
fn the_lists_of_the_reference() {
    let rows = rows("movegen");
    assert_eq!(rows.len(), 3000);
    let mut list = PlayList::new();
    for row in rows {
        let [pid, die1, die2, n, results, _tag] = row.as_slice() else { panic!("six columns: {row:?}") };
        let die = |text: &str| text.parse().expect("a die");
        let roll = Roll::new(die(die1), die(die2)).expect("a roll");
        assert_eq!(list.generate(&position(pid), roll).to_string(), *n, "{pid} {roll}");
        let expected: BTreeSet<_> = results.split(';').filter(|id| !id.is_empty()).map(str::to_owned).collect();
        let found: BTreeSet<_> = list.results().iter().map(|result| position_id(&result.flipped())).collect();
        assert_eq!(found, expected, "{pid} {roll}");
    }
}

/// [`count_plays`] by the slow generator.
fn slow_count(position: &Position, turns: u32) -> u64 {
    if turns == 0 || position.is_over() {
        return 1;
    }
    let after = |result: &Position| slow_count(&result.flipped(), turns - 1);
    let of_roll = |roll| {
        let results = slow_plays(position, roll);
        if results.is_empty() { after(position) } else { results.iter().map(after).sum() }
    };
    Roll::ALL.into_iter().map(of_roll).sum()
}

#[test]
fn play_count_trees() {
    for row in rows("play-counts") {
        let [pid, turns, count, _name] = row.as_slice() else { panic!("four columns: {row:?}") };
        let (turns, count): (u32, u64) = (turns.parse().expect("turns"), count.parse().expect("a count"));
        assert_eq!(count_plays(&position(pid), turns), count, "{pid} {turns}");
        // The slow generator makes the shallow counts on every run, so that they cannot drift with the fast one.
        if turns == 1 {
            assert_eq!(slow_count(&position(pid), turns), count, "{pid} {turns}");
        }
    }
}
