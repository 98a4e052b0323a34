//! Help on commands, from the table that also parses them.

use super::Format;
use super::table::{Column, Room, Table};
use crate::command::{HelpEntry, HelpTopic};

/// Everything there is to say about a command or a group of commands.
#[must_use]
pub fn help_topic(topic: &HelpTopic, format: &Format) -> String {
    let mut text = String::new();
    if !topic.help.is_empty() {
        text += &format!("{}{}{}\n", topic.words, if topic.words.is_empty() { "" } else { ": " }, topic.help);
    }
    for usage in &topic.usage {
        text += &format!("  usage    {usage}\n");
    }
    for (name, what) in &topic.arguments {
        text += &format!("           {name}: {what}\n");
    }
    if let Some(current) = &topic.current {
        text += &format!("  now      {current}\n");
    }
    if let Some(default) = &topic.default {
        text += &format!("  default  {default}\n");
    }
    if let Some(example) = &topic.example {
        text += &format!("  example  {example}\n");
    }
    for note in &topic.notes {
        text += &format!("  {note}\n");
    }
    if !topic.aliases.is_empty() {
        text += &format!("  also     {}\n", topic.aliases.join(", "));
    }
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

 set rollout trials  trials of a rollout
";
        assert_eq!(help_topic(&topic, &Format::plain(&OutputSettings::default())), &expected[1..]);
    }
}
