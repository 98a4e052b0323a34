//! Threads that stay: they play the trials of one rollout on request, and have no rule for its end.
//!
//! A worker of a farm keeps them from one shard to the next, so that the first turns that its threads keep are not
//! lost, and none of them waits for the last trial of a shard while there is another.

use super::error::RolloutError;
use super::workers::{Fetched, Source, Unwatched, work};
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::order::Order;
use crate::rollout::trial::batched::TrialBatch;
use crate::rollout::trial::engine::Engine;
use crate::rollout::trial::game::Table;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Trials with what they left, in the order of trials and, within it, of candidates.
pub type Played = Vec<(Task, TrialRecord)>;

/// Called with the records of a batch once all its trials are played; with `None` when they will not be.
type Tell = Box<dyn FnOnce(Option<Played>) + Send>;

/// Threads for the trials of one rollout.
pub struct TrialPool {
    queue: Arc<Queue>,
    /// The threads end once the queue is closed and the pool is dropped, which does not wait for them.
    _threads: rayon::ThreadPool,
}

impl TrialPool {
    /// Starts threads for an order. The caller requests trials and decides when to stop.
    ///
    /// # Errors
    /// When the engine is not the order's, there is nothing to roll out, or the system has no threads to give.
    pub fn new(engine: &Engine, order: &Order, threads: usize) -> Result<Self, RolloutError> {
        if order.job.candidates().is_empty() {
            return Err(RolloutError::Nothing);
        }
        engine.check(order).map_err(RolloutError::Fingerprint)?;
        // A trial that fails is reported to its batch when its thread leaves; the program need not end.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).panic_handler(|_| {}).build();
        let pool = pool.map_err(|error| RolloutError::Threads(io::Error::other(error)))?;
        let queue = Arc::new(Queue::default());
        let (engine, order, source) = (engine.clone(), order.clone(), Arc::clone(&queue));
        pool.spawn_broadcast(move |_| {
            let table = Table::new(&order.settings, &order.job, &engine.met);
            let searchers = engine.searchers(&order.settings);
            work(&*source, &mut Unwatched(TrialBatch::new(&table, &order.settings, searchers)));
        });
        Ok(Self { queue, _threads: pool })
    }

    /// Has trials played, after those requested before; returns a number to cancel them by. `tell` is called from one
    /// of the threads, with `None` after a cancellation, an interrupt or a trial that failed.
    pub fn play(&self, tasks: &[Task], tell: impl FnOnce(Option<Played>) + Send + 'static) -> u64 {
        let mut state = self.queue.lock();
        let number = state.next;
        state.next += 1;
        if state.closed || tasks.is_empty() {
            let answer = (!state.closed).then(Vec::new);
            drop(state);
            tell(answer);
            return number;
        }
        let records = tasks.iter().map(|task| ((task.trial, task.candidate), None)).collect::<BTreeMap<_, _>>();
        let waiting = records.keys().map(|&(trial, candidate)| Task { candidate, trial }).collect();
        let missing = records.len();
        state.batches.insert(number, Batch { waiting, missing, records, tell: Box::new(tell) });
        drop(state);
        self.queue.changed.notify_all();
        number
    }

    /// Cancels the trials requested under this number.
    pub fn cancel(&self, number: u64) {
        let batch = self.queue.lock().batches.remove(&number);
        if let Some(batch) = batch {
            (batch.tell)(None);
        }
    }

    /// Whether no more trials will be played: after an interrupt, or where one failed.
    pub fn is_closed(&self) -> bool {
        self.queue.lock().closed
    }
}

impl Drop for TrialPool {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// The trials to be played.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// Signalled when there are new trials, or the end has come.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Batches by number: earlier ones first.
    batches: BTreeMap<u64, Batch>,
    next: u64,
    closed: bool,
}

/// Trials requested together.
struct Batch {
    waiting: VecDeque<Task>,
    missing: usize,
    records: BTreeMap<(u64, usize), Option<TrialRecord>>,
    tell: Tell,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Queue {
    fn fetch(&self, own: usize) -> Fetched {
        let mut state = self.lock();
        loop {
            if state.closed {
                return Fetched::End;
            }
            if let Some(task) = state.batches.values_mut().find_map(|batch| batch.waiting.pop_front()) {
                return Fetched::Task(task);
            }
            if own > 0 {
                return Fetched::Later;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deliver(&self, task: Task, record: TrialRecord) {
        let mut state = self.lock();
        let key = (task.trial, task.candidate);
        // Two batches may include one trial, whose record is the same for both.
        let wanted = state.batches.iter_mut().find_map(|(&number, batch)| match batch.records.get_mut(&key) {
            Some(place @ None) => {
                *place = Some(record);
                batch.missing -= 1;
                Some((number, batch.missing == 0))
            }
            _ => None,
        });
        let Some((number, true)) = wanted else { return };
        let Some(batch) = state.batches.remove(&number) else { return };
        drop(state);
        let played = batch.records.into_iter().filter_map(|((trial, candidate), record)| {
            let task = Task { candidate, trial };
            record.map(|record| (task, record))
        });
        (batch.tell)(Some(played.collect()));
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let batches = std::mem::take(&mut state.batches);
        drop(state);
        self.changed.notify_all();
        for batch in batches.into_values() {
            (batch.tell)(None);
        }
    }
}
