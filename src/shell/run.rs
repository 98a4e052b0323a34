//! Runs lines of commands: parses, executes, prints.

use super::driven::is_driven;
use super::editor::LineEditor;
use super::host::ShellHost;
use super::jobs::Jobs;
use super::keys::Wishes;
use super::patience::Patience;
use super::progress::ProgressDisplay;
use super::python::{Ended, Listener, Python};
use super::session_log::{SessionLog, is_of_the_log};
use super::tour::TourState;
use super::{ColorChoice, Interrupt, Pager, Paths, Script, terminal};
use crate::command::{Command, CommandError, FileCommand, JobCommand, Load, RolloutCommand, Unused, commands};
use crate::render::{
    Diagnostic, Format, JsonError, LOW, Source, Style, beginning, diagnostic, json_error, json_reply, reply, visible,
    visible_data, visible_styled,
};
use crate::session::{Host, QUESTIONS, Questions, Reply, Said, Session, SessionError, Then};
use crate::settings::{OutputFormat, OutputSettings};
use crate::stand_in::{self, StandIn};
use crate::storage;
use anstream::stream::RawStream;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How answers are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// One JSON object for each command in place of text.
    pub json: bool,
    /// Whether a failed command is no reason to stop.
    pub keep_going: bool,
    /// No progress of long work.
    pub quiet: bool,
    /// Whether files are replaced without a question.
    pub force: bool,
    /// Whether a user sits at the terminal: an interrupt then ends a command, not the program.
    pub interactive: bool,
    /// Whether standard input and output belong to a program that asks by calls, so that nobody can be asked there.
    pub is_called: bool,
    /// When answers are colored.
    pub color: ColorChoice,
    /// Columns of answers, in place of the terminal's.
    pub width: Option<usize>,
}

/// How to go on after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next command is read.
    Continue,
    /// No more: after `quit`, or when the answers are no longer read.
    Quit,
    /// No more: a command failed. It has been reported.
    Failed,
    /// No more: Ctrl-C. At the prompt, no more of what was typed or pasted.
    Interrupted,
    /// No more: a signal asks the program to end.
    Ended,
}

/// The status of a run whose answers are no longer read: as of a program that the signal for that has ended.
const UNREAD: u8 = 141;

/// Scripts that load scripts go no deeper than this.
const DEEPEST: usize = 32;

/// This many scripts may be loaded by one another.
const MOST_LOADS: usize = 10_000;

/// The session with its surroundings.
pub struct Runner {
    session: Session,
    interrupt: Interrupt,
    paths: Option<Paths>,
    pub(super) options: RunOptions,
    muted: bool,
    /// The other way of talking, if there is one.
    manner: Option<StandIn>,
    /// How the user at the terminal is asked.
    questions: Questions,
    /// The format given by `as`.
    format: Option<OutputFormat>,
    log: SessionLog,
    typed: Vec<String>,
    /// The scripts that are read, the innermost last.
    scripts: Vec<Arc<Mutex<Script>>>,
    /// Lines typed or pasted together with the one at hand, still to be run.
    pub(super) ahead: VecDeque<String>,
    /// The editor that asks the user at the terminal.
    editor: Option<Arc<Mutex<LineEditor>>>,
    /// The answers entered during the command at hand.
    entered: Vec<String>,
    jobs: Jobs,
    /// Where the user stands in the tour.
    tour: TourState,
    /// The wishes of keys pressed while something was running.
    pub(super) wishes: Wishes,
    /// Python, once it has been asked for something.
    pub(super) python: Option<Python>,
    /// The receiver of the answers in place of the terminal.
    pub(super) listener: Option<Listener>,
    /// The status that Python's `sys.exit` asks for.
    exit: Option<u8>,
    /// Settings without effect in the file that is read, by reason: how many, and the first.
    unused: Option<BTreeMap<Unused, (usize, String)>>,
    depth: usize,
    /// Scripts loaded since the last command that was not in one.
    loads: usize,
    failures: usize,
}

/// A command being run, for error messages.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The whole line.
    line: &'a str,
    /// The command as it was typed.
    text: &'a str,
    /// The character where the command begins, from 1, and the byte, from 0.
    column: usize,
    start: usize,
    source: Option<&'a Source>,
}

impl Place<'_> {
    /// That of what nobody wrote.
    const NOWHERE: Self = Self { line: "", text: "", column: 1, start: 0, source: None };
}

impl Runner {
    /// A runner of commands for a session, which `interrupt` stops.
    pub fn new(session: Session, interrupt: Interrupt, paths: Option<Paths>, options: RunOptions) -> Self {
        Self {
            session,
            interrupt,
            paths,
            options,
            muted: false,
            manner: None,
            questions: QUESTIONS,
            format: None,
            log: SessionLog::default(),
            typed: Vec::new(),
            scripts: Vec::new(),
            ahead: VecDeque::new(),
            editor: None,
            entered: Vec::new(),
            jobs: Jobs::default(),
            tour: TourState::default(),
            wishes: Wishes::default(),
            python: None,
            listener: None,
            exit: None,
            unused: None,
            depth: 0,
            loads: 0,
            failures: 0,
        }
    }

    /// The session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The session, to be set up.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The session alone, for another way of talking.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Lines are read and answered in another manner from now on, unless answers are objects.
    pub fn speak(&mut self, manner: StandIn) {
        self.manner = Some(manner);
    }

    /// Whether lines are read and answered in another manner.
    pub fn has_manner(&self) -> bool {
        self.manner.is_some() && !self.is_json()
    }

    /// Sets the editor for questions to the user.
    pub(super) fn listen_to(&mut self, editor: Arc<Mutex<LineEditor>>) {
        self.editor = Some(editor);
    }

    /// The interrupt that stops the commands.
    pub const fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// How many commands have failed so far.
    pub const fn failures(&self) -> usize {
        self.failures
    }

    /// Forgets the failures since there were this many.
    pub(super) const fn forget_failures(&mut self, failures: usize) {
        self.failures = failures;
    }

    /// Writes an answer at once. A reader that has gone away ends the run: what is left of it is not done.
    fn write_out(&mut self, text: &str) -> io::Result<Flow> {
        let mut out = io::stdout().lock();
        let text = terminal::in_its_letters(text, out.is_terminal());
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(Flow::Continue),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.exit = Some(UNREAD);
                Ok(Flow::Quit)
            }
            Err(error) => Err(error),
        }
    }

    /// The status to end with, where Python has asked for one or nobody reads the answers any more.
    pub const fn exit_status(&self) -> Option<u8> {
        self.exit
    }

    /// Runs a script to its end, or to the first command that fails unless failures do not matter.
    ///
    /// # Errors
    /// When the script cannot be read, or the answers not be written.
    pub fn script(&mut self, script: Script) -> io::Result<Flow> {
        let script = Arc::new(Mutex::new(script));
        self.scripts.push(Arc::clone(&script));
        let flow = self.lines_of(&script);
        self.scripts.pop();
        flow
    }

    fn lines_of(&mut self, script: &Mutex<Script>) -> io::Result<Flow> {
        let script = || script.lock().unwrap_or_else(PoisonError::into_inner);
        let name = script().name.clone();
        let is_file = script().is_file;
        // Settings without effect are summed up at the end of a file; a program that writes into a pipe waits for
        // answers.
        let outer = std::mem::replace(&mut self.unused, is_file.then(BTreeMap::new));
        let mut flow = Flow::Continue;
        while flow == Flow::Continue {
            flow = self.stopped();
            if flow != Flow::Continue {
                break;
            }
            match self.interrupt.wait(|| script().next_line()) {
                Ok(None) => break,
                Ok(Some((number, line))) => {
                    let source = Source { name: name.clone(), line: number };
                    // Before the `match`: a command may ask for the next line of the script.
                    let pasted = if self.has_manner() { None } else { script().text_from(number, &line) };
                    flow = match pasted {
                        Some(text) => {
                            let place = Place { source: Some(&source), ..Place::NOWHERE };
                            self.command(&FileCommand::Text { text }.into(), place)?
                        }
                        None => self.line(&line, Some(&source))?,
                    };
                }
                Err(error) => {
                    let source = Source { name: name.clone(), line: script().line_number().max(1) };
                    let fault = Fault { message: error.to_string(), ..Fault::default() };
                    self.report("load", &fault, Place { source: Some(&source), ..Place::NOWHERE })?;
                    flow = self.after_failure();
                    // Where a device fails there is no next line.
                    if error.kind() != io::ErrorKind::InvalidData {
                        break;
                    }
                }
            }
        }
        let unused = std::mem::replace(&mut self.unused, outer).unwrap_or_default();
        if !unused.is_empty() && self.answer("load", &Reply::Message(summary_of(&unused, &name)))? == Flow::Quit {
            return Ok(Flow::Quit);
        }
        Ok(flow)
    }

    /// Runs the settings file of a user, if there is one. It prints no answers; errors in it are reported and do not
    /// stop it.
    ///
    /// # Errors
    /// When the file cannot be read, or an error not be written.
    pub fn settings_file(&mut self, path: &Path) -> io::Result<()> {
        if !path.is_file() {
            return Ok(());
        }
        let script = Script::from_file(path)?;
        let (options, failures) = (self.options, self.failures);
        self.options = RunOptions { keep_going: true, json: false, ..options };
        self.muted = true;
        let result = self.script(script);
        self.muted = false;
        (self.options, self.failures) = (options, failures);
        result.map(|_| ())
    }

    /// Runs a line that was typed at the prompt.
    ///
    /// # Errors
    /// When the answers cannot be written.
    pub fn typed_line(&mut self, line: &str) -> io::Result<Flow> {
        self.typed.push(line.to_owned());
        // A Ctrl-C at the prompt has had its effect there.
        self.interrupt.take();
        self.line(line, None)
    }

    /// Runs a line of another program, or of the command line.
    ///
    /// # Errors
    /// When the answers cannot be written.
    pub fn heard_line(&mut self, line: &str) -> io::Result<Flow> {
        self.line(line, None)
    }

    /// Puts the position of a text on the table that was pasted at the prompt. `quietly`: nothing is printed.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub(super) fn pasted_text(&mut self, text: String, quietly: bool) -> io::Result<Flow> {
        self.interrupt.take();
        let was = self.muted;
        self.muted |= quietly;
        let flow = self.run(&FileCommand::Text { text }.into());
        self.muted = was;
        flow
    }

    /// Prints at the prompt which jobs have ended in the background.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn tell_of_jobs(&mut self) -> io::Result<()> {
        let lines = self.jobs.news();
        lines.iter().try_for_each(|line| self.say_aside(line))
    }

    /// Shows the answers of all jobs in the background: as far as they have come where the user leaves, else when they
    /// are done.
    ///
    /// # Errors
    /// When an answer cannot be written.
    pub fn finish_jobs(&mut self, leaves: bool) -> io::Result<Flow> {
        if leaves {
            self.jobs.stop_all();
        }
        while let Some(number) = self.jobs.first() {
            let job = if leaves { JobCommand::Stop } else { JobCommand::Front };
            match self.run(&job(Some(number)).into())? {
                Flow::Continue | Flow::Failed => {}
                stop => return Ok(stop),
            }
        }
        Ok(Flow::Continue)
    }

    /// Runs a command that was not typed.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub fn run(&mut self, command: &Command) -> io::Result<Flow> {
        self.command(command, Place::NOWHERE)
    }

    /// Plays these trials of a rollout, saves them in a file and prints their result.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub fn shard(&mut self, what: &RolloutCommand, trials: Range<u64>, file: &Path) -> io::Result<Flow> {
        let answer = self.watched(|session, host| session.roll_out_shard(what, trials, file, host));
        let command = Command::Rollout(what.clone());
        self.conclude(&command, answer, Place::NOWHERE)
    }

    /// Runs a command that the command line implies; prints only errors.
    ///
    /// # Errors
    /// When the error cannot be written.
    pub fn prepare(&mut self, command: &Command) -> io::Result<Flow> {
        self.muted = true;
        let line = command.to_string();
        let flow = self.command(command, Place { line: &line, text: &line, ..Place::NOWHERE });
        self.muted = false;
        flow
    }

    /// Runs every command of a line.
    fn line(&mut self, line: &str, source: Option<&Source>) -> io::Result<Flow> {
        let place = Place { line, text: line, source, ..Place::NOWHERE };
        // Text behind `-e` is in this program's words.
        let is_own = source.is_some_and(|source| source.name.starts_with("-e "));
        if self.has_manner() && !is_own {
            return self.in_manner(place);
        }
        for located in commands(line) {
            let place = Place { text: located.text, column: located.column, start: located.start, ..place };
            let answer = self.session.practised(located.text).or_else(|| self.session.trained(located.text));
            let at_prompt = self.options.interactive && source.is_none();
            let is_said = located.is_said && answer.is_none();
            let flow = match answer.map_or(located.command, Ok) {
                Ok(command) => {
                    let is_rolled = || self.session.game().is_some_and(|game| game.dice.is_some());
                    if located.is_of_cube && !self.is_json() && is_rolled() {
                        self.say_aside("The dice are rolled: it is too late to double. The plays are:\n")?;
                    }
                    if is_said && at_prompt && !self.is_json() {
                        self.say_aside(&format!("`{command}`:\n"))?;
                    }
                    self.command(&command, place)?
                }
                // Help loses nothing.
                Err(error) => match error.help().filter(|_| at_prompt) {
                    Some(help) => self.command(&help, place)?,
                    None => self.unparsed(&error, place)?,
                },
            };
            match flow {
                Flow::Continue => {}
                stop => return Ok(stop),
            }
        }
        Ok(Flow::Continue)
    }

    /// Runs a line in the other manner. Nothing in it is a reason to stop.
    fn in_manner(&mut self, place: Place<'_>) -> io::Result<Flow> {
        let stopped = self.stopped();
        if stopped != Flow::Continue {
            return Ok(stopped);
        }
        let Some(mut manner) = self.manner.take() else { return Ok(Flow::Continue) };
        self.questions = stand_in::QUESTIONS;
        let Said { out, complaint, then } = self.watched(|session, host| manner.line(place.line, session, host));
        self.manner = Some(manner);
        self.entered.clear();
        if !self.muted {
            self.log.say(&out);
            let prints = self.session.settings().prints && !out.is_empty();
            let (out, complaint) = (visible_data(&out), visible_data(&complaint));
            let heard = match &self.listener {
                _ if !prints => Flow::Continue,
                Some(listener) => listener.hear(&out)?,
                None => self.write_out(&out)?,
            };
            if heard != Flow::Continue {
                return Ok(heard);
            }
            match &self.listener {
                Some(listener) if !complaint.is_empty() => listener.hear_fault(&complaint)?,
                Some(_) => {}
                None => io::stderr().lock().write_all(complaint.as_bytes())?,
            }
        }
        match then {
            Then::GoOn => Ok(self.after_interrupt()),
            Then::Quit => Ok(Flow::Quit),
            Then::Load(file) => self.load(&file, place),
            Then::Run(command) => self.command(&command, place),
        }
    }

    fn command(&mut self, command: &Command, place: Place<'_>) -> io::Result<Flow> {
        let stopped = self.stopped();
        if stopped != Flow::Continue {
            return Ok(stopped);
        }
        if let Command::As(format, inner) = command {
            let outer = self.format.replace(*format);
            let flow = self.command(inner, place);
            self.format = outer;
            return flow;
        }
        let failures = self.failures;
        let mut rolled = None;
        let silent = !self.session.settings().prints;
        let flow = match self.watched(|session, host| session.execute(command, host)) {
            Ok(Reply::Load(file)) => self.load(&file, place)?,
            Ok(Reply::Python(code)) => match self.python(&code)? {
                Ok(ended) => self.after_python(&ended, command)?,
                Err(error) => self.conclude(command, Err(error), place)?,
            },
            answer => {
                rolled = rolled_again(&answer, self.wishes.take_more());
                // The answer to `set output output on` is the first that nobody wants to see.
                let muted = self.muted;
                self.muted |= silent;
                let flow = self.conclude(command, answer, place);
                self.muted = muted;
                flow?
            }
        };
        if let Some(more) = rolled.filter(|_| flow == Flow::Continue && !self.interrupt.is_raised()) {
            return self.command(&more, place);
        }
        if self.wishes.take_leave() {
            let resume = Command::Rollout(RolloutCommand::Resume(None));
            return self.command(&Command::Background(Box::new(resume)), place);
        }
        if self.failures == failures
            && let Some(told) = self.tour.after(command)
        {
            self.answer("tour", &Reply::Message(format!("\n{told}")))?;
        }
        if let Some(note) = storage::take_note().filter(|_| !self.options.quiet) {
            self.say_aside(&format!("gammon: note: {note}"))?;
        }
        let entered = std::mem::take(&mut self.entered);
        // Commands of a script are done again by loading it.
        if self.depth == 0 && !self.muted {
            self.enter_in_log(command, &entered, self.failures == failures)?;
        }
        Ok(flow)
    }

    fn enter_in_log(&mut self, command: &Command, entered: &[String], went_well: bool) -> io::Result<()> {
        let (is_open, is_wanted) = (self.log.is_open(), self.session.settings().log.is_some());
        if (is_of_the_log(command) && is_open == is_wanted) || !(is_open || is_wanted) {
            return Ok(());
        }
        let mut line = match self.format {
            Some(format) => format!("as {} {command}", format.name()),
            None => command.to_string(),
        };
        // A script reads them from the lines below.
        for answer in entered.iter().filter(|_| went_well) {
            line += &format!("\n{answer}");
        }
        self.write_to_log(&line, went_well)
    }

    /// Writes a line with its answer to the log. A log that fails is at its end.
    fn write_to_log(&mut self, line: &str, went_well: bool) -> io::Result<()> {
        let name = self.session.settings().log.clone();
        if let Err(error) = self.log.enter(&mut self.session, line, went_well) {
            let name = name.unwrap_or_default();
            let message = format!("{name}: {error}: the log ends here; `set log FILE` begins another");
            let fault = Fault { message, ..Fault::default() };
            self.report("set", &fault, Place::NOWHERE)?;
            self.failures += 1;
        }
        Ok(())
    }

    /// How answers are to look now.
    fn output(&self) -> OutputSettings {
        let output = self.session.settings().output;
        OutputSettings { format: self.format.unwrap_or(output.format), ..output }
    }

    /// Whether answers are objects.
    fn is_json(&self) -> bool {
        self.options.json || self.output().format == OutputFormat::Json
    }

    /// Runs work on the session with the shell as its host.
    pub(super) fn watched<T>(&mut self, work: impl FnOnce(&mut Session, &mut dyn Host) -> T) -> T {
        let quiet = self.options.quiet || self.muted;
        let _patience = Patience::new(quiet || !self.options.interactive);
        let mut host = ShellHost {
            format: self.format(),
            progress: {
                let display = ProgressDisplay::new(self.interrupt.clone(), quiet, self.live_format());
                if self.options.interactive { display.hearing_keys(self.wishes.clone()) } else { display }
            },
            interrupt: &self.interrupt,
            options: self.options,
            paths: self.paths.as_ref(),
            typed: &self.typed,
            scripts: &self.scripts,
            ahead: &mut self.ahead,
            editor: self.editor.as_deref(),
            questions: self.questions,
            entered: &mut self.entered,
            jobs: &mut self.jobs,
            tour: &mut self.tour,
        };
        work(&mut self.session, &mut host)
    }

    /// Prints an answer or an error, and returns how to go on.
    fn conclude(
        &mut self,
        command: &Command,
        answer: Result<Reply, SessionError>,
        place: Place<'_>,
    ) -> io::Result<Flow> {
        // Objects alone name it.
        let word = if self.is_json() { first_word(command) } else { String::new() };
        match answer {
            Ok(Reply::Quit) => Ok(Flow::Quit),
            Ok(Reply::NoEffect { words, why }) if self.unused.is_some() && !self.is_json() => {
                let (n, _) = self.unused.get_or_insert_default().entry(why).or_insert((0, words));
                *n += 1;
                Ok(self.after_interrupt())
            }
            Ok(answer) => {
                let flow = self.answer(&word, &answer)?;
                let interrupted = self.after_interrupt();
                Ok(match (flow, interrupted) {
                    (Flow::Continue, Flow::Continue) if answer.is_incomplete() => self.after_failure(),
                    (Flow::Continue, interrupted) => interrupted,
                    (stopped, _) => stopped,
                })
            }
            Err(error) if error.interrupted => {
                self.report(&word, &refusal(command, &error), place)?;
                Ok(self.after_interrupt())
            }
            Err(error) => {
                self.report(&word, &refusal(command, &error), place)?;
                Ok(self.after_failure())
            }
        }
    }

    /// Ctrl-C stops everything that was given at once: the rest of a line, of a script, of the program. A user returns
    /// to the prompt.
    fn after_interrupt(&self) -> Flow {
        if self.interrupt.ending().is_some() {
            return Flow::Ended;
        }
        let interrupted = if self.options.interactive { self.interrupt.take() } else { self.interrupt.is_raised() };
        if interrupted { Flow::Interrupted } else { Flow::Continue }
    }

    /// Whether a signal came before the next command.
    fn stopped(&self) -> Flow {
        match self.interrupt.ending() {
            Some(_) => Flow::Ended,
            None if self.interrupt.is_raised() && !self.options.interactive => Flow::Interrupted,
            None => Flow::Continue,
        }
    }

    /// How to go on after code that Python has run.
    fn after_python(&mut self, ended: &Ended, command: &Command) -> io::Result<Flow> {
        let flow = match ended {
            Ended::Done if self.is_json() => self.answer(&first_word(command), &Reply::Nothing)?,
            Ended::Done => Flow::Continue,
            Ended::Failed => return Ok(self.after_failure()),
            Ended::Interrupted => {
                self.interrupt.take();
                return Ok(Flow::Interrupted);
            }
            Ended::Exit(status) => {
                self.exit = Some(*status);
                return Ok(Flow::Quit);
            }
            Ended::Gone => return Ok(Flow::Ended),
        };
        Ok(if flow == Flow::Continue { self.after_interrupt() } else { flow })
    }

    fn after_failure(&mut self) -> Flow {
        self.failures += 1;
        if self.options.keep_going { Flow::Continue } else { Flow::Failed }
    }

    fn load(&mut self, file: &str, place: Place<'_>) -> io::Result<Flow> {
        if self.depth == 0 {
            self.loads = 0;
        }
        self.loads += 1;
        let script = if self.depth >= DEEPEST {
            Err(format!("scripts are nested more than {DEEPEST} deep"))
        } else if self.loads > MOST_LOADS {
            Err(format!("scripts load one another more than {MOST_LOADS} times"))
        } else {
            Script::from_file(Path::new(file)).map_err(|error| format!("cannot read `{file}`: {error}"))
        };
        let script = match script {
            Ok(script) => script,
            Err(message) => {
                let command = Command::Load(Load::Commands(file.to_owned())).to_string();
                self.report("load", &Fault { message, command, ..Fault::default() }, place)?;
                return Ok(self.after_failure());
            }
        };
        if self.is_json() {
            self.answer("load", &Reply::Nothing)?;
        }
        self.depth += 1;
        let flow = self.script(script);
        self.depth -= 1;
        flow
    }

    /// How answers look now: a terminal may have another width than before.
    fn format(&self) -> Format {
        Format {
            style: self.style_of(&io::stdout()),
            width: self.options.width.or_else(terminal::width),
            is_low: self.options.interactive && terminal::size_of_stdout().is_some_and(|(_, rows)| rows < LOW),
            ..Format::plain(&self.output())
        }
    }

    /// The colours of what is written to a stream.
    fn style_of(&self, stream: &impl RawStream) -> Style {
        self.options.color.style(stream, self.session.settings().output.theme)
    }

    /// The colours of what is typed.
    pub(super) fn style_of_input(&self) -> Style {
        self.style_of(&io::stdout())
    }

    /// Text in lines no wider than the terminal.
    pub fn wrapped(&self, text: &str) -> String {
        self.format().wrapped(text)
    }

    /// Writes a sentence beside the answers, in lines no wider than the terminal.
    fn say_aside(&self, text: &str) -> io::Result<()> {
        let width = self.options.width.or_else(|| terminal::size_of_stderr().map(|(columns, _)| columns));
        let format = Format { width, ..self.live_format() };
        io::stderr().lock().write_all(format.wrapped(&visible(text)).as_bytes())
    }

    /// How progress looks on standard error.
    fn live_format(&self) -> Format {
        Format { style: self.style_of(&io::stderr()), ..Format::plain(&self.session.settings().output) }
    }

    fn answer(&mut self, word: &str, answer: &Reply) -> io::Result<Flow> {
        if self.muted || !self.session.settings().prints {
            return Ok(Flow::Continue);
        }
        let text = if self.is_json() {
            json_reply(word, answer)
        } else {
            let format = self.format();
            let text = reply(answer, &format);
            if format.output.format == OutputFormat::Csv {
                visible_data(&text).into_owned()
            } else {
                visible_styled(&text, format.style != Style::Plain).into_owned()
            }
        };
        self.log.say(&text);
        if let Some(listener) = &self.listener {
            return listener.hear(&text);
        }
        // A question stays in view while it is answered.
        let is_question = || self.session.asks() && answer.has_board();
        if self.options.interactive
            && !is_driven()
            && !is_question()
            && self.session.settings().output.pager
            && Pager::is_wanted(&text)
            && let Some(pager) = Pager::of_environment()
            && let Some(typed) = pager.show(&text)?
        {
            self.wishes.type_ahead(&typed);
            return Ok(Flow::Continue);
        }
        self.write_out(&text)
    }

    fn unparsed(&mut self, error: &CommandError, place: Place<'_>) -> io::Result<Flow> {
        let word = place.line.get(place.start..).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
        // A game in progress is given up by those who ask for that themselves.
        let gives_up = |line: &str| line.starts_with("new ") && word != "new" && self.session.game().is_some();
        let suggestion = error.suggestion.as_deref().map(|line| if gives_up(line) { "help new" } else { line });
        let fault = Fault {
            message: error.to_string(),
            span: Some(error.span.clone()),
            expected: error.expected.clone(),
            suggestion: suggestion.map(str::to_owned),
            ..Fault::default()
        };
        self.report(word, &fault, place)?;
        if self.depth == 0 && !self.muted && self.log.is_open() {
            self.write_to_log(place.text, false)?;
        }
        Ok(self.after_failure())
    }

    /// Prints an error: in words on standard error, or as an object on standard output under an output of objects.
    fn report(&mut self, word: &str, fault: &Fault, place: Place<'_>) -> io::Result<()> {
        let message = storage::in_words(&fault.message);
        if self.is_json() {
            // From the command on: a line may have very many of them.
            let column = |span: &Range<usize>| {
                let before = place.line.get(place.start..span.start)?;
                Some(place.column + before.chars().count())
            };
            let error = JsonError {
                message: beginning(&message, 10_000).into_owned(),
                line: place.source.map(|source| source.line),
                column: fault.span.as_ref().map_or(Some(place.column), column),
                expected: fault.expected.clone(),
                suggestion: fault.suggestion.clone().or_else(|| fault.remedy.clone()),
            };
            let object = json_error(word, &error);
            match &self.listener {
                Some(listener) => listener.hear(&object)?,
                None => self.write_out(&object)?,
            };
        }
        // A refused command is shown alone; what was just typed still stands on the screen and needs no repeating.
        let input = match (&fault.span, place.source) {
            (Some(_), _) => place.line,
            (None, Some(_)) if place.text.is_empty() => fault.command.as_str(),
            (None, Some(_)) => place.text,
            (None, None) => "",
        };
        let text = diagnostic(&Diagnostic {
            message,
            input: Some(input),
            span: fault.span.clone(),
            source: place.source.cloned(),
            expected: fault.expected.clone(),
            suggestion: fault.suggestion.clone(),
            remedy: fault.remedy.clone(),
            style: self.style_of(&io::stderr()),
            width: self.options.width.or_else(|| terminal::size_of_stderr().map(|(columns, _)| columns)),
        });
        self.log.say(&text);
        match &self.listener {
            Some(listener) => listener.hear_fault(&text),
            None => {
                let mut err = io::stderr().lock();
                let text = terminal::in_its_letters(&text, err.is_terminal());
                err.write_all(text.as_bytes())
            }
        }
    }
}

/// How many settings of a file have no effect, and why.
fn summary_of(unused: &BTreeMap<Unused, (usize, String)>, file: &str) -> String {
    if let [(why, (1, words))] = unused.iter().collect::<Vec<_>>()[..] {
        return format!("`{words}` has no effect: {why}");
    }
    let all: usize = unused.values().map(|(n, _)| n).sum();
    let mut lines = vec![format!("{all} settings of {file} have no effect here:")];
    lines.extend(unused.iter().map(|(why, (n, words))| match n {
        1 => format!("  `{words}`: {why}"),
        n => format!("  {n} like `{words}`: {why}"),
    }));
    lines.join("\n")
}

/// A fault, wherever it was found.
#[derive(Clone, Debug, Default)]
struct Fault {
    message: String,
    /// The command, when it is one; empty for a text, which stands on the screen.
    command: String,
    /// The bytes of the line that are meant, when it is not.
    span: Option<Range<usize>>,
    expected: Vec<String>,
    suggestion: Option<String>,
    remedy: Option<String>,
}

fn refusal(command: &Command, error: &SessionError) -> Fault {
    Fault {
        message: error.message.clone(),
        // A text is as long as its lines, and stands on the screen.
        command: match command {
            Command::File(FileCommand::Text { .. }) => String::new(),
            command => command.to_string(),
        },
        expected: error.expected.clone(),
        remedy: error.suggestion.clone(),
        ..Fault::default()
    }
}

fn first_word(command: &Command) -> String {
    if matches!(command, Command::File(FileCommand::Text { .. })) {
        return "import".to_owned();
    }
    command.to_string().split_whitespace().next().unwrap_or_default().to_owned()
}

/// The command that plays as many trials again as a rollout has, so often; `None` where that is never.
fn rolled_again(answer: &Result<Reply, SessionError>, times: u32) -> Option<Command> {
    let Ok(Reply::Rollout(rollout)) = answer else { return None };
    let trials = u32::try_from(rollout.most_trials()).unwrap_or(u32::MAX);
    (times > 0).then(|| Command::Rollout(RolloutCommand::Extend(trials.saturating_mul(times))))
}
