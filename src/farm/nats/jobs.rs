//! Jobs of files that are handed to a server: they outlive the program that submits them.

use super::broker::{Broker, Waiting};
use super::coordinator::{Job, Outcome, Work, coordinate, notice_of, proof};
use super::{Access, FarmError, block_on};
use crate::farm::FarmJob;
use crate::farm::book::{Book, Standing};
use crate::farm::ledger::Ledger;
use crate::farm::wire::{Beat, MOST_TASKS, Piece, TaskText, is_name};
use crate::rollout::{CrewNews, Engine, Order, Played, TrialRecord};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Bytes of a message besides what trials left.
const OVERHEAD: u64 = 4096;

/// Bytes of a trial in a message.
const TRIAL: u64 = TrialRecord::BYTES as u64 + 16;

/// Shards that are published in one go.
const AT_ONCE: u64 = 4096;

/// How long it is listened for workers.
const LISTEN: Duration = Duration::from_millis(1500);

/// A fetch that does not wait ends when no result has come for so long.
const QUIET: Duration = Duration::from_millis(1500);

/// How a job stands at a server.
#[derive(Clone, Debug, Default)]
pub struct JobStatus {
    /// Whether the server has the job.
    pub is_there: bool,
    /// Shards that are not fetched.
    pub queued: u64,
    /// Shards that workers have.
    pub under_way: u64,
    /// Results that wait to be fetched.
    pub results: u64,
    /// Workers that take part, with their threads.
    pub workers: BTreeMap<String, usize>,
    /// Workers that do not, and why.
    pub refused: BTreeMap<String, String>,
}

impl FarmJob {
    fn order_list(&self) -> Vec<&Order> {
        self.orders().iter().map(|item| &item.description.order).collect()
    }

    fn as_job(&self, by: &str) -> Job<'_> {
        Job {
            id: self.name().to_owned(),
            live: false,
            orders: self.order_list(),
            by: by.to_owned(),
            shards: self.len(),
            shard_of: Box::new(|index| self.shard(index).map(|shard| (shard.order, self.pieces(shard)))),
            next: self.len(),
            shard: None,
            threads: 1,
        }
    }
}

/// Submits a job: workers play it whether results are awaited or not. Returns how many shards there are.
///
/// # Errors
/// When it is there already, was made with another engine, its shards are too large, or the server does not take it.
pub fn submit(access: &Access, job: &FarmJob, engine: &Engine, by: &str) -> Result<u64, FarmError> {
    for order in job.order_list() {
        engine.check(order).map_err(FarmError::Engine)?;
    }
    let notice = notice_of(&job.as_job(by), proof(engine, job.order_list()[0])?);
    block_on(async {
        let broker = Broker::connect(access, by).await?;
        check_sizes(job, broker.most_bytes())?;
        broker.streams().await?;
        if broker.notice(job.name()).await?.is_some() {
            return Err(FarmError::Server(format!("job {} is there already", job.name())));
        }
        // The notice to workers comes last: the streams and tasks are there then.
        broker.purge_tasks(job.name()).await?;
        let mut next = 0;
        while next < job.len() {
            let end = (next + AT_ONCE).min(job.len());
            let shards = (next..end).filter_map(|index| job.shard(index));
            let messages = shards.map(|shard| {
                let pieces = job.pieces(shard);
                let text = TaskText { shard: shard.index, order: shard.order, pieces };
                Ok((format!("gammon.task.{}.{}", job.name(), shard.index), text.to_bytes()?))
            });
            broker.publish(messages.collect::<Result<_, FarmError>>()?).await?;
            next = end;
        }
        broker.open(&notice, &job.order_list()).await?;
        broker.say(&format!("gammon.desk.{}", job.name()), Vec::new()).await?;
        Ok(job.len())
    })
}

fn check_sizes(job: &FarmJob, most_bytes: u64) -> Result<(), FarmError> {
    for item in job.orders() {
        let candidates = item.description.order.job.candidates().len() as u64;
        let fits = (most_bytes.saturating_sub(OVERHEAD) / TRIAL).min(MOST_TASKS) / candidates.max(1);
        let trials = job.trials_of_a_shard().min(item.description.order.settings.trials);
        if trials > fits {
            return Err(FarmError::Size { tasks: trials * candidates, fits });
        }
    }
    Ok(())
}

/// How a job stands.
///
/// # Errors
/// When the server does not answer.
pub fn status(access: &Access, job: &FarmJob) -> Result<JobStatus, FarmError> {
    block_on(async {
        let broker = Broker::connect(access, "status").await?;
        let mut status = JobStatus::default();
        let id = job.name();
        if broker.streams_there().await.is_err() || broker.notice(id).await?.is_none() {
            return Ok(status);
        }
        let [tasks, results] = broker.waiting(id).await?;
        let Waiting { pending, under_way } = tasks;
        (status.is_there, status.queued, status.under_way) = (true, pending, under_way);
        status.results = results.pending + results.under_way;
        let mut beats = broker.client.subscribe("gammon.beat.*").await.map_err(FarmError::server)?;
        let end = Instant::now() + LISTEN;
        while let Ok(Some(message)) = timeout_at(end, beats.next()).await {
            let Ok(beat) = serde_json::from_slice::<Beat>(&message.payload) else { continue };
            if !is_name(&beat.worker) {
                continue;
            }
            if beat.joined.iter().any(|joined| joined == id) {
                status.workers.insert(beat.worker.clone(), beat.threads);
            }
            if let Some(why) = beat.refused.get(id) {
                status.refused.insert(beat.worker, why.clone());
            }
        }
        Ok(status)
    })
}

/// Fetches results into the ledger of a folder; with `wait` until all are there, and then removes the job from the
/// server. Shards that the server has lost are published again. When all are there, trials of every worker are played
/// on this many threads here. `tell` receives the state of the job; returns how many shards are missing.
///
/// # Errors
/// When results contradict each other, a shard cannot be played, or the ledger not be written.
pub fn fetch(
    access: &Access,
    job: &FarmJob,
    engine: &Engine,
    place: (&str, &Path),
    threads: usize,
    wait: bool,
    tell: &mut dyn FnMut(&CrewNews, u64),
) -> Result<(Outcome, u64), FarmError> {
    let (by, folder) = place;
    for order in job.order_list() {
        engine.check(order).map_err(FarmError::Engine)?;
    }
    let (ledger, entries) = Ledger::open(&job.ledger(folder), job.name())?;
    let book = Book::of(&entries);
    let is_there = |shard| matches!(book.standing(shard), Standing::Stands(_));
    let vouching = book.vouching();
    if book.conflicts().is_empty() && vouching.unchecked.is_empty() && (0..job.len()).all(is_there) {
        return Ok((Outcome { news: CrewNews::default(), vouching }, 0));
    }
    let new = Job { threads, ..job.as_job(by) };
    let mut fetching = Fetching { missing: job.len(), wait, heard: Instant::now(), tell };
    let notice = notice_of(&new, proof(engine, job.order_list()[0])?);
    let broker = async {
        let broker = Broker::connect(access, by).await?;
        if broker.notice(job.name()).await.ok().flatten().is_none() && !wait {
            return Err(FarmError::Server(format!("there is no job {} at {}", job.name(), broker.url())));
        }
        Ok(broker)
    };
    let outcome = coordinate(broker, engine, new, notice, (ledger, entries), &mut fetching)?;
    Ok((outcome, fetching.missing))
}

struct Fetching<'a> {
    missing: u64,
    wait: bool,
    /// When something new came.
    heard: Instant,
    tell: &'a mut dyn FnMut(&CrewNews, u64),
}

impl Work for Fetching<'_> {
    fn next(&mut self, _tasks: usize) -> Option<(usize, Vec<Piece>)> {
        None
    }

    fn take(&mut self, _order: usize, _played: &Played) {
        self.missing = self.missing.saturating_sub(1);
        self.heard = Instant::now();
    }

    fn take_back(&mut self, shards: u64) -> bool {
        self.missing += shards;
        self.heard = Instant::now();
        true
    }

    fn is_over(&self) -> bool {
        self.is_complete() || (!self.wait && self.heard.elapsed() > QUIET)
    }

    fn is_complete(&self) -> bool {
        self.missing == 0
    }

    fn tell(&mut self, news: &CrewNews) {
        (self.tell)(news, self.missing);
    }
}

/// Removes a job from the server and from all workers. Fetched results stay.
///
/// # Errors
/// When the server does not have the job.
pub fn cancel(access: &Access, job: &FarmJob) -> Result<(), FarmError> {
    block_on(async {
        let broker = Broker::connect(access, "cancel").await?;
        if broker.streams_there().await.is_err() || broker.notice(job.name()).await?.is_none() {
            return Err(FarmError::Server(format!("there is no job {} at {}", job.name(), broker.url())));
        }
        broker.close(job.name()).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::farm::Item;
    use crate::farm::book::HERE;
    use crate::farm::ledger::Note;
    use crate::farm::nats::tests::double::Double;
    use crate::rollout::{Job as Rolled, RolloutSettings};
    use crate::scoring::{Cube, Terms};
    use crate::session::Description;

    /// A job of one rollout of two candidates.
    fn job(trials: u64, shard: u64) -> FarmJob {
        let start = Variation::Standard.starting_position();
        let cube = Rolled::cube(&start, Cube::START, Player::Top, Terms::MONEY);
        let settings = RolloutSettings::default().with(|it| it.trials = trials);
        let order = Engine::standard().order(cube, &settings);
        assert_eq!(order.job.candidates().len(), 2, "no double, and double and take");
        let description = Description { order, gnubg_id: String::new(), names: Vec::new(), engine: String::new() };
        FarmJob::new(vec![Item { input: "opening".to_owned(), description }], shard).expect("a job")
    }

    #[test]
    fn a_shard_fits_into_a_message_and_is_no_longer_than_any() {
        let bytes = |tasks: u64| OVERHEAD + TRIAL * tasks;
        for (trials, shard, most_bytes, too_large) in [
            (1000, 36, bytes(72), None),
            (1000, 36, bytes(72) - 1, Some((72, 35))),
            // A rollout that is shorter than a shard is all that there is in one.
            (10, 36, bytes(20), None),
            (10, 36, bytes(19), Some((20, 9))),
            (10, 36, 0, Some((20, 0))),
            (9000, MOST_TASKS / 2, u64::MAX, None),
            (9000, MOST_TASKS / 2 + 1, u64::MAX, Some((MOST_TASKS + 2, MOST_TASKS / 2))),
        ] {
            let found = match check_sizes(&job(trials, shard), most_bytes) {
                Ok(()) => None,
                Err(FarmError::Size { tasks, fits }) => Some((tasks, fits)),
                Err(other) => panic!("{other}"),
            };
            assert_eq!(found, too_large, "{trials} in shards of {shard}, {most_bytes} bytes");
        }
    }

    /// A server that nobody reaches.
    fn nowhere() -> Access {
        Access::new("127.0.0.1:1", crate::farm::Secrets::default()).expect("an address")
    }

    #[test]
    fn a_job_is_handed_in_once() {
        let (double, engine, job) = (Double::new(), Engine::standard(), job(10, 4));
        let id = job.name();
        assert_eq!(submit(&double.access(), &job, &engine, "me").expect("handed in"), 3);
        double.wait_for(&format!("gammon.desk.{id}"), "");
        let said: Vec<_> = double.said("gammon.task");
        let text = |n: usize| serde_json::from_str::<TaskText>(&said[n].1).expect("a shard");
        assert_eq!((said.len(), said[2].0.clone()), (3, format!("gammon.task.{id}.2")));
        assert_eq!(
            (text(2).shard, text(2).order, text(2).pieces[1]),
            (2, 0, Piece { candidate: 1, first: 8, trials: 2 })
        );
        let error = submit(&double.access(), &job, &engine, "me").expect_err("again").to_string();
        assert_eq!(error, format!("job {id} is there already"));
        let too_large = submit(&double.access(), &self::job(2000, 2000), &engine, "me");
        assert!(matches!(too_large, Err(FarmError::Size { tasks: 4000, .. })), "{too_large:?}");
    }

    #[test]
    fn a_job_of_many_shards_is_handed_in_bit_by_bit() {
        let (double, shards) = (Double::new(), AT_ONCE + 4);
        let job = job(shards, 1);
        assert_eq!(submit(&double.access(), &job, &Engine::standard(), "me").expect("handed in"), shards);
        let said: std::collections::BTreeSet<_> = double.said("gammon.task").into_iter().map(|(to, _)| to).collect();
        assert_eq!(said.len() as u64, shards);
    }

    #[test]
    fn a_job_of_another_engine_is_not_handed_in() {
        let (folder, engine) = (tempfile::tempdir().expect("a folder"), Engine::standard());
        let mut settings = job(10, 4).orders()[0].description.order.settings.clone().into_settings();
        settings.seed = 99;
        let order = engine.order(job(10, 4).orders()[0].description.order.job.clone(), &settings);
        let mut value = serde_json::to_value(&order).expect("plain data");
        value["engine"] = serde_json::to_value(job(10, 4).orders()[0].description.order.engine).expect("plain data");
        let order: Order = serde_json::from_value(value).expect("an order");
        let description = Description { order, gnubg_id: String::new(), names: Vec::new(), engine: String::new() };
        let job = FarmJob::new(vec![Item { input: "x".to_owned(), description }], 4).expect("a job");
        let submitted = submit(&nowhere(), &job, &engine, "me");
        assert!(matches!(submitted, Err(FarmError::Engine(_))), "{submitted:?}");
        let fetched = fetch(&nowhere(), &job, &engine, ("me", folder.path()), 1, true, &mut |_, _| {});
        assert!(matches!(fetched, Err(FarmError::Engine(_))));
    }

    #[test]
    fn the_state_of_a_job_is_that_at_the_server() {
        let (double, job) = (Double::new(), job(10, 4));
        let id = job.name();
        let beat = |worker: &str, joined: &[&str], refused: &[(&str, &str)]| {
            let text = |text: &&str| (*text).to_owned();
            let beat = Beat {
                worker: worker.to_owned(),
                threads: 3,
                joined: joined.iter().map(text).collect(),
                refused: refused.iter().map(|(id, why)| (text(id), text(why))).collect(),
                ..Beat::default()
            };
            double.greet("gammon.beat.x", &serde_json::to_vec(&beat).expect("plain data"));
        };
        beat("one", &["other", id], &[]);
        beat("two", &["other"], &[(id, "too old")]);
        beat("three", &["other"], &[("other", "no")]);
        beat("no name", &[id], &[(id, "no")]);
        double.greet("gammon.beat.y", b"nothing");
        let (name, pending) = (format!("t-{id}"), format!("r-{id}"));
        double.let_wait(&name, 5, 2);
        double.let_wait(&pending, 3, 4);
        assert!(!status(&double.access(), &job).expect("asked").is_there);
        let cancelled = cancel(&double.access(), &job).expect_err("there is none").to_string();
        assert!(cancelled.starts_with(&format!("there is no job {id} at ")), "{cancelled}");
        submit(&double.access(), &job, &Engine::standard(), "me").expect("handed in");
        let found = status(&double.access(), &job).expect("asked");
        assert!(found.is_there);
        assert_eq!((found.queued, found.under_way, found.results), (5, 2, 7));
        assert_eq!(found.workers, BTreeMap::from([("one".to_owned(), 3)]));
        assert_eq!(found.refused, BTreeMap::from([("two".to_owned(), "too old".to_owned())]));
        cancel(&double.access(), &job).expect("cancelled");
        assert!(!double.said("gammon.closed").is_empty());
        double.lose(None);
        assert!(!status(&double.access(), &job).expect("asked").is_there, "without streams there is no job");
        assert!(cancel(&double.access(), &job).is_err());
    }

    /// A ledger with everything in it that is checked needs no server; any other does.
    #[test]
    fn what_is_all_there_is_not_fetched() {
        let (engine, job) = (Engine::standard(), job(8, 4));
        let entry = |shard: u64, worker: &str, digest: &str| Note::Vote {
            shard,
            worker: worker.to_owned(),
            digest: digest.to_owned(),
        };
        let (one, two) = ("00112233445566778899aabbccddeeff", "ff112233445566778899aabbccddeeff");
        let here = [entry(0, HERE, one), entry(1, HERE, one)];
        for (more, is_all) in [
            (&here[..], true),
            (&here[..1], false),
            // Nobody checked it, or nobody decided.
            (&[entry(0, HERE, one), entry(1, "w", one)], false),
            (&[entry(0, HERE, one), entry(1, HERE, one), entry(2, "v", one), entry(2, "w", two)], false),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let (mut ledger, _) = Ledger::open(&job.ledger(folder.path()), job.name()).expect("begun");
            more.iter().for_each(|note| ledger.note(note).expect("written"));
            drop(ledger);
            let fetched = fetch(&nowhere(), &job, &engine, ("me", folder.path()), 1, true, &mut |_, _| {});
            match fetched {
                Ok((_, missing)) => assert!(is_all && missing == 0),
                Err(error) => assert!(!is_all && matches!(error, FarmError::Unreachable { .. }), "{error}"),
            }
        }
    }

    #[test]
    fn a_job_that_is_not_there_is_not_fetched_unless_somebody_waits() {
        let (double, engine, job) = (Double::new(), Engine::standard(), job(8, 4));
        let folder = tempfile::tempdir().expect("a folder");
        let place = ("me", folder.path());
        let fetched = fetch(&double.access(), &job, &engine, place, 1, false, &mut |_, _| {});
        let error = fetched.expect_err("there is none").to_string();
        assert!(error.starts_with(&format!("there is no job {} at ", job.name())), "{error}");
        // Whoever waits brings the job there.
        let mut told = Vec::new();
        let mut tell = |_: &CrewNews, missing: u64| {
            told.push(missing);
            engine.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        let fetched = fetch(&double.access(), &job, &engine, place, 1, true, &mut tell);
        assert!(matches!(fetched, Err(FarmError::Interrupted)));
        assert!(told.iter().all(|&missing| missing == 2) && !told.is_empty(), "{told:?}");
        assert_eq!(double.said(&format!("gammon.job.{}", job.name())).len(), 1);
    }

    /// A fetch ends when nothing is missing, or nothing has come for a while and nobody waits.
    #[test]
    fn a_fetch_counts_what_is_missing() {
        let mut told = 0;
        let mut tell = |_: &CrewNews, missing: u64| told = missing;
        let (long_ago, later) = (Instant::now() - 2 * QUIET, Instant::now() + Duration::from_secs(3600));
        let mut fetching = Fetching { missing: 2, wait: true, heard: long_ago, tell: &mut tell };
        assert!(!fetching.is_over() && !fetching.is_complete() && fetching.next(1).is_none());
        fetching.wait = false;
        assert!(fetching.is_over() && !fetching.is_complete());
        fetching.heard = later;
        assert!(!fetching.is_over());
        fetching.heard = long_ago;
        fetching.take(0, &Played::new());
        assert!(fetching.missing == 1 && fetching.heard > long_ago);
        fetching.heard = long_ago;
        assert!(fetching.take_back(2) && fetching.missing == 3 && fetching.heard > long_ago);
        (0..4).for_each(|_| fetching.take(0, &Played::new()));
        fetching.wait = true;
        assert!(fetching.is_complete() && fetching.is_over());
        fetching.missing = 7;
        fetching.tell(&CrewNews::default());
        assert_eq!(told, 7);
    }
}
