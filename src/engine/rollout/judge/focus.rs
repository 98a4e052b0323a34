//! Trials where they help: which plays go on where not every play has as many trials as every other.
//!
//! The leader is compared with each of the others, its rivals. A rival's chance is that of being better than the
//! leader, by the [prior](super::prior) that the chances of results have. In a stage the rivals with the greatest
//! chance play a block of trials, and the leader with them; the others wait. The chance of who waits stays, while
//! that of who plays becomes clear, so that it takes part again as soon as its chance is comparable. This is
//! top-two sampling (Russo, "Simple Bayesian algorithms for best arm identification", 2016) in blocks and without
//! its coin: the leader against those that it most likely loses to.
//!
//! A block is a cycle of first rolls, so that a play that waits has all its first rolls in their numbers. Trials of one
//! number share their dice, whenever they are played. The choice of plays follows from complete stages, never from
//! threads.
//!
//! `until decided` still proves what it says: its bounds hold for any number of pairs, whatever it depends on.
//! Here they only say which questions are still open.

use super::accounts::Accounts;
use super::prior::{LEAST_DEVIATION, Prior};
use crate::rollout::order::settings::RolloutSettings;
use crate::rollout::order::stopping::Until;

/// A rival with a smaller chance to be better than the leader plays no more, unless a proof is asked for.
pub const HOPELESS: f64 = 0.02;

/// A rival plays in a stage if its chance is at least this share of the greatest.
const SHARE: f64 = 0.5;

/// Blocks of every play before the first look: errors within first rolls need two.
const FIRST_BLOCKS: u64 = 2;

/// Trials of a block where first rolls are not dealt.
const PLAIN_BLOCK: u64 = 36;

/// The rule by which plays go on.
#[derive(Clone, Debug)]
pub struct Focus {
    block: u64,
    /// Trials that no play has more of.
    most: u64,
    /// Whether it goes on for a proof, or for a time, however little chance there is that anybody is better.
    goes_on: bool,
    /// Whether it ends with the last trial, or where nobody has a chance.
    ends_by_trials: bool,
}

impl Focus {
    /// The focus of a rollout, if its settings have one.
    pub fn new(settings: &RolloutSettings) -> Option<Self> {
        let until = settings.stop.until;
        settings.stop.focus.then(|| Self {
            block: settings.stratification().map_or(PLAIN_BLOCK, |dealt| dealt.cycle()),
            most: settings.most_trials().unwrap_or(u64::MAX),
            goes_on: until.decided.is_some() || until.time.is_some(),
            ends_by_trials: until == Until { trials: until.trials, ..Until::default() },
        })
    }

    /// Sets who goes on: the leader, and the rivals most likely to be better whose question is still `open`. Returns
    /// whether nobody else than the leader does and the rollout need not go on for anything else.
    pub fn choose(&self, accounts: &mut Accounts, open: &[bool]) -> bool {
        let Some(leader) = accounts.best() else { return false };
        let rivals: Vec<Rival> = (0..accounts.len())
            .filter(|&i| i != leader && open[i])
            .filter_map(|i| {
                let chance = self.chance(accounts, leader, i)?;
                Some(Rival { candidate: i, chance, has_most: pairs(accounts, leader, i) >= self.most })
            })
            .collect();
        // A decision with a question that the last trial leaves open stays open, whatever is proved of the others.
        let is_proof = self.goes_on && !rivals.iter().any(|rival| rival.has_most);
        let least = if is_proof { 0.0 } else { HOPELESS };
        let playing = rivals.iter().filter(|rival| !rival.has_most).map(|rival| rival.chance);
        let greatest = playing.fold(0.0, f64::max);
        (0..accounts.len()).for_each(|i| accounts.set_active(i, i == leader));
        let goes_on = |rival: &&Rival| rival.chance >= least && (rival.has_most || rival.chance >= SHARE * greatest);
        let mut is_alone = true;
        for rival in rivals.iter().filter(goes_on) {
            accounts.set_active(rival.candidate, true);
            is_alone = false;
        }
        is_alone && self.ends_by_trials
    }

    /// The chance of a rival to be better than the leader; `None` where both are known to be worth the same and no
    /// proof is asked for.
    fn chance(&self, accounts: &Accounts, leader: usize, rival: usize) -> Option<f64> {
        let means = accounts.mean(leader).zip(accounts.mean(rival));
        let Some(((best, other), error)) = means.zip(accounts.difference_error(leader, rival)) else {
            return Some(0.5);
        };
        let is_same = best - other < LEAST_DEVIATION && error < LEAST_DEVIATION;
        // From the rival's side the tail keeps its digits; far out rounding may leave less than nothing.
        (self.goes_on || !is_same).then(|| Prior::PLAYS.seen(other - best, error).chance_above(0.0).max(0.0))
    }

    /// Trials of each candidate at the end of the next stage.
    pub fn goals(&self, accounts: &Accounts) -> Vec<u64> {
        let mut goals: Vec<u64> = accounts.all().iter().map(|account| account.records.next()).collect();
        let Some(leader) = accounts.best().filter(|_| goals.iter().all(|&count| count > 0)) else {
            return vec![(FIRST_BLOCKS * self.block).min(self.most); goals.len()];
        };
        let more = |count: u64| count.saturating_add(self.block).min(self.most);
        let alone = more(goals[leader]);
        let mut is_alone = true;
        for rival in (0..goals.len()).filter(|&i| i != leader && accounts.all()[i].active) {
            // Two are compared by the trials that both have.
            let pairs = more(pairs(accounts, leader, rival));
            goals[leader] = goals[leader].max(pairs);
            goals[rival] = goals[rival].max(pairs);
            is_alone = false;
        }
        if is_alone {
            goals[leader] = alone;
        }
        goals
    }
}

/// A candidate that may be better than the leader.
struct Rival {
    candidate: usize,
    chance: f64,
    /// Whether it has been compared with the leader by as many trials as there may be.
    has_most: bool,
}

/// The trials in order that two candidates have in common.
fn pairs(accounts: &Accounts, one: usize, other: usize) -> u64 {
    accounts.all()[one].records.next().min(accounts.all()[other].records.next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::job::Job;
    use crate::rollout::order::stopping::Stopping;
    use crate::scoring::{Cube, Met, Terms};

    /// However little chance a rival has, a proof needs its trials; without one it is hopeless.
    #[test]
    fn a_proof_needs_trials_of_the_hopeless() {
        let start = Variation::Standard.starting_position();
        let job = Job::plays(&[start; 2], Cube::START, Player::Top, Terms::MONEY);
        let plain = RolloutSettings { stop: Stopping { focus: true, ..Stopping::NONE }, ..RolloutSettings::default() };
        let mut proof = plain.clone();
        proof.stop.until.decided = Some(0.0);
        let [plain, proof] = [plain, proof].map(|settings| Focus::new(&settings).expect("it is on"));
        for step in 0..=300 {
            let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
            let behind = f64::from(step) / 100.0;
            for n in 0..72 {
                let swing = if n % 2 == 0 { 0.1 } else { -0.1 };
                accounts.push(0, record(swing));
                accounts.push(1, record(-behind - swing));
            }
            // The error of the difference is .024.
            let is_clear = plain.choose(&mut accounts, &[true; 2]);
            assert!(if step < 4 { !is_clear } else { is_clear || step < 8 }, "{behind}");
            assert!(!proof.choose(&mut accounts, &[true; 2]) && accounts.all()[1].active, "{behind}");
            assert_eq!(proof.goals(&accounts), [108, 108]);
        }
    }
}
