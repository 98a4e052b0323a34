//! Work beside the session: a session of its own with the same table and settings, which carries out one command.
//!
//! It shares nothing with this one that either could change, so that it may run in another thread: its command works on
//! the state at its beginning. Its results for a decision are taken over when its reply is fetched.

use super::{Advice, Changes, Externals, History, Host, Keeping, Quiz, Reply, RolloutReply, Session, SessionError};
use crate::command::{Command, JobCommand};
use crate::notation::gnubg_id;
use crate::record::Record;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Work that can be done elsewhere.
pub struct Work {
    session: Session,
    command: Command,
}

impl Work {
    /// The command to carry out.
    #[must_use]
    pub const fn command(&self) -> &Command {
        &self.command
    }

    /// The flag that stops it.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.session.stop_flag()
    }

    /// Does it.
    ///
    /// # Errors
    /// As [`Session::execute`].
    pub fn carry_out(mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        self.session.execute(&self.command, host)
    }
}

/// What goes on beside the session.
#[derive(Clone, Debug, Serialize)]
pub struct JobsReply {
    /// The jobs in the order of their numbers.
    pub jobs: Vec<JobRow>,
}

/// A piece of work in the background.
#[derive(Clone, Debug, Serialize)]
pub struct JobRow {
    /// The number by which `fg` and `stop` name it.
    pub number: u16,
    /// What is done.
    pub command: String,
    /// How it stands.
    pub state: JobState,
    /// The one of several rollouts that it is at.
    pub stage: Option<String>,
    /// Trials so far, of all candidates.
    pub trials: Option<u64>,
    /// Trials there are to be, as far as that can be foreseen.
    pub of: Option<u64>,
    /// What is left, as far as it can be foreseen.
    #[serde(serialize_with = "seconds")]
    pub left: Option<Duration>,
    /// The candidate that leads, if there are several.
    pub leader: Option<String>,
    /// Its equity, or that of the only one.
    pub equity: Option<f64>,
    /// The standard error of that.
    pub std_err: Option<f64>,
}

/// How a piece of work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// The job is running.
    Running,
    /// Its answer is there.
    Done,
    /// The job failed.
    Failed,
}

fn seconds<S: serde::Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64().round()).serialize(serializer)
}

impl Session {
    /// Starts a command beside this session.
    pub(super) fn begin_job(&self, command: &Command, host: &mut dyn Host) -> Result<Reply, SessionError> {
        host.begin_job(Work { session: self.fork(), command: command.clone() })
    }

    /// Carries out a command about jobs, and takes over their results.
    pub(super) fn job(&mut self, command: JobCommand, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let reply = host.job(command)?;
        if let Reply::Rollout(rollout) = &reply {
            self.adopt(rollout);
        }
        Ok(reply)
    }

    /// A session with the table, the settings and the results of this one; no other program plays in it.
    fn fork(&self) -> Self {
        Self {
            table: self.table.clone(),
            findings: self.findings.clone(),
            rollouts: self.rollouts.clone(),
            engine: self.engine.clone(),
            settings: self.settings.clone(),
            changes: Changes::default(),
            keeping: Keeping::default(),
            externals: Externals::default(),
            advice: Advice::default(),
            quiz: Quiz::default(),
            history: History::default(),
            stop: Arc::default(),
        }
    }

    /// Does something at another table, on which the same lies without what happened before. Settings of there are gone
    /// afterwards; the last rollout is then the last of this session.
    pub(super) fn at_another_table<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut other = Self { stop: Arc::clone(&self.stop), ..self.fork() };
        other.table.restore(Record::new(*self.state()));
        let done = work(&mut other);
        (self.rollouts, self.engine) = (other.rollouts, other.engine);
        done
    }

    /// Takes a rollout over that was made elsewhere.
    fn adopt(&mut self, rollout: &Arc<RolloutReply>) {
        let description = &rollout.description;
        let is_of = |id: String| id == description.gnubg_id;
        let here = self.decision().ok().filter(|decision| is_of(gnubg_id(&decision.game.position, &decision.state)));
        match here.map_or_else(|| self.plan_of(description).map(|plan| plan.decision), Ok) {
            Ok(decision) => self.keep_rollout(decision.standing, &decision.game, rollout),
            Err(_) => self.rollouts.keep(rollout, self.settings.rollout.trials),
        }
    }
}
