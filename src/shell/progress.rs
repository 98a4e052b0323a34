//! The display while a rollout goes on: a table that renews itself on a terminal, a line now and then elsewhere. Always
//! on standard error, apart from the answers.

use super::driven::is_driven;
use super::keys::{Key, Keys, Wishes};
use super::live_table::LiveTable;
use super::patience::hush;
use super::{Interrupt, terminal};
use crate::render::{Format, LiveView, duration, expectation, live_line, live_pilot};
use crate::rollout::{self, Control, Cost, CrewNews, Interim, PilotStep};
use crate::session::Plan;
use crate::words::counted;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// When a terminal is first given news: what is over sooner needs no table.
const FIRST_NEWS: Duration = Duration::from_millis(200);

/// How often it is given news.
const BETWEEN_NEWS: Duration = Duration::from_millis(250);

/// News cost no more than one part in this many of the time, however many candidates there are.
const SHARE_OF_NEWS: u32 = 100;

/// When the first line is written where there is no terminal.
const FIRST_LINE: Duration = Duration::from_secs(1);

/// The time between lines after it.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The time for finding out how long a rollout will take.
const COST_BUDGET: Duration = Duration::from_secs(1);

/// Shows how far one command has come.
pub struct ProgressDisplay {
    interrupt: Interrupt,
    /// Whether a person may press keys meanwhile, and those that are.
    hears_keys: bool,
    keys: Option<Keys>,
    /// Their wish.
    wishes: Wishes,
    /// The format; the width is read from the terminal each time.
    format: Format,
    started: Instant,
    /// When the present one of several pieces of work began.
    stage_started: Instant,
    /// When there should be news again, by the time since the start; never, when nothing is shown.
    due: Option<Duration>,
    display: Display,
    /// The names of the candidates.
    names: Vec<String>,
    /// The place of this rollout among several.
    stage: Option<String>,
    /// How many such rollouts or analyses are done, and of how many, where that is what the bar shows.
    share: Option<(usize, usize)>,
    /// The state of the workers, where trials are played elsewhere.
    crew: Option<String>,
    /// When workers there were last waited for.
    waited: Option<Duration>,
    /// Whether what is shown is a pilot's.
    shows_pilot: bool,
    /// Time and trials when a rollout first reported: earlier trials are no measure of its speed.
    first: Option<(Duration, u64)>,
}

enum Display {
    /// A table that renews itself; made when there is something to show.
    Table(Option<LiveTable>),
    /// A line now and then.
    Lines,
}

impl ProgressDisplay {
    /// A watch that begins now.
    pub fn new(interrupt: Interrupt, quiet: bool, format: Format) -> Self {
        let (display, first) = if io::stderr().is_terminal() && !is_driven() && !terminal::is_dumb() {
            (Display::Table(None), FIRST_NEWS)
        } else {
            (Display::Lines, FIRST_LINE)
        };
        let due = (!quiet).then_some(first);
        Self {
            interrupt,
            hears_keys: false,
            keys: None,
            wishes: Wishes::default(),
            format,
            started: Instant::now(),
            stage_started: Instant::now(),
            due,
            display,
            names: Vec::new(),
            stage: None,
            share: None,
            crew: None,
            waited: None,
            shows_pilot: false,
            first: None,
        }
    }

    /// Keys have a meaning from now on.
    pub(super) fn hearing_keys(mut self, wishes: Wishes) -> Self {
        self.hears_keys = true;
        self.wishes = wishes;
        self
    }

    /// Hears keys from now on, where a person sees a table. A key that stops does so at once.
    fn hear(&mut self) {
        if self.hears_keys && matches!(self.display, Display::Table(Some(_))) && self.keys.is_none() {
            self.keys = Some(Keys::take(self.wishes.clone(), self.interrupt.clone()));
        }
    }

    /// Hears keys, and does what they ask for. Returns whether the work is to be left to the background.
    pub(super) fn is_left(&mut self) -> bool {
        self.hear();
        let pressed = self.keys.as_ref().map(Keys::pressed).unwrap_or_default();
        pressed.iter().filter(|key| **key == Key::More).for_each(|_| self.wishes.ask_for_more());
        pressed.contains(&Key::Background)
    }

    fn show(&mut self, interim: &Interim, elapsed: Duration) {
        let keys = self.keys.as_ref().filter(|keys| keys.are_taken()).map(|_| match self.wishes.asked_for_more() {
            0 => "q stops, b lets it go on in the background, + plays as many again".to_owned(),
            1 => "as many again to come; q stops, b lets it go on in the background".to_owned(),
            n => format!("{n} times as many to come; q stops, b lets it go on in the background"),
        });
        let (first_time, first_trials) = *self.first.get_or_insert((elapsed, interim.trials()));
        let (time, trials) = (elapsed.saturating_sub(first_time), interim.trials().saturating_sub(first_trials));
        let rate = (trials > 0).then(|| trials as f64 / time.as_secs_f64().max(1e-3));
        let stage: Vec<&str> = [&self.stage, &self.crew].into_iter().flatten().map(String::as_str).collect();
        let stage = (!stage.is_empty()).then(|| stage.join("; "));
        let view = LiveView {
            names: &self.names,
            interim,
            // One column less: a full line would leave the cursor where terminals differ.
            format: Format { width: terminal::size_of_stderr().map(|(columns, _)| columns - 1), ..self.format },
            stage: stage.as_deref(),
            elapsed,
            rate,
        };
        match &mut self.display {
            Display::Table(table) => table.get_or_insert_default().show(&view, keys.as_deref()),
            Display::Lines => tell(&live_line(&view)),
        }
    }

    /// Shows how work elsewhere stands, where it is time for news. It began to count at `first`.
    pub(super) fn looks_on(
        &mut self,
        names: &[String],
        interim: &Interim,
        stage: Option<&str>,
        elapsed: Duration,
        first: Option<(Duration, u64)>,
    ) {
        let now = self.clock();
        if self.due.is_some_and(|due| now >= due) {
            self.names = names.to_vec();
            self.stage = stage.map(str::to_owned);
            self.first = first;
            self.show(interim, elapsed);
            self.due = Some(self.next_news(now, Duration::ZERO));
        }
    }

    /// Prints a line once, above the display.
    fn note(&mut self, text: &str) {
        self.clear();
        tell(text);
    }

    /// Shows a line in place of a table.
    fn say(&mut self, text: String) {
        match &mut self.display {
            Display::Table(table) => table.get_or_insert_default().say(text),
            Display::Lines => tell(&text),
        }
    }

    /// Shows something if it is time for news.
    fn show_if_due(&mut self, show: impl FnOnce(&mut Self)) {
        let now = self.clock();
        if self.due.is_some_and(|due| now >= due) {
            show(self);
            self.hear();
            self.due = Some(self.next_news(now, Duration::ZERO));
        }
    }

    /// The part that is done, and the time that the rest may take.
    fn show_share(&mut self, what: &str, done: usize, of: usize, left: Option<Duration>) {
        let stage = self.stage.as_deref().map_or_else(String::new, |stage| format!("{stage}, "));
        let left = left.map_or_else(String::new, |left| format!(", {} to go", duration(left)));
        let text = format!("{stage}{done} of {of} {what}{left}");
        // Of many matches the bar shows how many are done, the present one in part.
        let (done, of) = match self.share {
            Some((whole, all)) => (whole * 1000 + done * 1000 / of.max(1), all * 1000),
            None => (done, of),
        };
        match &mut self.display {
            Display::Table(table) => table.get_or_insert_default().share(done as u64, of as u64, text),
            Display::Lines => tell(&text),
        }
    }

    /// When there are to be news after those at `now`, which took so long.
    fn next_news(&self, now: Duration, took: Duration) -> Duration {
        let between = if matches!(self.display, Display::Lines) { BETWEEN_LINES } else { BETWEEN_NEWS };
        now + between.max(SHARE_OF_NEWS * took)
    }

    /// Clears the table away, so that the answer takes its place. Keys are no longer heard.
    pub fn finish(&mut self) {
        self.clear();
        self.keys = None;
    }

    /// Clears the table away, for one that comes later.
    fn clear(&mut self) {
        if let Display::Table(table) = &mut self.display
            && let Some(table) = table.take()
        {
            drop(table);
        }
    }
}

impl rollout::Observer for ProgressDisplay {
    fn progress(&mut self, progress: &rollout::Progress<'_>) -> Control {
        if self.interrupt.is_raised() {
            return Control::Stop;
        }
        let (now, elapsed) = (self.clock(), self.elapsed());
        if self.first.is_none() {
            self.first = Some((elapsed, progress.trials.iter().sum()));
        }
        if self.due.is_some_and(|due| now >= due) {
            self.show(&progress.interim(), elapsed);
            let shown = self.clock();
            self.due = Some(self.next_news(shown, shown - now));
        }
        if self.is_left() {
            self.wishes.leave();
            return Control::Stop;
        }
        Control::Continue
    }

    fn crew(&mut self, news: &CrewNews) {
        let is_quiet = self.due.is_none();
        for note in news.notes.iter().filter(|_| !is_quiet) {
            self.note(note);
        }
        self.crew = Some(crew_line(news));
        // As long as there is no worker, no trial comes in that would change the display.
        let now = self.clock();
        let is_due = self.waited.is_none_or(|waited| now >= self.next_news(waited, Duration::ZERO));
        if (news.workers == 0 || news.is_cut_off) && self.due.is_some_and(|due| now >= due) && is_due {
            self.waited = Some(now);
            self.say(crew_line(news));
        }
    }

    fn elapsed(&self) -> Duration {
        self.stage_started.elapsed()
    }
}

/// A line about the workers.
fn crew_line(news: &CrewNews) -> String {
    let CrewNews { place, workers, threads, lost, repeated, .. } = news;
    if news.is_cut_off {
        return format!("{place} cannot be reached; trying again");
    }
    if *workers == 0 {
        return format!("no worker at {place} yet: `gammon worker {place}` starts one");
    }
    let (workers, threads, lost) = (counted(*workers, "worker"), counted(*threads, "thread"), counted(*lost, "shard"));
    format!("{workers} at {place} ({threads}), {lost} lost, {repeated} repeated")
}

impl ProgressDisplay {
    /// The time since the command began.
    pub(super) fn clock(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn pilots(&mut self, step: &PilotStep) {
        self.show_if_due(|display| {
            display.say(live_pilot(step));
            display.shows_pilot = true;
        });
    }

    pub(super) fn begins(&mut self, plan: &Plan) {
        if std::mem::take(&mut self.shows_pilot) {
            self.clear();
        }
        self.names = plan.shown_names();
        self.first = None;
    }

    pub(super) fn answers(&mut self, done: usize, of: usize, left: Option<Duration>) {
        self.show_if_due(|display| display.show_share("decisions answered", done, of, left));
    }

    pub(super) fn analyzes(&mut self, done: usize, of: usize) {
        self.show_if_due(|display| {
            let left = display.stage_started.elapsed().mul_f64((of - done) as f64 / done.max(1) as f64);
            let left = Some(left).filter(|_| display.share.is_none());
            display.show_share("decisions and rolls analysed", done, of, left);
        });
    }

    pub(super) fn stage(&mut self, what: String, left: Option<Duration>) {
        let left = left.map_or_else(String::new, |left| format!(" ({} for all)", duration(left)));
        self.stage = Some(what + &left);
        self.stage_started = Instant::now();
    }

    pub(super) const fn share(&mut self, done: usize, of: usize) {
        self.share = Some((done, of));
    }

    pub(super) fn cost_budget(&self) -> Option<Duration> {
        let is_wanted = self.due.is_some() && self.stage.is_none() && matches!(self.display, Display::Table(_));
        is_wanted.then_some(COST_BUDGET)
    }

    pub(super) fn expects(&self, cost: &Cost, threads: usize) {
        if let Some(text) = expectation(cost, threads) {
            hush();
            let width = terminal::size_of_stderr().map(|(columns, _)| columns);
            let text = Format { width, ..self.format }.wrapped(&text);
            tell(text.trim_end());
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.finish();
    }
}
/// Writes a line of news in the letters of the terminal. Progress that cannot be shown is no reason to stop the work.
fn tell(text: &str) {
    let mut out = io::stderr().lock();
    let _ = writeln!(out, "{}", terminal::in_its_letters(text, io::stderr().is_terminal()));
}
