//! Identifiers and plays as text: GNU Backgammon's own, round trips, and hostile input.

use gammon::board::{BAR, ByPlayer, Checkers, Player, Position, Roll, Setup, Variation};
use gammon::movegen::{PlayList, legal_plays};
use gammon::notation::{
    MatchState, Phase, PlayTextProblem, Problem, RawBoard, USUAL_CUBE_LIMIT, Xgid, find_ids, gnubg_id, parse_play,
    play_text, position_id, setup_from_key, setup_from_position_id, setup_from_simple, simple_board,
};
use gammon::scoring::{Cube, CubeOwner, GameValue, MatchScore, Terms};
use proptest::prelude::*;
use std::collections::HashMap;

/// The rows of a table in `tests/data`: comments, one header line, then rows without quotes.
fn rows(name: &str) -> Vec<HashMap<String, String>> {
    let path = format!("{}/tests/data/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), header.len(), "{line}");
            header.iter().zip(fields).map(|(&key, value)| (key.to_owned(), value.to_owned())).collect()
        })
        .collect()
}

fn position(id: &str) -> Position {
    setup_from_position_id(id).expect(id).into_position(Variation::Standard).expect(id)
}

fn number(row: &HashMap<String, String>, key: &str) -> i32 {
    row[key].parse().expect("a number")
}

fn roll(row: &HashMap<String, String>) -> Option<Roll> {
    Roll::new(number(row, "die1") as u8, number(row, "die2") as u8).ok()
}

fn counts(text: &str) -> [u8; 25] {
    let counts: Vec<u8> = text.split(' ').map(|n| n.parse().expect("a count")).collect();
    counts.try_into().expect("25 counts")
}

/// The state a row of the tables spells out.
fn state(row: &HashMap<String, String>) -> MatchState {
    let player = |key| Player::from_index(number(row, key) as usize).expect("0 or 1");
    let length = number(row, "matchto") as u8;
    let scores = [number(row, "score0") as u8, number(row, "score1") as u8];
    let score = MatchScore::with_winner(length, ByPlayer(scores), row["crawford"] == "1");
    let winner = score.as_ref().ok().and_then(|&(_, winner)| winner).filter(|_| length > 0);
    let terms = match length {
        0 => Terms::Money { jacoby: row["jacoby"] == "1", beavers: 3 },
        _ => Terms::Match(score.expect("a score").0),
    };
    MatchState {
        cube_limit: USUAL_CUBE_LIMIT,
        phase: row.get("gamestate").map_or(Phase::Playing, |n| Phase::ALL[n.parse::<usize>().expect("a phase")]),
        on_roll: player("move"),
        decides: player("turn"),
        dice: roll(row),
        cube: Cube::new(
            number(row, "cube") as u32,
            match number(row, "owner") {
                -1 => CubeOwner::Centered,
                n => CubeOwner::Owned(Player::from_index(n as usize).expect("0 or 1")),
            },
        )
        .unwrap(),
        doubled: row["doubled"] == "1",
        resignation: row
            .get("resigned")
            .and_then(|n| n.parse::<usize>().ok()?.checked_sub(1))
            .map(|n| GameValue::ALL[n]),
        terms,
        // The reference's scripts write money scores as 0, see the head of ids.csv.
        money_score: ByPlayer([0; 2]),
        winner,
    }
}

#[test]
fn ids_of_the_reference() {
    let rows = rows("ids");
    assert_eq!(rows.len(), 300);
    for row in rows {
        let (pid, matchid) = (&row["pid"], &row["matchid"]);
        let position = position(pid);
        assert_eq!(position.on_roll().counts(), &counts(&row["me"]), "{pid}");
        assert_eq!(position.opponent().counts(), &counts(&row["opp"]), "{pid}");
        assert_eq!(&position_id(&position), pid);
        let state = state(&row);
        assert_eq!(MatchState::from_match_id(matchid), Ok(state), "{matchid}");
        assert_eq!(&state.match_id(), matchid);
        if !row["readback"].is_empty() {
            assert_eq!(gnubg_id(&position, &state), row["readback"]);
        }
    }
}

#[test]
fn xgids_as_the_reference_reads_them() {
    let rows = rows("xgid");
    assert_eq!(rows.len(), 120);
    for row in rows {
        let text = &row["xgid"];
        let xgid = Xgid::parse(text).expect(text);
        let position = xgid.setup.into_position(Variation::Standard).expect(text);
        assert_eq!(position_id(&position), row["pid"], "{text}");
        // The reference seats the player on roll at the bottom and steps back to before a double.
        let seated = if xgid.state.on_roll == Player::Top { xgid.state.with_seats_swapped() } else { xgid.state };
        let mut seen = seated.before_the_double();
        if let Terms::Money { beavers, .. } = &mut seen.terms {
            *beavers = 3;
        }
        assert_eq!(seen, state(&row), "{text}");
        assert_eq!(seen.match_id(), row["matchid"], "{text}");
        // Dice are written the higher first; apart from that the text comes back.
        let again = xgid.to_string();
        assert_eq!(Xgid::parse(&again), Ok(xgid));
        assert_eq!(again.len(), text.len());
    }
}

#[test]
fn plays_are_written_as_the_reference_does() {
    let (mut list, mut seen) = (PlayList::new(), 0);
    for row in rows("moves") {
        let before = position(&row["pid"]);
        let roll = roll(&row).expect("a roll");
        list.generate(&before, roll);
        assert_eq!(list.len(), number(&row, "n_legal") as usize);
        let result = position(&row["result_pid"]).flipped();
        let play = list.play(list.find(&result).expect("a legal play"));
        assert_eq!(play_text(&play), row["move"], "{} {roll}", row["pid"]);
        assert_eq!(parse_play(&row["move"], &before, roll).as_ref(), Ok(&play), "{} {roll}", row["pid"]);
        seen += 1;
    }
    assert!(seen > 5000, "{seen}");
}

/// Both players' checkers strewn without sharing a point.
fn positions() -> impl Strategy<Value = Position> {
    let side = || proptest::collection::vec(0..25_usize, 0..=15);
    (side(), side()).prop_filter_map("both on a point", |(mine, theirs)| {
        let strewn = |points: Vec<usize>| {
            points.into_iter().fold([0; 25], |mut counts: [u8; 25], point| {
                counts[point] += 1;
                counts
            })
        };
        let (on_roll, mut opponent) = (strewn(mine), strewn(theirs));
        for point in 0..24 {
            if on_roll[23 - point] > 0 {
                opponent[point] = 0;
            }
        }
        Setup { on_roll, opponent }.into_position(Variation::Standard).ok()
    })
}

fn players() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::Top), Just(Player::Bottom)]
}

fn all_terms() -> impl Strategy<Value = Terms> {
    prop_oneof![
        any::<bool>().prop_map(|jacoby| Terms::Money { jacoby, beavers: 3 }),
        (1..=64_u8, any::<bool>()).prop_flat_map(|(length, crawford)| {
            (0..length, 0..length)
                .prop_map(move |(a, b)| Terms::Match(MatchScore::new(length, ByPlayer([a, b]), crawford).unwrap()))
        }),
    ]
}

fn states() -> impl Strategy<Value = MatchState> {
    let phases = prop_oneof![Just(Phase::Playing), (0..5_usize).prop_map(|i| Phase::ALL[i])];
    let owner = proptest::option::of(players()).prop_map(|p| p.map_or(CubeOwner::Centered, CubeOwner::Owned));
    let resignation = proptest::option::of((0..3_usize).prop_map(|i| GameValue::ALL[i]));
    let dice = proptest::option::of((0..21_usize).prop_map(|i| Roll::ALL[i]));
    (phases, players(), players(), dice, 0..16_u8, owner, any::<bool>(), resignation, all_terms(), any::<[u16; 2]>())
        .prop_map(|(phase, on_roll, decides, dice, log2, owner, doubled, resignation, terms, money)| MatchState {
            phase,
            on_roll,
            decides,
            dice,
            cube: Cube::turned(log2, owner),
            doubled,
            resignation,
            terms,
            money_score: match terms {
                Terms::Money { .. } => ByPlayer(money.map(|n| n & 0x7fff)),
                Terms::Match(_) => ByPlayer([0; 2]),
            },
            winner: None,
            cube_limit: USUAL_CUBE_LIMIT,
        })
}

/// States an XGID and a `board:` line can hold: a game in progress, no dice while a double is pending.
fn states_in_play() -> impl Strategy<Value = MatchState> {
    states().prop_map(|state| MatchState {
        phase: Phase::Playing,
        decides: if state.doubled { !state.on_roll } else { state.on_roll },
        dice: if state.doubled { None } else { state.dice },
        resignation: None,
        ..state
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn positions_come_back(position in positions()) {
        let id = position_id(&position);
        prop_assert_eq!(setup_from_position_id(&id), Ok(Setup::from(&position)));
        prop_assert_eq!(setup_from_simple(&simple_board(&position)), Ok(Setup::from(&position)));
    }

    #[test]
    fn states_come_back(state in states(), position in positions()) {
        let id = state.match_id();
        prop_assert_eq!(MatchState::from_match_id(&id), Ok(state));
        let found = find_ids(&gnubg_id(&position, &state)).expect("two identifiers");
        prop_assert_eq!((found.setup, found.state), (Some(Setup::from(&position)), Some(state)));
        prop_assert_eq!(state.with_seats_swapped().with_seats_swapped(), state);
    }

    #[test]
    fn xgids_come_back(state in states_in_play(), position in positions()) {
        let xgid = Xgid::new(&position, &state);
        prop_assert_eq!(Xgid::parse(&xgid.to_string()), Ok(xgid));
    }

    #[test]
    fn raw_boards_come_back(state in states_in_play(), position in positions()) {
        let names = ByPlayer(["top".to_owned(), "bottom".to_owned()]);
        let raw = RawBoard::new(names, &position, &state);
        let mut expected = raw.clone();
        match &mut expected.state.terms {
            // Money rules are not on the line; the Crawford game is known by the score.
            terms @ Terms::Money { .. } => *terms = Terms::MONEY,
            Terms::Match(score) => {
                let is_late = score.length() > 1 && Player::BOTH.iter().any(|&player| score.away(player) == 1);
                *score = score.with_crawford(score.crawford() && is_late);
            }
        }
        let read = RawBoard::parse(&raw.to_string());
        // A double by the bottom player hides whose cube it was: it must have been available to the doubler.
        let sensible = !state.doubled
            || state.cube.owner() == CubeOwner::Owned(state.on_roll)
            || state.cube == Cube::START;
        // In the Crawford game, and in a match of one point, nobody doubles.
        let has_no_cube = expected.state.terms.match_score().is_some_and(|score| score.crawford() || score.length() == 1);
        if sensible && !(state.doubled && has_no_cube) && !(state.doubled && state.cube.value() == 1 && state.cube.owner() != CubeOwner::Centered) {
            prop_assert_eq!(read, Ok(expected));
        } else {
            prop_assert!(read.is_ok());
        }
    }

    #[test]
    fn plays_come_back(position in positions(), index in 0..21_usize) {
        let roll = Roll::ALL[index];
        for play in legal_plays(&position, roll).into_iter().take(300) {
            let text = play_text(&play);
            prop_assert_eq!(parse_play(&text, &position, roll).map(|play| play.result), Ok(play.result), "{} {}", text, roll);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), position in positions(), index in 0..21_usize) {
        refuse(&text, &position, Roll::ALL[index]);
    }

    #[test]
    fn anything_like_an_id_is_read_or_refused(text in "(XGID=|board:)?[-A-Oa-o+/:0-9 ]{0,60}") {
        refuse(&text, &Variation::Standard.starting_position(), Roll::ALL[4]);
    }

    #[test]
    fn anything_like_a_play_is_read_or_refused(
        text in "((bar|off|2[0-6]|1?[0-9])[/* (),]{0,2}([1-4][)])?){0,9}",
        position in positions(),
        index in 0..21_usize,
    ) {
        refuse(&text, &position, Roll::ALL[index]);
    }
}

/// Every reader gets the text; spans of errors must lie within it.
fn refuse(text: &str, position: &Position, roll: Roll) {
    let spans = [
        setup_from_position_id(text).err().map(|error| error.span),
        setup_from_key(text).err().map(|error| error.span),
        MatchState::from_match_id(text).err().map(|error| error.span),
        find_ids(text).err().map(|error| error.span),
        Xgid::parse(text).err().map(|error| error.span),
        RawBoard::parse(text).err().map(|error| error.span),
        parse_play(text, position, roll).err().map(|error| error.span),
    ];
    for span in spans.into_iter().flatten() {
        assert!(text.get(span.clone()).is_some(), "{span:?} in {text:?}");
    }
}

/// The part of the text at fault and the message.
fn refused(text: &str, position: &Position, dice: (u8, u8)) -> (String, String) {
    let error = parse_play(text, position, Roll::new(dice.0, dice.1).expect("a roll")).unwrap_err();
    (text[error.span.clone()].to_owned(), error.to_string())
}

#[test]
fn accepted_ways_to_write_a_play() {
    let start = Variation::Standard.starting_position();
    let check = |text: &str, dice: (u8, u8), expected: &str| {
        let play = parse_play(text, &start, Roll::new(dice.0, dice.1).expect("a roll")).expect(text);
        assert_eq!(play_text(&play), expected, "{text}");
    };
    check("8/5 6/5", (3, 1), "8/5 6/5");
    check("6/5, 8/5", (3, 1), "8/5 6/5");
    check("8 5 6 5", (3, 1), "8/5 6/5");
    check(" 24 23 13 10 ", (1, 3), "24/23 13/10");
    check("13/8/3 8/3(2)", (5, 5), "13/3 8/3(2)");
    check("13/3(2)", (5, 5), "13/3(2)");
    check("13/8/3 13/8/3", (5, 5), "13/3(2)");
    check("13/8(2) 8/3(2)", (5, 5), "13/3(2)");
    check("24/14", (6, 4), "24/14");
}

#[test]
fn refusals_say_why_and_where() {
    let start = Variation::Standard.starting_position();
    let check = |text: &str, dice, part: &str, message: &str| {
        assert_eq!(refused(text, &start, dice), (part.to_owned(), message.to_owned()), "{text}");
    };
    check("", (3, 1), "", "expected a play such as 8/5 6/5");
    check("8/5 6", (3, 1), "", "expected / and the point it moves to");
    check("8/5 6/x", (3, 1), "x", "expected a point, bar or off");
    check("8/5 6/5(7)", (3, 1), "7", "expected how many checkers, 1 to 4");
    check("8/5 26/5", (3, 1), "26", "there is no point 26");
    check("8/5 5/6", (3, 1), "5/6", "5/6 goes backward: checkers move to lower points");
    check("8/5 7/6", (3, 1), "7/6", "there is no checker on 7");
    check("24/18 24/19", (6, 5), "24/19", "the opponent holds 19");
    check("13/8 24/13", (6, 5), "24/13", "no die of 65 is left to move from 18 to 13");
    check("24/13", (5, 5), "24/13", "no die of 55 is left to move from 24 to 13");
    check("24/14", (5, 5), "24/14", "the opponent holds the way from 24 to 14");
    check("8/5", (3, 1), "8/5", "this plays 1 of 2 dice that can be played");
    check("6/off", (6, 5), "6/off", "checkers are borne off only when all are home");
    check("13/8(3) 8/3(2)", (5, 5), "8/3(2)", "a play moves at most four checkers");

    let mut mine = [0; 25];
    (mine[BAR], mine[5], mine[10]) = (1, 2, 1);
    let mut theirs = [0; 25];
    (theirs[0], theirs[2], theirs[8]) = (2, 1, 1);
    let bar = Position::from_checkers(Checkers::new(mine), Checkers::new(theirs));
    let on_bar = |text, dice| refused(text, &bar, dice).1;
    assert_eq!(on_bar("11/5", (6, 2)), "the checker on the bar has to come in first");
    assert_eq!(on_bar("bar/24 6/5", (1, 1)), "11 cannot be played");
    let entered = parse_play("25/22 11/9", &bar, Roll::new(3, 2).expect("a roll")).expect("it may enter");
    assert_eq!(play_text(&entered), "bar/22* 11/9");
}

#[test]
fn the_way_without_an_unmarked_hit_is_meant() {
    // From 13 with 6 and 4 over 7 (a blot) or 9 (free) to 3; and over two blots.
    let mut mine = [0; 25];
    mine[12] = 2;
    let with_blots = |points: &[usize]| {
        let mut theirs = [0; 25];
        theirs[0] = 2;
        points.iter().for_each(|&point| theirs[24 - point] = 1);
        Position::from_checkers(Checkers::new(mine), Checkers::new(theirs))
    };
    let roll = Roll::new(6, 4).expect("a roll");
    let text = |position: &Position, text: &str| parse_play(text, position, roll).map(|play| play_text(&play));
    let one = with_blots(&[7]);
    assert_eq!(text(&one, "13/3"), Ok("13/3".to_owned()));
    assert_eq!(text(&one, "13/7/3"), Ok("13/7*/3".to_owned()));
    assert_eq!(text(&one, "13/7*/3"), Ok("13/7*/3".to_owned()));
    let two = with_blots(&[7, 9]);
    let problem = parse_play("13/3", &two, roll).unwrap_err().problem;
    assert_eq!(problem, PlayTextProblem::Ambiguous(vec!["13/7*/3".to_owned(), "13/9*/3".to_owned()]));
    assert_eq!(problem.to_string(), "this may be 13/7*/3 or 13/9*/3: write which");
}

#[test]
fn the_larger_die_when_only_one_plays() {
    // The opponent holds 18 and 19, so 24 cannot move; 8 can go to 2 or to 3, and on from neither, as 24 is not home.
    let mut mine = [0; 25];
    (mine[7], mine[23]) = (1, 1);
    let mut theirs = [0; 25];
    (theirs[6], theirs[5]) = (2, 2);
    let position = Position::from_checkers(Checkers::new(mine), Checkers::new(theirs));
    let (part, message) = refused("8/3", &position, (6, 5));
    assert_eq!((part.as_str(), message.as_str()), ("8/3", "only one die can be played, and it has to be the 6"));
}

#[test]
fn problems_of_identifiers_are_told_apart() {
    assert!(matches!(setup_from_position_id("é").unwrap_err().problem, Problem::Character { found: 'é', .. }));
    assert!(matches!(find_ids("").unwrap_err().problem, Problem::NoIdentifier));
}
