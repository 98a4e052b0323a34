//! A session's answer as text.

use super::decision::{cube_answer, evaluation, hint, players_of_trials, rollout, rollout_detail};
use super::table::{Column, Table};
use super::{
    BoardAction, BoardView, CandidateRow, CubeBlock, EvaluationRow, Format, NumberFormat, Role, RolloutRow,
    StatisticsLayout, Unit, board, board_within, candidates, cube, describe, dressed, evaluation_settings, evaluations,
    figures, help_entries, help_topic, rollout_heads, rollout_rows, rollout_settings, statistics,
};
use crate::board::{ByPlayer, Player, Setup};
use crate::eval::{Advice, Class, CubeDecision, Outputs};
use crate::notation::{MatchState, RawBoard, play_text};
use crate::record::{Numbers, Pending, Standing};
use crate::rollout::{CUBEFUL, CUBELESS, DECIDED_RISK, End, Estimate, JobKind, Worth};
use crate::session::{
    BoardReply, CubeReply, CubeRollout, EquityReply, EvalReply, Ids, Judged, Noted, PlayReply, Played, PlaysReply,
    Reply, ResignationReply, RolloutReply, Warning,
};
use crate::settings::{OutputSettings, OutputStyle};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The text of an answer; empty when there is nothing to say.
#[must_use]
pub fn reply(reply: &Reply, format: &Format) -> String {
    let settings = &format.output;
    let is_gnubg = settings.style == OutputStyle::Gnubg;
    match reply {
        Reply::Nothing | Reply::Load(_) | Reply::Python(_) | Reply::Quit => String::new(),
        Reply::Message(text) => format.wrapped(text),
        Reply::NoEffect { words, why } => format.wrapped(&format!("`{words}` has no effect: {why}")),
        Reply::Commands(lines) => lines.iter().map(|line| command_lines(line, format.width)).collect(),
        Reply::Board(reply) if settings.rawboard => raw_board(reply),
        Reply::Board(reply) => dressed(&drawn_board(reply, format.width), reply.clockwise, format) + "\n",
        Reply::Described(reply) => describe(reply).lines().map(|line| format.wrapped(line)).collect(),
        Reply::Eval(reply) if is_gnubg => eval_reply(reply, settings) + &warned(reply.cube.warning, format) + "\n",
        Reply::Eval(reply) => evaluation(reply, format) + &warned(reply.cube.warning, format) + "\n",
        Reply::Plays(reply) if is_gnubg => plays_reply(reply, settings) + &warned(reply.warning, format),
        Reply::Plays(reply) => hint(reply, format) + &warned(reply.warning, format),
        Reply::Cube(reply) if is_gnubg => cube_reply(reply, settings) + &warned(reply.warning, format) + "\n",
        Reply::Cube(reply) => cube_answer(reply, format) + &warned(reply.warning, format) + "\n",
        Reply::Resignation(reply) => resignation_reply(reply, settings) + &warned(reply.warning, format) + "\n",
        Reply::Rollout(reply) if is_gnubg => rollout_reply(reply, format) + &warned(reply.warning, format) + "\n",
        Reply::Rollout(reply) => rollout(reply, format) + &warned(reply.warning, format) + "\n",
        Reply::RolloutDetail(reply) => rollout_detail(reply, format) + &warned(reply.warning, format) + "\n",
        Reply::Statistics(reply) if is_gnubg => statistics(reply, settings.digits, StatisticsLayout::Gnubg),
        Reply::Statistics(reply) => statistics(reply, settings.digits, StatisticsLayout::Own { width: format.width }),
        Reply::Figures(reply, warning) => figures(reply, *warning, format),
        Reply::Help(topic) => with_newline(&help_topic(topic, format)),
        Reply::HelpEntries(entries) => with_newline(&help_entries(entries, format)),
        Reply::Many(replies) => replies.iter().map(|part| self::reply(part, format)).collect(),
    }
}

/// The line that says why numbers are not to be trusted, if they are not.
fn warned(warning: Option<Warning>, format: &Format) -> String {
    let Some(warning) = warning else { return String::new() };
    let lines = format.wrapped(&warning.to_string());
    lines.lines().map(|line| format.style.paint(Role::Warning, line) + "\n").collect()
}

/// The columns that `set output` asks for.
fn number_format(settings: &OutputSettings) -> NumberFormat {
    NumberFormat::from(settings)
}

fn with_newline(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

fn outputs_of(outputs: &Outputs) -> [f64; 5] {
    outputs.0.map(f64::from)
}

/// Both values in the unit asked for: winning chances only where there are any.
fn in_unit(equity: f32, mwc: Option<f32>, settings: &OutputSettings) -> f64 {
    f64::from(if settings.mwc { mwc.unwrap_or(equity) } else { equity })
}

const fn unit(is_match: bool, settings: &OutputSettings) -> Unit {
    if is_match && settings.mwc { Unit::Mwc } else { Unit::Equity }
}

/// The drawing of a board; a game that has ended has nobody left to act.
#[must_use]
pub fn board_reply(reply: &BoardReply) -> String {
    drawn_board(reply, None)
}

/// The board alone, 13 lines without colors, for so many columns; the identifiers are left out.
#[must_use]
pub fn board_alone(reply: &BoardReply, format: &Format) -> String {
    let drawn = drawn_board(reply, format.width);
    let plain = Format { style: super::Style::Plain, ..*format };
    let lines = dressed(&drawn, reply.clockwise, &plain);
    let mut text = String::new();
    for line in lines.lines().skip(2).take(13) {
        text += line;
        text.push('\n');
    }
    text
}

/// The drawing for a terminal of so many columns, with pips and the last play; for other programs without a width.
fn drawn_board(reply: &BoardReply, width: Option<usize>) -> String {
    let game = &reply.game;
    let action = match (reply.outcome, game.pending, game.dice) {
        (Some(_), _, _) => BoardAction::Nothing,
        (None, Some(Pending::Double), _) => {
            BoardAction::Doubled { value: 2 * game.cube.value, asked: game.to_decide() }
        }
        (None, Some(Pending::Resignation { by, value, .. }), _) => BoardAction::Resigns { by, value },
        (None, None, Some(roll)) => BoardAction::Rolled(roll),
        (None, None, None) => BoardAction::OnRoll,
    };
    let crawford = matches!(reply.standing, Standing::Match { score, .. } if score.crawford);
    let view = BoardView {
        position: game.position,
        on_roll: game.on_roll,
        action,
        names: ByPlayer([&*reply.names.0[0], &*reply.names.0[1]]),
        score: reply.standing.points(),
        match_length: Some(reply.standing.length()).filter(|&length| length > 0),
        crawford,
        cube: game.cube_in_use.then_some(game.cube),
        checkers: game.variation.checkers(),
        position_id: &reply.ids.position_id,
        match_id: &reply.ids.match_id,
        clockwise: reply.clockwise,
    };
    let margin = if reply.clockwise { "    " } else { " " };
    let last = reply.last.as_ref().filter(|_| width.is_some());
    let last = last.map_or_else(String::new, |last| format!("{margin}Last play: {last}\n"));
    let drawn = width.map_or_else(|| board(&view), |width| board_within(&view, width));
    drawn + &last + &format!("{margin}{}\n", reply.ids.xgid)
}

/// The board as FIBS sends it. The match ID has all that the line needs besides checkers and names.
fn raw_board(reply: &BoardReply) -> String {
    let Ok(state) = MatchState::from_match_id(&reply.ids.match_id) else { return board_reply(reply) };
    let setup = Setup::from(&reply.game.position);
    format!("{}\n", RawBoard { names: reply.names.clone(), setup, state })
}

pub(super) fn ids(ids: &Ids) -> String {
    format!("Position ID:\t{}\nMatch ID:\t{}\nXGID:\t\t{}\n", ids.position_id, ids.match_id, ids.xgid)
}

pub(super) const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Over => "Over",
        Class::Hypergammon => "Hypergammon",
        Class::BearoffTwoSided => "Bearoff2",
        Class::BearoffOneSided => "Bearoff1",
        Class::Race => "Race",
        Class::Crashed => "Crashed",
        Class::Contact => "Contact",
    }
}

fn eval_reply(reply: &EvalReply, settings: &OutputSettings) -> String {
    let format = number_format(settings);
    let rows: Vec<EvaluationRow> = reply
        .plies
        .iter()
        .map(|ply| EvaluationRow {
            plies: ply.ply,
            outputs: outputs_of(&ply.outputs),
            cubeless: in_unit(ply.equity, ply.mwc.map(|mwc| mwc.equity), settings),
            cubeful: in_unit(ply.cubeful, ply.mwc.map(|mwc| mwc.cubeful), settings),
        })
        .collect();
    let is_match = reply.plies.iter().any(|ply| ply.mwc.is_some());
    let mut text = ids(&reply.ids);
    text += &format!("\nEvaluator: \t{}\n\n", class_name(reply.class));
    text += &evaluations(&rows, unit(is_match, settings), &format);
    text.push('\n');
    text + &cube_reply(&reply.cube, settings)
}

fn cube_reply(reply: &CubeReply, settings: &OutputSettings) -> String {
    let format = number_format(settings);
    // The values of a double that the rules forbid mean nothing.
    let Some(verdict) = reply.verdict.as_ref().filter(|verdict| verdict.advice != Advice::Never) else {
        return "The cube cannot be turned now.\n".to_owned();
    };
    let is_match = reply.mwc.is_some();
    let value = |equity: f32, i: usize| in_unit(equity, reply.mwc.map(|mwc| mwc[i]), settings);
    cube(
        &CubeBlock {
            method: match &reply.rollout {
                None => format!("{}-ply", reply.ply),
                Some(rollout) => rollout.level().unwrap_or("Rollout").to_owned(),
            },
            cubeless: in_unit(reply.utility, reply.utility_mwc, settings),
            money: is_match.then_some(f64::from(reply.equity)),
            outputs: match &reply.rollout {
                None | Some(CubeRollout::Noted(Noted { foreign: Some(_), .. })) => Some(outputs_of(&reply.outputs)),
                Some(_) => None,
            },
            no_double: value(reply.no_double, 0),
            double_take: value(reply.double_take, 1),
            double_pass: value(reply.double_pass, 2),
            best: verdict.action(),
            verdict: verdict.to_string(),
            share: reply.percentage.map(f64::from),
            answer: reply.is_answer.then_some(verdict.answer.name()),
        },
        unit(is_match, settings),
        &format,
    ) + &match &reply.rollout {
        Some(CubeRollout::Rollout(rollout)) => rollout_details(rollout, reply.is_answer, settings),
        Some(CubeRollout::Noted(noted)) => format!("\n{}\n", noted_in_words(noted)),
        None => String::new(),
    }
}

/// What is below a cube decision that a rollout has made: the rows of its candidates, and how it was made.
fn rollout_details(rollout: &RolloutReply, for_answerer: bool, settings: &OutputSettings) -> String {
    let (format, unit) = (number_format(settings), unit(rollout.is_match, settings));
    let row = |i| {
        let row = rollout_row(rollout, i, unit);
        if for_answerer { row.flipped(unit) } else { row.alone() }
    };
    let rows: Vec<_> = (0..rollout.names().len()).map(row).collect();
    let settings = lines(&judged_by(rollout, rollout.result.trials()));
    format!("\nRollout details:\n{}{settings}", rollout_rows(&rows, unit, &format))
}

/// How a rollout was made that has so many trials.
fn judged_by(rollout: &RolloutReply, trials: u64) -> Vec<String> {
    let result = &rollout.result;
    let resolved = (**rollout.settings()).clone().with_rules_for(result.candidates.len());
    rollout_settings(&resolved, trials)
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn resignation_reply(reply: &ResignationReply, settings: &OutputSettings) -> String {
    let format = number_format(settings);
    let unit = unit(reply.accepting.mwc.is_some(), settings);
    let value = |worth: &EquityReply| in_unit(worth.equity, worth.mwc, settings);
    let (accepting, playing_on) = (value(&reply.accepting), value(&reply.playing_on));
    format!(
        "Playing on:                {} (cubeless {})\nAccepting the resignation: {} ({})\nProper answer: {}\n",
        format.value(playing_on, unit),
        format.value(value(&reply.cubeless), unit).trim_start(),
        format.value(accepting, unit),
        format.difference(accepting - playing_on, unit).trim_start(),
        if reply.is_enough() { "accept" } else { "reject" }
    )
}

fn plays_reply(reply: &PlaysReply, settings: &OutputSettings) -> String {
    if reply.candidates.is_empty() {
        return "There are no legal moves.\n".to_owned();
    }
    let is_match = reply.candidates.iter().any(|play| play.mwc.is_some());
    let unit = unit(is_match, settings);
    let value = |play: &PlayReply| in_unit(play.cubeful, play.mwc.map(|mwc| mwc.cubeful), settings);
    let best = value(&reply.candidates[0]);
    let kind = if reply.is_cubeful { "Cubeful" } else { "Cubeless" };
    let rows: Vec<CandidateRow> = reply
        .candidates
        .iter()
        .enumerate()
        .map(|(i, play)| CandidateRow {
            rank: play.rank,
            method: match &play.judged {
                None => format!("{kind} {}-ply", play.ply),
                Some(judged) => judged.level().unwrap_or("Rollout").to_owned(),
            },
            play: play_text(&play.play),
            value: value(play),
            difference: (i > 0).then(|| value(play) - best),
            outputs: outputs_of(&play.outputs),
            rollout: play.judged.as_ref().and_then(|judged| match judged {
                Judged::Rollout(judged) => Some(rollout_row(&judged.rollout, judged.candidate, unit)),
                Judged::Noted(noted) => (noted.trials > 0).then(|| noted_row(play, noted, unit)),
            }),
            notes: match &play.judged {
                None => vec![evaluation_settings(&reply.settings.with_plies(play.ply))],
                Some(Judged::Rollout(judged)) => judged_by(&judged.rollout, judged.result().trials),
                Some(Judged::Noted(noted)) => vec![noted_in_words(noted)],
            },
            made: false,
        })
        .collect();
    candidates(&rows, unit, &number_format(settings))
}

pub(super) fn rollout_reply(reply: &RolloutReply, page: &Format) -> String {
    let settings = &page.output;
    let format = number_format(settings);
    let unit = unit(reply.is_match, settings);
    let result = &reply.result;
    let order = if reply.kind() == JobKind::Plays { result.ranking() } else { (0..result.candidates.len()).collect() };
    // Without a trial there is nothing to say: all zeros would look like a game that is lost.
    let (played, unplayed): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&i| result.candidates[i].trials > 0);
    let rows: Vec<RolloutRow> = played.iter().map(|&i| rollout_row(reply, i, unit)).collect();
    let mut text = String::new();
    if let Some(note) = &reply.note {
        text += &with_newline(note);
    }
    if rows.is_empty() {
        return text + "Rollout interrupted before a trial was finished\n";
    }
    if result.end == Some(End::Interrupted) {
        text += &format!("Rollout interrupted after {} trials\n", result.trials());
    }
    text += &rollout_heads(&format);
    text += &rollout_rows(&rows, unit, &format);
    for i in unplayed {
        text += &format!("{}: no trial was finished\n", reply.names()[i]);
    }
    text += &settled(reply, &order, page);
    if let Some(ending) = ending(reply, order[0]) {
        text += &format!("{ending}\n");
    }
    text += &lines(&judged_by(reply, result.trials()));
    if settings.time {
        text += &effort(reply.elapsed, &reply.played, result.evaluations(), reply.threads);
    }
    if let Some(decision) = &result.decision {
        text += &rollout_decision(reply, decision, settings);
    }
    text
}

/// How a rollout with rules for its end ended; `best` is the candidate in front.
fn ending(reply: &RolloutReply, best: usize) -> Option<String> {
    let settings = reply.settings();
    let has_rules = settings.until.is_set() || settings.limit.enabled || settings.jsd.enabled;
    let is_cube = reply.result.kind == JobKind::Cube;
    let risk = 100.0 * DECIDED_RISK;
    let margin = settings.until.decided.unwrap_or_default();
    let name = &reply.names()[best];
    Some(match reply.result.end? {
        End::Decided if is_cube => format!("Decided: the cube action is known (risk {risk}%)"),
        End::Decided => format!("Decided: {name} is the best play (risk {risk}%)"),
        End::WithinMargin if is_cube => {
            format!("Within the margin: the open question matters by no more than {margin} (risk {risk}%)")
        }
        End::WithinMargin => {
            format!("Within the margin: no play is better than {name} by more than {margin} (risk {risk}%)")
        }
        End::Error => "Ended: the standard errors are small enough".to_owned(),
        End::Jsd if is_cube => format!("Ended: every answer is more than {} JSDs away", settings.jsd.limit),
        End::Jsd => format!("Ended: {name} is more than {} JSDs ahead of every other play", settings.jsd.limit),
        End::Time => "Ended: the time is up".to_owned(),
        End::Trials if has_rules => "Ended: all trials are played, and no other rule ended them".to_owned(),
        End::Trials | End::Interrupted => return None,
    })
}

/// The equities of the four states of a settled cube.
pub(super) fn settled(reply: &RolloutReply, order: &[usize], page: &Format) -> String {
    let format = &page.numbers();
    let Some(limit) = reply.settings().settlement else { return String::new() };
    let cell = |estimate: &Estimate| format.estimate(estimate.mean, estimate.std_err);
    let decider = reply.job().decider();
    let owns = |player: Player| format!("{} owns it", reply.players[player]);
    let heads = ["No cube".to_owned(), "Centered".to_owned(), owns(decider), owns(!decider)];
    let name = Column::words(&format!("Settled at {limit}"));
    let mut table = Table::new(std::iter::once(name).chain(heads.iter().map(|head| Column::number(head))));
    for &i in order {
        if let Some(states) = &reply.result.candidates[i].settled {
            table.row(std::iter::once(reply.names()[i].clone()).chain(states.iter().map(cell)));
        }
    }
    if table.rows.is_empty() { String::new() } else { table.draw(page) }
}

/// How something in the notes of the record was found.
pub(super) fn noted_in_words<T>(noted: &Noted<T>) -> String {
    let trials = format!("{} trials", noted.trials);
    let Some(foreign) = &noted.foreign else {
        return format!("{}: {}, kept with the match", noted.level(), noted.made.clone().unwrap_or(trials));
    };
    let mut text = foreign.level.clone();
    if noted.trials > 0 {
        text += &format!(": {trials}");
    }
    if !foreign.settings.is_empty() {
        text += &format!(" ({})", foreign.settings);
    }
    text + ", kept with the match; `analyse move` asks gammon"
}

/// The numbers of a play by a rollout in the notes of the record; errors that it does not hold are 0.
fn noted_row(play: &PlayReply, noted: &Noted<Numbers>, unit: Unit) -> RolloutRow {
    let errors = noted.errors.unwrap_or_default();
    let value = |equity: f32, mwc: Option<f32>| f64::from(mwc.filter(|_| unit == Unit::Mwc).unwrap_or(equity));
    let error = |equity: f32| noted.in_unit(equity, unit == Unit::Mwc);
    RolloutRow {
        name: play_text(&play.play),
        trials: u64::from(noted.trials),
        outputs: outputs_of(&play.outputs),
        cubeless: value(play.equity, play.mwc.map(|mwc| mwc.equity)),
        cubeful: Some(value(play.cubeful, play.mwc.map(|mwc| mwc.cubeful))),
        output_errors: errors.outputs.map(f64::from),
        cubeless_error: error(errors.cubeless),
        cubeful_error: Some(error(errors.cubeful)),
        ..RolloutRow::default()
    }
}

fn rollout_row(reply: &RolloutReply, i: usize, unit: Unit) -> RolloutRow {
    let candidate = &reply.result.candidates[i];
    let is_of_plays = reply.kind() == JobKind::Plays;
    let worth = |worth: &Worth| match unit {
        Unit::Mwc => worth.mwc.unwrap_or(worth.equity),
        Unit::Equity => worth.equity,
    };
    let estimates = &candidate.estimates;
    let cubeless = worth(&estimates.cubeless);
    let cubeful = estimates.cubeful.as_ref().map(worth);
    let error = |estimate: Estimate| estimate.std_err.unwrap_or(0.0);
    let comparison = candidate.comparison.as_ref();
    // What an equity is worth in the unit shown.
    let primary = if reply.result.is_cubeful { CUBEFUL } else { CUBELESS };
    let slope = match (unit, reply.units[i].mwc(primary)) {
        (Unit::Mwc, Some(mwc)) => mwc.slope / reply.units[i].equity(primary).slope,
        _ => 1.0,
    };
    let plain = worth(&candidate.raw.cubeful.unwrap_or(candidate.raw.cubeless));
    let plain = (reply.settings().variance_reduction && candidate.trials > 1).then_some(plain);
    RolloutRow {
        name: reply.names()[i].clone(),
        trials: candidate.trials,
        // A mean after variance reduction may lie a little outside 0 to 1; JSON has it as it is.
        outputs: estimates.outputs.map(|output| output.mean.clamp(0.0, 1.0)),
        cubeless: cubeless.mean,
        cubeful: cubeful.map(|cubeful| cubeful.mean),
        output_errors: estimates.outputs.map(error),
        cubeless_error: error(cubeless),
        cubeful_error: cubeful.map(error),
        rank: comparison.map(|comparison| comparison.rank).filter(|_| is_of_plays),
        jsd: comparison.and_then(|comparison| comparison.jsd),
        paired_jsd: comparison.and_then(|comparison| comparison.paired_jsd),
        behind: comparison
            .filter(|_| is_of_plays)
            .and_then(|comparison| comparison.behind_error.map(|error| (slope * comparison.behind, slope * error))),
        stratified_error: candidate.stratified_error.map(|error| slope * error),
        chance: comparison.map(|comparison| comparison.probability_best).filter(|_| is_of_plays),
        stopped: candidate.stopped,
        plain: plain.map(|plain| (plain.mean, error(plain))),
        plain_games: candidate.plain_games(),
    }
}

/// What it took: time and threads, and the evaluations made in that time. What is known from before, or from other
/// runs, took this one none.
fn effort(elapsed: Duration, played: &Played, evaluations: u64, threads: Option<usize>) -> String {
    if played.trials == 0 {
        return format!("Nothing was played now; {evaluations} evaluations were made before\n");
    }
    let (seconds, now) = (elapsed.as_secs_f64(), played.evaluations);
    let players = players_of_trials(threads);
    let before = match evaluations.saturating_sub(now) {
        0 => String::new(),
        before => format!(", {before} before"),
    };
    format!("Time elapsed {seconds:.1}s, {now} evaluations {players}{before}\n")
}

fn rollout_decision(reply: &RolloutReply, decision: &CubeDecision, settings: &OutputSettings) -> String {
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
        answer: None,
    };
    format!("\n{}", cube(&block, Unit::Equity, &number_format(settings)))
}

/// A command in lines that are not too long: all but the last end in a backslash, so that they may be typed again.
fn command_lines(line: &str, width: Option<usize>) -> String {
    let (mut text, mut room) = (String::new(), width.unwrap_or(usize::MAX));
    let mut rest = line;
    while rest.width() > room
        && let Some(at) = rest.match_indices(' ').map(|(at, _)| at).rfind(|&at| rest[..at].width() + 2 <= room)
        && !rest[..at].contains('"')
    {
        text += &format!("{} \\\n  ", &rest[..at]);
        rest = &rest[at + 1..];
        room = width.map_or(usize::MAX, |width| width.saturating_sub(2));
    }
    text + rest + "\n"
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
