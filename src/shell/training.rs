//! Watching a training run: a bar, and the files it leaves behind now and then.

use super::Interrupt;
use crate::storage;
use crate::train::{Observer, Progress, Trainer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
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
        Self { interrupt, bar: bar(games), nets, checkpoint, written: Instant::now(), failure: None }
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

/// The bar of a run of so many games.
fn bar(games: u64) -> ProgressBar {
    let template = "{bar:20} {pos}/{len} games  {per_sec}  {eta} left  {msg}";
    let style = ProgressStyle::with_template(template).expect("a sound template").progress_chars("=> ");
    ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
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
        Self { interrupt, bar: bar(games) }
    }

    /// Shows how far the run has come; says to stop after Ctrl-C.
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

impl Observer for TrainingWatch {
    fn learned(&mut self, progress: &Progress, trainer: &Trainer) -> ControlFlow<()> {
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
