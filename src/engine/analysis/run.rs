//! Analyzing many events at once, on all cores.

use super::AnalysisSettings;
use super::turn::{Analyst, Found, roll_of};
use crate::eval::Searcher;
use crate::record::{Event, Record, State, Step};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;
use thiserror::Error;

/// The part of a record that is analyzed: steps of games, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Some steps of a game.
    Steps {
        /// The game.
        game: usize,
        /// The first step.
        first: usize,
        /// The last.
        last: usize,
    },
    /// One game.
    Game(usize),
    /// Everything.
    All,
}

/// How much work an analysis did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Events analyzed now.
    pub analyzed: usize,
    /// Events that were to be analyzed.
    pub of: usize,
}

impl Done {
    /// Whether it was stopped before its end.
    pub const fn is_stopped(&self) -> bool {
        self.analyzed < self.of
    }
}

/// Threads could not be started.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct NoThreads(#[from] rayon::ThreadPoolBuildError);

impl Scope {
    /// The games in it.
    pub fn games(self, record: &Record) -> Range<usize> {
        match self {
            Self::Steps { game, .. } | Self::Game(game) => game..game + 1,
            Self::All => 0..record.games().len(),
        }
    }

    /// Whether a step is in it.
    pub fn contains(self, game: usize, step: usize) -> bool {
        match self {
            Self::Steps { game: of, first, last } => of == game && (first..=last).contains(&step),
            Self::Game(of) => of == game,
            Self::All => true,
        }
    }
}

/// One event to be analyzed.
pub struct Task<'a> {
    /// The game.
    pub game: usize,
    /// The step.
    pub step: usize,
    /// The state before it.
    pub before: &'a State,
    /// The event, with its notes.
    pub entry: &'a Step,
    /// A roll that the end of the game left unplayed: its luck does not count.
    pub is_left: bool,
}

/// Analyzes a part of a record and writes what is found into its notes.
///
/// `searcher` makes one for each thread. Every event is analyzed by itself, so the result does not depend on the number
/// of threads. `watch` is called with how many events are done of how many; calls do not overlap. Findings from before
/// the searchers' stop flag was raised are kept.
///
/// # Errors
/// When threads cannot be started.
pub fn analyze(
    record: &mut Record,
    scope: Scope,
    settings: &AnalysisSettings,
    threads: usize,
    searcher: &(dyn Fn() -> Searcher + Sync),
    watch: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<Done, NoThreads> {
    let found = carry_out(&tasks(record, scope), settings, threads, searcher, watch)?;
    Ok(enter(found, record, settings.speaks))
}

/// As [`analyze`], some steps of it, as (game, step), in this order.
///
/// # Errors
/// When threads cannot be started.
pub fn analyze_steps(
    record: &mut Record,
    steps: &[(usize, usize)],
    settings: &AnalysisSettings,
    threads: usize,
    searcher: &(dyn Fn() -> Searcher + Sync),
    watch: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<Done, NoThreads> {
    let of_step = |&(game, step): &(usize, usize)| {
        let record = record.games().get(game)?;
        let is_left = record.steps.get(step + 1..).is_some_and(is_left_unplayed);
        Some(Task { game, step, before: record.state(step), entry: record.steps.get(step)?, is_left })
    };
    let tasks: Vec<Task<'_>> = steps.iter().filter_map(of_step).collect();
    let found = carry_out(&tasks, settings, threads, searcher, watch)?;
    Ok(enter(found, record, settings.speaks))
}

/// The findings of each task, with its game and step; `None` where it was stopped before.
type AllFound = Vec<Option<(usize, usize, Found)>>;

fn carry_out(
    tasks: &[Task<'_>],
    settings: &AnalysisSettings,
    threads: usize,
    searcher: &(dyn Fn() -> Searcher + Sync),
    watch: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<AllFound, NoThreads> {
    let of = tasks.len();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1).min(of.max(1))).build()?;
    let watch = Mutex::new((0, watch));
    let work = |analyst: &mut Analyst<'_>, (number, task): (usize, &Task<'_>)| {
        analyst.seed_noise(number as u64);
        let found = analyst.analyze(task.before, task.entry).ok()?;
        let found = if task.is_left { found.without_luck() } else { found };
        if let Ok(mut watch) = watch.lock() {
            watch.0 += 1;
            let done = watch.0;
            (watch.1)(done, of);
        }
        Some((task.game, task.step, found))
    };
    Ok(pool.install(|| {
        let all = tasks.par_iter().enumerate().with_max_len(1);
        all.map_init(|| Analyst::new(searcher(), settings), work).collect()
    }))
}

/// Writes what was found into the notes.
fn enter(found: AllFound, record: &mut Record, speaks: bool) -> Done {
    let mut done = Done { analyzed: 0, of: found.len() };
    for (game, step, found) in found.into_iter().flatten() {
        done.analyzed += 1;
        if let Some(note) = record.note_mut(game, step) {
            found.enter(note, speaks);
        }
    }
    done
}

/// The game ends before a roll is played: the step after it says so.
fn is_left_unplayed(after: &[Step]) -> bool {
    let is_played = |step: &Step| matches!(step.event, Event::Play(_) | Event::NoPlay | Event::Irregular(_));
    !after.iter().any(is_played) && after.last().is_some_and(|last| last.after.game.is_none())
}

/// The events of a part of a record that can be analyzed.
pub fn tasks(record: &Record, scope: Scope) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for game in scope.games(record) {
        let Some(entries) = record.games().get(game) else { continue };
        for (step, entry) in entries.steps.iter().enumerate() {
            let before = entries.state(step);
            let is_wanted = scope.contains(game, step);
            let has_question = roll_of(before, entry).is_some()
                || matches!(
                    entry.event,
                    Event::Play(_) | Event::Double | Event::Take | Event::Pass | Event::Beaver | Event::Resign(_)
                );
            if is_wanted && has_question {
                let is_left = roll_of(before, entry).is_some() && is_left_unplayed(&entries.steps[step + 1..]);
                tasks.push(Task { game, step, before, entry, is_left });
            }
        }
    }
    tasks
}
