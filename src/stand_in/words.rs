//! GNU Backgammon's keywords: a prefix means the first word that begins so, in an order of its own.

use crate::command::coverage;
use std::sync::LazyLock;

/// Words that come before others which the alphabet would put first.
const FIRST: [&str; 6] = ["invert", "set analysis", "set delay", "set sgf", "set cube center", "set invert met"];

/// Short forms and other spellings of the first word.
const ALIASES: [(&str, &str); 6] =
    [("r", "roll"), ("n", "next"), ("p", "previous"), ("analyze", "analyse"), ("analysis", "analyse"), ("?", "help")];

/// The meaning of the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<'l> {
    /// A command with its words in full; `P` stands for the players that are named.
    Leaf {
        /// The words.
        words: String,
        /// The player that is named within them.
        player: Option<&'l str>,
        /// The arguments.
        rest: &'l str,
    },
    /// A group of commands.
    Group,
    /// A word that is none of those that fit.
    Unknown(&'l str),
}

/// A word with what may stand behind it.
#[derive(Debug, Default)]
struct Node {
    word: String,
    is_leaf: bool,
    below: Vec<Node>,
}

impl Node {
    fn add<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) {
        let Some(word) = words.next() else {
            self.is_leaf = true;
            return;
        };
        let at = self.below.iter().position(|node| node.word == word).unwrap_or_else(|| {
            self.below.push(Self { word: word.to_owned(), ..Self::default() });
            self.below.len() - 1
        });
        self.below[at].add(words);
    }

    fn sort(&mut self, path: &str) {
        let full = |word: &str| if path.is_empty() { word.to_owned() } else { format!("{path} {word}") };
        self.below.sort_by_key(|node| (!FIRST.contains(&full(&node.word).as_str()), node.word.clone()));
        for node in &mut self.below {
            node.sort(&full(&node.word));
        }
    }
}

static TREE: LazyLock<Node> = LazyLock::new(|| {
    let mut root = Node::default();
    for leaf in coverage() {
        root.add(leaf.words.split(' '));
    }
    root.sort("");
    root
});

/// What `help` tells of: words in full, `P` where a player is named, and the words that may follow.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Topic {
    pub words: String,
    pub below: Vec<&'static str>,
}

/// The topic of help that words begin, which name no player; `None` where they are none.
pub(super) fn topic(text: &str) -> Option<Topic> {
    let mut node = &*TREE;
    let mut words: Vec<&str> = Vec::new();
    for word in words_of(text) {
        let lower = word.to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(short, _)| words.is_empty() && *short == lower);
        let typed = alias.map_or(lower.as_str(), |(_, full)| full);
        let player = node.below.iter().find(|below| below.word == "P");
        let at = player.filter(|_| node.below.len() == 1).inspect(|_| words.push("P")).unwrap_or(node);
        match at.below.iter().find(|below| below.word != "P" && below.word.starts_with(typed)) {
            Some(next) => {
                words.push(&next.word);
                node = next;
            }
            // What follows a whole command is its argument.
            None if node.below.is_empty() && node.is_leaf => break,
            None => return None,
        }
    }
    if let [below] = node.below.as_slice()
        && below.word == "P"
    {
        words.push("P");
        node = below;
    }
    Some(Topic { words: words.join(" "), below: node.below.iter().map(|below| below.word.as_str()).collect() })
}

/// The first word of a text and what follows; double quotes keep blanks together.
pub(super) fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut is_quoted = false;
    let end = text.find(|c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    });
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (!word.is_empty()).then_some((word, rest))
}

/// The words of a text, quotes taken off.
pub(super) fn words_of(text: &str) -> Vec<&str> {
    let mut rest = text;
    std::iter::from_fn(|| {
        let (word, left) = split_word(rest)?;
        rest = left;
        Some(word.trim_matches('"'))
    })
    .collect()
}

/// Reads the keywords at the beginning of a line.
pub(super) fn find(line: &str) -> Found<'_> {
    let (mut node, mut rest, mut player) = (&*TREE, line, None);
    let mut words: Vec<&str> = Vec::new();
    loop {
        let Some((word, after)) = split_word(rest) else {
            return if node.is_leaf { leaf(&words, player, rest) } else { Found::Group };
        };
        if node.is_leaf && node.below.is_empty() {
            return leaf(&words, player, rest);
        }
        let lower = word.trim_matches('"').to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(short, _)| words.is_empty() && *short == lower);
        let typed = alias.map_or(lower.as_str(), |(_, full)| full);
        let is_player = node.below.iter().find(|below| below.word == "P");
        let next = node.below.iter().find(|below| below.word != "P" && below.word.starts_with(typed)).or(is_player);
        let Some(next) = next else {
            // A word that is none of a complete command is its argument.
            return if node.is_leaf { leaf(&words, player, rest) } else { Found::Unknown(word) };
        };
        if next.word == "P" {
            player = Some(word.trim_matches('"'));
        }
        words.push(&next.word);
        (node, rest) = (next, after);
    }
}

fn leaf<'l>(words: &[&str], player: Option<&'l str>, rest: &'l str) -> Found<'l> {
    Found::Leaf { words: words.join(" "), player, rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_means_the_first_word_in_their_order() {
        for (line, expected) in [
            ("s", "Group"),
            ("se bo XYZ", "set board| XYZ"),
            ("a", "accept|"),
            ("ex", "exit|"),
            ("r", "roll|"),
            ("ro", "roll|"),
            ("rollo", "rollout|"),
            ("i", "Group"),
            ("set d 5", "set delay| 5"),
            ("set di 31", "set dice| 31"),
            ("SET PLAYER 0 GNU", "set player P gnubg|"),
            ("set player \"A B\" name C", "set player P name| C"),
            ("analyze match", "analyse match|"),
            ("sh m", "Group"),
            ("show met 3", "show met| 3"),
            ("set analysis chequer eval pl 2", "set analysis chequerplay evaluation plies| 2"),
            ("next game 2", "next| game 2"),
        ] {
            let found = match find(line) {
                Found::Leaf { words, rest, .. } => format!("{words}|{rest}"),
                Found::Group => "Group".to_owned(),
                Found::Unknown(word) => format!("Unknown {word}"),
            };
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(find("set foo"), Found::Unknown("foo"));
    }
}
