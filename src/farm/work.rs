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

#[cfg(test)]
#[cfg(feature = "farm")]
mod tests {
    use super::*;
    use crate::farm::Item;
    use crate::farm::nats::tests::samples::order;
    use crate::rollout::Unobserved;
    use crate::session::Description;
    use std::sync::atomic::Ordering;

    /// Hands out shards by number, and keeps what happens to them.
    #[derive(Default)]
    struct Shelf {
        job: Option<FarmJob>,
        next: Vec<u64>,
        delivered: Vec<(u64, u64, usize)>,
        given_back: Vec<u64>,
    }

    impl Backend for Shelf {
        fn fetch(&mut self) -> io::Result<Option<Shard>> {
            Ok(self.next.pop().and_then(|index| self.job.as_ref()?.shard(index)))
        }

        fn deliver(&mut self, shard: Shard, records: &Records) -> io::Result<()> {
            self.delivered.push((shard.index, records.first, records.candidates[1].len()));
            Ok(())
        }

        fn give_back(&mut self, shard: Shard) -> io::Result<()> {
            self.given_back.push(shard.index);
            Ok(())
        }
    }

    /// A job of two rollouts of 16 trials each, in shards of six.
    fn job(engine: &Engine) -> FarmJob {
        let item = |seed: u32| {
            let mut settings = order(engine).settings.into_settings();
            settings.seed = seed;
            let order = engine.order(order(engine).job, &settings);
            let description = Description { order, gnubg_id: String::new(), names: Vec::new(), engine: String::new() };
            Item { input: seed.to_string(), description }
        };
        FarmJob::new(vec![item(1), item(2)], 6).expect("a job")
    }

    #[test]
    fn shards_are_played_as_a_whole_and_counted() {
        let engine = Engine::standard();
        let mut shelf = Shelf { job: Some(job(&engine)), next: vec![5, 0, 2, 4], ..Shelf::default() };
        let job = job(&engine);
        let worked = work(&engine, &job, &mut shelf, 1, &mut Unobserved).expect("played");
        assert_eq!(worked, Worked { shards: 4, trials: 2 * (4 + 6 + 4 + 6) });
        assert_eq!(shelf.delivered, [(4, 6, 6), (2, 12, 4), (0, 0, 6), (5, 12, 4)]);
        assert!(shelf.given_back.is_empty());
    }

    #[test]
    fn an_interrupted_worker_gives_its_shard_back() {
        let engine = Engine::standard();
        let mut shelf = Shelf { job: Some(job(&engine)), next: vec![3, 1], ..Shelf::default() };
        let job = job(&engine);
        engine.stop.store(true, Ordering::Relaxed);
        let ended = work(&engine, &job, &mut shelf, 1, &mut Unobserved);
        assert!(matches!(ended, Err(WorkError::Interrupted)), "{ended:?}");
        assert_eq!((shelf.given_back, shelf.delivered.len(), shelf.next), (vec![1], 0, vec![3]));
    }

    #[test]
    fn a_job_of_another_engine_is_not_played() {
        let engine = Engine::standard();
        let orders = job(&engine);
        // The first order, under the name of the second.
        let mut value = serde_json::to_value(&orders.orders()[0].description.order).expect("plain data");
        value["engine"] = serde_json::to_value(orders.orders()[1].description.order.engine).expect("plain data");
        let order: Order = serde_json::from_value(value).expect("an order");
        let description = Description { order, gnubg_id: String::new(), names: Vec::new(), engine: String::new() };
        let job = FarmJob::new(vec![Item { input: "x".to_owned(), description }], 6).expect("a job");
        let mut shelf = Shelf { job: Some(job.clone()), next: vec![0], ..Shelf::default() };
        let ended = work(&engine, &job, &mut shelf, 1, &mut Unobserved);
        assert!(matches!(ended, Err(WorkError::Engine(_))), "{ended:?}");
        assert!(shelf.delivered.is_empty());
    }
}
