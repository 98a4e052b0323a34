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
    pub fn orders(&self) -> &[Item] {
        &self.orders
    }

    /// A short name: 16 hexadecimal digits.
    pub fn name(&self) -> &str {
        self.digest.get(..16).unwrap_or(&self.digest)
    }

    /// How many shards there are.
    pub fn len(&self) -> u64 {
        self.orders.iter().map(|item| self.shards_of(item)).sum()
    }

    /// Whether there are none: no job is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn shards_of(&self, item: &Item) -> u64 {
        item.description.order.settings.trials.div_ceil(self.shard)
    }

    /// A shard by its number.
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
    pub const fn trials_of_a_shard(&self) -> u64 {
        self.shard
    }

    /// The trials of a shard.
    #[cfg(feature = "farm")]
    pub(super) fn pieces(&self, shard: Shard) -> Vec<Piece> {
        let candidates = self.orders[shard.order].description.order.job.candidates().len();
        (0..candidates).map(|candidate| Piece { candidate, first: shard.first, trials: shard.trials }).collect()
    }

    /// Where a folder keeps what was fetched from a server.
    pub fn ledger(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.ledger", self.name()))
    }

    /// Where a shard is saved in a folder.
    pub fn file(&self, shard: Shard) -> PathBuf {
        PathBuf::from(format!("{}-{:06}.rollout", self.name(), shard.index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::{Engine, Events, Fixed, Job, RolloutSettings, TrialRecord};
    use crate::scoring::{Cube, Terms};

    /// Rollouts with so many trials each, of two candidates.
    fn items(trials: &[u64]) -> Vec<Item> {
        let (engine, start) = (Engine::standard(), Variation::Standard.starting_position());
        let item = |(seed, &trials): (u32, &u64)| {
            let settings = RolloutSettings::default().with(|it| (it.trials, it.seed) = (trials, seed));
            let order = engine.order(Job::cube(&start, Cube::START, Player::Top, Terms::MONEY), &settings);
            let description = Description { order, gnubg_id: String::new(), names: Vec::new(), engine: String::new() };
            Item { input: format!("opening {seed}"), description }
        };
        (0..).zip(trials).map(item).collect()
    }

    /// Records of an order with as many trials of each candidate as are named.
    fn records(job: &FarmJob, order: usize, first: u64, trials: &[u64]) -> Records {
        let record = TrialRecord {
            values: [Fixed::ZERO; 7],
            raw: [Fixed::ZERO; 7],
            settled: [Fixed::ZERO; 4],
            first_roll: None,
            events: Events::NONE,
            evaluations: 0,
        };
        let order = &job.orders()[order].description.order;
        let candidates = trials.iter().map(|&n| vec![record; n as usize].into()).collect();
        Records { first, candidates, ..Records::of(order) }
    }

    #[test]
    fn a_job_is_cut_into_shards_order_by_order() {
        let job = FarmJob::new(items(&[10, 4, 9]), 4).expect("a job");
        assert_eq!((job.len(), job.is_empty(), job.trials_of_a_shard()), (7, false, 4));
        let shards: Vec<_> = (0..9).filter_map(|index| job.shard(index)).collect();
        let expected = [(0, 0, 4), (0, 4, 4), (0, 8, 2), (1, 0, 4), (2, 0, 4), (2, 4, 4), (2, 8, 1)];
        for (index, (order, first, trials)) in (0..).zip(expected) {
            assert_eq!(shards[index as usize], Shard { index, order, first, trials });
        }
        assert_eq!(shards.len(), 7);
        assert_eq!(job.file(shards[6]), PathBuf::from(format!("{}-000006.rollout", job.name())));
        assert_eq!(job.ledger(Path::new("x")), Path::new("x").join(format!("{}.ledger", job.name())));
        assert!(job.name().len() == 16 && job.digest.starts_with(job.name()));
    }

    #[cfg(feature = "farm")]
    #[test]
    fn a_shard_has_the_same_trials_of_all_candidates() {
        let job = FarmJob::new(items(&[10]), 4).expect("a job");
        let piece = |candidate| Piece { candidate, first: 8, trials: 2 };
        assert_eq!(job.pieces(job.shard(2).expect("a shard")), [piece(0), piece(1)]);
    }

    /// Records are a shard with all of its trials, of all candidates, and no others.
    #[test]
    fn a_shard_is_known_by_its_records() {
        let job = FarmJob::new(items(&[10, 4, 9]), 4).expect("a job");
        for index in 0..job.len() {
            let shard = job.shard(index).expect("a shard");
            let records = records(&job, shard.order, shard.first, &[shard.trials; 2]);
            assert_eq!(job.shard_of(&records), Some(shard));
        }
        for (order, first, trials) in [
            (0, 1, &[4, 4][..]),
            (0, 4, &[4, 3]),
            (0, 4, &[3, 4]),
            (0, 4, &[5, 5]),
            (0, 8, &[4, 4]),
            (0, 4, &[4]),
            (0, 4, &[4, 4, 4]),
            (0, 4, &[]),
            // What would be the first shard of the next order.
            (0, 12, &[4, 4]),
            (2, 12, &[4, 4]),
        ] {
            let records = records(&job, order, first, trials);
            assert_eq!(job.shard_of(&records), None, "{order}, {first}, {trials:?}");
        }
        // As many, with one in between missing.
        let mut gap = records(&job, 0, 0, &[4, 3]);
        let record = *gap.candidates[0].get(0).expect("a trial");
        gap.candidates[1].insert(4, record);
        assert_eq!(job.shard_of(&gap), None);
        // All of them, and one more behind another that is missing.
        let mut more = records(&job, 0, 0, &[4, 4]);
        more.candidates[1].insert(5, record);
        assert_eq!(job.shard_of(&more), None);
        let other = FarmJob::new(items(&[10, 4, 9, 7]), 4).expect("a job");
        assert_eq!(job.shard_of(&records(&other, 3, 0, &[4, 4])), None, "of another job");
    }

    #[test]
    fn a_job_has_something_to_do_and_not_too_much() {
        let made = |trials: &[u64], shard| FarmJob::new(items(trials), shard);
        assert!(matches!(made(&[], 4), Err(JobFileError::Nothing)));
        assert!(matches!(made(&[10, 0], 4), Err(JobFileError::Nothing)));
        assert!(matches!(made(&[10], 0), Err(JobFileError::Nothing)));
        let most = Records::MOST_TRIALS;
        assert!(made(&[most], most).is_ok());
        assert!(matches!(made(&[10, most + 1], most), Err(JobFileError::TooMany)));
        let one = Item { input: "again".to_owned(), ..items(&[10]).remove(0) };
        let twice = FarmJob::new([items(&[10]), vec![one]].concat(), 4);
        assert!(matches!(twice, Err(JobFileError::Twice(one, two)) if one == "opening 0" && two == "again"));
    }

    #[test]
    fn a_job_has_no_more_shards_than_can_be_numbered() {
        // As few trials to a shard as there may be, of as many rollouts.
        let shard = Records::MOST_TRIALS.div_ceil(MOST_SHARDS);
        let most = (shard * MOST_SHARDS).min(Records::MOST_TRIALS);
        let left = MOST_SHARDS - most.div_ceil(shard);
        let mut trials = vec![most];
        trials.extend((left > 0).then_some(left * shard));
        assert!(FarmJob::new(items(&trials), shard).is_ok(), "{trials:?}");
        trials.push(1);
        assert!(matches!(FarmJob::new(items(&trials), shard), Err(JobFileError::TooMany)));
    }

    #[test]
    fn a_job_file_is_read_back_unless_it_was_changed() {
        let job = FarmJob::new(items(&[10, 4]), 4).expect("a job");
        let bytes = job.to_json().expect("plain data");
        assert!(bytes.ends_with(b"}\n"));
        assert_eq!(FarmJob::from_json(&bytes).expect("a job"), job);
        let text = String::from_utf8(bytes).expect("JSON");
        let read = |from: &str, to: &str| FarmJob::from_json(text.replacen(from, to, 1).as_bytes());
        assert!(matches!(read("\"shard\": 4", "\"shard\": 5"), Err(JobFileError::Digest)));
        assert!(
            matches!(read("gammon farm 1", "gammon farm 2"), Err(JobFileError::Format(it)) if it == "gammon farm 2")
        );
        assert!(matches!(read("\"format\"", "\"formal\""), Err(JobFileError::Json(_))));
        // A digest may be right, and the job none.
        let mut none = FarmJob { format: FORMAT.to_owned(), digest: String::new(), shard: 0, orders: items(&[10]) };
        none.digest = none.digest_of_contents().expect("plain data");
        let bytes = none.to_json().expect("plain data");
        assert!(matches!(FarmJob::from_json(&bytes), Err(JobFileError::Nothing)));
    }
}
