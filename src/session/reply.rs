//! What a command answers: plain values that [`crate::render`] turns into text or JSON.

use super::convert::ScaleReply;
use super::cost::CostReply;
use super::counts::{BearoffReply, CountReply, OneSidedReply, PipCount};
use super::decision::DecisionReply;
use super::errors::ErrorsReply;
use super::folder_import::FolderImportReply;
use super::folder_statistics::HistoryReply;
use super::horizons::HorizonsReply;
use super::jobs::JobsReply;
use super::marked::{MarkedReply, RolledOutReply};
use super::market::Market;
use super::performance::PerformanceReply;
use super::records::GameListReply;
use super::relational::RowsReply;
use super::results::ResultsReply;
use super::saved::Description;
use super::saved_list::SavedReply;
use super::score_map::ScoreMapReply;
use super::self_test::SelfTestReply;
use super::show::{GammonValuesReply, MetReply};
use super::statistics::RolloutStatisticsReply;
use super::stored::StoredReply;
use super::theory::{CubeValueReply, MarketWindowReply, RollsReply, TemperatureMapReply};
use super::{Standing, Warning};
use crate::analysis::Statistics;
use crate::board::{ByPlayer, Player, Position, Roll};
use crate::command::{HelpEntry, HelpTopic, Part, PythonCode, Unused};
use crate::eval::counts::{Isight, Kleinman, LeadRule, RaceCount};
use crate::eval::{Class, EvalSettings, Outputs, Verdict};
use crate::movegen::Play;
use crate::notation::{MatchState, Xgid, position_id};
use crate::record::{Game, Method, Numbers, Outcome};
use crate::rollout::{CandidateResult, Cost, Job, JobKind, Records, Resolved, RolloutResult, Units, covariances};
use crate::scoring::{Cube, GameValue};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The answer to one command.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Done, and nothing to say.
    Nothing,
    /// A sentence: what was done or how things stand.
    Message(String),
    /// A setting that is understood and does nothing here.
    NoEffect {
        /// Its words.
        words: String,
        /// Why.
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
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        match self {
            Self::Figures(figures, _) => matches!(&**figures, Figures::History(history) if !history.faults.is_empty()),
            Self::Many(replies) => replies.iter().any(Self::is_incomplete),
            _ => false,
        }
    }
}

/// The identifiers of what lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReply {
    /// GNU Backgammon's position ID.
    pub position_id: String,
    /// GNU Backgammon's match ID.
    pub match_id: String,
    /// Both, with a colon between them.
    pub gnubg_id: String,
    /// eXtreme Gammon's ID.
    pub xgid: String,
}

/// The identifiers of a position and its match state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids {
    /// GNU Backgammon's position ID.
    pub position_id: String,
    /// GNU Backgammon's match ID.
    pub match_id: String,
    /// eXtreme Gammon's ID.
    pub xgid: String,
}

impl Ids {
    /// Those of a position with its match state.
    #[must_use]
    pub fn new(position: &Position, state: &MatchState) -> Self {
        Self {
            position_id: position_id(position),
            match_id: state.match_id(),
            xgid: Xgid::new(position, state).to_string(),
        }
    }
}

/// Everything that a drawing of the board shows.
#[derive(Clone, Debug)]
pub struct BoardReply {
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// The score.
    pub standing: Standing,
    /// The game in progress, or the one that has just ended.
    pub game: Game,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Identifiers.
    pub ids: Ids,
    /// Whether point 1 is drawn at the lower left.
    pub clockwise: bool,
    /// The play by which the turn came here: `Ann 31: 8/5 6/5`.
    pub last: Option<String>,
}

/// One line of an evaluation.
#[derive(Clone, Debug)]
pub struct PlyReply {
    /// Look-ahead.
    pub ply: u8,
    /// The chances of the side on roll.
    pub outputs: Outputs,
    /// Cubeless equity per unit of the cube; normalized in a match.
    pub equity: f32,
    /// Cubeful equity per unit of the cube; normalized in a match.
    pub cubeful: f32,
    /// The twins of both in a match: winning chances.
    pub mwc: Option<MwcPair>,
}

/// Match winning chances beside an equity.
#[derive(Clone, Copy, Debug)]
pub struct MwcPair {
    /// The winning chance of the cubeless equity.
    pub equity: f32,
    /// The winning chance of the cubeful equity.
    pub cubeful: f32,
}

/// The evaluation of a position for the side on roll, before the dice.
#[derive(Clone, Debug)]
pub struct EvalReply {
    /// Identifiers.
    pub ids: Ids,
    /// The class of the position, which says what evaluates it.
    pub class: Class,
    /// Static first, then every ply up to the setting.
    pub plies: Vec<PlyReply>,
    /// The cube decision.
    pub cube: CubeReply,
}

/// A cube decision.
#[derive(Clone, Debug)]
pub struct CubeReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// Look-ahead.
    pub ply: u8,
    /// The cube before any double.
    pub cube: Cube,
    /// Whose decision it is.
    pub player: Player,
    /// The chances of the side on roll, as the equities below; but see [`CubeReply::is_answer`].
    pub outputs: Outputs,
    /// Cubeless equity of a money game.
    pub equity: f32,
    /// Equity (normalized in a match) with a dead cube, gammons at their price.
    pub utility: f32,
    /// `utility` as a match winning chance.
    pub utility_mwc: Option<f32>,
    /// Equity (normalized in a match) of playing on.
    pub no_double: f32,
    /// The equity of doubling when the opponent takes.
    pub double_take: f32,
    /// The equity of doubling when the opponent passes.
    pub double_pass: f32,
    /// `no_double`, `double_take` and `double_pass` as match winning chances.
    pub mwc: Option<[f32; 3]>,
    /// What to do. `None` when the cube can't be turned now.
    pub verdict: Option<Verdict>,
    /// The share of wrong answers at which the other decision becomes right, as a fraction.
    pub percentage: Option<f32>,
    /// Whether the three values are exact: those of a small bearoff at a match score.
    pub is_exact: bool,
    /// Whether the double has been made, so that the question is take or pass: all numbers are then for the player who
    /// is asked, who is not on roll.
    pub is_answer: bool,
    /// The rollout that all these numbers but the ply are of, if there was one.
    pub rollout: Option<CubeRollout>,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
}

impl CubeReply {
    /// The decision of the player who has been doubled, from that to double.
    #[must_use]
    pub fn for_answerer(self) -> Self {
        Self {
            player: !self.player,
            outputs: self.outputs.flipped(),
            equity: -self.equity,
            utility: -self.utility,
            utility_mwc: self.utility_mwc.map(|mwc| 1.0 - mwc),
            no_double: -self.no_double,
            double_take: -self.double_take,
            double_pass: -self.double_pass,
            mwc: self.mwc.map(|values| values.map(|mwc| 1.0 - mwc)),
            is_answer: true,
            ..self
        }
    }
}

/// The answers to a beaver or a raccoon, the best first.
#[derive(Clone, Debug, Serialize)]
pub struct BeaverReply {
    /// Who is asked.
    pub player: String,
    /// Look-ahead.
    pub ply: u8,
    /// The answers.
    pub answers: Vec<BeaverRow>,
}

/// An answer to a beaver.
#[derive(Clone, Debug, Serialize)]
pub struct BeaverRow {
    /// `take`, `drop`, `raccoon`.
    pub answer: &'static str,
    /// Its worth to the player who is asked, in units of the cube before the double.
    pub equity: f32,
    /// What it gives up against the best.
    pub loss: f32,
}

/// An equity and, in a match, the winning chance it stands for.
#[derive(Clone, Copy, Debug)]
pub struct EquityReply {
    /// The equity in units of the cube; normalized in a match.
    pub equity: f32,
    /// `None` for money.
    pub mwc: Option<f32>,
}

/// What to do about a resignation. All numbers are for the player who is asked.
#[derive(Clone, Debug)]
pub struct ResignationReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// The player who is asked.
    pub asked: Player,
    /// What is offered.
    pub value: GameValue,
    /// The worth of accepting.
    pub accepting: EquityReply,
    /// The worth of playing on, the cube included.
    pub playing_on: EquityReply,
    /// The worth of playing on with a dead cube.
    pub cubeless: EquityReply,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
}

impl ResignationReply {
    /// Whether accepting is worth at least as much as playing on.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.accepting.equity >= self.playing_on.equity
    }
}

/// One play of a list.
#[derive(Clone, Debug)]
pub struct PlayReply {
    /// From 1.
    pub rank: usize,
    /// The play.
    pub play: Play,
    /// Look-ahead of the evaluation.
    pub ply: u8,
    /// The chances of the mover.
    pub outputs: Outputs,
    /// Cubeless equity per unit of the cube; normalized in a match.
    pub equity: f32,
    /// Cubeful equity per unit of the cube, normalized in a match; the cubeless one where the cube was not counted.
    pub cubeful: f32,
    /// The twins of both in a match.
    pub mwc: Option<MwcPair>,
    /// Cubeful (or cubeless, if so evaluated) equity less that of the best play.
    pub difference: f32,
    /// Whether it is the play that was made, where the record has one.
    pub is_made: bool,
    /// The rollout that all these numbers but the ply are of, if it was rolled out.
    pub judged: Option<Judged>,
}

/// Where the numbers of a play are from that was rolled out, or that another program judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// A rollout of this session.
    Rollout(RolledCandidate),
    /// The notes of the record.
    Noted(Noted<Numbers>),
}

impl Judged {
    /// Whether there are trials behind it.
    #[must_use]
    pub const fn is_rollout(&self) -> bool {
        !matches!(self, Self::Noted(Noted { trials: 0, .. }))
    }

    /// Whether another program judged it.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Self::Noted(Noted { foreign: Some(_), .. }))
    }
}

/// A candidate of a rollout.
#[derive(Clone, Debug)]
pub struct RolledCandidate {
    /// The rollout.
    pub rollout: Arc<RolloutReply>,
    /// Which of its candidates.
    pub candidate: usize,
}

impl RolledCandidate {
    /// Its numbers.
    #[must_use]
    pub fn result(&self) -> &CandidateResult {
        &self.rollout.result.candidates[self.candidate]
    }
}

/// Where the numbers of a cube decision that was rolled out are from.
#[derive(Clone, Debug)]
pub enum CubeRollout {
    /// A rollout of this session.
    Rollout(Arc<RolloutReply>),
    /// The notes of the record; the errors of no double and of double and take.
    Noted(Noted<[Numbers; 2]>),
}

impl CubeRollout {
    /// Whether there are trials behind it.
    #[must_use]
    pub const fn is_rollout(&self) -> bool {
        !matches!(self, Self::Noted(Noted { trials: 0, .. }))
    }
}

/// A rollout in the notes of the record, or what another program found, which stands there too.
#[derive(Clone, Debug)]
pub struct Noted<T> {
    /// Its trials; 0 where it is no rollout.
    pub trials: u32,
    /// How it was made, where the record says so.
    pub made: Option<String>,
    /// The level of another program by its own name, and the settings of its rollout; `None` for a rollout of here.
    pub foreign: Option<Foreign>,
    /// Its standard errors, in normalized equity; `None` in files that hold none.
    pub errors: Option<T>,
    /// What a unit of equity is worth in match winning chance; `None` for money.
    pub slope: Option<f32>,
}

/// How another program found something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Its level by its own name.
    pub level: String,
    /// The settings of its rollout in words; empty for none.
    pub settings: String,
}

impl<T> Noted<T> {
    /// What is noted by a method; `None` where it is a search of here, which is made again.
    pub(super) fn by(method: &Method, errors: Option<T>, slope: Option<f32>) -> Option<Self> {
        let mut made = None;
        let (trials, foreign) = match method {
            Method::Plies { .. } => return None,
            Method::Rollout { trials, context } => {
                // Words say how it was made; other programs leave letters and numbers.
                made = Some(context).filter(|context| !context.is_empty() && !context.starts_with("SK ")).cloned();
                (*trials, None)
            }
            Method::Foreign { level, trials, settings } => {
                (*trials, Some(Foreign { level: level.clone(), settings: settings.clone() }))
            }
        };
        Some(Self { trials, made, foreign, errors, slope })
    }

    /// What judged it, in a word or two.
    #[must_use]
    pub fn level(&self) -> &str {
        self.foreign.as_ref().map_or("rollout", |foreign| &foreign.level)
    }

    /// A standard error of the equity, or in a match of the winning chance it stands for.
    #[must_use]
    pub fn in_unit(&self, error: f32, is_mwc: bool) -> f64 {
        f64::from(error * self.slope.filter(|_| is_mwc).unwrap_or(1.0))
    }
}

/// The plays for a roll, best first.
#[derive(Clone, Debug)]
pub struct PlaysReply {
    /// Identifiers before the play.
    pub ids: Ids,
    /// The roll.
    pub dice: Roll,
    /// Whether plays are compared by cubeful equity.
    pub is_cubeful: bool,
    /// How they were evaluated, each at its own depth.
    pub settings: EvalSettings,
    /// The best, as many as were asked for.
    pub candidates: Vec<PlayReply>,
    /// How many legal plays there are.
    pub n_legal: usize,
    /// Whether the cubeful values are exact: those of a small bearoff at a match score.
    pub is_exact: bool,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
}

/// A rollout with what is needed to print and repeat it.
#[derive(Clone, Debug)]
pub struct RolloutReply {
    /// Identifiers of the position.
    pub ids: Ids,
    /// The position, seen by the side on roll.
    pub position: Position,
    /// The roll, when plays were rolled out.
    pub dice: Option<Roll>,
    /// A remark on what was chosen to be rolled out.
    pub note: Option<String>,
    /// Why the numbers are not to be trusted.
    pub warning: Option<Warning>,
    /// Whether it was a match (values carry winning chances).
    pub is_match: bool,
    /// What the rolls of both sides do to the cube, of a cube decision.
    pub market: Option<Market>,
    /// Means, errors, comparisons.
    pub result: RolloutResult,
    /// What it can be continued from.
    pub records: Records,
    /// What it is of, as it is saved: the order, and what its candidates are called.
    pub description: Description,
    /// How the values of each candidate's trials become equities.
    pub units: Vec<Units>,
    /// The players by seat.
    pub players: ByPlayer<String>,
    /// How long it took by the host's clock.
    pub elapsed: Duration,
    /// What was done in that time: less than there is where it was continued.
    pub played: Played,
    /// What it was expected to cost, if anybody asked before.
    pub expected: Option<Cost>,
    /// Threads of this process that played it; none where the workers of a server did.
    pub threads: Option<usize>,
}

/// What was done by one command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Trials, of all candidates together.
    pub trials: u64,
    /// Their turns.
    pub turns: u64,
    /// Their static evaluations.
    pub evaluations: u64,
}

impl Played {
    /// What some records amount to.
    #[must_use]
    pub fn of(records: &Records) -> Self {
        let mut played = Self::default();
        for record in records.candidates.iter().flatten() {
            played.trials += 1;
            played.turns += u64::from(record.events.turns);
            played.evaluations += u64::from(record.evaluations);
        }
        played
    }

    /// What was done since.
    #[must_use]
    pub const fn since(self, before: Self) -> Self {
        Self {
            trials: self.trials - before.trials,
            turns: self.turns - before.turns,
            evaluations: self.evaluations - before.evaluations,
        }
    }
}

impl RolloutReply {
    /// What kind of decision was rolled out.
    #[must_use]
    pub const fn kind(&self) -> JobKind {
        self.description.order.job.kind()
    }

    /// Where each candidate's trials began, and who decides.
    #[must_use]
    pub const fn job(&self) -> &Job {
        &self.description.order.job
    }

    /// The settings used.
    #[must_use]
    pub const fn settings(&self) -> &Resolved {
        &self.description.order.settings
    }

    /// What the candidates are called.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.description.names
    }

    /// The covariances of the candidates' mean equities, as [`rollout::covariances`](crate::rollout::covariances).
    #[must_use]
    pub fn covariances(&self) -> Vec<Vec<Option<f64>>> {
        covariances(&self.records, &self.units, self.result.is_cubeful)
    }
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
    /// The rating of who makes no errors.
    pub rating_offset: f64,
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
    /// `rollout selftest`.
    SelfTest(SelfTestReply),
    /// `rollout horizons`.
    Horizons(HorizonsReply),
    /// `rollout file`.
    Results(ResultsReply),
    /// `rollout saved`.
    Saved(SavedReply),
    /// `jobs`.
    Jobs(JobsReply),
    /// What another program found about the decision on the table, before the answer of `hint`.
    Stored(StoredReply),
    /// `show position`.
    Position(PositionReply),
    /// `show errors`.
    Errors(ErrorsReply),
    /// A decision that one steps to, as it was made.
    Decision(Box<DecisionReply>),
    /// `pr`.
    Performance(PerformanceReply),
    /// `hint` on a beaver.
    Beaver(BeaverReply),
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
    /// `relational select` and `relational show players`.
    Rows(RowsReply),
}

impl Reply {
    /// Figures that need no warning.
    pub(super) fn figures(figures: Figures) -> Self {
        Self::Figures(Box::new(figures), None)
    }
}
