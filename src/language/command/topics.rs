//! Help on the words of answers, and the commands that belong together.

use super::help::{HelpEntry, HelpTopic, help_about};
use std::sync::LazyLock;

/// A block for each subject: how things are done before what words mean.
const TOPICS: &str = include_str!("topics.txt");

/// A row for each group of commands, with those that belong to it.
const RELATED: &str = include_str!("related.txt");

/// A subject that is no command.
pub(super) struct Subject {
    /// The names by which `help` finds it.
    pub names: Vec<&'static str>,
    pub title: &'static str,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// Commands about it.
    pub commands: Vec<&'static str>,
}

/// Every subject, what is done before what is meant.
pub(super) static SUBJECTS: LazyLock<Vec<Subject>> =
    LazyLock::new(|| TOPICS.split("\n\n").filter_map(subject).collect());

fn subject(block: &'static str) -> Option<Subject> {
    let (head, rest) = block.split_once("\n- ")?;
    let (names, title) = head.split_once(": ")?;
    let (text, commands) = rest.split_once("\n> ")?;
    let on_one_line = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Subject {
        names: names.split(", ").collect(),
        title,
        text: text.split("\n- ").map(on_one_line).collect(),
        commands: commands.split(',').map(str::trim).collect(),
    })
}

/// The groups of commands, each with others.
fn related() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    let rows = RELATED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    rows.map(|(group, commands)| (group, commands.split(", ")))
}

/// The help on a subject that is no command.
pub(super) fn about_subject(asked: &str) -> Option<HelpTopic> {
    let asked = asked.to_lowercase();
    if ["topics", "topic", "subjects"].contains(&asked.as_str()) {
        let below = SUBJECTS.iter().map(|subject| HelpEntry::new(subject.names[0], subject.title)).collect();
        return Some(HelpTopic {
            words: "topics".to_owned(),
            help: "what words mean, and how things are done".to_owned(),
            below,
            ..HelpTopic::default()
        });
    }
    let subject = subject_called(&asked)?;
    Some(HelpTopic {
        words: subject.names[0].to_owned(),
        help: subject.title.to_owned(),
        notes: subject.text.clone(),
        below: subject.commands.iter().filter_map(|words| command(words)).collect(),
        ..HelpTopic::default()
    })
}

fn subject_called(name: &str) -> Option<&'static Subject> {
    SUBJECTS.iter().find(|subject| subject.names.contains(&name))
}

/// The line of a list for a subject.
pub(super) fn subject_entry(name: &str) -> Option<HelpEntry> {
    if name == "topics" {
        return Some(HelpEntry::new("help topics", "what words mean, and how things are done"));
    }
    subject_called(name).map(|subject| HelpEntry::new(&format!("help {}", subject.names[0]), subject.title))
}

/// The commands that belong to one.
pub(super) fn related_to(words: &str) -> Vec<String> {
    let begins = |group: &str| words.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let found = related().filter(|(group, _)| begins(group)).max_by_key(|(group, _)| group.len());
    let all = found.into_iter().flat_map(|(_, commands)| commands);
    all.filter(|command| *command != words).map(str::to_owned).collect()
}

fn command(words: &str) -> Option<HelpEntry> {
    let topic = help_about(&words.split(' ').map(str::to_owned).collect::<Vec<_>>())?;
    Some(HelpEntry { words: topic.words, help: topic.help })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, HelpArg, parse};

    #[test]
    fn every_command_that_is_named_exists() {
        assert_eq!(SUBJECTS.len() + 1, TOPICS.split("\n\n").count(), "every block but the head is read");
        let subjects = SUBJECTS.iter().flat_map(|subject| subject.commands.iter().copied());
        for words in subjects.chain(related().flat_map(|(_, commands)| commands)) {
            let topic = help_about(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
            assert!(topic.is_some_and(|topic| !topic.usage.is_empty()), "`{words}` is no command");
        }
        for (group, _) in related() {
            assert!(help_about(&group.split(' ').map(str::to_owned).collect::<Vec<_>>()).is_some(), "{group}");
        }
    }

    #[test]
    fn subjects_are_explained_where_no_command_has_the_name() {
        for (line, title) in [
            ("help jsd", "joint standard deviations"),
            ("help JSD", "joint standard deviations"),
            ("help settlement", "settlement of trials"),
            ("help luck", "luck, and results without it"),
            ("help P(best)", "the chance of being the best play"),
            ("help cubeful", "cubeless and cubeful equities"),
            ("help standard error", "standard errors"),
        ] {
            let Ok(Command::Help(HelpArg::About(words))) = parse(line) else { panic!("{line}: {:?}", parse(line)) };
            let topic = help_about(&words).expect(line);
            assert_eq!(topic.help, title, "{line}");
            assert!(!topic.notes.is_empty() && !topic.below.is_empty(), "{line}");
        }
        assert!(matches!(parse("help /jsd"), Ok(Command::Help(HelpArg::Search(_)))));
    }

    #[test]
    fn related_commands_are_those_of_the_nearest_group() {
        assert_eq!(related_to("rollout plays")[0], "hint");
        assert!(related_to("set rollout trials").contains(&"show rollout".to_owned()));
        assert!(related_to("quit").is_empty());
    }
}
