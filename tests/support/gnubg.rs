//! Runs GNU Backgammon itself, where it is installed.
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands to both programs at the start: no player plays by itself, and no questions are asked.
pub const PRELUDE: [&str; 5] = [
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set automatic roll off",
    "set automatic game off",
];

/// The program; without it the caller should return, and a line on stderr says what was skipped.
pub fn program(test: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let folders = folders.unwrap_or_default().into_iter().chain([PathBuf::from("/usr/games")]);
    let found = std::env::var_os("GNUBG").map(PathBuf::from).into_iter();
    let found = found.chain(folders.map(|folder| folder.join("gnubg"))).find(|path| path.is_file());
    if found.is_none() {
        let line = format!("SKIPPED: {test}: no gnubg here; install it or set GNUBG\n");
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    }
    found
}

/// What it prints when it is given these lines, with a home of its own.
pub fn run(program: &Path, lines: &[String]) -> String {
    let home = tempfile::tempdir().expect("a folder");
    run_in(home.path(), &["-t", "-q", "-r"], program, lines)
}

/// The same in a home that stays, with these arguments.
pub fn run_in(home: &Path, args: &[&str], program: &Path, lines: &[String]) -> String {
    answers_and_complaints(home, args, program, lines).0
}

/// What it prints, and what it complains of.
pub fn answers_and_complaints(home: &Path, args: &[&str], program: &Path, lines: &[String]) -> (String, String) {
    let mut child = Command::new(program)
        .args(args)
        .env("HOME", home)
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut text = lines.join("\n");
    text.push('\n');
    // A pipe holds only so much: it is written while the output is read.
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// What it prints on a terminal, where alone it prints rollouts, if `script` is here to make one.
///
/// Carriage returns begin lines: it writes over a line to show how far it has come.
pub fn run_on_terminal(program: &Path, lines: &[String]) -> Option<String> {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("lines"), lines.join("\n") + "\n").expect("written");
    let shell = format!("'{}' -t -q -r < lines", program.display());
    let output = Command::new("script")
        .args(["-q", "-c", &shell, "/dev/null"])
        .env("HOME", home.path())
        .env("TERM", "dumb")
        .current_dir(home.path())
        .stdin(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success());
    if output.is_none() {
        let line = "SKIPPED: rollouts of gnubg: no `script` here that makes a terminal\n";
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    }
    Some(String::from_utf8_lossy(&output?.stdout).replace('\r', "\n"))
}

/// The last identifier that follows these words in a text.
pub fn last_id<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    text.lines()
        .rev()
        .find_map(|line| line.split_once(words))
        .and_then(|(_, rest)| rest.trim_start_matches([' ', ':']).split_whitespace().next())
}

/// The two identifiers of the last board in a text.
pub fn ids(text: &str) -> Option<String> {
    Some(format!("{}:{}", last_id(text, "Position ID")?, last_id(text, "Match ID")?))
}
