//! Killed at any moment, a saved rollout goes on and ends with the bits of one that was left alone.
//!
//! Five kills; `GAMMON_LONG_TESTS=1` makes it fifty.

use crate::support::home;

use gammon::rollout::{Journal, Records, Trials};
use home::Home;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Three plays that are given up and taken up again on the way: without variance reduction and with a low limit the
/// rule changes its mind often.
const BEGIN: &str = "set autosave rollout on\nset threads 2\nset player both human\nset automatic game off\n\
    new session\nset turn 1\nset board rPcAALBu7wAAAA\nset dice 62\n\
    set rollout seed 7\nset rollout cubedecision plies 0\nset rollout trials TRIALS\nset rollout varredn off\n\
    set rollout jsd stop on\nset rollout jsd minimumgames 36\nset rollout jsd limit 2\n\
    rollout plays 1 2 3\n";
/// Enough to take a second or so.
const TRIALS: usize = 8000;
const RESUME: &str = "set autosave rollout on\nset threads 2\nrollout resume\n";

/// The saved rollouts of a home.
fn saved(home: &Home) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.path("data/gammon/rollouts")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "rollout")).collect()
}

fn records(home: &Home) -> Option<Records> {
    let paths = saved(home);
    assert!(paths.len() < 2, "one rollout, one file: {paths:?}");
    let bytes = fs::read(paths.first()?).expect("readable");
    Some(Journal::read(&bytes).expect("whatever happened, the file is a journal").records)
}

/// Starts the rollout, or goes on with it where there is something to go on with.
fn start(home: &Home, by_command: bool) -> Child {
    let script = if by_command && !saved(home).is_empty() { "resume.gbs" } else { "begin.gbs" };
    let mut command = home.command();
    command.arg(script).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

fn finish(home: &Home) -> Records {
    let status = start(home, true).wait().expect("it ends");
    assert!(status.success(), "{status}");
    records(home).expect("saved")
}

#[test]
fn a_killed_rollout_ends_as_if_it_had_been_left_alone() {
    let kills = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { 50 } else { 5 };
    let home = Home::new();
    home.write("begin.gbs", &BEGIN.replace("TRIALS", &TRIALS.to_string()));
    home.write("resume.gbs", RESUME);
    let whole = finish(&home);
    let lengths: Vec<_> = whole.candidates.iter().map(Trials::len).collect();
    assert_eq!(lengths[0], TRIALS, "{lengths:?}");
    assert!(lengths.iter().any(|&n| n < TRIALS), "a play is given up: {lengths:?}");
    fs::remove_dir_all(home.path("data")).expect("removed");

    let (mut seed, mut done, mut within) = (12_345_u64, 0, 0);
    while done < kills {
        let mut child = start(&home, done % 2 == 0);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis((seed >> 33) % 1200));
        if child.try_wait().expect("a child").is_some() {
            assert!(records(&home).as_ref() == Some(&whole), "after {done} kills");
            fs::remove_dir_all(home.path("data")).expect("removed");
            continue;
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
        done += 1;
        if let Some(cut) = records(&home) {
            within += 1;
            for (cut, whole) in cut.candidates.iter().zip(&whole.candidates) {
                assert!(cut.in_order() == &whole.in_order()[..cut.len()], "what is saved is a beginning of the whole");
            }
        }
    }
    assert!(within > 0, "no kill came within a rollout");
    assert!(finish(&home) == whole);
}

/// A rollout whose file somebody removes goes on, has its result, and says that it is not saved.
#[cfg(unix)]
#[test]
fn a_file_that_is_removed_meanwhile_is_missed() {
    let home = Home::new();
    home.write("begin.gbs", &BEGIN.replace("TRIALS", "1000000"));
    let mut command = home.command();
    command.arg("begin.gbs").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    while saved(&home).is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    fs::remove_file(&saved(&home)[0]).expect("removed");
    // It ends with what it has.
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    let output = child.wait_with_output().expect("it ends");
    let [out, told] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    // Sentences are broken at the width of the answer.
    let said = format!("{out}{told}").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("the file was removed or replaced meanwhile"), "{out}{told}");
    assert!(out.contains("trials") && !output.status.success(), "{out}{told}");
    assert!(saved(&home).is_empty());
}
