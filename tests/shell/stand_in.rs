//! gammon in GNU Backgammon's place: what the real program was seen to answer, line by line, where no public use asks
//! for it (`gnubg_uses.rs` has those).

use crate::support::gnubg;
use crate::support::home::Home;
use std::fs;
use std::path::Path;

/// Both players are people, nothing happens by itself, and the dice are the same every time.
const PEOPLE: [&str; 6] = [
    "set seed 1",
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set defaultnames gnubg root",
];

/// The answers to lines, of which a mark follows each.
fn answers_in(home: &Home, lines: &[&str]) -> Vec<String> {
    let lines: Vec<&str> = PEOPLE.iter().chain(lines).copied().collect();
    let marked = |(i, line): (usize, &&str)| format!("{line}\nset prompt MARK{i}.\n");
    let input: String = lines.iter().enumerate().map(marked).collect();
    let outcome = home.run(&["-t", "-q", "-r", "--nets", "own"], &input);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let mut rest = outcome.stdout.as_str();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let mark = format!("The prompt has been set to `MARK{i}.'.\n");
        let (answer, after) = rest.split_once(&mark).unwrap_or_else(|| panic!("no answer to {line}: {rest}"));
        found.push(answer.to_owned());
        rest = after;
    }
    found.split_off(PEOPLE.len())
}

fn answers(lines: &[&str]) -> Vec<String> {
    answers_in(&Home::new(), lines)
}

/// Compares the answers to lines with what is expected; `…` stands for what does not matter.
fn check(expected: &[(&str, &str)]) {
    let lines: Vec<&str> = expected.iter().map(|(line, _)| *line).collect();
    for ((line, expected), answer) in expected.iter().zip(answers(&lines)) {
        let is_met = match expected.split_once('…') {
            None => answer == *expected,
            Some((begin, end)) => {
                answer.len() >= begin.len() + end.len() && answer.starts_with(begin) && answer.ends_with(end)
            }
        };
        assert!(is_met, "`{line}`: {answer:?}, not {expected:?}");
    }
}

#[test]
fn a_game_that_is_over_is_still_asked_about() {
    check(&[
        ("take", "The cube must have been offered before you can take it.\n"),
        ("beaver", "The cube must have been offered before you can redouble it.\n"),
        ("accept", "You can only accept if the cube or a resignation has been offered.\n"),
        ("show keith", "No position specified and no game in progress.\n"),
        ("new session", "A new session has been started.\n…"),
        ("set turn 1", "`root' is now on roll.\n"),
        ("resign 1", "…"),
        ("accept", "gnubg accepts and wins a single game.\n…"),
        ("take", "The cube must have been offered before you can take it.\n"),
        ("redouble", "The cube must have been offered before you can redouble it.\n"),
        ("accept", "No game in progress (type `new game' to start one).\n"),
        ("reject", "No game in progress (type `new game' to start one).\n"),
        ("show variation", "You are playing: Standard backgammon\nDefault variation is: Standard backgammon\n"),
        (
            "show jacoby",
            "This money session is played with the Jacoby rule.\nNew money sessions are played with the Jacoby rule.\n",
        ),
        ("show pipcount", "The pip counts are: root 167, gnubg 167.\n"),
        ("show keith", "Keith Count Leader            : 169\n…"),
        ("eval", "Position ID:\t4HPwATDgc/ABMA\nMatch ID:\tcCM…\n\n"),
        ("new match 1", "…"),
        ("set turn 1", "…"),
        ("resign 1", "…"),
        ("accept", "…"),
        ("beaver", "Beavers and Raccoons are not permitted during match play.\n"),
        ("show pipcount", "The pip counts are: root 167, gnubg 167.\n"),
    ]);
}

#[test]
fn entries_are_counted_as_the_real_program_counts_them() {
    let home = Home::new();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")).expect("read");
    home.write("m.mat", &text);
    // The Match ID of the board after each step, and the line below it.
    let steps = [
        ("next", "cAngAAAAAAAE", "Rolled 43:"),
        ("next", "MAHgAAAAAAAE", "Rolled 51:"),
        ("next roll", "MIHmAAAAAAAE", "Rolled 51:"),
        ("next roll", "cAngAAAAAAAE", "Rolled 51:"),
        ("next 2", "cAngAAAAAAAE", "Rolled 65:"),
        ("previous", "MAHgAAAAAAAE", "Rolled 31:"),
        ("next rolled", "cAn3AAAAAAAE", "Rolled 65:"),
        ("previous roll", "cAngAAAAAAAE", "Rolled 65:"),
        ("previous roll", "MIHlAAAAAAAE", "Rolled 31:"),
        ("next 16", "MAHgAAAAAAAE", ""),
        ("next", "MBngAAAAAAAE", ""),
        ("next roll", "EQHgAAAAAAAE", "Rolled 63:"),
    ];
    let mut lines = vec!["import mat m.mat", "first game"];
    for (step, ..) in steps {
        lines.extend([step, "show board"]);
    }
    lines.extend(["next game 9", "next game", "show board", "next x", "previous game 9"]);
    let found = answers_in(&home, &lines);
    assert_eq!(found[1], "No game in progress.\n");
    for (i, (step, id, below)) in steps.iter().enumerate() {
        assert_eq!(found[2 + 2 * i], "", "{step}");
        let board = &found[3 + 2 * i];
        assert!(board.contains(&format!("Match ID   : {id}\n")), "{i}. {step}, not {id}: {board}");
        assert_eq!(board.trim_end().lines().last().filter(|line| line.starts_with("Rolled")).unwrap_or(""), *below);
    }
    let after = &found[2 + 2 * steps.len()..];
    assert_eq!(after[0], "No game in progress.\n");
    assert_eq!(after[1], "");
    assert_eq!(after[2], "No position specified and no game in progress.\n");
    assert!(after[3].starts_with("If you specify a parameter to the `next' command"));
    assert_eq!(after[4], "No game in progress.\n");
}

#[test]
fn a_position_is_written_with_what_is_known_of_it() {
    let home = Home::new();
    let lines = [
        "new match 5",
        "set turn 1",
        "set dice 31",
        "export position text rolled.txt",
        "hint 2",
        "export position text hinted.txt",
        "8/5 6/5",
        "export position text on_roll.txt",
        "hint",
        "export position text cube.txt",
        "double",
        "export position text doubled.txt",
        "new game",
        "export position text -",
    ];
    let printed = answers_in(&home, &lines).pop().expect("the last one");
    assert!(printed.starts_with("The score (after 0 games) is: gnubg 0, root 0 (match to 5 points)\n"), "{printed}");
    assert!(!home.path("-").exists());
    let read = |name: &str| std::fs::read_to_string(home.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let rolled = read("rolled.txt");
    assert!(rolled.contains("\n\nMatch Information:\nDate: "), "{rolled}");
    assert!(rolled.contains(":  root to play 31\n\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n"), "{rolled}");
    let end = "\nPip counts: O 167, X 167\n\n* root cannot move\n\nRolled 31:\n*    Cannot move\n\n\nOutput generated";
    assert!(rolled.contains(end), "{rolled}");
    let hinted = read("hinted.txt");
    let (_, plays) = hinted.split_once("\nPip counts: O 167, X 167\n\n\n\nRolled 31:\n").expect(&hinted);
    assert!(plays.starts_with("     1. Cubeful 0-ply    8/5 6/5                      Eq.: +"), "{plays}");
    assert_eq!(plays.lines().take_while(|line| !line.is_empty()).count(), 10, "{plays}");
    let on_roll = read("on_roll.txt");
    assert!(on_roll.contains(":  gnubg on roll, cube decision?\n\n"), "{on_roll}");
    assert!(on_roll.contains("\nPip counts: O 167, X 163\n\n* gnubg doubles\n\nOutput generated"), "{on_roll}");
    let cube = read("cube.txt");
    assert!(cube.contains("\n\n* gnubg doubles\n\nAlert: wrong double (-0."), "{cube}");
    assert!(cube.contains(")!\n\nCube analysis\n2-ply cubeless equity -0."), "{cube}");
    let doubled = read("doubled.txt");
    assert!(doubled.contains(":  gnubg doubles to 2\n\n"), "{doubled}");
    assert!(doubled.contains("\n\n\nCube analysis\n2-ply cubeless equity +0."), "{doubled}");
}

#[test]
fn files_go_to_standard_output() {
    let home = Home::new();
    let lines = [
        "new match 3",
        "set turn 1",
        "set dice 31",
        "8/5 6/5",
        "export match mat -",
        "save match -",
        "export match text -",
    ];
    let found = answers_in(&home, &lines);
    assert!(found[4].contains(" 3 point match\n\n Game 1\n") && found[4].contains("31: 8/5 6/5"), "{}", found[4]);
    assert!(found[5].starts_with("(;FF[4]GM[6]"), "{}", found[5]);
    assert!(found[6].contains("* root moves 8/5 6/5\n"), "{}", found[6]);
    assert!(!home.path("-").exists());
}

#[test]
fn market_windows_stand_in_columns() {
    check(&[
        ("show marketwindow", "No game in progress (type `new game' to start one).\n"),
        ("set jacoby off", "Will not use the Jacoby rule for money sessions.\n"),
        ("new session", "…"),
        ("set turn 0", "…"),
        (
            "show marketwindow 25 30",
            "Player gnubg                    : gammon rate  25.00%, bg rate   0.00%\n\
             Player root                     : gammon rate  30.00%, bg rate   0.00%\n\
             \n\
             Player gnubg cube parameters:\n\
             \n\
             Cube parameter               Dead Cube      Live Cube\n\
             Take Point (TP)               31.373%      26.230%\n\
             Beaver Point (BP)             50.980%      42.623%\n\
             Raccoon Point (RP)            50.980%      59.016%\n\
             Initial Double Point (IDP)    50.980%      75.410%\n\
             Redouble Point (RDP)          50.980%      75.410%\n\
             Cash Point (CP)               70.588%      75.410%\n\
             Too good Point (TGP)          90.196%      75.410%\n\
             \n\
             Player root cube parameters:\n\
             \n\
             Cube parameter               Dead Cube      Live Cube\n\
             Take Point (TP)               29.412%      24.590%\n\
             Beaver Point (BP)             49.020%      40.984%\n\
             Raccoon Point (RP)            49.020%      57.377%\n\
             Initial Double Point (IDP)    49.020%      73.770%\n\
             Redouble Point (RDP)          49.020%      73.770%\n\
             Cash Point (CP)               68.627%      73.770%\n\
             Too good Point (TGP)          88.235%      73.770%\n",
        ),
        (
            "show gammonvalues",
            "Player           Gammon value    Backgammon value\n\
             gnubg            0.50000         1.00000\n\
             root             0.50000         1.00000\n",
        ),
        ("new match 7", "…"),
        ("set turn 1", "…"),
        (
            "show marketwindow 25 30",
            "Player gnubg                    : gammon rate  25.00%, bg rate   0.00%\n\
             Player root                     : gammon rate  30.00%, bg rate   0.00%\n\
             \n\
             \n\
             Player gnubg market window:\n\
             \n\
             Dead cube:  51.08% -  70.16%\n\
             Live cube: 51.08% -  74.95%\n\
             \n\
             Player root market window:\n\
             \n\
             Dead cube:  48.92% -  68.09%\n\
             Live cube: 48.92% -  73.47%\n\
             \n",
        ),
        ("set score 5 6", "…"),
        ("set postcrawford on", "…"),
        (
            "show marketwindow",
            "…\n\nPlayer gnubg market window:\n\nDead cube:   0.00% -  50.00%\n\
             Player root market window:\n\nDead cube: 100.00% - 100.00%\n",
        ),
    ]);
}

#[test]
fn raw_boards_tell_who_has_doubled() {
    check(&[
        ("set output rawboard on", "…"),
        ("new match 5", "…"),
        ("set turn 1", "`root' is now on roll.\n"),
        ("double", "root doubles.\nboard:root:gnubg:5:0:0:…:1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1\n"),
        ("take", "…:1:0:0:0:0:2:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1\n"),
        ("set turn 0", "…"),
        ("double", "gnubg doubles.\nboard:…:-1:0:0:0:0:2:0:1:-1:1:-1:0:25:0:0:0:0:0:0:0:1\n"),
        ("set turn 1", "…"),
        // A checker on the bar stands among the counts alone.
        (
            "set board simple 1 -1 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 1 1",
            "board:root:gnubg:5:0:0:-1:-1:0:…:1:1:1:0:0:0:0:2:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1\n",
        ),
    ]);
}

#[test]
fn what_is_played_automatically_is_told() {
    let lines = ["set automatic bearoff on", "new session", "set turn 1", "set board 2+4OAADb7g4AAA", "roll"];
    let told = answers(&lines).pop().expect("the last one");
    assert!(told.lines().any(|line| line.starts_with("root moves ") && line.contains("/off")), "{told}");
}

#[test]
fn rows_of_boards_have_their_blanks() {
    let board = answers(&["new session", "show board"]).pop().expect("the last one");
    let rows: Vec<&str> = board.lines().filter(|line| line.get(1..2) == Some("|")).collect();
    assert_eq!(rows.len(), 11, "{board}");
    for (i, row) in rows.iter().enumerate() {
        let width = if [4, 6].contains(&i) { 48 } else { 49 };
        assert!(row.len() >= width && (width == 49 || row.len() == 48), "row {i}: {row:?}");
    }
}

#[test]
fn generators_and_seeds_are_acknowledged() {
    check(&[
        ("set rng mersenne", "You are already using the Mersenne Twister generator.\n"),
        ("set rng mersenne 7", "GNU Backgammon will now use the Mersenne Twister generator.\nSeed set to 7.\n"),
        ("set rng md5 4", "GNU Backgammon will now use the MD5 generator.\nSeed set to 4.\n"),
        ("set rng manual", "GNU Backgammon will now use the manual dice generator.\n"),
        ("set rng manual", "You are already using the manual dice generator.\n"),
    ]);
}

#[test]
fn a_double_that_was_too_good_is_answered_as_a_double() {
    let lines = [
        "set evaluation cubedecision evaluation plies 0",
        "set jacoby off",
        "new session",
        "set turn 1",
        "set board fw8QDAhvNoAAAA",
        "hint",
        "double",
        "hint",
    ];
    let found = answers(&lines);
    assert!(found[5].contains("\n1. No double ") && found[5].contains(": Too good to double, pass ("), "{}", found[5]);
    let rows: Vec<&str> = found[7].lines().filter(|line| line.as_bytes().get(1) == Some(&b'.')).collect();
    assert_eq!(rows[0], "1. Double, pass        -1.000", "{}", found[7]);
    assert!(rows[1].starts_with("2. Double, take ") && rows[2].starts_with("3. No double "), "{}", found[7]);
    assert!(rows[2].ends_with("  (-0.000)"), "{}", found[7]);
    assert!(found[7].contains("\nProper cube action: Double, pass\n"), "{}", found[7]);
}

#[test]
fn small_answers_are_those_of_the_real_program() {
    check(&[
        ("load python", "You must specify a file to load from.\n"),
        ("new match 3", "…"),
        ("set turn 1", "…"),
        ("move", "You must roll the dice before you can move.\n"),
        ("set dice 31", "The dice have been set to 3 and 1.\n"),
        ("move", "You must specify a move (type `help move' for instructions).\n"),
        ("resign 1", "…"),
        ("accept", "…"),
        ("set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:4:0:9:10", "…"),
        ("set score 1 4", "The score (after 0 games) is: gnubg 1, root 4 (match to 9 points)\n"),
        ("new session", "…"),
        ("set turn 1", "…"),
        ("set board AAAA27YNAAAAAA", "…"),
        ("set turn 0", "…"),
        ("set dice 61", "…"),
        ("hint 0", "There are no legal moves.\n"),
    ]);
    let outcome = Home::new().run(&["-t", "-q", "-c", "nowhere"], "");
    assert_eq!(outcome.status, Some(0));
    assert_eq!(outcome.stderr, "nowhere: No such file or directory\n");
}

/// A setting, what is said of an argument that cannot be, one that is taken, and what is said then.
const SETTINGS: [(&str, &str, &str, &str); 24] = [
    (
        "set rollout trials",
        "You must specify a valid number of trials to make (see `help set rollout trials').\n",
        "36",
        "36 games will be played per rollout.\n",
    ),
    ("set cache", "You must specify the number of cache entries to use.\n", "1000", "…sized to 1024 entries.\n"),
    ("set beavers", "You must specify the number of beavers to allow.\n", "1", "1 beaver allowed in money sessions.\n"),
    ("set beavers", "You must specify the number of beavers to allow.\n", "0", "No beavers allowed …sessions.\n"),
    ("set threads", "You must specify the number of threads to use.\n", "1", "…threads has been set to 1.\n"),
    ("set ratingoffset", "Please provide a positive rating offset\n", "2000", "…absolute ratings is: 2000.0\n"),
    (
        "set rollout limit maxerror",
        "You must set a valid STD where rollouts can stop (see `help set rollout limit maxerror').\n",
        "0.1",
        "Rollouts can stop when the estimated equities' STD are less than 0.1000)\n",
    ),
    (
        "set rollout truncation plies",
        "You must specify a valid ply at which to truncate rollouts (see `help set rollout truncation plies').\n",
        "7",
        "Rollouts will be truncated after 7 plies.\n\
         But rollout truncation is not currently enabled (see `help set rollout truncation enable').\n",
    ),
    (
        "set rollout later chequerplay plies",
        "Valid numbers of plies to look ahead are 0 to 7.\n\
         Chequer play for later moves in rollouts will use 0 ply evaluation.\n",
        "1",
        "Chequer play for later moves in rollouts will use 1 ply evaluation.\n",
    ),
    (
        "set rollout player both chequerplay plies",
        "Valid numbers of plies to look ahead are 0 to 7.\n\
         Chequer play in rollouts (for player 0) will use 0 ply evaluation.\n\
         Valid numbers of plies to look ahead are 0 to 7.\n\
         Chequer play in rollouts (for player 1) will use 0 ply evaluation.\n",
        "2",
        "Chequer play in rollouts (for player 0) will use 2 ply evaluation.\n\
         Chequer play in rollouts (for player 1) will use 2 ply evaluation.\n",
    ),
    (
        "set evaluation chequerplay evaluation noise",
        "You must specify a valid amount of noise to use (see `help set\nevaluation chequerplay  noise').\n",
        "0",
        "`eval' and `hint' chequerplay will use noiseless evaluations.\n",
    ),
    (
        "set evaluation chequerplay type",
        "Unknown evaluation type: x (see\n`help set evaluation chequerplay  type').\n",
        "rollout",
        "`eval' and `hint' chequerplay will now use Rollout.\n",
    ),
    (
        "set player 0 chequerplay evaluation plies",
        "Valid numbers of plies to look ahead are 0 to 7.\ngnubg will use 2 ply evaluation.\n\
         (Note that this setting will have no effect until you `set player gnubg gnu'.)\n",
        "0",
        "gnubg will use 0 ply evaluation.\n\
         (Note that this setting will have no effect until you `set player gnubg gnu'.)\n",
    ),
    ("set automatic roll", "Illegal keyword `x'.\n", "off", "Will not automatically roll the dice.\n"),
    ("set analysis player 0 analyse", "Illegal keyword `x'.\n", "no", "Do not analyse gnubg's …decisions.\n"),
    ("set rollout varredn", "Illegal keyword `x'.\n", "on", "Will use lookahead during rollouts to reduce variance.\n"),
    ("set analysis chequerplay rollout cubeful", "Illegal keyword `x'.\n", "on", "Cubeful rollouts …\n"),
    (
        "set analysis chequerplay rollout trials",
        "You must specify a valid number of trials to make (see `help set rollout trials').\n",
        "72",
        "72 games will be played per rollout.\n",
    ),
    (
        "set evaluation movefilter",
        "You must specify for which ply you want to set a filter\n",
        "2 1",
        "You must specify a number of moves to accept (or a negative number to skip this level) \
         (see `help set evaluation movefilter')\n",
    ),
    (
        "set geometry game height",
        "Illegal value. See 'help set geometry game height'.\n",
        "300",
        "Height of game window set to 300.\n",
    ),
    ("set gui beep", "Illegal keyword `x'.\n", "off", "GNU Backgammon will not beep on illegal input.\n"),
    ("set export moves number", "You must specify a semi-positive number.\n", "3", "Show at most 3 moves …\n"),
    ("set lang", "", "system", "Locale is now 'C'\n"),
    (
        "set export show player",
        "Unknown player `x' (see `help set export show player').\n",
        "1",
        "Analysis, boards etc will only be shown for player root in exports.\n",
    ),
];

#[test]
fn arguments_of_settings_are_refused_and_taken_in_their_sentences() {
    let refused: Vec<String> = SETTINGS.iter().map(|(setting, ..)| format!("{setting} x")).collect();
    let taken: Vec<String> = SETTINGS.iter().map(|(setting, _, value, _)| format!("{setting} {value}")).collect();
    let refusals = refused.iter().zip(&SETTINGS).map(|(line, (_, said, ..))| (line.as_str(), *said));
    let answers = taken.iter().zip(&SETTINGS).map(|(line, (.., said))| (line.as_str(), *said));
    let kept = [
        ("show beavers", "No beavers allowed in money sessions.\n"),
        ("set automatic roll", "You must specify whether to set 'automatic roll' on or off.\n"),
        ("set postcrawford on", "Cannot set post-Crawford play for money sessions.\n"),
        ("set cube owner x", "There must be a game in progress to set the cube.\n"),
        ("help foo", "No help available for topic `foo'\n"),
        ("help set rollout", "set rollout - …"),
    ];
    let all: Vec<(&str, &str)> = refusals.chain(answers).collect();
    check(&all);
    let last: Vec<(&str, &str)> = all[SETTINGS.len()..].iter().copied().chain(kept).collect();
    check(&last);
}

/// Positions before the roll of player 1, and what the real program resigns there, with both players at 0 plies.
const RESIGNATIONS: [(&str, Option<&str>); 13] = [
    ("AQAAXP4aAAAAAA:cAkAAAAAAAAE", Some("a single game")),
    // One chance in a million is left, then one in fifty million.
    ("ZAAAMHv3AAAAAA:cAlgABAAEAAE", None),
    ("twAAgK/rBgAAAA:QwmgABAAGAAE", None),
    // A gammon is certain, may come, or counts for nothing.
    ("EAAAnFMnVAAAAA:cAkAAAAAAAAE", Some("a gammon")),
    ("gwAA8PXyAAAAAA:cAkAAAAAAAAE", None),
    ("DwAAwEnHdQAAAA:cAkAAAAAAAAA", Some("a single game")),
    ("LQAAAHg1iR0AAA:QgkAAAAAAAAA", Some("a gammon")),
    ("LwAAQE+a0wAAAA:UQlgAAAAEAAE", None),
    // The match is lost whatever it is.
    ("DAAAWN95AAAAAA:8AlgAaAACAAE", Some("a gammon")),
    ("GwAAAKi5lpABAA:UgmgAEAACAAE", Some("a backgammon")),
    ("CgAAANYlajQAAA:UQmgABAAIAAE", Some("a backgammon")),
    ("AQAAtHmqAwAAAA:cAngACAAKAAE", Some("a gammon")),
    ("AQAAAGvFGHEAAA:cAngADAAKAAE", None),
];

#[test]
fn the_program_resigns_as_the_real_one_does() {
    let mut lines =
        ["chequerplay", "cubedecision"].map(|what| format!("set player 1 {what} evaluation plies 0")).to_vec();
    for (id, _) in RESIGNATIONS {
        lines.extend(
            ["set player 1 human", &format!("set gnubgid {id}"), "set player 1 gnubg", "play"].map(str::to_owned),
        );
    }
    let answers = answers(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    for ((id, expected), answer) in RESIGNATIONS.iter().zip(answers.iter().skip(5).step_by(4)) {
        let resigned = answer.lines().find_map(|line| line.strip_prefix("root offers to resign ")?.strip_suffix('.'));
        assert_eq!(resigned, *expected, "{id}: {answer}");
    }
}

/// Files of matches with what is remarkable in them: how many plays break the rules, and how many other remarks.
const REMARKABLE: [(&str, &str, usize); 4] = [
    ("plain.mat", " 3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n", 0),
    (
        "blocked.mat",
        " 3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) 65: 24/13   \
         61: 13/7 8/7\n  3) 65: 24/13   55: 13/3(2)\n",
        1,
    ),
    (
        "twice.mat",
        " 3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5   42: 13/7 8/7\n  2) 65: 24/12   \
         61: 13/7 8/7\n",
        2,
    ),
    (
        "words.mat",
        " 3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) what is this\n",
        0,
    ),
];

#[test]
fn remarks_on_files_are_as_many_in_both_manners() {
    let home = Home::new();
    for (name, text, breaches) in REMARKABLE {
        home.write(name, text);
        let line = format!("import mat {name}\n");
        let (theirs, ours) = (home.run(&["-t", "-q", "-r"], &line), home.run(&["-q"], &line));
        let invalid = theirs.stdout.lines().filter(|line| line.starts_with("WARNING: Invalid move: \"")).count();
        assert_eq!(invalid, breaches, "{name}: {}", theirs.stdout);
        let of = |text: &str| text.lines().filter(|line| line.contains("line ")).count();
        let general = theirs.stderr.lines().filter(|line| line.starts_with(&format!("{name}: warning: "))).count();
        assert_eq!(general, of(&ours.stdout) + of(&ours.stderr), "{name}: {}\n{}", theirs.stderr, ours.stdout);
        assert!(name == "plain.mat" || general > 0, "{name}: {}", ours.stdout);
    }
}

#[test]
fn files_that_hold_no_match_are_refused_in_their_sentences() {
    let home = Home::new();
    home.write("junk.txt", "hello world\nthis is junk\n");
    home.write("cut.sgf", "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0];B[31agah]");
    home.write("go.sgf", "(;FF[4]GM[1]SZ[19];B[aa])");
    home.write("table.mat", " 1) what");
    let expected = [
        ("import mat junk.txt", "", "junk.txt: not a valid .mat file\n"),
        ("import gam junk.txt", "", "junk.txt: not a valid .mat file\n"),
        ("import oldmoves junk.txt", "", "junk.txt: not a valid oldmoves file\n"),
        ("import auto junk.txt", "The format of 'junk.txt' is not recognized\n", ""),
        ("import snowietxt junk.txt", "This file is not a valid Snowie .txt file!\n", ""),
        ("load match junk.txt", "", "junk.txt: warning: no backgammon games in SGF file\n"),
        ("load position go.sgf", "", "go.sgf: warning: no backgammon games in SGF file\n"),
        ("load match cut.sgf", "", "cut.sgf: syntax error\n"),
        ("load game table.mat", "", "table.mat: illegal character in SGF file\n"),
        ("load match none.sgf", "", "none.sgf: No such file or directory\n"),
    ];
    let input: String = expected.iter().map(|(line, ..)| format!("{line}\n")).collect();
    let outcome = home.run(&["-t", "-q", "-r"], &input);
    let said: String = expected.iter().map(|(_, said, _)| *said).collect();
    let complained: String = expected.iter().map(|(.., complained)| *complained).collect();
    assert!(outcome.stdout.ends_with(&format!("the commands.\n\n{said}")), "{}", outcome.stdout);
    assert_eq!((outcome.stderr.as_str(), outcome.status), (complained.as_str(), Some(0)));
}

#[test]
fn a_match_that_was_played_here_has_its_thoughts_and_its_day() {
    let home = Home::new();
    let mut lines: Vec<String> = Vec::new();
    for player in 0..2 {
        let plies = |what| format!("set player {player} {what} evaluation plies 0");
        lines.extend(["chequerplay", "cubedecision"].map(plies));
        lines.push(format!("set player {player} gnubg"));
    }
    let game = ["set seed 3", "set display off", "new match 9", "new game"];
    let files = ["export match text f.txt", "save match f.sgf", "export match mat f.mat", "export match html f.html"];
    lines.extend(game.iter().chain(&files).map(|line| (*line).to_owned()));
    answers_in(&home, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let read = |name: &str| std::fs::read_to_string(home.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (text, sgf, mat) = (read("f.txt"), read("f.sgf"), read("f.mat"));
    assert!(text.matches("Cubeful 0-ply").count() > 40, "{text}");
    assert!(sgf.matches("]A[").count() > 10 && sgf.contains("DT[20"), "{sgf}");
    assert!(mat.contains("; [EventDate \"20"), "{mat}");
    let games = mat.matches(" Game ").count();
    assert!(home.path("f.html").exists() && games > 1, "{mat}");
    for number in 2..=games {
        assert!(home.path(&format!("f_{number:03}.html")).exists(), "{number} of {games}");
    }
    assert!(!home.path(&format!("f_{:03}.html", games + 1)).exists());
}

#[test]
fn marks_belong_to_the_entry_that_comes_next() {
    check(&[
        ("new session", "…"),
        ("set turn 1", "…"),
        ("set dice 31", "…"),
        ("8/5 6/5", "…"),
        ("annotate move bad", "You must select a move to annotate first.\n"),
        ("annotate move comment hi", "You must select a move to which to add the comment.\n"),
        ("annotate clear comment", "You must select a move to clear the comment from.\n"),
        ("double", "…"),
        ("take", "…"),
        ("roll", "…"),
        ("previous", ""),
        ("annotate move bad", "You cannot annotate this move.\n"),
        ("annotate roll verylucky", "Roll marked as very lucky.\n"),
        ("annotate roll clear", "Luck annotation cleared.\n"),
        ("previous", ""),
        ("annotate take verybad", "Move marked as very bad.\n"),
        ("annotate drop bad", "Invalid annotation\n"),
        ("annotate roll lucky", "You cannot annotate this move.\n"),
        ("previous", ""),
        ("annotate double bad", "Move marked as bad.\n"),
        ("annotate double clear", "Skill annotation cleared.\n"),
        ("annotate move bad", "Invalid annotation\n"),
        ("previous", ""),
        ("annotate move doubtful", "Move marked as doubtful.\n"),
        ("annotate move comment hi", "Commentary for this move added.\n"),
        ("annotate clear comment", "Commentary for this move cleared.\n"),
        ("annotate clear skill", "Skill annotation cleared.\n"),
        ("annotate clear luck", "Luck annotation cleared.\n"),
        ("cmark move show", ""),
        ("previous game", ""),
    ]);
}

#[test]
fn a_position_that_is_won_has_nobody_on_roll() {
    let found = answers(&[
        "new session",
        "set board sAEAAAAAAAAAAA",
        "set turn 1",
        "show board",
        "eval",
        "set dice 66",
        "show board",
    ]);
    assert!(!found[3].contains("On roll"), "{}", found[3]);
    assert!(found[4].contains("\nEvaluator: \tOver\n\n(single)\n\n        Win"), "{}", found[4]);
    assert!(found[4].contains("(-0.000)") && !found[4].contains("(+0.000)"), "{}", found[4]);
    assert!(found[6].contains("Rolled 66"), "{}", found[6]);
}

#[test]
fn a_cube_that_is_out_of_use_is_asked_about_and_drawn() {
    let lines = ["new session", "set turn 1", "set cube use off", "show board", "eval", "hint", "double", "show cube"];
    let found = answers(&lines);
    assert!(found[3].contains("(Cube: 1)"), "{}", found[3]);
    assert!(found[4].contains("Cube analysis") && found[5].contains("Cube analysis"), "{} {}", found[4], found[5]);
    assert_eq!(found[6], "The doubling cube has been disabled (see `help set cube use').\n");
    assert_eq!(found[7], "The doubling cube is disabled.\n");
}

#[test]
fn equal_dice_at_the_start_tell_of_the_cube() {
    let mut lines = vec!["set automatic doubles 3"];
    lines.resize(41, "new session");
    let told: Vec<_> = answers(&lines).into_iter().skip(1).filter(|answer| !answer.contains("(Cube: 1)")).collect();
    assert!(!told.is_empty(), "of forty games one begins with equal dice");
    for answer in told {
        let begin = "A new session has been started.\nThe cube is now at 2.\n";
        assert!(answer.starts_with(begin), "{answer}");
        assert_eq!(answer.contains("The cube is now at 4.\n"), !answer.contains("(Cube: 2)"), "{answer}");
    }
}

#[test]
fn before_the_first_game_there_is_none_to_be_written() {
    let long = "No game in progress (type `new game' to start one).\n";
    for (line, expected) in [
        ("save match", long),
        ("save position x.sgf", long),
        ("export game html", long),
        ("export position text", long),
        ("export match mat", "No game in progress.\n"),
        ("export position snowietxt x.txt", "No game in progress.\n"),
        ("export game gam", "No game in progress.\n"),
        ("export match latex", "You must specify a file to export to (see `help export match latex').\n"),
        ("export session html", "You must specify a file to export to (see `help export match html').\n"),
        ("analyse move", "No game in progress.\n"),
        ("show score", "The score (after 0 games) is: gnubg 0, root 0 (money session, with Jacoby rule).\n"),
        (
            "show jacoby",
            "This money session is played with the Jacoby rule.\nNew money sessions are played with the Jacoby \
          rule.\n",
        ),
        ("show bearoff", "No game is being played.\n"),
        ("show onesidedrollout", "No position specified and no game in progress.\n"),
        ("show rolls", long),
        ("show statistics game", "No game in progress.\n"),
        (
            "show statistics match",
            "Player                                   gnubg                   root\n\nOverall \
          statistics\n\n\n\n\n",
        ),
        ("show cheat", "Manipulation with dice is disabled.\n"),
        ("show ratingoffset", "The rating offset for estimating absolute ratings is: 2050.0\n"),
        (
            "show autosave",
            "Auto save every 15 minutes\nMatch will not be autosaved during and after rollouts\nMatch will \
          not be autosaved during and after analysis\n",
        ),
    ] {
        assert_eq!(answers(&[line]), [expected], "{line}");
    }
}

/// The tables are the real program's, of the same files.
#[test]
fn results_of_games_are_told_a_line_each() {
    const HEAD: &str = "Game       Actual     Luck adj. \n\n";
    let home = Home::new();
    let session = " 0 point match\n\n Game 1\n Alice : 0                            Bob : 0\n\
        \x20 1) 31: 8/5 6/5                        61: 24/18 18/17\n  2)  Doubles => 2                         Drops\n\
        \x20     Wins 1 point\n\n Game 2\n Alice : 1                            Bob : 0\n\
        \x20 1) 42: 8/4 6/4                      Doubles => 2\n  2)  Takes                         55: 8/3 8/3 6/1 6/1\n\
        \x20 3) 21: 13/11 24/23                 Doubles => 4\n  4)  Drops\n\
        \x20                                       Wins 2 points\n\n Game 3\n Alice : 1                            Bob : 2\n\
        \x20 1) 42: 8/4 6/4                      Doubles => 2\n  2)  Drops\n\
        \x20                                       Wins 1 point\n";
    fs::write(home.path("session.mat"), session).expect("written");
    let told = |file: &str| answers(&[&format!("import mat \"{file}\""), "show matchresult"])[1].clone();
    let rows = "         0     1.000%     1.000%\n         1    -2.000%    -2.000%\n         2    -1.000%    -1.000%\n\
        \x20      Sum    -2.000    -2.000\n   Average    -0.667    -0.667\n     95%CI     1.411     1.411\n";
    let head = format!("Actual and luck adjusted results for Alice\n\n{HEAD}");
    assert_eq!(told(&home.path("session.mat").display().to_string()), format!("{head}{rows}"));
    let rows = "         0     76.21%     76.21%\n         1     44.91%     44.91%\n         2     78.88%     78.88%\n\
        \x20    Final    100.00%    100.00%\n";
    let head = format!("Actual and luck adjusted results for Ann\n\n{HEAD}");
    assert_eq!(told(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")), format!("{head}{rows}"));
    let none = format!("Actual and luck adjusted results for gnubg\n\n{HEAD}       Sum    +0.000    +0.000\n");
    assert_eq!(answers(&["show matchresult"]), [none]);
}

#[test]
fn settings_without_effect_are_shown_as_they_were_set() {
    check(&[
        ("show lang", "Your language preference is set to system.\n"),
        ("set lang en", "…"),
        ("show lang", "Your language preference is set to en.\n"),
        ("set browser lynx", ""),
        ("show browser", "The current browser is lynx\n"),
        ("show delay", "The delay is set to 300 ms.\n"),
        ("show calibration", "No evaluation speed has been recorded.\n"),
        ("set rollout movefilter x", "You must specify for which ply you want to set a filter\nYou must …filter\n"),
    ]);
}

#[test]
fn tables_are_those_of_the_match() {
    check(&[
        ("show scoresheet", "Score Sheet - Money Session\n\ngnubg | root\n------------\n\n"),
        ("set matchinfo date 2024-01-02", "Match date set to 2024-01-02.\n"),
        ("show matchinfo", "gnubg (unknown rating) vs. root (unknown rating), 2024-01-02\n…"),
        ("new match 5", "A new 5 points match has been started.\n…"),
        ("show scoresheet", "Score Sheet - Match to 5 points\n\ngnubg | root\n------------\n    0 | 0\n\n"),
    ]);
    let tables = answers(&["new match 5", "show met"]).pop().expect("tables");
    assert!(tables.contains("    5-away") && !tables.contains("6-away"), "{tables}");
}

#[test]
fn a_line_is_one_command_whatever_stands_in_it() {
    check(&[
        ("new match 3", "A new 3 points match has been started.\n…"),
        ("set matchinfo event Foo; bar # baz", "Match event set to: Foo; bar # baz\n"),
        ("set matchinfo place A#b", "Match place set to: A#b\n"),
        ("set matchinfo comment x ; y # z", "Match comment set to: x ; y # z\n"),
        ("set player 0 name a;b", "Player 0 is now known as `a;b'.\n"),
        ("set aliases foo;bar", "Aliases for player 1 when importing MAT files set to \"foo;bar\".\n"),
        ("set matchinfo rating 0 1800; x", "Rating for a;b set to: 1800; x\n"),
        (
            "show matchinfo",
            "a;b (1800; x) vs. root (unknown rating), …Event: Foo; bar # baz\nPlace: A#b\n\nx ; y # z\n",
        ),
        ("set rollout trials 36 ; 72", "36 games will be played per rollout.\n"),
        ("set seed -4", "You must specify a valid seed (see `help set seed').\n"),
        ("set rollout seed -1", "You must specify a valid seed (see `help set seed').\n"),
    ]);
}

#[test]
fn moves_are_told_only_where_they_are_displayed() {
    for (display, tells) in [("on", true), ("off", false)] {
        let display = format!("set display {display}");
        let plies = ["player 0 chequerplay", "player 1 chequerplay", "player 0 cubedecision", "player 1 cubedecision"]
            .map(|whose| format!("set {whose} evaluation plies 0"));
        let mut lines: Vec<&str> = plies.iter().map(String::as_str).collect();
        lines.extend([display.as_str(), "set player 0 gnubg", "set player 1 gnubg", "new match 1"]);
        let played = answers(&lines).pop().expect("a match");
        for told in [" moves ", " cannot move.", " rolls "] {
            assert_eq!(played.contains(told), tells, "{display}: {told}: {played}");
        }
        assert!(played.contains(" has won the match.\n"), "{played}");
    }
}

/// Before the first entry of a game there is none on the table, but a record that is analysed and listed.
#[test]
fn the_record_is_there_at_its_start() {
    let home = Home::new();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")).expect("read");
    home.write("m.mat", &text);
    let plies = ["chequerplay", "cubedecision"].map(|what| format!("set analysis {what} evaluation plies 0"));
    let asked = ["analyse match", "show statistics match", "list game", "analyse clear match", "show statistics match"];
    let from = |steps: &[&'static str]| {
        let mut lines = vec!["import mat m.mat", &plies[0], &plies[1]];
        lines.extend(steps.iter().chain(&asked));
        answers_in(&home, &lines).split_off(3 + steps.len())
    };
    let (start, later) = (from(&["first game"]), from(&["first game", "next"]));
    for ((line, at_start), later) in asked.iter().zip(&start).zip(&later) {
        assert_eq!(at_start, later, "{line}");
    }
    assert!(start[1].contains("Chequerplay statistics") && start[2].contains(": "), "{start:?}");
}

/// Names change seats, and what plays there does not.
#[test]
fn seats_keep_their_kinds_of_players() {
    let found = answers(&[
        "set player 0 gnubg",
        "new session",
        "set xgid XGID=--BBCDD------------dcbbbb-:0:0:-1:00:0:0:0:0:10",
        "show player",
    ]);
    let players = found.last().expect("players");
    assert!(players.starts_with("Player 0:\n  Name: root\n  Type: gnubg"), "{players}");
    assert!(players.contains("Player 1:\n  Name: gnubg\n  Type: human\n"), "{players}");
}

/// What the real program reads of a file of settings: not the name of a table, which it takes for a file.
#[test]
fn saved_settings_are_read_by_both_programs() {
    let home = Home::new();
    let lines = ["set variation nackgammon", "set aliases foo;bar", "set player 0 name Anna", "set defaultnames X Y"];
    let input = lines.join("\n") + "\nsave settings\n";
    let file = home.path(".gnubg/gnubgautorc");
    fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    let table = "set matchequitytable \"/usr/share/gnubg/met/Kazaross-XG2.xml\"";
    fs::write(&file, format!("{table}\nset matchequitytable kazaross-xg2\nset toolbar 2\n")).expect("written");
    for _ in 0..2 {
        let outcome = home.run(&["-t", "-q", "-r", "--nets", "own"], &input);
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let saved = fs::read_to_string(&file).expect("read");
        let own = ["set variation nackgammon", "set aliases foo;bar", "set player 0 name Anna", table, "set toolbar 2"];
        for line in own {
            assert_eq!(saved.lines().filter(|saved| *saved == line).count(), 1, "{line}: {saved}");
        }
        assert!(!saved.contains("matchequitytable kazaross"), "{saved}");
    }
}

/// Games that are played to their end: how one is told does not depend on who wins it.
#[test]
fn games_that_are_ended_are_told_as_there() {
    let none = "No game in progress (type `new game' to start one).\n";
    check(&[
        ("end game", none),
        ("new session", "A new session has been started.\n…"),
        ("end game", "Game complete.\n…(money session, with Jacoby rule).\n"),
        ("end game", none),
        ("new match 1", "A new 1 point match has been started.\n…"),
        ("end game", "Game complete.\n…"),
        ("end game", none),
        ("new match 64", "A new 64 points match has been started.\n…"),
        ("set automatic game on", "…"),
        ("end game", "Game complete.\n…"),
        // The next game has begun.
        ("set turn 1", "`root' is now on roll.\n"),
    ]);
    let over = &answers(&["new match 1", "end game"])[1];
    assert!(over.contains(" has won the match.\n") && over.contains("The score (after 1 game) is: "), "{over}");
}

/// A prompt is saved as that program saves it, blanks at its end and quotes and all; each reads what the other wrote.
#[test]
fn prompts_are_saved_with_their_blanks() {
    let program = gnubg::program("prompts_are_saved_with_their_blanks");
    for text in ["Hallo (\\p)  ", "\"x y  \"", "a;b # c  ", "(\\p) "] {
        let lines = [format!("set prompt   {text}"), "save settings".to_owned()];
        let told = format!("The prompt is set to `{text}'.\n");
        let home = Home::new();
        let outcome = home.run(&["-t", "-q"], &(lines.join("\n") + "\n"));
        assert!(outcome.stdout.contains("Settings saved to "), "{}", outcome.stdout);
        assert!(home.run(&["-t", "-q"], "show prompt\n").stdout.contains(&told), "{text}");
        let saved = |home: &Path| {
            let file = fs::read_to_string(home.join(".gnubg/gnubgautorc")).expect("saved settings");
            file.lines().find(|line| line.starts_with("set prompt")).map(str::to_owned)
        };
        assert_eq!(saved(&home.path("")), Some(format!("set prompt {text}")));
        let Some(program) = &program else { continue };
        let theirs = tempfile::tempdir().expect("a folder");
        gnubg::run_in(theirs.path(), &["-t", "-q"], program, &lines);
        assert_eq!(saved(theirs.path()), saved(&home.path("")));
        let answer = gnubg::run_in(&home.path(""), &["-t", "-q"], program, &["show prompt".to_owned()]);
        assert!(answer.contains(&told), "{text}: {answer}");
    }
}
