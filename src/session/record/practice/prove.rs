//! Whether an error is one for certain, and what each choice gives up: by a rollout.
//!
//! The rollout goes on in a thread of its own while the question before it is thought about. Nobody looks on: the table
//! of a rollout would give the answer away.

use crate::eval::CubeAction;
use crate::library::{Asked, Choice, Found, Proof};
use crate::notation::parse_play;
use crate::rollout::{End, Stopping, Unobserved, Until};
use crate::session::error::refused;
use crate::session::reply::RolloutReply;
use crate::session::rollout::Beginning;
use crate::session::{Session, SessionError};
use crate::settings::{Autosave, LOCAL};
use crate::threads::in_background;
use crate::words::counted;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A best choice is sure with this chance, and so is a loss that is at least an error.
const SURE: f64 = 0.95;

/// The standard errors on one side of a mean that hold 95 %.
const SURE_ERRORS: f64 = 1.645;

/// What a rollout makes of an error.
pub(super) enum Proved {
    /// A card.
    Card(Proof),
    /// Nothing to be asked, and why.
    Dropped(String),
}

/// A rollout beside the session. It ends when it is dropped.
pub(super) struct Ahead {
    /// What is rolled out.
    id: String,
    stop: Arc<AtomicBool>,
    /// Behind a lock, as sessions are shared by threads.
    outcome: Mutex<Receiver<Result<Proved, SessionError>>>,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// How long the outcome is waited for before the session looks whether it is stopped.
const GLANCE: Duration = Duration::from_millis(20);

impl Session {
    /// Begins the rollout of an error beside this session; `None` where the system has no thread for it.
    pub(super) fn begin_proof(&self, found: &Found) -> Option<Ahead> {
        let mut session = self.fork();
        let (id, stop, found) = (found.id.clone(), session.stop_flag(), found.clone());
        let (tell, outcome) = mpsc::channel();
        let work = move || {
            // Whoever asked may be gone.
            let _ = tell.send(session.prove(&found));
        };
        in_background("practice", work).ok()?;
        Some(Ahead { id, stop, outcome: Mutex::new(outcome) })
    }

    /// The outcome for an error: of the rollout that has begun, if it is of this one, else of one now.
    pub(super) fn proof_of(&mut self, found: &Found, begun: Option<Ahead>) -> Result<Proved, SessionError> {
        let begun = begun.filter(|begun| begun.id == found.id).or_else(|| self.begin_proof(found));
        let Some(begun) = begun else { return self.prove(found) };
        let outcome = begun.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() {
            match outcome.recv_timeout(GLANCE) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Disconnected) => return self.prove(found),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Err(SessionError::stopped())
    }

    /// Rolls a question out until its best answer is known, or known within next to nothing.
    fn prove(&mut self, found: &Found) -> Result<Proved, SessionError> {
        let least = f64::from(self.settings.analysis.thresholds.error);
        let rollout = self.at_another_table(|session| {
            // Here, and for nobody else.
            LOCAL.clone_into(&mut session.settings.rollout_engine);
            session.settings.trial_log.enabled = false;
            session.put_position(&found.xgid)?;
            let decision = session.decision()?;
            let plan = match (found.asked, decision.game.dice) {
                (Asked::Play, Some(dice)) => {
                    let play = |name: &String| parse_play(name, &decision.game.position, dice).map_err(refused);
                    let plays = found.plays.iter().map(play).collect::<Result<Vec<_>, _>>()?;
                    decision.plan_plays(&plays)
                }
                _ => session.plan_cube(&decision)?,
            };
            let mut settings = session.rollout_settings();
            // No more trials than other rollouts have.
            let most = Some(settings.trials);
            let until = Until { decided: Some(Until::DEFAULT_MARGIN), trials: most, ..Until::default() };
            settings.stop = Stopping { until, focus: found.plays.len() > 2, ..Stopping::NONE };
            let beginning = Beginning { autosave: Some(Autosave::Off), ..Beginning::default() };
            session.roll_out(plan, &settings, beginning, &mut Unobserved)
        })?;
        if rollout.result.end == Some(End::Interrupted) {
            return Err(SessionError::stopped());
        }
        let Some(proof) = proof(&rollout, found.asked) else {
            return Ok(Proved::Dropped("it has no choices to compare".to_owned()));
        };
        let Some(made) = proof.choices.iter().find(|choice| choice.name == found.made) else {
            return Ok(Proved::Dropped(format!("{} is none of its choices", found.made)));
        };
        if made.loss < least {
            return Ok(Proved::Dropped(format!("{} gives up {:.3}, which is no error", made.name, made.loss)));
        }
        let is_sure_error = made.loss - SURE_ERRORS * made.std_err.unwrap_or(0.0) >= least;
        if proof.chance < SURE && !is_sure_error {
            return Ok(Proved::Dropped(format!("after {} the best is not sure", proof.by)));
        }
        Ok(Proved::Card(proof))
    }
}

/// The choices with what they give up, the best first.
pub(in crate::session::record) fn proof(rollout: &RolloutReply, asked: Asked) -> Option<Proof> {
    let result = &rollout.result;
    let by = format!("a rollout of {}", counted(result.trials(), "trial"));
    let (mut choices, chance) = match asked {
        Asked::Play => {
            let ranking = result.ranking();
            let of = |&i: &usize| {
                let compared = result.candidates[i].comparison?;
                let name = rollout.names()[i].clone();
                Some(Choice {
                    name,
                    loss: compared.behind,
                    std_err: compared.behind_error.filter(|_| compared.rank > 1),
                })
            };
            let choices = ranking.iter().map(of).collect::<Option<Vec<_>>>()?;
            let best = result.candidates[*ranking.first()?].comparison?;
            (choices, best.probability_best)
        }
        Asked::Double | Asked::Take => {
            let judged = result.cube?;
            let ([no_double, take], pass) = (judged.means.values, judged.means.pass);
            let chances = judged.chances?;
            let is_taken = take < pass;
            // What the second choice is worth more than the first, its error, and the chance of the second.
            let (names, gain, std_err, second) = if asked == Asked::Double {
                let error = if is_taken { judged.means.difference_error } else { judged.means.errors[0] };
                // By chance playing on may seem to be worth more than the rules allow.
                let gain = take.min(pass) - no_double;
                let gain = if judged.best == CubeAction::NoDouble { gain.min(0.0) } else { gain.max(0.0) };
                (["no double", "double"], gain, error, chances.double)
            } else {
                (["pass", "take"], pass - take, judged.means.errors[1], chances.take)
            };
            let choice = |(name, loss): (&str, f64)| {
                let loss = loss.max(0.0);
                Choice { name: name.to_owned(), loss, std_err: std_err.filter(|_| loss > 0.0) }
            };
            // The first gives up what the second gains. Who may double as well as not, doubles.
            let all = names.into_iter().zip([gain, -gain]).rev().map(choice).collect();
            (all, if gain >= 0.0 { second } else { 1.0 - second })
        }
    };
    choices.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    Some(Proof { choices, chance, by })
}
