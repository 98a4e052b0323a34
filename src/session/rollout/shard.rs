//! A part of a rollout, played here and put together elsewhere.

use super::journal::{begin, trials_saved};
use super::saved::Beginning;
use crate::command::RolloutCommand;
use crate::rollout::Records;
use crate::session::error::refused;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::storage::Existing;
use crate::words::counted;
use std::ops::Range;
use std::path::Path;

impl Session {
    /// Plays these trials of a rollout (counted from 0) and saves them in a file that `rollout merge` takes, while they
    /// are played: a shard that was killed continues when it is requested again. Parts that together are trials 0 to n
    /// give what one rollout of n trials gives.
    ///
    /// # Errors
    /// When `what` is not a position, plays or a cube decision, cannot be rolled out now, or the file not be written.
    pub fn roll_out_shard(
        &mut self,
        what: &RolloutCommand,
        trials: Range<u64>,
        file: &Path,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (first, trials) = (trials.start, trials.end.saturating_sub(trials.start));
        if trials == 0 || first.checked_add(trials).is_none_or(|end| end > Records::MOST_TRIALS) {
            return Err(SessionError::new(format!("there is no trial {first}"))
                .with_expected([format!("trials below {}", Records::MOST_TRIALS.saturating_sub(trials))]));
        }
        let mut plan = self.plan_what(what)?;
        let settings = self.rollout_settings();
        if !settings.stop.goals(plan.job.candidates().len()).is_empty() {
            plan.add_note(
                "a part of a rollout plays all its trials: rules that end or turn rollouts are about the whole"
                    .to_owned(),
            );
        }
        let settings = settings.of_part(trials);
        let settings = self.choose_luck(&mut plan, &settings, host)?;
        let mut records = Records::of(&self.rollout_engine().order(plan.job.clone(), &settings));
        records.first = first;
        plan.add_note(format!("a part of a rollout, from trial {} on", first + 1));
        if let Some(there) = trials_saved(file, &records).filter(|&there| there > trials) {
            return Err(SessionError::new(format!("{} holds {} already", file.display(), counted(there, "trial")))
                .with_expected([format!("a new file, or {} or more", counted(there, "trial"))]));
        }
        let from = Beginning { records: Some(records), save_in: Some(file.to_owned()), autosave: None };
        let reply = self.roll_out(plan, &settings, from, host)?;
        // A saved shard is only a part: nothing to be continued by the next rollout.
        if let Some(part) = self.rollouts.take_last() {
            // The next part begins where this one has trials of all candidates.
            let mut records = part.records.clone();
            let all = part.result.candidates.iter().zip(&part.records.candidates);
            let going_on = all.filter(|(candidate, _)| !candidate.stopped);
            records.truncate(going_on.map(|(_, trials)| trials.next()).min().unwrap_or(u64::MAX));
            if records != part.records {
                let description = serde_json::to_vec(&part.description).map_err(refused)?;
                begin(file, Existing::Replace, &description, &records)
                    .map_err(|error| SessionError::in_file(file, error))?;
            }
            // The file is what was asked for: without it nothing was done.
            if trials_saved(file, &records).unwrap_or(0) < records.trials() {
                let note = part.note.as_deref().map(|note| format!(" ({})", note.replace('\n', "; ")));
                let why = format!(
                    "not saved: {} does not hold all trials that were played{}",
                    file.display(),
                    note.unwrap_or_default()
                );
                return Err(refused(why));
            }
        }
        Ok(Reply::Rollout(reply))
    }
}
