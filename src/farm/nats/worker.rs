//! A worker: joins a server, plays the shards that it fetches, and leaves when its stop flag is raised.
//!
//! Two tasks fetch shards for one set of threads: while one shard is played the next is there already, and the result
//! of the last is on its way. A worker takes nothing from the network but which trials of which rollout to play.

mod examining;
#[cfg(test)]
mod tests;

use super::broker::Broker;
use super::{Access, FarmError, block_on};
use crate::farm::wire::{self, Beat, Notice, ResultHead, TaskText};
use crate::rollout::{Differences, Engine, Fingerprint, Order, Played, TrialPool};
use crate::words::counted;
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

/// Between two signs of life.
const BEAT: Duration = Duration::from_secs(1);

/// The time between two looks at the list of jobs, for those without messages.
const LOOK: Duration = Duration::from_secs(5);

/// A live job without a message for so long is left alone.
const SILENCE: Duration = Duration::from_secs(60);

/// Between two words to the server about a shard in hand.
const PROGRESS: Duration = Duration::from_secs(10);

/// A shard that was handed out so often before, and never came back, is not tried again.
const TRIES: i64 = 5;

/// How long a result is offered to a server that does not answer.
const OFFER: Duration = Duration::from_secs(600);

/// The count of a worker's deliveries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Shards that were delivered.
    pub shards: u64,
    /// Trials in them.
    pub trials: u64,
}

/// A worker that is about to join.
pub struct Worker<'a> {
    /// The server.
    pub access: Access,
    /// The name in the farm.
    pub name: String,
    /// Threads that play.
    pub threads: usize,
    /// Returns the engine of an order, or the parts in which the engine here differs.
    pub engine_for: &'a dyn Fn(&Order) -> Result<Engine, Differences>,
    /// Raised to leave; to be the flag of the engines that `engine_for` returns, too.
    pub stop: &'a AtomicBool,
    /// Receives messages for people.
    pub say: &'a dyn Fn(&str),
}

impl Worker<'_> {
    /// Joins, works, and leaves when the stop flag is raised; shards in hand go back.
    ///
    /// # Errors
    /// When the server denies access. One that cannot be reached is tried again.
    pub fn run(&self) -> Result<Left, FarmError> {
        block_on(async {
            let Some(broker) = self.connect().await? else { return Ok(Left::default()) };
            (self.say)(&format!("joined {} as {}, {}", broker.url(), self.name, counted(self.threads, "thread")));
            let joined = Joined::new(self, broker);
            tokio::select! {
                ((), ()) = async { tokio::join!(joined.hand(), joined.hand()) } => {}
                () = joined.examine() => {}
                () = joined.beat() => {}
                () = joined.listen() => {}
                () = joined.look() => {}
                () = joined.watch() => {}
            }
            joined.leave().await;
            Ok(joined.done.get())
        })
    }

    /// The connection; `None` when the stop flag was raised meanwhile.
    async fn connect(&self) -> Result<Option<Broker>, FarmError> {
        let mut delay = Duration::from_millis(250);
        let mut told = false;
        while !self.stop.load(Ordering::Relaxed) {
            match Broker::connect(&self.access, &self.name).await {
                Ok(broker) => return Ok(Some(broker)),
                Err(FarmError::Unreachable { url, why }) => {
                    if !std::mem::replace(&mut told, true) {
                        (self.say)(&format!("{url} cannot be reached ({why}); trying again until it can"));
                    }
                }
                Err(error) => return Err(error),
            }
            let until = Instant::now() + delay;
            while Instant::now() < until && !self.stop.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(50)).await;
            }
            delay = (2 * delay).min(Duration::from_secs(8));
        }
        Ok(None)
    }
}

/// A job that a worker takes part in.
struct Open {
    notice: Notice,
    tasks: Consumer<pull::Config>,
    orders: RefCell<BTreeMap<usize, Rc<Order>>>,
    /// When a message about it last came.
    heard: Cell<Instant>,
    /// Whether its results are no longer needed.
    closed: Cell<bool>,
}

/// A worker that has joined.
struct Joined<'a> {
    worker: &'a Worker<'a>,
    broker: Broker,
    jobs: RefCell<BTreeMap<String, Rc<Open>>>,
    refused: RefCell<BTreeMap<String, String>>,
    /// Jobs that are to be examined before their first shard, and the one that is.
    new: RefCell<VecDeque<String>>,
    examined: RefCell<Option<(String, Rc<Cell<bool>>)>>,
    /// The threads, and what they play: the latest last.
    pools: RefCell<Vec<(Fingerprint, Rc<TrialPool>)>>,
    held: RefCell<Vec<(String, u64)>>,
    /// The one of several jobs that is asked for a shard first.
    turn: Cell<usize>,
    done: Cell<Left>,
}

impl<'a> Joined<'a> {
    fn new(worker: &'a Worker<'a>, broker: Broker) -> Self {
        Self {
            worker,
            broker,
            jobs: RefCell::default(),
            refused: RefCell::default(),
            new: RefCell::default(),
            examined: RefCell::default(),
            pools: RefCell::default(),
            held: RefCell::default(),
            turn: Cell::new(0),
            done: Cell::default(),
        }
    }

    fn is_leaving(&self) -> bool {
        self.worker.stop.load(Ordering::Relaxed)
    }

    /// Fetches shards and plays them, until it is to leave.
    async fn hand(&self) {
        while !self.is_leaving() {
            match self.fetch().await {
                Some((open, message)) => self.handle(&open, &message).await,
                None => sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// The next shard of any job, if one comes soon.
    async fn fetch(&self) -> Option<(Rc<Open>, Message)> {
        let mut jobs: Vec<_> = self.jobs.borrow().values().cloned().collect();
        jobs.retain(|open| !open.notice.live || open.heard.get().elapsed() < SILENCE);
        if jobs.is_empty() {
            return None;
        }
        self.turn.set(self.turn.get() + 1);
        let first = self.turn.get() % jobs.len();
        jobs.rotate_left(first);
        if jobs.len() > 1 {
            for open in &jobs {
                if let Some(message) = self.ask(open, open.tasks.fetch().max_messages(1).messages()).await {
                    return Some((Rc::clone(open), message));
                }
            }
        }
        let wait = Duration::from_millis(if jobs.len() > 1 { 250 } else { 1000 });
        let open = jobs.swap_remove(0);
        let message = self.ask(&open, open.tasks.batch().max_messages(1).expires(wait).messages()).await?;
        Some((open, message))
    }

    /// One message from a job. A server that no longer has the job is asked again after a message about it.
    async fn ask<E: std::error::Error>(
        &self,
        open: &Open,
        ask: impl Future<Output = Result<pull::Batch, E>>,
    ) -> Option<Message> {
        let answer = timeout(Duration::from_secs(4), async { ask.await.ok()?.next().await }).await;
        match answer {
            Ok(Some(Ok(message))) => Some(message),
            Ok(None) => None,
            Ok(Some(Err(_))) | Err(_) => {
                self.forget(&open.notice.id);
                // The connection makes itself again; meanwhile there is nothing to do.
                sleep(Duration::from_millis(200)).await;
                None
            }
        }
    }

    fn forget(&self, id: &str) {
        self.jobs.borrow_mut().remove(id);
        self.refused.borrow_mut().remove(id);
    }

    /// Plays a shard and sends what it left.
    async fn handle(&self, open: &Rc<Open>, message: &Message) {
        let id = &open.notice.id;
        let back = |delay| message.ack_with(AckKind::Nak(delay));
        if self.is_leaving() {
            let _ = back(None).await;
            return;
        }
        let Ok(text) = serde_json::from_slice::<TaskText>(&message.payload) else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let head = ResultHead { shard: text.shard, order: text.order, worker: self.worker.name.clone(), fault: None };
        let tries = message.info().map_or(1, |info| info.delivered);
        if tries > TRIES {
            let fault = format!("it was handed out {} times and never came back", tries - 1);
            self.deliver(open, message, &ResultHead { fault: Some(fault), ..head }, &[]).await;
            return;
        }
        let order = match self.order(open, text.order).await {
            Ok(order) => order,
            Err(Some(why)) => {
                self.refuse(id, &why);
                let _ = back(Some(Duration::from_secs(1))).await;
                return;
            }
            Err(None) => {
                let _ = back(Some(Duration::from_secs(1))).await;
                return;
            }
        };
        let tasks = match wire::tasks_of(&text.pieces, &order) {
            Ok(tasks) => tasks,
            Err(fault) => {
                self.deliver(open, message, &ResultHead { fault: Some(fault), ..head }, &[]).await;
                return;
            }
        };
        let holds = (id.clone(), text.shard);
        self.held.borrow_mut().push(holds.clone());
        let played = self.play(&order, &tasks, &open.closed, Some(message)).await;
        let body = played.and_then(|played| {
            let body = wire::pack(order.engine, order.job.candidates().len(), &played);
            body.map_err(|error| Some(error.to_string()))
        });
        match body {
            Ok(body) => {
                if self.deliver(open, message, &head, &body).await {
                    let Left { shards, trials } = self.done.get();
                    self.done.set(Left { shards: shards + 1, trials: trials + tasks.len() as u64 });
                }
            }
            Err(Some(fault)) => {
                self.deliver(open, message, &ResultHead { fault: Some(fault), ..head }, &[]).await;
            }
            // Another worker may have it at once.
            Err(None) => drop(back(None).await),
        }
        let mut held = self.held.borrow_mut();
        if let Some(place) = held.iter().position(|held| *held == holds) {
            held.remove(place);
        }
    }

    /// Plays trials. An error has the fault, or `None` where the trials are no longer needed.
    async fn play(
        &self,
        order: &Order,
        tasks: &[crate::rollout::Task],
        closed: &Cell<bool>,
        of: Option<&Message>,
    ) -> Result<Played, Option<String>> {
        let pool = self.pool(order).map_err(|error| Some(error.to_string()))?;
        let (tell, told) = oneshot::channel();
        let number = pool.play(tasks, move |played| drop(tell.send(played)));
        tokio::pin!(told);
        let mut spoken = Instant::now();
        loop {
            if let Ok(answer) = timeout(Duration::from_millis(100), &mut told).await {
                let played = answer.ok().flatten();
                return played.ok_or_else(|| (!self.is_leaving()).then(|| "a trial failed".to_owned()));
            }
            if self.is_leaving() || closed.get() {
                pool.cancel(number);
                return Err(None);
            }
            if let Some(message) = of.filter(|_| spoken.elapsed() >= PROGRESS) {
                spoken = Instant::now();
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
    }

    /// The threads for an order.
    fn pool(&self, order: &Order) -> Result<Rc<TrialPool>, String> {
        let mut pools = self.pools.borrow_mut();
        pools.retain(|(_, pool)| !pool.is_closed());
        if let Some(place) = pools.iter().position(|(of, _)| *of == order.engine) {
            let found = pools.remove(place);
            pools.push(found);
        } else {
            let engine = (self.worker.engine_for)(order).map_err(|parts| engine_differs(&parts))?;
            let pool = TrialPool::new(&engine, order, self.worker.threads).map_err(|error| error.to_string())?;
            pools.push((order.engine, Rc::new(pool)));
            // Another order's shard may still be played; what is older has no more to do.
            let old = pools.len().saturating_sub(2);
            pools.drain(..old);
        }
        pools.last().map(|(_, pool)| Rc::clone(pool)).ok_or_else(|| "there are no threads".to_owned())
    }

    /// An order of a job; an error with the reason when this worker must not play it, without when it is not to be had
    /// now.
    async fn order(&self, open: &Open, n: usize) -> Result<Rc<Order>, Option<String>> {
        if let Some(order) = open.orders.borrow().get(&n) {
            return Ok(Rc::clone(order));
        }
        let order = self.broker.order(&open.notice.id, n).await.map_err(|_| None)?;
        (self.worker.engine_for)(&order).map_err(|parts| Some(engine_differs(&parts)))?;
        let order = Rc::new(order);
        let mut orders = open.orders.borrow_mut();
        // Shards come in the order of their rollouts: few are in use at once.
        if orders.len() > 64 {
            orders.pop_first();
        }
        orders.insert(n, Rc::clone(&order));
        Ok(order)
    }

    /// Sends a result until the server has it, then acknowledges the shard.
    async fn deliver(&self, open: &Rc<Open>, message: &Message, head: &ResultHead, body: &[u8]) -> bool {
        let Ok(bytes) = head.with(body) else { return false };
        let subject = format!("gammon.result.{}.{}", open.notice.id, head.shard);
        let began = Instant::now();
        loop {
            if open.closed.get() || began.elapsed() > OFFER {
                return false;
            }
            let sent = self.broker.publish(vec![(subject.clone(), bytes.clone())]).await;
            if sent.is_ok() {
                let _ = message.ack().await;
                return true;
            }
            // A worker that is leaving does not wait for a server that is gone.
            if self.is_leaving() {
                return false;
            }
            sleep(Duration::from_millis(300)).await;
        }
    }

    fn refuse(&self, id: &str, why: &str) {
        self.jobs.borrow_mut().remove(id);
        if self.refused.borrow_mut().insert(id.to_owned(), why.to_owned()).is_none() {
            (self.worker.say)(&format!("no part in job {id}: {why}"));
        }
    }

    /// Reads the messages about jobs: signs of life, and closings.
    async fn listen(&self) {
        loop {
            let subscriptions = async {
                let desks = self.broker.client.subscribe("gammon.desk.*").await.ok()?;
                let closed = self.broker.client.subscribe("gammon.closed.*").await.ok()?;
                Some(futures_util::stream::select(desks, closed))
            };
            let Some(mut messages) = subscriptions.await else {
                sleep(Duration::from_millis(500)).await;
                continue;
            };
            while let Some(message) = messages.next().await {
                let subject = message.subject.as_str();
                if let Some(id) = subject.strip_prefix("gammon.closed.") {
                    if let Some(open) = self.jobs.borrow_mut().remove(id) {
                        open.closed.set(true);
                    }
                    self.forget_new(id);
                    self.refused.borrow_mut().remove(id);
                } else if let Some(id) = subject.strip_prefix("gammon.desk.") {
                    let wrong: Vec<String> = serde_json::from_slice(&message.payload).unwrap_or_default();
                    if wrong.contains(&self.worker.name) {
                        self.leave_job(id);
                    }
                    let known = self.jobs.borrow().get(id).cloned();
                    match known {
                        Some(open) => open.heard.set(Instant::now()),
                        None => self.consider(id),
                    }
                }
            }
        }
    }

    /// Looks for jobs without messages, and drops those that are gone.
    async fn look(&self) {
        loop {
            if let Ok(there) = self.broker.jobs().await {
                self.refused.borrow_mut().retain(|id, _| there.contains(id));
                let gone: Vec<_> = self.jobs.borrow().keys().filter(|id| !there.contains(id)).cloned().collect();
                gone.iter().for_each(|id| self.forget(id));
                let examined = self.examined.borrow().as_ref().map(|(id, _)| id.clone());
                examined.filter(|id| !there.contains(id)).inspect(|id| self.forget_new(id));
                for id in &there {
                    // Live jobs have messages of their own.
                    let is_new = !self.jobs.borrow().contains_key(id) && !self.refused.borrow().contains_key(id);
                    if is_new && matches!(self.broker.notice(id).await, Ok(Some(notice)) if !notice.live) {
                        self.consider(id);
                    }
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Gives signs of life.
    async fn beat(&self) {
        let mut before = (Instant::now(), self.done.get().trials);
        let mut rate = 0.0;
        loop {
            rate = rate_after(rate, self.done.get().trials - before.1, before.0.elapsed());
            before = (Instant::now(), self.done.get().trials);
            self.tell(rate, false).await;
            sleep(BEAT).await;
        }
    }

    async fn tell(&self, rate: f64, leaving: bool) {
        let beat = Beat {
            worker: self.worker.name.clone(),
            threads: self.worker.threads,
            rate,
            held: self.held.borrow().clone(),
            joined: self.jobs.borrow().keys().cloned().collect(),
            refused: self.refused.borrow().clone(),
            leaving,
        };
        if let Ok(bytes) = serde_json::to_vec(&beat) {
            let _ = self.broker.say(&format!("gammon.beat.{}", self.worker.name), bytes).await;
        }
    }

    /// Reports a connection that breaks and comes back.
    async fn watch(&self) {
        let mut was_connected = true;
        loop {
            let is_connected = self.broker.is_connected();
            if is_connected != was_connected {
                let what = if is_connected { "is there again" } else { "is gone; trying again until it is back" };
                (self.worker.say)(&format!("{} {what}", self.broker.url()));
                was_connected = is_connected;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    async fn leave(&self) {
        let _ = timeout(Duration::from_secs(1), self.tell(0.0, true)).await;
    }
}

/// Trials a second, when so many more were played in this time. The rate before counts, too, because a shard may take
/// longer than the time between two beats.
fn rate_after(before: f64, trials: u64, time: Duration) -> f64 {
    let now = trials as f64 / time.as_secs_f64().max(1e-3);
    if before > 0.0 { 0.8 * before + 0.2 * now } else { now }
}

fn engine_differs(parts: &Differences) -> String {
    format!("its engine is another than that of this worker: {parts} would differ")
}
