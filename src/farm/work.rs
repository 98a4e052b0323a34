//! A worker: fetches shards, plays them, delivers what they left.

use super::job::{FarmJob, Shard};
use crate::rollout::{Differences, End, Engine, Observer, Order, Records, RolloutError};
use std::io;
use thiserror::Error;

/// Where a worker gets its work and brings what it has done: a folder of files, a queue on a network.
pub trait Backend {
    /// The next shard to play, `None` when there is no more.
    ///
    /// # Errors
    /// When the back end fails.
    fn fetch(&mut self) -> io::Result<Option<Shard>>;

    /// Takes in what a shard left. It may be delivered twice, by whomever: it is the same.
    ///
    /// # Errors
    /// When it could not be kept; the shard is then still to be played.
    fn deliver(&mut self, shard: Shard, records: &Records) -> io::Result<()>;

    /// Takes back a shard that was fetched and will not be played.
    ///
    /// # Errors
    /// When that could not be reported; the back end finds out by itself in time.
    fn give_back(&mut self, shard: Shard) -> io::Result<()>;
}

/// Why a worker stopped before there was no more work.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The job was made with another engine.
    #[error("this job was made with another engine: {0} would differ")]
    Engine(Differences),
    /// The work was interrupted; the shard in hand was given back.
    #[error("interrupted")]
    Interrupted,
    /// A shard could not be played.
    #[error(transparent)]
    Rollout(#[from] RolloutError),
    /// The back end failed.
    #[error(transparent)]
    Backend(#[from] io::Error),
}

/// The count of a worker's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// Shards played.
    pub shards: u64,
    /// Trials played, of all candidates.
    pub trials: u64,
}

/// Plays shards until there are no more.
///
/// # Errors
/// When the engine is not the job's, at an interrupt, or when the back end fails; what was delivered before stays.
pub fn work(
    engine: &Engine,
    job: &FarmJob,
    backend: &mut impl Backend,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Worked, WorkError> {
    let mut worked = Worked::default();
    let mut checked = None;
    while let Some(shard) = backend.fetch()? {
        let order = &job.orders()[shard.order].description.order;
        if checked != Some(shard.order) {
            engine.check(order).map_err(WorkError::Engine)?;
            checked = Some(shard.order);
        }
        match play(engine, order, shard, threads, observer) {
            Ok(records) => {
                backend.deliver(shard, &records)?;
                worked.shards += 1;
                worked.trials += records.candidates.iter().map(|trials| trials.len() as u64).sum::<u64>();
            }
            Err(error) => {
                backend.give_back(shard)?;
                return Err(error);
            }
        }
    }
    Ok(worked)
}

/// Plays a shard as a whole. Stopping rules are applied when shards are merged, so none stops it before its last trial.
fn play(
    engine: &Engine,
    order: &Order,
    shard: Shard,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Records, WorkError> {
    let order = order.of_part(shard.trials);
    let records = Records { first: shard.first, ..Records::of(&order) };
    let rollout = engine.extend(&order, threads, observer, records)?;
    if rollout.result.end == Some(End::Interrupted) {
        return Err(WorkError::Interrupted);
    }
    Ok(rollout.records)
}
