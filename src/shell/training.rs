//! Watching a training run: a bar, and the files it leaves behind now and then.

use super::Interrupt;
use crate::eval::own::OwnNet;
use crate::storage;
use crate::train::{TaughtTrainer, TeachProgress, Trainer, TrainingObserver, TrainingProgress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often the nets and the checkpoint are written.
const BETWEEN_FILES: Duration = Duration::from_secs(60);

/// Watches a training run until it ends or Ctrl-C.
pub struct TrainingWatch {
    interrupt: Interrupt,
    bar: ProgressBar,
    nets: PathBuf,
    checkpoint: PathBuf,
    written: Instant,
    failure: Option<io::Error>,
}

impl TrainingWatch {
    /// A watch that writes the nets to one file and the run to another.
    ///
    /// # Panics
    /// Never: the template of the bar is sound.
    #[must_use]
    pub fn new(interrupt: Interrupt, games: u64, nets: PathBuf, checkpoint: PathBuf) -> Self {
        Self { interrupt, bar: bar(games, "games"), nets, checkpoint, written: Instant::now(), failure: None }
    }

    /// Writes the nets and the checkpoint.
    ///
    /// # Errors
    /// When a file cannot be written, now or during the run.
    pub fn finish(mut self, trainer: &Trainer) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.write(trainer)?;
        self.failure.take().map_or(Ok(()), Err)
    }

    fn write(&mut self, trainer: &Trainer) -> io::Result<()> {
        storage::write(&self.nets, &trainer.net_file())?;
        storage::write(&self.checkpoint, &trainer.checkpoint())
    }
}

/// The bar of a run of so many games or other things.
pub(super) fn bar(count: u64, things: &str) -> ProgressBar {
    let template = format!("{{bar:20}} {{pos}}/{{len}} {things}  {{per_sec}}  {{eta}} left  {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("a sound template").progress_chars("=> ");
    ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
}

/// Watches the training of a filter net, which is short and leaves no files on the way.
pub struct FilterWatch {
    interrupt: Interrupt,
    bar: ProgressBar,
}

impl FilterWatch {
    /// A watch of so many games.
    #[must_use]
    pub fn new(interrupt: Interrupt, games: u64) -> Self {
        Self { interrupt, bar: bar(games, "games") }
    }

    /// Shows how far the run has come; returns `Break` after Ctrl-C.
    pub fn learned(&self, games: u64, error: f64) -> ControlFlow<()> {
        self.bar.set_position(games);
        self.bar.set_message(format!("error {error:.4}"));
        if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
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
    interrupt: Interrupt,
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
    /// A watch of so many answers that adds the net for the other subject to what it writes.
    #[must_use]
    pub fn new(interrupt: Interrupt, files: TeachingFiles, other: OwnNet, labels: u64) -> Self {
        Self { interrupt, bar: bar(labels, "answers"), files, other, started: Instant::now() }
    }

    /// Shows how far the run has come and writes its files; returns `Break` after Ctrl-C.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn learned(&mut self, progress: &TeachProgress, trainer: &TaughtTrainer) -> io::Result<ControlFlow<()>> {
        let &TeachProgress { labels, of, learned, error, examined, rate } = progress;
        self.bar.set_position(labels);
        self.bar.set_message(format!("error {error:.4}, {examined:.4} before learning  rate {rate:.1e}"));
        storage::write(&self.files.nets, &trainer.net_file(&self.other))?;
        storage::write(&self.files.checkpoint, &trainer.checkpoint())?;
        if let Some(log) = &self.files.log {
            let seconds = (self.started.elapsed().as_secs_f64() * 10.0).round() / 10.0;
            let line = serde_json::to_string(&LogLine { seconds, labels, of, learned, error, examined, rate })?;
            writeln!(OpenOptions::new().create(true).append(true).open(log)?, "{line}")?;
        }
        Ok(if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

impl Drop for TeachingWatch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl TrainingObserver for TrainingWatch {
    fn learned(&mut self, progress: &TrainingProgress, trainer: &Trainer) -> ControlFlow<()> {
        self.bar.set_position(progress.games);
        self.bar.set_message(format!("error {:.3}  rate {:.1e}", progress.error, progress.schedule.rate));
        if self.written.elapsed() >= BETWEEN_FILES {
            self.written = Instant::now();
            self.failure = self.write(trainer).err();
        }
        if self.failure.is_some() || self.interrupt.is_raised() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
