//! Files: silence where all went well, a line with the name of the file where not.

use super::Talk;
use super::match_text;
use super::telling::as_theirs;
use crate::formats::Extent;
use crate::session::Reply;
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
    Path::new(file).metadata().err().map(|error| as_the_system(&error))
}

fn as_the_system(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

fn read(talk: &mut Talk<'_>, words: &str, file: &str) {
    match talk.run(&format!("{words} \"{file}\"")) {
        Ok(reply) => {
            let notes = remarks(&reply);
            for note in notes.lines().skip(1).filter(|note| is_about_a_play(note)) {
                talk.say(&format!("WARNING: Invalid move: {note}\n"));
            }
            let board: String = boards(&reply).iter().map(|reply| as_theirs(&talk.text_of(reply))).collect();
            talk.say(&board);
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

fn boards(reply: &Reply) -> Vec<&Reply> {
    match reply {
        Reply::Board(_) => vec![reply],
        Reply::Many(replies) => replies.iter().flat_map(boards).collect(),
        _ => Vec::new(),
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
        _ => None,
    };
    if let Some(extent) = extent {
        if let Err(error) = match_text::write(talk, extent, file) {
            talk.refuse(&error);
        }
        return;
    }
    if let Err(error) = talk.run(&format!("{words} \"{file}\"")) {
        if error.message.ends_with("is left as it is") {
            return;
        }
        talk.refuse(&error);
    }
}
