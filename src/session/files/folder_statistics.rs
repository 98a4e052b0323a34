//! `analyse folder` and `show statistics folder`: errors and luck of many matches, as a history.
//!
//! The analysis of a match by `analyse folder` goes into a file of its own, under the name of the match with `.sgf`
//! behind it. No file is replaced. A match whose file is there is not analyzed again, so a command that was stopped
//! goes on where it was.

use crate::analysis::{Class, Loss, LuckRating, PlayerStatistics, Scope, Statistics};
use crate::board::{ByPlayer, Player};
use crate::formats::{self, Format, FormatError, PlayedMatch, write_sgf};
use crate::movegen::legal_plays;
use crate::record::{Event, GameRecord, Record};
use crate::session::error::refused;
use crate::session::reply::{Figures, HistoryPlayer, HistoryReply, HistoryRow, KnownPlayer, Reply};
use crate::session::{Host, Refusal, Session, SessionError};
use crate::storage::{self, Existing};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where analyses are saved in a folder of matches, by default.
const ANALYSED: &str = "analysed";

/// All that is known about the player with this name.
struct Known {
    name: String,
    matches: usize,
    sum: PlayerStatistics,
}

/// The last history, for exports.
#[derive(Default)]
pub(in crate::session) struct History(Option<Arc<HistoryReply>>);

impl Session {
    /// The last history of a folder.
    pub fn last_history(&self) -> Option<&HistoryReply> {
        self.history.0.as_deref()
    }

    /// Analyzes the matches of a folder that are not analyzed yet, and saves the analyses where the settings have it
    /// so. When stopped, the reply has those analyzed so far.
    pub(in crate::session) fn folder_statistics(
        &mut self,
        folder: &str,
        save: Option<&Path>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let files = matches_of(Path::new(folder))?;
        let began = host.clock();
        let (mut matches, mut faults, mut all) = (Vec::new(), Vec::new(), Vec::<Known>::new());
        let (mut analysed, mut stopped) = (0, false);
        for (i, file) in files.iter().enumerate() {
            if self.is_stopped() {
                stopped = true;
                break;
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // Matches that had been analyzed take next to no time.
            let each = host.clock().saturating_sub(began).checked_div(analysed);
            let left = each.map(|each| each * u32::try_from(files.len() - i).unwrap_or(u32::MAX));
            host.stage(format!("match {} of {}", i + 1, files.len()), left);
            host.share(i, files.len());
            let played = match self.of_folder(file, save, host) {
                Ok(Some((played, now))) => {
                    analysed += u32::from(now);
                    played
                }
                Ok(None) => {
                    stopped = true;
                    break;
                }
                Err(error) if error.ends_all() => return Err(error.after(analysed as usize, "match")),
                Err(error) => {
                    faults.push(format!("{name}: {}", error.message));
                    continue;
                }
            };
            let thresholds = &self.settings.analysis.thresholds;
            let statistics = Statistics::of_games(played.record.games(), self.engine.met(), thresholds);
            matches.push(row(name, &played.names.0, &statistics));
            enter(&mut all, &played.names, &statistics);
        }
        let (folder, files) = (folder.to_owned(), files.len());
        let saved = save.map(|save| save.display().to_string());
        let (players, analysed) = (totals(all), analysed as usize);
        let history = HistoryReply { folder, matches, players, faults, files, analysed, saved, stopped };
        self.history.0 = Some(Arc::new(history.clone()));
        Ok(Reply::figures(Figures::History(history)))
    }

    /// The match of a file.
    pub(in crate::session) fn match_of(&self, file: &Path) -> Result<PlayedMatch, SessionError> {
        formats::read(&super::contents_of(file)?, &self.read_options()).map_err(refused)
    }

    /// The match of a file of a folder with its analysis, made now if there is none; `None` when it was stopped.
    pub(in crate::session) fn analysed_match_of(
        &self,
        file: &Path,
        host: &mut dyn Host,
    ) -> Result<Option<PlayedMatch>, SessionError> {
        Ok(self.of_folder(file, None, host)?.map(|(played, _)| played))
    }

    /// Where the analyses of a folder go.
    pub(in crate::session) fn folder_of_analyses(folder: &str, named: Option<&str>) -> PathBuf {
        named.map_or_else(|| Path::new(folder).join(ANALYSED), PathBuf::from)
    }

    /// A match of a folder, with the analysis that was saved or that its file has, or else with one made now, and
    /// whether it is made now; `None` when that was stopped.
    fn of_folder(
        &self,
        file: &Path,
        save: Option<&Path>,
        host: &mut dyn Host,
    ) -> Result<Option<(PlayedMatch, bool)>, SessionError> {
        let mut played = self.match_of(file)?;
        if is_analyzed(&played.record) {
            return Ok(Some((played, false)));
        }
        // Analyses that `analyse folder` has made already are not made again.
        if save.is_none()
            && let Some(kept) = kept_analysis(self, &played, file)
        {
            return Ok(Some((kept, false)));
        }
        let to = save.map(|save| beside(save, file));
        if let Some(to) = &to
            && to.try_exists().unwrap_or(true)
        {
            return self.saved_analysis(&played, to).map(|saved| Some((saved, false)));
        }
        let done = self.analyze(&mut played.record, Scope::All, &self.settings.analysis, host)?;
        if done.is_stopped() {
            return Ok(None);
        }
        if let Some(to) = &to {
            let text = self.as_sgf(&played).map_err(|problem| refused(format!("cannot be saved: {problem}")))?;
            match storage::write_with(to, Existing::Refuse, |file| file.write_all(text.as_bytes())) {
                Ok(_) => {}
                // Another program has analyzed it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    return self.saved_analysis(&played, to).map(|saved| Some((saved, false)));
                }
                Err(error) => {
                    let failure = SessionError::in_file(to, &error);
                    return Err(if would_fail_again(&error) { failure.of(Refusal::NotKept) } else { failure });
                }
            }
        }
        Ok(Some((played, true)))
    }

    /// The analysis of a match that was saved before.
    fn saved_analysis(&self, played: &PlayedMatch, to: &Path) -> Result<PlayedMatch, SessionError> {
        let other = || refused(format!("{} is something else, and is left as it is", to.display()));
        let bytes = super::contents_of(to).map_err(|_| other())?;
        let saved = self.of_bytes(Format::sgf(), &bytes).map_err(|_| other())?;
        let is_same = self.is_same_match(played, &saved) && is_analyzed(&saved.record);
        if is_same { Ok(saved) } else { Err(other()) }
    }

    fn of_bytes(&self, format: &Format, bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
        format.read(bytes, &self.read_options())
    }

    /// The text that is saved of a match.
    pub(super) fn as_sgf(&self, played: &PlayedMatch) -> Result<String, String> {
        write_sgf(&played.names, &played.info, played.record.games(), self.engine.met())
    }

    /// Whether a file that was saved is of this match: as it comes back from such a file.
    fn is_same_match(&self, played: &PlayedMatch, saved: &PlayedMatch) -> bool {
        let text = self.as_sgf(played).ok();
        let again = text.and_then(|text| self.of_bytes(Format::sgf(), text.as_bytes()).ok());
        let events = |game: &GameRecord| game.steps.iter().map(|step| step.event.clone()).collect::<Vec<_>>();
        again.is_some_and(|again| {
            let (one, other) = (again.record.games(), saved.record.games());
            again.names == saved.names
                && one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| one.start == other.start && events(one) == events(other))
        })
    }
}

/// The place in a folder for what is kept of a file: `match.mat.sgf`. Names need not be valid text.
pub(super) fn beside(folder: &Path, file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".sgf");
    folder.join(name)
}

/// The analysis of a match that `analyse folder` has saved beside it, where the match has none of its own.
pub(in crate::session) fn kept_analysis(session: &Session, played: &PlayedMatch, file: &Path) -> Option<PlayedMatch> {
    if is_analyzed(&played.record) {
        return None;
    }
    let kept = beside(&file.parent()?.join(ANALYSED), file);
    if kept.is_file() { session.saved_analysis(played, &kept).ok() } else { None }
}

/// Whether every play was analyzed that was not forced.
pub(in crate::session) fn is_analyzed(record: &Record) -> bool {
    let mut found = 0;
    for game in record.games() {
        for (number, step) in game.steps.iter().enumerate() {
            let Event::Play(_) = &step.event else { continue };
            if step.note.plays.is_some() {
                found += 1;
            } else if game
                .state(number)
                .game
                .is_some_and(|game| game.dice.is_some_and(|dice| legal_plays(&game.position, dice).len() > 1))
            {
                return false;
            }
        }
    }
    found > 0
}

/// Counts a match for both its players.
fn enter(all: &mut Vec<Known>, names: &ByPlayer<String>, statistics: &Statistics) {
    for player in Player::BOTH {
        let at = all.iter().position(|known| known.name == names[player]).unwrap_or_else(|| {
            all.push(Known { name: names[player].clone(), matches: 0, sum: PlayerStatistics::default() });
            all.len() - 1
        });
        all[at].matches += 1;
        all[at].sum += statistics.players[player];
    }
}

/// The files of a folder by name that are `wanted`, of which there is at least one; `what` names them.
pub(in crate::session) fn files_of(
    folder: &Path,
    what: &str,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, SessionError> {
    let refuse = |error: std::io::Error| SessionError::in_file(folder, error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if wanted(&path) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(SessionError::in_file(folder, format!("there are no {what} in this folder")));
    }
    Ok(files)
}

/// The match files of a folder by name.
pub(in crate::session) fn matches_of(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let endings = Format::match_endings();
    let kinds = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
    files_of(folder, &format!("matches ({kinds})"), |file| {
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        endings.iter().any(|known| known.eq_ignore_ascii_case(&ending))
    })
}

fn equity(loss: Option<Loss>) -> Option<f64> {
    loss.map(|loss| loss.equity)
}

fn row(file: String, names: &[String; 2], statistics: &Statistics) -> HistoryRow {
    let players = Player::BOTH.map(|player| {
        let one = &statistics.players[player];
        let name = names[player.index()].clone();
        HistoryPlayer { name, rate: one.performances.all().rate(), luck: equity(one.luck.rate()) }
    });
    let result = statistics.is_over.then(|| statistics.actual());
    HistoryRow { file, length: statistics.length, players, result }
}

/// One line for each name.
fn totals(mut all: Vec<Known>) -> Vec<KnownPlayer> {
    all.sort_by(|a, b| b.matches.cmp(&a.matches).then_with(|| a.name.cmp(&b.name)));
    let line = |known: Known| {
        let one = &known.sum;
        let (rate, luck) = (one.performances.all().rate(), equity(one.luck.rate()));
        KnownPlayer {
            matches: known.matches,
            plays: one.plays.total,
            play_rate: one.performances.plays.rate(),
            cube_rate: one.performances.cube.rate(),
            rate,
            rating: one.performances.all().rating().map(|rating| Class::of(rating).name()),
            luck,
            luck_rating: luck.map(|luck| LuckRating::of(luck).name()),
            name: known.name,
        }
    };
    all.into_iter().map(line).collect()
}

/// Whether a file that comes next could not be written either.
fn would_fail_again(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem | PermissionDenied)
}
