//! A coordinator: cuts work into shards, publishes them, and takes in their results, whatever becomes of workers and
//! broker. Shards in its ledger are done; all others are still to be done, and are published again when no worker has
//! them.
//!
//! Workers are not trusted, nor is one of them by the word of another. This machine plays a trial of some results as
//! they come, and of every worker a share that is drawn when all are there. No work is over before that is done.
//!
//! A worker that says it is at work and delivers nothing holds nothing up: what it has is handed out again, and where
//! nothing comes at all, this machine plays.

mod judging;
#[cfg(test)]
mod tests;

use super::broker::Broker;
use super::referee::{Check, Referee};
use super::{FarmError, block_on};
use crate::farm::audit::Lot;
use crate::farm::book::{Book, Standing, Vouching};
use crate::farm::ledger::{Entries, Ledger};
use crate::farm::wire::{self, Beat, FORMAT, Notice, Piece, Proof, TaskText, is_name};
use crate::render::visible;
use crate::rollout::{CrewNews, Engine, Order, Played, RolloutSettings, TrialPool};
use crate::words::counted;
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// Between two looks at everything.
const TICK: Duration = Duration::from_millis(50);

/// Between two words to the workers.
const BEAT: Duration = Duration::from_secs(1);

/// A worker without a message for so long is lost, with its shards.
const LOST: Duration = Duration::from_secs(6);

/// A shard that no worker holds for so long, while nothing waits to be fetched, is published again.
const STRAY: Duration = Duration::from_secs(8);

/// A worker that has fetched a shard has reported it after so long.
const SAID: Duration = Duration::from_secs(4);

/// Between two questions whether the server still has everything.
const LOOK: Duration = Duration::from_secs(2);

/// How often a shard may fail before this machine plays it.
const TRIES: u32 = 5;

/// A trial of one result in this many is played here when it comes, besides one of the first of each worker.
const EARLY: u64 = 8;

/// More results than this do not wait for that: the share that is drawn at the end finds the same, later.
const MOST_EARLY: usize = 64;

/// A shard is late that is out for this many times as long as three quarters of the last [`TIMED`] were at most. One
/// that delivers slowly on purpose cannot stretch that.
const LATE: u32 = 4;

/// This many of the last shards are considered for that.
const TIMED: usize = 1000;

/// How long no shard may take before it is known how long they take.
const FIRST: Duration = Duration::from_secs(60);

/// The digits of a shard's number that are shown to people: those above are drawn for each run of a live rollout.
const SHOWN: u64 = 0xffff_ffff;

/// Results that are written to the disk together.
const TOGETHER: usize = 64;

/// The work that a coordinator coordinates.
pub trait Work {
    /// Trials of the next shard, about this many, with the number of their order; nothing for now is `None`.
    fn next(&mut self, tasks: usize) -> Option<(usize, Vec<Piece>)>;

    /// Takes in what a shard left.
    fn take(&mut self, order: usize, played: &Played);

    /// Takes back the results of this many shards, which are void. Returns whether that can be done.
    fn take_back(&mut self, shards: u64) -> bool;

    /// Whether no more results are needed.
    fn is_over(&self) -> bool;

    /// Whether everything is there, so that nothing but checks is left.
    fn is_complete(&self) -> bool;

    /// Receives the state of the work; called often.
    fn tell(&mut self, news: &CrewNews);
}

/// The outcome of a coordinator's work.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How things stood at the end.
    pub news: CrewNews,
    /// Who vouches for the results.
    pub vouching: Vouching,
}

/// The trials of a shard.
type Pieces = Vec<Piece>;

/// A job as a coordinator begins it.
pub struct Job<'a> {
    /// The name in subjects.
    pub id: String,
    /// Whether it ends with its coordinator.
    pub live: bool,
    /// The rollouts.
    pub orders: Vec<&'a Order>,
    /// The submitter's name.
    pub by: String,
    /// How many shards were handed in, numbered from 0.
    pub shards: u64,
    /// Their orders and trials.
    pub shard_of: Box<dyn Fn(u64) -> Option<(usize, Pieces)> + 'a>,
    /// The number of the first new shard.
    pub next: u64,
    /// Trials of a shard; nothing, when the speed of the workers decides.
    pub shard: Option<usize>,
    /// Threads for shards that are played here.
    pub threads: usize,
}

/// A shard that was published, or is to be.
struct Out {
    order: usize,
    pieces: Vec<Piece>,
    /// When it was published; nothing, when it is to be.
    sent: Option<Instant>,
    /// The worker that last reported holding it.
    holder: Option<String>,
    /// When a worker last reported holding it.
    heard: Instant,
    /// When one first did, since it was published.
    begun: Option<Instant>,
    failed: u32,
    /// Why it failed last.
    why: String,
}

impl Out {
    fn fail(&mut self, why: &str) {
        (self.holder, self.failed, self.why) = (None, self.failed + 1, why.to_owned());
    }

    fn new(order: usize, pieces: Pieces, sent: Option<Instant>) -> Self {
        Self { order, pieces, sent, holder: None, heard: Instant::now(), begun: None, failed: 0, why: String::new() }
    }
}

/// The share of a worker that is being checked.
struct Share {
    /// The name of the list of shards from which it was drawn.
    list: String,
    trials: u64,
    /// Parts of it that were not played yet.
    left: usize,
    /// By how many standard errors the worker's mean is off.
    off: f64,
}

struct Peer {
    heard: Instant,
    threads: usize,
    rate: f64,
    joined: bool,
}

/// A coordinator at work.
struct Coordinator<'a> {
    broker: Broker,
    job: Job<'a>,
    notice: Notice,
    ledger: Ledger,
    book: Book,
    referee: Referee<'a>,
    out: BTreeMap<u64, Out>,
    /// Those of them that are to be published.
    unsent: BTreeSet<u64>,
    /// Orders and trials of shards that are no longer out, where the job does not know them.
    kept: BTreeMap<u64, (usize, Pieces)>,
    /// The digests of results that the work has taken in.
    taken: BTreeMap<u64, Standing>,
    /// The workers that were found to play wrongly when that was last looked at.
    wrong: usize,
    /// Draws what is played here. Workers do not know it.
    lot: Lot,
    /// Trials that are to be played here.
    checks: VecDeque<Check>,
    /// The shares of workers that are being checked.
    shares: BTreeMap<String, Share>,
    /// When the last result of a worker came, or all began.
    came: Instant,
    /// How long the last shards were in the hands of the workers that delivered them.
    took: VecDeque<Duration>,
    /// Workers that were told of as late.
    late: BTreeSet<String>,
    /// Workers of whom a result came in this run.
    seen: BTreeSet<String>,
    peers: BTreeMap<String, Peer>,
    told: BTreeSet<String>,
    news: CrewNews,
    streams: String,
    /// Since when the server has no shard that waits.
    drained: Option<Instant>,
}

/// A few trials of short games of the first order, and what they leave here.
pub fn proof(engine: &Engine, order: &Order) -> Result<Proof, FarmError> {
    let mut settings: RolloutSettings = order.settings.clone().into_settings().of_part(0);
    settings.settlement = None;
    settings.truncation.enabled = true;
    settings.truncation.plies = settings.truncation.plies.clamp(1, 2);
    // Looking further ahead is more of the same, and would take minutes.
    for players in [&mut settings.players, &mut settings.later.players] {
        for player in &mut players.0 {
            player.chequer.set_plies(player.chequer.plies().min(1));
            player.cube.set_plies(player.cube.plies().min(1));
        }
    }
    settings.truncation.cube.set_plies(settings.truncation.cube.plies().min(1));
    let order = engine.order(order.job.clone(), &settings);
    let pieces = vec![Piece { candidate: 0, first: 0, trials: 4 }];
    let tasks = wire::tasks_of(&pieces, &order).map_err(FarmError::Server)?;
    let pool = TrialPool::new(engine, &order, 1)?;
    let (tell, told) = std::sync::mpsc::channel();
    pool.play(&tasks, move |played| drop(tell.send(played)));
    let played = told.recv().ok().flatten().ok_or(FarmError::Interrupted)?;
    let digest = wire::digest(&wire::pack(order.engine, order.job.candidates().len(), &played)?);
    Ok(Proof { order, pieces, digest })
}

/// The notice of a job.
pub fn notice_of(job: &Job<'_>, proof: Proof) -> Notice {
    let (id, by) = (job.id.clone(), job.by.clone());
    Notice { format: FORMAT.to_owned(), id, live: job.live, orders: job.orders.len(), by, proof }
}

/// Trials in words.
pub fn words(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for (i, &Piece { candidate, first, trials }) in pieces.iter().enumerate() {
        let before = if i == 0 { "" } else { ", " };
        let _ = write!(text, "{before}trials {} to {} of candidate {}", first + 1, first + trials, candidate + 1);
    }
    text
}

/// Work that was last done then is due again, or not.
fn is_due(last: Option<Instant>, every: Duration) -> bool {
    last.is_none_or(|last| last.elapsed() >= every)
}

/// Runs a job until its work is over, and closes it. The results in the ledger are taken in first.
pub fn coordinate(
    broker: impl Future<Output = Result<Broker, FarmError>>,
    engine: &Engine,
    job: Job<'_>,
    notice: Notice,
    ledger: (Ledger, Entries),
    work: &mut dyn Work,
) -> Result<Outcome, FarmError> {
    block_on(async {
        let broker = broker.await?;
        let (ledger, entries) = ledger;
        let mut new = Coordinator::new(broker, engine, job, notice, ledger, Book::of(&entries));
        let ended = new.run(entries, work, &engine.stop).await;
        // The last news, noted just before the end.
        work.tell(&new.news);
        // An interrupted job is closed if it is live; one that was submitted goes on by itself.
        let vouching = new.book.vouching();
        let is_settled = new.book.conflicts().is_empty() && vouching.unchecked.is_empty();
        if (ended.is_ok() && new.out.is_empty() && is_settled) || new.job.live {
            let _ = timeout(Duration::from_secs(4), new.broker.close(&new.job.id)).await;
        }
        ended.map(|()| Outcome { news: new.news, vouching })
    })
}

impl<'a> Coordinator<'a> {
    fn new(broker: Broker, engine: &'a Engine, job: Job<'a>, notice: Notice, ledger: Ledger, book: Book) -> Self {
        let news = CrewNews { place: broker.url().to_owned(), ..CrewNews::default() };
        let referee = Referee::new(engine, job.threads);
        Self {
            broker,
            job,
            notice,
            ledger,
            book,
            referee,
            out: BTreeMap::new(),
            unsent: BTreeSet::new(),
            kept: BTreeMap::new(),
            taken: BTreeMap::new(),
            wrong: 0,
            lot: Lot::new(),
            checks: VecDeque::new(),
            shares: BTreeMap::new(),
            came: Instant::now(),
            took: VecDeque::new(),
            late: BTreeSet::new(),
            seen: BTreeSet::new(),
            peers: BTreeMap::new(),
            told: BTreeSet::new(),
            news,
            streams: String::new(),
            drained: None,
        }
    }
}

impl Coordinator<'_> {
    async fn run(&mut self, entries: Entries, work: &mut dyn Work, stop: &AtomicBool) -> Result<(), FarmError> {
        self.streams = self.broker.streams().await?;
        if self.job.live {
            // Shards of an earlier run: those that are played all the same are not taken for this one's.
            self.broker.purge_tasks(&self.job.id).await?;
        }
        self.broker.open(&self.notice, &self.job.orders).await?;
        self.restore(&entries, work)?;
        drop(entries);
        if let Ok([tasks, results]) = self.broker.waiting(&self.job.id).await
            && tasks.pending + tasks.under_way + results.pending + results.under_way == 0
        {
            // The server has nothing of what was published before.
            self.unsent.extend(self.out.keys());
        }
        let (results, mut arrived) = mpsc::channel(TOGETHER);
        tokio::spawn(gather(self.broker.clone(), self.job.id.clone(), results));
        let mut beats = self.broker.client.subscribe("gammon.beat.*").await.map_err(FarmError::server)?;
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut beat, mut look) = (None, Some(Instant::now()));
        loop {
            tokio::select! {
                Some(message) = arrived.recv() => self.receive(message, &mut arrived, work).await?,
                Some(message) = beats.next() => self.hear(&message.payload),
                played = self.referee.wait() => self.rule(played, work, stop)?,
                _ = tick.tick() => {}
            }
            // Without the results of all shards, the checks may wait for the next run.
            if work.is_over() && !work.is_complete() && self.book.conflicts().is_empty() {
                return Ok(());
            }
            if self.referee.is_idle() && !self.play_something(work)? {
                return Ok(());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(FarmError::Interrupted);
            }
            if is_due(beat, BEAT) {
                beat = Some(Instant::now());
                // A worker that plays wrongly reads its name here, and leaves.
                let wrong: Vec<_> = self.book.wrong().map(|(worker, _)| worker).collect();
                let wrong = if wrong.is_empty() { Vec::new() } else { serde_json::to_vec(&wrong).unwrap_or_default() };
                let _ = self.broker.say(&format!("gammon.desk.{}", self.job.id), wrong).await;
                self.count_peers();
            }
            if is_due(look, LOOK) {
                look = Some(Instant::now());
                self.look().await;
                self.look_at_the_late().await;
            }
            if self.publish(work).await.is_err() {
                self.news.is_cut_off = true;
                tokio::time::sleep(TICK).await;
            }
            work.tell(&self.news);
            self.news.notes.clear();
        }
    }

    fn joined(&self) -> usize {
        self.peers.values().filter(|peer| peer.joined).count()
    }

    /// Takes in a worker's message about itself.
    fn hear(&mut self, bytes: &[u8]) {
        let Ok(beat) = serde_json::from_slice::<Beat>(bytes) else { return };
        if !is_name(&beat.worker) || !beat.rate.is_finite() || self.book.is_wrong(&beat.worker) {
            return;
        }
        let id = &self.job.id;
        if let Some(why) = beat.refused.get(id)
            && self.told.insert(format!("refused {}", beat.worker))
        {
            self.news.notes.push(format!("{} takes no part: {}", beat.worker, visible(why)));
        }
        if beat.leaving {
            self.peers.remove(&beat.worker);
            self.out.values_mut().filter(|out| out.holder.as_ref() == Some(&beat.worker)).for_each(|out| {
                out.holder = None;
            });
            return;
        }
        let now = Instant::now();
        for (_, shard) in beat.held.iter().filter(|(job, _)| job == id) {
            if let Some(out) = self.out.get_mut(shard) {
                (out.holder, out.heard) = (Some(beat.worker.clone()), now);
                out.begun.get_or_insert(now);
            }
        }
        let joined = beat.joined.contains(id);
        self.peers.insert(beat.worker, Peer { heard: now, threads: beat.threads, rate: beat.rate, joined });
    }

    /// Counts the workers that are there, and takes back the shards of those that are lost.
    fn count_peers(&mut self) {
        let is_lost = |peer: &Peer| peer.heard.elapsed() > LOST;
        let lost: Vec<_> = self.peers.iter().filter(|(_, peer)| is_lost(peer)).map(|(name, _)| name.clone()).collect();
        if !self.broker.is_connected() {
            // No message can arrive; whether workers are lost is decided later.
            self.news.is_cut_off = true;
            let now = Instant::now();
            self.peers.values_mut().for_each(|peer| peer.heard = now);
            return;
        }
        self.news.is_cut_off = false;
        for name in lost {
            self.peers.remove(&name);
            let mut shards = Vec::new();
            for (&shard, out) in self.out.iter_mut().filter(|(_, out)| out.holder.as_ref() == Some(&name)) {
                out.fail("every worker that had it was lost");
                shards.push(shard);
            }
            self.news.lost += shards.len() as u64;
            self.news
                .notes
                .push(format!("{name} is lost with {}, played again by others", counted(shards.len(), "shard")));
            self.unsent.extend(&shards);
        }
        let joined = self.peers.values().filter(|peer| peer.joined);
        (self.news.workers, self.news.threads, self.news.rate) = (0, 0, 0.0);
        for peer in joined {
            self.news.workers += 1;
            self.news.threads += peer.threads;
            self.news.rate += peer.rate;
        }
    }

    /// Checks whether the server still has the job.
    async fn look(&mut self) {
        let id = self.job.id.clone();
        match self.broker.streams_there().await {
            Ok(streams) if streams == self.streams => {}
            Ok(_) | Err(_) if self.broker.is_connected() => {
                // The server has lost its store, or the streams have been removed.
                let Ok(streams) = self.broker.streams().await else { return };
                if streams != self.streams && self.broker.open(&self.notice, &self.job.orders).await.is_ok() {
                    self.streams = streams;
                    self.news.lost += self.out.len() as u64;
                    self.news
                        .notes
                        .push("the server has lost everything; unfinished shards are published again".into());
                    self.unsent.extend(self.out.keys());
                }
                return;
            }
            _ => return,
        }
        let is_stray = |out: &Out| {
            let is_held = out.holder.as_ref().is_some_and(|name| self.peers.contains_key(name));
            !is_held && out.sent.is_some_and(|sent| sent.elapsed() > STRAY) && out.heard.elapsed() > STRAY
        };
        let strays: Vec<_> = self.out.iter().filter(|(_, out)| is_stray(out)).map(|(&shard, _)| shard).collect();
        if strays.is_empty() || self.joined() == 0 {
            return;
        }
        match self.broker.waiting(&id).await {
            Ok([tasks, results]) if tasks.pending + results.pending > 0 => self.drained = None,
            // A worker that has just fetched one reports it within a second or two.
            Ok(_) if self.drained.get_or_insert_with(Instant::now).elapsed() > SAID => {
                self.drained = None;
                self.news.lost += strays.len() as u64;
                self.unsent.extend(strays);
            }
            // The server has its streams and not the job: it is published again.
            Err(_) if self.broker.is_connected() => drop(self.broker.open(&self.notice, &self.job.orders).await),
            _ => {}
        }
    }

    /// How long a shard may be out before it is late.
    fn patience(&self) -> Duration {
        let mut took: Vec<_> = self.took.iter().copied().collect();
        if took.is_empty() {
            return FIRST;
        }
        let (_, usual, _) = took.select_nth_unstable(3 * self.took.len() / 4);
        (LATE * *usual).max(STRAY)
    }

    /// Whether no result has come for longer than a shard takes, though there is somebody to play it, or was. Then
    /// this machine plays shards.
    fn is_stuck(&self) -> bool {
        let is_somebody = self.joined() > 0 || self.book.wrong().next().is_some();
        is_somebody && self.broker.is_connected() && self.came.elapsed() > self.patience()
    }

    /// Has shards played once more that a worker keeps for long while others have nothing to do.
    async fn look_at_the_late(&mut self) {
        let patience = self.patience();
        let is_late = |out: &Out| out.begun.is_some_and(|begun| begun.elapsed() > patience);
        if !self.out.values().any(is_late) {
            return;
        }
        // While shards wait, nobody is idle.
        if !matches!(self.broker.waiting(&self.job.id).await, Ok([tasks, _]) if tasks.pending == 0) {
            return;
        }
        for (&shard, out) in self.out.iter_mut().filter(|(_, out)| is_late(out)) {
            out.begun = None;
            self.unsent.insert(shard);
            self.news.lost += 1;
            if let Some(holder) = &out.holder
                && self.late.insert(holder.clone())
            {
                self.news.notes.push(format!(
                    "{holder} has had shard {} for more than {} s without a result; it is handed out again",
                    shard & SHOWN,
                    patience.as_secs()
                ));
            }
        }
    }

    /// Publishes what is to be published: what was lost, then new shards, as many as keep everybody busy.
    async fn publish(&mut self, work: &mut dyn Work) -> Result<(), FarmError> {
        let joined = self.joined();
        let wanted = (3 * joined).max(4);
        let tasks = self.job.shard.unwrap_or_else(|| self.usual_shard(joined));
        while !work.is_over()
            && self.out.len() < wanted
            && let Some((order, pieces)) = work.next(tasks)
        {
            let shard = self.job.next;
            self.job.next += 1;
            self.out.insert(shard, Out::new(order, pieces, None));
            self.unsent.insert(shard);
        }
        let shards: Vec<_> = self.unsent.iter().take(1024).copied().collect();
        let mut messages = Vec::new();
        for shard in &shards {
            let Some(out) = self.out.get(shard) else { continue };
            if out.sent.is_some() {
                // A worker that holds a copy goes on; no other fetches one.
                self.broker.purge_task(&self.job.id, &shard.to_string()).await?;
            }
            let text = TaskText { shard: *shard, order: out.order, pieces: out.pieces.clone() };
            messages.push((format!("gammon.task.{}.{shard}", self.job.id), text.to_bytes()?));
        }
        if !messages.is_empty() {
            self.broker.publish(messages).await?;
        }
        let now = Instant::now();
        for shard in shards {
            self.unsent.remove(&shard);
            if let Some(out) = self.out.get_mut(&shard) {
                (out.sent, out.heard, out.begun) = (Some(now), now, None);
            }
        }
        Ok(())
    }

    /// Trials that keep a worker busy for half a second.
    fn usual_shard(&self, joined: usize) -> usize {
        if joined == 0 || self.news.rate <= 0.0 {
            return 32;
        }
        ((0.5 * self.news.rate / joined as f64) as usize).clamp(4, wire::MOST_TASKS as usize / 2)
    }
}

/// Fetches results for as long as the receiver is open. A request without an answer is made again, over a new consumer
/// if need be, so that nothing stays stuck.
async fn gather(broker: Broker, id: String, results: mpsc::Sender<Message>) {
    loop {
        let consumer = match timeout(Duration::from_secs(5), broker.results(&id)).await {
            Ok(Ok(consumer)) => consumer,
            _ => {
                tokio::time::sleep(Duration::from_millis(250)).await;
                if results.is_closed() {
                    return;
                }
                continue;
            }
        };
        let mut is_well = true;
        while is_well {
            let asked = consumer.batch().max_messages(TOGETHER).expires(Duration::from_secs(1)).messages();
            let Ok(Ok(mut batch)) = timeout(Duration::from_secs(5), asked).await else { break };
            loop {
                match timeout(Duration::from_secs(3), batch.next()).await {
                    Ok(Some(Ok(message))) => {
                        if results.send(message).await.is_err() {
                            return;
                        }
                    }
                    Ok(None) => break,
                    Ok(Some(Err(_))) | Err(_) => {
                        is_well = false;
                        break;
                    }
                }
            }
            if results.is_closed() {
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
