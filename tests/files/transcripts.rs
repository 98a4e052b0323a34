//! Transcripts of other programs and sites: endings, words, points, keys of the header, damage.
//!
//! The files of other people in `../shared/cases` are read where that folder is there. What they show is repeated here
//! in small texts of our own.

use crate::support::dialects::{Dialect, Told};
use crate::support::games::Random;
use crate::support::matches::{Kind, RULES, match_of, played};
use crate::support::same::held;
use gammon::board::{ByPlayer, Player, Roll, Variation};
use gammon::formats::{
    Format, PlayedMatch, ReadOptions, detect, read_json, read_mat, read_sgf, read_xg, write_json, write_mat, write_sgf,
    write_xg,
};
use gammon::notation::USUAL_CUBE_LIMIT;
use gammon::record::{Ending, Event, GameRecord, MatchInfo, Outcome, Standing};
use gammon::scoring::GameValue;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file of other people; `None`, said loudly, where the folder is not there.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases").join(name);
    if !path.exists() {
        let line = format!("SKIPPED: {} is not there\n", path.display());
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
        return None;
    }
    Some(path)
}

fn read(text: &str) -> PlayedMatch {
    let format = detect(text.as_bytes()).unwrap_or_else(|| panic!("unknown:\n{text}"));
    format.read(text.as_bytes(), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A match to some points with the turns of its first game.
fn to(length: u8, turns: &str) -> String {
    format!(" {length} point match\n\n Game 1\n Alice : 0                       Bob : 0\n{turns}")
}

fn end(game: &GameRecord) -> Option<Outcome> {
    game.state(game.steps.len()).outcome
}

fn points(game: &GameRecord) -> [u32; 2] {
    game.state(game.steps.len()).standing.points().0
}

/// What comes back of a match from every format that can be written.
fn survives(played: &PlayedMatch, what: &str) {
    let options = ReadOptions::default();
    let games = played.record.games();
    let events = |games: &[GameRecord]| {
        let one = |game: &GameRecord| {
            let steps = game.steps.iter().map(|step| (step.event.clone(), step.after, step.note.counted));
            steps.collect::<Vec<_>>()
        };
        games.iter().map(one).collect::<Vec<_>>()
    };
    let json = write_json(&played.names, &played.info, played.variation, games);
    let back = read_json(&json).unwrap_or_else(|error| panic!("{what}: {error}\n{json}"));
    assert_eq!((&back.names, &back.info), (&played.names, &played.info), "{what}");
    assert!(back.record.games() == games, "{what}: JSON makes another match of it");
    let sgf = write_sgf(&played.names, &played.info, games, options.met).expect("it can be written");
    let back = read_sgf(&sgf, &options).unwrap_or_else(|error| panic!("{what}: {error}\n{sgf}"));
    assert_eq!((&back.names, &back.info), (&played.names, &played.info), "{what}");
    assert_eq!(events(back.record.games()), events(games), "{what}\n{sgf}");
    let mat =
        write_mat(&played.names, &played.info, played.variation, games).unwrap_or_else(|why| panic!("{what}: {why}"));
    let back = read_mat(&mat, &options).unwrap_or_else(|error| panic!("{what}: {error}\n{mat}"));
    let kept = |info: &MatchInfo| {
        let mut info = info.clone();
        // A money session is written with its rules.
        info.extra.retain(|(key, _)| key != "Jacoby" && key != "Beaver");
        info
    };
    assert_eq!((&back.names, kept(&back.info)), (&played.names, kept(&played.info)), "{what}");
    assert_eq!(events(back.record.games()), events(games), "{what}\n{mat}");
}

/// A match to 3 in which Alice wins 1 point by each way of saying it.
#[test]
fn endings_told_twice_or_by_the_loser_are_one() {
    let turns = "  1) 42: 8/4 6/4                 31: 8/5 6/5\n";
    for (ending, winner, counted) in [
        ("  2) 55: 13/3 13/3                Losses 1 point\n\n      Wins 1 point\n", Player::Top, 1),
        ("  2) 61: 13/7 8/7                 2)  Losses 1 point              Wins 1 point\n", Player::Top, 1),
        ("  2)  Losses 2 points                                               Wins 2 points\n", Player::Bottom, 2),
        ("  2)  Losses 1 point\n", Player::Bottom, 1),
        ("  2) 61: 13/7 8/7                 Resigns\n      Wins 1 point\n", Player::Top, 1),
        ("  2)  Concedes                    Wins 2 points\n", Player::Bottom, 2),
        ("  2) 61: 13/7 8/7                00: ????\n      Wins 1 point\n", Player::Top, 1),
        ("  2) 61: 13/7 8/7                 Lost on time\n      Wins 1 point\n", Player::Top, 1),
        ("  2) 61: 13/7 8/7                 Losses a gammon\n      Wins 2 points\n", Player::Top, 2),
        ("  2) 61: ????                     Wins 2 points\n", Player::Bottom, 2),
        ("  2) 61:                          Wins 2 points\n", Player::Bottom, 2),
        ("  2) 61: 13/7 8/7\n  Bob wins 1 point\n", Player::Bottom, 1),
    ] {
        let read = read(&to(5, &format!("{turns}{ending}")));
        let game = &read.record.games()[0];
        assert_eq!(end(game).map(|end| (end.winner, end.points)), Some((winner, counted)), "{ending}");
        assert_eq!(read.remarks, [""; 0], "{ending}");
        let set = game.steps.iter().filter(|step| matches!(step.event, Event::Irregular(_))).count();
        assert_eq!(set, 0, "{ending}: no turn passes");
        survives(&read, ending);
    }
    let all = read(&to(5, "  1)                              Losses 2 point\n"));
    assert_eq!(points(&all.record.games()[0]), [2, 0], "a game given up before a roll");
    survives(&all, "no turn at all");
}

#[test]
fn three_numbers_are_kept_apart() {
    let doubled = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                Takes\n  \
        3) 61: 13/7 8/7                52: 13/8 24/22\n";
    // What was needed, at a cube that makes more: right by its own rule.
    let needed = format!("{doubled}  4) 65: 24/18 18/13              Doubles => 4\n  5)  Takes\n      Wins 3 points\n");
    let read_needed = read(&to(3, &needed));
    assert_eq!(read_needed.remarks, [""; 0]);
    let game = &read_needed.record.games()[0];
    let outcome = end(game).expect("over");
    assert_eq!((outcome.points, outcome.ending), (4, Ending::Resigned(GameValue::Single)));
    assert_eq!(game.steps.last().expect("a step").note.counted, Some(3));
    // A number that stands for the match.
    let lost = read(&to(7, &format!("{doubled}      Wins 2008 points and the match\n")));
    let game = &lost.record.games()[0];
    assert_eq!((end(game).map(|end| end.points), points(game)), (Some(7), [7, 0]));
    assert_eq!(lost.remarks, ["line 8: 2008 points stand for the match: 7 were needed"]);
    for (played, text) in [(&read_needed, "Wins 3 points and the match"), (&lost, "Wins 2008 points and the match")] {
        survives(played, text);
        let games = played.record.games();
        let written = write_mat(&played.names, &played.info, played.variation, games).expect("written");
        assert!(written.contains(text), "{written}");
    }
    // For money nothing is needed.
    let money = read(&to(0, &format!("{doubled}      Wins 2008 points\n")));
    assert!(money.remarks[0].contains("more than a backgammon with the cube on 2"), "{:?}", money.remarks);
}

/// A play that cannot be made costs the rest of its game; a word that nobody knows costs nothing.
#[test]
fn the_unit_of_damage_is_the_game() {
    let text = to(
        5,
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 61: 13/7 8/7                52: 13/8 23/21\n  \
         3) 21: 13/11 6/5               64: 13/7 13/9\n      Wins 1 point\n\n Game 2\n Alice : 1                       \
         Bob : 0\n  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4                 well played\n  3)\
         \x20                            61: 13/7 8/7\n                                  Wins 1 point\n",
    );
    let played = read(&text);
    let [first, second] = played.record.games() else { panic!("two games") };
    assert_eq!((points(first), points(second)), ([1, 0], [1, 1]));
    let plays = |game: &GameRecord| game.steps.iter().filter(|step| matches!(step.event, Event::Play(_))).count();
    assert_eq!((plays(first), plays(second)), (3, 3));
    assert_eq!(
        played.remarks,
        [
            "line 6: `13/8 23/21`: there is no checker on 23; the rest of this game is left out",
            "line 13: `well played` is not understood; it is kept as a comment"
        ]
    );
    let comments: Vec<&str> = played
        .record
        .games()
        .iter()
        .flat_map(|game| &game.steps)
        .map(|step| step.note.comment.as_str())
        .filter(|comment| !comment.is_empty())
        .collect();
    assert!(
        comments[0].starts_with("the file goes on:\n  2) 61: 13/7 8/7") && comments[1] == "well played",
        "{comments:?}"
    );
    survives(&played, "a damaged game");
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    let error = read_mat(&text, &strict).expect_err("refused");
    assert_eq!(error.to_string(), "line 6: `13/8 23/21`: there is no checker on 23");
}

/// Snowie's words for an illegal play, with the position that it leaves.
#[test]
fn an_illegal_play_of_snowie_sets_up_what_it_leaves() {
    let turns = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n";
    let before = read(&to(5, turns));
    let state = before.record.games()[0].steps.last().expect("a step").after;
    let line = gammon::formats::snowie_position(&before.names, &state).expect("a line");
    let next = "  3)                             64: 24/14\n      Wins 1 point\n";
    let read = read(&to(5, &format!("{turns}  2) 61: Illegal play ({})\n{next}", line.trim())));
    assert_eq!(read.remarks, ["line 6: an illegal play: the position after it is set up as in the file"]);
    let left = read.record.games()[0].steps.iter().find_map(|step| match &step.event {
        Event::Irregular(position) => Some(**position),
        _ => None,
    });
    assert_eq!(left, state.game.map(|game| game.position));
}

#[test]
fn the_crawford_game_is_guessed_only_where_nothing_speaks_against_it() {
    let turns = "  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4";
    let doubled = format!("{turns}                  Doubles => 2\n  3)  Takes\n      Wins 2 points\n");
    let game = |head: &str, turns: &str| {
        read(&format!("{head}\n 3 point match\n\n Game 1\n Alice : 2                       Bob : 0\n{turns}"))
    };
    let crawford = |played: &PlayedMatch| {
        let standing = played.record.games()[0].state(1).standing;
        standing.terms().match_score().is_some_and(|score| score.crawford())
    };
    let off = game("; [Crawford \"Off\"]", &doubled);
    assert_eq!((crawford(&off), off.remarks.len()), (false, 0), "{:?}", off.remarks);
    let by_double = game("", &doubled);
    assert!(!crawford(&by_double) && by_double.remarks[0].contains("not to be the Crawford game"));
    let resumed = game("", &format!("{turns}\n      Wins 1 point\n"));
    assert!(crawford(&resumed) && resumed.remarks[0].contains("taken to be the Crawford game"));
    let on = game("; [Crawford \"On\"]", &format!("{turns}\n      Wins 1 point\n"));
    assert_eq!((crawford(&on), on.remarks.len()), (true, 0), "{:?}", on.remarks);
    for played in [&off, &by_double, &resumed, &on] {
        survives(played, "a match that was resumed");
    }
}

#[test]
fn ratings_behind_names_and_rules_of_the_header_are_read() {
    let text = " 3 point match\n\n Game 1\n Alice,1612 : 0                  Bob,1580 : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n\n \
        Game 2\n Alice,1614 : 2                  Bob,1578 : 0\n  1)                             31: 8/5 6/5\n      Wins 1 point\n";
    let rated = read(text);
    assert_eq!(rated.names, ByPlayer(["Alice".to_owned(), "Bob".to_owned()]));
    assert_eq!(rated.info.ratings, ByPlayer(["1612".to_owned(), "1580".to_owned()]));
    survives(&rated, "ratings");

    let head = "; [Player 1 Elo \"1612,40/120\"]\n; [Player 2 Elo \"1580.00/45\"]\n; [EventTime \"20.15\"]\n; [Jacoby \"Off\"]\n\
        ; [Beaver \"Off\"]\n; [CubeLimit \"64\"]\n; [Odd key \"kept\"]\n; Carol kept score\n";
    let ruled = read(&format!("{head}{}", to(0, "  1) 31: 8/5 6/5\n      Wins 1 point\n")));
    assert_eq!(ruled.record.state().standing, Standing::money(false, 0));
    assert_eq!(ruled.info.ratings.0[0], "1612,40/120");
    assert_eq!(ruled.info.comment, "Carol kept score");
    let kept: Vec<&str> = ruled.info.extra.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(kept, ["EventTime", "Jacoby", "Beaver", "CubeLimit", "Odd key"]);
    survives(&ruled, "rules");
    let on = read(&format!("; [Jacoby \"On\"]\n; [Beaver \"2\"]\n{}", to(0, "  1) 31: 8/5 6/5\n      Wins 1 point\n")));
    assert_eq!(on.record.state().standing, Standing::money(true, 2));
    let none = read(&format!("; [CubeLimit \"1\"]\n{}", to(0, "  1) 31: 8/5 6/5\n      Wins 1 point\n")));
    assert!(none.record.state().game.is_some_and(|game| !game.cube_in_use));
    // A name that is missing.
    let unnamed = read(&to(5, "  1) 31: 8/5 6/5\n      Wins 1 point\n").replace("Bob", ""));
    assert_eq!(unnamed.names.0[1], "player 2");
    let named = read(&format!(
        "; [Player 2 \"Carol\"]\n{}",
        to(5, "  1) 31: 8/5 6/5\n      Wins 1 point\n").replace("Bob", "")
    ));
    assert_eq!(named.names.0[1], "Carol");
}

/// Who types a match in sets the dice; nothing else was set up, and no play is made up.
#[test]
fn a_match_typed_in_with_set_dice_is_written() {
    let played = played(&mut Random::new(5), 3, Variation::Standard);
    let first = played.games()[0].state(1);
    let typed = |steps: &[Event]| {
        let mut record = gammon::record::Record::new(gammon::record::State::new(first.standing));
        for event in steps {
            record.apply(event.clone(), RULES).unwrap_or_else(|why| panic!("{event:?}: {why:?}"));
        }
        let names = ByPlayer(["Alice".to_owned(), "Bob".to_owned()]);
        write_mat(&names, &MatchInfo::default(), Variation::Standard, record.games()).expect("it can be written")
    };
    let (fell, set) = (Roll::new(3, 2).expect("dice"), Roll::new(3, 1).expect("dice"));
    let begin = |first: Player| Event::Begin {
        standing: Standing::match_to(3).unwrap(),
        variation: Variation::Standard,
        cube_in_use: true,
        largest_cube: None,
        cube: 1,
        first,
        roll: Some(fell),
    };
    let begun = |first: Player| {
        let state = gammon::record::State::new(Standing::match_to(3).unwrap());
        state.after(&begin(first), RULES).expect("it begins")
    };
    let play = |state: &gammon::record::State| {
        let game = state.game.expect("a game");
        Event::Play(gammon::notation::parse_play("8/5 6/5", &game.position, set).expect("a play"))
    };
    // The dice are changed.
    let mut other_dice = begun(Player::Top);
    other_dice.game.as_mut().expect("a game").dice = Some(set);
    let text = typed(&[begin(Player::Top), Event::Set(Box::new(other_dice)), play(&other_dice)]);
    assert!(text.contains("\n  1) 31: 8/5 6/5"), "{text}");
    // The turn is changed, then the dice: the roll that was taken away is no play.
    let mut other_turn = begun(Player::Top);
    other_turn.game.as_mut().expect("a game").set_turn(Player::Bottom);
    let mut rolled = other_turn;
    rolled.game.as_mut().expect("a game").dice = Some(set);
    let steps = [begin(Player::Top), Event::Set(Box::new(other_turn)), Event::Set(Box::new(rolled)), play(&rolled)];
    let text = typed(&steps);
    assert!(text.contains("\n  1)                             31: 8/5 6/5") && !text.contains("Cannot"), "{text}");
}

#[test]
fn games_without_a_length_and_matches_without_a_turn_are_read() {
    let gam = read(" gnubg                          root\n  1) 41: 24/23 13/9              31: 8/5 6/5 \n");
    assert_eq!((gam.names.0[0].as_str(), gam.record.state().standing.length()), ("gnubg", 0));
    let empty = read(&to(3, ""));
    assert_eq!(empty.record.games().len(), 1);
    survives(&empty, "no turn");
    assert!(read_mat("hello", &ReadOptions::default()).is_err() && read_mat("", &ReadOptions::default()).is_err());
}

#[test]
fn another_match_in_the_same_file_is_said() {
    let one = to(3, "  1) 31: 8/5 6/5\n      Wins 3 points and the match\n");
    let other = to(5, "  1) 31: 8/5 6/5\n      Wins 1 point\n");
    let both = read(&format!("{one}\n{other}"));
    assert_eq!((both.record.games().len(), both.remarks.len()), (1, 1));
    assert!(both.remarks[0].contains("another match begins here"), "{:?}", both.remarks);
    // The same length before every game is the same match.
    let again = read(&format!(
        "{}\n{}",
        to(5, "  1) 31: 8/5 6/5\n      Wins 1 point\n"),
        to(5, "  1) 31: 8/5 6/5\n      Wins 1 point\n").replace("Alice : 0", "Alice : 1")
    ));
    assert_eq!((again.record.games().len(), again.remarks.len()), (2, 0), "{:?}", again.remarks);
}

/// Turns numbered with a point, as people type them, and a play that goes backwards: against the rules, and kept.
#[test]
fn numbers_with_a_point_and_plays_that_go_backwards_are_read() {
    let turns = "1. 31: 8/5 6/5                 42: 8/4 6/4\n2. 61: 13/7 6/8                65: 24/18 13/8\n\
        3. Doubles => 2                Drops\n";
    let read = read(&to(5, turns));
    let game = &read.record.games()[0];
    assert_eq!(end(game).map(|end| (end.winner, end.points)), Some((Player::Top, 1)), "{:?}", read.remarks);
    assert_eq!(read.remarks.len(), 1, "{:?}", read.remarks);
    assert!(read.remarks[0].contains("`13/7 6/8` is not a legal play"), "{:?}", read.remarks);
    survives(&read, "a play that goes backwards");
}

/// A post that names the length of its match is a position, and no match.
#[test]
fn a_post_about_a_position_is_no_transcript() {
    let post = "Last vote:\n\n11 point match\nscore: 2\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:11:10\n\
        to play 31\n\n1.xgRollout18/5 6/5eq: +0.210\nPlayer:\nOpponent:\n55.24% (G:17.23% B:0.90%)\n\
        44.76% (G:12.79% B:0.60%)\n2.playedXG Roller++13/10 24/23eq: -0.031 (-0.241)\n50.25% (G:13.63% B:0.62%)\n\
        49.75% (G:13.10% B:0.58%)\n3.3-ply24/23 24/21eq: -0.131 (-0.341)\n";
    assert_eq!(detect(post.as_bytes()), Format::named("text"));
    let read = read(post);
    let game = &read.record.games()[0];
    let state = game.state(game.steps.len()).game.expect("a game");
    assert_eq!(state.dice, Roll::new(3, 1).ok());
    let open = read.record.games()[0].open.plays.as_ref().expect("the candidates");
    let found: Vec<(String, f32)> = open
        .plays
        .iter()
        .map(|value| (gammon::notation::play_text(&value.play), (value.numbers.cubeful * 1000.0).round()))
        .collect();
    let wanted = [("8/5 6/5", 210.0), ("24/23 13/10", -31.0), ("24/23 24/21", -131.0)];
    assert_eq!(found, wanted.map(|(play, equity)| (play.to_owned(), equity)));
    assert_eq!(open.plays[0].numbers.outputs[1], 0.1723);
}

/// What eXtreme Gammon copies with a position: the words of its user stand below the numbers.
#[test]
fn the_comment_of_a_copied_position_is_kept() {
    let head = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n\nX:Ann   O:Ben\nCube: 1\nX to play 31\n\n";
    let plays = "    1. 3-ply       8/5 6/5                      eq:+0.180\n\
        \x20     Player:   55.60% (G:16.40% B:0.80%)\n      Opponent: 44.40% (G:12.00% B:0.50%)\n\n";
    let version = "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n";
    for (text, wanted) in [
        (format!("{head}{plays}Make the point: 5 pips.\n\nAlways.\n\n{version}"), "Make the point: 5 pips.\n\nAlways."),
        (format!("{head}Make it.\n\n{version}"), "Make it."),
        (format!("{head}{plays}\n{version}"), ""),
    ] {
        assert_eq!(read(&text).record.games()[0].open.comment, wanted, "{text}");
    }
    for format in [Format::named("text").expect("a row")] {
        for (name, bytes) in crate::support::samples::of(format) {
            let played = format.read(&bytes, &ReadOptions::default()).expect("it reads");
            // One is a question as people post it.
            let said = if name.contains("xg-rollout") {
                "What do you play here? I would have made my five point."
            } else {
                ""
            };
            assert_eq!(played.record.games()[0].open.comment, said, "{name}");
        }
    }
}

/// Damage of any kind: what is read of it can be written, and is read again as it was.
#[test]
fn what_is_read_of_a_damaged_file_is_written_and_read_again() {
    let names = ByPlayer(["Ann".to_owned(), "Ben".to_owned()]);
    let mut n = 0;
    for seed in 0..600_u64 {
        let mut random = Random::new(7000 + seed);
        let length = random.pick(&[0, 1, 3, 5, 7]);
        let standing = if length == 0 { Standing::money(false, 3) } else { Standing::match_to(length).unwrap() };
        let record = match_of(&mut random, standing, Variation::Standard, &Kind::default());
        let ending = random.pick(&Told::ALL);
        let (text, _) = Dialect::any(&mut random, ending).write(&mut random, &record, &names);
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(letters.len());
            match random.below(5) {
                0 => letters[at] = random.pick(&['0', '1', '6', '/', ' ', ':', 'x', ')', '\n', '*']),
                1 => {
                    letters.remove(at);
                }
                2 => letters.insert(at, random.pick(&['2', '5', '/', ' ', '(', ';'])),
                // A line is missing, or stands there twice.
                kind => {
                    let start = letters[..at].iter().rposition(|&c| c == '\n').map_or(0, |i| i + 1);
                    let end = letters[at..].iter().position(|&c| c == '\n').map_or(letters.len(), |i| at + i + 1);
                    let line: Vec<char> = letters.drain(start..end).collect();
                    if kind == 4 {
                        let twice = [line.clone(), line].concat();
                        letters.splice(start..start, twice);
                    }
                }
            }
        }
        let text: String = letters.into_iter().collect();
        let Ok(played) = read_mat(&text, &ReadOptions::default()) else { continue };
        n += 1;
        let games = played.record.games();
        let mat = match write_mat(&played.names, &played.info, played.variation, games) {
            Ok(mat) => mat,
            Err(why) => panic!("seed {seed}: {why}\n{text}\n{:?}", played.remarks),
        };
        let again = read_mat(&mat, &ReadOptions::default());
        let again = again.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{mat}"));
        let ends = |record: &gammon::record::Record| -> Vec<_> { held(record).iter().map(|it| (it.0, it.2)).collect() };
        assert_eq!(ends(&again.record), ends(&played.record), "seed {seed}\n{text}\n{mat}");
    }
    assert!(n > 300, "only {n} were read");
}

/// A dialect changes nothing of what happened, and damage to one game nothing of the others.
#[test]
fn every_dialect_tells_the_same_match() {
    let names = ByPlayer(["Ann van der Berg".to_owned(), "J\u{f8}rn".to_owned()]);
    let (mut damaged, mut kinds) = (0, [0; 8]);
    for seed in 0..400_u64 {
        let mut random = Random::new(seed);
        let ending = Told::ALL[(seed % 8) as usize];
        let length = random.pick(&[0, 1, 3, 5, 7]);
        let standing = if length == 0 { Standing::money(false, 3) } else { Standing::match_to(length).unwrap() };
        let record = match_of(&mut random, standing, Variation::Standard, &Kind::default());
        let dialect = Dialect::any(&mut random, ending);
        let (text, firsts) = dialect.write(&mut random, &record, &names);
        let what = format!("seed {seed}, {dialect:?}");
        let played = read(&text);
        assert_eq!(played.names, names, "{what}\n{text}");
        let (was, is) = (held(&record), held(&played.record));
        let without_points =
            |held: &crate::support::same::Held| (held.0, held.1.clone(), held.2.map(|(winner, _)| winner));
        assert_eq!(
            was.iter().map(without_points).collect::<Vec<_>>(),
            is.iter().map(without_points).collect::<Vec<_>>(),
            "{what}\n{text}\n{:?}",
            played.remarks
        );
        if !dialect.tells_needed() {
            assert_eq!(was, is, "{what}\n{text}");
            assert_eq!(played.remarks, [""; 0], "{what}\n{text}");
        }
        kinds[(seed % 8) as usize] += 1;
        survives(&played, &what);

        // Damage: the first play of a game leaves a point on which nobody stands.
        if record.games().len() > 1 {
            let number = random.below(record.games().len());
            let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
            let line = &mut lines[firsts[number] - 1];
            let Some(at) = line.find(": ").filter(|_| line.contains('/')) else { continue };
            line.replace_range(at..at + 2, ": 23/22 ");
            let broken = read(&(lines.join("\n") + "\n"));
            damaged += 1;
            let again = held(&broken.record);
            assert_eq!(again.len(), was.len(), "{what}");
            for (i, (was, is)) in is.iter().zip(&again).enumerate() {
                if i == number {
                    let winner = |held: &crate::support::same::Held| held.2.map(|(winner, _)| winner);
                    assert_eq!((was.0, winner(was)), (is.0, winner(is)), "{what}, game {i}: {:?}", broken.remarks);
                    // In a match a cube that is not known any more may make more of the points than were needed.
                    if length == 0 {
                        assert_eq!(was.2, is.2, "{what}, game {i}: {:?}", broken.remarks);
                    }
                } else {
                    assert_eq!(was, is, "{what}, game {i}: {:?}", broken.remarks);
                }
            }
            assert!(broken.remarks.iter().any(|remark| remark.contains("left out")), "{what}: {:?}", broken.remarks);
        }
    }
    assert!(damaged > 50 && kinds.iter().all(|&n| n == 50), "{damaged} {kinds:?}");
}

#[test]
fn results_and_words_of_other_sgf_programs_are_read() {
    let head = "(;FF[4]GM[6]CA[UTF-8]AP[Hand:1]PW[Alice]PB[Bob]MI[length:5][game:0][ws:0][bs:0]";
    for (rest, expected) in [
        ("RE[W+2Resign]\n;W[31hefe];B[42hcfc])", Some((Player::Top, 2))),
        ("RE[W+1R]\n;W[31hefe];B[resign:1])", Some((Player::Top, 1))),
        ("RE[W+2]\n;W[31hefe];B[resign:2];W[accept])", Some((Player::Top, 2))),
        ("RE[B+2.0]\n;W[31hefe])", Some((Player::Bottom, 2))),
        ("RE[B+Resign]\n;W[31hefe])", Some((Player::Bottom, 1))),
        ("RE[Void]\n;W[31hefe])", None),
        ("RE[who knows]\n;W[31hefe])", None),
        ("\n;PL[bLaCk];B[31qtst])", None),
        ("RE[W+1]\n;W[31hefe];B[65xaya])", Some((Player::Top, 1))),
    ] {
        let read = read(&format!("{head}{rest}"));
        let game = &read.record.games()[0];
        assert_eq!(end(game).map(|end| (end.winner, end.points)), expected, "{rest}: {:?}", read.remarks);
    }
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    assert!(read_sgf(&format!("{head}RE[W+1]\n;W[31hefe];B[65xaya])"), &strict).is_err());
}

#[test]
fn programs_for_fibs_and_gnu_backgammon_s_text_are_read() {
    let java = "JavaFIBS internal match representation v1.1\n8:Alice:3\n13:Alice:\n6:You:Alice\n11:You:4 2\n1:You:17-21 19-21\n\
        0:Alice:3 2\n1:Alice:24-22 13-10\n0:You:6 6\n15:You: \n0:Alice:4 1\n1:Alice:24-23 13-9\n2:You: \n5:Alice:\n7:You:1\n\
        14:Carol-1:Alice-0\n13:Alice: \n6:You:Alice\n11:Alice:6 2\n1:Alice:1-7 12-14\n0:You:4 2\n1:You:8-4 6-4\n3:Alice:2\n7:You:2\n9:You:3\n";
    let played = read(java);
    assert_eq!(played.names.0, ["Alice".to_owned(), "Carol".to_owned()]);
    assert_eq!(played.record.games().iter().map(points).collect::<Vec<_>>(), [[0, 1], [0, 3]]);
    assert!(played.remarks.iter().all(|remark| remark.contains("plays nothing")), "{:?}", played.remarks);

    let old = "Score is 0-0 in a 5 point match.\nAnn is X - Bob is O\nX: (4 2) 8-4 6-4\nO: (5 5) 12-17 12-17 17-22 17-22\n\
        X: (6 4) 24-18 18-14\nO: doubles\nX: accepts\nO: (3 1) 17-20 19-20\nX: doubles\nO: rejects\nX: wins 2 points\n\
        Score is 2-0 in a 5 point match.\nBob is X - Ann is O\nX: (3 1) 8-5 6-5\n";
    let played = read(old);
    assert_eq!(played.names.0, ["Ann".to_owned(), "Bob".to_owned()]);
    assert_eq!(played.remarks, ["line 13: the score is 0-2 here, and 2-0 by the games before"], "{old}");
    assert_eq!(points(&played.record.games()[0]), [2, 0]);
    survives(&played, "old moves");

    let text = "The score (after 1 game) is: Ann 1, Bob 0 (match to 5 points)\n\nMatch Information:\nDate: 11/25/26\nEvent: Club\n\n\
        Move number 1:  Ann to play 31\n\n* Ann moves 8/5 6/5\n\nRolled 31:\n*    8/5 6/5\n\nMove number 2:  Bob to play 66\n\n\
        * Bob moves 24/18(2) 13/7(2)\n\nMove number 3:  Ann on roll, cube decision?\n\n* Ann doubles\n\nMove number 4:  Ann doubles to 2\n\n\
        * Bob rejects\n\nAnn wins 1 point\n\nGame statistics for game 2\n\n* Ann moves 1/2\n";
    let played = read(text);
    assert_eq!((played.remarks.len(), points(&played.record.games()[0])), (0, [2, 0]), "{:?}", played.remarks);
    assert_eq!(played.info.event, "Club");
    survives(&played, "text");
    // Where the Crawford game comes next, the text of this game says nothing of it.
    survives(&read(&text.replace("match to 5", "match to 3")), "text before the Crawford game");
}

/// All of the transcripts of a folder are read and survive.
fn all_of(folder: &str, most_remarks: usize) {
    let Some(folder) = shared(folder) else { return };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "mat"));
    files.sort();
    assert!(!files.is_empty());
    let mut remarks = 0;
    for file in files {
        let bytes = std::fs::read(&file).expect("a file");
        let played = detect(&bytes)
            .and_then(|format: &Format| format.read(&bytes, &ReadOptions::default()).ok())
            .unwrap_or_else(|| panic!("{} is not read", file.display()));
        remarks += played.remarks.len();
        survives(&played, &file.display().to_string());
    }
    assert!(remarks <= most_remarks, "{remarks} remarks");
}

#[test]
fn transcripts_of_backgammon_galaxy_are_read() {
    all_of("galaxy", 6);
}

#[test]
fn transcripts_of_extreme_gammon_are_read() {
    all_of("xg", 0);
}

#[test]
fn cases_of_other_people_are_read_as_they_should() {
    for (name, winners, remarks) in [
        ("fault-05a.mat", &[Some((0, 1)), Some((1, 2))][..], 1),
        ("fault-05b.mat", &[Some((0, 1)), Some((0, 2))], 0),
        ("fault-06a.mat", &[Some((1, 4))], 0),
        ("fault-06b.mat", &[Some((0, 7))], 1),
        ("fault-06c.mat", &[Some((1, 3))], 1),
        ("fault-07a.mat", &[Some((1, 2)), Some((0, 1))], 0),
        ("fault-07b.mat", &[Some((0, 1)), Some((0, 1))], 0),
        ("fault-08a.mat", &[Some((0, 1)), Some((1, 1))], 1),
        ("fault-08b.mat", &[Some((0, 1))], 1),
        ("fault-08c.mat", &[Some((0, 1))], 1),
        ("fault-09a.mat", &[Some((0, 2))], 0),
        ("fault-09b.mat", &[Some((0, 2))], 1),
        ("fault-11.mat", &[Some((0, 2)), Some((0, 1))], 0),
        ("fault-12.mat", &[Some((0, 1))], 0),
        ("fault-15a.sgf", &[Some((0, 2))], 1),
        ("fault-15b.sgf", &[Some((0, 1))], 0),
        ("fault-15c.sgf", &[None], 0),
        ("fault-17.match", &[Some((0, 1))], 0),
        ("fault-19a.mat", &[Some((1, 2))], 0),
        ("fault-19b.mat", &[Some((0, 1))], 0),
    ] {
        let Some(path) = shared(name) else { return };
        let bytes = std::fs::read(&path).expect("a file");
        let played = read(&String::from_utf8_lossy(&bytes));
        let found: Vec<_> =
            played.record.games().iter().map(|game| end(game).map(|end| (end.winner.index(), end.points))).collect();
        assert_eq!(found, winners, "{name}: {:?}", played.remarks);
        assert_eq!(played.remarks.len(), remarks, "{name}: {:?}", played.remarks);
        survives(&played, name);
    }
}

/// A limit of the header holds: nobody is asked to double beyond it, the last cube is dead, and all formats keep it.
#[test]
fn the_largest_cube_of_the_header_is_obeyed() {
    let turns = "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                      64: 24/14\n\
        \x20 3) 42: 8/4 6/4                 61: 13/7 8/7\n";
    let limited = read(&format!("; [CubeLimit \"2\"]\n{}", to(7, turns)));
    assert_eq!(limited.remarks, Vec::<String>::new());
    let last = |played: &PlayedMatch| {
        let game = &played.record.games()[0];
        *game.state(game.steps.len())
    };
    let game = last(&limited).game.expect("a game");
    assert_eq!((game.cube.value(), game.largest_cube(), game.may_turn_cube()), (2, 2, false));
    let dead = game.cube_info(last(&limited).standing.terms(), ReadOptions::default().met);
    assert!(!dead.may_double() && !dead.is_live());
    survives(&limited, "a largest cube");
    // eXtreme Gammon's header has the same limit as a power of 2.
    let through_xg = |played: &PlayedMatch| {
        let bytes = write_xg(&played.names, &played.info, played.variation, played.record.games()).expect("a file");
        last(&read_xg(&bytes).expect("the same match")).game.map(|game| game.cube_limit)
    };
    assert_eq!(through_xg(&limited), Some(1));
    // Without the limit the player who took may double, and so may whoever goes beyond one that is told.
    let free = last(&read(&to(7, turns))).game.expect("a game");
    assert!(free.may_turn_cube());
    assert_eq!(through_xg(&read(&to(7, turns))), Some(USUAL_CUBE_LIMIT));
    let beyond = read(&format!("; [CubeLimit \"2\"]\n{}  4)  Doubles => 4                Takes\n", to(7, turns)));
    assert!(beyond.remarks.iter().any(|remark| remark.contains("limit of 2")), "{:?}", beyond.remarks);
    assert_eq!(last(&beyond).game.map(|game| game.cube.value()), Some(4));
    // Beavers go no further either.
    let money = read(&format!("; [CubeLimit \"4\"]\n; [Beaver \"3\"]\n{}", to(0, "  1) 31: 8/5 6/5\n")));
    let mut state = last(&money);
    for event in [Event::Double, Event::Beaver] {
        state = state.after(&event, RULES).unwrap_or_else(|why| panic!("{event:?}: {why:?}"));
    }
    assert!(state.after(&Event::Beaver, RULES).is_err());
}

/// A replay of bgammon.org has one numbering of points for both players; games of other variants are left out.
#[test]
fn replays_of_bgammon_are_read_by_games() {
    let options = ReadOptions::default();
    let format = Format::named("bgammon").expect("a row");
    let bytes = std::fs::read("tests/data/formats/bgammon-games.match").expect("a sample");
    let played = format.read(&bytes, &options).expect("a match");
    assert_eq!(played.remarks, Vec::<String>::new());
    assert_eq!(played.names, ByPlayer(["Carla", "Dirk"].map(str::to_owned)));
    assert_eq!(played.info.date.map(|date| (date.year, date.month, date.day)), Some((2025, 11, 26)));
    let ends = |played: &PlayedMatch| {
        let end = |game: &GameRecord| game.state(game.steps.len()).outcome.map(|end| (end.winner, end.points));
        played.record.games().iter().map(end).collect::<Vec<_>>()
    };
    assert_eq!(ends(&played), [Some((Player::Bottom, 1)), Some((Player::Bottom, 4))]);
    survives(&played, "a replay");

    // A player who gives up loses what the head says.
    let text = "bgammon-replay 00000024\ni Ann Bob 3 0 0 1 1 1\n1 r 2-1 13/11 6/5\ni Ann Bob 3 1 0 2 2 0\n\
        1 r 3-1 8/5 6/5\n2 r 6-5 1/12\nhello\n1 d 2 1\n1 r 6-6\n1 t\n";
    let played = format.read(text.as_bytes(), &options).expect("a match");
    assert!(played.remarks[0].contains("acey-deucey"), "{:?}", played.remarks);
    assert!(played.remarks[1].contains("`hello` is not understood"), "{:?}", played.remarks);
    assert_eq!(ends(&played), [Some((Player::Top, 2))]);
    for text in ["bgammon-replay 0\n", "bgammon-replay 0\ni Ann Bob 3 0 0 1 1 2\n1 r 2-1\n"] {
        assert!(format.read(text.as_bytes(), &options).is_err());
    }
}
