//! The commands under `show`.

use super::analysis::Part;
use super::args::{BoardArg, optional};
use super::records::WantedErrors;
use crate::settings::quoted;
use std::fmt;

/// What `show` shows. A [`BoardArg`] stands in for the current position.
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
    /// Pips of both sides.
    PipCount(Option<BoardArg>),
    /// The rollout settings, as commands.
    Rollout,
    /// The rollout settings that differ from the defaults.
    RolloutDiff,
    /// What happened in the trials of the last rollout.
    RolloutStatistics,
    /// The last rollout, with every number and error.
    RolloutDetail,
    /// What a rollout costs, and what the last one did.
    RolloutCost,
    /// The evaluation settings.
    Evaluation,
    /// The nets, databases and kernels in use.
    Engine,
    /// The version.
    Version,
    /// Both players.
    Player,
    /// Jacoby's rule.
    Jacoby,
    /// Whether this is the Crawford game.
    Crawford,
    /// Whether the Crawford game has been played.
    PostCrawford,
    /// How many beavers are allowed.
    Beavers,
    /// The variation played.
    Variation,
    /// The length of matches.
    MatchLength,
    /// The match equity table, so many points away at most.
    Met(Option<u8>),
    /// Thorp's count.
    Thorp(Option<BoardArg>),
    /// The Keith count.
    Keith(Option<BoardArg>),
    /// Kleinman's estimate.
    Kleinman(Option<BoardArg>),
    /// The Isight count.
    Isight(Option<BoardArg>),
    /// The 8-9-12 rule.
    EightNineTwelve(Option<BoardArg>),
    /// The one-sided rollout of a race.
    OneSidedRollout(Option<BoardArg>),
    /// What gammons are worth.
    GammonValues,
    /// Take, double and cash points.
    MarketWindow,
    /// The 21 rolls with their best plays, evaluated at so many plies.
    Rolls(Option<u8>),
    /// The rolls of both sides against each other.
    TemperatureMap,
    /// The decision on the table at every score, up to so many points that a player needs.
    ScoreMap(Option<u8>),
    /// The seed of the dice.
    Seed,
    /// The generator of the dice.
    Rng,
    /// Threads in use.
    Threads,
    /// How numbers are shown.
    Output,
    /// What happens automatically.
    Automatic,
    /// The questions that are asked.
    Confirm,
    /// How live the cube is.
    CubeEfficiency,
    /// What the cube is worth here.
    CubeValue,
    /// The values from the bearoff databases.
    Bearoff(Option<BoardArg>),
    /// What is kept on disk unasked.
    Autosave,
    /// Games won and points scored.
    MatchResult,
    /// Errors, luck, cube decisions and ratings.
    Statistics(Part),
    /// Errors of all matches in a folder.
    FolderStatistics(String),
    /// The worst errors of the record.
    Errors(WantedErrors),
    /// `pr`: the performance ratings of both players.
    Performance,
    /// `pr folder`: of the matches of a folder.
    FolderPerformance(String),
    /// How records are analyzed.
    Analysis,
    /// What the tutor watches.
    Tutor,
    /// The settings whose words begin like this.
    Group(&'static str),
    /// The rating of a player without errors.
    RatingOffset,
    /// The score sheet.
    ScoreSheet,
    /// The prompt.
    Prompt,
    /// Every setting, as commands.
    Settings,
}

impl Show {
    /// The words behind `show`.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Board(_) => "board",
            Self::Turn => "turn",
            Self::Position => "position",
            Self::Dice => "dice",
            Self::Score => "score",
            Self::Cube => "cube",
            Self::PipCount(_) => "pipcount",
            Self::Rollout => "rollout",
            Self::RolloutDiff => "rollout diff",
            Self::RolloutDetail => "rollout detail",
            Self::RolloutCost => "rollout cost",
            Self::RolloutStatistics => "rollout statistics",
            Self::Evaluation => "evaluation",
            Self::Engine => "engine",
            Self::Version => "version",
            Self::Player => "player",
            Self::Jacoby => "jacoby",
            Self::Crawford => "crawford",
            Self::PostCrawford => "postcrawford",
            Self::Beavers => "beavers",
            Self::Variation => "variation",
            Self::MatchLength => "matchlength",
            Self::Met(_) => "matchequitytable",
            Self::Thorp(_) => "thorp",
            Self::Keith(_) => "keith",
            Self::Kleinman(_) => "kleinman",
            Self::Isight(_) => "isight",
            Self::EightNineTwelve(_) => "8912",
            Self::OneSidedRollout(_) => "onesidedrollout",
            Self::GammonValues => "gammonvalues",
            Self::MarketWindow => "marketwindow",
            Self::Rolls(_) => "rolls",
            Self::TemperatureMap => "temperaturemap",
            Self::ScoreMap(_) => "scoremap",
            Self::Seed => "seed",
            Self::Rng => "rng",
            Self::Threads => "threads",
            Self::Output => "output",
            Self::Automatic => "automatic",
            Self::Confirm => "confirm",
            Self::CubeEfficiency => "cubeefficiency",
            Self::CubeValue => "cubevalue",
            Self::Bearoff(_) => "bearoff",
            Self::Autosave => "autosave",
            Self::MatchResult => "matchresult",
            Self::ScoreSheet => "scoresheet",
            Self::FolderStatistics(_) => "statistics folder",
            Self::Errors(_) => "errors",
            Self::Performance => "pr",
            Self::FolderPerformance(_) => "pr folder",
            Self::Analysis => "analysis",
            Self::Tutor => "tutor",
            Self::Group(words) => words,
            Self::RatingOffset => "ratingoffset",
            Self::Statistics(Part::Move) => "statistics move",
            Self::Statistics(Part::Game) => "statistics game",
            Self::Statistics(Part::Match) => "statistics match",
            Self::Statistics(Part::Session) => "statistics session",
            Self::Prompt => "prompt",
            Self::Settings => "settings",
        }
    }
}

impl fmt::Display for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())?;
        match self {
            Self::Board(board)
            | Self::PipCount(board)
            | Self::Thorp(board)
            | Self::Keith(board)
            | Self::Kleinman(board)
            | Self::Isight(board)
            | Self::EightNineTwelve(board)
            | Self::OneSidedRollout(board)
            | Self::Bearoff(board) => f.write_str(&optional(board.as_ref())),
            Self::FolderStatistics(folder) | Self::FolderPerformance(folder) => write!(f, " {}", quoted(folder)),
            Self::Errors(wanted) => wanted.fmt(f),
            Self::Met(n) | Self::Rolls(n) | Self::ScoreMap(n) => f.write_str(&optional(n.as_ref())),
            _ => Ok(()),
        }
    }
}
