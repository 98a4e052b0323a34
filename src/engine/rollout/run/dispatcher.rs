//! The dispatcher of a rollout hands trials out, takes records in, and reports to the observer.

use super::observer::{Control, CrewNews, Observer, Progress};
use super::workers::{Fetched, Source};
use crate::rollout::data::records::Records;
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::judge::accounts::Accounts;
use crate::rollout::judge::interim::Interim;
use crate::rollout::judge::result::RolloutResult;
use crate::rollout::judge::sequencer::Sequencer;
use crate::rollout::judge::stop::{End, Rules};
use crate::rollout::order::Order;
use crate::rollout::order::job::Job;
use crate::rollout::order::resolved::Resolved;
use crate::scoring::Met;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where a crew fetches trials and delivers records.
pub struct Dispatcher<'a> {
    state: Mutex<State<'a>>,
    /// Signalled when there may be new trials, or the end has come.
    changed: Condvar,
    stop: &'a AtomicBool,
    met: &'a Met,
    job: &'a Job,
    settings: &'a Resolved,
}

struct State<'a> {
    sequencer: Sequencer,
    observer: &'a mut dyn Observer,
    /// Trials handed out and not delivered.
    under_way: usize,
    evaluations: u64,
    /// Whether there was nothing left to hand out.
    exhausted: bool,
}

impl<'a> Dispatcher<'a> {
    /// The dispatcher of a rollout that goes on from these records.
    pub(super) fn new(
        order: &'a Order,
        met: &'a Met,
        stop: &'a AtomicBool,
        observer: &'a mut dyn Observer,
        records: &Records,
    ) -> Self {
        let Order { job, settings, .. } = order;
        let accounts = Accounts::new(job.units(met), settings).after_look(order.look.as_ref());
        let rules = Rules::new(settings, job.kind(), accounts.len());
        let sequencer = Sequencer::new(accounts, rules, records);
        let state = State { sequencer, observer, under_way: 0, evaluations: 0, exhausted: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), stop, met, job, settings }
    }

    /// Ends the rollout: returns its result and its accounts.
    pub(super) fn end(self) -> (RolloutResult, Accounts) {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let observer = state.observer;
        state.sequencer.enter_rest(|task, record| observer.entered(task, record));
        let end = state.sequencer.end().or(Some(End::Interrupted));
        let accounts = state.sequencer.into_accounts();
        (RolloutResult::of_accounts(&accounts, self.job, self.settings, self.met, end), accounts)
    }

    /// The next trial to play; nothing for now.
    pub fn hand_out(&self) -> Option<Task> {
        let mut state = self.lock();
        let task = state.sequencer.hand_out();
        state.under_way += usize::from(task.is_some());
        state.exhausted = task.is_none();
        task
    }

    /// Takes a record in of a trial that was handed out.
    pub fn take(&self, task: Task, record: TrialRecord) {
        Source::deliver(self, task, record);
    }

    /// Whether no more trials are needed: the rollout has ended or was interrupted.
    pub fn is_over(&self) -> bool {
        let mut state = self.lock();
        if self.stop.load(Ordering::Relaxed) {
            state.sequencer.finish(End::Interrupted);
        }
        state.sequencer.end().is_some() || (state.exhausted && state.under_way == 0)
    }

    /// Reports to the observer how the crew stands.
    pub fn tell(&self, news: &CrewNews) {
        self.lock().observer.crew(news);
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Dispatcher<'_> {
    fn close(&self) {
        let mut state = self.lock();
        state.sequencer.finish(End::Interrupted);
        self.changed.notify_all();
    }

    fn fetch(&self, own: usize) -> Fetched {
        let mut state = self.lock();
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
        let mut state = self.lock();
        let state = &mut *state;
        state.under_way -= 1;
        // A record that comes in may make more to be handed out.
        state.exhausted = false;
        state.evaluations += u64::from(record.evaluations);
        let observer = &mut *state.observer;
        let is_news = state.sequencer.deliver(task, record, |task, record| observer.entered(task, record));
        if is_news {
            self.report(state);
        }
        self.changed.notify_all();
    }
}

impl Dispatcher<'_> {
    /// Reports to the observer, and ends the rollout where it returns [`Control::Stop`] or the time is up.
    fn report(&self, state: &mut State<'_>) {
        let accounts = state.sequencer.accounts();
        let end = state.sequencer.end();
        let trials: Vec<u64> = accounts.all().iter().map(|lane| lane.records.len() as u64).collect();
        let snapshot = || RolloutResult::of_accounts(accounts, self.job, self.settings, self.met, end);
        let interim = || Interim::of_accounts(accounts, self.job, self.settings);
        let progress = Progress {
            round: state.sequencer.round(),
            trials: &trials,
            target: self.settings.most_trials(),
            evaluations: state.evaluations,
            snapshot: &snapshot,
            interim: &interim,
        };
        let control = state.observer.progress(&progress);
        let is_late = self.settings.stop.until.time.is_some_and(|time| state.observer.elapsed() >= time);
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
    use super::super::workers::{Worker, work};
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::Interrupted;
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::fingerprint::Fingerprint;
    use crate::rollout::order::resolved::tests::resolved;
    use crate::rollout::order::settings::RolloutSettings;
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

    /// Has two threads play 100 trials from one dispatcher, the second by `play`; returns whether a thread panicked.
    fn panics(observer: &mut dyn Observer, play: impl Fn(Task) -> TrialRecord + Sync) -> bool {
        let start = Variation::Standard.starting_position();
        let job = Job::position(&start, Cube::START, Player::Top, Terms::MONEY);
        let settings = resolved(&RolloutSettings { trials: 100, ..RolloutSettings::default() });
        let (met, stop) = (Met::kazaross_xg2(), AtomicBool::new(false));
        let order = Order { job, settings, engine: Fingerprint::default(), look: None };
        let dispatcher = Dispatcher::new(&order, &met, &stop, observer, &Records::of(&order));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
        let all = || pool.broadcast(|_| work(&dispatcher, &mut Scripted { play: &play, begun: None }));
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
