//! The host of a session: the shell, a tool, a test. It observes long work, and provides what a session does not have:
//! a clock, a terminal, a home folder, pages to read.

use super::{Plan, Session, SessionError, Work};
use crate::command::{Browse, ExportFormat, JobCommand, Tour};
use crate::formats::{Extent, PageKind};
use crate::record::Date;
use crate::rollout::{self, Cost, Crew, PilotStep, RolloutSettings};
use crate::session::reply::{Reply, RolloutReply};
use std::path::PathBuf;
use std::time::Duration;

/// The part of a match that is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStake {
    /// The play.
    Match,
    /// The analysis alone.
    Analysis,
}

/// Calls that a session makes while a command is carried out. Each has a default, so a host implements only what it can
/// do. The clock of a rollout is the host's, too ([`rollout::Observer::elapsed`]).
pub trait Host: rollout::Observer {
    /// A rollout is about to begin.
    fn begins(&mut self, _plan: &Plan, _settings: &RolloutSettings) {}

    /// A pilot chooses the evaluator of luck, before the rollout begins.
    fn pilots(&mut self, _step: &PilotStep) {}

    /// The next of several pieces of work begins, such as `horizon 3 of 0..7`; the clock of rollouts begins anew. All
    /// that is left may take so long, where that is known.
    fn stage(&mut self, _what: String, _left: Option<Duration>) {}

    /// So many of the pieces of work are done of so many.
    fn share(&mut self, _done: usize, _of: usize) {}

    /// So many decisions of a file are answered of so many; the rest may take so long, where that is known.
    fn answers(&mut self, _done: usize, _of: usize, _left: Option<Duration>) {}

    /// An analysis has done so many decisions and rolls of so many.
    fn analyzes(&mut self, _done: usize, _of: usize) {}

    /// Time that may be spent on predicting the cost of a rollout; `None` for no prediction.
    fn cost_budget(&self) -> Option<Duration> {
        None
    }

    /// The expected cost on this many threads of the rollout that is about to begin.
    fn expects(&mut self, _cost: &Cost, _threads: usize) {}

    /// The crew at an address that plays trials in place of threads here.
    ///
    /// # Errors
    /// When there is no crew.
    fn crew_at(&self, address: &str) -> Result<Box<dyn Crew>, SessionError> {
        Err(SessionError::new(format!("workers at {address} cannot be reached from here")))
    }

    /// The time since the command began; always zero without a clock.
    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    /// The time since some moment in the past, which goes on between commands; always zero without a clock.
    fn moment(&self) -> Duration {
        Duration::ZERO
    }

    /// The time that processors have worked for this process, where it is known.
    fn processor_time(&self) -> Option<Duration> {
        None
    }

    /// Whether a file that is there already may be replaced; may ask the user.
    ///
    /// # Errors
    /// When there is no user to ask, or no answer.
    fn may_replace(&mut self, _file: &str) -> Result<bool, SessionError> {
        Ok(true)
    }

    /// Serves other programs at an address, until interrupted.
    ///
    /// # Errors
    /// When the address cannot be listened at, or this host cannot serve.
    fn serve(&mut self, _session: &Session, _address: &str) -> Result<Reply, SessionError> {
        Err(SessionError::new("there is no server for other programs here"))
    }

    /// Shows something in a browser on this machine, with the session behind it, until interrupted.
    ///
    /// # Errors
    /// When there is nothing to be shown, or this host serves no browser.
    fn browse(&mut self, _session: &mut Session, _what: &Browse) -> Result<Reply, SessionError> {
        Err(SessionError::new("there is no page for a browser here").with_suggestion("export match html match.html"))
    }

    /// Shows the match on the whole screen of the terminal, until the reader leaves.
    ///
    /// # Errors
    /// When there is no match, or this host has no terminal.
    fn study(&mut self, _session: &mut Session) -> Result<Reply, SessionError> {
        Err(SessionError::new("there is no terminal to fill here").with_suggestion("export match html match.html"))
    }

    /// The answer to whether what is not saved may be given up, by leaving or for another match; may ask the user.
    ///
    /// # Errors
    /// When there is no answer.
    fn may_give_up(&mut self, _lost: AtStake) -> Result<bool, SessionError> {
        Ok(true)
    }

    /// A text that the user has edited at the prompt; `None` where nobody edits, or the user leaves it as it is.
    ///
    /// # Errors
    /// When the terminal fails.
    fn edit(&mut self, _prompt: &str, _text: &str) -> Result<Option<String>, SessionError> {
        Ok(None)
    }

    /// Whether the user can be asked about errors before they are made.
    fn hears_tutor(&self) -> bool {
        false
    }

    /// Whether a play or cube action that the tutor finds fault with is made anyway; may ask the user.
    ///
    /// # Errors
    /// When there is no answer.
    fn may_err(&mut self, _fault: &str) -> Result<bool, SessionError> {
        Ok(true)
    }

    /// Whether a person resigns, who is told what that gives up; may ask the user.
    ///
    /// # Errors
    /// When there is no answer.
    fn may_resign(&mut self, _lost: &str) -> Result<bool, SessionError> {
        Ok(true)
    }

    /// Whether the user can enter dice under `set rng manual`.
    fn enters_dice(&self) -> bool {
        false
    }

    /// Whether the first two dice among the digits of a line are meant, whatever stands around them.
    fn reads_any_digits(&self) -> bool {
        false
    }

    /// Says something before a question that a command may lead to. Returns whether it was said.
    fn say_before_asking(&mut self, _text: &str) -> bool {
        false
    }

    /// A line with the dice that are `whose`; `fault` is what was wrong with the line before.
    ///
    /// # Errors
    /// When there is no such line.
    fn enter_dice(&mut self, _whose: &str, _fault: Option<&SessionError>) -> Result<String, SessionError> {
        Err(SessionError::new("there is nobody to enter dice").with_suggestion("set dice 31"))
    }

    /// The file in which a match that is played is kept until it is saved; `None` where no match is played.
    fn match_file(&self) -> Option<PathBuf> {
        None
    }

    /// Files in which matches were kept that nobody saved, by shells that are gone, the newest first.
    fn unsaved_matches(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether answers are tables for other programs or texts (CSV, Markdown), in which a sentence says nothing.
    fn shows_tables(&self) -> bool {
        false
    }

    /// Whether a person at a prompt may be told what else there is to type.
    fn may_advise(&self) -> bool {
        false
    }

    /// Goes on with the tour at the prompt, or leaves it.
    ///
    /// # Errors
    /// When there is no prompt.
    fn tour(&mut self, _tour: Tour) -> Result<Reply, SessionError> {
        Err(SessionError::new("the tour is for the prompt: start gammon without a file"))
    }

    /// The lines typed so far, the first one first.
    fn typed_lines(&self) -> &[String] {
        &[]
    }

    /// The day that it is, by the clock in London; `None` where there is no clock.
    fn today(&self) -> Option<Date> {
        None
    }

    /// The seconds since that day began.
    fn second_of_day(&self) -> i64 {
        0
    }

    /// Where settings are saved that name no file.
    fn settings_file(&self) -> Option<PathBuf> {
        None
    }

    /// The file of a database of matches that has only a name: one of this program's own, or of GNU Backgammon's.
    fn database_file(&self, _name: &str, _is_gnubgs: bool) -> Option<PathBuf> {
        None
    }

    /// Hands a package of cards to Anki, through its add-on AnkiConnect at an address.
    ///
    /// # Errors
    /// When nothing listens there, or Anki refuses the package.
    fn hand_to_anki(&self, _address: &str, _package: &[u8]) -> Result<(), SessionError> {
        Err(SessionError::new("Anki cannot be reached from here").with_suggestion("export cards errors.apkg"))
    }

    /// Puts a text on the clipboard of the user's terminal; whether it could be tried.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    fn copy(&mut self, _text: &str) -> Result<bool, SessionError> {
        Ok(false)
    }

    /// Runs work beside the session.
    ///
    /// # Errors
    /// When this host has no background jobs, or the work fails at once.
    fn begin_job(&mut self, _work: Work) -> Result<Reply, SessionError> {
        Err(no_jobs())
    }

    /// Lists such work, waits for it, stops it. Its answer is given once.
    ///
    /// # Errors
    /// When there is no such work, or it failed.
    fn job(&mut self, _command: JobCommand) -> Result<Reply, SessionError> {
        Err(no_jobs())
    }

    /// A page about something in the session, in a form for people or other programs.
    ///
    /// # Errors
    /// When there is nothing to write about, or this host cannot write pages.
    fn page(&self, _session: &Session, _page: &Page<'_>) -> Result<String, SessionError> {
        Err(SessionError::new("pages cannot be written here"))
    }
}

fn no_jobs() -> SessionError {
    SessionError::new("there are no background jobs here")
}

/// A page for a host to write.
#[derive(Clone, Copy, Debug)]
pub enum Page<'a> {
    /// The last rollout.
    Rollout {
        /// The form of the file.
        format: ExportFormat,
        /// Whether every trial is written.
        trials: bool,
    },
    /// A part of the record, or the position on the table.
    Record {
        /// The part of the record.
        extent: Extent,
        /// The form of the page.
        kind: PageKind,
    },
    /// The last history of a folder.
    History {
        /// A page, or else a drawing.
        page: bool,
    },
    /// What a library says of players, as a page.
    Library(&'a [Reply]),
    /// An answer of figures, as a drawing.
    Figures(&'a Reply),
    /// Answers as plain text, to be read elsewhere.
    Plain(&'a Reply),
    /// A line of the results of `rollout file`.
    ResultLine {
        /// The answer.
        rollout: &'a RolloutReply,
        /// The line of the file that it answers.
        input: &'a str,
        /// The name on that line.
        name: Option<&'a str>,
        /// The settings of the command.
        asked_for: &'a serde_json::Value,
    },
    /// A line of the answers of `eval file` and `hint file`.
    AnswerLine {
        /// The answer.
        answer: &'a Reply,
        /// The command that it answers.
        words: &'a str,
        /// The line of the file.
        input: &'a str,
        /// The name on that line.
        name: Option<&'a str>,
        /// The settings that are not the defaults.
        asked_for: &'a serde_json::Value,
    },
}

/// A host without an observer and without a user.
impl Host for rollout::Unobserved {}
