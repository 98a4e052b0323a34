//! The program `gammon-train`: makes nets for gammon, and measures how strong nets are.

mod arena;
mod args;
mod files;
mod interrupt;
mod label;
mod makers;
mod watch;

use args::{Cli, Tool};
use clap::Parser;
use interrupt::Interrupt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The command line makes no sense, or a file is not there.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let tool = Cli::parse().tool;
    let outcome = Interrupt::install().and_then(|interrupt| {
        match tool {
            Tool::Duel(args) => arena::duel(&args, &interrupt),
            Tool::TestSet(args) => arena::test_set(&args, &interrupt),
            Tool::Score(args) => arena::score(&args),
            Tool::Label(args) => label::run(&args, &interrupt),
            Tool::Decisions(args) => makers::print_decisions(&args),
            Tool::Net(args) => makers::train(&args, &interrupt),
            Tool::Cubes(args) => makers::train_cubes(&args, &interrupt),
            Tool::Narrow(args) => makers::train_narrow(&args),
            Tool::Mean(args) => makers::average_runs(&args),
            Tool::Filter(args) => makers::train_filter(&args, &interrupt),
        }
        .map(|()| interrupt.status())
    });
    match outcome {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            let _ = writeln!(io::stderr(), "gammon-train: {error}");
            ExitCode::from(USAGE)
        }
    }
}
