//! Five hundred workers that sleep in place of playing: the cost of the queue alone. Takes half a minute and shows
//! nothing that the other tests do not, so only with `GAMMON_LONG_TESTS`.
#![allow(clippy::print_stdout, reason = "long tests say what they measured")]

use crate::support::home;
use crate::support::nats;

use async_nats::jetstream::consumer::{Consumer, pull};
use futures_util::StreamExt;
use gammon::rollout::{Journal, JournalWriter, Records};
use home::Home;
use nats::{Nats, Process};
use serde_json::Value;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

const WORKERS: usize = 500;
const SHARDS: usize = 10_000;
const SLEEP: Duration = Duration::from_millis(250);

#[test]
fn five_hundred_sleepers_are_kept_busy() {
    if std::env::var_os("GAMMON_LONG_TESTS").is_none() {
        return;
    }
    let home = Home::new();
    let server = Nats::new();
    let settings = "set rollout seed 7; set rollout cubedecision plies 0; set rollout truncation enable on; \
                    set rollout truncation plies 1; set rollout truncation cubedecision plies 0; \
                    set rollout varredn off";
    let trials = SHARDS.to_string();
    let plan = ["farm", "plan", "sGfwATDgc/ABMA", "--trials", &trials, "--what", "position", "-r", "-e", settings];
    for (shard, name) in [("1", "small.json"), (&*trials, "whole.json")] {
        let outcome = home.run(&[&plan[..], &["--shard", shard, "--out", name]].concat(), "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    }
    // The records that the sleepers deliver, played beforehand.
    assert_eq!(home.run(&["farm", "run", "whole.json", "--out", "whole", "-r"], "").status, Some(0));
    let file = fs::read_dir(home.path("whole")).expect("listed").next().expect("one").expect("a file").path();
    let all = Journal::read(&fs::read(file).expect("read")).expect("a journal").records;
    let results: Vec<Vec<u8>> = (0..SHARDS)
        .map(|n| {
            let record = *all.candidates[0].get(n as u64).expect("a trial");
            let records =
                Records { first: n as u64, candidates: vec![vec![record].into()], fingerprint: all.fingerprint };
            let mut bytes = format!("{{\"shard\":{n},\"order\":0,\"worker\":\"sleeper\"}}\n").into_bytes();
            JournalWriter::begin(&mut bytes, &records, b"").expect("written");
            bytes
        })
        .collect();
    let job: Value = serde_json::from_slice(&fs::read(home.path("small.json")).expect("a job")).expect("JSON");
    let id = job["digest"].as_str().expect("a digest")[..16].to_owned();
    let url = server.url();
    assert_eq!(home.run(&["farm", "submit", "small.json", "--engine", &url, "-r"], "").status, Some(0));
    let fetch =
        Process::new(&home, &["farm", "fetch", "small.json", "--engine", &url, "--wait", "-r", "--out", "fetched"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let results = Arc::new(results);
    let wall = runtime.block_on(async {
        let mut sleepers = Vec::new();
        for _ in 0..WORKERS {
            let client = async_nats::connect(&url).await.expect("connected");
            let context = async_nats::jetstream::new(client);
            let consumer: Consumer<pull::Config> =
                context.get_consumer_from_stream(format!("t-{id}"), "GAMMON_TASKS").await.expect("a consumer");
            sleepers.push((context, consumer));
        }
        let began = Instant::now();
        let tasks = sleepers.into_iter().map(|(context, consumer)| {
            let (results, id) = (Arc::clone(&results), id.clone());
            tokio::spawn(async move {
                let mut last = Duration::ZERO;
                loop {
                    let asked = consumer.batch().max_messages(1).expires(Duration::from_secs(1)).messages();
                    let Some(Ok(message)) = asked.await.expect("asked").next().await else { return last };
                    let task: Value = serde_json::from_slice(&message.payload).expect("a shard");
                    let shard = task["shard"].as_u64().expect("a number") as usize;
                    tokio::time::sleep(SLEEP).await;
                    let subject = format!("gammon.result.{id}.{shard}");
                    let sent = context.publish(subject, results[shard].clone().into()).await.expect("sent");
                    sent.await.expect("confirmed");
                    message.ack().await.expect("told");
                    last = began.elapsed();
                }
            })
        });
        let mut wall = Duration::ZERO;
        for task in tasks.collect::<Vec<_>>() {
            wall = wall.max(task.await.expect("no panic"));
        }
        wall
    });
    let (status, said) = fetch.end();
    assert_eq!(status, Some(0), "{said}");
    let busy = SLEEP.as_secs_f64() * SHARDS as f64 / (WORKERS as f64 * wall.as_secs_f64());
    println!("{SHARDS} shards, {WORKERS} workers: {wall:?}, busy {:.1} %; {said}", 100.0 * busy);
    assert!(busy > 0.8, "busy {busy}");
}
