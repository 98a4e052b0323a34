//! `next`, `previous`, `first …`: through the record by GNU Backgammon's count.
//!
//! An entry of its record is a play with the roll before it, or an action with the cube. One stands before an entry; a
//! command of its own steps on to the roll. Before the first entry of a game no game is in progress.

use super::Talk;
use super::words::words_of;
use crate::record::{Event, GameRecord, State};
use crate::session::Session;
use std::ops::Range;

/// Said where no game has begun.
const NO_GAME: &str = "No game in progress.\n";

/// Carries out a command that steps through the record.
pub(super) fn go(talk: &mut Talk<'_>, words: &str, rest: &str) {
    if !talk.has_begun() {
        if !words.starts_with("first") {
            talk.say(super::talk::NO_GAME);
        }
        return;
    }
    let (game, _) = talk.session.record().cursor();
    let (verb, what) = words.split_once(' ').unwrap_or((words, ""));
    let arguments = words_of(rest);
    let (word, count) = match (what, arguments.first()) {
        ("", None) => (String::new(), None),
        ("", Some(word)) if word.parse::<i64>().is_ok() => (String::new(), Some(*word)),
        ("", Some(word)) => (word.to_ascii_lowercase(), arguments.get(1).copied()),
        (what, _) => (what.to_owned(), arguments.first().copied()),
    };
    let count = count.map_or(Some(1), |count| count.parse::<usize>().ok().filter(|&count| count > 0));
    let begins = |full: &str| !word.is_empty() && full.starts_with(&word);
    let is_forward = verb == "next";
    match (verb, count) {
        ("first", _) if begins("move") => begin_of(talk, game),
        ("first", _) => begin_of(talk, 0),
        (_, Some(count)) if word.is_empty() => {
            by_entries(talk.session, is_forward, count);
        }
        (_, Some(count)) if begins("game") => {
            let last = talk.session.record().games().len() - 1;
            let to = if is_forward { (game + count).min(last) } else { game.saturating_sub(count) };
            if to != game {
                begin_of(talk, to);
            }
        }
        _ if begins("roll") => half_way(talk.session, is_forward),
        _ if word == "rolled" => {
            by_entries(talk.session, is_forward, 1);
            to_roll(talk.session);
        }
        _ if begins("marked") || begins("cmarked") || begins("annotated") => {
            // Where there is nothing further, one stays.
            if let Ok(command) = super::talk::understood(words, rest) {
                let _ = talk.execute(&command);
            }
        }
        _ => talk.say(&format!(
            "If you specify a parameter to the `{verb}' command, it must be a positive number (the count of moves to \
             step {}).\n",
            if is_forward { "ahead" } else { "back" }
        )),
    }
}

/// Goes so many games on or back, to where the game begins, then so many entries on within it, and to the roll of the
/// entry that comes next. Returns how many entries were left to be made, and how many games were made of how many there
/// are in that direction.
pub fn navigate(session: &mut Session, games: i64, entries: usize) -> (usize, usize) {
    let (game, _) = session.record().cursor();
    let last = session.record().games().len().saturating_sub(1);
    let wanted = usize::try_from(games.unsigned_abs()).unwrap_or(usize::MAX);
    let to = if games < 0 { game.saturating_sub(wanted) } else { game.saturating_add(wanted).min(last) };
    if games != 0 {
        seek(session, to, 0);
    }
    let left = by_entries(session, true, entries);
    to_roll(session);
    (left, to.abs_diff(game))
}

/// The steps of a game between its entries, from the one before the first.
fn places(game: &GameRecord) -> Vec<usize> {
    let mut found = vec![0];
    for (i, step) in game.steps.iter().enumerate() {
        let is_entry = match &step.event {
            Event::Begin { .. } | Event::Roll(_) | Event::Resign(_) | Event::Decline => false,
            Event::Set(_) => !is_roll(&step.event, game.state(i), &step.after),
            _ => true,
        };
        if is_entry {
            found.push(i + 1);
        }
    }
    // What is open at the end is an entry, too.
    if found.last() != Some(&game.steps.len()) {
        found.push(game.steps.len());
    }
    found
}

/// Whether an event brings nothing but dice, or takes them away.
fn is_roll(event: &Event, before: &State, after: &State) -> bool {
    match event {
        Event::Begin { roll, .. } => roll.is_some(),
        Event::Roll(_) => true,
        Event::Set(_) => match (before.game, after.game) {
            (Some(was), Some(is)) => {
                let seen = |position: crate::board::Position| {
                    if was.on_roll == is.on_roll { position } else { position.flipped() }
                };
                before.standing == after.standing && was.position == seen(is.position) && was.cube == is.cube
            }
            _ => false,
        },
        _ => false,
    }
}

/// The number of the entry that comes next, and the steps between entries.
fn here(session: &Session) -> (usize, Vec<usize>) {
    let (game, step) = session.record().cursor();
    let places = places(&session.record().games()[game]);
    (places.iter().rposition(|&place| place <= step).unwrap_or(0), places)
}

/// The steps of the entry that comes next.
pub(super) fn next_entry(session: &Session) -> Option<Range<usize>> {
    let (entry, places) = here(session);
    places.get(entry + 1).map(|&end| places[entry]..end)
}

pub(super) fn seek(session: &mut Session, game: usize, step: usize) {
    let mut record = session.record().clone();
    record.seek(game, step);
    session.restore(record);
}

fn begin_of(talk: &mut Talk<'_>, game: usize) {
    seek(talk.session, game, 0);
    if talk.session.game().is_none() {
        talk.say(NO_GAME);
    }
}

/// This many entries on or back, as far as the game goes; returns how many were left.
fn by_entries(session: &mut Session, is_forward: bool, count: usize) -> usize {
    let (game, _) = session.record().cursor();
    let (entry, places) = here(session);
    let to = if is_forward { entry.saturating_add(count).min(places.len() - 1) } else { entry.saturating_sub(count) };
    seek(session, game, places[to]);
    count - to.abs_diff(entry)
}

/// On to the roll of the entry that comes next; `false` where it has none, or has been rolled.
fn to_roll(session: &mut Session) -> bool {
    let (game, step) = session.record().cursor();
    let (entry, places) = here(session);
    let record = &session.record().games()[game];
    let end = places.get(entry + 1).copied().unwrap_or(step);
    // The last roll counts: those before it were taken back.
    let roll = (step..end).rev().find(|&n| is_roll(&record.steps[n].event, record.state(n), &record.steps[n].after));
    match roll {
        Some(roll) => {
            seek(session, game, roll + 1);
            true
        }
        None => false,
    }
}

/// From before a roll to the roll, and on to the next entry; or back.
fn half_way(session: &mut Session, is_forward: bool) {
    let (game, step) = session.record().cursor();
    let (entry, places) = here(session);
    if is_forward {
        if step != places[entry] || !to_roll(session) {
            by_entries(session, true, 1);
        }
    } else if step != places[entry] {
        seek(session, game, places[entry]);
    } else if by_entries(session, false, 1) == 0 {
        to_roll(session);
    }
}
