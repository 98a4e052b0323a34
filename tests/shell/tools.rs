//! The tools around the shell: `gammon doctor`, `config`, `completions`, `man`, `--version`.

use crate::support::home;

use home::Home;
use serde_json::Value;
use std::fs;

#[test]
fn the_doctor_finds_nothing_wrong_in_a_new_home() {
    let home = Home::bare();
    let outcome = home.run(&["doctor"], "");
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("right to the last bit"), "{}", outcome.stdout);
    assert!(
        outcome.stdout.lines().all(|line| line.starts_with("ok ") || line.starts_with("note")),
        "{}",
        outcome.stdout
    );
}

#[test]
fn the_doctor_names_the_line_of_a_setting_that_fails() {
    let home = Home::new();
    home.run(&["-e", "show version"], "");
    let rc = home.run(&["config", "path"], "").stdout.lines().last().expect("two paths").to_owned();
    fs::create_dir_all(std::path::Path::new(&rc).parent().expect("a folder")).expect("made");
    fs::write(&rc, "set threads 1\nset rolout trials 36\n").expect("written");
    let outcome = home.run(&["doctor", "--json"], "");
    assert_eq!(outcome.status, Some(3), "{}", outcome.stdout);
    let findings: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let bad: Vec<_> = findings.as_array().expect("a list").iter().filter(|found| found["verdict"] == "bad").collect();
    assert_eq!(bad.len(), 1, "{findings}");
    assert!(bad[0]["text"].as_str().is_some_and(|text| text.contains("gammonrc:2")), "{findings}");
}

#[test]
fn the_doctor_says_which_databases_are_loaded() {
    let home = Home::new();
    assert!(home.run(&["doctor"], "").stdout.contains("`gammon bearoff make two-sided --checkers 10` makes one"));
    let make = ["bearoff", "make", "--out", "two.bd", "two-sided", "--points", "7", "--checkers", "3"];
    let made = home.run(&make, "").stderr;
    assert!(made.contains("`load bearoff two.bd` uses it"), "{made}");
    let rc = home.run(&["config", "path"], "").stdout.lines().last().expect("two paths").to_owned();
    fs::create_dir_all(std::path::Path::new(&rc).parent().expect("a folder")).expect("made");
    fs::write(&rc, "set threads 1\nload bearoff two.bd\n").expect("written");
    let outcome = home.run(&["doctor"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stdout);
    let found = format!("two.bd: equities of 3 checkers on 7 points, 0.1 MB; loaded by {rc}:2");
    assert!(outcome.stdout.contains(&found), "{}", outcome.stdout);
    fs::write(&rc, "load bearoff two.bd\nload bearoff gone.bd\n").expect("written");
    let outcome = home.run(&["doctor"], "");
    assert!(outcome.status == Some(3) && outcome.stdout.contains(&format!("{rc}:2: gone.bd: ")), "{}", outcome.stdout);
}

#[test]
fn the_version_is_a_line_or_an_object() {
    let home = Home::new();
    let line = format!("gammon {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(home.run(&["--version"], "").stdout, line);
    assert_eq!(home.run(&["-V"], "").stdout, line);
    let outcome = home.run(&["--version", "--json"], "");
    let version: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["engine"].as_str().map(str::len), Some(64), "{version}");
}

/// The folder need not be there, and a second time changes nothing.
#[cfg(unix)]
#[test]
fn links_take_the_place_of_gnubg() {
    let home = Home::new();
    let folder = home.path("a/b");
    for _ in 0..2 {
        let outcome = home.run(&["config", "link-gnubg", &folder.display().to_string()], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        assert_eq!(outcome.stdout.lines().count(), 4, "{}", outcome.stdout);
    }
    let answer = std::process::Command::new(folder.join("gnubg")).arg("--version").output().expect("it starts");
    assert!(String::from_utf8_lossy(&answer.stdout).starts_with("GNU Backgammon"), "{answer:?}");
}

#[test]
fn settings_are_shown_and_edited() {
    let home = Home::new();
    assert!(home.run(&["config", "show"], "").stdout.contains("there is none"));
    let outcome = home.run(&["config", "edit"], "");
    assert!(outcome.status == Some(0) || outcome.stderr.contains("VISUAL"), "{}", outcome.stderr);
    let edit =
        home.command().args(["config", "edit"]).env_remove("VISUAL").env("EDITOR", "sed -i s/^#.set/set/").status();
    assert!(edit.expect("it runs").success());
    let shown = home.run(&["config", "show"], "").stdout;
    assert!(shown.lines().any(|line| line == "set threads 4"), "{shown}");
    let failed = home.command().args(["config", "edit"]).env_remove("VISUAL").env("EDITOR", "no-such-editor").output();
    let failed = failed.expect("it runs");
    assert_eq!(failed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("no-such-editor"));
}

#[test]
fn every_shell_gets_completions_that_know_the_tools() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let outcome = home.run(&["completions", shell], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        assert!(outcome.stdout.contains("doctor"), "{shell}");
    }
    assert_eq!(home.run(&["completions", "tcsh"], "").status, Some(2));
}

#[test]
fn manual_pages_cover_tools_and_commands() {
    let home = Home::new();
    let outcome = home.run(&["man", "pages"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let page = |name: &str| fs::read_to_string(home.path("pages").join(name)).expect("a page");
    assert!(page("gammon.1").contains("weights"));
    assert!(page("gammon-bearoff-make.1").contains("two\\-sided"));
    let language = page("gammon-commands.7");
    for row in ["set rollout trials", "hint", "rollout plays"] {
        assert!(language.contains(row), "{row}");
    }
}

/// Without a terminal the text is the answer: the identifier, or the board and what was found out about the decision.
#[test]
fn what_is_copied_can_be_pasted() {
    let home = Home::new();
    let begin = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10; set display off";
    let id = home.run(&["-q", "-e", begin, "-e", "copy"], "").stdout;
    assert!(id.ends_with("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n"), "{id}");
    let text = home.run(&["-q", "-e", begin, "-e", "hint 1", "-e", "copy text"], "").stdout;
    let copied = &text[text.rfind(" gammon ").expect("a board")..];
    assert!(copied.contains("*1  8/5 6/5") && copied.contains("5 of 16 plays"), "{copied}");
    // What was copied is a position that is read.
    let again = home.run(&["-q"], &format!("{copied}\nshow dice\n"));
    assert!(again.stdout.contains("31"), "{}{}", again.stdout, again.stderr);
}
