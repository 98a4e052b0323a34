//! A session's answer as JSON, schema 2: one object, one line. `docs/json.md` is its description.

mod object;
mod rollout;
mod statistics;

use super::reply::{board_reply, halted};
use super::{Format, describe, help_entries, help_topic};
use crate::eval::{Advice, Doubt, Outputs};
use crate::notation::{play_text, position_id};
use crate::session::{
    BoardReply, CubeReply, CubeRollout, EquityReply, EvalReply, Judged, OtherRollout, PlayReply, PlaysReply, Reply,
    ResignationReply, RolloutReply, Warning,
};
use crate::settings::OutputSettings;
use object::Object;
use serde::Serialize;

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
pub fn json_reply(command: &str, reply: &Reply) -> String {
    line(&answer_to(command, &body(reply)))
}

/// The object for a rollout with a record of every trial.
pub fn json_rollout_trials(rollout: &RolloutReply) -> String {
    line(&answer_to("rollout", &rollout::rollout(rollout, true)))
}

/// The object for the rollout as is set, with the one with other settings and what they change in `versus`; with a
/// record of every trial where `with_trials`.
pub fn json_versus(rollout: &RolloutReply, other: &OtherRollout, with_trials: bool) -> String {
    let versus = Object::default().with_object("rollout", rollout::rollout(&other.rollout, with_trials));
    let versus = versus.and(&Object::of(&other.versus));
    line(&answer_to("rollout", &rollout::rollout(rollout, with_trials)).with_object("versus", versus))
}

/// A line of the results of `rollout file`: the object for the rollout with its input line and the settings of the
/// command.
pub fn json_result_line(
    rollout: &RolloutReply,
    input: &str,
    name: Option<&str>,
    asked_for: &serde_json::Value,
) -> String {
    answer_line(answer_to("rollout", &rollout::rollout(rollout, false)), input, name, asked_for)
}

/// A line of the answers of `eval file` and `hint file`: the object for the answer with its input line and the settings
/// that are not the defaults.
pub fn json_answer_line(
    command: &str,
    answer: &Reply,
    input: &str,
    name: Option<&str>,
    asked_for: &serde_json::Value,
) -> String {
    answer_line(answer_to(command, &body(answer)), input, name, asked_for)
}

fn answer_line(answer: Object, input: &str, name: Option<&str>, asked_for: &serde_json::Value) -> String {
    line(&answer.with("input", input).with_some("name", name).with("asked_for", asked_for))
}

/// The object for a command that failed.
pub fn json_error(command: &str, error: &JsonError) -> String {
    line(&answer_to(command, &Object::default().with("error", error)))
}

fn line(object: &Object) -> String {
    object.text() + "\n"
}

fn answer_to(command: &str, body: &Object) -> Object {
    Object::default().with("schema", SCHEMA).with("command", command).and(body)
}

fn body(reply: &Reply) -> Object {
    let object = Object::default();
    match reply {
        Reply::Nothing | Reply::Load(_) | Reply::Python(_) | Reply::Quit => object,
        Reply::Message(message) => object.with("message", message),
        Reply::Halted(error) => object.with("message", halted(error)),
        Reply::NoEffect { words, why } => object.with("message", format!("`{words}` has no effect: {why}")),
        Reply::Help(topic) => object.with("text", help_topic(topic, &plain())),
        Reply::HelpEntries(entries) => object.with("text", help_entries(entries, &plain())),
        Reply::Commands(commands) => object.with("commands", commands),
        Reply::Board(reply) => board(reply),
        Reply::Described(reply) => object.with("text", describe(reply)),
        Reply::Eval(reply) => eval(reply),
        Reply::Plays(reply) => plays(reply),
        Reply::Cube(reply) => {
            let object = object.with("kind", "cube").and(&Object::of(&reply.ids)).with_object("cube", cube(reply));
            object.with_some("warning", told(reply.warning))
        }
        Reply::Resignation(reply) => resignation(reply),
        Reply::Rollout(reply) | Reply::RolloutDetail(reply) => rollout::rollout(reply, false),
        Reply::Statistics(reply) => statistics::statistics(reply),
        Reply::Figures(figures, warning) => Object::of(figures).with_some("warning", told(*warning)),
        Reply::Many(replies) => object.with_objects("replies", replies.iter().map(body)),
    }
}

/// How texts look that are part of an object.
fn plain() -> Format {
    Format::plain(&OutputSettings::default())
}

fn told(warning: Option<Warning>) -> Option<String> {
    warning.map(|warning| warning.to_string())
}

fn board(reply: &BoardReply) -> Object {
    Object::of(&reply.ids)
        .with("players", &reply.names.0)
        .with("score", reply.standing.points().0)
        .with("match_length", reply.standing.length())
        .with("text", board_reply(reply))
}

fn eval(reply: &EvalReply) -> Object {
    let plies = reply
        .plies
        .iter()
        .map(|of| Object::default().with("ply", of.ply).and(&values(&of.outputs, of.cubeless, of.cubeful)));
    Object::of(&reply.ids)
        .with("class", reply.class.name())
        .with_objects("plies", plies)
        .with_object("cube", cube(&reply.cube))
        .with_some("warning", told(reply.cube.warning))
}

/// The numbers of one evaluation, with their twins in a match.
fn values(outputs: &Outputs, cubeless: EquityReply, cubeful: EquityReply) -> Object {
    Object::default()
        .and(&chances(outputs, cubeless))
        .with("cubeful", cubeful.equity)
        .with_some("equity_mwc", cubeless.mwc)
        .with_some("cubeful_mwc", cubeful.mwc)
}

/// The chances and the equity without the cube: nothing where a file that was read tells none.
fn chances(outputs: &Outputs, cubeless: EquityReply) -> Object {
    let is_known = outputs.are_known();
    Object::default()
        .with("outputs", is_known.then_some(outputs.0))
        .with("equity", Some(cubeless.equity).filter(|&equity| is_known || equity != 0.0))
}

fn cube(reply: &CubeReply) -> Object {
    // Where the score keeps the cube from being turned there is nothing to decide.
    let verdict = reply.verdict.filter(|verdict| verdict.advice != Advice::Never);
    let doubts = reply.doubts.filter(|_| verdict.is_some());
    let rollout = reply.rollout.as_ref();
    Object::default()
        .with("ply", reply.ply)
        .and(&chances(&reply.outputs, reply.utility))
        .with("no_double", reply.no_double.equity)
        .with("double_take", reply.double_take.equity)
        .with("double_pass", reply.double_pass.equity)
        .with_some("no_double_mwc", reply.no_double.mwc)
        .with_some("double_take_mwc", reply.double_take.mwc)
        .with_some("double_pass_mwc", reply.double_pass.mwc)
        .with("verdict", verdict.map(|verdict| verdict.to_string()))
        .with_some("answer", verdict.filter(|_| reply.is_answer).map(|verdict| verdict.answer.name()))
        .with_true("exact", reply.is_exact)
        // What the look leaves open about each question.
        .with_some_object(
            "questions",
            doubts.map(|[double, take]| {
                Object::default().with_object("double", question(double)).with_object("take", question(take))
            }),
        )
        // The level that found the numbers, of here or of another program by its own name.
        .with_some("level", rollout.and_then(CubeRollout::level))
        .with_some_object("rollout", rollout.filter(|rollout| rollout.is_rollout()).map(judged_cube))
}

/// The chance that the answer to a question is right, and what it is expected to give up.
fn question(Doubt { best, loss, .. }: Doubt) -> Object {
    Object::default().with("probability_best", best).with("expected_loss", loss)
}

/// The rollout behind the numbers of a cube decision; `std_err` of no double and of double and take.
fn judged_cube(rollout: &CubeRollout) -> Object {
    match rollout {
        CubeRollout::Rollout(rollout) => {
            let std_err = rollout.result.candidates.iter().map(|candidate| rollout::std_err(&candidate.estimates));
            Object::default()
                .with("trials", rollout.result.trials())
                .with_objects("std_err", std_err)
                .with_some_object("probabilities", rollout::chances(rollout))
        }
        CubeRollout::Noted(noted) => {
            let errors = noted.errors.as_ref();
            let std_err = [0, 1].map(|i| rollout::noted(errors.map(|errors| &errors[i]), noted.slope));
            Object::default().with("trials", noted.trials).with_objects("std_err", std_err)
        }
    }
}

fn resignation(reply: &ResignationReply) -> Object {
    Object::default()
        .with("kind", "resignation")
        .and(&Object::of(&reply.ids))
        .with("points", reply.value.multiplier())
        .with("accepting", reply.accepting.equity)
        .with("playing_on", reply.playing_on.equity)
        .with("cubeless", reply.cubeless.equity)
        .with_some("accepting_mwc", reply.accepting.mwc)
        .with_some("playing_on_mwc", reply.playing_on.mwc)
        .with_some("cubeless_mwc", reply.cubeless.mwc)
        .with("answer", if reply.is_enough() { "accept" } else { "reject" })
        .with_some("warning", told(reply.warning))
}

fn plays(reply: &PlaysReply) -> Object {
    Object::default()
        .with("kind", "play")
        .and(&Object::of(&reply.ids))
        .with("dice", [reply.dice.high(), reply.dice.low()])
        .with_true("exact", reply.is_exact)
        .with_objects("candidates", reply.candidates.iter().map(|one| play(one, reply)))
        .with_some("warning", told(reply.warning))
        .with_some("book", reply.book.as_deref())
}

fn play(reply: &PlayReply, list: &PlaysReply) -> Object {
    let judged = reply.judged.as_ref();
    Object::default()
        .with("rank", reply.rank)
        .with("play", play_text(&reply.play))
        .with("position_id", position_id(&reply.play.result.flipped()))
        .with("ply", reply.ply)
        .and(&values(&reply.outputs, reply.cubeless, reply.cubeful))
        .with("difference", reply.difference)
        // Whether it is the play that was made, of a decision of the record.
        .with_true("made", reply.is_made)
        // The level that found the numbers, of here or of another program by its own name.
        .with_some("level", judged.and_then(Judged::level))
        .with_some("probability_best", list.probability_best(reply))
        // What it is expected to give up against the best, as far as the look leaves that open.
        .with_some("expected_loss", list.doubt(reply).map(|doubt| doubt.loss))
        .with_some_object("rollout", judged.filter(|judged| judged.is_rollout()).map(judged_play))
}

/// The rollout behind the numbers of a play.
fn judged_play(judged: &Judged) -> Object {
    let (trials, std_err) = match judged {
        Judged::Rollout(judged) => (judged.result().trials, rollout::std_err(&judged.result().estimates)),
        Judged::Noted(noted) => (noted.trials.into(), rollout::noted(noted.errors.as_ref(), noted.slope)),
    };
    Object::default().with("trials", trials).with_object("std_err", std_err)
}
