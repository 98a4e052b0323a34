//! Matches to `.mat` files and back, by accident.

use crate::support::games;
use crate::support::home;
use crate::support::matches;
use crate::support::same;

use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::formats::{PlayedMatch, ReadOptions, read_mat, write_mat};
use gammon::record::MatchInfo;
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
    }
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
