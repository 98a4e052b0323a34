//! Work beside the session: a session of its own with the same table and settings, which carries out one command.
//!
//! The other session shares nothing with this one that either could change, so that it may run in another thread: its
//! command works on the state at its beginning. Its results for a decision are taken over when its reply is fetched.

use super::{Host, Session, SessionError};
use crate::command::{Command, JobCommand};
use crate::notation::gnubg_id;
use crate::record::Record;
use crate::session::reply::{Reply, RolloutReply};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Work that can be done elsewhere.
pub struct Work {
    session: Session,
    command: Command,
}

impl Work {
    /// The command to carry out.
    pub const fn command(&self) -> &Command {
        &self.command
    }

    /// The flag that stops it.
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
    pub(super) fn fork(&self) -> Self {
        Self {
            findings: self.findings.clone(),
            rollouts: self.rollouts.clone(),
            settings_text: self.settings_text,
            ..Self::of(self.table.clone(), self.engine.clone(), self.settings.clone())
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
