//! A rollout as a table with its conclusion.

use super::answers::answers_table;
use super::conclusion::{conclusion, remarks};
use super::cube::{Cube, cube_table};
use super::line::{Choices, Line, lines_table};
use crate::board::Player;
use crate::render::laid_out::{LaidOut, called, order, pass};
use crate::render::table::{Column, Table};
use crate::render::words::players_of_trials;
use crate::render::{Format, Role, Unit};
use crate::rollout::{CubeJudgement, CubeMeans, Estimate, JobKind};
use crate::session::{Made, RolloutReply, how_made};

/// The result of a rollout.
pub fn rollout(reply: &RolloutReply, format: &Format) -> String {
    let text = reply.note.as_ref().map_or_else(String::new, |note| format.prose(note));
    let answers = reply
        .answers
        .as_ref()
        .map_or_else(String::new, |answers| format!("\n{}", answers_table(answers, &format.numbers()).draw(format)));
    text + &rollout_table(reply, format).shown(format) + &answers + &settled(reply, &order(reply), format)
}

/// The table of a rollout, with its conclusion.
pub(in crate::render) fn rollout_table(reply: &RolloutReply, format: &Format) -> Table {
    let numbers = &format.numbers();
    let unit = format.unit(reply.is_match);
    let result = &reply.result;
    let order = order(reply);
    // Without a trial there is nothing to say: all zeros would look like a game that is lost.
    let (played, unplayed): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&i| result.candidates[i].trials > 0);
    let verdict = result.decision.as_ref().and_then(|decision| decision.verdict);
    let mut table = match (&result.decision, verdict) {
        (Some(_), Some(verdict)) if result.kind == JobKind::Cube && unplayed.is_empty() => {
            let means = CubeMeans {
                values: [0, 1].map(|i| LaidOut::new(reply, i, unit).value.0),
                pass: pass(reply, unit),
                errors: [None, None],
                difference_error: None,
                beavers: reply.job().has_beavers(),
                redoubles: verdict.redouble,
            };
            let judged = CubeJudgement { means, best: verdict.action(), chances: None };
            let mut cube = Cube { judged, outputs: [None, None], is_answer: false };
            cube.add_errors(reply, unit);
            cube_table(&cube, unit, numbers)
        }
        _ => {
            let lines: Vec<Line> = played.iter().map(|&i| line(reply, i, unit)).collect();
            lines_table(&lines, Choices::Plays, unit, numbers)
        }
    };
    let mut notes = vec![];
    for i in unplayed.into_iter().filter(|_| !played.is_empty()) {
        notes.push((Role::Warning, format!("{}: no trial was finished", called(reply, i))));
    }
    notes.push((Role::Verdict, conclusion(reply, unit, numbers)));
    if !played.is_empty() {
        notes.extend(remarks(reply, numbers).into_iter().map(|remark| (Role::Dim, remark)));
        let effort = if format.output.time { format!("; {}", effort(reply)) } else { String::new() };
        notes.push((Role::Dim, how_made(&Made::from(reply)) + &effort));
    }
    notes.append(&mut table.notes);
    table.notes = notes;
    table
}

fn line(reply: &RolloutReply, i: usize, unit: Unit) -> Line {
    let result = &reply.result.candidates[i];
    let is_of_plays = reply.kind() == JobKind::Plays && reply.names().len() > 1;
    let comparison = result.comparison.as_ref().filter(|_| is_of_plays);
    let LaidOut { value, behind, outputs, .. } = LaidOut::new(reply, i, unit);
    let is_equal = reply.result.candidates.iter().all(|other| other.trials == result.trials);
    let rank = reply.result.ranking().iter().position(|&j| j == i).map(|place| place + 1);
    let rank = rank.filter(|_| reply.kind() == JobKind::Plays);
    Line {
        rank,
        name: called(reply, i),
        trials: (!is_equal).then_some(result.trials),
        is_given_up: result.stopped,
        is_best: rank == Some(1),
        value,
        behind: behind.filter(|_| comparison.is_some_and(|comparison| comparison.rank > 1)),
        chance: comparison.map(|comparison| comparison.probability_best),
        outputs: Some(outputs),
        ..Line::default()
    }
}

/// The effort. Trials known from before, or from other runs, took this one none.
fn effort(reply: &RolloutReply) -> String {
    if reply.played.trials == 0 {
        return "nothing was played now".to_owned();
    }
    format!("{:.1} s {}", reply.elapsed.as_secs_f64(), players_of_trials(reply.threads))
}

/// The equities of the four states of a settled cube.
pub(in crate::render) fn settled(reply: &RolloutReply, order: &[usize], page: &Format) -> String {
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
            table.row(std::iter::once(called(reply, i)).chain(states.iter().map(cell)));
        }
    }
    if table.rows.is_empty() { String::new() } else { table.draw(page) }
}
