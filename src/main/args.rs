//! The command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
#[cfg(feature = "browse")]
use gammon::command::{Browse, Command};
use gammon::command::{RolloutCommand, help_about};
use gammon::shell::ColorChoice;
use std::ffi::OsString;
use std::path::PathBuf;

/// Shown below the help.
const EXAMPLES: &str = "\
Examples:
  gammon                                            the shell; `help` and Tab show what it knows
  gammon match.xg                                   the shell with a match open
  gammon -e 'new session; set dice 31; hint'        a few commands
  gammon study.gbs results.gbs                      files of commands
  gammon --json -e 'new session; eval' | jq .       results for other programs
  gammon --weights /usr/lib/gnubg/gnubg.wd          GNU Backgammon's nets in place of the built-in ones";

/// A backgammon shell that speaks GNU Backgammon's command language and rolls positions out.
///
/// On a terminal it is interactive where it has no commands to run; a match that is named is open then. Otherwise it
/// runs files and commands, or what comes from standard input. Exit status: 0 done, 2 bad usage, 3 a command failed,
/// 130 interrupted.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, disable_version_flag = true, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub tool: Option<Tool>,
    #[command(flatten)]
    pub shell: ShellArgs,
}

/// Options of the shell. Those that it shares with the tools have a help text of their own.
#[derive(Args, Debug, Default)]
#[command(
    mut_arg("commands", |arg| arg.help("Runs the commands of a file")),
    mut_arg("execute", |arg| arg.help("Runs these commands, separated by `;` or newlines")),
    mut_arg("threads", |arg| arg.help("Threads for rollouts; all processors if absent")),
    mut_arg("no_rc", |arg| {
        arg.help("Runs neither the saved settings nor the user's gammonrc, and leaves no history")
    })
)]
pub struct ShellArgs {
    /// Files of commands, run in order with -c and -e; `-` is standard input; a match (.mat, .sgf, .xg …) is read
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Writes one JSON object for each command to standard output
    #[arg(long)]
    pub json: bool,
    /// Goes on after a command that failed
    #[arg(long)]
    pub keep_going: bool,
    /// Replaces files that are there already without a question
    #[arg(long)]
    pub force: bool,
    /// Shows no greeting and no progress
    #[arg(long, short = 'q')]
    pub quiet: bool,
    /// Speaks UBGI, the Universal Backgammon Interface, with a user interface on standard input and output
    #[arg(long, conflicts_with_all = ["files", "commands", "execute", "json"])]
    pub ubgi: bool,
    /// Runs a Python file, which drives the session by the modules gnubg and gammon (docs/python.md)
    #[arg(long, short = 'p', value_name = "FILE")]
    pub python: Vec<PathBuf>,
    /// Answers another program on standard input and output, one JSON object a line (docs/python.md)
    #[arg(long, conflicts_with_all = ["files", "commands", "execute", "python", "json", "ubgi"])]
    pub calls: bool,
    /// Prints the version; with --json also the nets, the kernel and what it was built for
    #[arg(long, short = 'V')]
    pub version: bool,
    /// Colors answers: always, never, or on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = color_choice())]
    pub color: ColorChoice,
    /// Seeds the dice and rollouts, so that the same commands give the same answers
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Leaves out of answers how long something took
    #[arg(long)]
    pub no_time: bool,
    /// Lays answers out for so many columns, whatever the terminal has
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    pub width: Option<u16>,
    /// Shows long answers at once, not a screen at a time
    #[arg(long)]
    pub no_pager: bool,
    /// Stands in GNU Backgammon's place: reads lines and answers them as that program does, takes all its options,
    /// and plays with its nets where they are installed. So does gammon under the name `gnubg`
    #[arg(short = 't', long, visible_alias = "tty")]
    pub gnubg: bool,
    /// Who evaluates: `own`, the built-in nets, or `gnubg`, the nets of an installed GNU Backgammon
    #[arg(long, value_name = "NETS", conflicts_with = "weights", value_parser = ["own", "gnubg"])]
    pub nets: Option<String>,
}

/// The words of `--color`.
fn color_choice() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(["auto", "always", "never"]).map(|word| match &*word {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    })
}

/// Work that is not done by commands of the shell.
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Rolls out in parts, on one machine or several
    #[command(subcommand)]
    Rollout(RolloutTool),
    /// Rolls many positions out in shards, with any program that starts processes
    #[command(subcommand)]
    Farm(FarmTool),
    /// Plays rollouts for others: joins a NATS server, and leaves on Ctrl-C
    #[cfg(feature = "farm")]
    #[command(after_help = NATS)]
    Worker(WorkerArgs),
    /// Shows a match in a browser on this machine, with deeper looks and rollouts at a key; the prompt follows
    #[cfg(feature = "browse")]
    Browse(ShownArgs),
    /// Shows a match on the whole screen of the terminal, decision by decision; then the prompt has it
    Study(ShownArgs),
    /// Makes and checks bearoff databases in GNU Backgammon's format
    #[command(subcommand)]
    Bearoff(BearoffTool),
    /// Checks the installation: nets, databases, kernels, folders, settings, terminal
    Doctor {
        /// Prints one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Prints or edits the commands that run at every start; puts gammon in GNU Backgammon's place
    #[command(subcommand)]
    Config(ConfigTool),
    /// Prints a script that completes this command line in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes manual pages: gammon(1) with its tools, and gammon-commands(7)
    Man {
        /// The folder to write them into
        folder: PathBuf,
    },
    /// Measures evaluations, plays, decisions and trials a second; the last line is the signature of fixed work
    Bench(BenchArgs),
}

/// `gammon browse` and `gammon study`.
#[derive(Args, Debug)]
pub struct ShownArgs {
    #[command(flatten)]
    pub shell: ShellArgs,
}

/// `gammon config`.
#[derive(Clone, Debug, Subcommand)]
pub enum ConfigTool {
    /// Prints where the two files lie
    Path,
    /// Prints their contents: the saved settings, then your gammonrc
    Show,
    /// Opens your gammonrc in $VISUAL or $EDITOR; begins one if there is none
    Edit,
    /// Prints the settings in which the files differ from the defaults
    Diff,
    /// Makes links called gnubg, makebearoff and makehyper to this program in a folder: called so, it stands in the
    /// place of GNU Backgammon and its tools
    LinkGnubg {
        /// The folder, one of those in PATH
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Takes over the settings of GNU Backgammon's files, by default ~/.gnubg/gnubgautorc and ~/.gnubg/gnubgrc
    Import {
        /// Files of commands
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// `gammon bearoff`.
#[derive(Debug, Subcommand)]
pub enum BearoffTool {
    /// Computes a database
    Make {
        #[command(subcommand)]
        what: Make,
        /// The file to write
        #[arg(long, value_name = "FILE", global = true, default_value = "bearoff.bd")]
        out: PathBuf,
        /// Replaces a file that is there already
        #[arg(long, global = true)]
        force: bool,
        /// Worker threads
        #[arg(long, value_name = "N", global = true, default_value_t = 1)]
        threads: u16,
    },
    /// Reads a database through and checks that its numbers are possible
    Check {
        /// The file
        file: PathBuf,
    },
}

/// What `gammon bearoff make` makes.
#[derive(Debug, Subcommand)]
pub enum Make {
    /// Distributions of the rolls that 15 checkers need
    OneSided {
        /// Points covered, counted from the ace point
        #[arg(long, value_name = "N", default_value_t = 6)]
        points: u8,
        /// Leaves out the distributions of the first checker off
        #[arg(long)]
        no_gammons: bool,
        /// Writes every entry, zeros too
        #[arg(long)]
        plain: bool,
    },
    /// Exact equities of pairs of positions: 10 checkers take .5 GB of memory and disk, 11 1.2, 12 2.8, 13 5.9, 14 12
    TwoSided {
        /// Points covered, counted from the ace point
        #[arg(long, value_name = "N", default_value_t = 6)]
        points: u8,
        /// The most checkers of a side
        #[arg(long, value_name = "N", default_value_t = 6)]
        checkers: u8,
        /// Only equities without a cube
        #[arg(long)]
        cubeless: bool,
    },
    /// Hypergammon with 1 to 3 checkers
    Hypergammon {
        /// Checkers of a side
        #[arg(long, value_name = "N", default_value_t = 3)]
        checkers: u8,
        /// Goes on from an unfinished database
        #[arg(long, value_name = "FILE")]
        resume: Option<PathBuf>,
    },
}

/// `gammon rollout`.
#[derive(Debug, Subcommand)]
pub enum RolloutTool {
    /// Plays some trials of a rollout and saves them; the position and settings come from commands
    Shard(Box<ShardArgs>),
    /// Puts parts together and prints the result
    Merge {
        /// The parts
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Prints one JSON object
        #[arg(long)]
        json: bool,
        /// The weights that the parts were made with, if not the built-in ones
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
    },
}

/// `gammon farm`.
#[derive(Debug, Subcommand)]
pub enum FarmTool {
    /// Writes a job file: positions, settings from commands, and how trials are cut into shards
    Plan(FarmPlanArgs),
    /// Plays shards of a job and saves each in a file; skips those that exist
    Run(FarmRunArgs),
    /// Puts all shards of a job together and prints the results; prints the numbers of those that are missing
    Merge {
        /// The job file
        #[arg(value_name = "JOB")]
        job: PathBuf,
        /// Folders with shards, or single files
        #[arg(value_name = "FOLDER", required = true)]
        folders: Vec<PathBuf>,
        /// Prints one JSON object for each rollout
        #[arg(long)]
        json: bool,
        /// Merges also where this machine has not yet checked what workers sent
        #[arg(long)]
        uncompared: bool,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Says how many shards of a job are there, and which are not
    Status {
        /// The job file
        #[arg(value_name = "JOB")]
        job: PathBuf,
        /// Folders with shards, or single files
        #[cfg_attr(feature = "farm", arg(value_name = "FOLDER", required_unless_present = "server"))]
        #[cfg_attr(not(feature = "farm"), arg(value_name = "FOLDER", required = true))]
        folders: Vec<PathBuf>,
        /// A NATS server to ask as well
        #[cfg(feature = "farm")]
        #[arg(id = "server", long = "engine", value_name = "ADDRESS")]
        server: Option<String>,
    },
    /// Hands a job to a NATS server, whose workers play it
    #[cfg(feature = "farm")]
    #[command(after_help = NATS)]
    Submit {
        /// The job file
        #[arg(value_name = "JOB")]
        job: PathBuf,
        /// The server: nats://HOST:PORT
        #[arg(long = "engine", value_name = "ADDRESS")]
        server: String,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Fetches what workers have played into a folder, for `merge`
    #[cfg(feature = "farm")]
    #[command(after_help = NATS)]
    Fetch {
        /// The job file
        #[arg(value_name = "JOB")]
        job: PathBuf,
        /// The server: nats://HOST:PORT
        #[arg(long = "engine", value_name = "ADDRESS")]
        server: String,
        /// The folder
        #[arg(long, value_name = "FOLDER", default_value = ".")]
        out: PathBuf,
        /// Waits until everything is there
        #[arg(long)]
        wait: bool,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Makes a NATS server and its workers forget a job
    #[cfg(feature = "farm")]
    #[command(after_help = NATS)]
    Cancel {
        /// The job file
        #[arg(value_name = "JOB")]
        job: PathBuf,
        /// The server: nats://HOST:PORT
        #[arg(long = "engine", value_name = "ADDRESS")]
        server: String,
    },
}

/// Help on the credentials of a NATS server.
#[cfg(feature = "farm")]
const NATS: &str = "\
What a NATS server wants to know stands in the address (nats://USER:PASSWORD@HOST, nats://TOKEN@HOST, tls://HOST) or in \
GAMMON_NATS_USER and GAMMON_NATS_PASSWORD, GAMMON_NATS_TOKEN, GAMMON_NATS_CA (a file of certificates to trust), \
GAMMON_NATS_CERT and GAMMON_NATS_KEY (files of a certificate of this machine and its key).";

/// `gammon worker`.
#[cfg(feature = "farm")]
#[derive(Args, Debug)]
pub struct WorkerArgs {
    /// The server: nats://HOST:PORT
    #[arg(value_name = "ADDRESS")]
    pub server: String,
    /// The name in messages; the machine's name with a number if absent
    #[arg(long, value_name = "NAME", value_parser = worker_name)]
    pub name: Option<String>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

#[cfg(feature = "farm")]
fn worker_name(text: &str) -> Result<String, String> {
    if gammon::farm::is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("up to 64 letters, digits, `-` and `_`".to_owned())
    }
}

/// What plays, and the commands that set it up.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// Runs the commands of a file first
    #[arg(short = 'c', long = "commands", value_name = "FILE")]
    pub commands: Vec<PathBuf>,
    /// Runs these commands first, after those of files
    #[arg(short = 'e', long = "execute", value_name = "COMMANDS")]
    pub execute: Vec<String>,
    /// Threads; all processors if absent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Weights of the nets, such as gnubg.wd, in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Runs neither the saved settings nor the user's gammonrc
    #[arg(long, short = 'r')]
    pub no_rc: bool,
}

/// A job to be planned.
#[derive(Args, Debug)]
pub struct FarmPlanArgs {
    /// Positions: identifiers, or files with one on a line
    #[arg(value_name = "POSITIONS", required = true)]
    pub positions: Vec<String>,
    /// What: `usual`, `position`, `cube`, `plays best 3`
    #[arg(long, value_name = "WHAT", default_value = "usual", value_parser = farmed)]
    pub what: RolloutCommand,
    /// Trials of each candidate; where a goal is set (`set rollout until …`), the most
    #[arg(long, value_name = "N")]
    pub trials: u64,
    /// Trials of a shard
    #[arg(long, value_name = "K", default_value_t = 36)]
    pub shard: u64,
    /// The job file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Shards to be played.
#[derive(Args, Debug)]
pub struct FarmRunArgs {
    /// The job file
    #[arg(value_name = "JOB")]
    pub job: PathBuf,
    /// One shard, by its number from 0
    #[arg(long, value_name = "I", conflicts_with = "slice")]
    pub index: Option<u64>,
    /// Every N-th shard, beginning with number I
    #[arg(long, value_name = "I/N", value_parser = slice)]
    pub slice: Option<(u64, u64)>,
    /// The folder of the shards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// The candidates that can be rolled out in parts.
fn rolled_out(words: &str) -> Result<RolloutCommand, String> {
    match words.parse() {
        Ok(what @ (RolloutCommand::Position | RolloutCommand::Cube | RolloutCommand::Plays(_))) => Ok(what),
        Ok(_) => Err("it cannot be done in parts: position, cube, plays 1 2, plays best 3".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The candidates that can be rolled out in parts, or those that `rollout` would choose for each position.
fn farmed(words: &str) -> Result<RolloutCommand, String> {
    if words == "usual" { Ok(RolloutCommand::Default) } else { rolled_out(words) }
}

fn slice(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n): &(u64, u64)| i < n).ok_or_else(|| "a slice is I/N, from 0/N to N-1/N".to_owned())
}

/// A part of a rollout.
#[derive(Args, Debug)]
pub struct ShardArgs {
    /// What: `position`, `cube`, `plays 1 2`, `plays best 3`
    #[arg(long, value_name = "WHAT", default_value = "position", value_parser = rolled_out)]
    pub what: RolloutCommand,
    /// The first trial of the part, counted from 0
    #[arg(long, value_name = "N")]
    pub first: u64,
    /// Trials in the part
    #[arg(long, value_name = "N")]
    pub trials: u64,
    /// The file to save them in
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub shell: ShellArgs,
}

/// Options of the bench.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// A weights file in place of the built-in nets, which the signature is of all the same
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Prints the signature alone
    #[arg(long)]
    pub signature: bool,
    /// Measures a little of everything once: rates come soon, and are rough
    #[arg(long, conflicts_with = "signature")]
    pub quick: bool,
}

/// Where commands come from, in the order of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// The text after the n-th `-e`, counted from 1.
    Text(usize, String),
    /// A file of Python code.
    Python(PathBuf),
    /// A match in a file, and nothing else.
    Match(PathBuf),
}

/// Whether a word is the name of a tool.
pub fn is_tool(word: &str) -> bool {
    Cli::command().find_subcommand(word).is_some()
}

/// The options of the shell alone, without tools.
#[derive(Debug, Parser)]
#[command(name = "gammon", disable_version_flag = true)]
struct ShellCli {
    #[command(flatten)]
    shell: ShellArgs,
}

/// Reads a command line in GNU Backgammon's place, where a word is the name of a match file. Its inputs are the first
/// such file, the texts of `-e`, and one file of commands or of Python.
pub fn parse_in_place(line: impl IntoIterator<Item = OsString>) -> Result<(Cli, Vec<Input>), clap::Error> {
    let shell = ShellCli::from_arg_matches(&ShellCli::command().try_get_matches_from(line)?)?.shell;
    let of_match = shell.files.first().filter(|file| !file.as_os_str().is_empty()).cloned().map(Input::Match);
    let texts = (1..).zip(&shell.engine.execute).map(|(n, text)| Input::Text(n, text.clone()));
    let commands = shell.engine.commands.last().cloned().map(Input::File);
    let last = commands.or_else(|| shell.python.last().cloned().map(Input::Python));
    let inputs = of_match.into_iter().chain(texts).chain(last).collect();
    Ok((Cli { tool: None, shell }, inputs))
}

/// Reads the command line. A fault ends the program with status 2.
pub fn parse(line: impl IntoIterator<Item = OsString>) -> Result<(Cli, Vec<Input>), clap::Error> {
    let matches = Cli::command().try_get_matches_from(line)?;
    let cli = Cli::from_arg_matches(&matches)?;
    let below = |matches: &ArgMatches| matches.subcommand().map(|(_, matches)| matches.clone());
    let inputs = match &cli.tool {
        None => inputs_of(&cli.shell, &matches),
        // A part of a rollout takes the shell's inputs, too, to set the position up.
        Some(Tool::Rollout(RolloutTool::Shard(shard))) => below(&matches)
            .and_then(|matches| below(&matches))
            .map_or_else(Vec::new, |matches| inputs_of(&shard.shell, &matches)),
        // What the shell does, and then the page.
        #[cfg(feature = "browse")]
        Some(Tool::Browse(args)) => browsing(args, &matches),
        Some(Tool::Study(args)) => inputs_then(args, &matches, "study"),
        Some(_) => Vec::new(),
    };
    Ok((cli, inputs))
}

/// The inputs of the shell, and then a command of its own.
fn inputs_then(args: &ShownArgs, matches: &ArgMatches, command: &str) -> Vec<Input> {
    let mut inputs = matches.subcommand().map_or_else(Vec::new, |(_, matches)| inputs_of(&args.shell, matches));
    inputs.push(Input::Text(args.shell.engine.execute.len() + 1, command.to_owned()));
    inputs
}

/// The inputs of the shell, and then a page: that of a folder or a saved rollout where one is named, and of the match
/// otherwise.
#[cfg(feature = "browse")]
fn browsing(args: &ShownArgs, matches: &ArgMatches) -> Vec<Input> {
    let mut inputs = inputs_then(args, matches, "browse");
    let shown = inputs.iter().position(|input| match input {
        Input::File(path) => path.is_dir() || path.extension().is_some_and(|ending| ending == "rollout"),
        _ => false,
    });
    if let Some(place) = shown
        && let Input::File(path) = inputs.remove(place)
        && let Some(Input::Text(_, command)) = inputs.last_mut()
    {
        let what = path.display().to_string();
        let what = if path.is_dir() { Browse::Folder(what) } else { Browse::Rollout(Some(what)) };
        *command = Command::Browse(what).to_string();
    }
    inputs
}

/// The subcommand of `gammon-train` that an unknown one is; they were subcommands of this program once.
pub fn tool_of_makers(error: &clap::Error) -> Option<&str> {
    const TOOLS: &str = "duel test-set label decisions train-cubes train-narrow train-mean train-filter";
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if word == "train" => Some("net"),
        Some(ContextValue::String(word)) => {
            TOOLS.split(' ').any(|tool| tool == word).then(|| word.strip_prefix("train-").unwrap_or(word))
        }
        _ => None,
    }
}

/// The word that was meant as a subcommand, where it is none but one of the shell's commands.
pub fn command_of_shell(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => help_about(std::slice::from_ref(word)).map(|_| word.as_str()),
        _ => None,
    }
}

/// The inputs in the order of the command line.
fn inputs_of(args: &ShellArgs, matches: &ArgMatches) -> Vec<Input> {
    let places = |name: &str| matches.indices_of(name).into_iter().flatten().collect::<Vec<_>>();
    let file = |path: &PathBuf| if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path.clone()) };
    let mut inputs: Vec<_> = places("files").into_iter().zip(args.files.iter().map(file)).collect();
    inputs.extend(places("commands").into_iter().zip(args.engine.commands.iter().map(file)));
    let texts = (1..).zip(&args.engine.execute).map(|(n, text)| Input::Text(n, text.clone()));
    inputs.extend(places("execute").into_iter().zip(texts));
    inputs.extend(places("python").into_iter().zip(args.python.iter().cloned().map(Input::Python)));
    inputs.sort_by_key(|(place, _)| *place);
    inputs.into_iter().map(|(_, input)| input).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(line: &str) -> Vec<Input> {
        let line = std::iter::once("gammon").chain(line.split_whitespace()).map(OsString::from);
        parse(line).expect("a good line").1
    }

    #[test]
    fn files_and_commands_keep_their_order() {
        let expected = [
            Input::Text(1, "roll".to_owned()),
            Input::File("a.gbs".into()),
            Input::Stdin,
            Input::File("b.gbs".into()),
            Input::Text(2, "eval".to_owned()),
        ];
        assert_eq!(inputs("-e roll a.gbs - -c b.gbs -e eval --json"), expected);
        assert!(inputs("--threads 2").is_empty());
    }

    #[test]
    fn in_gnubgs_place_a_word_is_a_match_and_one_file_is_run() {
        let inputs = |line: &str| {
            let line = std::iter::once("gammon").chain(line.split_whitespace()).map(OsString::from);
            parse_in_place(line).expect("a good line").1
        };
        assert_eq!(inputs("bench other -q"), [Input::Match("bench".into())]);
        assert_eq!(
            inputs("-p a.py -c b -e roll -c c -- -m.mat"),
            [Input::Match("-m.mat".into()), Input::Text(1, "roll".to_owned()), Input::File("c".into())]
        );
        assert_eq!(inputs("-p a.py --weights w"), [Input::Python("a.py".into())]);
        assert!(is_tool("bench") && is_tool("farm") && !is_tool("match.mat") && !is_tool("-t"));
    }

    #[test]
    fn a_part_of_a_rollout_has_inputs_of_its_own() {
        let line = "rollout shard --first 36 --trials 36 --out a.rollout -e roll set-up.gbs";
        assert_eq!(inputs(line), [Input::Text(1, "roll".to_owned()), Input::File("set-up.gbs".into())]);
        assert!(inputs("bench").is_empty());
    }

    #[test]
    fn the_table_of_arguments_is_sound() {
        Cli::command().debug_assert();
    }
}
