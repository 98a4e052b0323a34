//! A decision to be practised: what is asked, which answers there are, and what each gives up.

use super::fsrs::Memory;
use crate::eval::cube_words;
use serde::{Deserialize, Serialize};

gammon_engine::words! {
    /// What is asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Asked: word {
        /// How a roll is played.
        Play = "play",
        /// Whether to double.
        Double = "double",
        /// Whether to take.
        Take = "take",
    }
}

impl Asked {
    /// The actions that answer it; none of a play.
    pub const fn actions(self) -> &'static [&'static str] {
        match self {
            Self::Play => &[],
            Self::Double => &["double", "no double"],
            Self::Take => &["take", "pass"],
        }
    }

    /// What a word of the store stands for.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|asked| asked.word() == word)
    }
}

/// Where a decision was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file of the match.
    pub file: String,
    /// The other player.
    pub opponent: String,
    /// The day of the match, as `2026-11-28`, where the file tells it.
    pub date: Option<String>,
    /// The game, from 1.
    pub game: u32,
    /// The turn, from 1.
    pub turn: u32,
}

/// An error as an analysis has found it, which is not known for sure yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What tells it from others: the same question from two matches is one.
    pub id: String,
    /// What is asked.
    pub asked: Asked,
    /// The position as an XGID, of the player who is asked at the bottom; of a take, before the double.
    pub xgid: String,
    /// The part of the game.
    pub theme: String,
    /// The play or action that was made.
    pub made: String,
    /// The loss of that by the analysis, as an equity.
    pub loss: f64,
    /// The plays to be compared, the best of the analysis first; none of a cube decision.
    pub plays: Vec<String>,
    /// Where it was made.
    pub source: Source,
}

/// An answer that may be given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The play as text; `double`, `no double`, `take` or `pass`.
    pub name: String,
    /// The equity given up against the best, for the player who is asked; 0 of the best.
    pub loss: f64,
    /// The standard error of the loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std_err: Option<f64>,
}

/// What is known for sure: a picture that needs no engine to be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The answers, the best first.
    pub choices: Vec<Choice>,
    /// The chance that the first is the best.
    pub chance: f64,
    /// Who says so: `a rollout of 288 trials`.
    pub by: String,
}

impl Proof {
    /// How sure it is and by what: `94 % sure, a rollout of 288 trials`.
    pub fn how_sure(&self) -> String {
        let sure = if self.chance >= 0.995 { "sure".to_owned() } else { format!("{:.0} % sure", 100.0 * self.chance) };
        format!("{sure}, {}", self.by)
    }
}

/// A question with what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// As it was found.
    pub found: Found,
    /// As it was proved.
    pub proof: Proof,
    /// What its owner knows of it; none of a card never asked.
    pub memory: Option<Memory>,
    /// The day of the last answer, since the beginning of 1970.
    pub last: Option<i64>,
}

impl Found {
    /// The words for a play or an action as people read them: of a player who owns the cube, a double is a redouble.
    pub fn told(&self, words: &str) -> String {
        let is_owned = self.xgid.split(':').nth(2).is_some_and(|owner| owner != "0");
        cube_words(words, is_owned)
    }
}

impl Card {
    /// The best answer.
    pub fn best(&self) -> &Choice {
        &self.proof.choices[0]
    }

    /// The answers in the order in which they are shown, which tells nothing about them.
    pub fn shown(&self) -> Vec<&Choice> {
        let mut choices: Vec<&Choice> = self.proof.choices.iter().collect();
        choices.sort_by(|a, b| a.name.cmp(&b.name));
        choices
    }
}
