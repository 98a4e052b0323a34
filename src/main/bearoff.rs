//! `gammon bearoff`: larger databases, made and checked.

use crate::args::{BearoffTool, Make};
use gammon::eval::bearoff::file::{Database, Form, Recomputed};
use gammon::eval::bearoff::{Bearoff, CONVERGED, Hypergammon, OneSided, TwoSided, equation_error};
use gammon::shell::{Interrupt, WorkBar};
use gammon::storage;
use gammon::words::counted;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// An unfinished hypergammon database is saved this often, between two sweeps.
const SAVED_EVERY: Duration = Duration::from_secs(300);

/// This many positions are computed anew when a database is checked.
const CHECKED: usize = 10_000;

/// Makes or checks a database.
pub fn run(tool: &BearoffTool, interrupt: Interrupt) -> io::Result<()> {
    match tool {
        BearoffTool::Make { what, out, force, threads } => {
            // An unfinished database that is gone on with may be replaced by what it becomes.
            let goes_on = matches!(what, Make::Hypergammon { resume: Some(file), .. } if file == out);
            if !force && !goes_on && out.try_exists().unwrap_or(false) {
                let message = format!("{} is there already; `--force` replaces it", out.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            make(what, out, usize::from(*threads), interrupt)?;
            writeln!(io::stderr(), "`load bearoff {}` uses it; in gammonrc, at every start", out.display())
        }
        BearoffTool::Check { file } => check(file),
    }
}

fn make(what: &Make, out: &Path, threads: usize, interrupt: Interrupt) -> io::Result<()> {
    let bar = WorkBar::new(interrupt, "computing");
    let mut observe = |done, all| bar.at(done, all);
    match what {
        Make::OneSided { points, no_gammons, plain } => {
            let database = OneSided::generate(usize::from(*points), &mut observe).map_err(io::Error::other)?;
            let form = if *plain { Form::Plain } else { Form::Compressed };
            write(out, |to| database.write(!no_gammons, form, to))
        }
        Make::TwoSided { points, checkers, cubeless } => {
            let size = [points, checkers].map(|&n| usize::from(n));
            // The computation has the equities with a cube in any case.
            let [length, memory] = [!cubeless, true].map(|cubeful| TwoSided::file_length(size, cubeful));
            storage::require_room(memory?, out, length?)?;
            write(out, |to| TwoSided::make(size, !cubeless, threads, &mut observe, to))
        }
        Make::Hypergammon { checkers, resume } => {
            let mut database = match resume {
                None => Hypergammon::new(usize::from(*checkers)).map_err(io::Error::other)?,
                Some(file) => match open(file)? {
                    Database::Hypergammon(file) => Hypergammon::resume(&file).map_err(io::Error::other)?,
                    _ => return Err(io::Error::other(format!("{} is not a hypergammon database", file.display()))),
                },
            };
            // However the computation ends, a recent state of it has been saved, to be resumed.
            let mut saved = Instant::now();
            for sweep in 1.. {
                let Ok(change) = database.sweep(threads, &mut observe) else {
                    write(out, |to| database.write(to))?;
                    let out = out.display();
                    return Err(io::Error::other(format!("interrupted; to go on: --resume {out} --out {out}")));
                };
                writeln!(io::stderr(), "sweep {sweep}: values change by {change:.2e} at most")?;
                if change < CONVERGED {
                    break;
                }
                if saved.elapsed() >= SAVED_EVERY {
                    write(out, |to| database.write(to))?;
                    saved = Instant::now();
                }
            }
            write(out, |to| database.write(to))
        }
    }
}

/// Writes a file that is never there by half.
fn write(out: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let written = storage::write_with(out, storage::Existing::Replace, |file| {
        let mut to = BufWriter::new(file);
        contents(&mut to)?;
        to.flush()
    });
    written.map(|_| ()).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", out.display())))
}

fn open(file: &Path) -> io::Result<Database> {
    let fault = |error: &dyn std::fmt::Display| io::Error::other(format!("{}: {error}", file.display()));
    Database::open(storage::bytes(file).map_err(|error| fault(&error))?).map_err(|error| fault(&error))
}

fn check(file: &Path) -> io::Result<()> {
    let database = open(file)?;
    database.verify().map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    let header = database.header();
    let recomputed = database.recompute(&Bearoff::standard(), CHECKED);
    let recomputed = recomputed.map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    writeln!(io::stdout(), "{}: {header}, every number is possible", file.display())?;
    match (&database, recomputed) {
        (Database::Hypergammon(hypergammon), _) => {
            let error = equation_error(hypergammon, CHECKED);
            writeln!(io::stdout(), "equities of {CHECKED} positions follow from their plays within {error:.1e}")?;
        }
        (_, Recomputed::All) => writeln!(io::stdout(), "every number follows from those after its plays")?,
        (_, Recomputed::HomeAndSample(n)) => {
            writeln!(io::stdout(), "the home board and {} follow from their plays", counted(n, "other position"))?;
        }
        (_, Recomputed::Sample(n)) => writeln!(io::stdout(), "{} follow from their plays", counted(n, "position"))?,
    }
    writeln!(io::stdout(), "sha256 {}", database.digest())
}
