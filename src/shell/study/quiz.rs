//! The quiz: the answer is hidden until one is chosen.

use crate::library::fsrs::Grade;
use crate::render::{DecisionData, Row};

/// How a quiz stands.
#[derive(Debug, Default)]
pub(super) struct Quiz {
    /// Whether the answer to the question at hand is shown.
    pub is_open: bool,
    /// The verdict on the last choice.
    pub verdict: String,
    /// Right answers.
    pub right: u32,
    /// Answers.
    pub asked: u32,
}

impl Quiz {
    /// Asks about a decision; one without candidates has nothing to be asked.
    pub fn ask(&mut self, one: &DecisionData) {
        self.is_open = one.rows.is_empty();
        self.verdict.clear();
    }

    /// Takes a choice by its place among the choices; returns the row of the table that it is.
    pub fn answer(&mut self, one: &DecisionData, choice: Option<usize>) -> Option<usize> {
        let row = match choice {
            Some(choice) => *choices(one).get(choice)?,
            None => {
                self.is_open = true;
                return None;
            }
        };
        self.is_open = true;
        self.asked += 1;
        let Row { name, behind, grade, best, .. } = &one.rows[row];
        self.right += u32::from(*grade == Grade::Good.verdict());
        self.verdict = if *best {
            format!("{grade}: {name} is best")
        } else {
            let best = one.rows.iter().find(|row| row.best).map_or("", |row| row.name.as_str());
            format!("{grade}: {name} gives up {}; best is {best}", behind.trim_start_matches('−'))
        };
        Some(row)
    }

    /// The score.
    pub fn score(&self) -> String {
        if self.asked == 0 { String::new() } else { format!("{} of {} right", self.right, self.asked) }
    }
}

/// The rows of the table as choices: plays in the order of their names, so that the order tells nothing.
pub(super) fn choices(one: &DecisionData) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..one.rows.len()).collect();
    if !one.cube {
        rows.sort_by(|&a, &b| one.rows[a].name.cmp(&one.rows[b].name));
    }
    rows
}
