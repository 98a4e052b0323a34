//! What `show rollout` prints sets the same settings again: every one of them, alone and all together.

use crate::support::commands;

use commands::{run, run_all};
use gammon::command::manual;
use gammon::rollout::RolloutPreset;
use gammon::session::{Reply, Session};

fn block(session: &mut Session, line: &str) -> Vec<String> {
    match run(session, line) {
        Ok(Reply::Commands(lines)) => lines,
        other => panic!("{line} gave {other:?}"),
    }
}

/// The examples of `set rollout` in the manual, and the opposite of those that switch something.
fn examples() -> Vec<String> {
    let manual = manual();
    // Dice that cannot be repeated are parsed and refused.
    let is_refused = |line: &str| line.contains("rng manual") || line.contains("rng file");
    let rows = manual.lines().filter(|line| line.starts_with("| `set rollout ") && !is_refused(line));
    let examples: Vec<String> = rows
        .map(|row| {
            let example = row.trim_end_matches(" |").rsplit(" | ").next().expect("the last column");
            example.trim_matches('`').replace("\\|", "|")
        })
        .collect();
    assert!(examples.len() > 80, "{} examples", examples.len());
    let opposite = |line: &String| line.strip_suffix(" on").map(|switch| format!("{switch} off"));
    let opposites: Vec<String> = examples.iter().filter_map(opposite).collect();
    [opposites, examples].concat()
}

/// A session that has pasted what another shows.
fn pasted(session: &mut Session, show: &str) -> Session {
    let mut other = Session::new();
    for line in block(session, show) {
        run_all(&mut other, &[&line]);
    }
    other
}

fn assert_same(session: &Session, other: &Session, after: &str) {
    assert_eq!(session.settings().rollout, other.settings().rollout, "after {after}");
    assert_eq!(session.settings().trial_log, other.settings().trial_log, "after {after}");
}

#[test]
fn every_setting_pastes_back() {
    let mut all = Session::new();
    for example in examples() {
        let mut alone = Session::new();
        for session in [&mut alone, &mut all] {
            run_all(session, &[&example]);
            let other = pasted(session, "show rollout");
            assert_same(session, &other, &example);
        }
    }
}

#[test]
fn every_setting_is_shown() {
    let usual = block(&mut Session::new(), "show rollout");
    for example in examples() {
        let mut session = Session::new();
        run_all(&mut session, &[&example]);
        let seedless = |lines: &[String]| -> Vec<String> {
            lines.iter().filter(|line| !line.contains(" seed ")).cloned().collect()
        };
        let is_changed = session.settings().rollout != {
            let mut other = Session::new().settings().rollout.clone();
            other.seed = session.settings().rollout.seed;
            other
        };
        let shown = block(&mut session, "show rollout");
        // Where trials are written and where they are played is shown, and no part of what a rollout is.
        let is_elsewhere = ["set rollout log", "set rollout engine"].iter().any(|words| example.contains(words));
        assert_eq!(is_changed, seedless(&shown) != seedless(&usual) && !is_elsewhere, "{example}");
    }
}

#[test]
fn the_difference_from_the_nearest_preset_is_enough() {
    for preset in RolloutPreset::ALL {
        let mut session = Session::new();
        run_all(&mut session, &[&format!("set rollout preset {}", preset.name())]);
        assert_eq!(block(&mut session, "show rollout diff"), [format!("set rollout preset {}", preset.name())]);
        for line in
            ["set rollout trials 77", "set rollout prefilter 5", "set rollout later plies 4", "set rollout seed 9"]
        {
            run_all(&mut session, &[line]);
        }
        let mut other = pasted(&mut session, "show rollout diff");
        // Presets leave the seed alone, so it is no difference from one.
        run_all(&mut other, &["set rollout seed 9"]);
        assert_same(&session, &other, preset.name());
    }
}
