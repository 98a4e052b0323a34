//! Shards that this machine plays itself: to decide between results that contradict each other, and to compare those
//! that no other worker is there to play.

use super::FarmError;
use crate::farm::book::HERE;
use crate::farm::wire::{self, Piece, ResultHead};
use crate::rollout::{Engine, Order, Played, TrialPool};
use tokio::sync::mpsc;

/// Threads of this machine, one shard at a time.
pub struct Referee<'a> {
    engine: &'a Engine,
    threads: usize,
    /// The threads, and the number of the order that they play.
    pool: Option<(usize, TrialPool)>,
    under_way: Option<Trial>,
    tell: mpsc::UnboundedSender<Option<Played>>,
    told: mpsc::UnboundedReceiver<Option<Played>>,
}

/// A shard that is being played.
struct Trial {
    shard: u64,
    order: usize,
    pieces: Vec<Piece>,
    /// The result of the first attempt, when the shard is played once more to be sure of it.
    first: Option<Vec<u8>>,
}

/// The word of this machine on a shard.
pub struct Word {
    /// The shard.
    pub shard: u64,
    /// The number of its order.
    pub order: usize,
    /// The result as it is kept.
    pub result: Vec<u8>,
    /// Its digest.
    pub digest: String,
    /// The records that its trials left.
    pub played: Played,
}

impl<'a> Referee<'a> {
    pub fn new(engine: &'a Engine, threads: usize) -> Self {
        let (tell, told) = mpsc::unbounded_channel();
        Self { engine, threads, pool: None, under_way: None, tell, told }
    }

    /// The shard that is being played.
    pub fn shard(&self) -> Option<u64> {
        self.under_way.as_ref().map(|trial| trial.shard)
    }

    /// Begins to play a shard.
    pub fn begin(&mut self, shard: u64, number: usize, pieces: Vec<Piece>, order: &Order) -> Result<(), FarmError> {
        self.under_way = Some(Trial { shard, order: number, pieces, first: None });
        self.play(order)
    }

    fn play(&mut self, order: &Order) -> Result<(), FarmError> {
        let Some(trial) = &self.under_way else { return Ok(()) };
        if self.pool.as_ref().is_none_or(|(of, pool)| *of != trial.order || pool.is_closed()) {
            self.pool = Some((trial.order, TrialPool::new(self.engine, order, self.threads)?));
        }
        let tasks = wire::tasks_of(&trial.pieces, order).map_err(FarmError::Server)?;
        let tell = self.tell.clone();
        if let Some((_, pool)) = &self.pool {
            pool.play(&tasks, move |played| drop(tell.send(played)));
        }
        Ok(())
    }

    /// Waits for a shard that is under way; without one for ever.
    pub async fn wait(&mut self) -> Option<Played> {
        self.told.recv().await.flatten()
    }

    /// Takes in what [`Referee::wait`] returned. Where it contradicts somebody, it is played once more: a machine that
    /// makes something else of it the second time can judge nobody.
    pub fn hear(
        &mut self,
        played: Option<Played>,
        orders: &[&Order],
        contradicts: impl Fn(u64, &str) -> bool,
    ) -> Result<Option<Word>, FarmError> {
        let Some(mut trial) = self.under_way.take() else { return Ok(None) };
        let (Some(played), Some(&order)) = (played, orders.get(trial.order)) else {
            return Err(FarmError::Interrupted);
        };
        let body = wire::pack(order.engine, order.job.candidates().len(), &played)?;
        let (shard, digest) = (trial.shard, wire::digest(&body));
        match &trial.first {
            Some(first) if *first != body => return Err(FarmError::Unsteady { shard }),
            None if contradicts(shard, &digest) => {
                trial.first = Some(body);
                self.under_way = Some(trial);
                self.play(order)?;
                return Ok(None);
            }
            _ => {}
        }
        let head = ResultHead { shard, order: trial.order, worker: HERE.to_owned(), audit: false, fault: None };
        let result = head.with(&body).map_err(FarmError::server)?;
        Ok(Some(Word { shard, order: trial.order, result, digest, played }))
    }
}
