//! The commands under `rollout` and `set rollout`.

use super::args::{
    Decision, EvalChange, FilterChange, Horizon, PlayerArg, RngArg, joined, on_off, optional, quoted, seconds,
};
use crate::rollout::{LuckBy, RolloutPreset};
use std::fmt;
use std::time::Duration;

/// What `rollout` rolls out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RolloutCommand {
    /// `rollout` alone: the best plays when dice are set, else the position.
    Usual,
    /// The position before the dice.
    Position,
    /// Plays of the current roll.
    Plays(PlaysArg),
    /// No double against double/take.
    Cube,
    /// The position once for each of several horizons, in the order given.
    Horizons(Vec<Horizon>),
    /// Checks of the rollout against values known exactly.
    SelfTest,
    /// The last unfinished rollout, continued; or the one in a file.
    Resume(Option<String>),
    /// So many trials more of every candidate of the last rollout, whatever had ended it.
    Extend(u32),
    /// Results of parts of one rollout put together.
    Merge(Vec<String>),
    /// Every position of a file, the results into another.
    File {
        /// A file with a position on each line.
        positions: String,
        /// Where the results go; shown when absent.
        output: Option<String>,
    },
}

/// Which plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaysArg {
    /// The marked ones, else as many as the settings say.
    Default,
    /// These candidates of `hint`, counted from 1.
    Numbers(Vec<u16>),
    /// The best so many of `hint`.
    Best(u16),
}

/// When an evaluation setting of a rollout applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// From the start.
    Early,
    /// From the turn `later plies` on.
    Later,
    /// At truncation.
    Truncation,
}

/// A change of the rollout settings.
#[derive(Clone, Debug, PartialEq)]
pub enum RolloutChange {
    /// Trials for each alternative, at least 1.
    Trials(u32),
    /// The seed; `None` takes one from the system.
    Seed(Option<u32>),
    /// The generator of the dice behind the stratified ones.
    Rng(RngArg),
    /// Whether the cube is in play.
    Cubeful(bool),
    /// Whether luck is subtracted.
    VarianceReduction(bool),
    /// Who values the luck that is subtracted; switches variance reduction on.
    LuckBy(LuckBy),
    /// Whether first rolls are dealt evenly (stratified dice).
    QuasiRandom(bool),
    /// Whether the position is a starting position, where doubles are not rolled.
    Initial(bool),
    /// Whether trials are truncated.
    TruncationEnable(bool),
    /// After how many plies, at least 1.
    TruncationPlies(u16),
    /// Whether a truncated trial is evaluated with player 0's settings.
    TruncateEqualPlayer0(bool),
    /// Whether trials end where the two-sided bearoff database has the exact value.
    BearoffExact(bool),
    /// Whether cubeless trials end where the one-sided bearoff database begins.
    BearoffOneSided(bool),
    /// The evaluation settings of one decision at one stage. Truncation knows no players: there it is both.
    Eval {
        /// When.
        stage: Stage,
        /// Whose.
        player: PlayerArg,
        /// Which decision's.
        decision: Decision,
        /// What changes.
        change: EvalChange,
    },
    /// The move filters at one stage (truncation has none).
    Filter {
        /// From the late turn on, or before.
        later: bool,
        /// Whose.
        player: PlayerArg,
        /// What changes.
        change: FilterChange,
    },
    /// Whether cube decisions use the settings of plays.
    CubeEqualChequer(bool),
    /// Whether player 1 uses the settings of player 0.
    PlayersAreSame(bool),
    /// Whether later plies have their own settings.
    LaterEnable(bool),
    /// From which ply on.
    LaterPlies(u16),
    /// Whether to stop at a standard error.
    LimitEnable(bool),
    /// Not before so many trials.
    LimitMinimumGames(u32),
    /// The standard error, an equity.
    LimitMaxError(f64),
    /// Whether to stop plays that are far behind.
    JsdStop(bool),
    /// Not before so many trials.
    JsdMinimumGames(u32),
    /// How far, in joint standard deviations.
    JsdLimit(f64),
    /// Whether each trial is written to a file.
    Log(bool),
    /// How these files begin.
    LogFile(String),
    /// All settings at once.
    Preset(RolloutPreset),
    /// Until when to go on, whatever `trials` says.
    Until(Until),
    /// How alternatives share dice.
    Pairing(Pairing),
    /// At which cubeless equity a trial is settled.
    Settlement(Settlement),
    /// Plays of a roll that the filter net leaves, `None` for all.
    Prefilter(Option<u8>),
    /// Whether a truncated trial takes the mean of its last two horizons.
    Mean(bool),
}

/// Until when to go on, whatever `trials` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// Until the standard error is at most this equity.
    Error(f64),
    /// For so long.
    Time(Duration),
    /// Until the best alternative is known to be within this equity of the truth; `None` is the usual margin.
    Decided(Option<f64>),
    /// No such rule.
    Off,
}

/// How alternatives share dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Every alternative has its own.
    None,
    /// The same dice for all.
    Shared,
    /// Rolls of the same rank among the 36.
    Ranked,
}

/// Settlement of trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Settlement {
    /// At the usual limit.
    Usual,
    /// At this cubeless equity.
    Limit(f64),
    /// Never.
    Off,
}

impl Pairing {
    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Shared => "shared",
            Self::Ranked => "ranked",
        }
    }
}

impl fmt::Display for RolloutCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rollout")?;
        match self {
            Self::Usual => Ok(()),
            Self::Position => f.write_str(" position"),
            Self::Plays(PlaysArg::Default) => f.write_str(" plays"),
            Self::Plays(PlaysArg::Numbers(numbers)) => write!(f, " plays {}", joined(numbers, " ")),
            Self::Plays(PlaysArg::Best(n)) => write!(f, " plays best {n}"),
            Self::Cube => f.write_str(" cube"),
            Self::Horizons(horizons) => write!(f, " horizons {}", joined(horizons, ",")),
            Self::SelfTest => f.write_str(" selftest"),
            Self::Resume(file) => write!(f, " resume{}", optional(file.as_deref().map(quoted))),
            Self::Extend(trials) => write!(f, " extend {trials}"),
            Self::Merge(files) => {
                f.write_str(" merge")?;
                files.iter().try_for_each(|file| write!(f, " {}", quoted(file)))
            }
            Self::File { positions, output } => {
                write!(f, " file {}{}", quoted(positions), optional(output.as_deref().map(quoted)))
            }
        }
    }
}

impl fmt::Display for RolloutChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, on) = match self {
            Self::Trials(n) => return write!(f, "trials {n}"),
            Self::Seed(seed) => return write!(f, "seed{}", optional(*seed)),
            Self::Rng(rng) => return write!(f, "rng {rng}"),
            Self::TruncationPlies(n) => return write!(f, "truncation plies {n}"),
            Self::Eval { stage, player, decision, change } => {
                f.write_str(match stage {
                    Stage::Early => "",
                    Stage::Later => "later ",
                    Stage::Truncation => "truncation ",
                })?;
                return write!(f, "{}{} {change}", only(player), decision.word());
            }
            Self::Filter { later, player, change } => {
                let stage = if *later { "later " } else { "" };
                return write!(f, "{stage}{}movefilter {change}", only(player));
            }
            Self::LaterPlies(n) => return write!(f, "later plies {n}"),
            Self::LimitMinimumGames(n) => return write!(f, "limit minimumgames {n}"),
            Self::LimitMaxError(x) => return write!(f, "limit maxerror {x}"),
            Self::JsdMinimumGames(n) => return write!(f, "jsd minimumgames {n}"),
            Self::JsdLimit(x) => return write!(f, "jsd limit {x}"),
            Self::LogFile(file) => return write!(f, "logfile {}", quoted(file)),
            Self::Preset(preset) => return write!(f, "preset {}", preset.name()),
            Self::Until(until) => return write!(f, "until {until}"),
            Self::Pairing(pairing) => return write!(f, "pairing {}", pairing.word()),
            Self::Prefilter(Some(n)) => return write!(f, "prefilter {n}"),
            Self::Prefilter(None) => return f.write_str("prefilter off"),
            Self::Settlement(Settlement::Usual) => return f.write_str("settlement"),
            Self::Settlement(Settlement::Limit(x)) => return write!(f, "settlement {x}"),
            Self::Settlement(Settlement::Off) => return f.write_str("settlement off"),
            Self::Cubeful(on) => ("cubeful", on),
            Self::LuckBy(LuckBy::Players) => return f.write_str("varredn on"),
            Self::LuckBy(LuckBy::Static) => return f.write_str("varredn static"),
            Self::LuckBy(LuckBy::OwnNets) => return f.write_str("varredn own"),
            Self::LuckBy(LuckBy::Auto) => return f.write_str("varredn auto"),
            Self::VarianceReduction(on) => ("varredn", on),
            Self::QuasiRandom(on) => ("quasirandom", on),
            Self::Initial(on) => ("initial", on),
            Self::TruncationEnable(on) => ("truncation enable", on),
            Self::TruncateEqualPlayer0(on) => ("truncate-equal-player0", on),
            Self::BearoffExact(on) => ("bearofftruncation exact", on),
            Self::BearoffOneSided(on) => ("bearofftruncation onesided", on),
            Self::CubeEqualChequer(on) => ("cube-equal-chequer", on),
            Self::PlayersAreSame(on) => ("players-are-same", on),
            Self::LaterEnable(on) => ("later enable", on),
            Self::LimitEnable(on) => ("limit enable", on),
            Self::JsdStop(on) => ("jsd stop", on),
            Self::Log(on) => ("log", on),
            Self::Mean(on) => ("mean", on),
        };
        write!(f, "{words} {}", on_off(*on))
    }
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(x) => write!(f, "error {x}"),
            Self::Time(time) => write!(f, "time {}", seconds(*time)),
            Self::Decided(margin) => write!(f, "decided{}", optional(*margin)),
            Self::Off => f.write_str("off"),
        }
    }
}

/// The words that limit a change to one player.
fn only(player: &PlayerArg) -> String {
    match player {
        PlayerArg::Both => String::new(),
        PlayerArg::One(name) => format!("player {name} "),
    }
}
