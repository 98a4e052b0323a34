//! The library: the matches that a player keeps, and the cards of `practise`.
//!
//! One SQLite file. A match is kept as the text that `export match json` writes, packed, with every analysis of it;
//! its decisions lie beside it in a few bytes each ([`facts`]), which is what searches and statistics read. A decision
//! that an analysis has called an error is *found*; a rollout makes it a *card*, or drops it with the reason. Every
//! answer is a row of `review`, with what was known before it, so that the last one can be graded anew.
//! `docs/guide/library.md` and `docs/guide/practice.md` have the tables.

pub mod anki;
mod archive;
pub mod book;
mod card;
pub mod drills;
pub mod facts;
pub mod fsrs;
mod matches;
pub mod npy;

pub use archive::{Inner, files_in};
pub use card::{Asked, Card, Choice, Found, Proof, Source};
pub use facts::{Facts, Sieve};
pub use matches::{Added, KeptMatch, Ready};

use crate::record::Date;
use crate::relational::{RelationalError, Rows, select_in};
use fsrs::{Grade, Memory, Scheduler};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row, Transaction, TransactionBehavior, params,
};
use serde::Serialize;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// The name under which wrong answers to a quiz stand, which no file of a match has.
pub const QUIZ: &str = "quiz";

/// What tells the file from other SQLite files: `gmlb`.
const APPLICATION: i64 = 0x676d_6c62;

/// The steps that lead from an empty file to the tables of today. A file says in `user_version` how many it has had.
const STEPS: [&str; 5] = [
    include_str!("steps/cards.sql"),
    include_str!("steps/matches.sql"),
    include_str!("steps/book.sql"),
    include_str!("steps/aliases.sql"),
    include_str!("steps/changes.sql"),
];

/// How long other programs that write are waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a glance waits for them.
const GLANCE: Duration = Duration::from_millis(100);

/// Why the library does not answer.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The file cannot be read or written.
    #[error("{}", told(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// The file was written by a later version of this program.
    #[error("it was written by a newer gammon, with tables of version {0}; this one knows {known}", known = STEPS.len())]
    Newer(i64),
    /// The file is a database of another kind.
    #[error("it is a database, but no library of gammon")]
    Other,
    /// What stands in it makes no sense.
    #[error("{0} cannot be read in it")]
    Damaged(String),
    /// No match has this number.
    #[error("it has no match {0}")]
    NoMatch(i64),
}

/// An open library.
pub struct Library {
    connection: Connection,
    scheduler: Scheduler,
}

/// What there is to practise.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// By theme, the largest first.
    pub themes: Vec<ThemeCounts>,
    /// Errors found that are not rolled out yet.
    pub found: u32,
    /// Errors dropped after a rollout: none after all, or not sure.
    pub dropped: u32,
}

/// The cards of a theme.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThemeCounts {
    /// The part of the game, `doubling` or `taking`.
    pub theme: String,
    /// The cards.
    pub cards: u32,
    /// The cards never asked.
    pub new: u32,
    /// The cards asked before that are due on the day.
    pub due: u32,
    /// Those that are due within a week of it, today's among them.
    pub week: u32,
    /// Answers in all.
    pub answers: u32,
    /// The share of answers after the first of a card that were not wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention: Option<f64>,
    /// The equity given up by an answer, in the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
}

/// A question, and what its owner knows of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CardRow {
    /// The identity: the same question from two matches is one.
    pub card: String,
    /// The kind of question: `play`, `double` or `take`.
    pub asked: &'static str,
    /// The part of the game, `doubling` or `taking`.
    pub theme: String,
    /// The position.
    pub xgid: String,
    /// The play or action that was made.
    pub made: String,
    /// The best one.
    pub best: String,
    /// The equity that the play or action made gives up.
    pub loss: f64,
    /// The other player.
    pub opponent: String,
    /// The day of the match, where it is known.
    pub date: Option<String>,
    /// The file of the match.
    pub file: String,
    /// The day of the last answer; `None` of a question never asked.
    pub last: Option<String>,
    /// The day on which it is asked again.
    pub due: Option<String>,
    /// The days after which the chance to know it has fallen to nine tenths.
    pub stability: Option<f64>,
    /// From 1, easy, to 10.
    pub difficulty: Option<f64>,
}

/// An answer that was given.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnswerRow {
    /// The question, as [`CardRow::card`] has it.
    pub card: String,
    /// The day.
    pub day: Option<String>,
    /// The play or action.
    pub answer: String,
    /// The equity given up.
    pub loss: f64,
    /// `again`, `hard`, `good` or `easy`.
    pub grade: String,
    /// The stability before the answer; `None` before the first.
    pub stability: Option<f64>,
    /// The difficulty before the answer.
    pub difficulty: Option<f64>,
}

/// All cards, the worst errors first.
const WORST_FIRST: &str = "state = 'card' ORDER BY loss * times DESC, id";

impl Library {
    /// Opens a library; makes its tables where the file is new.
    ///
    /// # Errors
    /// When the file is no library, or one of a later version.
    pub fn open(path: &Path) -> Result<Self, LibraryError> {
        Self::open_watched(path, &mut |_, _| ())
    }

    /// Opens a library as [`open`](Self::open) does, and tells how many matches of how many are brought up to date.
    ///
    /// # Errors
    /// When the file is no library, or one of a later version.
    pub fn open_watched(path: &Path, tell: &mut dyn FnMut(usize, usize)) -> Result<Self, LibraryError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch("PRAGMA foreign_keys = ON")?;
        // One that needs no step may lie where nobody writes.
        if steps_left(&connection)? > 0 {
            let transaction = writing(&mut connection)?;
            // Another program may have made them meanwhile.
            let left = &STEPS[STEPS.len() - steps_left(&transaction)?..];
            for step in left {
                transaction.execute_batch(step)?;
            }
            matches::renew(&transaction, tell)?;
            if left.len() == STEPS.len() {
                let text = serde_json::to_string(&Scheduler::default()).unwrap_or_default();
                transaction.execute("INSERT INTO scheduler VALUES (?1)", [text])?;
            }
            let marks = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {}", STEPS.len());
            transaction.execute_batch(&marks)?;
            transaction.commit()?;
        }
        let stored: Option<String> =
            connection.query_row("SELECT parameters FROM scheduler", [], |row| row.get(0)).optional()?;
        let scheduler = match stored {
            Some(text) => serde_json::from_str(&text).ok().filter(Scheduler::is_sound),
            None => Some(Scheduler::default()),
        };
        let scheduler = scheduler.ok_or_else(|| LibraryError::Damaged("the parameters of the scheduler".to_owned()))?;
        Ok(Self { connection, scheduler })
    }

    /// The bytes at the beginning of a file by which it is known.
    pub const HEAD: usize = 72;

    /// Whether a file that begins so is a library.
    pub fn begins_with(head: &[u8; Self::HEAD]) -> bool {
        // An SQLite file has its application's identifier here.
        const IDENTIFIER: usize = 68;
        head.starts_with(b"SQLite format 3\0") && head[IDENTIFIER..] == (APPLICATION as u32).to_be_bytes()
    }

    /// Opens a copy of a library, as it is now, in a file that does not exist yet: the library itself is not changed.
    ///
    /// # Errors
    /// When the file is no library, one of a later version, or cannot be copied.
    pub fn open_copy(path: &Path, copy: &Path) -> Result<Self, LibraryError> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
        Self::open(copy)
    }

    /// Opens a library only to look something up, at once or not at all: nothing is made or brought up to date.
    ///
    /// # Errors
    /// When the file is no library of this version, or does not answer at once.
    pub fn glance(path: &Path) -> Result<Self, LibraryError> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(GLANCE)?;
        match steps_left(&connection)? {
            0 => Ok(Self { connection, scheduler: Scheduler::default() }),
            _ => Err(LibraryError::Other),
        }
    }

    /// Answers what stands behind `SELECT` from its tables; nothing else is carried out.
    ///
    /// # Errors
    /// When the query is wrong, or its answer too long.
    pub fn select(&self, query: &str) -> Result<Rows, RelationalError> {
        select_in(&self.connection, query)
    }

    /// Whether a file has been searched for errors as it is now.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn has_file(&self, path: &str, stamp: &str) -> Result<bool, LibraryError> {
        let known: Option<String> =
            self.connection.query_row("SELECT stamp FROM file WHERE path = ?1", [path], |row| row.get(0)).optional()?;
        Ok(known.is_some_and(|known| known == stamp))
    }

    /// Adds the errors of a file. One that is there already, from another match, counts once more.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn add(&mut self, path: &str, stamp: &str, found: &[Found]) -> Result<(), LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let was_there =
            transaction.query_row("SELECT 1 FROM file WHERE path = ?1", [path], |_| Ok(())).optional()?.is_some();
        transaction.execute("INSERT OR REPLACE INTO file VALUES (?1, ?2)", [path, stamp])?;
        for Found { id, asked, xgid, theme, made, loss, plays, source } in found {
            let plays = serde_json::to_string(plays).unwrap_or_default();
            let Source { file, opponent, date, game, turn } = source;
            let added = transaction.execute(
                "INSERT OR IGNORE INTO card (id, state, asked, xgid, theme, made, loss, plays, file, opponent, date, \
                 game, turn) VALUES (?1, 'found', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                params![id, asked.word(), xgid, theme, made, loss, plays, file, opponent, date, game, turn],
            )?;
            if added == 0 && !was_there {
                transaction.execute("UPDATE card SET times = times + 1 WHERE id = ?1 AND file <> ?2", [id, file])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// The error that costs most among those that are found and not proved, counted as often as it was made.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn found(&self) -> Result<Vec<Found>, LibraryError> {
        self.of_cards("state = 'found' ORDER BY min(loss, 1) * times DESC, id", [], found_of)
    }

    /// Makes a card of an error.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn prove(&mut self, id: &str, proof: &Proof) -> Result<(), LibraryError> {
        let choices = serde_json::to_string(&proof.choices).unwrap_or_default();
        self.connection.execute(
            "UPDATE card SET state = 'card', choices = ?2, chance = ?3, by = ?4 WHERE id = ?1",
            params![id, choices, proof.chance, proof.by],
        )?;
        Ok(())
    }

    /// Adds a card that the book has proved.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn add_from_book(&mut self, found: &Found, proof: &Proof) -> Result<(), LibraryError> {
        self.add(book::BOOK, "", std::slice::from_ref(found))?;
        self.prove(&found.id, proof)
    }

    /// Drops an error that is none to be asked.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn drop(&mut self, id: &str, why: &str) -> Result<(), LibraryError> {
        self.connection.execute("UPDATE card SET state = 'dropped', why = ?2 WHERE id = ?1", [id, why])?;
        Ok(())
    }

    /// The cards that are due on a day, those most overdue for their stability first; then those never asked.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn due(&self, day: i64) -> Result<Vec<Card>, LibraryError> {
        let due = "state = 'card' AND (due IS NULL OR due <= ?1) \
                   ORDER BY due IS NULL, (?1 - last) / stability DESC, loss * times DESC, id";
        self.of_cards(due, [day], card_of)
    }

    /// All cards, the worst first.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn cards(&self) -> Result<Vec<Card>, LibraryError> {
        self.of_cards(WORST_FIRST, [], card_of)
    }

    /// The card of a question.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn card(&self, id: &str) -> Result<Option<Card>, LibraryError> {
        Ok(self.of_cards("state = 'card' AND id = ?1", [id], card_of)?.pop())
    }

    /// Rows of cards that SQL says, in its order, each made into something.
    fn of_cards<T>(
        &self,
        which: &str,
        values: impl Params,
        of: impl Fn(&Row<'_>) -> Result<T, LibraryError>,
    ) -> Result<Vec<T>, LibraryError> {
        let mut query = self.connection.prepare(&format!("SELECT * FROM card WHERE {which}"))?;
        query.query_and_then(values, of)?.collect()
    }

    /// All questions with what is known of them, those that lose most first.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn card_rows(&self) -> Result<Vec<CardRow>, LibraryError> {
        self.of_cards(WORST_FIRST, [], |row| {
            let (card, due) = (card_of(row)?, row.get::<_, Option<i64>>("due")?);
            let made = card.proof.choices.iter().find(|choice| choice.name == card.found.made);
            let (best, loss) = (card.best().name.clone(), made.map_or(card.found.loss, |made| made.loss));
            let Card { found, memory, last, .. } = card;
            Ok(CardRow {
                card: found.id,
                asked: found.asked.word(),
                theme: found.theme,
                xgid: found.xgid,
                made: found.made,
                best,
                loss,
                opponent: found.source.opponent,
                date: found.source.date,
                file: found.source.file,
                last: last.and_then(day_in_words),
                due: due.filter(|_| last.is_some()).and_then(day_in_words),
                stability: memory.map(|memory| memory.stability),
                difficulty: memory.map(|memory| memory.difficulty),
            })
        })
    }

    /// All answers that were given, in order.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn answer_rows(&self) -> Result<Vec<AnswerRow>, LibraryError> {
        let mut query = self.connection.prepare(
            "SELECT card, day, answer, loss, grade, stability_before, difficulty_before FROM review ORDER BY number",
        )?;
        let rows = query.query_map([], |row| {
            Ok(AnswerRow {
                card: row.get(0)?,
                day: day_in_words(row.get(1)?),
                answer: row.get(2)?,
                loss: row.get(3)?,
                grade: row.get(4)?,
                stability: row.get(5)?,
                difficulty: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Enters an answer, and says in how many days the card is asked again.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn answer(&mut self, id: &str, day: i64, grade: Grade, given: &str, loss: f64) -> Result<i64, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let (memory, last) = state_of(&transaction, id)?;
        transaction.execute(
            "INSERT INTO review (card, day, grade, answer, loss, stability_before, difficulty_before, last_before) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                id,
                day,
                grade.name(),
                given,
                loss,
                memory.map(|memory| memory.stability),
                memory.map(|memory| memory.difficulty),
                last
            ],
        )?;
        let days = enter(&transaction, &self.scheduler, id, (memory, last), (day, grade))?;
        transaction.commit()?;
        Ok(days)
    }

    /// The grade of the last answer; `None` without one.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn last_grade(&self) -> Result<Option<String>, LibraryError> {
        let query = "SELECT grade FROM review ORDER BY number DESC LIMIT 1";
        Ok(self.connection.query_row(query, [], |row| row.get(0)).optional()?)
    }

    /// Grades the last answer anew; returns in how many days its card is asked again, `None` without an answer.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn grade_anew(&mut self, grade: Grade) -> Result<Option<i64>, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let last = transaction
            .query_row(
                "SELECT number, card, day, stability_before, difficulty_before, last_before FROM review \
                 ORDER BY number DESC LIMIT 1",
                [],
                |row| {
                    let memory = memory_of(row.get(3)?, row.get(4)?);
                    Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?, memory, row.get(5)?))
                },
            )
            .optional()?;
        let Some((number, id, day, memory, before)) = last else { return Ok(None) };
        transaction.execute("UPDATE review SET grade = ?2 WHERE number = ?1", params![number, grade.name()])?;
        let days = enter(&transaction, &self.scheduler, &id, (memory, before), (day, grade))?;
        transaction.commit()?;
        Ok(Some(days))
    }

    /// What there is to practise on a day.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn counts(&self, day: i64) -> Result<Counts, LibraryError> {
        let of_state = |state: &str| {
            let query = "SELECT count(*) FROM card WHERE state = ?1";
            self.connection.query_row(query, [state], |row| row.get::<_, u32>(0))
        };
        let mut query = self.connection.prepare(
            "SELECT theme, count(*), sum(last IS NULL), sum(due <= ?1), sum(due < ?1 + 7), \
             sum((SELECT count(*) FROM review WHERE card = card.id)), \
             1.0 * sum((SELECT count(*) FROM review WHERE card = card.id AND last_before IS NOT NULL \
             AND grade <> 'again')) / sum((SELECT count(*) FROM review WHERE card = card.id AND last_before IS NOT NULL)), \
             sum((SELECT total(loss) FROM review WHERE card = card.id)) / sum((SELECT count(*) FROM review \
             WHERE card = card.id)) \
             FROM card WHERE state = 'card' GROUP BY theme ORDER BY count(*) DESC, theme",
        )?;
        let themes = query.query_map([day], |row| {
            let count = |i: usize| row.get::<_, Option<u32>>(i).map(Option::unwrap_or_default);
            Ok(ThemeCounts {
                theme: row.get(0)?,
                cards: count(1)?,
                new: count(2)?,
                due: count(3)?,
                week: count(4)?,
                answers: count(5)?,
                // What is divided by no answers is unknown.
                retention: row.get(6)?,
                lost: row.get(7)?,
            })
        })?;
        Ok(Counts {
            found: of_state("found")?,
            dropped: of_state("dropped")?,
            themes: themes.collect::<Result<_, _>>()?,
        })
    }
}

/// An error of SQLite, with what helps where there is something.
fn told(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full: make room on it, and give the command again".to_owned(),
        _ => error.to_string(),
    }
}

/// A day since the beginning of 1970 as `2026-11-28`.
fn day_in_words(day: i64) -> Option<String> {
    Date::of_day(day).map(|date| date.to_string())
}

/// The steps that a file has not had yet.
fn steps_left(connection: &Connection) -> Result<usize, LibraryError> {
    let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if tables > 0 && application != APPLICATION {
        return Err(LibraryError::Other);
    }
    let done = usize::try_from(version).ok().filter(|&done| done <= STEPS.len());
    done.map(|done| STEPS.len() - done).ok_or(LibraryError::Newer(version))
}

/// A transaction that writes. It takes its turn at once: SQLite lets nobody wait who wants to write after having read.
fn writing(connection: &mut Connection) -> Result<Transaction<'_>, rusqlite::Error> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// What is known of a card, and the day of the last answer.
type State = (Option<Memory>, Option<i64>);

fn memory_of(stability: Option<f64>, difficulty: Option<f64>) -> Option<Memory> {
    // Numbers that no answer leads to are forgotten, not worked with.
    let sound = |(stability, difficulty): &(f64, f64)| *stability > 0.0 && (1.0..=10.0).contains(difficulty);
    stability.zip(difficulty).filter(sound).map(|(stability, difficulty)| Memory { stability, difficulty })
}

fn state_of(transaction: &Transaction<'_>, id: &str) -> Result<State, LibraryError> {
    let query = "SELECT stability, difficulty, last FROM card WHERE id = ?1";
    Ok(transaction.query_row(query, [id], |row| Ok((memory_of(row.get(0)?, row.get(1)?), row.get(2)?)))?)
}

/// Enters what is known after an answer; returns the days until the card is asked again.
fn enter(
    transaction: &Transaction<'_>,
    scheduler: &Scheduler,
    id: &str,
    (memory, last): State,
    (day, grade): (i64, Grade),
) -> Result<i64, LibraryError> {
    let after = scheduler.after(memory, day - last.unwrap_or(day), grade);
    let days = scheduler.interval(after);
    transaction.execute(
        "UPDATE card SET stability = ?2, difficulty = ?3, last = ?4, due = ?5 WHERE id = ?1",
        params![id, after.stability, after.difficulty, day, day + days],
    )?;
    Ok(days)
}

fn found_of(row: &Row<'_>) -> Result<Found, LibraryError> {
    let id: String = row.get("id")?;
    let damaged = |what: &str| LibraryError::Damaged(format!("the {what} of card {id}"));
    let asked: String = row.get("asked")?;
    let plays: String = row.get("plays")?;
    Ok(Found {
        asked: Asked::of(&asked).ok_or_else(|| damaged("question"))?,
        plays: serde_json::from_str(&plays).map_err(|_| damaged("plays"))?,
        xgid: row.get("xgid")?,
        theme: row.get("theme")?,
        made: row.get("made")?,
        loss: row.get("loss")?,
        source: Source {
            file: row.get("file")?,
            opponent: row.get("opponent")?,
            date: row.get("date")?,
            game: row.get("game")?,
            turn: row.get("turn")?,
        },
        id,
    })
}

fn card_of(row: &Row<'_>) -> Result<Card, LibraryError> {
    let found = found_of(row)?;
    let damaged = || LibraryError::Damaged(format!("the choices of card {}", found.id));
    let choices: Option<String> = row.get("choices")?;
    let choices: Vec<Choice> = serde_json::from_str(&choices.unwrap_or_default()).map_err(|_| damaged())?;
    if choices.is_empty() {
        return Err(damaged());
    }
    let proof = Proof {
        choices,
        chance: row.get::<_, Option<f64>>("chance")?.unwrap_or_default(),
        by: row.get::<_, Option<String>>("by")?.unwrap_or_default(),
    };
    let memory = memory_of(row.get("stability")?, row.get("difficulty")?);
    Ok(Card { proof, memory, last: row.get("last")?, found })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(id: &str, loss: f64) -> Found {
        Found {
            id: id.to_owned(),
            asked: Asked::Play,
            xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10".to_owned(),
            theme: "opening".to_owned(),
            made: "24/20".to_owned(),
            loss,
            plays: vec!["8/5 6/5".to_owned(), "24/20".to_owned()],
            source: Source { file: "a.mat".to_owned(), ..Source::default() },
        }
    }

    fn proof() -> Proof {
        let choice = |name: &str, loss| Choice { name: name.to_owned(), loss, std_err: None };
        Proof { choices: vec![choice("8/5 6/5", 0.0), choice("24/20", 0.1)], chance: 0.99, by: "a rollout".to_owned() }
    }

    fn new(folder: &tempfile::TempDir) -> Library {
        Library::open(&folder.path().join("library.db")).expect("a library")
    }

    #[test]
    fn errors_become_cards_and_wrong_ones_come_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = new(&folder);
        let all = [found("a", 0.1), found("b", 0.3), found("c", 0.2)];
        library.add("a.mat", "1", &all).expect("added");
        assert!(library.has_file("a.mat", "1").expect("known") && !library.has_file("a.mat", "2").expect("known"));
        assert_eq!(library.found().expect("found").first(), Some(&all[1]));
        library.drop("b", "not sure").expect("dropped");
        assert_eq!(library.found().expect("found")[0].id, "c");
        library.prove("c", &proof()).expect("proved");
        library.prove("a", &proof()).expect("proved");
        let due = |library: &Library, day| {
            let cards = library.due(day).expect("cards");
            cards.into_iter().map(|card| card.found.id).collect::<Vec<_>>()
        };
        assert_eq!(due(&library, 100), ["c", "a"], "the worst first");
        let wrong = library.answer("c", 100, Grade::Again, "24/20", 0.1).expect("answered");
        let right = library.answer("a", 100, Grade::Good, "8/5 6/5", 0.0).expect("answered");
        assert!(1 <= wrong && wrong < right, "{wrong} {right}");
        assert!(due(&library, 100).is_empty());
        assert_eq!(due(&library, 100 + wrong), ["c"]);
        assert_eq!(due(&library, 107), ["c", "a"], "a week later");
        // The last answer is graded anew from what was known before it.
        let easy = library.grade_anew(Grade::Easy).expect("graded").expect("an answer");
        assert!(easy > right, "{easy} {right}");
        assert!(due(&library, 100 + right).iter().all(|id| id != "a"));
        // A clock that goes back costs nothing.
        library.answer("c", 90, Grade::Good, "8/5 6/5", 0.0).expect("answered");
        let counts = library.counts(100).expect("counts");
        assert_eq!((counts.found, counts.dropped, counts.themes.len()), (0, 1, 1));
        let of = &counts.themes[0];
        assert_eq!((of.cards, of.answers, of.retention, of.new), (2, 3, Some(1.0), 0));
        assert!((of.lost.expect("answers") - 0.1 / 3.0).abs() < 1e-12, "{of:?}");
        // All of it is there for whoever opens the file next.
        assert_eq!(new(&folder).counts(100).expect("counts"), counts);
    }

    #[test]
    fn one_question_of_two_matches_counts_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = new(&folder);
        let of = |id: &str, loss, file: &str| {
            let mut found = found(id, loss);
            found.source.file = file.to_owned();
            found
        };
        library.add("a.mat", "1", &[of("a", 0.1, "a.mat"), of("b", 0.15, "a.mat")]).expect("added");
        library.add("b.mat", "1", &[of("a", 0.1, "b.mat")]).expect("added");
        assert_eq!(library.found().expect("found")[0].id, "a");
        // A file that is read again adds nothing.
        for stamp in ["2", "3"] {
            library.add("a.mat", stamp, &[of("b", 0.15, "a.mat")]).expect("added");
        }
        assert_eq!((library.found().expect("found")[0].id.as_str(), library.found().expect("2").len()), ("a", 2));
    }

    #[test]
    fn what_is_no_library_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        std::fs::write(&path, "no database at all, but long enough to be looked at as if it were one")
            .expect("written");
        assert!(matches!(Library::open(&path), Err(LibraryError::Sqlite(_))));
        let other = folder.path().join("other.db");
        Connection::open(&other).expect("open").execute_batch("CREATE TABLE mine (x)").expect("a table");
        assert!(matches!(Library::open(&other), Err(LibraryError::Other)));
        let newer = folder.path().join("newer.db");
        drop(Library::open(&newer).expect("a library"));
        Connection::open(&newer).expect("open").execute_batch("PRAGMA user_version = 9").expect("set");
        assert!(matches!(Library::open(&newer), Err(LibraryError::Newer(9))));
    }

    #[test]
    fn two_programs_at_once_lose_no_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut one, mut two) = (new(&folder), new(&folder));
        one.add("a.mat", "1", &[found("a", 0.1)]).expect("added");
        one.prove("a", &proof()).expect("proved");
        std::thread::scope(|scope| {
            for library in [&mut one, &mut two] {
                scope.spawn(move || {
                    for day in 0..20 {
                        library.answer("a", day, Grade::Good, "8/5 6/5", 0.0).expect("answered");
                    }
                });
            }
        });
        assert_eq!(one.counts(0).expect("counts").themes[0].answers, 40);
    }
}
