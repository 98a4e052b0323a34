//! The worth of scores, and the list of a game.

use crate::render::table::{Cell, Column, Room, Table};
use crate::render::{NumberFormat, Role};
use crate::session::{GameListReply, GammonValuesReply, MetReply, PositionReply, RowsReply, ScaleReply};

/// The worth of gammons.
pub(super) fn gammon_values(reply: &GammonValuesReply, numbers: &NumberFormat) -> Table {
    let decimal = |x: f32| numbers.more(1).decimal(f64::from(x));
    Table::of(&reply.players)
        .column(Column::words("Player").with_room(Room::Cut(10)), |value| &value.player)
        .column(Column::number("Gammon value"), |value| decimal(value.gammon))
        .column(Column::number("Backgammon value"), |value| decimal(value.backgammon))
        .table
}

/// The rows of a query as they are.
pub(super) fn rows(reply: &RowsReply) -> Table {
    let is_number = |column: usize| {
        let mut cells = reply.rows.iter().filter_map(|row| row[column].as_ref()).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.parse::<f64>().is_ok())
    };
    let heads = reply.columns.iter().enumerate();
    let mut table = Table::new(heads.map(
        |(column, head)| {
            if is_number(column) { Column::number(head) } else { Column::words(head) }
        },
    ));
    for row in &reply.rows {
        table.row(row.iter().map(|cell| cell.clone().unwrap_or_default()));
    }
    table
}

/// Identifiers, a line each, as they may be typed again.
pub(super) fn position(reply: &PositionReply) -> Table {
    let mut table = Table::new([Column::words(""), Column::words("")]);
    table.row(["Position ID:".to_owned(), reply.position_id.clone()]);
    table.row(["Match ID:".to_owned(), reply.match_id.clone()]);
    table.row(["GNUbg ID:".to_owned(), reply.gnubg_id.clone()]);
    table.notes.push((Role::Plain, format!(" {}", reply.xgid)));
    table
}

/// Chances by points away, with as many digits as chances are shown with: tables are published with up to six.
pub(super) fn met(reply: &MetReply, numbers: &NumberFormat) -> Table {
    let heads = (1..=reply.pre_crawford.len()).map(|away| away.to_string());
    let mut table = Table::new(std::iter::once(Column::number("")).chain(heads.map(|away| Column::number(&away))));
    table.title = format!("{}: chances in percent of player 0, by points away", reply.name);
    let percent = |x: &f32| numbers.chance(f64::from(*x)).trim_end_matches('%').to_owned();
    for (away, row) in (1..).zip(&reply.pre_crawford) {
        let away: u32 = away;
        table.row(std::iter::once(away.to_string()).chain(row.iter().map(percent)));
    }
    for (player, row) in reply.post_crawford.iter().enumerate() {
        table.row(std::iter::once(format!("post {player}")).chain(row.iter().map(percent)));
    }
    table.note("rows: player 0 away; columns: player 1 away; post: of the trailer after the Crawford game");
    table
}

/// Equities and the chances they stand for, the column asked for first.
pub(super) fn scale(reply: &ScaleReply, equity_first: bool, numbers: &NumberFormat) -> Table {
    let mut heads = ["Equity", "MWC"];
    if !equity_first {
        heads.reverse();
    }
    let mut table = Table::new(heads.map(Column::number));
    for value in &reply.values {
        let mut cells = [numbers.equity(f64::from(value.equity)), numbers.chance(f64::from(value.mwc))];
        if !equity_first {
            cells.reverse();
        }
        table.row(cells);
    }
    table
}

/// A game turn by turn; the row where the session stands is marked.
pub(super) fn game(reply: &GameListReply) -> Table {
    let player = |name: &String| Column::words(name).with_room(Room::Cut(18));
    let mut table = Table::new(std::iter::once(Column::words("")).chain(reply.players.iter().map(player)));
    table.title = format!("Game {} of {}", reply.game, reply.games);
    for turn in &reply.turns {
        let number = if turn.is_here {
            Cell::of(Role::Best, format!("> {}", turn.number))
        } else {
            Cell::from(turn.number.to_string())
        };
        table.row(std::iter::once(number).chain(turn.actions.iter().map(|action| Cell::from(&**action))));
    }
    let is_marked =
        |action: &String| [" ?!", " ?", " ??", " +", " ++", " -", " --"].iter().any(|mark| action.ends_with(mark));
    if reply.turns.iter().flat_map(|turn| &turn.actions).any(is_marked) {
        table.note("?! doubtful, ? bad, ?? very bad; + and - luck: `help marks`");
    }
    match reply.branches {
        0 => {}
        1 => table.note("1 side line: `lines`"),
        n => table.note(format!("{n} side lines: `lines`")),
    }
    table
}
