//! What the choice of the leader is expected to give up, as far as trials leave it open.
//!
//! Two plays a thousandth apart take a million trials to be told apart, and it hardly matters which is chosen. So a
//! rollout may end by what can still be lost: the sum over the rivals of the mean of their advantage where they have
//! one, by the prior and the trials. It bounds the loss from above where several rivals may be better.

use super::accounts::Accounts;
use super::cube_prior::CubePriors;
use super::prior::{LEAST_DEVIATION, Prior};
use crate::rollout::order::job::JobKind;

/// What each rival of the leader may be better by, on average; for a cube what the questions whether to double and
/// whether to take leave open. `None` before there are errors.
pub(super) fn losses(accounts: &Accounts, kind: JobKind, double_pass: f64) -> Option<Vec<f64>> {
    match kind {
        JobKind::Position => Some(Vec::new()),
        JobKind::Plays => {
            let best = accounts.best()?;
            let loss = |i: usize| {
                if i == best {
                    return Some(0.0);
                }
                let (ahead, error) = (accounts.mean(best)? - accounts.mean(i)?, accounts.difference_error(best, i)?);
                Some(given_up(accounts.prior(best, i), ahead, error))
            };
            (0..accounts.len()).map(loss).collect()
        }
        JobKind::Cube => {
            let (no_double, take) = (accounts.mean(0)?, accounts.mean(1)?);
            let (no_double_error, take_error) = (accounts.sound_error(0)?, accounts.sound_error(1)?);
            let is_take = take < double_pass;
            let error = if is_take { accounts.difference_error(0, 1)? } else { no_double_error };
            let ahead = no_double - take.min(double_pass);
            let priors = CubePriors::before(accounts, false);
            let by_doubling = given_up(priors.doubles, ahead, error);
            // Where nobody doubles nobody is asked.
            let by_taking = if ahead > 0.0 { 0.0 } else { given_up(priors.takes, take - double_pass, take_error) };
            Some(vec![by_doubling, by_taking])
        }
    }
}

/// The mean of what the choice that is behind is better by, where it is, once a difference was found with an error.
fn given_up(prior: Prior, ahead: f64, error: f64) -> f64 {
    let (prior, lead) = if ahead < 0.0 { (prior.turned(), -ahead) } else { (prior, ahead) };
    if error < LEAST_DEVIATION { 0.0 } else { prior.seen(lead, error).mean_below() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::{Class, CubeValues, Look};
    use crate::rollout::data::trial_record::tests::record;
    use crate::rollout::order::job::Job;
    use crate::rollout::order::settings::RolloutSettings;
    use crate::scoring::{Cube, Met, Terms};

    const START: crate::board::Position = Variation::Standard.starting_position();

    fn accounts(job: &Job, trials: u32, means: &[f64]) -> Accounts {
        let mut accounts = Accounts::new(job.units(&Met::kazaross_xg2()), &RolloutSettings::default());
        for trial in 0..trials {
            for (i, mean) in means.iter().enumerate() {
                // Spread so that each candidate goes its own way.
                let luck = if (trial >> i) & 1 == 0 { 0.3 } else { -0.3 };
                accounts.push(i, record(mean + luck));
            }
        }
        accounts
    }

    #[test]
    fn less_is_lost_the_more_is_known_and_the_further_a_rival_is_behind() {
        let job = Job::plays(&[START; 3], Cube::START, Player::Top, Terms::MONEY);
        let of = |trials| losses(&accounts(&job, trials, &[0.0, 0.03, -0.3]), JobKind::Plays, 1.0).expect("errors");
        let (few, many) = (of(64), of(4096));
        assert_eq!((few[1], many[1]), (0.0, 0.0));
        assert!(few[0] > few[2] && few[0] > 0.001, "{few:?}");
        assert!(many[0] < 0.1 * few[0] && many[2] < 1e-9, "{few:?} {many:?}");
        assert_eq!(losses(&accounts(&job, 0, &[0.0; 3]), JobKind::Plays, 1.0), None);
    }

    /// Whichever choice is ahead: a look that agrees leaves less to be lost, one that contradicts more.
    #[test]
    fn a_look_says_what_a_cube_may_lose() {
        let job = Job::cube(&START, Cube::START, Player::Top, Terms::MONEY);
        for (means, agrees, contradicts) in
            [([0.5, 0.53], [0.4, 0.5], [0.6, 0.5]), ([0.5, 0.47], [0.6, 0.5], [0.4, 0.5])]
        {
            let of = |look: Option<[f32; 2]>| {
                let look = look.map(|[no_double, double_take]| {
                    Look::of_cube(2, Class::Contact, &CubeValues { no_double, double_take, double_pass: 1.0 })
                });
                let accounts = accounts(&job, 64, &means).after_look(look.as_ref());
                losses(&accounts, JobKind::Cube, 1.0).expect("errors")[0]
            };
            let (agreed, usual, contradicted) = (of(Some(agrees)), of(None), of(Some(contradicts)));
            assert!(agreed < usual && usual < contradicted, "{means:?}: {agreed} {usual} {contradicted}");
        }
    }

    #[test]
    fn a_cube_loses_by_its_two_questions() {
        let job = Job::cube(&START, Cube::START, Player::Top, Terms::MONEY);
        let of = |means: [f64; 2]| losses(&accounts(&job, 256, &means), JobKind::Cube, 1.0).expect("errors");
        // A clear double and a close take; nobody doubles; a clear pass and a close cash.
        let (double, none, cash) = (of([0.5, 0.99]), of([0.2, -0.5]), of([0.98, 1.6]));
        assert!(double[0] < 1e-4 && double[1] > 1e-3, "{double:?}");
        assert!(none[0] < 1e-4 && none[1] == 0.0, "{none:?}");
        assert!(cash[0] > 1e-3 && cash[1] < 1e-4, "{cash:?}");
    }
}
