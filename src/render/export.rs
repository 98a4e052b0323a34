//! A rollout as a file: CSV or Markdown. JSON is [`json_reply`](super::json_reply)'s, pictures are the report's.
//!
//! Equities are in units of the cube of the decision, normalized in a match; every value is seen by the side that
//! decides. Errors are standard errors.

use super::decision::{conclusion, deciders, rough_chance};
use super::{NumberFormat, Unit};
use crate::rollout::{CUBEFUL, CUBELESS, CandidateResult, Ending, Estimate};
use crate::session::RolloutReply;
use std::fmt::Write;

const COLUMNS: [&str; 7] =
    ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "equity", "cubeful"];

/// One row for each candidate: name, trials, rank, then every number and its standard error in full precision.
#[must_use]
pub fn rollout_csv(reply: &RolloutReply) -> String {
    let mut text = String::from("name,rank,trials");
    for column in COLUMNS {
        let _ = write!(text, ",{column},{column}_std_err");
    }
    text.push_str(",behind,behind_std_err,probability_best,ended\n");
    let ended = reply.result.end.map_or("", |end| end.name());
    let ranking = reply.result.ranking();
    for (i, (name, candidate)) in reply.names().iter().zip(&reply.result.candidates).enumerate() {
        let rank = ranking.iter().position(|&j| j == i).map_or(0, |place| place + 1);
        let _ = write!(text, "{},{rank},{}", name_cell(name), candidate.trials);
        for estimate in numbers(candidate) {
            match estimate {
                Some(Estimate { mean, std_err }) => {
                    let _ = write!(text, ",{mean},{}", std_err.map_or_else(String::new, |error| error.to_string()));
                }
                None => text.push_str(",,"),
            }
        }
        let comparison = candidate.comparison.as_ref();
        let cell = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let _ = writeln!(
            text,
            ",{},{},{},{ended}",
            cell(comparison.map(|comparison| comparison.behind)),
            cell(comparison.and_then(|comparison| comparison.behind_error)),
            cell(comparison.map(|comparison| comparison.probability_best))
        );
    }
    text
}

/// One row for each trial of each candidate: its number, first roll, the seven numbers with luck subtracted, both
/// equities as the trial ended, how it ended and at which cube, turns and evaluations.
#[must_use]
pub fn rollout_csv_trials(reply: &RolloutReply) -> String {
    let mut text =
        format!("name,trial,roll,{},plain_equity,plain_cubeful,end,won,cube,turns,evaluations\n", COLUMNS.join(","));
    for (i, name) in reply.names().iter().enumerate() {
        let name = name_cell(name);
        let cube = reply.job().candidates()[i].cube.value;
        for (trial, record) in reply.records.candidates[i].numbered() {
            let trial = reply.records.first + trial;
            let _ = write!(text, "{name},{trial},{}", record.first_roll.map_or_else(String::new, |r| r.to_string()));
            for output in &record.values[..CUBELESS] {
                let _ = write!(text, ",{}", output.to_f64());
            }
            for values in [&record.values, &record.raw] {
                for quantity in [CUBELESS, CUBEFUL] {
                    let _ = write!(text, ",{}", reply.units[i].equity(quantity).at(values[quantity].to_f64()));
                }
            }
            let events = &record.events;
            let (end, won) = match events.ending {
                Ending::Valued => ("valued", ""),
                Ending::BorneOff { won, .. } => ("borne off", yes_no(won)),
                Ending::Passed { won } => ("passed", yes_no(won)),
            };
            let cube = cube << u32::from(events.takes);
            let _ = writeln!(text, ",{end},{won},{cube},{},{}", events.turns, record.evaluations);
        }
    }
    text
}

/// A name as a cell. A spreadsheet would take one that begins with `=` and the like for a formula.
fn name_cell(name: &str) -> String {
    let guard = if name.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", name.replace('"', "\"\""))
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
        let _ = write!(text, "| {} | {} | {behind} | {best} |", place + 1, escaped(&reply.names()[i]));
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

/// How far behind the best with the error of the difference, and the chance of being the best.
pub(super) fn comparison(reply: &RolloutReply, candidate: usize) -> [String; 2] {
    let Some(comparison) = &reply.result.candidates[candidate].comparison else { return Default::default() };
    let error = comparison.behind_error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
    let behind = if comparison.rank > 1 { format!("{:.3}{error}", comparison.behind) } else { String::new() };
    [behind, rough_chance(comparison.probability_best)]
}

/// How it ended and what it says.
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
        deciders(settings),
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
        assert_eq!(name_cell("=1+1"), "\"'=1+1\"");
        assert_eq!(name_cell("8/5 \"6/5\""), "\"8/5 \"\"6/5\"\"\"");
    }
}
