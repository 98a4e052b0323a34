//! The last rollout, which others go on with, and where rollouts are saved.

use crate::rollout::Records;
use crate::session::SessionError;
use crate::session::reply::{OtherRollout, RolloutReply};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The rollouts of a session, whatever lies on the table.
#[derive(Clone, Default)]
pub(in crate::session) struct Rollouts {
    last: Option<Arc<RolloutReply>>,
    /// The rollout with other settings that was made beside it.
    other: Option<Arc<OtherRollout>>,
    /// The number of trials that was set when it ended.
    trials_then: u64,
    /// Whether `clear hint` came after it: the next one then begins anew.
    is_forgotten: bool,
    /// Where rollouts are saved.
    folder: Option<PathBuf>,
}

impl Rollouts {
    pub const fn last(&self) -> Option<&Arc<RolloutReply>> {
        self.last.as_ref()
    }

    /// The last rollout.
    ///
    /// # Errors
    /// When there is none.
    pub fn last_or_error(&self) -> Result<&Arc<RolloutReply>, SessionError> {
        let nothing = || SessionError::new("nothing has been rolled out").with_suggestion("rollout");
        self.last.as_ref().ok_or_else(nothing)
    }

    /// Makes a rollout the last one; `trials` is the number that is set now.
    pub fn keep(&mut self, rollout: &Arc<RolloutReply>, trials: u64) {
        (self.last, self.trials_then, self.is_forgotten) = (Some(Arc::clone(rollout)), trials, false);
        self.other = None;
    }

    /// The rollout with other settings that was made beside the last one.
    pub const fn other(&self) -> Option<&Arc<OtherRollout>> {
        self.other.as_ref()
    }

    /// Keeps a rollout with other settings beside the last one.
    pub fn keep_beside(&mut self, other: OtherRollout) {
        self.other = Some(Arc::new(other));
    }

    /// Takes the last rollout out: none is there to be gone on with.
    pub fn take_last(&mut self) -> Option<Arc<RolloutReply>> {
        self.other = None;
        self.last.take()
    }

    /// A new rollout begins anew from now on; the last one can still be looked at.
    pub const fn forget(&mut self) {
        self.is_forgotten = true;
    }

    /// The rollout that a new one of the same goes on with: the last, unless it is forgotten.
    pub fn to_continue(&self) -> Option<&Arc<RolloutReply>> {
        // Parts put together may begin later: they are no beginning of another.
        self.last.as_ref().filter(|last| !self.is_forgotten && last.records.first == 0)
    }

    /// Whether this number of trials was set when the last rollout ended.
    pub const fn was_made_with(&self, trials: u64) -> bool {
        self.trials_then == trials
    }

    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = Some(folder);
    }

    /// The file that a rollout is saved in: each has its own, and so has each shard of it.
    ///
    /// # Errors
    /// When there is no folder for it.
    pub fn file_of(&self, records: &Records) -> Result<PathBuf, SessionError> {
        let folder = self.folder().ok_or_else(|| SessionError::new("there is no folder to save rollouts in"))?;
        let name = records.fingerprint.name();
        Ok(folder.join(if records.first == 0 { name } else { format!("{name}-{}", records.first) } + ".rollout"))
    }
}
