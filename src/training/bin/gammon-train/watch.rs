//! Watching runs and duels: a bar, and the files that a run leaves behind.

use crate::files::write;
use gammon_engine::eval::own::OwnNet;
use gammon_training::arena::{Duel, Stakes};
use gammon_training::train::{TaughtTrainer, TeachProgress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// The bar of a run of this many games or other things.
pub fn bar(count: u64, things: &str) -> ProgressBar {
    let template = format!("{{bar:20}} {{pos}}/{{len}} {things}  {{per_sec}}  {{eta}} left  {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("a sound template").progress_chars("=> ");
    ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
}

/// Where the learning from answers leaves what it has.
#[derive(Clone, Debug)]
pub struct TeachingFiles {
    /// The nets.
    pub nets: PathBuf,
    /// The run, to be taken up again.
    pub checkpoint: PathBuf,
    /// The file for a line of JSON at each step, if there is one; a run that is taken up again appends to it.
    pub log: Option<PathBuf>,
}

/// Watches the learning from answers. Every step leaves its files, so that a run may be ended at any moment.
pub struct TeachingWatch {
    bar: ProgressBar,
    files: TeachingFiles,
    other: OwnNet,
    started: Instant,
}

/// A line of the log.
#[derive(Serialize)]
struct LogLine {
    seconds: f64,
    labels: u64,
    of: u64,
    learned: u64,
    error: f64,
    examined: f64,
    rate: f32,
}

impl TeachingWatch {
    /// A watch of this many answers that adds the net for the other subject to what it writes.
    pub fn new(files: TeachingFiles, other: OwnNet, labels: u64) -> Self {
        Self { bar: bar(labels, "answers"), files, other, started: Instant::now() }
    }

    /// Shows how far the run has come and writes its files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn learned(&mut self, progress: &TeachProgress, trainer: &TaughtTrainer) -> io::Result<()> {
        let &TeachProgress { labels, of, learned, error, examined, rate } = progress;
        self.bar.set_position(labels);
        self.bar.set_message(format!("error {error:.4}, {examined:.4} before learning  rate {rate:.1e}"));
        write(&self.files.nets, &trainer.net_file(&self.other))?;
        write(&self.files.checkpoint, &trainer.checkpoint())?;
        if let Some(log) = &self.files.log {
            let seconds = (self.started.elapsed().as_secs_f64() * 10.0).round() / 10.0;
            let line = serde_json::to_string(&LogLine { seconds, labels, of, learned, error, examined, rate })?;
            writeln!(OpenOptions::new().create(true).append(true).open(log)?, "{line}")?;
        }
        Ok(())
    }
}

impl Drop for TeachingWatch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how far a duel has come and what it has come to.
pub struct DuelWatch {
    bar: ProgressBar,
    started: Instant,
}

impl DuelWatch {
    /// A watch of this many pairs that begins now.
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
    pub fn finish(&self) -> f64 {
        self.bar.finish_and_clear();
        self.started.elapsed().as_secs_f64()
    }
}
