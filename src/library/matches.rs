//! The matches of a library: each once, whatever the file it came from, with every analysis that any of its files had.

use super::facts::{Facts, SIZE, Sieve};
use super::{Library, LibraryError, writing};
use crate::board::{ByPlayer, Player};
use crate::digest::{Sha256, hexadecimal};
use crate::formats::{PlayedMatch, read_json, write_compact_json};
use crate::notation::position_bytes;
use crate::record::{Event, GameRecord, Method, Note, Standing};
use crate::scoring::Met;
use crate::threads::side_by_side;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Read, Write};

/// Parts in which decisions are looked through side by side. Sums depend on the number of parts, so it is fixed.
const PARTS: usize = 8;

/// Libraries with fewer matches are looked through in one piece.
const SMALL: usize = 500;

/// The most bytes of a match: a file that says it unpacks to more is damaged.
const MOST_BYTES: u64 = 1 << 30;

/// Plays of a decision that are kept whatever they are worth, and however they were valued.
const STATIC_PLAYS: usize = 10;

/// A match of the library.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeptMatch {
    /// The number by which it is called.
    pub number: i64,
    /// The day it was played: `2026-11-28`.
    pub date: Option<String>,
    /// The players' names.
    #[serde(rename = "players")]
    pub names: ByPlayer<String>,
    /// The names as the match has them, where some count as another's.
    #[serde(skip)]
    pub written: ByPlayer<String>,
    /// The points in the end.
    pub points: ByPlayer<u32>,
    /// The length, 0 for money.
    pub length: u8,
    /// The event; empty for none.
    pub event: String,
    /// The decisions.
    pub decisions: u32,
    /// Those that are judged.
    pub judged: u32,
    /// The name of the file it came from first.
    pub file: String,
    /// The words by which its owner groups it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What its owner wrote about it; empty for nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What became of a match that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// The match is new, under this number.
    New(i64),
    /// The match was removed before, and is there again.
    Again(i64),
    /// The match was there, and analyses or notes came to it.
    Richer(i64),
    /// The match was there, with all that was brought.
    Known(i64),
}

impl Added {
    /// The number of the match.
    pub const fn number(self) -> i64 {
        match self {
            Self::New(number) | Self::Again(number) | Self::Richer(number) | Self::Known(number) => number,
        }
    }
}

/// A match made ready to be added: all that takes time is done.
pub struct Ready {
    /// The name of its file.
    file: String,
    /// The path of its file, and what tells this version of that from others.
    origin: Option<(String, String)>,
    digest: String,
    played: PlayedMatch,
    kept: Kept,
}

/// A match as the tables hold it.
struct Kept {
    packed: Vec<u8>,
    decisions: Vec<u8>,
    judged: usize,
}

impl Kept {
    /// The rows of a match. The match forgets what is not kept of it.
    fn of(played: &mut PlayedMatch, met: &Met) -> Self {
        played.record.notes_mut().flatten().for_each(|(_, note)| spare(note));
        let facts = facts_of(played, met);
        let PlayedMatch { names, info, variation, record, .. } = played;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        let written = encoder.write_all(&write_compact_json(names, info, *variation, record.games()));
        Self {
            packed: written.and_then(|()| encoder.finish()).expect("memory can be written to"),
            judged: facts.iter().filter(|one| one.judged.is_some()).count(),
            decisions: packed(&facts),
        }
    }

    fn enter(&self, transaction: &Transaction<'_>, number: i64) -> Result<(), LibraryError> {
        let Self { packed, decisions, judged } = self;
        transaction.execute("INSERT OR REPLACE INTO played VALUES (?1, ?2)", params![number, packed])?;
        transaction.execute("INSERT OR REPLACE INTO decisions VALUES (?1, ?2)", params![number, decisions])?;
        let counts = params![number, (decisions.len() / SIZE) as i64, *judged as i64];
        transaction.execute("UPDATE match SET decisions = ?2, judged = ?3 WHERE number = ?1", counts)?;
        Ok(())
    }
}

fn facts_of(played: &PlayedMatch, met: &Met) -> Vec<Facts> {
    Facts::of_games(played.record.games(), met)
}

fn packed(facts: &[Facts]) -> Vec<u8> {
    facts.iter().flat_map(Facts::packed).collect()
}

/// Forgets plays far down a list that were valued without looking ahead: the engine has them again in no time, and they
/// are most of what an analysis without looking ahead is made of.
fn spare(note: &mut Note) {
    for found in note.plays.as_deref_mut().into_iter().chain(&mut note.other_plays) {
        let (mut at, mut left, mut made) = (0, 0, None);
        found.plays.retain(|value| {
            let is_made = found.played == Some(at);
            let is_static = matches!(value.method, Method::Plies { plies: 0, .. });
            let is_kept = at < STATIC_PLAYS || is_made || value.marked || !is_static;
            if is_made {
                made = Some(left);
            }
            at += 1;
            left += usize::from(is_kept);
            is_kept
        });
        found.played = made;
    }
}

impl Ready {
    /// Makes a match ready that comes from a file of this name.
    pub fn new(file: &str, mut played: PlayedMatch, met: &Met) -> Self {
        let kept = Kept::of(&mut played, met);
        let digest = digest(&played);
        Self { file: file.to_owned(), origin: None, digest, played, kept }
    }

    /// The match of a path and of a version of the file there.
    #[must_use]
    pub fn from(self, path: &str, stamp: &str) -> Self {
        Self { origin: Some((path.to_owned(), stamp.to_owned())), ..self }
    }
}

/// What tells a match from others, whatever file it comes from: who rolled what, and what position that led to. Names
/// and dates count where that is little.
fn digest(played: &PlayedMatch) -> String {
    /// Fewer plays are not taken for the same match by themselves.
    const FEW: usize = 6;
    let PlayedMatch { names, info, record, .. } = played;
    let (mut text, mut plays, mut first) = (Vec::new(), 0, None);
    for game in record.games() {
        text.push(0);
        for (step, entry) in game.steps.iter().enumerate() {
            let (Event::Play(play), Some(before)) = (&entry.event, game.state(step).game) else { continue };
            // The players' seats differ from file to file.
            let is_first = *first.get_or_insert(before.on_roll) == before.on_roll;
            text.push(u8::from(is_first) + 1);
            text.push(before.dice.map_or(0, |dice| dice.index() as u8));
            text.extend(position_bytes(&play.result));
            plays += 1;
        }
    }
    if plays < FEW {
        let start = record.games().first().map(|game| format!("{:?} {:?}", game.start, game.steps.len()));
        text.extend(format!("{names:?} {:?} {} {start:?}", info.date, info.event).into_bytes());
        let set = |game: &GameRecord| game.steps.iter().map(|step| format!("{:?}", step.event)).collect::<String>();
        text.extend(record.games().iter().flat_map(|game| set(game).into_bytes()));
    }
    hexadecimal(Sha256::of(text))[..32].to_owned()
}

/// Enters what one copy of a match knows and the other does not, however its players are seated. Whether that was
/// anything.
fn enrich(known: &mut PlayedMatch, other: &PlayedMatch) -> bool {
    let events = |game: &GameRecord| game.steps.iter().map(|step| step.event.clone()).collect::<Vec<_>>();
    let before = known.clone();
    let same = |other: &PlayedMatch| {
        let games = known.record.games().iter().zip(other.record.games());
        games.filter(|(known, other)| events(known) == events(other)).count()
    };
    let mut turned = other.clone();
    turned.swap_seats();
    let other = if same(&turned) > same(other) { &turned } else { other };
    known.info.date = known.info.date.or(other.info.date);
    if known.info.event.is_empty() {
        known.info.event.clone_from(&other.info.event);
    }
    for (number, from) in other.record.games().iter().enumerate() {
        let is_same = known.record.games().get(number).is_some_and(|game| events(game) == events(from));
        if !is_same {
            continue;
        }
        for (step, entry) in from.steps.iter().enumerate() {
            if let Some(note) = known.record.note_mut(number, step) {
                note.add(&entry.note);
            }
        }
    }
    known.record != before.record || known.info != before.info
}

impl Library {
    /// Begins a change that can be undone as a whole: returns its number.
    fn next_batch(transaction: &Transaction<'_>) -> Result<i64, LibraryError> {
        let query = "SELECT max((SELECT coalesce(max(max(added, coalesce(removed, 0))), 0) FROM match), \
                     (SELECT coalesce(max(number), 0) FROM change)) + 1";
        Ok(transaction.query_row(query, [], |row| row.get(0))?)
    }

    /// Notes that a change has changed something.
    fn note_change(transaction: &Transaction<'_>, batch: i64) -> Result<(), LibraryError> {
        transaction.execute("INSERT OR IGNORE INTO change VALUES (?1)", [batch])?;
        Ok(())
    }

    /// The number of the change that comes next.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn begin_batch(&mut self) -> Result<i64, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        Self::next_batch(&transaction)
    }

    /// Adds matches as part of a change. One that is there gets the analyses and notes that are new. Their files are
    /// remembered: [`has_origin`](Self::has_origin) knows them then.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn add_matches(&mut self, batch: i64, matches: &[Ready], met: &Met) -> Result<Vec<Added>, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let mut all = Vec::with_capacity(matches.len());
        for ready in matches {
            let (number, added) = add(&transaction, batch, ready, met)?;
            if let Some((path, stamp)) = &ready.origin {
                let known = "INSERT OR REPLACE INTO origin VALUES (?1, ?2, ?3)";
                transaction.execute(known, params![path, stamp, number])?;
            }
            all.push(added);
        }
        if all.iter().any(|added| !matches!(added, Added::Known(_))) {
            Self::note_change(&transaction, batch)?;
        }
        transaction.commit()?;
        Ok(all)
    }

    /// Whether a file has been added as it is now, and its match is still there.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn has_origin(&self, path: &str, stamp: &str) -> Result<bool, LibraryError> {
        let query =
            "SELECT 1 FROM origin JOIN match ON match = number WHERE path = ?1 AND stamp = ?2 AND removed IS NULL";
        Ok(self.connection.query_row(query, [path, stamp], |_| Ok(())).optional()?.is_some())
    }

    /// Puts a match in the place of what is kept of it: the same plays, with more known about them.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn keep_match(&mut self, number: i64, played: &mut PlayedMatch, met: &Met) -> Result<(), LibraryError> {
        let kept = Kept::of(played, met);
        let transaction = writing(&mut self.connection)?;
        kept.enter(&transaction, number)?;
        transaction.commit()?;
        Ok(())
    }

    /// A match with everything that is known about it.
    ///
    /// # Errors
    /// When there is no such match, or it cannot be read.
    pub fn match_with_number(&self, number: i64) -> Result<PlayedMatch, LibraryError> {
        played_of(&self.connection, number)
    }

    /// The matches that are not removed, in the order in which they came.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn matches(&self) -> Result<Vec<KeptMatch>, LibraryError> {
        let mut query = self.connection.prepare("SELECT * FROM match WHERE removed IS NULL ORDER BY number")?;
        let rows = query.query_map([], kept_match)?;
        let mut matches = rows.collect::<Result<Vec<_>, _>>()?;
        let aliases = self.aliases()?;
        for name in matches.iter_mut().flat_map(|kept| &mut kept.names.0).filter(|_| !aliases.is_empty()) {
            if let Some(player) = aliases.get(name) {
                name.clone_from(player);
            }
        }
        // They are in the order of their numbers.
        let place = |matches: &[KeptMatch], number| matches.binary_search_by_key(&number, |kept| kept.number).ok();
        for (table, column) in [("tag", "tag"), ("remark", "text")] {
            let mut query = self.connection.prepare(&format!("SELECT match, {column} FROM {table} ORDER BY 1, 2"))?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let (number, text): (i64, String) = (row.get(0)?, row.get(1)?);
                let Some(place) = place(&matches, number) else { continue };
                match table {
                    "tag" => matches[place].tags.push(text),
                    _ => matches[place].note = text,
                }
            }
        }
        Ok(matches)
    }

    /// The names that are counted as those of players who are called otherwise.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn aliases(&self) -> Result<BTreeMap<String, String>, LibraryError> {
        let mut query = self.connection.prepare("SELECT name, player FROM alias")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Counts a name as one of a player's, or as itself again where both are the same. Names that were counted as it
    /// follow.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn count_name_as(&mut self, name: &str, player: &str) -> Result<(), LibraryError> {
        let transaction = writing(&mut self.connection)?;
        transaction.execute("DELETE FROM alias WHERE name = ?1 OR name = ?2", [name, player])?;
        if name != player {
            transaction.execute("UPDATE alias SET player = ?2 WHERE player = ?1", [name, player])?;
            transaction.execute("INSERT INTO alias VALUES (?1, ?2)", [name, player])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Puts a match into a group, or takes it out. Returns whether that changed anything.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn tag_match(&mut self, number: i64, tag: &str, on: bool) -> Result<bool, LibraryError> {
        let text = if on {
            "INSERT OR IGNORE INTO tag (match, tag) VALUES (?1, ?2)"
        } else {
            "DELETE FROM tag WHERE match = ?1 AND tag = ?2"
        };
        Ok(self.connection.execute(text, params![number, tag])? > 0)
    }

    /// Writes a note about a match; an empty one takes it away.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn note_match(&mut self, number: i64, text: &str) -> Result<(), LibraryError> {
        if text.is_empty() {
            self.connection.execute("DELETE FROM remark WHERE match = ?1", [number])?;
        } else {
            self.connection
                .execute("INSERT OR REPLACE INTO remark (match, text) VALUES (?1, ?2)", params![number, text])?;
        }
        Ok(())
    }

    /// Takes matches out; returns how many were there. [`undo`](Self::undo) brings them back.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn remove_matches(&mut self, numbers: &[i64]) -> Result<usize, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let batch = Self::next_batch(&transaction)?;
        let mut removed = 0;
        for number in numbers {
            let out = "UPDATE match SET removed = ?2 WHERE number = ?1 AND removed IS NULL";
            removed += transaction.execute(out, params![number, batch])?;
        }
        if removed > 0 {
            Self::note_change(&transaction, batch)?;
        }
        transaction.commit()?;
        Ok(removed)
    }

    /// Takes the last change back: what was added is removed, what was removed is there again. Returns how many
    /// matches were added and removed by it, none where it brought analyses or notes alone; `None` where there is no
    /// change.
    ///
    /// # Errors
    /// When the library does not answer; it is then as it was before.
    pub fn undo(&mut self) -> Result<Option<(usize, usize)>, LibraryError> {
        let transaction = writing(&mut self.connection)?;
        let last: Option<i64> = transaction.query_row("SELECT max(number) FROM change", [], |row| row.get(0))?;
        let Some(batch) = last else { return Ok(None) };
        transaction.execute("DELETE FROM change WHERE number = ?1", [batch])?;
        let back = transaction.execute("UPDATE match SET removed = NULL WHERE removed = ?1", [batch])?;
        // What an undone change had added is in no change any more.
        let out = "UPDATE match SET removed = 0, added = 0 WHERE added = ?1 AND removed IS NULL";
        let out = if back > 0 { 0 } else { transaction.execute(out, [batch])? };
        transaction.commit()?;
        Ok(Some((out, back)))
    }

    /// Looks through the decisions of matches that pass the sieve, several parts side by side, and returns what each
    /// part has come to, in the order of the matches. `of` says what is to be known of a match, or that it is passed
    /// over.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn scan<M: Sync, A: Default + Send>(
        &self,
        matches: &[(KeptMatch, M)],
        sieve: Sieve,
        see: impl Fn(&mut A, &KeptMatch, &M, &Facts) + Sync,
    ) -> Result<Vec<A>, LibraryError> {
        let parts = if matches.len() < SMALL { 1 } else { PARTS };
        let path = self.connection.path().unwrap_or_default().to_owned();
        let works = matches.chunks(matches.len().div_ceil(parts).max(1)).map(|part| {
            let (path, see) = (&path, &see);
            move || {
                let library = Self::open(std::path::Path::new(path))?;
                let mut query = library.connection.prepare("SELECT packed FROM decisions WHERE match = ?1")?;
                let mut sum = A::default();
                for (kept, of) in part {
                    let mut rows = query.query([kept.number])?;
                    let Some(row) = rows.next()? else { continue };
                    let packed = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
                    for bytes in packed.as_chunks::<SIZE>().0.iter().filter(|bytes| sieve.passes(bytes)) {
                        let facts = Facts::unpacked(bytes);
                        let damaged = || LibraryError::Damaged(format!("a decision of match {}", kept.number));
                        see(&mut sum, kept, of, &facts.ok_or_else(damaged)?);
                    }
                }
                Ok(sum)
            }
        });
        side_by_side(works).into_iter().collect()
    }

    /// What is wrong with the file, in words; nothing for a sound one.
    ///
    /// # Errors
    /// When the library does not answer.
    pub fn faults(&self, met: &Met) -> Result<Vec<String>, LibraryError> {
        let mut query = self.connection.prepare("PRAGMA integrity_check(10)")?;
        let said = query.query_map([], |row| row.get::<_, String>(0))?;
        let mut faults = said.collect::<Result<Vec<_>, _>>()?;
        faults.retain(|line| line != "ok");
        for one in self.matches()? {
            match self.match_with_number(one.number) {
                Ok(played) if packed(&facts_of(&played, met)) == self.decisions_of(one.number)? => {}
                Ok(_) => faults.push(format!("the decisions of match {} are not those of its record", one.number)),
                Err(error) => faults.push(error.to_string()),
            }
        }
        Ok(faults)
    }

    fn decisions_of(&self, number: i64) -> Result<Vec<u8>, LibraryError> {
        let query = "SELECT packed FROM decisions WHERE match = ?1";
        Ok(self.connection.query_row(query, [number], |row| row.get(0)).optional()?.unwrap_or_default())
    }
}

/// Finds of every decision again what an earlier version told otherwise, or did not tell. A match that cannot be read
/// stays as it is, and is told of where it is asked for. `tell` hears which match of how many is next.
pub(super) fn renew(transaction: &Transaction<'_>, tell: &mut dyn FnMut(usize, usize)) -> Result<(), LibraryError> {
    let numbers = transaction
        .prepare("SELECT match FROM decisions")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<Vec<i64>, _>>()?;
    // Which table its owner prefers is not known here; it hardly matters for what is right.
    let met = Met::kazaross_xg2();
    for (i, &number) in numbers.iter().enumerate() {
        tell(i + 1, numbers.len());
        let query = "SELECT packed FROM decisions WHERE match = ?1";
        let mut packed: Vec<u8> = transaction.query_row(query, [number], |row| row.get(0))?;
        let played = match played_of(transaction, number) {
            Ok(played) => played,
            Err(LibraryError::Damaged(_) | LibraryError::NoMatch(_)) => continue,
            Err(error) => return Err(error),
        };
        packed.as_chunks_mut().0.iter_mut().for_each(|bytes| Facts::renew(bytes, played.record.games(), &met));
        transaction.execute("UPDATE decisions SET packed = ?2 WHERE match = ?1", params![number, packed])?;
    }
    Ok(())
}

fn add(transaction: &Transaction<'_>, batch: i64, ready: &Ready, met: &Met) -> Result<(i64, Added), LibraryError> {
    let Ready { file, digest, played, kept, .. } = ready;
    let there: Option<(i64, Option<i64>)> = transaction
        .query_row("SELECT number, removed FROM match WHERE digest = ?1", [digest], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((number, removed)) = there else {
        let PlayedMatch { names, info, record, .. } = played;
        let end = record.games().last().map(|game| game.state(game.steps.len()).standing);
        let points = end.as_ref().map_or(ByPlayer([0; 2]), Standing::points);
        let date = info.date.map(|date| date.to_string());
        let length = end.map_or(0, |standing| standing.length());
        let [top, bottom] = Player::BOTH.map(|player| (&names[player], points[player]));
        transaction.execute(
            "INSERT INTO match (digest, file, top, bottom, date, event, length, top_points, bottom_points, decisions, \
             judged, added) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 0, ?10)",
            params![digest, file, top.0, bottom.0, date, info.event, length, top.1, bottom.1, batch],
        )?;
        let number = transaction.last_insert_rowid();
        kept.enter(transaction, number)?;
        return Ok((number, Added::New(number)));
    };
    let mut known = played_of(transaction, number)?;
    let is_richer = enrich(&mut known, played);
    if is_richer {
        Kept::of(&mut known, met).enter(transaction, number)?;
        let of_match = "UPDATE match SET date = ?2, event = ?3 WHERE number = ?1";
        transaction
            .execute(of_match, params![number, known.info.date.map(|date| date.to_string()), known.info.event])?;
    }
    if removed.is_some() {
        let back = "UPDATE match SET removed = NULL, added = ?2 WHERE number = ?1";
        transaction.execute(back, params![number, batch])?;
        return Ok((number, Added::Again(number)));
    }
    Ok((number, if is_richer { Added::Richer(number) } else { Added::Known(number) }))
}

fn played_of(connection: &rusqlite::Connection, number: i64) -> Result<PlayedMatch, LibraryError> {
    let packed: Option<Vec<u8>> = connection
        .query_row("SELECT json FROM played JOIN match ON number = match WHERE match = ?1", [number], |row| row.get(0))
        .optional()?;
    let packed = packed.ok_or(LibraryError::NoMatch(number))?;
    let damaged = || LibraryError::Damaged(format!("match {number}"));
    let mut text = String::new();
    DeflateDecoder::new(&packed[..]).take(MOST_BYTES).read_to_string(&mut text).map_err(|_| damaged())?;
    read_json(&text).map_err(|_| damaged())
}

fn kept_match(row: &Row<'_>) -> Result<KeptMatch, rusqlite::Error> {
    Ok(KeptMatch {
        number: row.get("number")?,
        names: ByPlayer([row.get("top")?, row.get("bottom")?]),
        written: ByPlayer([row.get("top")?, row.get("bottom")?]),
        date: row.get("date")?,
        event: row.get("event")?,
        length: row.get("length")?,
        points: ByPlayer([row.get("top_points")?, row.get("bottom_points")?]),
        decisions: row.get("decisions")?,
        judged: row.get("judged")?,
        file: row.get("file")?,
        tags: Vec::new(),
        note: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{APPLICATION, STEPS};
    use super::*;
    use crate::formats::read_mat;
    use crate::record::{Numbers, PlayAnalysis, PlayValue};
    use rusqlite::Connection;

    fn sample() -> PlayedMatch {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat")).unwrap();
        read_mat(&text, &Default::default()).unwrap()
    }

    #[test]
    fn seats_and_names_make_no_other_match() {
        let played = sample();
        let mut swapped = played.clone();
        swapped.record.swap_seats();
        swapped.names = ByPlayer(["Somebody", "Else"].map(str::to_owned));
        assert_eq!(digest(&played), digest(&swapped));
        let other =
            read_mat(" 7 point match\n\n Game 1\n A : 0 B : 0\n  1) 61: 13/7 8/7", &Default::default()).unwrap();
        assert_ne!(digest(&played), digest(&other));
    }

    #[test]
    fn plays_far_down_a_list_are_spared_and_no_loss_changes() {
        let plies = |plies| Method::Plies { plies, cubeful: true, noise: 0.0, deterministic: true, pruned: true };
        let roll = crate::board::Roll::new(2, 1).unwrap();
        let legal = crate::movegen::legal_plays(&crate::board::Variation::Standard.starting_position(), roll);
        let value = |(i, play): (usize, crate::movegen::Play)| PlayValue {
            play,
            numbers: Numbers { cubeful: -0.01 * i as f32, ..Numbers::default() },
            errors: None,
            method: plies(u8::from(i == 12)),
            marked: i == 13,
        };
        let plays: Vec<_> = legal.into_iter().take(15).enumerate().map(value).collect();
        for made in [None, Some(0), Some(9), Some(10), Some(12), Some(14)] {
            let whole = PlayAnalysis { plays: plays.clone(), played: made, told: None };
            let mut note = Note { plays: Some(Box::new(whole.clone())), ..Note::default() };
            note.other_plays.push(whole.clone());
            spare(&mut note);
            let kept = note.plays.unwrap();
            assert_eq!([&*kept], *note.other_plays.iter().collect::<Vec<_>>());
            assert_eq!(kept.loss(), whole.loss());
            let left = |i: &usize| *i < 10 || [12, 13].contains(i) || Some(*i) == made;
            let left: Vec<_> = (0..15).filter(left).map(|i| plays[i].clone()).collect();
            assert_eq!(kept.plays, left, "{made:?}");
            assert_eq!(kept.played.map(|i| &kept.plays[i]), made.map(|i| &plays[i]));
        }
    }

    #[test]
    fn a_copy_with_the_players_seated_otherwise_makes_a_match_richer() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(&folder.path().join("library.db")).unwrap();
        let met = Met::kazaross_xg2();
        library.add_matches(1, &[Ready::new("one.mat", sample(), &met)], &met).unwrap();
        let mut other = sample();
        other.swap_seats();
        let step = other.record.games()[0].steps.iter().position(|step| matches!(step.event, Event::Play(_))).unwrap();
        other.record.note_mut(0, step).unwrap().comment = "bold".to_owned();
        other.info.date = crate::record::Date::new(2026, 11, 30);
        other.info.event = "Cup".to_owned();
        let added = |library: &mut Library, other: &PlayedMatch| {
            library.add_matches(2, &[Ready::new("two.sgf", other.clone(), &met)], &met).unwrap()
        };
        assert_eq!(added(&mut library, &other), [Added::Richer(1)]);
        assert_eq!(added(&mut library, &other), [Added::Known(1)]);
        let kept = library.match_with_number(1).unwrap();
        assert_eq!((kept.names, kept.record.games()[0].steps[step].note.comment.as_str()), (sample().names, "bold"));
        let [listed] = &library.matches().unwrap()[..] else { panic!("one match") };
        assert_eq!((listed.date.as_deref(), listed.event.as_str()), (Some("2026-11-30"), "Cup"));
    }

    #[test]
    fn names_count_as_those_of_other_players() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(&folder.path().join("library.db")).unwrap();
        let met = Met::kazaross_xg2();
        library.add_matches(1, &[Ready::new("one.mat", sample(), &met)], &met).unwrap();
        let names = |library: &Library| library.matches().unwrap()[0].names.0.clone();
        let [top, bottom] = names(&library);
        library.count_name_as(&top, "Ben").unwrap();
        library.count_name_as("Ben", "Benjamin").unwrap();
        assert_eq!(names(&library), ["Benjamin".to_owned(), bottom.clone()]);
        assert_eq!(library.matches().unwrap()[0].written.0, [top.clone(), bottom.clone()]);
        // A circle is turned around, not closed.
        library.count_name_as("Benjamin", &top).unwrap();
        assert_eq!(names(&library), [top.clone(), bottom.clone()]);
        library.count_name_as(&top, &bottom).unwrap();
        library.count_name_as(&top, &top).unwrap();
        assert_eq!(names(&library), [top, bottom]);
    }

    #[test]
    fn every_former_version_is_taken_on() {
        let folder = tempfile::tempdir().unwrap();
        for had in 0..STEPS.len() {
            let path = folder.path().join(format!("{had}.db"));
            let old = Connection::open(&path).unwrap();
            STEPS[..had].iter().for_each(|step| old.execute_batch(step).unwrap());
            let application = if had > 0 { APPLICATION } else { 0 };
            let marks = format!("PRAGMA application_id = {application}; PRAGMA user_version = {had}");
            old.execute_batch(&marks).unwrap();
            drop(old);
            let met = Met::kazaross_xg2();
            let mut library = Library::open(&path).unwrap();
            let batch = library.begin_batch().unwrap();
            let ready = [Ready::new("one.mat", sample(), &met)];
            assert_eq!(library.add_matches(batch, &ready, &met).unwrap(), [Added::New(1)]);
            assert_eq!(Library::open(&path).unwrap().match_with_number(1).unwrap().record, sample().record);
        }
    }

    #[test]
    fn a_full_disk_is_told_with_what_helps() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(&folder.path().join("library.db")).unwrap();
        // The file may not grow any more.
        library.connection.query_row("PRAGMA max_page_count = 1", [], |_| Ok(())).unwrap();
        let met = Met::kazaross_xg2();
        let error = library.add_matches(1, &[Ready::new("one.mat", sample(), &met)], &met).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full: make room on it, and give the command again");
    }

    #[test]
    fn damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let met = Met::kazaross_xg2();
        let mut library = Library::open(&path).unwrap();
        let ready = [Ready::new("one.mat", sample(), &met)];
        library.add_matches(1, &ready, &met).unwrap();
        assert_eq!(library.faults(&met).unwrap(), Vec::<String>::new());
        library.connection.execute("UPDATE decisions SET packed = substr(packed, 33)", []).unwrap();
        assert_eq!(library.faults(&met).unwrap(), ["the decisions of match 1 are not those of its record"]);
        library.connection.execute("UPDATE played SET json = x'00'", []).unwrap();
        assert_eq!(library.faults(&met).unwrap(), ["match 1 cannot be read in it"]);
        let kept = library.matches().unwrap().into_iter().map(|kept| (kept, ())).collect::<Vec<_>>();
        library.connection.execute("UPDATE decisions SET packed = ?1", [vec![0xff_u8; 32]]).unwrap();
        let scanned = library.scan(&kept, Sieve::default(), |sum: &mut u32, _, (), _| *sum += 1);
        assert_eq!(scanned.unwrap_err().to_string(), "a decision of match 1 cannot be read in it");
    }
}
