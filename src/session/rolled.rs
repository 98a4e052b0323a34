//! What rollouts have found out about the decision on the table: `hint` shows it, and numbers name plays in its order.
//!
//! It is forgotten with the analysis of the decision, and never taken for that of another one.

use super::reply::{CubeReply, CubeRollout, Judged, Noted, PlayReply, PlaysReply, RolledCandidate, RolloutReply};
use super::{MwcPair, Session};
use crate::analysis::decision_of;
use crate::board::Position;
use crate::eval::{CubeDecision, Outputs};
use crate::record::{CubeAnalysis, Game, Note, Numbers, PlayAnalysis, PlayValue, Standing};
use crate::rollout::{Job, JobKind};
use crate::scoring::CubeInfo;
use std::sync::Arc;

/// The rollouts of one decision.
#[derive(Clone)]
pub(super) struct Rolled {
    standing: Standing,
    game: Game,
    /// The latest last.
    rollouts: Vec<Arc<RolloutReply>>,
}

/// The plays of a decision in the order in which they were listed last: numbers name them.
#[derive(Clone)]
pub(super) struct ListedPlays {
    standing: Standing,
    game: Game,
    results: Vec<Position>,
}

impl Rolled {
    /// The latest rollout.
    pub(super) fn last(&self) -> Option<Arc<RolloutReply>> {
        self.rollouts.last().cloned()
    }

    /// Adds a rollout, in place of those that say nothing more.
    fn add(&mut self, new: &Arc<RolloutReply>) {
        let says_more = |old: &Arc<RolloutReply>| match old.kind() {
            JobKind::Position => false,
            JobKind::Plays => {
                let mut plays = old.job().candidates().iter().map(|start| start.position.flipped());
                plays.any(|result| place(old, &result).is_some() && place(new, &result).is_none())
            }
            JobKind::Cube => new.result.decision.is_none(),
        };
        self.rollouts.retain(says_more);
        self.rollouts.push(Arc::clone(new));
    }

    /// The latest rollout with a trial of the play with a result.
    fn of_play(&self, result: &Position) -> Option<RolledCandidate> {
        let judged = |rollout: &Arc<RolloutReply>| {
            place(rollout, result).map(|candidate| RolledCandidate { rollout: Arc::clone(rollout), candidate })
        };
        let latest = self.rollouts.iter().rev().find_map(judged)?;
        // A smaller one of the same kind says less than the one before it.
        let kind = |rollout: &RolloutReply| rollout.settings().clone().without_rules().with_trials(1);
        let wanted = kind(&latest.rollout);
        let trials = |judged: &RolledCandidate| judged.rollout.records.candidates[judged.candidate].len();
        let same = self.rollouts.iter().filter(|rollout| kind(rollout) == wanted).filter_map(judged);
        same.max_by_key(trials).or(Some(latest))
    }

    /// The latest rollout of the cube decision that has a verdict.
    fn of_cube(&self) -> Option<&Arc<RolloutReply>> {
        self.rollouts.iter().rev().find(|rollout| rollout.result.decision.is_some())
    }
}

impl Session {
    /// Keeps a rollout of the decision on the table, which becomes the last one.
    pub(super) fn keep_rollout(&mut self, standing: Standing, game: &Game, rollout: &Arc<RolloutReply>) {
        self.last_rollout = Some(Arc::clone(rollout));
        self.trials_then = self.settings.rollout.trials;
        self.last_is_forgotten = false;
        // Saved rollouts may be of other decisions than that on the table.
        if self.state().standing != standing || self.state().game.as_ref() != Some(game) {
            return;
        }
        self.enter_rollout(rollout);
        let game = before_double(game);
        match &mut self.rolled {
            Some(rolled) if rolled.standing == standing && rolled.game == game => {
                rolled.add(rollout);
            }
            rolled => *rolled = Some(Rolled { standing, game, rollouts: vec![Arc::clone(rollout)] }),
        }
    }

    /// What is known of the decision on the table.
    pub(super) fn rolled(&self) -> Option<&Rolled> {
        let game = before_double(self.state().game.as_ref()?);
        self.rolled.as_ref().filter(|rolled| rolled.standing == self.state().standing && rolled.game == game)
    }

    /// Whether plays of the decision on the table have been rolled out.
    pub(super) fn has_rolled_plays(&self) -> bool {
        self.rolled().is_some_and(|rolled| rolled.rollouts.iter().any(|rollout| rollout.kind() == JobKind::Plays))
    }

    /// From now on the plays of the decision on the table have the numbers of this list.
    pub(super) fn number_plays(&mut self, plays: &PlaysReply) {
        let Some(game) = self.state().game else { return };
        let results = plays.candidates.iter().map(|play| play.play.result).collect();
        self.numbers = Some(ListedPlays { standing: self.state().standing, game, results });
    }

    /// The results of plays in the order of their numbers, if the decision on the table has any.
    pub(super) fn numbers_here(&self) -> Option<&[Position]> {
        let game = self.state().game.as_ref()?;
        let here = |numbers: &&ListedPlays| numbers.standing == self.state().standing && numbers.game == *game;
        self.numbers.as_ref().filter(here).map(|numbers| &*numbers.results)
    }

    /// A list of plays in which those that have been rolled out stand first, with the numbers of their rollouts: those
    /// of this session, or else those in the notes of the record. Where another program has judged plays, and nothing
    /// was rolled out here, its plays stand first, in its order.
    pub(super) fn with_rollouts(&self, mut plays: PlaysReply) -> PlaysReply {
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
                value.into_iter().for_each(|value| show_noted(play, value, info));
            }
        }
        // The others keep their order.
        plays.candidates.sort_by(|a, b| match (&a.judged, &b.judged) {
            (Some(_), Some(_)) => b.cubeful.total_cmp(&a.cubeful),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        let best = plays.candidates.first().map_or(0.0, |best| best.cubeful);
        for (i, play) in plays.candidates.iter_mut().enumerate() {
            (play.rank, play.difference) = (i + 1, play.cubeful - best);
        }
        plays
    }

    /// The cube decision by a rollout, if there was one.
    pub(super) fn rolled_cube(&self, game: &Game, info: &CubeInfo) -> Option<CubeReply> {
        let Some(rollout) = self.rolled().and_then(Rolled::of_cube) else { return self.noted_cube(game, info) };
        let decision = rollout.result.decision.as_ref()?;
        let [no_double, double_take] = rollout.result.candidates.as_slice() else { return None };
        let CubeDecision { values, outputs, .. } = *decision;
        let cubeless = no_double.estimates.cubeless;
        let mwc = [no_double, double_take].map(|candidate| candidate.estimates.cubeful.and_then(|worth| worth.mwc));
        Some(CubeReply {
            ids: self.ids_of(game),
            ply: self.settings.hints().cubedecision.plies,
            cube: game.cube,
            player: game.on_roll,
            outputs,
            equity: outputs.cubeless_equity(),
            utility: cubeless.equity.mean as f32,
            utility_mwc: cubeless.mwc.map(|mwc| mwc.mean as f32),
            no_double: values.no_double,
            double_take: values.double_take,
            double_pass: values.double_pass,
            mwc: match (mwc, info.scale()) {
                ([Some(no_double), Some(double_take)], Some(scale)) => {
                    Some([no_double.mean as f32, double_take.mean as f32, scale.to_mwc(values.double_pass).0])
                }
                _ => None,
            },
            verdict: decision.verdict.filter(|_| game.cube_in_use),
            percentage: decision.wrong_answers(),
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
        let reply = self.cube_reply(&decision, self.settings.hints().cubedecision.plies, game, info);
        let utility = analysis.no_double.cubeless;
        let utility_mwc = info.scale().map(|scale| scale.to_mwc(utility).0);
        Some(CubeReply { utility, utility_mwc, rollout: Some(CubeRollout::Noted(noted)), ..reply })
    }

    /// The note of the record on the decision on the table, unless its analysis is forgotten.
    fn noted_here(&self) -> Option<&Note> {
        Some(self.record.note_here()).filter(|_| self.forgotten_at != Some(self.record.cursor()))
    }

    /// The rollout that a new one of the same goes on with: the last, unless it is forgotten.
    pub(super) fn rollout_to_continue(&self) -> Option<&Arc<RolloutReply>> {
        // Parts put together may begin later: they are no beginning of another.
        self.last_rollout.as_ref().filter(|last| !self.last_is_forgotten && last.records.first == 0)
    }
}

/// Gives a play the numbers of a rollout of this session.
fn show_rollout(play: &mut PlayReply, judged: RolledCandidate) {
    let estimates = &judged.result().estimates;
    let value = estimates.cubeful.unwrap_or(estimates.cubeless);
    play.outputs = outputs_of(&judged);
    play.equity = estimates.cubeless.equity.mean as f32;
    play.cubeful = value.equity.mean as f32;
    play.mwc = estimates
        .cubeless
        .mwc
        .zip(value.mwc)
        .map(|(cubeless, cubeful)| MwcPair { equity: cubeless.mean as f32, cubeful: cubeful.mean as f32 });
    play.judged = Some(Judged::Rollout(judged));
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

/// Gives a play the numbers of the record, if a rollout or another program found them.
fn show_noted(play: &mut PlayReply, value: &PlayValue, info: &CubeInfo) {
    let slope = info.scale().map(|scale| scale.slope());
    let Some(noted) = Noted::by(&value.method, value.errors, slope) else { return };
    let Numbers { outputs, cubeless, cubeful } = value.numbers;
    play.outputs = Outputs(outputs);
    (play.equity, play.cubeful) = (cubeless, cubeful);
    play.mwc = info.scale().map(|scale| MwcPair { equity: scale.to_mwc(cubeless).0, cubeful: scale.to_mwc(cubeful).0 });
    play.judged = Some(Judged::Noted(noted));
}

/// Which candidate of a rollout is the play with a result, if it has a trial.
fn place(rollout: &RolloutReply, result: &Position) -> Option<usize> {
    if rollout.kind() != JobKind::Plays {
        return None;
    }
    let mut candidates = rollout.job().candidates().iter().zip(&rollout.result.candidates);
    candidates.position(|(start, candidate)| start.is_after(result) && candidate.trials > 0)
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

/// The decision to double and the answer to it are about the same values.
fn before_double(game: &Game) -> Game {
    Game { pending: None, beavers: 0, declined: None, ..*game }
}

/// The chances of a candidate. A mean after variance reduction may lie a little outside 0 to 1.
fn outputs_of(judged: &RolledCandidate) -> Outputs {
    Outputs(judged.result().estimates.outputs.map(|output| output.mean.clamp(0.0, 1.0) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use crate::rollout::Unobserved;

    #[test]
    fn only_rollouts_that_say_something_are_kept() {
        let mut session = Session::new();
        let mut kept_after = |line: &str| {
            session.execute(&parse(line).expect(line), &mut Unobserved).expect(line);
            session.rolled.as_ref().map_or(0, |rolled| rolled.rollouts.len())
        };
        let settings = ["set rollout trials 4", "set rollout truncation enable on", "set rollout truncation plies 1"];
        let table = ["set evaluation preset expert", "set board 4HPwATDgc/ABMA"];
        for line in settings.iter().chain(&table) {
            kept_after(line);
        }
        let kept = ["rollout cube", "rollout position", "rollout cube", "rollout extend 4"].map(&mut kept_after);
        assert_eq!(kept, [1, 2, 1, 1]);
        kept_after("set dice 31");
        // Numbers are those of the list without rollouts: the third play has not been rolled out before.
        let kept = ["rollout plays 1 2", "rollout plays 14", "rollout plays 3", "rollout plays 1 2 3"].map(kept_after);
        assert_eq!(kept, [1, 2, 3, 2]);
    }
}
