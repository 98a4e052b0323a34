//! Rollouts of the shell that the workers of a NATS server play: the same table, the same rules, the same bits.

use crate::support::home;
use crate::support::nats;

use gammon::board::{Player, Roll, Variation};
use gammon::eval::Evaluator;
use gammon::farm::{Access, Farm, Secrets, Worker};
use gammon::movegen::legal_plays;
use gammon::rollout::{Crew, End, Engine, Job, Order, Records, Rollout, RolloutSettings, Unobserved};
use gammon::scoring::{Cube, Met, Terms};
use home::Home;
use nats::{Nats, Process, wait_for};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const SETTINGS: &str = "set threads 1; set rollout seed 7; set rollout cubedecision plies 0; \
                        set rollout truncation enable on; set rollout truncation plies 2; \
                        set rollout truncation cubedecision plies 0; set rollout varredn off";
const POSITION: &str = "4HPwATDgc/ABMA:cAkWAAAAAAAA";

fn engine() -> Engine {
    Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()))
}

fn order(engine: &Engine, settings: &RolloutSettings) -> Order {
    let start = Variation::Standard.starting_position();
    let plays = legal_plays(&start, Roll::new(3, 1).expect("dice"));
    let results: Vec<_> = plays.iter().take(4).map(|play| play.result).collect();
    engine.order(Job::plays(&results, Cube::START, Player::Bottom, Terms::MONEY), settings)
}

fn settings() -> RolloutSettings {
    let mut settings = RolloutSettings::default().with(|it| {
        it.trials = 300;
        it.seed = 7;
        it.variance_reduction = false;
    });
    settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(0));
    settings.truncation.enabled = true;
    settings.truncation.plies = 2;
    settings.truncation.cube.set_plies(0);
    settings
}

/// Workers as threads of this process.
fn with_workers<T>(address: &str, n: usize, work: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for i in 0..n {
            let (access, stop) = (Access::new(address, Secrets::default()).expect("an address"), &stop);
            scope.spawn(move || {
                let engine = engine();
                let engine_for = |order: &Order| engine.check(order).map(|()| engine.clone());
                let worker =
                    Worker { access, name: format!("w{i}"), threads: 1, engine_for: &engine_for, stop, say: &|_| {} };
                worker.run().expect("it works");
            });
        }
        let _leave = Leave(&stop);
        work()
    })
}

/// Lets the workers go, whether what was done with them succeeded or not.
struct Leave<'a>(&'a AtomicBool);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn farm(address: &str, folder: &Path, shard: Option<usize>) -> Farm {
    let access = Access::new(address, Secrets::default()).expect("an address");
    let farm = Farm::new(access, "test".to_owned(), folder.to_owned());
    match shard {
        Some(trials) => farm.with_shard(trials),
        None => farm,
    }
}

fn same(one: &Rollout, other: &Rollout) -> bool {
    one.records == other.records && one.result.end == other.result.end
}

/// Rules look at trials in their order: it does not matter who was quick, and what is beyond the end is dropped.
#[test]
fn the_rules_do_not_care_who_was_quick() {
    let server = Nats::new();
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine();
    let mut decided = settings();
    decided.stop.until.decided = Some(0.4);
    let mut jsd = settings();
    (jsd.stop.jsd.enabled, jsd.stop.jsd.min_trials, jsd.stop.jsd.limit) = (true, 36, 1.0);
    let mut error = settings();
    error.stop.until.error = Some(0.05);
    let mut focus = settings();
    focus.stop.focus = true;
    let all = [settings(), decided, jsd, error, focus];
    let expected: Vec<_> = all
        .iter()
        .map(|settings| {
            let order = order(&engine, settings);
            engine.extend(&order, 1, &mut Unobserved, Records::of(&order)).expect("rolled out")
        })
        .collect();
    let ends: Vec<_> = expected.iter().map(|found| found.result.end).collect();
    let is_decided = matches!(ends[1], Some(End::Decided | End::WithinMargin));
    assert!(is_decided && (ends[0], ends[3]) == (Some(End::Trials), Some(End::Error)), "{ends:?}");
    for (workers, shards) in [(1, [None, Some(7)]), (2, [Some(50), None]), (5, [Some(16), Some(160)])] {
        with_workers(&server.url(), workers, || {
            for shard in shards {
                let farm = farm(&server.url(), folder.path(), shard);
                for (settings, expected) in all.iter().zip(&expected) {
                    let order = order(&engine, settings);
                    let found = engine.extend_by(&order, &farm, &mut Unobserved, Records::of(&order));
                    assert!(same(&found.expect("rolled out"), expected), "{workers} workers, shards of {shard:?}");
                    assert!(farm.summary().expect("a summary").contains("0 lost"));
                }
            }
        });
    }
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0, "no ledger is left");
}

/// What was found out: all but how long it took, where.
fn findings(text: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("an object");
        for key in ["seconds", "threads", "note", "played"] {
            value.as_object_mut().expect("an object").remove(key);
        }
        value
    };
    text.lines().map(line).filter(|value| value["command"] == "rollout" || value.get("candidates").is_some()).collect()
}

fn run(home: &Home, commands: &str) -> String {
    let outcome = home.run(&["-r", "--json", "-e", &format!("{SETTINGS}; {commands}")], "");
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    outcome.stdout
}

/// Every command that rolls out uses the workers, once the setting names their server.
#[test]
fn the_shell_has_its_rollouts_played_elsewhere() {
    let home = Home::new();
    let server = Nats::new();
    let workers = [Process::worker(&home, &server.url(), "one"), Process::worker(&home, &server.url(), "two")];
    home.write("positions", &format!("{POSITION}\nsGfwATDgc/ABMA\n"));
    let there = format!("set rollout engine {}", server.url());
    let commands = format!(
        "set rollout trials 144; set gnubgid {POSITION}; rollout; rollout plays best 2; rollout extend 36; \
         set board sGfwATDgc/ABMA; rollout; rollout cube"
    );
    let here = findings(&run(&home, &commands));
    let elsewhere = run(&home, &format!("{there}; {commands}"));
    assert!(here.len() == 5 && findings(&elsewhere) == here, "{elsewhere}");
    assert!(elsewhere.contains("\"threads\":null"), "threads of this process are not named: {elsewhere}");
    for (engine, file) in [("set rollout engine local", "here.jsonl"), (&*there, "there.jsonl")] {
        run(&home, &format!("{engine}; set rollout trials 72; rollout file positions {file}"));
    }
    let [here, elsewhere] =
        ["here.jsonl", "there.jsonl"].map(|file| fs::read_to_string(home.path(file)).expect("results"));
    assert_eq!(findings(&elsewhere), findings(&here));
    for worker in workers {
        worker.signal("INT");
        let (status, said) = worker.end();
        assert!(status == Some(0) && !said.contains("left after 0 shards"), "{said}");
    }
}

/// The shell that asks may be killed, too: the same command again keeps the records that came in before.
#[test]
fn a_shell_that_is_killed_goes_on_from_its_ledger() {
    let home = Home::new();
    let server = Nats::new();
    let _worker = Process::worker(&home, &server.url(), "worker");
    let commands = format!(
        "{SETTINGS}; set rollout engine {}; set rollout truncation cubedecision plies 2; \
         set rollout trials 360; set gnubgid {POSITION}; rollout plays best 2",
        server.url()
    );
    let mut shell = Process::new(&home, &["-r", "--json", "-e", &commands]);
    let ledger = || {
        let file = fs::read_dir(home.path("data/gammon/farm")).ok()?.next()?.ok()?.path();
        fs::metadata(file).ok().map(|data| data.len())
    };
    wait_for("something came in", || ledger().is_some_and(|bytes| bytes > 20_000));
    shell.kill();
    let before = ledger().expect("it stays");
    let again = Process::new(&home, &["-r", "--json", "-e", &commands]);
    let (status, said) = again.end();
    assert_eq!(status, Some(0), "{said}");
    let answer = said.lines().rfind(|line| line.contains("candidates")).expect(&said);
    let local = commands.replace(&server.url(), "local");
    let local = home.run(&["-r", "--json", "-e", &local], "").stdout;
    assert_eq!(findings(answer), findings(&local));
    assert!(before > 20_000 && ledger().is_none(), "{before}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let home = Home::new();
    for (commands, why) in [
        ("set rollout engine pc1", "`pc1` is not an engine: local, nats://HOST:PORT"),
        ("set rollout engine nats://me:secret@pc1", "names and passwords stand in GAMMON_NATS_USER"),
        ("set rollout engine nats://127.0.0.1:1; set board sGfwATDgc/ABMA; rollout", "cannot be reached"),
    ] {
        let outcome = home.run(&["-r", "-e", commands], "");
        assert!(outcome.status == Some(3) && outcome.stderr.contains(why), "{commands}: {}", outcome.stderr);
    }
    // A server without streams, and a rollout whose games are to be written.
    let server = Nats::new();
    let commands = format!(
        "set rollout engine {}; set rollout log on; set board sGfwATDgc/ABMA; set rollout trials 36; rollout",
        server.url()
    );
    let outcome = home.run(&["-r", "-e", &commands], "");
    assert!(outcome.status == Some(3) && outcome.stderr.contains("set rollout log off"), "{}", outcome.stderr);
}
