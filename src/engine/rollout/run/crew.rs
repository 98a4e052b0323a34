//! The crew, which plays the trials of a rollout: threads of this process, or workers elsewhere.

use super::dispatcher::Dispatcher;
use super::error::RolloutError;
use super::workers::{Unwatched, Watched, work};
use crate::rollout::order::Order;
use crate::rollout::trial::batched::TrialBatch;
use crate::rollout::trial::engine::Engine;
use crate::rollout::trial::game::Table;
use std::io;

/// Plays the trials of rollouts. Which trials count, and where a rollout ends, is decided by the dispatcher: the result
/// is the same for every crew and every order.
pub trait Crew {
    /// Plays the trials that the dispatcher hands out until there are no more.
    ///
    /// # Errors
    /// When that is not possible.
    fn play(&self, engine: &Engine, order: &Order, dispatcher: &Dispatcher<'_>) -> Result<(), RolloutError>;

    /// A line for the user at the end, if there is one.
    fn summary(&self) -> Option<String> {
        None
    }
}

/// This many threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn play(&self, engine: &Engine, order: &Order, dispatcher: &Dispatcher<'_>) -> Result<(), RolloutError> {
        let Order { job, settings, .. } = order;
        let table = Table::new(settings, job, &engine.met);
        let play = || {
            let searchers = engine.searchers(settings);
            match &engine.games {
                None => work(dispatcher, &mut Unwatched(TrialBatch::new(&table, settings, searchers))),
                Some(sink) => {
                    let trials = TrialBatch::new(&table, settings, searchers);
                    work(dispatcher, &mut Watched { trials, job, sink: &**sink });
                }
            }
        };
        // One thread is the one that asks: many short rollouts start none.
        if self.0 <= 1 {
            play();
            return Ok(());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.0).build();
        let pool = pool.map_err(|error| RolloutError::Threads(io::Error::other(error)))?;
        // A panic of one thread comes out here once all have ended.
        pool.broadcast(|_| play());
        Ok(())
    }
}
