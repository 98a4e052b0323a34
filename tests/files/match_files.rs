//! Matches to `.mat` files and back, by accident.

use crate::support::games;
use crate::support::home;
use crate::support::matches;
use crate::support::same;

use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::formats::{PlayedMatch, ReadOptions, read_mat, write_mat};
use gammon::record::{Event, MatchInfo};
use home::Home;
use matches::played;
use same::held;

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann van der Berg".to_owned(), "Jørn: 2nd".to_owned()])
}

#[test]
fn damage_is_an_error_with_a_line_and_no_panic() {
    let mut random = Random::new(11);
    let record = played(&mut random, 3, Variation::Standard);
    let text = write_mat(&names(), &MatchInfo::default(), Variation::Standard, record.games()).expect("written");
    let whole = read_mat(&text, &ReadOptions::default()).expect("it reads");
    let (mut refused, mut remarked) = (0, 0);
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    for _ in 0..4000 {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(chars.len());
            match random.below(4) {
                0 => chars.truncate(at.max(1)),
                1 => drop(chars.remove(at)),
                2 => chars.insert(at, random.pick(&['\t', '9', '/', '*', ')', ':', 'W', '\u{0}', 'é', '\n'])),
                _ => chars[at] = random.pick(&['0', '7', '(', ' ', '-', 'x', '\r']),
            }
        }
        let text: String = chars.into_iter().collect();
        match read_mat(&text, &ReadOptions::default()) {
            Ok(PlayedMatch { remarks, .. }) => {
                assert!(remarks.iter().all(|remark| remark.starts_with("line ")), "{remarks:?}");
                remarked += usize::from(!remarks.is_empty());
            }
            Err(error) => assert!(error.line.is_some() || error.problem == "there is no game in it", "{error}"),
        }
        if let Err(error) = read_mat(&text, &strict) {
            refused += 1;
            assert!(error.line.is_some() || error.problem == "there is no game in it", "{error}");
        }
    }
    assert!(refused > 500 && remarked > 500, "{refused} of 4000 damaged files refused, {remarked} with remarks");
    assert_eq!(held(&whole.record), held(&record));
}

/// A name that filled its cell ran into the one beside it.
#[test]
fn long_names_are_written_so_that_they_can_be_read() {
    let mut random = Random::new(12);
    let record = played(&mut random, 3, Variation::Standard);
    for length in [1, 20, 27, 28, 29, 60] {
        let names = ByPlayer(["a".repeat(length), "b: 2".repeat(length)]);
        let text = write_mat(&names, &MatchInfo::default(), Variation::Standard, record.games()).expect("written");
        let read = read_mat(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{length}: {error}\n{text}"));
        assert_eq!(held(&read.record), held(&record), "{length}");
        assert_eq!(read.names, names, "{length}");
        // A colon more, and other programs cut name and score there.
        let mut heads = text.lines().skip_while(|line| line.trim() != "Game 1").skip(1);
        let head = heads.next().expect("names");
        assert_eq!(head.matches(':').count(), 2, "{head}");
    }
}

/// A session may go on with other players; a match does not.
#[test]
fn another_match_ends_a_match_and_no_session() {
    let game = |n: usize, names: &str| {
        format!(" Game {n}\n {names}\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 1 point\n\n")
    };
    let (one, other) =
        (game(1, "Ann : 0                        Bob : 0"), game(1, "Cyd : 0                        Dan : 0"));
    for (length, games, remarks) in [(0, 2, 0), (5, 1, 1)] {
        let text = format!(" {length} point match\n\n{one}{other}");
        let read = read_mat(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{length}: {error}"));
        let about: Vec<_> = read.remarks.iter().filter(|remark| remark.contains("another match begins")).collect();
        assert_eq!((read.record.games().len(), about.len()), (games, remarks), "{length}: {:?}", read.remarks);
    }
}

/// A game alone tells no rules: other programs read it without Jacoby's.
#[test]
fn a_game_without_a_head_has_no_jacoby_rule() {
    let turns = "  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4\n      Wins 1 point\n";
    let options = ReadOptions { jacoby: true, beavers: 3, ..ReadOptions::default() };
    let jacoby = |text: &str| {
        let read = read_mat(text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
        read.record.games()[0].state(1).standing.terms().is_jacoby()
    };
    assert!(!jacoby(&format!(" Ann                            Bob\n{turns}")));
    assert!(jacoby(&format!(" 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{turns}")));
}

/// What no moves of checkers lead to is written in Snowie's words, for either player.
#[test]
fn turns_that_set_the_board_up_come_back() {
    for column in ["", "  1)                             31: 8/5 6/5\n"] {
        let line = "5;0;0;0;1;Bob;Ann;0;0;0;1;0;-1;-1;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;1;1;6;4;";
        let next = [
            "  2)                             64: 25/21 24/18\n",
            "  3)                             64: 25/21 24/18\n",
        ];
        let (number, next) = if column.is_empty() { (1, next[0]) } else { (2, next[1]) };
        let text = format!(
            " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{column}  {number}) 21: Illegal play \
             ({line})\n{next}      Wins 1 point\n"
        );
        let first = read_mat(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(held(&first.record)[0].1.last().expect("steps").0, "play", "{:?}\n{text}", first.remarks);
        let again = write_mat(&first.names, &first.info, first.variation, first.record.games()).expect("written");
        assert!(again.contains("21: Illegal play (5;0;0;0;1;Bob;Ann;"), "{again}");
        let back = read_mat(&again, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{again}"));
        assert_eq!(held(&back.record), held(&first.record), "{again}");
    }
}

/// DailyGammon sets nackgammon up by a first turn for which nobody has rolled.
#[test]
fn a_first_turn_that_sets_a_variation_up_is_no_turn() {
    let line = "1;0;1;0;1;Ann;Bob;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0;6;4;";
    let text = format!(
        " 1 point match\n\n Game 1\n Ann : 0                         Bob : 0\n  1)                               12: \
         Illegal play ({line})\n  2) 64: 24/18 18/14               43: 24/20 23/20\n"
    );
    let read = read_mat(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((read.variation, read.remarks.len()), (Variation::Nackgammon, 1), "{:?}", read.remarks);
    let events: Vec<_> = held(&read.record).remove(0).1.into_iter().map(|(what, _)| what).collect();
    assert_eq!(events, ["play", "roll 43", "play"]);
    let rolls = read.record.games()[0].steps.iter().filter(|step| match &step.event {
        Event::Begin { roll, first, .. } => *first == Player::Top && roll.is_some_and(|roll| roll.high() == 6),
        _ => false,
    });
    assert_eq!(rolls.count(), 1, "Ann began with 64");
    let again = write_mat(&read.names, &read.info, read.variation, read.record.games()).expect("written");
    assert!(again.contains("[Variation \"NackGammon\"]") && !again.contains("Illegal"), "{again}");
}

#[test]
fn an_import_that_fails_changes_nothing() {
    let home = Home::new();
    home.write("bad.mat", " 3 point match\n\n Game 1\n A : 0        B : 0\n  1) 31: 8/5 6/5       62: 24/18 13/12\n");
    let printed =
        home.run(&["-e", "set strictimport on; new match 5; set dice 31; import mat bad.mat; show matchid"], "");
    let text = format!("{}{}", printed.stdout, printed.stderr);
    assert!(text.contains("bad.mat: line 5:") && text.contains("13/12"), "{text}");
    let missing = home.run(&["-e", "import mat none.mat"], "");
    assert!(missing.stderr.contains("none.mat"), "{}", missing.stderr);
    let device = home.run(&["-e", "import mat /dev/zero"], "");
    assert!(device.stderr.contains("not a plain file"), "{}", device.stderr);
}

#[test]
fn odd_entries_of_real_files_are_read() {
    let text = "; [Site \"Home\"]\r\n\r\n 0 point match\r\n\r\n Game 1\r\n A : 0\t\t\t\tB B : 4\r\n\
        \x20 1)                             31: 8/5 6/5\r\n\
        \x20 2) 62: 24/18 13/11             55: 13/3 13/3\r\n\
        \x20 3) 61: 13/5\r\n                                  Wins 2 points\r\n";
    let read = read_mat(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.names, ByPlayer(["A".to_owned(), "B B".to_owned()]));
    assert_eq!(read.info.place, "Home");
    // 13/5 with a 61 is against the rules: it is kept, with a remark.
    assert!(read.remarks.iter().any(|remark| remark.starts_with("line 9: `13/5`")), "{:?}", read.remarks);
    let [(_, _, end)] = held(&read.record).try_into().expect("one game");
    assert_eq!(end, Some((Player::Bottom, 2)));
}

fn remarks_and_events(turns: &str) -> (Vec<String>, Vec<String>, String) {
    let text = format!(" 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n{turns}");
    let read = read_mat(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let steps = held(&read.record).remove(0).1.into_iter().map(|(what, _)| what).collect();
    let again = write_mat(&read.names, &read.info, read.variation, read.record.games()).expect("written");
    let back = read_mat(&again, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{again}"));
    assert_eq!(held(&back.record), held(&read.record), "{again}");
    (read.remarks, steps, again)
}

/// Servers and transcribers leave plays out, and write beavers in ways of their own.
#[test]
fn turns_that_nobody_can_know_pass() {
    for play in ["????", "Illegal play (8/5 7/6)", "Cannot Move", ""] {
        let (remarks, steps, _) = remarks_and_events(&format!(
            "  1)                             31: {play}\n  2) 62: 24/18 13/11             55: 13/3 13/3\n"
        ));
        assert_eq!(steps, ["against the rules", "roll 62", "play", "roll 55", "play"], "{play}: {remarks:?}");
        assert_eq!(remarks.len(), 1, "{play}: {remarks:?}");
    }
    // What checkers were moved against the rules is written down as it was.
    let (remarks, steps, text) = remarks_and_events(
        "  1)                             31: 8/5 6/5\n  2) 61: 13/10 8/7               55: 13/3 13/3\n  3) 21: 13/11 6/5\n",
    );
    assert_eq!(steps, ["play", "roll 61", "against the rules", "roll 55", "play", "roll 21", "play"], "{remarks:?}");
    assert!(remarks[0].starts_with("line 6: `13/10 8/7` is not a legal play"), "{remarks:?}");
    assert!(text.contains("  2) 61: 13/10 8/7"), "{text}");
}

/// An illegal play of a file is shown in its words, and so is the end of a game that is not lost yet.
#[test]
fn what_is_against_the_rules_is_listed() {
    let home = Home::new();
    home.write(
        "odd.mat",
        " 5 point match\n\n Game 1\n Ann: 0  Bob: 0\n 1)\t\t31: ????\n 2) 61: 13/10 8/7\t\t55: 13/3 13/3\n   Wins 3 points\n\n \
         Game 2\n Ann: 3  Bob: 0\n  1)\n                                  Wins 5 points and the match\n",
    );
    let printed =
        home.run(&["-e", "import mat odd.mat; list game; next game; list game; export match text odd.txt"], "");
    assert_eq!(printed.status, Some(0), "{}", printed.stderr);
    for part in ["31: plays nothing", "61: 13/10 8/7  55: 13/3(2)", "wins 3 points", "wins 5 points"] {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is_there = printed.stdout.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().ends_with(&words));
        assert!(is_there || printed.stdout.contains(part), "{part}: {}", printed.stdout);
    }
    assert!(!printed.stdout.contains("(set up)"), "{}", printed.stdout);
    let text = std::fs::read_to_string(home.path("odd.txt")).expect("written");
    assert!(text.contains("61: 13/10 8/7") && !text.contains("(set up)"), "{text}");
}

/// A table that is set up in several steps is one entry, with what lies there in the end, and not with the dice that
/// fell before.
#[test]
fn a_position_set_up_in_steps_is_one_turn() {
    let home = Home::new();
    let set_up = "set score 2 3; set turn user; set board 4HPwATDgc/ABMA; set cube value 2; set dice 41";
    let line = format!("new match 5; {set_up}; export match text x.txt; list game");
    let printed = home.run(&["-q", "-e", &line], "");
    assert_eq!(printed.status, Some(0), "{printed:?}");
    let text = std::fs::read_to_string(home.path("x.txt")).expect("written");
    assert_eq!(text.matches("(set up)").count(), 1, "{text}");
    assert_eq!((text.matches("Rolled").count(), text.matches("Rolled 41").count()), (1, 1), "{text}");
    let listed = printed.stdout.rsplit("Game 1").next().expect("a list");
    assert_eq!(listed.matches("(set up)").count(), 1, "{listed}");
}

#[test]
fn beavers_are_taken_by_rolling_too() {
    for (turns, wins) in [
        ("  2)  Doubles => 2                Beavers => 4\n  3) 62: 24/18 13/11\n      Wins 4 points\n", "Beavers => 4"),
        (
            "  2)  Doubles => 2                Beavers => 4\n  3)  Takes\n  4) 62: 24/18 13/11\n      Wins 4 points\n",
            "3) 62",
        ),
        (
            "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Takes\n  4) 62: 24/18 13/11\n      Wins 8 points\n",
            "Beavers => 8                Takes",
        ),
    ] {
        let (remarks, steps, text) =
            remarks_and_events(&format!("  1)                             31: 8/5 6/5\n{turns}"));
        assert_eq!(remarks, Vec::<String>::new(), "{turns}");
        let words: Vec<&str> = steps.iter().map(String::as_str).collect();
        assert!(words.ends_with(&["Beaver", "Take", "roll 62", "play"]), "{words:?}");
        assert!(text.contains(wins), "{text}");
    }
}

/// BackgammonGalaxy tells an ending twice, once for each player: behind the last play, in a line below, with a turn
/// number of its own in the right column, or as all of a game.
#[test]
fn an_ending_told_by_the_loser_is_one_ending() {
    let head = "3 point match\n\n Game 1\n Alice : 0                       Bob : 0\n";
    let turns = "  1) 42: 8/4 6/4                 31: 8/5 6/5\n";
    for (ending, winner) in [
        ("  2) 55: 13/3 13/3                Losses 1 point\n\n      Wins 1 point\n", Player::Top),
        ("  2) 61: 13/7 8/7                 2)  Losses 1 point              Wins 1 point\n", Player::Top),
        ("  2)  Losses 2 points                                               Wins 2 points\n", Player::Bottom),
        ("  2)  Losses 1 point\n", Player::Bottom),
    ] {
        let read = read_mat(&format!("{head}{turns}{ending}"), &ReadOptions::default())
            .unwrap_or_else(|error| panic!("{error}\n{ending}"));
        let last = read.record.games()[0].steps.last().expect("a step").after;
        assert_eq!(last.outcome.map(|outcome| outcome.winner), Some(winner), "{ending}");
        assert_eq!(read.remarks, [""; 0], "{ending}");
    }
    let all = read_mat(&format!("{head}  1)                              Losses 2 point\n"), &ReadOptions::default())
        .expect("a game");
    assert_eq!(all.record.games()[0].steps.last().expect("a step").after.standing.points(), ByPlayer([2, 0]));
}
