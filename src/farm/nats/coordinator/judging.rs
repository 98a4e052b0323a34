//! Judgements on what comes in: which results count, which contradict each other, which workers play wrongly.

use super::{AUDIT, Coordinator, LAST_AUDITS, Out, Pieces, SHOWN, TOGETHER, TRIES, Work, words};
use crate::farm::book::{Entry, HERE, Standing, Voted};
use crate::farm::ledger::{Entries, Note};
use crate::farm::nats::FarmError;
use crate::farm::nats::referee::Word;
use crate::farm::wire::{self, ResultHead, is_name};
use crate::render::visible;
use crate::rollout::Played;
use async_nats::jetstream::Message;
use std::collections::BTreeSet;
use tokio::sync::mpsc;
use tokio::time::Instant;

impl Coordinator<'_> {
    /// Takes in what the ledger has. Shards without a result that counts are still to be played.
    pub(super) fn restore(&mut self, entries: &Entries, work: &mut dyn Work) -> Result<(), FarmError> {
        for entry in &entries.all {
            let Some(Entry::Result(head, body)) = Entry::read(entry) else { continue };
            let shard = head.shard;
            let Some(&order) = self.job.orders.get(head.order) else { continue };
            let Ok(played) = wire::unpack(body, order) else { continue };
            match (self.job.shard_of)(shard) {
                Some((number, pieces)) if number != head.order || !wire::is_whole(&played, &pieces) => continue,
                Some(_) => {}
                None if self.job.live => {
                    let tasks: Vec<_> = played.iter().map(|(task, _)| *task).collect();
                    self.kept.insert(shard, (head.order, wire::pieces_of(&tasks)));
                }
                None => continue,
            }
            if self.taken.contains_key(&shard) || !self.book.stands(shard, body) {
                continue;
            }
            self.taken.insert(shard, self.book.standing(shard));
            work.take(head.order, &played);
        }
        let now = Instant::now();
        for shard in (0..self.job.shards).filter(|shard| !self.taken.contains_key(shard)) {
            let Some((order, pieces)) = (self.job.shard_of)(shard) else { continue };
            self.out.insert(shard, Out { order, pieces, sent: Some(now), holder: None, heard: now, failed: 0 });
        }
        // Workers of whom nothing was chosen, by an earlier version or just before a crash; and numbers of shards that
        // there are not, of which nothing will ever be known.
        for shard in self.book.unexamined() {
            self.book.choose(shard);
            self.ledger.note(&Note::Compare { shard })?;
        }
        let unclear = self.book.conflicts().union(self.book.uncompared()).copied();
        let unclear: Vec<u64> = unclear.filter(|&shard| self.pieces(shard).is_none()).collect();
        unclear.into_iter().for_each(|shard| self.book.forget(shard));
        self.wrong = self.book.wrong().count();
        Ok(())
    }

    /// Whether nothing is left to be compared or decided.
    pub(super) fn is_settled(&self) -> bool {
        self.book.conflicts().is_empty() && self.book.uncompared().is_empty()
    }

    /// Takes in a result and all others that have come by now. They are on the disk before any is acknowledged.
    pub(super) async fn receive(
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
            let head = ResultHead::split(&message.payload).filter(|(head, _)| is_name(&head.worker));
            let Some((head, body)) = head else {
                self.foreign();
                continue;
            };
            if let Some(played) = self.judge(&head, body)? {
                self.ledger.append(&message.payload)?;
                let drawn = self.secret ^ head.shard.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                if drawn.is_multiple_of(AUDIT) || self.book.is_unexamined(&head.worker) {
                    self.book.choose(head.shard);
                    self.ledger.note(&Note::Compare { shard: head.shard })?;
                }
                new.push((head.order, played));
            }
        }
        self.ledger.sync()?;
        new.iter().for_each(|(order, played)| work.take(*order, played));
        for message in &messages {
            // One that is not confirmed comes again, and is counted as repeated.
            let _ = message.ack().await;
        }
        self.take_back(work)
    }

    /// Something came that was not asked for.
    fn foreign(&mut self) {
        // Shards of a shell's earlier run may still be played.
        if !self.job.live && self.told.insert("foreign".to_owned()) {
            self.news.notes.push("results of shards that were not handed out here are passed over".to_owned());
        }
    }

    /// The news in a result: nothing, when it was there before, is a comparison, or none at all.
    fn judge(&mut self, head: &ResultHead, body: &[u8]) -> Result<Option<Played>, FarmError> {
        let (shard, worker) = (head.shard, &head.worker);
        if self.book.is_wrong(worker) {
            // Another one is to play it.
            if let Some(out) = self.out.get_mut(&shard) {
                out.holder = None;
                self.unsent.insert(shard);
            }
            return Ok(None);
        }
        let is_there = self.taken.contains_key(&shard);
        let Some((number, pieces)) = self.pieces(shard) else {
            self.foreign();
            return Ok(None);
        };
        if let Some(why) = &head.fault {
            return if is_there { Ok(None) } else { self.fail(head, why).map(|()| None) };
        }
        let Some(&order) = self.job.orders.get(number) else { return Ok(None) };
        let played = wire::unpack(body, order).and_then(|played| {
            let is_whole = number == head.order && wire::is_whole(&played, &pieces);
            if is_whole { Ok(played) } else { Err("what came is other trials".to_owned()) }
        });
        let played = match played {
            Ok(played) => played,
            Err(_) if is_there => return Ok(None),
            Err(why) => return self.fail(head, &why).map(|()| None),
        };
        let digest = wire::digest(body);
        let others = self.book.voters(shard).join(" and by ");
        match self.book.vote(shard, worker, &digest) {
            // The second is a result that an earlier run had and could not use.
            voted @ (Voted::First | Voted::Again | Voted::Agrees) if voted == Voted::First || !is_there => {
                self.unsent.remove(&shard);
                if let Some(out) = self.out.remove(&shard)
                    && self.job.shards == 0
                {
                    self.kept.insert(shard, (out.order, out.pieces));
                }
                // Another result of it may come with the same messages.
                self.taken.insert(shard, self.book.standing(shard));
                self.news.done += 1;
                return Ok(Some(played));
            }
            Voted::First | Voted::Again => self.news.repeated += 1,
            Voted::Agrees => {
                self.news.repeated += u64::from(!head.audit);
                self.audits.remove(&shard);
                self.enter_vote(shard, worker, digest)?;
            }
            Voted::Differs => {
                self.news.notes.push(format!(
                    "conflict: shard {} ({}) by {others} and by {worker} are not the same; this machine plays it to \
                     decide",
                    shard & SHOWN,
                    words(&pieces)
                ));
                self.enter_vote(shard, worker, digest)?;
            }
            Voted::Void => self.enter_vote(shard, worker, digest)?,
        }
        Ok(None)
    }

    fn enter_vote(&mut self, shard: u64, worker: &str, digest: String) -> Result<(), FarmError> {
        Ok(self.ledger.note(&Note::Vote { shard, worker: worker.to_owned(), digest })?)
    }

    /// The order and the trials of a shard that was handed out.
    pub(super) fn pieces(&self, shard: u64) -> Option<(usize, Pieces)> {
        let of_out = || self.out.get(&shard).map(|out| (out.order, out.pieces.clone()));
        of_out().or_else(|| self.kept.get(&shard).cloned()).or_else(|| (self.job.shard_of)(shard))
    }

    /// Has a shard played here whose results contradict each other.
    pub(super) fn decide(&mut self) -> Result<(), FarmError> {
        match self.book.conflicts().first() {
            Some(&shard) if self.referee.shard().is_none() => self.play_here(shard),
            _ => Ok(()),
        }
    }

    /// Has a shard compared here that no worker compares.
    pub(super) fn compare_here(&mut self, at_once: bool) -> Result<(), FarmError> {
        if self.referee.shard().is_some() {
            return Ok(());
        }
        let is_left = |&&shard: &&u64| {
            let is_under_way = self.audits.get(&shard).is_some_and(|heard| heard.elapsed() < LAST_AUDITS);
            at_once || (!is_under_way && self.audits.contains_key(&shard)) || !self.has_other(shard)
        };
        match self.book.uncompared().iter().find(is_left) {
            Some(&shard) => self.play_here(shard),
            None => Ok(()),
        }
    }

    fn play_here(&mut self, shard: u64) -> Result<(), FarmError> {
        let Some((number, pieces)) = self.pieces(shard) else { return Ok(()) };
        let Some(order) = self.job.orders.get(number) else { return Ok(()) };
        self.referee.begin(shard, number, pieces, order)
    }

    /// Whether a worker is there that has not played a shard.
    pub(super) fn has_other(&self, shard: u64) -> bool {
        let voters = self.book.voters(shard);
        let is_other = |name: &str| !self.book.is_wrong(name) && !voters.contains(&name);
        self.peers.iter().any(|(name, peer)| peer.joined && is_other(name))
    }

    /// Takes in what this machine made of a shard: its word decides.
    pub(super) fn rule(&mut self, played: Option<Played>, work: &mut dyn Work) -> Result<(), FarmError> {
        let book = &self.book;
        let contradicts = |shard: u64, digest: &str| book.contradicts(shard, digest);
        let Some(word) = self.referee.hear(played, &self.job.orders, contradicts)? else { return Ok(()) };
        let Word { shard, order, result, digest, played } = word;
        let before: BTreeSet<_> = self.book.wrong().map(|(worker, _)| worker.to_owned()).collect();
        self.ledger.append(&result)?;
        self.ledger.sync()?;
        self.book.vote(shard, HERE, &digest);
        self.audits.remove(&shard);
        let wrong: Vec<_> =
            self.book.wrong().map(|(worker, _)| worker.to_owned()).filter(|worker| !before.contains(worker)).collect();
        for worker in &wrong {
            self.peers.remove(worker);
            self.news.notes.push(format!(
                "{worker} plays wrongly: of shard {} this machine makes something else; nothing of {worker} counts any \
                 more, and what it played is played again",
                shard & SHOWN
            ));
        }
        self.take_back(work)?;
        if !self.taken.contains_key(&shard) {
            self.out.remove(&shard);
            self.unsent.remove(&shard);
            self.taken.insert(shard, self.book.standing(shard));
            work.take(order, &played);
        }
        Ok(())
    }

    /// Takes back what no longer counts, and has it played again.
    fn take_back(&mut self, work: &mut dyn Work) -> Result<(), FarmError> {
        let wrong = self.book.wrong().count();
        let Some((worker, shard)) = self.book.wrong().last().map(|(worker, shard)| (worker.to_owned(), shard)) else {
            return Ok(());
        };
        if std::mem::replace(&mut self.wrong, wrong) == wrong {
            return Ok(());
        }
        // The shards in their hands are for others.
        for (&shard, out) in &mut self.out {
            if out.holder.as_ref().is_some_and(|holder| self.book.is_wrong(holder)) {
                out.holder = None;
                self.unsent.insert(shard);
            }
        }
        let void = |(&shard, &taken): (&u64, &Standing)| {
            let now = self.book.standing(shard);
            (now != taken && now != Standing::Conflict).then_some(shard)
        };
        let void: Vec<u64> = self.taken.iter().filter_map(void).collect();
        if void.is_empty() {
            return Ok(());
        }
        if !work.take_back(void.len() as u64) {
            return Err(FarmError::Wrong { worker, shard: shard & SHOWN });
        }
        for shard in void {
            self.taken.remove(&shard);
            let Some((order, pieces)) = self.pieces(shard) else { continue };
            self.out.insert(shard, Out { order, pieces, sent: None, holder: None, heard: Instant::now(), failed: 0 });
            self.unsent.insert(shard);
        }
        Ok(())
    }

    /// A shard that came back without a result.
    fn fail(&mut self, head: &ResultHead, why: &str) -> Result<(), FarmError> {
        let shard = head.shard;
        let Some(out) = self.out.get_mut(&shard).filter(|_| !head.audit) else { return Ok(()) };
        (out.holder, out.failed) = (None, out.failed + 1);
        self.unsent.insert(shard);
        let why = visible(why);
        self.news.notes.push(format!("shard {} failed at {}: {why}", shard & SHOWN, head.worker));
        self.check_failure(shard, &why)
    }

    pub(super) fn check_failure(&self, shard: u64, why: &str) -> Result<(), FarmError> {
        match self.out.get(&shard) {
            Some(out) if out.failed >= TRIES => {
                let (trials, why) = (words(&out.pieces), why.to_owned());
                Err(FarmError::Poisoned { shard: shard & SHOWN, trials, tries: TRIES, why })
            }
            _ => Ok(()),
        }
    }
}
