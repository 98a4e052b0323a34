//! The tree of words.

use super::Row;
use super::groups::ELSEWHERE;
use crate::command::error::{CommandError, ErrorKind};
use crate::command::lex::Token;

/// The ways in which a line may begin: a list of all commands would say less.
const BEGINNINGS: [&str; 3] = ["a command (`help` lists them)", "a play such as 8/5 6/5", "a position such as an XGID"];

/// How much a word can do, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Some command begins like this.
    Offered,
    /// Understood without effect.
    NoEffect,
    /// Known and refused.
    NotOffered,
}

/// A word, with the words that may follow it.
pub struct Node {
    /// The word in full, then its other names.
    names: Vec<String>,
    /// Short forms that would otherwise be ambiguous.
    shorts: &'static [&'static str],
    help: &'static str,
    words: Vec<Node>,
    player: Option<Box<Node>>,
    row: Option<usize>,
    tier: Tier,
}

impl Node {
    pub(super) fn new(names: &str) -> Self {
        Self {
            names: names.split('|').map(str::to_owned).collect(),
            shorts: &[],
            help: "",
            words: Vec::new(),
            player: None,
            row: None,
            tier: Tier::NotOffered,
        }
    }

    /// Adds a row below this node. The last of two rows with the same words stays; a test forbids them.
    pub(super) fn insert(&mut self, words: &str, row: usize) {
        let (names, rest) = words.split_once(' ').map_or((words, None), |(word, rest)| (word, Some(rest)));
        let node = if names == "P" {
            self.player.get_or_insert_with(|| Box::new(Self::new("P")))
        } else {
            let name = names.split('|').next().unwrap_or(names);
            let at = self.words.iter().position(|node| node.name() == name).unwrap_or_else(|| {
                self.words.push(Self::new(names));
                self.words.len() - 1
            });
            &mut self.words[at]
        };
        match rest {
            Some(rest) => node.insert(rest, row),
            None => node.row = Some(row),
        }
    }

    /// Gives a node below this one its help line and short forms.
    pub(super) fn describe(&mut self, words: &str, help: &'static str, shorts: &'static [&'static str]) {
        let node = words.split(' ').fold(self, |node, word| {
            if word == "P" {
                node.player.as_deref_mut().expect("a described player exists")
            } else {
                node.words.iter_mut().find(|node| node.name() == word).expect("a described word exists")
            }
        });
        node.shorts = shorts;
        if !help.is_empty() {
            node.help = help;
        }
    }

    /// Works out the tier of this node and of those below.
    pub(super) fn settle(&mut self, rows: &[Row]) {
        let mut tier = self.row.map_or(Tier::NotOffered, |row| rows[row].tier());
        for node in self.words.iter_mut().chain(self.player.as_deref_mut()) {
            node.settle(rows);
            tier = tier.min(node.tier);
        }
        self.tier = tier;
    }

    /// The word in full.
    pub fn name(&self) -> &str {
        &self.names[0]
    }

    /// The other names and short forms.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.names[1..].iter().map(String::as_str).chain(self.shorts.iter().copied())
    }

    /// The help line of a group of commands; empty for a command.
    pub const fn help(&self) -> &'static str {
        self.help
    }

    /// The words that may follow.
    pub fn words(&self) -> &[Self] {
        &self.words
    }

    /// The node behind a player named here.
    pub fn player(&self) -> Option<&Self> {
        self.player.as_deref()
    }

    /// The number of the row whose words end here.
    pub const fn row(&self) -> Option<usize> {
        self.row
    }

    /// How much this word can do.
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// The word of this name in full.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.words.iter().find(|node| node.name() == name)
    }

    /// The row that refuses everything from here on.
    pub(super) fn refusal(&self) -> Option<usize> {
        self.row.filter(|_| self.tier == Tier::NotOffered)
    }

    /// The words in full that lead to commands.
    pub(super) fn offered_words(&self) -> Vec<&str> {
        let words = self.words.iter().filter(|node| node.tier == Tier::Offered).map(Self::name);
        words.chain(self.player.as_ref().map(|_| "a player")).collect()
    }

    pub(super) fn has_offered_words(&self) -> bool {
        self.words.iter().any(|node| node.tier == Tier::Offered)
    }

    fn is_called(&self, word: &str) -> bool {
        self.names.iter().any(|name| name == word) || self.shorts.contains(&word)
    }

    fn begins_with(&self, word: &str) -> bool {
        // Nobody means a word of GNU Backgammon's by an article.
        !word.is_empty() && word != "the" && self.names.iter().any(|name| name.starts_with(word))
    }

    /// The node for a word typed after `known`, `None` when no word begins like that.
    pub fn lookup(&self, token: &Token, known: &str) -> Result<Option<&Self>, CommandError> {
        let word = token.text.to_lowercase();
        if let Some(node) = self.words.iter().find(|node| node.is_called(&word)) {
            return Ok(Some(node));
        }
        let near = || self.words.iter().filter(|node| node.begins_with(&word));
        let Some(best) = near().map(|node| node.tier).min() else { return Ok(None) };
        let near: Vec<_> = near().filter(|node| node.tier == best).collect();
        let elsewhere = ELSEWHERE.iter().find(|(group, short, _)| *group == known && *short == word);
        if let ([node], None) = (&near[..], elsewhere) {
            return Ok(Some(node));
        }
        let full =
            |node: &Self| if known.is_empty() { node.name().to_owned() } else { format!("{known} {}", node.name()) };
        let mut words: Vec<_> = near.iter().map(|node| full(node)).collect();
        words.extend(elsewhere.map(|(group, _, other)| format!("{group} {other}").trim_start().to_owned()));
        words.sort_unstable();
        let kind = ErrorKind::Ambiguous { word: token.text.clone() };
        Err(CommandError::new(token.span.clone(), kind).expecting(words))
    }

    /// The error for a word that does not exist here.
    pub(super) fn unknown(&self, token: &Token, known: &str) -> CommandError {
        let kind = ErrorKind::UnknownWord { word: token.text.clone(), after: known.to_owned() };
        let offered = || self.words.iter().filter(|node| node.tier == Tier::Offered);
        let expected = if known.is_empty() { BEGINNINGS.to_vec() } else { self.offered_words() };
        CommandError::new(token.span.clone(), kind)
            .expecting(expected)
            .suggesting(&token.text, offered().flat_map(|node| node.names.iter().map(String::as_str)))
    }
}
