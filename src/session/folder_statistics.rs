//! `show statistics folder`: errors and luck of many matches, as a history.

use super::error::refused;
use super::{Figures, Host, Reply, Session, SessionError};
use crate::analysis::{Loss, LuckRating, Rating, Scope, Statistics};
use crate::board::Player;
use crate::formats::{decoded, read_mat};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Errors and luck of all matches of a folder.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryReply {
    /// The folder.
    pub folder: String,
    /// Match by match, by the names of the files.
    pub matches: Vec<HistoryRow>,
    /// Player by player, who played most first.
    pub players: Vec<KnownPlayer>,
    /// Files that could not be read, and why.
    pub faults: Vec<String>,
    /// How many files there are.
    pub files: usize,
}

/// A match.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryRow {
    /// The file.
    pub file: String,
    /// The length, 0 for money.
    pub length: u8,
    /// The players by seat.
    pub players: [HistoryPlayer; 2],
    /// What player 0 has won: points, or match winning chance; `None` where the match is not over.
    pub result: Option<f64>,
}

/// A player of a match.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryPlayer {
    /// The name.
    pub name: String,
    /// Equity given up a decision that counts.
    pub rate: Option<f64>,
    /// Luck a roll.
    pub luck: Option<f64>,
}

/// All matches of the player with this name.
#[derive(Clone, Debug, Serialize)]
pub struct KnownPlayer {
    /// The name.
    pub name: String,
    /// Matches.
    pub matches: usize,
    /// Plays.
    pub plays: u32,
    /// Equity given up an unforced play.
    pub play_rate: Option<f64>,
    /// Equity given up a cube decision that was close or actual.
    pub cube_rate: Option<f64>,
    /// Equity given up a decision that counts.
    pub rate: Option<f64>,
    /// The rating of that.
    pub rating: Option<&'static str>,
    /// Luck a roll.
    pub luck: Option<f64>,
    /// The rating of that.
    pub luck_rating: Option<&'static str>,
}

/// All that is known about the player with this name.
struct Known {
    name: String,
    matches: usize,
    sum: Statistics,
}

impl Session {
    /// Analyzes every match of a folder. Stopped, it tells of those that it has analyzed.
    pub(super) fn folder_statistics(&self, folder: &str, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let files = matches_of(Path::new(folder))?;
        let (mut matches, mut faults, mut all) = (Vec::new(), Vec::new(), Vec::<Known>::new());
        for (i, file) in files.iter().enumerate() {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            host.stage(format!("match {} of {}", i + 1, files.len()), None);
            let bytes = super::files::bytes_of(&file.to_string_lossy())?;
            let mut played = match read_mat(&decoded(&bytes), self.settings.jacoby) {
                Ok(played) => played,
                Err(error) => {
                    faults.push(format!("{name}: {error}"));
                    continue;
                }
            };
            let done = self.analyze(&mut played.record, Scope::All, host)?;
            if done.is_stopped() {
                break;
            }
            let thresholds = &self.settings.analysis.thresholds;
            let statistics = Statistics::of_games(played.record.games(), &self.met, thresholds);
            matches.push(row(name, &played.names.0, &statistics));
            for player in Player::BOTH {
                let at = all.iter().position(|known| known.name == played.names[player]).unwrap_or_else(|| {
                    let name = played.names[player].clone();
                    all.push(Known { name, matches: 0, sum: Statistics::default() });
                    all.len() - 1
                });
                all[at].matches += 1;
                // Every sum is that of its player as player 0.
                let mut own = Statistics::default();
                own.players[Player::Top] = statistics.players[player];
                all[at].sum.merge(&own);
            }
        }
        let (folder, files) = (folder.to_owned(), files.len());
        let players = totals(all);
        Ok(Reply::figures(Figures::History(HistoryReply { folder, matches, players, faults, files })))
    }
}

/// The match files of a folder by name.
fn matches_of(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let refuse = |error: std::io::Error| refused(format!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        let is_match = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("mat") || ending.eq_ignore_ascii_case("gam"));
        if is_match && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(refused(format!("{}: there are no matches (.mat, .gam) in this folder", folder.display())));
    }
    Ok(files)
}

fn equity(loss: Option<Loss>) -> Option<f64> {
    loss.map(|loss| loss.equity)
}

fn row(file: String, names: &[String; 2], statistics: &Statistics) -> HistoryRow {
    let players = Player::BOTH.map(|player| {
        let one = &statistics.players[player];
        let name = names[player.index()].clone();
        HistoryPlayer { name, rate: equity(one.rate()), luck: equity(one.luck.rate()) }
    });
    let result = statistics.is_over.then(|| statistics.actual());
    HistoryRow { file, length: statistics.length, players, result }
}

/// One line for each name.
fn totals(mut all: Vec<Known>) -> Vec<KnownPlayer> {
    all.sort_by(|a, b| b.matches.cmp(&a.matches).then_with(|| a.name.cmp(&b.name)));
    let line = |known: Known| {
        let one = &known.sum.players[Player::Top];
        let (rate, luck) = (equity(one.rate()), equity(one.luck.rate()));
        KnownPlayer {
            matches: known.matches,
            plays: one.plays.total,
            play_rate: equity(one.plays.rate()),
            cube_rate: equity(one.cube.rate()),
            rate,
            rating: rate.map(|rate| Rating::of(rate).name()),
            luck,
            luck_rating: luck.map(|luck| LuckRating::of(luck).name()),
            name: known.name,
        }
    };
    all.into_iter().map(line).collect()
}
