//! Saved rollouts and other programs, damage, and what lies in the way: nothing is lost and nothing is passed over in
//! silence.

use crate::support::home;

use gammon::rollout::{CUBEFUL, Fixed, Journal, JournalWriter, Records, Trials};
use gammon::words::counted;
use home::{Home, Outcome};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// A decision that takes a second or two with many trials, and no time with few.
fn decision(trials: u32) -> String {
    format!(
        "set threads 1; new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout seed 7; \
         set rollout cubedecision plies 0; set rollout truncation enable on; set rollout truncation plies 1; \
         set rollout varredn off; set rollout trials {trials}"
    )
}

fn rollouts(home: &Home) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.path("data/gammon/rollouts")) else { return Vec::new() };
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn text(output: &Output) -> (Option<i32>, String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (output.status.code(), out, err)
}

/// A shard of 72 trials of the best two plays from trial `first` on.
fn shard(home: &Home, first: u32, name: &str) -> PathBuf {
    let first = first.to_string();
    let outcome = home.run(
        &[
            "rollout",
            "shard",
            "--what",
            "plays best 2",
            "--first",
            &first,
            "--trials",
            "72",
            "--out",
            name,
            "-e",
            &decision(1),
        ],
        "",
    );
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    home.path(name)
}

fn merged(home: &Home, parts: &[&str]) -> Outcome {
    home.run(&[&["rollout", "merge"], parts].concat(), "")
}

/// One of two programs with one rollout works, the other reports which file is in use; the file is whole.
#[test]
fn two_programs_do_not_write_one_file() {
    let home = Home::new();
    let script = format!("set autosave rollout on; {}; rollout plays best 2", decision(600));
    let start = || {
        let mut command = home.command();
        command.args(["-e", &script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let outputs = [start(), start()].map(|child| text(&child.wait_with_output().expect("it ends")));
    let saved = |(status, out, _): &&(Option<i32>, String, String)| *status == Some(0) && out.contains("saved in ");
    let refused = |(status, _, err): &&(Option<i32>, String, String)| {
        *status == Some(3) && err.contains(".rollout: another program is rolling this out")
    };
    // If one was done before the other began, both may have worked, one after the other.
    let (saved, refused) = (outputs.iter().filter(saved).count(), outputs.iter().filter(refused).count());
    assert!(saved == 2 || (saved, refused) == (1, 1), "{outputs:?}");
    assert_eq!(rollouts(&home).len(), 1, "one file and nothing beside it");
    let again = home.run(&["-e", &script], "");
    assert!(again.stdout.contains("nothing was played now"), "{}", again.stdout);
}

#[test]
fn a_damaged_part_is_not_merged() {
    let home = Home::new();
    shard(&home, 0, "a.rollout");
    let part = shard(&home, 72, "b.rollout");
    let whole = merged(&home, &["a.rollout", "b.rollout"]);
    assert!(whole.status == Some(0) && whole.stdout.contains("144 trials"), "{}{}", whole.stdout, whole.stderr);
    let bytes = fs::read(&part).expect("a part");
    let mut flipped = bytes.clone();
    flipped[bytes.len() * 3 / 4] ^= 1;
    for damaged in [&bytes[..bytes.len() - 3000], &flipped] {
        fs::write(&part, damaged).expect("written");
        let outcome = merged(&home, &["a.rollout", "b.rollout"]);
        assert_eq!(outcome.status, Some(3), "{}", outcome.stdout);
        assert!(outcome.stderr.contains("b.rollout: ") && outcome.stderr.contains("damaged"), "{}", outcome.stderr);
    }
    // Asking for the part again mends it.
    shard(&home, 72, "b.rollout");
    assert_eq!(merged(&home, &["a.rollout", "b.rollout"]).stdout, whole.stdout);
}

/// A journal as earlier versions began it, with their description of the rollout.
fn as_saved_earlier(path: &Path) {
    let journal = Journal::read(&fs::read(path).expect("a part")).expect("a journal");
    let now: serde_json::Value = serde_json::from_slice(&journal.description).expect("an object");
    let order = &now["order"];
    let earlier = serde_json::json!({
        "gnubg_id": now["gnubg_id"], "kind": order["job"]["kind"], "plays": now["names"],
        "settings": order["settings"], "engine": now["engine"], "beavers": 3,
    });
    let file = fs::File::create(path).expect("written");
    JournalWriter::begin(file, &journal.records, earlier.to_string().as_bytes()).expect("written");
}

#[test]
fn journals_of_earlier_versions_are_read() {
    let home = Home::new();
    let parts = [shard(&home, 0, "a.rollout"), shard(&home, 72, "b.rollout")];
    let whole = merged(&home, &["a.rollout", "b.rollout"]);
    as_saved_earlier(&parts[0]);
    assert_eq!(merged(&home, &["a.rollout", "b.rollout"]).stdout, whole.stdout);
    let outcome = home.run(&["-e", "rollout resume a.rollout"], "");
    assert!(outcome.stdout.contains("nothing was played now"), "{}{}", outcome.stdout, outcome.stderr);
}

/// Right checks over contents that no rollout has: candidates that the job lacks, a cube that does not exist, another
/// position, settings that were never worked out.
#[test]
fn crafted_journals_are_refused() {
    let home = Home::new();
    let path = shard(&home, 0, "a.rollout");
    let journal = Journal::read(&fs::read(&path).expect("a part")).expect("a journal");
    let text = String::from_utf8(journal.description.clone()).expect("text");
    let write = |records: &Records, text: &str| {
        let file = fs::File::create(&path).expect("written");
        JournalWriter::begin(file, records, text.as_bytes()).expect("written");
    };
    let refused = |why: &str| {
        for arguments in [&["rollout", "merge", "a.rollout"][..], &["-e", "rollout resume a.rollout"]] {
            let outcome = home.run(arguments, "");
            assert_eq!(outcome.status, Some(3), "{why}: {}{}", outcome.stdout, outcome.stderr);
            assert!(outcome.stderr.contains(why), "{why}: {}", outcome.stderr);
        }
    };
    for candidates in [0, 1, 3, 65_535] {
        let mut records = journal.records.clone();
        records.candidates.resize(candidates, Trials::new());
        write(&records, &text);
        refused(&counted(candidates, "candidate"));
    }
    for (value, why) in [(1_000.0, "trial 6 of candidate 2 has numbers"), (-1_228_800.0, "trial 6 of candidate 2 has")]
    {
        let mut records = journal.records.clone();
        records.candidates[1] = Trials::new();
        for (trial, record) in journal.records.candidates[1].numbered() {
            let mut record = *record;
            if trial == 5 {
                record.values[CUBEFUL] = Fixed::from_f64(value);
            }
            records.candidates[1].insert(trial, record);
        }
        write(&records, &text);
        refused(why);
    }
    let another_id = text.replacen("\"gnubg_id\":\"4HPwATDgc/ABMA", "\"gnubg_id\":\"4PPgASTgc/ABMA", 1);
    for (crafted, why) in [
        (text.replacen("\"value\":1,", "\"value\":3,", 1), "power of two"),
        (text.replacen("\"names\":[", "\"names\":[\"8/5\",", 1), "not a play for"),
        (text.replacen("\"luck_by\"", "\"lucky\"", 1).replacen("\"trials\"", "\"trails\"", 1), "missing field"),
        (text.replacen("\"rng\":\"Mersenne\"", "\"rng\":{\"Bbs\":21}", 1), "unknown variant `Bbs`, expected one of"),
        (another_id, "another position"),
    ] {
        assert_ne!(crafted, text, "{why}");
        write(&journal.records, &crafted);
        refused(why);
    }
}

/// A resumed rollout is saved where it was, whatever the settings.
#[test]
fn what_is_resumed_is_saved_again() {
    let home = Home::new();
    let path = shard(&home, 0, "a.rollout");
    let before = fs::read(&path).expect("a file").len();
    let outcome = home.run(&["-e", "set threads 1; rollout resume a.rollout; rollout extend 36"], "");
    assert!(outcome.stdout.contains("saved in a.rollout"), "{}{}", outcome.stdout, outcome.stderr);
    let again = home.run(&["-e", "rollout resume a.rollout"], "");
    assert!(again.stdout.contains("nothing was played now"), "{}", again.stdout);
    assert!(fs::read(&path).expect("a file").len() >= before);
}

/// Damage is reported, and the damaged trials are played again.
#[test]
fn damage_is_told_and_played_again() {
    let home = Home::new();
    let path = shard(&home, 0, "a.rollout");
    let bytes = fs::read(&path).expect("a file");
    fs::write(&path, &bytes[..bytes.len() - 1000]).expect("written");
    let outcome = home.run(&["-e", "rollout resume a.rollout"], "");
    assert!(outcome.stdout.contains("the end of a.rollout was damaged ("), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("72 trials"), "{}", outcome.stdout);
}

/// Files of others, and links, are left as they are.
#[test]
fn what_lies_in_the_way_is_left_alone() {
    let home = Home::new();
    let script = format!("set autosave rollout on; {}; rollout plays best 2", decision(36));
    assert_eq!(home.run(&["-e", &script], "").status, Some(0));
    let [path] = rollouts(&home).try_into().expect("one file");
    let of_later = |path: &Path| fs::write(path, b"gammonR9 and more").expect("written");
    let foreign = |path: &Path| fs::write(path, b"my notes").expect("written");
    for put in [of_later as fn(&Path), foreign] {
        put(&path);
        let before = fs::read(&path).expect("a file");
        let outcome = home.run(&["-e", &script], "");
        assert!(outcome.status == Some(3) && outcome.stderr.contains("left as it is"), "{}", outcome.stderr);
        assert_eq!(fs::read(&path).expect("a file"), before);
        assert_eq!(rollouts(&home).len(), 1);
    }
    #[cfg(unix)]
    {
        fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink(home.path("gone"), &path).expect("a link");
        let outcome = home.run(&["-e", &script], "");
        assert!(outcome.status == Some(3) && path.is_symlink(), "{}", outcome.stderr);
        // A link planted where a temporary file used to be is not followed.
        let [victim, part] = ["victim", "out.part"].map(|name| home.path(name));
        fs::write(&victim, b"precious").expect("written");
        std::os::unix::fs::symlink(&victim, &part).expect("a link");
        let made = home.run(&["bearoff", "make", "one-sided", "--points", "6", "--out", "out.bd"], "");
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        assert!(fs::read(&victim).expect("a file") == b"precious" && part.is_symlink());
    }
}

#[test]
fn a_shard_beyond_all_trials_is_refused() {
    let home = Home::new();
    let first = u64::MAX.to_string();
    let outcome = home.run(
        &[
            "rollout",
            "shard",
            "--what",
            "position",
            "--first",
            &first,
            "--trials",
            "3",
            "--out",
            "a.rollout",
            "-e",
            &decision(1),
        ],
        "",
    );
    assert!(outcome.status != Some(0) && outcome.stderr.contains("there is no trial"), "{}", outcome.stderr);
    assert!(!home.path("a.rollout").exists());
}

/// A part is never cut short: with fewer trials it needs another file.
#[test]
fn a_part_with_more_trials_is_not_written_over() {
    let home = Home::new();
    let path = shard(&home, 0, "a.rollout");
    let before = fs::read(&path).expect("a part");
    let script = decision(1);
    let arguments = ["--what", "plays best 2", "--first", "0", "--trials", "36", "--out", "a.rollout", "-e", &script];
    let outcome = home.run(&[&["rollout", "shard"], &arguments[..]].concat(), "");
    assert!(outcome.stderr.contains("a.rollout holds 72 trials already"), "{}", outcome.stderr);
    assert_eq!(fs::read(&path).expect("a part"), before);
}

/// Rules of stopping are about a whole rollout: whatever the user has set, a part plays the trials that were asked for,
/// and the parts are a rollout without a hole.
#[test]
fn a_part_plays_all_its_trials_under_every_rule() {
    let limit = "set rollout limit enable on; set rollout limit minimumgames 36; set rollout limit maxerror 0.9";
    let jsd = "set rollout jsd stop on; set rollout jsd minimumgames 36; set rollout jsd limit 0.01";
    let rules = [
        limit,
        jsd,
        "set rollout until decided 0.0; set rollout until time 1s",
        "set rollout until error 0.9; set rollout until trials 36",
        "set rollout until error 0.0001",
        &format!("{limit}; {jsd}; set rollout focus on; set rollout until decided; set rollout until trials 9"),
    ];
    let home = Home::new();
    let parts = ["--first 0 --trials 72 --out a", "--first 72 --trials 90 --out b"];
    let play = |rule: &str| {
        for part in parts {
            let script = format!("{}; {rule}", decision(1));
            let mut arguments = vec!["rollout", "shard", "-r", "--what", "plays best 2", "-e", &script];
            arguments.extend(part.split(' '));
            let outcome = home.run(&arguments, "");
            assert_eq!(outcome.status, Some(0), "{rule}: {}", outcome.stderr);
        }
        let whole = home.run(&["rollout", "merge", "a", "b", "--json"], "");
        assert_eq!(whole.status, Some(0), "{rule}: {}", whole.stderr);
        for part in ["a", "b"] {
            fs::remove_file(home.path(part)).expect("a part");
        }
        let told: serde_json::Value = serde_json::from_str(&whole.stdout).expect("JSON");
        told["candidates"].clone()
    };
    let expected = play("set rollout until off");
    assert_eq!(expected[0]["trials"], 162, "{expected}");
    for rule in rules {
        assert_eq!(play(rule), expected, "{rule}");
    }
}
