//! A match that is played is not lost: the user is asked before it is given up, and it is kept on disk until it is
//! saved.

use crate::command::{Command, FileCommand, Library, New};
use crate::formats::{Extent, write_json};
use crate::session::reply::Reply;
use crate::session::{AtStake, Host, Session, SessionError};
use crate::storage::{self, Existing, Stored};
use std::io::Write;
use std::path::Path;

/// The file in which the match is kept until it is saved.
#[derive(Default)]
pub(in crate::session) struct Keeping {
    /// The file, locked as long as this session has a match.
    file: Option<Stored>,
    /// How long it is, and how many commands were carried out since it was written.
    bytes: usize,
    since: usize,
}

impl Session {
    /// Asks the user before a command gives up a match that is not saved.
    pub(in crate::session) fn may_leave(&self, command: &Command, host: &mut dyn Host) -> Result<(), SessionError> {
        let gives_up = match command {
            Command::New(New::Match(_) | New::Session) | Command::Quit => true,
            Command::Library(Library::Open(_) | Library::Found(_)) => true,
            Command::New(New::Game) => self.state().game.is_some(),
            Command::File(
                FileCommand::Import { .. }
                | FileCommand::Load { .. }
                | FileCommand::Analyse { .. }
                | FileCommand::Sample
                | FileCommand::LoadUnsaved(_),
            ) => true,
            _ => false,
        };
        // Dice that fell and nobody has played are nothing to lose, except in GNU Backgammon's manner, which asks.
        let begun = (self.table.has_begun() && !host.may_advise()).then_some(AtStake::Match);
        let Some(lost) = self.table.unsaved().or(begun).filter(|_| gives_up && self.settings.confirm_new) else {
            return Ok(());
        };
        if self.settings.confirm_default.map_or_else(|| host.may_give_up(lost), Ok)? {
            return Ok(());
        }
        Err(SessionError::new("the match goes on").with_suggestion("save match match.sgf"))
    }

    /// Keeps what was played in a file of the host's until it is saved or given up. Where that fails, the reply says
    /// so.
    ///
    /// An analysis that a person asked for at the prompt is a change of the match: the person is asked before it is
    /// lost. Only with `set autosave analysis on` does it begin such a file.
    pub(in crate::session) fn keep_match(&mut self, command: &Command, reply: Reply, host: &dyn Host) -> Reply {
        let Some(file) = host.match_file() else { return reply };
        let is_analysis = matches!(command, Command::Analyse(_) | Command::File(FileCommand::Analyse { .. }));
        match command {
            // The kept match is taken up again, and is kept as this match from now on. A file of another shell that is
            // running is left alone.
            Command::File(FileCommand::Import { file: read, .. } | FileCommand::Load { file: read, .. })
                if is_kept(Path::new(read), &file) =>
            {
                self.table.note_unsaved();
                if !storage::is_in_use(Path::new(read)) {
                    let _ = storage::remove(Path::new(read));
                }
            }
            Command::File(FileCommand::Save { extent: Extent::Match | Extent::Session, .. }) => self.table.note_saved(),
            Command::File(FileCommand::Export { extent: Extent::Match | Extent::Session, format, .. })
                if format.is_read_with(Extent::Match) =>
            {
                self.table.note_saved();
            }
            // What people write into a match is lost with it, too.
            Command::Annotate(_) | Command::Comment(_) | Command::CommentHere(Some(_)) | Command::Flag(_)
                if host.may_advise() =>
            {
                self.table.note_analyzed();
            }
            _ if is_analysis && (self.settings.autosave_analysis || host.may_advise()) => self.table.note_analyzed(),
            _ => {}
        }
        if self.table.unsaved().is_none() || matches!(command, Command::Quit) {
            if self.keeping.file.take().is_some() {
                let _ = storage::remove(&file);
            }
            return reply;
        }
        let changes = if is_analysis {
            self.settings.autosave_analysis || self.keeping.file.is_some()
        } else {
            command.moves_the_game()
                || command.seats_a_player()
                || matches!(
                    command,
                    Command::File(_)
                        | Command::Annotate(_)
                        | Command::Comment(_)
                        | Command::CommentHere(_)
                        | Command::Flag(_)
                )
        };
        if !changes || self.settings.autosave_time == 0 {
            return reply;
        }
        // A match of many megabytes is not written after every command, or a long session would take a time that grows
        // with its square: one command for each megabyte.
        self.keeping.since += 1;
        if self.keeping.since <= self.keeping.bytes >> 20 {
            return reply;
        }
        let variation = self.state().shown().map_or(self.settings.variation, |game| game.variation);
        let main = self.record().main_line();
        let text = write_json(&self.settings.names, self.table.info(), variation, main.games());
        let written = match super::can_be_read(main.games().len(), text.len()) {
            Ok(()) => storage::write_with_private(&file, Existing::Replace, |to| to.write_all(text.as_bytes())),
            Err(why) => Err(std::io::Error::other(why)),
        };
        (self.keeping.since, self.keeping.bytes) = (0, text.len());
        match written {
            Ok(kept) => {
                self.keeping.file = Some(kept);
                reply
            }
            Err(error) => {
                let why = storage::in_words(error);
                let told = Reply::Message(format!("this match is not kept: {}: {why}", file.display()));
                Reply::Many(vec![reply, told])
            }
        }
    }
}

/// Whether a file is one of those in which unsaved matches are kept, as `own` is.
fn is_kept(file: &Path, own: &Path) -> bool {
    let is_named_so = file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("unsaved-"));
    is_named_so && file.parent() == own.parent()
}
