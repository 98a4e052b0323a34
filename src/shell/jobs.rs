//! Work in the background: each piece is a session of its own in a thread, whose progress the prompt reads.

use super::farm::farm_at;
use super::keys::BETWEEN_LOOKS;
use super::pace::Pace;
use super::pages::page;
use super::progress::ProgressDisplay;
use super::{Interrupt, Paths};
use crate::command::{Command, JobCommand};
use crate::render::{Format, LiveView, live_pilot, time_left};
use crate::rollout::{self, Control, Crew, Interim, PilotStep, RolloutSettings};
use crate::session::{Figures, Host, JobRow, JobState, JobsReply, Page, Plan, Reply, RolloutReply, Session};
use crate::session::{SessionError, Work};
use crate::settings::OutputSettings;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a job reports its progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// How long a job may take to save what it has when a signal ends the program.
const TO_SAVE: Duration = Duration::from_secs(10);

/// A job that fails within this time is reported by its command.
const AT_ONCE: Duration = Duration::from_millis(300);

/// The jobs beside the session. They are stopped, and their saved parts are whole, when this is dropped.
#[derive(Default)]
pub(super) struct Jobs {
    jobs: Vec<Job>,
}

struct Job {
    number: u16,
    command: Command,
    stop: Arc<AtomicBool>,
    board: Arc<Board>,
    thread: Option<JoinHandle<Answer>>,
    /// The answer, when it has been fetched from the thread.
    answer: Option<Answer>,
    /// Whether the prompt has reported that it is done.
    is_told: bool,
}

type Answer = Result<Reply, SessionError>;

/// Where a job writes how it stands.
#[derive(Default)]
struct Board {
    news: Mutex<News>,
    /// Signalled when the rollout begins, and at the end.
    changed: Condvar,
}

#[derive(Clone, Default)]
struct News {
    names: Vec<String>,
    interim: Option<Interim>,
    elapsed: Duration,
    /// The time and the trials when the rollout first reported: its speed is measured from there.
    first: Option<(Duration, u64)>,
    stage: Option<String>,
    has_begun: bool,
    is_over: bool,
}

impl Board {
    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl News {
    /// Trials a second.
    fn rate(&self) -> Option<f64> {
        let ((first_time, first_trials), interim) = self.first.zip(self.interim.as_ref())?;
        let (time, trials) = (self.elapsed.checked_sub(first_time)?, interim.trials().checked_sub(first_trials)?);
        (trials > 0).then(|| trials as f64 / time.as_secs_f64().max(1e-3))
    }

    fn left(&self) -> Option<Duration> {
        let view = LiveView {
            names: &self.names,
            interim: self.interim.as_ref()?,
            format: Format::plain(&OutputSettings::default()),
            stage: None,
            elapsed: self.elapsed,
            rate: self.rate(),
        };
        time_left(&view)
    }
}

impl Jobs {
    /// Begins one. Work that fails at once is no job.
    ///
    /// # Errors
    /// When it fails at once, or there is no thread for it.
    pub fn begin(&mut self, work: Work, host: JobHost, interrupt: &Interrupt) -> Result<Reply, SessionError> {
        let (command, stop, board) = (work.command().clone(), work.stop_flag(), Arc::clone(&host.board));
        let body = move || {
            let mut host = host;
            let over = Over(Arc::clone(&host.board));
            let answer = work.carry_out(&mut host);
            drop(over);
            answer
        };
        let thread = thread::Builder::new().name("job".to_owned()).spawn(body);
        let thread = thread.map_err(|error| SessionError::new(format!("the job cannot be started: {error}")))?;
        let is_early = |news: &mut News| !(news.has_begun || news.is_over);
        drop(board.changed.wait_timeout_while(board.news(), AT_ONCE, is_early));
        let number = self.jobs.last().map_or(1, |last| last.number.saturating_add(1));
        let mut job = Job { number, command, stop, board, thread: Some(thread), answer: None, is_told: false };
        if job.board.news().is_over {
            job.fetch();
        }
        if let Some(Err(error)) = job.answer {
            return Err(error);
        }
        let text =
            format!("{}: `{}` goes on in the background (`jobs`, `fg {number}`, `stop {number}`)", number, job.command);
        let (stop, board) = (Arc::clone(&job.stop), Arc::downgrade(&job.board));
        interrupt.before_the_end(move || {
            stop.store(true, Ordering::Relaxed);
            if let Some(board) = board.upgrade() {
                drop(board.changed.wait_timeout_while(board.news(), TO_SAVE, |news| !news.is_over));
            }
        });
        self.jobs.push(job);
        Ok(Reply::Message(text))
    }

    /// Carries out a command about jobs.
    ///
    /// # Errors
    /// When there is no such job, or it failed.
    pub fn job(
        &mut self,
        command: JobCommand,
        progress: &mut ProgressDisplay,
        interrupt: &Interrupt,
    ) -> Result<Reply, SessionError> {
        let (number, is_stop) = match command {
            JobCommand::List => {
                let jobs = self.jobs.iter_mut().map(Job::row).collect();
                return Ok(Reply::Figures(Box::new(Figures::Jobs(JobsReply { jobs })), None));
            }
            JobCommand::Front(number) => (number, false),
            JobCommand::Stop(number) => (number, true),
        };
        let place = match number {
            Some(number) => self.jobs.iter().position(|job| job.number == number),
            None => self.jobs.len().checked_sub(1),
        };
        let place = place.ok_or_else(|| self.no_such(number))?;
        if !self.jobs[place].look_on(is_stop, progress, interrupt) {
            progress.finish();
            let number = self.jobs[place].number;
            return Ok(Reply::Message(format!("job {number} goes on: `fg {number}` watches it again")));
        }
        self.jobs.remove(place).into_answer()
    }

    fn no_such(&self, number: Option<u16>) -> SessionError {
        let numbers: Vec<_> = self.jobs.iter().map(|job| job.number.to_string()).collect();
        match number.filter(|_| !numbers.is_empty()) {
            Some(number) => SessionError::new(format!("there is no job {number}")).with_expected(numbers),
            None => SessionError::new("there are no jobs in the background").with_suggestion("rollout &"),
        }
    }

    /// Lines for the prompt about jobs that are done and not reported yet.
    pub fn news(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for job in self.jobs.iter_mut().filter(|job| !job.is_told && job.board.news().is_over) {
            job.fetch();
            job.is_told = true;
            let (number, command) = (job.number, &job.command);
            lines.push(match &job.answer {
                Some(Err(error)) => format!("{number}: `{command}` failed: {}", error.message),
                _ => format!("{number}: `{command}` is done: `fg {number}` shows it"),
            });
        }
        lines
    }

    /// The first that there is.
    pub fn first(&self) -> Option<u16> {
        self.jobs.first().map(|job| job.number)
    }

    /// Raises the stop flags of all; each still has to be fetched.
    pub fn stop_all(&self) {
        self.jobs.iter().for_each(|job| job.stop.store(true, Ordering::Relaxed));
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop_all();
        self.jobs.iter_mut().for_each(Job::fetch);
    }
}

/// Marks the end of a job when dropped, also after a panic.
struct Over(Arc<Board>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.news().is_over = true;
        self.0.changed.notify_all();
    }
}

impl Job {
    /// Waits for the thread and takes its answer.
    fn fetch(&mut self) {
        if let Some(thread) = self.thread.take() {
            let failed = || Err(SessionError::new("it ended because of a fault in gammon"));
            self.answer = Some(thread.join().unwrap_or_else(|_| failed()));
        }
    }

    fn into_answer(mut self) -> Answer {
        self.fetch();
        self.answer.take().unwrap_or_else(|| Err(SessionError::new("it has no answer")))
    }

    /// Shows how it stands until it is over. Ctrl-C stops it, as it stops what is in front. Returns whether it is
    /// over, or else the user has left it by a key.
    fn look_on(&self, is_stop: bool, progress: &mut ProgressDisplay, interrupt: &Interrupt) -> bool {
        if is_stop {
            self.stop.store(true, Ordering::Relaxed);
        }
        loop {
            let news = self.board.news();
            let goes_on = |news: &mut News| !news.is_over;
            let waited = self.board.changed.wait_timeout_while(news, BETWEEN_LOOKS, goes_on);
            let news = waited.unwrap_or_else(PoisonError::into_inner).0.clone();
            if news.is_over {
                return true;
            }
            if interrupt.is_raised() {
                self.stop.store(true, Ordering::Relaxed);
            } else if let Some(interim) = &news.interim {
                progress.looks_on(&news.names, interim, news.stage.as_deref(), news.elapsed, news.first);
                if !is_stop && progress.is_left() {
                    return false;
                }
            }
        }
    }

    fn row(&mut self) -> JobRow {
        let news = self.board.news().clone();
        if news.is_over {
            self.fetch();
        }
        let row = JobRow {
            number: self.number,
            command: self.command.to_string(),
            stage: news.stage.clone(),
            ..JobRow::default()
        };
        match &self.answer {
            Some(Ok(Reply::Rollout(rollout))) => of_answer(rollout, row),
            Some(Ok(_)) => JobRow { state: JobState::Done, stage: None, ..row },
            Some(Err(_)) => JobRow { state: JobState::Failed, stage: None, ..row },
            None => of_news(&news, row),
        }
    }
}

/// How a rollout stands that goes on.
fn of_news(news: &News, row: JobRow) -> JobRow {
    let Some(interim) = &news.interim else { return row };
    let leader = interim.ranking().first().copied();
    let best = leader.map(|leader| interim.candidates[leader].equity);
    JobRow {
        trials: Some(interim.trials()),
        of: interim.trials_left().map(|left| interim.trials() + left),
        left: news.left(),
        leader: leader.filter(|_| news.names.len() > 1).and_then(|leader| news.names.get(leader).cloned()),
        equity: best.map(|best| best.mean),
        std_err: best.and_then(|best| best.std_err),
        ..row
    }
}

/// The present state of a rollout.
fn of_answer(rollout: &RolloutReply, row: JobRow) -> JobRow {
    let leader = rollout.result.ranking().first().copied();
    let best = leader.map(|leader| rollout.result.candidates[leader].equity());
    JobRow {
        state: JobState::Done,
        stage: None,
        trials: Some(rollout.result.candidates.iter().map(|candidate| candidate.trials).sum()),
        leader: leader.filter(|_| rollout.names().len() > 1).map(|leader| rollout.names()[leader].clone()),
        equity: best.map(|best| best.mean),
        std_err: best.and_then(|best| best.std_err),
        ..row
    }
}

/// The refusal of a file that is there already, where nobody is asked.
pub(super) fn not_replaced(file: &str) -> SessionError {
    SessionError::new(format!("{file} is there already, and not replaced")).with_expected([
        "another name",
        "`set confirm save off`",
        "`gammon --force`",
    ])
}

/// The host of a job: it has a clock and a place for its progress, and asks no questions.
pub(super) struct JobHost {
    board: Arc<Board>,
    paths: Option<Paths>,
    stop: Arc<AtomicBool>,
    started: Instant,
    stage_started: Instant,
    /// When it last reported its progress.
    pace: Pace,
    may_replace: bool,
}

impl JobHost {
    /// A host for some work.
    pub fn new(work: &Work, paths: Option<Paths>, may_replace: bool) -> Self {
        let now = Instant::now();
        let (board, stop) = (Arc::default(), work.stop_flag());
        Self { board, paths, stop, started: now, stage_started: now, pace: Pace::new(BETWEEN_NEWS), may_replace }
    }
}

impl rollout::Observer for JobHost {
    fn progress(&mut self, progress: &rollout::Progress<'_>) -> Control {
        if self.stop.load(Ordering::Relaxed) {
            return Control::Stop;
        }
        let elapsed = self.elapsed();
        if self.pace.is_due(elapsed) {
            let interim = progress.interim();
            let mut news = self.board.news();
            news.first.get_or_insert((elapsed, interim.trials()));
            (news.interim, news.elapsed) = (Some(interim), elapsed);
        }
        Control::Continue
    }

    fn elapsed(&self) -> Duration {
        self.stage_started.elapsed()
    }
}

impl Host for JobHost {
    fn begins(&mut self, plan: &Plan, _settings: &RolloutSettings) {
        let mut news = self.board.news();
        news.names = plan.shown_names();
        (news.interim, news.first, news.has_begun) = (None, None, true);
        self.pace.restart();
        self.board.changed.notify_all();
    }

    fn pilots(&mut self, step: &PilotStep) {
        self.board.news().stage = Some(live_pilot(step));
    }

    fn stage(&mut self, what: String, _left: Option<Duration>) {
        self.board.news().stage = Some(what);
        self.stage_started = Instant::now();
        self.pace.restart();
    }

    fn crew_at(&self, address: &str) -> Result<Box<dyn Crew>, SessionError> {
        farm_at(address, self.paths.as_ref())
    }

    fn clock(&self) -> Duration {
        self.started.elapsed()
    }

    /// There is no user to ask.
    fn may_replace(&mut self, file: &str) -> Result<bool, SessionError> {
        self.may_replace.then_some(true).ok_or_else(|| not_replaced(file))
    }

    fn page(&self, session: &Session, wanted: &Page<'_>) -> Result<String, SessionError> {
        page(session, wanted)
    }
}
