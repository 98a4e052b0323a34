//! The set of records of a rollout: what is stored, continued and merged.

use super::trial_record::Stakes;
use super::trials::Trials;
use crate::rollout::order::Order;
use crate::rollout::order::fingerprint::{Differences, Fingerprint};
use crate::scoring::Terms;
use crate::words::counted;
use thiserror::Error;

/// The records of a rollout, or of a shard of one: for each candidate those of trials `first ..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    /// The rollout of which these are trials.
    pub fingerprint: Fingerprint,
    /// The number of the first trial, counted from 0. Only shards begin later.
    pub first: u64,
    /// The trials of each candidate. Candidates that were given up have fewer.
    pub candidates: Vec<Trials>,
}

/// Why sets of records cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no records.
    #[error("there is nothing to merge")]
    Nothing,
    /// Another position, other settings, other weights.
    #[error("part {part} belongs to another rollout: it differs in {differences}")]
    Fingerprint {
        /// The part at fault, counted from 1 in the order given.
        part: usize,
        /// The differences from the first.
        differences: Differences,
    },
    /// As many candidates as no rollout of this fingerprint has: the part is damaged.
    #[error("part {part} has {}, not {expected}", counted(*.found, "candidate"))]
    Candidates {
        /// The part at fault, counted from 1 in the order given.
        part: usize,
        /// The candidates.
        found: usize,
        /// Those of the first part.
        expected: usize,
    },
    /// A trial would be counted twice.
    #[error("part {part} has trial {trial} which another part has too")]
    Overlap {
        /// The later of the two parts.
        part: usize,
        /// The first trial they share, counted from 1.
        trial: u64,
    },
    /// Trials are missing between parts.
    #[error("trials {from} to {to} are in none of the parts")]
    Gap {
        /// The first missing trial, counted from 1.
        from: u64,
        /// The last.
        to: u64,
    },
    /// A candidate of a part that is not the last was given up, or lacks a trial, so that there would be a hole.
    #[error("part {part} gave up a candidate early or was interrupted, and can only be the last")]
    GivenUp {
        /// The part at fault.
        part: usize,
    },
}

/// A record that no trial of its rollout leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("trial {trial} of candidate {candidate} has numbers that no trial leaves")]
pub struct ImpossibleRecord {
    /// The candidate, counted from 1.
    pub candidate: usize,
    /// The trial, counted from 1.
    pub trial: u64,
}

impl Records {
    /// No trial has a number as high as this.
    pub const MOST_TRIALS: u64 = 1 << 62;

    /// No records yet.
    pub fn new(fingerprint: Fingerprint, candidates: usize) -> Self {
        Self { fingerprint, first: 0, candidates: vec![Trials::new(); candidates] }
    }

    /// No records yet of an order.
    pub fn of(order: &Order) -> Self {
        Self::new(order.engine, order.job.candidates().len())
    }

    /// Whether trials of an order can leave these records, by its cube and its score.
    ///
    /// # Errors
    /// When one cannot be: which.
    pub fn check(&self, order: &Order) -> Result<(), ImpossibleRecord> {
        let job = &order.job;
        let basis = f64::from(job.basis().value());
        for (candidate, (start, trials)) in (1..).zip(job.candidates().iter().zip(&self.candidates)) {
            let cubes = match job.terms() {
                Terms::Money { .. } => Some([start.cube.value(), job.top()].map(|cube| f64::from(cube) / basis)),
                Terms::Match(_) => None,
            };
            let stakes = Stakes { cubes, cubeful: order.settings.cubeful };
            if let Some((trial, _)) = trials.numbered().find(|(_, record)| !record.is_possible(&stakes)) {
                return Err(ImpossibleRecord { candidate, trial: self.first + trial + 1 });
            }
        }
        Ok(())
    }

    /// Trials of the candidate that has most.
    pub fn trials(&self) -> u64 {
        self.candidates.iter().map(Trials::len).max().unwrap_or(0) as u64
    }

    /// The number of trials from the first to the last, which is more than there are where one is missing in between.
    pub fn span(&self) -> u64 {
        self.candidates.iter().map(Trials::span).max().unwrap_or(0)
    }

    /// The number after the last trial.
    pub fn end(&self) -> u64 {
        self.first.saturating_add(self.span())
    }

    /// Takes over the trials that other records of the same rollout have besides. Of others nothing is taken.
    pub fn complete_from(&mut self, other: Self) {
        if other.fingerprint != self.fingerprint
            || other.first != self.first
            || other.candidates.len() != self.candidates.len()
        {
            return;
        }
        for (ours, theirs) in self.candidates.iter_mut().zip(other.candidates) {
            theirs.numbered().for_each(|(trial, record)| ours.insert(trial, *record));
        }
    }

    /// Keeps the first this many trials of each candidate, as far as they are there.
    pub fn truncate(&mut self, trials: u64) {
        self.candidates.iter_mut().for_each(|candidate| candidate.truncate(trials));
    }

    /// The parts of one rollout put together, in any order. Results are a function of the set of records,
    /// so the whole is bit for bit what one run would have left.
    ///
    /// # Errors
    /// When parts differ in what they are of, overlap, or leave trials out.
    pub fn merge(parts: Vec<Self>) -> Result<Self, MergeError> {
        let fingerprint = parts.first().ok_or(MergeError::Nothing)?.fingerprint;
        let n_candidates = parts[0].candidates.len();
        let mut parts: Vec<(usize, Self)> = (1..).zip(parts).collect();
        for (part, records) in &parts {
            if records.fingerprint != fingerprint {
                let differences = fingerprint.differences(&records.fingerprint);
                return Err(MergeError::Fingerprint { part: *part, differences });
            }
            let found = records.candidates.len();
            if found != n_candidates {
                return Err(MergeError::Candidates { part: *part, found, expected: n_candidates });
            }
        }
        parts.sort_by_key(|(_, records)| records.first);
        let mut parts = parts.into_iter();
        let (mut last, mut merged) = parts.next().ok_or(MergeError::Nothing)?;
        for (part, records) in parts {
            let end = merged.end();
            if records.first < end {
                return Err(MergeError::Overlap { part: part.max(last), trial: records.first + 1 });
            }
            if records.first > end {
                return Err(MergeError::Gap { from: end + 1, to: records.first });
            }
            let is_whole = |candidate: &Trials| merged.first + candidate.next() == end;
            if !merged.candidates.iter().all(is_whole) {
                return Err(MergeError::GivenUp { part: last });
            }
            for (all, more) in merged.candidates.iter_mut().zip(records.candidates) {
                let place = all.next();
                more.numbered().for_each(|(trial, record)| all.insert(place + trial, *record));
            }
            last = part;
        }
        Ok(merged)
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial_record::tests::record;
    use super::*;

    fn part(first: u64, lengths: [usize; 2]) -> Records {
        let trial = |i| record((first + i as u64) as f64);
        Records {
            fingerprint: Fingerprint::default(),
            first,
            candidates: lengths.map(|n| Trials::from((0..n).map(trial).collect::<Vec<_>>())).to_vec(),
        }
    }

    #[test]
    fn parts_make_the_whole_in_any_order() {
        let whole = part(0, [7, 7]);
        assert_eq!(Records::merge(vec![part(3, [4, 4]), part(0, [3, 3])]), Ok(whole.clone()));
        assert_eq!(Records::merge(vec![part(2, [1, 1]), part(3, [4, 4]), part(0, [2, 2])]), Ok(whole));
        assert_eq!(Records::merge(vec![part(3, [4, 1]), part(0, [3, 3])]), Ok(part(0, [7, 4])));
    }

    #[test]
    fn records_are_completed_from_others_of_the_same() {
        let mut records = part(0, [3, 2]);
        records.complete_from(part(0, [2, 5]));
        assert_eq!(records, part(0, [3, 5]));
        records.complete_from(part(1, [9, 9]));
        assert_eq!(records, part(0, [3, 5]), "a shard is something else");
        records.truncate(4);
        assert_eq!(records, part(0, [3, 4]));
        // Two interruptions may have left different trials.
        let mut later = part(0, [3, 4]);
        later.candidates[0].insert(4, record(4.0));
        records.candidates[0].insert(3, record(3.0));
        records.complete_from(later);
        assert_eq!(records, part(0, [5, 4]));
    }

    #[test]
    fn refusals_say_why() {
        assert_eq!(Records::merge(vec![]), Err(MergeError::Nothing));
        let error = Records::merge(vec![part(0, [3, 3]), part(2, [4, 4])]).unwrap_err();
        assert_eq!(error, MergeError::Overlap { part: 2, trial: 3 });
        let error = Records::merge(vec![part(8, [4, 4]), part(0, [3, 3])]).unwrap_err();
        assert_eq!(error.to_string(), "trials 4 to 8 are in none of the parts");
        let error = Records::merge(vec![part(0, [3, 2]), part(3, [4, 4])]).unwrap_err();
        assert_eq!(error, MergeError::GivenUp { part: 1 });
        let mut holed = part(0, [2, 3]);
        holed.candidates[0].insert(3, record(3.0));
        assert_eq!(Records::merge(vec![holed, part(4, [4, 4])]), Err(MergeError::GivenUp { part: 1 }));
        let mut bytes = [0; Fingerprint::BYTES];
        bytes[3 * 8] = 1;
        let other = Records { fingerprint: Fingerprint::from_bytes(&bytes), ..part(3, [4, 4]) };
        let error = Records::merge(vec![part(0, [3, 3]), other]).unwrap_err();
        assert_eq!(error.to_string(), "part 2 belongs to another rollout: it differs in the settings");
        let fewer = Records { candidates: vec![Trials::new()], ..part(3, [4, 4]) };
        let error = Records::merge(vec![part(0, [3, 3]), fewer]).unwrap_err();
        assert_eq!(error, MergeError::Candidates { part: 2, found: 1, expected: 2 });
    }
}
