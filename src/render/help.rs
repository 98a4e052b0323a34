//! Help on commands, from the table that also parses them.

use super::format::{MIN_WIDTH, PROSE, lines_within};
use super::table::{Column, Room, Table};
use super::{Format, Role};
use crate::command::{HelpEntry, HelpTopic};
use unicode_width::UnicodeWidthStr;

/// The help text on a command, a group of commands or a subject.
pub fn help_topic(topic: &HelpTopic, format: &Format) -> String {
    let width = format.width.unwrap_or(PROSE).min(PROSE);
    let mut text = String::new();
    if !topic.tasks.is_empty() {
        text += &format!("{}\n", format.style.paint(Role::Heading, "To do something:"));
        text += &help_below_or_beside(&topic.tasks, format);
        text += &format!("\n{}\n", format.style.paint(Role::Heading, "All commands, each with more behind `help`:"));
        return text + &help_entries(&topic.below, format);
    }
    let mut add = |label: &str, what: &str, role: Role| {
        let first = if label.is_empty() { "  ".to_owned() } else { format!("  {label:7}  ") };
        let options =
            lines_within(width.max(MIN_WIDTH)).subsequent_indent(if label.is_empty() { "  " } else { "           " });
        for (i, line) in textwrap::wrap(&format!("{first}{what}"), options).iter().enumerate() {
            let begin = if i == 0 { first.len().min(line.len()) } else { 0 };
            text += &format.style.paint(Role::Dim, &line[..begin]);
            text += &format.style.paint(role, &line[begin..]);
            text.push('\n');
        }
    };
    for usage in &topic.usage {
        add("usage", usage, Role::Heading);
    }
    for (name, what) in &topic.arguments {
        add(" ", &format!("{name}: {what}"), Role::Plain);
    }
    let told = [
        ("now", topic.current.as_ref(), Role::Best),
        ("default", topic.default.as_ref(), Role::Plain),
        ("example", topic.example.as_ref(), Role::Plain),
    ];
    for (label, what, role) in told {
        what.into_iter().for_each(|what| add(label, what, role));
    }
    for note in &topic.notes {
        add("", note, Role::Plain);
    }
    if !topic.aliases.is_empty() {
        add("also", &topic.aliases.join(", "), Role::Plain);
    }
    if !topic.related.is_empty() {
        add("see", &topic.related.join(", "), Role::Plain);
    }
    let mut head = String::new();
    if !topic.help.is_empty() {
        let colon = if topic.words.is_empty() { "" } else { ": " };
        let lines = format.wrapped(&format!("{}{colon}{}", topic.words, topic.help));
        lines.lines().for_each(|line| head += &(format.style.paint(Role::Heading, line) + "\n"));
    }
    text = head + &text;
    if !topic.below.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &help_entries(&topic.below, format);
    }
    text
}

/// A command to type, with its effect behind it; below it where that leaves too little room.
fn help_below_or_beside(entries: &[HelpEntry], format: &Format) -> String {
    match format.width {
        Some(width) if width < 80 => help_below(entries, width),
        _ => help_entries(entries, format),
    }
}

/// A list of commands, one a line.
pub fn help_entries(entries: &[HelpEntry], format: &Format) -> String {
    let longest = entries.iter().map(|entry| entry.words.width()).max().unwrap_or(0);
    if let Some(width) = format.width.filter(|&width| width < longest + LEAST_HELP) {
        return help_below(entries, width);
    }
    let mut table = Table::new([Column::words(""), Column::words("").with_room(Room::Broken(20))]);
    for entry in entries {
        table.row([entry.words.clone(), entry.help.clone()]);
    }
    table.draw(format)
}

/// Beside its words a line of help has this many columns, or stands below them.
const LEAST_HELP: usize = 24;

/// A list of commands, each with its help below it.
fn help_below(entries: &[HelpEntry], width: usize) -> String {
    let mut text = String::new();
    let mut add = |what: &str, indent: &str, later: &str| {
        let options = lines_within(width.max(MIN_WIDTH)).initial_indent(indent).subsequent_indent(later);
        textwrap::wrap(what, options).iter().for_each(|line| text += &format!("{line}\n"));
    };
    for entry in entries {
        add(&entry.words, " ", "   ");
        add(&entry.help, "     ", "     ");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OutputSettings;

    #[test]
    fn help_stands_below_words_that_leave_it_no_room() {
        let entry = |words: &str, help: &str| HelpEntry { words: words.to_owned(), help: help.to_owned() };
        let entries = [
            entry("set x", "a short one"),
            entry("set player P movefilter PLY LEVEL ACCEPT", "which candidates survive a level of the search"),
        ];
        let at = |width| help_entries(&entries, &Format { width, ..Format::plain(&OutputSettings::default()) });
        assert_eq!(at(None).lines().count(), 2);
        assert_eq!(at(Some(100)).lines().count(), 2);
        let text = at(Some(40));
        assert!(text.starts_with(" set x\n     a short one\n set player P movefilter PLY LEVEL"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
    }

    #[test]
    fn a_command_is_explained_and_a_group_listed() {
        let entry = HelpEntry { words: "set rollout trials".to_owned(), help: "trials of a rollout".to_owned() };
        let topic = HelpTopic {
            words: "set rollout".to_owned(),
            help: "rollouts".to_owned(),
            usage: vec!["set rollout trials N".to_owned()],
            arguments: vec![("N".to_owned(), "a number".to_owned())],
            setting: None,
            current: Some("72 trials".to_owned()),
            default: Some("1296".to_owned()),
            example: Some("set rollout trials 36".to_owned()),
            notes: Vec::new(),
            related: vec!["show rollout".to_owned()],
            aliases: vec!["t".to_owned()],
            tasks: Vec::new(),
            below: vec![entry],
        };
        let expected = "
set rollout: rollouts
  usage    set rollout trials N
           N: a number
  now      72 trials
  default  1296
  example  set rollout trials 36
  also     t
  see      show rollout

 set rollout trials  trials of a rollout
";
        assert_eq!(help_topic(&topic, &Format::plain(&OutputSettings::default())), &expected[1..]);
    }
}
