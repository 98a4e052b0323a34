//! GNU Backgammon's layout of evaluations, plays, cube decisions and rollouts, from which scripts pick numbers.

mod candidates;
mod cube;
mod evaluation;
mod rollout;

pub use candidates::{CandidateRow, candidates};
pub use cube::{CubeBlock, cube};

use super::decision::{Line, ended_by, settled};
use super::laid_out::{LaidOut, order};
use super::words::{class_name, ids, noted_in_words, players_of_trials};
use super::{Format, Unit, evaluation_settings, rollout_settings};
use crate::eval::{Advice, CubeDecision, Outputs};
use crate::notation::play_text;
use crate::record::Numbers;
use crate::rollout::{End, Goal, JobKind};
use crate::session::{
    CubeReply, CubeRollout, EvalReply, Judged, Noted, PlayReply, Played, PlaysReply, ResignationReply, RolloutReply,
};
use crate::words::counted;
use evaluation::evaluations;
use rollout::{RolloutRow, rollout_heads, rollout_rows};
use std::time::Duration;

fn outputs_of(outputs: &Outputs) -> Option<[f64; 5]> {
    outputs.are_known().then(|| outputs.0.map(f64::from))
}

pub(super) fn evaluation_answer(reply: &EvalReply, format: &Format) -> String {
    let is_match = reply.plies.iter().any(|ply| ply.cubeful.mwc.is_some());
    let unit = format.unit(is_match);
    let mut text = ids(&reply.ids);
    text += &format!("\nEvaluator: \t{}\n\n", class_name(reply.class));
    text += &evaluations(&reply.plies, unit, &format.numbers());
    text.push('\n');
    text + &cube_answer(&reply.cube, format)
}

pub(super) fn cube_answer(reply: &CubeReply, format: &Format) -> String {
    // The values of a double that the rules forbid mean nothing.
    let Some(verdict) = reply.verdict.as_ref().filter(|verdict| verdict.advice != Advice::Never) else {
        return "The cube cannot be turned now.\n".to_owned();
    };
    let is_match = reply.no_double.mwc.is_some();
    let unit = format.unit(is_match);
    cube(
        &CubeBlock {
            method: match &reply.rollout {
                None => format!("{}-ply", reply.ply),
                Some(rollout) => rollout.level().unwrap_or("Rollout").to_owned(),
            },
            cubeless: unit.of(reply.utility),
            money: is_match.then_some(f64::from(reply.equity)),
            outputs: match &reply.rollout {
                None | Some(CubeRollout::Noted(Noted { foreign: Some(_), .. })) => outputs_of(&reply.outputs),
                Some(_) => None,
            },
            no_double: unit.of(reply.no_double),
            double_take: unit.of(reply.double_take),
            double_pass: unit.of(reply.double_pass),
            best: verdict.action(),
            verdict: verdict.to_string(),
            share: reply.percentage.map(f64::from),
            is_answer: reply.is_answer,
            answer: reply.is_answer.then_some(verdict.answer.name()),
        },
        unit,
        &format.numbers(),
    ) + &match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => rollout_details(rollout, reply.is_answer, format),
        Some(CubeRollout::Noted(noted)) => format!("\n{}\n", noted_in_words(noted)),
        None => String::new(),
    }
}

/// The lines below a cube decision that a rollout has made: the rows of its candidates, and how it was made.
fn rollout_details(rollout: &RolloutReply, for_answerer: bool, format: &Format) -> String {
    let unit = format.unit(rollout.is_match);
    let row = |i| {
        let row = rollout_row(rollout, i, unit);
        if for_answerer { row.flipped(unit) } else { row.alone() }
    };
    let rows: Vec<_> = (0..rollout.names().len()).map(row).collect();
    let settings = lines(&judged_by(rollout, rollout.result.trials()));
    format!("\nRollout details:\n{}{settings}", rollout_rows(&rows, unit, &format.numbers()))
}

/// How a rollout was made that has this many trials.
fn judged_by(rollout: &RolloutReply, trials: u64) -> Vec<String> {
    rollout_settings(rollout.settings(), trials, rollout.result.candidates.len())
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub(super) fn resignation_answer(reply: &ResignationReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.accepting.mwc.is_some());
    let (accepting, playing_on) = (unit.of(reply.accepting), unit.of(reply.playing_on));
    format!(
        "Playing on:                {} (cubeless {})\nAccepting the resignation: {} ({})\nProper answer: {}\n",
        numbers.value(playing_on, unit),
        numbers.value(unit.of(reply.cubeless), unit).trim_start(),
        numbers.value(accepting, unit),
        numbers.difference(accepting - playing_on, unit).trim_start(),
        if reply.is_enough() { "accept" } else { "reject" }
    )
}

pub(super) fn plays_answer(reply: &PlaysReply, format: &Format) -> String {
    if reply.candidates.is_empty() {
        return "There are no legal moves.\n".to_owned();
    }
    let is_match = reply.candidates.iter().any(|play| play.cubeful.mwc.is_some());
    let unit = format.unit(is_match);
    let value = |play: &PlayReply| unit.of(play.cubeful);
    let best = value(&reply.candidates[0]);
    let kind = if reply.is_cubeful { "Cubeful" } else { "Cubeless" };
    let rows: Vec<CandidateRow> = reply
        .candidates
        .iter()
        .enumerate()
        .map(|(i, play)| CandidateRow {
            line: Line {
                rank: Some(play.rank),
                name: play_text(&play.play),
                value: (value(play), None),
                behind: (i > 0).then(|| (best - value(play), None)),
                outputs: outputs_of(&play.outputs),
                ..Line::default()
            },
            method: match &play.judged {
                None => format!("{kind} {}-ply", play.ply),
                Some(judged) => judged.level().unwrap_or("Rollout").to_owned(),
            },
            rollout: play.judged.as_ref().and_then(|judged| match judged {
                Judged::Rollout(judged) => Some(rollout_row(&judged.rollout, judged.candidate, unit)),
                Judged::Noted(noted) => (noted.trials > 0).then(|| noted_row(play, noted, unit)),
            }),
            notes: match &play.judged {
                None => vec![evaluation_settings(&reply.settings.with_plies(play.ply))],
                Some(Judged::Rollout(judged)) => judged_by(&judged.rollout, judged.result().trials),
                Some(Judged::Noted(noted)) => vec![noted_in_words(noted)],
            },
        })
        .collect();
    candidates(&rows, unit, &format.numbers())
}

pub(super) fn rollout_answer(reply: &RolloutReply, format: &Format) -> String {
    let numbers = &format.numbers();
    let unit = format.unit(reply.is_match);
    let result = &reply.result;
    let order = order(reply);
    // Without a trial there is nothing to say: all zeros would look like a game that is lost.
    let (played, unplayed): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&i| result.candidates[i].trials > 0);
    let rows: Vec<RolloutRow> = played.iter().map(|&i| rollout_row(reply, i, unit)).collect();
    let mut text = String::new();
    if let Some(note) = &reply.note {
        text += note;
        if !note.is_empty() && !note.ends_with('\n') {
            text.push('\n');
        }
    }
    if rows.is_empty() {
        return text + "Rollout interrupted before a trial was finished\n";
    }
    if result.end == Some(End::Interrupted) {
        text += &format!("Rollout interrupted after {}\n", counted(result.trials(), "trial"));
    }
    text += &rollout_heads(numbers);
    text += &rollout_rows(&rows, unit, numbers);
    for i in unplayed {
        text += &format!("{}: no trial was finished\n", reply.names()[i]);
    }
    text += &settled(reply, &order, format);
    if let Some(ending) = ending(reply, order[0]) {
        text += &format!("{ending}\n");
    }
    text += &lines(&judged_by(reply, result.trials()));
    if format.output.time {
        text += &effort(reply.elapsed, &reply.played, result.evaluations(), reply.threads);
    }
    if let Some(decision) = &result.decision {
        text += &rollout_decision(reply, decision, format);
    }
    text
}

/// How a rollout with rules for its end ended; `best` is the candidate in front.
fn ending(reply: &RolloutReply, best: usize) -> Option<String> {
    let settings = reply.settings();
    let goals = settings.stop.goals(reply.result.candidates.len());
    let has_rules = goals.iter().any(|goal| *goal != Goal::Focus);
    ended_by(reply, best).or_else(|| {
        let is_at_end = has_rules && reply.result.end == Some(End::Trials);
        is_at_end.then(|| "Ended: all trials are played, and no other rule ended them".to_owned())
    })
}

/// The numbers of a play by a rollout in the notes of the record; errors that it does not hold are 0.
fn noted_row(play: &PlayReply, noted: &Noted<Numbers>, unit: Unit) -> RolloutRow {
    let errors = noted.errors.unwrap_or_default();
    let error = |equity: f32| noted.in_unit(equity, unit == Unit::Mwc);
    RolloutRow {
        name: play_text(&play.play),
        trials: u64::from(noted.trials),
        outputs: outputs_of(&play.outputs).unwrap_or_default(),
        cubeless: unit.of(play.cubeless),
        cubeful: Some(unit.of(play.cubeful)),
        output_errors: errors.outputs.map(f64::from),
        cubeless_error: error(errors.cubeless),
        cubeful_error: Some(error(errors.cubeful)),
        ..RolloutRow::default()
    }
}

fn rollout_row(reply: &RolloutReply, i: usize, unit: Unit) -> RolloutRow {
    let candidate = &reply.result.candidates[i];
    let is_of_plays = reply.kind() == JobKind::Plays;
    let laid_out = LaidOut::new(reply, i, unit);
    let comparison = candidate.comparison.as_ref();
    let has_plain = reply.settings().variance_reduction && candidate.trials > 1;
    RolloutRow {
        name: reply.names()[i].clone(),
        trials: candidate.trials,
        outputs: laid_out.outputs,
        cubeless: laid_out.cubeless.0,
        cubeful: laid_out.cubeful.map(|(mean, _)| mean),
        output_errors: candidate.estimates.outputs.map(|output| output.std_err.unwrap_or(0.0)),
        cubeless_error: laid_out.cubeless.1.unwrap_or(0.0),
        cubeful_error: laid_out.cubeful.map(|(_, error)| error.unwrap_or(0.0)),
        rank: comparison.map(|comparison| comparison.rank).filter(|_| is_of_plays),
        jsd: comparison.and_then(|comparison| comparison.jsd),
        paired_jsd: comparison.and_then(|comparison| comparison.paired_jsd),
        behind: laid_out.behind.filter(|_| is_of_plays).and_then(|(behind, error)| Some((behind, error?))),
        stratified_error: candidate.stratified_error.map(|error| laid_out.slope * error),
        chance: comparison.map(|comparison| comparison.probability_best).filter(|_| is_of_plays),
        stopped: candidate.stopped,
        plain: has_plain.then_some((laid_out.plain.0, laid_out.plain.1.unwrap_or(0.0))),
        plain_games: candidate.plain_games(),
    }
}

/// The effort: time and threads, and the evaluations made in that time. Trials known from before, or from other runs,
/// took this one none.
fn effort(elapsed: Duration, played: &Played, evaluations: u64, threads: Option<usize>) -> String {
    if played.trials == 0 {
        return format!("Nothing was played now; {} were made before\n", counted(evaluations, "evaluation"));
    }
    let (seconds, now) = (elapsed.as_secs_f64(), played.evaluations);
    let players = players_of_trials(threads);
    let before = match evaluations.saturating_sub(now) {
        0 => String::new(),
        before => format!(", {before} before"),
    };
    format!("Time elapsed {seconds:.1}s, {} {players}{before}\n", counted(now, "evaluation"))
}

fn rollout_decision(reply: &RolloutReply, decision: &CubeDecision, format: &Format) -> String {
    let (Some(verdict), Some(first)) = (&decision.verdict, reply.result.candidates.first()) else {
        return String::new();
    };
    let block = CubeBlock {
        method: "Rollout".to_owned(),
        cubeless: first.estimates.cubeless.equity.mean,
        money: None,
        outputs: None,
        no_double: f64::from(decision.values.no_double),
        double_take: f64::from(decision.values.double_take),
        double_pass: f64::from(decision.values.double_pass),
        best: verdict.action(),
        verdict: verdict.to_string(),
        share: decision.wrong_answers().map(f64::from),
        is_answer: false,
        answer: None,
    };
    format!("\n{}", cube(&block, Unit::Equity, &format.numbers()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_of_what_was_played_in_it() {
        let played = |trials, evaluations| Played { trials, turns: 50 * trials, evaluations };
        let said = |played, all, threads| effort(Duration::from_millis(1250), &played, all, threads);
        assert_eq!(said(played(36, 70_000), 70_000, Some(1)), "Time elapsed 1.2s, 70000 evaluations on 1 thread\n");
        assert_eq!(
            said(played(36, 70_000), 100_000, Some(2)),
            "Time elapsed 1.2s, 70000 evaluations on 2 threads, 30000 before\n"
        );
        assert_eq!(said(played(0, 0), 30_000, Some(2)), "Nothing was played now; 30000 evaluations were made before\n");
    }
}
