//! `rollout selftest`: do the intervals cover as often as they claim?
//!
//! First bearoffs whose equities are known exactly, from the two-sided database, rolled out without variance
//! reduction and without stopping at the database: of the 95 % intervals 95 in 100 should hold the exact value.
//! Then the position on the table, if there is one, with the user's settings and other seeds: the spread of the
//! replicates should be what each of them reports, and the variance-reduced mean should agree with the raw one.

use crate::board::{Checkers, Player, Position};
use crate::eval::EvalSettings;
use crate::eval::bearoff::Bearoff;
use crate::rollout::{End, Job, Moments, RolloutResult, RolloutSettings};
use crate::scoring::{Cube, CubeOwner, Terms};
use crate::session::error::refused;
use crate::session::reply::{BearoffTest, Figures, PositionTest, Reply, SelfTestReply};
use crate::session::{Host, Session, SessionError};

/// Bearoffs: checkers on the first six points of the side on roll and of the other.
const BEAROFFS: [([u8; 6], [u8; 6]); 4] = [
    ([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
    ([0, 0, 0, 2, 2, 2], [0, 0, 2, 2, 2, 0]),
    ([0, 1, 2, 3, 0, 0], [0, 1, 1, 4, 0, 0]),
    ([2, 2, 0, 0, 0, 1], [3, 1, 1, 0, 0, 0]),
];

/// Replicates of each bearoff, and trials of each.
const REPLICATES: u32 = 20;
const BEAROFF_TRIALS: u64 = 360;

/// Trials of a replicate of the position on the table.
const POSITION_TRIALS: u64 = 144;

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.959_964;

impl Session {
    pub(in crate::session) fn self_test(&mut self, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (mut bearoffs, mut covered, mut total) = (Vec::new(), 0, 0);
        for (mine, theirs) in BEAROFFS {
            let position = Position::from_checkers(home(mine), home(theirs));
            let exact = Bearoff::standard().two_sided.home_equities(position.on_roll(), position.opponent()).money();
            let cases = [
                ("cubeless", false, CubeOwner::Centered, exact.cubeless()),
                ("own cube", true, CubeOwner::Owned(Player::Bottom), exact.owned()),
                ("centered", true, CubeOwner::Centered, exact.centered()),
                ("opponent's cube", true, CubeOwner::Owned(Player::Top), exact.opponents()),
            ];
            for (name, cubeful, owner, exact) in cases {
                host.stage(format!("bearoff {} of {}", bearoffs.len() + 1, BEAROFFS.len() * cases.len()), None);
                // Each has dice of its own: twenty times the same luck would be no test.
                let seed = self.settings.rollout.seed.wrapping_add(100_000 * (total / REPLICATES));
                let held = self.held(&position, (cubeful, owner), f64::from(exact), seed, host)?;
                covered += held;
                total += REPLICATES;
                bearoffs.push(BearoffTest {
                    on_roll: mine,
                    opponent: theirs,
                    cube: name,
                    exact: f64::from(exact),
                    held,
                    of: REPLICATES,
                });
            }
        }
        let position = if self.state().game.is_some() { Some(self.replicated(host)?) } else { None };
        let (held, of) = (covered, total);
        let reply = SelfTestReply { trials: BEAROFF_TRIALS, bearoffs, held, of, position };
        Ok(Reply::figures(Figures::SelfTest(reply)))
    }

    /// How many intervals hold the exact equity of a bearoff, for seeds from the one given on.
    fn held(
        &self,
        position: &Position,
        (cubeful, owner): (bool, CubeOwner),
        exact: f64,
        first_seed: u32,
        host: &mut dyn Host,
    ) -> Result<u32, SessionError> {
        let terms = Terms::Money { jacoby: false, beavers: 0 };
        // A cube at 1 may be owned: the value is only the unit.
        let cube = Cube::START.with_owner(owner);
        let job = Job::position(position, cube, Player::Bottom, terms);
        let mut settings = RolloutSettings::default().with(|it| {
            it.trials = BEAROFF_TRIALS;
            it.cubeful = cubeful;
            it.variance_reduction = false;
            it.bearoff_exact = false;
            it.bearoff_one_sided = false;
            it.quasi_random = false;
        });
        for player in &mut settings.players.0 {
            player.chequer = EvalSettings::cubeful(0).with_cube(cubeful);
            player.cube = EvalSettings::cubeful(0);
        }
        let mut held = 0;
        for seed in 0..REPLICATES {
            settings.seed = first_seed.wrapping_add(1000 * seed + 1);
            let result = self.replicate(&job, &settings, host)?;
            let estimate = result.candidates[0].equity();
            let error = estimate.std_err.unwrap_or_default();
            held += u32::from((estimate.mean - exact).abs() <= INTERVAL * error + 1e-9);
        }
        Ok(held)
    }

    /// Replicates of the position on the table.
    fn replicated(&self, host: &mut dyn Host) -> Result<PositionTest, SessionError> {
        let mut plan = self.decision()?.plan_position();
        // The evaluator of luck is the one that a rollout of the user's would have, however few trials there are here.
        let chosen = self.choose_luck(&mut plan, &self.rollout_settings(), host)?;
        let mut settings = chosen.of_part(POSITION_TRIALS);
        // Both means are of the same trials, so that the error of their difference is that of its replicates.
        let (mut means, mut differences) = (Moments::default(), Moments::default());
        let (mut reported, mut raw_mean) = (0.0, 0.0);
        let n = f64::from(REPLICATES);
        for seed in 0..REPLICATES {
            host.stage(format!("position on the table, {} of {REPLICATES}", seed + 1), None);
            settings.seed = self.settings.rollout.seed.wrapping_add(1000 * seed + 1);
            let result = self.replicate(&plan.job, &settings, host)?;
            let candidate = &result.candidates[0];
            let estimate = candidate.equity();
            means.add(crate::rollout::Fixed::from_f64(estimate.mean));
            reported += estimate.std_err.unwrap_or_default().powi(2) / n;
            let raw = candidate.raw.cubeful.unwrap_or(candidate.raw.cubeless).equity;
            raw_mean += raw.mean / n;
            differences.add(crate::rollout::Fixed::from_f64(raw.mean - estimate.mean));
        }
        let mean = means.mean().unwrap_or_default();
        let spread = means.variance().unwrap_or_default().sqrt();
        Ok(PositionTest {
            seeds: REPLICATES,
            trials: POSITION_TRIALS,
            mean,
            spread,
            std_err: reported.sqrt(),
            plain_mean: raw_mean,
            distance: distance(&differences),
            note: plan.note,
        })
    }

    fn replicate(
        &self,
        job: &Job,
        settings: &RolloutSettings,
        host: &mut dyn Host,
    ) -> Result<RolloutResult, SessionError> {
        let rollout = self.rollout_engine().rollout(job, settings, self.settings.threads, host).map_err(refused)?;
        if rollout.result.end == Some(End::Interrupted) {
            return Err(SessionError::stopped());
        }
        Ok(rollout.result)
    }
}

/// How far the mean of replicates is from 0, in standard errors of the mean.
fn distance(differences: &Moments) -> f64 {
    differences.mean().unwrap_or_default().abs() / differences.std_err().unwrap_or_default().max(1e-12)
}

fn home(counts: [u8; 6]) -> Checkers {
    let mut all = [0; 25];
    all[..6].copy_from_slice(&counts);
    Checkers::new(all)
}
