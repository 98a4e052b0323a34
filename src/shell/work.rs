//! The progress of work of a known amount: a bar, and Ctrl-C.

use super::Interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;

/// A bar that is cleared away when it is dropped.
pub struct WorkBar {
    bar: ProgressBar,
    interrupt: Interrupt,
}

impl WorkBar {
    /// A bar with a few words about the work; shown only on a terminal.
    ///
    /// # Panics
    /// Never: the template is sound.
    pub fn new(interrupt: Interrupt, what: impl Into<String>) -> Self {
        let template = "{msg} {bar:30} {percent}%  {eta} left";
        let style = ProgressStyle::with_template(template).expect("a sound template").progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
        Self { bar: bar.with_style(style).with_message(what.into()), interrupt }
    }

    /// Shows that so much of so much is done; returns whether to go on.
    pub fn at(&self, done: usize, all: usize) -> ControlFlow<()> {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
        if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Drop for WorkBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
