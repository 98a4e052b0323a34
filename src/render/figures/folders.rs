//! Performance ratings of the players of a folder.

use super::Table;
use super::analysis::rating;
use crate::render::Role;
use crate::render::table::{Column, Room};
use crate::session::{FolderPerformanceReply, FolderPlayer, Rated, RatedGroup, RatedParts, Trend};
use crate::settings::quoted;
use crate::words::there_are;

/// Players with rows of their own for months and events: those with most matches.
const MOST: usize = 4;

/// A row for each player, and one for each month, event, phase and score of those with most matches.
pub(super) fn performance(reply: &FolderPerformanceReply) -> Table {
    let mut table = Table::new([
        Column::words("Player").with_room(Room::Cut(10)),
        Column::words("When or where").with_room(Room::Cut(12)),
        Column::number("Matches").if_room(3),
        Column::number("PR"),
        Column::number("±").if_room(2),
        Column::number("Plays"),
        Column::number("Cube"),
        Column::number("Decisions").if_room(1),
    ]);
    table.title = format!("{}: performance ratings by month, event, phase and score", reply.title);
    let mut trends = Vec::new();
    for (place, FolderPlayer { all, trend, months, events, phases, scores }) in reply.players.iter().enumerate() {
        let mut row = |name: &str, group: &RatedGroup, when: &str| {
            let RatedParts { all, plays, cube } = &group.rated;
            let [all_rating, plays, cube] = [all, plays, cube].map(rating);
            let error = all.std_err.map_or_else(String::new, |error| format!("{error:.1}"));
            let (matches, decisions) = (group.matches.to_string(), all.decisions.to_string());
            table.row([name.to_owned(), when.to_owned(), matches, all_rating, error, plays, cube, decisions]);
        };
        row(&all.name, all, "all");
        trends.extend(trend.as_ref().filter(|_| place < MOST).map(|trend| told(&all.name, trend)));
        let groups = months.iter().chain(events).chain(phases).chain(scores);
        for group in groups.filter(|_| place < MOST) {
            row("", group, &group.name);
        }
    }
    trends.into_iter().for_each(|trend| table.note(trend));
    for fault in &reply.faults {
        table.notes.push((Role::Warning, fault.clone()));
    }
    if reply.is_you {
        table.note("you alone: `pr library all` rates those with most matches");
    }
    if reply.missing > 0 {
        let folder = reply.folder.as_ref().map(|folder| format!("analyse folder {}", quoted(folder)));
        let by = folder.unwrap_or_else(|| "analyse library".to_owned());
        table.note(format!("{} not analysed: `{by}`", there_are(reply.missing, "match")));
    }
    table
}

/// A chance that is no certainty.
fn sure(chance: f64) -> String {
    if chance > 0.99 { "more than 99 %".to_owned() } else { format!("{:.0} %", 100.0 * chance) }
}

/// Whether a player has got better, in a sentence.
fn told(name: &str, trend: &Trend) -> String {
    let Trend { since, before, after, probability_better } = trend;
    let half = |rated: &Rated| format!("{} ± {:.1}", rating(rated), rated.std_err.unwrap_or_default());
    let verdict = match probability_better {
        0.8.. => format!("better, with {}", sure(*probability_better)),
        ..0.2 => format!("worse, with {}", sure(1.0 - probability_better)),
        _ => "no change that could be told from chance".to_owned(),
    };
    format!("{name}: PR {} before {since}, {} since: {verdict}", half(before), half(after))
}
