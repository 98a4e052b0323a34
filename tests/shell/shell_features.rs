//! What good shells do: completion, history, paste, errors, help, paging, formats, exit status, Ctrl-C, progress,
//! background work, configuration, logs, other programs that ask. Faults of the past have their tests in
//! `regressions.rs`, what people mistype in tests/data/typing-mistakes.txt.
#![cfg(unix)]

use crate::support::home;
use crate::support::terminal;

use home::{Home, Outcome};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use terminal::{Terminal, decoded, in_a_line};

/// The opening 31, and few trials.
const DECISION: &str = "new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 36";

/// What the line editor writes when a line is entered.
const LINE_IS_DONE: &str = "\x1b[?2004l";

fn run(commands: &str) -> Outcome {
    let outcome = Home::new().run(&["-e", commands], "");
    assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
    outcome
}

fn stops(terminal: &mut Terminal) {
    terminal.session.send_control('c').expect("sent");
}

#[test]
fn words_values_plays_and_identifiers_are_completed() {
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, 80), &[]);
    terminal.enter("new session", ") ");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set dice 31", ") ");
    for (typed, offered) in [
        ("set rollout until \t", "decided"),
        ("set met \t", "woolsey"),
        ("set rollout preset \t", "a second opinion"),
        ("set xgid \t", "XGID=-b----E-C---eE---c-e----B-"),
        ("rollout plays 24/20, 8/5 6\t", "8/5 6/5"),
    ] {
        terminal.key(typed);
        let printed = terminal.wait_for(offered);
        assert!(printed.lines().all(|line| line.chars().count() <= 200), "{printed}");
        stops(&mut terminal);
        terminal.wait_for_prompt(") ");
    }
    // What was typed before, the day before, too.
    terminal.enter("sGfwATDgc/ABMA", ") ");
    terminal.enter("4HPwATDgc/ABMA", ") ");
    let mut terminal = Terminal::open_with(terminal.leave(), &[], false, (24, 80), &[]);
    terminal.key("set board sG\t");
    terminal.wait_for("sGfwATDgc/ABMA");
    stops(&mut terminal);
    terminal.wait_for_prompt(") ");
    terminal.leave();
}

#[test]
fn the_history_has_times_and_keeps_secrets() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("show version", "(No game) ");
    terminal.enter(" show threads", "(No game) ");
    let home = terminal.leave();
    let history = fs::read_to_string(home.path("data/gammon/history")).expect("a history");
    let entry: Value = serde_json::from_str(history.lines().next().expect("a line")).expect("JSON");
    assert!(entry["time"].as_u64().is_some_and(|time| time > 1_600_000_000), "{entry}");
    assert!(!history.contains("threads"), "{history}");
    let mut terminal = Terminal::open_in(home, &[], false);
    terminal.key("\x12show v");
    terminal.wait_for("show version");
    stops(&mut terminal);
    terminal.wait_for_prompt("(No game) ");
    terminal.leave();
}

#[test]
fn the_typed_line_is_coloured_where_colours_are_wanted() {
    let mut terminal = Terminal::open_in(Home::new(), &[], true);
    terminal.key("set rolout ");
    terminal.wait_for("\x1b[4m\x1b[38;5;203mrolout\x1b[0m");
    stops(&mut terminal);
    terminal.wait_for_prompt("(No game) ");
    terminal.leave();
    let mut terminal = Terminal::open(&[]);
    terminal.key("set rolout ");
    let printed = terminal.enter("x", "(No game) ");
    assert!(!printed.contains("\x1b[4m"), "{printed:?}");
    terminal.leave();
}

#[test]
fn a_pasted_block_is_answered_line_by_line_below_its_lines() {
    let mut terminal = Terminal::open(&[]);
    let lines: Vec<String> = (1..=50).map(|n| format!("set output digits {}", n % 6 + 1)).collect();
    terminal.key(&format!("\x1b[200~{}\x1b[201~", lines.join("\n")));
    let printed = terminal.enter("", "(No game) ");
    let answers = printed.split(LINE_IS_DONE).nth(1).unwrap_or_default();
    assert_eq!(answers.matches("(No game) set output digits").count(), 50, "{printed}");
    assert!(!printed.contains("error"), "{printed}");
    terminal.leave();
}

/// The comment that is there stands behind the prompt to be edited; Ctrl-C leaves it, an empty line takes it away.
#[test]
fn a_comment_is_edited_at_the_prompt() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("import sample", "(Ben) ");
    terminal.enter("comment too bold", "(Ben) ");
    terminal.enter("comment", "Comment: ");
    let printed = terminal.enter(" and early", "(Ben) ");
    assert!(printed.contains("has this comment"), "{printed}");
    terminal.enter("comment", "Comment: ");
    terminal.key("\x03");
    let printed = terminal.wait_for_prompt("(Ben) ");
    assert!(printed.contains("too bold and early"), "{printed}");
    terminal.enter("comment", "Comment: ");
    let printed = terminal.enter("\x15", "(Ben) ");
    assert!(printed.contains("has no comment"), "{printed}");
    // What people write counts for the question at the end.
    terminal.leave_with("y");
}

/// Who practises, and where his matches are, is asked for the first time. Nothing is set where nobody answers.
#[test]
fn practise_asks_for_what_it_has_to_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::open(&[]);
    terminal.enter("practise", "Which folder has your matches? ");
    let printed = terminal.enter(&folder.path().join("nothing").display().to_string(), "(No game) ");
    assert!(printed.contains("nothing: "), "{printed}");
    terminal.enter("practise", "Which folder has your matches? ");
    let printed = terminal.enter("", "(No game) ");
    assert!(printed.contains("library add FOLDER"), "{printed}");
    fs::write(folder.path().join("one.mat"), SHORT_MATCH).expect("written");
    terminal.enter("practise", "Which folder has your matches? ");
    let printed = terminal.enter(&folder.path().display().to_string(), "(several with ; between)? ");
    assert!(printed.contains("most often there are Ann (1), Bob (1)"), "{printed}");
    let printed = terminal.enter("nobody there", "(No game) ");
    assert!(printed.contains("no match has a player called nobody there: there are Ann (1), Bob (1)"), "{printed}");
    // The name is not kept; the folder is.
    let printed = terminal.enter("show me; show matches", "(No game) ");
    assert!(printed.contains("aliases is not set") && printed.contains(&*folder.path().to_string_lossy()), "{printed}");
    terminal.leave();
}

/// What a match file is at least.
const SHORT_MATCH: &str = " 1 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5     64: 24/14\n";

/// A flag is shown at its step, in lists, and on pages.
#[test]
fn flags_are_shown_wherever_the_decision_is() {
    let home = Home::new();
    let file = home.write("match.txt", "").display().to_string();
    let lines = "import sample; flag; next; comment too bold; flag; previous; next; unflag; previous; next; previous";
    let outcome = home.run(&["--force", "-e", &format!("{lines}; export match text {file}; show flags")], "");
    assert!(outcome.stderr.is_empty(), "{}", outcome.stderr);
    // The first decision is stepped to three times, the second once with its flag.
    assert_eq!(outcome.stdout.lines().filter(|line| *line == "flagged").count(), 4, "{}", outcome.stdout);
    let page = std::fs::read_to_string(&file).expect("a page");
    assert_eq!(page.matches("flagged").count(), 1, "{page}");
    let rows: Vec<_> = outcome.stdout.lines().rev().take(3).collect();
    assert!(rows[1].contains("Ben") && rows[2].contains("Comment"), "one row: {rows:?}");
}

/// Another game is suggested where none is played, and to whoever has begun to ask for one.
#[test]
fn nothing_suggests_another_game_in_the_midst_of_one() {
    let home = Home::new();
    for (line, suggested) in [
        ("another game", "new game"),
        ("new session; another game", "help new"),
        ("new session; start match", "help new"),
        ("new session; new", "new game"),
    ] {
        let outcome = home.run(&["-e", line], "");
        assert!(outcome.stderr.contains(&format!("did you mean `{suggested}`?")), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn errors_have_a_place_a_caret_and_the_nearest_word() {
    let home = Home::new();
    let script = home.write("a.gbs", "show version\nset rolout trials 5\n");
    let outcome = home.run(&[script.to_str().expect("a plain path")], "");
    assert!(outcome.stderr.contains("a.gbs:2: error:"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("\n      ^^^^^^\n  did you mean `rollout`?"), "{}", outcome.stderr);
    // A long line is cut, so that the caret is below what is meant.
    let line = format!("{}; set rolout trials 5", "show version; ".repeat(30));
    let outcome = home.run(&["--width", "60", "-e", &line], "");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    let caret = lines.iter().position(|line| line.trim_start().starts_with('^')).expect("a caret");
    assert!(lines.iter().all(|line| line.chars().count() <= 60), "{}", outcome.stderr);
    let at = lines[caret].find('^').expect("it is there");
    assert!(lines[caret - 1].chars().skip(at).collect::<String>().starts_with("rolout"), "{}", outcome.stderr);
    // Colours mark the word and its remedy.
    let outcome = home.run(&["--color", "always", "-e", "set rolout trials 5"], "");
    assert!(outcome.stderr.contains("\x1b["), "{:?}", outcome.stderr);
}

#[test]
fn help_says_how_it_stands_and_what_belongs_to_it() {
    let text = run("set rollout trials 77; help set rollout trials; help jsd; help /settlement").stdout;
    for wanted in ["now      77 trials", "default  1296", "example  set rollout trials", "see      show rollout"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(text.contains("jsd: joint standard deviations"), "{text}");
    assert!(text.contains("set rollout settlement [LIMIT|off]"), "{text}");
}

#[test]
fn what_is_shown_can_be_pasted_back() {
    let changes = "set rollout trials 77\nset output digits 4\nset automatic doubles 2\nset player 0 name Bot\n\
                   set autosave rollout off\nset confirm save off\nset evaluation preset grandmaster\nset seed 5\n\
                   set rollout seed 6\n";
    let changed = Home::new();
    changed.write("config/gammon/gammonrc", changes);
    let home = Home::new();
    let shows = ["settings", "rollout", "output", "evaluation", "player", "automatic", "autosave", "confirm", "seed"];
    for show in shows {
        let shown = changed.run(&["-e", &format!("show {show}")], "").stdout;
        assert!(shown.lines().all(|line| line.starts_with("set ")), "{show}: {shown}");
        let again = home.run(&["-q"], &format!("{shown}show {show}\n"));
        assert_eq!(again.status, Some(0), "{show}: {}", again.stderr);
        assert!(again.stdout.ends_with(&shown) && !shown.is_empty(), "{show}:\n{shown}\n---\n{}", again.stdout);
    }
}

#[test]
fn the_table_is_shown_as_commands_and_in_words() {
    let text = run(&format!("{DECISION}; set cube value 2; show turn; show dice; show cube; show score")).stdout;
    for wanted in [
        "\nset turn 1  # user is on roll\n",
        "\nset dice 31  # user has rolled 31\n",
        "\nset cube value 2  # the cube is in the middle, at 2\nset cube centre\n",
        "\nset score 0 0  # engine 0, user 0 (money session, with the Jacoby rule)\n",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let text = run(&format!("set output style gnubg; {DECISION}; show turn; show dice")).stdout;
    assert!(text.ends_with("user is on roll\nuser has rolled 31\n"), "{text}");
}

#[test]
fn long_answers_are_paged_on_a_terminal_only() {
    let pager = [("PAGER", "sed s/^/PAGED:/")];
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, 80), &pager);
    let printed = terminal.enter("show settings", "(No game) ");
    assert!(printed.contains("PAGED:set "), "{printed}");
    let printed = terminal.enter("show version", "(No game) ");
    assert!(!printed.contains("PAGED:"), "{printed}");
    terminal.enter("set output pager off", "(No game) ");
    let printed = terminal.enter("show settings", "(No game) ");
    assert!(!printed.contains("PAGED:"), "{printed}");
    terminal.leave();
    let mut terminal = Terminal::open_with(Home::new(), &["--no-pager"], false, (24, 80), &pager);
    let printed = terminal.enter("show settings", "(No game) ");
    assert!(!printed.contains("PAGED:"), "{printed}");
    terminal.leave();
    // A question stays where it is answered.
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (20, 80), &pager);
    terminal.enter("train race 2", "(No game) ");
    let printed = terminal.enter("1", "(No game) ");
    assert!(printed.contains("question 2 of 2") && !printed.contains("PAGED:"), "{printed}");
    terminal.leave();
    let home = Home::new();
    let output =
        home.command().env("PAGER", "sed s/^/PAGED:/").args(["-e", "show settings"]).output().expect("it runs");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("PAGED:"));
}

#[test]
fn answers_in_other_formats_for_a_session_or_a_command() {
    let text =
        run(&format!("{DECISION}; set display off; as csv hint 2; as markdown hint 2; as json hint 2; hint 2")).stdout;
    assert!(text.contains("\n*1,8/5 6/5,"), "{text}");
    assert!(text.contains("| *1 | 8/5 6/5 |"), "{text}");
    let json = text.lines().find(|line| line.starts_with('{')).expect("an object");
    let json: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(json["candidates"][0]["play"], "8/5 6/5", "{json}");
    assert!(text.contains("\n *1  8/5 6/5"), "{text}");
    let text = run("set output format json; show version; show threads").stdout;
    assert!(text.lines().skip(1).all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
}

#[test]
fn data_goes_to_standard_output_and_all_else_to_standard_error() {
    let outcome = Home::new().run(&["--json", "-e", &format!("{DECISION}; rollout plays best 2")], "");
    assert!(outcome.stdout.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", outcome.stdout);
    let outcome = Home::new().run(&["--json", "--keep-going", "-e", "foo; show version"], "");
    assert!(outcome.stdout.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("error"), "{}", outcome.stderr);
}

#[test]
fn commands_come_from_files_arguments_and_pipes_in_order() {
    let home = Home::new();
    home.write("a.gbs", "set output digits 1\n");
    let args = ["-e", "set output digits 2", "a.gbs", "-c", "a.gbs", "-", "-e", "set output digits 6"];
    let outcome = home.run(&args, "set output digits 5\n");
    let digits: Vec<&str> = outcome.stdout.lines().map(|line| line.rsplit(' ').next().unwrap_or_default()).collect();
    assert_eq!(digits, ["2", "1", "1", "5", "6"], "{}", outcome.stdout);
}

#[test]
fn the_exit_status_tells_what_happened() {
    let home = Home::new();
    let status = |args: &[&str]| home.run(args, "").status;
    assert_eq!(status(&["-e", "show version"]), Some(0));
    assert_eq!(status(&["--no-such-option"]), Some(2));
    assert_eq!(status(&["-e", "foo; show version"]), Some(3));
    let outcome = home.run(&["--keep-going", "-e", "foo; show version"], "");
    assert_eq!((outcome.status, outcome.stdout.contains("gammon")), (Some(3), true));
}

#[test]
fn control_c_keeps_what_there_is_and_says_how_to_go_on() {
    let mut terminal = Terminal::open(&["--threads", "1"]);
    terminal.enter("new session", ") ");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set rollout seed 1; set rollout trials 100000000", ") ");
    terminal.key("rollout\r");
    terminal.wait_for("/s,");
    stops(&mut terminal);
    let printed = terminal.wait_for_prompt(") ");
    let told = in_a_line(&printed);
    assert!(told.contains("Stopped by you") && told.contains("`rollout resume` goes on"), "{printed}");
    terminal.key("rollout resume\r");
    terminal.wait_for("/s,");
    stops(&mut terminal);
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("continued from trial"), "{printed}");
    terminal.leave();
}

#[test]
fn every_long_work_leaves_what_it_has_and_a_second_control_c_costs_nothing() {
    let home = Home::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat");
    for copy in 0..3 {
        fs::create_dir_all(home.path("matches")).expect("made");
        fs::copy(file, home.path(&format!("matches/{copy}.mat"))).expect("copied");
    }
    let mut terminal = Terminal::open_in(home, &["--threads", "1"], false);
    // An analysis keeps what it has found, and goes on from there.
    terminal.enter("set display off; import mat matches/0.mat", ") ");
    terminal.enter("set analysis chequerplay evaluation plies 4", ") ");
    terminal.key("analyse match\r");
    terminal.wait_for("decisions and rolls analysed,");
    stops(&mut terminal);
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("decisions and rolls are analysed; `analyse match` goes on"), "{printed}");
    // A folder: the matches that are done.
    terminal.key("show statistics folder matches\r");
    terminal.wait_for("match 1 of 3");
    stops(&mut terminal);
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("0 of 3"), "{printed}");
    // Twice: the session is still there, with the result.
    terminal.enter("set rollout trials 100000000", ") ");
    terminal.key("rollout\r");
    terminal.wait_for("/s,");
    stops(&mut terminal);
    stops(&mut terminal);
    let printed = terminal.wait_for_prompt(") ");
    assert!(printed.contains("Stopped by you"), "{printed}");
    let printed = terminal.enter("show threads", ") ");
    assert!(printed.contains("set threads 1"), "{printed}");
    terminal.leave();
}

#[test]
fn the_end_of_long_work_is_announced() {
    const NOTICE: &str = "\x1b]9;gammon is done after 0s\x1b\\\x07";
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, 80), &[]);
    assert!(!terminal.enter("show threads", ") ").contains(NOTICE), "no long work");
    terminal.enter("set output notice 0", ") ");
    let printed = terminal.enter("show threads", ") ");
    assert!(printed.contains(NOTICE), "{printed:?}");
    terminal.enter("set output notice off", ") ");
    assert!(!terminal.enter("show threads", ") ").contains(NOTICE), "nobody wants it");
    terminal.leave();
}

#[test]
fn progress_fits_a_narrow_terminal() {
    let mut terminal = Terminal::open_with(Home::new(), &["--threads", "1"], false, (20, 60), &[]);
    terminal.enter("new session", ") ");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 100000000", ") ");
    terminal.key("rollout\r");
    for _ in 0..3 {
        terminal.wait_for("/s,");
    }
    stops(&mut terminal);
    let printed = decoded(&terminal.wait_for_prompt(") "));
    let widest =
        printed.lines().map(|line| line.rsplit("\x1b[J").next().unwrap_or_default().trim_end().chars().count());
    assert!(widest.max().is_some_and(|widest| widest <= 60), "{printed}");
    terminal.leave();
}

#[test]
fn progress_says_how_certain_it_is_and_will_be() {
    let mut terminal = Terminal::open_with(Home::new(), &["--threads", "1"], false, (24, 80), &[]);
    terminal.enter("new session", ") ");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 100000000", ") ");
    terminal.key("rollout\r");
    let printed = terminal.wait_for(" at the end");
    assert!(printed.contains("standard error .") && printed.contains(" now, .0"), "{printed}");
    stops(&mut terminal);
    terminal.wait_for_prompt(") ");
    // With a goal for the error: how many trials and how long that takes.
    terminal.enter("set rollout until error 0.0001", ") ");
    terminal.key("rollout position\r");
    terminal.wait_for(" now, .000 at the end");
    terminal.wait_for(" of about ");
    terminal.wait_for(" left");
    stops(&mut terminal);
    terminal.wait_for_prompt(") ");
    terminal.leave();
    // Elsewhere a line now and then.
    let outcome = Home::new().run(&["-e", &format!("{DECISION}; set rollout until time 2s; rollout position")], "");
    assert!(outcome.stderr.contains(" at the end)"), "{}", outcome.stderr);
}

#[test]
fn long_looks_ahead_are_told_and_leave_what_is_known() {
    let mut terminal = Terminal::open(&[]);
    terminal.enter("new session", ") ");
    let deep = "set evaluation chequerplay evaluation plies 6; set evaluation cubedecision evaluation plies 6";
    terminal.enter(&format!("set turn 1; set board 4HPwATDgc/ABMA; {deep}"), ") ");
    for (line, wanted) in [("hint", "Double, take"), ("eval", "1-ply"), ("set dice 43; hint 3", "13/10")] {
        terminal.key(&format!("{line}\r"));
        terminal.wait_for("s, Ctrl-C stops");
        stops(&mut terminal);
        // A person in a hurry presses it again: nothing more is stopped by that.
        stops(&mut terminal);
        let printed = terminal.wait_for_prompt(") ");
        assert!(printed.contains("stopped by you") && printed.contains(wanted), "{line}: {printed}");
    }
    terminal.key("show dice\r");
    terminal.wait_for("43");
    terminal.leave();
}

/// More in tests/shell/jobs.rs.
#[test]
fn rollouts_go_on_while_the_prompt_is_free() {
    let commands = format!("{DECISION}; set rollout trials 100000000; rollout &; jobs; hint 1; stop 1; jobs");
    let outcome = Home::new().run(&["--threads", "1", "--no-time", "-e", &commands], "");
    let text = &outcome.stdout;
    assert_eq!(outcome.status, Some(0), "{text}{}", outcome.stderr);
    let order = [
        "1: `rollout` goes on in the background",
        "running",
        " 1  8/5 6/5  0-ply",
        "Stopped by you",
        "there are no jobs",
    ];
    let places: Vec<_> = order.iter().map(|what| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"))).collect();
    assert!(places.is_sorted(), "{text}");
    assert!(run("help jobs").stdout.contains("`rollout &`"));
}

#[test]
fn a_saved_rollout_is_listed_and_goes_on_by_its_number() {
    let home = Home::new();
    let outcome = home.run(&["-e", &format!("set autosave rollout on; {DECISION}; rollout plays best 2")], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let listed = home.run(&["-e", "rollout saved"], "").stdout;
    assert!(listed.contains("8/5 6/5") && listed.contains("4HPwATDgc/ABMA:cIkFAAAAAAAA"), "{listed}");
    let resumed = home.run(&["-e", "rollout resume 1; rollout extend 36"], "");
    assert!(resumed.stdout.contains("continued from trial 36"), "{}{}", resumed.stdout, resumed.stderr);
    assert!(home.run(&["-e", "rollout saved"], "").stdout.contains(" 72"), "more trials are saved, too");
}

#[test]
fn settings_have_a_home_and_those_of_gnubg_come_in_on_request() {
    let home = Home::new();
    home.write(".gnubg/gnubgautorc", "set rollout trials 77\nset toolbar off\nset nonsense 5\n");
    assert_eq!(home.run(&["-e", "show rollout diff"], "").stdout.matches("77").count(), 0, "not unasked");
    let outcome = home.run(&["config", "import"], "");
    assert!(outcome.stdout.contains("1 setting taken over, 1 line without effect"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 not understood, the first in line 3"), "{}", outcome.stdout);
    assert_eq!(home.run(&["config", "diff"], "").stdout, "set rollout trials 77\n");
    assert!(home.run(&["-e", "show rollout"], "").stdout.contains("set rollout trials 77"));
    // A run with `-r` leaves no file.
    let home = Home::bare();
    home.run(&["-r", "-e", &format!("{DECISION}; rollout plays best 2")], "");
    let left: Vec<_> = fs::read_dir(home.path("")).expect("a home").flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_log_does_the_session_again() {
    let home = Home::new();
    // A rollout that is long on a slow machine is saved, and continued by the same command.
    let commands = "set autosave rollout off; set rollout trials 36; set log log.gbs; new session; roll; set board 4HPwATDgc/ABMA; set dice 31; \
                    rollout plays 8/5 6/5, 24/20; foo; set output digits 5; clear turn; roll; show position";
    let first = home.run(&["--keep-going", "--no-time", "-e", commands], "");
    let log = fs::read_to_string(home.path("log.gbs")).expect("a log");
    assert!(log.contains("# failed: foo") && log.contains("Play     Equity"), "{log}");
    let again = home.run(&["--no-time", "log.gbs"], "");
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    let from = |text: &str| text[text.find("rolls").expect("an opening roll")..].to_owned();
    assert_eq!(from(&again.stdout), from(&first.stdout));
}

#[test]
fn another_program_asks_line_by_line() {
    let outcome = Home::new().run(&["--json"], &format!("{}\nhint 1\n", DECISION.replace("; ", "\n")));
    let last: Value = serde_json::from_str(outcome.stdout.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["candidates"][0]["play"], "8/5 6/5");
    assert_eq!(outcome.stdout.lines().count(), 6, "an object for each command: {}", outcome.stdout);
}

/// More in tests/shell/external.rs.
#[test]
fn a_user_interface_shakes_hands_and_a_rollout_is_told_and_stopped() {
    let home = Home::new();
    let mut command = home.command();
    command.args(["-r", "--ubgi"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let mut until = |beginning: &str| {
        output.by_ref().find(|line| line.starts_with(beginning)).unwrap_or_else(|| panic!("{beginning} never comes"))
    };
    writeln!(input, "ubgi").expect("said");
    until("id name gammon");
    until("readyok");
    // The last checkers: one play wins, whenever it is stopped.
    writeln!(input, "position XGID=-AA---------------------b-:0:0:1:21:0:0:3:0:10").expect("said");
    writeln!(input, "go rollout trials 100000000").expect("said");
    let told = until("info trials");
    assert!(told.contains(" equity ") && told.contains(" of "), "{told}");
    writeln!(input, "stop").expect("said");
    assert_eq!(until("bestmove"), "bestmove 2/0 1/0");
    writeln!(input, "isready").expect("said");
    until("readyok");
    writeln!(input, "quit").expect("said");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn the_doctor_looks_at_everything_reports_need() {
    let text = Home::bare().run(&["doctor"], "").stdout;
    for about in ["program", "kernel", "arithmetic", "databases", "saved rollouts", "terminal"] {
        assert!(text.contains(about), "{about}: {text}");
    }
}

#[test]
fn completions_manual_and_version() {
    let home = Home::new();
    assert!(home.run(&["completions", "bash"], "").stdout.contains("doctor"));
    assert_eq!(home.run(&["man", "pages"], "").status, Some(0));
    assert!(home.path("pages/gammon-commands.7").is_file());
    let version: Value = serde_json::from_str(&home.run(&["--version", "--json"], "").stdout).expect("JSON");
    assert!(version["kernel"].is_string(), "{version}");
}

#[test]
fn boards_of_lines_and_disks_and_colours_for_both_grounds() {
    let home = Home::new();
    let text = home.run(&["-e", "set output board unicode; new session"], "").stdout;
    assert!(text.contains('●') || text.contains('○'), "{text}");
    let of = |ground: &str| {
        let mut command = home.command();
        command.env("COLORFGBG", ground).args(["--color", "always", "-e", &format!("{DECISION}; hint 2")]);
        String::from_utf8(command.output().expect("it runs").stdout).expect("text")
    };
    let (dark, light) = (of("15;0"), of("0;15"));
    assert!(dark.contains("\x1b[1m\x1b[38;5;117m") && light.contains("\x1b[1m\x1b[38;5;25m"), "{dark}{light}");
}

#[test]
fn settings_are_taken_back_set_at_once_and_compared() {
    let text = run("set rollout trials 77; set rollout preset quick; undo; undo; show rollout diff").stdout;
    assert!(text.contains("\nset rollout trials 77\n") && text.contains("set rollout trials 1296\n"), "{text}");
    assert!(text.ends_with("set rollout preset standard\n"), "{text}");
    // A step and a setting are each taken back in turn.
    let text = run(&format!("{DECISION}; 8/5 6/5; set output digits 5; undo; undo; hint 1")).stdout;
    assert!(text.contains("set output digits 3\n") && text.contains("*1") | text.contains(" 1  8/5 6/5"), "{text}");
}

#[test]
fn the_same_commands_give_the_same_bytes() {
    let commands = "new session; roll; rollout position; hint";
    let one = |threads: &str| {
        let args = ["--seed", "5", "--no-time", "--width", "70", "--threads", threads, "-e"];
        Home::new().run(&[&args[..], &["set automatic roll off; set rollout trials 36", "-e", commands]].concat(), "")
    };
    let (first, second) = (one("1"), one("2"));
    assert!(first.stdout.contains("36 trials"), "{}{}", first.stdout, first.stderr);
    assert_eq!(first.stdout, second.stdout);
}
