//! What is said of two plays is so: every count is counted again, in another way.

use crate::support::games;

use games::{Random, positions};
use gammon::analysis::{Reason, Seen, reasons};
use gammon::board::{Position, Roll};
use gammon::eval::bearoff::{Bearoff, home_number};
use gammon::movegen::legal_plays;

/// The rolls that hit, of all 36 outcomes of two dice.
fn hitting_rolls(result: &Position) -> u32 {
    let before = result.flipped();
    let blots = |position: &Position| position.opponent().on_bar();
    let mut hits = 0;
    for outcome in 0..36 {
        let roll = Roll::from_outcome(outcome);
        let most = legal_plays(&before, roll).iter().map(|play| blots(&play.result)).max();
        hits += u32::from(most.is_some_and(|most| most > blots(&before)));
    }
    hits
}

/// The outcomes of 36 after which there is such a play, were the same side to play again.
fn rolls_next(result: &Position, is_so: impl Fn(&Position) -> bool) -> u32 {
    let has = |outcome| legal_plays(result, Roll::from_outcome(outcome)).iter().any(|play| is_so(&play.result));
    (0..36).map(|outcome| u32::from(has(outcome))).sum()
}

fn builds(result: &Position) -> u32 {
    rolls_next(result, |next| (1..=7).any(|point| holds(next, point) && !holds(result, point)))
}

fn escapes(result: &Position) -> u32 {
    let back = |position: &Position| (19..=25).map(|place| position.on_roll().counts()[place - 1]).sum::<u8>();
    rolls_next(result, |next| back(next) < back(result))
}

/// The pips from all checkers that may move, one by one, to the ace point.
fn waits(result: &Position) -> Option<u32> {
    let side = result.on_roll();
    let mut places: Vec<u32> = Vec::new();
    for (place, &n) in (1..).zip(side.counts()) {
        places.extend(std::iter::repeat_n(place, n.into()));
    }
    let back = places.iter().filter(|&&place| place > 18).count();
    let held: Vec<u32> = (1..=6).filter(|&point| holds(result, point as u8)).collect();
    places.retain(|&place| place <= 18);
    for point in held.iter().flat_map(|&point| [point; 2]) {
        places.swap_remove(places.iter().position(|&place| place == point).expect("it is held"));
    }
    (back > 1 && held.len() > 2 && result.has_contact()).then(|| places.iter().map(|place| place - 1).sum())
}

/// The expected rolls to bear off less the plain count, by the database itself.
fn wastage(result: &Position) -> Option<f64> {
    let side = result.on_roll();
    let rolls = side.are_home().then(|| Bearoff::standard().one_sided.mean_rolls(home_number(side)))?;
    Some(10.0 * (rolls * 49.0 / 6.0 - f64::from(side.pips())))
}

fn holds(position: &Position, point: u8) -> bool {
    position.on_roll().counts()[usize::from(point) - 1] >= 2
}

#[test]
fn what_is_said_of_two_plays_is_counted() {
    let mut random = Random::new(5);
    let mut kinds = [0; 11];
    for before in positions(11, 2000) {
        let roll = random.roll();
        let plays = legal_plays(&before, roll);
        if plays.len() < 2 {
            continue;
        }
        let [one, two] = [0, 1].map(|_| random.pick(&plays.iter().map(|play| play.result).collect::<Vec<_>>()));
        let (first, second) = (Seen::after(&one), Seen::after(&two));
        let said = reasons(&before, &first, &second);
        assert!(one != two || said.is_empty(), "{said:?}");
        let on_bar = |position: &Position| position.opponent().on_bar();
        let off = |position: &Position| 15 - position.on_roll().total();
        for reason in &said {
            let (kind, is_so) = match *reason {
                Reason::Hits(n) => (0, n == on_bar(&one) - on_bar(&before) && on_bar(&one) > on_bar(&two)),
                Reason::Shots { left, other } => {
                    (1, (left, other) == (hitting_rolls(&one), hitting_rolls(&two)) && left < other)
                }
                Reason::Makes(n) => (2, holds(&one, n) && !holds(&two, n) && !holds(&before, n) && n < 19),
                Reason::Anchors(n) => (3, holds(&one, n) && !holds(&two, n) && !holds(&before, n) && n > 18),
                Reason::Keeps(n) => (4, holds(&one, n) && !holds(&two, n) && holds(&before, n)),
                Reason::Prime(n) => {
                    let row = |position: &Position, n: u32| {
                        (1..=24 - n as u8 + 1).any(|p| (p..p + n as u8).all(|p| holds(position, p)))
                    };
                    (5, row(&one, n) && !row(&one, n + 1) && !row(&two, n))
                }
                Reason::BearsOff(n) => (6, n == off(&one) - off(&before) && off(&one) > off(&two)),
                Reason::Builds { rolls, other } => {
                    (7, (rolls, other) == (builds(&one), builds(&two)) && rolls >= other + 4)
                }
                Reason::Escapes { rolls, other } => {
                    (8, (rolls, other) == (escapes(&one), escapes(&two)) && rolls >= other + 4)
                }
                Reason::Waits { pips, other } => {
                    (9, (Some(pips), Some(other)) == (waits(&one), waits(&two)) && pips >= other + 4)
                }
                Reason::Wastes { tenths, other } => {
                    let near =
                        |said: u32, of: &Position| wastage(of).is_some_and(|it| (it - f64::from(said)).abs() < 0.51);
                    (10, near(tenths, &one) && near(other, &two) && tenths + 3 <= other && !one.has_contact())
                }
            };
            assert!(is_so, "{reason:?} of {one:?} against {two:?} from {before:?}");
            kinds[kind] += 1;
        }
    }
    assert!(kinds.iter().all(|&n| n > 2), "every kind is there: {kinds:?}");
}
