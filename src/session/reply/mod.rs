//! Answers of commands: plain values that [`crate::render`] turns into text or JSON.

mod answers;
mod board;
mod book;
mod evaluation;
mod files;
mod folder;
mod jobs;
mod library;
mod noted;
mod plays;
mod position;
mod practice;
mod record;
mod rollout;
mod rollouts;
mod warning;

pub(in crate::session) use answers::Taken;
pub use answers::{AnswerRow, AnswersReply, answer_name};
pub use board::*;
pub use book::*;
pub use evaluation::*;
pub use files::*;
pub use folder::*;
pub use jobs::*;
pub use library::*;
pub use noted::*;
pub use plays::*;
pub use position::*;
pub use practice::*;
pub use record::*;
pub use rollout::*;
pub use rollouts::*;
pub use warning::*;

use crate::command::{HelpEntry, HelpTopic, PythonCode, Unused};
use crate::eval::counts::{Isight, Kleinman, LeadRule, RaceCount};
use crate::session::SessionError;
use crate::storage;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// The answer to one command.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Done, and nothing to say.
    Nothing,
    /// A sentence: what was done or how things stand.
    Message(String),
    /// A game that was to go on by itself does not, and why.
    Halted(SessionError),
    /// A setting that is understood and does nothing here.
    NoEffect {
        /// The words.
        words: String,
        /// The reason.
        why: Unused,
    },
    /// Settings as the commands that would set them; the block pastes back.
    Commands(Vec<String>),
    /// The board.
    Board(Box<BoardReply>),
    /// The position in words.
    Described(Box<BoardReply>),
    /// The evaluation of a position, ply by ply, with its cube decision.
    Eval(Box<EvalReply>),
    /// The best plays for the dice.
    Plays(Box<PlaysReply>),
    /// The cube decision.
    Cube(Box<CubeReply>),
    /// Whether to accept a resignation.
    Resignation(Box<ResignationReply>),
    /// A finished or interrupted rollout.
    Rollout(Arc<RolloutReply>),
    /// The last rollout with everything that is known about it.
    RolloutDetail(Arc<RolloutReply>),
    /// Errors, luck, cube decisions and ratings.
    Statistics(Arc<StatisticsReply>),
    /// Figures about a position, a score or a rollout, and why they are not to be trusted.
    Figures(Box<Figures>, Option<Warning>),
    /// Help on a command or a group of commands.
    Help(Box<HelpTopic>),
    /// Commands with a line of help each.
    HelpEntries(Vec<HelpEntry>),
    /// Several answers in order.
    Many(Vec<Reply>),
    /// Run the commands of this file.
    Load(String),
    /// Run this in Python.
    Python(PythonCode),
    /// Leave the program.
    Quit,
}

impl Reply {
    /// Whether a part of what was asked for could not be done, which the answer says.
    pub fn is_incomplete(&self) -> bool {
        match self {
            Self::Figures(figures, _) => match &**figures {
                Figures::History(history) => !history.faults.is_empty(),
                Figures::Horizons(horizons) => horizons.is_unwritten,
                _ => false,
            },
            Self::Rollout(rollout) | Self::RolloutDetail(rollout) => rollout.is_unwritten,
            Self::Many(replies) => replies.iter().any(Self::is_incomplete),
            _ => false,
        }
    }

    /// Whether a board is shown.
    pub fn has_board(&self) -> bool {
        match self {
            Self::Board(_) => true,
            Self::Many(replies) => replies.iter().any(Self::has_board),
            _ => false,
        }
    }

    /// Several answers as one.
    pub(super) fn of_all(mut replies: Vec<Self>) -> Self {
        match replies.len() {
            0 => Self::Nothing,
            1 => replies.remove(0),
            _ => Self::Many(replies),
        }
    }

    /// The answers that this one holds.
    pub(super) fn parts(self) -> Vec<Self> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Many(replies) => replies,
            one => vec![one],
        }
    }
}

/// Figures about a position, a score or a rollout.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Figures {
    /// `show rolls`.
    Rolls(RollsReply),
    /// `show temperaturemap`.
    TemperatureMap(TemperatureMapReply),
    /// `show scoremap`.
    ScoreMap(ScoreMapReply),
    /// `show cubevalue`.
    CubeValue(CubeValueReply),
    /// `show marketwindow`.
    MarketWindow(MarketWindowReply),
    /// `show pipcount`.
    PipCount(CountReply<PipCount>),
    /// `show thorp`.
    Thorp(CountReply<RaceCount>),
    /// `show keith`.
    Keith(CountReply<RaceCount>),
    /// `show isight`.
    Isight(CountReply<Isight>),
    /// `show kleinman`.
    Kleinman(CountReply<Kleinman>),
    /// `show 8912`.
    #[serde(rename = "8912")]
    LeadRule(CountReply<LeadRule>),
    /// `show onesidedrollout`.
    OneSidedRollout(OneSidedReply),
    /// `show bearoff`.
    Bearoff(BearoffReply),
    /// `show gammonvalues`.
    GammonValues(GammonValuesReply),
    /// `show matchequitytable`.
    MatchEquityTable(MetReply),
    /// `eq2mwc`.
    #[serde(rename = "eq2mwc")]
    Eq2Mwc(ScaleReply),
    /// `mwc2eq`.
    #[serde(rename = "mwc2eq")]
    Mwc2Eq(ScaleReply),
    /// `show rollout statistics`.
    RolloutStatistics(RolloutStatisticsReply),
    /// `show rollout cost`.
    RolloutCost(CostReply),
    /// `rollout horizons`.
    Horizons(HorizonsReply),
    /// `rollout versus`.
    Versus(VersusReply),
    /// `rollout file`.
    Results(ResultsReply),
    /// `rollout saved`.
    Saved(SavedReply),
    /// `jobs`.
    Jobs(JobsReply),
    /// Findings of another program about the decision on the table, before the answer of `hint`.
    Stored(StoredReply),
    /// `show position`.
    Position(PositionReply),
    /// `show errors`.
    Errors(ErrorsReply),
    /// A decision that one steps to, as it was made.
    Decision(Box<DecisionReply>),
    /// `pr`.
    Performance(PerformanceReply),
    /// `compare analyses`.
    Comparison(ComparisonReply),
    /// `show flags`.
    Flags(FlagsReply),
    /// `library`.
    Library(LibraryReply),
    /// `library list`.
    LibraryList(LibraryListReply),
    /// `library find`.
    Found(FoundReply),
    /// `book`.
    Book(BookReply),
    /// `train`.
    Training(TrainingReply),
    /// `library plan`.
    Plan(PlanReply),
    /// `pr folder` and `pr library`.
    FolderPerformance(FolderPerformanceReply),
    /// `hint` on a beaver.
    Beaver(AnswersReply),
    /// `cmark game show` and `cmark match show`.
    Marked(MarkedReply),
    /// `analyse rollout game`, `match` and `close`.
    RolledOut(RolledOutReply),
    /// `show statistics folder`.
    History(HistoryReply),
    /// `import folder`.
    FolderImport(FolderImportReply),
    /// `list game`.
    GameList(GameListReply),
    /// `show practice`.
    Practice(PracticeReply),
    /// `show practice cards`.
    PracticeCards(PracticeCardsReply),
    /// `show practice answers`.
    PracticeAnswers(PracticeAnswersReply),
    /// `relational select` and `relational show players`.
    Rows(RowsReply),
}

impl Reply {
    /// Figures that need no warning.
    pub(in crate::session) fn figures(figures: Figures) -> Self {
        Self::Figures(Box::new(figures), None)
    }

    /// A file was written; on standard output nothing follows the file.
    pub(in crate::session) fn written(what: &str, file: &str) -> Self {
        if storage::is_output(Path::new(file)) {
            return Self::Nothing;
        }
        Self::Message(format!("the {what} is written to {file}"))
    }
}
