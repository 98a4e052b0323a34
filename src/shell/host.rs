//! The shell as the host of a session: its clock, its terminal, its home folder.

use super::driven::is_driven;
use super::editor::{LineEditor, Typed};
use super::external::serve_external;
use super::farm::farm_at;
use super::jobs::{JobHost, Jobs, not_replaced};
use super::pages::page;
use super::patience::hush;
use super::progress::ProgressDisplay;
use super::study::study;
use super::tour::TourState;
use super::{Interrupt, Paths, RunOptions, Script};
use crate::command::{JobCommand, Tour};
use crate::record::Date;
use crate::render::{Format, visible};
use crate::rollout::{self, Control, Cost, Crew, CrewNews, PilotStep, RolloutSettings, Task, TrialRecord};
use crate::session::{AtStake, Host, Page, Plan, QUESTIONS, Questions, Refusal, Reply, Session, SessionError, Work};
use crate::settings::OutputFormat;
use crate::system::terminal;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Hosts one command.
pub(super) struct ShellHost<'a> {
    pub progress: ProgressDisplay,
    /// How answers look.
    pub format: Format,
    pub interrupt: &'a Interrupt,
    pub options: RunOptions,
    pub paths: Option<&'a Paths>,
    pub typed: &'a [String],
    /// The scripts that are read, the innermost last.
    pub scripts: &'a [Arc<Mutex<Script>>],
    /// Lines that came together with the one at hand.
    pub ahead: &'a mut VecDeque<String>,
    pub editor: Option<&'a Mutex<LineEditor>>,
    /// How the user is asked.
    pub questions: Questions,
    /// The answers entered during the command.
    pub entered: &'a mut Vec<String>,
    pub jobs: &'a mut Jobs,
    pub tour: &'a mut TourState,
}

impl rollout::Observer for ShellHost<'_> {
    fn progress(&mut self, progress: &rollout::Progress<'_>) -> Control {
        self.progress.progress(progress)
    }

    fn entered(&mut self, task: Task, record: &TrialRecord) {
        self.progress.entered(task, record);
    }

    fn crew(&mut self, news: &CrewNews) {
        self.progress.crew(news);
    }

    fn elapsed(&self) -> Duration {
        self.progress.elapsed()
    }
}

impl Host for ShellHost<'_> {
    fn begins(&mut self, plan: &Plan, _settings: &RolloutSettings) {
        self.progress.begins(plan);
    }

    fn pilots(&mut self, step: &PilotStep) {
        self.progress.pilots(step);
    }

    fn stage(&mut self, what: String, left: Option<Duration>) {
        self.progress.stage(what, left);
    }

    fn share(&mut self, done: usize, of: usize) {
        self.progress.share(done, of);
    }

    fn answers(&mut self, done: usize, of: usize, left: Option<Duration>) {
        self.progress.answers(done, of, left);
    }

    fn analyzes(&mut self, done: usize, of: usize) {
        self.progress.analyzes(done, of);
    }

    fn cost_budget(&self) -> Option<Duration> {
        self.progress.cost_budget()
    }

    fn expects(&mut self, cost: &Cost, threads: usize) {
        self.progress.expects(cost, threads);
    }

    fn crew_at(&self, address: &str) -> Result<Box<dyn Crew>, SessionError> {
        farm_at(address, self.paths)
    }

    fn clock(&self) -> Duration {
        self.progress.clock()
    }

    fn moment(&self) -> Duration {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }

    fn processor_time(&self) -> Option<Duration> {
        crate::system::machine::processor_time()
    }

    /// Asks the user at the terminal; a script has to allow it beforehand.
    fn may_replace(&mut self, file: &str) -> Result<bool, SessionError> {
        if self.options.force {
            return Ok(true);
        }
        if !self.options.interactive {
            return Err(not_replaced(file));
        }
        self.confirms(&self.questions.replace.replace("{}", &visible(file)))
    }

    fn serve(&mut self, session: &Session, address: &str) -> Result<Reply, SessionError> {
        serve_external(session, address, self.interrupt, &mut self.teller())
    }

    #[cfg(feature = "browse")]
    fn browse(&mut self, session: &mut Session, what: &crate::command::Browse) -> Result<Reply, SessionError> {
        // The page waits for a browser, and is no work that takes long.
        hush();
        super::browse::browse(session, what, self.interrupt, self.paths, &mut self.teller())
    }

    fn study(&mut self, session: &mut Session) -> Result<Reply, SessionError> {
        hush();
        study(session, self.interrupt, self.paths, self.format, &mut copied)
    }

    /// Asks the user at the terminal; in a script the answer is yes.
    fn may_give_up(&mut self, lost: AtStake) -> Result<bool, SessionError> {
        if !self.options.interactive {
            return Ok(true);
        }
        self.confirms(match lost {
            AtStake::Analysis => self.questions.give_up_analysis,
            AtStake::Match => self.questions.give_up,
        })
    }

    fn edit(&mut self, prompt: &str, text: &str) -> Result<Option<String>, SessionError> {
        if self.may_advise() { self.ask_from(prompt, text).or_else(left_alone) } else { Ok(None) }
    }

    fn hears_tutor(&self) -> bool {
        self.options.interactive && self.scripts.is_empty()
    }

    /// Asks the user at the terminal.
    fn may_err(&mut self, fault: &str) -> Result<bool, SessionError> {
        self.confirms(&format!("Tutor: {}{}", visible(fault), self.questions.err))
    }

    /// Asks the user at the terminal; in a script the answer is yes.
    fn may_resign(&mut self, lost: &str) -> Result<bool, SessionError> {
        match self.questions.resign.filter(|_| self.hears_tutor()) {
            Some(question) => self.confirms(&question.replace("{}", &visible(lost))),
            None => Ok(true),
        }
    }

    fn enters_dice(&self) -> bool {
        // Python that GNU Backgammon runs shares its standard input.
        let is_asked = !self.options.is_called && self.questions.no_dice.is_some();
        self.options.interactive || !self.scripts.is_empty() || is_asked
    }

    fn say_before_asking(&mut self, text: &str) -> bool {
        self.enters_dice() && self.says(text)
    }

    fn reads_any_digits(&self) -> bool {
        self.questions.no_dice.is_some()
    }

    /// Asks the user at the terminal until the answer is a roll; in a script it is the next line.
    fn enter_dice(&mut self, whose: &str, fault: Option<&SessionError>) -> Result<String, SessionError> {
        if let (Some(no_dice), Some(_)) = (self.questions.no_dice, fault) {
            self.says(&format!("{no_dice}\n"));
        }
        let line = if let Some(script) = self.scripts.last() {
            let fault = if self.questions.no_dice.is_some() {
                self.says(self.questions.dice);
                None
            } else {
                fault
            };
            dice_in(&mut script.lock().unwrap_or_else(PoisonError::into_inner), whose, fault)?
        } else if let Some(line) = self.ahead.pop_front() {
            line
        } else if !self.options.interactive {
            self.says(self.questions.dice);
            line_of_stdin().ok_or_else(|| no_dice("<stdin>", whose))?
        } else {
            if let Some(fault) = fault.filter(|_| self.questions.no_dice.is_none()) {
                let _ = writeln!(io::stderr(), "{}: {}", visible(&fault.message), fault.expected.join(" or "));
            }
            self.ask(&self.questions.dice.replace("{}", &visible(whose)))?
                .ok_or_else(|| SessionError::new("no dice were entered").with_suggestion("set rng mersenne"))?
        };
        self.entered.push(line.trim().to_owned());
        Ok(line.trim().to_owned())
    }

    fn match_file(&self) -> Option<PathBuf> {
        self.paths.filter(|_| self.options.interactive).map(Paths::unsaved_match)
    }

    fn unsaved_matches(&self) -> Vec<PathBuf> {
        self.paths.map(Paths::unsaved_matches).unwrap_or_default()
    }

    fn shows_tables(&self) -> bool {
        matches!(self.format.output.format, OutputFormat::Csv | OutputFormat::Markdown)
    }

    fn may_advise(&self) -> bool {
        // In another manner the program speaks as another one does.
        self.options.interactive && self.scripts.is_empty() && self.questions == QUESTIONS
    }

    fn tour(&mut self, tour: Tour) -> Result<Reply, SessionError> {
        if !self.may_advise() {
            return Err(SessionError::new("the tour is for the prompt: start gammon without a file"));
        }
        Ok(Reply::Message(self.tour.turn(tour)))
    }

    fn typed_lines(&self) -> &[String] {
        self.typed
    }

    fn today(&self) -> Option<Date> {
        today()
    }

    fn second_of_day(&self) -> i64 {
        seconds().unwrap_or(0).rem_euclid(DAY)
    }

    fn settings_file(&self) -> Option<PathBuf> {
        self.paths.map(|paths| paths.saved_settings().to_owned())
    }

    fn database_file(&self, name: &str, is_gnubgs: bool) -> Option<PathBuf> {
        self.paths.map(|paths| database_file(paths, name, is_gnubgs))
    }

    #[cfg(feature = "browse")]
    fn hand_to_anki(&self, address: &str, package: &[u8]) -> Result<(), SessionError> {
        super::anki::hand_over(address, package, self.interrupt)
    }

    /// Copies by the control sequence OSC 52, which works through ssh and tmux where they let it pass.
    fn copy(&mut self, text: &str) -> Result<bool, SessionError> {
        if !self.options.interactive || is_driven() {
            return Ok(false);
        }
        copied(text)
    }

    fn begin_job(&mut self, work: Work) -> Result<Reply, SessionError> {
        let host = JobHost::new(&work, self.paths.cloned(), self.options.force);
        self.jobs.begin(work, host, self.interrupt)
    }

    fn job(&mut self, command: JobCommand) -> Result<Reply, SessionError> {
        self.jobs.job(command, &mut self.progress, self.interrupt)
    }

    fn page(&self, session: &Session, wanted: &Page<'_>) -> Result<String, SessionError> {
        page(session, wanted)
    }
}

/// The seconds of a day.
const DAY: i64 = 86_400;

/// The seconds since the beginning of 1970.
fn seconds() -> Option<i64> {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()
}

/// The day that it is, by the clock in London.
pub(super) fn today() -> Option<Date> {
    Date::of_day(seconds()? / DAY)
}

/// The file of a database of matches that has only a name.
pub(super) fn database_file(paths: &Paths, name: &str, is_gnubgs: bool) -> PathBuf {
    if is_gnubgs { paths.gnubg_database(name) } else { paths.database(name) }
}

/// Hands a text to the terminal, to be pasted elsewhere.
fn copied(text: &str) -> Result<bool, SessionError> {
    let encoded = BASE64_STANDARD.encode(text);
    let written = write!(io::stderr(), "\x1b]52;c;{encoded}\x07").and_then(|()| io::stderr().flush());
    written.map_err(|error| SessionError::new(format!("the terminal cannot be written to: {error}")))?;
    Ok(true)
}

impl ShellHost<'_> {
    /// Tells of what happens meanwhile, unless nobody wants to know.
    fn teller(&self) -> impl FnMut(String) + use<> {
        let quiet = self.options.quiet;
        move |text| {
            if !quiet {
                let _ = writeln!(io::stderr(), "{}", visible(&text));
            }
        }
    }

    /// Whether the user at the terminal says yes.
    fn confirms(&self, question: &str) -> Result<bool, SessionError> {
        loop {
            let answer = self.ask(question)?.map(|answer| answer.trim().to_ascii_lowercase());
            let answer = answer.as_deref().unwrap_or("no");
            match self.questions.again {
                None => return Ok(matches!(answer, "y" | "yes")),
                Some(_) if answer.starts_with(['y', 'n']) => return Ok(answer.starts_with('y')),
                Some(again) => {
                    self.says(&format!("{again}\n"));
                }
            }
        }
    }

    /// Writes a text where a person reads the answers. Returns whether it was written.
    fn says(&self, text: &str) -> bool {
        !self.options.is_called && write!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()).is_ok()
    }

    /// A line from the user at the terminal; `None` at the end of input.
    fn ask(&self, question: &str) -> Result<Option<String>, SessionError> {
        self.ask_from(question, "")
    }

    /// As [`ask`](Self::ask), from a text that is there to be edited.
    fn ask_from(&self, question: &str, text: &str) -> Result<Option<String>, SessionError> {
        hush();
        let Some(editor) = self.editor else { return Ok(None) };
        // Between words, and with the blank before the answer.
        let lines = self.format.wrapped(question);
        let question = lines.trim_end().to_owned() + &question[question.trim_end().len()..];
        let typed = self.interrupt.wait(|| editor.lock().unwrap_or_else(PoisonError::into_inner).ask(&question, text));
        match typed.map_err(|error| SessionError::new(error.to_string()))? {
            Typed::Line(line) => Ok(Some(line)),
            Typed::Interrupt => Err(SessionError::stopped()),
            Typed::End => Ok(None),
        }
    }
}

/// Whoever stops an answer leaves everything as it is.
fn left_alone(error: SessionError) -> Result<Option<String>, SessionError> {
    if error.interrupted { Ok(None) } else { Err(error) }
}

/// A line of standard input, of which nothing more is read: another program may read on.
fn line_of_stdin() -> Option<String> {
    let mut line = Vec::new();
    loop {
        match terminal::next_byte() {
            None if line.is_empty() => return None,
            None | Some(b'\n') => return Some(String::from_utf8_lossy(&line).into_owned()),
            Some(byte) => line.push(byte),
        }
    }
}

/// The refusal where a script ends too early.
fn no_dice(script: &str, whose: &str) -> SessionError {
    SessionError::new(format!("{script} ends where the dice of {whose} are due")).of(Refusal::NoDice)
}

/// The dice from the next line of a script: blank lines and comments are passed over.
fn dice_in(script: &mut Script, whose: &str, fault: Option<&SessionError>) -> Result<String, SessionError> {
    let place = |script: &Script| format!("{}, line {}", script.name, script.line_number());
    if let Some(fault) = fault {
        return Err(SessionError { message: format!("{}: {}", place(script), fault.message), ..fault.clone() });
    }
    loop {
        let line = script.next_line().map_err(|error| SessionError::new(format!("{}: {error}", place(script))))?;
        match line {
            Some((_, line)) if line.trim().is_empty() || line.trim_start().starts_with('#') => {}
            Some((_, line)) => return Ok(line),
            None => {
                let expected = ["dice such as 31 on the next line"];
                return Err(no_dice(&script.name, whose).with_expected(expected));
            }
        }
    }
}
