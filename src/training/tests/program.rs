//! The program `gammon-train`, run as its users run it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder that is gone after the test, in which the program runs.
struct Folder(TempDir);

/// What a run came to.
struct Outcome {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    fn run(&self, args: &[&str]) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gammon-train"));
        let Output { status, stdout, stderr } =
            command.args(args).current_dir(self.0.path()).output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Outcome { status: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}

fn objects(outcome: &Outcome) -> Vec<Value> {
    outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn numbers(array: &Value) -> Vec<f64> {
    array.as_array().expect("an array").iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// Losses and their errors are numbers, and no player is better than itself.
#[test]
fn scores_are_told_as_data() {
    let home = Folder::new();
    let table = home.run(&["test-set", "back-game", "8", "--judge", "own"]);
    assert_eq!(table.status, Some(0), "{}", table.stderr);
    std::fs::write(home.path("set.tsv"), table.stdout).expect("written");
    let told = home.run(&["score", "set.tsv", "--against", "own", "--kinds", "--json"]);
    assert_eq!(told.status, Some(0), "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let scored = &object["scored"];
    assert_eq!(object["file"], "set.tsv");
    assert_eq!(scored["loss"]["count"], 8, "{object}");
    assert_eq!((&scored["loss"], &scored["loss_less"]["mean"]), (&scored["other"]["loss"], &0.0.into()), "{object}");
    assert!(scored["rms"].as_f64().is_some_and(|rms| rms < 1e-5), "{object}");
}

#[test]
fn positions_are_labelled_and_gone_on_with() {
    let home = Folder::new();
    let ids = ["4HPwATDgc/ABMA", "bDtXAQBKZzAAOw", "4HPhASjgc/ABMA"];
    home.write("ids", &format!("# three positions\n{} the first\n\n{}\n{},7\n", ids[0], ids[1], ids[2]));
    let label = |more: &[&str]| {
        let outcome = home.run(&[&["label", "ids"], more].concat());
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        outcome
    };
    let plain = objects(&label(&[]));
    assert_eq!(plain.iter().map(|line| line["position_id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    let equity = |line: &Value| {
        let outputs = numbers(&line["outputs"]);
        2.0 * outputs[0] - 1.0 + outputs[1] + outputs[2] - outputs[3] - outputs[4]
    };
    for line in &plain {
        assert!(
            (equity(line) - line["equity"].as_f64().unwrap()).abs() < 1e-5 && line.get("cubes").is_none(),
            "{line}"
        );
    }
    // The cube is worth something to its owner, and gammons that do not count little.
    let cubes = objects(&label(&["--by", "own@1", "--cubes", "--threads", "2"]));
    let opening = numbers(&cubes[0]["cubes"]);
    assert!(opening[2] > opening[1] + 0.1 && opening[1] > opening[3] + 0.1, "{opening:?}");
    assert!((opening[0] - opening[1]).abs() < 0.05 && opening[1] > 0.05, "{opening:?}");
    assert_ne!(plain[0]["equity"], cubes[0]["equity"], "a ply deeper");
    let rolled = objects(&label(&["--rollout", "36", "--seed", "3"]));
    assert!((equity(&rolled[1]) - equity(&plain[1])).abs() < 0.1, "{}", rolled[1]);

    // A file that was cut off is gone on with; one of other positions is left alone.
    let whole = label(&[]).stdout;
    let begun = &whole[..whole.find('\n').unwrap() + 20];
    home.write("labels", begun);
    label(&["--out", "labels"]);
    let read = |name: &str| std::fs::read(home.path(name)).expect("a file");
    assert!(read("labels") == whole.as_bytes());
    home.write("labels", &format!("{}\n", whole.lines().nth(1).unwrap()));
    let other = home.run(&["label", "ids", "--out", "labels"]);
    assert_eq!(other.status, Some(2));
    assert!(
        other.stderr.contains("line 1: a label of `bDtXAQBKZzAAOw`, which is another position"),
        "{}",
        other.stderr
    );
    label(&["--f32", "--out", "numbers"]);
    assert_eq!(read("numbers").len(), 3 * 6 * 4);

    home.write("ids", "4HPwATDgc/ABMA\nnonsense\n");
    let bad = home.run(&["label", "ids"]);
    assert_eq!(bad.status, Some(2));
    assert!(bad.stderr.contains("ids: line 2: "), "{}", bad.stderr);
}

/// Whether a process handles SIGINT itself.
#[cfg(target_os = "linux")]
fn listens(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("signals");
    u64::from_str_radix(caught.trim(), 16).expect("a number") & 2 != 0
}

/// Work that was interrupted leaves what it has, and says so by its status.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_work_of_every_kind_ends_with_the_status_of_an_interrupt() {
    let kinds: [&[&str]; 3] = [
        &["net", "--out", "own.net", "--play-on", "8", "--labels", "100000000"],
        &["filter", "--out", "filter.net", "--games", "100000000", "--judge", "1"],
        &["duel", "own", "--games", "100000000", "--threads", "1"],
    ];
    for kind in kinds {
        let folder = Folder::new();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gammon-train"));
        command.args(kind).current_dir(folder.0.path());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        // A signal that comes before the program listens ends it at once, by the signal.
        while !listens(child.id()) {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{kind:?}");
    }
}
