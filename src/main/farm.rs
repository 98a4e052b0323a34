//! `gammon farm`: rollouts in parts, on whatever can start a process.

use super::args::{EngineArgs, FarmPlanArgs, FarmRunArgs, Input, ShellArgs};
use super::{DONE, FAILED, INTERRUPTED, Stop, open, run_inputs, set_up};
use gammon::farm::{Collected, FarmJob, Folder, WorkError, index_list, work};
use gammon::render::{Format, json_reply, reply, visible};
use gammon::rollout::Unobserved;
use gammon::session::Session;
use gammon::shell::{Paths, RunOptions, Runner, plan_farm};
use gammon::storage::{self, in_words};
use gammon::words::{counted, there_are};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub fn plan(args: &FarmPlanArgs) -> Result<u8, Stop> {
    let mut runner = runner(&args.engine)?;
    match plan_farm(runner.session_mut(), &args.positions, &args.what, args.trials, args.shard) {
        Ok(job) => {
            storage::write(&args.out, &job.to_json().map_err(io::Error::other)?)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", args.out.display())))?;
            let (rollouts, shards) = (counted(job.orders().len(), "rollout"), job.len());
            say(&format!("job {}: {rollouts} in shards 0 to {}, in {}", job.name(), shards - 1, args.out.display()))
        }
        Err(error) => fail(&error.message),
    }
}

pub fn run_shards(args: &FarmRunArgs) -> Result<u8, Stop> {
    let job = read_job(&args.job)?;
    let indices = match (args.index, args.slice) {
        (Some(index), _) => vec![index],
        (None, Some((slice, of))) => (slice..job.len()).step_by(usize::try_from(of).unwrap_or(usize::MAX)).collect(),
        (None, None) => (0..job.len()).collect(),
    };
    let runner = runner(&args.engine)?;
    let session = runner.session();
    let mut folder = Folder::new(&job, &args.out, indices);
    let worked = work(&session.rollout_engine(), &job, &mut folder, session.settings().threads, &mut Unobserved);
    match worked {
        Ok(worked) => say(&format!(
            "job {}: shards played: {} ({}), there already: {}",
            job.name(),
            worked.shards,
            counted(worked.trials, "trial"),
            folder.skipped
        )),
        Err(WorkError::Interrupted) => {
            fail("interrupted: the shard in hand is to be played again").map(|_| INTERRUPTED)
        }
        Err(error) => fail(&error.to_string()),
    }
}

pub fn merge(path: &Path, folders: &[PathBuf], json: bool, uncompared: bool, engine: &EngineArgs) -> Result<u8, Stop> {
    let job = read_job(path)?;
    let found = collected(&job, folders)?;
    let missing = found.missing(&job);
    if !missing.is_empty() {
        say(&index_list(&missing))?;
        return fail(&format!(
            "{} of {} missing: {}",
            missing.len(),
            there_are(job.len(), "shard"),
            index_list(&missing)
        ));
    }
    for vouching in &found.vouching {
        if !vouching.unchecked.is_empty() && !uncompared {
            return fail(&format!("{}: `farm fetch` checks them, `--uncompared` does without", vouching.words()));
        }
        writeln!(io::stderr().lock(), "gammon: {}", visible(&vouching.words()))?;
    }
    let mut runner = runner(engine)?;
    for (i, item) in job.orders().iter().enumerate() {
        let records = found.records(&job, i).map_err(io::Error::other)?;
        match answer(runner.session_mut(), item, &records, json) {
            Ok(text) => io::stdout().lock().write_all(text.as_bytes())?,
            Err(message) => return fail(&format!("{}: {message}", item.input)),
        }
    }
    Ok(DONE)
}

/// The result of one rollout, with its position.
fn answer(
    session: &mut Session,
    item: &gammon::farm::Item,
    records: &gammon::rollout::Records,
    json: bool,
) -> Result<String, String> {
    let answer = session.answer_order(item.description.clone(), records).map_err(|error| error.message)?;
    if json {
        return Ok(json_reply("rollout", &answer));
    }
    Ok(format!("{}\n{}", item.input, reply(&answer, &Format::plain(&session.settings().output))))
}

pub fn status(path: &Path, folders: &[PathBuf]) -> Result<u8, Stop> {
    let job = read_job(path)?;
    let found = collected(&job, folders)?;
    let missing = found.missing(&job);
    let there = job.len() - missing.len() as u64;
    say(&format!(
        "job {}: {there} of {}, {}",
        job.name(),
        counted(job.len(), "shard"),
        counted(found.duplicates, "duplicate")
    ))?;
    found.vouching.iter().try_for_each(|vouching| say(&vouching.words()).map(|_| ()))?;
    if !missing.is_empty() {
        say(&format!("missing: {}", index_list(&missing)))?;
    }
    Ok(DONE)
}

/// Collects the shards of a job from some folders, and reports what else lies there; a status when they contradict each
/// other.
fn collected(job: &FarmJob, folders: &[PathBuf]) -> Result<Collected, Stop> {
    match Collected::find(job, folders) {
        Ok(found) => tell_of_others(&found).map(|()| found).map_err(Stop::from),
        Err(error) => Err(Stop::Told(fail(&error.to_string())?)),
    }
}

/// Reports files that are ignored.
fn tell_of_others(found: &Collected) -> io::Result<()> {
    let mut to = io::stderr().lock();
    for (path, why) in &found.damaged {
        writeln!(to, "gammon: {}: {}; passed over", path.display(), in_words(why))?;
    }
    for path in &found.foreign {
        writeln!(to, "gammon: {}: no shard of this job; passed over", path.display())?;
    }
    Ok(())
}

pub fn read_job(path: &Path) -> io::Result<FarmJob> {
    let named = |error: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()));
    let bytes = storage::read(path, storage::LARGEST).map_err(|error| named(error.to_string()))?;
    FarmJob::from_json(&bytes).map_err(|error| named(error.to_string()))
}

/// A session set up by options and commands.
pub fn runner(args: &EngineArgs) -> Result<Runner, Stop> {
    let files = args.commands.iter().cloned().map(Input::File);
    let texts = (1..).zip(args.execute.iter().cloned()).map(|(n, text)| Input::Text(n, text));
    let scripts = files.chain(texts).map(open).collect::<io::Result<Vec<_>>>()?;
    let shell = ShellArgs { engine: args.clone(), ..ShellArgs::default() };
    let options = RunOptions { quiet: true, ..RunOptions::default() };
    let mut runner = set_up(&shell, Paths::of_user().as_ref(), options, None)?;
    match run_inputs(&mut runner, scripts)? {
        Some(status) => Err(Stop::Told(status)),
        None => Ok(runner),
    }
}

pub fn say(text: &str) -> Result<u8, Stop> {
    writeln!(io::stdout().lock(), "{}", visible(text))?;
    Ok(DONE)
}

pub fn fail(message: &str) -> Result<u8, Stop> {
    writeln!(io::stderr().lock(), "gammon: {}", visible(&in_words(message)))?;
    Ok(FAILED)
}
