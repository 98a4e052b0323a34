//! Interrupting: soon, and without losing a finished trial.
//!
//! `GAMMON_LONG_TESTS=1` measures how soon; its figures, in `docs/validation.md`, depend on the machine, so that
//! nothing is asserted of them.

use crate::support::rollouts;

use gammon::board::ByPlayer;
use gammon::eval::EvalSettings;
use gammon::eval::bearoff::Bearoff;
use gammon::rollout::{End, GameSink, Job, Observer, PlayedGame, RolloutSettings, Task, TrialRecord};
use gammon::scoring::{Cube, Terms};
use rollouts::{ME, is_long, own, plain, position, say};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A long game of contact.
const BACKGAME: &str = "G61rAQDQHBzgDg";

/// Notes the trials that are finished; raises a flag after so many.
struct StopAfter {
    finished: Mutex<Vec<Task>>,
    limit: usize,
    stop: Arc<AtomicBool>,
}

impl GameSink for StopAfter {
    fn take(&self, task: Task, _game: &PlayedGame) {
        let mut finished = self.finished.lock().expect("no panic");
        finished.push(task);
        if finished.len() == self.limit {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// Takes records down as a journal does.
#[derive(Default)]
struct Journal(Vec<(Task, TrialRecord)>);

impl Observer for Journal {
    fn entered(&mut self, task: Task, record: &TrialRecord) {
        self.0.push((task, *record));
    }
}

#[test]
fn no_finished_trial_is_lost() {
    let job = Job::cube(&position("dhcAAHLbPQAEAA"), Cube::START, ME, Terms::MONEY);
    let in_step = |trials| plain(trials, 3).with(|it| it.variance_reduction = false);
    let one_by_one = |trials| plain(trials, 3);
    let ways: [&dyn Fn(u64) -> RolloutSettings; 2] = [&one_by_one, &in_step];
    let limits = [(1, 1), (1, 4), (1, 7), (2, 9), (2, 16)];
    for (settings, (threads, limit)) in ways.iter().flat_map(|settings| limits.map(|limit| (settings, limit))) {
        let mut engine = own();
        let sink = Arc::new(StopAfter { finished: Mutex::default(), limit, stop: Arc::clone(&engine.stop) });
        engine.games = Some(Arc::clone(&sink) as Arc<dyn GameSink>);
        let mut journal = Journal::default();
        let rollout = engine.rollout(&job, &settings(1000), threads, &mut journal).expect("a rollout");
        assert_eq!(rollout.result.end, Some(End::Interrupted));
        let finished = sink.finished.lock().expect("no panic");
        assert!(finished.len() >= limit);
        let all = rollout.records.candidates.iter().enumerate();
        let kept =
            all.flat_map(|(candidate, trials)| trials.numbered().map(move |(trial, _)| Task { candidate, trial }));
        let kept: Vec<_> = kept.collect();
        assert_eq!(kept.len(), finished.len(), "{threads} threads, {finished:?}");
        assert!(kept.iter().all(|task| finished.contains(task)), "{threads} threads, {finished:?}");
        let counted: u64 = rollout.result.candidates.iter().map(|candidate| candidate.trials).sum();
        assert_eq!(counted, kept.len() as u64, "the result is that of all of them");
        // What was kept is what a journal has, and what an uninterrupted rollout has too.
        assert_eq!(journal.0.len(), kept.len());
        let whole = own().rollout(&job, &settings(60), 2, &mut Journal::default()).expect("a rollout").records;
        for (task, record) in journal.0 {
            assert_eq!(whole.candidates[task.candidate].get(task.trial), Some(&record));
        }
    }
}

/// The settings that make trials long.
fn settings() -> [(&'static str, RolloutSettings); 4] {
    let two = |chequer, cube| {
        let mut settings = plain(100_000, 1);
        for player in &mut settings.players.0 {
            player.chequer = EvalSettings::cubeful(chequer);
            player.cube = EvalSettings::cubeful(cube);
        }
        settings
    };
    let mut cubeless = two(0, 0);
    cubeless.cubeful = false;
    cubeless.players = ByPlayer(cubeless.players.0.map(|mut player| {
        player.chequer.cubeful = false;
        player
    }));
    [
        ("plays and cube 0-ply", two(0, 0)),
        ("cubeless, 0-ply", cubeless),
        ("cube 2-ply", two(0, 2)),
        ("plays and cube 2-ply", two(2, 2)),
    ]
}

#[test]
fn an_interruption_is_obeyed_soon() {
    let (repeats, wait) = if is_long() { (100, 400) } else { (2, 30) };
    // Databases are made when first needed, which takes a fraction of a second.
    Bearoff::standard().compute();
    say("| settings | interrupted | median | worst |");
    for (name, settings) in settings() {
        let mut delays = Vec::new();
        for repeat in 0..repeats {
            let engine = own();
            let raised = Arc::new(Mutex::new(None));
            let (stop, at) = (Arc::clone(&engine.stop), Arc::clone(&raised));
            let timer = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(wait + 7 * repeat));
                *at.lock().expect("no panic") = Some(Instant::now());
                stop.store(true, Ordering::SeqCst);
            });
            let job = Job::cube(&position(BACKGAME), Cube::START, ME, Terms::MONEY);
            let rollout = engine.rollout(&job, &settings, 2, &mut Journal::default()).expect("a rollout");
            let raised = raised.lock().expect("no panic").expect("raised");
            delays.push(raised.elapsed());
            timer.join().expect("no panic");
            assert_eq!(rollout.result.end, Some(End::Interrupted), "{name}");
        }
        delays.sort();
        let milliseconds = |delay: Duration| 1e3 * delay.as_secs_f64();
        let (median, worst) = (milliseconds(delays[delays.len() / 2]), milliseconds(delays[delays.len() - 1]));
        say(&format!("| {name} | {repeats} times | {median:.1} ms | {worst:.1} ms |"));
    }
}
