//! `train` and `book`: questions that need no matches, and what rollouts have found about openings.

use crate::practice::{Day, flat, on, said};
use crate::support::commands::run_all;
use gammon::command::parse;
use gammon::library::book::Entry;
use gammon::session::{Figures, Reply, Session, TrainingReply};
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn type_in(session: &mut Session, line: &str, host: &mut Day) -> String {
    let answer = session.practised(line).or_else(|| session.trained(line));
    said(session.execute(&answer.unwrap_or_else(|| parse(line).expect(line)), host))
}

fn figures(session: &mut Session, line: &str, host: &mut Day) -> Figures {
    match session.execute(&parse(line).expect(line), host) {
        Ok(Reply::Figures(figures, _)) => *figures,
        other => panic!("{other:?}"),
    }
}

fn trained(session: &mut Session, host: &mut Day) -> TrainingReply {
    match figures(session, "train", host) {
        Figures::Training(training) => training,
        other => panic!("{other:?}"),
    }
}

fn decisions(session: &mut Session, line: &str, host: &mut Day) -> Vec<Entry> {
    match figures(session, line, host) {
        Figures::Book(book) => book.decisions,
        other => panic!("{other:?}"),
    }
}

/// What is said of a wrong answer begins with the right one.
fn right_answer(text: &str) -> String {
    let (_, rest) = text.split_once("wrong: ").expect("a wrong answer");
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    number
}

#[test]
fn numbers_are_asked_judged_and_kept() {
    for (trainer, silly) in [("pips", "375"), ("met", "0"), ("takepoints", "99"), ("gammons", "9")] {
        let home = home();
        let ask = |answer: &str| {
            let (mut session, mut host) = (Session::new(), on(&home, 20_000));
            let asked = type_in(&mut session, &format!("train {trainer} 2"), &mut host);
            assert!(asked.starts_with("question 1 of 2: "), "{asked}");
            (type_in(&mut session, answer, &mut host), session, host)
        };
        let (wrong, ..) = ask(silly);
        let right = right_answer(&wrong);
        // Other questions every time: the answers so far are counted.
        let (_, mut session, mut host) = ask(silly);
        let told = type_in(&mut session, "q", &mut host);
        assert!(told.starts_with("0 of 1 question right; off by "), "{told}");
        // The same one in a new home, answered rightly.
        let home = self::home();
        let (mut session, mut host) = (Session::new(), on(&home, 20_000));
        type_in(&mut session, &format!("train {trainer} 2"), &mut host);
        let told = type_in(&mut session, &right, &mut host);
        assert!(told.starts_with("right: ") && told.contains("question 2 of 2: "), "{trainer} {right}: {told}");
        let told = type_in(&mut session, silly, &mut host);
        assert!(told.contains("1 of 2 questions right"), "{told}");
        let row = trained(&mut session, &mut host).trainers.into_iter().find(|row| row.trainer == trainer);
        let row = row.expect("its row");
        assert_eq!((row.answers, row.right, row.last.as_deref()), (2, Some(0.5), Some("2024-10-04")));
    }
}

/// The counts that are told are those of the board.
#[test]
fn pips_are_those_of_the_board() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_001));
    let all = flat(session.execute(&parse("train pips").expect("a command"), &mut host).expect("a question"));
    let board = all.iter().find_map(|one| if let Reply::Board(board) = one { Some(board) } else { None });
    let board = board.expect("a board");
    assert!(board.hides_pips);
    let pips = board.game.position.pips();
    let told = type_in(&mut session, "1", &mut host);
    assert!(told.starts_with(&format!("wrong: {} pips, 1 is {} too low", pips.on_roll, pips.on_roll - 1)), "{told}");
    assert!(told.contains(&format!("= {}; they have {}", pips.on_roll, pips.opponent)), "{told}");
}

#[test]
fn races_are_asked_with_a_cube_and_their_counts_told() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    let mut best = 0;
    for n in 0..6 {
        let asked = type_in(&mut session, "train race 1", &mut host);
        assert!(asked.contains("1  no double\n  2  double, take\n  3  double, pass"), "{asked}");
        let told = type_in(&mut session, ["double, take", "1", "3"][n % 3], &mut host);
        assert!(told.contains(" is best") && told.contains("Keith's count"), "{told}");
        best += usize::from(told.starts_with("right: "));
    }
    assert!((1..6).contains(&best), "{best} of 6");
}

#[test]
fn what_is_no_answer_is_told_and_the_question_stays() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    assert_eq!(session.trained("50"), None);
    type_in(&mut session, "train met", &mut host);
    let error = session.execute(&parse("train answer many").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.contains("`many` does not answer this"), "{error:?}");
    for impossible in ["150", "-1", "1e3", "99999999999999999999 %"] {
        let error = session.execute(&session.trained(impossible).expect(impossible), &mut host).unwrap_err();
        assert_eq!(error.expected, ["a chance from 0 to 100 %"], "{impossible}");
    }
    assert!(session.trained("50").is_some() && session.trained("hint").is_none());
    // A game at the table ends the round.
    run_all(&mut session, &["new session"]);
    assert_eq!(session.trained("50"), None);
    let error = session.execute(&parse("train stop").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.contains("no question of training"), "{error:?}");
}

/// How long an answer took is told, unless nobody answers so soon.
#[test]
fn the_time_of_an_answer_is_told() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    type_in(&mut session, "train pips 2", &mut host);
    let told = type_in(&mut session, "100", &mut host);
    assert!(!told.contains(" s)"), "{told}");
    host.moment += Duration::from_secs(3);
    let told = type_in(&mut session, "100", &mut host);
    assert!(told.contains(" (in 3.0 s)\n") && told.contains("; 1.5 s each"), "{told}");
}

/// A session in which a rollout takes no time.
fn quick() -> Session {
    let mut session = Session::new();
    let lines = [
        "set rollout chequerplay plies 0",
        "set rollout cubedecision plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 1",
        "set rollout truncation chequerplay plies 0",
        "set rollout truncation cubedecision plies 0",
        "set rollout nearcubes off",
        "set rollout seed 7",
        "set evaluation chequerplay evaluation plies 0",
        "new match 3",
        "set score 1 0",
    ];
    run_all(&mut session, &lines);
    session
}

#[test]
fn a_book_is_built_told_exported_and_merged() {
    let home = home();
    let (mut session, mut host) = (quick(), on(&home, 20_000));
    let error = session.execute(&parse("book build replies").expect("a command"), &mut host).unwrap_err();
    assert_eq!(error.suggestion.as_deref(), Some("book build openings"));
    // Either player may have the first roll, at 2 away 3 away and at 3 away 2 away.
    let told = type_in(&mut session, "book build openings", &mut host);
    assert_eq!(told, "openings: 30 positions rolled out");
    let told = type_in(&mut session, "book build openings", &mut host);
    assert_eq!(told, "openings: 0 positions rolled out, 30 known already");
    let listed = decisions(&mut session, "book list openings", &mut host);
    assert_eq!(listed.len(), 30);
    for entry in &listed {
        assert!(entry.is_sound() && entry.std_err <= 0.005 && entry.parts[0].seed == 7, "{entry:?}");
        // The best gives up nothing; how much another gives up is known to a standard error.
        assert!(entry.choices.len() > 1 && entry.choices[0].std_err.is_none(), "{entry:?}");
        assert!(entry.choices[1..].iter().all(|choice| choice.std_err.is_some()), "{entry:?}");
    }
    // Told at the table, by whoever is on roll there; the other player has another score.
    let mut told = Vec::new();
    for player in ["0", "1"] {
        run_all(&mut session, &[&format!("set turn {player}"), "set dice 31"]);
        let entry = decisions(&mut session, "book", &mut host).remove(0);
        let hint = flat(session.execute(&parse("hint").expect("a command"), &mut host).expect("a list"));
        let book = hint.iter().find_map(|one| if let Reply::Plays(plays) = one { plays.book.clone() } else { None });
        assert_eq!(book.as_deref(), Some(&entry));
        told.push(entry.xgid);
    }
    assert_ne!(told[0], told[1]);
    // Another home takes it over: whole lines, and no others.
    let file = home.path().join("book.jsonl");
    let text = file.display().to_string();
    type_in(&mut session, &format!("book export \"{text}\""), &mut host);
    let lines = fs::read_to_string(&file).expect("written");
    let of_score: Vec<&str> = lines.lines().filter(|line| told.iter().any(|xgid| line.contains(xgid))).collect();
    assert_eq!(of_score.len(), 2);
    let wrong = of_score[0].replace("8/5 6/5", "8/5 6/4");
    fs::write(&file, format!("{}\n{}\nno line\n{wrong}\n", of_score[0], of_score[1])).expect("written");
    let other = self::home();
    let (mut session, mut host) = (quick(), on(&other, 20_000));
    // What comes with the program is known, whoever brings it.
    let own = other.path().join("own.jsonl").display().to_string();
    type_in(&mut session, &format!("book export \"{own}\""), &mut host);
    let told = type_in(&mut session, &format!("book merge \"{own}\""), &mut host);
    assert!(told.starts_with("0 decisions added to the book, "), "{told}");
    let told = type_in(&mut session, &format!("book merge \"{text}\""), &mut host);
    assert!(told.starts_with("2 decisions added to the book\nleft out: line 3: "), "{told}");
    assert!(told.contains("`8/5 6/4` is no choice there"), "{told}");
    let told = type_in(&mut session, &format!("book merge \"{text}\""), &mut host);
    assert!(told.starts_with("0 decisions added to the book, 2 known already\n"), "{told}");
}

#[test]
fn a_chapter_that_is_empty_at_a_score_names_what_builds_it() {
    let home = home();
    let (mut session, mut host) = (quick(), on(&home, 20_000));
    let error = session.execute(&parse("book list openings").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.ends_with(" at this score"), "{error:?}");
    assert_eq!(error.suggestion.as_deref(), Some("book build openings"));
}

#[test]
fn openings_of_the_book_are_asked_and_come_again() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    let asked = type_in(&mut session, "train openings 2", &mut host);
    assert!(asked.starts_with("question 1 of 2: you to play "), "{asked}");
    let told = type_in(&mut session, "1", &mut host);
    assert!(told.contains("the book, ") && told.contains("asked again in "), "{told}");
    assert!(told.contains("\nopening, "), "first rolls come first: {told}");
    type_in(&mut session, "q", &mut host);
    // They are none of the user's errors.
    let error = session.execute(&parse("practise").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.contains("your own errors") || error.message.contains("your errors"), "{error:?}");
    let row = trained(&mut session, &mut host).trainers.into_iter().find(|row| row.trainer == "openings");
    assert_eq!(row.expect("its row").answers, 1);
    let asked = type_in(&mut session, "train cube 1", &mut host);
    assert!(asked.contains("may double") || asked.contains("they double"), "{asked}");
}

/// What acts at the table and does not fit is refused, and the question stays.
#[test]
fn an_action_that_does_not_fit_ends_no_round() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    let refused = |session: &mut Session, line: &str, host: &mut Day| {
        let error = session.execute(&parse(line).expect(line), host).expect_err(line);
        assert!(error.message.contains("does not answer the question, which asks "), "{line}: {error:?}");
    };
    for round in ["train race", "train met", "train openings"] {
        type_in(&mut session, round, &mut host);
        for line in ["take", "double", "roll"] {
            refused(&mut session, line, &mut host);
        }
        assert!(session.practised("q").or(session.trained("q")).is_some(), "{round}");
        type_in(&mut session, "q", &mut host);
    }
    type_in(&mut session, "train cube 1", &mut host);
    refused(&mut session, "bar/20", &mut host);
    // Either word answers what is open.
    let told = type_in(&mut session, "train answer 1", &mut host);
    assert!(told.contains("the book, "), "{told}");
    type_in(&mut session, "q", &mut host);
    type_in(&mut session, "train met", &mut host);
    assert!(type_in(&mut session, "practise answer 50", &mut host).contains("question 2 of 10"));
    assert!(type_in(&mut session, "train", &mut host).starts_with("question 2 of 10: "));
}

/// A library that cannot be read costs no hint; the commands that need it say so.
#[test]
fn a_damaged_library_costs_no_hint() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    fs::create_dir_all(home.path().join("data")).expect("a folder");
    fs::write(home.path().join("data/library.db"), "no database at all, but long enough to be looked at")
        .expect("file");
    run_all(
        &mut session,
        &["new session", "set evaluation chequerplay evaluation plies 0", "set turn 1", "set dice 31"],
    );
    let hint = flat(session.execute(&parse("hint").expect("a command"), &mut host).expect("a list"));
    let book = hint.iter().find_map(|one| if let Reply::Plays(plays) = one { plays.book.clone() } else { None });
    assert_eq!(book.expect("the book of the program").choices[0].name, "8/5 6/5");
    let of_file = format!(" ({})", home.path().join("data/library.db").display());
    let error = session.execute(&parse("book").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.ends_with(&of_file), "{error:?}");
    // Its answers are judged, though they cannot be kept.
    let error = session.execute(&parse("train met").expect("a command"), &mut host).unwrap_err();
    assert!(error.message.ends_with(&of_file), "{error:?}");
}

/// Where only the Jacoby rule differs from the book, that is said, of plays and of cubes.
#[test]
fn the_book_says_which_rule_it_is_for() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    for dice in ["31", "21", "65"] {
        let dice = format!("set dice {dice}");
        run_all(&mut session, &["set jacoby on", "new session", "set turn 1", &dice]);
        assert_eq!(decisions(&mut session, "book", &mut host).len(), 1, "{dice}");
        run_all(&mut session, &["set jacoby off", "new session", "set turn 1", &dice]);
        let error = session.execute(&parse("book").expect("a command"), &mut host).unwrap_err();
        assert_eq!(error.message, "the book has this decision with the Jacoby rule alone", "{dice}");
        assert_eq!(error.suggestion.as_deref(), Some("set jacoby on"));
    }
}

/// The book of the program holds what the guide says.
#[test]
fn the_book_of_the_program_is_whole() {
    let home = home();
    let (mut session, mut host) = (Session::new(), on(&home, 20_000));
    for (chapter, least) in [("openings", 15), ("replies", 300), ("references", 50)] {
        let decisions = decisions(&mut session, &format!("book list {chapter}"), &mut host);
        assert!(decisions.len() >= least, "{chapter}: {}", decisions.len());
        let worst = decisions.iter().map(|entry| entry.std_err).fold(0.0, f64::max);
        // The errors of a take are of stakes twice as high.
        assert!(worst <= if chapter == "references" { 0.0101 } else { 0.005 }, "{chapter}: {worst}");
    }
}
