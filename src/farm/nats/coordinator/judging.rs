//! Judgements on what comes in: which results count, which contradict each other, which workers play wrongly.

#[cfg(test)]
mod tests;

use super::{Coordinator, EARLY, MOST_EARLY, Out, Pieces, SHOWN, Share, TIMED, TOGETHER, TRIES, Work, words};
use crate::farm::audit::{self, FAR};
use crate::farm::book::{Entry, HERE, Standing, Voted};
use crate::farm::ledger::{Entries, Note, OnDisk};
use crate::farm::nats::FarmError;
use crate::farm::nats::referee::{Check, Word};
use crate::farm::wire::{self, ResultHead, is_name};
use crate::render::visible;
use crate::rollout::Played;
use crate::words::counted;
use async_nats::jetstream::Message;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Trials that are played here in one go.
const PART: usize = 64;

/// Confirms results, which are safe now. One that is not confirmed comes again, and is counted as repeated.
async fn confirm(messages: &[Message], _on_disk: OnDisk) {
    for message in messages {
        let _ = message.ack().await;
    }
}

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
            self.out.insert(shard, Out::new(order, pieces, Some(now)));
        }
        // Numbers of shards that there are not, of which nothing will ever be known.
        let unclear: Vec<u64> =
            self.book.conflicts().iter().copied().filter(|&shard| self.pieces(shard).is_none()).collect();
        unclear.into_iter().for_each(|shard| self.book.forget(shard));
        self.wrong = self.book.wrong().count();
        Ok(())
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
            // At the end, when workers are checked, nothing new is taken in.
            if work.is_complete() && !self.taken.contains_key(&head.shard) {
                continue;
            }
            if let Some(played) = self.judge(&head, body)? {
                self.ledger.append(&message.payload)?;
                self.check_early(&head, &played);
                new.push((head.order, played));
            }
        }
        let on_disk = self.ledger.sync()?;
        new.iter().for_each(|(order, played)| work.take(*order, played));
        confirm(&messages, on_disk).await;
        self.take_back(work)
    }

    /// Draws results of which a trial is played here at once, so that most who play wrongly are found soon.
    fn check_early(&mut self, head: &ResultHead, played: &Played) {
        let is_first = self.seen.insert(head.worker.clone());
        if (is_first || self.lot.below(EARLY, &[head.shard]) == 0)
            && self.checks.len() < MOST_EARLY
            && let Some(drawn) = audit::one_of(&self.lot, head.shard, head.order, played)
        {
            self.checks.push_back(Check { worker: head.worker.clone(), drawn: vec![drawn], is_last: false });
        }
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
                // Whoever has answered keeps no copy that would have to be removed.
                (out.holder, out.sent) = (None, None);
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
            if !is_there {
                self.fail(head, why);
            }
            return Ok(None);
        }
        let Some(&order) = self.job.orders.get(number) else { return Ok(None) };
        let played = wire::unpack(body, order).and_then(|played| {
            let is_whole = number == head.order && wire::is_whole(&played, &pieces);
            if is_whole { Ok(played) } else { Err("what came is other trials".to_owned()) }
        });
        let played = match played {
            Ok(played) => played,
            Err(_) if is_there => return Ok(None),
            Err(why) => {
                self.fail(head, &why);
                return Ok(None);
            }
        };
        let digest = wire::digest(body);
        let others = self.book.voters(shard).join(" and by ");
        match self.book.vote(shard, worker, &digest) {
            // The second is a result that an earlier run had and could not use.
            voted @ (Voted::First | Voted::Again | Voted::Agrees) if voted == Voted::First || !is_there => {
                self.time(shard, worker);
                self.end(shard);
                // Another result of it may come with the same messages.
                self.taken.insert(shard, self.book.standing(shard));
                self.news.done += 1;
                return Ok(Some(played));
            }
            Voted::First | Voted::Again => self.news.repeated += 1,
            Voted::Agrees => {
                self.news.repeated += 1;
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

    /// Notes how long a worker took for a shard.
    fn time(&mut self, shard: u64, worker: &str) {
        self.came = Instant::now();
        let Some(out) = self.out.get(&shard) else { return };
        let begun = out.begun.filter(|_| out.holder.as_deref() == Some(worker));
        self.took.truncate(TIMED - 1);
        // One that came before anybody spoke of it took less than a second.
        self.took.push_front(begun.map_or(Duration::ZERO, |begun| begun.elapsed()));
    }

    /// A shard that is no longer out.
    fn end(&mut self, shard: u64) {
        self.unsent.remove(&shard);
        let Some(out) = self.out.remove(&shard) else { return };
        if self.job.shards == 0 {
            self.kept.insert(shard, (out.order, out.pieces));
        }
    }

    /// Begins to play the next that is to be played here: shards whose results contradict each other, trials that are
    /// drawn, shards that nobody delivers. Returns whether the work goes on; it does not when all of it is checked.
    pub(super) fn play_something(&mut self, work: &mut dyn Work) -> Result<bool, FarmError> {
        if let Some(&shard) = self.book.conflicts().first() {
            self.play_here(shard)?;
        } else if work.is_complete() {
            if self.shares.is_empty() {
                return self.draw_shares();
            }
            self.check_next()?;
        } else if let Some((&shard, _)) = self.out.iter().find(|(_, out)| out.failed >= TRIES) {
            self.play_here(shard)?;
        } else if !self.check_next()?
            && self.is_stuck()
            && let Some(&shard) = self.out.keys().next()
        {
            if self.told.insert("stuck".to_owned()) {
                let waited = self.came.elapsed().as_secs();
                self.news.notes.push(format!("no result has come for {waited} s; this machine plays shards itself"));
            }
            self.play_here(shard)?;
        }
        Ok(true)
    }

    /// Begins to play trials that were drawn, if there are any.
    fn check_next(&mut self) -> Result<bool, FarmError> {
        while let Some(check) = self.checks.pop_front() {
            if let Some(drawn) = check.drawn.first()
                && let Some(order) = self.job.orders.get(drawn.order)
            {
                self.referee.check(check, order)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Draws the trials of each worker that are played here at the end. Returns whether there are any.
    fn draw_shares(&mut self) -> Result<bool, FarmError> {
        // Whatever has not been played yet of what was drawn early is drawn again.
        self.checks.clear();
        let (ledger, book, taken, orders) = (&mut self.ledger, &self.book, &self.taken, &self.job.orders);
        let shares = audit::draw(book, &self.lot, |take| {
            let mut seen = BTreeSet::new();
            ledger.each(|entry| {
                if let Some(Entry::Result(head, body)) = Entry::read(entry)
                    && taken.contains_key(&head.shard)
                    && !seen.contains(&head.shard)
                    && book.stands(head.shard, body)
                    && let Some(order) = orders.get(head.order)
                    && let Ok(played) = wire::unpack(body, order)
                {
                    seen.insert(head.shard);
                    take(head.shard, head.order, &played);
                }
            })
        })?;
        for audit::Share { worker, list, off, drawn } in shares {
            if off > FAR {
                self.news.notes.push(format!(
                    "the mean of what {worker} played lies {off:.1} standard errors from the others'; {} of its trials \
                     are played here",
                    drawn.len()
                ));
            }
            let parts = drawn.chunk_by(|one, other| one.order == other.order);
            let parts: Vec<_> = parts.flat_map(|part| part.chunks(PART)).map(<[_]>::to_vec).collect();
            let (trials, left) = (drawn.len() as u64, parts.len());
            if left == 0 {
                // Nothing of it is part of the work.
                self.book.check(&worker, list, 0);
                continue;
            }
            let check = |drawn| Check { worker: worker.clone(), drawn, is_last: true };
            self.checks.extend(parts.into_iter().map(check));
            self.shares.insert(worker, Share { list, trials, left, off });
        }
        // Threads are started anew for each order.
        self.checks.make_contiguous().sort_by_key(|check| check.drawn.first().map(|drawn| drawn.order));
        Ok(!self.shares.is_empty())
    }

    /// Takes in what this machine found of trials that were drawn: a worker of whom one is otherwise is doubted.
    fn end_check(&mut self, check: &Check, other: Option<u64>) -> Result<(), FarmError> {
        if let Some(shard) = other {
            self.news.notes.push(format!(
                "conflict: a trial of shard {} by {} comes out otherwise here; this machine plays the shard to decide",
                shard & SHOWN,
                check.worker
            ));
            self.book.doubt(shard);
            self.drop_checks(&check.worker);
            return Ok(());
        }
        self.news.checked += check.drawn.len() as u64;
        let Some(share) = self.shares.get_mut(&check.worker).filter(|_| check.is_last) else { return Ok(()) };
        share.left -= 1;
        if share.left == 0
            && let Some(Share { list, trials, off, .. }) = self.shares.remove(&check.worker)
        {
            let worker = check.worker.clone();
            if off > FAR {
                self.news
                    .notes
                    .push(format!("{} of {worker} came out the same here, all of them", counted(trials, "trial")));
            }
            self.book.check(&worker, list.clone(), trials);
            self.ledger.note(&Note::Checked { worker, list, trials })?;
            let _ = self.ledger.sync()?;
        }
        Ok(())
    }

    /// Forgets what was drawn of a worker.
    fn drop_checks(&mut self, worker: &str) {
        self.checks.retain(|check| check.worker != worker);
        self.shares.remove(worker);
    }

    fn play_here(&mut self, shard: u64) -> Result<(), FarmError> {
        let Some((number, pieces)) = self.pieces(shard) else { return Ok(()) };
        let Some(order) = self.job.orders.get(number) else { return Ok(()) };
        self.referee.begin(shard, number, pieces, order)
    }

    /// Takes in what this machine found: its word decides.
    pub(super) fn rule(
        &mut self,
        played: Option<Played>,
        work: &mut dyn Work,
        stop: &AtomicBool,
    ) -> Result<(), FarmError> {
        let book = &self.book;
        let contradicts = |shard: u64, digest: &str| book.contradicts(shard, digest);
        if played.is_none()
            && let Some(shard) = self.referee.shard()
            && let Some(Out { pieces, failed, why, .. }) = self.out.get(&shard).filter(|out| out.failed > 0)
            && !stop.load(Ordering::Relaxed)
        {
            let (trials, why) = (words(pieces), why.clone());
            return Err(FarmError::Poisoned { shard: shard & SHOWN, trials, tries: failed + 1, why });
        }
        let (shard, order, result, digest, played) = match self.referee.hear(played, &self.job.orders, contradicts)? {
            Some(Word::Shard { shard, order, result, digest, played }) => (shard, order, result, digest, played),
            Some(Word::Check(check, other)) => return self.end_check(&check, other),
            None => return Ok(()),
        };
        let before: BTreeSet<_> = self.book.wrong().map(|(worker, _)| worker.to_owned()).collect();
        self.ledger.append(&result)?;
        let _ = self.ledger.sync()?;
        self.book.vote(shard, HERE, &digest);
        let wrong: Vec<_> =
            self.book.wrong().map(|(worker, _)| worker.to_owned()).filter(|worker| !before.contains(worker)).collect();
        for worker in &wrong {
            self.peers.remove(worker);
            self.drop_checks(worker);
            self.news.notes.push(format!(
                "{worker} plays wrongly: of shard {} this machine makes something else; nothing of {worker} counts any \
                 more, and what it played is played again",
                shard & SHOWN
            ));
        }
        self.take_back(work)?;
        if !self.taken.contains_key(&shard) {
            self.end(shard);
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
            self.out.insert(shard, Out::new(order, pieces, None));
            self.unsent.insert(shard);
        }
        Ok(())
    }

    /// A shard that came back without a result.
    fn fail(&mut self, head: &ResultHead, why: &str) {
        let shard = head.shard;
        let Some(out) = self.out.get_mut(&shard) else { return };
        let why = visible(why);
        out.fail(&why);
        out.sent = None;
        self.unsent.insert(shard);
        self.news.notes.push(format!("shard {} failed at {}: {why}", shard & SHOWN, head.worker));
    }
}
