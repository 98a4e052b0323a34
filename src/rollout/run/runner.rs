//! Runs a rollout: threads that play trials, and one account that they deliver to.

use super::observer::{Control, Observer, Progress};
use crate::eval::Interrupted;
use crate::rollout::data::records::Records;
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::judge::accounts::Accounts;
use crate::rollout::judge::interim::Interim;
use crate::rollout::judge::result::RolloutResult;
use crate::rollout::judge::sequencer::Sequencer;
use crate::rollout::judge::stop::{End, Rules};
use crate::rollout::order::Order;
use crate::rollout::order::fingerprint::Differences;
use crate::rollout::order::job::Job;
use crate::rollout::order::resolved::Resolved;
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::trial::batched::TrialBatch;
use crate::rollout::trial::engine::Engine;
use crate::rollout::trial::game::Table;
use crate::rollout::trial::witness::{GameSink, PlayedGame};
use crate::scoring::Met;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use thiserror::Error;

/// A rollout that ended, one way or another.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// What it says.
    pub result: RolloutResult,
    /// What it can be continued from.
    pub records: Records,
}

impl Rollout {
    /// What one run of an order would have left, given the records of all trials that it may have: it stops where the
    /// order's rules say, and has no trial beyond.
    #[must_use]
    pub fn of_records(records: &Records, order: &Order, met: &Met) -> Self {
        let Order { job, settings, .. } = order;
        let accounts = Accounts::new(job.units(met), settings);
        let rules = Rules::new(settings, job.kind(), accounts.len());
        let sequencer = Sequencer::new(accounts, rules, records);
        let end = sequencer.end();
        let accounts = sequencer.into_accounts();
        let result = RolloutResult::of_accounts(&accounts, job, settings, met, end);
        let records = Records { fingerprint: order.engine, first: records.first, candidates: accounts.into_records() };
        Self { result, records }
    }
}

/// Why a rollout could not begin.
#[derive(Debug, Error)]
pub enum RolloutError {
    /// The records given are those of something else.
    #[error("these records belong to another rollout: {0} would differ")]
    Fingerprint(Differences),
    /// The records are damaged.
    #[error("these records have {found} candidates, not {expected}")]
    Candidates {
        /// Candidates with records.
        found: usize,
        /// Candidates of the job.
        expected: usize,
    },
    /// A job without candidates.
    #[error("there is nothing to roll out")]
    Nothing,
    /// The system has no more threads to give.
    #[error("no threads to be had: {0}")]
    Threads(io::Error),
}

impl Engine {
    /// Rolls out from the beginning.
    ///
    /// # Errors
    /// When there is nothing to roll out, or no threads to do it.
    pub fn rollout(
        &self,
        job: &Job,
        settings: &RolloutSettings,
        threads: usize,
        observer: &mut dyn Observer,
    ) -> Result<Rollout, RolloutError> {
        let order = self.order(job.clone(), settings);
        let records = Records::of(&order);
        self.extend(&order, threads, observer, records)
    }

    /// Continues from records, or plays a shard when they are empty and begin at a later trial. The settings'
    /// trials are those of each candidate, counted from the first record.
    ///
    /// # Errors
    /// As [`Engine::rollout`], and when the records are those of another rollout.
    ///
    /// # Panics
    /// When playing a trial does, or the observer: the other threads end first.
    pub fn extend(
        &self,
        order: &Order,
        threads: usize,
        observer: &mut dyn Observer,
        records: Records,
    ) -> Result<Rollout, RolloutError> {
        let Order { job, settings, engine: fingerprint } = order;
        if job.candidates().is_empty() {
            return Err(RolloutError::Nothing);
        }
        self.check(order).map_err(RolloutError::Fingerprint)?;
        if records.fingerprint != *fingerprint {
            return Err(RolloutError::Fingerprint(fingerprint.differences(&records.fingerprint)));
        }
        let (found, expected) = (records.candidates.len(), job.candidates().len());
        if found != expected {
            return Err(RolloutError::Candidates { found, expected });
        }
        let table = Table::new(settings, job, &self.met);
        let accounts = Accounts::new(job.units(&self.met), settings);
        let rules = Rules::new(settings, job.kind(), accounts.len());
        let first = records.first;
        let dispatcher = Dispatcher {
            state: Mutex::new(State {
                sequencer: Sequencer::new(accounts, rules, &records),
                observer,
                under_way: 0,
                evaluations: 0,
            }),
            changed: Condvar::new(),
            stop: &self.stop,
            met: &self.met,
            job,
            settings,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        let pool = pool.map_err(|error| RolloutError::Threads(io::Error::other(error)))?;
        // A panic of one thread comes out here once all have ended.
        pool.broadcast(|_| {
            let searchers = self.searchers(settings);
            match &self.games {
                None => dispatcher.work(&mut Unwatched(TrialBatch::new(&table, settings, searchers))),
                Some(sink) => {
                    let trials = TrialBatch::new(&table, settings, searchers);
                    dispatcher.work(&mut Watched { trials, job, sink: &**sink });
                }
            }
        });
        let mut state = dispatcher.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.sequencer.enter_rest(|task, record| state.observer.entered(task, record));
        let end = state.sequencer.end().or(Some(End::Interrupted));
        let accounts = state.sequencer.into_accounts();
        let result = RolloutResult::of_accounts(&accounts, job, settings, &self.met, end);
        Ok(Rollout {
            result,
            records: Records { fingerprint: *fingerprint, first, candidates: accounts.into_records() },
        })
    }
}

/// Plays the trials that a dispatcher hands out.
trait Worker {
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

/// Trials whose games nobody wants.
struct Unwatched<'a>(TrialBatch<'a, ()>);

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
struct Watched<'a> {
    trials: TrialBatch<'a, PlayedGame>,
    job: &'a Job,
    sink: &'a dyn GameSink,
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

/// Where threads fetch trials and deliver records.
struct Dispatcher<'a> {
    state: Mutex<State<'a>>,
    /// Signalled when there may be new trials, or the end has come.
    changed: Condvar,
    stop: &'a AtomicBool,
    met: &'a Met,
    job: &'a Job,
    settings: &'a Resolved,
}

/// What a dispatcher has for a thread.
enum Fetched {
    /// A trial to play.
    Task(Task),
    /// Nothing before one that is under way is delivered.
    Later,
    /// Nothing any more: what is under way is not wanted.
    End,
}

/// Closes the dispatcher when its thread panics.
struct CloseOnPanic<'a, 'b>(&'a Dispatcher<'b>);

impl Drop for CloseOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

struct State<'a> {
    sequencer: Sequencer,
    observer: &'a mut dyn Observer,
    /// Trials handed out and not delivered.
    under_way: usize,
    evaluations: u64,
}

impl Dispatcher<'_> {
    /// Plays trials until the rollout ends.
    fn work(&self, worker: &mut impl Worker) {
        let _guard = CloseOnPanic(self);
        let mut under_way = 0;
        loop {
            while under_way < worker.seats() {
                match self.fetch(under_way) {
                    Fetched::Task(task) => worker.begin(task),
                    Fetched::Later => break,
                    Fetched::End => return,
                }
                under_way += 1;
            }
            let played = worker.play(&mut |task, record| {
                under_way -= 1;
                self.deliver(task, record);
            });
            if played.is_err() {
                self.close();
                return;
            }
        }
    }

    /// Ends it for everybody: nobody may wait for a trial that will never be delivered.
    fn close(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.sequencer.finish(End::Interrupted);
        self.changed.notify_all();
    }

    /// The next trial for a thread that has some under way; if it has none, this waits while others may bring some.
    fn fetch(&self, own: usize) -> Fetched {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.stop.load(Ordering::Relaxed) {
                state.sequencer.finish(End::Interrupted);
            }
            if let Some(task) = state.sequencer.hand_out() {
                state.under_way += 1;
                return Fetched::Task(task);
            }
            // With trials under way a candidate that was given up may yet be taken up again.
            if state.sequencer.end().is_some() || state.under_way == 0 {
                self.changed.notify_all();
                return Fetched::End;
            }
            if own > 0 {
                return Fetched::Later;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn deliver(&self, task: Task, record: TrialRecord) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        state.under_way -= 1;
        state.evaluations += u64::from(record.evaluations);
        let observer = &mut *state.observer;
        let rounds = state.sequencer.deliver(task, record, |task, record| observer.entered(task, record));
        if rounds > 0 {
            self.report(state);
        }
        self.changed.notify_all();
    }

    /// Tells the observer, and does what it wants.
    fn report(&self, state: &mut State<'_>) {
        let accounts = state.sequencer.accounts();
        let end = state.sequencer.end();
        let trials: Vec<u64> = accounts.all().iter().map(|account| account.records.len() as u64).collect();
        let snapshot = || RolloutResult::of_accounts(accounts, self.job, self.settings, self.met, end);
        let interim = || Interim::of_accounts(accounts, self.job.kind(), self.settings);
        let progress = Progress {
            round: state.sequencer.round(),
            trials: &trials,
            target: (!self.settings.until.is_set()).then_some(self.settings.trials),
            evaluations: state.evaluations,
            snapshot: &snapshot,
            interim: &interim,
        };
        let control = state.observer.progress(&progress);
        let is_late = self.settings.until.time.is_some_and(|time| state.observer.elapsed() >= time);
        if control == Control::Stop {
            state.sequencer.finish(End::Interrupted);
        } else if is_late {
            state.sequencer.finish(End::Time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::observer::Unobserved;
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::fingerprint::Fingerprint;
    use crate::rollout::order::resolved::tests::resolved;
    use crate::scoring::{Cube, Terms};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;

    /// Trials played by a script.
    struct Scripted<'a, F> {
        play: &'a F,
        begun: Option<Task>,
    }

    impl<F: Fn(Task) -> TrialRecord> Worker for Scripted<'_, F> {
        fn seats(&self) -> usize {
            1
        }

        fn begin(&mut self, task: Task) {
            self.begun = Some(task);
        }

        fn play(&mut self, over: &mut dyn FnMut(Task, TrialRecord)) -> Result<(), Interrupted> {
            let task = self.begun.take().expect("one was begun");
            over(task, (self.play)(task));
            Ok(())
        }
    }

    /// Has two threads play 100 trials from one dispatcher, the second as `play` says; whether a thread panicked.
    fn panics(observer: &mut dyn Observer, play: impl Fn(Task) -> TrialRecord + Sync) -> bool {
        let start = Variation::Standard.starting_position();
        let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
        let settings = resolved(&RolloutSettings { trials: 100, ..RolloutSettings::default() });
        let (met, stop) = (Met::kazaross_xg2(), AtomicBool::new(false));
        let accounts = Accounts::new(job.units(&met), &RolloutSettings::default());
        let rules = Rules::new(&settings, job.kind(), 1);
        let sequencer = Sequencer::new(accounts, rules, &Records::new(Fingerprint::default(), 1));
        let dispatcher = Dispatcher {
            state: Mutex::new(State { sequencer, observer, under_way: 0, evaluations: 0 }),
            changed: Condvar::new(),
            stop: &stop,
            met: &met,
            job: &job,
            settings: &settings,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
        let all = || pool.broadcast(|_| dispatcher.work(&mut Scripted { play: &play, begun: None }));
        catch_unwind(AssertUnwindSafe(all)).is_err()
    }

    #[test]
    fn a_panic_ends_the_rollout() {
        // Messages of panics on purpose have no place in the output of tests.
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        // The second thread is sure to wait for the last trial when the first panics in it.
        let both = Barrier::new(2);
        let play = |task: Task| {
            match task.trial {
                0 | 1 => drop(both.wait()),
                99 => panic!("on purpose"),
                _ => {}
            }
            record(0.0)
        };
        let of_a_trial = panics(&mut Unobserved, play);
        let of_the_observer = panics(&mut Nervous, |_| record(0.0));
        std::panic::set_hook(usual);
        assert!(of_a_trial && of_the_observer);
        assert!(!panics(&mut Unobserved, |_| record(0.0)));
    }

    struct Nervous;

    impl Observer for Nervous {
        fn progress(&mut self, progress: &Progress<'_>) -> Control {
            assert!(progress.round < 50, "on purpose");
            Control::Continue
        }
    }
}
