//! The running account: every candidate's records in trial order, with the moments that stopping rules need.

use super::fixed::{Fixed, Moments};
use super::job::Units;
use super::trial_record::{CUBEFUL, CUBELESS, QUANTITIES, TrialRecord};
use super::trials::Trials;

/// The account of one candidate.
#[derive(Clone, Debug)]
pub struct Lane {
    /// Its trials.
    pub records: Trials,
    /// Moments of the seven numbers.
    pub moments: [Moments; QUANTITIES],
    /// Whether it still takes part; candidates far behind are given up.
    pub active: bool,
    /// How its values become equities.
    pub units: Units,
}

/// The accounts of all candidates, and of the differences between them.
#[derive(Clone, Debug)]
pub struct Lanes {
    lanes: Vec<Lane>,
    /// For `i < j` at `i + j (j - 1) / 2`: moments of the difference of candidate `i` less candidate `j` in
    /// trials both have, as equities.
    differences: Vec<Moments>,
    primary: usize,
}

impl Lanes {
    /// No trials yet.
    #[must_use]
    pub fn new(units: Vec<Units>, cubeful: bool) -> Self {
        let n = units.len();
        let lane = |units| Lane { records: Trials::new(), moments: Default::default(), active: true, units };
        Self {
            lanes: units.into_iter().map(lane).collect(),
            differences: vec![Moments::default(); n * n.saturating_sub(1) / 2],
            primary: if cubeful { CUBEFUL } else { CUBELESS },
        }
    }

    /// Every candidate's account.
    #[must_use]
    pub fn all(&self) -> &[Lane] {
        &self.lanes
    }

    /// How many candidates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// The place of the value by which candidates are compared: cubeful, or cubeless in a cubeless rollout.
    #[must_use]
    pub const fn primary(&self) -> usize {
        self.primary
    }

    /// Says whether a candidate still takes part.
    pub fn set_active(&mut self, candidate: usize, active: bool) {
        self.lanes[candidate].active = active;
    }

    /// Enters the next trial of a candidate.
    pub fn push(&mut self, candidate: usize, record: TrialRecord) {
        self.insert(candidate, self.lanes[candidate].records.next(), record);
    }

    /// Enters a trial of a candidate that is not there yet.
    pub fn insert(&mut self, candidate: usize, trial: u64, record: TrialRecord) {
        let equity = self.trial_equity(candidate, &record);
        for other in 0..self.lanes.len() {
            if other == candidate {
                continue;
            }
            if let Some(their) = self.lanes[other].records.get(trial) {
                let their = self.trial_equity(other, their);
                let difference = if candidate < other { equity - their } else { their - equity };
                let place = Self::place(candidate.min(other), candidate.max(other));
                self.differences[place].add(Fixed::from_f64(difference));
            }
        }
        let lane = &mut self.lanes[candidate];
        for (moments, value) in lane.moments.iter_mut().zip(record.values) {
            moments.add(value);
        }
        lane.records.insert(trial, record);
    }

    fn trial_equity(&self, candidate: usize, record: &TrialRecord) -> f64 {
        self.lanes[candidate].units.equity(self.primary).at(record.values[self.primary].to_f64())
    }

    const fn place(i: usize, j: usize) -> usize {
        i + j * (j - 1) / 2
    }

    /// The mean equity by which a candidate is compared, `None` before its first trial.
    #[must_use]
    pub fn mean(&self, candidate: usize) -> Option<f64> {
        let lane = &self.lanes[candidate];
        lane.moments[self.primary].mean().map(|mean| lane.units.equity(self.primary).at(mean))
    }

    /// Its standard error.
    #[must_use]
    pub fn std_err(&self, candidate: usize) -> Option<f64> {
        self.std_err_of(candidate, self.primary)
    }

    /// The standard error of the cubeless or cubeful value as an equity.
    #[must_use]
    pub fn std_err_of(&self, candidate: usize, quantity: usize) -> Option<f64> {
        let lane = &self.lanes[candidate];
        lane.moments[quantity].std_err().map(|error| error * lane.units.equity(quantity).slope)
    }

    /// Mean and standard error of the equity of candidate `i` less that of `j`, from trials both have.
    #[must_use]
    pub fn difference(&self, i: usize, j: usize) -> Option<(f64, f64, u64)> {
        let moments = &self.differences[Self::place(i.min(j), i.max(j))];
        let mean = moments.mean()?;
        Some((if i < j { mean } else { -mean }, moments.std_err()?, moments.count()))
    }

    /// The covariance of the means of two candidates. Trials that only one of them has have nothing in common with the
    /// other's, so that it is the covariance of a pair times (pairs / (trials of one · trials of the other)).
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> Option<f64> {
        let differences = &self.differences[Self::place(i.min(j), i.max(j))];
        let pairs = usize::try_from(differences.count()).ok()?;
        let variance = |candidate: usize, other: usize| {
            let lane = &self.lanes[candidate];
            let variance = if lane.records.len() == pairs {
                lane.moments[self.primary].variance()
            } else {
                let theirs = &self.lanes[other].records;
                let paired = lane.records.numbered().filter(|(trial, _)| theirs.get(*trial).is_some());
                paired.map(|(_, record)| record.values[self.primary]).collect::<Moments>().variance()
            };
            variance.map(|variance| variance * lane.units.equity(self.primary).slope.powi(2))
        };
        let of_a_pair = 0.5 * (variance(i, j)? + variance(j, i)? - differences.variance()?);
        #[allow(clippy::cast_precision_loss)]
        let [n, all_i, all_j] = [pairs, self.lanes[i].records.len(), self.lanes[j].records.len()].map(|n| n as f64);
        Some(of_a_pair * n / (all_i * all_j))
    }

    /// The standard error of the mean of one candidate less that of another, over all trials of each. Where both have
    /// the same trials it is that of [their difference](Lanes::difference).
    #[must_use]
    pub fn difference_error(&self, i: usize, j: usize) -> Option<f64> {
        let variance = self.std_err(i)?.powi(2) + self.std_err(j)?.powi(2) - 2.0 * self.covariance(i, j)?;
        Some(variance.max(0.0).sqrt())
    }

    /// The candidate with the highest mean; among equals the first.
    #[must_use]
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
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.records.len()).max().unwrap_or(0) as u64
    }

    /// Hands the records over.
    #[must_use]
    pub fn into_records(self) -> Vec<Trials> {
        self.lanes.into_iter().map(|lane| lane.records).collect()
    }
}
