//! The job file: orders, and how their trials are cut into shards.

#[cfg(feature = "farm")]
use super::wire::Piece;
use crate::digest::{Sha256, hexadecimal};
use crate::rollout::Records;
use crate::session::Description;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The format name in a job file of this version.
const FORMAT: &str = "gammon farm 1";

/// More shards than this no scheduler numbers.
const MOST_SHARDS: u64 = 1 << 32;

/// Rollouts to be done in shards of this many trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FarmJob {
    format: String,
    /// The digest of everything below: the job's name.
    digest: String,
    shard: u64,
    orders: Vec<Item>,
}

/// One rollout of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// The position as the user gave it.
    pub input: String,
    /// The rollout of it.
    pub description: Description,
}

/// A part of one rollout of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    /// The number in the job, from 0.
    pub index: u64,
    /// The number of the job's order, from 0.
    pub order: usize,
    /// The first trial, from 0.
    pub first: u64,
    /// How many trials of each candidate.
    pub trials: u64,
}

/// Why a job cannot be made or read.
#[derive(Debug, Error)]
pub enum JobFileError {
    /// The file cannot be read as JSON of a job.
    #[error("this is not a job file: {0}")]
    Json(#[from] serde_json::Error),
    /// Another version's.
    #[error("this job file is of format `{0}`, not `{FORMAT}`")]
    Format(String),
    /// The content differs from that with which it was made.
    #[error("this job file was changed after it was made")]
    Digest,
    /// No rollouts, or no trials.
    #[error("there is nothing to roll out")]
    Nothing,
    /// Two orders have one name: their shards could not be distinguished.
    #[error("`{0}` and `{1}` are the same rollout")]
    Twice(String, String),
    /// More than can be numbered.
    #[error("that makes more than {MOST_SHARDS} shards or {} trials", Records::MOST_TRIALS)]
    TooMany,
}

impl FarmJob {
    /// A job of these rollouts, cut into shards of this many trials.
    ///
    /// # Errors
    /// When there is nothing to do, too much, or one thing twice.
    pub fn new(orders: Vec<Item>, shard: u64) -> Result<Self, JobFileError> {
        let mut job = Self { format: FORMAT.to_owned(), digest: String::new(), shard, orders };
        job.digest = job.digest_of_contents()?;
        job.check()?;
        Ok(job)
    }

    /// Reads a job file.
    ///
    /// # Errors
    /// When it is something else, was changed, or could not have been made.
    pub fn from_json(bytes: &[u8]) -> Result<Self, JobFileError> {
        let value: serde_json::Value = serde_json::from_slice(bytes)?;
        if let Some(format) = value["format"].as_str().filter(|&format| format != FORMAT) {
            return Err(JobFileError::Format(format.to_owned()));
        }
        let job: Self = serde_json::from_slice(bytes)?;
        if job.digest != job.digest_of_contents()? {
            return Err(JobFileError::Digest);
        }
        job.check()?;
        Ok(job)
    }

    /// The file.
    ///
    /// # Errors
    /// Never: a job is plain data.
    pub fn to_json(&self) -> Result<Vec<u8>, JobFileError> {
        Ok([serde_json::to_vec_pretty(self)?, b"\n".to_vec()].concat())
    }

    fn digest_of_contents(&self) -> Result<String, JobFileError> {
        let bytes = serde_json::to_vec(&(self.shard, &self.orders))?;
        Ok(hexadecimal(Sha256::of(&bytes)))
    }

    fn check(&self) -> Result<(), JobFileError> {
        let trials = |item: &Item| item.description.order.settings.trials;
        if self.shard == 0 || self.orders.is_empty() || self.orders.iter().any(|item| trials(item) == 0) {
            return Err(JobFileError::Nothing);
        }
        if self.orders.iter().any(|item| trials(item) > Records::MOST_TRIALS) {
            return Err(JobFileError::TooMany);
        }
        let all = self.orders.iter().try_fold(0_u64, |all, item| all.checked_add(trials(item).div_ceil(self.shard)));
        if all.is_none_or(|all| all > MOST_SHARDS) {
            return Err(JobFileError::TooMany);
        }
        let mut seen = std::collections::BTreeMap::new();
        for item in &self.orders {
            if let Some(before) = seen.insert(item.description.order.engine.to_bytes(), &item.input) {
                return Err(JobFileError::Twice(before.clone(), item.input.clone()));
            }
        }
        Ok(())
    }

    /// The rollouts.
    #[must_use]
    pub fn orders(&self) -> &[Item] {
        &self.orders
    }

    /// A short name: 16 hexadecimal digits.
    #[must_use]
    pub fn name(&self) -> &str {
        self.digest.get(..16).unwrap_or(&self.digest)
    }

    /// How many shards there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.orders.iter().map(|item| self.shards_of(item)).sum()
    }

    /// Whether there are none: no job is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn shards_of(&self, item: &Item) -> u64 {
        item.description.order.settings.trials.div_ceil(self.shard)
    }

    /// A shard by its number.
    #[must_use]
    pub fn shard(&self, index: u64) -> Option<Shard> {
        let mut before = 0;
        for (order, item) in self.orders.iter().enumerate() {
            let shards = self.shards_of(item);
            if index < before + shards {
                let first = (index - before) * self.shard;
                let trials = self.shard.min(item.description.order.settings.trials - first);
                return Some(Shard { index, order, first, trials });
            }
            before += shards;
        }
        None
    }

    /// The shard that records are, if they are one as a whole.
    #[must_use]
    pub fn shard_of(&self, records: &Records) -> Option<Shard> {
        let is_one = |item: &Item| item.description.order.engine == records.fingerprint;
        let order = self.orders.iter().position(is_one)?;
        let before: u64 = self.orders[..order].iter().map(|item| self.shards_of(item)).sum();
        let shard = self.shard(before + records.first / self.shard)?;
        let candidates = self.orders[order].description.order.job.candidates().len();
        let is_whole = shard.order == order
            && shard.first == records.first
            && records.candidates.len() == candidates
            && records
                .candidates
                .iter()
                .all(|trials| trials.len() as u64 == shard.trials && trials.next() == shard.trials);
        is_whole.then_some(shard)
    }

    /// Trials of each candidate in a shard, but for the last of a rollout.
    #[must_use]
    pub const fn trials_of_a_shard(&self) -> u64 {
        self.shard
    }

    /// The trials of a shard.
    #[cfg(feature = "farm")]
    #[must_use]
    pub(super) fn pieces(&self, shard: Shard) -> Vec<Piece> {
        let candidates = self.orders[shard.order].description.order.job.candidates().len();
        (0..candidates).map(|candidate| Piece { candidate, first: shard.first, trials: shard.trials }).collect()
    }

    /// Where a folder keeps what was fetched from a server.
    #[must_use]
    pub fn ledger(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.ledger", self.name()))
    }

    /// Where a shard is saved in a folder.
    #[must_use]
    pub fn file(&self, shard: Shard) -> PathBuf {
        PathBuf::from(format!("{}-{:06}.rollout", self.name(), shard.index))
    }
}
