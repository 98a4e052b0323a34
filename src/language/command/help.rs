//! Help: the table of commands as values, and as the manual.

use super::args::ArgKind;
use super::phrases;
use super::table::{ELSEWHERE, Node, Row, SHORT, Tier, table};
use super::topics::{about_subject, related_to, subject_entry};
use crate::settings::{Kind, Setting};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The lines that `help` shows first: what somebody wants to do, and what to type.
const TASKS: &[(&str, &str)] = &[
    ("paste an XGID, an ID or a board", "sets the position up; `hint` says what is best, `rollout` settles it"),
    ("new match 7, play against engine", "plays a match; type dice and plays as `31` and `8/5 6/5`"),
    ("open match.mat", "reads a match (.mat, .xg, .sgf …); then `analyse match`, `study`, `show errors`"),
    ("rollout plays 8/5 6/5, 24/20", "compares plays; Ctrl-C stops and shows, `rollout resume` goes on"),
    ("export match html match.html", "writes a page to look at or to send; also `export rollout html`"),
    ("tour", "shows all that in seven steps; `help WORD` and `help /WORD` look for anything"),
];

/// A line of a list of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpEntry {
    /// The words in full.
    pub words: String,
    /// One line of help.
    pub help: String,
}

impl HelpEntry {
    pub(super) fn new(words: &str, help: &str) -> Self {
        Self { words: words.to_owned(), help: help.to_owned() }
    }
}

/// The help on a command, a group of commands or a subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HelpTopic {
    /// The words in full; empty for the top level.
    pub words: String,
    /// One line of help.
    pub help: String,
    /// Usage lines; none for a mere group.
    pub usage: Vec<String>,
    /// Each argument's name with what it may be.
    pub arguments: Vec<(String, String)>,
    /// How it is without the command.
    pub default: Option<String>,
    /// The setting that the command changes, if it changes one.
    pub setting: Option<&'static Setting>,
    /// The present value, where the caller has it.
    pub current: Option<String>,
    /// A line that uses it.
    pub example: Option<String>,
    /// More lines.
    pub notes: Vec<String>,
    /// Commands that belong to it.
    pub related: Vec<String>,
    /// Other words that mean the same as the last one.
    pub aliases: Vec<String>,
    /// The task, and the words to type for it.
    pub tasks: Vec<HelpEntry>,
    /// The commands below this one.
    pub below: Vec<HelpEntry>,
}

/// Help about the words of a command or a subject, as [`HelpArg::About`](super::HelpArg::About) has them; `None` for
/// words of neither.
pub fn help_about(words: &[String]) -> Option<HelpTopic> {
    about_command(words).or_else(|| about_subject(&words.join(" ")))
}

fn about_command(words: &[String]) -> Option<HelpTopic> {
    let node = words.iter().try_fold(
        table().root(),
        |node, word| {
            if word == "P" { node.player() } else { node.child(word) }
        },
    )?;
    let words = words.join(" ");
    let mut topic = HelpTopic { help: node_help(node), below: below(node, &words), ..HelpTopic::default() };
    topic.aliases = node.aliases().map(str::to_owned).collect();
    if let Some(row) = node.row().map(|row| table().row(row)) {
        topic.usage.push(row.usage());
        topic.default = row.default.clone();
        topic.setting = row.setting;
        topic.example = Some(row.example.clone()).filter(|example| !example.is_empty());
        topic.arguments = arguments(row);
        topic.notes.clone_from(&row.notes);
        topic.related = related_to(&words);
    }
    if words.is_empty() {
        topic.tasks = TASKS.iter().map(|(words, help)| HelpEntry::new(words, help)).collect();
    }
    topic.words = words;
    Some(topic)
}

/// The line of a list for a command, a group of commands, or a subject behind `help`.
pub(super) fn entry_about(words: &str) -> Option<HelpEntry> {
    if let Some(subject) = words.strip_prefix("help ") {
        return subject_entry(subject);
    }
    // The command of a line with arguments: a player among them, and others behind it.
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.iter_mut().filter(|word| ["0", "1", "both"].contains(&word.as_str())).for_each(|word| *word = "P".to_owned());
    let HelpTopic { usage, words, help, .. } = (1..=words.len()).rev().find_map(|n| about_command(&words[..n]))?;
    Some(HelpEntry { words: usage.into_iter().next().unwrap_or(words), help })
}

/// Every command that does something, in the order of the table.
pub fn help_all() -> Vec<HelpTopic> {
    let words = |row: &Row| row.words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    table().rows().iter().filter(|row| row.is_offered()).filter_map(|row| help_about(&words(row))).collect()
}

/// A command that does something, with its texts as they are searched.
struct Searched {
    entry: HelpEntry,
    /// Usage and help in small letters.
    said: String,
    /// The words of both, and those of the usage alone.
    words: Vec<String>,
    names: Vec<String>,
    /// The words of both without their endings, and the last word of the command.
    stems: Vec<String>,
    last: String,
}

static SEARCHED: LazyLock<Vec<Searched>> = LazyLock::new(|| {
    let searched = |row: &Row| {
        let entry = HelpEntry { words: row.usage(), help: row.help.clone() };
        // `NAME` and `FILE` stand for anything.
        let is_word = |word: &&str| !word.chars().any(char::is_uppercase);
        let usage = entry.words.split([' ', '|']).filter(is_word).collect::<Vec<_>>().join(" ");
        let said = format!("{usage} {}", entry.help).to_lowercase();
        let words_of = |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        let (words, names) = (words_of(&said), words_of(&usage.to_lowercase()));
        let stems = words.iter().map(|word| phrases::stem(word)).collect();
        let last = phrases::stem(row.words.rsplit(' ').next().unwrap_or_default());
        Searched { said, words, names, stems, last, entry }
    };
    table().rows().iter().filter(|row| row.is_offered()).map(searched).collect()
});

/// Help that has to do with a text: commands and subjects by meaning, then every command that has words beginning
/// like all of its in usage or help; where there is none, those that mention them anywhere.
pub fn help_search(text: &str) -> Vec<HelpEntry> {
    let wanted = phrases::content(text);
    let rows = |is_meant: &dyn Fn(&Searched) -> bool| -> Vec<HelpEntry> {
        SEARCHED.iter().filter(|row| is_meant(row)).map(|row| row.entry.clone()).collect()
    };
    let begins = |words: &[String]| wanted.iter().all(|wanted| words.iter().any(|word| word.starts_with(wanted)));
    let mut found = Vec::new();
    if wanted.len() > 1 {
        // Commands that have all of the words as their own come first.
        found.extend(rows(&|row| begins(&row.names)));
    }
    // So do those that end in a word that only they have.
    let own = phrases::unknown(text);
    for entry in rows(&|row| own.contains(&row.last)) {
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    let known = phrases::about(text).into_iter().filter(|entry| found.iter().all(|named| named.words != entry.words));
    let known: Vec<_> = known.collect();
    found.extend(known);
    let mut more = rows(&|row| begins(&row.words));
    if found.is_empty() && more.is_empty() {
        more = rows(&|row| wanted.iter().all(|wanted| row.said.contains(wanted.as_str())));
    }
    if found.is_empty() && more.is_empty() && wanted.len() > 2 {
        // Most of a question is better than nothing.
        let stems: Vec<String> = wanted.iter().map(|word| phrases::stem(word)).collect();
        let shared = |row: &Searched| stems.iter().filter(|stem| row.stems.contains(stem)).count();
        let most = SEARCHED.iter().map(shared).max().unwrap_or(0);
        if 2 * most >= wanted.len() {
            more = rows(&|row| shared(row) == most);
        }
    }
    more.retain(|entry| found.iter().all(|known| known.words != entry.words));
    found.extend(more);
    found
}

/// The headings of the manual, and the first words of the commands below each. The last heading has all other commands.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "Playing",
        &[
            "new", "roll", "move", "double", "take", "drop", "pass", "beaver", "redouble", "accept", "reject", "agree",
            "decline", "resign", "play", "end", "swap",
        ],
    ),
    ("Asking about a position", &["hint", "eval", "describe", "copy", "clear", "eq2mwc", "mwc2eq", "dicerolls"]),
    ("Rolling out", &["rollout", "jobs", "fg", "stop"]),
    (
        "Matches",
        &["next", "previous", "first", "goto", "list", "analyse", "cmark", "annotate", "pr", "quiz", "relational"],
    ),
    ("Looking at things: `show`", &["show"]),
    ("Settings: `set`", &["set"]),
    ("Settings of rollouts: `set rollout`", &["set rollout"]),
    ("Files", &["load", "save", "import", "export", "open", "forget"]),
    ("The shell and other programs", &[]),
];

/// The heading of a command in the manual.
fn family(words: &str) -> &'static str {
    let first = words.split([' ', '|']).next().unwrap_or_default();
    let first = if words.starts_with("set rollout") { "set rollout" } else { first };
    let named = FAMILIES.iter().find(|(_, commands)| commands.contains(&first));
    named.or(FAMILIES.last()).map_or("", |(heading, _)| heading)
}

/// All commands as Markdown: docs/commands.md.
pub fn manual() -> String {
    let mut text = String::from(
        "# Commands\n\n\
         Generated from the table in `src/language/command/table`; a test compares.\n\n\
         Words may be shortened to any beginning that fits one word only. Double quotes group, `#` begins a comment, \
         `;` separates commands on a line. A player `P` is `0`, `1`, `both` or a name; a `POSITION` is a Position ID or \
         `simple` and 26 numbers. A play may be typed alone: `8/5 6/5`.\n",
    );
    for (heading, _) in FAMILIES {
        let _ = write!(text, "\n## {heading}\n\n| command | does | default | example |\n|---|---|---|---|\n");
        for row in table().rows().iter().filter(|row| row.is_offered() && family(&row.words) == *heading) {
            let cell = |text: &str| text.replace('|', "\\|");
            let default = row.default.as_deref().unwrap_or_default();
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | `{}` |",
                cell(&row.usage()),
                cell(&row.help),
                cell(default),
                cell(row.example.trim_end())
            );
        }
    }
    text += "\n## Short forms\n\nThese short forms are taken although other words begin like them:\n\n";
    for (words, shorts) in SHORT {
        let _ = writeln!(text, "- `{words}`: `{}`", shorts.join("`, `"));
    }
    text += "\n## Short forms that are refused\n\nGNU Backgammon reads these as a word that does nothing or is not offered here:\n\n";
    for (group, short, other) in ELSEWHERE {
        let _ = writeln!(text, "- `{}`: `{}`", in_group(group, short), in_group(group, other));
    }
    for (tier, title) in
        [(Tier::NoEffect, "Understood without effect"), (Tier::NotOffered, "Known to GNU Backgammon, not offered here")]
    {
        let words = table().rows().iter().filter(|row| row.tier() == tier).map(|row| format!("`{}`", row.words));
        let _ = write!(text, "\n## {title}\n\n{}\n", words.collect::<Vec<_>>().join(", "));
    }
    text
}

fn in_group(group: &str, word: &str) -> String {
    format!("{group} {word}").trim_start().to_owned()
}

fn node_help(node: &Node) -> String {
    let row = node.row().map(|row| table().row(row));
    row.map_or_else(|| node.help().to_owned(), |row| row.help.clone())
}

fn below(node: &Node, words: &str) -> Vec<HelpEntry> {
    let blank = if words.is_empty() { "" } else { " " };
    // A group with nothing but a player in it is passed through.
    if let (Some(player), true, None) = (node.player(), node.words().is_empty(), node.row()) {
        return below(player, &format!("{words}{blank}P"));
    }
    let offered = node.words().iter().chain(node.player()).filter(|node| node.tier() == Tier::Offered);
    offered.map(|node| HelpEntry { words: format!("{words}{blank}{}", node.name()), help: node_help(node) }).collect()
}

fn arguments(row: &Row) -> Vec<(String, String)> {
    let told = row.args.iter().filter(|spec| !matches!(spec.kind, ArgKind::Value(Kind::Switch)));
    told.map(|spec| (spec.name.to_owned(), spec.kind.expected().join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, HelpArg, parse};

    fn about(line: &str) -> HelpTopic {
        match parse(line) {
            Ok(Command::Help(HelpArg::About(words))) => help_about(&words).expect("parsed words exist"),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_command_is_explained() {
        let topic = about("help se ro trials");
        assert_eq!(topic.words, "set rollout trials");
        assert_eq!(topic.usage, ["set rollout trials N"]);
        assert_eq!(topic.default.as_deref(), Some("1296 trials"));
        assert_eq!(topic.aliases, ["t"]);
        assert_eq!(about("help set player name").words, "set player P name");
        assert_eq!(about("? set player 0 name").words, "set player P name");
    }

    #[test]
    fn a_group_lists_what_is_below() {
        let topic = about("help set rollout until");
        assert!(topic.usage.is_empty());
        let words: Vec<_> = topic.below.iter().map(|entry| entry.words.as_str()).collect();
        assert_eq!(words[..2], ["set rollout until off", "set rollout until error"]);
        assert!(about("help").below.iter().any(|entry| entry.words == "rollout"));
    }

    #[test]
    fn every_preset_is_explained() {
        let topic = about("help set rollout preset");
        assert_eq!(topic.notes.len(), crate::rollout::RolloutPreset::ALL.len());
        assert!(topic.notes[0].starts_with("quick"), "{:?}", topic.notes);
    }

    #[test]
    fn help_is_searched() {
        let found = help_search("JSD limit");
        assert_eq!(found[0].words, "set rollout jsd limit X");
        assert!(help_search("no such thing").is_empty());
    }
}
