//! Tests of a coordinator, part by part, at a double of a server.

use super::*;
use crate::farm::nats::tests::double::Double;
use crate::farm::nats::tests::samples::{HOUR, SHARDS, body, order, pieces, played};
use crate::rollout::Task;
use serde_json::json;
use std::sync::Arc;

/// Work whose answers are set beforehand.
#[derive(Default)]
pub(super) struct Script {
    pub next: VecDeque<(usize, Pieces)>,
    /// The sizes of shards that were asked for.
    pub asked: Vec<usize>,
    pub is_over: bool,
    pub is_complete: bool,
    pub gives_back: bool,
    /// How many trials came in, result by result.
    pub taken: Vec<usize>,
    pub taken_back: u64,
    pub told: Vec<CrewNews>,
    /// A flag that is raised when the news were told so often.
    pub stop: Option<(usize, Arc<AtomicBool>)>,
}

impl Work for Script {
    fn next(&mut self, tasks: usize) -> Option<(usize, Vec<Piece>)> {
        self.asked.push(tasks);
        self.next.pop_front()
    }

    fn take(&mut self, _order: usize, played: &Played) {
        self.taken.push(played.len());
    }

    fn take_back(&mut self, shards: u64) -> bool {
        self.taken_back += shards;
        self.gives_back
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn tell(&mut self, news: &CrewNews) {
        self.told.push(news.clone());
        if let Some((_, flag)) = self.stop.as_ref().filter(|(after, _)| self.told.len() >= *after) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// The parts of a job with one order.
pub(super) fn job(order: &Order, is_live: bool) -> Job<'_> {
    Job {
        id: "job".to_owned(),
        live: is_live,
        orders: vec![order],
        by: "me".to_owned(),
        shards: if is_live { 0 } else { SHARDS },
        shard_of: Box::new(move |shard| (!is_live && shard < SHARDS).then(|| (0, pieces(shard)))),
        next: if is_live { 100 } else { SHARDS },
        shard: None,
        threads: 1,
    }
}

fn notice(order: &Order, is_live: bool) -> Notice {
    notice_of(&job(order, is_live), Proof { order: order.clone(), pieces: pieces(0), digest: String::new() })
}

/// Has a test look at a coordinator that is connected and has not begun.
pub(super) fn at_a_desk(is_live: bool, test: impl AsyncFnOnce(&mut Coordinator<'_>, &Double)) {
    let (engine, folder) = (Engine::standard(), tempfile::tempdir().expect("a folder"));
    let order = order(&engine);
    let ended = block_on(async {
        let double = Double::new();
        let (ledger, _) = Ledger::open(&folder.path().join("job.ledger"), "job")?;
        let (job, notice) = (job(&order, is_live), notice(&order, is_live));
        let mut desk = Coordinator::new(double.broker().await, &engine, job, notice, ledger, Book::default());
        test(&mut desk, &double).await;
        Ok(())
    });
    ended.expect("it ends");
}

/// Runs a job with these entries in its ledger, and stops it when the news were told so often.
fn run(
    is_live: bool,
    before: &[Vec<u8>],
    stop: Option<usize>,
    work: &mut Script,
    double: &Double,
) -> Result<Outcome, FarmError> {
    let (engine, folder) = (Engine::standard(), tempfile::tempdir().expect("a folder"));
    work.stop = stop.map(|after| (after, Arc::clone(&engine.stop)));
    let order = order(&engine);
    let path = folder.path().join("job.ledger");
    let (mut ledger, _) = Ledger::open(&path, "job").expect("begun");
    before.iter().for_each(|entry| ledger.append(entry).expect("written"));
    drop(ledger);
    let opened = Ledger::open(&path, "job").expect("opened");
    let broker = async { Ok(double.broker().await) };
    coordinate(broker, &engine, job(&order, is_live), notice(&order, is_live), opened, work)
}

fn peer(heard: Instant, threads: usize, rate: f64, joined: bool) -> Peer {
    Peer { heard, threads, rate, joined }
}

/// What a worker says of itself, with changes.
fn beat(worker: &str, changes: &[(&str, serde_json::Value)]) -> Vec<u8> {
    let mut beat = json!({"worker": worker, "threads": 2, "rate": 8.0, "held": [], "joined": ["job"], "refused": {},
                          "leaving": false});
    changes.iter().for_each(|(key, value)| beat[key] = value.clone());
    beat.to_string().into_bytes()
}

fn unsent(desk: &Coordinator<'_>) -> Vec<u64> {
    desk.unsent.iter().copied().collect()
}

/// Adds shards that were published just now, or so long ago.
pub(super) fn publish_before(desk: &mut Coordinator<'_>, shards: &[u64], ago: Duration) {
    for &shard in shards {
        let mut out = Out::new(0, pieces(shard), Some(Instant::now() - ago));
        out.heard = Instant::now() - ago;
        desk.out.insert(shard, out);
    }
}

#[test]
fn trials_are_named_as_people_count() {
    let pieces = [Piece { candidate: 0, first: 36, trials: 12 }, Piece { candidate: 2, first: 4, trials: 1 }];
    assert_eq!(words(&pieces), "trials 37 to 48 of candidate 1, trials 5 to 5 of candidate 3");
    assert_eq!(words(&[]), "");
}

#[test]
fn known_trials_are_no_longer_than_those_of_the_job() {
    let engine = Engine::standard();
    for (plies, expected) in [(1, 1), (2, 2), (3, 2)] {
        let mut settings = order(&engine).settings.into_settings();
        settings.truncation.plies = plies;
        let order = engine.order(order(&engine).job, &settings);
        let proved = proof(&engine, &order).expect("played").order.settings.into_settings();
        assert_eq!(proved.truncation.plies, expected);
    }
}

#[test]
fn known_trials_are_short_games_with_a_short_look_ahead() {
    let engine = Engine::standard();
    let mut settings = order(&engine).settings.into_settings();
    for players in [&mut settings.players, &mut settings.later.players] {
        for player in &mut players.0 {
            player.chequer.set_plies(2);
            player.cube.set_plies(2);
        }
    }
    settings.truncation.plies = 11;
    settings.truncation.cube.set_plies(2);
    let order = engine.order(order(&engine).job, &settings);
    let proof = proof(&engine, &order).expect("played");
    assert_eq!(proof.pieces, [Piece { candidate: 0, first: 0, trials: 4 }]);
    let proved = proof.order.settings.clone().into_settings();
    assert_eq!((proved.truncation.enabled, proved.truncation.plies), (true, 2));
    assert_eq!(proved.truncation.cube.plies(), 1);
    for player in proved.players.0.iter().chain(&proved.later.players.0) {
        assert_eq!((player.chequer.plies(), player.cube.plies()), (1, 1));
    }
    // The digest is that of the records which anybody gets.
    let records = engine.extend(
        &proof.order.of_part(4),
        1,
        &mut crate::rollout::Unobserved,
        crate::rollout::Records::of(&proof.order),
    );
    let records = records.expect("rolled out").records;
    let played: Played = records.candidates[0]
        .numbered()
        .filter(|(trial, _)| *trial < 4)
        .map(|(trial, record)| (Task { candidate: 0, trial }, *record))
        .collect();
    assert_eq!(proof.digest, wire::digest(&body(&proof.order, &played)));
}

#[test]
fn a_shard_that_fails_has_no_holder_and_says_why() {
    let mut out = Out::new(0, pieces(0), None);
    out.holder = Some("w".to_owned());
    out.fail("it burns");
    out.fail("it burns again");
    assert_eq!((out.holder, out.failed, &*out.why), (None, 2, "it burns again"));
}

#[test]
fn a_beat_says_which_shards_of_this_job_a_worker_has() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2], HOUR);
        let began = Instant::now() - HOUR;
        desk.out.get_mut(&1).expect("out").begun = Some(began);
        desk.hear(&beat("w", &[("held", json!([["job", 0], ["other", 2], ["job", 1], ["job", 77]]))]));
        for shard in [0, 1] {
            assert_eq!(desk.out[&shard].holder.as_deref(), Some("w"));
            assert!(desk.out[&shard].heard.elapsed() < HOUR / 2 && desk.out[&shard].begun.is_some());
        }
        assert_eq!(desk.out[&1].begun, Some(began), "it begins once");
        assert!(desk.out[&2].holder.is_none() && desk.out[&2].begun.is_none());
        let Peer { threads, rate, joined, .. } = &desk.peers["w"];
        assert_eq!((*threads, *rate, *joined), (2, 8.0, true));
    });
}

#[test]
fn only_workers_that_joined_this_job_are_counted() {
    at_a_desk(false, async |desk, _| {
        assert_eq!(desk.joined(), 0);
        for (name, joined) in [("one", json!(["job"])), ("two", json!(["x", "job"])), ("three", json!(["x"]))] {
            desk.hear(&beat(name, &[("joined", joined)]));
        }
        assert_eq!((desk.joined(), desk.peers.len()), (2, 3));
    });
}

#[test]
fn beats_of_bad_names_and_of_liars_are_not_heard() {
    at_a_desk(false, async |desk, _| {
        desk.book.vote(0, "liar", &wire::digest(b"lie"));
        desk.book.vote(0, crate::farm::book::HERE, &wire::digest(b"truth"));
        publish_before(desk, &[1], HOUR);
        for worker in ["no name", "liar", ""] {
            desk.hear(&beat(worker, &[("held", json!([["job", 1]]))]));
        }
        desk.hear(b"nothing");
        assert!(desk.peers.is_empty() && desk.out[&1].holder.is_none());
    });
}

#[test]
fn a_worker_that_takes_no_part_is_told_of_once() {
    at_a_desk(false, async |desk, _| {
        for _ in 0..2 {
            desk.hear(&beat("w", &[("refused", json!({"job": "too\u{1b} old"})), ("joined", json!([]))]));
        }
        desk.hear(&beat("other", &[("refused", json!({"another": "no"}))]));
        let [note] = &desk.news.notes[..] else { panic!("{:?}", desk.news.notes) };
        assert!(note.starts_with("w takes no part: too") && !note.contains('\u{1b}'), "{note}");
    });
}

#[test]
fn a_worker_that_leaves_holds_nothing() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1], HOUR);
        desk.hear(&beat("w", &[("held", json!([["job", 0]]))]));
        desk.hear(&beat("v", &[("held", json!([["job", 1]]))]));
        desk.hear(&beat("w", &[("leaving", json!(true)), ("held", json!([["job", 0]]))]));
        assert_eq!(desk.peers.keys().collect::<Vec<_>>(), ["v"]);
        assert!(desk.out[&0].holder.is_none(), "it left");
        assert_eq!(desk.out[&1].holder.as_deref(), Some("v"));
    });
}

#[test]
fn the_shards_of_a_lost_worker_are_played_again() {
    at_a_desk(false, async |desk, _| {
        let (now, long_ago) = (Instant::now() + HOUR, Instant::now() - LOST - Duration::from_secs(1));
        publish_before(desk, &[0, 1, 2, 3], HOUR);
        for (shard, holder) in [(0, "gone"), (1, "there"), (3, "gone")] {
            desk.out.get_mut(&shard).expect("out").holder = Some(holder.to_owned());
        }
        desk.peers.insert("gone".to_owned(), peer(long_ago, 8, 80.0, true));
        desk.peers.insert("there".to_owned(), peer(now, 2, 5.0, true));
        desk.peers.insert("too".to_owned(), peer(now, 3, 7.5, true));
        desk.peers.insert("apart".to_owned(), peer(now, 9, 90.0, false));
        (desk.news.lost, desk.news.is_cut_off) = (5, true);
        desk.count_peers();
        assert_eq!(desk.peers.keys().collect::<Vec<_>>(), ["apart", "there", "too"]);
        assert_eq!((unsent(desk), desk.news.lost, desk.news.is_cut_off), (vec![0, 3], 7, false));
        assert_eq!((desk.news.workers, desk.news.threads, desk.news.rate), (2, 5, 12.5));
        assert_eq!(desk.news.notes, ["gone is lost with 2 shards, played again by others"]);
        assert_eq!([0, 1, 2, 3].map(|shard| desk.out[&shard].failed), [1, 0, 0, 1]);
        assert_eq!(desk.out[&1].holder.as_deref(), Some("there"));
    });
}

#[test]
fn nobody_is_lost_while_the_server_cannot_be_reached() {
    at_a_desk(false, async |desk, double| {
        double.hang_up();
        while desk.broker.is_connected() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        desk.peers.insert("w".to_owned(), peer(Instant::now() - HOUR, 1, 1.0, true));
        desk.count_peers();
        assert!(desk.news.is_cut_off && desk.news.notes.is_empty());
        assert!(desk.peers["w"].heard.elapsed() < HOUR / 2, "it is heard from now on");
        // Nor is this machine to play.
        desk.came = Instant::now() - HOUR;
        assert!(!desk.is_stuck());
    });
}

/// The time without a sign after which a shard is published again, when nothing waits and somebody could play it.
#[test]
fn a_shard_that_nobody_holds_is_published_again() {
    at_a_desk(false, async |desk, double| {
        desk.streams = desk.broker.streams().await.expect("made");
        desk.news.lost = 3;
        publish_before(desk, &[0, 1, 2, 3, 4, 5], STRAY + Duration::from_secs(1));
        let later = Instant::now() + HOUR;
        desk.out.get_mut(&1).expect("out").holder = Some("there".to_owned());
        desk.out.get_mut(&2).expect("out").holder = Some("gone".to_owned());
        desk.out.get_mut(&3).expect("out").sent = Some(later);
        desk.out.get_mut(&4).expect("out").heard = later;
        desk.out.get_mut(&5).expect("out").sent = None;
        let long_ago = Some(Instant::now() - SAID - Duration::from_secs(1));
        // Without a worker nothing can be lost.
        desk.drained = long_ago;
        desk.look().await;
        assert_eq!((unsent(desk), desk.drained), (vec![], long_ago));
        desk.peers.insert("there".to_owned(), peer(later, 1, 1.0, true));
        for (tasks, results) in [(1, 0), (0, 1)] {
            double.let_wait("t-job", tasks, 0);
            double.let_wait("r-job", results, 0);
            desk.drained = long_ago;
            desk.look().await;
            assert_eq!((unsent(desk), desk.drained), (vec![], None), "{tasks} {results}");
        }
        double.let_wait("r-job", 0, 0);
        desk.drained = Some(later);
        desk.look().await;
        assert_eq!((unsent(desk), desk.drained), (vec![], Some(later)), "one may just have been fetched");
        desk.drained = long_ago;
        desk.look().await;
        assert_eq!((unsent(desk), desk.drained, desk.news.lost), (vec![0, 2], None, 5));
        assert!(desk.news.notes.is_empty());
    });
}

#[test]
fn a_server_that_has_lost_its_store_gets_everything_again() {
    at_a_desk(false, async |desk, double| {
        desk.streams = desk.broker.streams().await.expect("made");
        desk.news.lost = 3;
        publish_before(desk, &[0, 2], Duration::ZERO);
        desk.look().await;
        assert!(desk.unsent.is_empty() && desk.news.notes.is_empty() && double.said("gammon.job").is_empty());
        for (n, year) in [Some(2005), None].into_iter().enumerate() {
            double.lose(year);
            desk.look().await;
            assert_eq!((unsent(desk), desk.news.lost), (vec![0, 2], 5 + 2 * n as u64));
            assert!(desk.news.notes[n].contains("has lost everything"), "{:?}", desk.news.notes);
            assert_eq!(double.said("gammon.job").len(), 1, "the job is there again");
            desk.unsent.clear();
            // Once.
            desk.look().await;
            assert!(desk.unsent.is_empty() && double.said("gammon.job").is_empty());
        }
    });
}

/// Four times three quarters of the last times: a shard is not late before.
#[test]
fn patience_is_that_of_most_shards() {
    at_a_desk(false, async |desk, _| {
        assert_eq!(desk.patience(), FIRST);
        let seconds = |n: u64| Duration::from_secs(n);
        for (took, patience) in [
            ((1..=100).collect(), seconds(4 * 76)),
            (vec![50, 10, 40, 20, 30], seconds(4 * 40)),
            (vec![9], seconds(36)),
            (vec![1, 1, 1, 500], seconds(2000)),
            (vec![1, 1, 1, 1, 500], STRAY),
        ] {
            desk.took = took.iter().copied().map(seconds).collect();
            assert_eq!(desk.patience(), patience, "{took:?}");
        }
    });
}

#[test]
fn work_is_stuck_when_somebody_could_play_and_nothing_comes() {
    at_a_desk(false, async |desk, _| {
        let long_ago = Instant::now() - FIRST - Duration::from_secs(1);
        desk.came = long_ago;
        assert!(!desk.is_stuck(), "nobody was there");
        desk.peers.insert("w".to_owned(), peer(long_ago, 1, 1.0, true));
        assert!(desk.is_stuck());
        desk.came = Instant::now() + HOUR;
        assert!(!desk.is_stuck(), "one came just now");
        desk.came = long_ago;
        desk.peers.clear();
        desk.book.vote(0, "liar", &wire::digest(b"lie"));
        desk.book.vote(0, crate::farm::book::HERE, &wire::digest(b"truth"));
        assert!(desk.is_stuck(), "a liar was there");
    });
}

#[test]
fn a_shard_that_is_late_is_handed_out_again_while_nothing_waits() {
    at_a_desk(false, async |desk, double| {
        publish_before(desk, &[0, 1, 2, 1 << 40 | 3], HOUR);
        let late = Some(Instant::now() - FIRST - Duration::from_secs(1));
        for (shard, holder, begun) in [
            (0, Some("slow"), late),
            (1, Some("slow"), late),
            (2, Some("quick"), Some(Instant::now() + HOUR)),
            (1 << 40 | 3, Some("dead"), late),
        ] {
            let out = desk.out.get_mut(&shard).expect("out");
            (out.holder, out.begun) = (holder.map(str::to_owned), begun);
        }
        desk.late.insert("dead".to_owned());
        desk.news.lost = 2;
        double.let_wait("t-job", 1, 0);
        desk.look_at_the_late().await;
        assert_eq!((unsent(desk), desk.news.lost), (vec![], 2), "others have something to do");
        double.let_wait("t-job", 0, 3);
        desk.look_at_the_late().await;
        assert_eq!((unsent(desk), desk.news.lost), (vec![0, 1, 1 << 40 | 3], 5));
        assert_eq!(
            desk.news.notes,
            ["slow has had shard 0 for more than 60 s without a result; it is handed out again"],
            "each worker is told of once"
        );
        assert!(desk.out[&0].begun.is_none() && desk.out[&2].begun.is_some());
        desk.unsent.clear();
        desk.look_at_the_late().await;
        assert!(desk.unsent.is_empty(), "it is late once");
    });
}

#[test]
fn the_number_of_a_late_shard_is_shown_without_its_run() {
    at_a_desk(true, async |desk, _| {
        publish_before(desk, &[7 << 32 | 5], HOUR);
        let out = desk.out.get_mut(&(7 << 32 | 5)).expect("out");
        (out.holder, out.begun) = (Some("slow".to_owned()), Some(Instant::now() - HOUR));
        desk.look_at_the_late().await;
        assert!(desk.news.notes[0].starts_with("slow has had shard 5 for"), "{:?}", desk.news.notes);
    });
}

/// Three shards a worker, at least four, and none more once the work is over.
#[test]
fn as_many_shards_are_out_as_keep_everybody_busy() {
    at_a_desk(true, async |desk, double| {
        let shards = || (0..20).map(|shard| (0, pieces(shard))).collect();
        let mut work = Script { next: shards(), ..Script::default() };
        for (joined, out) in [(0, 4), (1, 4), (2, 6), (3, 9)] {
            desk.peers = (0..joined).map(|n| (format!("w{n}"), peer(Instant::now(), 1, 1.0, true))).collect();
            desk.publish(&mut work).await.expect("published");
            assert_eq!((desk.out.len(), desk.unsent.len()), (out, 0), "{joined}");
        }
        assert_eq!((desk.out.keys().copied().collect::<Vec<_>>(), desk.job.next), ((100..109).collect(), 109));
        assert!(desk.out.values().all(|out| out.sent.is_some() && out.begun.is_none()));
        let said = double.said("gammon.task");
        assert_eq!(said.len(), 9, "each once");
        assert_eq!(said[0].0, "gammon.task.job.100");
        let text: TaskText = serde_json::from_str(&said[8].1).expect("a shard");
        assert_eq!((text.shard, text.order, text.pieces), (108, 0, pieces(8)));
        desk.out.clear();
        work.is_over = true;
        desk.publish(&mut work).await.expect("published");
        assert!(desk.out.is_empty() && double.said("gammon.task").is_empty());
    });
}

#[test]
fn what_is_published_again_leaves_no_copy() {
    at_a_desk(false, async |desk, double| {
        publish_before(desk, &[0, 1], HOUR);
        let later = Some(Instant::now() + HOUR);
        let new = desk.out.get_mut(&1).expect("out");
        (new.sent, new.begun) = (None, later);
        desk.unsent.extend([0, 1, 9]);
        desk.publish(&mut Script::default()).await.expect("published");
        let purged = double.said("$JS.API.STREAM.PURGE");
        assert!(matches!(&purged[..], [(_, text)] if text.contains("gammon.task.job.0")), "{purged:?}");
        assert_eq!(double.said("gammon.task").len(), 2);
        assert!(desk.unsent.is_empty() && desk.out[&1].begun.is_none());
        assert!(desk.out.values().all(|out| out.sent.is_some_and(|sent| sent.elapsed() < HOUR / 2)));
    });
}

/// The size of new shards: what one worker of those that joined plays in half a second, unless it is set.
#[test]
fn a_shard_keeps_a_worker_busy_for_half_a_second() {
    at_a_desk(true, async |desk, _| {
        for (joined, rate, trials) in [
            (0, 100.0, 32),
            (2, 0.0, 32),
            (2, -1.0, 32),
            (2, 100.0, 25),
            (1, 100.0, 50),
            (4, 10.0, 4),
            (1, 1e9, wire::MOST_TASKS as usize / 2),
        ] {
            desk.news.rate = rate;
            assert_eq!(desk.usual_shard(joined), trials, "{joined}, {rate}");
        }
        let mut work = Script::default();
        desk.publish(&mut work).await.expect("published");
        desk.job.shard = Some(7);
        desk.publish(&mut work).await.expect("published");
        assert_eq!(work.asked, [32, 7]);
    });
}

/// A job goes on at the server, unless it is done and checked, or is that of a shell.
#[test]
fn a_job_is_closed_when_nothing_of_it_is_left() {
    let is_closed = |double: &Double| !double.said("gammon.closed.job").is_empty();
    let double = Double::new();
    // Everything came, as far as the work knows, and shards are out.
    let mut work = Script { is_over: true, is_complete: true, ..Script::default() };
    run(false, &[], None, &mut work, &double).expect("it ends");
    assert!(!is_closed(&double) && work.told.len() == 1, "the last news are told");
    // The work is over for now: nobody waits for the rest.
    let mut work = Script { is_over: true, ..Script::default() };
    run(false, &[], None, &mut work, &double).expect("it ends");
    assert!(!is_closed(&double));
    let mut work = Script { is_over: true, is_complete: true, ..Script::default() };
    let outcome = run(true, &[], None, &mut work, &double).expect("it ends");
    assert!(is_closed(&double) && outcome.news.place == double.access().url);
    for is_live in [false, true] {
        let ended = run(is_live, &[], Some(1), &mut Script::default(), &double);
        assert!(matches!(ended, Err(FarmError::Interrupted)));
        assert_eq!(is_closed(&double), is_live);
    }
}

/// A ledger with all results of an honest worker: they are checked here, and the job is closed.
#[test]
fn a_job_ends_when_its_workers_are_checked() {
    let engine = Engine::standard();
    let order = order(&engine);
    let pool = TrialPool::new(&engine, &order, 1).expect("threads");
    let result = |shard: u64| {
        let (tell, told) = std::sync::mpsc::channel();
        let tasks = wire::tasks_of(&pieces(shard), &order).expect("trials");
        pool.play(&tasks, move |played| drop(tell.send(played)));
        let played = told.recv().expect("told").expect("played");
        let head = wire::ResultHead { shard, order: 0, worker: "w".to_owned(), fault: None };
        head.with(&body(&order, &played)).expect("plain data")
    };
    let all: Vec<_> = (0..SHARDS).map(result).collect();
    let double = Double::new();
    let mut work = Script { is_over: true, is_complete: true, ..Script::default() };
    let outcome = run(false, &all, None, &mut work, &double).expect("it ends");
    assert_eq!(work.taken, [8; 4]);
    assert!(outcome.vouching.unchecked.is_empty() && outcome.vouching.shards == SHARDS);
    assert_eq!(outcome.news.checked, outcome.vouching.trials);
    assert!(outcome.vouching.trials >= 16 && !double.said("gammon.closed.job").is_empty());
    // All is there, and nobody waits for the checks.
    let mut work = Script { is_over: true, ..Script::default() };
    run(false, &all, None, &mut work, &double).expect("it ends");
    assert!(double.said("gammon.closed.job").is_empty());
    // One is missing: nobody waits for it, so nothing is checked, and the job stays.
    let mut work = Script { is_over: true, ..Script::default() };
    let outcome = run(false, &all[1..], None, &mut work, &double).expect("it ends");
    assert_eq!((outcome.vouching.trials, outcome.vouching.unchecked), (0, vec!["w".to_owned()]));
    assert!(double.said("gammon.closed.job").is_empty());
}

/// Shards of an earlier run are published again if the server has neither them nor their results.
#[test]
fn what_the_server_has_is_not_published_again() {
    let none = [0; 4];
    let mut all = vec![(none, true)];
    all.extend((0..4).map(|place| (std::array::from_fn(|i| u64::from(i == place)), false)));
    for (waiting, is_published) in all {
        let double = Double::new();
        let [pending, under_way, results, confirmed] = waiting;
        double.let_wait("t-job", pending, under_way);
        double.let_wait("r-job", results, confirmed);
        let ended = run(false, &[], Some(2), &mut Script::default(), &double);
        assert!(matches!(ended, Err(FarmError::Interrupted)), "{ended:?}");
        assert_eq!(double.said("gammon.task").len(), if is_published { 4 } else { 0 }, "{waiting:?}");
        assert!(!double.said("gammon.desk.job").is_empty(), "workers hear of it");
        let is_of_all = |(_, text): &(String, String)| text.contains("gammon.task.job.*");
        assert!(!double.said("$JS.API.STREAM.PURGE").iter().any(is_of_all), "shards of a job are left");
    }
    // A rollout of the shell leaves none.
    let double = Double::new();
    assert!(run(true, &[], Some(1), &mut Script::default(), &double).is_err());
    let purged = double.said("$JS.API.STREAM.PURGE.GAMMON_TASKS");
    assert!(purged.len() == 2 && purged[0].1.contains("gammon.task.job.*"), "{purged:?}");
}

#[test]
fn what_contradicts_itself_is_decided_though_nobody_waits() {
    let engine = Engine::standard();
    let order = order(&engine);
    let head = wire::ResultHead { shard: 1, order: 0, worker: "liar".to_owned(), fault: None };
    let lie = head.with(&body(&order, &played(1, 0.0))).expect("plain data");
    let vote = json!({"vote": {"shard": 1, "worker": "other", "digest": "00112233445566778899aabbccddeeff"}});
    let before = [lie, vote.to_string().into_bytes()];
    let mut work = Script { is_over: true, gives_back: true, ..Script::default() };
    let outcome = run(false, &before, None, &mut work, &Double::new()).expect("it ends");
    assert_eq!((outcome.vouching.workers, &work.taken[..]), (0, &[8][..]));
    let notes: Vec<_> = work.told.iter().flat_map(|news| &news.notes).collect();
    assert_eq!(notes.iter().filter(|note| note.contains("plays wrongly: of shard 1")).count(), 2, "{notes:?}");
}

#[test]
fn something_is_due_at_first_and_when_its_time_is_over() {
    assert!(is_due(None, HOUR));
    assert!(is_due(Some(Instant::now() - HOUR), HOUR));
    assert!(!is_due(Some(Instant::now() + HOUR), HOUR));
}
