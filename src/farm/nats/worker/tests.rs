//! Tests of a worker, part by part, at a double of a server.

use super::examining::MOST_NEW;
use super::*;
use crate::farm::nats::tests::double::Double;
use crate::farm::nats::tests::samples::{HOUR, body, order, pieces};
use crate::farm::wire::{FORMAT, Piece, Proof};
use crate::rollout::Part;

/// The acknowledgement of a message, as it is sent.
const ACK: &str = "";

/// The surroundings of a worker.
struct Floor<'a> {
    double: Double,
    engine: Engine,
    stop: &'a AtomicBool,
    said: RefCell<Vec<String>>,
}

/// Has a test look at a worker that has joined a server and does nothing yet. An engine may differ from all orders.
fn at_work(differs: Option<Part>, test: impl AsyncFnOnce(&Joined<'_>, &Floor<'_>)) {
    let stop = AtomicBool::new(false);
    let floor = Floor { double: Double::new(), engine: Engine::standard(), stop: &stop, said: RefCell::default() };
    let engine_for = |_: &Order| match differs {
        Some(part) => Err(Differences(vec![part])),
        None => Ok(floor.engine.clone()),
    };
    let say = |text: &str| floor.said.borrow_mut().push(text.to_owned());
    let (access, name) = (floor.double.access(), "w".to_owned());
    let worker = Worker { access, name, threads: 1, engine_for: &engine_for, stop: &stop, say: &say };
    let ended = block_on(async {
        let joined = Joined::new(&worker, floor.double.broker().await);
        test(&joined, &floor).await;
        Ok(())
    });
    ended.expect("it ends");
}

fn notice(engine: &Engine, id: &str, is_live: bool) -> Notice {
    let proof = Proof { order: order(engine), pieces: pieces(0), digest: String::new() };
    Notice { format: FORMAT.to_owned(), id: id.to_owned(), live: is_live, orders: 1, by: "me".to_owned(), proof }
}

/// A job that a worker has joined.
async fn join(joined: &Joined<'_>, floor: &Floor<'_>, id: &str, is_live: bool, heard: Instant) -> Rc<Open> {
    let open = Rc::new(Open {
        notice: notice(&floor.engine, id, is_live),
        tasks: joined.broker.tasks(id).await.expect("a consumer"),
        orders: RefCell::new(BTreeMap::from([(0, Rc::new(order(&floor.engine)))])),
        heard: Cell::new(heard),
        closed: Cell::new(false),
    });
    joined.jobs.borrow_mut().insert(id.to_owned(), Rc::clone(&open));
    open
}

/// Long games: a thread plays them for longer than any test.
fn long(engine: &Engine) -> Order {
    let mut settings = order(engine).settings.into_settings();
    settings.truncation.enabled = false;
    for player in &mut settings.players.0 {
        player.chequer.set_plies(2);
        player.cube.set_plies(2);
    }
    engine.order(order(engine).job, &settings)
}

/// The records of a shard as they come out here.
fn truth(engine: &Engine, shard: u64) -> Played {
    let order = order(engine);
    let pool = TrialPool::new(engine, &order, 1).expect("threads");
    let (tell, told) = std::sync::mpsc::channel();
    pool.play(&wire::tasks_of(&pieces(shard), &order).expect("trials"), move |played| drop(tell.send(played)));
    told.recv().expect("told").expect("played")
}

fn shard(shard: u64, pieces: Vec<Piece>) -> Vec<u8> {
    TaskText { shard, order: 0, pieces }.to_bytes().expect("plain data")
}

/// Has a message handed out and handled; returns what was answered to it, and the results that were sent.
async fn handled(joined: &Joined<'_>, floor: &Floor<'_>, times: i64, bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    let open = match joined.jobs.borrow().get("job") {
        Some(open) => Rc::clone(open),
        None => panic!("a job"),
    };
    floor.double.hand_out("t-job", "gammon.task.job.3", times, bytes);
    let message = joined.ask(&open, open.tasks.fetch().max_messages(1).messages()).await.expect("a shard");
    joined.handle(&open, &message).await;
    floor.double.settle(&joined.broker).await;
    let texts = |begin| floor.double.said(begin).into_iter().map(|(_, text)| text).collect();
    (texts("$JS.ACK"), texts("gammon.result.job.3"))
}

#[test]
fn a_job_is_considered_once() {
    at_work(None, async |joined, floor| {
        join(joined, floor, "joined", false, Instant::now()).await;
        joined.refused.borrow_mut().insert("refused".to_owned(), String::new());
        *joined.examined.borrow_mut() = Some(("examined".to_owned(), Rc::default()));
        for id in ["joined", "refused", "examined", "new", "new", "newer"] {
            joined.consider(id);
        }
        assert_eq!(*joined.new.borrow(), ["new", "newer"]);
        *joined.new.borrow_mut() = (1..MOST_NEW).map(|n| n.to_string()).collect();
        joined.consider("last");
        joined.consider("too many");
        assert_eq!((joined.new.borrow().len(), joined.new.borrow().back().map(|id| &**id)), (MOST_NEW, Some("last")));
    });
}

#[test]
fn a_job_that_is_closed_is_examined_no_more() {
    at_work(None, async |joined, _| {
        let closed = Rc::new(Cell::new(false));
        *joined.examined.borrow_mut() = Some(("examined".to_owned(), Rc::clone(&closed)));
        *joined.new.borrow_mut() = ["one", "two"].map(str::to_owned).into();
        joined.forget_new("one");
        assert!(*joined.new.borrow() == ["two"] && !closed.get());
        joined.forget_new("examined");
        assert!(*joined.new.borrow() == ["two"] && closed.get());
    });
}

#[test]
fn a_job_is_refused_and_told_of_once() {
    at_work(None, async |joined, floor| {
        let open = join(joined, floor, "job", false, Instant::now()).await;
        join(joined, floor, "other", false, Instant::now()).await;
        joined.leave_job("job");
        assert!(open.closed.get() && joined.jobs.borrow().keys().eq(["other"]));
        joined.refuse("job", "for another reason");
        assert_eq!(joined.refused.borrow()["job"], "for another reason");
        let said = floor.said.take();
        assert!(said.len() == 1 && said[0].starts_with("no part in job job: the submitter's machine"), "{said:?}");
        join(joined, floor, "job", false, Instant::now()).await;
        joined.forget("job");
        assert!(joined.refused.borrow().is_empty() && joined.jobs.borrow().keys().eq(["other"]));
    });
}

#[test]
fn the_parts_that_differ_are_named() {
    let differences = Differences(vec![Part::ALL[0]]);
    let said = format!("its engine is another than that of this worker: {differences} would differ");
    assert_eq!(engine_differs(&differences), said);
}

/// Eight tenths of the rate before and two of the last, which is all where there was none before.
#[test]
fn the_rate_follows_what_was_played_last() {
    for (before, trials, milliseconds, rate) in
        [(0.0, 30, 2000, 15.0), (10.0, 30, 2000, 11.0), (10.0, 0, 1000, 8.0), (0.0, 3, 0, 3000.0), (-1.0, 4, 1000, 4.0)]
    {
        let found = rate_after(before, trials, Duration::from_millis(milliseconds));
        assert!((found - rate).abs() < 1e-9, "{before}, {trials} in {milliseconds} ms: {found}");
    }
}

/// Several jobs are asked in turn, first without waiting; one alone is waited for.
#[test]
fn jobs_are_asked_in_turn() {
    at_work(None, async |joined, floor| {
        assert!(joined.fetch().await.is_none(), "there is no job");
        join(joined, floor, "a", false, Instant::now() - HOUR).await;
        join(joined, floor, "silent", true, Instant::now() - HOUR).await;
        let asked = || -> Vec<(String, String)> {
            let said = floor.double.said("$JS.API.CONSUMER.MSG.NEXT").into_iter();
            said.map(|(to, text)| (to.rsplit('.').next().unwrap_or_default().to_owned(), text)).collect()
        };
        assert!(joined.fetch().await.is_none());
        let all = asked();
        assert!(
            matches!(&all[..], [(name, text)] if name == "t-a" && text.contains("\"expires\":1000000000")),
            "{all:?}"
        );
        join(joined, floor, "b", true, Instant::now() + HOUR).await;
        assert!(joined.fetch().await.is_none());
        let all = asked();
        assert!(all.len() == 3 && all[2].1.contains("\"expires\":250000000"), "{all:?}");
        assert!(all[..2].iter().all(|(_, text)| text.contains("\"no_wait\":true")));
        assert_eq!(all[0].0, all[2].0, "the first is waited for");
        let mut found = Vec::new();
        for n in 0..4 {
            for id in ["a", "b"] {
                floor.double.hand_out(&format!("t-{id}"), "gammon.task.x.1", 1, b"");
            }
            let (open, _) = joined.fetch().await.expect("a shard");
            found.push(open.notice.id.clone());
            assert_eq!(joined.turn.get(), 3 + n);
        }
        assert!(found == ["b", "a", "b", "a"] || found == ["a", "b", "a", "b"], "{found:?}");
    });
}

#[test]
fn a_job_that_the_server_has_lost_is_forgotten() {
    at_work(None, async |joined, floor| {
        let open = join(joined, floor, "job", false, Instant::now()).await;
        assert!(joined.ask(&open, open.tasks.fetch().max_messages(1).messages()).await.is_none());
        assert!(joined.jobs.borrow().contains_key("job"), "there is nothing now");
        floor.double.hand_out("t-job", "", 0, b"");
        assert!(joined.ask(&open, open.tasks.fetch().max_messages(1).messages()).await.is_none());
        assert!(joined.jobs.borrow().is_empty(), "it is gone");
    });
}

#[test]
fn a_shard_is_played_delivered_and_counted() {
    at_work(None, async |joined, floor| {
        join(joined, floor, "job", false, Instant::now()).await;
        joined.done.set(Left { shards: 2, trials: 5 });
        let (answers, results) = handled(joined, floor, TRIES, &shard(3, pieces(1))).await;
        assert_eq!(answers, [ACK]);
        assert_eq!(results, [r#"{"shard":3,"order":0,"worker":"w"}"#]);
        assert_eq!(joined.done.get(), Left { shards: 3, trials: 13 });
        assert!(joined.held.borrow().is_empty());
        // The records are those that anybody gets.
        let order = order(&floor.engine);
        let tasks = wire::tasks_of(&pieces(1), &order).expect("trials");
        let played = joined.play(&order, &tasks, &Cell::new(false), None).await.expect("played");
        assert_eq!(body(&order, &played), body(&order, &truth(&floor.engine, 1)));
    });
}

#[test]
fn a_shard_that_cannot_be_played_is_reported() {
    at_work(None, async |joined, floor| {
        join(joined, floor, "job", false, Instant::now()).await;
        let no_candidate = vec![Piece { candidate: 2, first: 0, trials: 1 }];
        for (times, bytes, answer, fault) in [
            (TRIES + 1, shard(3, pieces(1)), ACK, Some("it was handed out 5 times and never came back")),
            (TRIES + 3, shard(3, pieces(1)), ACK, Some("it was handed out 7 times and never came back")),
            (1, shard(3, no_candidate), ACK, Some("there is no candidate 2")),
            (1, b"nothing".to_vec(), "+TERM", None),
        ] {
            let (answers, results) = handled(joined, floor, times, &bytes).await;
            assert_eq!(answers, [answer]);
            let is_told = |fault: &str| results.len() == 1 && results[0].contains(&format!("\"fault\":\"{fault}\""));
            assert!(fault.map_or(results.is_empty(), is_told), "{results:?}");
        }
        assert_eq!(joined.done.get(), Left::default());
        // An order that is not to be had now.
        let elsewhere = TaskText { shard: 3, order: 1, pieces: pieces(1) }.to_bytes().expect("plain data");
        let (answers, results) = handled(joined, floor, 1, &elsewhere).await;
        assert!(answers.len() == 1 && answers[0].starts_with("-NAK {\"delay\":1000000000}"), "{answers:?}");
        assert!(results.is_empty() && joined.jobs.borrow().contains_key("job"));
        floor.stop.store(true, Ordering::Relaxed);
        let (answers, results) = handled(joined, floor, 1, &shard(3, pieces(1))).await;
        assert_eq!((answers, results.len()), (vec!["-NAK".to_owned()], 0), "it leaves");
        joined.hand().await;
    });
}

#[test]
fn a_trial_that_fails_is_a_fault_unless_the_worker_leaves() {
    for (is_leaving, error) in [(false, Some("a trial failed".to_owned())), (true, None)] {
        at_work(None, async |joined, floor| {
            let order = long(&floor.engine);
            let tasks = wire::tasks_of(&pieces(0), &order).expect("trials");
            let closed = Cell::new(false);
            let play = joined.play(&order, &tasks, &closed, None);
            let stop = async {
                sleep(Duration::from_millis(1)).await;
                floor.stop.store(is_leaving, Ordering::Relaxed);
                floor.engine.stop.store(true, Ordering::Relaxed);
            };
            let (ended, ()) = tokio::join!(play, stop);
            assert_eq!(ended, Err(error));
        });
    }
}

#[test]
fn trials_that_are_no_longer_needed_are_left() {
    at_work(None, async |joined, floor| {
        join(joined, floor, "job", false, Instant::now()).await;
        floor.double.hand_out("t-job", "gammon.task.job.3", 1, b"");
        let (_, message) = joined.fetch().await.expect("a shard");
        let order = long(&floor.engine);
        let tasks = wire::tasks_of(&[Piece { candidate: 0, first: 0, trials: 4096 }], &order).expect("trials");
        let closed = Cell::new(false);
        let close = async {
            sleep(Duration::from_millis(250)).await;
            closed.set(true);
        };
        let (ended, ()) = tokio::join!(joined.play(&order, &tasks, &closed, Some(&message)), close);
        assert_eq!(ended, Err(None));
        floor.double.settle(&joined.broker).await;
        assert!(floor.double.said("$JS.ACK").is_empty(), "the server was told of it when it came");
        // The threads have time for others.
        let pool = joined.pool(&order).expect("threads");
        let (tell, told) = std::sync::mpsc::channel();
        pool.play(&[], move |played| drop(tell.send(played)));
        assert_eq!(told.recv().expect("told"), Some(Played::new()));
        floor.stop.store(true, Ordering::Relaxed);
        assert_eq!(joined.play(&order, &tasks, &Cell::new(false), None).await, Err(None), "it leaves");
    });
}

#[test]
fn two_orders_have_threads() {
    at_work(None, async |joined, floor| {
        let of = |trials: u64| {
            let mut settings = order(&floor.engine).settings.into_settings();
            settings.truncation.plies = trials as _;
            floor.engine.order(order(&floor.engine).job, &settings)
        };
        let orders = [of(1), of(2), of(3)];
        let fingerprints = || joined.pools.borrow().iter().map(|(of, _)| *of).collect::<Vec<_>>();
        let first = joined.pool(&orders[0]).expect("threads");
        assert!(Rc::ptr_eq(&first, &joined.pool(&orders[0]).expect("threads")));
        joined.pool(&orders[1]).expect("threads");
        assert_eq!(fingerprints(), [orders[0].engine, orders[1].engine]);
        assert!(Rc::ptr_eq(&first, &joined.pool(&orders[0]).expect("threads")));
        joined.pool(&orders[2]).expect("threads");
        assert_eq!(fingerprints(), [orders[0].engine, orders[2].engine], "what was used last stays");
        // Threads that have ended are made anew.
        floor.engine.stop.store(true, Ordering::Relaxed);
        let tasks = wire::tasks_of(&pieces(0), &orders[0]).expect("trials");
        let (tell, told) = std::sync::mpsc::channel();
        first.play(&tasks, move |played| drop(tell.send(played)));
        assert!(told.recv().expect("told").is_none() && first.is_closed());
        floor.engine.stop.store(false, Ordering::Relaxed);
        assert!(!Rc::ptr_eq(&first, &joined.pool(&orders[0]).expect("threads")));
    });
}

#[test]
fn a_job_of_another_engine_is_no_work() {
    at_work(Some(Part::ALL[0]), async |joined, floor| {
        let open = join(joined, floor, "job", false, Instant::now()).await;
        let refused = joined.pool(&order(&floor.engine)).err().expect("no threads");
        assert!(refused.starts_with("its engine is another"), "{refused}");
        open.orders.borrow_mut().clear();
        let text = serde_json::to_vec(&order(&floor.engine)).expect("plain data");
        joined.broker.publish(vec![("gammon.order.job.0".to_owned(), text)]).await.expect("published");
        let (answers, results) = handled(joined, floor, 1, &shard(3, pieces(1))).await;
        assert!(answers.len() == 1 && answers[0].starts_with("-NAK") && results.is_empty(), "{answers:?}");
        assert!(joined.jobs.borrow().is_empty() && joined.refused.borrow()["job"].starts_with("its engine is another"));
    });
}

/// Orders are asked for once, as long as few are in use.
#[test]
fn orders_are_kept_while_they_are_few() {
    at_work(None, async |joined, floor| {
        let open = join(joined, floor, "job", false, Instant::now()).await;
        let order = open.orders.borrow()[&0].clone();
        assert!(Rc::ptr_eq(&joined.order(&open, 0).await.expect("known"), &order));
        assert!(matches!(joined.order(&open, 500).await, Err(None)), "the server does not have it");
        let text = serde_json::to_vec(&*order).expect("plain data");
        for (there, first) in [(63, 0), (64, 0), (65, 1)] {
            *open.orders.borrow_mut() = (0..there).map(|n| (n, Rc::clone(&order))).collect();
            joined.broker.publish(vec![("gammon.order.job.100".to_owned(), text.clone())]).await.expect("published");
            let found = joined.order(&open, 100).await.expect("found");
            assert_eq!(found.engine, order.engine);
            let orders = open.orders.borrow();
            assert_eq!((orders.keys().next(), orders.keys().last()), (Some(&first), Some(&100)), "{there}");
            assert_eq!(orders.len(), 65.min(there + 1));
        }
    });
}

#[test]
fn a_result_is_not_delivered_to_a_job_that_is_closed() {
    at_work(None, async |joined, floor| {
        let open = join(joined, floor, "job", false, Instant::now()).await;
        floor.double.hand_out("t-job", "gammon.task.job.3", 1, b"");
        let (_, message) = joined.fetch().await.expect("a shard");
        let head = ResultHead { shard: 3, order: 0, worker: "w".to_owned(), fault: None };
        assert!(joined.deliver(&open, &message, &head, b"records").await);
        open.closed.set(true);
        assert!(!joined.deliver(&open, &message, &head, b"records").await);
        floor.double.settle(&joined.broker).await;
        assert_eq!((floor.double.said("gammon.result.job.3").len(), floor.double.said("$JS.ACK").len()), (1, 1));
    });
}

#[test]
fn a_worker_says_what_it_has_and_that_it_leaves() {
    at_work(None, async |joined, floor| {
        join(joined, floor, "job", false, Instant::now()).await;
        joined.refused.borrow_mut().insert("other".to_owned(), "too old".to_owned());
        joined.held.borrow_mut().push(("job".to_owned(), 3));
        joined.tell(2.5, false).await;
        joined.leave().await;
        floor.double.settle(&joined.broker).await;
        let said = floor.double.said("gammon.beat.w");
        let beat = |text: &str| -> Beat { serde_json::from_str(text).expect("a beat") };
        let [first, last] = [&said[0], &said[1]].map(|(_, text)| beat(text));
        assert_eq!((&*first.worker, first.threads, first.rate, first.leaving), ("w", 1, 2.5, false));
        assert_eq!((first.held, first.joined), (vec![("job".to_owned(), 3)], vec!["job".to_owned()]));
        assert_eq!(first.refused, BTreeMap::from([("other".to_owned(), "too old".to_owned())]));
        assert!(last.leaving && said.len() == 2);
    });
}

/// Waits until something holds, while a worker does what it does for ever.
async fn while_it(does: impl Future<Output = ()>, what: &str, holds: impl Fn() -> bool) {
    let wait = async {
        while !holds() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = does => panic!("it ends"),
        ended = timeout(Duration::from_secs(60), wait) => assert!(ended.is_ok(), "not in time: {what}"),
    }
}

#[test]
fn a_worker_hears_of_jobs() {
    at_work(None, async |joined, floor| {
        let long_ago = Instant::now() - HOUR;
        let open = join(joined, floor, "job", true, long_ago).await;
        let other = join(joined, floor, "other", true, long_ago).await;
        let closed = join(joined, floor, "closed", true, long_ago).await;
        joined.refused.borrow_mut().insert("refused".to_owned(), String::new());
        let subscriptions = || floor.double.subscriptions() == 2;
        let script = async {
            while !subscriptions() {
                sleep(Duration::from_millis(1)).await;
            }
            for (subject, bytes) in [
                ("gammon.desk.job", &b"[\"v\"]"[..]),
                ("gammon.desk.new", b""),
                ("gammon.closed.closed", b""),
                ("gammon.closed.refused", b""),
                ("gammon.desk.other", b"[\"v\",\"w\"]"),
            ] {
                joined.broker.say(subject, bytes.to_vec()).await.expect("said");
            }
            std::future::pending::<()>().await;
        };
        let listen = async { tokio::join!(joined.listen(), script).0 };
        while_it(listen, "all is heard", || joined.refused.borrow().contains_key("other")).await;
        assert!(open.heard.get() > long_ago && !open.closed.get());
        assert!(other.closed.get() && closed.closed.get());
        assert!(joined.jobs.borrow().keys().eq(["job"]) && joined.refused.borrow().keys().eq(["other"]));
        assert_eq!(*joined.new.borrow(), ["new"]);
    });
}

/// Jobs without messages are found in the list; those that are no longer there are dropped.
#[test]
fn a_worker_looks_for_jobs() {
    at_work(None, async |joined, floor| {
        for id in ["gone", "there"] {
            join(joined, floor, id, false, Instant::now()).await;
        }
        for id in ["refused", "past"] {
            joined.refused.borrow_mut().insert(id.to_owned(), String::new());
        }
        let closed = Rc::new(Cell::new(false));
        *joined.examined.borrow_mut() = Some(("past".to_owned(), Rc::clone(&closed)));
        for (id, is_live) in [("there", false), ("refused", false), ("live", true), ("new", false)] {
            joined.broker.open(&notice(&floor.engine, id, is_live), &[]).await.expect("opened");
        }
        while_it(joined.look(), "a new job is found", || !joined.new.borrow().is_empty()).await;
        assert_eq!(*joined.new.borrow(), ["new"]);
        assert!(joined.jobs.borrow().keys().eq(["there"]) && joined.refused.borrow().keys().eq(["refused"]));
        assert!(closed.get(), "it is examined no more");
        let asked = floor.double.said("$JS.API.STREAM.MSG.GET");
        let is_asked = |id: &str| asked.iter().any(|(_, text)| text.contains(&format!("gammon.job.{id}\"")));
        assert_eq!(["live", "new", "there", "refused"].map(is_asked), [true, true, false, false]);
    });
}

/// A job whose known trials come out as they did there is joined; others are refused.
#[test]
fn known_trials_decide_who_takes_part() {
    at_work(None, async |joined, floor| {
        let order = order(&floor.engine);
        let right = wire::digest(&body(&order, &truth(&floor.engine, 0)));
        let none = vec![Piece { candidate: 9, first: 0, trials: 1 }];
        for (id, digest, pieces) in [
            ("right", &*right, pieces(0)),
            ("wrong", "00", pieces(0)),
            ("odd", &*right, none),
            ("closed", &*right, pieces(0)),
        ] {
            let mut notice = notice(&floor.engine, id, false);
            (notice.proof.digest, notice.proof.pieces) = (digest.to_owned(), pieces);
            joined.broker.open(&notice, &[&order]).await.expect("opened");
            // One that is closed in the end is not joined.
            joined.examine_one(id, &Cell::new(id == "closed")).await;
        }
        assert!(joined.jobs.borrow().keys().eq(["right"]));
        assert!(joined.refused.borrow().keys().eq(["odd", "wrong"]));
        assert_eq!(joined.refused.borrow()["wrong"], format!("trials that are known gave {right} here and 00 there"));
        assert!(floor.said.borrow()[0] == "takes part in job right of me", "{:?}", floor.said.borrow());
        floor.double.settle(&joined.broker).await;
        assert!(floor.double.said("gammon.beat.w")[0].1.contains("\"joined\":[\"right\"]"));
        assert!(joined.examine_one("nowhere", &Cell::new(false)).await.is_none());
    });
    at_work(Some(Part::ALL[0]), async |joined, floor| {
        joined.broker.open(&notice(&floor.engine, "job", false), &[&order(&floor.engine)]).await.expect("opened");
        *joined.new.borrow_mut() = ["job".to_owned()].into();
        while_it(joined.examine(), "it is refused", || joined.refused.borrow().contains_key("job")).await;
        assert!(joined.refused.borrow()["job"].starts_with("its engine is another"));
    });
}

/// As many known trials as a shard may have are not refused for their number.
#[test]
fn known_trials_may_be_as_many_as_those_of_a_shard() {
    at_work(None, async |joined, floor| {
        let mut notice = notice(&floor.engine, "job", false);
        notice.proof.order = long(&floor.engine);
        notice.proof.pieces = vec![Piece { candidate: 0, first: 0, trials: wire::MOST_TASKS }];
        assert_eq!(joined.prove(&notice, &Cell::new(true)).await, Err(None), "it is closed");
    });
}

#[test]
fn a_connection_that_breaks_is_told_of() {
    at_work(None, async |joined, floor| {
        floor.double.hang_up();
        while_it(joined.watch(), "it is told", || !floor.said.borrow().is_empty()).await;
        let url = joined.broker.url();
        assert_eq!(*floor.said.borrow(), [format!("{url} is gone; trying again until it is back")]);
    });
}

#[test]
fn a_worker_that_is_to_leave_does_not_connect() {
    let (double, stop) = (Double::new(), AtomicBool::new(true));
    let engine_for = |_: &Order| Ok(Engine::standard());
    let (access, name) = (double.access(), "w".to_owned());
    let worker = Worker { access, name, threads: 1, engine_for: &engine_for, stop: &stop, say: &|_| panic!("said") };
    assert_eq!(worker.run().expect("it leaves"), Left::default());
    assert!(double.said("").is_empty());
}

#[test]
fn a_worker_joins_plays_and_leaves() {
    let (double, stop, engine) = (Double::new(), AtomicBool::new(false), Engine::standard());
    let order = order(&engine);
    let mut notice = notice(&engine, "job", false);
    notice.proof.digest = wire::digest(&body(&order, &truth(&engine, 0)));
    block_on(async { double.broker().await.open(&notice, &[&order]).await }).expect("opened");
    for n in 0..2 {
        double.hand_out("t-job", &format!("gammon.task.job.{n}"), 1, &shard(n, pieces(n)));
    }
    let said = RefCell::new(Vec::new());
    let engine_for = |_: &Order| Ok(engine.clone());
    let say = |text: &str| said.borrow_mut().push(text.to_owned());
    let (access, name) = (double.access(), "w".to_owned());
    let worker = Worker { access, name, threads: 1, engine_for: &engine_for, stop: &stop, say: &say };
    let left = std::thread::scope(|scope| {
        scope.spawn(|| {
            double.wait_for("gammon.result.job.0", "");
            double.wait_for("gammon.result.job.1", "");
            double.wait_for("gammon.beat.w", "\"leaving\":false");
            stop.store(true, Ordering::Relaxed);
        });
        worker.run().expect("it works")
    });
    // The second may have been on its way.
    assert_eq!((left.shards * 8, left.trials), (left.trials, left.trials));
    assert!((1..=2).contains(&left.shards), "{left:?}");
    let said = said.borrow();
    assert_eq!(said[0], format!("joined {} as w, 1 thread", double.access().url));
    double.wait_for("gammon.beat.w", "\"leaving\":true");
}
