//! A rollout as an object.

use super::{IdsObject, told};
use crate::eval::{CubeAction, CubeDecision, Verdict};
use crate::notation::position_id;
use crate::record::Numbers;
use crate::render::laid_out::called;
use crate::render::{NumberFormat, Unit, conclusion, remarks};
use crate::rollout::{
    CUBEFUL, CUBELESS, CandidateResult, Comparison, CubeChances, CubeJudgement, CubeState, End, Ending, Estimate,
    Estimates, JobKind, JudgedAction, RolloutSettings, Start, TrialRecord, Units,
};
use crate::session::{AnswersReply, Made, Market, RolloutReply, TrialCounts, how_made};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct RolloutObject<'a> {
    kind: &'static str,
    #[serde(flatten)]
    ids: IdsObject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<[u8; 2]>,
    settings: &'a RolloutSettings,
    seed: u32,
    trials: u64,
    threads: Option<usize>,
    seconds: f64,
    evaluations: u64,
    interrupted: bool,
    ended: Option<&'static str>,
    conclusion: String,
    made: String,
    nets: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    candidates: Vec<CandidateObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covariance: Option<Vec<Vec<Option<f64>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<DecisionObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<&'a AnswersReply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    market: Option<&'a Market>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl<'a> RolloutObject<'a> {
    /// The object, with a record of every trial where `with_trials`.
    pub(super) fn new(reply: &'a RolloutReply, with_trials: bool) -> Self {
        let result = &reply.result;
        let candidates = (0..reply.names().len()).map(|i| CandidateObject::new(reply, i, with_trials)).collect();
        Self {
            kind: reply.kind().name(),
            ids: IdsObject::from(&reply.ids),
            dice: reply.dice.map(|dice| [dice.high(), dice.low()]),
            settings: reply.settings(),
            seed: reply.settings().seed,
            trials: result.trials(),
            threads: reply.threads,
            seconds: reply.elapsed.as_secs_f64(),
            evaluations: result.evaluations(),
            interrupted: result.end == Some(End::Interrupted),
            ended: result.end.map(End::name),
            conclusion: conclusion(reply, Unit::Equity, &NumberFormat::default()),
            made: how_made(&Made::from(reply)),
            nets: &reply.description.engine,
            remarks: remarks(reply, &NumberFormat::default()),
            candidates,
            covariance: (result.kind != JobKind::Position).then(|| reply.covariances()),
            cube: result.decision.as_ref().map(|decision| DecisionObject::new(decision, result.cube.as_ref())),
            answers: reply.answers.as_ref(),
            market: reply.market.as_ref(),
            warning: told(reply.warning),
        }
    }
}

/// The findings of a rollout about one candidate.
#[derive(Serialize)]
struct CandidateObject {
    name: String,
    position_id: String,
    trials: u64,
    #[serde(flatten)]
    means: EstimatesObject,
    std_err: EstimatesObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    stratified_std_err: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<PlainObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<SettledObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind_std_err: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind_by: Option<&'static str>,
    /// Worth exactly as much as the best.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    equal: bool,
    /// The five chances less those of the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs_less_best: Option<[Estimate; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jsd: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paired_jsd: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability_best: Option<f64>,
    stopped: bool,
    evaluations: u64,
    statistics: TrialCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<Vec<TrialObject>>,
}

impl CandidateObject {
    fn new(reply: &RolloutReply, i: usize, with_trials: bool) -> Self {
        let (result, start) = (&reply.result.candidates[i], &reply.job().candidates()[i]);
        let comparison = result.comparison.as_ref();
        let trials = reply.records.candidates[i].numbered();
        Self {
            name: called(reply, i),
            position_id: position_id(&start.position),
            trials: result.trials,
            means: EstimatesObject::new(&result.estimates, |estimate| Some(estimate.mean)),
            std_err: EstimatesObject::std_err(&result.estimates),
            stratified_std_err: result.stratified_error,
            plain: reply.settings().variance_reduction.then(|| PlainObject::from(result)),
            settled: result.settled.as_ref().map(SettledObject::from),
            rank: comparison.map(|comparison| comparison.rank),
            behind: comparison.map(|comparison| comparison.behind),
            behind_std_err: comparison.and_then(|comparison| comparison.behind_error),
            behind_by: comparison.filter(|it| it.by_opponent).map(|_| "opponent"),
            equal: comparison.is_some_and(Comparison::is_equal),
            outputs_less_best: reply.outputs_less_best(i),
            jsd: comparison.and_then(|comparison| comparison.jsd),
            paired_jsd: comparison.and_then(|comparison| comparison.paired_jsd),
            probability_best: comparison.map(|comparison| comparison.probability_best),
            stopped: result.stopped,
            evaluations: result.evaluations,
            statistics: TrialCounts::new(&result.statistics, start),
            records: with_trials.then(|| {
                trials
                    .map(|(trial, record)| {
                        TrialObject::new(reply.records.first + trial, record, &reply.units[i], start)
                    })
                    .collect()
            }),
        }
    }
}

/// Means, or their standard errors; `null` where there are too few trials.
#[derive(Serialize)]
pub(super) struct EstimatesObject {
    outputs: [Option<f64>; 5],
    equity: Option<f64>,
    cubeful: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equity_mwc: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeful_mwc: Option<f64>,
}

impl EstimatesObject {
    /// The standard errors of a candidate's numbers.
    pub(super) fn std_err(estimates: &Estimates) -> Self {
        Self::new(estimates, |estimate| estimate.std_err)
    }

    /// The standard errors of numbers in the notes of the record; a unit of equity is worth `slope` in a match.
    pub(super) fn noted(errors: Option<&Numbers>, slope: Option<f32>) -> Self {
        let error = |of: fn(&Numbers) -> f32| errors.map(|errors| f64::from(of(errors)));
        let mwc = |of: fn(&Numbers) -> f32| Some(error(of)? * f64::from(slope?));
        Self {
            outputs: std::array::from_fn(|k| errors.map(|errors| f64::from(errors.outputs[k]))),
            equity: error(|errors| errors.cubeless),
            cubeful: error(|errors| errors.cubeful),
            equity_mwc: mwc(|errors| errors.cubeless),
            cubeful_mwc: mwc(|errors| errors.cubeful),
        }
    }

    fn new(estimates: &Estimates, part: impl Fn(&Estimate) -> Option<f64>) -> Self {
        Self {
            outputs: estimates.outputs.map(|output| part(&output)),
            equity: part(&estimates.cubeless.equity),
            cubeful: estimates.cubeful.and_then(|worth| part(&worth.equity)),
            equity_mwc: estimates.cubeless.mwc.and_then(|mwc| part(&mwc)),
            cubeful_mwc: estimates.cubeful.and_then(|worth| worth.mwc).and_then(|mwc| part(&mwc)),
        }
    }
}

/// The numbers without variance reduction.
#[derive(Serialize)]
struct PlainObject {
    #[serde(flatten)]
    means: EstimatesObject,
    std_err: EstimatesObject,
    equivalent_trials: Option<f64>,
}

impl From<&CandidateResult> for PlainObject {
    fn from(result: &CandidateResult) -> Self {
        Self {
            means: EstimatesObject::new(&result.raw, |estimate| Some(estimate.mean)),
            std_err: EstimatesObject::std_err(&result.raw),
            equivalent_trials: result.plain_games(),
        }
    }
}

/// The four states of a settled cube.
#[derive(Serialize)]
struct SettledObject {
    dead: Estimate,
    centered: Estimate,
    ours: Estimate,
    theirs: Estimate,
}

impl From<&[Estimate; 4]> for SettledObject {
    fn from(settled: &[Estimate; 4]) -> Self {
        let of = |state: CubeState| settled[state as usize];
        Self {
            dead: of(CubeState::Dead),
            centered: of(CubeState::Centered),
            ours: of(CubeState::Ours),
            theirs: of(CubeState::Theirs),
        }
    }
}

/// One trial.
#[derive(Serialize)]
struct TrialObject {
    trial: u64,
    roll: Option<[u8; 2]>,
    outputs: [f64; 5],
    equity: f64,
    cubeful: f64,
    plain_equity: f64,
    plain_cubeful: f64,
    end: &'static str,
    won: Option<bool>,
    cube: u32,
    turns: u16,
    evaluations: u32,
}

impl TrialObject {
    fn new(trial: u64, record: &TrialRecord, units: &Units, start: &Start) -> Self {
        let value = |quantity: usize| units.equity(quantity).at(record.values[quantity].to_f64());
        let plain = |quantity: usize| units.equity(quantity).at(record.raw[quantity].to_f64());
        let (end, won) = match record.events.ending {
            Ending::Valued => ("valued", None),
            Ending::BorneOff { won, .. } => ("borne off", Some(won)),
            Ending::Passed { won } => ("passed", Some(won)),
        };
        Self {
            trial,
            roll: record.first_roll.map(|roll| [roll.high(), roll.low()]),
            outputs: std::array::from_fn(|output| record.values[output].to_f64()),
            equity: value(CUBELESS),
            cubeful: value(CUBEFUL),
            plain_equity: plain(CUBELESS),
            plain_cubeful: plain(CUBEFUL),
            end,
            won,
            cube: start.cube.value() << u32::from(record.events.takes),
            turns: record.events.turns,
            evaluations: record.evaluations,
        }
    }
}

/// The cube decision that follows from a rollout.
#[derive(Serialize)]
struct DecisionObject {
    no_double: f32,
    double_take: f32,
    double_pass: f32,
    verdict: Option<String>,
    /// The action that the verdict calls for.
    best: Option<String>,
    /// The share of wrong answers at which a double becomes right.
    wrong_answers: Option<f32>,
    probabilities: Option<ChancesObject>,
    actions: Vec<ActionObject>,
}

/// How sure a cube decision is.
#[derive(Serialize)]
pub(super) struct ChancesObject {
    double: f64,
    take: f64,
    too_good: f64,
    verdict: Option<f64>,
}

impl ChancesObject {
    fn new(chances: &CubeChances, verdict: Option<&Verdict>) -> Self {
        Self {
            double: chances.double,
            take: chances.take,
            too_good: chances.too_good,
            verdict: verdict.map(|verdict| chances.of_verdict(verdict)),
        }
    }

    /// Those of a rollout of a cube decision.
    pub(super) fn of(reply: &RolloutReply) -> Option<Self> {
        let verdict = reply.result.decision.as_ref().and_then(|decision| decision.verdict);
        let chances = reply.result.cube.as_ref().and_then(|cube| cube.chances);
        chances.map(|chances| Self::new(&chances, verdict.as_ref()))
    }
}

/// An action of a cube decision.
#[derive(Serialize)]
struct ActionObject {
    action: String,
    equity: f64,
    rank: usize,
    behind: f64,
    behind_std_err: Option<f64>,
    behind_by: Option<&'static str>,
    probability_best: Option<f64>,
}

impl DecisionObject {
    fn new(decision: &CubeDecision, cube: Option<&CubeJudgement>) -> Self {
        let chances = cube.and_then(|cube| cube.chances);
        let values = decision.values;
        let action = |judged: JudgedAction| ActionObject {
            action: judged.name().to_lowercase(),
            equity: match judged.action {
                _ if judged.is_beavered => judged.value.0,
                CubeAction::NoDouble => values.no_double.into(),
                CubeAction::DoubleTake => values.double_take.into(),
                CubeAction::DoublePass => values.double_pass.into(),
            },
            rank: judged.rank,
            behind: judged.given_up.map_or(0.0, |given_up| given_up.amount),
            behind_std_err: judged.given_up.and_then(|given_up| given_up.error),
            behind_by: judged.given_up.map(|given_up| if given_up.by_opponent { "opponent" } else { "decider" }),
            probability_best: judged.chance,
        };
        Self {
            no_double: decision.values.no_double,
            double_take: decision.values.double_take,
            double_pass: decision.values.double_pass,
            verdict: decision.verdict.map(|verdict| verdict.to_string()),
            best: decision.verdict.map(|verdict| verdict.action().name().to_lowercase()),
            wrong_answers: decision.wrong_answers_to_beavers(),
            probabilities: chances.map(|chances| ChancesObject::new(&chances, decision.verdict.as_ref())),
            actions: cube.iter().flat_map(|cube| cube.actions()).map(action).collect(),
        }
    }
}
