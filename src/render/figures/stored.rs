//! The analysis of a decision that the record holds: an analysis of here, or of another program.

use crate::analysis::is_loss;
use crate::render::decision::{Choices, Cube, Line, answers_table, cube_table, lines_table};
use crate::render::table::Table;
use crate::render::{NumberFormat, Role, Unit, visible};
use crate::rollout::{CubeJudgement, CubeMeans};
use crate::session::{DecisionReply, JudgedDecision, StoredCube, StoredPlay, StoredReply, done};
use crate::words::counted;

/// The table of a stored analysis, in the order of the program that made it.
pub(super) fn stored(reply: &StoredReply, numbers: &NumberFormat) -> Vec<Table> {
    if let Some(cube) = &reply.cube {
        let mut table = cube_decision(cube, numbers);
        table.note(format!("stored with the position: {}", by_whom(cube)));
        return vec![table];
    }
    let mut table = plays(reply, numbers);
    let is_cut = if reply.plays.len() < reply.of {
        format!("; {} of {}", reply.plays.len(), counted(reply.of, "play"))
    } else {
        String::new()
    };
    table.note(format!("stored with the position, in the order of the program that judged them{is_cut}"));
    if let Some(made) = reply.plays.iter().find(|play| play.made) {
        table.note(format!("played: {}", made.play));
    }
    vec![table]
}

/// Plays shown below a board where there are few rows, beside that which was made; fewer where not doubling before the
/// roll is told of, too.
const FEW: usize = 3;
const FEWEST: usize = 1;

/// A decision that one steps to: a sentence on what was decided, and the candidates of its analysis. On few rows it is
/// short.
pub(super) fn decision(reply: &DecisionReply, numbers: &NumberFormat, is_low: bool) -> Vec<Table> {
    let mut told = Table::default();
    let role = |judged: &JudgedDecision| if judged.mark.is_some() { Role::Blunder } else { Role::Verdict };
    told.notes.push((reply.judged.as_ref().map_or(Role::Verdict, role), sentence(reply, numbers)));
    if let Some(judged) = reply.no_double.as_ref().filter(|judged| is_loss(judged.loss)) {
        let lost = loss(judged, numbers);
        told.notes
            .push((role(judged), format!("Before the roll, not doubling gave up {lost}; best is {}", judged.best)));
    }
    let few = if told.notes.len() > 1 { FEWEST } else { FEW };
    let mut tables = vec![told];
    if let Some(analysis) = &reply.analysis {
        tables.push(match &analysis.cube {
            Some(StoredCube { answers: Some(answers), .. }) => answers_table(answers, numbers),
            Some(cube) => {
                let mut table = cube_decision(cube, numbers);
                table.note(by_whom(cube));
                table
            }
            None if is_low => {
                let mut best = analysis.clone();
                best.plays.retain(|play| play.rank <= few || play.made);
                plays(&best, numbers)
            }
            None => {
                let mut table = plays(analysis, numbers);
                if analysis.plays.iter().any(|play| play.made && play.rank > 1) {
                    table.note("> the play that was made");
                }
                let (shown, of) = (analysis.plays.len(), analysis.of);
                if shown < of {
                    table.note(format!("{shown} of {}; `hint {of}` shows all", counted(of, "play")));
                }
                table
            }
        });
    }
    if let (Some(luck), Some(dice), Some(last)) = (reply.luck, &reply.dice, tables.last_mut()) {
        last.note(format!("luck of {dice}: {}", numbers.equity(luck.into())));
    }
    if let (true, Some(last)) = (reply.flagged, tables.last_mut()) {
        last.note("flagged");
    }
    if let (Some(comment), Some(last)) = (&reply.comment, tables.last_mut()) {
        let lines = visible(comment);
        lines.lines().for_each(|line| last.note(format!("  “{line}”")));
    }
    tables
}

/// `game 2, turn 5: Alice chose 13/11 13/10 for 32 and gave up 0.068 (bad); best is 7/4 6/4`.
fn sentence(reply: &DecisionReply, numbers: &NumberFormat) -> String {
    let with = if reply.made == "no play" { "with" } else { "for" };
    let dice = reply.dice.as_ref().map_or_else(String::new, |dice| format!(" {with} {dice}"));
    let made = format!("game {}, turn {}: {} {}{dice}", reply.game, reply.turn, reply.player, done(&reply.made));
    match &reply.judged {
        None => made,
        Some(judged) if is_loss(judged.loss) => {
            format!("{made} and gave up {}; best is {}", loss(judged, numbers), judged.best)
        }
        Some(judged) if judged.loss > 0.0 => format!("{made}, which is as good as {}", judged.best),
        Some(_) => format!("{made}, which is best"),
    }
}

/// `0.068 (bad)`, `0.068 (bad, by XG Roller)`.
fn loss(judged: &JudgedDecision, numbers: &NumberFormat) -> String {
    let by = judged.by.as_ref().map(|by| format!("by {by}"));
    let about: Vec<String> = judged.mark.map(str::to_owned).into_iter().chain(by).collect();
    let loss = numbers.unsigned(judged.loss.into());
    let loss = loss.trim();
    if about.is_empty() { loss.to_owned() } else { format!("{loss} ({})", about.join(", ")) }
}

fn plays(reply: &StoredReply, numbers: &NumberFormat) -> Table {
    let lines: Vec<Line> = reply.plays.iter().map(line).collect();
    lines_table(&lines, Choices::Plays, Unit::Equity, numbers)
}

/// The level that judged a cube decision.
fn by_whom(cube: &StoredCube) -> String {
    let trials = cube.trials.map_or(String::new(), |trials| format!(", {}", counted(trials, "trial")));
    format!("{}{trials}", cube.by)
}

fn line(play: &StoredPlay) -> Line {
    Line {
        rank: Some(play.rank),
        name: play.play.clone(),
        method: Some(play.by.clone()),
        trials: play.trials.map(u64::from),
        is_made: play.made,
        is_best: play.rank == 1,
        value: (play.equity, play.std_err),
        behind: (play.rank > 1).then_some((play.behind, None)),
        outputs: Some(play.outputs.unwrap_or_default()),
        ..Line::default()
    }
}

fn cube_decision(cube: &StoredCube, numbers: &NumberFormat) -> Table {
    let values = [cube.no_double, cube.double_take];
    let errors = cube.std_err.map_or([None; 2], |errors| errors.map(Some));
    let (beavers, redoubles) = (cube.beavers, cube.redoubles);
    let doubler = CubeMeans { values, pass: cube.double_pass, errors, difference_error: None, beavers, redoubles };
    let best = doubler.best();
    let is_answer = cube.is_answer;
    // A player who is doubled sees the values from the other side.
    let sign = if is_answer { -1.0 } else { 1.0 };
    let means = CubeMeans { values: values.map(|value| sign * value), pass: sign * cube.double_pass, ..doubler };
    // The chances are those of the doubler without a double, who is not asked in an answer.
    let outputs = [cube.outputs.filter(|_| !is_answer), None];
    let cube = Cube { judged: CubeJudgement { means, best, chances: None }, outputs, is_answer };
    cube_table(&cube, Unit::Equity, numbers)
}
