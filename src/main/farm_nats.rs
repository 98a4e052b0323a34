//! `gammon worker`, and the parts of `gammon farm` that need a NATS server.

use super::args::{EngineArgs, WorkerArgs};
use super::farm::{fail, read_job, runner, say};
use super::{DONE, FAILED, INTERRUPTED, Stop};
use gammon::farm::{self, FarmError, Worker};
use gammon::render::visible;
use gammon::rollout::CrewNews;
use gammon::shell::{farm_access, host_name};
use gammon::words::{counted, there_are};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two lines of how a job stands.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Joins a server and works until interrupted.
pub fn work(args: &WorkerArgs) -> Result<u8, Stop> {
    let access = farm_access(&args.server)?;
    let runner = runner(&args.engine)?;
    let session = runner.session();
    let name = args.name.clone().unwrap_or_else(name);
    let stop = session.stop_flag();
    let engine_for = |order: &_| session.engine_of_order(order);
    let threads = session.settings().threads;
    let worker = Worker { access, name, threads, engine_for: &engine_for, stop: &stop, say: &tell };
    match worker.run() {
        Ok(left) => {
            tell(&format!("left after {} ({})", counted(left.shards, "shard"), counted(left.trials, "trial")));
            Ok(DONE)
        }
        Err(error) => fail(&error.to_string()),
    }
}

/// Hands a job in.
pub fn submit(job: &Path, server: &str, engine: &EngineArgs) -> Result<u8, Stop> {
    let (access, job) = (farm_access(server)?, read_job(job)?);
    let runner = runner(engine)?;
    match farm::submit(&access, &job, &runner.session().rollout_engine(), &name()) {
        Ok(shards) => say(&format!("job {}: {} handed in at {}", job.name(), there_are(shards, "shard"), access.url)),
        Err(error) => fail(&error.to_string()),
    }
}

/// Fetches results.
pub fn fetch(job: &Path, server: &str, out: &Path, wait: bool, engine: &EngineArgs) -> Result<u8, Stop> {
    let (access, job) = (farm_access(server)?, read_job(job)?);
    let runner = runner(engine)?;
    let session = runner.session();
    let (mut said, mut last) = (Instant::now(), None);
    let mut news = |news: &CrewNews, missing: u64| {
        news.notes.iter().for_each(|note| tell(note));
        if said.elapsed() >= BETWEEN_LINES && last != Some((missing, news.workers)) {
            (said, last) = (Instant::now(), Some((missing, news.workers)));
            let CrewNews { workers, threads, rate, lost, repeated, .. } = news;
            tell(&format!(
                "{missing} of {} missing; {} with {}, {rate:.0} trials/s, {lost} lost, {repeated} repeated",
                there_are(job.len(), "shard"),
                counted(*workers, "worker"),
                counted(*threads, "thread")
            ));
        }
    };
    let (engine, threads) = (session.rollout_engine(), session.settings().threads);
    match farm::fetch(&access, &job, &engine, (&name(), out), threads, wait, &mut news) {
        Ok((outcome, missing)) => {
            let CrewNews { lost, repeated, .. } = outcome.news;
            say(&format!(
                "job {}: {} of {} in {}, {missing} missing; {lost} lost, {repeated} repeated; {}",
                job.name(),
                job.len() - missing,
                there_are(job.len(), "shard"),
                job.ledger(out).display(),
                outcome.vouching.words()
            ))?;
            Ok(if missing == 0 { DONE } else { FAILED })
        }
        Err(FarmError::Interrupted) => {
            fail("interrupted: what was fetched is kept, and the job goes on").map(|_| INTERRUPTED)
        }
        Err(error) => fail(&error.to_string()),
    }
}

/// Prints the state of a job at a server.
pub fn status(job: &Path, server: &str) -> Result<u8, Stop> {
    let (access, job) = (farm_access(server)?, read_job(job)?);
    let status = match farm::status(&access, &job) {
        Ok(status) => status,
        Err(error) => return fail(&error.to_string()),
    };
    if !status.is_there {
        return fail(&format!("there is no job {} at {}", job.name(), access.url));
    }
    say(&format!(
        "job {}: {}, queued {}, under way {}, done and not yet fetched {}",
        job.name(),
        counted(job.len(), "shard"),
        status.queued,
        status.under_way,
        status.results
    ))?;
    let threads: usize = status.workers.values().sum();
    say(&format!("{} with {}", counted(status.workers.len(), "worker"), counted(threads, "thread")))?;
    for (worker, why) in &status.refused {
        say(&format!("{worker} takes no part: {why}"))?;
    }
    Ok(DONE)
}

/// Removes a job from a server.
pub fn cancel(job: &Path, server: &str) -> Result<u8, Stop> {
    let (access, job) = (farm_access(server)?, read_job(job)?);
    match farm::cancel(&access, &job) {
        Ok(()) => say(&format!("job {} is forgotten at {}", job.name(), access.url)),
        Err(error) => fail(&error.to_string()),
    }
}

/// The name of this process: the machine and the number of the process.
fn name() -> String {
    format!("{}-{}", host_name(), std::process::id())
}

/// Prints a message for people.
fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "gammon: {}", visible(text));
}
