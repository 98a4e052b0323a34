//! Farms of files: shards played in any order on any machine make one local run; missing, damaged and wrong files are
//! reported.

use crate::support::home;

use gammon::rollout::{Journal, JournalWriter};
use home::{Home, Outcome};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const SETTINGS: &str = "set threads 1; set rollout seed 7; set rollout cubedecision plies 0; \
                        set rollout truncation enable on; set rollout truncation plies 2; \
                        set rollout truncation cubedecision plies 0; set rollout varredn off";
const POSITION: &str = "4HPwATDgc/ABMA:cAkWAAAAAAAA";

fn done(outcome: Outcome) -> String {
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    outcome.stdout
}

/// Plans 144 trials of the best plays of an opening and of a position before its roll.
fn plan(home: &Home, shard: u32, more: &str) -> String {
    // A position alone is never decided, so that one run would go on beyond the job's trials.
    let second = if more.contains("decided") { "" } else { "sGfwATDgc/ABMA\n" };
    home.write("positions", &format!("# what is rolled out\n{POSITION}\n{second}"));
    let settings = format!("{SETTINGS}; {more}");
    let shard = shard.to_string();
    let name = format!("job{shard}.json");
    done(home.run(
        &["farm", "plan", "positions", "--trials", "144", "--shard", &shard, "--out", &name, "-r", "-e", &settings],
        "",
    ));
    name
}

fn play(home: &Home, job: &str, arguments: &[&str]) -> String {
    done(home.run(&[&["farm", "run", job, "-r", "--threads", "1"], arguments].concat(), ""))
}

fn merge(home: &Home, job: &str, folders: &[&str]) -> Outcome {
    home.run(&[&["farm", "merge", job], folders, &["--json", "-r"]].concat(), "")
}

/// What was found out: all but how long it took, on how many threads.
fn findings(text: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("an object");
        for key in ["seconds", "threads", "settings", "asked_for", "input"] {
            value.as_object_mut().expect("an object").remove(key);
        }
        value
    };
    text.lines().map(line).collect()
}

fn shards(home: &Home, folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(home.path(folder)).expect("listed").map(|entry| entry.expect("an entry").path()).collect();
    // Not what is still being written.
    files.retain(|file| file.extension().is_some_and(|end| end == "rollout"));
    files.sort();
    files
}

/// Three sizes of shards, slices in any order, two folders: the same bits as one local run, with every stopping rule.
#[test]
fn a_farm_finds_what_one_run_finds() {
    for more in [
        "",
        "set rollout until decided 0.3",
        "set rollout jsd stop on; set rollout jsd minimumgames 36",
        "set rollout focus on",
    ] {
        let home = Home::new();
        let mut found = Vec::new();
        for shard in [36, 50, 144] {
            let job = plan(&home, shard, more);
            play(&home, &job, &["--slice", "1/2", "--out", "b"]);
            play(&home, &job, &["--slice", "0/2", "--out", "a"]);
            found.push(findings(&done(merge(&home, &job, &["b", "a"]))));
        }
        let script = format!("{SETTINGS}; {more}; set rollout trials 144; rollout file positions local.jsonl");
        done(home.run(&["-r", "-e", &script], ""));
        let local = findings(&fs::read_to_string(home.path("local.jsonl")).expect("results"));
        assert!(!local.is_empty() && local[0]["candidates"].as_array().is_some_and(|all| all.len() > 1));
        for farm in found {
            let command = |mut value: Value| {
                value.as_object_mut().expect("an object").remove("command");
                value
            };
            let farm: Vec<_> = farm.into_iter().map(command).collect();
            assert_eq!(farm, local.iter().cloned().map(command).collect::<Vec<_>>(), "{more}");
        }
    }
}

#[test]
fn copies_are_counted_and_gaps_are_listed() {
    let home = Home::new();
    let job = plan(&home, 36, "");
    assert!(play(&home, &job, &["--out", "a"]).contains("shards played: 8 ("));
    assert!(play(&home, &job, &["--out", "a"]).contains("shards played: 0 (0 trials), there already: 8"));
    let whole = done(merge(&home, &job, &["a"]));
    assert_eq!(findings(&done(merge(&home, &job, &["a", "a"]))), findings(&whole));
    assert!(done(home.run(&["farm", "status", &job, "a", "a"], "")).contains("8 of 8 shards, 8 duplicates"));
    for gone in [1, 4, 5] {
        fs::remove_file(&shards(&home, "a")[gone - usize::from(gone > 1) - usize::from(gone > 4)]).expect("removed");
    }
    let outcome = merge(&home, &job, &["a"]);
    assert_eq!((outcome.status, &*outcome.stdout), (Some(3), "1,4-5\n"), "{}", outcome.stderr);
    assert!(done(home.run(&["farm", "status", &job, "a"], "")).contains("missing: 1,4-5"));
    play(&home, &job, &["--index", "4", "--out", "a"]);
    assert_eq!(merge(&home, &job, &["a"]).stdout, "1,5\n");
    play(&home, &job, &["--out", "a"]);
    assert_eq!(findings(&done(merge(&home, &job, &["a"]))), findings(&whole));
}

#[test]
fn a_shard_that_is_not_the_same_stops_the_merge() {
    let home = Home::new();
    let job = plan(&home, 72, "");
    play(&home, &job, &["--out", "a"]);
    let path = shards(&home, "a")[1].clone();
    // A right check over a record that no machine plays.
    let journal = Journal::read(&fs::read(&path).expect("a shard")).expect("a journal");
    let mut records = journal.records.clone();
    let mut trials: Vec<_> = records.candidates[0].numbered().map(|(_, record)| *record).collect();
    trials.swap(3, 4);
    records.candidates[0] = trials.into();
    fs::create_dir(home.path("b")).expect("a folder");
    let file = fs::File::create(home.path("b/other.rollout")).expect("a file");
    JournalWriter::begin(file, &records, &journal.description).expect("written");
    let outcome = merge(&home, &job, &["a", "b"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stdout);
    let named = [path.file_name().expect("a name").to_string_lossy().into_owned(), "other.rollout".to_owned()];
    assert!(named.iter().all(|name| outcome.stderr.contains(name)) && outcome.stderr.contains("conflict"));
    // A file that is cut off is no shard, and is played again.
    fs::remove_file(home.path("b/other.rollout")).expect("removed");
    let bytes = fs::read(&path).expect("a shard");
    fs::write(&path, &bytes[..bytes.len() - 9]).expect("written");
    let outcome = merge(&home, &job, &["a"]);
    assert!(outcome.stdout == "1\n" && outcome.stderr.contains("damaged"), "{}{}", outcome.stdout, outcome.stderr);
    play(&home, &job, &["--out", "a"]);
    assert_eq!(fs::read(&path).expect("a shard"), bytes);
}

/// A worker that is killed loses the shard in its hands and no other.
#[cfg(unix)]
#[test]
fn a_killed_worker_loses_one_shard() {
    let home = Home::new();
    let job = plan(&home, 4, "set rollout truncation enable off");
    let mut child =
        home.command().args(["farm", "run", &job, "-r", "--threads", "1", "--out", "a"]).spawn().expect("starts");
    while !home.path("a").exists() || shards(&home, "a").len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().expect("killed");
    child.wait().expect("it ends");
    let text = play(&home, &job, &["--out", "a"]);
    let left: u64 =
        text.split("were there").next().and_then(|t| t.split_whitespace().last()?.parse().ok()).expect(&text);
    assert!(left >= 3, "{text}");
    done(merge(&home, &job, &["a"]));
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let home = Home::new();
    let job = plan(&home, 72, "");
    let text = fs::read_to_string(home.path(&job)).expect("a job");
    for (from, to, why) in [
        ("\"shard\": 72", "\"shard\": 36", "changed after it was made"),
        ("gammon farm 1", "gammon farm 2", "of format `gammon farm 2`"),
        ("\"value\": 1,", "\"value\": 3,", "power of two"),
        ("{", "[", "not a job file"),
    ] {
        home.write("crafted.json", &text.replacen(from, to, 1));
        let outcome = home.run(&["farm", "run", "crafted.json", "-r"], "");
        assert!(outcome.status != Some(0) && outcome.stderr.contains(why), "{why}: {}", outcome.stderr);
    }
    let outcome = home.run(&["farm", "run", &job, "-r", "--index", "99"], "");
    assert!(outcome.stderr.contains("there is no shard 99: the job has 4"), "{}", outcome.stderr);
    let twice = home.run(&["farm", "plan", POSITION, POSITION, "--trials", "9", "--out", "x.json", "-r"], "");
    assert!(twice.stderr.contains("are the same rollout"), "{}", twice.stderr);
    let outcome = home.run(&["farm", "run", &job, "--slice", "2/2"], "");
    assert!(outcome.status == Some(2) && outcome.stderr.contains("a slice is I/N"), "{}", outcome.stderr);
}

/// One process for each shard, two at a time; one of them is killed, and parallel starts it again.
#[cfg(unix)]
#[test]
fn gnu_parallel_is_an_engine() {
    let home = Home::new();
    let job = plan(&home, 36, "");
    // The first process that plays shard 2 is gone before it has begun.
    let line = format!(
        "[ {{}} = 2 ] && mkdir once 2>/dev/null && kill -9 $$; {:?} farm run {job} -r --threads 1 --index {{}} --out a",
        home::binary().display().to_string()
    );
    let mut parallel = std::process::Command::new("parallel");
    home.surround(&mut parallel);
    let arguments = ["--will-cite", "-j", "2", "--retries", "3", &line, ":::"];
    let indices: Vec<String> = (0..8).map(|index| index.to_string()).collect();
    parallel.current_dir(home.path("")).args(arguments).args(&indices);
    let output = parallel.output().expect("GNU parallel is installed (apt-get install parallel)");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && home.path("once").exists(), "{said}");
    let by_parallel = findings(&done(merge(&home, &job, &["a"])));
    play(&home, &job, &["--out", "b"]);
    assert_eq!(by_parallel, findings(&done(merge(&home, &job, &["b"]))));
}
