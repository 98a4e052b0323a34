//! Workers that lie, each in its own way, beside honest ones: a job ends with the result of one local run, or says why
//! not. Every way is played once; with `GAMMON_LONG_TESTS` there are 60 jobs, and a table of what became of them.
#![allow(clippy::print_stdout, reason = "long tests say what they measured")]

use crate::support::nats;

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use gammon::board::{Player, Roll, Variation};
use gammon::farm::{self, Access, Backend, Collected, Farm, FarmError, FarmJob, Item, Secrets, Shard, Worker};
use gammon::movegen::legal_plays;
use gammon::rollout::{
    Crew, Engine, Fixed, Job, JournalWriter, Order, Records, RolloutSettings, Task, TrialPool, TrialRecord, Unobserved,
};
use gammon::scoring::{Cube, Terms};
use gammon::session::Description;
use nats::Nats;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Shards of a job, each of four trials of two plays.
const SHARDS: usize = 40;

/// A job that has not ended after so long holds its user up.
const NO_END: Duration = Duration::from_secs(60);

/// A small rollout with luck subtracted, as most are.
fn job(engine: &Engine) -> FarmJob {
    let mut settings = RolloutSettings::default().with(|it| {
        it.trials = 4 * SHARDS as u64;
        it.seed = 5;
    });
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(0));
    settings.truncation.enabled = true;
    settings.truncation.plies = 3;
    settings.truncation.cube.set_plies(0);
    let start = Variation::Standard.starting_position();
    let results: Vec<_> =
        legal_plays(&start, Roll::new(3, 1).expect("dice")).iter().take(2).map(|play| play.result).collect();
    let order = engine.order(Job::plays(&results, Cube::START, Player::Bottom, Terms::MONEY), &settings);
    let names = vec!["one".to_owned(), "two".to_owned()];
    let description =
        Description { order, gnubg_id: "4HPwATDgc/ABMA:cAkGAAAAAAAA".to_owned(), names, engine: String::new() };
    FarmJob::new(vec![Item { input: "opening".to_owned(), description }], 4).expect("a job")
}

/// What an honest machine makes of every shard.
struct Right {
    job: FarmJob,
    all: Vec<Records>,
    next: u64,
}

impl Backend for Right {
    fn fetch(&mut self) -> io::Result<Option<Shard>> {
        self.next += 1;
        Ok(self.job.shard(self.next - 1))
    }

    fn deliver(&mut self, _shard: Shard, records: &Records) -> io::Result<()> {
        self.all.push(records.clone());
        Ok(())
    }

    fn give_back(&mut self, _shard: Shard) -> io::Result<()> {
        Ok(())
    }
}

fn right(engine: &Engine, job: FarmJob) -> Right {
    let mut right = Right { job: job.clone(), all: Vec::new(), next: 0 };
    farm::work(engine, &job, &mut right, 1, &mut Unobserved).expect("played");
    right
}

/// Records as somebody would like them to be.
fn changed(records: &Records, change: impl Fn(u64, TrialRecord) -> TrialRecord) -> Records {
    let mut new = records.clone();
    for trials in &mut new.candidates {
        *trials = trials.numbered().map(|(trial, record)| change(trial, *record)).collect::<Vec<_>>().into();
    }
    new
}

fn better(record: TrialRecord, by: f64) -> TrialRecord {
    let mut new = record;
    for place in [5, 6] {
        new.values[place] = Fixed(record.values[place].0 + Fixed::from_f64(by).0);
    }
    new
}

fn shifted(records: &Records, by: f64) -> Records {
    changed(records, |_, record| better(record, by))
}

/// The first play for the second and the second for the first.
fn swapped(records: &Records) -> Records {
    let mut new = records.clone();
    new.candidates.swap(0, 1);
    new
}

/// What a worker does with a shard that it has fetched.
enum Deed {
    /// Sends results, each under a name.
    Send(Vec<(String, Records)>),
    /// Says that it cannot be played.
    Fail,
    /// Keeps the shard, and says that it is at work.
    Keep,
}

/// What a worker knows when it has fetched a shard.
struct Hand<'a> {
    /// How many it had before.
    had: usize,
    shard: usize,
    /// How often the server has handed it out.
    times: i64,
    /// What an honest machine makes of all shards.
    right: &'a [Records],
    /// How many names of this worker have been told to leave.
    gone: usize,
}

impl Hand<'_> {
    fn honest(&self) -> Records {
        self.right[self.shard].clone()
    }
}

type Script = fn(&Hand<'_>) -> Deed;

fn send(name: &str, records: Records) -> Deed {
    Deed::Send(vec![(name.to_owned(), records)])
}

/// As `liar`, a lie where `lies` holds, else the truth.
fn either(hand: &Hand<'_>, lies: bool, lie: impl Fn(&Records) -> Records) -> Deed {
    let records = hand.honest();
    send("liar", if lies { lie(&records) } else { records })
}

/// A worker that takes part until it is told to stop.
async fn take_part(url: &str, id: &str, name: &str, script: Script, right: &[Records], stop: &AtomicBool) {
    let client = async_nats::connect(url).await.expect("connected");
    let context = async_nats::jetstream::new(client.clone());
    let consumer: Consumer<pull::Config> =
        context.get_consumer_from_stream(format!("t-{id}"), "GAMMON_TASKS").await.expect("a consumer");
    let mut desk = client.subscribe(format!("gammon.desk.{id}")).await.expect("subscribed");
    let (mut had, mut gone, mut beat) = (0, 0, None::<Instant>);
    let mut kept: Vec<(usize, Message)> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        if beat.is_none_or(|beat| beat.elapsed() > Duration::from_millis(400)) {
            beat = Some(Instant::now());
            let held: Vec<_> = kept.iter().map(|(shard, _)| json!([id, shard])).collect();
            let words = json!({"worker": name, "threads": 1, "rate": 9.0, "held": held, "joined": [id],
                               "refused": {}, "leaving": false});
            client.publish(format!("gammon.beat.{name}"), words.to_string().into()).await.expect("sent");
            for (_, message) in &kept {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
        while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(1), desk.next()).await {
            let wrong: Vec<String> = serde_json::from_slice(&message.payload).unwrap_or_default();
            gone = wrong.iter().filter(|wrong| wrong.starts_with(name)).count();
            // Honest workers leave where they are told to; liars do not.
            if name == "honest" && gone > 0 {
                return;
            }
        }
        let asked = consumer.batch().max_messages(1).expires(Duration::from_millis(200)).messages();
        let Ok(mut batch) = asked.await else { return };
        let Some(Ok(message)) = batch.next().await else { continue };
        let task: serde_json::Value = serde_json::from_slice(&message.payload).expect("a shard");
        let shard = task["shard"].as_u64().expect("a number") as usize;
        tokio::time::sleep(Duration::from_millis(10)).await;
        let times = message.info().map_or(1, |info| info.delivered);
        let results = match script(&Hand { had, shard, times, right, gone }) {
            Deed::Keep => {
                kept.push((shard, message));
                had += 1;
                continue;
            }
            Deed::Fail => {
                vec![format!("{{\"shard\":{shard},\"order\":0,\"worker\":\"{name}\",\"fault\":\"no\"}}\n").into_bytes()]
            }
            Deed::Send(results) => results
                .into_iter()
                .map(|(name, records)| {
                    let mut bytes = format!("{{\"shard\":{shard},\"order\":0,\"worker\":\"{name}\"}}\n").into_bytes();
                    JournalWriter::begin(&mut bytes, &records, b"").expect("written");
                    bytes
                })
                .collect(),
        };
        had += 1;
        for bytes in results {
            let Ok(sent) = context.publish(format!("gammon.result.{id}.{shard}"), bytes.into()).await else { return };
            let _ = sent.await;
        }
        let _ = message.ack().await;
    }
}

/// A way to lie: a name, who takes part, whether the job is fetched when all is played and everybody has left.
type Way = (&'static str, &'static [(&'static str, Script)], bool);

const HONEST: (&str, Script) = ("honest", |hand| send("honest", hand.honest()));

/// The ways that end within a second or two.
const WAYS: [Way; 26] = [
    ("everything .01 better", &[HONEST, ("liar", |hand| either(hand, true, |r| shifted(r, 0.01)))], false),
    ("everything swapped", &[HONEST, ("liar", |hand| either(hand, true, swapped))], false),
    ("everything swapped, fetched when it has left", &[HONEST, ("liar", |hand| either(hand, true, swapped))], true),
    ("the first right, then .3", &[HONEST, ("liar", |hand| either(hand, hand.had > 0, |r| shifted(r, 0.3)))], false),
    ("three right, then swapped, fetched late", &[HONEST, ("liar", |hand| either(hand, hand.had > 2, swapped))], true),
    (
        "an old shard under new numbers",
        &[
            HONEST,
            ("liar", |hand| {
                either(hand, hand.had > 0, |records| Records { first: records.first, ..hand.right[3].clone() })
            }),
        ],
        false,
    ),
    ("every fourth .3", &[HONEST, ("liar", |hand| either(hand, hand.had % 4 == 3, |r| shifted(r, 0.3)))], false),
    (
        "two names that agree",
        &[
            HONEST,
            ("liar", |hand| {
                let lie = if hand.had > 0 { shifted(&hand.honest(), 0.3) } else { hand.honest() };
                Deed::Send(vec![("liar".to_owned(), lie.clone()), ("liar2".to_owned(), lie)])
            }),
        ],
        false,
    ),
    (
        "two of three with one lie",
        &[
            HONEST,
            ("liar", |hand| either(hand, hand.had > 0, |r| shifted(r, 0.3))),
            ("liarB", |hand| send("liarB", if hand.had > 0 { shifted(&hand.honest(), 0.3) } else { hand.honest() })),
        ],
        false,
    ),
    ("three quarters of the numbers", &[HONEST, ("liar", |hand| either(hand, hand.shard % 4 != 2, swapped))], false),
    (
        "under the honest one's name",
        &[
            HONEST,
            ("liar", |hand| send("honest", if hand.had > 0 { shifted(&hand.honest(), 0.3) } else { hand.honest() })),
            ("second", |hand| send("second", hand.honest())),
        ],
        false,
    ),
    (".005 after ten", &[HONEST, ("liar", |hand| either(hand, hand.had >= 10, |r| shifted(r, 0.005)))], true),
    (
        ".005 in the last shards",
        &[HONEST, ("liar", |hand| either(hand, hand.shard >= 34, |r| shifted(r, 0.005)))],
        false,
    ),
    ("one shard, .005", &[HONEST, ("liar", |hand| either(hand, hand.had == 7, |r| shifted(r, 0.005)))], true),
    (
        "two of three that confirm each other",
        &[
            HONEST,
            ("liar", |hand| {
                let lie = shifted(&hand.honest(), 0.02);
                Deed::Send(vec![("liar".to_owned(), lie.clone()), ("liarB".to_owned(), lie)])
            }),
            ("liarC", |hand| {
                let lie = shifted(&hand.honest(), 0.02);
                Deed::Send(vec![("liarC".to_owned(), lie.clone()), ("liarD".to_owned(), lie)])
            }),
        ],
        false,
    ),
    (
        "a new name for each shard",
        &[
            HONEST,
            ("liar", |hand| {
                let lie = if hand.had % 2 == 1 { swapped(&hand.honest()) } else { hand.honest() };
                Deed::Send(vec![(format!("liar{}", hand.had), lie)])
            }),
        ],
        false,
    ),
    (
        "a new name whenever it is found",
        &[
            HONEST,
            ("liar", |hand| {
                let lie = if hand.had % 3 == 0 { hand.honest() } else { shifted(&hand.honest(), 0.05) };
                Deed::Send(vec![(format!("liar{}", hand.gone), lie)])
            }),
        ],
        false,
    ),
    (
        "one trial of each shard, .3",
        &[
            HONEST,
            ("liar", |hand| {
                either(hand, true, |r| changed(r, |n, record| if n == 2 { better(record, 0.3) } else { record }))
            }),
        ],
        true,
    ),
    ("drifts", &[HONEST, ("liar", |hand| either(hand, true, |r| shifted(r, 0.001 * hand.had as f64)))], true),
    ("breaks for a while", &[HONEST, ("liar", |hand| either(hand, (5..9).contains(&hand.had), swapped))], true),
    ("breaks after the first", &[HONEST, ("liar", |hand| either(hand, hand.had > 0, |r| shifted(r, -0.07)))], true),
    (
        "how it ended, not what it is worth",
        &[
            HONEST,
            ("liar", |hand| {
                either(hand, hand.had > 0, |r| changed(r, |_, record| TrialRecord { raw: record.values, ..record }))
            }),
        ],
        false,
    ),
    (
        "trials that nobody asked for",
        &[
            HONEST,
            ("liar", |hand| {
                let mut records = hand.honest();
                for trials in &mut records.candidates {
                    let last = *trials.in_order().last().expect("a trial");
                    trials.push(better(last, 0.3));
                }
                send("liar", records)
            }),
        ],
        false,
    ),
    (
        "right where it is asked again",
        &[HONEST, ("liar", |hand| either(hand, hand.times == 1 && hand.had > 0, |r| shifted(r, 0.1)))],
        false,
    ),
    ("fails at everything", &[HONEST, ("liar", |_| Deed::Fail)], false),
    ("two honest ones of one name", &[HONEST, ("second", |hand| send("honest", hand.honest()))], false),
];

/// The ways that take as long as nobody may keep a shard.
const SLOW_WAYS: [Way; 4] = [
    (
        "keeps five, and says it is at work",
        &[HONEST, ("liar", |hand| if hand.had < 5 { Deed::Keep } else { send("liar", hand.honest()) })],
        false,
    ),
    ("keeps whatever it gets", &[HONEST, ("liar", |_| Deed::Keep)], false),
    ("nobody but liars", &[("liar", |hand| either(hand, hand.had > 0, |r| shifted(r, 0.3)))], false),
    (
        "under the honest one's name, and nobody else is there",
        &[HONEST, ("liar", |hand| send("honest", shifted(&hand.honest(), 0.3)))],
        false,
    ),
];

/// What became of a job.
#[derive(Debug, PartialEq)]
enum Became {
    Right { named: usize },
    Said(String),
    WrongWithoutAWord,
    NoEnd,
}

fn play(right: &Right, (_, actors, is_late): Way) -> (Became, String) {
    let (server, folder) = (Nats::new(), tempfile::tempdir().expect("a folder"));
    let access = Access::new(&server.url(), Secrets::default()).expect("an address");
    let engine = Engine::standard();
    farm::submit(&access, &right.job, &engine, "test").expect("handed in");
    let (left, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let (url, id, all) = (server.url(), right.job.name(), &right.all);
    let (mut notes, mut ended) = (String::new(), None);
    thread::scope(|scope| {
        let (url, over, began) = (&url, &over, Instant::now());
        let (left, path) = (&left, folder.path());
        let begin = |&(name, script): &(&'static str, Script)| {
            scope.spawn(move || {
                // Late, everybody works before, and liars leave; else all begin when results are awaited.
                while !is_late && fs::read_dir(path).is_ok_and(|mut files| files.next().is_none()) {
                    thread::sleep(Duration::from_millis(5));
                }
                let stop = if name == HONEST.0 { over } else { left };
                let play = take_part(url, id, name, script, all, stop);
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(play);
            })
        };
        let mut actors: Vec<_> = actors.iter().map(begin).collect();
        if is_late {
            nats::wait_for("all is played", || {
                farm::status(&access, &right.job).is_ok_and(|status| status.results == SHARDS as u64)
            });
            left.store(true, Ordering::Relaxed);
            actors.drain(1..).for_each(|actor| actor.join().expect("no panic"));
        }
        let flag = Arc::clone(&engine.stop);
        scope.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                flag.store(began.elapsed() > NO_END, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
            }
        });
        let mut tell = |news: &gammon::rollout::CrewNews, _: u64| {
            news.notes.iter().for_each(|note| notes += &format!("{:.1} s: {note}\n", began.elapsed().as_secs_f64()));
        };
        ended = Some(farm::fetch(&access, &right.job, &engine, ("test", folder.path()), 1, true, &mut tell));
        over.store(true, Ordering::Relaxed);
        left.store(true, Ordering::Relaxed);
    });
    let became = match ended.expect("it ended") {
        Err(FarmError::Interrupted) => Became::NoEnd,
        Err(error) => Became::Said(error.to_string()),
        Ok((outcome, missing)) => {
            notes += &format!("{missing} missing; {}\n", outcome.vouching.words());
            let found = Collected::find(&right.job, &[folder.path().to_owned()]).expect("found");
            let is_right = (0..SHARDS).all(|shard| found.shards[&(shard as u64)].1 == right.all[shard]);
            let named = notes.lines().filter(|line| line.contains("plays wrongly")).count();
            if is_right && outcome.vouching.unchecked.is_empty() {
                Became::Right { named }
            } else {
                Became::WrongWithoutAWord
            }
        }
    };
    (became, notes)
}

/// Plays jobs, some at a time, and prints what became of them.
fn all_end_right(jobs: &[Way]) {
    let engine = Engine::standard();
    let right = right(&engine, job(&engine));
    assert_eq!(right.all.len(), SHARDS);
    let (next, became) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(&way) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let began = Instant::now();
                    let (end, notes) = play(&right, way);
                    println!("{:5.1} s  {:55} {end:?}", began.elapsed().as_secs_f64(), way.0);
                    if std::env::var_os("GAMMON_LONG_TESTS").is_some() {
                        println!("{notes}");
                    }
                    became.lock().expect("no panic").entry(way.0).or_insert_with(Vec::new).push((end, notes));
                }
            });
        }
    });
    for (way, ends) in became.into_inner().expect("no panic") {
        for (end, notes) in ends {
            assert!(matches!(end, Became::Right { .. }), "{way}: {end:?}\n{notes}");
        }
    }
}

#[test]
fn no_liar_changes_a_result() {
    all_end_right(&WAYS);
}

#[test]
fn nobody_holds_a_job_up() {
    all_end_right(&SLOW_WAYS);
}

/// Takes a minute or two, so only with `GAMMON_LONG_TESTS`.
#[test]
fn sixty_jobs_among_liars_end_right() {
    if std::env::var_os("GAMMON_LONG_TESTS").is_none() {
        return;
    }
    let ways = [&WAYS[..], &SLOW_WAYS[..]].concat();
    let jobs: Vec<_> = ways.iter().cycle().take(60.max(2 * ways.len())).copied().collect();
    all_end_right(&jobs);
}

/// A worker of live rollouts that plays, and adds a little to everything after its first shard.
async fn lie_live(url: &str, stop: &AtomicBool) {
    let client = async_nats::connect(url).await.expect("connected");
    let context = async_nats::jetstream::new(client.clone());
    let mut desk = client.subscribe("gammon.desk.*").await.expect("subscribed");
    let engine = Engine::standard();
    let mut had = 0;
    while let Some(id) = desk.next().await.and_then(|word| Some(word.subject.strip_prefix("gammon.desk.")?.to_owned()))
    {
        let jobs = context.get_stream_no_info("GAMMON_JOBS").await.expect("a stream");
        let order = jobs.get_last_raw_message_by_subject(&format!("gammon.order.{id}.0")).await;
        let tasks = context.get_consumer_from_stream(format!("t-{id}"), "GAMMON_TASKS").await;
        let (Ok(order), Ok(tasks)) = (order, tasks) else { continue };
        let tasks: Consumer<pull::Config> = tasks;
        let order: Order = serde_json::from_slice(&order.payload).expect("an order");
        let pool = TrialPool::new(&engine, &order, 1).expect("threads");
        while !stop.load(Ordering::Relaxed) {
            let words = json!({"worker": "liar", "threads": 1, "rate": 99.0, "held": [], "joined": [id],
                               "refused": {}, "leaving": false});
            client.publish("gammon.beat.liar", words.to_string().into()).await.expect("sent");
            let asked = tasks.batch().max_messages(1).expires(Duration::from_millis(200)).messages();
            let Ok(mut batch) = asked.await else { break };
            let Some(message) = batch.next().await else { continue };
            let Ok(message) = message else { break };
            let task: serde_json::Value = serde_json::from_slice(&message.payload).expect("a shard");
            let number = |value: &serde_json::Value| value.as_u64().expect("a number");
            let mut trials = Vec::new();
            for piece in task["pieces"].as_array().expect("pieces") {
                let first = number(&piece["first"]);
                let candidate = number(&piece["candidate"]) as usize;
                trials.extend((first..first + number(&piece["trials"])).map(|trial| Task { candidate, trial }));
            }
            let (tell, told) = std::sync::mpsc::channel();
            pool.play(&trials, move |played| drop(tell.send(played)));
            let mut records = Records::of(&order);
            records.first = trials.iter().map(|task| task.trial).min().expect("a trial");
            for (task, record) in told.recv().expect("told").expect("played") {
                let record = if had > 0 { better(record, 0.01) } else { record };
                records.candidates[task.candidate].insert(task.trial - records.first, record);
            }
            had += 1;
            let shard = number(&task["shard"]);
            let mut bytes = format!("{{\"shard\":{shard},\"order\":0,\"worker\":\"liar\"}}\n").into_bytes();
            JournalWriter::begin(&mut bytes, &records, b"").expect("written");
            let sent = context.publish(format!("gammon.result.{id}.{shard}"), bytes.into()).await;
            sent.expect("sent").await.expect("confirmed");
            let _ = message.ack().await;
        }
        if stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// A rollout of the shell cannot take trials back: it ends with an error, and goes on without the liar's the next time.
#[test]
fn a_rollout_of_the_shell_ends_with_an_error() {
    let (server, folder) = (Nats::new(), tempfile::tempdir().expect("a folder"));
    let url = server.url();
    let access = || Access::new(&url, Secrets::default()).expect("an address");
    let engine = Engine::standard();
    let order = job(&engine).orders()[0].description.order.clone();
    let farm = Farm::new(access(), "test".to_owned(), folder.path().to_owned()).with_shard(16);
    let rollout = || engine.extend_by(&order, &farm, &mut Unobserved, Records::of(&order));
    let (stop, leave) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        let liar = scope.spawn(|| {
            let lie = lie_live(&url, &stop);
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(lie);
        });
        let Err(error) = rollout() else { panic!("a liar alone was believed") };
        let error = error.to_string();
        assert!(error.contains("liar plays wrongly"), "{error}");
        stop.store(true, Ordering::Relaxed);
        scope.spawn(|| {
            let engine = Engine::standard();
            let engine_for = |order: &Order| engine.check(order).map(|()| engine.clone());
            let (name, stop) = ("honest".to_owned(), &leave);
            let worker = Worker { access: access(), name, threads: 1, engine_for: &engine_for, stop, say: &|_| {} };
            worker.run().expect("it works");
        });
        let found = rollout();
        leave.store(true, Ordering::Relaxed);
        let expected = engine.extend(&order, 1, &mut Unobserved, Records::of(&order)).expect("rolled out");
        assert_eq!(found.expect("rolled out").records, expected.records);
        let said = farm.summary().expect("a summary");
        assert!(said.contains("by 1 worker") && said.contains("of their trials itself, all the same"), "{said}");
        liar.join().expect("no panic");
    });
}
