//! Watching a duel.

use super::training::bar;
use crate::arena::{Duel, Stakes};
use indicatif::ProgressBar;
use std::time::Instant;

/// Shows how far a duel has come and what it has come to.
pub struct DuelWatch {
    bar: ProgressBar,
    started: Instant,
}

impl DuelWatch {
    /// A watch of so many pairs that begins now.
    #[must_use]
    pub fn new(pairs: u64, stakes: Stakes) -> Self {
        let things = if matches!(stakes, Stakes::Match(_)) { "pairs of matches" } else { "pairs of games" };
        Self { bar: bar(pairs, things), started: Instant::now() }
    }

    /// Shows the figure of the pairs so far.
    pub fn played(&self, duel: &Duel) {
        let figure = duel.figure();
        self.bar.set_position(duel.tally().pairs);
        if let Some(half) = figure.half() {
            self.bar.set_message(format!("{:+.4} +- {half:.4}", figure.mean));
        }
    }

    /// Takes the bar away; the seconds that the duel took.
    #[must_use]
    pub fn finish(&self) -> f64 {
        self.bar.finish_and_clear();
        self.started.elapsed().as_secs_f64()
    }
}
