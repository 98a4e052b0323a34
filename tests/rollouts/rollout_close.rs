//! `analyse rollout close`: every decision that is close or an error is rolled out into the record. Stopped, it goes on
//! where it was, also in another program.

use crate::support::commands;

use commands::{run, run_all};
use gammon::command::parse;
use gammon::record::{Method, Note, Record};
use gammon::rollout::{Control, Observer, Progress, Task, TrialRecord};
use gammon::session::{Host, Reply, Session};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The beginning of a game with errors, close plays and a double.
const BEGUN: &str = " 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 61: 13/7 8/7                43: 13/9 8/5
  2) 51: 13/8 8/7                51: 9/4 6/5
  3) 31: 24/21* 7/6              65: 25/20 20/14
  4) 52: 21/16 24/22             54: 14/9* 13/9
  5)  Doubles => 2                Takes
  6) 32: 25/22 6/4               64: 8/2 24/20
";

/// Trials of a rollout: few, without a look ahead and cut short.
const TRIALS: usize = 36;

/// Counts trials, and stops after so many.
struct Watch {
    played: usize,
    stop_after: usize,
    stop: Arc<AtomicBool>,
}

impl Observer for Watch {
    fn progress(&mut self, _progress: &Progress<'_>) -> Control {
        Control::Continue
    }

    fn entered(&mut self, _task: Task, _record: &TrialRecord) {
        self.played += 1;
        if self.played == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Host for Watch {}

/// The match, analysed; rollouts are saved in a folder.
fn analyzed(folder: &Path) -> Session {
    let mut session = Session::new();
    session.set_rollout_folder(folder.join("rollouts"));
    session.set_threads(1);
    let file = folder.join("begun.mat");
    std::fs::write(&file, BEGUN).expect("a file");
    let import = format!("import mat \"{}\"", file.display());
    let settings = [
        "set display off",
        &import,
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        "set rollout seed 5",
        &format!("set rollout trials {TRIALS}"),
        "set rollout cubedecision plies 0",
        "set rollout chequerplay plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 2",
        "set rollout truncation chequerplay plies 0",
        "set rollout truncation cubedecision plies 0",
        "analyse match",
    ];
    run_all(&mut session, &settings);
    session
}

/// Rolls out what is close until so many trials have been played. Returns how many were, and the JSON of the answer.
fn roll_out(session: &mut Session, stop_after: usize) -> (usize, serde_json::Value) {
    let stop = session.stop_flag();
    stop.store(false, Ordering::Relaxed);
    let mut watch = Watch { played: 0, stop_after, stop };
    let command = parse("analyse rollout close").expect("a command");
    let answer = session.execute(&command, &mut watch).expect("it rolls out");
    watch.stop.store(false, Ordering::Relaxed);
    let json = gammon::render::json_reply("analyse rollout close", &answer);
    (watch.played, serde_json::from_str(&json).expect("JSON"))
}

fn is_rolled_out(note: &Note) -> bool {
    let is_rollout = |method: &Method| matches!(method, Method::Rollout { .. });
    let plays = note.plays.iter().flat_map(|plays| &plays.plays);
    plays.map(|play| &play.method).chain(note.cube.iter().map(|cube| &cube.method)).any(is_rollout)
}

fn rolled_out(record: &Record) -> usize {
    record.games().iter().flat_map(|game| &game.steps).filter(|step| is_rolled_out(&step.note)).count()
}

#[test]
fn what_is_close_is_rolled_out_and_goes_on_after_a_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut whole = analyzed(folder.path());
    let cursor = whole.record().cursor();
    let (trials, told) = roll_out(&mut whole, usize::MAX);
    let rows = &told["decisions"];
    assert!(rows.as_array().is_some_and(|rows| rows.len() > 3), "{told}");
    assert_eq!(whole.record().cursor(), cursor, "where one was");
    assert!(rolled_out(whole.record()) > 3 && trials > 4 * TRIALS, "{trials}");

    // The same in pieces. Every program of them has the folder, and the analysis of the one before.
    let folder = tempfile::tempdir().expect("a folder");
    let mut parts = analyzed(folder.path());
    let file = folder.path().join("kept.sgf");
    let mut played = 0;
    for stop_after in [TRIALS / 2, 2 * TRIALS + 5] {
        let before = rolled_out(parts.record());
        let (count, told) = roll_out(&mut parts, stop_after);
        played += count;
        assert!(count >= stop_after && count < stop_after + TRIALS, "{count} of {stop_after}: {told}");
        assert!(rolled_out(parts.record()) < rolled_out(whole.record()), "{before}, {told}");
    }
    run_all(&mut parts, &[&format!("save match \"{}\"", file.display())]);
    let mut next = analyzed(folder.path());
    run_all(&mut next, &[&format!("load match \"{}\"", file.display())]);
    let (count, _) = roll_out(&mut next, usize::MAX);
    assert_eq!(played + count, trials, "no trial is played twice");
    assert_eq!(next.record().games().len(), whole.record().games().len());
    assert_eq!(rolled_out(next.record()), rolled_out(whole.record()));
    let left = run(&mut next, "analyse rollout close").expect("nothing to do");
    assert!(
        matches!(&left, Reply::Message(text) if text.starts_with("no close or wrong decision is left")),
        "{left:?}"
    );
}
