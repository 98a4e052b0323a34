//! Matches that were kept because nobody saved them: gone on with, or forgotten.

use crate::command::{Command, FileCommand};
use crate::formats::Format;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::storage;
use crate::words::counted;
use std::path::PathBuf;

impl Session {
    /// Goes on with the newest match that was kept, or with the Nth newest: as if its file were imported.
    pub(super) fn load_unsaved(&mut self, n: Option<u16>, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let kept = host.unsaved_matches();
        let number = usize::from(n.unwrap_or(1));
        let Some(file) = number.checked_sub(1).and_then(|at| kept.get(at)) else {
            let there = match kept.len() {
                0 => "there is no unsaved match".to_owned(),
                1 => "one unsaved match is kept".to_owned(),
                n => format!("{n} unsaved matches are kept"),
            };
            return Err(SessionError::new(there));
        };
        let import = FileCommand::Import { format: Some(Format::json()), file: file.display().to_string() };
        // It goes on where it was left.
        let first = std::mem::replace(&mut self.settings.go_to_first_game, false);
        let reply = self.file_command(&import, host);
        self.settings.go_to_first_game = first;
        let reply = reply?;
        Ok(self.keep_match(&Command::File(import), reply, host))
    }

    /// Takes the newest of these matches away, or all.
    pub(super) fn forget_unsaved(all: bool, host: &dyn Host) -> Result<Reply, SessionError> {
        let kept = host.unsaved_matches();
        let gone: &[PathBuf] = if all { &kept } else { &kept[..kept.len().min(1)] };
        for file in gone {
            storage::remove(file).map_err(|error| SessionError::in_file(file, error))?;
        }
        let left = kept.len() - gone.len();
        let told = match (gone.len(), left) {
            (0, _) => "there is no unsaved match".to_owned(),
            (1, 0) => "the match is forgotten".to_owned(),
            (1, 1) => "the match is forgotten; one more is kept".to_owned(),
            (1, left) => format!("the match is forgotten; {left} more are kept: `forget unsaved all` takes them away"),
            (n, _) => format!("{} are forgotten", counted(n, "match")),
        };
        Ok(Reply::Message(told))
    }
}
