//! GNU Backgammon's sentences about settings: a column of the table of settings, and the same for what it can set and
//! this program need not.
//!
//! `gnubg.txt` has them by the words behind `set`; its head says how a line is read.

use super::value::Value;
use std::sync::LazyLock;

const SENTENCES: &str = include_str!("gnubg.txt");

/// GNU Backgammon's sentences about a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The words behind `set`, `P` where a player is named, `W` for any word.
    words: String,
    says: Says,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Says {
    Switch { name: String, on: String, off: String },
    Value { refused: Option<String>, taken: Option<String>, special: Vec<(String, String)> },
}

/// What is filled into a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Filling<'f> {
    /// The words that were typed behind `set`, in full.
    pub words: &'f str,
    /// The argument that was typed.
    pub typed: &'f str,
    /// The value of the setting; `None` where nothing is kept.
    pub value: Option<&'f Value>,
    /// A player's seat and name.
    pub player: Option<(u8, &'f str)>,
}

impl Sentence {
    /// The sentences about these words behind `set`.
    pub fn of(words: &str) -> Option<&'static Self> {
        static ALL: LazyLock<Vec<Sentence>> = LazyLock::new(read);
        ALL.iter().find(|sentence| sentence.word_at_w(words).is_some())
    }

    /// The name of a switch in the sentence that asks whether it is on or off; `None` where this is no switch.
    pub fn switch(&self) -> Option<&str> {
        match &self.says {
            Says::Switch { name, .. } => Some(name),
            Says::Value { .. } => None,
        }
    }

    /// What is said of a value that was taken.
    pub fn taken(&self, with: &Filling<'_>) -> Option<String> {
        let template = match &self.says {
            Says::Switch { on, off, .. } => match with.value {
                Some(Value::Switch(false) | Value::Word("off")) => off,
                _ => on,
            },
            Says::Value { taken, special, .. } => {
                let value = with.value.map_or_else(|| with.typed.to_owned(), Value::to_string);
                let found = special.iter().find(|(known, _)| *known == value);
                found.map(|(_, text)| text).or(taken.as_ref())?
            }
        };
        Some(self.filled(template, with))
    }

    /// What is said of a value that is refused; the value is the one that stays.
    pub fn refused(&self, with: &Filling<'_>) -> Option<String> {
        match &self.says {
            Says::Switch { .. } => None,
            Says::Value { refused, .. } => Some(self.filled(refused.as_ref()?, with)),
        }
    }

    /// Whether a value is taken of which nothing is kept.
    pub fn takes(&self, typed: &str) -> bool {
        match &self.says {
            Says::Switch { .. } => false,
            Says::Value { refused, special, .. } => {
                let is_special = special.iter().any(|(known, _)| known == typed);
                refused.is_none() || is_special || typed.parse::<i64>().is_ok()
            }
        }
    }

    fn filled(&self, template: &str, with: &Filling<'_>) -> String {
        let mut text = template.replace("{typed}", with.typed);
        let value = with.value.map_or_else(|| with.typed.to_owned(), Value::to_string);
        let number = value.parse::<f64>().unwrap_or_default();
        for digits in 1..=5 {
            text = text.replace(&format!("{{{digits}}}"), &format!("{number:.digits$}"));
        }
        if let Some((seat, name)) = with.player {
            text = text.replace("{p}", &seat.to_string()).replace("{P}", name);
        }
        text.replace("{w}", self.word_at_w(with.words).unwrap_or_default()).replace("{}", &value)
    }

    /// The word at `W` where these words are its own; an empty one where it has no `W`.
    fn word_at_w<'w>(&self, words: &'w str) -> Option<&'w str> {
        let (mut own, mut theirs, mut found) = (self.words.split(' '), words.split(' '), "");
        loop {
            match (own.next(), theirs.next()) {
                (None, None) => return Some(found),
                (Some("W"), Some(word)) => found = word,
                (own, theirs) if own == theirs => {}
                _ => return None,
            }
        }
    }
}

fn read() -> Vec<Sentence> {
    let mut lines: Vec<String> = Vec::new();
    for line in SENTENCES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("    "), lines.last_mut()) {
            (Some(rest), Some(last)) => {
                last.push(' ');
                last.push_str(rest);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.iter().flat_map(|line| read_line(&line.replace("\\n", "\n"))).collect()
}

fn read_line(line: &str) -> Vec<Sentence> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let given = |field: Option<&&str>| field.filter(|text| **text != "-").map(|text| (*text).to_owned());
    let words = fields[0];
    if let (Some(group), [_, help, subject]) = (words.strip_prefix("EVAL "), fields.as_slice()) {
        return of_an_evaluation(group, help, subject).to_vec();
    }
    let name = fields.get(1).and_then(|field| field.strip_prefix('\'')?.strip_suffix('\''));
    let says = match (name, fields.as_slice()) {
        (Some(name), [_, _, on, off]) => {
            Says::Switch { name: name.to_owned(), on: (*on).to_owned(), off: (*off).to_owned() }
        }
        _ => {
            let special = fields.iter().skip(3).filter_map(|field| {
                let (value, text) = field.split_once("= ")?;
                Some((value.trim_end().to_owned(), text.to_owned()))
            });
            Says::Value { refused: given(fields.get(1)), taken: given(fields.get(2)), special: special.collect() }
        }
    };
    vec![Sentence { words: words.to_owned(), says }]
}

/// The sentences about the five settings of an evaluation.
fn of_an_evaluation(group: &str, help: &str, subject: &str) -> [Sentence; 5] {
    let switch = |word: &str, on: &str, off: &str| Says::Switch {
        name: format!("{help} {word}"),
        on: format!("{subject} will {on}\n"),
        off: format!("{subject} will {off}\n"),
    };
    let plies = format!("{subject} will use {{}} ply evaluation.");
    [
        (
            "plies",
            Says::Value {
                refused: Some(format!("Valid numbers of plies to look ahead are 0 to 7.\n{plies}")),
                taken: Some(plies),
                special: Vec::new(),
            },
        ),
        ("prune", switch("prune", "use pruning.", "not use pruning.")),
        ("cubeful", switch("cubeful", "use cubeful evaluation.", "use cubeless evaluation.")),
        (
            "noise",
            Says::Value {
                refused: Some(format!(
                    "You must specify a valid amount of noise to use (see `help set\n{help} noise')."
                )),
                taken: Some(format!("{subject} will use noise with standard deviation {{3}}.")),
                special: vec![("0".to_owned(), format!("{subject} will use noiseless evaluations."))],
            },
        ),
        ("deterministic", switch("deterministic", "use deterministic noise.", "use pseudo-random noise.")),
    ]
    .map(|(word, says)| Sentence { words: format!("{group} {word}"), says })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::coverage;
    use crate::settings::{Kind, Setting, find, table};

    /// Every sentence is about a setting, or about a word of GNU Backgammon that has no effect here, and its blanks are
    /// those that are filled in.
    #[test]
    fn sentences_are_about_what_can_be_set() {
        let leaves: Vec<String> = coverage().into_iter().map(|leaf| leaf.words).collect();
        let sentences = read();
        assert!(sentences.len() > 200, "{}", sentences.len());
        for sentence in &sentences {
            let is_leaf = |leaf: &String| {
                let words = leaf.strip_prefix("set ").unwrap_or(leaf);
                sentence.word_at_w(words).is_some()
            };
            assert!(find(&sentence.words).is_some() || leaves.iter().any(is_leaf), "{sentence:?}");
            let value = Value::Real(0.5);
            let filling = Filling { words: &sentence.words, typed: "x", value: Some(&value), player: Some((0, "Ann")) };
            for text in [sentence.taken(&filling), sentence.refused(&filling)].into_iter().flatten() {
                assert!(!text.contains(['{', '}', '|']) && !text.is_empty(), "{text}");
            }
        }
        let twice = |one: &Sentence| sentences.iter().filter(|other| other.words == one.words).count() > 1;
        assert_eq!(sentences.iter().find(|one| twice(one)), None);
    }

    /// What GNU Backgammon can set and acknowledges has its sentence; the rest is answered elsewhere.
    #[test]
    fn switches_have_sentences() {
        let own = ["focus", "mean", "strictimport", "pager", "time", "games", "log"];
        let lacks = |row: &&Setting| row.kind == Kind::Switch && Sentence::of(&row.words).is_none();
        let lacking = table().iter().filter(lacks);
        let lacking: Vec<&str> = lacking.map(|row| row.words.as_str()).collect();
        assert!(lacking.iter().all(|words| own.iter().any(|word| words.ends_with(word))), "{lacking:?}");
    }
}
