//! Every operation on a file fails once: as if the disk were full, as if the file system could not do such a thing, and
//! (with `GAMMON_LONG_TESTS`) as if it were not allowed. What was there before is whole, what is there afterwards is
//! whole, and doing it again without a fault does it. Where locks and waiting for the disk are what is not supported,
//! the work is done.
//!
//! One test, for a fault is one of the whole process.

mod support;
use support::commands;

use commands::{rolled_out, run, run_all};
use gammon::command::{RolloutCommand, parse};
use gammon::eval::bearoff::Stored;
use gammon::farm::{Folder, work};
use gammon::rollout::{Journal, Unobserved};
use gammon::session::{Reply, Session};
use gammon::shell::{Interrupt, Paths, RunOptions, Runner, Script, plan_farm, prepare_bearoff};
use gammon::storage::{self, fail_after, fail_after_with, has_failed};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// No work has more operations on files.
const MOST: u64 = 500;

const POSITION: [&str; 12] = [
    "new session",
    "set turn 1",
    "set board 4HPwATDgc/ABMA",
    "set dice 31",
    "set rollout seed 3",
    "set rollout cubedecision plies 0",
    "set rollout truncation enable on",
    "set rollout truncation plies 1",
    "set rollout truncation cubedecision plies 0",
    "set rollout truncation chequerplay plies 0",
    "set rollout varredn off",
    "set threads 1",
];

fn session(folder: &Path, trials: u32) -> Session {
    let mut session = Session::new();
    session.set_rollout_folder(folder.join("rollouts"));
    run_all(&mut session, &POSITION);
    run_all(&mut session, &[&format!("set rollout trials {trials}")]);
    session
}

/// The names of all files, and what is in them.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            found.extend(files(&entry));
        } else {
            let bytes = fs::read(&entry).expect("read");
            found.push((entry, bytes));
        }
    }
    found.sort();
    found
}

/// Does something again and again, each time with the next operation failing, until none is left to fail; from the same
/// files each time. Tells how many there were.
fn with_every_fault(
    what: &str,
    prepare: impl Fn(&Path),
    work: impl Fn(&Path) -> Result<(), String>,
    check: impl Fn(&Path, bool),
) -> u64 {
    let mut most = 0;
    let all = [ErrorKind::StorageFull, ErrorKind::Unsupported, ErrorKind::PermissionDenied];
    let kinds = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { &all[..] } else { &all[..2] };
    for &kind in kinds {
        most = most.max(with_every_fault_of(kind, what, &prepare, &work, &check));
    }
    most
}

fn with_every_fault_of(
    kind: ErrorKind,
    what: &str,
    prepare: &impl Fn(&Path),
    work: &impl Fn(&Path) -> Result<(), String>,
    check: &impl Fn(&Path, bool),
) -> u64 {
    let mut done_without = 0;
    for n in 0..MOST {
        let folder = tempfile::tempdir().expect("a folder");
        prepare(folder.path());
        fail_after_with(Some(n), kind);
        let outcome = work(folder.path());
        let came = has_failed();
        fail_after(None);
        let left: Vec<_> = files(folder.path()).into_iter().map(|(path, _)| path).collect();
        let is_temporary = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "new");
        assert!(!left.iter().any(is_temporary), "{what}, fault {n}: {left:?}");
        check(folder.path(), false);
        if !came {
            assert_eq!(outcome, Ok(()), "{what}");
            check(folder.path(), true);
            let is_done_without = kind != ErrorKind::Unsupported || n == 0 || done_without > 0;
            assert!(is_done_without, "{what} is not done without locks");
            return n;
        }
        if kind == ErrorKind::Unsupported && outcome.is_ok() {
            done_without += 1;
        }
        // The disk has room again.
        work(folder.path()).unwrap_or_else(|error| panic!("{what} after fault {n}: {error}"));
        check(folder.path(), true);
    }
    panic!("{what} has no end");
}

/// A file is the old one or the new one, nothing between; the new one where the work was `done`.
fn old_or_new(path: &Path, old: &str, is_new: impl Fn(&str) -> bool, done: bool) {
    let text = fs::read_to_string(path).expect("a file");
    assert!(is_new(&text) || !done && text == old, "{}: {text}", path.display());
}

/// Runs a line as the program does.
fn shell(folder: &Path, session: Session, line: &str) -> Result<(), String> {
    let options = RunOptions { force: true, quiet: true, ..RunOptions::default() };
    let mut runner = Runner::new(session, Interrupt::default(), None, options);
    let line = line.replace("FOLDER", &folder.display().to_string());
    runner.script(Script::from_text("test", line)).map_err(|error| error.to_string())?;
    if runner.failures() == 0 { Ok(()) } else { Err("it failed".to_owned()) }
}

#[test]
fn every_operation_fails_once_and_nothing_is_lost() {
    let execute = |session: &mut Session, line: &str| run(session, line).map(|_| ()).map_err(|error| error.message);

    let old = |folder: &Path| fs::write(folder.join("file"), "old\n").expect("written");
    let n = with_every_fault(
        "save settings",
        old,
        |folder| execute(&mut session(folder, 36), &format!("save settings \"{}\"", folder.join("file").display())),
        |folder, done| {
            let whole = |text: &str| text.starts_with("# settings") && text.contains("set rollout");
            old_or_new(&folder.join("file"), "old\n", whole, done);
        },
    );
    assert!(n >= 4, "made, written, on the disk, renamed: {n}");
    let n = with_every_fault(
        "a file",
        old,
        |folder| storage::write(&folder.join("file"), b"new\n").map_err(|error| error.to_string()),
        |folder, done| old_or_new(&folder.join("file"), "old\n", |text| text == "new\n", done),
    );
    assert_eq!(n, 6, "its folder, a new file, locked, written, on the disk, put into its place");

    for (format, end) in [("csv", "\n"), ("html", "</html>\n"), ("markdown", ".\n"), ("json", "}\n")] {
        let command = format!("rollout plays best 2; export rollout {format} \"FOLDER/file\"");
        with_every_fault(
            format,
            old,
            |folder| shell(folder, session(folder, 36), &command),
            |folder, done| {
                old_or_new(&folder.join("file"), "old\n", |text| text.len() > 50 && text.ends_with(end), done);
            },
        );
    }

    // A rollout whose trials are not all written has its result, and failed.
    for (rollout, trials) in [("rollout plays best 1", 3), ("rollout horizons 0,1", 6)] {
        let line = format!("set autosave rollout off; set rollout log on; set rollout logfile FOLDER/t; {rollout}");
        for n in 0..MOST {
            let folder = tempfile::tempdir().expect("a folder");
            fail_after_with(Some(n), ErrorKind::StorageFull);
            let outcome = shell(folder.path(), session(folder.path(), 3), &line);
            let came = has_failed();
            fail_after(None);
            let written = files(folder.path()).len();
            assert_eq!(outcome.is_err(), came, "{rollout}, fault {n}: {outcome:?}, {written} trials");
            assert!(came || written == trials, "{rollout}: {written} trials");
            if !came {
                break;
            }
        }
    }

    // So does a rollout that the user wants to be saved, where that does not work.
    for n in 0..MOST {
        let folder = tempfile::tempdir().expect("a folder");
        fail_after_with(Some(n), ErrorKind::StorageFull);
        let outcome = shell(folder.path(), session(folder.path(), 3), "set autosave rollout on; rollout plays best 1");
        let came = has_failed();
        fail_after(None);
        let saved = files(&folder.path().join("rollouts"));
        let trials = |bytes: &[u8]| Journal::read(bytes).map_or(0, |journal| journal.records.trials());
        let is_saved = saved.iter().any(|(_, bytes)| trials(bytes) == 3);
        assert!(outcome.is_err() || is_saved, "a saved rollout, fault {n}: {outcome:?}");
        if !came {
            break;
        }
    }

    // A folder of which an analysis cannot be kept: the command fails, and does not go on in vain.
    let text = " 1 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5     64: 24/14\n";
    let line = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
                analyse folder \"FOLDER/matches\" \"FOLDER/analysed\"";
    for n in 0..MOST {
        let folder = tempfile::tempdir().expect("a folder");
        let matches = folder.path().join("matches");
        fs::create_dir(&matches).expect("made");
        ["one.mat", "two.mat"].iter().for_each(|name| fs::write(matches.join(name), text).expect("written"));
        fail_after_with(Some(n), ErrorKind::StorageFull);
        let outcome = shell(folder.path(), session(folder.path(), 3), line);
        let came = has_failed();
        fail_after(None);
        assert_eq!(outcome.is_err(), came, "analyse folder, fault {n}: {outcome:?}");
        assert!(came || files(&folder.path().join("analysed")).len() == 2);
        if !came {
            break;
        }
    }

    // A match, in every format that is written.
    let game = "new match 3; resign single; agree";
    for (words, end) in [
        ("save match", ")\n"),
        ("export match mat", "\n"),
        ("export match sgf", ")\n"),
        ("export match json", "}\n"),
        ("export match html", "</html>\n"),
        ("export match text", "\n"),
    ] {
        let command = format!("{game}; {words} \"FOLDER/file\"");
        with_every_fault(
            words,
            old,
            |folder| shell(folder, session(folder, 36), &command),
            |folder, done| {
                old_or_new(&folder.join("file"), "old\n", |text| text.len() > 50 && text.ends_with(end), done);
            },
        );
    }

    // Games of trials: each file is whole or not there, and the rollout is what it is without them.
    with_every_fault(
        "games of trials",
        |_| (),
        |folder| {
            let mut session = session(folder, 36);
            let name = folder.join("game");
            run_all(&mut session, &["set rollout log on", &format!("set rollout logfile \"{}\"", name.display())]);
            let reply = rolled_out(&mut session, "rollout plays best 2");
            assert_eq!(reply.result.trials(), 36);
            match &reply.note {
                Some(note) if note.contains("; then:") => Err(note.clone()),
                _ => Ok(()),
            }
        },
        |folder, done| {
            let games: Vec<_> = files(folder)
                .into_iter()
                .filter(|(path, _)| path.extension().is_some_and(|end| end == "sgf"))
                .collect();
            assert!(games.iter().all(|(_, bytes)| bytes.ends_with(b")\n") || bytes.ends_with(b")")), "whole games");
            assert!(!done || games.len() == 72, "{}", games.len());
        },
    );

    // A rollout whose file cannot be begun is refused before it begins; once begun it is finished whatever becomes of
    // its file, which holds the trials up to the fault.
    let whole = rolled_out(&mut session(Path::new("nowhere"), 72), "rollout plays best 2");
    let saved = |folder: &Path| files(&folder.join("rollouts"));
    let roll_out = |folder: &Path, trials: u32| {
        let mut session = session(folder, trials);
        run_all(&mut session, &["set autosave rollout on"]);
        match run(&mut session, "rollout plays best 2") {
            Ok(Reply::Rollout(reply)) => Ok(reply),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.message),
        }
    };
    let is_part = |bytes: &[u8]| {
        let Ok(journal) = Journal::read(bytes) else { return bytes.is_empty() };
        let all = &whole.records.candidates;
        journal
            .records
            .candidates
            .iter()
            .zip(all)
            .all(|(part, all)| part.numbered().all(|trial| all.numbered().any(|one| one == trial)))
    };
    for (what, before) in [("a rollout", 0), ("a rollout that goes on", 36)] {
        let least = |folder: &Path| {
            let trials = |bytes: &[u8]| Journal::read(bytes).map_or(0, |journal| journal.records.trials());
            saved(folder).iter().map(|(_, bytes)| trials(bytes)).max().unwrap_or(0)
        };
        with_every_fault(
            what,
            |folder| {
                if before > 0 {
                    roll_out(folder, before).expect("there is room");
                }
            },
            |folder| {
                let reply = roll_out(folder, 72)
                    .inspect_err(|error| assert!(error.contains(".rollout: "), "the file is named: {error}"))?;
                assert_eq!(reply.result.candidates, whole.result.candidates, "the result needs no file");
                Ok(())
            },
            |folder, done| {
                assert!(saved(folder).iter().all(|(_, bytes)| is_part(bytes)), "{what}");
                assert!(least(folder) >= if done { 72 } else { u64::from(before) }, "{what}: {}", least(folder));
            },
        );
    }

    // A part of a rollout.
    let plays = match parse("rollout plays best 2").expect("a command") {
        gammon::command::Command::Rollout(what) => what,
        other => panic!("{other}"),
    };
    let shard = |folder: &Path, what: &RolloutCommand| {
        let mut session = session(folder, 36);
        let reply = session.roll_out_shard(what, 36..72, &folder.join("part"), &mut Unobserved);
        reply.map(|_| ()).map_err(|error| error.message)
    };
    with_every_fault(
        "a shard",
        |_| (),
        |folder| shard(folder, &plays),
        |folder, done| {
            let Ok(bytes) = fs::read(folder.join("part")) else { return assert!(!done) };
            assert!(is_part(&bytes) && (!done || Journal::read(&bytes).expect("a part").records.trials() == 36));
        },
    );

    // Positions of a file: one line of results for each, whole or not there.
    let positions = "4HPwATDgc/ABMA\n4HnwBDBkb8gBIQ\n";
    with_every_fault(
        "rollout file",
        |folder| fs::write(folder.join("positions"), positions).expect("written"),
        |folder| shell(folder, session(folder, 36), "rollout file \"FOLDER/positions\" \"FOLDER/positions.jsonl\""),
        |folder, done| {
            let text = fs::read_to_string(folder.join("positions.jsonl")).unwrap_or_default();
            assert!(!done || text.lines().count() == 2, "{text}");
            for line in text.lines() {
                assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
            }
        },
    );

    // Shards of a farm, and results that have been fetched.
    let job = |folder: &Path| {
        let mut session = session(folder, 36);
        let what = plays.clone();
        plan_farm(&mut session, &["4HPwATDgc/ABMA:cAkWAAAAAAAA".to_owned()], &what, 36, 18).expect("a job")
    };
    with_every_fault(
        "farm run",
        |_| (),
        |folder| {
            let job = job(folder);
            let session = session(folder, 36);
            let mut shards = Folder::new(&job, &folder.join("shards"), vec![0, 1]);
            let worked = work(&session.rollout_engine(), &job, &mut shards, 1, &mut Unobserved);
            worked.map(|_| ()).map_err(|error| error.to_string())
        },
        |folder, done| {
            let shards = files(&folder.join("shards"));
            assert!(shards.iter().all(|(_, bytes)| is_part_of_any(bytes)) && (!done || shards.len() == 2));
        },
    );

    // The cache of the built-in databases, the history, a log of the session, an unsaved match.
    with_every_fault(
        "the cache",
        |_| (),
        |folder| {
            let paths = Paths::under(folder);
            prepare_bearoff(Some(&paths), true);
            // A cache that cannot be written is done without.
            if fs::metadata(paths.bearoff_cache()).is_ok() { Ok(()) } else { Err("no cache".to_owned()) }
        },
        |folder, done| {
            let cache = fs::read(Paths::under(folder).bearoff_cache());
            let is_whole = |bytes: Vec<u8>| Stored::from_bytes(&bytes).is_ok();
            assert!(cache.map_or(!done, is_whole));
        },
    );
}

/// Whether a file of a shard is whole.
fn is_part_of_any(bytes: &[u8]) -> bool {
    Journal::read(bytes).is_ok_and(|journal| journal.valid_bytes == bytes.len() && journal.records.trials() == 18)
}
