//! New jobs: whether their engine is this one, and whether a few known trials come out here as they did there. They are
//! played beside the shards of other jobs, one job after the other.

use super::{Joined, Open, engine_differs};
use crate::farm::wire::{self, Notice};
use crate::render::beginning;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// Known trials of a job, of all candidates: a proof has four of each.
const MOST_PROOF: usize = 4096;

/// A job whose known trials take longer is refused.
const LONGEST_PROOF: Duration = Duration::from_secs(600);

/// Jobs that wait to be examined.
pub(super) const MOST_NEW: usize = 10_000;

impl Joined<'_> {
    /// Notes a job that is to be examined.
    pub(super) fn consider(&self, id: &str) {
        let is_known = self.refused.borrow().contains_key(id)
            || self.jobs.borrow().contains_key(id)
            || self.new.borrow().iter().any(|new| new == id)
            || self.examined.borrow().as_ref().is_some_and(|(examined, _)| examined == id);
        if !is_known && self.new.borrow().len() < MOST_NEW {
            self.new.borrow_mut().push_back(id.to_owned());
        }
    }

    /// Examines new jobs one after the other, while the shards of others are played.
    pub(super) async fn examine(&self) {
        loop {
            let next = self.new.borrow_mut().pop_front();
            let Some(id) = next else {
                sleep(Duration::from_millis(20)).await;
                continue;
            };
            let closed = Rc::new(Cell::new(false));
            *self.examined.borrow_mut() = Some((id.clone(), Rc::clone(&closed)));
            // One that cannot be read now is announced again.
            let _ = self.examine_one(&id, &closed).await;
            *self.examined.borrow_mut() = None;
        }
    }

    /// Ends an examination, or has it never begin.
    pub(super) fn forget_new(&self, id: &str) {
        self.new.borrow_mut().retain(|new| new != id);
        if let Some((examined, closed)) = &*self.examined.borrow()
            && examined == id
        {
            closed.set(true);
        }
    }

    /// Checks a new job: whether it is of this engine, and whether a few trials give here what they gave to its
    /// submitter.
    pub(super) async fn examine_one(&self, id: &str, closed: &Cell<bool>) -> Option<()> {
        let notice = self.broker.notice(id).await.ok()??;
        let tasks = self.broker.tasks(id).await.ok()?;
        let order = Rc::new(self.broker.order(id, 0).await.ok()?);
        let tried = match (self.worker.engine_for)(&order) {
            Err(parts) => Err(Some(engine_differs(&parts))),
            Ok(_) => self.prove(&notice, closed).await,
        };
        match tried {
            Ok(()) if closed.get() => {}
            Ok(()) => {
                (self.worker.say)(&format!("takes part in job {id} of {}", beginning(&notice.by, 64)));
                let orders = RefCell::new(BTreeMap::from([(0, order)]));
                let open = Open { notice, tasks, orders, heard: Cell::new(Instant::now()), closed: Cell::new(false) };
                self.jobs.borrow_mut().insert(id.to_owned(), Rc::new(open));
                // The submitter waits for the number of workers.
                self.tell(0.0, false).await;
            }
            Err(Some(why)) => self.refuse(id, &why),
            Err(None) => {}
        }
        Some(())
    }

    pub(super) async fn prove(&self, notice: &Notice, closed: &Cell<bool>) -> Result<(), Option<String>> {
        let order = &notice.proof.order;
        let tasks = wire::tasks_of(&notice.proof.pieces, order).map_err(Some)?;
        if tasks.len() > MOST_PROOF {
            return Err(Some(format!("its known trials are {}, where {MOST_PROOF} are plenty", tasks.len())));
        }
        let play = self.play(order, &tasks, closed, None);
        tokio::pin!(play);
        let played = match timeout(LONGEST_PROOF, &mut play).await {
            Ok(played) => played?,
            Err(_) => {
                // The threads are to leave it.
                closed.set(true);
                let _ = play.await;
                let longest = LONGEST_PROOF.as_secs();
                return Err(Some(format!("its known trials were not played in {longest} s")));
            }
        };
        let bytes = wire::pack(order.engine, order.job.candidates().len(), &played);
        let digest = wire::digest(&bytes.map_err(|error| Some(error.to_string()))?);
        if digest == notice.proof.digest {
            return Ok(());
        }
        Err(Some(format!("trials that are known gave {digest} here and {} there", notice.proof.digest)))
    }

    /// The submitter has found that this worker plays wrongly.
    pub(super) fn leave_job(&self, id: &str) {
        if let Some(open) = self.jobs.borrow().get(id) {
            open.closed.set(true);
        }
        self.forget_new(id);
        self.refuse(
            id,
            "the submitter's machine makes something else of a shard played here: this machine plays wrongly",
        );
    }
}
