//! What is said of two plays is so: every count is counted again, in another way.

use crate::support::games;

use games::{Random, positions};
use gammon::analysis::{Reason, Seen, reasons};
use gammon::board::{Position, Roll, Variation};
use gammon::eval::bearoff::{Bearoff, home_number};
use gammon::movegen::legal_plays;
use gammon::notation::{Xgid, parse_play};

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

/// With which there would be a point more from the ace point to the bar point, one that neither play holds.
fn builds(result: &Position, other: &Position) -> u32 {
    let near = |position: &Position| (1..=7).filter(|&point| holds(position, point)).count();
    let is_new = |next: &Position, point: u8| holds(next, point) && !holds(result, point) && !holds(other, point);
    let is_built = |next: &Position| (1..=7).any(|point| is_new(next, point)) && near(next) > near(result);
    if result.on_roll().are_home() { 0 } else { rolls_next(result, is_built) }
}

/// The pips that the 36 rolls can cost at most, added up.
fn risk(result: &Position) -> u32 {
    let pips = result.on_roll().pips();
    let lost = |outcome| {
        let plays = legal_plays(&result.flipped(), Roll::from_outcome(outcome));
        plays.iter().map(|play| play.result.opponent().pips() - pips).max().unwrap_or(0)
    };
    (0..36).map(lost).sum()
}

fn back(position: &Position) -> u8 {
    (19..=25).map(|place| position.on_roll().counts()[place - 1]).sum()
}

fn escapes(result: &Position) -> u32 {
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
    let mut kinds = [0; 12];
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
                    let is_counted = (left, other) == (hitting_rolls(&one), hitting_rolls(&two));
                    (1, is_counted && left + 3 <= other && 5 * risk(&one) <= 6 * risk(&two))
                }
                Reason::Makes(n) => (2, holds(&one, n) && !holds(&two, n) && !holds(&before, n) && n < 19),
                Reason::Anchors(n) => (3, holds(&one, n) && !holds(&two, n) && !holds(&before, n) && n > 18),
                Reason::Keeps(n) => (4, holds(&one, n) && !holds(&two, n) && holds(&before, n)),
                Reason::Prime(n) => {
                    let row = |position: &Position, n: u32| {
                        (1..=24 - n as u8 + 1).any(|p| (p..p + n as u8).all(|p| holds(position, p)))
                    };
                    // Somebody on the bar or on a point of his that lies behind the ace point of a row.
                    let theirs = one.opponent().counts();
                    let is_behind = (1..=24 - n as u8 + 1)
                        .filter(|&low| (low..low + n as u8).all(|point| holds(&one, point)))
                        .any(|low| theirs[usize::from(25 - low)..].iter().any(|&n| n > 0));
                    (5, row(&one, n) && !row(&one, n + 1) && !row(&two, n) && is_behind)
                }
                Reason::BearsOff(n) => (6, n == off(&one) - off(&before) && off(&one) > off(&two)),
                Reason::Builds { rolls, other } => {
                    (7, (rolls, other) == (builds(&one, &two), builds(&two, &one)) && rolls >= other + 4)
                }
                Reason::Escapes { rolls, other } => {
                    (8, (rolls, other) == (escapes(&one), escapes(&two)) && rolls >= other + 4)
                }
                Reason::Waits { pips, other } => {
                    let home = |position: &Position| (1..=6).filter(|&point| holds(position, point)).count();
                    let is_counted = (Some(pips), Some(other)) == (waits(&one), waits(&two));
                    (9, is_counted && pips >= other + 4 && other < 40 && home(&one) >= home(&two))
                }
                Reason::Leaves { back: left, other } => {
                    (11, (left, other) == (u32::from(back(&one)), u32::from(back(&two))) && left < other)
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

/// Counts that are right and mean nothing: what a reader counted and found beside the point, by the better and the
/// worse play of each position.
#[test]
fn what_would_mislead_is_not_said() {
    type IsSaid = fn(&Reason) -> bool;
    let shots: IsSaid = |reason| matches!(reason, Reason::Shots { .. });
    let builds: IsSaid = |reason| matches!(reason, Reason::Builds { .. });
    let prime: IsSaid = |reason| matches!(reason, Reason::Prime(_));
    let waits: IsSaid = |reason| matches!(reason, Reason::Waits { .. });
    // XGID, the play of which nothing such is said, the other play.
    let cases = [
        ("-----BBCCA-Aa-Bbb--db-bb-A:2:1:1:61:0:0:0:3:10", "bar/18", "bar/24 11/5", shots),
        ("-----bEBBBB-A-aaab-db-b--A:0:0:1:61:0:0:0:3:10", "bar/18", "bar/24 12/6", shots),
        ("-BcDB-C-B----aAa-b-bbbb-A-:1:1:1:62:5:2:0:7:10", "24/16", "14/6", shots),
        ("-BabbCDCB---aA---aabc-b---:1:-1:1:53:3:3:0:5:10", "13/5", "7/2* 5/2", builds),
        ("aBCBBC-----------------ck-:0:0:1:53:2:0:1:3:10", "5/2 5/off", "5/off 3/off", builds),
        ("-----BBCCA-A--B-b-Add-cb--:2:1:1:42:0:0:0:3:10", "14/10 11/9", "8/4 7/5", prime),
        ("aDBCABa---a------bbbbbbAB-:2:1:1:21:0:0:0:3:10", "24/23 5/3", "24/23 4/2", waits),
    ];
    for (xgid, play, other, is_said) in cases {
        let id = Xgid::parse(&format!("XGID={xgid}")).expect(xgid);
        let before = id.setup.into_position(Variation::Standard).expect("a position");
        let roll = id.state.dice.expect("a roll");
        let seen = [play, other].map(|play| Seen::after(&parse_play(play, &before, roll).expect(play).result));
        let said = reasons(&before, &seen[0], &seen[1]);
        assert!(!said.iter().any(is_said), "{xgid}: {play} against {other}: {said:?}");
    }
}
