//! Replies about the library of matches.

use crate::library::KeptMatch;
use serde::Serialize;

/// What is in the library.
#[derive(Clone, Debug, Serialize)]
pub struct LibraryReply {
    /// The file.
    pub file: String,
    /// The matches.
    pub matches: usize,
    /// Those of which a decision is judged.
    pub judged_matches: usize,
    /// The decisions of all matches.
    pub decisions: u64,
    /// Those that are judged.
    pub judged: u64,
    /// The days of the first and the last match, where they are known.
    pub days: Option<[String; 2]>,
    /// Those who played most, and how many matches each.
    pub players: Vec<LibraryPlayer>,
    /// The groups that its owner has made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<LibraryTag>,
}

/// A group of matches.
#[derive(Clone, Debug, Serialize)]
pub struct LibraryTag {
    /// Its name.
    pub tag: String,
    /// The matches.
    pub matches: usize,
}

/// A player of the library.
#[derive(Clone, Debug, Serialize)]
pub struct LibraryPlayer {
    /// The name.
    pub name: String,
    /// The matches.
    pub matches: usize,
}

/// Matches of the library.
#[derive(Clone, Debug, Serialize)]
pub struct LibraryListReply {
    /// The newest first.
    pub matches: Vec<KeptMatch>,
    /// How many there are.
    pub known: usize,
}

/// Where a player gives up most.
#[derive(Clone, Debug, Serialize)]
pub struct PlanReply {
    /// The player.
    pub player: String,
    /// The matches.
    pub matches: usize,
    /// The equity given up in a match by decisions that count, in the mean.
    pub loss: f64,
    /// How much less players of the next better class give up; `None` of the best class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recoverable: Option<f64>,
    /// That class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextClass>,
    /// The kinds of decisions in which most is given up, those first in which most can be won back.
    pub lines: Vec<PlanLine>,
}

/// The next better class of players.
#[derive(Clone, Debug, Serialize)]
pub struct NextClass {
    /// Its name.
    pub class: &'static str,
    /// Its players in the library, with 200 decisions or more. Where they have too few decisions of a kind, the part
    /// that the whole rating would have to fall by stands for them.
    pub players: usize,
}

/// A kind of decisions, and what is given up in it.
#[derive(Clone, Debug, Serialize)]
pub struct PlanLine {
    /// The kind.
    pub what: String,
    /// The decisions that count.
    pub decisions: u32,
    /// The errors among them.
    pub errors: u32,
    /// The equity given up in a match by all of them, in the mean.
    pub loss: f64,
    /// How much of that players of the next better class do not give up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recoverable: Option<f64>,
    /// The command that lists the errors.
    pub find: String,
}

/// Decisions found in the library.
#[derive(Clone, Debug, Serialize)]
pub struct FoundReply {
    /// The worst first; where positions like one are looked for, the nearest.
    pub found: Vec<FoundRow>,
    /// How many there are.
    pub known: usize,
    /// Those of them that nobody judged.
    pub unjudged: usize,
    /// The matches of the library that were looked through.
    pub matches: usize,
    /// Positions like one were looked for.
    pub is_like: bool,
}

/// A decision found in the library.
#[derive(Clone, Debug, Serialize)]
pub struct FoundRow {
    /// The number in the list.
    pub rank: usize,
    /// The number of its match.
    #[serde(rename = "match")]
    pub number: i64,
    /// The day of the match.
    pub date: Option<String>,
    /// Who decided.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The game, from 1.
    pub game: usize,
    /// The turn, from 1.
    pub turn: usize,
    /// The points that the player and his opponent need; `None` for money.
    pub away: Option<[u8; 2]>,
    /// The part of the game.
    pub phase: &'static str,
    /// The play or action made, behind its roll.
    pub made: String,
    /// The best choice; empty where nobody judged it.
    pub best: String,
    /// The equity given up.
    pub loss: Option<f32>,
    /// How far the position is from that on the table, in pips of checkers, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The position, with cube and score.
    pub xgid: String,
}
