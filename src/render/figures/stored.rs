//! What another program found about a decision.

use crate::render::decision::{CubeLines, PlayLine, cube_table, plays_table};
use crate::render::table::Table;
use crate::render::{NumberFormat, Unit};
use crate::rollout::CubeMeans;
use crate::session::{StoredCube, StoredPlay, StoredReply};

/// The table of a stored analysis, in the order of the program that made it.
pub(super) fn stored(reply: &StoredReply, numbers: &NumberFormat) -> Vec<Table> {
    if let Some(cube) = &reply.cube {
        return vec![cube_decision(cube, numbers)];
    }
    let lines: Vec<PlayLine> = reply.plays.iter().map(line).collect();
    let mut table = plays_table(&lines, Unit::Equity, numbers);
    let is_cut = if reply.plays.len() < reply.of {
        format!("; {} of {} plays", reply.plays.len(), reply.of)
    } else {
        String::new()
    };
    table.note(format!("stored with the position, in the order of the program that judged them{is_cut}"));
    if let Some(made) = reply.plays.iter().find(|play| play.made) {
        table.note(format!("played: {}", made.play));
    }
    vec![table]
}

fn line(play: &StoredPlay) -> PlayLine {
    PlayLine {
        rank: Some(play.rank),
        name: play.play.clone(),
        method: Some(play.by.clone()),
        trials: play.trials.map(u64::from),
        is_given_up: false,
        value: (play.equity, play.std_err),
        behind: (play.rank > 1).then_some((play.behind, None)),
        chance: None,
        outputs: play.outputs.unwrap_or_default(),
    }
}

fn cube_decision(cube: &StoredCube, numbers: &NumberFormat) -> Table {
    let values = [cube.no_double, cube.double_take];
    let errors = cube.std_err.map_or([None; 2], |errors| errors.map(Some));
    let means = CubeMeans { values, pass: cube.double_pass, errors, difference_error: None, beavers: false };
    let best = means.best();
    let lines = CubeLines { means, outputs: [cube.outputs, None], best, chances: None, is_answer: false };
    let mut table = cube_table(&lines, Unit::Equity, numbers);
    let trials = cube.trials.map_or(String::new(), |trials| format!(", {trials} trials"));
    table.note(format!("stored with the position: {}{trials}", cube.by));
    table
}
