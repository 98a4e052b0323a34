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
use crate::words::counted;
use columns::{columns, sums, values};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params, params_from_iter};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// How long other programs that write are waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The most that one query may answer: all of it is held, and shown as one table.
const MOST_ROWS: usize = 100_000;
const MOST_BYTES: usize = 64 << 20;

/// Why the database does not answer.
#[derive(Debug, Error)]
pub enum RelationalError {
    /// The file cannot be read or written, or a query is wrong.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file belongs to another version of GNU Backgammon, or to another program.
    #[error("its tables are of version {0}, not {version}", version = schema::VERSION)]
    Version(i64),
    /// A query has more to say than can be shown.
    #[error("the answer has more than {0}; `LIMIT` makes it shorter")]
    TooLong(String),
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
    /// The statistics.
    pub statistics: Statistics,
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
        if !has_tables(&connection)? {
            let transaction = writing(&mut connection)?;
            // Another program may have made them meanwhile.
            if !has_tables(&transaction)? {
                transaction.execute_batch(&schema::tables())?;
            }
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
        let transaction = writing(&mut self.connection)?;
        if let Some(session) = session_of(&transaction, &sheet.checksum)? {
            erase_session(&transaction, session)?;
        }
        let players = Player::BOTH.map(|player| player_of(&transaction, &sheet.names[player]));
        let [top, bottom] = players;
        let players = [top?, bottom?];
        let session = next(&transaction, "session")?;
        let text = |text: &str| if text.is_empty() { "NULL".to_owned() } else { text.to_owned() };
        let MatchInfo { ratings, date, event, round, place, annotator, comment, extra: _ } = &sheet.info;
        let date = date.map(|date| date.to_string());
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
    pub fn details(&self, name: &str) -> Result<Option<Statistics>, RelationalError> {
        let of = |side: &str| -> Result<(PlayerStatistics, usize), RelationalError> {
            let columns = columns(&PlayerStatistics::default());
            let columns: Vec<String> = columns.iter().map(|(column, _)| format!("total({column})")).collect();
            let query = format!(
                "SELECT count(*), {} FROM matchstat \
                 WHERE session_id IN (SELECT session_id FROM matchstat JOIN player USING (player_id) WHERE name = ?1) \
                 AND player_id {side} (SELECT player_id FROM player WHERE name = ?1)",
                columns.join(", ")
            );
            Ok(self.connection.query_row(&query, [name], |row| {
                let totals: Result<Vec<f64>, _> = (0..columns.len()).map(|i| row.get(i + 1)).collect();
                Ok((sums(&totals?), row.get::<_, i64>(0)?.try_into().unwrap_or(0)))
            })?)
        };
        let (mine, matches) = of("=")?;
        if matches == 0 {
            return Ok(None);
        }
        let (theirs, _) = of("<>")?;
        let statistics = Statistics { players: ByPlayer([mine, theirs]), games: matches, ..Statistics::default() };
        Ok(Some(statistics))
    }

    /// Erases a player with every match of his; returns how many there were, `None` for no such player.
    ///
    /// # Errors
    /// When the database does not answer; it is then as it was before.
    pub fn erase(&mut self, name: &str) -> Result<Option<usize>, RelationalError> {
        let transaction = writing(&mut self.connection)?;
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
        let transaction = writing(&mut self.connection)?;
        for table in ["gamestat", "game", "matchstat", "session", "player"] {
            transaction.execute(&format!("DELETE FROM {table}"), [])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Answers what stands behind `SELECT`; nothing else is carried out.
    ///
    /// # Errors
    /// When the query is wrong, or its answer too long.
    pub fn select(&self, query: &str) -> Result<Rows, RelationalError> {
        select_in(&self.connection, query)
    }
}

/// Answers what stands behind `SELECT` from a database; nothing else is carried out.
pub(crate) fn select_in(connection: &Connection, query: &str) -> Result<Rows, RelationalError> {
    let mut query = connection.prepare(&format!("SELECT {query}"))?;
    let columns: Vec<String> = query.column_names().into_iter().map(str::to_owned).collect();
    let (mut found, mut bytes, mut rows) = (query.query([])?, 0, Vec::new());
    while let Some(row) = found.next()? {
        let cell = |i: usize| row.get_ref(i).map(text_of);
        let cells = (0..columns.len()).map(cell).collect::<Result<Vec<_>, _>>()?;
        bytes += cells.iter().flatten().map(String::len).sum::<usize>();
        if rows.len() == MOST_ROWS {
            return Err(RelationalError::TooLong(format!("{MOST_ROWS} rows")));
        }
        if bytes > MOST_BYTES {
            return Err(RelationalError::TooLong(format!("{} megabytes", MOST_BYTES >> 20)));
        }
        rows.push(cells);
    }
    Ok(Rows { columns, rows })
}

/// A transaction that writes. It takes its turn at once: SQLite lets nobody wait who wants to write after having read.
fn writing(connection: &mut Connection) -> Result<Transaction<'_>, rusqlite::Error> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Whether the tables are there.
fn has_tables(connection: &Connection) -> Result<bool, rusqlite::Error> {
    connection.query_row(
        "SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = 'control'",
        [],
        |row| row.get(0),
    )
}

fn text_of(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Some(format!("({})", counted(bytes.len(), "byte"))),
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
        let [mine, theirs] = &details.players.0;
        assert_eq!((details.games, mine.plays.total, theirs.plays.total), (2, 17, 17));
        assert_eq!((mine.plays.error.equity, mine.plays.error.cost), (1.0, 0.25));
        assert_eq!((mine.cube.wrong_takes.count, mine.cube.error().equity, mine.luck.luck.equity), (2, 0.5, 1.5));
        assert!(base.details("Dan").expect("an answer").is_none());
        assert_eq!((base.erase("Ben").expect("erased"), base.erase("Ben").expect("nobody")), (Some(1), None));
        assert_eq!(base.players().expect("players").len(), 2);
        base.erase_all().expect("erased");
        assert!(base.players().expect("players").is_empty());
    }

    #[test]
    fn twelve_programs_write_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("club.db");
        let add = |i: usize| -> Result<(), RelationalError> {
            let mut base = Database::open(&path)?;
            for checksum in [format!("{i}a"), format!("{i}b")] {
                base.add(&sheet(["Ann", &format!("Ben {i}")], &checksum, 10), true)?;
            }
            base.erase(&format!("Ben {i}")).map(|_| ())
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..12).map(|i| scope.spawn(move || add(i))).collect();
            for one in all {
                one.join().expect("no panic").expect("each has its turn");
            }
        });
        let base = Database::open(&path).expect("a database");
        assert_eq!(base.players().expect("players"), [("Ann".to_owned(), 0)]);
    }

    #[test]
    fn whoever_writes_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("club.db");
        let mut first = Database::open(&path).expect("a database");
        let mut second = Database::open(&path).expect("a database");
        type Change = fn(&mut Database) -> Result<(), RelationalError>;
        let changes: [Change; 3] = [
            |base| base.add(&sheet(["Ann", "Ben"], "a", 10), true),
            |base| base.erase("Ben").map(|_| ()),
            Database::erase_all,
        ];
        for change in changes {
            let held = writing(&mut first.connection).expect("its turn");
            let waits = &mut second;
            std::thread::scope(|scope| {
                let (begins, begun) = std::sync::mpsc::channel();
                let changed = scope.spawn(move || {
                    begins.send(()).expect("heard");
                    change(waits)
                });
                begun.recv().expect("begun");
                std::thread::sleep(Duration::from_millis(30));
                held.commit().expect("done");
                changed.join().expect("no panic").expect("it waits");
            });
        }
    }

    #[test]
    fn other_tables_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.db");
        let base = Database::open(&path).expect("a database");
        for (change, version) in [
            ("UPDATE control SET next_id = 2 WHERE tablename = 'version'", 2),
            ("DELETE FROM control WHERE tablename = 'version'", 0),
        ] {
            base.connection.execute_batch(change).expect("changed");
            let refused = Database::open(&path).map(|_| ()).expect_err("another version");
            assert_eq!(refused.to_string(), format!("its tables are of version {version}, not 1"));
        }
    }

    #[test]
    fn an_answer_has_an_end() {
        let base = Database::open(Path::new(":memory:")).expect("a database");
        let numbers = "x FROM (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n";
        let whole = base.select(&format!("{numbers} LIMIT {MOST_ROWS}) SELECT x FROM n)")).expect("rows");
        assert_eq!(whole.rows.len(), MOST_ROWS);
        let endless = base.select(&format!("{numbers}) SELECT x FROM n)")).expect_err("too many");
        assert_eq!(endless.to_string(), "the answer has more than 100000 rows; `LIMIT` makes it shorter");
        let long = base.select("hex(zeroblob(20000000)), hex(zeroblob(20000000))").expect_err("too long");
        assert_eq!(long.to_string(), "the answer has more than 64 megabytes; `LIMIT` makes it shorter");
    }

    #[test]
    fn a_wrong_query_is_an_error() {
        let base = Database::open(Path::new(":memory:")).expect("a database");
        assert!(base.select("nonsense").expect_err("no column").to_string().contains("nonsense"));
        assert!(base.select("1; DELETE FROM player").is_err());
    }
}
