//! Files that contradict themselves: a turn that is missing, a second match, sets and results that cannot be. What can
//! be read is read, and what is wrong is told.

use gammon::board::Player;
use gammon::formats::{PlayedMatch, ReadOptions, read, read_sgf, write_sgf};
use gammon::notation::position_id;
use gammon::record::{Event, Outcome};
use gammon::scoring::{CubeOwner, Met};
use serde_json::{Value, json};
use std::fs;

fn read_here(bytes: &[u8]) -> PlayedMatch {
    read(bytes, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)))
}

/// The result of the last game.
fn outcome(played: &PlayedMatch) -> Option<Outcome> {
    let game = played.record.games().last().expect("a game");
    game.state(game.steps.len()).outcome
}

/// A file of BGBlitz with these records of a game that Ann (1) begins.
fn bgf(moves: &[Value]) -> Vec<u8> {
    let game = json!({"moves": moves, "scoreGreen": 0, "scoreRed": 0, "wonPoints": 0});
    let all =
        json!({"matchlen": 5, "nameGreen": "Ben", "nameRed": "Ann", "games": [game], "finalGreen": 0, "finalRed": 0});
    format!("{{\"format\":\"BGF\"}}\n{all}").into_bytes()
}

/// Whichever turn of a game is missing, the other player's next is read as that player's, with a remark.
#[test]
fn a_turn_that_is_missing_in_a_file_of_bgblitz_is_told() {
    let turn = |player: i64, dice: [i64; 2], from: [i64; 2], to: [i64; 2]| {
        let four = |two: [i64; 2]| json!([two[0], two[1], -1, -1]);
        json!({"player": player, "red": dice[0], "green": dice[1], "from": four(from), "to": four(to)})
    };
    let turns = [
        turn(1, [3, 1], [8, 6], [5, 5]),
        turn(-1, [4, 2], [8, 6], [4, 4]),
        turn(1, [6, 1], [13, 8], [7, 7]),
        turn(-1, [2, 1], [13, 6], [11, 5]),
    ];
    let told = "a turn of the other player is missing";
    let plays = |played: &PlayedMatch| {
        let steps = &played.record.games()[0].steps;
        steps.iter().filter(|step| matches!(step.event, Event::Play(_))).count()
    };
    let whole = read_here(&bgf(&turns));
    assert_eq!((plays(&whole), whole.remarks.as_slice()), (4, &[][..]));
    for missing in 1..turns.len() - 1 {
        let mut left = turns.to_vec();
        left.remove(missing);
        let found = read_here(&bgf(&left));
        assert_eq!(plays(&found), 3, "{missing}: {:?}", found.remarks);
        assert!(found.remarks.len() == 1 && found.remarks[0].ends_with(told), "{missing}: {:?}", found.remarks);
    }
}

/// What is read of the old moves of FIBS with other lines in the place of some, and what is told of them.
#[test]
fn old_moves_of_two_matches_are_those_of_the_first() {
    let text = fs::read_to_string("tests/data/formats/oldmoves-two-games.fibs").expect("a sample");
    let good = read_here(text.as_bytes());
    let another = "another match begins here; the first one is read";
    for second in [
        "Score is 0-0 in a 7 point match.\nAnn is X - Bob is O\nX: (4 2) 8-4 6-4\n",
        "Score is 0-0 in a 5 point match.\nCarl is X - Dora is O\nX: (4 2) 8-4 6-4\n",
        "Score is 0-0 in an unlimited match.\nBob is X - Ann is O\nX: (4 2) 8-4 6-4\n",
    ] {
        let found = read_here(format!("{text}\n{second}").as_bytes());
        assert_eq!(found.names, good.names, "{second}");
        assert_eq!(found.record.games().len(), good.record.games().len(), "{second}");
        let mut remarks = found.remarks.iter().filter(|remark| !good.remarks.contains(remark));
        assert!(remarks.any(|remark| remark.contains(another)), "{second}: {:?}", found.remarks);
    }
}

/// A player who resigns loses what the next line tells, or what is told with it.
#[test]
fn a_resignation_in_old_moves_ends_the_game() {
    let begun = "Score is 0-0 in a 5 point match.\nAnn is X - Bob is O\nX: (4 2) 8-4 6-4\nO: (3 1) 17-20 19-20\n";
    for (end, winner, points) in [
        ("X: resigns\nO: wins 1 point\n", Player::Top, 1),
        ("O: resigns\nX: wins 2 points\n", Player::Bottom, 2),
        ("X: resigns\n", Player::Top, 1),
    ] {
        let found = read_here(format!("{begun}{end}").as_bytes());
        let outcome = outcome(&found).unwrap_or_else(|| panic!("{end}: {:?}", found.remarks));
        // Player 1 is whoever is X of the first game.
        let seat = if found.names[Player::Bottom] == "Ann" { winner } else { !winner };
        assert_eq!((outcome.winner, outcome.points), (seat, points), "{end}");
    }
}

const HEAD: &str = "(;FF[4]GM[6]MI[length:5][game:0][ws:1][bs:2]PW[Ann]PB[Bob]";

fn sgf(text: &str, strict: bool) -> Result<PlayedMatch, String> {
    let met = Met::kazaross_xg2();
    let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict };
    read_sgf(text, &options).map_err(|error| error.to_string())
}

/// What is said of a file: its remarks, or why it is refused.
fn told(text: &str, strict: bool) -> String {
    sgf(text, strict).map_or_else(|error| error, |played| played.remarks.join("\n"))
}

/// Positions that a file sets up by hand are read, and come back from the file that is written of them.
#[test]
fn sets_by_hand_in_sgf_are_read_and_written() {
    let met = Met::kazaross_xg2();
    // Who is on roll, the dice, the value and owner of the cube, and the checkers.
    let board = "AE[a:y]AW[a][a][b]AB[w][x][x]";
    for (set, on_roll, dice, cube) in [
        (format!("PL[W]{board}CV[2]CP[w]"), Player::Top, None, (2, CubeOwner::Owned(Player::Top))),
        (format!("PL[B]{board}CV[4]CP[b]DI[31]"), Player::Bottom, Some("31"), (4, CubeOwner::Owned(Player::Bottom))),
        (format!("PL[W]{board}CV[1]CP[c]DI[66]"), Player::Top, Some("66"), (1, CubeOwner::Centered)),
        ("PL[B]AE[a][y]".to_owned(), Player::Bottom, None, (1, CubeOwner::Centered)),
    ] {
        let text = format!("{HEAD};{set})");
        let played = sgf(&text, true).unwrap_or_else(|error| panic!("{set}: {error}"));
        let last = |played: &PlayedMatch| {
            let game = &played.record.games()[0];
            game.state(game.steps.len()).game.unwrap_or_else(|| panic!("{set}: a game"))
        };
        let game = last(&played);
        assert_eq!((game.on_roll, game.dice.map(|dice| dice.to_string()).as_deref()), (on_roll, dice), "{set}");
        assert_eq!((game.cube.value(), game.cube.owner()), cube, "{set}");
        let written = write_sgf(&played.names, &played.info, played.record.games(), &met).expect("it can be written");
        let again = sgf(&written, true).unwrap_or_else(|error| panic!("{set}: {written}: {error}"));
        assert_eq!(position_id(&last(&again).position), position_id(&game.position), "{set}: {written}");
        assert_eq!(last(&again), game, "{set}: {written}");
    }
}

/// Sets and results that cannot be are told, and refused where files are read strictly.
#[test]
fn what_contradicts_itself_in_sgf_is_told() {
    let passed = ";PL[W];W[double];B[drop])";
    for (text, words, is_doubt) in [
        (format!("{HEAD};PL[Z])"), "expected W or B in PL[", false),
        (format!("{HEAD};CV[3])"), "expected a power of 2 in CV[", false),
        (format!("{HEAD};CP[q])"), "expected c, w or b in CP[", false),
        (format!("{HEAD};DI[9])"), "expected two dice in DI[", false),
        (format!("{HEAD};AW[!])"), "expected a letter from a to y in AW[", false),
        (format!("{HEAD}RE[nobody];PL[W])"), "expected a result as in RE[W+2]", false),
        (format!("{HEAD}RE[W+1x];PL[W])"), "expected a result as in RE[W+2]", false),
        (format!("{HEAD}RE[B+1]{passed}"), "RE says that B wins, and W has won", true),
        (format!("{HEAD}RE[B+Resign];PL[W])"), "RE tells no points: 1 point, by the cube", true),
    ] {
        for strict in [false, true] {
            assert!(told(&text, strict).contains(words), "{text}: {}", told(&text, strict));
        }
        assert!(sgf(&text, true).is_err(), "{text}");
        assert!(!is_doubt || sgf(&text, false).is_ok(), "{text}: {}", told(&text, false));
    }
}
