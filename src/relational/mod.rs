//! Matches and players in an SQLite database with the tables of GNU Backgammon 1.07, so that each program opens what
//! the other has made.
//!
//! A match has a row in `session`, one in `matchstat` for each player, and for each game a row in `game` and two in
//! `gamestat`. Statistics are sums, so that those of a player over many matches are sums of rows. Numbers of rows are
//! given out by `control`, as there.

mod columns;
mod schema;

use crate::analysis::{PlayerStatistics, Statistics};
use crate::board::{ByPlayer, Player};
use crate::record::MatchInfo;
use columns::{COLUMNS, sums, values};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// How long another program that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the database does not answer.
#[derive(Debug, Error)]
pub enum RelationalError {
    /// It cannot be read or written, or a query is wrong.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// It belongs to another version of GNU Backgammon, or to another program.
    #[error("its tables are of version {0}, not {version}", version = schema::VERSION)]
    Version(i64),
}

/// An open database.
pub struct Database {
    connection: Connection,
}

/// A match or session with its statistics.
#[derive(Clone, Debug)]
pub struct MatchSheet {
    /// The players by seat.
    pub names: ByPlayer<String>,
    /// The checksum, which tells this match from others.
    pub checksum: String,
    /// Points of a match, 0 for money.
    pub length: u8,
    /// −1 where player 0 has won the match, 1 where the other one has, else 0: the other way round than of games.
    pub result: i32,
    /// The facts about it.
    pub info: MatchInfo,
    /// The statistics of the whole.
    pub statistics: Statistics,
    /// The games that were begun.
    pub games: Vec<GameSheet>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct GameSheet {
    /// The score before it.
    pub score: [u32; 2],
    /// Points won by player 0, or lost.
    pub result: i64,
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// Its statistics.
    pub statistics: Statistics,
}

/// The statistics of a player over all matches.
#[derive(Clone, Debug)]
pub struct Details {
    /// The player, then all opponents together.
    pub statistics: Statistics,
    /// How many matches.
    pub matches: usize,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells, `None` for null.
    pub rows: Vec<Vec<Option<String>>>,
}

impl Database {
    /// Opens a database; makes its tables where there are none.
    ///
    /// # Errors
    /// When the file is no such database.
    pub fn open(path: &Path) -> Result<Self, RelationalError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch("PRAGMA foreign_keys = ON")?;
        let known: Option<i64> = connection
            .query_row("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'control'", [], |row| {
                row.get(0)
            })
            .map(|count: i64| (count > 0).then_some(count))?;
        if known.is_none() {
            let transaction = connection.transaction()?;
            transaction.execute_batch(&schema::tables())?;
            transaction.commit()?;
        }
        let version: i64 = connection
            .query_row("SELECT next_id FROM control WHERE tablename = 'version'", [], |row| row.get(0))
            .optional()?
            .unwrap_or_default();
        if version != schema::VERSION {
            return Err(RelationalError::Version(version));
        }
        Ok(Self { connection })
    }

    /// Whether a match is there already.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn has(&self, sheet: &MatchSheet) -> Result<bool, RelationalError> {
        Ok(session_of(&self.connection, &sheet.checksum)?.is_some())
    }

    /// Adds a match, in place of what is there of it; its games only where they are wanted.
    ///
    /// # Errors
    /// When the database does not answer; it is then as it was before.
    pub fn add(&mut self, sheet: &MatchSheet, with_games: bool) -> Result<(), RelationalError> {
        let transaction = self.connection.transaction()?;
        if let Some(session) = session_of(&transaction, &sheet.checksum)? {
            erase_session(&transaction, session)?;
        }
        let players = Player::BOTH.map(|player| player_of(&transaction, &sheet.names[player]));
        let [top, bottom] = players;
        let players = [top?, bottom?];
        let session = next(&transaction, "session")?;
        let text = |text: &str| if text.is_empty() { "NULL".to_owned() } else { text.to_owned() };
        let MatchInfo { ratings, date, event, round, place, annotator, comment, extra: _ } = &sheet.info;
        let date = date.map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day));
        transaction.execute(
            "INSERT INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, datetime('now', 'localtime'), ?7, ?8, ?9, ?10, ?11, \
             ?12, ?13, coalesce(?14, date('now', 'localtime')))",
            params![
                session,
                sheet.checksum,
                players[0],
                players[1],
                sheet.result,
                sheet.length,
                text(&ratings[Player::Top]),
                text(&ratings[Player::Bottom]),
                text(event),
                text(round),
                text(place),
                text(annotator),
                text(comment),
                date,
            ],
        )?;
        add_statistics(&transaction, "matchstat", session, players, &sheet.statistics)?;
        for (number, game) in (1..).zip(sheet.games.iter().filter(|_| with_games)) {
            let id = next(&transaction, "game")?;
            transaction.execute(
                "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, datetime('now', 'localtime'), ?8, ?9)",
                params![
                    id,
                    session,
                    players[0],
                    players[1],
                    game.score[0],
                    game.score[1],
                    game.result,
                    number,
                    game.crawford
                ],
            )?;
            add_statistics(&transaction, "gamestat", id, players, &game.statistics)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The names of all players, each with the number of matches.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn players(&self) -> Result<Vec<(String, u32)>, RelationalError> {
        let mut query = self.connection.prepare(
            "SELECT name, (SELECT count(*) FROM matchstat WHERE matchstat.player_id = player.player_id) \
             FROM player ORDER BY name",
        )?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The statistics of a player and of the opponents; `None` where there is no such player, or no match of his.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn details(&self, name: &str) -> Result<Option<Details>, RelationalError> {
        let of = |side: &str| -> Result<(PlayerStatistics, usize), RelationalError> {
            let columns: Vec<String> = COLUMNS.iter().map(|column| format!("total({column})")).collect();
            let query = format!(
                "SELECT count(*), {} FROM matchstat \
                 WHERE session_id IN (SELECT session_id FROM matchstat JOIN player USING (player_id) WHERE name = ?1) \
                 AND player_id {side} (SELECT player_id FROM player WHERE name = ?1)",
                columns.join(", ")
            );
            Ok(self.connection.query_row(&query, [name], |row| {
                let totals: Result<Vec<f64>, _> = (0..COLUMNS.len()).map(|i| row.get(i + 1)).collect();
                Ok((sums(&totals?), row.get::<_, i64>(0)?.try_into().unwrap_or(0)))
            })?)
        };
        let (mine, matches) = of("=")?;
        if matches == 0 {
            return Ok(None);
        }
        let (theirs, _) = of("<>")?;
        let statistics = Statistics { players: ByPlayer([mine, theirs]), games: matches, ..Statistics::default() };
        Ok(Some(Details { statistics, matches }))
    }

    /// Erases a player with every match of his; returns how many there were, `None` for no such player.
    ///
    /// # Errors
    /// When the database does not answer; it is then as it was before.
    pub fn erase(&mut self, name: &str) -> Result<Option<usize>, RelationalError> {
        let transaction = self.connection.transaction()?;
        let player: Option<i64> = transaction
            .query_row("SELECT player_id FROM player WHERE name = ?1", [name], |row| row.get(0))
            .optional()?;
        let Some(player) = player else { return Ok(None) };
        let sessions: Vec<i64> = transaction
            .prepare("SELECT session_id FROM session WHERE player_id0 = ?1 OR player_id1 = ?1")?
            .query_map([player], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for session in &sessions {
            erase_session(&transaction, *session)?;
        }
        transaction.execute("DELETE FROM player WHERE player_id = ?1", [player])?;
        transaction.commit()?;
        Ok(Some(sessions.len()))
    }

    /// Erases all players and matches.
    ///
    /// # Errors
    /// When the database does not answer; it is then as it was before.
    pub fn erase_all(&mut self) -> Result<(), RelationalError> {
        let transaction = self.connection.transaction()?;
        for table in ["gamestat", "game", "matchstat", "session", "player"] {
            transaction.execute(&format!("DELETE FROM {table}"), [])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Answers what stands behind `SELECT`; nothing else is carried out.
    ///
    /// # Errors
    /// When the query is wrong.
    pub fn select(&self, query: &str) -> Result<Rows, RelationalError> {
        let mut query = self.connection.prepare(&format!("SELECT {query}"))?;
        let columns: Vec<String> = query.column_names().into_iter().map(str::to_owned).collect();
        let cells = columns.len();
        let rows = query.query_map([], |row| (0..cells).map(|i| Ok(text_of(row.get_ref(i)?))).collect())?;
        Ok(Rows { columns, rows: rows.collect::<Result<_, _>>()? })
    }
}

fn text_of(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Some(format!("({} bytes)", bytes.len())),
    }
}

/// The next number for a row of a table.
fn next(transaction: &Transaction<'_>, table: &str) -> Result<i64, RelationalError> {
    transaction.execute("INSERT OR IGNORE INTO control VALUES (?1, 0)", [table])?;
    transaction.execute("UPDATE control SET next_id = next_id + 1 WHERE tablename = ?1", [table])?;
    Ok(transaction.query_row("SELECT next_id FROM control WHERE tablename = ?1", [table], |row| row.get(0))?)
}

/// The number of a player, who is entered where the name is new.
fn player_of(transaction: &Transaction<'_>, name: &str) -> Result<i64, RelationalError> {
    let known = transaction.query_row("SELECT player_id FROM player WHERE name = ?1", [name], |row| row.get(0));
    if let Some(player) = known.optional()? {
        return Ok(player);
    }
    let player = next(transaction, "player")?;
    transaction.execute("INSERT INTO player VALUES (?1, ?2, '')", params![player, name])?;
    Ok(player)
}

fn session_of(connection: &Connection, checksum: &str) -> Result<Option<i64>, RelationalError> {
    let found =
        connection.query_row("SELECT session_id FROM session WHERE checksum = ?1", [checksum], |row| row.get(0));
    Ok(found.optional()?)
}

/// Erases a session with everything that hangs on it.
fn erase_session(transaction: &Transaction<'_>, session: i64) -> Result<(), RelationalError> {
    let games = "SELECT game_id FROM game WHERE session_id = ?1";
    transaction.execute(&format!("DELETE FROM gamestat WHERE game_id IN ({games})"), [session])?;
    for table in ["game", "matchstat", "session"] {
        transaction.execute(&format!("DELETE FROM {table} WHERE session_id = ?1"), [session])?;
    }
    Ok(())
}

/// A row of statistics for each player.
fn add_statistics(
    transaction: &Transaction<'_>,
    table: &str,
    of: i64,
    players: [i64; 2],
    statistics: &Statistics,
) -> Result<(), RelationalError> {
    for (seat, player) in Player::BOTH.into_iter().zip(players) {
        let id = next(transaction, table)?;
        let head = [id, of, player].map(rusqlite::types::Value::from);
        let cells: Vec<_> = head.into_iter().chain(values(statistics, seat)).collect();
        let places = vec!["?"; cells.len()].join(", ");
        transaction.execute(&format!("INSERT INTO {table} VALUES ({places})"), params_from_iter(cells))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(names: [&str; 2], checksum: &str, plays: u32) -> MatchSheet {
        let mut statistics = Statistics { games: 1, length: 3, ..Statistics::default() };
        for player in Player::BOTH {
            let of = &mut statistics.players[player];
            (of.plays.total, of.plays.unforced, of.plays.unmarked) = (plays, plays, plays - 1);
            of.plays.marked = [1, 0, 0];
            of.plays.error.add(0.5, 0.125);
            of.cube.wrong_takes.count = 1;
            of.cube.wrong_takes.loss.add(0.25, 0.5);
            of.luck.luck.add(0.75, 0.0);
        }
        MatchSheet {
            names: ByPlayer(names.map(str::to_owned)),
            checksum: checksum.to_owned(),
            length: 3,
            result: 1,
            info: MatchInfo::default(),
            statistics: statistics.clone(),
            games: vec![GameSheet { score: [0, 0], result: 2, crawford: false, statistics }],
        }
    }

    #[test]
    fn a_match_comes_once_and_sums_are_sums() {
        let mut base = Database::open(Path::new(":memory:")).expect("a database");
        base.add(&sheet(["Ann", "Ben"], "a", 10), true).expect("added");
        base.add(&sheet(["Ann", "Ben"], "a", 12), true).expect("in its place");
        base.add(&sheet(["Cid", "Ann"], "b", 5), false).expect("added");
        let rows = base.select("count(*) AS n, sum(total_moves) FROM matchstat").expect("rows");
        assert_eq!((rows.columns[0].as_str(), rows.rows), ("n", vec![vec![Some("4".into()), Some("34".into())]]));
        assert_eq!(base.select("count(*) FROM gamestat").expect("rows").rows, [[Some("2".to_owned())]]);
        let players = base.players().expect("players");
        assert_eq!(players, [("Ann".to_owned(), 2), ("Ben".to_owned(), 1), ("Cid".to_owned(), 1)]);
        let details = base.details("Ann").expect("an answer").expect("a player");
        let [mine, theirs] = &details.statistics.players.0;
        assert_eq!((details.matches, mine.plays.total, theirs.plays.total), (2, 17, 17));
        assert_eq!((mine.plays.error.equity, mine.plays.error.cost), (1.0, 0.25));
        assert_eq!((mine.cube.wrong_takes.count, mine.cube.error().equity, mine.luck.luck.equity), (2, 0.5, 1.5));
        assert!(base.details("Dan").expect("an answer").is_none());
        assert_eq!((base.erase("Ben").expect("erased"), base.erase("Ben").expect("nobody")), (Some(1), None));
        assert_eq!(base.players().expect("players").len(), 2);
        base.erase_all().expect("erased");
        assert!(base.players().expect("players").is_empty());
    }

    #[test]
    fn a_wrong_query_is_an_error() {
        let base = Database::open(Path::new(":memory:")).expect("a database");
        assert!(base.select("nonsense").expect_err("no column").to_string().contains("nonsense"));
        assert!(base.select("1; DELETE FROM player").is_err());
    }
}
