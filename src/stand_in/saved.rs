//! The file of settings in GNU Backgammon's place: one file for that program and for gammon in its place, each of which
//! reads what the other has saved.

use super::words::{Found, find};
use crate::command::{Command, Set, parse};
use crate::settings::{Listing, Setting, Settings, chosen_lines, table};

/// The words at the head of the file.
const HEAD: &str = "# Settings as commands of GNU Backgammon, saved by gammon in its place.\n\
                    # `save settings' replaces this file; what is to stay belongs in `gnubgrc' beside it.\n";

/// The text of the file: every setting that GNU Backgammon has, whatever its default. Settings of the file that was
/// there stay where they are none of gammon's, such as those of windows.
#[must_use]
pub fn settings_text(settings: &Settings, there: &str) -> String {
    let kept = there.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#') && !is_here(line));
    let own = chosen_lines(settings, |setting| setting.listing == Listing::Itself && is_there(setting));
    kept.map(str::to_owned).chain(own.into_iter().map(as_read)).fold(HEAD.to_owned(), |text, line| text + &line + "\n")
}

/// The line as that program reads it: a name is the rest of the line, quotes and all.
fn as_read(line: String) -> String {
    let is_name = ["set player 0 name \"", "set player 1 name \""].iter().any(|words| line.starts_with(words));
    match line.split_once('"') {
        Some((words, text)) if is_name => {
            words.to_owned() + &text.strip_suffix('"').unwrap_or(text).replace("\"\"", "\"")
        }
        _ => line,
    }
}

/// Whether GNU Backgammon has a setting by these words. The prompt is left to it: blanks at its end would be lost.
fn is_there(setting: &Setting) -> bool {
    let words = leaf_of(&format!("set {}", setting.words_for("0")));
    setting.words != "prompt" && words.is_some_and(|words| words == format!("set {}", setting.words))
}

/// Whether a line sets something that gammon saves, too.
fn is_here(line: &str) -> bool {
    let is_one = |words: &str| {
        table().iter().any(|setting| words.strip_prefix("set ") == Some(setting.words.as_str()) && is_there(setting))
    };
    leaf_of(line).is_some_and(|words| is_one(&words))
        || matches!(parse(line), Ok(Command::Set(Set::Setting(change))) if is_there(change.setting))
}

/// The words of a command of GNU Backgammon in full.
fn leaf_of(line: &str) -> Option<String> {
    match find(line) {
        Found::Leaf { words, .. } => Some(words),
        _ => None,
    }
}
