//! `calibrate`: the speed of evaluations.

use crate::board::{SeenBy, Variation};
use crate::eval::Scratch;
use crate::movegen::AllRolls;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::words::counted;
use std::hint::black_box;
use std::time::Duration;

/// How long one round goes on for.
const ROUND: Duration = Duration::from_millis(250);

/// Looks at the clock after this many evaluations, one by one.
const BETWEEN_LOOKS: u32 = 64;

impl Session {
    /// Static evaluations a second on this machine, in batches and one by one.
    pub(in crate::session) fn calibrate(&self, rounds: Option<u32>, host: &dyn Host) -> Result<Reply, SessionError> {
        let evaluator = self.evaluator();
        let mut scratch = Scratch::default();
        let mut rolls = AllRolls::new();
        let mut out = Vec::new();
        rolls.generate(&Variation::Standard.starting_position());
        let positions = rolls.results().to_vec();
        let rounds = rounds.unwrap_or(4);
        let (mut in_batches, mut singly) = (0.0_f64, 0.0_f64);
        for _ in 0..rounds {
            if self.is_stopped() {
                break;
            }
            let round = Round::begin(host)?;
            let mut n = 0_u32;
            while !round.is_over(host) {
                evaluator.outputs_of(SeenBy::Mover, &positions, &mut scratch, &mut out);
                n += 1;
            }
            let many = f64::from(n) * positions.len() as f64;
            in_batches = in_batches.max(many / round.seconds(host));
            let round = Round::begin(host)?;
            let mut n = 0_u32;
            for position in positions.iter().cycle() {
                black_box(evaluator.outputs(&position.flipped(), &mut scratch));
                n += 1;
                if n.is_multiple_of(BETWEEN_LOOKS) && round.is_over(host) {
                    break;
                }
            }
            singly = singly.max(f64::from(n) / round.seconds(host));
        }
        Ok(Reply::Message(format!(
            "{in_batches:.0} static evaluations a second in batches, {singly:.0} one by one (one thread, the best of {})",
            counted(rounds, "round")
        )))
    }
}

/// A stretch of time by the host's clock.
struct Round(Duration);

impl Round {
    fn begin(host: &dyn Host) -> Result<Self, SessionError> {
        match host.clock() {
            Duration::ZERO => Err(SessionError::new("there is no clock here")),
            now => Ok(Self(now)),
        }
    }

    fn is_over(&self, host: &dyn Host) -> bool {
        host.clock().saturating_sub(self.0) >= ROUND
    }

    fn seconds(&self, host: &dyn Host) -> f64 {
        host.clock().saturating_sub(self.0).as_secs_f64()
    }
}
