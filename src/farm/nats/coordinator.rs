//! A coordinator: cuts work into shards, publishes them, and takes in what comes back, whatever becomes of workers and
//! broker. What is in its ledger is done; all else is still to be done, and is published again when no worker has it.

use super::broker::Broker;
use super::{FarmError, block_on};
use crate::farm::ledger::{Entries, Ledger};
use crate::farm::wire::{self, Beat, FORMAT, Notice, Piece, Proof, ResultHead, TaskText};
use crate::rollout::{CrewNews, Engine, Order, Played, RolloutSettings, TrialPool};
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
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

/// How often a shard may fail before it is given up.
const TRIES: u32 = 5;

/// One shard in so many is played by another worker, too.
pub const AUDIT: u64 = 100;

/// How long the end waits for shards that are compared.
const LAST_AUDITS: Duration = Duration::from_secs(5);

/// The digits of a shard's number that are shown to people: those above are drawn for each run of a live rollout.
const SHOWN: u64 = 0xffff_ffff;

/// Results that are written to the disk together.
const TOGETHER: usize = 64;

/// What a coordinator coordinates.
pub trait Work {
    /// Trials of the next shard, about so many, with the number of their order; nothing for now is `None`.
    fn next(&mut self, tasks: usize) -> Option<(usize, Vec<Piece>)>;

    /// Takes in what a shard left.
    fn take(&mut self, order: usize, played: &Played);

    /// Whether no more results are needed.
    fn is_over(&self) -> bool;

    /// Receives the state of the work; called often.
    fn tell(&mut self, news: &CrewNews);
}

/// What a coordinator leaves.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How things stood at the end.
    pub news: CrewNews,
}

/// A job as a coordinator begins it.
pub struct Job<'a> {
    /// Its name in subjects.
    pub id: String,
    /// Whether it ends with its coordinator.
    pub live: bool,
    /// Its rollouts.
    pub orders: Vec<&'a Order>,
    /// The submitter's name.
    pub by: String,
    /// Shards that were published before.
    pub published: Vec<(u64, usize, Vec<Piece>)>,
    /// The number of the first new shard.
    pub next: u64,
    /// Trials of a shard; nothing, when the speed of the workers decides.
    pub shard: Option<usize>,
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
    failed: u32,
}

/// A shard that is done.
struct Done {
    digest: String,
    worker: String,
    pieces: Vec<Piece>,
}

/// A shard that another worker is to play, too.
struct Audit {
    shard: u64,
    order: usize,
    pieces: Vec<Piece>,
    worker: String,
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
    out: BTreeMap<u64, Out>,
    /// Those of them that are to be published.
    unsent: BTreeSet<u64>,
    done: BTreeMap<u64, Done>,
    /// Shards that are to be compared, and those that are being compared.
    to_audit: Vec<Audit>,
    audits: BTreeSet<u64>,
    peers: BTreeMap<String, Peer>,
    told: BTreeSet<String>,
    news: CrewNews,
    streams: String,
    /// Since when the server has no shard that waits.
    drained: Option<Instant>,
}

/// A few trials of short games of the first order, and what they leave here.
pub fn proof(engine: &Engine, order: &Order) -> Result<Proof, FarmError> {
    let mut settings: RolloutSettings = (*order.settings.clone().without_rules()).clone();
    settings.settlement = None;
    settings.truncation.enabled = true;
    settings.truncation.plies = settings.truncation.plies.clamp(1, 2);
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

/// Runs a job until its work is over, and closes it. What the ledger has is taken in first.
pub fn coordinate(
    broker: impl Future<Output = Result<Broker, FarmError>>,
    job: Job<'_>,
    notice: Notice,
    ledger: (Ledger, Entries),
    work: &mut dyn Work,
    stop: &AtomicBool,
) -> Result<Outcome, FarmError> {
    block_on(async {
        let broker = broker.await?;
        let (ledger, entries) = ledger;
        let news = CrewNews { place: broker.url().to_owned(), ..CrewNews::default() };
        let mut new = Coordinator {
            broker,
            job,
            notice,
            ledger,
            out: BTreeMap::new(),
            unsent: BTreeSet::new(),
            done: BTreeMap::new(),
            to_audit: Vec::new(),
            audits: BTreeSet::new(),
            peers: BTreeMap::new(),
            told: BTreeSet::new(),
            news,
            streams: String::new(),
            drained: None,
        };
        let ended = new.run(entries, work, stop).await;
        // The last news, noted just before the end.
        work.tell(&new.news);
        // An interrupted job is closed if it is live; one that was submitted goes on by itself.
        if (ended.is_ok() && new.out.is_empty()) || new.job.live {
            let _ = timeout(Duration::from_secs(4), new.broker.close(&new.job.id)).await;
        }
        ended.map(|()| Outcome { news: new.news })
    })
}

impl Coordinator<'_> {
    async fn run(&mut self, entries: Entries, work: &mut dyn Work, stop: &AtomicBool) -> Result<(), FarmError> {
        self.streams = self.broker.streams().await?;
        self.broker.open(&self.notice, &self.job.orders).await?;
        for (shard, order, pieces) in std::mem::take(&mut self.job.published) {
            let now = Instant::now();
            self.out.insert(shard, Out { order, pieces, sent: Some(now), holder: None, heard: now, failed: 0 });
        }
        for result in &entries.results {
            if let Some((head, body)) = ResultHead::split(result)
                && let Some(played) = self.judge(&head, body)?
            {
                work.take(head.order, &played);
            }
        }
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
        let (mut beat, mut look, mut over) = (None::<Instant>, Instant::now(), None::<Instant>);
        loop {
            tokio::select! {
                Some(message) = arrived.recv() => self.receive(message, &mut arrived, work).await?,
                Some(message) = beats.next() => self.hear(&message.payload),
                _ = tick.tick() => {}
            }
            if work.is_over() {
                let since = over.get_or_insert_with(Instant::now);
                let is_compared = self.audits.is_empty() && self.to_audit.is_empty();
                if is_compared || self.joined() < 2 || since.elapsed() > LAST_AUDITS {
                    return Ok(());
                }
            }
            if stop.load(Ordering::Relaxed) {
                return Err(FarmError::Interrupted);
            }
            if beat.is_none_or(|beat| beat.elapsed() >= BEAT) {
                beat = Some(Instant::now());
                let _ = self.broker.say(&format!("gammon.desk.{}", self.job.id), Vec::new()).await;
                self.count_peers()?;
            }
            if look.elapsed() >= LOOK {
                look = Instant::now();
                self.look().await;
            }
            if self.publish(work).await.is_err() {
                self.news.is_cut_off = true;
                tokio::time::sleep(TICK).await;
            }
            work.tell(&self.news);
            self.news.notes.clear();
        }
    }

    /// Takes in a result and all others that have come by now. They are on the disk before any is acknowledged.
    async fn receive(
        &mut self,
        first: Message,
        more: &mut mpsc::Receiver<Message>,
        work: &mut dyn Work,
    ) -> Result<(), FarmError> {
        let mut messages = vec![first];
        while messages.len() < TOGETHER
            && let Ok(message) = more.try_recv()
        {
            messages.push(message);
        }
        let mut new = Vec::new();
        for message in &messages {
            let Some((head, body)) = ResultHead::split(&message.payload) else {
                self.news.notes.push("something that is no result was passed over".to_owned());
                continue;
            };
            if let Some(played) = self.judge(&head, body)? {
                self.ledger.append(&message.payload)?;
                new.push((head.order, played));
            }
        }
        self.ledger.sync()?;
        new.iter().for_each(|(order, played)| work.take(*order, played));
        for message in &messages {
            // One that is not confirmed comes again, and is counted as repeated.
            let _ = message.ack().await;
        }
        Ok(())
    }

    /// What a result has that is new: nothing, when it was there before, is a comparison, or none at all.
    fn judge(&mut self, head: &ResultHead, body: &[u8]) -> Result<Option<Played>, FarmError> {
        let (shard, worker) = (head.shard, &head.worker);
        if let Some(why) = &head.fault {
            return self.fail(head, why).map(|()| None);
        }
        let digest = wire::digest(body);
        if let Some(done) = self.done.get(&shard) {
            if done.digest != digest {
                let (first, second) = (done.worker.clone(), worker.clone());
                return Err(FarmError::Conflict { shard: shard & SHOWN, trials: words(&done.pieces), first, second });
            }
            if head.audit && self.audits.remove(&shard) {
                self.news.audited += 1;
            } else {
                self.news.repeated += 1;
            }
            return Ok(None);
        }
        let Some(order) = self.job.orders.get(head.order).filter(|_| !head.audit) else { return Ok(None) };
        let out = self.out.get(&shard);
        let played = wire::unpack(body, order).and_then(|played| {
            let is_whole = out.is_none_or(|out| out.order == head.order && wire::is_whole(&played, &out.pieces));
            if is_whole { Ok(played) } else { Err("what came is other trials".to_owned()) }
        });
        let played = match played {
            Ok(played) => played,
            Err(why) => return self.fail(head, &why).map(|()| None),
        };
        self.unsent.remove(&shard);
        let pieces = self.out.remove(&shard).map_or_else(Vec::new, |out| out.pieces);
        if shard.is_multiple_of(AUDIT) && !pieces.is_empty() {
            let (order, pieces, worker) = (head.order, pieces.clone(), worker.clone());
            self.to_audit.push(Audit { shard, order, pieces, worker });
        }
        self.done.insert(shard, Done { digest, worker: worker.clone(), pieces });
        self.news.done += 1;
        Ok(Some(played))
    }

    /// A shard that came back without a result.
    fn fail(&mut self, head: &ResultHead, why: &str) -> Result<(), FarmError> {
        let shard = head.shard;
        let Some(out) = self.out.get_mut(&shard).filter(|_| !head.audit) else { return Ok(()) };
        (out.holder, out.failed) = (None, out.failed + 1);
        self.unsent.insert(shard);
        self.news.notes.push(format!("shard {} failed at {}: {why}", shard & SHOWN, head.worker));
        self.check_failure(shard, why)
    }

    fn check_failure(&self, shard: u64, why: &str) -> Result<(), FarmError> {
        match self.out.get(&shard) {
            Some(out) if out.failed >= TRIES => {
                let (trials, why) = (words(&out.pieces), why.to_owned());
                Err(FarmError::Poisoned { shard: shard & SHOWN, trials, tries: TRIES, why })
            }
            _ => Ok(()),
        }
    }

    fn joined(&self) -> usize {
        self.peers.values().filter(|peer| peer.joined).count()
    }

    /// Takes in a worker's message about itself.
    fn hear(&mut self, bytes: &[u8]) {
        let Ok(beat) = serde_json::from_slice::<Beat>(bytes) else { return };
        let id = &self.job.id;
        if let Some(why) = beat.refused.get(id)
            && self.told.insert(format!("refused {}", beat.worker))
        {
            self.news.notes.push(format!("{} takes no part: {why}", beat.worker));
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
            }
        }
        let joined = beat.joined.contains(id);
        self.peers.insert(beat.worker, Peer { heard: now, threads: beat.threads, rate: beat.rate, joined });
    }

    /// Counts the workers that are there, and takes back the shards of those that are lost.
    fn count_peers(&mut self) -> Result<(), FarmError> {
        let is_lost = |peer: &Peer| peer.heard.elapsed() > LOST;
        let lost: Vec<_> = self.peers.iter().filter(|(_, peer)| is_lost(peer)).map(|(name, _)| name.clone()).collect();
        if !self.broker.is_connected() {
            // No message can arrive; whether workers are lost is decided later.
            self.news.is_cut_off = true;
            let now = Instant::now();
            self.peers.values_mut().for_each(|peer| peer.heard = now);
            return Ok(());
        }
        self.news.is_cut_off = false;
        for name in lost {
            self.peers.remove(&name);
            let mut shards = Vec::new();
            for (&shard, out) in self.out.iter_mut().filter(|(_, out)| out.holder.as_ref() == Some(&name)) {
                (out.holder, out.failed) = (None, out.failed + 1);
                shards.push(shard);
            }
            self.news.lost += shards.len() as u64;
            self.news.notes.push(format!("{name} is lost with {} shards, which are played again", shards.len()));
            self.unsent.extend(&shards);
            shards.iter().try_for_each(|&shard| self.check_failure(shard, "every worker that had it was lost"))?;
        }
        let joined = self.peers.values().filter(|peer| peer.joined);
        (self.news.workers, self.news.threads, self.news.rate) = (0, 0, 0.0);
        for peer in joined {
            self.news.workers += 1;
            self.news.threads += peer.threads;
            self.news.rate += peer.rate;
        }
        Ok(())
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
                    self.news.notes.push("the server has lost everything; what is not done is published again".into());
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
            let heard = Instant::now();
            self.out.insert(shard, Out { order, pieces, sent: None, holder: None, heard, failed: 0 });
            self.unsent.insert(shard);
        }
        let to_audit = if joined > 1 { std::mem::take(&mut self.to_audit) } else { Vec::new() };
        for Audit { shard, order, pieces, worker } in to_audit {
            let text = TaskText { shard, order, pieces, audit_of: Some(worker) };
            self.audits.insert(shard);
            self.broker.publish(vec![(self.subject(shard, "a"), text.to_bytes()?)]).await?;
        }
        let shards: Vec<_> = self.unsent.iter().take(1024).copied().collect();
        let mut messages = Vec::new();
        for shard in &shards {
            let Some(out) = self.out.get(shard) else { continue };
            if out.sent.is_some() {
                // A worker that holds a copy goes on; no other fetches one.
                self.broker.purge_task(&self.job.id, *shard).await?;
            }
            let text = TaskText { shard: *shard, order: out.order, pieces: out.pieces.clone(), audit_of: None };
            messages.push((self.subject(*shard, ""), text.to_bytes()?));
        }
        if !messages.is_empty() {
            self.broker.publish(messages).await?;
        }
        let now = Instant::now();
        for shard in shards {
            self.unsent.remove(&shard);
            if let Some(out) = self.out.get_mut(&shard) {
                (out.sent, out.heard) = (Some(now), now);
            }
        }
        Ok(())
    }

    fn subject(&self, shard: u64, kind: &str) -> String {
        format!("gammon.task.{}.{shard}{kind}", self.job.id)
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
