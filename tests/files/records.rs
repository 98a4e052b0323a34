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
    for part in
        ["31: 8/5 6/5", "52: 24/22 13/8", "doubles to 2", "takes", "66: 24/18(2) 8/2(2)", "1 side line: `lines`"]
    {
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

/// A session with an analysed match: what these commands answer, after others that may fail.
fn after(home: &Home, commands: &[String], asked: &str) -> String {
    let begin = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
                 set evaluation chequerplay evaluation plies 0; set evaluation cubedecision evaluation plies 0; \
                 set seed 7; import sample; analyse match; set display off";
    let script = format!("{}\n{}\n{asked}\n", begin.replace(';', "\n"), commands.join("\n"));
    let outcome = home.run(&["--keep-going", "-q"], &format!("{script}\necho end of commands\n"));
    assert!(outcome.stdout.contains("end of commands"), "{}", outcome.stderr);
    outcome.stdout
}

#[test]
fn looking_leaves_the_match_as_it_is() {
    let home = Home::new();
    let written = |name: &str, commands: &[String]| {
        let sgf = home.path(&format!("{name}.sgf"));
        let mat = home.path(&format!("{name}.mat"));
        let asked = format!(
            "echo here it begins\nset output style gammon\nshow statistics match\nshow errors 500\nlist match\necho here it ends\n\
             export match mat {}\nsave match {}",
            mat.display(),
            sgf.display()
        );
        let text = after(&home, commands, &asked);
        let (_, told) = text.split_once("here it begins").expect("the beginning");
        let (told, _) = told.split_once("here it ends").expect("the end");
        // Where one stands is no part of the match.
        let read = |file: &std::path::Path| std::fs::read_to_string(file).expect("a file");
        (told.replace("> game", "  game"), read(&mat), sgf)
    };
    let (told, mat, _) = written("before", &[]);
    assert!(told.contains("game 1:") && told.contains("very bad"), "{told}");
    // Whatever is looked at, tried out and taken back, some of which fails.
    let looks = [
        "next",
        "next 3",
        "previous",
        "previous 7",
        "next game",
        "previous game",
        "first move",
        "first game",
        "play",
        "play",
        "double",
        "take",
        "drop",
        "roll",
        "undo",
        "redo",
        "lines",
        "line 1",
        "line 2",
        "line main",
        "list game",
        "quiz",
        "quiz take",
        "hint 2",
        "next error",
        "previous error",
        "goto error 3",
        "goto error 1",
        "set dice 31",
        "set dice 66",
        "13/7",
        "13/10",
        "24/18",
        "8/5 6/5",
        "show board",
        "next marked",
        "comment hm",
        "analyse move",
        "resign single",
        "accept",
        "decline",
        "new game",
        "swap players",
    ];
    let mut number = 20_261_129_u64;
    let mut commands = Vec::new();
    for _ in 0..1000 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        commands.push(looks[(number >> 33) as usize % looks.len()].to_owned());
    }
    let (told_after, mat_after, sgf) = written("after", &commands);
    assert_eq!(told_after, told);
    assert_eq!(mat_after, mat);
    // The side lines are in the file, and nothing of the match is another.
    let sgf = sgf.display();
    let again = home.run(
        &[
            "-q",
            "-e",
            &format!("load match {sgf}; show errors 500; lines; export match mat {}", home.path("again.mat").display()),
        ],
        "",
    );
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert!(again.stdout.contains("line 3: game"), "{}", again.stdout);
    assert_eq!(std::fs::read_to_string(home.path("again.mat")).expect("a file"), mat);
}

#[test]
fn a_play_at_a_past_decision_begins_a_side_line() {
    let home = Home::new();
    let tried = "previous 4; 13/11 13/8; lines; list match";
    let outcome = home.run(&["-e", GAME, "-e", tried], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("this is a side line"), "{}", outcome.stdout);
    assert!(
        outcome.stdout.contains("> line 1: game 1, turn 2: engine plays 13/11 13/8, 1 action"),
        "{}",
        outcome.stdout
    );
    // The match is the same in files, on either line; the side line can be entered, and can take its place.
    for (commands, is_long) in [
        ("list game", false),
        ("line main; list game", true),
        ("previous; list game", true),
        ("next 9; list game", false),
        ("line main; line 1; list game", false),
        ("promote line; list game", false),
        ("promote line; previous; 24/22 13/8; list game", true),
        ("undo; list game", true),
        ("undo; 24/22 13/8; next; list game", true),
    ] {
        let outcome = home.run(&["--keep-going", "-e", GAME, "-e", &format!("{tried}; {commands}")], "");
        let list = outcome.stdout.rsplit_once("Game 1 of 1").expect("a list").1;
        assert_eq!(list.contains("66: 24/18(2)"), is_long, "{commands}: {list}");
        assert_eq!(list.contains("52: 13/11 13/8"), !is_long, "{commands}: {list}");
    }
    for (commands, told) in [
        ("line 1", "there is no line 1"),
        ("line main", "this is the main line"),
        ("promote line", "this is the main line"),
        ("redo", "nothing was taken back"),
        ("undo; next; redo", "nothing was taken back"),
    ] {
        let outcome = home.run(&["-e", GAME, "-e", commands], "");
        assert!(outcome.stderr.contains(told), "{commands}: {}", outcome.stderr);
    }
    // What is taken back at the end can be done again, or something else in its place.
    let ended = ids("");
    assert_eq!(ids("undo; undo; redo; redo").last(), ended.last());
    // In GNU Backgammon's manner a play at a past decision cuts the match off, as there.
    let outcome = home.run(&["-e", GAME, "-e", "set output style gnubg; previous 4; 13/11 13/8; lines; list game"], "");
    assert!(!outcome.stdout.contains("this is a side line"), "{}", outcome.stdout);
}

#[test]
fn against_the_engine_undo_goes_back_to_ones_own_decision() {
    let home = Home::new();
    let game = "set evaluation chequerplay evaluation plies 0; set seed 4; set automatic roll on; new match 5; set player 0 gnubg; \
                set turn 1; set dice 31; 8/5 6/5";
    let outcome = home.run(&["--keep-going", "-e", game, "-e", "undo; show board"], "");
    assert!(outcome.stdout.rsplit_once("Rolled").expect("dice").1.trim_start().starts_with("31"), "{}", outcome.stdout);
    let outcome = home.run(&["--keep-going", "-e", game, "-e", "undo; undo; undo; undo; undo; show player"], "");
    assert!(outcome.stderr.contains("taken back") || outcome.stderr.contains("take back"), "{}", outcome.stderr);
    assert!(!outcome.stdout.contains("set player 0 human"), "{}", outcome.stdout);
}

#[test]
fn a_comment_stands_with_the_decision_that_is_shown() {
    let home = Home::new();
    let sgf = home.path("m.sgf");
    let said = format!("previous 4; comment too loose; next; previous; save match {}", sgf.display());
    let outcome = home.run(&["-e", GAME, "-e", &said], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("“too loose”"), "{}", outcome.stdout);
    let again = format!("load match {}; next 2; comment; next", sgf.display());
    let outcome = home.run(&["-q", "-e", &again], "");
    assert_eq!(outcome.stdout.matches("“too loose”").count(), 1, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("\ntoo loose\n"), "{}", outcome.stdout);
    // A roll before which nobody doubled has a comment of its own, where the decision is shown.
    let asked = "import sample; set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
                 set display off; analyse match; goto error 1 cube; comment BAZ; next; previous; goto error 1 cube";
    let outcome = home.run(&["-q", "--keep-going", "-e", &asked.replace("goto error 1 cube", "next error cube")], "");
    assert!(outcome.stdout.contains("has this comment"), "{}{}", outcome.stdout, outcome.stderr);
    let outcome = home.run(&["-q", "-e", "new match 3; comment too early"], "");
    assert!(outcome.stderr.contains("nothing has been decided here yet"), "{}", outcome.stderr);
}

#[test]
fn undo_takes_back_settings_made_since_the_last_action_alone() {
    let home = Home::new();
    let outcome = home.run(
        &[
            "-q",
            "--keep-going",
            "-e",
            "new match 3",
            "-e",
            "set output digits 4; set turn 1; set dice 31; 8/5 6/5; undo; undo",
        ],
        "",
    );
    assert!(!outcome.stdout.contains("set output digits 3"), "{}", outcome.stdout);
    let outcome = home.run(
        &["-q", "-e", "new session; set output digits 4; set jacoby off; set output digits 5; undo; undo; undo"],
        "",
    );
    let taken: Vec<&str> = outcome.stdout.lines().rev().filter(|line| line.starts_with("set ")).take(3).collect();
    assert_eq!(taken, ["set output digits 3", "set jacoby on", "set output digits 4"], "{}", outcome.stdout);
}
