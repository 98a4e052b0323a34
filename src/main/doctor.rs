//! `gammon doctor` and `gammon --version`: what the program is, and whether what it depends on is sound.

use gammon::bench;
use gammon::command::{Command, Load, commands};
use gammon::digest::hexadecimal;
use gammon::eval::Evaluator;
use gammon::eval::bearoff::file::Database;
use gammon::eval::bearoff::{Stored, UserDatabases};
use gammon::shell::{Paths, python_version};
use gammon::simd::Kernel;
use gammon::storage;
use gammon::words::counted;
use serde::Serialize;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// The signature of fixed work, on every machine.
const SIGNATURE: &str = include_str!("../../scripts/signature.txt");

/// Where GNU Backgammon's packages put its weights.
const REFERENCE_WEIGHTS: [&str; 3] =
    ["/usr/lib/gnubg/gnubg.wd", "/usr/share/gnubg/gnubg.wd", "/usr/local/share/gnubg/gnubg.wd"];

/// How a finding is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Good,
    /// Worth knowing; nothing is wrong.
    Note,
    Bad,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    about: &'static str,
    verdict: Verdict,
    text: String,
}

/// The version of the program.
#[derive(Debug, Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
    /// The SHA-256 of the built-in nets and databases, in hexadecimal.
    engine: String,
    kernel: &'static str,
    architecture: &'static str,
    system: &'static str,
}

impl Version {
    fn of_this_program() -> Self {
        let evaluator = Evaluator::standard();
        Self {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            engine: hexadecimal(evaluator.fingerprint()),
            kernel: evaluator.kernel(),
            architecture: env::consts::ARCH,
            system: env::consts::OS,
        }
    }
}

/// Prints the version as a line or as one JSON object.
///
/// # Errors
/// When standard output is closed.
pub fn print_version(json: bool) -> io::Result<()> {
    let mut out = io::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(&Version::of_this_program())?)
    } else {
        writeln!(out, "{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    }
}

/// The Python that runs `> code` and `-p FILE`.
fn python() -> Finding {
    match python_version() {
        Ok(found) => finding("Python", Verdict::Good, found),
        Err(missing) => finding("Python", Verdict::Note, missing),
    }
}

/// Examines everything and prints what was found. Returns whether nothing is bad.
///
/// # Errors
/// When standard output is closed.
pub fn run(json: bool) -> io::Result<bool> {
    let mut findings = vec![program(), kernels(), fixed_work()];
    let paths = Paths::of_user();
    findings.push(databases(paths.as_ref()));
    findings.extend(paths.iter().flat_map(loaded_databases));
    findings.push(reference());
    findings.push(python());
    match &paths {
        None => findings.push(finding("folders", Verdict::Note, "this user has no home: nothing is kept")),
        Some(paths) => {
            findings.extend(folders(paths));
            findings.push(settings("saved settings", paths.saved_settings()));
            findings.push(settings("gammonrc", paths.rc_file()));
            findings.push(rollouts(&paths.rollouts()));
        }
    }
    findings.push(terminal());
    let is_well = findings.iter().all(|finding| finding.verdict != Verdict::Bad);
    let mut out = io::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(&findings)?)?;
    } else {
        for Finding { about, verdict, text } in &findings {
            let mark = match verdict {
                Verdict::Good => "ok  ",
                Verdict::Note => "note",
                Verdict::Bad => "BAD ",
            };
            writeln!(out, "{mark}  {about:15}  {text}")?;
        }
    }
    Ok(is_well)
}

fn finding(about: &'static str, verdict: Verdict, text: impl Into<String>) -> Finding {
    Finding { about, verdict, text: text.into() }
}

fn program() -> Finding {
    let Version { version, engine, architecture, system, .. } = Version::of_this_program();
    let text = format!("gammon {version}, built-in nets {}, {system} on {architecture}", &engine[..16]);
    finding("program", Verdict::Good, text)
}

fn kernels() -> Finding {
    let names: Vec<_> = Kernel::available().into_iter().map(Kernel::name).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = counted(threads, "thread");
    let text = format!("{} of {}; {threads}", Kernel::selected().name(), names.join(", "));
    finding("kernel", Verdict::Good, text)
}

/// Whether this machine computes what every other does, and how fast.
fn fixed_work() -> Finding {
    let standard = Evaluator::standard();
    standard.bearoff().compute();
    let positions = bench::positions(&standard);
    let (begin, mut rounds, mut result) = (Instant::now(), 0_u32, bench::bench(&standard, &positions));
    while rounds == 0 || begin.elapsed() < Duration::from_millis(400) {
        result = bench::bench(&standard, &positions);
        rounds += 1;
    }
    let rate = f64::from(rounds + 1) / begin.elapsed().as_secs_f64();
    let got = format!("Bench: moves={} eval={:016x}", result.plays, result.signature);
    if got == SIGNATURE.trim() {
        finding("arithmetic", Verdict::Good, format!("right to the last bit; the fixed work {rate:.1} times a second"))
    } else {
        let text = format!("`{got}` where `{}` is right: results differ from other machines'", SIGNATURE.trim());
        finding("arithmetic", Verdict::Bad, text)
    }
}

fn databases(paths: Option<&Paths>) -> Finding {
    let about = "databases";
    let Some(path) = paths.map(Paths::bearoff_cache) else {
        return finding(about, Verdict::Note, "built in, computed at every start: there is no cache folder");
    };
    match storage::read(&path, storage::LARGEST) {
        Ok(bytes) if Stored::from_bytes(&bytes).is_ok() => {
            finding(about, Verdict::Good, format!("built in, kept in {}", path.display()))
        }
        Ok(_) => finding(about, Verdict::Note, format!("{} is damaged; the next start makes it again", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            finding(about, Verdict::Note, format!("the next start puts them into {}", path.display()))
        }
        Err(error) => finding(about, Verdict::Bad, format!("{}: {error}", path.display())),
    }
}

/// The databases that the files of settings load.
fn loaded_databases(paths: &Paths) -> Vec<Finding> {
    let about = "database";
    let mut findings = Vec::new();
    for settings in [paths.saved_settings(), paths.rc_file()] {
        let text = storage::read_text(settings, storage::LARGEST).unwrap_or_default();
        for located in commands(&text) {
            let Ok(Command::Load(Load::Bearoff(file))) = located.command else { continue };
            let at = format!("{}:{}", settings.display(), located.line);
            findings.push(match loaded_database(Path::new(&file)) {
                Ok(what) => finding(about, Verdict::Good, format!("{file}: {what}; loaded by {at}")),
                Err(error) => finding(about, Verdict::Bad, format!("{at}: {file}: {error}")),
            });
        }
    }
    if findings.is_empty() {
        let text = format!(
            "no other is loaded; `gammon bearoff make two-sided --checkers 10` makes one, `load bearoff FILE` in {} \
             uses it",
            paths.rc_file().display()
        );
        findings.push(finding(about, Verdict::Note, text));
    }
    findings
}

/// The positions that the database of a file covers, and its size.
fn loaded_database(file: &Path) -> Result<String, Box<dyn Error>> {
    let bytes = storage::bytes(file)?;
    let megabytes = (*bytes).as_ref().len() as f64 / 1e6;
    let database = Database::open(bytes)?;
    let what = database.header().subject();
    UserDatabases::default().add(database)?;
    Ok(format!("{what}, {megabytes:.1} MB"))
}

fn reference() -> Finding {
    let found = REFERENCE_WEIGHTS.into_iter().find(|path| Path::new(path).exists());
    let text = found.map_or_else(
        || "none in the usual places; `--weights FILE` takes them from anywhere".to_owned(),
        |path| format!("{path} (`--weights {path}` uses them)"),
    );
    finding("gnubg's weights", Verdict::Note, text)
}

/// Whether what is to be kept can be written.
fn folders(paths: &Paths) -> Vec<Finding> {
    let parents = [
        ("settings in", paths.rc_file().to_owned()),
        ("data in", paths.history()),
        ("cache in", paths.bearoff_cache()),
    ];
    let look = |(about, file): (&'static str, PathBuf)| {
        let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
        if !folder.exists() {
            return finding(about, Verdict::Good, format!("{} (made when something is kept)", folder.display()));
        }
        match tempfile::tempfile_in(&folder) {
            Ok(_) => finding(about, Verdict::Good, folder.display().to_string()),
            Err(error) => finding(about, Verdict::Bad, format!("{}: {error}", folder.display())),
        }
    };
    parents.map(look).into()
}

/// Whether every line of a file of settings can be parsed.
fn settings(about: &'static str, path: &Path) -> Finding {
    let text = match storage::read_text(path, storage::LARGEST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return finding(about, Verdict::Good, "none: everything is as it comes");
        }
        Err(error) => return finding(about, Verdict::Bad, format!("{}: {error}", path.display())),
    };
    let mut n_commands = 0;
    for located in commands(&text) {
        match located.command {
            Ok(_) => n_commands += 1,
            Err(error) => {
                let text = format!("{}:{}: {error}", path.display(), located.line);
                return finding(about, Verdict::Bad, text);
            }
        }
    }
    finding(about, Verdict::Good, format!("{}: {n_commands} commands", path.display()))
}

fn rollouts(folder: &Path) -> Finding {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes: Vec<u64> = files.filter_map(|entry| entry.metadata().ok()).map(|file| file.len()).collect();
    let megabytes = sizes.iter().sum::<u64>() as f64 / 1e6;
    finding("saved rollouts", Verdict::Good, format!("{} in {} ({megabytes:.1} MB)", sizes.len(), folder.display()))
}

fn terminal() -> Finding {
    let name = env::var("TERM").unwrap_or_default();
    if !io::stdout().is_terminal() {
        return finding("terminal", Verdict::Note, "standard output is not a terminal: no colour, no progress");
    }
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|set| !set.is_empty()));
    let is_utf8 = locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let is_plain = env::var_os("NO_COLOR").is_some() || name == "dumb" || name.is_empty();
    let text = format!(
        "{}, {}, {}",
        if name.is_empty() { "no TERM" } else { &name },
        if is_plain { "without colour" } else { "with colour" },
        if is_utf8 { "UTF-8" } else { "the locale does not say UTF-8" }
    );
    finding("terminal", if is_utf8 { Verdict::Good } else { Verdict::Note }, text)
}
