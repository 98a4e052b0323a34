//! `study` at a terminal: the screen comes and goes, work on it stops, and the terminal is as it was.
#![cfg(unix)]

use crate::support::home::{Home, binary};
use crate::support::terminal::{Terminal, decoded};
use rexpect::session::{PtySession, spawn_command};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The other screen of a terminal, and the way back from it.
const SCREEN: &str = "\x1b[?1049h";
const BACK: &str = "\x1b[?1049l";

/// Quick settings, then a match with its analysis.
const QUICK: [&str; 3] = [
    "set analysis chequerplay evaluation plies 0",
    "set analysis cubedecision evaluation plies 0",
    "set rollout chequerplay plies 0; set rollout cubedecision plies 0",
];

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat")
}

/// The prompt with the match before it.
fn at_prompt(size: (u16, u16), variables: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, size, variables);
    for line in QUICK {
        terminal.enter(line, "(No game) ");
    }
    terminal.enter(&format!("import mat \"{}\"", sample().display()), "(Ann) ");
    terminal.enter("analyse match", "(Ann) ");
    terminal
}

#[test]
fn a_match_is_studied_and_the_prompt_comes_back() {
    let mut terminal = at_prompt((30, 100), &[("LANG", "C.UTF-8")]);
    terminal.key("study\r");
    terminal.wait_for(SCREEN);
    let first = decoded(&terminal.wait_for("leave"));
    assert!(first.contains("Ann") && first.contains("Bob") && first.contains('┌'), "{first}");
    // A screen sends what has changed: words, without the blanks between them.
    terminal.key("?");
    terminal.wait_for("Keys");
    terminal.key("?n");
    terminal.key("w");
    terminal.wait_for("decisions:");
    terminal.key("\r");
    terminal.key("q");
    terminal.wait_for("best?");
    // Out of the quiz, then out of the screen.
    terminal.key("\x1b");
    terminal.wait_for("Equity");
    terminal.key("\x03");
    terminal.wait_for(BACK);
    terminal.wait_for_prompt("(Ann) ");
    let answer = terminal.enter("show score", "(Ann) ");
    assert!(answer.contains("Ann"), "{answer}");
}

#[test]
fn a_rollout_on_the_screen_stops_at_escape_and_the_match_keeps_a_look() {
    let mut terminal = at_prompt((24, 80), &[]);
    terminal.enter("set rollout trials 1000000; set rollout until decided off; set threads 1", "(Ann) ");
    terminal.key("study\r");
    terminal.wait_for(SCREEN);
    terminal.key("n");
    terminal.key("r");
    terminal.wait_for("stops");
    terminal.key("\x1b");
    terminal.wait_for("decision");
    terminal.key("\x1b");
    terminal.wait_for(BACK);
    terminal.wait_for_prompt("(Ann) ");
    terminal.key("study\r");
    terminal.wait_for(SCREEN);
    terminal.key("nd");
    // The bar comes and goes; the first key stops the work if it goes on still, and the next one leaves.
    terminal.wait_for("deeper:");
    terminal.wait_for("decision");
    terminal.key("\x03");
    terminal.wait_for(BACK);
    terminal.wait_for("1 decision was analysed, which the match keeps");
}

/// The program under a shell that notes the terminal before and after it.
fn under_a_shell(home: &Home, arguments: &[&str]) -> PtySession {
    let mut command = Command::new("sh");
    let script = "stty echo rows 30 cols 120; echo $$ > pid; stty -g > before; \"$0\" \"$@\"; echo status $?; stty -g > after; echo over";
    command.arg("-c").arg(script).arg(binary()).args(arguments);
    home.surround(&mut command);
    command.env("TERM", "xterm").env("NO_COLOR", "1").current_dir(home.path(""));
    spawn_command(command, Some(60_000)).expect("a terminal")
}

/// Asks the program to end. A second time comes too late where the first was obeyed quickly.
fn signal(home: &Home, times: usize) {
    let pid = std::fs::read_to_string(home.path("pid")).expect("written");
    for _ in 0..times {
        Command::new("pkill").args(["-TERM", "-P", pid.trim()]).status().expect("pkill runs");
    }
}

fn as_it_was(home: &Home, session: &mut PtySession) {
    session.exp_string("status 143").expect("it ends");
    session.exp_string("over").expect("the shell goes on");
    let [before, after] = ["before", "after"].map(|name| std::fs::read_to_string(home.path(name)).expect("written"));
    assert_eq!(before, after);
}

#[test]
fn a_request_to_end_leaves_the_screen_and_the_terminal_as_it_was() {
    for times in [1, 2] {
        let home = Home::new();
        let file = sample().display().to_string();
        let mut session = under_a_shell(&home, &["study", &file]);
        session.exp_string(SCREEN).expect("the screen");
        session.exp_string("decision").expect("a decision");
        signal(&home, times);
        session.exp_string(BACK).expect("the screen is left");
        as_it_was(&home, &mut session);
    }
}

#[test]
fn two_requests_to_end_during_a_live_table_leave_a_terminal_that_echoes() {
    let home = Home::new();
    let lines =
        "new session; set turn 1; set board 4HPwATDgc/ABMA; set rollout seed 1; set rollout trials 1000000; rollout";
    let mut session = under_a_shell(&home, &[]);
    session.exp_string("(No game) ").expect("a prompt");
    session.send_line(lines).expect("typed");
    session.exp_string("q stops, b").expect("a table that hears keys");
    signal(&home, 2);
    as_it_was(&home, &mut session);
}

#[test]
fn what_is_no_screen_is_refused_with_what_else_there_is() {
    let home = Home::new();
    let file = sample().display().to_string();
    let outcome = home.run(&["study", &file], "");
    assert_ne!(outcome.status, Some(0));
    assert!(outcome.stderr.contains("`study` fills a terminal, and this is none"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("export match html match.html"), "{}", outcome.stderr);
    assert!(!outcome.stdout.contains(SCREEN), "{}", outcome.stdout);
    let mut command = Command::new(binary());
    command.args(["-e", "study"]);
    home.surround(&mut command);
    command.env("TERM", "dumb").current_dir(home.path(""));
    let mut session = spawn_command(command, Some(60_000)).expect("a terminal");
    session.exp_string("this terminal prints lines only").expect("a refusal");
}
