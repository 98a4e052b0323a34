//! Tests of judgements, one by one.

use super::super::Peer;
use super::super::tests::{Script, at_a_desk, publish_before};
use super::*;
use crate::farm::audit::Lot;
use crate::farm::book::Book;
use crate::farm::nats::tests::samples::{HOUR, SHARDS, body, pieces, played};
use crate::rollout::Order;
use serde_json::json;

fn head(shard: u64, worker: &str) -> ResultHead {
    ResultHead { shard, order: 0, worker: worker.to_owned(), fault: None }
}

fn the_order<'a>(desk: &Coordinator<'a>) -> &'a Order {
    desk.job.orders[0]
}

/// A worker's findings of a shard: the truth, as far as anybody knows, or values that are off by so much.
fn says(desk: &mut Coordinator<'_>, worker: &str, shard: u64, by: f64) -> Option<Played> {
    let body = body(the_order(desk), &played(shard, by));
    desk.judge(&head(shard, worker), &body).expect("judged")
}

/// A message with a result.
fn message(desk: &Coordinator<'_>, bytes: Vec<u8>) -> Message {
    let message = async_nats::Message {
        subject: "gammon.result.job.0".into(),
        reply: Some("$JS.ACK.test".into()),
        payload: bytes.into(),
        headers: None,
        status: None,
        description: None,
        length: 0,
    };
    Message { message, context: async_nats::jetstream::new(desk.broker.client.clone()) }
}

/// A result of a worker, as it is sent.
fn sent(desk: &Coordinator<'_>, worker: &str, shard: u64, by: f64) -> Vec<u8> {
    head(shard, worker).with(&body(the_order(desk), &played(shard, by))).expect("plain data")
}

/// The entries of the ledger, heads alone.
fn entries(desk: &mut Coordinator<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let head = |entry: &[u8]| entry.split(|&byte| byte == b'\n').next().map(String::from_utf8_lossy).map(Into::into);
    desk.ledger.each(|entry| all.extend(head(entry))).expect("read");
    all
}

fn peer() -> Peer {
    Peer { heard: Instant::now(), threads: 1, rate: 1.0, joined: true }
}

/// Lets this machine end what it plays, and takes it in.
async fn hear_out(desk: &mut Coordinator<'_>, work: &mut Script) -> Result<(), FarmError> {
    while !desk.referee.is_idle() {
        let played = desk.referee.wait().await;
        desk.rule(played, work, &AtomicBool::new(false))?;
    }
    Ok(())
}

/// Trials of a shard as this machine plays them.
async fn truth(desk: &mut Coordinator<'_>, shard: u64) -> Played {
    desk.play_here(shard).expect("begun");
    let played = desk.referee.wait().await.expect("played");
    // Nobody else is to hear of it.
    let heard = desk.referee.hear(Some(played.clone()), &desk.job.orders, |_, _| false);
    assert!(matches!(heard, Ok(Some(Word::Shard { .. }))));
    played
}

fn check_of(worker: &str, drawn: &[audit::Drawn], is_last: bool) -> Check {
    Check { worker: worker.to_owned(), drawn: drawn.to_vec(), is_last }
}

/// Some trials of a shard as a worker has sent them.
fn drawn(shard: u64, trials: usize) -> Vec<audit::Drawn> {
    let of = |(task, record)| audit::Drawn { shard, order: 0, task, record };
    played(shard, 0.0).into_iter().take(trials).map(of).collect()
}

#[test]
fn a_result_counts_once() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1], HOUR);
        desk.unsent.insert(0);
        desk.came = Instant::now() - HOUR;
        assert_eq!(says(desk, "w", 0, 0.0), Some(played(0, 0.0)));
        assert_eq!((desk.news.done, desk.news.repeated), (1, 0));
        assert!(desk.taken[&0] == desk.book.standing(0) && matches!(desk.taken[&0], Standing::Stands(_)));
        assert_eq!((desk.out.keys().collect::<Vec<_>>(), desk.unsent.len(), desk.took.len()), (vec![&1], 0, 1));
        assert!(desk.came.elapsed() < HOUR / 2 && desk.kept.is_empty());
        assert!(says(desk, "w", 0, 0.0).is_none());
        assert_eq!((desk.news.done, desk.news.repeated, entries(desk).len()), (1, 1, 0), "said before");
        assert!(says(desk, "v", 0, 0.0).is_none());
        assert_eq!((desk.news.done, desk.news.repeated), (1, 2));
        assert!(matches!(&entries(desk)[..], [vote] if vote.contains("vote") && vote.contains("\"v\"")));
        assert!(desk.news.notes.is_empty());
        assert!(says(desk, "x", 0, 0.01).is_none());
        assert_eq!(
            desk.news.notes,
            ["conflict: shard 0 (trials 1 to 4 of candidate 1, trials 1 to 4 of candidate 2) by w and by v and by x \
              are not the same; this machine plays it to decide"]
        );
        assert_eq!((desk.news.repeated, entries(desk).len(), desk.book.standing(0)), (2, 2, Standing::Conflict));
    });
}

/// A result that an earlier run had in its book and could not use counts when it comes again.
#[test]
fn a_result_counts_that_only_the_book_knows() {
    for worker in ["w", "v"] {
        at_a_desk(false, async |desk, _| {
            publish_before(desk, &[0], HOUR);
            let digest = wire::digest(&body(the_order(desk), &played(0, 0.0)));
            desk.book.vote(0, "w", &digest);
            assert!(says(desk, worker, 0, 0.0).is_some());
            assert_eq!((desk.news.done, desk.news.repeated, desk.out.len()), (1, 0, 0), "{worker}");
        });
    }
}

#[test]
fn nothing_of_a_liar_is_taken_and_its_shard_is_for_others() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0], HOUR);
        desk.out.get_mut(&0).expect("out").holder = Some("liar".to_owned());
        desk.book.vote(1, "liar", &wire::digest(b"lie"));
        desk.book.vote(1, HERE, &wire::digest(b"truth"));
        assert!(says(desk, "liar", 0, 0.0).is_none());
        let out = &desk.out[&0];
        assert!(out.holder.is_none() && out.sent.is_none() && out.failed == 0);
        assert_eq!((desk.unsent.iter().collect::<Vec<_>>(), desk.news.done), (vec![&0], 0));
        // What contradicts this machine is void, and is written down.
        desk.taken.insert(1, desk.book.standing(1));
        assert!(says(desk, "second", 1, 0.0).is_none());
        assert!(desk.book.is_wrong("second") && entries(desk)[0].contains("second"));
        assert_eq!((desk.news.repeated, desk.news.notes.len()), (0, 0));
    });
}

#[test]
fn a_shard_that_comes_back_without_a_result_has_failed() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1], HOUR);
        desk.out.get_mut(&0).expect("out").holder = Some("w".to_owned());
        let fault = |shard| ResultHead { fault: Some("it\u{1b} burns".to_owned()), ..head(shard, "w") };
        assert!(desk.judge(&fault(0), b"").expect("judged").is_none());
        let out = &desk.out[&0];
        assert!(out.holder.is_none() && out.sent.is_none() && out.failed == 1 && !out.why.contains('\u{1b}'));
        assert!(desk.unsent.contains(&0) && desk.news.notes[0].starts_with("shard 0 failed at w: it"));
        assert!(!desk.news.notes[0].contains('\u{1b}'));
        // Damaged, of another order, and other trials.
        let good = body(the_order(desk), &played(1, 0.0));
        let other_order = ResultHead { order: 1, ..head(1, "w") };
        let other = body(the_order(desk), &played(2, 0.0));
        for (head, body) in [(&head(1, "w"), &good[1..]), (&other_order, &good), (&head(1, "w"), &other)] {
            assert!(desk.judge(head, body).expect("judged").is_none());
        }
        assert_eq!((desk.out[&1].failed, &*desk.out[&1].why), (3, "what came is other trials"));
        // Where its result is there, nothing of that matters.
        assert!(says(desk, "v", 1, 0.0).is_some());
        publish_before(desk, &[1], HOUR);
        desk.news.notes.clear();
        for (head, body) in [(&fault(1), &good[..]), (&head(1, "w"), &other)] {
            assert!(desk.judge(head, body).expect("judged").is_none());
        }
        assert!(desk.out[&1].failed == 0 && desk.news.notes.is_empty());
    });
}

#[test]
fn a_shard_that_nobody_handed_out_is_passed_over() {
    for is_live in [false, true] {
        at_a_desk(is_live, async |desk, _| {
            for _ in 0..2 {
                assert!(says(desk, "w", 99, 0.0).is_none());
            }
            assert_eq!((desk.news.notes.len(), desk.news.done), (usize::from(!is_live), 0), "told of once");
        });
    }
}

#[test]
fn the_trials_of_a_shard_are_known_while_it_is_out_and_afterwards() {
    at_a_desk(true, async |desk, _| {
        assert!(desk.pieces(100).is_none());
        publish_before(desk, &[2], HOUR);
        assert_eq!(desk.pieces(2), Some((0, pieces(2))));
        assert!(says(desk, "w", 2, 0.0).is_some());
        assert_eq!((desk.out.len(), &desk.kept[&2], desk.pieces(2)), (0, &(0, pieces(2)), Some((0, pieces(2)))));
    });
}

#[test]
fn times_are_those_of_the_workers_that_deliver() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2], HOUR);
        desk.took = std::iter::repeat_n(Duration::from_secs(5), TIMED).collect();
        for (shard, holder) in [(0, "w"), (1, "v")] {
            let out = desk.out.get_mut(&shard).expect("out");
            (out.holder, out.begun) = (Some(holder.to_owned()), Some(Instant::now() - HOUR));
        }
        desk.time(0, "w");
        assert!(desk.took[0] >= HOUR && desk.took[1] == Duration::from_secs(5));
        for shard in [1, 2] {
            desk.time(shard, "w");
            assert_eq!((desk.took[0], desk.took.len()), (Duration::ZERO, TIMED));
        }
        desk.time(99, "w");
        assert!(desk.took[2] >= HOUR, "a shard that is not out has no time");
    });
}

#[test]
fn results_are_on_the_disk_and_confirmed_together() {
    at_a_desk(false, async |desk, double| {
        publish_before(desk, &[0, 1], HOUR);
        let mut work = Script::default();
        let (to, mut more) = mpsc::channel(100);
        let all =
            [sent(desk, "w", 1, 0.0), sent(desk, "no name", 0, 0.0), b"nothing".to_vec(), sent(desk, "v", 1, 0.0)];
        for bytes in all.iter().chain(std::iter::repeat_n(&all[0], 66)) {
            to.try_send(message(desk, bytes.clone())).expect("room");
        }
        let first = message(desk, sent(desk, "w", 0, 0.0));
        desk.receive(first, &mut more, &mut work).await.expect("received");
        assert_eq!((more.len(), work.taken.clone(), desk.news.done), (7, vec![8, 8], 2));
        assert_eq!(desk.news.repeated, 1 + (TOGETHER as u64 - 5));
        assert_eq!(desk.news.notes.len(), 1, "{:?}", desk.news.notes);
        let there = entries(desk);
        assert!(there.len() == 3 && there[0].contains("\"shard\":0") && there[1].contains("\"shard\":1"), "{there:?}");
        assert!(desk.checks.iter().any(|check| check.worker == "w" && !check.is_last));
        double.settle(&desk.broker).await;
        let confirmed = double.said("$JS.ACK");
        assert!(confirmed.len() == TOGETHER && confirmed.iter().all(|(_, text)| text.is_empty()), "{confirmed:?}");
    });
}

/// While workers are checked nothing new is taken in, but what contradicts the results is.
#[test]
fn at_the_end_only_what_contradicts_is_heard() {
    at_a_desk(false, async |desk, double| {
        publish_before(desk, &[0, 1], HOUR);
        says(desk, "w", 0, 0.0);
        let (mut work, (_to, mut more)) = (Script { is_complete: true, ..Script::default() }, mpsc::channel(1));
        for (shard, by) in [(1, 0.0), (0, 0.02)] {
            let message = message(desk, sent(desk, "v", shard, by));
            desk.receive(message, &mut more, &mut work).await.expect("received");
        }
        assert!(work.taken.is_empty() && desk.out.contains_key(&1) && desk.news.done == 1);
        assert_eq!(desk.book.conflicts().iter().collect::<Vec<_>>(), [&0]);
        double.settle(&desk.broker).await;
        assert_eq!(double.said("$JS.ACK").len(), 2);
    });
}

/// A worker that contradicts this machine in a result is taken back at once.
#[test]
fn a_result_that_condemns_its_worker_voids_its_others() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1], HOUR);
        let digest = wire::digest(&body(the_order(desk), &played(0, 0.0)));
        desk.book.vote(0, HERE, &digest);
        desk.taken.insert(0, desk.book.standing(0));
        says(desk, "liar", 1, 0.0);
        let (mut work, (_to, mut more)) = (Script { gives_back: true, ..Script::default() }, mpsc::channel(1));
        let message = message(desk, sent(desk, "liar", 0, 0.5));
        desk.receive(message, &mut more, &mut work).await.expect("received");
        assert_eq!((work.taken_back, desk.out.contains_key(&1), desk.wrong), (1, true, 1));
    });
}

/// The first result of each worker, and one in eight of the others, but no more than can be played.
#[test]
fn some_results_are_checked_as_they_come() {
    at_a_desk(false, async |desk, _| {
        desk.lot = Lot::known();
        let played = played(0, 0.0);
        let is_drawn = |shard: u64| Lot::known().below(EARLY, &[shard]) == 0;
        let expected: Vec<u64> = (0..60).filter(|&shard| shard == 0 || shard == 50 || is_drawn(shard)).collect();
        for shard in 0..60 {
            desk.check_early(&head(shard, if shard < 50 { "w" } else { "v" }), &played);
        }
        let found: Vec<_> = desk.checks.iter().map(|check| check.drawn[0].shard).collect();
        assert_eq!(found, expected);
        assert!(desk.checks.iter().all(|check| !check.is_last && check.drawn.len() == 1));
        assert!((4..20).contains(&found.len()), "{found:?}");
        for n in 0..100 {
            desk.check_early(&head(n, &format!("n{n}")), &played);
        }
        assert_eq!(desk.checks.len(), MOST_EARLY);
        desk.check_early(&head(0, "empty"), &Played::new());
        assert_eq!(desk.checks.len(), MOST_EARLY);
    });
}

#[test]
fn contradictions_are_played_first() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2], HOUR);
        says(desk, "w", 1, 0.0);
        says(desk, "v", 1, 0.1);
        desk.out.get_mut(&0).expect("out").failed = TRIES;
        desk.checks.push_back(check_of("w", &drawn(1, 1), false));
        for is_complete in [false, true] {
            let mut work = Script { is_complete, ..Script::default() };
            assert!(desk.play_something(&mut work).expect("begun"));
            assert_eq!((desk.referee.shard(), desk.checks.len()), (Some(1), 1));
        }
    });
}

#[test]
fn a_shard_that_failed_so_often_is_played_here() {
    for (failed, shard) in [(TRIES - 1, None), (TRIES, Some(2)), (TRIES + 1, Some(2))] {
        at_a_desk(false, async |desk, _| {
            publish_before(desk, &[0, 2, 3], HOUR);
            desk.out.get_mut(&2).expect("out").failed = failed;
            assert!(desk.play_something(&mut Script::default()).expect("begun"));
            assert_eq!((desk.referee.shard(), desk.referee.is_idle()), (shard, shard.is_none()), "{failed}");
        });
    }
}

/// Drawn trials come before shards that nobody delivers, of which the first is played.
#[test]
fn shards_are_played_here_when_nothing_comes() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[2, 3], HOUR);
        desk.checks.push_back(check_of("w", &[], false));
        desk.checks.push_back(check_of("w", &drawn(1, 1), false));
        desk.peers.insert("w".to_owned(), peer());
        desk.came = Instant::now() - HOUR;
        let mut work = Script::default();
        assert!(desk.play_something(&mut work).expect("begun"));
        assert!(desk.checks.is_empty() && desk.referee.shard().is_none() && !desk.referee.is_idle());
        assert!(desk.news.notes.is_empty());
        for _ in 0..2 {
            assert!(desk.play_something(&mut work).expect("begun"));
            assert_eq!(desk.referee.shard(), Some(2));
        }
        assert_eq!(desk.news.notes, ["no result has come for 3600 s; this machine plays shards itself"], "once");
    });
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[2], HOUR);
        desk.peers.insert("w".to_owned(), peer());
        desk.came = Instant::now() + HOUR;
        assert!(desk.play_something(&mut Script::default()).expect("nothing to do"));
        assert!(desk.referee.is_idle(), "one came just now");
    });
}

/// A share of all workers is drawn when everything is there, and of each only what is part of the work.
#[test]
fn shares_are_drawn_of_what_counts() {
    at_a_desk(false, async |desk, _| {
        desk.lot = Lot::known();
        let mut work = Script { is_complete: true, ..Script::default() };
        assert!(!desk.play_something(&mut work).expect("nothing to check"), "the work is over");
        publish_before(desk, &[0, 1, 2, 3], HOUR);
        for (shard, worker) in [(0, "one"), (1, "two"), (2, "one"), (3, "apart")] {
            let bytes = sent(desk, worker, shard, 0.0);
            desk.ledger.append(&bytes).expect("written");
            says(desk, worker, shard, 0.0);
        }
        // A result of the same shard by a liar, and one that is no longer part of the work.
        let lie = sent(desk, "liar", 0, 0.3);
        desk.ledger.append(&lie).expect("written");
        desk.taken.remove(&3);
        desk.checks.push_back(check_of("one", &drawn(0, 1), false));
        assert!(desk.play_something(&mut work).expect("drawn"));
        assert_eq!(desk.shares.keys().collect::<Vec<_>>(), ["one", "two"]);
        assert!(desk.checks.iter().all(|check| check.is_last && check.worker != "apart"));
        assert_eq!(desk.checks.len(), 2, "what was drawn early is drawn again");
        let of_one = &desk.shares["one"];
        assert_eq!((of_one.trials, of_one.left), (16, 1), "the farthest, and more by chance");
        assert!(desk.news.notes.is_empty(), "{:?}", desk.news.notes);
        assert_eq!(desk.book.vouching().unchecked, ["one", "two"], "of the third there is nothing to check");
        for check in &desk.checks {
            let mine = if check.worker == "one" { &[0, 2][..] } else { &[1] };
            assert!(check.drawn.iter().all(|drawn| mine.contains(&drawn.shard)));
            let is_said = |drawn: &audit::Drawn| {
                played(drawn.shard, 0.0).iter().any(|&(task, record)| (task, record) == (drawn.task, drawn.record))
            };
            assert!(check.drawn.iter().all(is_said));
        }
        // The next look begins to play them.
        assert!(desk.play_something(&mut work).expect("begun"));
        assert!(desk.checks.len() == 1 && !desk.referee.is_idle());
    });
}

#[test]
fn a_worker_whose_mean_is_far_off_is_told_of() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2, 3], HOUR);
        for (shard, worker, by) in [(0, "one", 0.0), (1, "one", 0.0), (2, "one", 0.0), (3, "far", 2.0)] {
            let bytes = sent(desk, worker, shard, by);
            desk.ledger.append(&bytes).expect("written");
            says(desk, worker, shard, by);
        }
        assert!(desk.draw_shares().expect("drawn"));
        let far = "8 of its trials are played here";
        assert!(desk.news.notes.iter().any(|note| note.contains("of what far played") && note.ends_with(far)));
    });
}

/// A share counts when all its parts came out the same.
#[test]
fn a_worker_is_checked_when_its_whole_share_was_played() {
    for (off, notes) in [(FAR, vec![]), (FAR + 1.0, vec!["5 trials of w came out the same here, all of them"])] {
        at_a_desk(false, async |desk, _| {
            desk.news.checked = 4;
            says(desk, "w", 0, 0.0);
            let list = crate::farm::book::name_of(&[0]);
            desk.shares.insert("w".to_owned(), Share { list, trials: 5, left: 2, off });
            desk.end_check(&check_of("w", &drawn(0, 3), false), None).expect("entered");
            assert_eq!((desk.news.checked, desk.shares["w"].left), (7, 2), "drawn early");
            desk.end_check(&check_of("v", &drawn(0, 1), true), None).expect("entered");
            desk.end_check(&check_of("w", &drawn(0, 3), true), None).expect("entered");
            assert_eq!((desk.news.checked, desk.shares["w"].left), (11, 1));
            assert!(!desk.book.is_checked("w", &[0]) && entries(desk).is_empty());
            desk.end_check(&check_of("w", &drawn(0, 2), true), None).expect("entered");
            assert!(desk.shares.is_empty() && desk.book.is_checked("w", &[0]));
            assert_eq!(desk.book.vouching().trials, 5);
            assert_eq!(desk.news.notes, notes);
            assert!(matches!(&entries(desk)[..], [note] if note.contains("checked") && note.contains("\"trials\":5")));
        });
    }
}

#[test]
fn a_trial_that_is_otherwise_here_is_a_doubt_about_its_shard() {
    at_a_desk(false, async |desk, _| {
        says(desk, "w", 0, 0.0);
        for worker in ["w", "v"] {
            desk.checks.push_back(check_of(worker, &drawn(0, 1), true));
            let share = Share { list: String::new(), trials: 2, left: 2, off: 0.0 };
            desk.shares.insert(worker.to_owned(), share);
        }
        desk.end_check(&check_of("w", &drawn(0, 3), true), Some(1 << 32)).expect("entered");
        assert_eq!(desk.book.conflicts().iter().collect::<Vec<_>>(), [&(1 << 32)]);
        assert!(desk.news.notes[0].starts_with("conflict: a trial of shard 0 by w comes out otherwise here"));
        assert_eq!(desk.checks.iter().map(|check| &*check.worker).collect::<Vec<_>>(), ["v"]);
        assert!(desk.shares.keys().eq(["v"]) && desk.news.checked == 0);
    });
}

#[test]
fn what_this_machine_plays_counts() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1], HOUR);
        let mut work = Script::default();
        desk.play_here(99).expect("there is none");
        assert!(desk.referee.is_idle());
        desk.play_here(1).expect("begun");
        hear_out(desk, &mut work).await.expect("taken in");
        assert_eq!((work.taken.clone(), desk.out.keys().collect::<Vec<_>>()), (vec![8], vec![&0]));
        assert!(desk.taken[&1] == desk.book.standing(1) && desk.book.voters(1) == [HERE]);
        assert!(matches!(&entries(desk)[..], [head] if head.contains(HERE) && head.contains("\"shard\":1")));
        assert!(desk.news.notes.is_empty());
        // What agrees with a worker changes nothing.
        let truth = truth(desk, 0).await;
        let bytes = body(the_order(desk), &truth);
        desk.judge(&head(0, "w"), &bytes).expect("judged").expect("it counts");
        desk.play_here(0).expect("begun");
        hear_out(desk, &mut work).await.expect("taken in");
        assert!(work.taken.len() == 1 && desk.book.wrong().count() == 0 && desk.news.notes.is_empty());
    });
}

#[test]
fn the_word_of_this_machine_voids_a_liar() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2, 3], HOUR);
        for shard in [0, 2] {
            says(desk, "liar", shard, 0.0).expect("nobody knows better");
        }
        says(desk, "honest", 1, 0.0).expect("nobody knows better");
        for worker in ["liar", "honest"] {
            desk.peers.insert(worker.to_owned(), peer());
            desk.checks.push_back(check_of(worker, &drawn(1, 1), false));
        }
        desk.out.get_mut(&3).expect("out").holder = Some("liar".to_owned());
        let mut work = Script { gives_back: true, ..Script::default() };
        desk.play_here(0).expect("begun");
        hear_out(desk, &mut work).await.expect("taken in");
        assert_eq!(desk.book.wrong().collect::<Vec<_>>(), [("liar", 0)]);
        assert!(desk.news.notes.len() == 1 && desk.news.notes[0].starts_with("liar plays wrongly: of shard 0 this"));
        assert_eq!(desk.peers.keys().collect::<Vec<_>>(), ["honest"]);
        assert_eq!(desk.checks.iter().map(|check| &*check.worker).collect::<Vec<_>>(), ["honest"]);
        // Both its shards are void: one is played, the other is to be, as is the one in its hands.
        assert_eq!((work.taken_back, work.taken.clone()), (2, vec![8]));
        assert_eq!(desk.taken.keys().collect::<Vec<_>>(), [&0, &1]);
        assert_eq!(desk.out.keys().collect::<Vec<_>>(), [&2, &3]);
        assert_eq!(desk.unsent.iter().collect::<Vec<_>>(), [&2, &3]);
        assert!(desk.out[&3].holder.is_none() && desk.out[&2].sent.is_none());
        // Another one is found: of the first nothing is said again.
        says(desk, "second", 2, 0.0).expect("nobody knows better");
        desk.play_here(2).expect("begun");
        hear_out(desk, &mut work).await.expect("taken in");
        assert!(desk.news.notes.len() == 2 && desk.news.notes[1].starts_with("second plays wrongly"));
        assert_eq!(work.taken_back, 3);
    });
}

#[test]
fn a_trial_is_checked_against_what_comes_out_here() {
    at_a_desk(false, async |desk, _| {
        let truth = truth(desk, 0).await;
        let of = |&(task, record): &(crate::rollout::Task, _)| audit::Drawn { shard: 0, order: 0, task, record };
        let right: Vec<_> = truth.iter().take(2).map(of).collect();
        let mut work = Script::default();
        for (drawn, checked, notes) in [(right, 2, 0), (drawn(0, 1), 2, 1)] {
            desk.checks.push_back(check_of("w", &drawn, false));
            assert!(desk.check_next().expect("begun"));
            hear_out(desk, &mut work).await.expect("taken in");
            assert_eq!((desk.news.checked, desk.news.notes.len()), (checked, notes));
        }
        assert!(!desk.check_next().expect("nothing to check") && desk.book.conflicts().contains(&0));
    });
}

#[test]
fn a_shard_that_cannot_be_played_anywhere_is_named() {
    at_a_desk(true, async |desk, _| {
        let shard = 3 << 32 | 2;
        let (mut work, raised) = (Script::default(), AtomicBool::new(true));
        for (failed, stop, is_poisoned) in [(5, false, true), (0, false, false), (5, true, false)] {
            publish_before(desk, &[shard], HOUR);
            let out = desk.out.get_mut(&shard).expect("out");
            (out.pieces, out.failed, out.why) = (pieces(0), failed, "it burns".to_owned());
            desk.play_here(shard).expect("begun");
            let _ = desk.referee.wait().await;
            raised.store(stop, Ordering::Relaxed);
            let error = desk.rule(None, &mut work, &raised).expect_err("nothing was played");
            if is_poisoned {
                let said =
                    "shard 2 (trials 1 to 4 of candidate 1, trials 1 to 4 of candidate 2) failed 6 times: it burns";
                assert_eq!(error.to_string(), said);
            } else {
                assert!(matches!(error, FarmError::Interrupted), "{error}");
            }
        }
    });
}

/// Void shards come back once for each worker that is found, and only where the work can take them back.
#[test]
fn results_are_taken_back_once() {
    at_a_desk(false, async |desk, _| {
        publish_before(desk, &[0, 1, 2], HOUR);
        let mut work = Script { gives_back: true, ..Script::default() };
        desk.take_back(&mut work).expect("nobody is wrong");
        says(desk, "liar", 0, 0.0);
        says(desk, "liar", 1, 0.0);
        // Another one says something else of the second: this machine plays it later.
        says(desk, "v", 1, 0.1);
        says(desk, "x", 1, 0.2);
        desk.book.vote(9, "liar", &wire::digest(b"lie"));
        desk.book.vote(9, HERE, &wire::digest(b"truth"));
        desk.wrong = 1;
        desk.take_back(&mut work).expect("looked at before");
        assert_eq!(work.taken_back, 0);
        desk.wrong = 0;
        desk.take_back(&mut work).expect("taken back");
        assert_eq!((work.taken_back, desk.wrong), (1, 1));
        assert!(!desk.taken.contains_key(&0) && desk.taken.contains_key(&1), "a conflict is decided first");
        assert!(desk.unsent.contains(&0) && desk.out[&0].sent.is_none() && desk.out[&0].pieces == pieces(0));
    });
    at_a_desk(true, async |desk, _| {
        let shard = 3 << 32 | 2;
        desk.kept.insert(shard, (0, pieces(2)));
        let digest = wire::digest(&body(the_order(desk), &played(2, 0.0)));
        desk.book.vote(shard, "liar", &digest);
        desk.taken.insert(shard, desk.book.standing(shard));
        desk.book.vote(shard, HERE, &wire::digest(b"truth"));
        let error = desk.take_back(&mut Script::default()).expect_err("records stay where they are");
        assert!(matches!(&error, FarmError::Wrong { worker, shard: 2 } if worker == "liar"), "{error}");
    });
}

/// A worker that is found while nothing of it counts has its shard taken from it, and nothing comes back.
#[test]
fn nothing_is_taken_back_of_a_worker_that_delivered_nothing() {
    at_a_desk(true, async |desk, _| {
        publish_before(desk, &[1, 2], HOUR);
        desk.out.get_mut(&1).expect("out").holder = Some("liar".to_owned());
        desk.out.get_mut(&2).expect("out").holder = Some("w".to_owned());
        desk.book.vote(9, HERE, &wire::digest(b"truth"));
        desk.book.vote(9, "liar", &wire::digest(b"lie"));
        let mut work = Script::default();
        desk.take_back(&mut work).expect("there is nothing");
        assert_eq!((work.taken_back, desk.unsent.iter().collect::<Vec<_>>()), (0, vec![&1]));
        assert!(desk.out[&1].holder.is_none() && desk.out[&2].holder.is_some());
    });
}

/// Of a ledger only whole shards of this job count, each once, and no results of liars.
#[test]
fn a_job_goes_on_from_what_counts_in_its_ledger() {
    at_a_desk(false, async |desk, _| {
        let good = |desk: &Coordinator<'_>, worker, shard| sent(desk, worker, shard, 0.0);
        let other_order = ResultHead { order: 1, ..head(1, "w") };
        let no_order = ResultHead { order: 7, ..head(1, "w") };
        let of_one = body(the_order(desk), &played(1, 0.0));
        let of_two = body(the_order(desk), &played(2, 0.0));
        // A second order, so that a result may be of the wrong one.
        desk.job.orders.push(the_order(desk));
        let vote = |shard: u64, worker: &str, digest: &str| {
            json!({"vote": {"shard": shard, "worker": worker, "digest": digest}}).to_string().into_bytes()
        };
        let mut entries = Entries::default();
        entries.all = vec![
            good(desk, "w", 0),
            good(desk, "v", 0),
            other_order.with(&of_one).expect("plain data"),
            no_order.with(&of_one).expect("plain data"),
            head(1, "w").with(&of_one[1..]).expect("plain data"),
            head(3, "w").with(&of_two).expect("plain data"),
            good(desk, "w", 99),
            vote(99, "x", &wire::digest(b"other")),
            good(desk, "liar", 2),
            vote(2, HERE, &wire::digest(b"truth")),
            b"nothing".to_vec(),
        ];
        desk.book = Book::of(&entries);
        assert!(desk.book.conflicts().contains(&99));
        let mut work = Script::default();
        desk.restore(&entries, &mut work).expect("restored");
        assert_eq!((work.taken.clone(), desk.taken.keys().collect::<Vec<_>>()), (vec![8], vec![&0]));
        assert_eq!(desk.out.keys().copied().collect::<Vec<_>>(), (1..SHARDS).collect::<Vec<_>>());
        assert!(desk.out.values().all(|out| out.sent.is_some() && out.pieces.len() == 2));
        assert!(desk.unsent.is_empty() && desk.kept.is_empty());
        assert!(!desk.book.conflicts().contains(&99), "of a shard that there is not nothing will ever be known");
        assert!(desk.book.conflicts().contains(&1), "that of another shard is to be decided");
        assert_eq!(desk.wrong, desk.book.wrong().count());
        assert_eq!(desk.wrong, 1);
    });
}

#[test]
fn a_rollout_of_the_shell_knows_the_shards_in_its_ledger() {
    at_a_desk(true, async |desk, _| {
        let mut entries = Entries::default();
        entries.all = vec![sent(desk, "w", 2, 0.0), sent(desk, "v", 3, 0.0), sent(desk, "x", 3, 0.1)];
        desk.book = Book::of(&entries);
        let mut work = Script::default();
        desk.restore(&entries, &mut work).expect("restored");
        assert_eq!((desk.kept.len(), desk.pieces(2), desk.out.len()), (2, Some((0, pieces(2))), 0));
        assert_eq!((work.taken.clone(), desk.taken.keys().collect::<Vec<_>>()), (vec![8], vec![&2]));
        assert!(desk.book.conflicts().contains(&3), "its trials are known, so that it can be decided");
    });
}
