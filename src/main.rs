//! The program: parses the command line, runs its command, and turns the outcome into an exit status.

#[path = "main/args.rs"]
mod args;
#[path = "main/bearoff.rs"]
mod bearoff;
#[path = "main/bench.rs"]
mod bench;
#[path = "main/config.rs"]
mod config;
#[path = "main/doctor.rs"]
mod doctor;
#[path = "main/farm.rs"]
mod farm;
#[cfg(feature = "farm")]
#[path = "main/farm_nats.rs"]
mod farm_nats;
#[path = "main/gnubg.rs"]
mod gnubg;
#[path = "main/makers.rs"]
mod makers;
#[path = "main/manual.rs"]
mod manual;

use args::{Cli, EngineArgs, FarmTool, Input, RolloutTool, ShardArgs, ShellArgs, Tool};
use gammon::command::{Command, FileCommand, Load, PythonCode, RolloutCommand};
use gammon::formats::{Format, LOOKED_AT, detect, no_text};
use gammon::session::Session;
use gammon::settings::Theme;
use gammon::shell::{
    Flow, Interrupt, LineEditor, Paths, RunOptions, Runner, Script, ask_for_ground, greeting, is_script,
    prepare_bearoff, repl, ubgi, unsaved_matches,
};
use gammon::simd::Kernel;
use gammon::stand_in;
use gammon::storage::in_words;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Everything was done.
const DONE: u8 = 0;
/// The command line makes no sense, or names something that is not there.
const USAGE: u8 = 2;
/// A command failed.
const FAILED: u8 = 3;
/// Ctrl-C, as shells count it: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let line: Vec<_> = std::env::args_os().collect();
    let line = match makers::translated(&line) {
        None => line,
        Some(Ok(line)) => line,
        Some(Err(message)) => {
            let _ = writeln!(io::stderr(), "{message}");
            return ExitCode::from(gnubg::USAGE);
        }
    };
    let place = gnubg::is_meant(&line, args::is_tool).then(|| gnubg::read(line.clone()));
    if let Some(place) = &place {
        if place.version {
            let printed = writeln!(io::stdout(), "{}", stand_in::version_line());
            return ExitCode::from(if printed.is_ok() { DONE } else { USAGE });
        }
        if let Some(option) = &place.incomplete {
            let _ = writeln!(io::stderr(), "Missing argument for {option}");
            return ExitCode::from(gnubg::USAGE);
        }
    }
    let shown = place.as_ref().is_some_and(|place| place.help);
    let words = place.as_ref().map_or(line, |place| place.rest.clone());
    let words = if shown { vec!["gammon".into(), "--help".into()] } else { words };
    let parsed = if place.is_some() && !shown { args::parse_in_place(words) } else { args::parse(words) };
    let (cli, inputs) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if place.is_some() && error.use_stderr() => {
            let _ = writeln!(io::stderr(), "{}", gnubg::fault(&error));
            return ExitCode::from(gnubg::USAGE);
        }
        Err(error) => {
            // Help and version are no faults and go to standard output.
            let status = if error.use_stderr() { USAGE } else { DONE };
            let printed = error.print();
            if let Some(tool) = args::tool_of_makers(&error) {
                let _ = writeln!(io::stderr(), "`gammon-train {tool}` does that: the program for whoever makes nets");
            } else if let Some(word) = args::command_of_shell(&error) {
                let _ = writeln!(io::stderr(), "`{word}` is a command of the shell: gammon -e 'help {word}'");
            }
            return ExitCode::from(if printed.is_ok() { status } else { USAGE });
        }
    };
    if let Err(message) = Kernel::check_selection() {
        let _ = writeln!(io::stderr(), "gammon: {message}");
        return ExitCode::from(USAGE);
    }
    let outcome = carry_out(cli, inputs, place);
    if let Some(note) = gammon::storage::take_note() {
        let _ = writeln!(io::stderr(), "gammon: note: {note}");
    }
    match outcome {
        Ok(status) | Err(Stop::Told(status)) => ExitCode::from(status),
        Err(Stop::Failed(error)) => {
            // Answers that cannot be written are no fault of the command line.
            let is_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::WriteZero);
            let _ = writeln!(io::stderr(), "gammon: {}", in_words(error));
            ExitCode::from(if is_full { FAILED } else { USAGE })
        }
    }
}

/// The end of the program before its work is done.
enum Stop {
    /// With this status: what is wrong has been told.
    Told(u8),
    /// By an error that is still to be told.
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Does what the command line asks for, and gives the status to end with.
fn carry_out(cli: Cli, inputs: Vec<Input>, place: Option<gnubg::CommandLine>) -> Result<u8, Stop> {
    match cli.tool {
        Some(Tool::Rollout(RolloutTool::Shard(args))) => run_shard(&args, inputs),
        Some(Tool::Rollout(RolloutTool::Merge { files, json, weights })) => merge(&files, json, weights.as_deref()),
        Some(Tool::Farm(tool)) => farm_tool(tool),
        #[cfg(feature = "farm")]
        Some(Tool::Worker(args)) => farm_nats::work(&args),
        #[cfg(feature = "browse")]
        Some(Tool::Browse(args)) => run_shell(&args.shell, inputs, None, true),
        Some(Tool::Study(args)) => run_shell(&args.shell, inputs, None, true),
        Some(Tool::Bench(args)) => Ok(unwatched(|| bench::run(&args))?),
        Some(Tool::Bearoff(tool)) => Ok(watched(|interrupt| bearoff::run(&tool, interrupt))?),
        Some(Tool::Doctor { json }) => Ok(if doctor::run(json)? { DONE } else { FAILED }),
        Some(Tool::Config(tool)) => done(config::run(&tool)),
        Some(Tool::Completions { shell }) => done(manual::completions(shell)),
        Some(Tool::Man { folder }) => done(manual::pages(&folder)),
        None if cli.shell.ubgi => speak_ubgi(&cli.shell),
        None if cli.shell.calls => answer_calls(&cli.shell, place.as_ref()),
        None if cli.shell.version => done(doctor::print_version(cli.shell.json)),
        None => {
            let of_module = inputs.iter().filter_map(python_of).find_map(gnubg::place_of_module);
            run_shell(&cli.shell, inputs, place.or(of_module).as_ref(), false)
        }
    }
}

fn done(outcome: io::Result<()>) -> Result<u8, Stop> {
    Ok(outcome.map(|()| DONE)?)
}

/// Runs work that stops by itself at an interrupt, having saved its results.
fn watched(work: impl FnOnce(Interrupt) -> io::Result<()>) -> io::Result<u8> {
    let interrupt = Interrupt::install(Arc::default(), false)?;
    let outcome = work(interrupt.clone());
    match (interrupt.status(), outcome) {
        (None, outcome) => outcome.map(|()| DONE),
        (Some(status), Ok(())) => Ok(status),
        (Some(status), Err(error)) => {
            let _ = writeln!(io::stderr(), "gammon: {}", in_words(error));
            Ok(status)
        }
    }
}

/// Work with nothing to save.
fn unwatched(work: impl FnOnce() -> io::Result<()>) -> io::Result<u8> {
    Interrupt::end_at_once()?;
    work().map(|()| DONE)
}

/// Runs the inputs in order. On a terminal the prompt follows where there are none, where they are matches, and where
/// the program `stays`.
fn run_shell(
    args: &ShellArgs,
    inputs: Vec<Input>,
    place: Option<&gnubg::CommandLine>,
    stays: bool,
) -> Result<u8, Stop> {
    let is_in_place = place.is_some_and(|place| !place.is_module);
    let nothing_to_do = inputs.iter().all(|input| match input {
        Input::File(path) => !is_in_place && is_match(path),
        input => matches!(input, Input::Match(_)),
    });
    let interactive = (nothing_to_do || stays) && io::stdin().is_terminal() && io::stdout().is_terminal();
    let greets = inputs.is_empty() && !args.quiet;
    let reads_lines = !interactive && if is_in_place { nothing_to_do } else { inputs.is_empty() };
    let inputs = inputs.into_iter().chain(reads_lines.then_some(Input::Stdin));
    if is_in_place && !args.json {
        io::stdout().write_all(stand_in::banner().as_bytes())?;
    }
    // A file that is not there is found out before the first command of another has run.
    let scripts = if is_in_place {
        inputs.map(Opened::InPlace).collect()
    } else {
        inputs.map(open).collect::<io::Result<Vec<_>>>()?
    };
    let paths = paths_of(place);
    let options = RunOptions {
        json: args.json,
        keep_going: args.keep_going || is_in_place,
        // News of long work would be lines that no caller of GNU Backgammon knows.
        quiet: args.quiet || (place.is_some() && !interactive),
        force: args.force || (place.is_some() && !interactive),
        interactive,
        is_called: false,
        color: args.color,
        width: args.width.map(usize::from),
    };
    let mut runner = set_up(args, paths.as_ref(), options, place)?;
    if interactive {
        let status = run_inputs(&mut runner, scripts)?;
        // Ctrl-C ends the page alone.
        let goes_on = runner.interrupt().ending().is_none() && status.is_none_or(|status| status == INTERRUPTED);
        if !goes_on {
            return Ok(status.unwrap_or(INTERRUPTED));
        }
        runner.interrupt().take();
        return Ok(converse(&mut runner, paths.as_ref(), args, greets)?);
    }
    Ok(match run_inputs(&mut runner, scripts)? {
        Some(status) => status,
        None if runner.failures() > 0 && !is_in_place => FAILED,
        None => DONE,
    })
}

/// The file of Python code that an input is.
fn python_of(input: &Input) -> Option<&Path> {
    match input {
        Input::Python(path) => Some(path),
        Input::File(path) if is_python(path) => Some(path),
        _ => None,
    }
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "py")
}

/// The user's folders, in whosever place this run stands.
fn paths_of(place: Option<&gnubg::CommandLine>) -> Option<Paths> {
    let paths = Paths::of_user()?;
    Some(match place {
        Some(place) => paths.in_gnubgs_place(place.preferences.as_deref()),
        None => paths,
    })
}

/// A runner with weights and settings loaded; a status when that failed. In GNU Backgammon's place they are that
/// program's, as the way of speaking is: nothing later asks again whose place it is.
fn set_up(
    args: &ShellArgs,
    paths: Option<&Paths>,
    options: RunOptions,
    place: Option<&gnubg::CommandLine>,
) -> Result<Runner, Stop> {
    let mut session = Session::new();
    // Before anything is written: a file that reaches its limit would be the end.
    // The program that asks by calls decides what a Ctrl-C ends.
    let interrupt = Interrupt::install(session.stop_flag(), options.interactive || args.calls)?;
    prepare_bearoff(paths, !args.engine.no_rc);
    let threads =
        args.engine.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    session.set_threads(threads);
    if let Some(paths) = paths {
        session.set_rollout_folder(paths.rollouts());
    }
    let mut runner = Runner::new(session, interrupt, paths.cloned(), options);
    let installed = match args.nets.as_deref() {
        Some("gnubg") => {
            let none =
                || io::Error::other("the nets of GNU Backgammon are not installed: `--weights FILE` names a file");
            Some(gnubg::weights(&[]).ok_or_else(none)?)
        }
        None => place.and_then(|place| gnubg::weights(&place.data)),
        Some(_) => None,
    };
    if let Some(weights) = args.engine.weights.as_ref().or(installed.as_ref()) {
        let command = Command::Load(Load::Weights(weights.display().to_string()));
        prepare(&mut runner, &command)?;
    }
    if place.is_some() {
        let nets = match args.engine.weights.as_ref().or(installed.as_ref()) {
            Some(file) => format!("The nets of {} answer.", file.display()),
            None => "Its own nets answer.".to_owned(),
        };
        if args.nets.is_none() && args.engine.weights.is_none() && installed.is_none() {
            let remark = "gammon: note: GNU Backgammon's nets (gnubg.wd) are not found, gammon's own answer";
            writeln!(io::stderr(), "{remark}")?;
        }
        for line in stand_in::defaults(&gnubg::login()) {
            prepare(&mut runner, &gammon::command::parse(&line).map_err(io::Error::other)?)?;
        }
        runner.session_mut().save_settings_as(stand_in::settings_text);
        runner.speak(stand_in::StandIn::new(nets));
    }
    if let Some(paths) = paths.filter(|_| !args.engine.no_rc) {
        runner.settings_file(paths.saved_settings())?;
        runner.settings_file(paths.rc_file())?;
    }
    for line in chosen(args) {
        prepare(&mut runner, &gammon::command::parse(&line).map_err(io::Error::other)?)?;
    }
    Ok(runner)
}

/// Runs a command without which nothing else is run.
fn prepare(runner: &mut Runner, command: &Command) -> Result<(), Stop> {
    if runner.prepare(command)? == Flow::Continue { Ok(()) } else { Err(Stop::Told(USAGE)) }
}

/// The settings that options of the command line stand for.
fn chosen(args: &ShellArgs) -> Vec<String> {
    let seeds = args.seed.into_iter().flat_map(|seed| [format!("set seed {seed}"), format!("set rollout seed {seed}")]);
    let time = args.no_time.then(|| "set output time off".to_owned());
    let pager = args.no_pager.then(|| "set output pager off".to_owned());
    // Long rollouts are saved unasked, which would be a trace.
    let autosave = args.engine.no_rc.then(|| "set autosave rollout off".to_owned());
    seeds.chain(time).chain(pager).chain(autosave).collect()
}

/// An input that the command line names to be run.
enum Opened {
    /// Commands.
    Script(Script),
    /// A match to be read.
    Match(PathBuf),
    /// Python.
    Python(PathBuf),
    /// What is opened when its turn comes, as GNU Backgammon does.
    InPlace(Input),
}

/// Runs inputs until one ends the run; returns the status if that was no `quit`.
fn run_inputs(runner: &mut Runner, inputs: Vec<Opened>) -> io::Result<Option<u8>> {
    for input in inputs {
        let flow = match input {
            Opened::Script(script) => runner.script(script)?,
            Opened::Match(path) => {
                let (format, file) = (None, path.display().to_string());
                runner.run(&Command::File(FileCommand::Import { format, file }))?
            }
            Opened::Python(path) => runner.run(&python(&path))?,
            Opened::InPlace(input) => run_in_place(runner, input)?,
        };
        match flow {
            Flow::Continue => {}
            Flow::Quit => break,
            flow => return Ok(Some(status(flow, runner.interrupt()))),
        }
    }
    if let Some(status) = runner.exit_status() {
        return Ok(Some(status));
    }
    // Work in the background is part of the inputs, too.
    Ok(match runner.finish_jobs(false)? {
        flow @ (Flow::Interrupted | Flow::Ended) => Some(status(flow, runner.interrupt())),
        _ => None,
    })
}

/// The command that runs a file of Python code.
fn python(path: &Path) -> Command {
    Command::Python(PythonCode::File(path.display().to_string()))
}

/// Runs an input in GNU Backgammon's place: a file that is not there is told, and no reason to stop.
fn run_in_place(runner: &mut Runner, input: Input) -> io::Result<Flow> {
    let told = match input {
        Input::Match(path) if path.is_dir() => format!("`{}' is not a backgammon file", path.display()),
        Input::Match(path) if !path.exists() => format!("The file `{}' doesn't exist", path.display()),
        Input::Match(path) => return runner.heard_line(&format!("import auto \"{}\"", path.display())),
        Input::Python(path) if !path.is_file() => format!("Python file ({}) not found\n", path.display()),
        Input::Python(path) => return runner.run(&python(&path)),
        Input::File(path) => match Script::from_named(&path) {
            Ok(script) => return runner.script(script),
            Err(error) => format!("{}: {}", path.display(), in_words(error)),
        },
        Input::Stdin => return runner.script(Script::from_reader("<stdin>", io::stdin())),
        Input::Text(n, text) => return runner.script(Script::from_text(format!("-e {n}"), text)),
    };
    writeln!(io::stderr(), "{told}").map(|()| Flow::Continue)
}

/// Answers a user interface.
fn speak_ubgi(args: &ShellArgs) -> Result<u8, Stop> {
    let options = RunOptions { quiet: true, ..RunOptions::default() };
    let runner = set_up(args, Paths::of_user().as_ref(), options, None)?;
    let interrupt = runner.interrupt().clone();
    ubgi(runner.into_session(), &interrupt)?;
    Ok(interrupt.ending().unwrap_or(DONE))
}

/// Answers a program that has started this one.
fn answer_calls(args: &ShellArgs, place: Option<&gnubg::CommandLine>) -> Result<u8, Stop> {
    // A Ctrl-C at the terminal of both ends the work and not the conversation.
    let force = args.force || place.is_some();
    let options = RunOptions { quiet: args.quiet, force, is_called: true, ..RunOptions::default() };
    let mut runner = set_up(args, paths_of(place).as_ref(), options, place)?;
    runner.answer_calls(io::stdin(), io::stdout())?;
    Ok(runner.interrupt().ending().unwrap_or(DONE))
}

fn status(flow: Flow, interrupt: &Interrupt) -> u8 {
    match flow {
        Flow::Continue | Flow::Quit => DONE,
        Flow::Failed => FAILED,
        Flow::Interrupted => INTERRUPTED,
        Flow::Ended => interrupt.ending().unwrap_or(INTERRUPTED),
    }
}

/// Runs the inputs, which set the position up, then plays a part of a rollout of it.
fn run_shard(args: &ShardArgs, inputs: Vec<Input>) -> Result<u8, Stop> {
    let scripts = inputs.into_iter().map(open).collect::<io::Result<Vec<_>>>()?;
    let options = RunOptions {
        json: args.shell.json,
        quiet: args.shell.quiet,
        force: args.shell.force,
        color: args.shell.color,
        ..RunOptions::default()
    };
    let mut runner = set_up(&args.shell, Paths::of_user().as_ref(), options, None)?;
    match run_inputs(&mut runner, scripts)? {
        Some(status) => Ok(status),
        None => {
            let trials = args.first..args.first.saturating_add(args.trials);
            let flow = runner.shard(&args.what, trials, &args.out)?;
            Ok(status(flow, runner.interrupt()))
        }
    }
}

/// Puts parts of a rollout together.
fn merge(files: &[PathBuf], json: bool, weights: Option<&Path>) -> Result<u8, Stop> {
    let engine = EngineArgs { weights: weights.map(Path::to_owned), no_rc: true, ..EngineArgs::default() };
    let args = ShellArgs { json, engine, ..ShellArgs::default() };
    let options = RunOptions { json, ..RunOptions::default() };
    let mut runner = set_up(&args, Paths::of_user().as_ref(), options, None)?;
    let files = files.iter().map(|file| file.display().to_string()).collect();
    let flow = runner.run(&Command::Rollout(RolloutCommand::Merge(files)))?;
    Ok(status(flow, runner.interrupt()))
}

/// Whether a file is a match to be read and no script: by its name and its contents.
fn is_match(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut start = Vec::new();
    if File::open(path).and_then(|file| file.take(LOOKED_AT as u64).read_to_end(&mut start)).is_err() {
        return false;
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_one_of = |endings: &[&str]| endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
    let is_named_so = is_one_of(&Format::read_endings());
    let is_commands = || no_text(&start).is_none() && is_script(&String::from_utf8_lossy(&start));
    let is_page = is_one_of(&["html", "htm"]);
    match detect(&start) {
        // A script may have identifiers of positions in it, as texts of positions have.
        Some(format) if format.word == "text" => (is_named_so || is_page) && !is_commands(),
        Some(_) if is_named_so => true,
        // A script may look like a position by its semicolons.
        Some(_) => ending.is_empty() && !is_commands(),
        // What is named like a match, and is neither that nor commands, is refused as a match; so is what is no text.
        None if no_text(&start).is_some() => true,
        None => is_one_of(&Format::match_endings()) && !is_commands(),
    }
}

fn open(input: Input) -> io::Result<Opened> {
    match input {
        Input::Stdin => Ok(Opened::Script(Script::from_reader("<stdin>", io::stdin()))),
        Input::Text(n, text) => Ok(Opened::Script(Script::from_text(format!("-e {n}"), text))),
        Input::Match(path) => Ok(Opened::Match(path)),
        Input::File(path) if is_match(&path) => Ok(Opened::Match(path)),
        Input::Python(path) => Ok(Opened::Python(path)),
        Input::File(path) if is_python(&path) => Ok(Opened::Python(path)),
        Input::File(path) => Script::from_named(&path)
            .map(Opened::Script)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot read `{}`: {error}", path.display()))),
    }
}

/// The conversation at the prompt, which begins with a greeting or without.
fn converse(runner: &mut Runner, paths: Option<&Paths>, args: &ShellArgs, greets: bool) -> io::Result<u8> {
    let history = paths.filter(|_| !args.engine.no_rc).map(Paths::history);
    let mut editor = LineEditor::new(history).map_err(io::Error::other)?;
    if runner.has_manner() {
        editor.greet();
    }
    let editor = Arc::new(Mutex::new(editor));
    if !runner.has_manner() && runner.session().settings().output.theme == Theme::Auto {
        ask_for_ground();
    }
    if greets && !runner.has_manner() {
        io::stdout().write_all(runner.wrapped(&greeting()).as_bytes())?;
        if let Some(unsaved) = paths.and_then(unsaved_matches) {
            io::stdout().write_all(runner.wrapped(&unsaved).as_bytes())?;
        }
    }
    let talk = repl(runner, &editor);
    // Lines that cannot be kept are no reason to call the conversation a failure.
    if let Err(error) = editor.lock().unwrap_or_else(PoisonError::into_inner).save() {
        let _ = writeln!(io::stderr(), "gammon: cannot keep the history: {}", in_words(error));
    }
    talk.map(|()| runner.interrupt().ending().or(runner.exit_status()).unwrap_or(DONE))
}

/// Runs one of the tools of `gammon farm`; the exit status.
fn farm_tool(tool: FarmTool) -> Result<u8, Stop> {
    match tool {
        FarmTool::Plan(args) => farm::plan(&args),
        FarmTool::Run(args) => farm::run_shards(&args),
        FarmTool::Merge { job, folders, json, uncompared, engine } => {
            farm::merge(&job, &folders, json, uncompared, &engine)
        }
        #[cfg(feature = "farm")]
        FarmTool::Status { job, server: Some(server), .. } => farm_nats::status(&job, &server),
        FarmTool::Status { job, folders, .. } => farm::status(&job, &folders),
        #[cfg(feature = "farm")]
        FarmTool::Submit { job, server, engine } => farm_nats::submit(&job, &server, &engine),
        #[cfg(feature = "farm")]
        FarmTool::Fetch { job, server, out, wait, engine } => farm_nats::fetch(&job, &server, &out, wait, &engine),
        #[cfg(feature = "farm")]
        FarmTool::Cancel { job, server } => farm_nats::cancel(&job, &server),
    }
}
