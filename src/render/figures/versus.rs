//! A rollout as is set beside one with other settings.

use crate::render::table::{Column, Room, Table};
use crate::render::words::rough_chance;
use crate::render::{Format, NumberFormat, Role, Unit};
use crate::rollout::{Estimate, Worth};
use crate::session::{ComparedRollout, VersusReply, VersusRow};
use crate::words::counted;

/// The values under both settings, the leads, the changes of chances.
pub fn tables(reply: &VersusReply, format: &Format) -> Vec<Table> {
    let (numbers, unit) = (&format.numbers(), format.unit(reply.is_match));
    let mut tables = vec![values(reply, unit, numbers)];
    if reply.candidates.len() > 1 {
        tables.push(leads(reply, unit, numbers));
    }
    tables.push(chances(reply, numbers));
    if let Some(last) = tables.last_mut() {
        notes(reply, last, numbers);
    }
    tables
}

/// An estimate in the unit that is shown.
fn with_error(text: String, error: Option<f64>, unit: Unit, numbers: &NumberFormat) -> String {
    let error = error.map_or_else(String::new, |error| format!(" ±{}", numbers.error(error, unit)));
    format!("{}{error}", text.trim())
}

fn value(worth: &Worth, unit: Unit, numbers: &NumberFormat) -> String {
    let Estimate { mean, std_err } = unit.of_rolled(worth);
    with_error(numbers.value(mean, unit), std_err, unit, numbers)
}

fn difference(worth: &Worth, unit: Unit, numbers: &NumberFormat) -> String {
    let Estimate { mean, std_err } = unit.of_rolled(worth);
    with_error(numbers.difference(mean, unit), std_err, unit, numbers)
}

fn head(first: &str, heads: &[&str]) -> Table {
    let name = Column::words(first).with_room(Room::Cut(10));
    Table::new(std::iter::once(name).chain(heads.iter().map(|head| Column::words(head))))
}

fn values(reply: &VersusReply, unit: Unit, numbers: &NumberFormat) -> Table {
    let mut table = head(unit.head(), &["As is set", "Other", "Change"]);
    for row in &reply.candidates {
        let [first, second] = row.values.each_ref().map(|worth| value(worth, unit, numbers));
        table.row([row.name.clone(), first, second, difference(&row.change, unit, numbers)]);
    }
    if let Some(note) = &reply.note {
        table.note(note.clone());
    }
    for row in &reply.candidates {
        let VersusRow { name, trials: [first, second], pairs, .. } = row;
        if first != second {
            table.note(format!(
                "{name}: {} against {second}; the change is that of {}",
                counted(*first, "trial"),
                counted(*pairs, "pair")
            ));
        }
    }
    table
}

/// The leads over the candidate of reference, which has none over itself.
fn leads(reply: &VersusReply, unit: Unit, numbers: &NumberFormat) -> Table {
    let mut table = head("Lead", &["As is set", "Other", "Change"]);
    table.title = format!("Leads over {}", reply.candidates[reply.reference].name);
    for (_, row) in reply.candidates.iter().enumerate().filter(|(i, _)| *i != reply.reference) {
        let [first, second] = row.leads.each_ref().map(|worth| difference(worth, unit, numbers));
        table.row([row.name.clone(), first, second, difference(&row.lead_change, unit, numbers)]);
    }
    table
}

fn chances(reply: &VersusReply, numbers: &NumberFormat) -> Table {
    let mut table = head("Change of", &["wins", "gammons", "gammons lost"]);
    for row in &reply.candidates {
        let cell = |k: usize| {
            let Estimate { mean, std_err } = row.output_changes[k];
            let error = std_err.map_or_else(String::new, |error| format!(" ±{}", numbers.brief(error)));
            let text = numbers.brief(mean.abs());
            let is_below = mean < 0.0 && text.contains(|c: char| matches!(c, '1'..='9'));
            format!("{}{text}{error}", if is_below { '-' } else { '+' })
        };
        table.row([row.name.clone(), cell(0), cell(1), cell(3)]);
    }
    table
}

fn notes(reply: &VersusReply, table: &mut Table, numbers: &NumberFormat) {
    let [first, second] = &reply.rollouts;
    for (name, rollout) in [("As is set", first), ("Other", second)] {
        if reply.candidates.len() > 1 || rollout.interrupted {
            table.notes.push((Role::Verdict, format!("{name}: {}", verdict(rollout))));
        }
    }
    if reply.is_same {
        table.note(format!("`{}` changes nothing that trials depend on", second.settings));
    }
    table.notes.push((Role::Dim, format!("as is set: {}; {}", first.made, effort(first, numbers))));
    table.notes.push((Role::Dim, format!("other ({}): {}; {}", second.settings, second.made, effort(second, numbers))));
    let parts = [("values", reply.work.values), ("leads", reply.work.leads)];
    let times = |work: f64| if work < 1.0 { numbers.decimal(work) } else { numbers.tenths(work) };
    let parts: Vec<_> = parts
        .into_iter()
        .filter_map(|(of, work)| Some(format!("{} times the evaluations for {of}", times(work?))))
        .collect();
    if !parts.is_empty() {
        table.notes.push((Role::Dim, format!("for the same error the other needs {}", parts.join(", "))));
    }
}

fn verdict(rollout: &ComparedRollout) -> String {
    let chance = rollout.chance.map_or_else(String::new, |chance| format!(" ({})", rough_chance(chance)));
    let cut = if rollout.interrupted { ", stopped by you" } else { "" };
    format!("{}{chance}{cut}", rollout.best)
}

/// Evaluations of a trial, and the processor time where it is known.
fn effort(rollout: &ComparedRollout, numbers: &NumberFormat) -> String {
    let each = rollout.evaluations as f64 / rollout.trials.max(1) as f64;
    let time = rollout
        .processor_seconds
        .map_or_else(String::new, |seconds| format!(", {} s of processor time", numbers.tenths(seconds)));
    format!("{each:.0} evaluations a trial{time}")
}
