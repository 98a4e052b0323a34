//! The result of a rollout: a function of its records and nothing else.

use super::accounts::{Account, Accounts};
use super::compare::{Comparison, compare, ranking};
use super::cube::CubeJudgement;
use super::cube_prior::CubePriors;
use super::prior::{LEAST_DEVIATION, Prior};
use super::sequencer::Sequencer;
use super::statistics::Statistics;
use super::stop::{End, Rules};
use super::strata::Stratification;
use super::units::{Line, Units};
use crate::eval::{CubeAction, CubeDecision, CubeValues, Look, Outputs};
use crate::rollout::data::fixed::Moments;
use crate::rollout::data::records::Records;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, QUANTITIES};
use crate::rollout::order::Order;
use crate::rollout::order::job::{Job, JobKind};
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::trial::settlement::CubeState;
use crate::scoring::Met;
use serde::{Deserialize, Serialize};

/// A mean and how well it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean. Nothing is clamped: a probability may come out a little below 0.
    pub mean: f64,
    /// The standard error, `None` below two trials.
    pub std_err: Option<f64>,
}

/// An equity in units of the basis cube and, in a match, the winning chance it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// Money equity, or the equity normalized to the basis cube.
    pub equity: Estimate,
    /// The match winning chance, `None` for money.
    pub mwc: Option<Estimate>,
}

/// The numbers of a candidate, seen by the side that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Estimates {
    /// Win, gammon and backgammon won, gammon and backgammon lost.
    pub outputs: [Estimate; 5],
    /// The worth with a dead cube. That of a doubled cube counts double.
    pub cubeless: Worth,
    /// The worth with the cube in play, `None` from a cubeless rollout.
    pub cubeful: Option<Worth>,
}

/// The result for one candidate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CandidateResult {
    /// Trials behind the numbers.
    pub trials: u64,
    /// The numbers, luck subtracted if the settings have it so.
    pub estimates: Estimates,
    /// The numbers as the trials ended; the same without variance reduction.
    pub raw: Estimates,
    /// The standard error of the equity that decides, from the spread within first rolls: what is left when
    /// first rolls are dealt evenly. `None` unless they are, in whole cycles and two at least.
    pub stratified_error: Option<f64>,
    /// Equities of the four states of a settled cube, `None` without settlement.
    pub settled: Option<[Estimate; 4]>,
    /// How it compares with the best; `None` before its second trial, and for single positions.
    pub comparison: Option<Comparison>,
    /// Whether it was given up before the others.
    pub stopped: bool,
    /// The events in the trials.
    pub statistics: Statistics,
    /// Static evaluations made for it.
    pub evaluations: u64,
}

impl CandidateResult {
    /// The equity that decides: cubeful where there is one.
    pub fn equity(&self) -> Estimate {
        self.estimates.cubeful.unwrap_or(self.estimates.cubeless).equity
    }

    /// Sets the mean of the equity that decides, which has this place among the numbers.
    fn set_equity(&mut self, mean: f64, units: &Units, place: usize) {
        let moved = mean - self.equity().mean;
        let worth = self.estimates.cubeful.as_mut().unwrap_or(&mut self.estimates.cubeless);
        worth.equity.mean += moved;
        if let (Some(mwc), Some(line)) = (&mut worth.mwc, units.mwc(place)) {
            mwc.mean += moved * line.slope / units.equity(place).slope;
        }
    }

    /// The mean of that equity as the trials ended, without subtracting luck.
    pub fn plain_equity(&self) -> Estimate {
        self.raw.cubeful.unwrap_or(self.raw.cubeless).equity
    }

    /// How many trials without variance reduction would have given the same standard error.
    pub fn plain_games(&self) -> Option<f64> {
        let (reduced, plain) = (self.equity().std_err?, self.plain_equity().std_err?);
        (reduced > 0.0).then(|| self.trials as f64 * (plain / reduced).powi(2))
    }
}

/// Everything that a rollout reports.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RolloutResult {
    /// The kind of the job.
    pub kind: JobKind,
    /// Whether the cube was in play.
    pub is_cubeful: bool,
    /// The result of each candidate.
    pub candidates: Vec<CandidateResult>,
    /// Why it ended, `None` while it runs.
    pub end: Option<End>,
    /// How many first rolls make a cycle (36, or 30 for initial positions) when rolls are dealt evenly.
    pub cycle: Option<u64>,
    /// How many rolls are dealt completely by the trials there are: 1 when they are a multiple of 36, 2
    /// of 1296 …
    pub complete_levels: u32,
    /// The verdict of a cube decision, once both candidates have a trial.
    pub decision: Option<CubeDecision>,
    /// How sure it is, and what the actions give up.
    pub cube: Option<CubeJudgement>,
}

impl RolloutResult {
    /// The result of some records. The settings' rules decide which candidates were given up.
    pub fn of_records(records: &Records, order: &Order, met: &Met) -> Self {
        let job = &order.job;
        let settings = order.settings.clone().with_trials(records.span());
        let accounts = Accounts::new(job.units(met), &settings).after_look(order.look.as_ref());
        let rules = Rules::new(&settings, job.kind(), accounts.len());
        let mut sequencer = Sequencer::new(accounts, rules, records);
        sequencer.enter_rest(|_, _| {});
        // The settings' number of trials is that of the records, so `End::Trials` carries no information.
        let end = sequencer.end().filter(|&end| end != End::Trials);
        let accounts = sequencer.into_accounts();
        Self::of_accounts(&accounts, job, &settings, met, end)
    }

    /// The result of some accounts.
    pub(in crate::rollout) fn of_accounts(
        accounts: &Accounts,
        job: &Job,
        settings: &RolloutSettings,
        met: &Met,
        end: Option<End>,
    ) -> Self {
        let most = accounts.trials();
        let decision = (job.kind() == JobKind::Cube).then(|| decision(accounts, job, met)).flatten();
        let proper = decision.and_then(|decision| decision.verdict).map(|verdict| verdict.action());
        let cube = decision.and_then(|_| CubeJudgement::of_accounts(accounts, job, proper));
        let comparisons = compare(accounts, cube.as_ref());
        let candidates: Vec<_> = accounts
            .all()
            .iter()
            .zip(comparisons)
            .enumerate()
            .map(|(i, (account, comparison))| {
                // All are given up together when it ends.
                let stopped = !account.active && ((account.records.len() as u64) < most || end.is_none());
                let stratified_error = accounts.stratified_error(i);
                CandidateResult { comparison, stopped, stratified_error, ..candidate(account, settings) }
            })
            .collect();
        let cycle = settings.stratification().map(Stratification::cycle);
        Self {
            kind: job.kind(),
            is_cubeful: settings.cubeful,
            complete_levels: cycle.map_or(0, |cycle| complete_levels(most, cycle)),
            candidates,
            end,
            cycle,
            decision,
            cube,
        }
    }

    /// Weighs what a look has found of the choices with what the trials have: the equities that decide become the means
    /// of what both leave open, and places and distances follow. The look and the leader of the trials are believed as
    /// much as their errors allow.
    pub fn weigh(&mut self, look: &Look, job: &Job, met: &Met) {
        let units = job.units(met);
        match self.kind {
            JobKind::Plays => self.weigh_plays(look, &units),
            JobKind::Cube => self.weigh_cube(look, job, &units, met),
            JobKind::Position => {}
        }
    }

    fn weigh_cube(&mut self, look: &Look, job: &Job, units: &[Units], met: &Met) {
        let Self { cube: Some(cube), decision: Some(decision), candidates, .. } = self else { return };
        let Some(values) = CubePriors::of_look(look, cube.means.beavers).and_then(|priors| cube.means.after(&priors))
        else {
            return;
        };
        for (i, candidate) in candidates.iter_mut().enumerate() {
            candidate.set_equity(values[i], &units[i], CUBEFUL);
        }
        let has_gammons = candidates[0].estimates.outputs[1].mean != 0.0;
        *decision = decision_of(values, units[0].most(CUBEFUL, has_gammons), decision.outputs, job, met);
        cube.means.values = values;
        cube.best = decision.verdict.map_or_else(|| cube.means.best(), |verdict| verdict.action());
        let actions = cube.actions();
        for (candidate, action) in candidates.iter_mut().zip([CubeAction::NoDouble, CubeAction::DoubleTake]) {
            let judged = actions.iter().find(|judged| judged.action == action && !judged.is_beavered);
            if let (Some(comparison), Some(judged)) = (&mut candidate.comparison, judged) {
                comparison.rank = judged.rank;
                comparison.behind = judged.given_up.map_or(0.0, |given_up| given_up.amount);
                comparison.by_opponent = judged.given_up.is_some_and(|given_up| given_up.by_opponent);
            }
        }
    }

    fn weigh_plays(&mut self, look: &Look, units: &[Units]) {
        let ranking = self.ranking();
        let Some(&leader) = ranking.first() else { return };
        let lead = self.candidates[leader].equity().mean;
        let place = if self.is_cubeful { CUBEFUL } else { CUBELESS };
        for (i, candidate) in self.candidates.iter_mut().enumerate() {
            let Some(Comparison { behind, behind_error: Some(error), .. }) = candidate.comparison else { continue };
            let belief = Prior::of_look(&look.difference(leader, i)).seen(behind, error.max(LEAST_DEVIATION));
            candidate.set_equity(lead - belief.mean(), &units[i], place);
        }
        let mut order = ranking;
        order.sort_by(|&a, &b| self.candidates[b].equity().mean.total_cmp(&self.candidates[a].equity().mean));
        let best = order[0];
        let best_equity = self.candidates[best].equity().mean;
        let best_error = self.candidates[best].comparison.as_ref().and_then(|it| it.behind_error);
        for (rank, i) in order.into_iter().enumerate() {
            let equity = self.candidates[i].equity().mean;
            let Some(comparison) = &mut self.candidates[i].comparison else { continue };
            comparison.rank = rank + 1;
            comparison.behind = best_equity - equity;
            let error = if i == leader { best_error } else { comparison.behind_error };
            comparison.behind_error = error.filter(|_| i != best);
            comparison.jsd = comparison.behind_error.map(|error| comparison.behind / error);
            comparison.paired_jsd = comparison.jsd;
        }
    }

    /// Trials of the candidate that has most.
    pub fn trials(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.trials).max().unwrap_or(0)
    }

    /// Static evaluations made.
    pub fn evaluations(&self) -> u64 {
        self.candidates.iter().map(|candidate| candidate.evaluations).sum()
    }

    /// The candidates from the best to the worst, by the equity that decides.
    pub fn ranking(&self) -> Vec<usize> {
        ranking(self.candidates.iter().map(|candidate| (candidate.comparison.as_ref(), candidate.equity().mean)))
    }
}

/// How many rolls are dealt completely: the power of 36 (times 30/36 for initial positions) in the trials.
fn complete_levels(trials: u64, cycle: u64) -> u32 {
    let (mut levels, mut size) = (0, cycle);
    while trials > 0 && trials.is_multiple_of(size) && levels < 6 {
        levels += 1;
        size *= 36;
    }
    levels
}

/// Everything about one candidate that does not depend on the others' accounts.
fn candidate(account: &Account, settings: &RolloutSettings) -> CandidateResult {
    let mut raw: [Moments; QUANTITIES] = Default::default();
    for record in &account.records {
        for (moments, value) in raw.iter_mut().zip(record.raw) {
            moments.add(value);
        }
    }
    let settled = settings.settlement.map(|_| {
        CubeState::ALL
            .map(|state| estimate(&account.records.iter().map(|record| record.settled[state as usize]).collect(), 1.0))
    });
    CandidateResult {
        trials: account.records.len() as u64,
        estimates: estimates(&account.moments, &account.units, settings.cubeful),
        raw: estimates(&raw, &account.units, settings.cubeful),
        stratified_error: None,
        settled,
        comparison: None,
        stopped: false,
        statistics: Statistics::of(&account.records),
        evaluations: account.records.iter().map(|record| u64::from(record.evaluations)).sum(),
    }
}

fn estimate(moments: &Moments, slope: f64) -> Estimate {
    Estimate { mean: slope * moments.mean().unwrap_or_default(), std_err: moments.std_err().map(|error| slope * error) }
}

fn estimates(moments: &[Moments], units: &Units, cubeful: bool) -> Estimates {
    let worth = |quantity: usize| {
        let plain = estimate(&moments[quantity], 1.0);
        let turned =
            |line: Line| Estimate { mean: line.at(plain.mean), std_err: plain.std_err.map(|error| error * line.slope) };
        Worth { equity: turned(units.equity(quantity)), mwc: units.mwc(quantity).map(turned) }
    };
    Estimates {
        outputs: std::array::from_fn(|output| estimate(&moments[output], 1.0)),
        cubeless: worth(CUBELESS),
        cubeful: cubeful.then(|| worth(CUBEFUL)),
    }
}

/// The cube decision that follows from the accounts of no double and double/take.
fn decision(accounts: &Accounts, job: &Job, met: &Met) -> Option<CubeDecision> {
    let chance = |moments: &Moments| moments.mean().unwrap_or_default().clamp(0.0, 1.0) as f32;
    let outputs = Outputs(std::array::from_fn(|output| chance(&accounts.all()[0].moments[output])));
    Some(decision_of([accounts.mean(0)?, accounts.mean(1)?], accounts.most(0), outputs, job, met))
}

/// The decision by the values of no double, which is worth no more than `most` by the rules, and double/take.
fn decision_of(values: [f64; 2], most: f64, outputs: Outputs, job: &Job, met: &Met) -> CubeDecision {
    let [no_double, double_take] = values.map(|value| value as f32);
    let values = CubeValues { no_double, double_take, double_pass: 1.0 };
    // By chance playing on may seem to be worth more than the rules allow.
    let bounded = CubeValues { no_double: no_double.min(most as f32), ..values };
    CubeDecision { values, ..CubeDecision::new(bounded, outputs, &job.basis_info(met)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_complete_at_powers_of_36() {
        assert_eq!([0, 35, 36, 72, 1296, 46_656].map(|trials| complete_levels(trials, 36)), [0, 0, 1, 1, 2, 3]);
        assert_eq!([30, 36, 1080].map(|trials| complete_levels(trials, 30)), [1, 0, 2]);
    }
}
