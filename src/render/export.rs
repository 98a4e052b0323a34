//! A rollout as a file: CSV or Markdown. JSON is [`json_reply`](super::json_reply)'s, pictures are the report's.
//!
//! Equities are in units of the cube of the decision, normalized in a match; every value is seen by the side that
//! decides. Errors are standard errors.

use super::decision::{conclusion, deciders, rough_chance};
use super::{NumberFormat, Unit};
use crate::rollout::{CUBEFUL, CUBELESS, CandidateResult, Ending, Estimate, JobKind};
use crate::session::RolloutReply;
use std::fmt::Write;

const COLUMNS: [&str; 7] =
    ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "equity", "cubeful"];

/// One row for each candidate: name, trials, rank, then every number and its standard error in full precision.
#[must_use]
pub fn rollout_csv(reply: &RolloutReply) -> String {
    let mut heads: Vec<String> = ["name", "rank", "trials"].map(str::to_owned).into();
    heads.extend(COLUMNS.iter().flat_map(|column| [(*column).to_owned(), format!("{column}_std_err")]));
    heads.extend(["behind", "behind_std_err", "probability_best", "ended"].map(str::to_owned));
    let ended = reply.result.end.map_or("", |end| end.name());
    let ranking = reply.result.ranking();
    let rows = reply.names().iter().zip(&reply.result.candidates).enumerate().map(|(i, (name, candidate))| {
        let rank = ranking.iter().position(|&j| j == i).map_or(0, |place| place + 1);
        let mut row = vec![name_cell(name), rank.to_string(), candidate.trials.to_string()];
        for estimate in numbers(candidate) {
            row.extend([cell(estimate.map(|it| it.mean)), cell(estimate.and_then(|it| it.std_err))]);
        }
        let comparison = candidate.comparison.as_ref();
        row.extend([
            cell(comparison.map(|comparison| comparison.behind)),
            cell(comparison.and_then(|comparison| comparison.behind_error)),
            cell(comparison.map(|comparison| comparison.probability_best)),
            ended.to_owned(),
        ]);
        row
    });
    csv_of(&heads, rows)
}

/// One row for each trial of each candidate: its number, first roll, the seven numbers with luck subtracted, both
/// equities as the trial ended, how it ended and at which cube, turns and evaluations.
#[must_use]
pub fn rollout_csv_trials(reply: &RolloutReply) -> String {
    let mut heads = vec!["name", "trial", "roll"];
    heads.extend(COLUMNS);
    heads.extend(["plain_equity", "plain_cubeful", "end", "won", "cube", "turns", "evaluations"]);
    let rows = reply.names().iter().enumerate().flat_map(|(i, name)| {
        let cube = reply.job().candidates()[i].cube.value;
        reply.records.candidates[i].numbered().map(move |(trial, record)| {
            let first_roll = record.first_roll.map_or_else(String::new, |roll| roll.to_string());
            let mut row = vec![name_cell(name), (reply.records.first + trial).to_string(), first_roll];
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
    });
    csv_of(&heads, rows)
}

/// A table as CSV.
fn csv_of<H: AsRef<[u8]>>(heads: &[H], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads).expect("memory takes all");
    rows.for_each(|row| writer.write_record(row).expect("as many cells as heads"));
    String::from_utf8(writer.into_inner().expect("memory takes all")).expect("text")
}

fn cell(value: Option<f64>) -> String {
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
#[must_use]
pub fn rollout_markdown(reply: &RolloutReply) -> String {
    let mut text = format!("`{}`\n\n", reply.ids.xgid);
    text.push_str(
        "| | Candidate | Behind by | Best | Win | Gammon | Bg | Lose g | Lose bg | Cubeless | Cubeful | Trials |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (place, &i) in reply.result.ranking().iter().enumerate() {
        let candidate = &reply.result.candidates[i];
        let [behind, best] = comparison(reply, i);
        let _ = write!(text, "| {} | {} | {behind} | {best} |", place + 1, escaped(&called(reply, i)));
        for (column, estimate) in numbers(candidate).into_iter().enumerate() {
            let cell = match estimate {
                None => String::new(),
                Some(Estimate { mean, .. }) if column < 5 => format!("{:.1}%", 100.0 * mean),
                Some(estimate) => with_error(&estimate),
            };
            let _ = write!(text, " {cell} |");
        }
        let _ = writeln!(text, " {} |", candidate.trials);
    }
    if let Some([behind, value]) = pass(reply) {
        let _ = writeln!(text, "| | Double, pass | {behind} | | | | | | | | {value} | |");
    }
    let _ = writeln!(text, "\n**{}**\n\n{}", escaped(&concluded(reply)), escaped(&described(reply)));
    text
}

/// Text in which no character means anything to Markdown: hits in plays have stars.
fn escaped(text: &str) -> String {
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

/// What a candidate is called; of a cube decision, by what is done.
pub(super) fn called(reply: &RolloutReply, candidate: usize) -> String {
    match (reply.kind(), candidate) {
        (JobKind::Cube, 0) => "No double".to_owned(),
        (JobKind::Cube, 1) => "Double, take".to_owned(),
        _ => reply.names()[candidate].clone(),
    }
}

/// Cells for double/pass, which is not rolled out: how far it is behind a take, and a point.
pub(super) fn pass(reply: &RolloutReply) -> Option<[String; 2]> {
    let take = reply.result.candidates.get(1).filter(|_| reply.kind() == JobKind::Cube)?;
    let estimates = &take.estimates;
    let take = estimates.cubeful.unwrap_or(estimates.cubeless).equity.mean;
    // Where passing is right it gives nothing up.
    let behind = if take < 1.0 { format!("{:.3} (opponent)", 1.0 - take) } else { String::new() };
    Some([behind, "+1.000".to_owned()])
}

/// How far behind the best with the error of the difference, and the chance of being the best.
pub(super) fn comparison(reply: &RolloutReply, candidate: usize) -> [String; 2] {
    let Some(comparison) = &reply.result.candidates[candidate].comparison else { return Default::default() };
    let error = comparison.behind_error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
    let behind = if comparison.rank > 1 { format!("{:.3}{error}", comparison.behind) } else { String::new() };
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
        Some(error) => format!("{:+.3} ± {error:.3}", estimate.mean),
        None => format!("{:+.3}", estimate.mean),
    }
}

pub(super) fn described(reply: &RolloutReply) -> String {
    let settings = reply.settings();
    format!(
        "{} trials, {} rollout {} variance reduction, {}, seed {}, {} evaluations, nets: {}.",
        reply.result.trials(),
        if reply.result.is_cubeful { "cubeful" } else { "cubeless" },
        if settings.variance_reduction { "with" } else { "without" },
        deciders(settings, reply.result.is_cubeful),
        settings.seed,
        reply.result.evaluations(),
        reply.description.engine,
    )
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
