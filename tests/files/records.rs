//! Stepping through a game that was played, taking steps back, and the list of it, as commands.

use crate::support::home;

use home::Home;

const GAME: &str = "set seed 4; set player 0 human; set player 1 human; new match 5; set turn 1; set dice 31; 8/5 6/5; set dice 52; \
                    24/22 13/8; double; take; set dice 66; 24/18(2) 13/7(2)";

/// The Position IDs and Match IDs of all boards that these commands draw.
fn ids(commands: &str) -> Vec<(String, String)> {
    let outcome = Home::new().run(&["-e", GAME, "-e", commands], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let after = |line: &str, label: &str| Some(line.split_once(label)?.1.trim().to_owned());
    let found = |label: &str| outcome.stdout.lines().filter_map(|line| after(line, label)).collect::<Vec<_>>();
    found("Position ID:").into_iter().zip(found("Match ID   :")).collect()
}

#[test]
fn the_board_after_any_step_is_the_one_that_was_there() {
    let played = ids("");
    let (last, back) = (played.last().expect("a board"), ids("previous; next"));
    assert_eq!(back.last(), Some(last));
    // To the beginning and on to the end again: the same boards, in both directions.
    let there_and_back = ids("previous 3; next 3");
    assert_eq!(there_and_back.last(), Some(last));
    let one_by_one = ids("previous; previous; previous");
    assert_eq!(one_by_one.last(), there_and_back.get(there_and_back.len() - 2), "three steps are one and one and one");
    assert_eq!(ids("first game").last(), ids("first move").last());
}

#[test]
fn another_play_leaves_the_old_one_beside_it() {
    let home = Home::new();
    let outcome = home.run(&["-e", GAME, "-e", "undo; 24/23; list game"], "");
    assert_eq!(outcome.status, Some(3), "not a legal play: {}", outcome.stdout);
    let outcome = home.run(&["-e", GAME, "-e", "undo; 24/18(2) 8/2(2); list game"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let list: Vec<&str> = outcome.stdout.lines().skip_while(|line| !line.contains("Game 1 of 1")).collect();
    let text = list.join("\n");
    for part in [
        "31: 8/5 6/5",
        "52: 24/22 13/8",
        "doubles to 2",
        "takes",
        "66: 24/18(2) 8/2(2)",
        "1 other line was played from here",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("13/7(2)"), "{text}");
}

#[test]
fn the_ends_of_the_record_are_told() {
    let home = Home::new();
    for (commands, told) in [
        ("next", "this is the last decision of the record"),
        ("first move; previous", "this is the first decision of the record"),
        ("next game", "this is the last game of the record"),
        ("first move; undo", "there is nothing to take back"),
        ("previous 100", ""),
    ] {
        let outcome = home.run(&["-e", GAME, "-e", commands], "");
        assert!(outcome.stderr.contains(told), "{commands}: {}", outcome.stderr);
        assert_eq!(outcome.status, Some(if told.is_empty() { 0 } else { 3 }), "{commands}");
    }
    assert!(home.run(&["-e", "next"], "").stderr.contains("no game"));
}

/// A command of several steps that fails on the way leaves the session as it was.
#[test]
fn a_game_that_cannot_be_finished_is_as_before() {
    let home = Home::new();
    let dice = home.write("dice.txt", "3 1 6 6 5 2 4 4 1 1");
    let start = format!("set rng file {}; new session; show board", dice.display());
    let outcome = home.run(&["--keep-going", "-e", &start, "-e", "end game; show board"], "");
    assert!(outcome.stderr.contains("no more dice"), "{}", outcome.stderr);
    let boards: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("Position ID")).collect();
    assert!(boards.len() >= 2 && boards.windows(2).all(|pair| pair[0] == pair[1]), "{boards:?}");
}
