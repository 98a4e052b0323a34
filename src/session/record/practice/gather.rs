//! The user's own errors in the matches of a folder or of the library.

use super::meant::found_of;
use crate::analysis::{Action, Phase};
use crate::board::{Player, Variation};
use crate::command::WantedErrors;
use crate::formats::PlayedMatch;
use crate::library::book::question_id;
use crate::library::{Asked, Facts, Found, KeptMatch, Library, Source};
use crate::movegen::Play;
use crate::notation::play_text;
use crate::record::{Event, State};
use crate::session::error::refused;
use crate::session::files::matches_of;
use crate::session::record::errors::{Decided, turn_of};
use crate::session::record::library::{failed, names_of};
use crate::session::{Host, Session, SessionError};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

/// The most plays of a question, the one that was made aside.
const MOST_PLAYS: usize = 4;

/// A match in which errors are searched for.
enum Place {
    /// A file of the folder.
    File(PathBuf),
    /// A match of the library.
    Kept(Box<KeptMatch>),
}

impl Place {
    /// What it is called where faults are told.
    fn name(&self) -> String {
        match self {
            Self::File(file) => file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Kept(kept) => kept.file.clone(),
        }
    }
}

impl Session {
    /// The matches that may be searched, the newest first: those of the folder, or else the user's of the library. Each
    /// with the name and the stamp by which the library knows that it has been searched.
    fn places(&self, library: &Library) -> Result<Vec<(Place, String, String)>, SessionError> {
        let names = &self.settings.aliases;
        let Some(folder) = &self.settings.matches else {
            let mut kept = library.matches().map_err(failed)?;
            kept.retain(|kept| kept.names.0.iter().any(|name| self.settings.is_own_name(name)));
            kept.sort_by(|a, b| (&b.date, b.number).cmp(&(&a.date, a.number)));
            let place = |kept: KeptMatch| {
                let name = format!("match {} of the library", kept.number);
                (Place::Kept(Box::new(kept)), name, names.clone())
            };
            return Ok(kept.into_iter().map(place).collect());
        };
        let place = |(file, _, stamp): (PathBuf, u64, String)| {
            let name = file.display().to_string();
            (Place::File(file), name, stamp)
        };
        Ok(newest(folder, names)?.into_iter().map(place).collect())
    }

    /// The names of players in the matches that may be searched, in this many files of the folder at most, with how
    /// often each is there.
    pub(super) fn names_there(&self, library: &Library, most: usize) -> Result<BTreeMap<String, usize>, SessionError> {
        let Some(folder) = &self.settings.matches else {
            return Ok(names_of(&library.matches().map_err(failed)?));
        };
        let mut names = BTreeMap::new();
        let files = newest(folder, "")?.into_iter().take(most);
        for played in files.filter_map(|(file, _, _)| self.match_of(&file).ok()) {
            played.names.0.into_iter().for_each(|name| *names.entry(name).or_default() += 1);
        }
        Ok(names)
    }

    /// Searches the matches that there are until this many errors that are meant are found and not proved. A match that
    /// has no analysis is analysed. Returns what is wrong with files that cannot be read.
    pub(super) fn gather(
        &mut self,
        library: &mut Library,
        wanted: (&WantedErrors, usize),
        host: &mut dyn Host,
    ) -> Result<Vec<String>, SessionError> {
        let mut faults = Vec::new();
        let places = self.places(library)?;
        let of = places.len();
        for (i, (place, name, stamp)) in places.into_iter().enumerate() {
            if found_of(library, wanted.0)?.len() >= wanted.1 {
                break;
            }
            if library.has_file(&name, &stamp).map_err(failed)? {
                continue;
            }
            host.stage(format!("match {} of {of}", i + 1), None);
            let found = match self.found_at(&place, library, host) {
                Ok(found) => found,
                Err(error) if error.ends_all() => return Err(error),
                Err(error) => {
                    faults.push(format!("{}: {}", place.name(), error.message));
                    Vec::new()
                }
            };
            library.add(&name, &stamp, &found).map_err(failed)?;
        }
        Ok(faults)
    }

    /// The user's errors in a match. A match without the user is not analysed.
    fn found_at(&self, place: &Place, library: &mut Library, host: &mut dyn Host) -> Result<Vec<Found>, SessionError> {
        let PlayedMatch { names, variation, .. } = match place {
            Place::File(file) => self.match_of(file)?,
            Place::Kept(kept) => library.match_with_number(kept.number).map_err(failed)?,
        };
        let Some(me) = Player::BOTH.into_iter().find(|&player| self.settings.is_own_name(&names[player])) else {
            return Ok(Vec::new());
        };
        // Identifiers tell no variation.
        if variation != Variation::default() {
            return Ok(Vec::new());
        }
        let played = match place {
            Place::File(file) => self.analysed_match_of(file, host)?,
            Place::Kept(kept) => self.analysed_match_of_library(library, kept.number, host)?,
        };
        let mut played = played.ok_or_else(SessionError::stopped)?;
        // Turns are numbered as they are when it is put on the table.
        let me = if self.is_seated_wrongly(&played.names) {
            played.swap_seats();
            !me
        } else {
            me
        };
        let session = self.with_match(played);
        let (errors, facts) = (session.errors(), session.facts());
        let of_me = errors.iter().filter(|one| one.verdict.is_error() && one.verdict.player == me);
        Ok(of_me.filter_map(|one| session.question_of(&place.name(), one, &facts)).collect())
    }

    /// An error as a question; `None` of what cannot be asked: beavers, resignations.
    fn question_of(&self, file: &str, decided: &Decided, facts: &[Facts]) -> Option<Found> {
        let Decided { game, verdict, made, .. } = decided;
        let (record, step, me) = (&self.record().games()[*game], verdict.step, verdict.player);
        let asked = match verdict.action {
            Action::Play => Asked::Play,
            Action::NoDouble | Action::Double => Asked::Double,
            Action::Take | Action::Pass => Asked::Take,
            Action::Beaver | Action::Resign | Action::Accept => return None,
        };
        let state = match asked {
            Asked::Take if record.steps.get(step.checked_sub(1)?)?.event == Event::Double => *record.state(step - 1),
            Asked::Take => return None,
            Asked::Play | Asked::Double => *record.state(step),
        };
        let plays = match (asked, &record.steps[step].event) {
            (Asked::Play, Event::Play(play)) => {
                let all = &record.steps[step].note.plays.as_ref()?.plays;
                choices(all.iter().map(|value| &value.play), &play_text(play))
            }
            (Asked::Play, _) => return None,
            (Asked::Double | Asked::Take, _) => Vec::new(),
        };
        let is_here = |one: &&Facts| (usize::from(one.game), usize::from(one.step)) == (*game, step);
        let phase = facts.iter().find(is_here).map(|one| one.phase);
        if state.game?.beavers > 0 {
            return None;
        }
        let made = match verdict.action {
            Action::NoDouble => "no double".to_owned(),
            Action::Double => "double".to_owned(),
            _ => made.clone(),
        };
        let date = self.table.info().date;
        let source = Source {
            file: file.to_owned(),
            opponent: self.settings.names[!me].clone(),
            date: date.map(|date| date.to_string()),
            game: u32::try_from(game + 1).ok()?,
            turn: u32::try_from(turn_of(record, step)).ok()?,
        };
        let question = self.found(asked, state, me, phase, source)?;
        Some(Found { made, loss: verdict.loss.into(), plays, ..question })
    }

    /// The question of what a player does in a state, seen as player 1's. The theme of a play is the part of the game.
    pub(super) fn found(
        &self,
        asked: Asked,
        mut state: State,
        player: Player,
        phase: Option<Phase>,
        source: Source,
    ) -> Option<Found> {
        let theme = match asked {
            Asked::Play => phase?.name(),
            Asked::Double => "doubling",
            Asked::Take => "taking",
        };
        if player == Player::Top {
            state.swap_seats();
        }
        let xgid = self.board_at(&state)?.ids.xgid;
        let (id, theme) = (question_id(asked, &xgid), theme.to_owned());
        Some(Found { id, asked, xgid, theme, made: String::new(), loss: 0.0, plays: Vec::new(), source })
    }
}

/// The plays among which a question lets choose: the best of a list, and the one that was made.
pub(super) fn choices<'a>(listed: impl Iterator<Item = &'a Play>, made: &str) -> Vec<String> {
    let mut plays: Vec<String> = listed.take(MOST_PLAYS).map(play_text).collect();
    if !plays.iter().any(|play| play == made) {
        plays.push(made.to_owned());
    }
    plays
}

/// The files of a folder, the newest first.
fn newest(folder: &str, names: &str) -> Result<Vec<(PathBuf, u64, String)>, SessionError> {
    let folder = std::fs::canonicalize(folder).map_err(|error| refused(format!("{folder}: {error}")))?;
    let mut files: Vec<_> = matches_of(&folder)?.into_iter().filter_map(|file| stamped(file, names)).collect();
    files.sort_by(|a, b| (b.1, &b.0).cmp(&(a.1, &a.0)));
    Ok(files)
}

/// A file with when it was written, and what tells this version of it, searched for these names, from others.
fn stamped(file: PathBuf, names: &str) -> Option<(PathBuf, u64, String)> {
    let data = std::fs::metadata(&file).ok()?;
    let written = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let stamp = format!("{} {} {names}", data.len(), written.as_nanos());
    Some((file, written.as_secs(), stamp))
}
