//! Replies about the matches of a folder without analyzing them.

use super::{MatchPerformance, Rated, RatedParts};
use crate::board::ByPlayer;
use serde::Serialize;
use std::path::PathBuf;

/// The matches of a folder.
#[derive(Clone, Debug)]
pub struct FolderList {
    /// The folder.
    pub folder: String,
    /// The matches by the names of their files.
    pub matches: Vec<ListedMatch>,
    /// Files that cannot be read, and why.
    pub faults: Vec<String>,
}

/// A match of a folder.
#[derive(Clone, Debug)]
pub struct ListedMatch {
    /// The file.
    pub file: PathBuf,
    /// The players' names.
    pub names: ByPlayer<String>,
    /// The day it was played.
    pub date: Option<String>,
    /// The event; empty where the file names none.
    pub event: String,
    /// The length, 0 for money.
    pub length: u8,
    /// The points in the end.
    pub points: ByPlayer<u32>,
    /// The performances of both; nothing counts where a match is not analyzed.
    pub performances: ByPlayer<MatchPerformance>,
    /// The worst error, where one is known.
    pub worst: Option<WorstError>,
}

/// The worst error of a match.
#[derive(Clone, Debug)]
pub struct WorstError {
    /// The player.
    pub player: String,
    /// The play or action made.
    pub made: String,
    /// The equity given up.
    pub loss: f32,
}

/// The performance ratings of the players of a folder, or of the library.
#[derive(Clone, Debug, Serialize)]
pub struct FolderPerformanceReply {
    /// Whether the user alone is rated, where nobody was named.
    #[serde(skip)]
    pub is_you: bool,
    /// What is rated: a folder, or the command with its conditions.
    #[serde(skip)]
    pub title: String,
    /// The folder; `None` for the library.
    pub folder: Option<String>,
    /// Those with most matches first.
    pub players: Vec<FolderPlayer>,
    /// Matches that are not analyzed.
    pub missing: usize,
    /// Files that cannot be read, and why.
    pub faults: Vec<String>,
}

/// A player of a folder.
#[derive(Clone, Debug, Serialize)]
pub struct FolderPlayer {
    /// All matches, under the name of the player.
    pub all: RatedGroup,
    /// Whether he has got better; `None` where the days of too few decisions are known.
    pub trend: Option<Trend>,
    /// The matches of each month, in order: `2026-11`.
    pub months: Vec<RatedGroup>,
    /// The matches of each event, by its name.
    pub events: Vec<RatedGroup>,
    /// The decisions of each phase of the game, in order.
    pub phases: Vec<RatedGroup>,
    /// The decisions of each kind of score, in order.
    pub scores: Vec<RatedGroup>,
}

/// The earlier and the later half of a player's decisions, by months.
#[derive(Clone, Debug, Serialize)]
pub struct Trend {
    /// The first month of the later half: `2026-11`.
    pub since: String,
    /// The earlier half.
    pub before: Rated,
    /// The later half.
    pub after: Rated,
    /// The chance that the rating has become lower, as if both halves were drawn by chance.
    pub probability_better: f64,
}

/// Matches that have something in common.
#[derive(Clone, Debug, Serialize)]
pub struct RatedGroup {
    /// The name of that: a player, a month, an event.
    pub name: String,
    /// How many there are.
    pub matches: usize,
    /// The performance rating.
    #[serde(flatten)]
    pub rated: RatedParts,
}
