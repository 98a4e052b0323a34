//! What is said of two plays is so: every count is counted again, in another way.

use crate::support::games;

use games::{Random, positions};
use gammon::analysis::{CubeReason, Reason, Seen, cube_reasons, reasons};
use gammon::board::{ByPlayer, Player, Position, Roll, Side, Variation};
use gammon::eval::Outputs;
use gammon::eval::bearoff::{Bearoff, home_number};
use gammon::movegen::legal_plays;
use gammon::notation::{Xgid, parse_play};
use gammon::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Met, Terms};
use gammon::session::told_apart;

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

/// The points of the blots that a roll can hit: those that a play leaves empty, from 1.
fn targets(result: &Position) -> Vec<u8> {
    let own = result.on_roll().counts();
    let is_hit = |&point: &u8| {
        let left = |roll| {
            legal_plays(&result.flipped(), roll)
                .iter()
                .any(|play| play.result.opponent().counts()[usize::from(point) - 1] == 0)
        };
        own[usize::from(point) - 1] == 1 && (0..36).map(Roll::from_outcome).any(left)
    };
    (1..=24).filter(is_hit).collect()
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
                Reason::Shots { left, at, other, other_at } => {
                    let places = |bits: u32| (1..=24).filter(|point| bits >> (point - 1) & 1 == 1).collect::<Vec<u8>>();
                    let is_counted = (left, other) == (hitting_rolls(&one), hitting_rolls(&two))
                        && (places(at), places(other_at)) == (targets(&one), targets(&two));
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

/// The sentences about two plays, word for word: no net has a say in them.
#[test]
fn plays_are_told_apart_in_these_words() {
    // XGID, the better play, the other play, what is said.
    let cases = [
        (
            "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10",
            "8/5 6/5",
            "24/23 13/10",
            "8/5 6/5 makes the 5 point, keeps the 24 point and leaves no shot in place of 34 at the 10, 23 and \
             24 points\n",
        ),
        (
            "-b---BD-B---eE---b-d-b--B-:0:0:1:65:0:0:0:5:10",
            "24/13",
            "24/18 13/8",
            "24/13 leaves 29 shots at the 24 point in place of 36 at the 18 and 24 points",
        ),
        (
            "-b---BD-B---eF---b-d-b--A-:0:0:-1:31:0:0:0:5:10",
            "8/5 6/5",
            "24/23 24/21",
            "8/5 6/5 makes the 5 point, keeps the 24 point and leaves 4 shots at the 8 point in place of 35 at the 21 \
             and 23 points\n",
        ),
        (
            "-a---CCbC---cE---Abbbba---:0:0:1:32:0:0:0:5:10",
            "17/14 8/6",
            "6/3 5/3",
            "17/14 8/6 leaves 13 shots at the 14 point in place of 17 at the 17 point and makes one more home point or \
             the bar point next with 20 rolls of 36, not 4, if left alone\n6/3 5/3 makes the 3 point",
        ),
        (
            "aBDDBa---A--d----cAdb--A--:1:-1:1:65:0:0:0:5:10",
            "18/7",
            "23/18 9/3",
            "18/7 makes one more home point or the bar point next with 10 rolls of 36, not 0, if left alone\n\
             23/18 9/3 makes the 18 point, leaves no shot in place of 17 at the bar, 9 and 23 points and leaves no \
             checker back, not 1",
        ),
    ];
    for (xgid, play, other, expected) in cases {
        let id = Xgid::parse(&format!("XGID={xgid}")).expect(xgid);
        let before = id.setup.into_position(Variation::Standard).expect("a position");
        let roll = id.state.dice.expect("a roll");
        let [play, other] = [play, other].map(|text| parse_play(text, &before, roll).expect(text));
        let told = told_apart(&before, (&play, None), (&other, None));
        assert!(told.starts_with(expected), "{xgid}:\n{told}");
    }
}

/// The chances of a match for a side that has doubled, or has not, at a score: by the table alone.
struct Counted<'a> {
    met: &'a Met,
    score: MatchScore,
    outputs: Outputs,
}

impl Counted<'_> {
    /// The chance of a player after one of the two wins so many points.
    fn after(&self, player: Player, winner: Player, points: u32) -> f64 {
        self.met.after(&self.score, winner, points, player).into()
    }

    /// The chance of a player, who wins so often, with the cube at a value until the end.
    fn worth(&self, player: Player, on_roll: Player, win: f64, value: u32) -> f64 {
        let [wins, gammons, backgammons, lost, lost_more] = self.outputs.0.map(f64::from);
        let rates = |all: f64, gammons: f64, backgammons: f64| {
            [1.0 - gammons / all, (gammons - backgammons) / all, backgammons / all]
        };
        let (own, other) = (rates(wins, gammons, backgammons), rates(1.0 - wins, lost, lost_more));
        let (own, other) = if player == on_roll { (own, other) } else { (other, own) };
        let sum = |winner, rates: [f64; 3]| -> f64 {
            (1..).zip(rates).map(|(times, rate)| rate * self.after(player, winner, times * value)).sum()
        };
        win * sum(player, own) + (1.0 - win) * sum(!player, other)
    }

    /// The worth of a gammon to a player, of the swing between losing and winning.
    fn gammon(&self, player: Player, value: u32) -> f64 {
        let [lose, win, gammon] = [(!player, value), (player, value), (player, 2 * value)]
            .map(|(winner, points)| self.after(player, winner, points));
        (gammon - win) / (win - lose)
    }
}

/// What the score says is worked out again from the table of match equities, at all scores and cubes.
#[test]
fn what_the_score_says_is_so() {
    let met = Met::kazaross_xg2();
    let mut random = Random::new(3);
    let mut kinds = [0; 8];
    let near = |a: f64, b: f64| (a - b).abs() < 2e-4;
    let grid = (1..=9_u8).flat_map(|own| (1..=9).map(move |other| (own, other)));
    let cubes = [(1, CubeOwner::Centered), (2, CubeOwner::Owned(Player::Top)), (4, CubeOwner::Owned(Player::Top))];
    for ((own, other), (value, owner)) in grid.flat_map(|score| cubes.map(|cube| (score, cube))) {
        let score = MatchScore::new(9, ByPlayer([9 - own, 9 - other]), false).expect("a score");
        let mut share = |most: f32| most * random.below(1000) as f32 / 1000.0;
        let win = 0.2 + share(0.6);
        let [gammon, lost] = [win * (0.05 + share(0.5)), (1.0 - win) * (0.05 + share(0.5))];
        let outputs = Outputs([win, gammon, 0.1 * gammon, lost, 0.1 * lost]);
        let cube = Cube::new(value, owner).expect("a cube");
        let info = CubeInfo::new(cube, Player::Top, Terms::Match(score), &met);
        let counted = Counted { met: &met, score, outputs };
        let (me, you) = (Player::Top, Player::Bottom);
        let said = cube_reasons(&info, &outputs, &met);
        // Winning or losing so many points decides the match.
        let decides = |winner, points| (counted.after(winner, winner, points) - 1.0).abs() < 1e-9;
        let to = 2 * value;
        let returns = !decides(me, value) && decides(me, to) && !decides(you, to);
        let last = if returns { 2 * to } else { to };
        let is_won = said.contains(&CubeReason::Won);
        assert_eq!(is_won, decides(me, value), "{own} {other} {value}");
        assert!(!is_won || said.len() == 1, "{said:?}");
        let facts = [
            (CubeReason::Returns(2 * to), returns),
            (CubeReason::Decides(to), !is_won && decides(me, to) && decides(you, to)),
            (CubeReason::Unused(to), !is_won && !decides(me, to) && decides(you, to)),
            (CubeReason::NothingToLose, !is_won && decides(you, value)),
        ];
        for (fact, is_so) in facts {
            assert_eq!(said.contains(&fact), is_so, "{fact:?} at {own} {other} with {value}: {said:?}");
        }
        for reason in &said {
            let what = || format!("{reason:?} at {own} {other} with {value} and {outputs:?}");
            let points = |win: f64, lose: f64, extra: f64| (lose + extra) / (win + lose);
            let wins = 1.0 + f64::from((outputs.0[1] + outputs.0[2]) / outputs.0[0]);
            let loses = 1.0 + f64::from((outputs.0[3] + outputs.0[4]) / (1.0 - outputs.0[0]));
            let (kind, is_so) = match *reason {
                CubeReason::Won => (0, true),
                CubeReason::NothingToLose => (1, true),
                CubeReason::Returns(_) => (2, true),
                CubeReason::Decides(_) => (3, true),
                CubeReason::Unused(_) => (4, true),
                CubeReason::Point(Side::Opponent, to, [score, money]) => {
                    let is_even = near(counted.worth(you, me, score.into(), last), counted.after(you, me, value));
                    (5, is_even && to == last && near(money.into(), points(loses, wins, -0.5)))
                }
                CubeReason::Point(Side::OnRoll, to, [score, money]) => {
                    let [doubled, held] = [last, value].map(|value| counted.worth(me, me, score.into(), value));
                    (6, near(doubled, held) && to == last && near(money.into(), points(wins, loses, 0.0)))
                }
                CubeReason::Gammons(side, to, [turned, now]) => {
                    let player = if side == Side::OnRoll { me } else { you };
                    let is_so = near(now.into(), counted.gammon(player, value));
                    (7, is_so && to == last && near(turned.into(), counted.gammon(player, last)))
                }
            };
            assert!(is_so, "{}", what());
            kinds[kind] += 1;
        }
    }
    assert!(kinds.iter().all(|&n| n > 5), "every kind is there: {kinds:?}");
    // Nothing is said of money, nor by who may not turn the cube.
    let outputs = Outputs([0.5, 0.2, 0.0, 0.2, 0.0]);
    let cube = Cube::new(2, CubeOwner::Owned(Player::Bottom)).expect("a cube");
    let score = MatchScore::new(9, ByPlayer([7, 7]), false).expect("a score");
    assert!(cube_reasons(&CubeInfo::new(cube, Player::Top, Terms::Match(score), &met), &outputs, &met).is_empty());
    assert!(cube_reasons(&CubeInfo::new(Cube::START, Player::Top, Terms::MONEY, &met), &outputs, &met).is_empty());
}
