//! Findings of rollouts about the decision on the table: `hint` shows them, and numbers name plays in their order.
//!
//! They are forgotten with the analysis of the decision, and never taken for those of another one.

use crate::analysis::decision_of;
use crate::board::Position;
use crate::eval::{CubeDecision, Outputs};
use crate::record::{CubeAnalysis, Game, Method, Note, Numbers, PlayAnalysis, PlayValue, Standing};
use crate::rollout::Job;
use crate::scoring::CubeInfo;
use crate::session::Session;
use crate::session::parts::Rolled;
use crate::session::reply::{
    CubeReply, CubeRollout, EquityReply, Judged, Noted, PlayReply, PlaysReply, RolledCandidate, RolloutReply,
};
use std::cmp::Ordering;
use std::sync::Arc;

impl Session {
    /// Keeps a rollout of the decision on the table, which becomes the last one.
    pub(in crate::session) fn keep_rollout(&mut self, standing: Standing, game: &Game, rollout: &Arc<RolloutReply>) {
        self.rollouts.keep(rollout, self.settings.rollout.trials);
        // Saved rollouts may be of other decisions than that on the table.
        if self.state().standing != standing || self.state().game.as_ref() != Some(game) {
            return;
        }
        self.enter_rollout(rollout);
        self.findings.add_rollout(standing, game, rollout);
    }

    /// The findings of rollouts about the decision on the table.
    pub(in crate::session) fn rolled(&self) -> Option<&Rolled> {
        self.findings.rolled(self.standing(), self.state().game.as_ref()?)
    }

    /// Whether plays of the decision on the table have been rolled out.
    pub(super) fn has_rolled_plays(&self) -> bool {
        self.rolled().is_some_and(Rolled::has_plays)
    }

    /// From now on the plays of the decision on the table have the numbers of this list.
    pub(in crate::session) fn number_plays(&mut self, plays: &PlaysReply) {
        let Some(game) = self.state().game else { return };
        let results = plays.candidates.iter().map(|play| play.play.result).collect();
        self.findings.number(self.state().standing, game, results);
    }

    /// The results of plays in the order of their numbers, if the decision on the table has any.
    pub(super) fn numbers_here(&self) -> Option<&[Position]> {
        self.findings.numbers(self.standing(), self.state().game.as_ref()?)
    }

    /// A list of plays in which those that have been rolled out stand first, with the numbers of their rollouts: those
    /// of this session, or else those in the notes of the record. Where another program has judged plays, and nothing
    /// was rolled out here, its plays stand first, in its order.
    pub(in crate::session) fn with_rollouts(&self, mut plays: PlaysReply) -> PlaysReply {
        let rolled = self.rolled();
        let noted = self.noted_here().and_then(|note| note.plays.as_ref()).zip(self.cube_info().ok());
        if let Some((analysis, info)) = noted.as_ref().filter(|(analysis, _)| rolled.is_none() && analysis.is_foreign())
        {
            show_foreign(&mut plays, analysis, info);
            return plays;
        }
        for play in &mut plays.candidates {
            let result = &play.play.result;
            if let Some(judged) = rolled.and_then(|rolled| rolled.of_play(result)) {
                show_rollout(play, judged);
            } else if let Some((analysis, info)) = &noted {
                let value = analysis.plays.iter().find(|value| value.play.result == *result);
                let is_search = |value: &&PlayValue| matches!(value.method, Method::Plies { .. });
                let value =
                    value.filter(|value| !is_search(value) && is_worth_more(&value.method, play.judged.as_ref()));
                value.into_iter().for_each(|value| show_noted(play, value, info));
            }
        }
        // Rollouts that the user asked for come first, then those of levels; the others keep their order.
        let place = |play: &PlayReply| play.judged.as_ref().map_or(2, |judged| u8::from(judged.is_by_level()));
        plays.candidates.sort_by(|a, b| match (place(a), place(b)) {
            (2, 2) => Ordering::Equal,
            (one, other) => one.cmp(&other).then(b.cubeful.equity.total_cmp(&a.cubeful.equity)),
        });
        plays.rank();
        plays
    }

    /// The plays that the analysis of the match judged, in its order and with its numbers; `None` where it judged none,
    /// or a rollout of this session knows more.
    pub(in crate::session) fn analyzed_plays(&self, plays: &PlaysReply) -> Option<PlaysReply> {
        let analysis = self.noted_here()?.plays.as_ref()?;
        let is_rolled = |play: &PlayReply| matches!(play.judged, Some(Judged::Rollout(_)));
        let mut plays = self.with_rollouts(plays.clone());
        if plays.candidates.iter().any(is_rolled) {
            return None;
        }
        show_foreign(&mut plays, analysis, &self.cube_info().ok()?);
        let is_known = |play: &PlayReply| analysis.plays.iter().any(|value| value.play.result == play.play.result);
        plays.candidates.retain(is_known);
        (!plays.candidates.is_empty()).then_some(plays)
    }

    /// The cube decision as a search in the analysis of the match has it.
    pub(in crate::session) fn analyzed_cube(&self, game: &Game, info: &CubeInfo) -> Option<CubeReply> {
        let analysis = self.noted_here()?.cube.as_ref()?;
        let Method::Plies { plies, .. } = analysis.method else { return None };
        let reply = self.cube_reply(&decision_of(analysis, info), plies, game, info);
        let seen = |reply: CubeReply| if game.pending.is_some() { reply.for_answerer() } else { reply };
        Some(seen(CubeReply { doubts: None, is_exact: false, ..reply }))
    }

    /// The cube decision by a rollout, if there was one.
    pub(in crate::session) fn rolled_cube(&self, game: &Game, info: &CubeInfo) -> Option<CubeReply> {
        let Some(rollout) = self.rolled().and_then(Rolled::of_cube) else { return self.noted_cube(game, info) };
        self.cube_by_rollout(rollout, game, info)
    }

    /// A cube decision with the numbers of a rollout of it.
    pub(in crate::session) fn cube_by_rollout(
        &self,
        rollout: &Arc<RolloutReply>,
        game: &Game,
        info: &CubeInfo,
    ) -> Option<CubeReply> {
        let decision = rollout.result.decision.as_ref()?;
        let [no_double, double_take] = rollout.result.candidates.as_slice() else { return None };
        let CubeDecision { values, outputs, .. } = *decision;
        let cubeless = no_double.estimates.cubeless;
        let mwc = [no_double, double_take].map(|candidate| candidate.estimates.cubeful.and_then(|worth| worth.mwc));
        let [no_double_mwc, double_take_mwc] = mwc.map(|mwc| mwc.map(|mwc| mwc.mean as f32));
        let scale = info.scale().filter(|_| double_take_mwc.is_some());
        Some(CubeReply {
            ids: self.ids_of(game),
            ply: self.settings.hints().cubedecision.plies(),
            player: game.on_roll,
            outputs,
            equity: outputs.cubeless_equity(),
            utility: cubeless.into(),
            no_double: EquityReply { equity: values.no_double, mwc: no_double_mwc },
            double_take: EquityReply { equity: values.double_take, mwc: double_take_mwc },
            double_pass: EquityReply::new(values.double_pass, scale),
            verdict: decision.verdict.filter(|_| game.may_turn_cube()),
            percentage: decision.wrong_answers(),
            doubts: None,
            is_exact: false,
            is_answer: false,
            rollout: Some(CubeRollout::Rollout(Arc::clone(rollout))),
            warning: self.warning(),
        })
    }

    /// The cube decision by a rollout in the notes of the record, if they hold one.
    fn noted_cube(&self, game: &Game, info: &CubeInfo) -> Option<CubeReply> {
        let analysis: &CubeAnalysis = self.noted_here()?.cube.as_ref()?;
        let slope = info.scale().map(|scale| scale.slope());
        let noted = Noted::by(&analysis.method, analysis.errors, slope)?;
        let decision = decision_of(analysis, info);
        let reply = self.cube_reply(&decision, self.settings.hints().cubedecision.plies(), game, info);
        let utility = EquityReply::new(analysis.no_double.cubeless, info.scale());
        let outputs = analysis.no_double.chances().map_or(Outputs::UNKNOWN, Outputs);
        let rollout = Some(CubeRollout::Noted(noted));
        Some(CubeReply { outputs, utility, rollout, doubts: None, is_exact: false, ..reply })
    }

    /// The note of the record on the decision on the table, unless its analysis is forgotten.
    pub(in crate::session) fn noted_here(&self) -> Option<&Note> {
        Some(self.record().note_here()).filter(|_| !self.findings.is_forgotten_at(self.record().cursor()))
    }
}

/// Gives a play the numbers of a rollout of this session.
pub(in crate::session) fn show_rollout(play: &mut PlayReply, judged: RolledCandidate) {
    let estimates = &judged.result().estimates;
    play.outputs = outputs_of(&judged);
    play.cubeless = estimates.cubeless.into();
    play.cubeful = estimates.cubeful.unwrap_or(estimates.cubeless).into();
    play.judged = Some(Judged::Rollout(judged));
}

/// Whether what is noted says more than a level that has just looked.
fn is_worth_more(noted: &Method, judged: Option<&Judged>) -> bool {
    let Some(Judged::Rollout(judged)) = judged else { return true };
    let level = judged.rollout.level.map(|level| Method::Level { level, trials: 0 });
    level.is_none_or(|level| noted.rank() > level.rank())
}

/// Puts the plays that another program judged first, in its order and with its numbers.
fn show_foreign(plays: &mut PlaysReply, analysis: &PlayAnalysis, info: &CubeInfo) {
    let place = |play: &PlayReply| analysis.plays.iter().position(|value| value.play.result == play.play.result);
    for play in &mut plays.candidates {
        if let Some(i) = place(play) {
            show_noted(play, &analysis.plays[i], info);
        }
    }
    plays.candidates.sort_by_key(|play| place(play).unwrap_or(usize::MAX));
    for (i, play) in plays.candidates.iter_mut().enumerate() {
        play.rank = i + 1;
        if let Some(i) = place(play) {
            play.difference = analysis.behind(i);
        }
    }
}

/// Gives a play the numbers of the record.
fn show_noted(play: &mut PlayReply, value: &PlayValue, info: &CubeInfo) {
    let slope = info.scale().map(|scale| scale.slope());
    match (Noted::by(&value.method, value.errors, slope), &value.method) {
        (None, Method::Plies { plies, .. }) => play.ply = *plies,
        (noted, _) => play.judged = noted.map(Judged::Noted),
    }
    let Numbers { cubeless, cubeful, .. } = value.numbers;
    play.outputs = value.numbers.chances().map_or(Outputs::UNKNOWN, Outputs);
    [play.cubeless, play.cubeful] = [cubeless, cubeful].map(|equity| EquityReply::new(equity, info.scale()));
}

/// Whether two jobs are the same but for the order of their candidates.
pub(super) fn differ_in_order(one: &Job, other: &Job) -> bool {
    let (starts, others) = (one.candidates(), other.candidates());
    one != other
        && (one.kind(), one.decider(), one.basis(), one.terms())
            == (other.kind(), other.decider(), other.basis(), other.terms())
        && starts.len() == others.len()
        && starts.iter().all(|start| others.contains(start))
}

/// The chances of a candidate. A mean after variance reduction may lie a little outside 0 to 1.
fn outputs_of(judged: &RolledCandidate) -> Outputs {
    Outputs(judged.result().estimates.outputs.map(|output| output.mean.clamp(0.0, 1.0) as f32))
}
