//! Files: silence where all went well, a line with the name of the file where not.

use super::Talk;
use super::match_text;
use crate::command::{Command, FileCommand, parse};
use crate::formats::{Extent, Format};
use crate::session::{Reply, SessionError};
use crate::storage::in_words;
use std::path::Path;

/// Carries out a command on a file; `false` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> bool {
    let (verb, what) = words.split_once(' ').unwrap_or((words, ""));
    let file = rest.trim().trim_matches('"');
    match (verb, what) {
        ("load", "commands" | "game" | "match" | "position") | ("import", _) => {
            if file.is_empty() {
                let verb = if verb == "load" { "load" } else { "import" };
                talk.say(&format!("You must specify a file to {verb} from (see `help {words}').\n"));
            } else if let Some(problem) = unreadable(file) {
                talk.complain(&format!("{file}: {problem}\n"));
            } else if what == "commands" {
                talk.load(file);
            } else {
                read(talk, words, file);
            }
        }
        ("save", "game" | "match" | "position") | ("export", _) => {
            if file.is_empty() {
                let help = if verb == "save" { format!(" (see `help {words}')") } else { String::new() };
                talk.say(&format!("You must specify a file to {verb} to{help}.\n"));
                return true;
            }
            write(talk, words, file);
        }
        _ => return false,
    }
    true
}

/// Why a file cannot be opened, as the system says it.
fn unreadable(file: &str) -> Option<String> {
    Path::new(file).metadata().err().map(in_words)
}

fn read(talk: &mut Talk<'_>, words: &str, file: &str) {
    match talk.run(&format!("{words} \"{file}\"")) {
        Ok(reply) => {
            let notes = remarks(&reply);
            for note in notes.lines().skip(1).filter(|note| is_about_a_play(note)) {
                talk.say(&format!("WARNING: Invalid move: {note}\n"));
            }
            if has_board(&reply) {
                talk.show_board();
            }
        }
        Err(error) if words == "import auto" && !error.message.contains(": line ") => {
            talk.say(&format!("The format of '{file}' is not recognized\n"));
        }
        // A file that holds a play against the rules may be refused as a whole.
        Err(error) if error.message.contains(": line ") => {
            talk.say(&format!("WARNING: Invalid move: {error}\n"));
        }
        Err(error) => talk.refuse(&error),
    }
}

fn is_about_a_play(note: &str) -> bool {
    ["no legal play", "cannot be played", "plays nothing", "left out", "illegal"].iter().any(|word| note.contains(word))
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

fn write(talk: &mut Talk<'_>, words: &str, file: &str) {
    let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        talk.complain(&format!("{file}: No such file or directory\n"));
        return;
    }
    let extent = match words {
        "export game text" => Some(Extent::Game),
        "export match text" => Some(Extent::Match),
        "export session text" => Some(Extent::Session),
        "export position text" => Some(Extent::Position),
        _ => None,
    };
    if let Some(extent) = extent {
        if let Err(error) = match_text::write(talk, extent, file) {
            talk.refuse(&error);
        }
        return;
    }
    if file == "-" {
        return to_output(talk, words);
    }
    if let Err(error) = talk.run(&format!("{words} \"{file}\"")) {
        if error.message.ends_with("is left as it is") {
            return;
        }
        talk.refuse(&error);
    }
}

/// What a file would hold goes to standard output where the file is `-`.
fn to_output(talk: &mut Talk<'_>, words: &str) {
    let (extent, format) = match parse(&format!("{words} -")) {
        Ok(Command::File(FileCommand::Export { extent, format, .. })) => (extent, format),
        Ok(Command::File(FileCommand::Save { extent, .. })) => (extent, Format::sgf()),
        Ok(_) => return,
        Err(error) => return talk.refuse(&SessionError::new(error.to_string())),
    };
    match talk.written(extent, format) {
        Ok(bytes) => talk.say(&String::from_utf8_lossy(&bytes)),
        Err(error) => talk.refuse(&error),
    }
}
