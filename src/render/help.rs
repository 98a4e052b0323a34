//! Help on commands, from the table that also parses them.

use super::format::MIN_WIDTH;
use super::table::{Column, Room, Table};
use super::{Format, Role};
use crate::command::{HelpEntry, HelpTopic};

/// Prose is not laid out wider than this.
const PROSE: usize = 100;

/// Everything there is to say about a command, a group of commands or a subject.
#[must_use]
pub fn help_topic(topic: &HelpTopic, format: &Format) -> String {
    let width = format.width.unwrap_or(PROSE).min(PROSE);
    let mut text = String::new();
    let mut add = |label: &str, what: &str, role: Role| {
        let first = if label.is_empty() { "  ".to_owned() } else { format!("  {label:7}  ") };
        let options = textwrap::Options::new(width.max(MIN_WIDTH)).subsequent_indent(if label.is_empty() {
            "  "
        } else {
            "           "
        });
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

/// A list of commands, one a line.
#[must_use]
pub fn help_entries(entries: &[HelpEntry], format: &Format) -> String {
    let mut table = Table::new([Column::words(""), Column::words("").with_room(Room::Broken(20))]);
    for entry in entries {
        table.row([entry.words.clone(), entry.help.clone()]);
    }
    table.draw(format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OutputSettings;

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
