//! Differences between trials of the same number: of two candidates, or of one candidate under two settings.
//!
//! Such trials have their dice in common, so that their difference varies less than either of them; where they have
//! not, the error found is that of independent trials.

use super::result::{Estimate, Worth};
use super::strata::{Strata, Stratification};
use super::units::{Line, Units};
use crate::board::Roll;
use crate::rollout::data::fixed::{Fixed, Moments};
use crate::rollout::data::records::Records;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, TrialRecord};
use crate::rollout::data::trials::Trials;
use crate::rollout::order::settings::RolloutSettings;

/// A rollout that is compared with another of the same job.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The trials.
    pub records: &'a Records,
    /// How they were played.
    pub settings: &'a RolloutSettings,
    /// How the values of each candidate's trials become equities.
    pub units: &'a [Units],
}

/// The change that other settings make to one candidate: numbers under the second settings less those under the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Trials that were played under both.
    pub pairs: u64,
    /// The changes of the five chances.
    pub outputs: [Estimate; 5],
    /// The change of the value that decides.
    pub value: Worth,
    /// The lead over the candidate of reference under either settings.
    pub leads: [Worth; 2],
    /// The change of that lead: above 0 the second settings favor this candidate more.
    pub lead: Worth,
}

/// The changes of each candidate from one rollout of a job to another. Leads are those over the candidate of
/// reference.
///
/// # Panics
/// When the rollouts have other numbers of candidates than there are units.
pub fn changes(rollouts: [Compared<'_>; 2], reference: usize) -> Vec<Change> {
    (0..rollouts[0].units.len()).map(|i| change(rollouts, i, reference)).collect()
}

fn change(rollouts: [Compared<'_>; 2], i: usize, reference: usize) -> Change {
    let trials = rollouts.map(|rollout| &rollout.records.candidates[i]);
    let stratification = common_stratification(rollouts);
    let output = |k: usize| {
        let value = |record: &TrialRecord| record.values[k].to_f64();
        difference([(trials[1], &value), (trials[0], &value)], stratification).1
    };
    let lead = |rollout: Compared<'_>| {
        let candidates = &rollout.records.candidates;
        worth(|unit| {
            let [own, other] = [i, reference].map(|i| rollout.value(i, unit));
            let pairs = [(&candidates[i], &own? as Number<'_>), (&candidates[reference], &other?)];
            Some(difference(pairs, rollout.stratification()).1)
        })
    };
    Change {
        pairs: difference([(trials[0], &|_| 0.0), (trials[1], &|_| 0.0)], None).0,
        outputs: std::array::from_fn(output),
        value: worth(|unit| {
            let [first, second] = rollouts.map(|rollout| rollout.value(i, unit));
            Some(difference([(trials[1], &second? as Number<'_>), (trials[0], &first?)], stratification).1)
        }),
        leads: rollouts.map(lead),
        lead: worth(|unit| {
            let [first, second] = rollouts.map(|rollout| rollout.leads(i, reference, unit));
            let (first, second) = (first?, second?);
            let of = |trial| {
                let ((roll, after), (other, before)) = (second(trial)?, first(trial)?);
                Some((roll.filter(|_| roll == other), after - before))
            };
            Some(mean(trials[0].span(), of, stratification).1)
        }),
    }
}

/// The unit of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Equity,
    Mwc,
}

/// A value in both units, that of a match where there is one.
fn worth(of: impl Fn(Unit) -> Option<Estimate>) -> Worth {
    Worth { equity: of(Unit::Equity).unwrap_or_default(), mwc: of(Unit::Mwc) }
}

/// How the first rolls of both are dealt, `None` unless they are dealt in the same way.
fn common_stratification(rollouts: [Compared<'_>; 2]) -> Option<Stratification> {
    let [first, second] = rollouts.map(Compared::stratification);
    first.filter(|_| first == second)
}

impl<'a> Compared<'a> {
    fn stratification(self) -> Option<Stratification> {
        self.settings.stratification()
    }

    /// The value of a candidate's trial that decides, `None` where there is no such unit.
    fn value(self, i: usize, unit: Unit) -> Option<impl Fn(&TrialRecord) -> f64 + 'a> {
        let quantity = if self.settings.cubeful { CUBEFUL } else { CUBELESS };
        let line: Line = match unit {
            Unit::Equity => self.units[i].equity(quantity),
            Unit::Mwc => self.units[i].mwc(quantity)?,
        };
        Some(move |record: &TrialRecord| line.at(record.values[quantity].to_f64()))
    }

    /// The lead of a candidate over another in a trial that both have.
    fn leads(self, i: usize, over: usize, unit: Unit) -> Option<impl Fn(u64) -> Option<(Option<Roll>, f64)> + 'a> {
        let (own, other) = (self.value(i, unit)?, self.value(over, unit)?);
        let candidates = &self.records.candidates;
        Some(move |trial| {
            let (record, to) = (candidates[i].get(trial)?, candidates[over].get(trial)?);
            let roll = record.first_roll.filter(|_| record.first_roll == to.first_roll);
            Some((roll, own(record) - other(to)))
        })
    }
}

/// A number of a trial.
type Number<'a> = &'a dyn Fn(&TrialRecord) -> f64;

/// The five chances of a candidate less those of another, over the trials that both have.
pub fn output_differences(rollout: Compared<'_>, own: usize, other: usize) -> [Estimate; 5] {
    let trials = [own, other].map(|i| &rollout.records.candidates[i]);
    std::array::from_fn(|k| {
        let value = |record: &TrialRecord| record.values[k].to_f64();
        difference([(trials[0], &value), (trials[1], &value)], rollout.stratification()).1
    })
}

/// Trials, and the number of each that is compared.
type Numbers<'a> = (&'a Trials, Number<'a>);

/// The mean of a number in some trials less that in others, over the trials that both have, and how many these are.
pub fn difference([own, other]: [Numbers<'_>; 2], stratification: Option<Stratification>) -> (u64, Estimate) {
    let of = |trial| {
        let (record, to) = (own.0.get(trial)?, other.0.get(trial)?);
        Some((record.first_roll.filter(|_| record.first_roll == to.first_roll), own.1(record) - other.1(to)))
    };
    mean(own.0.span(), of, stratification)
}

/// The mean of numbers of trials; its error counts only the spread within first rolls where each trial has one and
/// they were dealt evenly.
fn mean(
    trials: u64,
    of: impl Fn(u64) -> Option<(Option<Roll>, f64)>,
    stratification: Option<Stratification>,
) -> (u64, Estimate) {
    let (mut moments, mut strata) = (Moments::default(), Strata::default());
    for (roll, value) in (0..trials).filter_map(of) {
        moments.add(Fixed::from_f64(value));
        if let Some(roll) = roll {
            strata.add(roll, Fixed::from_f64(value));
        }
    }
    let stratified = stratification.filter(|_| strata.count() == moments.count());
    let std_err = stratified.and_then(|how| strata.std_err(how)).or_else(|| moments.std_err());
    (moments.count(), Estimate { mean: moments.mean().unwrap_or_default(), std_err })
}

#[cfg(test)]
mod tests {
    use super::super::super::data::trial_record::tests::record;
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::order::fingerprint::Fingerprint;
    use crate::rollout::order::job::Job;
    use crate::scoring::{Cube, Met, Terms};

    fn records(candidates: &[&[f64]]) -> Records {
        let trials = |values: &&[f64]| Trials::from(values.iter().map(|&value| record(value)).collect::<Vec<_>>());
        Records { fingerprint: Fingerprint::default(), first: 0, candidates: candidates.iter().map(trials).collect() }
    }

    #[test]
    fn settings_are_compared_trial_by_trial() {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start, start], Cube::START, Player::Bottom, Terms::MONEY);
        let units = &job.units(&Met::kazaross_xg2());
        let settings = &RolloutSettings { quasi_random: false, ..RolloutSettings::default() };
        // Changes of the first are -0.1, -0.3, -0.2, of the second 0.0, -0.1, -0.2; the fourth trial has no pair.
        let one = records(&[&[0.5, 0.2, -0.3, 0.9], &[0.1, 0.1, 0.1, 0.9]]);
        let two = records(&[&[0.4, -0.1, -0.5], &[0.1, 0.0, -0.1]]);
        let [first, second] = [&one, &two].map(|records| Compared { records, settings, units });
        let changes = changes([first, second], 0);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert_eq!(changes.iter().map(|change| change.pairs).collect::<Vec<_>>(), [3, 3]);
        assert!(close(changes[0].value.equity.mean, -0.2) && close(changes[1].value.equity.mean, -0.1));
        // The deviation of 0.1, 0.3, 0.2 is 0.1, by hand.
        assert!(close(changes[0].value.equity.std_err.expect("three pairs"), 0.1 / 3.0_f64.sqrt()));
        assert_eq!(changes[0].value.mwc, None, "no match");
        // Leads over the first: 0, then changes of 0.1, 0.2, 0.0; all four trials count where they were played.
        assert_eq!(changes[0].lead.equity, Estimate { mean: 0.0, std_err: Some(0.0) });
        assert!(close(changes[1].lead.equity.mean, 0.1));
        assert!(close(changes[1].lead.equity.std_err.expect("three"), 0.1 / 3.0_f64.sqrt()));
        assert!(close(changes[1].leads[0].equity.mean, (-0.4 - 0.1 + 0.4 + 0.0) / 4.0));
        assert!(close(changes[1].leads[1].equity.mean, (-0.3 + 0.1 + 0.4) / 3.0));
    }

    #[test]
    fn rollouts_that_are_equal_differ_by_nothing() {
        let start = Variation::Standard.starting_position();
        let job = Job::cube(&start, Cube::START, Player::Bottom, Terms::MONEY);
        let (units, settings) = (&job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        let records = &records(&[&[0.5, 0.2], &[0.1, 0.4]]);
        let nothing = Estimate { mean: 0.0, std_err: Some(0.0) };
        for change in changes([Compared { records, settings, units }; 2], 0) {
            assert_eq!((change.value.equity, change.lead.equity, change.outputs), (nothing, nothing, [nothing; 5]));
            assert_eq!(change.leads[0], change.leads[1]);
        }
    }
}
