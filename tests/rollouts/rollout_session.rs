//! Rollouts by command: settings that must reach the trials, parts put together, continued, extended.

use crate::support;
use crate::support::commands;

use commands::{rolled_out, run, run_all};
use gammon::command::{Command, RolloutCommand, parse};
use gammon::rollout::{self, Control, End, Progress, RolloutResult, Unobserved};
use gammon::session::{self, Figures, Reply, RolloutReply, Session, SessionError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tempfile::TempDir;

/// A session with a contact position on the table and rollouts that take little time.
fn quick() -> Session {
    let mut session = Session::new();
    let lines = [
        "set display off",
        "new session",
        "set turn 1",
        "set board 4HPwATDgc/ABMA",
        "set rollout trials 36",
        "set rollout seed 7",
        "set rollout cubedecision plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 3",
        "set rollout truncation cubedecision plies 0",
    ];
    run_all(&mut session, &lines);
    session
}

/// The nets' own efficiencies change equities with a cube and nothing else; numbers that somebody has set come first.
#[test]
fn nets_say_how_live_cubes_are() {
    let mut session = quick();
    let by_nets = rolled_out(&mut session, "rollout position");
    assert!(by_nets.settings().efficiency.asks_nets(), "they are asked by default");
    run_all(&mut session, &["set cubeefficiency by numbers"]);
    let usual = rolled_out(&mut session, "rollout position");
    let estimates = |reply: &RolloutReply| reply.result.candidates[0].estimates;
    let cubeful = |reply: &RolloutReply| estimates(reply).cubeful.expect("cubeful").equity.mean;
    assert!((cubeful(&usual) - cubeful(&by_nets)).abs() > 1e-3, "{} {}", cubeful(&usual), cubeful(&by_nets));
    assert_ne!(usual.records.fingerprint, by_nets.records.fingerprint);
    run_all(&mut session, &["set cubeefficiency contact 0.2"]);
    let by_numbers = rolled_out(&mut session, "rollout position");
    run_all(&mut session, &["set cubeefficiency by nets"]);
    assert_eq!(cubeful(&rolled_out(&mut session, "rollout position")), cubeful(&by_numbers));
}

#[test]
fn the_cube_efficiency_reaches_the_trials() {
    let mut session = quick();
    let usual = rolled_out(&mut session, "rollout position");
    run_all(&mut session, &["set cubeefficiency contact 0.2"]);
    let dead = rolled_out(&mut session, "rollout position");
    assert!((dead.settings().efficiency.contact - 0.2).abs() < 1e-6);
    assert_ne!(usual.records.fingerprint, dead.records.fingerprint);
    assert_eq!(usual.result.candidates[0].trials, dead.result.candidates[0].trials, "nothing was continued");
    let equity = |reply: &RolloutReply| reply.result.candidates[0].estimates.cubeful.expect("cubeful").equity.mean;
    assert!((equity(&usual) - equity(&dead)).abs() > 1e-3, "{} {}", equity(&usual), equity(&dead));
    // A cubeless equity has no cube to be live or dead.
    run_all(&mut session, &["set cubeefficiency contact 0.68"]);
    let again = rolled_out(&mut session, "rollout position");
    assert!(again.records == usual.records);
}

/// Stops a rollout after so many rounds.
struct StopAfter(u64);

impl rollout::Observer for StopAfter {
    fn progress(&mut self, progress: &Progress<'_>) -> Control {
        if progress.round >= self.0 { Control::Stop } else { Control::Continue }
    }
}

impl session::Host for StopAfter {}

/// A rollout that is stopped after this many rounds. Of several threads one may be far ahead of a round that another
/// has not finished.
fn interrupted(session: &mut Session, line: &str, rounds: u64) -> Arc<RolloutReply> {
    run_all(session, &["set threads 1"]);
    match session.execute(&parse(line).expect("a command"), &mut StopAfter(rounds)) {
        Ok(Reply::Rollout(reply)) => reply,
        other => panic!("{line} gave {other:?}"),
    }
}

/// The answer of a rollout without the reason of its end, which a merged one does not have.
fn told(reply: &RolloutReply) -> RolloutResult {
    let mut result = reply.result.clone();
    result.end = None;
    result
}

/// Plays part `first .. first + trials` into a file.
fn shard(session: &mut Session, what: &str, first: u64, trials: u64, file: &Path) {
    let Command::Rollout(what) = parse(what).expect("a command") else { panic!("{what} is no rollout") };
    session.roll_out_shard(&what, first..first + trials, file, &mut Unobserved).expect("a part");
}

fn merge(session: &mut Session, files: &[PathBuf]) -> Result<Reply, SessionError> {
    let files = files.iter().map(|file| file.display().to_string()).collect();
    session.execute(&Command::Rollout(RolloutCommand::Merge(files)), &mut Unobserved)
}

const KINDS: [&str; 3] = ["rollout position", "rollout plays 1 2 3", "rollout cube"];

#[test]
fn any_split_on_any_number_of_threads_gives_the_same_bits() {
    for what in KINDS {
        let mut session = quick();
        run_all(&mut session, &["set dice 31", "set rollout trials 48"]);
        session.set_threads(1);
        let whole = rolled_out(&mut session, what);
        for (threads, parts) in [(2, vec![48]), (7, vec![1, 47]), (2, vec![20, 9, 19]), (1, vec![12; 4])] {
            let folder = TempDir::new().expect("a folder");
            // Parts are played by strangers, each of whom sets everything up anew.
            let (mut first, mut files) = (0, Vec::new());
            for trials in parts {
                let mut stranger = quick();
                run_all(&mut stranger, &["set dice 31"]);
                stranger.set_threads(threads);
                let file = folder.path().join(format!("{first}.rollout"));
                shard(&mut stranger, what, first, trials, &file);
                files.push(file);
                first += trials;
            }
            files.reverse();
            let mut stranger = Session::new();
            let Ok(Reply::Rollout(merged)) = merge(&mut stranger, &files) else { panic!("{what} is not merged") };
            assert!(merged.records == whole.records, "{what}, {threads} threads, {} parts", files.len());
            assert!(told(&merged) == told(&whole), "{what}");
        }
    }
}

/// With a focus plays have different numbers of trials: the same ones on any number of threads and after interrupts;
/// trials beyond are taken up by `rollout extend`, and parts of a rollout have all of theirs.
#[test]
fn a_focus_is_the_same_however_it_is_played() {
    let what = "rollout plays best 6";
    let with_focus = |more: &[&str]| {
        let mut session = quick();
        run_all(&mut session, &["set dice 21", "set rollout trials 180", "set rollout focus on"]);
        run_all(&mut session, &["set rollout varredn off"]);
        run_all(&mut session, more);
        session
    };
    let lengths = |reply: &RolloutReply| reply.result.candidates.iter().map(|one| one.trials).collect::<Vec<_>>();
    for more in [&[][..], &["set rollout until decided 0.02", "set rollout until trials 360"]] {
        let mut session = with_focus(more);
        session.set_threads(1);
        let whole = rolled_out(&mut session, what);
        let counts = lengths(&whole);
        assert!(counts.iter().any(|n| n != &counts[0]) && counts.iter().all(|n| n % 36 == 0), "{counts:?}");
        let most = whole.result.trials();
        let made = session::how_made(&(&*whole).into());
        assert!(made.starts_with(&format!("up to {most} trials, ")) && made.contains(", focus on plays"), "{made}");
        for threads in [2, 4] {
            let mut session = with_focus(more);
            session.set_threads(threads);
            let same = rolled_out(&mut session, what);
            assert!(same.records == whole.records && same.result == whole.result, "{threads} threads");
            let folder = TempDir::new().expect("a folder");
            let mut session = with_focus(more);
            session.set_threads(threads);
            session.set_rollout_folder(folder.path().to_owned());
            run_all(&mut session, &["set autosave rollout on"]);
            for rounds in [0, 72, 108] {
                interrupted(&mut session, what, rounds);
            }
            let mut stranger = Session::new();
            let [file] = saved(&folder).try_into().expect("one file");
            let resumed = rolled_out(&mut stranger, &format!("rollout resume \"{}\"", file.display()));
            assert!(resumed.records == whole.records && resumed.result == whole.result, "resumed, {threads} threads");
        }
        let extended = rolled_out(&mut session, "rollout extend 36");
        assert_eq!(lengths(&extended), vec![most + 36; 6], "all catch up");
    }
    let folder = TempDir::new().expect("a folder");
    let files: Vec<_> = [0, 90].map(|first| folder.path().join(format!("{first}.rollout"))).into();
    for (first, file) in [0, 90].into_iter().zip(&files) {
        shard(&mut with_focus(&["set rollout until trials 1000"]), what, first, 90, file);
    }
    let Ok(Reply::Rollout(merged)) = merge(&mut Session::new(), &files) else { panic!("parts are not merged") };
    assert_eq!(lengths(&merged), [180; 6]);
}

#[test]
fn parts_that_do_not_fit_are_refused_and_the_refusal_says_why() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    // The weights of GNU Backgammon say nothing about cubes: settings that ask the nets would differ as well.
    let quick = || {
        let mut session = quick();
        run_all(&mut session, &["set cubeefficiency by numbers"]);
        session
    };
    let mut session = quick();
    for (name, first, trials) in [("a", 0, 20), ("b", 29, 10), ("c", 15, 14)] {
        shard(&mut session, "rollout position", first, trials, &file(name));
    }
    run_all(&mut session, &["set rollout seed 8"]);
    shard(&mut session, "rollout position", 20, 9, &file("seed"));
    run_all(&mut session, &["set rollout seed 7", "set cubeefficiency race min 0.5"]);
    shard(&mut session, "rollout position", 20, 9, &file("efficiency"));
    run_all(&mut session, &["set cubeefficiency race min 0.6", "set board uG0bADDYboMAJg"]);
    shard(&mut session, "rollout position", 20, 9, &file("position"));
    shard(&mut session, "rollout cube", 20, 9, &file("cube"));
    let mut refused = vec![
        (["a", "b"], "trials 21 to 29 are in none of the parts"),
        (["b", "a"], "trials 21 to 29 are in none of the parts"),
        (["a", "c"], "part 2 has trial 16 which another part has too"),
        (["b", "b"], "part 2 has trial 30 which another part has too"),
        (["a", "seed"], "part 2 belongs to another rollout: it differs in the settings (seed 8, not 7)"),
        (["a", "efficiency"], "part 2 belongs to another rollout: it differs in the settings"),
        (["a", "position"], "part 2 belongs to another rollout: it differs in the position"),
        (["a", "cube"], "part 2 belongs to another rollout: it differs in the position"),
        (
            ["seed", "position"],
            "part 2 belongs to another rollout: it differs in the position and the settings (seed 7, not 8)",
        ),
    ];
    let weights = support::reference_weights("parts_that_do_not_fit_are_refused_and_the_refusal_says_why");
    if let Some(weights) = weights {
        let path = file("gnubg.wd");
        std::fs::write(&path, weights).expect("written");
        let mut other = quick();
        run_all(&mut other, &[&format!("load weights \"{}\"", path.display())]);
        shard(&mut other, "rollout position", 20, 9, &file("weights"));
        refused.push((["a", "weights"], "part 2 belongs to another rollout: it differs in the weights"));
        let Err(error) = merge(&mut Session::new(), &[file("weights")]) else { panic!("other nets would be needed") };
        assert_eq!(error.message, "these records belong to another rollout: the weights would differ");
    }
    for (parts, message) in refused {
        let Err(error) = merge(&mut Session::new(), &parts.map(file)) else { panic!("{parts:?} were merged") };
        assert_eq!(error.message, message, "{parts:?}");
    }
    // Parts from the middle are a rollout of their own, and nothing for another to go on from.
    let mut stranger = quick();
    let Ok(Reply::Rollout(part)) = merge(&mut stranger, &[file("c")]) else { panic!("not shown") };
    let note = part.note.as_deref().unwrap_or_default();
    assert!(note.contains("trials 1 to 15 are in none of the parts"), "{note}");
    assert_eq!(rolled_out(&mut stranger, "rollout position").records.first, 0);
}

#[test]
fn an_interrupted_rollout_is_resumed_and_extended() {
    for what in KINDS {
        let mut session = quick();
        run_all(&mut session, &["set dice 31", "set rollout trials 60"]);
        let whole = rolled_out(&mut session, what);
        // Another rollout in between, so that nothing is left to continue.
        run_all(&mut session, &["set rollout seed 8", "set rollout trials 2", what, "set rollout seed 7"]);
        run_all(&mut session, &["set rollout trials 36"]);
        let part = interrupted(&mut session, what, 10);
        assert_eq!(part.result.end, Some(End::Interrupted));
        assert!((10..36).contains(&part.result.trials()), "{}", part.result.trials());
        let resumed = rolled_out(&mut session, "rollout resume");
        assert_eq!((resumed.result.trials(), resumed.result.end), (36, Some(End::Trials)));
        let extended = rolled_out(&mut session, "rollout extend 24");
        assert!(extended.records == whole.records && extended.result == whole.result, "{what}");
        assert_eq!(extended.ids, whole.ids);
    }
}

#[test]
fn more_trials_are_played_whatever_had_ended_it() {
    let mut session = quick();
    run_all(&mut session, &["set dice 31", "set rollout trials 100", "set rollout jsd stop on"]);
    run_all(&mut session, &["set rollout jsd minimumgames 36", "set rollout jsd limit 0.5"]);
    let ended = rolled_out(&mut session, "rollout plays 1 2 9");
    assert_eq!(ended.result.end, Some(End::Jsd));
    let n = ended.result.trials();
    let extended = rolled_out(&mut session, "rollout extend 10");
    assert!(extended.records.candidates.iter().all(|records| records.len() as u64 == n + 10));
}

/// The files of the folder in which a session saves its rollouts.
fn saved(folder: &TempDir) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder");
    entries.map(|entry| entry.expect("readable").path()).collect()
}

/// A file is all that is needed: score, cube, Jacoby and beavers come from it, whatever the session plays.
#[test]
fn a_saved_rollout_brings_its_table_along() {
    let tables: [&[&str]; 3] = [
        &["new match 7", "set score 3 5", "set cube value 2", "set cube owner 1"],
        &["set jacoby on", "set beavers 0", "new session"],
        &["set jacoby off", "set beavers 3", "new session", "set cube value 4", "set cube owner 1"],
    ];
    for table in tables {
        let folder = TempDir::new().expect("a folder");
        let mut session = quick();
        session.set_rollout_folder(folder.path().to_owned());
        run_all(&mut session, table);
        run_all(&mut session, &["set turn 1", "set board rPcAALBu7wAAAA", "set rollout trials 72"]);
        let whole = rolled_out(&mut session, "rollout position");
        run_all(&mut session, &["set rollout seed 8", "rollout position", "set rollout seed 7"]);
        run_all(&mut session, &["set autosave rollout on"]);
        interrupted(&mut session, "rollout position", 20);
        let [file] = saved(&folder).try_into().expect("one file");
        // Twice, since the file is written anew by the first.
        for rounds in [40, 100] {
            let mut stranger = Session::new();
            stranger.set_rollout_folder(folder.path().to_owned());
            run_all(&mut stranger, &["set autosave rollout on", "set beavers 1", "new match 3"]);
            let before = format!("{:?}", run(&mut stranger, "show board"));
            let resumed = interrupted(&mut stranger, &format!("rollout resume \"{}\"", file.display()), rounds);
            assert_eq!(resumed.ids, whole.ids, "{table:?}");
            assert_eq!(format!("{:?}", run(&mut stranger, "show board")), before, "the table is the session's again");
            if rounds == 100 {
                assert!(resumed.records == whole.records, "{table:?}");
            }
        }
        assert_eq!(saved(&folder), [file]);
    }
}

/// Asked for once more, a saved rollout is not begun anew.
#[test]
fn what_is_saved_is_found_again() {
    let folder = TempDir::new().expect("a folder");
    let saving = || {
        let mut session = quick();
        session.set_rollout_folder(folder.path().to_owned());
        run_all(&mut session, &["set autosave rollout on", "set rollout trials 72"]);
        session
    };
    let part = interrupted(&mut saving(), "rollout cube", 30);
    let mut later = saving();
    let whole = rolled_out(&mut later, "rollout cube");
    let note = whole.note.as_deref().unwrap_or_default();
    assert!(note.contains(&format!("continued from {} trials saved before", part.result.trials())), "{note}");
    assert_eq!(whole.result.trials(), 72);
    for (part, whole) in part.records.candidates.iter().zip(&whole.records.candidates) {
        assert!(part.numbered().all(|(trial, record)| whole.get(trial) == Some(record)));
    }
}

/// What was rolled out stands first in the list that is shown next, and numbers name the plays of that list.
#[test]
fn numbers_name_plays_of_the_list_that_was_shown_last() {
    let mut session = quick();
    run_all(&mut session, &["set evaluation chequerplay evaluation plies 0", "set dice 31", "hint"]);
    let names = |session: &mut Session, line: &str| rolled_out(session, line).names().to_vec();
    let fourth = names(&mut session, "rollout plays 4");
    assert_eq!(names(&mut session, "rollout plays 4"), fourth, "no other list was shown");
    run_all(&mut session, &["hint"]);
    assert_eq!(names(&mut session, "rollout plays 1"), fourth);
}

/// A part that begins later has a file of its own, so that it is not taken for the beginning.
#[test]
fn a_part_that_is_extended_is_saved_beside_the_whole() {
    let (parts, folder) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let part = parts.path().join("part.rollout");
    let mut session = quick();
    session.set_rollout_folder(folder.path().to_owned());
    shard(&mut session, "rollout cube", 36, 36, &part);
    run_all(&mut session, &["set autosave rollout on"]);
    merge(&mut session, &[part]).expect("a rollout");
    assert_eq!(rolled_out(&mut session, "rollout extend 36").records.first, 36);
    let [late] = saved(&folder).try_into().expect("one file");
    let name = late.file_name().expect("a name").to_string_lossy().into_owned();
    let whole = name.strip_suffix("-36.rollout").expect("the first trial in the name");
    let whole = folder.path().join(format!("{whole}.rollout"));
    rolled_out(&mut session, "rollout cube");
    let mut files = saved(&folder);
    files.sort();
    let mut expected = [late, whole];
    expected.sort();
    assert_eq!(files, expected);
}

/// Zeros would look like a lost game.
#[test]
fn without_a_trial_no_numbers_are_told() {
    let mut session = quick();
    session.stop_flag().store(true, Ordering::SeqCst);
    let reply = interrupted(&mut session, "rollout cube", 1);
    let text = gammon::render::reply(
        &Reply::Rollout(Arc::clone(&reply)),
        &gammon::render::Format::plain(&session.settings().output),
    );
    assert_eq!(text, "Stopped by you before a trial was finished.\n\n");
    // Of two candidates one may have been played.
    let mut half = (*reply).clone();
    half.result.candidates[1].trials = 1;
    let text = gammon::render::reply(
        &Reply::Rollout(Arc::new(half)),
        &gammon::render::Format::plain(&session.settings().output),
    );
    assert!(text.contains("No double: no trial was finished\n"), "{text}");
}

/// Of 36 rolls 17 bear the doubler's two checkers off, and after the others he has to pass a double. So no double is
/// worth −1/18, a take −1/9, exactly, and every answer to the double follows from that.
#[test]
fn a_double_a_beaver_and_a_raccoon_are_rolled_out() {
    let mut session = Session::new();
    let table = ["set display off", "set player both human", "set rollout trials 36", "set rollout seed 7"];
    run_all(&mut session, &table);
    run_all(&mut session, &["set xgid XGID=---B---------------a------:0:0:1:00:0:0:3:0:10", "double"]);
    let answers = |reply: &RolloutReply| {
        let answers = &reply.answers.as_ref().expect("answers").answers;
        let rounded = |row: &session::AnswerRow| {
            (row.answer, (1e3 * row.equity).round(), (1e3 * row.loss).round(), row.chance.map(f64::round))
        };
        answers.iter().map(rounded).collect::<Vec<_>>()
    };
    let (right, wrong) = (Some(1.0), Some(0.0));
    // What is rolled out of a double is the double, whichever way it is said.
    let double = rolled_out(&mut session, "rollout");
    assert_eq!(double.kind(), rollout::JobKind::Cube);
    assert_eq!(
        answers(&double),
        [("beaver", 222.0, 0.0, right), ("take", 111.0, 111.0, wrong), ("pass", -1000.0, 1222.0, wrong)]
    );
    let csv = gammon::render::rollout_csv(&double);

    assert!(csv.contains("\"Double, beaver\",3,,"), "{csv}");
    let markdown = gammon::render::rollout_markdown(&double);
    let row = |name: &str| markdown.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    assert!(row("Double, beaver").contains("0.167") && row("Double, beaver").contains("-0.222"), "{markdown}");
    assert!(row("Double, take").contains("0.111") && row("Double, take").contains("(opponent)"), "{markdown}");
    // The beaver is answered by what was rolled out before it, in `hint` as well.
    run_all(&mut session, &["beaver"]);
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "hint") else { panic!("a hint") };
    let Figures::Beaver(hint) = *figures else { panic!("a beaver") };
    assert_eq!((hint.by.as_str(), hint.answers[0].answer), ("a rollout of 36 trials", "take"));
    let beaver = rolled_out(&mut session, "rollout");
    assert_eq!(
        answers(&beaver),
        [("take", -222.0, 0.0, right), ("raccoon", -889.0, 667.0, wrong), ("drop", -2000.0, 1778.0, wrong)]
    );
    let json = gammon::render::json_reply("rollout", &Reply::Rollout(beaver));
    assert!(json.contains("\"answer\":\"raccoon\"") && json.contains("\"action\":\"double, beaver\""), "{json}");
    run_all(&mut session, &["beaver"]);
    let raccoon = rolled_out(&mut session, "rollout cube");
    assert_eq!(answers(&raccoon)[..2], [("beaver", 889.0, 0.0, right), ("take", 444.0, 444.0, wrong)]);
}

/// Who is so far behind that a beaver is to be dropped loses two points by a double, and not twice the take.
#[test]
fn a_beaver_that_is_dropped_costs_two_points() {
    let mut session = quick();
    run_all(&mut session, &["set xgid XGID=-B-B--D-C--bD---c-c---cb--:0:0:1:00:0:0:3:0:10"]);
    let reply = rolled_out(&mut session, "rollout cube");
    let take = reply.result.candidates[1].estimates.cubeful.expect("cubeful").equity.mean;
    assert!((-2.0..-1.0).contains(&take), "{take}");
    let cube = reply.result.cube.expect("a cube decision");
    assert_eq!(cube.means.beaver().map(|beaver| (beaver.value, beaver.error)), Some((-2.0, None)));
    let text =
        gammon::render::reply(&Reply::Rollout(reply), &gammon::render::Format::plain(&session.settings().output));
    let row = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    assert!(row("Double, beaver").contains("-2.000") && row("Double, pass").contains("3.000"), "{text}");
}
