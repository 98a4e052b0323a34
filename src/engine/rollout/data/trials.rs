//! The trials of one candidate: those in order from the first on, and after an interruption perhaps a few beyond one
//! that was still being played.

use super::trial_record::TrialRecord;
use std::collections::{BTreeMap, btree_map};
use std::iter::Chain;
use std::slice;

/// The records of a candidate's trials, counted from the first of the rollout or shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    in_order: Vec<TrialRecord>,
    /// Those after a trial that is missing: never the next one in order.
    beyond: BTreeMap<u64, TrialRecord>,
}

/// Records in the order of their trials.
pub type Iter<'a> = Chain<slice::Iter<'a, TrialRecord>, btree_map::Values<'a, u64, TrialRecord>>;

impl Trials {
    /// No trials yet.
    pub const fn new() -> Self {
        Self { in_order: Vec::new(), beyond: BTreeMap::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.in_order.len() + self.beyond.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those before the first that is missing.
    pub fn in_order(&self) -> &[TrialRecord] {
        &self.in_order
    }

    /// The number of the first trial that is missing.
    pub const fn next(&self) -> u64 {
        self.in_order.len() as u64
    }

    /// The number after the last trial.
    pub fn span(&self) -> u64 {
        self.beyond.last_key_value().map_or(self.next(), |(last, _)| last.saturating_add(1))
    }

    /// A trial by its number.
    pub fn get(&self, trial: u64) -> Option<&TrialRecord> {
        if trial < self.next() {
            return usize::try_from(trial).ok().and_then(|trial| self.in_order.get(trial));
        }
        self.beyond.get(&trial)
    }

    /// Adds the next trial in order.
    pub fn push(&mut self, record: TrialRecord) {
        self.insert(self.next(), record);
    }

    /// Adds a trial; one that is there already stays, since both are the same.
    pub fn insert(&mut self, trial: u64, record: TrialRecord) {
        if trial > self.next() {
            self.beyond.entry(trial).or_insert(record);
        } else if trial == self.next() {
            self.in_order.push(record);
            while let Some(record) = self.beyond.remove(&self.next()) {
                self.in_order.push(record);
            }
        }
    }

    /// Keeps those of numbers below `end`.
    pub fn truncate(&mut self, end: u64) {
        self.in_order.truncate(usize::try_from(end).unwrap_or(usize::MAX));
        self.beyond.retain(|&trial, _| trial < end);
    }

    /// The records.
    pub fn iter(&self) -> Iter<'_> {
        self.in_order.iter().chain(self.beyond.values())
    }

    /// The records with the numbers of their trials.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &TrialRecord)> {
        (0..).zip(&self.in_order).chain(self.beyond.iter().map(|(&trial, record)| (trial, record)))
    }
}

impl<'a> IntoIterator for &'a Trials {
    type Item = &'a TrialRecord;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Trials in order from the first.
impl From<Vec<TrialRecord>> for Trials {
    fn from(in_order: Vec<TrialRecord>) -> Self {
        Self { in_order, beyond: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial_record::tests::record;
    use super::*;

    #[test]
    fn trials_beyond_a_gap_wait_until_it_is_filled() {
        let mut trials = Trials::new();
        for trial in [0, 3, 1, 5] {
            trials.insert(trial, record(f64::from(u32::try_from(trial).expect("few"))));
        }
        let numbers = |trials: &Trials| trials.numbered().map(|(trial, _)| trial).collect::<Vec<_>>();
        assert_eq!(numbers(&trials), [0, 1, 3, 5]);
        assert_eq!((trials.len(), trials.next(), trials.span()), (4, 2, 6));
        assert_eq!([2, 3].map(|trial| trials.get(trial).copied()), [None, Some(record(3.0))]);
        assert!(trials.iter().eq([0.0, 1.0, 3.0, 5.0].map(record).iter()));
        trials.push(record(2.0));
        assert_eq!((trials.in_order().len(), trials.span()), (4, 6));
        trials.push(record(4.0));
        assert_eq!(trials, Trials::from((0..6).map(|trial| record(f64::from(trial))).collect::<Vec<_>>()));
        trials.insert(8, record(8.0));
        trials.truncate(4);
        assert_eq!(numbers(&trials), [0, 1, 2, 3]);
    }
}
