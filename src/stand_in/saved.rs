//! The file of settings in GNU Backgammon's place: one file for that program and for gammon in its place, each of which
//! reads what the other has saved.

use super::words::{Found, find};
use crate::command::{Command, Set, parse};
use crate::settings::{Listing, Setting, Settings, chosen_lines, table};

/// The words at the head of the file.
const HEAD: &str = "# Settings as commands of GNU Backgammon, saved by gammon in its place.\n\
                    # `save settings' replaces this file; what is to stay belongs in `gnubgrc' beside it.\n";

/// The setting of the match equity table.
const TABLE: &str = "set matchequitytable ";

/// The text of the file: every setting that GNU Backgammon has, whatever its default. Settings of the file that was
/// there stay where they are none of gammon's, such as those of windows.
pub fn settings_text(settings: &Settings, there: &str) -> String {
    let is_read_there = |line: &String| leaf_of(line).is_some() && !names_own_table(line);
    let own: Vec<String> = chosen_lines(settings, is_saved).into_iter().filter(is_read_there).collect();
    let is_kept = |line: &&str| {
        let is_of_table = |line: &str| line.starts_with(TABLE);
        let is_table = is_of_table(line) && !names_own_table(line) && !own.iter().any(|line| is_of_table(line));
        !line.trim().is_empty() && !line.starts_with('#') && (is_table || !is_here(line))
    };
    let kept: Vec<String> = there.lines().filter(is_kept).map(str::to_owned).collect();
    kept.into_iter().chain(own.into_iter().map(as_read)).fold(HEAD.to_owned(), |text, line| text + &line + "\n")
}

/// The line as that program reads it: a name or a prompt is the rest of the line, quotes, blanks and all.
fn as_read(line: String) -> String {
    let texts = ["set player 0 name \"", "set player 1 name \"", "set aliases \"", "set prompt \""];
    let is_text = texts.iter().any(|words| line.starts_with(words));
    match line.split_once('"') {
        Some((words, text)) if is_text => {
            words.to_owned() + &text.strip_suffix('"').unwrap_or(text).replace("\"\"", "\"")
        }
        _ => line,
    }
}

/// A line is about a match equity table by its name here. GNU Backgammon takes that for a file, does not find it, and
/// goes over to another table.
fn names_own_table(line: &str) -> bool {
    line.strip_prefix(TABLE).is_some_and(|name| !name.contains(['/', '\\', '.']))
}

/// Whether a setting belongs into the file, if GNU Backgammon has it.
fn is_saved(setting: &Setting) -> bool {
    setting.listing == Listing::Itself
}

/// Whether a line sets something that gammon saves, too.
fn is_here(line: &str) -> bool {
    let Some(words) = leaf_of(line) else { return false };
    let is_one = |setting: &Setting| words.strip_prefix("set ") == Some(setting.words.as_str());
    table().iter().any(|setting| is_saved(setting) && is_one(setting))
        || matches!(parse(line), Ok(Command::Set(Set::Setting(change))) if is_saved(change.setting))
}

/// The words of a command of GNU Backgammon in full.
fn leaf_of(line: &str) -> Option<String> {
    match find(line) {
        Found::Leaf { words, .. } => Some(words),
        _ => None,
    }
}
