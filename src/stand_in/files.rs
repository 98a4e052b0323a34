//! Files: silence where all went well, a line with the name of the file where not.

use super::Talk;
use super::match_text;
use super::talk::{Answer, NO_GAME, Refused};
use super::walk::seek;
use crate::command::{Command, FileCommand, parse};
use crate::formats::{Extent, Format, against_the_rules};
use crate::record::Event;
use crate::session::{Reply, SessionError};
use crate::storage::{self, in_words};
use std::path::Path;

/// Carries out a command on a file; `None` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> Result<Option<String>, Refused> {
    let (verb, what) = words.split_once(' ').unwrap_or((words, ""));
    let file = rest.trim().trim_matches('"');
    Ok(Some(match (verb, what) {
        ("load", "commands" | "game" | "match" | "position") | ("import", _) => {
            if file.is_empty() {
                return Err(no_file(verb, what).into());
            }
            // Why it cannot be opened, as the system says it.
            let unreadable = |error| Refused::Complained(format!("{file}: {}\n", in_words(error)));
            Path::new(file).metadata().map_err(unreadable)?;
            if what == "commands" {
                talk.load(file);
                return Ok(Some(String::new()));
            }
            read(talk, words, file)?
        }
        ("save", "settings") => {
            talk.execute(&Command::SaveSettings(None))?;
            format!("Settings saved to {}.\n", talk.settings_file().unwrap_or_default().display())
        }
        ("save", "game" | "match" | "position") | ("export", _) => {
            let is_page = ["text", "html", "latex"].iter().any(|kind| words.ends_with(kind));
            let needs_game = verb == "save" || !is_page || what.starts_with("game") || what.starts_with("position");
            if needs_game && !talk.has_begun() {
                return Err(if verb == "save" || is_page { NO_GAME } else { "No game in progress.\n" }.into());
            }
            if file.is_empty() {
                let help = if verb == "save" || is_page { format!(" (see `help {words}')") } else { String::new() };
                let help = help.replace("export session", "export match");
                return Err(format!("You must specify a file to {verb} to{help}.\n").into());
            }
            write(talk, words, file)?
        }
        _ => return Ok(None),
    }))
}

/// Said where no file is named that could be read.
fn no_file(verb: &str, what: &str) -> String {
    let (kind, help) = match (verb, what) {
        ("load", "commands") => return "You must specify a file to load from.\n".to_owned(),
        ("load", what) => return format!("You must specify a file to load from (see `help load {what}').\n"),
        (_, "mat" | "gam") => ("a match file", "mat"),
        (_, "pos") => ("a position file", what),
        (_, "sgg") => ("an SGG file", what),
        (_, "oldmoves") => ("an oldmoves file", what),
        (_, "snowietxt") => ("a Snowie Text file", what),
        (_, "tmg") => ("an TMG file", what),
        (_, "empire") => ("a GammonEmpire file", what),
        (_, "party") => ("a PartyGammon file", what),
        (_, "bgroom") => ("a BGRoom file", what),
        _ => ("a file", what),
    };
    format!("You must specify {kind} to import (see `help import {help}').\n")
}

fn read(talk: &mut Talk<'_>, words: &str, file: &str) -> Answer {
    let read = talk.run(&format!("{words} \"{file}\"")).map_err(|error| match no_match(words, file) {
        // A strict reader says what it refuses.
        _ if talk.session.settings().strict_import => Refused::Complained(format!("{error}\n")),
        Some(refused) => refused,
        None => error.into(),
    })?;
    let invalid = |play: &str| format!("WARNING: Invalid move: \" {play}\" encountered\n");
    let mut text: String = plays_against_the_rules(talk).iter().map(|play| invalid(play)).collect();
    // What else is remarkable has no sentence there.
    for note in remarks(&read).lines().skip(1) {
        text += &play_left_out(note).map(invalid).unwrap_or_default();
        talk.complain(&format!("{file}: warning: {note}\n"));
    }
    Ok(if has_board(&read) { text + &talk.board() } else { text })
}

/// The plays of the record that break the rules, in words.
fn plays_against_the_rules(talk: &Talk<'_>) -> Vec<String> {
    let games = talk.session.record().games();
    let breaches = games.iter().flat_map(|game| {
        let steps = game.steps.iter().enumerate();
        steps.filter(|(_, step)| matches!(step.event, Event::Irregular(_))).filter_map(|(i, step)| {
            let (_, play) = against_the_rules(game.state(i), &step.event)?;
            Some(play)
        })
    });
    breaches.collect()
}

/// The play that a remark quotes, where it is not in the record: the game ends before it, or it could not be made.
fn play_left_out(note: &str) -> Option<&str> {
    let is_left_out =
        ["no legal play", "cannot be played", "left out", "illegal"].iter().any(|word| note.contains(word));
    note.split('`').nth(1).filter(|_| is_left_out)
}

/// The sentence about a file that holds nothing of what a command reads.
fn no_match(words: &str, file: &str) -> Option<Refused> {
    let (verb, what) = words.split_once(' ')?;
    let complained = |problem: &str| Some(Refused::Complained(format!("{file}: {problem}\n")));
    if Path::new(file).is_dir() && what == "auto" {
        return Some(Refused::Complained(format!("`{file}' is not a backgammon file\n")));
    }
    match what {
        _ if verb == "load" => complained(no_sgf(&storage::read(Path::new(file), MOST_LOOKED_AT).unwrap_or_default())),
        "mat" | "gam" => complained("not a valid .mat file"),
        "oldmoves" => complained("not a valid oldmoves file"),
        "sgg" => complained("not a valid SGG file"),
        "auto" => Some(Refused::Said(format!("The format of '{file}' is not recognized\n"))),
        "snowietxt" => Some(Refused::Said("This file is not a valid Snowie .txt file!\n".to_owned())),
        "pos" => Some(Refused::Said(
            "File not recognised as Jellyfish file.\nThis file is not a valid Jellyfish .pos file!\n".to_owned(),
        )),
        _ => None,
    }
}

/// The most bytes that are looked at to say what is wrong with a file.
const MOST_LOOKED_AT: u64 = 64 << 20;

/// What is wrong with bytes that are no SGF with backgammon in it.
fn no_sgf(bytes: &[u8]) -> &'static str {
    let begins = bytes.iter().position(|byte| *byte == b'(');
    let before = &bytes[..begins.unwrap_or(bytes.len())];
    let count = |wanted: u8| bytes.iter().filter(|byte| **byte == wanted).count();
    if before.iter().any(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_whitespace()) {
        "illegal character in SGF file"
    } else if count(b'(') != count(b')') {
        "syntax error"
    } else {
        "warning: no backgammon games in SGF file"
    }
}

/// The sentences of an answer.
fn remarks(reply: &Reply) -> String {
    match reply {
        Reply::Message(text) => format!("{text}\n"),
        Reply::Many(replies) => replies.iter().map(remarks).collect(),
        _ => String::new(),
    }
}

fn has_board(reply: &Reply) -> bool {
    match reply {
        Reply::Board(_) => true,
        Reply::Many(replies) => replies.iter().any(has_board),
        _ => false,
    }
}

fn write(talk: &mut Talk<'_>, words: &str, file: &str) -> Answer {
    let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(Refused::Complained(format!("{file}: No such file or directory\n")));
    }
    let extent = match words {
        "export game text" => Some(Extent::Game),
        "export match text" => Some(Extent::Match),
        "export session text" => Some(Extent::Session),
        "export position text" => Some(Extent::Position),
        _ => None,
    };
    if let Some(extent) = extent {
        return Ok(match_text::write(talk, extent, file)?);
    }
    if file == "-" {
        return to_output(talk, words);
    }
    if matches!(words, "export match html" | "export session html") {
        return pages(talk, file);
    }
    // What the file does not tell stands behind the sentence that it is written.
    let written = talk.run(&format!("{words} \"{file}\""))?;
    Ok(remarks(&written).lines().skip(1).map(|lost| format!("Warning: {lost}\n")).collect())
}

/// A page for each game: `F.html`, `F_002.html` and so on.
fn pages(talk: &mut Talk<'_>, file: &str) -> Answer {
    let (game, step) = talk.session.record().cursor();
    let written = (0..talk.session.record().games().len()).try_for_each(|number| {
        // A game is in progress from its first step on.
        seek(talk.session, number, 1);
        let name = match_text::name_of(Path::new(file), number + 1);
        talk.run(&format!("export game html \"{}\"", name.display())).map(|_| ())
    });
    seek(talk.session, game, step);
    Ok(written.map(|()| String::new())?)
}

/// What a file would hold goes to standard output where the file is `-`.
fn to_output(talk: &mut Talk<'_>, words: &str) -> Answer {
    let command = parse(&format!("{words} -")).map_err(|error| SessionError::new(error.to_string()))?;
    let (extent, format) = match command {
        Command::File(FileCommand::Export { extent, format, .. }) => (extent, format),
        Command::File(FileCommand::Save { extent, .. }) => (extent, Format::sgf()),
        _ => return Err("".into()),
    };
    Ok(String::from_utf8_lossy(&talk.written(extent, format)?).into_owned())
}
