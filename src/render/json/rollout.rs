//! A rollout as an object.

use super::object::Object;
use super::told;
use crate::eval::{CubeAction, CubeDecision, Verdict};
use crate::notation::position_id;
use crate::record::Numbers;
use crate::render::laid_out::called;
use crate::render::{NumberFormat, Unit, conclusion, remarks};
use crate::rollout::{
    CUBEFUL, CUBELESS, CandidateResult, Comparison, CubeChances, CubeJudgement, CubeState, End, Ending, Estimate,
    Estimates, JobKind, JudgedAction, Start, TrialRecord, Units,
};
use crate::session::{Made, RolloutReply, TrialCounts, how_made};

/// The object, with a record of every trial where `with_trials`.
pub(super) fn rollout(reply: &RolloutReply, with_trials: bool) -> Object {
    let (result, settings) = (&reply.result, reply.settings());
    let remarks = Some(remarks(reply, &NumberFormat::default())).filter(|remarks| !remarks.is_empty());
    let candidates = (0..reply.names().len()).map(|i| candidate(reply, i, with_trials));
    let cube = result.decision.as_ref().map(|of| decision(of, result.cube.as_ref()));
    Object::default()
        .with("kind", reply.kind().name())
        .and(&Object::of(&reply.ids))
        .with_some("dice", reply.dice.map(|dice| [dice.high(), dice.low()]))
        .with("settings", settings)
        .with("seed", settings.seed)
        .with("trials", result.trials())
        .with("threads", reply.threads)
        .with("seconds", reply.elapsed.as_secs_f64())
        .with("evaluations", result.evaluations())
        .with("interrupted", result.end == Some(End::Interrupted))
        .with("ended", result.end.map(End::name))
        .with("conclusion", conclusion(reply, Unit::Equity, &NumberFormat::default()))
        .with("made", how_made(&Made::from(reply)))
        .with("nets", &reply.description.engine)
        .with_some("remarks", remarks)
        .with_objects("candidates", candidates)
        .with_some("covariance", (result.kind != JobKind::Position).then(|| reply.covariances()))
        .with_some_object("cube", cube)
        .with_some("answers", reply.answers.as_ref())
        .with_some("market", reply.market.as_ref())
        .with_some("warning", told(reply.warning))
}

/// The findings of a rollout about one candidate.
fn candidate(reply: &RolloutReply, i: usize, with_trials: bool) -> Object {
    let (result, start) = (&reply.result.candidates[i], &reply.job().candidates()[i]);
    let comparison = result.comparison.as_ref();
    let object = Object::default()
        .with("name", called(reply, i))
        .with("position_id", position_id(&start.position))
        .with("trials", result.trials)
        .and(&means(&result.estimates))
        .with_object("std_err", std_err(&result.estimates))
        .with_some("stratified_std_err", result.stratified_error)
        .with_some_object("plain", reply.settings().variance_reduction.then(|| plain(result)))
        .with_some_object("settled", result.settled.as_ref().map(settled))
        .with_some("rank", comparison.map(|comparison| comparison.rank))
        .with_some("behind", comparison.map(|comparison| comparison.behind))
        .with_some("behind_std_err", comparison.and_then(|comparison| comparison.behind_error))
        .with_some("behind_by", comparison.filter(|it| it.by_opponent).map(|_| "opponent"))
        // Worth exactly as much as the best.
        .with_true("equal", comparison.is_some_and(Comparison::is_equal))
        // The five chances less those of the best.
        .with_some("outputs_less_best", reply.outputs_less_best(i))
        .with_some("jsd", comparison.and_then(|comparison| comparison.jsd))
        .with_some("paired_jsd", comparison.and_then(|comparison| comparison.paired_jsd))
        .with_some("probability_best", comparison.map(|comparison| comparison.probability_best))
        .with("stopped", result.stopped)
        .with("evaluations", result.evaluations)
        .with("statistics", TrialCounts::new(&result.statistics, start));
    if !with_trials {
        return object;
    }
    let trials = reply.records.candidates[i].numbered();
    let records = trials.map(|(n, record)| trial(reply.records.first + n, record, &reply.units[i], start));
    object.with_objects("records", records)
}

/// The means of a candidate's numbers.
fn means(of: &Estimates) -> Object {
    estimates(of, |estimate| Some(estimate.mean))
}

/// The standard errors of a candidate's numbers; `null` where there are too few trials.
pub(super) fn std_err(of: &Estimates) -> Object {
    estimates(of, |estimate| estimate.std_err)
}

fn estimates(of: &Estimates, part: impl Fn(&Estimate) -> Option<f64>) -> Object {
    Object::default()
        .with("outputs", of.outputs.map(|output| part(&output)))
        .with("equity", part(&of.cubeless.equity))
        .with("cubeful", of.cubeful.and_then(|worth| part(&worth.equity)))
        .with_some("equity_mwc", of.cubeless.mwc.and_then(|mwc| part(&mwc)))
        .with_some("cubeful_mwc", of.cubeful.and_then(|worth| worth.mwc).and_then(|mwc| part(&mwc)))
}

/// The standard errors of numbers in the notes of the record; a unit of equity is worth `slope` in a match.
pub(super) fn noted(errors: Option<&Numbers>, slope: Option<f32>) -> Object {
    let error = |of: fn(&Numbers) -> f32| errors.map(|errors| f64::from(of(errors)));
    let mwc = |of: fn(&Numbers) -> f32| Some(error(of)? * f64::from(slope?));
    let outputs: [Option<f64>; 5] = std::array::from_fn(|k| errors.map(|errors| f64::from(errors.outputs[k])));
    Object::default()
        .with("outputs", outputs)
        .with("equity", error(|errors| errors.cubeless))
        .with("cubeful", error(|errors| errors.cubeful))
        .with_some("equity_mwc", mwc(|errors| errors.cubeless))
        .with_some("cubeful_mwc", mwc(|errors| errors.cubeful))
}

/// The numbers without variance reduction.
fn plain(result: &CandidateResult) -> Object {
    means(&result.raw).with_object("std_err", std_err(&result.raw)).with("equivalent_trials", result.plain_games())
}

/// The four states of a settled cube.
fn settled(states: &[Estimate; 4]) -> Object {
    let of = |state: CubeState| states[state as usize];
    Object::default()
        .with("dead", of(CubeState::Dead))
        .with("centered", of(CubeState::Centered))
        .with("ours", of(CubeState::Ours))
        .with("theirs", of(CubeState::Theirs))
}

fn trial(number: u64, record: &TrialRecord, units: &Units, start: &Start) -> Object {
    let value = |quantity: usize| units.equity(quantity).at(record.values[quantity].to_f64());
    let plain = |quantity: usize| units.equity(quantity).at(record.raw[quantity].to_f64());
    let outputs: [f64; 5] = std::array::from_fn(|output| record.values[output].to_f64());
    let (end, won) = match record.events.ending {
        Ending::Valued => ("valued", None),
        Ending::BorneOff { won, .. } => ("borne off", Some(won)),
        Ending::Passed { won } => ("passed", Some(won)),
    };
    Object::default()
        .with("trial", number)
        .with("roll", record.first_roll.map(|roll| [roll.high(), roll.low()]))
        .with("outputs", outputs)
        .with("equity", value(CUBELESS))
        .with("cubeful", value(CUBEFUL))
        .with("plain_equity", plain(CUBELESS))
        .with("plain_cubeful", plain(CUBEFUL))
        .with("end", end)
        .with("won", won)
        .with("cube", start.cube.value() << u32::from(record.events.takes))
        .with("turns", record.events.turns)
        .with("evaluations", record.evaluations)
}

/// How sure a rollout is of a cube decision.
pub(super) fn chances(reply: &RolloutReply) -> Option<Object> {
    let verdict = reply.result.decision.as_ref().and_then(|decision| decision.verdict);
    let chances = reply.result.cube.as_ref().and_then(|cube| cube.chances);
    chances.map(|chances| chances_of(&chances, verdict.as_ref()))
}

fn chances_of(chances: &CubeChances, verdict: Option<&Verdict>) -> Object {
    Object::default()
        .with("double", chances.double)
        .with("take", chances.take)
        .with("too_good", chances.too_good)
        .with("verdict", verdict.map(|verdict| chances.of_verdict(verdict)))
}

/// The cube decision that follows from a rollout.
fn decision(decision: &CubeDecision, cube: Option<&CubeJudgement>) -> Object {
    let (values, verdict) = (decision.values, decision.verdict);
    let chances = cube.and_then(|cube| cube.chances);
    let action = |judged: JudgedAction| {
        let equity = match judged.action {
            _ if judged.is_beavered => judged.value.0,
            CubeAction::NoDouble => values.no_double.into(),
            CubeAction::DoubleTake => values.double_take.into(),
            CubeAction::DoublePass => values.double_pass.into(),
        };
        let given_up = judged.given_up;
        Object::default()
            .with("action", judged.name().to_lowercase())
            .with("equity", equity)
            .with("rank", judged.rank)
            .with("behind", given_up.map_or(0.0, |given_up| given_up.amount))
            .with("behind_std_err", given_up.and_then(|given_up| given_up.error))
            .with("behind_by", given_up.map(|given_up| if given_up.by_opponent { "opponent" } else { "decider" }))
            .with("probability_best", judged.chance)
    };
    Object::default()
        .with("no_double", values.no_double)
        .with("double_take", values.double_take)
        .with("double_pass", values.double_pass)
        .with("verdict", verdict.map(|verdict| verdict.to_string()))
        // The action that the verdict calls for.
        .with("best", verdict.map(|verdict| verdict.action().name().to_lowercase()))
        // The share of wrong answers at which a double becomes right.
        .with("wrong_answers", decision.wrong_answers_to_beavers())
        .with_object("probabilities", chances.map(|chances| chances_of(&chances, verdict.as_ref())))
        .with_objects("actions", cube.iter().flat_map(|cube| cube.actions()).map(action))
}
