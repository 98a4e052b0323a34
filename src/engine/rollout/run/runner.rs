//! Runs a rollout: a crew that plays trials, and one dispatcher that hands them out and takes them in.

use super::crew::{Crew, Threads};
use super::dispatcher::Dispatcher;
use super::error::RolloutError;
use super::observer::Observer;
use crate::rollout::data::records::Records;
use crate::rollout::judge::accounts::Accounts;
use crate::rollout::judge::result::RolloutResult;
use crate::rollout::judge::sequencer::Sequencer;
use crate::rollout::judge::stop::Rules;
use crate::rollout::order::Order;
use crate::rollout::order::job::Job;
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::trial::engine::Engine;
use crate::scoring::Met;

/// A rollout that ended, one way or another.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// The result.
    pub result: RolloutResult,
    /// The records from which it can be continued.
    pub records: Records,
}

impl Rollout {
    /// The rollout that one run of an order would have left, given the records of all trials that it may have: it stops
    /// by the order's rules, and has no trial beyond.
    pub fn of_records(records: &Records, order: &Order, met: &Met) -> Self {
        let Order { job, settings, .. } = order;
        let accounts = Accounts::new(job.units(met), settings).after_look(order.look.as_ref());
        let rules = Rules::new(settings, job.kind(), accounts.len());
        let sequencer = Sequencer::new(accounts, rules, records);
        let end = sequencer.end();
        let accounts = sequencer.into_accounts();
        let result = RolloutResult::of_accounts(&accounts, job, settings, met, end);
        let records = Records { fingerprint: order.engine, first: records.first, candidates: accounts.into_records() };
        Self { result, records }
    }
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
        let order = self.after_look(self.order(job.clone(), settings));
        let records = Records::of(&order);
        self.extend(&order, threads, observer, records)
    }

    /// Continues from records on this many threads, or plays a shard when the records are empty and begin at a later
    /// trial. The settings' trials are those of each candidate, counted from the first record.
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
        self.extend_by(order, &Threads(threads), observer, records)
    }

    /// As [`Engine::extend`], with whomever to play the trials.
    ///
    /// # Errors
    /// As [`Engine::extend`], and when the crew cannot go on.
    ///
    /// # Panics
    /// As [`Engine::extend`].
    pub fn extend_by(
        &self,
        order: &Order,
        crew: &dyn Crew,
        observer: &mut dyn Observer,
        records: Records,
    ) -> Result<Rollout, RolloutError> {
        let Order { job, engine: fingerprint, .. } = order;
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
        let first = records.first;
        let dispatcher = Dispatcher::new(order, &self.met, &self.stop, observer, &records);
        crew.play(self, order, &dispatcher)?;
        let (result, accounts) = dispatcher.end();
        Ok(Rollout {
            result,
            records: Records { fingerprint: *fingerprint, first, candidates: accounts.into_records() },
        })
    }
}
