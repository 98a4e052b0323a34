//! Signals: what is running is stopped, what there is is saved and printed, and the status names the signal.
#![cfg(unix)]

use crate::support::home;

use home::{Home, Outcome, binary};
use rexpect::session::spawn_command;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A rollout that never ends by itself.
const ENDLESS: &str =
    "new session; set turn 1; set board 4HPwATDgc/ABMA; set rollout seed 1; set rollout trials 1000000; rollout";

fn spawn(home: &Home, arguments: &[&str]) -> Child {
    let mut command = home.command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn send(child: &Child, signal: &str) {
    let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
}

/// Waits for the end, but not for ever.
fn end(mut child: Child) -> Outcome {
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("asked") {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("the program goes on after the signal");
        }
        sleep(Duration::from_millis(5));
    };
    let text = |from: Option<Box<dyn Read>>| {
        let mut text = String::new();
        from.map(|mut from| from.read_to_string(&mut text)).transpose().expect("text");
        text
    };
    Outcome {
        status: status.code(),
        stdout: text(child.stdout.take().map(|out| Box::new(out) as Box<dyn Read>)),
        stderr: text(child.stderr.take().map(|err| Box::new(err) as Box<dyn Read>)),
    }
}

/// The requests to end that the program can be sent here with the status that names each. A hangup that is ignored, as
/// under `nohup`, is ignored by whatever is started.
fn requests() -> impl Iterator<Item = (&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let ignores_hangups = ignored.unwrap_or(0) & 1 == 1;
    let all = [("TERM", 143), ("HUP", 129), ("INT", 130)];
    all.into_iter().filter(move |(signal, _)| *signal != "HUP" || !ignores_hangups)
}

/// Waits until the program has written to standard error.
fn wait_for_news(child: &mut Child) {
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().expect("piped")).read_line(&mut line).expect("text");
    assert!(!line.is_empty());
}

#[test]
fn a_program_that_waits_for_commands_ends_at_once() {
    for (signal, status) in requests() {
        let home = Home::new();
        let mut child = spawn(&home, &[]);
        child.stdin.as_mut().expect("piped").write_all(b"show version\n").expect("written");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("text");
        send(&child, signal);
        // The pipe stays open: only the signal ends it.
        let pipe = child.stdin.take();
        assert_eq!(end(child).status, Some(status), "{signal}");
        drop(pipe);
    }
}

#[test]
fn a_program_that_waits_for_a_pipe_with_a_name_ends_at_once() {
    let home = Home::new();
    assert!(Command::new("mkfifo").arg(home.path("pipe")).status().expect("mkfifo runs").success());
    let child = spawn(&home, &["pipe"]);
    sleep(Duration::from_millis(500));
    send(&child, "INT");
    assert_eq!(end(child).status, Some(130));
}

#[test]
fn requests_to_end_save_and_print_what_there_is() {
    for (signal, status) in requests() {
        let home = Home::new();
        let script = format!("set autosave rollout on; set threads 1; {ENDLESS}; show version");
        let mut child = spawn(&home, &["-e", &script]);
        wait_for_news(&mut child);
        send(&child, signal);
        let outcome = end(child);
        assert_eq!(outcome.status, Some(status), "{signal}: {}", outcome.stderr);
        assert!(outcome.stdout.contains("Stopped by you after"), "{signal}: {}", outcome.stdout);
        assert!(
            !outcome.stdout.lines().any(|line| line == concat!("gammon ", env!("CARGO_PKG_VERSION"))),
            "nothing follows: {}",
            outcome.stdout
        );
        let saved = std::fs::read_dir(home.path("data/gammon/rollouts")).expect("a folder").count();
        assert_eq!(saved, 1, "{signal}");
    }
}

#[test]
fn a_shell_at_a_terminal_ends_and_leaves_the_terminal_as_it_was() {
    let home = Home::new();
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg("echo $$ > pid; stty -g > before; \"$0\"; echo status $?; stty -g > after; echo over")
        .arg(binary());
    home.surround(&mut command);
    command.env("TERM", "xterm").env("NO_COLOR", "1").current_dir(home.path(""));
    let mut session = spawn_command(command, Some(60_000)).expect("a terminal");
    session.exp_string("(No game) ").expect("a prompt");
    let pid = std::fs::read_to_string(home.path("pid")).expect("written");
    let killed = Command::new("pkill").args(["-TERM", "-P", pid.trim()]).status().expect("pkill runs");
    assert!(killed.success());
    session.exp_string("status 143").expect("it ends");
    session.exp_string("over").expect("the shell goes on");
    let [before, after] = ["before", "after"].map(|name| std::fs::read_to_string(home.path(name)).expect("written"));
    assert_eq!(before, after);
}

#[test]
fn hangups_stay_ignored_where_they_were() {
    let home = Home::new();
    let mut command = Command::new("sh");
    command.arg("-c").arg("trap '' HUP; exec \"$0\"").arg(binary()).current_dir(home.path(""));
    home.surround(&mut command);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.as_mut().expect("piped").write_all(b"show version\n").expect("written");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("text");
    send(&child, "HUP");
    child.stdin.as_mut().expect("piped").write_all(b"show version\n").expect("written");
    child.stdin.take();
    let outcome = end(child);
    assert_eq!((outcome.status, outcome.stdout.contains("gammon")), (Some(0), true), "{}", outcome.stderr);
}

#[test]
fn interrupted_work_of_every_kind_ends_with_the_status_of_the_signal() {
    let kinds: [&[&str]; 3] = [
        &["bearoff", "make", "--out", "big.bd", "one-sided", "--points", "12"],
        &["bearoff", "make", "--out", "hyper.bd", "hypergammon"],
        &["bench"],
    ];
    for kind in kinds {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let home = Home::new();
            let mut command = home.command();
            command.args(kind).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let child = command.spawn().expect("the program starts");
            sleep(Duration::from_millis(700));
            send(&child, signal);
            let outcome = end(child);
            assert_eq!(outcome.status, Some(status), "{kind:?}: {}", outcome.stderr);
        }
    }
}

#[test]
fn a_file_that_reaches_its_limit_costs_no_result() {
    let home = Home::new();
    let script = "set autosave rollout on; set threads 1; new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; \
                  set rollout seed 1; set rollout trials 720; set rollout cubedecision plies 0; \
                  set rollout truncation enable on; set rollout truncation plies 1; rollout plays best 2";
    let mut command = Command::new("bash");
    command.arg("-c").arg("ulimit -f 8; exec \"$0\" \"$@\"").arg(binary()).args(["-e", script]);
    home.surround(&mut command);
    // The program's own databases are larger than that, too.
    let output = command.current_dir(home.path("")).stdin(Stdio::null()).output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // The result is there, and the script fails: to be saved was asked for.
    assert_eq!(output.status.code(), Some(3), "{out}{err}");
    assert!(out.contains("720 trials") && (out.contains("not saved") || err.contains("not saved")), "{out}{err}");
}
