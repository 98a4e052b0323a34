//! A rollout as a file: CSV or Markdown. JSON is [`json_reply`](super::json_reply)'s, pictures are the report's.
//!
//! Equities are in units of the cube of the decision, normalized in a match; every value is seen by the side that
//! decides. Errors are standard errors.

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
    text.push('\n');
    let ranking = reply.result.ranking();
    for (i, (name, candidate)) in reply.names().iter().zip(&reply.result.candidates).enumerate() {
        let rank = ranking.iter().position(|&j| j == i).map_or(0, |place| place + 1);
        let _ = write!(text, "\"{}\",{rank},{}", name.replace('"', "\"\""), candidate.trials);
        for estimate in numbers(candidate) {
            match estimate {
                Some(Estimate { mean, std_err }) => {
                    let _ = write!(text, ",{mean},{}", std_err.map_or_else(String::new, |error| error.to_string()));
                }
                None => text.push_str(",,"),
            }
        }
        text.push('\n');
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
        let name = name.replace('"', "\"\"");
        let cube = reply.job().candidates()[i].cube.value;
        for (trial, record) in reply.records.candidates[i].numbered() {
            let trial = reply.records.first + trial;
            let _ =
                write!(text, "\"{name}\",{trial},{}", record.first_roll.map_or_else(String::new, |r| r.to_string()));
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

const fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// A table to paste into a forum or a document, best candidate first.
#[must_use]
pub fn rollout_markdown(reply: &RolloutReply) -> String {
    let mut text = format!("`{}`\n\n", reply.ids.xgid);
    text.push_str("| | Candidate | Win | Gammon | Bg | Lose g | Lose bg | Cubeless | Cubeful | Trials |\n");
    text.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    for (place, &i) in reply.result.ranking().iter().enumerate() {
        let candidate = &reply.result.candidates[i];
        let _ = write!(text, "| {} | {} |", place + 1, escaped(&reply.names()[i]));
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
    let _ = writeln!(text, "\n{}", escaped(&described(reply)));
    text
}

/// Markdown in which nothing begins a cell, an element or a paragraph.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|").replace('`', "\\`")
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
        "{} trials, {} rollout {} variance reduction, seed {}, {} evaluations, nets: {}.",
        reply.result.trials(),
        if reply.result.is_cubeful { "cubeful" } else { "cubeless" },
        if settings.variance_reduction { "with" } else { "without" },
        settings.seed,
        reply.result.evaluations(),
        reply.description.engine,
    )
}
