//! Trials of one thread, played in step: all of them come to a roll, then the plays of all those rolls are evaluated
//! together. A batch of a single roll's plays leaves most of the lanes of a vector empty.
//!
//! That helps where plays are chosen one roll at a time without looking ahead. Elsewhere a trial fills its batches by
//! itself, and trials are played one after another.

use super::game::{Pause, Table, Trial};
use super::luck::Searchers;
use super::memory::Memory;
use super::witness::Witness;
use crate::eval::{Interrupted, RollAnswer};
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::order::settings::RolloutSettings;

/// Trials played in step, where that helps: the plays of this many rolls, filtered or not, fill batches of sixteen.
const BATCH: usize = 16;

/// The trials that a thread has under way.
pub struct TrialBatch<'a, W> {
    table: &'a Table<'a>,
    searchers: Searchers,
    memory: Memory,
    seats: usize,
    trials: Vec<(Task, Trial<'a, W>)>,
    /// The plays to be made by the trials, in their order.
    answers: Vec<RollAnswer>,
}

impl<'a, W: Witness> TrialBatch<'a, W> {
    /// No trials yet.
    pub fn new(table: &'a Table<'a>, settings: &RolloutSettings, searchers: Searchers) -> Self {
        let seats = if settings.decides_at_once() { BATCH } else { 1 };
        Self { table, searchers, memory: Memory::new(settings), seats, trials: Vec::new(), answers: Vec::new() }
    }

    /// Trials that can be under way at once.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// Begins a trial.
    pub fn begin(&mut self, task: Task, witness: W) {
        let Task { candidate, trial } = task;
        self.trials.push((task, Trial::new(self.table, &mut self.searchers, candidate, trial, witness)));
    }

    /// Plays on until a trial or several end, and hands them over.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised: the trials under way are dropped.
    pub fn play(&mut self, mut over: impl FnMut(Task, TrialRecord, W)) -> Result<(), Interrupted> {
        let mut ended = false;
        while !ended {
            let mut next = 0;
            while let Some((task, trial)) = self.trials.get_mut(next) {
                match trial.play_on(&mut self.searchers, &mut self.memory) {
                    Err(interrupted) => {
                        self.trials.clear();
                        return Err(interrupted);
                    }
                    Ok(Pause::Choose) => next += 1,
                    Ok(Pause::Over(record)) => {
                        let task = *task;
                        // The others keep their order, so that trials which end together are reported in their order.
                        let (_, trial) = self.trials.remove(next);
                        over(task, record, trial.into_witness());
                        ended = true;
                    }
                }
            }
            let questions = self.trials.iter().filter_map(|(_, trial)| trial.question());
            self.searchers.players.best_results(questions, &mut self.answers);
            for ((_, trial), &answer) in self.trials.iter_mut().zip(&self.answers) {
                trial.chosen(&mut self.searchers, &mut self.memory, answer);
            }
        }
        Ok(())
    }
}
