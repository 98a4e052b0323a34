//! The first quarter of an hour of somebody who knows backgammon and not this program.
#![cfg(unix)]

use crate::support::home;
use crate::support::terminal;

use home::{Home, binary};
use terminal::{READING, Terminal};

const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10";

fn answer(line: &str) -> String {
    let outcome = Home::new().run(&["-e", line], "");
    outcome.stdout + &outcome.stderr
}

#[test]
fn help_begins_with_what_somebody_wants_to_do() {
    let help = answer("help");
    let lines: Vec<&str> = help.lines().collect();
    assert!(lines[0].starts_with("To do something"), "{help}");
    assert!(lines[1].contains("XGID") && lines.iter().take(8).any(|line| line.contains("tour")), "{help}");
    let list = lines.iter().position(|line| line.starts_with("All commands")).expect("a list");
    assert!(list < 9 && lines[list + 1].trim_start().starts_with("new "), "{help}");
}

/// What is looked for under words that no command has.
#[test]
fn help_knows_what_people_call_things() {
    for (line, wanted) in [
        ("help opponent", "set player P gnubg"),
        ("help /computer", "set player P gnubg"),
        ("help blunder", "show errors"),
        ("help mistake", "show errors"),
        ("help theme", "set output theme"),
        ("help /light", "set output theme"),
        ("help deeper", "set evaluation preset"),
        ("help confidence", "set rollout until decided"),
        ("help paste", "XGID"),
        ("help permanent", "save settings"),
        ("help startup", "save settings"),
        ("help config", "save settings"),
        ("help direction", "set clockwise"),
        ("help bookmark", "flag  "),
        ("help columns", "lose a gammon"),
        ("help LBG", "lose a backgammon"),
        ("help ?!", "doubtful"),
        ("help me", "Paste a position"),
        ("help topics", "the columns of tables"),
        ("help set player", "set player P gnubg"),
        ("help how do I set up a position by hand", "set board"),
        ("help unsaved", "forget unsaved"),
        ("help how do I find the best play", "hint [N]"),
        ("help stop when decided", "set rollout until decided"),
        ("help performance", "statistics"),
        ("help screen reader", "describe"),
    ] {
        let told = answer(line);
        assert!(told.contains(wanted), "{line}: {told}");
    }
    // Words are found at their beginning, not in the middle of others.
    assert!(!answer("help /me").contains("new game"));
}

#[test]
fn what_is_not_understood_gets_a_short_answer() {
    let told = answer("xyzzy");
    assert!(told.contains("`help` lists them") && !told.contains("double, take"), "{told}");
}

#[test]
fn what_can_mean_one_thing_is_done() {
    let told = answer(&format!("{XGID}; xgid; pips; score; what should I play?; 42; describe"));
    assert!(!told.contains("error"), "{told}");
    assert!(told.contains("8/5 6/5") && told.contains("the dice are 42") && told.contains("is to play 42"), "{told}");
}

#[test]
fn a_match_is_read_and_analysed_by_its_name() {
    let home = Home::new();
    home.write("my.mat", include_str!("../../src/session/files/sample.mat"));
    let outcome = home.run(&["-e", "set analysis chequerplay evaluation plies 0; analyze my.mat; errors"], "");
    assert!(outcome.stdout.contains("Ann") && outcome.stdout.contains("very bad"), "{}", outcome.stdout);
    let outcome = home.run(&["-e", "my.mat; next"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let outcome = home.run(&["-e", "analyse"], "");
    assert!(outcome.stderr.contains("no match to analyse"), "{}", outcome.stderr);
}

#[test]
fn a_match_is_known_by_its_contents_whatever_its_name() {
    let home = Home::new();
    let path = |name: &str, text: &str| home.write(name, text).display().to_string();
    let mat = "; [Site \"x\"]\n\n 1 point match\n\n Game 1\n Ann : 0                Bob : 0\n  1) 31: 8/5 6/5\n";
    let outcome = home.run(&[&path("nosuffix", mat)], "");
    assert!(outcome.stdout.contains("a match to 1 between Ann and Bob"), "{outcome:?}");
    let outcome = home.run(&[&path("empty.mat", "")], "");
    assert!(outcome.status != Some(0) && outcome.stderr.contains("does not know this format"), "{outcome:?}");
    let outcome = home.run(&[&path("junk.xg", "\u{1}\u{2}\u{3}")], "");
    assert!(outcome.stderr.contains("does not know this format"), "{outcome:?}");
    let outcome = home.run(&[&path("named-wrongly.mat", "echo hello\n")], "");
    assert_eq!((outcome.status, outcome.stdout.trim()), (Some(0), "hello"), "commands stay commands");
}

#[test]
fn who_plays_alone_is_told_how_the_engine_plays_once() {
    let mut terminal = Terminal::open(&[]);
    let told = terminal.enter("new session", ") ");
    assert!(told.contains("play against engine"), "{told}");
    let told = terminal.enter("new session", ") ");
    assert!(!told.contains("play against engine") && !told.contains("not saved"), "{told}");
    let told = terminal.enter("play against engine", ") ");
    assert!(told.contains("the program decides"), "{told}");
    terminal.leave();
}

#[test]
fn an_engine_without_a_game_is_told_how_one_begins() {
    let mut terminal = Terminal::open(&[]);
    let told = terminal.enter("play against engine", "(No game) ");
    assert!(told.contains("there is no game yet: `new game` begins one"), "{told}");
    let told = terminal.enter("set player 0 human", "(No game) ");
    assert!(!told.contains("there is no game"), "{told}");
    terminal.leave();
}

/// The first turn of the engine, with the dice that began the game, or after a person has played on both sides.
#[test]
fn an_engine_that_is_to_play_does_so_as_soon_as_it_is_seated() {
    let mut terminal = Terminal::open(&[]);
    let begin = "set display off; new session; set turn 0; set dice 31";
    terminal.enter(begin, "(engine) ");
    let told = terminal.enter("play against engine", "(user) ");
    assert!(told.contains("the program decides for engine") && told.contains("engine plays "), "{told}");
    terminal.enter("set player 0 human", "(user) ");
    terminal.enter("roll", "(user) ");
    terminal.enter("set turn 0; clear turn", "(engine) ");
    let told = terminal.enter("play against engine", "(user) ");
    assert!(told.contains("engine rolls ") || told.contains("engine doubles"), "{told}");
    // A person who is seated again decides.
    let told = terminal.enter("set turn 1; set player 1 human; show turn", "(user) ");
    assert!(!told.contains("user plays"), "{told}");
    terminal.leave();
    // In a script `play` does it, as in GNU Backgammon.
    let told = answer(&format!("{begin}; set player 0 gnubg; show turn"));
    assert!(!told.contains("engine plays"), "{told}");
}

#[test]
fn what_nobody_has_played_is_not_kept() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("new session", ") ");
    let folder = terminal.home.path("data/gammon/matches");
    assert!(std::fs::read_dir(&folder).map_or(0, Iterator::count) == 0, "a match that has only begun is kept");
    terminal.enter("set turn 1; set dice 31; 8/5 6/5", ") ");
    assert_eq!(std::fs::read_dir(&folder).map_or(0, Iterator::count), 1);
    terminal.leave_with("y");
}

#[test]
fn a_match_that_was_not_saved_is_told_of_and_forgotten() {
    let home = Home::new();
    let kept = r#"{"format":"gammon record"}"#;
    home.write("data/gammon/matches/unsaved-1-1.json", kept);
    let mut terminal = Terminal::open_beside(&home, &[]);
    let greeting = terminal.wait_for_prompt("(No game) ");
    assert!(greeting.contains("A match from a moment ago was not saved: `load unsaved`"), "{greeting}");
    let told = terminal.enter("forget unsaved", "(No game) ");
    assert!(told.contains("the match is forgotten"), "{told}");
    let told = terminal.enter("load unsaved", "(No game) ");
    assert!(told.contains("there is no unsaved match"), "{told}");
    terminal.leave();
    assert!(!home.path("data/gammon/matches/unsaved-1-1.json").exists());
}

/// An analysis takes long, and is a change of the match like a play.
#[test]
fn an_analysis_is_not_lost_without_a_question() {
    let shallow = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0";
    let mut terminal = Terminal::open(&[]);
    terminal.enter(&format!("{shallow}; import sample; analyse match"), ") ");
    terminal.key("quit\r");
    terminal.wait_for("The analysis, or a comment, is not saved. Give it up? [y/N] ");
    terminal.enter("n", ") ");
    terminal.enter("save match analysed.sgf", ") ");
    terminal.key("quit\r");
    terminal.session.exp_eof().expect("nothing is lost");

    let unsaved = |lines: &str| {
        let mut terminal = Terminal::open(&[]);
        terminal.enter(lines, ") ");
        let folder = std::fs::read_dir(terminal.home.path("data/gammon/matches"));
        let kept = folder.is_ok_and(|mut files| {
            files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("unsaved-")))
        });
        terminal.leave_with("y");
        kept
    };
    assert!(!unsaved(&format!("{shallow}; import sample; analyse match")));
    assert!(unsaved(&format!("{shallow}; set autosave analysis on; import sample; analyse match")));

    // What was given up once is not asked about again.
    let mut terminal = Terminal::open(&[]);
    terminal.enter(&format!("{shallow}; import sample; analyse match"), ") ");
    terminal.key("new session\r");
    terminal.wait_for("The analysis, or a comment, is not saved. Give it up? [y/N] ");
    terminal.enter("y", ") ");
    terminal.key("quit\r");
    terminal.session.exp_eof().expect("nobody has played");

    // A position is no match.
    let mut terminal = Terminal::open(&[]);
    terminal.enter(&format!("{XGID}; {shallow}; analyse move"), ") ");
    terminal.key("quit\r");
    terminal.session.exp_eof().expect("nothing is lost");

    // Nobody has done anything yet: the analysis of a roll is no loss.
    let mut terminal = Terminal::open(&[]);
    terminal.enter(&format!("{shallow}; new session; analyse match"), ") ");
    terminal.key("quit\r");
    terminal.session.exp_eof().expect("nothing is lost");
}

#[test]
fn a_match_that_is_named_is_open_at_the_prompt() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/formats/mat-losses.mat");
    let home = Home::new();
    let mut terminal = Terminal::open_beside(&home, &[file]);
    let printed = terminal.wait_for_prompt("(Bob) ");
    assert!(printed.contains("a match to 3") && !printed.contains("Three things"), "{printed}");
    let told = terminal.enter("show errors", "(Bob) ");
    assert!(told.contains("analyse match"), "{told}");
    terminal.leave();
    // With commands to run, or without a terminal, it ends behind them.
    let mut terminal = Terminal::open_beside(&home, &[file, "-e", "show match"]);
    terminal.session.exp_eof().expect("the program ends");
}

/// What follows a position is done, or its mistake is told: in a line, and in a file that ends as texts do.
#[test]
fn commands_behind_a_position_are_never_dropped() {
    let told = answer(&format!("set xgid {XGID}; sho pipcont"));
    assert!(told.contains("pipcont") && told.contains("pipcount"), "{told}");
    let home = Home::new();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("script.txt");
    std::fs::write(&file, format!("# two commands\nset xgid {XGID}\nshow pipcount\n")).expect("written");
    let outcome = home.run(&[&file.display().to_string()], "");
    assert!(outcome.stdout.contains("167"), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn the_tour_waits_for_what_is_typed() {
    let mut terminal = Terminal::open(&[]);
    let told = terminal.enter("tour", "(No game) ");
    assert!(told.contains("Tour, 1 of 7") && told.contains("XGID="), "{told}");
    let told = terminal.enter("show version", "(No game) ");
    assert!(!told.contains("Tour"), "{told}");
    let told = terminal.enter(XGID, "(user) ");
    assert!(told.contains("Tour, 2 of 7"), "{told}");
    let told = terminal.enter("hint 2", "(user) ");
    assert!(told.contains("Tour, 3 of 7"), "{told}");
    let told = terminal.enter("tour next", "(user) ");
    assert!(told.contains("Tour, 4 of 7"), "{told}");
    let told = terminal.enter("tour stop", "(user) ");
    assert!(told.contains("the tour is over"), "{told}");
    terminal.leave();
    assert!(answer("tour").contains("the tour is for the prompt"));
}

#[test]
fn counts_of_races_tell_chances_and_where_there_is_contact() {
    let contact = "this count is made for races";
    let far_ahead = "set board simple 0 2 0 0 0 0 0 0 0 0 0 0 0 -15 0 0 0 0 0 0 0 0 0 0 0 0";
    let far_behind = "set board simple 0 0 0 0 0 0 0 0 0 0 0 0 15 0 0 0 0 0 0 0 0 0 0 0 -2 0";
    for (board, chance) in [(far_ahead, "winning chance 100.0"), (far_behind, "winning chance 0.0")] {
        let told = answer(&format!("new session; set turn 1; {board}; show isight"));
        assert!(told.contains(chance) && !told.contains(contact), "{told}");
    }
    for count in ["thorp", "keith", "isight", "kleinman", "8912"] {
        let told = answer(&format!("{XGID}; show {count}"));
        assert!(told.contains(contact), "{count}: {told}");
    }
    assert!(!answer(&format!("{XGID}; show pipcount")).contains(contact));
}

/// Nothing stops in the middle of a list and waits for keys that it does not name.
#[test]
fn a_list_of_choices_fits_the_screen() {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (14, 60), &[]);
    terminal.key("\t\t");
    terminal.wait_for("hint");
    terminal.session.send_control('c').expect("sent");
    let printed = terminal.wait_for_prompt("(No game) ");
    assert!(!printed.contains("--More--"), "{printed}");
    terminal.leave();
}

/// A long answer that no pager of the environment shows.
#[test]
fn escape_q_and_control_c_leave_a_long_answer() {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, 80), &[("PAGER", "")]);
    for key in ["\x1b", "q", "\x03"] {
        terminal.key("show settings\r");
        terminal.wait_for("1-23 of ");
        // An arrow begins with Esc, and is none.
        terminal.key("\x1b[B");
        terminal.wait_for("2-24 of ");
        terminal.key(" ");
        terminal.wait_for("25-47 of ");
        terminal.key(key);
        terminal.wait_for_prompt("(No game) ");
    }
    // A command that is typed there is the next command, letter by letter.
    terminal.key("show settings\r");
    terminal.wait_for("1-23 of ");
    for letter in "next error\r".chars() {
        terminal.key(&letter.to_string());
    }
    terminal.wait_for("no game in progress");
    terminal.wait_for_prompt("(No game) ");
    terminal.key("show settings\r");
    terminal.wait_for("q or Esc leaves");
    terminal.key("/");
    terminal.key("output theme\r");
    terminal.wait_for("set output theme");
    terminal.key("q");
    terminal.wait_for_prompt("(No game) ");
    assert!(terminal.enter("show version", "(No game) ").contains("gammon"));
    terminal.leave();
}

/// Board, decision and candidates of every error are on the screen together, in the common size and on narrow ones.
#[test]
fn a_step_fits_on_24_rows() {
    for columns in [60, 80, 120] {
        let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, columns), &[("PAGER", "")]);
        terminal
            .enter("set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0", ") ");
        terminal.key("import sample; analyse match\r");
        terminal.wait_for("given up");
        terminal.wait_for(READING);
        for step in 0..12 {
            terminal.key("next error\r");
            let shown = terminal.wait_for(READING);
            assert!(!shown.contains("Esc leaves"), "{columns} columns, step {step}: {shown}");
            assert!(shown.contains("gave up") && shown.contains("+13-14-15"), "{shown}");
            let rows: usize = shown.lines().map(|line| line.chars().count().div_ceil(columns.into()).max(1)).sum();
            assert!(rows <= 26, "{columns} columns, step {step}: {rows} rows\n{shown}");
        }
        terminal.leave();
    }
}

#[test]
fn a_dumb_terminal_is_sent_lines_only() {
    let home = Home::new();
    let mut command = std::process::Command::new("sh");
    let lines = format!("{XGID}; set rollout preset quick; set rollout trials 2000; rollout plays best 2");
    command.arg("-c").arg("exec \"$0\" --threads 1 -e \"$1\"").arg(binary()).arg(lines);
    home.surround(&mut command);
    command.env("TERM", "dumb").env("PAGER", "cat").current_dir(home.path(""));
    let mut session = rexpect::session::spawn_command(command, Some(120_000)).expect("a terminal");
    let printed = session.exp_eof().expect("it ends");
    assert!(printed.contains("is best with") || printed.contains("Equity"), "{printed}");
    assert!(!printed.contains('\x1b'), "{printed:?}");
}

const DECISION: &str = "set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA; set rollout trials 36; set rollout truncation enable on; \
                        set rollout truncation plies 3";

/// Whoever comes back after a week stands elsewhere, or nowhere.
#[test]
fn saved_rollouts_of_other_decisions_are_left_alone() {
    let home = Home::new();
    let run = |line: &str| {
        let outcome = home.run(&["-e", line], "");
        outcome.stdout + &outcome.stderr
    };
    run(&format!("set autosave rollout on; {DECISION}; rollout plays best 2"));
    let told = run("rollout extend 36");
    assert!(told.contains("nothing has been rolled out in this session"), "{told}");
    let elsewhere = "set gnubgid sGfwATDgc/ABMA:cIkFAAAAAAAA";
    for line in ["rollout extend 36", "rollout resume"] {
        let told = run(&format!("{elsewhere}; {line}"));
        assert!(told.contains("no rollout of this decision is saved") && told.contains("rollout saved 1"), "{told}");
    }
    let told = run("rollout saved");
    assert!(told.contains("31") && told.contains("money") && told.contains("8/5 6/5"), "{told}");
    let told = run("rollout saved 1");
    assert!(told.contains("Rolled 31") && told.contains("`rollout resume 1` goes on"), "{told}");
    let told = run("set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA; rollout extend 36");
    assert!(told.contains("continued from trial 36") && told.contains("72 trials"), "{told}");
    // A rollout that was extended is done: the number of this session is not its own.
    let told = run("rollout resume; rollout resume");
    assert!(told.contains("72 trials") && !told.contains("1296 trials"), "{told}");
}

#[test]
fn keys_in_the_live_table_stop_and_let_go() {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA; set rollout trials 100000000", ") ");
    terminal.key("rollout plays best 2\r");
    terminal.wait_for("q stops, b lets it go on in the background");
    terminal.key("q");
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("Stopped by you"), "{printed}");
    terminal.key("rollout plays best 2\r");
    terminal.wait_for("q stops, b lets it go on in the background");
    terminal.key("b");
    terminal.wait_for_prompt(") ");
    let printed = terminal.enter("jobs", ") ");
    assert!(printed.contains("rollout resume"), "{printed}");
    terminal.key("fg\r");
    terminal.wait_for("q stops, b lets it go on in the background");
    terminal.key("b");
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("goes on: `fg 1`"), "{printed}");
    let printed = terminal.enter("stop", ") ");
    assert!(printed.contains("Stopped by you"), "{printed}");
    terminal.leave();
}

/// A key without a meaning, or an arrow, leaves nothing behind: not at `q` and Esc, not at the prompt.
#[test]
fn stray_keys_in_a_rollout_are_ignored() {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA; set rollout trials 100000000", ") ");
    for stop in ["q", "\x1b"] {
        terminal.key("rollout plays best 2\r");
        terminal.wait_for("q stops, b lets it go on in the background");
        for stray in ["x", "7", "\x1b[A"] {
            terminal.key(stray);
            // The table is drawn again: the rollout goes on, and the key has been heard.
            terminal.wait_for("q stops, b lets it go on in the background");
            terminal.wait_for("q stops, b lets it go on in the background");
        }
        terminal.key(stop);
        let printed = terminal.wait_for_prompt(") ");
        assert!(printed.contains("Stopped by you"), "{printed}");
        let printed = terminal.enter("show version", ") ");
        assert!(printed.contains("gammon") && !printed.contains("error"), "{printed}");
    }
    terminal.leave();
}

/// News of a rollout on a terminal that prints lines only, and long answers, in a locale without Unicode.
#[test]
fn news_and_long_answers_have_the_letters_of_the_terminal() {
    let home = Home::new();
    let mut command = std::process::Command::new("sh");
    let lines = format!("{DECISION}; set rollout trials 1296; set rollout truncation plies 7; rollout plays best 2");
    command.arg("-c").arg("exec \"$0\" --threads 1 -e \"$1\"").arg(binary()).arg(lines);
    home.surround(&mut command);
    command.env("TERM", "dumb").env("LC_ALL", "C").current_dir(home.path(""));
    let mut session = rexpect::session::spawn_command(command, Some(120_000)).expect("a terminal");
    let printed = session.exp_string("at the end)").expect("news");
    assert!(printed.contains('~') && printed.is_ascii(), "{printed:?}");
    session.send_control('c').expect("sent");
    session.exp_eof().expect("it ends");
}

#[test]
fn a_locale_without_unicode_gets_its_own_letters() {
    let variables = [("LC_ALL", "C")];
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (40, 100), &variables);
    terminal.enter(DECISION, ") ");
    let printed = terminal.enter("rollout plays best 2", ") ");
    let answer = printed.split("Equity").last().unwrap_or_default();
    assert!(answer.contains('~') && answer.is_ascii(), "{answer:?}");
    terminal.leave();
}

#[test]
fn a_board_on_a_narrow_terminal_keeps_its_cube() {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (40, 60), &[]);
    terminal.enter("new match 7; set turn 1; set cube owner 0; set cube value 2", ") ");
    let printed = terminal.enter("show board", ") ");
    assert!(
        printed.contains("(Cube: 2)") && printed.contains("Pips 167") && printed.contains("match to 7"),
        "{printed}"
    );
    terminal.leave();
}

#[test]
fn a_terminal_is_asked_for_its_ground() {
    let home = Home::new();
    let mut command = std::process::Command::new("sh");
    // A terminal that echoes is one that a person sits at.
    command.arg("-c").arg("stty echo rows 40 cols 100 && exec \"$0\"").arg(binary());
    home.surround(&mut command);
    command.env("TERM", "xterm-256color").env_remove("COLORFGBG").current_dir(home.path(""));
    let mut session = rexpect::session::spawn_command(command, Some(60_000)).expect("a terminal");
    session.exp_string("\x1b]11;?").expect("a question");
    session.send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c").expect("sent");
    session.flush().expect("sent");
    session.exp_string("(No game) ").expect("a prompt");
    session.send("set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA\r").expect("typed");
    session.flush().expect("sent");
    // Blue that can be read on white.
    session.exp_string("\x1b[38;5;25mX").expect("the colours of a light ground");
    session.send_control('d').expect("sent");
    session.exp_eof().expect("it ends");
}

/// Lines that are typed while a table renews itself are run when it is done, and leave nothing on it.
#[test]
fn what_is_typed_during_a_rollout_is_run_after_it() {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA; set rollout until time 4s", ") ");
    terminal.key("rollout plays best 2\r");
    terminal.wait_for("q stops, b lets it go on in the background");
    terminal.key("\r\r\rshow threads\rshow tur");
    let printed = terminal.wait_for_prompt("show tur");
    assert!(printed.contains("is best with") && printed.contains("set threads 1"), "{printed}");
    let printed = terminal.enter("n", ") ");
    assert!(printed.contains("set turn 1"), "{printed}");
    terminal.leave();
}

#[test]
fn messages_on_a_narrow_terminal_are_broken_between_words() {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (40, 40), &[]);
    let printed = terminal.enter("set rollout trails 5", ") ");
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let error = lines.iter().position(|line| line.starts_with("error: ")).expect("an error");
    assert!(lines[error..].iter().all(|line| line.chars().count() <= 40), "{printed}");
    // What was typed stands with the caret below it.
    let typed = lines[error..].iter().position(|line| line.contains("  set rollout trails")).expect("the line") + error;
    assert_eq!(lines[typed].find("trails"), lines[typed + 1].find('^'), "{printed}");
    // The questions, too.
    terminal.enter("set display off; new session; set turn 1; set dice 31; 8/5 6/5", ") ");
    terminal.key("quit\r");
    let question = terminal.wait_for("[y/N] ");
    let rows: Vec<&str> = question.lines().map(str::trim_end).collect();
    assert!(rows.iter().any(|row| row.ends_with("The match is not saved. Give it up?")), "{question:?}");
    terminal.key("n\r");
    terminal.wait_for_prompt(") ");
    terminal.leave();
}

#[test]
fn errors_of_files_are_told_in_words() {
    for line in
        ["load commands nowhere.gbs", "import mat nowhere.mat", "set rng file nowhere.txt", "import folder nowhere"]
    {
        let told = answer(line);
        assert!(told.contains("No such file") && !told.contains("os error"), "{line}: {told}");
    }
    let outcome = Home::new().run(&["nowhere.gbs"], "");
    assert!(outcome.stderr.contains("No such file") && !outcome.stderr.contains("os error"), "{outcome:?}");
}
