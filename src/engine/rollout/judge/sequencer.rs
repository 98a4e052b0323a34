//! Hands trials out and puts their records back into order.
//!
//! Threads finish trials as they please. Their records are entered in trial order, a stage at a time, and the
//! rules are applied only then: which trials count, which candidates are given up and where the rollout ends are
//! the same on any number of threads. A stage is a goal for each candidate: one more trial for everyone in play (a
//! round) or, where trials go to the plays that may be best, a block for some. Trials played ahead and not needed
//! in the end are dropped.
//!
//! Records to continue from are entered likewise: the rules are applied to every stage again. Their state, such as
//! the candidates given up, is then what it was when the rollout stopped, and it ends where it would have.

use super::accounts::Accounts;
use super::stop::{End, Rules};
use crate::rollout::data::records::Records;
use crate::rollout::data::task::Task;
use crate::rollout::data::trial_record::TrialRecord;
use crate::rollout::data::trials::Trials;
use std::collections::{BTreeMap, BTreeSet};

/// The order of trials.
#[derive(Debug)]
pub struct Sequencer {
    accounts: Accounts,
    rules: Rules,
    /// The number of the first trial: not 0 in a shard.
    first: u64,
    /// Trials that the candidate ahead of the others had at the end of the last stage.
    round: u64,
    /// Trials that each candidate has at the end of this stage.
    goals: Vec<u64>,
    queues: Vec<Queue>,
    end: Option<End>,
}

/// The trials of one candidate that are under way, counted from the first of the shard.
#[derive(Debug, Default)]
struct Queue {
    /// Trials there were in order from the beginning.
    known: u64,
    /// Those there were beyond a missing one.
    known_beyond: BTreeSet<u64>,
    /// The next trial to hand out.
    next: u64,
    /// Trials that came back before an earlier one.
    ahead: BTreeMap<u64, TrialRecord>,
}

impl Queue {
    fn new(trials: &Trials) -> Self {
        let known = trials.next();
        let ahead: BTreeMap<_, _> = trials.numbered().map(|(trial, record)| (trial, *record)).collect();
        Self { known, known_beyond: ahead.range(known..).map(|(&trial, _)| trial).collect(), next: known, ahead }
    }

    fn is_known(&self, trial: u64) -> bool {
        trial < self.known || self.known_beyond.contains(&trial)
    }

    fn hand_out(&mut self) -> u64 {
        let trial = self.next;
        self.next += 1;
        while self.known_beyond.contains(&self.next) {
            self.next += 1;
        }
        trial
    }
}

impl Sequencer {
    /// Continues from some records.
    pub fn new(accounts: Accounts, rules: Rules, records: &Records) -> Self {
        let queues = records.candidates.iter().map(Queue::new).collect();
        let goals = rules.goals(&accounts);
        let mut new = Self { accounts, rules, first: records.first, round: 0, goals, queues, end: None };
        new.enter_stages(&mut |_, _| {});
        new
    }

    /// The accounts.
    pub const fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Trials that the candidate ahead of the others had when the rules last looked: where all have as many, those that
    /// every active candidate has.
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// Why it ended, `None` while it has not.
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
        let open = (0..self.queues.len()).filter(|&i| self.accounts.all()[i].active && self.queues[i].next < target);
        // Trials that this stage needs come first, then those that are least beyond it.
        let beyond = |i: usize| (self.queues[i].next + 1).saturating_sub(self.goals[i]);
        let candidate = open.min_by_key(|&i| (beyond(i), self.queues[i].next))?;
        Some(Task { candidate, trial: self.first + self.queues[candidate].hand_out() })
    }

    /// Takes a record in; returns whether there is news: a stage is complete, or a long one has come further. `entered`
    /// is called with every new record, in the order of entry.
    pub fn deliver(&mut self, task: Task, record: TrialRecord, mut entered: impl FnMut(Task, &TrialRecord)) -> bool {
        let before = self.round;
        self.queues[task.candidate].ahead.insert(task.trial - self.first, record);
        let mut is_news = false;
        self.enter_stages(&mut |task, record| {
            is_news = true;
            entered(task, record);
        });
        is_news || self.round > before
    }

    /// Enters every complete stage until the end, and what there is of a long one.
    fn enter_stages(&mut self, entered: &mut impl FnMut(Task, &TrialRecord)) {
        while self.end.is_none() {
            let is_complete = self.is_stage_complete();
            if is_complete || self.rules.has_focus() {
                (0..self.queues.len()).for_each(|candidate| self.enter(candidate, self.goals[candidate], entered));
            }
            if !is_complete {
                break;
            }
            self.round = self.goals.iter().copied().max().unwrap_or(0);
            self.end = self.rules.look(&mut self.accounts, self.round);
            if self.end.is_none() {
                self.goals = self.rules.goals(&self.accounts);
            }
        }
    }

    /// Enters the next records of a candidate, as far as they are there, up to trial `end`.
    fn enter(&mut self, candidate: usize, end: u64, entered: &mut impl FnMut(Task, &TrialRecord)) {
        let queue = &mut self.queues[candidate];
        let mut have = self.accounts.all()[candidate].records.next();
        while have < end
            && let Some(record) = queue.ahead.remove(&have)
        {
            if !queue.is_known(have) {
                entered(Task { candidate, trial: self.first + have }, &record);
            }
            self.accounts.push(candidate, record);
            have += 1;
        }
    }

    /// After the end, once nothing is under way: enters the records that are worth keeping. These are every record
    /// there was from the beginning and, after an interrupt, every finished trial, also one that overtook another which
    /// was still being played.
    pub fn enter_rest(&mut self, mut entered: impl FnMut(Task, &TrialRecord)) {
        let is_cut_short = matches!(self.end, None | Some(End::Interrupted | End::Time));
        for candidate in 0..self.queues.len() {
            let queue = &mut self.queues[candidate];
            for (trial, record) in std::mem::take(&mut queue.ahead) {
                let is_known = queue.is_known(trial);
                // Beyond a long stage nobody knows yet who plays on, and going on must find what was there without an
                // interrupt.
                let is_wanted = is_cut_short && (!self.rules.has_focus() || trial < self.goals[candidate]);
                if is_wanted && !is_known {
                    entered(Task { candidate, trial: self.first + trial }, &record);
                }
                if is_wanted || is_known {
                    self.accounts.insert(candidate, trial, record);
                }
            }
        }
    }

    /// Whether every candidate has all its trials of this stage, those of earlier ones included.
    fn is_stage_complete(&self) -> bool {
        let all = self.accounts.all().iter().zip(&self.queues).zip(&self.goals);
        all.into_iter().all(|((account, queue), &goal)| {
            let have = account.records.next();
            (have..goal).all(|trial| queue.ahead.contains_key(&trial))
        })
    }

    /// Hands the accounts over.
    pub fn into_accounts(self) -> Accounts {
        self.accounts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rng::{Generator, RngKind};
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::fingerprint::Fingerprint;
    use crate::rollout::order::job::Job;
    use crate::rollout::order::settings::RolloutSettings;
    use crate::rollout::order::stopping::{JsdLimit, Stopping};
    use crate::scoring::{Cube, Met, Terms};

    /// The value of a trial of four plays, the last two rather bad.
    fn play(task: Task) -> TrialRecord {
        let mut generator = Generator::new(RngKind::Mersenne, (task.trial * 4) as u32 + task.candidate as u32);
        let noise = f64::from(generator.next_u32()) / f64::from(u32::MAX);
        record([0.1, 0.09, -0.3, -0.1][task.candidate] + noise)
    }

    /// Plays with this many trials in flight, which come back in an order drawn from the seed.
    fn run(settings: &RolloutSettings, in_flight: usize, seed: u32, records: Records) -> (Vec<Trials>, End) {
        run_into(settings, in_flight, seed, records, |_, _| {})
    }

    /// As [`run`], with a call of `entered` for every new record.
    fn run_into(
        settings: &RolloutSettings,
        in_flight: usize,
        seed: u32,
        records: Records,
        mut entered: impl FnMut(Task, &TrialRecord),
    ) -> (Vec<Trials>, End) {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 4], Cube::START, Player::Top, Terms::MONEY);
        let accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        let mut sequencer = Sequencer::new(accounts, Rules::new(settings, job.kind(), 4), &records);
        let mut generator = Generator::new(RngKind::Mersenne, seed);
        let mut under_way = Vec::new();
        let mut order = [0; 4];
        loop {
            while under_way.len() < in_flight
                && let Some(task) = sequencer.hand_out()
            {
                under_way.push(task);
            }
            let task = match under_way.len() {
                0 => break,
                n => under_way.swap_remove(generator.below(n as u32) as usize),
            };
            sequencer.deliver(task, play(task), |task, record| {
                assert!(task.trial >= order[task.candidate], "records are entered in order");
                order[task.candidate] = task.trial + 1;
                entered(task, record);
            });
        }
        sequencer.enter_rest(|_, _| panic!("nothing is left"));
        let end = sequencer.end().expect("it has ended");
        (sequencer.into_accounts().into_records(), end)
    }

    fn of(candidates: Vec<Trials>) -> Records {
        Records { fingerprint: Fingerprint::default(), first: 0, candidates }
    }

    /// Trials where they help, until all are played or the best is known.
    fn focused(trials: u64, decided: Option<f64>) -> RolloutSettings {
        let mut settings = RolloutSettings { trials, ..RolloutSettings::default() };
        settings.stop.focus = true;
        settings.stop.until.decided = decided;
        settings.stop.until.trials = decided.map(|_| trials);
        settings
    }

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let jsd = JsdLimit { enabled: true, min_trials: 8, limit: 2.0 };
        let classic =
            RolloutSettings { trials: 200, stop: Stopping { jsd, ..Stopping::NONE }, ..RolloutSettings::default() };
        for settings in [classic, focused(400, None), focused(500, Some(0.0))] {
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
    }

    /// Rivals play in blocks of whole cycles, no play has more trials than there are to be, and those far behind have
    /// few. With a proof to find every play has as many as its proof needs.
    #[test]
    fn trials_go_to_the_plays_that_may_be_best() {
        let lengths = |settings: &RolloutSettings| {
            let (trials, end) = run(settings, 1, 0, Records::new(Fingerprint::default(), 4));
            (trials.iter().map(Trials::len).collect::<Vec<_>>(), end)
        };
        assert_eq!(lengths(&focused(1296, None)), (vec![1296, 1296, 72, 72], End::Trials));
        // The first two are .01 apart with an error of .011 after 1296 trials, which 100 are never.
        assert_eq!(lengths(&focused(100, None)), (vec![100, 100, 72, 72], End::Trials));
        assert_eq!(lengths(&focused(50, None)), (vec![50; 4], End::Trials));
        let (proved, end) = lengths(&focused(100_000, Some(0.02)));
        assert!(matches!(end, End::Decided | End::WithinMargin), "{end:?}");
        assert!(proved.iter().all(|n| n.is_multiple_of(36)) && proved[2] == 144, "{proved:?}");
        // Where the last trial leaves the first question open, nothing is proved of the others.
        assert_eq!(lengths(&focused(720, Some(0.0))), (vec![720, 720, 72, 72], End::Trials));
        // An end is clear when nobody else may be better.
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 2], Cube::START, Player::Top, Terms::MONEY);
        let settings = focused(1296, None);
        let accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &settings);
        let none = of(vec![Trials::new(); 2]);
        let mut sequencer = Sequencer::new(accounts, Rules::new(&settings, job.kind(), 2), &none);
        while let Some(task) = sequencer.hand_out() {
            sequencer.deliver(task, play(Task { candidate: 2 * task.candidate, ..task }), |_, _| {});
        }
        assert_eq!((sequencer.end(), sequencer.accounts().trials()), (Some(End::Clear), 72));
    }

    /// Trials finished beyond a stage are dropped at an interrupt: nobody knows yet whether they are wanted.
    #[test]
    fn an_interrupted_focus_goes_on_as_if_nothing_had_happened() {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 4], Cube::START, Player::Top, Terms::MONEY);
        let settings = focused(400, None);
        let whole = run(&settings, 1, 0, of(vec![Trials::new(); 4]));
        for played in [3, 100, 287, 288, 300, 350, 500] {
            let accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
            let none = of(vec![Trials::new(); 4]);
            let mut sequencer = Sequencer::new(accounts, Rules::new(&settings, job.kind(), 4), &none);
            let mut under_way = Vec::new();
            for n in 0..played {
                while under_way.len() < 60
                    && let Some(task) = sequencer.hand_out()
                {
                    under_way.push(task);
                }
                let task = under_way.swap_remove((7 * n) % under_way.len());
                sequencer.deliver(task, play(task), |_, _| {});
            }
            sequencer.finish(End::Interrupted);
            sequencer.enter_rest(|_, _| {});
            let records = sequencer.into_accounts().into_records();
            assert_eq!(run(&settings, 5, 1, of(records)), whole, "after {played} trials");
        }
    }

    #[test]
    fn a_rollout_is_extended_as_if_it_had_never_stopped() {
        let settings = |trials| RolloutSettings { trials, ..RolloutSettings::default() };
        let (first, end) = run(&settings(50), 3, 1, Records::new(Fingerprint::default(), 4));
        assert_eq!(end, End::Trials);
        let (whole, _) = run(&settings(120), 5, 2, Records::new(Fingerprint::default(), 4));
        assert_eq!(run(&settings(120), 7, 3, of(first)).0, whole);
    }

    #[test]
    fn a_shard_plays_its_own_trials() {
        let settings = |trials| RolloutSettings { trials, ..RolloutSettings::default() };
        let (whole, _) = run(&settings(50), 3, 1, Records::new(Fingerprint::default(), 4));
        let shard = Records { first: 20, ..Records::new(Fingerprint::default(), 4) };
        let (part, _) = run(&settings(30), 3, 1, shard);
        assert!(part.iter().zip(&whole).all(|(part, whole)| part.in_order() == &whole.in_order()[20..]));
    }
    /// Some rules give candidates up for good, those of the reference take them up again; cut off after any number of
    /// trials, also within a round, a rollout goes on as if nothing had happened.
    #[test]
    fn where_it_is_cut_off_does_not_matter() {
        let jsd = JsdLimit { enabled: true, min_trials: 8, limit: 2.0 };
        let classic =
            RolloutSettings { trials: 90, stop: Stopping { jsd, ..Stopping::NONE }, ..RolloutSettings::default() };
        let mut decided = RolloutSettings { trials: 90, ..RolloutSettings::default() };
        decided.stop.until.decided = Some(0.06);
        for settings in [classic, decided, focused(150, None), focused(220, Some(0.06))] {
            let whole = run(&settings, 1, 0, of(vec![Trials::new(); 4]));
            let mut lengths: Vec<_> = whole.0.iter().map(Trials::len).collect();
            lengths.dedup();
            assert!(lengths.len() > 1, "something was given up: {lengths:?}");
            // The order in which a journal has them.
            let mut journal = Vec::new();
            run_into(&settings, 3, 1, of(vec![Trials::new(); 4]), |task, record| journal.push((task, *record)));
            for cut in (0..journal.len()).step_by(11).chain(20..60) {
                let mut records = vec![Trials::new(); 4];
                journal[..cut].iter().for_each(|(task, record)| records[task.candidate].push(*record));
                assert_eq!(run(&settings, 3, 5, of(records)), whole, "cut after {cut} trials");
            }
        }
    }

    #[test]
    fn records_beyond_the_end_are_kept() {
        let settings = |trials| RolloutSettings { trials, ..RolloutSettings::default() };
        let (whole, _) = run(&settings(80), 1, 0, of(vec![Trials::new(); 4]));
        assert_eq!(run(&settings(20), 3, 1, of(whole.clone())), (whole.clone(), End::Trials));
        // Candidates that were given up catch up under other rules, and nothing is entered twice.
        let mut ragged = whole.clone();
        ragged[2].truncate(30);
        let mut new = 0;
        let again = run_into(&settings(80), 3, 1, of(ragged), |task, _| {
            assert_eq!(task.candidate, 2);
            new += 1;
        });
        assert_eq!((again, new), ((whole, End::Trials), 50));
    }

    #[test]
    fn an_interruption_keeps_finished_trials() {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 4], Cube::START, Player::Top, Terms::MONEY);
        let accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        let settings = RolloutSettings { trials: 60, ..RolloutSettings::default() };
        let none = of(vec![Trials::new(); 4]);
        let mut sequencer = Sequencer::new(accounts, Rules::new(&settings, job.kind(), 4), &none);
        let tasks: Vec<_> = (0..12).map(|_| sequencer.hand_out().expect("a trial")).collect();
        // The second candidate's second trial is not finished at the interrupt.
        let missing = Task { candidate: 1, trial: 1 };
        for task in tasks.into_iter().filter(|&task| task != missing) {
            sequencer.deliver(task, play(task), |_, _| {});
        }
        sequencer.finish(End::Interrupted);
        let mut entered = Vec::new();
        sequencer.enter_rest(|task, _| entered.push((task.candidate, task.trial)));
        assert_eq!(entered, [(0, 1), (0, 2), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]);
        let accounts = sequencer.into_accounts();
        assert_eq!(accounts.all().iter().map(|account| account.records.len()).collect::<Vec<_>>(), [3, 2, 3, 3]);
        // Pairs are trials of the same number, whatever is missing before them.
        assert_eq!(accounts.difference(0, 1).map(|(_, _, pairs)| pairs), Some(2));
        // Going on, only what is missing is played, and the whole is what it would have been.
        let whole = run(&settings, 1, 0, none);
        let mut new = 0;
        let again = run_into(&settings, 3, 1, of(accounts.into_records()), |task, _| {
            assert!(task == missing || task.trial > 2, "{task:?}");
            new += 1;
        });
        assert_eq!((again, new), (whole, 4 * 60 - 11));
    }
}
