//! A look at one decision that something else shows: the page of `browse`, the screen of `study`. How the look goes on
//! is written to a [`Board`], which is read without waiting for the session.

use super::Paths;
use super::farm::farm_at;
use super::host::{database_file, today};
use super::pace::Pace;
use crate::record::Date;
use crate::render::signed;
use crate::rollout::{self, Control, Crew, RolloutSettings};
use crate::session::{Host, Look, Plan, SessionError};
use crate::words::counted;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many decisions were looked at, in words.
pub(super) fn analysed_decisions(looks: usize) -> String {
    format!("{} {} analysed", counted(looks, "decision"), if looks == 1 { "was" } else { "were" })
}

/// How often progress is told.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// How a look stands.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct News {
    /// Whether one goes on.
    pub busy: bool,
    /// The decision.
    pub id: String,
    /// The kind of look, in words.
    pub what: String,
    /// The work done, of all the work; in trials, or decisions.
    pub done: u64,
    /// 0 where that is not known.
    pub of: u64,
    /// The candidates of a rollout with their equities.
    pub rows: Vec<(String, String)>,
    /// Why it failed.
    pub error: Option<String>,
    /// Whether there is a rollout to be shown.
    pub rolled: bool,
    /// Whether the reader has asked to stop.
    #[serde(skip)]
    pub is_stopped: bool,
    /// The match of a folder that it is about; `None` for what the session has on its table.
    #[serde(skip)]
    pub of_match: Option<usize>,
}

impl News {
    /// The news for a reader of a match: of work on another one only that it goes on.
    #[cfg(feature = "browse")]
    pub fn seen_from(&self, of_match: Option<usize>) -> Self {
        if self.of_match == of_match {
            return self.clone();
        }
        Self { busy: self.busy, what: self.what.clone(), done: self.done, of: self.of, ..Self::default() }
    }
}

/// Where a look writes how it stands.
#[derive(Default)]
pub(super) struct Board(Mutex<News>);

impl Board {
    /// How it stands.
    pub fn news(&self) -> MutexGuard<'_, News> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the board for some work; whether nothing else goes on.
    pub fn is_taken(&self, of_match: Option<usize>, id: &str, what: &str) -> bool {
        let mut news = self.news();
        if news.busy {
            return false;
        }
        let rolled = news.rolled && news.of_match == of_match;
        *news = News { busy: true, id: id.to_owned(), what: what.to_owned(), rolled, of_match, ..News::default() };
        true
    }

    /// Asks a look that goes on to stop, by the flag that it obeys.
    pub fn stop(&self, flag: &AtomicBool) {
        let mut news = self.news();
        if news.busy {
            news.is_stopped = true;
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the reader's wish to stop is being obeyed.
    #[cfg(feature = "browse")]
    pub fn is_stopping(&self) -> bool {
        let news = self.news();
        news.busy && news.is_stopped
    }

    /// Notes the end of a look. A stop by the reader is no Ctrl-C: the flag is lowered.
    pub fn ended(&self, looked: Result<(), SessionError>, rolled: bool, flag: &AtomicBool) {
        let mut news = self.news();
        if news.is_stopped {
            flag.store(false, Ordering::Relaxed);
        }
        news.busy = false;
        news.rolled = rolled;
        news.error = looked.err().filter(|error| !error.interrupted).map(|error| error.message);
    }
}

/// The kind of look, in words.
pub(super) const fn named(look: Look) -> &'static str {
    match look {
        Look::Deeper => "looking deeper",
        Look::RollOut => "rolling out",
    }
}

/// The host of one look: it tells how the look stands, and asks no questions.
pub(super) struct Watched<'a> {
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
                let equity = signed((candidate.equity.mean as f32).into());
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
        self.names = plan.shown_names();
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

    fn today(&self) -> Option<Date> {
        today()
    }

    fn database_file(&self, name: &str, is_gnubgs: bool) -> Option<PathBuf> {
        self.paths.map(|paths| database_file(paths, name, is_gnubgs))
    }
}
