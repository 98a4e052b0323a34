//! A rollout as a table with its conclusion.

use super::conclusion::{conclusion, remarks};
use super::cube::{CubeLines, cube_table};
use super::in_unit;
use super::plays::{PlayLine, plays_table};
use crate::level::Level;
use crate::render::reply::settled;
use crate::render::{Format, Role, Unit};
use crate::rollout::{CUBEFUL, CUBELESS, CubeMeans, JobKind};
use crate::session::{Made, RolloutReply, how_made};

/// What an equity is worth in the unit that is shown.
pub(super) fn slope(reply: &RolloutReply, candidate: usize, unit: Unit) -> f64 {
    let primary = if reply.result.is_cubeful { CUBEFUL } else { CUBELESS };
    let units = &reply.units[candidate];
    match (unit, units.mwc(primary)) {
        (Unit::Mwc, Some(mwc)) => mwc.slope / units.equity(primary).slope,
        _ => 1.0,
    }
}

/// The value that decides, with its error.
fn value(reply: &RolloutReply, candidate: usize, unit: Unit) -> (f64, Option<f64>) {
    let estimates = &reply.result.candidates[candidate].estimates;
    in_unit(&estimates.cubeful.unwrap_or(estimates.cubeless), unit)
}

/// The five outputs. A mean after variance reduction may lie a little outside 0 to 1.
fn outputs(reply: &RolloutReply, candidate: usize) -> [f64; 5] {
    reply.result.candidates[candidate].estimates.outputs.map(|output| output.mean.clamp(0.0, 1.0))
}

/// Puts the errors of a rollout beside the values of a cube decision.
pub(super) fn add_errors(lines: &mut CubeLines, reply: &RolloutReply, unit: Unit) {
    for candidate in 0..reply.names().len().min(2) {
        lines.means.errors[candidate] = value(reply, candidate, unit).1;
        if !lines.is_answer {
            lines.outputs[candidate] = Some(outputs(reply, candidate));
        }
    }
    let cube = reply.result.cube.as_ref();
    let error = cube.and_then(|cube| cube.difference_error);
    lines.means.difference_error = error.map(|error| slope(reply, 0, unit) * error);
    lines.chances = cube.and_then(|cube| cube.chances);
}

/// The result of a rollout.
#[must_use]
pub fn rollout(reply: &RolloutReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.is_match);
    let result = &reply.result;
    let mut text = reply.note.as_ref().map_or_else(String::new, |note| format.wrapped(note));
    let order = if reply.kind() == JobKind::Plays { result.ranking() } else { (0..result.candidates.len()).collect() };
    // Without a trial there is nothing to say: all zeros would look like a game that is lost.
    let (played, unplayed): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&i| result.candidates[i].trials > 0);
    let verdict = result.decision.as_ref().and_then(|decision| decision.verdict);
    let mut table = match (&result.decision, verdict) {
        (Some(_), Some(verdict)) if result.kind == JobKind::Cube && unplayed.is_empty() => {
            let means = CubeMeans {
                values: [value(reply, 0, unit).0, value(reply, 1, unit).0],
                pass: pass(reply, unit),
                errors: [None, None],
                difference_error: None,
                beavers: reply.job().has_beavers(),
            };
            let best = verdict.action();
            let beaver = means.beavers && means.values[1] < 0.0;
            let mut lines = CubeLines { means, outputs: [None, None], best, chances: None, is_answer: false, beaver };
            add_errors(&mut lines, reply, unit);
            cube_table(&lines, unit, numbers)
        }
        _ => plays_table(&played.iter().map(|&i| line(reply, i, unit)).collect::<Vec<_>>(), unit, numbers),
    };
    let mut notes = vec![];
    for i in unplayed.into_iter().filter(|_| !played.is_empty()) {
        notes.push((Role::Warning, format!("{}: no trial was finished", reply.names()[i])));
    }
    notes.push((Role::Verdict, conclusion(reply, unit, numbers)));
    if !played.is_empty() {
        notes.extend(remarks(reply, numbers).into_iter().map(|remark| (Role::Dim, remark)));
        let effort = if format.output.time { format!("; {}", effort(reply)) } else { String::new() };
        notes.push((Role::Dim, brief(reply) + &effort));
    }
    notes.append(&mut table.notes);
    table.notes = notes;
    text += &table.draw(format);
    text + &settled(reply, &order, format)
}

/// What a pass is worth: a point at this cube.
fn pass(reply: &RolloutReply, unit: Unit) -> f64 {
    let primary = if reply.result.is_cubeful { CUBEFUL } else { CUBELESS };
    let units = &reply.units[0];
    match (unit, units.mwc(primary)) {
        (Unit::Mwc, Some(mwc)) => {
            let equity = units.equity(primary);
            mwc.at((1.0 - equity.at(0.0)) / equity.slope)
        }
        _ => 1.0,
    }
}

fn line(reply: &RolloutReply, i: usize, unit: Unit) -> PlayLine {
    let result = &reply.result.candidates[i];
    let is_of_plays = reply.kind() == JobKind::Plays && reply.names().len() > 1;
    let comparison = result.comparison.as_ref().filter(|_| is_of_plays);
    let slope = slope(reply, i, unit);
    let is_equal = reply.result.candidates.iter().all(|other| other.trials == result.trials);
    let rank = reply.result.ranking().iter().position(|&j| j == i).map(|place| place + 1);
    PlayLine {
        rank: rank.filter(|_| reply.kind() == JobKind::Plays),
        name: reply.names()[i].clone(),
        method: None,
        trials: (!is_equal).then_some(result.trials),
        is_given_up: result.stopped,
        is_made: false,
        value: value(reply, i, unit),
        behind: comparison
            .filter(|comparison| comparison.rank > 1)
            .map(|comparison| (slope * comparison.behind, comparison.behind_error.map(|error| slope * error))),
        chance: comparison.map(|comparison| comparison.probability_best),
        outputs: outputs(reply, i),
    }
}

/// What ordered it, the user or a level, and how it was made.
pub(super) fn named(reply: &RolloutReply) -> String {
    format!("{}: {}", reply.level.map_or("rollout", Level::name), brief(reply))
}

/// How a rollout was made.
pub(super) fn brief(reply: &RolloutReply) -> String {
    how_made(&Made::from(reply))
}

/// Who played the trials.
pub(in crate::render) fn players_of_trials(threads: Option<usize>) -> String {
    match threads {
        None => "by workers".to_owned(),
        Some(1) => "on 1 thread".to_owned(),
        Some(threads) => format!("on {threads} threads"),
    }
}

/// What it took. What is known from before, or from other runs, took this one none.
fn effort(reply: &RolloutReply) -> String {
    if reply.played.trials == 0 {
        return "nothing was played now".to_owned();
    }
    format!("{:.1} s {}", reply.elapsed.as_secs_f64(), players_of_trials(reply.threads))
}

/// The plain results, errors of every number, and how to repeat it, in GNU Backgammon's layout.
#[must_use]
pub fn rollout_detail(reply: &RolloutReply, format: &Format) -> String {
    format.wrapped(&crate::render::reply::rollout_reply(reply, format))
}
