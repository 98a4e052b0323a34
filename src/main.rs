//! The program: reads the command line, runs what it asks for, and turns the outcome into an exit status.

#[path = "main/args.rs"]
mod args;
#[path = "main/tools.rs"]
mod tools;

use args::{Input, ShellArgs, Tool};
use gammon::command::{Command, Load};
use gammon::session::Session;
use gammon::shell::{Flow, Interrupt, LineEditor, Paths, RunOptions, Runner, Script, greeting, prepare_bearoff, repl};
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
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
    let (cli, inputs) = match args::parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help and version are no faults and go to standard output.
            let status = if error.use_stderr() { USAGE } else { DONE };
            return if error.print().is_ok() { ExitCode::from(status) } else { ExitCode::from(USAGE) };
        }
    };
    let outcome = match cli.tool {
        Some(Tool::Train(args)) => tools::train(&args).map(|()| DONE),
        Some(Tool::Decisions(args)) => tools::print_decisions(&args).map(|()| DONE),
        None => run_shell(&cli.shell, inputs),
    };
    match outcome {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            let _ = writeln!(io::stderr(), "gammon: {error}");
            ExitCode::from(USAGE)
        }
    }
}

/// Runs the inputs in order, or the prompt when there are none and somebody sits at a terminal.
fn run_shell(args: &ShellArgs, inputs: Vec<Input>) -> io::Result<u8> {
    let interactive = inputs.is_empty() && io::stdin().is_terminal() && io::stdout().is_terminal();
    let paths = Paths::of_user();
    let inputs = if inputs.is_empty() && !interactive { vec![Input::Stdin] } else { inputs };
    // A file that is not there is found out before the first command of another has run.
    let mut scripts = inputs.into_iter().map(open).collect::<io::Result<Vec<_>>>()?;

    prepare_bearoff(paths.as_ref());
    let mut session = Session::new();
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    session.set_threads(threads);
    let interrupt = Interrupt::install(session.stop_flag(), interactive)?;
    let options = RunOptions { json: args.json, keep_going: args.keep_going, quiet: args.quiet, interactive };
    let mut runner = Runner::new(session, interrupt, paths.clone(), options);
    if let Some(weights) = &args.weights
        && let Some(status) = load_weights(&mut runner, weights)?
    {
        return Ok(status);
    }
    if let Some(paths) = paths.as_ref().filter(|_| !args.no_rc) {
        runner.settings_file(&paths.saved_settings())?;
        runner.settings_file(&paths.rc_file())?;
    }
    if interactive {
        return converse(&mut runner, paths.as_ref(), args);
    }
    for script in &mut scripts {
        match runner.script(script)? {
            Flow::Continue => {}
            Flow::Quit => break,
            Flow::Failed => return Ok(FAILED),
            Flow::Interrupted => return Ok(INTERRUPTED),
        }
    }
    Ok(if runner.failures() > 0 { FAILED } else { DONE })
}

fn open(input: Input) -> io::Result<Script> {
    match input {
        Input::Stdin => Ok(Script::from_reader("<stdin>", BufReader::new(io::stdin()))),
        Input::Text(n, text) => Ok(Script::from_text(format!("-e {n}"), text)),
        Input::File(path) => Script::from_file(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot read `{}`: {error}", path.display()))),
    }
}

/// Loads the weights named on the command line; a status when that failed.
fn load_weights(runner: &mut Runner, weights: &Path) -> io::Result<Option<u8>> {
    let command = Command::Load(Load::Weights(weights.display().to_string()));
    let flow = runner.prepare(&command)?;
    Ok((flow != Flow::Continue).then_some(USAGE))
}

fn converse(runner: &mut Runner, paths: Option<&Paths>, args: &ShellArgs) -> io::Result<u8> {
    let no_color =
        std::env::var_os("NO_COLOR").is_some() || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let history = paths.filter(|_| !args.no_rc).map(Paths::history);
    let mut editor = LineEditor::new(history, !no_color).map_err(io::Error::other)?;
    if !args.quiet {
        io::stdout().write_all(greeting().as_bytes())?;
    }
    let talk = repl(runner, &mut editor);
    // Lines that cannot be kept are no reason to call the conversation a failure.
    if let Err(error) = editor.save() {
        let _ = writeln!(io::stderr(), "gammon: cannot keep the history: {error}");
    }
    talk.map(|()| DONE)
}
