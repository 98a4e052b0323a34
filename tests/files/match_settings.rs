//! Settings about matches and their files: what exports show, seats by aliases, games that are kept, hints as analysis.

use crate::support::commands;
use crate::support::home;

use commands::{run, run_all};
use gammon::board::Player;
use gammon::formats::MOST_GAMES;
use gammon::session::{Reply, Session};
use home::Home;
use std::path::Path;

fn match7() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
    format!("\"{}\"", file.display())
}

#[test]
fn exports_show_what_is_wanted() {
    let home = Home::new();
    let begin = format!(
        "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
         import mat {}; set matchinfo event Garden; analyse match",
        match7()
    );
    let text = |settings: &str, format: &str| {
        let file = home.path("page");
        let lines = format!("{begin}; {settings}; export match {format} page");
        let outcome = home.run(&["-r", "-q", "--force", "-e", &lines], "");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{settings}");
        std::fs::read_to_string(file).expect("the page")
    };
    let all = text("set export moves number 5", "text");
    let count = |text: &str, what: &str| text.matches(what).count();
    assert!(count(&all, "Garden") == 1 && count(&all, "Overall statistics") == 1);
    let boards = count(&all, "+13-14");
    assert!(boards > 50, "{boards}");
    assert_eq!(count(&text("set export include matchinfo off", "text"), "Garden"), 0);
    assert_eq!(count(&text("set export include statistics off", "text"), "Overall statistics"), 0);
    assert_eq!(count(&text("set export show board 0", "text"), "+13-14"), 0);
    let some = count(&text("set export show board 3", "text"), "+13-14");
    assert!(some > boards / 4 && some < boards / 2, "{some} of {boards}");
    let plays = |text: &str| count(text, "Eq.:");
    assert_eq!(plays(&text("set export include analysis off", "text")), 0);
    let (one, both) = (plays(&text("set export show player 0", "text")), plays(&all));
    assert!(one > both / 3 && one < 2 * both / 3, "{one} of {both}");
    let few = plays(&text("set export moves number 2", "text"));
    assert!(few > both / 5 && few < both, "{few} of {both}");
    assert!(plays(&text("set export moves display unmarked off", "text")) < both / 2);
    let chances = |text: &str| text.lines().filter(|line| line.contains(" - 0.")).count();
    assert!(chances(&all) > 50);
    assert_eq!(chances(&text("set export moves probabilities off", "text")), 0);
    assert!(text("set export moves parameters evaluation on", "text").contains("0-ply cubeful"));
    let cubes = |text: &str| count(text, "Cube analysis");
    let kinds = "set export cube display unmarked off; set export cube display close off; \
                 set export cube display actual off; set export cube display missed off";
    assert!(cubes(&text(kinds, "text")) < cubes(&all));
    let page = text("set export include statistics off; set export show board 0", "html");
    assert!(
        !page.contains("<h2>Errors</h2>") && !page.contains("class=\"board\"") && page.contains("<h3 id=\"game1\">")
    );
    // As GNU Backgammon saves it.
    assert!(text("set export show player -2; set export move number 3", "markdown").contains("## Statistics"));
}

#[test]
fn whoever_has_an_alias_becomes_player_1() {
    let plain = |lines: &[&str]| {
        let mut session = Session::new();
        run_all(&mut session, lines);
        run(&mut session, &format!("import mat {}", match7())).expect("a match");
        session
    };
    let (usual, seated) = (plain(&[]), plain(&["set aliases \"me;ann\""]));
    let names = |session: &Session| session.settings().names.0.clone();
    assert_eq!(names(&usual), ["Ann".to_owned(), "Bob".to_owned()]);
    assert_eq!(names(&seated), ["Bob".to_owned(), "Ann".to_owned()]);
    assert_eq!(names(&plain(&["set aliases \"bob\""])), names(&usual));
    for (line, said) in [("set me \"Ann;ann42\"", "`me` is Ann or ann42"), ("set me \";\"", "`me` is nobody")] {
        let reply = run(&mut Session::new(), line).expect("set");
        assert!(matches!(&reply, Reply::Message(message) if message == said), "{reply:?}");
    }
    let points = |session: &Session| {
        let games = session.record().games();
        let last = games.last().expect("games");
        last.state(last.steps.len()).standing.points().0
    };
    let [top, bottom] = points(&usual);
    assert_eq!(points(&seated), [bottom, top]);
    assert_ne!(top, bottom);
    // Back again, it is the match that it was.
    let mut record = seated.record().clone();
    record.swap_seats();
    assert_eq!(&record, usual.record());
}

#[test]
fn earlier_games_are_kept_unless_nobody_wants_them() {
    let games = |lines: &[&str]| {
        let mut session = Session::new();
        run_all(&mut session, &["set display off", "set seed 4", "new session"]);
        run_all(&mut session, lines);
        run_all(&mut session, &["resign 1", "agree", "new game", "resign 2", "agree", "new game"]);
        let points = session.standing().points();
        (session.record().games().len(), points[Player::Top] + points[Player::Bottom])
    };
    assert_eq!(games(&["set record on"]), (3, 3));
    assert_eq!(games(&["set record off"]), (1, 3), "the score stays");
}

/// A file that no reader would take is not written, and the session goes on.
#[test]
fn more_games_than_a_file_holds_are_not_written() {
    let home = Home::new();
    let mut session = Session::new();
    run_all(&mut session, &["set display off", "set automatic game off", "new session"]);
    run_all(&mut session, &["resign 1", "agree"]);
    for _ in 1..MOST_GAMES {
        run_all(&mut session, &["new game", "resign 1", "agree"]);
    }
    assert_eq!(session.record().games().len(), MOST_GAMES);
    let file = home.path("most.sgf").display().to_string();
    run_all(&mut session, &[&format!("save match {file}"), "new game", "resign 1", "agree"]);
    for line in ["save match more.sgf", "export session json more.json", "export match mat more.mat"] {
        let error = run(&mut session, line).expect_err(line).to_string();
        assert!(error.contains("10001 games cannot be kept in one file, which has 10000 at most"), "{line}: {error}");
    }
    let mut other = Session::new();
    run_all(&mut other, &["set display off", &format!("import sgf {file}")]);
    assert_eq!(other.record().games().len(), MOST_GAMES);
}

#[test]
fn hints_may_be_those_of_analysis() {
    let mut session = Session::new();
    let lines = [
        "set analysis chequerplay evaluation plies 0",
        "set evaluation chequerplay evaluation plies 1",
        "new session",
        "set turn 1",
        "set dice 31",
    ];
    run_all(&mut session, &lines);
    let mut plies = |line: &str| {
        run_all(&mut session, &[line]);
        match run(&mut session, "hint").expect("plays") {
            Reply::Plays(plays) => plays.settings.plies(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(plies("set evaluation sameasanalysis on"), 0);
    assert_eq!(plies("set evaluation sameasanalysis off"), 1);
}

#[test]
fn answers_are_not_printed_where_nobody_wants_them() {
    let home = Home::new();
    let outcome = home.run(&["-r"], "set output output off\nnew session\nhint\nset output output on\nshow version\n");
    assert_eq!((outcome.status, outcome.stdout.lines().count()), (Some(0), 1), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("gammon "));
}
