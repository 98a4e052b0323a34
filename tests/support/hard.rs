//! Positions and matches that are hard on formats.

use super::games::Random;
use super::matches::{Kind, RULES, match_of};
use gammon::board::{ByPlayer, Player, Roll, Variation};
use gammon::formats::Extent;
use gammon::movegen::legal_plays;
use gammon::notation::{Phase, Xgid};
use gammon::record::{Ending, Event, Outcome, Record, Standing, State};
use gammon::scoring::{GameValue, MatchScore, Terms};

/// Positions: what is hard about each, and its XGID.
pub const POSITIONS: [(&str, &str); 44] = [
    ("the first position", "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ("the first roll", "-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"),
    ("the other player's first roll", "-b----E-C---eE---c-e----B-:0:0:-1:61:0:0:0:7:10"),
    ("own bar", "-b----E-C---eE---c-e----AA:0:0:1:41:0:0:0:7:10"),
    ("own bar, the other on roll", "-b----E-C---eE---c-e----AA:0:0:-1:41:0:0:0:7:10"),
    ("the other's bar", "ab----E-C---dE---c-e----B-:0:0:1:33:1:3:0:7:10"),
    ("the other's bar, he is on roll", "ab----E-C---dE---c-e----B-:0:0:-1:33:1:3:0:7:10"),
    ("both bars", "ba----E-C---dE---c-e----AA:0:0:1:52:0:2:0:5:10"),
    ("both bars, the other on roll", "ba----E-C---dE---c-e----AA:0:0:-1:52:0:2:0:5:10"),
    ("both bars, no dice", "ca----E-C---cE---c-e-----B:1:1:-1:00:4:2:0:5:10"),
    ("two on the bar against a board of five", "--CBBB-----------ba-bbbb-B:0:0:1:21:0:0:0:7:10"),
    ("two on the bar, some off", "--CBBB-----------ba-bbb--B:0:0:1:21:0:0:0:7:10"),
    ("the other's two on the bar, some off", "b--BBBBA----------b-bbb---:0:0:-1:21:0:0:0:7:10"),
    ("all on the bar", "-b----b-b---c----c-c-----O:0:0:1:55:0:0:0:0:10"),
    ("all of the other on the bar", "o--BB-C----------CCB------:0:0:-1:55:0:0:0:0:10"),
    ("fifteen on a point", "----o--------------------O:0:0:1:21:0:0:0:0:10"),
    ("bearing off", "-BBC------------------bba-:1:1:1:00:2:3:0:5:10"),
    ("a checker each", "-A----------------------a-:2:-1:1:00:0:0:0:0:10"),
    ("a checker each, rolled", "-A----------------------a-:2:-1:-1:21:3:1:0:9:10"),
    ("a closed board, five off", "aBBBBBBC--------bbbbb-----:1:1:1:00:1:1:0:7:10"),
    ("own cube on 4", "-b----E-C---eE---c-e----B-:2:1:1:00:0:0:0:0:10"),
    ("the other's cube on 8", "-b----E-C---eE---c-e----B-:3:-1:1:31:0:0:0:0:10"),
    ("cube on 64 in a long match", "-b----E-C---eE---c-e----B-:6:1:-1:00:12:20:0:64:10"),
    ("cube on 512", "-b----E-C---eE---c-e----B-:9:-1:1:64:0:0:0:0:10"),
    ("money with Jacoby", "-a-B--C-C---eE--ac-e----B-:0:0:1:42:0:0:1:0:10"),
    ("money with Jacoby and beavers", "-a-B--C-C---eE--ac-e----B-:0:0:-1:42:3:40:3:0:10"),
    ("money with beavers", "-a-B--C-C---eE--ac-e----B-:0:0:-1:00:40:3:2:0:10"),
    ("the Crawford game", "-a-B--C-C---eE--ac-e----B-:0:0:1:42:6:2:1:7:10"),
    ("the Crawford game of the other", "-a-B--C-C---eE--ac-e----B-:0:0:-1:00:2:6:1:7:10"),
    ("after the Crawford game", "-a-B--C-C---eE--ac-e----B-:0:0:1:00:6:2:0:7:10"),
    ("both a point away, after it", "-a-B--C-C---eE--ac-e----B-:1:1:1:42:6:6:0:7:10"),
    ("a match to a point", "-a-B--C-C---eE--ac-e----B-:0:0:1:42:0:0:0:1:10"),
    ("the longest match", "-a-B--C-C---eE--ac-e----B-:5:1:1:42:63:62:0:64:10"),
    ("2-away, 3-away", "-a-B--C-C---eE--ac-e----B-:1:-1:1:00:3:2:0:5:10"),
    ("a double on offer", "-a-B--C-C---eE--ac-e----B-:0:0:1:D:1:2:0:5:10"),
    ("a double of the other on offer", "-a-B--C-C---eE--ac-e----B-:0:0:-1:D:0:0:0:0:10"),
    ("a redouble on offer", "-a-B--C-C---eE--ac-e----B-:1:1:1:D:1:2:0:9:10"),
    ("backgammon threatens", "cAAAAA-----ca-------------:0:0:1:00:0:0:0:0:10"),
    ("nothing can be played", "-bbbbbb---A--------------B:0:0:1:66:0:0:0:0:10"),
    ("primes", "-c-BBBBBB--A------bbbbbb-A:1:-1:1:63:4:4:0:9:10"),
    ("nackgammon's first position", "-bb---D-C---dD---c-d---BB-:0:0:1:62:0:0:0:3:10"),
    ("hypergammon with three", "-aaa-----------------AAA--:0:0:1:62:0:0:0:3:10"),
    ("hypergammon with two, one on the bar", "aa--------------------A-A-:0:0:-1:62:0:0:0:0:10"),
    ("hypergammon with one", "--a-----------------A-----:0:0:1:00:0:0:0:0:10"),
];

/// The ends of games: the loser is on roll, and the points are counted.
const ENDS: [(&str, &str, u8); 3] = [
    ("a money game is over", "-A------------------------:0:0:1:00:0:0:0:0:10", 0),
    ("a gammon for the match", "-EEE----------------------:1:-1:1:00:3:1:0:5:10", 5),
    ("a match to a point is over", "-A------------------------:0:0:1:00:0:0:0:1:10", 1),
];

/// A position or match to be written.
pub struct Case {
    pub what: &'static str,
    pub extent: Extent,
    pub names: ByPlayer<String>,
    pub variation: Variation,
    pub record: Record,
}

fn names() -> ByPlayer<String> {
    ByPlayer(["alice".to_owned(), "bob".to_owned()])
}

impl Case {
    pub fn state(&self) -> &State {
        self.record.state()
    }

    fn of_match(what: &'static str, variation: Variation, record: Record) -> Self {
        Self { what, extent: Extent::Match, names: names(), variation, record }
    }

    pub fn of_xgid(what: &'static str, xgid: &str, end: Option<u8>) -> Self {
        let variation = match what {
            _ if what.starts_with("nackgammon") => Variation::Nackgammon,
            _ if !what.starts_with("hypergammon") => Variation::Standard,
            _ if what.contains("three") => Variation::Hypergammon3,
            _ if what.contains("two") => Variation::Hypergammon2,
            _ => Variation::Hypergammon1,
        };
        let read = Xgid::parse(&format!("XGID={xgid}")).unwrap_or_else(|error| panic!("{what}: {error}"));
        let position = read.setup.into_position(variation).unwrap_or_else(|error| panic!("{what}: {error}"));
        let mut state = read.state;
        if let Some(points) = end {
            state.phase = Phase::Over;
            if let Terms::Match(score) = state.terms {
                let all = ByPlayer([points, score.score()[Player::Bottom]]);
                let end = MatchScore::with_winner(score.length(), all, score.crawford()).expect("one winner");
                (state.terms, state.winner) = (Terms::Match(end.0), end.1);
            }
        }
        let state = State::described(position, &state, variation, true);
        let mut record = Record::new(State::new(state.standing));
        apply(&mut record, [Event::Set(Box::new(state))]);
        Self { what, extent: Extent::Position, names: names(), variation, record }
    }
}

/// All positions.
pub fn positions() -> impl Iterator<Item = Case> {
    let played = POSITIONS.iter().map(|(what, xgid)| Case::of_xgid(what, xgid, None));
    played.chain(ENDS.iter().map(|(what, xgid, points)| Case::of_xgid(what, xgid, Some(*points))))
}

/// Applies events that must be allowed.
pub fn apply(record: &mut Record, events: impl IntoIterator<Item = Event>) {
    for event in events {
        let what = format!("{event:?}");
        record.apply(event, RULES).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    }
}

fn begin(standing: Standing, first: Player, roll: Option<Roll>) -> Event {
    let variation = Variation::Standard;
    Event::Begin { standing, variation, cube_in_use: true, largest_cube: None, cube: 1, first, roll }
}

fn rolled(a: u8, b: u8) -> Option<Roll> {
    Roll::new(a, b).ok()
}

/// A new game, in which a player begins with 4 and 1.
fn begun(record: &mut Record, first: Player) {
    let standing = record.state().standing;
    apply(record, [begin(standing, first, rolled(4, 1))]);
    turns(record, &[(4, 1)]);
}

/// Some turns by the first legal play each, with these rolls.
fn turns(record: &mut Record, rolls: &[(u8, u8)]) {
    for &(a, b) in rolls {
        if record.state().game.expect("a game").dice.is_none() {
            apply(record, rolled(a, b).map(Event::Roll));
        }
        let game = record.state().game.expect("a game");
        let plays = legal_plays(&game.position, game.dice.expect("dice"));
        apply(record, [plays.first().map_or(Event::NoPlay, |play| Event::Play(play.clone()))]);
    }
}

/// All matches.
pub fn matches() -> Vec<Case> {
    let mut found = Vec::new();
    let standard = Variation::Standard;
    let (plain, to) = (Kind::default(), |length| Standing::match_to(length).expect("a length"));
    for (seed, what, standing, variation, kind) in [
        (1, "money with Jacoby and beavers", Standing::money(true, 3), standard, plain),
        (2, "money without", Standing::money(false, 0), standard, plain),
        (3, "a match to 1", to(1), standard, plain),
        (4, "a match to 5 over the Crawford game", to(5), standard, plain),
        (5, "a match to 11", to(11), standard, plain),
        (6, "nackgammon", to(3), Variation::Nackgammon, plain),
        (7, "hypergammon with 1", to(3), Variation::Hypergammon1, plain),
        (8, "hypergammon with 2", to(5), Variation::Hypergammon2, plain),
        (9, "hypergammon with 3", Standing::money(false, 3), Variation::Hypergammon3, plain),
        (10, "illegal plays", to(3), standard, Kind { illegal_plays: true, ..plain }),
        (11, "automatic doubles", Standing::money(true, 3), standard, Kind { automatic_doubles: true, ..plain }),
        (12, "broken off", to(7), standard, Kind { unfinished: true, ..plain }),
    ] {
        let by_chance = |seed| match_of(&mut Random::new(seed), standing, variation, &kind);
        let is_illegal = |record: &Record| {
            let mut steps = record.games().iter().flat_map(|game| &game.steps);
            steps.any(|step| matches!(step.event, Event::Irregular(_)))
        };
        let record = (seed..).map(by_chance).find(|record| !kind.illegal_plays || is_illegal(record));
        found.push(Case::of_match(what, variation, record.expect("by chance")));
    }
    // Names with everything in them that parts something somewhere.
    for (what, top, bottom) in [
        ("names with colons", "Ann: 3", "Bob : 2  x"),
        ("names of many blanks", "Ann   B.  ", "  a\tb"),
        ("names with marks", "; [x \"y\"]", "a]b\\c[d;e"),
        ("names like ratings", "Smith,1800", "Jones, 1650"),
        ("names like actions", "Wins 2 points", "31: 8/5 6/5"),
        ("names from elsewhere", "J\u{f8}rn \u{5d0}\u{5d1}", "\u{4e2d}\u{6587}"),
    ] {
        let record = match_of(&mut Random::new(77), to(3), standard, &plain);
        found
            .push(Case { names: ByPlayer([top, bottom].map(str::to_owned)), ..Case::of_match(what, standard, record) });
    }
    let mut by_hand = |what, standing, play: &dyn Fn(&mut Record)| {
        let mut record = Record::new(State::new(standing));
        play(&mut record);
        found.push(Case::of_match(what, standard, record));
    };
    // A position in the place of the one that is there, by a play that no moves of checkers lead to.
    for (what, before) in [
        ("the left sets the board up by a turn", &[(4, 2), (6, 4)][..]),
        ("the right sets the board up by a turn", &[(6, 4)]),
    ] {
        by_hand(what, to(5), &|record| {
            begun(record, Player::Bottom);
            turns(record, before);
            apply(record, rolled(5, 2).map(Event::Roll));
            let left = Case::of_xgid("both bars", POSITIONS[7].1, None).state().game.expect("a game").position;
            let is_right = record.state().game.expect("a game").on_roll == Player::Bottom;
            apply(record, [Event::Irregular(Box::new(if is_right { left } else { left.flipped() }))]);
            turns(record, &[(6, 2), (2, 1), (5, 3)]);
        });
    }
    by_hand("set up on the way", to(7), &|record| {
        begun(record, Player::Top);
        let mut state = *record.state();
        let primes = Case::of_xgid("primes", POSITIONS[39].1, None).state().game.expect("a game").position;
        state.game.as_mut().expect("a game").position = primes;
        apply(record, [Event::Set(Box::new(state))]);
        turns(record, &[(6, 3), (6, 1), (2, 1)]);
    });
    for (what, loser) in [("no turn, the beginner loses", Player::Top), ("no turn, the beginner wins", Player::Bottom)]
    {
        by_hand(what, to(5), &|record| {
            apply(record, [begin(to(5), Player::Top, None)]);
            let mut state = *record.state();
            state.last_game = state.game.take();
            let ending = Ending::Resigned(GameValue::Gammon);
            state.outcome = Some(Outcome { winner: !loser, points: 2, ending });
            state.standing.add(!loser, 2, true);
            apply(record, [Event::Set(Box::new(state))]);
            begun(record, Player::Top);
        });
    }
    for (what, declines) in [("resignations", false), ("declined resignations", true)] {
        by_hand(what, Standing::money(false, 3), &|record| {
            for (n, value) in GameValue::ALL.into_iter().enumerate() {
                begun(record, Player::BOTH[n % 2]);
                if declines && value != GameValue::Single {
                    apply(record, [Event::Resign(GameValue::Single), Event::Decline]);
                }
                apply(record, [Event::Resign(value), Event::Accept]);
            }
        });
    }
    for (what, ends) in [
        (
            "a beaver and a raccoon",
            &[&[Event::Beaver, Event::Take][..], &[Event::Beaver, Event::Beaver, Event::Take]][..],
        ),
        ("a dropped beaver", &[&[Event::Beaver, Event::Pass], &[Event::Take]]),
    ] {
        by_hand(what, Standing::money(true, 3), &|record| {
            for ends in ends {
                begun(record, Player::Bottom);
                apply(record, [Event::Double].into_iter().chain(ends.iter().cloned()));
                if record.state().game.is_some() {
                    turns(record, &[(3, 1), (6, 2)]);
                    apply(record, [Event::Resign(GameValue::Single), Event::Accept]);
                }
            }
        });
    }
    for (what, in_use, limit) in [("no cube", false, None), ("a cube to 2", true, Some(2))] {
        by_hand(what, Standing::money(false, 3), &|record| {
            let mut event = begin(record.state().standing, Player::Top, rolled(2, 1));
            if let Event::Begin { cube_in_use, largest_cube, .. } = &mut event {
                (*cube_in_use, *largest_cube) = (in_use, limit);
            }
            apply(record, [event]);
            turns(record, &[(2, 1)]);
            if in_use {
                apply(record, [Event::Double, Event::Take]);
            }
            turns(record, &[(3, 1)]);
        });
    }
    found
}
