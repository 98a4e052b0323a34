//! The commands under `show`.

use super::analysis::Part;
use super::args::{BoardArg, PlayerName};
use super::records::WantedErrors;

/// The subject that `show` shows. A [`BoardArg`] stands in for the current position.
#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    /// The board.
    Board(Option<BoardArg>),
    /// The player on roll.
    Turn,
    /// The identifiers of what lies on the table.
    Position,
    /// The dice.
    Dice,
    /// The score.
    Score,
    /// The cube.
    Cube,
    /// The rollout settings that differ from the defaults.
    RolloutDiff,
    /// The statistics of the last rollout's trials.
    RolloutStatistics,
    /// The last rollout, with every number and error.
    RolloutDetail,
    /// The cost of a rollout, and that of the last one.
    RolloutCost,
    /// The nets, databases and kernels in use.
    Engine,
    /// The version.
    Version,
    /// Jacoby's rule.
    Jacoby,
    /// Whether this is the Crawford game.
    Crawford,
    /// Whether the Crawford game has been played.
    PostCrawford,
    /// How many beavers are allowed.
    Beavers,
    /// The match equity table, this many points away at most.
    Met(Option<u8>),
    /// A count of a position.
    Count(Count, Option<BoardArg>),
    /// The worth of gammons.
    GammonValues,
    /// Take, double and cash points.
    MarketWindow,
    /// The 21 rolls with their best plays, evaluated at this many plies.
    Rolls(Option<u8>),
    /// The rolls of both sides against each other.
    TemperatureMap,
    /// The decision on the table at every score, up to this many points that a player needs.
    ScoreMap(Option<u8>),
    /// The seed of the dice.
    Seed,
    /// The generator of the dice.
    Rng,
    /// The worth of the cube here.
    CubeValue,
    /// Games won and points scored.
    MatchResult,
    /// The questions to practise.
    Practice,
    /// The questions of practise with what is known of them.
    PracticeCards,
    /// The answers that were given to them.
    PracticeAnswers,
    /// Errors, luck, cube decisions and ratings.
    Statistics(Part),
    /// Errors of all matches in a folder.
    FolderStatistics(String),
    /// The worst errors of the record.
    Errors(WantedErrors),
    /// `pr`: the performance ratings of both players, or of one.
    Performance(Option<PlayerName>),
    /// `compare analyses`: two analyses of the record, by program or level; the most frequent two without names.
    Comparison(Option<(String, String)>),
    /// The decisions that are flagged.
    Flags,
    /// `pr folder`: of the matches of a folder.
    FolderPerformance(String),
    /// The settings whose words begin like this.
    Group(&'static str),
    /// The rating of a player without errors.
    RatingOffset,
    /// The score sheet.
    ScoreSheet,
    /// Every setting, as commands.
    Settings,
}

/// Counts of a position, and what is known exactly of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Pips of both sides.
    PipCount,
    /// Thorp's count.
    Thorp,
    /// The Keith count.
    Keith,
    /// Kleinman's estimate.
    Kleinman,
    /// The Isight count.
    Isight,
    /// The 8-9-12 rule.
    EightNineTwelve,
    /// The one-sided rollout of a race.
    OneSidedRollout,
    /// The values from the bearoff databases.
    Bearoff,
}
