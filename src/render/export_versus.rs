//! Two rollouts of a decision as a file: each as it is exported by itself, and what the other settings change.
//!
//! Numbers are those of [`export`](super::export): equities in units of the cube of the decision, normalized in a
//! match. A change is the number under the other settings less that as is set, over the trials that both have.

use super::Format;
use super::export::{candidate_heads, candidate_rows, cell, escaped, rollout_markdown, trial_heads, trial_rows};
use super::figures::versus_tables;
use super::table::{Table, csv_of};
use crate::rollout::Estimate;
use crate::session::{OtherRollout, RolloutReply};
use crate::settings::{OutputFormat, OutputSettings};

/// The five chances as the heads of their changes begin.
const CHANCES: [&str; 5] = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];

/// The rows of both rollouts, each with its settings; those of the other have the changes, too.
pub fn versus_csv(reply: &RolloutReply, other: &OtherRollout) -> String {
    let mut heads = candidate_heads();
    heads.extend(["settings", "pairs"].map(str::to_owned));
    let changes = ["change", "lead_change"].map(str::to_owned).into_iter();
    let changes = changes.chain(CHANCES.map(|chance| format!("{chance}_change")));
    heads.extend(changes.flat_map(|name| [name.clone(), name + "_std_err"]));
    let [first, second] = other.versus.rollouts.each_ref().map(|rollout| rollout.settings.clone());
    let mut rows = Vec::new();
    for mut row in candidate_rows(reply) {
        row.push(first.clone());
        row.resize(heads.len(), String::new());
        rows.push(row);
    }
    for (i, mut row) in candidate_rows(&other.rollout).into_iter().enumerate() {
        row.push(second.clone());
        // Behind the candidates stand actions that are not rolled out.
        if let Some(change) = other.versus.candidates.get(i) {
            row.push(change.pairs.to_string());
            let equities = [change.change.equity, change.lead_change.equity].into_iter();
            for Estimate { mean, std_err } in equities.chain(change.output_changes) {
                row.extend([cell(Some(mean)), cell(std_err)]);
            }
        }
        row.resize(heads.len(), String::new());
        rows.push(row);
    }
    csv_of(&heads, rows.into_iter())
}

/// The trials of both rollouts, each with the settings that it was played with.
pub fn versus_csv_trials(reply: &RolloutReply, other: &OtherRollout) -> String {
    let mut heads = trial_heads();
    heads.push("settings");
    let rows = [reply, &other.rollout].into_iter().zip(&other.versus.rollouts).flat_map(|(rollout, side)| {
        trial_rows(rollout).map(|mut row| {
            row.push(side.settings.clone());
            row
        })
    });
    csv_of(&heads, rows)
}

/// Both tables below each other, then those of the changes.
pub fn versus_markdown(reply: &RolloutReply, other: &OtherRollout) -> String {
    let mut text = String::new();
    for (title, rollout) in titles(other).iter().zip([reply, &other.rollout]) {
        text += &format!("## {}\n\n{}\n", escaped(title), rollout_markdown(rollout));
    }
    let format = Format { output: OutputSettings { format: OutputFormat::Markdown, ..numbers() }, ..plain() };
    text += &format!("## {CHANGES}\n\n");
    for mut table in changes(other) {
        table.title = escaped(&table.title);
        table.rows.iter_mut().flatten().for_each(|cell| cell.text = escaped(&cell.text));
        table.notes.iter_mut().for_each(|(_, note)| *note = escaped(note));
        text += &table.draw(&format);
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The heading over the changes.
pub(super) const CHANGES: &str = "Changes by the other settings";

/// The heading over either rollout.
pub(super) fn titles(other: &OtherRollout) -> [String; 2] {
    let [_, second] = &other.versus.rollouts;
    ["As is set".to_owned(), format!("Other: {}", second.settings)]
}

/// The tables that `rollout versus` shows.
pub(super) fn changes(other: &OtherRollout) -> Vec<Table> {
    versus_tables(&other.versus, &plain())
}

/// Exports have the numbers that are usual, whatever is set for the screen.
fn numbers() -> OutputSettings {
    OutputSettings::default()
}

fn plain() -> Format {
    Format::plain(&numbers())
}
