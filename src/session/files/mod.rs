//! Matches from files and to files.

mod answers;
mod folder_import;
mod folder_statistics;
mod keep;
mod positions;
mod relational;
mod unsaved;

pub(super) use folder_statistics::{History, is_analyzed, kept_analysis, matches_of};
pub(super) use keep::Keeping;

pub(super) use answers::{Answers, Rest};
pub(super) use positions::at;
pub(super) use positions::set_up;
pub use positions::{Line, lines};

use super::{Host, Page, Session, SessionError};
use crate::board::{ByPlayer, Player};
use crate::command::{Analyse, FileCommand, Part};
use crate::formats::{
    Extent, FORMATS, Format, MOST_GAMES, PlayedMatch, ReadOptions, Writer, Written, WrittenBy, detect, lost_in,
    no_text, others_lost, read_position_text,
};
use crate::record::{Event, GameRecord, MatchInfo, Record};
use crate::scoring::Met;
use crate::session::error::refused;
use crate::session::reply::Reply;
use crate::settings::{Settings, quoted};
use crate::storage;
use crate::words::counted;
use std::path::Path;

/// The largest file that is read as a match: the longest matches, every decision analysed, take some 10 MB.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// The match of `import sample`: two short games of two imaginary players, made for this program.
const SAMPLE: &str = include_str!("sample.mat");

/// Formats by their ending that are known by name only.
const UNKNOWN: [(&str, &str); 3] = [("sgg", "GamesGrid"), ("tmg", "TrueMoneyGames"), ("bkg", "BKG")];

/// Everything that a report on matches is made of.
pub struct MatchReport<'a> {
    /// The games.
    pub games: &'a [GameRecord],
    /// The facts about the match.
    pub info: &'a MatchInfo,
    /// The table by which scores are winning chances.
    pub met: &'a Met,
}

impl Session {
    pub(super) fn file_command(&mut self, command: &FileCommand, host: &mut dyn Host) -> Result<Reply, SessionError> {
        match command {
            FileCommand::Import { format, file } => self.import(*format, file),
            FileCommand::Sample => {
                let played = self.read("sample.mat", SAMPLE.as_bytes(), Format::mat())?;
                Ok(self.take_over("the sample", played, false))
            }
            FileCommand::Analyse { file } => {
                let read = self.import(None, file)?;
                let analysed = self.analyse(Analyse::Part(Part::Match), host)?;
                Ok(Reply::Many(vec![read, analysed]))
            }
            FileCommand::LoadUnsaved(n) => self.load_unsaved(*n, host),
            FileCommand::ForgetUnsaved { all } => Self::forget_unsaved(*all, host),
            FileCommand::ImportFolder { folder, save } => self.import_folder(folder, save.as_deref(), host),
            FileCommand::Text { text } => self.take_text(text),
            FileCommand::Load { extent, file } => {
                let played = self.read(file, &bytes_of(file)?, Format::sgf())?;
                Ok(self.take_over(file, played, *extent == Extent::Position))
            }
            FileCommand::Save { extent, file } => self.export(*extent, Format::sgf(), file, host),
            FileCommand::Export { extent, format, file } => {
                let file = file.clone().unwrap_or_else(|| self.name_for(*extent, format));
                self.export(*extent, format, &file, host)
            }
        }
    }

    /// Reads a match or position. Nothing changes unless all of it can be read.
    fn import(&mut self, format: Option<&Format>, file: &str) -> Result<Reply, SessionError> {
        let bytes = bytes_of(file)?;
        let format = format.or_else(|| detect(&bytes)).ok_or_else(|| {
            let ending = Path::new(file).extension().unwrap_or_default().to_string_lossy().to_lowercase();
            if let Some((_, program)) = UNKNOWN.iter().find(|(known, _)| *known == ending) {
                return refused(format!("{file}: files of {program} are not read: no description of them was found"));
            }
            if let Some(what) = no_text(&bytes) {
                return refused(format!("{file}: this is {what}"));
            }
            let known = FORMATS.iter().filter_map(|format| format.read.as_ref()).map(|reader| reader.what);
            refused(format!("{file}: gammon does not know this format")).with_expected(known)
        })?;
        let played = self.read(file, &bytes, format)?;
        Ok(self.take_over(file, played, false))
    }

    fn read(&self, file: &str, bytes: &[u8], format: &Format) -> Result<PlayedMatch, SessionError> {
        format.read(bytes, &self.read_options()).map_err(|error| {
            let what = |format: &Format| format.read.as_ref().map(|reader| reader.what);
            let other = detect(bytes).filter(|found| *found != format).and_then(what);
            match other.zip(what(format)) {
                Some((is, asked)) => refused(format!("{file}: this is {is}, not {asked}"))
                    .with_suggestion(format!("open {}", quoted(file))),
                None => SessionError::in_file(file, error),
            }
        })
    }

    /// Puts the position of a text on the table, as if it had been set up by commands: what was there before can be
    /// stepped back to.
    fn take_text(&mut self, text: &str) -> Result<Reply, SessionError> {
        let played = read_position_text(text, &self.read_options()).map_err(|error| refused(error.to_string()))?;
        for player in Player::BOTH {
            if !played.names[player].is_empty() {
                self.settings.names[player].clone_from(&played.names[player]);
            }
        }
        let elsewhere = self.elsewhere();
        self.table.set_up(*played.record.state(), elsewhere);
        if let Some(open) = self.table.open_note_mut() {
            open.clone_from(played.record.note_here());
        }
        self.arrive();
        Ok(self.with_board(played.remarks))
    }

    /// The rules that a file leaves out, and how strictly it is read.
    pub(in crate::session) fn read_options(&self) -> ReadOptions<'_> {
        let Settings { jacoby, beavers, strict_import: strict, .. } = self.settings;
        ReadOptions { jacoby, beavers, met: self.engine.met(), strict }
    }

    /// Puts a match that was read in the place of the present one. A position is what stands at its end, whatever the
    /// way there; so is that of a match `at_end`.
    pub(in crate::session) fn take_over(&mut self, file: &str, mut played: PlayedMatch, at_end: bool) -> Reply {
        let games = played.record.games().len();
        let length = played.record.state().standing.length();
        let both = |played: &PlayedMatch| Player::BOTH.map(|player| played.names[player].clone()).join(" and ");
        let what = if length == 0 { "a money session".to_owned() } else { format!("a match to {length}") };
        let is_position = played.is_position();
        let mut notes = if is_position {
            // Not every file of a position names the players.
            for player in Player::BOTH {
                if played.names[player].is_empty() {
                    played.names[player].clone_from(&self.settings.names[player]);
                }
            }
            vec![format!("{file}: a position of {what} between {}", both(&played))]
        } else {
            vec![format!("{file}: {what} between {}, {}", both(&played), counted(games, "game"))]
        };
        notes.extend(std::mem::take(&mut played.remarks));
        if self.is_seated_wrongly(&played.names) {
            played.swap_seats();
            notes.push(format!("{} is player 1, by `set me`", played.names[Player::Bottom]));
        }
        self.take_match(played);
        if is_position || at_end || !self.settings.go_to_first_game {
            self.table.seek(usize::MAX, usize::MAX);
        }
        self.with_board(notes)
    }

    /// Puts a match in the place of the present one, as it is.
    pub(in crate::session) fn take_match(&mut self, played: PlayedMatch) {
        self.settings.names = played.names;
        self.settings.variation = played.variation;
        *self.table.info_mut() = played.info;
        self.table.note_saved();
        self.table.restore(played.record);
        self.keep_preference();
        self.arrive();
    }

    /// Whether player 0 has a name of `set me`, and player 1 has none.
    pub(in crate::session) fn is_seated_wrongly(&self, names: &ByPlayer<String>) -> bool {
        self.settings.is_own_name(&names[Player::Top]) && !self.settings.is_own_name(&names[Player::Bottom])
    }

    /// The report on a part of the record, of which its file is made.
    pub fn match_report(&self, extent: Extent) -> MatchReport<'_> {
        let games = self.record().games();
        let (game, _) = self.record().cursor();
        let games = if extent == Extent::Game { &games[game..=game] } else { games };
        MatchReport { games, info: self.table.info(), met: self.engine.met() }
    }

    /// The position on the table as a record of its own.
    fn position_alone(&self) -> Result<Record, SessionError> {
        let state = *self.state();
        // After a game its last position can be kept.
        state.shown().ok_or_else(SessionError::no_game)?;
        let mut record = Record::new(crate::record::State::new(state.standing));
        let event = Event::Set(Box::new(state));
        record.apply(event, self.rules()).expect("what is set needs no leave");
        // What is known of the decision goes with its position.
        if let (Some(open), Some(note)) = (record.open_mut(0), self.noted_here()) {
            *open = note.clone();
        }
        Ok(record)
    }

    /// The name of a file for a part of the record: `Alice-Bob.html`, `Alice-Bob-game-2.html`.
    pub(super) fn name_for(&self, extent: Extent, format: &Format) -> String {
        let plain = |name: &String| {
            let kept = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
            name.chars().map(kept).collect::<String>().trim_matches('-').to_owned()
        };
        let names = Player::BOTH.map(|player| plain(&self.settings.names[player])).join("-");
        let part = match extent {
            Extent::Match | Extent::Session => String::new(),
            Extent::Game => format!("-game-{}", self.record().cursor().0 + 1),
            Extent::Position => "-position".to_owned(),
        };
        format!("{names}{part}.{}", format.ending(extent))
    }

    /// Writes a part of the record.
    fn export(
        &self,
        extent: Extent,
        format: &'static Format,
        file: &str,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (bytes, lost) = self.written(extent, format, host)?;
        storage::write(Path::new(file), &bytes).map_err(|error| SessionError::in_file(file, error))?;
        let reply = Reply::written(extent.word(), file);
        if lost.is_empty() || storage::is_output(Path::new(file)) {
            return Ok(reply);
        }
        let lost = Reply::Message(format!("a .{} file does not tell {}", format.ending(extent), lost.join(", ")));
        Ok(Reply::Many(vec![reply, lost]))
    }

    /// What a file of a part of the record holds, and what it cannot tell of it. It is read back before.
    ///
    /// # Errors
    /// When the format cannot say it, nothing is there to be written, or the file would not be read again.
    pub fn written(
        &self,
        extent: Extent,
        format: &'static Format,
        host: &mut dyn Host,
    ) -> Result<(Vec<u8>, Vec<String>), SessionError> {
        let cannot = |problem: String| refused(format!("this cannot be written as {}: {problem}", format.word));
        let write = match &format.write {
            Some(Writer { by: WrittenBy::Record(write), .. }) => write,
            Some(Writer { by: WrittenBy::Page(kind), .. }) => {
                let page = host.page(self, &Page::Record { extent, kind: *kind })?;
                let games = if extent == Extent::Position { &[] } else { self.match_report(extent).games };
                return Ok((page.into_bytes(), others_lost(games).into_iter().collect()));
            }
            None => return Err(cannot("the format is read only".to_owned())),
        };
        let alone = if extent == Extent::Position { Some(self.position_alone()?) } else { None };
        let report = self.match_report(extent);
        let written = Written {
            extent,
            names: &self.settings.names,
            info: self.table.info(),
            variation: self.state().shown().map_or(self.settings.variation, |game| game.variation),
            games: alone.as_ref().map_or(report.games, Record::games),
            state: self.state(),
            met: self.engine.met(),
        };
        let bytes = write(&written).map_err(cannot)?;
        can_be_read(written.games.len(), bytes.len()).map_err(refused)?;
        let lost = lost_in(format, &written, &bytes, &self.read_options()).map_err(cannot)?;
        Ok((bytes, lost))
    }
}

/// Whether a file of this many games and bytes would be read again: nothing else is written.
pub(super) fn can_be_read(games: usize, bytes: usize) -> Result<(), String> {
    if games > MOST_GAMES {
        return Err(format!(
            "{} cannot be kept in one file, which has {MOST_GAMES} at most: `new session` begins another",
            counted(games, "game")
        ));
    }
    if bytes as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(format!("the file would have {} MB, and gammon reads no file of more than {most} MB", bytes >> 20));
    }
    Ok(())
}

/// Refuses a name with the ending of other files; one without an ending will do.
pub(super) fn must_end_in(file: &str, ending: &str) -> Result<(), SessionError> {
    let path = Path::new(file);
    match path.extension() {
        Some(other) if !other.eq_ignore_ascii_case(ending) => {
            let error = SessionError::new(format!("{file} has the ending of another kind of file"));
            Err(error.with_expected([format!("a name such as {}", path.with_extension(ending).display())]))
        }
        _ => Ok(()),
    }
}

/// The contents of a plain file of reasonable size. An error begins with the name of the file.
fn bytes_of(file: &str) -> Result<Vec<u8>, SessionError> {
    contents_of(Path::new(file)).map_err(|error| SessionError::in_file(file, error))
}

/// The contents of a plain file of reasonable size. An error does not name the file.
pub(super) fn contents_of(file: &Path) -> Result<Vec<u8>, SessionError> {
    storage::read(file, MOST_BYTES).map_err(refused)
}
