//! Hands trials out and puts their records back into order.
//!
//! Threads finish trials as they please. Their records are entered in trial order, a round (one trial of
//! every active candidate) at a time, and the rules look only then: which trials count, which candidates are
//! given up and where the rollout ends are the same on any number of threads. Trials played ahead and not
//! needed in the end are dropped.

use super::lanes::Lanes;
use super::records::Records;
use super::stop::{End, Rules};
use super::trial_record::TrialRecord;
use std::collections::BTreeMap;

/// A trial to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Which candidate.
    pub candidate: usize,
    /// Which trial, counted from 0 over the whole rollout.
    pub trial: u64,
}

/// The order of trials.
#[derive(Debug)]
pub struct Sequencer {
    lanes: Lanes,
    rules: Rules,
    /// The number of the first trial: not 0 in a shard.
    first: u64,
    /// Complete rounds.
    round: u64,
    queues: Vec<Queue>,
    end: Option<End>,
}

/// What is under way for one candidate; trials are counted from the first of the shard.
#[derive(Debug, Default)]
struct Queue {
    /// The next trial to hand out.
    next: u64,
    /// Trials that came back before an earlier one.
    ahead: BTreeMap<u64, TrialRecord>,
}

impl Sequencer {
    /// Continues from some records.
    #[must_use]
    pub fn new(mut lanes: Lanes, mut rules: Rules, records: Records) -> Self {
        let round = records.trials();
        let queue = |records: &Vec<TrialRecord>| Queue { next: records.len() as u64, ahead: BTreeMap::new() };
        let queues = records.candidates.iter().map(queue).collect();
        for (candidate, records) in records.candidates.into_iter().enumerate() {
            records.into_iter().for_each(|record| lanes.push(candidate, record));
        }
        // Nothing is given up before it has been looked at; what fell behind catches up or is given up again.
        let end = if round > 0 { rules.look(&mut lanes, round) } else { None };
        Self { lanes, rules, first: records.first, round, queues, end }
    }

    /// The accounts.
    #[must_use]
    pub const fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// Complete rounds: trials that every active candidate has.
    #[must_use]
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// Why it ended, `None` while it has not.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Ends it from outside.
    pub fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
    }

    /// The next trial to play, `None` when there is nothing to do for now.
    pub fn hand_out(&mut self) -> Option<Task> {
        if self.end.is_some() {
            return None;
        }
        let target = self.rules.target().unwrap_or(u64::MAX);
        let open = (0..self.queues.len()).filter(|&i| self.lanes.all()[i].active && self.queues[i].next < target);
        let candidate = open.min_by_key(|&i| self.queues[i].next)?;
        let queue = &mut self.queues[candidate];
        let task = Task { candidate, trial: self.first + queue.next };
        queue.next += 1;
        Some(task)
    }

    /// Takes a record in; returns how many rounds it completed. `entered` is told of every record entered,
    /// in the order in which they are.
    pub fn deliver(&mut self, task: Task, record: TrialRecord, mut entered: impl FnMut(Task, &TrialRecord)) -> u64 {
        let before = self.round;
        self.queues[task.candidate].ahead.insert(task.trial - self.first, record);
        while self.end.is_none() && self.is_round_complete() {
            for (candidate, queue) in self.queues.iter_mut().enumerate() {
                if !self.lanes.all()[candidate].active {
                    continue;
                }
                let mut have = self.lanes.all()[candidate].records.len() as u64;
                while have <= self.round {
                    let record = queue.ahead.remove(&have).expect("the round is complete");
                    entered(Task { candidate, trial: self.first + have }, &record);
                    self.lanes.push(candidate, record);
                    have += 1;
                }
            }
            self.round += 1;
            self.end = self.rules.look(&mut self.lanes, self.round);
        }
        self.round - before
    }

    /// Whether every active candidate has all its trials of this round, those of earlier ones included.
    fn is_round_complete(&self) -> bool {
        self.lanes.all().iter().zip(&self.queues).all(|(lane, queue)| {
            let have = lane.records.len() as u64;
            !lane.active || (have..=self.round).all(|trial| queue.ahead.contains_key(&trial))
        })
    }

    /// Hands the accounts over.
    #[must_use]
    pub fn into_lanes(self) -> Lanes {
        self.lanes
    }
}

#[cfg(test)]
mod tests {
    use super::super::fingerprint::Fingerprint;
    use super::super::job::Job;
    use super::super::settings::{JsdLimit, RolloutSettings};
    use super::super::trial_record::tests::record;
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rng::{Generator, RngKind};
    use crate::scoring::{Cube, Met, Terms};

    /// The value of a trial of four plays, the last two rather bad.
    fn play(task: Task) -> TrialRecord {
        #[allow(clippy::cast_possible_truncation)]
        let mut generator = Generator::new(RngKind::Mersenne, (task.trial * 4) as u32 + task.candidate as u32);
        let noise = f64::from(generator.next_u32()) / f64::from(u32::MAX);
        record([0.1, 0.09, -0.3, -0.1][task.candidate] + noise)
    }

    /// Plays with so many trials in flight, which come back in an order drawn from the seed.
    fn run(settings: &RolloutSettings, in_flight: usize, seed: u32, records: Records) -> (Vec<Vec<TrialRecord>>, End) {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 4], Cube::START, Player::Top, Terms::MONEY);
        let lanes = Lanes::new(job.units(&Met::kazaross_xg2()), true);
        let mut sequencer = Sequencer::new(lanes, Rules::new(settings, job.kind(), 4), records);
        let mut generator = Generator::new(RngKind::Mersenne, seed);
        let mut under_way = Vec::new();
        let mut order = [0; 4];
        loop {
            while under_way.len() < in_flight
                && let Some(task) = sequencer.hand_out()
            {
                under_way.push(task);
            }
            #[allow(clippy::cast_possible_truncation)]
            let task = match under_way.len() {
                0 => break,
                n => under_way.swap_remove(generator.below(n as u32) as usize),
            };
            sequencer.deliver(task, play(task), |task, _| {
                assert!(task.trial >= order[task.candidate], "records are entered in order");
                order[task.candidate] = task.trial + 1;
            });
        }
        let end = sequencer.end().expect("it has ended");
        (sequencer.into_lanes().into_records(), end)
    }

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let jsd = JsdLimit { enabled: true, min_trials: 8, limit: 2.0 };
        let settings = RolloutSettings { trials: 200, jsd, ..RolloutSettings::default() };
        let expected = run(&settings, 1, 0, Records::new(Fingerprint::default(), 4));
        assert!(expected.0.iter().any(|records| records.len() < 200), "something was given up");
        for (in_flight, seed) in [(2, 1), (7, 2), (40, 3), (1000, 4)] {
            assert_eq!(
                run(&settings, in_flight, seed, Records::new(Fingerprint::default(), 4)),
                expected,
                "{in_flight} in flight"
            );
        }
    }

    #[test]
    fn a_rollout_is_extended_as_if_it_had_never_stopped() {
        let settings = |trials| RolloutSettings { trials, ..RolloutSettings::default() };
        let (first, end) = run(&settings(50), 3, 1, Records::new(Fingerprint::default(), 4));
        assert_eq!(end, End::Trials);
        let (whole, _) = run(&settings(120), 5, 2, Records::new(Fingerprint::default(), 4));
        let resumed = Records { fingerprint: Fingerprint::default(), first: 0, candidates: first };
        assert_eq!(run(&settings(120), 7, 3, resumed).0, whole);
    }

    #[test]
    fn a_shard_plays_its_own_trials() {
        let settings = |trials| RolloutSettings { trials, ..RolloutSettings::default() };
        let (whole, _) = run(&settings(50), 3, 1, Records::new(Fingerprint::default(), 4));
        let shard = Records { first: 20, ..Records::new(Fingerprint::default(), 4) };
        let (part, _) = run(&settings(30), 3, 1, shard);
        assert!(part.iter().zip(&whole).all(|(part, whole)| part[..] == whole[20..]));
    }
}
