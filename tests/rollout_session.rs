//! Rollouts by command: settings that must reach the trials, parts put together, continued, extended.

use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::session::{Reply, RolloutReply, Session, SessionError};
use std::sync::Arc;

fn run(session: &mut Session, line: &str) -> Result<Reply, SessionError> {
    let command = parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    session.execute(&command, &mut Unobserved)
}

fn run_all(session: &mut Session, lines: &[&str]) {
    for line in lines {
        run(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

fn rolled_out(session: &mut Session, line: &str) -> Arc<RolloutReply> {
    match run(session, line).unwrap_or_else(|error| panic!("{line}: {error}")) {
        Reply::Rollout(reply) => reply,
        other => panic!("{line} gave {other:?}"),
    }
}

/// A session with a contact position on the table and rollouts that take little time.
fn quick() -> Session {
    let mut session = Session::new();
    let lines = [
        "set display off",
        "new session",
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

#[test]
fn the_cube_efficiency_reaches_the_trials() {
    let mut session = quick();
    let usual = rolled_out(&mut session, "rollout position");
    run_all(&mut session, &["set cubeefficiency contact 0.2"]);
    let dead = rolled_out(&mut session, "rollout position");
    assert!((dead.settings.efficiency.contact - 0.2).abs() < 1e-6);
    assert_ne!(usual.records.fingerprint, dead.records.fingerprint);
    assert_eq!(usual.result.candidates[0].trials, dead.result.candidates[0].trials, "nothing was continued");
    let equity = |reply: &RolloutReply| reply.result.candidates[0].estimates.cubeful.expect("cubeful").equity.mean;
    assert!((equity(&usual) - equity(&dead)).abs() > 1e-3, "{} {}", equity(&usual), equity(&dead));
    // A cubeless equity has no cube to be live or dead.
    run_all(&mut session, &["set cubeefficiency contact 0.68"]);
    let again = rolled_out(&mut session, "rollout position");
    assert_eq!(again.records, usual.records);
}
