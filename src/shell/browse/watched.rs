//! The host of a look: it writes to the board how the look stands, and asks no questions.

use super::Board;
use crate::render::signed;
use crate::rollout::{self, Control, Crew, JobKind, RolloutSettings};
use crate::session::{Host, Plan, SessionError};
use crate::shell::Paths;
use crate::shell::farm::farm_at;
use crate::shell::pace::Pace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it tells its progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// Hosts one look.
pub struct Watched<'a> {
    board: Arc<Board>,
    stop: Arc<AtomicBool>,
    paths: Option<&'a Paths>,
    names: Vec<String>,
    started: Instant,
    pace: Pace,
}

impl<'a> Watched<'a> {
    /// A host that stops when the flag is raised.
    pub fn new(board: Arc<Board>, stop: Arc<AtomicBool>, paths: Option<&'a Paths>) -> Self {
        Self { board, stop, paths, names: Vec::new(), started: Instant::now(), pace: Pace::new(BETWEEN_NEWS) }
    }
}

impl rollout::Observer for Watched<'_> {
    fn progress(&mut self, progress: &rollout::Progress<'_>) -> Control {
        if self.stop.load(Ordering::Relaxed) {
            return Control::Stop;
        }
        let elapsed = self.elapsed();
        if self.pace.is_due(elapsed) {
            let interim = progress.interim();
            let row = |(candidate, name): (&rollout::InterimCandidate, &String)| {
                let equity = signed(candidate.equity.mean as f32);
                let error = candidate.equity.std_err.map_or_else(String::new, |error| format!(" ±{error:.3}"));
                (name.clone(), equity + &error)
            };
            let mut news = self.board.news();
            news.rows = interim.candidates.iter().zip(&self.names).map(row).collect();
            news.done = interim.trials();
            news.of = interim.trials_left().map_or(0, |left| interim.trials() + left);
        }
        Control::Continue
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Host for Watched<'_> {
    fn begins(&mut self, plan: &Plan, _settings: &RolloutSettings) {
        self.names = match plan.job.kind() {
            // As the table of the page names them.
            JobKind::Cube => ["No double", "Double, take"].map(str::to_owned).into(),
            JobKind::Plays | JobKind::Position => plan.names.clone(),
        };
        self.pace.restart();
    }

    fn analyzes(&mut self, done: usize, of: usize) {
        let mut news = self.board.news();
        (news.done, news.of) = (done as u64, of as u64);
    }

    fn crew_at(&self, address: &str) -> Result<Box<dyn Crew>, SessionError> {
        farm_at(address, self.paths)
    }

    fn clock(&self) -> Duration {
        self.started.elapsed()
    }
}
