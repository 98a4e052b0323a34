//! Every way into the program, with the manner that it leads to: how lines are read and answered, which settings are
//! read and saved, which nets answer. One row a way; nothing decides again later.

#![cfg(unix)]

use crate::support::home::{Home, Outcome, binary};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whose manner a way leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Gammon,
    Gnubg,
}

/// How the lines come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// On standard input.
    Stdin,
    /// In a file of commands, `lines.txt`.
    File,
    /// Behind `-e`, in this program's words.
    Text,
    /// By functions of the module `gnubg`, in `code.py`.
    Gnubg,
    /// By the module `gammon`, in `code.py`.
    Session,
    /// As requests of `--calls`.
    Calls,
}

/// The lines themselves.
const LINES: [&str; 4] = ["show score", "set rollout trials 72", "save settings", "show version"];

/// A way in: the program, its arguments, how lines come in, and where it leads.
const WAYS: [(&str, &[&str], Lines, Manner); 28] = [
    ("gammon", &["-q"], Lines::Stdin, Manner::Gammon),
    ("gammon", &["-q", "-"], Lines::Stdin, Manner::Gammon),
    ("gammon", &["-q", "lines.txt"], Lines::File, Manner::Gammon),
    ("gammon", &["-q", "-c", "lines.txt"], Lines::File, Manner::Gammon),
    ("gammon", &["-q", "-e"], Lines::Text, Manner::Gammon),
    ("gammon", &["-q", "code.py"], Lines::Session, Manner::Gammon),
    ("gammon", &["-q", "-p", "code.py"], Lines::Session, Manner::Gammon),
    ("gammon", &["-q", "-e", "load python code.py"], Lines::Gnubg, Manner::Gammon),
    ("gammon", &["-q", "--calls"], Lines::Calls, Manner::Gammon),
    ("gnubg", &["-q", "--calls"], Lines::Calls, Manner::Gammon),
    ("python3", &["code.py"], Lines::Session, Manner::Gammon),
    ("gnubg", &["-q"], Lines::Stdin, Manner::Gnubg),
    ("gnubg", &["-t", "-q"], Lines::Stdin, Manner::Gnubg),
    ("gnubg-cli", &["-q"], Lines::Stdin, Manner::Gnubg),
    ("gammon", &["-t", "-q"], Lines::Stdin, Manner::Gnubg),
    ("gammon", &["--tty", "-q"], Lines::Stdin, Manner::Gnubg),
    ("gammon", &["--gnubg", "-q"], Lines::Stdin, Manner::Gnubg),
    ("gammon", &["-tq", "match.mat"], Lines::Stdin, Manner::Gnubg),
    ("gnubg", &["-q", "-c", "lines.txt"], Lines::File, Manner::Gnubg),
    ("gammon", &["-tqc", "lines.txt"], Lines::File, Manner::Gnubg),
    ("gnubg-cli", &["-q", "-c", "/dev/stdin"], Lines::Stdin, Manner::Gnubg),
    ("gnubg", &["-q", "-p", "code.py"], Lines::Gnubg, Manner::Gnubg),
    ("gammon", &["-t", "-q", "--python=code.py"], Lines::Gnubg, Manner::Gnubg),
    ("gammon", &["-q", "code.py"], Lines::Gnubg, Manner::Gnubg),
    ("gammon", &["-q", "-p", "code.py"], Lines::Gnubg, Manner::Gnubg),
    ("gammon", &["-q", "--gnubg", "--calls"], Lines::Calls, Manner::Gnubg),
    ("python3", &["code.py"], Lines::Gnubg, Manner::Gnubg),
    ("gnubg", &["-q", "--nets", "own"], Lines::Stdin, Manner::Gnubg),
];

const OURS: &str = "config/gammon/settings.gbs";
const THEIRS: &str = ".gnubg/gnubgautorc";

/// A home with settings of both programs, and what ways read.
fn home_for(lines: Lines) -> Home {
    let home = Home::new();
    home.write(OURS, "set output digits 5\n");
    home.write(THEIRS, "set output digits 4\nset toolbar 2\nset jacoby off\n");
    home.write("match.mat", " 3 point match\n\n Game 1\n Ann : 0                  Bob : 0\n  1) 31: 8/5 6/5\n");
    home.write("lines.txt", &LINES.map(|line| format!("{line}\n")).concat());
    let (module, call) = match lines {
        Lines::Gnubg => ("gnubg", "gnubg.command"),
        _ => ("gammon", "gammon.session().command"),
    };
    let calls = LINES.map(|line| format!("{call}({line:?})\n")).concat();
    home.write("code.py", &format!("import {module}\n{calls}"));
    fs::create_dir_all(home.path("bin")).expect("made");
    for name in ["gammon", "gnubg", "gnubg-cli"] {
        std::os::unix::fs::symlink(binary(), home.path("bin").join(name)).expect("a link");
    }
    home
}

fn run(home: &Home, program: &str, args: &[&str], lines: Lines) -> Outcome {
    let path = if program == "python3" { program.into() } else { home.path("bin").join(program) };
    let mut command = Command::new(path);
    home.surround(&mut command);
    command.env("PYTHONPATH", Path::new(env!("CARGO_MANIFEST_DIR")).join("src/python"));
    // The module starts this program, under whichever name.
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("GAMMON", home.path("bin/gnubg")).env("LOGNAME", "root");
    command.args(args).current_dir(home.path("."));
    if lines == Lines::Text {
        command.arg(LINES.join("; "));
    }
    let stdin = match lines {
        Lines::Stdin => LINES.map(|line| format!("{line}\n")).concat(),
        Lines::Calls => LINES.map(|line| format!("{{\"do\":\"run\",\"line\":{line:?}}}\n")).concat(),
        _ => String::new(),
    };
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Outcome { status: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

#[test]
fn every_way_in_has_one_manner() {
    let mut faults = String::new();
    let has_python = Command::new("python3").args(["-c", "pass"]).status().is_ok_and(|status| status.success());
    let needs_python = |lines: Lines| matches!(lines, Lines::Gnubg | Lines::Session);
    for (program, args, lines, manner) in WAYS.into_iter().filter(|way| has_python || !needs_python(way.2)) {
        let home = home_for(lines);
        let before = [OURS, THEIRS].map(|file| fs::read_to_string(home.path(file)).expect("there"));
        let outcome = run(&home, program, args, lines);
        let [ours, theirs] = [OURS, THEIRS].map(|file| fs::read_to_string(home.path(file)).expect("there"));
        let mut check = |what: &str, holds: bool| {
            if !holds {
                faults += &format!("{program} {args:?} {lines:?}: {what}\n{}{}\n", outcome.stdout, outcome.stderr);
            }
        };
        let says = |text: &str| outcome.stdout.contains(text);
        check("it ends well", outcome.status == Some(0));
        let is_gnubg = manner == Manner::Gnubg;
        check("the sentence about the score", says("The score (after ") == is_gnubg);
        check("the names of players", says("engine 0, user 0 (") != is_gnubg);
        check("the version", says("GNU Backgammon 1.07") == is_gnubg && says(env!("CARGO_PKG_VERSION")));
        let nets = ["The nets of ", "Its own nets"].iter().any(|nets| says(nets));
        check("the nets", nets == is_gnubg && says("Its own nets") == (args.contains(&"own") || lacks_nets(&outcome)));
        if is_gnubg {
            check("where they are saved", says(&format!("Settings saved to {}.", home.path(THEIRS).display())));
            check("gammon's settings stay", ours == before[0]);
            let kept = ["set rollout trials 72\n", "set output digits 4\n", "set toolbar 2\n", "set jacoby off\n"];
            check("that program's are saved", kept.iter().all(|line| theirs.contains(line)));
        } else {
            check("where they are saved", says(&format!("saved in {}", home.path(OURS).display())));
            check("that program's settings stay", theirs == before[1]);
            check("gammon's are saved", settings(&ours) == ["set output digits 5", "set rollout trials 72"]);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Whether the program has remarked that no nets of GNU Backgammon are here, which it does once.
fn lacks_nets(outcome: &Outcome) -> bool {
    let said = outcome.stderr.matches("GNU Backgammon's nets (gnubg.wd) are not found").count();
    assert!(said < 2, "{}", outcome.stderr);
    said == 1
}

/// The commands of a file of settings in order.
fn settings(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.sort_unstable();
    lines
}

/// A folder that is named has the settings, and none are read with `-r`; they are saved all the same.
#[test]
fn a_folder_of_settings_can_be_named() {
    let home = home_for(Lines::Stdin);
    home.write("here/gnubgrc", "set output digits 6\n");
    let outcome = home.run(&["-t", "-q", "-s", "here"], "save settings\n");
    assert!(outcome.stdout.ends_with("Settings saved to here/gnubgautorc.\n"), "{}", outcome.stdout);
    let saved = fs::read_to_string(home.path("here/gnubgautorc")).expect("saved");
    assert!(saved.contains("set output digits 6\n") && saved.contains("set jacoby on\n"), "{saved}");
    let outcome = home.run(&["-t", "-q", "-r"], "save settings\n");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let saved = fs::read_to_string(home.path(THEIRS)).expect("saved");
    assert!(saved.contains("set output digits 3\n") && saved.contains("set toolbar 2\n"), "{saved}");
    // In this program's words the file is the same, and its words are that program's.
    home.run(&["-t", "-q", "-e", "set output digits 2; set output theme light; save settings"], "");
    let saved = fs::read_to_string(home.path(THEIRS)).expect("saved");
    assert!(saved.contains("set output digits 2\n") && !saved.contains("theme"), "{saved}");
    assert_eq!(settings(&fs::read_to_string(home.path(OURS)).expect("there")), ["set output digits 5"]);
}

/// Where a program asks by calls, nobody can be asked for dice: the line of requests stays whole.
#[test]
fn calls_in_gnubgs_place_ask_for_no_dice() {
    let home = home_for(Lines::Stdin);
    home.write("dice.txt", "set rng manual\nset player 0 human\nnew session\n31\nshow dice\nset player 0 human\n");
    let run = |line: &str| format!("{{\"do\":\"run\",\"line\":\"{line}\"}}\n");
    let requests = run("set rng manual") + &run("new session") + &run("load commands dice.txt") + &run("show score");
    let outcome = home.run(&["--gnubg", "--calls", "-r", "-q"], &requests);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with('{')), "{}", outcome.stdout);
    assert_eq!(lines.iter().filter(|line| line.contains("\"done\"")).count(), 4, "{}", outcome.stdout);
    assert!(lines[lines.len() - 2].contains("The score (after 0 games)"), "{}", outcome.stdout);
}

/// What is saved there comes back, whatever it is, and nothing of it depends on a default of either manner.
#[test]
fn settings_saved_in_gnubgs_place_come_back() {
    let home = Home::new();
    let set = "set player 0 name Ann B\nset player 1 gnubg\nset evaluation chequerplay evaluation plies 1\n\
               set evaluation movefilter 2 0 0 5 0.2\nset rollout player 1 chequerplay plies 2\n\
               set automatic game off\n\
               set analysis threshold bad 0.1\nset rng isaac\nset beavers 1\nset tutor skill bad\n";
    let all = |home: &Home| home.run(&["-t", "-q", "-e", "show settings"], "").stdout;
    let fresh = all(&home);
    let outcome = home.run(&["-t", "-q"], &format!("{set}save settings\n"));
    assert_eq!(outcome.stderr.replace('\n', " ").matches("error").count(), 0, "{}", outcome.stderr);
    let (first, saved) = (all(&home), fs::read_to_string(home.path(THEIRS)).expect("saved"));
    for line in set.lines().filter(|line| !line.contains(" name ")).chain(["set player 0 name \"Ann B\""]) {
        assert!(!fresh.contains(&format!("{line}\n")) && first.contains(&format!("{line}\n")), "{line}: {saved}");
    }
    home.run(&["-t", "-q"], "save settings\n");
    assert_eq!(fs::read_to_string(home.path(THEIRS)).expect("saved"), saved, "saved again, it is the same");
    assert!(!home.path("config").exists(), "gammon's own settings have nothing to do with it");
}

/// A file as argument is opened first, then what the options name is run, or else the lines of standard input.
#[test]
fn a_match_as_argument_is_opened_before_lines_are_read() {
    let home = home_for(Lines::Stdin);
    home.write("other.mat", " 5 point match\n\n Game 1\n Cay : 0                  Dan : 0\n  1) 31: 8/5 6/5\n");
    home.write("turn.txt", "show turn\n");
    home.write("code.py", "import gnubg\nprint(gnubg.cubeinfo()['matchto'])\n");
    home.write("junk", "nothing of a match\n");
    // What stands at the end of both streams, without the board and the banner.
    let cases: [(&[&str], &str); 14] = [
        (&["match.mat"], "3 points|score"),
        (&["match.mat", "other.mat"], "3 points|score"),
        (&["--", "match.mat"], "3 points|score"),
        (&["match.mat", "-c", "turn.txt"], "turn"),
        (&["-c", "turn.txt", "match.mat"], "turn"),
        (&["-c", "lines.txt", "-c", "turn.txt", "match.mat"], "turn"),
        (&["-c", "turn.txt", "-p", "code.py", "match.mat"], "turn"),
        (&["match.mat", "-p", "code.py"], "3"),
        (&["match.mat", "-e", "show turn"], "turn"),
        (&["nowhere.mat"], "The file `nowhere.mat' doesn't exist|score"),
        (&["bin"], "`bin' is not a backgammon file|score"),
        (&["junk"], "The format of 'junk' is not recognized|score"),
        (&[""], "score"),
        (&["match.mat", "-c", "nowhere"], "nowhere: No such file or directory"),
    ];
    for (args, expected) in cases {
        let outcome = home.run(&[&["-t", "-q", "-r"], args].concat(), "show score\n");
        let both = format!("{}{}", outcome.stdout, outcome.stderr);
        assert_eq!(outcome.status, Some(0), "{args:?}: {both}");
        for part in expected.split('|') {
            let part = match part {
                "score" => "The score (after 0 games) is: ",
                "turn" => "on roll",
                other => other,
            };
            assert!(both.contains(part), "{args:?}: `{part}` is missing in {both}");
        }
        assert_eq!(both.contains("The score"), expected.contains("score"), "{args:?}: {both}");
        let opens = !both.contains("The file `") && args.contains(&"match.mat");
        assert_eq!(both.contains("GNU Backgammon  Position ID"), opens, "{args:?}: {both}");
        assert!(!both.contains("XGID="), "the board is that program's: {both}");
    }
}

/// Letters behind a tool's name are the tool's.
#[test]
fn tools_keep_their_letters() {
    let home = Home::new();
    let outcome = home.run(&["makebearoff", "-t", "1x2", "-f", "ts.bd"], "");
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    assert!(home.path("ts.bd").is_file());
    let outcome = home.run(&["bench", "-t"], "");
    assert!(outcome.status == Some(2) && outcome.stderr.contains("unexpected argument '-t'"), "{}", outcome.stderr);
}
