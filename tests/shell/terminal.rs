//! The real program at a real (pseudo) terminal: prompt, completion, progress, Ctrl-C, leaving.
//!
//! Nothing is sent before the program has shown that it is ready for it, and a wait may last a minute: a
//! loaded machine makes these tests slow, never wrong.
#![cfg(unix)]

use crate::support::home;
use crate::support::terminal;

use home::Home;
use terminal::Terminal;

#[test]
fn a_person_starts_a_game_and_leaves() {
    let mut terminal = Terminal::open(&[]);
    let printed = terminal.enter("show version", "(No game) ");
    assert!(printed.contains("gammon"), "{printed}");
    let home = terminal.leave();
    let history = std::fs::read_to_string(home.path("data/gammon/history")).expect("a history");
    assert!(history.contains("show version"), "{history}");
}

#[test]
fn tab_completes_words_and_explains_choices() {
    let mut terminal = Terminal::open(&[]);
    terminal.key("set rollo\t");
    terminal.wait_for("rollout ");
    terminal.key("tri\t");
    terminal.wait_for("trials ");
    let printed = terminal.enter("36", "(No game) ");
    assert!(!printed.contains("error"), "{printed}");
    terminal.key("cmark \t");
    terminal.wait_for("move");
    terminal.session.send_control('c').expect("sent");
    terminal.wait_for_prompt("(No game) ");
    terminal.leave();
}

#[test]
fn what_is_typed_is_coloured_and_wrong_words_are_shown() {
    let mut terminal = Terminal::open_in(Home::new(), &[], true);
    terminal.key("set rolout ");
    terminal.wait_for("\x1b[4m\x1b[38;5;203mrolout\x1b[0m");
    terminal.session.send_control('c').expect("sent");
    terminal.wait_for_prompt("(No game) ");
    terminal.leave();
}

#[test]
fn a_line_goes_on_after_a_backslash_and_within_quotes() {
    let mut terminal = Terminal::open(&[]);
    terminal.key("set rollout \\\r");
    terminal.key("trials 36\r");
    terminal.wait_for_prompt("(No game) ");
    let printed = terminal.enter("show rollout", "(No game) ");
    assert!(printed.contains("set rollout trials 36"), "{printed}");
    terminal.key("set defaultnames \"a\rb\" c\r");
    terminal.wait_for_prompt("(No game) ");
    let printed = terminal.enter("show settings", "(No game) ");
    assert!(printed.contains("set defaultnames \"a b\" c"), "{printed}");
    terminal.leave();
}

#[test]
fn the_history_offers_what_went_well() {
    let mut terminal = Terminal::open_in(Home::new(), &[], true);
    terminal.enter("show version", "(No game) ");
    terminal.enter("show versoin", "(No game) ");
    let home = terminal.leave();
    let mut terminal = Terminal::open_in(home, &[], true);
    terminal.key("show v");
    // The dimmed rest of the last line that went well.
    terminal.wait_for("\x1b[2mersion\x1b[0m");
    terminal.session.send_control('c').expect("sent");
    terminal.wait_for_prompt("(No game) ");
    terminal.leave();
}

/// From a terminal that does not mark what is pasted, or from a user who types ahead.
#[test]
fn lines_that_come_together_are_commands_one_after_the_other() {
    let mut terminal = Terminal::open(&[]);
    terminal.key("show version\rset seed 7\rshow seed\r");
    terminal.wait_for_prompt("(No game) ");
    terminal.wait_for_prompt("(No game) ");
    let printed = terminal.wait_for_prompt("(No game) ");
    assert!(printed.contains('7'), "{printed}");
    terminal.leave();
}

#[test]
fn control_c_at_the_prompt_throws_the_line_away() {
    let mut terminal = Terminal::open(&[]);
    terminal.key("quit");
    terminal.wait_for("quit");
    terminal.session.send_control('c').expect("sent");
    terminal.wait_for_prompt("(No game) ");
    let printed = terminal.enter("show version", "(No game) ");
    assert!(printed.contains("gammon"), "{printed}");
    terminal.leave();
}

#[test]
fn a_rollout_shows_progress_and_control_c_leaves_a_partial_result() {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("set automatic roll off; set player 0 human; new session", "(");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set rollout seed 1; set rollout trials 100000000", "(");
    terminal.key("rollout; show threads\r");
    // A rate is shown once trials have been finished.
    terminal.wait_for("/s,");
    terminal.session.send_control('c').expect("sent");
    let printed = terminal.wait_for_prompt("(");
    assert!(printed.contains("Stopped by you"), "{printed}");
    assert!(printed.contains("Equity"), "{printed}");
    assert!(!printed.contains("rollouts use"), "what was to follow is not done: {printed}");
    terminal.leave();
}

#[test]
fn an_error_at_the_prompt_points_at_the_word() {
    let mut terminal = Terminal::open(&[]);
    let printed = terminal.enter("set rolout trials 5", "(No game) ");
    assert!(printed.contains("    ^^^^^^"), "{printed}");
    assert!(printed.contains("rollout"), "{printed}");
    terminal.leave();
}

/// As dice that lie on a real board are entered: asked for by name, asked again where a line is no roll. No answer is
/// a command, in the history or elsewhere.
#[test]
fn dice_entered_by_hand_are_asked_for() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("set rng manual; set display off; set automatic roll off", "(No game) ");
    terminal.enter("new session", "Dice of engine and user: ");
    let printed = terminal.enter("quit", "Dice of engine and user: ");
    assert!(printed.contains("`quit` is not a roll"), "{printed}");
    let printed = terminal.enter("13", "(user) ");
    assert!(printed.contains("engine rolls 1, user rolls 3"), "{printed}");
    terminal.enter("8/5 6/5", "(engine) ");
    terminal.enter("roll", "Dice of engine: ");
    terminal.session.send_control('c').expect("sent");
    let printed = terminal.wait_for_prompt("(engine) ");
    assert!(printed.contains("interrupted"), "{printed}");
    // Typed ahead.
    terminal.key("roll\r65\rshow dice\r");
    terminal.wait_for_prompt("Dice of engine: ");
    let printed = terminal.wait_for_prompt("(engine) ");
    assert!(printed.contains("engine rolls 65"), "{printed}");
    let printed = terminal.wait_for_prompt("(engine) ");
    assert!(printed.contains("65"), "{printed}");
    terminal.key("q");
    terminal.key("uit\r");
    terminal.wait_for("Give it up? [y/N] ");
    terminal.key("n\r");
    terminal.wait_for_prompt("(engine) ");
    let home = terminal.leave();
    let history = std::fs::read_to_string(home.path("data/gammon/history")).expect("a history");
    assert!(!history.lines().any(|line| line.ends_with("13") || line == "65"), "{history}");
}

/// A play that the tutor finds fault with is made only when the question is answered with yes. A script is not asked.
#[test]
fn the_tutor_asks_whether_to_go_on() {
    let mut terminal = Terminal::open(&[]);
    let lines = "set display off; set automatic roll off; set player 0 human; set tutor mode on; \
                 set evaluation chequerplay evaluation plies 0; set confirm new off";
    terminal.enter(lines, "(No game) ");
    let begin = "new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31";
    terminal.enter(begin, "(user) ");
    terminal.key("13/10 6/5; show dice\r");
    let question = terminal.wait_for_prompt("Do it anyway? [y/N] ");
    assert!(!question.contains("8/5"), "{question}");
    let answer = terminal.enter("n", "(user) ");
    assert!(answer.contains("the play is not made") && answer.contains("hint"), "{answer}");
    assert!(!answer.contains("31"), "what was to follow is not done: {answer}");
    terminal.key("13/10 6/5\r");
    terminal.wait_for_prompt("Do it anyway? [y/N] ");
    terminal.session.send_control('c').expect("sent");
    let answer = terminal.wait_for_prompt("(user) ");
    assert!(answer.contains("interrupted"), "{answer}");
    terminal.key("13/10 6/5\r");
    terminal.wait_for_prompt("Do it anyway? [y/N] ");
    let answer = terminal.enter("y", "(engine) ");
    assert!(answer.contains("8/5 6/5 is better") && answer.contains("plays 13/10 6/5"), "{answer}");
    let script = terminal.home.path("played.txt");
    std::fs::write(&script, format!("{}\n13/10 6/5\n", begin.replace("; ", "\n"))).expect("written");
    let answer = terminal.enter("load commands played.txt", "(user) ");
    assert!(answer.contains("8/5 6/5 is better") && answer.contains("the same command again"), "{answer}");
    assert!(!answer.contains("plays 13/10 6/5"), "{answer}");
    terminal.leave();
}

/// The files in which matches are kept, and what the greeting of a new shell says of them.
fn kept(home: &Home) -> Vec<String> {
    let entries = std::fs::read_dir(home.path("data/gammon/matches")).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| name.starts_with("unsaved-")).collect();
    names.sort();
    names
}

/// A terminal in a home that others use as well: its greeting, and itself.
fn beside(home: &Home) -> (String, Terminal) {
    let mut other = Terminal::open_beside(home, &[]);
    let greeting = other.wait_for_prompt("(No game) ");
    (greeting, other)
}

#[test]
fn a_match_outlives_a_shell_that_is_killed() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("new match 3; set turn 1; set dice 31", "(user) ");
    terminal.enter("8/5 6/5", "(engine) ");
    let [file] = kept(&terminal.home).try_into().expect("one match is kept");
    // As long as its shell runs, others do not mention it.
    let (greeting, mut other) = beside(&terminal.home);
    assert!(!greeting.contains("not saved"), "{greeting}");
    other.session.send_control('d').expect("sent");
    other.session.exp_eof().expect("it ends");
    assert_eq!(kept(&terminal.home), [file.as_str()]);
    // The shell cannot do anything more.
    let process = file.split('-').nth(1).expect("its process");
    assert!(std::process::Command::new("kill").args(["-9", process]).status().expect("kill runs").success());
    terminal.session.exp_eof().expect("it is gone");
    let home = terminal.home;
    let (greeting, mut other) = beside(&home);
    let import = greeting.split('`').nth(1).unwrap_or_else(|| panic!("{greeting}")).to_owned();
    assert!(greeting.contains("not saved") && import == "load unsaved", "{greeting}");
    other.enter(&import, ") ");
    let list = other.enter("list game", ") ");
    assert!(list.contains("31: 8/5 6/5"), "{list}");
    // The match is kept anew under the name of this shell, until it is saved.
    let [anew] = kept(&home).try_into().expect("one match is kept");
    assert_ne!(anew, file);
    other.enter("save match mine.sgf", ") ");
    assert_eq!(kept(&home), Vec::<String>::new());
    other.session.send_control('d').expect("sent");
    other.session.exp_eof().expect("it ends");
}

#[test]
fn a_pasted_position_is_one_thing() {
    let text = include_str!("../data/formats/text-xg-play-en.txt");
    let mut terminal = Terminal::open(&[]);
    let answer = terminal.enter(&format!("\x1b[200~{text}\x1b[201~"), "(Alice) ");
    assert!(!answer.contains("unknown command"), "{answer}");
    assert_eq!(answer.matches("Match ID").count(), 1, "{answer}");
    let hint = terminal.enter("hint 3", "(Alice) ");
    assert!(hint.contains("XG 4-ply") && hint.contains("XG 3-ply") && hint.contains("-0.556"), "{hint}");
}

#[test]
fn a_person_is_asked_before_he_resigns() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("new match 5; set turn 1; set cube value 2", "(user) ");
    terminal.key("resign 2\r");
    terminal.wait_for("Resign a gammon and give up 4 points? [y/N] ");
    let printed = terminal.enter("n", "(user) ");
    assert!(printed.contains("the game goes on"), "{printed}");
    terminal.key("resign 2\r");
    terminal.wait_for("[y/N] ");
    let printed = terminal.enter("y", ") ");
    assert!(printed.contains("user offers to resign a gammon"), "{printed}");
    terminal.leave();
}
