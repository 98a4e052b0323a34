//! A part of a rollout, played here and put together elsewhere.

use super::error::refused;
use super::{Observer, Reply, Session, SessionError};
use crate::command::RolloutCommand;
use crate::rollout::JournalWriter;
use std::fs::File;
use std::path::Path;

impl Session {
    /// Rolls out from trial `first` on (counted from 0), as many trials as the settings say, and saves them in a file
    /// that `rollout merge` takes. Parts that together are trials 0 to n give what one rollout of n trials gives.
    ///
    /// # Errors
    /// When `what` is not a position, plays or a cube decision, cannot be rolled out now, or the file not be written.
    pub fn roll_out_shard(
        &mut self,
        what: &RolloutCommand,
        first: u64,
        file: &Path,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let mut plan = match what {
            RolloutCommand::Position => self.plan_position(&game),
            RolloutCommand::Plays(plays) => self.plan_plays(&game, plays)?,
            RolloutCommand::Cube => self.plan_cube(&game)?,
            other => return Err(SessionError::new(format!("`{other}` cannot be done in parts"))),
        };
        let settings = self.settle_luck(&mut plan, &self.rollout_settings(), observer)?;
        let mut records = self.rollout_engine().records(plan.job(), &settings);
        records.first = first;
        plan.add_note(format!("a part of a rollout, from trial {} on", first + 1));
        let reply = self.roll_out(&game, plan, &settings, Some(records), observer)?;
        // What is saved is only a part: nothing to be continued by the next rollout.
        if let Some(part) = self.last_rollout.take() {
            // The next part begins where this one has trials of all candidates.
            let mut records = part.records.clone();
            let all = part.result.candidates.iter().zip(&part.records.candidates);
            let going_on = all.filter(|(candidate, _)| !candidate.stopped);
            records.truncate(going_on.map(|(_, trials)| trials.next()).min().unwrap_or(u64::MAX));
            let description = serde_json::to_vec(&part.description).map_err(refused)?;
            File::create(file)
                .and_then(|to| JournalWriter::begin(to, &records, &description).map(|_| ()))
                .map_err(|error| refused(format!("{}: {error}", file.display())))?;
        }
        Ok(reply)
    }
}
