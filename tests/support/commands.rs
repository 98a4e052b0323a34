//! What tests share that drive a session by commands as they are typed.
use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::session::{Reply, RolloutReply, Session, SessionError};
use std::sync::Arc;

/// Runs one command that can be parsed.
pub fn run(session: &mut Session, line: &str) -> Result<Reply, SessionError> {
    let command = parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    session.execute(&command, &mut Unobserved)
}

/// Runs commands none of which may fail.
pub fn run_all(session: &mut Session, lines: &[&str]) {
    for line in lines {
        run(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// Runs a command that rolls out.
pub fn rolled_out(session: &mut Session, line: &str) -> Arc<RolloutReply> {
    match run(session, line).unwrap_or_else(|error| panic!("{line}: {error}")) {
        Reply::Rollout(reply) => reply,
        other => panic!("{line} gave {other:?}"),
    }
}
