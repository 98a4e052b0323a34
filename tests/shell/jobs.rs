//! Work in the background: begun with a `&`, listed, looked at, stopped, never lost.
#![cfg(unix)]

use crate::support::home;
use crate::support::terminal;

use home::Home;
use rexpect::process::Signal;
use serde_json::Value;
use terminal::{Terminal, decoded, in_a_line};

/// The opening 31 in a session; the prompt ends in `) `.
const DECISION: &str = "set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout seed 1";

fn at_work(trials: u64) -> Terminal {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("new session", ") ");
    terminal.enter(DECISION, ") ");
    terminal.enter(&format!("set rollout trials {trials}"), ") ");
    terminal
}

/// Asks again until the answer has something in it.
fn until(terminal: &mut Terminal, line: &str, wanted: &str) -> String {
    for _ in 0..600 {
        let printed = decoded(&terminal.enter(line, ") "));
        if printed.contains(wanted) {
            return printed;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("{line} never says {wanted}");
}

#[test]
fn the_prompt_is_free_while_a_rollout_goes_on() {
    let mut terminal = at_work(100_000_000);
    let printed = terminal.enter("rollout plays 8/5 6/5, 24/20 &", ") ");
    assert!(printed.contains("1: `rollout plays 8/5 6/5, 24/20` goes on in the background"), "{printed}");
    let printed = terminal.enter("hint 2", ") ");
    assert!(printed.contains("8/5 6/5") && !printed.contains("rollout"), "{printed}");
    // The table may change: what counts is how it stood.
    terminal.enter("set dice 52", ") ");
    let printed = until(&mut terminal, "jobs", "±");
    let row = printed.lines().find(|line| line.contains("rollout plays") && line.contains(" of ")).expect("a row");
    assert!(row.contains("running") && row.contains("±"), "{printed}");
    // In front: the table renews itself, Ctrl-C stops it.
    terminal.key("fg 1\r");
    terminal.wait_for("/s,");
    terminal.wait_for("/s,");
    terminal.session.send_control('c').expect("sent");
    let printed = decoded(&terminal.wait_for_prompt(") "));
    let told = in_a_line(&printed);
    assert!(told.contains("Stopped by you") && told.contains("`rollout resume` goes on"), "{printed}");
    assert!(printed.contains("24/20"), "{printed}");
    let printed = terminal.enter("jobs", ") ");
    assert!(printed.contains("there are no jobs in the background"), "{printed}");
    // Back at the decision it is the last rollout, and can be gone on with.
    terminal.enter("set dice 31", ") ");
    terminal.key("rollout resume\r");
    terminal.wait_for("/s,");
    terminal.session.send_control('c').expect("sent");
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("continued from trial"), "{printed}");
    terminal.leave();
}

#[test]
fn what_is_done_is_said_at_the_prompt_and_hint_knows_it_once_it_is_fetched() {
    let mut terminal = at_work(36);
    terminal.enter("rollout plays best 2 &", ") ");
    // The next prompt reports it.
    until(&mut terminal, "show version", "1: `rollout plays best 2` is done: `fg 1` shows it");
    let printed = terminal.enter("jobs", ") ");
    assert!(printed.lines().any(|line| line.contains("done") && line.contains(" 72 ")), "{printed}");
    let printed = decoded(&terminal.enter("fg", ") "));
    assert!(printed.contains("36 trials each") && printed.contains("Behind by"), "{printed}");
    let printed = terminal.enter("hint 2", ") ");
    assert_eq!(printed.lines().filter(|line| line.contains(" rollout ")).count(), 2, "{printed}");
    terminal.leave();
}

#[test]
fn stop_takes_what_is_known_and_leaving_shows_it() {
    let mut terminal = at_work(100_000_000);
    terminal.enter("rollout plays best 2 &", ") ");
    until(&mut terminal, "jobs", "±");
    let printed = decoded(&terminal.enter("stop", ") "));
    // After a few trials either play may lead.
    assert!(printed.contains("Stopped by you") && printed.contains("*1  ") && printed.contains("8/5 6/5"), "{printed}");
    terminal.enter("rollout plays best 3 &", ") ");
    terminal.enter("rollout position &", ") ");
    until(&mut terminal, "jobs", "±");
    let printed = terminal.enter("stop 1", ") ");
    assert!(printed.contains("Stopped by you"), "{printed}");
    let printed = terminal.enter("fg 1", ") ");
    assert!(printed.contains("there is no job 1") && printed.contains("expected 2"), "{printed}");
    terminal.key("quit\r");
    let printed = terminal.session.exp_eof().expect("the program ends");
    assert!(printed.contains("Stopped by you") && printed.contains("Current position"), "{printed}");
}

#[test]
fn long_work_is_saved_for_whoever_leaves_by_a_closed_terminal() {
    let mut terminal = at_work(100_000_000);
    terminal.enter("set autosave rollout on", ") ");
    terminal.enter("rollout plays best 2 &", ") ");
    until(&mut terminal, "jobs", " of 200000000");
    let home = terminal.leave();
    let listed = home.run(&["-e", "rollout saved"], "").stdout;
    assert!(listed.contains("8/5 6/5"), "{listed}");
}

#[test]
fn long_work_is_saved_when_a_signal_ends_the_shell() {
    let mut terminal = at_work(100_000_000);
    terminal.enter("set autosave rollout on", ") ");
    terminal.enter("rollout plays best 2 &", ") ");
    until(&mut terminal, "jobs", " of 200000000");
    terminal.session.process_mut().signal(Signal::SIGTERM).expect("sent");
    terminal.session.exp_eof().expect("the program ends");
    let listed = terminal.home.run(&["-e", "rollout saved"], "").stdout;
    assert!(listed.contains("8/5 6/5"), "{listed}");
}

#[test]
fn a_script_waits_at_its_end_and_gives_the_answers_in_order() {
    let home = Home::new();
    let quickly = format!("new session; {DECISION}; set rollout trials 36; set rollout cubedecision plies 0");
    let commands = format!("{quickly}; rollout position &; rollout plays best 2 &; show version");
    let outcome = home.run(&["--no-time", "-e", &commands], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let text = &outcome.stdout;
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("gammon 0") < at("Current position") && at("Current position") < at("8/5 6/5"), "{text}");
    // The same rollout in front has the same numbers.
    let front = home.run(&["--no-time", "-e", &commands.replace(" &", "")], "").stdout;
    let row = |text: &str| text.lines().find(|line| line.contains("8/5 6/5") && line.contains('±')).map(str::to_owned);
    assert_eq!(row(text), row(&front));
    // As data.
    let outcome = home.run(&["--json", "-e", &format!("{quickly}; rollout position &; jobs")], "");
    let objects: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let jobs = objects.iter().find(|object| object["kind"] == "jobs").expect("a list");
    assert_eq!(jobs["jobs"][0]["command"], "rollout position", "{jobs}");
    let last = objects.last().expect("the answer");
    assert_eq!((&last["command"], &last["kind"]), (&"fg".into(), &"position".into()), "{objects:?}");
}

#[test]
fn what_cannot_go_on_in_the_background_is_said_at_once() {
    let home = Home::new();
    let told = |line: &str| home.run(&["-e", line], "").stderr;
    assert!(told("rollout &").contains("no game"), "{}", told("rollout &"));
    let text = told("new session &");
    assert!(
        text.contains("`&` stands behind `rollout`, `hint` and `eval`") && text.contains("            ^"),
        "{text}"
    );
    assert!(told("rollout plays 9/9 &").contains("9/9"), "{}", told("rollout plays 9/9 &"));
    assert!(told("fg").contains("there are no jobs in the background"), "{}", told("fg"));
    // A name may end in it.
    let outcome = home.run(&["-e", "set player 0 name A&; set player 1 name \"B &\"; show player"], "");
    assert!(outcome.stdout.contains("set player 0 name \"A&\""), "{}{}", outcome.stdout, outcome.stderr);
}
