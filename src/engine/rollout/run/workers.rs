//! Threads at work: each fetches trials from a source, plays several in step, and delivers what they leave.

use crate::eval::Interrupted;
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::order::job::Job;
use crate::rollout::trial::batched::TrialBatch;
use crate::rollout::trial::witness::{GameSink, PlayedGame};

/// Where threads fetch trials and deliver records.
pub trait Source: Sync {
    /// The next trial for a thread that has this many under way; if it has none, this waits while there may be more.
    fn fetch(&self, own: usize) -> Fetched;

    /// Takes a record in.
    fn deliver(&self, task: Task, record: TrialRecord);

    /// Ends it for all workers: none may wait for a trial that will never be delivered.
    fn close(&self);
}

/// The answer of a source to a thread that asks for a task.
pub enum Fetched {
    /// A trial to play.
    Task(Task),
    /// No task before one under way is delivered.
    Later,
    /// No task any more: what is under way is not needed.
    End,
}

/// Closes the source when its thread panics.
struct CloseOnPanic<'a, S: Source>(&'a S);

impl<S: Source> Drop for CloseOnPanic<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// Plays trials until the source has no more.
pub fn work(source: &impl Source, worker: &mut impl Worker) {
    let _guard = CloseOnPanic(source);
    let mut under_way = 0;
    loop {
        while under_way < worker.seats() {
            match source.fetch(under_way) {
                Fetched::Task(task) => worker.begin(task),
                Fetched::Later => break,
                Fetched::End => return,
            }
            under_way += 1;
        }
        let played = worker.play(&mut |task, record| {
            under_way -= 1;
            source.deliver(task, record);
        });
        if played.is_err() {
            source.close();
            return;
        }
    }
}

/// Plays the trials that a source hands out.
pub trait Worker {
    /// Trials to be under way at once.
    fn seats(&self) -> usize;

    /// Begins a trial.
    fn begin(&mut self, task: Task);

    /// Plays on until some end, and hands them over.
    ///
    /// # Errors
    /// When the stop flag was raised: what was begun is dropped.
    fn play(&mut self, over: &mut dyn FnMut(Task, TrialRecord)) -> Result<(), Interrupted>;
}

/// Trials whose games are not recorded.
pub struct Unwatched<'a>(pub TrialBatch<'a, ()>);

impl Worker for Unwatched<'_> {
    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn begin(&mut self, task: Task) {
        self.0.begin(task, ());
    }

    fn play(&mut self, over: &mut dyn FnMut(Task, TrialRecord)) -> Result<(), Interrupted> {
        self.0.play(|task, record, ()| over(task, record))
    }
}

/// Trials whose games are taken.
pub struct Watched<'a> {
    pub trials: TrialBatch<'a, PlayedGame>,
    pub job: &'a Job,
    pub sink: &'a dyn GameSink,
}

impl Worker for Watched<'_> {
    fn seats(&self) -> usize {
        self.trials.seats()
    }

    fn begin(&mut self, task: Task) {
        self.trials.begin(task, PlayedGame::new(self.job.candidates()[task.candidate]));
    }

    fn play(&mut self, over: &mut dyn FnMut(Task, TrialRecord)) -> Result<(), Interrupted> {
        self.trials.play(|task, record, game| {
            self.sink.take(task, &game);
            over(task, record);
        })
    }
}
