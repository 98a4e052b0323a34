//! `practise`: ten of one's own errors now, and those answered wrongly again a week later.

use crate::support::commands;

use commands::run_all;
use gammon::command::parse;
use gammon::library::CardRow;
use gammon::movegen::legal_plays;
use gammon::notation::play_text;
use gammon::record::Date;
use gammon::rollout::Observer;
use gammon::session::{Figures, Host, PracticeReply, Reply, Session, SessionError};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A home with a calendar and a clock that the test sets, which may stop what goes on after so many pieces of work.
pub(crate) struct Day {
    day: i64,
    pub(crate) moment: Duration,
    home: PathBuf,
    /// The seconds that have passed: one with every look at the clock; none where it stands still.
    seconds: Option<Cell<u64>>,
    /// Stops an analysis when this much of it is done.
    pub(crate) most: Option<(Arc<AtomicBool>, usize)>,
    stop: Option<(Arc<AtomicBool>, usize)>,
}

impl Day {
    /// Lets the clock run.
    pub(crate) fn with_clock(self) -> Self {
        Self { seconds: Some(Cell::new(0)), ..self }
    }
}

impl Observer for Day {}

impl Host for Day {
    fn today(&self) -> Option<Date> {
        Date::of_day(self.day)
    }

    fn clock(&self) -> Duration {
        let Some(seconds) = &self.seconds else { return Duration::ZERO };
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    }

    fn moment(&self) -> Duration {
        self.moment
    }

    fn analyzes(&mut self, done: usize, _of: usize) {
        if let Some((stop, _)) = self.most.as_ref().filter(|(_, most)| done >= *most) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn database_file(&self, name: &str, _is_gnubgs: bool) -> Option<PathBuf> {
        Some(self.home.join(format!("data/{name}.db")))
    }

    fn stage(&mut self, _what: String, _left: Option<Duration>) {
        if let Some((stop, left)) = &mut self.stop {
            *left = left.saturating_sub(1);
            stop.store(*left == 0, Ordering::Relaxed);
        }
    }
}

/// A home with a folder of one match of a game, in which Ann and Bob have made many errors.
fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
    fs::create_dir(home.path().join("matches")).expect("a folder");
    let sample = fs::read_to_string(sample).expect("a match");
    let (first, _) = sample.split_once(" Game 2").expect("a second game");
    fs::write(home.path().join("matches/one.mat"), first).expect("written");
    home
}

pub(crate) fn on(home: &TempDir, day: i64) -> Day {
    Day { day, moment: Duration::ZERO, home: home.path().to_owned(), seconds: None, most: None, stop: None }
}

/// A session of that player in which everything is quick.
fn session(home: &TempDir, me: &str) -> Session {
    let mut session = Session::new();
    let quick = [
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        "set rollout chequerplay plies 0",
        "set rollout cubedecision plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 2",
        "set rollout truncation chequerplay plies 0",
        "set rollout truncation cubedecision plies 0",
        "set rollout nearcubes off",
        "set rollout trials 72",
        "set rollout seed 7",
    ];
    run_all(&mut session, &quick);
    let folder = home.path().join("matches");
    for line in [format!("set matches \"{}\"", folder.display()), format!("set me \"{me}\"")] {
        run_all(&mut session, &[&line]);
    }
    session
}

pub(crate) fn flat(reply: Reply) -> Vec<Reply> {
    match reply {
        Reply::Many(all) => all.into_iter().flat_map(flat).collect(),
        one => vec![one],
    }
}

/// The sentences of an answer.
pub(crate) fn said(answer: Result<Reply, SessionError>) -> String {
    let all = flat(answer.expect("an answer"));
    all.iter()
        .filter_map(|one| if let Reply::Message(text) = one { Some(text.as_str()) } else { None })
        .collect::<Vec<_>>()
        .join("\n")
}

fn type_in(session: &mut Session, line: &str, host: &mut Day) -> String {
    let command = session.practised(line).unwrap_or_else(|| parse(line).expect(line));
    said(session.execute(&command, host))
}

fn counts(session: &mut Session, host: &mut Day) -> PracticeReply {
    match session.execute(&parse("show practice").expect("a command"), host) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::Practice(practice) => practice,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// The answers of a question, as they are listed.
fn choices(text: &str) -> Vec<String> {
    let begin = text.rfind("question ").or_else(|| text.rfind("once more")).expect("a question");
    let lines = text[begin..].lines().skip(1);
    lines.take_while(|line| line.starts_with("  ")).map(|line| line.trim_start()[1..].trim().to_owned()).collect()
}

/// The best answer, by what was said of another.
fn best(text: &str) -> String {
    let (_, rest) = text.split_once("best is ").expect("a best answer");
    rest.split(" (").next().unwrap_or_default().to_owned()
}

#[test]
fn wrong_answers_come_again_and_right_ones_later() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "nobody;ann");
    let before = session.record().clone();
    let mut text = type_in(&mut session, "practise 3", &mut host);
    assert!(text.contains("question 1 of 3: nobody "), "{text}");
    let mut wrong = Vec::new();
    for n in 1..=3 {
        let shown = choices(&text);
        assert!((2..=5).contains(&shown.len()) && shown.is_sorted(), "{shown:?}");
        text = type_in(&mut session, "1", &mut host);
        let is_right = text.starts_with("right: ");
        if text.starts_with("wrong: ") {
            wrong.push(best(&text));
        }
        assert!(is_right || text.starts_with("wrong: ") || text.starts_with("nearly: "), "{text}");
        assert!(text.contains("against Bob it was ") && text.contains("one.mat"), "{text}");
        assert_eq!(text.contains(&format!("question {} of 3", n + 1)), n < 3, "{text}");
    }
    assert!(!wrong.is_empty(), "the first of sorted answers is not always the best");
    // The wrong ones come once more in the round, now answered rightly: by the play itself.
    for (n, right) in wrong.iter().enumerate() {
        assert!(text.contains("once more: "), "{text}");
        text = type_in(&mut session, right, &mut host);
        assert!(text.starts_with("right: "), "{n}: {text}");
    }
    assert!(text.contains("of 3 questions right; "), "{text}");
    assert_eq!(session.record(), &before, "the table is left alone");
    let today = counts(&mut session, &mut host);
    let sum = |of: fn(&gammon::session::PracticeTheme) -> u32| today.themes.iter().map(of).sum::<u32>();
    assert_eq!((sum(|of| of.cards), sum(|of| of.new), sum(|of| of.due)), (3, 0, 0), "{today:?}");
    assert_eq!(sum(|of| of.answers) as usize, 3 + wrong.len());

    // Another session, a week later: what was wrong is due, without an engine being asked.
    let mut host = on(&home, 20_007);
    let mut session = self::session(&home, "nobody;ann");
    let week = counts(&mut session, &mut host);
    let due = week.themes.iter().map(|of| of.due).sum::<u32>() as usize;
    assert!(due >= wrong.len(), "{week:?}");
    let text = type_in(&mut session, "practise 9", &mut host);
    assert!(text.contains(&format!("{due} question")) && text.contains("due today"), "{text}");
    let text = type_in(&mut session, "q", &mut host);
    assert!(text.contains("no question was answered"), "{text}");
}

#[test]
fn an_answer_that_is_none_costs_nothing() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Bob");
    type_in(&mut session, "practise 1", &mut host);
    let refused = |session: &mut Session, line: &str, host: &mut Day| {
        let command = session.practised(line).unwrap_or_else(|| parse(line).expect(line));
        session.execute(&command, host).expect_err(line).message
    };
    assert!(refused(&mut session, "9", &mut host).contains("no answer 9"));
    assert!(!refused(&mut session, "practise answer 24/1", &mut host).is_empty());
    assert!(session.is_practising());
    assert_eq!(counts(&mut session, &mut host).themes[0].answers, 0);
    let text = type_in(&mut session, "practise", &mut host);
    assert!(text.contains("question 1 of 1"), "it is asked again: {text}");
    // A new game ends it, and what is typed then is no answer.
    run_all(&mut session, &["new game"]);
    assert!(!session.is_practising() && session.practised("1").is_none());
    assert!(refused(&mut session, "practise stop", &mut host).contains("no question"));
}

#[test]
fn what_is_missing_is_said() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut refused = |session: &mut Session| {
        session.execute(&parse("practise").expect("a command"), &mut host).expect_err("an error")
    };
    let mut session = Session::new();
    assert_eq!(refused(&mut session).suggestion.as_deref(), Some("library add FOLDER"));
    let folder = format!("set matches \"{}\"", home.path().join("matches").display());
    run_all(&mut session, &[&folder]);
    let error = refused(&mut session);
    assert_eq!(error.suggestion.as_deref(), Some("set me \"NAME;OTHER NAME\""));
    assert!(error.message.ends_with("most often there are Ann (1), Bob (1)"), "{}", error.message);
    // A name that nobody has is refused, also when the folder was searched before; the nearest is named first.
    for (me, listed, nearest) in [("Cleo", "Ann (1), Bob (1)", "Ann"), ("Bbo", "Bob (1), Ann (1)", "Bob")] {
        run_all(&mut session, &[&format!("set me {me}")]);
        for _ in 0..2 {
            let error = refused(&mut session);
            assert!(error.message.contains(me) && error.message.ends_with(listed), "{}", error.message);
            assert_eq!(error.suggestion, Some(format!("set me {nearest}")));
        }
    }
    // Said now, it is found, though the folder was searched before.
    run_all(&mut session, &["set me ANN", "set analysis chequerplay evaluation plies 0"]);
    run_all(&mut session, &["set analysis cubedecision evaluation plies 0", "set rollout trials 72"]);
    run_all(&mut session, &["set rollout chequerplay plies 0", "set rollout cubedecision plies 0"]);
    let answer = session.execute(&parse("practise 1").expect("a command"), &mut host);
    assert!(said(answer).contains("question 1 of 1"));
}

/// Conditions choose among errors that were found before, too; one that practise does not know is refused.
#[test]
fn a_round_asks_what_is_meant() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Ann");
    type_in(&mut session, "practise 1", &mut host);
    for (line, asks) in [("practise 3 cube", "may double"), ("practise 3 plays", "to play")] {
        let text = type_in(&mut session, line, &mut host);
        assert!(text.contains(asks) || text.contains("no error is known that fits"), "{line}: {text}");
    }
    assert!(type_in(&mut session, "practise 1 against bob", &mut host).contains("question 1 of 1"));
    // What asks about the table does not answer for the question.
    for line in ["hint", "why", "eval"] {
        let error = session.execute(&parse(line).expect(line), &mut host).expect_err(line);
        assert!(error.message.contains("the question is not on the table"), "{line}: {}", error.message);
    }
    let error = session.execute(&parse("practise against bbo").expect("a command"), &mut host).expect_err("nobody");
    assert_eq!((error.message.as_str(), error.expected[0].as_str()), ("no match has a player called bbo", "Bob"));
    for line in ["practise since 2090", "practise 9.5"] {
        let text = type_in(&mut session, line, &mut host);
        assert!(text.contains("no error is known that fits"), "{line}: {text}");
    }
    for line in ["practise tag cup", "practise roll 31", "practise like this", "practise game 2", "practise bob"] {
        let error = session.execute(&parse(line).expect(line), &mut host).expect_err(line);
        assert!(error.message.contains("does not know the condition `"), "{line}: {}", error.message);
    }
}

/// A file that is no match is named, and the question is asked all the same.
#[test]
fn a_damaged_match_costs_no_question() {
    let home = home();
    fs::write(home.path().join("matches/broken.json"), "{\"gammon_match\":1,").expect("written");
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Ann");
    let text = type_in(&mut session, "practise 9", &mut host);
    assert!(text.contains("broken.json: ") && text.contains("question 1 of 9: Ann "), "{text}");
}

#[test]
fn a_round_that_is_stopped_keeps_what_it_has() {
    let home = home();
    let mut session = session(&home, "Ann");
    let mut host = on(&home, 20_000);
    // The first piece of work is the match, the second the first rollout.
    host.stop = Some((session.stop_flag(), 2));
    let stopped = session.execute(&parse("practise 2").expect("a command"), &mut host);
    assert!(stopped.expect_err("stopped").interrupted);
    session.stop_flag().store(false, Ordering::Relaxed);
    host.stop = None;
    let found = counts(&mut session, &mut host).found;
    assert!(found > 2, "{found}");
    let text = type_in(&mut session, "practise 2", &mut host);
    assert!(text.contains("question 1 of 2"), "{text}");
}

fn cards(session: &mut Session, host: &mut Day) -> Vec<CardRow> {
    match session.execute(&parse("show practice cards").expect("a command"), host) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::PracticeCards(reply) => reply.cards,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// The XGID of a question as a page has it: of a take after the double, and seen from the other seat.
fn as_asked(card: &CardRow, is_turned: bool) -> String {
    let mut session = Session::new();
    session.put_position(&card.xgid).expect("a position");
    if card.asked == "take" {
        run_all(&mut session, &["double"]);
    }
    if is_turned {
        run_all(&mut session, &["swap players"]);
    }
    let state = *session.state();
    session.board_at(&state).expect("a board").ids.xgid
}

/// A quiz asks about the same decisions: its answers are answers to practise, and its wrong ones become questions.
#[test]
fn answers_to_a_quiz_are_kept() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Ann");
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let answered = |answer: &str| format!("practise answered {opening} {answer}");
    // Whoever never practises has nothing kept.
    let error = session.execute(&parse(&answered("8/5 6/5")).expect("a command"), &mut host).expect_err("nothing");
    assert!(error.message.contains("nothing to practise yet") && !home.path().join("data").exists());

    type_in(&mut session, "practise 2", &mut host);
    type_in(&mut session, "1", &mut host);
    for is_turned in [false, true] {
        for card in cards(&mut session, &mut host) {
            let before = session.record().clone();
            let line = format!("practise answered {} {}", as_asked(&card, is_turned), card.best);
            let text = type_in(&mut session, &line, &mut host);
            assert!(text.starts_with("one of your questions, asked again in "), "{line}: {text}");
            let line = format!("practise answered {} {}", as_asked(&card, is_turned), card.made);
            let text = type_in(&mut session, &line, &mut host);
            assert!(text.contains("gives up ") && text.contains("asked again in 1 day"), "{line}: {text}");
            let again = cards(&mut session, &mut host).into_iter().find(|one| one.card == card.card).expect("it");
            assert_eq!(again.last.as_deref(), Some("2024-10-04"));
            assert_eq!(session.record(), &before, "the table is left alone");
        }
    }

    // Who was wrong did not find it easy.
    let card = cards(&mut session, &mut host).into_iter().find(|card| card.made != card.best).expect("an error");
    let answered_card = |answer: &str| format!("practise answered {} {answer}", as_asked(&card, false));
    type_in(&mut session, &answered_card(&card.made), &mut host);
    let error = session.execute(&parse("practise easy").expect("a command"), &mut host).expect_err("wrong");
    assert!(error.message.contains("it was not easy"), "{}", error.message);
    type_in(&mut session, &answered_card(&card.best), &mut host);
    assert!(type_in(&mut session, "practise easy", &mut host).starts_with("easy: "));

    // An answer to another decision becomes a question where it is wrong.
    let found = |session: &mut Session, host: &mut Day| counts(session, host).found;
    let before = found(&mut session, &mut host);
    assert!(type_in(&mut session, &answered("6/5 8/5"), &mut host).contains("8/5 6/5 is no error"));
    assert_eq!(found(&mut session, &mut host), before);
    assert!(type_in(&mut session, &answered("13/9"), &mut host).contains("13/9 gives up 0."), "a wrong play");
    assert_eq!(found(&mut session, &mut host), before + 1);
    for (line, why) in [
        (answered("13/1"), "the opponent holds 1"),
        (answered("double"), ""),
        ("practise answered nonsense 8/5".to_owned(), ""),
    ] {
        let error = session.execute(&parse(&line).expect(&line), &mut host).expect_err(&line);
        assert!(error.message.contains(why) && !error.message.is_empty(), "{line}: {}", error.message);
    }
    assert_eq!(found(&mut session, &mut host), before + 1);
}

#[test]
fn the_quiz_of_a_match_says_what_it_keeps() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Ann");
    type_in(&mut session, "practise 3", &mut host);
    type_in(&mut session, "q", &mut host);
    let file = home.path().join("matches/one.mat");
    run_all(&mut session, &[&format!("import mat \"{}\"", file.display()), "analyse match"]);
    let (mut known, mut new) = (0, 0);
    while type_in(&mut session, "quiz", &mut host).contains("question ") {
        let table = session.game().copied().expect("a game");
        let answer = match table.dice {
            Some(dice) => play_text(legal_plays(&table.position, dice).last().expect("a play")),
            None if table.pending.is_some() => "pass".to_owned(),
            None => "double".to_owned(),
        };
        let text = type_in(&mut session, &format!("quiz {answer}"), &mut host);
        known += usize::from(text.contains("one of your questions"));
        new += usize::from(text.contains("`practise` asks it"));
        assert!(!text.contains("not kept"), "{text}");
    }
    assert!(known > 0 && new > 0, "{known} known, {new} new");
    // A number of the list answers, and no other.
    let asked = type_in(&mut session, "quiz", &mut host);
    assert!(asked.contains("question 1 of ") && asked.contains("\n  2  "), "{asked}");
    let ninth = session.practised("9").expect("an answer");
    assert_eq!(session.execute(&ninth, &mut host).unwrap_err().message, "there is no answer 9");
    assert!(type_in(&mut session, "2", &mut host).contains("best is "));
    assert!(session.practised("2").is_none());
    // At a question, open or answered, `q` leaves the quiz and not the program. One that was open is asked again.
    assert!(type_in(&mut session, "q", &mut host).starts_with("the quiz stops here"));
    assert!(session.practised("q").is_none());
    for _ in 0..2 {
        assert!(type_in(&mut session, "quiz", &mut host).contains("question 2 of "));
        assert!(type_in(&mut session, "q", &mut host).starts_with("the quiz stops here"));
        assert!(session.practised("q").is_none());
    }
}

/// A question about a cube that its owner may turn speaks of a redouble, and takes that word for an answer.
#[test]
fn a_cube_that_is_owned_is_asked_about_as_a_redouble() {
    let home = home();
    let mut host = on(&home, 20_000);
    let mut session = session(&home, "Ann");
    type_in(&mut session, "practise 1 plays", &mut host);
    let line = "practise answered XGID=aa--BBBB----dE---d-e----B-:1:1:1:00:0:0:3:0:10 no double";
    let kept = type_in(&mut session, line, &mut host);
    assert!(kept.contains(" no redouble gives up "), "{kept}");
    let mut asked = type_in(&mut session, "practise 99 missed", &mut host);
    // Those of the match are asked as well.
    for _ in 0..99 {
        if asked.contains("may redouble") {
            break;
        }
        asked = type_in(&mut session, "1", &mut host);
    }
    assert_eq!(choices(&asked), ["redouble", "no redouble"], "{asked}");
    let judged = type_in(&mut session, "no redouble", &mut host);
    assert!(judged.contains(": no redouble gives up ") && judged.contains("best is redouble "), "{judged}");
    assert!(judged.contains("you chose no redouble in a quiz"), "{judged}");
}
