//! `help`: the words of GNU Backgammon's commands in its layout, and this program's lines about them.

use super::words::{Topic, topic, words_of};
use crate::command::{HelpTopic, help_about};

/// Answers `help` about the words behind it.
pub(super) fn help(rest: &str) -> String {
    let Some(Topic { words, below }) = topic(rest) else {
        let first = words_of(rest).first().copied().unwrap_or_default();
        return format!("No help available for topic `{first}'\n");
    };
    let mut text = String::new();
    if words.is_empty() {
        text += "Available commands:\n";
    } else {
        let player = words.replace(" P", " <player>");
        text += &format!("{} - {}\n\n", words.replace(" P", ""), line_about(&words));
        if below.is_empty() {
            let usage = about(&words).and_then(|about| about.usage.into_iter().next());
            text += &format!("Usage: {}\n", usage.unwrap_or(player));
        } else {
            text += &format!("Usage: {player} <subcommand>\nAvailable subcommands:\n");
        }
    }
    for word in below {
        let line = line_about(format!("{words} {word}").trim());
        text += &format!("{word:<15}\t{line}\n");
    }
    text
}

fn about(words: &str) -> Option<HelpTopic> {
    help_about(&words.split(' ').map(str::to_owned).collect::<Vec<_>>())
}

/// The line about a command or a group of commands.
fn line_about(words: &str) -> String {
    about(words).map(|about| about.help).filter(|line| !line.is_empty()).unwrap_or_else(|| "no effect here".to_owned())
}
