//! How much of GNU Backgammon's command language there is: every leaf of its tree of words, and what becomes of it
//! here.
//!
//! `inventory.txt` has a leaf on each line behind its mark. `EVALCTX` stands for the five words of an evaluation,
//! `ROLLCTX` for `rollout` and all that stands below `set rollout`.

use super::Command;
use super::parse::parse;
use super::table::{Node, Tier, table};
use crate::words;

words! {
    /// How much a leaf matters at a terminal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Mark: word {
        /// Work with positions, matches, files and analysis.
        Core = "core",
        /// Worth having.
        Useful = "useful",
        /// Windows, colors, sounds.
        Gui = "gui",
    }
}

/// How this program takes a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The command has an effect.
    Effect,
    /// The command is accepted, with the remark that it has no effect.
    NoEffect,
    /// The command is known, and refused.
    Refused,
    /// The command is unknown.
    Unknown,
}

impl Fate {
    /// Every fate.
    pub const ALL: [Self; 4] = [Self::Effect, Self::NoEffect, Self::Refused, Self::Unknown];

    /// The name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Effect => "with effect",
            Self::NoEffect => "without effect",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// How much it matters.
    pub mark: Mark,
    /// The words, `P` where a player is named.
    pub words: String,
    /// How this program takes it.
    pub fate: Fate,
}

const INVENTORY: &str = include_str!("inventory.txt");

/// Every leaf, templates written out.
pub fn coverage() -> Vec<Leaf> {
    let lines = || INVENTORY.lines().filter_map(|line| line.split_once(' '));
    let evaluation = ["plies", "cubeful", "prune", "noise", "deterministic"];
    let mut leaves = Vec::new();
    let mut add = |mark: &str, words: String| {
        let mark = Mark::ALL.into_iter().find(|known| known.word() == mark).unwrap_or(Mark::Gui);
        let expanded = match words.strip_suffix("EVALCTX") {
            Some(group) => evaluation.map(|word| format!("{group}{word}")).to_vec(),
            None => vec![words],
        };
        leaves.extend(expanded.into_iter().map(|words| Leaf { mark, fate: fate(&words), words }));
    };
    for (mark, words) in lines() {
        match words.strip_suffix("ROLLCTX") {
            Some(group) => {
                let below = lines().filter_map(|(_, words)| words.strip_prefix("set rollout "));
                below.for_each(|rest| add(mark, format!("{group}rollout {rest}")));
            }
            None => add(mark, words.to_owned()),
        }
    }
    leaves
}

fn fate(words: &str) -> Fate {
    let mut node = table().root();
    for word in words.split(' ') {
        let next = if word == "P" { node.player() } else { child(node, word) };
        match next {
            Some(next) => node = next,
            // The rest are arguments, or words of a command that has no effect as a whole.
            None => match node.row().map(|row| table().row(row).tier()) {
                Some(Tier::Offered) if parse(words).is_ok() => return Fate::Effect,
                Some(Tier::NoEffect) => return Fate::NoEffect,
                Some(Tier::NotOffered) => return Fate::Refused,
                _ => return Fate::Unknown,
            },
        }
    }
    let Some(row) = node.row().map(|row| table().row(row)) else {
        return if node.tier() == Tier::Offered { Fate::Effect } else { Fate::Unknown };
    };
    match row.tier() {
        Tier::Offered if matches!(parse(&row.example), Ok(Command::NoEffect { .. })) => Fate::NoEffect,
        Tier::Offered => Fate::Effect,
        Tier::NoEffect => Fate::NoEffect,
        Tier::NotOffered => Fate::Refused,
    }
}

fn child<'n>(node: &'n Node, word: &str) -> Option<&'n Node> {
    node.words().iter().find(|node| node.name() == word || node.aliases().any(|alias| alias == word))
}

/// This many leaves of a mark have a fate.
pub fn count(leaves: &[Leaf], mark: Mark, fate: Fate) -> usize {
    leaves.iter().filter(|leaf| leaf.mark == mark && leaf.fate == fate).count()
}
