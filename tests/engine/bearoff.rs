//! The built-in bearoff databases against those of GNU Backgammon 1.07 and against values known exactly.

use gammon::board::Checkers;
use gammon::eval::bearoff::{Bearoff, home_number};
use proptest::prelude::*;
use std::collections::HashMap;

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

fn home(text: &str) -> Checkers {
    let mut counts = [0; 25];
    for (count, word) in counts.iter_mut().zip(text.split(' ')) {
        *count = word.parse().unwrap();
    }
    Checkers::new(counts)
}

fn integers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split(' ').map(|word| word.parse().ok().unwrap()).collect()
}

#[test]
fn one_sided_distributions_are_equal() {
    let bearoff = Bearoff::standard();
    let mut n = 0;
    for row in rows(include_str!("../data/bearoff1.csv")) {
        let number = home_number(&home(row[0]));
        assert_eq!(number, row[1].parse::<usize>().unwrap());
        for (ours, theirs) in [(bearoff.one_sided.off(number), row[8]), (bearoff.one_sided.first_off(number), row[9])] {
            let theirs = integers::<u16>(theirs);
            assert_eq!(ours[..theirs.len()], theirs, "{}", row[0]);
            assert!(ours[theirs.len()..].iter().all(|&p| p == 0));
        }
        n += 1;
    }
    assert_eq!(n, 478);
}

#[test]
fn two_sided_equities_are_equal() {
    let bearoff = Bearoff::standard();
    let mut n = 0;
    for row in rows(include_str!("../data/bearoff2.csv")) {
        let equities = bearoff.two_sided.home_equities(&home(row[1]), &home(row[2]));
        let theirs: Vec<u16> = row[5..9].iter().map(|raw| raw.parse().unwrap()).collect();
        assert_eq!(equities.raw()[..], theirs, "{} against {}", row[1], row[2]);
        n += 1;
    }
    assert_eq!(n, 150);
}

#[test]
fn evaluations_are_those_of_the_reference() {
    let bearoff = Bearoff::standard();
    let (mut one, mut two) = (0, 0);
    for row in rows(include_str!("../data/bearoff_eval.csv")) {
        let (me, opponent) = (home(row[2]), home(row[3]));
        let outputs = match row[1] {
            "bearoff1" => {
                one += 1;
                bearoff.one_sided.home_outputs(&me, &opponent)
            }
            _ => {
                two += 1;
                bearoff.two_sided.home_equities(&me, &opponent).money().outputs()
            }
        };
        for (ours, theirs) in outputs.0.iter().zip(&row[4..9]) {
            assert!((ours - theirs.parse::<f32>().unwrap()).abs() < 2e-7, "{} {}: {outputs:?}", row[2], row[3]);
        }
    }
    assert!(one > 100 && two > 100);
}

/// Equity without a cube by plain recursion over all sequences of checker moves.
fn obvious(me: [u8; 6], opponent: [u8; 6], known: &mut HashMap<([u8; 6], [u8; 6]), f64>) -> f64 {
    if me == [0; 6] {
        return 1.0;
    }
    if opponent == [0; 6] {
        return -1.0;
    }
    if let Some(&equity) = known.get(&(me, opponent)) {
        return equity;
    }
    let mut equity = 0.0;
    for a in 1..=6 {
        for b in 1..=6 {
            let dice = if a == b { vec![a; 4] } else { vec![a, b] };
            let mut best = f64::NEG_INFINITY;
            for order in [dice.clone(), dice.into_iter().rev().collect()] {
                every_result(me, &order, &mut |after| best = best.max(-obvious(opponent, after, known)));
            }
            equity += best / 36.0;
        }
    }
    known.insert((me, opponent), equity);
    equity
}

fn every_result(me: [u8; 6], dice: &[usize], visit: &mut dyn FnMut([u8; 6])) {
    let (Some((&die, rest)), Some(back)) = (dice.split_first(), me.iter().rposition(|&n| n > 0)) else {
        return visit(me);
    };
    for from in (0..6).filter(|&from| me[from] > 0) {
        let mut after = me;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        } else if from + 1 < die && from < back {
            // A larger number bears off only from the rearmost point.
            continue;
        }
        every_result(after, rest, visit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn short_endings_agree_with_the_obvious_solver(
        me in prop::collection::vec(0usize..6, 1..4),
        opponent in prop::collection::vec(0usize..6, 1..3),
    ) {
        let side = |points: &[usize]| {
            let mut counts = [0; 6];
            points.iter().for_each(|&point| counts[point] += 1);
            counts
        };
        let (me, opponent) = (side(&me), side(&opponent));
        let exact = obvious(me, opponent, &mut HashMap::new());
        let checkers = |counts: [u8; 6]| {
            let mut all = [0; 25];
            all[..6].copy_from_slice(&counts);
            Checkers::new(all)
        };
        let (me, opponent) = (checkers(me), checkers(opponent));
        let bearoff = Bearoff::standard();
        let equities = bearoff.two_sided.home_equities(&me, &opponent).money();
        // Every step rounds by up to one unit of 1/32768.
        prop_assert!((f64::from(equities.cubeless()) - exact).abs() < 3e-4, "{equities:?} {exact}");
        // To own the cube is worth most, to have given it away least.
        prop_assert!(equities.owned() + 2e-4 >= equities.centered() && equities.centered() + 2e-4 >= equities.opponents());
        // Playing for the fewest rolls is nearly best in so short a race.
        let one_sided = f64::from(bearoff.one_sided.home_outputs(&me, &opponent).cubeless_equity());
        prop_assert!(one_sided < exact + 3e-4 && one_sided > exact - 0.05, "{one_sided} {exact}");
    }
}

#[test]
fn last_checkers_by_hand() {
    let bearoff = Bearoff::standard();
    // One checker on the 6 point is off with every roll of six pips or more: all but 11, 21, 31, 41 and 32.
    let (six, ace) = (home("0 0 0 0 0 1"), home("1 0 0 0 0 0"));
    let fails =
        (1..=6).flat_map(|a| (1..=6).map(move |b| if a == b { 4 * a } else { a + b })).filter(|&p| p < 6).count();
    assert_eq!(fails, 9);
    let win = bearoff.one_sided.home_outputs(&six, &ace).win();
    assert!((win - 27.0 / 36.0).abs() < 1e-5);
    // Otherwise the opponent wins: 2 * 27/36 - 1 without a cube.
    let equities = bearoff.two_sided.home_equities(&six, &ace).money();
    assert!((equities.cubeless() - 0.5).abs() < 1e-4);
    // Doubling in the last roll doubles what is expected: 2 * 0.5 if taken, as much as the pass.
    assert!((2.0 * equities.opponents() - 1.0).abs() < 1e-4);
    // Two checkers on the ace point are off with any roll, for every owner of the cube.
    let two = home("2 0 0 0 0 0");
    assert_eq!(bearoff.two_sided.home_equities(&two, &ace).raw(), [u16::MAX; 4]);
    // All 15 left against a side that is off with any roll: the gammon is certain, and no backgammon counts.
    let all = home("0 0 0 0 0 15");
    let outputs = bearoff.one_sided.home_outputs(&two, &all);
    assert_eq!(outputs.0, [1.0, 1.0, 0.0, 0.0, 0.0]);
}
