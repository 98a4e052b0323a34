//! The library of matches: what is in it, lists of its matches, decisions found in it.

use super::Table;
use crate::render::NumberFormat;
use crate::render::table::{Column, Room};
use crate::session::{FoundReply, LibraryListReply, LibraryReply, PlanReply};
use crate::words::{counted, there_are};

/// What is in the library.
pub(super) fn info(reply: &LibraryReply) -> Table {
    let mut table = Table::new([Column::words("Played most"), Column::number("Matches")]);
    let LibraryReply { file, matches, judged_matches, decisions, judged, days, players, tags } = reply;
    table.title = format!("{} in {file}", counted(*matches, "match"));
    for player in players {
        table.row([player.name.clone(), player.matches.to_string()]);
    }
    if !tags.is_empty() {
        let tags: Vec<_> = tags.iter().map(|of| format!("{} ({})", of.tag, of.matches)).collect();
        table.note(format!("tagged: {}", tags.join(", ")));
    }
    if let Some([first, last]) = days {
        table.note(format!("played from {first} to {last}"));
    }
    table.note(format!("{}, {judged} of them judged", counted(*decisions, "decision")));
    match matches - judged_matches {
        0 => {}
        left => table.note(format!("{} not analysed: `analyse library`", there_are(left, "match"))),
    }
    table
}

/// Matches of the library.
pub(super) fn list(reply: &LibraryListReply) -> Table {
    let (has_tags, has_notes) =
        (reply.matches.iter().any(|one| !one.tags.is_empty()), reply.matches.iter().any(|one| !one.note.is_empty()));
    let own = [(has_tags, "Tags"), (has_notes, "Note")].into_iter().filter(|(is, _)| *is);
    let own = own.map(|(_, name)| Column::words(name).with_room(Room::Cut(8)).if_room(1));
    let columns = [
        Column::number("Match"),
        Column::words("Date").if_room(3),
        Column::words("Player 0").with_room(Room::Cut(10)),
        Column::words("Player 1").with_room(Room::Cut(10)),
        Column::words("Score"),
        Column::number("To"),
        Column::words("Event").with_room(Room::Cut(8)).if_room(1),
        Column::number("Decisions").if_room(1),
        Column::number("Judged").if_room(2),
    ];
    let mut table = Table::new(columns.into_iter().chain(own));
    for one in &reply.matches {
        let [top, bottom] = &one.names.0;
        let length = if one.length == 0 { "money".to_owned() } else { one.length.to_string() };
        let own = [(has_tags, one.tags.join(", ")), (has_notes, one.note.clone())];
        let row = [
            one.number.to_string(),
            one.date.clone().unwrap_or_default(),
            top.clone(),
            bottom.clone(),
            format!("{}-{}", one.points.0[0], one.points.0[1]),
            length,
            one.event.clone(),
            one.decisions.to_string(),
            one.judged.to_string(),
        ];
        table.row(row.into_iter().chain(own.into_iter().filter(|(is, _)| *is).map(|(_, text)| text)));
    }
    match reply.known {
        0 => table.note("no match of the library is like that: `library list` lists all"),
        known => table.note(format!(
            "{} of {}; `library match N` puts one on the table",
            reply.matches.len(),
            counted(known, "match")
        )),
    }
    table
}

/// Where a player gives up most.
pub(super) fn plan(reply: &PlanReply, numbers: &NumberFormat) -> Table {
    let mut columns = vec![
        Column::words("Kind of decision"),
        Column::number("Decisions").if_room(2),
        Column::number("Errors").if_room(1),
        Column::number("Lost per match"),
        Column::number("Of all"),
    ];
    columns.extend(reply.recoverable.map(|_| Column::number("To win back")));
    columns.push(Column::words("To see them").if_room(3));
    let mut table = Table::new(columns);
    for line in &reply.lines {
        let mut cells = vec![
            line.what.clone(),
            line.decisions.to_string(),
            line.errors.to_string(),
            numbers.unsigned(line.loss),
            format!("{:.0}%", 100.0 * line.loss / reply.loss),
        ];
        cells.extend(line.recoverable.map(|less| numbers.unsigned(less)));
        cells.push(format!("`{}`", line.find));
        table.row(cells);
    }
    let lost = numbers.unsigned(reply.loss);
    table.note(format!("{} lost per match, in {} with an analysis", lost.trim(), counted(reply.matches, "match")));
    if let (Some(less), Some(next)) = (reply.recoverable, &reply.next) {
        let less = numbers.unsigned(less);
        let (less, class) = (less.trim(), next.class);
        table.note(match next.players {
            0 => format!("{less} less per match, the same part of every kind, is the next class: {class}"),
            1 => format!("{less} less per match is lost by the one player of the next class in the library: {class}"),
            n => format!("{less} less per match is lost by the {n} players of the next class in the library: {class}"),
        });
    }
    table
}

/// Decisions found in the library.
pub(super) fn found(reply: &FoundReply, numbers: &NumberFormat) -> Table {
    let mut columns = vec![
        Column::number(""),
        Column::number("Match"),
        Column::words("Date").if_room(1),
        Column::number("Game").if_room(3),
        Column::number("Turn").if_room(3),
        Column::words("Player").with_room(Room::Cut(8)),
        Column::words("Against").with_room(Room::Cut(8)).if_room(1),
        Column::words("Away").if_room(2),
        Column::words("Made").with_room(Room::Cut(12)),
        Column::words("Best").with_room(Room::Cut(12)),
        Column::number("Loss"),
    ];
    if reply.is_like {
        columns.push(Column::number("Pips apart"));
    }
    let mut table = Table::new(columns);
    for one in &reply.found {
        let mut cells = vec![
            one.rank.to_string(),
            one.number.to_string(),
            one.date.clone().unwrap_or_default(),
            one.game.to_string(),
            one.turn.to_string(),
            one.player.clone(),
            one.opponent.clone(),
            one.away.map_or_else(|| "money".to_owned(), |[own, other]| format!("{own} {other}")),
            one.made.clone(),
            one.best.clone(),
            one.loss.map_or_else(|| "-".to_owned(), |loss| numbers.unsigned(f64::from(loss))),
        ];
        cells.extend(one.distance.map(|pips| pips.to_string()));
        table.row(cells);
    }
    let looked = format!("in {}", counted(reply.matches, "match"));
    match reply.known {
        0 => table.note(format!(
            "no such decision {looked}; `all` behind the command finds right ones and unjudged ones, too"
        )),
        known => {
            let shown = reply.found.len();
            table.note(format!("{shown} of {} {looked}; `library found N` goes to one", counted(known, "decision")));
        }
    }
    match reply.unjudged {
        0 => {}
        n => table.note(format!("{} not judged: `analyse library`", there_are(n, "decision"))),
    }
    table
}
