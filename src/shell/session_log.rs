//! The log of a session: what was typed, to be loaded again, with the answers as comments.

use crate::command::{Change, Command, Set, parse};
use crate::rollout::Unobserved;
use crate::session::Session;
use crate::settings::random_seed;
use crate::settings::{DiceSource, changes};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};

/// The log, if there is to be one.
#[derive(Default)]
pub(super) struct SessionLog {
    open: Option<(String, File)>,
    /// The answers to the command at hand.
    said: String,
}

impl SessionLog {
    /// Whether there is one.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Keeps an answer until the command is over.
    pub fn say(&mut self, text: &str) {
        if self.open.is_some() {
            self.said += &anstream::adapter::strip_str(text).to_string();
        }
    }

    /// Writes a command with its outcome. Then opens, changes or closes the file by `set log`.
    ///
    /// # Errors
    /// When the file cannot be opened or written; nothing is logged from then on, as after `set log off`.
    pub fn enter(&mut self, session: &mut Session, command: &str, went_well: bool) -> io::Result<()> {
        let written = self.write(session, command, went_well);
        if written.is_err() {
            self.open = None;
            let off = parse("set log off").expect("a command");
            let _ = session.execute(&off, &mut Unobserved);
        }
        written
    }

    fn write(&mut self, session: &mut Session, command: &str, went_well: bool) -> io::Result<()> {
        let said = std::mem::take(&mut self.said);
        let wanted = session.settings().log.clone();
        let is_open = self.open.as_ref().map(|(name, _)| name) == wanted.as_ref();
        if is_open {
            let Some((_, file)) = &mut self.open else { return Ok(()) };
            let mut text = if went_well { format!("{command}\n") } else { format!("# failed: {command}\n") };
            said.lines().for_each(|line| text += &(format!("# {line}").trim_end().to_owned() + "\n"));
            return file.write_all(text.as_bytes());
        }
        self.open = None;
        if let Some(name) = wanted {
            let mut file = OpenOptions::new().create(true).append(true).open(&name)?;
            file.write_all(beginning(session).as_bytes())?;
            self.open = Some((name, file));
        }
        Ok(())
    }
}

/// Whether a command is left out of the log: those about the log itself, and `quit`.
pub(super) fn is_of_the_log(command: &Command) -> bool {
    match command {
        Command::Set(Set::Setting(Change { setting, .. })) => setting.words == "log",
        Command::Quit => true,
        _ => false,
    }
}

/// Commands that bring another session to where this one is. The dice begin anew, with a seed that both have.
fn beginning(session: &mut Session) -> String {
    let mut lines = vec![format!("# gammon {}; `load commands` does all this again", env!("CARGO_PKG_VERSION"))];
    lines.extend(changes(session.settings()).into_iter().filter(|line| !line.starts_with("set log ")));
    if matches!(session.settings().dice.source, DiceSource::Generator(_)) {
        let seed = format!("set seed {}", random_seed());
        let command = parse(&seed).expect("a seed is a number");
        if session.execute(&command, &mut Unobserved).is_ok() {
            lines.retain(|line| !line.starts_with("set seed "));
            lines.push(seed);
        }
    }
    let rollout_seed = format!("set rollout seed {}", session.settings().rollout.seed);
    if !lines.contains(&rollout_seed) {
        lines.push(rollout_seed);
    }
    if let Some(board) = session.board_at(session.state()).filter(|_| session.game().is_some()) {
        lines.push(format!("set gnubgid {}:{}", board.ids.position_id, board.ids.match_id));
    }
    lines.join("\n") + "\n"
}
