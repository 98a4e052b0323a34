//! Matches from files and to files.

use super::error::refused;
use super::{Reply, Session, SessionError};
use crate::board::Player;
use crate::formats::{PlayedMatch, decoded, read_mat, write_mat};
use crate::storage;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is read as a match: the longest matches take some 100 kB.
const MOST_BYTES: u64 = 16 << 20;

impl Session {
    /// Reads a match in Jellyfish's format. Nothing changes unless all of it can be read.
    pub(super) fn import_mat(&mut self, file: &str) -> Result<Reply, SessionError> {
        let text = decoded(&bytes_of(file)?);
        let played = read_mat(&text, self.settings.jacoby).map_err(|error| refused(format!("{file}: {error}")))?;
        Ok(self.take_over(file, played))
    }

    /// Puts a match that was read in the place of the present one.
    fn take_over(&mut self, file: &str, played: PlayedMatch) -> Reply {
        let games = played.record.games().len();
        let length = played.record.state().standing.length();
        let names = [Player::Top, Player::Bottom].map(|player| played.names[player].as_str()).join(" and ");
        let what = if length == 0 { "a money session".to_owned() } else { format!("a match to {length}") };
        let s = if games == 1 { "" } else { "s" };
        let mut notes = vec![format!("{file}: {what} between {names}, {games} game{s}")];
        notes.extend(played.remarks);
        self.settings.names = played.names;
        self.settings.variation = played.variation;
        self.info = played.info;
        self.restore(played.record);
        self.with_board(notes)
    }

    /// Writes the match, or the game at the cursor alone, in Jellyfish's format.
    pub(super) fn export_mat(&self, file: &str, one_game: bool) -> Result<Reply, SessionError> {
        let games = self.record.games();
        let (game, _) = self.record.cursor();
        let games = if one_game { &games[game..=game] } else { games };
        let variation = self.state().shown().map_or(self.settings.variation, |game| game.variation);
        let text = write_mat(&self.settings.names, &self.info, variation, games)
            .map_err(|problem| refused(format!("this cannot be written as .mat: {problem}")))?;
        storage::write(Path::new(file), text.as_bytes()).map_err(|error| refused(format!("{file}: {error}")))?;
        let what = if one_game { "game" } else { "match" };
        Ok(Reply::Message(format!("the {what} is written to {file}")))
    }
}

/// The contents of a plain file of reasonable size.
pub(super) fn bytes_of(file: &str) -> Result<Vec<u8>, SessionError> {
    let refuse = |error: &dyn std::fmt::Display| refused(format!("{file}: {error}"));
    // Asked before opening: a pipe would wait for its writer.
    let meta = std::fs::metadata(file).map_err(|error| refuse(&error))?;
    if !meta.is_file() {
        return Err(refuse(&"this is no plain file"));
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(|error| refuse(&error))?;
    opened.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| refuse(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(refuse(&"this is too large for a match"));
    }
    Ok(bytes)
}
