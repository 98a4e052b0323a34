//! The commands under `set`.

use super::analysis::{AnalysisChange, TutorChange};
use super::args::{
    BoardArg, Decision, EvalChange, FilterChange, PlayerArg, PlayerName, RngArg, always_quoted, on_off, optional,
    quoted,
};
use super::rollout::RolloutChange;
use crate::board::{ByPlayer, Roll, Variation};
use crate::eval::Strength;
use std::fmt;

/// What `set` sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// The checkers; dice, cube, score and turn stay.
    Board(BoardArg),
    /// The dice of the player on roll.
    Dice(Roll),
    /// Who is on roll.
    Turn(PlayerName),
    /// Points won, and perhaps the length of the match.
    Score {
        /// Points of player 0 and player 1.
        score: ByPlayer<u8>,
        /// A new match length.
        length: Option<u8>,
    },
    /// The cube.
    Cube(CubeChange),
    /// Match state from a Match ID of 12 characters.
    MatchId(String),
    /// Everything from a Position ID and a Match ID.
    GnubgId {
        /// The Position ID.
        position: String,
        /// The Match ID.
        match_id: String,
    },
    /// Everything from an XGID, here without its prefix `XGID=`.
    Xgid(String),
    /// Jacoby's rule.
    Jacoby(bool),
    /// Whether this is the Crawford game.
    Crawford(bool),
    /// Whether the Crawford game has been played.
    PostCrawford(bool),
    /// How many beavers are allowed in money games.
    Beavers(u8),
    /// What happens without being asked for.
    Automatic(AutomaticChange),
    /// The variation played.
    Variation(Variation),
    /// The length of a match when `new match` names none.
    MatchLength(u8),
    /// A player.
    Player(PlayerArg, PlayerChange),
    /// The generator of the dice.
    Rng(RngArg),
    /// The seed of the dice; `None` takes one from the system.
    Seed(Option<u32>),
    /// Threads to compute with, at least 1.
    Threads(u16),
    /// Entries of the evaluation cache.
    Cache(u64),
    /// The match equity table, from a file or by a built-in name.
    Met(String),
    /// Whether the match equity table is read with the players exchanged.
    InvertMet(bool),
    /// How live the cube is, by class of position.
    CubeEfficiency(CubeEfficiencyChange),
    /// The names the players start with.
    DefaultNames(ByPlayer<String>),
    /// Which questions are asked, and how they are answered.
    Confirm(ConfirmChange),
    /// Whether boards are shown for computer moves.
    Display(bool),
    /// Whether player 1 bears off to the left.
    Clockwise(bool),
    /// The prompt, with its `\p`, `\c`, `\s` and `\v`.
    Prompt(String),
    /// The language: a code or `system`.
    Lang(String),
    /// How positions are evaluated for `eval` and `hint`.
    Evaluation(EvaluationChange),
    /// How positions are rolled out.
    Rollout(RolloutChange),
    /// How numbers are shown.
    Output(OutputChange),
    /// How records are analyzed.
    Analysis(AnalysisChange),
    /// Who is warned of errors.
    Tutor(TutorChange),
    /// The rating of who makes no errors.
    RatingOffset(f32),
    /// Whether an unfinished rollout is kept on disk.
    AutosaveRollout(bool),
}

/// A change of the cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CubeChange {
    /// Its value, a power of two from 1 to 4096.
    Value(u32),
    /// Its owner; `both` centers it.
    Owner(PlayerArg),
    /// Centers it and keeps its value.
    Centre,
    /// Whether doubling is allowed at all.
    Use(bool),
}

/// What happens without being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutomaticChange {
    /// How often equal opening dice double the cube.
    Doubles(u8),
    /// Bear off when nothing else makes sense.
    Bearoff(bool),
    /// Declare the Crawford game.
    Crawford(bool),
    /// Start the next game.
    Game(bool),
    /// Make the only legal play.
    Move(bool),
    /// Roll when there is no cube decision.
    Roll(bool),
}

/// A change of a player.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerChange {
    /// The name.
    Name(String),
    /// Played by a person.
    Human,
    /// Played by the engine.
    Gnubg,
    /// How the engine decides for the player.
    Evaluation(EvaluationChange),
}

/// How live the cube is: 0 is dead, 1 fully live.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CubeEfficiencyChange {
    /// One-sided bearoff positions.
    OneSided(f32),
    /// Crashed positions.
    Crashed(f32),
    /// Contact positions.
    Contact(f32),
    /// Races: added per pip.
    RaceFactor(f32),
    /// Races: the constant term.
    RaceCoefficient(f32),
    /// Races: the least.
    RaceMin(f32),
    /// Races: the most.
    RaceMax(f32),
}

/// Which questions are asked, and how they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmChange {
    /// Ask before a game in progress is discarded.
    New(bool),
    /// Ask before a file is overwritten.
    Save(bool),
    /// The answer to every question.
    Default(Answer),
}

/// An answer to a yes/no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, unasked.
    Yes,
    /// No, unasked.
    No,
    /// Ask.
    Ask,
}

/// A change of how positions are evaluated: for `eval` and `hint`, or where the engine plays.
#[derive(Clone, Debug, PartialEq)]
pub enum EvaluationChange {
    /// The settings of one decision.
    Eval(Decision, EvalChange),
    /// The move filters.
    Filter(FilterChange),
    /// Both decisions and the filters at a named strength.
    Preset(Strength),
}

/// A change of how numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutputChange {
    /// Match winning chances in place of equities.
    Mwc(bool),
    /// Match winning chances as percentages.
    MatchPercent(bool),
    /// Probabilities as percentages.
    WinPercent(bool),
    /// Digits after the decimal point, 1 to 6.
    Digits(u8),
    /// Boards as FIBS `board:` lines.
    RawBoard(bool),
    /// By what an error rate is multiplied.
    ErrorRateFactor(f32),
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => write!(f, "board {board}"),
            Self::Dice(roll) => write!(f, "dice {roll}"),
            Self::Turn(player) => write!(f, "turn {player}"),
            Self::Score { score: ByPlayer([top, bottom]), length } => {
                write!(f, "score {top} {bottom}{}", optional(*length))
            }
            Self::Cube(change) => write!(f, "cube {change}"),
            Self::MatchId(id) => write!(f, "matchid {id}"),
            Self::GnubgId { position, match_id } => write!(f, "gnubgid {position}:{match_id}"),
            Self::Xgid(id) => write!(f, "xgid {id}"),
            Self::Jacoby(on) => write!(f, "jacoby {}", on_off(*on)),
            Self::Crawford(on) => write!(f, "crawford {}", on_off(*on)),
            Self::PostCrawford(on) => write!(f, "postcrawford {}", on_off(*on)),
            Self::Beavers(n) => write!(f, "beavers {n}"),
            Self::Automatic(change) => write!(f, "automatic {change}"),
            Self::Variation(variation) => write!(f, "variation {}", variation.name()),
            Self::MatchLength(n) => write!(f, "matchlength {n}"),
            Self::Player(player, change) => write!(f, "player {player} {change}"),
            Self::Rng(rng) => write!(f, "rng {rng}"),
            Self::Seed(seed) => write!(f, "seed{}", optional(*seed)),
            Self::Threads(n) => write!(f, "threads {n}"),
            Self::Cache(n) => write!(f, "cache {n}"),
            Self::Met(file) => write!(f, "matchequitytable {}", quoted(file)),
            Self::InvertMet(on) => write!(f, "invert matchequitytable {}", on_off(*on)),
            Self::CubeEfficiency(change) => write!(f, "cubeefficiency {change}"),
            Self::DefaultNames(ByPlayer([a, b])) => write!(f, "defaultnames {} {}", quoted(a), quoted(b)),
            Self::Confirm(change) => write!(f, "confirm {change}"),
            Self::Display(on) => write!(f, "display {}", on_off(*on)),
            Self::Clockwise(on) => write!(f, "clockwise {}", on_off(*on)),
            Self::Prompt(prompt) => write!(f, "prompt {}", always_quoted(prompt)),
            Self::Lang(code) => write!(f, "lang {}", quoted(code)),
            Self::Evaluation(change) => write!(f, "evaluation {change}"),
            Self::Rollout(change) => write!(f, "rollout {change}"),
            Self::Output(change) => write!(f, "output {change}"),
            Self::Analysis(change) => write!(f, "analysis {change}"),
            Self::Tutor(change) => write!(f, "tutor {change}"),
            Self::RatingOffset(x) => write!(f, "ratingoffset {x}"),
            Self::AutosaveRollout(on) => write!(f, "autosave rollout {}", on_off(*on)),
        }
    }
}

impl fmt::Display for CubeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(n) => write!(f, "value {n}"),
            Self::Owner(player) => write!(f, "owner {player}"),
            Self::Centre => f.write_str("centre"),
            Self::Use(on) => write!(f, "use {}", on_off(*on)),
        }
    }
}

impl fmt::Display for AutomaticChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, on) = match self {
            Self::Doubles(n) => return write!(f, "doubles {n}"),
            Self::Bearoff(on) => ("bearoff", on),
            Self::Crawford(on) => ("crawford", on),
            Self::Game(on) => ("game", on),
            Self::Move(on) => ("move", on),
            Self::Roll(on) => ("roll", on),
        };
        write!(f, "{word} {}", on_off(*on))
    }
}

impl fmt::Display for PlayerChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "name {}", quoted(name)),
            Self::Human => f.write_str("human"),
            Self::Gnubg => f.write_str("gnubg"),
            Self::Evaluation(change) => write!(f, "{change}"),
        }
    }
}

impl fmt::Display for CubeEfficiencyChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneSided(x) => write!(f, "os {x}"),
            Self::Crashed(x) => write!(f, "crashed {x}"),
            Self::Contact(x) => write!(f, "contact {x}"),
            Self::RaceFactor(x) => write!(f, "race factor {x}"),
            Self::RaceCoefficient(x) => write!(f, "race coefficient {x}"),
            Self::RaceMin(x) => write!(f, "race min {x}"),
            Self::RaceMax(x) => write!(f, "race max {x}"),
        }
    }
}

impl fmt::Display for ConfirmChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(on) => write!(f, "new {}", on_off(*on)),
            Self::Save(on) => write!(f, "save {}", on_off(*on)),
            Self::Default(Answer::Yes) => f.write_str("default yes"),
            Self::Default(Answer::No) => f.write_str("default no"),
            Self::Default(Answer::Ask) => f.write_str("default ask"),
        }
    }
}

impl fmt::Display for EvaluationChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eval(decision, change) => write!(f, "{} evaluation {change}", decision.word()),
            Self::Filter(change) => write!(f, "movefilter {change}"),
            Self::Preset(strength) => write!(f, "preset {}", strength.name()),
        }
    }
}

impl fmt::Display for OutputChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mwc(on) => write!(f, "mwc {}", on_off(*on)),
            Self::MatchPercent(on) => write!(f, "matchpc {}", on_off(*on)),
            Self::WinPercent(on) => write!(f, "winpc {}", on_off(*on)),
            Self::Digits(n) => write!(f, "digits {n}"),
            Self::RawBoard(on) => write!(f, "rawboard {}", on_off(*on)),
            Self::ErrorRateFactor(x) => write!(f, "errorratefactor {x}"),
        }
    }
}
