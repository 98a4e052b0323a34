//! A rollout as a file: CSV or Markdown. JSON is [`json_reply`](super::json_reply)'s, pictures are the report's.
//!
//! Equities are in units of the cube of the decision, normalized in a match; every value is seen by the side that
//! decides. Errors are standard errors.

use super::decision::{conclusion, remarks};
use super::laid_out::{called, rank};
use super::numbers::{percent, thousandths};
use super::table::csv_of;
use super::words::rough_chance;
use super::{NumberFormat, Unit};
use crate::eval::CubeAction;
use crate::rollout::{CUBEFUL, CUBELESS, CandidateResult, Comparison, Ending, Estimate, JudgedAction};
use crate::session::{Made, RolloutReply, how_made};
use crate::words::counted;
use std::fmt::Write;

const COLUMNS: [&str; 7] =
    ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "equity", "cubeful"];

/// One row for each candidate: name, trials, rank, then every number and its standard error in full precision.
pub fn rollout_csv(reply: &RolloutReply) -> String {
    csv_of(&candidate_heads(), candidate_rows(reply).into_iter())
}

/// The heads of a row for each candidate.
pub(super) fn candidate_heads() -> Vec<String> {
    let mut heads: Vec<String> = ["name", "rank", "trials"].map(str::to_owned).into();
    heads.extend(COLUMNS.iter().flat_map(|column| [(*column).to_owned(), format!("{column}_std_err")]));
    heads.extend(["behind", "behind_std_err", "behind_by", "probability_best", "ended", "made"].map(str::to_owned));
    heads
}

/// A row for each candidate in its place, then those of actions that are not rolled out.
pub(super) fn candidate_rows(reply: &RolloutReply) -> Vec<Vec<String>> {
    let ended = reply.result.end.map_or("", |end| end.name());
    let made = how_made(&Made::from(reply));
    let row =
        |name: &str, rank: String, trials: String, estimates: [Option<Estimate>; 7], compared: Option<&Comparison>| {
            let mut row = vec![name_cell(name), rank, trials];
            for estimate in estimates {
                row.extend([cell(estimate.map(|it| it.mean)), cell(estimate.and_then(|it| it.std_err))]);
            }
            row.extend([
                cell(compared.map(|compared| compared.behind)),
                cell(compared.and_then(|compared| compared.behind_error)),
                compared.map_or("", behind_by).to_owned(),
                cell(compared.map(|compared| compared.probability_best)),
                ended.to_owned(),
                made.clone(),
            ]);
            row
        };
    let candidates = reply.result.candidates.iter().enumerate().map(|(i, candidate)| {
        let (name, rank) = (called(reply, i), rank(reply, i).to_string());
        row(&name, rank, candidate.trials.to_string(), numbers(candidate), candidate.comparison.as_ref())
    });
    let unplayed = unplayed_actions(reply).into_iter().map(|Unplayed { name, value, comparison }| {
        let numbers = [None, None, None, None, None, None, Some(value)];
        row(&name, comparison.rank.to_string(), String::new(), numbers, Some(&comparison))
    });
    candidates.chain(unplayed).collect()
}

/// One row for each trial of each candidate: its number, first roll, the seven numbers with luck subtracted, both
/// equities as the trial ended, how it ended and at which cube, turns and evaluations.
pub fn rollout_csv_trials(reply: &RolloutReply) -> String {
    csv_of(&trial_heads(), trial_rows(reply))
}

/// The heads of a row for each trial.
pub(super) fn trial_heads() -> Vec<&'static str> {
    let mut heads = vec!["name", "trial", "roll"];
    heads.extend(COLUMNS);
    heads.extend(["plain_equity", "plain_cubeful", "end", "won", "cube", "turns", "evaluations"]);
    heads
}

/// A row for each trial.
pub(super) fn trial_rows(reply: &RolloutReply) -> impl Iterator<Item = Vec<String>> {
    (0..reply.names().len()).flat_map(move |i| {
        let name = called(reply, i);
        let cube = reply.job().candidates()[i].cube.value();
        reply.records.candidates[i].numbered().map(move |(trial, record)| {
            let first_roll = record.first_roll.map_or_else(String::new, |roll| roll.to_string());
            let mut row = vec![name_cell(&name), (reply.records.first + trial).to_string(), first_roll];
            row.extend(record.values[..CUBELESS].iter().map(|output| output.to_f64().to_string()));
            for values in [&record.values, &record.raw] {
                for quantity in [CUBELESS, CUBEFUL] {
                    row.push(reply.units[i].equity(quantity).at(values[quantity].to_f64()).to_string());
                }
            }
            let events = &record.events;
            let (end, won) = match events.ending {
                Ending::Valued => ("valued", ""),
                Ending::BorneOff { won, .. } => ("borne off", yes_no(won)),
                Ending::Passed { won } => ("passed", yes_no(won)),
            };
            let cube = cube << u32::from(events.takes);
            row.extend([end.to_owned(), won.to_owned()]);
            row.extend([cube.to_string(), events.turns.to_string(), record.evaluations.to_string()]);
            row
        })
    })
}

pub(super) fn cell(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A name as a cell. A spreadsheet would take one that begins with `=` and the like for a formula.
fn name_cell(name: &str) -> String {
    let guard = if name.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("{guard}{name}")
}

const fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// A table to paste into a forum or a document, best candidate first.
pub fn rollout_markdown(reply: &RolloutReply) -> String {
    let mut text = format!("`{}`\n\n", reply.ids.xgid);
    text.push_str(
        "| | Candidate | Behind by | Best | Win | Gammon | Bg | Lose g | Lose bg | Cubeless | Cubeful | Trials |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    let mut rows = Vec::new();
    for &i in &reply.result.ranking() {
        let mut text = String::new();
        let candidate = &reply.result.candidates[i];
        let [behind, best] = comparison_cells(candidate.comparison.as_ref());
        let rank = rank(reply, i);
        let _ = write!(text, "| {rank} | {} | {behind} | {best} |", escaped(&called(reply, i)));
        for (column, estimate) in numbers(candidate).into_iter().enumerate() {
            let cell = match estimate {
                None => String::new(),
                Some(Estimate { mean, .. }) if column < 5 => percent(mean),
                Some(estimate) => with_error(&estimate),
            };
            let _ = write!(text, " {cell} |");
        }
        let _ = writeln!(text, " {} |", candidate.trials);
        rows.push((rank, text));
    }
    for Unplayed { name, value, comparison } in unplayed_actions(reply) {
        let [behind, best] = comparison_cells(Some(&comparison));
        let (rank, value) = (comparison.rank, with_error(&value));
        rows.push((rank, format!("| {rank} | {name} | {behind} | {best} | | | | | | | {value} | |\n")));
    }
    rows.sort_by_key(|(rank, _)| *rank);
    rows.iter().for_each(|(_, row)| text.push_str(row));
    let _ = writeln!(text, "\n**{}**", escaped(&concluded(reply)));
    for sentence in said(reply) {
        let _ = writeln!(text, "\n{}", escaped(&sentence));
    }
    text
}

/// Text in which no character means anything to Markdown: hits in plays have stars.
pub(super) fn escaped(text: &str) -> String {
    let mut all = String::new();
    for c in text.chars() {
        match c {
            '&' => all.push_str("&amp;"),
            '<' => all.push_str("&lt;"),
            '|' | '`' | '*' | '_' | '[' | ']' | '\\' => all.extend(['\\', c]),
            c if c.is_control() => all.push(' '),
            c => all.push(c),
        }
    }
    all
}

/// An action of a cube decision whose value follows from those that are rolled out.
pub(super) struct Unplayed {
    /// The name.
    pub name: String,
    /// The worth to the decider.
    pub value: Estimate,
    /// The comparison with the other actions.
    pub comparison: Comparison,
}

/// The actions of a cube decision that are not rolled out: double and pass, and a beaver where that is the answer.
pub(super) fn unplayed_actions(reply: &RolloutReply) -> Vec<Unplayed> {
    let Some(judgement) = reply.result.cube.as_ref() else { return Vec::new() };
    let of = |judged: JudgedAction| {
        if !judged.is_beavered && judged.action != CubeAction::DoublePass {
            return None;
        }
        let given_up = judged.given_up;
        let comparison = Comparison {
            rank: judged.rank,
            behind: given_up.map_or(0.0, |given_up| given_up.amount),
            behind_error: given_up.and_then(|given_up| given_up.error),
            by_opponent: given_up.is_some_and(|given_up| given_up.by_opponent),
            jsd: None,
            paired_jsd: None,
            probability_best: judged.chance?,
        };
        let (mean, std_err) = judged.value;
        Some(Unplayed { name: judged.words(), value: Estimate { mean, std_err }, comparison })
    };
    judgement.actions().into_iter().filter_map(of).collect()
}

/// The side that loses a candidate's distance from the best, where that is a question.
fn behind_by(comparison: &Comparison) -> &'static str {
    match comparison {
        Comparison { rank: 1, .. } => "",
        Comparison { by_opponent: true, .. } => "opponent",
        _ => "decider",
    }
}

/// How far behind the best with the error of the difference, and the chance of being the best.
pub(super) fn comparison_cells(comparison: Option<&Comparison>) -> [String; 2] {
    let Some(comparison) = comparison else { return Default::default() };
    let error = comparison.behind_error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
    let whose = if comparison.by_opponent { " (opponent)" } else { "" };
    let behind = if comparison.is_equal() {
        "equal".to_owned()
    } else if comparison.rank > 1 {
        format!("{:.3}{error}{whose}", comparison.behind)
    } else {
        String::new()
    };
    [behind, rough_chance(comparison.probability_best)]
}

/// How the rollout ended and its conclusion.
pub(super) fn concluded(reply: &RolloutReply) -> String {
    conclusion(reply, Unit::Equity, &NumberFormat::default())
}

/// The five outputs, the cubeless and the cubeful equity.
pub(super) fn numbers(candidate: &CandidateResult) -> [Option<Estimate>; 7] {
    let estimates = &candidate.estimates;
    let mut all = [None; 7];
    for (place, output) in all.iter_mut().zip(estimates.outputs) {
        *place = Some(output);
    }
    all[5] = Some(estimates.cubeless.equity);
    all[6] = estimates.cubeful.map(|worth| worth.equity);
    all
}

pub(super) fn with_error(estimate: &Estimate) -> String {
    match estimate.std_err {
        Some(error) => format!("{} ± {error:.3}", thousandths(estimate.mean)),
        None => thousandths(estimate.mean),
    }
}

/// The sentences below the table: remarks on the numbers, and how they were made.
pub(super) fn said(reply: &RolloutReply) -> Vec<String> {
    let mut sentences = remarks(reply, &NumberFormat::default());
    sentences.push(format!("{}; {}.", how_made(&Made::from(reply)), counted(reply.result.evaluations(), "evaluation")));
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_nothing_to_markdown_and_spreadsheets() {
        assert_eq!(escaped("13/9*(2) a|b"), "13/9\\*(2) a\\|b");
        let row = ["=1+1", "8/5 \"6/5\"", "a, b"].map(name_cell).to_vec();
        assert_eq!(csv_of(&["a", "b", "c"], [row].into_iter()), "a,b,c\n'=1+1,\"8/5 \"\"6/5\"\"\",\"a, b\"\n");
    }
}
