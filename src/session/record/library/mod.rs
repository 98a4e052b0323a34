//! `library`: all matches that a player keeps, in one file.

mod add;
mod analyse;
mod export;
mod find;
mod plan;
mod play;

pub(in crate::session) use find::Shelf;

use crate::board::Player;
use crate::command::{self, Set, WantedErrors};
use crate::formats::PlayedMatch;
use crate::library::book::{Entry, shipped, speaking};
use crate::library::{KeptMatch, Library, LibraryError};
use crate::relational::Rows;
use crate::session::error::{near_names, refused};
use crate::session::reply::{Figures, LibraryListReply, LibraryPlayer, LibraryReply, LibraryTag, Reply, RowsReply};
use crate::session::{Host, Refusal, Session, SessionError};
use crate::settings::{Effect, folded, quoted};
use crate::words::counted;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The name of the library's file.
const LIBRARY: &str = "library";

/// Players named by `library`.
const MOST_PLAYERS: usize = 5;

/// Matches listed by default.
const MATCHES: u16 = 20;

/// An error of the library, in words.
pub(super) fn failed(error: LibraryError) -> SessionError {
    let failure = SessionError::new(format!("the library: {error}"));
    if matches!(error, LibraryError::Damaged(_) | LibraryError::NoMatch(_)) {
        failure
    } else {
        failure.of(Refusal::LibraryNotKept)
    }
}

/// An error of the library with the name of its file.
pub(in crate::session) fn with_file(mut error: SessionError, host: &dyn Host) -> SessionError {
    if error.refusal == Some(Refusal::LibraryNotKept)
        && let Ok(file) = place_of_file(host)
    {
        error.message = format!("{} ({})", error.message, file.display());
    }
    error
}

/// The place of the library's file.
pub(super) fn place_of_file(host: &dyn Host) -> Result<PathBuf, SessionError> {
    let file = host.database_file(LIBRARY, false);
    file.ok_or_else(|| SessionError::new("there is no home folder for a library"))
}

/// The file of the library, brought up to date where an earlier version has made it.
pub(super) fn file(host: &mut dyn Host) -> Result<PathBuf, SessionError> {
    let file = place_of_file(host)?;
    if file.exists() {
        let mut tell = |done: usize, of: usize| {
            host.stage(format!("bringing your library up to date: match {done} of {of}"), None);
        };
        Library::open_watched(&file, &mut tell).map_err(failed)?;
    }
    Ok(file)
}

/// The library, its file made where there is none.
pub(super) fn made(host: &mut dyn Host) -> Result<Library, SessionError> {
    let file = file(host)?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| refused(format!("{}: {error}", folder.display())))?;
    }
    Library::open(&file).map_err(failed)
}

/// The library, if there is one.
pub(super) fn existing(host: &mut dyn Host) -> Result<Option<Library>, SessionError> {
    match place_of_file(host) {
        Ok(place) if place.exists() => Library::open(&file(host)?).map(Some).map_err(failed),
        _ => Ok(None),
    }
}

/// The book that comes with the program with the user's own.
pub(super) fn whole_book(host: &mut dyn Host) -> Result<Vec<Entry>, SessionError> {
    let own = existing(host)?.map_or(Ok(Vec::new()), |library| library.book()).map_err(failed)?;
    Ok(speaking(shipped().iter().cloned().chain(own)))
}

/// The library, with matches in it.
fn filled(host: &mut dyn Host) -> Result<(Library, Vec<KeptMatch>), SessionError> {
    let empty = || SessionError::new("there are no matches in your library").with_suggestion("library add FOLDER");
    let file = file(host)?;
    if !file.exists() {
        return Err(empty());
    }
    let library = Library::open(&file).map_err(failed)?;
    let matches = library.matches().map_err(failed)?;
    if matches.is_empty() {
        return Err(empty());
    }
    Ok((library, matches))
}

/// The names of players in matches, with the number of matches of each.
pub(super) fn names_of(matches: &[KeptMatch]) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for kept in matches {
        let those: BTreeSet<&String> = kept.names.0.iter().chain(&kept.written.0).collect();
        those.into_iter().for_each(|name| *names.entry(name.clone()).or_default() += 1);
    }
    names
}

/// The library, and a match of it by its number.
fn match_called(number: u32, host: &mut dyn Host) -> Result<(Library, KeptMatch), SessionError> {
    let (library, matches) = filled(host)?;
    let kept = numbered(&matches, number.into())?.clone();
    Ok((library, kept))
}

/// The match of this number.
fn numbered(matches: &[KeptMatch], number: i64) -> Result<&KeptMatch, SessionError> {
    let no_match = || SessionError::new(format!("the library has no match {number}")).with_suggestion("library list");
    matches.iter().find(|kept| kept.number == number).ok_or_else(no_match)
}

impl Session {
    pub(in crate::session) fn library(
        &mut self,
        what: &command::Library,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        use command::Library as L;
        is_asked_rightly(what)?;
        match what {
            L::Info => library_info(host),
            L::Add(file) => self.library_add(file.as_deref(), host),
            L::List(wanted) => self.library_list(wanted, host),
            L::Find(wanted) => self.library_find(wanted, host),
            L::Performance(wanted) => self.library_performance(wanted, host),
            L::Page(file, wanted) => self.export_library(file, wanted, host),
            L::Export(file, wanted) => self.export_decisions(file, wanted, host),
            L::Plan(wanted) => self.library_plan(wanted, host),
            L::Open(number) => {
                let played = self.match_of_library(i64::from(*number), host)?;
                Ok(self.take_over(&format!("match {number} of the library"), played, false))
            }
            L::Found(number) => self.library_found(*number, host),
            L::Remove(numbers) => {
                // Where one is not there, none is taken out.
                let (mut library, matches) = filled(host)?;
                let numbers: BTreeSet<i64> = numbers.iter().map(|&number| number.into()).collect();
                let all = numbers.into_iter().map(|number| numbered(&matches, number));
                let all = all.collect::<Result<Vec<_>, _>>()?;
                let numbers: Vec<i64> = all.iter().map(|kept| kept.number).collect();
                library.remove_matches(&numbers).map_err(failed)?;
                Ok(Reply::Message(match all.as_slice() {
                    [one] => format!("removed: match {}; `library undo` brings it back", called(one)),
                    all => format!("removed: {}; `library undo` brings them back", counted(all.len(), "match")),
                }))
            }
            L::Tag { number, tag, on } => {
                let (mut library, kept) = match_called(*number, host)?;
                let called = called(&kept);
                let changed = library.tag_match(kept.number, tag, *on).map_err(failed)?;
                Ok(Reply::Message(match (*on, changed) {
                    (true, _) => {
                        format!("match {called}: tagged `{tag}`; `library list tag {}` lists all", quoted(tag))
                    }
                    (false, true) => format!("match {called}: no longer tagged `{tag}`"),
                    (false, false) => {
                        let error = SessionError::new(format!("match {called} is not tagged `{tag}`"));
                        return Err(error.with_expected(kept.tags));
                    }
                }))
            }
            L::Note(number, text) => {
                let (mut library, kept) = match_called(*number, host)?;
                let Some(text) = text else {
                    let note = if kept.note.is_empty() { "there is no note" } else { &kept.note };
                    return Ok(Reply::Message(format!("match {}: {note}", called(&kept))));
                };
                let text = if text.trim() == "-" { "" } else { text.trim() };
                library.note_match(kept.number, text).map_err(failed)?;
                if text.is_empty() {
                    return Ok(Reply::Message(format!("match {}: its note is gone", called(&kept))));
                }
                let before = match kept.note.as_str() {
                    "" => String::new(),
                    before => format!(" (before: {before})"),
                };
                Ok(Reply::Message(format!("match {}: noted{before}", called(&kept))))
            }
            L::Alias(None) => {
                let (library, _) = filled(host)?;
                let all = library.aliases().map_err(failed)?;
                let lines: Vec<_> = all.iter().map(|(name, player)| format!("{name} is {player}")).collect();
                let none =
                    "every name is a player's own: `library alias NAME PLAYER` counts one as another's".to_owned();
                Ok(Reply::Message(if lines.is_empty() { none } else { lines.join("\n") }))
            }
            L::Alias(Some((name, player))) => {
                let (mut library, matches) = filled(host)?;
                let mut names = names_of(&matches);
                library.aliases().map_err(failed)?.into_keys().for_each(|name| *names.entry(name).or_default() += 0);
                let called = |wanted: &String| {
                    let plain = folded(wanted);
                    let found = names.keys().find(|name| *name == wanted);
                    let found = found.or_else(|| names.keys().find(|name| folded(name) == plain));
                    found.cloned().ok_or_else(|| {
                        let error = SessionError::new(format!("no player of the library is called `{wanted}`"));
                        error.with_names(wanted, &names)
                    })
                };
                let (name, player) = (called(name)?, called(player)?);
                let is_known = library.aliases().map_err(failed)?.contains_key(&name);
                if name == player && !is_known {
                    return Err(SessionError::new(format!("{name} counts as nobody else")));
                }
                library.count_name_as(&name, &player).map_err(failed)?;
                Ok(Reply::Message(if name == player {
                    format!("{name} is a player of that name again")
                } else {
                    format!("{name} is {player}: `library alias {0} {0}` undoes it", quoted(&name))
                }))
            }
            L::Undo => {
                let file = file(host)?;
                let undone = if file.exists() { Library::open(&file).and_then(|mut all| all.undo()) } else { Ok(None) };
                match undone.map_err(failed)? {
                    None => Err(SessionError::new("nothing was added to the library, or removed from it")),
                    Some((0, 0)) => Ok(Reply::Message(
                        "the last change brought analyses or notes to matches that were there: they stay".to_owned(),
                    )),
                    Some((0, back)) => Ok(Reply::Message(format!("{} back in the library", counted(back, "match")))),
                    Some((out, _)) => Ok(Reply::Message(format!(
                        "{} out of the library again; `library add` brings back what was known of each",
                        counted(out, "match")
                    ))),
                }
            }
            L::Select(query) => {
                let (library, _) = filled(host)?;
                let Rows { columns, rows } = library.select(query).map_err(refused)?;
                Ok(Reply::figures(Figures::Rows(RowsReply { columns, rows })))
            }
            L::Check => {
                let (library, matches) = filled(host)?;
                let faults = library.faults(self.engine.met()).map_err(failed)?;
                if faults.is_empty() {
                    let matches = counted(matches.len(), "match");
                    return Ok(Reply::Message(format!("the library is sound: {matches} read, nothing damaged")));
                }
                Err(SessionError::new(format!("the library is damaged: {}", faults.join("; "))))
            }
            L::Analyse(time, part) => self.analyse_library(*time, *part, host),
            L::Play(count, length) => self.play_matches(*count, *length, host),
        }
    }

    /// A match of the library by its number.
    /// The refusal of the user's own name where no match has it: a few players whom matches have are named.
    pub(in crate::session) fn nobody(&self, there: &BTreeMap<String, usize>) -> SessionError {
        let own = self.settings.own_names().collect::<Vec<_>>().join(" or ");
        let near = near_names(&own, there);
        let error = SessionError::new(format!("no match has a player called {own}: there are {}", listed(&near)));
        match near.first() {
            Some((name, _)) => error.with_suggestion(format!("set me {}", quoted(name))),
            None => error,
        }
    }

    /// The answer to a setting at the prompt, with a remark where the library has nobody with the user's names.
    pub(in crate::session) fn with_remark_on_names(&self, set: &Set, reply: Reply, host: &mut dyn Host) -> Reply {
        let is_of_names = matches!(set, Set::Setting(change) if change.setting.effect == Effect::OwnNames);
        let has_names = self.settings.own_names().next().is_some();
        if !is_of_names || !has_names || self.settings.matches.is_some() || !host.may_advise() {
            return reply;
        }
        let library = existing(host).ok().flatten();
        let there = library.and_then(|library| library.matches().ok()).map(|matches| names_of(&matches));
        match there {
            Some(there) if !there.is_empty() && !self.has_own(&there) => {
                Reply::Many(vec![reply, Reply::Message(self.nobody(&there).message)])
            }
            _ => reply,
        }
    }

    /// Whether one of the user's names is among these.
    pub(in crate::session) fn has_own(&self, names: &BTreeMap<String, usize>) -> bool {
        names.keys().any(|name| self.settings.is_own_name(name))
    }

    fn match_of_library(&self, number: i64, host: &mut dyn Host) -> Result<PlayedMatch, SessionError> {
        let (library, matches) = filled(host)?;
        numbered(&matches, number)?;
        library.match_with_number(number).map_err(failed)
    }

    fn library_list(&self, wanted: &WantedErrors, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let (_, matches) = filled(host)?;
        let mut meant: Vec<KeptMatch> =
            self.meant_matches(matches, wanted)?.into_iter().map(|(kept, _)| kept).collect();
        meant.sort_by(|a, b| (&b.date, b.number).cmp(&(&a.date, a.number)));
        let known = meant.len();
        meant.truncate(wanted.count.unwrap_or(MATCHES).into());
        Ok(Reply::figures(Figures::LibraryList(LibraryListReply { matches: meant, known })))
    }

    /// A session with a match on its table, with this one's settings. The flag that stops this one stops it.
    pub(super) fn with_match(&self, played: PlayedMatch) -> Self {
        let mut session = Self { stop: Arc::clone(&self.stop), ..self.fork() };
        session.rollouts.take_last();
        session.take_match(played);
        session
    }
}

/// No condition is passed over in silence.
fn is_asked_rightly(what: &command::Library) -> Result<(), SessionError> {
    use command::Library as L;
    let (L::List(wanted) | L::Performance(wanted) | L::Plan(wanted) | L::Page(_, wanted) | L::Export(_, wanted)) = what
    else {
        return Ok(());
    };
    let WantedErrors { player, against, event, since, before, length, tag, count, .. } = wanted.clone();
    let of_matches =
        WantedErrors { player, against, event, since, before, length, tag, count, ..WantedErrors::default() };
    let why = match what {
        L::List(wanted) if *wanted != of_matches => "`library list` knows conditions on matches alone",
        L::Export(_, wanted) if wanted.count.is_some() => "`export decisions` writes all decisions that are meant",
        _ if wanted.like => "positions like this are what `library find` looks for",
        _ if wanted.comment.is_some() => "comments are what `library find` looks through",
        _ => return Ok(()),
    };
    Err(SessionError::new(why).with_expected(["a player", "against", "event", "since", "before", "length", "tag"]))
}

/// Players with the number of their matches: `Ann (3), Bob (2)`.
pub(super) fn listed(names: &[(&str, usize)]) -> String {
    names.iter().map(|(name, times)| format!("{name} ({times})")).collect::<Vec<_>>().join(", ")
}

fn library_info(host: &mut dyn Host) -> Result<Reply, SessionError> {
    let (_, matches) = filled(host)?;
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    matches.iter().flat_map(|kept| &kept.names.0).for_each(|name| *players.entry(name).or_default() += 1);
    let mut players: Vec<_> = players.into_iter().collect();
    players.sort_by_key(|&(_, matches)| Reverse(matches));
    let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
    matches.iter().flat_map(|kept| &kept.tags).for_each(|tag| *tags.entry(tag).or_default() += 1);
    let days = || matches.iter().filter_map(|kept| kept.date.clone());
    Ok(Reply::figures(Figures::Library(LibraryReply {
        file: file(host)?.display().to_string(),
        matches: matches.len(),
        judged_matches: matches.iter().filter(|kept| kept.judged > 0).count(),
        decisions: matches.iter().map(|kept| u64::from(kept.decisions)).sum(),
        judged: matches.iter().map(|kept| u64::from(kept.judged)).sum(),
        days: days().min().zip(days().max()).map(|(first, last)| [first, last]),
        players: players
            .into_iter()
            .take(MOST_PLAYERS)
            .map(|(name, matches)| LibraryPlayer { name: name.to_owned(), matches })
            .collect(),
        tags: tags.into_iter().map(|(tag, matches)| LibraryTag { tag: tag.to_owned(), matches }).collect(),
    })))
}

/// How a match is spoken of.
fn called(kept: &KeptMatch) -> String {
    let KeptMatch { number, names, date, .. } = kept;
    let day = date.as_ref().map_or_else(String::new, |date| format!(" of {date}"));
    format!("{number}{day}, {} and {}", names[Player::Top], names[Player::Bottom])
}
