//! The command line of `gammon-train`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use gammon_engine::eval::own::{HIDDEN_UNIT, HeadRule, MAX_HIDDEN, MAX_MIDDLE, PANEL};
use gammon_training::train::{Start, Subject};
use std::path::PathBuf;

/// Makes nets for gammon, and measures how strong nets are.
///
/// Exit status: 0 done, 2 bad usage or a file that cannot be read or written, 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "gammon-train", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub tool: Tool,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Plays two players against each other, with the same dice for both
    Duel(DuelArgs),
    /// Makes test decisions of one kind, with a player's value of each play, for `score` to read
    TestSet(TestSetArgs),
    /// Measures how far static evaluations are from rollouts by another program
    Score(ScoreArgs),
    /// Writes down the worth of positions: chances and equities by nets, search, a teacher or rollouts
    Label(LabelArgs),
    /// Prints decisions of self-play, to be judged by another program
    Decisions(DecisionArgs),
    /// Trains a net from zero by self-play, or from a teacher's answers
    Net(TrainArgs),
    /// Teaches the heads of the contact net how live cubes are, by equities with the cube a turn later
    Cubes(TrainCubesArgs),
    /// Rounds first layers to weights of a byte and puts their units in order, which makes evaluations faster
    Narrow(TrainNarrowArgs),
    /// Averages the weights of checkpoints of a run that learned from answers
    Mean(MeanArgs),
    /// Trains the filter net, taught by the built-in nets or those of a file
    Filter(FilterArgs),
}

/// Options of training. A run is repeated exactly by the same options, whatever the threads.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Where the nets go
    #[arg(long, value_name = "FILE", default_value = "gammon.net")]
    pub out: PathBuf,
    /// Where the run goes, to be resumed; the nets' name with `.run` if absent
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Takes a run up again
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Units of the net in 64s up to 2048; those of the net it starts from if absent, or 512
    #[arg(long, value_name = "N", value_parser = hidden_units)]
    pub hidden: Option<u16>,
    /// The highest learning rate
    #[arg(long, value_name = "RATE")]
    pub rate: Option<f32>,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u16,
    #[command(flatten)]
    pub teach: TeachArgs,
}

/// Options of learning from answers.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("taught").args(["teacher", "look_ahead", "play_on"]).multiple(true).required(true))]
pub struct TeachArgs {
    /// Learns the answers of this net: f32 weights, layer after layer
    #[arg(long, value_name = "FILE")]
    pub teacher: Option<PathBuf>,
    /// Units of the teacher's layers between its inputs and outputs
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "512,512,256,128", requires = "teacher")]
    pub teacher_layers: Vec<u16>,
    /// Answers in all
    #[arg(long, value_name = "N", default_value_t = 40_000_000)]
    pub labels: u64,
    /// How often each answer is learned from
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub reuse: u16,
    /// How the net picks a head: `route`, by the class of the position alone, or by how many checkers either side
    /// has back (`checkers-back`) or left (`checkers-left`) too; as the net it starts from if absent, or `route`
    #[arg(long, value_name = "RULE", value_parser = head_rule())]
    pub heads: Option<HeadRule>,
    /// Units of the second layer, 32, 64, 96 or 128; as the net it starts from if absent, or 32
    #[arg(long, value_name = "N", value_parser = middle_units)]
    pub middle: Option<u16>,
    /// Multiplies units of the first layer two by two instead of squaring each, as a net to start from must do too; if
    /// absent, does as that net, or squares
    #[arg(long)]
    pub products: bool,
    /// Answers to an update
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,
    /// Net file whose nets play the games; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub players: Option<PathBuf>,
    /// Net file to start from, grown into a wider one or one with more heads if those are asked
    /// for; random weights if absent
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub start: Option<PathBuf>,
    /// Learns the players' values a turn later, or so many turns, over all rolls; with a teacher the mean of these and
    /// its answer: better answers, of which there are fewer in the same time
    #[arg(long, value_name = "TURNS", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub look_ahead: Option<u8>,
    /// Learns how the players' games go on for so many turns, the luck of the dice subtracted
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=200), conflicts_with_all = ["teacher", "look_ahead"])]
    pub play_on: Option<u32>,
    /// The subject, `contact` or `races`
    #[arg(long, value_name = "SUBJECT", default_value = "contact", value_parser = named(Subject::NAMED))]
    pub subject: Subject,
    /// Net file whose net for the other subject is kept; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub rest: Option<PathBuf>,
    /// Where a line for each step goes, as JSON
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Options of teaching heads how live cubes are. A run is repeated exactly by the same options, whatever the threads.
#[derive(Args, Debug)]
pub struct TrainCubesArgs {
    /// Net file to begin with, whose heads go on from what they know; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub nets: Option<PathBuf>,
    /// Where the nets go, after each round
    #[arg(long, value_name = "FILE", default_value = "gammon.net")]
    pub out: PathBuf,
    /// Positions of the last round; each round has twice as many as the one before
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub positions: u64,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub rounds: u32,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u16,
}

/// Options of rounding the first layers of nets.
#[derive(Args, Debug)]
pub struct TrainNarrowArgs {
    /// Net file to round; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub nets: Option<PathBuf>,
    /// Where the nets go
    #[arg(long, value_name = "FILE", default_value = "gammon.net")]
    pub out: PathBuf,
    /// Positions that say which inputs come together; some of them say which units do
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub positions: u64,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Help on what `label` writes.
const LABELS: &str = "\
JSON lines hold `position_id`, `outputs` (win, gammon and backgammon won, gammon and backgammon lost, for the side on \
roll), `equity` without a cube and, with --cubes, `cubes`: equities for money in units of the cube, before rolling and \
without doubling, with the cube centered under the Jacoby rule, centered without it, owned by the side on roll, owned \
by the other. f32 files hold the same numbers, 6 or 10 a position, little-endian.";

/// Options of labelling positions. A label depends on its position and on the options, not on the threads.
#[derive(Args, Debug)]
#[command(after_help = LABELS)]
pub struct LabelArgs {
    /// Positions: a Position ID begins each line, lines that begin with `#` are left out; `-` is standard input
    #[arg(value_name = "FILE")]
    pub positions: PathBuf,
    /// Where the labels go; a file that holds some is gone on with. Standard output if absent
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The player: `own`, a net file, weights such as gnubg.wd, `teacher:FILE`; `@2` after it looks two plies ahead
    #[arg(long, value_name = "PLAYER", default_value = "own")]
    pub by: String,
    /// The answers that `train --teacher FILE` learns, `train --look-ahead` or both, by the player
    #[arg(long, value_name = "FILE")]
    pub teacher: Option<PathBuf>,
    /// Units of a teacher's layers between its inputs and outputs
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "512,512,256,128")]
    pub teacher_layers: Vec<u16>,
    /// Takes the player's values a turn later, or so many turns, over all rolls; with a teacher the mean of these and
    /// its answer
    #[arg(long, value_name = "TURNS", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub look_ahead: Option<u8>,
    /// Rolls each position out, so many trials
    #[arg(long, value_name = "TRIALS", conflicts_with_all = ["teacher", "look_ahead"], value_parser = clap::value_parser!(u64).range(1..))]
    pub rollout: Option<u64>,
    /// Seed of the dice of rollouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u32,
    /// Equities with the cube too, so many plies deep
    #[arg(long, value_name = "PLIES", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub cubes: Option<u8>,
    /// Writes plain numbers in place of JSON
    #[arg(long)]
    pub f32: bool,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u16,
}

/// Options of averaging checkpoints.
#[derive(Args, Debug)]
pub struct MeanArgs {
    /// Checkpoints of a run, copied while it went on
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Units of the net
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = hidden_units)]
    pub hidden: u16,
    /// Units of its second layer
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = middle_units)]
    pub middle: u16,
    /// The first layer multiplies units two by two
    #[arg(long)]
    pub products: bool,
    /// How it picks a head
    #[arg(long, value_name = "RULE", default_value = "route", value_parser = head_rule())]
    pub heads: HeadRule,
    /// The subject, `contact` or `races`
    #[arg(long, value_name = "SUBJECT", default_value = "contact", value_parser = named(Subject::NAMED))]
    pub subject: Subject,
    /// Net file whose net for the other subject is kept; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub rest: Option<PathBuf>,
    /// Where the nets go
    #[arg(long, value_name = "FILE", default_value = "gammon.net")]
    pub out: PathBuf,
}

/// Options of training the filter net. A run is repeated exactly by the same options, whatever the threads.
#[derive(Args, Debug)]
pub struct FilterArgs {
    /// Where the net goes
    #[arg(long, value_name = "FILE", default_value = "filter.net")]
    pub out: PathBuf,
    /// Net file that teaches it; the built-in one if absent
    #[arg(long, value_name = "FILE")]
    pub nets: Option<PathBuf>,
    /// A filter net to go on from; with `--games 0` it is judged as it is
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,
    /// Learning rate at the start
    #[arg(long, value_name = "RATE")]
    pub rate: Option<f32>,
    /// Learning rate at the end
    #[arg(long, value_name = "RATE")]
    pub last_rate: Option<f32>,
    /// Games to learn from
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    pub games: u64,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u16,
    /// Games to judge the filter by at the end
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub judge: u64,
}

/// Options of printing decisions.
#[derive(Args, Debug)]
pub struct DecisionArgs {
    /// How many
    #[arg(value_name = "N", default_value_t = 1000)]
    pub count: usize,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A net file in place of the built-in nets
    #[arg(long, value_name = "FILE")]
    pub nets: Option<PathBuf>,
}

/// Help on how the command line describes a player.
const PLAYER: &str = "\
A player is `own`, the built-in nets; a net file; weights such as gnubg.wd; or `teacher:FILE`, a plain net as \
`gammon-train net --teacher` reads it. `@2` after it makes it look two plies ahead, `numbers:` before it take cubes to be \
as live as GNU Backgammon does, whatever its nets know.";

/// Options of a duel. A result depends on players, seed and stakes, and not on the threads.
#[derive(Args, Debug)]
#[command(after_help = PLAYER)]
pub struct DuelArgs {
    /// The player whose success is counted
    #[arg(value_name = "PLAYER")]
    pub first: String,
    /// The other
    #[arg(value_name = "OTHER", default_value = "own")]
    pub second: String,
    /// Games or matches, two to a pair
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    /// Plies that both look ahead if nothing else is said
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub plies: u8,
    /// Plays with the cube, under the Jacoby rule and without beavers
    #[arg(long, conflicts_with = "length")]
    pub cube: bool,
    /// Matches to so many points
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub length: Option<u8>,
    /// Subtracts the luck of the dice: ten times as long a game, and some thirty times as few games for the same error
    #[arg(long)]
    pub without_luck: bool,
    /// The player who values luck, in place of the built-in nets; it looks at no dice itself
    #[arg(long, value_name = "PLAYER", requires = "without_luck")]
    pub judge: Option<String>,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads; all processors if absent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Prints one JSON object
    #[arg(long)]
    pub json: bool,
    /// Units of a teacher's layers between its inputs and outputs
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "512,512,256,128")]
    pub teacher_layers: Vec<u16>,
}

/// Options of making a test set. It depends on kind, seed and judge, and on the built-in nets, which play.
#[derive(Args, Debug)]
#[command(after_help = PLAYER)]
pub struct TestSetArgs {
    /// What the games begin with
    #[arg(value_name = "KIND", value_parser = named(Start::NAMED))]
    pub kind: Start,
    /// Decisions
    #[arg(value_name = "N", default_value_t = 500)]
    pub count: u32,
    /// The player who values the plays
    #[arg(long, value_name = "PLAYER", default_value = "own@2")]
    pub judge: String,
    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Units of a teacher's layers between its inputs and outputs
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "512,512,256,128")]
    pub teacher_layers: Vec<u16>,
}

/// Options of scoring.
#[derive(Args, Debug)]
#[command(after_help = PLAYER)]
pub struct ScoreArgs {
    /// Tables with tabs and columns named in the first line: `position_id` of the side on roll after a play, `equity`
    /// of the side that has played, `decision` with a number that the candidates of a decision share
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The player who is measured, in place of the built-in nets
    #[arg(long, value_name = "PLAYER")]
    pub nets: Option<String>,
    /// Another to compare with, decision by decision
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// Also a line for each kind of position: back games by their anchors, blitzes and so on
    #[arg(long)]
    pub kinds: bool,
    /// Prints one JSON object a file
    #[arg(long)]
    pub json: bool,
    /// Units of a teacher's layers between its inputs and outputs
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "512,512,256,128")]
    pub teacher_layers: Vec<u16>,
}

/// A value by its name.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let of = move |name: &str| all.into_iter().find(|(_, own)| *own == name).expect("one of the names").0;
    PossibleValuesParser::new(all.map(|(_, name)| name)).map(move |name| of(&name))
}

fn head_rule() -> impl TypedValueParser<Value = HeadRule> {
    named(HeadRule::ALL.map(|rule| (rule, rule.name())))
}

/// Units of a first layer: any width that nets may have.
fn hidden_units(text: &str) -> Result<u16, String> {
    units(text, HIDDEN_UNIT, MAX_HIDDEN)
}

/// Units of a second layer.
fn middle_units(text: &str) -> Result<u16, String> {
    units(text, PANEL, MAX_MIDDLE)
}

/// A multiple of a number up to another.
fn units(text: &str, step: usize, most: usize) -> Result<u16, String> {
    let fits = |&units: &usize| (step..=most).contains(&units) && units.is_multiple_of(step);
    let units = text.parse::<usize>().ok().filter(fits).and_then(|units| u16::try_from(units).ok());
    units.ok_or_else(|| format!("a multiple of {step} up to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_table_of_arguments_is_sound() {
        Cli::command().debug_assert();
    }
}
