//! What is shown while long work goes on: one line that renews itself on a terminal, a line now and then
//! elsewhere. Always on standard error, where it is in nobody's way.

use super::Interrupt;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The first line where there is no terminal, and the time between lines after it.
const FIRST_LINE: Duration = Duration::from_secs(1);
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How far long work has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Trials made, of all candidates together.
    pub trials: u64,
    /// Trials that are asked for, `None` when something else decides.
    pub target: Option<u64>,
    /// How things look: leader, equity and its error.
    pub standing: String,
}

/// Watches one command.
pub struct Progress {
    interrupt: Interrupt,
    started: Instant,
    display: Display,
}

enum Display {
    Nothing,
    /// The bar, once there is something to show.
    Bar(Option<ProgressBar>),
    /// When the next line is due.
    Lines(Duration),
}

impl Progress {
    /// A watch that begins now.
    #[must_use]
    pub fn new(interrupt: Interrupt, quiet: bool) -> Self {
        let display = if quiet {
            Display::Nothing
        } else if io::stderr().is_terminal() {
            Display::Bar(None)
        } else {
            Display::Lines(FIRST_LINE)
        };
        Self { interrupt, started: Instant::now(), display }
    }

    /// Shows how far the work has come, as often as is good for whoever reads it.
    pub fn show(&mut self, report: &Report) {
        let elapsed = self.started.elapsed();
        match &mut self.display {
            Display::Nothing => {}
            Display::Bar(bar) => {
                let bar = bar.get_or_insert_with(|| new_bar(report.target));
                bar.set_position(report.trials);
                bar.set_message(report.standing.clone());
            }
            Display::Lines(due) if elapsed >= *due => {
                *due = elapsed + BETWEEN_LINES;
                let line = line(report, elapsed);
                // Progress that cannot be shown is no reason to stop the work.
                let _ = io::stderr().lock().write_all(line.as_bytes());
            }
            Display::Lines(_) => {}
        }
    }

    /// Whether the work should stop.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The time since the watch began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Clears the bar away, so that the answer takes its place.
    pub fn finish(&mut self) {
        if let Display::Bar(Some(bar)) = &self.display {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn new_bar(target: Option<u64>) -> ProgressBar {
    let template = if target.is_some() {
        "{bar:20} {pos}/{len} trials  {per_sec}  {eta} left  {msg}"
    } else {
        "{spinner} {pos} trials  {per_sec}  {elapsed}  {msg}"
    };
    let style = ProgressStyle::with_template(template).expect("a sound template").progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(target, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style)
}

/// A line for a log: `720 of 1296 trials, 143/s, 4 seconds left, …`.
fn line(report: &Report, elapsed: Duration) -> String {
    let rate = report.trials as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut text = report.trials.to_string();
    if let Some(target) = report.target {
        text += &format!(" of {target}");
    }
    text += &format!(" trials, {rate:.1}/s");
    if let Some(target) = report.target.filter(|_| report.trials > 0) {
        let left = target.saturating_sub(report.trials) as f64 / rate;
        text += &format!(", {} left", HumanDuration(Duration::from_secs_f64(left)));
    }
    if !report.standing.is_empty() {
        text += &format!(", {}", report.standing);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_rate_and_time_left() {
        let report = Report { trials: 200, target: Some(1000), standing: "+0.160 ± 0.004".to_owned() };
        let text = line(&report, Duration::from_secs(2));
        assert_eq!(text, "200 of 1000 trials, 100.0/s, 8 seconds left, +0.160 ± 0.004\n");
        let open = Report { target: None, standing: String::new(), ..report };
        assert_eq!(line(&open, Duration::from_secs(2)), "200 trials, 100.0/s\n");
    }
}
