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
    let has_tags = reply.matches.iter().any(|one| !one.tags.is_empty());
    let has_notes = reply.matches.iter().any(|one| !one.note.is_empty());
    let mut table = Table::of(&reply.matches)
        .column(Column::number("Match"), |one| one.number.to_string())
        .column(Column::words("Date").if_room(3), |one| one.date.as_deref().unwrap_or_default())
        .column(Column::words("Player 0").with_room(Room::Cut(10)), |one| &one.names.0[0])
        .column(Column::words("Player 1").with_room(Room::Cut(10)), |one| &one.names.0[1])
        .column(Column::words("Score"), |one| format!("{}-{}", one.points.0[0], one.points.0[1]))
        .column(Column::number("To"), |one| if one.length == 0 { "money".to_owned() } else { one.length.to_string() })
        .column(Column::words("Event").with_room(Room::Cut(8)).if_room(1), |one| &one.event)
        .column(Column::number("Decisions").if_room(1), |one| one.decisions.to_string())
        .column(Column::number("Judged").if_room(2), |one| one.judged.to_string())
        .column_if(has_tags, Column::words("Tags").with_room(Room::Cut(8)).if_room(1), |one| one.tags.join(", "))
        .column_if(has_notes, Column::words("Note").with_room(Room::Cut(8)).if_room(1), |one| &one.note)
        .table;
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
    let mut table = Table::of(&reply.lines)
        .column(Column::words("Kind of decision"), |line| &line.what)
        .column(Column::number("Decisions").if_room(2), |line| line.decisions.to_string())
        .column(Column::number("Errors").if_room(1), |line| line.errors.to_string())
        .column(Column::number("Lost per match"), |line| numbers.unsigned(line.loss))
        .column(Column::number("Of all").if_room(0), |line| format!("{:.0}%", 100.0 * line.loss / reply.loss))
        .columns(reply.recoverable.map(|_| Column::number("To win back")), |line| {
            line.recoverable.map(|less| numbers.unsigned(less))
        })
        .column(Column::words("To see them"), |line| format!("`{}`", line.find))
        .table;
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
    let mut table = Table::of(&reply.found)
        .column(Column::number(""), |one| one.rank.to_string())
        .column(Column::number("Match"), |one| one.number.to_string())
        .column(Column::words("Date").if_room(1), |one| one.date.as_deref().unwrap_or_default())
        .column(Column::number("Game").if_room(3), |one| one.game.to_string())
        .column(Column::number("Turn").if_room(3), |one| one.turn.to_string())
        .column(Column::words("Player").with_room(Room::Cut(8)), |one| &one.player)
        .column(Column::words("Against").with_room(Room::Cut(8)).if_room(1), |one| &one.opponent)
        .column(Column::words("Away").if_room(2), |one| {
            one.away.map_or_else(|| "money".to_owned(), |[own, other]| format!("{own} {other}"))
        })
        .column(Column::words("Made").with_room(Room::Cut(12)), |one| &one.made)
        .column(Column::words("Best").with_room(Room::Cut(12)), |one| &one.best)
        .column(Column::number("Loss"), |one| {
            one.loss.map_or_else(|| "-".to_owned(), |loss| numbers.unsigned(loss.into()))
        })
        .columns(reply.is_like.then(|| Column::number("Pips apart")), |one| one.distance.map(|pips| pips.to_string()))
        .table;
    let looked = format!("in {}", counted(reply.matches, "match"));
    match reply.known {
        0 if reply.matches == 0 => table.note("no match of your library is so: `library list` shows those there are"),
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
