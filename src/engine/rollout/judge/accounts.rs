//! The running account: every candidate's records in trial order, with the moments that stopping rules need.

use super::prior::Prior;
use super::strata::{Strata, Stratification};
use super::units::Units;
use crate::eval::Look;
use crate::rollout::data::fixed::{Fixed, Moments};
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, QUANTITIES, TrialRecord};
use crate::rollout::data::trials::Trials;
use crate::rollout::order::settings::{Pairing, RolloutSettings};

/// The account of one candidate.
#[derive(Clone, Debug)]
pub struct Account {
    /// The trials.
    pub records: Trials,
    /// Moments of the seven numbers.
    pub moments: [Moments; QUANTITIES],
    /// Whether it still takes part; candidates far behind are given up.
    pub active: bool,
    /// How its values become equities.
    pub units: Units,
    /// The value that decides by first roll, where first rolls are dealt evenly.
    strata: Strata,
}

/// Differences of two candidates in trials both have, as equities.
#[derive(Clone, Debug, Default)]
struct Differences {
    moments: Moments,
    /// These differences by first roll, where it is dealt evenly and both candidates have the same one.
    strata: Option<Box<Strata>>,
}

/// The accounts of all candidates, and of the differences between them.
#[derive(Clone, Debug)]
pub struct Accounts {
    accounts: Vec<Account>,
    /// For `i < j` at `i + j (j - 1) / 2`: candidate `i` less candidate `j`.
    differences: Vec<Differences>,
    primary: usize,
    /// How first rolls are dealt, `None` where they are left to chance.
    stratification: Option<Stratification>,
    /// What a look has found of the candidates before.
    look: Option<Look>,
}

impl Accounts {
    /// No trials yet.
    pub fn new(units: Vec<Units>, settings: &RolloutSettings) -> Self {
        let n = units.len();
        let account = |units| Account {
            records: Trials::new(),
            moments: Default::default(),
            active: true,
            units,
            strata: Strata::default(),
        };
        let stratification = settings.stratification();
        let shares_rolls = stratification.is_some() && settings.pairing == Pairing::Shared;
        let pair = Differences { strata: shares_rolls.then(Box::default), ..Differences::default() };
        Self {
            accounts: units.into_iter().map(account).collect(),
            differences: vec![pair; n * n.saturating_sub(1) / 2],
            primary: if settings.cubeful { CUBEFUL } else { CUBELESS },
            stratification,
            look: None,
        }
    }

    /// These accounts where a look has valued the candidates before.
    #[must_use]
    pub fn after_look(self, look: Option<&Look>) -> Self {
        Self { look: look.filter(|look| look.len() == self.len()).cloned(), ..self }
    }

    /// What is believed beforehand of the difference of two plays.
    pub fn prior(&self, i: usize, j: usize) -> Prior {
        self.look.as_ref().map_or(Prior::PLAYS, |look| Prior::of_look(&look.difference(i, j)))
    }

    /// The look before the trials.
    pub const fn look(&self) -> Option<&Look> {
        self.look.as_ref()
    }

    /// Every candidate's account.
    pub fn all(&self) -> &[Account] {
        &self.accounts
    }

    /// How many candidates.
    pub fn len(&self) -> usize {
        self.accounts.len()
    }

    /// The place of the value by which candidates are compared: cubeful, or cubeless in a cubeless rollout.
    pub const fn primary(&self) -> usize {
        self.primary
    }

    /// Sets whether a candidate still takes part.
    pub fn set_active(&mut self, candidate: usize, active: bool) {
        self.accounts[candidate].active = active;
    }

    /// Enters the next trial of a candidate.
    pub fn push(&mut self, candidate: usize, record: TrialRecord) {
        self.insert(candidate, self.accounts[candidate].records.next(), record);
    }

    /// Enters a trial of a candidate that is not there yet.
    pub fn insert(&mut self, candidate: usize, trial: u64, record: TrialRecord) {
        let equity = self.trial_equity(candidate, &record);
        for other in 0..self.accounts.len() {
            if other == candidate {
                continue;
            }
            if let Some(their) = self.accounts[other].records.get(trial) {
                let their = self.trial_equity(other, their);
                let difference = if candidate < other { equity - their } else { their - equity };
                let pair = &mut self.differences[Self::place(candidate.min(other), candidate.max(other))];
                pair.moments.add(Fixed::from_f64(difference));
                if let (Some(strata), Some(roll)) = (&mut pair.strata, record.first_roll) {
                    strata.add(roll, Fixed::from_f64(difference));
                }
            }
        }
        let account = &mut self.accounts[candidate];
        for (moments, value) in account.moments.iter_mut().zip(record.values) {
            moments.add(value);
        }
        if let Some(roll) = record.first_roll {
            account.strata.add(roll, record.values[self.primary]);
        }
        account.records.insert(trial, record);
    }

    /// The most that the mean equity by which a candidate is compared can be by the rules.
    pub fn most(&self, candidate: usize) -> f64 {
        let Account { moments, units, .. } = &self.accounts[candidate];
        units.most(self.primary, moments[1].mean().is_some_and(|gammons| gammons != 0.0))
    }

    fn trial_equity(&self, candidate: usize, record: &TrialRecord) -> f64 {
        self.accounts[candidate].units.equity(self.primary).at(record.values[self.primary].to_f64())
    }

    const fn place(i: usize, j: usize) -> usize {
        i + j * (j - 1) / 2
    }

    /// The mean equity by which a candidate is compared, `None` before its first trial.
    pub fn mean(&self, candidate: usize) -> Option<f64> {
        let account = &self.accounts[candidate];
        account.moments[self.primary].mean().map(|mean| account.units.equity(self.primary).at(mean))
    }

    /// The standard error.
    pub fn std_err(&self, candidate: usize) -> Option<f64> {
        self.std_err_of(candidate, self.primary)
    }

    /// The standard error of the cubeless or cubeful value as an equity.
    pub fn std_err_of(&self, candidate: usize, quantity: usize) -> Option<f64> {
        let account = &self.accounts[candidate];
        account.moments[quantity].std_err().map(|error| error * account.units.equity(quantity).slope)
    }

    /// The standard error from the spread within first rolls, which is what is left to chance when first rolls are
    /// dealt evenly. `None` unless they are, completely and twice at least.
    pub fn stratified_error(&self, candidate: usize) -> Option<f64> {
        let account = &self.accounts[candidate];
        let error = self.strata_error(&account.strata, account.records.len() as u64)?;
        Some(error * account.units.equity(self.primary).slope)
    }

    /// The smallest sound standard error: the stratified one where there is one.
    pub fn sound_error(&self, candidate: usize) -> Option<f64> {
        self.stratified_error(candidate).or_else(|| self.std_err(candidate))
    }

    /// The error of a mean over this many trials, all of which have a first roll.
    fn strata_error(&self, strata: &Strata, trials: u64) -> Option<f64> {
        strata.std_err(self.stratification?).filter(|_| strata.count() == trials)
    }

    /// Mean and sound standard error of the equity of candidate `i` less that of `j`, from trials both have, and their
    /// number.
    pub fn difference(&self, i: usize, j: usize) -> Option<(f64, f64, u64)> {
        let Differences { moments, strata } = &self.differences[Self::place(i.min(j), i.max(j))];
        let mean = moments.mean()?;
        let stratified = strata.as_ref().and_then(|strata| self.strata_error(strata, moments.count()));
        let error = stratified.or_else(|| moments.std_err())?;
        Some((if i < j { mean } else { -mean }, error, moments.count()))
    }

    /// The covariance of the means of two candidates. Trials that only one of them has have nothing in common with the
    /// other's, so that it is the covariance of a pair times (pairs / (trials of one · trials of the other)).
    pub fn covariance(&self, i: usize, j: usize) -> Option<f64> {
        let Differences { moments: differences, strata } = &self.differences[Self::place(i.min(j), i.max(j))];
        let pairs = usize::try_from(differences.count()).ok()?;
        if strata.is_some()
            && self.are_pairs_all(i, j)
            && let (Some(own), Some(their)) = (self.stratified_error(i), self.stratified_error(j))
            && let Some((_, error, _)) = self.difference(i, j)
        {
            return Some(0.5 * (own * own + their * their - error * error));
        }
        let variance = |candidate: usize, other: usize| {
            let account = &self.accounts[candidate];
            let variance = if account.records.len() == pairs {
                account.moments[self.primary].variance()
            } else {
                let theirs = &self.accounts[other].records;
                let paired = account.records.numbered().filter(|(trial, _)| theirs.get(*trial).is_some());
                paired.map(|(_, record)| record.values[self.primary]).collect::<Moments>().variance()
            };
            variance.map(|variance| variance * account.units.equity(self.primary).slope.powi(2))
        };
        let of_a_pair = 0.5 * (variance(i, j)? + variance(j, i)? - differences.variance()?);
        let [n, all_i, all_j] =
            [pairs, self.accounts[i].records.len(), self.accounts[j].records.len()].map(|n| n as f64);
        Some(of_a_pair * n / (all_i * all_j))
    }

    /// Whether two candidates have the same trials.
    fn are_pairs_all(&self, i: usize, j: usize) -> bool {
        let pairs = self.differences[Self::place(i.min(j), i.max(j))].moments.count();
        [i, j].iter().all(|&candidate| self.accounts[candidate].records.len() as u64 == pairs)
    }

    /// The standard error of the mean of one candidate less that of another, over all trials of each. Where both have
    /// the same trials it is that of [their difference](Accounts::difference).
    pub fn difference_error(&self, i: usize, j: usize) -> Option<f64> {
        if self.are_pairs_all(i, j) {
            return self.difference(i, j).map(|(_, error, _)| error);
        }
        let variance = self.std_err(i)?.powi(2) + self.std_err(j)?.powi(2) - 2.0 * self.covariance(i, j)?;
        Some(variance.max(0.0).sqrt())
    }

    /// The candidate with the highest mean; among equals the first.
    pub fn best(&self) -> Option<usize> {
        let means = (0..self.len()).filter_map(|i| Some((i, self.mean(i)?)));
        means
            .fold(None, |best: Option<(usize, f64)>, (i, mean)| match best {
                Some((_, highest)) if highest >= mean => best,
                _ => Some((i, mean)),
            })
            .map(|(i, _)| i)
    }

    /// Trials of the candidate that has most.
    pub fn trials(&self) -> u64 {
        self.accounts.iter().map(|account| account.records.len()).max().unwrap_or(0) as u64
    }

    /// Hands the records over.
    pub fn into_records(self) -> Vec<Trials> {
        self.accounts.into_iter().map(|account| account.records).collect()
    }
}
