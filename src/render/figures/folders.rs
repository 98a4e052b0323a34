//! Performance ratings of the players of a folder.

use super::Table;
use crate::render::Role;
use crate::render::table::{Column, Room};
use crate::session::{FolderPerformanceReply, FolderPlayer, RatedGroup};

/// Players with rows of their own for months and events: those with most matches.
const MOST: usize = 4;

/// A row for each player, and one for each month and event of those with most matches.
pub(super) fn performance(reply: &FolderPerformanceReply) -> Table {
    let mut table = Table::new([
        Column::words("Player").with_room(Room::Cut(10)),
        Column::words("When or where").with_room(Room::Cut(12)),
        Column::number("Matches"),
        Column::number("PR"),
        Column::number("decisions").if_room(1),
    ]);
    table.title = format!("{}: performance ratings by month and event", reply.folder);
    for (place, FolderPlayer { all, months, events }) in reply.players.iter().enumerate() {
        let mut row = |name: &str, group: &RatedGroup, when: &str| {
            let rating = group.rated.rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"));
            let decisions = group.rated.decisions.to_string();
            table.row([name.to_owned(), when.to_owned(), group.matches.to_string(), rating, decisions]);
        };
        row(&all.name, all, "all");
        for group in months.iter().chain(events).filter(|_| place < MOST) {
            row("", group, &group.name);
        }
    }
    for fault in &reply.faults {
        table.notes.push((Role::Warning, fault.clone()));
    }
    match reply.missing {
        0 => {}
        1 => table.note(format!("1 match is not analysed: `analyse folder {}`", reply.folder)),
        n => table.note(format!("{n} matches are not analysed: `analyse folder {}`", reply.folder)),
    }
    table
}
