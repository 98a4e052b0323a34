//! Farms over NATS with a real server: whatever happens to workers, coordinators, the server and the network, the bits
//! are those of one local run.
#![allow(clippy::print_stdout, reason = "long tests say what they measured")]

use crate::support::home;
use crate::support::nats;

use async_nats::jetstream::consumer::pull;
use gammon::digest::{Sha256, hexadecimal};
use gammon::rollout::{Journal, JournalWriter, Records};
use home::{Home, Outcome};
use nats::{Nats, Process, Wire, wait_for};
use serde_json::Value;
use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const SETTINGS: &str = "set threads 1; set rollout seed 7; set rollout cubedecision plies 0; \
                        set rollout truncation enable on; set rollout truncation plies 2; \
                        set rollout truncation cubedecision plies 0; set rollout varredn off";
const POSITION: &str = "4HPwATDgc/ABMA:cAkWAAAAAAAA";

/// Games that take a while: some tenths of a second a shard of 12 trials.
const LONGER: &str = "set rollout truncation cubedecision plies 2";

/// Trials of such games: seven shards.
const TRIALS: u32 = 84;

fn done(outcome: Outcome) -> String {
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    outcome.stdout
}

/// A job of the best plays of an opening.
fn plan(home: &Home, shard: u32, trials: u32, more: &str) -> String {
    home.write("positions", POSITION);
    let (shard, trials, settings) = (shard.to_string(), trials.to_string(), format!("{SETTINGS}; {more}"));
    let name = format!("job{shard}.json");
    let arguments = ["farm", "plan", "positions", "--trials", &trials, "--shard", &shard, "--out", &name, "-r"];
    done(home.run(&[&arguments[..], &["-e", &settings]].concat(), ""));
    name
}

fn submit(home: &Home, job: &str, url: &str) {
    done(home.run(&["farm", "submit", job, "--engine", url, "-r", "--threads", "1"], ""));
}

/// A program that fetches, with its ledger open.
fn fetching(home: &Home, job: &str, url: &str) -> Process {
    let arguments = ["farm", "fetch", job, "--engine", url, "--wait", "-r", "--threads", "1", "--out", "fetched"];
    let process = Process::new(home, &arguments);
    wait_for("the fetch begins", || home.path("fetched").exists());
    process
}

/// The output of a fetch that is to succeed.
fn fetched(process: Process) -> String {
    let (status, said) = process.end();
    assert_eq!(status, Some(0), "{said}");
    said
}

/// What was found out: all but how long it took, on how many threads.
fn findings(text: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("an object");
        for key in ["seconds", "threads", "settings", "asked_for", "input", "command"] {
            value.as_object_mut().expect("an object").remove(key);
        }
        value
    };
    text.lines().map(line).collect()
}

fn merged(home: &Home, job: &str) -> Vec<Value> {
    findings(&done(home.run(&["farm", "merge", job, "fetched", "--json", "-r"], "")))
}

/// One local run.
fn local(home: &Home, trials: u32, more: &str) -> Vec<Value> {
    home.write("positions", POSITION);
    let file = "local.jsonl";
    let script = format!("{SETTINGS}; {more}; set rollout trials {trials}; rollout file positions {file}");
    done(home.run(&["-r", "-e", &script], ""));
    let found = findings(&fs::read_to_string(home.path(file)).expect("results"));
    assert!(found.len() == 1 && found[0]["candidates"].as_array().is_some_and(|all| all.len() > 1));
    fs::remove_file(home.path(file)).expect("removed");
    found
}

/// One local run of the longer games, which several tests compare with.
fn longer(home: &Home) -> Vec<Value> {
    static FOUND: OnceLock<Vec<Value>> = OnceLock::new();
    FOUND.get_or_init(|| local(home, TRIALS, LONGER)).clone()
}

/// How many results a ledger has: as many as heads begin in it.
fn results_of(home: &Home) -> usize {
    let Ok(mut entries) = fs::read_dir(home.path("fetched")) else { return 0 };
    let ledger =
        entries.find_map(|entry| Some(entry.ok()?.path()).filter(|path| path.extension() == Some("ledger".as_ref())));
    let bytes = ledger.and_then(|path| fs::read(path).ok()).unwrap_or_default();
    bytes.windows(9).filter(|window| window == b"{\"shard\":").count()
}

#[test]
fn any_number_of_workers_finds_what_one_run_finds() {
    let home = Home::new();
    let server = Nats::new();
    let mut workers = vec![Process::worker(&home, &server.url(), "w0")];
    for (rules, first) in [("", 0), ("set rollout until decided 0.3", 1)] {
        let expected = local(&home, 144, rules);
        for (n, shard) in [12, 36, 50].into_iter().enumerate() {
            while workers.len() < [1, 2, 5][(n + first) % 3] {
                workers.push(Process::worker(&home, &server.url(), &format!("w{}", workers.len())));
            }
            let job = plan(&home, shard, 144, rules);
            submit(&home, &job, &server.url());
            fetched(fetching(&home, &job, &server.url()));
            assert_eq!(merged(&home, &job), expected, "{rules}, shards of {shard}, {} workers", workers.len());
        }
    }
    for worker in &workers {
        worker.signal("TERM");
    }
    let shards: u32 = workers
        .into_iter()
        .map(|worker| {
            let (status, said) = worker.end();
            assert_eq!(status, Some(0), "{said}");
            let left =
                said.split("left after ").nth(1).and_then(|rest| rest.split_whitespace().next()?.parse::<u32>().ok());
            left.expect(&said)
        })
        .sum();
    assert!(shards >= 2 * (12 + 4 + 3), "{shards}");
}

#[test]
fn a_worker_that_is_killed_loses_nothing() {
    let home = Home::new();
    let server = Nats::new();
    let job = plan(&home, 12, TRIALS, LONGER);
    submit(&home, &job, &server.url());
    let fetch = fetching(&home, &job, &server.url());
    let mut first = Process::worker(&home, &server.url(), "first");
    wait_for("two shards are done", || results_of(&home) >= 2);
    first.kill();
    let _second = Process::worker(&home, &server.url(), "second");
    let said = fetched(fetch);
    assert!(said.contains("first is lost with"), "{said}");
    assert_eq!(merged(&home, &job), longer(&home));
}

#[test]
fn a_server_that_is_killed_loses_time_alone() {
    let home = Home::new();
    let expected = longer(&home);
    for wiped in [false, true] {
        let mut server = Nats::new();
        let job = plan(&home, 12, TRIALS, LONGER);
        submit(&home, &job, &server.url());
        let fetch = fetching(&home, &job, &server.url());
        let worker = Process::worker(&home, &server.url(), "worker");
        wait_for("two shards are done", || results_of(&home) >= 2);
        server.kill();
        if wiped {
            server.wipe();
        }
        std::thread::sleep(Duration::from_millis(500));
        server.start();
        let said = fetched(fetch);
        assert_eq!(said.contains("the server has lost everything"), wiped, "{said}");
        assert!(worker.said().contains("is gone; trying again"), "{}", worker.said());
        assert_eq!(merged(&home, &job), expected, "{wiped}");
        fs::remove_dir_all(home.path("fetched")).expect("removed");
    }
}

#[test]
fn a_coordinator_that_is_killed_goes_on_from_its_ledger() {
    let home = Home::new();
    let server = Nats::new();
    let job = plan(&home, 12, TRIALS, LONGER);
    submit(&home, &job, &server.url());
    let mut fetch = fetching(&home, &job, &server.url());
    let _worker = Process::worker(&home, &server.url(), "worker");
    wait_for("two shards are done", || results_of(&home) >= 2);
    fetch.kill();
    let there = results_of(&home);
    let said = fetched(fetching(&home, &job, &server.url()));
    assert!(said.contains("7 of 7 shards") && there >= 2, "{said}");
    assert_eq!(merged(&home, &job), longer(&home));
    // Nothing is left at the server.
    let status = home.run(&["farm", "status", &job, "--engine", &server.url()], "");
    assert!(status.status == Some(3) && status.stderr.contains("there is no job"), "{}", status.stderr);
}

#[test]
fn what_comes_late_is_counted_and_changes_nothing() {
    let home = Home::new();
    let server = Nats::new();
    let job = plan(&home, 12, TRIALS, LONGER);
    submit(&home, &job, &server.url());
    let mut fetch = fetching(&home, &job, &server.url());
    let slow = Process::worker(&home, &server.url(), "slow");
    wait_for("a shard is done", || results_of(&home) >= 1);
    slow.signal("STOP");
    let _quick = Process::worker(&home, &server.url(), "quick");
    wait_for("slow is lost", || fetch.said().contains("slow is lost with"));
    wait_for("some are done", || results_of(&home) >= 3);
    slow.signal("CONT");
    // Its shards come, whether others have played them or not.
    let said = fetched(std::mem::replace(&mut fetch, Process::worker(&home, &server.url(), "idle")));
    assert!(said.contains("0 missing"), "{said}");
    assert_eq!(merged(&home, &job), longer(&home));
}

/// The bytes of a shard's result as a worker sends them; changed, they are what no machine plays.
fn result(home: &Home, job: &str, index: u64, worker: &str, changed: bool) -> Vec<u8> {
    let index_text = index.to_string();
    done(home.run(&["farm", "run", job, "--index", &index_text, "--out", "played", "-r", "--threads", "1"], ""));
    let mut files: Vec<_> =
        fs::read_dir(home.path("played")).expect("listed").map(|e| e.expect("one").path()).collect();
    files.sort();
    let path = files.iter().find(|path| path.to_string_lossy().ends_with(&format!("-{index:06}.rollout")));
    let mut records: Records =
        Journal::read(&fs::read(path.expect("a shard")).expect("read")).expect("a journal").records;
    if changed {
        let mut trials: Vec<_> = records.candidates[0].numbered().map(|(_, record)| *record).collect();
        trials.swap(1, 2);
        records.candidates[0] = trials.into();
    }
    let mut bytes = format!("{{\"shard\":{index},\"order\":0,\"worker\":\"{worker}\"}}\n").into_bytes();
    JournalWriter::begin(&mut bytes, &records, b"").expect("written");
    bytes
}

fn id(home: &Home, job: &str) -> String {
    let value: Value = serde_json::from_slice(&fs::read(home.path(job)).expect("a job")).expect("JSON");
    value["digest"].as_str().expect("a digest")[..16].to_owned()
}

#[test]
fn results_that_contradict_each_other_are_decided_here() {
    let home = Home::new();
    let server = Nats::new();
    let expected = local(&home, 144, "");
    let job = plan(&home, 36, 144, "");
    let id = id(&home, &job);
    submit(&home, &job, &server.url());
    let results = [result(&home, &job, 1, "broken", true), result(&home, &job, 1, "honest", false)];
    // What is damaged on its way is no result, and is played again.
    let mut damaged = result(&home, &job, 2, "noisy", false);
    let last = damaged.len() - 20;
    damaged[last] ^= 1;
    server.publish(&format!("gammon.result.{id}.2"), &damaged);
    server.publish(&format!("gammon.result.{id}.1"), &results[0]);
    server.publish(&format!("gammon.result.{id}.1"), &results[1]);
    let mut fetch = fetching(&home, &job, &server.url());
    wait_for("it is decided", || fetch.said().contains("broken plays wrongly"));
    let said = fetch.said();
    assert!(said.contains("shard 2 failed at noisy"), "{said}");
    assert!(said.contains("conflict: shard 1 (trials 37 to 72 of candidate 1"), "{said}");
    assert!(said.contains("by broken and by honest are not the same"), "{said}");
    // It is written down: whoever fetches next, nothing of the broken one counts.
    fetch.kill();
    server.publish(&format!("gammon.result.{id}.0"), &result(&home, &job, 0, "broken", true));
    let fetch = fetching(&home, &job, &server.url());
    let _honest = Process::worker(&home, &server.url(), "right");
    let said = fetched(fetch);
    assert!(said.contains("4 of 4 shards") && said.contains("of their trials itself, all the same"), "{said}");
    assert_eq!(merged(&home, &job), expected);
    let again = done(home.run(&["farm", "fetch", &job, "--engine", &server.url(), "-r", "--out", "fetched"], ""));
    assert!(again.contains("4 of 4 shards"), "{again}");
    let status = done(home.run(&["farm", "status", &job, "fetched"], ""));
    assert!(status.contains("4 of 4 shards") && status.contains("of their trials itself, all the same"), "{status}");
}

/// A ledger with two results that differ, and nobody yet to decide, holds everything up.
#[test]
fn what_is_not_decided_is_not_merged() {
    let home = Home::new();
    let job = plan(&home, 36, 36, "");
    let name = id(&home, &job);
    let (path, lie) = (home.path("fetched").join(format!("{name}.ledger")), result(&home, &job, 0, "liar", true));
    let honest = result(&home, &job, 0, "honest", false);
    let body = honest.iter().position(|&byte| byte == b'\n').expect("a head") + 1;
    let digest = hexadecimal(&Sha256::of(&honest[body..])[..16]);
    let vote = format!("{{\"vote\":{{\"shard\":0,\"worker\":\"honest\",\"digest\":\"{digest}\"}}}}").into_bytes();
    let merge = |more: &[&str]| home.run(&[&["farm", "merge", &job, "fetched", "-r"][..], more].concat(), "");
    write_ledger(&path, &name, std::slice::from_ref(&lie));
    let outcome = merge(&[]);
    assert!(
        outcome.status == Some(3) && outcome.stderr.contains("has not checked those of liar"),
        "{}",
        outcome.stderr
    );
    assert_eq!(merge(&["--uncompared"]).status, Some(0), "whoever asks for it");
    write_ledger(&path, &name, &[lie, vote]);
    for outcome in [merge(&["--uncompared"]), home.run(&["farm", "status", &job, "fetched"], "")] {
        assert_eq!(outcome.status, Some(3), "{}", outcome.stdout);
        assert!(
            outcome.stderr.contains("conflict: the results of shard 0 by liar and by honest"),
            "{}",
            outcome.stderr
        );
    }
    // Whoever fetches decides, without any worker.
    let server = Nats::new();
    let fetch = fetching(&home, &job, &server.url());
    let said = fetched(fetch);
    assert!(said.contains("liar plays wrongly") && said.contains("1 shard by 1 worker"), "{said}");
    assert_eq!(merged(&home, &job), local(&home, 36, ""));
}

/// A ledger as the program writes it.
fn write_ledger(path: &std::path::Path, name: &str, entries: &[Vec<u8>]) {
    let mut check = Sha256::of([&[0; 8], &b"gammonL1"[..]].concat())[..8].to_vec();
    let mut all = b"gammonL1".to_vec();
    for entry in std::iter::once(name.as_bytes()).chain(entries.iter().map(Vec::as_slice)) {
        let block = [&u32::try_from(entry.len()).expect("short").to_le_bytes()[..], entry].concat();
        check = Sha256::of([&check[..], &block].concat())[..8].to_vec();
        all.extend(&block);
        all.extend(&check);
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, all).expect("written");
}

/// A job whose known trials take for ever keeps its workers from nothing else, and is left when it is closed.
#[test]
fn a_job_that_cannot_be_examined_keeps_nobody() {
    let home = Home::new();
    let server = Nats::new();
    let heavy = "set rollout chequerplay plies 3; set rollout cubedecision plies 3; set rollout truncation enable off";
    let heavy = plan(&home, 4, 4096, heavy);
    let value: Value = serde_json::from_slice(&fs::read(home.path(&heavy)).expect("a job")).expect("JSON");
    let order = &value["orders"][0]["description"]["order"];
    let notice = serde_json::json!({
        "format": "gammon nats 1", "id": "heavy", "live": false, "orders": 1, "by": "\u{1b}]0;owned\u{7}",
        "proof": {"order": order, "digest": "", "pieces": [{"candidate": 0, "first": 0, "trials": 4096}]},
    });
    let job = plan(&home, 36, 72, "");
    submit(&home, &job, &server.url());
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(async {
        let client = async_nats::connect(server.url()).await.expect("connected");
        let context = async_nats::jetstream::new(client);
        for (stream, name) in [("GAMMON_TASKS", "t"), ("GAMMON_RESULTS", "r")] {
            let subject = if name == "t" { "task" } else { "result" };
            let config = pull::Config {
                durable_name: Some(format!("{name}-heavy")),
                filter_subject: format!("gammon.{subject}.heavy.*"),
                ..pull::Config::default()
            };
            context.create_consumer_on_stream(config, stream).await.expect("a consumer");
        }
    });
    server.publish("gammon.order.heavy.0", order.to_string().as_bytes());
    server.publish("gammon.job.heavy", notice.to_string().as_bytes());
    let worker = Process::worker(&home, &server.url(), "worker");
    server.publish("gammon.desk.heavy", b"");
    let said = fetched(fetching(&home, &job, &server.url()));
    assert!(said.contains("2 of 2 shards"), "{said}");
    assert_eq!(merged(&home, &job), local(&home, 72, ""));
    server.publish("gammon.closed.heavy", b"");
    worker.signal("INT");
    let (status, said) = worker.end();
    assert!(status == Some(0) && !said.contains("takes part in job heavy") && !said.contains('\u{1b}'), "{said}");
}

/// Results under numbers that nobody handed out, names that no worker may have, and absurd values.
#[test]
fn what_was_not_asked_for_is_no_result() {
    let home = Home::new();
    let server = Nats::new();
    let expected = local(&home, 144, "");
    let job = plan(&home, 36, 144, "");
    let id = id(&home, &job);
    submit(&home, &job, &server.url());
    let renamed = |index: u64, from: &str, to: &str| {
        let bytes = result(&home, &job, index, "eve", true);
        let end = bytes.iter().position(|&byte| byte == b'\n').expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("JSON").replace(from, to);
        [head.as_bytes(), &bytes[end..]].concat()
    };
    for shard in 0..4 {
        let number = format!("\"shard\":{}", 1000 + shard);
        server.publish(
            &format!("gammon.result.{id}.{}", 1000 + shard),
            &renamed(shard, &format!("\"shard\":{shard}"), &number),
        );
    }
    server.publish(&format!("gammon.result.{id}.0"), &renamed(0, "eve", "@here"));
    server.publish(&format!("gammon.result.{id}.0"), &renamed(0, "eve", "\\u001b]0;owned\\u0007"));
    // Beats and reasons that would steer a terminal.
    server.publish(
        "gammon.beat.mallory",
        format!(
            "{{\"worker\":\"mallory\",\"threads\":1,\"rate\":1e999,\"held\":[],\"joined\":[],\
             \"refused\":{{\"{id}\":\"no\\u001b[2J\"}},\"leaving\":false}}"
        )
        .as_bytes(),
    );
    let fetch = fetching(&home, &job, &server.url());
    wait_for("they are passed over", || fetch.said().contains("were not handed out here are passed over"));
    let fault = "{\"shard\":3,\"order\":0,\"worker\":\"w\",\"fault\":\"it \\u001b]0;owned\\u0007 burns\"}\n";
    server.publish(&format!("gammon.result.{id}.3"), fault.as_bytes());
    wait_for("the fault is shown", || fetch.said().contains("burns"));
    assert!(!fetch.said().contains('\u{1b}'), "{:?}", fetch.said());
    let _honest = Process::worker(&home, &server.url(), "honest");
    let said = fetched(fetch);
    assert!(said.contains("4 of 4 shards"), "{said}");
    assert_eq!(merged(&home, &job), expected);
}

/// A worker that fails at everything is no reason to give up: this machine plays the shard.
#[test]
fn a_shard_that_workers_cannot_play_is_played_here() {
    let home = Home::new();
    let server = Nats::new();
    let job = plan(&home, 36, 36, "");
    let id = id(&home, &job);
    submit(&home, &job, &server.url());
    let fault = b"{\"shard\":0,\"order\":0,\"worker\":\"w\",\"fault\":\"it burns\"}\n";
    (0..5).for_each(|_| server.publish(&format!("gammon.result.{id}.0"), fault));
    let said = fetched(fetching(&home, &job, &server.url()));
    assert!(said.contains("shard 0 failed at w: it burns") && said.contains("1 of 1 shard is in"), "{said}");
    assert!(said.contains("everything was played by this machine"), "{said}");
    assert_eq!(merged(&home, &job), local(&home, 36, ""));
}

#[test]
fn a_worker_with_another_engine_takes_no_part() {
    let home = Home::new();
    let server = Nats::new();
    let job = plan(&home, 36, 72, "");
    submit(&home, &job, &server.url());
    let url = server.url();
    let weights = "/usr/share/gnubg/gnubg.wd";
    let other = ["worker", &url, "--name", "other", "--threads", "1", "-r", "--weights", weights];
    let other = Process::new(&home, &other);
    wait_for("it is told", || other.said().contains("no part in job"));
    assert!(other.said().contains("the weights would differ"), "{}", other.said());
    let status = done(home.run(&["farm", "status", &job, "--engine", &url], ""));
    assert!(status.contains("other takes no part") && status.contains("2 shards, queued 2"), "{status}");
    let fetch = fetching(&home, &job, &url);
    wait_for("the coordinator is told, too", || fetch.said().contains("other takes no part"));
    let _right = Process::worker(&home, &url, "right");
    fetched(fetch);
    other.signal("INT");
    assert!(other.end().1.contains("left after 0 shards"));
    let refused = home.run(&["farm", "submit", &job, "--engine", &url, "-r", "--weights", weights], "");
    assert!(refused.stderr.contains("another engine: the weights would differ"), "{}", refused.stderr);
}

#[test]
fn a_network_that_is_cut_comes_back() {
    let home = Home::new();
    let server = Nats::new();
    let wire = Wire::to(server.port);
    let url = format!("nats://127.0.0.1:{}", wire.port);
    let job = plan(&home, 12, TRIALS, LONGER);
    submit(&home, &job, &url);
    let fetch = fetching(&home, &job, &url);
    let worker = Process::worker(&home, &url, "worker");
    wait_for("two shards are done", || results_of(&home) >= 2);
    wire.cut();
    let is_long = std::env::var_os("GAMMON_LONG_TESTS").is_some();
    std::thread::sleep(Duration::from_secs(if is_long { 30 } else { 2 }));
    wire.mend();
    fetched(fetch);
    assert!(worker.said().contains("is there again"), "{}", worker.said());
    assert_eq!(merged(&home, &job), longer(&home));
}

#[test]
fn nobody_comes_in_without_the_password() {
    let home = Home::new();
    let server = Nats::with("authorization { user: me, password: \"s3cret\" }\n");
    let job = plan(&home, 36, 36, "");
    for address in [server.url(), format!("nats://me:wrong@127.0.0.1:{}", server.port)] {
        for arguments in [&["farm", "submit", &job, "--engine", &address, "-r"][..], &["worker", &address, "-r"]] {
            let outcome = home.run(arguments, "");
            assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
            assert!(
                outcome.stderr.contains("refuses this name") && !outcome.stderr.contains("wrong"),
                "{}",
                outcome.stderr
            );
        }
    }
    submit(&home, &job, &format!("nats://me:s3cret@127.0.0.1:{}", server.port));
    let mut command = home.command();
    command.env("GAMMON_NATS_USER", "me").env("GAMMON_NATS_PASSWORD", "s3cret");
    let cancelled = command.args(["farm", "cancel", &job, "--engine", &server.url()]).output().expect("runs");
    assert!(cancelled.status.success(), "{}", String::from_utf8_lossy(&cancelled.stderr));
}

/// A mistake of the user's own is no server that may come back, so nobody waits for it.
#[test]
fn a_certificate_that_is_not_there_is_told_at_once() {
    let (home, server) = (Home::new(), Nats::new());
    for (variable, other) in [("GAMMON_NATS_CA", None), ("GAMMON_NATS_CERT", Some("GAMMON_NATS_KEY"))] {
        let mut command = home.command();
        command.env(variable, "nowhere.pem");
        if let Some(other) = other {
            command.env(other, home.write("key.pem", ""));
        }
        let refused = command.args(["worker", &server.url(), "-r"]).output().expect("runs");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(3) && told.contains("nowhere.pem: No such file"), "{variable}: {told}");
    }
}

/// Fifty times something is killed at random. Takes minutes, so only with `GAMMON_LONG_TESTS`.
#[test]
fn fifty_kills_lose_nothing() {
    if std::env::var_os("GAMMON_LONG_TESTS").is_none() {
        return;
    }
    let home = Home::new();
    let mut server = Nats::new();
    let (trials, more) = (12 * 250, LONGER);
    let job = plan(&home, 12, trials, more);
    submit(&home, &job, &server.url());
    let mut workers: Vec<_> = (0..3).map(|n| Process::worker(&home, &server.url(), &format!("w{n}"))).collect();
    let mut fetch = fetching(&home, &job, &server.url());
    let mut random = 7_u64;
    let mut below = |n: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % n
    };
    let began = Instant::now();
    for kill in 0..50_u64 {
        std::thread::sleep(Duration::from_millis(500 + below(3000)));
        match below(10) {
            0 => {
                server.kill();
                if below(2) == 0 {
                    server.wipe();
                }
                server.start();
            }
            1 | 2 => {
                fetch.kill();
                fetch = fetching(&home, &job, &server.url());
            }
            _ => {
                let n = usize::try_from(below(3)).expect("small");
                workers[n].kill();
                workers[n] = Process::worker(&home, &server.url(), &format!("w{n}x{kill}"));
            }
        }
    }
    let at_the_last_kill = results_of(&home);
    let said = fetched(fetch);
    println!("{at_the_last_kill} of 250 shards at the last kill, all after {:?}: {said}", began.elapsed());
    assert_eq!(merged(&home, &job), local(&home, trials, more));
}
