//! Files: weights in, settings out.

use super::error::refused;
use super::{Engine, Reply, Session, SessionError};
use crate::eval::bearoff::Bearoff;
use crate::eval::net::ReferenceNets;
use crate::eval::{Evaluator, NetSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Evaluates with the nets of a GNU Backgammon weights file, or with our own again (`load weights default`).
    pub(super) fn load_weights(&mut self, file: &str) -> Result<Reply, SessionError> {
        self.engine = if file == "default" { Engine::standard() } else { Engine::from_file(file)? };
        self.forget_analysis();
        Ok(Reply::Message(format!("positions are evaluated by {}", self.engine.name)))
    }

    /// Writes the settings as a file of commands.
    pub(super) fn save_settings(&self, file: &str) -> Result<Reply, SessionError> {
        let lines: String = self.all_commands().iter().map(|line| format!("{line}\n")).collect();
        fs::write(file, format!("# settings of gammon, as commands\n{lines}"))
            .map_err(|error| refused(format!("{file}: {error}")))?;
        Ok(Reply::Message(format!("the settings are saved in {file}")))
    }
}

impl Engine {
    /// Our own nets.
    pub fn standard() -> Self {
        Self { evaluator: Evaluator::standard(), name: "gammon's own nets".to_owned() }
    }

    fn from_file(file: &str) -> Result<Self, SessionError> {
        let bytes = fs::read(file).map_err(|error| {
            refused(format!("{file}: {error}")).with_expected(["a GNU Backgammon weights file", "default"])
        })?;
        let nets = ReferenceNets::from_bytes(&bytes).map_err(|error| refused(format!("{file}: {error}")))?;
        let name =
            Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
        let evaluator = Arc::new(Evaluator::new(NetSet::Reference(nets), Bearoff::standard()));
        Ok(Self { evaluator, name: format!("the nets of {name}") })
    }
}
