//! A session's answer as JSON, schema 2: one object, one line. `docs/json.md` is its description.

mod rollout;
mod statistics;

use super::reply::{board_reply, halted};
use super::{Format, describe, help_entries, help_topic};
use crate::eval::{Advice, Doubt};
use crate::library::book::Entry;
use crate::notation::{play_text, position_id};
use crate::session::{
    BoardReply, CubeReply, CubeRollout, EquityReply, EvalReply, Figures, Ids, Judged, OtherRollout, PlayReply,
    PlaysReply, PlyReply, Reply, ResignationReply, RolloutReply, VersusReply, Warning,
};
use crate::settings::OutputSettings;
use rollout::{ChancesObject, EstimatesObject, RolloutObject};
use serde::Serialize;
use statistics::StatisticsObject;
use std::borrow::Cow;

/// The version that every object carries.
pub const SCHEMA: u32 = 2;

/// The fields of an error object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JsonError {
    /// The fault.
    pub message: String,
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// The character of the line, from 1.
    pub column: Option<usize>,
    /// The words that would have been right.
    pub expected: Vec<String>,
    /// A suggestion: the input probably meant, or a command that may help.
    pub suggestion: Option<String>,
}

/// The object for the answer to a command whose first word is `command`.
#[must_use]
pub fn json_reply(command: &str, reply: &Reply) -> String {
    line(&Object { schema: SCHEMA, command, body: body(reply) })
}

/// The object for a rollout with a record of every trial.
#[must_use]
pub fn json_rollout_trials(rollout: &RolloutReply) -> String {
    line(&Object {
        schema: SCHEMA,
        command: "rollout",
        body: Body::Rollout(Box::new(RolloutObject::new(rollout, true))),
    })
}

/// The object for the rollout as is set, with the one with other settings and what they change in `versus`; with a
/// record of every trial where `with_trials`.
#[must_use]
pub fn json_versus(rollout: &RolloutReply, other: &OtherRollout, with_trials: bool) -> String {
    #[derive(Serialize)]
    struct Versus<'a> {
        #[serde(flatten)]
        object: Object<'a>,
        versus: Other<'a>,
    }
    #[derive(Serialize)]
    struct Other<'a> {
        rollout: RolloutObject<'a>,
        #[serde(flatten)]
        changes: &'a VersusReply,
    }
    let body = Body::Rollout(Box::new(RolloutObject::new(rollout, with_trials)));
    let object = Object { schema: SCHEMA, command: "rollout", body };
    let versus = Other { rollout: RolloutObject::new(&other.rollout, with_trials), changes: &other.versus };
    serde_json::to_string(&Versus { object, versus }).expect("plain data with text keys") + "\n"
}

/// A line of the results of `rollout file`: the object for the rollout with its input line and the settings of the
/// command.
#[must_use]
pub fn json_result_line(
    rollout: &RolloutReply,
    input: &str,
    name: Option<&str>,
    asked_for: &serde_json::Value,
) -> String {
    let body = Body::Rollout(Box::new(RolloutObject::new(rollout, false)));
    answer_line(Object { schema: SCHEMA, command: "rollout", body }, input, name, asked_for)
}

/// A line of the answers of `eval file` and `hint file`: the object for the answer with its input line and the settings
/// that are not the defaults.
#[must_use]
pub fn json_answer_line(
    command: &str,
    answer: &Reply,
    input: &str,
    name: Option<&str>,
    asked_for: &serde_json::Value,
) -> String {
    answer_line(Object { schema: SCHEMA, command, body: body(answer) }, input, name, asked_for)
}

fn answer_line(object: Object<'_>, input: &str, name: Option<&str>, asked_for: &serde_json::Value) -> String {
    #[derive(Serialize)]
    struct AnswerLine<'a> {
        #[serde(flatten)]
        object: Object<'a>,
        input: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        asked_for: &'a serde_json::Value,
    }
    serde_json::to_string(&AnswerLine { object, input, name, asked_for }).expect("plain data with text keys") + "\n"
}

/// The object for a command that failed.
#[must_use]
pub fn json_error(command: &str, error: &JsonError) -> String {
    line(&Object { schema: SCHEMA, command, body: Body::Error { error } })
}

fn line(object: &Object<'_>) -> String {
    serde_json::to_string(object).expect("plain data with text keys") + "\n"
}

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    command: &'a str,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'a> {
    Nothing {},
    Error {
        error: &'a JsonError,
    },
    Message {
        message: Cow<'a, str>,
    },
    Text {
        text: String,
    },
    Commands {
        commands: &'a [String],
    },
    Board(BoardObject<'a>),
    Eval(EvalObject<'a>),
    Plays(PlaysObject<'a>),
    Cube {
        kind: &'static str,
        #[serde(flatten)]
        ids: IdsObject<'a>,
        cube: CubeObject,
        #[serde(skip_serializing_if = "Option::is_none")]
        warning: Option<String>,
    },
    Resignation(ResignationObject<'a>),
    Rollout(Box<RolloutObject<'a>>),
    Statistics(Box<StatisticsObject<'a>>),
    Figures {
        #[serde(flatten)]
        figures: &'a Figures,
        #[serde(skip_serializing_if = "Option::is_none")]
        warning: Option<String>,
    },
    Many {
        replies: Vec<Body<'a>>,
    },
}

fn body(reply: &Reply) -> Body<'_> {
    match reply {
        Reply::Nothing | Reply::Load(_) | Reply::Python(_) | Reply::Quit => Body::Nothing {},
        Reply::Message(message) => Body::Message { message: Cow::Borrowed(message) },
        Reply::Halted(error) => Body::Message { message: Cow::Owned(halted(error)) },
        Reply::NoEffect { words, why } => {
            Body::Message { message: Cow::Owned(format!("`{words}` has no effect: {why}")) }
        }
        Reply::Help(topic) => Body::Text { text: help_topic(topic, &plain()) },
        Reply::HelpEntries(entries) => Body::Text { text: help_entries(entries, &plain()) },
        Reply::Commands(commands) => Body::Commands { commands },
        Reply::Board(reply) => Body::Board(BoardObject::from(&**reply)),
        Reply::Described(reply) => Body::Text { text: describe(reply) },
        Reply::Eval(reply) => Body::Eval(EvalObject::from(&**reply)),
        Reply::Plays(reply) => Body::Plays(PlaysObject::from(&**reply)),
        Reply::Cube(reply) => {
            let (ids, cube) = (IdsObject::from(&reply.ids), CubeObject::from(&**reply));
            Body::Cube { kind: "cube", ids, cube, warning: told(reply.warning) }
        }
        Reply::Resignation(reply) => Body::Resignation(ResignationObject::from(&**reply)),
        Reply::Rollout(reply) | Reply::RolloutDetail(reply) => {
            Body::Rollout(Box::new(RolloutObject::new(reply, false)))
        }
        Reply::Statistics(reply) => Body::Statistics(Box::new(StatisticsObject::from(&**reply))),
        Reply::Figures(figures, warning) => Body::Figures { figures, warning: told(*warning) },
        Reply::Many(replies) => Body::Many { replies: replies.iter().map(body).collect() },
    }
}

/// How texts look that are part of an object.
fn plain() -> Format {
    Format::plain(&OutputSettings::default())
}

fn told(warning: Option<Warning>) -> Option<String> {
    warning.map(|warning| warning.to_string())
}

#[derive(Serialize)]
struct IdsObject<'a> {
    position_id: &'a str,
    match_id: &'a str,
    xgid: &'a str,
}

impl<'a> From<&'a Ids> for IdsObject<'a> {
    fn from(ids: &'a Ids) -> Self {
        Self { position_id: &ids.position_id, match_id: &ids.match_id, xgid: &ids.xgid }
    }
}

#[derive(Serialize)]
struct BoardObject<'a> {
    #[serde(flatten)]
    ids: IdsObject<'a>,
    players: [&'a str; 2],
    score: [u32; 2],
    match_length: u8,
    text: String,
}

impl<'a> From<&'a BoardReply> for BoardObject<'a> {
    fn from(reply: &'a BoardReply) -> Self {
        Self {
            ids: IdsObject::from(&reply.ids),
            players: [&reply.names.0[0], &reply.names.0[1]],
            score: reply.standing.points().0,
            match_length: reply.standing.length(),
            text: board_reply(reply),
        }
    }
}

#[derive(Serialize)]
struct EvalObject<'a> {
    #[serde(flatten)]
    ids: IdsObject<'a>,
    class: &'static str,
    plies: Vec<PlyObject>,
    cube: CubeObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl<'a> From<&'a EvalReply> for EvalObject<'a> {
    fn from(reply: &'a EvalReply) -> Self {
        Self {
            ids: IdsObject::from(&reply.ids),
            class: reply.class.name(),
            plies: reply.plies.iter().map(PlyObject::from).collect(),
            cube: CubeObject::from(&reply.cube),
            warning: told(reply.cube.warning),
        }
    }
}

#[derive(Serialize)]
struct PlyObject {
    ply: u8,
    #[serde(flatten)]
    values: Values,
}

impl From<&PlyReply> for PlyObject {
    fn from(reply: &PlyReply) -> Self {
        Self { ply: reply.ply, values: Values::new(reply.outputs.0, reply.cubeless, reply.cubeful) }
    }
}

/// The numbers of one evaluation, with their twins in a match.
#[derive(Serialize)]
struct Values {
    outputs: [f32; 5],
    equity: f32,
    cubeful: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    equity_mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeful_mwc: Option<f32>,
}

impl Values {
    const fn new(outputs: [f32; 5], cubeless: EquityReply, cubeful: EquityReply) -> Self {
        let EquityReply { equity, mwc: equity_mwc } = cubeless;
        let EquityReply { equity: cubeful, mwc: cubeful_mwc } = cubeful;
        Self { outputs, equity, cubeful, equity_mwc, cubeful_mwc }
    }
}

#[derive(Serialize)]
struct CubeObject {
    ply: u8,
    outputs: [f32; 5],
    equity: f32,
    no_double: f32,
    double_take: f32,
    double_pass: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_double_mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_take_mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_pass_mwc: Option<f32>,
    verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
    /// What the look leaves open about each question.
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<QuestionsObject>,
    /// The level that found the numbers, of here or of another program by its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout: Option<JudgedCubeObject>,
}

#[derive(Serialize)]
struct QuestionsObject {
    double: QuestionObject,
    take: QuestionObject,
}

/// The chance that the answer to a question is right, and what it is expected to give up.
#[derive(Serialize)]
struct QuestionObject {
    probability_best: f64,
    expected_loss: f64,
}

impl From<Doubt> for QuestionObject {
    fn from(Doubt { best, loss }: Doubt) -> Self {
        Self { probability_best: best, expected_loss: loss }
    }
}

/// The rollout behind the numbers of a cube decision; `std_err` of no double and of double and take.
#[derive(Serialize)]
struct JudgedCubeObject {
    trials: u64,
    std_err: Vec<EstimatesObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probabilities: Option<ChancesObject>,
}

impl From<&CubeRollout> for JudgedCubeObject {
    fn from(rollout: &CubeRollout) -> Self {
        match rollout {
            CubeRollout::Rollout(rollout) => {
                let candidates = rollout.result.candidates.iter();
                Self {
                    trials: rollout.result.trials(),
                    std_err: candidates.map(|candidate| EstimatesObject::std_err(&candidate.estimates)).collect(),
                    probabilities: ChancesObject::of(rollout),
                }
            }
            CubeRollout::Noted(noted) => {
                let errors = noted.errors.as_ref();
                let std_err = |i: usize| EstimatesObject::noted(errors.map(|errors| &errors[i]), noted.slope);
                Self { trials: noted.trials.into(), std_err: vec![std_err(0), std_err(1)], probabilities: None }
            }
        }
    }
}

impl From<&CubeReply> for CubeObject {
    fn from(reply: &CubeReply) -> Self {
        // Where the score keeps the cube from being turned there is nothing to decide.
        let verdict = reply.verdict.filter(|verdict| verdict.advice != Advice::Never);
        Self {
            ply: reply.ply,
            outputs: reply.outputs.0,
            equity: reply.utility.equity,
            no_double: reply.no_double.equity,
            double_take: reply.double_take.equity,
            double_pass: reply.double_pass.equity,
            no_double_mwc: reply.no_double.mwc,
            double_take_mwc: reply.double_take.mwc,
            double_pass_mwc: reply.double_pass.mwc,
            verdict: verdict.map(|verdict| verdict.to_string()),
            exact: reply.is_exact,
            questions: reply
                .doubts
                .filter(|_| verdict.is_some())
                .map(|[double, take]| QuestionsObject { double: double.into(), take: take.into() }),
            level: reply.rollout.as_ref().and_then(CubeRollout::level).map(str::to_owned),
            rollout: reply.rollout.as_ref().filter(|rollout| rollout.is_rollout()).map(JudgedCubeObject::from),
            answer: verdict.filter(|_| reply.is_answer).map(|verdict| verdict.answer.name()),
        }
    }
}

#[derive(Serialize)]
struct ResignationObject<'a> {
    kind: &'static str,
    #[serde(flatten)]
    ids: IdsObject<'a>,
    points: u32,
    accepting: f32,
    playing_on: f32,
    cubeless: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepting_mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    playing_on_mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeless_mwc: Option<f32>,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl<'a> From<&'a ResignationReply> for ResignationObject<'a> {
    fn from(reply: &'a ResignationReply) -> Self {
        let EquityReply { equity: accepting, mwc: accepting_mwc } = reply.accepting;
        let EquityReply { equity: playing_on, mwc: playing_on_mwc } = reply.playing_on;
        let EquityReply { equity: cubeless, mwc: cubeless_mwc } = reply.cubeless;
        Self {
            kind: "resignation",
            ids: IdsObject::from(&reply.ids),
            points: reply.value.multiplier(),
            accepting,
            playing_on,
            cubeless,
            accepting_mwc,
            playing_on_mwc,
            cubeless_mwc,
            answer: if reply.is_enough() { "accept" } else { "reject" },
            warning: told(reply.warning),
        }
    }
}

#[derive(Serialize)]
struct PlaysObject<'a> {
    kind: &'static str,
    #[serde(flatten)]
    ids: IdsObject<'a>,
    dice: [u8; 2],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
    candidates: Vec<PlayObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<&'a Entry>,
}

impl<'a> From<&'a PlaysReply> for PlaysObject<'a> {
    fn from(reply: &'a PlaysReply) -> Self {
        Self {
            kind: "play",
            ids: IdsObject::from(&reply.ids),
            dice: [reply.dice.high(), reply.dice.low()],
            exact: reply.is_exact,
            candidates: reply.candidates.iter().map(|play| PlayObject::new(play, reply)).collect(),
            warning: told(reply.warning),
            book: reply.book.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct PlayObject {
    rank: usize,
    play: String,
    position_id: String,
    ply: u8,
    #[serde(flatten)]
    values: Values,
    difference: f32,
    /// Whether it is the play that was made, of a decision of the record.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    made: bool,
    /// The level that found the numbers, of here or of another program by its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability_best: Option<f64>,
    /// What it is expected to give up against the best, as far as the look leaves that open.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout: Option<JudgedObject>,
}

/// The rollout behind the numbers of a play.
#[derive(Serialize)]
struct JudgedObject {
    trials: u64,
    std_err: EstimatesObject,
}

impl From<&Judged> for JudgedObject {
    fn from(judged: &Judged) -> Self {
        match judged {
            Judged::Rollout(judged) => {
                let result = judged.result();
                Self { trials: result.trials, std_err: EstimatesObject::std_err(&result.estimates) }
            }
            Judged::Noted(noted) => Self {
                trials: noted.trials.into(),
                std_err: EstimatesObject::noted(noted.errors.as_ref(), noted.slope),
            },
        }
    }
}

impl PlayObject {
    fn new(reply: &PlayReply, list: &PlaysReply) -> Self {
        Self {
            rank: reply.rank,
            play: play_text(&reply.play),
            position_id: position_id(&reply.play.result.flipped()),
            ply: reply.ply,
            values: Values::new(reply.outputs.0, reply.cubeless, reply.cubeful),
            difference: reply.difference,
            made: reply.is_made,
            level: reply.judged.as_ref().and_then(Judged::level).map(str::to_owned),
            probability_best: list.probability_best(reply),
            expected_loss: list.doubt(reply).map(|doubt| doubt.loss),
            rollout: reply.judged.as_ref().filter(|judged| judged.is_rollout()).map(JudgedObject::from),
        }
    }
}
