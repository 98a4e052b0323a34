//! Bearoff databases against those of GNU Backgammon 1.07 and against values known exactly.

use gammon::board::Checkers;
use gammon::eval::bearoff::{Bearoff, home_number};

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
    for row in rows(include_str!("data/bearoff1.csv")) {
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
    for row in rows(include_str!("data/bearoff2.csv")) {
        let equities = bearoff.two_sided.home_equities(&home(row[1]), &home(row[2]));
        let theirs: Vec<u16> = row[5..9].iter().map(|raw| raw.parse().unwrap()).collect();
        assert_eq!(equities.raw()[..], theirs, "{} against {}", row[1], row[2]);
        n += 1;
    }
    assert_eq!(n, 150);
}
