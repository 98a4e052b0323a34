//! Files: weights and databases in, settings out.

use crate::board::Variation;
use crate::eval::Evaluator;
use crate::eval::bearoff::file::{Database, Recomputed, SAMPLED};
use crate::session::reply::Reply;
use crate::session::{Session, SessionError};
use crate::settings::changes;
use crate::storage;
use crate::words::counted;
use std::path::Path;
use std::sync::Arc;

/// A bearoff database of more bytes is not read through when it is loaded: `gammon bearoff check` does that.
const MOST_VERIFIED: usize = 1 << 30;

/// The most bytes of a file of settings.
const MOST_SETTINGS: u64 = 16 << 20;

impl Session {
    /// Evaluates with the nets of a GNU Backgammon weights file or of a net file of ours, or with the built-in ones
    /// again (`load weights default`).
    pub(in crate::session) fn load_weights(&mut self, file: &str) -> Result<Reply, SessionError> {
        self.engine.load_nets(file)?;
        self.forget_analysis();
        Ok(Reply::Message(format!("positions are evaluated by {}", self.engine.name())))
    }

    /// Uses a bearoff or hypergammon database in the format of GNU Backgammon wherever it reaches.
    pub(in crate::session) fn load_bearoff(&mut self, file: &str) -> Result<Reply, SessionError> {
        let bytes = storage::bytes(Path::new(file)).map_err(|error| SessionError::in_file(file, error))?;
        let is_large = (*bytes).as_ref().len() > MOST_VERIFIED;
        let database = Database::open(bytes).map_err(|error| SessionError::in_file(file, error))?;
        let what = database.header().subject();
        let bearoff = self.engine.evaluator().bearoff();
        // One that answers wrongly here and there would never be noticed.
        let verified = if is_large { Ok(()) } else { database.verify() };
        let checked = verified.and_then(|()| database.recompute(bearoff, SAMPLED));
        let checked = match checked.map_err(|error| SessionError::in_file(file, error))? {
            Recomputed::All => "every number was recomputed".to_owned(),
            Recomputed::HomeAndSample(n) => {
                format!("the numbers of the home board and of {n} other positions were recomputed")
            }
            Recomputed::Sample(n) => format!("the numbers of {} were recomputed", counted(n, "position")),
        };
        let mut user = bearoff.user.clone();
        user.add(database).map_err(|error| SessionError::in_file(file, error))?;
        self.engine.use_bearoff(Arc::new(bearoff.with_user(user)));
        self.forget_analysis();
        Ok(Reply::Message(format!("the database of {what} is in use: {checked}")))
    }

    /// The variation of the game in progress, or of the next.
    pub(in crate::session) fn variation(&self) -> Variation {
        self.state().game.map_or(self.settings.variation, |game| game.variation)
    }

    /// The evaluator of the game in progress, or of the next.
    pub fn game_evaluator(&self) -> Arc<Evaluator> {
        self.engine.evaluator_of(self.variation())
    }

    /// Writes the settings as a file of commands.
    pub(in crate::session) fn save_settings(&self, file: &str) -> Result<Reply, SessionError> {
        let path = Path::new(file);
        let fault = |error: std::io::Error| SessionError::in_file(file, error);
        let text = match self.settings_text {
            Some(text) => {
                let there =
                    if path.is_file() { storage::read(path, MOST_SETTINGS).map_err(fault)? } else { Vec::new() };
                text(&self.settings, &String::from_utf8_lossy(&there))
            }
            None => {
                let lines: String = changes(&self.settings).iter().map(|line| format!("{line}\n")).collect();
                format!("# settings of gammon that are not the defaults, as commands\n{lines}")
            }
        };
        storage::write(path, text.as_bytes()).map_err(fault)?;
        Ok(Reply::Message(format!("the settings are saved in {file}")))
    }
}
