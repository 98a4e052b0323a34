//! What is shown while long work goes on: one line that renews itself on a terminal, a line now and then
//! elsewhere. Always on standard error, where it is in nobody's way.

use super::Interrupt;
use crate::rollout::{self, Control, RolloutResult, RolloutSettings};
use crate::session::{Observer, Plan};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// When the first line is written where there is no terminal.
const FIRST_LINE: Duration = Duration::from_secs(1);

/// The time between lines after it.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How often a terminal is given news; what they say costs a pass over all trials.
const BETWEEN_NEWS: Duration = Duration::from_millis(250);

/// How far long work has come.
#[derive(Clone, Debug, Default, PartialEq)]
struct Report {
    /// Trials made, of all candidates together.
    trials: u64,
    /// Trials that are asked for, `None` when something else decides.
    target: Option<u64>,
    /// How things look: leader, equity and its error.
    standing: String,
}

/// Watches one command.
pub struct Progress {
    interrupt: Interrupt,
    started: Instant,
    /// When there should be news again, by the time since the start; never, when nothing is shown.
    due: Option<Duration>,
    display: Display,
    /// What the candidates are called.
    names: Vec<String>,
}

enum Display {
    /// One line that renews itself; made when there is something to show.
    Bar(Option<ProgressBar>),
    /// A line now and then.
    Lines,
}

impl Progress {
    /// A watch that begins now.
    #[must_use]
    pub fn new(interrupt: Interrupt, quiet: bool) -> Self {
        let (display, first) = if io::stderr().is_terminal() {
            (Display::Bar(None), Duration::ZERO)
        } else {
            (Display::Lines, FIRST_LINE)
        };
        Self { interrupt, started: Instant::now(), due: (!quiet).then_some(first), display, names: Vec::new() }
    }

    fn show(&mut self, report: &Report) {
        match &mut self.display {
            Display::Bar(bar) => {
                let bar = bar.get_or_insert_with(|| new_bar(report.target));
                bar.set_position(report.trials);
                bar.set_message(pace(report, self.started.elapsed()));
            }
            // Progress that cannot be shown is no reason to stop the work.
            Display::Lines => {
                let _ = io::stderr().lock().write_all(line(report, self.started.elapsed()).as_bytes());
            }
        }
    }

    /// The leader with its equity and how well that is known.
    fn standing(&self, result: &RolloutResult) -> String {
        let Some(&best) = result.ranking().first() else { return String::new() };
        let equity = result.candidates[best].equity();
        let error = equity.std_err.map_or_else(String::new, |error| format!(" ± {error:.3}"));
        let name = self.names.get(best).filter(|_| result.candidates.len() > 1);
        let name = name.map_or_else(String::new, |name| format!("{name} "));
        format!("{name}{:+.3}{error}", equity.mean)
    }

    /// Clears the bar away, so that the answer takes its place.
    pub fn finish(&mut self) {
        if let Display::Bar(Some(bar)) = &self.display {
            bar.finish_and_clear();
        }
    }
}

impl rollout::Observer for Progress {
    fn progress(&mut self, progress: &rollout::Progress<'_>) -> Control {
        if self.interrupt.is_raised() {
            return Control::Stop;
        }
        let elapsed = self.started.elapsed();
        if self.due.is_some_and(|due| elapsed >= due) {
            let between = if matches!(self.display, Display::Lines) { BETWEEN_LINES } else { BETWEEN_NEWS };
            self.due = Some(elapsed + between);
            self.show(&Report {
                trials: progress.trials.iter().sum(),
                target: progress.target.map(|target| target * progress.trials.len() as u64),
                standing: self.standing(&progress.result()),
            });
        }
        Control::Continue
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Observer for Progress {
    fn begins(&mut self, plan: &Plan, _settings: &RolloutSettings) {
        self.names.clone_from(&plan.names);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn new_bar(target: Option<u64>) -> ProgressBar {
    let template = if target.is_some() {
        "{bar:20} {pos}/{len} trials, {msg}"
    } else {
        "{spinner} {pos} trials, {elapsed}, {msg}"
    };
    let style = ProgressStyle::with_template(template).expect("a sound template").progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(target, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style)
}

/// A line for a log: `720 of 1296 trials, 143.0/s, 4 seconds left, …`.
fn line(report: &Report, elapsed: Duration) -> String {
    let target = report.target.map_or_else(String::new, |target| format!(" of {target}"));
    format!("{}{target} trials, {}\n", report.trials, pace(report, elapsed))
}

/// How fast it goes, how long it will take, and how things look.
fn pace(report: &Report, elapsed: Duration) -> String {
    let rate = report.trials as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut text = format!("{rate:.1}/s");
    if let Some(target) = report.target.filter(|_| report.trials > 0) {
        let left = target.saturating_sub(report.trials) as f64 / rate;
        text += &format!(", {} left", HumanDuration(Duration::from_secs_f64(left)));
    }
    if !report.standing.is_empty() {
        text += &format!(", {}", report.standing);
    }
    text
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
