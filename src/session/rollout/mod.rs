//! `rollout …`: what is rolled out, how it is saved and put together, what is told about it.

mod candidates;
mod cost;
mod farm;
mod file;
mod folder;
mod horizons;
mod journal;
mod known;
mod made;
mod plan;
mod results;
mod run;
mod saved;
mod saving;
mod shard;
mod statistics;
mod trial_log;
mod versus;

pub(super) use known::show_rollout;
pub(super) use made::made_alike;
pub use made::{Made, how_made, trials};
pub use plan::{Decision, Plan};
pub(super) use saved::Beginning;

use super::reply::{Reply, RolloutReply};
use super::{Host, Session, SessionError};
use crate::command::RolloutCommand;
use std::sync::Arc;

impl Session {
    pub(super) fn rollout(&mut self, command: &RolloutCommand, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match command {
            RolloutCommand::Saved(None) => self.list_saved(),
            RolloutCommand::Saved(Some(number)) => self.show_saved(*number),
            RolloutCommand::Resume(file) => self.resume(file.as_deref(), host).map(Reply::Rollout),
            RolloutCommand::Extend(trials) => self.extend(u64::from(*trials), host).map(Reply::Rollout),
            RolloutCommand::Merge(files) => self.merge(files).map(Reply::Rollout),
            RolloutCommand::File { positions, output } => self.roll_out_file(positions, output.as_deref(), host),
            RolloutCommand::Horizons(horizons, of) => self.rollout_horizons(horizons, of, host),
            RolloutCommand::Versus(settings, of) => self.rollout_versus(settings, of, host),
            what => self.roll_out_what(what, host).map(Reply::Rollout),
        }
    }

    /// Rolls out what a command says of the decision on the table.
    fn roll_out_what(&mut self, what: &RolloutCommand, host: &mut dyn Host) -> Result<Arc<RolloutReply>, SessionError> {
        let plan = self.plan_what(what)?;
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host)
    }

    pub(super) fn rollout_cube(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let plan = self.plan_cube(&self.decision()?)?;
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host).map(Reply::Rollout)
    }

    /// `analyse rollout move`: the listed candidates, or the marked ones.
    pub(super) fn rollout_numbered(&mut self, numbers: &[u16], host: &mut dyn Host) -> Result<Reply, SessionError> {
        let decision = self.decision()?;
        let plan = match numbers {
            [] if self.findings.marks().is_empty() => {
                return Err(SessionError::new("no candidate is named or marked")
                    .with_expected(["numbers from `hint`", "`cmark move set rollout 1 2`"]));
            }
            [] => self.plan_marked(&decision)?,
            // As in GNU Backgammon, numbers are those of the list as it is sorted now.
            _ => {
                let listed = (*self.listed_plays(&decision.game)?).clone();
                let plays = candidates::named(numbers, &self.with_rollouts(listed))?;
                Plan { note: self.named_by(&plays, numbers), ..decision.plan_plays(&plays) }
            }
        };
        self.roll_out(plan, &self.rollout_settings(), Beginning::default(), host).map(Reply::Rollout)
    }
}
