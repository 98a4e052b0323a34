//! What this machine plays itself: shards about which there is no agreement or that nobody else delivers, and the
//! trials that are drawn of every worker.

use super::FarmError;
use crate::farm::audit::Drawn;
use crate::farm::book::HERE;
use crate::farm::wire::{self, Piece, ResultHead};
use crate::rollout::{Engine, Order, Played, TrialPool, TrialRecord};
use std::collections::BTreeMap;
use tokio::sync::mpsc;

/// Threads of this machine, for one errand at a time.
pub struct Referee<'a> {
    engine: &'a Engine,
    threads: usize,
    /// The threads, and the number of the order that they play.
    pool: Option<(usize, TrialPool)>,
    under_way: Option<Errand>,
    /// Shards a trial of which came out otherwise here: the trial, as it came out.
    doubts: BTreeMap<u64, Drawn>,
    tell: mpsc::UnboundedSender<Option<Played>>,
    told: mpsc::UnboundedReceiver<Option<Played>>,
}

/// What is being played.
enum Errand {
    Shard {
        shard: u64,
        order: usize,
        pieces: Vec<Piece>,
        /// The result of the first attempt, when the shard is played once more to be sure of it.
        first: Option<Vec<u8>>,
    },
    Check(Check),
}

/// Trials of one worker and one order that are played here, too.
pub struct Check {
    /// The worker.
    pub worker: String,
    /// Trials with what it says of them.
    pub drawn: Vec<Drawn>,
    /// Whether they are of the share that is drawn at the end.
    pub is_last: bool,
}

/// The word of this machine.
pub enum Word {
    /// On a whole shard.
    Shard {
        /// The shard.
        shard: u64,
        /// The number of its order.
        order: usize,
        /// The result as it is kept.
        result: Vec<u8>,
        /// The digest.
        digest: String,
        /// The records that its trials left.
        played: Played,
    },
    /// On trials of a worker: with a shard in which one is otherwise here, if there is one.
    Check(Check, Option<u64>),
}

/// What follows when this machine has played a shard.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Another attempt.
    Again,
    /// Two attempts differ: this machine can judge nobody.
    Unsteady,
    /// The word of this machine.
    Counts,
}

/// What contradicts somebody is played twice, and counts only if both attempts are the same.
fn next(first: Option<&[u8]>, body: &[u8], contradicts: bool) -> Next {
    match first {
        Some(first) if first != body => Next::Unsteady,
        None if contradicts => Next::Again,
        _ => Next::Counts,
    }
}

/// The record of a drawn trial among those that were played.
fn record_of<'a>(drawn: &Drawn, played: &'a Played) -> Option<&'a TrialRecord> {
    played.iter().find(|(task, _)| *task == drawn.task).map(|(_, record)| record)
}

impl<'a> Referee<'a> {
    pub fn new(engine: &'a Engine, threads: usize) -> Self {
        let (tell, told) = mpsc::unbounded_channel();
        Self { engine, threads, pool: None, under_way: None, doubts: BTreeMap::new(), tell, told }
    }

    /// Whether nothing is being played.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_none()
    }

    /// The shard that is being played.
    pub fn shard(&self) -> Option<u64> {
        match self.under_way {
            Some(Errand::Shard { shard, .. }) => Some(shard),
            _ => None,
        }
    }

    /// Begins to play a shard.
    pub fn begin(&mut self, shard: u64, number: usize, pieces: Vec<Piece>, order: &Order) -> Result<(), FarmError> {
        self.under_way = Some(Errand::Shard { shard, order: number, pieces, first: None });
        self.play(order)
    }

    /// Begins to play trials of a worker, all of one order.
    pub fn check(&mut self, check: Check, order: &Order) -> Result<(), FarmError> {
        self.under_way = Some(Errand::Check(check));
        self.play(order)
    }

    fn play(&mut self, order: &Order) -> Result<(), FarmError> {
        let (number, tasks) = match &self.under_way {
            Some(Errand::Shard { order: number, pieces, .. }) => {
                (*number, wire::tasks_of(pieces, order).map_err(FarmError::Server)?)
            }
            Some(Errand::Check(check)) => (
                check.drawn.first().map_or(0, |drawn| drawn.order),
                check.drawn.iter().map(|drawn| drawn.task).collect(),
            ),
            None => return Ok(()),
        };
        if self.pool.as_ref().is_none_or(|(of, pool)| *of != number || pool.is_closed()) {
            self.pool = Some((number, TrialPool::new(self.engine, order, self.threads)?));
        }
        let tell = self.tell.clone();
        if let Some((_, pool)) = &self.pool {
            pool.play(&tasks, move |played| drop(tell.send(played)));
        }
        Ok(())
    }

    /// Waits for what is under way; without anything for ever.
    pub async fn wait(&mut self) -> Option<Played> {
        self.told.recv().await.flatten()
    }

    /// Takes in what [`Referee::wait`] returned. Nobody is condemned by one attempt: a machine that makes something
    /// else of a trial the second time can judge nobody.
    pub fn hear(
        &mut self,
        played: Option<Played>,
        orders: &[&Order],
        contradicts: impl Fn(u64, &str) -> bool,
    ) -> Result<Option<Word>, FarmError> {
        let Some(errand) = self.under_way.take() else { return Ok(None) };
        let Some(played) = played else { return Err(FarmError::Interrupted) };
        let (shard, number, pieces, first) = match errand {
            Errand::Shard { shard, order, pieces, first } => (shard, order, pieces, first),
            Errand::Check(check) => {
                let is_other = |drawn: &&Drawn| record_of(drawn, &played) != Some(&drawn.record);
                let other = check.drawn.iter().find(is_other).copied();
                if let Some((drawn, record)) = other.and_then(|drawn| Some((drawn, *record_of(&drawn, &played)?))) {
                    self.doubts.insert(drawn.shard, Drawn { record, ..drawn });
                }
                return Ok(Some(Word::Check(check, other.map(|drawn| drawn.shard))));
            }
        };
        let Some(&order) = orders.get(number) else { return Err(FarmError::Interrupted) };
        if let Some(doubt) = self.doubts.remove(&shard)
            && record_of(&doubt, &played) != Some(&doubt.record)
        {
            return Err(FarmError::Unsteady { shard });
        }
        let body = wire::pack(order.engine, order.job.candidates().len(), &played)?;
        let digest = wire::digest(&body);
        match next(first.as_deref(), &body, contradicts(shard, &digest)) {
            Next::Unsteady => return Err(FarmError::Unsteady { shard }),
            Next::Again => {
                self.under_way = Some(Errand::Shard { shard, order: number, pieces, first: Some(body) });
                self.play(order)?;
                return Ok(None);
            }
            Next::Counts => {}
        }
        let head = ResultHead { shard, order: number, worker: HERE.to_owned(), fault: None };
        let result = head.with(&body).map_err(FarmError::server)?;
        Ok(Some(Word::Shard { shard, order: number, result, digest, played }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::Evaluator;
    use crate::farm::nats::block_on;
    use crate::farm::nats::tests::samples;
    use crate::rollout::{Events, Fixed, Job, RolloutSettings, Task};
    use crate::scoring::{Cube, Met, Terms};
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    /// A machine that finds something else each time judges nobody, by trials as by shards.
    #[test]
    fn whoever_condemns_has_played_twice() {
        assert_eq!(next(None, b"other", true), Next::Again);
        assert_eq!(next(Some(b"other"), b"other", true), Next::Counts);
        assert_eq!(next(Some(b"other"), b"third", true), Next::Unsteady);
        assert_eq!(next(Some(b"other"), b"third", false), Next::Unsteady);
        assert_eq!(next(None, b"same", false), Next::Counts);
    }

    #[test]
    fn an_unsteady_machine_condemns_nobody() {
        let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let settings = RolloutSettings::default().with(|it| it.trials = 36);
        let start = Variation::Standard.starting_position();
        let order = engine.order(Job::plays(&[start], Cube::START, Player::Bottom, Terms::MONEY), &settings);
        let record = |value| TrialRecord {
            values: [Fixed::from_f64(value); 7],
            raw: [Fixed::ZERO; 7],
            settled: [Fixed::ZERO; 4],
            first_roll: None,
            events: Events::NONE,
            evaluations: 0,
        };
        let task = Task { candidate: 0, trial: 4 };
        let said = Drawn { shard: 3, order: 0, task, record: record(0.1) };
        let check = || Check { worker: "w".to_owned(), drawn: vec![said], is_last: true };
        let shard = |first| Errand::Shard { shard: 3, order: 0, pieces: Vec::new(), first };
        // What it finds here, one after the other: in a check, then in the shard.
        let hear = |referee: &mut Referee<'_>, errand, value| {
            referee.under_way = Some(errand);
            referee.hear(Some(vec![(task, record(value))]), &[&order], |_, _| false)
        };
        let mut referee = Referee::new(&engine, 1);
        let word = hear(&mut referee, Errand::Check(check()), 0.1).expect("heard");
        assert!(matches!(word, Some(Word::Check(_, None))), "the same");
        let word = hear(&mut referee, Errand::Check(check()), 0.2).expect("heard");
        assert!(matches!(word, Some(Word::Check(_, Some(3)))), "a doubt");
        let error = hear(&mut referee, shard(None), 0.1).err();
        assert!(matches!(error, Some(FarmError::Unsteady { shard: 3 })), "{error:?}");
        // The referee finds the same both times: its word counts.
        hear(&mut referee, Errand::Check(check()), 0.2).expect("heard");
        assert!(matches!(hear(&mut referee, shard(None), 0.2), Ok(Some(Word::Shard { shard: 3, .. }))));
        let error = hear(&mut referee, shard(Some(b"before".to_vec())), 0.2).err();
        assert!(matches!(error, Some(FarmError::Unsteady { .. })), "{error:?}");
    }

    /// Every order has threads of its own, which are made anew when they have ended.
    #[test]
    fn trials_are_those_of_their_order() {
        let engine = Engine::standard();
        let one = samples::order(&engine);
        let mut settings = one.settings.clone().into_settings();
        settings.seed += 1;
        let two = engine.order(one.job.clone(), &settings);
        let truth = |order: &Order| {
            let pool = TrialPool::new(&engine, order, 1).expect("threads");
            let (tell, told) = std::sync::mpsc::channel();
            let tasks = wire::tasks_of(&samples::pieces(0), order).expect("trials");
            pool.play(&tasks, move |played| drop(tell.send(played)));
            told.recv().expect("told").expect("played")
        };
        let orders = [&one, &two];
        assert_ne!(truth(&one), truth(&two));
        let ended = block_on(async {
            let mut referee = Referee::new(&engine, 1);
            assert!(referee.is_idle() && referee.shard().is_none());
            for number in [0, 0, 1, 0] {
                referee.begin(5, number, samples::pieces(0), orders[number])?;
                assert_eq!((referee.is_idle(), referee.shard()), (false, Some(5)));
                let played = referee.wait().await;
                let word = referee.hear(played, &orders, |_, _| false)?;
                let Some(Word::Shard { shard: 5, order, played, digest, result }) = word else { panic!("no word") };
                assert_eq!((order, &played), (number, &truth(orders[number])));
                let (head, body) = ResultHead::split(&result).expect("a result");
                assert_eq!((&*head.worker, head.shard, head.order), (HERE, 5, number));
                assert_eq!(digest, wire::digest(body));
            }
            engine.stop.store(true, Ordering::Relaxed);
            referee.begin(5, 0, samples::pieces(0), &one)?;
            let played = referee.wait().await;
            assert!(matches!(referee.hear(played, &orders, |_, _| false), Err(FarmError::Interrupted)));
            engine.stop.store(false, Ordering::Relaxed);
            referee.begin(5, 0, samples::pieces(0), &one)?;
            assert_eq!(referee.wait().await, Some(truth(&one)));
            Ok(())
        });
        ended.expect("it ends");
    }
}
