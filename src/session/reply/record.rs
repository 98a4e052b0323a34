//! Replies about the record: its turns, errors, marks, statistics.

use super::noted::StoredReply;
use crate::analysis::{Performance, Performances, Phase, ScoreKind, Statistics};
use crate::board::ByPlayer;
use crate::command::Part;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The worst errors of a record.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorsReply {
    /// The worst first.
    pub errors: Vec<ErrorRow>,
    /// How many there are in all of those that were asked for.
    pub known: usize,
    /// The equity from which a wrong decision is listed.
    pub from: f64,
    /// Whether only some were asked for.
    pub is_part: bool,
    /// Whether anything is analysed.
    #[serde(skip)]
    pub is_analysed: bool,
    /// Whether costs are match winning chances: points otherwise.
    pub is_match: bool,
}

/// A decision that was wrong.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorRow {
    /// The place in the list of all errors, from 1.
    pub rank: usize,
    /// The game, from 1.
    pub game: usize,
    /// The turn of both players, from 1.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The play or action made.
    pub made: String,
    /// The best choice.
    pub best: String,
    /// The equity given up.
    pub loss: f32,
    /// The worth of that: match winning chance or points.
    pub cost: f32,
    /// The chance that it was wrong at all, as looks of so many plies err; `None` where others say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability_wrong: Option<f64>,
    /// The level of another program that says so, by its own name; `None` where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How bad it is.
    pub mark: Option<&'static str>,
}

/// A decision of the record.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionReply {
    /// The game, from 1.
    pub game: usize,
    /// The turn of the game, from 1, as `list game` numbers them.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The dice of a play.
    pub dice: Option<String>,
    /// The play or action made.
    pub made: String,
    /// The judgement of the analysis; `None` where there is none.
    pub judged: Option<JudgedDecision>,
    /// The decision not to double before the roll of this play, where it was close or wrong.
    pub no_double: Option<JudgedDecision>,
    /// The luck of the dice, in equity for the player who rolled; `None` where it is not known.
    pub luck: Option<f32>,
    /// Whether costs are match winning chances: points otherwise.
    pub is_match: bool,
    /// The candidates; `None` without an analysis.
    pub analysis: Option<StoredReply>,
    /// Somebody wants to come back to it.
    pub flagged: bool,
    /// What somebody has written about it, and about the roll of a play.
    pub comment: Option<String>,
}

/// The decisions that are flagged.
#[derive(Clone, Debug, Serialize)]
pub struct FlagsReply {
    /// The decisions, in the order of the record, without candidates.
    pub flags: Vec<DecisionReply>,
}

/// Two analyses of a record side by side, of the decisions that both have judged.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonReply {
    /// The programs or levels that made them.
    pub analyses: [String; 2],
    /// The ratings of both players, by seat.
    pub players: Vec<ComparedPlayer>,
    /// Plays and cube actions that both have judged, where there was something to decide.
    pub decisions: usize,
    /// Those that one of them alone has judged, by analysis.
    pub alone: [usize; 2],
    /// Whether the ratings hold these as well: the analyses were made here, the deeper one where the other left doubts.
    pub counts_alone: bool,
    /// The decisions where their best choices differ, the worst first.
    pub differences: Vec<ComparedRow>,
}

/// A player's performance ratings by two analyses.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPlayer {
    /// The name.
    pub player: String,
    /// The ratings, by analysis.
    pub rated: [RatedParts; 2],
}

/// A decision where the best choices of two analyses differ.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRow {
    /// The game, from 1.
    pub game: usize,
    /// The turn of both players, from 1.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The play or action made.
    pub made: String,
    /// The best choice, by analysis.
    pub best: [String; 2],
    /// The equity that the best choice of the other gives up by the values of each; `None` where it has not judged
    /// that.
    pub loss: [Option<f32>; 2],
}

/// What somebody did, from the word for it: `took`, `could not move`, `chose 13/7 8/7`.
pub fn done(made: &str) -> Cow<'static, str> {
    Cow::Borrowed(match made {
        "no play" => "could not move",
        "no double" => "did not double",
        "no redouble" => "did not redouble",
        "double" => "doubled",
        "redouble" => "redoubled",
        "take" => "took",
        "pass" => "passed",
        "beaver" => "beavered",
        "raccoon" => "raccooned",
        "resign" => "resigned",
        "accept" => "accepted",
        "decline" => "declined",
        play => return Cow::Owned(format!("chose {play}")),
    })
}

/// The loss of a decision.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedDecision {
    /// The best choice.
    pub best: String,
    /// The equity given up against the best; 0 for the best.
    pub loss: f32,
    /// The worth of that: match winning chance or points.
    pub cost: f32,
    /// How bad it is.
    pub mark: Option<&'static str>,
    /// The level of another program that says so, by its own name; `None` where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// The decisions of a player in a match that count for the performance rating.
#[derive(Clone, Debug, Default)]
pub struct MatchPerformance {
    /// All that count.
    pub all: Performances,
    /// Those of each phase of the game.
    pub phases: BTreeMap<Phase, Performances>,
    /// Those of each kind of score.
    pub scores: BTreeMap<ScoreKind, Performances>,
}

/// The performance ratings of both players, or of one.
#[derive(Clone, Debug, Serialize)]
pub struct PerformanceReply {
    /// The players, by seat.
    pub players: Vec<PlayerPerformance>,
    /// Plays of the record that have no analysis.
    pub missing: usize,
    /// The result of each with the luck of their rolls taken out: the chance of winning the match, or points. `None`
    /// while the match goes on, and without the luck of its rolls.
    pub without_luck: Option<Vec<f64>>,
    /// Whether that is a chance: points otherwise.
    pub is_match: bool,
}

/// The performance rating of a player, and of parts of his decisions.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerPerformance {
    /// The name.
    pub player: String,
    /// All decisions.
    pub all: Rated,
    /// Plays.
    pub plays: Rated,
    /// The cube.
    pub cube: Rated,
    /// Each phase of the game that has decisions, in order, with its name.
    pub phases: Vec<(&'static str, RatedParts)>,
    /// Each kind of score that has decisions, in order, with its name.
    pub scores: Vec<(&'static str, RatedParts)>,
    /// Each game, in order.
    pub games: Vec<RatedGame>,
}

/// The decisions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatedGame {
    /// The points before it, by seat.
    pub score: [u32; 2],
    /// The decisions.
    #[serde(flatten)]
    pub rated: RatedParts,
}

/// Decisions and their performance rating, with those of the plays and of the cube among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RatedParts {
    /// All.
    #[serde(flatten)]
    pub all: Rated,
    /// Plays.
    pub plays: Rated,
    /// The cube.
    pub cube: Rated,
}

impl From<Performances> for RatedParts {
    fn from(performances: Performances) -> Self {
        let Performances { plays, cube } = performances;
        Self { all: performances.all().into(), plays: plays.into(), cube: cube.into() }
    }
}

/// Decisions and their performance rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rated {
    /// Decisions that count.
    pub decisions: u32,
    /// The normalized equity that they gave up.
    pub loss: f64,
    /// 500 times the loss a decision; `None` without decisions.
    pub rating: Option<f64>,
    /// The standard error of that; `None` below two decisions.
    pub std_err: Option<f64>,
}

impl From<Performance> for Rated {
    fn from(performance: Performance) -> Self {
        let Performance { decisions, loss, .. } = performance;
        Self { decisions, loss, rating: performance.rating(), std_err: performance.std_err() }
    }
}

/// A game of the record, turn by turn.
#[derive(Clone, Debug, Serialize)]
pub struct GameListReply {
    /// The number, from 1.
    pub game: usize,
    /// Games of the record.
    pub games: usize,
    /// The names by seat.
    pub players: [String; 2],
    /// A turn of both players each.
    pub turns: Vec<ListedTurn>,
    /// Other lines that were played from here.
    pub branches: usize,
}

/// A turn of both players.
#[derive(Clone, Debug, Serialize)]
pub struct ListedTurn {
    /// From 1.
    pub number: usize,
    /// The actions of the players, by seat; empty where there was none.
    pub actions: [String; 2],
    /// Whether the session stands here.
    pub is_here: bool,
}

/// Errors, luck, cube decisions and ratings of both players.
#[derive(Clone, Debug)]
pub struct StatisticsReply {
    /// The part of the record that is counted.
    pub part: Part,
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// Whether costs are match winning chances: points otherwise.
    pub is_match: bool,
    /// The numbers.
    pub statistics: Statistics,
    /// The factor of error rates where they are shown.
    pub error_rate_factor: f32,
    /// The rating of a player without errors.
    pub rating_offset: f64,
}

/// The decisions marked for a rollout.
#[derive(Clone, Debug, Serialize)]
pub struct MarkedReply {
    /// The marked decisions in the order of the record.
    pub marked: Vec<MarkedRow>,
}

/// A play or cube decision that is marked.
#[derive(Clone, Debug, Serialize)]
pub struct MarkedRow {
    /// The game, from 1.
    pub game: usize,
    /// The turn of both players, from 1.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The play; `None` for the cube decision.
    pub play: Option<String>,
}

/// Decisions of the record that were rolled out.
#[derive(Clone, Debug, Serialize)]
pub struct RolledOutReply {
    /// The decisions in the order of the record.
    pub decisions: Vec<RolledOutRow>,
    /// How many were to be rolled out.
    pub of: usize,
}

/// A decision that was rolled out.
#[derive(Clone, Debug, Serialize)]
pub struct RolledOutRow {
    /// The game, from 1.
    pub game: usize,
    /// The turn of both players, from 1.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The play or action made.
    pub made: String,
    /// The best choice now.
    pub best: String,
    /// The equity given up as it was known before.
    pub loss_before: Option<f32>,
    /// The equity given up by the rollout.
    pub loss: f32,
    /// Trials of all candidates.
    pub trials: u64,
}
