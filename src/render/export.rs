//! A rollout as a file: CSV, Markdown, or a page with pictures. JSON is [`json_reply`](super::json_reply)'s.
//!
//! Equities are in units of the cube of the decision, normalized in a match; every value is seen by the side that
//! decides. Errors are standard errors; intervals are 1.96 of them wide on each side.

use super::board_reply;
use crate::rollout::{CUBEFUL, CUBELESS, CandidateResult, Ending, Estimate};
use crate::session::{BoardReply, RolloutReply};
use std::fmt::Write;

const COLUMNS: [&str; 7] =
    ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "equity", "cubeful"];

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.959_964;

/// One row for each candidate: name, trials, rank, then every number and its standard error in full precision.
#[must_use]
pub fn rollout_csv(reply: &RolloutReply) -> String {
    let mut text = String::from("name,rank,trials");
    for column in COLUMNS {
        let _ = write!(text, ",{column},{column}_std_err");
    }
    text.push('\n');
    let ranking = reply.result.ranking();
    for (i, (name, candidate)) in reply.names.iter().zip(&reply.result.candidates).enumerate() {
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
    for (i, name) in reply.names.iter().enumerate() {
        let name = name.replace('"', "\"\"");
        let cube = reply.job.candidates()[i].cube.value;
        for (trial, record) in (reply.records.first..).zip(&reply.records.candidates[i]) {
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
        let _ = write!(text, "| {} | {} |", place + 1, reply.names[i].replace('|', "\\|"));
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
    let _ = writeln!(text, "\n{}", described(reply));
    text
}

/// A page that needs nothing else: the board, the table, and the equities with their 95 % intervals as a picture.
#[must_use]
pub fn rollout_html(reply: &RolloutReply, board: &BoardReply) -> String {
    let mut rows = String::new();
    for (place, &i) in reply.result.ranking().iter().enumerate() {
        let candidate = &reply.result.candidates[i];
        let _ = write!(rows, "<tr><td>{}</td><td>{}</td>", place + 1, escaped(&reply.names[i]));
        for (column, estimate) in numbers(candidate).into_iter().enumerate() {
            let cell = match estimate {
                None => String::new(),
                Some(Estimate { mean, .. }) if column < 5 => format!("{:.1}%", 100.0 * mean),
                Some(estimate) => with_error(&estimate),
            };
            let _ = write!(rows, "<td>{cell}</td>");
        }
        let _ = writeln!(rows, "<td>{}</td></tr>", candidate.trials);
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rollout {xgid}</title>\n\
         <style>body{{font-family:sans-serif;max-width:60em;margin:2em auto}}table{{border-collapse:collapse}}\
         td,th{{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}}pre{{line-height:1.1}}</style></head>\n\
         <body><h1>Rollout</h1><p><code>{xgid}</code></p><pre>{board}</pre>\n{picture}\n\
         <table><tr><th></th><th>Candidate</th><th>Win</th><th>Gammon</th><th>Bg</th><th>Lose g</th><th>Lose bg</th>\
         <th>Cubeless</th><th>Cubeful</th><th>Trials</th></tr>\n{rows}</table>\n<p>{described}</p></body></html>\n",
        xgid = escaped(&reply.ids.xgid),
        board = escaped(&board_reply(board)),
        picture = intervals(reply),
        described = escaped(&described(reply)),
    )
}

/// The equities with their intervals as an SVG picture.
fn intervals(reply: &RolloutReply) -> String {
    const WIDTH: f64 = 720.0;
    const LEFT: f64 = 220.0;
    const ROW: f64 = 28.0;
    let ranking = reply.result.ranking();
    let half = |estimate: &Estimate| INTERVAL * estimate.std_err.unwrap_or_default();
    let estimates: Vec<Estimate> = ranking.iter().map(|&i| reply.result.candidates[i].equity()).collect();
    let low = estimates.iter().map(|e| e.mean - half(e)).fold(f64::INFINITY, f64::min);
    let high = estimates.iter().map(|e| e.mean + half(e)).fold(f64::NEG_INFINITY, f64::max);
    let scale = (WIDTH - LEFT - 20.0) / (high - low).max(1e-9);
    let x = |value: f64| LEFT + (value - low) * scale;
    #[allow(clippy::cast_precision_loss)]
    let height = ROW * (estimates.len() as f64 + 0.5);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" role=\"img\">\n");
    for (row, (&i, estimate)) in ranking.iter().zip(&estimates).enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let y = ROW * (row as f64 + 0.75);
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.1}\" font-size=\"14\">{}</text>\
             <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#369\" stroke-width=\"6\" opacity=\".4\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#369\"><title>{}</title></circle>",
            y + 5.0,
            escaped(&reply.names[i]),
            x(estimate.mean - half(estimate)),
            x(estimate.mean + half(estimate)),
            x(estimate.mean),
            with_error(estimate),
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The five outputs, the cubeless and the cubeful equity.
fn numbers(candidate: &CandidateResult) -> [Option<Estimate>; 7] {
    let estimates = &candidate.estimates;
    let mut all = [None; 7];
    for (place, output) in all.iter_mut().zip(estimates.outputs) {
        *place = Some(output);
    }
    all[5] = Some(estimates.cubeless.equity);
    all[6] = estimates.cubeful.map(|worth| worth.equity);
    all
}

fn with_error(estimate: &Estimate) -> String {
    match estimate.std_err {
        Some(error) => format!("{:+.3} ± {error:.3}", estimate.mean),
        None => format!("{:+.3}", estimate.mean),
    }
}

fn described(reply: &RolloutReply) -> String {
    let settings = &reply.settings;
    format!(
        "{} trials, {} rollout {} variance reduction, seed {}, {} evaluations, nets: {}.",
        reply.result.trials(),
        if settings.cubeful { "cubeful" } else { "cubeless" },
        if settings.variance_reduction { "with" } else { "without" },
        settings.seed,
        reply.result.evaluations(),
        reply.description.engine,
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
