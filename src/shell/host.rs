//! The shell as the host of a session: its clock, its terminal, its home folder.

use super::external::serve_external;
use super::farm::farm_at;
use super::pages::page;
use super::patience::hush;
use super::progress::Progress;
use super::{Interrupt, Paths, RunOptions};
use crate::render::visible;
use crate::rollout::{self, Control, Cost, Crew, CrewNews, PilotStep, RolloutSettings, Task, TrialRecord};
use crate::session::{Host, Page, Plan, Reply, Session, SessionError};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Hosts one command.
pub(super) struct ShellHost<'a> {
    pub progress: Progress,
    pub interrupt: &'a Interrupt,
    pub options: RunOptions,
    pub paths: Option<&'a Paths>,
    pub typed: &'a [String],
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

    fn analyzes(&mut self, done: usize, of: usize) {
        self.progress.analyzes(done, of);
    }

    fn cost_budget(&self) -> Option<Duration> {
        self.progress.cost_budget()
    }

    fn expects(&mut self, cost: &Cost, threads: usize) {
        Progress::expects(cost, threads);
    }

    fn crew_at(&self, address: &str) -> Result<Box<dyn Crew>, SessionError> {
        farm_at(address, self.paths)
    }

    fn clock(&self) -> Duration {
        self.progress.clock()
    }

    /// Whoever types is asked; a script has to say so beforehand.
    fn may_replace(&mut self, file: &str) -> Result<bool, SessionError> {
        if self.options.force {
            return Ok(true);
        }
        if !self.options.interactive {
            let refused = SessionError::new(format!("{file} is there already, and not replaced"));
            return Err(refused.with_expected(["another name", "`set confirm save off`", "`gammon --force`"]));
        }
        let asked = self.ask(&format!("{} is there already. Replace it? [y/N] ", visible(file)));
        let answer = asked.map_err(|error| SessionError::new(error.to_string()))?;
        Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    fn serve(&mut self, session: &Session, address: &str) -> Result<Reply, SessionError> {
        let quiet = self.options.quiet;
        let mut tell = |text: String| {
            if !quiet {
                let _ = writeln!(io::stderr(), "{}", visible(&text));
            }
        };
        serve_external(session, address, self.interrupt, &mut tell)
    }

    /// Whoever types is asked; a script means what it says.
    fn may_give_up(&mut self) -> Result<bool, SessionError> {
        if !self.options.interactive {
            return Ok(true);
        }
        let asked = self.ask("The match is not saved. Give it up? [y/N] ");
        let answer = asked.map_err(|error| SessionError::new(error.to_string()))?;
        Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    fn match_file(&self) -> Option<PathBuf> {
        self.paths.filter(|_| self.options.interactive).map(Paths::unsaved_match)
    }

    fn typed_lines(&self) -> &[String] {
        self.typed
    }

    fn settings_file(&self) -> Option<PathBuf> {
        self.paths.map(Paths::saved_settings)
    }

    fn page(&self, session: &Session, wanted: &Page<'_>) -> Result<String, SessionError> {
        page(session, wanted)
    }
}

impl ShellHost<'_> {
    /// A line from whoever sits at the terminal; empty where they are gone.
    fn ask(&self, question: &str) -> io::Result<String> {
        hush();
        let mut out = io::stdout().lock();
        out.write_all(question.as_bytes()).and_then(|()| out.flush())?;
        let mut answer = String::new();
        self.interrupt.wait(|| io::stdin().read_line(&mut answer))?;
        Ok(answer)
    }
}
