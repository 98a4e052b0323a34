//! `rollout versus`: the decision on the table rolled out as is set and with other settings, compared trial by trial.
//!
//! The other rollout is made in a copy of the session, in which the settings are changed. Trials of the same number
//! have the same seed in both, and so the same dice unless a setting changes them.

use super::made::{Made, how_made};
use super::plan::Plan;
use super::saved::Beginning;
use crate::command::{Candidates, Command, settings_text};
use crate::rollout::{Change, Compared, End, JobKind, RolloutResult, Unobserved, changes};
use crate::session::reply::{
    ComparedRollout, Figures, OtherRollout, RelativeWork, Reply, RolloutReply, VersusReply, VersusRow,
};
use crate::session::{Host, Session, SessionError};
use std::sync::Arc;
use std::time::Duration;

impl Session {
    /// Rolls out twice. The first rollout becomes the last one of the session.
    pub(super) fn rollout_versus(
        &mut self,
        settings: &[Command],
        of: &Candidates,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let mut other = Self { stop: Arc::clone(&self.stop), ..self.fork() };
        // A fault in the settings should not surface after the first rollout.
        for setting in settings {
            other.execute(setting, &mut Unobserved)?;
        }
        let plan = self.plan_candidates(of)?;
        let text = settings_text(settings);
        host.stage("as is set".to_owned(), None);
        let first = Timed::of(self, plan.clone(), host)?;
        if first.rollout.result.end == Some(End::Interrupted) {
            let fault = SessionError::stopped();
            let message = format!("{}; `rollout resume` goes on as is set, `{text}` has no trial", fault.message);
            return Err(SessionError { message, ..fault });
        }
        // Candidates that were rolled out before keep the order they had.
        let (job, names) = (first.rollout.job().clone(), first.rollout.names().to_vec());
        let plan = Plan { job, names, note: None, ..plan };
        let names = plan.shown_names();
        host.stage(format!("with {text}"), None);
        other.rollouts.forget();
        other.settings.trial_log = other.settings.trial_log.of_other_settings();
        let second = Timed::of(&mut other, plan, host)?;
        let versus = versus([&first, &second], &names, &text);
        self.rollouts.keep_beside(OtherRollout { rollout: second.rollout, versus: versus.clone() });
        Ok(Reply::Figures(Box::new(Figures::Versus(versus)), first.rollout.warning))
    }
}

/// A rollout, and the processor time that it took.
struct Timed {
    rollout: Arc<RolloutReply>,
    processor: Option<Duration>,
}

impl Timed {
    fn of(session: &mut Session, plan: Plan, host: &mut dyn Host) -> Result<Self, SessionError> {
        let began = host.processor_time();
        let rollout = session.roll_out(plan, &session.rollout_settings(), Beginning::default(), host)?;
        let processor = host.processor_time().zip(began).map(|(now, began)| now.saturating_sub(began));
        // Trials known before took no time now, and the time of other machines is not known here.
        let is_whole =
            rollout.played.trials == rollout.records.candidates.iter().map(|all| all.len() as u64).sum::<u64>();
        let processor = processor.filter(|_| is_whole && rollout.threads.is_some());
        Ok(Self { rollout, processor })
    }
}

fn versus(rollouts: [&Timed; 2], names: &[String], text: &str) -> VersusReply {
    let replies = rollouts.map(|timed| &*timed.rollout);
    let reference = replies[0].result.ranking()[0];
    // Of a cube decision the lead is that of a double over none.
    let reference = if replies[0].kind() == JobKind::Cube { 0 } else { reference };
    let compared =
        replies.map(|reply| Compared { records: &reply.records, settings: reply.settings(), units: &reply.units });
    let changes = changes(compared, reference);
    let work = RelativeWork {
        values: relative_work(
            replies,
            replies.map(|reply| reply.result.candidates.iter().map(|candidate| candidate.equity().std_err).collect()),
        ),
        leads: relative_work(
            replies,
            [0, 1].map(|k| {
                let others = changes.iter().enumerate().filter(|(i, _)| *i != reference);
                others.map(|(_, change)| change.leads[k].equity.std_err).collect()
            }),
        ),
    };
    let row = |(i, change): (usize, Change)| {
        let results = replies.map(|reply| &reply.result.candidates[i]);
        VersusRow {
            name: names[i].clone(),
            trials: results.map(|result| result.trials),
            pairs: change.pairs,
            values: results.map(|result| result.estimates.cubeful.unwrap_or(result.estimates.cubeless)),
            change: change.value,
            leads: change.leads,
            lead_change: change.lead,
            output_changes: change.outputs,
        }
    };
    VersusReply {
        candidates: changes.into_iter().enumerate().map(row).collect(),
        reference,
        rollouts: [compared_rollout(rollouts[0], names, "as is set"), compared_rollout(rollouts[1], names, text)],
        work,
        is_match: replies.iter().all(|reply| reply.is_match),
        is_same: replies[0].description.order.engine == replies[1].description.order.engine,
        note: replies[0].note.clone(),
    }
}

/// The work of the second rollout for the errors of the first, in units of the first's: squared errors shrink as trials
/// grow, so that their product with the evaluations made is that of the settings.
fn relative_work(replies: [&RolloutReply; 2], errors: [Vec<Option<f64>>; 2]) -> Option<f64> {
    let [first, second] = [0, 1].map(|k| {
        let squares: f64 = errors[k].iter().map(|error| error.map(|error| error * error)).sum::<Option<f64>>()?;
        let price = squares * replies[k].result.evaluations() as f64;
        (price > 0.0).then_some(price)
    });
    Some(second? / first?)
}

fn compared_rollout(timed: &Timed, names: &[String], settings: &str) -> ComparedRollout {
    let reply = &*timed.rollout;
    let RolloutResult { candidates, decision, .. } = &reply.result;
    let best = reply.result.ranking()[0];
    let chance = candidates[best].comparison.as_ref().map(|comparison| comparison.probability_best);
    let verdict = decision.as_ref().and_then(|decision| decision.verdict);
    let chances = reply.result.cube.as_ref().and_then(|cube| cube.chances);
    ComparedRollout {
        settings: settings.to_owned(),
        made: how_made(&Made::from(reply)),
        best: verdict.map_or_else(|| names[best].clone(), |verdict| verdict.to_string()),
        chance: match (verdict, chances) {
            (Some(verdict), Some(chances)) => Some(chances.of_verdict(&verdict)),
            (Some(_), None) => None,
            (None, _) => chance.filter(|_| candidates.len() > 1),
        },
        trials: candidates.iter().map(|candidate| candidate.trials).sum(),
        evaluations: reply.result.evaluations(),
        processor_seconds: timed.processor.map(|time| time.as_secs_f64()),
        interrupted: reply.result.end == Some(End::Interrupted),
    }
}
