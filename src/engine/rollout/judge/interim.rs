//! How things stand while a rollout runs: what a progress display needs, from the running accounts alone.
//!
//! A [`RolloutResult`](crate::rollout::RolloutResult) looks at every record, which takes milliseconds once there are
//! many and would keep the threads waiting. Interim results cost the same after a million trials as after ten.

use super::accounts::Accounts;
use super::compare::{Comparison, compare, ranking};
use super::cube::CubeJudgement;
use super::result::Estimate;
use super::stop::expected_rounds;
use crate::rollout::order::job::{Job, JobKind};
use crate::rollout::order::settings::RolloutSettings;
use std::time::Duration;

/// How one candidate stands.
#[derive(Clone, Debug, PartialEq)]
pub struct InterimCandidate {
    /// The trials.
    pub trials: u64,
    /// Whether it still takes part.
    pub is_active: bool,
    /// The equity that decides, in units of the basis cube.
    pub equity: Estimate,
    /// The match winning chance it stands for, `None` for money.
    pub mwc: Option<Estimate>,
    /// The means of win, gammon and backgammon won, gammon and backgammon lost.
    pub outputs: [f64; 5],
    /// How it compares with the best; `None` before its second trial, and for single positions.
    pub comparison: Option<Comparison>,
}

/// How all candidates stand, and how far they have to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Interim {
    /// The kind of decision.
    pub kind: JobKind,
    /// The candidates in the order of the job.
    pub candidates: Vec<InterimCandidate>,
    /// How a cube decision stands.
    pub cube: Option<CubeJudgement>,
    /// Trials of each candidate in play at which the rollout is expected to end, `None` while there is no estimate. A
    /// rollout that stops by joint standard deviations may end sooner.
    pub rounds: Option<u64>,
    /// Whether `rounds` follows from the errors found so far; else it is the number of the settings.
    pub is_estimated: bool,
    /// When it ends in any case, by the observer's clock.
    pub time: Option<Duration>,
}

impl Interim {
    /// The interim results of some accounts.
    pub(in crate::rollout) fn of_accounts(accounts: &Accounts, job: &Job, settings: &RolloutSettings) -> Self {
        let kind = job.kind();
        let cube = (kind == JobKind::Cube).then(|| CubeJudgement::of_accounts(accounts, job, None)).flatten();
        let comparisons = compare(accounts, cube.as_ref());
        let candidates = accounts.all().iter().enumerate().zip(comparisons).map(|((i, account), comparison)| {
            let moments = &account.moments[accounts.primary()];
            let mwc = account.units.mwc(accounts.primary()).map(|line| Estimate {
                mean: line.at(moments.mean().unwrap_or_default()),
                std_err: moments.std_err().map(|error| error * line.slope),
            });
            InterimCandidate {
                trials: account.records.len() as u64,
                is_active: account.active,
                equity: Estimate { mean: accounts.mean(i).unwrap_or_default(), std_err: accounts.std_err(i) },
                mwc,
                outputs: std::array::from_fn(|output| account.moments[output].mean().unwrap_or_default()),
                comparison,
            }
        });
        let candidates = candidates.collect();
        let (asked, expected) = (settings.most_trials(), expected_rounds(accounts, kind, settings));
        Self {
            kind,
            candidates,
            cube,
            rounds: [asked, expected].into_iter().flatten().min(),
            is_estimated: expected.is_some_and(|expected| asked.is_none_or(|asked| expected < asked)),
            time: settings.stop.until.time,
        }
    }

    /// The candidates from the best to the worst.
    pub fn ranking(&self) -> Vec<usize> {
        let equity = |candidate: &InterimCandidate| candidate.equity.mean;
        ranking(self.candidates.iter().map(|candidate| (candidate.comparison.as_ref(), equity(candidate))))
    }

    /// Trials made, of all candidates.
    pub fn trials(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.trials).sum()
    }

    /// Trials yet to be made, of all candidates still in play, `None` while there is no estimate.
    pub fn trials_left(&self) -> Option<u64> {
        let left = |candidate: &InterimCandidate| self.rounds.map(|rounds| rounds.saturating_sub(candidate.trials));
        self.candidates.iter().filter(|candidate| candidate.is_active).map(left).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::data::trial_record::tests::record;
    use crate::scoring::{Cube, Met, Terms};

    /// Two plays after 400 trials with a standard deviation of 0.1 and differences of 0.02 ± 0.002.
    fn accounts() -> (Job, Accounts) {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 2], Cube::START, Player::Top, Terms::MONEY);
        let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        for trial in 0..400 {
            let swing = if trial % 2 == 0 { 0.1 } else { -0.1 };
            accounts.push(0, record(0.2 + swing));
            accounts.push(1, record(0.18 + swing + if trial % 4 < 2 { 0.04 } else { -0.04 }));
        }
        (job, accounts)
    }

    #[test]
    fn the_end_is_foreseen_from_the_errors() {
        let (job, accounts) = accounts();
        let mut settings = RolloutSettings { trials: 1000, ..RolloutSettings::default() };
        let interim = Interim::of_accounts(&accounts, &job, &settings);
        assert_eq!((interim.ranking(), interim.trials(), interim.trials_left()), (vec![0, 1], 800, Some(1200)));
        // The cubeful standard deviations are 0.1 and 0.108: (0.108 / 0.004)² trials.
        settings.stop.until.error = Some(0.004);
        let rounds = Interim::of_accounts(&accounts, &job, &settings).rounds.expect("foreseen");
        assert!((720..740).contains(&rounds), "{rounds}");
        // An end by the number of trials is none that is estimated, even where both come together.
        for (trials, is_estimated) in [(rounds - 1, false), (rounds, false), (rounds + 1, true)] {
            settings.stop.until.trials = Some(trials);
            let interim = Interim::of_accounts(&accounts, &job, &settings);
            assert_eq!((interim.rounds, interim.is_estimated), (Some(trials.min(rounds)), is_estimated));
        }
        (settings.stop.until.trials, settings.stop.until.error) = (None, Some(0.1));
        assert_eq!(Interim::of_accounts(&accounts, &job, &settings).trials_left(), Some(0));
    }

    #[test]
    fn a_decision_is_expected_where_the_bound_closes() {
        let (job, accounts) = accounts();
        let mut settings = RolloutSettings::default();
        let mut rounds = |margin| {
            settings.stop.until.decided = Some(margin);
            Interim::of_accounts(&accounts, &job, &settings).rounds
        };
        // Ten paired errors: nothing is left to decide. Half the margin needs no more than that.
        assert!(rounds(0.0).is_some_and(|rounds| rounds <= 400), "{:?}", rounds(0.0));
        assert!(rounds(0.1).is_some_and(|rounds| rounds <= 400));
    }
}
